//! Tokens as those hear them who have the screen read to them: who stands where, how they fare, and a click on them.

use bevy_egui::egui::accesskit::{self, Action, Role};
use bevy_egui::egui::{Context, Id as Name, Rect};

use super::{Token, state_of};
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::overlay::camera::View;

/// No more of them are told: nobody listens to a whole host.
const MOST: usize = 200;

/// Tells of everybody on the page who is in play; which of them was clicked, and where. Where nobody listens it costs
/// nothing.
pub fn told(context: &Context, look: Look<'_>, view: &View, everybody: &[Token], page: Rect) -> Option<(Id, Square)> {
    let mut clicked = None;
    let seen = everybody.iter().filter(|token| token.fares.in_play && page.intersects(view.area(token.spot)));
    for token in seen.take(MOST) {
        let name = Name::new(("token", token.id.0));
        let told = context.accesskit_node_builder(name, |node| {
            let room = view.area(token.spot).intersect(page);
            node.set_role(Role::GraphicsObject);
            node.set_label(words(look, token));
            node.set_bounds(accesskit::Rect {
                x0: room.left().into(),
                y0: room.top().into(),
                x1: room.right().into(),
                y1: room.bottom().into(),
            });
            node.add_action(Action::Click);
        });
        told?;
        if context.input(|input| input.has_accesskit_action_request(name, Action::Click)) {
            clicked = Some((token.id, token.footprint.at));
        }
    }
    clicked
}

/// "Goblin 1 at (16,3) for Goblins: 1 wound; prone".
fn words(look: Look<'_>, token: &Token) -> String {
    let (id, fares) = (token.id, &token.fares);
    let health = fares.health.map(|(left, whole)| format!("{left} of {whole}"));
    let wounds = (fares.wounds > 0).then(|| format!("{} wounds", fares.wounds));
    let state = state_of(look, &fares.states).map(|(word, _)| word.to_owned());
    let told: Vec<String> = health.or(wounds).into_iter().chain(state).collect();
    let fares = if told.is_empty() { "unharmed".to_owned() } else { told.join("; ") };
    format!("{} at {} for {}: {fares}", look.name(id), token.footprint.at, look.side_name(look.side(id)))
}
