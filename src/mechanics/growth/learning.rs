//! What those in camp do about their levels: they train skills, raise abilities and learn techniques.

use super::schooling::Schooling;
use crate::mechanics::prelude::*;

/// What it is worth to the computer to place what a level has brought: more than anything else in camp.
const GROWS: f64 = 10.0;

/// What levels are spent on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Growth {
    /// A rank in a skill.
    Train,
    /// A higher ability.
    Boost,
    /// A technique.
    Learn,
}

/// Spending what a level has brought.
#[derive(Debug)]
pub(super) struct Grow {
    pub schooling: Arc<Schooling>,
    pub growth: Growth,
}

impl Growth {
    pub const ALL: [Self; 3] = [Self::Train, Self::Boost, Self::Learn];

    /// The verb, and what an order has to name.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Train => ("train", "skill"),
            Self::Boost => ("boost", "ability"),
            Self::Learn => ("learn", "technique"),
        }
    }

    fn named(self, order: &Order) -> Result<Key, Refusal> {
        order.with.ok_or_else(|| Refusal::nonsense(format!("which {}? say `with NAME`", self.words().1)))
    }
}

impl Grow {
    fn may(&self, look: Look<'_>, who: Id, named: Key) -> Allowed {
        match self.growth {
            Growth::Train => self.schooling.may_train(look, who, FigureName::of(named)).map(drop),
            Growth::Boost => self.schooling.may_boost(look, who, FigureName::of(named)),
            Growth::Learn => self.schooling.may_learn(look, who, TechniqueName::of(named)),
        }
    }

    /// All that could be named, each with its button.
    fn labels(&self, look: Look<'_>, who: Id) -> Vec<(Key, String)> {
        let own = &self.schooling;
        let train = |skill: &FigureName| {
            let (ranks, bonus) = (own.ranks(look, who, *skill), look.value(who, *skill));
            (skill.key(), format!("Train {skill} ({ranks} ranks, +{bonus})"))
        };
        let boost =
            |ability: &FigureName| (ability.key(), format!("Raise {ability} (now {})", look.value(who, *ability)));
        let learn = |skill: &FigureName, technique: &TechniqueName| {
            let (known, most) = own.techniques(look, who, *skill);
            (technique.key(), format!("Learn {technique} ({skill}: {known} of {most} techniques)"))
        };
        match self.growth {
            Growth::Train => own.fast.iter().chain(&own.staggered).map(train).collect(),
            Growth::Boost => own.boosts.of.iter().map(boost).collect(),
            Growth::Learn => {
                let taught = own.techniques.iter().flat_map(|(skill, of)| of.0.iter().map(move |each| (skill, each)));
                taught.map(|(skill, technique)| learn(skill, technique)).collect()
            }
        }
    }
}

impl Deed for Grow {
    nature!(|self| Nature::of(self.growth.words().0, Group::Growth, Stage::Upkeep).reading(&[Reads::With]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let rules = &self.schooling.rules;
        let (rule, cost) = match self.growth {
            Growth::Train => (rules.growth, Some(format!("1 of {} ranks", self.schooling.ranks_left(look, who)))),
            Growth::Boost => (rules.boosts, None),
            Growth::Learn => (rules.growth, None),
        };
        for (named, label) in self.labels(look, who) {
            let mut choice = Choice::new(Order::new(self.verb()).with(named), label, self.group(), rule);
            choice.cost.clone_from(&cost);
            out.push(choice.unless(self.may(look, who, named)));
        }
    }

    checks!(|self, look, who, order| self.may(look, who, self.growth.named(order)?));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let (own, Ok(named)) = (&self.schooling, self.growth.named(order)) else { return Ok(()) };
        match self.growth {
            Growth::Train => {
                if let Ok(pace) = own.may_train(table.look(), who, FigureName::of(named)) {
                    own.train(table, who, FigureName::of(named), pace);
                }
            }
            Growth::Boost => own.boost(table, who, FigureName::of(named)),
            Growth::Learn => own.learn(table, who, named),
        }
        Ok(())
    }

    /// What somebody is good at already comes first.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let named = self.growth.named(order).ok()?;
        Some(Worth::of(match self.growth {
            Growth::Learn => GROWS / 2.0,
            _ => GROWS + f64::from(look.value(who, FigureName::of(named))) / 100.0,
        }))
    }
}
