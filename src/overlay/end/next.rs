//! What can be done once a battle is over: what most will want as the button that matters, the rest in rows beside it.

use bevy_egui::egui::{Button, ScrollArea, TextStyle, TextWrapMode, Ui, Vec2, WidgetText, vec2};

use super::{Outcome, With};
use crate::battle::Look;
use crate::overlay::theme;
use crate::overlay::undo::{told, undone};
use crate::overlay::wishes::{QUICK_SAVE, Wish};
use crate::record::Origin;

/// The width and the height of the button that matters, at the usual size of text.
const MAIN: (f32, f32) = (340.0, 42.0);
/// How wide the page is where the rest has room beside it.
const WIDE: f32 = 760.0;
/// No more of a page goes to what can be done than this where it lies beside all else.
const SIDE: f32 = 0.4;

/// Something that can be done.
struct Offer {
    name: String,
    tip: String,
    /// What it asks for; nothing where it only puts the page away.
    wish: Option<Wish>,
    /// Why it cannot be done.
    why_not: Option<String>,
}

impl Offer {
    fn of(name: &str, tip: &str, wish: impl Into<Option<Wish>>) -> Self {
        Self { name: name.to_owned(), tip: tip.to_owned(), wish: wish.into(), why_not: None }
    }

    /// Draws it, at least this wide, and does it where it is pressed.
    fn draw(&self, ui: &mut Ui, wide: f32, with: &mut With<'_>) {
        let button = ui.add_enabled(self.why_not.is_none(), Button::new(&self.name).min_size(vec2(wide, 0.0)));
        let why_not = self.why_not.as_ref().unwrap_or(&self.tip);
        if button.on_hover_text(&self.tip).on_disabled_hover_text(why_not).clicked() {
            self.does(with);
        }
    }

    fn does(&self, with: &mut With<'_>) {
        match &self.wish {
            Some(wish) => with.wishes.wish = Some(wish.clone()),
            None => with.page.seen = true,
        }
    }
}

/// All that can be done, as it lies on a page of some width.
pub(super) struct Next {
    main: Offer,
    rest: Vec<Offer>,
    /// How many of the rest lie in each row.
    rows: Vec<usize>,
    /// The button that matters lies over the rest, and not beside it.
    is_narrow: bool,
    /// All of it is so high.
    pub height: f32,
    /// The widest of the rest.
    widest: f32,
}

impl Next {
    pub fn of(ui: &Ui, look: Look<'_>, outcome: Outcome, width: f32, with: &With<'_>) -> Self {
        let seed = look.battle::<Origin>().map(|origin| origin.seed);
        let anew = seed.map(|seed| Wish::Again(seed.wrapping_add(1)));
        let follows = with.page.follows.iter().flatten().next();
        let again = "Again, new dice";
        let main = match (follows, anew.clone()) {
            (Some((title, 1)), _) => Offer::of(&format!("Go on: {title}"), "An hour later", Wish::GoOn),
            (Some((title, hours)), _) => {
                Offer::of(&format!("Go on: {title}"), &format!("{hours} hours later"), Wish::GoOn)
            }
            (None, Some(anew)) if outcome == Outcome::Lost => Offer::of(again, "From the start", anew),
            (None, _) => Offer::of("Another battle", "Choose one on the start screen", Wish::Menu),
        };
        let undone = undone(look, &with.timeline, with.preferences.rewinds);
        let back = undone.as_ref().map_or_else(|_| String::new(), |own| told(look, &with.timeline, own));
        let mut rest = vec![Offer::of("Look at the field", "The menu tells again how it ended", None)];
        if let Some(seed) = seed {
            rest.push(Offer::of("Analyse", "Chances to win, mistakes and luck, decision by decision", Wish::Analyse));
            rest.push(Offer::of("Again, same dice", "The same battle from its start", Wish::Again(seed)));
        }
        rest.extend(anew.map(|anew| Offer::of(again, "The same battle with other dice", anew)));
        rest.push(Offer { why_not: undone.err(), ..Offer::of("Undo", &back, Wish::Undo) });
        if seed.is_some() {
            rest.push(Offer::of("Save", "To go on from here another time", Wish::Save(QUICK_SAVE.into())));
            rest.push(Offer::of("Save as text", "The whole battle as a text that one can read, in a file", Wish::Tell));
        }
        rest.push(Offer::of("Battles", "Choose another battle", Wish::Menu));
        rest.retain(|offer| offer.wish != main.wish);
        let em = theme::scale(ui.ctx());
        let is_narrow = width < WIDE * em;
        let spacing = ui.spacing();
        let font = TextStyle::Button.resolve(ui.style());
        let sizes = rest.iter().map(|offer| {
            let words = ui.painter().layout_no_wrap(offer.name.clone(), font.clone(), theme::ink());
            words.size() + 2.0 * spacing.button_padding
        });
        let (widths, heights): (Vec<f32>, Vec<f32>) = sizes.map(|size| (size.x, size.y)).unzip();
        let room = if is_narrow { width } else { width - (MAIN.0 + 10.0) * em };
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let rows = rows(&widths, room, spacing.item_spacing.x);
        let row = heights.into_iter().fold(spacing.interact_size.y, f32::max) + spacing.item_spacing.y;
        let (main_high, rows_high) = (MAIN.1 * em + spacing.item_spacing.y, row * rows.len() as f32);
        let height = if is_narrow { main_high + rows_high } else { main_high.max(rows_high) };
        Self { main, rest, rows, is_narrow, height, widest }
    }

