//! The end of a battle: who won and why, what became of everybody, and the
//! blows that told.

mod armies;
mod blows;
mod fates;
mod heaviest;
mod next;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Align2, Event, Frame as Plate, InputState, Margin, Order, RichText, ScrollArea, Ui, Vec2, Window, vec2,
};

pub(in crate::overlay) use self::armies::summed_up as armies_so_far;
use self::blows::Told;
use self::fates::fates;
use self::next::Next;
use super::book::{self, Book};
use super::course::Pace;
use super::motion::Motion;
use super::panels::{self, Begun, Frame, Height, Panels};
use super::portraits::Portraits;
use super::preferences::{Preferences, Speed};
use super::theme;
use super::timeline::Timeline;
use super::wishes::Wishes;
use crate::battle::{Fact, Look, SideId, Sides, Verdict};
use crate::record::Origin;

/// What is known of the end.
#[derive(Resource, Debug, Default)]
pub struct EndPage {
    /// It has been seen.
    pub seen: bool,
    /// What follows the battle that is over, once somebody has looked: its title and the hours between.
    pub follows: Option<Option<(String, i32)>>,
    /// The battle was seen to go on here, so that its last blow was not yet looked at when it ended.
    fought: bool,
    /// When it ended and all of it had been shown, by the clock of the page.
    since: Option<f64>,
    /// What is told of its blows, and how many facts there were then.
    told: Option<(usize, Told)>,
    /// It lies open.
    is_open: bool,
}

/// How high the frame of the page is with its title, and how much of the window is left free around it, at the usual size of
/// text; and the same without a title.
const EDGES: f32 = 96.0;
const BARE: f32 = 34.0;
/// How wide a page is whose buttons have room beside all else, at the usual size of text, and what lies between.
const BESIDE: f32 = 330.0;
const APART: f32 = 12.0;
/// What is read is so much narrower than its room.
const SLACK: f32 = 8.0;
/// What the page is called.
const TITLE: &str = "The battle is over";
/// The line above what can be done next.
const SEPARATOR: f32 = 6.0;
/// What is said of a victory that is not marked on the start screen.
const WATCHED: &str = " · mostly played by the computer, so not marked as won";
/// Seconds that the last blow has for itself where nothing is shown move by move, and once all of it has been shown.
const MOMENT: f64 = 0.9;
const LINGERS: f64 = 1.5;

impl EndPage {
    /// Whether the last blow still has the field for itself, at this second of the page, where it has so many of them.
    fn waits(&mut self, second: f64, moment: f64) -> bool {
        self.fought && second - *self.since.get_or_insert(second) < moment
    }
}

/// The last word on a battle, over the field and over a camp.
pub fn plugin(app: &mut App) {
    app.init_resource::<EndPage>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, end);
    }
    app.add_observer(|_: On<'_, '_, Begun>, mut end: ResMut<'_, EndPage>| *end = EndPage::default());
}

/// What the page reads and changes.
#[derive(SystemParam)]
struct With<'w> {
    page: ResMut<'w, EndPage>,
    pace: Res<'w, Pace>,
    wishes: ResMut<'w, Wishes>,
    book: ResMut<'w, Book>,
    portraits: ResMut<'w, Portraits>,
    preferences: Res<'w, Preferences>,
    timeline: Res<'w, Timeline>,
    motion: ResMut<'w, Motion>,
}

/// How it went for those who sit here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won,
    Lost,
    /// Nobody has won, or one side of several that people play.
    Open,
}

/// How it went for those who sit here.
fn outcome(look: Look<'_>, verdict: &Verdict) -> Outcome {
    let sides = look.battle::<Sides>().map_or(0, |sides| sides.0.len());
    let here = (0..sides).filter(|side| look.is_played_here(SideId(*side as u8))).count();
    match verdict.winner {
        Some(winner) if here > 0 && here < sides => {
            if look.is_played_here(winner) {
                Outcome::Won
            } else {
                Outcome::Lost
            }
        }
        _ => Outcome::Open,
    }
}

