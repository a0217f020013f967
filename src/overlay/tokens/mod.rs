//! The tokens: whose side, which way it looks, how much of the field it
//! covers, how it fares.

mod body;
mod fan;
pub mod lay;
mod left;
mod marks;
mod plates;
mod spots;
pub mod states;
mod tip;
mod told;
mod wide;

use bevy_egui::egui::{Color32, Painter, Rect};

use super::camera::View;
use super::keys::Hold;
use super::layers::{Layer, Layers};
use super::portraits::Portraits;
use super::{theme, track};
use crate::battle::{Condition, Id, Look};

pub use crate::book::Letters;
pub use body::{guard, rim, sign};
use fan::Apart;
pub use left::health_colour;
use marks::Lettered;
pub use marks::{acting, crosshair, inside, label, label_size, pointed, shape, touched};
pub use plates::{Plates, Weight, Words};
pub use spots::{Token, at, drawn, lies, opened, order, shares, would_lie};
pub use tip::tip;
pub use told::told;
pub use wide::Wide;

/// From so many points a square on, beside the usual size of text, everybody is named, and those who are in some state; with
/// less names would lie over everything, and only those who are meant are named.
const ROOMY: f32 = 22.0;
const NAMED: f32 = 16.0;
/// The smallest letters of a token, in points, and the radius below which they lie over it.
const LETTERS: f32 = 10.0;
const OVER: f32 = 9.0;
/// Below this radius letters would hide the figure: nobody has any unless everybody's name is wanted.
const LETTERED: f32 = 11.0;
/// Two or three who share a square are told apart down to this radius: their letters lie below them. Of more, each has less than
/// this share of the square, and no room for letters of its own.
const SHARED: f32 = 6.6;
const FEW: f32 = 0.55;
/// Below so many points from its middle to its rim a token is a shape and nothing more.
const TINY: f32 = 4.5;
/// The colour of signs on the colour of a side.
const SIGN: Color32 = Color32::from_rgb(0xfb, 0xf4, 0xe4);

/// Who among them is marked, and how.
#[derive(Clone, Copy)]
pub struct Marked {
    /// Whose sheet is open.
    pub selected: Option<Id>,
    /// Whom a panel points at.
    pub pointed: Option<Id>,
    /// Who is under the pointer.
    pub over: Option<Id>,
    /// Whom the keys have turned to.
    pub picked: Option<Id>,
    /// Who is aimed at.
    pub target: Option<Id>,
    /// Who acts, as far as it has been shown.
    pub acts: Option<Id>,
    /// The layers that are shown.
    pub layers: Layers,
}

impl Marked {
    /// Whether somebody is pointed at: on the field, by the keys or by a panel.
    fn points_at(self, id: Id) -> bool {
        [self.pointed, self.over, self.picked].contains(&Some(id))
    }
}

/// Everybody on the board who can be seen on the page; the small and the hale
/// lie on top. Where a scene shows them, only what lies around them is drawn: without `portraits`. Gives back what of `room`
/// their names have left to other words.
pub fn tokens(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    (everybody, room): (&[Token], Rect),
    marked: Marked,
    mut portraits: Option<&mut Portraits>,
) -> Plates {
    let order = on_page(painter, view, everybody);
    let letters = Letters::of(look);
    for token in &order {
        body::draw(painter, look, marked, token, portraits.as_deref_mut());
    }
    let standing = left::Standing::of(&order);
    let left: Vec<Rect> = order.iter().filter_map(|token| left::draw(painter, token, &standing)).collect();
    // Those who are meant have the first word; nobody's plate lies over another's, or over whoever it is about.
    let named = [marked.pointed, marked.over, marked.picked, marked.target, marked.acts, marked.selected];
    // In a stack that is pointed at everybody is named, so that they can be chosen between.
    let is_meant = |token: &Token| named.contains(&Some(token.id)) || token.closed.is_some();
    let has_all = marked.layers.has(Layer::Names) || Hold::All.is_held(painter.ctx());
    let lettered = |token: &Token| {
        let (at, radius) = (token.spot.center(), token.spot.width() * 0.38);
        let is_read = token.fares.in_play || body::ring(marked, token.id).1;
        let is_few = token.spot.width() >= FEW * token.body.width();
        let among = if is_few { token.apart } else { Apart::Alone };
        let name = (is_read && has_letters((radius, among), has_all)).then(|| letters.name(look.name(token.id)));
        name.map(|name| Lettered::of(painter, &name, (at, radius, token.apart)))
    };
    let standing = order.iter().map(|token| (token.spot, token.fares.in_play, lettered(token)));
    let mut plates = Plates::new(room, standing);
    // No word lies over what is left of anybody.
    left.into_iter().for_each(|lies| plates.keep(lies));
    let (meant, others): (Vec<&Token>, Vec<&Token>) = order.iter().partition(|token| is_meant(token));
    for (token, is_meant) in
        meant.into_iter().map(|token| (token, true)).chain(others.into_iter().map(|token| (token, false)))
    {
        words(painter, look, view, token, (is_meant, has_all), &mut plates);
    }
    plates
}

