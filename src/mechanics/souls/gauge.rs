//! Vitality that goes from a Liberi into their Foci and back (LG-SOUL-01, LG-SOUL-06).

use super::Foci;
use crate::mechanics::prelude::*;

/// Vitality at which the computer wants some of it back.
const LITTLE: i32 = 2;

/// The numbers of the gauge.
#[derive(Clone, Debug, Deserialize)]
pub struct Gauge {
    /// The Foci and its gauge.
    pub foci: Foci,
    /// The figures of Vitality and of the most that there can be of it.
    pub vitality: (FigureName, FigureName),
    /// The count of Vitality that is gone.
    pub lost: Key,
    /// The rules that these numbers stand for.
    pub rules: GaugeRules,
}

rule_ids! { struct GaugeRules {
    convert: "Moving Vitality.",
    capacity: "What a gauge can hold.",
} }

mechanic!(Gauge: |self| {
    deeds(gauge) => {
        vec![Arc::new(Convert { gauge: gauge.clone(), takes: true }), Arc::new(Convert { gauge, takes: false })]
    },
});

/// Moving Vitality one way or the other.
#[derive(Debug)]
struct Convert {
    gauge: Arc<Gauge>,
    /// Out of the Foci.
    takes: bool,
}

impl Convert {
    /// The most that could be moved now.
    fn most(&self, look: Look<'_>, who: Id) -> Result<i32, Refusal> {
        let Gauge { foci, vitality: (vitality, most), rules, .. } = &*self.gauge;
        look.refuse_one_if(!foci.is_bound_to(look, who), who, rules.convert, "has no Foci")?;
        let (has, held) = (look.value(who, *vitality), look.value(who, foci.gauge));
        let (source, room) =
            if self.takes { (held, look.value(who, *most) - has) } else { (has, foci.room(look, who)) };
        let why = |why: &str| format!("{} has {why}", look.name(who));
        match (source > 0, room > 0) {
            (false, _) if self.takes => Err(look.refusal(rules.convert, || why("nothing in their Soul Gauge"))),
            (false, _) => Err(look.refusal(rules.convert, || why("no Vitality to give"))),
            (_, false) if self.takes => Err(look.refusal(rules.convert, || why("as much Vitality as they can have"))),
            (_, false) => Err(look.refusal(rules.capacity, || why("a Soul Gauge that is full"))),
            _ => Ok(source.min(room)),
        }
    }

    /// How much is proposed: all where somebody takes; where they give, what leaves them half of all that they can have,
    /// and 1 at least.
    fn proposed(&self, look: Look<'_>, who: Id, most: i32) -> i32 {
        let (vitality, whole) = self.gauge.vitality;
        let spare = look.value(who, vitality).saturating_sub((look.value(who, whole) + 1) / 2);
        if self.takes { most } else { spare.clamp(1, most.max(1)) }
    }

    /// How much this order asks for: all that can be moved if it does not say.
    fn asked(&self, order: &Order, most: i32) -> Result<i32, Refusal> {
        match order.n {
            Some(n) if n < 1 => Err(Refusal::new(self.gauge.rules.convert, "at least 1 must be moved")),
            asked => Ok(asked.unwrap_or(most)),
        }
    }
}

impl Deed for Convert {
    nature!(|self| Nature::of(if self.takes { "take vitality" } else { "give vitality" }, Group::Souls, Stage::Upkeep)
        .reading(&[Reads::N]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !self.gauge.foci.is_bound_to(look, who) {
            return;
        }
        let label = if self.takes { "Take Vitality out of the Foci" } else { "Give Vitality into the Foci" };
        let most = self.most(look, who).ok();
        let order = Order { n: most.map(|most| self.proposed(look, who, most)), ..Order::new(self.verb()) };
        let mut choice = Choice::new(order, label, Group::Souls, self.gauge.rules.convert);
        choice.numbers = most.map(|most| (1, most));
        out.push(choice.allowed_by(self, look, who));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["soul"])?;
        let most = self.most(look, who)?;
        self.asked(order, most).map(drop)
    }

    /// Who has next to nothing left takes what they can get.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let left = look.value(who, self.gauge.vitality.0);
        let most = self.most(look, who).ok()?;
        let moved = order.n.unwrap_or(most).min(most);
        (self.takes && left <= LITTLE).then(|| Worth::of(0.3 + 0.01 * f64::from(moved)))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(most) = self.most(table.look(), who) else { return Ok(()) };
        let Ok(asked) = self.asked(order, most) else { return Ok(()) };
        let moved = asked.min(most);
        let Gauge { foci, vitality: (vitality, _), lost, rules, .. } = &*self.gauge;
        let out = if self.takes { moved } else { -moved };
        let (before, after) = table.lose(who, (*vitality, *lost), -out);
        let (held, holds) = foci.fill(table, who, -out);
        table.note(|look| {
            let name = look.name(who);
            let short = if moved < asked { format!(" ({asked} wanted, no more fits)") } else { String::new() };
            let (moves, to) = if self.takes { ("takes", "out of") } else { ("gives", "into") };
            let left = format!("{after} Vitality, {holds} in the gauge");
            let text = format!("{name} {moves} {moved} Vitality {to} their Foci{short}: {left}.");
            let fact = Fact::new(rules.convert, text).who(who);
            fact.pays(who, *vitality, before, after).pays(who, foci.gauge, held, holds)
        });
        Ok(())
    }
}
