//! Exports: a moment of a battle as a picture, a stretch of it as a film or as a folder of pictures, all of it as a text. They
//! are made beside the window, and lie in a folder of their own; a page of a browser gives them away.

mod chip;
mod film;
mod making;
mod png;
mod window;

use std::time::Duration;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};

use super::beside::{Beside, Heard, Written};
use super::handed;
use super::layers::Layers;
use super::panels::{Back, Begun, Height, Page, Panels};
use super::picture::Picture;
use super::saves::Saves;
use super::screen::{Overlay, Shown};
use super::timeline::Timeline;
use crate::files;
use crate::machine;
use crate::record::{Origin, decisions};

use self::making::{Made, Making, frame, made_beside};

pub use film::{Eyes, Film, Reel, Shot};
pub use png::{Sheet, read as read_png};

/// What can be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A picture of one moment.
    #[default]
    Picture,
    /// A picture that plays.
    Film,
    /// A picture of each moment, in a folder.
    Frames,
    /// The battle in sentences.
    Text,
}

impl Kind {
    /// All of them, with their names and what they are.
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Picture, "Picture", "One moment, as a PNG file"),
        (
            Self::Film,
            "Film",
            "A stretch of the battle as one animated picture (APNG), with what moves: browsers play it, most other viewers show \
             its first moment",
        ),
        (Self::Frames, "Folder of pictures", "A PNG file a moment, to be put together by other programs"),
        (Self::Text, "Text", "The whole battle in sentences, with dice and odds"),
    ];

    /// What it is called.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, name, _)| name)
    }

    /// Whether it has a first moment and a last.
    const fn is_long(self) -> bool {
        matches!(self, Self::Film | Self::Frames)
    }

    /// The first moment and the last that are offered for it, while one of so many is looked at.
    const fn moments(self, at: usize, made: usize) -> (usize, usize) {
        match self {
            Self::Picture => (at, at),
            _ => (0, made),
        }
    }
}

/// How large pictures are, in pixels.
pub const SIZES: [(&str, (usize, usize)); 4] =
    [("small", (640, 480)), ("usual", (960, 640)), ("large", (1_280, 860)), ("very large", (1_920, 1_080))];

/// Until it is looked again how far something has come.
const AGAIN: Duration = Duration::from_millis(100);

/// How long a moment of a film is seen, in milliseconds.
pub const PAUSE: std::ops::RangeInclusive<u64> = 50..=5_000;

/// The window of exports, and the one that is being made.
#[derive(Resource)]
pub struct Export {
    /// Whether the window is open.
    pub open: bool,
    /// What is to be made.
    pub kind: Kind,
    /// The first moment and the last.
    pub moments: (usize, usize),
    /// How long each is seen, in milliseconds.
    pub pause: u64,
    /// Which of the sizes.
    pub size: usize,
    /// It is to begin.
    pub begins: bool,
    /// What is being made, what that is, and of how many moments.
    work: Option<Work>,
    making: Kind,
    count: usize,
    /// What came of the last one.
    told: Option<Result<String, String>>,
    /// That was told to nobody yet: the window was closed then.
    is_news: bool,
}

impl Default for Export {
    fn default() -> Self {
        let kind = Kind::default();
        Self {
            open: false,
            kind,
            moments: (0, 0),
            pause: 900,
            size: 1,
            begins: false,
            work: None,
            making: kind,
            count: 0,
            told: None,
            is_news: false,
        }
    }
}

/// The window of exports.
pub fn plugin(app: &mut App) {
    app.init_resource::<Export>();
    app.add_page(
        Height::Windows,
        |Page { ui, look }: Page<'_>, mut export: ResMut<'_, Export>, line: Res<'_, Timeline>| {
            if export.open && look.is_some() {
                window::export(ui.ctx(), &mut export, &line);
            }
            if export.is_busy() {
                ui.ctx().request_repaint_after(AGAIN);
            }
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut export: ResMut<'_, Export>| {
        // What is being made is of the battle before, and goes on.
        export.open = false;
    });
    chip::plugin(app);
    app.on_back(Back::Window("export"), |mut export: ResMut<'_, Export>| std::mem::take(&mut export.open));
}

impl Export {
    /// Opens the window, with the moment that is looked at.
    pub fn show(&mut self, at: usize, made: usize) {
        (self.open, self.told, self.is_news) = (true, None, false);
        self.moments = self.kind.moments(at, made);
    }

    /// Whether something is being made.
    pub const fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Whether a picture is painted with every frame, where there are no threads.
    pub const fn paints(&self) -> bool {
        matches!(self.work, Some(Work::Here(..)))
    }

    /// What came of the last one: what is told of it, or what went wrong.
    pub fn told(&self) -> Option<&Result<String, String>> {
        self.told.as_ref()
    }
}

/// What is being made: beside the window, or where there are no threads a picture a frame.
enum Work {
    Beside(Beside<Result<Made, String>>),
    Here(Box<Making>),
}

impl Work {
    /// How many moments are painted.
    fn done(&self) -> usize {
        match self {
            Self::Beside(work) => work.done(),
            Self::Here(making) => making.painted,
        }
    }
}

