//! Prepared actions: an action is spent on naming a deed and what sets it off; when that comes about later in the round,
//! the deed is done at once (LG-REACT-01).
//!
//! The order names all of it: the weapon or deed, the trigger, how near, and who it is about. So a trigger that cannot
//! come about is refused before anything is paid. "Enemy enters" fires inside the movement of the other, step by step;
//! "attacked" fires after they have paid and before their dice fall. An attacker who is felled by it strikes no more.

mod deed;
mod now;

use self::deed::{PREPARE, lacks_only_whom};
use self::now::Now;
use super::triggers::{CASTS, Event, Trigger, WORDS};
use crate::mechanics::prelude::*;

/// The numbers of prepared actions.
#[derive(Clone, Debug, Deserialize)]
pub struct Prepared {
    /// Deeds that can be prepared.
    pub deeds: Vec<Verb>,
    /// The deed with a weapon at those who set it off. One that strikes an area is for the deed of areas among `deeds`.
    pub attack: Verb,
    /// Deeds that count as magic; where there are none, nobody waits for any.
    #[serde(default)]
    pub magic: Vec<Key>,
    /// How near "near" is where nobody says, in the board's unit of length.
    pub near: i32,
    /// How long it lasts.
    pub until: Lasts,
    /// States of enemies who are unknown to all: what they do sets nothing off, and nobody waits for them.
    #[serde(default)]
    pub unnoticed: Vec<ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The question whether it is done now.
const ASKS: &str = "prepared";

/// Groups of deeds that take no limbs.
const MENTAL: [Group; 4] = [Group::Ability, Group::Command, Group::Skill, Group::Souls];

/// How long a prepared action is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until the round ends.
    EndOfRound,
    /// Until its owner's next turn begins.
    StartOfNextTurn,
}

impl Lasts {
    const fn words(self) -> &'static str {
        match self {
            Self::EndOfRound => "until the end of the round",
            Self::StartOfNextTurn => "until their next turn",
        }
    }
}

/// What somebody has prepared.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Readied(Vec<Ready>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ready {
    trigger: Trigger,
    order: Order,
}

/// Whether something is there to strike or shoot with.
fn is_weapon(item: &Item) -> bool {
    matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged)
}

fn readied(look: Look<'_>, who: Id) -> &[Ready] {
    look.get::<Readied>(who).map_or(&[], |readied| &readied.0)
}

impl Prepared {
    /// The deed that an order to prepare is about.
    fn deed(&self, look: Look<'_>, who: Id, said: &Order) -> Result<Order, Refusal> {
        let refuse = |why: String| Refusal::new(self.rule, why);
        let name = said.sentence().ok_or_else(|| refuse("what? say `with` a weapon or a deed".to_owned()))?;
        let own = |verb: Verb| Order { to: said.to, ..Order::new(verb) };
        if let Some(item) = look.item_called(who, name).filter(|item| is_weapon(item)) {
            look.refuse_if(!item.is_ready(), self.rule, || format!("{} is not in hand", item.arm.name))?;
            let verb = self.strikes_by(look, item).ok_or_else(|| {
                refuse(format!("{} strikes an area, which is nothing that can be prepared", item.arm.name))
            })?;
            return Ok(own(verb).with(item.arm.name));
        }
        let Some((verb, with)) = self.named(name) else {
            let known: Vec<_> = self.deeds.iter().map(|verb| verb.as_str()).collect();
            let why = format!("`{name}` cannot be prepared: a weapon at hand can, or one of {}", known.join(", "));
            return Err(refuse(why));
        };
        let order = Order { with, ..own(verb) };
        let deed = look.deed(order.verb)?;
        if deed.nature().only_goes {
            return self.way(look, who, order, said);
        }
        let takes = deed.count(look, who, &order);
        let why = || format!("{order} takes {takes} actions; only what takes one can be prepared");
        look.refuse_if(takes > 1, self.rule, why)?;
        // What nobody can ever do, or what lacks a part, is not found out when it is too late.
        let is_filled_in = deed.group() == Group::Attack || !self.offers(look, who, &order).is_empty();
        if !is_filled_in && let Err(refusal) = deed.check(look, who, &order) {
            let lacks_a_part = || refusal.rule == "order" && !lacks_only_whom(look, who, &**deed, &order);
            let is_for_good = order.with.is_some() || lacks_a_part();
            return if is_for_good { Err(refusal) } else { Ok(order) };
        }
        Ok(order)
    }

