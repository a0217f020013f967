//! Flanking as the rules see it: a mark at the rim of everybody who is flanked, towards each of those who do it, and the
//! squares in reach where the active fighter would flank somebody.

use std::collections::BTreeSet;

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::Spot;
use super::outline::{self, Outline};
use crate::ahead::near;
use crate::battle::house_words::ATTACK;
use crate::battle::{Condition, Id, Look, Until};
use crate::board::{Footprint, Square};
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, label_size};

/// How large the head of an arrow is beside a square, at most and at least.
const SIZES: (f32, f32) = (0.2, 0.08);

/// How broad its shaft is beside a square.
const SHAFT: f32 = 0.05;

/// How large a mark is where one could stand, beside a square, and how strong.
const STAND: f32 = 0.12;
const QUIET: f32 = 0.8;

/// Of more squares than these only those around whoever is meant are marked.
const HANDFUL: usize = 8;

/// Of more arrows than these only those of whoever is meant are drawn: they would bury tokens.
pub const ARROWS: usize = 6;

/// A square where whoever stands flanks somebody.
#[derive(Debug)]
pub struct Stand {
    /// Where one would stand.
    pub at: Square,
    /// How large one is.
    pub side: i32,
    /// Whom one would flank from there.
    pub whom: Vec<Id>,
}

/// Who is flanked, and who flanks them: two who stand on either side of them, or one at their side or back. Only where it is of
/// use to somebody.
pub fn find(look: Look<'_>) -> Vec<(Id, Id)> {
    let standing = look.shown().filter(|id| look.is_in_play(*id));
    standing.flat_map(|target| by(look, target).into_iter().map(move |by| (target, by))).collect()
}

/// Who flanks somebody, as far as they are known, where it is of use: with the next blow that they have, whoever stands at the
/// flank or back strikes from there, or where two stand on either side anybody who is there.
pub fn by(look: Look<'_>, target: Id) -> BTreeSet<Id> {
    let pairs = look.flanked_between(target).filter(|pairs| !pairs.is_empty() && !look.is_falling(target));
    let known = |by: &Id| *by != target && look.knows_of(*by);
    let strikes = |by: Id| {
        look.is_in_play(by) && !is_barred(look, by) && near(look, by)(look.footprint(by), look.footprint(target))
    };
    let mut foes = look.foes(target).filter(known);
    let any = pairs.is_some() && foes.any(strikes);
    let of_use = |(one, other): &(Id, Id)| {
        let is_between = *one != target && *other != target;
        if is_between { any } else { [*one, *other].into_iter().any(|by| by != target && strikes(by)) }
    };
    let pairs = pairs.into_iter().flatten().filter(of_use);
    pairs.flat_map(|(one, other)| [one, other]).filter(known).collect()
}

/// Whether somebody strikes no blow in this round nor in their next turn, unless something ends what bars it.
fn is_barred(look: Look<'_>, who: Id) -> bool {
    let lasts = |condition: &&Condition| match condition.until {
        Until::Ended | Until::Minutes(_) => true,
        Until::Rounds(count) | Until::Turns(count) => count > 1,
        Until::TurnStart | Until::TurnEnd | Until::Seconds(_) => false,
    };
    let bars = |condition: &Condition| {
        let def = look.rules().conditions.get(&condition.kind);
        def.is_some_and(|def| def.forbids.iter().any(|kind| ["all", "act", ATTACK].contains(&kind.as_str())))
    };
    look.conditions(who).iter().filter(lasts).any(bars)
}

/// Squares in reach of whoever is asked that leave them a blow, and where they would flank somebody whom they reach with what
/// they hold.
pub fn find_stands(look: Look<'_>, bands: &Bands) -> Vec<Stand> {
    let Some(who) = look.asked() else { return Vec::new() };
    let own = look.footprint(who);
    let foes: Vec<Id> = look.foes(who).filter(|foe| look.is_in_play(*foe) && !look.is_falling(*foe)).collect();
    let (reaches, plain): (_, Vec<bool>) = (near(look, who), bands.plain().collect());
    let flanked = |square: Square| {
        let there = own.moved_to(square);
        let struck = foes.iter().filter(|foe| reaches(there, look.footprint(**foe)));
        struck.filter(|foe| look.would_flank(who, there, **foe) == Some(true)).copied().collect::<Vec<Id>>()
    };
    let leaves_blow = |band: &usize| plain.get(*band).copied().unwrap_or(false);
    // A mark on somebody would say something of them, and a click there is for them.
    let others: Vec<Footprint> =
        look.shown().filter(|id| *id != who && look.is_in_play(*id)).map(|id| look.footprint(id)).collect();
    let is_free = |square: &&Square| others.iter().all(|other| own.moved_to(**square).gap(*other) > 0);
    let open = bands.squares.iter().filter(|(_, band)| leaves_blow(band)).map(|(square, _)| square);
    let all = open.filter(is_free).map(|square| Stand { at: *square, side: own.side, whom: flanked(*square) });
    all.filter(|stand| !stand.whom.is_empty()).collect()
}

