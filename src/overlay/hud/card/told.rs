//! What the card of somebody tells: who they are, how they fare, and the chances both ways. Where there is little room it tells
//! less: first without what is only beside the point, then nothing but what matters most.

use bevy_egui::egui::{Color32, RichText, Sense, Ui, Vec2};

use crate::ahead::{Approach, When, walk, worst_blow};
use crate::battle::{Choice, Forecast, Group, Held, Id, Intent, Look, Order, capital};
use crate::overlay::aim::Ways;
use crate::overlay::answers::{apart, asks_within, weighing};
use crate::overlay::hand::Hand;
use crate::overlay::keys::Digit;
use crate::overlay::known::Known;
use crate::overlay::layers::intent;
use crate::overlay::motion::Fares;
use crate::overlay::portraits::Portraits;
use crate::overlay::{aim, cards, odds, stakes, theme, tips, tokens, track, warnings, way};

/// Points of the face across, at the usual size of text.
const FACE: f32 = 64.0;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Much {
    /// In words alone: who they are, how much is left of them, what a click does, and what they could do in return.
    Bare,
    /// With their face, and with bars for the chances.
    Least,
    /// With their states and the best way to act at them.
    Less,
    /// Everything.
    All,
}

impl Much {
    /// From everything on.
    pub const EACH: [Self; 4] = [Self::All, Self::Less, Self::Least, Self::Bare];

    /// Ways to act that are shown.
    const fn ways(self) -> usize {
        match self {
            Self::All => 3,
            Self::Less | Self::Least | Self::Bare => 1,
        }
    }

    /// What may come of a deed beside the words for it: bars, and what comes of it where it is answered.
    fn outlook(self, ui: &mut Ui, look: Look<'_>, forecast: &Forecast) {
        if self > Self::Bare {
            odds::outlook(ui, look.rules(), forecast, self == Self::All);
        }
    }
}

/// What a card is about: whom, how one would get at them, what a click does to them at once, and how much is told.
#[derive(Clone, Copy)]
pub struct Of<'a> {
    /// Who is pointed at.
    pub who: Id,
    /// How they fare as far as it has been shown.
    pub fares: &'a Fares,
    /// What everybody is about to do.
    pub intents: &'a [(Id, Intent)],
    /// How one would get at them.
    pub approach: Option<&'a Approach>,
    /// What a click does to them at once.
    pub strikes: Option<&'a Order>,
    /// What has a button now.
    pub listed: &'a [(Option<Digit>, Order)],
    /// Whether what hangs on it is told there.
    pub foresees: bool,
    /// Whether a second click is asked for where a deed wants a second thought.
    pub warns: bool,
    /// How much is told.
    pub much: Much,
}

/// Who they are, and how they fare as far as it has been shown.
pub fn told(ui: &mut Ui, look: Look<'_>, of: Of<'_>, portraits: &mut Portraits) {
    let Of { who, fares, intents, much, .. } = of;
    let scale = theme::scale(ui.ctx()) * if much == Much::All { 1.0 } else { 0.6 };
    ui.horizontal(|ui| {
        // A thing has no face, and where there is least room the token shows it.
        if !who.is_thing() && much > Much::Bare {
            let (face, _) = ui.allocate_exact_size(Vec2::splat(FACE * scale), Sense::hover());
            let side = theme::over(theme::sunken(), theme::side(look.side(who).0), 0.4);
            ui.painter().rect_filled(face, 5.0, side);
            portraits.draw(&ui.painter().with_clip_rect(face), look, who, face, Color32::WHITE);
        }
        ui.vertical(|ui| {
            // A long name goes on in the next line.
            ui.horizontal_wrapped(|ui| {
                track::chip(ui, look, who);
                ui.label(RichText::new(look.name(who)).heading());
            });
            if let Some(words) = out_of_it(look, fares).filter(|_| !who.is_thing()) {
                ui.label(RichText::new(words).color(theme::bad()));
            }
            let named = |held: fn(&Held) -> bool| {
                let arms = look.gear(who).iter().filter(|item| held(&item.held)).map(|item| item.arm.name.as_str());
                arms.collect::<Vec<_>>().join(", ")
            };
            let arms = named(|held| matches!(held, Held::Hand(_) | Held::Worn));
            if !arms.is_empty() && much > Much::Least {
                ui.label(RichText::new(arms).color(theme::faint()));
            }
            let carried = named(|held| matches!(held, Held::Belt | Held::Pack));
            if !carried.is_empty() && much == Much::All {
                ui.label(RichText::new(format!("carries {carried}")).small().color(theme::faint()));
            }
            // How many a token stands for is seen on none of it.
            if let Some(words) = look.strength(who).map(strength).filter(|_| *fares == Fares::of(look, who)) {
                ui.label(RichText::new(words).strong());
            }
            // How far below nothing somebody is matters no more once they are out.
            if let Some((left, whole)) = fares.health.filter(|(left, _)| *left > 0 || fares.in_play) {
                ui.label(
                    RichText::new(tokens::remains(look, who, (left, whole)))
                        .color(theme::legible(tokens::health_colour(left as f32 / whole.max(1) as f32))),
                );
            }
            if let Some(words) = walked(look, who).filter(|_| much > Much::Least) {
                ui.label(RichText::new(words).color(theme::faint()));
            }
        });
    });
    match much {
        Much::All => tokens::tip(ui, look, who, fares),
        Much::Less | Much::Least | Much::Bare => states(ui, fares),
    }
    // What its sign says, which stands beside them in the order of turns.
    if let Some(joker) = cards::joker(look.rules()).filter(|_| much == Much::All && has_joker(look, who)) {
        ui.label(RichText::new(joker).small().color(theme::faint()));
    }
    for (_, intent) in intents.iter().filter(|(whose, _)| *whose == who) {
        ui.label(RichText::new(intent::words(intent)).color(theme::accent()));
        if let Some(breaks) = intent::broken_off(look, who, intent).filter(|_| much > Much::Least) {
            ui.label(RichText::new(breaks).small().color(theme::faint()));
        }
    }
}

