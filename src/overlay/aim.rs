//! The ways to act at the target: a small panel beside the token, with the odds of each.

use std::cmp::Reverse;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::Res;
use bevy_egui::egui::{
    Align, Area, Button, CollapsingHeader, ComboBox, Frame, Id as Name, Layout, Order as Height, Rect, RichText,
    ScrollArea, Slider, TextStyle, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

use super::answers::Answering;
use super::camera::View;
use super::hand::{Fold, Hand};
use super::hud::drawers;
use super::hud::slots::strikes_with;
use super::known::Known;
use super::log::LogPanel;
use super::panels::{self, Panels};
use super::place::{self, Among};
use super::sheet::Sheet;
use super::timeline::Timeline;
use super::view::FieldView;
use super::{answers, hud, odds, theme, tips, tokens};
use crate::battle::{Choice, Forecast, Group, Id, Key, Look, Order, Refusal, Verb, Worth};

/// Points of the panel across and down at most, at the usual size of text.
const SIZE: Vec2 = vec2(384.0, 430.0);
/// How much of the board's width it takes at most.
const SHARE: f32 = 0.45;
/// Room for its own edges.
const EDGES: Vec2 = vec2(24.0, 16.0);
/// Points between it and the rim of its room.
const RIM: f32 = 4.0;
/// It is no narrower than this share of that where a narrower one is higher.
const NARROW: f32 = 0.7;
/// The odds of no more numbers than these are all found out.
const NUMBERS: i32 = 6;
/// So many ways are shown at once; more of them on demand.
const BEST: usize = 6;

/// The ways to act at the target.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Popups, beside);
}

fn beside(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    view: Res<'_, FieldView>,
    timeline: Res<'_, Timeline>,
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    if !timeline.looks_back() {
        let clear = drawers::clear(ui, &places, &sheet, &log);
        panel(ui, look, &view.camera.view(look.board(), places.field), clear, &mut answering);
    }
}

/// How high the panel is with nothing unfolded in it, and what that was found out for.
#[derive(Clone)]
struct High {
    of: (Id, Option<Id>, usize, [u32; 2], bool, Option<String>),
    high: f32,
}

/// The panel beside the token that is aimed at. Where it lies hangs on the tokens and on what can be done alone, so that
/// nothing that is opened in it moves it: it grows downwards as far as it hides nobody.
fn panel(ui: &Ui, look: Look<'_>, view: &View, room: Rect, with: &mut Answering<'_>) {
    let Some(target) = with.hand.target else { return };
    if look.question().is_none() || !with.known.aimed(look).at.contains_key(&target) {
        return;
    }
    let (context, room) = (ui.ctx(), room.shrink(RIM));
    let scale = theme::scale(context);
    let full = SIZE * scale + EDGES;
    let full = vec2(full.x.min(room.width() * SHARE), full.y.min(room.height()));
    let size = vec2(full.x, full.y.min(high(ui, look, target, (full.x, scale), with)));
    let wide = tokens::Wide::of(look);
    let body = |id: Id| wide.token(look, view, id);
    let acts = look.asked().filter(|acts| *acts != target);
    let is_other = |id: &Id| *id != target && acts != Some(*id) && look.place(*id).present && look.is_in_play(*id);
    let kept: Vec<Rect> = acts.map(body).into_iter().collect();
    let others: Vec<Rect> = look.shown().filter(is_other).map(body).collect();
    let among = Among { about: body(target), kept: &kept, free: &[], others: &others, room };
    let (_, lies) = place::lies(&place::sizes(size, NARROW), &among);
    let lies = among.grown(lies, room.height());
    let area = Area::new("aim".into()).order(Height::Middle).constrain_to(room);
    area.fade_in(false).fixed_pos(lies.min).show(context, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(lies.width() - EDGES.x);
            let top = ui.cursor().top();
            header(ui, look, target, with);
            // As high as the last panel was is not enough where more can be done to this one.
            let most = (lies.height() - EDGES.y - (ui.cursor().top() - top)).max(40.0);
            let list = ScrollArea::vertical().id_salt(("ways", target)).max_height(most).min_scrolled_height(most);
            // There is always room for its bar: nothing moves aside when that appears.
            let width = ui.available_width() - ui.spacing().scroll.floating_allocated_width;
            list.show(ui, |ui| {
                ui.set_width(width);
                ways(ui, look, target, with);
            });
        });
    });
}

