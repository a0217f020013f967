//! What is told in smaller text where there is little room for it: whole panels, and single words. No name is ever broken;
//! sentences say less before they are too small to be read.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Color32, FontId, Galley, Painter, Ui, Vec2};

/// No single words are written smaller than this.
pub const LEAST_SIZE: f32 = 8.0;
/// The smaller shares of the size of text for a panel.
const SMALLER: [f32; 4] = [0.85, 0.72, 0.6, 0.5];
/// The text of a panel has at least this share of the usual size.
const SMALLEST: f32 = 0.86;
/// Words that are made smaller for their room leave this share of it free: letters stand at whole points.
const SLACK: f32 = 0.02;

/// All text in here, and what lies between and around it, has this share of its size.
pub fn shrink(ui: &mut Ui, share: f32) {
    let style = ui.style_mut();
    style.text_styles.values_mut().for_each(|font| font.size *= share);
    let spacing = &mut style.spacing;
    for size in [&mut spacing.item_spacing, &mut spacing.button_padding, &mut spacing.interact_size] {
        *size *= share;
    }
}

/// The smaller shares at which text of this scale can still be read, the largest first.
fn smaller(scale: f32) -> impl Iterator<Item = f32> {
    SMALLER.into_iter().filter(move |share| *share * scale >= SMALLEST)
}

/// The shares of the size of text at which something may be told where there is little room: the largest first, and none at which
/// text of this scale can no longer be read.
pub fn shares(scale: f32) -> impl Iterator<Item = f32> {
    std::iter::once(1.0).chain(smaller(scale))
}

/// What comes of the usual size, else of the first of the smaller ones at which it `fits`, with that size; of the last where it
/// fits at none.
fn largest<T>(
    usual: f32,
    smaller: impl IntoIterator<Item = f32>,
    mut at: impl FnMut(f32) -> T,
    fits: impl Fn(&T) -> bool,
) -> (T, f32) {
    let mut found = (at(usual), usual);
    for size in smaller {
        if fits(&found.0) {
            break;
        }
        found = (at(size), size);
    }
    found
}

/// What comes of the largest share at which it `fits`, with that share; of the smallest where it fits at none.
pub fn fitting<T>(scale: f32, at: impl FnMut(f32) -> T, fits: impl Fn(&T) -> bool) -> (T, f32) {
    largest(1.0, smaller(scale), at, fits)
}

/// The share of its size at which something so wide has room.
pub fn share(wide: f32, room: f32) -> f32 {
    let share = room / wide.max(1.0);
    if share >= 1.0 { 1.0 } else { share * (1.0 - SLACK) }
}

/// Words in as many lines as there is room for, as large as they can be written; the lines end between words.
pub fn fitted(painter: &Painter, text: &str, room: Vec2, font: &FontId, ink: (Color32, Align)) -> Arc<Galley> {
    let laid = |size: f32| painter.layout_job(written(text, FontId::new(size, font.family.clone()), room.x, ink));
    let fits = |told: &Arc<Galley>| told.size().y <= room.y && keeps_words(told, text);
    let next = |size: &f32| (*size > LEAST_SIZE).then(|| (*size - 0.5).max(LEAST_SIZE));
    largest(font.size, std::iter::successors(next(&font.size), next), laid, fits).0
}

/// Whether no word of this text is broken where it is laid out so.
pub fn keeps_words(told: &Galley, text: &str) -> bool {
    text.split([' ', '-']).all(|word| told.rows.iter().any(|row| row.text().contains(word)))
}

/// How large words are written.
pub fn size_of(told: &Galley) -> f32 {
    told.job.sections.first().map_or(LEAST_SIZE, |section| section.format.font_id.size)
}

/// Words that say less from one form to the next, in the first of them that can be written no smaller than the first of these
/// sizes, else the last of them no smaller than the next size. Where it has no room, as large as that and cut off with dots.
pub fn readable(
    painter: &Painter,
    forms: &[&str],
    room: Vec2,
    (font, sizes): (&FontId, [f32; 2]),
    ink: (Color32, Align),
) -> Arc<Galley> {
    let told: Vec<Arc<Galley>> = forms.iter().map(|text| fitted(painter, text, room, font, ink)).collect();
    // What is too long even at the smallest size is higher than its room.
    let reads = |told: &&Arc<Galley>, least: f32| size_of(told) >= least - 0.01 && told.size().y <= room.y;
    let [usual, least] = sizes;
    let found = told.iter().find(|told| reads(told, usual));
    if let Some(told) = found.or_else(|| told.last().filter(|told| reads(told, least))) {
        return told.clone();
    }
    let font = FontId::new(least.min(font.size), font.family.clone());
    let rows = (room.y / painter.fonts_mut(|fonts| fonts.row_height(&font)).max(1.0)).floor() as usize;
    let mut job = written(forms.last().copied().unwrap_or_default(), font, room.x, ink);
    job.wrap.max_rows = rows.max(1);
    painter.layout_job(job)
}