/// Whether the battle is over.
pub fn is_over(look: Look<'_>) -> bool {
    look.verdict().is_some()
}

/// The last word on a battle that is over, until it is put away.
fn end(Frame { ui, look, .. }: Frame<'_>, mut with: With<'_>) {
    let Some(verdict) = look.verdict() else {
        (with.page.fought, with.page.since, with.page.told, with.page.is_open) = (true, None, None, false);
        return;
    };
    // The blow that ended it is seen before its end is told, also where nothing moves; a click or a key asks for the end at once.
    if with.page.seen || with.pace.shows() {
        (with.page.is_open, with.page.since) = (false, None);
        return;
    }
    let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
    let is_pressed = |input: &InputState| input.pointer.any_pressed() || input.events.iter().any(is_key);
    let (now, is_pressed) = ui.input(|input| (input.time, is_pressed(input)));
    with.page.fought &= !is_pressed;
    let moment = if with.pace.speed(&with.preferences) == Speed::AtOnce { MOMENT } else { LINGERS };
    if with.page.waits(now, moment) {
        ui.ctx().request_repaint();
        return;
    }
    with.page.fought = false;
    // What stands still over the field would peep out beside the page.
    with.motion.put_away();
    let room = ui.ctx().content_rect();
    panels::dim(ui.ctx(), "behind the end");
    let em = theme::scale(ui.ctx());
    let width = (860.0 * em).min(room.width() - 40.0 * em.max(1.0));
    let outcome = outcome(look, verdict);
    let facts = look.facts().len();
    let told = with.page.told.take().filter(|(before, _)| *before == facts);
    let told = told.map_or_else(|| Told::of(look), |(_, told)| told);
    // Where there is little height all but the buttons goes up and down together; they lie beside it where there is room.
    let is_low = room.height() < 560.0 * em;
    let is_beside = is_low && width >= BESIDE * em;
    let window = Window::new(TITLE).order(Order::Foreground).collapsible(false).resizable(false).fade_in(false);
    let window = window.title_bar(!is_beside).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window.show(ui.ctx(), |ui| {
        ui.set_width(width);
        if !is_low {
            banner(ui, look, (verdict, outcome), None, &mut with);
        }
        let next = Next::of(ui, look, outcome, width, &with);
        // The banner has been drawn already where it does not go up and down with the rest.
        let drawn = ui.min_rect().height() + 2.0 * ui.spacing().item_spacing.y + SEPARATOR;
        let (edges, below) = if is_beside { (BARE, 0.0) } else { (EDGES, drawn + next.height) };
        let height = (room.height() - edges * em.max(1.0) - below).max(60.0);
        let side = if is_beside { next.wide(ui, width) } else { 0.0 };
        let width = if is_beside { width - side - APART * em } else { width };
        // What is wider than the window goes to the side, and never widens it: its buttons stay on the page. It has all the
        // height that it wants from the first: else it takes a little more with each frame, and the buttons move.
        let list = ScrollArea::both().max_width(width).max_height(height).min_scrolled_height(height);
        let list = list.auto_shrink([false, true]);
        // What was read of another battle is not where this one begins.
        let is_new = !std::mem::replace(&mut with.page.is_open, true);
        let list = if is_new { list.scroll_offset(Vec2::ZERO) } else { list };
        let read = |ui: &mut Ui, with: &mut With<'_>| {
            // The blank after the last word of a line is no reason to go to the side.
            ui.set_max_width(ui.available_width().min(width) - SLACK * em);
            if is_low {
                banner(ui, look, (verdict, outcome), Some(TITLE).filter(|_| is_beside), with);
            }
            if width < 780.0 * em {
                told.blows(ui, look, &mut with.book);
                worth(ui, look, with);
                ui.add_space(8.0 * em);
                fates(ui, look, &told, with);
                return;
            }
            ui.columns(2, |columns| {
                if let [left, right] = columns {
                    fates(left, look, &told, with);
                    told.blows(right, look, &mut with.book);
                    worth(right, look, with);
                }
            });
        };
        if is_beside {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = APART * em;
                ui.vertical(|ui| {
                    ui.set_width(width);
                    list.show(ui, |ui| read(ui, &mut with));
                });
                ui.vertical(|ui| {
                    ui.set_width(side);
                    next.below_each_other(ui, vec2(side, height), &mut with);
                });
            });
            return;
        }
        list.show(ui, |ui| read(ui, &mut with));
        ui.separator();
        ui.set_max_width(width);
        next.draw(ui, &mut with);
    });
    with.page.told = Some((facts, told));
}

