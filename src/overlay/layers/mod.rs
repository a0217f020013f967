//! The layers over the ground: what each is called, when there is any use for
//! it, and what its marks mean. One file a layer.

mod blast;
mod flank;
mod hatch;
mod intent;
mod known;
mod legend;
mod morale;
mod order;
mod outline;
mod range;
mod reach;
mod sight;
mod threat;
mod zones;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{ResMut, Resource};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect};
use serde::{Deserialize, Serialize};

use super::camera::View;
use super::hand::Hand;
use super::keys::Act;
use super::known::{Bands, Known};
use super::panels::{Panels, Pressed};
use super::pointer::Pointer;
use super::tokens::{self, Plates, Token};
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::scene::Hue;

pub use blast::{astray, chances, flash, lit, open, struck};
pub use known::{Found, Wanted};
pub use legend::{legend, switches};
pub use outline::{Outline, closed};
pub use threat::Threat;
pub use zones::like;

/// Tints of squares: which colours lie over them.
pub type Tints = BTreeMap<Square, Vec<Hue>>;

/// A colour over a square, so strong.
pub fn hue(colour: Color32, strength: f32) -> Hue {
    ([colour.r(), colour.g(), colour.b()], strength)
}

/// Something that can be shown over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Layer {
    /// Lines and coordinates.
    Grid,
    /// Everybody's name.
    Names,
    /// Where the active fighter can go, by what it costs.
    Reach,
    /// What everybody is about to do.
    Intents,
    /// Squares that enemies threaten.
    Threat,
    /// Who is flanked between whom, and where one could stand to flank.
    Flank,
    /// What can be seen from a square, and behind what.
    Sight,
    /// How far weapons carry.
    Range,
    /// Named parts of the field.
    Zones,
    /// Who is near to losing its nerve.
    Morale,
    /// In which order all act.
    Order,
}

impl Layer {
    /// All of them, in the order of the legend.
    pub const ALL: [Self; 11] = [
        Self::Grid,
        Self::Names,
        Self::Reach,
        Self::Intents,
        Self::Threat,
        Self::Flank,
        Self::Sight,
        Self::Range,
        Self::Zones,
        Self::Morale,
        Self::Order,
    ];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Names => "names",
            Self::Reach => "reach",
            Self::Intents => "intents",
            Self::Threat => "threat",
            Self::Flank => "flank",
            Self::Sight => "sight",
            Self::Range => "range",
            Self::Zones => "zones",
            Self::Morale => "morale",
            Self::Order => "order",
        }
    }

    /// Its name on its button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Grid => "Grid",
            Self::Names => "Names",
            Self::Reach => "Reach",
            Self::Intents => "Intents",
            Self::Threat => "Threat",
            Self::Flank => "Flanks",
            Self::Sight => "Sight",
            Self::Range => "Range",
            Self::Zones => "Zones",
            Self::Morale => "Morale",
            Self::Order => "Order",
        }
    }

    /// What it shows, in a sentence.
    pub fn tip(self) -> &'static str {
        match self {
            Self::Grid => "Lines and coordinates",
            Self::Names => "Everybody's name",
            Self::Reach => "Where the active fighter can go, by what that costs",
            Self::Intents => "What everybody is about to do: blows that are wound up, prepared deeds, aims",
            Self::Threat => {
                "Where enemies can strike in their next turn, with strokes where hand to hand; point at a square for how many, at one of them for them alone"
            }
            Self::Flank => {
                "Who is flanked, between whom, and where the active fighter could stand to flank; where there are many such squares, point at an enemy for those around them"
            }
            Self::Sight => "What is seen from the square under the pointer, and behind what cover",
            Self::Range => "How far the active fighter's weapon carries, and what distance costs",
            Self::Zones => "Named parts of the field, their borders, and who is in them",
            Self::Morale => "Who is near to losing its nerve, and why",
            Self::Order => "The place of everybody in the order of turns",
        }
    }

    /// Whether there is anything that it could show in this battle.
    pub fn applies(self, look: Look<'_>) -> bool {
        let somebody = || look.everybody().next();
        match self {
            Self::Grid | Self::Names | Self::Reach | Self::Intents | Self::Sight | Self::Order => true,
            Self::Threat => !look.rules().arms.is_empty(),
            Self::Flank => somebody().is_some_and(|who| look.flanked_between(who).is_some()),
            Self::Range => look.shown().any(|who| range::weapon(look, who, None).is_some()),
            Self::Zones => !look.board().zones.is_empty(),
            Self::Morale => look.shown().any(|who| look.nerve(who).is_some()),
        }
    }
}

