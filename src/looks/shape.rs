//! Shapes as text, in the language of SVG: `M L H V C S Q T Z`, capitals from the middle of the field, small letters from
//! where the line stands. Beside it `O` is an oval by its middle and half its width and height, and `R` a box by its upper
//! left, its size and the radius of its corners.

use serde::{Deserialize, Deserializer, de::Error};

/// A place in the field.
type At = (f32, f32);

/// One stroke of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// It goes on from here.
    Move(At),
    /// A straight line to here.
    Line(At),
    /// A line to the second place that the first draws to itself.
    Bend(At, At),
    /// A line to the third place that the others draw to themselves.
    Curve(At, At, At),
    /// An oval from its upper left to its lower right.
    Oval(At, At),
    /// Back to where it began.
    Close,
}

/// A shape in a field from (-100, -100), the upper left, to (100, 100).
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(pub Vec<Stroke>);

impl Shape {
    /// Reads a shape, with what is wrong with it.
    ///
    /// # Errors
    /// When a letter or number is not what it should be, or nothing is drawn.
    pub fn read(text: &str) -> Result<Self, String> {
        read(text).map(Self)
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let told =
            |why| format!("found a shape with {why}, expected letters with their numbers, as in \"M0 0L10 0L0 10Z\"");
        Self::read(&text).map_err(|why| D::Error::custom(told(why)))
    }
}

/// A letter, or a number behind one.
enum Piece {
    Letter(char),
    Number(f32),
}

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() {
            found.push(Piece::Letter(first));
            rest = &rest[1..];
        } else {
            // A minus sign or a second point begins the next number.
            let mut points = 0;
            let ends = |(at, letter): (usize, char)| {
                points += usize::from(letter == '.');
                !(letter.is_ascii_digit() || letter == '.' && points < 2 || letter == '-' && at == 0)
            };
            let end = rest.char_indices().position(ends).unwrap_or(rest.chars().count());
            let number = rest.get(..end).filter(|number| !number.is_empty()).ok_or("no number where one should be")?;
            found.push(Piece::Number(number.parse().map_err(|_| format!("`{number}` is no number"))?));
            rest = &rest[end..];
        }
        rest = rest.trim_start_matches([' ', ',']);
    }
    Ok(found)
}

/// What is drawn so far, and where the next stroke begins.
struct Pen {
    path: Vec<Stroke>,
    at: (f32, f32),
    begun: (f32, f32),
    /// The last place that drew the line to itself, for those that go on smoothly.
    pulled: (f32, f32),
}

/// How many numbers a letter takes at a time.
fn takes(letter: char) -> Option<usize> {
    Some(match letter.to_ascii_uppercase() {
        'Z' => 0,
        'H' | 'V' => 1,
        'M' | 'L' | 'T' => 2,
        'S' | 'Q' | 'O' => 4,
        'R' => 5,
        'C' => 6,
        _ => return None,
    })
}

/// Reads a shape.
fn read(text: &str) -> Result<Vec<Stroke>, String> {
    let mut pen = Pen { path: Vec::new(), at: (0.0, 0.0), begun: (0.0, 0.0), pulled: (0.0, 0.0) };
    let mut letter = None;
    let mut numbers: Vec<f32> = Vec::new();
    for piece in pieces(text)? {
        match piece {
            Piece::Letter(next) => {
                if !numbers.is_empty() {
                    return Err(format!("too few numbers before `{next}`"));
                }
                let count = takes(next).ok_or_else(|| format!("`{next}` draws nothing"))?;
                if count == 0 {
                    pen.path.push(Stroke::Close);
                    pen.at = pen.begun;
                }
                letter = (count > 0).then_some((next, count));
            }
            Piece::Number(number) => {
                let (of, count) = letter.ok_or("a number before any letter")?;
                numbers.push(number);
                if numbers.len() == count {
                    pen.draw(of, &numbers)?;
                    numbers.clear();
                    // Further places behind the first are lines.
                    letter = Some((
                        if of == 'M' {
                            'L'
                        } else if of == 'm' {
                            'l'
                        } else {
                            of
                        },
                        count,
                    ));
                }
            }
        }
    }
    if !numbers.is_empty() {
        return Err("too few numbers at its end".to_owned());
    }
    let draws = |stroke: &Stroke| !matches!(stroke, Stroke::Move(_) | Stroke::Close);
    if pen.path.iter().any(draws) { Ok(pen.path) } else { Err("nothing that is drawn".to_owned()) }
}

