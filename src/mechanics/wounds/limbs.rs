//! What wounded limbs can still do: legs that limp or carry no more, arms that are numb or of no use (LG-WND-10 to
//! LG-WND-19).

use crate::mechanics::prelude::*;

/// The part that a condition brought about by legs is kept under.
const LEGS: &str = "legs";

/// The numbers of limbs.
#[derive(Clone, Debug, Deserialize)]
pub struct Limbs {
    /// What legs do.
    pub legs: Legs,
    /// What arms do.
    pub arms: Arms,
    /// Whether what weighs on attacks weighs on their damage too.
    pub penalties_touch_damage: bool,
    /// The conditions that then do.
    pub penalties: Vec<ConditionName>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// What legs do.
#[derive(Clone, Debug, Deserialize)]
pub struct Legs {
    /// The figure that says how far one gets, in the board's unit of length.
    pub speed: FigureName,
    /// The figure that counts legs of use.
    pub count: FigureName,
    /// Conditions that halve the one, once.
    pub halve: Vec<ConditionName>,
    /// Conditions in which nobody gets anywhere.
    pub stop: Vec<ConditionName>,
    /// Conditions of a leg that is lost, as often as they are strong.
    pub lose: Vec<ConditionName>,
    /// The fewest legs that still carry at half speed, by how many there were.
    pub carried_by: BTreeMap<i32, i32>,
    /// What those are in whom their legs no longer carry.
    pub immobile: ConditionName,
    /// Whether they are.
    pub is_immobile: bool,
    /// The rules that these numbers stand for.
    pub rules: LegsRules,
}

rule_ids! { struct LegsRules {
    half: "Limping.",
    stopped: "Not getting anywhere.",
    lost: "Lost legs.",
    immobile: "Being immobile for it.",
} }

/// What arms do.
#[derive(Clone, Debug, Deserialize)]
pub struct Arms {
    /// Their names, the main one first.
    pub sides: Vec<Key>,
    /// The condition of an arm that weighs on all that it does, and how much.
    pub numb: (ConditionName, i32),
    /// Conditions of an arm that does nothing more.
    pub useless: Vec<ConditionName>,
    /// Words of blows that other limbs can strike.
    pub other_limbs: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: ArmsRules,
}

rule_ids! { struct ArmsRules {
    numb: "Numb arms.",
    useless: "Useless ones.",
} }

/// How legs carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    Well,
    Half,
    Not,
}

impl Legs {
    fn lost(&self, look: Look<'_>, who: Id) -> i32 {
        look.conditions(who).iter().filter(|each| self.lose.contains(&each.kind)).map(|each| each.amount).sum()
    }

    /// How far so many legs carry one who had `whole` of them.
    fn carry(&self, left: i32, whole: i32) -> Carried {
        let fewest = self.carried_by.range(..=whole).next_back().map_or(whole, |(_, fewest)| *fewest);
        match left {
            _ if left >= whole => Carried::Well,
            _ if left >= fewest => Carried::Half,
            _ => Carried::Not,
        }
    }

    /// How somebody is carried, and by what rule no better.
    fn carried(&self, look: Look<'_>, who: Id) -> (Carried, Key, RuleId) {
        if look.conditions(who).is_empty() {
            return (Carried::Well, self.count.key(), self.rules.lost);
        }
        let of = |kind: ConditionName, otherwise: RuleId| {
            look.rules().conditions.get(&kind).map_or(otherwise, |def| def.rule)
        };
        if let Some(kind) = self.stop.iter().find(|kind| look.is(who, kind)) {
            return (Carried::Not, kind.key(), of(*kind, self.rules.stopped));
        }
        let lost = self.lost(look, who);
        let left = look.value(who, self.count);
        match self.carry(left, left + lost) {
            Carried::Not => return (Carried::Not, self.count.key(), self.rules.lost),
            Carried::Half => return (Carried::Half, self.count.key(), self.rules.lost),
            Carried::Well => {}
        }
        match self.halve.iter().find(|kind| look.is(who, kind)) {
            Some(kind) => (Carried::Half, kind.key(), self.rules.half),
            None => (Carried::Well, self.count.key(), self.rules.lost),
        }
    }

