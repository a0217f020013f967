//! Blows that do something else than damage: disarm, whip, dismount, grapple (OS-ATK-24, OS-ATK-25, OS-MOUNT-03,
//! OS-GRAP-01).

use super::OneRoll;
use super::means::is_weapon;
use super::swing::Lands;
use crate::mechanics::attack::course::{Aims, Attack, Meant, enemies, meant};
use crate::mechanics::prelude::*;

/// The numbers of these blows.
#[derive(Clone, Debug, Deserialize)]
pub struct Tricks {
    /// What a save is thrown with.
    pub die: Expr,
    /// The figure that it must reach.
    pub save: FigureName,
    /// The figure that gives the target a point to save by, for so much more of it.
    pub experience: FigureName,
    /// How much more that is.
    pub for_a_point: i32,
    /// The figure of the target that is taken off the save of the one who swings a whip.
    pub resists: FigureName,
    /// The figure for how large somebody is.
    pub size: FigureName,
    /// The largest that a whip catches.
    pub largest: i32,
    /// Words of arms: whips, and what pulls riders down.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub whip: Key,
    /// What pulls riders down.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub hook: Key,
    /// What those suffer who are pulled down.
    pub fall: Expr,
    /// States that these blows bring.
    pub states: TrickStates,
    /// The rules that these numbers stand for.
    pub rules: TrickRules,
}

/// States that these blows bring. The first three are over as soon as they have come about.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct TrickStates {
    /// What is held falls at one's own feet.
    pub disarmed: ConditionName,
    /// It falls at the feet of the one who has pulled it away.
    pub robbed: ConditionName,
    /// Off one's mount.
    pub unseated: ConditionName,
    /// In the saddle, of those who are one with their horse.
    pub mounted: ConditionName,
    /// Off one's feet.
    pub down: ConditionName,
    /// In somebody's grip.
    pub held: ConditionName,
}

rule_ids! { struct TrickRules {
    disarm: "Disarming.",
    whip: "The whip.",
    dismount: "Pulling riders down.",
    grapple: "Taking hold.",
    save: "Saves.",
} }

/// One of these blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trick {
    Disarm,
    Whip,
    Dismount,
    Grapple,
}

/// The part of an aim that is the whole body.
const BODY: &str = "body";

impl Trick {
    pub const ALL: [Self; 4] = [Self::Disarm, Self::Whip, Self::Dismount, Self::Grapple];

    const fn verb(self) -> &'static str {
        match self {
            Self::Disarm => "disarm",
            Self::Whip => "whip",
            Self::Dismount => "dismount",
            Self::Grapple => "grapple",
        }
    }

    fn label(self, name: &str) -> String {
        match self {
            Self::Disarm => format!("Disarm {name}"),
            Self::Whip => format!("Catch {name} with the whip"),
            Self::Dismount => format!("Pull {name} down"),
            Self::Grapple => format!("Grapple {name}"),
        }
    }

    const fn rule(self, rules: &TrickRules) -> RuleId {
        match self {
            Self::Disarm => rules.disarm,
            Self::Whip => rules.whip,
            Self::Dismount => rules.dismount,
            Self::Grapple => rules.grapple,
        }
    }
}

impl Tricks {
    /// Whether somebody sits on something that they can be pulled off.
    pub(super) fn has_mounted(&self, look: Look<'_>, who: Id) -> bool {
        look.mount(who).is_some() || look.is(who, self.states.mounted)
    }
}

impl Try {
    /// Whether somebody does this with that.
    fn serves(&self, item: &Item) -> bool {
        let (_, untrained) = self.attack.untrained;
        if !is_weapon(item) || item.arm.reach.is_empty() || item.is(untrained) {
            return false;
        }
        match self.trick {
            Trick::Disarm => item.is_in_hand() && item.arm.hands == 1,
            Trick::Whip => item.arm.has(self.tricks.whip),
            Trick::Dismount => item.arm.has(self.tricks.hook),
            Trick::Grapple => item.arm.has(self.attack.subduing.word),
        }
    }

