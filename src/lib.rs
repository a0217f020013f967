//! Sortie: tabletop rulesets on one battlefield.
//!
//! A battle is an entity of a Bevy world, and so are its fighters. What is still to be done in it is an agenda of
//! [tasks](battle::Task). A pass of the schedule [`BattlePass`](battle::BattlePass) runs the topmost task through the
//! stages `Clock, Initiative, Turn, Choices, Movement, Attacks, Areas, Harm, Morale, Upkeep, Verdict`. A task that
//! needs a decision leaves a [question](battle::Question); window, terminal, computer, lesson, replay and outside
//! program answer it with an [order](battle::Order) by one door, [`battle::answer`]. The task then runs again from its
//! start with that answer. What happened is a list of [facts](battle::Fact), each with its rule and its dice.
//!
//! A ruleset is data: RON files name a mechanic for each slot, with its numbers. A mechanic plays roles (it adds to
//! rolls, it forbids deeds ...) and hears events; the [registry](battle::Registry) of the ruleset knows who does.
//! Nothing in here asks which game is played.
//!
//! # The map
//!
//! A row knows only rows above it.
//!
//! | module | holds |
//! |---|---|
//! | [`dice`], [`board`] | pure: dice and exact chances, geometry |
//! | [`machine`], [`files`] | what a machine lends: threads, a clock, places; reading and writing of files |
//! | [`told`], [`looks`] | how a type tells what its texts name; what ground, figures, signs and faces look like |
//! | [`battle`] | tasks and stages, [`Look`](battle::Look) that reads, [`Table`](battle::Table) that writes |
//! | [`mechanics`] | what rulesets can name; [`mechanics::slots`] is the table of all of it |
//! | [`reference`](mod@reference) | what the sources say of mechanics, their fields, events and roles |
//! | [`rulebook`], [`ai`] | reads and checks `rulesets/`; the computer |
//! | [`ways`] | every way in which a battle can go on from a moment |
//! | [`lesson`], [`record`], [`link`] | small battles with a script; saves, replays and undo; what a link shows |
//! | [`learn`] | a game in one minute, a tour of its lessons, one line of help in a first battle |
//! | [`book`], [`tale`] | the rulebook as it is read and printed; a battle told in sentences |
//! | [`talk`] | links and pictures that are shown one after the other |
//! | [`keep`] | a stretch of a battle kept as a lesson |
//! | [`ahead`] | what may come of a deed: tried out on copies |
//! | [`odds`], [`sim`], [`engine`] | exact odds of a duel; many battles at a time; the line protocol |
//! | [`balance`], [`sweep`] | one thing of a battle varied; many battles over a grid, in jobs that can be done anywhere |
//! | [`analysis`] | a battle that was played, looked at again |
//! | [`errand`] | work that takes minutes, written down for a worker |
//! | [`sound`] | sounds, made of recipes |
//! | `art` | ground and figures as pixels, with the feature `art` |
//! | `scene` | the battlefield as a Bevy scene, with the feature `window` |
//! | `overlay` | the window, with the feature `window` |
//! | `page` | the page of a browser, for that target |
//! | [`cli`] | one file a verb of the command line |
//!
//! # What holds everywhere
//!
//! - Only a `Table` changes a battle. It keeps what was before, so that a task can be taken back.
//! - A figure is a [sum](battle::Sum) of named terms, and its readers see all of them.
//! - Odds come from the code that plays: rules are functions of [`Dice`](dice::Dice), whatever throws them.
//! - The same ruleset, scenario, seed and decisions give the same battle on every machine.
//!
//! `ARCHITECTURE.md` goes through an attack and a card step by step and names the test of each invariant;
//! `CONTRIBUTING.md` adds a ruleset, a rule and a panel.
//!
//! # A battle that the computer plays
//!
//! ```no_run
//! use sortie::ai::{Minds, Skill};
//! use sortie::battle::chronicle;
//! use sortie::record::Game;
//! use sortie::rulebook::Library;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scenario = Library::open("rulesets").scenario("skirmish4").expect("the scenario is sound");
//! let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 7);
//! game.play(None, &mut Minds::new([Skill::Plain; 2], 7, 1_000))?;
//! assert!(!chronicle(&game.world, game.battle).is_empty());
//! # Ok(())
//! # }
//! ```

pub mod ahead;
pub mod ai;
pub mod analysis;
#[cfg(feature = "art")]
pub mod art;
pub mod balance;
pub mod battle;
pub mod board;
pub mod book;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod dice;
pub mod engine;
pub mod errand;
pub mod files;
pub mod keep;
pub mod learn;
pub mod lesson;
pub mod link;
pub mod looks;
pub mod machine;
pub mod mechanics;
pub mod odds;
#[cfg(feature = "window")]
pub mod overlay;
#[cfg(target_family = "wasm")]
pub mod page;
pub mod record;
pub mod reference;
pub mod rulebook;
#[cfg(feature = "window")]
pub mod scene;
pub mod sim;
pub mod sound;
pub mod sweep;
pub mod tale;
pub mod talk;
pub mod told;
#[cfg(test)]
mod trial;
pub mod ways;
