//! Trials of what is told of all who were hurt since somebody decided last, whoever has acted since then.

use std::collections::BTreeSet;

use super::*;
use crate::battle::{Change, Condition, ConditionDef, ConditionName, Conditions, HitBy};
use crate::overlay::stakes::names;

/// What several enemies do to those of one side, one after the other.
struct Trial<'w> {
    look: Look<'w>,
    /// Those of that side, and the others.
    own: Vec<Id>,
    foes: Vec<Id>,
    figure: Key,
    /// A state of those who are out of the fight, and one that hampers.
    states: [Key; 2],
}

impl<'w> Trial<'w> {
    fn of(all: Look<'w>) -> Self {
        let fighters: Vec<Id> = all.everybody().filter(|id| !id.is_thing()).collect();
        let (own, foes): (Vec<Id>, Vec<Id>) =
            fighters.iter().copied().partition(|id| !all.are_enemies(*id, fighters[0]));
        let state =
            |is_it: fn(&ConditionDef) -> bool| *all.rules().conditions.iter().find(|(_, def)| is_it(def)).unwrap().0;
        let out = state(|def| def.out && !def.dead);
        let hampers = state(|def| !def.out && !def.dead && !def.helps && !def.stance && !def.mutual);
        let figure = all.health_in(own[0]).unwrap().key();
        Self { look: all.for_players([all.side(own[0])]), own, foes, figure, states: [out, hampers] }
    }

    fn dealt(mut fact: Fact, by: Option<Id>) -> Fact {
        fact.dealt = Some(HitBy { by, arm: None, back: 0, wound: None });
        fact.turn = by;
        fact
    }

    /// In the turn of whoever does it somebody loses so much.
    fn hurt(&self, who: Id, by: impl Into<Option<Id>>, lost: i32) -> Fact {
        Self::dealt(Fact::new("harm", "It hurts.").who(who).change(who, self.figure, 20, 20 - lost), by.into())
    }

    /// The same: somebody comes into a state.
    fn falls(&self, who: Id, by: Id, state: Key) -> Fact {
        Self::dealt(Fact::new("harm", "It is bad.").who(who).change(who, state, 0, 1), Some(by))
    }

    /// In the turn of the last of the others nobody is hurt.
    fn missed(&self) -> Fact {
        let (by, misses) = (self.foes[4], Roll { success: Some(false), ..Roll::default() });
        let mut fact = Fact::new("blow", "A miss.").who(by).whom(self.own[0]).roll(misses);
        fact.turn = Some(by);
        fact
    }

    /// What is told of these facts and a miss after them, where somebody decided after so many.
    fn told(&self, decided: usize, facts: &[Fact]) -> Vec<String> {
        let facts = [facts, &[self.missed()]].concat();
        let came = Outcome::lately(self.look, Some(decided), (0, &[]), &facts).unwrap();
        assert_eq!(came.words, "A miss.");
        came.also
    }
}

/// Promise: whatever several enemies do to somebody in turns of theirs is one entry: all that was lost, what was given back or not,
/// no more than two of those who did it, and the worst state that is not over. One's own come first, and of each side
/// those who are worst off.
#[test]
fn all_that_befalls_somebody_is_one_entry() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let with = Trial::of(trial::look(&game));
    let Trial { look, own, foes, figure, states: [out, hampers] } = &with;
    let name = |id: Id| look.name(id);
    let ([ann, bo, ..], [one, two, three, four, ..]) = (&own[..], &foes[..]) else { panic!("too few fight") };
    let (ann, bo, one, two, three, four) = (*ann, *bo, *one, *two, *three, *four);
    let mut heals = Fact::new("heal", "They are better.").who(ann).change(ann, *figure, 10, 14);
    heals.turn = Some(bo);
    let all = [
        with.hurt(bo, one, 1),
        with.hurt(ann, one, 4),
        heals,
        with.hurt(ann, two, 2),
        with.hurt(three, bo, 9),
        with.falls(ann, two, *out),
    ];
    let expected = [
        format!("{} -6 {figure} ({}, {}), {out}", name(ann), name(one), name(two)),
        format!("{} -1 {figure} ({})", name(bo), name(one)),
        format!("{} -9 {figure} ({})", name(three), name(bo)),
    ];
    assert_eq!(with.told(0, &all), expected);
    let many = [one, two, three, four].map(|by| with.hurt(ann, by, 1));
    let by = |lost: i32, more: &str| {
        vec![format!("{} -{lost} {figure} ({}, {} and {more})", name(ann), name(one), name(two))]
    };
    assert_eq!(with.told(0, &many), by(4, "2 more"));
    // What nobody does is told of nobody.
    let burns = [many.as_slice(), &[with.hurt(ann, None::<Id>, 3)]].concat();
    assert_eq!(with.told(0, &burns), by(7, "more"));
    assert_eq!(with.told(0, &burns[4..]), [format!("{} -3 {figure}", name(ann))]);
    // A state that is over is told no more, and a worse one before a loss.
    let over = Fact::new("over", "It is over.").who(ann).change(ann, *hampers, 1, 0);
    let hampered = [with.falls(ann, one, *hampers), with.hurt(bo, two, 9)];
    assert_eq!(
        with.told(0, &hampered),
        [format!("{} {hampers} ({})", name(ann), name(one)), format!("{} -9 {figure} ({})", name(bo), name(two))]
    );
    assert_eq!(with.told(0, &[hampered.as_slice(), &[over]].concat()).len(), 1);
}

