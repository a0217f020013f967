//! What somebody at the terminal says: an order, or what they want to be told.

use std::io::Write;
use std::path::Path;

use super::telling::as_played;
use super::{Terminal, ask, camp, map, menu};
use crate::ai::deep::advice;
use crate::battle::{Choice, Order, Spoken, chronicle};
use crate::cli::Failure;
use crate::record::NotDone;

/// So many things are told by a hint: what is best, and the next two.
const HINTS: usize = 3;

impl Terminal<'_> {
    /// Asks somebody at the terminal until the battle can go on; false when
    /// nobody wants to play any more.
    pub(super) fn listen(&mut self, out: &mut impl Write) -> Result<bool, Failure> {
        let Some(look) = self.look() else { return Ok(false) };
        let legal = menu::sorted(look.choices().into_iter().filter(Choice::is_legal).collect());
        writeln!(out)?;
        // The field of the battle lies a day or more away from the camp.
        let seen =
            if look.camp().is_some() { camp::lines(look) } else { map::lines(as_played(look, self.minds.people())) };
        for line in seen {
            writeln!(out, "{line}")?;
        }
        let prompt = look.question().map(|question| question.prompt.clone()).unwrap_or_default();
        writeln!(out, "\n{prompt}")?;
        for line in menu::lines(&legal, None) {
            writeln!(out, "{line}")?;
        }
        loop {
            let Some(line) = ask(out, "> ")? else {
                writeln!(out, "\nThe battle is left as it stands.")?;
                return Ok(false);
            };
            match self.command(line.trim(), &legal, out)? {
                Heard::Again => {}
                Heard::Done => return Ok(true),
                Heard::Quit => return Ok(false),
            }
        }
    }

    fn command(&mut self, line: &str, legal: &[Choice], out: &mut impl Write) -> Result<Heard, Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => return Ok(Heard::Again),
            "quit" | "exit" => return Ok(Heard::Quit),
            "help" | "?" => {
                writeln!(out, "A number, or words: move to (3,4), attack with Spear at Goblin 1 in head, end turn.")?;
                writeln!(
                    out,
                    "A move to a square by number: `1 (3,4)`. Also: list GROUP, why, why last, why NUMBER, why hope, hint, sheet NAME, log, undo, save FILE, quit."
                )?;
                return Ok(Heard::Again);
            }
            "list" => {
                for line in menu::lines(legal, Some(rest)) {
                    writeln!(out, "{line}")?;
                }
                return Ok(Heard::Again);
            }
            "log" => {
                self.told = 0;
                self.tell(out)?;
                return Ok(Heard::Again);
            }
            "hint" if !rest.is_empty() => {
                writeln!(out, "found `{line}`, expected `hint` alone")?;
                return Ok(Heard::Again);
            }
            "hint" => {
                // `why` tells afterwards by the same dice what was given away.
                let seed = self.game.decisions().len() as u64;
                let thought = self.look().and_then(|look| advice(look, seed));
                if let Some(thought) = thought {
                    let mut lines = thought.lines().into_iter().take(HINTS);
                    lines.try_for_each(|line| writeln!(out, "  {}", thought.in_words(line)))?;
                }
                return Ok(Heard::Again);
            }
            "why" if !rest.is_empty() => {
                self.reasons(rest.trim(), out)?;
                return Ok(Heard::Again);
            }
            "why" => {
                let choices = self.look().map(|look| look.choices()).unwrap_or_default();
                for choice in choices.iter().filter(|choice| !choice.is_legal()) {
                    let why = choice.refused.as_ref().map(ToString::to_string).unwrap_or_default();
                    writeln!(out, "  {}: {why}", choice.label)?;
                }
                return Ok(Heard::Again);
            }
            "sheet" => {
                self.sheet(rest, out)?;
                return Ok(Heard::Again);
            }
            "undo" => {
                if let Err(why) = self.game.undo(1) {
                    writeln!(out, "{why}")?;
                    return Ok(Heard::Again);
                }
                self.told = chronicle(&self.game.world, self.game.battle).len();
                return Ok(Heard::Done);
            }
            "save" => {
                let path = if rest.is_empty() { Path::new("battle.json") } else { Path::new(rest) };
                match self.write(path) {
                    Ok(()) => writeln!(out, "Saved to {}.", path.display())?,
                    Err(why) => writeln!(out, "{why}")?,
                }
                return Ok(Heard::Again);
            }
            _ => {}
        }
        let made = match (numbered(word, rest, legal), Spoken::parse(line)) {
            (Some(order), _) => self.go_on(Some(&order), out)?,
            (None, Ok(said)) => self.go_on(Some(&said), out)?,
            (None, Err(why)) => {
                writeln!(out, "{why}")?;
                return Ok(Heard::Again);
            }
        };
        match made {
            Ok(_) => Ok(Heard::Done),
            Err(NotDone::Refused(refusal)) => {
                writeln!(out, "{refusal}")?;
                Ok(Heard::Again)
            }
            Err(NotDone::Broke(mishap)) => self.broke(&mishap, out).map(|()| Heard::Done),
        }
    }

    fn sheet(&self, name: &str, out: &mut impl Write) -> std::io::Result<()> {
        let Some(look) = self.look() else { return Ok(()) };
        let who = if name.is_empty() { look.question().and_then(|question| question.who) } else { look.find(name) };
        let who = who.filter(|who| as_played(look, self.minds.people()).knows_of(*who));
        let Some(who) = who else { return writeln!(out, "Nobody here is called `{name}`.") };
        map::sheet(look.as_asked(), who).into_iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

enum Heard {
    Again,
    Done,
    Quit,
}

/// "3" or "3 (4,5)": a choice by its number, with a square or a number.
fn numbered(word: &str, rest: &str, legal: &[Choice]) -> Option<Order> {
    let choice = legal.get(word.parse::<usize>().ok()?.checked_sub(1)?)?;
    let mut order = choice.order.clone();
    let rest = rest.trim().trim_start_matches("to ");
    if !choice.squares.is_empty() {
        order.to = Spoken::parse(&format!("to to {rest}")).ok().and_then(|order| order.to);
    } else if choice.numbers.is_some() {
        order.n = rest.parse().ok();
    }
    Some(order)
}
