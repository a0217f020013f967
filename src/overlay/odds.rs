//! Prospects as they are shown: outcomes with their chances, and every figure
//! that went in with all that it is made of.

use bevy_egui::egui::{Color32, RichText, Sense, Ui, vec2};

use super::{theme, tips};
use crate::battle::{Answered, Choice, Forecast, Key, Look, Prospect, Rules, Sum};
use crate::dice::{Distribution, Fraction};

/// An outcome, how likely it is, and its colour.
struct Part {
    name: Key,
    chance: Fraction,
    colour: Color32,
}

/// How bad an outcome is on the scale of colours: death is the worst that can come of a blow, whatever else it could bring.
fn severity(rules: &Rules, (grade, name): (i32, Key)) -> i32 {
    if rules.conditions.get(&name).is_some_and(|state| state.dead) { theme::WORST } else { grade }
}

/// The outcomes of a prospect, the worst last: what is as bad has one colour everywhere, in tones where it lands more or less
/// badly; those that do no harm are told apart by their shade.
fn parts(rules: &Rules, prospect: &Prospect) -> Vec<Part> {
    let lands = |name: Key| {
        let mut all = prospect.lands.iter().flat_map(Distribution::iter).map(|(lands, _)| *lands);
        all.find(|(_, word)| *word == name).map_or(0, |(rank, _)| rank)
    };
    let mut all: Vec<((i32, i32), Key, Fraction)> =
        prospect.outcomes.iter().map(|((grade, name), chance)| ((*grade, lands(*name)), *name, chance)).collect();
    all.sort_by_key(|(rank, ..)| *rank);
    let bad: Vec<i32> = all.iter().map(|((grade, _), name, _)| severity(rules, (*grade, *name))).collect();
    let mut idle = 0_u8;
    let part = |(index, ((grade, _), name, chance)): (usize, ((i32, i32), Key, Fraction))| {
        let colour = if grade > 0 {
            tone(&bad, index)
        } else {
            idle = idle.saturating_add(1);
            Color32::from_gray(0x50_u8.saturating_add(idle.saturating_mul(0x12)))
        };
        Part { name, chance, colour }
    };
    all.into_iter().enumerate().map(part).collect()
}

/// The colour of one of several harms, the worse of those of one severity nearer to the colour of the next.
fn tone(severities: &[i32], index: usize) -> Color32 {
    let severity = severities.get(index).copied().unwrap_or_default();
    let alike = |of: &[i32]| of.iter().filter(|other| **other == severity).count() as f32;
    let share = alike(severities.get(..index).unwrap_or_default()) / alike(severities).max(1.0);
    theme::over(theme::outcome(severity), theme::outcome(severity.saturating_add(1)), share)
}

/// A chance that is told as a fraction, "3/5", as players read it: "60%".
pub fn percent(chance: &str) -> String {
    let (of, all) = chance.split_once('/').unwrap_or((chance, "1"));
    match (of.parse::<f64>(), all.parse::<f64>()) {
        (Ok(of), Ok(all)) if all > 0.0 => format!("{:.0}%", of * 100.0 / all),
        _ => chance.to_owned(),
    }
}

/// What a choice is called, with the chance that it comes to anything: "Sprint 60%".
pub fn with_chance(choice: &Choice) -> String {
    let chance = choice.chance.as_deref().map(|chance| format!(" {}", percent(chance)));
    format!("{}{}", choice.label, chance.unwrap_or_default())
}

/// A chance with one place after the point: "45.8%".
fn exactly(chance: &Fraction) -> String {
    format!("{:.1}%", chance.to_f64() * 100.0)
}

/// Whether nothing comes of a prospect, not even at best.
fn is_nothing(prospect: &Prospect) -> bool {
    let does = prospect.outcomes.iter().any(|((grade, _), _)| *grade >= 0);
    !does && prospect.brings.iter().all(|(_, chance)| *chance == Fraction::ZERO)
}

/// The chances that harm comes of one blow: "wound 46%, dying 3%"; for one
/// that harms nobody the chance of the best that can come of it.
pub fn telling(rules: &Rules, prospect: &Prospect) -> String {
    // Where not even the best of it does anything.
    if is_nothing(prospect) {
        return "comes to nothing".to_owned();
    }
    let mut telling: Vec<_> = prospect.outcomes.iter().filter(|((grade, _), _)| *grade > 0).collect();
    let brings = || prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO);
    if telling.is_empty() && brings().next().is_none() {
        telling.extend(prospect.outcomes.iter().next_back());
    }
    let harm = telling.iter().map(|((_, name), chance)| format!("{} {}", tips::called(rules, *name), chance.percent()));
    let told: Vec<String> =
        harm.chain(brings().map(|(state, chance)| format!("{state} {}", chance.percent()))).collect();
    told.join(", ")
}

