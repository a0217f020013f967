//! Names of types as files and mechanics write them. The build script reads this file, too.

/// `TwoThresholds` in words of code: `two_thresholds`.
pub fn in_words_of_code(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
