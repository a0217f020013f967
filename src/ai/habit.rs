//! An answer that is given every time, by one fighter or by all of a side. It fits questions of one kind, about somebody who stands
//! to them as the first one did. It is given in the same manner, as long as it costs no more and weighs no more on their other deeds.

use std::collections::BTreeMap;

use crate::battle::{Aim, Burden, Choice, Id, Key, Look, Order, Question, SideId};

/// What is answered in the same way every time: the kind of question, whose answer it is, and the answer.
pub type Habits = BTreeMap<(Key, Whose), Habit>;

/// Whose answer a standing one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// That of one who is asked, or of the side where nobody is.
    Asked(Option<Id>),
    /// That of everybody of this side who is asked.
    All(SideId),
}

/// The answer that is kept for a question. One's own goes before that of one's side.
pub fn kept<'h>(habits: &'h Habits, question: &Question) -> Option<&'h Habit> {
    let of = |whose: Whose| habits.get(&(question.kind, whose));
    of(Whose::Asked(question.who)).or_else(|| of(Whose::All(question.side)))
}

/// The standing answer to this question, where it can still be given.
pub fn standing(habits: &Habits, look: Look<'_>, question: &Question) -> Option<Order> {
    let order = kept(habits, question)?.answers(look, question)?;
    look.check(&order).is_ok().then_some(order)
}

/// An answer that is given every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The answer as it was first given.
    pub order: Order,
    /// Whom it was at, one after the other.
    pub at: Vec<Whom>,
    /// How many squares before the end of a way of somebody else it was, where it is to be somewhere on that.
    pub along: Option<usize>,
    /// What it costs.
    pub pays: i32,
    /// The burden that comes with it, beside the price.
    pub burden: Burden,
    /// What is answered before this wherever it can be: it was kept first, and this one where it could not be given.
    pub first: Option<Box<Self>>,
}

/// Whom an answer is at, as the one who gives it sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Themselves.
    Own,
    /// Whoever brought the question about, whoever that is.
    Asker,
    /// Somebody of this name and no other.
    Named(Key),
    /// Nobody: a square.
    Nobody,
}

/// The burden that comes with each price.
fn burdens(look: Look<'_>, question: &Question) -> impl Fn(i32) -> Burden + Copy {
    let bears = move |who, price| look.rules().economy.burden(look, who, price);
    // What is free weighs nothing.
    move |price| question.who.filter(|_| price > 0).map_or_else(Burden::default, |who| bears(who, price))
}

/// Who is asked, and who brought the question about.
type People = [Option<Key>; 2];

fn people(look: Look<'_>, question: &Question) -> People {
    [question.who, question.by].map(|id| id.map(|id| look.key(id)))
}

impl Whom {
    fn of([own, by]: People, name: Option<Key>) -> Self {
        match name {
            None => Self::Nobody,
            name if name == own => Self::Own,
            name if name == by => Self::Asker,
            Some(name) => Self::Named(name),
        }
    }

    /// Who that is at another question; nothing where there is nobody of the kind.
    fn named(self, [own, by]: People) -> Option<Option<Key>> {
        match self {
            Self::Own => Some(Some(own?)),
            Self::Asker => Some(Some(by?)),
            Self::Named(name) => Some(Some(name)),
            Self::Nobody => Some(None),
        }
    }
}

/// Whether an order is this choice, with a number, a square or manners that it leaves to whoever gives it.
fn is_meant(choice: &Choice, order: &Order) -> bool {
    let knows = |manner: &Key| choice.order.manner.contains(manner) || choice.manners.contains(manner);
    let has_all = choice.order.manner.iter().all(|manner| order.manner.contains(manner));
    choice.is_legal() && choice.fits(order) && has_all && order.manner.iter().all(knows)
}

impl Habit {
    /// The answer to a question by this order, if it is one of those that can be given.
    pub fn of(look: Look<'_>, question: &Question, order: &Order) -> Option<Self> {
        Self::among(people(look, question), question.choices.as_deref()?, order, burdens(look, question))
    }

