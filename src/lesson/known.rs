//! Whether what a lesson asks about is there to be asked about. What is known and not there right now is 0 or "no"; what
//! nobody ever heard of is a slip of the pen, and is told so with the name that comes nearest.

use std::collections::BTreeSet;

use crate::battle::{HOUSE_RULES, Key, Look, Order, Reads, Rules, Spoken, Word, unknown};

/// Why something is not known.
type Unknown = String;

fn among<'k>(
    kind: &str,
    name: &str,
    known: impl Fn(&str) -> bool,
    all: impl FnOnce() -> Vec<&'k str>,
) -> Result<(), Unknown> {
    if known(name) { Ok(()) } else { Err(unknown(kind, name, all())) }
}

fn texts(names: impl IntoIterator<Item: Into<Key>>) -> Vec<&'static str> {
    names.into_iter().map(|name| name.into().as_str()).collect()
}

/// A condition; whoever has learned something is in no state by that.
pub(super) fn condition(rules: &Rules, name: &str) -> Result<(), Unknown> {
    let states = || rules.conditions.iter().filter(|(_, def)| !def.learned).map(|(state, _)| state);
    among("condition", name, |name| states().any(|state| state.as_str() == name), || texts(states()))
}

/// A rule of the book, or of the house.
pub(super) fn rule(rules: &Rules, name: &str) -> Result<(), Unknown> {
    let house = || HOUSE_RULES.into_iter().map(|(id, _)| id);
    let is_known =
        |name: &str| house().any(|id| id == name) || Key::find(name).is_some_and(|id| rules.book.contains_key(&id));
    among("rule", name, is_known, || texts(rules.book.keys()).into_iter().chain(house()).collect())
}

/// Something that dice are thrown for.
pub(super) fn roll(rules: &Rules, name: &str) -> Result<(), Unknown> {
    let words = rules.words();
    among("roll", name, |name| words.has(Word::Roll, name), || texts(words.all(Word::Roll)))
}

/// Something that may come of a deed.
pub(super) fn outcome(rules: &Rules, name: &str) -> Result<(), Unknown> {
    let words = rules.words();
    let is_known = |name: &str| words.has(Word::Outcome, name) || condition(rules, name).is_ok();
    among("outcome", name, is_known, || texts(words.all(Word::Outcome).chain(rules.conditions.keys())))
}

/// A wound that has a name.
pub(super) fn wound(rules: &Rules, name: &str) -> Result<(), Unknown> {
    let words = rules.words();
    among("wound", name, |name| words.has(Word::Wound, name), || texts(words.all(Word::Wound)))
}

/// The name of a modifier: a word of the rules, or of anything that has a name in the files.
pub(super) fn term(look: Look<'_>, name: &str) -> Result<(), Unknown> {
    let rules = look.rules();
    let terms = || {
        let words = rules.words().all(Word::Term).chain(&rules.named);
        let things = rules.figures.keys().map(|name| &**name).chain(rules.conditions.keys()).chain(rules.arms.keys());
        let tags = rules.arms.values().flat_map(|arm| arm.tags.iter().chain(&arm.types));
        let tags = tags.chain(rules.objects.values().flat_map(|object| &object.tags));
        words.chain(things).chain(rules.objects.keys()).chain(tags)
    };
    let key = Key::find(name);
    let board = look.board();
    let grounds =
        || board.terrains.iter().map(|terrain| &terrain.tags).chain(board.zones.iter().map(|zone| &zone.tags));
    let ground = || grounds().flatten().any(|tag| tag == name);
    if key.is_some_and(|key| terms().any(|term| *term == key)) || ground() {
        return Ok(());
    }
    Err(unknown("modifier", name, texts(terms())))
}

/// A figure of somebody, or what is counted or told of them.
pub(super) fn figure(look: Look<'_>, name: &str) -> Result<Key, Unknown> {
    let rules = look.rules();
    let words = rules.words();
    let known = || rules.figures.keys().map(|name| &**name).chain(words.all(Word::Count));
    let found = known().find(|known| known.as_str() == name);
    let found = found.or_else(|| known().find(|known| known.as_str().eq_ignore_ascii_case(name)));
    // Whatever somebody has counted of it is there.
    let counted = || Key::find(name).filter(|name| look.everybody().any(|id| look.tally(id, *name) != 0));
    found.copied().or_else(counted).ok_or_else(|| {
        let others = ["square", "squares", "place", "facing", "side", "seconds", "left", "conditions", "in hand"];
        unknown("figure", name, texts(known()).into_iter().chain(others))
    })
}