/// Those of them who can be seen on the page, where they lie on it.
fn on_page(painter: &Painter, view: &View, everybody: &[Token]) -> Vec<Token> {
    let page = painter.clip_rect().expand(view.cell);
    let is_seen = |token: &&Token| page.intersects(view.area(token.body));
    let mut order: Vec<Token> = everybody.iter().filter(is_seen).cloned().collect();
    for token in &mut order {
        (token.body, token.spot) = (view.area(token.body), view.area(token.spot));
    }
    order
}

/// Draws once more what is left of these, around whom rings are drawn: no ring lies over a wound. Gives back how many have any.
pub fn left_again(painter: &Painter, view: &View, everybody: &[Token], ringed: &[(Id, bool)]) -> usize {
    if ringed.is_empty() {
        return 0;
    }
    let order = on_page(painter, view, everybody);
    let standing = left::Standing::of(&order);
    let is_ringed = |token: &&Token| ringed.iter().any(|(id, _)| *id == token.id);
    order.iter().filter(is_ringed).filter_map(|token| left::draw(painter, token, &standing)).count()
}

/// Whether somebody whom nobody means is named where squares are so many points across beside the usual size of text: their
/// letters say who it is, so in little room only what has become of somebody is said.
fn is_named(cell: f32, in_state: bool) -> bool {
    cell >= if in_state { NAMED } else { ROOMY }
}

/// The name of somebody who is meant, and the word of what has become of them; of all others where all are wanted.
fn words(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    token: &Token,
    (is_meant, has_all): (bool, bool),
    plates: &mut Plates,
) {
    let state = state_of(look, &token.fares.states).filter(|_| !token.fares.is_dead);
    let cell = view.cell / theme::scale(painter.ctx());
    let falls = if token.is_falling(look) { track::falls(look, token.id) } else { None };
    if !is_meant && falls.is_none() && (!has_all || token.fares.is_dead || !is_named(cell, state.is_some())) {
        return;
    }
    if let Some(falls) = falls {
        let full = if is_meant { format!("{} · {falls}", look.name(token.id)) } else { falls };
        let words = Words { full: &full, short: Some("falls"), plate: theme::OUT };
        plates.say(painter, token.spot, words, if is_meant { Weight::Meant } else { Weight::Name });
        return;
    }
    let name = look.name(token.id);
    let word = state.map(|(word, _)| word);
    let text = word.map_or_else(|| name.to_owned(), |word| format!("{name} · {word}"));
    let plate = if state.is_some_and(|(_, out)| out) { theme::OUT } else { theme::INK };
    let weight = if is_meant { Weight::Meant } else { Weight::Name };
    // Their letters say who it is where there is no room for all of it.
    plates.say(painter, token.spot, Words { full: &text, short: word, plate }, weight);
}

/// Whether a token of this radius bears letters: a small one only where everybody's name is wanted, for they hide it, or where it
/// shares its square, for there they lie below it.
fn has_letters((radius, apart): (f32, Apart), has_all: bool) -> bool {
    let least = match apart {
        _ if has_all => TINY,
        Apart::Alone => LETTERED,
        Apart::Left | Apart::Right => SHARED,
    };
    radius >= least
}

/// What is left of somebody, and of what: "Stamina 4 of 8".
pub fn remains(look: Look<'_>, who: Id, (left, whole): (i32, i32)) -> String {
    match look.health_in(who) {
        Some(figure) => format!("{figure} {left} of {whole}"),
        None => format!("{left} of {whole} left"),
    }
}

