//! Experience: what a battle was worth to the party that fought it, and levels (ST-XP-01 to ST-XP-08).

use super::award::{Award, Gain};
use crate::mechanics::prelude::*;

/// The numbers of experience.
#[derive(Clone, Debug, Deserialize)]
pub struct Experience {
    /// The figure of levels; enemies are weighed by it, too.
    pub level: FigureName,
    /// The count of levels that came in play.
    pub gained: Key,
    /// The count of experience towards the next.
    #[serde(deserialize_with = "refers::own")]
    pub count: Key,
    /// How much makes a level.
    pub a_level: i32,
    /// By what it is divided what goes beyond one.
    pub over: i32,
    /// What an enemy of one's own level is worth.
    pub a_peer: i32,
    /// Whether enemies that were beaten count as met besides.
    pub encounter: Encounters,
    /// What it is worth to be beaten after an honest fight.
    pub defeat: i32,
    /// What else is given, by name.
    #[serde(deserialize_with = "refers::own")]
    pub awards: BTreeMap<Key, i32>,
    /// Those of them that go to the whole party.
    pub for_all: Vec<Key>,
    /// Those that a battle gives by itself.
    pub feats: Feats,
    /// States that earn something for those who save a friend from them.
    pub saves_from: Vec<ConditionName>,
    /// The most that is given by hand at a time.
    pub most: i32,
    /// Words of those who learn nothing.
    #[serde(deserialize_with = "refers::words")]
    pub never: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: ExperienceRules,
}

/// Whether an enemy that was beaten counts as met besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encounters {
    /// Each enemy pays once.
    #[default]
    Once,
    /// Once for being met, and once for being beaten.
    Separate,
}

/// Awards that a battle gives by itself.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Feats {
    /// To the one who dealt more damage than any other.
    pub most_damage: Key,
    /// To those who saved a friend.
    pub saved: Key,
    /// To the one who won alone.
    pub alone: Key,
}

rule_ids! { struct ExperienceRules {
    levels: "Levels.",
    rest: "What is left over.",
    awards: "The table of awards.",
    beaten: "Enemies that were beaten or outwitted.",
    party: "What goes to the whole party.",
    defeat: "Being beaten.",
    never_less: "Nothing is ever taken.",
    achievements: "Achievements.",
} }

/// What somebody of a party has done in a battle.
#[derive(Component, Clone, Debug, Default)]
struct Exploits {
    /// Has tried to strike at least once.
    tried: bool,
    /// Damage that told, to enemies.
    damage: i32,
    /// Friends whom they saved.
    saved: i32,
}

impl Experience {
    /// Whether somebody learns at all.
    pub(super) fn learns(&self, look: Look<'_>, who: Id) -> bool {
        !look.is_dead(who) && !self.never.iter().any(|word| look.has_tag(who, word))
    }

    /// What somebody has after a gain, and whether they have risen by a level (ST-XP-01, ST-XP-02). One gain never brings
    /// two: what is left of it beyond the first is divided, and stays for the next gain even where it would make another.
    fn gain(&self, count: i32, amount: i32) -> (i32, bool) {
        let total = count.saturating_add(amount);
        if total < self.a_level { (total, false) } else { (rounded(total - self.a_level, self.over), true) }
    }

    /// Gives somebody experience, and the level that it makes.
    pub(super) fn give(&self, table: &mut Table<'_>, who: Id, amount: i32, why: &str, rule: RuleId) {
        if amount <= 0 {
            return;
        }
        let before = table.look().tally(who, self.count);
        let (after, has_risen) = self.gain(before, amount);
        table.set_tally(who, self.count, after);
        let (count, level) = (self.count, self.level);
        table.note(|look| {
            let text = format!("{} gains {amount} {count}: {why}.", look.name(who));
            let fact = Fact::new(rule, text).who(who);
            // What a level takes is given for it.
            if has_risen { fact.pays(who, count, before, after) } else { fact.change(who, count, before, after).kept() }
        });
        if has_risen {
            let (from, risen) = (table.look().value(who, level), table.look().tally(who, self.gained));
            table.set_tally(who, self.gained, risen.saturating_add(1));
            let rule = if after > 0 { self.rules.rest } else { self.rules.levels };
            table.note(|look| {
                let to = look.value(who, level);
                let text = format!("{} is level {to} now, with {after} {count} towards the next.", look.name(who));
                Fact::new(rule, text).who(who).change(who, level, from, to)
            });
        }
    }

