//! The ways to act at the target: a small panel beside the token, with the odds of each.

use bevy::app::App;
use bevy::ecs::prelude::Res;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align, Area, CollapsingHeader, Color32, Frame, Id as Name, Layout, Order as Height, Pos2, Rect, RichText,
    ScrollArea, TextStyle, Ui, Vec2, vec2,
};

use super::answers::Answering;
use super::camera::View;
use super::hand::Fold;
use super::hud::drawers;
use super::log::LogPanel;
use super::panels::{self, Panels};
use super::place::{self, Among};
use super::sheet::Sheet;
use super::timeline::Timeline;
use super::view::FieldView;
use super::{answers, hovered, hud, theme, tokens};
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Id, Look, Order};

mod extras;
mod way;
mod ways;

use extras::extras;
pub use extras::{number, slider};
use way::{broad, refused, way};
pub use way::{of_several, short};
pub use ways::Ways;

/// Points of the panel across at most, and down where not all of it has room near by, at the usual size of text.
const SIZE: Vec2 = vec2(384.0, 430.0);
/// Room for its own edges.
const EDGES: Vec2 = vec2(24.0, 16.0);
/// Points between it and the rim of its room.
const RIM: f32 = 4.0;
/// Lines of what a click does.
const HINT: usize = 2;
/// It is no narrower than this share of that where a narrower one is higher.
const NARROW: f32 = 0.7;
/// Where it would else hide somebody it may be as narrow as this share of its room, and no narrower than so many points at the usual
/// size of text.
const TIGHT: (f32, f32) = (0.32, 150.0);
/// Points from the target within which it is rather whole than nearer.
const NEAR: f32 = 240.0;

/// The ways to act at the target.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Popups, beside);
}

fn beside(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    view: Res<'_, FieldView>,
    timeline: Res<'_, Timeline>,
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    if !timeline.looks_back() {
        let clear = drawers::clear(ui, &places, &sheet, &log);
        panel(ui, look, &view.camera.view(look.board(), places.field), clear, &mut answering);
    }
}

/// How high the panel is with nothing unfolded in it, and where it is narrow; how broad it is at least, and what that was found out
/// for.
#[derive(Clone)]
struct High {
    of: (Id, Option<Id>, usize, [u32; 2], bool, Option<String>),
    high: f32,
    narrow: f32,
    least: f32,
}

/// The panel beside the token that is aimed at. Where it lies hangs on the tokens and on what can be done alone, so that
/// nothing that is opened in it moves it: it grows downwards as far as it hides nobody.
fn panel(ui: &Ui, look: Look<'_>, view: &View, room: Rect, with: &mut Answering<'_>) {
    let Some(target) = with.hand.target else { return };
    if look.question().is_none() || !with.known.aimed(look).at.contains_key(&target) {
        return;
    }
    let (context, room) = (ui.ctx(), room.shrink(RIM));
    let scale = theme::scale(context);
    let full = (SIZE * scale + EDGES).min(room.size());
    let High { high, narrow, least, .. } = high(ui, look, target, (full.x, scale), with);
    let size = vec2(full.x, full.y.min(high));
    let wide = tokens::Wide::of(look);
    let body = |id: Id| wide.token(look, view, id);
    let acts = look.asked().filter(|acts| *acts != target);
    let is_other = |id: &Id| *id != target && acts != Some(*id) && look.place(*id).present && look.is_in_play(*id);
    let kept: Vec<Rect> = acts.map(body).into_iter().collect();
    let others: Vec<Rect> = look.shown().filter(is_other).map(body).collect();
    let among = Among { about: body(target), kept: &kept, free: &[], others: &others, room };
    let least = (least / full.x).clamp(NARROW, 1.0);
    // All of it is seen at once where there is such a place near by.
    let whole = [(1.0, high), ((1.0 + least) / 2.0, narrow), (least, narrow)];
    let whole = whole.map(|(wide, high)| vec2(full.x * wide, high));
    let lies = again(ui, (target, &whole), &among).or_else(|| {
        let (_, lies) = place::lies(&whole, &among);
        (among.is_clear(lies) && place::gap(lies, among.about) <= NEAR).then_some(lies)
    });
    let lies = lies.or_else(|| again(ui, (target, &[size]), &among));
    let lies = lies.unwrap_or_else(|| {
        let beside = |least: f32| place::lies(&place::sizes(size, least), &among).1;
        let (lies, tight) = (beside(least), (room.width() * TIGHT.0).max(TIGHT.1 * scale) / full.x);
        let narrow = (tight < least && among.hides(lies)).then(|| beside(tight));
        narrow.filter(|narrow| !among.hides(*narrow)).unwrap_or(lies)
    });
    let lies = among.grown(lies, room.height());
    context.data_mut(|data| data.insert_temp(lay(target), (among.about, lies.min)));
    let area = Area::new("aim".into()).order(Height::Middle).constrain_to(room);
    area.fade_in(false).fixed_pos(lies.min).show(context, |ui| {
        let frame = Frame::popup(ui.style());
        // Its edges grow with the text: none of them lies beyond its room.
        let edges = frame.total_margin().sum().max(EDGES);
        frame.show(ui, |ui| {
            ui.set_width(lies.width() - edges.x);
            let top = ui.cursor().top();
            header(ui, look, target, with);
            // As high as the last panel was is not enough where more can be done to this one.
            let most = (lies.height() - edges.y - (ui.cursor().top() - top)).max(40.0);
            let list = ScrollArea::vertical().id_salt(("ways", target)).max_height(most).min_scrolled_height(most);
            // There is always room for its bar: nothing moves aside when that appears.
            let width = ui.available_width() - ui.spacing().scroll.floating_allocated_width;
            list.show(ui, |ui| {
                ui.set_width(width);
                ways(ui, look, target, with);
            });
        });
    });
}

