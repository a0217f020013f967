//! Instructions instead of times: they hardly change from run to run, so that a kept number can be held to.
//!
//! valgrind counts those of this very program while it fights few battles and while it fights more; what lies between
//! is the battles alone. The numbers that were counted last are kept in `counts.ron`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{ErrorKind, Write, stdout};
use std::process::Command;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sortie::ai::Skill;
use sortie::machine::{cores, side_by_side};

use crate::Outcome;
use crate::battle::{by_hand, copied, fought, library, plan, setup};

/// The word that lets this program fight battles for valgrind, and the one for the loop by hand.
pub const WORD: &str = "count";
const BY_HAND: &str = "by hand";
/// Copies of a battle instead of battles, and copies that are played out.
const COPIES: &str = "copies";
const PLAYOUTS: &str = "playouts";

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/figures/counts.ron");
/// What a number may have grown by, as a share of it.
const MOST_GROWTH: f64 = 0.02;
/// How many times as much as the loop by hand a turn of walkers may take.
const MOST_TIMES: f64 = 8.0;

/// Battles to be counted.
struct Work {
    scenario: String,
    players: &'static str,
    few: u64,
    many: u64,
    /// Whether turns are told, or battles.
    by_turns: bool,
}

/// What was counted of a battle, or of a turn.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Count {
    instructions: u64,
    /// Turns of the battles that were counted: other ones are other battles.
    turns: u64,
}

type Counts = BTreeMap<String, Count>;

/// A turn of walkers and of the loop by hand, a battle that is thought through, and the first battle of each other game.
fn works() -> Vec<Work> {
    let work = |scenario: &str, players, (few, many), by_turns| Work {
        scenario: scenario.to_owned(),
        players,
        few,
        many,
        by_turns,
    };
    let mut works = vec![
        work("skirmish/skirmish4", BY_HAND, (100, 1_100), true),
        work("skirmish/skirmish4", "walk", (16, 80), true),
        work("scale_toughness/even", "plain", (2, 10), false),
        work("scale_toughness/even", COPIES, (100, 1_100), false),
        work("scale_toughness/even", PLAYOUTS, (2, 12), false),
    ];
    let mut games = vec!["scale_toughness".to_owned()];
    for name in library().scenarios() {
        let game = name.split('/').next().unwrap_or_default().to_owned();
        if !games.contains(&game) {
            works.push(work(&name, "keen", (1, 3), false));
            games.push(game);
        }
    }
    works
}

/// Fights battles, for valgrind to count, and tells their turns.
pub fn fight(words: &[String]) -> Outcome {
    let [scenario, players, battles, ..] = words else { return Err("expected a scenario, players, battles".into()) };
    let battles = battles.parse()?;
    let turns = match players.as_str() {
        BY_HAND => by_hand(battles),
        COPIES | PLAYOUTS => copied(&setup(scenario)?, battles, players == PLAYOUTS).map(|()| 0)?,
        skill => fought(&plan(&setup(scenario)?, Skill::from_str(skill, true)?, battles))?.turns,
    };
    writeln!(stdout(), "{turns}")?;
    Ok(())
}

impl Work {
    fn name(&self) -> String {
        format!("{}, {}, a {}", self.scenario, self.players, if self.by_turns { "turn" } else { "battle" })
    }

    fn counted(&self) -> Result<Count, Box<dyn Error + Send + Sync>> {
        let ((few, turns_of_few), (many, turns_of_many)) = (self.run(self.few)?, self.run(self.many)?);
        let turns = turns_of_many.saturating_sub(turns_of_few);
        let of = if self.by_turns { turns } else { self.many - self.few };
        Ok(Count { instructions: many.saturating_sub(few) / of.max(1), turns })
    }