/// Whether those who sit here have lost.
pub fn is_lost(look: Look<'_>, verdict: &Verdict) -> bool {
    outcome(look, verdict) == Outcome::Lost
}

/// Who has won, and why, in a colour of its own for a victory and for a defeat; `title`: what the page is called, where that does
/// not stand over it.
fn banner(
    ui: &mut Ui,
    look: Look<'_>,
    (verdict, outcome): (&Verdict, Outcome),
    title: Option<&str>,
    with: &mut With<'_>,
) {
    if let Some(title) = title {
        ui.label(RichText::new(title).small().color(theme::faint()));
    }
    let panels = theme::panels();
    let em = theme::scale(ui.ctx());
    let (fill, ink) = match outcome {
        Outcome::Won => (theme::WON, theme::PAPER),
        Outcome::Lost => (theme::LOST, theme::PAPER),
        Outcome::Open => (panels.raised, panels.ink),
    };
    let frame = Plate::new().fill(fill).corner_radius(panels.round).inner_margin(Margin::same((10.0 * em) as i8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.vertical_centered(|ui| {
            let title = match outcome {
                Outcome::Won => "Victory".to_owned(),
                Outcome::Lost => "Defeat".to_owned(),
                Outcome::Open => verdict.heading(look),
            };
            let title = theme::titled(ui, title, 38.0).color(ink);
            ui.label(title);
            let side = verdict
                .winner
                .filter(|_| outcome != Outcome::Open)
                .map(|side| format!("{} won: ", look.side_name(side)));
            let reason = format!("{}{}", side.unwrap_or_default(), verdict.reason(look));
            ui.label(RichText::new(reason).strong().color(ink));
        });
    });
    ui.horizontal_wrapped(|ui| {
        let rounds = if verdict.round == 1 { "1 round".to_owned() } else { format!("{} rounds", verdict.round) };
        let seed = look.battle::<Origin>().map(|origin| format!(" · dice number {}", origin.seed)).unwrap_or_default();
        let is_watched = |side| outcome == Outcome::Won && with.timeline.is_computers(side);
        let watched = if verdict.winner.is_some_and(is_watched) { WATCHED } else { "" };
        ui.label(RichText::new(format!("{rounds}{seed}{watched}")).color(theme::faint()));
        let facts = look.facts();
        if let Some(rule) = facts.iter().rev().find(|fact| fact.text == verdict.why).map(|fact| fact.rule) {
            book::link(ui, look, &mut with.book, rule);
        }
    });
    ui.add_space(4.0 * em);
}

