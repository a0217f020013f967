//! Outcomes of battles in a few bytes each.

use super::{Losses, Outcome};
use crate::battle::SideId;

/// Bytes of the longest number.
const LONGEST: usize = 10;
/// Numbers of a battle, beside those of each side.
const OWN: usize = 6;
/// Numbers of each side.
const OF_SIDE: usize = 3;

/// No more bytes can be packed of so many battles.
pub(super) fn most(battles: u64, sides: usize) -> u64 {
    battles.saturating_mul(((OWN + OF_SIDE * sides) * LONGEST) as u64)
}

/// Packs how a battle went; why it broke off is kept elsewhere.
pub(super) fn pack(outcome: &Outcome, sides: usize, into: &mut Vec<u8>) {
    let winner = outcome.winner.map_or(0, |side| u64::from(side.0) + 1);
    // Small numbers of either sign become small ones without.
    let rounds = u64::from(((outcome.rounds << 1) ^ (outcome.rounds >> 31)).cast_unsigned());
    for number in [winner, rounds, outcome.turns, outcome.attacks, outcome.blows, outcome.hits] {
        put(number, into);
    }
    for side in 0..sides {
        let losses = outcome.losses.get(side).copied().unwrap_or_default();
        for number in [losses.wounds, losses.felled, losses.fled] {
            put(number, into);
        }
    }
}

/// Unpacks the next battle; nothing where that is not to be read.
pub(super) fn unpack(from: &mut &[u8], sides: usize) -> Option<Outcome> {
    let winner = match take(from)? {
        0 => None,
        side => Some(SideId(u8::try_from(side - 1).ok().filter(|side| usize::from(*side) < sides)?)),
    };
    let rounds = u32::try_from(take(from)?).ok()?;
    let rounds = (rounds >> 1).cast_signed() ^ -(rounds & 1).cast_signed();
    let [turns, attacks, blows, hits] = [take(from)?, take(from)?, take(from)?, take(from)?];
    let mut losses = Vec::with_capacity(sides);
    for _ in 0..sides {
        losses.push(Losses { wounds: take(from)?, felled: take(from)?, fled: take(from)? });
    }
    Some(Outcome { winner, rounds, turns, attacks, blows, hits, losses, broken: None })
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn put(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for at in 0..LONGEST {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        let bits = u64::from(byte & 0x7f);
        number |= bits.checked_shl(7 * at as u32).filter(|shifted| shifted >> (7 * at) == bits)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Promise: a battle comes out as it was put in, and half of it is none.
        #[test]
        fn a_battle_comes_out_as_it_was_put_in(
            winner in proptest::option::of(0_u8..3),
            rounds in any::<i32>(),
            numbers in any::<[u64; 4]>(),
            losses in proptest::array::uniform3(any::<[u64; 3]>()),
        ) {
            let [turns, attacks, blows, hits] = numbers;
            let losses = losses.map(|[wounds, felled, fled]| Losses { wounds, felled, fled }).to_vec();
            let winner = winner.map(SideId);
            let outcome = Outcome { winner, rounds, turns, attacks, blows, hits, losses, broken: None };
            let mut packed = Vec::new();
            pack(&outcome, 3, &mut packed);
            prop_assert!(packed.len() as u64 <= most(1, 3));
            let mut rest = &packed[..];
            prop_assert_eq!(unpack(&mut rest, 3), Some(outcome));
            prop_assert!(rest.is_empty());
            prop_assert_eq!(unpack(&mut &packed[..packed.len() - 1], 3), None);
        }
    }

    /// Promise: a number that has no room in 64 bits is none.
    #[test]
    fn what_has_no_room_is_refused() {
        assert_eq!(take(&mut &[0xff; 11][..]), None);
        assert_eq!(take(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02][..]), None);
        assert_eq!(take(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01][..]), Some(u64::MAX));
    }
}
