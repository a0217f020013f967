//! The time-line: looks back at any moment of a battle, lets it run again, and
//! plays on from there.

mod advised;
mod again;
mod bar;
mod idle;
mod mark;
mod opens;
mod past;
mod repeats;
mod said;

use std::time::Duration;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};
use bevy_egui::egui::{Panel, Stroke, StrokeKind, vec2};

use super::course::Pace;
use super::hud::Hud;
use super::keys::Act;
use super::motion::Motion;
use super::panels::{Back, Begun, Frame, Height, Panels, Pressed};
use super::preferences::Preferences;
use super::screen::{Overlay, Shown};
use super::theme;
use super::wishes::{Wish, Wishes};
use crate::battle::{Look, Order, SideId};
use crate::keep::Stretch;
use crate::record::{Origin, decisions, redo};

use self::mark::Mark;
use self::past::barred;

pub use self::advised::advised;
pub use self::again::{in_a_row, would, would_go_on, would_now};
pub use self::mark::Gave;
pub(super) use self::past::{Past, look_back, play_on, to_now};
pub use bar::{EXPLAINS, WHY, looking_back, timeline};

/// What is known of the course of the battle.
#[derive(Resource, Debug, Default)]
pub struct Timeline {
    /// Every decision of the battle as it stands now.
    marks: Vec<Mark>,
    /// How many of them are made in the battle that is looked at, where that
    /// is not the present one.
    pub at: Option<usize>,
    /// It runs by itself.
    playing: bool,
    pause: Duration,
    /// Why nobody may play on from there.
    barred: Option<String>,
}

/// The frame of an earlier moment, the line in a camp that is looked back at, and the keys of time. In the bar of deeds the line
/// lies below.
pub fn plugin(app: &mut App) {
    app.init_resource::<Timeline>();
    app.add_panel(Height::Field, |Frame { ui, places, .. }: Frame<'_>, line: Res<'_, Timeline>, hud: Res<'_, Hud>| {
        if line.looks_back() && !hud.presents {
            let edge = Stroke::new(3.0, theme::accent());
            ui.painter().rect_stroke(places.field.expand2(vec2(0.0, 2.0)), 0.0, edge, StrokeKind::Inside);
        }
    });
    app.add_panel(
        Height::Camp,
        |Frame { ui, look, .. }: Frame<'_>,
         mut line: ResMut<'_, Timeline>,
         mut wishes: ResMut<'_, Wishes>,
         likes: Res<'_, Preferences>| {
            // A camp has little to look back at, and needs the room.
            if line.looks_back() {
                let below = Panel::bottom("timeline").resizable(false);
                below.show(ui, |ui| timeline(ui, look, &mut line, &mut wishes, &likes.keys));
            }
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut line: ResMut<'_, Timeline>| *line = Timeline::default());
    app.on_back(Back::Past, |line: Res<'_, Timeline>, mut wishes: ResMut<'_, Wishes>| {
        let is_past = line.looks_back();
        if is_past {
            wishes.wish = Some(Wish::LookBack(usize::MAX));
        }
        is_past
    });
    app.on_key(|key: Pressed<'_>, mut line: ResMut<'_, Timeline>, mut wishes: ResMut<'_, Wishes>| {
        let wish = match key.act {
            Act::Earlier => line.step(-1),
            Act::Later => line.step(1),
            Act::Start => Some(Wish::LookBack(0)),
            Act::Now => Some(Wish::LookBack(usize::MAX)),
            _ => None,
        };
        wishes.wish = wish.or(wishes.wish.take());
        if key.act == Act::Replay {
            line.toggle();
        }
    });
}

impl Timeline {
    /// Notes a decision that is about to be made.
    pub(super) fn about(look: Look<'_>, order: &Order) -> Noted {
        let side = look.question().map_or_else(SideId::default, |question| question.side);
        Noted(Mark::of(look, side, order))
    }

    /// The decision was made; `since`: how many had been made before the click that it followed from.
    pub(super) fn made(&mut self, noted: Noted, (since, gave): (Option<usize>, Gave)) {
        self.marks.push(Mark { since, gave, ..noted.0 });
    }

