//! What lies in an open slot of the bar, above it: over as few of one's own, and of those one chooses from, as can be, and beside
//! whoever acts.

use bevy_egui::egui::{Area, Context, Id, Order as Height, Pos2, Rect, RichText, ScrollArea, Ui, Vec2, pos2, vec2};

use super::deeds::{press, rows_of};
use super::slots::Slot;
use super::{attacks, plate};
use crate::battle::{Choice, Group, Look, Question};
use crate::overlay::answers::{self, Answering, Placed};
use crate::overlay::{aim, odds, place, theme};

/// More ways than these in a slot are folded by what they are done with.
const MANY: usize = 14;
/// Points between it and the bar, at the usual size of text, and between it and the sides of the page.
const GAP: f32 = 40.0;
const RIM: f32 = 8.0;
/// It is tried at so many places along the bar.
const STEPS: usize = 8;

/// What is not to lie below it.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Whoever acts.
    pub acting: Option<Rect>,
    /// Those of their side, and those who something can be done to.
    pub own: Vec<Rect>,
}

/// Where something of this size lies above a slot: right above it, else farther along the bar where whoever acts is in sight, and
/// where it lies over fewer of the others.
fn flown(page: Rect, (slot, size): (Rect, Vec2), gap: f32, kept: &Kept) -> Pos2 {
    let (least, most) = (page.left() + RIM, (page.right() - size.x - RIM).max(page.left() + RIM));
    let middle = (slot.center().x - size.x / 2.0).clamp(least, most);
    let at = |left: f32| pos2(left, slot.top() - size.y - gap);
    let hides = |left: &f32| {
        let lies = Rect::from_min_size(at(*left), size);
        let hidden = kept.own.iter().filter(|each| place::is_over(lies, **each)).count();
        let hides_acting = kept.acting.is_some_and(|acting| acting.intersects(lies));
        (hides_acting, hidden, (left - middle).abs() as i32)
    };
    let along = (0..=STEPS).map(|step| least + (most - least) * step as f32 / STEPS as f32);
    at(along.chain([middle]).min_by_key(hides).unwrap_or(middle))
}

/// What would come of going on so, beside the button that says how.
fn foretold(ui: &mut Ui, look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) {
    let Some(who) = look.asked().filter(|_| choice.is_legal()) else { return };
    if let Some(forecast) = with.known.forecast(look, who, &choice.order) {
        ui.label(RichText::new(odds::promised(look, &forecast)).small().color(theme::faint()));
    }
}

