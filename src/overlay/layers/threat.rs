//! Where enemies could strike in their next turn: a light tone within a broken line, so that the field below is read as
//! before; where hand to hand within a whole line, with strokes that are the denser the more strike there. How many strike
//! at a square is told where one points, too. Of a single one
//! also what each weapon reaches without a step. Around those who could strike at the end of a way that is pointed at lies a
//! ring, whole where they do it hand to hand.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Painter, Pos2, Shape, Stroke, Vec2};

use super::hatch::Hatch;
use super::outline::{Outline, closed, tag};
use super::{Spot, Tints, hue};
use crate::ahead::Strikes;
use crate::battle::{Id, Look};
use crate::board::{Board, Footprint, Square};
use crate::looks::Texture;
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, rim};

/// How strongly a square is toned where one may be struck hand to hand, and where from afar alone.
pub const TONES: (f32, f32) = (0.18, 0.14);

/// What is left of these tones while the layer is off, and somebody is only pointed at.
const LIGHT: f32 = 0.55;

/// Parts of a ring, and how much wider it is than whoever is in it.
const PARTS: i32 = 40;
const WIDER: f32 = 1.06;

/// How large a square must be for strokes, in points.
const STROKED_FROM: f32 = 10.0;

/// Who threatens what.
#[derive(Debug, Default)]
pub struct Threat {
    /// Threatened squares: how many strike there hand to hand, and how many in all.
    counts: BTreeMap<Square, (usize, usize)>,
    /// The weapons of the one that is looked at, each with its squares.
    pub arms: Vec<(String, BTreeSet<Square>)>,
    /// How all of it is drawn.
    marks: Marks,
}

/// Lines of a threat: found once, drawn with every frame.
#[derive(Debug, Default)]
struct Marks {
    edges: (Outline, Outline),
    hatch: Hatch,
    arms: Vec<Outline>,
    /// The highest edge of what is struck hand to hand, and of what is from afar alone.
    tops: (Option<[Pos2; 2]>, Option<[Pos2; 2]>),
}

impl Marks {
    /// `passed`: squares within the threat that bear none of it.
    fn of(threat: &Threat, board: &Board, passed: &BTreeSet<Square>) -> Self {
        let all: BTreeSet<Square> = threat.counts.keys().copied().collect();
        let shut: BTreeSet<Square> = closed(board, all.iter()).union(passed).copied().collect();
        let edge = |squares: &BTreeSet<Square>| {
            Outline::of(squares.iter().copied(), |square| squares.contains(&square) || shut.contains(&square))
        };
        let is_near = |square: &Square| threat.counts.get(square).is_some_and(|(near, _)| *near > 0);
        let near: BTreeSet<Square> = all.iter().copied().filter(is_near).collect();
        Self {
            edges: (edge(&near), edge(&all)),
            hatch: Hatch::of(threat.counts.iter().map(|(square, (near, _))| (*square, *near))),
            arms: threat.arms.iter().map(|(_, squares)| Outline::around(squares)).collect(),
            tops: (Outline::around(&near).top(), Outline::around(&all.difference(&near).copied().collect()).top()),
        }
    }
}

impl Threat {
    /// One more enemy, and where it strikes of those squares that are open to whoever it strikes.
    fn count(&mut self, strikes: &Strikes, is_open: impl Fn(&Square) -> bool) {
        for square in strikes.near.union(&strikes.far).filter(|square| is_open(square)) {
            let (near, all) = self.counts.entry(*square).or_default();
            *near += usize::from(strikes.near.contains(square));
            *all += 1;
        }
    }

    /// How many can strike at whoever stands there, if anybody can.
    pub fn words(&self, square: Square) -> Option<String> {
        let (near, all) = *self.counts.get(&square)?;
        Some(said(near, all))
    }
}

/// So many can strike, and so many of them hand to hand.
fn said(near: usize, all: usize) -> String {
    let enemies = if all == 1 { "1 enemy".to_owned() } else { format!("{all} enemies") };
    match near {
        0 => format!("{enemies} can strike here from afar"),
        near if near == all => format!("{enemies} can strike here hand to hand"),
        near => format!("{enemies} can strike here, {near} hand to hand"),
    }
}

