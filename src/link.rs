//! Links: what stands behind the `#` of the address of a page that runs this program, or behind `sortie play --open`. They come
//! from strangers: a link says what is to be shown and nothing else, and one that is none says why.

use std::fmt;

use crate::record::is_code;

/// No link has more letters; the code of a long evening has a tenth of that.
const MOST: usize = 256 << 10;
/// No name in one has more.
const MOST_OF_A_NAME: usize = 80;

/// What stands in a link that is shown without bars.
const BARE: &str = "bars=no";

/// What a link shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// A battle.
    Battle {
        /// Its code.
        code: String,
        /// The moment: after so many decisions. The last where none is said.
        at: Option<usize>,
    },
    /// A lesson.
    Lesson {
        /// Its id.
        id: String,
        /// The ruleset; the first that has such a lesson where none is said.
        of: Option<String>,
    },
    /// A rule in its book.
    Rule {
        /// Its id.
        id: String,
        /// The ruleset; the first that has such a rule where none is said.
        of: Option<String>,
    },
    /// The tour of a ruleset.
    Tour(String),
}

/// Whether a link is to be shown without bars, in the page of somebody else.
pub fn is_bare(text: &str) -> bool {
    text.split_once('#').map_or(text, |(_, link)| link).split('&').any(|part| part == BARE)
}

/// Why a link is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// It is longer than any.
    #[error("this link has {0} letters, and the longest have {MOST}: send the battle as a file")]
    TooLong(usize),
    /// It does not say what it is a link to.
    #[error("found `{0}` in the link, expected `battle=`, `lesson=`, `rule=` or `tour=`")]
    Unknown(String),
    /// A word stands there twice, or two that do not go together.
    #[error("`{0}` does not fit into this link")]
    Unfit(String),
    /// The code of a battle is none.
    #[error(
        "the link has no code of a battle: codes begin with `sortie` and a number, and a part of this one may be lost"
    )]
    NoCode,
    /// A name is none.
    #[error("found `{0}` in the link, expected a name of at most {MOST_OF_A_NAME} letters, digits, `-`, `_` and `.`")]
    NoName(String),
    /// A number is none.
    #[error("found `at={0}` in the link, expected a number of decisions")]
    NoNumber(String),
    /// Letters were spoilt on the way.
    #[error("found `{0}` in the link, which stands for no letter")]
    Spoilt(String),
}

impl Link {
    /// Reads a link: with the address before it, or without. Nothing where there is only an address.
    ///
    /// # Errors
    /// With what is wrong with it.
    pub fn parse(text: &str) -> Result<Option<Self>, Wrong> {
        if text.len() > MOST {
            return Err(Wrong::TooLong(text.len()));
        }
        let text = text.trim();
        let is_address = text.split_once("://").is_some_and(|(before, _)| before.chars().all(char::is_alphanumeric));
        let text = match text.split_once('#') {
            Some((_, link)) => link,
            None if is_address => "",
            None => text,
        };
        // Without a word it is the start screen, with bars or without.
        if text.is_empty() || text == BARE {
            return Ok(None);
        }
        let (mut main, mut at, mut of) = (None, None, None);
        for part in text.split('&').filter(|part| !part.is_empty() && *part != BARE) {
            let (word, value) = part.split_once('=').ok_or_else(|| Wrong::Unknown(begin(part)))?;
            let place = match word {
                "battle" | "lesson" | "rule" | "tour" => {
                    if main.replace((word, plain(value)?)).is_some() {
                        return Err(Wrong::Unfit(word.to_owned()));
                    }
                    continue;
                }
                "at" => &mut at,
                "in" => &mut of,
                _ => return Err(Wrong::Unknown(begin(part))),
            };
            if place.replace(plain(value)?).is_some() {
                return Err(Wrong::Unfit(word.to_owned()));
            }
        }
        let Some((word, value)) = main else { return Err(Wrong::Unknown(begin(text))) };
        if at.is_some() && word != "battle" {
            return Err(Wrong::Unfit("at".to_owned()));
        }
        if of.is_some() && !matches!(word, "lesson" | "rule") {
            return Err(Wrong::Unfit("in".to_owned()));
        }
        let of = of.map(name).transpose()?;
        Ok(Some(match word {
            "battle" if !is_code(&value) => return Err(Wrong::NoCode),
            "battle" => {
                let number = |said: String| said.parse().map_err(|_| Wrong::NoNumber(begin(&said)));
                Self::Battle { code: value, at: at.map(number).transpose()? }
            }
            "lesson" => Self::Lesson { id: name(value)?, of },
            "rule" => Self::Rule { id: name(value)?, of },
            _ => Self::Tour(name(value)?),
        }))
    }
}

/// What comes behind the `#`.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |of: &Option<String>| of.as_ref().map_or_else(String::new, |of| format!("&in={of}"));
        match self {
            Self::Battle { code, at: Some(at) } => write!(f, "battle={code}&at={at}"),
            Self::Battle { code, at: None } => write!(f, "battle={code}"),
            Self::Lesson { id, of } => write!(f, "lesson={id}{}", within(of)),
            Self::Rule { id, of } => write!(f, "rule={id}{}", within(of)),
            Self::Tour(of) => write!(f, "tour={of}"),
        }
    }
}

