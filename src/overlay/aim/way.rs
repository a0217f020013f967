//! One way to act at the target: what it is called, its price, its odds, and why they are so; or why it is not open.

use std::borrow::Cow;
use std::sync::Arc;

use bevy_egui::egui::{Align, Button, Frame, Layout, Pos2, Rangef, Rect, RichText, TextStyle, Ui, vec2};

use super::EDGES;
use super::extras::NUMBERS;
use crate::battle::{Choice, Forecast, Id, Look, Order, Refusal};
use crate::overlay::answers::{self, Answering};
use crate::overlay::{hovered, odds, stakes, theme, tips};

/// What a choice is called where its target is known, told apart by what it is done with. A name that the words before it need
/// stays.
pub fn short(look: Look<'_>, target: Id, choice: &Choice) -> String {
    let cut = choice.label.strip_suffix(look.name(target)).map(str::trim_end);
    let cut = cut.and_then(|rest| rest.strip_suffix(':').or_else(|| rest.strip_suffix(" at")));
    let label = cut.filter(|rest| !rest.is_empty()).unwrap_or(&choice.label);
    let label = match &choice.order.with {
        Some(with) if !label.contains(with.as_str()) => format!("{label}, {with}"),
        _ => label.to_owned(),
    };
    let deed = look.asked().zip(look.deed(choice.order.verb).ok());
    let arms = deed.map_or_else(Vec::new, |(who, deed)| deed.arms(look, who, &choice.order));
    let arms: Vec<&str> = arms.iter().map(|arm| arm.as_str()).collect();
    if arms.is_empty() { label } else { format!("{label} with {}", arms.join(" and ")) }
}

/// What a blow takes of an action that holds several: "the action: 3 blows".
pub fn of_several(look: Look<'_>, blow: &Order) -> Option<String> {
    let (who, deed) = (look.asked()?, look.deed(blow.verb).ok()?);
    Some(match look.rules().economy.blows_of_action(look, who, &**deed, blow)? {
        (true, count) => format!("the action: {count} blows"),
        (false, 1) => "the last blow".to_owned(),
        (false, count) => format!("1 of {count} blows left"),
    })
}

/// What a way takes with this number in its order: of the action, where that holds several blows, else as it is priced.
fn taken(look: Look<'_>, choice: &Choice, n: Option<i32>) -> Option<String> {
    let cost = answers::priced(look, &at_number(look, choice, n));
    cost.map(|cost| of_several(look, &choice.order).unwrap_or(cost))
}

/// The same choice at what it costs with this number, where the rules price its order and the number changes that.
fn at_number<'c>(look: Look<'_>, choice: &'c Choice, n: Option<i32>) -> Cow<'c, Choice> {
    let price = |order: &Order| {
        let (who, deed) = (look.asked()?, look.deed(order.verb).ok()?);
        look.rules().economy.price(look, who, &**deed, order).ok()
    };
    let own = price(&choice.order).filter(|own| own.text == choice.cost);
    let other = price(&Order { n, ..choice.order.clone() });
    match own.zip(other) {
        Some((own, other)) if own.amount != other.amount => {
            Cow::Owned(Choice { cost: other.text, takes: other.amount, ..choice.clone() })
        }
        _ => Cow::Borrowed(choice),
    }
}

/// The numbers that a choice takes, where they are few: whichever of them is chosen, nothing moves.
fn few(choice: &Choice) -> impl Iterator<Item = i32> {
    let numbers = choice.numbers.filter(|(low, high)| choice.asks_for_number() && high - low < NUMBERS);
    numbers.into_iter().flat_map(|(low, high)| low..=high)
}

/// What a way takes with each of them.
fn prices(look: Look<'_>, choice: &Choice) -> Vec<String> {
    few(choice).filter_map(|n| taken(look, choice, Some(n))).collect()
}

/// What would come of a choice with each of them.
fn numbered(look: Look<'_>, who: Id, choice: &Choice, with: &mut Answering<'_>) -> Vec<Arc<Forecast>> {
    let order = with.hand.filled(choice);
    few(choice).filter_map(|n| with.known.forecast(look, who, &Order { n: Some(n), ..order.clone() })).collect()
}

/// Points across of a way whose button stands in one line, with its price and what tells why.
pub(super) fn broad(ui: &Ui, look: Look<'_>, target: Id, choice: &Choice) -> f32 {
    let (apart, around) = (ui.spacing().item_spacing.x, 2.0 * ui.spacing().button_padding.x);
    let button = theme::wide(ui, &short(look, target, choice), TextStyle::Button) + around;
    let costs = taken(look, choice, choice.order.n).into_iter().chain(prices(look, choice));
    let cost = costs.map(|cost| theme::wide(ui, &cost, TextStyle::Body) + apart + 1.0).fold(0.0, f32::max);
    button + cost + theme::wide(ui, "why?", TextStyle::Body) + around + 2.0 * apart + 1.0
}

