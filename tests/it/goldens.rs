//! Long battles that are written down: whatever changes how a battle goes between two states of the program is told at
//! the decision where it shows first.
//!
//! A golden holds every decision of a battle that the computer played, how many dice had fallen by then, and a running
//! digest of what had happened. Words of sentences are no part of it, so texts may be mended freely.
//!
//! To accept an intended change: `SORTIE_BLESS=1 cargo test --test it goldens`, and look at the difference in
//! `tests/golden/`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use sortie::ai::{Mind, Skill};
use sortie::battle::{DiceCup, Fact, Order, SideId, Spoken};
use sortie::record::Game;
use sortie::rulebook::Scenario;

use crate::kit::{Battle, begin, files, library};

/// What all of these battles start from.
const SEED: u64 = 20;
/// Decisions after which a battle is long enough.
const DECISIONS: usize = 300;

/// A battle as far as it is written down.
struct Played {
    game: Game,
    minds: [Mind; 2],
    facts: usize,
    digest: Sha256,
}

impl Played {
    fn begin(scenario: &Scenario) -> Self {
        let minds = [Mind::new(Skill::Keen, SEED), Mind::new(Skill::Plain, SEED)];
        Self { game: begin(scenario, SEED), minds, facts: 0, digest: Sha256::new() }
    }

    /// What the computer does now.
    fn decides(&mut self) -> Order {
        let look = self.game.now();
        let first = look.question().is_none_or(|question| question.side == SideId(0));
        self.minds[usize::from(!first)].decide(look).expect("somebody must be able to answer")
    }

    /// The line of this decision, made after what has happened so far.
    fn line(&mut self, order: &Spoken) -> String {
        let look = self.game.now();
        let who = look.question().and_then(|question| question.who).map_or("-", |who| look.name(who)).to_owned();
        let dice = look.battle::<DiceCup>().unwrap().0.thrown();
        let digest = self.digest();
        format!("{digest} {dice:>5} {who}: {order}")
    }

    /// What has come of everything so far.
    fn digest(&mut self) -> String {
        let facts = self.game.facts();
        for fact in &facts[self.facts..] {
            self.digest.update(without_words(fact));
        }
        self.facts = facts.len();
        self.digest.clone().finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }

    /// How it stands at the end.
    fn end(&mut self) -> String {
        let digest = self.digest();
        let look = self.game.now();
        let mut text = format!("{digest} ");
        match self.game.end() {
            Some(verdict) => {
                let winner = verdict.winner.map_or("nobody", |side| look.side_name(side));
                let _ = write!(text, "won by {winner} in round {}", verdict.round);
            }
            None => {
                let _ = write!(text, "not over in round {}", look.clock().round);
            }
        }
        for who in look.everybody() {
            let place = look.place(who);
            let at = if place.present { place.footprint.at.to_string() } else { "away".to_owned() };
            let mut states: Vec<&str> = look.conditions(who).iter().map(|each| each.kind.as_str()).collect();
            states.sort_unstable();
            let _ = write!(text, "\n{} {at} {} {}", look.name(who), look.wounds(who).len(), states.join(", "));
        }
        text
    }

    /// The last facts, for whoever looks for what went otherwise.
    fn lately(&self) -> String {
        let facts = self.game.facts();
        facts.iter().rev().take(8).rev().map(|fact| format!("\n    [{}] {}", fact.rule, fact.text)).collect()
    }
}

/// Everything of a fact but how it is put.
fn without_words(fact: &Fact) -> String {
    let mut text = format!("{} {:?} {:?} {:?}", fact.rule, fact.who, fact.whom, fact.turn);
    if let Some(roll) = &fact.roll {
        let against = roll.against.as_ref().map(sortie::battle::Sum::total);
        let faces: Vec<u16> = roll.faces.iter().map(|face| face.value).collect();
        let _ = write!(text, " {faces:?} {} {against:?} {:?}", roll.total, roll.success);
    }
    let mut changes: Vec<String> =
        fact.changes.iter().map(|each| format!("{:?} {} {} {}", each.who, each.what, each.from, each.to)).collect();
    changes.sort_unstable();
    let _ = writeln!(text, " {changes:?} {:?}", fact.squares);
    text
}

