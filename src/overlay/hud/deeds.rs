//! The bar at the bottom: what is asked, the deeds that answer it, and the time-line below. It is as high whatever is asked.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align2, Area, Context, FontId, Id, Order as Height, Rect, Response, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextStyle, Tooltip, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::asked::{hand, is_hand, let_go, listed, number, prompt, waiting, watching};
use super::slots::{Kind, Slot, slots, strikes_with};
use super::{Hud, Places, Questions, plate};
use crate::battle::{Choice, Decisions, Group, Look, Question};
use crate::overlay::answers::{self, Answering, Placed};
use crate::overlay::course::Pace;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::hand::Hand;
use crate::overlay::keys::{self, Act};
use crate::overlay::motion::Motion;
use crate::overlay::panels::{self, Panels};
use crate::overlay::preferences::Preferences;
use crate::overlay::timeline::{self, Timeline};
use crate::overlay::wishes::END_TURN;
use crate::overlay::{signs, theme, tips};

/// Points of the line that says what is asked, and of the time-line, at the usual size of text.
const ASKED: f32 = 28.0;
const TIME: f32 = 24.0;
/// Points of a slot across.
const SLOT: f32 = 64.0;
/// More ways than these in a slot are folded by what they are done with.
const MANY: usize = 14;

/// The bar.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Bars, drawn);
}

fn drawn(frame: panels::Frame<'_>, hud: Res<'_, Hud>, mut asked: ResMut<'_, Questions>, mut with: Bar<'_>) {
    let panels::Frame { ui, look, places, .. } = frame;
    asked.listed = if hud.presents { None } else { bar(ui, look, &places, &mut with) };
}

/// What the bar reads and changes.
#[derive(SystemParam)]
struct Bar<'w> {
    answers: Answering<'w>,
    pace: ResMut<'w, Pace>,
    timeline: ResMut<'w, Timeline>,
    preferences: Res<'w, Preferences>,
    end: ResMut<'w, EndPage>,
    motion: Res<'w, Motion>,
}

/// The bar; where a question lies that rises from it over the field.
fn bar(ui: &mut Ui, look: Look<'_>, places: &Places, with: &mut Bar<'_>) -> Option<Rect> {
    let rect = places.bottom();
    let scale = theme::scale(ui.ctx());
    let (asked, time) = ((ASKED * scale).min(rect.height() * 0.26), (TIME * scale).min(rect.height() * 0.24));
    let row = |from: f32, to: f32| Rect::from_x_y_ranges(rect.x_range(), from..=to);
    let within = |ui: &mut Ui, rect: Rect, add: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 0.0))), |ui| {
            ui.set_clip_rect(rect.expand(2.0));
            add(ui);
        });
    };
    let middle = row(rect.top() + asked, rect.bottom() - time);
    within(ui, row(rect.bottom() - time, rect.bottom()), &mut |ui| {
        timeline::timeline(ui, look, &mut with.timeline, &mut with.answers.wishes, &with.preferences.keys);
    });
    if with.timeline.looks_back() {
        within(ui, row(rect.top(), rect.bottom() - time), &mut |ui| {
            timeline::looking_back(ui, look, &with.timeline, &mut with.answers.wishes);
        });
        return None;
    }
    with.answers.offers.orders.clear();
    let is_put = |question: &&Question| look.is_played_here(question.side) && !with.pace.holds_back(question);
    if with.pace.auto && !is_over(look) {
        let key = keys::name(&with.preferences.keys, Act::Auto);
        let last = with.timeline.latest(look, &with.motion);
        within(ui, row(rect.top(), rect.bottom() - time), &mut |ui| {
            watching(ui, &mut with.pace, &key, last.as_deref());
        });
        return None;
    }
    let Some(question) = look.question().filter(is_put) else {
        within(ui, row(rect.top(), rect.bottom() - time), &mut |ui| {
            waiting(ui, look, (&with.timeline, &with.motion), &mut with.end, with.pace.shows());
        });
        return None;
    };
    let is_beside = answers::is_beside(look, question);
    if question.choices.is_some() && !is_beside {
        let room = row(rect.top(), rect.bottom() - time).shrink2(vec2(6.0, 0.0));
        let put = if is_hand(question) { hand } else { listed };
        return Some(put(ui, look, question, (room, asked), &mut with.answers));
    }
    within(ui, row(rect.top(), rect.top() + asked), &mut |ui| prompt(ui, look, question, &mut with.answers));
    within(ui, middle, &mut |ui| match question.choices {
        Some(_) => {
            ui.label(RichText::new("Answer on the field, beside the token.").color(theme::faint()));
        }
        None => turn(ui, look, question, with),
    });
    None
}

