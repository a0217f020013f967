//! Files where there is no disc: texts that a browser keeps for a page, by their names. There is little room, and some keep
//! nothing at all. What a file is there stands here; where it goes says a [`Cupboard`].

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use data_encoding::BASE64;

use super::{Listed, too_large};

/// What the names of all files begin with: a server may have other pages, and all of them share what is kept.
const OURS: &str = "sortie/";
/// All files together have so many letters: browsers give a page five million.
const MOST: usize = 4 << 20;

/// What keeps texts.
pub(super) trait Cupboard {
    /// A text by its name.
    fn get(&self, name: &str) -> Result<Option<String>, Kept>;
    /// Puts a text in the place of the one of this name; that stays where there is no room.
    fn put(&self, name: &str, text: &str) -> Result<(), Kept>;
    /// Lets go of a text.
    fn drop(&self, name: &str) -> Result<(), Kept>;
    /// The names of all.
    fn names(&self) -> Result<Vec<String>, Kept>;
}

/// Why a text is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Kept {
    /// The browser does not allow it.
    #[error("this browser keeps nothing for this page: its settings, or a private window, forbid it")]
    Forbidden,
    /// No room is left.
    #[error("what this browser keeps for this page is full: delete saved battles that nobody needs any more")]
    Full,
}

impl From<Kept> for Error {
    fn from(why: Kept) -> Self {
        Self::other(why)
    }
}

/// A file as it is kept: when it was written, in milliseconds since 1970, a letter that says how, and what is in it.
struct Text<'a> {
    when: Duration,
    is_plain: bool,
    inside: &'a str,
}

impl<'a> Text<'a> {
    fn of(kept: &'a str) -> Option<Self> {
        let (when, rest) = kept.split_once(' ')?;
        let (how, inside) = rest.split_at_checked(1)?;
        let when = Duration::from_millis(when.parse().ok()?);
        matches!(how, "t" | "b").then_some(Self { when, is_plain: how == "t", inside })
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        if self.is_plain { Some(self.inside.into()) } else { BASE64.decode(self.inside.as_bytes()).ok() }
    }

    fn len(&self) -> u64 {
        let len = self.inside.len() as u64;
        if self.is_plain { len } else { len / 4 * 3 }
    }
}

/// The text that stands for a file.
fn packed(bytes: &[u8], since_1970: Duration) -> String {
    let when = since_1970.as_millis();
    match std::str::from_utf8(bytes) {
        Ok(text) => format!("{when} t{text}"),
        Err(_) => format!("{when} b{}", BASE64.encode(bytes)),
    }
}

/// The name of a file.
fn name(path: &Path) -> std::io::Result<String> {
    let text = path.to_str().ok_or_else(|| Error::other("no name that can be written"))?;
    Ok(format!("{OURS}{text}"))
}

fn missing() -> Error {
    Error::new(ErrorKind::NotFound, "there is no such file")
}

pub(super) fn read(all: &impl Cupboard, path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let kept = all.get(&name(path)?)?.ok_or_else(missing)?;
    let spoilt = || Error::other("somebody else has written over it");
    let bytes = Text::of(&kept).and_then(|text| text.bytes()).ok_or_else(spoilt)?;
    if bytes.len() as u64 > most { Err(Error::other(too_large(most))) } else { Ok(bytes) }
}

pub(super) fn write(all: &impl Cupboard, path: &Path, bytes: &[u8], since_1970: Duration) -> std::io::Result<()> {
    let (name, text) = (name(path)?, packed(bytes, since_1970));
    let letters = |text: &str| text.encode_utf16().count();
    let mut room = MOST.saturating_sub(letters(&name) + letters(&text));
    for other in all.names()?.iter().filter(|other| other.starts_with(OURS) && **other != name) {
        let taken = all.get(other)?.map_or(0, |text| letters(other) + letters(&text));
        room = room.checked_sub(taken).ok_or(Kept::Full)?;
    }
    if letters(&name) + letters(&text) > MOST {
        return Err(Kept::Full.into());
    }
    Ok(all.put(&name, &text)?)
}

pub(super) fn list(all: &impl Cupboard, folder: &Path) -> Vec<Listed> {
    let Ok(within) = name(&folder.join("")) else { return Vec::new() };
    let names = all.names().unwrap_or_default();
    let files = names.into_iter().filter_map(|name| {
        let _ = name.strip_prefix(&within).filter(|rest| !rest.is_empty() && !rest.contains('/'))?;
        let path = PathBuf::from(name.strip_prefix(OURS)?);
        let kept = all.get(&name).ok()??;
        let text = Text::of(&kept)?;
        Some(Listed { path, when: SystemTime::UNIX_EPOCH.checked_add(text.when), bytes: text.len() })
    });
    files.collect()
}

pub(super) fn exists(all: &impl Cupboard, path: &Path) -> bool {
    name(path).is_ok_and(|name| all.get(&name).is_ok_and(|kept| kept.is_some()))
}

