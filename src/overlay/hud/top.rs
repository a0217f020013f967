//! The line at the top: what is played and what for, the order of turns, and what else there is.

mod menu;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Align, FontId, Id, Panel, Rect, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetType, pos2,
};

use self::menu::menu;
use super::ribbon::{Ribbon, ribbon};
use super::{Drawer, Hud, Layout, Places, goal};
use crate::battle::{Look, capital};
use crate::overlay::book::Book;
use crate::overlay::end::EndPage;
use crate::overlay::export::Export;
use crate::overlay::keys::{self, Act, KeySheet};
use crate::overlay::log::LogPanel;
use crate::overlay::panels::{self, Acts, Frame, Panels};
use crate::overlay::preferences::Settings;
use crate::overlay::present::Presenter;
use crate::overlay::saves::Saves;
use crate::overlay::timeline::Timeline;
use crate::overlay::undo::{told, undone};
use crate::overlay::wishes::Wishes;
use crate::overlay::{hovered, rounds, theme};

/// Points that the title takes, at the usual size of text, and of a window.
const TITLE: (f32, f32) = (270.0, 0.27);
/// The same for the buttons, at most.
const BUTTONS: (f32, f32) = (346.0, 0.34);
/// Points between them, and between the parts of the line.
const BETWEEN: f32 = 4.0;
const APART: f32 = 6.0;

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
    let scale = theme::scale(ui.ctx());
    let (rect, below) = (places.top(scale), places.goal(scale));
    let wide = |(points, share): (f32, f32)| (points * scale).min(rect.width() * share);
    let (left, right) = (wide(TITLE), wide(BUTTONS));
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, rect.y_range());
    ui.scope_builder(UiBuilder::new().max_rect(part(rect.left(), rect.left() + left)), |ui| {
        ui.set_clip_rect(ui.max_rect());
        what_for(ui, look, (title, below.is_none()), with.ribbon.motion.round(look));
    });
    if let Some((goal, below)) = goal::told(look).zip(below) {
        ui.scope_builder(UiBuilder::new().max_rect(below), |ui| in_line(ui, &goal));
    }
    let begins = buttons(ui, look, part(rect.right() - right, rect.right()), with);
    // What is left between the two.
    let from = rect.left() + left + APART;
    let middle = part(from, (begins - APART).max(from));
    ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
        ui.set_clip_rect(middle.expand(1.0).intersect(ui.clip_rect()));
        ribbon(ui, look, &mut with.ribbon);
    });
}

/// How small what one must do is written beside its usual size, and in points at least.
const SMALLER: [f32; 5] = [1.0, 0.85, 0.7, 0.6, 0.5];
const LEAST: f32 = 12.0;

/// What one's own side must do, in a line of its own.
fn in_line(ui: &mut Ui, goal: &str) {
    let font = TextStyle::Small.resolve(ui.style());
    let smaller = [0.92, 0.84].map(|share| font.size * share);
    let told = theme::cut(ui.painter(), goal, ui.available_width(), (&font, smaller), theme::accent());
    hovered::tell(hovered::line(ui, told), ui, goal);
}

/// The battle, its round, and what one's own side must do where that is told here: in as many lines as there is room for.
fn what_for(ui: &mut Ui, look: Look<'_>, (title, has_goal): (&str, bool), round: i32) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let heading = TextStyle::Heading.resolve(ui.style());
    ui.label(theme::in_one_line(ui.painter(), title, ui.available_width(), &heading, theme::ink()));
    let room = ui.available_size();
    let goal = goal::told(look).filter(|_| has_goal);
    let when = if look.camp().is_some() { "In camp".to_owned() } else { when(round, goal::rounds(look)) };
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
    let line = hovered::line(ui, told);
    if let Some(goal) = goal {
        line.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{when}: {goal}")));
        hovered::tell(line, ui, &goal);
    }
}

/// Which round it is at the head of the page, and of how many where they are few enough to be counted.
fn when(round: i32, of: i32) -> String {
    let told = capital(&rounds::named(round));
    if round > 0 && (1..1_000).contains(&of) && round <= of { format!("{told} of {of}") } else { told }
}

/// What is always at hand, from the right, and a menu with the rest.
const HAND: [(&str, Option<Act>); 5] = [
    ("Menu", None),
    ("Log", Some(Act::Log)),
    ("Sheet", Some(Act::Sheet)),
    ("Layers", Some(Act::Layers)),
    ("Undo", Some(Act::Undo)),
];

/// How large they are written beside their usual size, and whether their keys are written on them, until they have room.
const WRITTEN: [(f32, bool); 7] =
    [(1.0, true), (1.0, false), (0.85, false), (0.7, false), (0.6, false), (0.5, false), (0.4, false)];

/// How many of so wide things stand in each line of this width, if they need no more lines than this.
fn lines(each: &[f32], between: f32, wide: f32, most: usize) -> Option<Vec<usize>> {
    let (mut all, mut used): (Vec<usize>, f32) = (Vec::new(), f32::INFINITY);
    for own in each {
        if *own > wide {
            return None;
        }
        match all.last_mut() {
            Some(count) if used + between + own <= wide => (*count, used) = (*count + 1, used + between + own),
            _ => {
                all.push(1);
                used = *own;
            }
        }
    }
    (all.len() <= most).then_some(all)
}

/// Makes buttons this much smaller.
pub(super) fn shrink(ui: &mut Ui, share: f32) {
    theme::shrink(ui, share);
    let style = ui.style_mut();
    style.wrap_mode = Some(TextWrapMode::Extend);
    style.spacing.item_spacing.x = BETWEEN;
    style.spacing.icon_spacing *= share;
}

