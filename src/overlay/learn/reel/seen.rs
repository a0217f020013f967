//! Who is seen in a moving picture, and where.

use std::cmp::Ordering;

use crate::battle::{Fact, Id, Look};
use crate::board::{Board, Footprint, Spot, Square};
use crate::overlay::motion::Fares;
use crate::overlay::{stage, tokens};
use crate::scene;

/// What is told of somebody who has gone.
const OFF: &str = "off the field";

/// Somebody as they were then.
#[derive(Clone)]
pub struct Seen {
    pub id: Id,
    pub body: Footprint,
    /// Which way they are drawn from there by half a square: onto the line, where they stand on the border of two zones.
    pub lean: (i32, i32),
    pub side: u8,
    pub figure: scene::Look,
    pub name: String,
    /// What becomes of them, in a word.
    pub state: Option<&'static str>,
    pub wounds: usize,
    pub health: Option<(i32, i32)>,
}

impl Seen {
    /// Whether they have left the field.
    pub fn is_gone(&self) -> bool {
        self.state == Some(OFF)
    }

    /// The squares towards which they lean.
    pub fn leaning(&self) -> Footprint {
        shifted(self.body, self.lean)
    }

    /// The same where they went last by these facts, and on from there to the rim of the field.
    pub(super) fn on_the_way_out(&self, board: &Board, facts: &[Fact]) -> Self {
        let ways = facts.iter().rev().filter(|fact| fact.goes() == Some(self.id));
        let ends = |fact: &Fact| Some((*fact.squares.first()?, *fact.squares.last()?));
        let (from, to) = ways.filter_map(ends).next().unwrap_or((self.body.at, self.body.at));
        let body = self.body.moved_to(to);
        let rims = [
            (body.at.x, (-1, 0)),
            (board.width() - 1 - body.far().x, (1, 0)),
            (body.at.y, (0, -1)),
            (board.height() - 1 - body.far().y, (0, 1)),
        ];
        let nearest = rims.into_iter().min_by_key(|(gap, _)| *gap).map_or((0, 1), |(_, way)| way);
        let (across, down) = (to.x - from.x, to.y - from.y);
        let (x, y) = match across.abs().cmp(&down.abs()) {
            _ if from == to => nearest,
            Ordering::Less => (0, down.signum()),
            _ => (across.signum(), 0),
        };
        let is_in = |body: Footprint| board.contains(body.at) && board.contains(body.far());
        let on = (1..).map(|step| self.body.moved_to(Square::new(to.x + x * step, to.y + y * step)));
        let body = on.take_while(|next| is_in(*next)).last().unwrap_or(body);
        Self { body, lean: (0, 0), state: Some(OFF), ..self.clone() }
    }
}

/// Everybody who is there.
pub(super) fn seen(look: Look<'_>) -> Vec<Seen> {
    let is_there = |id: &Id| !id.is_thing() && look.place(*id).present;
    let seen = look.everybody().filter(is_there).map(|id| {
        let fares = Fares::of(look, id);
        Seen {
            id,
            body: look.footprint(id),
            lean: lean(look, look.footprint(id)),
            side: look.side(id).0,
            figure: stage::painted(look, id, fares.vigour()),
            name: look.name(id).to_owned(),
            state: tokens::state(look, id).map(|(word, _)| word),
            wounds: fares.wounds,
            health: fares.health,
        }
    });
    seen.collect()
}

/// Which way the line between two zones lies from somebody who stands on their border.
fn lean(look: Look<'_>, body: Footprint) -> (i32, i32) {
    let spot = look.zoned().and_then(|_| look.spot_of(body));
    let Some(Spot::Border(one, other)) = spot else { return (0, 0) };
    let zone = |square: Square| look.board().cell(square).and_then(|cell| cell.zone);
    let beyond =
        |square: Square| zone(square).is_some_and(|zone| zone == one || zone == other) && zone(square) != zone(body.at);
    let crosses = |way: &(i32, i32)| !body.squares().any(beyond) && shifted(body, *way).squares().any(beyond);
    [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().find(crosses).unwrap_or((0, 0))
}

/// The same body so many squares off.
const fn shifted(body: Footprint, (x, y): (i32, i32)) -> Footprint {
    body.moved_to(Square::new(body.at.x + x, body.at.y + y))
}
