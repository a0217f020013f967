//! How the answers to a question lie: the few that are likeliest open, all others one click deeper, those that differ by a
//! number side by side. It goes by what choices are for and what they are worth, whatever is played.

use crate::battle::{Choice, Group, Order, Worth};

/// No more answers than these all lie open, where there is room and where there is little.
const FEW: [usize; 2] = [5, 3];
/// The same of answers that are all worth the same.
const ALIKE: [usize; 2] = [8, 4];
/// Of more answers so many do.
const LIKELIEST: usize = 3;

/// How many answers may lie open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opens {
    /// Whether their card gives way to its field: it has room for few of them.
    pub gives_way: bool,
    /// No more than these in any case.
    pub most: usize,
}

/// How the answers to a question lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// Those that lie open, by their places in the list of all and in its order.
    pub open: Vec<usize>,
    /// All others.
    pub rows: Vec<Row>,
}

/// Answers that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What they are.
    pub title: String,
    /// Whether they differ by a number alone.
    pub counts: bool,
    /// Whether none of them can be given.
    pub shut: bool,
    /// Their places in the list of all. Of those that differ by a number all, also those that lie open.
    pub choices: Vec<usize>,
}

/// What an answer is one of several of: what it is for, and of those that differ by a number alone what is the same of them.
#[derive(PartialEq)]
struct Kind(Group, Option<Order>);

impl Kind {
    fn of(choice: &Choice) -> Self {
        let counted = choice.order.n.filter(|_| choice.counts.is_some());
        Self(choice.purpose(), counted.map(|_| bare(choice)))
    }
}

/// An order without its number.
fn bare(choice: &Choice) -> Order {
    Order { n: None, ..choice.order.clone() }
}

impl Spread {
    /// Of these choices, with what they are worth to whoever chooses, as far as anybody can tell, and the usual answer.
    pub fn of(choices: &[Choice], worths: &[(Order, Worth)], usual: Option<&Order>, opens: Opens) -> Self {
        let legal: Vec<usize> =
            (0..choices.len()).filter(|at| choices.get(*at).is_some_and(Choice::is_legal)).collect();
        let mut open = likeliest(choices, &legal, (worths, usual), opens);
        once_each(choices, usual, &mut open);
        let mut rows: Vec<(Kind, Row)> = Vec::new();
        let mut shut = Row { title: "cannot be done now".to_owned(), counts: false, shut: true, choices: Vec::new() };
        let is_wall = open.len() < legal.len();
        for (index, choice) in choices.iter().enumerate() {
            let kind = Kind::of(choice);
            let counts = kind.1.is_some();
            match choice.is_legal() {
                false => shut.choices.push(index),
                // The numbers of a row are all there, so that none seems to be missing.
                true if !is_wall || (open.contains(&index) && !counts) => {}
                true => match rows.iter_mut().find(|(each, _)| *each == kind) {
                    Some((_, row)) => row.choices.push(index),
                    None => {
                        let title = choice.counts.filter(|_| counts).unwrap_or_else(|| choice.purpose().as_str());
                        let row = Row { title: title.to_owned(), counts, shut: false, choices: vec![index] };
                        rows.push((kind, row));
                    }
                },
            }
        }
        rows.retain(|(_, row)| row.choices.iter().any(|index| !open.contains(index)));
        let rows = rows.into_iter().map(|(_, row)| row).chain([shut].into_iter().filter(|row| !row.choices.is_empty()));
        Self { rows: rows.collect(), open }
    }

    /// Whether the answer that is meant, by its place in the list of all, is folded away, and none that lies open is.
    pub fn folds_away(&self, is_meant: impl Fn(usize) -> bool) -> bool {
        let rows = self.rows.iter().filter(|row| !row.shut);
        let mut folded = rows.flat_map(|row| &row.choices).filter(|index| !self.open.contains(index));
        folded.any(|index| is_meant(*index)) && !self.open.iter().any(|index| is_meant(*index))
    }

    /// How many can be given that do not lie open.
    pub fn folded(&self) -> usize {
        let rows = self.rows.iter().filter(|row| !row.shut);
        rows.flat_map(|row| &row.choices).filter(|index| !self.open.contains(index)).count()
    }