/// The slots of a turn, and the end of it.
fn turn(ui: &mut Ui, look: Look<'_>, question: &Question, with: &mut Bar<'_>) {
    let Bar { answers: with, pace, preferences, .. } = with;
    let choices = with.known.choices(look);
    let turn = question.who.map(|who| (who, look.clock().round));
    let decided = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
    let all = with.offers.bar.steady((turn, decided), slots(&choices));
    let room = ui.max_rect();
    let scale = theme::scale(ui.ctx());
    let end = choices.iter().find(|choice| choice.order.verb == END_TURN);
    let broad = |text: &str, font: FontId| ui.painter().layout_no_wrap(text.to_owned(), font, theme::ink()).size().x;
    let strong = TextStyle::Button.resolve(ui.style());
    // No word on it is broken; its key stands there where both have room.
    let word =
        end.iter().flat_map(|end| end.label.split(' ')).map(|word| broad(word, strong.clone())).fold(0.0, f32::max);
    let word = word + 2.0 * ui.spacing().button_padding.x + 4.0;
    let ends = (112.0 * scale).min(room.width() * 0.18).max(word);
    let key = keys::name(&preferences.keys, Act::EndTurn);
    // Between the two lies what pushes them apart, with a gap on each side.
    let gaps = 2.0 * ui.spacing().item_spacing.x.max(ui.spacing().icon_spacing);
    let is_keyed = ends > word + broad(&key, TextStyle::Small.resolve(ui.style())) + gaps;
    let wide = (SLOT * scale).min((room.width() - ends - 8.0) / all.len().max(1) as f32);
    for (number, slot) in all.iter().enumerate() {
        let left = room.left() + number as f32 * wide;
        let rect = Rect::from_min_size(pos2(left, room.top()), vec2(wide - 4.0, room.height() - 2.0));
        let response = face(ui, look, (slot, number), &choices, rect, with);
        let is_pressed = slot.kind.digit(number).is_some() && with.offers.pressed == Some(number);
        let key = is_pressed && response.sense.senses_click();
        if response.clicked() || key {
            press(look, slot, &choices, with);
        }
        // Whoever plays by keys chooses by keys at whom, too.
        if key && with.hand.wielded.is_some() {
            with.hand.open = Some(slot.kind.clone());
        }
        if with.hand.open.as_ref() == Some(&slot.kind) {
            fly_out(ui.ctx(), look, question, (slot, &choices), rect, with);
        }
    }
    with.offers.pressed = None;
    if let Some(end) = end {
        let rect = Rect::from_min_max(pos2(room.right() - ends, room.top()), room.right_bottom() - vec2(0.0, 2.0));
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            let mut button =
                bevy_egui::egui::Button::new(RichText::new(&end.label).strong()).min_size(rect.size()).wrap();
            if is_keyed {
                button = button.shortcut_text(RichText::new(key).small().color(theme::faint()));
            }
            let response = ui.add_enabled(end.is_legal(), button);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, end.is_legal(), &end.label));
            if response.clicked() {
                with.wishes.order = Some(end.order.clone());
            }
        });
        pace.warned.iter().for_each(|words| let_go(ui.ctx(), rect, words));
    }
}

