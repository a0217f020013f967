//! Those whose enemies do not know where they are: what gives them away, and how somebody comes to be hidden in
//! the middle of a fight (ZN-STEALTH-04 to ZN-STEALTH-06).

use super::come_out;
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
    /// Groups of deeds that give away those who do them.
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
    fn is_hidden(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.concealed)
    }

    /// Enemies who are able to act.
    fn enemies<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = Id> + 'a {
        look.everybody().filter(move |id| look.are_enemies(who, *id) && look.is_in_play(*id))
    }

    /// Enemies who have somebody in view.
    fn watchers(look: Look<'_>, who: Id) -> Vec<Id> {
        Self::enemies(look, who).filter(|enemy| look.sees(*enemy, who)).collect()
    }

    /// Everybody gets to know where somebody is.
    fn reveal(&self, table: &mut Table<'_>, who: Id, why: &str) -> Step {
        come_out(table, who, self.concealed, (self.rules.reveal, why))
    }
}

mechanic!(Hiding: |self| {
    deeds(hiding) => vec![Arc::new(Speak(hiding.clone())), Arc::new(Sneak(hiding.clone())), Arc::new(Hide(hiding))],
});

hears!(Hiding: |self, table| {
    RoundBegun => {
        let look = table.look();
        let watched = |id: Id| (id, Watched(look.is_in_play(id) && !Self::watchers(look, id).is_empty()));
        let watched: Vec<_> = look.everybody().map(watched).collect();
        for (who, watched) in watched {
            *table.edit::<Watched>(who) = watched;
        }
    },
    TurnBegun { who } => table.edit::<Gone>(who).0 = None,
    Blow { blow } => {
        if self.is_hidden(table.look(), blow.case.who) {
            self.reveal(table, blow.case.who, "they have struck")?;
        }
        // Nobody aims at somebody whom nobody sees: that one has stepped in the way.
        let stepped_in = blow.case.against.filter(|_| !blow.case.is("blast"));
        match stepped_in.filter(|who| self.is_hidden(table.look(), *who)) {
            Some(who) => self.reveal(table, who, "they have got in the way"),
            None => Ok(()),
        }
    },
    Harmed { hit } => if hit.judged.harm > 0 && self.is_hidden(table.look(), hit.who) {
        return self.reveal(table, hit.who, "they have been hurt");
    },
    Done { who, order } => {
        let look = table.look();
        let group = look.deed(order.verb).map_or("", |deed| deed.group().as_str());
        let is_loud = self.loud.iter().any(|loud| *loud == group);
        let is_noisy = || self.noisy.contains(&order.verb);
        if self.is_hidden(look, who) && (is_loud || is_noisy()) {
            return self.reveal(table, who, "that was not to be missed");
        }
    },
    Moved { who, .. } => {
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
    },
});

impl Sees for Hiding {
    fn conceals(&self, look: Look<'_>, who: Id, from: SideId) -> bool {
        self.is_secret && self.is_hidden(look, who) && look.side(who) != from
    }
}

/// Saying a few words.
#[derive(Debug)]
pub struct Speak(pub Arc<Hiding>);

/// Saying that one goes unseen this turn.
#[derive(Debug)]
pub struct Sneak(pub Arc<Hiding>);

/// Going into hiding.
#[derive(Debug)]
pub struct Hide(pub Arc<Hiding>);

/// What it is worth to the hidden not to be seen walking, and to a shooter to strike from where nobody looks for them.
const UNSEEN: f64 = 0.01;
const HIDDEN: f64 = 0.02;

impl Deed for Speak {
    nature!(|self| Nature::of("speak", Group::Turn, Stage::Upkeep).reading(&[Reads::Said]).tempting(false));

    offers!(|self| "Say a few words", self.0.rules.speak);

    checks!(|self, look, who, _order| look.allows(who, &["speak", "gear"]));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        table.say(self.0.rules.speak, who, |look| {
            let said = order.sentence().map_or_else(|| " a few words".to_owned(), |words| format!(": “{words}”"));
            format!("{} says{said}.", look.name(who))
        });
        Ok(())
    }
}

impl Deed for Sneak {
    nature!(|self| Nature::of("sneak", Group::Stealth, Stage::Movement));

    offers!(|self| "Sneak", self.0.rules.reveal);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let (hiding, rule) = (&self.0, self.0.rules.reveal);
        look.allows(who, &["move", "sneak"])?;
        look.refuse_one_if(look.is(who, hiding.sneaking), who, rule, "sneaks already")?;
        let has_gone = look.get::<Gone>(who).is_some_and(|gone| gone.0 == Some(look.clock().round));
        let why = "has walked already, and whoever sneaks does so from the first step on";
        look.refuse_one_if(has_gone, who, rule, why)?;
        let hurries = hiding.hurrying.iter().any(|state| look.is(who, state)) && !look.knows(who, hiding.skill);
        look.refuse_one_if(hurries, who, rule, "is in too much of a hurry for that")
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        self.0.is_hidden(look, who).then(|| Worth::of(UNSEEN))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.say(self.0.rules.reveal, who, |look| format!("{} sneaks.", look.name(who)));
        table.begin(who, Condition::new(self.0.sneaking).until(Until::TurnEnd))
    }
}

impl Deed for Hide {
    nature!(|self| Nature::of("hide", Group::Stealth, Stage::Movement));

    offers!(|self| "Hide", self.0.rules.hide);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let (hiding, rule) = (&self.0, self.0.rules.hide);
        look.allows(who, &["hide", "physical"])?;
        look.refuse_one_if(hiding.is_hidden(look, who), who, rule, "is hidden already")?;
        let watchers = Hiding::watchers(look, who);
        let is_seen = watchers.iter().any(|enemy| !look.is(*enemy, hiding.distracted));
        look.refuse_one_if(is_seen, who, rule, "is in view of an enemy")?;
        let was_seen = watchers.is_empty() && look.get::<Watched>(who).is_some_and(|watched| watched.0);
        look.refuse_one_if(was_seen, who, rule, "was in view of an enemy until just now")
    }

    /// Whoever shoots does so best from where nobody expects them.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let mut ready = look.gear(who).iter().filter(|item| item.is_ready());
        let shoots = ready.any(|item| item.arm.kind == ArmKind::Ranged && !item.arm.has("blast"));
        shoots.then(|| Worth::of(HIDDEN))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let (rule, state) = (self.0.rules.hide, self.0.concealed);
        table.begin(who, Condition::new(state))?;
        table.say_change(rule, who, (state, 0, 1), |look| format!("{} goes into hiding.", look.name(who)));
        Ok(())
    }
}
