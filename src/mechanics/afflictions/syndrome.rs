//! What poisons, diseases and radiation are as data: ways in, difficulty, rate, symptoms (ST-TOX-01 to ST-TOX-12).

use crate::mechanics::prelude::*;

/// A poison, a disease, a kind of radiation.
#[derive(Clone, Debug, Deserialize)]
pub struct Syndrome {
    /// How it gets into somebody.
    pub by: Vec<Way>,
    /// Whether it goes from one to the next through the air.
    #[serde(default)]
    pub airborne: bool,
    /// What the check against it must reach.
    pub dc: i32,
    /// What naming it takes, and what it takes of those who know it already.
    pub diagnosis: (i32, i32),
    /// How often it is checked.
    pub rate: Rate,
    /// What each failure brings.
    #[serde(default)]
    pub symptoms: Vec<Symptom>,
    /// Another reading of difficulty and symptoms, where tables disagree.
    pub or: Option<(i32, Vec<Symptom>)>,
    /// Which of the two holds.
    #[serde(default)]
    pub reads: Reading,
    /// Whether a remedy against poison helps.
    #[serde(default)]
    pub is_poison: bool,
    /// How strong its rays are, the strongest highest: each size farther away it is the next one down.
    pub rays: Option<i32>,
    /// The dead rise again.
    pub raises: Option<Raises>,
    /// The rule that it shows best.
    pub rule: RuleId,
}

/// A way into the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// By a blow that comes to damage.
    Injury,
    /// By breathing.
    Inhaled,
    /// By eating and drinking.
    Ingested,
    /// By the bite of something small.
    Vector,
    /// Through the eyes.
    Eyes,
    /// Through the skin.
    Skin,
    /// By being near.
    Exposure,
    /// By the surgeon's knife, and by cuts that nobody has cleaned.
    Surgery,
}

/// How often a syndrome is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    /// Each second of a turn.
    Second,
    /// Each turn.
    Round,
    /// Each hour.
    Hour,
    /// Each day.
    Day,
    /// Each time that more of it is taken.
    Dose,
}

/// Which of two readings of a syndrome holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// That of the table.
    #[default]
    Table,
    /// That of the running text.
    Text,
}

/// What a failed check brings.
#[derive(Clone, Debug, Deserialize)]
pub enum Symptom {
    /// Wounds that add up and do not heal while the syndrome lasts.
    Wounds(i32),
    /// States, each only for those whom it got to in one of these ways (in any, where none is named), for one time.
    States(BTreeMap<State, Vec<Way>>, Lasts),
    /// Harm of another kind, and the count that it adds to.
    Harm(Harmed, i32),
    /// A figure that is so much higher (or lower) while the syndrome lasts; this adds up.
    Shifts(Figure, i32),
    /// One of these, all as likely.
    OneOf(Vec<Symptom>),
    /// These, at so many failures in a row.
    InARow(i32, Vec<Symptom>),
}

/// A condition, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct State(pub ConditionName);

/// A figure, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Figure(pub FigureName);

/// A kind of harm, what players call a point of it, and the count that it adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Harmed {
    /// The kind.
    pub kind: HarmName,
    /// A point of it.
    #[serde(deserialize_with = "refers::own")]
    pub called: Key,
    /// The count.
    pub count: Key,
}

/// How long a state lasts.
#[derive(Clone, Debug, Deserialize)]
pub struct Lasts {
    /// What is thrown for it.
    pub dice: Expr,
    /// How often that counts.
    #[serde(default = "one")]
    pub times: i32,
    /// Of what.
    pub unit: Unit,
}

/// What time is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Rounds.
    Rounds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
}

/// What becomes of those who die of a syndrome, or with it.
#[derive(Clone, Debug, Deserialize)]
pub struct Raises {
    /// The profile of what they become.
    #[serde(rename = "as", deserialize_with = "refers::profiles")]
    pub profile: Key,
    /// After how many rounds.
    pub after: Expr,
}

impl Syndrome {
    /// What the check must reach, by the reading that holds.
    pub fn dc(&self) -> i32 {
        self.other().map_or(self.dc, |(dc, _)| *dc)
    }

    /// What failures bring, by the reading that holds.
    pub fn symptoms(&self) -> &[Symptom] {
        self.other().map_or(&self.symptoms, |(_, symptoms)| symptoms)
    }