    /// Gives a whole party, or one of it, an award of the table.
    pub(super) fn award(&self, table: &mut Table<'_>, who: Id, award: Key, why: &str, rule: RuleId) {
        let Some(amount) = self.awards.get(&award).copied() else { return };
        let why = if why.is_empty() { award.to_string() } else { format!("{award}, {why}") };
        self.give(table, who, amount, &why, rule);
    }

    /// Those of a side who learn, whatever state they are in.
    pub(super) fn party(&self, look: Look<'_>, side: SideId) -> Vec<Id> {
        look.everybody().filter(|id| look.side(*id) == side && self.learns(look, *id)).collect()
    }

    /// What the battle was worth to a party.
    fn conclude(&self, table: &mut Table<'_>, side: SideId, verdict: &Verdict) {
        let look = table.look();
        let members = self.party(look, side);
        let (has_won, has_lost) = (verdict.winner == Some(side), verdict.winner.is_some_and(|won| won != side));
        let foes: Vec<Id> = look.everybody().filter(|id| look.side(*id) != side).collect();
        let (beaten, rest): (Vec<Id>, Vec<Id>) = foes.iter().partition(|id| has_won || !look.is_in_play(**id));
        let met = match self.encounter {
            Encounters::Separate => foes.clone(),
            Encounters::Once if verdict.winner.is_none() => rest,
            Encounters::Once => Vec::new(),
        };
        let is_honest = look.everybody().any(|id| look.side(id) == side && tried(look, id));
        let own: Vec<(Id, i32)> = members.iter().map(|id| (*id, look.value(*id, self.level))).collect();
        let levels = |of: &[Id]| of.iter().map(|id| look.value(*id, self.level).max(0)).fold(0, i32::saturating_add);
        let (beaten, met) = ((beaten.len(), levels(&beaten)), (met.len(), levels(&met)));
        for (who, own) in own {
            for ((count, levels), what, rule) in
                [(beaten, "beaten or outwitted", self.rules.beaten), (met, "met", self.rules.awards)]
            {
                let enemies = if count == 1 { "enemy" } else { "enemies" };
                let why = format!("{count} {enemies}, level {levels} in all against {own}, {what}");
                // By how their levels compare, summed before it is rounded (ST-XP-04).
                self.give(table, who, rounded(self.a_peer.saturating_mul(levels), own), &why, rule);
            }
            if has_lost && is_honest {
                self.give(table, who, self.defeat, "beaten by the enemy after an honest fight", self.rules.defeat);
            }
        }
        if has_won {
            let look = table.look();
            let wins = look.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(side.0)));
            let wins = wins.map(|side| side.wins.clone()).unwrap_or_default();
            for award in wins {
                members.iter().for_each(|who| self.award(table, *who, award, "", self.rules.party));
            }
        }
        self.honour(table, side, has_won && !foes.is_empty());
    }

    /// What those of a side have earned who did more than the others.
    fn honour(&self, table: &mut Table<'_>, side: SideId, has_won: bool) {
        let look = table.look();
        let all: Vec<Id> = look.everybody().filter(|id| look.side(*id) == side).collect();
        let fighters: Vec<Id> = all.iter().copied().filter(|id| tried(look, *id)).collect();
        let alone = match fighters.as_slice() {
            [only] if has_won => Some(*only),
            _ => None,
        };
        let dealt = |id: &Id| look.get::<Exploits>(*id).map_or(0, |exploits| exploits.damage);
        let most = all.iter().map(dealt).max().unwrap_or(0);
        let mut best = all.iter().copied().filter(|id| most > 0 && all.len() > 1 && dealt(id) == most);
        // Whoever shares the first place has not done more than any other.
        let best = match (best.next(), best.next()) {
            (Some(best), None) if alone.is_none() => Some(best),
            _ => None,
        };
        let has_saved = |id: &Id| look.get::<Exploits>(*id).is_some_and(|exploits| exploits.saved > 0);
        let saviours: Vec<Id> = all.iter().copied().filter(has_saved).collect();
        let feats = alone.map(|who| (who, self.feats.alone, "the battle won single-handed")).into_iter();
        let feats = feats.chain(best.map(|who| (who, self.feats.most_damage, "the most damage of all")));
        let feats = feats.chain(saviours.into_iter().map(|who| (who, self.feats.saved, "a friend saved")));
        let feats: Vec<(Id, Key, &str)> = feats.filter(|(who, ..)| self.learns(table.look(), *who)).collect();
        feats.into_iter().for_each(|(who, award, why)| self.award(table, who, award, why, self.rules.achievements));
    }

    /// Remembers that somebody has tried to strike, where they do.
    fn on_try(table: &mut Table<'_>, who: Id, strikes: impl FnOnce(Look<'_>) -> bool) {
        let look = table.look();
        if counts(look, who) && !tried(look, who) && strikes(look) {
            table.edit::<Exploits>(who).tried = true;
        }
    }
}

