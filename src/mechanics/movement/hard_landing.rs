//! Falls. The dice, the height and the ground decide how hard one lands. Those who live lie there (HG-ENV-01,
//! HG-COND-02, ST-ENV-01 to ST-ENV-03). Somebody who comes down on another collides with them. So does somebody who
//! runs into another (ST-ENV-05, ST-ENV-06).

use super::collisions::{Collisions, Crash, Harms, bodies};
use super::fall::level;
use super::leap::Leap;
use super::momentum;
use crate::mechanics::prelude::*;
use crate::mechanics::room::{come_to_rest, is_tied, nearest_free};
use crate::mechanics::surfaces::{FALL, SURFACE, UNDERFOOT, fall_onto, ground, underfoot};

/// The numbers of falls, and of how hard everything is.
#[derive(Clone, Debug, Deserialize)]
pub struct HardLanding {
    /// What is thrown.
    pub dice: Expr,
    /// So many units of length, the last of them begun, add 1 to that.
    #[serde(default = "one")]
    pub each: i32,
    /// The most that height adds.
    pub most: Option<i32>,
    /// What each step of a body's size adds, in games in which that matters.
    pub size: Option<BySize>,
    /// From how far down it is a fall, in the board's unit of length.
    pub from: i32,
    /// What it harms.
    pub harms: HarmName,
    /// Types of damage, where there is nothing else on the ground.
    #[serde(default)]
    pub types: Vec<Key>,
    /// Types of damage of what lies on the ground.
    #[serde(default)]
    pub sharp: BTreeMap<Key, Key>,
    /// The state of those who have landed.
    pub landed: ConditionName,
    /// Whether only those are in it who are harmed.
    #[serde(default)]
    pub lies_if_harmed: bool,
    /// What unknown ground is, and what it adds.
    #[serde(deserialize_with = "refers::own")]
    pub plain: (Key, i32),
    /// What things of these words add: ground, walls, whatever one is slammed into. What is soft lies on top.
    #[serde(deserialize_with = "refers::own")]
    pub surfaces: BTreeMap<Key, i32>,
    /// The figure of those who need not fall if it is more than nothing, in games in which people fly about.
    pub flies: Option<FigureName>,
    /// States of those whom somebody carries up there.
    #[serde(default)]
    pub carried: Vec<ConditionName>,
    /// States in which nobody stays in the air.
    #[serde(default)]
    pub grounded: Vec<ConditionName>,
    /// What is caught hold of on the way down, and how.
    pub ledge: Option<Saved>,
    /// How to fall well, and by how much that is better.
    pub tuck: Option<Tuck>,
    /// Bodies that come into the place of others at speed.
    pub collisions: Option<Collisions>,
    /// The rules that these numbers stand for.
    pub rules: HardLandingRules,
}

/// What a body's size does.
#[derive(Clone, Debug, Deserialize)]
pub struct BySize {
    /// The figure.
    pub figure: FigureName,
    /// What each point of it adds.
    pub each: i32,
}

/// A check that saves somebody from the worst.
#[derive(Clone, Debug, Deserialize)]
pub struct Saved {
    /// The word of ground over which there is something to catch hold of; a number after it says how high above.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// What is thrown.
    pub die: Expr,
    /// The figure that is added.
    pub figure: FigureName,
    /// What it must come to.
    pub dc: i32,
}

/// A way of falling that is learned.
#[derive(Clone, Debug, Deserialize)]
pub struct Tuck {
    /// The technique.
    pub technique: TechniqueName,
    /// What is thrown.
    pub die: Expr,
    /// The figure that is added.
    pub figure: FigureName,
    /// What it must come to.
    pub dc: i32,
    /// By how much less it hurts then.
    pub less: i32,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct HardLandingRules {
    /// Falls.
    pub fall: RuleId,
    /// How much height adds, if that is a rule of its own.
    pub height: Option<RuleId>,
    /// How hard something is.
    pub surface: RuleId,
    /// Lying there.
    pub landed: RuleId,
}

/// Whether somebody hangs on a ledge, and climbs down from it as soon as they go anywhere.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OnLedge(bool);

impl HardLanding {
    /// What something of these words is, and what it adds.
    fn surface(&self, case: &Case<'_>) -> Option<(Key, i32)> {
        let known = self.surfaces.iter().filter(|(word, _)| case.words.contains(word)).map(|(word, n)| (*word, *n));
        let softest = known.clone().min_by_key(|(_, n)| *n).filter(|(_, n)| *n <= 0);
        let hardest = known.max_by_key(|(_, n)| *n);
        softest.or(hardest).or_else(|| case.is(UNDERFOOT).then_some(self.plain))
    }

    /// Somebody is so much farther down than they were, and on the ground if nothing keeps them in the air.
    fn drops(&self, table: &mut Table<'_>, who: Id, down: i32, from_air: bool) -> Step {
        let up = if from_air { table.look().place(who).altitude.max(0) } else { 0 };
        if up > 0 {
            table.say(self.rules.fall, who, |look| format!("{} drops out of the air.", look.name(who)));
            table.edit::<Place>(who).altitude = 0;
        }
        if down + up >= self.from && !table.look().is_dead(who) {
            self.land(table, who, down + up)?;
        }
        let look = table.look();
        if up == 0 || look.mount(who).is_some() || is_tied(look, who) {
            return Ok(());
        }
        come_to_rest(table, who, &[], self.rules.fall)
    }

