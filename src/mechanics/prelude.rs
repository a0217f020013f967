//! What rules are written in: all words of `battle`, and of the board, the dice and the libraries those that most
//! mechanics need. What a file takes by name from elsewhere goes before what stands here.

pub(super) use std::collections::BTreeMap;
pub(super) use std::sync::Arc;

pub(super) use bevy::ecs::prelude::Component;
pub(super) use serde::Deserialize;
pub(super) use smallvec::SmallVec;

pub(super) use crate::battle::house_words::ATTACK;
pub(super) use crate::battle::*;
pub(super) use crate::board::{Direction, Footprint, Halves, Spot, Square, ZoneId};
pub(super) use crate::dice::{Dice, DiceError, Distribution, Expr, Fraction, Throw, enumerate};

/// The struct of a mechanic that says which rule each part of it shows: its fields, all ids of rules, with what they are of.
macro_rules! rule_ids {
    (struct $name:ident { $($field:ident: $doc:literal),* $(,)? }) => {
        /// Which rule of the ruleset each part of this mechanic shows.
        #[derive(Clone, Copy, Debug, serde::Deserialize)]
        pub struct $name {
            $(#[doc = $doc] pub $field: $crate::battle::RuleId,)*
        }
    };
}
pub(super) use rule_ids;

/// What a mechanic says of itself: a row for each function of [`Mechanic`] that it has, with what it is given.
macro_rules! mechanic {
    (@words($me:ident, $words:ident) $told:expr) => {
        fn words(&$me, _rules: &$crate::battle::Rules, $words: &mut $crate::battle::Words) {
            $told;
        }
    };
    (@words($me:ident, $rules:ident, $words:ident) $told:expr) => {
        fn words(&$me, $rules: &$crate::battle::Rules, $words: &mut $crate::battle::Words) {
            $told;
        }
    };
    (@deeds($me:ident) $told:expr) => {
        fn deeds(&$me) -> Vec<std::sync::Arc<dyn $crate::battle::Deed>> {
            $told
        }
    };
    // The same where all of them share the mechanic.
    (@deeds($me:ident, $own:ident) $told:expr) => {
        fn deeds(&$me) -> Vec<std::sync::Arc<dyn $crate::battle::Deed>> {
            let $own = std::sync::Arc::new($me.clone());
            $told
        }
    };
    // The component that it keeps of each fighter, as it is at first.
    (@keeps($me:ident) $told:expr) => {
        fn equip(&$me, newcomer: &mut $crate::battle::Newcomer<'_>, _profile: &$crate::battle::Profile) {
            newcomer.give($told);
        }
    };
    (@equip($me:ident, $newcomer:ident, $profile:ident) $told:expr) => {
        fn equip(&$me, $newcomer: &mut $crate::battle::Newcomer<'_>, $profile: &$crate::battle::Profile) {
            $told;
        }
    };
    (@on_task($me:ident, $table:ident, $who:ident) $told:expr) => {
        fn on_task(
            &$me,
            $table: &mut $crate::battle::Table<'_>,
            _name: $crate::battle::Key,
            $who: $crate::battle::Id,
        ) -> $crate::battle::Step {
            $told
        }
    };
    (@situations($me:ident) $told:expr) => {
        fn situations(&$me) -> &'static [&'static str] {
            $told
        }
    };
    (@answers_for($me:ident) $told:expr) => {
        fn answers_for(&$me) -> Vec<($crate::battle::ConditionName, String)> {
            $told
        }
    };
    (@relies_on($me:ident, $rules:ident) $told:expr) => {
        fn relies_on(&$me, $rules: &$crate::battle::Rules) -> Vec<$crate::battle::ConditionName> {
            $told
        }
    };
    (@needs($me:ident) $told:expr) => {
        fn needs(&$me) -> &'static [$crate::battle::Part] {
            $told
        }
    };
    (@plays($me:ident) $told:expr) => {
        fn plays(&$me) -> &'static [$crate::battle::Part] {
            $told
        }
    };
    (@strikes_with($me:ident, $arm:ident) $told:expr) => {
        fn strikes_with(&$me, $arm: &$crate::battle::Arm) -> bool {
            $told
        }
    };
    (@grips($me:ident) $told:expr) => {
        fn grips(&$me) -> Vec<$crate::battle::Tie> {
            $told
        }
    };
    (@in_the_saddle($me:ident) $told:expr) => {
        fn in_the_saddle(&$me) -> Vec<$crate::battle::Key> {
            $told
        }
    };
    ($mechanic:ty: |$me:ident| { $($row:ident $(($($given:ident),*))? => $told:expr),* $(,)? }) => {
        impl $crate::battle::Mechanic for $mechanic {
            $(mechanic!(@$row($me $($(, $given)*)?) $told);)*
        }
    };
}
pub(super) use mechanic;

