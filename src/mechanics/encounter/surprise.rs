//! Who is taken by surprise (OS-STEALTH-01 to OS-STEALTH-06).

use super::{members, others};
use crate::mechanics::prelude::*;

/// The numbers of surprise.
#[derive(Clone, Debug, Deserialize)]
pub struct Surprise {
    /// What is thrown.
    pub die: Expr,
    /// The figure for how well somebody surprises others.
    pub sneaky: FigureName,
    /// The figure for how easily somebody is surprised.
    pub alert: FigureName,
    /// What that figure usually is.
    pub usual: i32,
    /// Words of a side that others know of.
    #[serde(deserialize_with = "refers::own")]
    pub shows: Vec<Key>,
    /// The word of a side that knows of others.
    #[serde(deserialize_with = "refers::own")]
    pub knows: Key,
    /// The state of those who are surprised.
    pub state: ConditionName,
    /// The word of those who see when others are too strong for them.
    pub mind: Key,
    /// The figure for how strong somebody is.
    pub strength: FigureName,
    /// How many times as strong is too strong.
    pub too_strong: i32,
    /// The rules that these numbers stand for.
    pub rules: SurpriseRules,
}

rule_ids! { struct SurpriseRules {
    possible: "Who can be surprised.",
    thrown: "The dice.",
    both: "Both at once.",
    round: "The round that those have who surprise others.",
    use_of_it: "What they do with it.",
} }

/// The side that would rather watch than use its round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Watching(pub(super) Option<SideId>);

/// The round before the first.
pub(super) const BONUS: i32 = 0;

impl Surprise {
    /// The highest number that surprises a side; nothing if it cannot be surprised.
    fn up_to(&self, look: Look<'_>, side: SideId) -> Option<Sum> {
        let met = look.battle::<Encounter>();
        let is = |side: SideId, word: Key| met.is_some_and(|met| met.is(side, word));
        let rivals: Vec<SideId> = look.sides().filter(|other| *other != side).collect();
        let shown = rivals.iter().any(|other| self.shows.iter().any(|word| is(*other, *word)));
        if shown || is(side, self.knows) {
            return None;
        }
        let lowest = |side: SideId, figure: FigureName| {
            if let Some(laid_down) = met.and_then(|met| met.figure(side, figure)) {
                return Some(laid_down);
            }
            let all = members(look, side);
            // Sleepers keep no watch.
            let awake =
                all.iter().filter(|id| look.allows(**id, &["act"]).is_ok()).map(|id| look.value(*id, figure)).min();
            awake.or_else(|| all.iter().map(|id| look.value(*id, figure)).min())
        };
        let alert = lowest(side, self.alert)?;
        let sneaky = rivals.iter().filter_map(|other| lowest(*other, self.sneaky)).max()?;
        let mut sum = Sum::of(self.sneaky, sneaky);
        sum.add(self.alert, alert.saturating_sub(self.usual), self.rules.thrown);
        let total = sum.total();
        let kept = total.clamp(0, self.die.max());
        if kept != total {
            sum.part("limit", kept - total);
        }
        Some(sum)
    }

    /// How likely it is that a side is surprised.
    pub(super) fn chance(&self, look: Look<'_>, side: SideId) -> Option<Fraction> {
        let Some(up_to) = self.up_to(look, side) else { return Some(Fraction::ZERO) };
        let thrown = enumerate(|dice| Ok(dice.throw(&self.die)?.total)).ok()?;
        Some(thrown.chance(|shown| *shown <= up_to.total()))
    }

    /// Who is surprised, the side of the players first.
    pub(super) fn find(&self, table: &mut Table<'_>, met: &Encounter, ours: SideId) -> Step<Vec<SideId>> {
        match &met.surprise {
            Uncertain::Settled => return Ok(Vec::new()),
            Uncertain::Is(sides) => return Ok(sides.clone()),
            Uncertain::Thrown => {}
        }
        let mut sides: Vec<SideId> = table.look().sides().collect();
        sides.sort_by_key(|side| *side != ours);
        let mut surprised = Vec::new();
        for side in sides {
            if self.throw(table, side)? {
                surprised.push(side);
            }
        }
        Ok(surprised)
    }

