//! Ramming: a run that ends in the square of whoever is run down. It strikes like any attack, the harder the larger the
//! body and the longer the way, and shakes whoever rams as well (LG-MOVE-05 to LG-MOVE-07).

use super::TwoDefences;
use crate::board::{Nobody, Obstacle, Passage, Scratch, driven_from, reach, run_at};
use crate::mechanics::attack::course::{ADJACENT, Aims, Attack, case_of, enemies, meant};
use crate::mechanics::attack::swing::{Lands, Swing, unhurt};
use crate::mechanics::prelude::*;
use crate::mechanics::room::come_to_rest;

/// What comes of a ram that lands and does no harm.
pub(super) const DRIVEN: &str = "driven away";

/// The numbers of ramming.
#[derive(Clone, Debug, Deserialize)]
pub struct Ramming {
    /// What the blow of a body counts as.
    pub arm: ArmName,
    /// The figure that says how far a Move goes, in the board's unit of length.
    pub speed: FigureName,
    /// How many times as far a ram goes at most.
    pub times: i32,
    /// The figure that says how large a body is.
    pub size: FigureName,
    /// The dice for each so many units of length, by size. What is smaller does no harm.
    pub damage: BTreeMap<i32, (Expr, i32)>,
    /// How many dice more each size has that is larger yet than the largest.
    pub more: i32,
    /// What becomes of a last part of the way that is shorter.
    pub partial: Partial,
    /// Whether it must be rolled for.
    pub needs_roll: NeedsRoll,
    /// Conditions of those who cannot be missed.
    pub sure: Vec<ConditionName>,
    /// Words of bodies that cannot be missed.
    pub sure_of: Vec<Key>,
    /// What the damage is divided by for those who ram.
    pub share: i32,
    /// The rules that these numbers stand for.
    pub rules: RammingRules,
}

rule_ids! { struct RammingRules {
    ram: "Who can be rammed, and how.",
    damage: "What it does.",
    own: "What it does to those who ram.",
} }

/// What becomes of a part of a way that is shorter than a whole step of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Partial {
    /// It counts for nothing.
    Ignored,
    /// It counts as a whole one.
    RoundedUp,
}

/// Whether a ram must be rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NeedsRoll {
    /// Against everybody who can get out of the way.
    AgainstCreatures,
    /// It always lands.
    Never,
    /// Against everybody and everything.
    Always,
}

/// How a ram goes.
#[derive(Clone)]
struct Course {
    /// The positions stepped to before the last.
    before: Vec<Square>,
    /// Where it ends on whoever is rammed.
    onto: Footprint,
    /// Where they are driven to.
    driven_to: Footprint,
    /// How far it goes, in the board's unit of length.
    length: i32,
}

impl Ramming {
    /// The dice of a ram of so large a body over such a way.
    fn dice(&self, size: i32, length: i32) -> Expr {
        let Some((entry, (dice, each))) = self.damage.range(..=size).next_back() else { return Expr::constant(0) };
        let whole = length / (*each).max(1);
        let over = i32::from(self.partial == Partial::RoundedUp && length % (*each).max(1) > 0);
        let steps = u16::try_from(whole + over).unwrap_or(0);
        let is_last = self.damage.last_key_value().is_some_and(|(last, _)| last == entry);
        let beyond = if is_last { i64::from(size) - i64::from(*entry) } else { 0 };
        let count = i64::from(dice.dice()) + beyond * i64::from(self.more);
        let larger = dice.sides().filter(|_| beyond > 0).and_then(|sides| format!("{count}d{sides}").parse().ok());
        larger.as_ref().unwrap_or(dice).times(steps)
    }

    /// Whether `target` cannot be missed.
    fn is_sure(&self, look: Look<'_>, target: Id) -> bool {
        match self.needs_roll {
            NeedsRoll::Never => true,
            NeedsRoll::Always => false,
            NeedsRoll::AgainstCreatures => {
                self.sure.iter().any(|state| look.is(target, state))
                    || self.sure_of.iter().any(|word| look.has_tag(target, word))
            }
        }
    }

