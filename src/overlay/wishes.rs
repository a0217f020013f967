//! What players wish for besides answers: other battles, undo, saves.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::app::{App, AppExit};
use bevy::ecs::entity::Entity;
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::{On, ResMut, Resource, World};

use super::book::Book;
use super::course::{Pace, keep_shown};
use super::end::EndPage;
use super::handed;
use super::keeping::{self, Keeping};
use super::keys::Act;
use super::learn::LearnPage;
use super::lesson::{self, LessonPage, Lessons};
use super::notices::Notices;
use super::panels::{Decided, Panels, Pressed};
use super::preferences::Preferences;
use super::reasons;
use super::review::Review;
use super::saves::{self, Saves};
use super::screen::{Overlay, Shelf, Shown, origin};
use super::start::{Chosen, Listed, NextBattle, Seat};
use super::timeline::{self, Timeline};
use super::undo;
use crate::analysis::Played;
use crate::battle::house_words::END_TURN;
use crate::battle::{Key, Look, Order, RuleId, Sides};
use crate::keep::{Stretch, Told};
use crate::record::{Budget, Origin, Record, decisions, follow, record, shelf};
use crate::tale;
use crate::{files, machine};

/// Something that a player asks for besides answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The list of battles.
    Menu,
    /// A battle by its name, and who plays its sides.
    Begin(String, Vec<Seat>),
    /// A first battle to learn by: who plays it is nobody's choice of seats.
    Learn(String, Vec<Seat>),
    /// The same battle from the start, with these dice.
    Again(u64),
    /// The battle that follows this one.
    GoOn,
    /// All that followed from the last click taken back.
    Undo,
    /// The battle as it was after so many decisions.
    LookBack(usize),
    /// The battle played on from the moment that is looked at.
    PlayOn,
    /// The battle saved.
    Save(PathBuf),
    /// A saved battle, by its file or its code.
    Load(PathBuf),
    /// A saved battle deleted.
    Delete(PathBuf),
    /// A code of this saved battle, or of the one that is played, on the clipboard.
    Share(Option<PathBuf>),
    /// This saved battle, or the one that is played, given away as a file.
    Give(Option<PathBuf>),
    /// A picture of the window.
    Picture,
    /// The battle told as a text, in a file.
    Tell,
    /// The battle that is over looked at again: chances, mistakes, luck.
    Analyse,
    /// A lesson that shows this rule.
    Lesson(RuleId),
    /// This lesson, by its id.
    Play(String),
    /// The lesson that is shown, to be played on with free dice.
    Try,
    /// The deed of this decision as a lesson; where none is given that at the moment that is looked at, or the last one.
    Explain(Option<usize>),
    /// Why this decision was made, by its place among all.
    Why(usize),
    /// The page that names and keeps this stretch; the deed that would be explained, where none is given.
    WriteLesson(Option<Stretch>),
    /// This stretch of the battle kept as a lesson.
    KeepLesson(Stretch, Told),
    /// The end of the program.
    Quit,
}

/// What panels ask for. It is granted once all of them have been drawn.
#[derive(Resource, Debug, Default)]
pub struct Wishes {
    /// The answer that was chosen.
    pub order: Option<Order>,
    /// It is meant for all questions of its kind, whatever is set for the next answer.
    pub is_every_time: bool,
    /// What was asked for otherwise.
    pub wish: Option<Wish>,
}

/// Battles of more decisions are told without the odds beforehand.
const FORETOLD: usize = 1_500;

/// Where quick saves go, in the folder of all saves.
pub const QUICK_SAVE: &str = "sortie-quick.json";

/// What keys wish for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Wishes>();
    app.add_observer(|_: On<'_, '_, Decided>, mut wishes: ResMut<'_, Wishes>| wishes.order = None);
    app.on_key(|key: Pressed<'_>, mut wishes: ResMut<'_, Wishes>, mut notices: ResMut<'_, Notices>| match key.act {
        Act::EndTurn => match key.look.and_then(|look| look.question()?.choices.as_ref()) {
            Some(choices) if choices.iter().all(|choice| choice.order.verb != END_TURN) => {
                notices.told = Some("Answer the question first.".to_owned());
            }
            _ => wishes.order = Some(Order::new(END_TURN)),
        },
        Act::Undo => wishes.wish = Some(Wish::Undo),
        Act::Save => wishes.wish = Some(Wish::Save(QUICK_SAVE.into())),
        Act::Load => wishes.wish = Some(Wish::Load(QUICK_SAVE.into())),
        Act::Share => wishes.wish = Some(Wish::Share(None)),
        _ => {}
    });
}

