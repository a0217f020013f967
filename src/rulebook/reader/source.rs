//! A file before it is read: on the disk, or inside the program.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Problem;
use super::read::{MAX_BYTES, too_large};

/// A file that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One on the disk, whether it is there or not.
    Disk(PathBuf),
    /// One inside the program: its path from the folder of rulesets on, and what it says.
    Inside(&'static str, &'static str),
    /// A text that is not written yet: what it will be called, and what it says.
    Said(Arc<str>, Arc<str>),
}

/// What a path is called that lies inside the program.
pub const INSIDE: &str = "inside the program";

impl Source {
    /// Its path, for what it is called; that of a file inside the program leads from the folder of rulesets on.
    pub fn path(&self) -> &Path {
        match self {
            Self::Disk(path) => path,
            Self::Inside(path, _) => Path::new(path),
            Self::Said(path, _) => Path::new(&**path),
        }
    }

    /// Whether anything lies there. What is no file at all does so too, and whoever reads it is told.
    pub fn exists(&self) -> bool {
        match self {
            // Links are not followed: one that leads nowhere is no missing file but a wrong one.
            Self::Disk(path) => match path.symlink_metadata() {
                Ok(_) => true,
                Err(why) => why.kind() == ErrorKind::PermissionDenied,
            },
            Self::Inside(..) | Self::Said(..) => true,
        }
    }

    /// What it holds.
    pub(super) fn bytes(&self) -> Result<Cow<'_, [u8]>, Problem> {
        match self {
            Self::Disk(path) => on_disk(path, &self.to_string()).map(Cow::Owned),
            Self::Inside(_, text) => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Said(_, text) => Ok(Cow::Borrowed(text.as_bytes())),
        }
    }
}

fn on_disk(path: &Path, name: &str) -> Result<Vec<u8>, Problem> {
    let refused = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Problem::whole_file(name, "no such file", "a file that exists"),
        ErrorKind::PermissionDenied => {
            Problem::whole_file(name, "a file that may not be read", "permission to read it")
        }
        _ => Problem::whole_file(name, format!("a file that cannot be read: {error}"), "a readable file"),
    };
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let kind = std::fs::metadata(path).map_err(refused)?.file_type();
    if kind.is_dir() {
        return Err(Problem::whole_file(name, "a directory", "a file"));
    }
    if !kind.is_file() {
        return Err(Problem::whole_file(name, "a device or pipe", "an ordinary file"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)).map_err(refused)?;
    if bytes.len() > MAX_BYTES { Err(too_large(name)) } else { Ok(bytes) }
}

/// As messages call it.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disk(path) => write!(f, "{}", path.display()),
            Self::Inside(path, _) => write!(f, "rulesets/{path} ({INSIDE})"),
            Self::Said(path, _) => f.write_str(path),
        }
    }
}

impl From<&Self> for Source {
    fn from(source: &Self) -> Self {
        source.clone()
    }
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Self {
        Self::Disk(path.to_owned())
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Self {
        Self::Disk(path)
    }
}

impl From<&PathBuf> for Source {
    fn from(path: &PathBuf) -> Self {
        Self::Disk(path.clone())
    }
}

impl From<&str> for Source {
    fn from(path: &str) -> Self {
        Self::Disk(path.into())
    }
}
