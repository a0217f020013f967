//! How a round is called where its number is shown.

use crate::battle::Look;

/// A round, within a sentence.
pub fn named(round: i32) -> String {
    match round {
        ..1 => "before the first round".to_owned(),
        _ => format!("round {round}"),
    }
}

/// The round that a battle is in, with all that its rules count.
pub fn now(look: Look<'_>) -> String {
    match look.clock().round {
        round @ ..1 => named(round),
        _ => look.when(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: nobody reads of a round 0, and a round is called as its rules call it.
    #[test]
    fn there_is_no_round_0() {
        assert_eq!(
            [-1, 0, 1, 12].map(named),
            ["before the first round", "before the first round", "round 1", "round 12"]
        );
        trial::in_game("zones", |look| assert!(now(look).starts_with(&named(look.clock().round)), "{}", now(look)));
    }
}
