//! How a text is spoiled.

use super::Chance;

/// Numbers at the ends of ranges, and what is none.
const NUMBERS: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2",
    "-12",
    "99",
    "255",
    "256",
    "-32769",
    "65536",
    "1000000",
    "-1000000",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "1e30",
    "0.5",
    "NaN",
    "",
];

/// Names that nobody expects.
const NAMES: [&str; 12] = [
    "",
    " ",
    "7",
    "with at (1,2)",
    "../../../etc/passwd",
    "/dev/zero",
    "\u{1b}[31m",
    "\u{202e}x",
    "a\\nb",
    "é😀",
    "null",
    "\\u{0}",
];

/// Spoils a text in one to three ways.
pub(super) fn spoil(chance: &mut Chance, text: &str, other: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(3) {
        text = spoil_once(chance, &text, other);
    }
    text
}

fn spoil_once(chance: &mut Chance, text: &str, other: &str) -> String {
    match chance.below(16) {
        0..=5 => number(chance, text),
        6 | 7 => name(chance, text),
        8 => word(chance, text),
        9 => lines(chance, text, |chance, lines| {
            let (from, to) = (chance.below(lines.len()), chance.below(lines.len()));
            lines.swap(from, to);
        }),
        10 => lines(chance, text, |chance, lines| {
            lines.remove(chance.below(lines.len()));
        }),
        11 => lines(chance, text, |chance, lines| {
            let line = chance.pick(lines).clone();
            lines.insert(chance.below(lines.len()), line);
        }),
        12 => {
            let from = place(chance, other);
            let piece: String = other[from..].chars().take(chance.below(400)).collect();
            let at = place(chance, text);
            format!("{}{piece}{}", &text[..at], &text[at..])
        }
        13 => {
            let at = place(chance, text);
            let until = place(chance, text).clamp(at, text.len().min(at + 200));
            let until = (until..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
            format!("{}{}", &text[..at], &text[until..])
        }
        14 => {
            let at = place(chance, text);
            let long = ["[".repeat(50_000), "(".repeat(200), "x".repeat(5_000), "\"".to_owned(), "/*".to_owned()];
            let signs =
                ["{", "}", "[", "]", "(", ")", ",", ":", "-", "\0", "\u{1b}", "\u{feff}", "\n"].map(str::to_owned);
            let sign = if chance.one_in(4) { chance.pick(&long).clone() } else { chance.pick(&signs).clone() };
            format!("{}{sign}{}", &text[..at], &text[at..])
        }
        _ => text[..place(chance, text)].to_owned(),
    }
}

/// A place between two letters.
fn place(chance: &mut Chance, text: &str) -> usize {
    let at = chance.below(text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Puts something else in place of one of the pieces of a text.
fn replace(chance: &mut Chance, text: &str, pieces: &[(usize, usize)], with: &str) -> String {
    if pieces.is_empty() {
        return text.to_owned();
    }
    let (from, to) = *chance.pick(pieces);
    format!("{}{with}{}", &text[..from], &text[to..])
}

/// The longest runs of letters of a kind.
fn runs(text: &str, of: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = None;
    for (at, letter) in text.char_indices().chain([(text.len(), '\n')]) {
        match (of(letter) && at < text.len(), from) {
            (true, None) => from = Some(at),
            (false, Some(begun)) => {
                runs.push((begun, at));
                from = None;
            }
            _ => {}
        }
    }
    runs
}

fn number(chance: &mut Chance, text: &str) -> String {
    let pieces = runs(text, |letter| letter.is_ascii_digit() || letter == '-');
    let with = *chance.pick(&NUMBERS);
    replace(chance, text, &pieces, with)
}

fn word(chance: &mut Chance, text: &str) -> String {
    let pieces = runs(text, |letter| letter.is_alphabetic() || letter == '_');
    let with = pieces.get(chance.below(pieces.len())).map_or("", |(from, to)| &text[*from..*to]);
    replace(chance, text, &pieces, with)
}

fn name(chance: &mut Chance, text: &str) -> String {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let pieces: Vec<(usize, usize)> = quotes.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1])).collect();
    let other = pieces.get(chance.below(pieces.len())).map_or("", |(from, to)| &text[*from..*to]);
    let long = "x".repeat(5_000);
    let with = match chance.below(4) {
        0 => other,
        1 => &long,
        _ => chance.pick(&NAMES),
    };
    replace(chance, text, &pieces, with)
}

fn lines(chance: &mut Chance, text: &str, change: impl Fn(&mut Chance, &mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    change(chance, &mut lines);
    lines.join("\n")
}
