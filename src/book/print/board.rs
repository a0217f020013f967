//! A moment drawn as a small picture of lines and shapes: ground, walls, zones, who stands where, who did what, and who
//! suffered it. It needs no graphics driver, is as sharp on paper as on a screen, and says in words what it shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::escaped;
use super::style::{BLACK, WHITE, hex, mixed};
use crate::board::{Board, CoverGrade, Edge, Footprint, Square, ZoneId};
use crate::book::Moment;
use crate::book::moment::{Part, Spot, Token, middle};
use crate::looks::{Colour, Face, Land};

/// Points of the picture a square.
const CELL: f32 = 24.0;
/// How much larger it is shown, where there is room.
const GROWN: f32 = 1.4;
/// How far the colours of ground fade, so that whoever stands on it is seen, on paper too.
const FADED: f32 = 0.42;
/// The colour of those who have no known side.
const NOBODY: Colour = Colour([0x66; 3]);

/// A place of the board in the picture.
fn spot(part: Part, (x, y): Spot) -> Spot {
    ((x - part.at.x as f32) * CELL, (y - part.at.y as f32) * CELL)
}

/// The picture, as a whole element with its words.
pub(super) fn svg(moment: &Moment) -> String {
    let part = moment.part();
    let (face, land): (&Face, &Land) = (moment.looks.face(), moment.looks.land());
    let (width, height) = (part.wide as f32 * CELL, part.high as f32 * CELL);
    let mut drawn = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>",
        short(width * GROWN),
        short(width),
        short(height),
        escaped(&moment.words())
    );
    ground(&mut drawn, moment, part, (face, land));
    let ink = hex(face.ink.colour);
    match moment.board.zones.is_empty() {
        true => grid(&mut drawn, part, &ink),
        false => zones(&mut drawn, &moment.board, part, &ink),
    }
    lit(&mut drawn, moment, part, face);
    walls(&mut drawn, &moment.board, part, &ink);
    for token in &moment.tokens {
        trail(&mut drawn, token, part, face);
    }
    let mut taken: Vec<Footprint> = Vec::new();
    for token in &moment.tokens {
        let shared = taken.iter().filter(|body| **body == token.body).count();
        taken.push(token.body);
        stands(&mut drawn, token, part, face, shared);
    }
    arrow(&mut drawn, moment, part, &hex(face.panels.bad), &ink);
    drawn.push_str("</svg>");
    drawn
}

/// A number with as few digits as a picture needs.
fn short(number: f32) -> String {
    let told = format!("{number:.1}");
    told.strip_suffix(".0").map_or(told.clone(), str::to_owned)
}

/// The colour of the ground on a square.
fn colour(moment: &Moment, square: Square, (face, land): (&Face, &Land)) -> Colour {
    let paper = face.paper.colour;
    let Some(terrain) = moment.board.terrain(square) else { return paper };
    let mass = land.looks(terrain).and_then(|looks| looks.mass.as_deref()).and_then(|name| land.mass(name));
    if let Some(mass) = mass {
        return mixed(mass.colours.1, WHITE, 0.12);
    }
    let floor = land.floor(terrain).map_or(paper, |paint| paint.colours.0);
    mixed(floor, WHITE, FADED)
}

/// Ground in rows of one colour, and a disc where something stands on it.
fn ground(drawn: &mut String, moment: &Moment, part: Part, looks: (&Face, &Land)) {
    let squares: Vec<(Square, Colour)> = part.squares().map(|square| (square, colour(moment, square, looks))).collect();
    for run in squares.chunk_by(|one, other| one.1 == other.1 && one.0.y == other.0.y) {
        let Some((first, colour)) = run.first() else { continue };
        rect(drawn, part, *first, run.len(), &format!("fill=\"{}\"", hex(*colour)));
    }
    let land = looks.1;
    for (square, colour) in squares {
        let stands =
            moment.board.terrain(square).and_then(|terrain| land.looks(terrain)).and_then(|looks| looks.stands);
        if stands.is_some() {
            let (x, y) = spot(part, middle(Footprint::one(square)));
            let dark = hex(mixed(colour, BLACK, 0.35));
            // Text can always be added to.
            let _ = write!(drawn, "<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"{dark}\"/>", short(x), short(y));
        }
    }
    let things: Vec<Square> = moment.board.objects.iter().flat_map(|object| object.squares.iter().copied()).collect();
    for square in things.into_iter().filter(|square| part.holds(*square)) {
        let (x, y) = spot(part, (square.x as f32, square.y as f32));
        let ink = hex(looks.0.ink.colour);
        let _ = write!(
            drawn,
            "<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"18\" fill=\"#b79a6a\" stroke=\"{ink}\"/>",
            short(x + 3.0),
            short(y + 3.0)
        );
    }
}

