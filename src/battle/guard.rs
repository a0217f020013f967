//! When the rules break down in the middle of a battle: the program stays.
//!
//! Everything that plays battles does so inside [`caught`]; `record` puts the battle back to where it was.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use bevy::ecs::prelude::World;
use bevy::ecs::schedule::Schedules;

use super::schedule;

thread_local! {
    /// How many guards stand around what this thread does.
    static GUARDS: Cell<u32> = const { Cell::new(0) };
    /// Where it broke down last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A fault of the program that was caught: the rules came to where they cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it said.
    pub why: String,
    /// The line of the program, for those who mend it.
    pub place: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

impl std::error::Error for Fault {}

/// Does something, and says what it broke down over, if it did. Nothing of it is written to the error output.
///
/// # Errors
/// With what the panic said, and where.
pub fn caught<T>(deed: impl FnOnce() -> T) -> Result<T, Fault> {
    listen();
    GUARDS.set(GUARDS.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(deed));
    GUARDS.set(GUARDS.get() - 1);
    done.map_err(|panic| Fault { why: words(panic.as_ref()), place: PLACE.take() })
}

/// The same for what plays battles in a world, which can go on doing so.
///
/// # Errors
/// With what the panic said, and where.
pub fn caught_in<T>(world: &mut World, deed: impl FnOnce(&mut World) -> T) -> Result<T, Fault> {
    caught(|| deed(world)).inspect_err(|_| mend(world))
}

/// Makes a world in which the rules broke down fit to go on: what was under way has taken its schedule along.
pub fn mend(world: &mut World) {
    world.get_resource_or_init::<Schedules>().insert(schedule());
}

/// From now on a panic inside a guard is remembered with its place, and any other is told as before.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if GUARDS.get() == 0 {
                usual(panic);
            } else {
                PLACE.set(panic.location().map(|at| format!("{}:{}", at.file(), at.line())));
            }
        }));
    });
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a fault without a name".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_down_is_told_with_its_place_and_the_rest_goes_on() {
        let fault = caught(|| [1, 2].get(2).copied().unwrap_or_else(|| panic!("nothing there")));
        let fault = fault.unwrap_err();
        assert_eq!(fault.why, "nothing there");
        assert!(fault.place.is_some_and(|place| place.contains("guard.rs:")));
        assert_eq!(caught(|| 7), Ok(7));
    }
}
