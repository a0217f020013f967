//! Fighters in the saddle, each taken together with their horse (OS-MOUNT-01, OS-MOUNT-02, OS-MOUNT-04).
//!
//! The horse has no place of its own while somebody rides it: it is where its rider is. Blows at the two strike at the rider.

use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Dismount, Mount, Saddles, may_get_on};
use crate::mechanics::room::nearest_free;

/// The numbers of fighting in the saddle.
#[derive(Clone, Debug, Deserialize)]
pub struct Mounted {
    /// The state of those in the saddle.
    pub state: ConditionName,
    /// The figure for how far they go, and what it is on a horse that the battle does not know.
    pub goes: (FigureName, i32),
    /// States in which nobody stays in the saddle.
    pub throws: Vec<ConditionName>,
    /// The word of those who can be ridden.
    #[serde(deserialize_with = "refers::words")]
    pub carries: Key,
    /// Words of blows from the saddle at those on foot, of blows from below, and of those with a horse in full charge.
    pub words: (Key, Key, Key),
    /// The word of a charge.
    pub charge: Key,
    /// Words of arms that leave nobody on foot worse off.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub cancels: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Mounted {
    fn is_mounted(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.state)
    }

    /// Whether somebody on foot holds something long enough.
    fn is_level(&self, look: Look<'_>, who: Id) -> bool {
        let is_long = |item: &Item| item.is_in_hand() && self.cancels.iter().any(|word| item.arm.has(word));
        look.gear(who).iter().any(is_long)
    }

    /// Whoever is out of the saddle stands, or lies, beside their horse, which has a place of its own again.
    fn part(&self, table: &mut Table<'_>, who: Id) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        table.seat(who, None);
        let at = table.look().footprint(who);
        let body = table.look().footprint(mount).moved_to(at.at);
        *table.edit::<Place>(mount) = Place { footprint: body, present: true, ..table.look().place(mount) };
        let to = nearest_free(table.look(), who, body);
        to.map_or(Ok(()), |to| table.relocate(who, to))
    }
}

mechanic!(Mounted: |self| {
    deeds(saddles) => vec![Arc::new(Mount(saddles.clone())), Arc::new(Dismount(saddles))],
});

hears!(Mounted: |self, table| {
    Begun => table.for_those(|look, id| look.mount(id).is_some(), |table, who| self.sit_down(table, who)),
    Arrived { who } => self.sit_down(table, who),
    // Nobody stays in the saddle who is out of the fight, or off their feet.
    Condition { who, kind, begun } => {
        let look = table.look();
        let is_out = look.rules().ends(kind);
        match begun {
            true if self.throws.contains(&kind) && self.is_mounted(look, who) => {
                table.say_change(self.rule, who, (self.state, 1, 0), |look| {
                    format!("{} comes out of the saddle.", look.name(who))
                });
                table.end(who, self.state).map(drop)
            }
            true if is_out && look.mount(who).is_some() && self.is_mounted(look, who) && look.place(who).present => {
                table.end(who, self.state).map(drop)
            }
            false if kind == self.state => self.part(table, who),
            _ => Ok(()),
        }
    },
});

modifies!(Mounted: [self.goes.0.key()] => |self, look, case, sum| {
    let (figure, squares) = self.goes;
    if self.is_mounted(look, case.who) {
        let squares = look.mount(case.who).map_or(squares, |mount| look.value(mount, figure));
        let own = look.get::<Figures>(case.who).map_or(0, |figures| figures.plain(figure, 0));
        sum.add(self.state, squares.saturating_sub(own), self.rule);
    }
});

narrows!(Mounted: |self, look, case| {
    let Some(target) = case.against.filter(|_| case.is("melee")) else { return };
    let (above, below, at_full_tilt) = self.words;
    let own = self.is_mounted(look, case.who);
    match (own, self.is_mounted(look, target)) {
        (true, false) if !self.is_level(look, target) => case.push_word(above),
        (false, true) if !self.is_level(look, case.who) => case.push_word(below),
        _ => {}
    }
    if own && case.is(self.charge) {
        case.push_word(at_full_tilt);
    }
});

impl Saddles for Mounted {
    fn rule(&self) -> RuleId {
        self.rule
    }

    fn off(&self) -> &'static str {
        "get off"
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        look.friends(who).filter(|id| look.has_tag(*id, self.carries) && look.is_in_play(*id)).collect()
    }

    fn may_get_on(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        look.allows(who, &["act", "move"])?;
        look.refuse_one_if(self.is_mounted(look, who), who, self.rule, "is in the saddle already")?;
        look.refuse_one_if(look.has_tag(who, self.carries), who, self.rule, "rides nothing")?;
        let is_unwilling = look.are_enemies(who, mount) || !look.is_in_play(mount);
        let (seats, is_near) = (look.has_tag(mount, self.carries).then_some(1), look.in_arms_reach(who, mount));
        let own = [(is_unwilling, "does not let itself be mounted")];
        may_get_on(look, (who, mount), self.rule, (seats, is_near), &own)
    }

    fn rides(&self, look: Look<'_>, who: Id) -> bool {
        self.is_mounted(look, who)
    }

    fn may_get_off(&self, look: Look<'_>, who: Id) -> Allowed {
        look.allows(who, &["act", "move"])
    }

    fn labels(&self, _look: Look<'_>, _mount: Option<Id>) -> (&'static str, &'static str) {
        ("Mount", "Get off")
    }

    /// A horse is faster than its rider.
    fn worth(&self, look: Look<'_>, who: Id, mount: Id) -> Option<Worth> {
        let (figure, _) = self.goes;
        let is_faster = look.value(mount, figure) > look.value(who, figure);
        (is_faster && look.melee_of(who).next().is_none()).then(|| Worth::of(0.03))
    }

    fn take_seat(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        table.seat(who, Some(mount));
        let at = table.look().footprint(mount);
        table.edit::<Place>(mount).present = false;
        let own = table.look().footprint(who);
        if own.at != at.at {
            table.relocate(who, own.moved_to(at.at))?;
        }
        table.begin(who, Condition::new(self.state))
    }

    fn get_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        table.say_change(self.rule, (who, mount), (self.state, 0, 1), |look| {
            format!("{} mounts {}.", look.name(who), look.name(mount))
        });
        self.take_seat(table, who, mount)
    }

    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.say_change(self.rule, who, (self.state, 1, 0), |look| format!("{} gets off.", look.name(who)));
        table.end(who, self.state).map(drop)
    }
}
