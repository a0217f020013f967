//! The layers over the ground, and what their marks mean. One file a layer.

mod blast;
mod flank;
mod hatch;
pub mod hold;
pub mod intent;
mod known;
mod layer;
mod legend;
mod morale;
mod order;
mod outline;
mod range;
mod reach;
mod sight;
mod threat;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::ResMut;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect};

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
pub use flank::by as flankers;
pub use known::{Found, Wanted};
pub use layer::{Layer, Layers};
pub use legend::{legend, switches};
pub use outline::{Outline, closed};
pub use threat::Threat;
pub use zones::{border, like};

/// Tints of squares: which colours lie over them.
pub type Tints = BTreeMap<Square, Vec<Hue>>;

/// A colour over a square, so strong.
pub fn hue(colour: Color32, strength: f32) -> Hue {
    ([colour.r(), colour.g(), colour.b()], strength)
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

    /// Where whoever is asked could stand to flank, where that layer is shown and they may act.
    fn stands(&mut self, look: Look<'_>) -> Option<Arc<Vec<flank::Stand>>> {
        let bands = self.bands(look, Layer::Flank)?;
        Some(self.known.found(look).stands(look, &bands))
    }

    /// Whom one means who looks for such a place.
    fn flanked(&self, look: Look<'_>) -> Option<Id> {
        self.hand.target.or_else(|| self.pointer.meant(look))
    }

    /// Whose token is pointed at: the place where they stand is marked.
    fn stander(&self, look: Look<'_>) -> Option<Id> {
        self.pointer.meant(look).filter(|who| !who.is_thing() && look.place(*who).present)
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
    let lit = with.stander(look).map_or_else(Vec::new, |who| zones::lit(look, who));
    zones.map_or_else(Vec::new, |zones| zones::names(painter, look, view, (&zones, &lit), everybody))
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
        with.stander(look).iter().for_each(|who| zones::draw_place(painter, view, &zones::place(look, *who)));
    }
    if let Some(bands) = with.bands(look, Layer::Reach) {
        reach::edges(painter, view, &bands);
        hold::draw(painter, view, &with.known.told(look, hold::find));
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
    if let Some(stands) = with.stands(look) {
        flank::stands(painter, view, flank::marked(&stands, with.flanked(look)), room);
    }
}

/// What marks say of somewhere that is pointed at, where somebody would go to this square: how many enemies strike there, and
/// whom one flanks from there.
pub fn said(look: Look<'_>, (square, to): (Square, Option<Square>), with: &mut Laid<'_>) -> Vec<String> {
    let is_on = with.layers.has(Layer::Threat) && with.pointer.threat_of(look).is_none();
    // Nobody strikes where they stand themselves.
    let here = threat::counted(&with.pointer.strikers)
        .or_else(|| if is_on { with.known.threat(look, None).words(square) } else { None });
    let flanks = with.stands(look).zip(to).and_then(|(stands, to)| flank::words(look, &stands, to));
    // A way to somebody who is pointed at ends before them.
    let is_here = to.is_none_or(|to| to == square);
    let said = here.into_iter().chain(flanks);
    said.map(|words| if is_here { words } else { words.replacen("here", "there", 1) }).collect()
}

/// Where the token of somebody lies on the page.
type Spot<'a> = dyn Fn(Id) -> Rect + 'a;

/// What lies over the tokens; some of these share their squares.
pub fn over(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    everybody: &[Token],
    (with, plates): (&mut Laid<'_>, &mut Plates),
) {
    let layers = with.layers;
    let spot = |id: Id| tokens::drawn(everybody, (look, view), id);
    let room: Rect = painter.clip_rect();
    if let Some(bands) = with.bands(look, Layer::Reach) {
        reach::tags(painter, view, &bands, plates);
        hold::tags(painter, view, &with.known.told(look, hold::find), plates);
    }
    if let Some(threat) = with.threat(look) {
        threat::tags(painter, view, &threat, plates);
    }
    if layers.has(Layer::Range) {
        let arm = with.hand.ranged(with.pointer);
        let range = with.known.found(look).range(look, arm);
        range.iter().for_each(|range| range::tags(painter, view, range, plates));
    }
    if let Some(stands) = with.stands(look) {
        let marked: Vec<&flank::Stand> = flank::marked(&stands, with.flanked(look)).collect();
        flank::tag(painter, look, view, &marked, plates);
    }
    threat::rings(painter, &spot, &with.pointer.strikers);
    tokens::left_again(painter, view, everybody, &with.pointer.strikers);
    if layers.has(Layer::Flank) {
        let pairs = with.known.found(look).flanked(look);
        let meant = [with.hand.target, with.pointer.meant(look), look.asked()];
        flank::heads(painter, &spot, view, flank::drawn(&pairs, &meant));
    }
    if layers.has(Layer::Intents) {
        let intents = with.known.found(look).intents(look);
        // The card of whoever is pointed at on the field tells it too.
        let has_card = with.hand.deed.is_none() && with.hand.target.is_none() && with.pointer.over(look).is_some();
        let pointed = with.pointer.meant(look).filter(|_| !has_card);
        intent::draw(painter, (look, &spot), view, (&intents, pointed), plates);
    }
    if layers.has(Layer::Order) {
        let places = with.known.found(look).order(look);
        order::draw(painter, &spot, view, (&places, room), plates);
    }
    if layers.has(Layer::Morale) {
        let nerves = with.known.found(look).nerves(look);
        morale::draw(painter, &spot, view, (&nerves, room, with.pointer.meant(look)), plates);
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
}
