//! The card of whoever is pointed at: face, name, what is in the hand, how they fare, what they are about to do, and the
//! chances both ways. It lies where it hides nobody, as near to them as can be, nor over a way or what one chooses from; where
//! there is little room it tells less, and the rest while `Hold::All` is held.

mod around;
mod told;

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{Area, Context, Id as Name, Order as Height, Pos2, Rect, RichText, Ui, Vec2, vec2};

use self::around::Around;
use self::told::{Much, Of, chances, told};
use super::{GAP, Questions, drawers, lying, measured, plate};
use crate::ahead::Approach;
use crate::battle::{Id, Look, Order, Question};
use crate::overlay::answers::Offers;
use crate::overlay::course::Pace;
use crate::overlay::hand::Hand;
use crate::overlay::keys::Hold;
use crate::overlay::known::Known;
use crate::overlay::learn::help;
use crate::overlay::log::LogPanel;
use crate::overlay::motion::Motion;
use crate::overlay::panels::{self, Begun, Decided, Frame, Panels};
use crate::overlay::place::is_over;
use crate::overlay::portraits::Portraits;
use crate::overlay::preferences::Preferences;
use crate::overlay::sheet::Sheet;
use crate::overlay::theme;
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;

/// Points of the card across, at the usual size of text.
const WIDTH: f32 = 300.0;
/// Points of its edges, across.
const EDGES: f32 = 20.0;
/// A field that is lower than this, at the usual size of text, has room for a card in short.
const ROOMY: f32 = 520.0;
/// The share of its width that a card in short takes.
const NARROW: f32 = 0.78;
/// No card is higher than this share of the field, unless everything is asked for.
const HIGH: f32 = 0.75;
/// A field that is lower than this for text of the usual size has a card in smaller text.
const READ: f32 = 220.0;
/// A pointer that has moved by fewer points than this has not.
const STILL: f32 = 4.0;
/// Around the end of a way it is written what that costs.
const PRICE: Vec2 = vec2(90.0, 60.0);

/// Whose card is shown, how one would get at them, and what a click does to them at once: the field says so.
#[derive(Resource, Default)]
pub struct Carded(pub Option<(Id, Option<Arc<Approach>>, Option<Order>)>);

/// Something was decided: where the pointer was then, no card comes up until it moves, but for the one that was up before.
#[derive(Resource, Debug, Default)]
struct Rested {
    is_new: bool,
    at: Option<Pos2>,
    /// Whose card was up last, or to whom the ways lay open in its place.
    last: Option<Id>,
    /// Whose card was up when something was decided.
    before: Option<Id>,
}

impl Rested {
    /// Notes whose card is up, or who is aimed at, whose ways lie open in its place.
    fn up(&mut self, aimed: Option<Id>, pointed: Option<Id>) {
        self.last = aimed.or(pointed);
    }

    /// Whether the pointer still is where it was when something was decided.
    fn is_at(&mut self, pointer: Option<Pos2>) -> bool {
        if std::mem::take(&mut self.is_new) {
            let is_still = self.at.zip(pointer).is_some_and(|(at, now)| at.distance(now) < STILL);
            (self.at, self.before) = (pointer, if is_still { self.before } else { self.last });
        }
        let rests = self.at.zip(pointer).is_some_and(|(at, now)| at.distance(now) < STILL);
        if !rests {
            self.at = None;
        }
        rests
    }
}

