//! `sortie play`: a battle, in the terminal.

mod camp;
mod kept;
mod listen;
mod map;
mod menu;
mod reasons;
mod telling;
mod window;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::kept::Kept;
use self::telling::{Telling, tell};
use super::Failure;
use super::odds::pairs;
use crate::ai::{Minds, Skill};
use crate::battle::{Answer, Look, MOST_DECISIONS, Question, SideId, Stands, caught, chronicle, verdict};
use crate::record::{Budget, Game, Mishap, NotDone, Record, Standing, follow, record, shelf, what_follows};
use crate::rulebook::reader::lines;
use crate::rulebook::{Library, Player, Scenario};

/// What to play.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// The scenario; you are asked if it is left out.
    scenario: Option<String>,
    /// Play in the terminal.
    #[arg(long)]
    text: bool,
    /// Let the computer play all sides.
    #[arg(long)]
    auto: bool,
    /// What the dice come from; anything if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// How well the computer plays; if left out, `fair` in the window and `plain` in the terminal.
    #[arg(long, value_enum)]
    skill: Option<Skill>,
    /// Go on with a saved battle: its file, or its code.
    #[arg(long, value_name = "FILE|CODE")]
    load: Option<PathBuf>,
    /// Open the window with what a link shows: `lesson=ST-C08`, `rule=ZN-REACT-02`, `tour=zones`, `battle=CODE&at=12`.
    #[arg(long, value_name = "LINK", conflicts_with_all = ["scenario", "text", "load"])]
    open: Option<String>,
    /// Open the window and present a talk: links and pictures, one after the other.
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["scenario", "text", "load", "open"])]
    talk: Option<PathBuf>,
    /// Write the battle to this file when it ends.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play a setting of the ruleset differently: `wound_at=meets`.
    #[arg(long = "setting", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Close the window after so many frames.
    #[arg(long, hide = true)]
    frames: Option<u32>,
}

/// A battle at the terminal.
struct Terminal<'a> {
    game: Game,
    /// Those who play the sides that nobody here plays.
    minds: Minds,
    told: usize,
    save: Option<&'a Path>,
    /// Where the battle keeps itself.
    kept: Kept,
    /// How often the rules broke down since the last decision.
    faults: u32,
}

/// So often may the rules break down before anything is decided: whoever plays can look at something else.
const MOST_FAULTS: u32 = 3;

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let mut out = super::door::out();
    let saved = args.load.as_deref().map(Record::find).transpose();
    let saved = saved.map_err(|why| Failure::Said(why.to_string()))?;
    let settings = match &saved {
        Some(record) => record.settings.clone(),
        None => pairs(&args.settings)?,
    };
    let library = library.reopened().with_settings(settings.clone());
    // A save may be of the file that is named beside it, and of no other.
    args.scenario.iter().filter(|_| saved.is_some()).for_each(|file| library.give(file));
    let seed = args.seed.unwrap_or_else(|| (crate::machine::since_1970().as_micros() % 1_000_000) as u64);
    let restored = match &saved {
        Some(record) if args.text => Some(record.restore(&library, &Budget::usual())?),
        _ => None,
    };
    let wanted = match (&saved, &args.scenario) {
        (Some(record), _) if !args.text => Some(record.scenario(&library)?),
        (None, Some(name)) => Some(library.scenario(name).map_err(Failure::Files)?),
        _ => None,
    };
    if !args.text {
        match window::window(&library, args, (wanted.as_ref(), saved.as_ref()), seed, &settings)? {
            Ok(code) => return Ok(code),
            Err(why) => writeln!(out, "{why}: the battle is played here, as with --text.\n")?,
        }
    }
    let restored = match (restored, &saved) {
        (None, Some(record)) => Some(record.restore(&library, &Budget::usual())?),
        (restored, _) => restored,
    };
    let (scenario, game) = match restored {
        Some(restored) => restored,
        None => {
            let wanted = match wanted {
                Some(wanted) => Some(wanted),
                None => choose(&library, &mut out)?,
            };
            let Some(scenario) = wanted else { return Ok(ExitCode::SUCCESS) };
            let begun = caught(|| Game::new(&scenario.name, &settings, scenario.setup.clone(), seed));
            (scenario, begun.map_err(|fault| Failure::Said(format!("the rules broke down over the start: {fault}")))?)
        }
    };
    writeln!(out, "{}\n{}\n", scenario.title, scenario.blurb)?;
    let minds = |scenario: &Scenario| {
        let here =
            (0..).map(SideId).zip(&scenario.players).filter(|(_, player)| **player == Player::Human && !args.auto);
        Minds::one(args.skill.unwrap_or_default(), seed, MOST_DECISIONS).leaving(here.map(|(side, _)| side))
    };
    let kept = Kept::of(args.load.as_deref(), &game);
    let save = args.save.as_deref();
    let mut terminal = Terminal { game, minds: minds(&scenario), told: 0, save, kept, faults: 0 };
    // One battle after the other, for as long as one follows and anybody wants to go on.
    while terminal.play(&mut out)? && terminal.wants_more(&library, &mut out)? {
        let Terminal { game: Game { world, battle }, .. } = &mut terminal;
        let before = chronicle(world, *battle).len();
        let next = caught(|| follow(&library, world, *battle));
        let next = next.map_err(|fault| Failure::Said(format!("the rules broke down over the hours: {fault}")))??;
        let Some(next) = next else { break };
        for fact in chronicle(world, *battle).get(before..).unwrap_or_default() {
            writeln!(out, "{}", fact.text)?;
        }
        writeln!(out, "\n{}\n{}\n", next.scenario.title, next.scenario.blurb)?;
        terminal.minds = minds(&next.scenario);
        terminal.told = 0;
        let begun = caught(|| Game::after(next));
        terminal.game =
            begun.map_err(|fault| Failure::Said(format!("the rules broke down over the start: {fault}")))?;
        terminal.kept = Kept::of(None, &terminal.game);
    }
    Ok(ExitCode::SUCCESS)
}

