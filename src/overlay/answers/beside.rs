//! A question beside the token of whoever is asked: the likeliest answers large, with what hangs on them, all others one click
//! deeper. Where the field is small what hangs on an answer lies below it.

mod parts;

use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Area, Context, Frame, Margin, Order as Level, Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};

use self::parts::{Part, above, last_whole, opened, part, tail};
use super::again;
use super::card::{Found, Measured, Parts, Put, Tells, put};
use super::more::unfolds;
use super::open::likeliest;
use super::room::Room;
use super::says::heading;
use super::spread::{Opens, Row, Spread};
use super::{Answering, Panel, about};
use crate::battle::{Choice, Look, Question};
use crate::overlay::course::Pace;
use crate::overlay::hud::layout;
use crate::overlay::panels;
use crate::overlay::preferences::{Preferences, Speed};
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{theme, tokens};

/// Points down of what hangs on an answer, for each of its lines.
const HANGS: f32 = 15.0;
/// Points across at most of what is asked.
const ASKED: f32 = 360.0;
/// How high a row of answers is that is unfolded, and no more room than this is kept for all of them.
const ROW: f32 = 30.0;
const UNFOLDED: f32 = 150.0;
/// Points down of a card that is measured where nobody sees it.
const UNSEEN: f32 = 4_000.0;

/// A question, and how its answers lie.
pub(super) struct Asked<'w, 'a> {
    /// The battle that it is put in.
    pub look: Look<'w>,
    /// What is asked.
    pub question: &'a Question,
    /// All answers to it.
    pub choices: &'a [Choice],
    /// How they lie.
    pub spread: &'a Spread,
    /// What the answer is called that Enter gives.
    pub usual: Option<&'a str>,
    /// How much room its field has.
    pub room: Room,
    /// Whether what hangs on answers is told.
    pub foresees: bool,
    /// Which blow of a turn it is about, counted from 1; 0 where it is about none.
    pub again: usize,
}

impl Asked<'_, '_> {
    /// Whether there is room for a small card only.
    pub(super) fn is_small(&self) -> bool {
        self.room != Room::Ample
    }

    /// Whether there is room for hardly more than answers.
    pub(super) fn is_scant(&self) -> bool {
        self.room == Room::Scant
    }
}

/// Where a card is drawn.
struct Place {
    /// Where it lies, once that is known.
    lies: Option<Rect>,
    /// How much room there is in it: until then more than it can take.
    room: Vec2,
    /// How high that is while its other answers are folded.
    folded: f32,
    /// Whether all of its answers are unfolded.
    unfolded: bool,
    /// Whether they unfold upwards over somebody's head, above the likeliest: what was clicked on stays under the pointer.
    rises: bool,
}

impl Place {
    /// Whether everybody sees it there.
    fn is_seen(&self, measured: &Measured) -> bool {
        self.lies.is_some() && !(self.rises && measured.risen().is_none())
    }

    /// Where its corner is, in this field.
    fn corner(&self, measured: &Measured, field: Rect) -> Pos2 {
        let Some(lies) = self.lies else { return field.min };
        measured.risen().filter(|_| self.rises).map_or(lies.min, |high| pos2(lies.left(), lies.bottom() - high))
    }
}

/// How high a card is down to what unfolds all other answers: with as few as may lie open, and with all that do.
struct Drawn {
    head: f32,
    answers: f32,
}

