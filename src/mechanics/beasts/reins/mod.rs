//! A rider and their mount on one time line: both have a turn's time of their own, and the rider spends some on keeping
//! the mount in hand, and acts at any moment of the ride (ST-MOUNT-01 to ST-MOUNT-06).
//!
//! `line.rs` lets the two take one turn together, `deeds.rs` says what they do about each other, `passing.rs` lets the
//! rider act while they are carried along, and `fall.rs` gets them out of the saddle.

mod deeds;
mod fall;
mod line;
mod passing;

use self::deeds::{Control, HandOver, RideOn};
use self::line::Bridle;
use super::saddle::{Beasts, Ridden, carry, on_foot};
use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Dismount, Mount, Saddles, sheet_lines};
use crate::mechanics::room::room_beside;

/// The numbers of riding.
#[derive(Clone, Debug, Deserialize)]
pub struct Reins {
    /// The figure of those who know how to ride.
    pub skill: FigureName,
    /// The figure of what weighs on a mount, which its rider has less of that skill for.
    pub burden: FigureName,
    /// The word of mounts, and of those that nobody has trained.
    pub words: (Key, Key),
    /// What keeping a mount in hand takes: for those who know how to ride something trained, and for everybody else.
    pub control: (i32, i32),
    /// So many hands of one body leave none for the reins.
    pub hands: u8,
    /// The word of arms that take a hand less in the saddle.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub couched: Key,
    /// What is thrown when the mount drops, and what it must come to.
    pub stays: (Expr, i32),
    /// What a fall from the saddle does, what it harms, and the type of that harm.
    pub fall: Expr,
    /// The same.
    pub harms: HarmName,
    /// The same.
    pub types: Vec<Key>,
    /// States that these rules speak of.
    pub states: ReinsStates,
    /// States in which a mount goes its own way under any rider.
    pub bolts: Vec<ConditionName>,
    /// The rules that these numbers stand for.
    pub rules: ReinsRules,
}

/// States that the rules of riding speak of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ReinsStates {
    /// Of those in the saddle.
    pub mounted: ConditionName,
    /// Of those on the ground.
    pub down: ConditionName,
    /// Of those whom somebody holds.
    pub held: ConditionName,
}

rule_ids! { struct ReinsRules {
    riding: "Riding, getting on and off.",
    control: "Control.",
    hand: "The hand for the reins.",
    together: "One time line.",
    falls: "Falling off.",
    burden: "What weighs on the mount.",
} }

impl Reins {
    /// Whether a mount is its rider's to command: not one that has lost its head.
    fn is_willing(&self, look: Look<'_>, mount: Id) -> bool {
        !self.bolts.iter().any(|state| look.is(mount, state))
    }

    /// How much of their turn a rider spends on keeping their mount in hand.
    fn control(&self, look: Look<'_>, rider: Id, mount: Id) -> i32 {
        let ranks = |mind: Id| look.get::<Figures>(mind).map_or(0, |figures| figures.plain(self.skill, 0));
        let knows = look.wits(rider).into_iter().any(|mind| ranks(mind) > 0);
        let (well, ill) = self.control;
        if knows && !look.has_tag(mount, self.words.1) { well } else { ill }
    }

    /// Whether somebody who uses an arm has no hand for the reins: it takes both, or is in the hand that holds them.
    fn takes_rein_hand(&self, look: Look<'_>, who: Id, arm: &Arm) -> bool {
        let takes_both = arm.hands >= self.hands && !arm.has(self.couched);
        takes_both || self.in_rein_hand(look, who).is_some_and(|item| std::ptr::eq(&*item.arm, arm))
    }

    /// What somebody with both hands full has in the one that holds the reins.
    fn in_rein_hand<'w>(&self, look: Look<'w>, who: Id) -> Option<&'w Item> {
        let holds = |item: &Item, hand: Grip| matches!(item.held, Held::Hand(grip) if grip.shares(hand));
        let gear = look.gear(who);
        let other = gear.iter().find(|item| holds(item, Grip::LEFT) && !holds(item, Grip::RIGHT))?;
        gear.iter().any(|item| holds(item, Grip::RIGHT)).then_some(other)
    }

    /// Who holds the reins of a mount.
    fn rider(look: Look<'_>, mount: Id) -> Option<Id> {
        look.riders(mount).iter().copied().find(|rider| look.is_in_play(*rider))
    }
}

impl Ridden for Reins {
    fn beasts(&self) -> Beasts {
        let (rules, states) = ((self.rules.riding, self.rules.falls), (self.states.mounted, self.states.down));
        Beasts { rules, word: self.words.0, states, tells_again: false, skill: self.skill, worth: 0.1 }
    }

    fn seats(&self, look: Look<'_>, mount: Id) -> usize {
        let seats = look.rules().measure.seats.map_or(1, |seats| look.value(mount, seats));
        usize::try_from(seats).unwrap_or(0)
    }

