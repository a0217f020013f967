//! Exact odds of one attack between two combatants: a battle of two is set up
//! and its own forecast is read, so odds can never disagree with play.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::{
    Aim, Arm, Condition, Fighter, Forecast, GearState, Id, Key, Look, Mechanic, ObjectDef, Order, Profile, Refusal,
    Rules, Setup, Side, SideId, Sum, Thing, advance, quiet_world,
};
use crate::board::{Board, CoverGrade, Direction, Light, Square, Terrain, Zone, ZoneId, claim_zone};
use crate::dice::{AnyDice, Distribution, Fraction, ScriptedDice};

/// Two who face each other, and the attack that is weighed.
#[derive(Clone, Debug)]
pub struct Duel {
    /// By which rules.
    pub rules: Arc<Rules>,
    /// The profile that attacks.
    pub attacker: String,
    /// The profile that is attacked.
    pub target: String,
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
    #[error("no {kind} called `{found}`; there is {known}")]
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
        expected: &'static str,
    },
    /// The rules do not allow the attack.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Nothing can be said about it.
    #[error("nothing can be foretold of `{0}`")]
    Untold(String),
}

/// Two on an empty field, and what surrounds them.
struct Scene {
    range: Option<i32>,
    cover: CoverGrade,
    flanked: bool,
    figures: [Vec<(Key, i32)>; 2],
    tallies: [Vec<(Key, i32)>; 2],
    conditions: [Vec<Condition>; 2],
    wounds: [i32; 2],
    light: Light,
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
        let scene = self.scene()?;
        let attacker = self.profile(&self.attacker)?;
        let target = self.profile(&self.target)?;
        let arm = self.arm(&attacker)?;
        let (world, battle) = self.set_up(&scene, &attacker, &target, arm.as_ref())?;
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

    fn scene(&self) -> Result<Scene, OddsError> {
        let mut scene = Scene {
            range: None,
            cover: CoverGrade::default(),
            flanked: false,
            figures: Default::default(),
            tallies: Default::default(),
            conditions: Default::default(),
            wounds: [0, 0],
            light: Light::default(),
        };
        for (name, value) in &self.set {
            scene.set(&self.rules, name, value)?;
        }
        Ok(scene)
    }

