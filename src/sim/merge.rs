//! Parts of a run, put together.

use super::{Part, Shard, Tally};

/// A run that has all its parts.
#[derive(Debug)]
pub struct Whole {
    /// What all battles came to: the same as if one machine had fought them.
    pub tally: Tally,
    /// All of it as one part.
    pub part: Part,
}

/// Why parts cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum NotMerged {
    /// There are none.
    #[error("found no part at all, expected all parts of a run")]
    Nothing,
    /// One is of another run.
    #[error("{name}: a part of another run: found {what} {found}, expected {expected} as in {other}")]
    Foreign {
        /// The part.
        name: String,
        /// In what it differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What the first one says.
        expected: String,
        /// The first one.
        other: String,
    },
    /// One has the same battles as another.
    #[error("{name}: share {shard} again, which {other} has already")]
    Double {
        /// The part.
        name: String,
        /// Which share.
        shard: Shard,
        /// The one that has it.
        other: String,
    },
    /// Some are not there.
    #[error("found {found} parts of {of}, expected all of them; not there: {missing}")]
    Missing {
        /// How many there are.
        found: u64,
        /// Of how many.
        of: u64,
        /// Those that are not there, or the first of them.
        missing: String,
    },
}

/// Missing parts that are told.
const TOLD: usize = 8;