/// The beginning of what is quoted.
fn begin(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A name that could be one.
fn name(text: String) -> Result<String, Wrong> {
    let fits = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let is_name = !text.is_empty() && text.len() <= MOST_OF_A_NAME && text.chars().all(fits);
    if is_name { Ok(text) } else { Err(Wrong::NoName(begin(&text))) }
}

/// A text as it was before it was made part of an address: `%3A` is `:`.
fn plain(text: &str) -> Result<String, Wrong> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                let byte = digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low);
                bytes.push(byte.ok_or_else(|| Wrong::Spoilt(begin(text)))?);
                after
            }
            (b'%', _) => return Err(Wrong::Spoilt(begin(text))),
            (other, after) => {
                bytes.push(*other);
                after
            }
        };
    }
    String::from_utf8(bytes).map_err(|_| Wrong::Spoilt(begin(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Link {
        Link::parse(text).unwrap().unwrap()
    }

    /// Promise: a link says the same once it was written and read, with the address before it or without, and as browsers write
    /// what they do not like in one.
    #[test]
    fn links_are_read_as_they_are_written() {
        let links = [
            Link::Battle { code: "sortie2:abc-_.def".to_owned(), at: None },
            Link::Battle { code: "sortie2:abc".to_owned(), at: Some(12) },
            Link::Lesson { id: "ST-C08".to_owned(), of: None },
            Link::Lesson { id: "ST-C08".to_owned(), of: Some("scale_toughness".to_owned()) },
            Link::Rule { id: "ZN-REACT-02".to_owned(), of: None },
            Link::Tour("zones".to_owned()),
        ];
        for link in links {
            let text = link.to_string();
            assert_eq!(read(&text), link);
            assert_eq!(read(&format!("#{text}")), link);
            assert_eq!(read(&format!("https://example.org/sortie/?x=1#{}", text.replace(':', "%3A"))), link);
        }
        for nothing in ["", "#", " ", "https://example.org/sortie/", "http://localhost:8000/#"] {
            assert_eq!(Link::parse(nothing), Ok(None), "{nothing}");
        }
    }

    /// Promise: a link without bars shows the same as with them, wherever the word stands; no other word is that.
    #[test]
    fn a_link_may_ask_for_no_bars() {
        for link in ["tour=zones&bars=no", "https://example.org/#bars=no&tour=zones"] {
            assert_eq!((read(link), is_bare(link)), (Link::Tour("zones".to_owned()), true));
        }
        assert!(is_bare("#bars=no") && Link::parse("#bars=no") == Ok(None));
        assert!(!is_bare("#tour=zones") && !is_bare("#tour=bars=no"));
        assert_eq!(Link::parse("#tour=zones&bars=yes"), Err(Wrong::Unknown("bars=yes".to_owned())));
    }

    /// Promise: what strangers write is read to its end and never further; whatever is none has a word for it.
    #[test]
    fn what_is_no_link_says_why() {
        let wrong = |text: &str| Link::parse(text).unwrap_err();
        assert_eq!(wrong(&"x".repeat(MOST + 1)), Wrong::TooLong(MOST + 1));
        assert_eq!(wrong("#chess=1"), Wrong::Unknown("chess=1".to_owned()));
        assert_eq!(wrong("#something"), Wrong::Unknown("something".to_owned()));
        assert_eq!(wrong("#at=3"), Wrong::Unknown("at=3".to_owned()));
        assert_eq!(wrong("#lesson=A-1&rule=B-1"), Wrong::Unfit("rule".to_owned()));
        assert_eq!(wrong("#lesson=A-1&at=3"), Wrong::Unfit("at".to_owned()));
        assert_eq!(wrong("#tour=zones&in=zones"), Wrong::Unfit("in".to_owned()));
        assert_eq!(wrong("#lesson=A-1&in=x&in=y"), Wrong::Unfit("in".to_owned()));
        assert_eq!(wrong("#battle=../../etc/passwd"), Wrong::NoCode);
        assert_eq!(wrong("#battle="), Wrong::NoCode);
        for no_number in ["-1", "x", "99999999999999999999999"] {
            let text = format!("#battle=sortie2:abc&at={no_number}");
            assert_eq!(wrong(&text), Wrong::NoNumber(no_number.to_owned()));
        }
        for no_name in ["", "a/b", "..%2Fx", "<b>", &"x".repeat(81)] {
            assert!(matches!(wrong(&format!("#lesson={no_name}")), Wrong::NoName(_)), "{no_name}");
        }
        for spoilt in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(wrong(&format!("#rule={spoilt}")), Wrong::Spoilt(spoilt.to_owned()));
        }
        assert!(wrong(&format!("#rule=%e4{}", "ö".repeat(100))).to_string().len() < 200);
    }
}
