//! The start screen: which game, which battle, who plays whom. What one learns a game by comes first.

mod cards;
mod chosen;
mod listed;
mod seats;
mod weight;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Align, Area, Button, CentralPanel, Color32, Frame, Key, Layout, Margin, Modifiers, Order, Panel, RichText,
    ScrollArea, Sense, TextStyle, Ui, WidgetInfo, WidgetType, vec2,
};

use self::seats::seating;
use super::balance::Balance;
use super::book::Book;
use super::course::Pace;
use super::keys::KeySheet;
use super::laurels::Laurels;
use super::learn::{LearnPage, Learned};
use super::lesson::LessonPage;
use super::notices::{self, Notices};
use super::panels::{Begun, Height, Page, Panels};
use super::portraits::Portraits;
use super::preferences::{Preferences, Settings};
use super::present::Presenter;
use super::saves::Saves;
use super::theme;
use super::wishes::{Wish, Wishes};
use crate::ai::Skill;
use crate::machine;
use crate::rulebook::Scenario;
use listed::{Game, Listing};

use chosen::other_dice;
pub(super) use chosen::resume;
pub use chosen::{Chosen, NextBattle};
pub use listed::{Listed, Seat};

/// The start screen, where there is no battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<NextBattle>();
    app.add_observer(|_: On<'_, '_, Begun>, mut next: ResMut<'_, NextBattle>| next.is_used = true);
    app.add_page(Height::Start, |Page { ui, look }: Page<'_>, listed: Res<'_, Listed>, mut with: Start<'_>| {
        if look.is_none() && !with.learn.open {
            first(listed.games.get(with.next.chosen.game), &mut with);
            let before = with.next.chosen.named();
            start(ui, &listed, &mut with);
            // Whoever chooses another has read what went wrong.
            if with.next.chosen.named() != before {
                with.notices.said = None;
            }
            veil(ui, &mut with);
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
    likes: ResMut<'w, Preferences>,
    book: ResMut<'w, Book>,
    balance: ResMut<'w, Balance>,
    notices: ResMut<'w, Notices>,
    portraits: ResMut<'w, Portraits>,
    pace: Res<'w, Pace>,
    lesson: Res<'w, LessonPage>,
    laurels: Res<'w, Laurels>,
    keys: Res<'w, KeySheet>,
    learn: ResMut<'w, LearnPage>,
    learned: Res<'w, Learned>,
    presenter: ResMut<'w, Presenter>,
}

/// Who sits where, if nobody says otherwise.
fn usual(scenario: &Scenario, skill: Skill) -> Vec<Seat> {
    scenario.players.iter().map(|player| Seat::of(*player, skill)).collect()
}

/// How wide the cards of battles are beside their usual width where there is little room.
const SMALLER: f32 = 0.7;

/// The screen.
fn start(ui: &mut Ui, listed: &Listed, with: &mut Start<'_>) {
    let em = theme::scale(ui.ctx());
    let margin = |x: f32, y: f32| Margin::symmetric((x * em).min(40.0) as i8, (y * em).min(24.0) as i8);
    // Where games leave too little room for battles everything lies below each other.
    let is_small = theme::is_cramped(ui) || ui.available_height() < 560.0 * em;
    let across = cards::across(listed, ui.available_width() - 2.0 * (20.0 * em).min(40.0), em).filter(|_| !is_small);
    Panel::top("title").frame(Frame::new().inner_margin(margin(20.0, 8.0))).show(ui, |ui| top(ui, with));
    let game = listed.games.get(with.next.chosen.game);
    let Some(across) = across else {
        let frame = Frame::new().inner_margin(margin(14.0, 6.0));
        // Who plays what has scrolled away there: the button says which battle it begins.
        let title = found(game, &with.next.chosen).map(|listing| format!("Begin: {}", listing.scenario.title));
        let title = title.as_deref().unwrap_or(BEGIN);
        let mut to_seats = false;
        Panel::bottom("begin").frame(frame).show(ui, |ui| to_seats = begin_or_seats(ui, title, game, with));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().min_scrolled_height(0.0).id_salt("column").auto_shrink(false).show(ui, |ui| {
                cards::names(ui, listed, with);
                ui.add_space(theme::em(ui, 4.0));
                above_battles(ui, game, with);
                cards::battles(ui, game, with, SMALLER);
                ui.separator();
                if to_seats {
                    ui.scroll_to_cursor(Some(Align::TOP));
                }
                who_plays(ui, game, with);
                broken(ui, listed);
            });
        });
        return;
    };
    Panel::top("games").frame(Frame::new().inner_margin(margin(20.0, 8.0))).show(ui, |ui| {
        cards::games(ui, listed, across, with);
        broken(ui, listed);
    });
    let sides = Panel::right("sides").resizable(false);
    let sides = sides.exact_size((ui.available_width() * 0.27).clamp(240.0 * em, 380.0 * em));
    sides.frame(Frame::new().fill(theme::sunken()).inner_margin(margin(16.0, 12.0))).show(ui, |ui| {
        // Always in sight, however long the rest is.
        let below = Panel::bottom("begin").frame(Frame::new().inner_margin(margin(0.0, 6.0)));
        below.show(ui, |ui| begin(ui, (BEGIN, ui.available_width()), game, with));
        ScrollArea::vertical()
            .min_scrolled_height(0.0)
            .id_salt("seats")
            .auto_shrink(false)
            .show(ui, |ui| who_plays(ui, game, with));
    });
    CentralPanel::default().frame(Frame::new().inner_margin(margin(20.0, 12.0))).show(ui, |ui| {
        above_battles(ui, game, with);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| cards::battles(ui, game, with, 1.0));
    });
}

