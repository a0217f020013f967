//! Where one of several may act next, each is marked, and a click on one sends them.

use bevy_egui::egui::Painter;

use crate::battle::{Id, Look};
use crate::overlay::camera::View;
use crate::overlay::known::Known;
use crate::overlay::{answers, tokens};

/// Who may be sent; nobody where that is not asked.
pub(super) fn open(look: Look<'_>, known: &mut Known) -> Vec<Id> {
    if !look.question().is_some_and(answers::sends) {
        return Vec::new();
    }
    look.shown().filter(|who| answers::sending(look, known, *who).is_some()).collect()
}

/// The marks of whoever acts, around each of them.
pub(super) fn marks(painter: &Painter, look: Look<'_>, view: &View, open: &[Id]) {
    let wide = tokens::Wide::of(look);
    for who in open {
        let body = wide.token(look, view, *who);
        tokens::acting(painter, body.center(), tokens::rim(body));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: where one chooses who acts next, everybody who may is marked, and nobody before they were chosen.
    #[test]
    fn everybody_who_may_be_sent_is_marked() {
        let mut seen = 0;
        trial::watch("first_milestone", 3, 60, |look| {
            if let Some(question) = look.question().filter(|question| look.is_played_here(question.side)) {
                let sent = |who: &Id| {
                    question
                        .choices
                        .iter()
                        .flatten()
                        .any(|choice| choice.is_legal() && choice.order.with == Some(look.key(*who)))
                };
                let may: Vec<Id> = look.shown().filter(|who| answers::sends(question) && sent(who)).collect();
                assert_eq!(open(look, &mut Known::default()), may);
                seen += may.len();
            }
        });
        assert!(seen > 2, "{seen} may be sent");
    }
}
