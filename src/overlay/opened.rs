//! What a link shows when the window opens: a battle or a moment of it, a lesson, a rule, a tour.

use bevy::ecs::prelude::World;

use super::book::Book;
use super::hud::Hud;
use super::learn::{LearnPage, Part};
use super::lesson::{self, LessonPage, Lessons};
use super::screen::{Overlay, Shelf, Shown};
use super::start::{Listed, NextBattle};
use super::wishes::{self, Wish};
use crate::battle::{Key, RuleId};
use crate::link::{self, Link};

/// Shows it; what is wrong with it is told on the start screen.
pub(super) fn open(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, link: &str) {
    overlay.edit::<Hud>().presents = link::is_bare(link);
    let read = Link::parse(link).map_err(|why| why.to_string());
    if let Err(why) = read.and_then(|link| link.map_or(Ok(()), |link| show(world, overlay, shown, link))) {
        overlay.say(why);
    }
}

fn show(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, link: Link) -> Result<(), String> {
    match link {
        Link::Battle { code, at } => {
            wishes::grant(world, overlay, shown, Wish::Load(code.into()));
            if shown.battle.is_some()
                && let Some(at) = at
            {
                wishes::grant(world, overlay, shown, Wish::LookBack(at));
            }
            Ok(())
        }
        Link::Lesson { id, of } => {
            let Some(shelf) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) else { return Ok(()) };
            for (place, game) in games(overlay, of.as_deref())? {
                let lessons = overlay.edit::<Lessons>().named(&shelf, game, &id);
                if let Some(found) = lesson::Shown::new(lessons) {
                    overlay.edit::<NextBattle>().chosen.turn_to(place);
                    overlay.edit::<LessonPage>().shown = Some(found);
                    return Ok(());
                }
            }
            Err(format!("the link shows the lesson {id}, and no ruleset here has it"))
        }
        Link::Rule { id, of } => {
            for (place, game) in games(overlay, of.as_deref())? {
                if let Some(rule) = Key::find(&id).and_then(|id| overlay.of::<Listed>().rule(game, RuleId::of(id))) {
                    overlay.edit::<NextBattle>().chosen.turn_to(place);
                    overlay.edit::<Book>().look_up(rule);
                    return Ok(());
                }
            }
            Err(format!("the link shows the rule {id}, and no ruleset here has it"))
        }
        Link::Tour(of) => {
            for (place, _) in games(overlay, Some(&of))? {
                overlay.edit::<NextBattle>().chosen.turn_to(place);
                let page = overlay.edit::<LearnPage>();
                (page.open, page.part) = (true, Part::Tour);
            }
            Ok(())
        }
    }
}

/// The games that a link may mean, by their places on the start screen: the one that it names, else all.
fn games(overlay: &Overlay, of: Option<&str>) -> Result<Vec<(usize, Key)>, String> {
    let all = overlay.of::<Listed>().rulesets();
    let meant: Vec<_> = all.filter(|(_, game)| of.is_none_or(|of| game.as_str() == of)).collect();
    match of {
        Some(of) if meant.is_empty() => Err(format!("the link is of the ruleset {of}, which is not there")),
        _ => Ok(meant),
    }
}
