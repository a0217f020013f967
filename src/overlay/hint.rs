//! A hint: what the computer would do now, and what it expects of it.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{Align2, Button, RichText, vec2};

use super::hud::Questions;
use super::keys::Act;
use super::panels::{Back, Begun, Decided, Frame, Height, Panels, Pressed};
use super::reasons::explained;
use super::thinking::{Limits, Thinking};
use super::timeline::would_go_on;
use super::wishes::Wishes;
use super::{hud, theme};
use crate::ai::deep::{Line, OURS};
use crate::ai::{Mind, Skill};
use crate::battle::{Decisions, Look};

/// So many lines are told: what is best, and the next two.
const LINES: usize = 3;

/// What was asked for, and how far it has come.
#[derive(Resource, Default)]
pub struct Hint {
    wanted: bool,
    thinking: Option<Thinking>,
}

/// The hint under the line at the top.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hint>();
    app.add_panel(Height::Notices, told);
    app.add_observer(|_: On<'_, '_, Decided>, mut hint: ResMut<'_, Hint>| *hint = Hint::default());
    app.add_observer(|_: On<'_, '_, Begun>, mut hint: ResMut<'_, Hint>| *hint = Hint::default());
    app.on_key(|key: Pressed<'_>, mut hint: ResMut<'_, Hint>| {
        if key.act == Act::Hint {
            *hint = Hint { wanted: !hint.wanted, thinking: None };
        }
    });
    app.on_back(Back::Notices, |mut hint: ResMut<'_, Hint>| std::mem::take(&mut *hint).wanted);
}

impl Hint {
    /// Thinks on for the length of a slice; whether all has been thought.
    fn go_on(&mut self, look: Look<'_>) -> bool {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let mut mind = Mind::new(Skill::Deep, made as u64);
        self.thinking = Thinking::about(look, self.thinking.take(), &mut mind);
        self.thinking.as_mut().is_none_or(|thinking| thinking.go_on(look, Limits::ASKED))
    }
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut hint: ResMut<'_, Hint>,
    mut wishes: ResMut<'_, Wishes>,
    asked: Res<'_, Questions>,
) {
    let is_asked_here = look.question().is_some_and(|question| look.is_played_here(question.side));
    if !hint.wanted || !is_asked_here {
        return;
    }
    let is_done = hint.go_on(look);
    if !is_done {
        ui.ctx().request_repaint();
    }
    let width = (places.whole.width() * 0.6).min(620.0 * theme::scale(ui.ctx()));
    let at = places.field.center_top() + vec2(-width / 2.0, 4.0) + asked.aside(ui.ctx(), "hint", places.field, width);
    let mut chosen = None;
    let (mut away, mut is_enough) = (false, false);
    let is_long = !is_done && hint.thinking.as_ref().is_some_and(Thinking::is_long);
    let lines: Vec<&Line> = hint.thinking.iter().flat_map(Thinking::tried).take(LINES).collect();
    // Nothing is put above another by chance alone.
    let is_sure = lines.split_first().is_none_or(|(first, rest)| {
        rest.iter().find(|line| line.order != first.order).is_none_or(|other| first.is_surely_better(other))
    });
    hud::lay(ui.ctx(), "hint", (Align2::LEFT_TOP, at), |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            away = ui.small_button("dismiss").clicked();
            let heading = if is_done { "What the computer would do" } else { "The computer thinks it over ..." };
            ui.label(RichText::new(heading).color(theme::accent()));
            is_enough = is_long && ui.small_button("tell what it has").clicked();
            if is_done && !is_sure {
                ui.label(RichText::new("the first two are about as good").small().color(theme::faint()));
            }
        });
        for (index, line) in lines.iter().enumerate() {
            let (told, expected) = (would_go_on(look, line), line.expects(lines.first().unwrap_or(line)));
            let expected = expected.map(|expected| format!(": {}", expected.in_words(OURS))).unwrap_or_default();
            let text = RichText::new(told + &expected);
            let text = if index == 0 && is_sure { text.strong() } else { text };
            let tip = if line.then.is_some() { "Click to do the first of it" } else { "Click to do it" };
            if ui.add_enabled(is_done, Button::new(text).wrap()).on_hover_text(tip).clicked() {
                chosen = Some(line.order.clone());
            }
        }
        let tip = "Tried out on copies of this battle, with dice of their own: how well things stand two rounds later, and what it \
                   has cost both sides by then.";
        ui.label(RichText::new(tip).small().color(theme::faint()));
        explained(ui, "What hope and costs are", &[]);
    });
    if let Some(order) = chosen {
        wishes.order = Some(order);
    }
    if is_enough {
        hint.thinking.iter_mut().for_each(Thinking::stop);
    }
    if away {
        *hint = Hint::default();
    }
}
