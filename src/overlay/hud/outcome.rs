//! What the last blow came to, in one line, with who else was hurt in its turn, and what is news after it, as nerves that break: it
//! stays in the bar until somebody here decides anew, whatever the speed.

mod about;
mod also;
mod blow;
mod ends;
mod line;
mod read;
mod spread;
mod strike;
mod told;
mod turn;
mod words;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};

use self::about::felled;
use self::also::also;
use self::blow::{Blow, shorter};
use self::read::Read;
use self::told::Told;
use self::words::in_brief;
use crate::battle::{Eyes, Fact, Look, SideId};
use crate::overlay::end::armies_so_far;
use crate::overlay::log::NEAR;
use crate::overlay::motion::Motion;
use crate::overlay::panels::Decided;
use crate::overlay::timeline::Timeline;

/// Of so many it is told that somebody has held out against it.
const HELD: usize = 3;
/// No blow before so many facts is told of.
const LATELY: usize = 60;
/// As many blows as are told where the line is pointed at.
const MOST: usize = 10;
/// What is said where the line is pointed at and somebody was not asked about a blow.
const UNASKED: &str = "The settings can have you asked also about blows that hardly ever hurt.";
/// The size of the line, at the usual size of text, and the least that it can be read at.
const SIZE: f32 = 14.0;
const LEGIBLE: f32 = 11.0;
/// How large it is beside the height of its row where it has one line, and two: as large as this it is told at length.
pub(super) const ROW: [f32; 2] = [0.62, 0.42];
/// One line is no larger than this beside the height of its row.
pub(super) const LARGEST: f32 = 0.78;

/// What the last blow came to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::overlay) struct Outcome {
    /// In one line, in the words of the log, who did it to whom first; where nobody struck, who else went somewhere.
    pub words: String,
    /// The same with less, from one form to the next: without the blow itself, but with what led to it, and the last of what came
    /// of it; who did it to whom is told in both.
    pub short: [String; 2],
    /// All that was done in the last turn of others, where that is more.
    pub whole: Option<String>,
    /// Who else was hurt in the turn of that blow, and by whom, in few words each.
    pub also: Vec<String>,
    /// So many of them, the first ones, were hurt in that turn before somebody here decided in it.
    pub earlier: usize,
    /// Whether that is good luck for those who sit here; nothing where it is neither.
    pub luck: Option<bool>,
    /// The same for each blow since somebody here decided, each with the place of the last fact that it tells.
    pub all: Vec<(usize, String)>,
    /// The rule behind what it came to, where that is short: what its numbers mean.
    pub rule: Option<String>,
    /// The place of the blow among the facts.
    pub at: usize,
    /// The side of whoever did it: the line has its colour.
    pub by: Option<SideId>,
}

/// What the last blow came to, as long as no more of the battle has been shown.
#[derive(Resource, Default)]
pub(in crate::overlay) struct Lately {
    /// Which facts are told of, and who sees them.
    of: Option<(usize, usize, Eyes)>,
    came: Option<Outcome>,
}

impl Lately {
    /// What has been shown of it since somebody here decided last.
    pub fn came(&mut self, look: Look<'_>, timeline: &Timeline, motion: &Motion) -> Option<Outcome> {
        let since = timeline.since_own(look);
        let told = motion.told(look.facts().len());
        let lately = since.max(told.saturating_sub(LATELY));
        let deeds: Vec<usize> = timeline.of_others(look, lately).filter(|at| *at < told).collect();
        let came = Outcome::with_turn(look, &deeds, self.came_since(look, since, motion));
        // What armies did before anybody here has done anything is told all at once, until somebody strikes.
        let is_last = |(last, _): &(usize, [String; 2])| {
            let is_before = |came: &Outcome| came.at <= *last || since > 0 && came.luck.is_none();
            *last < motion.told(look.facts().len()) && came.as_ref().is_none_or(is_before)
        };
        let armies = if timeline.has_acted(look) { None } else { armies_so_far(look).filter(is_last) };
        let came = match armies {
            Some((at, words)) => {
                // What is counted of an army is a word of the rules.
                let rule = look.facts().get(at).and_then(|fact| in_brief(look, fact.rule));
                Some(Outcome { rule, ..Outcome::summed_up(words, at, came) })
            }
            None => came,
        };
        // That somebody did nothing takes the place of nothing that has happened.
        let idle = timeline.let_be(look).filter(|(_, at)| *at <= motion.told(look.facts().len()));
        let came = match idle.filter(|(_, at)| came.as_ref().is_none_or(|came| came.at < *at)) {
            Some((words, at)) => Some(Outcome::said(words, at, came)),
            None => came,
        };
        // Who opens a round was chosen by somebody.
        match timeline.settled(look, since).filter(|(_, at, _)| *at < told) {
            Some(settled) => Some(Outcome::settled(settled, came)),
            None => came,
        }
    }