/// Begins what is to be made, and tells what came of it.
pub(super) fn tend(world: &World, overlay: &mut Overlay, shown: &Shown) {
    if std::mem::take(&mut overlay.edit::<Export>().begins) {
        let begun = begun(world, overlay, shown);
        let export = overlay.edit::<Export>();
        match begun {
            Ok((work, count)) => {
                (export.work, export.making, export.count) = (Some(work), export.kind, count);
                (export.told, export.is_news) = (None, false);
            }
            Err(why) => export.told = Some(Err(why)),
        }
    }
    let over = match overlay.edit::<Export>().work.take() {
        None => return,
        Some(Work::Here(mut making)) => match making.step() {
            Ok(None) => {
                overlay.edit::<Export>().work = Some(Work::Here(making));
                return;
            }
            Ok(Some(made)) => Ok(made),
            Err(why) => Err(why),
        },
        Some(Work::Beside(work)) => {
            let mut work = Some(work);
            let over = Beside::over(&mut work);
            overlay.edit::<Export>().work = work.map(Work::Beside);
            match over {
                None => return,
                Some(over) => over.and_then(|made| made),
            }
        }
    };
    let is_stopped = matches!(over, Ok(Made::Stopped));
    let told = over.and_then(|made| match made {
        Made::Lies(path) => Ok(format!("It lies in {}.", path.display())),
        Made::Given(name, bytes) => handed::given(&name, &bytes),
        Made::Stopped => Ok("Stopped.".to_owned()),
    });
    let export = overlay.edit::<Export>();
    (export.is_news, export.told) = (!export.open && !is_stopped, Some(told));
}

/// What is chosen begins to be made; of how many moments it is.
fn begun(world: &World, overlay: &Overlay, shown: &Shown) -> Result<(Work, usize), String> {
    let export = overlay.of::<Export>();
    let battle = shown.battle.ok_or("there is no battle")?;
    let origin = world.get::<Origin>(battle).cloned().ok_or("nobody can begin this battle again")?;
    let made = decisions(world, battle).to_vec();
    let (from, to) = match export.kind {
        Kind::Picture => (export.moments.0, export.moments.0),
        Kind::Text => (0, 0),
        Kind::Film | Kind::Frames => export.moments,
    };
    let moments = Film::between(Some(from), Some(to), made.len())?;
    let size = SIZES.get(export.size).map_or((960, 640), |(_, size)| *size);
    let film = Film {
        title: shown.title.clone(),
        origin,
        made,
        moments,
        layers: *overlay.of::<Layers>(),
        eyes: shown.eyes(),
        size,
        pause: Duration::from_millis(export.pause.clamp(*PAUSE.start(), *PAUSE.end())),
    };
    let (kind, count) = (export.kind, film.count());
    let folder = match machine::HANDS_OVER {
        true => None,
        false => Some(overlay.of::<Saves>().exports()?.to_owned()),
    };
    if !machine::HAS_THREADS {
        return Ok((Work::Here(Box::new(Making::of(kind, film, folder)?)), count));
    }
    let work = move |heard: &Heard| made_beside(kind, film, folder, heard);
    let written = Written { errand: Err("no worker paints".to_owned()), hear: Box::new(|_, _| None) };
    Ok((Work::Beside(Beside::begin("export", work, written)?), count))
}

impl Export {
    /// It is not to be made any more.
    fn stop(&mut self) {
        match &self.work {
            Some(Work::Beside(work)) => work.stop(),
            Some(Work::Here(..)) => (self.work, self.told) = (None, Some(Ok("Stopped.".to_owned()))),
            None => {}
        }
    }
}

/// The picture of the first moment of a film; for the command line.
///
/// # Errors
/// When it cannot be painted.
pub fn moment(film: Film) -> Result<Picture, String> {
    let shot = Reel::of(film)?.next().unwrap_or_else(|| Err("there is no such moment".to_owned()));
    shot.map(|shot| shot.picture)
}

/// Writes pictures of a film into a folder, and tells of each; for the command line.
///
/// # Errors
/// When one cannot be painted or written.
pub fn frames(film: Film, folder: &std::path::Path, mut tell: impl FnMut()) -> Result<(), String> {
    let wrong = |why: std::io::Error| format!("{}: {why}", folder.display());
    files::make(folder).map_err(wrong)?;
    for (number, shot) in Reel::of(film)?.enumerate() {
        shot?.picture.write(&folder.join(frame(number))).map_err(|why| why.to_string())?;
        tell();
    }
    Ok(())
}

/// A film as the bytes of its file; tells of each moment. For the command line.
///
/// # Errors
/// When one cannot be painted.
pub fn film(film: Film, mut tell: impl FnMut()) -> Result<Vec<u8>, String> {
    let mut sheet = Sheet::up_to(film.most());
    for shot in Reel::gliding(film)? {
        let Shot { picture, lasts, is_moment } = shot?;
        sheet.add_for(picture, lasts)?;
        if is_moment {
            tell();
        }
    }
    sheet.finish()
}
