//! Why somebody decided as they did: what they chose, the next best, and what was to be expected of each. It is worked out when
//! somebody asks, from the battle as it stood then.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};
use bevy_egui::egui::{Align2, CollapsingHeader, Rect, RichText, ScrollArea, Ui, vec2};

use super::export::Eyes;
use super::hint::Hint;
use super::hud::{Questions, drawers};
use super::keys::Act;
use super::log::LogPanel;
use super::notices::Notices;
use super::panels::{Back, Begun, Frame, Height, Panels, Pressed};
use super::review::Review;
use super::screen::{Overlay, Shown};
use super::sheet::Sheet;
use super::thinking::{Limits, Slices, Thinking};
use super::timeline::{Timeline, would_go_on, would_now};
use super::wishes::{Wish, Wishes};
use super::{hud, rounds, theme};
use crate::ai::deep::EXPLAINED;
use crate::analysis::{AskedAbout, UNTOLD};
use crate::battle::Look;
use crate::record::decisions;

/// Points across of what is told beside the page of a battle that is looked at again, at least; around it; and from there.
const LEAST: f32 = 150.0;
const EDGE: f32 = 18.0;
const GAP: f32 = 6.0;
/// Points of the room that scrolling leaves for its heading and its edges, at the usual size of text.
const HEAD: f32 = 70.0;

/// The decision that somebody asks about.
#[derive(Resource, Default)]
pub struct Reasons {
    asked: Option<About>,
}

/// A decision, and how far it was thought about.
struct About {
    decision: AskedAbout,
    /// Through whose eyes it is told.
    eyes: Eyes,
    slices: Slices,
    thinking: Option<Thinking>,
}

