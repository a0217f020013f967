//! Sets of colours that can be chosen, for eyes and rooms that differ.

use bevy_egui::egui::Color32;
use serde::{Deserialize, Serialize};

/// A set of colours. Nothing hangs on a colour alone: sides differ by their shape, layers by their strokes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// The usual ones.
    #[default]
    Usual,
    /// For eyes that see red and green alike.
    RedGreen,
    /// For eyes that see blue and yellow alike.
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

const fn palette(sides: [u32; 6], [reach, threat, flank]: [u32; 3]) -> Palette {
    let [a, b, c, d, e, f] = sides;
    let sides = [rgb(a), rgb(b), rgb(c), rgb(d), rgb(e), rgb(f)];
    Palette { sides, reach: rgb(reach), threat: rgb(threat), flank: rgb(flank) }
}

static USUAL: Palette = palette(
    [0x1f_5f_a8, 0xc2_4e_1a, 0x2e_8b_6f, 0x8a_5a_a8, 0xa8_8b_1f, 0x6b_6b_6b],
    [0x00_72_b2, 0xb0_2a_20, 0xf0_e4_42],
);
static RED_GREEN: Palette = palette(
    [0x00_4e_9e, 0xd5_8a_00, 0x56_b4_e9, 0x4a_2c_6e, 0xf0_e4_42, 0x58_58_58],
    [0x00_72_b2, 0x8a_3a_00, 0xf0_e4_42],
);
static BLUE_YELLOW: Palette = palette(
    [0x00_7a_78, 0xc0_1f_3a, 0x4d_4d_4d, 0xe0_7a_a0, 0x7a_1a_1a, 0x8f_a8_a6],
    [0x00_8f_8c, 0xb0_10_40, 0xff_c8_d8],
);
static STRONG: Palette = palette(
    [0x00_2a_78, 0xd8_20_00, 0x00_6b_30, 0x8a_00_9a, 0x80_58_00, 0x20_20_20],
    [0x00_55_ff, 0xd0_00_00, 0xff_f2_00],
);
