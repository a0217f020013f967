//! Tokens on their way: who sets out when, how far they have come, and who stays where they are drawn until then.

use std::collections::{BTreeSet, VecDeque};

use bevy_egui::egui::Pos2;

use super::{Motion, home, middle, takes};
use crate::battle::{Id, Look};
use crate::board::Square;

impl Motion {
    /// Somebody sets out at this moment, and is drawn where the way begins until then.
    pub(super) fn depart(&mut self, look: Look<'_>, who: Id, (at, squares): (f64, &[Square])) {
        if at <= self.clock {
            self.send(look, who, squares);
            return;
        }
        if let Some(first) = squares.first().filter(|_| !self.ways.contains_key(&who) && !self.waits(who)) {
            self.places.insert(who, middle(*first, look.footprint(who).side));
        }
        self.departs.push((at, who, squares.to_vec()));
    }

    /// Whether somebody sets out later.
    fn waits(&self, who: Id) -> bool {
        self.departs.iter().any(|(_, each, _)| *each == who)
    }

    /// Whoever is elsewhere now, though nothing shows their way, stays where they are drawn until all has been shown; those
    /// who are carried go with their bearer.
    pub(super) fn keep_rest(&mut self, look: Look<'_>, until: f64) {
        if until <= self.clock {
            return;
        }
        let going: Vec<Id> = self.ways.keys().copied().chain(self.departs.iter().map(|(_, who, _)| *who)).collect();
        let goes = |id: Id| going.iter().any(|who| *who == id || look.footprint(*who).gap(look.footprint(id)) <= 0);
        let is_shown = |id: Id| look.place(id).present && look.knows_of(id);
        let moved =
            self.places.iter().filter(|(id, place)| is_shown(**id) && **place != home(look, **id) && !goes(**id));
        let kept: Vec<Id> = moved.map(|(id, _)| *id).collect();
        self.departs.extend(kept.into_iter().map(|id| (until, id, Vec::new())));
    }

    /// Somebody is on its way through these squares.
    pub(super) fn send(&mut self, look: Look<'_>, who: Id, squares: &[Square]) {
        let side = look.footprint(who).side;
        let mut points: VecDeque<Pos2> = squares.iter().map(|square| middle(*square, side)).collect();
        let Some(first) = points.pop_front() else { return };
        let (waiting, speed) = self.ways.remove(&who).unwrap_or_default();
        if waiting.is_empty() {
            self.places.insert(who, first);
        }
        let points: VecDeque<Pos2> = waiting.into_iter().chain(points).collect();
        let length: f32 = points.iter().zip(points.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum::<f32>() + 1.0;
        self.ways.insert(who, (points, (length / takes(length)).max(speed)));
    }

    /// Everybody who is on its way goes on; whoever has none glides to where it belongs.
    pub(super) fn walk(&mut self, look: Look<'_>, passed: f32) {
        let share = 1.0 - (-passed.min(0.05) * 10.0).exp();
        // Who comes to light, or comes onto the field, stands where it is at once.
        let there: BTreeSet<Id> = look.shown().filter(|id| look.place(*id).present).collect();
        self.places.retain(|id, _| there.contains(id));
        self.ways.retain(|id, _| there.contains(id));
        for id in there {
            let to = home(look, id);
            let place = self.places.entry(id).or_insert(to);
            if let Some((points, speed)) = self.ways.get_mut(&id) {
                let mut left = *speed * passed;
                while let Some(next) = points.front() {
                    let gap = *next - *place;
                    if gap.length() > left {
                        *place += gap.normalized() * left;
                        break;
                    }
                    left -= gap.length();
                    *place = *next;
                    points.pop_front();
                }
                if points.is_empty() {
                    self.ways.remove(&id);
                }
                continue;
            }
            if self.departs.iter().any(|(_, each, _)| *each == id) {
                continue;
            }
            let left = to - *place;
            *place = if left.length() < 0.03 { to } else { *place + left * share };
        }
    }
}
