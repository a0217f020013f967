//! Whoever is attacked is asked what they do about it, and then each friend who could step in (HG-DEF-01, HG-DEF-09).

use super::{Contest, Defender, bonus, friends, pay};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{ASSIST, DEFEND};

/// The chance of a hit that must be taken away for a friend's action to be well spent on it.
const AN_ACTION: f64 = 0.25;

impl Contest {
    /// Asks the target, and then every friend who could step in for them; each is told what is being done.
    pub(super) fn ask(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        (attack, challenge): (&Sum, &Sum),
        says: &str,
    ) -> Step<Vec<Defender>> {
        let Some(target) = case.against.filter(|target| !target.is_thing()) else { return Ok(Vec::new()) };
        let look = table.look();
        let offered = look.defences(case);
        let prompt = format!("{} {says}: what does {} do?", look.name(case.who), look.name(target));
        let question = Question::new(DEFEND, look.side(target), target, prompt).by(case.who).rule(self.defends);
        let answer = self.ask_one(table, question, &offered, (attack, challenge), self.undefended)?;
        let mut defenders: Vec<Defender> = answer.into_iter().collect();
        self.ask_friends(table, case, (attack.total(), challenge.total(), says), &mut defenders)?;
        Ok(defenders)
    }

    /// Asks somebody which of these they do about an attack, if there is any that they can; they pay at once.
    pub(in crate::mechanics) fn ask_one(
        &self,
        table: &mut Table<'_>,
        question: Question,
        offered: &[Defence],
        (attack, challenge): (&Sum, &Sum),
        undefended: RuleId,
    ) -> Step<Option<Defender>> {
        let can = offered.iter().any(|defence| defence.choice.is_legal());
        let Some(who) = question.who.filter(|_| can) else { return Ok(None) };
        let weighed = offered.iter().map(|defence| self.weighed(defence, attack, challenge));
        let question = weighed.fold(question, Question::choice);
        let open = self.chance(attack.total(), challenge.total(), None).chance(|hits| !*hits);
        let mut none = Choice::new(Order::new("none"), "Nothing", Group::Defence, undefended).letting_be();
        (none.chance, none.worth) = (Some(open.percent()), Some(Worth::of(open.to_f64())));
        let answer = table.ask(question.choice(none))?;
        let Some(defence) = offered.iter().find(|defence| defence.is_meant_by(&answer)) else { return Ok(None) };
        pay(table, who, DEFEND)?;
        let order = Order { to: answer.to, ..defence.choice.order.clone() };
        Ok(Some(Defender { who, order, rule: defence.choice.rule, is_friend: false }))
    }

    /// Asks every friend who could step in, as long as there is anything to be stopped.
    fn ask_friends(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        (attack, challenge, says): (i32, i32, &str),
        defenders: &mut Vec<Defender>,
    ) -> Step {
        let Some(target) = case.against else { return Ok(()) };
        let met = |defender: &Defender| bonus(table.look(), case, defender).total().saturating_add(challenge);
        let mut against: Vec<i32> = defenders.iter().map(met).collect();
        let wins = |against: &[i32]| self.chance_against(attack, challenge, against).chance(|wins| *wins).to_f64();
        for (friend, defence) in friends(table.look(), case) {
            let now = wins(&against);
            if now <= 0.0 {
                break;
            }
            if !defence.choice.is_legal() {
                continue;
            }
            let look = table.look();
            let (by, friend_name) = (look.name(case.who), look.name(friend));
            let prompt = format!("{by} {says}: does {friend_name} block for {}?", look.name(target));
            let mut none = Choice::new(Order::new("none"), "No", Group::Defence, self.assists).letting_be();
            none.worth = Some(Worth(0));
            against.push(defence.bonus.total().saturating_add(challenge));
            let then = wins(&against);
            let mut choice = defence.choice.clone();
            choice.chance = Some(self.chance_against(attack, challenge, &against).chance(|wins| !*wins).percent());
            // A whole action for what it changes.
            choice.worth = Some(Worth::of(now - then - AN_ACTION));
            let question =
                Question::new(ASSIST, look.side(friend), friend, prompt).by(case.who).whom(target).rule(self.assists);
            let answer = table.ask(question.choice(none).choice(choice))?;
            if answer.verb == defence.choice.order.verb {
                pay(table, friend, ASSIST)?;
                let order = defence.choice.order.clone();
                defenders.push(Defender { who: friend, order, rule: self.assists, is_friend: true });
            } else {
                against.pop();
            }
        }
        Ok(())
    }

    /// A defence with the chance that the attack comes to nothing by it.
    pub(in crate::mechanics) fn weighed(&self, defence: &Defence, attack: &Sum, challenge: &Sum) -> Choice {
        let mut choice = defence.choice.clone();
        if choice.is_legal() {
            let holds = self.holds(attack.total(), challenge.total(), defence.bonus.total());
            choice.chance = Some(holds.percent());
            // What it costs is felt later in the round.
            let cost = if choice.pays > 0 { AN_ACTION / 4.0 } else { 0.0 };
            // What it is worth beside that, lying on the ground after it, say.
            let beside = choice.worth.map_or(0, |worth| worth.0);
            choice.worth = Some(Worth(Worth::of(holds.to_f64() - cost).0 + beside));
        }
        choice
    }

    /// How likely an attack comes to nothing against this defence with the challenge added.
    fn holds(&self, attack: i32, challenge: i32, defence: i32) -> Fraction {
        self.chance(attack, challenge, Some(defence.saturating_add(challenge))).chance(|wins| !*wins)
    }
}
