//! What `assets/figures.ron` holds: paints, parts, kinds of beings, trades and arms, and how words find them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::flight::Shot;
use super::path::Shape;

/// One stroke of a part. The first word is its paint: a name of the file, darker with `-` behind it, lighter with `+`.
#[derive(Clone, Debug, Deserialize)]
pub enum Mark {
    /// A body with an outline, lit from the upper left.
    Fill(String, Shape),
    /// The same without light and outline.
    Flat(String, Shape),
    /// A line, so thick.
    Line(String, Shape, f32),
    /// A rod, so thick, with outline and light.
    Rod(String, Shape, f32),
    /// All of this, and the same again with left and right exchanged.
    Both(Vec<Mark>),
}

/// Where on a body a part is worn, from what lies behind to what lies above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Slot {
    /// Clothes.
    Torso,
    /// Hair of the head.
    Hair,
    Beard,
    /// What is worn on the head.
    Head,
}

/// Something that is worn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub slot: Slot,
    /// What of it lies behind the body.
    #[serde(default)]
    pub behind: Vec<Mark>,
    pub marks: Vec<Mark>,
}

/// How a part is brought to the size of a body: widened, heightened, moved.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Fit(pub f32, pub f32, pub f32, pub f32);

impl Default for Fit {
    fn default() -> Self {
        Self(1.0, 1.0, 0.0, 0.0)
    }
}

/// What comes out where something is struck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Bleeds {
    /// Blood.
    #[default]
    Blood,
    /// Nothing: it breaks.
    Dust,
    /// Oil and smoke.
    Oil,
}

/// A kind of beings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Words of tokens and names that mean it; the first that fits in the file is taken.
    pub words: Vec<String>,
    /// Stood in for others in its time: as a token it goes behind words of the name.
    #[serde(default)]
    pub vague: bool,
    /// What lies behind everything: wings, a mane.
    #[serde(default)]
    pub behind: Vec<Mark>,
    /// The trunk, where it is not that of people.
    #[serde(default)]
    pub trunk: Vec<Mark>,
    /// Head and face, or all of it.
    pub marks: Vec<Mark>,
    /// Another kind that looks the same but for its colours.
    #[serde(default)]
    pub like: Option<String>,
    /// A picture of its own, which wears and holds nothing.
    #[serde(default)]
    pub whole: bool,
    /// What it wears where it carries riders.
    #[serde(default)]
    pub tack: Vec<Mark>,
    /// It stands on all of its base and beyond, not behind the rim.
    #[serde(default)]
    pub free: bool,
    /// Slots that stay empty unless a trade fills them.
    #[serde(default)]
    pub bare: Vec<Slot>,
    /// What it usually wears.
    #[serde(default)]
    pub wears: Vec<String>,
    /// Colours of its paints.
    #[serde(default)]
    pub paints: BTreeMap<String, String>,
    #[serde(default)]
    pub bleeds: Bleeds,
    /// How clothes fit, or a picture of its own; and how hats and hair do.
    #[serde(default)]
    pub torso: Fit,
    #[serde(default)]
    pub crown: Fit,
    /// The size of what it holds; nothing for those without hands.
    #[serde(default = "usual")]
    pub grip: f32,
}

fn usual() -> f32 {
    1.0
}

/// What somebody does, as far as it shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    /// Words of tokens and names that mean it.
    pub words: Vec<String>,
    #[serde(default)]
    pub vague: bool,
    /// The kind that follows it, where no other is named.
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub wears: Vec<String>,
    #[serde(default)]
    pub paints: BTreeMap<String, String>,
}

/// How something is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Hold {
    /// In a hand.
    #[default]
    Hand,
    /// On the left arm.
    Arm,
    /// Worn: the part of this name.
    Worn,
    /// Grown: shown by a bare hand where it is not part of the picture.
    Grown,
}

