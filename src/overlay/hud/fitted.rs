//! Words in the room that there is for them: where the text is large or the room small they are written smaller. No name is ever
//! cut or broken; sentences say less before they are too small to be read.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Color32, FontId, Galley, Painter, Vec2};

/// Nothing is written smaller than this.
pub(super) const LEAST: f32 = 8.0;

/// Words in as many lines as there is room for, as large as they can be written; the lines end between words.
pub(super) fn fitted(
    painter: &Painter,
    text: &str,
    room: Vec2,
    font: &FontId,
    (ink, align): (Color32, Align),
) -> Arc<Galley> {
    let laid = |size: f32| {
        let mut job = LayoutJob::simple(text.to_owned(), FontId::new(size, font.family.clone()), ink, room.x);
        job.halign = align;
        painter.layout_job(job)
    };
    let is_whole = |told: &Galley, word: &str| told.rows.iter().any(|row| row.text().contains(word));
    let fits = |told: &Galley| told.size().y <= room.y && text.split([' ', '-']).all(|word| is_whole(told, word));
    let (mut size, mut told) = (font.size, laid(font.size));
    while size > LEAST && !fits(&told) {
        size = (size - 0.5).max(LEAST);
        told = laid(size);
    }
    told
}

/// How large it would be written.
pub(super) fn size_of(told: &Galley) -> f32 {
    told.job.sections.first().map_or(LEAST, |section| section.format.font_id.size)
}

/// Words that say less from one form to the next, in the first of them that can be written no smaller than the first of these
/// sizes, else the last of them no smaller than the next size. Where it has no room, as large as that and cut off with dots.
pub(super) fn readable(
    painter: &Painter,
    forms: &[&str],
    room: Vec2,
    (font, sizes): (&FontId, [f32; 2]),
    (ink, align): (Color32, Align),
) -> Arc<Galley> {
    let told: Vec<Arc<Galley>> = forms.iter().map(|text| fitted(painter, text, room, font, (ink, align))).collect();
    // What is too long even at the smallest size is higher than its room.
    let reads = |told: &&Arc<Galley>, least: f32| size_of(told) >= least - 0.01 && told.size().y <= room.y;
    let [usual, least] = sizes;
    let found = told.iter().find(|told| reads(told, usual));
    if let Some(told) = found.or_else(|| told.last().filter(|told| reads(told, least))) {
        return told.clone();
    }
    let font = FontId::new(least.min(font.size), font.family.clone());
    let mut job = LayoutJob::simple(forms.last().copied().unwrap_or_default().to_owned(), font.clone(), ink, room.x);
    let rows = (room.y / painter.fonts_mut(|fonts| fonts.row_height(&font)).max(1.0)).floor() as usize;
    job.wrap.max_rows = rows.max(1);
    job.halign = align;
    painter.layout_job(job)
}

/// The same in one line.
pub(super) fn in_one_line(painter: &Painter, text: &str, wide: f32, font: &FontId, ink: Color32) -> Arc<Galley> {
    let laid = |size: f32| painter.layout_no_wrap(text.to_owned(), FontId::new(size, font.family.clone()), ink);
    let usual = laid(font.size);
    let share = wide / usual.size().x.max(1.0);
    if share >= 1.0 { usual } else { laid((font.size * share * 0.98).max(LEAST)) }
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
}
