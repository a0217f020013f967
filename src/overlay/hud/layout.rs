//! What lies over the field together: the question at hand and what is drawn out at the sides. One function lays all of it, so
//! that what has no room is known before it is drawn: its button is grey then, and says why, and so does its key.

mod card;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Rect, pos2};

use super::{GAP, Hud, Places, Questions, deeds};
use crate::battle::Look;
use crate::overlay::answers::{Asking, asked};
use crate::overlay::log::{self, LogPanel};
use crate::overlay::notices::Notices;
use crate::overlay::panels::{Frame, Height, Panels};
use crate::overlay::sheet::{self, Sheet};
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{theme, tokens};

pub use card::{Card, SHARE};

/// A question takes no more than these shares of the field and of the window, however large the text is.
const LARGEST: f32 = 0.46;
const MOST: f32 = 0.266;
/// Points of its height that a drawer needs at least, at the usual size of text.
const LEAST: f32 = 130.0;
/// Points across of what tells what the field shows, at the usual size of text, and around it.
const LAYERS: f32 = 300.0;
const EDGE: f32 = 18.0;

/// It is remembered of so many tokens where the last question beside them lay.
const KEPT: usize = 32;

/// Why something is not drawn out.
const ASKED: &str = "after the question is answered: it takes the room";
const TAKEN: &str = "once another drawer is put away: they take the room";
const BARE: &str = "once the field is shown with all around it again";
const CAMP: &str = "in a battle: there is no field here";

/// What a question lies over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Over {
    /// The window.
    pub whole: Rect,
    /// The field.
    pub field: Rect,
    /// What has nothing to say below it while something is asked there.
    pub strip: Rect,
    /// How large text is beside its usual size.
    pub scale: f32,
}

impl Over {
    /// In a window where everything lies so, with text of this size.
    pub fn of(places: &Places, scale: f32) -> Self {
        Self { whole: places.whole, field: places.field, strip: deeds::strip(places, scale), scale }
    }

    /// Points down of the field, with what is empty below it.
    pub fn high(&self) -> f32 {
        self.strip.bottom().max(self.field.bottom()) - self.field.top()
    }

    /// The most that a question takes where text is so large that a third of the field has no room for its answers: more than
    /// half of the field stays free, and of the window no less than beside a third of a field.
    pub fn largest(&self) -> f32 {
        (self.field.area() * LARGEST).min(self.whole.area() * MOST)
    }
}

/// What is drawn out and put away again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// The log, on the right unless it was sent to the other side.
    Log,
    /// The sheet of a fighter, on the other side.
    Sheet,
    /// What the field shows.
    Layers,
}

impl Drawer {
    /// All of them: those that come first have room first.
    pub const ALL: [Self; 3] = [Self::Log, Self::Sheet, Self::Layers];

    /// What it is called in a sentence.
    const fn name(self) -> &'static str {
        match self {
            Self::Log => "The log",
            Self::Sheet => "The sheet",
            Self::Layers => "The list of what the field shows",
        }
    }

    /// All that it takes where nothing else lies, beside those that come before it: the best place first.
    fn whole(self, on: &On, before: &[Option<Rect>; 3]) -> Vec<Rect> {
        let (places, scale) = (&on.places, on.scale);
        match self {
            Self::Log => vec![places.drawer(on.log_left, log::WIDTH * scale)],
            // As high as what it tells.
            Self::Sheet => {
                let whole = places.drawer(!on.log_left, sheet::WIDTH * scale);
                let high = on.sheet.map_or(whole.height(), |high| high.max(LEAST * scale).min(whole.height()));
                vec![whole.with_max_y(whole.top() + high)]
            }
            Self::Layers => {
                let [log, sheet, _] = before;
                let (left, right) = if on.log_left { (log, sheet) } else { (sheet, log) };
                let right = right.map_or(places.field.right(), |drawn| drawn.left()) - GAP;
                let left = left.map_or(places.field.left(), |drawn| drawn.right()) + GAP;
                let wide = LAYERS * scale + EDGE;
                let rows = places.field.top() + 6.0..=places.field.top() + places.field.height() * 0.8;
                if right - left < wide {
                    return Vec::new();
                }
                [right - wide, left].map(|left| Rect::from_x_y_ranges(left..=left + wide, rows.clone())).into()
            }
        }
    }
}

/// All that hangs together over the field.
#[derive(Clone, Debug, PartialEq)]
pub struct On {
    /// Where everything lies.
    pub places: Places,
    /// How large text is beside its usual size.
    pub scale: f32,
    /// What has nothing to say below the field while something is asked there.
    pub strip: Rect,
    /// Which drawers are wanted.
    pub open: [bool; 3],
    /// Whether the log lies on the left, and the sheet on the right.
    pub log_left: bool,
    /// How high the sheet would be, as far as that is known.
    pub sheet: Option<f32>,
    /// Whether everything but the field is put away.
    pub presents: bool,
    /// What rises from the bar.
    pub listed: Option<Rect>,
    /// What is asked beside a token.
    pub card: Option<Card>,
    /// Where whoever acts lies: a drawer leaves them in sight.
    pub acting: Option<Rect>,
}

