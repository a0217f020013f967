//! Animals that nobody rides follow their nature, unless they are told what to do and obey (HG-MOUNT-01 to
//! HG-MOUNT-03).

use super::riding::stubbornness;
use crate::battle::house_words::DECLARE;
use crate::mechanics::contest::Ties;
use crate::mechanics::drives;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::ask::KEEPS;

/// Enemies whom an animal might strike that are thought of, the nearest first.
const FOES: usize = 2;

/// The numbers of animals.
#[derive(Clone, Debug, Deserialize)]
pub struct Tempers {
    /// What is thrown to give an order, and what becomes of a roll that just comes to its challenge.
    pub dice: Expr,
    /// The same.
    pub ties: Ties,
    /// The figure for giving orders.
    pub skill: FigureName,
    /// The word of animals.
    pub animal: Key,
    /// The words of those who are trained for war, and of those who are trained for anything.
    pub trained: (Key, Key),
    /// How hard it is to make animals do something, by words of their training; the last is for all others.
    pub training: (Vec<(Key, i32)>, i32),
    /// What is done before anything else.
    pub first: Vec<Verb>,
    /// The state of those who have been told what to do.
    pub steered: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: TempersRules,
}

rule_ids! { struct TempersRules {
    nature: "What animals do of themselves.",
    command: "Telling them what to do.",
} }

/// What an animal means to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mind {
    /// Strike at this one.
    Fight(Id),
    /// Be beside this one.
    Follow(Id),
    /// Be far from everybody.
    Flee,
    /// Stand there.
    Stand,
}

impl Tempers {
    fn is_animal(&self, look: Look<'_>, who: Id) -> bool {
        look.has_tag(who, self.animal)
    }

    /// What a loose animal means to do: nothing for everybody who is steered by somebody.
    fn mind(&self, look: Look<'_>, who: Id) -> Option<Mind> {
        if !self.is_animal(look, who) || !look.riders(who).is_empty() || look.is(who, self.steered) {
            return None;
        }
        let master = look.leader(who).filter(|master| look.is_there(*master));
        let nearest = |of: Id| drives::nearest(look, of, look.foes(who));
        let (war, trained) = self.trained;
        Some(match () {
            () if look.has_tag(who, war) => nearest(master.unwrap_or(who)).map_or(Mind::Stand, Mind::Fight),
            () if look.has_tag(who, trained) => master.map_or(Mind::Stand, Mind::Follow),
            // Wild beasts that nobody leads are played like anybody else of their side.
            () if master.is_none() => return None,
            () => {
                let fights = look.health(who).is_none_or(|(left, whole)| left * 2 > whole);
                nearest(who).map_or(Mind::Stand, |foe| if fights { Mind::Fight(foe) } else { Mind::Flee })
            }
        })
    }

