//! The slots of the bar of deeds: what whoever is on turn could do, attacks first. Everybody has places of their own in it,
//! and keeps them for the whole battle: what cannot be done now stays where it was, and what turns up later comes after the
//! rest. So a digit means the same from the first round to the last.

use std::collections::BTreeMap;

use crate::battle::{ArmKind, Choice, Decisions, Group, Held, Id, Look, Nature, Reads, Verb};
use crate::overlay::wishes::END_TURN;

/// More attacks than these share one slot.
const ATTACKS: usize = 5;

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
        (place < 9 && *self != Self::More).then_some(place + 1)
    }

    /// Whether it says by itself which deed a press does, so that nothing has to be read first.
    pub fn is_named(&self) -> bool {
        matches!(self, Self::Deed(_))
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
            _ => match choice.purpose() {
                Group::Gear | Group::Growth | Group::Time | Group::Awards | Group::Posture | Group::Turn => Self::More,
                group => Self::Group(group),
            },
        }
    }
}

impl Slot {
    /// What is written on it. Where a thing is good for several deeds and only one of them can be done, it says which: a knife
    /// that reaches nobody is thrown. A plain attack goes without saying. A slot that never held but one deed is called by it,
    /// others by what all of them are about, whichever of them can be done now; what is seldom wanted is always called so.
    pub fn title(&self, choices: &[Choice]) -> String {
        let here = || self.choices.iter().filter_map(|at| choices.get(*at));
        let mut open = here().filter(|choice| choice.is_legal()).map(|choice| choice.order.verb);
        let title = self.kind.title();
        let only = open.next().filter(|verb| open.all(|other| other == *verb));
        match (&self.kind, only, self.verbs.as_slice()) {
            (Kind::Attack(_), Some(verb), _)
                if verb != "attack" && here().any(|choice| choice.order.verb != verb) && verb != title =>
            {
                format!("{verb}: {title}")
            }
            (Kind::Attacks | Kind::Group(_), _, [verb]) if *verb != "attack" => verb.to_string(),
            _ => title.to_owned(),
        }
    }

    /// Each attack in it as a slot of its own, in the order in which they are offered.
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

    /// Whether it is called by the one deed that it holds.
    pub fn is_one_deed(&self) -> bool {
        self.verbs.len() <= 1
    }
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
    /// What else comes and goes with every other turn: what was begun, a weapon to be loaded.
    deeds: Vec<Kind>,
}

impl<'a> Coming<'a> {
    fn of(look: Look<'a>, who: Id) -> Self {
        let is_weapon = |kind| matches!(kind, ArmKind::Melee | ArmKind::Ranged);
        let carried = look.arms(who).filter(|item| is_weapon(item.arm.kind) && !item.is_ready());
        let natures: Vec<Nature> =
            look.rules().deeds.values().map(|deed| deed.nature()).filter(|deed| deed.in_turns).collect();
        let is_bare = |deed: &&Nature| deed.reads.contains(&Reads::At) && !deed.reads.contains(&Reads::With);
        let bare = natures.iter().filter(|deed| deed.group == Group::Attack).filter(is_bare);
        let begins = natures.iter().any(|deed| deed.group == Group::Begun);
        let loads = natures.iter().any(|deed| deed.verb == RELOAD)
            && look.arms(who).any(|item| item.arm.rounds.is_some() && item.held != Held::Body);
        let deeds = [(begins, Kind::Group(Group::Begun)), (loads, Kind::Deed(RELOAD.into()))];
        Self {
            arms: carried.map(|item| item.arm.name.as_str()).collect(),
            bare: bare.map(|deed| deed.verb).collect(),
            deeds: deeds.into_iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| kind).collect(),
        }
    }
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
            let kind = Kind::among(&kinds, choice);
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
        slots
    }

    /// What the slots hold that were laid last, in their order.
    pub fn kinds(&self) -> Vec<Kind> {
        self.last.iter().map(|slot| slot.kind.clone()).collect()
    }
}

