//! What is seldom wanted, behind the last button of the line at the top.

use bevy_egui::egui::{Button, Id, ScrollArea, TextWrapMode, Ui};

use super::Top;
use crate::ai::Whose;
use crate::battle::Look;
use crate::machine;
use crate::overlay::end::is_over;
use crate::overlay::keys::{self, Act};
use crate::overlay::wishes::Wish;
use crate::overlay::{hovered, theme, timeline};

/// Whether the menu is drawn that was not drawn before.
fn is_opened(ui: &Ui) -> bool {
    let (name, now) = (Id::new("the menu was drawn"), ui.ctx().cumulative_pass_nr());
    let before = ui.data_mut(|data| {
        let before = data.get_temp::<u64>(name);
        data.insert_temp(name, now);
        before
    });
    before.is_none_or(|before| before + 1 < now)
}

/// What is seldom wanted. Where it is higher than the window it scrolls, from its top whenever it opens.
pub(super) fn menu(ui: &mut Ui, look: Look<'_>, with: &mut Top<'_>) {
    ui.set_min_width(180.0 * theme::scale(ui.ctx()));
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    let page = ui.ctx().content_rect();
    let below = 2.0 * f32::from(ui.spacing().menu_margin.bottom);
    let room = (page.bottom() - ui.next_widget_position().y - below).clamp(page.height() * 0.5, page.height());
    let all = ScrollArea::vertical().id_salt("menu").max_height(room).min_scrolled_height(room);
    let all = if is_opened(ui) { all.vertical_scroll_offset(0.0) } else { all };
    all.show(ui, |ui| entries(ui, look, with));
}

/// All of it.
fn entries(ui: &mut Ui, look: Look<'_>, with: &mut Top<'_>) {
    if with.end.seen && is_over(look) {
        if ui.button("How it ended").clicked() {
            with.end.seen = false;
        }
        let tip = "Chances to win, mistakes and luck, decision by decision";
        if hovered::tell(ui.button("Analyse"), ui, tip).clicked() {
            with.wishes.wish = Some(Wish::Analyse);
            ui.close();
        }
    }
    if keys::button(ui, &with.ribbon.preferences.keys, Act::Hint, "Hint", "What the computer would do in your place")
        .clicked()
    {
        with.acts.wanted.push(Act::Hint);
        ui.close();
    }
    for (act, on, text, tip) in [
        (Act::Book, with.shown.book.open, "Rulebook", "Every rule in plain words"),
        (Act::Saves, with.shown.saves.open, "Saves", "All saved battles; codes to share"),
        (Act::Settings, with.shown.settings.open, "Settings", "Size of text, speed, colours, keys"),
        (Act::Keys, with.shown.keys.open, "Keys", "What keys do"),
        (
            Act::Auto,
            with.ribbon.pace.auto,
            "Let the computer play",
            "It decides for all sides until you take over again",
        ),
        (Act::Fast, with.ribbon.pace.fast, "Play without pauses", "What happens is there at once, without being shown"),
    ] {
        let (may, tip) = match act {
            Act::Auto if is_over(look) => (false, "The battle is over: there is nothing to decide any more"),
            _ => (true, tip),
        };
        if keys::marked(ui, &with.ribbon.preferences.keys, act, (may, on), text, tip) {
            with.acts.wanted.push(act);
            ui.close();
        }
    }
    // It is always there, so that nothing below it ever moves.
    let habits = &with.ribbon.pace.habits;
    let told = habits.keys().map(|(kind, whose)| match whose {
        Whose::Asked(Some(who)) => format!("{kind} of {}", look.name(*who)),
        Whose::Asked(None) => kind.to_string(),
        Whose::All(side) => format!("{kind} of all of {}", look.side_name(*side)),
    });
    let tip = format!("Answered by itself so far: {}", told.collect::<Vec<_>>().join(", "));
    let tip = if habits.is_empty() { "Nothing is answered by itself" } else { &tip };
    let again = ui.add_enabled(!habits.is_empty(), Button::new("Ask me again"));
    if hovered::tell(again, ui, tip).clicked() {
        with.ribbon.pace.habits.clear();
        ui.close();
    }
    ui.separator();
    ui.menu_button("Show and export", |ui| to_others(ui, with));
    ui.separator();
    for (act, text, tip) in
        [(Act::Save, "Save", "Save, to go on another time"), (Act::Load, "Load", "Go on from the last save")]
    {
        if keys::button(ui, &with.ribbon.preferences.keys, act, text, tip).clicked() {
            with.acts.wanted.push(act);
            ui.close();
        }
    }
    if with.timeline.is_there() {
        for (text, tip, wish) in timeline::EXPLAINS {
            if hovered::tell(ui.button(text), ui, tip).clicked() {
                with.wishes.wish = Some(wish);
                ui.close();
            }
        }
    }
    ui.separator();
    if hovered::tell(ui.button("Battles"), ui, "Leave this battle and choose another").clicked() {
        with.wishes.wish = Some(Wish::Menu);
        ui.close();
    }
    if !machine::IS_LEFT {
        return;
    }
    let tip = "Close the program; the battle keeps itself";
    let quits = if is_over(look) {
        hovered::tell(ui.button("Quit"), ui, tip).clicked()
    } else {
        // What still goes on is left with a second word.
        let asked = ui.menu_button("Quit", |ui| {
            ui.label("The battle is kept. Quit?");
            hovered::tell(ui.button("Yes, quit"), ui, tip).clicked()
        });
        asked.inner.unwrap_or_default()
    };
    if quits {
        with.wishes.wish = Some(Wish::Quit);
        ui.close();
    }
}

/// What is done for others: the field alone, a talk, pictures and films.
fn to_others(ui: &mut Ui, with: &mut Top<'_>) {
    let tip = "Nothing but the field, to be shown to others";
    if keys::button(ui, &with.ribbon.preferences.keys, Act::Present, "Present", tip).clicked() {
        with.acts.wanted.push(Act::Present);
        ui.close();
    }
    if machine::HAS_WINDOWS {
        let tip = "The field alone in a second window, with large text; this one keeps its panels";
        let (keys, on) = (&with.ribbon.preferences.keys, with.presenter.audience);
        if keys::marked(ui, keys, Act::Audience, (true, on), "Show to the audience", tip) {
            with.acts.wanted.push(Act::Audience);
            ui.close();
        }
    }
    if hovered::tell(ui.button("Add to my talk"), ui, "This moment, as its next step").clicked() {
        with.presenter.add_moment();
        ui.close();
    }
    if hovered::tell(ui.button("My talk"), ui, "What is shown to others one after the other").clicked() {
        with.presenter.open = true;
        ui.close();
    }
    if hovered::tell(ui.button("Export"), ui, "A picture, a film, a text of this battle").clicked() {
        with.export.show(with.timeline.now(), with.timeline.count());
        ui.close();
    }
}