/// `numerator` of `denominator`, halves rounded up.
fn rounded(numerator: i32, denominator: i32) -> i32 {
    let (numerator, denominator) = (i64::from(numerator), i64::from(denominator.max(1)));
    let rounded = (numerator * 2 + denominator).div_euclid(denominator * 2);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

fn tried(look: Look<'_>, who: Id) -> bool {
    look.get::<Exploits>(who).is_some_and(|exploits| exploits.tried)
}

/// Whether what somebody does is remembered for the end of the battle.
fn counts(look: Look<'_>, who: Id) -> bool {
    !who.is_thing() && look.is_party(look.side(who))
}

impl Mechanic for Experience {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Count, ["Experience"]).add(Word::Count, [self.gained, self.count]);
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        let experience = Arc::new(self.clone());
        vec![Arc::new(Award(experience.clone())), Arc::new(Gain(experience))]
    }

    fn awards(&self) -> Vec<Key> {
        self.awards.keys().copied().collect()
    }
}

hears!(Experience: |self, table| {
    Done { who, order } => Self::on_try(table, who, |look| {
        look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack)
    }),
    Blow { blow } => Self::on_try(table, blow.case.who, |_| true),
    Harmed { hit } => {
        let look = table.look();
        if let Some(by) =
            hit.by.filter(|by| counts(look, *by) && look.are_enemies(*by, hit.who) && hit.judged.grade > 0)
        {
            let mut exploits = table.edit::<Exploits>(by);
            exploits.damage = exploits.damage.saturating_add(hit.damage.max(0));
        }
    },
    // Whoever is on turn when a friend comes out of danger has saved that friend.
    Condition { who, kind, begun: false } => {
        let look = table.look();
        if !self.saves_from.contains(&kind) || look.is_dead(who) {
            return Ok(());
        }
        if let Some(by) = look.clock().turn.filter(|by| *by != who && counts(look, *by) && !look.are_enemies(*by, who))
        {
            table.edit::<Exploits>(by).saved += 1;
        }
    },
    Over { verdict } => {
        let sides = table.look().battle::<Sides>().map_or(0, |sides| sides.0.len()) as u8;
        for side in (0..sides).map(SideId) {
            if table.look().is_party(side) {
                self.conclude(table, side, verdict);
            }
        }
    },
});

impl Shows for Experience {
    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        if look.camp().is_none() && !look.is_party(look.side(who)) { Vec::new() } else { self.camp_sheet(look, who) }
    }

    fn camp_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let (has, most) = (look.tally(who, self.count), self.a_level);
        let text = format!("{has} of {most} {}", self.count);
        vec![SheetLine::of("Experience", text, self.rules.levels).counting(has, Some(most))]
    }
}
