//! Blows of opportunity. Those who fight hand to hand strike at once at somebody who leaves their reach. They strike as well
//! at somebody beside them who does what takes their eyes off them.
//!
//! Those who go away are struck at before the step, and go no farther if the blow fells or holds them. Those who are shoved
//! away are not struck at. The blow is the plain blow of the game. It is struck without a turn and without being paid for.

use crate::mechanics::prelude::*;

/// The numbers of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Opportunity {
    /// The deed of the blow.
    pub blow: Verb,
    /// How often each may strike so until the round ends.
    #[serde(default = "one")]
    pub each_round: i32,
    /// Whether going out of reach brings it about.
    #[serde(default = "yes")]
    pub leaving: bool,
    /// Words of arms, and "ranged" and "spell": doing something with such a one within reach of an enemy brings it about.
    #[serde(default, deserialize_with = "refers::words_of_rolls")]
    pub beside: Vec<Key>,
    /// Deeds that bring it about when they are done within reach of an enemy.
    #[serde(default)]
    pub deeds: Vec<Verb>,
    /// Conditions in which nobody is struck so: a deed that brings one, such as those of `Defending`, is how it is avoided.
    #[serde(default)]
    pub spares: Vec<ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// How often somebody has struck so, and in which round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Struck {
    round: i32,
    times: i32,
}

/// The word of such blows, and the kind of the question whether to strike one.
const OPPORTUNITY: &str = "opportunity";

/// The answer that lets it be.
const LET_GO: &str = "let go";

impl Opportunity {
    /// Whether somebody may strike so once more.
    fn is_free(&self, look: Look<'_>, foe: Id) -> bool {
        let round = look.clock().round;
        let struck = look.get::<Struck>(foe).filter(|struck| struck.round == round).map_or(0, |struck| struck.times);
        struck < self.each_round && look.is_in_play(foe) && look.allows(foe, &["act", "attack"]).is_ok()
    }

