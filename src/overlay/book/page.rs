//! The right page: what one rule says, its figures, the picture of its lesson, where it was met last, and what leads on.

use std::sync::Arc;

use bevy_egui::egui::{Align, Button, CollapsingHeader, Grid, Label, RichText, ScrollArea, Ui};

use super::{Book, picture, rows};
use crate::battle::{Look, RuleId, RuleText, Rules, Tier, capital};
use crate::book::figures::Figure;
use crate::book::links;
use crate::book::moment::lessons_on;
use crate::link::Link;
use crate::overlay::links as share;
use crate::overlay::portraits::Portraits;
use crate::overlay::timeline::Timeline;
use crate::overlay::wishes::{Wish, Wishes};
use crate::overlay::{rounds, theme};
use crate::rulebook::Lesson;

/// So many lessons on a rule lie open.
const FEW: usize = 3;

/// What a page is read with.
pub(super) struct Reading<'a, 'w> {
    pub rules: &'a Rules,
    /// The battle at hand, if there is one.
    pub look: Option<Look<'w>>,
    /// The lessons of the game, once they have been read.
    pub lessons: Option<&'a [Arc<Lesson>]>,
    pub timeline: &'a Timeline,
}

/// What one rule says.
pub(super) fn page(ui: &mut Ui, of: &Reading<'_, '_>, with: &mut Book, wishes: &mut Wishes, portraits: &mut Portraits) {
    let rules = of.rules;
    let salt = ("rule", with.rule.map(|rule| rule.as_str()));
    ScrollArea::vertical().min_scrolled_height(0.0).id_salt(salt).auto_shrink(false).show(ui, |ui| {
        let Some(rule) = with.rule.and_then(|rule| rules.book.get(&rule)) else {
            ui.add(Label::new(RichText::new(&rules.blurb)).wrap());
            ui.add_space(6.0);
            let tip = "Chapters stand in the order in which a round comes to them. Open one, and choose a rule.";
            ui.add(Label::new(RichText::new(tip).color(theme::faint())).wrap());
            return;
        };
        head(ui, of, rule, wishes);
        linked(ui, rules, &rule.text, with);
        if let Some(ruling) = &rule.ruling {
            heading(ui, "Ruling");
            linked(ui, rules, ruling, with);
        }
        figures(ui, &with.figures(rules, rule.id));
        met(ui, of, rule.id, with, wishes);
        if let Some(moment) = of.lessons.and_then(|lessons| with.moment(lessons, rule.id)) {
            heading(ui, "As its lesson shows it");
            picture::picture(ui, &moment, portraits);
        }
        shown(ui, of, rule.id, with, wishes);
        leads(ui, rules, ("Leans on", &rule.see), with);
        leads(ui, rules, ("Leaned on by", &links::leaned_on_by(rules, rule.id)), with);
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).small().color(theme::faint()));
}

/// What it is called, how much of play it concerns, and the way to its lesson.
fn head(ui: &mut Ui, of: &Reading<'_, '_>, rule: &RuleText, wishes: &mut Wishes) {
    ui.add(Label::new(RichText::new(&rule.title).heading()).wrap());
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(rule.id.as_str()).small().color(theme::faint()));
        match rule.tier {
            Tier::Battle => {}
            Tier::Optional => mark(ui, "optional", "For tables that want it"),
            Tier::Campaign => mark(ui, "campaign", "What happens between battles"),
        }
        let shows = |lesson: &&Arc<Lesson>| lesson.rules.contains(&rule.id);
        let count = of.lessons.map(|lessons| lessons.iter().filter(shows).count());
        let show = ui.add_enabled(count != Some(0), Button::new("Show me"));
        let show = show.on_hover_text("A lesson that shows this rule, step by step");
        if show.on_disabled_hover_text("No lesson shows this rule").clicked() {
            wishes.wish = Some(Wish::Lesson(rule.id));
        }
        let of = of.rules.name;
        share::button(ui, || Link::Rule { id: rule.id.to_string(), of: Some(of.to_string()) });
    });
}