    /// How wide all of it is where it lies beside a page that is so wide with it.
    pub fn wide(&self, ui: &Ui, page: f32) -> f32 {
        let main = WidgetText::from(theme::titled(ui, &self.main.name, 18.0));
        let main = main.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Button).size().x;
        (main + 4.0 * ui.spacing().button_padding.x).max(self.widest).min(page * SIDE)
    }

    /// Draws all of it below each other in this room, and does what is pressed.
    pub fn below_each_other(&self, ui: &mut Ui, room: Vec2, with: &mut With<'_>) {
        let top = ui.next_widget_position().y;
        self.main(ui, with);
        let high = (room.y - (ui.next_widget_position().y - top)).max(60.0);
        let rest = ScrollArea::vertical().id_salt("what is next").max_height(high).min_scrolled_height(high);
        rest.show(ui, |ui| self.rest.iter().for_each(|offer| offer.draw(ui, room.x, with)));
    }

    /// Draws all of it, and does what is pressed.
    pub fn draw(&self, ui: &mut Ui, with: &mut With<'_>) {
        if self.is_narrow {
            self.main(ui, with);
            self.rest(ui, with);
        } else {
            let room = ui.available_width() - theme::em(ui, MAIN.0 + 10.0);
            ui.horizontal(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(room);
                    self.rest(ui, with);
                });
                self.main(ui, with);
            });
        }
    }

    fn main(&self, ui: &mut Ui, with: &mut With<'_>) {
        let width = ui.available_width().min(theme::em(ui, MAIN.0));
        if theme::main_button(ui, &self.main.name, width, true).on_hover_text(&self.main.tip).clicked() {
            self.main.does(with);
        }
    }

    fn rest(&self, ui: &mut Ui, with: &mut With<'_>) {
        let mut rest = self.rest.iter();
        for count in &self.rows {
            ui.horizontal(|ui| {
                rest.by_ref().take(*count).for_each(|offer| offer.draw(ui, 0.0, with));
            });
        }
    }
}

/// How many of these widths lie in each row of this room: in as few rows as they can, and those as even as they can.
fn rows(widths: &[f32], room: f32, gap: f32) -> Vec<usize> {
    let laid = |room: f32| {
        let (mut rows, mut used): (Vec<usize>, f32) = Default::default();
        for width in widths {
            match rows.last_mut() {
                Some(count) if used + gap + width <= room => {
                    (*count, used) = (*count + 1, used + gap + width);
                }
                _ => {
                    rows.push(1);
                    used = *width;
                }
            }
        }
        rows
    };
    let fewest = laid(room);
    // The narrowest room that needs no more rows is one that some of them fill.
    let runs = (0..widths.len()).flat_map(|from| {
        let run = widths.iter().skip(from);
        run.scan(-gap, move |used, width| {
            *used += gap + width;
            Some(*used)
        })
    });
    let mut fitting: Vec<f32> = runs.filter(|wide| *wide <= room).collect();
    fitting.sort_by(f32::total_cmp);
    let even = fitting.into_iter().map(|wide| laid(wide + 0.01)).find(|rows| rows.len() <= fewest.len());
    even.unwrap_or(fewest)
}

#[cfg(test)]
mod tests {
    use super::rows;

    /// Promise: buttons that need several rows lie in even ones: none is left alone.
    #[test]
    fn rows_of_buttons_are_even() {
        assert_eq!(rows(&[50.0; 8], 430.0, 8.0), [4, 4], "seven would fit, and leave one alone");
        assert_eq!(rows(&[50.0; 8], 500.0, 8.0), [8]);
        assert_eq!(rows(&[100.0, 20.0, 20.0, 20.0, 60.0], 190.0, 5.0), [2, 3]);
        assert_eq!(rows(&[300.0, 50.0], 200.0, 8.0), [1, 1], "what is wider than all has a row of its own");
        assert!(rows(&[], 100.0, 8.0).is_empty());
    }
}
