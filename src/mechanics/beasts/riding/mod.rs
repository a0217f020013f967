//! Riders and their mounts (HG-MOUNT-04 to HG-MOUNT-12).
//!
//! Riders cover the squares of their mount, walk and run with its legs and take the turn for both. `seat.rs` keeps them
//! there or gets them off, `answers.rs` says what they do about blows, `fright.rs` what frightens a mount.

mod answers;
mod fright;
mod seat;

use self::fright::Nerves;
use super::saddle::{Beasts, Ridden, carry, on_foot};
use crate::mechanics::contest::Ties;
use crate::mechanics::defence::block_or_dodge::free_around;
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Dismount, Mount, Saddles, sheet_lines};

/// The numbers of riding.
#[derive(Clone, Debug, Deserialize)]
pub struct Riding {
    /// What is thrown, and what becomes of a roll that just comes to its challenge.
    pub dice: Expr,
    /// The same.
    pub ties: Ties,
    /// The figure that keeps one in the saddle, and the one that calms the mount.
    pub skills: (FigureName, FigureName),
    /// The figures of a mount that are its rider's too: how far both go.
    pub legs: Vec<FigureName>,
    /// The figure that a leap out of the saddle is rolled with.
    pub leaps_with: FigureName,
    /// The word of mounts, and of arms for those in the saddle alone.
    pub words: (Key, Key),
    /// Words of blows that nobody gets out of the way of, and of those that reach the whole field.
    pub never: Key,
    /// What mounts leap over, by words of ground and of things, and how hard each is.
    #[serde(deserialize_with = "refers::own")]
    pub leaps: Vec<(Key, i32)>,
    /// How hard it is to sit out bucking, and a mount that goes down.
    pub sits: (i32, i32),
    /// Riding in place of a dodge.
    pub instead: Instead,
    /// What frightens mounts.
    pub frights: Frights,
    /// How hard it is to make animals do something, by words of their training; the last is for all others.
    pub training: (Vec<(Key, i32)>, i32),
    /// Whether a fall from the saddle hurts, and how many units of length it is.
    pub falls: (OnOff, i32),
    /// States that these rules speak of.
    pub states: RidingStates,
    /// The rules that these numbers stand for.
    pub rules: RidingRules,
}

/// What Riding in place of a dodge takes off the roll.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Instead {
    /// In any case.
    pub always: i32,
    /// With fewer free squares around the mount than so many.
    pub cramped: (i32, i32),
    /// With a mount that is unwilling or was never trained.
    pub unwilling: i32,
}

/// What frightens mounts.
#[derive(Clone, Debug, Deserialize)]
pub struct Frights {
    /// Whether fire and blasts do.
    pub spooking: OnOff,
    /// The word of what burns, and how near it must be.
    pub fire: (Key, i32),
    /// Words of those who do by coming near for the first time.
    pub of: Vec<Key>,
    /// The count of harm: whatever raises it does.
    pub harm: Key,
}

/// States that the rules of riding speak of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct RidingStates {
    /// Of those in the saddle.
    pub mounted: ConditionName,
    /// Of those on the ground.
    pub down: ConditionName,
    /// Of mounts that do not want to.
    pub unwilling: ConditionName,
}

rule_ids! { struct RidingRules {
    legs: "Whose legs.",
    fright: "Fright.",
    leap: "Leaps and bucking.",
    seat: "Being hit in the saddle.",
    no_dodge: "No dodging there.",
    instead: "Riding instead.",
    at_mount: "Attacking the mount.",
    goes_down: "A mount that goes down.",
    on_and_off: "Getting on and off.",
    arms: "Arms for the saddle.",
} }

impl Riding {
    /// What somebody adds to such a roll.
    fn bonus(look: Look<'_>, who: Id, label: &'static str, figure: FigureName) -> Sum {
        look.sum(&Case::of(label, who), look.figure(who, figure))
    }