fn mark(ui: &mut Ui, word: &str, tip: &str) {
    ui.label(RichText::new(word).small().color(theme::stance())).on_hover_text(tip);
}

/// The figures that the files of the game give it.
fn figures(ui: &mut Ui, figures: &[Figure]) {
    if figures.is_empty() {
        return;
    }
    heading(ui, "Its figures in this game");
    let width = ui.available_width();
    Grid::new("figures of the rule").num_columns(2).spacing([10.0, 2.0]).show(ui, |ui| {
        for Figure { what, says } in figures {
            let cell = |ui: &mut Ui, text: RichText, share: f32| {
                ui.scope(|ui| {
                    ui.set_max_width(width * share);
                    ui.add(Label::new(text).wrap());
                });
            };
            cell(ui, RichText::new(what).small().color(theme::faint()), 0.38);
            cell(ui, RichText::new(says).small(), 0.54);
            ui.end_row();
        }
    });
}

/// The lessons that show it: a few that are about it, and below a fold those that only touch it.
fn shown(ui: &mut Ui, of: &Reading<'_, '_>, rule: RuleId, with: &mut Book, wishes: &mut Wishes) {
    let lessons = of.lessons.map(|lessons| lessons_on(lessons, rule)).unwrap_or_default();
    if lessons.is_empty() {
        return;
    }
    heading(ui, "Lessons that show it");
    let (first, more) = lessons.split_at(lessons.len().min(FEW));
    first.iter().for_each(|lesson| rows::row(ui, of.rules, lesson, with, wishes));
    if !more.is_empty() {
        let fold = CollapsingHeader::new(format!("All checks of it: {} more", more.len()));
        fold.id_salt(("checks", rule.as_str())).show_unindented(ui, |ui| {
            more.iter().for_each(|lesson| rows::row(ui, of.rules, lesson, with, wishes));
        });
    }
}

/// Where it was met last in the battle at hand, and the way back to there.
fn met(ui: &mut Ui, of: &Reading<'_, '_>, rule: RuleId, with: &mut Book, wishes: &mut Wishes) {
    let Some((index, fact)) = of.look.and_then(|look| links::met_last(look, rule)) else { return };
    heading(ui, "Where you met it last");
    let round = capital(&rounds::named(fact.round));
    ui.add(Label::new(format!("{round}: {}", fact.text)).wrap());
    let tip = "The battle as it was just before; nothing is changed by looking";
    if of.timeline.is_there() && ui.small_button("Back to that moment").on_hover_text(tip).clicked() {
        wishes.wish = Some(Wish::LookBack(of.timeline.moment_of(index).saturating_sub(1)));
        // So that it is seen.
        with.open = false;
    }
}

/// Rules that this one leads to.
fn leads(ui: &mut Ui, rules: &Rules, (words, ids): (&str, &[RuleId]), with: &mut Book) {
    if ids.is_empty() {
        return;
    }
    heading(ui, words);
    for id in ids {
        let title = rules.book.get(id).map_or(id.as_str(), |rule| rule.title.as_str());
        if ui.link(title).on_hover_text(id.as_str()).clicked() {
            with.rule = Some(*id);
        }
    }
}

/// Text whose ids of rules are links.
fn linked(ui: &mut Ui, rules: &Rules, text: &str, with: &mut Book) {
    for paragraph in text.lines() {
        let parts = links::parts(rules, paragraph);
        if parts.iter().all(|part| part.1.is_none()) {
            ui.add(Label::new(paragraph).halign(Align::Min).wrap());
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (part, rule) in parts {
                match rule {
                    Some(rule) => {
                        if ui.link(part).on_hover_text(&rule.title).clicked() {
                            with.rule = Some(rule.id);
                        }
                    }
                    None => {
                        ui.label(part);
                    }
                }
            }
        });
    }
}
