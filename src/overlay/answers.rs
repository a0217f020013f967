//! The question at hand and what can be answered, greyed where it cannot, with
//! the reason.

mod about;
mod again;
mod beside;
mod button;
mod card;
mod menus;
mod more;
mod once;
mod open;
mod others;
mod room;
mod rows;
mod says;
mod spread;
mod sure;
mod tip;

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Rect, RichText, Ui};

use self::button::{Shown, face};
use super::book::Book;
use super::hand::Hand;
use super::hint::Advice;
use super::hud::slots::{Kind, Laid};
use super::keys::{Act, Digit};
use super::known::Known;
use super::panels::{Begun, Decided, Panels, Pressed};
use super::pointer::Pointer;
use super::wishes::Wishes;
use super::{odds, theme};
use crate::battle::house_words::{ACT, END_TURN};
use crate::battle::{Choice, Group, Id, Look, Order, Question};

pub use about::{area, has_line, line, sent};
pub use beside::asked;
pub use button::card;
pub use card::{Asking, Measured};
pub use menus::{compasses, folded};
pub use once::once;
pub use says::weighing;
pub use sure::once_more;
pub use tip::{Panel, told};

/// A question in a camp of more answers than these is a page of its own.
const MANY: usize = 8;

/// How high an answer is that lies open beside a token, at the usual size of text.
pub const HIGH: f32 = 26.0;

/// The answers that have a button now.
#[derive(Resource, Debug, Default)]
pub struct Offers {
    /// In their order, each with its key.
    pub orders: Vec<(Option<Digit>, Order)>,
    /// How the slots of the bar lie.
    pub bar: Laid,
    /// The slot of the bar whose digit was pressed.
    pub pressed: Option<usize>,
    /// The attacks of a list above the bar, each with its key.
    pub rows: Vec<(Digit, Kind)>,
    /// The one of them whose key was pressed.
    pub taken: Option<Kind>,
    /// Whether answers are listed that cannot be given.
    pub everything: bool,
    /// Where that is switched at the end of the line of what is asked, and advice is had, as it was drawn last.
    pub switch: Option<Rect>,
    /// Whether those answers to a question are unfolded that do not lie open.
    pub others: bool,
    /// The key that unfolds them.
    pub unfolds: Option<Digit>,
    /// What was chosen in a camp and waits for Enter: told anew in every frame.
    pub confirms: Option<Order>,
    /// The panel that is being drawn beside a token: tips lie beside it, over none of its answers.
    panel: Option<Panel>,
}

impl Offers {
    /// Another question is put, or none.
    fn put_away(&mut self) {
        (self.others, self.unfolds) = (false, None);
        (self.rows, self.taken) = (Vec::new(), None);
    }
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
    /// Who does not know what to answer is told what the computer would do.
    pub advice: Advice<'w>,
}

/// What can be answered, and how large a question is that is put beside a token.
pub fn plugin(app: &mut App) {
    app.init_resource::<Offers>().init_resource::<Measured>();
    app.add_observer(|_: On<'_, '_, Begun>, mut offers: ResMut<'_, Offers>, mut measured: ResMut<'_, Measured>| {
        offers.bar = Laid::default();
        offers.put_away();
        measured.put_away();
    });
    app.add_observer(|_: On<'_, '_, Decided>, mut offers: ResMut<'_, Offers>, mut measured: ResMut<'_, Measured>| {
        offers.put_away();
        measured.put_away();
    });
    app.on_key(|key: Pressed<'_>, mut offers: ResMut<'_, Offers>| {
        if key.act == Act::Everything {
            offers.everything = !offers.everything;
        }
    });
}

/// The answer that sends `who`, where one's own are to be chosen from: a click on the token gives it.
pub fn sending(look: Look<'_>, known: &mut Known, who: Id) -> Option<Order> {
    let choices = known.choices(look);
    let name = look.key(who);
    let is_it = |choice: &&Choice| choice.order.verb == ACT && choice.order.with == Some(name);
    choices.iter().filter(|choice| choice.is_legal()).find(is_it).map(|choice| choice.order.clone())
}

/// Whether one's own are to be chosen from.
pub fn sends(question: &Question) -> bool {
    question.choices.iter().flatten().any(|choice| choice.order.verb == ACT)
}

/// Whether a question is asked in the middle of a deed: a click on somebody shows the answer that is about them, a second one
/// gives it.
pub fn asks_within(question: &Question) -> bool {
    question.choices.is_some() && !sends(question)
}

