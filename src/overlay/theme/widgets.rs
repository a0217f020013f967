//! How panels and what can be pressed are drawn: their room, colours and corners.

use bevy_egui::egui::style::Spacing;
use bevy_egui::egui::{Color32, CornerRadius, Margin, Stroke, Visuals, vec2};

use super::{Panels, over};

/// Points of a bar that scrolls across while nobody points at it, and of its handle down at least, at the usual size of text.
const BAR: f32 = 5.0;
const HANDLE: f32 = 20.0;

/// What lies between things, and the sizes of what can be pressed: all of them grow with the text.
pub(super) fn spacing(scale: f32, panels: &Panels) -> Spacing {
    let usual = Spacing::default();
    let margin = |of: Margin| {
        let grown = |side: i8| (f32::from(side) * scale).round().clamp(0.0, 120.0) as i8;
        Margin { left: grown(of.left), right: grown(of.right), top: grown(of.top), bottom: grown(of.bottom) }
    };
    let mut scroll = usual.scroll;
    scroll.bar_width *= scale;
    // That there is more below is seen before anybody points at it.
    (scroll.floating_width, scroll.floating_allocated_width) = (BAR * scale, (BAR + 1.0) * scale);
    scroll.handle_min_length = HANDLE * scale;
    (scroll.dormant_background_opacity, scroll.dormant_handle_opacity) = (0.6, 0.85);
    scroll.active_handle_opacity = scroll.active_handle_opacity.max(0.85);
    scroll.fade.size *= scale;
    // The card mixes lights: half of the colour of light paper over that paper is a grey smear.
    if !panels.is_dark() {
        scroll.fade.strength = 0.0;
    }
    Spacing {
        item_spacing: vec2(usual.item_spacing.x, 4.0) * scale,
        window_margin: margin(Margin::same(12)),
        menu_margin: margin(usual.menu_margin),
        button_padding: vec2(6.0, 2.0) * scale,
        indent: usual.indent * scale,
        interact_size: vec2(usual.interact_size.x, 22.0) * scale,
        slider_width: usual.slider_width * scale,
        slider_rail_height: usual.slider_rail_height * scale,
        combo_width: usual.combo_width * scale,
        text_edit_width: usual.text_edit_width * scale,
        icon_width: 16.0 * scale,
        icon_width_inner: 10.0 * scale,
        icon_spacing: 6.0 * scale,
        tooltip_width: 420.0 * scale,
        scroll,
        ..usual
    }
}

/// The colours and corners of panels and of what can be pressed.
pub(super) fn visuals(panels: &Panels) -> Visuals {
    let mut visuals = if panels.is_dark() { Visuals::dark() } else { Visuals::light() };
    let round = CornerRadius::same(panels.round);
    visuals.panel_fill = panels.back;
    visuals.window_fill = panels.back;
    visuals.window_stroke = Stroke::new(1.0, panels.line);
    visuals.window_corner_radius = CornerRadius::same(panels.round.saturating_add(2));
    visuals.menu_corner_radius = round;
    visuals.extreme_bg_color = panels.sunken;
    visuals.faint_bg_color = over(panels.back, panels.raised, 0.45);
    visuals.code_bg_color = panels.sunken;
    visuals.weak_text_color = Some(panels.faint);
    visuals.disabled_alpha = panels.greyed;
    visuals.hyperlink_color = panels.accent;
    visuals.warn_fg_color = panels.accent;
    visuals.error_fg_color = panels.bad;
    visuals.selection.bg_fill = panels.chosen;
    visuals.selection.stroke = Stroke::new(1.0, panels.ink);
    let widgets = &mut visuals.widgets;
    for (state, fill, edge) in [
        (&mut widgets.noninteractive, panels.back, panels.line),
        (&mut widgets.inactive, panels.raised, Color32::TRANSPARENT),
        (&mut widgets.hovered, panels.lit, panels.line),
        (&mut widgets.active, panels.chosen, panels.accent),
        (&mut widgets.open, panels.lit, panels.line),
    ] {
        state.weak_bg_fill = fill;
        // Boxes, rails and handles stand out from the panel that they lie on.
        state.bg_fill = over(panels.sunken, panels.line, 0.5);
        state.bg_stroke = Stroke::new(1.0, edge);
        state.fg_stroke = Stroke::new(1.5, panels.ink);
        state.corner_radius = round;
    }
    visuals
}
