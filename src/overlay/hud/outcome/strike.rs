//! A blow that is told with what led to it, and with the worst that it did to anybody.

use super::HELD;
use super::about::{comes, holds, suffers, takes_out, used};
use super::blow::{Blow, acts, answered, between, whose};
use super::ends::is_thrown_for;
use super::read::{Against, Came, Read};
use super::spread::{Piece, paid};
use super::words::{in_short, lost, nameless, plainly, says, texts};
use crate::battle::{Fact, Id, Look, Purpose, Roll};
use crate::overlay::log::{self, NEAR};

/// What is told of a fact that tells how something went. What of it was told by itself is taken out of `all`.
pub(super) fn told<'f>(
    read: &Read<'_, 'f>,
    (index, at, fact): (usize, usize, &'f Fact),
    against: Option<&Against<'_>>,
    all: &mut Vec<Blow>,
) -> Blow {
    let (look, came) = (read.look, Came::of(read, (index, fact)));
    while all.pop_if(|blow| came.earlier.iter().any(|(at, _)| *at == blow.at)).is_some() {}
    let strike = Strike::of(read, (index, fact), &came);
    let effect = Effect::of(read, (index, fact), (&strike, &came));
    let words = effect.words(look, fact, (&strike, &came));
    let until = effect.all().filter_map(|fact| read.place(fact)).fold(at, usize::max);
    let earlier = came.earlier.iter().map(|(at, _)| *at).chain(against.map(|against| against.at));
    let from = earlier.fold(at, usize::min);
    // What was won without harm is the luck of whoever has won it.
    let luck = match effect.winner {
        Some(winner) => Some(log::is_ours(look, Some(winner))),
        None => log::luck(look, came.worst.unwrap_or(fact)),
    };
    // What a defence was set against is told with it.
    let (of, by, acts, lead) = match against {
        Some(Against { at, blow, whom, .. }) => {
            (Some(*at), between(look, blow.who, Some(*whom)), blow.who, answered(all, *at, blow))
        }
        None => (None, strike.by(look), strike.who(), texts(&strike.lead)),
    };
    // Of blow and blow back the one is named whose harm is told last.
    let (by, side) = whose(look, effect.harm.or(effect.held).or(came.worst).or(effect.more), (by, acts));
    let (rule, is_news) = (effect.last().unwrap_or(fact).rule, fact.is_news);
    Blow { at, from, until, of, by, side, lead, words, luck, rule, is_news, piece: Some(strike.piece) }
}

/// How the blow itself is told.
struct Strike<'f> {
    /// What led to it, where it does not say so itself.
    lead: Vec<&'f Fact>,
    /// The throw that failed, where it went astray.
    aimed: Option<&'f Fact>,
    /// What tells of it.
    struck: &'f Fact,
    /// Both of these in words.
    text: String,
    /// Of which deed it is a part.
    piece: Piece,
}

impl<'f> Strike<'f> {
    fn of(read: &Read<'_, 'f>, (index, fact): (usize, &'f Fact), came: &Came<'f>) -> Self {
        let before = fact.astray.and(index.checked_sub(1)).filter(|before| !read.is_end(*before));
        let aimed = before.and_then(|before| read.get(before)).map(|(_, aimed)| aimed);
        let aimed = aimed.filter(|aimed| aimed.roll.is_some() && aimed.who == fact.who);
        let lead = read.led(index);
        let mut piece = Piece::of(fact, &lead);
        if let Some(deed) = lead.first() {
            piece.led = texts(&[lead.clone(), paid(read.before(index), deed)].concat());
        }
        let is_damage = is_thrown_for(fact, Purpose::Damage);
        // A blow that was warded off says who struck at whom, unless somebody has stepped in.
        let is_told = !is_damage && fact.whom.is_some() && (fact.warded.is_none() || lead.len() < 2);
        let lead = if is_told || fact.sends().is_some() { Vec::new() } else { lead };
        // Where whoever struck comes to harm it is told who struck back.
        let own = came.worst.and_then(suffers).filter(|who| is_damage && Some(*who) == fact.who);
        let is_back = |next: &&Fact| own.is_some() && next.whom == own && is_thrown_for(next, Purpose::Damage);
        let struck = came.next.iter().copied().find(is_back).unwrap_or(fact);
        let text: Vec<String> = aimed.into_iter().chain([struck]).map(plainly).collect();
        Self { lead, aimed, struck, text: text.join(" "), piece }
    }

    /// Whether it says what a fact tells.
    fn says(&self, fact: &Fact) -> bool {
        self.text.contains(&fact.text)
    }

    /// Who did it.
    fn who(&self) -> Option<Id> {
        let Self { lead, struck, .. } = self;
        let sends = struck.sends().map(|(by, _)| by);
        lead.first().and_then(|deed| acts(deed)).or(sends).or(acts(struck))
    }

    /// Who did it to whom, in short.
    fn by(&self, look: Look<'_>) -> Option<String> {
        let Self { lead, struck, .. } = self;
        if let Some(by) = lead.first().and_then(|deed| deed.who) {
            let mut whom = [struck.whom, struck.who].into_iter().flatten();
            return between(look, Some(by), whom.find(|who| *who != by));
        }
        let (who, whom) = struck.sends().map_or((struck.who, struck.whom), |(by, whom)| (Some(by), Some(whom)));
        between(look, who, whom)
    }

    /// Whether it tells no more than damage that what has come of it tells again, after what led to it.
    fn is_told_again(&self, came: Option<&Fact>) -> bool {
        let thrown = self.struck.roll.as_ref().filter(|roll| roll.purpose == Purpose::Damage).map(|roll| roll.total);
        let is_twice = thrown.is_some() && came.and_then(|came| came.damage) == thrown;
        is_twice && !self.lead.is_empty() && self.aimed.is_none()
    }
}

/// What it came to, as far as the blow itself does not say so.
struct Effect<'f> {
    /// What somebody did with it to whoever they have got hold of.
    used: Option<&'f Fact>,
    /// The worst harm of the other of two who have struck each other.
    other: Option<&'f Fact>,
    /// What has sent somebody where the place itself has harmed them, and the state that it has left them in.
    causes: Vec<&'f Fact>,
    /// The worst harm.
    harm: Option<&'f Fact>,
    /// What it came to without harm, or how it was held out against.
    held: Option<&'f Fact>,
    /// Who has won that, where it was won.
    winner: Option<Id>,
    /// Where it sends them, else what it leaves them with.
    more: Option<&'f Fact>,
}

