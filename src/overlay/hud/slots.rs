//! The slots of the bar of deeds: what whoever is on turn could do, attacks with weapons first. Everybody has places of their
//! own in it, and keeps them for the whole battle: what cannot be done now stays where it was, and what turns up later comes
//! after the rest. So a digit means the same from the first round to the last.

use std::collections::BTreeMap;

use crate::battle::house_words::{ATTACK, END_TURN, RELOAD};
use crate::battle::{Arm, ArmKind, Choice, Decisions, Group, Held, Id, Item, Look, Nature, Reads, Verb};

/// A bar always has room for so many slots.
pub(super) const PLACES: usize = 11;
/// More attacks than these share one slot.
const ATTACKS: usize = 5;

/// What a slot holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Attacks with one thing.
    Attack(String),
    /// The attacks that have no slot of their own.
    Attacks,
    /// One deed.
    Deed(Verb),
    /// The deeds of one group.
    Group(Group),
    /// What is seldom wanted, gear laid down, words said and the like, and has no room in the bar.
    More,
}

/// A slot of the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it holds.
    pub kind: Kind,
    /// The deeds that have been offered in it so far.
    pub verbs: Vec<Verb>,
    /// The choices in it, by their places in the list of all.
    pub choices: Vec<usize>,
}

impl Kind {
    /// What it is called.
    pub fn title(&self) -> &str {
        match self {
            Self::Attack(with) => with,
            Self::Attacks => "more attacks",
            Self::Deed(verb) => verb.as_str(),
            Self::Group(group) => group.as_str(),
            Self::More => "more",
        }
    }

    /// The digit of a slot at this place. What is seldom wanted, gear let go among it, has none: a stray key does none of it.
    pub fn digit(&self, place: usize) -> Option<usize> {
        (place < 9 && !self.is_seldom()).then_some(place + 1)
    }

    /// Whether it holds what is seldom wanted.
    pub fn is_seldom(&self) -> bool {
        match self {
            Self::More => true,
            Self::Group(group) => is_seldom(*group),
            Self::Attack(_) | Self::Attacks | Self::Deed(_) => false,
        }
    }

    /// Whether it says by itself which deed a press does, so that nothing has to be read first.
    pub fn is_named(&self) -> bool {
        matches!(self, Self::Deed(_))
    }

    /// Where a choice belongs in a bar with room for everything.
    pub fn of(choice: &Choice) -> Self {
        Self::among(&[Self::Group(choice.purpose())], choice)
    }

    /// Where a choice belongs among these.
    fn among(kinds: &[Self], choice: &Choice) -> Self {
        match choice.group {
            Group::Attack => {
                let own = Self::Attack(choice.order.done_with().to_owned());
                if !kinds.contains(&own) && kinds.contains(&Self::Attacks) { Self::Attacks } else { own }
            }
            Group::Gear if choice.order.verb == RELOAD => Self::Deed(choice.order.verb),
            // What belongs to riding lies where one looks for the way.
            _ => {
                let own = Self::Group(choice.purpose());
                if own.is_seldom() && !kinds.contains(&own) { Self::More } else { own }
            }
        }
    }
}

impl Slot {
    /// Whether nobody misses it: all that is seldom wanted has slots of its own.
    pub fn is_left_out(&self) -> bool {
        self.kind == Kind::More && self.choices.is_empty()
    }

    /// What is written on it. Where a thing is good for several deeds and only one of them can be done, it says which: a knife
    /// that reaches nobody is thrown. A plain attack goes without saying. A slot that never held but one deed is called by it,
    /// others by what all of them are about, whichever of them can be done now; what attacks share, and what is seldom wanted, is
    /// always called so.
    pub fn title(&self, choices: &[Choice]) -> String {
        let here = || self.choices.iter().filter_map(|at| choices.get(*at));
        let mut open = here().filter(|choice| choice.is_legal()).map(|choice| choice.order.verb);
        let title = self.kind.title();
        let only = open.next().filter(|verb| open.all(|other| other == *verb));
        match (&self.kind, only, self.verbs.as_slice()) {
            (Kind::Attack(_), Some(verb), _)
                if verb != ATTACK && here().any(|choice| choice.order.verb != verb) && verb != title =>
            {
                format!("{verb}: {title}")
            }
            (Kind::Group(_), _, [verb]) if *verb != ATTACK => verb.to_string(),
            // What ends the state that keeps somebody from going is called by its name.
            (Kind::Group(Group::Move | Group::Posture), Some(verb), _) if here().all(leads_nowhere) => verb.to_string(),
            _ => title.to_owned(),
        }
    }

