//! What is done about the pad.

use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::accesskit::Action;
use bevy_egui::egui::{Context, Event, Id as Widget, LayerId, Order, Popup, Stroke, StrokeKind, Vec2, vec2};

use super::walk::{self, Place};
use super::{Button, LEANS, Pad, REPEATS, finger};
use crate::battle::{Decisions, Look};
use crate::overlay::balance::Balance;
use crate::overlay::book::Book;
use crate::overlay::course::Pace;
use crate::overlay::hand::Hand;
use crate::overlay::hud::top::MENU;
use crate::overlay::hud::{Hud, Places};
use crate::overlay::keys::{self, Act, Hold, KeySheet};
use crate::overlay::known::Known;
use crate::overlay::lesson::LessonPage;
use crate::overlay::motion::Motion;
use crate::overlay::notices::Notices;
use crate::overlay::panels::{Acts, Page, Pressed};
use crate::overlay::pointer::Pointer;
use crate::overlay::preferences::{Preferences, Settings};
use crate::overlay::saves::Saves;
use crate::overlay::sheet::Sheet;
use crate::overlay::view::FieldView;
use crate::overlay::{camp, theme};

/// Points a second that the field moves below the right stick.
const SPEED: f32 = 900.0;

/// What the pad works.
#[derive(SystemParam)]
pub struct Worked<'w> {
    acts: ResMut<'w, Acts>,
    pointer: ResMut<'w, Pointer>,
    view: ResMut<'w, FieldView>,
    motion: ResMut<'w, Motion>,
    known: ResMut<'w, Known>,
    settings: ResMut<'w, Settings>,
    preferences: ResMut<'w, Preferences>,
    pace: ResMut<'w, Pace>,
    hand: Res<'w, Hand>,
    open: Open<'w>,
}

/// What may lie open.
#[derive(SystemParam)]
struct Open<'w> {
    saves: Res<'w, Saves>,
    keys: Res<'w, KeySheet>,
    lesson: Res<'w, LessonPage>,
    book: Res<'w, Book>,
    balance: Res<'w, Balance>,
    hud: Res<'w, Hud>,
    notices: Res<'w, Notices>,
}

impl Worked<'_> {
    /// Whether something lies open that a step back closes.
    fn has_window(&self) -> bool {
        let Open { saves, keys, lesson, book, balance, hud, notices } = &self.open;
        let is_asked = keys.open || saves.open || self.settings.open || lesson.shown.is_some() || book.open;
        is_asked || balance.open || hud.layers || !notices.broken.is_empty() || self.hand.holds_something()
    }

    /// Whether there is anybody to be aimed at.
    fn aims(&mut self, look: Option<Look<'_>>) -> bool {
        look.is_some_and(|look| !self.known.aimed(look).open.is_empty())
    }

    /// Whether what was done last is still being shown.
    fn is_showing(&self, look: Look<'_>) -> bool {
        self.pace.is_showing(&self.preferences, &self.motion, look)
    }
}

/// Does what was asked for with the pad, before anything is drawn.
pub fn lead(Page { ui, look }: Page<'_>, mut pad: ResMut<'_, Pad>, mut with: Worked<'_>) {
    pad.lead(ui.ctx(), &mut with, look);
}

/// The cursor goes with whoever the pad aims at or turns to.
pub fn follow(
    Pressed { act, look }: Pressed<'_>,
    pad: Res<'_, Pad>,
    (hand, sheet): (Res<'_, Hand>, Res<'_, Sheet>),
    mut pointer: ResMut<'_, Pointer>,
) {
    let meant = match act {
        Act::NextTarget | Act::PreviousTarget => hand.target,
        Act::NextFighter | Act::PreviousFighter => sheet.selected,
        _ => None,
    };
    let meant = look.zip(meant).filter(|(look, who)| pad.is_used && look.knows_of(*who));
    if let Some((look, who)) = meant {
        (pointer.cursor, pointer.picked) = (Some(look.footprint(who).at), Some(who));
    }
}