/// Whom one would flank who went there: what the mark on the square says.
pub fn words(look: Look<'_>, stands: &[Stand], at: Square) -> Option<String> {
    let stand = stands.iter().find(|stand| stand.at == at)?;
    let names: Vec<&str> = stand.whom.iter().map(|whom| look.name(*whom)).collect();
    Some(format!("from here you flank {}", counted(&names).join(" and ")))
}

/// These names, where several differ in nothing but their numbers as one with how many they are: "8 × Pike".
fn counted(names: &[&str]) -> Vec<String> {
    let of_kind = |name: &str| {
        let kind = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        kind.strip_suffix(' ').unwrap_or(name).to_owned()
    };
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for name in names.iter().copied() {
        let kind = of_kind(name);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, all)) => all.push(name),
            None => kinds.push((kind, vec![name])),
        }
    }
    let told = |(kind, all): (String, Vec<&str>)| match all.as_slice() {
        [_, _, _, ..] => vec![format!("{} × {kind}", all.len())],
        few => few.iter().copied().map(str::to_owned).collect(),
    };
    kinds.into_iter().flat_map(told).collect()
}

/// Those of these squares that are marked: a few all at once, of many those where one would flank whoever is meant.
pub fn marked(stands: &[Stand], target: Option<Id>) -> impl Iterator<Item = &Stand> {
    let is_meant = move |stand: &Stand| target.is_some_and(|target| stand.whom.contains(&target));
    stands.iter().filter(move |stand| stands.len() <= HANDFUL || is_meant(stand))
}

/// Those of these who are flanked, each with whoever does it, at whom an arrow is drawn: all of a few, of many those in which
/// somebody has a part who is meant.
pub fn drawn<'p>(pairs: &'p [(Id, Id)], meant: &'p [Option<Id>]) -> impl Iterator<Item = &'p (Id, Id)> {
    let is_meant = move |who: Id| meant.contains(&Some(who));
    pairs.iter().filter(move |(target, by)| pairs.len() <= ARROWS || is_meant(*target) || is_meant(*by))
}

/// The head of an arrow at the rim of everybody who is flanked, on each side where they are: with its shaft, where the two stand
/// apart.
pub fn heads<'p>(painter: &Painter, spot: &Spot<'_>, view: &View, pairs: impl Iterator<Item = &'p (Id, Id)>) {
    for (target, by) in pairs {
        let (body, by) = (spot(*target), spot(*by));
        let corners = head(body, by, view.cell);
        if let Some(ends) = shaft(body, by, corners) {
            let wide = (view.cell * SHAFT).max(2.0);
            painter.line_segment(ends, Stroke::new(wide + 2.0, theme::INK));
            painter.line_segment(ends, Stroke::new(wide, theme::colours().flank));
        }
        let corners = corners.to_vec();
        painter.add(Shape::convex_polygon(corners, theme::colours().flank, Stroke::new(1.5, theme::INK)));
    }
}

/// From the face of one to the foot of such a head, if there is anything between them.
fn shaft(body: Rect, by: Rect, [_, one, other]: [Pos2; 3]) -> Option<[Pos2; 2]> {
    let ahead = (body.center() - by.center()).normalized();
    let (from, to) = (by.center() + ahead * rim(by, ahead), one.lerp(other, 0.5));
    ((to - from).dot(ahead) > 1.0).then_some([from, to])
}

/// How far from its middle the face of somebody ends in this direction.
fn rim(of: Rect, ahead: Vec2) -> f32 {
    Plates::face(of).width() / 2.0 / ahead.x.abs().max(ahead.y.abs()).max(0.01)
}

/// The head of an arrow between two bodies, at the rim of the first: over neither face where there is room between them.
fn head(body: Rect, by: Rect, cell: f32) -> [Pos2; 3] {
    let (from, to) = (by.center(), body.center());
    let ahead = (to - from).normalized();
    let aside = vec2(-ahead.y, ahead.x);
    let (first, last) = (rim(body, ahead), (to - from).length() - rim(by, ahead));
    let size = (last - first).clamp(cell * SIZES.1, cell * SIZES.0);
    let tip = to - ahead * first;
    let foot = tip - ahead * size;
    [tip, foot + aside * size * 0.8, foot - aside * size * 0.8]
}