    /// Whether the computer has made more than half of the decisions that somebody made for a side.
    pub fn is_computers(&self, side: SideId) -> bool {
        let theirs = || self.marks.iter().filter(|mark| mark.side == side.0 && !mark.gave.is_by_itself());
        theirs().filter(|mark| mark.gave == Gave::Computer).count() * 2 > theirs().count()
    }

    /// Whether nobody was asked about a decision, by its place among all.
    pub fn is_unasked(&self, at: usize) -> bool {
        self.marks.get(at).is_some_and(|mark| mark.gave.is_by_itself())
    }

    /// How many decisions had been made before the click that one of them followed from, by its place among all.
    pub fn since(&self, at: usize) -> Option<usize> {
        self.marks.get(at)?.since
    }

    /// Whether an earlier moment is looked at.
    pub fn looks_back(&self) -> bool {
        self.at.is_some()
    }

    /// How many decisions had been made when a line of the log was written.
    pub fn moment_of(&self, fact: usize) -> usize {
        self.marks.partition_point(|mark| mark.facts <= fact)
    }

    /// Whether there is anything to look back at.
    pub fn is_there(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The deed at the moment that is looked at, with the answers in its middle; the last one where nothing earlier is looked
    /// at.
    pub fn deed(&self) -> Option<Stretch> {
        self.deed_of(self.at)
    }

    /// The deed that a decision is part of, by its place among all; the last one that came to anything where none is given.
    pub fn deed_of(&self, at: Option<usize>) -> Option<Stretch> {
        let upto = at.map_or(self.marks.len(), |at| at + 1).min(self.marks.len());
        let is_idle = |mark: &Mark| at.is_none() && mark.is_idle;
        let before = self.marks.get(..upto)?;
        let from = before.iter().rposition(|mark| mark.is_of_turn && !is_idle(mark));
        let from = from.or_else(|| upto.checked_sub(1))?;
        let after = self.marks.get(from + 1..)?;
        let to = after.iter().position(|mark| mark.is_of_turn).map_or(self.marks.len(), |more| from + 1 + more);
        Some(Stretch { from, to })
    }

    /// The last decision that came to anything, in words; nothing once something is shown that somebody else does.
    pub fn latest(&self, look: Look<'_>, motion: &Motion) -> Option<String> {
        let at = self.last_deed()?;
        let by = self.marks.get(at)?.by;
        self.said(look, at).filter(|_| !motion.goes_on_without(by))
    }

    /// How many facts had been told before the last deed, and before the last one of those who sit here.
    pub fn lately(&self, look: Look<'_>) -> (usize, usize) {
        let is_own = |mark: &&Mark| !mark.is_idle && look.is_played_here(SideId(mark.side));
        let facts = |mark: Option<&Mark>| mark.map_or(0, |mark| mark.facts);
        let last = self.last_deed().and_then(|at| self.marks.get(at));
        (facts(last), facts(self.marks.iter().rev().find(is_own)))
    }

    /// How many facts had been told before those who sit here decided anything last themselves: what was answered for them, as by a
    /// plan that they keep, is nothing that they did.
    pub fn since_own(&self, look: Look<'_>) -> usize {
        let is_own = |mark: &&Mark| !mark.is_idle && look.is_played_here(SideId(mark.side));
        let by_hand = |mark: &&Mark| is_own(mark) && !mark.gave.is_by_itself();
        self.marks.iter().rev().find(by_hand).map_or(0, |mark| mark.facts)
    }

    /// Whether somebody who sits here has done anything in a turn.
    pub fn has_acted(&self, look: Look<'_>) -> bool {
        let is_own = |mark: &Mark| !mark.is_idle && look.is_played_here(SideId(mark.side));
        self.marks.iter().any(|mark| mark.is_of_turn && is_own(mark))
    }

    /// The last deed at the moment that is looked at, once so many facts have been shown, and the answers in its middle, in the
    /// order in which they were decided: the place of each among all decisions, and how many facts had been told before it.
    /// Whoever ends a turn in which they have done something is told of with that.
    pub fn last_told(&self, shown: usize) -> Vec<(usize, usize)> {
        let made = self.marks.iter().take(self.now()).enumerate().take_while(|(_, mark)| mark.facts <= shown);
        let made: Vec<(usize, &Mark)> = made.filter(|(_, mark)| mark.is_of_turn || !mark.is_idle).collect();
        let mark = |place: usize| made.get(place).map(|(_, mark)| *mark);
        let begins = |place: &usize| {
            let before = place.checked_sub(1).and_then(mark);
            mark(*place).is_some_and(|mark| mark.begins(before))
        };
        let Some(last) = (0..made.len()).rev().find(begins) else { return Vec::new() };
        let done = (0..last).rev().find(begins).filter(|done| {
            let both = mark(*done).zip(mark(last));
            both.is_some_and(|(done, last)| last.is_idle && done.is_of_turn && done.is_in_turn_of(last))
        });
        let from = done.unwrap_or(last);
        // That a turn ends is not told after what was done in it.
        let told = made.iter().enumerate().skip(from).filter(|(place, (_, mark))| *place == from || !mark.is_idle);
        told.map(|(_, (at, mark))| (*at, mark.facts)).collect()
    }

    fn last_deed(&self) -> Option<usize> {
        self.marks.iter().rposition(|mark| !mark.is_idle)
    }

    /// A decision in words, by its place among all.
    pub fn said(&self, look: Look<'_>, at: usize) -> Option<String> {
        self.marks.get(at).map(|mark| mark.words(look))
    }

    /// Runs by itself, or stops.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        self.pause = Duration::ZERO;
    }