/// Grants a wish.
pub(super) fn grant(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, wish: Wish) {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    match wish {
        Wish::Quit => {
            // What is played keeps itself on the way out.
            if let Some(mut exits) = world.get_resource_mut::<Messages<AppExit>>() {
                exits.write(AppExit::Success);
            }
        }
        Wish::Menu => {
            put_away(world, overlay, shown);
            // That page has a button of its own on the start screen.
            overlay.edit::<LearnPage>().open = false;
        }
        Wish::Begin(name, seats) => begin(world, overlay, shown, (&name, seats, false)),
        Wish::Learn(name, seats) => begin(world, overlay, shown, (&name, seats, true)),
        Wish::Again(seed) => {
            let before = shown.battle.and_then(|battle| world.get::<Origin>(battle).cloned());
            let Some(before) = before else { return };
            put_away(world, overlay, shown);
            overlay.edit::<NextBattle>().seed = seed;
            (shown.battle, shown.loaded) = (Some(Origin { seed, ..before }.begin(world)), None);
            shown.mind = Some(crate::ai::Mind::new(overlay.of::<Pace>().skill, seed));
        }
        Wish::GoOn => {
            let (Some(library), Some(battle)) = (library, shown.battle) else { return };
            // As it ended: the hours after it belong to the next one.
            let kept = keep_shown(world, overlay, shown, Duration::ZERO, true);
            match follow(&library, world, battle) {
                Ok(Some(next)) => {
                    put_away(world, overlay, shown);
                    let next_seed = &mut overlay.edit::<NextBattle>().seed;
                    *next_seed = next_seed.wrapping_add(1);
                    let begun = origin(&next.scenario, &next.before.settings, overlay.of::<NextBattle>().seed);
                    let battle = Origin { before: Some(Box::new(next.before)), ..begun }.begin(world);
                    let seats: Vec<String> = shown.seats.iter().map(|seat| seat.word()).collect();
                    *shown =
                        Shown::new(&next.scenario, battle, overlay.of::<NextBattle>().seed, overlay.of::<Pace>().skill)
                            .seated(&seats);
                    shown.note_seats(world);
                    overlay.edit::<Notices>().said = kept.err();
                }
                Ok(None) => overlay.say("Nothing follows this battle.".to_owned()),
                Err(why) => overlay.say(why.to_string()),
            }
        }
        Wish::Analyse => {
            let played = shown.battle.and_then(|battle| Played::of(world, battle));
            let slot = overlay.of::<Saves>().slot().map(Path::to_owned);
            if let Some(played) = played {
                let record = || shown.battle.and_then(|battle| record(world, battle));
                overlay.edit::<Review>().begin(played, slot, record);
                overlay.edit::<EndPage>().seen = true;
            }
        }
        Wish::Lesson(rule) => {
            let (Some(library), Some(ruleset)) = (library, ruleset(world, overlay, shown)) else { return };
            let lessons = overlay.edit::<Lessons>().of(&library, ruleset, rule);
            let lesson = lesson::Shown::new(lessons);
            if lesson.is_none() {
                overlay.say(format!("No lesson shows {rule}."));
            }
            overlay.edit::<LessonPage>().shown = lesson;
        }
        Wish::Play(id) => {
            let (Some(library), Some(ruleset)) = (library, ruleset(world, overlay, shown)) else { return };
            let lessons = overlay.edit::<Lessons>().named(&library, ruleset, &id);
            overlay.edit::<LessonPage>().shown = lesson::Shown::new(lessons);
        }
        Wish::Try => {
            let Some(tried) = overlay.edit::<LessonPage>().shown.take() else { return };
            put_away(world, overlay, shown);
            let Some(library) = library else { return };
            let next = overlay.of::<NextBattle>();
            let battle = tried.freed(world, &library, &next.settings, next.seed);
            let sides = world.get::<Sides>(battle).map_or(0, |sides| sides.0.len());
            let seats = vec![Seat::Me; sides];
            overlay.edit::<Book>().open = false;
            overlay.edit::<Saves>().open = false;
            let mind = Some(crate::ai::Mind::new(overlay.of::<Pace>().skill, overlay.of::<NextBattle>().seed));
            let title = tried.title().to_owned();
            // What the lesson has shown was no secret.
            let loaded = Some(decisions(world, battle).len());
            *shown = Shown { battle: Some(battle), title, seats, mind, loaded, ..Shown::default() };
            shown.note_seats(world);
        }
        Wish::Explain(at) => keeping::explain(world, overlay, shown, at),
        Wish::Why(at) => reasons::ask(world, overlay, shown, at),
        Wish::WriteLesson(stretch) => match stretch.or_else(|| overlay.of::<Timeline>().deed()) {
            Some(stretch) => overlay.edit::<Keeping>().open(stretch),
            None => overlay.say("Nothing has been done yet that could be kept.".to_owned()),
        },
        Wish::KeepLesson(stretch, told) => keeping::write(world, overlay, shown, stretch, &told),
        Wish::LookBack(to) => timeline::look_back(world, overlay, shown, to),
        Wish::PlayOn => timeline::play_on(world, overlay, shown),
        Wish::Undo if shown.past.is_some() => {
            overlay.say("Nothing can be taken back while you look back; go to now first.".to_owned());
        }
        Wish::Undo => undo::take_back(world, overlay, shown),
        Wish::Save(path) => {
            overlay.edit::<Notices>().said = None;
            let Some(record) = shown.battle.and_then(|battle| record(world, battle)) else {
                overlay.say("This battle cannot be saved.".to_owned());
                return;
            };
            let saves = overlay.edit::<Saves>();
            match saves.place(&path).and_then(|path| saves.write(&record, &path).map(|()| path)) {
                Ok(path) => overlay.edit::<Notices>().told = Some(format!("Saved: {}.", saves::name(&path))),
                Err(why) => overlay.say(why),
            }
        }
        Wish::Delete(path) => {
            let wrong = overlay.edit::<Saves>().delete(&path).err();
            overlay.edit::<Notices>().said = wrong;
        }
        Wish::Share(file) => {
            overlay.edit::<Saves>().at = overlay.of::<Timeline>().at.filter(|_| file.is_none());
            let found = match file {
                Some(file) => Record::read(&file).map(Some),
                None => Ok(shown.battle.and_then(|battle| record(world, battle))),
            };
            match found.and_then(|record| record.map(|record| record.code()).transpose()) {
                Ok(Some(code)) => overlay.edit::<Saves>().code = Some(code),
                Ok(None) => overlay.say("This battle has no code: it did not begin as any other.".to_owned()),
                Err(why) => overlay.say(why.to_string()),
            }
        }
        Wish::Give(file) => handed::give(world, overlay, shown, file.as_deref()),
        Wish::Picture => handed::picture(world, overlay, &shown.title),
        Wish::Tell => tell(world, overlay, shown),
        Wish::Load(path) => {
            let Some(library) = library else { return };
            let is_quick = path == Path::new(QUICK_SAVE);
            let path = match overlay.of::<Saves>().place(&path) {
                Ok(path) if is_quick && !files::exists(&path) => {
                    overlay.say("nothing has been saved by `Save` yet".to_owned());
                    return;
                }
                Ok(path) => path,
                Err(why) => {
                    overlay.say(why);
                    return;
                }
            };
            let loaded = Record::find(&path).map_err(|why| why.to_string()).and_then(|record| {
                // Nobody looks at a window for longer that does not answer.
                let budget = Budget::usual();
                let scenario = record.scenario_within(&library, &budget).map_err(|why| why.to_string())?;
                let battle = record.play_within(world, scenario.setup.clone(), &budget);
                let battle = battle.map_err(|why| why.to_string())?;
                Ok((scenario, battle, record))
            });
            match loaded {
                Ok((scenario, battle, record)) => {
                    put_away(world, overlay, shown);
                    *shown =
                        Shown::new(&scenario, battle, record.seed, overlay.of::<Pace>().skill).seated(&record.seats);
                    shown.loaded = Some(record.decisions.len());
                    overlay.edit::<Saves>().loaded(world, battle, &path);
                    overlay.edit::<Saves>().open = false;
                    overlay.edit::<Preferences>().game = Some(scenario.ruleset.as_str().to_owned());
                }
                Err(why) => overlay.say(why),
            }
        }
    }
}

