//! What lies over the field: a line at the top, the bar of deeds at the bottom, drawers at the sides. Where the field
//! itself lies hangs on the size of the window and of its text alone, so that nothing but the player ever moves it.

mod asked;
mod attacks;
pub mod card;
pub mod deeds;
pub mod drawers;
mod face;
mod fly_out;
pub mod goal;
pub mod layout;
mod outcome;
pub mod questions;
mod quiet;
pub mod ribbon;
pub mod slots;
mod stuck;
pub mod top;
mod warned;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{
    Align2, Area, Color32, Context, Frame, Id, InnerResponse, LayerId, Margin, Order, Pos2, Rect, Shadow, Stroke, Ui,
    UiBuilder, Vec2, vec2,
};

use super::keys::Act;
use super::notices::Notices;
use super::panels::{self, Back, Begun, Height, Panels, Pressed};
use super::{log, sheet, theme};

pub use layout::{Drawer, Layout};
pub(super) use outcome::Lately;
pub use questions::Questions;
pub use stuck::bound;

/// Points of the line at the top, and of the bar at the bottom, at the usual size of text.
const TOP: f32 = 68.0;
const BOTTOM: f32 = 118.0;
/// No more of the height of a window than this goes to either.
const MOST: f32 = 0.21;
/// A window that is higher than broad, and has less than this across, is narrow: there the goal has a line of its own below the
/// one at the top, and the bar two rows for slots. No more of its height than these shares goes to either.
const NARROW: f32 = 560.0;
const GOAL: f32 = 18.0;
const ROWS: f32 = 164.0;
const SHARES: [f32; 2] = [0.16, 0.26];
/// Points between the edge of the window and what lies there.
pub const GAP: f32 = 8.0;

/// What of it is shown.
#[derive(Resource, Debug, Default)]
pub struct Hud {
    /// Whether everything but the field is put away.
    pub presents: bool,
    /// Whether it is listed what the field shows.
    pub layers: bool,
}

impl Hud {
    /// The part of the page that the field is seen in: all of it where nothing else is shown.
    pub const fn seen(&self, places: &Places) -> Rect {
        if self.presents { places.whole } else { places.field }
    }
}

/// The strips above and below the field, and all that lies over it.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hud>().add_plugins(layout::plugin);
    app.add_panel(Height::Bars, |panels::Frame { ui, places, .. }: panels::Frame<'_>, hud: Res<'_, Hud>| {
        if !hud.presents {
            let (whole, field) = (places.whole, places.field);
            for rows in [whole.top()..=field.top(), field.bottom()..=whole.bottom()] {
                ui.painter().rect_filled(Rect::from_x_y_ranges(whole.x_range(), rows), 0.0, theme::back());
            }
        }
    });
    app.add_plugins((top::plugin, deeds::plugin));
    // The list of what the field shows is drawn out for one battle; what is shown stays.
    app.add_observer(|_: On<'_, '_, Begun>, mut hud: ResMut<'_, Hud>| hud.layers = false);
    app.on_back(Back::Layers, |mut hud: ResMut<'_, Hud>| std::mem::take(&mut hud.layers));
    app.on_key(
        |key: Pressed<'_>, mut hud: ResMut<'_, Hud>, layout: Res<'_, Layout>, mut notices: ResMut<'_, Notices>| {
            match key.act {
                Act::Layers => layout.turn(Drawer::Layers, &mut hud.layers, &mut notices),
                Act::Present => hud.presents = !hud.presents,
                _ => {}
            }
        },
    );
}

/// Whether a window has so little room across that what lies beside each other elsewhere lies below each other.
fn is_narrow(whole: Rect) -> bool {
    whole.width() < NARROW && whole.height() > whole.width()
}

/// Where everything lies in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// All of it.
    pub whole: Rect,
    /// Where the whole field is seen when nobody has moved it.
    pub field: Rect,
}

impl Places {
    /// In a window that is so large, with text of this size.
    pub fn of(whole: Rect, scale: f32) -> Self {
        let narrow = ([TOP + GOAL, ROWS], SHARES);
        let (points, most) = if is_narrow(whole) { narrow } else { ([TOP, BOTTOM], [MOST; 2]) };
        let high = |at: usize| (points[at] * scale).min(whole.height() * most[at]);
        let mut field = whole;
        field.min.y += high(0);
        field.max.y -= high(1);
        Self { whole, field }
    }

    /// In the window that is drawn now.
    pub fn here(context: &Context) -> Self {
        Self::of(context.content_rect(), theme::scale(context))
    }

    /// The line at the top, with what lies below it.
    fn head(&self) -> Rect {
        Rect::from_min_max(self.whole.min, Pos2::new(self.whole.max.x, self.field.min.y)).shrink(GAP * 0.75)
    }

    /// The line at the top.
    pub fn top(&self, scale: f32) -> Rect {
        self.goal(scale).map_or(self.head(), |goal| self.head().with_max_y(goal.top()))
    }

    /// Where the goal has a line of its own below that.
    pub fn goal(&self, scale: f32) -> Option<Rect> {
        let head = self.head();
        is_narrow(self.whole).then(|| head.with_min_y(head.bottom() - (GOAL * scale).min(head.height() / 3.0)))
    }

    /// The bar at the bottom.
    pub fn bottom(&self) -> Rect {
        Rect::from_min_max(Pos2::new(self.whole.min.x, self.field.max.y), self.whole.max).shrink(GAP * 0.5)
    }

    /// How wide a side of a page is that would be so wide.
    pub fn side(&self, width: f32) -> f32 {
        width.min(self.whole.width() * 0.28)
    }