/// What the battle was worth to those who go on from it: all that was told after the verdict.
fn worth(ui: &mut Ui, look: Look<'_>, with: &mut With<'_>) {
    let facts = look.facts();
    let verdict = facts.iter().rposition(|fact| fact.rule == "verdict");
    let after = verdict.and_then(|at| facts.get(at + 1..)).unwrap_or_default();
    let after: Vec<&Fact> = after.iter().filter(|fact| look.may_read(fact)).collect();
    if after.is_empty() {
        return;
    }
    ui.add_space(theme::em(ui, 8.0));
    ui.label(RichText::new("What it was worth").heading());
    for fact in after {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(&fact.text);
            book::link(ui, look, &mut with.book, fact.rule);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::blows::{Told, felled, tell};
    use super::fates::fate;
    use super::{EndPage, LINGERS, MOMENT, is_over};
    use crate::overlay::preferences::{Preferences, Speed};
    use crate::overlay::screen::{Opening, Screen};
    use crate::rulebook::Library;

    /// Promise: the last blow has a moment for itself before its end is told, and a battle that was over when it was opened tells
    /// it at once.
    #[test]
    fn the_last_blow_is_seen_before_the_end_is_told() {
        for moment in [MOMENT, LINGERS] {
            let mut fought = EndPage { fought: true, ..EndPage::default() };
            assert!(fought.waits(7.0, moment) && fought.waits(7.0 + moment * 0.9, moment));
            assert!(!fought.waits(7.1 + moment, moment));
            assert!(!EndPage::default().waits(7.0, moment), "it was over before");
        }
    }

    /// Promise: the end tells of everybody who fell to a blow who dealt it: an enemy, whatever the game.
    #[test]
    fn whoever_fell_was_felled_by_an_enemy() {
        for name in ["first_watch", "last_orders", "first_milestone", "first_toll", "first_round"] {
            let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
            let scenario = library.scenario(name).unwrap();
            let mut screen = Screen::new(Opening { auto: true, ..Opening::of(library, scenario, 3) });
            screen.edit::<Preferences>().speed = Speed::AtOnce;
            (0..600).for_each(|_| screen.act(Duration::from_secs(2)));
            let look = screen.look().unwrap();
            assert!(is_over(look), "{name} does not end");
            let told = tell(look);
            let out: Vec<_> = look.shown().filter(|id| !look.counts(*id)).collect();
            let known: Vec<_> = felled(look, &told).collect();
            assert!(known.len() * 2 >= out.len(), "{name}: {} of {} were felled", known.len(), out.len());
            // Whoever was put to flight was felled by nobody, and counts for nobody.
            let page = Told::of(look);
            for id in &out {
                let is_felled = known.iter().any(|blow| blow.at == *id);
                let is_counted = page.feller_of(*id).is_some();
                assert_eq!(is_felled, is_counted, "{name}: {}: {}", look.name(*id), fate(look, *id, None).0);
            }
            let counts: usize = look.shown().map(|id| page.felled_by(id)).sum();
            assert_eq!(counts, out.iter().filter(|id| page.feller_of(**id).is_some()).count(), "{name}");
            // Whoever stands with less than all that they had is told to be hurt, with what is left to them and of what.
            for id in look.shown().filter(|id| look.counts(*id) && look.body(*id) == *id) {
                let left = look.health(id).filter(|(left, whole)| left < whole);
                let told = left.zip(look.health_in(id)).map(|((left, whole), of)| format!("{of} {left} of {whole}"));
                assert!(told.is_none_or(|told| fate(look, id, None).0.ends_with(&told)), "{name}: {}", look.name(id));
            }
            // With what it was done is told of most of them: few fall to bare fear.
            let armed = known.iter().filter(|blow| blow.told(look).contains(" with ")).count();
            assert!(armed > 0 || out.is_empty(), "{name}");
            // One hit is one blow, however much is told of it.
            let mut hits: Vec<_> = told.iter().filter_map(|blow| Some((blow.at, blow.hit?))).collect();
            let all = hits.len();
            hits.sort_unstable();
            hits.dedup();
            assert_eq!(hits.len(), all, "{name}");
            for blow in known {
                let by = blow.by.filter(|by| look.are_enemies(*by, blow.at));
                assert!(by.is_some(), "{name}: who felled {}? {}", look.name(blow.at), blow.fact.text);
                let ends = ["felled", "killed"].map(|deed| by.map(|by| format!("{} {deed} ", look.name(by))));
                let sentence = blow.told(look);
                assert!(ends.iter().flatten().any(|words| sentence.starts_with(words)), "{name}: {sentence}");
                assert!(sentence.contains(look.name(blow.at)), "{name}: {sentence}");
            }
        }
    }
}
