//! What those who look on see of all that lies open at the desk.

/// The share of their page that a caption has: below a field, below a lesson, and where there is more to be read.
const STRIP: f32 = 0.17;
const LESSON: f32 = 0.22;
const TALL: f32 = 0.34;

/// What lies open at the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Desk {
    /// A step of the talk shows a picture.
    pub picture: bool,
    /// A step of the talk shows a rule, and the book is open.
    pub rule: bool,
    /// A lesson.
    pub lesson: bool,
    /// A battle.
    pub battle: bool,
    /// Its people are in camp.
    pub camp: bool,
    /// The tour of a game.
    pub tour: bool,
}

/// What of it those see who look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// The picture.
    Picture,
    /// The text of the rule.
    Rule,
    /// The field of the lesson.
    Lesson,
    /// The field of the battle.
    Field,
    /// The picture of the tour.
    Tour,
    /// A caption and nothing else.
    Words,
}

impl Sees {
    /// What lies on top, as far as it is shown to anybody: what is looked up, chosen and set beside it stays at the desk.
    pub const fn of(desk: Desk) -> Self {
        match desk {
            Desk { picture: true, .. } => Self::Picture,
            Desk { rule: true, .. } => Self::Rule,
            Desk { lesson: true, .. } => Self::Lesson,
            Desk { battle: true, camp: false, .. } => Self::Field,
            Desk { tour: true, battle: false, .. } => Self::Tour,
            _ => Self::Words,
        }
    }

    /// The share of the page that its caption has.
    pub(super) const fn strip(self) -> f32 {
        match self {
            Self::Picture | Self::Field => STRIP,
            Self::Lesson => LESSON,
            Self::Tour => TALL,
            Self::Rule | Self::Words => 1.0,
        }
    }
}
