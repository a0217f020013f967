//! Treating wounds: bleeding stops, legs carry again, bones heal sooner.

use super::chart::Chart;
use super::record::{Crippled, Crippling};
use super::rows::{Cure, Works, WoundDef};
use crate::mechanics::prelude::*;

/// Squares within which enemies are too near to see to those who are out of the fight.
const NEAR: i32 = 7;

/// The numbers of treating.
#[derive(Clone, Debug, Deserialize)]
pub struct Treating {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// The die.
    pub die: Expr,
    /// What it must reach.
    pub needed: i32,
    /// The rule of the check.
    pub rule: RuleId,
}

/// One wound of somebody that can be treated.
#[derive(Clone, Copy)]
struct Patient<'a> {
    who: Id,
    /// Its place among the wounds of that one.
    index: usize,
    wound: &'a Crippling,
    def: &'a WoundDef,
    cure: Cure,
}

impl Chart {
    /// Everything that could be done for somebody, the worst first.
    fn treatable<'a>(&'a self, look: Look<'a>, who: Id) -> Vec<Patient<'a>> {
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let patient = |(index, wound): (usize, &'a Crippling)| {
            let def = self.wounds.get(&wound.wound)?;
            // What has become of it since is past curing.
            let is_fresh = wound.times.first().is_none_or(|time| time.becomes.is_none());
            let cure = def.cure.filter(|_| is_fresh && !wound.treated)?;
            Some(Patient { who, index, wound, def, cure })
        };
        let mut wounds: Vec<Patient<'_>> = carried.iter().enumerate().filter_map(patient).collect();
        let row = |name: Key| {
            let rows = self.locations.iter().filter_map(|place| place.rows.iter().position(|row| row.contains(&name)));
            rows.max().unwrap_or(0)
        };
        wounds.sort_by_key(|each| std::cmp::Reverse((each.def.drains, row(each.wound.wound))));
        wounds
    }

    /// The wound that an order is about.
    fn patient<'a>(&'a self, look: Look<'a>, who: Id, order: &Order) -> Result<Patient<'a>, Refusal> {
        let rule = self.treating.rule;
        let aim = order.at.first();
        let target = order.whom().map_or(Ok(who), |name| look.named_or_refuse(name))?;
        let name = look.name(target);
        look.refuse_if(look.is_dead(target), rule, || format!("nothing helps {name} any more"))?;
        let is_far = target != who && !look.in_arms_reach(who, target);
        look.refuse_if(is_far, rule, || format!("{name} is not within arm's length"))?;
        let part = aim.and_then(|aim| aim.part);
        let is_meant = |each: &Patient<'_>| {
            order.with.is_none_or(|wanted| each.wound.wound == wanted) && (part.is_none() || each.wound.part == part)
        };
        let found = self.treatable(look, target).into_iter().find(is_meant);
        found.ok_or_else(|| {
            let what = order.with.map_or("wound", Key::as_str);
            look.refusal(rule, || format!("{name} has no {what} that treatment could still help"))
        })
    }

    fn bonus(&self, look: Look<'_>, who: Id, patient: &Patient<'_>) -> Sum {
        let skill = self.treating.skill;
        let case = Case::of("check", who).word(skill).against(patient.who);
        let mut bonus = look.sum(&case, look.figure(who, skill));
        bonus.add(patient.wound.wound, patient.cure.modifier, patient.def.rule);
        bonus
    }

    /// Treats a wound after the battle, when nobody is too far away.
    pub(super) fn attempt(&self, table: &mut Table<'_>, who: Id, whom: Id, wound: Key) -> Step {
        let index = self.treatable(table.look(), whom).into_iter().find(|each| each.wound.wound == wound);
        let Some(index) = index.map(|patient| patient.index) else { return Ok(()) };
        self.try_on(table, who, whom, index)
    }

    /// The place of a wound of somebody that a healer could do something about with the best of dice.
    pub(super) fn hopeful(&self, look: Look<'_>, healer: Id, whom: Id) -> Option<usize> {
        let treating = &self.treating;
        let can =
            |patient: &Patient<'_>| self.bonus(look, healer, patient).total() + treating.die.max() >= treating.needed;
        self.treatable(look, whom).into_iter().find(can).map(|patient| patient.index)
    }

    /// Rolls for the wound at `index` of somebody.
    pub(super) fn try_on(&self, table: &mut Table<'_>, who: Id, whom: Id, index: usize) -> Step {
        let look = table.look();
        let Some(patient) = self.treatable(look, whom).into_iter().find(|each| each.index == index) else {
            return Ok(());
        };
        let (bonus, cure) = (self.bonus(look, who, &patient), patient.cure);
        let treating = &self.treating;
        let needed = Sum::of("needed", treating.needed);
        let checked = table.passes(who, treating.skill.as_str(), &treating.die, bonus, needed, treating.rule)?;
        if checked { self.succeed(table, whom, index, cure) } else { Ok(()) }
    }

    /// What success does.
    fn succeed(&self, table: &mut Table<'_>, patient: Id, index: usize, cure: Cure) -> Step {
        let Some(mut wound) = table.look().get::<Crippled>(patient).and_then(|all| all.0.get(index).cloned()) else {
            return Ok(());
        };
        let (name, part, before) = (wound.wound, wound.part, wound.called());
        let Some(def) = self.wounds.get(&name) else { return Ok(()) };
        let rule = def.rule;
        wound.treated = true;
        let mut left = Some(name);
        match cure.works {
            Works::Heals => left = None,
            Works::Leaves(other) => {
                if let Some(def) = self.wounds.get(&other) {
                    wound = Crippling { treated: true, ..Crippling::unrolled(other, part, def) };
                    self.roll_times(table, patient, def, &mut wound)?;
                }
                left = Some(other);
            }
            Works::Shortens(_) | Works::Halves => shorten(table, patient, def, &mut wound, cure.works)?,
        }
        table.say(rule, patient, |look| {
            let whose = look.name(patient);
            match left {
                None => format!("{whose}'s {before} is stopped."),
                Some(_) => format!("{whose}'s {before} is treated: {}, {}.", wound.wound, wound.lasts()),
            }
        });
        // What is left of it, if anything, takes its place.
        table.edit::<Crippled>(patient).0.splice(index..=index, left.map(|_| wound)).for_each(drop);
        if left != Some(name) {
            self.sync(table, patient, name, part)?;
        }
        left.map_or(Ok(()), |left| self.sync(table, patient, left, part))
    }

    /// What it is worth to treat a wound now.
    fn helps(&self, look: Look<'_>, who: Id, patient: &Patient<'_>) -> Option<f64> {
        let in_battle = matches!(patient.cure.works, Works::Leaves(_));
        let drains = patient.def.drains;
        if look.are_enemies(who, patient.who) || (drains == 0 && !in_battle) {
            return None;
        }
        // Those who are out of it are no help in this battle: they wait as long as enemies are near.
        let fights = look.is_in_play(patient.who);
        if !fights && look.foes(who).any(|foe| look.gap(who, foe) <= NEAR) {
            return None;
        }
        let lacking = self.treating.needed - self.bonus(look, who, patient).total();
        let chance = Distribution::from_expr(&self.treating.die).chance(|total| *total >= lacking).to_f64();
        let exposed = || look.exposed(self.harms, &Case::of("bleeding", patient.who));
        let is_the_end = drains > 0 && exposed().judge(look.rules(), drains).grade >= FELLED;
        let worth = 0.3 * f64::from(drains.max(1)) + if is_the_end { 0.6 } else { 0.0 };
        Some(worth * chance * if fights { 1.0 } else { 0.3 })
    }
}

