//! What a prepared action may wait for.

use crate::mechanics::prelude::*;

/// What sets a prepared action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// An enemy, or this one, comes to a square within so many units of length.
    Enters(i32, Option<Id>),
    /// An enemy, or this one, goes from one.
    Leaves(i32, Option<Id>),
    /// Somebody attacks this one.
    Attacked(Id),
    /// This enemy does anything.
    Acts(Id),
    /// An enemy, or this one, works magic.
    Casts(Option<Id>),
    /// A friend, or this one, falls.
    Falls(Option<Id>),
}

/// What can be waited for, as orders say it.
pub(super) const ENTERS: &str = "enemy enters";
pub(super) const LEAVES: &str = "enemy leaves";
const ATTACKED: &str = "attacked";
pub(super) const ACTS: &str = "enemy acts";
pub(super) const CASTS: &str = "enemy casts";
const FALLS: &str = "ally falls";
pub(super) const WORDS: [&str; 6] = [ENTERS, LEAVES, ATTACKED, ACTS, CASTS, FALLS];

/// What is waited for, as players say it after "when".
pub(super) fn told(word: &str) -> &str {
    match word {
        CASTS => "an enemy casts",
        FALLS => "a friend falls",
        word => word,
    }
}

/// Something that has just happened, or is about to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'a> {
    /// Somebody came from one place to another.
    Moved { who: Id, from: Footprint, to: Footprint },
    /// Somebody is about to do something.
    Does { who: Id, order: &'a Order, attacks: bool, casts: bool },
    /// Somebody has fallen.
    Fell(Id),
}

impl Event<'_> {
    /// Whom it is about.
    pub(super) const fn subject(&self) -> Id {
        match self {
            Self::Moved { who, .. } | Self::Does { who, .. } | Self::Fell(who) => *who,
        }
    }
}

impl Trigger {
    /// The trigger that an order to prepare names, of those that there are here.
    pub(super) fn of(
        look: Look<'_>,
        who: Id,
        order: &Order,
        (rule, usual): (RuleId, i32),
        known: &[&str],
    ) -> Result<Self, Refusal> {
        let refuse = |why: String| Refusal::new(rule, why);
        let word = order.manner.first().map(|word| word.as_str()).filter(|word| known.contains(word));
        let named = order.whom().map(|name| look.named_or_refuse(name)).transpose()?;
        let feet = order.n.unwrap_or(usual);
        let unit = &look.rules().measure.unit;
        let within = || {
            let step = look.rules().measure.square.max(1);
            let farthest = step.saturating_mul(look.board().width().max(look.board().height()));
            let why = || format!("within {feet} {unit}? from {step} to {farthest} {unit} are possible here");
            look.refuse_if(!(step..=farthest).contains(&feet), rule, why).map(|()| feet)
        };
        let is_there = |id: Id| look.is_in_play(id);
        let friend = |id: Id| !look.are_enemies(who, id) && id != who && is_there(id);
        let an_enemy = || match named {
            Some(whom) if !look.are_enemies(who, whom) || !is_there(whom) => {
                Err(refuse(format!("{} is no enemy who stands", look.name(whom))))
            }
            named => Ok(named),
        };
        let trigger = match word {
            Some(ENTERS) => Self::Enters(within()?, an_enemy()?),
            Some(LEAVES) => Self::Leaves(within()?, an_enemy()?),
            Some(ATTACKED) => {
                let whom = named.unwrap_or(who);
                let why = || format!("{} is no friend who stands", look.name(whom));
                look.refuse_if(whom != who && !friend(whom), rule, why)?;
                Self::Attacked(whom)
            }
            Some(ACTS) => Self::Acts(an_enemy()?.ok_or_else(|| refuse("which enemy? say `at NAME`".to_owned()))?),
            Some(CASTS) => Self::Casts(an_enemy()?),
            Some(FALLS) => {
                let is_one = |id: Id| friend(id) && named.is_none_or(|named| named == id);
                let why = || "there is no such friend left who could fall";
                look.refuse_if(!look.everybody().any(is_one), rule, why)?;
                Self::Falls(named)
            }
            _ => {
                let known = known.join("\", \"");
                return Err(refuse(format!("when? say `by` one of \"{known}\"")));
            }
        };
        look.refuse_if(look.foes(who).next().is_none(), rule, || "there is no enemy left who could set it off")?;
        Ok(trigger)
    }

    /// Whether `event` sets this off for `who`.
    pub(super) fn fits(self, look: Look<'_>, who: Id, event: &Event<'_>) -> bool {
        let subject = event.subject();
        let hostile = look.are_enemies(who, subject);
        let is_meant = |named: Option<Id>| named.is_none_or(|named| named == subject);
        let own = look.footprint(who);
        let metric = look.rules().measure.metric;
        let within = |place: Footprint, feet: i32| look.length(metric.between(own, place)) <= feet;
        match (self, event) {
            (Self::Enters(feet, named), Event::Moved { to, .. }) => hostile && is_meant(named) && within(*to, feet),
            (Self::Leaves(feet, named), Event::Moved { from, .. }) => hostile && is_meant(named) && within(*from, feet),
            (Self::Attacked(whom), Event::Does { order, attacks: true, .. }) => {
                let name = look.key(whom);
                hostile && order.at.iter().any(|aim| aim.who == Some(name))
            }
            (Self::Acts(whom), Event::Does { .. }) => subject == whom,
            (Self::Casts(named), Event::Does { casts: true, .. }) => hostile && is_meant(named),
            (Self::Falls(named), Event::Fell(_)) => !hostile && subject != who && is_meant(named),
            _ => false,
        }
    }

    /// Whom it is about, if it is about one of them alone.
    pub(super) const fn whom(self) -> Option<Id> {
        match self {
            Self::Enters(_, named) | Self::Leaves(_, named) | Self::Casts(named) | Self::Falls(named) => named,
            Self::Attacked(whom) | Self::Acts(whom) => Some(whom),
        }
    }

    /// As players say it.
    pub(super) fn words(self, look: Look<'_>, who: Id) -> String {
        let unit = &look.rules().measure.unit;
        let an_enemy = |named: Option<Id>| named.map_or("an enemy", |named| look.name(named));
        match self {
            Self::Enters(feet, named) => format!("{} enters a square within {feet} {unit}", an_enemy(named)),
            Self::Leaves(feet, named) => format!("{} leaves a square within {feet} {unit}", an_enemy(named)),
            Self::Attacked(whom) if whom == who => "somebody attacks them".to_owned(),
            Self::Attacked(whom) => format!("somebody attacks {}", look.name(whom)),
            Self::Acts(whom) => format!("{} acts", look.name(whom)),
            Self::Casts(named) => format!("{} works magic", an_enemy(named)),
            Self::Falls(named) => format!("{} falls", named.map_or("a friend", |named| look.name(named))),
        }
    }
}
