//! What happens in a battle, and who hears of it.
//!
//! Whatever changes the battle tells it once ([`Table::tell`]); the registry of a ruleset knows who listens.

use super::{Arm, Blown, ConditionName, Hit, Id, Mechanic, Order, Step, Table, Verdict};
use crate::board::{Footprint, Square};

/// Makes the events and the moments at which they come.
macro_rules! events {
    ($($(#[$doc:meta])* $moment:ident $({ $($(#[$of:meta])* $field:ident: $type:ty),* $(,)? })?),* $(,)?) => {
        /// Something that happens in a battle.
        #[derive(Clone, Copy, Debug)]
        pub enum Event<'a> {
            $($(#[$doc])* $moment $({ $($(#[$of])* $field: $type),* })?),*
        }

        /// The moment at which an event of one kind comes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Moment {
            $($(#[$doc])* $moment),*
        }

        impl Moment {
            /// All of them, in the order of a battle.
            pub const ALL: &'static [Self] = &[$(Self::$moment),*];
        }

        impl Event<'_> {
            /// When it comes.
            pub const fn moment(&self) -> Moment {
                match self {
                    $(Self::$moment { .. } => Moment::$moment),*
                }
            }
        }
    };
}

events! {
    /// Before the battle begins, where a scenario says what comes before it. Tasks put on the agenda here are done
    /// before anybody gets ready to fight.
    Eve,
    /// The battle is about to begin: those who come into it hurt are so before anybody throws for anything.
    Mustered,
    /// The battle begins.
    Begun,
    /// Somebody has come late, before the round begins.
    Arrived {
        /// Who.
        who: Id,
    },
    /// A round begins.
    RoundBegun,
    /// A turn begins: checks that are due, before anything is spent.
    TurnBegun {
        /// Who.
        who: Id,
    },
    /// A second (or whatever the economy counts) of somebody's turn has passed.
    SecondPassed {
        /// Who.
        who: Id,
    },
    /// Time of somebody's turn has passed without a deed.
    Idled {
        /// Who.
        who: Id,
    },
    /// Somebody is about to do something that it has paid for.
    AboutTo {
        /// Who.
        who: Id,
        /// What.
        order: &'a Order,
    },
    /// Somebody has done something.
    Done {
        /// Who.
        who: Id,
        /// What.
        order: &'a Order,
    },
    /// Somebody has been moved, by itself or by others, from another place.
    Moved {
        /// Who.
        who: Id,
        /// Where they stood.
        from: Footprint,
    },
    /// Somebody has gone so far on its own feet, in whatever movement is counted in, and has yet to come there.
    Gone {
        /// Who.
        who: Id,
        /// How far, in whatever movement is counted in.
        cost: i32,
    },
    /// Somebody has been harmed.
    Harmed {
        /// The harm.
        hit: &'a Hit,
    },
    /// Everything that a harm brings with it has come about, wounds too.
    HarmDone {
        /// The harm.
        hit: &'a Hit,
    },
    /// Something has come down on all of these squares at once.
    Blasted {
        /// Where.
        squares: &'a [Square],
    },
    /// The area of an arm has come down on these squares, and whatever it leaves there stays.
    AreaStruck {
        /// With what.
        arm: &'a Arm,
        /// Where.
        squares: &'a [Square],
        /// Who did it, if anybody.
        by: Option<Id>,
    },
    /// Somebody has rolled a check.
    Checked {
        /// Who.
        who: Id,
    },
    /// A condition has begun or ended.
    Condition {
        /// Who.
        who: Id,
        /// Which one.
        kind: ConditionName,
        /// Whether it begins; it ends otherwise.
        begun: bool,
    },
    /// Somebody has fallen, and everything that it brings with it has come about: hands have opened, a soul is there.
    Fallen {
        /// Who.
        who: Id,
    },
    /// A turn ends.
    TurnEnded {
        /// Who.
        who: Id,
    },
    /// Those who acted at once have all done so; what they brought upon each other holds from after this.
    Settled,
    /// A round ends.
    RoundEnded,
    /// Somebody makes a noise; `loudness` is what must be rolled to hear it.
    Noise {
        /// Who.
        who: Id,
        /// What must be rolled to hear it.
        loudness: i32,
    },
    /// A blow has been resolved and its harm done, or it missed. Told once
    /// for each blow of an attack, in the order in which they were declared.
    Blow {
        /// What became of it.
        blow: &'a Blown<'a>,
    },
    /// Somebody has rolled a defence.
    Defended {
        /// Who.
        who: Id,
        /// What.
        order: &'a Order,
    },
    /// The battle is over. Nothing is asked and nothing thrown any more.
    Over {
        /// How it ends.
        verdict: &'a Verdict,
    },
    /// Hours pass after the battle.
    HoursPass {
        /// How many.
        hours: i32,
    },
    /// Everything that hours after the battle change has changed.
    HoursPassed,
}

/// A mechanic that does something when something happens. `hears!` writes it.
pub trait Listens: Mechanic {
    /// The moments that it hears of.
    fn hears(&self) -> &'static [Moment];

    /// Something of that has happened.
    fn hear(&self, table: &mut Table<'_>, event: Event<'_>) -> Step;
}

/// What comes of hearing of something: a step of the battle that may halt, or no more than what was taken down.
pub trait Heard {
    /// The step.
    ///
    /// # Errors
    /// When the battle halts in it.
    fn step(self) -> Step;
}

impl Heard for Step {
    fn step(self) -> Step {
        self
    }
}

impl Heard for () {
    fn step(self) -> Step {
        Ok(())
    }
}

/// Says of what a mechanic hears, and what it does then: a step, or something after which nothing halts.
macro_rules! hears {
    ($mechanic:ty: |$me:ident, $table:ident| {
        $($moment:ident $({ $($field:tt)* })? => $told:expr),* $(,)?
    }) => {
        impl $crate::battle::Listens for $mechanic {
            fn hears(&self) -> &'static [$crate::battle::Moment] {
                &[$($crate::battle::Moment::$moment),*]
            }

            fn hear(
                &$me,
                $table: &mut $crate::battle::Table<'_>,
                event: $crate::battle::Event<'_>,
            ) -> $crate::battle::Step {
                match event {
                    $($crate::battle::Event::$moment $({ $($field)* })? => $crate::battle::Heard::step($told),)*
                    _ => Ok(()),
                }
            }
        }
    };
}
pub(crate) use hears;
