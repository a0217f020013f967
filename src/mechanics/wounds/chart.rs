//! Crippling wounds by a chart: a die says where, the damage how bad (LG-WND-01, LG-WND-02).

use super::record::Crippled;
use super::rows::{Location, WoundDef};
use super::treatment::Treating;
use crate::mechanics::prelude::*;

/// The numbers of the chart.
#[derive(Clone, Debug, Deserialize)]
pub struct Chart {
    /// The word of hits that cripple.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// What they harm.
    pub harms: HarmName,
    /// Who says what they do.
    pub played: Played,
    /// The wound of tables that want no chart.
    pub simple: Key,
    /// The die of places.
    pub die: Expr,
    /// The places, in the order of the die.
    pub locations: Vec<Location>,
    /// The place that is struck where somebody has not the one rolled.
    pub otherwise: Key,
    /// The most damage of each row but the last.
    pub rows: Vec<i32>,
    /// How one of several wounds in a row is chosen.
    pub several: Chosen,
    /// Every wound by its name.
    pub wounds: BTreeMap<Key, WoundDef>,
    /// What those who have learned something add to the damage for reading the row.
    #[serde(default)]
    pub hardened: BTreeMap<TechniqueName, i32>,
    /// Words of bodies that take no wounds.
    #[serde(default)]
    pub spares: Vec<Key>,
    /// Treating wounds.
    pub treating: Treating,
    /// The rules that these numbers stand for.
    pub rules: ChartRules,
}

/// Who says what a crippling hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    /// The chart.
    Chart,
    /// It is always the same.
    Simple,
    /// It does nothing more.
    None,
}

/// How one of several wounds in a row is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// By a die.
    Rolled,
    /// By the attacker.
    Attacker,
}

rule_ids! { struct ChartRules {
    when: "When there is a wound.",
    played: "Who says what it is.",
    location: "Where it is.",
    reading: "How bad it is.",
    several: "One of several.",
} }

impl Chart {
    /// What a wound is to somebody.
    fn maimed(&self, look: Look<'_>, who: Id, wound: Key) -> Maimed {
        let def = self.wounds.get(&wound);
        let state = def.and_then(|def| def.brings);
        let is_deadly = |kind: &ConditionName| look.rules().kills(kind);
        let is_new = |kind: &ConditionName| def.is_some_and(|def| def.adds_up) || look.condition(who, kind).is_none();
        Maimed { wound, fells: state.filter(is_deadly), brings: state.filter(is_new) }
    }
}

mechanic!(Chart: |self| {
    words(words) => {
        words.add(Word::Roll, ["location", "rounds", "days", "weeks", "one of two"]);
        words.add(Word::Roll, [self.treating.skill]).add(Word::Term, ["needed"]).add(Word::Count, ["Wounds"]);
        words.add(Word::Wound, self.wounds.keys().copied()).add(Word::Wound, ["none"]);
    },
    deeds => vec![Arc::new(self.clone())],
});

hears!(Chart: |self, table| {
    Begun => table.for_everybody(|table, who| self.adopt(table, who)),
    Arrived { who } => self.adopt(table, who),
    Harmed { hit } => {
        let crippled = hit.kind == self.harms && hit.words.contains(&self.word);
        if !crippled || self.spares(table.look(), hit.who) {
            return Ok(());
        }
        match self.played {
            Played::None => Ok(()),
            Played::Simple => self.give(table, hit, self.simple, None),
            Played::Chart => self.cripple(table, hit),
        }
    },
    TurnBegun { who } => self.drain(table, who),
    // What lasted for some rounds is forgotten when they are over.
    Condition { who, kind, begun: false } => {
        let look = table.look();
        let Some(crippled) = look.get::<Crippled>(who) else { return Ok(()) };
        let holds = |part: Option<Key>| look.conditions(who).iter().any(|each| each.kind == kind && each.part == part);
        let brings = |each: &super::record::Crippling| {
            self.wounds.get(&each.wound).is_some_and(|def| each.brings(def) == Some(kind))
        };
        let mut left = crippled.0.clone();
        left.retain(|each| !brings(each) || holds(each.part));
        if left != crippled.0 {
            table.edit::<Crippled>(who).0 = left;
        }
    },
    HoursPass { hours } => table.for_everybody(|table, who| self.heal(table, who, hours)),
});

impl Blows for Chart {
    fn maims(&self, look: Look<'_>, case: &Case<'_>, damage: i32) -> Option<Distribution<Maimed>> {
        let who = case.against?;
        if case.arm.and_then(|arm| arm.harms).is_some_and(|harms| harms != self.harms) {
            return None;
        }
        if !case.is(self.word) || self.played == Played::None || self.spares(look, who) {
            return None;
        }
        if self.played == Played::Simple {
            return Some(Distribution::certain(self.maimed(look, who, self.simple)));
        }
        let row = self.row(look, who, damage);
        let wounds = |place: &Location| -> Distribution<Key> {
            let struck = self.struck(look, who, place);
            let wounds = struck.rows.get(row).map_or(&[][..], Vec::as_slice);
            let named = case.part.filter(|part| struck.name == place.name && self.wounds.contains_key(part));
            let aimed =
                |wound: &Key| self.wounds.get(wound).is_some_and(|def| def.part.is_some() && def.part == case.part);
            let nothing = Key::from(Judged::NOTHING);
            if let Some(wound) = named {
                return Distribution::certain(self.named(look, who, struck, wound).unwrap_or(nothing));
            }
            if let Some(index) = wounds.iter().position(aimed) {
                return Distribution::certain(self.picked(look, who, wounds, index).unwrap_or(nothing));
            }
            let all = (0..wounds.len()).map(|index| (self.picked(look, who, wounds, index).unwrap_or(nothing), 1));
            // Whoever chooses is taken to choose the first.
            let all = all.take(if self.several == Chosen::Attacker { 1 } else { wounds.len() });
            Distribution::weighted(all).unwrap_or_else(|_| Distribution::certain(nothing))
        };
        let nothing = || Distribution::certain(Key::from(Judged::NOTHING));
        let left = match case.part.and_then(|part| self.place_of(part)) {
            Some(place) => wounds(place),
            None => Distribution::from_expr(&self.die).then(|total| self.rolled(*total).map_or_else(nothing, wounds)),
        };
        Some(left.map(|wound| self.maimed(look, who, *wound)))
    }
}

impl Rests for Chart {
    fn keeps(&self, look: Look<'_>, who: Id) -> Option<Keepsake> {
        let crippled = look.get::<Crippled>(who)?.clone();
        Some(Keepsake::new(move |newcomer| {
            newcomer.give(crippled.clone());
        }))
    }
}

sheet!(Chart: |self, look, who| {
    let text = self.told(look, who);
    let line = || SheetLine::of("Wounds", text.join("; "), self.rules.when);
    (!text.is_empty()).then(line).into_iter().collect()
});
