//! What a game is, in one minute: a few short texts, each with a moving picture.

use bevy_egui::egui::{
    Align, Align2, Frame, Id, Layout, Margin, Panel, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, WidgetInfo,
    WidgetType, vec2,
};

use super::reel::Reel;
use super::{FIRST, Learning, Part, Read, against, picture, seats};
use crate::learn::filled;
use crate::overlay::theme;
use crate::overlay::wishes::Wish;
use crate::rulebook::learn::{Item, Learn};

/// Points of a card across, at the usual size of text.
const CARD: f32 = 300.0;
/// What stands in place of a picture that is not worked out yet.
const WAITS: &str = "The picture is being drawn …";
/// Points between cards.
const GAP: f32 = 12.0;
/// Pictures are no lower than this, at the usual size of text.
const LOWEST: f32 = 150.0;
/// Points of the edges of a card, above and below.
const EDGES: f32 = 4.0;
/// The way on stays in sight below the cards where there is room for so many of its lines.
const LINES: f32 = 8.0;
/// Points of one of them, at the usual size of text.
const LINE: f32 = 48.0;

/// What was worked out for one of the texts.
pub struct Card {
    text: String,
    reel: Option<Reel>,
}

impl Card {
    fn of(item: &Item) -> Self {
        let text = filled(&item.text, &item.shows.lesson).unwrap_or_else(|why| why);
        Self { text, reel: Reel::of(&item.shows, &[]) }
    }
}

/// The page.
pub(super) fn page(ui: &mut Ui, learn: &Learn, read: &mut Read, with: &mut Learning<'_>) {
    let of = read.of;
    // One of them is worked out in a frame, so that the page is there at once.
    if let Some(item) = learn.minute.get(read.cards.len()) {
        let card = Card::of(item);
        read.cards.push(card);
        ui.ctx().request_repaint();
    } else if !with.learned.of(of).minute {
        with.note(of, |progress| progress.minute = true);
    }
    let em = theme::scale(ui.ctx());
    let stays = ui.available_height() > LINES * LINE * em;
    if stays {
        Panel::bottom("the way on").frame(Frame::new()).show_separator_line(false).show(ui, |ui| on(ui, with));
    }
    let gap = GAP * em;
    let columns = (((ui.available_width() + gap) / (CARD * em + gap)) as usize).clamp(1, 3);
    let width = ((ui.available_width() - gap * columns as f32) / columns as f32).floor();
    let room = ui.available_height();
    let cards = ScrollArea::vertical().min_scrolled_height(0.0).id_salt(("minute", of.as_str())).auto_shrink(false);
    cards.show(ui, |ui| {
        let all: Vec<(usize, &Item)> = learn.minute.iter().enumerate().collect();
        let named = |place: usize| Id::new(("minute row", of.as_str(), place));
        let known = |ui: &Ui, place: usize| ui.data(|data| data.get_temp::<f32>(named(place))).unwrap_or(0.0);
        let rows = all.chunks(columns).len();
        let apart = gap + ui.spacing().item_spacing.y + EDGES;
        let words: f32 = (0..rows).map(|place| known(ui, place) + apart).sum();
        let usual = (width * 0.5).min(ui.ctx().content_rect().height() * 0.32);
        let high = pictured((room - words, rows), (LOWEST * em, usual));
        for (place, row) in all.chunks(columns).enumerate() {
            // Cards beside each other end alike: as low as the longest of them did.
            let (id, low) = (named(place), known(ui, place));
            let mut longest = 0.0_f32;
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for (index, item) in row {
                    ui.allocate_ui_with_layout(vec2(width, 10.0), Layout::top_down(Align::Min), |ui| {
                        ui.set_width(width);
                        let card = card(ui, (*index, low, high), (item, read.cards.get(*index)), with);
                        longest = longest.max(card);
                    });
                }
            });
            if (longest - low).abs() > 0.5 {
                ui.data_mut(|data| data.insert_temp(id, longest));
                ui.ctx().request_repaint();
            }
            ui.add_space(gap);
        }
        if !stays {
            on(ui, with);
        }
    });
}

/// How high pictures are: as low as it takes for all rows of them to be in sight beside their words, if that is not too low.
fn pictured((room, rows): (f32, usize), (lowest, usual): (f32, f32)) -> f32 {
    let fits = (room / rows.max(1) as f32).floor();
    if fits < lowest { usual } else { fits.min(usual) }
}

/// One of them, with words at least so high below a picture of this height; how high its words would be by themselves.
fn card(
    ui: &mut Ui,
    (index, low, height): (usize, f32, f32),
    (item, card): (&Item, Option<&Card>),
    with: &mut Learning<'_>,
) -> f32 {
    let em = theme::scale(ui.ctx());
    let moves = with.moves();
    let now = ui.input(|input| input.time);
    let frame = Frame::new().fill(theme::raised()).stroke(Stroke::new(1.0, theme::line()));
    let shown = frame.corner_radius(theme::panels().round).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if card.is_none() {
            // Until it is worked out its room is kept, so that nothing below it moves.
            let (room, waits) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            let font = TextStyle::Small.resolve(ui.style());
            ui.painter().text(room.center(), Align2::CENTER_CENTER, WAITS, font, theme::faint());
            waits.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, WAITS));
        } else if let Some(reel) = card.and_then(|card| card.reel.as_ref()) {
            // Each begins a little after the one before, so that not all of them stir at once.
            let at = if moves { reel.at(now - index as f64 * 0.8, true) } else { reel.end() };
            picture::show(ui, (reel, at), (height, Sense::hover()), &mut with.portraits);
        }
        let above = ui.min_rect().height();
        let margin = Margin::symmetric((10.0 * em).min(24.0) as i8, (7.0 * em).min(14.0) as i8);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(theme::titled(ui, &item.title, 18.0).color(theme::accent()));
            if card.is_none() {
                // Its numbers are still to be found out.
                ui.set_invisible();
            }
            ui.label(card.map_or(&item.text.text, |card| &card.text));
        });
        let words = ui.min_rect().height() - above;
        ui.add_space((low - words).max(0.0));
        words
    });
    shown.inner
}

/// The way on.
fn on(ui: &mut Ui, with: &mut Learning<'_>) {
    let width = theme::em(ui, 260.0).min(ui.available_width());
    ui.horizontal_wrapped(|ui| {
        if theme::main_button(ui, "Take the tour", width, true).clicked() {
            with.page.part = Part::Tour;
        }
        ui.label(RichText::new("about five minutes, or:").color(theme::faint()));
        let first = with.listed.taught(&with.next.chosen).and_then(|(_, _, first)| first);
        if let Some(scenario) = first {
            if ui.button(format!("{FIRST}: {}", scenario.title)).clicked() {
                with.wishes.wish = Some(Wish::Learn(scenario.name.clone(), seats(&scenario.players)));
            }
            against(ui);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: pictures give way so that all of their rows are in sight, and are as large as ever where that is not to be had.
    #[test]
    fn pictures_give_way_to_rows() {
        let high = |room: f32| pictured((room, 2), (88.0, 160.0));
        assert_eq!([400.0, 320.0, 220.0, 176.0, 170.0].map(high), [160.0, 160.0, 110.0, 88.0, 160.0]);
    }
}