/// The layers that are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers(u16);

impl Default for Layers {
    fn default() -> Self {
        Self::of(&[Layer::Grid, Layer::Reach, Layer::Intents, Layer::Flank, Layer::Zones])
    }
}

impl Layers {
    /// These and no others.
    pub fn of(shown: &[Layer]) -> Self {
        Self(shown.iter().fold(0, |all, layer| all | Self::bit(*layer)))
    }

    fn bit(layer: Layer) -> u16 {
        1 << layer as u16
    }

    /// Whether a layer is shown.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & Self::bit(layer) != 0
    }

    /// Shows a layer, or no longer.
    pub fn flip(&mut self, layer: Layer) {
        self.0 ^= Self::bit(layer);
    }

    /// The layers of these names and no others.
    ///
    /// # Errors
    /// With the names that there are.
    pub fn named(names: &[String]) -> Result<Self, String> {
        let mut layers = Self(0);
        for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
            if name == "all" {
                return Ok(Self::of(&Layer::ALL));
            }
            match Layer::ALL.into_iter().find(|layer| layer.word() == name) {
                Some(layer) => layers.0 |= Self::bit(layer),
                None => {
                    let known: Vec<&str> = Layer::ALL.into_iter().map(Layer::word).collect();
                    return Err(format!("no layer called `{name}`; there are {}, all", known.join(", ")));
                }
            }
        }
        Ok(layers)
    }
}

/// Every square of a board.
fn squares(look: Look<'_>) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (look.board().width(), look.board().height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// The four sides of a square that is drawn as `rect`, the upper one first: the square beyond each, and its ends.
pub fn sides(square: Square, rect: Rect) -> [(Square, [Pos2; 2]); 4] {
    let beyond = |x: i32, y: i32| Square::new(square.x + x, square.y + y);
    [
        (beyond(0, -1), [rect.left_top(), rect.right_top()]),
        (beyond(0, 1), [rect.left_bottom(), rect.right_bottom()]),
        (beyond(-1, 0), [rect.left_top(), rect.left_bottom()]),
        (beyond(1, 0), [rect.right_top(), rect.right_bottom()]),
    ]
}

/// The layers, and the key of each.
pub fn plugin(app: &mut App) {
    app.init_resource::<Layers>();
    app.on_key(|key: Pressed<'_>, mut layers: ResMut<'_, Layers>| {
        if let Act::Show(layer) = key.act {
            layers.flip(layer);
        }
    });
}

/// What layers are drawn from.
pub struct Laid<'a> {
    /// Those that are shown.
    pub layers: Layers,
    /// Whoever is asked may act now: what they could do is shown.
    pub acts: bool,
    /// What has been found out.
    pub known: &'a mut Known,
    /// What is in hand: where it can be done, and how far it carries.
    pub hand: &'a Hand,
    /// What is pointed at.
    pub pointer: &'a Pointer,
}

impl Laid<'_> {
    /// Where enemies strike: where the layer is off only of one that is pointed at for a while.
    fn threat(&mut self, look: Look<'_>) -> Option<Arc<Threat>> {
        let of = self.pointer.threat_of(look);
        let is_known = |with: &mut Self| with.pointer.rests || with.known.found(look).has_strikes();
        let is_shown = self.layers.has(Layer::Threat) || of.is_some() && is_known(self);
        (is_shown && self.known.applies(look, Layer::Threat)).then(|| self.known.threat(look, of))
    }

    /// How far whoever is asked comes, where that layer is shown and they may act.
    fn bands(&mut self, look: Look<'_>, layer: Layer) -> Option<Arc<Bands>> {
        (self.acts && self.layers.has(layer)).then(|| self.hand.bands(self.known, look)).flatten()
    }

    /// What is laid over the ground.
    pub fn tints(&mut self, look: Look<'_>) -> Arc<Tints> {
        let layers = self.layers;
        let wanted = Wanted {
            layers,
            threat: self.threat(look),
            bands: self.bands(look, Layer::Reach),
            colours: super::theme::chosen(),
        };
        self.known.found(look).tints(look, wanted)
    }
}

