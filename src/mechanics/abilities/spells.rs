//! Spells that are declared when the round begins and go off when their caster's turn comes, unless somebody quicker
//! hurts the caster first (OS-INIT-08 to OS-INIT-10, OS-MOVE-03).

mod cast;
mod declare;
mod spoil;

use crate::board::bodies_see;
use crate::mechanics::prelude::*;

/// The numbers of spells.
#[derive(Clone, Debug, Deserialize)]
pub struct Spells {
    /// The kind of harm that they do where they say no other.
    pub harms: HarmName,
    /// The figure for how much harm is enough.
    pub enough: FigureName,
    /// What they leave behind, by the effects that arms name.
    pub leaves: Vec<Leaves>,
    /// How those save who are disturbed or held.
    pub save: Saving,
    /// What becomes of a spell that is spoiled: the die, and the lowest face that turns it on its caster.
    pub spoiled: (Expr, i32),
    /// The state of those who prepare one.
    pub preparing: ConditionName,
    /// The state of those who are quicker than any weapon.
    pub hasted: ConditionName,
    /// The word of blows that count as the quicker whatever the dice say: those of a longer weapon.
    pub first: Key,
    /// Other deeds that are declared at the start of a round, where somebody may do them.
    #[serde(default)]
    pub declares: Vec<Verb>,
    /// Those of them that are offered only to those who have something else to declare.
    #[serde(default)]
    pub beside: Vec<Verb>,
    /// The figure for half of how far somebody may come, in squares: whom a spell may reach in time, and who may reach
    /// its caster.
    pub half: FigureName,
    /// The rules that these numbers stand for.
    pub rules: SpellsRules,
}

/// A state that spells leave behind.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Leaves {
    /// The state.
    pub state: ConditionName,
    /// Whether it falls on friends rather than enemies.
    pub on_friends: bool,
    /// Rounds that it lasts; without that it lasts until a save ends it.
    pub rounds: Option<i32>,
}

/// How those save who are disturbed or held.
#[derive(Clone, Debug, Deserialize)]
pub struct Saving {
    /// What is thrown.
    pub die: Expr,
    /// The figure that it must reach.
    pub figure: FigureName,
    /// The figure that casters add.
    pub bonus: FigureName,
}

rule_ids! { struct SpellsRules {
    cast: "Casting.",
    lost: "A spell that is lost.",
    together: "A spell that is disturbed at the same moment.",
    declare: "What is declared when a round begins.",
} }

/// A spell that goes off when all who act at once have acted.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Pending(Option<Order>);

/// The last round in which somebody has tried to get out of a spell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tried(Option<i32>);

/// What it costs whoever can cast to stand in somebody's reach, and where somebody can come to it, in felled enemies.
const UPON: f64 = 0.3;
const COME: f64 = 0.06;

/// What each square costs them that they stand nearer to somebody in their line than their spells carry: a little more than it gains
/// others to come one nearer.
const NEARER: f64 = 0.025;

/// Whether something that somebody has is a spell.
fn is_spell(item: &&Item) -> bool {
    item.arm.kind == ArmKind::Spell
}

impl Spells {
    /// The spell that somebody prepares.
    fn prepared(&self, look: Look<'_>, who: Id) -> Option<Key> {
        look.condition(who, self.preparing).and_then(|condition| condition.part)
    }