/// Whether a slot is the one in use.
fn is_held(slot: &Slot, choices: &[Choice], hand: &Hand) -> bool {
    let in_hand = hand.deed.as_ref();
    let holds = || slot.choices.iter().filter_map(|at| choices.get(*at)).any(|choice| in_hand == Some(&choice.order));
    let waits = |arm: &String| slot.choices.iter().filter_map(|at| choices.get(*at)).any(|of| strikes_with(of, arm));
    let is_wielded = hand.wielded.as_ref().is_some_and(waits);
    hand.open.as_ref() == Some(&slot.kind) || is_wielded || in_hand.is_some() && holds()
}

/// A slot: its icon, its name, its digit.
fn face(
    ui: &mut Ui,
    look: Look<'_>,
    (slot, number): (&Slot, usize),
    choices: &[Choice],
    rect: Rect,
    with: &Answering<'_>,
) -> Response {
    let open = || slot.choices.iter().filter_map(|at| choices.get(*at)).filter(|choice| choice.is_legal());
    let count = open().count();
    let enabled = count > 0 || with.offers.everything;
    let title = slot.title(choices);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new(("slot", &slot.kind)), sense);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &title));
    let held = is_held(slot, choices, &with.hand);
    let painter = ui.painter();
    let fill = match () {
        () if held => theme::picked(),
        () if enabled && response.hovered() => theme::panels().lit,
        () if enabled => theme::raised(),
        () => theme::back(),
    };
    painter.rect(
        rect,
        6.0,
        fill,
        Stroke::new(1.0, if held { theme::accent() } else { theme::line() }),
        StrokeKind::Inside,
    );
    let ink = if enabled { theme::ink() } else { theme::faint().gamma_multiply(0.6) };
    let scale = theme::scale(ui.ctx());
    let small = FontId::proportional(11.5 * scale);
    // Where the bar is low one line of words leaves room for the icon.
    let mut job = LayoutJob::simple(title.clone(), small.clone(), ink, rect.width() - 4.0);
    let begins = begins(look, open());
    let two_rows = if begins.is_some() { 50.0 } else { 46.0 };
    job.wrap.max_rows = if rect.height() > two_rows * scale { 2 } else { 1 };
    let words = painter.layout_job(job);
    let low = rect.bottom() - words.size().y - 2.0;
    // A price of several words has the line above the icon to itself.
    let high = if begins.is_some() { rect.top() + 13.0 * scale } else { rect.top() };
    let radius = ((low - high) * 0.42).min(rect.width() * 0.36).max(5.0);
    let middle = pos2(rect.center().x, (high + low) / 2.0);
    if !slot.icons(&title).any(|word| signs::deed(painter, (&look.rules().looks, word), middle, radius, ink, fill)) {
        painter.text(
            middle,
            Align2::CENTER_CENTER,
            title.chars().next().unwrap_or('?'),
            FontId::proportional(radius * 1.5),
            ink,
        );
    }
    painter.galley(pos2(rect.center().x - words.size().x / 2.0, low), words, ink);
    if let Some(digit) = slot.kind.digit(number).filter(|_| enabled) {
        painter.text(rect.left_top() + vec2(4.0, 2.0), Align2::LEFT_TOP, digit, small.clone(), theme::faint());
    }
    if let Some(cost) =
        open().find_map(|choice| choice.cost.as_deref()).filter(|cost| cost.len() <= 5 && slot.kind != Kind::More)
    {
        let (text, colour) = match begins {
            Some(left) => (format!("{left} of {cost}"), theme::bad()),
            None => (cost.to_owned(), theme::faint()),
        };
        painter.text(rect.right_top() + vec2(-4.0, 2.0), Align2::RIGHT_TOP, text, small, colour);
    }
    let refusal = slot.choices.iter().filter_map(|at| choices.get(*at)).find_map(|choice| choice.refused.as_ref());
    let cost = open().find_map(|choice| choice.cost.clone());
    // Above the line that says what is asked.
    Tooltip::for_enabled(&response).gap((ASKED + 8.0) * scale).show(|ui| {
        let mut verbs: Vec<&str> = open().map(|choice| choice.order.verb.as_str()).collect();
        verbs.dedup();
        match (count, refusal) {
            (0, Some(refusal)) => {
                ui.label(&refusal.why);
                ui.label(RichText::new(refusal.rule.as_str()).small().color(theme::faint()));
            }
            _ => {
                cost.into_iter().for_each(|cost| {
                    ui.label(&cost);
                    if let Some(left) = begins {
                        let text = format!("It only begins in this turn: {left} of {cost} are left.");
                        ui.label(RichText::new(text).color(theme::bad()));
                    }
                });
                // Of several deeds each says itself what it does, once the slot is open.
                match (verbs.as_slice(), open().next()) {
                    ([_], Some(one)) => tips::told(ui, look, one),
                    ([], _) => {
                        ui.label("Nothing of this can be done any more in this turn.");
                    }
                    (several, _) => {
                        ui.label(several.join(", "));
                    }
                }
                if matches!(slot.kind, Kind::Attack(_)) {
                    ui.label("Then click on whom to strike.");
                } else if open().next().is_some_and(|one| open().all(|each| waits_for(look, one, each))) {
                    ui.label("Then click on whom it is meant for.");
                }
            }
        }
    });
    response
}