    /// The order that answers this question so; nothing where it must be asked anew: what is meant has become dearer, cannot be
    /// done any more, or there is nobody to do it to.
    pub fn answers(&self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.given(people(look, question), question.choices.as_deref()?, burdens(look, question))
    }

    fn among(people: People, choices: &[Choice], order: &Order, burdens: impl Fn(i32) -> Burden) -> Option<Self> {
        let meant = choices.iter().find(|choice| is_meant(choice, order))?;
        let at = order.whoms().map(|name| Whom::of(people, name)).collect();
        let chosen = meant.squares.iter().position(|(square, _)| Some(*square) == order.to);
        let along = chosen.filter(|_| meant.is_along);
        Some(Self { order: order.clone(), at, along, pays: meant.pays, burden: burdens(meant.pays), first: None })
    }

    /// The order that gives this answer to a question about these people.
    fn meant(&self, people: People) -> Option<Order> {
        let aims = self.order.at.iter().zip(&self.at);
        let at = aims.map(|(aim, whom)| Some(Aim { who: whom.named(people)?, ..*aim })).collect::<Option<_>>()?;
        Some(Order { at, ..self.order.clone() })
    }

    fn given(&self, people: People, choices: &[Choice], burdens: impl Fn(i32) -> Burden + Copy) -> Option<Order> {
        let first = self.first.as_ref().and_then(|first| first.given(people, choices, burdens));
        first.or_else(|| {
            let order = self.meant(people)?;
            let open = choices.iter().filter(|choice| self.covers(choice, burdens));
            let mut placed = open.map(|choice| (choice, self.placed(choice, &order)));
            placed.find(|(choice, order)| is_meant(choice, order)).map(|(_, order)| order)
        })
    }

    /// The order where this choice has it done: as far from the end of a way as before, or where that begins.
    fn placed(&self, choice: &Choice, order: &Order) -> Order {
        let at = self.along.filter(|_| choice.is_along).and_then(|along| {
            choice.squares.get(along.min(choice.squares.len().saturating_sub(1))).map(|(square, _)| *square)
        });
        Order { to: at.or(order.to), ..order.clone() }
    }

    /// The same, kept beside what was kept before where that is no answer to this question at all: a parry against swords, and
    /// something else against arrows.
    pub fn beside(self, look: Look<'_>, question: &Question, known: Option<&Self>) -> Self {
        let people = people(look, question);
        let choices = question.choices.as_deref().unwrap_or_default();
        Self { first: known.filter(|known| !known.is_open(people, choices)).cloned().map(Box::new), ..self }
    }

    /// Whether it could be given here, whatever it costs.
    fn is_open(&self, people: People, choices: &[Choice]) -> bool {
        let meant = self.meant(people);
        let is_it = |order: &Order| choices.iter().any(|choice| is_meant(choice, &self.placed(choice, order)));
        let own = meant.is_some_and(|order| is_it(&order));
        own || self.first.as_ref().is_some_and(|first| first.is_open(people, choices))
    }

    /// Whether a choice costs no more than what was agreed to, and weighs no more on what else is done.
    fn covers(&self, choice: &Choice, burdens: impl Fn(i32) -> Burden) -> bool {
        choice.pays <= self.pays && burdens(choice.pays).is_within(&self.burden)
    }

