//! One turn for a mount or vehicle and all whom it carries: who is sent for them, how they act in any order, and who
//! keeps their turn (ZN-MOUNT-01, ZN-MOUNT-02).

use super::Mounts;
use crate::mechanics::prelude::*;

/// Those who take one turn together at the moment.
#[derive(Component, Clone, Debug, Default)]
pub struct Party {
    round: i32,
    /// The first of them was sent for all.
    members: SmallVec<[Member; 4]>,
    /// Who was handed the turn since anybody did anything.
    handed: SmallVec<[Id; 4]>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Member {
    who: Id,
    /// Whether they have done anything at all.
    did: bool,
    /// Whether that was more than getting on or off.
    acted: bool,
}

impl Party {
    /// The party in which somebody takes their turn now.
    pub fn of(look: Look<'_>, who: Id) -> Option<&Self> {
        let party = look.battle::<Self>()?;
        let is_one = party.round == look.clock().round && party.members.iter().any(|member| member.who == who);
        is_one.then_some(party)
    }

    /// Whether any of these has acted in the turn that they take together.
    pub fn has_acted(look: Look<'_>, who: &[Id]) -> bool {
        let party = if who.is_empty() { None } else { look.battle::<Self>() };
        party.is_some_and(|party| {
            let acts = |member: &Member| member.acted && who.contains(&member.who);
            party.round == look.clock().round && party.members.iter().any(acts)
        })
    }
}

/// The name of the task in which those who did nothing are asked whether they keep their turns.
const RESERVE: &str = "reserve";

impl Mounts {
    /// Those of a mount and its riders who could begin their turns now, whoever is sent for them first.
    fn group(look: Look<'_>, who: Id) -> SmallVec<[Id; 4]> {
        let mount = look.mount(who).unwrap_or(who);
        let is_left_out = |id: Id| look.rules().registry.drives.iter().any(|mechanic| mechanic.leaves_out(look, id));
        let can = |id: &Id| {
            look.is_in_play(*id)
                && look.rules().economy.is_fresh(look, *id)
                && !look.is_kept_from(*id, "turn")
                && !is_left_out(*id)
        };
        std::iter::once(mount).chain(look.riders(mount).iter().copied()).filter(can).collect()
    }

    /// Only one of a mount and its riders is sent: the others act in its turn.
    pub(super) fn forbid_turn(&self, look: Look<'_>, who: Id) -> Allowed {
        match Self::group(look, who).first() {
            Some(first) if *first != who => {
                let why = || format!("{} takes their turn together with {}", look.name(who), look.name(*first));
                Err(look.refusal(self.rules.together, why))
            }
            _ => Ok(()),
        }
    }

    /// Whoever was sent begins their turn: so do the others.
    pub(super) fn gather(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let carried = look.mount(who).is_some() || !look.riders(who).is_empty();
        if !carried || Party::of(look, who).is_some() {
            return;
        }
        // The turn of whoever was sent has begun and is fresh no more.
        let mut members: SmallVec<[Id; 4]> = Self::group(look, who).into_iter().filter(|id| *id != who).collect();
        if members.is_empty() {
            return;
        }
        table.say(self.rules.together, who, |look| {
            format!("{} takes their turn together with {}.", look.name(who), look.names(&members, ", "))
        });
        members.iter().rev().for_each(|member| table.push(Task::Begin(*member)));
        members.insert(0, who);
        let members = members.into_iter().map(|who| Member { who, did: false, acted: false }).collect();
        let round = table.clock().round;
        *table.edit_battle::<Party>() = Party { round, members, handed: SmallVec::new() };
    }

    /// The turn of whoever was sent ends: the others use what they have left of theirs, and then all end.
    pub(super) fn scatter(&self, table: &mut Table<'_>, who: Id) {
        let Some(party) = Party::of(table.look(), who) else { return };
        if party.members.first().is_none_or(|first| first.who != who) {
            return;
        }
        let others: SmallVec<[Id; 4]> = party.members.iter().skip(1).map(|member| member.who).collect();
        table.push(Task::Custom { of: Key::from("Mounts"), name: Key::from(RESERVE), who, stage: Stage::Upkeep });
        others.iter().rev().for_each(|other| table.push(Task::End(*other)));
        others.iter().rev().for_each(|other| table.push(Task::Choose(*other)));
    }

