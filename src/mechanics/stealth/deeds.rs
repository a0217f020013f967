//! Hiding, looking out for those who hide, and listening for those who cannot
//! be seen (ST-STEALTH-01, ST-STEALTH-03, ST-STEALTH-04).

use super::who_sees_whom::{Hiding, WhoSeesWhom};
use crate::mechanics::prelude::*;

/// Hiding.
#[derive(Debug)]
pub(super) struct Hide(pub Arc<WhoSeesWhom>);

/// Enemies who could see `who` if `who` did not hide.
fn watchers(look: Look<'_>, who: Id) -> impl Iterator<Item = Id> + use<'_> {
    look.foes(who).filter(move |id| look.in_line(*id, who))
}

impl Deed for Hide {
    nature!(|self| Nature::of("hide", Group::Stealth, Stage::Movement).tempting(false));

    offers!(|self| "Hide", self.0.rules.unseen);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["hide"])?;
        let plain = watchers(look, who)
            .filter(|id| look.allows(*id, &["look"]).is_ok())
            .find(|id| self.0.unseen(look, *id, who).is_none() && !self.0.is_sheltered(look, *id, who));
        match plain {
            Some(watcher) => {
                let why = format!("{} sees them plainly: it takes cover or concealment to hide", look.name(watcher));
                Err(Refusal::new(self.0.rules.concealed, why))
            }
            None => Ok(()),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let sight = &self.0;
        let rule = sight.rules.unseen;
        let bonus = table.look().figure(who, sight.hides_by);
        let result = table.roll(who, "hiding", &sight.die, bonus, rule)?;
        *table.edit::<Hiding>(who) = Hiding { result: Some(result), ..Hiding::default() };
        let look = table.look();
        let watching: Vec<Id> = watchers(look, who).filter(|id| look.allows(*id, &["look"]).is_ok()).collect();
        for watcher in watching {
            let look = table.look();
            // Darkness and magic hide whatever one sees.
            let by_magic = sight.unseen.iter().any(|kind| look.is(who, kind));
            if by_magic || sight.unseen(look, watcher, who) != Some(rule) {
                continue;
            }
            let (bonus, dc) = (look.figure(watcher, sight.notices_by), sight.sight_dc(look, watcher, who, result));
            if table.passes(watcher, "perception", &sight.die, bonus, dc, rule)? {
                table.edit::<Hiding>(who).seen_by.push(watcher);
            }
        }
        Ok(())
    }
}

/// By what somebody notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// Seeing through a hiding place.
    Eyes,
    /// Hearing where somebody is.
    Ears,
}

/// Looking out or listening.
#[derive(Debug)]
pub(super) struct Notice {
    pub sight: Arc<WhoSeesWhom>,
    pub sense: Sense,
}

impl Notice {
    const fn word(&self) -> &'static str {
        match self.sense {
            Sense::Eyes => "look",
            Sense::Ears => "listen",
        }
    }

    /// Who could be noticed, and what it takes.
    fn hidden(&self, look: Look<'_>, who: Id) -> Vec<(Id, Sum)> {
        let sight = &self.sight;
        let others = look.foes(who);
        let dc = |id: Id| match self.sense {
            Sense::Ears => sight.is_lost(look, who, id).then(|| sight.hearing_dc(look, id)),
            Sense::Eyes => {
                let result = look.get::<Hiding>(id).and_then(|hiding| hiding.result)?;
                let hidden = sight.unseen(look, who, id) == Some(sight.rules.unseen) && look.in_line(who, id);
                hidden.then(|| sight.sight_dc(look, who, id, result))
            }
        };
        others.filter_map(|id| Some((id, dc(id)?))).collect()
    }
}

impl Deed for Notice {
    nature!(|self| Nature::of(self.word(), Group::Stealth, Stage::Upkeep));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let order = Order::new(self.word());
        let may = self.check(look, who, &order);
        let label = match self.sense {
            Sense::Eyes => "Look out for those who hide",
            Sense::Ears => "Listen for the unseen",
        };
        if may.is_ok() {
            out.push(Choice::new(order, label, Group::Stealth, self.sight.rules.finding));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &[self.word()])?;
        let why = || "there is nobody to be found so";
        look.refuse_if(self.hidden(look, who).is_empty(), self.sight.rules.finding, why)
    }

    /// Whoever knows of no enemy looks for one.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let mut enemies = look.foes(who);
        let all_lost =
            enemies.all(|id| self.sight.unseen(look, who, id).is_some() && self.sight.is_lost(look, who, id));
        all_lost.then(|| Worth::of(0.005))
    }

    /// One roll, compared with what each of those hidden takes.
    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let hidden = self.hidden(table.look(), who);
        let (die, rule) = (&self.sight.die, self.sight.rules.finding);
        let bonus = table.look().figure(who, self.sight.notices_by);
        let throw = table.throw(die)?;
        let total = throw.total.saturating_add(bonus.total());
        let mut missed: Vec<i32> = Vec::new();
        for (id, dc) in hidden {
            let found = total >= dc.total();
            // What is not noticed is said once, not for each who goes unnoticed.
            if !found && missed.contains(&dc.total()) {
                continue;
            }
            missed.extend((!found).then(|| dc.total()));
            let side = table.look().side(who);
            if found {
                let mut hiding = table.edit::<Hiding>(id);
                match self.sense {
                    Sense::Eyes => hiding.seen_by.push(who),
                    Sense::Ears => hiding.found_by.push(side),
                }
            }
            table.note(|look| {
                let (observer, square) = (look.name(who), look.footprint(id).at);
                let text = match (found, self.sense) {
                    (true, Sense::Eyes) => format!("{observer} sees {}.", look.name(id)),
                    (true, Sense::Ears) => format!("{observer} hears {} at {square}.", look.name(id)),
                    (false, _) => format!("{observer} notices nothing: {total} against {}.", dc.total()),
                };
                let roll = Roll::of("perception", die, &throw, &bonus).against(dc.clone(), found);
                Fact::new(rule, text).who(who).roll(roll)
            });
        }
        Ok(())
    }
}