/// One way with its price and its odds.
pub(super) fn way(ui: &mut Ui, look: Look<'_>, target: Id, choice: &Choice, with: &mut Answering<'_>) {
    let Some(who) = look.asked() else { return };
    let order = with.hand.filled(choice);
    let changed = order != choice.order;
    let refusal = if changed { look.check(&order).err() } else { None };
    let forecast = with.known.forecast(look, who, &order);
    let label = short(look, target, choice);
    let chance = choice.chance.as_deref().filter(|_| forecast.is_none()).map(odds::to_come_off);
    let (cost, costs) = (taken(look, choice, order.n), prices(look, choice));
    let accented = |text: String| RichText::new(text).color(theme::accent());
    let line = forecast.as_ref().map(|forecast| RichText::new(odds::promised(look, forecast)));
    let alike = numbered(look, who, choice, with);
    let lines: Vec<String> = alike.iter().map(|forecast| odds::promised(look, forecast)).collect();
    let wide = |ui: &Ui, text: &str| theme::wide(ui, text, TextStyle::Body);
    // A tip of it lies beside the list, on the side where the target is not.
    let room = ui.max_rect().x_range();
    let lay: Option<(Rect, Pos2)> = ui.ctx().data(|data| data.get_temp(super::lay(target)));
    let is_left = lay.is_some_and(|(about, _)| about.center().x > room.center());
    let list = (Rangef::new(room.min - EDGES.x, room.max + EDGES.x), is_left);
    // What does not fit between the button and the one that tells why stands under them.
    let mut below: Vec<RichText> = Vec::new();
    ui.horizontal(|ui| {
        let why = if forecast.is_some() { wide(ui, "why?") + 2.0 * ui.spacing().button_padding.x } else { 0.0 };
        let why = why + 2.0 * ui.spacing().item_spacing.x;
        // A price stands beside its button, however long that is or becomes.
        let paid = cost.iter().chain(&costs).map(|cost| wide(ui, cost) + ui.spacing().item_spacing.x + 1.0);
        let paid = paid.fold(0.0, f32::max);
        let most = (ui.available_width() - why - paid).max(theme::em(ui, 60.0));
        let face = Button::new(&label).min_size(vec2(theme::em(ui, 124.0).min(most), 0.0)).wrap();
        let button = ui.scope(|ui| {
            ui.set_max_width(most);
            ui.add_enabled(refusal.is_none(), face)
        });
        let button = button.inner;
        if refusal.is_none() && button.hovered() {
            // Where it would lead, if it leads anywhere, is drawn on the board.
            with.pointer.preview = Some(order.clone());
        }
        if let Some(refusal) = &refusal {
            button.on_disabled_hover_text(&refusal.why);
        } else {
            hovered::show_beside(&button, list, |ui| told(ui, look, choice, forecast.as_deref()));
            if button.clicked() {
                with.wishes.order = Some(order.clone());
            }
        }
        let price = cost.map(|cost| (accented(cost), &costs[..]));
        let chance = chance.map(|chance| (accented(chance), &[][..]));
        for (text, alike) in price.into_iter().chain(chance).chain(line.map(|text| (text, &lines[..]))) {
            let fits = |text: &str| !text.contains('\n') && wide(ui, text) + why < ui.available_width();
            if below.is_empty() && fits(text.text()) && alike.iter().all(|text| fits(text)) {
                let widest = alike.iter().map(|text| wide(ui, text)).fold(0.0, f32::max);
                let told = ui.label(text).rect.width();
                ui.add_space((widest - told).max(0.0));
            } else {
                below.push(text);
            }
        }
        if forecast.is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let open = with.hand.why.as_ref() == Some(&choice.order);
                let button = ui.add(Button::selectable(open, "why?").small());
                if button.on_hover_text("Every chance, and every figure with what it is made of").clicked() {
                    with.hand.why = if open { None } else { Some(choice.order.clone()) };
                }
            });
        }
    });
    if !below.is_empty() {
        let top = ui.cursor().top();
        ui.horizontal_wrapped(|ui| below.into_iter().for_each(|text| drop(ui.label(text))));
        let high = lines.iter().map(|text| theme::high(ui, text, TextStyle::Body)).fold(0.0, f32::max);
        ui.add_space((high - (ui.cursor().top() - top)).max(0.0));
    }
    if let Some(refusal) = &refusal {
        let why = ui.label(RichText::new(&refusal.why).small().color(theme::bad()));
        why.on_hover_text(refusal.rule.as_str());
    } else if let Some(forecast) = &forecast {
        // What answers would change is told with all the rest: a way is a few lines.
        odds::outlook(ui, look.rules(), forecast, false);
        odds::strays(ui, look, (who, &order), &mut with.known);
        if with.hand.why.as_ref() == Some(&choice.order) {
            Frame::group(ui.style()).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                odds::answers(ui, look.rules(), forecast);
                odds::details(ui, look.rules(), forecast, |prospect| {
                    prospect.who.filter(|who| *who != target).map(|who| look.name(who).to_owned())
                });
            });
        }
    } else {
        stakes::of_answer(ui, look, &order, &mut with.known);
    }
}

