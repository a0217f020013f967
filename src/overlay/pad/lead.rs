//! What is done about the pad.

use bevy_egui::egui::accesskit::Action;
use bevy_egui::egui::{Context, Event, Id as Widget, LayerId, Order, Popup, Stroke, StrokeKind, Vec2, vec2};

use super::walk::{self, Place};
use super::{Button, LEANS, Pad, REPEATS, finger};
use crate::battle::{Decisions, Look};
use crate::overlay::desk::Desk;
use crate::overlay::hud::Places;
use crate::overlay::hud::top::MENU;
use crate::overlay::keys::{self, Act};
use crate::overlay::{camp, theme};

/// Points a second that the field moves below the right stick.
const SPEED: f32 = 900.0;

impl Pad {
    /// Does what was asked for with the pad, before anything is drawn.
    pub fn lead(&mut self, context: &Context, desk: &mut Desk, look: Option<Look<'_>>) {
        let (now, passed) = context.input(|input| (input.time, input.stable_dt.min(0.05)));
        let pressed = self.take(now);
        let is_new = !pressed.ways.is_empty() || !pressed.buttons.is_empty() || self.sticks.1.length() > LEANS;
        if is_new {
            self.is_used = true;
        } else if self.is_used && self.gives_way(context) {
            self.is_used = false;
            self.focus = None;
        }
        if !self.is_used {
            return;
        }
        if desk.rekeyed.is_some() {
            self.remap(desk, &pressed.buttons);
            return;
        }
        let (open, places) = walk::places(context);
        self.turn_to(open, desk, look);
        for button in &pressed.buttons {
            self.press(context, *button, (open, &places), desk, look);
        }
        for button in &pressed.again {
            let act = keys::of_pad(&desk.preferences.pad, *button);
            if let Some(act) = act.filter(|act| matches!(act, Act::Nearer | Act::Farther | Act::Earlier | Act::Later)) {
                desk.act(look, act);
            }
        }
        if self.is_among {
            self.go(context, &pressed.ways, &places);
        } else {
            self.leave(context);
            if let Some(look) = look {
                pressed.ways.iter().for_each(|(x, y)| desk.move_cursor(look, *x, *y));
            }
        }
        self.lean(context, desk, now, passed);
        if self.is_held() {
            context.request_repaint();
        }
    }

    /// Whether mouse or keys were used since.
    fn gives_way(&self, context: &Context) -> bool {
        let is_other = |event: &Event| match event {
            Event::PointerMoved(at) => self.pointer != Some(*at),
            Event::PointerButton { .. } | Event::Key { pressed: true, .. } | Event::Text(_) => true,
            _ => false,
        };
        context.input(|input| input.events.iter().any(is_other))
    }

    /// Turns to what has just opened, and to the field when nothing is left to be pressed.
    fn turn_to(&mut self, open: Option<LayerId>, desk: &mut Desk, look: Option<Look<'_>>) {
        let before = std::mem::replace(&mut self.open, open);
        if open.is_some() && open != before {
            (self.is_among, self.focus) = (true, None);
        }
        let Some(look) = look.filter(|look| !camp::is_open(*look)) else {
            self.is_among = true;
            return;
        };
        let is_closed = before.is_some() && open.is_none();
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let held = desk.in_hand.is_some() || desk.deeds.wielded.is_some();
        let (was_held, were_made, was_asked) = std::mem::replace(&mut self.before, (held, made, look.asked()));
        if is_closed || open.is_none() && (held && !was_held || made != were_made) {
            self.is_among = false;
        }
        // Whoever is asked now is where the cursor sets out from.
        if look.asked() != was_asked {
            desk.cursor = None;
        }
    }

    fn press(
        &mut self,
        context: &Context,
        button: Button,
        (open, places): (Option<LayerId>, &[Place]),
        desk: &mut Desk,
        look: Option<Look<'_>>,
    ) {
        match button {
            Button::South if self.is_among => {
                let there = self.focus.filter(|(widget, _)| places.iter().any(|place| place.widget == *widget));
                if let Some((widget, _)) = there {
                    finger::ask(context, widget, Action::Click);
                }
            }
            Button::South => {
                let Some(look) = look else { return };
                if desk.is_showing(look) {
                    desk.motion.skip();
                } else if desk.cursor.is_some() {
                    desk.clicked = desk.cursor;
                } else {
                    desk.move_cursor(look, 0, 0);
                }
            }
            Button::East => self.step_back(context, open, desk, look),
            Button::West => {
                let has_field = look.is_some_and(|look| !camp::is_open(look));
                (self.is_among, self.focus) = (!self.is_among || !has_field, None);
            }
            Button::Start => match context.data(|data| data.get_temp::<Widget>(Widget::new(MENU))) {
                Some(menu) if look.is_some() && open.is_none() => finger::ask(context, menu, Action::Click),
                Some(_) if Popup::is_any_open(context) => Popup::close_all(context),
                _ => desk.act(look, Act::Settings),
            },
            button => {
                if let Some(act) = keys::of_pad(&desk.preferences.pad, button) {
                    self.act(context, act, places, desk, look);
                }
            }
        }
    }