    /// The place of an answer among those that can be given, as it lies here. It is the same as long as the question stands,
    /// whatever is unfolded; what unfolds the others has one, too.
    pub fn place(&self, index: usize) -> Option<usize> {
        let among = |all: &[usize]| all.iter().position(|each| *each == index);
        let deeper = || {
            let rows = self.rows.iter().filter(|row| !row.shut);
            let all: Vec<usize> = rows.flat_map(|row| &row.choices).copied().collect();
            let all: Vec<usize> = all.into_iter().filter(|each| !self.open.contains(each)).collect();
            among(&all).map(|place| self.open.len() + 1 + place)
        };
        among(&self.open).or_else(deeper)
    }
}

/// Of those that differ in nothing but what they are done with one lies open: the usual one, else the first.
fn once_each(choices: &[Choice], usual: Option<&Order>, open: &mut Vec<usize>) {
    let bare = |choice: &Choice| {
        let order = Order { with: None, ..choice.order.clone() };
        (order, choice.chance.clone(), choice.cost.clone())
    };
    let alike = |one: &Choice, other: &Choice| {
        one.chance.is_some() && one.order.with.is_some() && other.order.with.is_some() && bare(one) == bare(other)
    };
    let mut kept: Vec<usize> = Vec::new();
    let is_usual = |index: usize| choices.get(index).is_some_and(|choice| Some(&choice.order) == usual);
    for index in open.iter().copied() {
        let Some(own) = choices.get(index) else { continue };
        match kept.iter_mut().find(|other| choices.get(**other).is_some_and(|other| alike(own, other))) {
            None => kept.push(index),
            Some(other) if is_usual(index) => *other = index,
            Some(_) => {}
        }
    }
    kept.sort_unstable();
    *open = kept;
}