/// How high the panel is that is so wide, measured once for each question and target.
fn high(ui: &Ui, look: Look<'_>, target: Id, (wide, scale): (f32, f32), with: &mut Answering<'_>) -> f32 {
    let (context, name) = (ui.ctx(), Name::new("high"));
    let sizes = [(scale * 100.0) as u32, wide as u32];
    let (everything, wielded) = (with.offers.everything, with.hand.wielded.clone());
    let of = (target, look.asked(), look.facts().len(), sizes, everything, wielded);
    let before: Option<High> = context.data(|data| data.get_temp(name));
    if let Some(before) = before.filter(|before| before.of == of) {
        return before.high;
    }
    let inside = wide - EDGES.x;
    let size = hud::measured(context, "ways", (Frame::popup(ui.style()), inside), |ui| {
        ui.set_width(inside);
        header(ui, look, target, with);
        ways(ui, look, target, with);
    });
    let high = size.y + EDGES.y;
    context.data_mut(|data| data.insert_temp(name, High { of, high }));
    high
}

/// Who it is and how it fares.
fn header(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    ui.horizontal_wrapped(|ui| {
        super::track::chip(ui, look, target);
        ui.label(RichText::new(look.name(target)).heading());
        let wounds = look.wounds(target).len();
        let mut states: Vec<String> = (wounds > 0)
            .then(|| if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") })
            .into_iter()
            .collect();
        states.extend(tokens::state(look, target).map(|(word, _)| word.to_owned()));
        ui.label(RichText::new(states.join(", ")).color(theme::bad()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("close").on_hover_text("Aim at nobody (right click, Esc)").clicked() {
                with.hand.aim_at(None);
            }
        });
    });
}

/// Every way to act at `target`: the best of what can be done, by deed, then, folded away, the rest of it and what cannot.
fn ways(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    let choices = with.known.choices(look);
    let mut here = with.known.aimed(look).choices(&choices, target);
    // Whoever has taken an arm in hand is shown what can be done with it.
    if let Some(arm) = &with.hand.wielded {
        here.retain(|choice| strikes_with(choice, arm));
    }
    if with.hand.plainly(&mut with.known, look, target).is_some() {
        let again = format!("Click on {} once more to strike, or choose another way.", look.name(target));
        ui.label(RichText::new(again).small().color(theme::accent()));
    }
    let all = here.clone();
    let (open, shut): (Vec<&Choice>, Vec<&Choice>) = here.into_iter().partition(|choice| choice.is_legal());
    // What only makes ready for what they may do lies in a fold of its own, unless there is nothing else.
    let (ready, acts): (Vec<&Choice>, Vec<&Choice>) =
        open.into_iter().partition(|choice| choice.group == Group::Prepare);
    let (open, ready) = if acts.is_empty() { (ready, acts) } else { (acts, ready) };
    let open = ranked(look, open, &mut with.known);
    let best = if open.len() > BEST + 1 { BEST } else { open.len() };
    let (best, rest) = open.split_at(best);
    listed(ui, look, target, best, with);
    extras(ui, look, &all, with);
    if !rest.is_empty() {
        fold(ui, Fold::Rest, &format!("{} more ways", rest.len()), with, |ui, with| {
            listed(ui, look, target, rest, with);
        });
    }
    if !ready.is_empty() {
        let ways = if ready.len() == 1 { "1 way".to_owned() } else { format!("{} ways", ready.len()) };
        fold(ui, Fold::Ready, &format!("{ways} to prepare for them"), with, |ui, with| {
            let ready = ranked(look, ready, &mut with.known);
            listed(ui, look, target, &ready, with);
        });
    }
    if shut.is_empty() {
        return;
    }
    if open.is_empty() || with.offers.everything {
        refused(ui, look, target, &shut);
        return;
    }
    fold(ui, Fold::Shut, &format!("{} more that cannot be done now", shut.len()), with, |ui, _| {
        refused(ui, look, target, &shut);
    });
}

/// Where a way stands among others: what was begun is paid for in part, so it comes first; then blows, then the rest, and last
/// what only makes ready.
const fn rank(choice: &Choice) -> u8 {
    match choice.group {
        Group::Begun => 0,
        Group::Attack => 1,
        Group::Prepare => 3,
        _ => 2,
    }
}

/// The best first, those of one deed beside each other, in a card as in the list of all. Which manner is chosen changes nothing
/// of it.
pub fn ranked<'c>(look: Look<'_>, open: Vec<&'c Choice>, known: &mut Known) -> Vec<&'c Choice> {
    let Some(who) = look.asked() else { return open };
    let mut rated: Vec<((u8, Reverse<Worth>, bool), &Choice)> = Vec::new();
    for choice in open {
        let forecast = known.forecast(look, who, &choice.order);
        let worth = forecast.map_or(Worth::default(), |forecast| forecast.worth(look, who));
        rated.push(((rank(choice), Reverse(worth), choice.order.with.is_none()), choice));
    }
    rated.sort_by_key(|(rank, _)| *rank);
    let verbs: Vec<Verb> = rated.iter().map(|(_, choice)| choice.order.verb).collect();
    // What they would give up for it comes after all else.
    let place = |verb: Verb| verbs.iter().position(|other| *other == verb);
    rated.sort_by_cached_key(|(_, choice)| (look.gives_up(&choice.order).is_some(), place(choice.order.verb)));
    rated.into_iter().map(|(_, choice)| choice).collect()
}

/// These ways, with the name of the deed above those that do not say it.
fn listed(ui: &mut Ui, look: Look<'_>, target: Id, ways: &[&Choice], with: &mut Answering<'_>) {
    for deed in ways.chunk_by(|one, other| one.order.verb == other.order.verb) {
        let verb = deed.first().map_or("", |choice| choice.order.verb.as_str());
        if deed.iter().any(|choice| !short(look, target, choice).to_lowercase().starts_with(verb)) {
            ui.label(RichText::new(verb).small().color(theme::faint()));
        }
        deed.iter().for_each(|choice| way(ui, look, target, choice, with));
    }
}

/// What is folded away until somebody wants to see it, at this target.
fn fold(
    ui: &mut Ui,
    which: Fold,
    title: &str,
    with: &mut Answering<'_>,
    add: impl FnOnce(&mut Ui, &mut Answering<'_>),
) {
    ui.separator();
    let is_open = with.hand.unfolded.contains(&which);
    let header = CollapsingHeader::new(RichText::new(title).small().color(theme::faint())).id_salt(which);
    let header = header.open(Some(is_open)).show_unindented(ui, |ui| add(ui, with)).header_response;
    if header.clicked() {
        match is_open {
            true => with.hand.unfolded.retain(|each| *each != which),
            false => with.hand.unfolded.push(which),
        }
    }
}

/// Parts, manners and numbers that the ways take.
fn extras(ui: &mut Ui, look: Look<'_>, ways: &[&Choice], with: &mut Answering<'_>) {
    let gather = |of: fn(&Choice) -> &[Key]| {
        let mut all: Vec<Key> = Vec::new();
        for key in ways.iter().flat_map(|choice| of(choice)) {
            if !all.contains(key) {
                all.push(*key);
            }
        }
        all
    };
    let parts = gather(|choice| &choice.parts);
    let manners = gather(|choice| &choice.manners);
    if !parts.is_empty() || !manners.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !parts.is_empty() {
                aimed_part(ui, &parts, with);
            }
            for manner in manners {
                let on = with.hand.manners.contains(&manner);
                let chip = ui.add(Button::selectable(on, manner.as_str()).frame_when_inactive(true));
                let chip = match tips::manner(look.rules(), manner) {
                    Some(tip) => chip.on_hover_text(tip),
                    None => chip,
                };
                if chip.clicked() {
                    if on {
                        with.hand.manners.retain(|each| *each != manner);
                    } else {
                        with.hand.manners.push(manner);
                    }
                }
            }
        });
    }
    number(ui, ways.iter().copied(), &mut with.hand);
}

