//! The way that a move would take, drawn before it is gone.

mod plan;

use std::cmp::Ordering;

use bevy_egui::egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use super::camera::View;
use super::tokens::{Plates, Wide, Words, rim, shape};
use super::{answers, theme};
use crate::ahead::{Approach, Peril, Shares, Sting, When, Whole, named};
use crate::battle::{Group, Id, Look, Order};
use crate::board::Square;

pub use plan::plan;

/// What is told of harm that is not known yet.
const RECKONS: &str = "reckoning…";
/// The same of all that comes until one's next turn: in as many letters as what is told then, so that its plate does not jump.
const RECKONS_ALL: &str = "reckoning what all others do…";
/// What is told where no harm can be foretold: somebody is hidden, or too much hangs on it.
const UNTOLD: &str = "nobody can tell";

/// A way as it is drawn. In a field of zones the rules only name the places that it leads through: there each step is laid as
/// near to the straight way as its place allows, and the last is where the way ends.
pub fn laid(look: Look<'_>, who: Id, from: Square, squares: &[Square]) -> Vec<Square> {
    let Some((last, steps)) = squares.split_last().filter(|_| look.zoned().is_some()) else { return squares.to_vec() };
    let body = look.footprint(who);
    let gap = |one: Square, other: Square| f64::from(one.x - other.x).hypot(f64::from(one.y - other.y));
    let mut way = Vec::new();
    let mut before = from;
    for step in steps {
        let place = look.spot_of(body.moved_to(*step));
        let there = place.map_or(&[][..], |place| look.spots().squares(place)).iter().copied();
        let there = there.filter(|square| look.spot_of(body.moved_to(*square)) == place);
        let longer = |square: &Square| gap(before, *square) + gap(*square, *last);
        // Of equal ones the nearest: nobody jumps over a place.
        let best = there.min_by(|one, other| {
            (longer(one), gap(before, *one))
                .partial_cmp(&(longer(other), gap(before, *other)))
                .unwrap_or(Ordering::Equal)
        });
        before = best.unwrap_or(*step);
        way.push(before);
    }
    way.push(*last);
    way
}

/// A line from the body's middle through every square that it would enter, and its
/// ghost at the end.
pub fn draw(painter: &Painter, look: Look<'_>, view: &View, who: Id, squares: &[Square]) {
    let body = look.footprint(who);
    let wide = Wide::of(look);
    let lies = |square: Square| view.area(wide.stands(body.moved_to(square)));
    let middle = |square: Square| lies(square).center();
    let squares = laid(look, who, body.at, squares);
    let Some(last) = squares.last() else { return };
    let mut points: Vec<Pos2> = std::iter::once(body.at).chain(squares.iter().copied()).map(middle).collect();
    // It begins where the token ends, also of somebody who shares a square.
    if let [first, second, ..] = points.as_mut_slice() {
        let own = wide.token(look, view, who);
        let along = *second - own.center();
        *first = own.center() + along.normalized() * rim(own).min(along.length());
    }
    let end = lies(*last);
    let width = (view.cell * 0.09).clamp(2.0, 5.0);
    // Light beneath dark, so that it is seen on any ground.
    painter.add(Shape::line(points.clone(), Stroke::new(width + 2.5, theme::GROUND)));
    painter.add(Shape::line(points.clone(), Stroke::new(width, theme::WAY)));
    for point in points.iter().skip(1) {
        painter.circle(*point, width * 1.1, theme::WAY, Stroke::new(1.0, theme::GROUND));
    }
    let side = look.side(who).0;
    let ghost = theme::over(theme::side(side), theme::GROUND, 0.5);
    painter.rect_stroke(end.shrink(1.0), 3.0, Stroke::new(2.0, theme::WAY), StrokeKind::Inside);
    shape(painter, end.center(), end.width() * 0.38, side, ghost, Stroke::new(1.5, theme::WAY));
    if let [.., before, after] = points.as_slice() {
        arrow(painter, *before, *after, width);
    }
}

/// What is told of a way.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What a click does, in larger letters above all else.
    pub click: &'a str,
    /// All of it, line by line.
    pub text: &'a str,
    /// As much room as this would take is kept for it.
    pub room: &'a str,
    /// What is left of it where there is little room: the price and what is to be feared. The first line where it is empty.
    pub brief: &'a str,
    /// Whether it wants a second thought.
    pub is_grave: bool,
}