/// Those that lie open: of every kind the one that is worth most, the usual one among them, and what lets it be.
fn likeliest(
    choices: &[Choice],
    legal: &[usize],
    (worths, usual): (&[(Order, Worth)], Option<&Order>),
    Opens { gives_way, most }: Opens,
) -> Vec<usize> {
    let worth = |index: usize| {
        let order = choices.get(index).map(|choice| &choice.order);
        worths.iter().find(|(each, _)| Some(each) == order).map_or(Worth(0), |(_, worth)| *worth)
    };
    let is_even = legal.iter().all(|index| worth(*index) == legal.first().map_or(Worth(0), |first| worth(*first)));
    let [roomy, scant] = if is_even { ALIKE } else { FEW };
    if legal.len() <= most.min(if gives_way { scant } else { roomy }) {
        return legal.to_vec();
    }
    let mut ranked = legal.to_vec();
    let is_usual = |index: usize| choices.get(index).is_some_and(|choice| Some(&choice.order) == usual);
    ranked.sort_by_key(|index| (!is_usual(*index), std::cmp::Reverse(worth(*index))));
    let mut kinds: Vec<Kind> = Vec::new();
    let (first, rest): (Vec<usize>, Vec<usize>) = ranked.into_iter().partition(|index| {
        let Some(kind) = choices.get(*index).map(Kind::of) else { return false };
        let is_new = !kinds.contains(&kind);
        if is_new {
            kinds.push(kind);
        }
        is_new
    });
    let lets_be = |index: &usize| choices.get(*index).is_some_and(|choice| choice.lets_be);
    let idle: Vec<usize> = legal.iter().copied().filter(lets_be).collect();
    let likeliest = first.into_iter().chain(rest).take(LIKELIEST);
    let mut open: Vec<usize> = if most < LIKELIEST + idle.len() {
        let busy = likeliest.filter(|index| !lets_be(index));
        busy.take(most.saturating_sub(idle.len()).max(1)).collect()
    } else {
        likeliest.collect()
    };
    open.extend(idle);
    open.sort_unstable();
    open.dedup();
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Refusal;

    /// There is room for any number of open answers.
    const ALL: usize = usize::MAX;
    const ROOMY: Opens = Opens { gives_way: false, most: ALL };
    const SCANT: Opens = Opens { gives_way: true, most: ALL };

    fn choice(order: Order, group: Group) -> Choice {
        Choice::new(order, "so", group, "R-1")
    }

    /// A declaration as some games ask for it: so many things, with a defence among them or without.
    fn declaration() -> Vec<Choice> {
        let plain = (0..=6).map(|n| {
            let meant = if n == 0 { Group::Move } else { Group::Attack };
            choice(Order::new("declare").n(n), Group::Turn).one_of("actions").meant(meant)
        });
        let kept = (1..=6).map(|n| {
            let order = Order::new("declare").n(n).manner("defend");
            choice(order, Group::Defence).one_of("actions, one to defend").meant(Group::Defence)
        });
        plain.chain(kept).collect()
    }

    fn worths(choices: &[Choice], worth: impl Fn(&Order) -> i32) -> Vec<(Order, Worth)> {
        choices.iter().map(|choice| (choice.order.clone(), Worth(worth(&choice.order)))).collect()
    }

    /// Promise: of thirteen ways of declaring three lie open, one of each kind, whatever room there is; the others are two rows of
    /// numbers.
    #[test]
    fn a_wall_of_numbers_becomes_three_answers_and_rows_of_numbers() {
        let all = declaration();
        let best = Order::new("declare").n(2).manner("defend");
        let worth = |order: &Order| {
            let n = order.n.unwrap_or(0);
            (if order.is("defend") { 10 } else { 8 }) - (n - 2).abs()
        };
        let spread = Spread::of(&all, &worths(&all, worth), Some(&best), SCANT);
        assert_eq!(spread, Spread::of(&all, &worths(&all, worth), Some(&best), ROOMY));
        let open: Vec<String> = spread.open.iter().map(|index| all[*index].order.to_string()).collect();
        assert_eq!(open, ["declare for 0", "declare for 2", "declare for 2 by defend"], "one of each kind");
        let rows: Vec<(&str, usize)> = spread.rows.iter().map(|row| (row.title.as_str(), row.choices.len())).collect();
        assert_eq!(rows, [("actions", 6), ("actions, one to defend", 6)]);
        assert!(spread.rows.iter().all(|row| row.counts && !row.shut));
        assert_eq!(spread.folded(), 10);
    }

    /// Promise: few answers all lie open in their own order, and so do those that are all worth the same.
    #[test]
    fn few_answers_and_answers_alike_lie_open() {
        let few: Vec<Choice> = ["block", "dodge", "none"].map(|verb| choice(Order::new(verb), Group::Defence)).into();
        assert_eq!(Spread::of(&few, &worths(&few, |_| 1), None, SCANT).open, [0, 1, 2]);
        let alike = |count: i32| -> Spread {
            let all: Vec<Choice> = (0..count).map(|n| choice(Order::new("wound").n(n), Group::Wound)).collect();
            Spread::of(&all, &worths(&all, |_| 0), Some(&all[0].order), ROOMY)
        };
        assert_eq!((alike(8).open.len(), alike(8).rows.len()), (8, 0));
        assert_eq!((alike(9).open, alike(9).rows.len()), (vec![0, 1, 2], 1), "so many would hide the field");
        let five: Vec<Choice> = (0..5).map(|n| choice(Order::new("wound").n(n), Group::Wound)).collect();
        let little = Spread::of(&five, &worths(&five, |_| 0), Some(&five[0].order), SCANT);
        assert_eq!((little.open.as_slice(), little.folded()), (&[0, 1, 2][..], 2), "where there is little room");
    }

    /// Promise: where there is room for fewer answers fewer lie open, down to one beside what lets it be; the usual one is among
    /// them as long as there are any.
    #[test]
    fn fewer_lie_open_where_there_is_room_for_fewer() {
        let verbs = ["block", "dodge", "guard", "hide", "parry"];
        let mut all: Vec<Choice> = verbs.map(|verb| choice(Order::new(verb), Group::Defence)).into();
        all.push(choice(Order::new("none"), Group::Defence).letting_be());
        let usual = all[2].order.clone();
        let worth = |order: &Order| i32::from(order.verb == "dodge");
        let open = |most: usize| Spread::of(&all, &worths(&all, worth), Some(&usual), Opens { most, ..SCANT }).open;
        let opened = [ALL, 4, 3, 2, 1].map(open);
        assert_eq!(opened, [vec![0, 1, 2, 5], vec![0, 1, 2, 5], vec![1, 2, 5], vec![2, 5], vec![2, 5]]);
        let few = Spread::of(&all[..3], &worths(&all, worth), Some(&usual), Opens { most: 2, ..SCANT });
        assert_eq!((few.open.as_slice(), few.folded()), (&[1, 2][..], 1));
    }

    /// Promise: of answers that differ in nothing but what they are done with one lies open; where chance or price differ all do.
    #[test]
    fn the_same_with_something_else_lies_deeper() {
        let block = |with: &'static str, chance: &str| {
            let choice = choice(Order::new("block").with(with), Group::Defence);
            Choice { chance: Some(chance.to_owned()), ..choice }
        };
        let all =
            [block("Shield", "3/4"), block("Sword", "3/4"), choice(Order::new("none"), Group::Defence).letting_be()];
        let open =
            |all: &[Choice], usual: usize| Spread::of(all, &worths(all, |_| 1), Some(&all[usual].order), ROOMY).open;
        assert_eq!((open(&all, 0), open(&all, 1), open(&all, 2)), (vec![0, 2], vec![1, 2], vec![0, 2]));
        assert_eq!(Spread::of(&all, &worths(&all, |_| 1), None, ROOMY).folded(), 1);
        let apart = [block("Shield", "3/4"), block("Sword", "1/2")];
        assert_eq!(open(&apart, 0), [0, 1]);
    }

    /// Promise: the usual answer lies open whatever it is worth, and what cannot be given lies apart.
    #[test]
    fn the_usual_answer_lies_open_and_what_cannot_be_given_apart() {
        let mut all: Vec<Choice> = ["a", "b", "c", "d", "e", "f", "g"]
            .iter()
            .map(|name| choice(Order::new("guard").with(*name), Group::Defence))
            .collect();
        all[1] = all[1].clone().unless(Err(Refusal::new("R-1", "not now")));
        all.push(choice(Order::new("none"), Group::Defence).letting_be());
        let usual = all[6].order.clone();
        let spread =
            Spread::of(&all, &worths(&all, |order| i32::from(order.with != Some("g".into()))), Some(&usual), ROOMY);
        assert_eq!(spread.open, [0, 2, 6, 7], "and what lets it be");
        assert_eq!(
            spread.rows.iter().map(|row| (row.choices.clone(), row.shut)).collect::<Vec<_>>(),
            [(vec![3, 4, 5], false), (vec![1], true)]
        );
    }

    /// Promise: every answer that can be given has a place of its own, those that lie open the first ones; none moves when the
    /// others are unfolded, and one place is left for what unfolds them.
    #[test]
    fn places_are_those_of_the_question_and_stay() {
        let all = declaration();
        let spread = Spread::of(&all, &worths(&all, |order| -order.n.unwrap_or(0)), None, SCANT);
        let mut places: Vec<usize> = (0..all.len()).filter_map(|index| spread.place(index)).collect();
        let open: Vec<Option<usize>> = spread.open.iter().map(|index| spread.place(*index)).collect();
        assert_eq!(open, [Some(0), Some(1), Some(2)]);
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), all.len());
        assert!(!places.contains(&spread.open.len()), "that is the place of what unfolds the others");
    }

    /// Promise: what a hint advises and is folded away is known, so that what unfolds it is marked.
    #[test]
    fn it_is_known_what_is_folded_away() {
        let row = |shut, choices| Row { title: String::new(), counts: false, shut, choices };
        let spread = Spread { open: vec![0, 2], rows: vec![row(false, vec![1, 2]), row(true, vec![3])] };
        assert_eq!([0, 1, 2, 3].map(|meant| spread.folds_away(|index| index == meant)), [false, true, false, false]);
        assert!(!spread.folds_away(|index| index < 2), "it lies open, too");
    }
}