/// A scenario that is picked from the list.
fn choose(library: &Library, out: &mut impl Write) -> Result<Option<Scenario>, Failure> {
    let names = library.scenarios();
    writeln!(out, "Which battle?")?;
    for (index, name) in names.iter().enumerate() {
        let title = library.scenario(name).map(|scenario| scenario.title).unwrap_or_default();
        writeln!(out, "  {}  {title} ({name})", index + 1)?;
    }
    // Asked again after a slip; `quit` or the end of the input leaves.
    loop {
        let Some(line) = ask(out, "> ")? else { return Ok(None) };
        let said = line.trim();
        let index = said.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = index.and_then(|index| names.get(index).cloned()).unwrap_or_else(|| said.to_owned());
        match library.scenario(&named) {
            _ if said == "quit" => return Ok(None),
            Ok(scenario) => return Ok(Some(scenario)),
            Err(_) if said.is_empty() => {}
            Err(problems) => writeln!(out, "{}", lines(&problems))?,
        }
        writeln!(out, "A number or a name from the list; `quit` leaves.")?;
    }
}

fn ask(out: &mut impl Write, prompt: &str) -> std::io::Result<Option<String>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    match read {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line)),
        // Bytes that are no text are as good as an empty line.
        Err(why) if why.kind() == std::io::ErrorKind::InvalidData => Ok(Some(String::new())),
        Err(why) => Err(why),
    }
}