    fn set_up(
        &self,
        scene: &Scene,
        attacker: &Arc<Profile>,
        target: &Arc<Profile>,
        arm: Option<&Arc<Arm>>,
    ) -> Result<(World, Entity), OddsError> {
        let fighter = |index: usize, name: &str, profile: &Arc<Profile>, at: Square| {
            let mut fighter = Fighter::new(name, SideId(index as u8), profile.clone(), at);
            fighter.figures.clone_from(&scene.figures[index]);
            fighter.tallies.clone_from(&scene.tallies[index]);
            fighter.conditions.clone_from(&scene.conditions[index]);
            fighter.wounds = scene.wounds[index];
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
        let height = margin * 2 + own.max(other);
        let row = height / 2;
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
            let zones = scene.range.unwrap_or(0).clamp(0, 200);
            board = in_zones(zones, scene.cover).ok_or_else(|| too_far(zones))?;
            first.at = Square::new(0, 0);
            second.at = Square::new(A_ZONE * zones, if zones == 0 { A_ZONE / 2 } else { 0 });
        }
        // They face each other, in games in which that matters.
        (first.facing, second.facing) = (Direction::East, Direction::West);
        if scene.flanked {
            second.conditions.push(Condition::new("flanked"));
        }
        let setup = Setup {
            title: "Odds".to_owned(),
            rules: rules.clone(),
            board: Arc::new(board),
            light: scene.light,
            things: things.into_iter().collect(),
            tags: Vec::new(),
            sides: ["attacker", "target"].map(|name| Side { name: name.to_owned(), ..Side::default() }).into(),
            fighters: vec![first, second],
            rounds: 1,
            arranged: Some(vec![Id(0), Id(1)]),
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
    OddsError::Value { name: "range".to_owned(), found: gap.to_string(), expected: "a distance that fits on a board" }
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

impl Scene {
    fn set(&mut self, rules: &Rules, name: &str, value: &str) -> Result<(), OddsError> {
        let wrong = |expected| OddsError::Value { name: name.to_owned(), found: value.to_owned(), expected };
        let number = || value.parse::<f64>().ok().filter(|number| number.abs() <= 1e6);
        let whole = || value.parse::<i32>().map_err(|_| wrong("a whole number"));
        let truth = || match value {
            "1" | "true" | "yes" => Ok(true),
            "0" | "false" | "no" => Ok(false),
            _ => Err(wrong("1 or 0")),
        };
        let (whose, plain) = match name.split_once('.') {
            Some(("attacker", plain)) => (Some(0), plain),
            Some(("target", plain)) => (Some(1), plain),
            _ => (None, name),
        };
        match (whose, plain) {
            (None, "range") => self.range = Some(whole()?),
            (None, "cover") => {
                let grades =
                    [CoverGrade::None, CoverGrade::Light, CoverGrade::Medium, CoverGrade::Heavy, CoverGrade::Total];
                let named = ["none", "light", "medium", "heavy", "total"];
                let index = named.iter().position(|each| *each == value).or_else(|| value.parse().ok());
                let grade = index.and_then(|index: usize| grades.get(index).copied());
                self.cover = grade.ok_or_else(|| wrong("0 to 4, or none, light, medium, heavy, total"))?;
            }
            (None, "light") => {
                self.light = match value {
                    "clear" | "0" => Light::Clear,
                    "hazy" | "1" => Light::Hazy,
                    "dark" | "2" => Light::Dark,
                    _ => return Err(wrong("clear, hazy or dark")),
                };
            }
            (None | Some(1), "flanked") => self.flanked = truth()?,
            (_, "wounds") => self.wounds[whose.unwrap_or(1)] = whole()?.clamp(0, 1000),
            _ => {
                let figure = rules.figures.iter().find(|(key, _)| key.as_str().eq_ignore_ascii_case(plain));
                let condition = rules.conditions.keys().find(|key| key.as_str().eq_ignore_ascii_case(plain));
                if let Some((figure, def)) = figure {
                    let counted = number().map(|number| if def.halves { number * 2.0 } else { number });
                    let counted = counted.filter(|counted| counted.fract() == 0.0).ok_or_else(|| wrong("a number"))?;
                    // Skills and strength of arm are the attacker's, whatever
                    // protects is the target's, where nobody is named.
                    let attacks =
                        matches!(def.group.as_deref(), Some("skill" | "ability")) && !is_defensive(rules, *figure);
                    let whose = whose.unwrap_or(usize::from(!attacks));
                    self.figures[whose].push((*figure, counted as i32));
                } else if let Some(condition) = condition {
                    if truth()? {
                        self.conditions[whose.unwrap_or(1)].push(Condition::new(*condition));
                    }
                } else if let Some(tally) = Key::find(plain).filter(|_| whose.is_some()) {
                    self.tallies[whose.unwrap_or(1)].push((tally, whole()?));
                } else {
                    let known: Vec<_> = rules.figures.keys().map(|key| key.as_str()).collect();
                    return Err(OddsError::Unknown {
                        kind: "figure, condition or situation",
                        found: name.to_owned(),
                        known: format!("range, cover, flanked, light, wounds, {}", known.join(", ")),
                    });
                }
            }
        }
        Ok(())
    }
}

/// Whether a figure protects: it is part of another figure that is not a skill.
fn is_defensive(rules: &Rules, figure: Key) -> bool {
    let protects = |def: &crate::battle::FigureDef| def.group.as_deref() == Some("figure");
    rules.figures.values().filter(|def| protects(def)).any(|def| def.is.iter().any(|part| part.of == Some(figure)))
        || rules.mechanics.iter().any(|mechanic| mechanic.defends_with(figure))
}

fn find<T>(name: &str, kind: &'static str, known: impl Iterator<Item = (Key, T)> + Clone) -> Result<T, OddsError> {
    let found = known.clone().find(|(key, _)| key.as_str().eq_ignore_ascii_case(name));
    found.map(|(_, thing)| thing).ok_or_else(|| OddsError::Unknown {
        kind,
        found: name.to_owned(),
        known: known.map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", "),
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