/// The same with what they could still do about it, where that is not counted in: "hurt 25% before a dodge".
pub fn before(rules: &Rules, prospect: &Prospect) -> String {
    let told = telling(rules, prospect);
    match prospect.before {
        Some(verb) => format!("{told} before a {verb}"),
        None => told,
    }
}

/// The same of a whole deed, and whether that counts in what those who are struck may still do about it.
/// Of several targets each has a line with their name.
pub fn line(look: Look<'_>, forecast: &Forecast) -> String {
    let is_shared = forecast.against.iter().any(|each| forecast.against.first().is_some_and(|one| one.who != each.who));
    // What nothing comes of is left out beside what something comes of.
    let is_idle = forecast.against.iter().all(is_nothing);
    let told = forecast.against.iter().filter(|prospect| is_idle || !is_nothing(prospect));
    let one = |prospect: &Prospect| {
        let name = prospect.who.filter(|_| is_shared).map(|who| format!("{}: ", look.name(who)));
        format!("{}{}", name.unwrap_or_default(), before(look.rules(), prospect))
    };
    let told = told.map(one).collect::<Vec<_>>().join(if is_shared { "\n" } else { "; " });
    if forecast.is_answered() {
        return format!("{told} if they answer as best they can");
    }
    let mut answers: Vec<&str> = Vec::new();
    for verb in forecast.answers.iter().filter_map(|answer| answer.verb) {
        if !answers.contains(&verb.as_str()) {
            answers.push(verb.as_str());
        }
    }
    if answers.is_empty() { told } else { format!("{told} unless they {}", answers.join(" or ")) }
}

/// Odds after what they are of: below it where they are lines of their own.
pub fn after(words: &str, line: &str) -> String {
    format!("{words}{}{line}", if line.contains('\n') { "\n" } else { "  " })
}

/// What would come of each answer of those who are struck: "dodge: hurt 24%; counter with Spear: hurt 53%, back hurt 30%".
/// Nothing where the odds hold whatever they do.
fn answered(rules: &Rules, forecast: &Forecast) -> Option<String> {
    let harm = |outcomes: &Distribution<(i32, Key)>| {
        let telling = outcomes.iter().filter(|((grade, _), _)| *grade > 0);
        let called = telling.map(|((_, name), chance)| (tips::called(rules, *name), chance.percent()));
        let told: Vec<String> = called.map(|(name, chance)| format!("{name} {chance}")).collect();
        if told.is_empty() { "no harm".to_owned() } else { told.join(", ") }
    };
    let told = forecast.answers.iter().map(|answer| {
        let back = answer.back.as_ref().map(|back| format!(", back {}", harm(&back.outcomes)));
        let outcome = format!("{}{}", harm(&answer.outcomes), back.unwrap_or_default());
        // What it is done with is left out where it makes no difference.
        let by_other_means = |other: &&Answered| other.verb == answer.verb && other.name != answer.name;
        let others: Vec<&Answered> = forecast.answers.iter().filter(by_other_means).collect();
        let is_alike = !others.is_empty() && others.iter().all(|other| other.outcomes == answer.outcomes);
        match answer.verb.filter(|_| is_alike) {
            Some(verb) => format!("{verb}: {outcome}"),
            None => format!("{}: {outcome}", answer.name),
        }
    });
    let mut all: Vec<String> = told.collect();
    all.dedup();
    let heading = if forecast.is_answered() { "Answer by answer" } else { "If they do something about it" };
    let can_answer = forecast.answers.iter().any(|answer| answer.verb.is_some());
    can_answer.then(|| format!("{heading}: {}", all.join("; ")))
}

/// What may come of a deed as bars, and below them what comes of it where it is answered, if there is room for it.
pub fn outlook(ui: &mut Ui, rules: &Rules, forecast: &Forecast, has_room: bool) {
    bar(ui, rules, forecast);
    if has_room {
        answers(ui, rules, forecast);
    }
}

/// What comes of a deed where it is answered, in a faint line.
pub fn answers(ui: &mut Ui, rules: &Rules, forecast: &Forecast) {
    if let Some(told) = answered(rules, forecast) {
        ui.label(RichText::new(told).small().color(theme::faint()));
    }
}

