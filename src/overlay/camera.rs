//! How the field is looked at: how near, which part of it. Glides to where it
//! is sent; what is under the pointer stays there.

use bevy_egui::egui::{PointerButton, Pos2, Rect, Response, Ui, Vec2, vec2};

use super::pointer;
use crate::board::{Board, Footprint, Square};

mod wheel;

pub use wheel::Wheel;

/// How much smaller and larger than fits the field may be drawn.
const NEAR: (f32, f32) = (0.5, 6.0);
/// Points between the field and the edge of its room, for coordinates.
const MARGIN: f32 = 26.0;
/// Points of a square at most where a part of the field is framed.
const FRAMED: f32 = 84.0;
/// Points a second that the field moves while the pointer rests at an edge.
const EDGE_SPEED: f32 = 700.0;

/// How squares lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The corner of the first square.
    pub origin: Pos2,
    /// The side of a square.
    pub cell: f32,
}

impl View {
    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> Pos2 {
        self.origin + vec2(square.x as f32 * self.cell, square.y as f32 * self.cell)
    }

    /// A square: from its corner to that of the next, so that no line of nothing lies between the two.
    pub fn rect(&self, square: Square) -> Rect {
        Rect::from_min_max(self.corner(square), self.corner(Square::new(square.x + 1, square.y + 1)))
    }

    /// All that a body covers.
    pub fn body(&self, footprint: Footprint) -> Rect {
        Rect::from_min_size(self.corner(footprint.at), Vec2::splat(self.cell * footprint.side as f32))
    }

    /// A place that is told in squares.
    pub fn place(&self, at: Pos2) -> Pos2 {
        self.origin + at.to_vec2() * self.cell
    }

    /// An area whose places are in squares.
    pub fn area(&self, squares: Rect) -> Rect {
        Rect::from_min_max(self.place(squares.min), self.place(squares.max))
    }

    /// A place on the screen, told in squares.
    pub fn spot(&self, at: Pos2) -> Pos2 {
        ((at - self.origin) / self.cell).to_pos2()
    }

    /// The square at a place on the screen.
    pub fn square(&self, at: Pos2) -> Square {
        let offset = (at - self.origin) / self.cell;
        Square::new(offset.x.floor() as i32, offset.y.floor() as i32)
    }

    /// The squares of a board that can be seen in `room`, from the first to the last.
    pub fn within(&self, board: &Board, room: Rect) -> (Square, Square) {
        let (first, last) = (self.square(room.min), self.square(room.max));
        let most = (board.width() - 1, board.height() - 1);
        (
            Square::new(first.x.clamp(0, most.0), first.y.clamp(0, most.1)),
            Square::new(last.x.clamp(0, most.0), last.y.clamp(0, most.1)),
        )
    }
}

/// Where one looks, and where that glides to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    now: Place,
    goal: Place,
}

/// How near, and how far the middle of the field is from the middle of its room, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    near: f32,
    pan: Vec2,
}

impl Default for Camera {
    fn default() -> Self {
        let whole = Place { near: 1.0, pan: Vec2::ZERO };
        Self { now: whole, goal: whole }
    }
}

impl Place {
    fn view(self, board: &Board, room: Rect) -> View {
        let (width, height) = (board.width() as f32, board.height() as f32);
        let fit = ((room.width() - MARGIN * 2.0) / width).min((room.height() - MARGIN * 2.0) / height);
        let cell = (fit.clamp(6.0, 110.0) * self.near).max(4.0);
        let size = vec2(width * cell, height * cell);
        View { origin: room.center() - size / 2.0 + self.pan, cell }
    }

    /// Not so far aside that nothing of the field would be left in its room.
    fn kept(self, board: &Board, room: Rect) -> Self {
        let cell = self.view(board, room).cell;
        let size = vec2(board.width() as f32, board.height() as f32) * cell;
        let most = (size / 2.0 + room.size() / 2.0 - Vec2::splat(80.0)).max(Vec2::ZERO);
        Self { pan: self.pan.clamp(-most, most), ..self }
    }
}

