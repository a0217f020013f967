//! What the layers have found out about the battle as it stands, each when it
//! is first shown; forgotten when the battle moves on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::flank::{self, Stand};
use super::order::{self, Turn};
use super::range::{self, Range};
use super::sight::{self, Sight};
use super::threat::{self, Threat};
use super::zones::{self, Zones};
use super::{Layer, Layers, Tints, intent, morale, reach};
use crate::ahead::Lookout;
use crate::battle::{Id, Intent, Key, Look, Nerve};
use crate::board::{Footprint, Square, Terrain};
use crate::overlay::known::Bands;
use crate::overlay::theme;
use crate::scene::Hue;

/// So long it is found out in one frame where enemies can strike.
const SLICE: Duration = Duration::from_millis(6);

/// Everything found so far.
#[derive(Default)]
pub struct Found {
    lookout: Lookout,
    /// What takes long may take several frames.
    is_patient: bool,
    /// A part of it was done in this frame.
    has_looked: bool,
    /// Somebody has asked for more of it than is known.
    waits: bool,
    threat: Option<(Option<Id>, Arc<Threat>)>,
    /// Where enemies could strike before the battle moved on: shown until it is known where they can now.
    before: Arc<Threat>,
    flanked: Option<Arc<Vec<(Id, Id)>>>,
    stands: Option<(Arc<Bands>, Arc<Vec<Stand>>)>,
    sight: Option<((Footprint, bool), Arc<Sight>)>,
    range: BTreeMap<Option<Key>, Option<Arc<Range>>>,
    zones: Option<Arc<Zones>>,
    intents: Option<Arc<Vec<(Id, Intent)>>>,
    nerves: Option<Arc<Vec<(Id, Nerve)>>>,
    order: Option<Arc<Vec<Turn>>>,
    tints: Option<(Wanted, Arc<Tints>)>,
}

/// What the tints of the squares hang on.
#[derive(Clone, PartialEq)]
pub struct Wanted {
    /// The layers that are shown.
    pub layers: Layers,
    /// Squares in reach.
    pub bands: Option<Arc<Bands>>,
    /// Squares that enemies threaten.
    pub threat: Option<Arc<Threat>>,
    /// In which colours.
    pub colours: theme::Colours,
}

impl PartialEq for Bands {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PartialEq for Threat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Found {
    /// The same after the battle has moved on: nothing is known any more.
    pub fn afterwards(self) -> Self {
        let before = self.threat.filter(|(of, _)| of.is_none()).map_or(self.before, |(_, threat)| threat);
        Self { before, is_patient: self.is_patient, ..Self::default() }
    }

    /// What enemies threaten; of one of them weapon by weapon. Among many it takes some frames until that is known.
    pub fn threat(&mut self, look: Look<'_>, of: Option<Id>) -> Arc<Threat> {
        self.look_out(look);
        match self.lookout.found() {
            Some(strikes) => kept(&mut self.threat, of, || threat::find(look, of, strikes)),
            None if of.is_none() => self.before.clone(),
            None => Arc::default(),
        }
    }

    /// Who could strike at a body, and whether hand to hand: worked out where it `may` take a while, else only if it is known.
    pub fn strikers(&mut self, look: Look<'_>, body: Footprint, may: bool) -> Option<Vec<(Id, bool)>> {
        if may {
            self.look_out(look);
        }
        self.lookout.found().map(|strikes| threat::strikers(strikes, body))
    }

    /// Finds out where enemies can strike, or more of it.
    fn look_out(&mut self, look: Look<'_>) {
        let slice = self.is_patient.then_some(SLICE);
        if !(self.is_patient && std::mem::replace(&mut self.has_looked, true)) {
            self.lookout.go_on(look, || threat::foes(look), slice);
        }
        self.waits = self.lookout.found().is_none();
    }

    /// Whether it is known where enemies can strike.
    pub fn has_strikes(&self) -> bool {
        self.lookout.found().is_some()
    }

    /// Another frame begins. Whether what takes long may take several of them.
    pub fn be_patient(&mut self, is_patient: bool) {
        (self.is_patient, self.has_looked) = (is_patient, false);
    }

    /// Whether somebody has asked since for something that takes more frames.
    pub fn waits(&mut self) -> bool {
        std::mem::take(&mut self.waits)
    }

    /// Who is flanked, and who flanks them.
    pub fn flanked(&mut self, look: Look<'_>) -> Arc<Vec<(Id, Id)>> {
        self.flanked.get_or_insert_with(|| Arc::new(flank::find(look))).clone()
    }

    /// Where whoever is asked could stand to flank.
    pub fn stands(&mut self, look: Look<'_>, bands: &Arc<Bands>) -> Arc<Vec<Stand>> {
        kept(&mut self.stands, bands.clone(), || flank::find_stands(look, bands))
    }

