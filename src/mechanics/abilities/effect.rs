//! What an ability does: somebody new stands there, or somebody has less of something than before.

use super::known::Ability;
use crate::mechanics::minions::standing_orders::is_idle;
use crate::mechanics::prelude::*;

/// What it is worth to summon somebody where nobody else waits for an order, in felled enemies.
const SUMMONED: f64 = 0.15;

/// What an ability does.
#[derive(Clone, Debug, Deserialize)]
pub enum Effect {
    /// Somebody new appears beside their maker and follows them.
    Summons(Summons),
    /// Somebody loses something.
    Drains(Drains),
}

/// Somebody new.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Summons {
    /// Made from this profile.
    pub of: Key,
    /// No more of them at a time than this figure of their maker.
    pub most: FigureName,
}

/// A loss.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Drains {
    /// The kind of harm that it does.
    pub harms: HarmName,
    /// How much at most; less may be asked for.
    pub most: i32,
    /// Over how many squares.
    pub squares: u32,
}

impl Summons {
    fn profile(self, look: Look<'_>) -> Option<&Arc<Profile>> {
        look.rules().profiles.get(&self.of)
    }

    /// Those whom `who` has made and who still stand.
    fn made(self, look: Look<'_>, who: Id) -> impl Iterator<Item = Id> {
        let is_made = move |id: &Id| {
            look.leader(*id) == Some(who)
                && look.profile(*id).is_some_and(|profile| profile.name == self.of)
                && look.place(*id).present
                && !look.is_dead(*id)
        };
        look.everybody().filter(is_made)
    }

    /// The squares beside `who` in which somebody new would have room.
    pub(super) fn places(self, look: Look<'_>, who: Id) -> Vec<Square> {
        let Some(profile) = self.profile(look) else { return Vec::new() };
        let own = look.footprint(who);
        let others = look.everybody().filter(|id| look.is_there(*id));
        let others: Vec<Footprint> = others.map(|id| look.footprint(id)).collect();
        let side = Fighter::new("", look.side(who), profile.clone(), own.at).footprint(look.rules()).side;
        let is_free = |square: Square| !others.iter().any(|body| body.contains(square));
        let is_walled = |square: Square| {
            let near = own.squares().filter(|each| Footprint::one(*each).gap(Footprint::one(square)) <= 1);
            near.into_iter().all(|each| look.board().edge(each, square).is_some_and(|edge| edge.blocks_move))
        };
        let body = |square: Square| Footprint::new(square, side);
        own.around(side, 1)
            .filter(|square| body(*square).gap(own) == 1)
            .filter(|square| look.board().supports(body(*square)) && body(*square).squares().all(is_free))
            .filter(|square| body(*square).squares().any(|each| own.gap(Footprint::one(each)) == 1 && !is_walled(each)))
            .collect()
    }

    fn check(self, look: Look<'_>, who: Id, order: &Order, ability: &Ability) -> Result<Square, Refusal> {
        let most = usize::try_from(look.value(who, self.most)).unwrap_or(0);
        let made = self.made(look, who).count();
        let why = || format!("{} has {made} of them, as many as their {} allows", look.name(who), self.most);
        look.refuse_if(made >= most, ability.rule, why)?;
        let to = order.to.ok_or_else(|| Refusal::nonsense("where? say `to (x,y)`"))?;
        let is_free = self.places(look, who).contains(&to);
        look.refuse_if(!is_free, ability.rule, || format!("{to} is no free square beside {}", look.name(who)))?;
        Ok(to)
    }

    /// The first name with a number that nobody has.
    fn name(self, look: Look<'_>) -> String {
        let names = (1..=u16::MAX).map(|number| format!("{} {number}", self.of));
        names.into_iter().find(|name| look.find(name).is_none()).unwrap_or_else(|| self.of.to_string())
    }

    fn happen(self, table: &mut Table<'_>, who: Id, at: Square, (ability, rule): (Key, RuleId)) -> Step {
        let look = table.look();
        let Some(profile) = self.profile(look).cloned() else { return Ok(()) };
        let mut fighter = Fighter::new(self.name(look), look.side(who), profile, at);
        fighter.facing = look.place(who).facing;
        fighter.follows = Some(look.name(who).to_owned());
        let made = table.arrive(&fighter);
        table.note(|look| {
            let text = format!("{} uses {ability}: {} stands at {at}.", look.name(who), look.name(made));
            Fact::new(rule, text).who(who).whom(made).at([at])
        });
        table.tell(Event::Arrived { who: made })
    }

