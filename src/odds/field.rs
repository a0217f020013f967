//! The field where the two of a duel face each other: open ground, or a row of zones, just as wide as it must be.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::scene::{Body, Scene};
use super::{Duel, OddsError};
use crate::battle::{
    AreaShape, Arm, Condition, Fighter, GearState, Id, Key, ObjectDef, Objective, Profile, Rules, Setup, Side, SideId,
    Thing, advance, quiet_world,
};
use crate::board::{Board, CoverGrade, Direction, Square, Terrain, Zone, ZoneId, claim_zone};
use crate::dice::{AnyDice, ScriptedDice};

impl Duel {
    /// A battle of two, or of one against several, in which the attacker is about to choose.
    pub(super) fn set_up(&self, scene: &Scene) -> Result<(World, Entity), OddsError> {
        let attacker = &self.profile(&self.attacker)?;
        let target = &self.profile(&self.target)?;
        let others = self.others.iter().map(|name| self.profile(name)).collect::<Result<Vec<_>, _>>()?;
        let arm = self.arm(attacker)?;
        let arm = arm.as_ref();
        let fighter = |index: usize, name: &str, profile: &Arc<Profile>, at: Square| {
            let body = scene.bodies.get(index).cloned().unwrap_or_default();
            let mut fighter = Fighter::new(name, SideId(u8::from(index > 0)), body.taught(profile), at);
            (fighter.figures, fighter.tallies) = (body.figures, body.tallies);
            (fighter.conditions, fighter.wounds) = (body.conditions, body.wounds);
            fighter
        };
        let mut first = fighter(0, "attacker", attacker, Square::new(0, 0));
        let mut second = fighter(1, "target", target, Square::new(0, 0));
        // What nobody carries stands next to it.
        let engine = arm.and_then(|arm| engine_of(&self.rules, arm.name));
        if let Some(arm) = arm.filter(|_| engine.is_none()) {
            let mut arms = vec![arm.clone()];
            let ready = attacker.arms.iter().filter(|name| !attacker.stowed.contains(name));
            let more = ready.filter_map(|name| self.rules.arms.get(name)).filter(|each| each.name != arm.name);
            arms.extend(more.cloned());
            let in_hand = first.in_hand(&self.rules);
            first.gear.extend(put_away(arm, &in_hand, &arms));
            first.arms = Some(arms);
            first.gear.push((arm.name, GearState { drawn: true, ..GearState::default() }));
        }
        let rules = &self.rules;
        let gap = self.gap(scene, (&first, &second), attacker, arm);
        let (own, other) = (first.footprint(rules).side, second.footprint(rules).side);
        let margin = 2;
        let width = margin * 2 + own + gap.max(1) + other;
        let mut beside: Vec<Fighter> = Vec::new();
        for (index, profile) in others.iter().enumerate() {
            beside.push(fighter(index + 2, &format!("target {}", index + 2), profile, Square::new(0, 0)));
        }
        let deep: i32 = beside.iter().map(|each| each.footprint(rules).side).sum();
        let height = margin * 2 + own.max(other) + deep;
        let row = (height - deep) / 2;
        first.at = Square::new(margin, row - own / 2);
        second.at = Square::new(if gap == 0 { margin } else { margin + own + gap - 1 }, row - other / 2);
        let things = engine.map(|(name, def)| Thing {
            name: name.to_string(),
            def,
            squares: vec![Square::new(first.at.x - 1, first.at.y)],
            ..Thing::default()
        });
        let open = Terrain::open("open ground");
        let mut board = Board::open(i64::from(width), i64::from(height), open).map_err(|_| too_far(gap))?;
        for square in second.footprint(rules).squares().filter(|square| square.x == second.at.x) {
            if let Some(edge) = board.edge_mut(square, square.step(Direction::West, 1)) {
                edge.cover = scene.cover;
            }
        }
        if rules.measure.zones.is_some() {
            let zones = scene.range.unwrap_or(0);
            if zones > MOST_ZONES {
                return Err(too_far(zones));
            }
            board = in_zones(zones, scene.cover).ok_or_else(|| too_far(zones))?;
            first.at = Square::new(0, 0);
            second.at = Square::new(A_ZONE * zones, if zones == 0 { A_ZONE / 2 } else { 0 });
        }
        // They face each other, in games in which that matters.
        (first.facing, second.facing) = (Direction::East, Direction::West);
        let mut down = second.at.y + other;
        for each in &mut beside {
            each.facing = Direction::West;
            each.at = match rules.measure.zones {
                Some(_) => Square::new(second.at.x + 1, (second.at.y + down - second.at.y) % A_ZONE),
                None => Square::new(second.at.x, down),
            };
            down += each.footprint(rules).side;
        }
        if scene.flanked {
            second.conditions.push(Condition::new("flanked"));
            beside.iter_mut().for_each(|each| each.conditions.push(Condition::new("flanked")));
        }
        // Nobody has won over those who lie there from the start: something can still be done to them, and for them.
        let is_down = |body: &Body| body.conditions.iter().any(|condition| rules.takes_out(condition.kind.key()));
        let objective = match scene.bodies.iter().skip(1).all(is_down) {
            true => Objective::Nothing,
            false => Objective::default(),
        };
        let side = |name: &str, objective| Side { name: name.to_owned(), objective, ..Side::default() };
        let setup = Setup {
            title: "Odds".to_owned(),
            rules: rules.clone(),
            files: rules.files.clone(),
            board: Arc::new(board),
            light: scene.light,
            things: things.into_iter().collect(),
            tags: Vec::new(),
            sides: vec![side("attacker", Objective::default()), side("target", objective)],
            arranged: Some((0..2 + beside.len() as u16).map(Id).collect()),
            fighters: [first, second].into_iter().chain(beside).collect(),
            rounds: 1000,
            deck: None,
            borders: Vec::new(),
            features: Vec::new(),
            loose: Vec::new(),
            started_by: Some(SideId(0)),
            encounter: None,
            surroundings: Default::default(),
            falls: Vec::new(),
        };
        let mut world = quiet_world();
        let battle = setup.spawn(&mut world, AnyDice::from(ScriptedDice::default()));
        advance(&mut world, battle);
        Ok((world, battle))
    }