/// Two small arrowheads that meet at the lower edge of each square where one could stand to flank: they hide nothing that lies
/// there.
pub fn stands<'s>(painter: &Painter, view: &View, stands: impl Iterator<Item = &'s Stand>, room: Rect) {
    let (colour, edge) = (theme::colours().flank.gamma_multiply(QUIET), theme::INK.gamma_multiply(QUIET));
    for stand in stands {
        let rect = view.body(Footprint::new(stand.at, stand.side));
        if !rect.intersects(room) {
            continue;
        }
        let size = (view.cell * STAND).max(4.0);
        let at = rect.center_bottom() - vec2(0.0, size * 1.3);
        for way in [-1.0, 1.0] {
            let tip = at + vec2(way * size * 0.15, 0.0);
            let corners = vec![tip, tip + vec2(way * size, -size * 0.75), tip + vec2(way * size, size * 0.75)];
            painter.add(Shape::convex_polygon(corners, colour, Stroke::new(1.0, edge)));
        }
    }
}

/// At the uppermost of these squares what their marks mean, if anything is marked.
pub fn tag(painter: &Painter, look: Look<'_>, view: &View, marked: &[&Stand], plates: &mut Plates) {
    let whom: BTreeSet<Id> = marked.iter().flat_map(|stand| &stand.whom).copied().collect();
    let bodies = marked.iter().flat_map(|stand| Footprint::new(stand.at, stand.side).squares());
    let Some(top) = Outline::around(&bodies.collect()).top() else { return };
    let names: Vec<&str> = whom.iter().map(|whom| look.name(*whom)).collect();
    let text = format!("from here you flank {}", counted(&names).join(" and "));
    let half = label_size(painter, &text).x / view.cell / 2.0;
    let top = inside(top, half, look.board().width() as f32);
    outline::tag(painter, view, (top, &text), theme::colours().flank, plates);
}

