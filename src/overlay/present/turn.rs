//! Whose turn it is and what is asked, above the field while somebody presents: the bar that says so is put away then.

use bevy::ecs::prelude::Res;
use bevy_egui::egui::{Area, Context, Id, Label, Order, Rect, RichText, vec2};

use super::Presenter;
use crate::battle::{Look, capital};
use crate::overlay::course::Pace;
use crate::overlay::end::is_over;
use crate::overlay::hud::{GAP, Hud, plate};
use crate::overlay::motion::Motion;
use crate::overlay::panels::Frame;
use crate::overlay::{rounds, theme, track};

/// Its name.
const NAME: &str = "presenter's turn";
/// Points of the strip above the field that it lies in, at the usual size of text.
const STRIP: f32 = 36.0;

/// A room without the strip that it lies in.
pub(super) fn below_strip(context: &Context, mut room: Rect) -> Rect {
    room.min.y += (STRIP * theme::scale(context)).min(room.height() * 0.15);
    room
}

/// The line.
pub(super) fn line(
    Frame { ui, look, places, .. }: Frame<'_>,
    hud: Res<'_, Hud>,
    with: Res<'_, Presenter>,
    (pace, motion): (Res<'_, Pace>, Res<'_, Motion>),
) {
    if !hud.presents || !with.on {
        return;
    }
    let said = words(look, &pace, motion.round(look));
    let who = look.question().and_then(|question| question.who).filter(|who| !pace.shows() && look.knows_of(*who));
    let at = places.whole.min + vec2(GAP, GAP * 0.5);
    // Where the field is drawn below it that hears of the pointer.
    let area = Area::new(Id::new(NAME)).order(Order::Middle).fixed_pos(at).interactable(false).fade_in(false);
    area.show(ui.ctx(), |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width(places.whole.width() - 4.0 * GAP);
            ui.horizontal(|ui| {
                who.into_iter().for_each(|who| track::chip(ui, look, who));
                ui.add(Label::new(RichText::new(said).color(theme::ink())).truncate());
            });
        });
    });
}

/// The round, and what is asked; of what others decide only who does.
pub(super) fn words(look: Look<'_>, pace: &Pace, round: i32) -> String {
    let when = capital(&rounds::named(round));
    let known = |who| look.knows_of(who).then(|| look.name(who));
    let told = match look.question().filter(|question| !pace.holds_back(question)) {
        _ if is_over(look) => Some("The battle is over.".to_owned()),
        None => None,
        Some(question) => {
            let name = question.who.and_then(known);
            let is_here = look.is_played_here(question.side) && !pace.auto && !pace.plays();
            Some(match name {
                Some(name) if is_here && !question.prompt.contains(name) => format!("{name}: {}", question.prompt),
                _ if is_here => question.prompt.clone(),
                Some(name) => pace.who_decides(name),
                None => format!("Waiting for {}…", look.side_name(question.side)),
            })
        }
    };
    [when].into_iter().chain(told).collect::<Vec<_>>().join(" · ")
}
