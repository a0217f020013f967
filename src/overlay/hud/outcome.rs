//! What the last blow came to, in one line, and what is news after it, as nerves that break: it stays in the bar until somebody
//! here decides anew, whatever the speed.

mod about;
mod blow;
mod ends;
mod led;
mod line;
mod spread;
mod words;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};

use self::about::{befalls, cause, comes, fares_ill, holds, is_plain, used, walks};
use self::blow::{Blow, answered, between};
use self::ends::{ends, met, warded};
use self::led::led;
pub(in crate::overlay) use self::led::line_of;
use self::spread::{Piece, joined, paid};
use self::words::{in_brief, in_short, lost, nameless, plainly, says};
use crate::battle::{Change, Eyes, Fact, Look, Purpose, Roll};
use crate::overlay::end::armies_so_far;
use crate::overlay::log;
use crate::overlay::motion::Motion;
use crate::overlay::panels::Decided;
use crate::overlay::timeline::Timeline;

/// So many facts after a blow are looked at for what it did.
const AFTER: usize = 12;
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
/// How large it is beside the height of its row where it has one line, and two.
pub(super) const ROW: [f32; 2] = [0.62, 0.42];

/// What the last blow came to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::overlay) struct Outcome {
    /// In one line, in the words of the log, who did it to whom first; where nobody struck, who else went somewhere.
    pub words: String,
    /// The same with less, from one form to the next: without the blow itself, but with what led to it, and the last of what came
    /// of it; who did it to whom is told in both.
    pub short: [String; 2],
    /// Whether that is good luck for those who sit here; nothing where it is neither.
    pub luck: Option<bool>,
    /// The same for each blow since somebody here decided, each with the place of the last fact that it tells.
    pub all: Vec<(usize, String)>,
    /// The rule behind what it came to, where that is short: what its numbers mean.
    pub rule: Option<String>,
    /// The place of the blow among the facts.
    pub at: usize,
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
        let (_, since) = timeline.lately(look);
        let came = self.came_since(look, since, motion);
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
        match idle.filter(|(_, at)| came.as_ref().is_none_or(|came| came.at < *at)) {
            Some((words, at)) => Some(Outcome::said(words, at, came)),
            None => came,
        }
    }

    /// What has been shown of it since so many facts had been told.
    pub fn came_since(&mut self, look: Look<'_>, since: usize, motion: &Motion) -> Option<Outcome> {
        let told = motion.told(look.facts().len());
        let since = since.max(told.saturating_sub(LATELY));
        let of = Some((since, told, look.eyes()));
        if self.of != of {
            let past = look.facts().get(since.saturating_sub(AFTER)..since).unwrap_or_default();
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
    fn since(look: Look<'_>, (first, past): (usize, &[Fact]), facts: &[Fact]) -> Option<Self> {
        let read: Vec<(usize, &Fact)> = (first..).zip(facts).filter(|(_, fact)| look.may_read(fact)).collect();
        let before = (first.saturating_sub(past.len())..).zip(past).filter(|(_, fact)| look.may_read(fact));
        let before: Vec<(usize, &Fact)> = before.collect();
        let past: Vec<&Fact> = before.iter().map(|(_, fact)| *fact).collect();
        // A blow may have been told before the answer to it.
        let skipped = before.len();
        let whole = [before, read.clone()].concat();
        let is_harm = |fact: &Fact| !fact.is_news && log::tone(look, fact) == Some(false);
        let takes_out = |fact: &Fact| {
            let def = |change: &Change| look.rules().conditions.get(&change.what);
            fact.changes
                .iter()
                .any(|change| change.to > change.from && def(change).is_some_and(|def| def.out || def.dead))
        };
        let (ends, warded) = (ends(&read, &past), warded(&whole));
        let is_end = |index: usize| ends.get(index).copied().unwrap_or_default();
        let place = |fact: &Fact| read.iter().find(|(_, each)| std::ptr::eq(*each, fact)).map(|(at, _)| *at);
        let (mut all, mut gone): (Vec<Blow>, Vec<Blow>) = Default::default();
        for (index, (at, fact)) in read.iter().enumerate() {
            let (rule, is_news) = (fact.rule, fact.is_news);
            let single = |words: String, luck| {
                let (lead, words) = (Vec::new(), vec![words]);
                let by = between(look, fact.who, fact.whom);
                Blow { at: *at, until: *at, of: None, by, lead, words, luck, rule, is_news, piece: None }
            };
            let leads = || led(past.iter().copied().chain(read.iter().take(index).map(|(_, fact)| *fact)), fact);
            let texts = |facts: &[&Fact]| facts.iter().map(|fact| fact.text.clone()).collect::<Vec<_>>();
            if is_news {
                all.push(single(fact.text.clone(), log::luck(look, fact)));
                continue;
            }
            // What befalls others comes of something else.
            let both = [fact.who, fact.whom];
            let places = (index + 1..read.len()).take(AFTER).take_while(|next| !is_end(*next));
            let next: Vec<&Fact> = places.filter_map(|next| read.get(next)).map(|(_, fact)| *fact).collect();
            let is_theirs = |after: &&Fact| fact.whom.is_none() || befalls(after).any(|who| both.contains(&Some(who)));
            // Harm on the way may be told before who sends them there.
            let sent = fact.sends().filter(|_| is_end(index)).map(|(_, whom)| whom);
            let near = (index.saturating_sub(AFTER)..index).rev().take_while(|before| !is_end(*before));
            let near = near.filter_map(|before| read.get(before)).copied();
            let is_of_way = |before: &Fact| before.turn == fact.turn && sent.is_some() && before.who == sent;
            let mut earlier: Vec<(usize, &Fact)> = near.filter(|(_, before)| is_of_way(before)).collect();
            earlier.reverse();
            let theirs = || next.iter().copied().filter(is_theirs);
            let whole_way: Vec<&Fact> = earlier.iter().map(|(_, fact)| *fact).chain([*fact]).chain(theirs()).collect();
            let cause = if is_end(index) { cause(look, &whole_way) } else { None };
            if cause.is_none() {
                earlier.clear();
            }
            let after: Vec<&Fact> = earlier.iter().map(|(_, fact)| *fact).chain(theirs()).collect();
            let harms = || after.iter().rev().filter(|fact| is_harm(fact));
            // Whoever is out of it by one hit of several is no less so by those after it.
            let worst = |is_of: &dyn Fn(&Fact) -> bool| {
                let all = || harms().filter(|fact| is_of(fact));
                let ends_it = all().find(|fact| takes_out(fact));
                ends_it.or_else(|| all().find(|fact| is_plain(look, fact))).or_else(|| all().next())
            };
            let harms = worst(&|_| true);
            // Harm that no blow went before is told by itself.
            let is_bare = || is_harm(fact) && !(index.saturating_sub(AFTER)..index).any(is_end);
            // Of several who defend against one blow the first that wards it off tells what the whole has come to.
            let met_by = met(&whole, skipped + index).and_then(|(blow, whom)| Some((*warded.get(&blow)?, blow, whom)));
            if let Some((by, blow, whom)) = met_by {
                if by == skipped + index {
                    // What befalls them all the same is what it came to, else that they are safe.
                    let is_same = |next: usize| met(&whole, skipped + next).is_some_and(|(of, _)| of == blow);
                    let rest = (index + 1..read.len()).take(AFTER).take_while(|next| !is_end(*next) || is_same(*next));
                    let rest = rest.filter_map(|next| read.get(next)).map(|(_, fact)| *fact);
                    let mut rest = rest.take_while(|after| after.turn == fact.turn);
                    let Some((place_of, struck)) = whole.get(blow).copied() else { continue };
                    let (of, by) = (Some(place_of), between(look, struck.who, Some(whom)));
                    let lead = answered(&mut all, place_of, struck);
                    if let Some(came) = rest.find(|after| fares_ill(look, after, whom)) {
                        let (words, luck) = (vec![plainly(fact), came.text.clone()], log::luck(look, came));
                        let until = place(came).unwrap_or(*at);
                        let (at, rule) = (*at, came.rule);
                        all.push(Blow { at, until, of, by, lead, words, luck, rule, is_news, piece: None });
                    } else {
                        let safe = format!("{} is safe.", look.name(whom));
                        // What has failed by itself was warded off by nothing.
                        let is_vain = struck.roll.as_ref().and_then(Roll::shows) == Some(false);
                        let words = if is_vain { safe } else { format!("{} {safe}", plainly(fact)) };
                        all.push(Blow { of, by, lead, ..single(words, log::luck(look, fact)) });
                    }
                }
                continue;
            }
            if is_end(index) {
                // Where it sends them, else what it leaves them with.
                let driven = after.iter().find(|after| after.driven.is_some());
                let left = || after.iter().find(|after| after.befalls.is_some());
                let more =
                    driven.or_else(left).filter(|_| cause.is_none() && !harms.is_some_and(|harm| takes_out(harm)));
                // It has been told by itself.
                while all.pop_if(|blow| earlier.iter().any(|(at, _)| *at == blow.at)).is_some() {}
                // What went astray is told with the throw that failed.
                let aimed = fact.astray.and(index.checked_sub(1)).filter(|before| !is_end(*before));
                let aimed = aimed.and_then(|before| read.get(before)).map(|(_, aimed)| *aimed);
                let aimed = aimed.filter(|aimed| aimed.roll.is_some() && aimed.who == fact.who);
                let damage = fact.roll.as_ref().filter(|roll| roll.purpose == Purpose::Damage);
                let lead = leads();
                let mut piece = Piece::of(fact, &lead);
                if let Some(deed) = lead.first() {
                    let paid = paid(past.iter().copied().chain(read.iter().take(index).map(|(_, fact)| *fact)), deed);
                    piece.led = texts(&[lead.clone(), paid].concat());
                }
                // A blow that was warded off says who struck at whom, unless somebody has stepped in.
                let is_told = damage.is_none() && fact.whom.is_some() && (fact.warded.is_none() || lead.len() < 2);
                let lead = if is_told || fact.sends().is_some() { Vec::new() } else { lead };
                let striker = lead.first().and_then(|deed| deed.who);
                let suffers = |fact: &Fact| fact.changes.first().map(|change| change.who);
                // Where whoever struck comes to harm it is told who struck back.
                let own = harms.and_then(|harm| suffers(harm)).filter(|who| damage.is_some() && Some(*who) == fact.who);
                let is_back = |next: &&&Fact| {
                    own.is_some()
                        && next.whom == own
                        && next.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Damage)
                };
                let struck = next.iter().find(is_back).copied().unwrap_or(*fact);
                let blow: Vec<String> = aimed.into_iter().chain([struck]).map(plainly).collect();
                let blow = blow.join(" ");
                let mut words = vec![blow.clone()];
                let used = used(look, &next).filter(|used| !blow.contains(&used.text));
                words.extend(used.map(|used| used.text.clone()));
                let harm = harms.filter(|harm| !blow.contains(&harm.text));
                // A hit that did no harm is told of as that.
                let hit = || next.iter().find(|next| next.dealt.is_some());
                // Whoever could not ward it off may still hold out against it.
                let stands = |next: &Fact| {
                    let is_own = fact.whom.is_none() && next.who == fact.who && next.turn == fact.turn;
                    is_own && next.roll.as_ref().is_some_and(|roll| roll.purpose != Purpose::Damage)
                };
                let is_held = |next: &Fact| holds(fact, next) || !lead.is_empty() && stands(next);
                // What a try that nobody could ward off comes to is told next, of the same two.
                let is_ward = fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Defence);
                let (winner, loser) = match (fact.roll.as_ref().and_then(Roll::shows), fact.whom) {
                    (Some(false), None) => (lead.last().and_then(|deed| deed.who), fact.who),
                    (Some(false), Some(by)) if is_ward => (Some(by), fact.who),
                    (Some(true), Some(whom)) if !is_ward => (fact.who, Some(whom)),
                    _ => (None, None),
                };
                let then = (index + 1..read.len()).take(AFTER).find(|next| is_end(*next));
                let begun = then.and_then(|then| {
                    let (_, end) = read.get(then)?;
                    Some(led(read.iter().take(then).map(|(_, fact)| *fact), end))
                });
                let both = [winner.filter(|_| winner != loser), loser];
                let comes = comes(both, fact.turn, &next, &begun.unwrap_or_default());
                let held = || next.iter().copied().take(HELD).rev().find(|next| is_held(next));
                let held = || hit().copied().or(comes).or_else(held);
                let held = if harm.is_none() && more.is_none() { held() } else { None };
                // Of two who have struck each other both are told of.
                let is_other = |harm: &Fact, fact: &Fact| {
                    fact.dealt.is_some() && suffers(fact).is_some_and(|who| Some(who) != suffers(harm))
                };
                let other = harm.and_then(|harm| worst(&|fact| is_other(harm, fact)));
                let other = other.filter(|other| !blow.contains(&other.text));
                words.extend(other.map(|other| other.text.clone()));
                // What sent them there stands before the harm that it has done.
                let (sent, state) = cause.map_or((None, None), |(sent, state)| (Some(sent), state));
                let causes = || sent.into_iter().chain(state).filter(|cause| !blow.contains(&cause.text));
                words.extend(causes().map(|cause| cause.text.clone()));
                let is_caused = |fact: &Fact| causes().any(|cause| std::ptr::eq(cause, fact));
                if let Some(harm) = harm {
                    let is_said =
                        |n: i32| [&blow, &harm.text].iter().any(|words| says(&nameless(look, words, fact), n));
                    let lost = lost(look, harm, &after).filter(|(n, _)| !is_said(*n));
                    words.extend(lost.map(|(_, told)| told));
                    words.extend(Some(harm.text.clone()).filter(|_| !is_caused(harm)));
                }
                words.extend(held.map(|held| held.text.clone()));
                words.extend(more.map(|more| in_short(more)));
                // Damage that the harm tells again is told once.
                let suffered = harm.copied().or(held);
                let dealt = struck.roll.as_ref().filter(|roll| roll.purpose == Purpose::Damage);
                let is_told_again = |fact: &Fact, total: i32| {
                    let name = fact.who.map(|who| look.name(who)).filter(|name| !name.is_empty());
                    let text = name.map_or_else(|| fact.text.clone(), |name| fact.text.replace(name, ""));
                    says(&nameless(look, &text, struck), total)
                };
                let is_twice = dealt.zip(suffered).is_some_and(|(roll, fact)| is_told_again(fact, roll.total));
                if is_twice && !lead.is_empty() && aimed.is_none() && words.len() > 1 {
                    words.remove(0);
                }
                let told = [other, harm, more].into_iter().flatten().copied().chain(held).chain(used).chain(causes());
                let until = told.filter_map(place).fold(*at, usize::max);
                let last = more.copied().or(held).or(harm.copied()).unwrap_or(fact);
                // What was won without harm is the luck of whoever has won it.
                let is_won = comes.zip(held).is_some_and(|(comes, held)| std::ptr::eq(comes, held));
                let luck = if is_won {
                    Some(log::is_ours(look, winner))
                } else {
                    log::luck(look, harms.copied().unwrap_or(fact))
                };
                let by = match striker {
                    Some(by) => {
                        between(look, Some(by), [struck.whom, struck.who].into_iter().flatten().find(|who| *who != by))
                    }
                    None => match struck.sends() {
                        Some((by, whom)) => between(look, Some(by), Some(whom)),
                        None => between(look, struck.who, struck.whom),
                    },
                };
                // What a defence was set against is told with it.
                let against =
                    met(&whole, skipped + index).and_then(|(blow, whom)| Some((whole.get(blow).copied()?, whom)));
                let (of, by, lead) = match against {
                    Some(((of, blow), whom)) => {
                        (Some(of), between(look, blow.who, Some(whom)), answered(&mut all, of, blow))
                    }
                    None => (None, by, texts(&lead)),
                };
                let (at, rule, piece) = (*at, last.rule, Some(piece));
                all.push(Blow { at, until, of, by, lead, words, luck, rule, is_news, piece });
            } else if is_bare() {
                let lead = if fact.whom.is_none() { texts(&leads()) } else { Vec::new() };
                all.push(Blow { lead, ..single(plainly(fact), log::luck(look, fact)) });
            } else if walks(look, fact) {
                gone.push(single(fact.text.clone(), None));
            }
        }
        let mut all = joined(all);
        // Who has come up in a turn after the last blow is told after it: what is asked next comes of that.
        let turn = |at: usize| read.iter().find(|(place, _)| *place == at).map(|(_, fact)| (fact.round, fact.turn));
        let is_since =
            |last: &Blow| gone.last().is_some_and(|walk| walk.at > last.until && turn(walk.at) != turn(last.at));
        if let Some(rule) = all.last().filter(|last| is_since(last)).map(|last| last.rule) {
            all.extend(gone.pop().map(|walk| Blow { rule, is_news: true, ..walk }));
        }
        // Where nobody struck it is told who went somewhere.
        let Blow { at, luck, rule, .. } = all.last().or(gone.last()).cloned()?;
        // What is news takes no blow out of sight.
        let struck = all.iter().rposition(|blow| !blow.is_news).unwrap_or(0);
        let last = || all.iter().skip(struck).chain(gone.last().filter(|_| all.is_empty()));
        let told: Vec<String> = last().flat_map(Blow::told).cloned().collect();
        let luck = luck.or_else(|| last().rev().find_map(|blow| blow.luck));
        let [less, least] = last().next().map(Blow::short).unwrap_or_default();
        let news: Vec<[String; 2]> = last().skip(1).map(Blow::short).collect();
        let less: Vec<&str> =
            std::iter::once(&less).chain(news.iter().map(|[less, _]| less)).map(String::as_str).collect();
        let short = [less.join(" "), news.last().map_or(least, |[_, least]| least.clone())];
        all.append(&mut gone);
        all.sort_by_key(|blow| blow.at);
        let before = all.len().saturating_sub(MOST);
        let lines = all
            .iter()
            .skip(before)
            .map(|blow| (blow.until, blow.told().cloned().collect::<Vec<_>>().join(" ")))
            .collect();
        Some(Self { words: told.join(" "), short, luck, all: lines, rule: in_brief(look, rule), at })
    }
}

#[cfg(test)]
mod tests;
