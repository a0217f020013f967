//! Colours and sizes of the window.

use std::cell::Cell;

use bevy_egui::egui::{Color32, Context, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Ui, Visuals};
use serde::{Deserialize, Serialize};

/// Ink on the board.
pub const INK: Color32 = Color32::from_rgb(0x2b, 0x26, 0x20);
/// Open ground.
pub const GROUND: Color32 = Color32::from_rgb(0xe6, 0xdc, 0xc3);
/// What is light on the board.
pub const PAPER: Color32 = Color32::from_rgb(0xf7, 0xf1, 0xe3);
/// Borders between named parts of the field.
pub const ZONE: Color32 = Color32::from_rgb(0x00, 0x9e, 0x73);
/// The plate of nerves that hold.
pub const NERVE: Color32 = Color32::from_rgb(0x3d, 0x52, 0x6e);
/// A way that may be gone.
pub const WAY: Color32 = Color32::from_rgb(0x00, 0x4a, 0x86);
/// Whoever is aimed at.
pub const AIM: Color32 = Color32::from_rgb(0xff, 0x6a, 0x1f);
/// The plate of a word that takes somebody out.
pub const OUT: Color32 = Color32::from_rgb(0x9c, 0x1c, 0x14);
/// A wound on a token.
pub const BLOOD: Color32 = Color32::from_rgb(0xc0, 0x1f, 0x1a);
/// Squares that are out of sight.
pub const UNSEEN: Color32 = Color32::from_rgb(0x12, 0x12, 0x14);
/// What lies over them.
pub const SHADE: Color32 = Color32::from_black_alpha(0x78);
/// Whoever acts.
pub const ACTIVE: Color32 = Color32::from_rgb(0xf2, 0xc1, 0x4e);
/// Text that is of less weight.
pub const FAINT: Color32 = Color32::from_rgb(0x9a, 0xa0, 0xaa);
/// The ground of what lies inside a panel.
pub const SUNKEN: Color32 = Color32::from_rgb(0x1b, 0x1d, 0x22);
/// The strips above and below the field.
pub const STRIP: Color32 = Color32::from_rgb(0x22, 0x25, 0x2b);
/// Something that somebody does of its own will.
pub const STANCE: Color32 = Color32::from_rgb(0x7a, 0xb4, 0xe0);
/// The plate of the sign of such a thing.
pub const STANCE_PLATE: Color32 = Color32::from_rgb(0x00, 0x72, 0xb2);
/// Something bad.
pub const BAD: Color32 = Color32::from_rgb(0xe0, 0x6c, 0x5b);
/// Something good.
pub const GOOD: Color32 = Color32::from_rgb(0x7f, 0xbf, 0x7b);

/// Whether the window is small for the size of its text.
pub fn is_cramped(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < 50.0 * TextStyle::Body.resolve(ui.style()).size
}

/// How large text is beside its usual size: what holds text grows as it does.
pub fn scale(context: &Context) -> f32 {
    context.global_style().text_styles.get(&TextStyle::Body).map_or(1.0, |font| font.size / 14.0)
}

/// One colour over another, this strongly. Mixed here and not by the card,
/// which mixes lights where people expect paints.
pub fn over(under: Color32, colour: Color32, strength: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * strength).round() as u8;
    Color32::from_rgb(mix(under.r(), colour.r()), mix(under.g(), colour.g()), mix(under.b(), colour.b()))
}

/// What comes of a deed, by how bad it is: from 1, the mildest, on.
pub fn outcome(grade: i32) -> Color32 {
    const STEPS: [Color32; 4] = [
        Color32::from_rgb(0xf0, 0xc9, 0x4c),
        Color32::from_rgb(0xe8, 0x84, 0x33),
        Color32::from_rgb(0xd4, 0x44, 0x33),
        Color32::from_rgb(0x9c, 0x1c, 0x24),
    ];
    let step = usize::try_from(grade - 1).unwrap_or(0).min(STEPS.len() - 1);
    STEPS[step]
}

/// Sets of colours, for eyes and rooms that differ. Nothing hangs on a colour alone: sides differ by their shape,
/// layers by their strokes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// The usual ones.
    #[default]
    Usual,
    /// For those to whom red and green look alike.
    RedGreen,
    /// For those to whom blue and yellow look alike.
    BlueYellow,
    /// Far apart in light and dark, for bright rooms and weak screens.
    Strong,
}

impl Colours {
    /// All of them, with what they are for.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Usual, "usual"),
        (Self::RedGreen, "red and green look alike"),
        (Self::BlueYellow, "blue and yellow look alike"),
        (Self::Strong, "strong contrast"),
    ];

    /// What it holds.
    pub fn palette(self) -> &'static Palette {
        match self {
            Self::Usual => &USUAL,
            Self::RedGreen => &RED_GREEN,
            Self::BlueYellow => &BLUE_YELLOW,
            Self::Strong => &STRONG,
        }
    }
}

impl Palette {
    /// The colour of a side.
    pub fn side(&self, number: u8) -> Color32 {
        self.sides[usize::from(number) % self.sides.len()]
    }
}

/// The colours of one set.
#[derive(Debug)]
pub struct Palette {
    /// Of the sides.
    sides: [Color32; 6],
    /// Squares in reach.
    pub reach: Color32,
    /// Squares that enemies threaten.
    pub threat: Color32,
    /// Lines between those who flank somebody.
    pub flank: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn palette(sides: [u32; 6], reach: u32, threat: u32, flank: u32) -> Palette {
    let [a, b, c, d, e, f] = sides;
    let sides = [rgb(a), rgb(b), rgb(c), rgb(d), rgb(e), rgb(f)];
    Palette { sides, reach: rgb(reach), threat: rgb(threat), flank: rgb(flank) }
}

static USUAL: Palette = palette(
    [0x1f_5f_a8, 0xc2_4e_1a, 0x2e_8b_6f, 0x8a_5a_a8, 0xa8_8b_1f, 0x6b_6b_6b],
    0x00_72_b2,
    0xb0_2a_20,
    0xf0_e4_42,
);
static RED_GREEN: Palette = palette(
    [0x00_4e_9e, 0xd5_8a_00, 0x56_b4_e9, 0x4a_2c_6e, 0xf0_e4_42, 0x58_58_58],
    0x00_72_b2,
    0x8a_3a_00,
    0xf0_e4_42,
);
static BLUE_YELLOW: Palette = palette(
    [0x00_7a_78, 0xc0_1f_3a, 0x4d_4d_4d, 0xe0_7a_a0, 0x7a_1a_1a, 0x8f_a8_a6],
    0x00_8f_8c,
    0xb0_10_40,
    0xff_c8_d8,
);
static STRONG: Palette = palette(
    [0x00_2a_78, 0xd8_20_00, 0x00_6b_30, 0x8a_00_9a, 0x80_58_00, 0x20_20_20],
    0x00_55_ff,
    0xd0_00_00,
    0xff_f2_00,
);

thread_local! {
    /// The set that this thread draws with. A thread draws one screen at a time, and says so at its start.
    static CHOSEN: Cell<Colours> = const { Cell::new(Colours::Usual) };
}

/// The set of colours that is drawn with.
pub fn chosen() -> Colours {
    CHOSEN.get()
}

/// Its colours.
pub fn colours() -> &'static Palette {
    chosen().palette()
}

/// The colour of a side.
pub fn side(number: u8) -> Color32 {
    colours().side(number)
}

/// The look of the panels, with text of so many hundredths of its usual size, and the colours of the board.
pub fn dress(context: &Context, text: u32, colours: Colours) {
    CHOSEN.set(colours);
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
