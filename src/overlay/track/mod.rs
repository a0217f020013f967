//! The initiative track: everybody in the order of their turns, in the form
//! of the game that is played.

mod order;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut};
use bevy_egui::egui::{Color32, Sense, Stroke, Ui, Vec2};

use super::panels::Begun;
use super::{theme, tokens};
use crate::battle::{Id, Look, RuleId, TrackEntry};
pub use order::{Row, Track};

/// The order of turns.
pub fn plugin(app: &mut App) {
    app.init_resource::<Track>();
    app.add_observer(|_: On<'_, '_, Begun>, mut track: ResMut<'_, Track>| *track = Track::default());
}

/// What somebody rolled or laid: a bare number with what it is, "initiative 12". Nothing where nothing is known of it.
pub fn rank(entry: &TrackEntry) -> Option<String> {
    let is_number = entry.text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
    match () {
        () if entry.hidden => Some("card face down".to_owned()),
        () if entry.text.is_empty() => None,
        () if is_number && entry.card.is_none() => Some(format!("initiative {}", entry.text)),
        () => Some(entry.text.clone()),
    }
}

/// How far somebody's turn of this round is.
fn standing(entry: &TrackEntry, next: bool, in_play: bool) -> Option<&'static str> {
    match () {
        () if !in_play => Some("out of the fight"),
        () if entry.now => Some("acts now"),
        () if entry.done => Some("has acted"),
        () if next => Some("next"),
        () => None,
    }
}

/// What somebody rolled or laid, and when they act.
pub fn when(entry: &TrackEntry, next: bool, in_play: bool) -> String {
    let together = entry.together.map(|_| "at once with others".to_owned());
    let standing = standing(entry, next, in_play).map(str::to_owned);
    rank(entry).into_iter().chain(standing).chain(together).collect::<Vec<_>>().join(", ")
}

/// An entry in words, for those who hear it read.
pub fn said(look: Look<'_>, entry: &TrackEntry, next: bool, in_play: bool) -> String {
    let when = Some(when(entry, next, in_play)).filter(|when| !when.is_empty());
    [look.name(entry.who).to_owned()].into_iter().chain(when).collect::<Vec<_>>().join(", ")
}

/// Why whoever acts now may, though they were felled, and the rule that says so: those who act at once fall once all have acted.
pub fn falls_later(look: Look<'_>) -> Option<(String, Option<RuleId>)> {
    let clock = look.clock();
    let who = clock.turn.filter(|who| clock.together && look.is_falling(*who) && look.knows_of(*who))?;
    let initiative = &look.rules().initiative;
    let entry = initiative.track(look.as_asked()).into_iter().find(|entry| entry.who == who);
    let number =
        entry.filter(|entry| !entry.hidden && !entry.text.is_empty()).map(|entry| format!(" ({})", entry.text));
    let told = format!("{} strikes at the same moment{}, as they fell", look.name(who), number.unwrap_or_default());
    Some((told, initiative.at_once()))
}

/// When somebody falls who was felled by those who act at once: nothing where they were not.
pub fn falls(look: Look<'_>, who: Id) -> Option<String> {
    if !look.is_falling(who) || !look.knows_of(who) {
        return None;
    }
    let all = look.rules().initiative.track(look.as_asked());
    let now = all.iter().find(|entry| entry.now).or_else(|| all.iter().find(|entry| entry.who == who));
    let number = now.filter(|entry| !entry.hidden && !entry.text.is_empty() && entry.card.is_none());
    let those = number.map_or_else(|| "who act now".to_owned(), |entry| format!("at initiative {}", entry.text));
    Some(format!("falls once all {those} have struck"))
}

/// With whom somebody acts at once, and what comes of that.
pub fn together(look: Look<'_>, entry: &TrackEntry) -> Option<String> {
    let group = entry.together?;
    let all = look.rules().initiative.track(look.as_asked());
    let is_with = |other: &&TrackEntry| other.together == Some(group) && other.who != entry.who;
    let with = all.iter().filter(is_with).filter(|other| look.knows_of(other.who) && look.counts(other.who));
    let names: Vec<&str> = with.map(|other| look.name(other.who)).collect();
    let falls = if look.is_falling(entry.who) { " They fall then." } else { "" };
    (!names.is_empty()).then(|| {
        format!(
            "Blue bar: at the same moment as {}; nobody falls before all of them have struck.{falls}",
            names.join(", ")
        )
    })
}

/// The mark of somebody's side: its colour and its shape. A thing is on no side.
pub fn chip(ui: &mut Ui, look: Look<'_>, who: Id) {
    if who.is_thing() {
        return;
    }
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, 14.0)), Sense::hover());
    let side = look.side(who).0;
    tokens::shape(
        ui.painter(),
        rect.center(),
        rect.width() * 0.43,
        side,
        theme::side(side),
        Stroke::new(1.0, Color32::BLACK),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;
    use crate::dice::{Card, Suit};

    /// Promise: a bare number in the order of turns says what it is.
    #[test]
    fn a_number_in_the_order_of_turns_says_what_it_is() {
        let (who, side) = (Id(1), SideId(0));
        let entry = |text: &str| {
            let text = text.to_owned();
            TrackEntry { who, side, text, card: None, done: false, now: false, hidden: false, together: None }
        };
        let card = Some((Card::Suited(7, Suit::Spades), 7));
        assert_eq!(
            when(&TrackEntry { card, ..entry("7 of spades") }, false, true),
            "7 of spades",
            "a card says it itself"
        );
        assert_eq!(when(&entry("2"), true, true), "initiative 2, next");
        assert_eq!(when(&entry("with Bay"), false, true), "with Bay");
        assert_eq!(
            when(&TrackEntry { together: Some(1), now: true, ..entry("-1") }, false, true),
            "initiative -1, acts now, at once with others"
        );
        assert_eq!(when(&TrackEntry { hidden: true, ..entry("") }, false, true), "card face down");
        assert_eq!(when(&entry(""), false, false), "out of the fight");
    }
}
