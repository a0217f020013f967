//! Weapons that are none in their game: whoever carries nothing else stands there with empty hands.

use super::reader::{Problems, Spanned};
use crate::battle::{Arm, ArmKind, Key, Rules};

/// What a fighter needs who carries weapons.
const EXPECTED: &str = "a weapon that the attacks of this game take (kind, damage, reach or range), or none at all";

/// Doubts that somebody who carries these can strike at anybody, where they carry weapons and none of them is one in this
/// game. Whoever carries no weapon is peaceful, and nothing is told of them.
pub(super) fn doubt(rules: &Rules, who: Key, arms: &[Spanned<Key>], doubts: &mut Problems) {
    let is_meant = |arm: &Arm| matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged | ArmKind::Spell);
    let weapons: Vec<(&Spanned<Key>, &Arm)> =
        arms.iter().filter_map(|named| Some((named, &**rules.arms.get(&named.value)?))).collect();
    let meant = || weapons.iter().filter(|(_, arm)| is_meant(arm));
    let Some((first, _)) = meant().next() else { return };
    // Some games have no attacks of ours.
    let is_game = || rules.arms.values().any(|arm| strikes(rules, arm));
    if !weapons.iter().any(|(_, arm)| strikes(rules, arm)) && is_game() {
        let names: Vec<String> = meant().map(|(named, _)| format!("`{}`", named.value)).collect();
        doubts.push(first.span, format!("{who} with nothing to strike with but {}", names.join(", ")), EXPECTED);
    }
}

/// Whether somebody can strike at others with such an arm in this game.
fn strikes(rules: &Rules, arm: &Arm) -> bool {
    let is_far = arm.kind != ArmKind::Melee || arm.increment.is_some() || arm.range.is_some() || arm.area.is_some();
    let reaches = is_far || !arm.reach.is_empty() || arm.has("natural");
    reaches && rules.registry.mechanics.iter().any(|mechanic| mechanic.strikes_with(arm))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::rulebook::Library;

    /// A copy of the skirmish with these changes.
    fn skirmish(folder: &Path, changes: &[(&str, &str, &str)]) -> Library {
        let home = folder.join("skirmish");
        fs::create_dir_all(home.join("scenarios")).unwrap();
        for file in ["ruleset.ron", "rulebook.ron", "arms.ron", "profiles.ron", "scenarios/skirmish4.ron"] {
            let mut text = fs::read_to_string(Path::new("rulesets/skirmish").join(file)).unwrap();
            for (_, from, to) in changes.iter().filter(|(of, ..)| *of == file) {
                assert!(text.contains(from), "nothing to change in {file}: {from}");
                text = text.replacen(from, to, 1);
            }
            fs::write(home.join(file), text).unwrap();
        }
        Library::open(folder)
    }

    /// Promise: whoever carries weapons, and none that is one in their game, is told of, where they stand; it is odd, not
    /// wrong. Of those who carry none, or one that strikes among others, nothing is told.
    #[test]
    fn weapons_that_are_none_are_doubted() {
        let no_damage = ("arms.ron", "kind: melee, damage: \"1d6\", types: [\"piercing\"]", "kind: melee");
        let cases: [(&[(&str, &str, &str)], Option<(&str, &str)>); 5] = [
            (&[], None),
            (&[no_damage], Some(("profiles.ron", "Spearman with nothing to strike with but `Spear`"))),
            (&[no_damage, ("profiles.ron", "arms: [\"Spear\"]", "arms: []")], None),
            (&[no_damage, ("profiles.ron", "arms: [\"Spear\"]", "arms: [\"Spear\"], stowed: [\"Sword\"]")], None),
            (
                &[("arms.ron", "reach: [1], hands: 1", "hands: 1")],
                Some(("profiles.ron", "Fighter with nothing to strike with but `Sword`")),
            ),
        ];
        for (changes, told) in cases {
            let folder = tempfile::tempdir().unwrap();
            let library = skirmish(folder.path(), changes);
            assert!(library.rules("skirmish").is_ok(), "{changes:?}: {:?}", library.rules("skirmish").err());
            let doubts = library.doubts("skirmish");
            match (told, doubts.as_slice()) {
                (None, []) => {}
                (Some((file, found)), [doubt]) => {
                    assert!(doubt.file.ends_with(file) && doubt.line > 1 && doubt.column > 1, "{doubt}");
                    assert!(doubt.found.contains(found), "{doubt}");
                }
                _ => panic!("{changes:?}: {doubts:?}"),
            }
        }
    }

    /// Promise: nobody who ships carries weapons in vain.
    #[test]
    fn nobody_who_ships_carries_weapons_in_vain() {
        let library = Library::open("rulesets");
        for ruleset in library.rulesets().unwrap() {
            let doubts = library.doubts(&ruleset);
            assert!(doubts.is_empty(), "{ruleset}: {doubts:?}");
        }
    }
}
