//! Blows and the harm that they do, as mechanics tell each other of them.

use smallvec::SmallVec;

use super::{
    Arm, Case, CaseWords, Choice, ConditionName, Exposed, Exposure, HarmName, Id, Key, Look, Mechanic, Order, RuleId,
    Step, Sum, Table, Verb,
};
use crate::dice::Expr;

/// The mechanic that turns damage of some kind into harm.
pub trait Harm: Mechanic {
    /// The kind of damage that it deals with ("body", "morale").
    fn kind(&self) -> HarmName;

    /// What the target opposes to a blow, frozen before it falls.
    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure;

    /// What so much damage would do. Pure: odds and play both ask here.
    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged;

    /// What is thrown against damage before it is judged, and what is added to that: only the rest of it gets through.
    /// Forecasts read it; [`inflict`](Self::inflict) throws it.
    fn withstands(&self, _exposure: &Exposure) -> Option<(&Expr, i32)> {
        None
    }

    /// How badly so much damage leaves somebody hurt, where the game tells that apart from whether it falls.
    fn leaves(&self, _exposure: &Exposure, _damage: i32) -> Option<(i32, Key)> {
        None
    }

    /// What it calls the steps that it may leave somebody at, the mildest first, where its rules name several.
    fn steps(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Takes so much from somebody without a blow, where a rule says outright what is lost.
    fn sap(&self, _table: &mut Table<'_>, _who: Id, _by: Option<Id>, _amount: i32) -> Step {
        Ok(())
    }

    /// Lets it happen.
    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step;
}

/// What a blow would do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Judged {
    /// How bad, 0 for nothing; only compared within one mechanic.
    pub grade: i32,
    /// What players call it: "nothing", "wound", "dying".
    pub name: Key,
    /// Harm in whatever the game counts (wounds, Life lost).
    pub harm: i32,
}

/// The lowest grade of harm that takes somebody out of the fight.
pub const FELLED: i32 = 2;

impl Judged {
    /// What players call a blow that does nothing.
    pub const NOTHING: &str = "nothing";

    /// What does no harm, and is called so.
    pub fn called(grade: i32, name: impl Into<Key>) -> Self {
        Self { grade, name: name.into(), harm: 0 }
    }

    /// What does nothing.
    pub fn nothing() -> Self {
        Self::called(0, Self::NOTHING)
    }

    /// How forecasts tell it.
    pub const fn outcome(&self) -> (i32, Key) {
        (self.grade, self.name)
    }
}

/// What somebody may do about a blow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// As it is chosen; its verb is the name of the defence.
    pub choice: Choice,
    /// What is added to the die.
    pub bonus: Sum,
}

impl Defence {
    /// Whether an answer means this one: of several of one name any will do where it does not say with what.
    pub fn is_meant_by(&self, answer: &Order) -> bool {
        let order = &self.choice.order;
        order.verb == answer.verb && (answer.with.is_none() || answer.with == order.with)
    }
}

/// Something other than the body that a blow is aimed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimedAt {
    /// What the attack must reach.
    pub target: Sum,
    /// The kind of harm that deals with it.
    pub kind: HarmName,
}

/// Something that stands in the way of a blow and can itself be struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTheWay {
    /// What it is, with what it opposes to the damage: at grade 0 the blow ends here, at 1 it
    /// goes on weaker, above that it goes on.
    pub exposed: Exposed,
    /// Blows that miss their target by at most so much strike it.
    pub by: i32,
    /// Blows that would hit their target strike it first.
    pub first: bool,
    /// What is taken off the damage of a blow that goes on weaker.
    pub slowed: i32,
    /// What the target opposes to a blow that has broken through.
    pub behind: Exposure,
    /// The rule that lets it be struck.
    pub rule: RuleId,
}

impl InTheWay {
    /// The word of hits at what stood in the way of a blow.
    pub const WORD: &str = "cover";
}

/// What became of one blow.
#[derive(Clone, Debug)]
pub struct Blown<'a> {
    /// Whose, against whom, with what, how.
    pub case: &'a Case<'a>,
    /// Whether the attack die, where one was thrown, shows a 1: nothing else of it counts once the blow has fallen.
    pub shows_one: Option<bool>,
    /// Whether the attack reached the target.
    pub reached: bool,
    /// What a defence had to reach.
    pub dc: i32,
    /// The defence that stopped it.
    pub stopped_by: Option<Verb>,
    /// The damage that was dealt, where it came to that.
    pub damage: Option<i32>,
    /// How it landed, in games in which one blow lands better than another.
    pub band: Option<Key>,
    /// The lowest of the damage dice that count, where they lie on a table: only a 1 is read, and only where
    /// [`reads_faces`](super::roles::Blows::reads_faces) says so.
    pub low: Option<i32>,
}

impl<'a> Blown<'a> {
    /// A blow, where no more is known than whether it reached its target.
    pub const fn of(case: &'a Case<'a>, reached: bool) -> Self {
        Self { case, shows_one: None, reached, dc: 0, stopped_by: None, damage: None, band: None, low: None }
    }

    /// Whether it reached the target and no defence stopped it.
    pub const fn struck(&self) -> bool {
        self.reached && self.stopped_by.is_none()
    }
}

/// What a blow leaves its target beside the harm itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Maimed {
    /// The wound, by its name.
    pub wound: Key,
    /// The state that it brings, if that is the end of whoever suffers it.
    pub fells: Option<ConditionName>,
    /// The state that it brings and that was not there before.
    pub brings: Option<ConditionName>,
}

/// A blow that has landed, with everything that harm may depend on.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Who is hit.
    pub who: Id,
    /// Who did it, if anybody.
    pub by: Option<Id>,
    /// With what.
    pub arm: Option<std::sync::Arc<Arm>>,
    /// The kind of damage ("body", "morale").
    pub kind: HarmName,
    /// Types of damage ("slashing", "heat", "fear").
    pub types: SmallVec<[Key; 2]>,
    /// How much.
    pub damage: i32,
    /// What it was compared with.
    pub exposure: Exposure,
    /// What it amounts to.
    pub judged: Judged,
    /// The part of the body that was aimed at.
    pub part: Option<Key>,
    /// Words of the case.
    pub words: CaseWords,
    /// The rule that dealt it.
    pub rule: RuleId,
}

impl Hit {
    /// The same, done by somebody.
    #[must_use]
    pub fn by(self, by: impl Into<Option<Id>>) -> Self {
        Self { by: by.into(), ..self }
    }

    /// The same, done with an arm, whose types it is of.
    #[must_use]
    pub fn with(self, arm: &std::sync::Arc<Arm>) -> Self {
        Self { types: arm.types.iter().copied().collect(), arm: Some(arm.clone()), ..self }
    }

    /// Harm that nobody aims, such as of a fall: `case` says who suffers it and
    /// what it is, and with that what is opposed to it. Nothing if nothing can
    /// be harmed so.
    pub fn unaimed(look: Look<'_>, case: &Case<'_>, kind: HarmName, damage: i32, rule: RuleId) -> Option<Self> {
        let exposed = look.exposed(kind, case).of_a_kind(look.rules())?;
        Some(Self { words: case.words.clone(), ..exposed.hit(look.rules(), damage, rule) })
    }
}