/// A figure that arms have.
pub(super) fn figure_of_arms(rules: &Rules, name: &str) -> Result<Key, Unknown> {
    let known =
        || rules.arms.values().flat_map(|arm| arm.figures.keys()).chain(rules.figures.keys().map(|name| &**name));
    let found = Key::find(name).filter(|name| known().any(|known| known == name));
    found.ok_or_else(|| {
        let others =
            ["wounds", "rounds", "place", "grip", "damage", "types", "tags", "reach", "increment", "range", "hands"];
        let others = others.into_iter().chain(["mass", "scale", "area", "state"]);
        let own: BTreeSet<&str> = rules.arms.values().flat_map(|arm| texts(arm.figures.keys())).collect();
        unknown("figure of an arm", name, own.into_iter().chain(others))
    })
}

/// An order that is spelled right: its verb, and every name in it, are those of something. Whether it may be done is
/// another question.
pub(super) fn order(look: Look<'_>, order: &Spoken) -> Result<(), Unknown> {
    let rules = look.rules();
    let listed = look.question().and_then(|question| question.choices.as_ref());
    let is_listed =
        || listed.into_iter().flatten().any(|choice| choice.order.verb.as_str().eq_ignore_ascii_case(&order.verb));
    let deed = match look.deed_called(&order.verb) {
        Ok(deed) => deed,
        Err(_) if is_listed() => return Ok(()),
        Err(_) => {
            let answers = listed.into_iter().flatten().map(|choice| choice.order.verb.as_str());
            return Err(unknown("deed", &order.verb, texts(rules.deeds.keys()).into_iter().chain(answers)));
        }
    };
    let (reads, board) = (deed.nature().reads, look.board());
    // What has been broken is still known by its name.
    let was_there = |name: &str| board.objects.iter().any(|thing| thing.name.eq_ignore_ascii_case(name));
    if reads.contains(&Reads::At) && !reads.contains(&Reads::Named) {
        for name in order.at.iter().filter_map(|aim| aim.who.as_deref()).filter(|name| !was_there(name)) {
            look.find_or_refuse(name).map_err(|refusal| refusal.why)?;
        }
    } else if reads.contains(&Reads::Named) {
        // A place or a thing somebody has may stand there, too.
        let is_place = |name: &str| look.zoned().is_some() && look.spots().named(board, name).is_some();
        let is_thing = |name: &str| look.everybody().any(|id| look.item_called(id, name).is_some());
        let is_known = |name: &&str| look.find(name).is_some() || was_there(name) || is_place(name) || is_thing(name);
        if let Some(name) = order.at.iter().filter_map(|aim| aim.who.as_deref()).find(|name| !is_known(name)) {
            let people: Vec<&str> = look.everybody().map(|id| look.name(id)).collect();
            let zones = board.zones.iter().map(|zone| zone.name.as_str());
            return Err(unknown("target", name, people.iter().map(|name| &**name).chain(zones)));
        }
    }
    for part in order.at.iter().filter_map(|aim| aim.part.as_deref()) {
        let has = || look.everybody().any(|id| look.item_called(id, part).is_some());
        let parts = || rules.profiles.values().flat_map(|profile| &profile.parts);
        let is_part = || parts().any(|each| each.as_str().eq_ignore_ascii_case(part));
        if !has() && !is_part() && term(look, part).is_err() {
            let parts = parts();
            return Err(unknown("part", part, texts(parts.chain(rules.arms.keys()))));
        }
    }
    let is_manner = |said: &str| look.manners(&**deed).any(|manner| manner.as_str().eq_ignore_ascii_case(said));
    let slip = order.manner.iter().find(|said| reads.contains(&Reads::Manner) && !is_manner(said));
    slip.map_or(Ok(()), |said| Err(look.no_manner(&**deed, said).why))
}

/// An order that says nothing which its deed does not read.
pub(super) fn no_more(look: Look<'_>, order: &Order) -> Result<(), Unknown> {
    let listed = look.question().and_then(|question| question.choices.as_ref());
    let is_listed = listed.into_iter().flatten().any(|choice| choice.order.verb == order.verb);
    let deed = look.deed(order.verb).ok().filter(|_| !is_listed);
    deed.map_or(Ok(()), |deed| look.says_no_more(&**deed, order).map_err(|refusal| refusal.why))
}