/// What lies in an open slot, above the bar.
pub(super) fn fly_out(
    context: &Context,
    look: Look<'_>,
    question: &Question,
    (slot, choices): (&Slot, &[Choice]),
    (above, kept): (Rect, &Kept),
    with: &mut Answering<'_>,
) {
    let before = context.data(|data| data.get_temp::<Vec2>(Id::new("fly out size")));
    let size = before.unwrap_or(vec2(300.0, 120.0));
    let (whole, scale) = (context.content_rect(), theme::scale(context));
    let at = flown(whole, (above, size), GAP * scale, kept);
    let area = Area::new("fly out".into()).order(Height::Foreground).fixed_pos(at).constrain(true).fade_in(false);
    let everything = with.offers.everything;
    let rows = rows_of(slot, choices);
    let mut taken = None;
    let shown = area.show(context, |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width(match rows.len() {
                0 => (whole.width() * attacks::SHARE).min(520.0 * scale),
                count => attacks::width(count, attacks::room(whole.width(), scale), scale),
            });
            // As high as it wants to be above the bar, whatever lay there before: an area keeps its size.
            let high = above.top() - whole.top() - 64.0 * scale;
            ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
                if !rows.is_empty() {
                    taken = attacks::list(ui, look, (&rows, choices), with);
                    return;
                }
                let here = slot.choices.iter().filter_map(|at| choices.get(*at));
                let here: Vec<&Choice> = here.filter(|choice| choice.is_legal() || everything).collect();
                let plain = here.iter().copied().filter(|choice| choice.order.at.is_empty());
                aim::number(ui, plain, &mut with.hand);
                // What is the same of all of them is said once.
                let is_at_whom = answers::is_at_whom(look, &here);
                if let Some(first) = here.first().filter(|_| is_at_whom) {
                    let ends = if answers::ends_turn(look, first, with) { answers::ENDS } else { "" };
                    let apart = if ends.is_empty() { "" } else { ", " };
                    let told = format!("{}{}{apart}{ends}", slot.title(choices), answers::apart(first));
                    ui.label(RichText::new(told).small().color(theme::faint()));
                }
                let mut groups: Vec<Group> = here.iter().map(|choice| choice.purpose()).collect();
                groups.sort_unstable();
                groups.dedup();
                let (ways, mut plain): (Vec<&Choice>, Vec<&Choice>) =
                    here.iter().copied().partition(|choice| choice.order.toward.is_some());
                plain.sort_by_key(|choice| choice.purpose());
                let placed = answers::placed(&plain);
                for group in &groups {
                    if groups.len() > 1 {
                        ui.label(RichText::new(group.as_str()).small().color(theme::faint()));
                    }
                    let shown: Vec<Placed<'_>> =
                        placed.iter().filter(|(choice, _)| choice.purpose() == *group).copied().collect();
                    let ways: Vec<&Choice> = ways.iter().filter(|choice| choice.purpose() == *group).copied().collect();
                    if *group == Group::Begun {
                        for placed in &shown {
                            ui.horizontal_wrapped(|ui| {
                                if is_at_whom {
                                    answers::at_whom(ui, look, question, *placed, with);
                                } else {
                                    answers::at(ui, look, question, *placed, with);
                                }
                                foretold(ui, look, placed.0, with);
                            });
                        }
                        answers::compasses(ui, look, question, &ways, with);
                        continue;
                    }
                    ui.horizontal_wrapped(|ui| {
                        if is_at_whom {
                            shown.iter().for_each(|placed| answers::at_whom(ui, look, question, *placed, with));
                        } else if shown.len() <= MANY {
                            shown.iter().for_each(|placed| answers::at(ui, look, question, *placed, with));
                        } else {
                            answers::folded(ui, look, question, &shown, with);
                        }
                    });
                    answers::compasses(ui, look, question, &ways, with);
                }
            });
        });
    });
    let drawn = shown.response.rect.size();
    if before != Some(drawn) {
        context.data_mut(|data| data.insert_temp(Id::new("fly out size"), drawn));
        context.request_repaint();
    }
    if let Some((row, is_key)) = taken {
        press(look, row, choices, with);
        // Whoever plays by keys chooses the target by keys, too.
        if is_key && with.hand.wielded.is_some() {
            with.hand.open = Some(row.kind.clone());
        }
        return;
    }
    let missed = context.input(|input| input.pointer.primary_clicked().then(|| input.pointer.interact_pos()).flatten());
    if missed.is_some_and(|at| !shown.response.rect.contains(at) && !above.contains(at)) {
        with.hand.open = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what is opened lies above its slot, and beside one's own where it would else hide them.
    #[test]
    fn what_is_opened_lies_beside_ones_own() {
        let page = Rect::from_min_size(Pos2::ZERO, vec2(1360.0, 860.0));
        let slot = Rect::from_min_size(pos2(600.0, 740.0), vec2(60.0, 60.0));
        let lies = |own: &[Rect]| {
            let kept = Kept { acting: None, own: own.to_vec() };
            Rect::from_min_size(flown(page, (slot, vec2(400.0, 300.0)), 40.0, &kept), vec2(400.0, 300.0))
        };
        assert_eq!(lies(&[]).center().x, slot.center().x);
        let fighter = Rect::from_center_size(pos2(620.0, 500.0), Vec2::splat(40.0));
        let left = Rect::from_center_size(pos2(100.0, 500.0), Vec2::splat(40.0));
        for own in [vec![fighter], vec![fighter, left]] {
            let lies = lies(&own);
            assert!(page.contains_rect(lies) && lies.bottom() < slot.top());
            assert!(own.iter().all(|each| !lies.intersects(*each)), "{lies:?} over {own:?}");
        }
    }

    /// Promise: whoever acts is never covered by what is opened, wherever they stand and whoever else does, and however much there is
    /// to be listed.
    #[test]
    fn whoever_acts_stays_in_sight() {
        for (width, height) in [(1024.0, 640.0), (1360.0, 860.0), (1920.0, 1080.0)] {
            let page = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let wide = attacks::width(12, attacks::room(width, 1.0), 1.0).max(width * attacks::SHARE);
            let size = vec2(wide + 18.0, height * 0.6);
            for step in 0..20_u8 {
                let across = width * f32::from(step) / 20.0;
                let slot = Rect::from_min_size(pos2(across * 0.7, height * 0.85), vec2(60.0, 60.0));
                let acting = Rect::from_center_size(pos2(across, height * 0.5), Vec2::splat(44.0));
                // All the others stand where it would have to lie.
                let own =
                    [0.1, 0.3, 0.7, 0.9].map(|x| Rect::from_center_size(pos2(width * x, 300.0), Vec2::splat(40.0)));
                let kept = Kept { acting: Some(acting), own: own.to_vec() };
                let lies = Rect::from_min_size(flown(page, (slot, size), 40.0, &kept), size);
                assert!(!lies.intersects(acting), "{width}: {lies:?} over {acting:?}");
            }
        }
    }
}