/// Where the blow is aimed.
fn aimed_part(ui: &mut Ui, parts: &[Key], with: &mut Answering<'_>) {
    let now = with.hand.part.filter(|part| parts.contains(part));
    let shown = now.map_or("anywhere", |part| part.as_str());
    ui.label(RichText::new("at").color(theme::faint()));
    ComboBox::from_id_salt("part").selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut with.hand.part, None, "anywhere");
        for part in parts {
            ui.selectable_value(&mut with.hand.part, Some(*part), part.as_str());
        }
    });
}

/// Lets a number be chosen of those that these choices take: few stand side by side, many have a slider. Where only one is left it
/// still stands there, so that nothing moves when the others go.
pub fn number<'c>(ui: &mut Ui, choices: impl Iterator<Item = &'c Choice> + Clone, hand: &mut Hand) {
    let takes = |choice: &&Choice| choice.is_legal() && choice.numbers.is_some();
    let asks = choices.clone().find(|choice| choice.asks_for_number());
    let Some(choice) = asks.or_else(|| choices.clone().find(takes)) else { return };
    let Some(((low, high), chosen)) = choice.numbers.zip(hand.number_for(choice)) else { return };
    if high - low >= NUMBERS {
        slider(ui, choice, hand);
        return;
    }
    let words = counted(choice);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(words).small().color(theme::faint()));
        for n in low..=high {
            let is_chosen = n == chosen;
            let chip = ui.add(Button::selectable(is_chosen, n.to_string()).frame_when_inactive(true));
            let name = format!("{words}: {n}");
            chip.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_chosen, &name));
            if chip.clicked() {
                hand.number = Some(n);
            }
        }
    });
}