    fn has_got_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        self.join(table, who, mount);
        Ok(())
    }

    /// What is couched takes one hand in the saddle, and both again on foot if there is another.
    fn grip_anew(&self, table: &mut Table<'_>, who: Id, is_mounted: bool) {
        let couched = |arm: &Arm| arm.has(self.couched) && arm.hands >= self.hands;
        let gear = table.look().gear(who);
        let is_held = |item: &&Item| item.is_in_hand();
        if !gear.iter().filter(is_held).any(|item| couched(&item.arm)) {
            return;
        }
        let others = gear.iter().filter(is_held).filter(|item| !couched(&item.arm));
        let others = others
            .fold(Grip::default(), |all, item| if let Held::Hand(grip) = item.held { all.and(grip) } else { all });
        for item in table.edit::<Gear>(who).0.iter_mut().filter(|item| couched(&item.arm)) {
            let Held::Hand(grip) = item.held else { continue };
            let whole = Grip::all(item.arm.hands);
            let anew = match is_mounted {
                true => grip.first(item.arm.hands.saturating_sub(1)),
                false => Some(whole).filter(|whole| !whole.shares(others)),
            };
            item.held = Held::Hand(anew.unwrap_or(grip));
        }
    }

    fn beside(&self, look: Look<'_>, who: Id, _pulls: Option<Id>) -> Footprint {
        let around = look.mount(who).unwrap_or(who);
        let own = on_foot(look, who, look.footprint(who).at);
        room_beside(look, who, own, look.footprint(around)).unwrap_or(own)
    }
}

mechanic!(Reins: |self| {
    words(words) => {
        words.add(Word::Roll, ["ride", "the fall"]).add(Word::Term, ["the mount drops"]);
        words.add(Word::Count, ["Carries", "Reins", "Rides"]);
    },
    deeds(reins) => vec![
        Arc::new(Mount(reins.clone())),
        Arc::new(Dismount(reins.clone())),
        Arc::new(Control(reins.clone())),
        Arc::new(HandOver(reins.clone())),
        Arc::new(RideOn(reins)),
    ],
    on_task(table, mount) => self.catch_up(table, mount),
});

hears!(Reins: |self, table| {
    Blow { blow } => {
        let (look, who) = (table.look(), blow.case.who);
        let lets_go = blow.case.arm.is_some_and(|arm| self.takes_rein_hand(look, who, arm));
        if let Some(mount) = look.mount(who).filter(|_| lets_go) {
            table.edit::<Bridle>(mount).is_let_go = true;
        }
    },
    Begun => table.for_everybody(|table, who| self.sit_down(table, who)),
    Arrived { who } => self.sit_down(table, who),
    TurnBegun { who } => self.begin_together(table, who),
    TurnEnded { who } => {
        if table.look().acts_with(who).is_some() {
            table.edit::<ActsWith>(who).0 = None;
        }
        self.end_together(table, who);
    },
    AboutTo { who, order } => self.sets_off(table, who, order),
    Done { who, order } => self.has_done(table, who, order),
    Moved { who, from } => {
        self.is_left_behind(table, who)?;
        self.is_torn_off(table, who)?;
        carry(table, who)?;
        self.is_taken_off(table, who)?;
        self.passes(table, who, from)
    },
    Condition { who, kind, begun: true } => self.drops(table, who, kind),
});

modifies!(Reins: [Key::from("hands"), self.skill.key()] => |self, look, case, sum| {
    if case.on == "hands" && case.is(self.couched) && look.mount(case.who).is_some() {
        sum.add(self.states.mounted, -1, self.rules.hand);
    }
    // What weighs on the mount hinders whoever rides it.
    if case.on == self.skill
        && let Some(mount) = look.mount(case.who)
    {
        sum.add(self.burden, -look.value(mount, self.burden), self.rules.burden);
    }
});

narrows!(Reins: |self, look, case| {
    if look.mount(case.who).is_some() {
        case.push_word(self.states.mounted);
    }
});

allows!(Reins: |self, look, case| {
    // Nobody whose hands are full holds the reins of what moves.
    let mount = look.mount(case.who).filter(|mount| Bridle::of(look, *mount).has_moved);
    let arm = case.arm.filter(|arm| mount.is_some() && self.takes_rein_hand(look, case.who, arm));
    let (Some(mount), Some(arm)) = (mount, arm) else { return Ok(()) };
    let why = || format!("{} leaves no hand for the reins, and {} does not stand still", arm.name, look.name(mount));
    Err(look.refusal(self.rules.hand, why))
});

impl Drives for Reins {
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        let body = look.body(who);
        let mount = look.mount(body).filter(|mount| Self::rider(look, *mount) == Some(body));
        mount.is_some_and(|mount| look.rules().registry.drives.iter().any(|each| each.has_due(look, mount)))
    }
}

sheet!(Reins: |self, look, who| {
    let mut lines = sheet_lines(look, who, self.rules.riding);
    if !look.riders(who).is_empty() && Bridle::of(look, who).is_controlled {
        lines.push(SheetLine::of("Reins", "in hand", self.rules.control));
    }
    lines
});
