//! What surrounds those who face each other, as `--set` tells it: figures, counts, conditions, range, cover and light. What
//! this ruleset does not know, or does not look at, is not set without a word.

use std::sync::Arc;

use super::{OddsError, with_nearest};
use crate::battle::{Condition, ConditionName, FigureDef, FigureName, Id, Key, Profile, Rules};
use crate::board::{CoverGrade, Light};

/// Fighters on an empty field, and what surrounds them.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) range: Option<i32>,
    pub(super) cover: CoverGrade,
    pub(super) flanked: bool,
    pub(super) light: Light,
    /// The attacker's own, then those of each target.
    pub(super) bodies: Vec<Body>,
    /// Counts that were set, to be held against what the ruleset looks at.
    pub(super) counts: Vec<(String, usize, Key)>,
}

/// What is set of one fighter.
#[derive(Clone, Default)]
pub(super) struct Body {
    pub(super) figures: Vec<(FigureName, i32)>,
    pub(super) tallies: Vec<(Key, i32)>,
    pub(super) conditions: Vec<Condition>,
    /// What it has learned beside its profile, and what it has not.
    pub(super) techniques: Vec<(Key, bool)>,
    pub(super) wounds: i32,
}

impl Body {
    /// The profile with what this one has learned, and without what it has not.
    pub(super) fn taught(&self, profile: &Arc<Profile>) -> Arc<Profile> {
        if self.techniques.is_empty() {
            return profile.clone();
        }
        let mut own = Profile::clone(profile);
        for (technique, knows) in &self.techniques {
            if !knows {
                own.techniques.retain(|each| each != technique);
            } else if !own.techniques.contains(technique) {
                own.techniques.push(*technique);
            }
        }
        Arc::new(own)
    }
}

/// The farthest that anybody stands from anybody.
const FARTHEST: i32 = 100_000;

/// The largest figure, either way.
const LARGEST: f64 = 1e6;

/// The most wounds.
const MOST_WOUNDS: i32 = 1000;

/// Grades of cover by their names.
const COVERS: [(&str, CoverGrade); 5] = [
    ("none", CoverGrade::None),
    ("light", CoverGrade::Light),
    ("medium", CoverGrade::Medium),
    ("heavy", CoverGrade::Heavy),
    ("total", CoverGrade::Total),
];

impl Scene {
    /// What is set of an attacker and so many targets.
    ///
    /// # Errors
    /// With the first that the ruleset does not know or that is out of range.
    pub(super) fn read(rules: &Rules, targets: usize, set: &[(String, String)]) -> Result<Self, OddsError> {
        let mut scene = Self { bodies: vec![Body::default(); targets + 1], ..Self::default() };
        for (name, value) in set {
            scene.set(rules, name, value)?;
        }
        Ok(scene)
    }

