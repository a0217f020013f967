//! A fighter about to take part: what it is made from, what it brings along, how it comes into a battle.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::finder::Finder;
use super::{
    Arm, ArmKind, Bears, Briefed, Called, Carried, Combatant, Condition, Conditions, FightsIn, FigureName, Figures,
    Follows, Gear, Grip, Held, Houses, Id, Inhabits, Item, Key, Look, MadeFrom, Newcomer, Place, Profile, Rides,
    Roster, RuleId, Rules, RulesOf, SideId, Tallies, Wound, Wounds, bounds,
};
use crate::board::{Direction, Footprint, Square};

/// A fighter about to take part.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// What it is called.
    pub name: String,
    /// Whose side it is on.
    pub side: SideId,
    /// What it is made from.
    pub profile: Arc<Profile>,
    /// Where its north-west square is.
    pub at: Square,
    /// Where it looks.
    pub facing: Direction,
    /// How high above the ground it is.
    pub altitude: i32,
    /// Figures that differ from its profile.
    pub figures: Vec<(FigureName, i32)>,
    /// What comes on top of figures, whatever they follow from.
    pub added: Vec<(FigureName, i32)>,
    /// Running counts that it starts with.
    pub tallies: Vec<(Key, i32)>,
    /// Conditions that it starts in.
    pub conditions: Vec<Condition>,
    /// Wounds that it starts with.
    pub wounds: i32,
    /// What it carries, if not what its profile does.
    pub arms: Option<Vec<Arc<Arm>>>,
    /// The round in which it arrives; 1 or less is from the start.
    pub arrives: i32,
    /// Whose turn of that round has begun when it arrives, if not at the start of the round.
    pub during: Option<String>,
    /// In what state some of its things are.
    pub gear: Vec<(Key, GearState)>,
    /// Whose lead it follows.
    pub follows: Option<String>,
    /// What it was told to do before the battle.
    pub orders: Option<String>,
    /// What it rides or travels in.
    pub rides: Option<String>,
    /// In whose body it is.
    pub possesses: Option<String>,
    /// What it brings along from the battle before, in place of all that a
    /// fresh fighter has; what is said of this one beside that holds all the same.
    pub carried: Option<Carried>,
}

/// The state of a thing that somebody brings along.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GearState {
    /// Wounds that it has taken.
    #[serde(deserialize_with = "bounds::between::<0, 1000, _>")]
    pub wounds: i32,
    /// Rounds in it, if not as many as it holds.
    #[serde(deserialize_with = "bounds::maybe_between::<0, 1000, _>")]
    pub rounds: Option<i32>,
    /// At the belt or in the pack rather than in hand.
    pub stowed: bool,
    /// In hand from the start, even if such things are thrown away and so kept at the belt.
    pub drawn: bool,
    /// Words for its state.
    pub state: Vec<Key>,
}

impl Fighter {
    /// A fighter straight from its profile.
    pub fn new(name: impl Into<String>, side: SideId, profile: Arc<Profile>, at: Square) -> Self {
        Self {
            name: name.into(),
            side,
            profile,
            at,
            facing: Direction::North,
            altitude: 0,
            figures: Vec::new(),
            added: Vec::new(),
            tallies: Vec::new(),
            conditions: Vec::new(),
            wounds: 0,
            arms: None,
            arrives: 0,
            during: None,
            gear: Vec::new(),
            follows: None,
            orders: None,
            rides: None,
            possesses: None,
            carried: None,
        }
    }

    /// What it is given of a figure: its own number, else that of its profile.
    pub fn given(&self, figure: FigureName) -> Option<i32> {
        let own = self.figures.iter().find(|(own, _)| *own == figure).map(|(_, value)| *value);
        own.or_else(|| self.profile.figures.get(&figure).copied())
    }

    /// Whether it is not there from the start.
    pub const fn is_late(&self) -> bool {
        self.arrives > 1 || self.during.is_some()
    }

    /// The squares that it will cover.
    pub fn footprint(&self, rules: &Rules) -> Footprint {
        Footprint::new(self.at, rules.side_of(&self.all_figures()))
    }

