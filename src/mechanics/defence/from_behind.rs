//! Blows from behind, and those that nobody has seen coming: who is struck so cannot return it in that round, and is
//! off guard in the next (OS-ATK-16, OS-ATK-17).

use crate::mechanics::prelude::*;

/// The numbers of such blows.
#[derive(Clone, Debug, Deserialize)]
pub struct FromBehind {
    /// The words of blows from the side, and from behind.
    pub sides: (Key, Key),
    /// The word of blows that nobody has seen coming.
    pub surprise: Key,
    /// The word of blows in the round after one of these, and that of blows back.
    pub after: (Key, Key),
    /// Words of blows that have had their due for that already.
    pub spares: Vec<Key>,
    /// The state of those who are taken so, brought about by the one who has struck them, or by nobody if they know of
    /// no enemy at all.
    pub surprised: ConditionName,
    /// The state that follows it in the next round.
    pub off_guard: ConditionName,
    /// Other states in which somebody knows of no enemy: sleep.
    pub unaware: Vec<ConditionName>,
    /// What those may not do who know of no enemy.
    pub forbids: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: FromBehindRules,
}

rule_ids! { struct FromBehindRules {
    behind: "Blows from behind, and the round after.",
    surprise: "Blows by surprise.",
    states: "The states.",
} }

/// Those who have once come upon somebody so.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken(SmallVec<[Came; 2]>);

/// Somebody who has once come upon another so: in which round, and whether they have been apart since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Came {
    by: Id,
    round: i32,
    apart: bool,
}

/// The last round in which somebody has struck an enemy who did not see them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Unseen(Option<i32>);

impl FromBehind {
    /// Whether somebody knows of no enemy at all.
    fn is_unaware(&self, look: Look<'_>, who: Id) -> bool {
        let knows_none = |kind: ConditionName, by: Option<Id>| {
            kind == self.surprised && by.is_none() || self.unaware.contains(&kind)
        };
        look.conditions(who).iter().any(|each| knows_none(each.kind, each.by))
    }

    /// Whether `target` does not see this one coming. Of several blows of one round the first gives nobody away yet.
    fn takes_unawares(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let struck = look.get::<Unseen>(who).is_some_and(|unseen| unseen.0 == Some(look.clock().round));
        struck || self.is_unaware(look, target) || !look.sees(target, who)
    }

    /// When `by` came upon `target` so, if ever.
    fn came(look: Look<'_>, target: Id, by: Id) -> Option<Came> {
        look.get::<Taken>(target)?.0.iter().find(|came| came.by == by).copied()
    }

    fn note_apart(table: &mut Table<'_>, target: Id, by: Id) {
        let look = table.look();
        if Self::came(look, target, by).is_some_and(|came| !came.apart) && !look.are_in_melee(target, by) {
            let mut taken = table.edit::<Taken>(target);
            taken.0.iter_mut().filter(|came| came.by == by).for_each(|came| came.apart = true);
        }
    }

    fn is_spared(&self, case: &Case<'_>) -> bool {
        self.spares.iter().any(|word| case.is(word))
    }

    fn on_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>) -> Step {
        let look = table.look();
        let (_, behind) = self.sides;
        let case = blow.case;
        let is_surprise = case.is(self.surprise);
        let is_taken = |target: &Id| look.are_enemies(case.who, *target) && (is_surprise || case.is(behind));
        let Some(target) = case.against.filter(is_taken) else { return Ok(()) };
        let round = look.clock().round;
        if is_surprise && !look.sees(target, case.who) {
            table.edit::<Unseen>(case.who).0 = Some(round);
        }
        if table.look().has_brought(case.who, self.surprised, target) {
            return Ok(());
        }
        let mut taken = table.edit::<Taken>(target);
        taken.0.retain(|came| came.by != case.who);
        taken.0.push(Came { by: case.who, round, apart: false });
        Self::note_apart(table, target, case.who);
        let rule = if is_surprise { self.rules.surprise } else { self.rules.behind };
        // Who falls or cannot act strikes no blow back anyway.
        let look = table.look();
        if look.stands(target) && look.allows(target, &["act"]).is_ok() {
            table.say(rule, (target, case.who), |look| {
                let (how, name) = (if is_surprise { "unawares" } else { "from behind" }, look.name(target));
                format!("{name} is taken {how}: no blow back at {} in this round.", look.name(case.who))
            });
        }
        table.begin_settled(target, Condition::new(self.surprised).until(Until::Rounds(1)).by(case.who))
    }
}

