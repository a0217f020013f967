//! What the last blow came to, in one line, with who else was hurt since somebody here decided last, and what is news after it, as
//! nerves that break: it stays in the bar until somebody here decides anew, whatever the speed.

mod about;
mod also;
mod blow;
mod ends;
mod kept;
mod line;
mod read;
mod spread;
mod strike;
mod told;
mod turn;
mod words;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};

use self::about::felled;
use self::also::{also, hurts};
use self::blow::{Blow, shorter};
use self::kept::Kept;
use self::line::{Wants, wanted};
use self::read::Read;
use self::told::Told;
use self::words::in_brief;
use super::{Drawer, Layout};
use crate::battle::{Eyes, Fact, Look, SideId};
use crate::overlay::end::armies_so_far;
use crate::overlay::log::{LogPanel, NEAR};
use crate::overlay::motion::Motion;
use crate::overlay::notices::Notices;
use crate::overlay::panels::{Decided, Frame, Height, Panels};
use crate::overlay::stakes::names;
use crate::overlay::timeline::Timeline;

/// Of so many it is told that somebody has held out against it.
const HELD: usize = 3;
/// No blow before so many facts is told of, and no harm that somebody has come to before so many.
const LATELY: usize = 60;
const HARM: usize = 1200;
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
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::overlay) struct Outcome {
    /// In one line, in the words of the log, who did it to whom first; where nobody struck, who else went somewhere.
    pub words: String,
    /// The same with less, from one form to the next: without the blow itself, but with what led to it, and the last of what came
    /// of it; who did it to whom is told in both.
    pub short: [String; 2],
    /// All that was done in the last turn of others, where that is more, with who else was hurt beside what it tells.
    pub whole: Option<(String, Vec<String>)>,
    /// Who else was hurt since somebody here decided last, and in the turn of that blow, and by whom, in few words each.
    pub also: Vec<String>,
    /// Whether the blow did harm: whoever else was hurt is told of before one that did none.
    pub is_harmful: bool,
    /// Whether that is good luck for those who sit here; nothing where it is neither.
    pub luck: Option<bool>,
    /// The same for each blow since somebody here decided, each with the place of the last fact that it tells.
    pub all: Vec<(usize, String)>,
    /// The rule behind what it came to, where that is short: what its numbers mean.
    pub rule: Option<String>,
    /// The places among the facts of the first one that all of this tells, and of the blow.
    pub from: usize,
    pub at: usize,
    /// The side of whoever did it: the line has its colour.
    pub by: Option<SideId>,
}

/// Which facts are told of, and who sees them.
#[derive(Clone, Copy, PartialEq)]
struct Of {
    /// Blows since so many had been told.
    since: usize,
    /// So many had been told when somebody here decided last, be it no more than that a turn ends; nothing where nobody sits here.
    decided: Option<usize>,
    /// So many have been told.
    told: usize,
    eyes: Eyes,
}

impl Of {
    /// So many had been told before the first of them that blows are read from.
    fn first(&self) -> usize {
        self.since.max(self.told.saturating_sub(LATELY))
    }
}

/// What the last blow came to, as long as no more of the battle has been shown.
#[derive(Resource, Default)]
pub(in crate::overlay) struct Lately {
    blow: Kept<Of, Outcome>,
    /// The same with all of its turn, for what others have set about at these places.
    turn: Kept<(Of, Vec<usize>), Outcome>,
    /// What armies did before, as of so many facts.
    armies: Kept<(usize, Eyes), (usize, [String; 2])>,
    /// What it came to when that was asked last, and what of that was put away.
    last: Option<Outcome>,
    away: Option<Outcome>,
}

impl Lately {
    /// What has been shown of it since somebody here decided last, unless that was put away.
    pub fn came(&mut self, look: Look<'_>, timeline: &Timeline, motion: &Motion) -> Option<Outcome> {
        self.last = self.whole(look, timeline, motion);
        self.last.clone().filter(|came| self.away.as_ref() != Some(came))
    }

    /// The same, put away or not.
    fn whole(&mut self, look: Look<'_>, timeline: &Timeline, motion: &Motion) -> Option<Outcome> {
        let (since, decided) = (timeline.since_own(look), timeline.decided(look));
        let told = motion.told(look.facts().len());
        let of = Of { since, decided, told, eyes: look.eyes() };
        let mut came = self.blow(look, of);
        if turn::is_asked_here(look) {
            let deeds: Vec<usize> = timeline.of_others(look, of.first()).filter(|at| *at < told).collect();
            came = self.turn.keep((of, deeds), |(of, deeds)| Outcome::with_turn(look, *of, deeds, came));
        } else {
            // As many facts may tell something else once a decision was taken back.
            self.turn = Kept::default();
        }
        // What armies did before anybody here has done anything is told all at once, until somebody strikes.
        let is_last = |(last, _): &(usize, [String; 2])| {
            let is_before = |came: &Outcome| came.at <= *last || since > 0 && came.luck.is_none();
            *last < motion.told(look.facts().len()) && came.as_ref().is_none_or(is_before)
        };
        let armies = if timeline.has_acted(look) {
            None
        } else {
            self.armies.keep((look.facts().len(), look.eyes()), |_| armies_so_far(look)).filter(is_last)
        };
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
        self.blow(look, Of { since, decided: Some(since), told, eyes: look.eyes() })
    }

