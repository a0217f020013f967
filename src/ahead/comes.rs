//! What comes of a deed, and how it is told.

use crate::battle::{Id, Key, Look, Strays};
use crate::board::Square;

/// Somebody who has a say in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sting {
    /// Who.
    pub by: Id,
    /// Where the mover stands then.
    pub at: Square,
    /// What is asked of them, or the rule of what happens by itself.
    pub what: Key,
    /// With what of their gear they would strike, where that is chosen or prepared: nothing that only they see.
    pub with: Option<Key>,
}

/// What comes of a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comes {
    /// Who may do something about it on the way.
    pub stings: Vec<Sting>,
    /// Whoever is carried is asked on the way what they do in passing.
    pub passes: bool,
    /// The turn is over after it.
    pub ends: bool,
    /// It takes longer than the turn: it only begins.
    pub begins: bool,
    /// Enemies at hand whom it walks away from.
    pub leaves: Vec<Id>,
    /// To leave them means something: one of them may answer it, or the mover is hampered then.
    pub leaving_costs: bool,
    /// Enemies whose squares it goes through, where the rules let it.
    pub through: Vec<Id>,
    /// It strikes squares in which nobody is.
    pub misses_all: bool,
    /// It changes nothing: they are so already.
    pub is_vain: bool,
    /// Why it is over before anything can come of it.
    pub lapses: Option<&'static str>,
    /// The one it strikes, if they are out of the fight already.
    pub fallen: Option<Id>,
    /// What leaves the hand for good by it.
    pub gives_up: Option<Key>,
    /// Where what it sends at an area may come down.
    pub strays: Option<Strays>,
    /// What is gone then that is thrown or sent at an area, and nothing else like it is left.
    pub spends: Option<Key>,
}

impl Comes {
    /// Whether it wants a second thought. `goes`: it is a move, and nobody expects others to answer it.
    pub fn is_grave(&self, goes: bool) -> bool {
        let is_odd = self.begins
            || self.misses_all
            || self.is_vain
            || self.lapses.is_some()
            || self.fallen.is_some()
            || self.gives_up.is_some()
            || self.leaving_costs;
        let may_fail = self.spends.is_some() || self.strays.as_ref().is_some_and(Strays::is_grave);
        is_odd || may_fail || goes && (self.ends || !self.stings.is_empty())
    }

    /// In words: "Goblin 1 may react, ends the turn".
    pub fn told(&self, look: Look<'_>) -> Option<String> {
        let lines = self.lines(look);
        (!lines.is_empty()).then(|| lines.join(", "))
    }

    /// The same of what somebody should think of before they do it: to walk away is told only where that means something.
    pub fn warned(&self, look: Look<'_>) -> Option<String> {
        let leaves = if self.leaving_costs { self.leaves.clone() } else { Vec::new() };
        Self { leaves, ..self.clone() }.told(look)
    }

    /// The same as it is told, a line each.
    pub fn lines(&self, look: Look<'_>) -> Vec<String> {
        let who = named(look, self.stings.iter().map(|sting| sting.by));
        // Somebody may be asked more than once, and choose an arm only then.
        let is_armed = |by: Id| self.stings.iter().any(|sting| sting.by == by && sting.with.is_some());
        let told = self.stings.iter().filter(|sting| sting.with.is_some() || !is_armed(sting.by));
        let mut arms: Vec<Option<Key>> = told.map(|sting| sting.with).collect();
        arms.dedup();
        let with = if let [Some(arm)] = arms.as_slice() { format!(" with {arm}") } else { String::new() };
        let who = who.map(|names| format!("! {names} may react{with}"));
        let passes = self.passes.then(|| "the rider is asked on the way: strike in passing, or ride on".to_owned());
        let leaves = named(look, self.leaves.iter().copied()).map(|names| format!("walks away from {names}"));
        let through =
            named(look, self.through.iter().copied()).map(|names| format!("squeezes through the square of {names}"));
        let ends = match (self.begins, self.ends) {
            (true, _) => Some("takes longer than is left of the turn: it only begins now"),
            (false, true) => Some("ends the turn"),
            (false, false) => None,
        };
        let misses = self.misses_all.then_some("strikes nobody");
        let vain = self.is_vain.then_some("changes nothing");
        let fallen = self.fallen.map(|who| format!("{} is down already", look.name(who)));
        let gives_up = self.gives_up.map(|what| format!("gives up the {what}"));
        let strays = self.strays.iter().flat_map(|strays| strays.told(look));
        let spends = self.spends.map(|what| format!("the last {what}"));
        who.into_iter()
            .chain(passes)
            .chain(leaves)
            .chain(through)
            .chain([ends, misses, vain, self.lapses].into_iter().flatten().map(str::to_owned))
            .chain(fallen)
            .chain(gives_up)
            .chain(strays)
            .chain(spends)
            .collect()
    }
}

/// These in words: "Goblin 1 and 2 others".
pub fn named(look: Look<'_>, who: impl Iterator<Item = Id>) -> Option<String> {
    let mut names: Vec<&str> = who.map(|who| look.name(who)).collect();
    names.dedup();
    match names.as_slice() {
        [] => None,
        [one] => Some((*one).to_owned()),
        [one, other] => Some(format!("{one} and {other}")),
        [one, others @ ..] => Some(format!("{one} and {} others", others.len())),
    }
}
