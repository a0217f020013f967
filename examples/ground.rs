//! Paints the board of a scenario in a face that ships, or else in that of its game, as a picture that any viewer of pictures opens.
//!
//! ```text
//! cargo run --example ground --no-default-features --features art -- gate field 64 gate.ppm
//! ```

use std::error::Error;
use std::io::Write;

use sortie::art::ground::paint;
use sortie::board::Square;
use sortie::looks::shipped;
use sortie::rulebook::Library;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or_else(|| "gate".to_owned());
    let name = words.next();
    let cell = words.next().map_or(Ok(64), |cell| cell.parse())?;
    let file = words.next().unwrap_or_else(|| format!("{}.ppm", scenario.replace('/', "-")));

    let read = Library::open("rulesets").scenario(&scenario);
    let read = read.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let board = &read.setup.board;
    let looks = &read.setup.rules.looks;
    let named = |name: &String| {
        let there = || shipped::FACES.keys().collect::<Vec<_>>();
        shipped::face(name).ok_or_else(|| format!("no face {name}; there are {:?}", there()))
    };
    let face = name.as_ref().map(named).transpose()?.unwrap_or_else(|| looks.face().clone());
    // With the margin around the board, and the shadow that it throws on the table.
    let count = (board.width() as u32 + 2, board.height() as u32 + 2);
    let picture =
        paint(board, (looks.land(), &face), Square::new(-1, -1), count, cell).ok_or("too many pixels, or none")?;

    let table = face.table.colours.0.0;
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    write!(out, "P6\n{} {}\n255\n", picture.width(), picture.height())?;
    for pixel in picture.pixels() {
        let over = [pixel.red(), pixel.green(), pixel.blue()];
        let rest = 255 - u16::from(pixel.alpha());
        let seen = [0, 1, 2].map(|part| over[part] + (u16::from(table[part]) * rest / 255) as u8);
        out.write_all(&seen)?;
    }
    Ok(())
}
