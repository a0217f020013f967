//! Striking something out of a hand, which may break it (HG-ATK-13, HG-ATK-14).

use super::Opposed;
use super::means::{is_struck_with, is_weapon};
use super::strike::augments;
use crate::dice::AnyDice;
use crate::mechanics::attack::course::{Aims, Meant, enemies};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{AUGMENTS, and_more};

/// What it is to strike at what somebody holds.
#[derive(Clone, Debug, Deserialize)]
pub struct Disarming {
    /// How far it flies, in squares.
    pub flies: i32,
    /// How far away it can be shot out of a hand, in the board's unit of length.
    pub shot: i32,
    /// The word of what cannot be knocked away.
    pub strapped: Key,
    /// What may break.
    pub breaks: Breaks,
    /// The word of what breaks easily.
    pub fragile: Key,
    /// The figure of a thing for what it endures, and how much must get through to break it.
    pub toughness: (FigureName, i32),
    /// The rules that these numbers stand for: flying off, and breaking.
    pub rules: (RuleId, RuleId),
}

/// What may break when it is struck out of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breaks {
    /// What breaks easily.
    #[default]
    FragileOnly,
    /// Everything.
    All,
    /// Nothing.
    Never,
}

/// The deed, and the word of such blows.
const DISARM: &str = "disarm";

/// A blow at what somebody holds.
#[derive(Debug)]
pub(super) struct Disarm(pub Arc<Opposed>);

impl Opposed {
    /// What somebody holds that can be struck out of their hand.
    fn loose<'a>(&'a self, look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> + 'a {
        look.gear(who).iter().filter(move |item| item.is_in_hand() && !item.arm.has(self.disarming.strapped))
    }

    /// With what an order strikes at what.
    fn disarms<'a>(&self, look: Look<'a>, who: Id, order: &'a Order) -> Result<(Meant<'a>, Key), Refusal> {
        let blow = self.aimed(look, who, order)?;
        let (target, rule) = (blow.target, self.disarming.rules.0);
        let case = self.disarm_case(look, blow);
        look.admits(&case)?;
        let (most, unit) = (self.disarming.shot, &look.rules().measure.unit);
        let is_far = case.is("thrown") || (case.is("missile") && look.distance(who, target) > most);
        let why = || format!("a blow within reach, or a shot within {most} {unit}, strikes something out of a hand");
        look.refuse_if(is_far, rule, why)?;
        let part = order.at.first().and_then(|aim| aim.part);
        let is_it = |item: &&Item| part.is_none_or(|part| item.arm.name == part);
        let meant = self.loose(look, target).find(is_it).map(|item| item.arm.name);
        let meant = meant.ok_or_else(|| {
            let what = part.map_or("nothing", Key::as_str);
            look.refusal(rule, || format!("{} holds no {what} that could be struck away", look.name(target)))
        })?;
        Ok((blow, meant))
    }

    /// How much less somebody strikes or shoots with who has lost this, by the best thing of the kind that is still at hand.
    fn misses(&self, look: Look<'_>, who: Id, what: Key) -> i32 {
        let is_of_use = |item: &&Item| is_struck_with(&item.arm) && !look.is_useless(who, &item.arm);
        let Some(lost) = look.item(who, what).filter(is_of_use) else { return 0 };
        let is_left = |item: &&Item| {
            let is_at_hand = matches!(item.held, Held::Hand(_) | Held::Belt) && !std::ptr::eq(*item, lost);
            is_at_hand && item.arm.reach.is_empty() == lost.arm.reach.is_empty()
        };
        let left = look.gear(who).iter().filter(is_left).filter(is_of_use).map(|item| self.damage.of(&item.arm));
        self.damage.of(&lost.arm).saturating_sub(left.max().unwrap_or(0)).max(0)
    }

    fn disarm_case<'a>(&self, look: Look<'_>, blow: Meant<'a>) -> Case<'a> {
        self.case_of(look, blow).word(DISARM)
    }

    fn disarm(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let aimed = self.disarms(table.look(), who, order).map(|(blow, what)| (blow.target, blow.item.clone(), what));
        let Some((target, item, what)) = table.or_nothing(who, aimed) else { return Ok(()) };
        let case = self.disarm_case(table.look(), Meant { who, target, item: &item, order });
        let (attack, challenge) = (self.attack(table.look(), &case), self.challenge(table.look(), &case));
        let says = format!("strikes at the {what} of {} with {}", table.look().name(target), item.arm.name);
        let contended = self.contest.fight_out(table, &case, (&attack, &challenge), (&says, false))?;
        if !contended.wins {
            return Ok(());
        }
        let to = self.flies_to(table.look(), who, target);
        table.note(|look| {
            let text = format!("The {what} of {} flies off to {to}.", look.name(target));
            Fact::new(self.disarming.rules.0, text).who(who).whom(target).disarmed(target, who)
        });
        let is_it = |each: &Item| each.arm.name == what && each.is_in_hand();
        table.edit_first(target, is_it, |thing| thing.held = Held::Ground(to));
        self.may_break(table, &case, (what, to))
    }

    /// What was struck away may break by it.
    fn may_break(&self, table: &mut Table<'_>, case: &Case<'_>, (what, at): (Key, Square)) -> Step {
        let target = case.against.unwrap_or(case.who);
        let own = &self.disarming;
        let is_it = |item: &&Item| item.arm.name == what && item.held == Held::Ground(at);
        let thing = table.look().gear(target).iter().find(is_it).map(|item| item.arm.clone());
        let Some(thing) = thing else { return Ok(()) };
        let may = match own.breaks {
            Breaks::Never => false,
            Breaks::All => true,
            Breaks::FragileOnly => thing.has(own.fragile),
        };
        if !may {
            return Ok(());
        }
        let (figure, needed) = own.toughness;
        let rule = own.rules.1;
        let force = self.damage(table.look(), case, augments(case));
        let holds = Sum::of(figure, thing.figure(figure).unwrap_or(0));
        let dice = &self.contest.dice;
        let comes_to = |throw: &Throw, sum: &Sum| throw.total.saturating_add(sum.total());
        let gives =
            |blow: &Throw, throw: &Throw| comes_to(blow, &force).saturating_sub(comes_to(throw, &holds)) >= needed;
        let cast = |cup: &mut AnyDice| Ok::<_, DiceError>((cup.throw(dice)?, cup.throw(dice)?));
        let (blow, throw) = table.dice_for(cast, |(blow, throw)| gives(blow, throw))?;
        let (damage, endures) = (comes_to(&blow, &force), comes_to(&throw, &holds));
        let breaks = gives(&blow, &throw);
        table.note(|look| {
            let text = format!("{} may break the {what}: {damage}.", look.name(case.who));
            Fact::new(rule, text).who(case.who).roll(Roll::of("breaking", dice, &blow, &force))
        });
        table.note(|_| {
            let verdict = if breaks { "it breaks" } else { "it holds" };
            let roll = Roll::of("toughness", dice, &throw, &holds);
            Fact::new(rule, format!("The {what} endures {endures}: {verdict}.")).roll(roll)
        });
        if breaks {
            let mut gear = table.edit::<Gear>(target);
            let place = gear.0.iter().position(|item| item.arm.name == what && item.held == Held::Ground(at));
            place.map(|place| gear.0.remove(place));
        }
        Ok(())
    }

    /// Straight away from whoever struck, as far as nothing solid is in the way.
    fn flies_to(&self, look: Look<'_>, who: Id, target: Id) -> Square {
        let (from, at) = (look.footprint(who), look.footprint(target));
        let away = |from: i32, far: i32, to: i32, to_far: i32| i32::from(to > far) - i32::from(to_far < from);
        let step =
            (away(from.at.x, from.far().x, at.at.x, at.far().x), away(from.at.y, from.far().y, at.at.y, at.far().y));
        let ground = look.ground().walk(1, look.rules().measure.gait);
        let side = |step: i32, near: i32, far: i32| if step > 0 { far } else { near };
        let mut here = Square::new(side(step.0, at.at.x, at.far().x), side(step.1, at.at.y, at.far().y));
        for _ in 0..self.disarming.flies {
            let next = Square::new(here.x + step.0, here.y + step.1);
            let open =
                ground.fits(next) && crate::board::bodies_see(look.board(), Footprint::one(here), Footprint::one(next));
            if !open {
                break;
            }
            here = next;
        }
        here
    }
}

