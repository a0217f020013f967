//! The card of whoever is pointed at: face, name, what is in the hand, how they fare, what they are about to do, and the
//! chances both ways. It lies in a corner of the field, never over whom it tells of.

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{Area, Color32, Id as Name, Order as Height, Rect, RichText, Sense, Ui, Vec2, vec2};

use super::slots::strikes_with;
use super::{GAP, drawers, plate};
use crate::ahead::Approach;
use crate::battle::{Choice, Forecast, Held, Id, Look, Order};
use crate::overlay::hand::Hand;
use crate::overlay::known::Known;
use crate::overlay::log::LogPanel;
use crate::overlay::motion::{Fares, Motion};
use crate::overlay::panels::{self, Frame, Panels};
use crate::overlay::portraits::Portraits;
use crate::overlay::sheet::Sheet;
use crate::overlay::view::{Drawn, FieldView};
use crate::overlay::{aim, odds, theme, tokens, track};

/// Points of the card across, at the usual size of text, and of the face on it.
const WIDTH: f32 = 300.0;
const FACE: f32 = 64.0;
/// Ways to act that it shows.
const WAYS: usize = 3;

/// Whose card is shown, how one would get at them, and what a click does to them at once: the field says so.
#[derive(Resource, Default)]
pub struct Carded(pub Option<(Id, Option<Arc<Approach>>, Option<Order>)>);

/// The card.
pub fn plugin(app: &mut App) {
    app.init_resource::<Carded>().add_panel(panels::Height::Popups, card);
}

/// The card of whoever is pointed at; with the way to get at them, if there is one.
fn card(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut carded: ResMut<'_, Carded>,
    hand: Res<'_, Hand>,
    view: Res<'_, FieldView>,
    mut known: ResMut<'_, Known>,
    mut portraits: ResMut<'_, Portraits>,
    (sheet, log, motion): (Res<'_, Sheet>, Res<'_, LogPanel>, Res<'_, Motion>),
) {
    let Some((who, approach, strikes)) = carded.0.take().filter(|_| hand.target.is_none()) else { return };
    let approach = approach.as_deref();
    let context = ui.ctx();
    let scale = theme::scale(context);
    let width = (WIDTH * scale).min(places.whole.width() * 0.4);
    let before: Option<Vec2> = context.data(|data| data.get_temp(Name::new("card size")));
    let size = before.unwrap_or(vec2(width + 18.0, 160.0));
    let field = drawers::clear(ui, &places, &sheet, &log).shrink(GAP);
    // Of the four corners the one in which it hides fewest, never over whom it tells of; what is said of a square lies at the
    // lower left.
    let corners = [
        field.right_bottom() - size,
        field.left_bottom() - vec2(0.0, size.y + 24.0 * scale),
        field.right_top() - vec2(size.x, 0.0),
        field.left_top(),
    ];
    let drawn = view.drawn.as_ref();
    let body = drawn.map(|drawn| drawn.view.body(look.footprint(who)).expand(12.0));
    let pointer = context.input(|input| input.pointer.latest_pos());
    // Where the way ends it is said what it costs.
    let end = approach.and_then(|approach| approach.way.as_ref()).and_then(|way| way.squares.last());
    let end = drawn.zip(end).map(|(drawn, end)| drawn.view.rect(*end).expand2(vec2(90.0, 60.0) * scale));
    let hides = |rect: &Rect| {
        let is_over =
            body.is_some_and(|body| body.intersects(*rect)) || pointer.is_some_and(|at| rect.expand(24.0).contains(at));
        let tokens = drawn.map_or(&[][..], |drawn| &drawn.tokens);
        let over = |drawn: &Drawn| tokens.iter().filter(|token| drawn.view.area(token.spot).intersects(*rect)).count();
        (is_over, drawn.map_or(0, over) + usize::from(end.is_some_and(|end| end.intersects(*rect))))
    };
    let rects = corners.map(|corner| Rect::from_min_size(corner, size));
    let at = rects.iter().min_by_key(|rect| hides(rect)).map_or(corners[0], |rect| rect.min);
    let area = Area::new(Name::new("card")).order(Height::Middle).fixed_pos(at).interactable(false).fade_in(false);
    let shown = area.show(context, |ui| {
        plate().show(ui, |ui| {
            ui.set_width(width);
            let fares = motion.fares(look, who);
            told(ui, look, (who, &fares), &mut portraits);
            // What can be done to them would give away what has not been shown.
            if fares == Fares::of(look, who) {
                chances(ui, look, (who, approach, strikes.as_ref()), (&hand, &mut known));
            }
        });
    });
    let drawn = shown.response.rect.size();
    if before != Some(drawn) {
        context.data_mut(|data| data.insert_temp(Name::new("card size"), drawn));
        context.request_repaint();
    }
}

/// Who they are, and how they fare as far as it has been shown.
fn told(ui: &mut Ui, look: Look<'_>, (who, fares): (Id, &Fares), portraits: &mut Portraits) {
    let scale = theme::scale(ui.ctx());
    ui.horizontal(|ui| {
        let (face, _) = ui.allocate_exact_size(Vec2::splat(FACE * scale), Sense::hover());
        let side = theme::over(theme::sunken(), theme::side(look.side(who).0), 0.4);
        ui.painter().rect_filled(face, 5.0, side);
        portraits.draw(&ui.painter().with_clip_rect(face), look, who, face, Color32::WHITE);
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                track::chip(ui, look, who);
                ui.label(RichText::new(look.name(who)).heading());
            });
            let arms = look.gear(who).iter().filter(|item| matches!(item.held, Held::Hand(_) | Held::Worn));
            let arms: Vec<&str> = arms.map(|item| item.arm.name.as_str()).collect();
            if !arms.is_empty() {
                ui.label(RichText::new(arms.join(", ")).color(theme::faint()));
            }
            if let Some((left, whole)) = fares.health {
                ui.label(
                    RichText::new(format!("{left} of {whole} left"))
                        .color(theme::legible(tokens::health_colour(left as f32 / whole.max(1) as f32))),
                );
            }
        });
    });
    tokens::tip(ui, look, who, fares);
    if let Some(order) = look.rules().economy.unfinished(look, who) {
        ui.label(RichText::new(format!("is about to: {}", order.clone().plainly())).color(theme::accent()));
    }
}

