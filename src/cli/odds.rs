//! `sortie odds`: what would come of an attack, or of anything else that is done, exactly.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Value, json};

use super::Failure;
use crate::ahead::Outlook;
use crate::battle::{Look, Spoken, SpokenAim};
use crate::board::Square;
use crate::dice::Fraction;
use crate::odds::{AnswerOdds, CourseOdds, Duel, Odds, OddsError, Plan, RoundOdds};
use crate::record::{Budget, Record};
use crate::rulebook::Library;

/// The attack to weigh, or the order in a battle that was saved.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The ruleset.
    #[arg(required_unless_present = "load")]
    ruleset: Option<String>,
    /// The profile that attacks.
    #[arg(long, value_name = "PROFILE", required_unless_present = "load")]
    attacker: Option<String>,
    /// The arm, spell or combo that it attacks with; the first that it has if left out.
    #[arg(long, value_name = "ARM")]
    with: Option<String>,
    /// The profile that is attacked. Given again, others stand beside it: `target 2`, `target 3`.
    #[arg(long, value_name = "PROFILE", required_unless_present = "load")]
    target: Vec<String>,
    /// A saved battle, by its file or its code: tells what may come of --at, or of one --do, until the fighter's next turn.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ruleset", "attacker", "target", "settings"])]
    load: Option<PathBuf>,
    /// In that battle: a square to go to and end on, as `7,4`.
    #[arg(long, value_name = "X,Y", requires = "load", conflicts_with = "orders")]
    at: Option<String>,
    /// What is done: `tackle at target`. Given again, it is done next. `target: dodge` behind a deed is what they answer in
    /// its middle; where they are not asked, it lapses before the next deed.
    #[arg(long = "do", value_name = "ORDER")]
    orders: Vec<String>,
    /// What is answered wherever it can be: `dodge`.
    #[arg(long = "answer", value_name = "ORDER")]
    answers: Vec<String>,
    /// Until when one looks on: `the end of the turn`, `the end of the round`, `the next round`, `the turn of target`.
    #[arg(long, value_name = "WHEN")]
    until: Option<String>,
    /// What is asked: `target is prone and wounds of target are 2 or more`.
    #[arg(long = "ask", value_name = "QUESTION")]
    asks: Vec<String>,
    /// Steps to go through before the odds count as too many to be told.
    #[arg(long, value_name = "STEPS")]
    limit: Option<u64>,
    /// A figure to set: `Toughness=9` of the target, `attacker.Strength=5`, `target.wounds=1`;
    /// or the situation: `range=30`, `flanked=1`, `cover=2`, or any condition, `prone=1`, `attacker.prone=1`.
    #[arg(long = "set", value_name = "FIGURE=N")]
    set: Vec<String>,
    /// Aim at this part of the body or thing.
    #[arg(long, value_name = "PART")]
    part: Option<String>,
    /// A way of striking: nonlethal, or a technique.
    #[arg(long = "by", value_name = "MANNER")]
    manner: Vec<String>,
    /// So many of whatever the attack is counted in: actions put into its damage.
    #[arg(long = "for", value_name = "N", allow_negative_numbers = true)]
    n: Option<i32>,
    /// Play a setting of the ruleset differently: `wound_at=meets`.
    #[arg(long = "setting", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// "NAME=VALUE" pairs of the command line.
