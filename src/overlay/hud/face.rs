//! The face of a place in the bar of deeds: its icon, its name, its digit and its price, and what is told of it while it is
//! pointed at. No word of it is ever broken: where the text is large or the place narrow it is written smaller. A place that is
//! too small for that has a face of its own.

mod tight;

use std::sync::Arc;

use bevy::platform::time::Instant;
use bevy_egui::egui::{
    Align, Align2, Color32, FontId, Galley, Id, Painter, Pos2, Rangef, Rect, Response, RichText, Sense, Stroke,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::slots::{Kind, Slot};
use super::{attacks, stuck};
use crate::battle::{Choice, Group, Look};
use crate::overlay::answers::{self, Answering};
use crate::overlay::{hovered, signs, theme, tips};

/// Points of what is written on a place, at the usual size of text.
const WORDS: f32 = 11.5;
/// No icon is smaller than this, in points from its middle.
const LEAST_ICON: f32 = 5.0;
/// No more of the height of a place than this goes to its name.
const NAME: f32 = 0.64;
/// Points between the corner of a place and its key, of the key beside its digit, between it and the price, and between that and
/// the edge.
const CORNER: f32 = 2.0;
pub(super) const KEY: f32 = 3.0;
pub(super) const APART: f32 = 4.0;
const EDGE: f32 = 4.0;
/// All names in a bar are written alike, if none needs to be smaller than this share of their usual size.
const ALIKE: f32 = 0.6;

/// A price that is broader than this share of its place has no room beside the icon.
const LONG: f32 = 0.33;
/// A price of no more letters than this is written as it is.
const BRIEF: usize = 5;

/// How a place is drawn.
pub(super) struct Drawn<'d> {
    /// What it holds.
    pub slot: &'d Slot,
    /// Its place in the bar.
    pub number: usize,
    /// Where it lies.
    pub rect: Rect,
    /// How large its name is written, if it has room.
    pub letters: f32,
    /// Whether it is the one in use.
    pub held: bool,
    /// How far above all of them what is told of it has to lie, and from where to where they lie; nothing while it is grey, as
    /// what was done last is still being shown.
    pub above: Option<(f32, Rangef)>,
}

/// Where the parts of a face lie.
struct Parts {
    words: Option<(Pos2, Arc<Galley>)>,
    /// The middle of the icon, and how far it goes from there.
    icon: Option<(Pos2, f32)>,
    /// The digit of its key, in the corner.
    digit: Option<Arc<Galley>>,
    /// What it takes, in the other one.
    price: Option<Arc<Galley>>,
}

/// How large names are written in a bar of these slots, which lie here: as small as the longest of them needs.
pub(super) fn letters(ui: &Ui, slots: &[Slot], rects: &[Rect], choices: &[Choice]) -> f32 {
    let scale = theme::scale(ui.ctx());
    let usual = WORDS * scale;
    if rects.iter().any(|rect| tight::is_tight(rect, scale)) {
        return tight::letters(usual);
    }
    let font = FontId::proportional(usual);
    let needs = slots.iter().zip(rects).map(|(slot, rect)| {
        let ink = (theme::ink(), Align::Center);
        theme::size_of(&theme::fitted(ui.painter(), &slot.title(choices), name_room(*rect), &font, ink))
    });
    needs.fold(usual, f32::min).max(usual * ALIKE)
}

/// How much is left of the turn, where that is not enough for any of these: they would only begin.
fn begins<'c>(look: Look<'_>, mut open: impl Iterator<Item = &'c Choice>) -> Option<i32> {
    let (who, economy) = (look.asked()?, &look.rules().economy);
    let begins = |choice: &Choice| economy.only_begins(look, who, choice.takes);
    let first = open.next()?;
    (begins(first) && open.all(begins)).then(|| economy.remaining(look, who))
}

/// What a choice takes as it is written on its place, if it takes anything that has a short word.
fn priced(look: Look<'_>, choice: &Choice) -> Option<String> {
    let cost = choice.cost.as_deref()?;
    if cost.len() <= BRIEF {
        return Some(cost.to_owned());
    }
    let (who, deed) = (look.asked().or(look.clock().turn)?, look.deed(choice.order.verb).ok()?);
    look.rules().economy.in_brief(look, who, &**deed, &choice.order)
}