    /// What can be taken out of somebody's hands by this.
    fn takeable<'a>(&self, look: Look<'a>, target: Id) -> impl Iterator<Item = &'a Item> + use<'a> {
        let is_whip = self.trick == Trick::Whip;
        let one_handed = move |item: &&Item| is_whip || (item.arm.hands == 1 && item.arm.damage.is_some());
        look.gear(target).iter().filter(|item| item.is_in_hand()).filter(one_handed)
    }

    /// The two and the weapon that an order is about, if it may be done.
    fn tried<'a>(&self, look: Look<'a>, who: Id, order: &'a Order) -> Result<Meant<'a>, Refusal> {
        let target = meant(look, who, order.at.first(), self.attack.rules.attack)?;
        let rule = self.trick.rule(&self.tricks.rules);
        look.refuse_one_if(target.is_thing(), target, rule, "is a thing")?;
        let none = || look.refusal_of(who, rule, "has nothing at hand for that");
        let item = match order.with {
            Some(_) => look.arm_for(who, order, |item| self.serves(item)),
            None => look.gear(who).iter().find(|item| self.serves(item)).ok_or_else(none),
        }?;
        let blow = Meant { who, target, item, order };
        self.attack.may_as(look, blow, &[self.trick.verb().into()])?;
        look.refuse_one_if(!self.attack.case_of(look, blow).is("melee"), target, rule, "is too far away for that")?;
        self.may_try(look, who, target, order)?;
        Ok(blow)
    }

    fn may_try(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> Allowed {
        let rule = self.trick.rule(&self.tricks.rules);
        let part = order.at.first().and_then(|aim| aim.part);
        let has = |part: Key| self.takeable(look, target).any(|item| item.arm.name == part);
        let refuse_if = |is_so: bool, what: &str| look.refuse_one_if(is_so, target, rule, what);
        match self.trick {
            Trick::Disarm => {
                let holds = part.map_or_else(|| self.takeable(look, target).next().is_some(), has);
                refuse_if(!holds, "holds no such weapon in one hand")
            }
            Trick::Whip => {
                refuse_if(look.value(target, self.tricks.size) > self.tricks.largest, "is too large for a whip")?;
                refuse_if(part.is_some_and(|part| part != BODY && !has(part)), "holds no such thing")
            }
            Trick::Dismount => refuse_if(!self.tricks.has_mounted(look, target), "rides nothing"),
            Trick::Grapple => {
                let why = || format!("{} holds {} already", look.name(who), look.name(target));
                look.refuse_if(look.has_brought(who, self.tricks.states.held, target), rule, why)
            }
        }
    }

    /// Who saves against this, with what beside the die, and what follows where the save is made.
    fn save_of(&self, look: Look<'_>, who: Id, target: Id) -> (Id, Sum) {
        let mut bonus = Sum::new();
        let rule = self.trick.rule(&self.tricks.rules);
        if self.trick == Trick::Whip {
            bonus.add(self.tricks.resists, look.value(target, self.tricks.resists).saturating_neg(), rule);
            return (who, bonus);
        }
        let level = |id: Id| look.value(id, self.tricks.experience);
        let ahead = level(target).saturating_sub(level(who)).div_euclid(self.tricks.for_a_point.max(1));
        bonus.add(self.tricks.experience, ahead.max(0), rule);
        (target, bonus)
    }

    /// A hit that was meant for this.
    fn comes_off(&self, table: &mut Table<'_>, who: Id, target: Id, order: &Order) -> Step {
        let states = self.tricks.states;
        let rule = self.trick.rule(&self.tricks.rules);
        if self.trick == Trick::Grapple {
            return table.bring(target, Condition::new(states.held).by(who), |look| {
                let text = format!("{} has hold of {}.", look.name(who), look.name(target));
                Fact::new(rule, text).who(who).whom(target)
            });
        }
        let catches = self.trick != Trick::Dismount;
        let part = if catches { Some(self.part(table, who, target, order)?) } else { None };
        let (saves, bonus) = self.save_of(table.look(), who, target);
        let against = table.look().figure(saves, self.tricks.save);
        let saved = table.passes(saves, "save", &self.tricks.die, bonus, against, self.tricks.rules.save)?;
        // Whoever swings a whip saves so that it comes off.
        if saved != (self.trick == Trick::Whip) {
            return Ok(());
        }
        let (state, part) = match self.trick {
            Trick::Dismount => (states.unseated, None),
            Trick::Whip if part.is_some_and(|part| part == BODY) => (states.down, None),
            Trick::Whip => (states.robbed, part),
            _ => (states.disarmed, part),
        };
        table.note(|look| {
            let what = part.map_or_else(String::new, |part| format!(" of the {part}"));
            let text = format!("{} is {state}{what}.", look.name(target));
            let fact = Fact::new(rule, text).who(target).whom(who).change(target, state, 0, 1);
            if [states.disarmed, states.robbed].contains(&state) { fact.disarmed(target, who) } else { fact }
        });
        table.begin_settled(target, Condition::new(state).by(who).on(part))
    }

    /// What is caught: what the order names, or else what whoever tries it says now.
    fn part(&self, table: &mut Table<'_>, who: Id, target: Id, order: &Order) -> Step<Key> {
        let look = table.look();
        let body = (self.trick == Trick::Whip).then(|| Key::from(BODY));
        let parts: Vec<Key> = body.into_iter().chain(self.takeable(look, target).map(|item| item.arm.name)).collect();
        let named = order.at.first().and_then(|aim| aim.part);
        if let Some(part) = named.filter(|part| parts.contains(part)) {
            return Ok(part);
        }
        let rule = self.trick.rule(&self.tricks.rules);
        let prompt = format!("{}: catch what of {}?", look.name(who), look.name(target));
        let question = Question::new("catch", look.side(who), who, prompt).by(target).rule(rule);
        let choice = |part: &Key| Choice::new(Order::new("catch").with(part), part.as_str(), Group::Attack, rule);
        let answer = table.ask(parts.iter().map(choice).fold(question, Question::choice))?;
        let part = answer.with.filter(|part| parts.contains(part)).or(parts.first().copied());
        Ok(part.unwrap_or_else(|| Key::from(BODY)))
    }

    /// The chance that such a blow does what it is meant for.
    fn chance(&self, look: Look<'_>, blow: Meant<'_>) -> f64 {
        let swing = self.attack.plan(look, &self.attack.case_of(look, blow), &blow.item.arm);
        let lands = swing.rolled(&self.attack.die, &self.attack.known);
        let hits = lands.map_or(0.0, |lands| lands.chance(|lands| lands.strikes()).to_f64());
        if self.trick == Trick::Grapple {
            return hits;
        }
        let (saves, bonus) = self.save_of(look, blow.who, blow.target);
        let needed = look.value(saves, self.tricks.save).saturating_sub(bonus.total());
        let thrown = enumerate(|dice| Ok(dice.throw(&self.tricks.die)?.total >= needed));
        let saved = thrown.map_or(0.0, |thrown| thrown.chance(|saved| *saved).to_f64());
        hits * if self.trick == Trick::Whip { saved } else { 1.0 - saved }
    }

    /// What it is worth where it comes off, in felled enemies.
    fn value_of(&self, look: Look<'_>, who: Id, target: Id, hits: f64) -> f64 {
        let level = |id: Id| look.value(id, self.tricks.experience);
        let is_strong = level(target) >= level(who).saturating_add(2);
        let states = self.tricks.states;
        let brings = match self.trick {
            Trick::Disarm => states.disarmed,
            Trick::Whip => states.robbed,
            Trick::Dismount => states.unseated,
            Trick::Grapple => states.held,
        };
        match self.trick {
            // Others who act at the same moment have done it.
            _ if look.is_bound_for(target, brings) => 0.0,
            Trick::Grapple => self.worth_of_hold(look, who, target, hits),
            Trick::Dismount => 0.3,
            Trick::Disarm | Trick::Whip if is_strong => 0.3,
            Trick::Disarm | Trick::Whip => 0.1,
        }
    }

    /// What a hold is worth, by how likely they are then overcome, with those who hold them already and may yet.
    fn worth_of_hold(&self, look: Look<'_>, who: Id, target: Id, hits: f64) -> f64 {
        let dice = |id: Id| f64::from(look.value(id, self.tricks.experience).max(1));
        let near = |id: &Id| *id != who && look.are_in_melee(*id, target);
        let (holding, free): (Vec<Id>, Vec<Id>) =
            look.everybody().filter(near).partition(|id| look.has_brought(*id, self.tricks.states.held, target));
        let held: f64 = holding.iter().map(|id| dice(*id)).sum();
        let joins = |id: &Id| look.clock().together && look.rules().economy.is_fresh(look, *id);
        let body = look.footprint(target);
        let is_open = |at: &Square| body.gap(Footprint::one(*at)) == 1 && look.board().supports(Footprint::one(*at));
        // No more than have room beside them can take hold.
        let room = body.around(1, 1).filter(is_open).count().saturating_sub(1 + holding.len());
        let joining: f64 = free.iter().copied().filter(joins).take(room).map(|id| hits * dice(id)).sum();
        let own = dice(target);
        let (before, after) = (overcomes(held, own), overcomes(held + dice(who) + joining, own));
        // Whoever holds does nothing else: that pays where they hold somebody stronger, or where others strike.
        let gained = STILL * ((own / dice(who)).min(2.0) - 1.0) + SURE * free.len().min(3) as f64;
        (after - before) * gained - (1.0 - after) * THROWN
    }
}

