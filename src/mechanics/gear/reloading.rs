//! Arms that are slow to load: so many main actions, one after the other, and nothing else of that size between them
//! (ZN-ATK-11, ZN-TURN-10). Several may work at an engine that stands among them (HG-GEAR-03).

use super::crewed::{crewed, engines};
use super::handling::{free_hands, lacking};
use crate::mechanics::prelude::*;

/// The numbers of loading.
#[derive(Clone, Debug, Deserialize)]
pub struct Reloading {
    /// The word of arms that can be loaded again.
    pub word: Key,
    /// The figure of an arm for the main actions that it takes.
    pub takes: Key,
    /// Whether what has been done of it stays done when something else comes between.
    #[serde(default)]
    pub keeps: bool,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

const VERB: &str = "reload";

/// What it is worth to its crew to work at an engine that others may shoot, in felled enemies.
const A_TURN_OF_THE_WINCH: f64 = 0.03;

/// What it is worth to an engine to have somebody beside it who knows it, in felled enemies.
const A_CREW: f64 = 1.5;

impl Reloading {
    fn is_empty(&self, item: &Item) -> bool {
        item.arm.has(self.word) && item.arm.rounds.is_some_and(|rounds| item.loaded < rounds)
    }

    fn needed(&self, arm: &Arm) -> i32 {
        arm.figure(self.takes).unwrap_or(1).max(1)
    }

    /// Whether somebody has learned to work something.
    fn knows(look: Look<'_>, who: Id, item: &Item) -> bool {
        item.arm.skill.is_some_and(|skill| look.has_learned(who, skill))
    }

    /// Whatever somebody could load: what it holds, and the engines next to it. Whose each of them is, and its place
    /// in the gear of that one.
    fn loadable<'a>(&'a self, look: Look<'a>, who: Id) -> impl Iterator<Item = (Id, usize, &'a Item)> + 'a {
        let own = look.gear(who).iter().enumerate().filter(|(_, item)| item.is_in_hand());
        let engines = crewed(look, who).into_iter().map(|(engine, item)| (engine, 0, item));
        let all = own.map(move |(index, item)| (who, index, item)).chain(engines);
        all.filter(|(.., item)| self.is_empty(item))
    }

    /// The arm that an order is about.
    fn meant<'a>(&'a self, look: Look<'a>, who: Id, order: &Order) -> Result<(Id, usize, &'a Item), Refusal> {
        let name = order.with;
        let is_it = |item: &Item| name.is_none_or(|name| item.arm.name == name);
        self.loadable(look, who).find(|(.., item)| is_it(item)).ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            look.refusal(self.rule, || format!("{} has no {what} in hand that is to be loaded", look.name(who)))
        })
    }

    /// Lets all work come to nothing that somebody has put into loading, but for that on one thing.
    fn break_off(&self, table: &mut Table<'_>, who: Id, kept: Option<usize>) {
        let begun = |(index, item): (usize, &Item)| item.progress > 0 && Some(index) != kept && self.is_empty(item);
        if self.keeps || !table.look().gear(who).iter().enumerate().any(begun) {
            return;
        }
        for (index, item) in table.edit::<Gear>(who).0.iter_mut().enumerate() {
            if begun((index, item)) {
                item.progress = 0;
            }
        }
        table.say(self.rule, who, |look| format!("{} has to begin loading anew.", look.name(who)));
    }
}

mechanic!(Reloading: |self| {
    words(rules, words) => {
        let slow = rules.arms.values().filter(|arm| arm.figure(self.takes).is_some()).map(|arm| arm.name);
        words.add(Word::Count, slow.map(|name| Key::new(&format!("Loading the {name}"))));
    },
    deeds => vec![Arc::new(self.clone())],
});

hears!(Reloading: |self, table| {
    Done { who, order } => {
        let look = table.look();
        let is_main = |deed: &Arc<dyn Deed>| look.rules().economy.is_main(look, who, &**deed, order);
        if order.verb != VERB && look.deed(order.verb).is_ok_and(is_main) {
            self.break_off(table, who, None);
        }
    },
});

sheet!(Reloading: |self, look, who| {
    let empty = look.gear(who).iter().filter(|item| self.is_empty(item));
    let line = |item: &Item| {
        let text = format!("{} of {}", item.progress, self.needed(&item.arm));
        SheetLine::of(format!("Loading the {}", item.arm.name), text, self.rule)
    };
    empty.map(line).collect()
});

impl Deed for Reloading {
    nature!(|self| Nature::of(VERB, Group::Gear, Stage::Upkeep).reading(&[Reads::With]).bides());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for (_, _, item) in self.loadable(look, who) {
            let (at, of) = (item.progress + 1, self.needed(&item.arm));
            let label = format!("Load: {} ({at} of {of})", item.arm.name);
            let choice = Choice::of(self, (look, who), Order::new(VERB).with(item.arm.name), label, self.rule);
            out.push(choice.step(at, of));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["gear", VERB])?;
        let (owner, _, item) = self.meant(look, who, order)?;
        let why = || format!("the {} takes {} hands", item.arm.name, item.arm.hands);
        look.refuse_if(owner == who && lacking(&item.arm, free_hands(look, who)) > 0, self.rule, why)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (owner, _, item) = self.meant(look, who, order).ok()?;
        let is_crew = owner != who && Self::knows(look, who, item);
        Some(Worth::of(if is_crew { A_TURN_OF_THE_WINCH } else { 0.005 }))
    }

    /// Whoever has learned to work an engine stays with it.
    fn draws(&self, look: Look<'_>, who: Id) -> Vec<(Square, Worth)> {
        let own = engines(look).filter(|(_, item)| Self::knows(look, who, item));
        own.map(|(engine, _)| (look.footprint(engine).at, Worth::of(A_CREW))).collect()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((owner, index, item)) = self.meant(table.look(), who, order) else { return Ok(()) };
        let (name, rounds) = (item.arm.name, item.arm.rounds.unwrap_or(1));
        let (done, needed) = (item.progress + 1, self.needed(&item.arm));
        self.break_off(table, who, Some(index).filter(|_| owner == who));
        if let Some(item) = table.edit::<Gear>(owner).0.get_mut(index) {
            (item.loaded, item.progress) = if done >= needed { (rounds, 0) } else { (item.loaded, done) };
        }
        table.say(self.rule, who, |look| {
            let who_loads = look.name(who);
            if done >= needed {
                format!("{who_loads} has loaded the {name}.")
            } else {
                format!("{who_loads} is loading the {name}: {done} of {needed}.")
            }
        });
        Ok(())
    }
}