/// Who of these could strike at a body, and whether hand to hand.
pub fn strikers(strikes: &BTreeMap<Id, Strikes>, body: Footprint) -> Vec<(Id, bool)> {
    let meets = |squares: &BTreeSet<Square>| body.squares().any(|square| squares.contains(&square));
    let each = strikes.iter().map(|(id, strikes)| (*id, meets(&strikes.near), meets(&strikes.far)));
    each.filter(|(_, near, far)| *near || *far).map(|(id, near, _)| (id, near)).collect()
}

/// How many could strike where somebody would go, next turn; nothing where nobody could.
pub fn counted(strikers: &[(Id, bool)]) -> Option<String> {
    let near = strikers.iter().filter(|(_, near)| *near).count();
    (!strikers.is_empty()).then(|| said(near, strikers.len()).replacen("here", "here next turn", 1))
}

/// The enemies of those who sit here; where that is everybody, of whoever is asked.
pub fn foes(look: Look<'_>) -> Vec<Id> {
    let is_foe = |enemy: Id| {
        let here = |id: &Id| look.is_played_here(look.side(*id));
        let all_here = look.everybody().all(|id| here(&id));
        let asked = look.question().map(|question| question.side).filter(|_| all_here);
        match asked {
            Some(side) => look.everybody().any(|id| look.side(id) == side && look.are_enemies(id, enemy)),
            None if all_here => true,
            None => look.everybody().any(|id| here(&id) && look.are_enemies(id, enemy)),
        }
    };
    let mut sides: BTreeMap<u8, bool> = BTreeMap::new();
    let shown = look.shown().filter(|id| look.is_in_play(*id));
    shown.filter(|id| *sides.entry(look.side(*id).0).or_insert_with(|| is_foe(*id))).collect()
}

/// The kinds of ground that somebody whom these strike could be on: no wall, nor a chasm as long as nobody is down there.
fn open(look: Look<'_>, strikes: &BTreeMap<Id, Strikes>) -> Vec<bool> {
    let (board, land) = (look.board(), look.rules().looks.land());
    let is_chasm: Vec<bool> =
        board.terrains.iter().map(|terrain| land.texture(terrain) == Some(Texture::Void)).collect();
    let falls = |square: Square| is_of(board, square, &is_chasm);
    let is_down = |id: &Id| look.place(*id).present && look.footprint(*id).squares().any(falls);
    let is_struck = |id: Id| strikes.keys().any(|foe| look.are_enemies(*foe, id));
    let has_chasm = is_chasm.contains(&true);
    let is_anybody_down = has_chasm && look.shown().filter(is_down).any(is_struck);
    let kinds = board.terrains.iter().zip(is_chasm);
    kinds.map(|(terrain, is_chasm)| terrain.cost > 0 && (is_anybody_down || !is_chasm)).collect()
}

/// Whether a square is of one of these kinds of ground.
fn is_of(board: &Board, square: Square, kinds: &[bool]) -> bool {
    board.cell(square).and_then(|cell| kinds.get(usize::from(cell.terrain))).is_some_and(|is| *is)
}

/// Where all of these could strike, or one of them alone.
pub fn find(look: Look<'_>, of: Option<Id>, strikes: &BTreeMap<Id, Strikes>) -> Threat {
    let mut found = Threat::default();
    let (board, open) = (look.board(), open(look, strikes));
    let is_open = |square: &Square| is_of(board, *square, &open);
    let mut passed = BTreeSet::new();
    for (enemy, strikes) in strikes.iter().filter(|(id, _)| of.is_none_or(|of| of == **id)) {
        found.count(strikes, is_open);
        passed.extend(strikes.near.union(&strikes.far).filter(|square| !is_open(square)));
        // No line leads through whoever strikes.
        passed.extend(look.footprint(*enemy).squares());
        let Some(enemy) = of.filter(|of| of == enemy) else { continue };
        for item in look.gear(enemy).iter().filter(|item| item.is_ready() && !item.arm.reach.is_empty()) {
            let by_rule =
                look.rules().registry.shows.iter().find_map(|mechanic| mechanic.threatens(look, enemy, &item.arm));
            let by_reach = || look.threat(enemy, &item.arm).squares(board, look.footprint(enemy));
            let squares: BTreeSet<Square> = by_rule.unwrap_or_else(by_reach).into_iter().filter(is_open).collect();
            if !found.arms.iter().any(|(_, other)| *other == squares) {
                found.arms.push((item.arm.name.to_string(), squares));
            }
        }
    }
    found.marks = Marks::of(&found, board, &passed);
    found
}

