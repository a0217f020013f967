//! What is chosen in a camp. Hours and ranks are spent for good, so a click on them only chooses; what a second press does is
//! told in a strip that always lies at one place, and no digit does any of it.

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{
    Align, Button, Id as Name, Label, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, WidgetInfo, WidgetType, vec2,
};

use super::leaving::so_many;
use super::{Asked, Camp, LAST, after};
use crate::battle::{Choice, Decisions, Group, Look, Order};
use crate::overlay::answers;
use crate::overlay::{theme, tips};

/// Points of the strip down, and across of the button in it, at the usual size of text.
pub(super) const HIGH: f32 = 86.0;
const WIDE: f32 = 150.0;
/// What the button says.
const DO_IT: &str = "Do it";

/// The choice that waits for a second press, and the way out where that does; what was chosen last.
#[derive(Resource, Debug, Default)]
pub(super) struct Chosen(Option<Order>, bool, Option<Deed>);

/// What is chosen, as it would be done after so many decisions and facts.
#[derive(Clone, Debug)]
struct Deed {
    order: Order,
    named: String,
    made: usize,
    facts: usize,
}

impl Deed {
    fn of(look: Look<'_>, choice: &Choice, order: &Order) -> Self {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let named = in_short(&choice.label).0.to_owned();
        Self { order: order.clone(), named, made, facts: look.facts().len() }
    }

    /// What came of it in the words of the log, once it is done.
    fn came(&self, look: Look<'_>) -> Option<String> {
        let made = &look.battle::<Decisions>()?.0.get(self.made)?.order;
        let facts = look.facts().get(self.facts..)?.iter().filter(|fact| look.may_read(fact));
        let told: Vec<&str> = facts.map(|fact| fact.text.as_str()).filter(|text| !text.is_empty()).collect();
        let told = if told.is_empty() { NOTHING.to_owned() } else { told.join(" ") };
        (made.verb == self.order.verb && made.with == self.order.with).then_some(told)
    }
}

/// What is told of a deed that no fact tells of.
const NOTHING: &str = "Nothing else came of it.";

impl Chosen {
    /// Nothing waits any more; whether anything did.
    pub(super) fn forget(&mut self) -> bool {
        let leaves = std::mem::take(&mut self.1);
        self.0.take().is_some() || leaves
    }

    /// Whether the camp may be left with this unspent: at once with nothing, else at the second press.
    pub(super) fn lets_go(&mut self, unspent: Option<&str>) -> bool {
        unspent.is_none() || std::mem::replace(&mut self.1, true)
    }

    /// Whether the way out waits for a second press.
    pub(super) fn leaves(&self) -> bool {
        self.1
    }

    /// Whether this choice is the one.
    fn is(&self, choice: &Choice) -> bool {
        self.0.as_ref() == Some(&choice.order)
    }

    /// This one, or none if it was the one.
    fn turn(&mut self, choice: &Choice) {
        (self.0, self.1) = ((!self.is(choice)).then(|| choice.order.clone()), false);
    }

    /// Whether one of these waits.
    pub(super) fn waits(&self, choices: &[Choice]) -> bool {
        self.of(choices).is_some()
    }

    /// What was done last and what came of it.
    pub(super) fn came(&self, look: Look<'_>) -> Option<(String, String)> {
        let deed = self.2.as_ref()?;
        Some((format!("Done: {}.", deed.named), deed.came(look)?))
    }

    /// Which of these it is, if it still can be done.
    fn of<'c>(&self, choices: &'c [Choice]) -> Option<&'c Choice> {
        choices.iter().find(|choice| self.is(choice) && choice.is_legal())
    }
}

/// Whether the page of a camp is asked, and not what one of its deeds has led to: then a press spends something for good.
pub(super) fn is_page((_, choices): Asked<'_>) -> bool {
    choices.iter().any(|choice| choice.group == LAST)
}

/// The number that was set beside a choice.
pub(super) fn number_of(choice: &Choice) -> Name {
    Name::new(("so many", choice.order.to_string()))
}