    /// Where a drawer at one of the sides lies, between the two.
    pub fn drawer(&self, is_left: bool, width: f32) -> Rect {
        let (x, y) = (self.whole.x_range().shrink(GAP), self.field.y_range().shrink(GAP * 0.5));
        let width = width.min(x.span() * 0.46);
        let left = if is_left { x.min } else { x.max - width };
        Rect::from_x_y_ranges(left..=left + width, y)
    }

    /// What is left of the field beside log and sheet, where they are there, with text of this size, and so far from them;
    /// `log_left`: the log is on the left, and the sheet on the right.
    pub fn beside(&self, [log, sheet]: [bool; 2], log_left: bool, scale: f32, gap: f32) -> Rect {
        let mut left = self.field;
        let drawn = [(log, log_left, log::WIDTH), (sheet, !log_left, sheet::WIDTH)];
        for (_, is_left, width) in drawn.into_iter().filter(|(is_there, ..)| *is_there) {
            let drawer = self.drawer(is_left, width * scale);
            if is_left {
                left.min.x = drawer.right() + gap;
            } else {
                left.max.x = drawer.left() - gap;
            }
        }
        left
    }
}

/// The plate of what lies over the field.
pub fn plate() -> Frame {
    Frame::new()
        .fill(theme::back())
        .stroke(Stroke::new(1.0, theme::line()))
        .corner_radius(theme::panels().round)
        .inner_margin(Margin::symmetric(8, 5))
        .shadow(Shadow { offset: [0, 2], blur: 8, spread: 0, color: Color32::from_black_alpha(90) })
}

/// How large something is that is so broad at most, found out where nobody sees it: what it holds changes nothing of it.
pub fn measured(
    context: &Context,
    name: impl std::hash::Hash + std::fmt::Debug,
    (frame, width): (Frame, f32),
    add: impl FnOnce(&mut Ui),
) -> Vec2 {
    let name = Id::new(("measured", name));
    let room = Rect::from_min_size(Pos2::ZERO, vec2(width + 40.0, 8_000.0));
    let builder = UiBuilder::new().layer_id(LayerId::new(Order::Background, name)).max_rect(room).invisible();
    frame.show(&mut Ui::new(context.clone(), name, builder), add).response.rect.size()
}

/// Where something lies over the field that is there now: what is to be read of the field does not lie under it.
pub fn lying(context: &Context, name: &str) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::new(name));
    context.memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().visible_last_frame(&layer)))
}

/// Where windows lie over the field that are there now, and what is open above the bar; what covers all of it is none of them.
pub fn windows(context: &Context, field: Rect) -> Vec<Rect> {
    let is_over = |rect: &Rect| rect.intersects(field) && !rect.contains_rect(field);
    let mut all: Vec<Rect> = context.memory(|memory| {
        let areas = memory.areas();
        let seen = areas.visible_layer_ids().into_iter().filter(|layer| layer.order == Order::Foreground);
        let seen = seen.filter(|layer| areas.visible_last_frame(layer));
        seen.filter_map(|layer| memory.area_rect(layer.id)).filter(is_over).collect()
    });
    // In one order, so that words that keep off them are laid out once.
    all.sort_by(|one, other| one.left().total_cmp(&other.left()).then(one.top().total_cmp(&other.top())));
    all
}

/// Something that has one corner or the middle of a side at a fixed place over the field.
pub fn lay<R>(
    context: &Context,
    id: &str,
    (pivot, at): (Align2, Pos2),
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let area = Area::new(Id::new(id)).order(Order::Middle).pivot(pivot).fixed_pos(at).constrain(true).fade_in(false);
    area.show(context, |ui| plate().show(ui, add).inner)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{RawInput, Sense, pos2};

    use super::*;

    /// Promise: words on the field keep off a window that lies over it, and not off what covers all of it or is part of it.
    #[test]
    fn windows_over_the_field_are_known() {
        let context = Context::default();
        let field = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0));
        let shown = |order: Order, size: Vec2| {
            let mut found = Vec::new();
            for _ in 0..3 {
                let input = RawInput { screen_rect: Some(field), ..RawInput::default() };
                let mut output = context.run_ui(input, |ui| {
                    let area =
                        Area::new(Id::new(("panel", order, size.x as i32))).order(order).fixed_pos(pos2(0.0, 0.0));
                    area.fade_in(false).show(ui.ctx(), |ui| ui.allocate_exact_size(size, Sense::hover()));
                    found = windows(ui.ctx(), field);
                });
                output.textures_delta.clear();
            }
            found.len()
        };
        assert_eq!(shown(Order::Foreground, vec2(120.0, 80.0)), 1);
        assert_eq!(shown(Order::Foreground, vec2(600.0, 400.0)), 0);
        assert_eq!(shown(Order::Middle, vec2(120.0, 80.0)), 0);
    }

    /// Promise: at least 60 of 100 parts of the window are field, large or small, whatever the size of text.
    #[test]
    fn most_of_the_window_is_field() {
        for (width, height) in
            [(390.0, 780.0), (360.0, 640.0), (1024.0, 640.0), (1360.0, 860.0), (1920.0, 1080.0), (3840.0, 2160.0)]
        {
            for scale in [0.8, 1.0, 1.5, 2.0] {
                let whole = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
                let places = Places::of(whole, scale);
                let share = places.field.area() / whole.area();
                assert!(share > 0.57, "{width}x{height}, text {scale}: {share}");
                assert!(scale > 1.0 || share >= 0.6);
            }
        }
    }
}
