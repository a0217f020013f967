//! The start screen: which game, which battle, who plays whom.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Align, Button, CentralPanel, Color32, ComboBox, DragValue, Frame, Key, Layout, Margin, Panel, Rect, RichText,
    ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, pos2, vec2,
};

use clap::ValueEnum;

use super::book::Book;
use super::camera::View;
use super::course::Pace;
use super::lesson::LessonPage;
use super::notices::{self, Notices};
use super::panels::{Height, Page, Panels};
use super::portraits::Portraits;
use super::preferences::Settings;
use super::saves::Saves;
use super::theme;
use super::wishes::{Wish, Wishes};
use crate::ai::Skill;
use crate::art::USUAL_FACE;
use crate::battle::{Look, Rules, SideId};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Player, Scenario};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the screen.
    Me,
    /// The program, so well.
    Computer(Skill),
}

impl Seat {
    /// All of them, as players call them.
    const ALL: [(Self, &'static str); 4] = [
        (Self::Me, "me"),
        (Self::Computer(Skill::Walk), "computer, easy"),
        (Self::Computer(Skill::Plain), "computer, normal"),
        (Self::Computer(Skill::Keen), "computer, hard"),
    ];

    /// Who plays where nobody has said otherwise.
    pub fn of(player: Player, skill: Skill) -> Self {
        match player {
            Player::Human => Self::Me,
            Player::Computer => Self::Computer(skill),
        }
    }

    /// In one word, as saves have it.
    pub fn word(self) -> String {
        match self {
            Self::Me => "human".to_owned(),
            Self::Computer(skill) => {
                skill.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
            }
        }
    }

    /// The sides that these leave to somebody before the screen.
    pub fn mine(seats: impl IntoIterator<Item = Self>) -> Vec<SideId> {
        (0..).map(SideId).zip(seats).filter(|(_, seat)| *seat == Self::Me).map(|(side, _)| side).collect()
    }

    /// A battle as those may see it who sit there so: only what these hold in secret is shown. Of several the one who is
    /// asked looks, and nobody else's secrets show meanwhile; all shows where the computer plays every side.
    pub fn as_seen(look: Look<'_>, seats: impl IntoIterator<Item = Self>) -> Look<'_> {
        let mine = Self::mine(seats);
        if mine.is_empty() { look } else { look.for_players(mine).as_asked() }
    }

    /// Whoever is meant by that word.
    pub fn of_word(word: &str) -> Option<Self> {
        if word == "human" { Some(Self::Me) } else { Skill::from_str(word, false).ok().map(Self::Computer) }
    }

    fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(seat, _)| *seat == self).map_or("computer", |(_, name)| name)
    }
}

/// The battles that can be chosen, read once.
#[derive(Resource)]
pub struct Listed {
    games: Vec<Game>,
    /// What is wrong with scenarios that cannot be played.
    broken: Vec<String>,
}

/// A ruleset and its battles.
struct Game {
    title: String,
    blurb: String,
    battles: Vec<Scenario>,
}

impl Listed {
    /// Every battle of a library, by rulesets.
    pub fn of(library: &Library) -> Self {
        let mut games: BTreeMap<String, Game> = BTreeMap::new();
        let mut broken = Vec::new();
        for name in library.scenarios() {
            match library.scenario(&name) {
                Ok(scenario) => {
                    let rules = &scenario.setup.rules;
                    let fresh = || Game { title: rules.title.clone(), blurb: rules.blurb.clone(), battles: Vec::new() };
                    games.entry(scenario.ruleset.to_string()).or_insert_with(fresh).battles.push(scenario);
                }
                Err(problems) => broken.extend(problems.first().map(|problem| format!("{name}: {problem}"))),
            }
        }
        let mut games: Vec<Game> = games.into_values().collect();
        // The fewer fight, the sooner a battle is understood.
        for game in &mut games {
            // What only follows another comes after all others.
            let then: Vec<String> =
                game.battles.iter().filter_map(|battle| Some(battle.then.as_ref()?.scenario.clone())).collect();
            let follows = |battle: &Scenario| {
                then.iter().any(|name| battle.name == *name || battle.name.ends_with(&format!("/{name}")))
            };
            game.battles.sort_by_key(|battle| (follows(battle), battle.setup.fighters.len()));
        }
        // What there is most to play of comes first.
        games.sort_by_key(|game| std::cmp::Reverse(game.battles.len()));
        Self { games, broken }
    }
}