/// A choice as it would be done, with the number that was set beside it.
fn filled(ui: &Ui, choice: &Choice) -> Order {
    let Some((low, high)) = choice.numbers else { return choice.order.clone() };
    let n = ui.data(|data| data.get_temp::<i32>(number_of(choice))).unwrap_or(low).clamp(low, high.max(low));
    Order { n: Some(n), ..choice.order.clone() }
}

/// What can be learned without what is told of it in brackets, and that: "Train Aim" and "2 ranks · 1 of 4 ranks".
fn in_short(said: &str) -> (&str, String) {
    let Some((short, rest)) = said.split_once(" (").filter(|_| said.ends_with(')')) else {
        return (said, String::new());
    };
    (short, rest.trim_end_matches(')').replace(") (", " · "))
}

/// Points of the name of what can be learned across, at the usual size of text.
const NAMED: f32 = 176.0;

/// What a click chooses, or gives at once where it spends nothing of the camp.
pub(super) fn row(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, choice: &Choice, with: &mut Camp<'_>) {
    if !is_page(asked) {
        answers::answer(ui, look, asked.0, choice, &mut with.answers);
        return;
    }
    let is_chosen = with.chosen.is(choice);
    let said = answers::words(choice);
    let (short, aside) = if choice.group == Group::Growth { in_short(&said) } else { (said.as_str(), String::new()) };
    let mut face = Button::selectable(is_chosen, short).frame_when_inactive(true);
    if choice.group == Group::Growth {
        // What comes of each stands below that of the one before.
        face = face.min_size(vec2(theme::em(ui, NAMED).min(ui.available_width() * 0.6), 0.0));
    }
    let button = ui.add_enabled(choice.is_legal(), face);
    button.widget_info(|| WidgetInfo::selected(WidgetType::Button, choice.is_legal(), is_chosen, &said));
    if !aside.is_empty() {
        ui.label(RichText::new(aside).small().color(theme::faint()));
    }
    let button = button.on_hover_ui(|ui| tips::tip(ui, look, choice)).on_disabled_hover_ui(|ui| {
        choice.refused.iter().for_each(|refusal| tips::refused(ui, look, choice, refusal));
    });
    if button.clicked() {
        with.chosen.turn(choice);
        // So that Enter is for what is chosen.
        button.surrender_focus();
    }
}

/// The same with the number beside it, where it takes one.
pub(super) fn row_of_any(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, choice: &Choice, with: &mut Camp<'_>) {
    match choice.numbers.filter(|_| choice.is_legal()) {
        Some(numbers) => so_many(ui, choice, numbers, |ui| row(ui, look, asked, choice, with)),
        None => row(ui, look, asked, choice, with),
    }
}

/// What is chosen, what comes of it, and the button that does it. Enter does the same.
pub(super) fn strip(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, with: &mut Camp<'_>) {
    let chosen = with.chosen.of(asked.1);
    let order = chosen.map(|choice| filled(ui, choice));
    if let Some((choice, order)) = chosen.zip(order.as_ref()) {
        with.chosen.2 = Some(Deed::of(look, choice, order));
    }
    let came = with.chosen.came(look);
    let room = ui.available_rect_before_wrap();
    let wide = theme::em(ui, WIDE).min(room.width() * 0.35);
    let (words, button) = room.split_left_right_at_x(room.right() - wide);
    ui.scope_builder(UiBuilder::new().max_rect(words.with_max_x(words.right() - 8.0)), |ui| {
        let high = ui.available_height();
        ScrollArea::vertical().min_scrolled_height(0.0).id_salt("chosen").max_height(high).auto_shrink(false).show(
            ui,
            |ui| match chosen.zip(order.as_ref()) {
                Some((choice, order)) => told(ui, look, choice, order),
                None if came.is_some() => came.iter().for_each(|came| outcome(ui, came)),
                None => {
                    let tip =
                        "Choose something: what comes of it is shown here. Nothing is done until you press the button.";
                    ui.add(Label::new(RichText::new(tip).color(theme::faint())).wrap());
                }
            },
        );
    });
    let line = Layout::left_to_right(Align::Center);
    let button = middle(button, theme::em(ui, 42.0));
    ui.scope_builder(UiBuilder::new().max_rect(button).layout(line), |ui| {
        let does = theme::main_button_of(ui, DO_IT, button.size(), order.is_some());
        let does = does.on_hover_text("Key Enter").on_disabled_hover_text("Nothing is chosen");
        if does.clicked() {
            with.answers.wishes.order.clone_from(&order);
            with.chosen.forget();
        }
    });
    with.answers.offers.confirms = order;
}

