//! Playing cards as they are drawn.

use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

use super::{theme, tips};
use crate::ahead::named;
use crate::battle::{Id, Look, Rules};
use crate::dice::{Card, NUMBERS, Suit};

/// What cards are printed on.
const PAPER: Color32 = Color32::from_rgb(0xf7, 0xf1, 0xe3);
/// Points of the frame of a card that is marked.
const MARKED: f32 = 4.0;

/// A card as it is drawn, with the number that a joker stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    card: Card,
    stands_for: Option<i32>,
}

impl Face {
    /// A card as it lies in a hand.
    pub const fn of(card: Card) -> Self {
        Self { card, stands_for: None }
    }

    /// A card as it was laid, for this number.
    pub const fn laid((card, number): (Card, i32)) -> Self {
        Self { card, stands_for: Some(number) }
    }

    const fn is_red(self) -> bool {
        matches!(
            self.card,
            Card::Joker { black: false } | Card::Suited(_, Suit::Diamonds) | Card::Suited(_, Suit::Hearts)
        )
    }

    const fn ink(self) -> Color32 {
        if self.is_red() { Color32::from_rgb(0xb4, 0x2a, 0x22) } else { Color32::from_rgb(0x22, 0x26, 0x2e) }
    }

    fn rank(self) -> String {
        match (self.card, self.stands_for) {
            (Card::Suited(..), _) => self.card.sign(),
            (Card::Joker { .. }, Some(number)) => number.to_string(),
            (Card::Joker { .. }, None) => "★".to_owned(),
        }
    }

    /// A card so high that only shows, by this name.
    pub fn show(self, ui: &mut Ui, height: f32, name: &str) -> Response {
        let (rect, response) = ui.allocate_exact_size(size(height), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, name));
        self.draw(ui.painter(), rect);
        response
    }

    /// A card that can be chosen by this name. `marked`: it is what is planned, or what a hint would lay.
    pub fn button(self, ui: &mut Ui, height: f32, name: &str, (enabled, marked): (bool, bool)) -> Response {
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(size(height) + vec2(0.0, 8.0), sense);
        response.widget_info(|| match marked {
            true => WidgetInfo::selected(WidgetType::Button, enabled, true, name),
            false => WidgetInfo::labeled(WidgetType::Button, enabled, name),
        });
        // The one that is pointed at stands out of the hand, and so does a marked one.
        let lift = if marked || enabled && (response.hovered() || response.has_focus()) { 0.0 } else { 8.0 };
        let card = Rect::from_min_size(rect.min + vec2(0.0, lift), size(height));
        ui.painter().rect_filled(card.translate(vec2(1.5, 2.5)), 5.0, Color32::from_black_alpha(90));
        self.draw(ui.painter(), card);
        if !enabled {
            ui.painter().rect_filled(card, 5.0, Color32::from_black_alpha(120));
        }
        if marked {
            ui.painter().rect_stroke(card, 5.0, Stroke::new(MARKED, theme::WAY), StrokeKind::Inside);
        }
        response
    }

    /// The card on the page, face up.
    pub fn draw(self, painter: &Painter, rect: Rect) {
        let rank = self.rank();
        let ink = self.ink();
        let round = (rect.height() * 0.09).clamp(2.0, 6.0);
        painter.rect(rect, round, PAPER, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
        let small = rect.height() < 40.0;
        // Two digits have the room of one letter.
        let narrow = if rank.chars().count() > 1 { 0.78 } else { 1.0 };
        let font = FontId::proportional(rect.height() * if small { 0.56 } else { 0.3 } * narrow);
        if small {
            let at = pos2(rect.left() + rect.width() * 0.34, rect.center().y);
            painter.text(at, Align2::CENTER_CENTER, &rank, font, ink);
            pip(
                painter,
                self.card,
                pos2(rect.right() - rect.width() * 0.26, rect.center().y),
                rect.height() * 0.2,
                ink,
            );
            return;
        }
        let corner = vec2(rect.width() * 0.24, rect.height() * 0.18);
        painter.text(rect.min + corner, Align2::CENTER_CENTER, &rank, font.clone(), ink);
        painter.text(rect.max - corner, Align2::CENTER_CENTER, &rank, font, ink);
        pip(painter, self.card, rect.center(), rect.height() * 0.2, ink);
    }
}