/// Tones over threatened squares, below all that stands or is written there; lighter where the layer is off.
pub fn tint(threat: &Threat, is_on: bool, tints: &mut Tints) {
    let (colour, share) = (theme::colours().threat, if is_on { 1.0 } else { LIGHT });
    for (square, (near, _)) in &threat.counts {
        let tone = if *near > 0 { TONES.0 } else { TONES.1 };
        tints.entry(*square).or_default().push(hue(colour, tone * share));
    }
}

/// A line around the squares where one may be struck hand to hand, a broken one around all; one more around what each
/// weapon reaches. While the layer is off there are thin lines alone.
pub fn draw(painter: &Painter, view: &View, threat: &Threat, is_on: bool) {
    let colour = theme::colours().threat;
    let marks = &threat.marks;
    if !is_on {
        marks.edges.1.draw(painter, view, 0.0, Stroke::new(1.0, colour), Some(5.0));
        marks.edges.0.draw(painter, view, 0.0, Stroke::new(1.5, colour), None);
        return;
    }
    if view.cell >= STROKED_FROM {
        marks.hatch.draw(painter, view, Stroke::new(1.2, colour.gamma_multiply(0.6)));
    }
    marks.edges.1.draw(painter, view, 0.0, Stroke::new(1.5, colour), Some(5.0));
    marks.edges.0.draw(painter, view, 0.0, Stroke::new(2.5, colour), None);
    for (index, outline) in marks.arms.iter().enumerate() {
        let gap = (index > 0).then_some(3.0 + index as f32 * 2.0);
        outline.draw(painter, view, 3.0 + index as f32 * 2.5, Stroke::new(2.5, colour), gap);
    }
}

/// On both lines what is within them, whether the layer is on or one who is pointed at shows theirs.
pub fn tags(painter: &Painter, view: &View, threat: &Threat, plates: &mut Plates) {
    let marks = &threat.marks;
    let near = marks.tops.0.map(|at| (at, "enemies strike hand to hand"));
    for (at, text) in near.into_iter().chain(marks.tops.1.map(|at| (at, "enemies strike from afar"))) {
        tag(painter, view, (at, text), theme::colours().threat, plates);
    }
}

/// Rings around those who could strike at the end of a way.
pub fn rings(painter: &Painter, spot: &Spot<'_>, strikers: &[(Id, bool)]) {
    for (who, near) in strikers {
        let body = spot(*who);
        ring(painter, body.center(), rim(body) * WIDER, *near);
    }
}

/// A ring around somebody who could strike: whole where that is hand to hand, broken where it is from afar.
pub fn ring(painter: &Painter, at: Pos2, radius: f32, near: bool) {
    let (below, stroke) = (Stroke::new(4.0, theme::INK), Stroke::new(2.2, theme::colours().threat));
    if near {
        painter.circle_stroke(at, radius, below);
        painter.circle_stroke(at, radius, stroke);
        return;
    }
    let place = |step: i32| at + Vec2::angled(std::f32::consts::TAU * step as f32 / PARTS as f32) * radius;
    for first in (0..PARTS).step_by(5) {
        let part: Vec<Pos2> = (first..=first + 3).map(place).collect();
        painter.add(Shape::line(part.clone(), below));
        painter.add(Shape::line(part, stroke));
    }
}