    /// The best blow at somebody that can be struck now; horses wrestle with nobody.
    fn blow(look: Look<'_>, who: Id, target: Id) -> Option<Order> {
        let name = look.key(target);
        let options = look.options_among(who, |deed| deed.group() == Group::Attack);
        let at =
            |choice: &&Choice| choice.is_legal() && choice.order.verb == ATTACK && choice.order.whom() == Some(name);
        let weigh = |choice: &Choice| Some((look.forecast(who, &choice.order)?.mean_harm(), choice.order.clone()));
        let weighed = options.iter().filter(at).filter_map(weigh);
        weighed.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, order)| order)
    }

    /// The way to the place that is best by this, if it is better than the place where somebody stands.
    fn way(look: Look<'_>, who: Id, better: impl Fn(crate::board::Footprint) -> i32) -> Option<Order> {
        let own = look.footprint(who);
        let here = better(own);
        drives::best_way(
            look,
            who,
            |deed| deed.nature().only_goes,
            |square, cost, order| {
                let gain = better(own.moved_to(square)) - here;
                (gain > 0).then_some((-gain, cost, order.verb, square.y, square.x))
            },
        )
    }

    /// Whether there is something that comes before everything else.
    fn is_pressed(&self, look: Look<'_>, who: Id) -> bool {
        let can = |order: &Order| look.deed(order.verb).is_ok_and(|deed| deed.check(look, who, order).is_ok());
        self.first.iter().any(|verb| can(&Order::new(verb)))
    }

    /// The first thing of these that an animal can do, whatever its nature.
    fn frees_itself(&self, look: Look<'_>, who: Id) -> Option<Compulsion> {
        let order = drives::first_of(look, who, &self.first)?;
        Some(Compulsion::Obeys(order, self.rules.nature, "its nature, and looks after itself".to_owned()))
    }

    /// What an animal does now.
    fn does(look: Look<'_>, who: Id, mind: Mind) -> Option<Order> {
        let to = |other: Id| {
            let body = look.footprint(other);
            Self::way(look, who, |there| -there.gap(body).max(1))
        };
        match mind {
            Mind::Fight(foe) => Self::blow(look, who, foe).or_else(|| to(foe)),
            Mind::Follow(master) => to(master),
            Mind::Flee => {
                let foes: Vec<_> = look.foes(who).map(|foe| look.footprint(foe)).collect();
                Self::way(look, who, |there| foes.iter().map(|foe| foe.gap(there)).min().unwrap_or(0))
            }
            Mind::Stand => None,
        }
    }

    /// What is added to the dice of whoever tells an animal what to do.
    fn bonus(&self, look: Look<'_>, who: Id, animal: Id) -> Sum {
        look.sum(&Case::of("animals", who).against(animal), look.figure(who, self.skill))
    }

    fn named(look: Look<'_>, order: &Order) -> Result<Id, Refusal> {
        look.target_or_refuse(order, "whom? say `command at NAME`")
    }

    fn may(&self, look: Look<'_>, who: Id, animal: Id) -> Allowed {
        look.allows(who, &["act", "command"])?;
        let refuse = |why: &str| Err(look.refusal_of(animal, self.rules.command, why));
        match () {
            () if animal == who || !self.is_animal(look, animal) => refuse("is no animal"),
            () if look.are_enemies(who, animal) => refuse("listens to others"),
            () if !look.is_in_play(animal) => refuse("hears nothing"),
            () if !look.riders(animal).is_empty() => refuse("is in its rider's hands"),
            () if look.is(animal, self.steered) => refuse("listens already"),
            () if look.rules().initiative.has_acted(look, animal) => refuse("has acted in this round"),
            () => Ok(()),
        }
    }
}

mechanic!(Tempers: |self| {
    words(words) => words.add(Word::Roll, ["animals"]).add(Word::Term, ["command"]).add(Word::Count, ["Nature"]),
    deeds => vec![Arc::new(self.clone())],
});

impl Drives for Tempers {
    /// Mounts that know nothing of war only look after themselves; loose animals do as their nature bids them.
    fn sets_out(&self, look: Look<'_>, who: Id) -> Option<Order> {
        if !self.is_animal(look, who) {
            return None;
        }
        let keeps = |n: i32| Some(Order::new(DECLARE).n(n).manner(KEEPS));
        let quiet = if self.is_pressed(look, who) { 2 } else { 1 };
        if !look.riders(who).is_empty() {
            return if look.has_tag(who, self.trained.0) { None } else { keeps(quiet) };
        }
        match self.mind(look, who)? {
            Mind::Fight(_) | Mind::Flee => keeps(2),
            Mind::Follow(_) | Mind::Stand => keeps(quiet),
        }
    }

    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let look = table.look();
        if !self.is_animal(look, who) {
            return Ok(None);
        }
        // Under a rider an animal can only strike, and those that cannot even do that get loose by themselves.
        if !look.riders(who).is_empty() {
            if !look.has_tag(who, self.trained.0)
                && let Some(frees) = self.frees_itself(look, who)
            {
                return Ok(Some(frees));
            }
            let order = Order::new(ATTACK);
            let price = look.deed(ATTACK).and_then(|deed| look.rules().economy.price(look, who, &**deed, &order));
            return Ok(price.is_err().then_some(Compulsion::Nothing));
        }
        let Some(mind) = self.mind(look, who) else { return Ok(None) };
        if let Some(frees) = self.frees_itself(look, who) {
            return Ok(Some(frees));
        }
        let order = Self::does(look, who, mind);
        Ok(Some(order.map_or(Compulsion::Nothing, |order| {
            let words = match mind {
                Mind::Fight(foe) => format!("its nature, and goes for {}", look.name(foe)),
                Mind::Follow(master) => format!("its nature, and keeps near {}", look.name(master)),
                Mind::Flee | Mind::Stand => "its nature, and flees".to_owned(),
            };
            Compulsion::Obeys(order, self.rules.nature, words)
        })))
    }
}