impl Pen {
    fn draw(&mut self, letter: char, numbers: &[f32]) -> Result<(), String> {
        let from = if letter.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        let place = |pair: usize| (from.0 + numbers[pair * 2], from.1 + numbers[pair * 2 + 1]);
        let ahead = (2.0 * self.at.0 - self.pulled.0, 2.0 * self.at.1 - self.pulled.1);
        match letter.to_ascii_uppercase() {
            'M' => {
                let to = place(0);
                self.path.push(Stroke::Move(to));
                (self.begun, self.at, self.pulled) = (to, to, to);
            }
            'L' => self.line(place(0)),
            'H' => self.line((from.0 + numbers[0], self.at.1)),
            'V' => self.line((self.at.0, from.1 + numbers[0])),
            'C' => self.curve(place(0), place(1), place(2)),
            'S' => self.curve(ahead, place(0), place(1)),
            'Q' => self.bend(place(0), place(1)),
            'T' => self.bend(ahead, place(0)),
            'O' => {
                let (wide, high) = (numbers[2], numbers[3]);
                if wide <= 0.0 || high <= 0.0 {
                    return Err("an oval without a size".to_owned());
                }
                let (x, y) = (numbers[0], numbers[1]);
                self.path.push(Stroke::Oval((x - wide, y - high), (x + wide, y + high)));
            }
            _ => self.rounded(numbers)?,
        }
        Ok(())
    }

    fn line(&mut self, to: (f32, f32)) {
        self.path.push(Stroke::Line(to));
        (self.at, self.pulled) = (to, to);
    }

    fn curve(&mut self, first: (f32, f32), second: (f32, f32), to: (f32, f32)) {
        self.path.push(Stroke::Curve(first, second, to));
        (self.at, self.pulled) = (to, second);
    }

    fn bend(&mut self, by: (f32, f32), to: (f32, f32)) {
        self.path.push(Stroke::Bend(by, to));
        (self.at, self.pulled) = (to, by);
    }

    fn rounded(&mut self, numbers: &[f32]) -> Result<(), String> {
        let &[x, y, wide, high, round] = numbers else { return Err("a box wants five numbers".to_owned()) };
        if wide <= 0.0 || high <= 0.0 {
            return Err("a box without a size".to_owned());
        }
        let (r, right, low) = (round.clamp(0.0, wide.min(high) / 2.0), x + wide, y + high);
        self.path.extend([
            Stroke::Move((x + r, y)),
            Stroke::Line((right - r, y)),
            Stroke::Bend((right, y), (right, y + r)),
            Stroke::Line((right, low - r)),
            Stroke::Bend((right, low), (right - r, low)),
            Stroke::Line((x + r, low)),
            Stroke::Bend((x, low), (x, low - r)),
            Stroke::Line((x, y + r)),
            Stroke::Bend((x, y), (x + r, y)),
            Stroke::Close,
        ]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_read_wherever_its_numbers_begin() {
        let spaced = read("M -10 -10 L 10 -10 L 10 10 Z").unwrap();
        for text in ["M-10-10L10-10L10 10Z", "M-10,-10 10,-10 10,10z", "M-10-10h20v20z", "m-10-10l20 0 0 20z"] {
            assert_eq!(read(text).unwrap(), spaced, "{text}");
        }
        assert_eq!(read("M.5.5L1 1").unwrap(), read("M 0.5 0.5 L 1 1").unwrap());
    }

    #[test]
    fn a_broken_shape_is_told_and_never_drawn() {
        for text in [
            "",
            "10 10",
            "M 1",
            "M 1 2 X 3",
            "M 1 2 L 3",
            "O 0 0 -5 5",
            "R 0 0 0 4 1",
            "M ä",
            "M 1 - 2 2",
            "M 1 2 C 1 2 3 Z",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
