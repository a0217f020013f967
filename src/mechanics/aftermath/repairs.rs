//! Mending what was damaged: things do not heal (ST-HEAL-02).

use crate::mechanics::prelude::*;

/// What the computer thinks of mending something.
const MENDS: f64 = 2.5;

/// The numbers of mending.
#[derive(Clone, Debug, Deserialize)]
pub struct Repairs {
    /// The die.
    pub die: Expr,
    /// The skill.
    pub skill: FigureName,
    /// What must be reached with a whole thing; each of its wounds adds 1.
    pub dc: i32,
    /// Hours that a try takes.
    pub hours: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

mechanic!(Repairs: |self| {
    words(words) => words.add(Word::Roll, ["mending"]).add(Word::Term, ["base", "wounds"]),
    deeds => vec![Arc::new(self.clone())],
});

fn is_damaged(item: &Item) -> bool {
    item.wounds > 0 && !item.is("destroyed")
}

impl Repairs {
    /// Whose thing it is, and which.
    fn meant<'w>(&self, look: Look<'w>, who: Id, order: &Order) -> Result<(Id, &'w Item), Refusal> {
        let owner = order.whom().map_or(Ok(who), |name| look.named_or_refuse(name))?;
        let name = order.with.ok_or_else(|| Refusal::nonsense("what? say `with THING`"))?;
        let mut alike = look.gear(owner).iter().filter(|item| item.arm.name == name);
        let first = alike.clone().next();
        let item = alike.find(|item| is_damaged(item)).or(first);
        let item = item.ok_or_else(|| Refusal::nonsense(format!("{} has no `{name}`", look.name(owner))))?;
        let is_elsewhere = look.side(owner) != look.side(who);
        look.refuse_one_if(is_elsewhere, owner, self.rule, "is not in this camp")?;
        let why = || format!("nothing can be made of {} any more", item.arm.name);
        look.refuse_if(item.is("destroyed"), self.rule, why)?;
        look.refuse_if(!is_damaged(item), self.rule, || format!("{} is whole", item.arm.name))?;
        Ok((owner, item))
    }

    fn numbers(&self, look: Look<'_>, who: Id, wounds: i32) -> (Sum, Sum) {
        let mut needed = Sum::of("base", self.dc);
        needed.add("wounds", wounds, self.rule);
        (look.figure(who, self.skill), needed)
    }
}

impl Deed for Repairs {
    nature!(|self| Nature::of("mend", Group::Time, Stage::Upkeep).reading(&[Reads::With, Reads::At]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for owner in look.everybody().filter(|id| look.side(*id) == look.side(who)) {
            for item in look.gear(owner).iter().filter(|item| is_damaged(item)) {
                let (name, of) = (item.arm.name, look.name(owner));
                let mut order = Order::new("mend").with(name);
                let whose = if owner == who { String::new() } else { format!("{of}'s ") };
                if owner != who {
                    order = order.at(look.aim(owner));
                }
                let label = format!("Mend {whose}{name} ({} wounds)", item.wounds);
                let mut choice = Choice::new(order, label, self.group(), self.rule).allowed_by(self, look, who);
                choice.cost = Some(format!("{} h", self.hours));
                out.push(choice);
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", "mend"])?;
        self.meant(look, who, order)?;
        look.can_spend(self.hours, Spent::About)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((owner, item)) = self.meant(table.look(), who, order) else { return Ok(()) };
        let (name, wounds) = (item.arm.name, item.wounds);
        let (bonus, needed) = self.numbers(table.look(), who, wounds);
        spend_hours(table, self.hours, Spent::About)?;
        if !table.passes(who, "mending", &self.die, bonus, needed, self.rule)? {
            return Ok(());
        }
        table.edit_first(owner, |item| item.arm.name == name && is_damaged(item), |item| item.wounds -= 1);
        table.note(|look| {
            let left = wounds - 1;
            let state = if left == 0 { "whole again".to_owned() } else { format!("mended: {left} wounds left") };
            let text = format!("{}'s {name} is {state}.", look.name(owner));
            Fact::new(self.rule, text).who(owner).change(owner, name, -wounds, -left).kept()
        });
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (_, item) = self.meant(look, who, order).ok()?;
        let (bonus, needed) = self.numbers(look, who, item.wounds);
        (self.die.max().saturating_add(bonus.total()) >= needed.total()).then(|| Worth::of(MENDS))
    }
}