/// Where it is kept where the panel of the ways at somebody lay last, and where they lay then.
fn lay(target: Id) -> Name {
    Name::new(("ways lay", target))
}

/// Where the panel lies that has been beside the same token before: in the same place, if it hides nobody there now.
fn again(ui: &Ui, (target, sizes): (Id, &[Vec2]), among: &Among<'_>) -> Option<Rect> {
    let before: Option<(Rect, Pos2)> = ui.ctx().data(|data| data.get_temp(lay(target)));
    let (_, at) = before.filter(|(about, _)| *about == among.about)?;
    sizes.iter().map(|size| Rect::from_min_size(at, *size)).find(|lies| among.is_clear(*lies))
}

/// How high the panel is that is so wide, and how broad it is at least, measured once for each question and target.
fn high(ui: &Ui, look: Look<'_>, target: Id, (wide, scale): (f32, f32), with: &mut Answering<'_>) -> High {
    let (context, name) = (ui.ctx(), Name::new("high"));
    let sizes = [(scale * 100.0) as u32, wide as u32];
    let (everything, wielded) = (with.offers.everything, with.hand.wielded.clone());
    let of = (target, look.asked(), look.facts().len(), sizes, everything, wielded);
    let before: Option<High> = context.data(|data| data.get_temp(name));
    if let Some(before) = before.filter(|before| before.of == of) {
        return before;
    }
    let listed = with.offers.orders.len();
    let mut measured = |inside: f32| {
        hud::measured(context, ("ways", inside as u32), (Frame::popup(ui.style()), inside), |ui| {
            ui.set_width(inside);
            header(ui, look, target, with);
            ways(ui, look, target, with);
        })
    };
    let bar = ui.spacing().scroll.floating_allocated_width;
    let (high, narrow) = (measured(wide - EDGES.x - bar).y + EDGES.y, measured(wide * NARROW - EDGES.x - bar));
    let (narrow, least) = (narrow.y + EDGES.y, narrow.x + bar);
    let least = least.max(unbroken(ui, look, target, with) + bar + EDGES.x);
    // What nobody sees has no keys.
    with.offers.orders.truncate(listed);
    let found = High { of, high, narrow, least };
    context.data_mut(|data| data.insert_temp(name, found.clone()));
    found
}

/// Points across of the broadest of the best ways: no button of them breaks.
fn unbroken(ui: &Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) -> f32 {
    let choices = with.known.choices(look);
    let Ways { best, .. } = Ways::at(look, &choices, target, (&with.hand, &mut with.known));
    best.into_iter().map(|choice| broad(ui, look, target, choice)).fold(0.0, f32::max)
}

