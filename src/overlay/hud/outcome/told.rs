//! What is told of each fact: a blow, a defence that has held, harm by itself, news, a walk.

use super::about::{fares_ill, is_harm, walks};
use super::blow::{Blow, answered, between, whose};
use super::read::{Against, Read, is_in_turn};
use super::spread::joined;
use super::strike;
use super::words::{plainly, texts};
use crate::battle::{Fact, Roll};
use crate::overlay::log::{self, NEAR};

/// What is told of these facts.
#[derive(Default)]
pub(super) struct Told {
    /// Blows and news.
    pub(super) all: Vec<Blow>,
    /// Who went somewhere.
    pub(super) gone: Vec<Blow>,
    /// The deed of the last blow, where nothing was thrown for it, and the place of that blow.
    sure: Option<(usize, usize)>,
}

impl Told {
    pub(super) fn of(read: &Read<'_, '_>) -> Self {
        let mut told = Self::default();
        (0..read.count()).for_each(|index| told.tell(read, index));
        told.all = joined(std::mem::take(&mut told.all));
        told.come_up(read);
        told
    }

    /// Tells of one of them.
    fn tell(&mut self, read: &Read<'_, '_>, index: usize) {
        let Some((at, fact)) = read.get(index) else { return };
        let look = read.look;
        if fact.is_news {
            self.all.push(Blow::single(look, (at, fact), fact.text.clone(), log::luck(look, fact)));
            return;
        }
        let against = read.against(index);
        match against.as_ref().and_then(|against| Some((against, against.is_by_this?))) {
            // Of several who defend against one blow the first that wards it off tells what the whole has come to.
            Some((against, true)) => {
                let warded = self.warded(read, (index, at, fact), against);
                self.all.push(warded);
            }
            Some((_, false)) => {}
            None if read.is_end(index) => {
                let blow = strike::told(read, (index, at, fact), against.as_ref(), &mut self.all);
                self.all.push(blow);
            }
            None if read.done(index).is_some() => self.suffers(read, (index, at, fact)),
            // Harm that no blow went before is told by itself.
            None if is_harm(look, fact) && !is_of_blow(read, index, fact) => {
                let lead = if fact.whom.is_none() { texts(&read.led(index)) } else { Vec::new() };
                let single = Blow::single(look, (at, fact), plainly(fact), log::luck(look, fact));
                self.all.push(Blow { lead, ..single });
            }
            None if walks(look, fact) => self.gone.push(Blow::single(look, (at, fact), fact.text.clone(), None)),
            None => {}
        }
    }

    /// Harm by a deed that nothing was thrown for: all of it is told with the deed.
    fn suffers(&mut self, read: &Read<'_, '_>, (index, at, fact): (usize, usize, &Fact)) {
        let Some((place, deed)) = read.done(index) else { return };
        let single = Blow::single(read.look, (at, fact), plainly(fact), log::luck(read.look, fact));
        let known = self.sure.filter(|(of, _)| *of == place).map(|(_, first)| first);
        match self.all.last_mut().filter(|blow| known == Some(blow.at)) {
            Some(blow) => {
                blow.words.extend(single.words);
                (blow.until, blow.rule, blow.luck) = (at, fact.rule, single.luck.or(blow.luck));
            }
            None => {
                let led = read.led(index);
                let lead = if led.is_empty() { vec![deed.text.clone()] } else { texts(&led) };
                self.sure = Some((place, at));
                let (by, side) = whose(read.look, Some(fact), (between(read.look, deed.who, deed.whom), deed.who));
                self.all.push(Blow { by, side, lead, ..single });
            }
        }
    }

    /// A blow that was warded off: what befalls whoever was struck all the same is what it came to, else that they are safe.
    fn warded(&mut self, read: &Read<'_, '_>, (index, at, fact): (usize, usize, &Fact), against: &Against<'_>) -> Blow {
        let (look, Against { blow, whom, .. }) = (read.look, *against);
        let is_same = |next: usize| read.against(next).is_some_and(|other| other.at == against.at);
        let rest = (index + 1..read.count()).take(NEAR).take_while(|next| !read.is_end(*next) || is_same(*next));
        let rest = rest
            .filter_map(|next| read.get(next))
            .take_while(|(_, after)| (after.round, after.turn) == (fact.round, fact.turn));
        let came = rest.map(|(_, after)| after).find(|after| fares_ill(look, after, whom));
        let (by, side) = whose(look, came, (between(look, blow.who, Some(whom)), blow.who));
        let of = Some(against.at);
        let (lead, from) = (answered(&mut self.all, against.at, blow), against.at.min(at));
        let single = |words: String, told: &Fact| Blow::single(look, (at, fact), words, log::luck(look, told));
        let Some(came) = came else {
            let safe = format!("{} is safe.", look.name(whom));
            // What has failed by itself was warded off by nothing.
            let is_vain = blow.roll.as_ref().and_then(Roll::shows) == Some(false);
            let words = if is_vain { safe } else { format!("{} {safe}", plainly(fact)) };
            return Blow { from, of, by, side, lead, ..single(words, fact) };
        };
        let (words, until) = (vec![plainly(fact), came.text.clone()], read.place(came).unwrap_or(at));
        Blow { from, until, of, by, side, lead, words, rule: came.rule, ..single(String::new(), came) }
    }

    /// How somebody went somewhere right before the last blow, in the same turn, with the place of the fact that tells it.
    pub(super) fn walked(&self, read: &Read<'_, '_>) -> Option<(usize, String)> {
        let mut blows = self.all.iter().rev().filter(|blow| !blow.is_news);
        let last = blows.next()?;
        let before = blows.next().map(|blow| blow.until);
        let turn = read.turn(last.at)?;
        let is_right_before = |walk: &&Blow| walk.at < last.at && before.is_none_or(|before| walk.at > before);
        let walk = self.gone.iter().rev().find(is_right_before)?;
        (read.turn(walk.at) == Some(turn)).then(|| (walk.at, walk.words.join(" ")))
    }

    /// Who has come up in a turn after the last blow is told instead of it: what is asked next comes of that.
    fn come_up(&mut self, read: &Read<'_, '_>) {
        let Some((last, walk)) = self.all.last().zip(self.gone.last()) else { return };
        if walk.at > last.until && read.turn(walk.at) != read.turn(last.at) {
            self.all.extend(self.gone.pop());
        }
    }
}

/// Whether a blow goes right before harm, and in the same turn.
fn is_of_blow(read: &Read<'_, '_>, index: usize, harm: &Fact) -> bool {
    let mut near = (index.saturating_sub(NEAR)..index).filter(|before| read.is_end(*before));
    near.any(|before| read.get(before).is_some_and(|(_, blow)| is_in_turn(blow, harm)))
}