/// The back of a card: nobody can tell by it which one it is.
pub fn back(painter: &Painter, rect: Rect) {
    let (blue, pale) = (Color32::from_rgb(0x2b, 0x4a, 0x78), Color32::from_rgb(0xb9, 0xc9, 0xe2));
    let round = (rect.height() * 0.09).clamp(2.0, 6.0);
    painter.rect(rect, round, PAPER, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
    let inside = rect.shrink((rect.height() * 0.08).max(1.5));
    if inside.width() < 3.0 {
        return;
    }
    painter.rect_filled(inside, round * 0.6, blue);
    // A lattice, as coarse as the card is small.
    let step = (rect.height() * 0.2).max(4.5);
    let (across, painter) =
        (inside.width() + inside.height(), painter.with_clip_rect(inside.intersect(painter.clip_rect())));
    for line in 1..(across / step).ceil() as usize {
        let shift = line as f32 * step;
        let (from, to) =
            (inside.left_top() + vec2(shift, 0.0), inside.left_top() + vec2(shift - inside.height(), inside.height()));
        painter.line_segment([from, to], Stroke::new(0.8, pale));
        let mirrored = |at: Pos2| pos2(inside.left() + inside.right() - at.x, at.y);
        painter.line_segment([mirrored(from), mirrored(to)], Stroke::new(0.8, pale));
    }
}

/// A card that is being turned, from its back (0) to its face (1).
pub fn turning(painter: &Painter, rect: Rect, face: Option<Face>, share: f32) {
    let share = share.clamp(0.0, 1.0);
    let narrow = (std::f32::consts::PI * share).cos().abs();
    let card = Rect::from_center_size(rect.center(), vec2((rect.width() * narrow).max(1.5), rect.height()));
    match face {
        Some(face) if share >= 1.0 => face.draw(painter, rect),
        // A face on its edge is too narrow for its signs: what shows through the clip turns with it.
        Some(face) if share > 0.5 => face.draw(&painter.with_clip_rect(card.intersect(painter.clip_rect())), rect),
        _ => back(painter, card),
    }
}

/// The room that a card so high takes.
pub fn size(height: f32) -> Vec2 {
    vec2(height * if height < 40.0 { 1.25 } else { 0.7 }, height)
}

/// The suits so high in the order of turns, the first at the left.
pub fn suits(ui: &mut Ui, height: f32) {
    for (place, suit) in Suit::ALL.into_iter().rev().enumerate() {
        if place > 0 {
            ui.label(RichText::new("before").size(height).color(theme::faint()));
        }
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(height * 1.4), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, suit.name()));
        let (painter, card) = (ui.painter(), Card::Suited(*NUMBERS.start(), suit));
        painter.rect_filled(rect, 3.0, PAPER);
        pip(painter, card, rect.center(), height * 0.48, Face::of(card).ink());
    }
}

/// What a game says of jokers, where cards are laid.
pub fn joker(rules: &Rules) -> Option<&str> {
    tips::tip_at(rules, "lay", "joker")
}

/// Where a card puts whoever lays it, among those who have laid theirs open; of a joker what it is.
pub fn place(look: Look<'_>, card: Card) -> Option<String> {
    if card.is_joker() {
        return joker(look.rules()).map(str::to_owned);
    }
    let (who, own) = (look.asked()?, card.rank(0));
    let track = look.rules().initiative.track(look.as_asked());
    let open = track.iter().filter(|entry| entry.who != who && look.knows_of(entry.who) && look.is_in_play(entry.who));
    let (mut later, mut sooner) = (Vec::new(), Vec::new());
    for (entry, (other, number)) in open.filter_map(|entry| Some((entry, entry.card?))) {
        // Of two that are alike the one from a hand comes first.
        if other.rank(number) <= own { later.push(entry.who) } else { sooner.push(entry.who) }
    }
    let told = |word: &str, who: Vec<Id>| named(look, who.into_iter()).map(|names| format!("{word} {names}"));
    let parts: Vec<String> = [told("before", later), told("after", sooner)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("Acts {}.", parts.join(", ")))
}