/// Puts all parts of a run together, each with its name in messages; in any order.
///
/// # Errors
/// When one is missing, there twice, or of another run.
pub fn merge(mut parts: Vec<(String, Part)>) -> Result<Whole, NotMerged> {
    let Some((first, run, of)) = parts.first().map(|(name, part)| (name.clone(), part.run.clone(), part.shard.of()))
    else {
        return Err(NotMerged::Nothing);
    };
    for (name, part) in &parts {
        let shares = || ("number of shares", part.shard.of().to_string(), of.to_string());
        let differs = run.difference(&part.run).or_else(|| (part.shard.of() != of).then(shares));
        if let Some((what, found, expected)) = differs {
            return Err(NotMerged::Foreign { name: name.clone(), what, found, expected, other: first });
        }
    }
    parts.sort_by_key(|(_, part)| part.shard.number());
    for two in parts.windows(2) {
        if let [(other, one), (name, part)] = two
            && one.shard == part.shard
        {
            return Err(NotMerged::Double { name: name.clone(), shard: part.shard, other: other.clone() });
        }
    }
    let found = parts.len() as u64;
    if found < of {
        let mut there = parts.iter().map(|(_, part)| part.shard.number()).peekable();
        let is_missing = |number: &u64| there.next_if_eq(number).is_none();
        let mut missing: Vec<String> =
            (1..=of).filter(is_missing).take(TOLD).map(|number| format!("{number}/{of}")).collect();
        if of - found > missing.len() as u64 {
            missing.push("...".to_owned());
        }
        return Err(NotMerged::Missing { found, of, missing: missing.join(", ") });
    }
    let part = Part::whole(run, parts.into_iter().map(|(_, part)| part).collect());
    Ok(Whole { tally: part.tally(), part })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::battle::SideId;
    use crate::sim::{Losses, Outcome, Run, Spoilt, summed};

    fn run(battles: u64) -> Run {
        let word = str::to_owned;
        Run {
            program: word("1+a"),
            rules: word("b"),
            scenario: word("gate"),
            settings: BTreeMap::from([(word("wound_at"), word("meets"))]),
            figures: vec![(word("count of Goblin"), 3)],
            skill: word("plain"),
            against: word("keen"),
            seed: 7,
            battles,
            sides: vec![word("Watch"), word("Goblins")],
        }
    }

    fn outcome(number: u64) -> Outcome {
        let of = |by: u64| number.wrapping_mul(by) % 300;
        let losses = [0, 1].map(|side| Losses { wounds: of(side + 3), felled: of(5), fled: of(side + 7) });
        Outcome {
            winner: [None, Some(SideId(0)), Some(SideId(1))][(of(11) % 3) as usize],
            rounds: of(13) as i32,
            turns: of(17) * 40,
            attacks: of(19),
            blows: of(23),
            hits: of(29),
            losses: losses.to_vec(),
            broken: (of(31) == 77).then(|| format!("fault {number}")),
        }
    }

    fn part(run: &Run, number: u64, of: u64) -> (String, Part) {
        let shard = Shard::new(number, of).unwrap();
        let outcomes: Vec<Outcome> = shard.range(run.battles).map(outcome).collect();
        (format!("{number}.json"), Part::of(run.clone(), shard, &outcomes))
    }

    proptest! {
        /// Promise: shares in any number and order come to the totals, the digest and the file of the one run.
        #[test]
        fn shares_come_to_the_one_run(battles in 0_u64..500, turned in any::<usize>(), is_back in any::<bool>()) {
            let run = run(battles);
            let alone = Part::of(run.clone(), Shard::ALL, &(0..battles).map(outcome).collect::<Vec<_>>());
            let tally = summed(2, (0..battles).map(|number| (number, outcome(number))));
            for of in [1, 2, 7, 64] {
                let mut parts: Vec<_> = (1..=of).map(|number| part(&run, number, of)).collect();
                for (_, part) in &mut parts {
                    *part = Part::read(&part.to_bytes().unwrap()).unwrap();
                }
                parts.rotate_left(turned % of as usize);
                if is_back {
                    parts.reverse();
                }
                let whole = merge(parts).unwrap();
                prop_assert_eq!(&whole.tally, &tally);
                prop_assert_eq!(whole.part.to_bytes().unwrap(), alone.to_bytes().unwrap());
            }
        }
    }

    /// Promise: what is missing, double or foreign is named.
    #[test]
    fn parts_that_do_not_belong_together_are_named() {
        let own = run(100);
        let parts = |numbers: &[u64]| -> Vec<_> { numbers.iter().map(|number| part(&own, *number, 7)).collect() };
        let said = |parts| merge(parts).unwrap_err().to_string();
        assert_eq!(said(Vec::new()), "found no part at all, expected all parts of a run");
        let told = said(parts(&[1, 7, 3, 4, 6]));
        assert_eq!(told, "found 5 parts of 7, expected all of them; not there: 2/7, 5/7");
        let told = said(parts(&[1, 2, 3, 4, 5, 6, 3]));
        assert_eq!(told, "3.json: share 3/7 again, which 3.json has already");
        type Change = fn(&mut Run);
        let foreign: [(Change, &str); 9] = [
            (|run| run.program.push('x'), "program"),
            (|run| run.rules.push('x'), "rules"),
            (|run| run.scenario.push('x'), "scenario gatex, expected gate as in 1.json"),
            (|run| run.settings.clear(), "settings none, expected wound_at=meets"),
            (|run| run.figures[0].1 = 4, "figures count of Goblin=4"),
            (|run| run.against.push('x'), "skills plain against keenx"),
            (|run| run.seed = 8, "seed 8, expected 7"),
            (|run| run.battles = 101, "battles 101, expected 100"),
            (|run| run.sides.reverse(), "sides Goblins, Watch"),
        ];
        for (change, expected) in foreign {
            let mut other = own.clone();
            change(&mut other);
            let mut mixed = parts(&[1, 2, 3, 4, 5, 6]);
            mixed.push(part(&other, 7, 7));
            let told = said(mixed);
            assert!(told.starts_with("7.json: a part of another run: found ") && told.contains(expected), "{told}");
        }
        let told = said(vec![part(&own, 1, 7), part(&own, 2, 2)]);
        assert!(told.contains("number of shares 2, expected 7"), "{told}");
    }

    /// Promise: no byte of a part can be changed, left out or added without its being noticed.
    #[test]
    fn a_damaged_part_is_refused() {
        let bytes = part(&run(40), 2, 3).1.to_bytes().unwrap();
        assert!(Part::read(&bytes).is_ok());
        for at in 0..bytes.len() - 1 {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert!(Part::read(&other).is_err(), "byte {at} of {}", String::from_utf8_lossy(&bytes));
            assert!(Part::read(&bytes[..at]).is_err(), "up to {at}");
        }
        let text = String::from_utf8(bytes).unwrap();
        let read = |from: &str, to: &str| Part::read(text.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(matches!(read("\"part\":1", "\"part\":2"), Spoilt::Version(2)));
        assert!(matches!(read("2/3", "1/3"), Spoilt::Damaged(_)));
        assert!(matches!(read("\"battles\":40", "\"battles\":40000000000"), Spoilt::Damaged(_)));
        assert!(matches!(read("\"broken\"", "\"more\":1,\"broken\""), Spoilt::Shape { line: 1, .. }));
    }
}
