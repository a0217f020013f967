//! Getting out of harm's way: a block meets it with force, a dodge needs room, and a friend's shield may do it for one
//! (HG-DEF-03 to HG-DEF-12, HG-GEAR-02).

use crate::mechanics::contest::{FOR_A_FRIEND, PAID, offered, paid, price};
use crate::mechanics::gear::handling::{free_hands, lacking};
use crate::mechanics::harm::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::room::levels;
use crate::mechanics::size::far_stronger::Gap;
use crate::mechanics::turn::declared::{ASSIST, DEFEND, ONE_MORE};

/// The numbers of these defences.
#[derive(Clone, Debug, Deserialize)]
pub struct BlockOrDodge {
    /// The skill.
    pub skill: FigureName,
    /// What bare hands take off a block of anything that is more than that.
    pub bare: i32,
    /// The figure of an arm for what it does beside strength; bare hands do nothing.
    pub power: Key,
    /// The figure of an arm for how long it is.
    pub grade: Key,
    /// What a difference of so many grades does to a block.
    pub reach: (i32, i32),
    /// As what a shield counts.
    pub shield_grade: i32,
    /// The word of shields.
    pub shield: Key,
    /// Blocking what is thrown with no shield, and what that takes off.
    pub without_shield: Option<i32>,
    /// Words of blows that nobody blocks, and of blows that nobody dodges.
    pub never: (Key, Key),
    /// Figures of those who may get out of the way up or down as well.
    #[serde(default)]
    pub rises: Vec<FigureName>,
    /// The figure that tells whether one is far stronger than another.
    pub strength: FigureName,
    /// What being far weaker does to a block.
    pub gap: Gap,
    /// Words of deeds of the weaker one that it touches in the same way.
    pub weaker_at: Vec<Key>,
    /// Whether those who dodge come to stand beside where they stood.
    #[serde(default = "stays")]
    pub dodge_moves: OnOff,
    /// How far away a friend may stand, in the board's unit of length.
    pub near: i32,
    /// The rules that these numbers stand for.
    pub rules: BlockOrDodgeRules,
}

const fn stays() -> OnOff {
    OnOff::Off
}

rule_ids! { struct BlockOrDodgeRules {
    block: "Blocks.",
    bare: "Blocks with bare hands.",
    reach: "Long weapons and short ones.",
    missiles: "Blocks of what flies.",
    unblockable: "What is too much for any shield.",
    assist: "Blocks for a friend.",
    dodge: "Dodges.",
    room: "The room that they need.",
    volley: "What nobody dodges.",
} }

/// The answers.
pub(in crate::mechanics) const BLOCK: &str = "block";
/// The same.
pub(in crate::mechanics) const DODGE: &str = "dodge";

/// What somebody holds that stops a blow.
fn is_held_to_block(item: &Item, shield: Key) -> bool {
    let in_hand = item.is_in_hand() || item.arm.has("natural");
    let stops = item.arm.has(shield) || !item.arm.reach.is_empty();
    in_hand && item.is_ready() && item.arm.kind == ArmKind::Melee && stops
}

