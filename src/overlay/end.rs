//! The end of a battle: who won and why, what became of everybody, and the
//! blows that told.

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy_egui::egui::{Align2, Grid, RichText, ScrollArea, Ui, Window};

use super::book::{self, Book};
use super::panels::{Begun, Frame, Height, Panels};
use super::theme;
use super::wishes::{QUICK_SAVE, Wish, Wishes};
use crate::battle::{Chronicle, Ended, Fact, Id, Look, SideId, Sides, Verdict};
use crate::record::Origin;

/// Blows that are told.
const BLOWS: usize = 5;
/// What taking somebody out weighs against any figure that only changes.
const FELLED: i64 = 1_000;

/// What is known of the end.
#[derive(Resource, Debug, Default)]
pub struct EndPage {
    /// It has been seen.
    pub seen: bool,
    /// What follows the battle that is over, once somebody has looked: its title and the hours between.
    pub follows: Option<Option<(String, i32)>>,
}

/// The last word on a battle, over the field and over a camp.
pub fn plugin(app: &mut App) {
    app.init_resource::<EndPage>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, end);
    }
    app.add_observer(|_: On<'_, '_, Begun>, mut end: ResMut<'_, EndPage>| *end = EndPage::default());
}

/// The last word on a battle that is over, until it is put away.
fn end(
    Frame { ui, look, .. }: Frame<'_>,
    mut end: ResMut<'_, EndPage>,
    mut wishes: ResMut<'_, Wishes>,
    mut book: ResMut<'_, Book>,
) {
    let Some(verdict) = look.battle::<Ended>().and_then(|ended| ended.0.as_ref()) else { return };
    if end.seen {
        return;
    }
    let room = ui.ctx().content_rect();
    let width = 560.0_f32.min(room.width() - 60.0);
    let window = Window::new("The battle is over").collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ui.ctx(), |ui| {
        ui.set_width(width);
        ui.vertical_centered(|ui| outcome(ui, look, verdict, &mut book));
        ui.separator();
        ScrollArea::vertical().max_height((room.height() - 300.0).max(120.0)).show(ui, |ui| {
            let told = tell(look);
            fates(ui, look, &told);
            worth(ui, look, &mut book);
            blows(ui, look, &told, &mut book);
        });
        ui.separator();
        what_next(ui, look, &mut end, &mut wishes);
    });
}

/// Whether those who sit here have lost.
pub fn is_lost(look: Look<'_>, verdict: &Verdict) -> bool {
    let sides = look.battle::<Sides>().map_or(0, |sides| sides.0.len());
    let here = (0..sides).map(|side| SideId(side as u8)).filter(|side| look.is_played_here(*side)).count();
    verdict.winner.is_some_and(|winner| !look.is_played_here(winner)) && here > 0 && here < sides
}

fn outcome(ui: &mut Ui, look: Look<'_>, verdict: &Verdict, book: &mut Book) {
    // Who has lost is told so.
    if is_lost(look, verdict) {
        ui.label(RichText::new("Defeat").size(30.0).color(theme::BAD));
        ui.label(RichText::new(verdict.heading(look)).size(18.0));
    } else {
        ui.label(RichText::new(verdict.heading(look)).size(28.0).color(theme::ACTIVE));
    }
    ui.label(verdict.reason(look));
    {
        let rounds = if verdict.round == 1 { "1 round".to_owned() } else { format!("{} rounds", verdict.round) };
        let seed = look.battle::<Origin>().map(|origin| format!(" · seed {}", origin.seed)).unwrap_or_default();
        ui.label(RichText::new(format!("{rounds}{seed}")).color(theme::FAINT));
        let rule =
            look.battle::<Chronicle>().and_then(|told| told.facts.iter().rev().find(|fact| fact.text == verdict.why));
        if let Some(rule) = rule.map(|fact| fact.rule) {
            book::link(ui, look, book, rule);
        }
    }
}