/// What is told of it beside the square where it ends: over neither that nor `kept`, whoever goes, nor anybody else, nor the
/// steps on the way where that can be.
pub fn price(
    painter: &Painter,
    (end, kept, steps): (Rect, &[Rect], &[Rect]),
    plates: &mut Plates,
    Told { click, text, room, brief, is_grave }: &Told<'_>,
) {
    let plate = if *is_grave { theme::OUT } else { theme::WAY };
    let short = Some(*brief).filter(|brief| !brief.is_empty()).or_else(|| text.lines().next());
    let short = short.filter(|short| short != text);
    let words = Words { full: text, short, plate };
    plates.lay(painter, (end, kept, steps), (*click, words), room);
    // Nobody else's name lies over where the way ends.
    plates.keep(Plates::face(end));
}

/// What has been foretold of the harm until one's next turn and from whom, and words as wide and as many lines as it may become: one
/// line as long as nothing is known, and for a blow at the end of the way.
pub fn foretold(look: Look<'_>, peril: &Peril, strikes: bool) -> (String, String) {
    // That nobody was harmed in some tries is less than that nobody can strike there.
    let is_bare = !peril.is_exact && !peril.is_any();
    let why = peril.why_unharmed().filter(|_| strikes).map(|why| format!(", {why}")).unwrap_or_default();
    let brief = || match is_bare {
        true => format!("no harm in any of {} tries{why}", peril.tries),
        false => peril.brief(Shares::Within),
    };
    let told = peril.is_told().then(brief);
    let from = named(look, peril.from(look).into_iter().map(|(by, _)| by)).filter(|_| strikes && told.is_some());
    let from = from.map(|from| format!("from {from}"));
    let begun = peril.in_coming().filter(|_| told.is_some());
    let told = [Some(told.unwrap_or_else(|| RECKONS_ALL.to_owned())), from, begun];
    let told = format!("{}: {}", Peril::UNTIL, told.into_iter().flatten().collect::<Vec<_>>().join(", "));
    let rules = look.rules();
    let ends = rules.conditions.keys().filter(|state| rules.takes_out(**state)).map(|state| state.as_str());
    let worst = ends.max_by_key(|name| name.chars().count()).unwrap_or_default();
    if strikes {
        let mut names: Vec<&str> = look.asked().map_or_else(Vec::new, |who| {
            let foes = look.foes(who).filter(|foe| look.knows_of(*foe));
            foes.map(|foe| look.name(foe)).collect()
        });
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let from = names.get(..names.len().min(2)).unwrap_or_default().join(" and ");
        let widest = format!("harmed 100% ±13, {worst} 100% ±13, from {from}, a blow begun at you 100%");
        return (told, format!("{}: {widest}", Peril::UNTIL));
    }
    let widest = format!("{}: harmed 100% ±13, {worst} 100% ±13, a blow begun at you 100%", Peril::UNTIL);
    let widest = format!("{widest}\n{0}\n{0}", Peril::ASSUMES);
    if !peril.is_told() {
        return (told, widest);
    }
    // Who does it is told in no more letters than what is assumed.
    let from = peril.brief_from(look, Peril::ASSUMES.chars().count());
    (format!("{told}\n{from}\n{}", peril.assumes()), widest)
}

/// What becomes of whoever goes by the end of a way where others have a say: a line from the first moment on, also where it
/// turns out that it cannot be told.
pub fn on_the_way(peril: Option<&Option<Peril>>) -> String {
    let told = match peril {
        None => RECKONS.to_owned(),
        Some(None) => UNTOLD.to_owned(),
        Some(Some(peril)) => peril.brief(Shares::Whole),
    };
    format!("on the way: {told}")
}

/// How many clicks do something, on a card as on the field: one.
pub const ONCE: &str = "one click";

/// What a deed at somebody is called where it is told what a click does, on a card as on the field.
pub fn called(look: Look<'_>, order: &Order) -> &'static str {
    let is_blow = look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack);
    if is_blow { "strike" } else { order.verb.as_str() }
}

/// How many clicks do something that wants two; after the first of them one more.
pub const fn twice(is_again: bool) -> &'static str {
    if is_again { "click again" } else { "click twice" }
}

/// Why something takes a second click while another plan waits: nothing where it is that plan.
pub fn elsewhere(planned: &[Order], is_again: bool) -> Option<&'static str> {
    (!planned.is_empty() && !is_again).then_some("something else waits for its second click")
}

