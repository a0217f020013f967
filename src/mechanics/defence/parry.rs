//! Parrying: harder to hit hand to hand for the rest of the round, and no blow of one's own in it (OS-DEF-05).

use crate::mechanics::prelude::*;

/// The numbers of parrying.
#[derive(Clone, Debug, Deserialize)]
pub struct Parry {
    /// The state of those who parry.
    pub parrying: ConditionName,
    /// The roll of the armour class of the target.
    pub armour: Key,
    /// How much it takes off that, against blows hand to hand.
    pub takes_off: i32,
    /// States beside which it takes off nothing more.
    pub not_beside: Vec<ConditionName>,
    /// Deeds against which one may still make up one's mind to it.
    pub against: Vec<Verb>,
    /// Words of blows against which it is of no use.
    pub useless_against: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The last round in which somebody would hear no more of it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Declined(Option<i32>);

/// The deed, and the answer.
const PARRY: &str = "parry";

/// What a parry takes off the blows of an enemy, and what it costs at least to strike no blow of one's own, in felled fighters.
const GOES_BY: f64 = 0.1;
const A_BLOW: f64 = 0.25;

/// The most that a hit is thought to do to whoever would parry, in felled fighters.
const A_FALL: f64 = 1.0;

impl Parry {
    fn may(&self, look: Look<'_>, who: Id) -> Allowed {
        look.allows(who, &["act", "attack", PARRY])?;
        look.refuse_one_if(look.condition(who, self.parrying).is_some(), who, self.rule, "is parrying already")?;
        look.refuse_one_if(!look.rules().economy.is_fresh(look, who), who, self.rule, "has acted in this round")
    }

    fn begin(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (rule, state) = (self.rule, self.parrying);
        table.bring(who, Condition::new(state).until(Until::Rounds(1)), |look| {
            Fact::new(rule, format!("{} parries, and strikes no blow in this round.", look.name(who)))
        })
    }

    /// Whether somebody is asked about a blow of `by`.
    fn is_asked(&self, look: Look<'_>, who: Id, by: Id) -> bool {
        let has_declined = || look.get::<Declined>(who).is_some_and(|said| said.0 == Some(look.clock().round));
        if !look.are_in_melee(who, by) || has_declined() {
            return false;
        }
        let blow = look.narrowed(Case::of("attack", by).against(who).word("melee"));
        self.may(look, who).is_ok() && !self.useless_against.iter().any(|word| blow.is(word))
    }

