//! Abilities that somebody has learned, and using them (LG-TURN-02).

use super::effect::Effect;
use crate::mechanics::prelude::*;

/// Every ability that there is, and what they draw on.
#[derive(Clone, Debug, Deserialize)]
pub struct Abilities {
    /// The abilities, each by the technique of those who know it.
    pub known: BTreeMap<TechniqueName, Ability>,
    /// The figure that they are paid with.
    pub vitality: FigureName,
    /// The count of what has been paid, which that figure takes off.
    pub lost: Key,
    /// The rule of knowing and using them.
    pub rule: RuleId,
}

/// One ability.
#[derive(Clone, Debug, Deserialize)]
pub struct Ability {
    /// How many times the price of its deed it takes.
    #[serde(default = "one")]
    pub takes: i32,
    /// Vitality that it costs.
    #[serde(default)]
    pub costs: i32,
    /// What it does.
    pub does: Effect,
    /// The rule that it shows.
    pub rule: RuleId,
}

mechanic!(Abilities: |self| {
    deeds => vec![Arc::new(self.clone())],
});

impl Abilities {
    /// The ability that an order names.
    fn named(&self, order: &Order) -> Option<(Key, &Ability)> {
        let name = order.with?;
        self.known.get(&name).map(|ability| (name, ability))
    }

    fn offer(&self, look: Look<'_>, who: Id, order: Order, label: String, ability: &Ability, out: &mut Vec<Choice>) {
        let mut choice = Choice::new(order, label, Group::Ability, ability.rule).allowed_by(self, look, who);
        if let Effect::Drains(drains) = &ability.does
            && drains.most > 1
        {
            choice.order.n = Some(drains.most);
            choice.numbers = Some((1, drains.most));
        }
        out.push(choice);
    }
}

impl Deed for Abilities {
    nature!(|self| Nature::of("use", Group::Ability, Stage::Upkeep).reading(&[
        Reads::With,
        Reads::At,
        Reads::To,
        Reads::N
    ]));

    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        self.named(order).map_or(1, |(_, ability)| ability.takes)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for (name, ability) in self.known.iter().filter(|(name, _)| look.knows(who, name)) {
            let order = || Order::new("use").with(name);
            match &ability.does {
                Effect::Summons(summons) => {
                    for square in summons.places(look, who) {
                        let label = format!("{name} at {square}");
                        self.offer(look, who, order().to(square), label, ability, out);
                    }
                }
                Effect::Drains(drains) => {
                    let side = look.side(who);
                    let others = look.everybody().filter(|id| look.is_there(*id) && look.is_known_to(*id, side));
                    let near = others.filter(|id| look.are_enemies(who, *id) && drains.reaches(look, who, *id));
                    for target in near {
                        let order = order().at(look.aim(target));
                        self.offer(look, who, order, format!("{name} on {}", look.name(target)), ability, out);
                    }
                }
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["ability"])?;
        let known = self.named(order).filter(|(name, _)| look.knows(who, name));
        let (name, ability) = known.ok_or_else(|| {
            let named = order.with.map_or("nothing", Key::as_str);
            Refusal::new(self.rule, format!("{} does not know `{named}`", look.name(who)))
        })?;
        let left = look.value(who, self.vitality);
        let why = || format!("{name} costs {} {}, and {} has {left}", ability.costs, self.vitality, look.name(who));
        look.refuse_if(left < ability.costs, ability.rule, why)?;
        ability.does.check(look, who, order, ability)
    }

    /// Nobody spends their last strength on it.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (_, ability) = self.named(order)?;
        let left = look.value(who, self.vitality) - ability.costs;
        if ability.costs > 0 && left <= ability.costs { None } else { ability.does.worth(look, who, order) }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Some((name, ability)) = self.named(order) else { return Ok(()) };
        if ability.does.check(table.look(), who, order, ability).is_err() {
            return Ok(());
        }
        if ability.costs != 0 {
            let (before, after) = table.lose(who, (self.vitality, self.lost), ability.costs);
            table.note(|look| {
                let text = format!("{name} costs {} {} {}.", look.name(who), ability.costs, self.vitality);
                Fact::new(ability.rule, text).who(who).pays(who, self.vitality, before, after)
            });
        }
        ability.does.happen(table, who, order, (name, ability))
    }
}