/// That one click does this.
pub fn once(does: &str) -> String {
    format!("{ONCE}: {does}")
}

/// That this takes a second click, with the walk and the blow that follow. As long before the first click as after it.
pub fn once_more(does: &str, approach: Option<&Approach>, is_again: bool) -> String {
    let follows = approach.filter(|approach| approach.when > When::Later).map(follows).unwrap_or_default();
    format!("{}: {does}{follows}", twice(is_again))
}

/// What a walk and the blow at its end take, and what is left of the turn after both, where that can be said.
pub fn takes(approach: &Approach) -> Option<String> {
    let whole = approach.whole.as_ref().map(after_both)?;
    let first = approach.way.as_ref().map(|way| way.price.as_str()).filter(|price| !price.is_empty());
    Some(first.map_or_else(|| whole.clone(), |price| format!("{price}, {whole}")))
}

/// What follows the price of a walk: what the blow takes, and what is left of the turn after both.
pub fn after_both(Whole { blow, left }: &Whole) -> String {
    let blow = blow.as_deref().map(|takes| format!("then {}", answers::bare(takes)));
    let leaves = |left: &str| format!("leaves {}", left.strip_suffix(" left").unwrap_or(left));
    let left = left.as_deref().map_or_else(|| "ends the turn".to_owned(), leaves);
    blow.into_iter().chain([left]).collect::<Vec<_>>().join(", ")
}

/// Why something takes a second click, behind what that does.
pub fn because(clicks: String, why: Option<&str>) -> String {
    match why {
        // All of it is a warning: none needs a mark of its own.
        Some(why) => format!("{clicks} ({})", why.trim_start_matches("! ")),
        None => clicks,
    }
}

/// What follows by itself what sets out: the walk, where something else comes first, and the blow.
fn follows(approach: &Approach) -> String {
    let walk = approach.first.as_ref().map(|_| format!(", {}", approach.go.verb)).unwrap_or_default();
    format!("{walk}, then {}", approach.blow.verb)
}

/// What a blow comes in that does not come now: another turn, or another part of this one.
pub const fn later(approach: &Approach) -> &'static str {
    if approach.is_this_round { "part of this round" } else { "turn" }
}

/// Where somebody may react to a walk: a mark on the step, and a line from whoever it is.
pub fn sting(painter: &Painter, look: Look<'_>, view: &View, who: Id, sting: &Sting) {
    let at = view.body(look.footprint(who).moved_to(sting.at)).center();
    let from = Wide::of(look).token(look, view, sting.by).center();
    painter.extend(Shape::dashed_line(&[from, at], Stroke::new(2.5, theme::AIM), 7.0, 4.0));
    let radius = (view.cell * 0.2).clamp(8.0, 16.0);
    painter.circle(at, radius, theme::AIM, Stroke::new(1.5, theme::INK));
    painter.text(at, Align2::CENTER_CENTER, "!", FontId::proportional(radius * 1.6), theme::INK);
}

