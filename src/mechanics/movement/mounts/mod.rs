//! Mounts and vehicles, and those whom they carry (ZN-MOUNT-01 to ZN-MOUNT-08, and what ZN-ATK-06, ZN-ATK-14 and
//! ZN-REACT-11 say of riders).
//!
//! `party.rs` lets them take one turn together, `saddle.rs` lets them get on, get off and fall.
//!
//! Riders stand on squares of their mount and move with it; those who are moved without it have come off. One of the
//! group is sent for all. Their turns begin together, `hand over` lets another of them choose, and at the end those who
//! did nothing are asked whether they keep their turn for a reaction.

mod party;
mod saddle;

use self::party::{HandOver, Party};
use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Dismount, Mount, Saddles, sheet_lines};

/// The numbers of riding and driving.
#[derive(Clone, Debug, Deserialize)]
pub struct Mounts {
    /// The figure for a whole move; more than half of it is full speed.
    pub speed: FigureName,
    /// The figure that is saved on by those who might fall.
    pub save: FigureName,
    /// What a fall does, and what it harms.
    pub fall: Expr,
    /// The kind of harm that it does.
    pub harms: HarmName,
    /// The word of profiles of those that do nothing without a driver.
    pub vehicle: Key,
    /// Kinds of deeds that such a thing has no part in, saves among them.
    #[serde(deserialize_with = "refers::kinds")]
    pub never: Vec<Key>,
    /// The skills that let riders of mounts, and those in vehicles, attack after full speed.
    pub skills: (TechniqueName, TechniqueName),
    /// Deeds that are as good as doing nothing.
    pub idle: Vec<Key>,
    /// States that the rules of riding speak of.
    pub states: States,
    /// The rules that these numbers stand for.
    pub rules: MountsRules,
}

/// States that the rules of riding speak of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct States {
    /// Of those who are carried.
    pub riding: ConditionName,
    /// Of those who are carried at full speed, until the round is over.
    pub rushed: ConditionName,
    /// Of those who fell as they got on or off.
    pub thrown: ConditionName,
    /// Of those who shot from what stood still, so that it goes on standing.
    pub rooted: ConditionName,
    /// Of those whom somebody holds.
    pub held: ConditionName,
    /// Of vehicles that nobody drives.
    pub unmanned: ConditionName,
}

rule_ids! { struct MountsRules {
    together: "One turn for all of them.",
    reserve: "Keeping it.",
    full_speed: "Full speed.",
    down: "A mount that goes down.",
    saddle: "Attacks from the saddle.",
    on_and_off: "Getting on and off.",
    in_motion: "The same in motion.",
    vehicles: "Vehicles.",
    pushed: "Being pushed off.",
    shots: "Shots that are easier standing.",
} }

/// How far a mount or vehicle has gone, and in which round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gone {
    round: Option<i32>,
    /// Half zones.
    halves: i32,
    /// Whether that was more than half of a whole move.
    full: bool,
    /// Whether it is on its way now.
    on_its_way: bool,
}

impl Mounts {
    fn is_vehicle(&self, look: Look<'_>, who: Id) -> bool {
        look.has_tag(who, self.vehicle)
    }

    /// How far a mount has gone this round.
    fn gone(look: Look<'_>, mount: Id) -> Gone {
        let gone = look.get::<Gone>(mount).copied().unwrap_or_default();
        if gone.round == Some(look.clock().round) { gone } else { Gone::default() }
    }

    /// Whether a mount has moved in the turn that it is taking, with whomever it carries.
    fn has_moved(look: Look<'_>, mount: Id) -> bool {
        let takes = look.clock().turn == Some(mount) || Party::of(look, mount).is_some();
        takes && Self::gone(look, mount).halves > 0
    }

    /// Whether getting on or off a mount is getting on or off something in motion.
    fn is_moving(look: Look<'_>, mount: Id) -> bool {
        let gone = Self::gone(look, mount);
        Self::has_moved(look, mount) || gone.full || gone.on_its_way
    }