    /// How `who` gets at `target`, if they do.
    fn course(&self, look: Look<'_>, who: Id, target: Id) -> Result<Course, Refusal> {
        let rule = self.rules.ram;
        let name = || look.name(target);
        let (body, goal) = (look.footprint(who), look.footprint(target));
        look.refuse_if(body.gap(goal) == 0, rule, || format!("there is no run-up at {}", name()))?;
        let measure = &look.rules().measure;
        let most = look.value(who, self.speed).max(0).saturating_mul(self.times);
        let budget = Halves::squares((most / measure.square.max(1)).unsigned_abs());
        let ground = look.ground().walk(body.side, measure.gait);
        let others: Vec<(Footprint, Passage)> = standing(look, &[who, target])
            .map(|id| {
                let bars = look.are_enemies(who, id) && look.is_in_play(id);
                (look.footprint(id), if bars { Passage::Block } else { Passage::Through })
            })
            .collect();
        let bodies = |square: Square| {
            let here = others.iter().filter(|(other, _)| other.contains(square));
            here.fold(Passage::Free, |all, (_, passage)| all.with(*passage))
        };
        let run = run_at(&ground, &bodies, body.at, goal, budget);
        let arrived = run.steps.split_last().filter(|((at, ..), _)| body.moved_to(*at).gap(goal) == 0);
        let Some(((at, _, fits), before)) = arrived else {
            return Err(look.refusal(rule, || match run.stop {
                Obstacle::TooFar => format!("{} is farther away than {most} {}", name(), measure.unit),
                stop => format!("the straight way to {} is barred: {stop}", name()),
            }));
        };
        let why = || format!("others leave no room before {}", name());
        look.refuse_if(!fits || before.last().is_some_and(|(.., may_end)| !may_end), rule, why)?;
        let onto = body.moved_to(*at);
        let Some(driven_to) = driven_to(look, who, target, body, onto) else {
            return Err(look.refusal(rule, || format!("there is no room to drive {} to", name())));
        };
        let length = look.length(measure.metric.halves(at.x - body.at.x, at.y - body.at.y));
        Ok(Course { before: before.iter().map(|(square, ..)| *square).collect(), onto, driven_to, length })
    }
}

/// Everybody on the board who takes room, but for these.
fn standing<'w>(look: Look<'w>, but: &[Id]) -> impl Iterator<Item = Id> + use<'w> {
    let but: Vec<Id> = but.to_vec();
    look.everybody().filter(move |id| !but.contains(id) && look.is_there(*id))
}

/// Where `target` comes to stand when `who` takes their place at `onto`: straight on, or the nearest that is free.
fn driven_to(look: Look<'_>, who: Id, target: Id, from: Footprint, onto: Footprint) -> Option<Footprint> {
    let goal = look.footprint(target);
    let ground = look.ground().walk(goal.side, look.rules().measure.gait);
    let others: Vec<Footprint> = standing(look, &[who, target]).map(|id| look.footprint(id)).chain([onto]).collect();
    let is_free = |at: Square| others.iter().all(|other| goal.moved_to(at).gap(*other) > 0);
    let mut last = goal.at;
    let next = driven_from(from, goal).next().unwrap_or(goal.at);
    for at in driven_from(from, goal) {
        let direction = crate::board::Direction::ALL.into_iter().find(|direction| last.step(*direction, 1) == at);
        // Over the edge is a way too, through a wall is none.
        let barred = |why: Obstacle| why != Obstacle::Steep;
        if direction.is_none_or(|direction| ground.step(last, direction).is_err_and(barred)) {
            break;
        }
        if is_free(at) {
            return Some(goal.moved_to(at));
        }
        last = at;
    }
    let mut scratch = Scratch::new();
    let around = reach(&ground, &Nobody, goal.at, NEAR, &mut scratch);
    // They come cheapest first.
    let mut free = around.iter().filter(|reached| is_free(reached.at));
    let first = free.next()?;
    let as_near = free.take_while(|reached| reached.cost == first.cost);
    let off = |at: Square| (at.x - next.x).abs().max((at.y - next.y).abs());
    let best = std::iter::once(first).chain(as_near).min_by_key(|reached| (off(reached.at), reached.at));
    best.map(|reached| goal.moved_to(reached.at))
}

/// How far somebody is driven at most.
const NEAR: Halves = Halves::squares(12);

/// Running somebody down.
#[derive(Debug)]
pub(super) struct Ram(pub(super) Arc<TwoDefences>, pub(super) Ramming);

impl Ram {
    /// Whom an order is about, and how the ram goes.
    fn aimed(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Id, Course), Refusal> {
        look.allows(who, &["physical", "attack", "move", "ram"])?;
        let target = meant(look, who, order.at.first(), self.0.plain().rule)?;
        let case = Case::of("attack", who).against(target);
        look.admits(&case)?;
        let course = look.keep_each("rams", who, &(target, look.wants_words()), || self.1.course(look, who, target))?;
        Ok((target, course))
    }