    /// The spells that somebody has not cast yet; one that is listed twice is known twice.
    fn known<'l>(look: Look<'l>, who: Id) -> Vec<&'l Item> {
        let mut known: Vec<&Item> = Vec::new();
        for item in look.gear(who).iter().filter(is_spell) {
            let before = known.iter().filter(|other| other.arm.name == item.arm.name).count() as i32;
            let all = look.gear(who).iter().filter(|other| other.arm.name == item.arm.name).count() as i32;
            if before < all - look.tally(who, item.arm.name) {
                known.push(item);
            }
        }
        known
    }

    /// What a spell leaves behind.
    fn leaves(&self, item: &Item) -> Option<Leaves> {
        self.leaves.iter().find(|leaves| item.arm.effects.contains(&leaves.state)).copied()
    }

    /// A spell is gone from its caster's mind.
    fn spend(&self, table: &mut Table<'_>, who: Id, spell: Key) -> Step {
        let cast = table.look().tally(who, spell);
        table.set_tally(who, spell, cast + 1);
        table.end(who, self.preparing)?;
        if table.look().get::<Pending>(who).is_some_and(|pending| pending.0.is_some()) {
            table.edit::<Pending>(who).0 = None;
        }
        Ok(())
    }

    /// A spell does what it does.
    fn go_off(&self, table: &mut Table<'_>, who: Id, item: &Item, target: Id) -> Step {
        if let Some(dice) = &item.arm.damage {
            let rule = self.rules.cast;
            let damage = table.roll(who, item.arm.name.as_str(), dice, Sum::new(), rule)?;
            let case = self.case(who, item, target);
            let kind = item.arm.harms.unwrap_or(self.harms);
            if let Some(hit) = Hit::unaimed(table.look(), &case, kind, damage, rule) {
                table.inflict(&hit.by(who).with(&item.arm))?;
            }
        }
        if let Some(leaves) = self.leaves(item) {
            let until = leaves.rounds.map_or(Until::Ended, Until::Rounds);
            let (rule, state) = (item.arm.rule.unwrap_or(self.rules.cast), leaves.state);
            table.bring(target, Condition::new(state).until(until).by(who), |look| {
                Fact::new(rule, format!("{} is {state}.", look.name(target))).whom(who)
            })?;
        }
        Ok(())
    }

    /// The case of a spell that strikes, from the side of whoever is struck.
    fn case<'a>(&self, who: Id, item: &'a Item, target: Id) -> Case<'a> {
        let mut case = Case::of("attack", target).against(who).with(&item.arm);
        case.push_word("spell");
        case.push_word("magic");
        item.arm.types.iter().for_each(|word| case.push_word(*word));
        case
    }

    /// Those whom a spell holds try to get out of it, once a round.
    fn struggle(&self, table: &mut Table<'_>, who: Id) -> Step {
        let round = Some(table.clock().round);
        let held = self.leaves.iter().filter(|leaves| leaves.rounds.is_none()).map(|leaves| leaves.state);
        for state in held.collect::<Vec<_>>() {
            let look = table.look();
            if !look.is(who, state) || look.get::<Tried>(who).is_some_and(|tried| tried.0 == round) {
                continue;
            }
            table.edit::<Tried>(who).0 = round;
            let against = Sum::of(self.save.figure, table.look().value(who, self.save.figure));
            if table.passes(who, "save", &self.save.die, Sum::new(), against, self.rules.cast)? {
                let text = |look: Look<'_>| format!("{} is no longer {state}.", look.name(who));
                table.sheds(who, state, self.rules.cast, text)?;
            }
        }
        Ok(())
    }

    /// What somebody gives away who goes too far to cast what they have prepared.
    fn lost_by_going(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let Some(item) = self.prepared(look, who).and_then(|spell| look.item(who, spell)) else { return 0.0 };
        let Some(few) = look.rules().economy.steps_beside(look, who, "cast".into()) else { return 0.0 };
        let gone = look.rules().measure.metric.between(look.footprint(who), at).0 / 2;
        if i64::from(gone) <= i64::from(few) {
            return 0.0;
        }
        look.keep_each("prepared spell", who, &(), || self.best(look, who, item)).in_felled()
    }

    /// How far the spells carry that somebody has left for enemies, in squares.
    fn carries(&self, look: Look<'_>, known: &[&Item]) -> i32 {
        let for_enemies = known.iter().filter(|item| self.leaves(item).is_none_or(|leaves| !leaves.on_friends));
        for_enemies.filter_map(|item| item.arm.range).max().unwrap_or(0) / look.rules().measure.square.max(1)
    }
}

mechanic!(Spells: |self| {
    strikes_with(arm) => arm.kind == ArmKind::Spell,
    words(rules, words) => {
        words.add(Word::Roll, ["save", "spoiled spell"]).add(Word::Count, ["Spells"]);
        words.add(Word::Roll, rules.arms.values().filter(|arm| arm.kind == ArmKind::Spell).map(|arm| arm.name));
    },
    deeds => vec![Arc::new(self.clone())],
});

hears!(Spells: |self, table| {
    RoundBegun => self.declare(table),
    TurnBegun { who } => self.struggle(table, who),
    Harmed { hit } => self.disturb(table, hit),
    Settled => {
        let look = table.look();
        let waiting = |id: Id| Some((id, look.get::<Pending>(id)?.0.clone()?));
        let waiting: Vec<(Id, Order)> = look.everybody().filter_map(waiting).collect();
        waiting.into_iter().try_for_each(|(who, order)| self.release(table, who, &order))
    },
});

impl Judges for Spells {
    /// Whoever has spells left keeps out of reach of those who would disturb them, comes no nearer to anybody than those carry, and
    /// goes no farther than what they have prepared allows.
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let known = Self::known(look, who);
        if known.is_empty() {
            return 0.0;
        }
        let within = look.rules().measure.melee.unwrap_or(0);
        let off: Vec<(Id, i32)> = look.foes(who).map(|foe| (foe, at.gap(look.footprint(foe)) - within)).collect();
        let upon = if off.iter().any(|(_, off)| *off <= 0) { UPON } else { 0.0 };
        let come = off.iter().filter(|(foe, off)| *off <= look.value(*foe, self.half)).count();
        let carries = self.carries(look, &known);
        let mut within: Vec<(i32, Id)> = off.iter().map(|(foe, off)| (off + within, *foe)).collect();
        within.retain(|(gap, _)| *gap < carries);
        within.sort_unstable();
        let seen = within.into_iter().find(|(_, foe)| bodies_see(look.board(), at, look.footprint(*foe)));
        let nearer = seen.map_or(0.0, |(gap, _)| NEARER * f64::from(carries - gap));
        upon + COME * come.min(3) as f64 + nearer + self.lost_by_going(look, who, at)
    }

    /// The same of a deed that leads somewhere.
    fn risk(&self, look: Look<'_>, who: Id, order: &Order) -> f64 {
        if Self::known(look, who).is_empty() {
            return 0.0;
        }
        let to = look.deed(order.verb).ok().and_then(|deed| deed.destination(look, who, order));
        let here = look.footprint(who);
        to.map_or(0.0, |to| (self.danger(look, who, here.moved_to(to)) - self.danger(look, who, here)).max(0.0))
    }
}

sheet!(Spells: |self, look, who| {
    let casts = look.gear(who).iter().any(|item| is_spell(&item));
    SheetLine::only_if(casts, "Spells", self.rules.cast, || {
        let known: Vec<&str> = Self::known(look, who).iter().map(|item| item.arm.name.as_str()).collect();
        if known.is_empty() { "none left".to_owned() } else { known.join(", ") }
    })
});