    /// Brings on what becomes of those whom their legs no longer carry, or lets it go.
    fn settle(&self, table: &mut Table<'_>, who: Id) -> Step {
        if !self.is_immobile {
            return Ok(());
        }
        let part = Some(Key::from(LEGS));
        let look = table.look();
        let is_wound = |each: &Condition| each.kind != self.immobile && self.stop.contains(&each.kind);
        let by_wound = look.conditions(who).iter().any(is_wound);
        let lost = self.lost(look, who);
        let left = look.value(who, self.count);
        let wanted = by_wound || (lost > 0 && self.carry(left, left + lost) == Carried::Not);
        let holds = look.conditions(who).iter().any(|each| each.kind == self.immobile && each.part == part);
        match (wanted, holds) {
            (true, false) => table.begin(who, Condition::new(self.immobile).on(part)),
            (false, true) => table.end_on(who, self.immobile, part).map(drop),
            _ => Ok(()),
        }
    }
}

impl Arms {
    fn is_in(look: Look<'_>, who: Id, side: Key, kinds: &[ConditionName]) -> bool {
        let hand = Grip::of_limb(side);
        let concerns = |each: &Condition| each.part.map_or(Grip::RIGHT, Grip::of_limb) == hand;
        look.conditions(who).iter().any(|each| kinds.contains(&each.kind) && concerns(each))
    }

    /// Arms that can still do something.
    fn usable(&self, look: Look<'_>, who: Id) -> impl Iterator<Item = Key> {
        self.sides.iter().copied().filter(move |side| !Self::is_in(look, who, *side, &self.useless))
    }

