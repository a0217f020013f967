//! Reading the chart: where a blow strikes and which wound that is (LG-WND-03, LG-WND-04).

use super::chart::{Chart, Chosen};
use super::record::Crippled;
use super::rows::Location;
use crate::mechanics::prelude::*;

impl Chart {
    pub(super) fn location(&self, name: Key) -> Option<&Location> {
        self.locations.iter().find(|each| each.name == name)
    }

    /// The place of so much on the die.
    pub(super) fn rolled(&self, total: i32) -> Option<&Location> {
        self.locations.iter().find(|each| each.up_to.is_none_or(|most| total <= most))
    }

    /// What is struck when `place` is: that, or another where somebody has it not.
    pub(super) fn struck<'a>(&'a self, look: Look<'_>, who: Id, place: &'a Location) -> &'a Location {
        let lacks = place.lacking.iter().any(|tag| look.has_tag(who, tag))
            || place.counted.is_some_and(|figure| look.value(who, figure) <= 0)
            || (!place.sides.is_empty() && Self::sides(look, who, place).is_empty());
        if lacks { self.location(self.otherwise).unwrap_or(place) } else { place }
    }

    /// The sides of a place that can still be struck, of as many as somebody has.
    fn sides(look: Look<'_>, who: Id, place: &Location) -> Vec<Key> {
        let is_spent = |side: &Key| {
            let hand = Grip::of_limb(*side);
            let mut spent = look.conditions(who).iter().filter(|each| place.spent.contains(&each.kind));
            spent.any(|each| each.part.map_or(Grip::RIGHT, Grip::of_limb) == hand)
        };
        let has =
            place.counted.map_or(place.sides.len(), |figure| usize::try_from(look.value(who, figure)).unwrap_or(0));
        place.sides.iter().take(has).filter(|side| !is_spent(side)).copied().collect()
    }

    /// The row of so much damage against `who`.
    pub(super) fn row(&self, look: Look<'_>, who: Id, damage: i32) -> usize {
        let hardened: i32 =
            self.hardened.iter().filter(|(technique, _)| look.knows(who, technique)).map(|(_, n)| n).sum();
        let reading = damage.saturating_add(hardened);
        self.rows.iter().position(|most| reading <= *most).unwrap_or(self.rows.len())
    }

    /// How many of these wounds somebody carries.
    pub(super) fn count(look: Look<'_>, who: Id, wound: Key) -> usize {
        look.get::<Crippled>(who).map_or(0, |crippled| crippled.0.iter().filter(|each| each.wound == wound).count())
    }

    /// Whether somebody has still what this wound takes.
    fn has_left(&self, look: Look<'_>, who: Id, wound: Key) -> bool {
        let most = self.wounds.get(&wound).and_then(|def| def.all).map(|(most, _)| most);
        most.is_none_or(|most| Self::count(look, who, wound) < usize::try_from(most).unwrap_or(0))
    }

    /// The wound of a place in a row that is `picked` there, or another where
    /// what that takes is gone; none where nothing is left to lose.
    pub(super) fn picked(&self, look: Look<'_>, who: Id, wounds: &[Key], picked: usize) -> Option<Key> {
        let first = wounds.get(picked).copied();
        first.into_iter().chain(wounds.iter().copied()).find(|wound| self.has_left(look, who, *wound))
    }

    /// What becomes of a wound that somebody asked for by name: that, or another
    /// of its row where what it takes is gone.
    pub(super) fn named(&self, look: Look<'_>, who: Id, place: &Location, wound: Key) -> Option<Key> {
        let row = place.rows.iter().find(|row| row.contains(&wound)).map_or(&[][..], Vec::as_slice);
        self.picked(look, who, row, row.iter().position(|each| *each == wound)?)
    }

    /// Where on the body `aimed` is: a place, a side of one, or what one of its wounds is about.
    pub(super) fn place_of(&self, aimed: Key) -> Option<&Location> {
        let is_about = |place: &Location| {
            let mut wounds = place.rows.iter().flatten();
            place.sides.contains(&aimed)
                || wounds
                    .any(|wound| *wound == aimed || self.wounds.get(wound).is_some_and(|def| def.part == Some(aimed)))
        };
        self.location(aimed).or_else(|| self.locations.iter().find(|place| is_about(place)))
    }

    pub(super) fn spares(&self, look: Look<'_>, who: Id) -> bool {
        who.is_thing() || look.is_dead(who) || self.spares.iter().any(|tag| look.has_tag(who, tag))
    }

    /// Rolls for the place and reads the row.
    pub(super) fn cripple(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let who = hit.who;
        let aimed = hit.part.and_then(|part| self.place_of(part));
        let place = match aimed {
            Some(place) => Some(place),
            None => {
                let throw = table.throw(&self.die)?;
                let place = self.rolled(throw.total);
                table.note(|look| {
                    let name = place.map_or("nowhere", |place| place.name.as_str());
                    let text = format!("The blow strikes {}: {} on the die, {name}.", look.name(who), throw.total);
                    let roll = Roll::of("location", &self.die, &throw, &Sum::new());
                    Fact::new(self.rules.location, text).who(who).roll(roll.above(place.map(|place| (0, place.name))))
                });
                place
            }
        };
        let Some(rolled) = place else { return Ok(()) };
        let place = self.struck(table.look(), who, rolled);
        if place.name != rolled.name {
            let (rule, lacks, name) = (self.rules.location, rolled.name, place.name);
            table.say(rule, who, |look| format!("{} has no {lacks} to be struck in: {name}.", look.name(who)));
        }
        let row = self.row(table.look(), who, hit.damage);
        let wounds = place.rows.get(row).map_or(&[][..], Vec::as_slice);
        // Tables that let the attacker choose any wound name it itself; of a part that is not there nobody can.
        let named = hit.part.filter(|part| place.name == rolled.name && self.wounds.contains_key(part));
        let (side, wound) = match named {
            _ if !place.sides.is_empty() => (self.side(table, hit, place)?, named.or(wounds.first().copied())),
            Some(wound) => (None, self.named(table.look(), who, place, wound)),
            None => (None, self.which(table, hit, wounds)?),
        };
        match wound {
            Some(wound) => self.give(table, hit, wound, side),
            None => {
                table
                    .say(self.rules.several, who, |look| format!("{} has nothing left to lose there.", look.name(who)));
                Ok(())
            }
        }
    }

    /// The side of a place that is struck.
    fn side(&self, table: &mut Table<'_>, hit: &Hit, place: &Location) -> Step<Option<Key>> {
        let sides = Self::sides(table.look(), hit.who, place);
        if let Some(aimed) = hit.part.filter(|part| sides.contains(part)) {
            return Ok(Some(aimed));
        }
        let Ok(many @ 2..) = u16::try_from(sides.len()) else { return Ok(sides.first().copied()) };
        let which = self.one_of(table, hit.who, many, "the side", self.rules.location)?;
        Ok(sides.get(which).copied())
    }

    /// Which of the wounds of one row it is.
    fn which(&self, table: &mut Table<'_>, hit: &Hit, wounds: &[Key]) -> Step<Option<Key>> {
        let who = hit.who;
        let is_aimed =
            |wound: &Key| self.wounds.get(wound).is_some_and(|def| def.part.is_some() && def.part == hit.part);
        let Ok(many @ 2..) = u16::try_from(wounds.len()) else { return Ok(self.picked(table.look(), who, wounds, 0)) };
        let which = match (wounds.iter().position(is_aimed), self.several, hit.by) {
            (Some(aimed), ..) => aimed,
            (None, Chosen::Attacker, Some(by)) => {
                let look = table.look();
                let prompt = format!("{} strikes {} in the head: which wound?", look.name(by), look.name(who));
                let question = Question::new("wound", look.side(by), by, prompt).rule(self.rules.several);
                let offer = |question: Question, wound: &Key| {
                    let order = Order::new(Verb::of(*wound));
                    question.choice(Choice::new(order, wound.as_str(), Group::Wound, self.rules.several))
                };
                let left = wounds.iter().filter(|wound| self.has_left(look, who, **wound));
                let question = left.fold(question, offer);
                if question.choices.is_none() {
                    return Ok(None);
                }
                let answer = table.ask(question)?;
                wounds.iter().position(|wound| answer.verb == *wound).unwrap_or(0)
            }
            _ => self.one_of(table, who, many, "one of two", self.rules.several)?,
        };
        Ok(self.picked(table.look(), who, wounds, which))
    }

    /// A throw for one of `many`, counted from nought.
    fn one_of(&self, table: &mut Table<'_>, who: Id, many: u16, label: &str, rule: RuleId) -> Step<usize> {
        let total = table.roll(who, label, &Expr::d(many), Sum::new(), rule)?;
        Ok(usize::try_from(total - 1).unwrap_or(0))
    }
}