    /// What has been shown of it since so many facts had been told.
    pub fn came_since(&mut self, look: Look<'_>, since: usize, motion: &Motion) -> Option<Outcome> {
        let told = motion.told(look.facts().len());
        let since = since.max(told.saturating_sub(LATELY));
        let of = Some((since, told, look.eyes()));
        if self.of != of {
            let past = look.facts().get(since.saturating_sub(NEAR)..since).unwrap_or_default();
            let facts = look.facts().get(since..told);
            *self = Self { of, came: facts.and_then(|facts| Outcome::since(look, (since, past), facts)) };
        }
        self.came.clone()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lately>();
    // Another battle, or another way on from an earlier moment, may come to as many facts.
    app.add_observer(|_: On<'_, '_, Decided>, mut lately: ResMut<'_, Lately>| *lately = Lately::default());
}

impl Outcome {
    /// The last of these facts that tell of a blow, with the worst that it did to anybody; the first of them is at this place, and
    /// `past` is what was told right before it.
    fn since(look: Look<'_>, past: (usize, &[Fact]), facts: &[Fact]) -> Option<Self> {
        let (first, _) = past;
        let read = Read::of(look, past, facts);
        let told = Told::of(&read);
        let walk = told.walked(&read);
        let Told { mut all, mut gone, .. } = told;
        // Where nobody struck it is told who went somewhere.
        let Blow { at, luck, rule, .. } = all.last().or(gone.last()).cloned()?;
        // What is news takes no blow out of sight.
        let struck = all.iter().rposition(|blow| !blow.is_news).unwrap_or(0);
        let last: Vec<&Blow> = all.iter().skip(struck).chain(gone.last().filter(|_| all.is_empty())).collect();
        let words: Vec<&str> = last.iter().flat_map(|blow| blow.told()).map(String::as_str).collect();
        let luck = luck.or_else(|| last.iter().rev().find_map(|blow| blow.luck));
        let by = last.iter().find_map(|blow| blow.side);
        let (mut words, mut short) = (words.join(" "), shorter(&last));
        // Whoever has fallen by the same deed is told of before whoever was missed.
        let place = last.first().map_or(at, |blow| blow.at).saturating_sub(first);
        let (felled, whose) = felled(look, (facts, place), &words);
        let luck = whose.or(luck);
        let from = last.iter().map(|blow| blow.from).fold(at, usize::min).saturating_sub(first);
        let before = look.facts().get(..first).unwrap_or_default();
        let (also, earlier) = also(look, (before, facts), (place, from), (&words, &felled));
        // How they came there is told where there is room for it.
        if let Some(walk) = walk {
            words = format!("{walk} {words}");
        }
        if !felled.is_empty() {
            let felled = felled.into_values().collect::<Vec<_>>().join(" ");
            std::iter::once(&mut words).chain(&mut short).for_each(|form| *form = format!("{felled} {form}"));
        }
        all.append(&mut gone);
        all.sort_by_key(|blow| blow.at);
        let lines = all.iter().skip(all.len().saturating_sub(MOST));
        let all = lines.map(|blow| (blow.until, blow.told().cloned().collect::<Vec<_>>().join(" "))).collect();
        Some(Self { words, short, whole: None, also, earlier, luck, all, rule: in_brief(look, rule), at, by })
    }
}

#[cfg(test)]
mod tests;