/// Whether a question is put where the eye is, beside the token of whoever is
/// asked: all but those about a whole turn, hands of cards, whom to send, and
/// the pages of a camp.
pub fn is_beside(look: Look<'_>, question: &Question) -> bool {
    let Some(choices) = question.choices.as_ref().filter(|_| question.who.is_some()) else { return false };
    let is_page = look.camp().is_some() && question.by.is_none() && choices.len() > MANY;
    let is_listed = |choice: &Choice| choice.card.is_some() || choice.order.verb == ACT;
    !is_page && !choices.iter().any(is_listed)
}

/// Whom a blow that was begun finds down, and the others that it may go on at.
pub fn astray(look: Look<'_>, choices: &[Choice]) -> Option<String> {
    let who = look.asked()?;
    let begun = look.rules().economy.unfinished(look, who)?;
    let down = look.target(begun).filter(|at| !at.is_thing() && look.knows_of(*at) && !look.is_in_play(*at))?;
    let goes_on = choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Begun);
    let others = goes_on.filter_map(|choice| look.target(&choice.order));
    let mut names: Vec<&str> =
        others.filter(|at| *at != down && look.knows_of(*at) && look.is_in_play(*at)).map(|at| look.name(at)).collect();
    names.dedup();
    let told = format!("{} is down already", look.name(down));
    Some(if names.is_empty() { told } else { format!("{told}: go on at {} instead", names.join(" or ")) })
}

/// The price of a choice, behind what it is paid for: "Draw: Sword" and "the move" make "Draw: Sword (takes the move)".
pub fn apart(choice: &Choice) -> String {
    let Some(cost) = choice.cost.as_deref() else { return String::new() };
    let takes = if cost.starts_with("the ") { "takes " } else { "" };
    format!(" ({takes}{})", bare(cost))
}

/// Words without brackets, where they stand in some: "2 actions (this is the first)" make "2 actions, this is the first".
pub fn bare(words: &str) -> String {
    words.replace(" (", ", ").replace(')', "")
}

/// What the button of an answer says.
pub fn words(choice: &Choice) -> String {
    let chance = choice.chance.as_deref().map(|chance| format!("  {}", odds::percent(chance)));
    // Attacks of one name are told apart by what they are done with.
    let with = choice.order.with.filter(|with| choice.group == Group::Attack && !choice.label.contains(with.as_str()));
    let with = with.map(|with| format!(", {with}")).unwrap_or_default();
    format!("{}{with}{}{}", choice.label, apart(choice), chance.unwrap_or_default())
}

/// A choice, and its place among those that can be given.
pub type Placed<'c> = (&'c Choice, usize);

/// These choices, each with its place among those that can be given now: it stays, whatever of them is drawn.
pub fn placed<'c>(choices: &[&'c Choice]) -> Vec<Placed<'c>> {
    let mut place = 0;
    let each = choices.iter().map(|choice| {
        let own = place;
        place += usize::from(has_key(choice));
        (*choice, own)
    });
    each.collect()
}

/// The button of an answer, with the next key.
pub fn answer(ui: &mut Ui, look: Look<'_>, question: &Question, choice: &Choice, with: &mut Answering<'_>) {
    let place = with.offers.orders.len();
    at(ui, look, question, (choice, place), with);
}

/// The same, with the key of its place.
pub fn at(ui: &mut Ui, look: Look<'_>, question: &Question, (choice, place): Placed<'_>, with: &mut Answering<'_>) {
    let key = keyed(question, choice, place, with);
    let text = says::on_button(look, question, choice);
    face(ui, look, question, choice, (&Shown { name: words(choice), ..Shown::plain(text) }, key), with);
    if let [first, more @ ..] = &*stance(look, choice, with) {
        let more = if more.is_empty() { String::new() } else { format!(", and {} more", more.len()) };
        ui.label(RichText::new(format!("{first}{more}")).small().color(theme::faint()));
    }
    if with.hand.open.is_some() {
        say_end(ui, look, choice, with);
    }
}

/// Says that the turn is over with a choice: what commits the last of one is read before it is pressed.
fn say_end(ui: &mut Ui, look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) {
    if choice.is_legal() && choice.order.verb != END_TURN && ends_turn(look, choice, with) {
        ui.label(RichText::new(ENDS).small().color(theme::faint()));
    }
}

/// What is told of a deed that the turn is over with.
pub const ENDS: &str = "ends the turn";

/// Whether the turn is over with a choice in it: then that is read before it is done.
pub fn ends_turn(look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) -> bool {
    if look.question().is_none_or(|asked| asked.choices.is_some()) {
        return false;
    }
    let order = with.hand.filled(choice);
    look.asked().and_then(|who| with.known.comes(look, who, &order)).is_some_and(|comes| comes.ends)
}

