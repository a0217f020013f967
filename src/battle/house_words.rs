//! The words that stand in the code: rolls that are thrown whatever the game, words that narrow them, kinds of deeds
//! that can be forbidden, tags that are asked for by name, and verbs. Files may use these beside the words that they make up
//! themselves; whatever is neither is misspelt, and is told when the file is read.

use std::collections::{BTreeMap, BTreeSet};

use super::Key;

/// The verb of a plain blow.
pub const ATTACK: &str = "attack";

/// The verb that loads what is held.
pub const RELOAD: &str = "reload";

/// The verb of a side that sends one of its own to act.
pub const ACT: &str = "act";

/// The verb of somebody in a camp who hands the word over.
pub const CALL: &str = "call";

/// The verb of a side that sends nobody now.
pub const PASS: &str = "pass";

/// The verb of somebody who leaves the field by a way out.
pub const LEAVE: &str = "leave";

/// The verb of somebody who gives up what is left of their turn.
pub const END_TURN: &str = "end turn";

/// The question which side goes first, and the verb of its answers.
pub const FIRST: &str = "first";

/// The question what somebody sets out to do, and the verb of answers that say how much.
pub const DECLARE: &str = "declare";

/// The names that stand in the file of a ruleset, by what they name there: what its mechanics make up and ask for.
pub type Written = BTreeMap<&'static str, BTreeSet<Key>>;

/// Rolls and sums that things can be added to, beside figures.
pub const ROLLS: &[&str] = &[
    "a move",
    "actions",
    "active protection",
    "active reduction",
    "aim",
    "animals",
    "attack",
    "bleeding",
    "blows",
    "cards",
    "cast",
    "check",
    "cover steps",
    "damage",
    "damage die",
    "damage over",
    "damage times",
    "defence",
    "defence dc",
    "dive",
    "endurance",
    "enhanced",
    "fall",
    "free hands",
    "grapple",
    "hands",
    "impaired",
    "nearest reach",
    "passive reduction",
    "protection",
    "range",
    "ride",
    "run-up",
    "save",
    "seconds",
    "surface",
    "tactics",
    "target",
    "toughness",
    "turn seconds",
    "whole move",
    "wounds",
];

/// Words that the code gives to a roll: how it comes about.
pub const WORDS_OF_ROLLS: &[&str] = &[
    "adjacent",
    "aimed",
    "area",
    "as they come",
    "at a thing",
    "blast",
    "bleeding",
    "block",
    "body",
    "counter",
    "cover",
    "direct",
    "dodge",
    "engaged",
    "fall",
    "for a friend",
    "indirect",
    "magic",
    "manoeuvre",
    "melee",
    "missile",
    "moving",
    "natural",
    "nonlethal",
    "opportunity",
    "parry",
    "ranged",
    "shot",
    "spell",
    "thrown",
    "unarmed",
    "unaware",
    "under way",
    "underfoot",
];

/// Kinds of deeds that the code asks about before it lets somebody do something, beside the verbs and groups of deeds.
pub const KINDS_OF_DEEDS: &[&str] = &[
    "a second of reloading",
    "ability",
    "act",
    "aim",
    "all",
    "assist",
    "attack",
    "barriers",
    "be directed",
    "block",
    "break free",
    "cast",
    "clear",
    "coat",
    "combo",
    "command",
    "counter",
    "crawl",
    "defend",
    "diagnose",
    "dismount",
    "dive",
    "dodge",
    "drink",
    "encourage",
    "engage",
    "evade",
    "exorcise",
    "face",
    "flank",
    "fly",
    "gear",
    "give",
    "grapple",
    "guard",
    "handle",
    "heal",
    "hide",
    "hide behind",
    "inspire",
    "intimidate",
    "leap off",
    "look",
    "melee",
    "mend",
    "mount",
    "move",
    "notice",
    "opportunity",
    "parry",
    "physical",
    "possess",
    "posture",
    "power",
    "prepare",
    "put out",
    "ram",
    "react",
    "reload",
    "resuscitate",
    "ride",
    "run",
    "shield",
    "skill",
    "sneak",
    "soul",
    "speak",
    "sprint",
    "surrender",
    "talk",
    "treat",
    "turn",
    "wait",
];

/// Tags of arms, things and fighters that the code asks for by name, states of things among them; of cards, their suits.
pub const TAGS: &[&str] = &[
    "Clubs",
    "Diamonds",
    "Hearts",
    "Spades",
    "area",
    "bait",
    "blast",
    "clumsy",
    "consumable",
    "destroyed",
    "direct",
    "engine",
    "hands",
    "impaired",
    "indirect",
    "jammed",
    "merciless",
    "missile",
    "natural",
    "power",
    "prisoners",
    "reload",
    "shield",
    "smoke",
    "sure",
    "thrown",
    "unarmed",
    "unaware or grabbed",
    "used up",
    "vehicle",
];

/// Types of damage that reports name, whether a rule asks for them or not.
pub const TYPES: &[&str] = &[
    "EMP",
    "acid",
    "bashing",
    "bludgeoning",
    "blunt",
    "cold",
    "edged",
    "electric",
    "fear",
    "fire",
    "heat",
    "insanity",
    "piercing",
    "rage",
    "slashing",
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Every text that stands right behind one of these calls in the code.
    fn asked(folder: &Path, calls: &[&str], found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                asked(&path, calls, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                for call in calls {
                    let words = code.split(call).skip(1).filter_map(|rest| rest.split('"').next());
                    found.extend(words.map(str::to_owned));
                }
            }
        }
    }

    fn missing(calls: &[&str], known: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        asked(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mechanics"), calls, &mut found);
        asked(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/battle"), calls, &mut found);
        found.retain(|word| !known.contains(&word.as_str()));
        found
    }

    #[test]
    fn every_word_of_the_code_is_listed() {
        assert_eq!(missing(&["Case::of(\""], ROLLS), Vec::<String>::new());
        assert_eq!(missing(&["push_word(\"", ".word(\""], WORDS_OF_ROLLS), Vec::<String>::new());
        let kinds = ["allows(who, &[\"", "allows(*id, &[\"", "allows(target, &[\"", "allows(case.who, &[\""];
        assert_eq!(missing(&kinds, KINDS_OF_DEEDS), Vec::<String>::new());
        assert_eq!(missing(&["arm.has(\"", "def.has(\""], TAGS), Vec::<String>::new());
    }
}