/// Whether the card that they laid open is a joker.
fn has_joker(look: Look<'_>, who: Id) -> bool {
    let laid = look.rules().initiative.track(look.as_asked()).into_iter().find(|entry| entry.who == who);
    laid.and_then(|entry| entry.card).is_some_and(|(card, _)| card.is_joker())
}

/// How many they are who fight as one.
fn strength((left, whole): (i32, i32)) -> String {
    if left == whole { format!("{whole} men") } else { format!("{left} of {whole} men") }
}

/// What a thing is to whoever walks where it stands; nothing where places are zones, which nobody crosses square by square.
fn walked(look: Look<'_>, who: Id) -> Option<String> {
    let thing = look.thing(who).filter(|_| look.zoned().is_none())?;
    let costs = || thing.squares.iter().filter_map(|at| look.board().terrain(*at)).map(|ground| ground.cost);
    Some(match costs().max().unwrap_or(1) {
        _ if thing.def.blocks_move || costs().any(|cost| cost == 0) => "Nobody walks through it.".to_owned(),
        ..=1 => "On foot one walks through it freely.".to_owned(),
        slow => format!("It is slow to walk through: as far as {slow} squares."),
    })
}

/// That they are out of the fight, and by what, as far as it has been shown.
fn out_of_it(look: Look<'_>, fares: &Fares) -> Option<String> {
    if fares.in_play {
        return None;
    }
    let ends = fares.states.iter().filter_map(|state| {
        let def = look.rules().conditions.get(&state.kind).filter(|def| def.out || def.dead)?;
        Some((def.dead, state.kind))
    });
    let worst = ends.max_by_key(|(is_dead, _)| *is_dead).map(|(_, kind)| format!("{kind}: "));
    Some(format!("{}out of the fight", worst.unwrap_or_default()))
}

/// Their wounds and states by name alone.
fn states(ui: &mut Ui, fares: &Fares) {
    let wounds = match fares.wounds {
        0 => None,
        1 => Some("1 wound".to_owned()),
        wounds => Some(format!("{wounds} wounds")),
    };
    let names = fares.states.iter().map(|state| state.kind.to_string());
    let told: Vec<String> = wounds.into_iter().chain(names).collect();
    if !told.is_empty() {
        ui.label(RichText::new(told.join(", ")).color(theme::bad()));
    }
}

