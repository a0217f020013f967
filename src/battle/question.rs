//! What a player would be asked at the table, and what may be answered.

use serde::Serialize;

use super::{Choice, Id, Key, RuleId, SideId};

/// Something that somebody must decide before the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What it is about: "turn", "defend", "step in", "where does the wound go".
    pub kind: Key,
    /// Whose controller answers.
    pub side: SideId,
    /// Which combatant it concerns.
    pub who: Option<Id>,
    /// Who brought it about.
    pub by: Option<Id>,
    /// Whom it befalls, where that is somebody else than the one who is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whom: Option<Id>,
    /// The question in words.
    pub prompt: String,
    /// The rules that ask it.
    pub rules: Vec<RuleId>,
    /// What is going on, from the outside in: "Ana's turn", "blow at Bo".
    pub within: Vec<String>,
    /// What is answered is nobody else's to know.
    #[serde(skip)]
    pub is_secret: bool,
    /// The rules say how a computer answers it: it does not think twice about that, and whoever looks ahead can count on it.
    #[serde(skip)]
    pub is_prescribed: bool,
    /// A defence that may still come, and that the chance in the words does not count.
    #[serde(skip)]
    pub before: Option<Key>,
    /// The answers, where they can be listed; the question of a turn leaves
    /// them to be worked out when somebody wants to see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

impl Question {
    /// Whether it asks this of somebody.
    pub fn asks(&self, (kind, who): (Key, Id)) -> bool {
        self.kind == kind && self.who == Some(who)
    }

    /// A question of `kind` to `side` about `who`.
    pub fn new(kind: impl Into<Key>, side: SideId, who: Id, prompt: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            side,
            who: Some(who),
            by: None,
            whom: None,
            prompt: prompt.into(),
            rules: Vec::new(),
            within: Vec::new(),
            is_secret: false,
            is_prescribed: false,
            before: None,
            choices: None,
        }
    }

    /// The same, where its words tell a chance before somebody does this about it.
    #[must_use]
    pub fn before(mut self, deed: impl Into<Option<Key>>) -> Self {
        self.before = deed.into();
        self
    }

    /// The same, asked because of `by`.
    #[must_use]
    pub fn by(mut self, by: Id) -> Self {
        self.by = Some(by);
        self
    }

    /// The same, about what befalls somebody else.
    #[must_use]
    pub fn whom(mut self, whom: Id) -> Self {
        self.whom = Some(whom);
        self
    }

    /// The same, asked by a rule.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<RuleId>) -> Self {
        self.rules.push(rule.into());
        self
    }

    /// The same, answered in secret.
    #[must_use]
    pub fn in_secret(mut self) -> Self {
        self.is_secret = true;
        self
    }

    /// The same, where the rules say how a computer answers.
    #[must_use]
    pub const fn prescribed(mut self) -> Self {
        self.is_prescribed = true;
        self
    }

    /// The same, with one more answer.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.choices.get_or_insert_default().push(choice);
        self
    }

    /// Whether somebody is asked to step in for somebody else.
    pub fn steps_in(&self) -> bool {
        self.who.is_some() && self.whom.is_some_and(|whom| Some(whom) != self.who)
    }

    /// The first answer that lets it be, if one can be given.
    pub fn lets_be(&self) -> Option<&Choice> {
        self.choices.iter().flatten().find(|choice| choice.is_legal() && choice.lets_be)
    }
}

/// What answers are about, in the order in which players look for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is called what players call it")]
pub enum Group {
    Begun,
    Attack,
    Move,
    Defence,
    Ability,
    Skill,
    Help,
    Stealth,
    Command,
    Souls,
    Prepare,
    Gear,
    Growth,
    Time,
    Combos,
    Awards,
    Reaction,
    Wound,
    Card,
    Posture,
    Turn,
}

impl Group {
    /// What players call it; rules that forbid whole groups of deeds say it so.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Begun => "go on",
            Self::Attack => "attack",
            Self::Move => "move",
            Self::Defence => "defence",
            Self::Ability => "ability",
            Self::Skill => "skill",
            Self::Help => "help",
            Self::Stealth => "stealth",
            Self::Command => "command",
            Self::Souls => "souls",
            Self::Prepare => "prepare",
            Self::Gear => "gear",
            Self::Growth => "growth",
            Self::Time => "time",
            Self::Combos => "combos",
            Self::Awards => "awards",
            Self::Reaction => "reaction",
            Self::Wound => "wound",
            Self::Card => "card",
            Self::Posture => "posture",
            Self::Turn => "turn",
        }
    }
}

/// Why something cannot be done: the rule, and the reason in this case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{why} [{rule}]")]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// The reason in words.
    pub why: String,
}

impl Refusal {
    /// A refusal by `rule` because of `why`.
    pub fn new(rule: impl Into<RuleId>, why: impl Into<String>) -> Self {
        Self { rule: rule.into(), why: why.into() }
    }

    /// An order that makes no sense whatever the rules say.
    pub fn nonsense(why: impl Into<String>) -> Self {
        Self::new("order", why)
    }
}

/// What a check of legality says.
pub type Allowed = Result<(), Refusal>;

/// What is worth so many times as much as a plain blow goes before it.
const FAR: i32 = 6;

/// What a choice is worth, in thousandths of a felled enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth(pub i32);

impl Worth {
    /// A number of felled enemies.
    pub fn of(worth: f64) -> Self {
        Self((worth * 1000.0) as i32)
    }

    /// The same as that number.
    pub fn in_felled(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Whether it is so much more than the worth of a plain blow that it goes before that: more than nothing, and so many times
    /// as much.
    pub const fn is_far_above(self, plain: Self) -> bool {
        self.0 > 0 && self.0 / FAR >= plain.0
    }
}
