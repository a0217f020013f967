//! One square for each who needs one: who asks for a square makes others move
//! on as long as that helps, so that nobody goes without who need not.

use std::collections::{BTreeMap, VecDeque};

/// Seekers, the squares that each would take, and the one that each has.
#[derive(Debug)]
pub(super) struct Seats {
    wishes: Vec<Vec<usize>>,
    seat: Vec<Option<usize>>,
    /// For each square who has it.
    holder: Vec<Option<usize>>,
}

impl Seats {
    /// Gives each seeker, in order, one of the squares that it `wishes` for,
    /// out of so many. A seeker goes without where none is left, and later ones
    /// never take a square from earlier ones without giving another.
    pub(super) fn new(wishes: Vec<Vec<usize>>, squares: usize) -> Self {
        let seekers = wishes.len();
        let mut seats = Self { wishes, seat: vec![None; seekers], holder: vec![None; squares] };
        for seeker in 0..seekers {
            seats.sit(seeker);
        }
        seats
    }

    /// The square that a seeker has.
    pub(super) fn seat(&self, seeker: usize) -> Option<usize> {
        self.seat[seeker]
    }

    /// Lets some seekers wish for other squares than before; each of them has
    /// one. If then somebody had to go without, all stays as it was: `false`.
    pub(super) fn change(&mut self, changes: Vec<(usize, Vec<usize>)>) -> bool {
        let before: Vec<(usize, Vec<usize>)> = changes.into_iter().map(|change| self.wish(change)).collect();
        if before.iter().all(|&(seeker, _)| self.sit(seeker)) {
            return true;
        }
        for &(seeker, ref wishes) in &before {
            self.wish((seeker, wishes.clone()));
        }
        for (seeker, _) in before {
            self.sit(seeker);
        }
        false
    }

    /// Changes what a seeker wishes for, who gets up if that no longer is where it sits; and says what it was.
    fn wish(&mut self, (seeker, wishes): (usize, Vec<usize>)) -> (usize, Vec<usize>) {
        if let Some(seat) = self.seat[seeker].filter(|seat| !wishes.contains(seat)) {
            self.seat[seeker] = None;
            self.holder[seat] = None;
        }
        (seeker, std::mem::replace(&mut self.wishes[seeker], wishes))
    }

    /// Finds a square for `seeker`, by the fewest others who move on to another of theirs.
    fn sit(&mut self, seeker: usize) -> bool {
        if self.seat[seeker].is_some() {
            return true;
        }
        let mut asked_by = BTreeMap::new();
        let mut asking = VecDeque::from([seeker]);
        while let Some(who) = asking.pop_front() {
            for &square in &self.wishes[who] {
                if asked_by.contains_key(&square) {
                    continue;
                }
                asked_by.insert(square, who);
                match self.holder[square] {
                    Some(holder) => asking.push_back(holder),
                    None => {
                        self.move_on(square, &asked_by);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Seats whoever asked for `free` there, whoever asked for the square that is left so there, and so on.
    fn move_on(&mut self, free: usize, asked_by: &BTreeMap<usize, usize>) {
        let mut left = Some(free);
        while let Some((square, &who)) = left.and_then(|square| Some((square, asked_by.get(&square)?))) {
            self.holder[square] = Some(who);
            left = self.seat[who].replace(square);
        }
    }
}
