//! The cards of the start screen: a game in its own face, a battle with its field.

mod battles;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align, Button, Color32, CornerRadius, FontId, Frame, Layout, Margin, Rect, Response, RichText, Sense, Stroke,
    StrokeKind, TextStyle, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{Game, Listed, Start, usual};
use crate::art::figures::{Outfit, Vigour};
use crate::battle::Fighter;
use crate::board::Footprint;
use crate::overlay::portraits::Portraits;
use crate::overlay::sketch::{self, Standing};
use crate::overlay::theme::{self, Panels};
use crate::overlay::wishes::Wish;
use crate::rulebook::Scenario;
use crate::scene;

pub(super) use self::battles::battles;

/// Points of the card of a game across, at the usual size of text, at least and at most.
const GAME: (f32, f32) = (184.0, 340.0);
/// The same of a battle.
const BATTLE: f32 = 215.0;
/// As many cards of battles stand in a row as a rule.
const COLUMNS: usize = 5;
/// Lines of the sentence on a card at most, in a narrow window and in one of so many points across.
const LINES: (usize, usize) = (2, 4);
const WIDE: f32 = 1_500.0;
/// Points of a window down, at the usual size of text, and the lines that the sentence of a game has in it from there on.
const HIGH: [(f32, usize); 2] = [(1_000.0, 6), (800.0, 5)];
/// Points at both ends of the text on a card, at the usual size of text.
const MARGIN: f32 = 9.0;
/// Letters that are smaller rather than cut have this share of their size.
const SMALLER: f32 = 0.78;
/// Points between cards, at the usual size of text.
const GAP: f32 = 10.0;
/// Points of the button that teaches a game, down, at the usual size of text.
const TAUGHT: f32 = 28.0;

/// How many games have a card in a row of this width: those with most to play of the ones that are learned by playing. Games
/// of as many battles have one together or not at all. Nothing where more than half of them would go without.
pub(super) fn across(listed: &Listed, width: f32, em: f32) -> Option<usize> {
    let fit = ((width + GAP * em) / ((GAME.0 + GAP) * em)) as usize;
    let taught = listed.games.iter().filter(|game| game.first().is_some());
    fitting(&taught.map(|game| game.battles.len()).collect::<Vec<_>>(), fit)
}

/// How many games, of so many battles each and the most first, stand in a row that holds `fit` of them.
fn fitting(battles: &[usize], fit: usize) -> Option<usize> {
    let cards = battles.get(fit).map_or(battles.len(), |next| battles.iter().filter(|count| *count > next).count());
    (cards * 2 >= battles.len()).then_some(cards)
}

/// The games that have a card, then the others by name.
pub(super) fn games(ui: &mut Ui, listed: &Listed, across: usize, with: &mut Start<'_>) {
    let gap = GAP * theme::scale(ui.ctx());
    let columns = across.max(1) as f32;
    let width = ((ui.available_width() - gap * (columns - 1.0)) / columns).floor();
    let blurbs = listed.games.iter().take(across).map(|game| game.blurb.as_str());
    // A high window has room for whole sentences.
    let high = ui.ctx().content_rect().height() / theme::scale(ui.ctx());
    let room = HIGH.iter().find(|(from, _)| high >= *from).map_or(3, |(_, lines)| *lines);
    let lines = most(ui, blurbs, &TextStyle::Small, width).clamp(3, room);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (index, game) in listed.games.iter().enumerate().take(across) {
            ui.allocate_ui_with_layout(vec2(width, 10.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                self::game(ui, (index, game), lines, with);
            });
        }
    });
    ui.add_space(gap * 0.5);
    if listed.games.len() == across {
        return;
    }
    // As high whether it has a button that teaches a game or not.
    ui.spacing_mut().interact_size.y = theme::em(ui, TAUGHT);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Further games").color(theme::faint()));
        for (index, game) in listed.games.iter().enumerate().skip(across) {
            name(ui, (index, game), with);
        }
        let chosen = with.next.chosen.game;
        if let Some((game, scenario)) =
            listed.games.get(chosen).filter(|_| chosen >= across).and_then(|game| Some((game, game.first()?)))
        {
            learn(ui, (chosen, game, scenario), (theme::em(ui, 150.0), theme::panels()), with);
        }
    });
}

/// A game by its name alone.
fn name(ui: &mut Ui, (index, game): (usize, &Game), with: &mut Start<'_>) {
    let face = Button::selectable(with.next.chosen.game == index, &game.title).frame_when_inactive(true);
    if ui.add(face).on_hover_text(&game.blurb).clicked() {
        with.next.chosen.turn_to(index);
    }
}