impl Slot {
    /// The words that find its icon, where this is written on it.
    pub(super) fn icons<'t>(&'t self, look: Look<'_>, shown: &'t str) -> Vec<&'t str> {
        let title = self.kind.title();
        match &self.kind {
            Kind::Attack(with) => {
                // What alone can be done with it tells more than the thing: a knife is thrown, a lance is charged with.
                let deed = shown.strip_suffix(title).and_then(|deed| deed.strip_suffix(": "));
                let arm = look.rules().arms.values().find(|arm| arm.name.as_str() == with);
                deed.into_iter().chain(signs::attack(title, arm.map(|arm| arm.kind))).collect()
            }
            Kind::Attacks => signs::words(shown).chain(["attack", title]).collect(),
            _ => signs::words(shown).chain([title]).collect(),
        }
    }
}

/// A place, which may be pressed where something of it can be done.
pub(super) fn face(
    ui: &mut Ui,
    look: Look<'_>,
    choices: &[Choice],
    drawn: &Drawn<'_>,
    with: &mut Answering<'_>,
) -> Response {
    let Drawn { slot, number, rect, letters, held, above } = *drawn;
    let open = || slot.choices.iter().filter_map(|at| choices.get(*at)).filter(|choice| choice.is_legal());
    let is_quiet = above.is_none();
    // What cannot be done stays grey where it is shown, too.
    let can = !is_quiet && open().next().is_some();
    let usable = can && !at_fallen(look, open());
    let enabled = can || !is_quiet && with.offers.everything && !slot.choices.is_empty();
    let title = slot.title(choices);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new(("slot", &slot.kind)), sense);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &title));
    let painter = ui.painter();
    let fill = if held { theme::picked() } else { ground(&response, usable) };
    // What was begun waits to be gone on with before all else.
    let is_first = usable && slot.kind == Kind::Group(Group::Begun);
    let edge = if held || is_first { theme::accent() } else { theme::line() };
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let ink = if usable { theme::ink() } else { theme::idle() };
    let is_tight = tight::is_tight(&rect, theme::scale(ui.ctx()));
    let begins = if is_quiet { None } else { begins(look, open()) };
    let name = FontId::proportional(letters);
    let faint = if usable { theme::faint() } else { ink };
    let digit = slot.kind.digit(number).map(|digit| (digit.to_string(), faint));
    let cost = open().find_map(|choice| priced(look, choice)).filter(|_| !slot.kind.is_seldom());
    let steps = open().find_map(|choice| choice.step).map(|(at, of)| format!("{at} of {of}"));
    let part = cost.as_ref().zip(begins).map(|(cost, left)| {
        let told = if is_tight { cost.clone() } else { format!("{left} of {cost}") };
        (told, theme::bad())
    });
    let price = part.or_else(|| steps.or(cost).map(|told| (told, theme::faint())));
    let Parts { words, icon, digit, price } = match is_tight {
        true => tight::laid(painter, rect, &title, (&name, ink), price),
        false => usual(painter, rect, &title, (&name, ink), ([digit, price], begins.is_some())),
    };
    let is_cut = words.as_ref().is_none_or(|(_, words)| words.elided);
    let icons = (slot.icons(look, &title), title.as_str());
    if let Some(at) = icon {
        signs::icon(painter, &look.rules().looks, icons, at, (ink, fill));
    }
    if let Some((at, words)) = words {
        painter.galley(at, words, ink);
    }
    digit.into_iter().for_each(|digit| key(painter, Align2::LEFT_TOP, rect.min + Vec2::splat(CORNER), digit));
    if let Some(price) = price {
        painter.galley(pos2(rect.right() - EDGE - price.size().x, rect.top() + 2.0), price, ink);
    }
    // Above the line that says what is asked.
    if let Some((gap, rows)) = above {
        let column = Rect::from_x_y_ranges(rect.x_range(), rows);
        let whole = Response { rect: column, interact_rect: column, ..response.clone() };
        hovered::show(&whole, ui, Some(gap), |ui| {
            if is_cut {
                ui.label(RichText::new(&title).strong());
            }
            told(ui, look, slot, choices, with);
        });
    }
    response
}