/// How a bar lies at first: attacks, then what comes and goes, then the other deeds by what they are about.
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
    let more = coming.bare.len() > 1 && coming.bare.iter().any(|verb| !arms.contains(&verb.as_str()));
    let is_shared = more || arms.len() > ATTACKS;
    let own = arms.iter().take(if is_shared { ATTACKS - 1 } else { ATTACKS });
    let mut kinds: Vec<Kind> = own.map(|arm| Kind::Attack((*arm).to_owned())).collect();
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
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{Order, Refusal, advance, answer, quiet_world};
    use crate::record::Origin;
    use crate::rulebook::Library;

    fn choice(verb: &'static str, group: Group) -> Choice {
        Choice::new(Order::new(verb), verb, group, "R-1")
    }

    fn with(arm: &'static str) -> Choice {
        Choice::new(Order::new("attack").with(arm), arm, Group::Attack, "R-1")
    }

    fn no(choice: Choice) -> Choice {
        choice.unless(Err(Refusal::new("R-1", "not now")))
    }

    /// A bar that has just been laid.
    fn slots(all: &[Choice]) -> Vec<Slot> {
        Laid::default().steady((None, 0), all, Coming::default)
    }

    fn titles(slots: &[Slot]) -> Vec<&str> {
        slots.iter().map(|slot| slot.kind.title()).collect()
    }

    /// Promise: whoever finds attacks in the bar finds them first, and what they do with a weapon in hand before all others.
    #[test]
    fn attacks_come_first_and_what_is_seldom_wanted_last() {
        let all = [choice("drop", Group::Gear), choice("move", Group::Move), choice("ram", Group::Attack), with("Axe")];
        assert_eq!(titles(&slots(&all)), ["Axe", "ram", "move", "more"]);
    }

    /// Promise: what somebody carries or may begin has its place before it can be used for the first time.
    #[test]
    fn what_is_to_be_expected_has_a_place_from_the_first() {
        let coming = || Coming {
            arms: vec!["Dagger"],
            bare: vec!["tackle".into(), "grab".into()],
            deeds: vec![Kind::Group(Group::Begun), Kind::Deed(RELOAD.into())],
        };
        let mut laid = Laid::default();
        let mut lie = |decided: usize, all: &[Choice]| {
            let slots = laid.steady((Some(Id(1)), decided), all, coming);
            slots.iter().map(|slot| (slot.kind.title().to_owned(), slot.choices.len())).collect::<Vec<_>>()
        };
        let before = lie(0, &[with("Crossbow"), choice("move", Group::Move)]);
        let told: Vec<&str> = before.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(told, ["Crossbow", "Dagger", "more attacks", "go on", "reload", "move", "more"]);
        let all = [
            choice("go on", Group::Begun),
            choice("tackle", Group::Attack),
            with("Dagger"),
            choice("reload", Group::Gear),
        ];
        let counts: Vec<usize> = lie(4, &all).into_iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [0, 1, 1, 1, 1, 0, 0]);
    }

    /// Promise: attacks that share a slot are listed one by one, each with all its ways, in an order that stays.
    #[test]
    fn attacks_that_share_a_slot_are_listed_one_by_one() {
        let at = |arm: &'static str, whom: &'static str| {
            Choice::new(Order::new("cast").with(arm), whom, Group::Attack, "R-1")
        };
        let all = [at("Dread", "Ann"), at("Frost", "Ann"), no(at("Dread", "Bo")), choice("tackle", Group::Attack)];
        let shared = Slot { kind: Kind::Attacks, verbs: Vec::new(), choices: (0..all.len()).collect() };
        let rows = shared.apart(&all);
        assert_eq!(titles(&rows), ["Dread", "Frost", "tackle"]);
        assert_eq!(rows[0].choices, [0, 2], "what cannot be done is there, too");
        assert_eq!(titles(&shared.apart(&all.clone().map(no))), titles(&rows));
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

    /// Promise: a slot is called by its deed as long as it has held no other, and what it is called does not hang on what can be
    /// done at the moment.
    #[test]
    fn a_slot_of_a_single_deed_is_called_by_it() {
        let mut all: Vec<Choice> =
            ["stab", "cut", "kick", "shove", "bite"].map(|verb| choice(verb, Group::Attack)).into_iter().collect();
        all.extend([no(choice("grab", Group::Attack)), choice("aim", Group::Prepare), choice("drop", Group::Gear)]);
        let mut laid = Laid::default();
        let mut titles = |all: &[Choice]| -> Vec<String> {
            laid.steady((Some(Id(1)), 0), all, Coming::default).iter().map(|slot| slot.title(all)).collect()
        };
        assert_eq!(titles(&all), ["stab", "cut", "kick", "shove", "more attacks", "aim", "more"]);
        let lone = all.clone();
        all.extend([no(choice("ready", Group::Prepare)), choice("mount", Group::Posture)]);
        for now in [all, lone] {
            assert_eq!(titles(&now), ["stab", "cut", "kick", "shove", "more attacks", "prepare", "more"]);
        }
    }

    /// Promise: a slot keeps its place for a battle, whoever else acts between, and goes only with what has been taken back.
    #[test]
    fn slots_stay_for_the_whole_battle() {
        let mut laid = Laid::default();
        let mut lie = |who: u16, decided: usize, arms: &[&'static str]| {
            let all: Vec<Choice> = arms.iter().map(|arm| with(arm)).collect();
            let slots = laid.steady((Some(Id(who)), decided), &all, Coming::default);
            titles(&slots).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lie(1, 0, &["sword", "fist"]), ["sword", "fist", "more"]);
        assert_eq!(
            lie(1, 1, &["knife", "fist"]),
            ["sword", "fist", "knife", "more"],
            "the sword is gone, its place is not"
        );
        assert_eq!(lie(2, 2, &["fist"]), ["fist", "more"], "somebody else");
        assert_eq!(lie(1, 3, &["fist", "knife", "sword"]), ["sword", "fist", "knife", "more"], "the next round");
        assert_eq!(lie(1, 0, &["sword", "fist"]), ["sword", "fist", "more"], "the knife was taken back");
        assert_eq!(laid.steady((None, 4), &[with("bow")], Coming::default).len(), 2, "nobody's turn");
        assert_eq!(laid.steady((None, 5), &[with("axe")], Coming::default).len(), 2, "nobody's turn");
    }

    /// Promise: a rider finds the way on where others find their moves.
    #[test]
    fn riding_lies_among_the_moves() {
        let all = [choice("hand over", Group::Turn).meant(Group::Move), choice("talk", Group::Turn)];
        assert_eq!(titles(&slots(&all)), ["move", "more"]);
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
        let all = [choice("drop", Group::Gear), choice("move", Group::Move), choice("reload", Group::Gear)];
        let kinds: Vec<Kind> = slots(&all).into_iter().map(|slot| slot.kind).collect();
        assert_eq!(kinds, [Kind::Deed("reload".into()), Kind::Group(Group::Move), Kind::More]);
    }

    /// Promise: from the first round to the last, whatever is drawn, dropped or broken, each deed of a fighter lies in one place
    /// of the bar and has one digit.
    #[test]
    fn no_deed_changes_its_place_in_a_whole_battle_of_any_game() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let battles = [
            ("gate", 2),
            ("cavalry_charge", 2),
            ("brawl_at_the_crown", 2),
            ("duel_at_dawn", 2),
            ("toll_bridge", 2),
            ("spears_at_the_bridge", 2),
            ("brawl_on_the_quay", 2),
            ("tavern_yard", 2),
            ("charge_at_the_ford", 2),
        ];
        for (name, seed) in battles {
            let scenario = library.scenario(name).unwrap();
            let (setup, settings) = (scenario.setup, Default::default());
            let origin = Origin { setup, scenario: scenario.name, settings, seed, before: None, seats: Vec::new() };
            let mut world = quiet_world();
            let battle = origin.begin(&mut world);
            let (mut laid, mut mind) = (Laid::default(), Mind::new(Skill::Plain, seed));
            let mut places: BTreeMap<(Id, Group, String), usize> = BTreeMap::new();
            let mut again = 0;
            for _ in 0..200 {
                let look = Look::at(&world, battle).unwrap();
                let Some(question) = look.question() else { break };
                if let (Some(who), None) = (question.who, &question.choices) {
                    let choices = look.choices();
                    let slots = laid.lie(look, &choices);
                    let wanted = choices.iter().filter(|choice| choice.order.verb != END_TURN).count();
                    assert_eq!(
                        slots.iter().map(|slot| slot.choices.len()).sum::<usize>(),
                        wanted,
                        "{name}: one is lost"
                    );
                    for (at, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.kind != Kind::More) {
                        for choice in slot.choices.iter().map(|index| &choices[*index]) {
                            let with = choice.order.with.map_or("", |with| with.as_str());
                            let deed = (who, choice.group, format!("{} {with}", choice.order.verb.as_str()));
                            let before = places.insert(deed.clone(), at);
                            assert!(
                                before.is_none_or(|before| before == at),
                                "{name}: {deed:?}, at {before:?} and {at}"
                            );
                            again += usize::from(before.is_some());
                        }
                    }
                }
                let Some(order) = mind.decide(look) else { break };
                answer(&mut world, battle, order).unwrap();
                advance(&mut world, battle);
            }
            assert!(again > 50, "{name}: only {again} deeds were seen again");
        }
    }
}
