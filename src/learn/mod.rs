//! A game learned: numbers of its texts, questions of its tour and lines of help, each worked out by the rules themselves from a
//! lesson or a battle that is played. What is shown and asked stands in the `learn.ron` of a ruleset; no answer does.

mod guide;
mod posed;
#[cfg(test)]
mod tests;
mod walk;

pub use guide::Guide;
pub use posed::{Answer, Form, Posed, pose};
pub use walk::{Progress, Walk};

use crate::lesson::{Lesson, asked};
use crate::rulebook::learn::{Learn, Number, Told, names};
use crate::rulebook::reader::Problem;

/// A text with its numbers, as people read it.
///
/// # Errors
/// With what a number asks that the rules cannot tell.
pub fn filled(told: &Told, lesson: &Lesson) -> Result<String, String> {
    let mut text = told.text.clone();
    for name in names(&told.text) {
        let Some(number) = told.numbers.get(name) else { continue };
        let (told, chance) = found(number, lesson)?;
        text = with(&text, name, (&in_words(told, chance), chance));
    }
    Ok(text)
}

/// What may stand behind a share.
const OFTEN: &str = " of the time";

/// A text with one of its numbers, and the chance that this is, of how many; what is sure to happen, or not to, is told in words.
fn with(text: &str, name: &str, (number, chance): (&str, Option<(f64, f64)>)) -> String {
    let place = format!("{{{name}}}");
    let often = format!("{number}{OFTEN}");
    let [often, bare] = match chance {
        Some((of, _)) if of <= 0.0 => ["never", "no chance"],
        Some((of, all)) if of >= all => ["always", "every chance"],
        _ => [often.as_str(), number],
    };
    text.replace(&format!("{place}{OFTEN}"), often).replace(&place, bare)
}

/// What the rules say of a number, and the chance that this is, of how many, where it is one.
fn found(number: &Number, lesson: &Lesson) -> Result<(String, Option<(f64, f64)>), String> {
    let told = asked(lesson, number.played, &number.ask).map_err(|why| format!("`{}`: {why}", number.ask.value))?;
    let chance = if number.ask.contains("chance ") { parts(&told) } else { None };
    Ok((told, chance))
}

/// The same in words: a chance in hundredths.
fn in_words(told: String, chance: Option<(f64, f64)>) -> String {
    chance.map_or(told, |chance| format!("{} %", of_hundred(chance)))
}

/// What a number comes to, in words.
///
/// # Errors
/// With what cannot be told.
pub fn value(number: &Number, lesson: &Lesson) -> Result<String, String> {
    found(number, lesson).map(|(told, chance)| in_words(told, chance))
}

/// Every number and every question of a game that its rules cannot tell, with its place.
pub fn untold(learn: &Learn) -> Vec<Problem> {
    let wrong = |span, why| Problem::at(&learn.file, span, why, "something that the rules can tell of the lesson then");
    let of_texts = |told: &Told, lesson: &Lesson| {
        let numbers = told.numbers.values().filter_map(|number| Some((number.ask.span, value(number, lesson).err()?)));
        numbers.map(|(span, why)| wrong(span, why)).collect::<Vec<_>>()
    };
    let minute = learn.minute.iter().flat_map(|item| of_texts(&item.text, &item.shows.lesson));
    let tour = learn.tour.iter().flat_map(|stop| {
        let asked = stop.question.as_ref().zip(pose(stop).err()).map(|(query, why)| wrong(query.of.span, why));
        let texts = [Some(&stop.text), stop.then.as_ref()].into_iter().flatten();
        let texts = texts.flat_map(|told| of_texts(told, &stop.shows.lesson)).collect::<Vec<_>>();
        texts.into_iter().chain(asked)
    });
    minute.chain(tour).collect()
}

/// A chance that is told as a fraction, in hundredths: "3/5" is 60.
pub(crate) fn hundredths(chance: &str) -> Option<i32> {
    parts(chance).map(of_hundred)
}

/// Its two numbers.
fn parts(chance: &str) -> Option<(f64, f64)> {
    let (of, all) = chance.split_once('/').unwrap_or((chance, "1"));
    Some((of.parse().ok()?, all.parse().ok()?)).filter(|(_, all)| *all > 0.0)
}

fn of_hundred((of, all): (f64, f64)) -> i32 {
    (of * 100.0 / all).round() as i32
}
