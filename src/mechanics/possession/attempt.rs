//! Taking over a body (ST-POSS-01, ST-POSS-02), and who stands up to it where there are several (ST-POSS-08).

use std::cmp::Reverse;

use smallvec::smallvec;

use super::TwoMinds;
use crate::mechanics::prelude::*;

/// From this grade on a will is beaten.
const BEATEN: i32 = 2;

/// Who stands up to whoever would come in.
enum Met {
    /// This one.
    By(Id),
    /// Nobody: the newcomer is asked in.
    Welcome,
    /// Nobody wants to.
    Nobody,
}

impl TwoMinds {
    /// What the will of a mind opposes to a roll of this word against it.
    fn opposed(&self, look: Look<'_>, by: Id, mind: Id, word: Key) -> Option<Exposed> {
        look.exposed(self.harms, &Case::of("toughness", mind).against(by).word(word)).of_a_kind(look.rules())
    }

    /// Whether a body is no farther off than this, with nothing solid before it.
    pub(super) fn may_reach(&self, look: Look<'_>, who: Id, body: Id, within: i32, rule: RuleId) -> Allowed {
        let (name, unit) = (look.name(body), &look.rules().measure.unit);
        let is_far = !look.place(body).present || look.distance(who, body) > within;
        look.refuse_if(is_far, rule, || format!("{name} is farther away than {within} {unit}"))?;
        look.refuse_if(!look.in_line(who, body), rule, || format!("something solid stands before {name}"))
    }

    /// Rolls against the will of a mind and lets that come about; whether the will is beaten.
    pub(super) fn assail(&self, table: &mut Table<'_>, by: Id, mind: Id, with: &Assault) -> Step<bool> {
        let total = table.roll(by, with.word.as_str(), &self.die, with.bonus.clone(), with.rule)?;
        let Some(exposed) = self.opposed(table.look(), by, mind, with.word) else { return Ok(false) };
        let hit = exposed.hit(&table.rules(), total, with.rule).by(by);
        let is_beaten = hit.judged.grade >= BEATEN;
        table.inflict(&Hit { types: smallvec![with.word], words: smallvec![with.word], ..hit })?;
        Ok(is_beaten)
    }

    /// What would come of that.
    pub(super) fn foretell(&self, look: Look<'_>, by: Id, mind: Id, with: &Assault) -> Option<Forecast> {
        let exposed = self.opposed(look, by, mind, with.word)?;
        let rolled = enumerate(|dice| Ok(dice.throw(&self.die)?.total)).ok()?;
        let judged = rolled.map(|natural| exposed.judge(look.rules(), natural.saturating_add(with.bonus.total())));
        let mut figures = vec![(with.word, with.bonus.clone())];
        figures.extend(exposed.figures("will"));
        Some(Forecast::of(vec![Prospect::judged(mind, &judged, figures)]))
    }

    /// The minds in a body that could stand up to a newcomer, the strongest will first.
    fn by_will(&self, look: Look<'_>, body: Id) -> Vec<Id> {
        let mut minds = Self::in_order(look, body);
        minds.retain(|mind| !look.has_given_up(*mind));
        minds.sort_by_key(|mind| Reverse(look.value(*mind, self.will)));
        minds
    }

    /// Asks who stands up to `newcomer`: whoever is alone may let them in, of several each may leave it to the next.
    fn met(&self, table: &mut Table<'_>, newcomer: Id, body: Id) -> Step<Met> {
        let look = table.look();
        if !look.houses_minds(body) {
            if look.is_able(body) && !self.is_let_in(table, newcomer, body)? {
                return Ok(Met::By(body));
            }
            return Ok(if table.look().is_able(body) { Met::Welcome } else { Met::By(body) });
        }
        let rule = self.rules.newcomer;
        for mind in self.by_will(look, body) {
            let look = table.look();
            // Whoever is out cold has no say in it.
            if !look.is_able(mind) {
                return Ok(Met::By(mind));
            }
            let prompt = format!("{}: stand up to {}?", look.name(mind), look.name(newcomer));
            let question = Question::new("resist", look.own_side(mind), mind, prompt)
                .by(newcomer)
                .rule(rule)
                .choice(Choice::new(Order::new("resist"), "Stand up to it", Group::Defence, rule))
                .choice(Choice::new(Order::new("decline"), "Leave it to the others", Group::Defence, rule));
            if table.ask(question)?.verb == "resist" {
                return Ok(Met::By(mind));
            }
        }
        Ok(Met::Nobody)
    }