    /// The choice that is meant here and has become dearer than was agreed to, with the burden that comes with it.
    pub fn dearer<'q>(&self, look: Look<'_>, question: &'q Question) -> Option<(&'q Choice, Burden)> {
        let own = self.too_dear(people(look, question), question.choices.as_deref()?, burdens(look, question));
        own.or_else(|| self.first.as_ref()?.dearer(look, question))
    }

    fn too_dear<'c>(
        &self,
        people: People,
        choices: &'c [Choice],
        burdens: impl Fn(i32) -> Burden,
    ) -> Option<(&'c Choice, Burden)> {
        let order = self.meant(people)?;
        let meant = || choices.iter().filter(|choice| is_meant(choice, &self.placed(choice, &order)));
        let dearest = || meant().next().map(|choice| (choice, burdens(choice.pays)));
        if meant().any(|choice| self.covers(choice, &burdens)) { None } else { dearest() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Price, Refusal};
    use crate::board::Square;

    fn key(name: &'static str) -> Key {
        name.into()
    }

    fn people(by: &'static str) -> People {
        [Some(key("Ana")), Some(key(by))]
    }

    fn choice(order: Order, pays: i32) -> Choice {
        Choice::new(order, "so", Group::Defence, "R-1").priced(Price::of(pays, "so much"))
    }

    fn light(_: i32) -> Burden {
        Burden::default()
    }

    /// Promise: an answer with a number and a manner added to it is kept with both, at the same price or a lower one.
    #[test]
    fn a_number_and_a_manner_that_were_added_are_kept() {
        let open = |pays: i32| {
            let plain = choice(Order::new("parry").with("Sword"), pays).counting((0, 3), "seconds");
            [Choice { manners: vec![key("hard")], ..plain }]
        };
        let order = Order::new("parry").with("Sword").n(2).manner("hard");
        let habit = Habit::among(people("Orc"), &open(1), &order, light).unwrap();
        assert_eq!(habit.given(people("Orc"), &open(1), light), Some(order.clone()));
        assert_eq!(habit.given(people("Orc"), &open(2), light), None, "it has become dearer");
        assert_eq!(habit.too_dear(people("Orc"), &open(2), light).map(|(choice, _)| choice.label.as_str()), Some("so"));
        for less in [1, 0] {
            assert_eq!(habit.given(people("Orc"), &open(less), light), Some(order.clone()), "{less} is no more");
            assert_eq!(habit.too_dear(people("Orc"), &open(less), light), None);
        }
        let shut = open(1).map(|choice| choice.unless(Err(Refusal::new("R-1", "not now"))));
        assert_eq!(habit.given(people("Orc"), &shut, light), None, "it cannot be done any more");
        let few = open(1).map(|choice| Choice { numbers: Some((0, 1)), ..choice });
        assert_eq!(habit.given(people("Orc"), &few, light), None, "there are no two any more");
        // Without the manner it is another answer.
        let hard = [choice(Order::new("parry").with("Sword").manner("hard"), 1)];
        assert_eq!(Habit::among(people("Orc"), &hard, &Order::new("parry").with("Sword"), light), None);
    }

    /// Promise: what is kept for all of a side is kept for each of them who has nothing of their own, and for nobody else.
    #[test]
    fn what_is_kept_for_all_is_kept_for_each_of_them() {
        let habit = |verb: &'static str| {
            let all = [choice(Order::new(verb), 0)];
            Habit::among(people("Orc"), &all, &all[0].order, light).unwrap()
        };
        let own = ((key("react"), Whose::Asked(Some(Id(1)))), habit("parry"));
        let habits: Habits = [own, ((key("react"), Whose::All(SideId(0))), habit("none"))].into();
        let found = |kind: &'static str, side: u8, who: u16| {
            let question = Question::new(kind, SideId(side), Id(who), "so");
            kept(&habits, &question).map(|habit| habit.order.verb.to_string())
        };
        assert_eq!(found("react", 0, 1).as_deref(), Some("parry"));
        assert_eq!(found("react", 0, 2).as_deref(), Some("none"));
        assert_eq!((found("react", 1, 3), found("charge", 0, 2)), (None, None));
    }

    /// Promise: what is kept where the first answer is none to be given is kept beside it, and the first goes before it.
    #[test]
    fn other_answers_are_kept_beside_the_first() {
        let (parry, evade) = (choice(Order::new("parry"), 1), choice(Order::new("evade"), 1));
        let (swords, arrows) = ([parry.clone(), evade.clone()], [evade.clone()]);
        let first = Habit::among(people("Orc"), &swords, &parry.order, light).unwrap();
        assert_eq!(first.given(people("Elf"), &arrows, light), None, "nobody parries an arrow");
        assert!(!first.is_open(people("Elf"), &arrows) && first.is_open(people("Elf"), &swords));
        let own = Habit::among(people("Elf"), &arrows, &evade.order, light).unwrap();
        let both = Habit { first: Some(Box::new(first)), ..own };
        assert_eq!(both.given(people("Elf"), &arrows, light), Some(evade.order));
        assert_eq!(both.given(people("Orc"), &swords, light), Some(parry.order), "swords are parried as before");
    }

    /// Promise: what is done to whoever attacks is done to the next who does; what is done for a friend for that friend alone.
    #[test]
    fn whoever_attacks_is_answered_and_a_friend_is_that_friend() {
        let counter = |name: &'static str| choice(Order::new("counter").at(Aim::who(name)), 1);
        let habit = Habit::among(people("Orc"), &[counter("Orc")], &counter("Orc").order, light).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[counter("Wolf")], light), Some(counter("Wolf").order));
        let guard = |name: &'static str| choice(Order::new("guard").at(Aim::who(name)), 1);
        let habit = Habit::among(people("Orc"), &[guard("Bo")], &guard("Bo").order, light).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[guard("Bo")], light), Some(guard("Bo").order));
        assert_eq!(habit.given(people("Wolf"), &[guard("Cy")], light), None);
    }

    /// Promise: a shot at whoever comes on is kept for the next who does, as far from the end of their way as the first; a square that
    /// lies on no way is that square.
    #[test]
    fn a_shot_on_a_way_is_kept_for_the_next_way() {
        let shot = |to: &[i32], is_along: bool| {
            let squares = to.iter().map(|x| (Square::new(*x, 0), 0)).collect();
            [Choice { squares, is_along, ..choice(Order::new("shoot").with("Bow"), 0) }]
        };
        let order = |x: i32| Order { to: Some(Square::new(x, 0)), ..Order::new("shoot").with("Bow") };
        let kept = |is_along: bool| Habit::among(people("Orc"), &shot(&[3, 4, 5], is_along), &order(4), light).unwrap();
        let given = |is_along: bool, to: &[i32]| kept(is_along).given(people("Wolf"), &shot(to, is_along), light);
        assert_eq!(given(true, &[7, 8, 9]), Some(order(8)));
        assert_eq!(given(true, &[7]), Some(order(7)), "they come on from nearer");
        assert!(kept(true).is_open(people("Wolf"), &shot(&[7, 8], true)));
        assert_eq!((given(false, &[7, 8, 9]), given(false, &[8, 4])), (None, Some(order(4))));
    }

    /// Promise: an answer that weighs more on what else is done than when it was given is asked again, though its price is the
    /// same: another block in a round that makes all the others worse.
    #[test]
    fn what_weighs_more_is_asked_again() {
        let all = [choice(Order::new("block"), 1), choice(Order::new("duck"), 0)];
        let after = |now: i32, to_come: i32| move |_: i32| Burden { now, to_come };
        let habit = Habit::among(people("Orc"), &all, &all[0].order, after(4, 0)).unwrap();
        let given = |now: i32, to_come: i32| habit.given(people("Orc"), &all, after(now, to_come)).is_some();
        assert!(given(4, 0) && given(2, 0), "no more than was agreed to");
        assert!(!given(6, 0), "the next one in a row");
        assert!(!given(0, 2), "it is taken from a turn that is still to come");
        let dearer = habit.too_dear(people("Orc"), &all, after(0, 2));
        assert_eq!(dearer.map(|(choice, burden)| (choice.pays, burden.to_come)), Some((1, 2)));
    }
}
