//! The page of a hint: what to do in large words, what that comes to in short, and the next best in quiet rows; of a short page these
//! are folded away.

use bevy_egui::egui::{Button, Label, RichText, ScrollArea, Ui};

use super::Row;
use crate::ai::deep::{Expected, Harm};
use crate::overlay::reasons::explained;
use crate::overlay::theme;

/// Points of the letters of what to do, at the usual size of text, and where that is large for the window.
const LARGE: [f32; 2] = [20.0, 15.0];
/// Less than that is told as nothing.
const LEAST: f64 = 0.05;
/// What a click does as long as nothing is planned.
const PLANS: &str = "One click plans it, two do it.";
/// What puts it away.
const AWAY: &str = "dismiss";
/// What unfolds a short page does.
const UNFOLDS: &str = "The next best, and what these figures are: losses are those of two rounds";
/// What the figures are taken from.
const TRIED: &str = "All of it was tried out on copies of this battle, with dice of their own.";

/// What there is to tell.
pub(super) struct Page<'a> {
    /// The lines, the best first; none until all has been thought.
    pub(super) rows: &'a [Row],
    /// The one that is about as good as the first.
    pub(super) close: Option<usize>,
    /// The one that waits for a second click.
    pub(super) planned: Option<usize>,
    pub(super) is_done: bool,
    /// Whoever waits need not do so any longer.
    pub(super) is_long: bool,
    /// There is little room.
    pub(super) is_short: bool,
    /// All of it is told, and not the best alone.
    pub(super) is_unfolded: bool,
}

/// What somebody has done on the page.
#[derive(Default)]
pub(super) struct Done {
    pub(super) pointed: Option<usize>,
    pub(super) pressed: Option<usize>,
    pub(super) is_enough: bool,
    pub(super) is_away: bool,
    /// What is folded away of a short page is unfolded, or folded again.
    pub(super) folds: bool,
}

/// Draws it, so broad and no higher than that.
pub(super) fn draw(ui: &mut Ui, (width, high): (f32, f32), page: &Page<'_>) -> Done {
    let mut done = Done::default();
    ui.set_width(width);
    let all = ScrollArea::vertical().max_height(high).min_scrolled_height(high);
    all.show(ui, |ui| {
        let best = page.rows.split_first();
        // The best lies in one line with what puts a short page away and unfolds it.
        ui.horizontal_wrapped(|ui| {
            head(ui, page, &mut done);
            if let Some((first, others)) = best.filter(|_| page.is_short) {
                lead(ui, first, page, &mut done);
                let more = more(others.len(), page.is_unfolded);
                done.folds = ui.small_button(more).on_hover_text(UNFOLDS).clicked();
            }
        });
        if let Some((first, others)) = best {
            if !page.is_short {
                lead(ui, first, page, &mut done);
            }
            comes_to(ui, first, page);
            if page.is_unfolded {
                next_best(ui, (first, others), page, &mut done);
                explained(ui, "What these figures are", &[TRIED]);
            }
        }
    });
    done
}

/// What puts it away, and its heading: a short page has none once it leads with what is best.
fn head(ui: &mut Ui, page: &Page<'_>, done: &mut Done) {
    done.is_away = match page.is_short {
        true => theme::sign(ui, true, "×", AWAY, "").clicked(),
        false => ui.small_button(AWAY).clicked(),
    };
    if page.is_short && !page.rows.is_empty() {
        return;
    }
    let heading = if page.is_done { "What the computer would do" } else { "The computer thinks it over ..." };
    ui.label(RichText::new(heading).small().color(theme::accent()));
    done.is_enough = page.is_long && ui.small_button("tell what it has").clicked();
}

/// What unfolds a short page that has so many others than the best, or folds it again.
fn more(others: usize, is_unfolded: bool) -> String {
    match (is_unfolded, others) {
        (true, _) => "less ⏶".to_owned(),
        (false, 0) => "more ⏷".to_owned(),
        (false, others) => format!("{others} more ⏷"),
    }
}

/// What is best.
fn lead(ui: &mut Ui, first: &Row, page: &Page<'_>, done: &mut Done) {
    let [usual, small] = LARGE;
    let size = if page.is_short || theme::is_cramped(ui) { small } else { usual };
    let text = theme::sized(ui, first.told.as_str(), size).strong().color(theme::ink());
    deed(ui, (0, text), page, done);
}

/// How one does it here, and what it comes to.
fn comes_to(ui: &mut Ui, first: &Row, page: &Page<'_>) {
    below(ui, (0, first), page, PLANS);
    let Some(expected) = &first.expected else { return };
    if page.is_short {
        ui.label(RichText::new(in_short(expected)).small().color(theme::ink()));
        return;
    }
    ui.label(RichText::new(format!("Chance to win with it: {:.0}%", expected.hope * 100.0)).color(theme::ink()));
    ui.label(costs(expected));
}

