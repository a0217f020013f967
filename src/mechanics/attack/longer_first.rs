//! The longer weapon strikes first where two meet (OS-INIT-05).

use crate::mechanics::prelude::*;

/// The numbers of longer weapons.
#[derive(Clone, Debug, Deserialize)]
pub struct LongerFirst {
    /// The figure of arms for how long they are.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub grade: Key,
    /// By how much one must be the longer.
    pub margin: i32,
    /// Deeds that are blows with a weapon, the plain one first.
    pub blows: Vec<Verb>,
    /// Words of blows that nobody forestalls.
    pub unless: Vec<Key>,
    /// The state of those whom nobody forestalls but others like them.
    pub hasted: ConditionName,
    /// The state of those who have something better in hand, which a blow would cost them: they are asked.
    pub busy: ConditionName,
    /// The word of blows of a weapon that is so much the longer, in the first round of the two.
    pub word: Key,
    /// Words of blows that nobody sees coming, and so forestalls.
    pub unseen: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Enemies whom somebody has met hand to hand, and in which round first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstMet(SmallVec<[(Id, i32); 4]>);

/// The round in which any two can meet first.
const FIRST: i32 = 1;

/// The question to those who have something better in hand, and its answers.
const FORESTALL: &str = "forestall";
const STRIKE: &str = "strike";
const HOLD: &str = "hold";

/// What it is worth to keep what one has in hand, in felled enemies.
const IN_HAND: f64 = 0.4;

impl LongerFirst {
    /// The first round in which these two were in a melee, if they were in any.
    fn first_round(look: Look<'_>, a: Id, b: Id) -> Option<i32> {
        let of = |a: Id, b: Id| look.get::<FirstMet>(a)?.0.iter().find(|(who, _)| *who == b).map(|(_, round)| *round);
        of(a, b).or_else(|| of(b, a))
    }

    /// Whether somebody with an arm of this grade has so much the longer one, in the first round of the two.
    fn is_longer(&self, look: Look<'_>, (who, grade): (Id, i32), (other, theirs): (Id, i32)) -> bool {
        let is_hasted = |id: Id| look.is(id, self.hasted);
        grade.saturating_sub(theirs) >= self.margin
            && (!is_hasted(other) || is_hasted(who))
            && look.clock().round == Self::first_round(look, who, other).unwrap_or(FIRST)
    }

    /// Notes whom somebody meets in a melee for the first time, whoever has come, come to or come round.
    fn meet(table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let round = look.clock().round;
        if round < FIRST {
            return;
        }
        let new = look.melee_of(who).filter(|foe| Self::first_round(look, who, *foe).is_none());
        let new: SmallVec<[(Id, i32); 4]> = new.map(|foe| (foe, round)).collect();
        if !new.is_empty() {
            table.edit::<FirstMet>(who).0.extend(new);
        }
    }

    fn grade_of(&self, item: &Item) -> i32 {
        item.arm.figure(self.grade).unwrap_or(0)
    }

    /// Whether `target` does not see a blow of this one coming.
    fn is_unseen(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let blow = look.narrowed(Case::of("attack", who).against(target).word("melee"));
        self.unseen.iter().any(|word| blow.is(word))
    }

    /// Whether somebody strikes who may strike first: whoever has something better in hand is asked, and loses it then.
    fn takes_it(&self, table: &mut Table<'_>, (longer, who): (Id, Id), blow: &Order) -> Step<bool> {
        let look = table.look();
        let Some(busy) = look.condition(longer, self.busy) else { return Ok(true) };
        let what = busy.part.map_or_else(|| self.busy.to_string(), |part| part.to_string());
        let with = blow.with.map_or("weapon", Key::as_str);
        let prompt =
            format!("{}: strike {} first with the {with}, and give up {what}?", look.name(longer), look.name(who));
        let forecast = look.forecast(longer, blow);
        let worth = forecast.map_or(0.0, |forecast| forecast.against.iter().map(|prospect| prospect.worth(look)).sum());
        let strike = Choice::new(Order::new(STRIKE), format!("Strike first with the {with}"), Group::Attack, self.rule);
        let hold = Choice::new(Order::new(HOLD), format!("Keep {what}"), Group::Ability, self.rule).letting_be();
        let hold = hold.weighed(Worth::of(IN_HAND));
        let question = Question::new(FORESTALL, look.side(longer), longer, prompt).by(who).rule(self.rule);
        if table.ask(question.choice(strike.weighed(Worth::of(worth))).choice(hold))?.verb != STRIKE {
            return Ok(false);
        }
        table.say(self.rule, longer, |look| format!("{} gives up {what} for it.", look.name(longer)));
        table.end(longer, self.busy)?;
        Ok(true)
    }