    /// What somebody could strike with at one who stands there.
    fn arms<'a>(look: Look<'a>, foe: Id, there: Footprint) -> impl Iterator<Item = &'a Arm> {
        let own = look.footprint(foe);
        let is_one = move |arm: &&Arm| {
            arm.kind == ArmKind::Melee && !arm.reach.is_empty() && look.threat(foe, arm).reaches(own, there)
        };
        look.arms(foe).filter(|item| item.is_ready()).map(|item| &*item.arm).filter(is_one)
    }

    /// The blows that somebody could strike so at `who`.
    fn blows(&self, look: Look<'_>, foe: Id, who: Id) -> Vec<Order> {
        let order = |arm: &Arm| Order::new(self.blow).with(arm.name).at(look.aim(who));
        let may = |order: &Order| look.deed(self.blow).is_ok_and(|deed| deed.check(look, foe, order).is_ok());
        Self::arms(look, foe, look.footprint(who)).map(order).filter(may).collect()
    }

    /// Whether nobody strikes so at somebody as they are.
    fn is_spared(&self, look: Look<'_>, who: Id) -> bool {
        self.spares.iter().any(|state| look.is(who, *state))
    }

    /// Those within whose reach somebody stands, and who may strike at them so.
    fn beset(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        if self.is_spared(look, who) {
            return Vec::new();
        }
        let here = look.footprint(who);
        let reaches = |foe: &Id| Self::arms(look, *foe, here).next().is_some();
        look.foes(who).filter(|foe| self.is_free(look, *foe) && look.sees(*foe, who)).filter(reaches).collect()
    }

    /// Those of them whom somebody leaves by going there.
    fn left(&self, look: Look<'_>, who: Id, to: Footprint) -> Vec<Id> {
        if !self.leaving || look.footprint(who) == to {
            return Vec::new();
        }
        let mut left = self.beset(look, who);
        left.retain(|foe| Self::arms(look, *foe, to).next().is_none());
        left
    }

    /// Whether doing that beside an enemy brings it about.
    fn is_rash(&self, look: Look<'_>, who: Id, order: &Order) -> bool {
        let has_word = |arm: &Arm| {
            let is = |word: &Key| match word.as_str() {
                "ranged" => arm.is_ranged(),
                "spell" => arm.kind == ArmKind::Spell,
                _ => arm.has(*word),
            };
            self.beside.iter().any(is)
        };
        let arm = order.with.and_then(|name| look.item(who, name)).map(|item| &*item.arm);
        self.deeds.contains(&order.verb) || arm.is_some_and(has_word)
    }

    /// Lets these strike at `who`, each as long as `who` stands.
    fn strike_all(&self, table: &mut Table<'_>, foes: &[Id], who: Id, why: &str) -> Step {
        for foe in foes {
            if table.look().is_in_play(who) && self.is_free(table.look(), *foe) {
                self.strike(table, *foe, who, why)?;
            }
        }
        Ok(())
    }

    fn strike(&self, table: &mut Table<'_>, foe: Id, who: Id, why: &str) -> Step {
        let (look, rule) = (table.look(), self.rule);
        let blows = self.blows(look, foe, who);
        if blows.is_empty() {
            return Ok(());
        }
        let prompt = format!("{} {why}: does {} strike?", look.name(who), look.name(foe));
        let offer = |question: Question, order: &Order| {
            let arm = order.with.map_or("", Key::as_str);
            let choice = Choice::new(order.clone(), format!("Strike with {arm}"), Group::Reaction, rule);
            question.choice(choice.weighed(worth(look, foe, order)))
        };
        let question = Question::new(OPPORTUNITY, look.side(foe), foe, prompt).by(who).rule(rule);
        let hold = Choice::new(Order::new(LET_GO), "Let it go", Group::Reaction, rule).weighed(Worth(0));
        let answer = table.ask(blows.iter().fold(question, offer).choice(hold))?;
        let Some(order) = blows.into_iter().find(|order| *order == answer) else { return Ok(()) };
        let round = table.clock().round;
        let mut struck = table.edit::<Struck>(foe);
        let before = if struck.round == round { struck.times } else { 0 };
        *struck = Struck { round, times: before + 1 };
        table
            .say(rule, (foe, who), |look| format!("{} {why}, and {} strikes at once.", look.name(who), look.name(foe)));
        table.perform_as(foe, (who, OPPORTUNITY.into()), &order).map(drop)
    }

    /// What such blows of these would do to somebody, in felled fighters.
    fn feared(&self, look: Look<'_>, who: Id, foes: Vec<Id>) -> f64 {
        let here = look.footprint(who);
        let each = |foe: Id, arm: &Arm| {
            let order = Order::new(self.blow).with(arm.name).at(look.aim(who));
            look.weigh_once(OPPORTUNITY, (foe, who), arm, || f64::from(worth(look, foe, &order).0) / 1000.0)
        };
        let best = |foe: Id| Self::arms(look, foe, here).map(|arm| each(foe, arm)).fold(0.0, f64::max);
        foes.into_iter().map(best).sum()
    }
}

/// What a blow is worth to whoever may strike it.
fn worth(look: Look<'_>, foe: Id, order: &Order) -> Worth {
    let forecast = look.forecast(foe, order);
    forecast.map_or(Worth(1), |forecast| forecast.worth(look, foe).max(Worth(1)))
}

mechanic!(Opportunity: |self| {
    answers_for => {
        let words =
            |state: &ConditionName| (*state, format!("whether those who are `{state}` are struck for turning away"));
        self.spares.iter().map(words).collect()
    },
});

hears!(Opportunity: |self, table| {
    AboutTo { who, order } => {
        let look = table.look();
        // Whoever strikes so is not struck at for it.
        if table.is_within(OPPORTUNITY) || !self.is_rash(look, who, order) {
            return Ok(());
        }
        let foes = self.beset(look, who);
        self.strike_all(table, &foes, who, "looks away")
    },
});

impl Steps for Opportunity {
    fn before_step(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        let foes = self.left(table.look(), who, to);
        if foes.is_empty() {
            return Ok(true);
        }
        self.strike_all(table, &foes, who, "goes out of reach")?;
        let look = table.look();
        Ok(look.is_in_play(who) && look.allows(who, &["act", "move"]).is_ok())
    }
}

impl Judges for Opportunity {
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        self.feared(look, who, self.left(look, who, at))
    }

    fn risk(&self, look: Look<'_>, who: Id, order: &Order) -> f64 {
        if self.is_rash(look, who, order) { self.feared(look, who, self.beset(look, who)) } else { 0.0 }
    }
}
