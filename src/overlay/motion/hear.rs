//! What is shown of the facts that are new: each by what it holds, whatever
//! the game calls it.

use std::collections::{BTreeMap, BTreeSet};

use super::show::{Beat, Show, Told};
use super::words::{befallen, change_word, spare, takes_out, word};
use super::{area, dice};
use crate::battle::{
    Arm, ArmKind, Astray, Change, Decisions, Extent, Fact, Held, Id, Key, Look, Order, Purpose, SideId,
};
use crate::board::Square;
use crate::overlay::{theme, way};

/// Seconds that all that happens at once may take, at the usual speed.
pub const LONGEST: f64 = 2.6;
/// More facts at once are summed up, not shown one by one.
const MOST: usize = 48;
/// As many words as a summary has.
const SUMMARY: usize = 24;
/// As many squares of an area as are lit.
const SQUARES: usize = 600;
/// So many decisions are looked back for the one that led to a fact.
const BACK: usize = 8;

/// How much of the chronicle has been heard, and what must be remembered of it.
#[derive(Debug, Default)]
pub struct Heard {
    facts: Option<usize>,
    /// Where everybody stood as far as the facts have told.
    stood: BTreeMap<Id, Square>,
    /// Those whose place nobody who looks knew.
    unseen: BTreeSet<Id>,
    /// From which fact on things are summed up that were not shown.
    since: usize,
    /// Who aimed last and missed, and the square that they aimed at.
    astray: Option<(Id, Square)>,
    /// Who struck last at whoever was struck.
    struck: BTreeMap<Id, Id>,
    /// Blows that are shown already, while it is still to be told what they do.
    open: BTreeSet<(Id, Id)>,
}

impl Heard {
    /// What is new is not shown, only summed up: all that has happened since somebody here decided last; `own`: how many facts had
    /// been told before that. Nothing if nothing is new.
    pub fn pass_over(&mut self, look: Look<'_>, own: usize) -> Option<Vec<Show>> {
        let facts = look.facts();
        let seen = self.facts.replace(facts.len());
        if seen == Some(facts.len()) {
            return None;
        }
        self.stand(look);
        let asked = look.question().map(|question| question.side);
        let decided = look.battle::<Decisions>().and_then(|decisions| decisions.0.last()).map(|last| last.side);
        match seen.filter(|seen| *seen < facts.len()) {
            // Where nobody here has decided yet it is told what came of the last decision.
            Some(seen) if own == 0 && (asked == decided || self.since > seen) => self.since = seen,
            Some(_) => {}
            None => self.since = facts.len(),
        }
        let known = heard(look, facts.get(self.since.max(own)..).unwrap_or_default());
        let mut marks = summary(look, &known);
        marks.retain(|show| matches!(show, Show::Word { .. }));
        marks.extend(in_vain(look, &known, &marks));
        Some(marks)
    }

    /// Whether something was taken back that has been heard.
    pub fn is_ahead_of(&self, look: Look<'_>) -> bool {
        self.facts.is_some_and(|seen| seen > look.facts().len())
    }

    /// Whether something has happened that has not been heard.
    pub fn is_behind(&self, look: Look<'_>) -> bool {
        self.facts.is_some_and(|seen| seen < look.facts().len())
    }

    fn stand(&mut self, look: Look<'_>) {
        self.stood = look.everybody().map(|id| (id, look.footprint(id).at)).collect();
        self.unseen = look.everybody().filter(|id| !look.knows_of(*id)).collect();
        self.astray = None;
    }

    /// What has happened since the last time, in its order.
    pub fn hear(&mut self, look: Look<'_>) -> Vec<Beat> {
        let facts = look.facts();
        let seen = self.facts.replace(facts.len());
        self.since = facts.len();
        // Less than before: something was taken back.
        let fresh = seen.and_then(|seen| facts.get(seen..)).unwrap_or_default();
        if seen.is_none_or(|seen| seen > facts.len()) {
            self.stand(look);
        }
        if fresh.is_empty() {
            return Vec::new();
        }
        let known = heard(look, fresh);
        let beats = if known.len() > MOST {
            summary(look, &known).into_iter().map(|show| (show, Vec::new(), Vec::new())).collect()
        } else {
            let mut shown = each_after_its_own(facts.len() - fresh.len(), fresh);
            shown.retain(|(_, fact)| look.may_read(fact));
            self.beats(look, &shown)
        };
        self.stand(look);
        beats.into_iter().map(Beat::of).collect()
    }

