//! Close combat: hands on somebody instead of blows at them (HG-GRAP-01 to HG-GRAP-15).
//!
//! `ties.rs` keeps who has whom in which grip and what becomes of that when either moves or falls, `struggle.rs` sets
//! wrestling against wrestling with the weight of both sides, `harm.rs` says what may be done to those in one's hands
//! and does it, `around.rs` looks for walls, corners and drops. Each deed has its file: `grab.rs`, `seize.rs`,
//! `control.rs`, `escape.rs` (with letting go), `drag.rs` and `join.rs`. `outlook.rs` foretells them.

mod around;
mod control;
mod drag;
mod escape;
mod grab;
mod harm;
mod join;
mod outlook;
mod seize;
mod struggle;
mod ties;

use self::control::Control;
use self::drag::Drag;
use self::grab::Grab;
use self::harm::SLAM;
use self::join::Join;
use self::seize::Seize;
use self::ties::Hold;
use crate::mechanics::break_free::BreakFree;
use crate::mechanics::contest::{Contest, FOR_A_FRIEND};
use crate::mechanics::grapple::ties::{LET_GO, LetGo};
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::size::far_stronger::Gap;
use crate::mechanics::turn::answer::Answer;
use crate::mechanics::turn::declared::DEFEND;

/// The numbers of close combat.
#[derive(Clone, Debug, Deserialize)]
pub struct CloseCombat {
    /// How skill is set against skill.
    pub contest: Contest,
    /// The skill.
    pub skill: FigureName,
    /// The figure for how much somebody weighs.
    pub mass: FigureName,
    /// Whether the heavier side has the better of it.
    pub mass_bonus: OnOff,
    /// How many times as heavy as those who hold them somebody may be to be moved about, and to be held at all.
    pub times: (u64, u64),
    /// The states of both.
    pub states: CloseCombatStates,
    /// What is done to those in one's hands.
    pub damage: GripDamage,
    /// Walls and floors.
    pub slams: Slams,
    /// How far down it must go for somebody to be thrown there, in the board's unit of length.
    pub drop: i32,
    /// The figure for how far one walks, and how far with somebody in one's hands.
    pub drags: (FigureName, i32),
    /// What it takes off a defence against others to be in close combat.
    pub outsiders: i32,
    /// The word of things that come off only those who are held.
    pub strapped: Key,
    /// What being far weaker does to those who want to wrest something away.
    pub gap: Gap,
    /// The rules that these numbers stand for.
    pub rules: CloseCombatRules,
}

/// The states of those in close combat, each brought about by the other one.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CloseCombatStates {
    /// Neither has the other in their power.
    pub locked: ConditionName,
    /// In somebody's power.
    pub held: ConditionName,
    /// Having somebody in one's power.
    pub controlling: ConditionName,
    /// Hanging on to somebody too heavy to be held.
    pub clinging: ConditionName,
    /// Having somebody hang on to one.
    pub clung_to: ConditionName,
}

/// The harm of hands.
#[derive(Clone, Debug, Deserialize)]
pub struct GripDamage {
    /// What is thrown.
    pub dice: Expr,
    /// The figure that is added.
    pub strength: FigureName,
    /// The figure of an arm that is added.
    pub power: Key,
    /// The word of arms that are small enough.
    pub small: Key,
    /// What one more action does for it, and the most of them.
    pub augment: (i32, i32),
    /// What it harms.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
}

/// Walls and floors as weapons.
#[derive(Clone, Debug, Deserialize)]
pub struct Slams {
    /// What sharp corners of these words add.
    #[serde(deserialize_with = "refers::own")]
    pub corners: BTreeMap<Key, i32>,
    /// Whether it takes one more action.
    pub needs_action: OnOff,
}

rule_ids! { struct CloseCombatRules {
    grab: "Grabs.",
    held: "Being held, and being hurt so.",
    small: "Small weapons.",
    resist: "Grappling as a defence.",
    locked: "What may be done in close combat.",
    control: "Gaining control.",
    escape: "Getting loose.",
    slam: "Walls and floors.",
    corner: "Their corners.",
    throw: "Drops.",
    seize: "Wresting things away.",
    mass: "Weight.",
    team: "Several against one.",
    heavy: "What is too heavy.",
    outsiders: "Those who are not part of it.",
    augment: "One more action for the harm.",
} }

/// The roll.
const GRAPPLE: &str = "grapple";
/// The word of whatever may be answered by grappling.
const GRAB: &str = "grab";
/// The deeds.
const CONTROL: &str = "control";
/// The same.
const DRAG: &str = "drag";
/// The same.
const ESCAPE: &str = "escape";
/// The same.
const JOIN: &str = "join";
/// The same.
const SEIZE: &str = "seize";

