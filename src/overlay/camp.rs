//! The camp before a battle. Everybody there has a page: how they are, and what they can do. Below stand the hours that are
//! left, and the way out. It takes the place of the field, which lies a day or more away.

mod chosen;
mod learned;
mod leaving;

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    CentralPanel, CollapsingHeader, Color32, Frame, Label, Margin, Panel, ProgressBar, RichText, ScrollArea, Sense,
    Stroke, TextStyle, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::answers::Answering;
use super::panels::{self, Back, Begun, Decided, Panels};
use super::portraits::Portraits;
use super::sheet::{self, Sheet};
use super::{book, theme, tips};
use crate::battle::{Choice, Group, Id, Look, Question, SheetLine};
use crate::record::Origin;

use chosen::{Chosen, is_page, outcome, row, row_of_any, strip};
use learned::{Learned, after};
use leaving::{hours, leave_in_strip, left_behind, steadily, way_out};

/// Points of the list of those who camp, at the usual size of text.
const LIST: f32 = 216.0;
/// Points of the picture of somebody in it, and on their own page.
const SMALL: f32 = 46.0;
const LARGE: f32 = 118.0;
/// No more of a page that is small for its text than this goes to the strip below it.
const LOW: f32 = 0.21;
/// The group of what ends the camp or hands the word over.
const LAST: Group = Group::Turn;

/// The page of the camp, between its line, its sides and its line of time.
pub fn plugin(app: &mut App) {
    app.init_resource::<Learned>().init_resource::<Chosen>();
    app.add_observer(|_: On<'_, '_, Begun>, mut learned: ResMut<'_, Learned>, mut chosen: ResMut<'_, Chosen>| {
        learned.forget();
        *chosen = Chosen::default();
    });
    app.add_observer(|_: On<'_, '_, Decided>, mut chosen: ResMut<'_, Chosen>| {
        chosen.forget();
    });
    app.on_back(Back::Hand, |mut chosen: ResMut<'_, Chosen>| chosen.forget());
    app.add_panel(panels::Height::Field, |frame: panels::Frame<'_>, mut learned: ResMut<'_, Learned>| {
        if frame.look.camp().is_none() {
            learned.forget();
        }
    });
    app.add_panel(panels::Height::Camp, |frame: panels::Frame<'_>, mut with: Camp<'_>| {
        let page = CentralPanel::default().frame(Frame::new().fill(theme::back()));
        page.show(frame.ui, |ui| camp(ui, frame.look, &mut with));
    });
}

/// What the page reads and changes.
#[derive(SystemParam)]
struct Camp<'w> {
    answers: Answering<'w>,
    portraits: ResMut<'w, Portraits>,
    sheet: Res<'w, Sheet>,
    learned: ResMut<'w, Learned>,
    chosen: ResMut<'w, Chosen>,
}

/// Whether the camp is what there is to see.
pub fn is_open(look: Look<'_>) -> bool {
    look.camp().is_some() && look.question().is_some_and(|question| look.is_played_here(question.side))
}

/// What there is to choose.
type Asked<'a> = (&'a Question, &'a [Choice]);