/// What is told right below a row, in one line that is always there: no row moves once one is planned.
fn below(ui: &mut Ui, (at, row): (usize, &Row), page: &Page<'_>, usual: &str) {
    let is_planned = page.planned == Some(at);
    let (words, colour) = match (is_planned, row.then.is_some()) {
        (true, true) => ("Click it again to do the first of it.", theme::accent()),
        (true, false) => ("Click it again to do it.", theme::accent()),
        (false, _) => (usual, theme::faint()),
    };
    ui.add(Label::new(RichText::new(words).small().color(colour)).truncate());
}

/// The next best, each with how much less it promises below it.
fn next_best(ui: &mut Ui, (first, others): (&Row, &[Row]), page: &Page<'_>, done: &mut Done) {
    if others.is_empty() {
        return;
    }
    ui.separator();
    for (row, at) in others.iter().zip(1..) {
        let less = less(first.expected, row.expected, page.close == Some(at));
        let colour = if page.planned == Some(at) { theme::ink() } else { theme::faint() };
        deed(ui, (at, RichText::new(row.told.as_str()).color(colour)), page, done);
        below(ui, (at, row), page, &less);
    }
}

/// The button of a line: the best has a frame, and so has what waits for a second click.
fn deed(ui: &mut Ui, (at, text): (usize, RichText), page: &Page<'_>, done: &mut Done) {
    let is_planned = page.planned == Some(at);
    let button = Button::selectable(is_planned, text).frame_when_inactive(at == 0 || is_planned).wrap();
    let button = ui.add(button);
    if button.hovered() || button.has_focus() {
        done.pointed = Some(at);
    }
    if button.clicked() {
        done.pressed = Some(at);
    }
}

/// How much less a line promises than the best; where that is not known, what a click does.
fn less(best: Option<Expected>, own: Option<Expected>, is_close: bool) -> String {
    let lost = best.zip(own).map(|(best, own)| ((best.hope - own.hope) * 100.0).round());
    match lost {
        Some(lost) if lost >= 1.0 && !is_close => format!("{lost:.0}% less"),
        Some(_) => "About as good".to_owned(),
        None => PLANS.to_owned(),
    }
}

/// What both sides lose by it within the next rounds.
fn costs(expected: &Expected) -> String {
    let [own, others] = losses(expected);
    format!("In two rounds you lose {own}; they lose {others}")
}

/// What it comes to in one line.
fn in_short(expected: &Expected) -> String {
    let [own, others] = losses(expected);
    format!("{:.0}% to win · you lose {own}; they lose {others}", expected.hope * 100.0)
}

/// What one's own lose, and what all others do.
fn losses(expected: &Expected) -> [String; 2] {
    let Expected { lost, harm: Harm { health, wounds }, .. } = expected;
    let told = |fighters: f64, health: f64, wounds: f64| {
        let each = [(fighters, "fighters"), (health, "health"), (wounds, "wounds")].into_iter();
        let each = each.filter(|(lost, _)| *lost >= LEAST).map(|(lost, what)| format!("{lost:.1} {what}"));
        let told = each.collect::<Vec<_>>().join(", ");
        if told.is_empty() { "nothing".to_owned() } else { told }
    };
    [told(lost.0, health.0, wounds.0), told(lost.1, health.1, wounds.1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(hope: f64) -> Expected {
        Expected { hope, lost: (0.0, 1.1), harm: Harm { health: (4.5, 12.0), wounds: (0.01, -0.2) } }
    }

    /// Promise: what is next best is told by how much less it promises, and what chance alone sets apart is about as good.
    #[test]
    fn the_next_best_is_told_by_how_much_less_it_promises() {
        let told = |own: f64, is_close| less(Some(expected(0.62)), Some(expected(own)), is_close);
        assert_eq!(told(0.55, false), "7% less");
        assert_eq!([told(0.55, true), told(0.618, false)], ["About as good"; 2].map(str::to_owned));
        assert_eq!(less(None, Some(expected(0.5)), false), PLANS);
    }

    /// Promise: what is lost is told side by side in what the game counts, and nothing where it is next to nothing.
    #[test]
    fn what_is_lost_is_told_of_both_sides() {
        let told = costs(&expected(0.5));
        assert_eq!(told, "In two rounds you lose 4.5 health; they lose 1.1 fighters, 12.0 health");
        let none = Expected { hope: 0.5, lost: (0.0, 0.0), harm: Harm::default() };
        assert_eq!(costs(&none), "In two rounds you lose nothing; they lose nothing");
        assert_eq!(in_short(&none), "50% to win · you lose nothing; they lose nothing");
    }

    /// Promise: a short page says how many others it has folded away.
    #[test]
    fn a_short_page_says_what_is_folded_away() {
        assert_eq!([more(2, false), more(0, false), more(2, true)], ["2 more ⏷", "more ⏷", "less ⏶"]);
    }
}
