//! `sortie picture`: a battle drawn into a file, without a window: a moment of it, or a stretch as a film.

use std::path::PathBuf;
use std::process::ExitCode;

use super::Failure;
use crate::rulebook::Library;

/// What to draw.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario; or a saved battle, by its file or its code.
    #[arg(value_name = "SCENARIO|FILE|CODE")]
    battle: String,
    /// The file of the scenario of a saved battle, where that is one of your own and not of a ruleset.
    #[arg(long, value_name = "FILE")]
    scenario: Option<String>,
    /// What to show besides ground and fighters: grid, names, reach, threat, flank, sight, range, zones, morale, order, all.
    #[arg(long, value_delimiter = ',', value_name = "LAYERS", default_value = "grid,reach,flank,zones")]
    show: Vec<String>,
    /// The file to write, a PNG.
    #[arg(long, value_name = "FILE.png", required_unless_present_any = ["film", "frames"])]
    out: Option<PathBuf>,
    /// Write a film: one picture that plays, with a moment for every decision and what moves before it (APNG, which browsers show).
    #[arg(long, value_name = "FILE.png", conflicts_with_all = ["out", "panels"])]
    film: Option<PathBuf>,
    /// Write a picture of every moment into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "panels", "film"])]
    frames: Option<PathBuf>,
    /// The first moment of a film: after so many decisions; the start if left out.
    #[arg(long, value_name = "N", conflicts_with = "out")]
    from: Option<usize>,
    /// The last one; where the battle stands if left out.
    #[arg(long, value_name = "N", conflicts_with = "out")]
    to: Option<usize>,
    /// How long each moment of a film is seen, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 900, value_parser = clap::value_parser!(u64).range(50..=5_000))]
    pause: u64,
    /// What the dice come from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many decisions the computer makes before the picture is drawn; of a saved battle how many of those made in it.
    #[arg(long)]
    after: Option<usize>,
    /// Draw the whole window, with all its panels: by the graphics driver, or in plainer shapes where there is none.
    #[arg(long)]
    panels: bool,
    /// Aim at somebody, to show what can be done to it.
    #[arg(long, value_name = "NAME", requires = "panels")]
    aim: Option<String>,
    /// Whose eyes look: a side, by its name, or `all` for everything. Without it the panels show what those may see who
    /// play in the scenario, and a bare board shows everything.
    #[arg(long = "as", value_name = "SIDE")]
    eyes: Option<String>,
    /// Width and height in pixels.
    #[arg(long, default_value = "1200x800", value_name = "WxH")]
    size: String,
}

