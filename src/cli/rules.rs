//! `sortie rules`: the rulebook, one rule of it, or how much of it has lessons.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use crate::battle::RuleText;
use crate::rulebook::reader::closest;
use crate::rulebook::{book, folder};

/// What to show.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The ruleset; all of them are named if left out.
    ruleset: Option<String>,
    /// One rule of it, by its id.
    id: Option<String>,
    /// List every rule with its lessons.
    #[arg(long)]
    coverage: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(rulesets: &Path, args: &Args) -> Result<ExitCode, Failure> {
    let names = folder::names(rulesets).map_err(|why| Failure::Said(format!("{}: {why}", rulesets.display())))?;
    let mut out = std::io::stdout().lock();
    let Some(ruleset) = &args.ruleset else {
        if args.json {
            writeln!(out, "{}", json!({ "rulesets": names }))?;
        } else {
            names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if !names.contains(ruleset) {
        return Err(Failure::Said(format!("no ruleset called `{ruleset}`; there are {}", names.join(", "))));
    }
    let rules = book::read(&rulesets.join(ruleset).join("rulebook.ron")).map_err(Failure::Files)?;
    if let Some(id) = &args.id {
        let rule = rules.iter().find(|rule| rule.id.as_str().eq_ignore_ascii_case(id)).ok_or_else(|| {
            let ids: Vec<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
            let hint = closest(id, &ids).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Failure::Said(format!("no rule `{id}` in {ruleset}{hint}"))
        })?;
        return show(&mut out, rule, args.json);
    }
    if args.json || args.coverage {
        return list(&mut out, ruleset, &rules, args);
    }
    let mut area = "";
    for rule in &rules {
        if rule.area != area {
            writeln!(out, "\n{}", rule.area)?;
            area = &rule.area;
        }
        writeln!(out, "  {:<14} {}", rule.id, rule.title)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, rule: &RuleText, as_json: bool) -> Result<ExitCode, Failure> {
    if as_json {
        writeln!(out, "{}", serde_json::to_string(rule)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{} {} ({})\n\n{}", rule.id, rule.title, rule.area, rule.text)?;
    if let Some(ruling) = &rule.ruling {
        writeln!(out, "\nRuling: {ruling}")?;
    }
    if !rule.see.is_empty() {
        let see: Vec<&str> = rule.see.iter().map(|id| id.as_str()).collect();
        writeln!(out, "\nSee {}", see.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every rule with its lessons. There are no lessons yet, and the list says so.
fn list(out: &mut impl Write, ruleset: &str, rules: &[RuleText], args: &Args) -> Result<ExitCode, Failure> {
    if args.json {
        let entries =
            rules.iter().map(|rule| json!({ "id": rule.id, "title": rule.title, "tier": rule.tier, "lessons": [] }));
        let entries: Vec<_> = entries.collect();
        writeln!(out, "{}", json!({ "ruleset": ruleset, "rules": entries }))?;
    } else {
        for rule in rules {
            writeln!(out, "{:<14} no lesson   {}", rule.id, rule.title)?;
        }
        writeln!(out, "0 of {} rules have a lesson", rules.len())?;
    }
    Ok(ExitCode::SUCCESS)
}
