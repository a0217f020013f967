//! Hands and what goes into and out of them where one hand is enough to hold anything and some arms need the other one
//! as well to strike: drawing, putting away, changing, picking up, laying down, dropping (ZN-TURN-03, ZN-GEAR-05).

mod deeds;

use self::deeds::{CHANGES, Handle};
use crate::mechanics::prelude::*;

/// The numbers of hands and of what they hold.
#[derive(Clone, Debug, Deserialize)]
pub struct Handling {
    /// The figure for how many hands somebody has.
    pub hands: FigureName,
    /// The state of those who are held: each takes a hand of the one who holds them.
    pub held: ConditionName,
    /// States of the body that cost a hand.
    pub useless: Vec<ConditionName>,
    /// The deed that things are drawn for that nobody strikes with, if there is one.
    pub used_by: Option<Verb>,
    /// The rules that these numbers stand for.
    pub rules: HandlingRules,
}

rule_ids! { struct HandlingRules {
    hands: "How many hands there are, and how many an arm needs; things on the ground.",
    handling: "Changing what is in them.",
} }

/// The sum that says how many hands somebody has free.
const FREE_HANDS: &str = "free hands";

/// Hands that somebody has free, below nought where they have fewer than they need for what they hold.
pub(in crate::mechanics) fn free_hands(look: Look<'_>, who: Id) -> i32 {
    look.sum(&Case::of(FREE_HANDS, who), Sum::new()).total()
}

/// Hands that somebody still lacks to strike with an arm that they hold, if so many are free.
pub(in crate::mechanics) fn lacking(arm: &Arm, free: i32) -> i32 {
    (i32::from(arm.hands) - 1 - free.max(0)).max(0)
}

impl Handling {
    /// Whom somebody holds.
    fn holds<'a>(&self, look: Look<'a>, who: Id) -> impl Iterator<Item = Id> + use<'a> {
        look.brought_upon(who, self.held)
    }

    /// The hands that are of no use to somebody.
    fn useless(&self, look: Look<'_>, who: Id) -> Grip {
        let all = Grip::all(self.count(look, who));
        let states = look.conditions(who).iter().filter(|each| self.useless.contains(&each.kind));
        states.fold(Grip::default(), |lost, state| {
            let left = all.without(lost);
            // Where nobody said which arm it is, it is the one that is used less.
            let others = left.first(left.count().saturating_sub(1)).unwrap_or_default();
            lost.and(state.part.map_or(left.without(others), Grip::of_limb))
        })
    }

    fn count(&self, look: Look<'_>, who: Id) -> u8 {
        u8::try_from(look.value(who, self.hands).max(0)).unwrap_or(u8::MAX)
    }

    /// Which hands hold what: whatever wants several has as many as nothing else needs.
    fn grips(&self, look: Look<'_>, who: Id) -> Vec<(usize, Grip)> {
        let all = Grip::all(self.count(look, who));
        let mut left = all.without(self.useless(look, who));
        let mut grips: Vec<(usize, Grip)> = Vec::new();
        for (index, item) in look.gear(who).iter().enumerate() {
            let Held::Hand(own) = item.held else { continue };
            let kept = own.without(all.without(left)).first(1);
            let hand = kept.or_else(|| left.first(1)).unwrap_or(own);
            left = left.without(hand);
            grips.push((index, hand));
        }
        for _ in self.holds(look, who) {
            left = left.without(left.first(1).unwrap_or_default());
        }
        for (index, grip) in &mut grips {
            let wants = look.gear(who).get(*index).map_or(0, |item| item.arm.hands);
            while grip.count() < wants
                && let Some(more) = left.first(1)
            {
                (*grip, left) = (grip.and(more), left.without(more));
            }
        }
        grips
    }

    /// Lets every hand hold what it should, after something has changed.
    fn regrip(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let mut grips = self.grips(look, who);
        grips.retain(|(index, grip)| look.gear(who).get(*index).is_some_and(|item| item.held != Held::Hand(*grip)));
        if grips.is_empty() {
            return;
        }
        let mut gear = table.edit::<Gear>(who);
        for (index, grip) in grips {
            if let Some(item) = gear.0.get_mut(index) {
                item.held = Held::Hand(grip);
            }
        }
    }

    /// Lets fall whatever there is no hand left for: what the useless one held, or else what was taken up last.
    fn spill(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let useless = self.useless(look, who);
        let mut held: Vec<(bool, usize)> = Vec::new();
        for (index, item) in look.gear(who).iter().enumerate() {
            if let Held::Hand(grip) = item.held {
                held.push((grip.without(useless).count() == 0, index));
            }
        }
        held.sort_unstable();
        let over = (-free_hands(look, who)).max(0) as usize;
        let square = look.footprint(who).at;
        for (_, index) in held.into_iter().rev().take(over) {
            let Some(name) = table.look().gear(who).get(index).map(|item| item.arm.name) else { continue };
            if let Some(item) = table.edit::<Gear>(who).0.get_mut(index) {
                item.held = Held::Ground(square);
            }
            table.say(self.rules.hands, who, |look| format!("{} drops the {name}.", look.name(who)));
        }
    }
}

mechanic!(Handling: |self| {
    answers_for => {
        let of = |state: &ConditionName| (*state, format!("which hands are of use to those who are `{state}`"));
        self.useless.iter().map(of).collect()
    },
    words(words) => words.add(Word::Term, ["full"]),
    plays => &[Part::Hands],
    deeds(own) => CHANGES.map(|change| Arc::new(Handle { own: own.clone(), change }) as Arc<dyn Deed>).into(),
});

hears!(Handling: |self, table| {
    // A thing that was struck or thrown out of a hand leaves that hand to the others.
    Blow { blow } => {
        self.regrip(table, blow.case.who);
        if let Some(target) = blow.case.against {
            self.regrip(table, target);
        }
    },
    Done { who, .. } => self.regrip(table, who),
    Condition { who, kind, begun } => if self.useless.contains(&kind) {
        if begun {
            self.spill(table, who);
        }
        self.regrip(table, who);
    },
});

modifies!(Handling: [FREE_HANDS] => |self, look, case, sum| {
    let (who, rule) = (case.who, self.rules.hands);
    let count = |found: usize| i32::try_from(found).unwrap_or(i32::MAX);
    sum.add(self.hands, look.value(who, self.hands), rule);
    sum.add("full", -count(look.gear(who).iter().filter(|item| item.is_in_hand()).count()), rule);
    sum.add(self.held, -count(self.holds(look, who).count()), rule);
    for state in look.conditions(who).iter().filter(|each| self.useless.contains(&each.kind)) {
        sum.add(state.kind, -1, rule);
    }
});

allows!(Handling: |self, look, case| {
    let Some(arm) = case.arm.filter(|arm| arm.hands > 1) else { return Ok(()) };
    let is_held = look.gear(case.who).iter().any(|item| item.arm.name == arm.name && item.is_in_hand());
    // A hand that is on somebody can be had by letting go.
    let holding = i32::try_from(self.holds(look, case.who).count()).unwrap_or(0);
    let lacks = is_held && lacking(arm, free_hands(look, case.who).saturating_add(holding)) > 0;
    let why = || format!("{} takes {} hands, and {} has others full", arm.name, arm.hands, look.name(case.who));
    look.refuse_if(lacks, self.rules.hands, why)
});