    /// What is seen from there, and behind what cover if that is wanted.
    pub fn sight(&mut self, look: Look<'_>, from: Footprint, with_cover: bool) -> Arc<Sight> {
        kept(&mut self.sight, (from, with_cover), || sight::find(look, from, with_cover))
    }

    /// How far a weapon carries.
    pub fn range(&mut self, look: Look<'_>, arm: Option<Key>) -> Option<Arc<Range>> {
        self.range.entry(arm).or_insert_with(|| range::find(look, arm).map(Arc::new)).clone()
    }

    /// The parts of the field.
    pub fn zones(&mut self, look: Look<'_>) -> Arc<Zones> {
        self.zones.get_or_insert_with(|| Arc::new(zones::find(look))).clone()
    }

    /// What everybody is about to do.
    pub fn intents(&mut self, look: Look<'_>) -> Arc<Vec<(Id, Intent)>> {
        self.intents.get_or_insert_with(|| Arc::new(intent::find(look))).clone()
    }

    /// How near everybody is to losing their nerve.
    pub fn nerves(&mut self, look: Look<'_>) -> Arc<Vec<(Id, Nerve)>> {
        self.nerves.get_or_insert_with(|| Arc::new(morale::find(look))).clone()
    }

    /// Everybody's place in the order of turns.
    pub fn order(&mut self, look: Look<'_>) -> Arc<Vec<Turn>> {
        self.order.get_or_insert_with(|| Arc::new(order::find(look))).clone()
    }

    /// What the layers that are on lay over the ground: the same as long as nothing of it changes.
    pub fn tints(&mut self, look: Look<'_>, wanted: Wanted) -> Arc<Tints> {
        if let Some((known, tints)) = &self.tints
            && *known == wanted
        {
            return tints.clone();
        }
        let mut tints = Tints::new();
        if wanted.layers.has(Layer::Zones) {
            zones::tint(look, &mut tints);
        }
        if let Some(bands) = wanted.bands.as_ref().filter(|_| wanted.layers.has(Layer::Reach)) {
            reach::tint(bands, look.board(), &mut tints);
        }
        if let Some(threat) = &wanted.threat {
            threat::tint(threat, wanted.layers.has(Layer::Threat), &mut tints);
        }
        below(look, &mut tints);
        let tints = Arc::new(tints);
        self.tints = Some((wanted, tints.clone()));
        tints
    }
}

/// The ground below what stands in a square is toned as the ground around it, so that no square is seen around a tree.
fn below(look: Look<'_>, tints: &mut Tints) {
    let (board, land) = (look.board(), look.rules().looks.land());
    let is_thing = |terrain: &Terrain| {
        terrain.cost == 0 && land.looks(terrain).is_some_and(|looks| looks.stands.is_some() && looks.mass.is_none())
    };
    let kinds: Vec<bool> = board.terrains.iter().map(is_thing).collect();
    if !kinds.contains(&true) {
        return;
    }
    let has_thing = |at: &Square| {
        let kind = board.cell(*at).and_then(|cell| kinds.get(usize::from(cell.terrain)));
        kind == Some(&true)
    };
    let around = |at: Square| [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(x, y)| Square::new(at.x + x, at.y + y));
    let toned = |at: Square| {
        let own = tints.get(&at).map_or(0, Vec::len);
        let near = around(at).into_iter().filter_map(|near| tints.get(&near)).filter(|hues| hues.len() > own);
        let near: Vec<&Vec<Hue>> = near.collect();
        near.first().filter(|_| near.len() > 1).map(|hues| (at, (*hues).clone()))
    };
    let toned: Vec<(Square, Vec<Hue>)> = super::squares(look).filter(has_thing).filter_map(toned).collect();
    tints.extend(toned);
}

/// What was found for this, or is found now.
fn kept<K: PartialEq, V>(slot: &mut Option<(K, Arc<V>)>, of: K, find: impl FnOnce() -> V) -> Arc<V> {
    match slot {
        Some((known, found)) if *known == of => found.clone(),
        _ => {
            let found = Arc::new(find());
            *slot = Some((of, found.clone()));
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::layers::hue;
    use crate::overlay::trial;

    /// Promise: where the ground around a tree is toned, so is the ground below it; walls bear no tone.
    #[test]
    fn no_square_is_seen_around_a_tree() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let board = look.board();
        let shut = |at: &Square| board.terrain(*at).is_some_and(|terrain| terrain.cost == 0);
        let open = super::super::squares(look).filter(|at| !shut(at));
        let mut tints: Tints = open.map(|at| (at, vec![hue(theme::WAY, 0.2)])).collect();
        below(look, &mut tints);
        let toned: Vec<&str> = super::super::squares(look)
            .filter(|at| shut(at) && tints.contains_key(at))
            .filter_map(|at| board.terrain(at).map(|terrain| terrain.name.as_str()))
            .collect();
        assert!(!toned.is_empty() && toned.iter().all(|name| *name != "wall"), "{toned:?}");
        tints.clear();
        below(look, &mut tints);
        assert!(tints.is_empty());
    }
}