sheet!(Tempers: |self, look, who| {
    let text = match self.mind(look, who) {
        None => return Vec::new(),
        Some(Mind::Fight(foe)) => format!("goes for {}", look.name(foe)),
        Some(Mind::Follow(master)) => format!("keeps near {}", look.name(master)),
        Some(Mind::Flee) => "flees".to_owned(),
        Some(Mind::Stand) => "stands".to_owned(),
    };
    vec![SheetLine::of("Nature", text, self.rules.nature)]
});

impl Deed for Tempers {
    nature!(|self| Nature::of("command", Group::Command, Stage::Morale).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if self.is_animal(look, who) {
            return;
        }
        let label = |animal| format!("Command {}", look.name(animal));
        let animals = look.friends(who).filter(|id| self.is_animal(look, *id));
        out.extend(Choice::at_each(self, (look, who), animals, self.rules.command, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.may(look, who, Self::named(look, order)?)
    }

    /// The best blow of an animal that would strike nobody by its nature, as often as it listens.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let animal = Self::named(look, order).ok()?;
        let is_idle = self.mind(look, animal).is_some_and(|mind| !matches!(mind, Mind::Fight(_)));
        if !is_idle {
            return None;
        }
        let own = look.footprint(animal);
        // It listens for one round.
        let within = look.stride(animal).unwrap_or(0).saturating_add(1);
        let near = look.foes_from(animal, own).take(FOES).filter(|foe| own.gap(look.footprint(*foe)) <= within);
        let best = near.map(|foe| look.blow_beside(animal, foe)).fold(0.0, f64::max);
        let (bonus, hard) = (self.bonus(look, who, animal).total(), stubbornness(look, animal, &self.training));
        let listens = |shown: &i32| self.ties.comes_off(shown.saturating_add(bonus), hard);
        let chance = Distribution::from_expr(&self.dice).chance(listens).to_f64();
        (best > 0.0).then(|| Worth::of(chance * best))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(animal) = Self::named(look, order) else { return Ok(()) };
        let hard = stubbornness(look, animal, &self.training);
        let bonus = self.bonus(look, who, animal);
        let listens = |shown: i32| self.ties.comes_off(shown.saturating_add(bonus.total()), hard);
        let throw = table.throw_for(&self.dice, listens)?;
        let (total, obeys) = (throw.total.saturating_add(bonus.total()), listens(throw.total));
        let (rule, steered) = (self.rules.command, self.steered);
        table.note(|look| {
            let verdict = if obeys { "it listens" } else { "it does not listen" };
            let text = format!("{} calls to {}: {total} against {hard}, {verdict}.", look.name(who), look.name(animal));
            let roll = Roll::of("animals", &self.dice, &throw, &bonus).against(Sum::of("command", hard), obeys);
            Fact::new(rule, text).who(who).whom(animal).roll(roll)
        });
        if obeys { table.begin(animal, Condition::new(steered).until(Until::Rounds(1))) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::battle::{Order, Worth};
    use crate::trial::in_lesson;

    /// HG-MOUNT-03. Promise: it is worth something to command an animal that strikes nobody by its nature, where an enemy is
    /// near enough for it; whatever fights by its nature needs no command.
    #[test]
    fn a_command_is_worth_the_blow_that_it_brings() {
        let worth = |lesson: &str, leader: &str, animal: &str| {
            in_lesson("hursagmu", lesson, 0, |look| {
                let [leader, animal] = [leader, animal].map(|name| look.find(name).unwrap());
                let order = Order::new("command").at(look.aim(animal));
                look.deed("command").unwrap().worth(look, leader, &order)
            })
        };
        assert!(worth("HG-C54", "General", "Nag") > Some(Worth(0)));
        assert_eq!(worth("HG-C54", "Knight", "Warhorse"), None);
        assert_eq!(worth("HG-MOUNT-03-FIGURES", "Knight", "Nag"), None);
    }
}