    fn set(&mut self, rules: &Rules, name: &str, value: &str) -> Result<(), OddsError> {
        let wrong = |expected: String| OddsError::Value { name: name.to_owned(), found: value.to_owned(), expected };
        let whole = |least: i32, most: i32| {
            let number = value.parse::<i32>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong(format!("a whole number from {least} to {most}")))
        };
        let truth = || match value {
            "1" | "true" | "yes" => Ok(true),
            "0" | "false" | "no" => Ok(false),
            _ => Err(wrong("1 or 0".to_owned())),
        };
        let (whose, plain) = self.whose(name)?;
        match (&whose, plain) {
            (None, "range") => self.range = Some(whole(0, FARTHEST)?),
            (None, "cover") if looks_at(rules, "cover") => {
                let named = COVERS.iter().position(|(name, _)| *name == value).or_else(|| value.parse().ok());
                let grade = named.and_then(|index| COVERS.get(index));
                let expected = || wrong("0 to 4, or none, light, medium, heavy, total".to_owned());
                self.cover = grade.ok_or_else(expected)?.1;
            }
            (None, "light") if looks_at(rules, "light") => {
                self.light = match value {
                    "clear" | "0" => Light::Clear,
                    "hazy" | "1" => Light::Hazy,
                    "dark" | "2" => Light::Dark,
                    _ => return Err(wrong("clear, hazy or dark".to_owned())),
                };
            }
            (None, "flanked") if looks_at(rules, "flanked") => self.flanked = truth()?,
            (_, "wounds") => {
                let wounds = whole(0, MOST_WOUNDS)?;
                for index in self.of(&whose, 1) {
                    self.bodies[index].wounds = wounds;
                    self.counts.push((name.to_owned(), index, Key::from("wounds")));
                }
            }
            _ => return self.set_known(rules, (name, plain, value), whose),
        }
        Ok(())
    }

    /// A figure, a condition, a technique or a count.
    fn set_known(
        &mut self,
        rules: &Rules,
        (name, plain, value): (&str, &str, &str),
        whose: Option<Vec<usize>>,
    ) -> Result<(), OddsError> {
        let wrong = |expected: &str| OddsError::Value {
            name: name.to_owned(),
            found: value.to_owned(),
            expected: expected.to_owned(),
        };
        if in_the_saddle(rules).iter().any(|key| key.as_str().eq_ignore_ascii_case(plain)) {
            return Err(unknown(rules, name, plain));
        }
        let figure = rules.figures.iter().find(|(key, _)| key.as_str().eq_ignore_ascii_case(plain));
        let condition = rules.conditions.iter().find(|(key, _)| key.as_str().eq_ignore_ascii_case(plain));
        if let Some((figure, def)) = figure {
            let (times, expected) = if def.halves { (2.0, "a number of halves") } else { (1.0, "a whole number") };
            let expected = format!("{expected} from -{LARGEST} to {LARGEST}");
            let number = value.parse::<f64>().ok().filter(|number| number.abs() <= LARGEST);
            let counted = number.map(|number| number * times).filter(|counted| counted.fract() == 0.0);
            let counted = counted.ok_or_else(|| wrong(&expected))?;
            // Skills and strength of arm are the attacker's, whatever protects is the target's, where nobody is named.
            let attacks = matches!(def.group.as_deref(), Some("skill" | "ability")) && !is_defensive(rules, *figure);
            for index in self.of(&whose, usize::from(!attacks)) {
                self.bodies[index].figures.push((*figure, counted as i32));
            }
        } else if let Some((condition, def)) = condition {
            let holds = match value {
                "1" | "true" | "yes" => true,
                "0" | "false" | "no" => false,
                _ => return Err(wrong("1 or 0")),
            };
            for index in self.of(&whose, 1) {
                let state = ConditionName::of(*condition);
                if def.learned {
                    self.bodies[index].techniques.push((*condition, holds));
                } else if holds && is_away(rules, state) {
                    return Err(wrong("0: whoever has left the field is not there"));
                } else if holds {
                    // What somebody has brought about was brought about by the one on the other side.
                    let other = is_between_two(rules, state).then_some(Id(u16::from(index == 0)));
                    self.bodies[index].conditions.push(Condition::new(state).by(other));
                }
            }
        } else if let Some(count) = Key::find(plain).filter(|_| whose.is_some()) {
            let number = value.parse::<i32>().ok().filter(|number| f64::from(*number).abs() <= LARGEST);
            let number = number.ok_or_else(|| wrong(&format!("a whole number from -{LARGEST} to {LARGEST}")))?;
            for index in self.of(&whose, 1) {
                self.bodies[index].tallies.push((count, number));
                self.counts.push((name.to_owned(), index, count));
            }
        } else {
            return Err(unknown(rules, name, plain));
        }
        Ok(())
    }

    /// Whose it is: "attacker.Strength", "target.wounds", "target 2.prone".
    fn whose<'a>(&self, name: &'a str) -> Result<(Option<Vec<usize>>, &'a str), OddsError> {
        let Some((whose, plain)) = name.split_once('.') else { return Ok((None, name)) };
        let targets = self.bodies.len();
        let listed = match whose {
            "attacker" => vec![0],
            "target" => (1..targets).collect(),
            _ => {
                let number = whose.strip_prefix("target ").and_then(|number| number.parse::<usize>().ok());
                match number.filter(|number| (1..targets).contains(number)) {
                    Some(number) => vec![number],
                    None => {
                        let known = (2..targets).map(|number| format!("target {number}"));
                        let known: Vec<String> =
                            ["attacker", "target"].into_iter().map(str::to_owned).chain(known).collect();
                        let known: Vec<&str> = known.iter().map(String::as_str).collect();
                        let known = with_nearest(whose, &known);
                        return Err(OddsError::Unknown { kind: "fighter", found: whose.to_owned(), known });
                    }
                }
            }
        };
        Ok((Some(listed), plain))
    }

    /// Who is meant: those who are named, or else the attacker (0) or all targets.
    fn of(&self, whose: &Option<Vec<usize>>, usual: usize) -> Vec<usize> {
        match (whose, usual) {
            (Some(named), _) => named.clone(),
            (None, 0) => vec![0],
            (None, _) => (1..self.bodies.len()).collect(),
        }
    }
}

/// Whether anything in this ruleset looks at that part of a situation.
fn looks_at(rules: &Rules, situation: &str) -> bool {
    rules.registry.mechanics.iter().any(|mechanic| mechanic.situations().contains(&situation))
}

/// Whether a state comes to nothing but between whoever is in it and the one who has brought it about.
fn is_between_two(rules: &Rules, state: ConditionName) -> bool {
    rules.registry.mechanics.iter().any(|mechanic| mechanic.between_two().contains(&state))
}

/// Whether those who are in a state have left the field.
fn is_away(rules: &Rules, state: ConditionName) -> bool {
    rules.registry.mechanics.iter().any(|mechanic| mechanic.takes_away().contains(&state))
}

/// What counts for nobody in odds, where nobody rides.
fn in_the_saddle(rules: &Rules) -> Vec<Key> {
    rules.registry.mechanics.iter().flat_map(|mechanic| mechanic.in_the_saddle()).collect()
}

/// That this ruleset's odds know nothing of that name.
pub(super) fn unknown(rules: &Rules, name: &str, plain: &str) -> OddsError {
    let situations = ["cover", "flanked", "light"].into_iter().filter(|situation| looks_at(rules, situation));
    let figures = rules.figures.keys().map(|key| key.as_str());
    let conditions = rules.conditions.keys().map(|key| key.as_str());
    let all = ["range", "wounds"].into_iter().chain(situations).chain(figures).chain(conditions);
    let ridden = in_the_saddle(rules);
    let is_ridden = |known: &str| ridden.iter().any(|key| key.as_str() == known);
    let known: Vec<&str> = all.filter(|known| *known != plain && !is_ridden(known)).collect();
    OddsError::Unknown {
        kind: "figure, condition, count or situation that the odds of this ruleset look at",
        found: name.to_owned(),
        known: with_nearest(plain, &known),
    }
}

/// Whether a figure protects: it is part of another figure that is not a skill.
fn is_defensive(rules: &Rules, figure: FigureName) -> bool {
    let protects = |def: &FigureDef| def.group.as_deref() == Some("figure");
    rules
        .figures
        .values()
        .filter(|def| protects(def))
        .any(|def| def.is.iter().any(|part| part.of == Some(figure.key())))
        || rules.registry.defends.iter().any(|mechanic| mechanic.defends_with(figure))
}