    /// A tenth of the blows of every enemy goes by who may still strike, as far as they have nobody else to strike at, for what
    /// each would do if it hit; whoever has the better blow would rather do that. `by` strikes just now.
    fn gain(&self, look: Look<'_>, who: Id, by: Option<Id>) -> Worth {
        let is_on_turn = |foe: Id| look.clock().turn == Some(foe);
        let may_strike = |foe: Id| look.allows(foe, &["act", "attack"]).is_ok();
        let waits = |foe: Id| !look.rules().initiative.has_acted(look, foe);
        let to_come = |foe: &Id| is_on_turn(*foe) || (waits(*foe) && may_strike(*foe));
        let share = |foe: Id| if by == Some(foe) { 1.0 } else { 1.0 / look.melee_of(foe).count().max(1) as f64 };
        let foes: Vec<(Id, f64)> = look.melee_of(who).filter(to_come).map(|foe| (foe, GOES_BY * share(foe))).collect();
        let of_all = |hurts: &dyn Fn(Id) -> f64| foes.iter().map(|(foe, spared)| spared * hurts(*foe)).sum::<f64>();
        // Not even if every hit felled them.
        if of_all(&|_| A_FALL) <= A_BLOW {
            return Worth::of(-A_BLOW);
        }
        let spared = of_all(&|foe| a_hit(look, foe, who));
        let given_up = if spared > A_BLOW { best_blow(look, who).max(A_BLOW) } else { A_BLOW };
        Worth::of(spared - given_up)
    }
}

/// The blows that somebody could strike at one who is close by, each with how many of them there are in a round.
fn blows(look: Look<'_>, who: Id, foe: Id) -> Vec<(Forecast, f64)> {
    let Ok(deed) = look.deed(ATTACK) else { return Vec::new() };
    let is_weapon = |item: &&Item| item.is_ready() && item.arm.damage.is_some() && !item.arm.reach.is_empty();
    let foretold = |item: &Item| {
        let order = Order::new(ATTACK).with(item.arm.name).at(look.aim(foe));
        deed.check(look, who, &order).ok()?;
        let forecast = look.forecast(who, &order)?;
        let times = forecast.round.as_ref().map_or(1, |round| round.blows).max(1);
        Some((forecast, f64::from(times)))
    };
    look.gear(who).iter().filter(is_weapon).filter_map(foretold).collect()
}

/// What the best action of blows is worth that somebody could strike at those close by, in felled enemies.
fn best_blow(look: Look<'_>, who: Id) -> f64 {
    let each = look.melee_of(who).flat_map(|foe| blows(look, who, foe));
    each.map(|(blow, times)| times * blow.worth(look, who).in_felled()).fold(0.0, f64::max)
}

/// What a hit of an enemy would do to somebody, in felled fighters.
fn a_hit(look: Look<'_>, foe: Id, who: Id) -> f64 {
    let hurts = |(blow, _): (Forecast, f64)| {
        let hits = blow.against.first()?.outcomes.chance(|(grade, _)| *grade >= 0).to_f64();
        (hits > 0.0).then(|| blow.worth(look, foe).in_felled() / hits)
    };
    let each = blows(look, foe, who).into_iter().filter_map(hurts);
    // Where nothing is foretold the worst is thought.
    each.reduce(f64::max).map_or(A_FALL, |hurts| hurts.clamp(0.0, A_FALL))
}

mechanic!(Parry: |self| {
    deeds => vec![Arc::new(self.clone())],
});

hears!(Parry: |self, table| {
    AboutTo { who, order } => {
        if !self.against.contains(&order.verb) {
            return Ok(());
        }
        let look = table.look();
        let Some(target) = look.target(order).filter(|target| self.is_asked(look, *target, who)) else { return Ok(()) };
        let answer = |verb: &'static str, label: &str| Choice::new(Order::new(verb), label, Group::Defence, self.rule);
        let parry = answer(PARRY, "Parry").weighed(self.gain(look, target, Some(who)));
        let not_now = answer("not now", "Not now").letting_be().weighed(Worth(0));
        let prompt = format!("{}: parry {}? Then no blow of their own.", look.name(target), look.name(who));
        let question = Question::new(PARRY, look.side(target), target, prompt).by(who).rule(self.rule);
        let question = question.choice(not_now).choice(parry).choice(answer("not this round", "Not this round"));
        let answer = table.ask(question)?;
        let round = table.clock().round;
        match answer.verb.as_str() {
            PARRY => self.begin(table, target),
            "not this round" => {
                table.edit::<Declined>(target).0 = Some(round);
                Ok(())
            }
            _ => Ok(()),
        }
    },
});

modifies!(Parry: [self.armour] => |self, look, case, sum| {
    let is_met = case.is("melee") && look.is(case.who, self.parrying);
    let is_useless = || self.useless_against.iter().any(|word| case.is(word));
    let has_more = || self.not_beside.iter().any(|state| look.is(case.who, state));
    // Whoever is stunned or held parries no more.
    let is_able = || look.allows(case.who, &["act", PARRY]).is_ok();
    if is_met && !is_useless() && !has_more() && is_able() {
        sum.add(self.parrying, -self.takes_off, self.rule);
    }
});

/// Parrying in one's own turn.
impl Deed for Parry {
    nature!(|self| Nature::of(PARRY, Group::Defence, Stage::Attacks));

    offers!(|self| "Parry", self.rule);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        self.may(look, who)?;
        look.refuse_one_if(look.melee_of(who).next().is_none(), who, self.rule, "is in no melee")
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        self.begin(table, who)
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        Some(self.gain(look, who, None)).filter(|gain| gain.0 > 0)
    }
}