    /// Nobody needs one more as long as those who are there have no order: each of them makes it worth less.
    fn worth(self, look: Look<'_>, who: Id) -> Option<Worth> {
        let idle = self.made(look, who).filter(|made| is_idle(look, *made)).count();
        let mut enemies = look.foes(who);
        enemies.next().map(|_| Worth::of(SUMMONED / (1.0 + idle as f64)))
    }
}

impl Drains {
    /// How much is asked for.
    fn amount(self, order: &Order) -> i32 {
        order.n.unwrap_or(self.most)
    }

    /// Whether `target` is within its range, and seen.
    pub(super) fn reaches(self, look: Look<'_>, who: Id, target: Id) -> bool {
        let apart = look.rules().measure.metric.between(look.footprint(who), look.footprint(target));
        apart.rounded() <= self.squares && look.sees(who, target)
    }

    fn check(self, look: Look<'_>, who: Id, order: &Order, ability: &Ability) -> Result<Id, Refusal> {
        let target = look.target_or_refuse(order, "on whom? say `at NAME`")?;
        let (rule, amount) = (ability.rule, self.amount(order));
        look.refuse_one_if(target.is_thing() || !look.is_there(target), target, rule, "has nothing to lose")?;
        look.refuse_one_if(!self.reaches(look, who, target), target, rule, "is out of their range or sight")?;
        look.admits(&Case::of(self.harms, who).against(target))?;
        let is_allowed = (1..=self.most).contains(&amount);
        look.refuse_if(!is_allowed, rule, || format!("it takes 1 to {}, not {amount}", self.most))?;
        Ok(target)
    }

    /// Whoever it would drain.
    fn exposed(self, look: Look<'_>, target: Id) -> Option<Exposed> {
        look.exposed(self.harms, &Case::of(self.harms, target)).of_a_kind(look.rules())
    }

    fn happen(self, table: &mut Table<'_>, who: Id, target: Id, order: &Order, (ability, rule): (Key, RuleId)) -> Step {
        let Some(exposed) = self.exposed(table.look(), target) else { return Ok(()) };
        table.say(rule, (who, target), |look| format!("{} uses {ability} on {}.", look.name(who), look.name(target)));
        let hit = exposed.hit(&table.rules(), self.amount(order), rule).by(who);
        table.inflict(&Hit { types: [ability].into_iter().collect(), ..hit })
    }

    /// Felling an enemy is what it is for; wearing one down is something too.
    fn worth(self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let name = order.whom();
        let target = name.and_then(|name| look.named(name))?;
        if !look.are_enemies(who, target) || !look.is_in_play(target) {
            return Some(Worth(0));
        }
        let judged = self.exposed(look, target)?.judge(look.rules(), self.amount(order));
        let grade = if judged.grade >= FELLED { 1.0 } else { 0.05 };
        (judged.grade > 0).then(|| Worth::of(grade + 0.05 * f64::from(judged.harm)))
    }
}

impl Effect {
    /// Whether it could happen as ordered.
    pub(super) fn check(&self, look: Look<'_>, who: Id, order: &Order, ability: &Ability) -> Result<(), Refusal> {
        match self {
            Self::Summons(summons) => summons.check(look, who, order, ability).map(drop),
            Self::Drains(drains) => drains.check(look, who, order, ability).map(drop),
        }
    }

    /// Lets it happen; it has been checked.
    pub(super) fn happen(&self, table: &mut Table<'_>, who: Id, order: &Order, of: (Key, &Ability)) -> Step {
        let (name, ability) = of;
        let told = (name, ability.rule);
        match self {
            Self::Summons(summons) => {
                let at = summons.check(table.look(), who, order, ability);
                at.map_or(Ok(()), |at| summons.happen(table, who, at, told))
            }
            Self::Drains(drains) => {
                let target = drains.check(table.look(), who, order, ability);
                target.map_or(Ok(()), |target| drains.happen(table, who, target, order, told))
            }
        }
    }

    /// What it is worth to the computer.
    pub(super) fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        match self {
            Self::Summons(summons) => summons.worth(look, who),
            Self::Drains(drains) => drains.worth(look, who, order),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::in_lesson;

    /// LG-TURN-02. Promise: to summon one more is worth less with each of those who stand about without an order.
    #[test]
    fn one_more_is_worth_less_beside_those_who_have_no_order() {
        let worth = |step: usize| {
            in_lesson("liberi_gothica", "LG-C39", step, |look| {
                let summons = Summons { of: "Rag golem".into(), most: "Charm".into() };
                summons.worth(look, look.find("Caller").unwrap()).unwrap()
            })
        };
        // Three have none, then all three have one.
        assert_eq!([worth(1), worth(4)], [SUMMONED / 4.0, SUMMONED].map(Worth::of));
    }
}