/// What is written on the ground, over all lines and tints; where that is.
pub fn names(painter: &Painter, look: Look<'_>, view: &View, everybody: &[Token], with: &mut Laid<'_>) -> Vec<Rect> {
    let zones = with.layers.has(Layer::Zones).then(|| with.known.found(look).zones(look));
    zones.map_or_else(Vec::new, |zones| zones::names(painter, look, view, &zones, everybody))
}

/// What lies over the ground and below the tokens.
pub fn under(painter: &Painter, look: Look<'_>, view: &View, with: &mut Laid<'_>) {
    let room = painter.clip_rect();
    let layers = with.layers;
    // Where the goal lies, unless zones say so already.
    if let Some(goal) = super::hud::goal::objective(look).filter(|_| look.zoned().is_none()) {
        threat::goal(painter, view, &goal.squares().iter().copied().collect());
    }
    if let Some(threat) = with.threat(look) {
        threat::draw(painter, view, &threat, layers.has(Layer::Threat));
    }
    if layers.has(Layer::Zones) {
        zones::draw(painter, view, &with.known.found(look).zones(look));
    }
    if let Some(bands) = with.bands(look, Layer::Reach) {
        reach::edges(painter, view, &bands);
    }
    if layers.has(Layer::Range) {
        let arm = with.hand.ranged(with.pointer);
        if let Some(range) = with.known.found(look).range(look, arm) {
            range::draw(painter, view, &range);
        }
    }
    if layers.has(Layer::Sight) {
        let from = with.pointer.sight_from(look);
        let with_cover = view.cell >= sight::ROOMY;
        if let Some(sight) = from.map(|from| with.known.found(look).sight(look, from, with_cover)) {
            sight::draw(painter, view, &sight, room);
        }
    }
    if let Some(bands) = with.bands(look, Layer::Flank) {
        let stands = with.known.found(look).stands(look, &bands);
        let target = with.hand.target.or_else(|| with.pointer.meant(look));
        flank::stands(painter, view, flank::marked(&stands, target), room);
    }
}

/// What marks say of somewhere that is pointed at, where somebody would go to this square: how many enemies strike there, and
/// whom one flanks from there.
pub fn said(look: Look<'_>, (square, to): (Square, Option<Square>), with: &mut Laid<'_>) -> Vec<String> {
    let is_on = with.layers.has(Layer::Threat) && with.pointer.threat_of(look).is_none();
    // Nobody strikes where they stand themselves.
    let here = threat::counted(&with.pointer.strikers)
        .or_else(|| if is_on { with.known.threat(look, None).words(square) } else { None });
    let flanks = with.bands(look, Layer::Flank).zip(to).and_then(|(bands, to)| {
        let stands = with.known.found(look).stands(look, &bands);
        flank::words(look, &stands, to)
    });
    // A way to somebody who is pointed at ends before them.
    let is_here = to.is_none_or(|to| to == square);
    let said = here.into_iter().chain(flanks);
    said.map(|words| if is_here { words } else { words.replacen("here", "there", 1) }).collect()
}

/// Where the token of somebody lies on the page.
type Spot<'a> = dyn Fn(Id) -> Rect + 'a;

