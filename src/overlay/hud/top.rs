//! The line at the top: what is played and what for, the order of turns, and what else there is.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    Align, Button, FontId, Id, Label, Layout, Panel, Rect, RichText, TextStyle, TextWrapMode, Ui, UiBuilder,
    WidgetInfo, WidgetType,
};

use super::ribbon::{Ribbon, ribbon};
use super::{Hud, Places, Questions, drawers};
use crate::battle::{Limits, Look, Objective, Sides};
use crate::machine;
use crate::overlay::book::Book;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::keys::{self, Act, KeySheet};
use crate::overlay::log::{self, LogPanel};
use crate::overlay::panels::{self, Acts, Frame, Panels};
use crate::overlay::preferences::Settings;
use crate::overlay::saves::Saves;
use crate::overlay::sheet;
use crate::overlay::theme;
use crate::overlay::timeline::Timeline;
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
}

/// What is open, for the buttons that open it.
#[derive(SystemParam)]
struct Shown<'w> {
    hud: Res<'w, Hud>,
    asked: Res<'w, Questions>,
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
        buttons(ui, look, places, with);
    });
    let middle = part(rect.left() + left + 6.0, rect.right() - right - 6.0);
    ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| ribbon(ui, look, &mut with.ribbon));
}

/// How small what one must do is written beside its usual size, and in points at least.
const SMALLER: [f32; 3] = [1.0, 0.85, 0.7];
const LEAST: f32 = 12.0;

/// The battle, its round, and what one's own side must do: in as many lines as there is room for.
fn what_for(ui: &mut Ui, look: Look<'_>, title: &str) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.add(Label::new(RichText::new(title).heading()).truncate());
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
fn buttons(ui: &mut Ui, look: Look<'_>, places: &Places, with: &mut Top<'_>) {
    // Where the text is large they take several lines.
    ui.with_layout(Layout::right_to_left(Align::Min).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let button = ui.menu_button("Menu", |ui| menu(ui, look, with)).response.id;
        ui.data_mut(|data| data.insert_temp(Id::new(MENU), button));
        for (act, on, text, tip) in [
            (Act::Log, with.shown.log.open, "Log", "Everything that has happened"),
            (Act::Sheet, with.ribbon.sheet.open, "Sheet", "Figures, wounds and gear of whoever is selected"),
            (Act::Layers, with.shown.hud.layers, "Layers", "What the field shows"),
        ] {
            let drawer = match act {
                Act::Log => Some((false, log::WIDTH)),
                Act::Sheet => Some((true, sheet::WIDTH)),
                _ => None,
            };
            // A camp has sides of its own for them. What is open can always be put away.
            let drawer = drawer.filter(|_| !on && look.camp().is_none());
            let fits = drawer.is_none_or(|drawer| drawers::has_room(ui.ctx(), places, drawer, &with.shown.asked));
            let tip = if fits { tip } else { "After the question is answered: it takes the room" };
            ui.add_enabled_ui(fits, |ui| {
                if keys::toggle(ui, &with.ribbon.preferences.keys, act, on, text, tip) {
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
    for (act, text, tip) in
        [(Act::Save, "Save", "Save, to go on another time"), (Act::Load, "Load", "Go on from the last save")]
    {
        if keys::button(ui, &with.ribbon.preferences.keys, act, text, tip).clicked() {
            with.acts.wanted.push(act);
            ui.close();
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