/// The question, if one is put. It is measured first, where nobody sees it; then it lies where there is room for it, and what is
/// more than that scrolls.
pub fn asked(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    mut pace: ResMut<'_, Pace>,
    (view, timeline, layout): (Res<'_, FieldView>, Res<'_, Timeline>, Res<'_, layout::Layout>),
    likes: Res<'_, Preferences>,
    mut measured: ResMut<'_, Measured>,
) {
    let Some((question, who)) = put(look, &pace, &timeline) else {
        measured.put_away();
        return;
    };
    let (with, field, over) = (&mut answering, places.field, layout::Over::of(&places, theme::scale(ui.ctx())));
    let seen = view.camera.view(look.board(), field);
    about::draw(ui.painter(), look, &seen, question);
    let tells = Tells { everything: with.offers.everything, foresees: view.foresees };
    let now = Put::of(look, (question, who), tells, over);
    let room = Room::of(over);
    let choices = with.known.choices(look);
    let usual = with.known.usual(look);
    let usual = usual.as_ref().map(|usual| usual.label.as_str());
    let bare = choices.iter().find(|choice| Some(choice.label.as_str()) == usual).map(|choice| &choice.order);
    let opens = Opens { gives_way: room != Room::Ample, most: measured.open(now) };
    let spread = Spread::of(&choices, &with.known.worths(look), bare, opens);
    let (foresees, again) = (tells.foresees, again::count(look, question, &timeline));
    let asked = Asked { look, question, choices: &choices, spread: &spread, usual, room, foresees, again };
    with.offers.orders.clear();
    with.offers.unfolds = None;
    let unfolded = with.offers.others;
    let lies = if unfolded { layout.unfolded() } else { layout.question() };
    let lies = lies.filter(|_| measured.knows(now));
    let frame = framed(ui, room);
    let edges = frame.total_margin().sum();
    let broad = measured.narrow(now).unwrap_or_else(|| room.broad(over));
    let size = lies.map_or(vec2(broad, UNSEEN), |rect| rect.size()) - edges;
    // As broad as what lies below it, once that is known.
    let below = measured.broad(now).map_or(0.0, |broad| broad - edges.x);
    let within = vec2(size.x.min((ASKED * over.scale).max(below)), size.y);
    let folded = layout.question().filter(|_| lies.is_some()).map_or(size.y, |folded| folded.height() - edges.y);
    let place = Place { lies, room: within, folded, unfolded, rises: unfolded && layout.rises() };
    let id = ui.id().with("question");
    // What it may still grow by is no part of it: a tip lies right beside what is drawn.
    let drawn = ui.ctx().memory(|memory| memory.area_rect(id)).filter(|_| measured.is_drawn());
    let whole = |lies: Rect| drawn.map(|drawn| drawn.intersect(lies)).filter(Rect::is_positive).unwrap_or(lies);
    with.offers.panel = lies.map(|lies| Panel { lies: whole(lies), about: tokens::lies(look, &seen, who) });
    let is_seen = place.is_seen(&measured);
    // What is broader than its place grows away from whoever is asked.
    let broader = lies.zip(drawn).filter(|(lies, _)| lies.right() <= tokens::lies(look, &seen, who).center().x);
    let broader = broader.map_or(0.0, |(lies, drawn)| (drawn.width() - lies.width()).min(lies.left() - field.left()));
    let corner = place.corner(&measured, field) - vec2(broader.max(0.0), 0.0);
    let area = Area::new(id).order(Level::Middle).constrain(false).fade_in(false);
    let area = area.interactable(is_seen).fixed_pos(corner);
    let shown = area.show(ui.ctx(), |ui| {
        if !is_seen {
            ui.set_invisible();
        }
        frame.show(ui, |ui| card(ui, &asked, &place, &mut measured, &mut pace, with)).inner
    });
    with.offers.panel = None;
    about::lit(ui.painter(), &seen, &choices, with.pointer.preview.as_ref());
    let (card, Drawn { head, answers }) = (shown.response.rect, shown.inner);
    measured.rises(ui.ctx(), (place.rises && lies.is_some()).then(|| card.height()));
    if is_seen {
        measured.seen();
        about::thread(ui.painter(), look, &seen, who, card);
        if again > 1 && pace.speed(&likes) != Speed::AtOnce {
            again::lit(ui, card, (look.facts().len(), question.who));
        }
    }
    if !measured.knows(now) {
        let unfolds = grows(ui.ctx(), &asked, unfolded);
        let [head, answers] = [head, answers].map(|high| high + edges.y);
        let found = Found { size: card.size(), unfolds, head, answers, open: spread.open.len() };
        measured.note(ui.ctx(), now, found, room.most(card.width(), over).y);
    }
}

/// The frame of a card, which takes the less room the less there is.
fn framed(ui: &Ui, room: Room) -> Frame {
    let frame = Frame::window(ui.style()).stroke(Stroke::new(1.5, theme::accent()));
    match room {
        Room::Ample => frame,
        Room::Small => frame.inner_margin(Margin::symmetric(10, 8)),
        Room::Scant => frame.inner_margin(Margin::symmetric(6, 3)),
    }
}

/// Makes what stands in a card lower: what can be pressed is still high enough for a finger.
fn tighten(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y /= 4.0;
    ui.spacing_mut().interact_size.y = (ui.spacing().interact_size.y * 0.75).max(24.0);
    ui.spacing_mut().button_padding /= 2.0;
}

/// All that stands in a card: what is asked, and below it the answers that lie open, with what unfolds all others: that is in
/// sight however little room there is for answers.
fn card(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    place: &Place,
    measured: &mut Measured,
    pace: &mut Pace,
    with: &mut Answering<'_>,
) -> Drawn {
    ui.set_max_width(place.room.x);
    if asked.is_scant() {
        tighten(ui);
    }
    if asked.spread.folded() > 0 {
        // As broad as it will be once it is unfolded.
        ui.set_min_width(place.room.x);
    }
    let (top, apart) = (ui.cursor().top(), ui.spacing().item_spacing.y);
    heading(ui, asked, pace, with);
    let asks = ui.cursor().top() - top;
    // Lines are as long with a scroll bar as without: what wraps does not bring the bar that made it wrap.
    let long = ui.available_width() - ui.spacing().scroll.allocated_width();
    let Parts { unfolds: line, below, ends: whole } = measured.parts();
    if place.unfolded && !place.rises {
        let Drawn { head, answers } = opened(ui, asked, (place, long, place.room.y - asks), measured, pace, with);
        return Drawn { head: asks + head, answers: asks + answers };
    }
    measured.scrolls(None);
    let high = place.folded - asks - line;
    if place.rises {
        let room = vec2(long, place.room.y - place.folded - apart);
        part(ui, asked, (Part::Above, room), |ui| above(ui, asked, long, pace, with));
    }
    let begins = ui.cursor().top();
    let ((told, fewest), open) = part(ui, asked, (Part::Open, vec2(long, high)), |ui| likeliest(ui, asked, with));
    let ends = ui.min_rect().bottom();
    unfolds(ui, asked, pace, with);
    let line = ui.min_rect().bottom() - ends;
    let left = place.room.y - (ui.cursor().top() - top);
    // No more is begun below it than a line that can be read.
    let has_room = place.unfolded || left + 1.0 >= below.min(ROW * theme::scale(ui.ctx()));
    let (below, ends) = if has_room {
        let room = vec2(long, whole.map_or(left, |whole| whole.min(left)));
        let drawn = part(ui, asked, (Part::Below, room), |ui| tail(ui, asked, (place, long), told, pace, with));
        let ((below, ends), all) = drawn;
        // What has no room for all of it ends below a line, and not within one.
        (below, if place.unfolded { last_whole(&ends, all, left) } else { None })
    } else {
        (below, None)
    };
    measured.drawn(ui.ctx(), Parts { unfolds: line, below, ends });
    Drawn { head: asks + fewest - begins + line, answers: asks + open + line }
}

/// About so much higher a card becomes by its other answers, if they are not unfolded already.
fn grows(context: &Context, asked: &Asked<'_, '_>, unfolded: bool) -> f32 {
    let Asked { spread, foresees, .. } = *asked;
    // Numbers are short, and so many of a row stand side by side; what hangs on an answer takes the rest of its line.
    let beside = if foresees { 1.0 } else { 2.0 };
    let lines = |row: &Row| if row.counts { 2.0 } else { (row.choices.len() as f32 / beside).ceil() };
    let rows = spread.rows.iter().filter(|row| !row.shut && !unfolded);
    // What to do next time lies among them where there is room for hardly more than answers.
    let habits = f32::from(u8::from(asked.is_scant() && !unfolded));
    let rows = (rows.map(lines).sum::<f32>() + habits) * ROW;
    let lines = if foresees && rows > 0.0 { HANGS * (spread.open.len() + spread.folded()) as f32 } else { 0.0 };
    (rows.min(UNFOLDED) + lines) * theme::scale(context)
}
