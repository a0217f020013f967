//! What those in camp do about their levels: they train skills, raise abilities and learn techniques.

use super::schooling::Schooling;
use crate::mechanics::prelude::*;

/// What it is worth to the computer to place what a level has brought: more than anything else in camp.
const GROWS: f64 = 10.0;

/// The figure or technique that an order names.
fn named(order: &Order, what: &str) -> Result<Key, Refusal> {
    order.with.ok_or_else(|| Refusal::nonsense(format!("which {what}? say `with NAME`")))
}

/// The figure that an order names.
fn figure(order: &Order, what: &str) -> Result<FigureName, Refusal> {
    named(order, what).map(FigureName::of)
}

/// Puts a rank into a skill.
#[derive(Debug)]
pub(super) struct Train(pub Arc<Schooling>);

impl Deed for Train {
    fn nature(&self) -> Nature {
        Nature::of("train", Group::Growth, Stage::Upkeep).reading(&[Reads::With]).in_camp()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let left = self.0.ranks_left(look, who);
        for skill in self.0.fast.iter().chain(&self.0.staggered) {
            let ranks = self.0.ranks(look, who, *skill);
            let label = format!("Train {skill} ({ranks} ranks, +{})", look.value(who, *skill));
            let may = self.0.may_train(look, who, *skill).map(drop);
            let mut choice = Choice::new(Order::new("train").with(skill), label, self.group(), self.0.rules.growth);
            choice.cost = Some(format!("1 of {left} ranks"));
            out.push(choice.unless(may));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.may_train(look, who, figure(order, "skill")?).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        if let Ok(skill) = figure(order, "skill")
            && let Ok(pace) = self.0.may_train(table.look(), who, skill)
        {
            self.0.train(table, who, skill, pace);
        }
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        Some(growing(look, who, figure(order, "skill").ok()?))
    }
}

/// What it is worth to grow in this: what somebody is good at already comes first.
fn growing(look: Look<'_>, who: Id, figure: FigureName) -> Worth {
    Worth::of(GROWS + f64::from(look.value(who, figure)) / 100.0)
}

/// Raises an ability.
#[derive(Debug)]
pub(super) struct Boost(pub Arc<Schooling>);

impl Deed for Boost {
    fn nature(&self) -> Nature {
        Nature::of("boost", Group::Growth, Stage::Upkeep).reading(&[Reads::With]).in_camp()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for ability in &self.0.boosts.of {
            let label = format!("Raise {ability} (now {})", look.value(who, *ability));
            let order = Order::new("boost").with(ability);
            let may = self.0.may_boost(look, who, *ability);
            out.push(Choice::new(order, label, self.group(), self.0.rules.boosts).unless(may));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.may_boost(look, who, figure(order, "ability")?)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        if let Ok(ability) = figure(order, "ability") {
            self.0.boost(table, who, ability);
        }
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        Some(growing(look, who, figure(order, "ability").ok()?))
    }
}

/// Learns a technique.
#[derive(Debug)]
pub(super) struct Learn(pub Arc<Schooling>);

impl Deed for Learn {
    fn nature(&self) -> Nature {
        Nature::of("learn", Group::Growth, Stage::Upkeep).reading(&[Reads::With]).in_camp()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for (skill, taught) in &self.0.techniques {
            let (known, most) = self.0.techniques(look, who, *skill);
            for technique in &taught.0 {
                let label = format!("Learn {technique} ({skill}: {known} of {most} techniques)");
                let order = Order::new("learn").with(technique);
                let may = self.0.may_learn(look, who, *technique);
                out.push(Choice::new(order, label, self.group(), self.0.rules.growth).unless(may));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.may_learn(look, who, TechniqueName::of(named(order, "technique")?))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        if let Ok(technique) = named(order, "technique") {
            self.0.learn(table, who, technique);
        }
        Ok(())
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(GROWS / 2.0))
    }
}
