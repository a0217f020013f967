//! A sheet with the tokens of all profiles that ship, as a PPM file: each in four sizes for the first two sides, and in
//! every state of health.
//!
//! ```text
//! cargo run --example figures --no-default-features --features art -- sheet.ppm scale_toughness
//! ```

use std::io::{Error, Result, Write};

use sortie::art::figures::{Base, Outfit, Tint, Vigour, paint, portrait};
use sortie::rulebook::Library;
use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

/// Colours of the first two sides.
const SIDES: [Tint; 2] = [[0x1f, 0x5f, 0xa8], [0xc2, 0x4e, 0x1a]];
/// Sizes of the tokens of a row, for each side.
const SIZES: [u32; 4] = [192, 96, 48, 28];
/// The size of those that show a state of health, and of the portrait.
const STATES: u32 = 96;
const GAP: u32 = 8;
/// Profiles beside each other.
const COLUMNS: u32 = 2;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "figures.ppm".to_owned());
    let wanted: Vec<String> = arguments.collect();
    let library = Library::open("rulesets");
    let mut rows = Vec::new();
    for name in library.rulesets().map_err(told)? {
        let rules = library.rules(&name).map_err(told)?;
        let is_wanted =
            |profile: &str| wanted.is_empty() || wanted.iter().any(|word| name == *word || profile == *word);
        for profile in rules.profiles.values().filter(|profile| is_wanted(profile.name.as_str())) {
            let outfit = Outfit::of_profile(profile, &rules);
            let figure = |side: usize, vigour| {
                outfit.figure((rules.looks.figures(), profile), Base::ALL[side], SIDES[side], vigour)
            };
            let mut row = Vec::new();
            for side in 0..SIDES.len() {
                row.extend(SIZES.iter().filter_map(|size| paint(&figure(side, Vigour::Unharmed), *size)));
            }
            let states = Vigour::ALL.iter().skip(1).enumerate();
            row.extend(states.filter_map(|(at, vigour)| paint(&figure(at % 2, *vigour), STATES)));
            row.extend(portrait(&figure(0, Vigour::Unharmed), STATES));
            rows.push(row);
        }
    }
    let sheet = sheet(&rows).ok_or_else(|| Error::other("nothing to show"))?;
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    write!(file, "P6\n{} {}\n255\n", sheet.width(), sheet.height())?;
    for pixel in sheet.pixels() {
        file.write_all(&[pixel.red(), pixel.green(), pixel.blue()])?;
    }
    file.flush()
}

/// What is wrong with the rulesets.
fn told(problems: impl std::fmt::Debug) -> Error {
    Error::other(format!("{problems:?}"))
}

/// Lays the rows beside and below each other on a ground like a meadow.
fn sheet(rows: &[Vec<Pixmap>]) -> Option<Pixmap> {
    let wide = rows.iter().map(|row| row.iter().map(|picture| picture.width() + GAP).sum::<u32>()).max()? + GAP;
    let high = SIZES[0] + GAP;
    let lines = u32::try_from(rows.len()).ok()?.div_ceil(COLUMNS);
    let mut sheet = Pixmap::new(wide * COLUMNS, high * lines + GAP)?;
    sheet.fill(Color::from_rgba8(0xb9, 0xc2, 0x8e, 0xff));
    for (at, row) in (0..).zip(rows) {
        let (mut x, y) = ((at % COLUMNS) * wide + GAP, (at / COLUMNS) * high + GAP);
        for picture in row {
            let place = (i32::try_from(x).ok()?, i32::try_from(y + (SIZES[0] - picture.height()) / 2).ok()?);
            sheet.draw_pixmap(place.0, place.1, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
            x += picture.width() + GAP;
        }
    }
    Some(sheet)
}
