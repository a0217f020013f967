//! One's own Scale in rolls: large bodies strike and hide worse, wrestle and endure better (ST-SIZE-03).

use crate::mechanics::prelude::*;

/// The numbers of size in rolls.
#[derive(Clone, Debug, Deserialize)]
pub struct OwnScale {
    /// The figure.
    pub figure: FigureName,
    /// The rolls that it touches, and what it does to each.
    pub counts: Vec<Counts>,
    /// What the sheet calls the multiplier of bodies, and what it is for each value of the figure.
    pub multiplier: (String, BTreeMap<i32, String>),
    /// The rules that these numbers stand for.
    pub rules: OwnScaleRules,
}

rule_ids! { struct OwnScaleRules {
    rolls: "What size does to rolls.",
    table: "The table of sizes.",
} }

/// How the figure counts in some rolls.
#[derive(Clone, Debug, Deserialize)]
pub struct Counts {
    /// In which.
    pub on: Vec<Key>,
    /// How often, or how often it is taken away.
    pub times: i32,
    /// Not where the roll carries one of these words.
    #[serde(default)]
    pub unless: Vec<Key>,
}

mechanic!(OwnScale: |self| {
    words(words) => words.add(Word::Term, ["scale"]),
});

modifies!(OwnScale: self.counts.iter().flat_map(|counts| counts.on.iter().copied()) => |self, look, case, sum| {
    let is_meant =
        |counts: &&Counts| counts.on.contains(&case.on) && !counts.unless.iter().any(|word| case.is(word));
    if let Some(counts) = self.counts.iter().find(is_meant) {
        sum.add("scale", look.value(case.who, self.figure).saturating_mul(counts.times), self.rules.rolls);
    }
});

sheet!(OwnScale: |self, look, who| {
    let (label, table) = &self.multiplier;
    let text = table.get(&look.value(who, self.figure)).cloned();
    let line = |text: String| SheetLine::of(label.clone(), text, self.rules.table);
    text.map(line).into_iter().collect()
});