/// A line around the squares of a goal.
pub fn goal(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let edge = Outline::around(squares);
    edge.draw(painter, view, 1.0, Stroke::new(5.0, theme::INK.gamma_multiply(0.7)), None);
    edge.draw(painter, view, 1.0, Stroke::new(3.0, theme::ACTIVE), Some(5.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Memo;
    use crate::overlay::trial;

    /// Promise: a threat tints the ground, below whatever stands and is written there, darker where it is hand to hand.
    #[test]
    fn a_threat_tints_the_ground() {
        let mut threat = Threat::default();
        let at = |x: i32| Square::new(x, 0);
        threat.count(&Strikes { near: BTreeSet::from([at(0)]), far: BTreeSet::from([at(1)]) }, |_| true);
        let tone = |is_on: bool, x: i32| {
            let mut tints = Tints::new();
            tint(&threat, is_on, &mut tints);
            tints.get(&at(x)).and_then(|hues| hues.first()).map(|(_, strength)| *strength)
        };
        assert_eq!([0, 1, 2].map(|x| tone(true, x)), [Some(TONES.0), Some(TONES.1), None]);
        assert!([0, 1].into_iter().all(|x| tone(false, x).is_some() && tone(false, x) < tone(true, x)));
    }

    /// Promise: a chasm is toned by no threat as long as nobody is down there, and no line is drawn along its rim; what is over it
    /// or beside it is.
    #[test]
    fn nobody_is_threatened_in_a_chasm_where_nobody_is() {
        let game = trial::begun("bridge_of_the_giant", 1);
        let look = trial::look(&game);
        let giant = look.everybody().find(|id| look.name(*id) == "Giant").unwrap();
        let squares = |y: std::ops::Range<i32>| y.flat_map(|y| (6..20).map(move |x| Square::new(x, y))).collect();
        let whole: BTreeSet<Square> = squares(2..10);
        let is_gorge = |square: &Square| look.board().terrain(*square).is_some_and(|ground| ground.name == "gorge");
        assert!(whole.iter().any(is_gorge) && !whole.iter().all(is_gorge));
        let strikes = |id: Id| BTreeMap::from([(id, Strikes { near: whole.clone(), far: BTreeSet::new() })]);
        let toned = |threat: &Threat| {
            let mut tints = Tints::new();
            tint(threat, true, &mut tints);
            tints.into_keys().collect::<BTreeSet<Square>>()
        };
        let threat = find(look, None, &strikes(giant));
        let ground: BTreeSet<Square> = whole.iter().copied().filter(|square| !is_gorge(square)).collect();
        assert_eq!(toned(&threat), ground);
        let edge = Outline::of(ground.iter().copied(), |square| whole.contains(&square));
        assert_eq!(threat.marks.edges.1, edge, "its rim is the rim of nothing");
        let mut memo = Memo::of(look);
        let corporal = look.everybody().find(|id| look.name(*id) == "Corporal").unwrap();
        memo.put(corporal, look.footprint(corporal).moved_to(Square::new(12, 3)));
        assert_eq!(toned(&find(look.remembering(&memo), None, &strikes(giant))), whole, "one of them has fallen down");
    }

    /// Promise: of somebody who goes somewhere it is known who could strike them there, whichever of their squares is struck, and
    /// the same number is told.
    #[test]
    fn whoever_could_strike_at_the_end_of_a_way_is_counted() {
        let squares = |of: &[(i32, i32)]| -> BTreeSet<Square> { of.iter().map(|(x, y)| Square::new(*x, *y)).collect() };
        let strikes = BTreeMap::from([
            (Id(1), Strikes { near: squares(&[(3, 3)]), far: squares(&[]) }),
            (Id(2), Strikes { near: squares(&[]), far: squares(&[(2, 2), (3, 3)]) }),
            (Id(3), Strikes { near: squares(&[(9, 9)]), far: squares(&[]) }),
        ]);
        let there = |x: i32, y: i32, side: i32| strikers(&strikes, Footprint::new(Square::new(x, y), side));
        assert_eq!(there(2, 2, 2), [(Id(1), true), (Id(2), false)]);
        assert_eq!(there(2, 2, 1), [(Id(2), false)]);
        assert_eq!(counted(&there(2, 2, 2)).as_deref(), Some("2 enemies can strike here next turn, 1 hand to hand"));
        assert_eq!(counted(&there(5, 5, 1)), None);
    }

    /// Promise: it is told how many strike at a square, and how many of them hand to hand.
    #[test]
    fn how_many_strike_at_a_square_is_told() {
        let squares = |of: &[i32]| -> BTreeSet<Square> { of.iter().map(|x| Square::new(*x, 0)).collect() };
        let mut threat = Threat::default();
        threat.count(&Strikes { near: squares(&[0, 1]), far: squares(&[2]) }, |_| true);
        threat.count(&Strikes { near: squares(&[0]), far: squares(&[1, 2, 3]) }, |_| true);
        let words = |x: i32| threat.words(Square::new(x, 0)).unwrap_or_default();
        assert_eq!(words(0), "2 enemies can strike here hand to hand");
        assert_eq!(words(1), "2 enemies can strike here, 1 hand to hand");
        assert_eq!(words(2), "2 enemies can strike here from afar");
        assert_eq!(words(3), "1 enemy can strike here from afar");
        assert_eq!(words(4), "");
    }
}
