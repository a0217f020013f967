//! Exact odds of one attack between two combatants: a battle of two is set up
//! and its own forecast is read, so odds can never disagree with play. Whatever
//! else can be done is gone through in every way in which its dice can fall
//! ([`course`]).

mod course;
mod scene;

use std::sync::Arc;

pub use course::{CourseOdds, Plan};
use scene::Scene;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::{
    Aim, Arm, Choice, Condition, Deed, Fighter, Forecast, GearState, Id, Key, Look, Mechanic, ObjectDef, Order,
    Profile, Refusal, Rules, Setup, Side, SideId, Sum, Thing, advance, quiet_world,
};
use crate::board::{Board, CoverGrade, Direction, Square, Terrain, Zone, ZoneId, claim_zone};
use crate::dice::{AnyDice, Distribution, Fraction, ScriptedDice};
use crate::rulebook::reader::closest;
use crate::ways::WaysError;

/// Two who face each other, and the attack that is weighed.
#[derive(Clone, Debug)]
pub struct Duel {
    /// By which rules.
    pub rules: Arc<Rules>,
    /// The profile that attacks.
    pub attacker: String,
    /// The profile that is attacked.
    pub target: String,
    /// Those of others who stand beside it: "target 2", "target 3".
    pub others: Vec<String>,
    /// The attack; its verb may be left out. The target is called "target".
    pub order: Order,
    /// Figures, conditions and the situation: `Toughness`, `attacker.Strength`,
    /// `range`, `flanked`, `cover`.
    pub set: Vec<(String, String)>,
}

/// What comes of it.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The attack.
    pub order: Order,
    /// How likely each outcome is; where blows land better or worse, how they do.
    pub outcomes: Vec<(String, Fraction)>,
    /// How likely it is that the target is felled, and how, where that is not told yet.
    pub fells: Vec<(String, Fraction)>,
    /// How likely each wound is that it leaves beside its harm, in games that know of such wounds.
    pub wounds: Vec<(String, Fraction)>,
    /// How likely each amount of harm is.
    pub harm: Vec<(i32, Fraction)>,
    /// The mean of the harm.
    pub mean: Fraction,
    /// The figures that it depends on.
    pub figures: Vec<(Key, Sum)>,
    /// What would come of it by each answer of the target, in games in which it decides on one when it is struck.
    pub answers: Vec<AnswerOdds>,
    /// What a whole action of such blows would do to people like the target, where an action holds several.
    pub round: Option<RoundOdds>,
}

/// What a whole action of blows does to a crowd.
#[derive(Clone, Debug)]
pub struct RoundOdds {
    /// How many blows.
    pub blows: i32,
    /// How likely it is that so many fall.
    pub felled: Vec<(i32, Fraction)>,
    /// How many fall on average.
    pub mean: Fraction,
    /// How many fall by the quick way of the game.
    pub quick: Fraction,
}

/// What comes of an attack that is answered so.
#[derive(Clone, Debug)]
pub struct AnswerOdds {
    /// The answer.
    pub name: String,
    /// How likely each outcome is for the target.
    pub outcomes: Vec<(String, Fraction)>,
    /// The mean of the harm to the target.
    pub mean: Fraction,
    /// What comes back: how likely each outcome is for the attacker, its mean harm, and who falls.
    pub back: Option<(Vec<(String, Fraction)>, Fraction, Vec<(String, Fraction)>)>,
}