impl Listed {
    /// The rules of the game that is chosen.
    pub fn rules(&self, chosen: &Chosen) -> Option<&Arc<Rules>> {
        Some(&self.games.get(chosen.game)?.battles.first()?.setup.rules)
    }
}

/// What is chosen on the start screen.
#[derive(Debug, Default)]
pub struct Chosen {
    game: usize,
    /// The battle and who plays its sides.
    battle: Option<(String, Vec<Seat>)>,
}

impl Chosen {
    fn choose(&mut self, scenario: &Scenario, skill: Skill) {
        let seats = scenario.players.iter().map(|player| Seat::of(*player, skill)).collect();
        self.battle = Some((scenario.name.clone(), seats));
    }
}

/// The battle that would begin next.
#[derive(Resource, Debug, Default)]
pub struct NextBattle {
    /// Which, and who plays its sides.
    pub chosen: Chosen,
    /// What its dice come from.
    pub seed: u64,
    /// Settings that are played differently.
    pub settings: Overrides,
}

/// The start screen, where there is no battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<NextBattle>();
    app.add_page(Height::Start, |Page { ui, look }: Page<'_>, listed: Res<'_, Listed>, mut with: Start<'_>| {
        if look.is_none() {
            start(ui, &listed, &mut with);
        }
    });
}

/// What the start screen reads and changes.
#[derive(SystemParam)]
struct Start<'w> {
    next: ResMut<'w, NextBattle>,
    wishes: ResMut<'w, Wishes>,
    saves: ResMut<'w, Saves>,
    settings: ResMut<'w, Settings>,
    book: ResMut<'w, Book>,
    notices: ResMut<'w, Notices>,
    portraits: ResMut<'w, Portraits>,
    pace: Res<'w, Pace>,
    lesson: Res<'w, LessonPage>,
}

/// The screen.
fn start(ui: &mut Ui, listed: &Listed, with: &mut Start<'_>) {
    let room = ui.available_size();
    let scale = theme::scale(ui.ctx());
    Panel::top("title").frame(Frame::new().inner_margin(Margin::symmetric(24, 14))).show(ui, |ui| top(ui, with));
    if theme::is_cramped(ui) {
        one_column(ui, listed, with);
        return;
    }
    let games = Panel::left("games").resizable(false);
    let games = games.exact_size((room.x * 0.24).clamp(210.0 * scale, 330.0 * scale));
    games.frame(Frame::new().inner_margin(Margin::same(16))).show(ui, |ui| {
        ui.label(RichText::new("Game").heading());
        ui.add_space(6.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| rulesets(ui, listed, with));
    });
    let game = listed.games.get(with.next.chosen.game);
    first(game, with);
    let sides = Panel::right("sides").resizable(false);
    let sides = sides.exact_size((room.x * 0.27).clamp(240.0 * scale, 360.0 * scale));
    sides.frame(Frame::new().inner_margin(Margin::same(16))).show(ui, |ui| {
        ui.label(RichText::new("Sides").heading());
        ui.add_space(6.0);
        // Always in sight, however long the rest is.
        let below = Panel::bottom("begin").frame(Frame::new().inner_margin(Margin::symmetric(0, 8)));
        below.show_separator_line(false).show(ui, |ui| begin(ui, game, with));
        ScrollArea::vertical().id_salt("seats").auto_shrink(false).show(ui, |ui| who_plays(ui, game, with));
    });
    CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(16))).show(ui, |ui| {
        above_battles(ui, with);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| battles(ui, game, with));
    });
}