    /// When all have ended their turns, whoever did nothing may keep their own for a reaction.
    pub(super) fn reserve(&self, table: &mut Table<'_>) -> Step {
        let members = table.look().battle::<Party>().map(|party| party.members.clone()).unwrap_or_default();
        let rule = self.rules.reserve;
        for member in members {
            let (look, who) = (table.look(), member.who);
            if member.did || !look.is_in_play(who) || look.allows(who, &["react"]).is_err() {
                continue;
            }
            let prompt = format!("{} has done nothing: keep their turn for a reaction?", look.name(who));
            let keep = Choice::new(Order::new("reserve"), "Keep it", Group::Turn, rule).weighed(Worth(1));
            let spend = Choice::new(Order::new("spend"), "Let it go", Group::Turn, rule);
            let question = Question::new("reserve", look.side(who), who, prompt).rule(rule);
            if table.ask(question.choice(keep).choice(spend))?.verb == "reserve" {
                table.rules().economy.reopen(table, who)?;
                table.say(rule, who, |look| format!("{} keeps their turn in reserve.", look.name(who)));
            }
        }
        *table.edit_battle::<Party>() = Party::default();
        Ok(())
    }

    /// Somebody has done something, perhaps in a turn that they take with others.
    pub(super) fn has_done(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        let is_idle = self.idle.contains(&order.verb);
        if is_idle || Party::of(table.look(), who).is_none() {
            return;
        }
        let mut party = table.edit_battle::<Party>();
        party.handed.clear();
        let acted = !["mount", "dismount"].contains(&order.verb.as_str());
        for member in party.members.iter_mut().filter(|member| member.who == who) {
            (member.did, member.acted) = (true, member.acted || acted);
        }
    }
}

/// Letting another of those act who take their turn together.
#[derive(Debug)]
pub(super) struct HandOver(pub Arc<Mounts>);

impl HandOver {
    /// Those who could be handed the turn: the others of the party, as it is or as it would be if they were sent.
    fn others(look: Look<'_>, who: Id) -> SmallVec<[Id; 4]> {
        let group = match Party::of(look, who) {
            Some(party) => party.members.iter().map(|member| member.who).collect(),
            None if look.mount(who).is_none() && look.riders(who).is_empty() => SmallVec::new(),
            None => Mounts::group(look, who),
        };
        group.into_iter().filter(|id| *id != who).collect()
    }

    fn may(&self, look: Look<'_>, who: Id, to: Id) -> Allowed {
        let refuse = |why: &str| Err(look.refusal_of(to, self.0.rules.together, why));
        match () {
            () if !Self::others(look, who).contains(&to) => refuse("takes their turn alone"),
            () if Party::of(look, who).is_some_and(|party| party.handed.contains(&to)) => {
                refuse("was handed the turn before, and nothing has been done since")
            }
            () if !look.is_in_play(to) || look.rules().economy.is_over(look, to) => refuse("has nothing left to do"),
            () => look.allows(to, &["act"]),
        }
    }
}

impl Deed for HandOver {
    nature!(|self| Nature::of("hand over", Group::Turn, Stage::Upkeep).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for other in Self::others(look, who) {
            let (order, label) = (Order::new("hand over").at(look.aim(other)), format!("{} acts", look.name(other)));
            out.push(Choice::of(self, (look, who), order, label, self.0.rules.together).meant(Group::Move));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.may(look, who, look.target_or_refuse(order, "to whom? say `hand over at NAME`")?)
    }

    /// As much as the blow of whoever could strike from where they are.
    fn worth(&self, look: Look<'_>, _who: Id, order: &Order) -> Option<Worth> {
        let other = look.target(order)?;
        let (rules, blow) = (look.rules(), Order::new(ATTACK));
        let deed = look.deed(blow.verb).ok()?;
        rules.economy.price(look, other, &**deed, &blow).ok()?;
        look.allows(other, &["attack"]).ok()?;
        let here = look.footprint(other);
        rules.deeds.values().filter_map(|deed| deed.worth_from(look, other, here)).max()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Some(to) = table.look().target(order) else { return Ok(()) };
        if Party::of(table.look(), who).is_some() {
            table.edit_battle::<Party>().handed.push(to);
            table.push(Task::Choose(to));
        }
        Ok(())
    }
}