impl Camera {
    /// Where all of a field lies in a room until somebody moves it.
    pub fn whole(board: &Board, room: Rect) -> View {
        Self::default().view(board, room)
    }

    /// How the field lies now.
    pub fn view(&self, board: &Board, room: Rect) -> View {
        self.now.view(board, room)
    }

    /// Goes on for so many seconds; whether it still moves. `at_once`: nothing glides.
    pub fn go_on(&mut self, board: &Board, room: Rect, passed: f32, at_once: bool) -> bool {
        self.goal = self.goal.kept(board, room);
        let left = self.goal.pan - self.now.pan;
        let nearer = self.goal.near / self.now.near;
        if at_once || (left.length() < 0.5 && (nearer - 1.0).abs() < 0.002) {
            self.now = self.goal;
            return false;
        }
        let share = 1.0 - (-passed * 14.0).exp();
        self.now.pan += left * share;
        self.now.near *= nearer.powf(share);
        true
    }

    /// The whole field.
    pub fn fit(&mut self) {
        self.goal = Self::default().goal;
    }

    /// Whether that is what is looked at.
    pub fn is_whole(&self) -> bool {
        self.goal == Self::default().goal
    }

    /// At once so near that these squares fill the room, if they are not the most of the field anyway.
    pub fn frame(&mut self, squares: Rect, board: &Board, room: Rect) {
        let whole = Self::default().goal;
        let cell = whole.view(board, room).cell;
        let inside = room.shrink(MARGIN);
        let fits = (inside.width() / squares.width().max(1.0)).min(inside.height() / squares.height().max(1.0));
        let near = (fits.min(FRAMED) / cell).clamp(1.0, NEAR.1);
        let mut place = Place { near, ..whole };
        if near > 1.0 {
            place.pan = room.center() - place.view(board, room).area(squares).center();
            // No room lies empty beside a field that goes on at the other side.
            let all = Rect::from_min_size(Pos2::ZERO, vec2(board.width() as f32, board.height() as f32));
            let lies = place.view(board, room).area(all);
            let shove = |one: f32, other: f32| 0.0_f32.clamp(one.min(other), one.max(other));
            place.pan += vec2(
                shove(inside.right() - lies.right(), inside.left() - lies.left()),
                shove(inside.bottom() - lies.bottom(), inside.top() - lies.top()),
            );
        }
        (self.now, self.goal) = (place, place);
    }

    /// At once where another looks, which has squares of this size in a room of its own.
    pub fn look_as(&mut self, other: &Self, cell: f32, board: &Board, room: Rect) {
        let middle = Place { pan: Vec2::ZERO, ..other.now };
        let place = Place { pan: other.now.pan * middle.view(board, room).cell / cell.max(1.0), ..middle };
        (self.now, self.goal) = (place, place);
    }

    /// Nearer by this factor, to the middle of the room.
    pub fn nearer(&mut self, by: f32) {
        let near = (self.goal.near * by).clamp(NEAR.0, NEAR.1);
        self.goal.pan *= near / self.goal.near;
        self.goal.near = near;
    }

    /// Nearer by this factor, to what is under the pointer: at once, for it would slip away below it.
    pub fn nearer_to(&mut self, by: f32, pointer: Pos2, board: &Board, room: Rect) {
        let before = self.now.view(board, room);
        let mut place = self.now;
        place.near = (place.near * by).clamp(NEAR.0, NEAR.1);
        let after = place.view(board, room);
        place.pan += pointer - (after.origin + (pointer - before.origin) / before.cell * after.cell);
        (self.now, self.goal) = (place, place);
    }

    /// Shoves the field, gliding.
    pub fn shove(&mut self, by: Vec2) {
        self.goal.pan += by;
    }

