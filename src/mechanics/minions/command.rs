//! Giving one order to as many minions as one likes.

use super::bidding;
use super::clause::{Clause, read, words};
use super::standing_orders::{Standing, StandingOrders, is_idle, minions, standing};
use crate::mechanics::prelude::*;

/// The most names of minions that are told one by one.
const MOST_NAMED: usize = 3;

/// What is said to those who are to fight, to keep by whoever says it, and to come to them.
const FIGHT: &str = "attack nearest";
const GUARD: &str = "guard me";
const FOLLOW: &str = "follow me";

impl StandingOrders {
    /// Whom an order is for: those that it names, or all.
    fn addressed(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Vec<Id>, Refusal> {
        let mut addressed: Vec<Id> = Vec::new();
        for aim in &order.at {
            let name = aim.who.ok_or_else(|| Refusal::nonsense("whom? say `at NAME and NAME`"))?;
            let minion = look.named_or_refuse(name)?;
            let why = || format!("{} is no minion of {}", look.name(minion), look.name(who));
            look.refuse_if(look.leader(minion) != Some(who), self.rules.minion, why)?;
            look.refuse_one_if(!look.is_there(minion), minion, self.rules.minion, "is no more")?;
            if !addressed.contains(&minion) {
                addressed.push(minion);
            }
        }
        if order.at.is_empty() {
            // Those who can hear it, if there are any.
            addressed.extend(minions(look, who).filter(|minion| look.is_in_play(*minion)));
            if addressed.is_empty() {
                addressed.extend(minions(look, who));
            }
        }
        look.refuse_one_if(addressed.is_empty(), who, self.rules.minion, "has no minions")?;
        Ok(addressed)
    }

    /// What is ordered.
    fn sentences(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Vec<Clause>, Refusal> {
        read(look, who, order.sentence().unwrap_or_default()).map_err(|why| Refusal::new(self.rules.command, why))
    }

    /// Why somebody does not understand so many sentences.
    fn too_much(&self, look: Look<'_>, who: Id, sentences: usize) -> String {
        let (name, figure) = (look.name(who), self.understands);
        let plural = if sentences == 1 { "sentence" } else { "sentences" };
        format!("{name} does not understand ({sentences} {plural}, {figure} {})", look.value(who, figure))
    }

    fn checked(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Vec<Id>, Vec<Clause>), Refusal> {
        let addressed = self.addressed(look, who, order)?;
        let clauses = self.sentences(look, who, order)?;
        Ok((addressed, clauses))
    }

    /// What a button says of an order that is lost on all whom it is for.
    fn warning(&self, look: Look<'_>, who: Id, order: &Order) -> &'static str {
        if !look.wants_words() {
            return "";
        }
        let Ok((addressed, clauses)) = self.checked(look, who, order) else { return "" };
        let is_lost = !addressed.iter().any(|minion| self.is_understood(look, *minion, clauses.len()));
        if is_lost { " (nobody understands it)" } else { "" }
    }

    /// Orders that are worth a button, without the names of those they are for.
    fn ready_made(&self, look: Look<'_>, who: Id, addressed: &[Id]) -> Vec<String> {
        let enemies = look.foes(who);
        let mut orders = vec![FIGHT.to_owned()];
        if look.wants_words() {
            orders.extend(enemies.map(|id| format!("attack {}", look.name(id))));
            orders.extend([GUARD, FOLLOW, "hold"].map(str::to_owned));
            let deflect = Order::new(self.deflect.0);
            let deed = look.deed(deflect.verb).ok();
            let able = |minion: &Id| deed.is_some_and(|deed| deed.check(look, *minion, &deflect).is_ok());
            orders.extend(addressed.iter().any(able).then(|| "deflect".to_owned()));
        }
        orders
    }
}

impl Deed for StandingOrders {
    nature!(|self| {
        let reads = &[Reads::Sentence, Reads::At, Reads::Several];
        Nature::of("command", Group::Command, Stage::Upkeep).reading(reads).coming_last()
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let own: Vec<Id> = minions(look, who).collect();
        let mut groups: Vec<Vec<Id>> = Vec::new();
        if !own.is_empty() {
            groups.push(Vec::new());
        }
        if own.len() > 1 && look.wants_words() {
            groups.extend(own.iter().map(|minion| vec![*minion]));
        }
        for group in groups {
            let whom = match (group.first(), &own[..]) {
                (Some(minion), _) => look.name(*minion),
                (None, [only]) => look.name(*only),
                _ => "all minions",
            };
            let addressed = if group.is_empty() { &own } else { &group };
            for text in self.ready_made(look, who, addressed) {
                let at = group.iter().map(|minion| look.aim(*minion)).collect();
                let order = Order { at, ..Order::new("command").says(&text) };
                let label = format!("Command {whom}: {text}{}", self.warning(look, who, &order));
                out.push(Choice::new(order, label, Group::Command, self.rules.command).allowed_by(self, look, who));
            }
        }
    }

    checks!(|self, look, who, order| ["command", "speak"] => self.checked(look, who, order));

    /// What those could do by it who hear it, beside what they do already.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (addressed, clauses) = self.checked(look, who, order).ok()?;
        let hears = |minion: &Id| look.is_in_play(*minion) && self.is_understood(look, *minion, clauses.len());
        let hearing = addressed.into_iter().filter(hears);
        let gained: f64 = hearing.map(|minion| bidding::gain(look, (who, minion), &clauses)).sum();
        (gained > 0.0).then(|| Worth::of(gained))
    }

    /// Beside telling everybody to fight: to keep by whoever says it, to come to them, to go for one who is near them; and to let
    /// those alone hear it who have nothing to do.
    fn weighed(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        if !choice.order.at.is_empty() || choice.order.sentence() != Some(FIGHT) {
            return Vec::new();
        }
        let own: Vec<Id> = minions(look, who).filter(|minion| look.is_in_play(*minion)).collect();
        let idle: Vec<Id> = own.iter().copied().filter(|minion| is_idle(look, *minion)).collect();
        let to_some = |sentence: &str| {
            let at = idle.iter().map(|minion| look.aim(*minion)).collect();
            Order { at, ..Order::new(choice.order.verb).says(sentence) }
        };
        let near = look.foes_from(who, look.footprint(who)).take(MOST_NAMED);
        let attacks = near.map(|foe| format!("attack {}", look.name(foe)));
        let all: Vec<String> = [GUARD, FOLLOW].map(str::to_owned).into_iter().chain(attacks).collect();
        let mut orders: Vec<Order> = all.iter().map(|sentence| Order::new(choice.order.verb).says(sentence)).collect();
        if !idle.is_empty() && idle.len() < own.len() {
            orders.extend([FIGHT, GUARD, FOLLOW].map(to_some));
        }
        orders
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((addressed, clauses)) = self.checked(table.look(), who, order) else { return Ok(()) };
        let rules = self.rules;
        table.say(rules.command, who, |look| {
            let is_all = order.at.is_empty() && addressed.len() > MOST_NAMED;
            let whom = if is_all { "all their minions".to_owned() } else { look.names(&addressed, ", ") };
            format!("{} commands {whom}: {}.", look.name(who), words(look, &clauses))
        });
        for minion in addressed {
            if self.is_understood(table.look(), minion, clauses.len()) {
                table.edit::<Standing>(minion).0.clone_from(&clauses);
                continue;
            }
            table.say(rules.understands, minion, |look| {
                let why = self.too_much(look, minion, clauses.len());
                let keeps = match standing(look, minion) {
                    [] => "stays idle".to_owned(),
                    former => format!("keeps to their order: {}", words(look, former)),
                };
                format!("{why} and {keeps}.")
            });
        }
        Ok(())
    }
}
