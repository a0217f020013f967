//! The question at hand and what can be answered, greyed where it cannot, with
//! the reason.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Area, Button, Frame, Grid, Order as Level, Pos2, Rect, RichText, ScrollArea, Shape, Stroke, Ui, Vec2, WidgetInfo,
    WidgetType, vec2,
};

use super::book::{self, Book};
use super::camera::View;
use super::cards::Face;
use super::course::Pace;
use super::hand::Hand;
use super::hud::drawers;
use super::hud::slots::{Kind, Laid};
use super::keys::{Act, Digit};
use super::known::Known;
use super::log::LogPanel;
use super::panels::{self, Begun, Panels, Pressed};
use super::pointer::Pointer;
use super::sheet::Sheet;
use super::stakes::{self, Hangs};
use super::timeline::Timeline;
use super::view::FieldView;
use super::wishes::Wishes;
use super::{odds, place, theme, tips};
use crate::battle::{Choice, Id, Key, Look, Order, Question, Verb};

/// So many answers of a group are shown side by side; more of them by what they are done with.
const MANY: usize = 8;

/// So many of those that wait for something lie open.
const LIKELIEST: usize = 3;

/// How high a card is that can be laid.
const CARD: f32 = 108.0;
/// It takes no more than this of the height of a window.
const MOST_CARD: f32 = 0.2;

/// Points of each of the two columns of a question across at least, at the usual size of text.
const COLUMN: f32 = 130.0;

/// What exact figures say.
const IF_NOTHING_MORE: &str = "what comes of it, if nobody does more";

/// The verb of answers that send one of one's own to act.
const SEND: &str = "act";

/// The answers that have a button now.
#[derive(Resource, Debug, Default)]
pub struct Offers {
    /// In their order, each with its key.
    pub orders: Vec<(Option<Digit>, Order)>,
    /// How the slots of the bar lie.
    pub bar: Laid,
    /// The slot of the bar whose digit was pressed.
    pub pressed: Option<usize>,
    /// Whether answers are listed that cannot be given.
    pub everything: bool,
}

/// What the button of an answer reads, and what a click on it changes.
#[derive(SystemParam)]
pub struct Answering<'w> {
    /// What the answer is made of.
    pub hand: ResMut<'w, Hand>,
    /// What would come of it.
    pub known: ResMut<'w, Known>,
    /// What it points at.
    pub pointer: ResMut<'w, Pointer>,
    /// The digit that gives it.
    pub offers: ResMut<'w, Offers>,
    /// Where it goes.
    pub wishes: ResMut<'w, Wishes>,
    /// Where its rule is looked up.
    pub book: ResMut<'w, Book>,
}

