//! Whole and broken numbers.

use super::cursor::Cursor;
use super::token::Token;

const SUFFIXES: [&str; 8] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];

/// Whether a number begins here: a digit, or a sign or point before one.
pub(super) fn starts(rest: &str) -> bool {
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let begins = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
    begins(unsigned)
        || unsigned.strip_prefix('.').is_some_and(begins)
        || (unsigned.len() < rest.len() && (unsigned.starts_with("inf") || unsigned.starts_with("NaN")))
}

/// Steps over everything that is written together with a number, so that `12ab` is one mistake and not two values.
pub(super) fn scan<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    let start = *cursor;
    if !cursor.eat("-") {
        cursor.eat("+");
    }
    let hexadecimal = cursor.rest().starts_with("0x");
    let mut last = ' ';
    cursor.eat_while(|letter| {
        let exponent_sign = matches!(letter, '+' | '-') && matches!(last, 'e' | 'E') && !hexadecimal;
        let goes_on = letter.is_alphanumeric() || matches!(letter, '_' | '.') || exponent_sign;
        // Lines between digits are read over, also between an exponent and its sign.
        last = if letter == '_' { last } else { letter };
        goes_on
    });
    cursor.text_since(&start)
}

/// What a number says, or what should have been written instead.
pub(super) fn read(written: &str) -> Result<Token<'static>, &'static str> {
    let number: String = written.chars().filter(|letter| *letter != '_').collect();
    let (negative, digits) = match number.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, number.strip_prefix('+').unwrap_or(&number)),
    };
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find_map(|(prefix, radix)| {
        let digits = digits.strip_prefix(prefix)?;
        Some((digits, radix))
    });
    if let Some((digits, radix)) = radix {
        return whole(without_suffix(digits), radix, negative);
    }
    let broken = digits.strip_suffix("f32").or_else(|| digits.strip_suffix("f64"));
    let bare = broken.unwrap_or(digits);
    let plain = without_suffix(bare);
    if broken.is_none() && !plain.is_empty() && plain.bytes().all(|digit| digit.is_ascii_digit()) {
        return whole(plain, 10, negative);
    }
    let known = bare == "inf" || bare == "NaN" || bare.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    match bare.parse::<f64>() {
        Ok(value) if known && (value.is_finite() || bare == "inf" || bare == "NaN") => {
            Ok(Token::Float(if negative { -value } else { value }))
        }
        Ok(_) if known => Err("a number no further from zero than 1.7e308"),
        _ => Err("a number"),
    }
}

fn without_suffix(digits: &str) -> &str {
    SUFFIXES.iter().find_map(|suffix| digits.strip_suffix(suffix)).unwrap_or(digits)
}

fn whole(digits: &str, radix: u32, negative: bool) -> Result<Token<'static>, &'static str> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err("a number");
    }
    let Ok(size) = u64::from_str_radix(digits, radix) else {
        return Err("a whole number of 64 bits, between -9223372036854775808 and 18446744073709551615");
    };
    let signed = if negative { 0_i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() };
    match signed {
        Some(number) => Ok(Token::Whole(number)),
        None if negative => Err("a whole number no lower than -9223372036854775808"),
        None => Ok(Token::Huge(size)),
    }
}