/// Something that somebody did to somebody, and what it weighs.
struct Blow<'a> {
    fact: &'a Fact,
    by: Option<Id>,
    at: Id,
    weight: i64,
    /// It took the other out, as this fact says.
    felled: Option<&'a Fact>,
}

/// Every fact that left somebody worse off, with what came of it at once.
fn tell<'a>(look: Look<'a>) -> Vec<Blow<'a>> {
    let Some(chronicle) = look.battle::<Chronicle>() else { return Vec::new() };
    let mut blows: Vec<Blow<'a>> = Vec::new();
    for fact in chronicle.facts.iter().filter(|fact| look.may_read(fact)) {
        let Some(at) = fact.who.filter(|who| !who.is_thing() && look.knows_of(*who)) else { continue };
        let by = fact.whom.filter(|by| look.knows_of(*by));
        let fells = fact.changes.iter().any(|change| {
            let def = look.rules().conditions.get(&change.what);
            change.who == at && change.to > change.from && def.is_some_and(|def| def.out || def.dead)
        });
        let moved: i64 = fact
            .changes
            .iter()
            .filter(|change| change.who == at && !look.rules().conditions.contains_key(&change.what))
            .map(|change| i64::from(change.to) - i64::from(change.from))
            .map(i64::abs)
            .sum();
        if fells {
            // The blow before it at the same body is to blame.
            let round = fact.round;
            let cause = blows.last_mut().filter(|blow| blow.at == at && blow.fact.round == round);
            match cause.filter(|blow| blow.felled.is_none()) {
                Some(blow) => {
                    blow.felled = Some(fact);
                    blow.weight += FELLED;
                }
                None => blows.push(Blow { fact, by, at, weight: FELLED / 2, felled: None }),
            }
        } else if moved > 0 {
            blows.push(Blow { fact, by: by.filter(|by| *by != at), at, weight: moved, felled: None });
        }
    }
    blows
}

/// The first blow that took out each of those who are out of it.
fn felled<'a, 'b>(look: Look<'a>, told: &'b [Blow<'a>]) -> impl Iterator<Item = &'b Blow<'a>> {
    let out = look.shown().filter(move |id| !look.counts(*id));
    out.filter_map(|id| told.iter().find(|blow| blow.at == id && blow.felled.is_some()))
}

/// What became of everybody, side by side.
fn fates(ui: &mut Ui, look: Look<'_>, told: &[Blow<'_>]) {
    let has_wounds = look.shown().any(|id| !look.wounds(id).is_empty());
    Grid::new("fates").num_columns(4).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
        for title in ["", "fate"].into_iter().chain(has_wounds.then_some("wounds")).chain(["felled"]) {
            ui.label(RichText::new(title).small().color(theme::FAINT));
        }
        ui.end_row();
        let mut all: Vec<Id> = look.shown().collect();
        all.sort_by_key(|id| look.own_side(*id));
        for id in all {
            ui.horizontal(|ui| {
                super::track::chip(ui, look, id);
                ui.label(look.name(id));
            });
            let (fate, colour) = fate(look, id);
            ui.label(RichText::new(fate).color(colour));
            if has_wounds {
                let wounds = look.wounds(id).len();
                ui.label(if wounds == 0 { String::new() } else { wounds.to_string() });
            }
            let felled = felled(look, told).filter(|blow| blow.by == Some(id)).count();
            ui.label(if felled == 0 { String::new() } else { felled.to_string() });
            ui.end_row();
        }
    });
}