/// Questions that are put beside a token.
pub fn plugin(app: &mut App) {
    app.init_resource::<Offers>().add_panel(panels::Height::Popups, asked);
    app.add_observer(|_: On<'_, '_, Begun>, mut offers: ResMut<'_, Offers>| offers.bar = Laid::default());
    app.on_key(|key: Pressed<'_>, mut offers: ResMut<'_, Offers>| {
        if key.act == Act::Everything {
            offers.everything = !offers.everything;
        }
    });
}

fn asked(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    mut pace: ResMut<'_, Pace>,
    view: Res<'_, FieldView>,
    timeline: Res<'_, Timeline>,
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    if !timeline.looks_back() {
        let clear = drawers::clear(ui, &places, &sheet, &log);
        let seen = view.camera.view(look.board(), places.field);
        beside(ui, look, (&seen, clear), view.foresees, &mut answering, &mut pace);
    }
}

/// The answer that sends `who`, where one's own are to be chosen from: a click on the token gives it.
pub fn sending(look: Look<'_>, known: &mut Known, who: Id) -> Option<Order> {
    let choices = known.choices(look);
    let name = look.key(who);
    let is_it = |choice: &&Choice| choice.order.verb == SEND && choice.order.with == Some(name);
    choices.iter().filter(|choice| choice.is_legal()).find(is_it).map(|choice| choice.order.clone())
}

/// Whether a question is put where the eye is, beside the token of whoever is
/// asked: all but those about a whole turn, hands of cards, whom to send, and
/// those of nobody's making with so many answers that they would hide the field.
pub fn is_beside(question: &Question) -> bool {
    if question.by.is_none() && question.choices.as_ref().is_some_and(|choices| choices.len() > MANY) {
        return false;
    }
    let is_hand = |choices: &Vec<Choice>| choices.iter().any(|choice| choice.card.is_some());
    let sends = |choices: &Vec<Choice>| choices.iter().any(|choice| choice.order.verb == SEND);
    question.who.is_some() && question.choices.as_ref().is_some_and(|choices| !is_hand(choices) && !sends(choices))
}

/// Which question is put, and over what of the field.
#[derive(Clone, Copy, PartialEq)]
struct Asked {
    /// So many facts had been told before it.
    told: usize,
    who: Id,
    by: Option<Id>,
    view: View,
    room: Rect,
    everything: bool,
}

/// How its panel was drawn last.
#[derive(Clone, Copy)]
struct Lay {
    of: Asked,
    size: Vec2,
    at: Pos2,
    /// Whether it has been laid by its own size: then it stays.
    is_settled: bool,
}

/// Such a question, on the board.
fn beside(
    ui: &Ui,
    look: Look<'_>,
    (view, room): (&View, Rect),
    foresees: bool,
    with: &mut Answering<'_>,
    pace: &mut Pace,
) {
    let is_put = |question: &&Question| is_beside(question) && !pace.holds_back(question) && !pace.auto;
    let Some(question) = look.question().filter(is_put) else { return };
    let Some(who) = question.who.filter(|_| look.is_played_here(question.side)) else { return };
    // From whom it comes is drawn to whom it is put to.
    let by = question.by.filter(|by| *by != who && look.knows_of(*by));
    if let Some(by) = by {
        let ends = [by, who].map(|end| view.body(look.footprint(end)).center());
        ui.painter().extend(Shape::dashed_line(&ends, Stroke::new(3.0, theme::AIM), 9.0, 5.0));
    }
    let choices = with.known.choices(look);
    // Where the field is all that is drawn nobody else has begun anew.
    with.offers.orders.clear();
    let area = Area::new(ui.id().with("question")).order(Level::Middle).constrain_to(room).fade_in(false);
    let most = (room.height() - 150.0 * theme::scale(ui.ctx())).max(room.height() * 0.4);
    let id = ui.id().with("asked size");
    // As large as it was when it was last drawn, and where it lay then: it moves with the field alone.
    let guess = vec2(344.0, 140.0);
    let told = look.facts().len();
    let now = Asked { told, who, by, view: *view, room, everything: with.offers.everything };
    let before = ui.data(|data| data.get_temp::<Lay>(id)).filter(|lay| lay.of == now);
    let size = before.map_or(guess, |lay| lay.size);
    let at = before
        .filter(|lay| lay.is_settled)
        .map_or_else(|| place::beside(look, view, (size, 1.0), (who, by), room).min, |lay| lay.at);
    let shown = area.fixed_pos(at).show(ui.ctx(), |ui| {
        Frame::window(ui.style()).stroke(Stroke::new(1.5, theme::accent())).show(ui, |ui| {
            ui.set_max_width((320.0 * theme::scale(ui.ctx())).min(room.width() * 0.45));
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&question.prompt).strong());
                question.rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            });
            let everything = with.offers.everything;
            let best = with.known.usual(look);
            let shown: Vec<&Choice> = choices.iter().filter(|choice| choice.is_legal() || everything).collect();
            let stakes: Vec<Option<Hangs>> =
                shown.iter().map(|choice| foresees.then(|| Hangs::on(ui, look, choice, with))?).collect();
            let comes = if stakes.iter().flatten().any(Hangs::is_exact) { IF_NOTHING_MORE } else { "what comes of it" };
            ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
                let grid = Grid::new("answers").num_columns(2).spacing(vec2(12.0, 4.0));
                grid.min_col_width(if foresees { COLUMN * theme::scale(ui.ctx()) } else { 0.0 }).show(ui, |ui| {
                    // Which of the two shares is which.
                    if foresees {
                        let succeeds = shown.iter().any(|choice| choice.chance.is_some());
                        for heading in [if succeeds { "answer and its chance" } else { "answer" }, comes] {
                            ui.label(RichText::new(heading).small().color(theme::faint()));
                        }
                        ui.end_row();
                    }
                    for (choice, stake) in shown.into_iter().zip(&stakes) {
                        ui.horizontal(|ui| {
                            answer(ui, look, question, choice, with);
                            if best.as_ref().is_some_and(|best| best.label == choice.label) {
                                ui.label(RichText::new("Enter").small().color(theme::accent()));
                            }
                        });
                        // Its room is there before it is known, so that nothing moves under the pointer.
                        if foresees && choice.is_legal() && choice.squares.is_empty() {
                            stakes::told(ui, look, question, stake.as_ref());
                        }
                        ui.end_row();
                    }
                });
            });
            plainly(ui, look, question, &choices, with.offers.everything);
            let tip = "Questions of this kind are answered so from now on, until the menu says otherwise";
            ui.checkbox(&mut pace.from_now_on, RichText::new("answer so from now on").small()).on_hover_text(tip);
        });
    });
    let drawn = shown.response.rect.size();
    let is_settled = before.is_some_and(|lay| lay.is_settled || lay.size == drawn);
    ui.data_mut(|data| data.insert_temp(id, Lay { of: now, size: drawn, at, is_settled }));
    if !is_settled {
        ui.ctx().request_repaint();
    }
}

