//! Texts and characters in quotes.

use super::cursor::Cursor;
use super::lexer::Lexer;
use super::token::Token;
use crate::rulebook::reader::names::excerpt;

impl<'t> Lexer<'t> {
    /// A text in double quotes, with escapes; it may run over several lines.
    pub(super) fn text(&mut self) -> Token<'t> {
        let start = self.cursor;
        self.cursor.bump();
        let opening = self.cursor.span_since(&start);
        let mut text = String::new();
        loop {
            text.push_str(self.cursor.eat_while(|letter| letter != '"' && letter != '\\'));
            match self.cursor.peek() {
                Some('"') => {
                    self.cursor.bump();
                    return Token::Text(text);
                }
                Some(_) => text.extend(self.escape()),
                None => {
                    let help = self.lost_quote(opening);
                    self.report_with(opening, "a text that never ends", "`\"` to end it", help);
                    self.stop();
                    return Token::Wrong;
                }
            }
        }
    }

    /// A text without escapes, `r"..."` or `r#"..."#`; or a name that is no plain word, `r#hit-points`.
    pub(super) fn raw(&mut self) -> Token<'t> {
        let start = self.cursor;
        self.cursor.bump();
        let hashes = self.cursor.eat_while(|letter| letter == '#');
        if !self.cursor.eat("\"") {
            let name = self.cursor.eat_while(|letter| letter.is_alphanumeric() || "_.+-".contains(letter));
            if hashes.len() == 1 && !name.is_empty() {
                return Token::Name(name);
            }
            let found = format!("`{}`", excerpt(self.cursor.text_since(&start)));
            self.report(self.cursor.span_since(&start), found, "a raw text such as `r#\"...\"#`");
            return Token::Wrong;
        }
        let opening = self.cursor.span_since(&start);
        let ending = format!("\"{hashes}");
        // Found by one search: trying the ending at each letter would take forever on a long row of hashes.
        let Some(length) = self.cursor.rest().find(&ending) else {
            self.report(opening, "a raw text that never ends", format!("`{}` to end it", excerpt(&ending)));
            self.stop();
            return Token::Wrong;
        };
        let text = self.cursor.rest().get(..length).unwrap_or_default();
        let mut left = length + ending.len();
        self.cursor.eat_while(|letter| {
            let inside = left > 0;
            left = left.saturating_sub(letter.len_utf8());
            inside
        });
        Token::Text(text.to_owned())
    }

    /// A single character, `'a'`.
    pub(super) fn character(&mut self) -> Token<'t> {
        let start = self.cursor;
        self.cursor.bump();
        let letter = match self.cursor.peek() {
            Some('\\') => self.escape(),
            Some('\'' | '\n') if self.cursor.rest().chars().nth(1) != Some('\'') => None,
            Some(_) => self.cursor.bump(),
            None => None,
        };
        if letter.is_some() && self.cursor.eat("'") {
            return letter.map_or(Token::Wrong, Token::Char);
        }
        self.cursor.eat_while(|letter| !matches!(letter, '\'' | '\n' | ',' | ')' | ']' | '}'));
        self.cursor.eat("'");
        let found = excerpt(self.cursor.text_since(&start));
        let help = Some("texts stand in double quotes".to_owned());
        self.report_with(self.cursor.span_since(&start), found, "one character in single quotes, as in 'a'", help);
        Token::Wrong
    }

    /// What a backslash and the letters after it stand for: nothing when a line goes on, or when it is wrong.
    fn escape(&mut self) -> Option<char> {
        let start = self.cursor;
        self.cursor.bump();
        match self.cursor.bump() {
            Some(letter @ ('\\' | '"' | '\'')) => return Some(letter),
            Some('n') => return Some('\n'),
            Some('r') => return Some('\r'),
            Some('t') => return Some('\t'),
            Some('0') => return Some('\0'),
            Some('\n' | '\r') => {
                self.cursor.eat_while(|letter| matches!(letter, ' ' | '\t' | '\n' | '\r'));
                return None;
            }
            Some('x') => {
                let code = self.hexadecimal(2).filter(|(code, digits)| *digits == 2 && *code < 0x80);
                if let Some(letter) = code.and_then(|(code, _)| char::from_u32(code)) {
                    return Some(letter);
                }
            }
            Some('u') if self.cursor.eat("{") => {
                let code = self.hexadecimal(6);
                if self.cursor.eat("}")
                    && let Some(letter) = code.and_then(|(code, _)| char::from_u32(code))
                {
                    return Some(letter);
                }
            }
            _ => {}
        }
        self.wrong_escape(&start);
        None
    }

    fn hexadecimal(&mut self, at_most: u32) -> Option<(u32, u32)> {
        let mut count = 0;
        let digits = self.cursor.eat_while(|letter| {
            count += 1;
            count <= at_most && letter.is_ascii_hexdigit()
        });
        let count = u32::try_from(digits.len()).ok()?;
        u32::from_str_radix(digits, 16).ok().map(|code| (code, count))
    }

    fn wrong_escape(&mut self, start: &Cursor<'t>) {
        let found = format!("`{}`", excerpt(self.cursor.text_since(start)));
        let expected = r#"an escape such as `\n`, `\t`, `\"`, `\\`, `\x41` or `\u{e4}`"#;
        let help = Some(r"a backslash itself is written `\\`".to_owned());
        self.report_with(self.cursor.span_since(start), found, expected, help);
    }
}