/// The sign of a suit, of this radius.
fn pip(painter: &Painter, card: Card, at: Pos2, radius: f32, ink: Color32) {
    let place = |x: f32, y: f32| at + vec2(x, y) * radius;
    let body = |corners: &[(f32, f32)]| {
        let corners = corners.iter().map(|(x, y)| place(*x, *y)).collect();
        painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
    };
    let disc = |x: f32, y: f32, size: f32| {
        painter.circle_filled(place(x, y), radius * size, ink);
    };
    let stem = || body(&[(0.0, 0.1), (0.36, 1.0), (-0.36, 1.0)]);
    match card {
        Card::Suited(_, Suit::Diamonds) => body(&[(0.0, -1.0), (0.72, 0.0), (0.0, 1.0), (-0.72, 0.0)]),
        Card::Suited(_, Suit::Hearts) => {
            disc(-0.42, -0.34, 0.48);
            disc(0.42, -0.34, 0.48);
            body(&[(-0.84, -0.12), (0.84, -0.12), (0.0, 1.0)]);
            body(&[(-0.5, -0.3), (0.5, -0.3), (0.3, 0.2), (-0.3, 0.2)]);
        }
        Card::Suited(_, Suit::Spades) => {
            body(&[(0.0, -1.0), (0.84, 0.2), (-0.84, 0.2)]);
            disc(-0.42, 0.3, 0.46);
            disc(0.42, 0.3, 0.46);
            stem();
        }
        Card::Suited(_, Suit::Clubs) => {
            disc(0.0, -0.5, 0.44);
            disc(-0.46, 0.2, 0.44);
            disc(0.46, 0.2, 0.44);
            disc(0.0, 0.0, 0.3);
            stem();
        }
        Card::Joker { .. } => {
            for corner in 0..5 {
                let angle = std::f32::consts::TAU * corner as f32 / 5.0 - std::f32::consts::FRAC_PI_2;
                let aside = |turn: f32| {
                    let (sin, cos) = (angle + turn).sin_cos();
                    (cos * 0.42, sin * 0.42)
                };
                let (sin, cos) = angle.sin_cos();
                body(&[(cos, sin), aside(0.63), (0.0, 0.0), aside(-0.63)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: a card tells where it puts whoever lays it, among those whose cards lie open; one that is like a set card comes
    /// first, and the same number in a lower suit comes after it; a joker tells what it is.
    #[test]
    fn a_card_says_where_it_puts_whoever_lays_it() {
        let game = trial::begun("last_orders", 1);
        let look = trial::look(&game);
        let told = |number, suit| place(look, Card::Suited(number, suit));
        let (before, after) = ("Acts before Tough 1 and 2 others.", "Acts after Tough 1 and 2 others.");
        assert_eq!(told(13, Suit::Spades).as_deref(), Some(before));
        assert_eq!(told(7, Suit::Clubs).as_deref(), Some(before));
        assert_eq!(told(7, Suit::Diamonds).as_deref(), Some(after));
        let joker = place(look, Card::Joker { black: true });
        assert!(joker.is_some_and(|told| told.contains("★ is a joker")));
    }

    #[test]
    fn a_joker_shows_what_it_stands_for() {
        let joker = Card::Joker { black: true };
        assert_eq!((Face::of(joker).rank(), Face::laid((joker, 9)).rank()), ("★".to_owned(), "9".to_owned()));
        let king = Card::Suited(13, Suit::Spades);
        assert_eq!((Face::laid((king, 13)).rank(), Face::of(king).is_red()), ("K".to_owned(), false));
    }
}
