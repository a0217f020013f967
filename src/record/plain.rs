//! What is wrong with JSON, in words for whoever wrote it.

/// Words of the reader, and what they mean.
const WORDS: [(&str, &str); 25] = [
    ("invalid type: ", "found "),
    ("invalid value: ", "found "),
    ("invalid length ", "found a list of length "),
    ("struct Versioned", "a saved battle"),
    ("struct Record", "a saved battle"),
    ("struct Packed", "a packed battle"),
    ("struct Decision", "a decision"),
    ("struct Spoken", "an order"),
    ("struct SpokenAim", "a target"),
    ("enum Direction", "a direction"),
    ("tuple struct SideId", "the number of a side"),
    ("tuple variant", "something else"),
    ("a borrowed string", "a text"),
    ("a string", "a text"),
    ("string \"", "the text \""),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("a tuple of size 2", "a list of two"),
    ("a tuple of size 3", "a list of three"),
    ("a map", "an object"),
    ("map", "an object"),
    ("unit value", "nothing"),
    ("floating point `", "the number `"),
    ("integer `", "the number `"),
    ("boolean `", "the word `"),
];

/// The same where it is not even JSON.
const SYNTAX: [(&str, &str); 3] = [
    ("expected ident", "a word that means nothing"),
    ("expected value", "nothing where something should be"),
    ("recursion limit exceeded", "too many brackets within each other"),
];

/// Numbers that the reader names by their size.
const NUMBERS: [(&str, &str); 6] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 on"),
    ("usize", "a whole number from 0 on"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
];

/// An error of the reader in plain words, without control characters, and cut when it quotes at length: "found X,
/// expected Y".
pub fn plainly(why: &serde_json::Error) -> String {
    let mut told: String = why.to_string().chars().take(400).map(|c| if c.is_control() { '?' } else { c }).collect();
    // The place is told by whoever knows the file.
    if let Some((before, _)) = told.rsplit_once(" at line ") {
        told = before.to_owned();
    }
    match why.classify() {
        serde_json::error::Category::Eof => "found the end in the middle of it".to_owned(),
        serde_json::error::Category::Syntax => format!("found what is no JSON ({})", in_words(told, &SYNTAX)),
        _ => {
            let told = in_words(told, &WORDS);
            let Some((before, after)) = told.split_once("expected ") else { return told };
            let first = after.split([' ', ',']).next();
            let number = NUMBERS.iter().find(|(word, _)| first == Some(*word));
            number.map_or(told.clone(), |(word, plain)| {
                format!("{before}expected {plain}{}", after.strip_prefix(word).unwrap_or_default())
            })
        }
    }
}

fn in_words(mut told: String, words: &[(&str, &str)]) -> String {
    for (word, plain) in words {
        told = told.replace(word, plain);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Spoken;
    use crate::record::Record;

    #[test]
    fn nobody_reads_words_of_the_program() {
        let of = |text: &str| plainly(&serde_json::from_str::<Spoken>(text).unwrap_err());
        assert_eq!(of("3"), "found the number `3`, expected an order");
        let number = "found the text \"x\", expected a whole number from -2147483648 to 2147483647";
        assert_eq!(of(r#"{"do":"move","n":"x"}"#), number);
        assert_eq!(of(r#"{"do":"move","to":[1]}"#), "found a list of length 1, expected a list of two");
        assert_eq!(of("nonsense"), "found what is no JSON (a word that means nothing)");
        assert_eq!(of(r#"{"do":"#), "found the end in the middle of it");
        let record = plainly(&serde_json::from_str::<Record>("[]").unwrap_err());
        assert!(!record.contains("struct") && !record.contains("u32"), "{record}");
    }
}