    /// Whether somebody could carry others.
    fn carries(look: Look<'_>, who: Id) -> bool {
        look.rules().measure.seats.is_some_and(|seats| look.value(who, seats) > 0)
    }

    /// Whoever is carried by what goes at full speed holds on until the round is over.
    fn rush(&self, table: &mut Table<'_>, rider: Id, mount: Id) -> Step {
        let (look, rushed, rule) = (table.look(), self.states.rushed, self.rules.full_speed);
        if !look.is_in_play(rider) || look.is(rider, rushed) {
            return Ok(());
        }
        table.bring(rider, Condition::new(rushed).until(Until::Rounds(1)), |look| {
            Fact::new(rule, format!("{} holds on: {} goes at full speed.", look.name(rider), look.name(mount)))
        })
    }

    /// Whether a mount or vehicle carries nobody any more: it is out of the fight, and not for want of a driver.
    fn is_down(&self, look: Look<'_>, mount: Id) -> bool {
        let mut kinds = look.conditions(mount).iter().map(|each| each.kind);
        !look.place(mount).present || kinds.any(|kind| kind != self.states.unmanned && look.rules().ends(kind))
    }

    /// Whether riders who were carried at full speed may attack: when it is over, and if they have learned it.
    fn may_attack(&self, look: Look<'_>, who: Id) -> Allowed {
        if !look.is(who, self.states.rushed) {
            return Ok(());
        }
        let rule = self.rules.full_speed;
        let Some(mount) = look.mount(who) else { return Err(look.refusal_of(who, rule, "was carried at full speed")) };
        let skill = if self.is_vehicle(look, mount) { self.skills.1 } else { self.skills.0 };
        look.refuse_one_if(!look.knows(who, skill), mount, rule, "goes at full speed")?;
        let why = || format!("not before {} has come to rest", look.name(mount));
        look.refuse_if(!look.rules().economy.is_over(look, mount), rule, why)
    }
}

mechanic!(Mounts: |self| {
    in_the_saddle => vec![self.states.riding.key()],
    words(words) => {
        words.add(Word::Roll, ["the fall"]).add(Word::Term, ["actions of those it carries"]);
        words.add(Word::Count, ["Carries", "Rides"]);
    },
    deeds(mounts) => {
        vec![Arc::new(Mount(mounts.clone())), Arc::new(Dismount(mounts.clone())), Arc::new(HandOver(mounts))]
    },
    on_task(table, _who) => self.reserve(table),
});

hears!(Mounts: |self, table| {
    Begun => {
        let everybody = table.everybody();
        everybody.iter().try_for_each(|who| self.sit_down(table, *who))?;
        everybody.into_iter().try_for_each(|who| self.man(table, who))
    },
    Arrived { who } => {
        self.sit_down(table, who)?;
        self.man(table, who)
    },
    TurnBegun { who } => self.gather(table, who),
    TurnEnded { who } => self.scatter(table, who),
    Gone { who, cost } => {
        let look = table.look();
        if !Self::carries(look, who) {
            return Ok(());
        }
        let gone = Self::gone(look, who);
        let halves = gone.halves.saturating_add(cost);
        let full = gone.full || halves > look.value(who, self.speed) / 2;
        *table.edit::<Gone>(who) = Gone { round: Some(look.clock().round), halves, full, ..gone };
        let riders = if full { table.look().riders(who).to_vec() } else { Vec::new() };
        riders.into_iter().try_for_each(|rider| self.rush(table, rider, who))
    },
    Done { who, order } => {
        self.has_done(table, who, order);
        if Self::gone(table.look(), who).on_its_way {
            table.edit::<Gone>(who).on_its_way = false;
        }
    },
    Moved { who, .. } => {
        self.carry(table, who)?;
        self.comes_off(table, who)
    },
    Condition { who, kind, begun } => {
        let look = table.look();
        if begun && kind != self.states.unmanned && !look.riders(who).is_empty() && self.is_down(look, who) {
            self.goes_down(table, who, kind)?;
        }
        if let Some(mount) = table.look().mount(who) {
            // Whoever hangs in the saddle slides out of it; in a cart they lie where they are.
            let look = table.look();
            if !look.is_in_play(who) && !self.is_vehicle(look, mount) && !self.is_down(look, mount) {
                // Whoever is felled by the push itself is thrown off by it all the same.
                let is_pushed = table.is_within("push");
                let (rule, how) = match is_pushed {
                    true => (self.rules.pushed, "is thrown off"),
                    false => (self.rules.on_and_off, "slides off"),
                };
                table.say(rule, who, |look| format!("{} {how} {}.", look.name(who), look.name(mount)));
                self.unseat(table, who)?;
                if is_pushed && !table.look().is_dead(who) {
                    self.fall(table, who, rule)?;
                }
            }
            self.man(table, mount)?;
        }
    },
});