/// Something to hold or to wear.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Names, and words in names.
    pub words: Vec<String>,
    #[serde(default)]
    pub hold: Hold,
    /// The part that is worn.
    #[serde(default)]
    pub part: Option<String>,
    /// Its picture, upright, with the hand in the middle of the field.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// How far it leans out, in degrees.
    #[serde(default)]
    pub tilt: f32,
    /// Where it is held, beside the usual place.
    #[serde(default)]
    pub at: (f32, f32),
    /// No fist lies on it.
    #[serde(default)]
    pub loose: bool,
}

/// The file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// Colours by the names of paints.
    pub paints: BTreeMap<String, String>,
    /// Colours of which people have one by chance, by the name of the paint.
    pub chance: BTreeMap<String, Vec<String>>,
    /// Hair and beards, of which people have one by chance.
    pub hair: Vec<String>,
    pub beards: Vec<String>,
    /// What is worn where nothing else is.
    pub plain: String,
    pub parts: BTreeMap<String, Part>,
    /// The last is taken where no word fits.
    pub kinds: Vec<Kind>,
    pub trades: Vec<Trade>,
    pub arms: Vec<Arm>,
    /// What arms shoot, by words of their names.
    pub shots: Vec<Shot>,
    /// Words for many under one token.
    pub crowds: Vec<String>,
    /// A fist.
    pub fist: Vec<Mark>,
}

/// What is known, which travels inside the program, or why it cannot be read.
pub static BOOK: LazyLock<Result<Book, String>> = LazyLock::new(|| read(include_str!("../../../assets/figures.ron")));

/// Reads a file of figures, with the line of what is wrong with it.
pub fn read(text: &str) -> Result<Book, String> {
    ron::from_str(text).map_err(|why| why.to_string())
}

/// Whether a phrase stands in a name, word for word; one of many counts as one.
pub fn says(name: &str, phrase: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        split.map(|word| word.to_lowercase()).collect()
    };
    let (name, phrase) = (words(name), words(phrase));
    let same = |word: &String, of: &String| word == of || word.strip_suffix('s').is_some_and(|one| one == of);
    !phrase.is_empty()
        && name.windows(phrase.len()).any(|part| part.iter().zip(&phrase).all(|(word, of)| same(word, of)))
}

/// The first entry with a word that stands in `name`.
fn first<'book, T>(entries: &'book [T], name: &str, words: impl Fn(&T) -> &[String]) -> Option<&'book T> {
    entries.iter().find(|entry| words(entry).iter().any(|word| says(name, word)))
}

impl Book {
    /// The kind that a token, a name or a trade means; nothing where none of them says.
    pub fn kind(&self, token: Option<&str>, name: &str, trade: Option<&Trade>) -> Option<&Kind> {
        let told = token.and_then(|token| self.named(token));
        let of_trade = || trade.and_then(|trade| self.named(trade.kind.as_deref()?));
        told.filter(|kind| !kind.vague).or_else(|| self.named(name)).or_else(of_trade).or(told)
    }

    /// The kind of this word.
    pub fn named(&self, word: &str) -> Option<&Kind> {
        first(&self.kinds, word, |kind| &kind.words)
    }

    /// The trade that a token or a name means.
    pub fn trade(&self, token: Option<&str>, name: &str) -> Option<&Trade> {
        let find = |text| first(&self.trades, text, |trade| &trade.words);
        let told = token.and_then(find);
        told.filter(|trade| !trade.vague).or_else(|| find(name)).or(told)
    }

    /// What something of this name looks like in the hand or on the body: by its whole name, or by a word in it.
    pub fn arm(&self, name: &str) -> Option<&Arm> {
        let is_called = |arm: &&Arm| arm.words.iter().any(|word| word.eq_ignore_ascii_case(name));
        self.arms.iter().find(is_called).or_else(|| first(&self.arms, name, |arm| &arm.words))
    }

    /// The part of this name.
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.parts.get(name)
    }
}