/// As much of this as is so high, around its middle.
pub(super) fn middle(rect: Rect, high: f32) -> Rect {
    Rect::from_center_size(rect.center(), vec2(rect.width(), high.min(rect.height())))
}

/// What was done, and what came of it.
pub(super) fn outcome(ui: &mut Ui, (named, came): &(String, String)) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(RichText::new(named).strong());
    ui.add(Label::new(came).wrap());
}

/// What would be done: its name, what it is, what it takes, and what it changes.
fn told(ui: &mut Ui, look: Look<'_>, choice: &Choice, order: &Order) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let price = choice.cost.as_ref().map(|price| format!("It takes {price}."));
    ui.horizontal_wrapped(|ui| {
        let said = match order.n {
            Some(n) if choice.numbers.is_some() => format!("{}: {n}", choice.label),
            _ => format!("{}.", choice.label),
        };
        ui.label(RichText::new(said).strong());
        price.into_iter().for_each(|price| drop(ui.label(RichText::new(price).color(theme::faint()))));
        ui.label(RichText::new("Enter does it.").color(theme::accent()));
    });
    let kind = look.question().map_or("", |question| question.kind.as_str());
    let tip = tips::tip_of(look.rules(), kind, order.verb.as_str()).map(str::to_owned);
    let grows = look.asked().filter(|_| choice.group == Group::Growth);
    let changes = grows.map(|who| after(ui, look, who, order)).unwrap_or_default();
    let changes = (!changes.is_empty()).then(|| format!("{}.", changes.join(", ")));
    for (text, colour) in [(changes, theme::good()), (tip, theme::faint())] {
        if let Some(text) = text {
            ui.add(Label::new(RichText::new(text).small().color(colour)).wrap());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Key, Refusal};

    /// Promise: a camp is left at once where nothing is unspent, else at the second press, unless something came between.
    #[test]
    fn what_is_unspent_asks_for_a_second_press() {
        let mut chosen = Chosen::default();
        assert!(chosen.lets_go(None) && !chosen.leaves());
        assert!(!chosen.lets_go(Some("16 ranks to place")) && chosen.leaves());
        chosen.turn(&Choice::new(Order::new("train"), "Aim", Group::Growth, "R-1"));
        assert!(!chosen.lets_go(Some("16 ranks to place")), "something else was chosen between");
        assert!(chosen.lets_go(Some("16 ranks to place")));
        assert!(chosen.forget() && !chosen.leaves());
    }

    /// Promise: what is chosen waits, and is let go of by a second click and once it cannot be done any more.
    #[test]
    fn what_is_chosen_waits_until_it_is_let_go_of() {
        let train = |skill: &str| Choice::new(Order::new("train").with(Key::new(skill)), skill, Group::Growth, "R-1");
        let (aim, climb) = (train("Aim"), train("Climb"));
        let mut chosen = Chosen::default();
        chosen.turn(&aim);
        assert_eq!(chosen.of(&[climb.clone(), aim.clone()]).map(|choice| choice.label.as_str()), Some("Aim"));
        chosen.turn(&climb);
        assert!(chosen.is(&climb) && !chosen.is(&aim));
        let refused = climb.clone().unless(Err(Refusal::new("R-1", "no more at this level")));
        assert!(chosen.of(&[refused]).is_none() && chosen.of(&[aim]).is_none());
        chosen.turn(&climb);
        assert!(!chosen.forget(), "a second click lets go of it");
    }
}