/// Where it all lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Laid {
    /// The question beside a token, with the room that it grows in.
    pub question: Option<Rect>,
    /// The same with all the room that there is below or above it, for its other answers.
    pub unfolded: Option<Rect>,
    /// The drawers that are there.
    pub drawers: [Option<Rect>; 3],
}

impl On {
    /// The same with this drawer drawn out.
    fn with(&self, drawer: Drawer) -> Self {
        let mut on = self.clone();
        on.open[drawer as usize] = true;
        on
    }

    /// Where its question lies beside these drawers, and whether it is whole there.
    fn question(&self, card: &Card, room: [bool; 2], tried: &mut Tried) -> (Rect, bool) {
        let place = &mut tried[usize::from(room[0]) + 2 * usize::from(room[1])];
        *place.get_or_insert_with(|| card.lies(self.places.beside(room, self.log_left, self.scale, 0.0), self.strip))
    }

    /// Why this drawer has no room, if it has none.
    fn shuts(&self, drawer: Drawer, tried: &mut Tried) -> Option<&'static str> {
        if self.presents {
            return Some(BARE);
        }
        let on = self.with(drawer);
        if lay(&on, tried).drawers[drawer as usize].is_some() {
            return None;
        }
        let alone = lay(&Self { listed: None, card: None, ..on }, &mut Tried::default());
        Some(if alone.drawers[drawer as usize].is_some() { ASKED } else { TAKEN })
    }
}

/// Where a question lies beside no drawer, beside either, and beside both, as far as that was tried.
type Tried = [Option<(Rect, bool)>; 4];

/// Where everything lies: the question beside all drawers if it is whole there, else beside as many as can be; then each drawer
/// with what the question leaves of it, if that is enough.
fn lay(on: &On, tried: &mut Tried) -> Laid {
    let [log, sheet, _] = on.open.map(|open| open && !on.presents);
    let question = on.card.as_ref().map(|card| {
        let rooms = [[log, sheet], [false, sheet], [log, false]].into_iter().filter(|room| *room != [false, false]);
        let whole = rooms.map(|room| on.question(card, room, tried)).find(|(_, is_whole)| *is_whole);
        whole.unwrap_or_else(|| on.question(card, [false, false], tried)).0
    });
    let mut drawers = [None; 3];
    for drawer in Drawer::ALL.into_iter().filter(|drawer| on.open[*drawer as usize] && !on.presents) {
        let is_enough = |rect: &Rect| rect.height() >= LEAST * on.scale;
        let places = drawer.whole(on, &drawers).into_iter();
        let whole = places.map(|whole| apart(whole, question.into_iter().chain(on.listed))).find(is_enough);
        // Whoever acts is seen beside it where enough of it is left.
        let aside = whole.map(|whole| apart(whole, on.acting)).filter(is_enough);
        drawers[drawer as usize] = aside.or(whole);
    }
    let unfolded = on.card.as_ref().zip(question);
    let unfolded = unfolded.map(|(card, lies)| card.grown(lies, on.places.field, on.strip));
    Laid { question, unfolded, drawers }
}

/// What of a panel covers none of these: all of it, else what lies above or below each of them.
fn apart(rect: Rect, kept: impl IntoIterator<Item = Rect>) -> Rect {
    kept.into_iter().fold(rect, |rect, kept| {
        let kept = kept.expand(6.0);
        if !kept.intersects(rect) {
            return rect;
        }
        let above = Rect::from_min_max(rect.min, pos2(rect.right(), kept.top()));
        let below = Rect::from_min_max(pos2(rect.left(), kept.bottom()), rect.max);
        if above.height() > below.height() { above } else { below }
    })
}

/// How everything lies now.
#[derive(Resource, Debug, Default)]
pub struct Layout {
    on: Option<On>,
    laid: Laid,
    shut: [Option<&'static str>; 3],
    /// Where questions lay last, each with the token that it was put beside.
    lay: Vec<(Rect, Rect)>,
}

impl Layout {
    /// Lays everything anew where something has changed; a question lies where the last one beside the same token did.
    fn settle(&mut self, mut on: On) {
        if self.on.as_ref().is_some_and(|before| (before.places, before.scale) != (on.places, on.scale)) {
            self.lay.clear();
        }
        if let Some(card) = &mut on.card {
            let same = |token: &Rect| (token.min - card.about.min).length() < 1.0;
            card.before = self.lay.iter().find(|(token, _)| same(token)).map(|(_, lies)| *lies);
        }
        if self.on.as_ref() != Some(&on) {
            let tried = &mut Tried::default();
            (self.laid, self.shut) = (lay(&on, tried), Drawer::ALL.map(|drawer| on.shuts(drawer, tried)));
            if let Some((card, lies)) = on.card.as_mut().zip(self.laid.question) {
                self.lay.retain(|(token, _)| (token.min - card.about.min).length() >= 1.0);
                self.lay.insert(0, (card.about, lies));
                self.lay.truncate(KEPT);
                card.before = Some(lies);
            }
            self.on = Some(on);
        }
    }