/// Where the parts of a face lie: the name with all its words, and the icon where digit and price leave it room. `is_part`: the
/// price says how much of it there is.
fn usual(
    painter: &Painter,
    rect: Rect,
    title: &str,
    (name, ink): (&FontId, Color32),
    (both, is_part): ([Option<(String, Color32)>; 2], bool),
) -> Parts {
    let font = FontId::proportional(WORDS * theme::scale(painter.ctx()));
    let words = theme::fitted(painter, title, name_room(rect), name, (ink, Align::Center));
    let low = rect.bottom() - words.size().y - 2.0;
    let [digit, price] = corners(painter, both, rect.width(), &font);
    // A price of several words, or a long one, has the line above the icon to itself.
    let is_long = |price: &Arc<Galley>| is_part || price.size().x > rect.width() * LONG;
    let high = rect.top() + price.as_ref().filter(|price| is_long(price)).map_or(0.0, |price| price.size().y);
    let middle = pos2(rect.center().x, (high + low) / 2.0);
    let beside =
        [(&digit, 2.0 * KEY), (&price.clone().filter(|price| !is_long(price)), 0.0)].map(|(written, around)| {
            written.as_ref().map_or(Vec2::ZERO, |written| written.size() + vec2(6.0 + around, 3.0))
        });
    let icon = icon_radius(rect, (high, low), beside).map(|radius| (middle, radius));
    // Each line of the name lies around the middle.
    Parts { words: Some((pos2(rect.center().x, low), words)), icon, digit, price }
}

/// The key of a place: its digit on a plate of its own, so that it is read with nothing beside it.
pub(super) fn key(painter: &Painter, align: Align2, at: Pos2, digit: Arc<Galley>) {
    let plate = align.anchor_size(at, digit.size() + vec2(2.0 * KEY, 0.0));
    painter.rect(plate, 3.0, theme::back(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    painter.galley(plate.min + vec2(KEY, 0.0), digit, theme::ink());
}

/// The digit of a key and a price beside it on a place that is so broad, both as large as there is room for: the digit is never
/// smaller than at the usual size of text.
fn corners(
    painter: &Painter,
    both: [Option<(String, Color32)>; 2],
    wide: f32,
    font: &FontId,
) -> [Option<Arc<Galley>>; 2] {
    let [digit, price] = both;
    let written = |told: &Option<(String, Color32)>, size: f32| {
        let font = FontId::new(size, font.family.clone());
        told.as_ref().map(|(text, ink)| painter.layout_no_wrap(text.clone(), font, *ink))
    };
    let broad = |told: &Option<Arc<Galley>>| told.as_ref().map_or(0.0, |told| told.size().x);
    let room = wide - CORNER - 2.0 * KEY - APART - EDGE;
    let usual = [written(&digit, font.size), written(&price, font.size)];
    if broad(&usual[0]) + broad(&usual[1]) <= room {
        return usual;
    }
    let key = written(&digit, font.size.min(WORDS));
    let share = theme::share(broad(&usual[1]), room - broad(&key));
    let price = written(&price, (font.size * share).max(theme::LEAST_SIZE));
    [key, price]
}

/// What ends the turn, with its key below it.
pub(super) fn ending(ui: &Ui, rect: Rect, (label, key): (&str, &str), enabled: bool) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new("end of the turn"), sense);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, label));
    let painter = ui.painter();
    painter.rect(rect, 6.0, ground(&response, enabled), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    let ink = if enabled { theme::ink() } else { theme::idle() };
    let room = rect.shrink2(vec2(6.0, 3.0)).size();
    let small = TextStyle::Small.resolve(ui.style());
    let key = theme::in_one_line(painter, key, room.x, &small, theme::faint());
    let (left, font) = (vec2(room.x, room.y - key.size().y), TextStyle::Button.resolve(ui.style()));
    let words = theme::fitted(painter, label, left, &font, (ink, Align::Center));
    let top = rect.center().y - (words.size().y + key.size().y) / 2.0;
    let below = pos2(rect.center().x - key.size().x / 2.0, top + words.size().y);
    painter.galley(pos2(rect.center().x, top), words, ink);
    painter.galley(below, key, theme::faint());
    response
}

/// How large an icon is between these heights, where digit and price take so much of the corners above: it lies over neither of
/// them. Nothing where there is no room for one.
fn icon_radius(rect: Rect, (high, low): (f32, f32), [digit, price]: [Vec2; 2]) -> Option<f32> {
    let radius = ((low - high) * 0.42).min(rect.width() * 0.36);
    let middle = (high + low) / 2.0;
    let free = |written: Vec2| {
        let is_below = middle - radius >= rect.top() + written.y;
        if is_below { radius } else { radius.min(rect.width() / 2.0 - written.x) }
    };
    Some(free(digit).min(free(price))).filter(|radius| *radius >= LEAST_ICON)
}

/// The colour of a place that is not in use.
pub(super) fn ground(response: &Response, enabled: bool) -> Color32 {
    match () {
        () if enabled && response.hovered() => theme::panels().lit,
        () if enabled => theme::raised(),
        () => theme::back(),
    }
}

