//! The face of a place in the bar of deeds: its icon, its name, its digit and its price, and what is told of it while it is
//! pointed at. No word of it is ever cut: where the text is large or the place narrow it is written smaller.

use std::sync::Arc;

use bevy::platform::time::Instant;
use bevy_egui::egui::{
    Align, Align2, Color32, FontId, Galley, Id, Painter, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::fitted::{LEAST, fitted, in_one_line, size_of};
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
    /// How far above it what is told of it has to lie; nothing while it is grey, as what was done last is still being shown.
    pub above: Option<f32>,
}

/// How large names are written in a bar of these slots, which lie here: as small as the longest of them needs.
pub(super) fn letters(ui: &Ui, slots: &[Slot], rects: &[Rect], choices: &[Choice]) -> f32 {
    let usual = WORDS * theme::scale(ui.ctx());
    let font = FontId::proportional(usual);
    let needs = slots.iter().zip(rects).map(|(slot, rect)| {
        let ink = (theme::ink(), Align::Center);
        size_of(&fitted(ui.painter(), &slot.title(choices), name_room(*rect), &font, ink))
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
    let font = FontId::proportional(WORDS * theme::scale(ui.ctx()));
    let begins = if is_quiet { None } else { begins(look, open()) };
    let name = FontId::proportional(letters);
    let words = fitted(painter, &title, name_room(rect), &name, (ink, Align::Center));
    let low = rect.bottom() - words.size().y - 2.0;
    let faint = if usable { theme::faint() } else { ink };
    let digit = slot.kind.digit(number).map(|digit| (digit.to_string(), faint));
    let cost = open().find_map(|choice| choice.cost.as_deref());
    let cost = cost.filter(|cost| cost.len() <= 5 && slot.kind != Kind::More);
    let steps = open().find_map(|choice| choice.step).map(|(at, of)| format!("{at} of {of}"));
    let part = cost.zip(begins).map(|(cost, left)| (format!("{left} of {cost}"), theme::bad()));
    let whole = steps.or_else(|| cost.map(str::to_owned)).map(|told| (told, theme::faint()));
    let [digit, price] = corners(painter, [digit, part.or(whole)], rect.width(), &font);
    // A price of several words has the line above the icon to itself.
    let high = rect.top() + price.as_ref().filter(|_| begins.is_some()).map_or(0.0, |price| price.size().y);
    let middle = pos2(rect.center().x, (high + low) / 2.0);
    let beside = [(&digit, 2.0 * KEY), (&price.clone().filter(|_| begins.is_none()), 0.0)].map(|(written, around)| {
        written.as_ref().map_or(Vec2::ZERO, |written| written.size() + vec2(6.0 + around, 3.0))
    });
    let icons = (slot.icons(look, &title), title.as_str());
    if let Some(radius) = icon_radius(rect, (high, low), beside) {
        signs::icon(painter, &look.rules().looks, icons, (middle, radius), (ink, fill));
    }
    // Each of its lines lies around the middle.
    painter.galley(pos2(rect.center().x, low), words, ink);
    digit.into_iter().for_each(|digit| key(painter, Align2::LEFT_TOP, rect.min + Vec2::splat(CORNER), digit));
    if let Some(price) = price {
        painter.galley(pos2(rect.right() - EDGE - price.size().x, rect.top() + 2.0), price, ink);
    }
    // Above the line that says what is asked.
    if above.is_some() {
        hovered::show(&response, ui, above, |ui| told(ui, look, slot, choices, with));
    }
    response
}

/// The key of a place: its digit on a plate of its own, so that it is read with nothing beside it.
pub(super) fn key(painter: &Painter, align: Align2, at: Pos2, digit: Arc<Galley>) {
    let plate = align.anchor_size(at, digit.size() + vec2(2.0 * KEY, 0.0));
    painter.rect(plate, 3.0, theme::back(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    painter.galley(plate.min + vec2(KEY, 0.0), digit, theme::ink());
}

/// The digit of a key and a price beside it on a place that is so broad, both as large as there is room for.
fn corners(
    painter: &Painter,
    both: [Option<(String, Color32)>; 2],
    wide: f32,
    font: &FontId,
) -> [Option<Arc<Galley>>; 2] {
    let written = |size: f32| {
        let font = FontId::new(size, font.family.clone());
        let each = |(text, ink): &(String, Color32)| painter.layout_no_wrap(text.clone(), font.clone(), *ink);
        [both[0].as_ref().map(each), both[1].as_ref().map(each)]
    };
    let usual = written(font.size);
    let takes: f32 = usual.iter().flatten().map(|told| told.size().x).sum();
    let room = wide - CORNER - 2.0 * KEY - APART - EDGE;
    if takes <= room { usual } else { written((font.size * room / takes * 0.98).max(LEAST)) }
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
    let key = in_one_line(painter, key, room.x, &small, theme::faint());
    let (left, font) = (vec2(room.x, room.y - key.size().y), TextStyle::Button.resolve(ui.style()));
    let words = fitted(painter, label, left, &font, (ink, Align::Center));
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
    vec2(rect.width() - 4.0, rect.height() * NAME)
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
        return;
    };
    if let Some(cost) = open().find_map(|choice| choice.cost.as_deref()) {
        ui.label(cost);
        if let Some(left) = begins(look, open()) {
            let text = format!("It only begins in this turn: {left} of {cost} are left.");
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

/// Why a place is empty, where no rule has refused what belongs in it.
fn idle(look: Look<'_>, kind: &Kind) -> String {
    let is_away = |arm: &str| {
        let item = look.asked().and_then(|who| look.item_called(who, arm));
        item.is_some_and(|item| !item.is_ready())
    };
    match kind {
        Kind::Attack(arm) if is_away(arm) => format!("{arm} is not in hand."),
        Kind::Attacks => "No other attack is possible now.".to_owned(),
        Kind::Group(Group::Begun) => "Nothing has been begun.".to_owned(),
        Kind::Deed(verb) => format!("There is nothing to {verb} now."),
        _ => "Nothing of this is possible now.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bevy_egui::egui::{Context, RawInput};

    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::Reads;
    use crate::overlay::hud::Places;
    use crate::overlay::hud::deeds;
    use crate::overlay::trial;
    use crate::rulebook::Library;

    /// Everything that can be written on a place of the bar in the games that ship.
    fn names() -> BTreeSet<String> {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let mut names: BTreeSet<String> = ["more", "more attacks"].map(str::to_owned).into();
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let arms: Vec<&str> = rules.arms.values().map(|arm| arm.name.as_str()).collect();
            let combos = rules.profiles.values().flat_map(|profile| profile.combos.keys());
            names.extend(combos.map(|name| name.as_str().to_owned()).chain(arms.iter().map(|arm| (*arm).to_owned())));
            for deed in rules.deeds.values().map(|deed| deed.nature()).filter(|deed| deed.in_turns) {
                names.extend([deed.verb.as_str(), deed.group.as_str()].map(str::to_owned));
                if deed.group == Group::Attack && deed.reads.contains(&Reads::With) {
                    names.extend(arms.iter().map(|arm| format!("{}: {arm}", deed.verb)));
                }
            }
        }
        names
    }

    /// Promise: whatever the size of window and text, no name of a deed or weapon is cut in the bar, and no word of it is broken.
    #[test]
    fn no_name_is_cut_in_the_bar() {
        let names = names();
        assert!(names.len() > 300, "{}", names.len());
        for size in [vec2(1024.0, 640.0), vec2(1360.0, 860.0), vec2(1920.0, 1080.0)] {
            for scale in [1.0, 1.5, 2.0] {
                let bar = Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom();
                let room = name_room(deeds::smallest(bar, scale));
                let (mut seen, font) = (0, FontId::proportional(WORDS * scale));
                let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                    for name in &names {
                        let told = fitted(ui.painter(), name, room, &font, (Color32::WHITE, Align::Center));
                        let place = format!("{name} at {size} and {scale}: {} in {room}", told.size());
                        assert!(
                            !told.elided && told.size().x <= room.x + 0.5 && told.size().y <= room.y + 0.5,
                            "{place}"
                        );
                        let rows: Vec<String> = told.rows.iter().map(|row| row.text()).collect();
                        let is_whole = |word: &str| rows.iter().any(|row| row.contains(word));
                        assert!(name.split([' ', '-']).all(is_whole), "{place}: {rows:?}");
                        seen += 1;
                    }
                });
                output.textures_delta.clear();
                assert!(seen >= names.len());
            }
        }
    }

    /// Promise: a place is quiet where nobody is in reach but the fallen.
    #[test]
    fn blows_at_the_fallen_light_no_place() {
        let (mut fallen, mut standing) = (0, 0);
        for (name, seed) in ["last_orders", "first_toll"].into_iter().flat_map(|name| [(name, 1), (name, 2), (name, 3)])
        {
            let (mut game, mut mind) = (trial::begun(name, seed), Mind::new(Skill::Plain, seed));
            for _ in 0..160 {
                let look = trial::look(&game);
                for choice in look.choices().iter().filter(|choice| choice.group == Group::Attack && choice.is_legal())
                {
                    let Some(target) = look.target(&choice.order).filter(|target| !target.is_thing()) else { continue };
                    assert_eq!(at_fallen(look, [choice].into_iter()), !look.is_in_play(target), "{}", choice.order);
                    *(if look.is_in_play(target) { &mut standing } else { &mut fallen }) += 1;
                }
                if !trial::goes_on(&mut game, &mut mind) {
                    break;
                }
            }
        }
        assert!(fallen > 0 && standing > 0, "{fallen} blows at the fallen, {standing} at others");
    }

    /// Promise: names in a bar are written alike, and no word of them is broken for it.
    #[test]
    fn names_in_a_bar_are_written_alike() {
        let slot = |kind| Slot { kind, verbs: Vec::new(), choices: Vec::new() };
        let slots = [Kind::Attack("Sword".into()), Kind::Attack("Fire bomb".into()), Kind::Attacks].map(slot);
        for (size, scale) in [(vec2(1024.0, 640.0), 2.0), (vec2(1360.0, 860.0), 1.0), (vec2(1360.0, 860.0), 2.0)] {
            let bar = Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom();
            let rect = deeds::smallest(bar, scale);
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                ui.ctx().global_style_mut(|style| {
                    style.text_styles.insert(TextStyle::Body, FontId::proportional(14.0 * scale));
                });
                let alike = letters(ui, &slots, &[rect; 3], &[]);
                for slot in &slots {
                    let (title, font) = (slot.title(&[]), FontId::proportional(alike));
                    let told = fitted(ui.painter(), &title, name_room(rect), &font, (Color32::WHITE, Align::Center));
                    assert_eq!(size_of(&told), alike, "{title} at {size} and {scale}");
                }
                assert!(alike >= 11.0, "{alike} at {size} and {scale}");
            });
            output.textures_delta.clear();
        }
    }

    /// Promise: an icon lies over neither digit nor price; where there is no room for one there is none.
    #[test]
    fn an_icon_lies_over_neither_digit_nor_price() {
        let (digit, price) = (vec2(20.0, 26.0), vec2(40.0, 26.0));
        let wide = Rect::from_min_size(Pos2::ZERO, vec2(140.0, 90.0));
        assert_eq!(icon_radius(wide, (0.0, 60.0), [Vec2::ZERO; 2]), Some(60.0 * 0.42));
        let beside = icon_radius(wide, (0.0, 60.0), [digit, price]).unwrap();
        assert!(beside <= 70.0 - price.x, "{beside}");
        let narrow = Rect::from_min_size(Pos2::ZERO, vec2(72.0, 60.0));
        assert_eq!(icon_radius(narrow, (0.0, 32.0), [digit, price]), None);
        assert_eq!(icon_radius(wide, (40.0, 50.0), [Vec2::ZERO; 2]), None, "between price and name");
        // What lies below both of them is as large as it can be.
        assert_eq!(icon_radius(narrow, (30.0, 60.0), [digit, price]), Some(30.0 * 0.42));
    }

    /// Promise: a price in the bar lies apart from the key, whatever the size of window and text, and is not too small to be
    /// read.
    #[test]
    fn a_price_lies_apart_from_the_key() {
        for size in [vec2(1024.0, 640.0), vec2(1360.0, 860.0), vec2(1920.0, 1080.0)] {
            for scale in [1.0, 1.5, 2.0] {
                let rect = deeds::smallest(Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom(), scale);
                let font = FontId::proportional(WORDS * scale);
                let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                    let both = ["2", "2 of 4 s"].map(|text| Some((text.to_owned(), Color32::WHITE)));
                    let [key, price] = corners(ui.painter(), both, rect.width(), &font).map(Option::unwrap);
                    let after = rect.left() + CORNER + key.size().x + 2.0 * KEY;
                    let before = rect.right() - EDGE - price.size().x;
                    assert!(before - after >= APART - 0.1, "{before} after {after} at {size} and {scale}");
                    assert_eq!(size_of(&key), size_of(&price));
                    assert!(size_of(&price) >= 9.5, "{} at {size} and {scale}", size_of(&price));
                });
                output.textures_delta.clear();
            }
        }
    }
}