    /// The instructions and turns of so many battles, with all that comes before them.
    fn run(&self, battles: u64) -> Result<(u64, u64), Box<dyn Error + Send + Sync>> {
        let output = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(std::env::current_exe()?)
            .args([WORD, &self.scenario, self.players, &battles.to_string()])
            .output()?;
        let (turns, told) = (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr).into_owned());
        let line = told.lines().find_map(|line| line.split_once("refs:")).filter(|_| output.status.success());
        let (_, instructions) = line.ok_or_else(|| format!("{} is not counted: {told}", self.name()))?;
        Ok((instructions.trim().replace(',', "").parse()?, turns.trim().parse()?))
    }
}

/// What came of it.
pub struct Told {
    /// Each number with the one that was kept.
    pub json: Value,
    /// Whether none has grown.
    pub is_kept: bool,
}

/// Counts everything, beside what was counted last; writes it anew where it is to be blessed.
pub fn told(is_told: bool) -> Result<Told, Box<dyn Error>> {
    let none = Told { json: Value::Null, is_kept: true };
    match Command::new("valgrind").arg("--version").output() {
        Err(why) if why.kind() == ErrorKind::NotFound => {
            writeln!(std::io::stderr(), "\nvalgrind is not installed: no instructions are counted")?;
            return Ok(none);
        }
        found => found?,
    };
    let (works, threads) = (works(), cores());
    let counted = |part| {
        let own = works.iter().skip(part).step_by(threads);
        own.map(|work| Ok((work.name(), work.counted()?))).collect::<Vec<_>>()
    };
    let found: Result<Counts, Box<dyn Error + Send + Sync>> =
        side_by_side(threads, counted).into_iter().flatten().collect();
    let found = found.map_err(|why| -> Box<dyn Error> { why })?;
    if std::env::var_os("SORTIE_BLESS").is_some() {
        std::fs::write(KEPT, ron::ser::to_string_pretty(&found, ron::ser::PrettyConfig::default())? + "\n")?;
    }
    let kept: Counts = ron::from_str(&std::fs::read_to_string(KEPT)?)?;
    if is_told {
        writeln!(stdout(), "\n{:52}{:>16}{:>16}{:>9}", "instructions of", "counted", "kept", "growth")?;
    }
    let mut all = Told { json: json!([]), is_kept: true };
    for (name, count) in &found {
        let before = kept.get(name);
        let growth = before.map(|kept| count.instructions as f64 / kept.instructions.max(1) as f64 - 1.0);
        let word = match growth {
            None => "NOT KEPT: bless it",
            Some(growth) if growth > MOST_GROWTH => "GREW",
            Some(growth) if growth < -MOST_GROWTH => "less: bless it",
            Some(_) => "kept",
        };
        all.is_kept &= growth.is_some_and(|growth| growth <= MOST_GROWTH);
        let others = if before.is_some_and(|kept| kept.turns != count.turns) { ", the battles are others" } else { "" };
        if is_told {
            let before = before.map(|kept| grouped(kept.instructions)).unwrap_or_default();
            let share = growth.map(|growth| format!("{:+.2}%", growth * 100.0)).unwrap_or_default();
            writeln!(stdout(), "{name:52}{:>16}{before:>16}{share:>9}  {word}{others}", grouped(count.instructions))?;
        }
        if let Some(rows) = all.json.as_array_mut() {
            rows.push(json!({ "name": name, "counted": count, "kept": before, "growth": growth }));
        }
    }
    let turn =
        |players: &str| found.get(&format!("skirmish/skirmish4, {players}, a turn")).map(|each| each.instructions);
    if let (Some(walkers), Some(hand)) = (turn("walk"), turn(BY_HAND)) {
        let times = walkers as f64 / hand.max(1) as f64;
        let word = if times <= MOST_TIMES { "kept" } else { "MISSED" };
        if is_told {
            writeln!(stdout(), "a turn of walkers is {times:.2}x the loop by hand  <= {MOST_TIMES}x: {word}")?;
        }
    }
    Ok(all)
}

/// A large number as one reads it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|each| std::str::from_utf8(each).ok()).collect();
    groups.join(",")
}
