//! What a scenario is made of, file by file.

use sha2::{Digest, Sha256};

use super::Scenario;
use super::reader::{Problem, Source, taken_from, text_in};
use super::sources::{FILES, Home, RULESET};
use crate::battle::Rules;

/// The files of all that a scenario is made from: those of its ruleset, of the one that builds upon, and its own. What
/// only tells or draws something is none of them.
///
/// # Errors
/// When one cannot be read.
pub fn sources(scenario: &Scenario) -> Result<Vec<Source>, Vec<Problem>> {
    let own = scenario.sources.home(scenario.ruleset.as_str());
    let base = taken_from(&own.file(RULESET))?.and_then(|from| scenario.sources.home_of(&from).ok());
    Ok(parts([base, Some(own)].iter().flatten()).chain([scenario.file.clone()]).collect())
}

/// The files that make these rulesets.
fn parts<'a>(homes: impl Iterator<Item = &'a Home>) -> impl Iterator<Item = Source> {
    homes.flat_map(|home| FILES.map(|file| home.file(file))).filter(Source::exists)
}

/// What the files of a scenario come to, in a few letters: whoever has the same plays the same.
///
/// # Errors
/// When one cannot be read.
pub fn fingerprint(scenario: &Scenario) -> Result<String, Vec<Problem>> {
    come_to(sources(scenario)?)
}

/// What the files of a ruleset come to, those of the one that it builds upon before its own.
///
/// # Errors
/// When one cannot be read.
pub(super) fn of_ruleset(homes: &[Home]) -> Result<String, Vec<Problem>> {
    come_to(parts(homes.iter()))
}

/// What the files of a ruleset come to together with one in which a battle of it is written down.
///
/// # Errors
/// When that cannot be read.
pub(super) fn with_battle(rules: &Rules, file: &Source) -> Result<String, Vec<Problem>> {
    come_to([Source::Said("".into(), rules.files.as_str().into()), file.clone()])
}

fn come_to(files: impl IntoIterator<Item = Source>) -> Result<String, Vec<Problem>> {
    let mut hash = Sha256::new();
    for file in files {
        let text = text_in(&file).map_err(|problem| vec![problem])?;
        // Some systems end lines otherwise.
        let text = text.replace('\r', "");
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    Ok(hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}
