//! What those do who would rather not be noticed, and the one thing that they should not: sneaking, hiding, speaking.

use super::hiding::Hiding;
use crate::mechanics::prelude::*;

/// Saying a few words.
#[derive(Debug)]
pub struct Speak(pub Arc<Hiding>);

/// Saying that one goes unseen this turn.
#[derive(Debug)]
pub struct Sneak(pub Arc<Hiding>);

/// Going into hiding.
#[derive(Debug)]
pub struct Hide(pub Arc<Hiding>);

/// What it is worth to the hidden not to be seen walking, and to a shooter to strike from where nobody looks for them.
const UNSEEN: f64 = 0.01;
const HIDDEN: f64 = 0.02;

impl Deed for Speak {
    fn nature(&self) -> Nature {
        Nature::of("speak", Group::Turn, Stage::Upkeep).reading(&[Reads::Said]).tempting(false)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let label = "Say a few words";
        out.push(Choice::of(self, (look, who), Order::new(self.verb()), label, self.0.rules.speak));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["speak", "gear"])
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        table.say(self.0.rules.speak, who, |look| {
            let said = order.sentence().map_or_else(|| " a few words".to_owned(), |words| format!(": “{words}”"));
            format!("{} says{said}.", look.name(who))
        });
        Ok(())
    }
}

impl Deed for Sneak {
    fn nature(&self) -> Nature {
        Nature::of("sneak", Group::Stealth, Stage::Movement)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        out.push(Choice::of(self, (look, who), Order::new(self.verb()), "Sneak", self.0.rules.reveal));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let hiding = &self.0;
        let refuse = |why: &str| Err(look.refusal_of(who, hiding.rules.reveal, why));
        look.allows(who, &["move", "sneak"])?;
        if look.is(who, hiding.sneaking) {
            return refuse("sneaks already");
        }
        if Hiding::has_gone(look, who) {
            return refuse("has walked already, and whoever sneaks does so from the first step on");
        }
        let hurries = hiding.hurrying.iter().any(|state| look.is(who, state));
        if hurries && !look.knows(who, hiding.skill) { refuse("is in too much of a hurry for that") } else { Ok(()) }
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        self.0.is_hidden(look, who).then(|| Worth::of(UNSEEN))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.say(self.0.rules.reveal, who, |look| format!("{} sneaks.", look.name(who)));
        table.begin(who, Condition::new(self.0.sneaking).until(Until::TurnEnd))
    }
}

impl Deed for Hide {
    fn nature(&self) -> Nature {
        Nature::of("hide", Group::Stealth, Stage::Movement)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        out.push(Choice::of(self, (look, who), Order::new(self.verb()), "Hide", self.0.rules.hide));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let hiding = &self.0;
        let refuse = |why: &str| Err(look.refusal_of(who, hiding.rules.hide, why));
        look.allows(who, &["hide", "physical"])?;
        if hiding.is_hidden(look, who) {
            return refuse("is hidden already");
        }
        let watchers = Hiding::watchers(look, who);
        if watchers.iter().any(|enemy| !look.is(*enemy, hiding.distracted)) {
            return refuse("is in view of an enemy");
        }
        if watchers.is_empty() && Hiding::was_watched(look, who) {
            return refuse("was in view of an enemy until just now");
        }
        Ok(())
    }

    /// Whoever shoots does so best from where nobody expects them.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let mut ready = look.gear(who).iter().filter(|item| item.is_ready());
        let shoots = ready.any(|item| item.arm.kind == ArmKind::Ranged && !item.arm.has("blast"));
        shoots.then(|| Worth::of(HIDDEN))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let (rule, state) = (self.0.rules.hide, self.0.concealed);
        table.begin(who, Condition::new(state))?;
        table.say_change(rule, who, (state, 0, 1), |look| format!("{} goes into hiding.", look.name(who)));
        Ok(())
    }
}