/// What lies over the screen below a window: a click on it, or Escape, closes the window and does nothing else.
fn veil(ui: &Ui, with: &mut Start<'_>) {
    let asks = with.saves.open || with.settings.open || with.balance.open;
    if !asks && !with.book.open {
        return;
    }
    let room = ui.ctx().content_rect();
    let area = Area::new("veil".into()).order(Order::Middle).fixed_pos(room.min).fade_in(false);
    let away = area.show(ui.ctx(), |ui| {
        let veil = ui.allocate_rect(room, Sense::CLICK);
        veil.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Put the window away"));
        ui.painter().rect_filled(room, 0.0, Color32::from_black_alpha(120));
        veil.clicked()
    });
    // Escape closes the window even where somebody writes in it; a key that is being chosen, and the sheet of keys, are first.
    let is_free = asks && with.settings.rekeyed.is_none() && !with.keys.open;
    let escaped = is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if away.inner || escaped {
        (with.saves.open, with.settings.open) = (false, false);
        with.balance.close();
        with.book.open &= !away.inner;
    }
}

/// Chooses the first battle of a game where none is chosen, and remembers who plays the one that is.
fn first(game: Option<&Game>, with: &mut Start<'_>) {
    if with.next.chosen.battle.is_none()
        && let Some(first) = game.and_then(|game| game.battles.first())
    {
        with.next.choose(&first.scenario, with.pace.skill);
    }
    with.next.take_other_dice();
    with.next.keep();
}

/// Points that the name and the buttons have beside each other, at the usual size of text, without a talk and with one.
const BOTH: (f32, f32) = (440.0, 520.0);

fn top(ui: &mut Ui, with: &mut Start<'_>) {
    // A page is left by the browser.
    let all = BESIDE.into_iter().filter(|which| machine::IS_LEFT || !matches!(which, Besides::Quit));
    let name = theme::titled(ui, "Sortie", 34.0).color(theme::accent());
    let both = if with.presenter.talk.steps.is_empty() { BOTH.0 } else { BOTH.1 };
    if ui.available_width() > theme::em(ui, both) {
        ui.horizontal(|ui| {
            ui.label(name);
            // Where there is room for it beside the buttons.
            if ui.available_width() > theme::em(ui, 740.0) {
                ui.add_space(theme::em(ui, 8.0));
                ui.label(theme::sized(ui, "Tabletop rulesets on one battlefield", 16.0).color(theme::faint()));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                all.rev().for_each(|which| beside(ui, which, with));
            });
        });
    } else {
        ui.label(name);
        ui.horizontal_wrapped(|ui| all.for_each(|which| beside(ui, which, with)));
    }
    notices::notices(ui, &mut with.notices, &mut with.wishes);
}

/// What there is besides battles.
#[derive(Clone, Copy)]
enum Besides {
    Continue,
    Saved,
    Talk,
    Settings,
    Quit,
}

/// All of it, from left to right.
const BESIDE: [Besides; 5] = [Besides::Continue, Besides::Saved, Besides::Talk, Besides::Settings, Besides::Quit];

