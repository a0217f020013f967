//! What a step of a talk shows, and how moments and links become steps.

use std::path::Path;

use bevy::ecs::prelude::World;
use bevy_egui::egui::{Context, TextureHandle, TextureOptions};

use super::{Presenter, hidden};
use crate::battle::Look;
use crate::files;
use crate::link::Link;
use crate::overlay::book::Book;
use crate::overlay::export::read_png;
use crate::overlay::hud::Hud;
use crate::overlay::learn::LearnPage;
use crate::overlay::lesson::{LessonPage, Lessons};
use crate::overlay::opened;
use crate::overlay::panels::Decided;
use crate::overlay::saves::Saves;
use crate::overlay::screen::{Overlay, Shelf, Shown};
use crate::overlay::start::Listed;
use crate::overlay::timeline::Timeline;
use crate::overlay::wishes::{self, Wish};
use crate::record::record;
use crate::talk::{MOST_STEPS, Shows, Step};

/// No picture of a talk is a larger file.
const MOST_BYTES: u64 = 64 << 20;

/// Shows the step that is wanted, takes up what is to become one, and keeps hidden what is to stay so.
pub(in crate::overlay) fn tend(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    if let Some(step) = overlay.edit::<Presenter>().wanted.take() {
        show(world, overlay, shown, step);
    }
    if std::mem::take(&mut overlay.edit::<Presenter>().adds) {
        match moment(world, overlay, shown) {
            Ok(step) => take_up(overlay, step),
            Err(why) => overlay.say(why),
        }
    }
    for link in std::mem::take(&mut overlay.edit::<Presenter>().links) {
        let title = title(world, overlay, shown, &link);
        take_up(overlay, Step::of(&title, link));
    }
    if overlay.of::<Presenter>().on && !overlay.of::<Presenter>().is_at_work(overlay.of()) {
        let with = overlay.edit::<Presenter>();
        (with.on, with.tool) = (false, super::Tool::Play);
        with.leave_step();
        with.marks.wipe();
    }
    hide(world, overlay, shown);
    keep(overlay);
}

/// Shows a step in place of what the one before has shown.
fn show(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, at: usize) {
    let Some(step) = overlay.of::<Presenter>().talk.steps.get(at).cloned() else { return };
    // Where those who look on have a window of their own the desk stays as it is.
    let is_alone = overlay.of::<Hud>().presents || !overlay.of::<Presenter>().audience;
    overlay.edit::<Book>().open = false;
    overlay.edit::<LessonPage>().shown = None;
    overlay.edit::<LearnPage>().open = false;
    overlay.edit::<Saves>().open = false;
    let with = overlay.edit::<Presenter>();
    with.leave_step();
    (with.at, with.on, with.open) = (Some(at), true, false);
    with.hides = step.hides.into_iter().collect();
    with.marks.wipe();
    let known = with.battle.clone().filter(|(_, battle)| Some(*battle) == shown.battle);
    match step.shows {
        Shows::Picture(path) => with.picture_of = Some(path),
        Shows::Link(Link::Battle { code, at: moment }) if known.as_ref().is_some_and(|(known, _)| *known == code) => {
            wishes::grant(world, overlay, shown, Wish::LookBack(moment.unwrap_or(usize::MAX)));
        }
        Shows::Link(link) => {
            // A tour has a page of its own, which lies behind every battle.
            if let Link::Tour(_) = link {
                wishes::grant(world, overlay, shown, Wish::Menu);
            }
            opened::open(world, overlay, shown, &link.to_string());
            if let Link::Battle { code, .. } = link {
                overlay.edit::<Presenter>().battle = shown.battle.map(|battle| (code, battle));
            }
        }
    }
    overlay.edit::<Hud>().presents = is_alone;
}

/// The moment that is looked at, as a step.
fn moment(world: &World, overlay: &Overlay, shown: &Shown) -> Result<Step, String> {
    let record = shown.battle.and_then(|battle| record(world, battle)).ok_or("this battle cannot be kept in a talk")?;
    let code = record.code().map_err(|why| why.to_string())?;
    let at = Some(overlay.of::<Timeline>().now());
    let mut step = Step::of(&shown.title, Link::Battle { code, at });
    step.hides = overlay.of::<Presenter>().hides.iter().cloned().collect();
    Ok(step)
}

/// What a step is called that shows this, until somebody calls it otherwise.
fn title(world: &World, overlay: &mut Overlay, shown: &Shown, link: &Link) -> String {
    match link {
        Link::Lesson { id, of } => {
            let shelf = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
            let games = overlay.of::<Listed>().rulesets().map(|(_, game)| game);
            let game = games.into_iter().find(|game| of.as_deref().is_none_or(|of| game.as_str() == of));
            let found = shelf.zip(game).map(|(shelf, game)| overlay.edit::<Lessons>().named(&shelf, game, id));
            let found = found.and_then(|all| all.first().map(|lesson| lesson.title.clone()));
            found.unwrap_or_else(|| format!("Lesson {id}"))
        }
        Link::Rule { id, .. } => format!("Rule {id}"),
        Link::Tour(of) => {
            let title = overlay.of::<Listed>().titled(of);
            format!("Tour of {}", title.unwrap_or(of))
        }
        Link::Battle { .. } if shown.battle.is_some() => shown.title.clone(),
        Link::Battle { .. } => "A battle".to_owned(),
    }
}

fn take_up(overlay: &mut Overlay, step: Step) {
    let with = overlay.edit::<Presenter>();
    if with.talk.steps.len() >= MOST_STEPS {
        overlay.say(format!("Your talk has {MOST_STEPS} steps already."));
        return;
    }
    with.take_up(step);
}

/// What stays hidden is that of the sides that are chosen, for as long as somebody presents.
fn hide(world: &World, overlay: &mut Overlay, shown: &mut Shown) {
    let (presents, with) = (overlay.of::<Hud>().presents, overlay.of::<Presenter>());
    let look = shown.battle.and_then(|battle| Look::at(world, battle)).filter(|_| presents && !with.hides.is_empty());
    let sides = look.map_or_else(Vec::new, |look| hidden(look, &with.hides));
    if shown.hides != sides {
        shown.hides = sides;
        // What panels have worked out is of what was known before.
        overlay.tell(Decided);
    }
}

/// Keeps a talk that has changed where it has a place of its own.
fn keep(overlay: &mut Overlay) {
    let with = overlay.edit::<Presenter>();
    if !with.is_to_be_kept() {
        return;
    }
    with.unkept = false;
    let Some(place) = with.place.clone() else { return };
    let written = match with.talk.steps.is_empty() {
        false => with.talk.write(&place),
        true if files::exists(&place) => files::remove(&place).map_err(|why| format!("{}: {why}", place.display())),
        true => Ok(()),
    };
    if let Err(why) = written {
        overlay.say(why);
    }
}

/// A picture of a step; else why there is none.
pub(super) fn texture(context: &Context, path: &Path) -> Result<TextureHandle, String> {
    let wrong = |why: String| format!("{}: {why}", path.display());
    let bytes = files::read(path, MOST_BYTES).map_err(|why| wrong(why.to_string()))?;
    let image = read_png(&bytes).map_err(wrong)?;
    let most = context.input(|input| input.max_texture_side);
    if image.size.iter().any(|side| *side > most) {
        return Err(wrong(format!("found a picture of {:?} pixels, expected at most {most} a side", image.size)));
    }
    Ok(context.load_texture("picture of a talk", image, TextureOptions::LINEAR))
}
