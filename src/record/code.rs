//! A battle as one line of text that can be sent in a message: packed, with a
//! check sum, so that a mangled one is refused and never half played.

use std::io::{Read, Write};

use data_encoding::BASE64URL_NOPAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Record, RecordError, VERSION, plainly};
use crate::battle::{Decision, SideId, Spoken};
use crate::rulebook::reader::Overrides;

/// What every code begins with; the version and a colon come after it.
const PREFIX: &str = "sortie";
/// Codes that unpack to more are refused while they are unpacked.
const MAX_UNPACKED: u64 = 16 << 20;
/// Longer codes are refused before they are looked at.
const MAX_LETTERS: usize = 8 << 20;
/// Bytes of the check sum.
const CHECK: usize = 4;

/// Why a code is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct CodeError {
    found: String,
    expected: String,
}

fn wrong(found: impl Into<String>, expected: impl Into<String>) -> CodeError {
    CodeError { found: found.into(), expected: expected.into() }
}

/// A record in few bytes: dice as what was thrown since the decision before,
/// orders in words.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Packed {
    #[serde(rename = "s")]
    scenario: String,
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    settings: Option<Overrides>,
    #[serde(rename = "x")]
    seed: u64,
    #[serde(rename = "d")]
    decisions: Vec<(u8, u64, Said)>,
    #[serde(rename = "h")]
    digest: String,
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    before: Option<Box<Packed>>,
    #[serde(rename = "p", default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<String>,
}

/// An order, in words where the words say all of it.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "found something else, expected an order in words or as an object")]
enum Said {
    Words(String),
    Order(Box<Spoken>),
}

impl Said {
    fn of(order: &Spoken) -> Self {
        let words = order.to_string();
        match Spoken::parse(&words) {
            Ok(read) if read == *order => Self::Words(words),
            _ => Self::Order(Box::new(order.clone())),
        }
    }

    fn order(self) -> Result<Spoken, CodeError> {
        match self {
            Self::Words(words) => Spoken::parse(&words).map_err(|why| {
                let begin: String = words.chars().take(80).collect();
                wrong(format!("`{begin}` ({why})"), "an order")
            }),
            Self::Order(order) => Ok(*order),
        }
    }
}

impl Packed {
    fn of(record: &Record) -> Self {
        let mut thrown = 0;
        let decisions = record.decisions.iter().map(|decision| {
            let since = decision.dice.wrapping_sub(std::mem::replace(&mut thrown, decision.dice));
            (decision.side.0, since, Said::of(&decision.order))
        });
        Self {
            scenario: record.scenario.clone(),
            settings: (record.settings != Overrides::default()).then(|| record.settings.clone()),
            seed: record.seed,
            decisions: decisions.collect(),
            digest: record.digest.clone(),
            before: record.before.as_deref().map(Self::of).map(Box::new),
            seats: record.seats.clone(),
        }
    }

    fn record(self) -> Result<Record, CodeError> {
        let mut thrown: u64 = 0;
        let decisions = self.decisions.into_iter().map(|(side, since, said)| {
            thrown = thrown.wrapping_add(since);
            Ok(Decision { side: SideId(side), order: said.order()?, dice: thrown })
        });
        Ok(Record {
            version: VERSION,
            scenario: self.scenario,
            settings: self.settings.unwrap_or_default(),
            seed: self.seed,
            decisions: decisions.collect::<Result<_, _>>()?,
            digest: self.digest,
            before: self.before.map(|before| before.record().map(Box::new)).transpose()?,
            seats: self.seats,
        })
    }
}

/// Whether a text is meant as a code: `sortie2:...`, whatever may be wrong with it.
pub fn is_code(text: &str) -> bool {
    version_and_rest(text).is_some()
}

/// What stands between the prefix and the colon, and what comes after.
fn version_and_rest(text: &str) -> Option<(&str, &str)> {
    let (version, rest) = text.trim_start().strip_prefix(PREFIX)?.split_once(':')?;
    let is_number = !version.is_empty() && version.len() < 10 && version.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((version, rest))
}

fn check_sum(packed: &[u8]) -> String {
    BASE64URL_NOPAD.encode(Sha256::digest(packed).get(..CHECK).unwrap_or_default())
}

impl Record {
    /// The record as a code: one line without spaces.
    ///
    /// # Errors
    /// When the record is too large for one.
    pub fn code(&self) -> Result<String, RecordError> {
        let failed = |why: std::io::Error| RecordError::File { file: "the code".to_owned(), why };
        let text = serde_json::to_vec(&Packed::of(self)).map_err(|why| failed(why.into()))?;
        if text.len() as u64 > MAX_UNPACKED {
            return Err(failed(std::io::Error::other("the battle is too long for a code; send its file")));
        }
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&text).and_then(|()| packer.finish()).map_err(failed)?;
        let letters = BASE64URL_NOPAD.encode(&packed);
        Ok(format!("{PREFIX}{VERSION}:{letters}.{}", check_sum(&packed)))
    }

    /// Reads a code. Breaks of line and blanks that a message put into it do not matter.
    ///
    /// # Errors
    /// With what was found and what was expected where it is no code, is cut
    /// off, was changed, or is of another version.
    pub fn from_code(code: &str) -> Result<Self, CodeError> {
        if code.len() > MAX_LETTERS {
            return Err(wrong(format!("{} letters", code.len()), format!("a code of at most {MAX_LETTERS} letters")));
        }
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
        let Some((version, rest)) = version_and_rest(&code) else {
            let begin: String = code.chars().take(12).collect();
            return Err(wrong(format!("`{begin}`"), format!("a code that begins with `{PREFIX}{VERSION}:`")));
        };
        if version.parse() != Ok(VERSION) {
            return Err(wrong(format!("a code of version {version}"), format!("version {VERSION}")));
        }
        let Some((letters, check)) = rest.split_once('.') else {
            let found = format!("{} letters and no check sum after them", rest.len());
            return Err(wrong(found, "a full stop and a check sum at the end: the code is cut off"));
        };
        let packed = BASE64URL_NOPAD.decode(letters.as_bytes()).map_err(|why| {
            let letter = letters.get(why.position..).and_then(|rest| rest.chars().next());
            match letter.filter(|_| why.kind == data_encoding::DecodeKind::Symbol) {
                Some(letter) => {
                    let place = code.len() - rest.len() + why.position + 1;
                    wrong(format!("`{letter}` at letter {place}"), "letters, digits, `-` and `_`")
                }
                None => wrong(format!("{} letters", letters.len()), "a whole code: letters are missing or doubled"),
            }
        })?;
        let sum = check_sum(&packed);
        if sum != check {
            let found = format!("the check sum `{check}`");
            return Err(wrong(found, format!("`{sum}`: something in the code was lost or changed")));
        }
        let mut text = Vec::new();
        let unpacked = DeflateDecoder::new(packed.as_slice()).take(MAX_UNPACKED + 1).read_to_end(&mut text);
        unpacked.map_err(|why| wrong(why.to_string(), "a packed battle"))?;
        if text.len() as u64 > MAX_UNPACKED {
            return Err(wrong("a code that swells beyond all measure", format!("at most {MAX_UNPACKED} bytes")));
        }
        let packed: Packed = serde_json::from_slice(&text)
            .map_err(|why| wrong(plainly(&why).trim_start_matches("found "), "a packed battle"))?;
        packed.record()
    }
}
