//! The line at the top: what is played and what for, the order of turns, and what else there is.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Align, Button, FontId, Id, Panel, Rect, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetType,
};

use super::fitted::in_one_line;
use super::ribbon::{Ribbon, ribbon};
use super::{Drawer, Hud, Layout, Places};
use crate::battle::{Limits, Look, Objective, Sides};
use crate::machine;
use crate::overlay::book::Book;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::export::Export;
use crate::overlay::keys::{self, Act, KeySheet};
use crate::overlay::log::LogPanel;
use crate::overlay::panels::{self, Acts, Frame, Panels};
use crate::overlay::preferences::Settings;
use crate::overlay::present::Presenter;
use crate::overlay::saves::Saves;
use crate::overlay::theme;
use crate::overlay::timeline::{self, Timeline};
use crate::overlay::wishes::{Wish, Wishes, undone};

/// Points that the title takes, at the usual size of text, and of a window.
const TITLE: (f32, f32) = (270.0, 0.27);
/// The same for the buttons.
const BUTTONS: (f32, f32) = (346.0, 0.34);

/// Where it is kept which button opens the menu.
pub const MENU: &str = "menu button";

/// The line over the field, and over a camp.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Bars, |frame: Frame<'_>, mut with: Top<'_>| {
        if !with.shown.hud.presents {
            top(frame.ui, frame.look, frame.title, &frame.places, &mut with);
        }
    });
    app.add_panel(panels::Height::Camp, |Frame { ui, look, title, places }: Frame<'_>, mut with: Top<'_>| {
        let high = places.field.top() - places.whole.top();
        Panel::top("bar").exact_size(high).show(ui, |ui| top(ui, look, title, &places, &mut with));
    });
}

/// What the line reads and changes.
#[derive(SystemParam)]
struct Top<'w> {
    ribbon: Ribbon<'w>,
    shown: Shown<'w>,
    acts: ResMut<'w, Acts>,
    wishes: ResMut<'w, Wishes>,
    end: ResMut<'w, EndPage>,
    timeline: Res<'w, Timeline>,
    presenter: ResMut<'w, Presenter>,
    export: ResMut<'w, Export>,
}

/// What is open, for the buttons that open it.
#[derive(SystemParam)]
struct Shown<'w> {
    hud: Res<'w, Hud>,
    layout: Res<'w, Layout>,
    log: Res<'w, LogPanel>,
    book: Res<'w, Book>,
    saves: Res<'w, Saves>,
    settings: Res<'w, Settings>,
    keys: Res<'w, KeySheet>,
}

/// The line.
fn top(ui: &mut Ui, look: Look<'_>, title: &str, places: &Places, with: &mut Top<'_>) {
    let rect = places.top();
    let scale = theme::scale(ui.ctx());
    let wide = |(points, share): (f32, f32)| (points * scale).min(rect.width() * share);
    let (left, right) = (wide(TITLE), wide(BUTTONS));
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, rect.y_range());
    ui.scope_builder(UiBuilder::new().max_rect(part(rect.left(), rect.left() + left)), |ui| {
        ui.set_clip_rect(ui.max_rect());
        what_for(ui, look, title);
    });
    ui.scope_builder(UiBuilder::new().max_rect(part(rect.right() - right, rect.right())), |ui| {
        buttons(ui, look, with);
    });
    let middle = part(rect.left() + left + 6.0, rect.right() - right - 6.0);
    ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| ribbon(ui, look, &mut with.ribbon));
}

/// How small what one must do is written beside its usual size, and in points at least.
const SMALLER: [f32; 5] = [1.0, 0.85, 0.7, 0.6, 0.5];
const LEAST: f32 = 12.0;

/// The battle, its round, and what one's own side must do: in as many lines as there is room for.
fn what_for(ui: &mut Ui, look: Look<'_>, title: &str) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let heading = TextStyle::Heading.resolve(ui.style());
    ui.label(in_one_line(ui.painter(), title, ui.available_width(), &heading, theme::ink()));
    let room = ui.available_size();
    let goal = goal(look);
    let limit = look.battle::<Limits>().map_or(0, |limits| limits.rounds);
    let when = match limit {
        _ if look.camp().is_some() => "in camp".to_owned(),
        0 | 1_000.. => look.when(),
        _ if look.clock().round >= limit => format!("{}, the last", look.when()),
        _ => format!("{}, {} left", look.when(), limit - look.clock().round),
    };
    let usual = TextStyle::Small.resolve(ui.style());
    let lines = |between: &str, share: f32| {
        let font = FontId::new(usual.size * share, usual.family.clone());
        let high = ui.text_style_height(&TextStyle::Small) * share;
        let mut job = LayoutJob::single_section(when.clone(), TextFormat::simple(font.clone(), theme::faint()));
        (job.wrap.max_width, job.wrap.max_rows) = (room.x, ((room.y / high).floor() as usize).max(1));
        if let Some(goal) = &goal {
            job.append(between, 0.0, TextFormat::simple(font.clone(), theme::faint()));
            job.append(goal, 0.0, TextFormat::simple(font.clone(), theme::accent()));
        }
        ui.painter().layout_job(job)
    };
    // Below each other, and in one stretch where that takes less room; where the text is large, smaller before it is cut off.
    let sizes = SMALLER.into_iter().filter(|share| *share == 1.0 || usual.size * share >= LEAST);
    let mut tries = sizes.flat_map(|share| ["\n", " · "].map(|between| (between, share)));
    let whole = tries.find_map(|(between, share)| Some(lines(between, share)).filter(|told| !told.elided));
    let told = whole.unwrap_or_else(|| lines(" · ", 1.0));
    let line = ui.label(told);
    if let Some(goal) = goal {
        line.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{when}: {goal}")));
        line.on_hover_text(goal);
    }
}