    /// What a collision harms, in games that know collisions.
    fn collides(&self) -> Option<(&Collisions, Harms<'_>)> {
        let size = self.size.as_ref()?.figure;
        Some((self.collisions.as_ref()?, Harms { kind: self.harms, types: &self.types, size }))
    }

    /// The type of damage of a fall onto that ground, if something sharp is on it.
    fn sharp_types(&self, look: Look<'_>, onto: Footprint) -> Vec<Key> {
        let words = underfoot(look, onto);
        let sharp: Vec<Key> = self.sharp.iter().filter(|(word, _)| words.contains(word)).map(|(_, of)| *of).collect();
        if sharp.is_empty() { self.types.clone() } else { sharp }
    }

    /// How high above that ground there is something to catch hold of.
    fn ledge_over(&self, look: Look<'_>, onto: Footprint) -> Option<i32> {
        let word = self.ledge.as_ref()?.word.as_str();
        let ground = onto.squares().filter_map(|square| look.board().terrain(square));
        let heights =
            ground.flat_map(|ground| &ground.tags).filter_map(|tag| tag.strip_prefix(word)?.trim().parse().ok());
        heights.max()
    }

    /// Whether somebody catches hold of something on the way down; how far they have fallen then.
    fn caught(&self, table: &mut Table<'_>, who: Id, height: i32) -> Step<Option<i32>> {
        let look = table.look();
        let above = self.ledge_over(look, look.footprint(who)).filter(|above| *above > 0 && *above < height);
        let (Some(ledge), Some(above)) = (&self.ledge, above) else { return Ok(None) };
        if look.allows(who, &["physical"]).is_err() || look.mount(who).is_some() {
            return Ok(None);
        }
        let bonus = Sum::of(ledge.figure, look.value(who, ledge.figure));
        let rule = self.rules.surface;
        if !table.passes(who, "ledge", &ledge.die, bonus, Sum::of(ledge.word, ledge.dc), rule)? {
            return Ok(None);
        }
        table.edit::<Place>(who).altitude = above;
        table.edit::<OnLedge>(who).0 = true;
        table.say(rule, who, |look| format!("{} catches hold of a {}.", look.name(who), ledge.word));
        Ok(Some(height - above))
    }

    /// What somebody takes off their fall by falling well.
    fn tucks(&self, table: &mut Table<'_>, who: Id) -> Step<i32> {
        let look = table.look();
        let known = self.tuck.as_ref().filter(|tuck| look.knows(who, tuck.technique));
        let Some(tuck) = known.filter(|_| look.allows(who, &["physical"]).is_ok()) else { return Ok(0) };
        let bonus = Sum::of(tuck.figure, look.value(who, tuck.figure));
        let against = Sum::of(tuck.technique, tuck.dc);
        let label = tuck.technique.as_str().to_lowercase();
        let passed = table.passes(who, &label, &tuck.die, bonus, against, self.rules.surface)?;
        Ok(if passed { tuck.less } else { 0 })
    }

    /// Somebody has fallen so far: onto others, onto a ledge, or onto the ground.
    fn land(&self, table: &mut Table<'_>, who: Id, height: i32) -> Step {
        momentum::falls(table, who, height);
        match self.caught(table, who, height)? {
            Some(height) => self.hits_ground(table, who, height, true),
            None if self.lands_on_somebody(table, who, height)? => Ok(()),
            None => self.hits_ground(table, who, height, false),
        }
    }

    /// Whoever comes down on somebody collides with them, and ends beside them; whether that broke the fall.
    fn lands_on_somebody(&self, table: &mut Table<'_>, who: Id, height: i32) -> Step<bool> {
        let Some((collisions, harms)) = self.collides() else { return Ok(false) };
        let look = table.look();
        let here = look.footprint(who);
        let struck: Vec<Id> = bodies(look, who).filter(|id| look.footprint(*id).gap(here) == 0).collect();
        if struck.is_empty() || look.mount(who).is_some() {
            return Ok(false);
        }
        let hard = ground(look, who, here).total() >= 0;
        let crushed = |_: Look<'_>, id: Id| id != who && hard;
        let speed = collisions.falling_speed(height);
        let crash = Crash { mover: who, struck: struck.clone(), speed, crushed: &crushed };
        let escaped = collisions.crash(table, &crash, &harms)?;
        let room = nearest_free(table.look(), who, here);
        if let Some(room) = room.filter(|room| *room != here) {
            table.relocate(who, room)?;
        }
        let is_broken = !escaped.contains(&who) && struck.iter().any(|id| !escaped.contains(id));
        Ok(is_broken)
    }