    /// Drags the field: it stays below the pointer.
    pub fn drag(&mut self, by: Vec2) {
        self.now.pan += by;
        self.goal.pan = self.now.pan;
    }

    /// Hears of the pointer over the field: its middle button drags, as any does where `drags` says so; its `wheel` and two
    /// fingers bring nearer what is below it. What lies over the field has wheels of its own, and so has what lies beside its
    /// room.
    pub fn hear(
        &mut self,
        ui: &Ui,
        (response, wheel): (&Response, &mut Wheel),
        drags: bool,
        board: &Board,
        room: Rect,
    ) {
        if response.dragged_by(PointerButton::Middle) || drags && response.dragged() {
            self.drag(response.drag_delta());
        }
        let is_here = |at: Pos2| room.contains(at) && pointer::lies_open(response, at);
        let by = wheel.nearer(ui, is_here);
        if let Some(pointer) = response.hover_pos().filter(|at| by != 1.0 && is_here(*at)) {
            self.nearer_to(by, pointer, board, room);
        }
    }

    /// Brings a body to the middle of what lies open of the room.
    pub fn centre(&mut self, body: Footprint, board: &Board, (room, clear): (Rect, Rect)) {
        let open = if clear.shrink(MARGIN).is_positive() { clear } else { room };
        self.goal.pan += open.center() - self.goal.view(board, room).body(body).center();
    }

    /// Brings a body into what lies open of the room, if it is not in it already.
    pub fn follow(&mut self, body: Footprint, board: &Board, (room, clear): (Rect, Rect)) {
        let rect = self.goal.view(board, room).body(body);
        // What lies at the edge of a field that fits is in view.
        if !self.inside(room, clear).shrink(MARGIN / 2.0).contains_rect(rect) {
            self.centre(body, board, (room, clear));
        }
    }

    /// What of a room is looked at while this part of it lies open: a field that nobody has moved lies there as a whole, whatever is
    /// drawn out over it.
    fn inside(&self, room: Rect, clear: Rect) -> Rect {
        let is_open = !self.is_whole() && clear.shrink(MARGIN).is_positive();
        if is_open { clear } else { room }
    }

    /// Whether all of these squares can be seen in a part of the room.
    pub fn sees(&self, squares: Rect, board: &Board, (room, clear): (Rect, Rect)) -> bool {
        self.inside(room, clear).shrink(MARGIN / 2.0).contains_rect(self.goal.view(board, room).area(squares))
    }

    /// Brings squares into what lies open of the room, if they are not in it already: from farther off only if they have no room
    /// there else, and with `rather` more of them if these have.
    pub fn show(&mut self, squares: Rect, rather: Rect, board: &Board, (room, clear): (Rect, Rect)) {
        let inside = clear.shrink(MARGIN / 2.0);
        let lies = |place: Place, squares: Rect| place.view(board, room).area(squares);
        let fits = |lies: Rect| (inside.width() / lies.width()).min(inside.height() / lies.height());
        let squares = if fits(lies(self.goal, rather)) >= 1.0 { rather } else { squares };
        if self.sees(squares, board, (room, clear)) || !inside.is_positive() {
            return;
        }
        // A hair of room is left around them.
        self.nearer((fits(lies(self.goal, squares)) * 0.98).min(1.0));
        self.goal.pan += inside.center() - lies(self.goal, squares).center();
    }

    /// The pointer rests at an edge of the window for so many seconds.
    pub fn at_edge(&mut self, pointer: Pos2, window: Rect, passed: f32) -> bool {
        let along = |at: f32, low: f32, high: f32| {
            if at <= low + 2.0 {
                1.0
            } else if at >= high - 2.0 {
                -1.0
            } else {
                0.0
            }
        };
        let shove =
            vec2(along(pointer.x, window.left(), window.right()), along(pointer.y, window.top(), window.bottom()));
        self.goal.pan += shove * EDGE_SPEED * passed;
        shove != Vec2::ZERO
    }
}

#[cfg(test)]
mod tests;
