//! Encouraging friends: the better the check, the more of them and the more it helps.

use crate::mechanics::prelude::*;

/// The numbers of encouraging.
#[derive(Clone, Debug, Deserialize)]
pub struct Encourage {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// The die.
    pub die: Expr,
    /// What it must reach.
    pub needed: i32,
    /// What those are in who are encouraged; its strength is what it adds to their next roll.
    pub brings: ConditionName,
    /// How strong it is at least.
    pub strength: i32,
    /// How many points above what is needed make it stronger by one.
    pub stronger_by: i32,
    /// How many points above what is needed encourage one friend more.
    pub another_by: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Encourage {
    /// How many are encouraged, and how much, by a check that passes by so much.
    fn yields(&self, margin: i32) -> (usize, i32) {
        let more = |by: i32| margin.max(0) / by.max(1);
        (usize::try_from(1 + more(self.another_by)).unwrap_or(1), self.strength + more(self.stronger_by))
    }

    /// Uses the courage up.
    fn spend(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.end(who, self.brings).map(drop)
    }

    /// Friends who could take heart, those named first and then the nearest.
    fn friends(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Vec<Id>, Refusal> {
        let rule = self.rule;
        let mut friends = Vec::new();
        for name in order.at.iter().filter_map(|aim| aim.who) {
            let friend = look.named_or_refuse(name)?;
            let is_meant = friend != who && Self::can_take_heart(look, who, friend);
            look.refuse_if(!is_meant, rule, || format!("{name} is no friend who could take heart"))?;
            // Whoever is named twice is one friend all the same.
            if !friends.contains(&friend) {
                friends.push(friend);
            }
        }
        let is_other = |id: &Id| *id != who && Self::can_take_heart(look, who, *id) && !friends.contains(id);
        let mut others: Vec<Id> = look.everybody().filter(is_other).collect();
        others.sort_by_key(|id| look.distance(who, *id));
        friends.extend(others);
        if friends.is_empty() { Err(look.refusal_of(who, rule, "has nobody to encourage")) } else { Ok(friends) }
    }

    fn can_take_heart(look: Look<'_>, who: Id, friend: Id) -> bool {
        look.side(friend) == look.side(who) && look.is_in_play(friend)
    }

    /// The states that are over for whoever takes heart.
    fn lifts<'a>(&self, look: Look<'a>) -> &'a [ConditionName] {
        look.rules().conditions.get(&self.brings).map_or(&[], |def| &def.replaces)
    }

    fn bonus(&self, look: Look<'_>, who: Id) -> Sum {
        let case = Case::of("check", who).word(self.skill);
        look.sum(&case, look.figure(who, self.skill))
    }
}

mechanic!(Encourage: |self| {
    words(words) => words.add(Word::Term, ["needed"]).add(Word::Roll, [self.skill]),
    deeds => vec![Arc::new(self.clone())],
});

hears!(Encourage: |self, table| {
    Checked { who } => self.spend(table, who),
    // A blow without a roll has no use for it.
    Blow { blow } => if blow.shows_one.is_some() { self.spend(table, blow.case.who) } else { Ok(()) },
});

impl Deed for Encourage {
    nature!(|self| Nature::of("encourage", Group::Skill, Stage::Morale).reading(&[Reads::At, Reads::Several]));

    offers!(|self, look, who| "Encourage {}", self.rule, {
        look.everybody().filter(|id| *id != who && Self::can_take_heart(look, who, *id))
    });

    checks!(|self, look, who, order| ["speak", "encourage"] => self.friends(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let (bonus, needed) = (self.bonus(table.look(), who), Sum::of("needed", self.needed));
        let checked = table.check(who, self.skill.as_str(), &self.die, bonus, needed, self.rule)?;
        if !checked.success {
            return Ok(());
        }
        let (many, strength) = self.yields(checked.margin);
        let friends = self.friends(table.look(), who, order).unwrap_or_default();
        for friend in friends.into_iter().take(many) {
            table.say_change(self.rule, (friend, who), (self.brings, 0, strength), |look| {
                format!("{} takes heart: +{strength} to their next roll.", look.name(friend))
            });
            table.begin(friend, Condition::new(self.brings).amount(strength).by(who))?;
        }
        Ok(())
    }

    /// What it takes off friends who are the worse for something; for whoever is in the thick of it also what it adds to the
    /// next blow of friends who are too and have not taken heart yet.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let fights = |id: Id| look.foes(id).any(|foe| look.in_arms_reach(id, foe));
        let (is_in_it, lifts) = (fights(who), self.lifts(look));
        if !is_in_it && lifts.is_empty() {
            return None;
        }
        let friends = self.friends(look, who, order).ok()?;
        let lacks = |id: &&Id| is_in_it && fights(**id) && look.condition(**id, self.brings).is_none();
        let lacking = friends.iter().filter(lacks).count();
        let needed = self.needed - self.bonus(look, who).total();
        let die = Distribution::from_expr(&self.die);
        let chance = |margin: i32| die.chance(|total| *total >= needed.saturating_add(margin)).to_f64();
        // The better the check, the more of them: the one who is named first, and then the nearest.
        let lifted = |friend: Id| {
            let weighs = lifts.iter().filter(|state| look.is(friend, **state)).map(|state| look.burden(friend, *state));
            weighs.fold(0.0, f64::max)
        };
        let each = friends.iter().map(|friend| lifted(*friend)).zip(0..).filter(|(worth, _)| *worth > 0.0);
        let freed: f64 = each.map(|(worth, place)| worth * chance(self.another_by.saturating_mul(place))).sum();
        (is_in_it || freed > 0.0).then(|| Worth::of(0.06 * chance(0) * lacking.min(2) as f64 + freed))
    }
}