#[cfg(feature = "window")]
pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    use std::io::Write;
    use std::time::Duration;

    use super::door::err;
    use super::work;
    use crate::battle::{Look, SideId};
    use crate::overlay::{Eyes, Film, Hand, Layers, Opening, Picture, Screen, film, frames, moment, paint, photograph};
    use crate::record::Origin;
    use crate::rulebook::Player;

    let layers = Layers::named(&args.show).map_err(Failure::Said)?;
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (64..=8192).contains(side));
    let size = args.size.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let (width, height) =
        size.ok_or_else(|| Failure::Said(format!("found size `{}`, expected WxH, each 64 to 8192", args.size)))?;
    let (mut scenario, game) = played(library, args)?;
    let look = Look::at(&game.world, game.battle).ok_or_else(|| Failure::Said("the battle is gone".to_owned()))?;
    let side = args.eyes.as_deref().map(|name| side_of(look, name)).transpose().map_err(Failure::Said)?;
    if let Some(side) = side {
        let sides = (0..).map(SideId);
        let player = |each| if side == Some(each) { Player::Human } else { Player::Computer };
        scenario.players.iter_mut().zip(sides).for_each(|(seat, each)| *seat = player(each));
    }
    let written = |picture: Picture, to: &PathBuf| picture.write(to).map_err(|why| Failure::Said(why.to_string()));
    if let Some(out) = args.out.as_ref().filter(|_| args.panels) {
        let look = side.flatten().map_or(look, |side| look.for_players([side]));
        let target = args.aim.as_deref().map(|name| look.find_or_refuse(name)).transpose();
        let target = target.map_err(|why| Failure::Said(why.to_string()))?;
        let record = crate::record::record(&game.world, game.battle);
        let opening =
            |scenario| Opening { record: record.clone(), ..Opening::of(library.reopened(), scenario, args.seed) };
        let drawn = photograph(opening(scenario.clone()), (width, height), (layers, target));
        let drawn = drawn.unwrap_or_else(|why| {
            // Whoever does not hear it sees it.
            let _ = writeln!(err(), "No graphics driver draws it here ({why}): it is painted in plainer shapes.");
            let mut screen = Screen::new(opening(scenario));
            *screen.edit::<Layers>() = layers;
            screen.edit::<Hand>().aim_at(target);
            paint(width as usize, height as usize, |ui| screen.show(ui))
        });
        written(drawn, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let made = game.decisions().to_vec();
    let moments = match &args.out {
        Some(_) => (made.len(), made.len()),
        None => Film::between(args.from, args.to, made.len()).map_err(Failure::Said)?,
    };
    let origin = game.world.get::<Origin>(game.battle).cloned();
    let origin = origin.ok_or_else(|| Failure::Said("nobody can begin this battle again".to_owned()))?;
    let what = Film {
        title: scenario.title,
        origin,
        made,
        moments,
        layers,
        eyes: side.flatten().map_or(Eyes::All, Eyes::Side),
        size: (width as usize, height as usize),
        pause: Duration::from_millis(args.pause),
    };
    let bar = work::bar(what.count() as u64, args.out.is_some(), "{bar:40} {pos}/{len} {eta}");
    match (&args.out, &args.frames, &args.film) {
        (Some(out), ..) => written(moment(what).map_err(Failure::Said)?, out)?,
        (_, Some(folder), _) => frames(what, folder, || bar.inc(1)).map_err(Failure::Said)?,
        (.., Some(file)) => work::keep(file, &film(what, || bar.inc(1)).map_err(Failure::Said)?)?,
        _ => {}
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// The battle as it is drawn: a saved one as far as it is asked for, or one of a scenario that the computer plays.
#[cfg(feature = "window")]
fn played(library: &Library, args: &Args) -> Result<(crate::rulebook::Scenario, crate::record::Game), Failure> {
    use crate::ai::{Minds, Skill};
    use crate::record::{Game, is_code};

    let path = std::path::Path::new(&args.battle);
    let ends = |ending: &str| path.extension().is_some_and(|its| its.eq_ignore_ascii_case(ending));
    if !is_code(&args.battle) && !ends("json") && !ends("txt") {
        let scenario = library.scenario(&args.battle).map_err(Failure::Files)?;
        let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), args.seed);
        game.play(None, &mut Minds::one(Skill::Plain, args.seed, args.after.unwrap_or(0)))?;
        return Ok((scenario, game));
    }
    let (_, scenario, mut game) = super::work::restored(library, path, args.scenario.as_deref())?;
    let made = game.decisions().len();
    let after = args.after.unwrap_or(made);
    let left = made.checked_sub(after).ok_or_else(|| {
        Failure::Said(format!("found --after {after}, expected at most {made}: so many decisions were made"))
    })?;
    if left > 0 {
        game.undo(left).map_err(|why| Failure::Said(why.to_string()))?;
    }
    Ok((scenario, game))
}

/// The side of this name; nothing where all may be seen.
#[cfg(feature = "window")]
fn side_of(look: crate::battle::Look<'_>, name: &str) -> Result<Option<crate::battle::SideId>, String> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(None);
    }
    let found = look.sides().find(|side| look.side_name(*side).eq_ignore_ascii_case(name));
    let names = || look.sides().map(|side| look.side_name(side)).collect::<Vec<_>>().join(", ");
    found.map(Some).ok_or_else(|| format!("no side called `{name}`; there are {}, all", names()))
}

#[cfg(not(feature = "window"))]
pub(super) fn run(_library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let file = args.out.as_ref().or(args.film.as_ref()).or(args.frames.as_ref());
    let file = file.map_or_else(String::new, |file| file.display().to_string());
    Err(Failure::Said(format!("this build draws nothing, so {file} cannot be written")))
}
