//! Outcries: one roll of damage for every enemy who hears (ST-MORALE-07).

use crate::mechanics::prelude::*;

/// What outcries are.
#[derive(Clone, Debug, Deserialize)]
pub struct Outcry {
    /// The verb of the deed.
    pub verb: Verb,
    /// The word of arms that reach every enemy within their range.
    pub tag: Key,
    /// Conditions of those who hear nothing.
    pub deaf: Vec<ConditionName>,
    /// The rule that they show.
    pub rule: RuleId,
}

impl Outcry {
    fn arm<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<&'a Arc<Arm>, Refusal> {
        let item = look.arm_for(who, order, |item| item.is_ready() && item.arm.has(self.tag))?;
        Ok(&item.arm)
    }

    /// Every enemy who hears it.
    fn hearers(&self, look: Look<'_>, who: Id, arm: &Arm) -> Vec<Id> {
        let range = arm.range.unwrap_or(0);
        let hears = |id: &Id| {
            look.are_enemies(who, *id)
                && look.place(*id).present
                && !look.is_dead(*id)
                && look.distance(who, *id) <= range
                && !self.deaf.iter().any(|kind| look.is(*id, kind))
        };
        look.everybody().filter(hears).collect()
    }

    /// Somebody who hears it, if there is anything that it harms.
    fn exposed(look: Look<'_>, arm: &Arm, who: Id, target: Id) -> Option<Exposed> {
        let mut case = Case::of("toughness", target).against(who).with(arm);
        case.push_words_of(arm);
        look.exposed(arm.harms?, &case).of_a_kind(look.rules())
    }

    /// The dice and what is added to them.
    fn damage(look: Look<'_>, who: Id, arm: &Arm) -> (Expr, Sum) {
        let mut bonus = Sum::new();
        arm.adds.iter().for_each(|(figure, times)| {
            bonus.part(*figure, look.value(who, *figure).saturating_mul(*times));
        });
        (arm.damage.clone().unwrap_or_default(), bonus)
    }

    fn checked<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<(&'a Arc<Arm>, Vec<Id>), Refusal> {
        let arm = self.arm(look, who, order)?;
        let spell = if arm.kind == ArmKind::Spell { "spell" } else { "attack" };
        look.allows(who, &["attack", spell, arm.name.as_str()])?;
        let hearers = self.hearers(look, who, arm);
        if hearers.is_empty() { Err(Refusal::new(self.rule, "no enemy would hear them")) } else { Ok((arm, hearers)) }
    }
}

mechanic!(Outcry: |self| {
    words(words) => words.add(Word::Roll, ["damage"]),
    deeds => vec![Arc::new(self.clone())],
});

allows!(Outcry: |self, _look, case| {
    match case.arm.filter(|arm| arm.has(self.tag)) {
        Some(arm) => Err(Refusal::new(self.rule, format!("{} is at every enemy who hears: `{}`", arm.name, self.verb))),
        None => Ok(()),
    }
});

impl Deed for Outcry {
    nature!(|self| Nature::of(self.verb, Group::Attack, Stage::Morale).reading(&[Reads::With]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for item in look.arms(who).filter(|item| item.arm.has(self.tag)) {
            let label = item.arm.name.as_str();
            out.push(Choice::of(self, (look, who), Order::new(self.verb).with(item.arm.name), label, self.rule));
        }
    }

    checks!(|self, look, who, order| self.checked(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((arm, hearers)) = self.checked(table.look(), who, order) else { return Ok(()) };
        let arm = arm.clone();
        let (dice, bonus) = Outcry::damage(table.look(), who, &arm);
        let damage = table.roll(who, "damage", &dice, bonus, self.rule)?;
        let rules = table.rules();
        // Weighed against everybody as they stood when it began.
        let exposed = |id: &Id| Outcry::exposed(table.look(), &arm, who, *id);
        let exposed: Vec<Exposed> = hearers.iter().filter_map(exposed).collect();
        let hit = |each: Exposed| each.hit(&rules, damage, self.rule).by(who).with(&arm);
        exposed.into_iter().try_for_each(|each| table.inflict(&hit(each)))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (arm, hearers) = self.checked(look, who, order).ok()?;
        let (dice, bonus) = Outcry::damage(look, who, arm);
        let damage = enumerate(|thrown| Ok(thrown.throw(&dice)?.total)).ok()?;
        let one = |target: Id| {
            let exposed = Outcry::exposed(look, arm, who, target)?;
            let judged = damage.map(|natural| exposed.judge(look.rules(), natural.saturating_add(bonus.total())));
            Some(Prospect::judged(target, &judged, exposed.figures("will").collect()))
        };
        hearers.into_iter().map(one).collect::<Option<_>>().map(Forecast::of)
    }
}