/// Promise: a last blow that did no harm is told after those who were hurt before it, one's own first however bad the others are,
/// and goes before any of these where there is little room; a blow that did harm is told first.
#[test]
fn a_harmless_blow_is_told_after_harm() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let with = Trial::of(trial::look(&game));
    let Trial { look, own, foes, figure, states: [out, _] } = &with;
    let facts = [with.falls(foes[0], own[1], *out), with.hurt(own[0], foes[1], 3), with.missed()];
    let came = Outcome::lately(*look, Some(0), (0, &[]), &facts).unwrap();
    let own_loss = format!("{} -3 {figure} ({})", look.name(own[0]), look.name(foes[1]));
    let both = format!("{own_loss}; {} {out} ({}).", look.name(foes[0]), look.name(own[1]));
    let missed = format!("{both} A miss.");
    let one = format!("{own_loss}; and 1 more, see the log.");
    assert_eq!(came.forms(), [missed.clone(), missed.clone(), missed, both, one]);
    let hits = Roll { success: Some(true), ..Roll::default() };
    let by = foes[4];
    let mut blow = Fact::new("blow", "A hit.").who(by).whom(own[1]).roll(hits);
    blow.turn = Some(by);
    let facts = [with.hurt(own[0], foes[1], 3), blow, with.hurt(own[1], by, 2)];
    let forms = Outcome::lately(*look, Some(0), (0, &[]), &facts).unwrap().forms();
    assert!(forms[0].starts_with("A hit.") && forms[0].ends_with(&format!("Also: {own_loss}.")), "{forms:?}");
}

/// Promise: whoever an enemy has brought into a state that hampers, as a grip, is told of as hurt for as long as it lasts, though no
/// hit did it; what somebody takes upon themselves is no harm.
#[test]
fn a_grip_is_told_of_as_harm() {
    let mut game = trial::begun("spears_at_the_bridge", 1);
    let (ann, foe, state) = {
        let with = Trial::of(trial::look(&game));
        (with.own[0], with.foes[0], with.states[1])
    };
    let grip = |by: Id| {
        let mut fact = Fact::new("grip", "They have them.").who(by).whom(ann).change(ann, state, 0, 1);
        fact.turn = Some(by);
        fact
    };
    assert!(Trial::of(trial::look(&game)).told(0, &[grip(foe)]).is_empty(), "it is over");
    let entity = trial::look(&game).entity(ann).unwrap();
    game.world.get_mut::<Conditions>(entity).unwrap().0.push(Condition::new(ConditionName::of(state)).by(foe));
    let with = Trial::of(trial::look(&game));
    let told = format!("{} {state} ({})", with.look.name(ann), with.look.name(foe));
    assert_eq!(with.told(0, &[grip(foe)]), [told]);
    assert!(with.told(0, &[grip(ann)]).is_empty());
}