    /// Puts the fighter into `battle` with the next free number.
    pub fn spawn(&self, world: &mut World, battle: Entity) -> Id {
        let Some(rules) = world.get::<RulesOf>(battle).map(|rules| rules.0.clone()) else { return Id(0) };
        let count = world.get::<Roster>(battle).map_or(0, |roster| roster.entities().len());
        let id = Id(count as u16);
        let figures = self.all_figures();
        let side = rules.side_of(&figures);
        let hands = rules.hands_of(&figures, 2);
        let find = |name: &Option<String>| name.as_ref().and_then(|name| Look::at(world, battle)?.find(name));
        let (leader, mount, host) = (find(&self.follows), find(&self.rides), find(&self.possesses));
        let mut arms = self.all_arms(&rules);
        arms.extend(rules.bare_arm(&self.profile, &arms));
        let mut conditions: Vec<_> = self.profile.conditions.iter().map(|kind| Condition::new(*kind)).collect();
        conditions.extend(self.conditions.iter().cloned());
        let wound = Wound { kind: Key::from("wound"), part: None, rule: RuleId::from("setup"), locked: false };
        let bearer = mount.and_then(|mount| world.get::<Roster>(battle)?.entities().get(usize::from(mount.0)));
        if let Some(bearer) = bearer.copied() {
            let mut bears = world.get::<Bears>(bearer).cloned().unwrap_or_default();
            bears.0.push(id);
            world.entity_mut(bearer).insert(bears);
        }
        let host =
            host.and_then(|host| Some((host, *world.get::<Roster>(battle)?.entities().get(usize::from(host.0))?)));
        if let Some((_, body)) = host {
            let mut houses = world.get::<Houses>(body).cloned().unwrap_or_default();
            houses.0.push(id);
            world.entity_mut(body).insert(houses);
            Finder::hear_of::<Houses>(world, body);
        }
        let mut entity = world.spawn((
            Combatant { id, side: self.side },
            FightsIn(battle),
            Called(Key::new(&self.name)),
            MadeFrom(self.profile.clone()),
            figures,
            Place {
                footprint: Footprint::new(self.at, side),
                facing: self.facing,
                altitude: self.altitude,
                present: host.is_none(),
            },
            Tallies(self.tallies.clone()),
            Conditions(conditions),
            Wounds(vec![wound; self.wounds.max(0) as usize]),
            Gear(take_up(arms, &self.gear, self.stowed(), hands)),
        ));
        if let Some(leader) = leader {
            entity.insert(Follows(Some(leader)));
        }
        if let Some(mount) = mount {
            entity.insert(Rides(Some(mount)));
        }
        if let Some((host, _)) = host {
            entity.insert(Inhabits(Some(host)));
        }
        if let Some(orders) = &self.orders {
            entity.insert(Briefed(orders.clone()));
        }
        let mut newcomer = Newcomer(entity);
        for mechanic in &rules.registry.mechanics {
            mechanic.equip(&mut newcomer, &self.profile);
        }
        if let Some(carried) = &self.carried {
            let (tallies, conditions, gear) = self.with_carried(carried);
            newcomer.0.insert((tallies, conditions, Wounds(carried.wounds.clone()), gear));
            carried.kept.iter().for_each(|kept| kept.give(&mut newcomer));
        }
        Finder::welcome(world, battle, id);
        id
    }

    fn all_figures(&self) -> Figures {
        let mut figures = Figures::new(self.profile.figures.iter().map(|(key, value)| (*key, *value)), &self.added);
        for (key, value) in &self.figures {
            figures.set(*key, *value);
        }
        figures
    }

    fn all_arms(&self, rules: &Rules) -> Vec<Arc<Arm>> {
        let of_profile = self.profile.arms.iter().filter_map(|name| rules.arms.get(name).cloned());
        self.arms.clone().unwrap_or_else(|| of_profile.collect())
    }

    /// What is in hand when the battle begins, the first things first.
    pub fn in_hand(&self, rules: &Rules) -> Vec<Arc<Arm>> {
        let hands = rules.hands_of(&self.all_figures(), 2);
        let taken = take_up(self.all_arms(rules), &self.gear, self.stowed(), hands);
        taken.into_iter().filter(|item| matches!(item.held, Held::Hand(_))).map(|item| item.arm).collect()
    }

    /// Arms that are not in hand when the battle begins; those that this fighter was given in place of its profile's are.
    fn stowed(&self) -> &[Key] {
        if self.arms.is_some() { &[] } else { &self.profile.stowed }
    }

    /// What somebody comes with from the battle before, and what this one adds:
    /// its conditions come on top, its tallies and states of gear are newer.
    fn with_carried(&self, carried: &Carried) -> (Tallies, Conditions, Gear) {
        let mut tallies = Tallies(carried.tallies.clone());
        self.tallies.iter().for_each(|(name, value)| tallies.set(*name, *value));
        let mut conditions = carried.conditions.clone();
        let is_new = |new: &&Condition| !carried.conditions.iter().any(|held| held.kind == new.kind);
        conditions.extend(self.conditions.iter().filter(is_new).cloned());
        let mut gear = carried.gear.clone();
        for item in &mut gear {
            let named = self.gear.iter().find(|(name, _)| *name == item.arm.name);
            named.into_iter().for_each(|(_, state)| state.put_on(item));
        }
        (tallies, Conditions(conditions), Gear(gear))
    }
}

impl GearState {
    /// Brings a thing that somebody has into this state.
    fn put_on(&self, item: &mut Item) {
        item.loaded = self.rounds.unwrap_or(item.loaded);
        (item.wounds, item.state) = (self.wounds, self.state.clone());
        if self.stowed && matches!(item.held, Held::Hand(_)) {
            item.held = Held::Belt;
        }
    }
}

/// Puts arms where they belong: worn, grown, in hand while hands are free, at
/// the belt.
fn take_up(arms: Vec<Arc<Arm>>, states: &[(Key, GearState)], stowed: &[Key], hands: u8) -> Vec<Item> {
    let mut free = Grip::all(hands);
    arms.into_iter()
        .map(|arm| {
            let state = states.iter().find(|(name, _)| *name == arm.name).map(|(_, state)| state.clone());
            let state = state.unwrap_or_default();
            let held = if arm.kind == ArmKind::Worn {
                Held::Worn
            } else if arm.has("natural") || arm.kind == ArmKind::Spell {
                Held::Body
            } else if let Some(grip) = free.first(arm.hands)
                && arm.hands > 0
                && !state.stowed
                && !stowed.contains(&arm.name)
                && (state.drawn || !arm.has("used up"))
            {
                free = free.without(grip);
                Held::Hand(grip)
            } else if arm.kind == ArmKind::Item {
                Held::Pack
            } else {
                Held::Belt
            };
            let mut item = Item::new(arm, held);
            item.loaded = state.rounds.unwrap_or(item.loaded);
            (item.wounds, item.state) = (state.wounds, state.state);
            item
        })
        .collect()
}