/// What whoever is asked could do to them, and they in return.
pub fn chances(ui: &mut Ui, look: Look<'_>, of: Of<'_>, (hand, known): (&Hand, &mut Known)) {
    let Of { who: target, approach, strikes, listed, foresees, warns, much, .. } = of;
    let Some(asked) = look.asked().filter(|asked| *asked != target) else { return };
    let choices = known.choices(look);
    let Ways { all: here, led, best, rest, ready, .. } = Ways::at(look, &choices, target, (hand, &mut *known));
    let is_same = |choice: &&Choice, order: &Order| choice.order.verb == order.verb && choice.order.with == order.with;
    let of_wielded = strikes.filter(|_| hand.wielded.is_some());
    let area = of_wielded.filter(|order| !here.iter().any(|choice| is_same(choice, order)));
    // The order is that of the list of all ways, and what a click does at once comes first: in short there is room for no more.
    let mut open: Vec<&Choice> = best.into_iter().chain(rest).chain(ready).collect();
    if let Some(order) = strikes {
        open.sort_by_key(|choice| !is_same(choice, order));
    }
    if !here.is_empty() || approach.is_some() || area.is_some() {
        ui.separator();
    }
    // What strikes more than them comes to this for them.
    if let Some(order) = area
        && let Some(forecast) = known.forecast(look, asked, order)
    {
        let against = forecast.against.iter().filter(|prospect| prospect.who == Some(target)).cloned().collect();
        let of_them = Forecast { against, ..(*forecast).clone() };
        let told: Vec<String> = of_them.against.iter().map(|prospect| odds::blow(look.rules(), prospect)).collect();
        ui.label(odds::after(order.done_with(), &told.join("; ")));
        much.outlook(ui, look, &of_them);
        odds::strays(ui, look, (asked, order), known);
    }
    // What a click does comes before what else could be done.
    if let Some(approach) = approach {
        let line = approach.forecast.as_ref().map(|forecast| odds::promised(look, forecast)).unwrap_or_default();
        let (course, first) = (approach.course, approach.first.as_ref());
        let is_walk = walk(&choices).is_some_and(|walk| walk.order.verb == approach.go.verb);
        let walks = if is_walk { "walk" } else { approach.go.verb.as_str() };
        let goes = match first.filter(|_| course.mover == asked) {
            Some(first) if first.group == Group::Gear => {
                let what = first.order.with.map(|with| format!(" {with}")).unwrap_or_default();
                format!("{}{what} and {walks}", first.order.verb)
            }
            Some(first) => odds::with_chance(first).to_lowercase(),
            None if course.mover != asked || course.is_ride() => "ride".to_owned(),
            None => walks.to_owned(),
        };
        let by = if course.by == asked { String::new() } else { format!(" {}:", look.name(course.by)) };
        let clicks = capital(way::twice(hand.waits(&approach.orders())));
        // How many blows an action holds is known of whoever is asked alone.
        let several = if course.by == asked { several(look, &approach.blow) } else { String::new() };
        let blow = format!("{by} {}{several}", approach.label);
        let words = match approach.when {
            When::Later => {
                let later = way::later(approach);
                format!("{clicks}: go nearer, then in a later {later}:{blow}")
            }
            When::Begins | When::Now => format!("{clicks}: {goes} there, then:{blow}"),
        };
        ui.label(RichText::new(odds::after(&words, &line)).color(theme::accent()));
        if let Some(takes) = way::takes(approach).filter(|_| much > Much::Bare) {
            ui.label(RichText::new(format!("It takes {takes}")).small().color(theme::faint()));
        }
        if approach.when == When::Begins {
            let later = "It only begins in this turn and lands in the next: the turn ends.";
            ui.label(RichText::new(later).color(theme::bad()));
        }
        approach.forecast.iter().for_each(|forecast| much.outlook(ui, look, forecast));
        // A feeble blow from where they stand is among the ways below.
        if let Some(passed) = approach.passes_up.as_ref().filter(|_| open.is_empty()) {
            let line = passed.forecast.as_ref().map(|forecast| odds::promised(look, forecast)).unwrap_or_default();
            let told = odds::after(&format!("In this turn only: {}", passed.label), &line);
            ui.label(RichText::new(told).small().color(theme::faint()));
        }
    }
    // Blows that have a later part of the round are told before that.
    if approach.is_none()
        && let Some(blow) = known.later(look, target)
    {
        let line = blow.forecast.as_ref().map(|forecast| odds::promised(look, forecast)).unwrap_or_default();
        let words = format!("Later this round, from here: {}{}", blow.label, several(look, &blow.blow));
        ui.label(RichText::new(odds::after(&words, &line)).color(theme::accent()));
        blow.forecast.iter().for_each(|forecast| much.outlook(ui, look, forecast));
    }
    // The button of an answer in the middle of a deed tells it all, with what hangs on it.
    let is_answer = look.question().is_some_and(asks_within);
    let is_told = |choice: &Choice| is_answer && listed.iter().any(|(_, order)| choice.fits(order));
    for choice in open.iter().take(much.ways()) {
        if is_told(choice) && foresees {
            continue;
        }
        if is_told(choice) {
            stakes::of_answer(ui, look, &choice.order, known);
            continue;
        }
        let forecast = known.forecast(look, asked, &choice.order);
        let line = forecast.as_ref().map(|forecast| odds::promised(look, forecast)).unwrap_or_default();
        let begins = if tips::begins(look, choice) { ", only begins now" } else { "" };
        let taken = aim::of_several(look, &choice.order)
            .map_or_else(|| apart(&weighing(look, choice)), |words| format!(" ({words})"));
        let words = format!("{}{taken}{begins}", aim::short(look, target, choice));
        ui.label(odds::after(&words, &line));
        forecast.iter().for_each(|forecast| much.outlook(ui, look, forecast));
        odds::strays(ui, look, (asked, &choice.order), known);
        stakes::of_answer(ui, look, &choice.order, known);
    }
    match (approach, open.len(), here.first().and_then(|choice| choice.refused.as_ref())) {
        (Some(_), ..) => {}
        (None, ..) if area.is_some() || strikes.is_some() && !open.is_empty() => {
            let meant = strikes.and_then(|order| open.iter().find(|choice| is_same(choice, order)));
            let begins = meant.is_some_and(|choice| tips::begins(look, choice));
            let is_again = strikes.is_some_and(|order| hand.waits(std::slice::from_ref(order)));
            let answer = meant.filter(|choice| is_told(choice)).map(|choice| choice.label.as_str());
            let asks = |order: &Order| warns && warnings::wants_a_second_word(look, order, known);
            let is_twice = strikes.is_some_and(asks);
            let words = clicked(look, strikes, answer, (begins, is_twice, is_again));
            ui.label(RichText::new(words).small().color(theme::faint()));
        }
        (None, 0, Some(refusal)) => {
            let why = known.put_off_in_words(look, target).unwrap_or_else(|| refusal.why.clone());
            ui.label(RichText::new(why).small().color(theme::faint()));
        }
        (None, 0, None) => {}
        (None, ..) => {
            let clicks = to_choose(look, led.map(|led| &led.order));
            ui.label(RichText::new(clicks).small().color(theme::faint()));
        }
    }
    // Whoever is falling strikes nobody any more.
    if let Some(forecast) = returned(look, target, asked).filter(|_| !look.is_falling(target)) {
        let told = match much {
            Much::Bare | Much::Least => in_return(look, asked, &forecast),
            Much::Less | Much::All => {
                Some(format!("Their best blow at {}: {}", look.name(asked), odds::line(look, &forecast)))
            }
        };
        if let Some(told) = told {
            ui.label(RichText::new(told).color(theme::bad()));
        }
    }
}

