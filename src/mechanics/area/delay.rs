//! Effects that come some seconds after the deed that brings them about, while its author acts freely (ST-TURN-04).

use crate::mechanics::prelude::*;

/// The numbers of delays.
#[derive(Clone, Debug, Deserialize)]
pub struct Delay {
    /// The word of arms whose effect is delayed.
    pub tag: Key,
    /// The fewest and the most seconds of delay.
    pub seconds: (i32, i32),
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Effects that a mind has brought on their way.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Coming(Vec<Later>);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Later {
    order: Order,
    left: i32,
}

impl Delay {
    /// Lets those come about whose time is up: of the mind that has the body in hand, and in that body.
    fn come_about(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (owner, body) = (table.look().mind(who), table.look().body(who));
        loop {
            let due =
                table.look().get::<Coming>(owner).and_then(|coming| coming.0.iter().position(|each| each.left <= 0));
            let Some(due) = due else { return Ok(()) };
            let order = table.edit::<Coming>(owner).0.remove(due).order;
            table.say(self.rule, body, |look| {
                let what = order.with.unwrap_or(order.verb.key());
                format!("{}'s {what} takes effect.", look.name(body))
            });
            let deed = table.look().deed(order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
            deed.perform(table, body, &order)?;
        }
    }
}

mechanic!(Delay: |self| {
    words(words) => words.add(Word::Count, ["Delay"]),
});

hears!(Delay: |self, table| {
    // What was due comes about before the next second passes; what is being done in the last of its seconds is done
    // first, where anything is.
    SecondPassed { who } => {
        let owner = table.look().mind(who);
        if table.look().get::<Coming>(owner).is_none_or(|coming| coming.0.is_empty()) {
            return Ok(());
        }
        self.come_about(table, who)?;
        table.edit::<Coming>(owner).0.iter_mut().for_each(|each| each.left -= 1);
    },
    Idled { who } => self.come_about(table, who),
    Done { who, .. } => self.come_about(table, who),
    TurnEnded { who } => self.come_about(table, who),
});

impl Blows for Delay {
    fn numbers(&self, _look: Look<'_>, case: &Case<'_>) -> Option<(i32, i32)> {
        case.arm.is_some_and(|arm| arm.has(self.tag)).then_some(self.seconds)
    }
}

impl Drives for Delay {
    fn postpone(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step<bool> {
        let delayed = |name| table.look().item(who, name).is_some_and(|item| item.arm.has(self.tag));
        let (Some(left), true) = (order.n, order.with.is_some_and(delayed)) else { return Ok(false) };
        // Where it goes is chosen now, whoever may stand there then.
        let fixed = |aim: &Aim| {
            let stands = aim.who.and_then(|name| table.look().named(name));
            stands.map_or(*aim, |id| Aim::square(table.look().footprint(id).at))
        };
        let order = Order { n: None, at: order.at.iter().map(fixed).collect(), ..order.clone() };
        table.say(self.rule, who, |look| {
            let what = order.with.unwrap_or(order.verb.key());
            format!("{}'s {what} will take effect in {left} seconds.", look.name(who))
        });
        let owner = table.look().mind(who);
        table.edit::<Coming>(owner).0.push(Later { order, left });
        Ok(true)
    }
}

sheet!(Delay: |self, look, who| {
    let coming = look.get::<Coming>(who).map(|coming| coming.0.as_slice()).unwrap_or_default();
    let line = |later: &Later| SheetLine::of("Delay", later.left.to_string(), self.rule);
    coming.iter().map(line).collect()
});