fn arrow(painter: &Painter, from: Pos2, to: Pos2, width: f32) {
    let along = to - from;
    if along.length() > 1.0 {
        // Slim, so that it does not seem to point another way.
        let ahead = along.normalized() * width * 4.0;
        let aside = vec2(-ahead.y, ahead.x) * 0.28;
        let corners = vec![to + ahead * 0.5, to - ahead * 0.5 + aside, to - ahead * 0.5 - aside];
        painter.add(Shape::convex_polygon(corners, theme::WAY, Stroke::new(1.0, theme::GROUND)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::Grade;
    use crate::overlay::trial;

    /// Promise: what is foretold of a move is one line while it is still reckoned out, and neither lines nor letters of it grow
    /// beyond the room that is kept from then on; of a walk it names the worst of those who do the harm, with their share, in a
    /// line no longer than what is assumed; of a walk and a blow it is one line, which names them.
    #[test]
    fn what_is_foretold_has_its_room_from_the_first_moment_on() {
        trial::in_lesson("hursagmu", "HG-C21", 1, |look| {
            let who = look.asked().unwrap();
            let foe = look.foes(who).next().unwrap();
            let comes = [((Grade::Out, "fallen".into()), 3)].into();
            let settled = Peril { tries: 60, hurt: 22, out: 3, by: [(foe, 22)].into(), comes, ..Peril::default() };
            let exact = Peril { is_exact: true, ..settled.clone() };
            for (strikes, lines) in [(false, 3), (true, 1)] {
                for peril in [Peril::default(), settled.clone(), exact.clone()] {
                    let (told, room) = foretold(look, &peril, strikes);
                    let shown = if peril.is_told() { lines } else { 1 };
                    assert_eq!((told.lines().count(), room.lines().count()), (shown, lines), "{told}");
                    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
                    assert!(longest(&told) <= longest(&room), "{told}\n{room}");
                    // Nor does what is told grow or shrink by it, where it is more than one line.
                    let as_broad = Peril::ASSUMES.chars().count();
                    assert!(strikes || longest(&told).is_some_and(|broad| broad.abs_diff(as_broad) < 2), "{told}");
                }
            }
            // No line that is reckoned out goes or comes.
            for peril in [None, Some(None), Some(Some(settled.clone()))] {
                assert_eq!(on_the_way(peril.as_ref()).lines().count(), 1);
            }
            let (told, _) = foretold(look, &settled, true);
            assert_eq!(told, format!("until your next turn: harmed 32% ±12, fallen 0-11%, from {}", look.name(foe)));
            let second = |peril: &Peril| foretold(look, peril, false).0.lines().nth(1).map(str::to_owned);
            assert_eq!(second(&settled), Some(format!("from {} about 37%", look.name(foe))));
            assert_eq!(second(&exact), Some(format!("from {} 37%", look.name(foe))), "what is exact is not about that");
            let several = Peril { by: [(foe, 22), (who, 3)].into(), ..settled.clone() };
            let named = format!("from {} about 37%, {} 5%", look.name(foe), look.name(who));
            assert_eq!(second(&several), Some(named));
            assert!(several.brief_from(look, 12).starts_with("from 2 of"), "a line is no longer than it may be");
            // A first figure comes with a first batch of tries, and changes with a whole one.
            let mut shown = Peril::default();
            for (tries, told) in [(11, 0), (12, 12), (20, 12), (24, 24), (60, 60)] {
                shown.catch_up(&Peril { tries, ..settled.clone() });
                assert_eq!((shown.tries, shown.is_told()), (told, told > 0));
            }
            let unharmed = Peril { hurt: 0, out: 0, ..settled.clone() };
            let told = format!("until your next turn: no harm in any of {} tries", settled.tries);
            assert!(foretold(look, &unharmed, false).0.starts_with(&told), "what was tried is no certainty");
            // Where no enemy has a turn in between it says so, in no more letters than what is assumed.
            let unmet = Peril { unmet: 60, by: [].into(), ..unharmed.clone() };
            assert_eq!(second(&unmet).as_deref(), Some("your turn comes before theirs"));
            assert_eq!(foretold(look, &unmet, true).0, format!("{told}, your turn comes before theirs"));
            let met = Peril { unmet: 59, ..unmet.clone() };
            assert_eq!(
                second(&met).as_deref(),
                Some("so harm is at most 5% likely"),
                "that there was none is said once"
            );
            let never = Peril { is_exact: true, ..met };
            assert_eq!(second(&never).as_deref(), Some("however the dice fall"));
        });
    }

    /// Promise: one click has one name, wherever it is told.
    #[test]
    fn a_second_click_has_one_name() {
        let told = |is_again: bool| once_more("move", None, is_again);
        assert_eq!((told(false).as_str(), told(true).as_str()), ("click twice: move", "click again: move"));
        assert_eq!(once("move"), "one click: move");
        assert_eq!(because(told(false), Some("! Orc may react")), "click twice: move (Orc may react)");
        assert_eq!(because(told(true), None), "click again: move");
        // That another plan waits is said of everything but that plan.
        let planned = [Order::new("attack")];
        assert_eq!([elsewhere(&[], false), elsewhere(&planned, true)], [None; 2]);
        assert!(
            because(told(false), elsewhere(&planned, false))
                .ends_with("move (something else waits for its second click)")
        );
    }

    /// Promise: the price of a walk and a blow is that of both, with what is left of the turn, or that it ends.
    #[test]
    fn a_walk_and_a_blow_are_priced_together() {
        let told = |blow: Option<&str>, left: Option<&str>| {
            after_both(&Whole { blow: blow.map(str::to_owned), left: left.map(str::to_owned) })
        };
        assert_eq!(told(Some("1 action"), None), "then 1 action, ends the turn");
        assert_eq!(told(Some("the action"), Some("8 squares left")), "then the action, leaves 8 squares");
        assert_eq!(told(None, None), "ends the turn");
    }
}