modifies!(Mounts: ["impaired", "whole move"] => |self, look, case, sum| {
    if case.on == "impaired" && look.mount(case.who).is_some() {
        sum.add(self.states.riding, 1, self.rules.saddle);
    }
    // Nobody acts in the saddle and goes at full speed in one turn, in whichever order.
    if case.on == "whole move" && Party::has_acted(look, look.riders(case.who)) {
        let half = look.value(case.who, self.speed) / 2;
        sum.add("actions of those it carries", half.min(sum.total()) - sum.total(), self.rules.full_speed);
    }
});

forbids!(Mounts: |self, look, who, kinds| {
    if kinds.contains(&"attack".into()) {
        self.may_attack(look, who)?;
    }
    let never = self.never.iter().any(|never| kinds.contains(never)) && self.is_vehicle(look, who);
    look.refuse_one_if(never, who, self.rules.vehicles, "is a thing")?;
    let mount = look.mount(who);
    let goes = || ["move", "sprint", "sneak"].into_iter().any(|goes| kinds.contains(&goes.into()));
    if let Some(mount) = mount.filter(|_| goes()) {
        let why = || format!("{} goes where {} goes", look.name(who), look.name(mount));
        return Err(look.refusal(self.rules.together, why));
    }
    let riders = look.riders(who);
    if kinds.contains(&"turn".into()) && (mount.is_some() || !riders.is_empty()) {
        self.forbid_turn(look, who)?;
    }
    // Whoever shot from a saddle that stood still keeps it standing.
    let shot = |rider: &&Id| kinds.contains(&"move".into()) && look.is(**rider, self.states.rooted);
    match riders.iter().find(shot) {
        Some(rider) => Err(look.refusal_of(*rider, self.rules.shots, "has shot standing")),
        None => Ok(()),
    }
});

narrows!(Mounts: |self, look, case| {
    let own = case.on == "attack" && case.is("ranged") && !case.is("counter") && !case.is("opportunity");
    if own && look.mount(case.who).is_some_and(|mount| Self::has_moved(look, mount)) {
        case.push_word("moving");
    }
});

impl Judges for Mounts {
    /// What befalls a mount befalls those whom it carries.
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let mechanics = look.rules().registry.judges.iter();
        let of_rider = |rider: &Id| {
            let seat = look.footprint(*rider).moved_to(at.at);
            mechanics.clone().map(|mechanic| mechanic.danger(look, *rider, seat)).fold(0.0, f64::max)
        };
        look.riders(who).iter().map(of_rider).sum()
    }
}

impl Steps for Mounts {
    fn before_step(&self, table: &mut Table<'_>, who: Id, _to: Footprint) -> Step<bool> {
        let look = table.look();
        if Self::carries(look, who) {
            let gone = Self::gone(look, who);
            *table.edit::<Gone>(who) = Gone { round: Some(look.clock().round), on_its_way: true, ..gone };
        }
        Ok(true)
    }
}

sheet!(Mounts: |self, look, who| {
    sheet_lines(look, who, self.rules.together)
});