impl Terminal<'_> {
    fn look(&self) -> Option<Look<'_>> {
        Look::at(&self.game.world, self.game.battle)
    }

    /// Whether another battle follows, and whoever plays wants it.
    fn wants_more(&self, library: &Library, out: &mut impl Write) -> Result<bool, Failure> {
        let Some((name, hours)) = what_follows(library, &self.game.world, self.game.battle) else { return Ok(false) };
        let title = library.scenario(&name).map(|scenario| scenario.title).map_err(Failure::Files)?;
        let later = if hours == 1 { "an hour".to_owned() } else { format!("{hours} hours") };
        let lies_between = format!("{title} follows, {later} later.");
        writeln!(out, "{lies_between}")?;
        if self.minds.people().is_empty() {
            return Ok(true);
        }
        let said = ask(out, "Go on? (yes or no) > ")?;
        Ok(said.is_some_and(|said| ["yes", "y"].contains(&said.trim().to_lowercase().as_str())))
    }

    /// Plays a battle to its end; false when it was left before that.
    fn play(&mut self, out: &mut impl Write) -> Result<bool, Failure> {
        loop {
            let before = Standing::of(&self.game.world, self.game.battle);
            match caught(|| self.step(out)) {
                Ok(Ok(None)) => {}
                Ok(Ok(Some(is_over))) => return Ok(is_over),
                Ok(Err(failure)) => return Err(failure),
                Err(fault) => {
                    let mishap = self.game.put_back(before, fault);
                    self.broke(&mishap, out)?;
                }
            }
        }
    }

    /// Goes on to the next decision and lets it be made. Tells at the end whether the battle is over or was left.
    fn step(&mut self, out: &mut impl Write) -> Result<Option<bool>, Failure> {
        self.tell(out)?;
        if let Some((verdict, look)) = verdict(&self.game.world, self.game.battle).zip(self.look()) {
            let why = verdict.reason(look).trim_end_matches('.');
            writeln!(out, "\n{}: {why} ({}).", verdict.heading(look), look.called(verdict.round))?;
            self.keep(out)?;
            return Ok(Some(true));
        }
        let Some(look) = self.look() else { return Ok(Some(false)) };
        let Some(question) = look.question().cloned() else {
            writeln!(out, "The battle waits for nobody.")?;
            return Ok(Some(false));
        };
        if self.is_here(&question) {
            self.kept.keep(&self.game).into_iter().try_for_each(|why| writeln!(out, "{why}"))?;
            if self.listen(out)? {
                return Ok(None);
            }
            self.kept.keep(&self.game).into_iter().try_for_each(|why| writeln!(out, "{why}"))?;
            self.kept.lies_at().map_or(Ok(()), |path| {
                writeln!(out, "The battle is kept: `sortie play --load \"{}\"` goes on with it.", path.display())
            })?;
            self.keep(out)?;
            return Ok(Some(false));
        }
        match self.go_on(None, out)? {
            Ok(Stands::Asking) => {
                match self.look().and_then(|look| look.question().filter(|asked| !self.is_here(asked))) {
                    Some(question) => {
                        writeln!(out, "Nobody can answer: {}", question.prompt)?;
                        Ok(Some(false))
                    }
                    None => Ok(None),
                }
            }
            Ok(Stands::Over | Stands::InCircles) => Ok(None),
            Err(NotDone::Broke(mishap)) => self.broke(&mishap, out).map(|()| None),
            Err(why) => Err(why.into()),
        }
    }

    /// Whether somebody here is asked.
    fn is_here(&self, question: &Question) -> bool {
        self.minds.people().contains(&question.side)
    }

    /// Makes a decision, if there is one, and lets the computers make theirs up to the next that is made here.
    fn go_on(&mut self, order: Option<&dyn Answer>, out: &mut impl Write) -> std::io::Result<Result<Stands, NotDone>> {
        let Self { game, minds, told, .. } = self;
        let mut telling = Telling { minds, told, out, failed: None };
        let made = game.play(order, &mut telling);
        telling.failed.map_or(Ok(()), Err)?;
        self.faults = if made.is_ok() { 0 } else { self.faults };
        Ok(made)
    }

    /// The rules broke down: tells so, and keeps the battle as it was before. It goes on where somebody here can decide
    /// otherwise.
    fn broke(&mut self, mishap: &Mishap, out: &mut impl Write) -> Result<(), Failure> {
        let kept = mishap.record.as_deref().map(|record| {
            let path = shelf::fresh_file(&shelf::usual_folder(), shelf::BEFORE_FAULT);
            match shelf::keep(record, &path) {
                Ok(()) => format!(" The battle as it was before is saved as {}.", path.display()),
                Err(why) => format!(" The battle could not be saved: {why}."),
            }
        });
        let told = format!("{mishap}.{}", kept.unwrap_or_default());
        self.faults += 1;
        let asked = self.look().and_then(|look| look.question());
        if mishap.battle.is_some() && self.faults < MOST_FAULTS && asked.is_some_and(|asked| self.is_here(asked)) {
            writeln!(out, "{told}")?;
            return Ok(());
        }
        Err(Failure::Said(told))
    }

    /// Tells what has happened since the last time.
    fn tell(&mut self, out: &mut impl Write) -> std::io::Result<()> {
        let Some(look) = Look::at(&self.game.world, self.game.battle) else { return Ok(()) };
        tell(look, self.minds.people(), &mut self.told, out)
    }

    fn keep(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(path) = self.save else { return Ok(()) };
        self.write(path).map_err(Failure::Said)?;
        writeln!(out, "Saved to {}.", path.display())?;
        Ok(())
    }

    fn write(&self, path: &Path) -> Result<(), String> {
        let record = record(&self.game.world, self.game.battle).ok_or("this battle cannot be saved")?;
        record.write(path).map_err(|why| why.to_string())
    }
}
