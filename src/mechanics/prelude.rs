//! What rules are written in: all words of `battle`, and of the board, the dice and the libraries those that most
//! mechanics need. What a file takes by name from elsewhere goes before what stands here. The macros at its end speak in
//! these words too, so they serve whoever has taken them all.

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
        fn words(&$me, _rules: &Rules, $words: &mut $crate::battle::Words) {
            $told;
        }
    };
    (@words($me:ident, $rules:ident, $words:ident) $told:expr) => {
        fn words(&$me, $rules: &Rules, $words: &mut $crate::battle::Words) {
            $told;
        }
    };
    (@deeds($me:ident) $told:expr) => { fn deeds(&$me) -> Vec<Arc<dyn Deed>> { $told } };
    // The same where all of them share the mechanic.
    (@deeds($me:ident, $own:ident) $told:expr) => {
        fn deeds(&$me) -> Vec<Arc<dyn Deed>> {
            let $own = Arc::new($me.clone());
            $told
        }
    };
    // The component that it keeps of each fighter, as it is at first.
    (@keeps($me:ident) $told:expr) => {
        fn equip(&$me, newcomer: &mut Newcomer<'_>, _profile: &Profile) {
            newcomer.give($told);
        }
    };
    (@equip($me:ident, $newcomer:ident, $profile:ident) $told:expr) => {
        fn equip(&$me, $newcomer: &mut Newcomer<'_>, $profile: &Profile) {
            $told;
        }
    };
    (@on_task($me:ident, $table:ident, $who:ident) $told:expr) => {
        fn on_task(&$me, $table: &mut Table<'_>, _name: Key, $who: Id) -> Step {
            $told
        }
    };
    (@situations($me:ident) $told:expr) => { fn situations(&$me) -> &'static [&'static str] { $told } };
    (@answers_for($me:ident) $told:expr) => { fn answers_for(&$me) -> Vec<(ConditionName, String)> { $told } };
    (@relies_on($me:ident, $rules:ident) $told:expr) => {
        fn relies_on(&$me, $rules: &Rules) -> Vec<ConditionName> {
            $told
        }
    };
    (@needs($me:ident) $told:expr) => { fn needs(&$me) -> &'static [Part] { $told } };
    (@plays($me:ident) $told:expr) => { fn plays(&$me) -> &'static [Part] { $told } };
    (@strikes_with($me:ident, $arm:ident) $told:expr) => { fn strikes_with(&$me, $arm: &Arm) -> bool { $told } };
    (@grips($me:ident) $told:expr) => { fn grips(&$me) -> Vec<Tie> { $told } };
    (@in_the_saddle($me:ident) $told:expr) => { fn in_the_saddle(&$me) -> Vec<Key> { $told } };
    (@between_two($me:ident) $told:expr) => { fn between_two(&$me) -> Vec<ConditionName> { $told } };
    (@takes_away($me:ident) $told:expr) => { fn takes_away(&$me) -> Vec<ConditionName> { $told } };
    (@thrown_at_first($me:ident, $look:ident, $who:ident) $told:expr) => {
        fn thrown_at_first(&$me, $look: Look<'_>, $who: Id) -> Option<(FigureName, Expr)> {
            $told
        }
    };
    ($mechanic:ty: |$me:ident| { $($row:ident $(($($given:ident),*))? => $told:expr),* $(,)? }) => {
        impl Mechanic for $mechanic {
            $(mechanic!(@$row($me $($(, $given)*)?) $told);)*
        }
    };
}
pub(super) use mechanic;

/// What a mechanic has to do with sums: with which, and what it adds to them.
macro_rules! modifies {
    ($mechanic:ty: $on:expr => |$me:ident, $look:ident, $case:ident, $sum:ident| $does:block) => {
        impl Modifies for $mechanic {
            fn on(&$me) -> Option<Vec<Key>> {
                Some($on.into_iter().map(Key::from).collect())
            }

            fn modify(&$me, $look: Look<'_>, $case: &Case<'_>, $sum: &mut Sum) $does
        }
    };
}
pub(super) use modifies;

/// Makes a macro for each role that comes to one function: of a mechanic it takes what that function is given and does.
macro_rules! roles {
    ($d:tt $($(#[$doc:meta])* $name:ident: $role:ident::$does:ident($($given:ident: $of:ty),+) $(-> $told:ty)?;)+) => {$(
        $(#[$doc])*
        macro_rules! $name {
            ($d mechanic:ty: |$d me:ident, $($d $given:ident),+| $d body:block) => {
                impl $role for $d mechanic {
                    fn $does(&$d me, $($d $given: $of),+) $(-> $told)? $d body
                }
            };
        }
        pub(super) use $name;
    )+};
}

roles! { $
    /// What else a mechanic knows to be true of blows.
    narrows: Narrows::narrow(look: Look<'_>, case: &mut Case<'_>);
    /// Which deeds a mechanic forbids.
    forbids: Forbids::forbid(look: Look<'_>, who: Id, kinds: &[Key]) -> Allowed;
    /// Which blows a mechanic forbids, where it looks at each by itself.
    allows: Allows::allow(look: Look<'_>, case: &Case<'_>) -> Allowed;
    /// What a mechanic tells of somebody on their sheet, where that is all that it [`Shows`].
    sheet: Shows::sheet(look: Look<'_>, who: Id) -> Vec<SheetLine>;
}

/// What a mechanic makes of the turns of those who are in a state in which they are not their own masters.
macro_rules! driven {
    ($mechanic:ty: |$me:ident, $table:ident, $who:ident| in $state:expr => $does:block) => {
        impl Drives for $mechanic {
            fn compels(&$me, $table: &mut Table<'_>, $who: Id) -> Step<Option<Compulsion>> {
                if $table.look().condition($who, $state).is_none() {
                    return Ok(None);
                }
                Ok(Some($does))
            }
        }
    };
}
pub(super) use driven;

/// What a deed is, whoever does it: a row of its [`Deed`].
macro_rules! nature {
    (|$me:ident| $told:expr) => {
        fn nature(&$me) -> Nature {
            $told
        }
    };
}
pub(super) use nature;

/// What a deed offers, in words and by which rule: itself and no more, the same where that is so, itself with each of these
/// things, or itself at each of these others, which the words name.
macro_rules! offers {
    (|$me:ident| $label:expr, $rule:expr) => {
        fn choices(&$me, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
            let order = Order::new(Deed::verb($me));
            out.push(Choice::of($me, (look, who), order, $label, $rule));
        }
    };
    (|$me:ident, $look:ident, $who:ident| $label:literal, $rule:expr, if $when:expr) => {
        fn choices(&$me, $look: Look<'_>, $who: Id, out: &mut Vec<Choice>) {
            let order = || Order::new(Deed::verb($me));
            out.extend($when.then(|| Choice::of($me, ($look, $who), order(), $label, $rule)));
        }
    };
    (|$me:ident, $look:ident, $who:ident| $label:literal, $rule:expr, with $things:expr) => {
        fn choices(&$me, $look: Look<'_>, $who: Id, out: &mut Vec<Choice>) {
            let order = |thing: Key| Order::new(Deed::verb($me)).with(thing);
            let label = |thing: Key| format!($label, thing.as_str());
            let choice = |thing| Choice::of($me, ($look, $who), order(thing), label(thing), $rule);
            out.extend($things.into_iter().map(choice));
        }
    };
    (|$me:ident, $look:ident, $who:ident| $label:literal, $rule:expr, $others:expr) => {
        fn choices(&$me, $look: Look<'_>, $who: Id, out: &mut Vec<Choice>) {
            let label = |other| format!($label, $look.name(other));
            out.extend(Choice::at_each($me, ($look, $who), $others, $rule, label));
        }
    };
}
pub(super) use offers;

/// When a deed can be done: where nothing forbids these words, and it can be made out what its order is about.
macro_rules! checks {
    (|$me:ident, $look:ident, $who:ident, $order:ident| [$($word:expr),+] => $meant:expr) => {
        fn check(&$me, $look: Look<'_>, $who: Id, $order: &Order) -> Allowed {
            $look.allows($who, &[$($word),+])?;
            $meant.map(drop)
        }
    };
    (|$me:ident, $look:ident, $who:ident, $order:ident| $meant:expr) => {
        fn check(&$me, $look: Look<'_>, $who: Id, $order: &Order) -> Allowed {
            $meant.map(drop)
        }
    };
}
pub(super) use checks;

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