/// Everything below each other, where the window is small for its text.
fn one_column(ui: &mut Ui, listed: &Listed, with: &mut Start<'_>) {
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 4));
    let game = listed.games.get(with.next.chosen.game);
    first(game, with);
    Panel::bottom("begin").frame(frame).show(ui, |ui| begin(ui, game, with));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().id_salt("column").auto_shrink(false).show(ui, |ui| {
            ui.label(RichText::new("Game").heading());
            rulesets(ui, listed, with);
            ui.separator();
            above_battles(ui, with);
            battles(ui, game, with);
            ui.separator();
            ui.label(RichText::new("Sides").heading());
            who_plays(ui, game, with);
        });
    });
}

/// Chooses the first battle of a game where none is chosen.
fn first(game: Option<&Game>, with: &mut Start<'_>) {
    if with.next.chosen.battle.is_none()
        && let Some(first) = game.and_then(|game| game.battles.first())
    {
        with.next.chosen.choose(first, with.pace.skill);
    }
}

fn top(ui: &mut Ui, with: &mut Start<'_>) {
    ui.horizontal(|ui| {
        ui.label(sized(ui, "Sortie", 40.0).color(theme::ACTIVE));
        ui.add_space(10.0);
        let motto = sized(ui, "Tabletop rulesets on one battlefield", 16.0);
        // Where there is room for it beside the buttons.
        if ui.available_width() > 36.0 * ui.text_style_height(&TextStyle::Heading) {
            ui.label(motto.color(theme::FAINT));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let settings = ui.add(Button::new(sized(ui, "Settings", 16.0)).min_size(vec2(110.0, 34.0)));
            if settings.clicked() {
                with.settings.open = true;
            }
            let saved = ui.add(Button::new(sized(ui, "Saved battles", 16.0)).min_size(vec2(110.0, 34.0)));
            if saved.on_hover_text("All of them; codes, too").clicked() {
                with.saves.toggle();
            }
            let newest = with.saves.to_go_on();
            let go_on = Button::new(sized(ui, "Continue", 16.0)).min_size(vec2(110.0, 34.0));
            let go_on = ui.add_enabled(newest.is_some(), go_on);
            let go_on = go_on.on_disabled_hover_text("No battle that goes on is saved here");
            if let Some((path, told)) = newest
                && go_on.on_hover_text(told).clicked()
            {
                with.wishes.wish = Some(Wish::Load(path));
            }
            if with.saves.is_busy() {
                ui.ctx().request_repaint();
            }
        });
    });
    notices::notices(ui, &mut with.notices);
}

fn rulesets(ui: &mut Ui, listed: &Listed, with: &mut Start<'_>) {
    for (index, game) in listed.games.iter().enumerate() {
        let on = with.next.chosen.game == index;
        if card(ui, on, |ui| {
            ui.label(sized(ui, &game.title, 17.0).color(if on { theme::ACTIVE } else { Color32::WHITE }));
            ui.label(RichText::new(&game.blurb).small().color(theme::FAINT));
            let count = game.battles.len();
            ui.label(
                RichText::new(if count == 1 { "1 battle".to_owned() } else { format!("{count} battles") }).small(),
            );
        }) {
            with.next.chosen.game = index;
            with.next.chosen.battle = None;
        }
        ui.add_space(8.0);
    }
    for why in &listed.broken {
        ui.label(RichText::new(why).small().color(theme::BAD));
    }
}

/// Text of this size, as large beside the rest as the settings make everything.
fn sized(ui: &Ui, text: impl Into<String>, size: f32) -> RichText {
    let usual = ui.style().text_styles.get(&TextStyle::Body).map_or(14.0, |font| font.size);
    RichText::new(text).size(size * usual / 14.0)
}

