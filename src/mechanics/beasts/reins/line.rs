//! One time line for a rider and their mount: both turns begin and end together, and the one who holds the reins says
//! who acts next (ST-MOUNT-02, ST-MOUNT-04).

use super::Reins;
use crate::mechanics::prelude::*;

/// The reins of a mount in the turn that it takes together with its rider.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bridle {
    /// The round in which its turn last began.
    pub round: i32,
    /// Whether its rider keeps it in hand.
    pub is_controlled: bool,
    /// What its rider had spent when they had only gone on with what was begun before, or had just got on.
    pub early: Option<i32>,
    /// Whether it has left its place.
    pub has_moved: bool,
    /// Whether its rider has used both hands for something else.
    pub is_let_go: bool,
    /// Who was handed the turn since anybody did anything.
    pub handed: SmallVec<[Id; 2]>,
    /// What it does that takes several seconds.
    pub ride: Option<super::passing::Ride>,
}

impl Bridle {
    pub(super) fn of(look: Look<'_>, mount: Id) -> Self {
        look.get::<Self>(mount).cloned().unwrap_or_default()
    }
}

/// The task in which a mount that was just mounted takes its place on the time line.
const CATCH_UP: &str = "catch up";

/// What a mount does of its own that its rider must have it in hand for.
const ITS_OWN: [&str; 5] = ["act", "move", "run", "attack", "combo"];

impl Reins {
    /// Whether a rider may still take the reins: they have done nothing else in this turn.
    pub(super) fn may_control(&self, look: Look<'_>, rider: Id, mount: Id) -> Allowed {
        let (bridle, rule) = (Bridle::of(look, mount), self.rules.control);
        let economy = &look.rules().economy;
        // What stun and stagger take of a turn is nothing that its rider has done.
        let is_early = [0, bridle.early.unwrap_or(0)].contains(&economy.spent(look, rider));
        match () {
            () if Self::rider(look, mount) != Some(rider) => Err(look.refusal_of(rider, rule, "is not in the saddle")),
            () if bridle.is_controlled => Err(look.refusal_of(mount, rule, "is in hand")),
            () if !self.is_willing(look, mount) => Err(look.refusal_of(mount, rule, "goes their own way")),
            () if !is_early => Err(look.refusal(rule, || "the reins come before anything else in a turn".to_owned())),
            () => Ok(()),
        }
    }

    /// The turn of a rider begins, and so does that of their mount.
    pub(super) fn begin_together(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (look, round) = (table.look(), table.clock().round);
        let body = look.body(who);
        let rides = look.mount(body).filter(|mount| Self::rider(look, *mount) == Some(body));
        if let Some(mount) = rides {
            // What the minds in a rider have of the mount in a round is one turn for them all.
            let goes_on = look.houses_minds(body) && Bridle::of(look, mount).round == round;
            *table.edit::<Bridle>(mount) = Bridle { round, ..Bridle::default() };
            table.edit::<ActsWith>(mount).0 = Some(who);
            if goes_on {
                let rules = table.rules();
                return rules.economy.reopen(table, mount);
            }
            table.push(Task::Begin(mount));
        } else if look.has_tag(who, self.words.0) {
            table.edit::<Bridle>(who).round = round;
        }
        Ok(())
    }

    /// Somebody has got on: what has not had its turn in this round takes it now, as far as it is not over.
    pub(super) fn join(&self, table: &mut Table<'_>, who: Id, mount: Id) {
        let (look, round) = (table.look(), table.clock().round);
        let spent = look.rules().economy.spent(look, who);
        let turn = look.clock().turn.filter(|mind| look.body(*mind) == who);
        if turn.is_none() || Self::rider(look, mount) != Some(who) {
            return;
        }
        let bridle = Bridle::of(look, mount);
        let is_fresh = bridle.round < round;
        let early = Some(spent);
        *table.edit::<Bridle>(mount) = Bridle { round, early, ..bridle };
        table.edit::<ActsWith>(mount).0 = turn;
        if is_fresh {
            let (of, name) = (Key::from("Reins"), Key::from(CATCH_UP));
            table.push(Task::Custom { of, name, who: mount, stage: Stage::Turn });
            table.push(Task::Begin(mount));
        }
    }