/// Words in one line that is no wider than this.
pub fn in_one_line(painter: &Painter, text: &str, wide: f32, font: &FontId, ink: Color32) -> Arc<Galley> {
    let laid = |size: f32| painter.layout_no_wrap(text.to_owned(), FontId::new(size, font.family.clone()), ink);
    let usual = laid(font.size);
    let share = share(usual.size().x, wide);
    if share >= 1.0 { usual } else { laid((font.size * share).max(LEAST_SIZE)) }
}

/// The same at the size of this font, or at the first of these smaller ones at which they have room: at the last of them they are
/// cut off with dots.
pub fn cut(
    painter: &Painter,
    text: &str,
    wide: f32,
    (font, smaller): (&FontId, impl IntoIterator<Item = f32>),
    ink: Color32,
) -> Arc<Galley> {
    let at = |size: f32| FontId::new(size, font.family.clone());
    let laid = |size: f32| painter.layout_no_wrap(text.to_owned(), at(size), ink);
    let fits = |told: &Arc<Galley>| told.size().x <= wide;
    let (told, size) = largest(font.size, smaller, laid, fits);
    if fits(&told) {
        return told;
    }
    let mut job = written(text, at(size), wide, (ink, Align::LEFT));
    (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
    painter.layout_job(job)
}

/// Words that are to be laid out in lines of this width.
fn written(text: &str, font: FontId, wide: f32, (ink, align): (Color32, Align)) -> LayoutJob {
    LayoutJob { halign: align, ..LayoutJob::simple(text.to_owned(), font, ink, wide) }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, vec2};

    use super::*;

    /// Promise: what has no room is told in a shorter form before it is written too small to be read, and cut off rather than
    /// smaller still.
    #[test]
    fn nothing_is_written_too_small_to_be_read() {
        let short = "Bo falls.";
        let whole = format!("{} {short}", "Ana strikes at Bo with a long sword: 19 against 14, a hit.".repeat(3));
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            let written = |forms: &[&str], wide: f32| {
                let room = (vec2(wide, 32.0), FontId::proportional(20.0));
                readable(ui.painter(), forms, room.0, (&room.1, [20.0, 13.5]), (Color32::WHITE, Align::LEFT))
            };
            let told = written(&[&whole, short], 300.0);
            assert_eq!((told.text(), size_of(&told), told.elided), (short, 20.0, false));
            let told = written(&[&whole, short], 4_000.0);
            assert_eq!((told.text(), size_of(&told)), (whole.as_str(), 20.0));
            // In two lines before less is told.
            let two = "Ana strikes at Bo with a long sword: 19 against 14.";
            let told = written(&[two], 260.0);
            assert_eq!((told.rows.len(), told.elided), (2, false));
            assert!(size_of(&told) >= 13.5 && told.size().y <= 32.0, "{} at {}", told.size(), size_of(&told));
            let told = written(&[&whole], 200.0);
            assert!(told.elided && size_of(&told) == 13.5 && told.size().y <= 32.0, "{}", told.size());
        });
        output.textures_delta.clear();
    }

    /// Promise: of the sizes the first is taken at which there is room, and the last where there is room at none; nothing is tried
    /// after the first.
    #[test]
    fn the_first_size_with_room_is_taken() {
        let found = |room: f32| {
            let mut tried = Vec::new();
            let at = |size: f32| {
                tried.push(size);
                size
            };
            let (_, size) = largest(4.0, [3.0, 2.0], at, |size| *size <= room);
            (size, tried.len())
        };
        assert_eq!([4.5, 3.0, 2.5, 1.0].map(found), [(4.0, 1), (3.0, 2), (2.0, 3), (2.0, 3)]);
        assert!(share(50.0, 50.0) == 1.0 && share(0.0, 9.0) == 1.0 && share(100.0, 50.0) < 0.5);
    }
}
