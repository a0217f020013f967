//! Wear: what is damaged breaks in the fight, and what was used may be damaged after it (ZN-GEAR-01 to ZN-GEAR-03).

mod improvised_weapons;

use crate::mechanics::prelude::*;

/// The numbers of wear.
#[derive(Clone, Debug, Deserialize)]
pub struct Wear {
    /// Sides of the die that is thrown for each thing after a fight; a 1 is bad.
    pub faces: u16,
    /// The state of things that will not last.
    #[serde(deserialize_with = "refers::own")]
    pub damaged: Key,
    /// The state of things that have been used in this fight.
    #[serde(deserialize_with = "refers::own")]
    pub used: Key,
    /// The word of things that are always as if damaged.
    pub improvised: Key,
    /// Words of what protects, in the order in which it gives way.
    pub armour: Vec<Key>,
    /// The least damage that makes it give way, before armour is taken off.
    pub strong: i32,
    /// Words of what never wears out.
    pub spared: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: WearRules,
}

rule_ids! { struct WearRules {
    after: "After a fight.",
    weapons: "What is struck with.",
    armour: "What protects.",
    improvised: "What was never made for it.",
} }

impl Wear {
    fn is_spared(&self, item: &Item) -> bool {
        self.spared.iter().any(|word| item.arm.has(word))
    }

    /// The thing that a blow was struck with, by its place in the gear of whoever struck it. What was thrown lies where
    /// it fell, and what was lost in the same exchange somewhere on the ground.
    fn struck_with(&self, look: Look<'_>, blow: &Blown<'_>) -> Option<usize> {
        let arm = blow.case.arm?;
        let gear = look.gear(blow.case.who);
        let lands = blow.case.against.map(|target| look.footprint(target).at);
        let place = |fits: &dyn Fn(Held) -> bool| {
            gear.iter().position(|item| item.arm.name == arm.name && fits(item.held) && !self.is_spared(item))
        };
        let thrown = |square: Option<Square>| {
            place(&|held| matches!(held, Held::Ground(at) if square.is_none_or(|square| square == at)))
        };
        let ready = || place(&|held| matches!(held, Held::Hand(_) | Held::Body | Held::Worn));
        if arm.has("thrown") { thrown(lands).or_else(|| thrown(None)) } else { ready().or_else(|| thrown(None)) }
    }

    /// What gives way first of what somebody has on.
    fn gives_way(&self, look: Look<'_>, who: Id) -> Option<usize> {
        let gear = look.gear(who);
        let fits = |item: &Item, word: &Key| {
            matches!(item.held, Held::Worn | Held::Hand(_)) && item.arm.has(word) && self.is_damaged(item)
        };
        self.armour.iter().find_map(|word| gear.iter().position(|item| fits(item, word)))
    }

    /// Remembers that a thing has been used.
    fn use_item(&self, table: &mut Table<'_>, who: Id, index: usize) {
        let is_known = table.look().gear(who).get(index).is_none_or(|item| item.is(self.used));
        if !is_known && let Some(item) = table.edit::<Gear>(who).0.get_mut(index) {
            item.state.push(self.used);
        }
    }

    /// A thing is no more.
    fn destroy(table: &mut Table<'_>, who: Id, index: usize, rule: RuleId) {
        if index >= table.look().gear(who).len() {
            return;
        }
        let item = table.edit::<Gear>(who).0.remove(index);
        table.say(rule, who, |look| format!("{} breaks: {}.", item.arm.name, look.name(who)));
    }

    /// Whether something is rolled for after a fight: a weapon, or what protects.
    fn wears(&self, item: &Item) -> bool {
        let is_weapon = matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
        let protects = self.armour.iter().any(|word| item.arm.has(word));
        (is_weapon || protects) && !self.is_spared(item) && item.is(self.used)
    }

    /// Rolls for one thing after a fight; whether it is still there.
    fn roll_for(&self, table: &mut Table<'_>, who: Id, index: usize) -> Step<bool> {
        let Some(item) = table.look().gear(who).get(index).cloned() else { return Ok(false) };
        let die = Expr::d(self.faces);
        let throw = table.throw(&die)?;
        let (name, rule, was_damaged) = (item.arm.name, self.rules.after, self.is_damaged(&item));
        let is_bad = throw.total == 1;
        table.note(|look| {
            let how = match (is_bad, was_damaged) {
                (false, _) => "is as it was",
                (true, false) => "is damaged",
                (true, true) => "is done for",
            };
            let text = format!("{}: the {name} {how}.", look.name(who));
            let rolled = Roll::of("durability", &die, &throw, &Sum::new());
            Fact::new(rule, text).who(who).roll(Roll { success: Some(!is_bad), ..rolled })
        });
        let mut gear = table.edit::<Gear>(who);
        if is_bad && was_damaged {
            gear.0.remove(index);
            return Ok(false);
        }
        if let Some(item) = gear.0.get_mut(index) {
            item.state.retain(|state| *state != self.used);
            if is_bad {
                item.state.push(self.damaged);
            }
        }
        Ok(true)
    }
}

mechanic!(Wear: |self| {
    words(words) => words.add(Word::Roll, ["durability"]),
});

impl Blows for Wear {
    /// What is damaged breaks on a 1.
    fn reads_faces(&self, look: Look<'_>, who: Id, arm: Key) -> bool {
        look.gear(who).iter().any(|item| item.arm.name == arm && self.is_damaged(item))
    }
}

hears!(Wear: |self, table| {
    // What protects is used when damage is reckoned against whoever has it on.
    Harmed { hit } => {
        let protects = |item: &Item| {
            matches!(item.held, Held::Worn | Held::Hand(_))
                && self.armour.iter().any(|word| item.arm.has(word))
                && !self.is_spared(item)
        };
        for index in 0..table.look().gear(hit.who).len() {
            if table.look().gear(hit.who).get(index).is_some_and(protects) {
                self.use_item(table, hit.who, index);
            }
        }
    },
    Blow { blow } => {
        let who = blow.case.who;
        if let Some(index) = self.struck_with(table.look(), blow) {
            self.use_item(table, who, index);
            let item = table.look().gear(who).get(index);
            if let Some(item) = item.filter(|item| blow.low == Some(1) && self.is_damaged(item)) {
                let rule = self.breaks_by(item);
                Self::destroy(table, who, index, rule);
            }
        }
        let is_strong = blow.struck() && blow.damage.is_some_and(|damage| damage >= self.strong);
        if let Some(target) = blow.case.against.filter(|_| is_strong)
            && let Some(index) = self.gives_way(table.look(), target)
        {
            Self::destroy(table, target, index, self.rules.armour);
        }
    },
    HoursPass { .. } => {
        for who in table.everybody() {
            let mut index = 0;
            while let Some(item) = table.look().gear(who).get(index) {
                if !self.wears(item) || self.roll_for(table, who, index)? {
                    index += 1;
                }
            }
        }
    },
});
