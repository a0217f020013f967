//! What strength and nimbleness add to blows: which ability that is hangs on who strikes, and with what (OS-ATK-02 to
//! OS-ATK-04, OS-DMG-02 to OS-DMG-06).

use crate::mechanics::prelude::*;

/// The numbers of these bonuses.
#[derive(Clone, Debug, Deserialize)]
pub struct AbilityBonus {
    /// Who adds what to what; of each roll the first that fits.
    pub rows: Vec<Row>,
    /// The word of those who may rely on being nimble, in light armour and with nothing that takes two hands.
    #[serde(deserialize_with = "refers::words")]
    pub nimble: Key,
    /// The word of all fighters.
    #[serde(deserialize_with = "refers::words")]
    pub fighters: Key,
    /// Which of the two words counts.
    pub nimble_are: Nimble,
    /// The word of armour that is light.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub light: Key,
    /// The figure of what is worn as armour.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub armour: Key,
    /// Words of blows that nobody adds anything to.
    pub never: Vec<Key>,
}

/// Who may rely on being nimble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nimble {
    /// Classes that are known for it.
    Swashbucklers,
    /// Fighters of all kinds.
    Fighters,
}

/// What some fighters add to a roll.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// The roll.
    pub on: Key,
    /// Words of the blow: it must carry one of them.
    pub with: Vec<Key>,
    /// Words of fighters. The one who strikes must carry one of them; everybody does if there are none.
    #[serde(default, deserialize_with = "refers::words")]
    pub who: Vec<Key>,
    /// Words of fighters whom it does not concern.
    #[serde(default, deserialize_with = "refers::words")]
    pub not: Vec<Key>,
    /// What is added.
    pub adds: Adds,
    /// A figure instead, where that is higher, for those who are nimble.
    pub or: Option<FigureName>,
    /// Words of blows in which figures of this name do not count.
    #[serde(default)]
    pub lost: Vec<(Key, Key)>,
    /// The rules about it, and about being nimble.
    pub rule: (RuleId, RuleId),
}

/// What is added.
#[derive(Clone, Debug, Deserialize)]
pub enum Adds {
    /// A figure.
    Figure(FigureName),
    /// So much for those whose figure is so high.
    From(FigureName, i32, i32),
    /// Nothing.
    Nothing,
}

impl AbilityBonus {
    /// Whether somebody wears nothing heavy and holds nothing that takes two hands.
    fn is_nimble(&self, look: Look<'_>, who: Id) -> bool {
        let hinders = |item: &Item| {
            let heavy = item.arm.figure(self.armour).is_some() && !item.arm.has(self.light);
            item.is_ready() && (heavy || (item.arm.hands > 1 && item.is_in_hand()))
        };
        let word = if self.nimble_are == Nimble::Fighters { self.fighters } else { self.nimble };
        look.has_tag(who, word) && !look.gear(who).iter().any(hinders)
    }

    fn fits(look: Look<'_>, case: &Case<'_>, row: &Row) -> bool {
        let carries = |word: &Key| look.has_tag(case.who, word);
        row.on == case.on
            && row.with.iter().any(|word| case.is(word))
            && (row.who.is_empty() || row.who.iter().any(carries))
            && !row.not.iter().any(carries)
    }
}

impl Mechanic for AbilityBonus {}

modifies!(AbilityBonus: self.rows.iter().map(|row| row.on) => |self, look, case, sum| {
    if case.against.is_none() || self.never.iter().any(|word| case.is(word)) {
        return;
    }
    let Some(row) = self.rows.iter().find(|row| Self::fits(look, case, row)) else { return };
    let is_lost = |figure: FigureName| row.lost.iter().any(|(lost, word)| *lost == figure && case.is(word));
    let value = |figure: FigureName| if is_lost(figure) { 0 } else { look.value(case.who, figure) };
    let (name, bonus) = match row.adds {
        Adds::Figure(figure) => (figure, value(figure)),
        Adds::From(figure, from, n) => (figure, if look.value(case.who, figure) >= from { n } else { 0 }),
        Adds::Nothing => return,
    };
    let (rule, nimbly) = row.rule;
    match row.or.filter(|_| self.is_nimble(look, case.who)).map(|or| (or, value(or))) {
        Some((or, better)) if better > bonus => sum.add(or, better, nimbly),
        _ => sum.add(name, bonus, rule),
    }
});
