//! Reads zips: a page takes whole rulesets so, since it has no folders. Strangers make them, so only what was read is
//! believed, and the caller says how much is unpacked at most.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Files by their paths in it.
pub type Files = Vec<(String, Vec<u8>)>;

/// What the end of the list of files begins with, how long it is at least, and how long the words after it are at most.
const END: &[u8; 4] = b"PK\x05\x06";
const LAST: usize = 22;
const WORDS: usize = 0xffff;
/// What a file begins with in the list, and where it lies, each with how long that is without its names.
const ENTRY: (&[u8; 4], usize) = (b"PK\x01\x02", 46);
const FILE: (&[u8; 4], usize) = (b"PK\x03\x04", 30);

/// Unpacks all files, no more of them than `count` and of no more than `room` bytes together.
///
/// # Errors
/// With why that cannot be done.
pub fn unpacked(zip: &[u8], count: usize, room: usize) -> Result<Files, String> {
    let end = end(zip).ok_or("this is no zip, or its end is missing")?;
    let (listed, mut at) = (short(zip, end + 10)?, long(zip, end + 16)?);
    if listed > count {
        return Err(format!("the zip has {listed} files, and no more than {count} are taken"));
    }
    let (mut files, mut left) = (Files::new(), room);
    for _ in 0..listed {
        begins(zip, at, ENTRY.0)?;
        let (flags, how) = (short(zip, at + 8)?, short(zip, at + 10)?);
        let (sum, packed, whole) = (long(zip, at + 16)?, long(zip, at + 20)?, long(zip, at + 24)?);
        let (name, more, words) = (short(zip, at + 28)?, short(zip, at + 30)?, short(zip, at + 32)?);
        let place = long(zip, at + 42)?;
        let path = String::from_utf8_lossy(part(zip, at + ENTRY.1, name)?).into_owned();
        at += ENTRY.1 + name + more + words;
        // Folders are listed, too.
        if path.ends_with('/') {
            continue;
        }
        if flags & 1 != 0 {
            return Err(format!("{path}: it is locked by a password"));
        }
        left = left.checked_sub(whole).ok_or_else(|| format!("the zip holds more than {} kB", room >> 10))?;
        begins(zip, place, FILE.0)?;
        let from = place + FILE.1 + short(zip, place + 26)? + short(zip, place + 28)?;
        let packed = part(zip, from, packed)?;
        let bytes = match how {
            0 => packed.to_vec(),
            8 => inflated(packed, whole).map_err(|why| format!("{path}: {why}"))?,
            _ => return Err(format!("{path}: it is packed in a way that is not known here")),
        };
        let mut read = flate2::Crc::new();
        read.update(&bytes);
        if bytes.len() != whole || read.sum() as usize != sum {
            return Err(format!("{path}: it was spoilt on the way"));
        }
        files.push((path, bytes));
    }
    Ok(files)
}

/// No more than was promised.
fn inflated(packed: &[u8], whole: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).take(whole as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Where the end of the list stands: the last place that begins so.
fn end(zip: &[u8]) -> Option<usize> {
    let last = zip.len().checked_sub(LAST)?;
    (last.saturating_sub(WORDS)..=last).rev().find(|at| zip.get(*at..at + 4) == Some(END.as_slice()))
}

fn part(zip: &[u8], from: usize, len: usize) -> Result<&[u8], String> {
    let end = from.checked_add(len);
    end.and_then(|end| zip.get(from..end)).ok_or_else(|| "the zip is cut off".to_owned())
}

fn begins(zip: &[u8], at: usize, with: &[u8; 4]) -> Result<(), String> {
    if part(zip, at, 4)? == with { Ok(()) } else { Err("the list of the zip is spoilt".to_owned()) }
}

fn short(zip: &[u8], at: usize) -> Result<usize, String> {
    let bytes = part(zip, at, 2)?;
    Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

fn long(zip: &[u8], at: usize) -> Result<usize, String> {
    Ok(short(zip, at)? | short(zip, at + 2)? << 16)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A zip of these files, packed or not.
    fn zip(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
        let (mut all, mut list) = (Vec::new(), Vec::new());
        for (name, bytes, packs) in files {
            let mut crc = flate2::Crc::new();
            crc.update(bytes);
            let mut body = bytes.to_vec();
            if *packs {
                let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
                packer.write_all(bytes).unwrap();
                body = packer.finish().unwrap();
            }
            let place = all.len() as u32;
            let mut facts = vec![20, 0, 0, 0, if *packs { 8 } else { 0 }, 0, 0, 0, 0, 0];
            for number in [crc.sum(), body.len() as u32, bytes.len() as u32] {
                facts.extend(number.to_le_bytes());
            }
            facts.extend((name.len() as u16).to_le_bytes());
            facts.extend([0, 0]);
            all.extend(FILE.0.iter().chain(&facts).chain(name.as_bytes()).chain(&body));
            list.extend(ENTRY.0.iter().chain(&[20, 0]).chain(&facts).chain(&[0; 10]).chain(&place.to_le_bytes()));
            list.extend(name.as_bytes());
        }
        let (from, long, count) = (all.len() as u32, list.len() as u32, (files.len() as u16).to_le_bytes());
        all.extend(list.iter().chain(END).chain(&[0; 4]).chain(&count).chain(&count));
        all.extend(long.to_le_bytes().iter().chain(&from.to_le_bytes()).chain(&[0, 0]));
        all
    }

    /// Promise: what was packed is there again, packed or not, without folders.
    #[test]
    fn what_was_packed_is_there_again() {
        let long = "brave ".repeat(500);
        let zip =
            zip(&[("chess/", b"", false), ("chess/a.ron", b"(1)", false), ("chess/b.ron", long.as_bytes(), true)]);
        let files = unpacked(&zip, 9, 10_000).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["chess/a.ron", "chess/b.ron"]);
        assert_eq!((files[0].1.as_slice(), files[1].1.as_slice()), (&b"(1)"[..], long.as_bytes()));
    }

    /// Promise: what is too much, cut off, spoilt or no zip at all has a word for it, and nothing of it makes the program end.
    #[test]
    fn what_strangers_pack_is_read_within_bounds() {
        let long = "x".repeat(5_000);
        let sound = zip(&[("a.ron", b"one", false), ("b.ron", long.as_bytes(), true)]);
        let wrong = |zip: &[u8]| unpacked(zip, 9, 10_000).unwrap_err();
        assert!(unpacked(&sound, 1, 10_000).unwrap_err().contains("2 files"));
        assert!(unpacked(&sound, 9, 4_000).unwrap_err().contains("more than"));
        assert!(wrong(b"").contains("no zip") && wrong(&[b'P'; 100]).contains("no zip"));
        assert!(wrong(&sound[9..]).contains("zip"));
        let mut spoilt = sound.clone();
        spoilt[35] ^= 1;
        assert!(wrong(&spoilt).contains("spoilt"), "{}", wrong(&spoilt));
        for at in 0..sound.len() {
            for bit in [1, 0x80, 0xff] {
                let mut other = sound.clone();
                other[at] ^= bit;
                let _ = unpacked(&other, 9, 10_000);
            }
            let _ = unpacked(&sound[..at], 9, 10_000);
        }
    }
}