    /// What of a turn was over when somebody got on is over for their mount, too.
    pub(super) fn catch_up(&self, table: &mut Table<'_>, mount: Id) -> Step {
        let rules = table.rules();
        let Some(rider) = table.look().acts_with(mount) else { return Ok(()) };
        let look = table.look();
        let gone = rules.economy.remaining(look, mount) - rules.economy.remaining(look, rider);
        rules.economy.lose(table, mount, gone.max(0))
    }

    /// The turn of a rider is over: their mount uses what is left of its own.
    pub(super) fn end_together(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let mount = look.everybody().find(|id| look.acts_with(*id) == Some(who));
        if let Some(mount) = mount {
            let body = look.body(who);
            let initiative = &look.rules().initiative;
            let comes = |mind: Id| !initiative.has_acted(look, mind) || initiative.has_put_off(look, mind);
            // Its turn is over with that of the last mind in its rider.
            if !look.minds(body).any(|mind| mind != who && comes(mind)) {
                table.push(Task::End(mount));
            }
            table.push(Task::Choose(mount));
        }
    }

    /// Somebody has done something in a turn that two take together.
    pub(super) fn has_done(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        let look = table.look();
        let mount = look.mount(who).unwrap_or(who);
        if look.riders(mount).is_empty() || look.get::<Bridle>(mount).is_none() {
            return;
        }
        let spent = look.rules().economy.spent(look, who);
        let goes_on = order.verb == "go on" && who != mount && !Bridle::of(look, mount).is_controlled;
        let mut bridle = table.edit::<Bridle>(mount);
        if order.verb != super::deeds::HAND_OVER {
            bridle.handed.clear();
        }
        if goes_on {
            bridle.early = Some(spent);
        }
        if who == mount {
            bridle.ride = None;
        }
    }
}

forbids!(Reins: |self, look, who, kinds| {
    // What a rider and their mount may not do because of each other.
    if look.mount(who).is_none() && look.riders(who).is_empty() {
        return Ok(());
    }
    let is_under_way = |mount: Id| Bridle::of(look, mount).ride.is_some();
    if let Some(mount) = look.mount(who).filter(|mount| kinds.contains(&"dismount".into()) && is_under_way(*mount)) {
        return Err(look.refusal_of(mount, self.rules.together, "does not stand still"));
    }
    let holds_shield = || self.in_rein_hand(look, who).is_some_and(|item| item.arm.kind == ArmKind::Item);
    if let Some(mount) = look.mount(who)
        && kinds.contains(&"block".into())
        && Bridle::of(look, mount).has_moved
        && holds_shield()
    {
        return Err(look.refusal(self.rules.hand, || "that hand holds the reins".to_owned()));
    }
    // Another mind in it has turns of its own.
    let Some(rider) = Self::rider(look, who).filter(|_| look.mind(who) == who) else { return Ok(()) };
    let why = || format!("{} acts when {} does", look.name(who), look.name(rider));
    look.refuse_if(kinds.contains(&"wait".into()), self.rules.together, why)?;
    let bridle = Bridle::of(look, who);
    if !ITS_OWN.into_iter().any(|own| kinds.contains(&own.into())) || !self.is_willing(look, who) {
        return Ok(());
    }
    let why = || format!("{} does not have {} in hand", look.name(rider), look.name(who));
    look.refuse_if(!bridle.is_controlled, self.rules.control, why)?;
    if !["move", "run"].into_iter().any(|goes| kinds.contains(&goes.into())) {
        return Ok(());
    }
    look.refuse_one_if(bridle.is_let_go, rider, self.rules.hand, "has had their hand off the reins")
});