    /// Each attack in it as a slot of its own, in the order of the offers.
    pub fn apart(&self, choices: &[Choice]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (at, choice) in self.choices.iter().filter_map(|at| Some((*at, choices.get(*at)?))) {
            let kind = Kind::Attack(choice.order.done_with().to_owned());
            let place = all.iter().position(|slot| slot.kind == kind).unwrap_or_else(|| {
                all.push(Self { kind, verbs: Vec::new(), choices: Vec::new() });
                all.len() - 1
            });
            if let Some(slot) = all.get_mut(place) {
                slot.choices.push(at);
                if !slot.verbs.contains(&choice.order.verb) {
                    slot.verbs.push(choice.order.verb);
                }
            }
        }
        all
    }

    /// The one attack in the slot that attacks share, as long as that has held no other deed: it stands there itself.
    fn lone(&self, choices: &[Choice]) -> Option<Self> {
        let is_shared = self.kind == Kind::Attacks && self.is_one_deed();
        let mut rows = if is_shared { self.apart(choices) } else { Vec::new() };
        rows.pop().filter(|_| rows.is_empty())
    }

    /// Whether it is called by the one deed that it holds.
    pub fn is_one_deed(&self) -> bool {
        self.verbs.len() <= 1
    }
}

/// Those of a bar that are drawn, each with its number and its place.
pub(super) fn drawn<'a, P: Copy>(slots: &'a [Slot], places: &'a [P]) -> impl Iterator<Item = (usize, &'a Slot, P)> {
    let each = slots.iter().zip(places).enumerate().filter(|(_, (slot, _))| !slot.is_left_out());
    each.map(|(number, (slot, place))| (number, slot, *place))
}

/// Whether deeds that are about this are seldom wanted.
const fn is_seldom(group: Group) -> bool {
    matches!(group, Group::Gear | Group::Growth | Group::Time | Group::Awards | Group::Posture | Group::Turn)
}

/// Whether nobody gets anywhere by it now.
fn leads_nowhere(choice: &Choice) -> bool {
    !choice.is_legal() || choice.squares.is_empty() && choice.order.at.is_empty() && !choice.asks_for_number()
}

/// Whether a choice is an attack with this, or another deed of this name.
pub fn strikes_with(choice: &Choice, arm: &str) -> bool {
    match choice.group {
        Group::Attack => choice.order.done_with() == arm,
        _ => choice.order.verb.as_str() == arm,
    }
}

/// What somebody has a place for beside what is offered to them at first.
#[derive(Debug, Default)]
struct Coming<'a> {
    /// Weapons that they carry and do not hold.
    arms: Vec<&'a str>,
    /// Attacks of their game that are done with nothing.
    bare: Vec<Verb>,
    /// What does the body no harm, fear and the like, and the lesser arms of a beast: it comes after what does more.
    aside: Vec<&'a str>,
    /// Bare hands beside a weapon: they are seldom meant, and come after all that is.
    hands: Vec<&'a str>,
    /// What else comes and goes with every other turn: what was begun, a weapon to be loaded.
    deeds: Vec<Kind>,
}