    /// The deed that is done with a weapon, if it can be prepared.
    fn strikes_by(&self, look: Look<'_>, item: &Item) -> Option<Verb> {
        if item.arm.area.is_none() {
            return Some(self.attack);
        }
        let strikes_areas = |verb: &&Verb| look.deed(*verb).is_ok_and(|deed| deed.nature().stage == Stage::Areas);
        self.deeds.iter().find(strikes_areas).copied()
    }

    /// What can be waited for in this game.
    fn triggers(&self) -> Vec<&'static str> {
        WORDS.into_iter().filter(|word| *word != CASTS || !self.magic.is_empty()).collect()
    }

    /// Going somewhere, which must be said beforehand: whether others stand in the way is seen when it is gone.
    fn way(&self, look: Look<'_>, who: Id, order: Order, said: &Order) -> Result<Order, Refusal> {
        let order = Order { toward: said.toward, path: said.path.clone(), ..order };
        let goes = look.deed(order.verb)?.goes_anywhere(look, who, &order);
        goes.map(|()| order).map_err(|refusal| Refusal::new(self.rule, refusal.why))
    }

    /// The deed that words name, and what it is done with: "use Dancing Blade".
    fn named(&self, words: &str) -> Option<(Verb, Option<Key>)> {
        let after = |verb: &Verb| {
            let (head, rest) = (words.get(..verb.as_str().len())?, words.get(verb.as_str().len()..)?);
            let is_it = head.eq_ignore_ascii_case(verb.as_str()) && (rest.is_empty() || rest.starts_with(' '));
            let with = rest.trim();
            let meant = || Key::find(with).or_else(|| Key::alike(with).first().copied());
            is_it.then(|| if with.is_empty() { Some((*verb, None)) } else { Some((*verb, Some(meant()?))) })?
        };
        self.deeds.iter().filter_map(after).max_by_key(|(verb, _)| verb.as_str().len())
    }

    /// Every way to do the deed of an order that needs no place to be named, possible now or not.
    fn offers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Choice> {
        let mut offers = Vec::new();
        if let Ok(deed) = look.deed(order.verb) {
            deed.choices(look, who, &mut offers);
        }
        offers.retain(|choice| choice.squares.is_empty() && (order.with.is_none() || choice.order.with == order.with));
        offers
    }

    fn read(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Ready, Refusal> {
        let own = self.may_deed(look, who, order)?;
        Ok(Ready { trigger: self.may_trigger(look, who, order)?, order: own })
    }

    /// The deed that an order to prepare is about, if it may be prepared at all.
    fn may_deed(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Order, Refusal> {
        let own = self.deed(look, who, order)?;
        let deed = look.deed(own.verb)?;
        look.allows(who, &["prepare".into(), deed.verb()])?;
        if !MENTAL.contains(&deed.group()) {
            look.allows(who, &["physical"])?;
        }
        Ok(own)
    }

    /// What sets it off, if that may still come.
    fn may_trigger(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Trigger, Refusal> {
        let trigger = Trigger::of(look, who, order, (self.rule, self.near), &self.triggers())?;
        if let Trigger::Acts(whom) = trigger
            && self.until == Lasts::EndOfRound
            && look.rules().initiative.has_acted(look, whom)
            && !look.rules().economy.holds_back(look, whom)
        {
            return Err(look.refusal_of(whom, self.rule, "has had their turn of this round"));
        }
        if let Some(whom) = trigger.whom() {
            let why = || format!("{} does not know where {} is", look.name(who), look.name(whom));
            look.refuse_if(self.is_unnoticed(look, who, whom), self.rule, why)?;
        }
        Ok(trigger)
    }

    /// Whether somebody is an enemy of whom `who` does not know.
    fn is_unnoticed(&self, look: Look<'_>, who: Id, whom: Id) -> bool {
        look.are_enemies(who, whom) && self.unnoticed.iter().any(|state| look.is(whom, state))
    }

    /// Whether `event` sets off what somebody has prepared for.
    fn fits(&self, look: Look<'_>, who: Id, trigger: Trigger, event: &Event<'_>) -> bool {
        trigger.fits(look, who, event) && !self.is_unnoticed(look, who, event.subject())
    }

    /// Those whom `event` sets off, in the order of initiative.
    fn set_off(&self, look: Look<'_>, event: &Event<'_>) -> Vec<Id> {
        let waits = |id: &Id| readied(look, *id).iter().any(|ready| self.fits(look, *id, ready.trigger, event));
        let mut owners: Vec<Id> = look.everybody().filter(waits).collect();
        if owners.len() > 1 {
            let track = look.rules().initiative.track(look);
            owners.sort_by_key(|id| (track.iter().position(|entry| entry.who == *id).unwrap_or(usize::MAX), *id));
        }
        owners
    }

    /// Lets everybody whom `event` sets off do what they have prepared.
    fn fire(&self, table: &mut Table<'_>, event: &Event<'_>) -> Step {
        for owner in self.set_off(table.look(), event) {
            let fits = |ready: &&Ready| self.fits(table.look(), owner, ready.trigger, event);
            let ready: Vec<Ready> = readied(table.look(), owner).iter().filter(fits).cloned().collect();
            for each in ready {
                self.fire_one(table, owner, event.subject(), each)?;
            }
        }
        Ok(())
    }

    fn fire_one(&self, table: &mut Table<'_>, owner: Id, subject: Id, ready: Ready) -> Step {
        let look = table.look();
        // What they did in the meantime may have used this up.
        let is_kept = readied(look, owner).contains(&ready);
        if !is_kept || !look.is_in_play(owner) || look.allows(owner, &["act"]).is_err() {
            return Ok(());
        }
        let may = |order: &Order| look.deed(order.verb).and_then(|deed| deed.check(look, owner, order));
        let orders = self.orders(look, owner, subject, &ready.order);
        let prompt =
            format!("{}: {} sets off what you prepared: {}?", look.name(owner), look.name(subject), ready.order);
        let question = Question::new(ASKS, look.side(owner), owner, prompt).by(subject).rule(self.rule);
        let offer = |question: Question, now: &Now| {
            question.choice(now.choice(self.rule).unless(may(&now.order)).weighed(Worth(1)))
        };
        let hold = Choice::new(Order::new("hold"), "Hold it", Group::Reaction, self.rule).putting_off();
        let answer = table.ask(orders.iter().fold(question, offer).choice(hold))?;
        let Some(order) = orders.into_iter().find_map(|now| now.done_by(&answer)) else { return Ok(()) };
        let mut kept = table.edit::<Readied>(owner);
        if let Some(index) = kept.0.iter().position(|each| *each == ready) {
            kept.0.remove(index);
        }
        table.say(self.rule, (owner, subject), |look| {
            let why = ready.trigger.words(look, owner);
            format!("{} was ready for this: {why}.", look.name(owner))
        });
        table.within("prepared", |table| table.perform(owner, &order)).map(drop)
    }

    /// What is prepared, as it would be done now. What no enemy has set off is for any whom it can be done at.
    fn orders(&self, look: Look<'_>, owner: Id, subject: Id, order: &Order) -> Vec<Now> {
        let now = || Order::new("now");
        let is_aimed = self.is_aimed(look, order);
        let offers = if order.to.is_none() && !is_aimed { self.offers(look, owner, order) } else { Vec::new() };
        if offers.iter().any(|choice| choice.order != *order) {
            return offers.into_iter().filter(Choice::is_legal).map(|choice| Now::one_of(now().verb, choice)).collect();
        }
        if order.to.is_some() || !is_aimed {
            return vec![Now::new(now(), order.clone())];
        }
        let at = |id: Id| order.clone().at(look.aim(id));
        if look.are_enemies(owner, subject) {
            return vec![Now::new(now(), at(subject))];
        }
        let can = |id: &Id| look.deed(order.verb).is_ok_and(|deed| deed.check(look, owner, &at(*id)).is_ok());
        look.foes(owner).filter(can).map(|id| Now::new(now().at(look.aim(id)), at(id))).collect()
    }

    /// Whether a deed needs somebody to be done at.
    fn is_aimed(&self, look: Look<'_>, order: &Order) -> bool {
        look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack)
    }

    /// What somebody like this could prepare, as an order says it.
    fn subjects(&self, look: Look<'_>, who: Id) -> Vec<String> {
        let at_hand = |item: &&Item| {
            matches!(item.held, Held::Hand(_) | Held::Body) && is_weapon(item) && self.strikes_by(look, item).is_some()
        };
        let mut subjects: Vec<String> =
            look.gear(who).iter().filter(at_hand).map(|item| item.arm.name.to_string()).collect();
        for verb in &self.deeds {
            let Ok(deed) = look.deed(verb) else { continue };
            // Going somewhere takes a place to go to; what is long to list is listed for those who read.
            if deed.group() == Group::Move || (MENTAL.contains(&deed.group()) && !look.wants_words()) {
                continue;
            }
            let mut own = Vec::new();
            deed.choices(look, who, &mut own);
            let needs_others = deed.group() == Group::Attack || MENTAL.contains(&deed.group());
            if own.is_empty() && !needs_others {
                subjects.push(verb.to_string());
            }
            for choice in own {
                let subject = match &choice.order.with {
                    Some(with) if deed.group() != Group::Attack => format!("{verb} {with}"),
                    _ => verb.to_string(),
                };
                if !subjects.contains(&subject) {
                    subjects.push(subject);
                }
            }
        }
        subjects
    }

    fn lapse(&self, table: &mut Table<'_>, who: Id) {
        if readied(table.look(), who).is_empty() {
            return;
        }
        table.edit::<Readied>(who).0.clear();
        if table.look().is_in_play(who) {
            table.say(self.rule, who, |look| format!("What {} prepared has not come about.", look.name(who)));
        }
    }
}

mechanic!(Prepared: |self| {
    words(words) => words.add(Word::Count, ["Prepared"]).add(Word::manner(PREPARE), self.triggers()),
    deeds => vec![Arc::new(self.clone())],
});

hears!(Prepared: |self, table| {
    Moved { who, from } => {
        let to = table.look().footprint(who);
        self.fire(table, &Event::Moved { who, from, to })
    },
    AboutTo { who, order } => {
        let look = table.look();
        let Ok(deed) = look.deed(order.verb) else { return Ok(()) };
        // What takes no action is none, nor is waiting.
        let price = || look.rules().economy.price(look, who, &**deed, order);
        if deed.group() == Group::Turn || price().is_ok_and(|price| price.amount == 0) {
            return Ok(());
        }
        let attacks = deed.group() == Group::Attack;
        let casts = self.magic.contains(&order.verb);
        self.fire(table, &Event::Does { who, order, attacks, casts })
    },
    Condition { who, kind, begun: true } => if table.rules().ends(kind) { self.lapse(table, who); },
    Fallen { who } => self.fire(table, &Event::Fell(who)),
    TurnBegun { who } => self.lapse(table, who),
    RoundEnded => if self.until == Lasts::EndOfRound {
        table.everybody().into_iter().for_each(|who| self.lapse(table, who));
    },
});

impl Steps for Prepared {
    fn answers_move(&self, look: Look<'_>, who: Id, to: Footprint) -> bool {
        !self.set_off(look, &Event::Moved { who, from: look.footprint(who), to }).is_empty()
    }
}

impl Shows for Prepared {
    /// What they wait for of this question.
    fn leads_to(&self, look: Look<'_>, question: &Question) -> Option<String> {
        let is_own = question.kind == ASKS && question.rules.contains(&self.rule);
        let who = question.who.filter(|_| is_own)?;
        let mut waits: Vec<String> = readied(look, who).iter().map(|ready| ready.trigger.words(look, who)).collect();
        waits.dedup();
        (!waits.is_empty()).then(|| format!("Prepared for when {}.", waits.join(", and for when ")))
    }

    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        let intent = |ready: &Ready| Intent {
            of: Waits::Others,
            at: ready.trigger.whom(),
            to: None,
            text: format!("{} when {}", ready.order.clone().plainly(), ready.trigger.words(look, who)),
            with: ready.order.with,
            done: None,
            rule: self.rule,
        };
        readied(look, who).iter().map(intent).collect()
    }

    fn kept(&self, intent: &Intent) -> Option<&'static str> {
        (intent.of == Waits::Others && intent.rule == self.rule).then_some(self.until.words())
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = |ready: &Ready| format!("{} when {}", ready.order, ready.trigger.words(look, who));
        let line = |ready| SheetLine::of("Prepared", text(ready), self.rule);
        readied(look, who).iter().map(line).collect()
    }
}