/// A row of squares as one rectangle.
fn rect(drawn: &mut String, part: Part, first: Square, long: usize, dress: &str) {
    let (x, y) = spot(part, (first.x as f32, first.y as f32));
    let (wide, high) = (short(long as f32 * CELL), short(CELL));
    let _ = write!(drawn, "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" {dress}/>", short(x), short(y));
}

/// The lines between squares.
fn grid(drawn: &mut String, part: Part, ink: &str) {
    let (width, height) = (part.wide as f32 * CELL, part.high as f32 * CELL);
    let mut path = String::new();
    for x in 1..part.wide {
        let _ = write!(path, "M{} 0V{}", short(x as f32 * CELL), short(height));
    }
    for y in 1..part.high {
        let _ = write!(path, "M0 {}H{}", short(y as f32 * CELL), short(width));
    }
    let _ = write!(drawn, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".22\"/>");
}

/// The lines between zones, and what each is called.
fn zones(drawn: &mut String, board: &Board, part: Part, ink: &str) {
    let zone = |square: Square| board.cell(square).and_then(|cell| cell.zone);
    let path = edges(part, |one, other| part.holds(other) && zone(one) != zone(other));
    let _ = write!(
        drawn,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\" stroke-dasharray=\"7 4\"/>"
    );
    let mut named: BTreeSet<ZoneId> = BTreeSet::new();
    for square in part.squares() {
        let Some(number) = zone(square).filter(|number| named.insert(*number)) else { continue };
        let Some(zone) = board.zones.get(usize::from(number)) else { continue };
        let (x, y) = spot(part, (square.x as f32, square.y as f32));
        let _ = write!(
            drawn,
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"14\" fill=\"{ink}\">{}</text>",
            short(x + 5.0),
            short(y + 16.0),
            escaped(&zone.name)
        );
    }
}

/// The sides of squares where this is true, each once; squares off the part are asked about as well.
fn edges(part: Part, is_wanted: impl Fn(Square, Square) -> bool) -> String {
    let mut path = String::new();
    for y in part.at.y..=part.at.y + part.high {
        for x in part.at.x..=part.at.x + part.wide {
            let at = Square::new(x, y);
            let (left, top) = spot(part, (x as f32, y as f32));
            if is_wanted(at, Square::new(x, y - 1)) && x < part.at.x + part.wide {
                let _ = write!(path, "M{} {}h{}", short(left), short(top), short(CELL));
            }
            if is_wanted(at, Square::new(x - 1, y)) && y < part.at.y + part.high {
                let _ = write!(path, "M{} {}v{}", short(left), short(top), short(CELL));
            }
        }
    }
    path
}

/// What stands between squares: walls as thick lines, what only covers as dashes.
fn walls(drawn: &mut String, board: &Board, part: Part, ink: &str) {
    let edge = |one: Square, other: Square| board.edge(one, other).copied().unwrap_or_default();
    let is_wall = |edge: Edge| edge.blocks_move;
    let covers = |edge: Edge| !edge.blocks_move && (edge.blocks_sight || edge.cover != CoverGrade::None);
    for (path, dress) in [
        (edges(part, |one, other| is_wall(edge(one, other))), "stroke-width=\"4\""),
        (edges(part, |one, other| covers(edge(one, other))), "stroke-width=\"3\" stroke-dasharray=\"5 3\""),
    ] {
        if !path.is_empty() {
            let _ = write!(drawn, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" {dress}/>");
        }
    }
}

/// The squares that it is about.
fn lit(drawn: &mut String, moment: &Moment, part: Part, face: &Face) {
    let bodies = |square: Square| moment.tokens.iter().any(|token| token.body.contains(square));
    let lit: BTreeSet<(i32, i32)> = moment
        .squares
        .iter()
        .filter(|square| part.holds(**square) && !bodies(**square))
        .map(|square| (square.y, square.x))
        .collect();
    let squares: Vec<(i32, i32)> = lit.into_iter().collect();
    let dress = format!("fill=\"{}\" fill-opacity=\".32\"", hex(face.panels.accent));
    for run in squares.chunk_by(|one, other| one.0 == other.0 && one.1 + 1 == other.1) {
        if let Some((y, x)) = run.first() {
            rect(drawn, part, Square::new(*x, *y), run.len(), &dress);
        }
    }
}

/// The colour of a side.
fn side(face: &Face, side: u8) -> Colour {
    let count = face.sides.len().max(1);
    face.sides.get(usize::from(side) % count).copied().unwrap_or(NOBODY)
}

/// The way of whoever stands elsewhere than before.
fn trail(drawn: &mut String, token: &Token, part: Part, face: &Face) {
    let Some(was) = token.was else { return };
    let colour = hex(side(face, token.side));
    let ((x, y), (to_x, to_y)) = (spot(part, middle(was)), spot(part, middle(token.body)));
    let _ = write!(
        drawn,
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"3 3\"/><path d=\"M{0} {1}L{} {}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"6 4\"/>",
        short(x),
        short(y),
        short(was.side as f32 * CELL * 0.4),
        short(to_x),
        short(to_y)
    );
}

/// Somebody: the shape and the colour of their side, with their letters; a cross over those who are out of the fight.
fn stands(drawn: &mut String, token: &Token, part: Part, face: &Face, shared: usize) {
    let colour = side(face, token.side);
    let aside = shared as f32 * 0.3;
    let (x, y) = middle(token.body);
    let (x, y) = spot(part, (x + aside, y - aside));
    let radius = token.body.side as f32 * CELL * 0.45;
    let (fill, edge) = (hex(colour), hex(mixed(colour, BLACK, 0.55)));
    let dress = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"");
    let faint = if token.is_out { " opacity=\".6\"" } else { "" };
    let _ = write!(drawn, "<g{faint}><title>{}</title>", escaped(&token.name));
    let _ = match token.side % 4 {
        0 => write!(drawn, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {dress}/>", short(x), short(y), short(radius)),
        1 => {
            polygon(drawn, &[(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], 1.12, (x, y), &dress)
        }
        2 => polygon(
            drawn,
            &[(x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius)],
            0.86,
            (x, y),
            &dress,
        ),
        _ => polygon(
            drawn,
            &[(x, y - radius), (x + radius, y + radius * 0.8), (x - radius, y + radius * 0.8)],
            1.15,
            (x, y),
            &dress,
        ),
    };
    let ink = if colour.contrast(WHITE) >= 3.0 { "#fff" } else { "#000" };
    let size = (radius * if token.letters.chars().count() > 2 { 0.85 } else { 1.05 }).max(8.0);
    let _ = write!(
        drawn,
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-weight=\"700\" font-size=\"{}\" fill=\"{ink}\" text-anchor=\"middle\">{}</text>",
        short(x),
        short(y + size * 0.36),
        short(size),
        escaped(&token.letters)
    );
    if token.is_out {
        let r = radius * 0.8;
        let _ = write!(
            drawn,
            "<path d=\"M{} {}L{} {}M{2} {1}L{0} {3}\" stroke=\"#000\" stroke-width=\"2.5\"/>",
            short(x - r),
            short(y - r),
            short(x + r),
            short(y + r)
        );
    }
    drawn.push_str("</g>");
}

/// A shape of straight lines, so many times as large around its middle.
fn polygon(drawn: &mut String, corners: &[Spot], times: f32, middle: Spot, dress: &str) -> std::fmt::Result {
    let grown = |(x, y): &Spot| ((x - middle.0) * times + middle.0, (y - middle.1) * times + middle.1);
    let points: Vec<String> = corners.iter().map(grown).map(|(x, y)| format!("{},{}", short(x), short(y))).collect();
    write!(drawn, "<polygon points=\"{}\" {dress}/>", points.join(" "))
}

/// Who it comes from, and who it goes to.
fn arrow(drawn: &mut String, moment: &Moment, part: Part, colour: &str, ink: &str) {
    let Some((from, to)) = moment.deed else { return };
    let ((x, y), (to_x, to_y)) = (spot(part, from), spot(part, to));
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    // It leaves the letters of both free.
    let (leaves, comes) = (CELL * 0.45, CELL * 0.36);
    let head = (length - leaves - comes).clamp(4.0, 9.0);
    let (x, y, to_x, to_y) = (x + dx * leaves, y + dy * leaves, to_x - dx * comes, to_y - dy * comes);
    let (back_x, back_y) = (to_x - dx * head, to_y - dy * head);
    let _ = write!(
        drawn,
        "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"3.5\"/>",
        short(x),
        short(y),
        short(back_x),
        short(back_y)
    );
    let half = head * 0.66;
    let head = [(to_x, to_y), (back_x - dy * half, back_y + dx * half), (back_x + dy * half, back_y - dx * half)];
    let _ =
        polygon(drawn, &head, 1.0, (to_x, to_y), &format!("fill=\"{colour}\" stroke=\"{ink}\" stroke-width=\".7\""));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::book::moment::lessons_on;
    use crate::lesson::Lesson;
    use crate::rulebook::Library;

    fn moment(rule: &'static str) -> Moment {
        let lessons: Vec<Arc<Lesson>> =
            Library::open("rulesets").lessons_about(rule).unwrap().into_iter().map(Arc::new).collect();
        Moment::of(lessons_on(&lessons, rule.into())[0], rule.into()).unwrap()
    }

    /// Promise: the picture has everybody with their letters, an arrow for the blow, and words for those who do not see it.
    #[test]
    fn a_picture_has_everybody_in_it() {
        let moment = moment("SK-ATK-01");
        let drawn = svg(&moment);
        assert!(drawn.contains("role=\"img\"") && drawn.contains("<title>"));
        for token in &moment.tokens {
            assert!(drawn.contains(&format!(">{}</text>", token.letters)), "{}", token.name);
            assert!(drawn.contains(&escaped(&token.name)));
        }
        assert!(drawn.contains("stroke-width=\"3.5\""), "an arrow");
        assert!(drawn.len() < 20_000, "{} letters", drawn.len());
    }

    /// Promise: zones are shown whole, with their names.
    #[test]
    fn zones_have_their_names() {
        let moment = moment("ZN-MOVE-01");
        let drawn = svg(&moment);
        let part = moment.part();
        let zone = |token: &Token| moment.board.cell(token.body.at).and_then(|cell| cell.zone);
        for zone in moment.tokens.iter().filter_map(zone) {
            assert!(drawn.contains(&escaped(&moment.board.zones[usize::from(zone)].name)));
        }
        assert!(moment.tokens.iter().all(|token| part.holds(token.body.at)));
    }
}
