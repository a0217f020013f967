//! Experience that is given by hand, in camp: awards of the table, and any other amount (ST-XP-03, ST-XP-07, ST-XP-08).

use super::experience::Experience;
use crate::mechanics::prelude::*;

/// An award of the table.
#[derive(Debug)]
pub(super) struct Award(pub Arc<Experience>);

impl Award {
    fn named(&self, order: &Order) -> Result<(Key, i32), Refusal> {
        let name = order.with.ok_or_else(|| Refusal::nonsense("which award? say `with NAME`"))?;
        self.0.awards.get(&name).map(|amount| (name, *amount)).ok_or_else(|| {
            let known: Vec<&str> = self.0.awards.keys().map(|award| award.as_str()).collect();
            Refusal::nonsense(format!("no award is called `{name}`; there are {}", known.join(", ")))
        })
    }
}

impl Deed for Award {
    nature!(|self| Nature::of("award", Group::Awards, Stage::Upkeep).reading(&[Reads::With]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let name = look.name(who);
        out.extend(self.0.awards.iter().map(|(award, amount)| {
            let whom = if self.0.for_all.contains(award) { "everybody" } else { name };
            let order = Order::new("award").with(award);
            Choice::new(order, format!("{whom}: {award} (+{amount})"), self.group(), self.0.rules.achievements)
                .allowed_by(self, look, who)
        }));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.named(order)?;
        learns(&self.0, look, who)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((award, _)) = self.named(order) else { return Ok(()) };
        if !self.0.for_all.contains(&award) {
            self.0.award(table, who, award, "", self.0.rules.achievements);
            return Ok(());
        }
        let look = table.look();
        let party = self.0.party(look, look.side(who));
        party.into_iter().for_each(|member| self.0.award(table, member, award, "", self.0.rules.party));
        Ok(())
    }
}

/// Any amount that whoever leads the game grants.
#[derive(Debug)]
pub(super) struct Gain(pub Arc<Experience>);

impl Deed for Gain {
    nature!(|self| Nature::of("gain", Group::Awards, Stage::Upkeep).reading(&[Reads::N]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let (name, most) = (look.name(who), self.0.most);
        let of = |label: String, rule: RuleId, numbers: (i32, i32)| {
            let mut choice = Choice::new(Order::new("gain"), label, self.group(), rule);
            choice.numbers = Some(numbers);
            choice
        };
        let may = learns(&self.0, look, who);
        out.push(of(format!("{name} gains another amount (1 to {most})"), self.0.rules.awards, (1, most)).unless(may));
        let fine = of(format!("{name} loses some"), self.0.rules.never_less, (-most, -1));
        out.push(fine.unless(Err(self.no_fine())));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        match order.n {
            Some(n) if n < 0 => Err(self.no_fine()),
            Some(n) if (1..=self.0.most).contains(&n) => learns(&self.0, look, who),
            _ => Err(Refusal::nonsense(format!("how much? say `for N`, 1 to {}", self.0.most))),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.0.give(table, who, order.n.unwrap_or(0), "given by hand", self.0.rules.awards);
        Ok(())
    }
}

impl Gain {
    fn no_fine(&self) -> Refusal {
        Refusal::new(self.0.rules.never_less, format!("{} is never taken away", self.0.count))
    }
}

fn learns(experience: &Experience, look: Look<'_>, who: Id) -> Allowed {
    look.refuse_one_if(!experience.learns(look, who), who, experience.rules.party, "does not learn")
}