    fn throw(&self, table: &mut Table<'_>, side: SideId) -> Step<bool> {
        let look = table.look();
        let Some(first) = members(look, side).first().copied() else { return Ok(false) };
        let Some(up_to) = self.up_to(look, side).filter(|up_to| up_to.total() > 0) else {
            let text = format!("{} cannot be surprised.", look.side_name(side));
            table.note(|_| Fact::new(self.rules.possible, text).who(first));
            return Ok(false);
        };
        let throw = table.throw(&self.die)?;
        let is_surprised = throw.total <= up_to.total();
        table.note(|look| {
            let parts = up_to.terms.iter().map(|term| format!("{} {:+}", term.name, term.value));
            let (name, most, parts) = (look.side_name(side), up_to.total(), parts.collect::<Vec<_>>().join(", "));
            let (shown, what) = (throw.total, if is_surprised { "a surprise" } else { "no surprise" });
            let text = format!("{name} is surprised on 1 to {most} ({parts}): {shown} is thrown, {what}.");
            let roll = Roll::of("surprise", &self.die, &throw, &Sum::new()).against(up_to.clone(), is_surprised);
            Fact::new(self.rules.thrown, text).who(first).roll(roll)
        });
        Ok(is_surprised)
    }

    /// Those who are not surprised have a round to themselves, if there are any; whether they have.
    pub(super) fn begin(
        &self,
        table: &mut Table<'_>,
        surprised: &[SideId],
        ours: SideId,
        in_peace: bool,
    ) -> Step<bool> {
        let look = table.look();
        let there: Vec<SideId> = look.sides().filter(|side| !members(look, *side).is_empty()).collect();
        let free = there.iter().copied().find(|side| !surprised.contains(side));
        if surprised.is_empty() {
            return Ok(false);
        }
        let Some(free) = free else {
            table.note(|_| Fact::new(self.rules.both, "All are surprised: nobody gains anything by it."));
            return Ok(false);
        };
        for side in surprised {
            for who in members(table.look(), *side) {
                table.begin(who, Condition::new(self.state).until(Until::Rounds(1)))?;
            }
        }
        table.note(|look| {
            Fact::new(self.rules.round, format!("{} has a round without an answer.", look.side_name(free)))
        });
        *table.edit_battle::<Clock>() = Clock { round: BONUS - 1, ..Clock::default() };
        if free != ours {
            self.weigh(table, free, in_peace);
        }
        Ok(true)
    }

    /// Foes with wits leave those alone who are plainly too strong for them, and whoever means no harm does none.
    fn weigh(&self, table: &mut Table<'_>, free: SideId, in_peace: bool) {
        let look = table.look();
        let own = members(look, free);
        let strength =
            |who: &[Id]| who.iter().fold(0, |all: i32, id| all.saturating_add(look.value(*id, self.strength)));
        let (mine, theirs) = (strength(&own), strength(&others(look, free)));
        let sees = own.iter().all(|id| look.has_tag(*id, self.mind));
        let is_weak = sees && theirs >= mine.saturating_mul(self.too_strong);
        let what = match () {
            () if in_peace => "means no harm, and lets the round go by".to_owned(),
            () if is_weak => format!("keeps to watching: levels {theirs} against {mine}"),
            () => format!("makes use of it: levels {mine} against {theirs}"),
        };
        if in_peace || is_weak {
            table.edit_battle::<Watching>().0 = Some(free);
        }
        table.note(|look| Fact::new(self.rules.use_of_it, format!("{} {what}.", look.side_name(free))));
    }

    /// Whether a side lets its round go by to watch.
    pub(super) fn watches(look: Look<'_>, side: SideId) -> bool {
        look.clock().round == BONUS && look.battle::<Watching>().is_some_and(|watching| watching.0 == Some(side))
    }
}
