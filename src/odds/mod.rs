//! Exact odds of one attack between two combatants: a battle of two is set up
//! and its own forecast is read, so odds can never disagree with play. Whatever
//! else can be done is gone through in every way in which its dice can fall
//! (`course`).

mod course;
mod field;
mod scene;

use std::sync::Arc;

pub use course::{CourseOdds, Plan};
use scene::Scene;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::house_words::ATTACK;
use crate::battle::{
    Aim, Arm, ConditionName, FELLED, Forecast, Id, Key, Look, Order, Profile, Refusal, Rules, Shows, Spoken, Stage,
    Sum, Verb,
};
use crate::dice::{Distribution, Fraction};
use crate::rulebook::reader::closest;
use crate::ways::WaysError;

/// Two who face each other, and the attack that is weighed.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The profile that attacks.
    pub attacker: String,
    /// The profile that is attacked.
    pub target: String,
    /// The profiles of others who stand beside the target: "target 2", "target 3".
    pub others: Vec<String>,
    /// The attack; its verb may be left out. The target is called "target".
    pub order: Spoken,
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
    /// How likely each condition is that it brings beside its harm.
    pub brings: Vec<(String, Fraction)>,
    /// How likely each amount of harm is.
    pub harm: Vec<(i32, Fraction)>,
    /// The mean of the harm.
    pub mean: Fraction,
    /// The figures that it depends on.
    pub figures: Vec<(Key, Sum)>,
    /// What would come of it by each answer of the target, in games in which targets decide when they are struck.
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
        // What comes first may be of no use as things are: then the next that the attacker has.
        let attacker = self.profile(&self.attacker)?;
        let arms =
            attacker.arms.iter().filter(|name| self.rules.arms.get(name).is_some_and(|arm| arm.damage.is_some()));
        let with = |name: &Key| {
            let order = Spoken { with: Some(name.to_string()), ..self.order.clone() };
            Self { order, ..self.clone() }
        };
        arms.map(with).find_map(|duel| duel.odds_as_it_stands().ok()).map_or(found, Ok)
    }

    fn odds_as_it_stands(&self) -> Result<Odds, OddsError> {
        let (world, battle) = self.begin()?;
        let attacker = self.profile(&self.attacker)?;
        let look = Look::at(&world, battle).ok_or_else(|| OddsError::Untold(self.order.to_string()))?;
        if let Some(duel) = self.of_its_own_will(look) {
            return duel.odds_as_it_stands();
        }
        let said = self.full_order(&attacker);
        let deed = look.deed_called(&said.verb)?;
        // Whoever cannot be seen is struck at where they are.
        let place = look.footprint(Id(1)).at;
        let guess = |order: &Order| Order {
            at: order.at.iter().map(|aim| Aim { who: None, square: Some(place), ..*aim }).collect(),
            ..order.clone()
        };
        let (order, allowed) = look.understand(Some(Id(0)), &said, |order| {
            look.heeds(&**deed, order)?;
            deed.check(look, Id(0), order)
                .or_else(|refusal| deed.check(look, Id(0), &guess(order)).map_err(|_| refusal))
        })?;
        allowed?;
        let forecast = deed.forecast(look, Id(0), &order).ok_or_else(|| OddsError::Untold(order.to_string()))?;
        read(order, forecast)
    }

    /// The same without whatever makes the attacker set out unasked: what is weighed is this attack, not the round that
    /// it would have made of it.
    fn of_its_own_will(&self, look: Look<'_>) -> Option<Self> {
        let driver = self.rules.registry.drives.iter().find(|mechanic| mechanic.sets_out(look, Id(0)).is_some())?;
        let rules = Rules { registry: self.rules.registry.without(driver.name()), ..Rules::clone(&self.rules) };
        Some(Self { rules: Arc::new(rules), ..self.clone() })
    }

    fn profile(&self, name: &str) -> Result<Arc<Profile>, OddsError> {
        find(name, "profile", self.rules.profiles.iter().map(|(key, profile)| (*key, profile.clone())))
    }

    /// An arm that the attacker does not have is put into their hands.
    fn arm(&self, attacker: &Profile) -> Result<Option<Arc<Arm>>, OddsError> {
        let Some(name) = &self.order.with else { return Ok(None) };
        if attacker.combos.keys().any(|combo| combo.as_str().eq_ignore_ascii_case(name)) {
            return Ok(None);
        }
        find(name, "arm or combo", self.rules.arms.iter().map(|(key, arm)| (*key, arm.clone()))).map(Some)
    }

    /// The order with its verb: a combo by its name, an area by its arm,
    /// otherwise an attack.
    fn full_order(&self, attacker: &Profile) -> Spoken {
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
                self.area_verb()
            } else {
                ATTACK
            }
            .to_owned();
        }
        order
    }

    /// What striking at an area is called in this game.
    fn area_verb(&self) -> &'static str {
        let at_areas = |verb: &&Verb| {
            let nature = self.rules.deeds.get(*verb).map(|deed| deed.nature());
            nature.is_some_and(|nature| nature.stage == Stage::Areas && nature.tempts)
        };
        self.rules.deeds.keys().find(at_areas).map_or("blast", |verb| verb.as_str())
    }

    /// Sets the battle up, and makes sure that it looks at everything that was set.
    fn begin(&self) -> Result<(World, Entity), OddsError> {
        let scene = Scene::read(&self.rules, 1 + self.others.len(), &self.set)?;
        let (world, battle) = self.set_up(&scene)?;
        if let Some(unknown) = Look::at(&world, battle).and_then(|look| self.unknown_of_targets(look)) {
            return Err(unknown);
        }
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

    /// What is to be told of a target before anything can be foretold: dice fall for it when a battle begins.
    fn unknown_of_targets(&self, look: Look<'_>) -> Option<OddsError> {
        let targets = (1..=self.others.len() + 1).filter_map(|index| u16::try_from(index).ok()).map(Id);
        let mut thrown = targets.flat_map(|who| {
            let mechanics = self.rules.registry.mechanics.iter();
            mechanics.filter_map(move |mechanic| Some((who, mechanic.thrown_at_first(look, who)?)))
        });
        let (who, (figure, expr)) = thrown.next()?;
        Some(OddsError::Value {
            name: format!("{}.{figure}", look.name(who)),
            found: "nothing".to_owned(),
            expected: format!("a number: {expr} are thrown for it when a battle begins"),
        })
    }
}

