//! Leaving a melee: back to back, head over heels, or through a gap (OS-MOVE-07 to OS-MOVE-11, OS-ATK-27).
//!
//! `ways.rs` says where that leads, `contest.rs` who strikes at those who go, `deeds.rs` holds the deeds, `sense.rs` says
//! to the computer when it had better go.

mod contest;
mod deeds;
mod sense;
mod ways;

use self::deeds::{Leave, Manner};
use crate::mechanics::prelude::*;

/// The numbers of leaving a melee.
#[derive(Clone, Debug, Deserialize)]
pub struct Leaving {
    /// The figure for half a move, in squares.
    pub half: FigureName,
    /// What both throw, the one who leaves and the one who is left.
    pub die: Expr,
    /// The figure that is added to it.
    pub quick: FigureName,
    /// The deed that a free blow is, and the word of free blows.
    pub free_blow: (Verb, Key),
    /// The word of blows at those who are pursued.
    pub pursuit_blow: Key,
    /// What is thrown for whether anybody pursues, and the most at which they do.
    pub pursuit: (Expr, i32),
    /// Deeds that turn somebody who flees round to fight again.
    pub turns_back: Vec<Verb>,
    /// The word of those whom the computer lets flee when all is lost.
    #[serde(deserialize_with = "refers::words")]
    pub prudent: Key,
    /// States that these rules speak of.
    pub states: LeavingStates,
    /// The rules that these numbers stand for.
    pub rules: LeavingRules,
}

/// States that the rules of leaving speak of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct LeavingStates {
    /// Of those who back out slowly, until their next turn.
    pub withdrawing: ConditionName,
    /// Of those who have turned their backs.
    pub fleeing: ConditionName,
    /// Of those of them who are run after.
    pub pursued: ConditionName,
}

rule_ids! { struct LeavingRules {
    withdrawal: "Backing out.",
    retreat: "Turning to flee.",
    passing: "Passing others on the way.",
    flight: "Flight with others behind.",
    through: "Going through a line.",
    pursuit: "Whether they pursue.",
    free: "Free blows.",
} }

/// How somebody gets past their enemies in a round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    round: i32,
    /// What they threw for it.
    thrown: Option<i32>,
    /// Those who have had their throw against it.
    met: SmallVec<[Id; 4]>,
    /// Those whom the way under way only passes.
    passing: SmallVec<[Id; 4]>,
    /// The round in which they began to back out.
    backs_since: i32,
}

impl Leaving {
    fn slips(look: Look<'_>, who: Id) -> Slips {
        let own = look.get::<Slips>(who).cloned().unwrap_or_default();
        let round = look.clock().round;
        if own.round == round { own } else { Slips { round, backs_since: own.backs_since, ..Slips::default() } }
    }

    fn is_pursued(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.states.pursued)
    }

    /// Whoever has turned their back keeps running until they turn round. They are pursued only if they are free.
    fn flee(&self, table: &mut Table<'_>, who: Id, is_free: bool) -> Step {
        table.begin(who, Condition::new(self.states.fleeing))?;
        table.edit::<Fights>(who).0 = None;
        let look = table.look();
        if !is_free || !look.foes(who).any(|foe| look.can_engage(foe)) {
            return Ok(());
        }
        let (dice, most) = &self.pursuit;
        let thrown = table.roll(who, "pursuit", dice, Sum::new(), self.rules.pursuit)?;
        let follows = thrown <= *most;
        let (what, only) = if follows { ("pursued", "") } else { ("let go", "only ") };
        table.say(self.rules.pursuit, who, |look| {
            format!("{} is {what}: {thrown} on the dice, and {only}up to {most} others follow.", look.name(who))
        });
        if follows { table.begin(who, Condition::new(self.states.pursued)) } else { Ok(()) }
    }
}

mechanic!(Leaving: |self| {
    words(words) => words.add(Word::Roll, ["getting away", "pursuit"]),
    deeds(leaving) => {
        let of = |manner| Arc::new(Leave { leaving: leaving.clone(), manner }) as Arc<dyn Deed>;
        vec![of(Manner::Withdraw), of(Manner::Retreat), of(Manner::PassThrough)]
    },
});

hears!(Leaving: |self, table| {
    // Those whom somebody only passes have their throw where the way comes near them first.
    Moved { who, .. } => {
        let look = table.look();
        let met = self.met_at(look, who, look.footprint(who));
        if met.is_empty() { Ok(()) } else { self.contest(table, who, &met, self.rules.passing) }
    },
    TurnBegun { who } => {
        let clock = table.clock();
        let since = table.look().get::<Slips>(who).map_or(0, |slips| slips.backs_since);
        let is_its_own = matches!(clock.phase, Phase::Whole | Phase::Moves);
        if is_its_own && since != clock.round && table.look().is(who, self.states.withdrawing) {
            table.end(who, self.states.withdrawing)?;
        }
    },
    AboutTo { who, order } => {
        let states = self.states;
        if self.turns_back.contains(&order.verb) && table.look().is(who, states.fleeing) {
            table.say(self.rules.flight, who, |look| format!("{} turns round and fights again.", look.name(who)));
            table.end(who, states.fleeing)?;
            table.end(who, states.pursued)?;
        }
    },
});

narrows!(Leaving: |self, look, case| {
    let (_, free) = self.free_blow;
    let is_pursued = || case.against.is_some_and(|target| self.is_pursued(look, target));
    if case.is("melee") && !case.is(free) && is_pursued() {
        case.push_word(self.pursuit_blow);
    }
});

impl Steps for Leaving {
    fn answers_move(&self, look: Look<'_>, who: Id, to: Footprint) -> bool {
        !self.met_at(look, who, to).is_empty()
    }

    /// Whoever is struck down on the way goes no farther.
    fn before_step(&self, table: &mut Table<'_>, who: Id, _to: Footprint) -> Step<bool> {
        let look = table.look();
        let is_on_its_way = look.get::<Slips>(who).is_some_and(|slips| !slips.passing.is_empty());
        Ok(!is_on_its_way || look.stands(who))
    }
}