impl Pad {
    /// Does what was asked for with the pad, before anything is drawn.
    fn lead(&mut self, context: &Context, with: &mut Worked<'_>, look: Option<Look<'_>>) {
        let (now, passed) = context.input(|input| (input.time, input.stable_dt.min(0.05)));
        let pressed = self.take(now);
        let is_new = !pressed.ways.is_empty() || !pressed.buttons.is_empty() || self.sticks.1.length() > LEANS;
        if is_new || !self.held.is_empty() {
            self.is_used = true;
        } else if self.is_used && self.gives_way(context) {
            self.is_used = false;
            self.focus = None;
        }
        Hold::lead(context, self.is_used, |button| self.holds(button, now));
        if !self.is_used {
            return;
        }
        if with.settings.rekeyed.is_some() {
            remap(&mut with.settings.rekeyed, &mut with.preferences, &pressed.buttons);
            return;
        }
        let (open, places) = walk::places(context);
        self.turn_to(open, with, look);
        for button in &pressed.buttons {
            self.press(context, *button, (open, &places), with, look);
        }
        for button in &pressed.again {
            let act = keys::of_pad(&with.preferences.pad, *button);
            let goes_on = act.filter(|act| matches!(act, Act::Nearer | Act::Farther | Act::Earlier | Act::Later));
            with.acts.wanted.extend(goes_on.filter(|_| look.is_some()));
        }
        if self.is_among {
            self.go(context, &pressed.ways, &places);
        } else {
            self.leave(context);
            if let Some(look) = look {
                pressed.ways.iter().for_each(|(x, y)| with.pointer.move_cursor(look, *x, *y));
            }
        }
        self.lean(context, &mut with.view, now, passed);
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
    fn turn_to(&mut self, open: Option<LayerId>, with: &mut Worked<'_>, look: Option<Look<'_>>) {
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
        let held = with.hand.deed.is_some() || with.hand.wielded.is_some();
        let (was_held, were_made, was_asked) = std::mem::replace(&mut self.before, (held, made, look.asked()));
        if is_closed || open.is_none() && (held && !was_held || made != were_made) {
            self.is_among = false;
        }
        // Whoever is asked now is where the cursor sets out from.
        if look.asked() != was_asked {
            with.pointer.cursor = None;
        }
    }

    fn press(
        &mut self,
        context: &Context,
        button: Button,
        (open, places): (Option<LayerId>, &[Place]),
        with: &mut Worked<'_>,
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
                if with.is_showing(look) {
                    with.motion.skip();
                } else if with.pace.thinks() {
                    with.pace.play_what_it_has();
                } else if with.pointer.cursor.is_some() {
                    with.pointer.clicked = with.pointer.cursor;
                } else {
                    with.pointer.move_cursor(look, 0, 0);
                }
            }
            Button::East => self.step_back(context, open, with, look),
            Button::West => {
                let has_field = look.is_some_and(|look| !camp::is_open(look));
                (self.is_among, self.focus) = (!self.is_among || !has_field, None);
            }
            Button::Start => match context.data(|data| data.get_temp::<Widget>(Widget::new(MENU))) {
                Some(menu) if look.is_some() && open.is_none() => finger::ask(context, menu, Action::Click),
                Some(_) if Popup::is_any_open(context) => Popup::close_all(context),
                _ => with.acts.wanted.push(Act::Settings),
            },
            button => {
                if let Some(act) = keys::of_pad(&with.preferences.pad, button) {
                    self.act(context, act, places, with, look);
                }
            }
        }
    }

    /// Closes what lies open, puts down what is in hand, goes back to the field: one of them at a time.
    fn step_back(&mut self, context: &Context, open: Option<LayerId>, with: &mut Worked<'_>, look: Option<Look<'_>>) {
        let has_field = look.is_some_and(|look| !camp::is_open(look));
        if Popup::is_any_open(context) {
            Popup::close_all(context);
        } else if self.is_among && has_field && (open.is_none() || !with.has_window()) {
            self.is_among = false;
        } else {
            with.acts.back = true;
        }
    }

    fn act(&self, context: &Context, act: Act, places: &[Place], with: &mut Worked<'_>, look: Option<Look<'_>>) {
        let at = self.focus.filter(|_| self.is_among).map(|(widget, _)| widget);
        let pulled = places.iter().find(|place| Some(place.widget) == at && place.is_pulled);
        let act = match (act, pulled) {
            (Act::NextTarget, Some(place)) => return finger::ask(context, place.widget, Action::Increment),
            (Act::PreviousTarget, Some(place)) => return finger::ask(context, place.widget, Action::Decrement),
            // Where nobody can be aimed at, it goes from one to the next of one's own.
            (Act::NextTarget, None) if !with.aims(look) => Act::NextFighter,
            (Act::PreviousTarget, None) if !with.aims(look) => Act::PreviousFighter,
            (act, _) => act,
        };
        if look.is_some() || act.is_for_all() {
            with.acts.wanted.push(act);
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
    fn lean(&mut self, context: &Context, view: &mut FieldView, now: f64, passed: f32) {
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
                view.camera.shove(shove);
            }
        }
    }
}

/// The act that waits for a key gets the button that was pressed.
fn remap(rekeyed: &mut Option<Act>, likes: &mut Preferences, pressed: &[Button]) {
    let Some(act) = *rekeyed else { return };
    if pressed.contains(&Button::East) {
        *rekeyed = None;
    }
    if let Some(button) = pressed.iter().find(|button| !button.is_fixed()) {
        keys::give_pad(&mut likes.pad, act, *button);
        *rekeyed = None;
    }
}
