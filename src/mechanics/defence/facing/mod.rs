//! Which way somebody looks, and which side of them a blow comes from (OS-ATK-15, OS-ATK-16).
//!
//! `turning.rs` says when they turn: at once to the one who comes upon them alone, otherwise at the end of their own turn.

mod turning;

use crate::board::{self, Arcs};
use crate::mechanics::prelude::*;

/// The numbers of facing.
#[derive(Clone, Debug, Deserialize)]
pub struct Facing {
    /// How far front and flanks reach.
    pub arcs: Arcs,
    /// The words that blows carry which come from the side, and from behind.
    pub words: (Key, Key),
    /// The word of shots from another side than the front at somebody in no melee.
    pub past_the_shield: Key,
    /// Words of blows that have had their due for that already.
    pub spares: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Facing {
    /// The side of `target` that lies towards a body.
    fn side_towards(&self, look: Look<'_>, target: Id, from: Footprint) -> Option<board::Arc> {
        let place = look.place(target);
        self.arcs.between(place.footprint, place.facing, from)
    }

    /// Whether `who` has `other` before them.
    fn has_before_it(&self, look: Look<'_>, who: Id, other: Id) -> bool {
        self.side_towards(look, who, look.footprint(other)).is_none_or(|side| side == board::Arc::Front)
    }
}

mechanic!(Facing: |self| {
    deeds => vec![Arc::new(self.clone())],
});

hears!(Facing: |self, table| {
    // Those who stand close to enemies when it begins have turned to one of them.
    Begun => {
        for who in table.everybody() {
            self.face_somebody(table, who);
            let look = table.look();
            if let Some(foe) = self.nearest_before(look, who).filter(|_| look.fights(who).is_none()) {
                table.edit::<Fights>(who).0 = Some(foe);
            }
        }
    },
    Arrived { who } => {
        self.meet(table, who);
        self.face_somebody(table, who);
    },
    Moved { who, .. } => {
        self.note_step(table, who);
        self.meet(table, who);
    },
    Condition { who, kind, begun } => if !begun {
        // Whoever comes to their senses, or out of hiding, is met like one who has just come.
        self.meet(table, who);
        self.face_somebody(table, who);
    } else if table.rules().ends(kind) {
        self.leave(table, who);
    },
    TurnBegun { who } => self.forget_wish(table, who),
    TurnEnded { who } => self.end_turn(table, who),
    Settled => self.settle(table),
});

impl Flanks for Facing {
    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    /// Everybody who stands at somebody's side or back, with the one whom they stand behind.
    fn flanked_between(&self, look: Look<'_>, who: Id) -> Option<Vec<(Id, Id)>> {
        let beset = look.melee_of(who).filter(|foe| !self.has_before_it(look, who, *foe));
        Some(beset.map(|foe| (foe, who)).collect())
    }

    /// Whoever has nobody else to fight turns to the one who comes.
    fn would_flank(&self, look: Look<'_>, who: Id, from: Footprint, target: Id) -> Option<bool> {
        let body = look.footprint(target);
        let near = look.rules().measure.melee.is_some_and(|within| body.gap(from) <= within);
        let is_busy = || !look.can_engage(target) || look.melee_of(target).any(|other| other != who);
        let aside = || self.side_towards(look, target, from).is_some_and(|side| side != board::Arc::Front);
        let open = || board::bodies_see(look.board(), from, body);
        Some(near && look.are_enemies(who, target) && aside() && is_busy() && open())
    }
}

narrows!(Facing: |self, look, case| {
    // Whoever is not fighting hand to hand dodges shots from wherever they come.
    let Some(target) = case.against.filter(|target| !target.is_thing()) else { return };
    if self.spares.iter().any(|word| case.is(word)) {
        return;
    }
    let (flank, behind) = self.words;
    let side = self.side_towards(look, target, case.from.unwrap_or_else(|| look.footprint(case.who)));
    // Whoever is in no melee evades shots from wherever they come, but holds the shield where they look.
    let is_free = || !case.is("melee") && look.melee_of(target).next().is_none();
    match side {
        Some(board::Arc::Front) | None => {}
        Some(_) if is_free() => case.push_word(self.past_the_shield),
        Some(board::Arc::Flank) => case.push_word(flank),
        Some(board::Arc::Rear) => case.push_word(behind),
    }
});