/// Promise: whoever has lost what they held to an enemy is told of as disarmed, also where no state says so, and is harmed by that.
#[test]
fn a_disarm_is_told_of_as_harm() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let with = Trial::of(trial::look(&game));
    let (ann, foe) = (with.own[0], with.foes[0]);
    let mut flies = Fact::new("disarm", "Off it flies.").who(ann).disarmed(ann, foe);
    flies.turn = Some(foe);
    assert_eq!(
        with.told(0, std::slice::from_ref(&flies)),
        [format!("{} disarmed ({})", with.look.name(ann), with.look.name(foe))]
    );
    assert!(super::super::also::hurts(with.look, &flies));
    flies.disarmed = None;
    assert!(with.told(0, &[flies]).is_empty());
}

/// Promise: the line knows where all that it tells begins: with what led to the blow, or with whoever was hurt before that.
#[test]
fn the_line_knows_where_it_begins() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let with = Trial::of(trial::look(&game));
    let (ann, foe, last) = (with.own[0], with.foes[0], with.foes[4]);
    let in_turn = |mut fact: Fact| {
        fact.turn = Some(last);
        fact
    };
    let waits = in_turn(Fact::new("wait", "They wait.").who(last));
    let strikes = in_turn(Fact::new("deed", "They strike.").who(last).whom(ann));
    let damage = Roll { purpose: Purpose::Damage, total: 3, ..Roll::default() };
    let does = in_turn(Fact::new("damage", "They do 3.").who(last).whom(ann).roll(damage));
    let blow = [waits, strikes, does, with.hurt(ann, last, 3)];
    let from = |facts: &[Fact]| Outcome::lately(with.look, Some(0), (0, &[]), facts).unwrap().from;
    assert_eq!(from(&blow), 1);
    assert_eq!(from(&[&[with.hurt(ann, foe, 1)][..], &blow[..]].concat()), 0);
}

/// Promise: what hurt somebody in the turn of the last blow before somebody decided in it is told as that, beside what has hurt
/// them since then; of other turns before that decision nothing is told.
#[test]
fn what_was_before_a_decision_is_told_apart() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let with = Trial::of(trial::look(&game));
    let Trial { look, own, foes, figure, .. } = &with;
    let (ann, last) = (own[0], foes[4]);
    let facts = [with.hurt(ann, foes[0], 5), with.hurt(ann, last, 1), with.hurt(ann, last, 2)];
    let told = |lost: i32| format!("{} -{lost} {figure} ({})", look.name(ann), look.name(last));
    assert_eq!(with.told(2, &facts), [told(2), format!("earlier {}", told(1))]);
    assert_eq!(with.told(1, &facts), [told(3)]);
}

