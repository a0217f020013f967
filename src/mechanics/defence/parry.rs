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

    /// A tenth of the blows of every enemy goes by who may still strike, as far as they have nobody else to strike at; whoever has
    /// the better blow would rather do that. `by` strikes just now.
    fn gain(&self, look: Look<'_>, who: Id, by: Option<Id>) -> Worth {
        let is_on_turn = |foe: Id| look.clock().turn == Some(foe);
        let may_strike = |foe: Id| look.allows(foe, &["act", "attack"]).is_ok();
        let waits = |foe: Id| !look.rules().initiative.has_acted(look, foe);
        let to_come = |foe: &Id| is_on_turn(*foe) || (waits(*foe) && may_strike(*foe));
        let share = |foe: Id| if by == Some(foe) { 1.0 } else { 1.0 / look.melee_of(foe).count().max(1) as f64 };
        let spared = GOES_BY * look.melee_of(who).filter(to_come).map(share).sum::<f64>();
        let given_up = if spared > A_BLOW { best_blow(look, who).max(A_BLOW) } else { A_BLOW };
        Worth::of(spared - given_up)
    }
}

/// What the best action of blows is worth that somebody could strike at those close by, in felled enemies.
fn best_blow(look: Look<'_>, who: Id) -> f64 {
    let Ok(deed) = look.deed(ATTACK) else { return 0.0 };
    let is_weapon = |item: &&Item| item.is_ready() && item.arm.damage.is_some() && !item.arm.reach.is_empty();
    let worth = |(item, foe): (&Item, Id)| {
        let order = Order::new(ATTACK).with(item.arm.name).at(look.aim(foe));
        deed.check(look, who, &order).ok()?;
        let forecast = look.forecast(who, &order)?;
        let blows = forecast.round.as_ref().map_or(1, |round| round.blows);
        Some(forecast.worth(look, who).in_felled() * f64::from(blows.max(1)))
    };
    let weapons = look.gear(who).iter().filter(is_weapon);
    let blows = weapons.flat_map(|item| look.melee_of(who).map(move |foe| (item, foe)));
    blows.filter_map(worth).fold(0.0, f64::max)
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
        let prompt = format!("{}: parry {}? Then no blow of its own.", look.name(target), look.name(who));
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