/// What the number of a choice counts.
fn counted(choice: &Choice) -> &'static str {
    choice.counts.unwrap_or(if choice.card.is_some() { "what a joker counts as" } else { "how many" })
}

/// Lets a number be chosen by a slider.
pub fn slider(ui: &mut Ui, choice: &Choice, hand: &mut Hand) {
    let Some(((low, high), mut chosen)) = choice.numbers.zip(hand.number_for(choice)) else { return };
    if ui.add(Slider::new(&mut chosen, low..=high.max(low)).text(counted(choice))).changed() {
        hand.number = Some(chosen);
    }
}

/// What a choice is called where its target is known, told apart by what it
/// is done with.
pub fn short(look: Look<'_>, target: Id, choice: &Choice) -> String {
    let name = look.name(target);
    let cut = choice.label.strip_suffix(name).map(|rest| rest.trim_end().trim_end_matches(':'));
    let cut = cut.map(|rest| rest.trim_end_matches(" at").trim_end());
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

/// What would come of a choice with each of the numbers that it takes, where they are few: whichever is chosen, nothing below it
/// moves.
fn numbered(look: Look<'_>, who: Id, choice: &Choice, with: &mut Answering<'_>) -> Vec<Arc<Forecast>> {
    let numbers = choice.numbers.filter(|(low, high)| choice.asks_for_number() && high - low < NUMBERS);
    let order = with.hand.filled(choice);
    let each = numbers.into_iter().flat_map(|(low, high)| low..=high);
    each.filter_map(|n| with.known.forecast(look, who, &Order { n: Some(n), ..order.clone() })).collect()
}

/// How wide a line of text is.
fn wide(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, theme::faint()).size().x
}

