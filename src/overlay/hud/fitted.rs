//! Words in the room that there is for them: none is ever cut or broken; where the text is large or the room small they are
//! written smaller.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Color32, FontId, Galley, Painter, Vec2};

/// Nothing is written smaller than this.
const LEAST: f32 = 8.0;

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

/// The same in one line.
pub(super) fn in_one_line(painter: &Painter, text: &str, wide: f32, font: &FontId, ink: Color32) -> Arc<Galley> {
    let laid = |size: f32| painter.layout_no_wrap(text.to_owned(), FontId::new(size, font.family.clone()), ink);
    let usual = laid(font.size);
    let share = wide / usual.size().x.max(1.0);
    if share >= 1.0 { usual } else { laid((font.size * share * 0.98).max(LEAST)) }
}
