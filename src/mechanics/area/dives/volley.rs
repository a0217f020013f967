//! What comes down everywhere: there is no way out of it, but a shield stops it (HG-DEF-12).

use super::Dives;
use super::dive::Threat;
use crate::mechanics::contest::{Defender, bonus};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::DEFEND;

impl Dives {
    /// Whether an arm comes down everywhere.
    pub(super) fn is_volley(&self, threat: &Threat<'_>) -> bool {
        threat.arm.has(self.words.volley)
    }

    /// What somebody in it may do about it.
    pub(super) fn shields(look: Look<'_>, who: Id, threat: &Threat<'_>) -> Vec<Defence> {
        look.defences(&attack_on(threat, who))
    }

    /// Asks everybody in it, before anything is rolled.
    pub(super) fn ask_shields(&self, table: &mut Table<'_>, threat: &Threat<'_>, attack: &Sum) -> Step<Vec<Defender>> {
        let mut shields = Vec::new();
        if !self.is_volley(threat) {
            return Ok(shields);
        }
        for who in self.inside(table.look(), &threat.area) {
            let (look, rule) = (table.look(), self.rules.volley);
            let offered = Self::shields(look, who, threat);
            let prompt = format!("{}: what about the {}?", look.name(who), threat.arm.name);
            let mut question = Question::new(DEFEND, look.side(who), who, prompt).rule(rule);
            question.by = threat.by;
            shields.extend(self.contest.ask_one(table, question, &offered, (attack, &threat.challenge), rule)?);
        }
        Ok(shields)
    }

    /// Rolls what somebody does about it; whether that stops it.
    pub(super) fn is_shielded(
        &self,
        table: &mut Table<'_>,
        who: Id,
        threat: &Threat<'_>,
        (shields, against): (&[Defender], i32),
    ) -> Step<bool> {
        let Some(shield) = shields.iter().find(|shield| shield.who == who) else { return Ok(false) };
        let case = attack_on(threat, who);
        let mut bonus = bonus(table.look(), &case, shield);
        bonus.include(&threat.challenge);
        let stops = |shown: i32| shown.saturating_add(bonus.total()) >= against;
        let throw = table.throw_for(&self.contest.dice, stops)?;
        self.contest.tell_defence(table, None, case.on, (shield, &throw, &bonus), against);
        Ok(stops(throw.total))
    }
}

/// The case of the attack on somebody in it; what nobody on the field does is their own.
fn attack_on<'a>(threat: &Threat<'a>, who: Id) -> Case<'a> {
    Case { against: threat.by.map(|_| who), ..threat.case("attack", threat.by.unwrap_or(who)) }
}
