//! The way from button to button.

use bevy_egui::egui::{Context, Id as Widget, LayerId, Order, Rangef, Rect};

use crate::overlay::present;

/// What is always there and takes nobody in.
const ASIDE: [&str; 6] = ["told", "card", "Log", "Sheet", present::BAR, present::FOLDED];
/// What is thinner than this is a rim, not a button.
const THIN: f32 = 11.0;
/// What takes more of the page than this is the field.
const LARGE: f32 = 0.4;
/// How much farther something seems that is scrolled away.
const AWAY: f32 = 500.0;
/// How much farther something seems that does not lie straight ahead.
const SLANT: f32 = 300.0;

/// A button that the pad can go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub widget: Widget,
    pub rect: Rect,
    /// It is seen, not scrolled away.
    pub is_seen: bool,
    /// It is pulled rather than pressed: a slider.
    pub is_pulled: bool,
}

/// What lies open over all else, and where the pad can go: there, else among all that lies around the field.
pub fn places(context: &Context) -> (Option<LayerId>, Vec<Place>) {
    let page = context.content_rect();
    let mut all: Vec<(LayerId, Place)> = Vec::new();
    context.viewport(|viewport| {
        for (layer, widgets) in viewport.prev_pass.widgets.layers() {
            let widgets = widgets.iter().filter(|widget| widget.enabled && widget.sense.is_focusable());
            all.extend(widgets.filter_map(|widget| {
                let rect = widget.rect;
                let is_button = rect.width().min(rect.height()) >= THIN && rect.area() < page.area() * LARGE;
                let is_seen = widget.interact_rect.width() > 2.0 && widget.interact_rect.height() > 2.0;
                let is_pulled = widget.sense.senses_drag();
                is_button.then_some((*layer, Place { widget: widget.id, rect, is_seen, is_pulled }))
            }));
        }
    });
    let is_aside = |layer: &LayerId| {
        !matches!(layer.order, Order::Middle | Order::Foreground)
            || ASIDE.iter().any(|name| layer.id == Widget::new(name))
    };
    let holds = |layer: &LayerId| all.iter().any(|(of, place)| of == layer && place.is_seen);
    let open = context.memory(|memory| {
        let layers: Vec<LayerId> = memory.layer_ids().collect();
        layers.into_iter().rev().find(|layer| !is_aside(layer) && holds(layer))
    });
    let here = |layer: &LayerId| open.map_or_else(|| is_aside(layer), |open| *layer == open);
    (open, all.into_iter().filter(|(layer, _)| here(layer)).map(|(_, place)| place).collect())
}

/// The next place that way; nothing where there is none.
pub fn next(places: &[Place], from: Rect, (x, y): (i32, i32)) -> Option<Place> {
    // One way at a time: across, unless it only goes up or down.
    let across = x != 0;
    let sign = if across { x } else { y } as f32;
    let along = |rect: Rect| if across { rect.x_range() } else { rect.y_range() };
    let aside = |rect: Rect| if across { rect.y_range() } else { rect.x_range() };
    let gap = |one: Rangef, other: Rangef| (one.min - other.max).max(other.min - one.max).max(0.0);
    let far = |place: &Place| {
        let on = (along(place.rect).center() - along(from).center()) * sign;
        // Beside what is next to it, not below its rim.
        let beyond = gap(along(place.rect), along(from));
        let is_ahead = on > 1.0 && (beyond > 0.0 || on > along(from).span() * 0.4);
        let hidden = if place.is_seen { 0.0 } else { AWAY };
        let off = gap(aside(place.rect), aside(from));
        let slant = if off > 0.0 { SLANT } else { 0.0 };
        let middle = (aside(place.rect).center() - aside(from).center()).abs();
        is_ahead.then_some(beyond + on * 0.1 + off * 3.0 + slant + middle * 0.05 + hidden)
    };
    let ahead = places.iter().filter_map(|place| Some((far(place)?, *place)));
    ahead.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, place)| place)
}

/// Where to begin among these: within `room` if anything lies there, at what is a button rather than a link, leftmost and
/// then topmost.
pub fn first(places: &[Place], room: Option<Rect>) -> Option<Place> {
    const LINK: f32 = 17.0;
    let rank = |place: &Place| {
        let is_in = room.is_some_and(|room| room.contains(place.rect.center()));
        (!place.is_seen, !is_in, place.rect.height() < LINK, (place.rect.left() / 12.0).round() as i32)
    };
    places
        .iter()
        .copied()
        .min_by(|one, other| rank(one).cmp(&rank(other)).then(one.rect.top().total_cmp(&other.rect.top())))
}

/// The place nearest to where something lay that is gone.
pub fn nearest(places: &[Place], to: Rect) -> Option<Place> {
    let far = |place: &Place| place.rect.center().distance(to.center());
    let seen = places.iter().copied().filter(|place| place.is_seen);
    seen.min_by(|one, other| far(one).total_cmp(&far(other)))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    fn place(name: &str, x: f32, y: f32, width: f32) -> Place {
        let rect = Rect::from_min_size(pos2(x, y), vec2(width, 20.0));
        Place { widget: Widget::new(name), rect, is_seen: true, is_pulled: false }
    }

    #[test]
    fn each_way_leads_to_what_one_sees_there() {
        // A row of three above a wide one, and something far at the side.
        let all = [
            place("a", 0.0, 0.0, 60.0),
            place("b", 64.0, 0.0, 60.0),
            place("c", 128.0, 0.0, 60.0),
            place("wide", 0.0, 30.0, 188.0),
            place("far", 600.0, 300.0, 60.0),
        ];
        let to = |from: usize, way| next(&all, all[from].rect, way).map(|place| place.widget);
        let named = |name: &str| Some(Widget::new(name));
        assert_eq!(to(0, (1, 0)), named("b"));
        assert_eq!(to(2, (-1, 0)), named("b"));
        assert_eq!(to(1, (0, 1)), named("wide"));
        assert_eq!(to(3, (0, -1)), named("b"), "the middle of what lies above");
        assert_eq!(to(3, (0, 1)), named("far"), "whatever else there is that way");
        assert_eq!(to(0, (-1, 0)), None);
        assert_eq!(to(0, (0, -1)), None);
    }

    #[test]
    fn what_lies_straight_ahead_comes_before_what_lies_nearer_aside() {
        let all = [place("low", 0.0, 40.0, 60.0), place("high", 70.0, 10.0, 60.0), place("ahead", 350.0, 45.0, 60.0)];
        let next = next(&all, all[0].rect, (1, 0));
        assert_eq!(next.map(|place| place.widget), Some(Widget::new("ahead")));
    }

    #[test]
    fn what_is_scrolled_away_is_reached_last() {
        let hidden = Place { is_seen: false, ..place("hidden", 0.0, 40.0, 60.0) };
        let all = [place("a", 0.0, 0.0, 60.0), hidden, place("b", 0.0, 80.0, 60.0)];
        assert_eq!(next(&all, all[0].rect, (0, 1)).map(|place| place.widget), Some(Widget::new("b")));
        assert_eq!(next(&all[..2], all[0].rect, (0, 1)).map(|place| place.widget), Some(Widget::new("hidden")));
    }
}