/// The room for a name on a place.
fn name_room(rect: Rect) -> Vec2 {
    vec2(rect.width() - 2.0 * EDGE, rect.height() * NAME)
}

/// Whether all of these are blows at those who have fallen: nothing calls for them.
fn at_fallen<'c>(look: Look<'_>, mut open: impl Iterator<Item = &'c Choice>) -> bool {
    open.all(|choice| {
        let target = look.target(&choice.order).filter(|who| !who.is_thing() && look.knows_of(*who));
        choice.group == Group::Attack && target.is_some_and(|who| !look.is_in_play(who))
    })
}

/// What a place is for, or why nothing of it can be done now.
fn told(ui: &mut Ui, look: Look<'_>, slot: &Slot, choices: &[Choice], with: &mut Answering<'_>) {
    let all = || slot.choices.iter().filter_map(|at| choices.get(*at));
    let open = || all().filter(|choice| choice.is_legal());
    let Some(first) = open().next() else {
        match stuck::barred(look, all()) {
            Some((why, rule)) => {
                ui.label(why);
                if slot.kind == Kind::Group(Group::Move) {
                    stuck::first(choices).into_iter().for_each(|told| drop(ui.label(told)));
                }
                ui.label(RichText::new(rule.as_str()).small().color(theme::faint()));
            }
            None => {
                ui.label(idle(look, &slot.kind));
            }
        }
        if let Some(first) = fetched(look, &slot.kind, choices) {
            ui.label(first);
        }
        return;
    };
    if let Some(cost) = open().find_map(|choice| choice.cost.as_deref()) {
        ui.label(cost);
        if let Some(left) = begins(look, open()) {
            let text = format!("It only begins in this turn, with {left} of {cost} left.");
            ui.label(RichText::new(text).color(theme::bad()));
        }
    }
    // Of several deeds each says itself what it does, once the slot is open.
    let mut verbs: Vec<&str> = open().map(|choice| choice.order.verb.as_str()).collect();
    verbs.dedup();
    match verbs.as_slice() {
        [verb] => {
            if !slot.is_one_deed() {
                ui.label(RichText::new(*verb).strong());
            }
            tips::told(ui, look, first);
            if answers::ends_turn(look, first, with) {
                ui.label(format!("It {}.", answers::ENDS));
            }
            answers::stance(look, first, with).iter().for_each(|line| drop(ui.label(line)));
            if let Some(best) = attacks::best(ui, look, (slot, choices), Instant::now(), with) {
                ui.label(best);
            }
        }
        several => {
            ui.label(several.join(", "));
        }
    }
    if at_fallen(look, open()) {
        ui.label("Only the fallen are in reach.");
    } else if matches!(slot.kind, Kind::Attack(_)) {
        ui.label("Then click on whom to strike.");
    } else if open().all(|each| super::deeds::waits_for(look, first, each)) {
        ui.label("Then click on whom it is meant for.");
    }
}

/// Whether whoever is asked carries something and does not hold it.
fn is_away(look: Look<'_>, arm: &str) -> bool {
    let item = look.asked().and_then(|who| look.item_called(who, arm));
    item.is_some_and(|item| !item.is_ready())
}

/// What brings a thing to hand that a blow is struck with, where that can be done now.
fn fetched(look: Look<'_>, kind: &Kind, choices: &[Choice]) -> Option<String> {
    let Kind::Attack(arm) = kind else { return None };
    let is_of_it = |choice: &&Choice| choice.order.with.is_some_and(|with| with == arm.as_str());
    let mut open = choices.iter().filter(|choice| choice.is_legal() && Kind::of(choice).is_seldom()).filter(is_of_it);
    let first = open.next().filter(|_| is_away(look, arm))?;
    Some(format!("First: {}.", answers::words(first)))
}

/// Why a place is empty, where no rule has refused what belongs in it.
fn idle(look: Look<'_>, kind: &Kind) -> String {
    match kind {
        Kind::Attack(arm) if is_away(look, arm) => format!("{arm} is not in hand."),
        Kind::Attacks => "No other attack is possible now.".to_owned(),
        Kind::Group(Group::Begun) => "Nothing has been begun.".to_owned(),
        Kind::Deed(verb) => format!("There is nothing to {verb} now."),
        _ => "Nothing of this is possible now.".to_owned(),
    }
}

#[cfg(test)]
mod tests;
