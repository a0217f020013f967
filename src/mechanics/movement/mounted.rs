//! Fighters in the saddle, each taken together with its horse (OS-MOUNT-01, OS-MOUNT-02, OS-MOUNT-04).

use serde::Deserialize;

use crate::battle::{Case, Figures, Held, Id, Item, Key, Look, Mechanic, Sum, refers};

/// The numbers of fighting in the saddle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mounted {
    /// The state of those in the saddle.
    #[serde(deserialize_with = "refers::conditions")]
    pub state: Key,
    /// The figure for how far they go, and what it is in the saddle.
    #[serde(deserialize_with = "refers::figures")]
    pub goes: (Key, i32),
    /// Words of blows from the saddle at those on foot, of blows from below, and of those with a horse in full charge.
    pub words: (Key, Key, Key),
    /// The word of a charge.
    pub charge: Key,
    /// Words of arms with which nobody on foot is worse off.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub cancels: Vec<Key>,
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl Mounted {
    fn is_mounted(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.state.as_str())
    }

    /// Whether somebody on foot holds something long enough.
    fn is_level(&self, look: Look<'_>, who: Id) -> bool {
        let is_long = |item: &Item| {
            matches!(item.held, Held::Hand(_)) && self.cancels.iter().any(|word| item.arm.has(word.as_str()))
        };
        look.gear(who).iter().any(is_long)
    }
}

impl Mechanic for Mounted {
    fn name(&self) -> &'static str {
        "mounted"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let (figure, squares) = self.goes;
        if case.on == figure && self.is_mounted(look, case.who) {
            let own = look.get::<Figures>(case.who).and_then(|figures| figures.get(figure)).unwrap_or(0);
            sum.add(self.state, squares - own, self.rule);
        }
    }

    fn narrow(&self, look: Look<'_>, case: &mut Case<'_>) {
        let Some(target) = case.against.filter(|_| case.is("melee")) else { return };
        let (above, below, at_full_tilt) = self.words;
        let own = self.is_mounted(look, case.who);
        match (own, self.is_mounted(look, target)) {
            (true, false) if !self.is_level(look, target) => case.push_word(above),
            (false, true) if !self.is_level(look, case.who) => case.push_word(below),
            _ => {}
        }
        if own && case.is(self.charge.as_str()) {
            case.push_word(at_full_tilt);
        }
    }
}
