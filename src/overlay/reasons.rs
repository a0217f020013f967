//! Why somebody decided as they did: what they chose, the next best, and what was to be expected of each. It is worked out when
//! somebody asks, from the battle as it stood then.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};
use bevy_egui::egui::{Align2, RichText, Ui, vec2};

use super::hint::Hint;
use super::hud::Questions;
use super::keys::Act;
use super::panels::{Back, Begun, Frame, Height, Panels, Pressed};
use super::screen::{Overlay, Shown};
use super::thinking::{Limits, Thinking};
use super::timeline::{Timeline, would_now};
use super::wishes::{Wish, Wishes};
use super::{hud, rounds, theme};
use crate::analysis::{AskedAbout, UNTOLD};
use crate::battle::Look;

/// The decision that somebody asks about.
#[derive(Resource, Default)]
pub struct Reasons {
    asked: Option<About>,
}

/// A decision, and how far it was thought about.
struct About {
    decision: AskedAbout,
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

/// Asks about a decision by its place among all; where none is given about that at the moment that is looked at, or the last one
/// of others.
pub(super) fn ask(world: &World, overlay: &mut Overlay, shown: &Shown, number: Option<usize>) {
    let looked_at = shown.looked_at(world);
    let number = number.or_else(|| overlay.of::<Timeline>().questioned(looked_at?));
    let Some((number, battle)) = number.zip(shown.battle) else {
        overlay.say("Nothing has been decided yet.".to_owned());
        return;
    };
    match AskedAbout::of((world, battle), number, |look| shown.seen(look)) {
        Ok(decision) => {
            let look = decision.look().filter(|_| decision.is_told);
            let thinking = look.and_then(|look| Thinking::again(look, &mut decision.mind(), &decision.made));
            *overlay.edit::<Hint>() = Hint::default();
            overlay.edit::<Reasons>().asked = Some(About { decision, thinking });
        }
        Err(why) => overlay.say(why),
    }
}

impl About {
    /// Thinks on for the length of a slice; whether all has been thought.
    fn go_on(&mut self) -> bool {
        let Self { decision, thinking } = self;
        decision.look().zip(thinking.as_mut()).is_none_or(|(look, thinking)| thinking.go_on(look, Limits::ASKED))
    }

    /// All that is known of it; `look`: of those who ask.
    fn draw(&self, ui: &mut Ui, look: Look<'_>, is_done: bool) {
        let faint = |text: String| RichText::new(text).small().color(theme::faint());
        let Some(then) = self.decision.look().filter(|_| self.decision.is_told) else {
            ui.label(UNTOLD);
            return;
        };
        let Some(reasons) = self.thinking.as_ref().and_then(Thinking::reasons) else {
            ui.label(RichText::new(would_now(then, &self.decision.made)).strong());
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
        let side = then.side_name(self.decision.side);
        ui.label(faint(format!(
            "Tried out on copies of the battle as it stood then, with dice of their own: how well things stood for {side} two \
             rounds later, and what it had cost both sides by then."
        )));
    }
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut reasons: ResMut<'_, Reasons>,
    mut wishes: ResMut<'_, Wishes>,
    timeline: Res<'_, Timeline>,
    questions: Res<'_, Questions>,
) {
    let Some(about) = &mut reasons.asked else { return };
    let (is_done, number) = (about.go_on(), about.decision.number);
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
            let round = about.decision.look().map_or(0, |then| then.clock().round);
            let heading = format!("Why? {}, decision {} of {}", rounds::named(round), number + 1, about.decision.of);
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