    /// The case of the blow, which falls where both bodies touch.
    fn case<'a>(look: Look<'_>, who: Id, target: Id, arm: &'a Arm, order: &'a Order) -> Case<'a> {
        let mut case = case_of(look, (who, target), arm, order);
        case.push_word(ADJACENT);
        case
    }

    /// Everything that the blow depends on.
    fn swing(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>, length: i32) -> Swing {
        let damage = self.1.dice(look.value(case.who, self.1.size), length);
        Swing { damage, ..self.0.plan(look, case, arm) }
    }

    /// Whether somebody comes through water and whatever else lies on the way, by its dice; none where it takes none.
    fn comes_through(look: Look<'_>, who: Id, course: &Course) -> Option<Distribution<bool>> {
        let body = look.footprint(who);
        let way: Vec<Footprint> = course.before.iter().map(|at| body.moved_to(*at)).collect();
        let all = look.rules().registry.steps.iter().filter_map(|mechanic| mechanic.gets_along(look, who, &way));
        all.reduce(|one, other| one.combine(&other, |one, other| *one && *other))
    }

    /// The damage to whoever rams, for so much of it.
    fn own(&self, thrown: i32) -> i32 {
        thrown.max(0) / self.1.share.max(1)
    }

    /// Goes as far as the square before; whether they get there.
    fn go(&self, table: &mut Table<'_>, who: Id, target: Id, course: &Course) -> Step<bool> {
        let from = table.look().footprint(who);
        let rule = self.1.rules.ram;
        let mut path = vec![from.at];
        for at in &course.before {
            path.push(*at);
            if !table.step(who, from.moved_to(*at))? {
                let way: Vec<Footprint> = path.iter().map(|at| from.moved_to(*at)).collect();
                table.note(|look| {
                    Fact::new(rule, format!("{} gets no further.", look.name(who))).who(who).way(who, path)
                });
                come_to_rest(table, who, &way, rule)?;
                return Ok(false);
            }
        }
        let goal = table.look().footprint(target);
        let is_there = course.onto.gap(goal) == 0 && table.look().place(target).present;
        table.note(|look| {
            let (name, whom, unit) = (look.name(who), look.name(target), &look.rules().measure.unit);
            let length = course.length;
            let text = if is_there {
                format!("{name} runs at {whom}, {length} {unit}.")
            } else {
                format!("{name} runs past where {whom} was.")
            };
            Fact::new(rule, text).who(who).whom(target).way(who, path)
        });
        Ok(is_there)
    }

    /// What whoever rams suffers by such damage.
    fn shock(&self, look: Look<'_>, who: Id, damage: i32) -> Option<Hit> {
        Hit::unaimed(look, &self.jolt(who), self.0.harms, damage, self.1.rules.own).filter(|_| damage > 0)
    }

    /// The case of that.
    fn jolt(&self, who: Id) -> Case<'static> {
        Case::of("damage", who).word(self.1.arm)
    }

    /// Drives the target away, takes their place and lets the damage happen to both.
    fn run_down(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, lands: Lands, way: &Course) -> Step<i32> {
        let (who, target) = (case.who, case.against.unwrap_or(case.who));
        let (thrown, dealt) = self.0.damage(table, case, swing, (lands, true))?;
        let hit = self.0.hit(table.look(), case, swing, lands, dealt);
        let shock = self.shock(table.look(), who, self.own(thrown));
        table.relocate(target, way.driven_to)?;
        table.relocate(who, way.onto)?;
        table.note(|look| {
            let text = format!("{} is driven to {}.", look.name(target), way.driven_to.at);
            let driven = [way.onto.at, way.driven_to.at];
            Fact::new(self.1.rules.ram, text).who(target).way(target, driven).driven(target)
        });
        TwoDefences::hurt(table, &hit, lands)?;
        if let Some(shock) = shock {
            let (damage, rule) = (shock.damage, shock.rule);
            table.say(rule, who, |look| format!("{} takes {damage} in turn.", look.name(who)));
            table.inflict(&shock)?;
        }
        Ok(dealt)
    }
}

impl Deed for Ram {
    nature!(|self| Nature::attack("ram", &[Reads::At]));

