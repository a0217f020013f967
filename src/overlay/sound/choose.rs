//! Which event sounds how.

use crate::battle::{Change, Decisions, Id, Look, Purpose};
use crate::board::Square;
use crate::looks::Texture;
use crate::overlay::motion::{self, Show, TUMBLE};
use crate::sound::{BOOK, Book, Sound};

/// Seconds between two steps.
const STRIDE: f64 = 0.15;
/// More steps than these nobody counts.
const STEPS: usize = 5;
/// Decisions that are looked back for what a blow is struck with.
const BACK: usize = 6;

/// A sound, the seconds until it is heard, and its column of the field.
type Heard = (Sound, f64, f32);

/// What is heard of something that has just begun to be shown, where so many of its seconds pass in one.
pub fn of(look: Look<'_>, show: &Show, rate: f64) -> Vec<Heard> {
    let Ok(book) = BOOK.as_ref() else { return Vec::new() };
    // Nobody hears what they do not know of.
    if !show.over().into_iter().flatten().all(|id| look.knows_of(id)) {
        return Vec::new();
    }
    let at = |id: Id| {
        let body = look.footprint(id);
        body.at.x as f32 + body.side as f32 / 2.0
    };
    let one = |sound: Option<Sound>, place: f32| sound.map(|sound| (sound, 0.0, place)).into_iter().collect();
    match show {
        Show::Streak { who, points } => steps(look, *who, points, rate),
        Show::Blow { by, at: target, .. } => one(Some(blow(book, look, *by, *target)), at(*by)),
        Show::Dice { who, roll, .. } => {
            let warded = roll.purpose == Purpose::Defence && roll.success == Some(true);
            let ward = warded.then(|| (ward(book, look, *who), TUMBLE / rate, at(*who)));
            [(Sound::Dice, 0.0, at(*who))].into_iter().chain(ward).collect()
        }
        Show::Word { over, change, .. } => one(change.as_ref().and_then(|(change, _)| harm(book, change)), at(*over)),
        Show::Area { squares } => {
            let middle = squares.iter().map(|square| square.x as f32 + 0.5).sum::<f32>() / squares.len().max(1) as f32;
            one(done(book, look, None), middle)
        }
        Show::Fall { who, .. } => one(Some(if look.is_dead(*who) { Sound::Die } else { Sound::Fall }), at(*who)),
        Show::Card { who, .. } => one(Some(Sound::Card), at(*who)),
        Show::Scatter { .. } => Vec::new(),
    }
}

/// The steps of somebody on the way, on whatever lies there.
fn steps(look: Look<'_>, who: Id, points: &[Square], rate: f64) -> Vec<Heard> {
    let takes = f64::from(motion::takes(points.len() as f32)) / rate;
    let count = ((takes / STRIDE).round() as usize).clamp(1, STEPS).min(points.len().saturating_sub(1).max(1));
    let heard = |step: usize| {
        let place = points.get((step + 1) * (points.len() - 1) / count)?;
        let ground = look.board().terrain(*place)?;
        let sound = match look.rules().looks.land().texture(ground)? {
            Texture::Soft | Texture::Carpet => Sound::StepEarth,
            Texture::Wet | Texture::Water => Sound::StepWater,
            Texture::Pebbles => Sound::StepGravel,
            Texture::Cobbles | Texture::Flags | Texture::Tiles | Texture::Bricks | Texture::Stairs => Sound::StepStone,
            Texture::Planks | Texture::Grating => Sound::StepWood,
            // Whoever is there falls or flies.
            Texture::Void => return None,
        };
        Some((sound, takes * step as f64 / count as f64, place.x as f32 + 0.5))
    };
    // What has no body goes without a sound, too.
    let walks = !points.is_empty() && !who.is_thing();
    (0..count).filter(|_| walks).filter_map(heard).collect()
}

/// A blow by what it is struck with, else by how far it goes.
fn blow(book: &Book, look: Look<'_>, by: Id, at: Id) -> Sound {
    let (from, to) = (look.footprint(by).at, look.footprint(at).at);
    let far = ((to.x - from.x).abs().max((to.y - from.y).abs()) as f32) > motion::NEAR;
    match done(book, look, Some(by)) {
        // What can be thrown or thrust is swung where it is near.
        Some(Sound::Shot) | None if far => Sound::Shot,
        Some(sound @ (Sound::Gun | Sound::Magic | Sound::Fire)) => sound,
        _ => Sound::Swing,
    }
}

/// How a blow is warded off: turned away, or let go by.
fn ward(book: &Book, look: Look<'_>, who: Id) -> Sound {
    match done(book, look, Some(who)) {
        Some(sound @ (Sound::Swing | Sound::Block)) => sound,
        _ => Sound::Block,
    }
}

/// What was done last, of anybody or of this one's side, by the words for it.
fn done(book: &Book, look: Look<'_>, by: Option<Id>) -> Option<Sound> {
    let decisions = look.battle::<Decisions>()?;
    let side = by.map(|by| look.side(by));
    let mut lately = decisions.0.iter().rev().take(BACK);
    let order = &lately.find(|decision| side.is_none_or(|side| decision.side == side))?.order;
    let with = order.with;
    let gear = by.into_iter().flat_map(|by| look.gear(by)).map(|item| &item.arm);
    let arm = gear.into_iter().find(|arm| Some(arm.name) == with);
    let tags = arm.into_iter().flat_map(|arm| arm.tags.iter().map(|tag| tag.as_str()));
    let words: Vec<&str> = with.iter().map(|name| name.as_str()).chain(tags).collect();
    // What it is done with says more than what it is called.
    book.deed(words.iter().copied()).or_else(|| book.deed(std::iter::once(order.verb.as_str())))
}

/// How much a change hurts, or helps.
fn harm(book: &Book, change: &Change) -> Option<Sound> {
    let lost = change.from.saturating_sub(change.to);
    if book.is_wound(change.what.as_str()) {
        return Some(if lost < 0 { Sound::HitHeavy } else { Sound::Mend });
    }
    if lost == 0 || change.is_price || !book.is_harm(change.what.as_str()) {
        return None;
    }
    // A third of what was left is much.
    let is_much = lost.saturating_mul(3) >= change.from.max(6);
    Some(if lost < 0 {
        Sound::Mend
    } else if is_much {
        Sound::HitHeavy
    } else {
        Sound::HitLight
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_much_is_lost_is_heard() {
        let book = BOOK.as_ref().unwrap();
        let change = |what: &'static str, from, to| Change { who: Id(0), what: what.into(), from, to, is_price: false };
        let of = |what, from, to| harm(book, &change(what, from, to));
        assert_eq!(of("Life", 30, 27), Some(Sound::HitLight));
        assert_eq!(of("Life", 30, 12), Some(Sound::HitHeavy));
        assert_eq!(of("Life", 5, 2), Some(Sound::HitHeavy), "little is much where little is left");
        assert_eq!(of("Hit points", 4, 9), Some(Sound::Mend));
        assert_eq!(of("Toughness", 9, 8), Some(Sound::HitLight));
        assert_eq!(of("crippled", 0, 1), Some(Sound::HitHeavy));
        assert_eq!(of("crippled", 1, 0), Some(Sound::Mend));
        assert_eq!(of("Morale", 8, 2), None, "nerves are not heard");
        assert_eq!(of("prone", 0, 1), None);
        assert_eq!(harm(book, &Change { is_price: true, ..change("Life", 30, 12) }), None, "a price is no blow");
    }
}