/// What lies over the tokens, of which some share their squares.
pub fn over(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    everybody: &[Token],
    (with, plates): (&mut Laid<'_>, &mut Plates),
) {
    let layers = with.layers;
    let spots: HashMap<Id, Rect> = everybody.iter().map(|token| (token.id, token.spot)).collect();
    let spot = |id: Id| spots.get(&id).map_or_else(|| tokens::lies(look, view, id), |spot| view.area(*spot));
    let room: Rect = painter.clip_rect();
    if let Some(bands) = with.bands(look, Layer::Reach) {
        reach::tags(painter, view, &bands, plates);
    }
    if layers.has(Layer::Threat)
        && let Some(threat) = with.threat(look)
    {
        threat::tags(painter, view, &threat, plates);
    }
    if layers.has(Layer::Range) {
        let arm = with.hand.ranged(with.pointer);
        let range = with.known.found(look).range(look, arm);
        range.iter().for_each(|range| range::tags(painter, view, range, plates));
    }
    threat::rings(painter, &spot, &with.pointer.strikers);
    if layers.has(Layer::Flank) {
        let pairs = with.known.found(look).flanked(look);
        flank::heads(painter, &spot, view, &pairs);
    }
    if layers.has(Layer::Intents) {
        let intents = with.known.found(look).intents(look);
        intent::draw(painter, &spot, view, (&intents, with.pointer.meant(look)), plates);
    }
    if layers.has(Layer::Order) {
        let places = with.known.found(look).order(look);
        order::draw(painter, &spot, view, (&places, room), plates);
    }
    if layers.has(Layer::Morale) {
        let nerves = with.known.found(look).nerves(look);
        morale::draw(painter, &spot, view, (&nerves, room), plates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::overlay::trial;

    /// Promise: an enemy who is pointed at for a while shows where they strike, and lightly, though the layer is off; whoever
    /// would go somewhere is told how many strike there.
    #[test]
    fn an_enemy_who_is_pointed_at_shows_their_own_threat() {
        let (mut game, mut mind) = (trial::begun("gate", 3), Mind::new(Skill::Plain, 3));
        for _ in 0..40 {
            if trial::look(&game)
                .question()
                .is_some_and(|question| question.who.is_some() && question.choices.is_none())
            {
                break;
            }
            assert!(trial::goes_on(&mut game, &mut mind));
        }
        let look = trial::look(&game);
        let asked = look.asked().unwrap();
        let foe = look.foes(asked).find(|foe| look.is_in_play(*foe)).unwrap();
        let (hand, mut known) = (Hand::default(), Known::default());
        let mut strongest = |layers: &[Layer], at: Id, rests: bool| {
            let mut pointer = Pointer::default();
            (pointer.hovered, pointer.rests) = (Some(look.footprint(at).at), rests);
            let mut laid =
                Laid { layers: Layers::of(layers), acts: true, known: &mut known, hand: &hand, pointer: &pointer };
            let tints = laid.tints(look);
            tints.values().flatten().map(|(_, strength)| *strength).fold(0.0, f32::max)
        };
        assert_eq!(strongest(&[], foe, false), 0.0, "nobody has rested there");
        let light = strongest(&[], foe, true);
        assert!(light > 0.0 && light < strongest(&[Layer::Threat], foe, true), "{light}");
        assert_eq!(strongest(&[], asked, true), 0.0);
        let body = look.footprint(foe);
        let beside = body.moved_to(Square::new(body.at.x - 1, body.at.y));
        let strikers = known.strikers(look, beside, true);
        assert!(strikers.contains(&(foe, true)), "{strikers:?}");
        let mut pointer = Pointer::default();
        pointer.strikers.clone_from(&strikers);
        let mut laid = Laid { layers: Layers::of(&[]), acts: true, known: &mut known, hand: &hand, pointer: &pointer };
        let told = said(look, (beside.at, Some(beside.at)), &mut laid);
        assert!(matches!(told.as_slice(), [told] if told.starts_with(&strikers.len().to_string())), "{told:?}");
        // Where the way ends before what is pointed at, that is said of its end.
        let ahead = said(look, (body.at, Some(beside.at)), &mut laid);
        assert_eq!(ahead, told.iter().map(|told| told.replacen("here", "there", 1)).collect::<Vec<_>>());
    }

    #[test]
    fn each_layer_has_a_place_of_its_own() {
        for layer in Layer::ALL {
            let only = Layers::of(&[layer]);
            assert!(Layer::ALL.into_iter().all(|other| only.has(other) == (other == layer)));
            assert_eq!(Layers::named(&[layer.word().to_owned()]), Ok(only));
        }
    }
}