    offers!(|self, look, who| "Ram: {}", self.1.rules.ram, enemies(look, who));

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.aimed(look, who, order).map(drop)
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        let (_, course) = self.aimed(look, who, order).ok()?;
        Some(course.before.iter().copied().chain([course.onto.at]).collect())
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let aimed = self.aimed(table.look(), who, order);
        let Some((target, course)) = table.or_nothing(who, aimed) else { return Ok(()) };
        if !self.go(table, who, target, &course)? {
            return Ok(());
        }
        let Some(arm) = table.rules().arms.get(&self.1.arm).cloned() else { return Ok(()) };
        let case = Self::case(table.look(), who, target, &arm, order);
        let swing = self.swing(table.look(), &case, &arm, course.length);
        let rolled = if self.1.is_sure(table.look(), target) {
            table.say(self.1.rules.ram, (who, target), |look| format!("{} cannot be missed.", look.name(target)));
            (None, Lands::Direct)
        } else {
            self.0.roll(table, &case, &swing)?
        };
        let damage = match rolled.1 {
            Lands::Miss | Lands::Deflected => None,
            lands => Some(self.run_down(table, &case, &swing, lands, &course)?),
        };
        table.struck(&Blown { damage, ..self.0.blown(&case, &rolled) })
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (target, course) = self.aimed(look, who, order).ok()?;
        let arm = look.rules().arms.get(&self.1.arm)?;
        let case = Self::case(look, who, target, arm, order);
        let swing = self.swing(look, &case, arm, course.length);
        // Nobody runs somebody down for nothing, but whoever reads may want to know.
        if swing.damage.max() <= 0 && !look.wants_words() {
            return None;
        }
        let rolled = if self.1.is_sure(look, target) {
            Distribution::certain(Lands::Direct)
        } else {
            swing.rolled(&self.0.die).ok()?
        };
        // Whoever does not come through what lies on the way strikes nobody.
        let rolled = match Self::comes_through(look, who, &course) {
            Some(comes) => comes.then(|comes| if *comes { rolled.clone() } else { Distribution::certain(Lands::Miss) }),
            None => rolled,
        };
        let thrown = swing.thrown().ok()?;
        let rules = look.rules();
        let judged = swing.prospects(&rolled, &thrown, rules);
        let shock = look.exposed(self.0.harms, &self.jolt(who));
        let jolted = |thrown: &i32, judged| if self.own(*thrown) == 0 { unhurt(-1) } else { judged };
        let own = rolled.then(|lands| match lands {
            Lands::Miss | Lands::Deflected => Distribution::certain(unhurt(-1)),
            _ => shock.met(rules, &thrown, |thrown| self.own(*thrown), jolted),
        });
        let mut struck = self.0.prospect(look, &case, &swing, &judged);
        // Whoever is not hurt is driven from its place all the same.
        let nothing = unhurt(0).name;
        struck.outcomes = struck.outcomes.map(|(grade, name)| match (*grade, *name == nothing) {
            (0, true) => (0, Key::from(DRIVEN)),
            _ => (*grade, *name),
        });
        Some(Forecast::of(vec![
            struck,
            Prospect { enough: Some(look.value(who, self.0.enough)), ..Prospect::judged(who, &own, Vec::new()) },
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{AnyDice, ScriptedDice};
    use crate::trial;

    /// LG-MOVE-03, LG-MOVE-05: whoever rams through water strikes nobody unless they come through it.
    #[test]
    fn a_ram_through_water_is_no_likelier_than_the_swim() {
        let lessons = trial::library().lessons("liberi_gothica").unwrap();
        let lesson = lessons.iter().find(|lesson| lesson.id == "LG-C35").unwrap();
        let strikes = |is_wet: bool| {
            let mut setup = Setup::clone(&lesson.setup);
            // Water takes twice the way.
            setup.fighters[1].at = Square::new(5, 0);
            let ground = Arc::make_mut(&mut setup.board).terrains.iter_mut();
            ground.filter(|_| is_wet).for_each(|terrain| terrain.tags.push("swim".to_owned()));
            let mut world = quiet_world();
            let battle = setup.spawn(&mut world, AnyDice::from(ScriptedDice::default()));
            advance(&mut world, battle);
            let look = Look::at(&world, battle).unwrap();
            let who = look.asked().unwrap();
            let ram = look.forecast(who, &Order::new("ram").at(Aim::who("Tough"))).unwrap();
            ram.against[0].outcomes.chance(|(_, name)| *name == DRIVEN).to_string()
        };
        assert_eq!([strikes(false), strikes(true)], ["11/12", "55/216"]);
    }
}