    /// Closes what lies open, puts down what is in hand, goes back to the field: one of them at a time.
    fn step_back(&mut self, context: &Context, open: Option<LayerId>, desk: &mut Desk, look: Option<Look<'_>>) {
        let has_field = look.is_some_and(|look| !camp::is_open(look));
        if Popup::is_any_open(context) {
            Popup::close_all(context);
        } else if self.is_among && has_field && (open.is_none() || !desk.has_window()) {
            self.is_among = false;
        } else {
            desk.step_back();
        }
    }

    fn act(&mut self, context: &Context, act: Act, places: &[Place], desk: &mut Desk, look: Option<Look<'_>>) {
        let at = self.focus.filter(|_| self.is_among).map(|(widget, _)| widget);
        let pulled = places.iter().find(|place| Some(place.widget) == at && place.is_pulled);
        let act = match (act, pulled) {
            (Act::NextTarget, Some(place)) => return finger::ask(context, place.widget, Action::Increment),
            (Act::PreviousTarget, Some(place)) => return finger::ask(context, place.widget, Action::Decrement),
            // Where nobody can be aimed at, it goes from one to the next of one's own.
            (Act::NextTarget, None) if !desk.aims(look) => Act::NextFighter,
            (Act::PreviousTarget, None) if !desk.aims(look) => Act::PreviousFighter,
            (act, _) => act,
        };
        if look.is_none() && !matches!(act, Act::Load | Act::Saves | Act::Settings | Act::FullScreen | Act::Keys) {
            return;
        }
        desk.act(look, act);
        let meant = match act {
            Act::NextTarget | Act::PreviousTarget => desk.target,
            Act::NextFighter | Act::PreviousFighter => desk.selected,
            _ => None,
        };
        if let Some((look, who)) = look.zip(meant).filter(|(look, who)| look.knows_of(*who)) {
            desk.cursor = Some(look.footprint(who).at);
        }
    }

    /// Goes from button to button.
    fn go(&mut self, context: &Context, ways: &[(i32, i32)], places: &[Place]) {
        let bar = Places::here(context).bottom();
        let is_at = |place: &&Place| self.focus.is_some_and(|(widget, _)| widget == place.widget);
        let now = places.iter().find(is_at).copied().or_else(|| match self.focus {
            Some((_, before)) => walk::nearest(places, before),
            None => walk::first(places, Some(bar)),
        });
        let Some(mut now) = now else {
            self.leave(context);
            return;
        };
        for way in ways {
            now = walk::next(places, now.rect, *way).unwrap_or(now);
        }
        let is_new = self.focus.is_none_or(|(widget, _)| widget != now.widget);
        self.focus = Some((now.widget, now.rect));
        if is_new || context.memory(|memory| memory.focused() != Some(now.widget)) {
            context.memory_mut(|memory| memory.request_focus(now.widget));
        }
        if !now.is_seen {
            if is_new {
                finger::ask(context, now.widget, Action::ScrollIntoView);
            }
            return;
        }
        if self.pointer != Some(now.rect.center()) {
            self.pointer = Some(now.rect.center());
            finger::point(context, self.pointer);
        }
        let painter = context.layer_painter(LayerId::new(Order::Tooltip, Widget::new("pad")));
        let ring = now.rect.expand(2.0);
        painter.rect_stroke(ring, 5.0, Stroke::new(4.5, theme::INK), StrokeKind::Outside);
        painter.rect_stroke(ring, 5.0, Stroke::new(2.5, theme::ACTIVE), StrokeKind::Outside);
    }

    /// Leaves the buttons.
    fn leave(&mut self, context: &Context) {
        if let Some((widget, _)) = self.focus.take() {
            context.memory_mut(|memory| memory.surrender_focus(widget));
        }
        if self.pointer.take().is_some() {
            finger::point(context, None);
        }
    }

    /// The right stick looks around, or scrolls what lies open.
    fn lean(&mut self, context: &Context, desk: &mut Desk, now: f64, passed: f32) {
        let lean = self.sticks.1;
        if lean.length() < LEANS / 2.0 {
            return;
        }
        match self.focus {
            Some((widget, _)) if self.is_among => {
                if now >= self.scrolls && lean.y.abs() > LEANS {
                    self.scrolls = now + REPEATS.1;
                    finger::ask(context, widget, if lean.y > 0.0 { Action::ScrollUp } else { Action::ScrollDown });
                }
            }
            _ => {
                let shove: Vec2 = vec2(-lean.x, lean.y) * SPEED * passed;
                desk.camera.shove(shove);
            }
        }
    }

    /// The act that waits for a key gets the button that was pressed.
    fn remap(&self, desk: &mut Desk, pressed: &[Button]) {
        let Some(act) = desk.rekeyed else { return };
        if pressed.contains(&Button::East) {
            desk.rekeyed = None;
        }
        if let Some(button) = pressed.iter().find(|button| !button.is_fixed()) {
            keys::give_pad(&mut desk.preferences.pad, act, *button);
            desk.rekeyed = None;
        }
    }
}

impl Desk {
    /// Whether something lies open that a step back closes.
    fn has_window(&self) -> bool {
        self.key_sheet
            || self.saves.open
            || self.preferring
            || self.lesson.is_some()
            || self.book
            || self.layers_open
            || !self.broken.is_empty()
            || self.holds_something()
    }

    /// Whether there is anybody to be aimed at.
    fn aims(&mut self, look: Option<Look<'_>>) -> bool {
        look.is_some_and(|look| !self.known.aimed(look).open.is_empty())
    }
}