mechanic!(FromBehind: |self| {
    between_two => vec![self.off_guard],
});

hears!(FromBehind: |self, table| {
    Blow { blow } => self.on_blow(table, blow),
    Moved { who, .. } => {
        let look = table.look();
        let own = look.get::<Taken>(who).into_iter().flat_map(|taken| &taken.0);
        let own: SmallVec<[Id; 2]> = own.map(|came| came.by).collect();
        let others: SmallVec<[Id; 2]> = look.everybody().filter(|id| Self::came(look, *id, who).is_some()).collect();
        own.into_iter().for_each(|other| Self::note_apart(table, who, other));
        others.into_iter().for_each(|other| Self::note_apart(table, other, who));
    },
    // Whoever was taken unawares in this round is off guard in the next.
    RoundEnded => {
        let look = table.look();
        let mut off_guard: Vec<(Id, Id)> = Vec::new();
        for who in look.everybody().filter(|id| look.is_in_play(*id)) {
            off_guard.extend(look.brought_by(who, self.surprised).map(|by| (who, by)));
        }
        for (who, by) in off_guard {
            // One round more than this one, which is about to be counted.
            table.begin(who, Condition::new(self.off_guard).until(Until::Rounds(2)).by(by))?;
        }
    },
});

narrows!(FromBehind: |self, look, case| {
    let who = case.who;
    // What a friend sends astray is nobody's ambush.
    let is_meant = |target: &Id| !target.is_thing() && look.are_enemies(who, *target) && !self.is_spared(case);
    let Some(target) = case.against.filter(is_meant) else { return };
    let ((flank, behind), (after, before)) = (self.sides, self.after);
    let unawares = self.takes_unawares(look, who, target);
    let now = look.clock().round;
    let came = Self::came(look, target, who);
    let again = came.is_some_and(|came| came.round < now && !(came.apart && unawares));
    let comes_unseen = unawares && !again;
    let is_taken = look.has_brought(who, self.surprised, target) && !case.is(behind);
    if is_taken && !comes_unseen {
        // The victim may turn as they like for the whole of that round.
        case.words.retain(|word| *word != flank);
        case.push_word(behind);
    } else if look.has_brought(who, self.off_guard, target) {
        case.words.retain(|word| *word != flank && *word != behind);
        case.push_word(after);
    } else if comes_unseen {
        case.words.retain(|word| *word != flank && *word != behind);
        case.push_word(self.surprise);
    } else if again && case.is(behind) {
        case.words.retain(|word| *word != behind);
        case.push_word(flank);
    }
    if look.has_brought(target, self.off_guard, who) {
        case.push_word(before);
    }
});

allows!(FromBehind: |self, look, case| {
    // Nobody strikes back in the same round at an enemy whom they have not seen coming.
    let Some(target) = case.against else { return Ok(()) };
    let why = || format!("{} was taken unawares by {} in this round", look.name(case.who), look.name(target));
    look.refuse_if(look.has_brought(target, self.surprised, case.who), self.rules.behind, why)
});

forbids!(FromBehind: |self, look, who, kinds| {
    let is_kept = kinds.iter().any(|kind| self.forbids.contains(kind));
    let is_surprised = is_kept && self.is_unaware(look, who);
    look.refuse_one_if(is_surprised, who, self.rules.states, "is taken by surprise")
});