/// The card.
pub fn plugin(app: &mut App) {
    app.init_resource::<Carded>().init_resource::<Rested>().init_resource::<Formed>();
    app.add_panel(panels::Height::Popups, card);
    app.add_observer(|_: On<'_, '_, Begun>, mut formed: ResMut<'_, Formed>| *formed = Formed::default());
    app.add_observer(|_: On<'_, '_, Decided>, mut rested: ResMut<'_, Rested>| rested.is_new = true);
}

/// How much a card tells, at which share of the size of text, and how broad that is beside a card in full.
type Told = (Much, f32, f32);

/// In which form the card of each was shown last: it has the same the next time, unless it would hide somebody in it. All of
/// it is for a window and text of one size.
#[derive(Resource, Debug, Default)]
struct Formed {
    sized: [u32; 3],
    of: Vec<(Id, Much, f32)>,
}

impl Formed {
    /// In which form the card of somebody was shown last.
    fn form(&mut self, who: Id, sized: [u32; 3]) -> Option<(Much, f32)> {
        if self.sized != sized {
            *self = Self { sized, of: Vec::new() };
        }
        self.of.iter().find(|(other, ..)| *other == who).map(|(_, much, share)| (*much, *share))
    }

    /// It is shown in this one.
    fn note(&mut self, who: Id, (much, share): (Much, f32)) {
        self.of.retain(|(other, ..)| *other != who);
        self.of.push((who, much, share));
    }
}

/// The share of the size of text that cards have in a field so high: the same for everybody.
fn lettered(high: f32, scale: f32) -> f32 {
    theme::fitting(scale, |share| READ * scale * share, |least: &f32| *least <= high).1
}

/// A form of a card.
#[derive(Clone, Copy, PartialEq)]
struct Form {
    told: Told,
    /// How large it is.
    size: Vec2,
}

/// How large the card of somebody is in each of its forms: measured once, and again when it has been drawn otherwise.
#[derive(Clone, PartialEq)]
struct Sizes {
    of: (Id, usize, [u32; 3], bool, Option<Order>),
    each: [Form; 4],
    /// The last of them in smaller text, once it hides somebody or something in all of them.
    smaller: Option<Vec<Form>>,
    /// The form that it has where everything is asked for.
    whole: Option<Form>,
    /// What was told at the end of a way when it came up, or came to lie where it was: the two never lie over each other.
    noted: Option<Rect>,
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
    (questions, offers): (Res<'_, Questions>, Res<'_, Offers>),
    (pace, timeline, preferences): (Res<'_, Pace>, Res<'_, Timeline>, Res<'_, Preferences>),
    (mut rested, mut formed): (ResMut<'_, Rested>, ResMut<'_, Formed>),
) {
    // In a turn of one's own that of whoever was pointed at before is there again for the next click.
    let is_turn = |asked: &Question| asked.choices.is_none() && look.is_played_here(asked.side);
    let is_own = !pace.shows() && look.question().is_some_and(is_turn);
    let rests = rested.is_at(ui.input(|input| input.pointer.latest_pos()));
    let meant = carded.0.take().filter(|_| hand.target.is_none());
    let is_back = |who: Id| is_own && rested.before == Some(who);
    let pointed = meant.filter(|(who, ..)| !rests || is_back(*who));
    if !rests {
        rested.up(hand.target, pointed.as_ref().map(|(who, ..)| *who));
    }
    let Some((who, approach, strikes)) = pointed else { return };
    let Some(drawn) = view.drawn.as_ref() else { return };
    let context = ui.ctx();
    let scale = theme::scale(context);
    let field = drawers::clear(ui, &places, &sheet, &log).shrink(GAP);
    let width = (WIDTH * scale).min(places.whole.width() * 0.4).min(field.width() - EDGES).max(1.0);
    let fares = motion.fares(look, who);
    // What can be done to them would give away what has not been shown, and at an earlier moment nothing can be.
    let is_shown = motion.has_shown(who) && !pace.shows() && !timeline.looks_back();
    let (approach, strikes) = (approach.as_deref(), strikes.as_ref());
    // What goes somewhere to strike them is a deed with a way of its own.
    let of_deed = strikes.zip(look.asked()).and_then(|(order, asked)| known.way(look, asked, order));
    let way = approach.and_then(|approach| approach.way.clone()).or(of_deed);
    let intents = known.found(look).intents(look);
    let mut tell = |ui: &mut Ui, (much, share, wide): Told| {
        theme::shrink(ui, share);
        let (listed, foresees) = (offers.orders.as_slice(), view.foresees);
        let warns = preferences.warns;
        let of = Of { who, fares: &fares, intents: &intents, approach, strikes, listed, foresees, warns, much };
        ui.set_width(width * wide);
        told(ui, look, of, &mut portraits);
        if is_shown {
            chances(ui, look, of, (&hand, &mut known));
        }
        if much != Much::All {
            ui.label(RichText::new(rest(ui.ctx())).small().color(theme::faint()));
        }
    };
    let name = Name::new("card size");
    let note = 24.0 * scale;
    let high = field.height() - note;
    let sized = [scale * 100.0, width, high].map(|each| each as u32);
    let of = (who, look.facts().len(), sized, approach.is_some(), strikes.cloned());
    let mut size = |told: Told| {
        let (much, share, wide) = told;
        let name = ("card", much, share.to_bits(), wide.to_bits());
        measured(context, name, (plate(), width), |ui| tell(ui, told))
    };
    let base = lettered(field.height(), scale);
    let mut fitted = |much: Much, wide: f32, high: f32| {
        let (size, share) = fitting((high, scale * base), |share| size((much, share * base, wide)));
        Form { told: (much, share * base, wide), size }
    };
    let before: Option<Sizes> = context.data(|data| data.get_temp(name));
    let mut sizes = before.filter(|sizes| sizes.of == of).unwrap_or_else(|| {
        context.request_repaint();
        let [all, less, least, bare] = Much::EACH;
        let any = f32::INFINITY;
        // Large text has fewer lines where it is broad.
        let broad = if scale > 1.0 && base >= 1.0 { 1.0 } else { NARROW };
        let wide = [(all, 1.0, any), (less, NARROW, any), (least, NARROW, any), (bare, broad, high * HIGH)];
        let each = wide.map(|(much, wide, high)| fitted(much, wide, high));
        Sizes { of, each, smaller: None, whole: None, noted: view.noted }
    });
    let wants_all = wants_all(context);
    let mut each = sizes.each;
    if wants_all {
        each[0] = *sizes.whole.get_or_insert_with(|| fitted(Much::All, 1.0, high));
    }
    let spans = each.map(|form| form.size);
    let above = above_note(field, note, &spans);
    let forms = offered(&spans, (above.height(), scale), wants_all);
    let mut forms: Vec<Form> = forms.into_iter().filter_map(|form| each.get(form).copied()).collect();
    let read: Vec<Rect> = questions.rects().chain(help::lies(context)).chain(lying(context, "hint")).collect();
    let mut smaller = |sizes: &mut Sizes| -> Vec<Form> {
        // Whoever asks for everything gets no less.
        if wants_all {
            return Vec::new();
        }
        let smaller = sizes.smaller.get_or_insert_with(|| {
            let bare =
                theme::shares(scale).filter(|share| *share < base).map(|share| (Much::Bare, share, NARROW * share));
            bare.map(|told| Form { told, size: size(told) }).collect()
        });
        smaller.clone()
    };
    // It looks as it did the last time.
    let before = formed.form(who, sized).filter(|_| !wants_all);
    let is_smaller = before.is_some_and(|(_, share)| share < base);
    let (usual, less) = (forms.len(), if is_smaller { smaller(&mut sizes) } else { Vec::new() });
    let is_same = |form: &&Form| before.is_some_and(|(much, share)| (form.told.0, form.told.1) == (much, share));
    let same: Option<Form> = forms.iter().chain(&less).find(is_same).copied();
    let (form, rect) = loop {
        forms.truncate(usual);
        let around = Around::of(look, drawn, (who, way.as_deref()), (sizes.noted, &read), scale);
        let steady = same.and_then(|form| Some((form, around.keeps([above, field], form.size)?)));
        let (form, rect) = steady.unwrap_or_else(|| {
            let offered: Vec<Vec2> = forms.iter().map(|form| form.size).collect();
            let (index, rect) = around.lies([above, field], &offered, || {
                forms.extend(smaller(&mut sizes));
                forms.iter().skip(offered.len()).map(|form| form.size).collect()
            });
            (forms.get(index).copied().unwrap_or(each[3]), rect)
        });
        // What is told at the end of a way stays where it is: the card gives way.
        if sizes.noted == view.noted || view.noted.is_none_or(|noted| !is_over(rect, noted)) {
            break (form, rect);
        }
        sizes.noted = view.noted;
    };
    // What is asked lies under nothing, nor do dice that fall and what they come to.
    let hides_it = questions.beside.is_some_and(|question| question.intersects(rect)) || motion.shows_at(rect);
    let hides_it = hides_it || view.noted.is_some_and(|noted| is_over(rect, noted));
    let Form { told, .. } = form;
    if hides_it {
        context.data_mut(|data| data.insert_temp(name, sizes));
        return;
    }
    if !wants_all {
        formed.note(who, (told.0, told.1));
    }
    let area = Area::new(Name::new("card")).order(Height::Middle).fixed_pos(rect.min).constrain_to(field);
    let area = area.interactable(false).fade_in(false);
    let shown = area.show(context, |ui| plate().show(ui, |ui| tell(ui, told)));
    let size = shown.response.rect.size();
    let all = sizes.each.iter_mut().chain(sizes.smaller.iter_mut().flatten()).chain(&mut sizes.whole);
    for form in all.filter(|form| form.told == told && (form.size - size).length() > 1.0) {
        form.size = size;
        context.request_repaint();
    }
    context.data_mut(|data| data.insert_temp(name, sizes));
}

/// Whether all of it is asked for: by what is held on the keys or the pad, or by the wheel that is pressed.
fn wants_all(context: &Context) -> bool {
    Hold::All.is_held(context) || context.input(|input| input.pointer.middle_down())
}

/// What the rest of it is asked for with, by whoever points with a mouse also there.
fn rest(context: &Context) -> String {
    let held = Hold::All.name(context);
    let is_mouse = context.input(|input| input.pointer.has_pointer() && !input.any_touches());
    let wheel = if is_mouse && held == Hold::All.key() { " or press the wheel" } else { "" };
    format!("The rest: hold {held}{wheel}")
}

/// Where a card of these sizes may lie in a field: what is said of a square lies at the lower left, but rather there than cut off.
fn above_note(field: Rect, note: f32, each: &[Vec2]) -> Rect {
    let above = field.with_max_y(field.bottom() - note);
    if each.last().is_none_or(|least| least.y <= above.height()) { above } else { field }
}

/// How large a card is at the largest share of the size of text at which it is no higher than this, and that share. `size`: how
/// large it is at a share.
fn fitting((high, scale): (f32, f32), size: impl FnMut(f32) -> Vec2) -> (Vec2, f32) {
    theme::fitting(scale, size, |size: &Vec2| size.y <= high)
}

/// Which of these forms of a card there is room for in a field that is so high, the fullest first: everything where it is
/// asked for, else in short where text is large or the field is low.
fn offered(each: &[Vec2], (height, scale): (f32, f32), wants_all: bool) -> Vec<usize> {
    if wants_all {
        return vec![0];
    }
    let first = usize::from(height < ROOMY * scale);
    let fits = |form: &usize| each[*form].y <= height * HIGH;
    let last = each.len().saturating_sub(1);
    (first..last).filter(fits).chain([last]).collect()
}

/// Whoever acts, and who strikes and is struck where a question is about a blow: a card about somebody else hides none of them.
fn has_part(look: Look<'_>, who: Id) -> Vec<Id> {
    let question = look.question().map(|question| [question.by, question.whom, question.who]);
    let all = question.into_iter().flatten().flatten().chain(look.asked());
    all.filter(|id| *id != who && look.knows_of(*id)).collect()
}

/// Those whom one chooses from at a question in the middle of a deed.
fn chosen_from(look: Look<'_>, who: Id) -> impl Iterator<Item = Id> {
    let question = look.question().filter(|question| look.is_played_here(question.side));
    let choices = question.and_then(|question| question.choices.as_ref()).into_iter().flatten();
    let named = choices.filter(|choice| choice.is_legal()).filter_map(move |choice| look.target(&choice.order));
    named.filter(move |id| *id != who && look.knows_of(*id))
}

#[cfg(test)]
mod tests;