/// A frame that can be clicked all over.
fn card(ui: &mut Ui, on: bool, inside: impl FnOnce(&mut Ui)) -> bool {
    let edge = if on { theme::ACTIVE } else { Color32::from_rgb(0x3c, 0x41, 0x4a) };
    let fill = if on { Color32::from_rgb(0x33, 0x37, 0x3f) } else { Color32::from_rgb(0x2a, 0x2d, 0x34) };
    let frame = Frame::new().fill(fill).stroke(Stroke::new(if on { 2.0 } else { 1.0 }, edge)).corner_radius(6);
    let shown = frame.inner_margin(Margin::same(10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        inside(ui);
    });
    let response = shown.response.interact(Sense::click());
    if response.hovered() && !on {
        let edge = Stroke::new(1.5, theme::FAINT);
        ui.painter().rect_stroke(response.rect, 6.0, edge, bevy_egui::egui::StrokeKind::Inside);
    }
    response.clicked()
}

fn above_battles(ui: &mut Ui, with: &mut Start<'_>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Battle").heading());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let tip = "Every rule of this game in plain words, and lessons that show them";
            if ui.button("Rules and lessons").on_hover_text(tip).clicked() {
                with.book.open = !with.book.open;
            }
        });
    });
    ui.add_space(6.0);
}

fn battles(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>) {
    let Some(game) = game else { return };
    let columns = ((ui.available_width() / (290.0 * theme::scale(ui.ctx()))) as usize).clamp(1, 3);
    let width = ui.available_width() / columns as f32 - 10.0;
    for row in game.battles.chunks(columns) {
        ui.horizontal_top(|ui| {
            for scenario in row {
                let on = with.next.chosen.battle.as_ref().is_some_and(|(name, _)| *name == scenario.name);
                ui.allocate_ui_with_layout(vec2(width, 10.0), Layout::top_down(Align::Min), |ui| {
                    ui.set_width(width);
                    if card(ui, on, |ui| battle(ui, scenario, &mut with.portraits)) {
                        with.next.chosen.choose(scenario, with.pace.skill);
                    }
                });
            }
        });
        ui.add_space(8.0);
    }
}

/// A battle with a picture of its field.
fn battle(ui: &mut Ui, scenario: &Scenario, portraits: &mut Portraits) {
    let size = vec2(ui.available_width(), ui.available_width() * 0.46);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    field(ui, scenario, rect, portraits);
    ui.horizontal_wrapped(|ui| {
        ui.label(sized(ui, &scenario.title, 16.0).color(Color32::WHITE));
        ui.label(RichText::new(against(scenario)).small().color(theme::ACTIVE));
    });
    ui.label(RichText::new(&scenario.blurb).small().color(theme::FAINT));
}

/// How many fight on each side: "3 against 10".
fn against(scenario: &Scenario) -> String {
    let sides = scenario.setup.sides.len() as u8;
    let of = |side: u8| scenario.setup.fighters.iter().filter(|fighter| fighter.side.0 == side).count();
    (0..sides).map(|side| of(side).to_string()).collect::<Vec<_>>().join(" against ")
}

/// The field and who stands where, from above.
fn field(ui: &Ui, scenario: &Scenario, room: Rect, portraits: &mut Portraits) {
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(room, 4.0, Color32::from_rgb(0x1b, 0x1d, 0x22));
    let board = &scenario.setup.board;
    let cell = (room.width() / board.width() as f32).min(room.height() / board.height() as f32);
    let size = Vec2::new(board.width() as f32, board.height() as f32) * cell;
    let origin = room.center() - size / 2.0;
    let face = scenario.setup.rules.face.unwrap_or_else(|| USUAL_FACE.into());
    portraits.ground(&painter, board, face, &View { origin, cell });
    for fighter in scenario.setup.fighters.iter().filter(|fighter| fighter.arrives <= 1) {
        let at = pos2(origin.x + (fighter.at.x as f32 + 0.5) * cell, origin.y + (fighter.at.y as f32 + 0.5) * cell);
        let edge = Stroke::new(1.0, theme::INK);
        super::tokens::shape(&painter, at, (cell * 0.42).max(3.0), fighter.side.0, theme::side(fighter.side.0), edge);
    }
}