/// What is told of it, over the field or the camp.
pub fn plugin(app: &mut App) {
    app.init_resource::<Reasons>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, told);
    }
    app.add_observer(|_: On<'_, '_, Begun>, mut reasons: ResMut<'_, Reasons>| *reasons = Reasons::default());
    // They lie where a hint does.
    app.on_key(|key: Pressed<'_>, mut reasons: ResMut<'_, Reasons>| {
        if key.act == Act::Hint {
            *reasons = Reasons::default();
        }
    });
    app.on_back(Back::Notices, |mut reasons: ResMut<'_, Reasons>| std::mem::take(&mut *reasons).asked.is_some());
}

/// Asks about a decision by its place among all.
pub(super) fn ask(world: &World, overlay: &mut Overlay, shown: &Shown, number: usize) {
    let asked = shown.battle.ok_or_else(|| "Nothing has been decided yet.".to_owned());
    match asked.and_then(|battle| AskedAbout::about((world, battle), number)) {
        Ok(decision) => {
            let (eyes, slices) = (shown.eyes(), Slices::default());
            *overlay.edit::<Hint>() = Hint::default();
            overlay.edit::<Reasons>().asked = Some(About { decision, eyes, slices, thinking: None });
        }
        Err(why) => overlay.say(why),
    }
}

/// Puts away what is told of a decision that was taken back.
pub(super) fn tend(world: &World, overlay: &mut Overlay, shown: &Shown) {
    let made = shown.battle.map_or(&[][..], |battle| decisions(world, battle));
    let is_gone = |about: &About| made.get(about.decision.number) != Some(&about.decision.made);
    if overlay.of::<Reasons>().asked.as_ref().is_some_and(is_gone) {
        *overlay.edit::<Reasons>() = Reasons::default();
    }
}

impl About {
    /// Plays the battle again to where it was decided, then thinks about it, for the length of a slice; whether that is all.
    fn go_on(&mut self) -> Result<bool, String> {
        let Self { decision, eyes, slices, thinking } = self;
        if decision.look().is_none() {
            let mut is_there = Ok(false);
            slices.work(|| {
                is_there = decision.go_on(|look| eyes.see(look));
                is_there == Ok(false)
            });
            if is_there? {
                let begun = decision.told().zip(decision.begun());
                *thinking = begun.map(|(look, thought)| Thinking::again(look, thought));
            }
            return Ok(false);
        }
        Ok(decision.told().zip(thinking.as_mut()).is_none_or(|(look, thinking)| thinking.go_on(look, Limits::ASKED)))
    }

    /// All that is known of it; `look`: of those who ask.
    fn draw(&self, ui: &mut Ui, look: Look<'_>, is_done: bool) {
        let faint = |text: String| RichText::new(text).small().color(theme::faint());
        if self.decision.look().is_none() {
            ui.label(faint("The battle is played again up to there ...".to_owned()));
            return;
        }
        let Some(then) = self.decision.told() else {
            ui.label(UNTOLD);
            return;
        };
        let Some(reasons) = self.thinking.as_ref().and_then(Thinking::reasons) else {
            ui.label(RichText::new(would_now(then, &self.decision.made.order)).strong());
            let is_prescribed = then.question().is_some_and(|asked| asked.is_prescribed);
            let told = match is_done {
                true if is_prescribed => "The rules say how a computer answers this.",
                true => "Nothing else came into question, as far as can be told.",
                false => "Thinking ...",
            };
            ui.label(faint(told.to_owned()));
            return;
        };
        let whose = self.decision.whose(|side| look.is_played_here(side));
        let (line, expected) = reasons.made;
        let told = format!("{}: {}", would_go_on(then, line), expected.in_words(whose));
        ui.label(RichText::new(told).strong());
        ui.label(faint("What else came into question".to_owned()));
        for (line, expected) in reasons.others {
            ui.label(format!("{}: {}", would_go_on(then, line), expected.in_words(whose)));
        }
        let side = then.side_name(self.decision.made.side);
        ui.label(faint(format!(
            "Tried out on copies of the battle as it stood then, with dice of their own: how well things stood for {side} two \
             rounds later, and what it had cost both sides by then."
        )));
        explained(ui, "What these figures are", &[]);
    }
}

/// What the figures of decisions are, and these lines, for those who unfold them.
pub(super) fn explained(ui: &mut Ui, heading: &str, more: &[&str]) {
    let small = |text: &str| RichText::new(text).small();
    CollapsingHeader::new(small(heading).color(theme::faint())).id_salt("explained").show(ui, |ui| {
        for line in EXPLAINED.iter().chain(more).copied() {
            ui.label(small(line));
        }
    });
}

/// The broader of what the page of a battle that is looked at again leaves free at its sides, where that is broad enough.
fn beside(clear: Rect, page: Rect, least: f32) -> Option<Rect> {
    let (left, right) = (clear.with_max_x(page.left() - GAP), clear.with_min_x(page.right() + GAP));
    let broader = if left.width() > right.width() { left } else { right };
    (broader.width() >= least).then_some(broader)
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut reasons: ResMut<'_, Reasons>,
    (mut wishes, mut notices): (ResMut<'_, Wishes>, ResMut<'_, Notices>),
    timeline: Res<'_, Timeline>,
    (questions, review): (Res<'_, Questions>, Res<'_, Review>),
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    let Some(about) = &mut reasons.asked else { return };
    let number = about.decision.number;
    let is_done = match about.go_on() {
        Ok(is_done) => is_done,
        Err(why) => {
            (notices.said, reasons.asked) = (Some(why), None);
            return;
        }
    };
    if !is_done {
        ui.ctx().request_repaint();
    }
    let scale = theme::scale(ui.ctx());
    let page = review.lies(ui.ctx());
    let room = page.and_then(|page| beside(drawers::clear(ui, &places, &sheet, &log), page, LEAST * scale));
    let room = room.unwrap_or(places.field);
    let width = (places.whole.width() * 0.6).min(620.0 * scale).min(room.width() - EDGE - GAP);
    let high = (room.height() - HEAD * scale).max(HEAD);
    let aside = questions.aside(ui.ctx(), "reasons", room, width + EDGE);
    let at = room.center_top() + vec2(-(width + EDGE) / 2.0, 4.0) + aside;
    let (mut away, mut back) = (false, false);
    hud::lay(ui.ctx(), "reasons", (Align2::LEFT_TOP, at), |ui| {
        ui.set_max_width(width);
        ui.horizontal_wrapped(|ui| {
            away = ui.small_button("dismiss").clicked();
            let round = about.decision.look().map(|then| format!("{}, ", rounds::named(then.clock().round)));
            let (round, of) = (round.unwrap_or_default(), about.decision.of);
            let heading = format!("Why? {round}decision {} of {of}", number + 1);
            ui.label(RichText::new(heading).color(theme::accent()));
            if timeline.at != Some(number) {
                let tip = "The battle as it was then; nothing is changed by looking";
                back = ui.small_button("Back to it").on_hover_text(tip).clicked();
            }
        });
        // As high as it wants to be: an area keeps the size that it had.
        let all = ScrollArea::vertical().max_height(high).min_scrolled_height(high);
        all.show(ui, |ui| about.draw(ui, look, is_done));
    });
    if back {
        wishes.wish = Some(Wish::LookBack(number));
    }
    if away {
        reasons.asked = None;
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Pos2, pos2};

    use super::*;
    use crate::overlay::hud::Places;

    /// Promise: what is told of a decision has a place beside the page on which the battle is looked at again, at every usual size
    /// of the window, with the log drawn out and without it.
    #[test]
    fn it_lies_beside_the_page() {
        for (width, height) in [(1360.0, 860.0), (1024.0, 640.0)] {
            let places = Places::of(Rect::from_min_size(Pos2::ZERO, vec2(width, height)), 1.0);
            for log in [true, false] {
                let clear = places.beside([log, false], false, 1.0, 6.0);
                let x = if log { 8.0 } else { width - 492.0 };
                let page = Rect::from_min_size(pos2(x, clear.top() + 8.0), vec2(484.0, 400.0));
                let room = beside(clear, page, LEAST).unwrap();
                assert!(!room.intersects(page) && clear.contains_rect(room), "{width}, {log}: {room:?}");
            }
        }
        let all = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0));
        assert_eq!(beside(all, all.shrink(50.0), LEAST), None);
    }
}
