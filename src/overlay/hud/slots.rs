//! The slots of the bar of deeds: what whoever is on turn could do, attacks by what is in the hand first. Which there are
//! hangs on what it has, not on what it may do at the moment, so that a digit means the same for the whole turn.

use crate::battle::{Choice, Group, Id, Verb};
use crate::overlay::wishes::END_TURN;

/// More attacks than these share one slot.
const ATTACKS: usize = 4;

/// What is done with gear so often in a fight that it has a slot of its own.
const RELOAD: &str = "reload";

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
    /// What is seldom wanted: gear laid down, mounts left, words said.
    More,
}

/// A slot of the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it holds.
    pub kind: Kind,
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
        (place < 9 && *self != Self::More).then_some(place + 1)
    }

    /// Where a deed that is no attack belongs.
    fn of(choice: &Choice) -> Self {
        match choice.group {
            Group::Gear if choice.order.verb == RELOAD => Self::Deed(choice.order.verb),
            Group::Gear | Group::Growth | Group::Time | Group::Awards | Group::Posture | Group::Turn => Self::More,
            group => Self::Group(group),
        }
    }
}

impl Slot {
    /// What is written on it. Where a thing is good for several deeds and only one of them can be done, it says which: a knife
    /// that reaches nobody is thrown. A plain attack goes without saying. A slot of many deeds is called by the one of them that
    /// alone can be done; what is seldom wanted is always called so.
    pub fn title(&self, choices: &[Choice]) -> String {
        let here = || self.choices.iter().filter_map(|at| choices.get(*at));
        let mut open = here().filter(|choice| choice.is_legal()).map(|choice| choice.order.verb);
        let title = self.kind.title();
        let only = open.next().filter(|verb| open.all(|other| other == *verb));
        match (&self.kind, only) {
            (Kind::Attack(_), Some(verb))
                if verb != "attack" && here().any(|choice| choice.order.verb != verb) && verb != title =>
            {
                format!("{verb}: {title}")
            }
            (Kind::Attacks | Kind::Group(_), Some(verb)) => verb.to_string(),
            _ => title.to_owned(),
        }
    }
}

/// Whether a choice is an attack with this, or another deed of this name.
pub fn strikes_with(choice: &Choice, arm: &str) -> bool {
    match choice.group {
        Group::Attack => choice.order.done_with() == arm,
        _ => choice.order.verb.as_str() == arm,
    }
}

/// How the slots lie for one turn of somebody.
#[derive(Debug, Default)]
pub struct Laid {
    /// Whose, and in which round.
    turn: Option<(Id, i32)>,
    /// So much had been decided.
    decided: usize,
    kinds: Vec<Kind>,
}

impl Laid {
    /// The same slots, each where it lay before in this turn: one that holds nothing any more stays, and a new one comes after
    /// all others. Nothing stays of another turn, nor of what has been taken back.
    pub fn steady(&mut self, (turn, decided): (Option<(Id, i32)>, usize), mut now: Vec<Slot>) -> Vec<Slot> {
        if turn.is_none() || self.turn != turn || decided < self.decided {
            self.kinds.clear();
        }
        (self.turn, self.decided) = (turn, decided);
        let mut steady: Vec<Slot> = Vec::new();
        for kind in self.kinds.drain(..) {
            let found = now.iter().position(|slot| slot.kind == kind).map(|at| now.remove(at));
            steady.push(found.unwrap_or(Slot { kind, choices: Vec::new() }));
        }
        steady.extend(now);
        self.kinds.extend(steady.iter().map(|slot| slot.kind.clone()));
        steady
    }

    /// What they hold, in their order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }
}

