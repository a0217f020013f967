//! Those whose enemies do not know where they are: what gives them away, and how somebody comes to be hidden in
//! the middle of a fight (ZN-STEALTH-04 to ZN-STEALTH-06).

use super::come_out;
use super::unseen::{Hide, Sneak, Speak};
use crate::mechanics::prelude::*;

/// The numbers of hiding.
#[derive(Clone, Debug, Deserialize)]
pub struct Hiding {
    /// The state of those who are hidden.
    pub concealed: ConditionName,
    /// The state of those who go unseen this turn.
    pub sneaking: ConditionName,
    /// States of those who go too fast for that, unless they have learned it.
    pub hurrying: Vec<ConditionName>,
    /// What those have learned who go unseen at any pace.
    pub skill: TechniqueName,
    /// The state of those who look elsewhere.
    pub distracted: ConditionName,
    /// Groups of deeds that give whoever does them away.
    pub loud: Vec<Key>,
    /// Deeds of other groups that do.
    pub noisy: Vec<Verb>,
    /// Whether nobody is shown where hidden enemies are.
    pub is_secret: bool,
    /// The rules that these numbers stand for.
    pub rules: HidingRules,
}

rule_ids! { struct HidingRules {
    speak: "Saying something.",
    reveal: "Being revealed.",
    hide: "Going into hiding.",
} }

/// Whether an enemy had somebody in view when the round began.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Watched(bool);

/// The last round in which somebody has gone anywhere in a turn of their own.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gone(Option<i32>);

impl Hiding {
    pub(super) fn is_hidden(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.concealed)
    }

    /// Enemies who are able to act.
    fn enemies<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = Id> + 'a {
        look.everybody().filter(move |id| look.are_enemies(who, *id) && look.is_in_play(*id))
    }

    /// Enemies who have somebody in view.
    pub(super) fn watchers(look: Look<'_>, who: Id) -> Vec<Id> {
        Self::enemies(look, who).filter(|enemy| look.sees(*enemy, who)).collect()
    }

    /// Whether somebody was in view when the round began.
    pub(super) fn was_watched(look: Look<'_>, who: Id) -> bool {
        look.get::<Watched>(who).is_some_and(|watched| watched.0)
    }

    /// Whether somebody has taken a step in the turn that they are taking.
    pub(super) fn has_gone(look: Look<'_>, who: Id) -> bool {
        look.get::<Gone>(who).is_some_and(|gone| gone.0 == Some(look.clock().round))
    }

    /// Everybody gets to know where somebody is.
    fn reveal(&self, table: &mut Table<'_>, who: Id, why: &str) -> Step {
        come_out(table, who, self.concealed, (self.rules.reveal, why))
    }

    fn on_round(&self, table: &mut Table<'_>) {
        let look = table.look();
        let watched = |id: Id| (id, Watched(look.is_in_play(id) && !Self::watchers(look, id).is_empty()));
        let watched: Vec<_> = look.everybody().map(watched).collect();
        for (who, watched) in watched {
            *table.edit::<Watched>(who) = watched;
        }
    }

    fn on_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>) -> Step {
        if self.is_hidden(table.look(), blow.case.who) {
            self.reveal(table, blow.case.who, "they have struck")?;
        }
        // Nobody aims at somebody whom nobody sees: that one has stepped in the way.
        let stepped_in = blow.case.against.filter(|_| !blow.case.is("blast"));
        match stepped_in.filter(|who| self.is_hidden(table.look(), *who)) {
            Some(who) => self.reveal(table, who, "they have got in the way"),
            None => Ok(()),
        }
    }

    fn on_harm(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        if hit.judged.harm > 0 && self.is_hidden(table.look(), hit.who) {
            return self.reveal(table, hit.who, "they have been hurt");
        }
        Ok(())
    }

    fn on_deed(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let group = look.deed(order.verb).map_or("", |deed| deed.group().as_str());
        let is_loud = self.loud.iter().any(|loud| *loud == group);
        let is_noisy = || self.noisy.contains(&order.verb);
        if self.is_hidden(look, who) && (is_loud || is_noisy()) {
            return self.reveal(table, who, "that was not to be missed");
        }
        Ok(())
    }

    fn on_move(&self, table: &mut Table<'_>, who: Id) -> Step {
        let clock = table.clock();
        let goes = clock.turn == Some(who);
        if goes {
            table.edit::<Gone>(who).0 = Some(clock.round);
        }
        let look = table.look();
        if !self.is_hidden(look, who) {
            return Ok(());
        }
        if Self::enemies(look, who).any(|enemy| look.is_nearby(enemy, who)) {
            return self.reveal(table, who, "they have come too near an enemy");
        }
        if goes && !look.is(who, self.sneaking) && !Self::watchers(look, who).is_empty() {
            return self.reveal(table, who, "they have been seen walking");
        }
        Ok(())
    }
}

impl Mechanic for Hiding {
    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        let hiding = Arc::new(self.clone());
        vec![Arc::new(Speak(hiding.clone())), Arc::new(Sneak(hiding.clone())), Arc::new(Hide(hiding))]
    }
}

hears!(Hiding: |self, table| {
    RoundBegun => self.on_round(table),
    TurnBegun { who } => table.edit::<Gone>(who).0 = None,
    Blow { blow } => self.on_blow(table, blow),
    Harmed { hit } => self.on_harm(table, hit),
    Done { who, order } => self.on_deed(table, who, order),
    Moved { who, .. } => self.on_move(table, who),
});

impl Sees for Hiding {
    fn conceals(&self, look: Look<'_>, who: Id, from: SideId) -> bool {
        self.is_secret && self.is_hidden(look, who) && look.side(who) != from
    }
}
