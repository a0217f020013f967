//! The battle: an entity, its combatants, and the stages through which each
//! step of it goes.
//!
//! What is under way is an [`Agenda`] of [`Task`]s. One pass of the schedule
//! ([`BattlePass`]) takes the topmost task of every battle and runs it against
//! a [`Table`]. A task that needs a decision stops with a [`Question`]; any
//! controller (window, terminal, computer, lesson, replay, another program)
//! sees the same [`choices`] and gives its [`answer`]; the pass goes on.
//!
//! Nothing in here knows a mechanic by name. Mechanics play roles
//! ([`Initiative`], [`Economy`], [`Harm`], [`Modifies`] ...), hear events
//! ([`Event`]) and bring [`Deed`]s. A ruleset ([`Rules`]) says which mechanics
//! it has, and their numbers; its [`Registry`] knows who plays what.

mod aftermath;
mod blow;
pub mod bounds;
mod camp;
mod case;
mod chapters;
mod choice;
mod chronicle;
mod class;
mod combatant;
mod copy;
mod deed;
mod dictionary;
mod door;
mod encounter;
mod events;
mod exposed;
mod field;
mod fighter;
mod finder;
mod forecast;
mod gear;
mod ground;
mod guard;
pub mod house_words;
mod key;
mod kinds;
mod look;
mod mechanic;
mod memo;
mod merit;
mod names;
mod onward;
mod order;
mod patience;
mod question;
mod reads;
pub mod refers;
mod registry;
mod roles;
mod rules;
mod secrets;
mod setup;
mod spoken;
mod stages;
mod states;
pub mod stats;
mod strays;
mod sum;
mod surroundings;
mod table;
mod unrolled;
mod vocabulary;
mod words;

#[cfg(test)]
mod tests;

pub use aftermath::{Carried, Keepsake, carry_over, pass_hours, rest};
pub use blow::{AimedAt, Blown, Defence, FELLED, Harm, Hit, InTheWay, Judged, Maimed};
pub use camp::{Camp, CampSite, Spent, spend_hours};
pub use case::{Case, CaseWords};
pub use chapters::{Chapter, Section};
pub use choice::{Choice, Later, capital};
pub use chronicle::{Astray, Bout, Change, Chronicle, Extent, Fact, HOUSE_RULES, HitBy, Purpose, Roll, Struck};
pub use class::{Class, Ladder};
pub use combatant::{
    ActsWith, Bears, Briefed, Called, Combatant, Condition, Conditions, Fights, FightsIn, Figures, Follows, Houses, Id,
    Inhabits, Left, MadeFrom, Occasion, Place, Rides, Roster, SideId, StandsIn, Tallies, Things, Until, Willing, Wound,
    Wounds,
};
pub use copy::{Falls, Scratch, Twin, deal_unseen};
pub use deed::{Deed, Nature, Phrase, There};
pub use dictionary::Dictionary;
pub use door::{advance, answer, choices, chronicle, is_waiting, question, verdict};
pub use encounter::{Army, Chooses, Encounter, Uncertain, Wanderers};
pub(crate) use events::hears;
pub use events::{Event, Heard, Listens, Moment};
pub use exposed::{Exposed, Exposure, Opposition};
pub use field::{
    Agenda, Asked, Battle, Clock, Decision, Decisions, DiceCup, Ended, Given, Phase, RulesOf, Side, Sides, Stage, Task,
    Verdict,
};
pub use fighter::{Fighter, GearState};
pub use forecast::{A_WOUND, Answered, Back, Forecast, Prospect, Round, weight};
pub use gear::{Gear, Grip, Held, Item};
pub use ground::{Feature, Ground, Loose, Survey, Thing, Works};
pub use guard::{Fault, caught, caught_in, mend};
pub use house_words::Written;
pub use key::Key;
pub use kinds::Newcomer;
pub use look::{Eyes, HOLES, Look, Unaware, squares_in_words, zones_in_words};
pub use mechanic::{Mechanic, Named, Part, Tie};
pub use memo::Memo;
pub use merit::Merit;
pub use names::{ArmName, ConditionName, FigureName, HarmName, RuleId, TechniqueName, Verb};
pub use onward::{Nobody, Onward, Player, Stands, play_on};
pub use order::{Aim, Order, Says};
pub use patience::MOST_DECISIONS;
pub use question::{Allowed, Group, Question, Refusal, Worth};
pub use reads::Reads;
pub use registry::Registry;
pub use roles::{
    Allows, Blows, Burden, Compulsion, Dealt, Defends, Drives, Economy, Flanks, Forbids, Hanging, Hides, Initiative,
    Intent, Judges, Modifies, Narrows, Nerve, Next, Paid, Price, Rests, Saves, Sees, SheetLine, Shows, Spending, Steps,
    TrackEntry, TrackForm, Waits,
};
pub use rules::{
    AreaDef, AreaShape, Arm, ArmKind, BodySizes, ConditionDef, FigureDef, FigurePart, Measure, ModDef, ObjectDef,
    Profile, RuleText, Rules, Setting, Table1, Tier, Trace, Unarmed, Zoned,
};
pub use setup::{Arranged, Arrivals, Limits, Opening, Setup, Stacked, quiet_world};
pub use spoken::{Answer, Spoken, SpokenAim};
pub use stages::verdict::{Holding, Objective};
pub use stages::{BattlePass, BattlePlugin, BattleSystems, Stride, carry_out, pass_second, push_turn, schedule};
pub use states::{MOST_STATES, StateSet, States};
pub use strays::Strays;
pub use sum::{Sum, Term};
pub use surroundings::{Incoming, Surroundings, Wind};
pub use table::{Checked, Pause, Step, Table, Thrown};
pub use unrolled::{Halfway, Stepped, Touched, Unrolled};
pub use vocabulary::{Word, Words, closest, unknown};
pub use words::{WordsError, parse_square, quoted};
