//! Light: how well a square can be seen.

use serde::{Deserialize, Serialize};

/// How well things on a square can be seen, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Nothing hinders the eye.
    #[default]
    Clear,
    /// Smoke, fog, dusk: hard but not impossible to see.
    Hazy,
    /// Nothing can be seen.
    Dark,
}

impl Light {
    /// As it is for eyes that are `levels` better (negative: worse).
    pub const fn lifted(self, levels: i32) -> Self {
        match (self as i32).saturating_sub(levels) {
            ..=0 => Self::Clear,
            1 => Self::Hazy,
            _ => Self::Dark,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_eyes_lift_the_light() {
        assert_eq!(Light::Dark.lifted(1), Light::Hazy);
        assert_eq!(Light::Hazy.lifted(5), Light::Clear);
        assert_eq!(Light::Clear.lifted(-2), Light::Dark);
        assert_eq!(Light::Dark.lifted(i32::MIN), Light::Dark);
    }
}
