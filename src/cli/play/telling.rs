//! What is told at the terminal, and when: whenever anybody is asked.

use std::io::{Error, Result, Write};

use crate::ai::Minds;
use crate::battle::{Look, Order, Player, Question, SideId};

/// The computers; before each of their answers it is told what has happened.
pub(super) struct Telling<'a, W> {
    pub minds: &'a mut Minds,
    pub told: &'a mut usize,
    pub out: &'a mut W,
    /// Why no more could be told.
    pub failed: Option<Error>,
}

impl<W: Write> Player for Telling<'_, W> {
    fn looks_ahead(&self) -> bool {
        self.minds.looks_ahead()
    }

    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.failed = tell(look, self.minds.people(), self.told, self.out).err();
        self.minds.answer(look, question).filter(|_| self.failed.is_none())
    }
}

/// The battle as those at the terminal may see it; all of it where the computer plays every side.
pub(super) fn as_played<'w>(look: Look<'w>, here: &[SideId]) -> Look<'w> {
    if here.is_empty() { look } else { look.for_players(here.iter().copied()).as_asked() }
}

/// Tells those at the terminal what has happened since so many facts.
pub(super) fn tell(look: Look<'_>, here: &[SideId], told: &mut usize, out: &mut impl Write) -> Result<()> {
    let facts = look.facts();
    let look = as_played(look, here);
    for fact in facts.get(*told..).unwrap_or_default().iter().filter(|fact| look.may_read(fact)) {
        let indent = "  ".repeat(fact.depth + usize::from(fact.turn.is_some()));
        let in_book = look.rules().book.contains_key(&fact.rule);
        let rule = if in_book { format!(" [{}]", fact.rule) } else { String::new() };
        writeln!(out, "{indent}{}{rule}", fact.text)?;
    }
    *told = facts.len();
    Ok(())
}