/// Shortens the first stretch of a wound. One that nobody has rolled yet is rolled for now, if that matters.
fn shorten(table: &mut Table<'_>, who: Id, def: &WoundDef, wound: &mut Crippling, works: Works) -> Step {
    let Some(first) = wound.times.first_mut() else { return Ok(()) };
    let parts = first.of.parts();
    let long = match (first.left, &first.die, works) {
        (Some(long), ..) => long,
        (None, Some(die), Works::Shortens(to)) if die.min().saturating_mul(parts) >= to => to,
        (None, Some(die), _) => table.roll(who, first.of.word(), die, Sum::new(), def.rule)?.saturating_mul(parts),
        (None, None, _) => return Ok(()),
    };
    first.left = Some(match works {
        Works::Shortens(to) => long.min(to),
        Works::Halves => (long + 1) / 2,
        Works::Heals | Works::Leaves(_) => long,
    });
    Ok(())
}

impl Deed for Chart {
    nature!(|self| Nature::of("treat", Group::Help, Stage::Upkeep).reading(&[Reads::With, Reads::At, Reads::Part]));

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        self.patient(look, who, order).map_or(1, |patient| patient.cure.actions)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for friend in look.everybody().filter(|id| !look.are_enemies(who, *id) && look.is_there(*id)) {
            let mut told: Vec<(Key, Option<Key>)> = Vec::new();
            for each in self.treatable(look, friend) {
                let (wound, part) = (each.wound.wound, each.wound.part);
                if told.contains(&(wound, part)) {
                    continue;
                }
                told.push((wound, part));
                let aim = Aim { part, ..look.aim(friend) };
                let label = format!("Treat {}'s {}", look.name(friend), each.wound.called());
                out.push(Choice::of(self, (look, who), Order::new("treat").with(wound).at(aim), label, each.def.rule));
            }
        }
    }

    checks!(|self, look, who, order| ["physical", "treat"] => self.patient(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(patient) = self.patient(table.look(), who, order) else { return Ok(()) };
        let (whom, index) = (patient.who, patient.index);
        self.try_on(table, who, whom, index)
    }

    /// Whoever bleeds wants help soon, and at once if that is the end; a leg
    /// that carries again is worth something, and bones can wait.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let patient = self.patient(look, who, order).ok()?;
        self.helps(look, who, &patient).map(Worth::of)
    }

    fn calls(&self, look: Look<'_>, who: Id) -> Vec<(Id, Worth)> {
        let friends = look.friends(who).filter(|id| look.is_there(*id) && !look.in_arms_reach(who, *id));
        let helps = |id: Id| {
            let worst = self.treatable(look, id).into_iter().find(|patient| patient.def.drains > 0)?;
            let worth = self.helps(look, who, &worst)? / f64::from(worst.cure.actions.max(1));
            Some((id, Worth::of(worth)))
        };
        friends.filter_map(helps).collect()
    }
}
