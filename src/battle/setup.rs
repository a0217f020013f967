//! Setting up a battle, and the door through which everybody plays it.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::ecs::schedule::Schedules;

use super::field::Due;
use super::finder::Finder;
use super::kinds::Kinds;
use super::memo::CardReader;
use super::patience::{MOST_DECISIONS, MOST_TASKS, Still};
use super::stages::{next_stage, put_off};
use super::{
    Agenda, Answer, Arm, Asked, Battle, BattlePass, Bears, Briefed, Called, Carried, Choice, Chronicle, Clock,
    Combatant, Condition, ConditionName, Conditions, Decision, Decisions, DiceCup, Encounter, Ended, Feature, FightsIn,
    FigureName, Figures, Follows, Gear, Given, Grip, Ground, HarmName, Held, Houses, Id, Inhabits, Item, Key, Look,
    Loose, MadeFrom, Newcomer, Order, Place, Profile, Question, Refusal, Rides, RuleId, Rules, RulesOf, Side, SideId,
    Sides, StandsIn, Surroundings, Survey, Task, Thing, Verdict, bounds, schedule,
};
use crate::board::{Board, DeclaredBorder, Direction, Footprint, Light, Square};
use crate::dice::AnyDice;

/// A battle about to be fought: everything about it but the dice.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What it is called.
    pub title: String,
    /// By which rules.
    pub rules: Arc<Rules>,
    /// On what ground.
    pub board: Arc<Board>,
    /// In what light.
    pub light: Light,
    /// The things on the board that can be struck.
    pub things: Vec<Thing>,
    /// Words that rules ask for.
    pub tags: Vec<Key>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The fighters, in the order of their numbers.
    pub fighters: Vec<Fighter>,
    /// Rounds after which nobody has won.
    pub rounds: i32,
    /// Who acts in what order, where that is not to be rolled or drawn: those
    /// first, then everybody else by their numbers.
    pub arranged: Option<Vec<Id>>,
    /// Cards that lie on top of the deck, where that is not to be shuffled.
    pub deck: Option<Vec<Key>>,
    /// What is special about the borders between zones.
    pub borders: Vec<DeclaredBorder>,
    /// What can be worked by hand.
    pub features: Vec<Feature>,
    /// What lies about and belongs to nobody, and where.
    pub loose: Vec<(Arc<Arm>, Square)>,
    /// The side that began the fight, where that is clear.
    pub started_by: Option<SideId>,
    /// How the sides come upon each other, where the fight has not begun yet.
    pub encounter: Option<Encounter>,
    /// Wind and weather, and what comes down from beyond the edge.
    pub surroundings: Surroundings,
}

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

/// Bounds that make sure that a battle ends.
#[derive(Component, Clone, Copy, Debug)]
pub struct Limits {
    /// Rounds after which nobody has won.
    pub rounds: i32,
}

/// An order of turns that was laid down beforehand. Mechanics of initiative
/// keep to it instead of rolling or drawing, where there is one.
#[derive(Component, Clone, Debug, Default)]
pub struct Arranged(pub Option<Vec<Id>>);

/// The side that began the fight, where that is clear.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Opening(pub Option<SideId>);

/// Cards that lie on top of a deck that is not shuffled. Mechanics with cards
/// deal from these first, where there are any.
#[derive(Component, Clone, Debug, Default)]
pub struct Stacked(pub Option<Vec<Key>>);

/// Fighters that are still to come.
#[derive(Component, Clone, Debug, Default)]
pub struct Arrivals(pub Vec<Fighter>);

/// A world in which battles can be fought without a window.
pub fn quiet_world() -> World {
    let mut world = World::new();
    let mut schedules = Schedules::default();
    schedules.insert(schedule());
    world.insert_resource(schedules);
    world
}

