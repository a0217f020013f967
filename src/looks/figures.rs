//! What tokens are put together from: paints, parts, kinds of beings, trades and arms, and how words find them.
//! `assets/figures.ron` holds what ships.

use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock};

use serde::Deserialize;

use super::colour::Dye;
use super::named;
use super::shape::Shape;

/// One stroke of a part. The first word is its paint: a name of the file, darker with `-` behind it, lighter with `+`.
#[derive(Clone, Debug, Deserialize)]
pub enum Mark {
    /// A body with an outline, lit from the upper left.
    Fill(#[serde(deserialize_with = "named::paints")] String, Shape),
    /// The same without light and outline.
    Flat(#[serde(deserialize_with = "named::paints")] String, Shape),
    /// A line, so thick.
    Line(#[serde(deserialize_with = "named::paints")] String, Shape, f32),
    /// A rod, so thick, with outline and light.
    Rod(#[serde(deserialize_with = "named::paints")] String, Shape, f32),
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
    /// On chin and lip.
    Beard,
    /// What is worn on the head.
    Head,
}

/// Something that is worn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Where it is worn.
    pub slot: Slot,
    /// What of it lies behind the body.
    #[serde(default)]
    pub behind: Vec<Mark>,
    /// What of it lies before the body.
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
    #[serde(default, deserialize_with = "named::kinds")]
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
    #[serde(default, deserialize_with = "named::parts")]
    pub wears: Vec<String>,
    /// Colours of its paints.
    #[serde(default)]
    pub paints: BTreeMap<String, Dye>,
    /// What comes out where it is struck.
    #[serde(default)]
    pub bleeds: Bleeds,
    /// How clothes fit, or a picture of its own; and how hats and hair do.
    #[serde(default)]
    pub torso: Fit,
    /// How hats and hair fit.
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
    /// As a token it goes behind words of the name.
    #[serde(default)]
    pub vague: bool,
    /// The kind that follows it, where no other is named.
    #[serde(default, deserialize_with = "named::kinds")]
    pub kind: Option<String>,
    /// What it makes somebody wear.
    #[serde(default, deserialize_with = "named::parts")]
    pub wears: Vec<String>,
    /// Colours of its paints.
    #[serde(default)]
    pub paints: BTreeMap<String, Dye>,
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
    /// How it is held.
    #[serde(default)]
    pub hold: Hold,
    /// The part that is worn.
    #[serde(default, deserialize_with = "named::parts")]
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

/// How something flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Flies {
    /// With its point ahead.
    #[default]
    Straight,
    /// Turning over and over.
    Spinning,
    /// The same, in a high arc.
    Lobbed,
}

/// What some arms shoot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Words of the names of those arms.
    pub words: Vec<String>,
    /// How it flies.
    #[serde(default)]
    pub flies: Flies,
    /// Its picture, with its point up; the arm itself flies where there is none.
    #[serde(default)]
    pub marks: Vec<Mark>,
}

/// All that is known of tokens.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Figures {
    /// Colours by the names of paints.
    pub paints: BTreeMap<String, Dye>,
    /// Colours, by the name of the paint: people have one of them by chance.
    pub chance: BTreeMap<String, Vec<Dye>>,
    /// Hair and beards: people have one of them by chance.
    #[serde(deserialize_with = "named::parts")]
    pub hair: Vec<String>,
    /// Beards: people have one of them by chance.
    #[serde(deserialize_with = "named::parts")]
    pub beards: Vec<String>,
    /// What is worn where nothing else is.
    #[serde(deserialize_with = "named::parts")]
    pub plain: Option<String>,
    /// What can be worn, by name.
    pub parts: BTreeMap<String, Part>,
    /// The last is taken where no word fits.
    pub kinds: Vec<Kind>,
    /// What somebody does, as far as it shows.
    pub trades: Vec<Trade>,
    /// What can be held.
    pub arms: Vec<Arm>,
    /// What arms shoot, by words of their names.
    pub shots: Vec<Shot>,
    /// Words for many under one token.
    pub crowds: Vec<String>,
    /// A fist.
    pub fist: Vec<Mark>,
    /// Which arms have a picture: looking for the words of a name takes long beside all else.
    #[serde(skip)]
    pictured: Pictured,
}

/// Names of arms that have been asked for, and whether they have a picture.
#[derive(Debug, Default)]
struct Pictured(RwLock<HashMap<String, bool>>);

impl Clone for Pictured {
    // Other figures may know other arms.
    fn clone(&self) -> Self {
        Self::default()
    }
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

impl Figures {
    /// These figures, with all of others that they do not say themselves; what they say is found first.
    #[must_use]
    pub fn over(mut self, other: &Self) -> Self {
        self.paints = other.paints.clone().into_iter().chain(self.paints).collect();
        self.chance = other.chance.clone().into_iter().chain(self.chance).collect();
        self.parts = other.parts.clone().into_iter().chain(self.parts).collect();
        self.hair.extend(other.hair.iter().cloned());
        self.beards.extend(other.beards.iter().cloned());
        self.plain = self.plain.or_else(|| other.plain.clone());
        self.kinds.extend(other.kinds.iter().cloned());
        self.trades.extend(other.trades.iter().cloned());
        self.arms.extend(other.arms.iter().cloned());
        self.shots.extend(other.shots.iter().cloned());
        self.crowds.extend(other.crowds.iter().cloned());
        if self.fist.is_empty() {
            self.fist.clone_from(&other.fist);
        }
        self.pictured = Pictured::default();
        self
    }

    /// Words of tokens and names that find a kind of beings or a trade.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let kinds = self.kinds.iter().flat_map(|kind| &kind.words);
        kinds.chain(self.trades.iter().flat_map(|trade| &trade.words)).map(String::as_str)
    }

    /// Whether something of this name has a picture.
    pub fn has_arm(&self, name: &str) -> bool {
        let known = self.pictured.0.read().unwrap_or_else(PoisonError::into_inner).get(name).copied();
        known.unwrap_or_else(|| {
            let has = self.arm(name).is_some();
            self.pictured.0.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), has);
            has
        })
    }

    /// What an arm of this name shoots.
    pub fn shot(&self, arm: &str) -> Option<&Shot> {
        first(&self.shots, arm, |shot| &shot.words)
    }

    /// The kind that a token, a name or a trade means; nothing where none of them says. Where the token says what somebody
    /// does, nothing is guessed from their name: "machine" makes no robot of a gunner.
    pub fn kind(&self, token: Option<&str>, name: &str, trade: Option<&Trade>) -> Option<&Kind> {
        let told = token.and_then(|token| self.named(token));
        let of_token = |trade: &Trade| token.is_some_and(|token| trade.words.iter().any(|word| says(token, word)));
        let is_told = trade.is_some_and(|trade| !trade.vague && of_token(trade));
        let of_name = || if is_told { None } else { self.named(name) };
        let of_trade = || trade.and_then(|trade| self.named(trade.kind.as_deref()?));
        told.filter(|kind| !kind.vague).or_else(of_name).or_else(of_trade).or(told)
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