/// The games by their names alone, where there is no room for their cards; of the one that is chosen what it is, and a
/// battle to learn it by.
pub(super) fn names(ui: &mut Ui, listed: &Listed, with: &mut Start<'_>) {
    ui.horizontal_wrapped(|ui| {
        for each in listed.games.iter().enumerate() {
            name(ui, each, with);
        }
    });
    let chosen = with.next.chosen.game;
    let Some(game) = listed.games.get(chosen) else { return };
    ui.label(RichText::new(&game.blurb).small().color(theme::faint()));
    if let Some(scenario) = game.first() {
        let (width, panels) = (ui.available_width().min(theme::em(ui, 260.0)), theme::panels());
        learn(ui, (chosen, game, scenario), (width, panels), with);
    }
}

/// The button that teaches a game; where it lies. It leads to the page of the game, which has its first battle; that alone
/// begins at once where the game has no such page.
fn learn(
    ui: &mut Ui,
    (index, game, scenario): (usize, &Game, &Scenario),
    (width, panels): (f32, Panels),
    with: &mut Start<'_>,
) -> Rect {
    let progress = with.learned.of(game.rules.name);
    let won = with.laurels.of(&scenario.name).next().is_some();
    let (text, named) = match (game.teaches, progress.in_words()) {
        // What is counted is read on a narrow card, too.
        (true, Some(told)) if progress.is_whole() => (format!("✔ Learn: {told}"), LEARN),
        (true, Some(told)) => (format!("Learn: {told}"), LEARN),
        (true, None) => ("Learn by playing".to_owned(), LEARN),
        (false, _) if won => ("✔ A first battle".to_owned(), FIRST),
        (false, _) => ("A first battle".to_owned(), FIRST),
    };
    let text = RichText::new(text).strong().color(panels.on_plate);
    let learn = Button::new(text).fill(panels.plate).corner_radius(panels.round).truncate();
    let learn = ui.add_sized(vec2(width, theme::em(ui, TAUGHT)), learn);
    learn.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{named} {}", game.title)));
    let rect = learn.rect;
    let tip = match game.teaches {
        true => {
            "The game in one minute, a tour of about five, and a first battle of three against three, against an easy \
                 computer"
                .to_owned()
        }
        false => format!("{}: {} You begin at once, against an easy computer.", scenario.title, scenario.blurb),
    };
    if learn.on_hover_text(tip).clicked() {
        with.next.chosen.turn_to(index);
        with.next.choose(scenario, with.pace.skill);
        if game.teaches {
            with.learn.show(&progress);
        } else {
            with.wishes.wish = Some(Wish::Learn(scenario.name.clone(), usual(scenario, crate::ai::Skill::Green)));
        }
    }
    rect
}

/// What the button is called before the name of its game.
const LEARN: &str = "Learn by playing";
const FIRST: &str = "A first battle of";

/// A game in its own face: its first field, what it is, and a battle to learn it by.
fn game(ui: &mut Ui, (index, game): (usize, &Game), lines: usize, with: &mut Start<'_>) {
    let panels = Panels::of(game.rules.looks.face(), theme::chosen());
    let on = with.next.chosen.game == index;
    let em = theme::scale(ui.ctx());
    let round = panels.round.max(3);
    let edge = if on { theme::accent() } else { theme::line() };
    let edge = Stroke::new(if on { 2.0 } else { 1.0 }, edge);
    // As much room inside whether it is chosen or not: no word moves.
    let frame =
        Frame::new().fill(panels.back).stroke(edge).outer_margin(Margin::same(i8::from(!on))).corner_radius(round);
    let (mut above, mut is_cut) = (None, false);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0 * em;
        let width = ui.available_width();
        // Lower where the window is, so that the battles have their room.
        let height = (width * 0.34).min(ui.ctx().content_rect().height() * 0.13);
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let first = game.first();
        if let Some(scenario) = first {
            field(ui, scenario, rect, &mut with.portraits);
        }
        let margin = Margin::symmetric((MARGIN * em) as i8, (6.0 * em) as i8);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let title = FontId::new(19.0 * panels.grown() * em, theme::family(ui, &panels));
            // As high in every type, so that cards beside each other end alike.
            few_lines(ui, &game.title, title, panels.accent, (1, 29.0 * em));
            let small = TextStyle::Small.resolve(ui.style());
            let high = whole(ui, &TextStyle::Small, lines);
            is_cut = few_lines(ui, &game.blurb, small, panels.ink, (lines, high));
            ui.add_space(3.0 * em);
            let Some(scenario) = first else { return };
            let width = ui.available_width();
            above = Some(learn(ui, (index, game, scenario), (width, panels), with).top());
        });
    });
    // The button is not part of what chooses the game.
    let card = shown.response;
    let rest = Rect { max: pos2(card.rect.right(), above.unwrap_or(card.rect.bottom())), ..card.rect };
    let response = pressed(ui, &card, rest, (&game.title, on), round);
    // What can be read on the card lies over nothing else.
    let response = if is_cut { response.on_hover_text(&game.blurb) } else { response };
    if response.clicked() {
        with.next.chosen.turn_to(index);
    }
}

