//! Prospects as they are shown: outcomes with their chances, and every figure
//! that went in with all that it is made of.

mod bars;
mod scale;

use bevy_egui::egui::{Color32, RichText, Sense, Ui, vec2};

use self::scale::{Part, Sort, brought, parts, shares};
use super::keys::Hold;
use super::known::Known;
use super::{theme, tips};
use crate::ahead;
use crate::battle::{
    Answered, Choice, Condition, FELLED, Forecast, Id, Judged, Key, Look, Order, Prospect, Rules, Sum,
};
use crate::dice::{Distribution, Fraction};

/// A chance that is told as a fraction, "3/5", as players read it: "60%".
pub fn percent(chance: &str) -> String {
    chance.parse::<Fraction>().map_or_else(|_| chance.to_owned(), |chance| chance.share())
}

/// The same with what it is a chance of, where it does not say that itself: "60% to come off".
pub fn to_come_off(chance: &str) -> String {
    let share = percent(chance);
    if share.ends_with('%') { format!("{share} to come off") } else { share }
}

/// What a choice is called, with the chance that it comes to anything: "Sprint (60% to come off)".
pub fn with_chance(choice: &Choice) -> String {
    let chance = choice.chance.as_deref().map(|chance| format!(" ({})", to_come_off(chance)));
    format!("{}{}", choice.label, chance.unwrap_or_default())
}

/// What a choice would mean for a roll of another deed, with what that is struck: "56% to hit Thug with Sword".
pub fn meant(choice: &Choice) -> Option<String> {
    let chance = choice.chance.as_deref()?;
    let with = choice.chance_with.map(|with| format!(" with {with}"));
    Some(format!("{}{}", percent(chance), with.unwrap_or_default()))
}

/// A chance with one place after the point: "45.8%".
fn exactly(chance: &Fraction) -> String {
    format!("{:.1}%", chance.to_f64() * 100.0)
}

/// Whether nothing comes of a prospect, not even at best.
pub fn is_nothing(prospect: &Prospect) -> bool {
    let does = prospect.outcomes.iter().any(|((grade, _), _)| *grade >= 0);
    !does && prospect.brings.iter().all(|(_, chance)| *chance == Fraction::ZERO)
}

/// The chances that anything comes of one blow, the mildest first: "wound 46%, dying 3%"; for one that does nothing to
/// anybody the chance of the best that can come of it.
pub fn telling(rules: &Rules, prospect: &Prospect) -> String {
    // Where not even the best of it does anything.
    if is_nothing(prospect) {
        return "comes to nothing".to_owned();
    }
    let mut telling: Vec<(Key, Fraction)> = parts(rules, prospect)
        .into_iter()
        .filter(|part| part.sort != Sort::Nothing)
        .map(|part| (part.name, part.chance))
        .collect();
    let brings = || prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO);
    if telling.is_empty() && brings().next().is_none() {
        telling.extend(prospect.outcomes.iter().next_back().map(|((_, name), chance)| (*name, chance)));
    }
    let shares = shares(&telling.iter().map(|(_, chance)| chance).collect::<Vec<_>>());
    let comes = telling.iter().zip(shares).map(|((name, _), share)| format!("{} {share}", tips::called(rules, *name)));
    let told: Vec<String> =
        comes.chain(brings().map(|(state, chance)| format!("{state} {}", chance.share()))).collect();
    told.join(", ")
}

/// The chance that one blow does something to somebody.
fn does(rules: &Rules, prospect: &Prospect) -> Fraction {
    let does = parts(rules, prospect).into_iter().filter(|part| part.sort != Sort::Nothing);
    does.map(|part| part.chance).sum()
}

/// The chance that anything comes of one blow, as nothing but a number.
pub fn anything(rules: &Rules, prospect: &Prospect) -> String {
    let chance = does(rules, prospect);
    let brings = prospect.brings.iter().map(|(_, chance)| chance.clone()).max();
    let most = brings.filter(|brings| *brings > chance);
    most.unwrap_or(chance).share()
}

/// The same with what they could still do about it, where that is not counted in: "hurt 25% before a dodge".
pub fn before(rules: &Rules, prospect: &Prospect) -> String {
    let told = telling(rules, prospect);
    match prospect.before {
        Some(verb) => format!("{told} before a {verb}"),
        None => told,
    }
}