    /// The same for facts that each come with their place in the chronicle.
    fn beats(&mut self, look: Look<'_>, placed: &[(usize, &Fact)]) -> Vec<Told> {
        let facts: Vec<&Fact> = placed.iter().map(|(_, fact)| *fact).collect();
        let mut told: Vec<Told> = Vec::new();
        // What the first dice of a contest have come to is told with those of the other side.
        let mut waits: (Vec<Show>, Vec<Change>, Vec<usize>) = Default::default();
        for (index, (place, fact)) in placed.iter().enumerate() {
            let mut shows = Vec::new();
            let of = |id: &Id| !id.is_thing();
            let is_open =
                facts.get(index + 1).is_some_and(|next| fact.meets(next) && next.who.as_ref().is_some_and(of));
            let is_met = index.checked_sub(1).and_then(|before| facts.get(before)).is_some_and(|one| one.meets(fact));
            if let (Some(by), Some(at), Some(roll)) = (fact.who, fact.whom, &fact.roll)
                && roll.success.is_some()
                // Whoever wards a blow off, or resists, does nothing to whoever struck.
                && roll.purpose != Purpose::Defence
                && !is_met
                && by != at
                && !by.is_thing()
            {
                shows.push(Show::Blow { by, at, with: sent(look, by) });
                self.struck.insert(at, by);
                self.open.insert((by, at));
            }
            shows.extend(self.unrolled(look, fact));
            // For how long something lasts is read in the log, and on the sheet.
            if let (Some(who), Some(roll)) = (fact.who.filter(of), &fact.roll)
                && roll.purpose != Purpose::Length
            {
                shows.push(Show::Dice { who, roll: Box::new(dice::as_told(roll, &fact.text)), is_open });
            }
            self.places(fact, &mut shows);
            for show in &mut shows {
                if let Show::Area { squares } = show {
                    *squares = area::struck(look, fact);
                    squares.truncate(SQUARES);
                } else if let Show::Streak { who, points } = show
                    && let Some((first, rest)) = points.split_first()
                {
                    *points = std::iter::once(*first).chain(way::laid(look, *who, *first, rest)).collect();
                }
            }
            shows.extend(astray(look, fact));
            let fallen = fact.changes.iter().filter(|change| takes_out(look, change)).map(|change| change.who);
            shows.extend(fallen.filter(of).map(|who| Show::Fall { who, by: self.struck.get(&who).copied() }));
            let is_miss = |show: &Show| matches!(show, Show::Word { by: Some(_), change: None, .. });
            let new = word(look, fact, (&self.struck, &facts)).filter(|new| !(is_met && is_miss(new)));
            shows.extend(new.filter(|new| !told.iter().any(|(before, ..)| before.has_said(new))));
            // What comes of dice is told with what follows them; what nothing is shown of, with what went before.
            let is_outcome = |show: &Show| !matches!(show, Show::Blow { .. } | Show::Dice { .. });
            let (mut tells, mut places) = (fact.changes.clone(), vec![*place]);
            tells.extend(befallen(fact));
            if is_open {
                let (later, now): (Vec<Show>, Vec<Show>) = shows.into_iter().partition(is_outcome);
                told.extend(now.into_iter().map(|show| (show, Vec::new(), Vec::new())));
                waits = (later, tells, places);
                continue;
            }
            let (later, mut earlier, mut before) = std::mem::take(&mut waits);
            let thrown = shows.iter().position(is_outcome).unwrap_or(shows.len());
            drop(shows.splice(thrown..thrown, later));
            earlier.append(&mut tells);
            before.append(&mut places);
            let telling = shows.iter().position(is_outcome).or(shows.len().checked_sub(1));
            let first = told.len();
            told.extend(shows.into_iter().map(|show| (show, Vec::new(), Vec::new())));
            if let Some((_, tells, places)) =
                telling.map_or(told.len().checked_sub(1), |at| Some(first + at)).and_then(|at| told.get_mut(at))
            {
                tells.extend(earlier);
                places.extend(before);
            }
        }
        spare(look, told)
    }

    /// The blow of a game where nobody rolls to hit: it is seen with its damage, or when it is warded off.
    fn unrolled(&mut self, look: Look<'_>, fact: &Fact) -> Option<Show> {
        let (by, at) = fact.who.zip(fact.whom).filter(|(by, at)| by != at && !by.is_thing())?;
        let is_harm = fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Damage);
        let is_in_vain = fact.roll.is_none() && fact.warded.is_some();
        if is_harm && self.open.remove(&(by, at)) || !is_harm && !is_in_vain {
            return None;
        }
        self.struck.insert(at, by);
        Some(Show::Blow { by, at, with: sent(look, by) })
    }

    /// What the squares of a fact tell: a way, places that flash, or that something went astray.
    fn places(&mut self, fact: &Fact, shows: &mut Vec<Show>) {
        let squares = fact.squares.as_slice();
        let is_missed = fact.roll.as_ref().is_some_and(|roll| roll.success == Some(false));
        if let (Extent::Way { whose: who, .. }, [first, .., last]) = (fact.extent, squares) {
            let from = self.stood.insert(who, *last);
            // From where nobody knew it nobody sees it come.
            if from == Some(*first) && first != last && !self.unseen.contains(&who) {
                shows.push(Show::Streak { who, points: squares.to_vec() });
            }
            return;
        }
        match (fact.who, squares) {
            (Some(who), [aimed]) if is_missed => self.astray = Some((who, *aimed)),
            (Some(who), [to]) if fact.astray == Some(Astray::Elsewhere) => {
                if let Some((_, from)) = self.astray.take_if(|(by, _)| *by == who).filter(|(_, from)| from != to) {
                    shows.push(Show::Scatter { from, to: *to });
                }
            }
            (_, [_, _, ..]) if fact.roll.is_none() => {
                shows.push(Show::Area { squares: squares.iter().take(SQUARES).copied().collect() });
            }
            _ => {}
        }
    }
}