/// A card that can be pressed in this part of it, by the name that it has for those who hear the screen.
fn pressed(ui: &Ui, card: &Response, part: Rect, (name, on): (&str, bool), round: u8) -> Response {
    let response = ui.interact(part, card.id.with("pressed"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, on, name));
    if (response.hovered() || response.has_focus()) && !on {
        let edge = Stroke::new(1.5, theme::faint());
        ui.painter().rect_stroke(card.rect, CornerRadius::same(round), edge, StrokeKind::Inside);
    }
    response
}

/// How many lines the sentence on a card may have in this window.
fn allowed(ui: &Ui) -> usize {
    if ui.ctx().content_rect().width() < WIDE { LINES.0 } else { LINES.1 }
}

/// Points across within a card that is so wide: without margins, and the rim on both sides.
fn inside(ui: &Ui, width: f32) -> f32 {
    width - 2.0 * (MARGIN * theme::scale(ui.ctx())).floor() - 4.0
}

/// How many lines the longest of these texts has on a card that is so wide, so that cards beside each other end alike.
fn most<'t>(ui: &Ui, texts: impl Iterator<Item = &'t str>, style: &TextStyle, width: f32) -> usize {
    let room = inside(ui, width);
    let font = style.resolve(ui.style());
    let lines = texts.map(|text| ui.painter().layout(text.to_owned(), font.clone(), theme::ink(), room).rows.len());
    lines.max().unwrap_or(1)
}

/// Points that so many lines take at most: they are laid to whole points.
fn whole(ui: &Ui, style: &TextStyle, lines: usize) -> f32 {
    (ui.text_style_height(style) * lines as f32).ceil() + 1.0
}

/// Text of so many lines at most and at least so high, which those who hear the screen are told by the card that it is on; whether
/// it is cut.
fn few_lines(ui: &mut Ui, text: &str, font: FontId, colour: Color32, (lines, high): (usize, f32)) -> bool {
    let laid = |font: FontId| {
        let mut job = LayoutJob::simple(text.to_owned(), font, colour, ui.available_width());
        // A single line is cut in the middle of a word rather than after half of them.
        (job.wrap.max_rows, job.wrap.break_anywhere) = (lines, lines == 1);
        ui.painter().layout_job(job)
    };
    let smaller = FontId::new(font.size * SMALLER, font.family.clone());
    let mut galley = laid(font);
    if galley.elided && (lines == 1 || smaller.size >= TextStyle::Small.resolve(ui.style()).size) {
        // Rather smaller than cut, where it can still be read.
        galley = laid(smaller);
    }
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), galley.size().y.max(high)), Sense::hover());
    let down = if lines == 1 { (rect.height() - galley.size().y) / 2.0 } else { 0.0 };
    let is_cut = galley.elided;
    ui.painter().galley(rect.min + vec2(0.0, down), galley, colour);
    is_cut
}

/// How many cards of these stand in a row that holds `fit` of them: no more than five, but one more where that spares a row.
fn columns(cards: usize, fit: usize) -> usize {
    let most = if cards.div_ceil(COLUMNS + 1) < cards.div_ceil(COLUMNS) { COLUMNS + 1 } else { COLUMNS };
    fit.clamp(1, most)
}

/// The field from above and who stands where at first.
fn field(ui: &Ui, scenario: &Scenario, room: Rect, portraits: &mut Portraits) {
    let setup = &scenario.setup;
    let shown: Vec<&Fighter> = setup.fighters.iter().filter(|fighter| fighter.arrives <= 1).collect();
    let who: Vec<Standing> = shown.iter().map(|fighter| (Footprint::one(fighter.at), fighter.side.0)).collect();
    let figure = |index: usize| shown.get(index).map(|fighter| figure(scenario, fighter));
    sketch::draw(ui, room, (&setup.board, &setup.rules.looks), &who, figure, portraits);
}

/// What somebody looks like before the battle.
fn figure(scenario: &Scenario, fighter: &Fighter) -> scene::Look {
    let profile = &fighter.profile;
    let [red, green, blue, _] = theme::side_of(scenario.setup.rules.looks.face(), fighter.side.0).to_array();
    scene::Look {
        of: scenario.setup.rules.looks.figures().clone(),
        token: profile.token.clone(),
        name: profile.name.to_string(),
        outfit: Outfit::of_profile(profile, &scenario.setup.rules),
        side: fighter.side.0,
        colour: [red, green, blue],
        vigour: Vigour::Unharmed,
    }
}
