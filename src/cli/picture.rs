//! `sortie picture`: a battle drawn into a file, without a window.

use std::path::PathBuf;
use std::process::ExitCode;

use super::Failure;
use crate::rulebook::Library;

/// What to draw.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario.
    scenario: String,
    /// What to show besides ground and fighters: grid, names, reach, threat, flank, sight, range, zones, morale, order, all.
    #[arg(long, value_delimiter = ',', value_name = "LAYERS", default_value = "grid,reach,flank")]
    show: Vec<String>,
    /// The file to write, a PNG.
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    /// What the dice come from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many decisions the computer makes before the picture is drawn.
    #[arg(long, default_value_t = 0)]
    after: usize,
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

    use super::door::err;
    use crate::ai::{Minds, Skill};
    use crate::battle::{Look, SideId};
    use crate::overlay::{Hand, Layers, Opening, Screen, paint, photograph, picture};
    use crate::record::Game;
    use crate::rulebook::Player;

    let layers = Layers::named(&args.show).map_err(Failure::Said)?;
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (64..=8192).contains(side));
    let size = args.size.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let (width, height) =
        size.ok_or_else(|| Failure::Said(format!("found size `{}`, expected WxH, each 64 to 8192", args.size)))?;
    let mut scenario = library.scenario(&args.scenario).map_err(Failure::Files)?;
    let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), args.seed);
    game.play(None, &mut Minds::one(Skill::Plain, args.seed, args.after))?;
    let look = Look::at(&game.world, game.battle).ok_or_else(|| Failure::Said("the battle is gone".to_owned()))?;
    let side = args.eyes.as_deref().map(|name| side_of(look, name)).transpose().map_err(Failure::Said)?;
    if let Some(side) = side {
        let sides = (0..).map(SideId);
        let player = |each| if side == Some(each) { Player::Human } else { Player::Computer };
        scenario.players.iter_mut().zip(sides).for_each(|(seat, each)| *seat = player(each));
    }
    let look = side.flatten().map_or(look, |side| look.for_players([side]));
    let drawn = if args.panels {
        let target = args.aim.as_deref().map(|name| look.find_or_refuse(name)).transpose();
        let target = target.map_err(|why| Failure::Said(why.to_string()))?;
        let record = crate::record::record(&game.world, game.battle);
        let opening =
            |scenario| Opening { record: record.clone(), ..Opening::of(library.reopened(), scenario, args.seed) };
        let drawn = photograph(opening(scenario.clone()), (width, height), (layers, target));
        drawn.unwrap_or_else(|why| {
            // Whoever does not hear it sees it.
            let _ = writeln!(err(), "No graphics driver draws it here ({why}): it is painted in plainer shapes.");
            let mut screen = Screen::new(opening(scenario));
            *screen.edit::<Layers>() = layers;
            screen.edit::<Hand>().aim_at(target);
            paint(width as usize, height as usize, |ui| screen.show(ui))
        })
    } else {
        picture(look, &scenario.title, layers, width as usize, height as usize)
    };
    drawn.write(&args.out).map_err(|why| Failure::Said(why.to_string()))?;
    Ok(ExitCode::SUCCESS)
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
    Err(Failure::Said(format!("this build draws nothing, so {} cannot be written", args.out.display())))
}