    /// The wish to be so many decisions further on.
    pub fn step(&self, by: isize) -> Option<Wish> {
        let to = self.now().saturating_add_signed(by);
        (to != self.now() && to <= self.marks.len()).then_some(Wish::LookBack(to))
    }

    /// Nothing earlier is looked at, and nothing runs.
    fn stop(&mut self) {
        (self.at, self.playing) = (None, false);
    }

    /// How many decisions had been made at the moment that is looked at.
    pub fn now(&self) -> usize {
        self.at.unwrap_or(self.marks.len())
    }

    /// How many decisions the battle has as it stands now.
    pub fn count(&self) -> usize {
        self.marks.len()
    }

    /// Whether it runs by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }
}

/// A decision that was noted before it was made.
pub(super) struct Noted(Mark);

impl Noted {
    /// Who decided what, as far as those may know who look.
    pub(super) fn words(&self, look: Look<'_>) -> String {
        self.0.words(look)
    }
}

/// Keeps the time-line true to the battle, and lets it run.
pub(super) fn tend(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, passed: Duration) {
    if shown.past.as_ref().is_some_and(|past| Some(past.of) != shown.battle) {
        to_now(world, overlay, shown);
    }
    let known = shown.battle.filter(|battle| world.get::<Origin>(*battle).is_some());
    let Some(battle) = known else {
        *overlay.edit::<Timeline>() = Timeline::default();
        return;
    };
    let made = decisions(world, battle).len();
    overlay.edit::<Timeline>().marks.truncate(made);
    if overlay.edit::<Timeline>().marks.len() < made {
        overlay.edit::<Timeline>().marks = learn(world, battle);
    }
    let why = shown.past.as_ref().and_then(|past| barred(world, overlay, shown, past));
    overlay.edit::<Timeline>().barred = why;
    if overlay.edit::<Timeline>().playing {
        let line = overlay.edit::<Timeline>();
        line.pause = line.pause.saturating_sub(passed);
        if overlay.edit::<Timeline>().pause.is_zero() {
            let next = overlay.edit::<Timeline>().at.map_or(0, |at| at + 1);
            look_back(world, overlay, shown, next);
            let pause = overlay.of::<Pace>().pause(overlay.of());
            overlay.edit::<Timeline>().pause = pause;
        }
    }
}

