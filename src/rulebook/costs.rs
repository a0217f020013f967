//! `costs.ron`: what one of each profile is worth beside the others, as `sortie balance --costs --out` writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::reader::{Problem, Problems, Source, Spanned, read_file};
use super::sources::Home;
use crate::battle::{Key, Rules, Setup};

/// The file.
const FILE: &str = "costs.ron";
/// The most that one of a profile may be worth, in fighters of another.
const MOST: f64 = 1000.0;
/// Points that one of those is worth in which the others are counted.
const POINTS: f64 = 10.0;

/// What one of a profile is worth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// About how many of the fighter that all are counted in one of it is worth.
    #[serde(default)]
    many: Option<Spanned<f64>>,
    /// No fewer than so many.
    #[serde(default)]
    low: Option<Spanned<f64>>,
    /// No more than so many.
    #[serde(default)]
    high: Option<Spanned<f64>>,
}

/// What one of each profile is worth, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs(BTreeMap<Key, f64>);

impl Costs {
    /// What each side of a battle is worth in points; nothing where somebody in it is of unknown worth.
    pub fn points(&self, setup: &Setup) -> Option<Vec<u32>> {
        let mut points = vec![0.0; setup.sides.len()];
        for fighter in &setup.fighters {
            *points.get_mut(usize::from(fighter.side.0))? += self.0.get(&fighter.profile.name)? * POINTS;
        }
        Some(points.into_iter().map(|points: f64| points.round() as u32).collect())
    }

    /// The same in words: "112 points against 98".
    pub fn in_words(&self, setup: &Setup) -> Option<String> {
        let points = self.points(setup)?;
        let (first, others) = points.split_first()?;
        let others: Vec<String> = others.iter().map(|points| format!(" against {points}")).collect();
        Some(format!("{first} points{}", others.concat()))
    }
}

/// That file, where there is one.
pub(super) fn file(home: &Home) -> Option<Source> {
    Some(home.file(FILE)).filter(Source::exists)
}

/// Reads it and holds it against the profiles of its game.
pub(super) fn read(file: &Source, rules: &Rules) -> Result<Costs, Vec<Problem>> {
    let entries: BTreeMap<Spanned<Key>, Entry> = read_file(file)?;
    let mut problems = Problems::new(file.to_string());
    let known: Vec<&str> = rules.profiles.keys().map(|name| name.as_str()).collect();
    let mut costs = Costs::default();
    for (name, Entry { many, low, high }) in entries {
        if !rules.profiles.contains_key(&name.value) {
            problems.unknown(&Spanned::new(name.value.as_str(), name.span), "profile", &known);
        }
        let told = [&low, &many, &high];
        for number in told.into_iter().flatten().filter(|number| !(0.0..=MOST).contains(&number.value)) {
            problems.push(number.span, format!("a worth of {}", number.value), format!("0 to {MOST}"));
        }
        let rising = told.into_iter().flatten().map(|number| number.value);
        if let Some(many) = &many
            && !rising.is_sorted()
        {
            problems.push(many.span, format!("many {}", many.value), "a worth from `low` to `high`");
        }
        if told.into_iter().flatten().next().is_none() {
            problems.push(name.span, format!("nothing of {}", name.value), "`many`, `low` or `high`");
        }
        costs.0.extend(many.map(|many| (name.value, many.value)));
    }
    problems.or(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// Promise: what `sortie balance --costs --out` writes is read again, and tells what the sides of a battle are worth; a
    /// worth beyond its bounds, a profile that there is not and an entry without a number are told with their places.
    #[test]
    fn costs_are_read_and_told() {
        let setup = Library::open("rulesets").scenario("skirmish/skirmish4").unwrap().setup;
        let folder = std::env::temp_dir().join(format!("sortie-costs-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(FILE);
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            super::read(&path.as_path().into(), &setup.rules)
        };
        let names: std::collections::BTreeSet<Key> = setup.fighters.iter().map(|each| each.profile.name).collect();
        let all: String =
            names.iter().map(|name| format!("{:?}: (many: 1.5, low: 1.2, high: 2.0),\n", name.as_str())).collect();
        let costs = read(&format!("{{\n{all}}}")).unwrap();
        let of = |side: u8| setup.fighters.iter().filter(|each| each.side.0 == side).count() as u32 * 15;
        assert_eq!(costs.points(&setup), Some(vec![of(0), of(1)]));
        assert_eq!(costs.in_words(&setup), Some(format!("{} points against {}", of(0), of(1))));
        assert_eq!(Costs::default().in_words(&setup), None);

        let first = names.first().unwrap().as_str();
        let wrong = format!("{{\n\"Nobody\": (many: 1.0),\n{first:?}: (many: 3.0, low: 1.0, high: 2.0),\n}}");
        let places = |text: &str| read(text).unwrap_err().iter().map(|each| each.line).collect::<Vec<_>>();
        assert_eq!(places(&wrong), [2, 3]);
        assert_eq!(places(&format!("{{\n{first:?}: (many: -1.0),\n}}")), [2]);
        assert_eq!(places(&format!("{{\n{first:?}: (),\n}}")), [2]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
