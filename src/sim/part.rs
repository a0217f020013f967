//! What came of a share of a run, as it is kept in a file and carried to other machines.
//!
//! It is the same to the last byte wherever it was fought and on however many threads: nothing in it tells of a machine or of
//! time. Every battle is in it, packed, since the digest of the whole run is one of all battles in their order.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::ops::Range;

use data_encoding::BASE64;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::run::MOST_BATTLES;
use super::{Outcome, Run, Shard, Tally, packed, summed, tally};

/// No file of a part is larger.
pub const MOST_BYTES: u64 = 1 << 30;
/// The version of these files.
const VERSION: u32 = 1;
/// Sides that a battle can have.
const MOST_SIDES: usize = 256;

/// What came of a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The run that it is a share of.
    pub run: Run,
    /// Which share.
    pub shard: Shard,
    /// The battles that broke off, and why.
    broken: BTreeMap<u64, String>,
    /// All battles, packed one after the other.
    packed: Vec<u8>,
}

/// Why a file is no part.
#[derive(Debug, thiserror::Error)]
pub enum Spoilt {
    /// It is not written as one.
    #[error("{line}:{column}: found {found}, expected what `sortie simulate --out` or `sortie sweep` writes")]
    Shape {
        /// Where.
        line: usize,
        /// Where.
        column: usize,
        /// What is wrong there.
        found: String,
    },
    /// It is of another version.
    #[error("found version {0} of such files, expected {VERSION}")]
    Version(u32),
    /// It is not what it was.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}

impl Spoilt {
    /// It in words, with the name of the file.
    pub fn in_file(&self, file: &std::path::Path) -> String {
        // A place is told as all other places in files are.
        let apart = if matches!(self, Self::Shape { .. }) { "" } else { " " };
        format!("{}:{apart}{self}", file.display())
    }
}

/// The same as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    part: u32,
    run: Run,
    shard: Shard,
    broken: BTreeMap<u64, String>,
    outcomes: String,
    digest: String,
}

/// The version alone, which is looked at before anything else.
#[derive(Deserialize)]
struct Versioned {
    part: u32,
}

impl Part {
    /// What came of the battles of a share, in their order.
    pub fn of(run: Run, shard: Shard, outcomes: &[Outcome]) -> Self {
        let mut part = Self { run, shard, broken: BTreeMap::new(), packed: Vec::new() };
        for (number, outcome) in part.numbers().zip(outcomes) {
            packed::pack(outcome, part.run.sides.len(), &mut part.packed);
            part.broken.extend(outcome.broken.clone().map(|why| (number, why)));
        }
        part
    }

    /// The whole run, of all its parts in their order.
    pub(super) fn whole(run: Run, parts: Vec<Self>) -> Self {
        let mut whole = Self { run, shard: Shard::ALL, broken: BTreeMap::new(), packed: Vec::new() };
        for part in parts {
            whole.packed.extend(part.packed);
            whole.broken.extend(part.broken);
        }
        whole
    }

    /// The numbers of its battles.
    pub fn numbers(&self) -> Range<u64> {
        self.shard.range(self.run.battles)
    }

    /// Its battles in their order, each with its number.
    pub fn outcomes(&self) -> impl Iterator<Item = (u64, Outcome)> + '_ {
        let mut rest = &self.packed[..];
        self.numbers().map_while(move |number| {
            let outcome = packed::unpack(&mut rest, self.run.sides.len())?;
            Some((number, Outcome { broken: self.broken.get(&number).cloned(), ..outcome }))
        })
    }

    /// What its battles came to together.
    pub fn tally(&self) -> Tally {
        summed(self.run.sides.len(), self.outcomes())
    }

    /// As a file has it.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut small = ZlibEncoder::new(Vec::new(), Compression::default());
        small.write_all(&self.packed)?;
        let written = Written {
            part: VERSION,
            run: self.run.clone(),
            shard: self.shard,
            broken: self.broken.clone(),
            outcomes: BASE64.encode(&small.finish()?),
            digest: self.digest()?,
        };
        let mut bytes = serde_json::to_vec(&written)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is none, or not what it was when it was written.
    pub fn read(bytes: &[u8]) -> Result<Self, Spoilt> {
        let Versioned { part: version } = serde_json::from_slice(bytes)?;
        if version != VERSION {
            return Err(Spoilt::Version(version));
        }
        let Written { run, shard, broken, outcomes, digest, .. } = serde_json::from_slice(bytes)?;
        if run.battles > MOST_BATTLES || run.sides.len() > MOST_SIDES {
            return Err(Spoilt::Damaged("there are not so many battles in a run, or sides in a battle"));
        }
        let mut part = Self { run, shard, broken, packed: Vec::new() };
        let numbers = part.numbers();
        let most = packed::most(numbers.end - numbers.start, part.run.sides.len());
        let small =
            BASE64.decode(outcomes.as_bytes()).map_err(|_| Spoilt::Damaged("its battles are not to be read"))?;
        let unpacked = ZlibDecoder::new(&small[..]).take(most + 1).read_to_end(&mut part.packed);
        unpacked.map_err(|_| Spoilt::Damaged("its battles are not to be read"))?;
        if part.digest().ok().as_ref() != Some(&digest) {
            return Err(Spoilt::Damaged("its digest is not that of what it says"));
        }
        let (mut rest, sides) = (&part.packed[..], part.run.sides.len());
        let has_all = part.numbers().all(|_| packed::unpack(&mut rest, sides).is_some()) && rest.is_empty();
        let is_sound = has_all && part.broken.keys().all(|number| numbers.contains(number));
        if is_sound { Ok(part) } else { Err(Spoilt::Damaged("it has other battles than those of its share")) }
    }

    /// What all of it comes to.
    fn digest(&self) -> std::io::Result<String> {
        let mut hash = Sha256::new();
        hash.update(serde_json::to_vec(&(&self.run, self.shard, &self.broken))?);
        hash.update(&self.packed);
        Ok(tally::in_letters(hash))
    }
}

impl From<serde_json::Error> for Spoilt {
    fn from(why: serde_json::Error) -> Self {
        let told = why.to_string();
        let found = told.split(" at line ").next().unwrap_or_default().to_owned();
        Self::Shape { line: why.line().max(1), column: why.column().max(1), found }
    }
}