/// The whole page.
fn camp(ui: &mut Ui, look: Look<'_>, with: &mut Camp<'_>) {
    let Some(question) = look.question() else { return };
    let choices = with.answers.known.choices(look);
    let asked = (question, choices.as_ref());
    with.answers.offers.orders.clear();
    let em = theme::scale(ui.ctx());
    let campers: Vec<Id> = look.everybody().filter(|id| look.rests(*id) && !look.is_dead(*id)).collect();
    let inside = Frame::new().inner_margin(Margin::same((10.0 * em).min(24.0) as i8));
    // Where there is no room for a list at the side, it lies above.
    let is_narrow = ui.available_width() < 620.0 * em;
    let is_low = ui.available_height() < 420.0 * em;
    // The way out is always in sight, and so are the hours where there is room for them; else it shares a strip with what is
    // chosen, and stands there while nothing is.
    if !is_low {
        Panel::bottom("way out").frame(inside.fill(theme::sunken())).show(ui, |ui| {
            steadily(ui, |ui| way_out(ui, look, asked, with));
        });
    }
    if is_page(asked) {
        let share = if is_low { LOW } else { 0.3 };
        let low = Panel::bottom("chosen").exact_size((chosen::HIGH * em).min(ui.available_height() * share));
        low.frame(Frame::new().inner_margin(Margin::symmetric(10, 7))).show(ui, |ui| {
            if is_low && !with.chosen.waits(asked.1) {
                leave_in_strip(ui, look, asked, with);
            } else {
                strip(ui, look, asked, with);
            }
        });
    }
    if !is_narrow {
        let list = Panel::left("campers").exact_size(LIST * em).resizable(false).frame(inside);
        list.show(ui, |ui| {
            ScrollArea::vertical().min_scrolled_height(0.0).id_salt("campers").auto_shrink(false).show(ui, |ui| {
                campers.iter().for_each(|id| card(ui, look, asked, *id, ui.available_width(), with));
                left_behind(ui, look);
            });
        });
    }
    if ui.available_width() > 900.0 * em && !with.sheet.open {
        let figures = Panel::right("figures").exact_size(300.0 * em).resizable(false).frame(inside);
        figures.show(ui, |ui| {
            let mut standing = sheet::of(look, with.sheet.selected);
            // What their page tells beside it is not told twice.
            if let Some(standing) = standing.as_mut().filter(|standing| question.who == Some(standing.who)) {
                let told = look.camp_lines(standing.who);
                standing.lines.retain(|line| told.iter().all(|told| told.label != line.label));
            }
            sheet::sheet(ui, look, standing.as_ref(), &mut with.answers.book);
        });
    }
    CentralPanel::default().frame(inside).show(ui, |ui| {
        // Every camp begins at the head of its page.
        let camp = look.battle::<Origin>().map(|origin| (&origin.scenario, origin.seed));
        ScrollArea::vertical().min_scrolled_height(0.0).id_salt(("hero", camp)).auto_shrink(false).show(ui, |ui| {
            if is_narrow {
                cards(ui, look, asked, &campers, with);
                left_behind(ui, look);
                ui.separator();
            }
            // Above what can be learned, which is long.
            if is_low {
                with.chosen.came(look).iter().for_each(|came| outcome(ui, came));
                hours(ui, look, asked, with);
                ui.separator();
            }
            match question.who.or(campers.first().copied()) {
                Some(who) => page(ui, look, asked, who, with),
                None => {
                    ui.label(&question.prompt);
                }
            }
        });
    });
}

/// Whether a line counts what somebody can still make of themselves.
fn waits(line: &SheetLine) -> bool {
    matches!(line.counts, Some((1.., None)))
}

/// What somebody can still make of themselves, in a few words each: "ranks to place: 2".
fn waiting(lines: &[SheetLine]) -> impl Iterator<Item = String> {
    lines.iter().filter(|line| waits(line)).map(|line| format!("{}: {}", line.label.to_lowercase(), line.text))
}

/// Wounds and states of somebody in words; nothing for those who are whole.
fn hurts(look: Look<'_>, id: Id) -> Option<String> {
    let wounds = look.wounds(id).len();
    let counted = (wounds > 0).then(|| if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") });
    let states = look.conditions(id).iter().map(|condition| condition.kind.to_string());
    let all: Vec<String> = counted.into_iter().chain(states).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Those who camp, as many beside each other as have room.
fn cards(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, campers: &[Id], with: &mut Camp<'_>) {
    let (all, between) = (ui.available_width(), ui.spacing().item_spacing.x);
    let count = ((all + between) / (LIST * theme::scale(ui.ctx()) + between)).floor().max(1.0);
    let width = (all - (count - 1.0) * between) / count;
    for row in campers.chunks(count as usize) {
        ui.horizontal_top(|ui| row.iter().for_each(|id| card(ui, look, asked, *id, width, with)));
    }
}

/// Somebody who camps: a click on it hands the word over.
fn card(ui: &mut Ui, look: Look<'_>, (question, choices): Asked<'_>, id: Id, width: f32, with: &mut Camp<'_>) {
    let em = theme::scale(ui.ctx());
    let is_asked = question.who == Some(id);
    let edge = if is_asked { Stroke::new(2.0, theme::accent()) } else { Stroke::new(1.0, theme::line()) };
    let fill = if is_asked { theme::picked() } else { theme::raised() };
    // As much room inside whether they are asked or not: nothing in it moves.
    let rim = Margin::same(i8::from(!is_asked));
    let frame = Frame::new().fill(fill).stroke(edge).outer_margin(rim).corner_radius(theme::panels().round);
    let lines = look.camp_lines(id);
    let drawn = frame.inner_margin(Margin::same((7.0 * em).min(16.0) as i8)).show(ui, |ui| {
        ui.set_width(width - 14.0 * em - 4.0);
        ui.horizontal_top(|ui| {
            portrait(ui, look, id, SMALL * em, with);
            ui.vertical(|ui| {
                ui.add(Label::new(RichText::new(look.name(id)).strong()).truncate());
                match hurts(look, id) {
                    None => ui.label(RichText::new("unhurt").small().color(theme::good())),
                    Some(hurt) => ui.add(Label::new(RichText::new(hurt).small().color(theme::bad())).wrap()),
                };
                for told in waiting(&lines) {
                    ui.add(Label::new(RichText::new(told).small().color(theme::accent())).wrap());
                }
            });
        });
    });
    let of_it = |choice: &&Choice| choice.order.whom() == Some(look.key(id));
    let calls = choices.iter().filter(|choice| choice.group == LAST && choice.is_legal()).find(of_it);
    if let Some(calls) = calls {
        let card = drawn.response.interact(Sense::click());
        card.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_asked, &calls.label));
        if card.hovered() || card.has_focus() {
            let edge = Stroke::new(1.5, theme::faint());
            let inside = bevy_egui::egui::StrokeKind::Inside;
            ui.painter().rect_stroke(card.rect, theme::panels().round, edge, inside);
        }
        if card.clicked() {
            with.answers.wishes.order = Some(calls.order.clone());
        }
    }
}