/// What the game says of answers to such a question, in one line each.
fn plainly(ui: &mut Ui, look: Look<'_>, question: &Question, choices: &[Choice], everything: bool) {
    let mut told: Vec<Verb> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.is_legal() || everything) {
        let verb = choice.order.verb;
        if told.contains(&verb) {
            continue;
        }
        told.push(verb);
        if let Some(tip) = tips::tip_at(look.rules(), question.kind.as_str(), verb.as_str()) {
            ui.label(RichText::new(format!("{verb}: {tip}")).small().color(theme::faint()));
        }
    }
}

/// What a choice that waits for something does, and when: "Spear" and "when attacked".
fn waits(choice: &Choice) -> Option<(&str, &str)> {
    let what = choice.order.sentence()?;
    Some((what, choice.label.strip_prefix(what)?.trim())).filter(|(_, when)| !when.is_empty())
}

/// Choices that wait for something: the likeliest lie open, the others by what they wait for in one menu each. Keys are those
/// of their places in the list, whatever is open.
fn waiting(ui: &mut Ui, look: Look<'_>, question: &Question, shown: &[&Choice], with: &mut Answering<'_>) {
    let keys: Vec<Option<String>> = shown.iter().map(|choice| keyed(question, choice, with)).collect();
    let when = |choice: &Choice| waits(choice).map(|(_, when)| when.to_owned());
    let mut whens: Vec<String> = Vec::new();
    for when in shown.iter().filter_map(|choice| when(choice)) {
        if !whens.contains(&when) {
            whens.push(when);
        }
    }
    for (index, title) in whens.iter().enumerate() {
        let open = if index == 0 { LIKELIEST } else { 0 };
        let same = || shown.iter().zip(&keys).filter(|(choice, _)| when(choice).as_ref() == Some(title));
        for (choice, key) in same().take(open) {
            face(ui, look, question, choice, (words(choice), key.clone()), with);
        }
        if same().nth(open).is_none() {
            continue;
        }
        ui.menu_button(format!("{title} ⏷"), |ui| {
            for (choice, key) in same().skip(open) {
                let what = waits(choice).map_or(choice.label.as_str(), |(what, _)| what);
                let text = choice.cost.iter().fold(what.to_owned(), |text, cost| format!("{text}  {cost}"));
                face(ui, look, question, choice, (text, key.clone()), with);
            }
        });
    }
}

/// A large group: what waits for the same thing lies in one menu, and what is done with the same thing.
pub fn folded(ui: &mut Ui, look: Look<'_>, question: &Question, shown: &[&Choice], with: &mut Answering<'_>) {
    let (later, shown): (Vec<&Choice>, Vec<&Choice>) =
        shown.iter().copied().partition(|choice| waits(choice).is_some());
    waiting(ui, look, question, &later, with);
    let mut done: Vec<&str> = Vec::new();
    for choice in &shown {
        let arm = choice.order.with.map_or("", Key::as_str);
        let same = || shown.iter().filter(|other| other.order.with.is_some_and(|other| other == arm));
        if same().count() < 2 {
            answer(ui, look, question, choice, with);
        } else if !done.contains(&arm) {
            done.push(arm);
            ui.menu_button(format!("{arm} ⏷"), |ui| {
                // Without keys: they would be others once a menu is open.
                same().for_each(|choice| face(ui, look, question, choice, (words(choice), None), with));
            });
        }
    }
}

/// Deeds that go some way: one line a deed, one small button a direction.
pub fn compasses(ui: &mut Ui, look: Look<'_>, question: &Question, ways: &[&Choice], with: &mut Answering<'_>) {
    let undirected = |choice: &Choice| Order { toward: None, ..choice.order.clone() };
    let mut deeds: Vec<Order> = Vec::new();
    for choice in ways {
        let deed = undirected(choice);
        if !deeds.contains(&deed) {
            deeds.push(deed);
        }
    }
    for deed in deeds {
        let same = || ways.iter().filter(|choice| undirected(choice) == deed);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if let Some(first) = same().next() {
                let word = first.order.toward.map_or("", |direction| direction.word());
                let name = first.label.strip_suffix(word).unwrap_or(&first.label).trim_end().trim_end_matches(':');
                let cost = first.cost.iter().map(|cost| format!("  {cost}")).collect::<String>();
                ui.label(format!("{name}{cost}"));
            }
            for choice in same() {
                let letters = choice.order.toward.map(|direction| initials(direction.word())).unwrap_or_default();
                face(ui, look, question, choice, (letters, None), with);
            }
        });
    }
}