/// What a blow would do to somebody, as short as can be.
fn in_return(look: Look<'_>, at: Id, forecast: &Forecast) -> Option<String> {
    let prospect = forecast.against.iter().find(|prospect| prospect.who.is_none_or(|who| who == at))?;
    Some(format!("In return: {}", odds::before(look.rules(), prospect)))
}

/// How many blows an action holds that this one belongs to, where that is several.
fn several(look: Look<'_>, blow: &Order) -> String {
    aim::of_several(look, blow).map(|words| format!(" ({words})")).unwrap_or_default()
}

/// What clicks do where there is a choice, and the way that the second one does. What is chosen from counts itself.
fn to_choose(look: Look<'_>, led: Option<&Order>) -> String {
    match led {
        Some(led) => format!("{}: {}; once: choose how.", capital(way::twice(false)), aim::struck(look, led)),
        None => format!("{}.", capital(&way::once("choose how"))),
    }
}

/// What a click does at once; `answer`: what it is called, where it is told elsewhere; `begins`: it takes longer than is left of
/// the turn; `is_twice`: it wants a second thought; `is_again`: it has been said once.
fn clicked(
    look: Look<'_>,
    order: Option<&Order>,
    answer: Option<&str>,
    (begins, is_twice, is_again): (bool, bool, bool),
) -> String {
    let is_answer = look.question().is_some_and(asks_within);
    let waits = is_again || is_answer || is_twice;
    let click = capital(if waits { way::twice(is_again) } else { way::ONCE });
    match order {
        _ if begins => {
            format!("{click}: begin it. It takes longer than is left of this turn, and lands in a later one.")
        }
        _ if is_answer => {
            answer.map_or_else(|| format!("{click}: answer so."), |name| format!("{click}: answer “{name}”."))
        }
        Some(order) => format!("{click}: {}.", way::called(look, order)),
        None => format!("{click}: strike."),
    }
}

/// What their best plain blow would do to whoever is asked from where both stand.
fn returned(look: Look<'_>, by: Id, at: Id) -> Option<Forecast> {
    // A blow that does nothing is not worth a word.
    worst_blow(look, by, at).map(|(_, forecast)| forecast).filter(|forecast| forecast.mean_harm() > 0.0)
}

#[cfg(test)]
mod tests;