impl Setup {
    /// Puts the battle into `world`, ready for its first step.
    pub fn spawn(&self, world: &mut World, dice: AnyDice) -> Entity {
        let ground = Ground {
            board: self.board.clone(),
            light: self.light,
            things: self.things.clone(),
            tags: self.tags.clone(),
            borders: self.borders.clone(),
            features: self.features.clone(),
            survey: Survey::default(),
        };
        let loose = self.loose.iter().map(|(arm, at)| Item::new(arm.clone(), Held::Ground(*at)));
        let before =
            self.encounter.iter().filter(|met| !met.armies.is_empty() || met.camp.is_some()).map(|_| Task::Eve);
        let agenda = Agenda([Task::Start].into_iter().chain(before).collect());
        let battle = world
            .spawn((
                Battle { title: self.title.clone() },
                RulesOf(self.rules.clone()),
                ground,
                DiceCup(dice),
                Sides(self.sides.clone()),
                Limits { rounds: self.rounds },
                Arranged(self.arranged.clone()),
                Stacked(self.deck.clone()),
                Opening(self.started_by),
                Loose(loose.collect()),
                Due { stage: next_stage(&self.rules, &agenda), ..Due::default() },
                agenda,
            ))
            .id();
        let (late, present): (Vec<_>, Vec<_>) = self.fighters.iter().cloned().partition(Fighter::is_late);
        for fighter in &present {
            fighter.spawn(world, battle);
        }
        for thing in &self.things {
            let engine = thing.def.engine.and_then(|arm| self.rules.arms.get(&arm));
            world.spawn((
                StandsIn(battle),
                Called(Key::new(&thing.name)),
                Figures(thing.def.figures.iter().map(|(key, value)| (*key, *value)).collect()),
                Place { footprint: Footprint::one(thing.at()), ..Place::default() },
                Gear(engine.map(|arm| Item::new(arm.clone(), Held::Body)).into_iter().collect()),
            ));
        }
        world.entity_mut(battle).insert((Arrivals(late), self.surroundings.clone()));
        if let Some(encounter) = &self.encounter {
            world.entity_mut(battle).insert(encounter.clone());
        }
        Kinds::know(world);
        CardReader::refresh(world);
        battle
    }
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
        let mut figures = Figures(self.profile.figures.iter().map(|(key, value)| (*key, *value)).collect());
        self.figures.iter().for_each(|(key, value)| figures.set(*key, *value));
        Footprint::new(self.at, rules.side_of(&figures))
    }

    /// Puts the fighter into `battle` with the next free number.
    pub fn spawn(&self, world: &mut World, battle: Entity) -> Id {
        let Some(rules) = world.get::<RulesOf>(battle).map(|rules| rules.0.clone()) else { return Id(0) };
        let count = world.get::<super::Roster>(battle).map_or(0, |roster| roster.entities().len());
        let id = Id(count as u16);
        let mut figures = Figures(self.profile.figures.iter().map(|(key, value)| (*key, *value)).collect());
        for (key, value) in &self.figures {
            figures.set(*key, *value);
        }
        let side = rules.side_of(&figures);
        let hands = rules.hands_of(&figures, 2);
        let find = |name: &Option<String>| name.as_ref().and_then(|name| Look::at(world, battle)?.find(name));
        let (leader, mount, host) = (find(&self.follows), find(&self.rides), find(&self.possesses));
        let mut arms = self
            .arms
            .clone()
            .unwrap_or_else(|| self.profile.arms.iter().filter_map(|name| rules.arms.get(name).cloned()).collect());
        arms.extend(rules.bare_arm(&self.profile, &arms));
        let mut conditions: Vec<_> = self.profile.conditions.iter().map(|kind| Condition::new(*kind)).collect();
        conditions.extend(self.conditions.iter().cloned());
        let wound = super::Wound { kind: Key::from("wound"), part: None, rule: RuleId::from("setup"), locked: false };
        let bearer = mount.and_then(|mount| world.get::<super::Roster>(battle)?.entities().get(usize::from(mount.0)));
        if let Some(bearer) = bearer.copied() {
            let mut bears = world.get::<Bears>(bearer).cloned().unwrap_or_default();
            bears.0.push(id);
            world.entity_mut(bearer).insert(bears);
        }
        let host = host
            .and_then(|host| Some((host, *world.get::<super::Roster>(battle)?.entities().get(usize::from(host.0))?)));
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
            super::Tallies(self.tallies.clone()),
            Conditions(conditions),
            super::Wounds(vec![wound; self.wounds.max(0) as usize]),
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
            newcomer.0.insert((tallies, conditions, super::Wounds(carried.wounds.clone()), gear));
            carried.kept.iter().for_each(|kept| kept.give(&mut newcomer));
        }
        Finder::welcome(world, battle, id);
        id
    }

    /// Arms that are not in hand when the battle begins; those that this fighter was given in place of its profile's are.
    fn stowed(&self) -> &[Key] {
        if self.arms.is_some() { &[] } else { &self.profile.stowed }
    }

    /// What somebody comes with from the battle before, and what this one adds:
    /// its conditions come on top, its tallies and states of gear are newer.
    fn with_carried(&self, carried: &Carried) -> (super::Tallies, Conditions, Gear) {
        let mut tallies = super::Tallies(carried.tallies.clone());
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
            let held = if arm.kind == super::ArmKind::Worn {
                Held::Worn
            } else if arm.has("natural") || arm.kind == super::ArmKind::Spell {
                Held::Body
            } else if let Some(grip) = free.first(arm.hands)
                && arm.hands > 0
                && !state.stowed
                && !stowed.contains(&arm.name)
                && (state.drawn || !arm.has("used up"))
            {
                free = free.without(grip);
                Held::Hand(grip)
            } else if arm.kind == super::ArmKind::Item {
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

impl Rules {
    /// Squares a side of a body with these figures.
    pub fn side_of(&self, figures: &Figures) -> i32 {
        match &self.measure.bodies {
            Some(sizes) => {
                let usual = || self.figures.get(&sizes.by).map_or(0, |def| def.default);
                self.measure.own_squares(figures.get(sizes.by).unwrap_or_else(usual))
            }
            None => 1,
        }
    }

    /// What somebody strikes with whom its arms leave nothing of its own to strike with.
    fn bare_arm(&self, profile: &Profile, arms: &[Arc<Arm>]) -> Option<Arc<Arm>> {
        let unarmed = self.measure.unarmed.as_ref()?;
        let is_spared = profile.tags.iter().any(|tag| unarmed.unless.contains(tag));
        let has_own = !unarmed.always && arms.iter().any(|arm| arm.has("natural") && !arm.reach.is_empty());
        self.arms.get(&unarmed.arm).filter(|_| !is_spared && !has_own).cloned()
    }

    /// Hands of a body with these figures: `usual`, unless the ruleset has a figure for them.
    pub fn hands_of(&self, figures: &Figures, usual: u8) -> u8 {
        let Some(name) = self.measure.hands else { return usual };
        let default = self.figures.get(&name).map_or_else(|| i32::from(usual), |def| def.default);
        u8::try_from(figures.get(name).unwrap_or(default).max(0)).unwrap_or(u8::MAX)
    }

    /// The mechanic that says how saves are thrown, in games that have any.
    pub fn saves(&self) -> Option<&dyn super::Saves> {
        self.registry.saves.as_deref()
    }

    /// Whether whoever comes into a state is out of the fight by it; so is whoever comes to an end that is no state.
    pub fn takes_out(&self, kind: Key) -> bool {
        let Some(def) = self.conditions.get(&kind) else { return true };
        let implied = |each: &ConditionName| self.conditions.get(each).is_some_and(|def| def.out || def.dead);
        def.out || def.dead || def.implies.iter().any(implied)
    }

    /// The mechanic that deals with harm of `kind`.
    pub fn harm(&self, kind: HarmName) -> Option<&dyn super::Harm> {
        self.registry.harm.iter().map(AsRef::as_ref).find(|harm: &&dyn super::Harm| harm.kind() == kind)
    }
}

/// Carries the battles of `world` on until this one needs a decision or is over.
pub fn advance(world: &mut World, battle: Entity) {
    // A pass does at least one task of a battle that waits for nobody.
    for _ in 0..MOST_TASKS {
        if is_waiting(world, battle) {
            give_up_worn_out(world, battle);
            return;
        }
        world.run_schedule(BattlePass);
    }
    give_up_in_circles(world, battle);
}

/// Ends a battle that asks for more decisions than are made in any; whether it does.
pub(super) fn give_up_worn_out(world: &mut World, battle: Entity) -> bool {
    let made = world.get::<Decisions>(battle).map_or(0, |decisions| decisions.0.len());
    let is_worn_out = made >= MOST_DECISIONS && question(world, battle).is_some();
    if is_worn_out {
        put_off(world, battle);
        give_up(world, battle, format!("{made} decisions have been made, and nobody has won"));
    }
    is_worn_out
}

/// Ends a battle in which tasks lead to tasks, and nobody is asked.
pub(super) fn give_up_in_circles(world: &mut World, battle: Entity) {
    give_up(world, battle, "the battle goes round in circles".to_owned());
}

/// Ends a battle that leads nowhere.
fn give_up(world: &mut World, battle: Entity, why: String) {
    let round = world.get::<Clock>(battle).map_or(0, |clock| clock.round);
    if let Some(mut ended) = world.get_mut::<Ended>(battle).filter(|ended| ended.0.is_none()) {
        ended.0 = Some(Verdict { winner: None, why, round, is_broken: false });
    }
}

/// Whether `battle` waits for a decision or is over.
pub fn is_waiting(world: &World, battle: Entity) -> bool {
    let asked = world.get::<Asked>(battle).is_none_or(|asked| asked.0.is_some());
    asked || verdict(world, battle).is_some() || world.get::<Agenda>(battle).is_none_or(|agenda| agenda.0.is_empty())
}

/// How `battle` ended, if it has.
pub fn verdict(world: &World, battle: Entity) -> Option<&Verdict> {
    world.get::<Ended>(battle)?.0.as_ref()
}

/// The question that `battle` waits on.
pub fn question(world: &World, battle: Entity) -> Option<&Question> {
    world.get::<Asked>(battle)?.0.as_ref()
}

/// Every answer to that question.
pub fn choices(world: &World, battle: Entity) -> Vec<Choice> {
    Look::at(world, battle).map(|look| look.choices()).unwrap_or_default()
}

/// Answers the question that `battle` waits on. Nothing happens until the
/// battle is [`advance`]d.
///
/// # Errors
/// When the answer is not a legal one; the question then stands.
pub fn answer(world: &mut World, battle: Entity, order: impl Answer) -> Result<(), Refusal> {
    let look = Look::at(world, battle).ok_or_else(|| Refusal::nonsense("this is not a battle"))?;
    let order = order.meant(look)?;
    accept(world, battle, order);
    Ok(())
}

/// Takes an answer that [`Look::check`] has just found legal: what [`answer`] does for everybody who has not asked.
pub(crate) fn accept(world: &mut World, battle: Entity, order: Order) {
    let side = question(world, battle).map_or_else(SideId::default, |question| question.side);
    let dice = world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
    Still::note(world, battle);
    if let Some(mut decisions) = world.get_mut::<Decisions>(battle) {
        decisions.0.push(Decision { side, order: order.clone(), dice });
    }
    if let Some(mut given) = world.get_mut::<Given>(battle) {
        given.0.push(order);
    }
    if let Some(mut asked) = world.get_mut::<Asked>(battle) {
        asked.0 = None;
    }
}

/// Everything that happened in `battle` so far.
pub fn chronicle(world: &World, battle: Entity) -> &[super::Fact] {
    world.get::<Chronicle>(battle).map_or(&[], |chronicle| &chronicle.facts)
}