/// A word over whoever sent something that missed its mark: where it came down, as far as that has a name.
fn astray(look: Look<'_>, fact: &Fact) -> Option<Show> {
    let over = fact.who.filter(|who| !who.is_thing())?;
    let place = fact.squares.first().and_then(|at| look.spots().at(*at)).filter(|_| look.zoned().is_some());
    let text = match (fact.astray?, place) {
        (Astray::Nowhere, _) => "wasted".to_owned(),
        (Astray::Elsewhere, None) => "astray".to_owned(),
        (Astray::Elsewhere, Some(place)) => format!("astray: {}", look.spot_name(place)),
    };
    Some(Show::Word { over, text, colour: theme::ACTIVE, harm: 0.0, by: None, change: None })
}

/// New facts as they are shown, each with its place in the chronicle; that of the first is given. What came of dice follows
/// those dice, though others were thrown between.
fn each_after_its_own(first: usize, fresh: &[Fact]) -> Vec<(usize, &Fact)> {
    let mut placed: Vec<(usize, &Fact)> = (first..).zip(fresh).collect();
    placed.sort_by_key(|(place, fact)| {
        let of = fact.of.and_then(|back| place.checked_sub(back));
        of.filter(|of| *of >= first).unwrap_or(*place)
    });
    placed
}

/// What of these facts whoever looks gets to know.
fn heard<'w>(look: Look<'w>, facts: &'w [Fact]) -> Vec<&'w Fact> {
    facts.iter().filter(|fact| look.may_read(fact)).collect()
}

/// What all of it comes to: one word for each change of each fighter.
pub(super) fn summary(look: Look<'_>, facts: &[&Fact]) -> Vec<Show> {
    let mut sums: BTreeMap<(Id, Key), Change> = BTreeMap::new();
    for change in facts.iter().flat_map(|fact| &fact.changes).filter(|change| !change.who.is_thing()) {
        // What was won before it was paid with is still paid with.
        let is_price = change.is_price || change.to >= change.from;
        let sum = sums.entry((change.who, change.what)).or_insert_with(|| Change { is_price, ..change.clone() });
        (sum.to, sum.is_price) = (change.to, sum.is_price && is_price);
    }
    let mut shows = Vec::new();
    for change in sums.into_values() {
        if takes_out(look, &change) {
            shows.push(Show::Fall { who: change.who, by: None });
        }
        shows.extend(change_word(look, &change, (None, facts)));
        if shows.len() >= SUMMARY {
            break;
        }
    }
    let says = |show: &&Show| !shows.iter().any(|other| other.says_too(show));
    let told = shows.iter().filter(says).map(|show| (show.clone(), Vec::new(), Vec::new())).collect();
    spare(look, told).into_iter().map(|(show, ..)| show).collect()
}

/// What was done to somebody in vain, the last of it: nothing over those of whom these tell more already.
fn in_vain(look: Look<'_>, facts: &[&Fact], told: &[Show]) -> Vec<Show> {
    let nobody = BTreeMap::new();
    let mut last: BTreeMap<Id, Show> = BTreeMap::new();
    for (index, fact) in facts.iter().enumerate() {
        // Whoever resists strikes nobody.
        let is_met = index.checked_sub(1).and_then(|before| facts.get(before)).is_some_and(|one| one.meets(fact));
        if is_met || !fact.changes.is_empty() || fact.befalls.is_some() {
            continue;
        }
        if let Some(show) = word(look, fact, (&nobody, facts)) {
            last.extend(show.told_of().map(|over| (over, show.clone())));
        }
    }
    last.retain(|over, _| !told.iter().any(|show| show.told_of() == Some(*over)));
    last.into_values().take(SUMMARY.saturating_sub(told.len())).collect()
}

/// What a side decided lately, the last of it first.
fn lately<'w>(look: Look<'w>, side: SideId) -> impl Iterator<Item = &'w Order> {
    let made = look.battle::<Decisions>().map_or(&[][..], |decisions| &decisions.0);
    made.iter().rev().take(BACK).filter(move |made| made.side == side).map(|made| &made.order)
}

/// What somebody sends through the air if they strike from afar: what their last order names, else what they hold.
fn sent(look: Look<'_>, by: Id) -> Option<Key> {
    let side = look.side(by);
    let flies = |arm: &Arm| matches!(arm.kind, ArmKind::Ranged | ArmKind::Spell) || arm.increment.is_some();
    let arms = || look.gear(by).iter().map(|item| &item.arm);
    let ordered = lately(look, side).find_map(|order| {
        let with = order.with?;
        arms().find(|arm| arm.name == with)
    });
    let held = || look.gear(by).iter().find(|item| matches!(item.held, Held::Hand(_)) && flies(&item.arm));
    let arm = ordered.or_else(|| held().map(|item| &item.arm)).or_else(|| arms().find(|arm| flies(arm)));
    arm.map(|arm| arm.name)
}

#[cfg(test)]
mod tests;