/// Plays a battle again to learn when everything in it was decided.
fn learn(world: &mut World, battle: Entity) -> Vec<Mark> {
    let made = decisions(world, battle).to_vec();
    let Some(origin) = world.get::<Origin>(battle).cloned() else { return Vec::new() };
    let again = origin.begin(world);
    let mut marks = Vec::with_capacity(made.len());
    // What cannot be played again can still be counted; this is done every frame until it is known.
    let _ = redo(world, again, &made, |look, decision| marks.push(Mark::of(look, decision.side, &decision.order)));
    if let Some(look) = Look::at(world, again) {
        let others = made.iter().skip(marks.len());
        marks.extend(others.map(|decision| Mark::of(look, decision.side, &decision.order)));
    }
    world.despawn(again);
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Unaware;

    /// Verbs of decisions that let something be.
    const IDLE: [&str; 2] = ["end turn", "not now"];

    /// A decision of this verb.
    fn a_mark(verb: &str) -> Mark {
        Mark {
            side: 0,
            round: 1,
            turn: None,
            facts: 0,
            since: None,
            gave: Gave::default(),
            by: None,
            who: "Ann".to_owned(),
            sentence: verb.to_owned(),
            attempt: None,
            is_idle: IDLE.contains(&verb),
            is_of_turn: true,
            goes_on: false,
            is_secret: false,
            unaware: Unaware::default(),
            side_name: "Side".to_owned(),
        }
    }

    /// Promise: what is told of the last decision is something that was done; that somebody let it be is no news.
    #[test]
    fn what_was_let_be_is_not_told_as_the_last_deed() {
        let line =
            |verbs: &[&str]| Timeline { marks: verbs.iter().map(|verb| a_mark(verb)).collect(), ..Timeline::default() };
        assert_eq!(line(&["attack", "not now", "end turn"]).last_deed(), Some(0));
        assert_eq!(line(&["attack", "dodge"]).last_deed(), Some(1));
        assert_eq!(line(&["end turn"]).last_deed(), None);
    }

    /// Promise: a side is the computer's where that made most of its decisions, whatever was answered by itself.
    #[test]
    fn a_side_is_the_computers_that_it_mostly_played() {
        let mark = |(side, gave): &(u8, Gave)| Mark { side: *side, gave: *gave, ..a_mark("attack") };
        let line = |all: &[(u8, Gave)]| Timeline { marks: all.iter().map(mark).collect(), ..Timeline::default() };
        let (own, computer, nobody) = ((0, Gave::Somebody), (0, Gave::Computer), (0, Gave::Nobody));
        let habit = (0, Gave::Habit);
        let theirs = (1, Gave::Computer);
        assert!(line(&[own, computer, computer, nobody]).is_computers(SideId(0)));
        assert!(!line(&[own, computer, theirs, theirs]).is_computers(SideId(0)), "half is not most");
        assert!(!line(&[own, nobody, nobody]).is_computers(SideId(0)));
        assert!(line(&[computer, habit, habit]).is_computers(SideId(0)));
        assert!(line(&[own, theirs]).is_computers(SideId(1)));
        assert!(!Timeline::default().is_computers(SideId(0)));
    }

    /// Promise: what is told of the last blow stays where the next plan or answer was given by itself, and goes once they decide.
    #[test]
    fn what_was_answered_by_itself_is_no_deed_of_theirs() {
        let mark = |facts: usize, gave: Gave| Mark { facts, gave, ..a_mark("attack") };
        crate::overlay::trial::in_game("hursagmu", |look| {
            let look = look.for_players([SideId(0)]);
            let since = |marks: Vec<Mark>| Timeline { marks, ..Timeline::default() }.since_own(look);
            let (own, habit, nobody) = (mark(3, Gave::Somebody), mark(7, Gave::Habit), mark(8, Gave::Nobody));
            assert_eq!(since(vec![own.clone(), habit.clone(), nobody.clone()]), 3);
            assert_eq!(since(vec![own, habit, mark(9, Gave::Somebody), nobody]), 9);
            assert_eq!(since(vec![mark(7, Gave::Habit)]), 0);
        });
    }

    /// Promise: what is explained is a deed with the answers in its middle, and not half of it.
    #[test]
    fn a_deed_is_explained_with_the_answers_in_its_middle() {
        let mark = |verb: &&str| Mark { is_of_turn: *verb != "dodge", is_idle: IDLE.contains(verb), ..a_mark(verb) };
        let verbs = ["move", "attack", "dodge", "end turn"];
        let line = |at| Timeline { marks: verbs.iter().map(mark).collect(), at, ..Timeline::default() };
        let deed = |at| line(at).deed().map(|found| (found.from, found.to));
        assert_eq!(deed(None), Some((1, 3)));
        assert_eq!(deed(Some(0)), Some((0, 1)));
        assert_eq!((deed(Some(1)), deed(Some(2))), (Some((1, 3)), Some((1, 3))));
        assert_eq!(deed(Some(3)), Some((3, 4)));
        assert_eq!(Timeline::default().deed(), None);
    }
}
