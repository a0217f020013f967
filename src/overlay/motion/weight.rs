//! The weight of blows: who strikes lunges and who is struck recoils, time stands still for a moment where it hurts, heavy
//! blows shake the field, and whoever is struck down topples.

use std::f64::consts::PI;

use bevy_egui::egui::{Vec2, vec2};

use super::show::Show;
use super::{Motion, NEAR, Timed, home};
use crate::battle::{Id, Look};
use crate::overlay::preferences::Preferences;

/// Seconds of a blow, from before it tells until whoever struck stands again.
const LUNGE: f64 = 0.3;
const STRIKE: (f64, f64) = (0.13, 0.24);
/// Seconds of the flash of whoever is struck, and of their recoil.
const FLASH: f64 = 0.32;
const RECOIL: f64 = 0.26;
/// Time stands still for so many seconds when a blow tells: the least, and how many more for the worst.
const PAUSE: (f64, f64) = (0.06, 0.03);
/// Seconds of a shake, how bad a blow shakes the field at least, and how far the worst does, in points.
const SHAKE: f64 = 0.34;
const HEAVY: f32 = 0.5;
const FAR: f32 = 6.0;
/// A body lies still after this share of the time of a fall.
const SETTLED: f32 = 0.55;

impl Show {
    /// Who struck whom, and how badly, where this tells of a blow.
    fn blow(&self) -> Option<(Id, Id, f32)> {
        match self {
            Self::Word { over, harm, by: Some(by), .. } => Some((*by, *over, *harm)),
            Self::Fall { who, by: Some(by) } => Some((*by, *who, 1.0)),
            _ => None,
        }
    }

    /// How badly somebody is hurt by it, whoever did it.
    fn hurts(&self, id: Id) -> bool {
        match self {
            Self::Word { over, harm, .. } => *harm > 0.0 && *over == id,
            Self::Fall { who, .. } => *who == id,
            _ => false,
        }
    }
}

impl Motion {
    /// Whether blows are felt.
    pub const fn weigh(&mut self, weighs: bool) {
        self.is_plain = !weighs;
    }

    /// Lets so many of its own seconds pass: all but those while it stands still. How many did.
    pub(super) fn advance(&mut self, passed: f64) -> f64 {
        let (begun, mut left) = (self.clock, passed);
        loop {
            let waits = self.held.min(left);
            self.held -= waits;
            left -= waits;
            let (clock, until) = (self.clock, self.clock + left);
            let tells = |timed: &&Timed| {
                let hurts = timed.show.blow().is_some_and(|(.., harm)| harm > 0.0);
                hurts && timed.since > clock && timed.since <= until
            };
            let next = self
                .shows
                .iter()
                .filter(|_| !self.is_plain)
                .filter(tells)
                .min_by(|one, other| one.since.total_cmp(&other.since));
            let Some((since, harm)) = next.and_then(|timed| Some((timed.since, timed.show.blow()?.2))) else {
                self.clock = until;
                return self.clock - begun;
            };
            left -= since - self.clock;
            self.clock = since;
            self.held = PAUSE.0 + PAUSE.1 * f64::from(harm);
        }
    }

    /// How far from where they belong somebody is drawn, in squares: on their way, lunging at whoever they strike, or recoiling.
    pub fn away(&self, look: Look<'_>, id: Id) -> Vec2 {
        let away = self.places.get(&id).map_or(Vec2::ZERO, |place| *place - home(look, id));
        let gap = |from: Id, to: Id| home(look, to) - home(look, from);
        let knows = |other: Id| look.knows_of(other);
        let mut thrust = Vec2::ZERO;
        for timed in self.shows.iter().filter(|_| !self.is_plain) {
            let age = self.clock - timed.since;
            match (&timed.show, timed.show.blow()) {
                // It is drawn back first, and from afar let fly.
                (Show::Blow { by, at, .. }, _) if *by == id && knows(*at) && (0.0..LUNGE).contains(&age) => {
                    let gap = gap(id, *at);
                    let reach = if gap.length() < NEAR { 0.16 } else { -0.12 };
                    thrust += gap.normalized() * reach * (age / LUNGE * PI).sin() as f32;
                }
                (_, Some((by, at, _))) if by == id && knows(at) && (-STRIKE.0..STRIKE.1).contains(&age) => {
                    let gap = gap(id, at);
                    let share = if age < 0.0 { 1.0 + age / STRIKE.0 } else { 1.0 - age / STRIKE.1 };
                    if gap.length() < NEAR && gap.length() > 0.0 {
                        thrust = gap.normalized() * 0.42 * (share * share) as f32;
                    }
                }
                (_, Some((by, at, harm))) if at == id && harm > 0.0 && knows(by) && (0.0..RECOIL).contains(&age) => {
                    let gap = gap(by, id);
                    if gap.length() > 0.0 {
                        let share = 1.0 - (age / RECOIL) as f32;
                        thrust = gap.normalized() * (0.06 + 0.14 * harm) * share * share;
                    }
                }
                _ => {}
            }
        }
        away + thrust
    }

    /// How strongly somebody is marked by a blow that has just told, from 0 to 1.
    pub fn struck(&self, id: Id) -> f32 {
        let flashes = self.under_way().filter(|(show, age, _)| !self.is_plain && show.hurts(id) && *age < FLASH);
        flashes.map(|(_, age, _)| 1.0 - (age / FLASH) as f32).fold(0.0, f32::max)
    }

    /// How far the field is shaken off its place, in points, where they like that; nothing where no heavy blow has just told.
    pub fn shaken(&self, likes: &Preferences) -> Vec2 {
        if !likes.shakes {
            return Vec2::ZERO;
        }
        let shakes = self.under_way().filter_map(|(show, age, _)| Some((show.blow()?.2, age)));
        let worst = shakes.filter(|(harm, age)| *harm >= HEAVY && *age < SHAKE).max_by(|one, other| {
            let left = |(harm, age): &(f32, f64)| f64::from(*harm) * (SHAKE - age);
            left(one).total_cmp(&left(other))
        });
        let Some((harm, age)) = worst else { return Vec2::ZERO };
        let left = (1.0 - age / SHAKE) as f32;
        vec2((age * 71.0).cos() as f32, 0.7 * (age * 59.0).sin() as f32) * FAR * harm * left * left
    }

    /// How far a body has toppled, from 0 to 1 and a little past it; nothing where nobody falls.
    pub fn toppled(&self, id: Id) -> Option<f32> {
        let share = self.falls().find_map(|(who, share)| (who == id).then_some(share))?;
        let share = (share / SETTLED).min(1.0);
        // It falls ever faster, and settles.
        Some(if share < 0.6 {
            (share / 0.6).powi(2)
        } else {
            1.0 + 0.22 * ((share - 0.6) / 0.4 * std::f32::consts::PI).sin() * (1.0 - share)
        })
    }

    /// Whoever falls now, and what share of the time of that has passed.
    pub fn falls(&self) -> impl Iterator<Item = (Id, f32)> {
        self.under_way().filter_map(|(show, _, share)| match show {
            Show::Fall { who, .. } if !self.is_plain => Some((*who, share)),
            _ => None,
        })
    }
}