/// How likely it is, by and large, that so many dice together are no fewer than those of whoever is held.
fn overcomes(dice: f64, against: f64) -> f64 {
    if dice <= 0.0 {
        return 0.0;
    }
    // A die is 3.5 on the average, with a variance of 35/12.
    let spread = (35.0 / 12.0 * (dice + against)).sqrt();
    1.0 / (1.0 + (-1.7 * 3.5 * (dice - against) / spread).exp())
}

/// What it is worth that an enemy as good as oneself does nothing any more, that a friend's blows at them cannot miss,
/// and what it costs to be thrown off, in felled enemies.
const STILL: f64 = 0.25;
const SURE: f64 = 0.08;
const THROWN: f64 = 0.12;

/// Trying it.
#[derive(Debug)]
pub(super) struct Try {
    pub attack: Arc<OneRoll>,
    pub tricks: Tricks,
    pub trick: Trick,
}

impl Deed for Try {
    nature!(|self| Nature::attack(self.trick.verb(), &[Reads::With, Reads::At, Reads::Part]).hindering(true));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let trick = self.trick;
        let reach = look.rules().measure.melee.unwrap_or(1);
        for item in look.gear(who).iter().filter(|item| self.serves(item)) {
            for target in enemies(look, who).into_iter().filter(|id| look.gap(who, *id) <= reach) {
                if trick == Trick::Dismount && !self.tricks.has_mounted(look, target) {
                    continue;
                }
                let order = Order::new(trick.verb()).with(item.arm.name).at(look.aim(target));
                let (rule, label) = (trick.rule(&self.tricks.rules), || trick.label(look.name(target)));
                let Some(mut choice) = Choice::told_of(self, (look, who), order, rule, label) else { continue };
                if matches!(trick, Trick::Disarm | Trick::Whip) {
                    choice.parts = self.takeable(look, target).map(|item| item.arm.name).collect();
                }
                if trick == Trick::Whip {
                    choice.parts.push(Key::from(BODY));
                }
                out.push(choice);
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.tried(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let attack = &self.attack;
        let tried = self.tried(table.look(), who, order).map(|blow| (blow.target, blow.item.clone()));
        let Some((target, item)) = table.or_nothing(who, tried) else { return Ok(()) };
        let case = attack.case_of(table.look(), Meant { who, target, item: &item, order });
        let swing = attack.plan(table.look(), &case, &item.arm);
        let rolled = attack.roll(table, &case, &swing)?;
        table.struck(&attack.blown(&case, &rolled))?;
        if rolled.lands.strikes() {
            self.comes_off(table, who, target, order)?;
        }
        if rolled.lands == Lands::Fumble { attack.fumble(table, &case, &item) } else { Ok(()) }
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let blow = self.tried(look, who, order).ok()?;
        let chance = self.chance(look, blow);
        let value = self.value_of(look, who, blow.target, chance);
        (value > 0.0).then(|| Worth::of(value * chance))
    }
}