/// The button of one of them.
fn beside(ui: &mut Ui, which: Besides, with: &mut Start<'_>) {
    let face = |ui: &Ui, text: &'static str| Button::new(text).min_size(vec2(0.0, theme::em(ui, 32.0)));
    match which {
        Besides::Continue => {
            let newest = with.saves.to_go_on();
            let go_on = face(ui, "Continue");
            let go_on = ui.add_enabled(newest.is_some(), go_on);
            let go_on = go_on.on_disabled_hover_text("No unfinished battle is saved here");
            if let Some((path, told)) = newest
                && go_on.on_hover_text(told).clicked()
            {
                with.wishes.wish = Some(Wish::Load(path));
            }
            if with.saves.is_busy() {
                ui.ctx().request_repaint();
            }
        }
        Besides::Saved => {
            let saved = face(ui, "Saved battles");
            if ui.add(saved).on_hover_text("All of them; codes, too").clicked() {
                with.saves.toggle();
            }
        }
        // Only those have a talk who have put something into it.
        Besides::Talk if with.presenter.talk.steps.is_empty() => {}
        Besides::Talk => {
            let talk = face(ui, "My talk");
            if ui.add(talk).on_hover_text("What is shown to others one after the other").clicked() {
                with.presenter.open = true;
            }
        }
        Besides::Settings => {
            let settings = face(ui, "Settings");
            if ui.add(settings).on_hover_text("Size of text, speed, colours, keys").clicked() {
                with.settings.open = true;
            }
        }
        Besides::Quit => {
            let quit = face(ui, "Quit");
            if ui.add(quit).on_hover_text("Close the program").clicked() {
                with.wishes.wish = Some(Wish::Quit);
            }
        }
    }
}

/// What cannot be played, and why.
fn broken(ui: &mut Ui, listed: &Listed) {
    for why in &listed.broken {
        ui.label(RichText::new(why).small().color(theme::bad()));
    }
}

fn above_battles(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>) {
    let Some(game) = game else { return };
    ui.horizontal_wrapped(|ui| {
        let count = game.battles.len();
        let of = if count == 1 { "1 battle of".to_owned() } else { format!("{count} battles of") };
        ui.label(RichText::new(format!("{of} {}", game.title)).heading());
        let tip = "Every rule of this game in plain words, and lessons that show them";
        if ui.button("Rules and lessons").on_hover_text(tip).clicked() {
            with.book.open = !with.book.open;
        }
    });
    ui.add_space(theme::em(ui, 4.0));
}

/// The battle that is chosen.
fn found<'a>(game: Option<&'a Game>, chosen: &Chosen) -> Option<&'a Listing> {
    let (name, _) = chosen.battle.as_ref()?;
    game?.battles.iter().find(|listing| listing.scenario.name == *name)
}

fn who_plays(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>) {
    let Start { next, balance, likes, .. } = with;
    let NextBattle { chosen, seed, is_said, skill, .. } = &mut **next;
    let (watched, shown) = (skill.unwrap_or(Skill::NORMAL), *seed);
    let picked = match (found(game, chosen), chosen.battle.as_mut()) {
        (Some(listing), Some((_, seats))) => seating(ui, listing, seats, (seed, balance, watched)),
        _ => {
            ui.label(RichText::new("Choose a battle.").color(theme::faint()));
            None
        }
    };
    // Whoever asks for any other dice has said no number.
    *is_said = if *seed == shown { *is_said } else { *seed != other_dice(shown) };
    if let Some(skill) = picked {
        next.prefer(skill);
        likes.skill = Some(skill);
    }
}

/// What leads to who plays, where that lies below all battles.
const SEATS: &str = "Who plays";

/// The button that begins the battle, with what leads to who plays it: beside it where there is room for both, else above it;
/// whether that was pressed.
fn begin_or_seats(ui: &mut Ui, text: &str, game: Option<&Game>, with: &mut Start<'_>) -> bool {
    let seats = |ui: &mut Ui| ui.button(SEATS).on_hover_text("Go to who plays each side, and to the dice").clicked();
    let wide = ui.available_width();
    if wide < theme::em(ui, BOTH.0) {
        let to_seats = seats(ui);
        begin(ui, (text, wide), game, with);
        return to_seats;
    }
    let spacing = ui.spacing();
    let beside = spacing.item_spacing.x + 2.0 * spacing.button_padding.x;
    let beside = beside + theme::wide(ui, SEATS, TextStyle::Button).ceil();
    ui.horizontal(|ui| {
        begin(ui, (text, wide - beside), game, with);
        seats(ui)
    })
    .inner
}

/// What the button says that begins the battle.
const BEGIN: &str = "Begin";

/// The button that begins the battle.
fn begin(ui: &mut Ui, (text, wide): (&str, f32), game: Option<&Game>, with: &mut Start<'_>) {
    let is_chosen = found(game, &with.next.chosen).is_some();
    let button = theme::main_button(ui, text, wide, is_chosen).on_hover_text("Enter");
    let reads = with.book.open || with.balance.open || with.lesson.shown.is_some();
    let free = !(reads || with.saves.open || with.settings.open);
    let entered =
        free && ui.input(|input| input.key_pressed(Key::Enter)) && ui.memory(|memory| memory.focused().is_none());
    if (button.clicked() || entered)
        && is_chosen
        && let Some((name, seats)) = &with.next.chosen.battle
    {
        with.wishes.wish = Some(Wish::Begin(name.clone(), seats.clone()));
    }
}