/// The battle that is chosen.
fn found<'a>(game: Option<&'a Game>, chosen: &Chosen) -> Option<&'a Scenario> {
    let (name, _) = chosen.battle.as_ref()?;
    game?.battles.iter().find(|scenario| scenario.name == *name)
}

fn who_plays(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>) {
    let NextBattle { chosen, seed, .. } = &mut *with.next;
    match (found(game, chosen), chosen.battle.as_mut()) {
        (Some(scenario), Some((_, seats))) => seating(ui, scenario, seats, seed),
        _ => {
            ui.label(RichText::new("Choose a battle.").color(theme::FAINT));
        }
    }
}

/// The button that begins the battle.
fn begin(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>) {
    let text = sized(ui, "Begin", 20.0).color(theme::INK);
    let high = 46.0_f32.max(34.0 * theme::scale(ui.ctx()));
    let is_chosen = found(game, &with.next.chosen).is_some();
    let button = Button::new(text).fill(theme::ACTIVE).corner_radius(6);
    let wide = ui.available_width();
    let button = ui.add_enabled_ui(is_chosen, |ui| ui.add_sized([wide, high], button)).inner.on_hover_text("Enter");
    let free = !(with.book.open || with.saves.open || with.settings.open || with.lesson.shown.is_some());
    let entered =
        free && ui.input(|input| input.key_pressed(Key::Enter)) && ui.memory(|memory| memory.focused().is_none());
    if (button.clicked() || entered)
        && is_chosen
        && let Some((name, seats)) = &with.next.chosen.battle
    {
        with.wishes.wish = Some(Wish::Begin(name.clone(), seats.clone()));
    }
}

/// Who sits where, and where the dice come from.
fn seating(ui: &mut Ui, scenario: &Scenario, seats: &mut [Seat], seed: &mut u64) {
    ui.label(sized(ui, &scenario.title, 20.0));
    ui.label(RichText::new(&scenario.blurb).color(theme::FAINT));
    ui.add_space(10.0);
    ui.spacing_mut().interact_size.y = 26.0;
    for (index, side) in scenario.setup.sides.iter().enumerate() {
        let Some(seat) = seats.get_mut(index) else { continue };
        let number = u8::try_from(index).unwrap_or(0);
        let fighters = scenario.setup.fighters.iter().filter(|fighter| fighter.side.0 == number).count();
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
            let edge = Stroke::new(1.0, Color32::BLACK);
            super::tokens::shape(ui.painter(), rect.center(), 7.5, number, theme::side(number), edge);
            ui.label(sized(ui, &side.name, 16.0));
            let many = if fighters == 1 { "1 fighter".to_owned() } else { format!("{fighters} fighters") };
            ui.label(RichText::new(many).small().color(theme::FAINT));
        });
        ComboBox::from_id_salt(("seat", index)).selected_text(seat.name()).width(ui.available_width() - 12.0).show_ui(
            ui,
            |ui| {
                for (other, name) in Seat::ALL {
                    ui.selectable_value(seat, other, name);
                }
            },
        );
        ui.add_space(8.0);
    }
    if ui.button("Watch").on_hover_text("Let the computer play all sides").clicked() {
        seats.iter_mut().filter(|seat| **seat == Seat::Me).for_each(|seat| *seat = Seat::Computer(Skill::Plain));
    }
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        ui.label("Dice from");
        ui.add(DragValue::new(seed).speed(1.0)).on_hover_text("The same number gives the same dice");
        if ui.button("other").on_hover_text("Another number").clicked() {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 40;
        }
    });
}