impl<'a> Coming<'a> {
    fn of(look: Look<'a>, who: Id) -> Self {
        let carried = look.arms(who).filter(|item| is_weapon(item) && !item.is_ready());
        let natures: Vec<Nature> =
            look.rules().deeds.values().map(|deed| deed.nature()).filter(|deed| deed.in_turns).collect();
        let is_bare = |deed: &&Nature| deed.reads.contains(&Reads::At) && !deed.reads.contains(&Reads::With);
        let bare = natures.iter().filter(|deed| deed.group == Group::Attack).filter(is_bare);
        let begins = natures.iter().any(|deed| deed.group == Group::Begun);
        let loads = natures.iter().any(|deed| deed.verb == RELOAD)
            && look.arms(who).any(|item| item.arm.rounds.is_some() && item.held != Held::Body);
        let aside = look.rules().arms.values().filter(|arm| is_aside(arm)).map(|arm| arm.name.as_str());
        let is_armed = look.arms(who).any(|item| item.held != Held::Body && harm(item).is_some());
        let hands: Vec<&str> = bare_hands(look, who).collect();
        let (hands, lesser) = if is_armed { (hands, Vec::new()) } else { (Vec::new(), hands) };
        let deeds = [(begins, Kind::Group(Group::Begun)), (loads, Kind::Deed(RELOAD.into()))];
        Self {
            arms: carried.map(|item| item.arm.name.as_str()).collect(),
            aside: aside.chain(lesser).collect(),
            hands,
            bare: bare.map(|deed| deed.verb).collect(),
            deeds: deeds.into_iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| kind).collect(),
        }
    }
}

/// Whether blows are struck or shots are sent with it.
fn is_weapon(item: &Item) -> bool {
    matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged)
}

/// How much harm a weapon does by its dice: nothing where it has none.
fn harm(item: &Item) -> Option<i32> {
    let dice = item.arm.damage.as_ref().filter(|_| is_weapon(item))?;
    Some(dice.min().saturating_add(dice.max()))
}

/// The parts of somebody's body that do no more harm than a weapon of theirs; of whoever has none those that do less than another.
fn bare_hands(look: Look<'_>, who: Id) -> impl Iterator<Item = &str> {
    let is_part = |item: &&Item| item.held == Held::Body;
    let most = look.arms(who).filter(|item| !is_part(item)).filter_map(harm).max();
    let best = look.arms(who).filter(is_part).filter_map(harm).max();
    let is_bare = move |item: &&Item| match (harm(item), most) {
        (None, _) => false,
        (Some(own), Some(most)) => own <= most,
        (own, None) => own < best,
    };
    let parts = look.arms(who).filter(is_part).filter(|item| item.arm.kind == ArmKind::Melee);
    parts.filter(is_bare).map(|item| item.arm.name.as_str())
}

/// Whether an arm does the body no harm: it strikes at something else, or is a spell without damage.
fn is_aside(arm: &Arm) -> bool {
    arm.harms.is_some() || arm.kind == ArmKind::Spell && arm.damage.is_none()
}

/// A place in the bar of somebody.
#[derive(Debug)]
struct Place {
    kind: Kind,
    /// The deeds that have been offered there.
    verbs: Vec<Verb>,
    /// So much had been decided when it came.
    since: usize,
}

/// How everybody's bar lies in this battle.
#[derive(Debug, Default)]
pub struct Laid {
    bars: BTreeMap<Id, Vec<Place>>,
    /// The slots of the bar that was laid last, with nothing in them.
    last: Vec<Slot>,
}

impl Laid {
    /// The slots of whoever is asked: each where it lay before in this battle, also where it holds nothing now.
    pub fn lie(&mut self, look: Look<'_>, choices: &[Choice]) -> Vec<Slot> {
        let who = look.question().and_then(|question| question.who);
        let decided = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        self.steady((who, decided), choices, || who.map_or_else(Coming::default, |who| Coming::of(look, who)))
    }