/// One way with its price and its odds.
fn way(ui: &mut Ui, look: Look<'_>, target: Id, choice: &Choice, with: &mut Answering<'_>) {
    let Some(who) = look.asked() else { return };
    let order = with.hand.filled(choice);
    let changed = order != choice.order;
    let refusal = if changed { look.check(&order).err() } else { None };
    let forecast = with.known.forecast(look, who, &order);
    let label = short(look, target, choice);
    let chance = choice.chance.as_deref().filter(|_| forecast.is_none()).map(odds::percent);
    let price =
        answers::priced(look, choice).into_iter().chain(chance).map(|text| RichText::new(text).color(theme::accent()));
    let line = forecast.as_ref().map(|forecast| RichText::new(odds::line(look, forecast)));
    let alike = numbered(look, who, choice, with);
    let lines: Vec<String> = alike.iter().map(|forecast| odds::line(look, forecast)).collect();
    // What does not fit between the button and the one that tells why stands under them.
    let mut below: Vec<RichText> = Vec::new();
    ui.horizontal(|ui| {
        let why = if forecast.is_some() { wide(ui, "why?") + 2.0 * ui.spacing().button_padding.x } else { 0.0 };
        let why = why + 2.0 * ui.spacing().item_spacing.x;
        let most = ui.available_width() - why;
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
        } else if button.on_hover_ui(|ui| tips::tip(ui, look, choice)).clicked() {
            with.wishes.order = Some(order.clone());
        }
        let each = price.map(|text| (text, &[][..])).chain(line.map(|text| (text, &lines[..])));
        for (text, alike) in each {
            let fits = |text: &str| !text.contains('\n') && wide(ui, text) + why < ui.available_width();
            if below.is_empty() && fits(text.text()) && alike.iter().all(|text| fits(text)) {
                ui.label(text);
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
    if with.hand.sure.as_ref() == Some(&order)
        && let Some(words) = answers::once_more(look, with)
    {
        ui.label(RichText::new(words).color(theme::bad()));
    }
    if let Some(refusal) = &refusal {
        let why = ui.label(RichText::new(&refusal.why).small().color(theme::bad()));
        why.on_hover_text(refusal.rule.as_str());
    } else if let Some(forecast) = &forecast {
        // Where there is little room, what answers would change is told with all the rest.
        let has_room = !theme::is_cramped(ui);
        odds::outlook(ui, look.rules(), forecast, has_room);
        if has_room {
            let high = |forecast: &Forecast| odds::high(ui, look.rules(), forecast);
            let most = alike.iter().map(|forecast| high(forecast)).fold(0.0, f32::max);
            let less = most - high(forecast);
            ui.add_space(less.max(0.0));
        }
        odds::strays(ui, look, (who, &order), &mut with.known);
        if with.hand.why.as_ref() == Some(&choice.order) {
            Frame::group(ui.style()).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                if !has_room {
                    odds::answers(ui, look.rules(), forecast);
                }
                odds::details(ui, look.rules(), forecast, |prospect| {
                    prospect.who.filter(|who| *who != target).map(|who| look.name(who).to_owned())
                });
            });
        }
    }
}

/// Ways that are not open: what has one reason beside that reason.
fn refused(ui: &mut Ui, look: Look<'_>, target: Id, shut: &[&Choice]) {
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

    /// Promise: a blow that was begun and may go on at somebody else stands before all other ways to act at them.
    #[test]
    fn what_was_begun_stands_first_among_the_ways() {
        let of = |group| rank(&Choice::new(Order::new("deed"), "Deed", group, "R-1"));
        let order = [Group::Begun, Group::Attack, Group::Defence, Group::Prepare].map(of);
        assert!(order.is_sorted() && order[0] < order[1] && order[2] < order[3], "{order:?}");
    }
}