/// A battle that the computer plays from its start.
fn written(scenario: &Scenario) -> String {
    let mut played = Played::begin(scenario);
    let mut text = String::new();
    for _ in 0..DECISIONS {
        if played.game.end().is_some() {
            break;
        }
        let order = played.decides();
        let _ = writeln!(text, "{}", played.line(&(&order).into()));
        played.game.give(order);
    }
    let _ = writeln!(text, "{}", played.end());
    text
}

/// What goes otherwise than it is written in `golden`; nothing if all is as it was.
fn differs(scenario: &Scenario, golden: &str) -> Option<String> {
    let mut played = Played::begin(scenario);
    let mut decided = None;
    let mut lines = golden.lines().enumerate();
    for (index, line) in lines.by_ref().take(DECISIONS) {
        let Some((_, order)) = line.split_once(": ").filter(|_| played.game.end().is_none()) else { break };
        let order = Spoken::parse(order).ok()?;
        let wish = Spoken::from(played.decides());
        let found = played.line(&order);
        if found != line {
            let after = played.lately();
            return Some(format!("line {}: found\n    {found}\n  expected\n    {line}\n  after{after}", index + 1));
        }
        if wish != order && decided.is_none() {
            decided = Some(format!("line {}: the computer decides `{wish}`, expected `{order}`", index + 1));
        }
        if let Err(why) = played.game.decide(&order) {
            return Some(format!("line {}: `{line}` is refused now: {why}", index + 1));
        }
    }
    let end = played.end();
    let is_same = golden.trim_end().ends_with(end.trim_end());
    decided.or_else(|| (!is_same).then(|| format!("the battle ends otherwise: found\n{end}{}", played.lately())))
}

fn file_of(scenario: &str) -> PathBuf {
    Path::new("tests/golden").join(format!("{scenario}.txt"))
}

/// Every battle of `ruleset` goes as it is written down.
fn goes_as_written(ruleset: &str) {
    let library = library();
    let names = library.scenarios().into_iter().filter(|name| name.split('/').next() == Some(ruleset));
    let mut wrong = Vec::new();
    for name in names {
        let scenario = library.scenario(&name).unwrap();
        let file = file_of(&name);
        if std::env::var_os("SORTIE_BLESS").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, written(&scenario)).unwrap();
            continue;
        }
        match std::fs::read_to_string(&file) {
            Ok(golden) => wrong.extend(differs(&scenario, &golden).map(|why| format!("{}: {why}", file.display()))),
            Err(why) => wrong.push(format!("{}: {why}", file.display())),
        }
    }
    assert!(
        wrong.is_empty(),
        "battles go otherwise than they did:\n{}\nIf that is meant: SORTIE_BLESS=1 cargo test --test it goldens",
        wrong.join("\n")
    );
}

macro_rules! goldens {
    ($($ruleset:ident),*) => {$(
        #[test]
        fn $ruleset() {
            goes_as_written(stringify!($ruleset));
        }
    )*
        /// No ruleset is left out of the tests above, and no golden is left of a battle that is no more.
        #[test]
        fn every_battle_has_a_golden() {
            let library = library();
            assert_eq!(library.rulesets().unwrap(), [$(stringify!($ruleset)),*]);
            let battles = library.scenarios();
            let home = Path::new("tests/golden");
            for file in files(home) {
                let name = file.with_extension("").strip_prefix(home).unwrap().to_string_lossy().into_owned();
                assert!(battles.contains(&name), "there is no battle {name} any more");
            }
        }
    };
}

goldens!(
    by_turns,
    crossroads,
    firebreak,
    hursagmu,
    lanterns,
    liberi_gothica,
    old_school,
    scale_toughness,
    skirmish,
    zones
);