/// The slots for these choices.
pub fn slots(choices: &[Choice]) -> Vec<Slot> {
    let mut arms: Vec<&str> = Vec::new();
    let attacks = || choices.iter().filter(|choice| choice.group == Group::Attack);
    // Blows with something before what only makes ready for them.
    for choice in attacks().filter(|choice| choice.order.with.is_some()).chain(attacks()) {
        if !arms.contains(&choice.order.done_with()) {
            arms.push(choice.order.done_with());
        }
    }
    // What can be done with before what cannot, and so that no slot moves once it lies.
    let own = if arms.len() > ATTACKS { ATTACKS - 1 } else { arms.len() };
    let kind = |choice: &Choice| match choice.group {
        Group::Attack if arms.iter().take(own).any(|arm| *arm == choice.order.done_with()) => {
            Kind::Attack(choice.order.done_with().to_owned())
        }
        Group::Attack => Kind::Attacks,
        _ => Kind::of(choice),
    };
    let mut slots: Vec<Slot> = Vec::new();
    for (index, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.order.verb != END_TURN) {
        let kind = kind(choice);
        match slots.iter_mut().find(|slot| slot.kind == kind) {
            Some(slot) => slot.choices.push(index),
            None => slots.push(Slot { kind, choices: vec![index] }),
        }
    }
    let rank = |slot: &Slot| match &slot.kind {
        Kind::Group(Group::Begun) => (0, 0, Group::Begun),
        Kind::Attack(arm) => (1, arms.iter().position(|each| each == arm).unwrap_or(0), Group::Attack),
        Kind::Attacks => (2, 0, Group::Attack),
        Kind::Deed(_) => (2, 1, Group::Gear),
        Kind::Group(group) => (3, 0, *group),
        Kind::More => (4, 0, Group::Turn),
    };
    slots.sort_by_key(rank);
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Order, Refusal};

    /// Promise: whoever has begun something finds the way on before all else.
    #[test]
    fn what_was_begun_comes_first() {
        let choice = |verb: &'static str, group| Choice::new(Order::new(verb), verb, group, "R-1");
        let all = [choice("attack", Group::Attack), choice("move", Group::Move), choice("go on", Group::Begun)];
        let kinds: Vec<Kind> = slots(&all).into_iter().map(|slot| slot.kind).collect();
        let named = [Kind::Group(Group::Begun), Kind::Attack("attack".to_owned()), Kind::Group(Group::Move)];
        assert_eq!(kinds, named);
    }

    /// Promise: a knife that reaches nobody says that it will be thrown.
    #[test]
    fn a_slot_says_what_alone_can_be_done_with_a_thing_of_many_uses() {
        let way = |verb: &'static str| Choice::new(Order::new(verb).with("Knife"), verb, Group::Attack, "R-1");
        let (stab, throw) = (way("stab"), way("throw"));
        let title = |all: &[Choice]| slots(all).first().map(|slot| slot.title(all));
        assert_eq!(title(&[stab.clone(), throw.clone()]).as_deref(), Some("Knife"));
        assert_eq!(
            title(&[stab.clone().unless(Err(Refusal::new("R-1", "out of reach"))), throw.clone()]).as_deref(),
            Some("throw: Knife")
        );
        assert_eq!(title(std::slice::from_ref(&stab)).as_deref(), Some("Knife"), "there is nothing to mistake it for");
    }

    /// Promise: a slot in which a single deed can be done is called by that deed.
    #[test]
    fn a_slot_of_a_single_deed_is_called_by_it() {
        let choice = |verb: &'static str, group| Choice::new(Order::new(verb), verb, group, "R-1");
        let no = |choice: Choice| choice.unless(Err(Refusal::new("R-1", "not now")));
        let mut all: Vec<Choice> =
            ["stab", "cut", "kick", "shove"].map(|verb| choice(verb, Group::Attack)).into_iter().collect();
        all.extend([no(choice("grab", Group::Attack)), choice("aim", Group::Prepare), choice("drop", Group::Gear)]);
        let titles = |all: &[Choice]| -> Vec<String> { slots(all).iter().map(|slot| slot.title(all)).collect() };
        assert_eq!(titles(&all), ["stab", "cut", "kick", "shove", "aim", "more"], "gear is not let go by one click");
        all.extend([choice("ready", Group::Prepare), choice("mount", Group::Posture)]);
        assert_eq!(titles(&all), ["stab", "cut", "kick", "shove", "prepare", "more"]);
    }

    /// Promise: a slot keeps its place for a turn, and is seen neither in another turn nor once what brought it is taken back.
    #[test]
    fn slots_stay_for_one_turn_only() {
        let slot = |arm: &str| Slot { kind: Kind::Attack(arm.to_owned()), choices: vec![0] };
        let mut laid = Laid::default();
        let mut lie = |who: u16, round: i32, decided: usize, arms: &[&str]| {
            let slots = laid.steady((Some((Id(who), round)), decided), arms.iter().map(|arm| slot(arm)).collect());
            slots.iter().map(|slot| slot.kind.title().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(lie(1, 1, 0, &["sword", "fist"]), ["sword", "fist"]);
        assert_eq!(lie(1, 1, 1, &["knife", "fist"]), ["sword", "fist", "knife"], "the sword is gone, its place is not");
        assert_eq!(lie(1, 1, 0, &["sword", "fist"]), ["sword", "fist"], "the knife was taken back");
        assert_eq!(lie(2, 1, 2, &["fist"]), ["fist"], "somebody else");
        assert_eq!(lie(1, 2, 3, &["knife"]), ["knife"], "their next turn");
        assert_eq!(laid.steady((None, 4), vec![slot("bow")]).len(), 1, "nobody's turn");
        assert_eq!(laid.steady((None, 5), vec![slot("axe")]).len(), 1, "nobody's turn");
    }

    /// Promise: no digit opens or does what is seldom wanted.
    #[test]
    fn what_is_seldom_wanted_has_no_digit() {
        assert_eq!(Kind::Group(Group::Move).digit(4), Some(5));
        assert_eq!(Kind::Group(Group::Move).digit(9), None);
        assert_eq!(Kind::More.digit(4), None);
    }

    /// Promise: reloading lies beside the shot.
    #[test]
    fn reloading_lies_beside_the_attacks_and_other_gear_under_more() {
        let choice = |verb: &'static str, group| Choice::new(Order::new(verb), verb, group, "R-1");
        let all = [choice("drop", Group::Gear), choice("move", Group::Move), choice("reload", Group::Gear)];
        let kinds: Vec<Kind> = slots(&all).into_iter().map(|slot| slot.kind).collect();
        assert_eq!(kinds, [Kind::Deed("reload".into()), Kind::Group(Group::Move), Kind::More]);
    }
}