/// Whether somebody stands, and if not, why.
fn fate(look: Look<'_>, id: Id) -> (String, bevy_egui::egui::Color32) {
    let out = super::tokens::state(look, id).filter(|(_, out)| *out).map(|(word, _)| word);
    match (look.counts(id), out) {
        (true, _) if look.body(id) != id => (format!("in {}", look.name(look.body(id))), theme::GOOD),
        (true, _) => match super::tokens::state(look, id) {
            Some((word, _)) => (format!("stands, {word}"), theme::GOOD),
            None => ("stands".to_owned(), theme::GOOD),
        },
        (false, Some(word)) => {
            let by = look.condition(id, word).and_then(|condition| condition.by);
            let by = by.filter(|by| look.knows_of(*by)).map(|by| format!(", by {}", look.name(by))).unwrap_or_default();
            (format!("{word}{by}"), theme::BAD)
        }
        (false, None) => ("gone from the field".to_owned(), theme::FAINT),
    }
}

/// What the battle was worth to those who go on from it: all that was told after the verdict.
fn worth(ui: &mut Ui, look: Look<'_>, book: &mut Book) {
    let facts = look.battle::<Chronicle>().map_or(&[][..], |told| told.facts.as_slice());
    let verdict = facts.iter().rposition(|fact| fact.rule == "verdict");
    let after = verdict.and_then(|at| facts.get(at + 1..)).unwrap_or_default();
    let after: Vec<&Fact> = after.iter().filter(|fact| look.may_read(fact)).collect();
    if after.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(RichText::new("What it was worth").strong());
    for fact in after {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(&fact.text);
            book::link(ui, look, book, fact.rule);
        });
    }
}

/// The blows that told most, in the order in which they fell.
fn blows(ui: &mut Ui, look: Look<'_>, told: &[Blow<'_>], book: &mut Book) {
    let mut order: Vec<usize> = (0..told.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(told.get(*index).map_or(0, |blow| blow.weight)));
    order.truncate(BLOWS);
    order.sort_unstable();
    if order.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(RichText::new("The blows that told").strong());
    for blow in order.into_iter().filter_map(|index| told.get(index)) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(format!("round {}", blow.fact.round)).small().color(theme::FAINT));
            if let Some(by) = blow.by {
                ui.label(RichText::new(look.name(by)).strong());
            }
            ui.label(&blow.fact.text);
            let says_so = |fact: &Fact| fact.changes.iter().any(|change| blow.fact.text.contains(change.what.as_str()));
            if let Some(felled) = blow.felled.filter(|fact| !says_so(fact)) {
                ui.label(RichText::new(&felled.text).color(theme::BAD));
            }
            book::link(ui, look, book, blow.fact.rule);
        });
    }
}

fn what_next(ui: &mut Ui, look: Look<'_>, end: &mut EndPage, wishes: &mut Wishes) {
    ui.horizontal_wrapped(|ui| {
        if let Some(origin) = look.battle::<Origin>() {
            if ui.button("Again, same dice").on_hover_text(format!("Seed {}", origin.seed)).clicked() {
                wishes.wish = Some(Wish::Again(origin.seed));
            }
            let next = origin.seed.wrapping_add(1);
            if ui.button("Again, new dice").on_hover_text(format!("Seed {next}")).clicked() {
                wishes.wish = Some(Wish::Again(next));
            }
            if ui.button("Save").on_hover_text(format!("Save to {QUICK_SAVE}")).clicked() {
                wishes.wish = Some(Wish::Save(QUICK_SAVE.into()));
            }
        }
        if let Some(Some(next)) = &end.follows {
            let hours = if next.1 == 1 { "an hour later".to_owned() } else { format!("{} hours later", next.1) };
            if ui.button(format!("Go on: {}", next.0)).on_hover_text(hours).clicked() {
                wishes.wish = Some(Wish::GoOn);
            }
        }
        if ui.button("Undo").on_hover_text("Take back your last decision").clicked() {
            wishes.wish = Some(Wish::Undo);
        }
        if ui.button("Battles").on_hover_text("Choose another battle").clicked() {
            wishes.wish = Some(Wish::Menu);
        }
        if ui.button("Close").on_hover_text("Look at the field").clicked() {
            end.seen = true;
        }
    });
}