impl BlockOrDodge {
    /// Everything that somebody could block this with, best shield first; bare hands are nothing.
    fn means<'a>(&self, look: Look<'a>, who: Id) -> Vec<Option<&'a Item>> {
        let held = look.gear(who).iter().filter(|item| is_held_to_block(item, self.shield));
        let armed = |item: &&Item| item.arm.has(self.shield) || item.arm.figure(self.power).unwrap_or(0) > 0;
        // What takes both hands stops nothing in one.
        let has_hands = |item: &&Item| item.arm.hands <= 1 || lacking(&item.arm, free_hands(look, who)) == 0;
        let is_of_use = |item: &&Item| !look.is_useless(who, &item.arm);
        let means = held.filter(armed).filter(has_hands).filter(is_of_use);
        let mut means: Vec<Option<&Item>> = means.map(Some).collect();
        means.sort_by_key(|item| item.is_none_or(|item| !item.arm.has(self.shield)));
        if means.is_empty() {
            means.push(None);
        }
        means
    }

    /// Whether this blow can be blocked with that.
    fn may_block(&self, look: Look<'_>, case: &Case<'_>, with: Option<&Item>) -> Allowed {
        look.allows(case.who, &["act", DEFEND, BLOCK])?;
        let attacker = case.against.unwrap_or(case.who);
        look.refuse_if(case.is(self.never.0), self.rules.unblockable, || "nothing stops that: get out of the way")?;
        let has_shield = with.is_some_and(|item| item.arm.has(self.shield));
        look.refuse_if(!has_shield && case.is("missile"), self.rules.missiles, || "only a shield stops what is shot")?;
        let why = || "only a shield stops what is thrown";
        look.refuse_if(!has_shield && case.is("thrown") && self.without_shield.is_none(), self.rules.missiles, why)?;
        let forbids = || self.gap.forbids(self.weaker_by(look, case.who, attacker));
        let is_too_strong = !case.is("missile") && !case.is("thrown") && forbids();
        look.refuse_one_if(is_too_strong, attacker, self.gap.rule, "is too strong to be stopped")
    }

    /// The opponent, where somebody does something hand to hand that being weaker makes harder.
    fn is_weaker_at(&self, case: &Case<'_>) -> Option<Id> {
        let matters = case.on == "attack" && !case.is("shot") && self.weaker_at.iter().any(|word| case.is(word));
        case.against.filter(|target| matters && !target.is_thing())
    }

    fn weaker_by(&self, look: Look<'_>, who: Id, than: Id) -> i32 {
        look.value(than, self.strength).saturating_sub(look.value(who, self.strength))
    }

    /// What is added to a block of this blow with that.
    fn block(&self, look: Look<'_>, case: &Case<'_>, with: Option<&Item>) -> Sum {
        let mut case = case.clone().word(BLOCK);
        with.into_iter().for_each(|item| case.push_word(item.arm.name));
        let mut sum = look.sum(&case, look.figure(case.who, self.skill));
        let hand_to_hand = !case.is("missile") && !case.is("thrown");
        let attacking = case.arm;
        let is_armed = attacking.is_some_and(|arm| arm.figure(self.power).unwrap_or(0) > 0);
        let has_shield = with.is_some_and(|item| item.arm.has(self.shield));
        if with.is_none() && is_armed {
            sum.add("bare hands", -self.bare, self.rules.bare);
        }
        if case.is("thrown") && !has_shield {
            sum.add("no shield", -self.without_shield.unwrap_or(0), self.rules.missiles);
        }
        if hand_to_hand {
            let grade = |arm: &Arm| arm.figure(self.grade).unwrap_or(0);
            let own = with.map_or(0, |item| if has_shield { self.shield_grade } else { grade(&item.arm) });
            let longer = own.saturating_sub(attacking.map_or(0, grade));
            let (from, adds) = self.reach;
            if longer.saturating_abs() >= from {
                sum.add("reach", adds * longer.signum(), self.rules.reach);
            }
            let weaker = self.weaker_by(look, case.who, case.against.unwrap_or(case.who));
            sum.add("far weaker", -self.gap.takes_off(weaker), self.gap.rule);
        }
        sum
    }

    /// Whether there is room above somebody or below, for those who get about there.
    fn has_height(&self, look: Look<'_>, who: Id) -> bool {
        let place = look.place(who);
        let may = place.altitude != 0 || self.rises.iter().any(|figure| look.value(who, *figure) > 0);
        let (lowest, highest) = levels(look, place);
        let mut next =
            [place.altitude + 1, place.altitude - 1].into_iter().filter(|to| (lowest..=highest).contains(to));
        may && next.any(|to| !look.is_taken(who, place.footprint, to))
    }

    /// Whether somebody can get out of the way of this.
    fn may_dodge(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        look.allows(case.who, &["act", DEFEND, DODGE])?;
        look.refuse_if(case.is(self.never.1), self.rules.volley, || "it comes down everywhere")?;
        let is_hemmed_in = free_around(look, case.who).next().is_none() && !self.has_height(look, case.who);
        look.refuse_one_if(is_hemmed_in, case.who, self.rules.room, "is hemmed in")
    }
}

/// The free squares beside somebody: a step away, with nobody in it. In the air there is nothing to be stepped over.
pub(in crate::mechanics) fn free_around(look: Look<'_>, who: Id) -> impl Iterator<Item = Footprint> {
    let Place { footprint: own, altitude, .. } = look.place(who);
    let ground = look.ground().walk(1, look.rules().measure.gait);
    let is_there = move |id: &Id| *id != who && !look.is_dead(*id);
    let places = look.everybody().filter(is_there).map(|id| look.place(id));
    let level = places.filter(|place| place.present && place.altitude == altitude);
    let bodies: Vec<Footprint> = level.map(|place| place.footprint).collect();
    let is_a_step = move |to: Square| {
        Direction::ALL.into_iter().any(|direction| {
            let from = to.step(direction.opposite(), 1);
            own.contains(from) && ground.step(from, direction).is_ok()
        })
    };
    let is_open = move |to: Square| if altitude > 0 { look.board().contains(to) } else { is_a_step(to) };
    own.around(1, 1).map(Footprint::one).filter(move |square| {
        own.gap(*square) == 1 && is_open(square.at) && !bodies.iter().any(|body| body.gap(*square) == 0)
    })
}