/// Begins a battle by its name with these at its sides. `teaches`: they were chosen by nobody.
fn begin(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, (name, seats, teaches): (&str, Vec<Seat>, bool)) {
    let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) else { return };
    match library.scenario(name) {
        Ok(scenario) => {
            put_away(world, overlay, shown);
            let next = overlay.of::<NextBattle>();
            let seed = next.seed;
            let battle = origin(&scenario, &next.settings, seed).begin(world);
            *shown = Shown { seats, teaches, ..Shown::new(&scenario, battle, seed, overlay.of::<Pace>().skill) };
            shown.note_seats(world);
            overlay.edit::<Preferences>().game = Some(scenario.ruleset.as_str().to_owned());
        }
        Err(problems) => overlay.edit::<Notices>().said = problems.first().map(ToString::to_string),
    }
}

/// The ruleset whose book is open: that of the battle, else of the game that is chosen.
pub(super) fn ruleset(world: &World, overlay: &Overlay, shown: &Shown) -> Option<Key> {
    let played = shown.battle.and_then(|battle| Some(Look::at(world, battle)?.rules().name));
    let chosen = || Some(overlay.of::<Listed>().rules(&overlay.of::<NextBattle>().chosen)?.name);
    played.or_else(chosen)
}

/// Puts the battle that is shown away, kept as it is, and all that belonged to it.
fn put_away(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    timeline::to_now(world, overlay, shown);
    let kept = keep_shown(world, overlay, shown, Duration::ZERO, true);
    if let Some(battle) = shown.battle.take() {
        // The start screen stays at what was just played, and before a battle to learn by with those who were chosen there.
        let chosen = world.get::<Origin>(battle).and_then(|origin| {
            let (next, skill) = (overlay.of::<NextBattle>(), overlay.of::<Pace>().skill);
            let own = if shown.teaches { next.own(overlay.of(), &origin.scenario, skill) } else { None };
            Chosen::played(overlay.of(), &origin.scenario, own.as_deref().unwrap_or(&shown.seats))
        });
        if let Some(chosen) = chosen {
            overlay.edit::<NextBattle>().chosen = chosen;
        }
        world.despawn(battle);
    }
    overlay.begin();
    overlay.edit::<Notices>().said = kept.err();
}

/// The odds of what was decided in a battle. A long one has none: nobody looks at a window for so long that does not answer.
pub(super) fn odds_of(world: &mut World, battle: Entity) -> Vec<tale::Foretold> {
    let is_short = decisions(world, battle).len() <= FORETOLD;
    if is_short { tale::foretold(world, battle) } else { Vec::new() }
}

/// Writes the battle as a text, as far as those at this screen know of it.
fn tell(world: &mut World, overlay: &mut Overlay, shown: &Shown) {
    let Some(battle) = shown.battle else { return };
    let odds = odds_of(world, battle);
    let Some(look) = Look::at(world, battle) else { return };
    let text = tale::text(shown.seen(look), &shown.title, &odds);
    let told = match machine::HANDS_OVER {
        true => {
            let name = shelf::called(&shown.title, "md");
            machine::give(&name, text.as_bytes())
                .map(|()| format!("The battle is told in {name}, among the downloads."))
        }
        false => overlay
            .of::<Saves>()
            .tell(&shown.title, &text)
            .map(|path| format!("The battle is told in {}", path.display())),
    };
    overlay.tell_of(told);
}