    fn blow(&mut self, look: Look<'_>, of: Of) -> Option<Outcome> {
        self.blow.keep(of, |of| {
            let (first, facts) = (of.first(), look.facts());
            let past = facts.get(first.saturating_sub(NEAR)..first)?;
            Outcome::lately(look, of.decided, (first, past), facts.get(first..of.told)?)
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lately>().add_panel(Height::Bars, heard);
    // Another battle, or another way on from an earlier moment, may come to as many facts.
    app.add_observer(|_: On<'_, '_, Decided>, mut lately: ResMut<'_, Lately>| *lately = Lately::default());
}

/// A click on the line opens the log where what it tells begins; one on the sign at its end puts it away until it tells something
/// else.
fn heard(
    Frame { ui, .. }: Frame<'_>,
    mut lately: ResMut<'_, Lately>,
    mut log: ResMut<'_, LogPanel>,
    mut notices: ResMut<'_, Notices>,
    layout: Res<'_, Layout>,
) {
    match wanted(ui.ctx()) {
        Some(Wants::Log) if !layout.tell(Drawer::Log, &mut notices) => {
            lately.last.iter().for_each(|came| log.open_at(came.from));
        }
        Some(Wants::Away) => lately.away = lately.last.clone(),
        _ => {}
    }
}

impl Outcome {
    /// The last of these facts that tell of a blow, with the worst that it did to anybody; the first of them is at this place, and
    /// `past` is what was told right before it. `decided`: where somebody here decided last.
    fn lately(look: Look<'_>, decided: Option<usize>, past: (usize, &[Fact]), facts: &[Fact]) -> Option<Self> {
        let (first, _) = past;
        let read = Read::of(look, past, facts);
        let told = Told::of(&read);
        let walk = told.walked(&read);
        let Told { mut all, mut gone, .. } = told;
        // Where nobody struck it is told who went somewhere.
        let at = all.last().or(gone.last())?.at;
        // What is news takes no blow out of sight, and of another turn it is told after it only where it is about nobody.
        let struck = all.iter().rposition(|blow| !blow.is_news);
        let turn = struck.and_then(|struck| all.get(struck)).map_or(at, |blow| blow.at);
        let turn = read.turn(turn);
        let is_of = |blow: &&Blow| read.turn(blow.at) == turn || is_of_nobody(facts.get(blow.at.saturating_sub(first)));
        let own = all.iter().skip(struck.unwrap_or(0)).filter(is_of);
        let last: Vec<&Blow> = own.chain(gone.last().filter(|_| all.is_empty())).collect();
        let Blow { luck, rule, .. } = **last.last()?;
        let words: Vec<&str> = last.iter().flat_map(|blow| blow.told()).map(String::as_str).collect();
        let luck = luck.or_else(|| last.iter().rev().find_map(|blow| blow.luck));
        let by = last.iter().find_map(|blow| blow.side);
        let (mut words, mut short) = (words.join(" "), shorter(&last));
        // Whoever has fallen by the same deed is told of before whoever was missed.
        let place = last.first().map_or(at, |blow| blow.at).saturating_sub(first);
        let (felled, whose) = felled(look, (facts, place), &words);
        let luck = whose.or(luck);
        let from = last.iter().map(|blow| blow.from).fold(at, usize::min);
        let before = look.facts().get(..first).unwrap_or_default().iter().enumerate();
        let before = before.skip((first + facts.len()).saturating_sub(HARM));
        let turn = facts.get(place).map(|fact| (fact.round, fact.turn));
        let (also, hurt) = also(look, before.chain((first..).zip(facts)), decided, turn, |at, fact, who| {
            let is_of_it = at >= from && turn == Some((fact.round, fact.turn));
            felled.contains_key(&who) || is_of_it && names(&words, look.name(who))
        });
        let until = last.iter().map(|blow| blow.until).fold(at, usize::max);
        let mut own = (first..).zip(facts).filter(|(at, _)| (from..=until).contains(at));
        let is_harmful = !felled.is_empty() || own.any(|(_, fact)| hurts(look, fact));
        let begun = last.iter().flat_map(|blow| [blow.at, blow.from]).map(|place| read.begins(place));
        let from = begun.chain(walk.iter().map(|(at, _)| *at)).chain(hurt).fold(from, usize::min);
        // How they came there is told where there is room for it.
        if let Some((_, walk)) = walk {
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
        let rule = in_brief(look, rule);
        Some(Self { words, short, whole: None, also, is_harmful, luck, all, rule, from, at, by })
    }
}

/// Whether a fact tells of nobody alone: of a side.
fn is_of_nobody(fact: Option<&Fact>) -> bool {
    fact.is_some_and(|fact| fact.who.is_none() && fact.changes.is_empty())
}

#[cfg(test)]
mod tests;
