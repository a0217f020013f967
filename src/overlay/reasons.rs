//! Why somebody decided as they did: what they chose, the next best, and what was to be expected of each. It is worked out when
//! somebody asks, from the battle as it stood then.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};
use bevy_egui::egui::{Align2, CollapsingHeader, RichText, Ui, vec2};

use super::export::Eyes;
use super::hint::Hint;
use super::hud::Questions;
use super::keys::Act;
use super::notices::Notices;
use super::panels::{Back, Begun, Frame, Height, Panels, Pressed};
use super::screen::{Overlay, Shown};
use super::thinking::{Limits, Slices, Thinking};
use super::timeline::{Timeline, would_now};
use super::wishes::{Wish, Wishes};
use super::{hud, rounds, theme};
use crate::ai::deep::EXPLAINED;
use crate::analysis::{AskedAbout, UNTOLD};
use crate::battle::Look;
use crate::record::decisions;

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
                let told = decision.told();
                *thinking = told.and_then(|look| Thinking::again(look, &mut decision.mind(), &decision.made.order));
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
            let told = if is_done { "Nothing else came into question, as far as can be told." } else { "Thinking ..." };
            ui.label(faint(told.to_owned()));
            return;
        };
        let whose = self.decision.whose(|side| look.is_played_here(side));
        let (line, expected) = reasons.made;
        let told = format!("{}: {}", would_now(then, &line.order), expected.in_words(whose));
        ui.label(RichText::new(told).strong());
        ui.label(faint("What else came into question".to_owned()));
        for (line, expected) in reasons.others {
            ui.label(format!("{}: {}", would_now(then, &line.order), expected.in_words(whose)));
        }
        let side = then.side_name(self.decision.made.side);
        ui.label(faint(format!(
            "Tried out on copies of the battle as it stood then, with dice of their own: how well things stood for {side} two \
             rounds later, and what it had cost both sides by then."
        )));
        explained(ui, "What hope and costs are", &[]);
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

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut reasons: ResMut<'_, Reasons>,
    (mut wishes, mut notices): (ResMut<'_, Wishes>, ResMut<'_, Notices>),
    timeline: Res<'_, Timeline>,
    questions: Res<'_, Questions>,
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
    let width = (places.whole.width() * 0.6).min(620.0 * theme::scale(ui.ctx()));
    let aside = questions.aside(ui.ctx(), "reasons", places.field, width);
    let at = places.field.center_top() + vec2(-width / 2.0, 4.0) + aside;
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
        about.draw(ui, look, is_done);
    });
    if back {
        wishes.wish = Some(Wish::LookBack(number));
    }
    if away {
        reasons.asked = None;
    }
}