/// The outcomes of each blow as one bar, as wide as there is room.
fn bar(ui: &mut Ui, rules: &Rules, forecast: &Forecast) {
    for prospect in forecast.against.iter().filter(|prospect| !is_nothing(prospect)) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), theme::em(ui, 6.0)), Sense::hover());
        let mut left = rect.left();
        for part in parts(rules, prospect) {
            let width = rect.width() * part.chance.to_f64() as f32;
            let piece = bevy_egui::egui::Rect::from_min_size(
                bevy_egui::egui::pos2(left, rect.top()),
                vec2(width, rect.height()),
            );
            ui.painter().rect_filled(piece, 0.0, part.colour);
            left += width;
        }
    }
}

/// Every outcome with its exact chance, then every figure with its terms.
pub fn details(ui: &mut Ui, rules: &Rules, forecast: &Forecast, names: impl Fn(&Prospect) -> Option<String>) {
    for prospect in &forecast.against {
        if let Some(name) = names(prospect) {
            ui.label(RichText::new(name).strong());
        }
        for part in parts(rules, prospect) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0) * theme::scale(ui.ctx()), Sense::hover());
                ui.painter().rect_filled(rect, 2.0, part.colour);
                ui.label(format!("{}  {}", exactly(&part.chance), tips::called(rules, part.name)));
                let exact = part.chance.to_string();
                if exact.len() <= 13 {
                    ui.label(RichText::new(exact).small().color(theme::faint()));
                }
            });
            if let Some(tip) = tips::outcome(rules, part.name.as_str()) {
                ui.label(RichText::new(tip).small().color(theme::faint()));
            }
        }
        for (state, chance) in prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO) {
            ui.label(format!("{}  {state}, whatever else", exactly(chance)));
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("expected harm").color(theme::faint()));
            ui.label(format!("{:.2}", prospect.mean_harm().to_f64()));
        });
        ui.separator();
        for (name, sum) in &prospect.figures {
            figure(ui, *name, sum);
        }
    }
}

/// A figure and the terms that it is the sum of.
pub fn figure(ui: &mut Ui, name: Key, sum: &Sum) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("{name} {}", sum.total())).strong());
        if sum.terms.len() > 1 {
            for term in &sum.terms {
                let text = RichText::new(format!("{:+} {}", term.value, term.name)).small().color(theme::faint());
                let label = ui.label(text);
                if let Some(rule) = term.rule {
                    label.on_hover_text(rule.as_str());
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{answered, line, severity, theme, tone};
    use crate::battle::{Look, Spoken, quiet_world};
    use crate::lesson::Stage;
    use crate::rulebook::Library;

    /// Promise: outcomes of one severity are told apart by their tone, and the mildest of each has its own colour.
    #[test]
    fn no_two_harms_have_the_same_colour() {
        let severities = [-2, 1, 1, 1, 2];
        let tones: Vec<_> = (1..5).map(|index| tone(&severities, index)).collect();
        assert_eq!((tones[0], tones[3]), (theme::outcome(1), theme::outcome(2)));
        assert!((0..4).all(|one| (one + 1..4).all(|other| tones[one] != tones[other])), "{tones:?}");
    }

    /// Promise: death has the colour of the worst in every game, whatever grade it has there; other outcomes have theirs.
    #[test]
    fn death_has_one_colour_in_every_game() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        for game in ["old_school", "zones"] {
            let lessons = library.lessons(game).unwrap();
            let mut world = quiet_world();
            let stage = Stage::set(&lessons[0], &mut world);
            let look = Look::at(stage.world, stage.battle).unwrap();
            let rules = look.rules();
            assert!(rules.conditions.values().any(|state| state.dead), "{game}");
            for (name, state) in &rules.conditions {
                let grade = if state.dead { theme::WORST } else { 2 };
                assert_eq!(severity(rules, (2, *name)), grade, "{game}: {name}");
            }
        }
    }

    /// Promise: odds that count in the best answer say so, and call every outcome by the word that the game has for it there.
    #[test]
    fn odds_say_whether_answers_count() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let lessons = library.lessons("hursagmu").unwrap();
        let lesson = lessons.iter().find(|lesson| lesson.id == "HG-C21").unwrap();
        let mut world = quiet_world();
        let mut stage = Stage::set(lesson, &mut world);
        stage.play_to(1);
        let look = Look::at(stage.world, stage.battle).unwrap();
        let order = look.order(&Spoken::parse("attack with Sword at Spearman").unwrap()).unwrap();
        let deed = look.deed(order.verb).unwrap();
        let forecast = deed.forecast(look, look.asked().unwrap(), &order).unwrap();
        let told = line(look, &forecast);
        assert!(told.ends_with(" if they answer as best they can"), "{told}");
        assert!(told.contains("stamina alone ") && !told.contains("OK"), "{told}");
        let each = answered(look.rules(), &forecast).unwrap();
        assert!(each.starts_with("Answer by answer: ") && each.contains("nothing: ") && !each.contains("OK"), "{each}");
    }
}