/// How likely a blow hits, and hits to no purpose, where some do: "71% to hit (40% without harm): ", "hits for sure, harms 60%: "
/// where it cannot miss. Nothing where nothing comes of it at all, and where what it does is a state and says it.
fn hits(rules: &Rules, prospect: &Prospect) -> Option<String> {
    let hits = prospect.outcomes.chance(|(grade, _)| *grade >= 0);
    let does = does(rules, prospect);
    let harms = prospect.mean_harm() > Fraction::ZERO;
    if is_nothing(prospect) || hits.is_zero() || !harms && hits <= does {
        return None;
    }
    let is_vain = !does.is_zero() && hits > does;
    if hits < Fraction::ONE {
        let vain = is_vain.then(|| format!(" ({} without harm)", (&hits - &does).share()));
        return Some(format!("{} to hit{}: ", hits.share(), vain.unwrap_or_default()));
    }
    // A throw that no die can save is thrown all the same.
    let despite = if prospect.warded.is_some() { ", defended or not" } else { "" };
    Some(if is_vain {
        format!("hits for sure{despite}, harms {}: ", does.share())
    } else {
        format!("sure to hit{despite}: ")
    })
}

/// One blow: how likely it hits, then what comes of it.
pub fn blow(rules: &Rules, prospect: &Prospect) -> String {
    format!("{}{}", hits(rules, prospect).unwrap_or_default(), before(rules, prospect))
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
        format!("{}{}", name.unwrap_or_default(), blow(look.rules(), prospect))
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

/// The same as it is promised before a deed: also that no friend who could step in is counted in.
pub fn promised(look: Look<'_>, forecast: &Forecast) -> String {
    let told = line(look, forecast);
    if forecast.is_helped { format!("{told}, before any friend steps in") } else { told }
}

/// What a deed that waits for others would do to those who could come: one line for all who fare alike.
pub fn meets(look: Look<'_>, forecast: &Forecast) -> Vec<String> {
    let mut alike: Vec<(String, Vec<Id>)> = Vec::new();
    for prospect in &forecast.against {
        let Some(who) = prospect.who.filter(|who| look.knows_of(*who)) else { continue };
        let told = blow(look.rules(), prospect);
        match alike.iter_mut().find(|(same, _)| *same == told) {
            Some((_, all)) => all.push(who),
            None => alike.push((told, vec![who])),
        }
    }
    let line = |(told, all): (String, Vec<Id>)| {
        let names = ahead::named(look, all.into_iter()).unwrap_or_default();
        format!("Against {names}, about {told}")
    };
    alike.into_iter().map(line).collect()
}

/// The same forecast without what is so already, whatever they answer: a state that somebody is in by the same hand is no news.
/// An outcome that comes to another at once is told as that.
pub fn news(look: Look<'_>, who: Id, forecast: Forecast) -> Forecast {
    let is_by = |condition: &Condition| {
        let def = look.rules().conditions.get(&condition.kind);
        condition.by == Some(who) || !def.is_some_and(|def| def.by_each)
    };
    let is_so = |whom: Id, name: Key| look.conditions(whom).iter().any(|each| each.kind.key() == name && is_by(each));
    let told = |whom: Id, outcomes: &Distribution<(i32, Key)>| {
        let named = |name: Key| if is_so(whom, name) { Key::from(Judged::NOTHING) } else { name };
        outcomes.map(|(grade, name)| (*grade, if *grade == 0 { named(*name) } else { *name }))
    };
    let news = |prospect: Prospect| {
        let Some(whom) = prospect.who else { return prospect };
        let mechanics = &look.rules().registry.shows;
        let comes_to = |((grade, name), harm): &((i32, Key), i32)| {
            let state = mechanics.iter().find_map(|mechanic| mechanic.comes_to(look, whom, *name, *harm));
            state.map_or((*grade, *name), |state| (FELLED.max(*grade), state.key()))
        };
        // Whatever else is hurt by it, one blow does harm once.
        let outcomes = match &prospect.together {
            Some(together) => together.map(comes_to),
            None => prospect.outcomes.map(|outcome| comes_to(&(*outcome, i32::from(outcome.0 > 0)))),
        };
        let outcomes = told(whom, &outcomes);
        let brings = prospect.brings.into_iter().filter(|(state, _)| !is_so(whom, state.key())).collect();
        Prospect { outcomes, brings, ..prospect }
    };
    // It is the first of them who answers.
    let answers = forecast.against.first().and_then(|prospect| prospect.who);
    let answered = |answer: Answered| {
        let Some(whom) = answers else { return answer };
        let as_told = answer.as_told.as_ref().map(|outcomes| told(whom, outcomes));
        Answered { outcomes: told(whom, &answer.outcomes), as_told, ..answer }
    };
    let answers = forecast.answers.into_iter().map(answered).collect();
    Forecast { against: forecast.against.into_iter().map(news).collect(), answers, ..forecast }
}

/// Odds after what they are of, if there are any: below it where they are lines of their own.
pub fn after(words: &str, line: &str) -> String {
    let between = match line {
        "" => "",
        line if line.contains('\n') => "\n",
        _ => " · ",
    };
    format!("{words}{between}{line}")
}

/// What would come of one answer of those who are struck.
struct Comes {
    /// The answer with its price: "dodge (1 action)".
    of: String,
    /// What comes of it: "hurt 24%, 1.2 of 8 Stamina lost".
    told: String,
    /// How much harm that is, and how likely it hits.
    harm: (f64, f64),
}

impl Comes {
    fn line(&self) -> String {
        format!("{}: {}", self.of, self.told)
    }
}

/// What would come of the answers of those who are struck, in the words of the whole, with price and what they cost them:
/// "dodge (1 action): hurt 24%, 1.2 of 8 Stamina lost; counter with Spear: hurt 53%, back hurt 30%". In short, where not `all`
/// are wanted, in one line where it is the same whatever they do, else the best and the worst for them. Nothing where the odds
/// hold whatever they do.
fn answered(rules: &Rules, forecast: &Forecast, all: bool) -> Option<String> {
    if forecast.answers.iter().all(|answer| answer.verb.is_none()) {
        return None;
    }
    let each = comes(rules, forecast);
    let is_alike = each.iter().all(|one| each.first().is_some_and(|first| first.told == one.told));
    let is_worse = |one: &&Comes, other: &&Comes| {
        one.harm.0.total_cmp(&other.harm.0).then_with(|| one.harm.1.total_cmp(&other.harm.1))
    };
    match (each.iter().min_by(is_worse), each.iter().max_by(is_worse)) {
        (Some(best), _) if !all && each.len() > 1 && is_alike && forecast.is_answered() => {
            Some(format!("Whatever they answer: {}", best.told))
        }
        (Some(best), Some(worst)) if !all && each.len() > 2 => {
            Some(format!("Best for them: {}\nWorst for them: {}", best.line(), worst.line()))
        }
        _ => {
            let heading = if forecast.is_answered() { "Answer by answer" } else { "If they do something about it" };
            Some(format!("{heading}: {}", each.iter().map(Comes::line).collect::<Vec<_>>().join("; ")))
        }
    }
}

/// What would come of each answer, in the order of the offers.
fn comes(rules: &Rules, forecast: &Forecast) -> Vec<Comes> {
    // In the order of the bar, as far as the outcomes alone say it.
    let lands = forecast.against.first().and_then(|prospect| prospect.lands.clone());
    let harm = |outcomes: &Distribution<(i32, Key)>| {
        let of = Prospect { lands: lands.clone(), ..Prospect::of(Id(0), outcomes.clone(), Distribution::certain(0)) };
        let telling: Vec<Part> = parts(rules, &of).into_iter().filter(|part| part.sort != Sort::Nothing).collect();
        let shares = shares(&telling.iter().map(|part| &part.chance).collect::<Vec<_>>());
        let told =
            telling.iter().zip(shares).map(|(part, share)| format!("{} {share}", tips::called(rules, part.name)));
        let told: Vec<String> = told.collect();
        if told.is_empty() { "no harm".to_owned() } else { told.join(", ") }
    };
    let told = forecast.answers.iter().map(|answer| {
        let back = answer.back.as_ref().map(|back| format!(", back {}", harm(&back.outcomes)));
        let mean = answer.harm.mean().to_f64();
        // Nobody loses more than they have left, however hard the blow.
        let loses = |left: i32| answer.harm.map(|harm| (*harm).min(left.max(0))).mean().to_f64();
        let pool = answer.pool.map(|(of, left)| (of, left, loses(left))).filter(|(.., each)| *each >= 0.05);
        let lost = pool.map(|(of, left, each)| format!(", {each:.1} of {left} {of} lost")).unwrap_or_default();
        let comes = harm(answer.as_told.as_ref().unwrap_or(&answer.outcomes));
        let outcome = format!("{comes}{lost}{}", back.unwrap_or_default());
        let price = answer.price.as_ref().map(|price| format!(" ({price})")).unwrap_or_default();
        // What it is done with is left out where it makes no difference.
        let by_other_means = |other: &&Answered| other.verb == answer.verb && other.name != answer.name;
        let others: Vec<&Answered> = forecast.answers.iter().filter(by_other_means).collect();
        let is_alike = !others.is_empty() && others.iter().all(|other| other.outcomes == answer.outcomes);
        let name = answer.verb.filter(|_| is_alike).map_or(answer.name.as_str(), |verb| verb.as_str());
        let hits = answer.outcomes.chance(|(grade, _)| *grade >= 0).to_f64();
        Comes { of: format!("{name}{price}"), told: outcome, harm: (mean, hits) }
    });
    let mut all: Vec<Comes> = told.collect();
    all.dedup_by(|next, one| (&next.of, &next.told) == (&one.of, &one.told));
    all
}

/// What may come of a deed as bars, and below them what comes of it where it is answered, if there is room for it.
pub fn outlook(ui: &mut Ui, rules: &Rules, forecast: &Forecast, has_room: bool) {
    bars::bars(ui, rules, forecast);
    if has_room {
        answers(ui, rules, forecast);
    }
}

/// What comes of a deed where it is answered, in a faint line or two; answer by answer while all is asked for (`Hold::All`).
pub fn answers(ui: &mut Ui, rules: &Rules, forecast: &Forecast) {
    let all = Hold::All.is_held(ui.ctx());
    if let Some(told) = answered(rules, forecast, all) {
        ui.label(RichText::new(told).small().color(theme::faint()));
    }
}

/// That what is sent at an area may come down elsewhere, or upon one's own.
pub fn strays(ui: &mut Ui, look: Look<'_>, (who, order): (Id, &Order), known: &mut Known) {
    let strays = known.strays(look, who, order);
    for line in strays.iter().flat_map(|strays| strays.told(look)) {
        ui.label(RichText::new(line).small().color(theme::bad()));
    }
}

/// Every outcome with its exact chance, then every figure with its terms.
pub fn details(ui: &mut Ui, rules: &Rules, forecast: &Forecast, names: impl Fn(&Prospect) -> Option<String>) {
    for prospect in &forecast.against {
        if let Some(name) = names(prospect) {
            ui.label(RichText::new(name).strong());
        }
        for part in parts(rules, prospect) {
            listed(ui, rules, &part);
            if let Some(tip) = tips::outcome(rules, part.name.as_str()) {
                ui.label(RichText::new(tip).small().color(theme::faint()));
            }
        }
        let comes = prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO);
        for (index, (state, chance)) in comes.enumerate() {
            ui.horizontal(|ui| {
                patch(ui, brought(index), true);
                ui.label(format!("{}  {state}, whatever else", exactly(chance)));
            });
        }
        let harm = ui.horizontal(|ui| {
            ui.label(RichText::new("harm on average").color(theme::faint()));
            ui.label(format!("{:.2}", prospect.mean_harm().to_f64()));
        });
        harm.response.on_hover_text("Over many tries; whatever does no harm counts as nothing.");
        ui.separator();
        for (name, sum) in &prospect.figures {
            figure(ui, (*name, tips::figure_word(rules, *name)), sum);
        }
    }
}

/// An outcome with its colour and its chance.
fn listed(ui: &mut Ui, rules: &Rules, part: &Part) {
    ui.horizontal(|ui| {
        patch(ui, part.colour, part.sort == Sort::State);
        ui.label(format!("{}  {}", exactly(&part.chance), tips::called(rules, part.name)));
        let exact = part.chance.to_string();
        if exact.len() <= 13 {
            ui.label(RichText::new(exact).small().color(theme::faint()));
        }
    });
}

/// The colour of an outcome, as it is in the bar.
fn patch(ui: &mut Ui, colour: Color32, is_state: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0) * theme::scale(ui.ctx()), Sense::hover());
    bars::fill(ui.painter(), rect, colour, is_state);
}

/// A figure and the terms that it is the sum of. One that has no name of its own but only a word for what it does says what it is
/// by its terms, and nothing where it has none.
fn figure(ui: &mut Ui, (name, word): (Key, Option<&str>), sum: &Sum) {
    if word.is_some() && sum.terms.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("{} {}", word.unwrap_or(name.as_str()), sum.total())).strong());
        if sum.terms.len() > 1 || word.is_some() {
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
mod tests;
