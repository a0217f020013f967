//! What hangs on an answer, beside it: exactly where the game can say so, else as it came out when it was tried.

use std::sync::Arc;

use bevy_egui::egui::{RichText, Ui};

use super::answers::Answering;
use super::theme;
use crate::ahead::{Foretold, Peril, Stake};
use crate::battle::{Choice, Id, Look, Question};

/// So many are named beside an answer that harms them.
const MOST_TOLD: usize = 3;

/// What hangs on an answer.
pub enum Hangs {
    /// What comes of it if nobody does anything more.
    Exactly(Arc<Foretold>),
    /// What came of it when it was tried.
    Tried(Stake),
}

impl Hangs {
    /// What hangs on a choice, once it is known or has been tried often enough to be told.
    pub fn on(ui: &Ui, look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) -> Option<Self> {
        if !choice.is_legal() || !choice.squares.is_empty() {
            return None;
        }
        let order = with.hand.filled(choice);
        if let Some(foretold) = with.known.foretold(look, &order) {
            return Some(Self::Exactly(foretold));
        }
        let stake = with.known.stake(look, &order)?;
        if !stake.is_settled() {
            ui.ctx().request_repaint();
            return None;
        }
        Some(Self::Tried(stake))
    }

    /// Whether it was worked out.
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }
}

/// What hangs on an answer: the odds of the one who is asked, then of others who are harmed; in room that is there before.
pub fn told(ui: &mut Ui, look: Look<'_>, question: &Question, hangs: Option<&Hangs>) {
    let (lines, source) = match hangs {
        None => {
            ui.label(RichText::new("…").small().color(theme::faint()));
            return;
        }
        Some(Hangs::Exactly(foretold)) => {
            let lines = foretold.told(look, question).into_iter().map(|line| (line.text, line.grade));
            (lines.collect(), foretold.source())
        }
        Some(Hangs::Tried(stake)) => (tried(look, question, stake), stake.source()),
    };
    ui.horizontal(|ui| {
        for (text, grade) in lines {
            let colour = if grade == 0 { theme::faint() } else { theme::legible(theme::outcome(grade)) };
            ui.label(RichText::new(text).small().color(colour)).on_hover_text(&source);
        }
    });
}

/// What came of it, each line with how bad that is.
fn tried(look: Look<'_>, question: &Question, stake: &Stake) -> Vec<(String, i32)> {
    let own = stake.of.iter().filter(|(who, _)| question.who == Some(**who));
    let others = stake.of.iter().filter(|(who, peril)| question.who != Some(**who) && peril.is_any());
    let line = |(who, peril): (&Id, &Peril)| {
        let name = if question.who == Some(*who) { String::new() } else { format!("{}: ", look.name(*who)) };
        (format!("{name}{}", peril.brief()), i32::from(peril.is_any()) + i32::from(peril.out > 0))
    };
    own.chain(others).take(MOST_TOLD).map(line).collect()
}