/// The face of somebody on the colour of their side.
fn portrait(ui: &mut Ui, look: Look<'_>, id: Id, size: f32, with: &mut Camp<'_>) {
    let (room, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    let ground = theme::over(theme::sunken(), theme::side(look.side(id).0), 0.4);
    ui.painter().rect_filled(room, theme::panels().round, ground);
    with.portraits.draw(&ui.painter().with_clip_rect(room.intersect(ui.clip_rect())), look, id, room, Color32::WHITE);
}

/// The page of somebody: who they are, how they fare, what they can learn and do.
fn page(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, who: Id, with: &mut Camp<'_>) {
    let em = theme::scale(ui.ctx());
    let lines = look.camp_lines(who);
    ui.horizontal_top(|ui| {
        portrait(ui, look, who, (LARGE * em).min(ui.available_width() * 0.3), with);
        ui.add_space(6.0 * em);
        ui.vertical(|ui| {
            let name = theme::titled(ui, look.name(who), 26.0);
            ui.label(name);
            if let Some(profile) = look.profile(who) {
                ui.add(Label::new(RichText::new(&profile.blurb).color(theme::faint())).wrap());
            }
            match hurts(look, who) {
                None => ui.label(RichText::new("Unhurt").color(theme::good())),
                Some(hurt) => ui.add(Label::new(RichText::new(hurt).color(theme::bad())).wrap()),
            };
            for item in look.gear(who).iter().filter(|item| item.wounds > 0) {
                let told = format!("{} is damaged ({})", item.arm.name, item.wounds);
                ui.label(RichText::new(told).color(theme::bad()));
            }
        });
    });
    ui.add_space(8.0 * em);
    for line in &lines {
        grown(ui, look, line, with);
    }
    if with.learned.rows(who, asked.1).is_empty() {
        ui.label(RichText::new("Nothing to learn or to place at the moment.").color(theme::faint()));
    }
    let mut groups: Vec<Group> = Vec::new();
    for choice in asked.1.iter().filter(|choice| !matches!(choice.group, LAST | Group::Time)) {
        if !groups.contains(&choice.group) {
            groups.push(choice.group);
        }
    }
    groups.sort_unstable_by_key(|group| (*group != Group::Growth, *group));
    for group in groups {
        section(ui, look, asked, (group, who), with);
    }
    ui.add_space(6.0 * em);
    ui.checkbox(&mut with.answers.offers.everything, "show what cannot be done");
}

/// What a mechanic tells of somebody's growth: how far they are as a bar, what waits for them in the colour of what
/// matters.
fn grown(ui: &mut Ui, look: Look<'_>, line: &SheetLine, with: &mut Camp<'_>) {
    let share = line.counts.and_then(|(has, most)| Some(has as f32 / most?.max(1) as f32));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0 * theme::scale(ui.ctx());
        let label = ui.label(RichText::new(&line.label).color(theme::faint()));
        line.rule.into_iter().for_each(|rule| drop(label.clone().on_hover_ui(|ui| tips::rule_told(ui, look, rule))));
        match share {
            Some(share) => {
                let height = ui.text_style_height(&TextStyle::Body) + 2.0;
                let plain = theme::over(theme::sunken(), theme::accent(), 0.35);
                let bar = ProgressBar::new(share.clamp(0.0, 1.0)).fill(plain).corner_radius(3).desired_height(height);
                ui.add(bar.desired_width(theme::em(ui, 220.0)).text(RichText::new(&line.text).color(theme::ink())));
            }
            None => {
                let text = RichText::new(&line.text).strong();
                ui.label(if waits(line) { text.color(theme::accent()) } else { text });
            }
        }
        line.rule.iter().for_each(|rule| book::link(ui, look, &mut with.answers.book, *rule));
    });
}