    /// Somebody has fallen so far and hits the ground, or the ledge that they have caught.
    fn hits_ground(&self, table: &mut Table<'_>, who: Id, height: i32, is_ledge: bool) -> Step {
        let rule = self.rules.fall;
        let less = self.tucks(table, who)?;
        let look = table.look();
        let here = look.footprint(who);
        let mut sum = if is_ledge { self.height(look, who, height) } else { fall_onto(look, who, height, here) };
        if let Some(tuck) = self.tuck.as_ref().filter(|_| less > 0) {
            sum.add(tuck.technique, -less, self.rules.surface);
        }
        let types = if is_ledge { self.types.clone() } else { self.sharp_types(look, here) };
        let throw = table.throw(&self.dice)?;
        let damage = throw.total.saturating_add(sum.total()).max(0);
        table.note(|look| {
            let (name, unit) = (look.name(who), &look.rules().measure.unit);
            let text = format!("{name} falls {height} {unit}: {damage} damage.");
            Fact::new(rule, text).who(who).roll(Roll::damage(&self.dice, &throw, &sum).comes_to(damage))
        });
        let case = Case::of("damage", who).word(FALL);
        let hit = Hit::unaimed(table.look(), &case, self.harms, damage, rule);
        let is_harmed = hit.as_ref().is_some_and(|hit| hit.judged.grade > 0);
        if let Some(hit) = hit {
            table.inflict(&Hit { types: types.into_iter().collect(), ..hit })?;
        }
        let look = table.look();
        let lies = is_harmed || !self.lies_if_harmed;
        if lies && look.is_in_play(who) && !look.is(who, self.landed) {
            table.bring(who, Condition::new(self.landed), |look| {
                Fact::new(self.rules.landed, format!("{} lies on the ground.", look.name(who)))
            })?;
        }
        Ok(())
    }

    /// What the height of a fall adds, and the size of whoever falls.
    fn height(&self, look: Look<'_>, who: Id, height: i32) -> Sum {
        let begun = height.max(0).saturating_add(self.each - 1) / self.each.max(1);
        let rule = self.rules.height.unwrap_or(self.rules.fall);
        let mut sum = Sum::new();
        sum.add("height", self.most.map_or(begun, |most| begun.min(most)), rule);
        if let Some(size) = &self.size {
            sum.add("size", size.each.saturating_mul(look.value(who, size.figure)), self.rules.fall);
        }
        sum
    }
}

mechanic!(HardLanding: |self| {
    words(words) => {
        words.add(Word::Roll, ["collision", "damage", "fall", "ledge"]);
        words.add(Word::Term, ["base", "height", "size", "speed"]);
        words.add(Word::Roll, self.tuck.as_ref().map(|tuck| Key::new(&tuck.technique.as_str().to_lowercase())));
        words.add(Word::Roll, self.collisions.as_ref().map(|_| super::collisions::COLLISION));
    },
    deeds => {
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(self.clone())];
        if self.collisions.is_some() {
            deeds.push(Arc::new(Leap(self.rules.fall)));
        }
        deeds
    },
});

hears!(HardLanding: |self, table| {
    // Whoever stands much farther down than before has fallen, and so has whoever nothing keeps in the air.
    Moved { who, from } => {
        let look = table.look();
        if look.get::<OnLedge>(who).is_some_and(|ledge| ledge.0) {
            table.edit::<OnLedge>(who).0 = false;
            table.edit::<Place>(who).altitude = 0;
            return Ok(());
        }
        let is_grounded = self.grounded.iter().any(|state| look.is(who, state));
        if !is_grounded && self.flies.is_some_and(|flies| look.value(who, flies) > 0) {
            return Ok(());
        }
        let is_carried = look.mount(who).is_some() || self.carried.iter().any(|state| look.is(who, state));
        let down = level(look, from) - level(look, look.footprint(who));
        self.drops(table, who, down, !is_carried)
    },
    // Whoever is out of it stays up no longer, nor does whoever has lost their wings.
    Condition { who, kind, begun: true } => {
        let falls = self.grounded.contains(&kind) || table.rules().ends(kind);
        if falls && !who.is_thing() { self.drops(table, who, 0, true) } else { Ok(()) }
    },
});

modifies!(HardLanding: [SURFACE, FALL] => |self, look, case, sum| {
    if case.on == SURFACE
        && let Some((word, n)) = self.surface(case)
    {
        sum.add(word, n, self.rules.surface);
    }
    if case.on == FALL
        && let Some(height) = case.order.and_then(|order| order.n)
    {
        sum.include(&self.height(look, case.who, height));
    }
});

impl Steps for HardLanding {
    /// Whoever cannot stop at once collides with whoever is in their way.
    fn before_step(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        match self.collides() {
            Some((collisions, harms)) => collisions.meets(table, who, to, &harms),
            None => Ok(true),
        }
    }

    /// So does whoever is pushed.
    fn before_shove(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        self.before_step(table, who, to)
    }
}

impl Deed for HardLanding {
    nature!(|self| Nature::of(FALL, Group::Move, Stage::Harm).reading(&[Reads::N]));

    /// Nobody does it of their own accord.
    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Err(Refusal::new(self.rules.fall, "nobody falls of their own accord"))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.land(table, who, order.n.unwrap_or(0))
    }
}
