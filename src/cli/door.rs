//! The door through which everything is told: what comes from files, codes and saves may hold letters that a screen would
//! obey, and none of them gets through.

use std::io::Write;

/// Standard output.
pub(super) fn out() -> impl Write {
    Door(std::io::stdout().lock())
}

/// Standard error.
pub(super) fn err() -> impl Write {
    Door(std::io::stderr().lock())
}

/// A place to write to that is told no letter that a screen would obey.
struct Door<W>(W);

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // Whatever is told is text, and comes in whole letters.
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains(is_obeyed) => self.0.write_all(bytes)?,
            _ => self.0.write_all(harmless(&String::from_utf8_lossy(bytes)).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// A text with every letter that a screen would obey written out, as JSON writes it: `\u001b`.
pub(super) fn harmless(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_obeyed(letter) {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().for_each(|unit| told.push_str(&format!("\\u{unit:04x}")));
        } else {
            told.push(letter);
        }
    }
    told
}

/// Whether a screen does something else with a letter than showing it: controls, marks that turn the direction of
/// writing, and those that are not seen.
fn is_obeyed(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_screen_would_obey_is_written_out() {
        let mut told = Vec::new();
        write!(Door(&mut told), "a\u{1b}]0;x\u{7}\u{9b}31m\r\u{202e}b\u{e0001}é\t–\n").unwrap();
        let told = String::from_utf8(told).unwrap();
        assert_eq!(told, "a\\u001b]0;x\\u0007\\u009b31m\\u000d\\u202eb\\udb40\\udc01é\t–\n");
        // JSON stays JSON and says the same.
        let name = "x\u{202e}\u{7f}\u{1b}";
        let json = harmless(&serde_json::json!(name).to_string());
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), name);
    }
}