impl CloseCombat {
    /// Whether somebody may walk with those whom they have in their hands.
    fn may_drag(&self, look: Look<'_>, who: Id, ties: &[(Id, Hold)]) -> bool {
        let is_light = |other: Id| {
            let team = self.team(look, who, other);
            self.outweighs(look, &[other], &team, self.times.0).is_none()
        };
        let bound = ties.iter().filter(|(_, hold)| *hold != Hold::ClungTo);
        bound.clone().count() == 1 && bound.into_iter().all(|(other, hold)| *hold == Hold::Controls && is_light(*other))
    }
}

mechanic!(CloseCombat: |self| {
    grips => {
        let tie = |hold: Hold| Tie { held: self.state(hold), holding: Some(self.state(hold.turned())), is_open: false };
        [Hold::Held, Hold::Clings, Hold::Locked].map(tie).to_vec()
    },
    words(words) => {
        words.add(Word::Roll, ["damage"]).add(Word::Outcome, ["free", "seized"]);
        words.add(Word::Term, ["augment", "dragging", "far weaker", "heavier", "in close combat"]);
        words.add(Word::Count, ["Close combat"]).add(Word::Roll, [GRAPPLE, "resist"]);
        words.add(Word::Outcome, ["miss", "held", "clinging", "locked"]);
    },
    needs => &[Part::Resistance, Part::Hands],
    deeds(own) => {
        let when = "that is done to somebody whom one has just got hold of";
        let slam = Answer { verb: SLAM, group: Group::Attack, rule: self.rules.slam, when };
        vec![
            Arc::new(Grab(own.clone())),
            Arc::new(Seize(own.clone())),
            Arc::new(Control(own.clone())),
            Arc::new(BreakFree { of: own.clone(), verb: ESCAPE.into(), from_all: true }),
            Arc::new(LetGo {
                hands: own.clone(),
                group: Group::Move,
                tempts: false,
                is_act: true,
                rule: self.rules.locked,
                empty: "has nobody in their power to let go of",
            }),
            Arc::new(Join(own.clone())),
            Arc::new(Drag(own)),
            Arc::new(slam),
        ]
    },
});

hears!(CloseCombat: |self, table| {
    // Whoever comes into a battle in somebody's grip is in that of the nearest who has such a grip.
    Begun => self.pair_up(table),
    Moved { who, from } => self.go_along(table, who, from),
    Condition { who, begun: true, .. } => {
        let is_out = !who.is_thing() && !table.look().is_in_play(who);
        if is_out { self.part_all(table, who, "there is nothing left to hold") } else { Ok(()) }
    },
});

modifies!(CloseCombat: [self.drags.0.key(), Key::from("defence")] => |self, look, case, sum| {
    if case.on == self.drags.0 {
        let most = self.drags.1;
        let holds = |who: Id| {
            !look.conditions(who).is_empty() && self.ties(look, who).iter().any(|(_, hold)| *hold == Hold::Controls)
        };
        // The legs of a mount are those of its rider.
        let drags = holds(case.who) || look.riders(case.who).iter().any(|rider| holds(*rider));
        if drags && sum.total() > most {
            sum.add("dragging", most - sum.total(), self.rules.heavy);
        }
    } else if case.on == "defence" && !case.is(FOR_A_FRIEND) {
        let ties = self.ties(look, case.who);
        let is_outsider = case.against.is_some_and(|by| ties.iter().all(|(other, _)| *other != by));
        if is_outsider && ties.iter().any(|(_, hold)| *hold != Hold::ClungTo) {
            sum.add("in close combat", -self.outsiders, self.rules.outsiders);
        }
    }
});

forbids!(CloseCombat: |self, look, who, kinds| {
    if who.is_thing() || look.conditions(who).is_empty() {
        return Ok(());
    }
    let ties = self.ties(look, who);
    let is = |hold: Hold| ties.iter().any(|(_, each)| *each == hold);
    let bound = ties.iter().find(|(_, hold)| *hold != Hold::ClungTo);
    let Some((other, hold)) = bound.copied() else { return Ok(()) };
    let has = |kind: &'static str| kinds.contains(&kind.into());
    let is_own = [CONTROL, ESCAPE, LET_GO, SEIZE].into_iter().any(has) || (has(DEFEND) && !is(Hold::Held));
    // Whether it does anything at all is not the question: that, it may.
    look.refuse_if(has("act") && kinds.len() > 1 && !is_own, self.rules.locked, || {
        format!("{} is {} {}, and has their hands full", look.name(who), hold.words(), look.name(other))
    })?;
    if has("move") && !self.may_drag(look, who, &ties) {
        let rule = if is(Hold::Controls) { self.rules.heavy } else { self.rules.locked };
        return Err(look.refusal(rule, || {
            format!("{} is {} {}, and goes nowhere", look.name(who), hold.words(), look.name(other))
        }));
    }
    Ok(())
});

sheet!(CloseCombat: |self, look, who| {
    let ties = self.ties(look, who).into_iter();
    let line = |(other, hold): (Id, Hold)| {
        let text = format!("{} {}", hold.words(), look.name(other));
        SheetLine::of("Close combat", text, self.rule_of(hold))
    };
    ties.map(line).collect()
});