/// What is always at hand, in this room: where the text is large in several lines, then without keys, then smaller. It says how
/// far to the left it comes.
fn buttons(ui: &mut Ui, look: Look<'_>, room: Rect, with: &mut Top<'_>) -> f32 {
    let keys = &with.ribbon.preferences.keys;
    let measured = |(share, has_keys): (f32, bool)| {
        let spacing = ui.spacing();
        let font = |style: TextStyle| {
            let usual = style.resolve(ui.style());
            FontId::new(usual.size * share, usual.family)
        };
        let wide = |text: String, style| ui.painter().layout_no_wrap(text, font(style), theme::ink()).size();
        let around = 2.0 * spacing.button_padding * share;
        let high = (wide("M".to_owned(), TextStyle::Button).y + around.y).max(spacing.interact_size.y * share);
        let each = HAND.map(|(name, act)| {
            let key = act.filter(|_| has_keys).map(|act| keys::name(keys, act)).filter(|key| !key.is_empty());
            let key = key.map_or(0.0, |key| wide(key, TextStyle::Small).x + spacing.icon_spacing);
            wide(name.to_owned(), TextStyle::Button).x + key + around.x + 2.0
        });
        let below = high + spacing.item_spacing.y * share;
        let most = (((room.height() + below - high) / below).floor() as usize).max(1);
        Some((share, has_keys, below, lines(&each, BETWEEN, room.width(), most)?))
    };
    let found = WRITTEN.into_iter().find_map(measured);
    let (share, has_keys, below, lines) = found.unwrap_or((0.4, false, room.height(), vec![HAND.len()]));
    let (mut hand, mut top, mut left) = (HAND.into_iter(), room.top(), room.right());
    for count in lines {
        let line = Rect::from_min_max(pos2(room.left(), top), pos2(room.right(), top + below));
        let layout = egui::Layout::right_to_left(Align::Min);
        let drawn = ui.scope_builder(UiBuilder::new().max_rect(line).layout(layout), |ui| {
            shrink(ui, share);
            hand.by_ref().take(count).for_each(|(name, act)| at_hand(ui, look, (name, act, has_keys), with));
            ui.min_rect().left()
        });
        (top, left) = (top + below, left.min(drawn.inner));
    }
    left
}

/// One of them.
fn at_hand(ui: &mut Ui, look: Look<'_>, (name, act, has_key): (&str, Option<Act>, bool), with: &mut Top<'_>) {
    let Some(act) = act else {
        let button = ui.menu_button(name, |ui| menu(ui, look, with)).response.id;
        ui.data_mut(|data| data.insert_temp(Id::new(MENU), button));
        return;
    };
    let drawer = |drawer: Drawer, on: bool, tip: &str| {
        let shut = with.shown.layout.shuts(drawer);
        let told = shut.map_or_else(|| tip.to_owned(), |when| format!("Shown {when}"));
        (Some(on && shut.is_none()), shut.is_none(), told)
    };
    let (on, may, tip) = match act {
        Act::Log => drawer(Drawer::Log, with.shown.log.open, "Everything that has happened"),
        Act::Sheet => {
            let tip = "Figures, wounds and gear of whoever is selected";
            drawer(Drawer::Sheet, with.ribbon.sheet.open, tip)
        }
        Act::Layers => drawer(Drawer::Layers, with.shown.hud.layers, "What the field shows"),
        _ => {
            let (may, tip) = last(look, with);
            (None, may, tip)
        }
    };
    let key = keys::name(&with.ribbon.preferences.keys, act);
    let tip = if has_key || key.is_empty() { tip } else { format!("{tip} ({key})") };
    let key = Some(key.as_str()).filter(|_| has_key);
    if keys::keyed(ui, (may, on), (name, name), key, &tip).clicked() {
        with.acts.wanted.push(act);
    }
}

/// Whether the last click can be taken back; and what came of it, or why not.
fn last(look: Look<'_>, with: &Top<'_>) -> (bool, String) {
    if with.timeline.looks_back() {
        return (false, "Nothing can be taken back while you look back".to_owned());
    }
    match undone(look, &with.timeline, with.ribbon.preferences.rewinds) {
        Err(why) => (false, why),
        Ok(own) => (true, told(look, &with.timeline, &own)),
    }
}

#[cfg(test)]
mod tests {
    use super::{lines, when};

    /// Promise: the title tells in plain words which round it is, and of how many only where that is a limit.
    #[test]
    fn the_title_tells_which_round_it_is() {
        assert_eq!(when(14, 60), "Round 14 of 60");
        assert_eq!(when(60, 60), "Round 60 of 60");
        for unlimited in [0, 1_000, 10_000] {
            assert_eq!(when(14, unlimited), "Round 14");
        }
        assert_eq!(when(0, 60), "Before the first round");
    }

    /// Promise: what is always at hand keeps within its room: it takes several lines, and none that there is no room for.
    #[test]
    fn buttons_keep_within_their_room() {
        let each = [40.0, 30.0, 30.0, 50.0];
        assert_eq!(lines(&each, 5.0, 200.0, 1), Some(vec![4]));
        assert_eq!(lines(&each, 5.0, 85.0, 2), Some(vec![2, 2]));
        assert_eq!((lines(&each, 5.0, 85.0, 1), lines(&each, 5.0, 45.0, 9)), (None, None));
    }
}