/// A count that is surely more than enough.
const MANY: i32 = 1000;

/// Everything that the rules make of somebody, in words.
fn seen(look: Look<'_>, who: Id) -> String {
    let figures: Vec<Sum> = look.rules().figures.keys().map(|figure| look.figure(who, *figure)).collect();
    let said = |mechanic: &Arc<dyn Shows>| mechanic.turn_sheet(look, who).into_iter().chain(mechanic.sheet(look, who));
    let sheet: Vec<_> = look.rules().registry.shows.iter().flat_map(said).collect();
    let conditions: Vec<ConditionName> = look.conditions(who).iter().map(|condition| condition.kind).collect();
    format!("{figures:?} {sheet:?} {conditions:?} {:?}", look.health(who))
}

/// The names that there are, the nearest first.
fn with_nearest(name: &str, known: &[&str]) -> String {
    let nearest = closest(name, known);
    let nearest = nearest.map_or_else(|| "there is ".to_owned(), |near| format!("did you mean `{near}`? There is "));
    let mut known: Vec<&str> = known.to_vec();
    known.dedup();
    format!("{nearest}{}", known.join(", "))
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

fn read(order: Order, forecast: Forecast) -> Result<Odds, OddsError> {
    let (attacker, target) = (Some(Id(0)), Some(Id(1)));
    let mut against = forecast.against;
    // Whoever else is struck, above all the attacker, is not the target.
    let place = against.iter().position(|each| each.who == target);
    let place = place.or_else(|| against.iter().position(|each| each.who != attacker));
    let place = place.ok_or_else(|| OddsError::Untold(order.to_string()))?;
    let prospect = against.swap_remove(place);
    // Answers are foretold of the first who is struck.
    let answers = if place == 0 { forecast.answers } else { Vec::new() };
    let list = |outcomes: &Distribution<(i32, Key)>, least: i32| -> Vec<(String, Fraction)> {
        let told = outcomes.iter().filter(|((grade, _), _)| *grade >= least);
        told.map(|((_, name), chance)| (name.to_string(), chance)).collect()
    };
    let answers = answers.into_iter().map(|answer| AnswerOdds {
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
        brings: prospect.brings.iter().map(|(state, chance)| (state.to_string(), chance.clone())).collect(),
        harm: prospect.harm.iter().map(|(harm, chance)| (*harm, chance)).collect(),
        mean: prospect.mean_harm(),
        figures: prospect.figures,
        answers,
        round,
        order,
    })
}