/// Who it is and how it fares.
fn header(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    ui.horizontal_wrapped(|ui| {
        super::track::chip(ui, look, target);
        ui.label(RichText::new(look.name(target)).heading());
        let wounds = look.wounds(target).len();
        let mut states: Vec<String> = (wounds > 0)
            .then(|| if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") })
            .into_iter()
            .collect();
        states.extend(tokens::state(look, target).map(|(word, _)| word.to_owned()));
        ui.label(RichText::new(states.join(", ")).color(theme::bad()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("close").on_hover_text("Aim at nobody (right click, Esc)").clicked() {
                with.hand.aim_at(None);
            }
        });
    });
}

/// Every way to act at `target`: the best of what can be done, by deed, then, folded away, the rest of it and what cannot.
fn ways(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    let choices = with.known.choices(look);
    let Ways { all, led, best, rest, given, ready, shut } =
        Ways::at(look, &choices, target, (&with.hand, &mut with.known));
    let rest: Vec<&Choice> = rest.into_iter().chain(given).collect();
    let sure = with.hand.sure.clone();
    let waits = all.iter().any(|choice| sure.as_ref() == Some(&with.hand.filled(choice)));
    let again = if waits { answers::once_more(look, with).filter(|again| again.is_warned) } else { None };
    let warned = again.map(|again| again.forms[0].clone());
    let has_hint = led.is_some();
    if let Some(led) = led {
        let again = format!("Click on {} once more to {}", look.name(target), struck(look, &led.order));
        let is_it = sure == Some(with.hand.filled(led));
        match &warned {
            Some(words) if is_it => hint(ui, &format!("{again}. {words}"), theme::bad()),
            Some(words) => hint(ui, words, theme::bad()),
            None => hint(ui, &format!("{again}, or choose another way."), theme::accent()),
        }
    }
    listed(ui, look, target, &best, with);
    // Below all that can be done: nothing of it moves.
    warned.filter(|_| !has_hint).into_iter().for_each(|words| hint(ui, &words, theme::bad()));
    // What no way takes that can be done now is not offered.
    let open: Vec<&Choice> = all.iter().copied().filter(|choice| choice.is_legal()).collect();
    extras(ui, look, &open, with);
    if !rest.is_empty() {
        let ways = if rest.len() == 1 { "1 more way".to_owned() } else { format!("{} more ways", rest.len()) };
        fold(ui, Fold::Rest, &ways, with, |ui, with| {
            listed(ui, look, target, &rest, with);
        });
    }
    if !ready.is_empty() {
        let ways = if ready.len() == 1 { "1 way".to_owned() } else { format!("{} ways", ready.len()) };
        fold(ui, Fold::Ready, &format!("{ways} to prepare for them"), with, |ui, with| {
            listed(ui, look, target, &ready, with);
        });
    }
    if shut.is_empty() {
        return;
    }
    if best.is_empty() || with.offers.everything {
        refused(ui, look, target, &shut);
        return;
    }
    fold(ui, Fold::Shut, &format!("{} more that cannot be done now", shut.len()), with, |ui, _| {
        refused(ui, look, target, &shut);
    });
}

/// What a click on them does, or why the one that was made waits for another: as high whatever it says, so that no way moves by it.
fn hint(ui: &mut Ui, words: &str, colour: Color32) {
    let (top, high) = (ui.cursor().top(), ui.text_style_height(&TextStyle::Small) * HINT as f32);
    let mut job =
        LayoutJob::simple(words.to_owned(), TextStyle::Small.resolve(ui.style()), colour, ui.available_width());
    job.wrap.max_rows = HINT;
    let told = ui.painter().layout_job(job);
    let is_cut = told.elided;
    let line = hovered::line(ui, told);
    hovered::tell(line, ui, if is_cut { words } else { "" });
    ui.add_space((high + ui.spacing().item_spacing.y - (ui.cursor().top() - top)).max(0.0));
}

/// What a blow does: "strike with Sword", "grab".
pub fn struck(look: Look<'_>, blow: &Order) -> String {
    let is_of_blows = look.deed(blow.verb).is_ok_and(|deed| deed.nature().of_blows);
    let deed = if blow.verb == ATTACK || is_of_blows { "strike" } else { blow.verb.as_str() };
    let with = blow.with.map(|with| format!(" with {with}")).unwrap_or_default();
    format!("{deed}{with}")
}

/// These ways, with the name of the deed above those that do not say it.
fn listed(ui: &mut Ui, look: Look<'_>, target: Id, ways: &[&Choice], with: &mut Answering<'_>) {
    for deed in ways.chunk_by(|one, other| one.order.verb == other.order.verb) {
        let verb = deed.first().map_or("", |choice| choice.order.verb.as_str());
        // A plain blow goes without saying.
        let is_plain = deed.first().is_some_and(|choice| choice.order.verb == ATTACK);
        if !is_plain && deed.iter().any(|choice| !short(look, target, choice).to_lowercase().starts_with(verb)) {
            ui.label(RichText::new(verb).small().color(theme::faint()));
        }
        deed.iter().for_each(|choice| way(ui, look, target, choice, with));
    }
}

/// What is folded away until somebody wants to see it, at this target.
fn fold(
    ui: &mut Ui,
    which: Fold,
    title: &str,
    with: &mut Answering<'_>,
    add: impl FnOnce(&mut Ui, &mut Answering<'_>),
) {
    ui.separator();
    let is_open = with.hand.unfolded.contains(&which);
    let header = CollapsingHeader::new(RichText::new(title).small().color(theme::faint())).id_salt(which);
    let header = header.open(Some(is_open)).show_unindented(ui, |ui| add(ui, with)).header_response;
    if header.clicked() {
        match is_open {
            true => with.hand.unfolded.retain(|each| *each != which),
            false => with.hand.unfolded.push(which),
        }
    }
}
