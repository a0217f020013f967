//! Shots into a melee that miss, and whom they may strike instead (OS-ATK-28, OS-ATK-29).

use super::OneRoll;
use crate::mechanics::attack::course::{Aims, Attack, Meant};
use crate::mechanics::prelude::*;
use crate::mechanics::privilege::Privilege;

/// Shots that miss.
#[derive(Clone, Debug, Deserialize)]
pub struct StrayShots {
    /// Whether they go astray at all.
    pub are_played: bool,
    /// What is thrown.
    pub die: Expr,
    /// The highest face at which they go at a friend.
    pub most: i32,
    /// The word of such shots, which know no range.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// Whose shots never do.
    pub safe: Vec<SafeShot>,
    /// The rules about those, and about everybody else.
    pub rules: (RuleId, RuleId),
}

/// Whose shots strike nobody else.
#[derive(Clone, Debug, Deserialize)]
pub struct SafeShot {
    /// A word of theirs.
    pub word: Key,
    /// Words of arms: the arm must carry one of them; any will do if there are none.
    #[serde(default)]
    pub with: Vec<Key>,
    /// Where that is for the table to say.
    #[serde(default)]
    pub privilege: Privilege,
}

impl OneRoll {
    /// Friends of a shooter who stand in the melee shot into.
    fn friends_there(&self, look: Look<'_>, case: &Case<'_>) -> Vec<Id> {
        let is_shot = self.stray.are_played && case.is("ranged");
        let friend = |id: &Id| *id != case.who && !look.are_enemies(case.who, *id);
        case.against.filter(|_| is_shot).map_or_else(Vec::new, |target| look.melee_of(target).filter(friend).collect())
    }

    /// Whether the shots of somebody never strike a friend.
    fn shoots_safely(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let fits = |safe: &SafeShot| {
            let with = safe.with.is_empty() || safe.with.iter().any(|word| case.is(word));
            safe.privilege.is_safe() && with && look.has_tag(case.who, safe.word)
        };
        self.stray.safe.iter().any(fits)
    }

    /// What is to be feared of a shot for friends, in felled fighters.
    pub(super) fn risk(&self, look: Look<'_>, case: &Case<'_>, misses: f64, struck: impl Fn(Id) -> f64) -> f64 {
        if self.shoots_safely(look, case) {
            return 0.0;
        }
        let friends = self.friends_there(look, case);
        let goes = Distribution::from_expr(&self.stray.die).chance(|face| *face <= self.stray.most).to_f64();
        let each = friends.iter().map(|friend| struck(*friend)).sum::<f64>() / friends.len().max(1) as f64;
        misses * goes * each
    }

    /// A shot has missed: it may go at a friend.
    pub(super) fn go_astray(&self, table: &mut Table<'_>, case: &Case<'_>, item: &Item) -> Step {
        let friends = self.friends_there(table.look(), case);
        if friends.is_empty() {
            return Ok(());
        }
        let (safe, rule) = self.stray.rules;
        if self.shoots_safely(table.look(), case) {
            table.say(safe, case.who, |look| format!("{} shoots between friends.", look.name(case.who)));
            return Ok(());
        }
        let throw = table.throw_for(&self.stray.die, |face| face > self.stray.most)?;
        table.note(|look| {
            let text = format!("{} rolls {} for where the missed shot goes.", look.name(case.who), throw.total);
            let rolled = Roll::of("stray shot", &self.stray.die, &throw, &Sum::new());
            Fact::new(rule, text).who(case.who).roll(rolled)
        });
        if throw.total > self.stray.most {
            return Ok(());
        }
        let index = match friends.len() {
            0 | 1 => 0,
            several => table.throw(&Expr::d(u16::try_from(several).unwrap_or(u16::MAX)))?.total - 1,
        };
        let friend = usize::try_from(index).ok().and_then(|index| friends.get(index).copied());
        let Some(friend) = friend else { return Ok(()) };
        table.say(rule, (case.who, friend), |look| {
            format!("The shot of {} goes at {}.", look.name(case.who), look.name(friend))
        });
        let Some(order) = case.order else { return Ok(()) };
        let mut astray = self.case_of(table.look(), Meant { who: case.who, target: friend, item, order });
        astray.push_word(self.stray.word);
        let swing = self.plan(table.look(), &astray, &item.arm);
        self.fall(table, vec![(astray, swing)]).map(drop)
    }
}
