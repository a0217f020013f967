//! Every sound as a WAV file, to be heard: three takes of those that differ.
//!
//! ```text
//! cargo run --example sounds --no-default-features -- FOLDER
//! ```
//!
//! The recipes are read from `assets/sounds.ron`, so nothing is built again after a change of it.

use std::io::{Error, ErrorKind, Result};
use std::path::PathBuf;

use sortie::sound::{FILE, Sound, read, render, wav};

const RATE: u32 = 44_100;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from("sounds"), PathBuf::from);
    let book = read(FILE, &std::fs::read_to_string(FILE)?).map_err(|why| Error::new(ErrorKind::InvalidData, why))?;
    std::fs::create_dir_all(&folder)?;
    for sound in Sound::ALL {
        let Some(recipe) = book.recipe(sound) else { continue };
        let takes = if recipe.varies > 0.0 { 3 } else { 1 };
        for take in 0..takes {
            let name = if take == 0 { format!("{sound:?}.wav") } else { format!("{sound:?}-{}.wav", take + 1) };
            std::fs::write(folder.join(name), wav(&render(recipe, take, RATE), RATE))?;
        }
    }
    Ok(())
}
