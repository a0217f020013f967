//! What many battles came to, for whoever reads it: in words, and as JSON.

use std::io::Write;

use serde_json::{Map, Value, json};

use super::Failure;
use crate::sim::{Run, Tally, wilson};

/// As JSON, without what hangs on the machine.
pub(super) fn in_json(sides: &[String], tally: &Tally) -> Map<String, Value> {
    let mean = |sum: u64| rate(sum, tally.battles);
    let side = |(index, name): (usize, &String)| {
        let wins = tally.wins.get(index).copied().unwrap_or(0);
        let (low, high) = wilson(wins, tally.battles);
        let losses = tally.losses.get(index).copied().unwrap_or_default();
        json!({
            "name": name,
            "wins": wins,
            "rate": mean(wins),
            "low": low,
            "high": high,
            "wounds": mean(losses.wounds),
            "felled": mean(losses.felled),
            "fled": mean(losses.fled),
        })
    };
    let told = json!({
        "battles": tally.battles,
        "sides": sides.iter().enumerate().map(side).collect::<Vec<_>>(),
        "draws": tally.draws,
        "rounds": { "mean": mean(tally.rounds) },
        "blows": mean(tally.blows),
        "hits": mean(tally.hits),
        "broken": tally.broken.len(),
        "digest": tally.digest,
    });
    if let Value::Object(told) = told { told } else { Map::new() }
}

/// In words.
pub(super) fn in_words(out: &mut impl Write, heading: &str, sides: &[String], tally: &Tally) -> std::io::Result<()> {
    writeln!(out, "{heading}\n")?;
    let mean = |sum: u64| rate(sum, tally.battles);
    // Many games count no wounds.
    let has_wounds = tally.losses.iter().any(|losses| losses.wounds > 0);
    for (index, name) in sides.iter().enumerate() {
        let wins = tally.wins.get(index).copied().unwrap_or(0);
        let (low, high) = wilson(wins, tally.battles);
        let wounds = mean(tally.losses.get(index).map_or(0, |losses| losses.wounds));
        let wounds = if has_wounds { format!("  {wounds:.1} wounds a battle") } else { String::new() };
        let percent = mean(wins) * 100.0;
        writeln!(
            out,
            "  {name:<16} {wins:>7} wins  {percent:5.1}% ({:.1} to {:.1}){wounds}",
            low * 100.0,
            high * 100.0,
        )?;
    }
    writeln!(out, "  {:<16} {:>7}", "nobody", tally.draws)?;
    writeln!(out, "\n  {:.1} rounds a battle", mean(tally.rounds))
}

/// Tells of battles that broke off; whether there are any.
pub(super) fn tell_broken(tally: &Tally, run: &Run) -> Result<bool, Failure> {
    let Some((number, why)) = tally.broken.first() else { return Ok(false) };
    let (many, seed) = (tally.broken.len(), run.seed_of(*number));
    let text = format!("{many} battles broke off; the first is number {number} (seed {seed}): {why}");
    writeln!(super::door::err(), "{text}")?;
    Ok(true)
}

pub(super) fn rate(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