    /// Somebody tries something that nobody opposes; whether it comes off.
    fn tries(
        &self,
        table: &mut Table<'_>,
        who: Id,
        (label, figure): (&'static str, FigureName),
        (challenge, rule): (Sum, RuleId),
        what: &str,
    ) -> Step<bool> {
        table.rules().economy.on_roll(table, who)?;
        let bonus = Self::bonus(table.look(), who, label, figure);
        let comes_off = |shown: i32| self.ties.comes_off(shown.saturating_add(bonus.total()), challenge.total());
        let throw = table.throw_for(&self.dice, comes_off)?;
        let (total, success) = (throw.total.saturating_add(bonus.total()), comes_off(throw.total));
        table.note(|look| {
            let verdict = if success { "enough" } else { "not enough" };
            let text = format!("{} {what}: {total} against {}, {verdict}.", look.name(who), challenge.total());
            let roll = Roll::of(label, &self.dice, &throw, &bonus).against(challenge.clone(), success);
            Fact::new(rule, text).who(who).roll(roll)
        });
        Ok(success)
    }

    /// How hard it is to make an animal do something.
    fn stubbornness(&self, look: Look<'_>, animal: Id) -> i32 {
        stubbornness(look, animal, &self.training)
    }

    /// What a mount has to leap over that steps from one place to another: only what it does not stand on already.
    fn leap(&self, look: Look<'_>, from: Footprint, to: Footprint) -> Option<(Key, i32)> {
        let crosses = |(a, b): &(crate::board::Square, crate::board::Square)| {
            (from.contains(*a) && to.contains(*b)) || (from.contains(*b) && to.contains(*a))
        };
        let is_there = |word: Key| {
            let on = |body: Footprint| {
                let ground = body.squares().any(|square| look.board().has_tag(square, word.as_str()));
                let mut things = look.things().filter_map(|id| look.thing(id));
                ground
                    || things.any(|thing| {
                        thing.def.tags.contains(&word) && thing.squares.iter().any(|square| body.contains(*square))
                    })
            };
            let mut things = look.things().filter_map(|id| look.thing(id));
            let over = things.any(|thing| thing.def.tags.contains(&word) && thing.edges.iter().any(crosses));
            over || (on(to) && !on(from))
        };
        self.leaps.iter().filter(|(word, _)| is_there(*word)).max_by_key(|(_, hard)| *hard).copied()
    }

    /// What stops a mount from going anywhere, but for its rider's having to say so.
    fn is_stopped(look: Look<'_>, mount: Id, kinds: &[Key]) -> bool {
        let kinds: Vec<Key> = kinds.iter().copied().chain([RIDDEN.into()]).collect();
        look.allows_words(mount, &kinds).is_err()
    }
}

/// How hard it is to make an animal do something, by the words of its training.
pub(super) fn stubbornness(look: Look<'_>, animal: Id, training: &(Vec<(Key, i32)>, i32)) -> i32 {
    let known = training.0.iter().find(|(word, _)| look.has_tag(animal, word));
    known.map_or(training.1, |(_, hard)| *hard)
}

impl Ridden for Riding {
    fn beasts(&self) -> Beasts {
        let (rules, states) = ((self.rules.on_and_off, self.rules.seat), (self.states.mounted, self.states.down));
        Beasts { rules, word: self.words.0, states, tells_again: true, skill: self.skills.0, worth: 0.3 }
    }

    fn has_got_on(&self, table: &mut Table<'_>, _who: Id, mount: Id) -> Step {
        self.meets(table, mount)
    }

