//! Hours and days between battles: what goes on in the body meanwhile (ST-TOX-06, ST-TOX-10).

use super::Afflictions;
use super::afflicted::Afflicted;
use super::syndrome::{Rate, Unit};
use crate::mechanics::prelude::*;

/// Hours a day.
const DAY: i32 = 24;

impl Afflictions {
    /// Lets hours pass for everybody: cuts go bad or do not, and every check falls due in its time.
    pub(super) fn pass_hours(&self, table: &mut Table<'_>, hours: i32) -> Step {
        let lives = |look: Look<'_>, id: Id| !look.is_dead(id);
        table.for_those(lives, |table, who| {
            if table.look().get::<Afflicted>(who).is_some_and(|afflicted| afflicted.cut) {
                table.edit::<Afflicted>(who).cut = false;
                self.go_bad(table, who)?;
            }
            let an_hour = self.rounds(Unit::Hours);
            let mut left = hours.max(0);
            while left > 0 && !Self::of(table.look(), who).is_empty() {
                left -= 1;
                self.run_down(table, who, an_hour)?;
                self.pass_hour(table, who)?;
            }
            self.run_down(table, who, left.saturating_mul(an_hour))
        })
    }

    fn pass_hour(&self, table: &mut Table<'_>, who: Id) -> Step {
        let cases: Vec<Key> = Self::of(table.look(), who).iter().map(|case| case.of).collect();
        for of in cases {
            let Some(rate) = self.syndromes.get(&of).map(|syndrome| syndrome.rate) else { continue };
            let mut hours = 0;
            Self::remember(table, who, of, |case| {
                case.hours += 1;
                hours = case.hours;
            });
            match rate {
                Rate::Hour => self.check_and_breathe(table, who, of)?,
                Rate::Day if hours % DAY == 0 => self.check_and_breathe(table, who, of)?,
                Rate::Round | Rate::Second => self.run_its_course(table, who, of)?,
                // What was drunk more than an hour ago makes the next cup no stronger.
                Rate::Dose => self.forget(table, who, of),
                Rate::Day => {}
            }
        }
        Ok(())
    }

    /// A check by the hour or the day. Whoever has spent that time in what they breathe in has breathed it once more.
    fn check_and_breathe(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        self.check(table, who, of)?;
        let look = table.look();
        let body = look.footprint(who);
        let breathes = self.gases_at(look, body).any(|gas| gas == of) || self.is_near_sick(look, who, of);
        if breathes {
            Self::remember(table, who, of, |case| case.more += 1);
        }
        Ok(())
    }

    /// Whether somebody else who has a disease of the air is near: in camp all are, elsewhere those within reach of it.
    fn is_near_sick(&self, look: Look<'_>, who: Id, of: Key) -> bool {
        let spreads = self.syndromes.get(&of).is_some_and(|syndrome| syndrome.airborne);
        let is_near = |other: Id| match look.camp() {
            Some(_) => look.rests(other),
            None => self.is_within_air(look, who, other),
        };
        let is_sick = |other: Id| other != who && !look.is_dead(other) && Self::case_of(look, other, of).is_some();
        spreads && look.everybody().any(|other| is_sick(other) && look.place(other).present && is_near(other))
    }

    /// What is checked by the round is over within the hour, one way or the other.
    fn run_its_course(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        for _ in 0..self.rounds(Unit::Hours) {
            let look = table.look();
            let Some((case, syndrome)) = Self::case_of(look, who, of).zip(self.syndromes.get(&of)) else {
                return Ok(());
            };
            // Whom not even the best throw would save has no Toughness left before long, and is beyond all help.
            let hopeless = self.die.max() + self.bonus(look, who).total() < self.needed(case, syndrome).total();
            if look.is_dead(who) || (hopeless && !syndrome.can_wound()) {
                return Ok(());
            }
            if look.value(who, self.tough) <= 0 && syndrome.can_wound() {
                return self.succumb(table, who, of);
            }
            self.check(table, who, of)?;
            // Nobody spends hours in a gas if they can help it.
            let (look, body) = (table.look(), table.look().footprint(who));
            let is_over = Self::case_of(look, who, of).is_some_and(|case| case.passed >= self.cured_after);
            if is_over && self.rays_at(look, body) != Some(of) {
                self.cure(table, who, of, self.rules.checks);
            }
        }
        Ok(())
    }
}