/// Promise: in battles of several games whoever gets the word back reads of each of their own what they have lost in all turns since
/// their last one, in the words of the last blow or in one entry beside them, however much was told since.
#[test]
fn all_losses_since_the_last_turn_are_told() {
    let (mut told, mut many) = (0, 0);
    let battles = ["spears_at_the_bridge", "brawl_on_the_quay", "first_milestone", "first_round", "bridge_of_bells"];
    for (name, seed) in battles.iter().flat_map(|name| (3..=4).map(move |seed| (*name, seed))) {
        let (mut game, mut mind) = (trial::begun(name, seed), Mind::new(Skill::Plain, seed));
        let own = trial::look(&game).players_side();
        let mut since = None;
        for _ in 0..200 {
            let look = trial::look(&game).for_players([own]);
            let facts = look.facts();
            let is_turn = look.question().is_some_and(|question| question.choices.is_none() && question.side == own);
            if let Some(since) = since.filter(|_| is_turn) {
                let first = facts.len().saturating_sub(LATELY).max(since);
                let past = &facts[first.saturating_sub(NEAR)..first];
                if let Some(came) = Outcome::lately(look, Some(since), (first, past), &facts[first..]) {
                    for who in look.everybody().filter(|id| !id.is_thing() && look.side(*id) == own) {
                        let Some(figure) = look.health_in(who) else { continue };
                        let is_loss = |change: &&Change| {
                            let is_it = (change.who, change.what) == (who, figure.key());
                            is_it && change.to < change.from && !change.is_price
                        };
                        let read = facts[since..].iter().filter(|fact| look.may_read(fact));
                        let losses: Vec<(&Fact, &Change)> = read
                            .flat_map(|fact| fact.changes.iter().map(move |change| (fact, change)))
                            .filter(|(_, change)| is_loss(change))
                            .collect();
                        let called = look.name(who);
                        if losses.is_empty() || names(&came.words, called) {
                            continue;
                        }
                        let lost: i32 = losses.iter().map(|(_, change)| change.from - change.to).sum();
                        let own: Vec<&String> =
                            came.also.iter().filter(|also| also.starts_with(&format!("{called} -"))).collect();
                        let whole = format!("-{lost} {}", figure.key());
                        let is_whole = own.iter().filter(|also| also.contains(&whole)).count() == 1;
                        assert!(is_whole, "{name}: {called} {whole}: {:?}", came.also);
                        told += 1;
                        let turns: BTreeSet<_> = losses.iter().map(|(fact, _)| (fact.round, fact.turn)).collect();
                        many += usize::from(turns.len() > 1);
                    }
                }
            }
            if is_turn {
                since = Some(look.facts().len());
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
    }
    assert!(told > 5 && many > 0, "{told} were told of, {many} of them hurt in several turns");
}

/// Promise: whoever was hurt right after a decision is told of, however much has been told since.
#[test]
fn no_harm_is_cut_off_by_what_was_told_since() {
    let mut told = 0;
    for name in ["spears_at_the_bridge", "brawl_on_the_quay", "first_milestone", "first_round", "bridge_of_bells"] {
        let (mut game, mut mind) = (trial::begun(name, 2), Mind::new(Skill::Plain, 2));
        while trial::look(&game).facts().len() < LATELY * 4 && trial::goes_on(&mut game, &mut mind) {}
        let look = trial::look(&game);
        let early = look.facts().len().saturating_sub(LATELY);
        let Some(came) = Lately::default().came_since(look, 0, &Motion::default()) else { continue };
        let is_hurt = |change: &&Change| {
            let is_health = look.health_in(change.who).is_some_and(|health| health.key() == change.what);
            is_health && change.to < change.from && !change.is_price && !change.who.is_thing()
        };
        for change in look.facts()[..early].iter().flat_map(|fact| &fact.changes).filter(is_hurt) {
            let called = look.name(change.who);
            assert!(came.also.iter().chain([&came.words]).any(|words| names(words, called)), "{name}: {called}");
            told += 1;
        }
    }
    assert!(told > 0, "nobody was hurt early");
}

/// Promise: the words of the line are of one turn: nerves that break in another are told beside them, a side that sends nobody after
/// them, and a defence of another turn meets no blow of this one.
#[test]
fn the_words_are_of_one_turn() {
    trial::in_game("zones", |look| {
        let state = *look.rules().conditions.iter().find(|(name, _)| name.as_str() == "broken").unwrap().0;
        let in_turn = |who: u16, mut fact: Fact| {
            fact.turn = Some(Id(who));
            fact
        };
        let hits = Roll { success: Some(true), ..Roll::default() };
        let blow = in_turn(0, Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits));
        let breaks = |turn| {
            let fact = Fact::new("nerve", "Bo loses their nerve.").who(Id(1)).change(Id(1), state, 0, 1);
            in_turn(turn, fact.news(true))
        };
        let pass = in_turn(1, Fact::new("pass", "Bandits send nobody.").news(true));
        let told = |breaks: Fact| Outcome::of(look, 0, &[blow.clone(), breaks, pass.clone()]).unwrap();
        let same = told(breaks(0));
        assert_eq!(same.words, "Ana hits Bo: 6 against 5. Bo loses their nerve. Bandits send nobody.");
        let other = told(breaks(2));
        assert_eq!(other.words, "Ana hits Bo: 6 against 5. Bandits send nobody.");
        assert_eq!(other.also, [format!("{} {state}", look.name(Id(1)))]);
        let open = Roll { is_answered: true, success: Some(true), purpose: Purpose::Other, ..Roll::default() };
        let strikes = in_turn(0, Fact::new("blow", "Ana strikes at Bo: 8.").who(Id(0)).whom(Id(1)).roll(open));
        let holds = Roll { success: Some(true), purpose: Purpose::Defence, ..Roll::default() };
        let dodge = Fact::new("ward", "Bo's dodge: 9.").who(Id(1)).whom(Id(0)).roll(holds);
        let told = |turn: u16| Outcome::of(look, 0, &[strikes.clone(), in_turn(turn, dodge.clone())]).unwrap().words;
        assert_eq!([told(0), told(2)].map(|words| words.contains("Ana strikes")), [true, false]);
    });
}