/// What the side must do that sits here.
pub fn goal(look: Look<'_>) -> Option<String> {
    Some(objective(look)?.told(look))
}

/// The goal of the side that sits here: the one that is asked, else the first that people play.
pub fn objective<'w>(look: Look<'w>) -> Option<&'w Objective> {
    let sides = look.battle::<Sides>()?;
    let asked = look.question().map(|question| question.side).filter(|side| look.is_played_here(*side));
    let mine = asked.map(|side| usize::from(side.0)).or_else(|| sides.0.iter().position(|side| side.is_players))?;
    Some(&sides.0.get(mine)?.objective)
}

/// What is always at hand, and a menu with the rest.
fn buttons(ui: &mut Ui, look: Look<'_>, with: &mut Top<'_>) {
    // Where the text is large they take several lines.
    ui.with_layout(egui::Layout::right_to_left(Align::Min).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let button = ui.menu_button("Menu", |ui| menu(ui, look, with)).response.id;
        ui.data_mut(|data| data.insert_temp(Id::new(MENU), button));
        for (act, drawer, on, text, tip) in [
            (Act::Log, Drawer::Log, with.shown.log.open, "Log", "Everything that has happened"),
            (
                Act::Sheet,
                Drawer::Sheet,
                with.ribbon.sheet.open,
                "Sheet",
                "Figures, wounds and gear of whoever is selected",
            ),
            (Act::Layers, Drawer::Layers, with.shown.hud.layers, "Layers", "What the field shows"),
        ] {
            let shut = with.shown.layout.shuts(drawer);
            let tip = shut.map_or_else(|| tip.to_owned(), |when| format!("Shown {when}"));
            ui.add_enabled_ui(shut.is_none(), |ui| {
                if keys::toggle(ui, &with.ribbon.preferences.keys, act, on && shut.is_none(), text, &tip) {
                    with.acts.wanted.push(act);
                }
            });
        }
        let last = match with.timeline.looks_back() {
            true => Err("Nothing can be taken back while you look back".to_owned()),
            false => undone(look, with.ribbon.preferences.rewinds),
        };
        let may = last.is_ok();
        let tip = last.map_or_else(
            |why| why,
            |at| {
                let what = with.timeline.said(look, at).map_or_else(String::new, |what| format!(": {what}"));
                format!("Take back your last decision{what}")
            },
        );
        ui.add_enabled_ui(may, |ui| {
            if keys::button(ui, &with.ribbon.preferences.keys, Act::Undo, "Undo", &tip).clicked() {
                with.acts.wanted.push(Act::Undo);
            }
        });
    });
}

/// What is seldom wanted.
fn menu(ui: &mut Ui, look: Look<'_>, with: &mut Top<'_>) {
    ui.set_min_width(180.0 * theme::scale(ui.ctx()));
    if with.end.seen && is_over(look) {
        if ui.button("How it ended").clicked() {
            with.end.seen = false;
        }
        if ui.button("Analyse").on_hover_text("Chances to win, mistakes and luck, decision by decision").clicked() {
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
        (Act::Auto, with.ribbon.pace.auto, "Auto", "Let the computer play all sides"),
        (Act::Fast, with.ribbon.pace.fast, "Fast", "Let the computer decide without a pause"),
    ] {
        if keys::marked(ui, &with.ribbon.preferences.keys, act, on, text, tip) {
            with.acts.wanted.push(act);
            ui.close();
        }
    }
    // It is always there, so that nothing below it ever moves.
    let habits = &with.ribbon.pace.habits;
    let told = habits.keys().map(|(kind, who)| {
        let who = who.map_or_else(String::new, |who| format!(" of {}", look.name(who)));
        format!("{kind}{who}")
    });
    let tip = format!("Answered by itself so far: {}", told.collect::<Vec<_>>().join(", "));
    let again = ui.add_enabled(!habits.is_empty(), Button::new("Ask me again")).on_hover_text(tip);
    if again.on_disabled_hover_text("Nothing is answered by itself").clicked() {
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
            if ui.button(text).on_hover_text(tip).clicked() {
                with.wishes.wish = Some(wish);
                ui.close();
            }
        }
    }
    ui.separator();
    if ui.button("Battles").on_hover_text("Leave this battle and choose another").clicked() {
        with.wishes.wish = Some(Wish::Menu);
        ui.close();
    }
    if !machine::IS_LEFT {
        return;
    }
    let tip = "Close the program; the battle keeps itself";
    let quits = if is_over(look) {
        ui.button("Quit").on_hover_text(tip).clicked()
    } else {
        // What still goes on is left with a second word.
        let asked = ui.menu_button("Quit", |ui| {
            ui.label("The battle is kept. Quit?");
            ui.button("Yes, quit").on_hover_text(tip).clicked()
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
    if ui.button("Add to my talk").on_hover_text("This moment, as its next step").clicked() {
        with.presenter.add_moment();
        ui.close();
    }
    if ui.button("My talk").on_hover_text("What is shown to others one after the other").clicked() {
        with.presenter.open = true;
        ui.close();
    }
    if ui.button("Export").on_hover_text("A picture, a film, a text of this battle").clicked() {
        with.export.show(with.timeline.now(), with.timeline.count());
        ui.close();
    }
}