/// The same of one of several deeds that differ in nothing but their target: its name says it all.
pub fn at_whom(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choice, place): Placed<'_>,
    with: &mut Answering<'_>,
) {
    let key = keyed(question, choice, place, with);
    let text = look.target(&choice.order).map_or(choice.label.as_str(), |whom| look.name(whom)).to_owned();
    face(ui, look, question, choice, (&Shown { name: words(choice), ..Shown::plain(text) }, key), with);
}

/// Whether several deeds differ in nothing but their target.
pub fn is_at_whom(look: Look<'_>, choices: &[&Choice]) -> bool {
    let bare = |choice: &Choice| (Order { at: Default::default(), ..choice.order.clone() }, choice.cost.clone());
    let is_known = |choice: &&Choice| look.target(&choice.order).is_some_and(|whom| look.knows_of(whom));
    let is_same = |(one, other): (&&Choice, &&Choice)| bare(one) == bare(other);
    choices.len() > 1 && choices.iter().all(is_known) && choices.iter().zip(choices.iter().skip(1)).all(is_same)
}

/// What a stance that somebody takes of their own accord does about the blows of others, in a line each; nothing of all other
/// choices.
pub fn stance(look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) -> Arc<[String]> {
    let is_plain = choice.order.at.is_empty() && choice.counts.is_none() && has_key(choice);
    let is_stance = is_plain && matches!(choice.group, Group::Defence | Group::Posture);
    let is_free = look.question().is_some_and(|question| question.by.is_none());
    let who = look.asked().filter(|_| is_stance && is_free);
    who.map(|who| with.known.stance(look, who, &with.hand.filled(choice))).unwrap_or_default()
}

/// Whether an answer is given by a key.
fn has_key(choice: &Choice) -> bool {
    choice.is_legal() && choice.squares.is_empty()
}

/// Lists an answer among those that can be given now; the key that gives it.
fn keyed(question: &Question, choice: &Choice, place: usize, with: &mut Answering<'_>) -> Option<String> {
    if !has_key(choice) {
        return None;
    }
    // What is seldom wanted is done by no slip of a finger.
    let is_seldom = with.hand.open.as_ref().is_some_and(Kind::is_seldom);
    let key = Digit::of(question, &choice.order, place).filter(|_| !is_seldom);
    with.offers.orders.push((key, with.hand.filled(choice)));
    key.map(Digit::name)
}

/// What an answer takes; where less than that is left it only begins.
pub fn priced(look: Look<'_>, choice: &Choice) -> Option<String> {
    let (cost, economy) = (choice.cost.as_deref()?, &look.rules().economy);
    let begins = look.asked().filter(|who| economy.only_begins(look, *who, choice.takes));
    Some(begins.map_or_else(|| cost.to_owned(), |who| format!("{} of {cost}", economy.remaining(look, who))))
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::battle::{Choice, Group, Order};

    /// Promise: a price is never read as a part of what it is paid for.
    #[test]
    fn a_price_stands_apart() {
        let priced = |cost: Option<&str>, chance: Option<&str>| {
            let mut choice = Choice::new(Order::new("draw"), "Draw: Sword", Group::Gear, "R-1");
            (choice.cost, choice.chance) = (cost.map(str::to_owned), chance.map(str::to_owned));
            words(&choice)
        };
        assert_eq!(priced(Some("the move"), None), "Draw: Sword (takes the move)");
        assert_eq!(priced(Some("4 s"), Some("3/5")), "Draw: Sword (4 s)  60%");
        assert_eq!(priced(None, None), "Draw: Sword");
        assert_eq!(priced(Some("2 actions (the first)"), None), "Draw: Sword (2 actions, the first)");
    }

    /// Promise: attacks of one name at the same target say what they are done with.
    #[test]
    fn attacks_of_one_name_say_what_they_are_done_with() {
        let trip =
            |with: &'static str| Choice::new(Order::new("trip").with(with), "trip: Goblin 1", Group::Attack, "R-1");
        assert_eq!(
            ["Sword", "Knife"].map(|with| words(&trip(with))),
            ["trip: Goblin 1, Sword", "trip: Goblin 1, Knife"]
        );
        let plain = Choice::new(Order::new("attack").with("Sword"), "Sword: Goblin 1", Group::Attack, "R-1");
        assert_eq!(words(&plain), "Sword: Goblin 1");
    }
}