/// How much is left of the turn, where that is not enough for any of these: they would only begin.
fn begins<'c>(look: Look<'_>, mut open: impl Iterator<Item = &'c Choice>) -> Option<i32> {
    let (who, economy) = (look.asked()?, &look.rules().economy);
    let begins = |choice: &Choice| economy.only_begins(look, who, choice.takes);
    let first = open.next()?;
    (begins(first) && open.all(begins)).then(|| economy.remaining(look, who))
}

impl Slot {
    /// The words by which its icon is looked for, where this is written on it.
    fn icons<'t>(&'t self, shown: &'t str) -> impl Iterator<Item = &'t str> {
        let title = if matches!(self.kind, Kind::Attack(_)) { self.kind.title() } else { shown };
        let rest = if matches!(self.kind, Kind::Attack(_) | Kind::Attacks) { Some("attack") } else { None };
        signs::words(title).chain(rest).chain([self.kind.title()])
    }
}

/// A slot is used: the one thing in it is done or taken in hand, else it is opened.
fn press(look: Look<'_>, slot: &Slot, choices: &[Choice], with: &mut Answering<'_>) {
    let here: Vec<&Choice> = slot.choices.iter().filter_map(|at| choices.get(*at)).collect();
    let open: Vec<&Choice> = here.iter().copied().filter(|choice| choice.is_legal()).collect();
    let was_held = is_held(slot, choices, &with.hand);
    // What waits for a second word still does.
    let sure = with.hand.sure.take();
    with.hand.put_down();
    with.hand.sure = sure;
    if was_held {
        return;
    }
    let at_somebody = |choice: &&Choice| choice.order.at.iter().any(|aim| aim.who.is_some());
    match (&slot.kind, open.as_slice()) {
        (kind, [one]) if *kind != Kind::More && !one.squares.is_empty() => with.hand.deed = Some(one.order.clone()),
        (Kind::Attack(arm), _) if !open.is_empty() && open.iter().all(at_somebody) => {
            with.hand.wielded = Some(arm.clone());
        }
        (Kind::Group(_) | Kind::Deed(_), [one, ..]) if open.iter().all(|each| waits_for(look, one, each)) => {
            with.hand.wielded = Some(one.order.verb.to_string());
        }
        (Kind::Group(_) | Kind::Deed(_), [one])
            if !at_somebody(one) && one.numbers.is_none() && !ends_turn(look, one, with) =>
        {
            with.wishes.order = Some(with.hand.filled(one));
        }
        _ => with.hand.open = Some(slot.kind.clone()),
    }
}