    fn is_let_in(&self, table: &mut Table<'_>, newcomer: Id, body: Id) -> Step<bool> {
        let look = table.look();
        let prompt = format!("{}: let {} in?", look.name(body), look.name(newcomer));
        let question = Question::new("let in", look.own_side(body), body, prompt)
            .by(newcomer)
            .rule(self.rules.together)
            .choice(Choice::new(Order::new("resist"), "Resist", Group::Defence, self.rules.attempt))
            .choice(Choice::new(Order::new("let it in"), "Let it in", Group::Defence, self.rules.together));
        Ok(table.ask(question)?.verb == "let it in")
    }
}

/// One mind's roll against the will of another.
pub(super) struct Assault {
    /// What is added to the die.
    pub bonus: Sum,
    /// What it is called.
    pub word: Key,
    /// The rule of it.
    pub rule: RuleId,
}

/// Trying to take over a body.
#[derive(Debug)]
pub(super) struct Possess(pub Arc<TwoMinds>);

impl Possess {
    fn assault(&self, look: Look<'_>, who: Id) -> Assault {
        Assault { bonus: look.figure(who, self.0.bonus), word: self.0.attempt, rule: self.0.rules.attempt }
    }

    fn victim(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let rule = self.0.rules.attempt;
        look.refuse_one_if(!look.has_learned(who, self.0.bonus), who, rule, "cannot take over bodies")?;
        let victim = look.target_or_refuse(order, "whose body? say `at NAME`")?;
        let is_bodiless = victim == who || victim.is_thing() || !look.is_there(victim);
        look.refuse_one_if(is_bodiless, victim, rule, "has no body to take over")?;
        self.0.may_reach(look, who, victim, look.value(who, self.0.range), rule)?;
        let is_weaker = |exposed: Exposed| exposed.judge(look.rules(), i32::MAX).grade >= BEATEN;
        let has_a_mind = self.0.opposed(look, who, victim, self.0.attempt).is_some_and(is_weaker);
        look.refuse_one_if(!has_a_mind, victim, rule, "has no mind to overcome")?;
        Ok(victim)
    }
}

impl Deed for Possess {
    nature!(|self| Nature::of("possess", Group::Ability, Stage::Attacks).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !look.has_learned(who, self.0.bonus) {
            return;
        }
        let bodies = look.everybody().filter(|id| *id != who && look.is_there(*id));
        let bodies = bodies.filter(|id| look.is_known_to(*id, look.side(who)));
        let label = |body| format!("Take over {}", look.name(body));
        out.extend(Choice::at_each(self, (look, who), bodies, self.0.rules.attempt, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["possess"])?;
        self.victim(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(victim) = self.victim(table.look(), who, order) else { return Ok(()) };
        match self.0.met(table, who, victim)? {
            Met::Welcome => self.0.enter(table, who, victim, true),
            Met::Nobody => self.0.enter(table, who, victim, false),
            Met::By(mind) => {
                let with = self.assault(table.look(), who);
                if self.0.assail(table, who, mind, &with)? { self.0.enter(table, who, victim, false) } else { Ok(()) }
            }
        }
    }

    /// Against whoever would be asked first.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let victim = self.victim(look, who, order).ok()?;
        let mind = self.0.by_will(look, victim).first().copied()?;
        self.0.foretell(look, who, mind, &self.assault(look, who))
    }
}