    /// The blow of `longer` that forestalls that of `who`.
    fn forestalls(&self, look: Look<'_>, who: Id, longer: Id, order: &Order) -> Option<Order> {
        let is_weapon = |item: &&Item| {
            item.is_ready()
                && item.arm.kind == ArmKind::Melee
                && item.arm.damage.is_some()
                && !item.arm.reach.is_empty()
        };
        let own = match order.with {
            Some(name) => look.item(who, name).filter(is_weapon)?,
            None => look.gear(who).iter().find(is_weapon)?,
        };
        let longest = look.gear(longer).iter().filter(is_weapon).max_by_key(|item| self.grade_of(item))?;
        let may = self.is_longer(look, (longer, self.grade_of(longest)), (who, self.grade_of(own)))
            && look.can_engage(longer)
            && look.rules().economy.has_blow_left(look, longer)
            && !self.is_unseen(look, who, longer);
        let verb = self.blows.first()?;
        let order = Order::new(verb).with(longest.arm.name).at(look.aim(who));
        (may && look.deed(verb).ok()?.check(look, longer, &order).is_ok()).then_some(order)
    }
}

impl Mechanic for LongerFirst {}

hears!(LongerFirst: |self, table| {
    RoundBegun => table.everybody().into_iter().for_each(|who| Self::meet(table, who)),
    Arrived { who } => Self::meet(table, who),
    Moved { who, .. } => Self::meet(table, who),
    // Whoever comes round meets those beside them. What ends with the round lets them all meet in the next.
    Condition { who, begun: false, .. } => if table.clock().turn.is_some() {
        Self::meet(table, who);
    },
    AboutTo { who, order } => {
        if !self.blows.contains(&order.verb) {
            return Ok(());
        }
        let look = table.look();
        let named = |aim: &Aim| look.named(aim.who?);
        let target = order.at.first().and_then(named).filter(|target| look.are_in_melee(who, *target));
        let Some(target) = target else { return Ok(()) };
        let word = look.occasion(who, target);
        if word.is_some_and(|word| self.unless.contains(&word)) {
            return Ok(());
        }
        let Some(blow) = self.forestalls(look, who, target, order) else { return Ok(()) };
        if !self.takes_it(table, (target, who), &blow)? {
            return Ok(());
        }
        let rules = table.rules();
        let Ok(deed) = table.look().deed(blow.verb).cloned() else { return Ok(()) };
        table.say(self.rule, (target, who), |look| {
            let with = blow.with.map_or("weapon", Key::as_str);
            format!("{} strikes first: the {with} is longer.", look.name(target))
        });
        rules.economy.pay(table, target, &*deed, &blow)?;
        // Whoever falls by it does not strike any more, even among those who act at the same moment.
        table.at_once(false, |table| table.within("longer weapon", |table| table.perform(target, &blow)).map(drop))
    },
});

narrows!(LongerFirst: |self, look, case| {
    let Some((target, arm)) = case.against.zip(case.arm).filter(|_| case.is("melee")) else { return };
    let is_weapon = |item: &&Item| item.is_ready() && item.arm.kind == ArmKind::Melee && !item.arm.reach.is_empty();
    let theirs = look.gear(target).iter().filter(is_weapon).map(|item| self.grade_of(item)).max().unwrap_or(0);
    if self.is_longer(look, (case.who, arm.figure(self.grade).unwrap_or(0)), (target, theirs)) {
        case.push_word(self.word);
    }
});
