//! Crouching, dropping prone, standing up again, and how fast one gets about
//! so (ST-MOVE-08). What a posture does to blows is said by its condition.

use crate::mechanics::prelude::*;

/// The numbers of postures.
#[derive(Clone, Debug, Deserialize)]
pub struct Stances {
    /// The figure that says how far a Move goes.
    pub speed: FigureName,
    /// The verb of standing up.
    pub stand: Verb,
    /// The conditions of those who do not stand upright.
    pub low: BTreeMap<ConditionName, Low>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// A posture other than standing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Low {
    /// The verb of getting into it, if one can by choice.
    pub by: Option<Verb>,
    /// Whether one gets up from it though nobody gets into it by choice.
    #[serde(default)]
    pub thrown: bool,
    /// What Speed is divided by.
    pub slows: Option<i32>,
    /// The own squares that a Move then covers, whatever the Speed.
    pub crawls: Option<i32>,
}

impl Stances {
    /// The posture that somebody has got into and can get up from.
    fn of(&self, look: Look<'_>, who: Id) -> Option<ConditionName> {
        let is_it = |(kind, low): &(&ConditionName, &Low)| (low.by.is_some() || low.thrown) && look.is(who, *kind);
        self.low.iter().find(is_it).map(|(kind, _)| *kind)
    }
}

mechanic!(Stances: |self| {
    deeds(stances) => {
        let getting = |into, verb| -> Arc<dyn Deed> { Arc::new(Change { stances: stances.clone(), into, verb }) };
        let down = self.low.iter().filter_map(|(kind, low)| Some(getting(Some(*kind), low.by?)));
        down.chain([getting(None, self.stand)]).collect()
    },
});

modifies!(Stances: [self.speed.key(), Key::from("a move")] => |self, look, case, sum| {
    let halves = look.rules().figures.get(&self.speed).is_some_and(|def| def.halves);
    for (kind, low) in self.low.iter().filter(|(kind, _)| look.is(case.who, kind)) {
        let whole = sum.total().max(0);
        // Crawling is no matter of legs: it is neither faster nor slower for anybody.
        let goes = match (low.slows, low.crawls) {
            (Some(by), _) if case.on == self.speed => whole / by.max(1),
            (_, Some(squares)) if case.on != self.speed => squares * if halves { 2 } else { 1 },
            _ => whole,
        };
        sum.add(*kind, goes - whole, self.rule);
    }
});

/// Getting into a posture, or out of it to one's feet.
#[derive(Debug)]
struct Change {
    stances: Arc<Stances>,
    into: Option<ConditionName>,
    verb: Verb,
}

impl Deed for Change {
    nature!(|self| Nature::of(self.verb, Group::Move, Stage::Movement));

    /// Down costs the same from anywhere; up depends on from where.
    fn priced_as(&self, look: Look<'_>, who: Id, _order: &Order) -> Key {
        match (self.into, self.stances.of(look, who)) {
            (None, Some(from)) => Key::new(&format!("{} from {from}", self.verb)),
            _ => self.verb.key(),
        }
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if self.into == self.stances.of(look, who) {
            return;
        }
        let order = Order::new(self.verb);
        let label = capital(self.verb.as_str());
        out.push(Choice::new(order, label, Group::Posture, self.stances.rule).allowed_by(self, look, who));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &[self.verb.as_str(), "posture", "physical"])?;
        let now = self.stances.of(look, who);
        if self.into == now {
            let posture = now.map_or("standing", |now| now.as_str());
            return Err(Refusal::new(self.stances.rule, format!("{} is {posture} already", look.name(who))));
        }
        Ok(())
    }

    /// Whoever lies on the ground gets up when there is nothing better to do.
    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        self.into.is_none().then(|| Worth::of(0.02))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let before = self.stances.of(table.look(), who);
        if self.into == before {
            return Ok(());
        }
        let posture = self.into.map_or("standing", |into| into.as_str());
        table.note(|look| {
            let fact = Fact::new(self.stances.rule, format!("{} is {posture} now.", look.name(who))).who(who);
            let fact = self.into.map_or(fact.clone(), |into| fact.change(who, into, 0, 1));
            before.map_or(fact.clone(), |before| fact.change(who, before, 1, 0))
        });
        if let Some(before) = before {
            table.end(who, before)?;
        }
        self.into.map_or(Ok(()), |into| table.begin(who, Condition::new(into)))
    }
}