pub(super) fn pairs(given: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let pair = |text: &String| {
        let (name, value) = text.split_once('=')?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    };
    let wrong = |text: &String| Failure::Said(format!("found `{text}`, expected NAME=VALUE"));
    let mut pairs = BTreeMap::new();
    for text in given {
        let (name, value) = pair(text).ok_or_else(|| wrong(text))?;
        if let Some(before) = pairs.insert(name.clone(), value.clone()) {
            return Err(Failure::Said(format!("found `{name}` at `{before}` and at `{value}`, expected it once")));
        }
    }
    Ok(pairs)
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    if let Some(saved) = &args.load {
        return outlook(library, args, saved);
    }
    let settings = pairs(&args.settings)?;
    let [ruleset, attacker] = [&args.ruleset, &args.attacker].map(|given| given.clone().unwrap_or_default());
    let rules = library.rules_with(&ruleset, &settings).map_err(Failure::Files)?;
    let at = vec![SpokenAim { who: Some("target".to_owned()), part: args.part.clone(), ..SpokenAim::default() }];
    let (with, manner) = (args.with.clone(), args.manner.clone());
    let order = Spoken { with, at, manner, n: args.n, ..Spoken::default() };
    let set: Vec<(String, String)> = pairs(&args.set)?.into_iter().collect();
    let Some((target, others)) = args.target.split_first() else {
        return Err(Failure::Said("found no --target, expected a profile".to_owned()));
    };
    let (target, others) = (target.clone(), others.to_vec());
    let duel = Duel { rules, attacker, target, others, order, set };
    let plan = Plan {
        orders: args.orders.clone(),
        answers: args.answers.clone(),
        until: args.until.clone(),
        asks: args.asks.clone(),
        limit: args.limit,
    };
    let is_planned = !(plan.orders.is_empty() && plan.answers.is_empty() && plan.asks.is_empty())
        || plan.until.is_some()
        || !duel.others.is_empty();
    let of_one_attack =
        [("--part", args.part.is_some()), ("--by", !args.manner.is_empty()), ("--for", args.n.is_some())];
    if let Some((option, _)) = of_one_attack.into_iter().find(|(_, is_given)| *is_given && !args.orders.is_empty()) {
        return Err(Failure::Said(format!(
            "found {option} beside --do, expected it in the order, as in `attack at target in head for 2`"
        )));
    }
    let said = |why: OddsError| Failure::Said(why.to_string());
    let found = if is_planned { None } else { Some(duel.odds()) };
    let mut out = super::door::out();
    match found {
        // What nothing is foretold of by itself is gone through.
        None | Some(Err(OddsError::Untold(_))) => {
            let odds = duel.course(&plan).map_err(said)?;
            if args.json {
                writeln!(out, "{}", course_in_json(&odds))?;
            } else {
                course_in_words(&mut out, &odds)?;
            }
        }
        Some(Ok(_)) if args.limit.is_some() => {
            let why =
                "found --limit, expected something to go through: --do, --answer, --until, --ask or several --target";
            return Err(Failure::Said(why.to_owned()));
        }
        Some(found) => {
            let odds = found.map_err(said)?;
            if args.json {
                writeln!(out, "{}", in_json(&odds))?;
            } else {
                in_words(&mut out, &odds)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What may come of an order in a saved battle.
fn outlook(library: &Library, args: &Args, saved: &Path) -> Result<ExitCode, Failure> {
    let said = |why: &dyn Display| Failure::Said(why.to_string());
    let record = Record::find(saved).map_err(|why| said(&why))?;
    let (_, game) = record.restore(&library.reopened().with_settings(record.settings.clone()), &Budget::usual())?;
    let look = Look::at(&game.world, game.battle).ok_or_else(|| said(&"the battle is gone"))?;
    let outlook = match (&args.at, args.orders.as_slice()) {
        (Some(at), _) => {
            let square = at.trim_matches(['(', ')', ' ']).split_once(',');
            let square = square.and_then(|(x, y)| Some(Square::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
            let square = square.ok_or_else(|| said(&format!("found `{at}`, expected a square such as 7,4")))?;
            Outlook::at(look, square)
        }
        (None, [order]) => Outlook::of(look, &Spoken::parse(order).map_err(|why| said(&why))?),
        (None, _) => return Err(said(&"found neither --at nor one --do beside --load, expected one of them")),
    };
    let outlook = outlook.map_err(|why| said(&why))?;
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", outlook.in_json(look))?;
    } else {
        outlook.in_words(look).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn course_in_json(odds: &CourseOdds) -> Value {
    let target = |(name, amounts, mean): &(String, Vec<_>, Fraction)| json!({ "name": name, "harm": rows("amount", amounts), "mean": number(mean) });
    let named = |list: &[(String, Fraction)]| rows("name", list);
    let first = odds.harm.first();
    json!({
        "orders": odds.orders,
        "outcomes": named(&odds.outcomes),
        "rolls": named(&odds.rolls),
        "changes": named(&odds.changes),
        "asked": named(&odds.asked),
        "together": named(&odds.together),
        "harm": first.map(|(_, amounts, _)| rows("amount", amounts)),
        "mean": first.map(|(_, _, mean)| number(mean)),
        "targets": odds.harm.iter().map(target).collect::<Vec<_>>(),
    })
}

fn course_in_words(out: &mut impl Write, odds: &CourseOdds) -> std::io::Result<()> {
    for order in &odds.orders {
        writeln!(out, "{order}")?;
    }
    for list in [&odds.asked, &odds.outcomes, &odds.rolls, &odds.changes, &odds.together] {
        if !list.is_empty() {
            writeln!(out)?;
        }
        for (name, chance) in list {
            writeln!(out, "  {name:<40} {:>14}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
        }
    }
    for (name, amounts, mean) in
        odds.harm.iter().filter(|(_, amounts, _)| amounts.iter().any(|(amount, _)| *amount != 0))
    {
        writeln!(out, "\n{name}")?;
        for (amount, chance) in amounts {
            writeln!(out, "  {amount:>2} harm      {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
        }
        writeln!(out, "  mean harm    {:>12}  {:.4}", mean.to_string(), mean.to_f64())?;
    }
    Ok(())
}

/// What may come about and how likely it is, each by this name.
fn rows<T: Serialize>(name: &str, list: &[(T, Fraction)]) -> Value {
    let row = |(what, chance): &(T, Fraction)| json!({ (name): what, "fraction": chance.to_string(), "value": chance.to_f64() });
    list.iter().map(row).collect()
}

fn number(fraction: &Fraction) -> Value {
    json!({ "fraction": fraction.to_string(), "value": fraction.to_f64() })
}

fn in_json(odds: &Odds) -> Value {
    let named = |list: &[(String, Fraction)]| rows("name", list);
    let answer = |answer: &AnswerOdds| {
        let back = answer.back.as_ref().map(|(outcomes, mean, falls)| {
            json!({
                "outcomes": named(outcomes),
                "mean": number(mean),
                "falls": named(falls),
            })
        });
        json!({
            "name": answer.name,
            "outcomes": named(&answer.outcomes),
            "mean": number(&answer.mean),
            "attacker": back,
        })
    };
    let figures: Vec<Value> =
        odds.figures.iter().map(|(name, sum)| json!({ "name": name, "total": sum.total(), "terms": sum })).collect();
    json!({
        "order": odds.order,
        "outcomes": named(&odds.outcomes),
        "fells": named(&odds.fells),
        "wounds": named(&odds.wounds),
        "brings": named(&odds.brings),
        "harm": rows("amount", &odds.harm),
        "mean": number(&odds.mean),
        "figures": figures,
        "answers": odds.answers.iter().map(answer).collect::<Vec<_>>(),
        "round": odds.round.as_ref().map(|round| json!({
            "blows": round.blows,
            "felled": rows("amount", &round.felled),
            "mean": number(&round.mean),
            "quick": number(&round.quick),
        })),
    })
}

fn in_words(out: &mut impl Write, odds: &Odds) -> std::io::Result<()> {
    writeln!(out, "{}\n", odds.order)?;
    for (name, sum) in &odds.figures {
        writeln!(out, "  {name:<12} {sum}")?;
    }
    writeln!(out)?;
    for (name, chance) in odds.outcomes.iter().chain(&odds.fells) {
        writeln!(out, "  {name:<12} {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
    }
    if !odds.wounds.is_empty() || !odds.brings.is_empty() {
        writeln!(out)?;
    }
    for (name, chance) in odds.wounds.iter().chain(&odds.brings) {
        writeln!(out, "  {name:<20} {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
    }
    writeln!(out)?;
    for (amount, chance) in &odds.harm {
        writeln!(out, "  {amount:>2} harm      {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
    }
    writeln!(out, "  mean harm    {:>12}  {:.4}", odds.mean.to_string(), odds.mean.to_f64())?;
    if let Some(round) = &odds.round {
        in_a_crowd(out, round)?;
    }
    for answer in &odds.answers {
        writeln!(out, "\n{}", answer.name)?;
        chances(out, "target: ", &answer.outcomes)?;
        writeln!(out, "  mean harm to the target {:.4}", answer.mean.to_f64())?;
        let Some((outcomes, mean, falls)) = &answer.back else { continue };
        chances(out, "attacker: ", outcomes)?;
        writeln!(out, "  mean harm to the attacker {:.4}", mean.to_f64())?;
        chances(out, "falls: ", falls)?;
    }
    Ok(())
}

fn in_a_crowd(out: &mut impl Write, round: &RoundOdds) -> std::io::Result<()> {
    writeln!(out, "\n{} blows in a crowd of them", round.blows)?;
    for (men, chance) in &round.felled {
        writeln!(out, "  {men:>2} fall      {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
    }
    writeln!(out, "  mean         {:>12}  {:.4}", round.mean.to_string(), round.mean.to_f64())?;
    writeln!(out, "  reckoned     {:>12}  {:.4}", round.quick.to_string(), round.quick.to_f64())
}

fn chances(out: &mut impl Write, what: &str, chances: &[(String, Fraction)]) -> std::io::Result<()> {
    for (name, chance) in chances {
        let name = format!("{what}{name}");
        writeln!(out, "  {name:<24} {:>12}  {:6.2}%", chance.to_string(), chance.to_f64() * 100.0)?;
    }
    Ok(())
}