impl Deed for Disarm {
    nature!(|self| Nature::attack(DISARM, &[Reads::With, Reads::At, Reads::Part, Reads::N]).hindering(true));

    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        and_more(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let attack = &self.0;
        for item in look.gear(who).iter().filter(|item| is_weapon(item)) {
            for target in enemies(look, who) {
                let parts: Vec<Key> = attack.loose(look, target).map(|item| item.arm.name).collect();
                let Some(first) = parts.first() else { continue };
                let (arm, name) = (item.arm.name, look.name(target));
                let order = Order::new(DISARM).with(arm).at(look.aim(target).part(first));
                let (rule, label) = (attack.disarming.rules.0, || format!("Disarm {name} with {arm}"));
                let Some(mut choice) = Choice::told_of(self, (look, who), order, rule, label) else { continue };
                choice.parts = parts;
                out.push(choice.counting((0, attack.augment.1), AUGMENTS));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.disarms(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.0.disarm(table, who, order)
    }

    /// What they lose by it: nobody misses what is of no use to them, and who has something else at the belt draws that.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let attack = &self.0;
        let (blow, what) = attack.disarms(look, who, order).ok()?;
        let case = attack.disarm_case(look, blow);
        let (bonus, challenge) = (attack.attack(look, &case).total(), attack.challenge(look, &case).total());
        let best = look.best_defence(&case).map(|best| best.saturating_add(challenge));
        let wins = attack.contest.chance(bonus, challenge, best).chance(|wins| *wins);
        Some(Worth::of(wins.to_f64() * 0.03 * f64::from(attack.misses(look, blow.target, what))))
    }
}
