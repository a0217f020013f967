//! Being disabled: light weapons only, and crawling instead of walking
//! (ST-COND-08). The shorter turn and the forbidden combos are data.

use crate::mechanics::prelude::*;

/// The limits of the disabled.
#[derive(Clone, Debug, Deserialize)]
pub struct Disabled {
    /// The condition of the disabled.
    pub disabled: ConditionName,
    /// Words of the arms that they can still use.
    pub only: Vec<Key>,
    /// The deed that does the walking while they crawl.
    pub walk: Verb,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(Disabled: |self| {
    deeds => vec![Arc::new(self.clone())],
});

forbids!(Disabled: |self, look, who, kinds| {
    let strikes = kinds.contains(&"attack".into()) && !self.only.iter().any(|word| kinds.contains(word));
    look.refuse_if(strikes && look.is(who, self.disabled), self.rule, || {
        let only: Vec<_> = self.only.iter().map(|word| word.as_str()).collect();
        format!("{} is {}: only {}", look.name(who), self.disabled, only.join(", "))
    })
});

impl Disabled {
    /// The square next to `who` that an order names, and the step there.
    fn step(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Order, Refusal> {
        let rule = self.rule;
        look.refuse_if(!look.is(who, self.disabled), rule, || format!("{} can walk", look.name(who)))?;
        let own = look.footprint(who).at;
        let to = order.to.or_else(|| order.toward.map(|direction| own.step(direction, look.own_width(who))));
        let to = to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)` or `toward east`"))?;
        let is_near = neighbours(look, who).any(|square| square == to);
        look.refuse_if(!is_near, rule, || format!("{to} is farther than one square"))?;
        Ok(Order::new(self.walk).to(to).n(1))
    }
}

/// The squares within one of the body's own (ST-SIZE-04).
fn neighbours(look: Look<'_>, who: Id) -> impl Iterator<Item = Square> + use<> {
    let (own, width) = (look.footprint(who).at, look.own_width(who));
    Footprint::one(own).around(1, width).filter(move |square| *square != own)
}

impl Deed for Disabled {
    nature!(|self| Nature::movement("drag oneself", &[Reads::To, Reads::Toward]).tempting(false));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !look.is(who, self.disabled) {
            return;
        }
        let verb = self.verb();
        let open = neighbours(look, who).filter(|square| self.check(look, who, &Order::new(verb).to(*square)).is_ok());
        let mut choice = Choice::new(Order::new(verb), "Crawl", Group::Move, self.rule);
        choice.squares = open.map(|square| (square, 2)).collect();
        if choice.squares.is_empty() {
            choice.refused = Some(Refusal::new(self.rule, "there is nowhere to crawl"));
        }
        out.push(choice);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["crawl"])?;
        let step = self.step(look, who, order)?;
        let walk = look.deed(self.walk)?;
        let to = step.to.unwrap_or_default();
        let is_open = walk.destination(look, who, &step) == Some(to);
        look.refuse_if(!is_open, self.rule, || format!("{to} is not open"))
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        self.step(look, who, order).ok()?.to.map(|to| vec![to])
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(step) = self.step(look, who, order) else { return Ok(()) };
        let Ok(walk) = look.deed(self.walk).cloned() else { return Ok(()) };
        walk.perform(table, who, &step)
    }
}
