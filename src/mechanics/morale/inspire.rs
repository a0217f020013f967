//! Putting heart into an ally (ST-MORALE-10).

use super::will::Will;
use crate::mechanics::prelude::*;

/// Whether somebody is on another side, whoever has their body in hand: what is said reaches every mind in it.
fn is_no_friend(look: Look<'_>, who: Id, ally: Id) -> bool {
    look.side(who) != look.own_side(ally) || ally.is_thing()
}

/// What it is worth to bring somebody back into the fight, in felled enemies.
const LOST: f64 = 0.4;

impl Will {
    /// Whether an enemy of somebody has what goes against the will.
    fn is_sapped(&self, look: Look<'_>, ally: Id) -> bool {
        look.foes(ally).any(|foe| look.arms(foe).any(|item| item.arm.harms == Some(self.kind)))
    }

    fn ally(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let (rule, helping) = (self.rules.inspire, &self.inspire);
        let ally = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let name = look.name(ally);
        let why = || format!("{name} is no ally to put heart into");
        look.refuse_if(ally == who || is_no_friend(look, who, ally), rule, why)?;
        look.refuse_if(look.tally(ally, self.penalties) <= 0, rule, || format!("{name} has no {}", self.penalties))?;
        if !look.is_about(ally) || look.distance(who, ally) > helping.within {
            let unit = &look.rules().measure.unit;
            return Err(Refusal::new(rule, format!("{name} is farther away than {} {unit}", helping.within)));
        }
        let deaf = helping.deaf.iter().find(|kind| look.is(ally, kind));
        look.refuse_if(look.is_dead(ally) || deaf.is_some(), rule, || format!("{name} hears nothing"))?;
        Ok(ally)
    }
}

impl Deed for Will {
    nature!(|self| Nature::of("inspire", Group::Help, Stage::Morale).reading(&[Reads::At]));

    offers!(|self, look, who| "Inspire {}", self.rules.inspire, {
        look.everybody().filter(|id| {
            *id != who && !is_no_friend(look, who, *id) && look.tally(*id, self.penalties) > 0 && look.is_about(*id)
        })
    });

    checks!(|self, look, who, order| ["inspire"] => self.ally(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(ally) = self.ally(table.look(), who, order) else { return Ok(()) };
        let (rule, helping) = (self.rules.inspire, &self.inspire);
        let bonus = table.look().figure(who, helping.skill);
        let heard = table.passes(who, "inspiring", &helping.die, bonus, Sum::of("base", helping.dc), rule)?;
        if heard { self.relieve(table, ally, 1, rule) } else { Ok(()) }
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let ally = self.ally(look, who, order).ok()?;
        // Whoever does not fight, or not as they would like to, needs it most.
        let beaten = self.effects.values().filter_map(|beaten| beaten.brings).chain([self.broken]);
        let lost = beaten.into_iter().any(|kind| look.is(ally, kind));
        let helping = &self.inspire;
        let needed = helping.dc - look.figure(who, helping.skill).total();
        let chance = Distribution::from_expr(&helping.die).chance(|total| *total >= needed).to_f64();
        let stake = match () {
            () if lost => LOST,
            // All is lost with the last of a will that somebody goes on sapping.
            () if self.is_sapped(look, ally) => LOST.min(1.0 / f64::from(look.value(ally, self.figure).max(1))),
            () => 0.02,
        };
        Some(Worth::of(chance * stake))
    }
}