pub(super) fn remove(all: &impl Cupboard, path: &Path) -> std::io::Result<()> {
    let name = name(path)?;
    all.get(&name)?.ok_or_else(missing)?;
    Ok(all.drop(&name)?)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::*;

    /// A cupboard of so much room; none at all is one that is forbidden.
    struct Small(RefCell<BTreeMap<String, String>>, usize);

    impl Small {
        fn of(room: usize) -> Self {
            Self(RefCell::default(), room)
        }

        fn open(&self) -> Result<(), Kept> {
            if self.1 == 0 { Err(Kept::Forbidden) } else { Ok(()) }
        }
    }

    impl Cupboard for Small {
        fn get(&self, name: &str) -> Result<Option<String>, Kept> {
            self.open().map(|()| self.0.borrow().get(name).cloned())
        }

        fn put(&self, name: &str, text: &str) -> Result<(), Kept> {
            self.open()?;
            if text.len() > self.1 {
                return Err(Kept::Full);
            }
            self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
            Ok(())
        }

        fn drop(&self, name: &str) -> Result<(), Kept> {
            self.open()?;
            self.0.borrow_mut().remove(name);
            Ok(())
        }

        fn names(&self) -> Result<Vec<String>, Kept> {
            self.open().map(|()| self.0.borrow().keys().cloned().collect())
        }
    }

    const NOW: Duration = Duration::from_millis(1_800_000_000_123);

    fn path(name: &str) -> PathBuf {
        Path::new("this browser/saves").join(name)
    }

    /// Promise: what was written is read again to the byte, text or not, and within the bound of whoever reads.
    #[test]
    fn what_is_kept_is_there_again() {
        let all = Small::of(1_000);
        for bytes in [&b""[..], b"{ \"a\": 1 }", "Fähnrich t b 1".as_bytes(), &[0, 255, 254, 7]] {
            write(&all, &path("one.json"), bytes, NOW).unwrap();
            assert_eq!(read(&all, &path("one.json"), 20).unwrap(), bytes);
        }
        assert!(read(&all, &path("one.json"), 3).unwrap_err().to_string().contains("at most"));
        assert_eq!(read(&all, &path("two.json"), 20).unwrap_err().kind(), ErrorKind::NotFound);
        all.put("sortie/this browser/saves/one.json", "something else").unwrap();
        assert!(read(&all, &path("one.json"), 20).is_err());
    }

    /// Promise: a folder lists its own files alone, with the time of each; what is removed is gone.
    #[test]
    fn a_folder_has_its_own_files() {
        let all = Small::of(1_000);
        all.put("another page", "1 tx").unwrap();
        for name in ["a.json", "b.txt", "deeper/c.json"] {
            write(&all, &path(name), b"four", NOW).unwrap();
        }
        write(&all, Path::new("this browser/won.ron"), b"{}", NOW).unwrap();
        let names = |all: &Small| list(all, &path("")).iter().map(|file| file.name().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&all), ["a.json", "b.txt"]);
        let listed = list(&all, Path::new("this browser/saves"));
        assert_eq!((listed[0].bytes, listed[0].when), (4, Some(SystemTime::UNIX_EPOCH + NOW)));
        remove(&all, &path("a.json")).unwrap();
        assert!(!exists(&all, &path("a.json")) && exists(&all, &path("b.txt")));
        assert_eq!(remove(&all, &path("a.json")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(names(&all), ["b.txt"]);
    }

    /// Promise: where there is no room or no leave the old file stays, and a word says why.
    #[test]
    fn no_room_and_no_leave_are_told() {
        let all = Small::of(40);
        write(&all, &path("one.json"), b"old", NOW).unwrap();
        let told = write(&all, &path("one.json"), &[b'x'; 60], NOW).unwrap_err().to_string();
        assert!(told.contains("full"), "{told}");
        assert_eq!(read(&all, &path("one.json"), 100).unwrap(), b"old");
        let shut = Small::of(0);
        let told = write(&shut, &path("one.json"), b"x", NOW).unwrap_err().to_string();
        assert!(told.contains("forbid"), "{told}");
        assert!(list(&shut, &path("")).is_empty() && !exists(&shut, &path("one.json")));
    }

    /// Promise: all files together keep within a bound of their own; one that is written anew counts once.
    #[test]
    fn all_files_together_are_bounded() {
        let all = Small::of(usize::MAX);
        let half = vec![b'x'; MOST / 2 + 1];
        write(&all, &path("one.json"), &half, NOW).unwrap();
        write(&all, &path("one.json"), &half, NOW).unwrap();
        assert!(write(&all, &path("two.json"), &half, NOW).is_err());
        assert!(write(&all, &path("two.json"), &vec![b'x'; MOST], NOW).is_err());
        write(&all, &path("two.json"), b"small", NOW).unwrap();
    }
}
