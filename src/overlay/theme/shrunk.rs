//! What is told in smaller text where there is little room for it.

use bevy_egui::egui::Ui;

/// All text in here, and what lies between and around it, has this share of its size.
pub fn shrink(ui: &mut Ui, share: f32) {
    let style = ui.style_mut();
    style.text_styles.values_mut().for_each(|font| font.size *= share);
    let spacing = &mut style.spacing;
    for size in [&mut spacing.item_spacing, &mut spacing.button_padding, &mut spacing.interact_size] {
        *size *= share;
    }
}

/// The shares of the size of text at which something may be told where there is little room: the largest first, and none at which
/// text of this scale can no longer be read.
pub fn shares(scale: f32) -> impl Iterator<Item = f32> {
    [1.0].into_iter().chain(SMALLER.into_iter().filter(move |share| *share * scale >= SMALLEST))
}

/// What comes of the largest share at which it `fits`, with that share; of the smallest where it fits at none.
pub fn fitting<T>(scale: f32, mut at: impl FnMut(f32) -> T, fits: impl Fn(&T) -> bool) -> (T, f32) {
    let mut found = (at(1.0), 1.0);
    for share in shares(scale).skip(1) {
        if fits(&found.0) {
            break;
        }
        found = (at(share), share);
    }
    found
}

/// The smaller shares.
const SMALLER: [f32; 4] = [0.85, 0.72, 0.6, 0.5];
/// Shrunk text has at least this share of the usual size.
const SMALLEST: f32 = 0.86;
