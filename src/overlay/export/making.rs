//! How an export is made, a picture at a time, and where it comes to lie.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use super::Kind;
use super::film::{Film, Reel, Shot};
use super::png::Sheet;
use crate::battle::{Look, caught, quiet_world};
use crate::overlay::beside::Heard;
use crate::overlay::wishes::odds_of;
use crate::record::shelf;
use crate::tale;

/// What was made: where it lies, or what it is to be called where it is given away.
pub(super) enum Made {
    Lies(PathBuf),
    Given(String, Vec<u8>),
    /// Somebody has told it to stop.
    Stopped,
}

/// What makes it.
pub(super) struct Making {
    kind: Kind,
    reel: Reel,
    sheet: Sheet,
    /// Where it comes to lie; nothing where it is given away.
    folder: Option<PathBuf>,
    name: String,
    pub(super) painted: usize,
}

impl Making {
    pub(super) fn of(kind: Kind, film: Film, folder: Option<PathBuf>) -> Result<Self, String> {
        let name = match kind {
            Kind::Text => shelf::called(&film.title, "md"),
            // A picture that plays is told from one that does not.
            Kind::Film => format!("{}-film.png", shelf::called(&film.title, "png").trim_end_matches(".png")),
            Kind::Picture | Kind::Frames => shelf::called(&film.title, "png"),
        };
        let (sheet, reel) = match kind {
            Kind::Film => (Sheet::up_to(film.most()), Reel::gliding(film)?),
            _ => (Sheet::of(film.count(), film.pause), Reel::of(film)?),
        };
        Ok(Self { kind, sheet, reel, folder, name, painted: 0 })
    }

    /// Goes on by a picture; what was made, once it is.
    pub(super) fn step(&mut self) -> Result<Option<Made>, String> {
        if self.kind == Kind::Text {
            let text = told(self.reel.film())?;
            return self.laid(text.into_bytes()).map(Some);
        }
        let Some(Shot { picture, lasts, is_moment }) = self.reel.next().transpose()? else {
            if self.kind == Kind::Frames {
                return Ok(Some(Made::Lies(self.folder_of_frames()?)));
            }
            let sheet = std::mem::replace(&mut self.sheet, Sheet::of(0, Duration::ZERO));
            return self.laid(sheet.finish()?).map(Some);
        };
        if self.kind == Kind::Frames {
            let folder = self.folder_of_frames()?;
            let mut sheet = Sheet::of(1, Duration::ZERO);
            sheet.add(picture)?;
            let name = frame(self.painted);
            shelf::lay(&folder, &name, &sheet.finish()?).map_err(|why| format!("{}: {why}", folder.display()))?;
        } else {
            self.sheet.add_for(picture, lasts)?;
        }
        self.painted += usize::from(is_moment);
        Ok(None)
    }

    fn folder_of_frames(&self) -> Result<PathBuf, String> {
        let folder = self.folder.as_ref().ok_or("a folder of pictures cannot be given away")?;
        Ok(folder.join(self.name.trim_end_matches(".png")))
    }

    fn laid(&self, bytes: Vec<u8>) -> Result<Made, String> {
        match &self.folder {
            Some(folder) => {
                let lies = shelf::lay(folder, &self.name, &bytes);
                lies.map(Made::Lies).map_err(|why| format!("{}: {why}", folder.display()))
            }
            None => Ok(Made::Given(self.name.clone(), bytes)),
        }
    }
}

/// The name of a picture in a folder of them.
pub fn frame(number: usize) -> String {
    format!("{number:04}.png")
}

/// A battle in sentences, as its film sees it.
fn told(film: &Film) -> Result<String, String> {
    let text = caught(|| {
        let mut world = quiet_world();
        let battle = film.origin.replay(&mut world, &film.made).map_err(|why| why.to_string())?;
        let odds = odds_of(&mut world, battle);
        let look = Look::at(&world, battle).ok_or("the battle is gone")?;
        Ok(tale::text(film.eyes.see(look), &film.title, &odds))
    });
    text.unwrap_or_else(|why| Err(why.to_string()))
}

/// The same beside the window: tells of each moment, and stops when it is told to.
pub(super) fn made_beside(kind: Kind, film: Film, folder: Option<PathBuf>, heard: &Heard) -> Result<Made, String> {
    let mut making = Making::of(kind, film, folder)?;
    loop {
        let before = making.painted;
        if let Some(made) = making.step()? {
            return Ok(made);
        }
        let goes_on = if making.painted > before { heard.step() } else { heard.goes_on() };
        if let ControlFlow::Break(()) = goes_on {
            return Ok(Made::Stopped);
        }
    }
}