    /// What numb arms add to what is done with `arm`: the one that the order
    /// names by its hand, or of several that are alike the one that suits best.
    fn numbness(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> i32 {
        let (who, (numb, less)) = (case.who, self.numb);
        if look.condition(who, numb).is_none() {
            return 0;
        }
        let is_numb = |side: &Key| Self::is_in(look, who, *side, &[numb]);
        let grip_of = |item: &Item| match item.held {
            Held::Hand(grip) if item.arm.name == arm.name => Some(grip),
            _ => None,
        };
        let in_hand = || look.gear(who).iter().filter_map(grip_of);
        // A hand that holds nothing of the kind strikes nothing.
        let hand = case.hand().filter(|hand| in_hand().any(|grip| grip.shares(*hand)));
        let meant = in_hand().filter(|grip| hand.is_none_or(|hand| grip.shares(hand)));
        let numb_in =
            |grip: Grip| self.sides.iter().filter(|side| grip.shares(Grip::of_limb(**side)) && is_numb(side)).count();
        let count = match meant.map(numb_in).min() {
            Some(count) => count,
            // Whoever strikes with a part of their own takes the better ones.
            None if arm.hands > 0 && !self.strikes_otherwise(arm) => {
                let sound = self.usable(look, who).filter(|side| !is_numb(side)).count();
                usize::from(arm.hands).saturating_sub(sound)
            }
            None => 0,
        };
        less.saturating_mul(i32::try_from(count).unwrap_or(0))
    }

    /// Whoever comes into a battle has nothing in hands that are of no use.
    fn stow(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        if look.conditions(who).is_empty() {
            return;
        }
        let lost = self.sides.iter().filter(|side| Self::is_in(look, who, **side, &self.useless));
        let lost: Vec<Grip> = lost.map(|side| Grip::of_limb(*side)).collect();
        let held_so = |item: &Item| matches!(item.held, Held::Hand(grip) if lost.iter().any(|hand| grip.shares(*hand)));
        if !look.gear(who).iter().any(held_so) {
            return;
        }
        for item in table.edit::<Gear>(who).0.iter_mut().filter(|item| held_so(item)) {
            item.held = Held::Belt;
        }
    }

    fn strikes_otherwise(&self, arm: &Arm) -> bool {
        self.other_limbs.iter().any(|word| arm.has(word))
    }
}

mechanic!(Limbs: |self| {
    answers_for => {
        let legs =
            [&self.legs.halve, &self.legs.stop, &self.legs.lose].into_iter().flatten().map(|state| (*state, "legs"));
        let arms = self.arms.useless.iter().chain([&self.arms.numb.0]).map(|state| (*state, "arms"));
        let answer = |(state, limbs)| (state, format!("what is left of the {limbs} of those with `{state}`"));
        legs.chain(arms).map(answer).collect()
    },
    words(words) => words.add(Word::Term, ["lost"]),
});

hears!(Limbs: |self, table| {
    Begun => table.for_everybody(|table, who| self.on_arrival(table, who)),
    Arrived { who } => self.on_arrival(table, who),
    Condition { who, kind, .. } => {
        let legs = &self.legs;
        if kind != legs.immobile && (legs.stop.contains(&kind) || legs.lose.contains(&kind)) {
            return legs.settle(table, who);
        }
    },
});

impl Limbs {
    fn on_arrival(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.arms.stow(table, who);
        self.legs.settle(table, who)
    }
}

modifies!(Limbs: [self.legs.count.key(), self.legs.speed.key(), Key::from("attack"), Key::from("damage")]
    => |self, look, case, sum| {
    let legs = &self.legs;
    if case.on == legs.count {
        sum.add("lost", -legs.lost(look, case.who), legs.rules.lost);
    } else if case.on == legs.speed {
        let whole = sum.total().max(0);
        let square = look.rules().measure.square.max(1);
        let (carried, why, rule) = legs.carried(look, case.who);
        match carried {
            Carried::Well => {}
            // Whole squares.
            Carried::Half => sum.add(why, whole / 2 / square * square - whole, rule),
            Carried::Not => sum.add(why, -whole, rule),
        }
    }
    let damage = case.on == "damage" && self.penalties_touch_damage;
    if (case.on == "attack" || damage)
        && let Some(arm) = case.arm
    {
        sum.add(self.arms.numb.0, self.arms.numbness(look, case, arm), self.arms.rules.numb);
    }
    if damage {
        for condition in look.conditions(case.who).iter().filter(|each| self.penalties.contains(&each.kind)) {
            let def = look.rules().conditions.get(&condition.kind);
            let on_attacks =
                def.into_iter().flat_map(|def| &def.mods).filter(|each| each.on.contains(&"attack".into()));
            let less = on_attacks.map(|each| if each.each { each.n * condition.amount } else { each.n }).sum();
            sum.add(condition.kind, less, self.rule);
        }
    }
});

forbids!(Limbs: |self, look, who, kinds| {
    if !kinds.contains(&"move".into()) {
        return Ok(());
    }
    let (carried, why, rule) = self.legs.carried(look, who);
    let why = || format!("{} cannot move from the spot: {why}", look.name(who));
    look.refuse_if(carried == Carried::Not, rule, why)
});

allows!(Limbs: |self, look, case| {
    // What is struck with arms of one's own needs as many as are of use.
    let Some(arm) = case.arm.filter(|arm| arm.hands > 0 && !self.arms.strikes_otherwise(arm)) else {
        return Ok(());
    };
    let grown = look.item(case.who, arm.name).is_some_and(|item| item.held == Held::Body);
    if !grown || look.conditions(case.who).is_empty() {
        return Ok(());
    }
    let usable = self.arms.usable(look, case.who).count();
    let why = || format!("{} takes {} arms and {usable} are of use", arm.name, arm.hands);
    look.refuse_if(usize::from(arm.hands) > usable, self.arms.rules.useless, why)
});
