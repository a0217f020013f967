//! What those do who run: they make for the nearest edge of the field, and give up where no way is left (OS-MORALE-02).

use crate::mechanics::drives::{best_way, closer_past, first_of, leads};
use crate::mechanics::prelude::*;

/// How whoever comes to the edge of the field leaves it.
const RUNS_OFF: &str = "runs off the field, and is gone";

/// How those run who have had enough.
#[derive(Clone, Debug, Deserialize)]
pub struct Rout {
    /// The deed of running off the field. Those who have come to the edge of it are gone if it is left out.
    pub leave: Option<Verb>,
    /// Ways out of a melee, the best first.
    #[serde(default)]
    pub ways: Vec<Verb>,
    /// The state of those who have got away.
    pub gone: ConditionName,
    /// The state of those who have given up; if left out, those who cannot get away stay where they are.
    pub surrendered: Option<ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The last round in which somebody has run though no way led off the field.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ran(Option<i32>);

impl Rout {
    /// What somebody does next who runs.
    pub fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Compulsion> {
        let look = table.look();
        let does = |order: Order| Ok(Compulsion::Goes(order));
        match self.leave.map(Order::new) {
            Some(leave) if look.permits(who, &leave).is_ok() => return does(leave),
            None if look.board().is_at_rim(look.footprint(who)) => {
                self.vanish(table, who, RUNS_OFF)?;
                return Ok(Compulsion::Nothing);
            }
            _ => {}
        }
        let (edges, body) = (edges(look, who), look.footprint(who));
        let is_shut_in = !leads(look, body, &edges);
        let is_held = look.melee_of(who).any(|foe| !look.is_busy_without(foe, who));
        let is_new = look.rules().economy.is_untouched(look, who);
        if is_shut_in && is_held && is_new {
            return self.give_up(table, who);
        }
        // Nobody runs to where enemies bar the way, only to turn back before them.
        let barred = Barred::of(look, who);
        let past = || closer_past(look, who, &edges, |at| barred.is_before(at));
        if let Some(order) = self.breaks_away(look, who, &barred).or_else(past) {
            return does(order);
        }
        // Where no way leads off the field, whoever is out of sight is out of it.
        if !look.foes(who).any(|foe| look.sees(foe, who)) {
            self.vanish(table, who, "is out of sight, and gone")?;
            return Ok(Compulsion::Nothing);
        }
        // Nobody runs in circles: where one run has led nowhere, there is no other.
        let round = look.clock().round;
        let has_run = look.get::<Ran>(who).is_some_and(|ran| ran.0.is_some_and(|before| before < round));
        if is_new && (is_held || has_run) {
            return self.give_up(table, who);
        }
        if let Some(order) = Self::away(look, who) {
            table.edit::<Ran>(who).0 = Some(round);
            return does(order);
        }
        Ok(Compulsion::Nothing)
    }

    /// Whoever comes to the edge of the field with the last of a turn is as gone as whoever has some of it left.
    pub fn gets_away(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let is_off = self.leave.is_none() && look.is_in_play(who) && look.board().is_at_rim(look.footprint(who));
        if is_off { self.vanish(table, who, RUNS_OFF) } else { Ok(()) }
    }

    /// The first way out of a melee that is open: to the edge of the field where one leads there, else as far as it goes.
    fn breaks_away(&self, look: Look<'_>, who: Id, barred: &Barred) -> Option<Order> {
        let is_off = |at: Square| look.board().is_at_rim(barred.body.moved_to(at)) && !barred.is_before(at);
        let is_way = |deed: &dyn Deed| self.ways.contains(&deed.verb());
        let off = best_way(look, who, is_way, |at, cost, _| is_off(at).then_some((cost, at.y, at.x)));
        off.or_else(|| first_of(look, who, &self.ways))
    }

    /// Whoever had got away and is brought back has nowhere to run.
    pub fn caught(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let is_back = look.is_in_play(who) && look.foes(who).next().is_some();
        if is_back { self.give_up(table, who).map(drop) } else { Ok(()) }
    }

    fn give_up(&self, table: &mut Table<'_>, who: Id) -> Step<Compulsion> {
        let Some(surrendered) = self.surrendered else { return Ok(Compulsion::Nothing) };
        let text = |look: Look<'_>| format!("{} cannot get away, and gives up.", look.name(who));
        table.note(|look| Fact::new(self.rule, text(look)).who(who).news(true));
        table.begin(who, Condition::new(surrendered))?;
        Ok(Compulsion::Nothing)
    }

    /// Nobody will find this one any more.
    fn vanish(&self, table: &mut Table<'_>, who: Id, how: &str) -> Step {
        if !table.leave(who)? {
            return Ok(());
        }
        table.bring(who, Condition::new(self.gone), |look| {
            Fact::new(self.rule, format!("{} {how}.", look.name(who))).news(true)
        })
    }

    /// The way that leads farthest from all enemies, where none leads off the field.
    fn away(look: Look<'_>, who: Id) -> Option<Order> {
        let body = look.footprint(who);
        let enemies: Vec<Footprint> = look.foes(who).map(|foe| look.footprint(foe)).collect();
        let near = |at: Square| enemies.iter().map(|enemy| body.moved_to(at).gap(*enemy)).min().unwrap_or(0);
        let here = near(body.at);
        best_way(
            look,
            who,
            |deed| deed.nature().stage == Stage::Movement,
            |square, _, _| Some((-near(square), square.y, square.x)).filter(|_| near(square) > here),
        )
    }
}

/// Whom somebody who runs does not come within reach of, and no nearer to where they are within it.
struct Barred {
    body: Footprint,
    foes: Vec<(Footprint, i32)>,
    within: i32,
}

impl Barred {
    fn of(look: Look<'_>, who: Id) -> Self {
        let body = look.footprint(who);
        let foes = look.foes(who).filter(|foe| look.can_engage(*foe)).map(|foe| look.footprint(foe));
        let within = look.rules().measure.melee.unwrap_or(1);
        Self { body, foes: foes.map(|foe| (foe, foe.gap(body))).collect(), within }
    }

    /// Whether an enemy bars the way at a square.
    fn is_before(&self, at: Square) -> bool {
        let there = self.body.moved_to(at);
        let comes = |(foe, here): &(Footprint, i32)| (0..=self.within.min(here - 1)).contains(&foe.gap(there));
        self.foes.iter().any(comes)
    }
}

/// The edge of the field, as far as somebody has room there.
fn edges(look: Look<'_>, who: Id) -> Vec<Square> {
    let body = look.footprint(who);
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let is_edge = |at: &Square| look.board().is_at_rim(body.moved_to(*at));
    look.board().squares().filter(|at| is_edge(at) && ground.fits(*at)).collect()
}
