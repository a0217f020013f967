//! `sortie rules`: the rulebook, one rule of it, all of it as a page, or how much of it has lessons. Where a rule lives stands
//! in `place.rs`, of what rulesets are made in `mechanics.rs`, all of that as a page in `reference.rs`.

mod print;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::Failure;
use crate::battle::{Deed, HOUSE_RULES, Key, Reads, RuleId, RuleText, Rules, Word};
use crate::book::find;
use crate::lesson::{Report, run_all, run_watched};
use crate::reference;
use crate::rulebook::reader::closest;
use crate::rulebook::{Heading, Library, book};

/// What to show.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The ruleset; all of them are named if left out.
    ruleset: Option<String>,
    /// One rule of it, by its id, or by words of it.
    id: Option<String>,
    /// List every rule with its lessons.
    #[arg(long)]
    coverage: bool,
    /// List the words that orders and lessons may use: deeds, rolls, outcomes, figures, conditions.
    #[arg(long)]
    words: bool,
    /// Tell where the rule lives: its text, the mechanics that play it, all data that names it, its lessons.
    #[arg(long = "where", requires = "id")]
    place: bool,
    /// Tell of what rulesets are made: every mechanic with its fields, every event with who hears of it; with a ruleset
    /// those of it, with a name that mechanic, slot or event. A name may also be a file or what stands in one (arm, figure).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["id", "coverage", "words"])]
    mechanics: Option<Option<String>>,
    /// Write a JSON Schema of all files and mechanics; with a name that of one file, of what stands in one, or of a mechanic.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["ruleset", "coverage", "words", "mechanics"])]
    schema: Option<Option<String>>,
    /// Write the whole reference for authors as a page of Markdown.
    #[arg(long, conflicts_with_all = ["ruleset", "coverage", "words", "mechanics", "schema", "json"])]
    reference: bool,
    /// Write the whole rulebook with its pictures into one file, to be read anywhere and printed.
    #[arg(long, value_name = "FILE.html", requires = "ruleset", conflicts_with_all = ["id", "coverage", "words", "mechanics"])]
    book: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let names = library.rulesets().map_err(Failure::Files)?;
    let mut out = super::door::out();
    let unknown =
        |ruleset: &str| Failure::Said(format!("no ruleset called `{ruleset}`; there are {}", names.join(", ")));
    if let Some(name) = &args.mechanics {
        if let Some(ruleset) = args.ruleset.as_ref().filter(|ruleset| !names.contains(ruleset)) {
            return Err(unknown(ruleset));
        }
        return super::mechanics::run(&mut out, library, args.ruleset.as_deref(), name.as_deref(), args.json);
    }
    if let Some(name) = &args.schema {
        return schema(&mut out, name.as_deref());
    }
    if args.reference {
        return super::reference::run(&mut out, library);
    }
    let Some(ruleset) = &args.ruleset else {
        if args.json {
            writeln!(out, "{}", json!({ "rulesets": names }))?;
        } else {
            names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if !names.contains(ruleset) {
        return Err(unknown(ruleset));
    }
    if args.words {
        return words(&mut out, &*library.rules(ruleset).map_err(Failure::Files)?, args.json);
    }
    if let Some(file) = &args.book {
        return print::run(&mut out, library, ruleset, file, args.json);
    }
    let rules = book::read(&library.sources().file(ruleset, "rulebook.ron")).map_err(Failure::Files)?;
    if let Some((id, text)) = args.id.iter().find_map(|id| HOUSE_RULES.iter().find(|(house, _)| house == id)) {
        if args.place {
            return super::place::of_house(&mut out, id, args.json);
        }
        match args.json {
            true => writeln!(out, "{}", json!({ "id": id, "text": text }))?,
            false => writeln!(out, "{id} (of no ruleset)\n\n{text}")?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(id) = &args.id {
        let rule = rules.iter().find(|rule| rule.id.as_str().eq_ignore_ascii_case(id));
        if rule.is_none() && !args.place && !args.json && !id.contains('-') {
            return found(&mut out, &*library.rules(ruleset).map_err(Failure::Files)?, id);
        }
        let rule = rule.ok_or_else(|| {
            let ids: Vec<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
            let hint = closest(id, &ids).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Failure::Said(format!("no rule `{id}` in {ruleset}{hint}"))
        })?;
        if args.place {
            return super::place::of_rule(&mut out, library, ruleset, rule, args.json);
        }
        let named = library.headings(ruleset, Some(id)).map_err(Failure::Files)?;
        let named: Vec<Shown> = named.into_iter().map(Shown::named).collect();
        return show(&mut out, rule, &lessons_of(&named, rule), args.json);
    }
    if args.json || args.coverage {
        // What a lesson shows is seen when it is played, which takes its time.
        let shown: Vec<Shown> = if args.coverage {
            let lessons = library.lessons(ruleset).map_err(Failure::Files)?;
            run_all(&lessons, run_watched).into_iter().map(Shown::touched).collect()
        } else {
            let named = library.headings(ruleset, None).map_err(Failure::Files)?;
            named.into_iter().map(Shown::named).collect()
        };
        return list(&mut out, ruleset, &rules, &shown, args);
    }
    chapters(&mut out, &*library.rules(ruleset).map_err(Failure::Files)?)
}

/// The schema of the files of rulesets.
fn schema(out: &mut impl Write, name: Option<&str>) -> Result<ExitCode, Failure> {
    let schema = reference::schema(name).ok_or_else(|| {
        let name = name.unwrap_or_default();
        let hint = closest(name, &super::mechanics::names()).map(|near| format!("; did you mean {near}?"));
        Failure::Said(format!("no file, type or mechanic called `{name}`{}", hint.unwrap_or_default()))
    })?;
    writeln!(out, "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The whole book by its chapters, as a list of titles.
fn chapters(out: &mut impl Write, rules: &Rules) -> Result<ExitCode, Failure> {
    for chapter in &rules.chapters {
        let about = if chapter.text.is_empty() { String::new() } else { format!(": {}", chapter.text) };
        writeln!(out, "\n{}{about}", chapter.title)?;
        for rule in chapter.rules().filter_map(|rule| rules.book.get(&rule)) {
            writeln!(out, "  {:<14} {}", rule.id, rule.title)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules in which these words are found, the nearest first.
fn found(out: &mut impl Write, rules: &Rules, words: &str) -> Result<ExitCode, Failure> {
    /// More than these are no answer any more.
    const MOST: usize = 12;
    let found = find::rules(rules, words);
    if found.is_empty() {
        return Err(Failure::Said(format!("no rule `{words}` in {}", rules.name)));
    }
    for rule in found.iter().take(MOST).filter_map(|rule| rules.book.get(rule)) {
        writeln!(out, "{:<14} {} ({})", rule.id, rule.title, rule.area)?;
    }
    if found.len() > MOST {
        writeln!(out, "and {} more", found.len() - MOST)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A lesson and the rules that it shows.
struct Shown {
    lesson: String,
    rules: Vec<RuleId>,
}

impl Shown {
    /// Those that it names.
    fn named(heading: Heading) -> Self {
        Self { lesson: heading.id, rules: heading.rules }
    }

    /// Those of them that it touches.
    fn touched(report: Report) -> Self {
        let rules = report.rules.iter().copied().filter(|rule| report.shows(*rule)).collect();
        Self { lesson: report.id, rules }
    }
}

/// The ids of the lessons that show `rule`.
fn lessons_of(lessons: &[Shown], rule: &RuleText) -> Vec<String> {
    lessons.iter().filter(|shown| shown.rules.contains(&rule.id)).map(|shown| shown.lesson.clone()).collect()
}

fn show(out: &mut impl Write, rule: &RuleText, lessons: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    if as_json {
        let mut value = serde_json::to_value(rule)?;
        if let Some(entry) = value.as_object_mut() {
            entry.insert("lessons".to_owned(), json!(lessons));
        }
        writeln!(out, "{value}")?;
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
    if !lessons.is_empty() {
        writeln!(out, "\nLessons: {}", lessons.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The words of a ruleset, by what they are words of.
pub(super) fn lists(rules: &Rules) -> [(&'static str, Vec<String>); 8] {
    let spoken = rules.words();
    let texts = |names: Vec<&Key>| names.into_iter().map(|name| name.to_string()).collect::<Vec<_>>();
    let deed = |deed: &Arc<dyn Deed>| {
        let manners = texts(spoken.all(Word::Manner(deed.verb().key())).collect()).join(", ");
        let by = Some(manners).filter(|manners| deed.nature().reads.contains(&Reads::Manner) && !manners.is_empty());
        let parts = deed.nature().reads.iter().map(|reads| reads.words());
        let parts: Vec<String> = parts.map(str::to_owned).chain(by).collect();
        if parts.is_empty() { deed.verb().to_string() } else { format!("{} ({})", deed.verb(), parts.join(", ")) }
    };
    [
        ("deeds", rules.deeds.values().map(deed).collect()),
        ("rolls", texts(spoken.all(Word::Roll).collect())),
        ("outcomes", texts(spoken.all(Word::Outcome).collect())),
        ("wounds", texts(spoken.all(Word::Wound).collect())),
        ("figures", texts(rules.figures.keys().map(|name| &**name).collect())),
        ("counts and lines", texts(spoken.all(Word::Count).collect())),
        ("conditions", texts(rules.conditions.keys().collect())),
        ("modifiers", texts(spoken.all(Word::Term).collect())),
    ]
}

fn words(out: &mut impl Write, rules: &Rules, as_json: bool) -> Result<ExitCode, Failure> {
    let lists = lists(rules);
    if as_json {
        let lists: serde_json::Map<String, serde_json::Value> =
            lists.into_iter().map(|(kind, names)| (kind.to_owned(), json!(names))).collect();
        writeln!(out, "{}", json!({ "ruleset": rules.name, "words": lists }))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (kind, names) in lists {
        writeln!(out, "{kind}: {}", names.join("; "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every rule with its lessons.
fn list(
    out: &mut impl Write,
    ruleset: &str,
    rules: &[RuleText],
    lessons: &[Shown],
    args: &Args,
) -> Result<ExitCode, Failure> {
    let shown: Vec<(&RuleText, Vec<String>)> = rules.iter().map(|rule| (rule, lessons_of(lessons, rule))).collect();
    if args.json {
        let entry = |(rule, lessons): &(&RuleText, Vec<String>)| json!({ "id": rule.id, "title": rule.title, "tier": rule.tier, "area": rule.area, "lessons": lessons });
        let entries: Vec<_> = shown.iter().map(entry).collect();
        writeln!(out, "{}", json!({ "ruleset": ruleset, "rules": entries }))?;
    } else {
        for (rule, lessons) in &shown {
            let with = if lessons.is_empty() { "no lesson".to_owned() } else { lessons.join(", ") };
            writeln!(out, "{:<14} {:<44} {with}", rule.id, rule.title)?;
        }
        let taught = shown.iter().filter(|(_, lessons)| !lessons.is_empty()).count();
        writeln!(out, "{taught} of {} rules have a lesson", rules.len())?;
        let traceless = rules.iter().filter(|rule| !rule.shown_by.is_empty()).count();
        if traceless > 0 {
            writeln!(out, "{traceless} of them put their name to nothing: they are shown by what they are about")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