    /// Lays everything anew without the question: it is measured once more.
    fn withdraw(&mut self) {
        if let Some(on) = self.on.take() {
            self.settle(On { card: None, ..on });
        }
    }

    /// Where the question lies that is put beside a token.
    pub fn question(&self) -> Option<Rect> {
        self.laid.question
    }

    /// Where it lies while all of its answers are unfolded.
    pub fn unfolded(&self) -> Option<Rect> {
        self.laid.unfolded
    }

    /// Whether it grows upwards then: its lower edge stays.
    pub fn rises(&self) -> bool {
        self.laid.question.zip(self.laid.unfolded).is_some_and(|(lies, unfolded)| unfolded.top() < lies.top() - 1.0)
    }

    /// Where a drawer lies that is there.
    pub fn drawer(&self, drawer: Drawer) -> Option<Rect> {
        self.laid.drawers[drawer as usize]
    }

    /// When a drawer that has no room now can be drawn out.
    pub fn shuts(&self, drawer: Drawer) -> Option<&'static str> {
        self.shut[drawer as usize]
    }

    /// Tells when it can be drawn out, if there is no room for it now; whether there is none.
    pub fn tell(&self, drawer: Drawer, notices: &mut Notices) -> bool {
        let told = self.shuts(drawer).map(|when| format!("{} is shown {when}.", drawer.name()));
        let is_shut = told.is_some();
        notices.told = told.or(notices.told.take());
        is_shut
    }

    /// Draws it out or puts it away; where there is no room for it that is told instead.
    pub fn turn(&self, drawer: Drawer, open: &mut bool, notices: &mut Notices) {
        if !self.tell(drawer, notices) {
            *open = !*open;
        }
    }
}

/// What is drawn out.
#[derive(SystemParam)]
struct Wanted<'w> {
    hud: Res<'w, Hud>,
    log: Res<'w, LogPanel>,
    sheet: Res<'w, Sheet>,
    timeline: Res<'w, Timeline>,
}

/// Everything is laid before anything of it is drawn, and again where a button or key has changed something since.
pub fn plugin(app: &mut App) {
    app.init_resource::<Layout>().init_resource::<Questions>();
    for height in [Height::Bars, Height::Drawers, Height::Popups] {
        app.add_panel(height, settle);
    }
    app.add_panel(Height::Popups, asked);
    // In a camp log and sheet have sides of their own.
    app.add_panel(
        Height::Camp,
        |_: Frame<'_>, mut layout: ResMut<'_, Layout>, mut questions: ResMut<'_, Questions>| {
            *layout = Layout { shut: [None, None, Some(CAMP)], ..Layout::default() };
            (questions.listed, questions.beside) = (None, None);
        },
    );
}

fn settle(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut layout: ResMut<'_, Layout>,
    mut questions: ResMut<'_, Questions>,
    wanted: Wanted<'_>,
    view: Res<'_, FieldView>,
    mut asking: Asking<'_>,
) {
    let seen = view.camera.view(look.board(), places.field);
    let open = [wanted.log.open, wanted.sheet.open, wanted.hud.layers];
    let over = Over::of(&places, theme::scale(ui.ctx()));
    let card = asking.card(look, &seen, over);
    let Over { strip, scale, .. } = over;
    // Nobody decides anything in what is over: the log is as high as ever.
    let acting = acting(look, &view).filter(|_| !wanted.timeline.looks_back());
    let (presents, listed) = (wanted.hud.presents, questions.listed);
    let (log_left, sheet) = (wanted.log.left, wanted.sheet.high());
    layout.settle(On { places, scale, strip, open, log_left, sheet, presents, listed, card, acting });
    if layout.question().is_some_and(|lies| asking.lacks_room(lies)) {
        layout.withdraw();
    }
    questions.beside = if asking.is_unfolded() { layout.unfolded() } else { layout.question() };
}

/// Where whoever acts lies on the page.
pub fn acting(look: Look<'_>, view: &FieldView) -> Option<Rect> {
    Some(tokens::lies(look, &view.drawn.as_ref()?.view, look.asked()?))
}

#[cfg(test)]
mod tests;