/// What a mechanic has to do with sums: with which, and what it adds to them.
macro_rules! modifies {
    ($mechanic:ty: $on:expr => |$me:ident, $look:ident, $case:ident, $sum:ident| $does:block) => {
        impl $crate::battle::Modifies for $mechanic {
            fn on(&$me) -> Option<Vec<$crate::battle::Key>> {
                Some($on.into_iter().map($crate::battle::Key::from).collect())
            }

            fn modify(
                &$me,
                $look: $crate::battle::Look<'_>,
                $case: &$crate::battle::Case<'_>,
                $sum: &mut $crate::battle::Sum,
            ) $does
        }
    };
}
pub(super) use modifies;

/// What else a mechanic knows to be true of blows.
macro_rules! narrows {
    ($mechanic:ty: |$me:ident, $look:ident, $case:ident| $does:block) => {
        impl $crate::battle::Narrows for $mechanic {
            fn narrow(&$me, $look: $crate::battle::Look<'_>, $case: &mut $crate::battle::Case<'_>) $does
        }
    };
}
pub(super) use narrows;

/// Which deeds a mechanic forbids.
macro_rules! forbids {
    ($mechanic:ty: |$me:ident, $look:ident, $who:ident, $kinds:ident| $does:block) => {
        impl $crate::battle::Forbids for $mechanic {
            fn forbid(
                &$me,
                $look: $crate::battle::Look<'_>,
                $who: $crate::battle::Id,
                $kinds: &[$crate::battle::Key],
            ) -> $crate::battle::Allowed $does
        }
    };
}
pub(super) use forbids;

/// Which blows a mechanic forbids, where it looks at each by itself.
macro_rules! allows {
    ($mechanic:ty: |$me:ident, $look:ident, $case:ident| $does:block) => {
        impl $crate::battle::Allows for $mechanic {
            fn allow(
                &$me,
                $look: $crate::battle::Look<'_>,
                $case: &$crate::battle::Case<'_>,
            ) -> $crate::battle::Allowed $does
        }
    };
}
pub(super) use allows;

/// What a mechanic tells of somebody on their sheet, where that is all that it [`Shows`].
macro_rules! sheet {
    ($mechanic:ty: |$me:ident, $look:ident, $who:ident| $does:block) => {
        impl $crate::battle::Shows for $mechanic {
            fn sheet(
                &$me,
                $look: $crate::battle::Look<'_>,
                $who: $crate::battle::Id,
            ) -> Vec<$crate::battle::SheetLine> $does
        }
    };
}
pub(super) use sheet;

/// What a deed is, whoever does it: a row of its [`Deed`].
macro_rules! nature {
    (|$me:ident| $told:expr) => {
        fn nature(&$me) -> $crate::battle::Nature {
            $told
        }
    };
}
pub(super) use nature;

/// What a deed offers, in words and by which rule: itself and no more, or itself at each of these, whom the words name.
macro_rules! offers {
    (|$me:ident| $label:expr, $rule:expr) => {
        fn choices(
            &$me,
            look: $crate::battle::Look<'_>,
            who: $crate::battle::Id,
            out: &mut Vec<$crate::battle::Choice>,
        ) {
            let order = $crate::battle::Order::new($crate::battle::Deed::verb($me));
            out.push($crate::battle::Choice::of($me, (look, who), order, $label, $rule));
        }
    };
    (|$me:ident, $look:ident, $who:ident| $label:literal, $rule:expr, $others:expr) => {
        fn choices(
            &$me,
            $look: $crate::battle::Look<'_>,
            $who: $crate::battle::Id,
            out: &mut Vec<$crate::battle::Choice>,
        ) {
            let label = |other| format!($label, $look.name(other));
            out.extend($crate::battle::Choice::at_each($me, ($look, $who), $others, $rule, label));
        }
    };
}
pub(super) use offers;

/// All of these, each once, in the order in which they come.
pub(super) fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for each in all {
        if !once.contains(&each) {
            once.push(each);
        }
    }
    once
}

/// What is said of so many: one is, several are.
pub(super) const fn are(count: i32) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What a field means that a file leaves out, where that is a yes.
pub(super) const fn yes() -> bool {
    true
}

/// The same where it is 1.
pub(super) fn one<N: From<u8>>() -> N {
    N::from(1)
}