/// What whoever is asked could do to them, and they in return.
fn chances(
    ui: &mut Ui,
    look: Look<'_>,
    (target, approach, strikes): (Id, Option<&Approach>, Option<&Order>),
    (hand, known): (&Hand, &mut Known),
) {
    let Some(asked) = look.asked().filter(|asked| *asked != target) else { return };
    let choices = known.choices(look);
    let mut here = known.aimed(look).choices(&choices, target);
    if let Some(arm) = &hand.wielded {
        here.retain(|choice| strikes_with(choice, arm));
    }
    let is_same = |choice: &&Choice, order: &Order| choice.order.verb == order.verb && choice.order.with == order.with;
    let of_wielded = strikes.filter(|_| hand.wielded.is_some());
    let area = of_wielded.filter(|order| !here.iter().any(|choice| is_same(choice, order)));
    let mut open: Vec<&&Choice> = here.iter().filter(|choice| choice.is_legal()).collect();
    open.sort_by_cached_key(|choice| look.gives_up(&choice.order).is_some());
    if !here.is_empty() || approach.is_some() || area.is_some() {
        ui.separator();
    }
    // What strikes more than them comes to this for them.
    if let Some(order) = area
        && let Some(forecast) = known.forecast(look, asked, order)
    {
        let against = forecast.against.iter().filter(|prospect| prospect.who == Some(target)).cloned().collect();
        let of_them = Forecast { against, ..(*forecast).clone() };
        let told: Vec<String> = of_them.against.iter().map(|prospect| odds::before(look.rules(), prospect)).collect();
        ui.label(odds::after(order.done_with(), &told.join("; ")));
        odds::outlook(ui, look.rules(), &of_them, true);
    }
    // What a click does comes before what else could be done.
    if let Some(approach) = approach {
        let line = approach.forecast.as_ref().map(|forecast| odds::line(look, forecast)).unwrap_or_default();
        let goes = approach.first.as_ref().map_or("walk".to_owned(), |first| odds::with_chance(first).to_lowercase());
        let told = odds::after(&format!("Click to {goes} there, then: {}", approach.label), &line);
        ui.label(RichText::new(told).color(theme::accent()));
        if !approach.lands {
            let later = "It only begins in this turn and lands in the next: the turn ends.";
            ui.label(RichText::new(later).color(theme::bad()));
        }
        approach.forecast.iter().for_each(|forecast| odds::outlook(ui, look.rules(), forecast, true));
    }
    for choice in open.iter().take(WAYS) {
        let forecast = known.forecast(look, asked, &choice.order);
        let line = forecast.as_ref().map(|forecast| odds::line(look, forecast)).unwrap_or_default();
        let price = choice.cost.iter().map(|cost| format!(", {cost}")).collect::<String>();
        ui.label(odds::after(&format!("{}{price}", aim::short(look, target, choice)), &line));
        forecast.iter().for_each(|forecast| odds::outlook(ui, look.rules(), forecast, true));
    }
    let more = open.len().saturating_sub(WAYS);
    match (approach, open.len(), here.first().and_then(|choice| choice.refused.as_ref())) {
        (Some(_), ..) => {}
        (None, ..) if area.is_some() || strikes.is_some() && !open.is_empty() => {
            ui.label(RichText::new("Click to strike.").small().color(theme::faint()));
        }
        (None, 0, Some(refusal)) => {
            ui.label(RichText::new(&refusal.why).small().color(theme::faint()));
        }
        (None, 0, None) => {}
        (None, ..) if more > 0 => {
            ui.label(
                RichText::new(format!("Click to choose: {more} more way{}.", if more == 1 { "" } else { "s" }))
                    .small()
                    .color(theme::faint()),
            );
        }
        (None, ..) => {
            ui.label(RichText::new("Click to choose how.").small().color(theme::faint()));
        }
    }
    if let Some(line) = returned(look, target, asked) {
        ui.label(RichText::new(format!("Their best blow at {}: {line}", look.name(asked))).color(theme::bad()));
    }
}

/// What their best plain blow would do to whoever is asked from where both stand.
fn returned(look: Look<'_>, by: Id, at: Id) -> Option<String> {
    if !look.are_enemies(by, at) || !look.is_in_play(by) {
        return None;
    }
    let deed = look.deed("attack").ok()?;
    let ready = look.arms(by).filter(|item| item.is_ready() && item.arm.damage.is_some());
    let blows = ready.map(|item| Order::new("attack").with(item.arm.name).at(look.aim(at)));
    let told =
        blows.filter(|order| deed.check(look, by, order).is_ok()).filter_map(|order| deed.forecast(look, by, &order));
    let worst = told.max_by(|one, other| one.mean_harm().total_cmp(&other.mean_harm()));
    // A blow that does nothing is not worth a word.
    worst.filter(|forecast| forecast.mean_harm() > 0.0).map(|forecast| odds::line(look, &forecast))
}