/// What a way does, and what would come of it for each answer.
fn told(ui: &mut Ui, look: Look<'_>, choice: &Choice, forecast: Option<&Forecast>) {
    tips::tip(ui, look, choice);
    forecast.into_iter().for_each(|forecast| odds::answers(ui, look.rules(), forecast));
}

/// Ways that are not open: what has one reason beside that reason.
pub(super) fn refused(ui: &mut Ui, look: Look<'_>, target: Id, shut: &[&Choice]) {
    let mut reasons: Vec<&Refusal> = Vec::new();
    for refusal in shut.iter().filter_map(|choice| choice.refused.as_ref()) {
        if !reasons.contains(&refusal) {
            reasons.push(refusal);
        }
    }
    for reason in reasons {
        let mut names: Vec<String> = Vec::new();
        for choice in shut.iter().filter(|choice| choice.refused.as_ref() == Some(reason)) {
            let (verb, name) = (choice.order.verb.as_str(), short(look, target, choice));
            let says_it = name.to_lowercase().contains(verb);
            names.push(if says_it { name } else { format!("{verb}: {name}") });
        }
        names.dedup();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new(names.join(", ")).small());
            let why = ui.label(RichText::new(&reason.why).small().color(theme::faint()));
            why.on_hover_text(reason.rule.as_str());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Nobody, Scratch};
    use crate::overlay::trial;

    /// Promise: before the first blow of an action of several it is told how many it holds: one more than are left after it.
    #[test]
    fn the_first_blow_says_how_many_its_action_holds() {
        let (mut begun, mut went_on) = (0, 0);
        for seed in 1..5 {
            trial::watch("first_toll", seed, 60, |look| {
                let choices = look.choices();
                for choice in choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack) {
                    let Some(words) = of_several(look, &choice.order) else { continue };
                    let Some(count) = words.strip_prefix("the action: ") else {
                        went_on += 1;
                        continue;
                    };
                    let mut scratch = Scratch::new();
                    let mut copy = scratch.copy(look);
                    copy.answer(choice.order.clone()).unwrap();
                    copy.play(&mut Nobody);
                    let there = copy.look().filter(|there| there.clock().round == look.clock().round);
                    let Some((there, who)) = there.zip(look.asked()) else { continue };
                    let (economy, deed) = (&there.rules().economy, there.deed(choice.order.verb).unwrap());
                    let left = economy.blows_of_action(there, who, &**deed, &choice.order);
                    let Some((begins, left)) = left else { continue };
                    assert_eq!((begins, count), (false, &*format!("{} blows", left + 1)), "{}: {words}", choice.order);
                    begun += 1;
                }
            });
        }
        assert!(begun > 0 && went_on > 0, "{begun} begun, {went_on} gone on with");
    }

    /// Promise: a deed that is called by whom it is done to keeps the name where it would be no whole words without it.
    #[test]
    fn no_name_is_cut_in_the_middle_of_words() {
        let short_of = |look: Look<'_>, verb: &str| {
            let choices = look.choices();
            let choice = choices.iter().find(|choice| choice.order.verb.as_str() == verb).unwrap();
            short(look, look.target(&choice.order).unwrap(), choice)
        };
        trial::in_lesson("hursagmu", "HG-C05", 9, |look| {
            assert_eq!(short_of(look, "control"), "Gain control of Gorilla");
        });
        trial::in_game("zones", |look| {
            let name = look.name(Id(1));
            let ram = Order::new("ram");
            let called = |label: String| short(look, Id(1), &Choice::new(ram.clone(), label, Group::Attack, "R-1"));
            assert_eq!(called(format!("Ram: {name}")), "Ram");
            assert_eq!(called(format!("Aim at {name}")), "Aim");
            assert_eq!(called(format!("Hide behind {name}")), format!("Hide behind {name}"));
        });
    }
}