/// The ends of a part of an edge, moved so that words in its middle, half of which are so many squares broad, lie on a board of
/// this width.
fn inside(ends: [Pos2; 2], half: f32, width: f32) -> [Pos2; 2] {
    let middle = (ends[0].x + ends[1].x) / 2.0;
    let by = middle.min(width - half).max(half) - middle;
    ends.map(|end| end + vec2(by, 0.0))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::Conditions;
    use crate::overlay::hand::Hand;
    use crate::overlay::known::Known;
    use crate::overlay::trial;

    /// Promise: where it is shown that one could stand to flank, a blow is left and one of the weapons in hand reaches somebody.
    #[test]
    fn a_place_to_flank_from_is_one_to_strike_from() {
        let mut shown = 0;
        for name in ["first_toll", "even"] {
            trial::watch(name, 3, 150, |look| {
                let is_turn = look.question().is_some_and(|question| question.choices.is_none());
                let bands = Hand::default().bands(&mut Known::default(), look).filter(|_| is_turn);
                if let Some((who, bands)) = look.asked().zip(bands) {
                    for Stand { at, whom, .. } in find_stands(look, &bands) {
                        let there = look.footprint(who).moved_to(at);
                        assert!(bands.acts[bands.squares[&at]], "{name}: {at} leaves no blow");
                        for foe in whom.iter().map(|foe| look.footprint(*foe)) {
                            let mut held = look.arms(who).filter(|item| item.is_ready());
                            assert!(held.any(|item| look.threat(who, &item.arm).reaches(there, foe)), "{name}: {at}");
                        }
                        shown += 1;
                    }
                }
            });
        }
        assert!(shown > 3, "{shown} places");
    }

    /// Promise: whoever is felled and falls only once all have struck is flanked by nobody, and it is told when they fall.
    #[test]
    fn nobody_flanks_whoever_is_falling() {
        let mut seen = 0;
        for seed in 1..7 {
            trial::watch("first_toll", seed, 80, |look| {
                for who in look.shown().filter(|id| look.is_falling(*id)) {
                    assert!(find(look).iter().all(|(target, _)| *target != who), "{}", look.name(who));
                    let falls = crate::overlay::track::falls(look, who);
                    assert!(falls.as_ref().is_some_and(|falls| falls.starts_with("falls once all ")), "{falls:?}");
                    seen += 1;
                }
            });
        }
        assert!(seen > 0, "nobody falls later");
    }

    /// Promise: nobody is marked as flanked whom nobody there can strike, neither at once nor in their next turn.
    #[test]
    fn a_flank_of_no_use_is_not_marked() {
        let mut seen = 0;
        for seed in 1..7 {
            let (mut game, mut mind) = (trial::begun("first_toll", seed), Mind::new(Skill::Plain, seed));
            for _ in 0..80 {
                let look = trial::look(&game);
                let Some((target, _)) = find(look).first().copied() else {
                    if trial::goes_on(&mut game, &mut mind) {
                        continue;
                    }
                    break;
                };
                let foes: Vec<_> = look.foes(target).filter_map(|foe| look.entity(foe)).collect();
                for foe in foes {
                    game.world.get_mut::<Conditions>(foe).unwrap().0.push(Condition::new("broken"));
                }
                let look = trial::look(&game);
                assert!(by(look, target).is_empty(), "{}", look.name(target));
                seen += usize::from(look.flanked_between(target).is_some_and(|pairs| !pairs.is_empty()));
                break;
            }
        }
        assert!(seen > 0, "nobody is flanked");
    }

    /// Promise: of many places to flank from only those around whoever is meant are marked, and many of one kind are counted and
    /// not named one by one.
    #[test]
    fn marks_of_flanks_are_no_carpet() {
        let stand = |x: i32| Stand { at: Square::new(x, 0), side: 1, whom: vec![Id(x as u16 % 3)] };
        let (few, many): (Vec<Stand>, Vec<Stand>) = ((0..6).map(stand).collect(), (0..30).map(stand).collect());
        assert_eq!((marked(&few, None).count(), marked(&few, Some(Id(1))).count()), (6, 6));
        assert_eq!((marked(&many, None).count(), marked(&many, Some(Id(1))).count()), (0, 10));
        assert!(marked(&many, Some(Id(1))).all(|stand| stand.whom == [Id(1)]));
        let told = counted(&["Pike 1", "Ogre", "Pike 2", "Pike 8", "Bowman 1", "Bowman 2"]);
        assert_eq!(told, ["3 × Pike", "Ogre", "Bowman 1", "Bowman 2"]);
    }

    /// Promise: in a crowd arrows bury nobody: of many only those are drawn in which somebody has a part who is meant.
    #[test]
    fn arrows_of_flanks_bury_nobody() {
        let pairs = |count: usize| -> Vec<(Id, Id)> { (0..count as u16).map(|at| (Id(at), Id(at + 1))).collect() };
        let (few, many) = (pairs(ARROWS), pairs(ARROWS + 1));
        assert_eq!((drawn(&few, &[None]).count(), drawn(&many, &[None]).count()), (ARROWS, 0));
        let of: Vec<(Id, Id)> = drawn(&many, &[None, Some(Id(2))]).copied().collect();
        assert_eq!(of, [(Id(1), Id(2)), (Id(2), Id(3))]);
    }

    /// Promise: what the marks mean is said on the board, also where the uppermost of them lies at its edge.
    #[test]
    fn what_marks_mean_is_said_on_the_board() {
        let middle = |at: f32| {
            let [from, to] = inside([pos2(at, 3.0), pos2(at + 1.0, 3.0)], 2.0, 14.0);
            assert_eq!((from.y, to.y, to.x - from.x), (3.0, 3.0, 1.0));
            (from.x + to.x) / 2.0
        };
        assert_eq!([0.0, 6.0, 12.5].map(middle), [2.0, 6.5, 12.0]);
    }

    /// Promise: the arrow between two who stand apart begins at the one and ends at the other.
    #[test]
    fn a_mark_of_a_flank_leads_from_whoever_it_is() {
        let at = |x: f32| Rect::from_min_size(pos2(x, 0.0), Vec2::splat(40.0));
        let ends = |by: Rect| shaft(at(0.0), by, head(at(0.0), by, 40.0));
        let [from, to] = ends(at(80.0)).expect("there is a square between them");
        assert!(
            (from.x - Plates::face(at(80.0)).left()).abs() < 0.1 && to.x > 20.0 && to.x < from.x,
            "{from:?} {to:?}"
        );
        assert!(ends(at(40.0)).is_none_or(|[from, to]| from.x - to.x < 20.0));
    }

    /// Promise: the mark of a flank lies over the face of nobody, from whichever side it comes, and at whoever it is about.
    #[test]
    fn a_mark_of_a_flank_hides_no_face() {
        let cell = 40.0;
        let at =
            |x: i32, y: i32, side: f32| Rect::from_min_size(pos2(x as f32, y as f32) * cell, Vec2::splat(cell * side));
        for (body, side) in [(at(5, 5, 1.0), 1), (at(5, 5, 3.0), 3)] {
            for (x, y) in (4..=5 + side).flat_map(|x| (4..=5 + side).map(move |y| (x, y))) {
                let by = at(x, y, 1.0);
                if by.shrink(1.0).intersects(body) {
                    continue;
                }
                let corners = head(body, by, cell);
                // The rim of a square that is met at a slant is wider than its face.
                let is_level = body.center().x == by.center().x || body.center().y == by.center().y;
                for face in [body, by].map(|body| Plates::face(body).shrink(if is_level { 0.5 } else { 3.5 })) {
                    assert!(corners.iter().all(|corner| !face.contains(*corner)), "{corners:?} over {face:?}");
                }
                let near = body.expand(cell * 0.2);
                assert!(corners.iter().all(|corner| near.contains(*corner)), "{corners:?} is not at {body:?}");
            }
        }
    }
}