/// "NE" for "north east".
fn initials(words: &str) -> String {
    words.split_whitespace().filter_map(|word| word.chars().next()).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Why the deed in hand waits to be given once more.
pub fn once_more(look: Look<'_>, with: &mut Answering<'_>) -> Option<String> {
    let (who, order) = (look.asked()?, with.hand.sure.clone()?);
    let told = with.known.comes(look, who, &order)?.told(look)?;
    Some(format!("{}: {told}. Once more to do it.", order.verb))
}

/// What the button of an answer says.
fn words(choice: &Choice) -> String {
    let more = choice.cost.iter().cloned().chain(choice.chance.as_deref().map(odds::percent));
    more.fold(choice.label.clone(), |text, more| format!("{text}  {more}"))
}

/// The button of an answer, with the key that gives it.
pub fn answer(ui: &mut Ui, look: Look<'_>, question: &Question, choice: &Choice, with: &mut Answering<'_>) {
    let key = keyed(question, choice, with);
    face(ui, look, question, choice, (words(choice), key), with);
}

/// Lists an answer among those that can be given now; the key that gives it.
fn keyed(question: &Question, choice: &Choice, with: &mut Answering<'_>) -> Option<String> {
    if !choice.is_legal() || !choice.squares.is_empty() {
        return None;
    }
    // What is seldom wanted is done by no slip of a finger.
    let is_seldom = with.hand.open == Some(Kind::More);
    let key = Digit::of(question, &choice.order, with.offers.orders.len()).filter(|_| !is_seldom);
    with.offers.orders.push((key, with.hand.filled(choice)));
    key.map(Digit::name)
}

/// How high a card is that can be laid, whatever the size of text.
pub fn card(ui: &Ui) -> f32 {
    (CARD * theme::scale(ui.ctx())).min(ui.ctx().content_rect().height() * MOST_CARD)
}

/// The button of an answer, whatever it says and with whatever key.
fn face(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    choice: &Choice,
    (text, key): (String, Option<String>),
    with: &mut Answering<'_>,
) {
    let placed = !choice.squares.is_empty();
    let held = placed && with.hand.deed.as_ref() == Some(&choice.order);
    let order = with.hand.filled(choice);
    let button = match choice.card.map(Face::of) {
        Some(face) => face.button(ui, card(ui), &text, choice.is_legal()),
        None => {
            let mut face = Button::selectable(held, &text).frame_when_inactive(true);
            if let Some(key) = &key {
                face = face.shortcut_text(RichText::new(key).small().color(theme::faint()));
            }
            let button = ui.add_enabled(choice.is_legal(), face);
            // The key is no part of the name.
            button.widget_info(|| WidgetInfo::selected(WidgetType::Button, choice.is_legal(), held, &text));
            button
        }
    };
    if let Some(refusal) = &choice.refused {
        button.on_disabled_hover_ui(|ui| {
            tips::told(ui, look, choice);
            ui.label(RichText::new(&refusal.why).color(theme::bad()));
            ui.label(RichText::new(refusal.rule.as_str()).small().color(theme::faint()));
        });
        return;
    }
    if button.hovered() {
        let target = look.target(&choice.order).filter(|who| look.knows_of(*who));
        with.pointer.pointed = target.or(with.pointer.pointed);
        with.pointer.preview = Some(order.clone());
    }
    let button = button.on_hover_ui(|ui| {
        tips::tip(ui, look, choice);
        if let Some(key) = &key {
            ui.label(RichText::new(format!("Key {key}")).small().color(theme::faint()));
        }
        if let Some(who) = question.who
            && let Some(forecast) = with.known.forecast(look, who, &order)
        {
            odds::details(ui, look.rules(), &forecast, |prospect| prospect.who.map(|who| look.name(who).to_owned()));
        }
        if placed {
            ui.label("Then click on a square of the board.");
        }
    });
    if button.clicked() {
        // The only place that there is needs no second click.
        if let [(to, _)] = choice.squares.as_slice() {
            with.wishes.order = Some(Order { to: Some(*to), ..order });
        } else if placed {
            with.hand.deed = if held { None } else { Some(choice.order.clone()) };
        } else {
            with.wishes.order = Some(order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::waits;
    use crate::battle::{Choice, Group, Order};

    /// Promise: what waits for something says apart what is done and when, so that its choices can be listed by either.
    #[test]
    fn what_waits_is_told_apart_from_what_it_waits_for() {
        let choice = |order: Order, label: &str| Choice::new(order, label, Group::Prepare, "R-1");
        let ready = Order::new("prepare").says("Long spear");
        assert_eq!(waits(&choice(ready.clone(), "Long spear when: attacked")), Some(("Long spear", "when: attacked")));
        assert_eq!(waits(&choice(ready, "Long spear")), None, "it waits for nothing");
        assert_eq!(waits(&choice(Order::new("attack").with("Spear"), "Spear when near")), None, "it is no sentence");
    }
}