    /// As far from enemies as there is a free square, if nobody pulls and nobody has hold of them.
    fn beside(&self, look: Look<'_>, who: Id, pulls: Option<Id>) -> Footprint {
        let own = look.footprint(who);
        let mut in_close_combat = look.conditions(who).iter().filter_map(|each| each.by);
        let pulls = pulls.or_else(|| in_close_combat.find(|by| look.gap(*by, who) <= 1));
        let foes: Vec<Footprint> = look.foes(who).map(|foe| look.footprint(foe)).collect();
        let apart = |at: Footprint| match pulls {
            Some(by) => -look.footprint(by).gap(at),
            None => foes.iter().map(|foe| foe.gap(at)).min().unwrap_or(0),
        };
        let free = free_around(look, who).max_by_key(|at| (apart(*at), -at.at.y, -at.at.x));
        on_foot(look, who, free.map_or(own.at, |free| free.at))
    }
}

mechanic!(Riding: |self| {
    in_the_saddle => vec![self.skills.0.key()],
    words(words) => {
        words.add(Word::Term, ["bucking", "cramped", "damage", "fright", "grab", "in place of a dodge"]);
        words.add(Word::Term, ["in the saddle", "it goes down"]);
        words.add(Word::Count, ["Carries", "Rides"]).add(Word::Roll, ["animals", "riding"]);
    },
    deeds(riding) => vec![Arc::new(Mount(riding.clone())), Arc::new(Dismount(riding))],
    equip(newcomer, profile) => if profile.tags.contains(&self.words.0) {
        newcomer.give(Nerves::default());
    },
});

hears!(Riding: |self, table| {
    Defended { who, order } => if order.verb == answers::LEAP_OFF && table.look().mount(who).is_some() {
        table.say(self.rules.no_dodge, who, |look| format!("{} leaps out of the saddle.", look.name(who)));
        self.comes_down(table, who, true)?;
    },
    Begun => {
        let everybody = table.everybody();
        everybody.iter().try_for_each(|who| self.sit_down(table, *who))?;
        let is_ridden = |id: &Id| !table.look().riders(*id).is_empty();
        let ridden: Vec<Id> = everybody.into_iter().filter(is_ridden).collect();
        ridden.into_iter().try_for_each(|mount| self.meets(table, mount))
    },
    Arrived { who } => {
        self.sit_down(table, who)?;
        self.meets(table, who)
    },
    Moved { who, .. } => {
        carry(table, who)?;
        self.is_taken_off(table, who)?;
        self.meets(table, who)
    },
    Blasted { squares } => self.frightens(table, squares.iter().map(|square| Footprint::one(*square))),
    // A grab pulls riders down by its own force; fire frightens mounts.
    Blow { blow } => {
        if let (Some(target), Some(force)) = (blow.case.against, blow.damage.filter(|_| blow.struck()))
            && blow.case.is(GRAB)
        {
            if table.look().mount(target).is_some() {
                let challenge = (Sum::of("grab", force), self.rules.seat);
                table.rules().economy.on_answer(table, target);
                self.keeps_seat(table, target, challenge, Some(blow.case.who))?;
            }
            return Ok(());
        }
        let (word, _) = self.frights.fire;
        let burns = blow.case.arm.is_some_and(|arm| arm.has(word) && !arm.has(AREA));
        match blow.case.against.filter(|_| burns) {
            Some(target) => {
                let near = table.look().footprint(target);
                self.frightens(table, std::iter::once(near))
            }
            None => Ok(()),
        }
    },
    // Whoever is hit in the saddle tries to stay there, once the wound is made.
    HarmDone { hit } => {
        let look = table.look();
        if look.mount(hit.who).is_some() && look.is_in_play(hit.who) {
            let challenge = Sum::of("damage", hit.damage);
            let pulls = hit.by.filter(|_| hit.words.iter().any(|word| *word == GRAB));
            table.rules().economy.on_answer(table, hit.who);
            return self.keeps_seat(table, hit.who, (challenge, self.rules.seat), pulls).map(drop);
        }
        self.is_hurt(table, hit)
    },
    Condition { who, kind, begun: true } => {
        if !table.rules().ends(kind) {
            return Ok(());
        }
        if table.look().mount(who).is_some() {
            table.say(self.rules.seat, who, |look| format!("{} slides out of the saddle.", look.name(who)));
            return self.comes_down(table, who, false);
        }
        self.goes_down(table, who)
    },
});

// Riders go as far as their mounts do.
modifies!(Riding: self.legs.iter() => |self, look, case, sum| {
    if let Some(mount) = look.mount(case.who) {
        let own = sum.total();
        sum.add("in the saddle", look.value(mount, case.on) - own, self.rules.legs);
    }
});

forbids!(Riding: |self, look, who, kinds| {
    let goes = kinds.contains(&"move".into()) || kinds.contains(&"run".into());
    match look.mount(who) {
        Some(mount) => {
            let why = || format!("{} sits on {}: they can only leap off", look.name(who), look.name(mount));
            look.refuse_if(kinds.contains(&"dodge".into()), self.rules.no_dodge, why)?;
            let stops = goes && Self::is_stopped(look, mount, kinds);
            look.refuse_one_if(stops, mount, self.rules.legs, "goes nowhere")?;
        }
        None if kinds.contains(&self.words.1) => {
            let why = || format!("that is of no use to {} on foot", look.name(who));
            return Err(look.refusal(self.rules.arms, why));
        }
        None => {}
    }
    if look.has_tag(who, self.words.0) {
        let by_itself = goes && !kinds.contains(&RIDDEN.into()) && !look.riders(who).is_empty();
        look.refuse_one_if(by_itself, who, self.rules.legs, "goes where its rider says")?;
        let wards = kinds.contains(&"block".into()) || kinds.contains(&"assist".into());
        look.refuse_one_if(wards, who, self.rules.at_mount, "can only get out of the way")?;
    }
    Ok(())
});

impl Blows for Riding {
    fn is_useless(&self, look: Look<'_>, who: Id, arm: &Arm) -> bool {
        arm.has(self.words.1) && look.mount(who).is_none()
    }
}

impl Steps for Riding {
    /// A mount that does not want to goes only away from what frightened it.
    fn forbid_step(&self, look: Look<'_>, who: Id, to: Footprint) -> Allowed {
        let Some(mount) = look.mount(who) else { return Ok(()) };
        self.dares(look, mount, to)
    }

    fn before_step(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        self.ride_on(table, who, to)
    }

    /// How likely somebody is to come off where their mount must leap.
    fn hold_up(&self, look: Look<'_>, who: Id, to: Footprint) -> f64 {
        if look.mount(who).is_none() {
            return 0.0;
        }
        let Some((_, hard)) = self.leap(look, look.footprint(who), to) else { return 0.0 };
        let bonus = Self::bonus(look, who, "riding", self.skills.0).total();
        Distribution::from_expr(&self.dice).chance(|face| !self.ties.comes_off(*face + bonus, hard)).to_f64()
    }
}

sheet!(Riding: |self, look, who| {
    sheet_lines(look, who, self.rules.legs)
});

/// The word of arms that strike a whole place.
const AREA: &str = "area";

/// The word of hands that are laid on somebody.
const GRAB: &str = "grab";

/// The word of whatever a mount does because its rider says so.
const RIDDEN: &str = "ridden";
