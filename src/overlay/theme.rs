//! Colours and sizes of the window.

use bevy_egui::egui::{Color32, Context, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};

/// Ink on the board.
pub const INK: Color32 = Color32::from_rgb(0x2b, 0x26, 0x20);
/// Open ground.
pub const GROUND: Color32 = Color32::from_rgb(0xe6, 0xdc, 0xc3);
/// What nobody enters.
pub const WALL: Color32 = Color32::from_rgb(0x5a, 0x52, 0x48);
/// The edge of what can be reached for one price.
pub const REACH_EDGE: Color32 = Color32::from_rgb(0x3f, 0x7b, 0xa8);
/// Squares in reach.
pub const REACH: Color32 = Color32::from_rgb(0x00, 0x72, 0xb2);
/// A way that may be gone.
pub const WAY: Color32 = Color32::from_rgb(0x00, 0x4a, 0x86);
/// Whoever is aimed at.
pub const AIM: Color32 = Color32::from_rgb(0xff, 0x6a, 0x1f);
/// The plate of a word that takes somebody out.
pub const OUT: Color32 = Color32::from_rgb(0x9c, 0x1c, 0x14);
/// A wound on a token.
pub const BLOOD: Color32 = Color32::from_rgb(0xc0, 0x1f, 0x1a);
/// Squares that enemies threaten.
pub const THREAT: Color32 = Color32::from_rgb(0xb0, 0x2a, 0x20);
/// Lines between those who flank somebody.
pub const FLANK: Color32 = Color32::from_rgb(0xf0, 0xe4, 0x42);
/// Squares that are out of sight.
pub const UNSEEN: Color32 = Color32::from_rgb(0x12, 0x12, 0x14);
/// Whoever acts.
pub const ACTIVE: Color32 = Color32::from_rgb(0xf2, 0xc1, 0x4e);
/// Text that is of less weight.
pub const FAINT: Color32 = Color32::from_rgb(0x9a, 0xa0, 0xaa);
/// The ground of what lies inside a panel.
pub const SUNKEN: Color32 = Color32::from_rgb(0x1b, 0x1d, 0x22);
/// Something that somebody does of its own will.
pub const STANCE: Color32 = Color32::from_rgb(0x7a, 0xb4, 0xe0);
/// Something bad.
pub const BAD: Color32 = Color32::from_rgb(0xe0, 0x6c, 0x5b);
/// Something good.
pub const GOOD: Color32 = Color32::from_rgb(0x7f, 0xbf, 0x7b);

/// How strongly a price band is tinted, the cheapest most.
pub fn reach(band: usize, bands: usize) -> f32 {
    let share = band as f32 / bands.max(2).saturating_sub(1) as f32;
    0.5 - 0.38 * share.min(1.0)
}

/// One colour over another, this strongly. Mixed here and not by the card,
/// which mixes lights where people expect paints.
pub fn over(under: Color32, colour: Color32, strength: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * strength).round() as u8;
    Color32::from_rgb(mix(under.r(), colour.r()), mix(under.g(), colour.g()), mix(under.b(), colour.b()))
}

/// What comes of a deed, from nothing to the worst.
pub fn outcome(rank: usize, ranks: usize) -> Color32 {
    const STEPS: [Color32; 4] = [
        Color32::from_rgb(0xf0, 0xc9, 0x4c),
        Color32::from_rgb(0xee, 0x96, 0x3a),
        Color32::from_rgb(0xde, 0x5f, 0x3a),
        Color32::from_rgb(0xb8, 0x2b, 0x2b),
    ];
    let step = if ranks <= 1 { 1 } else { rank * (STEPS.len() - 1) / (ranks - 1) };
    STEPS.get(step).copied().unwrap_or(BAD)
}

/// The colours of sides: told apart by those who see few colours, too.
pub fn side(number: u8) -> Color32 {
    const SIDES: [Color32; 6] = [
        Color32::from_rgb(0x1f, 0x5f, 0xa8),
        Color32::from_rgb(0xc2, 0x4e, 0x1a),
        Color32::from_rgb(0x2e, 0x8b, 0x6f),
        Color32::from_rgb(0x8a, 0x5a, 0xa8),
        Color32::from_rgb(0xa8, 0x8b, 0x1f),
        Color32::from_rgb(0x6b, 0x6b, 0x6b),
    ];
    SIDES[usize::from(number) % SIDES.len()]
}

/// The look of the panels, with text of so many hundredths of its usual size.
pub fn dress(context: &Context, text: u32) {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(0x24, 0x27, 0x2d);
    visuals.window_fill = Color32::from_rgb(0x2a, 0x2d, 0x34);
    visuals.extreme_bg_color = Color32::from_rgb(0x1b, 0x1d, 0x22);
    visuals.override_text_color = Some(Color32::from_rgb(0xe4, 0xe6, 0xea));
    visuals.hyperlink_color = Color32::from_rgb(0x8a, 0xb8, 0xe8);
    visuals.selection.bg_fill = Color32::from_rgb(0x2f, 0x6f, 0xb5);
    visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(0x36, 0x3b, 0x44);
    visuals.widgets.inactive.corner_radius = CornerRadius::same(4);
    visuals.widgets.hovered.weak_bg_fill = Color32::from_rgb(0x44, 0x4b, 0x57);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, Color32::from_rgb(0x3c, 0x41, 0x4a));
    context.set_visuals(visuals);
    context.global_style_mut(|style| {
        let size = |size: f32| FontId::new(size * text as f32 / 100.0, FontFamily::Proportional);
        style.text_styles.insert(TextStyle::Body, size(14.0));
        style.text_styles.insert(TextStyle::Button, size(14.0));
        style.text_styles.insert(TextStyle::Small, size(12.0));
        style.text_styles.insert(TextStyle::Heading, size(18.0));
        style.spacing.item_spacing.y = 4.0;
        style.interaction.selectable_labels = false;
    });
}