    /// The same. What came with something that has been taken back goes with it.
    fn steady<'a>(
        &mut self,
        (who, since): (Option<Id>, usize),
        choices: &[Choice],
        coming: impl FnOnce() -> Coming<'a>,
    ) -> Vec<Slot> {
        let mut of_nobody = Vec::new();
        let places = who.map_or(&mut of_nobody, |who| self.bars.entry(who).or_default());
        let place = |kind| Place { kind, verbs: Vec::new(), since };
        places.retain(|place| place.since <= since);
        if places.is_empty() {
            places.extend(first(choices, &coming()).into_iter().map(place));
        }
        let mut kinds: Vec<Kind> = places.iter().map(|place| place.kind.clone()).collect();
        for choice in choices.iter().filter(|choice| choice.order.verb != END_TURN) {
            let kind = match Kind::among(&kinds, choice) {
                // Beside all of these there is the one that holds what has no room.
                Kind::More if kinds.len() + 1 < PLACES => Kind::of(choice),
                kind => kind,
            };
            if kind != Kind::More && !kinds.contains(&kind) {
                places.push(place(kind.clone()));
                kinds.push(kind.clone());
            }
            let verb = choice.order.verb;
            let known = places.iter_mut().filter(|place| place.kind == kind && !place.verbs.contains(&verb));
            known.for_each(|place| place.verbs.push(verb));
        }
        let slot = |kind, verbs| Slot { kind, verbs, choices: Vec::new() };
        self.last = places.iter().map(|place| slot(place.kind.clone(), place.verbs.clone())).collect();
        // It stands apart from the rest, so that nothing that comes moves it.
        self.last.push(slot(Kind::More, Vec::new()));
        self.filled(choices)
    }

    /// The slots that were laid last, and which of these choices lie in each.
    pub fn filled(&self, choices: &[Choice]) -> Vec<Slot> {
        let (kinds, mut slots) = (self.kinds(), self.last.clone());
        for (index, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.order.verb != END_TURN) {
            let kind = Kind::among(&kinds, choice);
            slots.iter_mut().filter(|slot| slot.kind == kind).for_each(|slot| slot.choices.push(index));
        }
        for slot in &mut slots {
            if let Some(lone) = slot.lone(choices) {
                *slot = lone;
            }
        }
        slots
    }

    /// What the slots hold that were laid last, in their order.
    pub fn kinds(&self) -> Vec<Kind> {
        self.last.iter().map(|slot| slot.kind.clone()).collect()
    }
}

/// How a bar lies at first: attacks, then what comes and goes, then the other deeds by what they are about, and bare hands; what
/// is seldom wanted comes after them as far as there is room.
fn first(choices: &[Choice], coming: &Coming<'_>) -> Vec<Kind> {
    let attacks = || choices.iter().filter(|choice| choice.group == Group::Attack);
    let held = attacks().filter(|choice| choice.order.with.is_some()).map(|choice| choice.order.done_with());
    // Blows with something before those with nothing and before what only makes ready for them.
    let all = held.chain(coming.arms.iter().copied()).chain(attacks().map(|choice| choice.order.done_with()));
    let mut arms: Vec<&str> = Vec::new();
    for arm in all {
        if !arms.contains(&arm) {
            arms.push(arm);
        }
    }
    arms.sort_by_key(|arm| coming.aside.contains(arm));
    let more = coming.bare.len() > 1 && coming.bare.iter().any(|verb| !arms.contains(&verb.as_str()));
    let is_shared = more || arms.len() > ATTACKS;
    let (hands, arms): (Vec<&str>, Vec<&str>) = arms.into_iter().partition(|arm| coming.hands.contains(arm));
    let most = if is_shared { ATTACKS - 1 } else { ATTACKS };
    let own = arms.iter().take(most);
    let mut kinds: Vec<Kind> = own.map(|arm| Kind::Attack((*arm).to_owned())).collect();
    let left = most - kinds.len();
    kinds.extend(is_shared.then_some(Kind::Attacks));
    kinds.extend(coming.deeds.iter().cloned());
    let is_other = |choice: &&Choice| choice.group != Group::Attack && choice.order.verb != END_TURN;
    let mut others: Vec<Kind> = Vec::new();
    for kind in choices.iter().filter(is_other).map(|choice| Kind::among(&kinds, choice)) {
        if kind != Kind::More && !kinds.contains(&kind) && !others.contains(&kind) {
            others.push(kind);
        }
    }
    others.sort_by_key(|kind| match kind {
        Kind::Group(group) => *group,
        _ => Group::Begun,
    });
    kinds.extend(others);
    // Those that have no slot of their own lie in the one that attacks share.
    kinds.extend(hands.into_iter().take(left).map(|arm| Kind::Attack(arm.to_owned())));
    kinds
}

#[cfg(test)]
mod tests;
