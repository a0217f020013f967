//! Nobody can face three foes at once, unless their back is covered (OS-ATK-14); and there is room for only so many
//! around them (OS-SIZE-01).

use crate::board::CoverGrade;
use crate::mechanics::prelude::*;

/// The numbers of being surrounded.
#[derive(Clone, Debug, Deserialize)]
pub struct Surrounded {
    /// So many are too many.
    pub from: usize,
    /// The word that their blows carry.
    pub word: Key,
    /// Words of blows that are struck in passing.
    pub spares: Vec<Key>,
    /// The figure for how many places there are around somebody.
    pub places: FigureName,
    /// The figure for how many of them somebody takes.
    pub takes: FigureName,
    /// The rule of places around somebody.
    pub rule: RuleId,
}

/// Those who have taken a place around somebody, in the order in which they did.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Beset(SmallVec<[Id; 8]>);

impl Surrounded {
    /// Whether somebody's back is to what nobody strikes past: a wall, a shut door, the rim; not to water or ropes.
    fn is_backed(look: Look<'_>, who: Id) -> bool {
        let (board, body) = (look.board(), look.footprint(who));
        let is_wall = |at: Square| board.terrain(at).is_none_or(|terrain| terrain.cost == 0 && terrain.blocks_sight);
        let is_edge = |a: Square, b: Square| board.edge(a, b).is_some_and(|edge| edge.blocks_move && edge.blocks_sight);
        let thing = |at: Square| {
            look.things()
                .filter_map(|id| look.thing(id))
                .filter(|thing| thing.def.blocks_move && thing.def.cover == CoverGrade::Total)
                .any(|thing| thing.squares.contains(&at))
        };
        let sides = [Direction::North, Direction::East, Direction::South, Direction::West];
        sides.into_iter().any(|side| {
            let mut rim = body.squares().filter(|square| !body.contains(square.step(side, 1)));
            rim.all(|square| {
                let beyond = square.step(side, 1);
                is_wall(beyond) || is_edge(square, beyond) || thing(beyond)
            })
        })
    }

    /// Who is struck at hand to hand.
    fn struck(&self, case: &Case<'_>) -> Option<Id> {
        let is_meant = |target: &Id| !target.is_thing() && !self.spares.iter().any(|word| case.is(word));
        case.against.filter(|target| case.is("melee") && is_meant(target))
    }
}

impl Mechanic for Surrounded {}

hears!(Surrounded: |self, table| {
    Blow { blow } => {
        let who = blow.case.who;
        let Some(target) = self.struck(blow.case) else { return Ok(()) };
        let look = table.look();
        if look.get::<Beset>(target).is_some_and(|beset| beset.0.contains(&who)) {
            return Ok(());
        }
        let kept: SmallVec<[Id; 8]> = {
            let taken = look.get::<Beset>(target).map_or(&[][..], |beset| &beset.0);
            taken.iter().copied().filter(|id| look.besets(*id, target)).chain([who]).collect()
        };
        table.edit::<Beset>(target).0 = kept;
    },
});

narrows!(Surrounded: |self, look, case| {
    let Some(target) = self.struck(case) else { return };
    let who = case.who;
    let others = look.everybody().filter(|id| *id != who && look.besets(*id, target));
    if others.count() + 1 >= self.from && !Self::is_backed(look, target) {
        case.push_word(self.word);
    }
});

allows!(Surrounded: |self, look, case| {
    let Some(target) = self.struck(case) else { return Ok(()) };
    let taken = look.get::<Beset>(target).map_or(&[][..], |beset| &beset.0);
    // Whoever has turned to somebody else has given up their place.
    let before = taken.iter().take_while(|id| **id != case.who);
    let held = before.filter(|id| look.besets(**id, target)).map(|id| look.value(*id, self.takes));
    let room = look.value(target, self.places);
    let needed = held.sum::<i32>() + look.value(case.who, self.takes);
    let why = || format!("all {room} places around {} are taken", look.name(target));
    look.refuse_if(needed > room, self.rule, why)
});