impl<'f> Effect<'f> {
    fn of(read: &Read<'_, 'f>, (index, fact): (usize, &'f Fact), (strike, came): (&Strike<'f>, &Came<'f>)) -> Self {
        let (look, is_new) = (read.look, |told: &&Fact| !strike.says(told));
        let harm = came.worst.filter(is_new);
        let suffers_too = |harm: &Fact, fact: &Fact| {
            fact.dealt.is_some() && suffers(fact).is_some_and(|who| Some(who) != suffers(harm))
        };
        let other = harm.and_then(|harm| came.worst_of(look, |fact| suffers_too(harm, fact))).filter(is_new);
        let causes = came.cause.into_iter().flat_map(|(sent, state)| [Some(sent), state]).flatten();
        let driven = came.after.iter().copied().find(|after| after.driven.is_some());
        let left = || came.after.iter().copied().find(|after| after.befalls.is_some());
        let is_all = came.cause.is_some() || came.worst.is_some_and(|harm| takes_out(look, harm));
        let more = driven.or_else(left).filter(|_| !is_all);
        let (held, winner) = match harm.or(more) {
            Some(_) => (None, None),
            None => without_harm(read, (index, fact), (strike, came)),
        };
        let used = used(look, &came.next).filter(is_new);
        Self { used, other, causes: causes.filter(is_new).collect(), harm, held, winner, more }
    }

    /// All that is told of it.
    fn all(&self) -> impl Iterator<Item = &'f Fact> {
        let told = [self.used, self.other, self.harm, self.held, self.more];
        told.into_iter().flatten().chain(self.causes.iter().copied())
    }

    /// What is told of it last.
    fn last(&self) -> Option<&'f Fact> {
        self.more.or(self.held).or(self.harm)
    }

    /// The blow and what it came to, fact by fact.
    fn words(&self, look: Look<'_>, fact: &Fact, (strike, came): (&Strike<'f>, &Came<'f>)) -> Vec<String> {
        let text = |told: &Fact| told.text.clone();
        let mut words = vec![strike.text.clone()];
        words.extend(self.used.map(text));
        words.extend(self.other.map(text));
        // What sent them there stands before the harm that it has done.
        words.extend(texts(&self.causes));
        if let Some(harm) = self.harm {
            let is_said = |n: i32| [&strike.text, &harm.text].iter().any(|words| says(&nameless(look, words, fact), n));
            let lost = lost(look, harm, &came.after).filter(|(n, _)| !is_said(*n));
            words.extend(lost.map(|(_, told)| told));
            let is_caused = self.causes.iter().any(|cause| std::ptr::eq(*cause, harm));
            words.extend((!is_caused).then(|| text(harm)));
        }
        words.extend(self.held.map(text));
        words.extend(self.more.map(in_short));
        if strike.is_told_again(self.harm.or(self.held)) && words.len() > 1 {
            words.remove(0);
        }
        words
    }
}

/// What a blow came to that did no harm, and who has won that, where it was won.
fn without_harm<'f>(
    read: &Read<'_, 'f>,
    (index, fact): (usize, &'f Fact),
    (strike, came): (&Strike<'f>, &Came<'f>),
) -> (Option<&'f Fact>, Option<Id>) {
    // A hit that did no harm is told of as that.
    let hit = came.next.iter().copied().find(|next| next.dealt.is_some());
    if hit.is_some() {
        return (hit, None);
    }
    let [winner, loser] = tried(fact, &strike.lead);
    let then = (index + 1..read.count()).take(NEAR).find(|next| read.is_end(*next));
    let begun = then.map(|then| read.led(then)).unwrap_or_default();
    let won = comes([winner.filter(|_| winner != loser), loser], fact.turn, &came.next, &begun);
    if won.is_some() {
        return (won, winner);
    }
    // Whoever could not ward it off may still hold out against it.
    let stands = |next: &Fact| {
        let is_own = fact.whom.is_none() && next.who == fact.who && next.turn == fact.turn;
        is_own && next.roll.as_ref().is_some_and(|roll| roll.purpose != Purpose::Damage)
    };
    let is_held = |next: &&Fact| holds(fact, next) || !strike.lead.is_empty() && stands(next);
    (came.next.iter().copied().take(HELD).rev().find(is_held), None)
}

/// Who has won a try that nobody could ward off, and who has lost it.
fn tried(fact: &Fact, lead: &[&Fact]) -> [Option<Id>; 2] {
    let is_ward = is_thrown_for(fact, Purpose::Defence);
    match (fact.roll.as_ref().and_then(Roll::shows), fact.whom) {
        (Some(false), None) => [lead.last().and_then(|deed| deed.who), fact.who],
        (Some(false), Some(by)) if is_ward => [Some(by), fact.who],
        (Some(true), Some(whom)) if !is_ward => [fact.who, Some(whom)],
        _ => [None, None],
    }
}
