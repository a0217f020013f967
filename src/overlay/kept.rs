//! What the window keeps between runs in a small file of its own.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files;

/// What is kept at a place, and the place if it is to be kept there on: what cannot be read is as good as none and is not written
/// over, and what is wrong with it is told with what comes of that.
pub fn begin<T: DeserializeOwned + Default>(
    place: Option<PathBuf>,
    most_bytes: u64,
    so: &str,
) -> (T, Option<PathBuf>, Option<String>) {
    match place.as_deref().map_or(Ok(None), |place| read(place, most_bytes)) {
        Ok(found) => (found.unwrap_or_default(), place, None),
        Err(why) => (T::default(), None, Some(format!("{why}; {so}"))),
    }
}

/// What lies in a file; nothing where there is none.
///
/// # Errors
/// With the file and what is wrong with it.
fn read<T: DeserializeOwned>(place: &Path, most_bytes: u64) -> Result<Option<T>, String> {
    let wrong = |why: String| format!("{}: {why}", place.display());
    match files::read(place, most_bytes) {
        Ok(text) => ron::from_str(&String::from_utf8_lossy(&text)).map(Some).map_err(|why| wrong(why.to_string())),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(wrong(why.to_string())),
    }
}

/// Writes it for the next time, with the folder that it lies in.
///
/// # Errors
/// With the file and why it cannot be written.
pub fn write<T: Serialize>(place: &Path, what: &T) -> Result<(), String> {
    let wrong = |why: String| format!("{}: {why}", place.display());
    if let Some(folder) = place.parent() {
        files::make(folder).map_err(|why| wrong(why.to_string()))?;
    }
    let pretty = ron::ser::PrettyConfig::default();
    let text = ron::ser::to_string_pretty(what, pretty).map_err(|why| wrong(why.to_string()))?;
    files::write(place, text.as_bytes()).map_err(|why| wrong(why.to_string()))
}
