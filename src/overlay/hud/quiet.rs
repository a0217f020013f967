//! The bar of a turn while what was done last is still being shown: as it lay before, and grey, so that nobody reads there what
//! has not been seen.

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy_egui::egui::{Id, Rect, Sense, Ui};

use super::deeds::is_held;
use super::face::{Drawn, ending, face, letters};
use super::slots::{self, Slot};
use crate::battle::{Choice, Look};
use crate::overlay::answers::Answering;
use crate::overlay::panels::Begun;

/// The slots of a turn as they were drawn last.
#[derive(Resource, Default)]
pub(super) struct Before {
    pub choices: Arc<[Choice]>,
    pub slots: Vec<Slot>,
    /// What ended the turn.
    pub end: Option<String>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Before>();
    app.add_observer(|_: On<'_, '_, Begun>, mut before: ResMut<'_, Before>| *before = Before::default());
}

impl Before {
    /// Whether a turn has been drawn.
    pub fn is_there(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The slots of these choices: those that were drawn last, as long as the question is the same.
    pub fn slots_of(&self, choices: &Arc<[Choice]>, lie: impl FnOnce() -> Vec<Slot>) -> Vec<Slot> {
        let is_same = self.is_there() && Arc::ptr_eq(&self.choices, choices);
        if is_same { self.slots.clone() } else { lie() }
    }

    /// Draws them where they lay, grey. A press ends what is being shown: its click then means what lies there.
    pub fn draw(&self, ui: &mut Ui, look: Look<'_>, (rects, place): (&[Rect], Rect), with: &mut Answering<'_>) {
        let letters = letters(ui, &self.slots, rects, &self.choices);
        for (number, slot, rect) in slots::drawn(&self.slots, rects) {
            let held = is_held(slot, &self.choices, &with.hand);
            let drawn = Drawn { slot, number, rect, letters, held, above: None };
            let id = face(ui, look, &self.choices, &drawn, with).id;
            ui.interact(rect, id, Sense::click());
        }
        if let Some(end) = &self.end {
            let id: Id = ending(ui, place, (end, ""), false).id;
            ui.interact(place, id, Sense::click());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::hud::slots::Kind;

    /// Promise: the slots of a question are laid once, and anew for the next one, though its answers read the same.
    #[test]
    fn slots_are_laid_once_for_each_question() {
        let mut laid = 0;
        let mut before = Before::default();
        let (first, next): (Arc<[Choice]>, Arc<[Choice]>) = (Arc::from([]), Arc::from([]));
        for (choices, times) in [(&first, 1), (&first, 1), (&next, 2), (&first, 3)] {
            let slots = before.slots_of(choices, || {
                laid += 1;
                vec![Slot { kind: Kind::More, verbs: Vec::new(), choices: Vec::new() }]
            });
            before = Before { slots, choices: choices.clone(), end: None };
            assert_eq!(laid, times);
        }
    }
}