/// What most hampers somebody: what takes it out before all else.
pub fn state(look: Look<'_>, id: Id) -> Option<(&'static str, bool)> {
    state_of(look, look.conditions(id))
}

/// What hampers most of these states: one that brings another of them goes before that.
fn state_of(look: Look<'_>, states: &[Condition]) -> Option<(&'static str, bool)> {
    let ranked = states.iter().filter_map(|condition| {
        let def = look.rules().conditions.get(&condition.kind)?;
        let rank = if def.dead {
            3
        } else if def.out {
            2
        } else {
            i32::from(!def.stance)
        };
        Some((rank, !states::is_brought(look, states, condition.kind), condition.kind.as_str()))
    });
    ranked.max_by_key(|(rank, is_own, _)| (*rank, *is_own)).map(|(rank, _, word)| (word, rank >= 2))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, Pos2, RawInput, Shape, Vec2, pos2, vec2};

    use super::*;
    use crate::battle::ConditionName;
    use crate::overlay::motion::Motion;
    use crate::overlay::trial;

    /// Promise: where one state brings another, somebody is known by the one that brings it, whichever came first.
    #[test]
    fn whoever_is_dying_is_known_as_that() {
        trial::in_game("zones", |look| {
            for both in [["dying", "incapacitated"], ["incapacitated", "dying"]] {
                let both = both.map(|state| Condition::new(ConditionName::from(state)));
                assert_eq!(state_of(look, &both), Some(("dying", true)));
                let sheet: Vec<&str> =
                    states::sorted(look, &both).iter().map(|state| state.condition.kind.as_str()).collect();
                assert_eq!(sheet, ["dying", "incapacitated"]);
            }
        });
    }

    /// Promise: on a field as wide as a window, everybody is named at the usual size of text, and with text of 200 % only
    /// those in some state; where squares are hardly larger than letters, nobody is.
    #[test]
    fn large_text_names_only_those_of_whom_there_is_something_to_say() {
        let named = |cell: f32, text: f32| [false, true].map(|in_state| super::is_named(cell / text, in_state));
        assert_eq!(named(41.0, 1.0), [true, true]);
        assert_eq!(named(41.0, 2.0), [false, true]);
        assert_eq!(named(12.0, 1.0), [false, false]);
    }

    /// Promise: where everybody is named who stands in a crowd, no name lies over the wounds of anybody.
    #[test]
    fn names_lie_over_nobodys_wounds() {
        let game = trial::begun("brawl_at_the_crown", 5);
        let look = trial::look(&game);
        let mut crowd = order(look, &Motion::default(), None);
        crowd.truncate(6);
        for (place, token) in crowd.iter_mut().enumerate() {
            let square = Rect::from_min_size(pos2((place % 3) as f32, (place / 3) as f32), Vec2::splat(1.0));
            (token.body, token.spot) = (square, square);
            (token.fares.health, token.fares.wounds) = (None, 3);
            token.fares.states.clear();
        }
        let names: Vec<&str> = crowd.iter().map(|token| look.name(token.id)).collect();
        let page = Rect::from_min_size(Pos2::ZERO, vec2(480.0, 500.0));
        let view = View { origin: Pos2::ZERO, cell: 160.0 };
        let (selected, pointed, over) = (None, None, None);
        let (picked, target, acts) = (None, None, None);
        let layers = Layers::of(&[Layer::Names]);
        let marked = Marked { selected, pointed, over, picked, target, acts, layers };
        let mut output = Context::default().run_ui(RawInput { screen_rect: Some(page), ..RawInput::default() }, |ui| {
            tokens(ui.painter(), look, &view, (&crowd, page), marked, None).write(ui.painter());
        });
        output.textures_delta.clear();
        let (mut wounds, mut told) = (Vec::new(), Vec::new());
        for each in &output.shapes {
            match &each.shape {
                Shape::Circle(circle) if circle.fill == theme::BLOOD => wounds.push(each.shape.visual_bounding_rect()),
                Shape::Text(text) if names.contains(&text.galley.job.text.as_str()) => {
                    told.push(text.visual_bounding_rect());
                }
                _ => {}
            }
        }
        assert!(wounds.len() == 18 && !told.is_empty(), "{wounds:?}, {told:?}");
        assert!(told.iter().all(|name| wounds.iter().all(|wound| !wound.intersects(*name))), "{wounds:?}, {told:?}");
    }
}