    fn other(&self) -> Option<&(i32, Vec<Symptom>)> {
        self.or.as_ref().filter(|_| self.reads == Reading::Text)
    }

    /// Whether it can wound at all, so that nothing heals meanwhile.
    pub fn can_wound(&self) -> bool {
        self.symptoms().iter().any(Symptom::can_wound)
    }

    /// Whether it gets in that way; what enters by wounds can be swallowed too.
    pub fn enters(&self, way: Way) -> bool {
        self.by.contains(&way) || (way == Way::Ingested && self.by.contains(&Way::Injury))
    }

    /// Whether it hangs in the air for everybody who comes near: a gas.
    pub fn is_gas(&self) -> bool {
        self.by.iter().any(|way| Way::OF_GAS.contains(way))
    }

    /// What a failure brings, as players say it.
    pub fn in_words(&self) -> String {
        let all: Vec<String> = self.symptoms().iter().map(Symptom::in_words).collect();
        all.join("; ")
    }
}

impl Way {
    /// The ways of what hangs in the air.
    pub const OF_GAS: [Self; 3] = [Self::Inhaled, Self::Eyes, Self::Skin];

    const fn word(self) -> &'static str {
        match self {
            Self::Injury => "injury",
            Self::Inhaled => "inhaled",
            Self::Ingested => "ingested",
            Self::Vector => "bite",
            Self::Eyes => "eyes",
            Self::Skin => "skin",
            Self::Exposure => "exposure",
            Self::Surgery => "surgery",
        }
    }
}

impl Rate {
    /// As players say it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Second => "each second",
            Self::Round => "each round",
            Self::Hour => "each hour",
            Self::Day => "each day",
            Self::Dose => "each dose",
        }
    }
}

impl Unit {
    const fn word(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
        }
    }
}

impl Lasts {
    /// So much time in words, where `count` is what was thrown.
    pub fn told(&self, count: i32) -> String {
        let unit = self.unit.word();
        if count == 1 { format!("1 {}", unit.trim_end_matches('s')) } else { format!("{count} {unit}") }
    }

    fn in_words(&self) -> String {
        if self.dice.is_constant() && self.times == 1 {
            return self.told(self.dice.added());
        }
        let times = if self.times == 1 { String::new() } else { format!(" x {}", self.times) };
        format!("{}{times} {}", self.dice, self.unit.word())
    }
}

impl Symptom {
    fn can_wound(&self) -> bool {
        match self {
            Self::Wounds(_) => true,
            Self::OneOf(of) | Self::InARow(_, of) => of.iter().any(Self::can_wound),
            Self::States(..) | Self::Harm(..) | Self::Shifts(..) => false,
        }
    }

    /// The figures that it raises or lowers.
    pub fn shifted(&self) -> Vec<Key> {
        match self {
            Self::Shifts(figure, _) => vec![figure.0.key()],
            Self::OneOf(of) | Self::InARow(_, of) => of.iter().flat_map(Self::shifted).collect(),
            Self::Wounds(_) | Self::States(..) | Self::Harm(..) => Vec::new(),
        }
    }

    fn in_words(&self) -> String {
        let listed = |of: &[Self], with: &str| of.iter().map(Self::in_words).collect::<Vec<_>>().join(with);
        match self {
            Self::Wounds(1) => "1 wound".to_owned(),
            Self::Wounds(wounds) => format!("{wounds} wounds"),
            Self::States(states, lasts) => {
                let one = |(state, ways): (&State, &Vec<Way>)| {
                    let ways: Vec<_> = ways.iter().map(|way| way.word()).collect();
                    if ways.is_empty() { state.0.to_string() } else { format!("{} ({})", state.0, ways.join(", ")) }
                };
                let states: Vec<String> = states.iter().map(one).collect();
                format!("{} for {}", states.join(" and "), lasts.in_words())
            }
            Self::Harm(harmed, points) => format!("{points} {}", harmed.called),
            Self::Shifts(figure, by) => format!("{} {by:+}", figure.0),
            Self::OneOf(of) => listed(of, " or "),
            Self::InARow(failures, of) => format!("after {failures} failures in a row {}", listed(of, " and ")),
        }
    }
}
