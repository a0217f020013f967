//! Enemies on two opposite sides: every defence suffers, and the flanked are open to sneak attacks (ST-DEF-03).

use crate::board::{bodies_see, flanking_pairs, is_flanked};
use crate::mechanics::prelude::*;

/// The numbers of flanking.
#[derive(Clone, Debug, Deserialize)]
pub struct Flanked {
    /// What it does to every defence roll.
    #[serde(default)]
    pub defence: i32,
    /// What it adds to an attack, when a friend stands opposite.
    #[serde(default)]
    pub attack: i32,
    /// The word that it gives to blows against the flanked.
    pub opens_to: Option<Key>,
    /// Whether those who cannot act do not flank.
    pub must_be_able: bool,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Flanked {
    /// Whether `who` has enemies on two opposite sides.
    pub fn is(&self, look: Look<'_>, who: Id) -> bool {
        let near = || self.near(look, who).map(|id| look.footprint(id));
        look.once("flanked", who, who, || look.is(who, "flanked") || is_flanked(look.footprint(who), near()))
    }

    /// Whether a friend of `who` who can act stands on the other side of `target`.
    fn has_friend_opposite(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let (own, side) = (look.footprint(who), look.side(who));
        let body = look.footprint(target);
        look.around(body, 1).any(|id| {
            id != who
                && look.side(id) == side
                && body.gap(look.footprint(id)) <= 1
                && is_flanked(body, [own, look.footprint(id)])
                && self.can_flank(look, id, target)
        })
    }

    /// Whoever cannot act, or is shut out by a wall, is no threat.
    fn can_flank(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let is_able = || look.is_in_play(who) && look.allows(who, &["flank"]).is_ok() && look.in_line(who, target);
        look.is_there(who) && (!self.must_be_able || is_able())
    }

    /// Enemies next to `who` who could flank them.
    fn near<'a>(&'a self, look: Look<'a>, who: Id) -> impl Iterator<Item = Id> + 'a {
        let own = look.footprint(who);
        let near = move |id: &Id| look.are_enemies(who, *id) && own.gap(look.footprint(*id)) <= 1;
        look.around(own, 1).filter(move |id| near(id) && self.can_flank(look, *id, who))
    }
}

mechanic!(Flanked: |self| {
    situations => &["flanked"],
    words(words) => words.add(Word::Term, ["flanked"]),
});

modifies!(Flanked: ["attack", "defence"] => |self, look, case, sum| {
    let opposite = || case.against.is_some_and(|target| self.has_friend_opposite(look, case.who, target));
    if case.on == "defence" && self.is(look, case.who) {
        sum.add("flanked", self.defence, self.rule);
    } else if self.attack != 0 && case.on == "attack" && opposite() {
        sum.add("flanked", self.attack, self.rule);
    }
});

impl Flanks for Flanked {
    fn flanked_between(&self, look: Look<'_>, who: Id) -> Option<Vec<(Id, Id)>> {
        let near: Vec<Id> = self.near(look, who).collect();
        let bodies: Vec<Footprint> = near.iter().map(|id| look.footprint(*id)).collect();
        let pairs = flanking_pairs(look.footprint(who), &bodies);
        Some(pairs.into_iter().filter_map(|(a, b)| Some((*near.get(a)?, *near.get(b)?))).collect())
    }

    fn would_flank(&self, look: Look<'_>, who: Id, from: Footprint, target: Id) -> Option<bool> {
        let body = look.footprint(target);
        let is_beside = body.gap(from) == 1 && look.are_enemies(who, target) && bodies_see(look.board(), from, body);
        let is_able = !self.must_be_able || look.allows(who, &["flank"]).is_ok();
        let friends = || self.near(look, target).filter(|id| *id != who).map(|id| look.footprint(id));
        Some(is_beside && is_able && friends().any(|friend| is_flanked(body, [from, friend])))
    }
}

narrows!(Flanked: |self, look, case| {
    let Some(word) = self.opens_to else { return };
    if case.against.is_some_and(|target| self.is(look, target)) {
        case.push_word(word);
    }
});