/// Whether a choice is the same deed as another, at somebody on the field: then it waits for a click on them.
fn waits_for(look: Look<'_>, one: &Choice, each: &Choice) -> bool {
    let is_seen = look.target(&each.order).is_some_and(|who| look.knows_of(who));
    let is_plain = each.numbers.is_none() && each.squares.is_empty() && each.order.toward.is_none();
    is_seen && is_plain && each.order.verb == one.order.verb
}

/// Whether the turn is over with a choice: then it is read before it is done.
fn ends_turn(look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) -> bool {
    let order = with.hand.filled(choice);
    look.asked().and_then(|who| with.known.comes(look, who, &order)).is_some_and(|comes| comes.ends)
}

/// What lies in an open slot, above the bar.
fn fly_out(
    context: &Context,
    look: Look<'_>,
    question: &Question,
    (slot, choices): (&Slot, &[Choice]),
    above: Rect,
    with: &mut Answering<'_>,
) {
    let before = context.data(|data| data.get_temp::<Vec2>(Id::new("fly out size")));
    let size = before.unwrap_or(vec2(300.0, 120.0));
    let whole = context.content_rect();
    let left = (above.center().x - size.x / 2.0).min(whole.right() - size.x - 8.0).max(whole.left() + 8.0);
    let at = pos2(left, above.top() - size.y - 40.0 * theme::scale(context));
    let area = Area::new("fly out".into()).order(Height::Foreground).fixed_pos(at).constrain(true).fade_in(false);
    let everything = with.offers.everything;
    let shown = area.show(context, |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width((whole.width() * 0.5).min(520.0 * theme::scale(context)));
            // As high as it wants to be above the bar, whatever lay there before: an area keeps its size.
            let high = above.top() - whole.top() - 64.0 * theme::scale(context);
            ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
                let here = slot.choices.iter().filter_map(|at| choices.get(*at));
                let here: Vec<&Choice> = here.filter(|choice| choice.is_legal() || everything).collect();
                number(ui, &here, &mut with.hand);
                let mut groups: Vec<Group> = here.iter().map(|choice| choice.group).collect();
                groups.sort_unstable();
                groups.dedup();
                let (ways, mut plain): (Vec<&Choice>, Vec<&Choice>) =
                    here.iter().copied().partition(|choice| choice.order.toward.is_some());
                plain.sort_by_key(|choice| choice.group);
                let placed = answers::placed(&plain);
                for group in &groups {
                    if groups.len() > 1 {
                        ui.label(RichText::new(group.as_str()).small().color(theme::faint()));
                    }
                    let shown: Vec<Placed<'_>> =
                        placed.iter().filter(|(choice, _)| choice.group == *group).copied().collect();
                    let ways: Vec<&Choice> = ways.iter().filter(|choice| choice.group == *group).copied().collect();
                    ui.horizontal_wrapped(|ui| {
                        if shown.len() <= MANY {
                            shown.iter().for_each(|placed| answers::at(ui, look, question, *placed, with));
                        } else {
                            answers::folded(ui, look, question, &shown, with);
                        }
                    });
                    answers::compasses(ui, look, question, &ways, with);
                }
            });
        });
    });
    let drawn = shown.response.rect.size();
    if before != Some(drawn) {
        context.data_mut(|data| data.insert_temp(Id::new("fly out size"), drawn));
        context.request_repaint();
    }
    let missed = context.input(|input| input.pointer.primary_clicked().then(|| input.pointer.interact_pos()).flatten());
    if missed.is_some_and(|at| !shown.response.rect.contains(at) && !above.contains(at)) {
        with.hand.open = None;
    }
}