mechanic!(BlockOrDodge: |self| {
    words(words) => {
        words.add(Word::Term, ["bare hands", "far weaker", "no shield", "reach"]);
        words.add(Word::Roll, ["defence", "assist"]);
    },
    plays => &[Part::Resistance],
});

hears!(BlockOrDodge: |self, table| {
    // Whoever dodges to somewhere comes to stand there, whatever the dodge came to.
    Defended { who, order } => {
        let moves = order.verb == DODGE && self.dodge_moves == OnOff::On;
        let Some(to) = order.to.filter(|_| moves && table.look().allows(who, &["move"]).is_ok()) else { return Ok(()) };
        table.note(|look| {
            Fact::new(self.rules.dodge, format!("{} steps aside to {to}.", look.name(who))).who(who).at([to])
        });
        let body = table.look().footprint(who).moved_to(to);
        table.relocate(who, body)
    },
});

modifies!(BlockOrDodge: ["attack"] => |self, look, case, sum| {
    if let Some(target) = self.is_weaker_at(case) {
        sum.add("far weaker", -self.gap.takes_off(self.weaker_by(look, case.who, target)), self.gap.rule);
    }
});

allows!(BlockOrDodge: |self, look, case| {
    let Some(target) = self.is_weaker_at(case) else { return Ok(()) };
    let forbids = self.gap.forbids(self.weaker_by(look, case.who, target));
    look.refuse_one_if(forbids, target, self.gap.rule, "is too strong for that")
});

impl Defends for BlockOrDodge {
    fn defences(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Defence>) {
        let (paid, price, case) = paid(look, case);
        for with in self.means(look, case.who) {
            let mut order = Order::new(BLOCK);
            order.with = with.map(|item| item.arm.name);
            let name = with.map_or_else(|| "bare hands".to_owned(), |item| item.arm.name.to_string());
            let may = paid.clone().and_then(|()| self.may_block(look, &case, with));
            let choice = Choice::new(order, format!("Block with {name}"), Group::Defence, self.rules.block);
            out.push(offered(choice, may, price.clone(), || self.block(look, &case, with)));
        }
        let may = paid.and_then(|()| self.may_dodge(look, &case));
        let choice = Choice::new(Order::new(DODGE), "Dodge", Group::Defence, self.rules.dodge);
        let dodge = || look.sum(&case.clone().word(DODGE), look.figure(case.who, self.skill));
        let mut dodge = offered(choice, may, price, dodge);
        let moves = self.dodge_moves == OnOff::On && look.footprint(case.who).side == 1;
        if dodge.choice.is_legal() && moves && look.allows(case.who, &["move"]).is_ok() {
            dodge.choice.squares = free_around(look, case.who).map(|body| (body.at, 2)).collect();
        }
        out.push(dodge);
    }

    fn steps_in(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<(Id, Defence)>) {
        let (target, Some(attacker)) = (case.who, case.against) else { return };
        if case.is(self.never.0) {
            return;
        }
        let is_near = |id: &Id| {
            *id != target
                && *id != attacker
                && look.side(*id) == look.side(target)
                && look.is_in_play(*id)
                && look.distance(*id, target) <= self.near
        };
        let order = look.rules().initiative.track(look);
        let mut near: Vec<Id> = look.everybody().filter(is_near).collect();
        near.sort_by_key(|id| order.iter().position(|entry| entry.who == *id));
        for friend in near {
            let case = Case { who: friend, ..case.clone() }.word(FOR_A_FRIEND);
            let (price, case) = match (case.is(PAID), price(look, friend, ASSIST)) {
                (true, _) => (Price::default(), case),
                (false, Ok(price)) => (price, case.word(ONE_MORE)),
                (false, Err(_)) => continue,
            };
            let legal = |with: &Option<&Item>| self.may_block(look, &case, *with).is_ok();
            let best = self.means(look, friend).into_iter().filter(legal);
            let best = best.max_by_key(|with| self.block(look, &case, *with).total());
            let Some(with) = best.filter(|_| look.allows(friend, &["act", ASSIST]).is_ok()) else { continue };
            let label = with.map_or_else(|| "bare hands".to_owned(), |item| item.arm.name.to_string());
            let label = format!("Block for them with {label}");
            let choice = Choice::new(Order::new(ASSIST), label, Group::Defence, self.rules.assist).priced(price);
            out.push((friend, Defence { bonus: self.block(look, &case, with), choice }));
        }
    }

    fn defends_with(&self, figure: FigureName) -> bool {
        figure == self.skill
    }
}
