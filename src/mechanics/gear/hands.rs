//! Two hands, and what goes into and out of them: drawing, sheathing, taking
//! out of the pack, dropping, picking up (ST-GEAR-01, ST-TURN-05).

use super::draw_and_drop::{Change, Thing, among, take};
use crate::mechanics::prelude::*;

/// The numbers of hands.
#[derive(Clone, Debug, Deserialize)]
pub struct Hands {
    /// How many a body has.
    #[serde(default = "a_pair")]
    pub hands: u8,
    /// Words of profiles that have none.
    #[serde(default)]
    pub handless: Vec<Key>,
    /// Conditions of a part of the body that cost a hand.
    pub useless: Vec<ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

const fn a_pair() -> u8 {
    2
}

impl Hands {
    /// How many hands `arm` takes of `who`: some take fewer in the saddle.
    fn needed(look: Look<'_>, who: Id, arm: &Arm) -> u8 {
        let mut case = Case::of("hands", who).with(arm);
        arm.tags.iter().for_each(|word| case.push_word(*word));
        u8::try_from(look.sum(&case, Sum::of("hands", i32::from(arm.hands))).total()).unwrap_or(0).max(1)
    }

    /// Hands that `who` can use, full or not.
    fn usable(&self, look: Look<'_>, who: Id) -> Grip {
        if self.handless.iter().any(|tag| look.has_tag(who, tag)) {
            return Grip::default();
        }
        let useless = look.conditions(who).iter().filter(|each| self.useless.contains(&each.kind));
        let lost = useless.map(|each| each.part.map_or(Grip::RIGHT, Grip::of_limb));
        let own = look.get::<Figures>(who).map_or(self.hands, |own| look.rules().hands_of(own, self.hands));
        lost.fold(Grip::all(own), Grip::without)
    }

    /// Hands that `who` could still take something into.
    fn free(&self, look: Look<'_>, who: Id) -> Grip {
        let busy = look.gear(who).iter().filter_map(|item| match item.held {
            Held::Hand(grip) => Some(grip),
            _ => None,
        });
        busy.fold(self.usable(look, who), Grip::without)
    }
}

impl Mechanic for Hands {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Term, ["hands"]);
    }

    fn needs_hands(&self) -> bool {
        true
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        let hands = Arc::new(self.clone());
        CHANGES.map(|(change, done)| Arc::new(Handle { hands: hands.clone(), change, done }) as Arc<dyn Deed>).into()
    }
}

hears!(Hands: |self, table| {
    // What is thrown leaves the hand.
    Blow { blow } => {
        let Some(arm) = blow.case.arm.filter(|_| blow.case.is("thrown")) else { return Ok(()) };
        let lands = blow.case.against.map(|target| table.look().footprint(target).at);
        let guessed = || blow.case.from.map(|from| from.at);
        let square = lands.or_else(guessed).unwrap_or_else(|| table.look().footprint(blow.case.who).at);
        table.edit_item(blow.case.who, arm.name, |item| item.held = Held::Ground(square));
    },
});

impl Allows for Hands {
    fn allow_handling(&self, look: Look<'_>, who: Id, arm: &Arm) -> Allowed {
        let (needed, usable) = (Self::needed(look, who, arm), self.usable(look, who).count());
        let why = || format!("{} takes {needed} hands, and {} has the use of {usable}", arm.name, look.name(who));
        look.refuse_if(needed > usable, self.rule, why)
    }

    /// What is thrown can be thrown once.
    fn allow_all(&self, look: Look<'_>, case: &Case<'_>, blows: usize) -> Allowed {
        let has =
            |arm: &&Arm| look.gear(case.who).iter().filter(|item| item.arm.name == arm.name && item.is_ready()).count();
        let arm = case.arm.filter(|arm| case.is("thrown") && blows > has(arm));
        arm.map_or(Ok(()), |arm| Err(Refusal::new(self.rule, format!("{} can be thrown once only", arm.name))))
    }
}

/// All that is done with things here, and what is said of whoever has done it.
const CHANGES: [(Change, &str); 5] = [
    (Change::Draw, "draws"),
    (Change::TakeOut, "takes out"),
    (Change::Sheathe, "sheathes"),
    (Change::Drop, "drops"),
    (Change::PickUp, "picks up"),
];

/// Doing it.
#[derive(Debug)]
struct Handle {
    hands: Arc<Hands>,
    change: Change,
    done: &'static str,
}

impl Handle {
    /// The things that it can be done to.
    fn things<'a>(&self, look: Look<'a>, who: Id) -> Vec<Thing<'a>> {
        if self.change != Change::PickUp {
            let all = CHANGES.map(|(change, _)| change);
            return among(Some(who), look.gear(who), |held| self.change.fits(held, &all)).collect();
        }
        let here = look.footprint(who);
        let lies = |held: Held| matches!(held, Held::Ground(square) if here.contains(square));
        look.everybody().flat_map(|owner| among(Some(owner), look.gear(owner), lies)).collect()
    }

    /// The thing that an order is about.
    fn thing<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<Thing<'a>, Refusal> {
        let name = order.with;
        self.things(look, who).into_iter().find(|thing| thing.is_called(name)).ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            let why = format!("{} has no {what} to {}", look.name(who), self.change.verb());
            Refusal::new(self.hands.rule, why)
        })
    }
}

impl Deed for Handle {
    nature!(|self| Nature::of(self.change.verb(), Group::Gear, Stage::Upkeep).reading(&[Reads::With]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for thing in self.things(look, who) {
            let (verb, name) = (self.change.verb(), thing.item.arm.name);
            let label = capital(&format!("{verb} {name}"));
            out.push(Choice::of(self, (look, who), Order::new(verb).with(name), label, self.hands.rule));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["physical", "handle", self.change.verb()])?;
        let item = self.thing(look, who, order)?.item;
        let needed = Hands::needed(look, who, &item.arm);
        let free = self.hands.free(look, who).count();
        look.refuse_if(self.change.takes() && needed > free, self.hands.rule, || {
            let hands = if needed == 1 { "hand" } else { "hands" };
            let left = match free {
                0 => "none is".to_owned(),
                1 => "1 is".to_owned(),
                more => format!("{more} are"),
            };
            format!("{} takes {needed} {hands}, and {left} free", item.arm.name)
        })
    }

    /// Whoever has no weapon in hand wants one.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let is_weapon =
            |item: &Item| item.arm.damage.is_some() || matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
        let armed = look.gear(who).iter().any(|item| item.is_in_hand() && is_weapon(item));
        let (item, takes) = (self.thing(look, who, order).ok()?.item, self.change.takes());
        let wanted = || look.rules().registry.judges.iter().filter_map(|each| each.wants(look, who, &item.arm)).max();
        let as_weapon = (takes && !armed && is_weapon(item)).then(|| Worth::of(0.2));
        as_weapon.or_else(|| takes.then(wanted).flatten())
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(thing) = self.thing(look, who, order) else { return Ok(()) };
        let (name, key) = (thing.item.arm.name, thing.key());
        let held = match self.change {
            Change::Sheathe => Held::Belt,
            Change::Drop => Held::Ground(look.footprint(who).at),
            _ => {
                let grip = self.hands.free(look, who).first(Hands::needed(look, who, &thing.item.arm));
                let Some(grip) = grip else { return Ok(()) };
                Held::Hand(grip)
            }
        };
        take(table, who, key, held);
        table.say(self.hands.rule, who, |look| format!("{} {} {name}.", look.name(who), self.done));
        Ok(())
    }
}