/// What somebody can do of one kind. What is long or not theirs to decide is folded away.
fn section(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, (group, who): (Group, Id), with: &mut Camp<'_>) {
    if group == Group::Growth {
        learn(ui, look, asked, who, with);
        return;
    }
    let is_shown = |choice: &&Choice| choice.group == group && (choice.is_legal() || with.answers.offers.everything);
    let shown: Vec<&Choice> = asked.1.iter().filter(is_shown).collect();
    if shown.is_empty() {
        return;
    }
    ui.add_space(theme::em(ui, 6.0));
    let list = |ui: &mut Ui, with: &mut Camp<'_>| {
        ui.horizontal_wrapped(|ui| {
            shown.iter().for_each(|choice| row_of_any(ui, look, asked, choice, with));
        });
    };
    match group {
        Group::Awards => {
            let tip = "What whoever leads the game may grant; players alone leave it be";
            let header = CollapsingHeader::new("As game master").id_salt("awards").show(ui, |ui| list(ui, with));
            header.header_response.on_hover_text(tip);
        }
        group => {
            let name = group.as_str();
            let title =
                name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect::<String>();
            let title = if shown.len() > FOLDED { format!("{title}: {} ways", shown.len()) } else { title };
            CollapsingHeader::new(title).default_open(shown.len() <= FOLDED).show(ui, |ui| list(ui, with));
        }
    }
}

/// What somebody can learn, with what that brings; what they have learned stays where it stood, greyed.
fn learn(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, who: Id, with: &mut Camp<'_>) {
    let choices = asked.1;
    let rows = with.learned.rows(who, choices).to_vec();
    let is_new = |choice: &&Choice| !rows.iter().any(|row| row.order == choice.order);
    let everything = with.answers.offers.everything;
    let others = choices.iter().filter(|choice| choice.group == Group::Growth && everything).filter(is_new);
    let others: Vec<&Choice> = others.collect();
    if rows.is_empty() && others.is_empty() {
        return;
    }
    ui.add_space(theme::em(ui, 6.0));
    ui.label(RichText::new("Learn").heading());
    for (choice, is_row) in rows.iter().map(|row| (row, true)).chain(others.into_iter().map(|other| (other, false))) {
        ui.horizontal_wrapped(|ui| {
            row(ui, look, asked, choice, with);
            let after = if choice.is_legal() { after(ui, look, who, &choice.order) } else { Arc::default() };
            for change in after.iter() {
                ui.label(RichText::new(change).color(theme::good()));
            }
            if choice.is_legal()
                && after.is_empty()
                && choice.order.with.is_none_or(|with| !look.rules().conditions.contains_key(&with))
            {
                ui.label(RichText::new(UNCHANGED).small().color(theme::faint()));
            }
            if let Some(refusal) = choice.refused.as_ref().filter(|_| is_row) {
                ui.label(RichText::new(&refusal.why).small().color(theme::faint()));
            }
            let taught = choice.order.with.and_then(|taught| look.rules().conditions.get(&taught));
            if let Some(text) = taught.map(|def| def.text.as_str()).filter(|text| !text.is_empty()) {
                ui.label(RichText::new(text).small().color(theme::faint()));
            }
        });
    }
}

/// What is told of something to learn that changes no figure for now.
const UNCHANGED: &str = "changes no figure yet";

/// So many ways of one kind are folded away.
const FOLDED: usize = 8;