/// Why odds cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum OddsError {
    /// Something that the ruleset does not know.
    #[error("no {kind} called `{found}`; {known}")]
    Unknown {
        /// What kind of thing.
        kind: &'static str,
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// A value that cannot be read.
    #[error("found `{found}` for {name}, expected {expected}")]
    Value {
        /// Of what.
        name: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The rules do not allow the attack.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Nothing can be said about it.
    #[error("nothing can be foretold of `{0}`")]
    Untold(String),
    /// It cannot be gone through.
    #[error("{0}")]
    Ways(#[from] WaysError),
    /// Something in the words of it is not understood.
    #[error("{0}")]
    Words(String),
}

impl Duel {
    /// Works the odds out.
    ///
    /// # Errors
    /// When something is unknown or the rules forbid the attack.
    pub fn odds(&self) -> Result<Odds, OddsError> {
        let found = self.odds_as_it_stands();
        let (Err(OddsError::Refused(_)), None) = (&found, &self.order.with) else { return found };
        // What comes first may be of no use as things are: then the next that it has.
        let attacker = self.profile(&self.attacker)?;
        let arms =
            attacker.arms.iter().filter(|name| self.rules.arms.get(name).is_some_and(|arm| arm.damage.is_some()));
        let with = |name: &Key| Self { order: self.order.clone().with(name.as_str()), ..self.clone() };
        arms.map(with).find_map(|duel| duel.odds_as_it_stands().ok()).map_or(found, Ok)
    }

    fn odds_as_it_stands(&self) -> Result<Odds, OddsError> {
        let (world, battle) = self.begin()?;
        let attacker = self.profile(&self.attacker)?;
        let look = Look::at(&world, battle).ok_or_else(|| OddsError::Untold(self.order.to_string()))?;
        if let Some(duel) = self.of_its_own_will(look) {
            return duel.odds_as_it_stands();
        }
        let order = self.full_order(&attacker);
        let deed = look.deed(&order.verb)?;
        // Whoever cannot be seen is struck at where it is.
        let place = look.footprint(Id(1)).at;
        let guess = Order {
            at: order.at.iter().map(|aim| Aim { who: None, square: Some(place), ..aim.clone() }).collect(),
            ..order.clone()
        };
        if let Err(refusal) = deed.check(look, Id(0), &order) {
            deed.check(look, Id(0), &guess).map_err(|_| refusal)?;
        }
        check_words(look, deed.as_ref(), &order)?;
        let forecast = deed.forecast(look, Id(0), &order).ok_or_else(|| OddsError::Untold(order.to_string()))?;
        read(order, forecast)
    }

    /// The same without whatever makes the attacker set out by itself: what is weighed is this attack, not the round that
    /// it would have made of it.
    fn of_its_own_will(&self, look: Look<'_>) -> Option<Self> {
        let drives = |mechanic: &Arc<dyn Mechanic>| mechanic.sets_out(look, Id(0)).is_some();
        let mut rules = Rules::clone(&self.rules);
        rules.mechanics.retain(|mechanic| !drives(mechanic));
        let is_driven = rules.mechanics.len() < self.rules.mechanics.len();
        is_driven.then(|| Self { rules: Arc::new(rules), ..self.clone() })
    }

    fn profile(&self, name: &str) -> Result<Arc<Profile>, OddsError> {
        find(name, "profile", self.rules.profiles.iter().map(|(key, profile)| (*key, profile.clone())))
    }

    /// An arm that the attacker does not have itself is put into its hands.
    fn arm(&self, attacker: &Profile) -> Result<Option<Arc<Arm>>, OddsError> {
        let Some(name) = &self.order.with else { return Ok(None) };
        if attacker.combos.keys().any(|combo| combo.as_str().eq_ignore_ascii_case(name)) {
            return Ok(None);
        }
        find(name, "arm or combo", self.rules.arms.iter().map(|(key, arm)| (*key, arm.clone()))).map(Some)
    }

    /// The order with its verb: a combo by its name, an area by its arm,
    /// otherwise an attack.
    fn full_order(&self, attacker: &Profile) -> Order {
        let mut order = self.order.clone();
        if order.verb.is_empty() {
            let named = order.with.as_deref().unwrap_or_default();
            let area = || {
                find_arm(&self.rules, named)
                    .is_some_and(|arm| arm.area.is_some() || arm.has("blast") || arm.has("area"))
            };
            let combo = attacker.combos.keys().any(|combo| combo.as_str().eq_ignore_ascii_case(named));
            order.verb = if combo {
                "combo"
            } else if area() {
                "blast"
            } else {
                "attack"
            }
            .to_owned();
        }
        order
    }

    /// Sets the battle up, and makes sure that it looks at everything that was set.
    fn begin(&self) -> Result<(World, Entity), OddsError> {
        let scene = Scene::read(&self.rules, 1 + self.others.len(), &self.set)?;
        let (world, battle) = self.set_up(&scene)?;
        for (name, index, count) in &scene.counts {
            let set = |amount: i32| -> Result<String, OddsError> {
                let mut scene = Scene::read(&self.rules, 1 + self.others.len(), &self.set)?;
                let body = &mut scene.bodies[*index];
                if *count == "wounds" {
                    body.wounds = amount;
                } else {
                    body.tallies.retain(|(tally, _)| tally != count);
                    body.tallies.push((*count, amount));
                }
                let (world, battle) = self.set_up(&scene)?;
                Ok(Look::at(&world, battle).map(|look| seen(look, Id(*index as u16))).unwrap_or_default())
            };
            let few = set(0)?;
            if few == set(1)? && few == set(MANY)? {
                let plain = name.split_once('.').map_or(name.as_str(), |(_, plain)| plain);
                return Err(scene::unknown(&self.rules, name, plain));
            }
        }
        Ok((world, battle))
    }

    fn set_up(&self, scene: &Scene) -> Result<(World, Entity), OddsError> {
        let attacker = &self.profile(&self.attacker)?;
        let target = &self.profile(&self.target)?;
        let others = self.others.iter().map(|name| self.profile(name)).collect::<Result<Vec<_>, _>>()?;
        let arm = self.arm(attacker)?;
        let arm = arm.as_ref();
        let fighter = |index: usize, name: &str, profile: &Arc<Profile>, at: Square| {
            let mut fighter = Fighter::new(name, SideId(u8::from(index > 0)), profile.clone(), at);
            let body = scene.bodies.get(index).cloned().unwrap_or_default();
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
            let worn = ready.filter_map(|name| self.rules.arms.get(name));
            arms.extend(worn.filter(|each| each.name != arm.name).cloned());
            first.arms = Some(arms);
            first.gear.push((arm.name, GearState { drawn: true, ..GearState::default() }));
        }
        let rules = &self.rules;
        let gap = self.gap(scene, &first, attacker, arm);
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
        let open = Terrain {
            name: "open ground".to_owned(),
            cost: 1,
            blocks_sight: false,
            cover: CoverGrade::default(),
            tags: Vec::new(),
        };
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
        let setup = Setup {
            title: "Odds".to_owned(),
            rules: rules.clone(),
            board: Arc::new(board),
            light: scene.light,
            things: things.into_iter().collect(),
            tags: Vec::new(),
            sides: ["attacker", "target"].map(|name| Side { name: name.to_owned(), ..Side::default() }).into(),
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
        };
        let mut world = quiet_world();
        let battle = setup.spawn(&mut world, AnyDice::from(ScriptedDice::default()));
        advance(&mut world, battle);
        Ok((world, battle))
    }

    /// How far apart they stand: as the range says, else as near as the arm reaches.
    fn gap(&self, scene: &Scene, first: &Fighter, attacker: &Profile, arm: Option<&Arc<Arm>>) -> i32 {
        let measure = &self.rules.measure;
        if let Some(range) = scene.range {
            return range.div_euclid(measure.square.max(1)).max(0);
        }
        let own_arm =
            || attacker.arms.iter().filter_map(|name| self.rules.arms.get(name)).find(|arm| arm.damage.is_some());
        let nearest = arm.or_else(own_arm).and_then(|arm| arm.reach.iter().max().copied()).unwrap_or(1);
        let own = first.footprint(&self.rules).side;
        // What reaches in squares reaches no farther in the hands of the large.
        let each = if measure.reach_in_squares { 1 } else { own };
        if nearest <= 0 { 0 } else { (nearest - 1) * each + 1 }
    }
}

/// The thing that is this arm for whoever stands next to it.
fn engine_of(rules: &Rules, arm: Key) -> Option<(Key, Arc<ObjectDef>)> {
    let is_it = |(_, def): &(&Key, &Arc<ObjectDef>)| def.engine == Some(arm);
    rules.objects.iter().find(is_it).map(|(name, def)| (*name, def.clone()))
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

/// A count that is surely more than enough.
const MANY: i32 = 1000;

/// Everything that the rules make of somebody, in words.
fn seen(look: Look<'_>, who: Id) -> String {
    let mechanics = &look.rules().mechanics;
    let figures: Vec<Sum> = look.rules().figures.keys().map(|figure| look.figure(who, *figure)).collect();
    let sheet: Vec<_> = mechanics.iter().flat_map(|mechanic| mechanic.sheet(look, who)).collect();
    let conditions: Vec<Key> = look.conditions(who).iter().map(|condition| condition.kind).collect();
    format!("{figures:?} {sheet:?} {conditions:?} {:?}", look.health(who))
}

/// A manner, a part or a number that a deed has no use for is no answer to anything.
fn check_words(look: Look<'_>, deed: &dyn Deed, order: &Order) -> Result<(), OddsError> {
    let mut choices = Vec::new();
    deed.choices(look, Id(0), &mut choices);
    // Whoever looks at everything that orders say refuses nonsense by itself.
    let nods = |order: Order| deed.check(look, Id(0), &order).is_ok();
    let none = || "there is none here".to_owned();
    let told = |kind, found: &str, known: Vec<&str>| {
        let known = if known.is_empty() { none() } else { with_nearest(found, &known) };
        Err(OddsError::Unknown { kind, found: found.to_owned(), known })
    };
    let known: Vec<&str> = choices
        .iter()
        .flat_map(|choice| {
            choice.manners.iter().map(|each| each.as_str()).chain(choice.order.manner.iter().map(|each| &**each))
        })
        .collect();
    let is_in = |known: &[&str], found: &str| known.iter().any(|each| each.eq_ignore_ascii_case(found));
    if let Some(manner) = order.manner.iter().find(|manner| !is_in(&known, manner))
        && nods(Order { manner: vec![NONSENSE.to_owned()], ..order.clone() })
    {
        return told("manner", manner, known);
    }
    let parts: Vec<&str> = choices.iter().flat_map(|choice| choice.parts.iter().map(|part| part.as_str())).collect();
    let in_part = |part: &str| {
        let at = order.at.iter().map(|aim| Aim { part: Some(part.to_owned()), ..aim.clone() });
        Order { at: at.collect(), ..order.clone() }
    };
    if let Some(part) = order.at.iter().filter_map(|aim| aim.part.as_deref()).find(|part| !is_in(&parts, part))
        && nods(in_part(NONSENSE))
    {
        return told("part", part, parts);
    }
    let counts = |choice: &Choice| choice.numbers.is_some() || choice.order.n.is_some();
    if let Some(n) = order.n.filter(|_| !choices.iter().any(counts))
        && nods(order.clone().n(-MANY))
    {
        return told("number", &n.to_string(), Vec::new());
    }
    Ok(())
}

/// No word of any game.
const NONSENSE: &str = "\u{1}";

/// The names that there are, the nearest first.
fn with_nearest(name: &str, known: &[&str]) -> String {
    let nearest = closest(name, known);
    let nearest = nearest.map_or_else(|| "there is ".to_owned(), |near| format!("did you mean `{near}`? There is "));
    let mut known: Vec<&str> = known.to_vec();
    known.dedup();
    format!("{nearest}{}", known.join(", "))
}

/// Squares a side of each zone of a duel.
const A_ZONE: i32 = 6;

/// A row of zones for two who stand so many of them apart, the farther one behind cover if need be.
fn in_zones(apart: i32, cover: CoverGrade) -> Option<Board> {
    let open = Terrain {
        name: "open ground".to_owned(),
        cost: 1,
        blocks_sight: false,
        cover: CoverGrade::default(),
        tags: Vec::new(),
    };
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

fn find<T>(name: &str, kind: &'static str, known: impl Iterator<Item = (Key, T)> + Clone) -> Result<T, OddsError> {
    let found = known.clone().find(|(key, _)| key.as_str().eq_ignore_ascii_case(name));
    found.map(|(_, thing)| thing).ok_or_else(|| {
        let known: Vec<&str> = known.map(|(key, _)| key.as_str()).collect();
        OddsError::Unknown { kind, found: name.to_owned(), known: with_nearest(name, &known) }
    })
}

fn find_arm<'a>(rules: &'a Rules, name: &str) -> Option<&'a Arc<Arm>> {
    rules.arms.iter().find(|(key, _)| key.as_str().eq_ignore_ascii_case(name)).map(|(_, arm)| arm)
}

/// The grade from which on somebody is felled.
const FELLED: i32 = 2;

fn read(order: Order, forecast: Forecast) -> Result<Odds, OddsError> {
    let prospect = forecast.against.into_iter().next().ok_or_else(|| OddsError::Untold(order.to_string()))?;
    let list = |outcomes: &Distribution<(i32, Key)>, least: i32| -> Vec<(String, Fraction)> {
        let told = outcomes.iter().filter(|((grade, _), _)| *grade >= least);
        told.map(|((_, name), chance)| (name.to_string(), chance)).collect()
    };
    let answers = forecast.answers.into_iter().map(|answer| AnswerOdds {
        name: answer.name,
        outcomes: list(&answer.outcomes, i32::MIN),
        mean: answer.harm.mean(),
        back: answer.back.map(|back| {
            let falls = back.falls.iter().map(|(who, chance)| (who.to_string(), chance)).collect();
            (list(&back.outcomes, i32::MIN), back.harm.mean(), falls)
        }),
    });
    let answers = answers.collect();
    let round = forecast.round.map(|round| {
        let felled = round.felled.unwrap_or_else(|| Distribution::certain(0));
        RoundOdds {
            blows: round.blows,
            mean: felled.mean(),
            felled: felled.iter().map(|(men, chance)| (*men, chance)).collect(),
            quick: round.quick,
        }
    });
    let outcomes = list(prospect.lands.as_ref().unwrap_or(&prospect.outcomes), i32::MIN);
    let fells = if prospect.lands.is_some() { list(&prospect.outcomes, FELLED) } else { Vec::new() };
    let wounds = prospect
        .wounds
        .as_ref()
        .map_or_else(Vec::new, |wounds| wounds.iter().map(|(wound, chance)| (wound.to_string(), chance)).collect());
    Ok(Odds {
        outcomes,
        fells,
        wounds,
        harm: prospect.harm.iter().map(|(harm, chance)| (*harm, chance)).collect(),
        mean: prospect.mean_harm(),
        figures: prospect.figures,
        answers,
        round,
        order,
    })
}