    /// How far apart they stand: as the range says, else as near as the arm reaches, and just outside its area.
    fn gap(
        &self,
        scene: &Scene,
        (first, second): (&Fighter, &Fighter),
        attacker: &Profile,
        arm: Option<&Arc<Arm>>,
    ) -> i32 {
        let measure = &self.rules.measure;
        if let Some(range) = scene.range {
            return range.div_euclid(measure.square.max(1)).max(0);
        }
        let own_arm =
            || attacker.arms.iter().filter_map(|name| self.rules.arms.get(name)).find(|arm| arm.damage.is_some());
        let arm = arm.or_else(own_arm);
        let nearest = arm.and_then(|arm| arm.reach.iter().max().copied()).unwrap_or(1);
        let own = first.footprint(&self.rules).side;
        // What reaches in squares reaches no farther in the hands of the large.
        let each = if measure.reach_in_squares { 1 } else { own };
        let near = if nearest <= 0 { 0 } else { (nearest - 1) * each + 1 };
        let outside = arm.map_or(0, |arm| self.outside(second, arm));
        near.max(outside)
    }

    /// From how far off somebody can be struck in the middle of an area by one who stands outside it, as far as it reaches.
    fn outside(&self, second: &Fighter, arm: &Arm) -> i32 {
        let measure = &self.rules.measure;
        let Some(area) = arm.area.filter(|area| area.shape == AreaShape::Sphere && arm.is_ranged()) else { return 0 };
        let farthest = arm.range.map_or(i32::MAX, |range| range.div_euclid(measure.square.max(1)));
        let half = measure.area_squares(area) / 2;
        (half - second.footprint(&self.rules).side / 2 + 1).min(farthest)
    }
}

/// The thing that is this arm for whoever stands next to it.
fn engine_of(rules: &Rules, arm: Key) -> Option<(Key, Arc<ObjectDef>)> {
    let is_it = |(_, def): &(&Key, &Arc<ObjectDef>)| def.engine == Some(arm);
    rules.objects.iter().find(is_it).map(|(name, def)| (*name, def.clone()))
}

/// What is not in hand beside this arm, where it is not in hand from the start: it takes the place of the first thing there that
/// strikes, and whatever is at the belt stays there.
fn put_away(arm: &Arm, in_hand: &[Arc<Arm>], all: &[Arc<Arm>]) -> Vec<(Key, GearState)> {
    if arm.hands == 0 || in_hand.iter().any(|held| held.name == arm.name) {
        return Vec::new();
    }
    let given_up = in_hand.iter().find(|held| held.damage.is_some()).map(|held| held.name);
    let kept: Vec<Key> = in_hand.iter().map(|held| held.name).filter(|name| given_up != Some(*name)).collect();
    let away = all.iter().filter(|each| each.hands > 0 && each.name != arm.name && !kept.contains(&each.name));
    away.map(|each| (each.name, GearState { stowed: true, ..GearState::default() })).collect()
}

fn too_far(gap: i32) -> OddsError {
    OddsError::Value {
        name: "range".to_owned(),
        found: gap.to_string(),
        expected: "a distance that fits on a board".to_owned(),
    }
}

/// Zones of a duel at most.
const MOST_ZONES: i32 = 200;

/// Squares a side of each zone of a duel.
const A_ZONE: i32 = 6;

/// A row of zones for two who stand so many of them apart, the farther one behind cover if need be.
fn in_zones(apart: i32, cover: CoverGrade) -> Option<Board> {
    let open = Terrain::open("open ground");
    let count = apart.max(1) + 1;
    let mut board = Board::open(i64::from(count * A_ZONE), i64::from(A_ZONE), open).ok()?;
    for index in 0..count {
        let behind = index == apart && cover != CoverGrade::None;
        let tags = behind.then(|| "cover".to_owned()).into_iter().collect();
        board.zones.push(Zone { name: format!("{index}"), tags });
        let squares = (0..A_ZONE).flat_map(|y| (0..A_ZONE).map(move |x| Square::new(index * A_ZONE + x, y)));
        claim_zone(&mut board, ZoneId::try_from(index).ok()?, squares);
    }
    Some(board)
}
