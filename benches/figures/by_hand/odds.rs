//! Odds by hand: whole numbers of ways in arrays on the stack, each stage by itself.
//! And the plain way: a loop for each die within the loop of the die before.

use std::collections::BTreeMap;

/// Every outcome with its ways, in order, out of all of them, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    pub outcomes: Vec<(i32, u64)>,
    pub total: u64,
}

impl Exact {
    /// From the ways to `least` and to each outcome above it.
    fn of(least: i32, ways: &[u64]) -> Self {
        let outcomes = (least..).zip(ways.iter().copied()).filter(|(_, ways)| *ways > 0);
        Self::reduced(outcomes.collect())
    }

    fn reduced(mut outcomes: Vec<(i32, u64)>) -> Self {
        let mut divisor = 0;
        let mut total = 0;
        for (_, ways) in &outcomes {
            total += ways;
            if divisor != 1 {
                divisor = common_divisor(*ways, divisor);
            }
        }
        if divisor > 1 {
            outcomes.iter_mut().for_each(|(_, ways)| *ways /= divisor);
            total /= divisor;
        }
        Self { outcomes, total }
    }
}

const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The ways to each total of two dice; place 0 is no total.
fn two_dice(sides: usize) -> [u64; 32] {
    let mut ways = [0; 32];
    for one in 1..=sides {
        for other in 1..=sides {
            ways[(one + other) & 31] += 1;
        }
    }
    ways
}

/// Gathers the outcomes of loops within loops.
#[derive(Default)]
struct Heap(BTreeMap<i32, u64>);

impl Heap {
    fn add(&mut self, outcome: i32) {
        *self.0.entry(outcome).or_insert(0) += 1;
    }

    fn exact(self) -> Exact {
        Exact::reduced(self.0.into_iter().collect())
    }
}

/// Case a: 2d6 and a bonus against a base and a total, glancing in between, 1d6 and a bonus of harm.
#[derive(Clone, Copy, Debug)]
pub struct Glancing {
    pub bonus: i32,
    pub base: i32,
    pub total: i32,
    pub lessened: i32,
    pub harm: i32,
}

impl Glancing {
    pub fn staged(self) -> Exact {
        let (mut missed, mut glanced, mut struck) = (0, 0, 0);
        for (sum, ways) in (0..).zip(two_dice(6)) {
            match sum + self.bonus {
                attack if attack < self.base => missed += ways,
                attack if attack < self.total => glanced += ways,
                _ => struck += ways,
            }
        }
        let mut harm = [0; 32];
        harm[0] = missed * 6;
        for die in 1..=6 {
            harm[(die + self.harm - self.lessened).max(0) as usize & 31] += glanced;
            harm[(die + self.harm).max(0) as usize & 31] += struck;
        }
        Exact::of(0, &harm)
    }

    pub fn plain(self) -> Exact {
        let mut heap = Heap::default();
        for one in 1..=6 {
            for other in 1..=6 {
                for die in 1..=6 {
                    heap.add(match one + other + self.bonus {
                        attack if attack < self.base => 0,
                        attack if attack < self.total => (die + self.harm - self.lessened).max(0),
                        _ => (die + self.harm).max(0),
                    });
                }
            }
        }
        heap.exact()
    }
}

/// Case b: reach the target with a d6, be defended against with a d6, a die of damage against two thresholds.
/// Outcomes: -2 missed, -1 defended, 0 nothing, 1 a wound, 2 dying.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    pub attack: i32,
    pub target: i32,
    pub defence: i32,
    pub dc: i32,
    pub sides: i32,
    pub harm: i32,
    pub low: i32,
    pub high: i32,
}

impl Thresholds {
    /// The ways to each outcome from -2, and of all.
    fn ways(self) -> [u64; 5] {
        let (mut hits, mut defends) = (0, 0);
        for die in 1..=6 {
            hits += u64::from(die + self.attack >= self.target);
            defends += u64::from(die + self.defence >= self.dc);
        }
        let mut grades = [0; 3];
        for die in 1..=self.sides {
            grades[self.grade(die)] += 1;
        }
        let (sides, bare) = (self.sides as u64, 6 - defends);
        let [nothing, wound, dying] = grades.map(|ways: u64| ways * hits * bare);
        [(6 - hits) * 6 * sides, hits * defends * sides, nothing, wound, dying]
    }

    fn grade(self, die: i32) -> usize {
        let damage = die + self.harm;
        usize::from(damage > self.low) + usize::from(damage > self.high)
    }

    pub fn staged(self) -> Exact {
        Exact::of(-2, &self.ways())
    }

    fn outcome(self, attack: i32, defence: i32, die: i32) -> i32 {
        if attack + self.attack < self.target {
            -2
        } else if defence + self.defence >= self.dc {
            -1
        } else {
            self.grade(die) as i32
        }
    }

    pub fn plain(self) -> Exact {
        let mut heap = Heap::default();
        self.each(|outcome| heap.add(outcome));
        heap.exact()
    }

    fn each(self, mut take: impl FnMut(i32)) {
        for attack in 1..=6 {
            for defence in 1..=6 {
                for die in 1..=self.sides {
                    take(self.outcome(attack, defence, die));
                }
            }
        }
    }

    /// Three of them: the worst that comes of it, and the wounds in all.
    pub fn three_staged(self) -> (Exact, Exact) {
        let one = self.ways();
        let total: u64 = one.iter().sum();
        let cube = |ways: u64| ways * ways * ways;
        let (mut worst, mut up_to, mut below) = ([0; 5], 0, 0);
        for (ways, worst) in one.into_iter().zip(&mut worst) {
            up_to += ways;
            *worst = cube(up_to) - cube(below);
            below = up_to;
        }
        let harms = one[3] + one[4];
        let mut wounds = [1, 0, 0, 0];
        for _ in 0..3 {
            for place in (0..4).rev() {
                let below = if place > 0 { wounds[place - 1] } else { 0 };
                wounds[place] = wounds[place] * (total - harms) + below * harms;
            }
        }
        (Exact::of(-2, &worst), Exact::of(0, &wounds))
    }

    /// The same in loops within loops: one attack counted face by face, the others within it.
    pub fn three_plain(self) -> (Exact, Exact) {
        let mut one = Vec::new();
        self.each(|outcome| one.push(outcome));
        let (mut worst, mut wounds) = (BTreeMap::new(), BTreeMap::new());
        let harm = |outcome: i32| i32::from(outcome > 0);
        for first in &one {
            for second in &one {
                for third in &one {
                    *worst.entry(*first.max(second).max(third)).or_insert(0) += 1;
                    *wounds.entry(harm(*first) + harm(*second) + harm(*third)).or_insert(0) += 1;
                }
            }
        }
        (Heap(worst).exact(), Heap(wounds).exact())
    }
}

/// Case c: two dice and a bonus against two dice and a bonus, then the same with harm and armour.
#[derive(Clone, Copy, Debug)]
pub struct Opposed {
    pub attack: i32,
    pub defence: i32,
    pub harm: i32,
    pub armour: i32,
}

impl Opposed {
    pub fn staged(self) -> Exact {
        let sums = two_dice(6);
        let (mut hits, mut misses) = (0, 0);
        let mut harm = [0; 32];
        for (mine, my_ways) in (2..=12).zip(&sums[2..]) {
            for (theirs, their_ways) in (2..=12).zip(&sums[2..]) {
                let ways = my_ways * their_ways;
                if mine + self.attack >= theirs + self.defence {
                    hits += ways;
                } else {
                    misses += ways;
                }
                harm[(mine + self.harm - theirs - self.armour).max(0) as usize & 31] += ways;
            }
        }
        harm.iter_mut().for_each(|ways| *ways *= hits);
        harm[0] += misses * 36 * 36;
        Exact::of(0, &harm)
    }

    pub fn plain(self) -> Exact {
        let sums: Vec<i32> = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).collect();
        let mut heap = BTreeMap::new();
        for mine in &sums {
            for theirs in &sums {
                let hits = mine + self.attack >= theirs + self.defence;
                for harm in &sums {
                    for armour in &sums {
                        let done = if hits { (harm + self.harm - armour - self.armour).max(0) } else { 0 };
                        *heap.entry(done).or_insert(0) += 1;
                    }
                }
            }
        }
        Heap(heap).exact()
    }
}

/// Case d: a d20 to save, a die of harm that a save halves, armour that takes some of it.
#[derive(Clone, Copy, Debug)]
pub struct Save {
    pub dc: i32,
    pub sides: i32,
    pub armour: i32,
}

impl Save {
    pub fn staged(self) -> Exact {
        let mut saves = 0;
        for die in 1..=20 {
            saves += u64::from(die >= self.dc);
        }
        let mut harm = [0; 32];
        for die in 1..=self.sides {
            harm[(die / 2 - self.armour).max(0) as usize & 31] += saves;
            harm[(die - self.armour).max(0) as usize & 31] += 20 - saves;
        }
        Exact::of(0, &harm)
    }

    pub fn plain(self) -> Exact {
        let mut heap = Heap::default();
        for save in 1..=20 {
            for die in 1..=self.sides {
                let harm = if save >= self.dc { die / 2 } else { die };
                heap.add((harm - self.armour).max(0));
            }
        }
        heap.exact()
    }
}

/// Case e: attacks; each fells a man if it hits and does as much harm as he has Life.
#[derive(Clone, Copy, Debug)]
pub struct Felled {
    pub attacks: usize,
    pub bonus: i32,
    pub base: i32,
    pub harm: i32,
    pub life: i32,
}

impl Felled {
    pub fn staged(self) -> Exact {
        let (mut hits, mut fells) = (0, 0);
        for (sum, ways) in (0..).zip(two_dice(6)) {
            hits += if sum + self.bonus >= self.base { ways } else { 0 };
        }
        for die in 1..=6 {
            fells += u64::from(die + self.harm >= self.life);
        }
        let (fells, all) = (hits * fells, 36 * 6);
        let divisor = common_divisor(fells, all);
        let (fells, all) = (fells / divisor, all / divisor);
        let mut felled = [0; 8];
        felled[0] = 1;
        for _ in 0..self.attacks {
            for place in (0..8).rev() {
                let below = if place > 0 { felled[place - 1] } else { 0 };
                felled[place] = felled[place] * (all - fells) + below * fells;
            }
        }
        Exact::of(0, &felled)
    }

    /// One attack counted face by face, then attack within attack.
    pub fn plain(self) -> Exact {
        let mut one = BTreeMap::new();
        for first in 1..=6 {
            for second in 1..=6 {
                for die in 1..=6 {
                    let fells = first + second + self.bonus >= self.base && die + self.harm >= self.life;
                    *one.entry(i32::from(fells)).or_insert(0) += 1;
                }
            }
        }
        let mut felled: BTreeMap<i32, u64> = BTreeMap::from([(0, 1)]);
        for _ in 0..self.attacks {
            let mut next = BTreeMap::new();
            for (before, ways) in &felled {
                for (more, its_ways) in &one {
                    *next.entry(before + more).or_insert(0) += ways * its_ways;
                }
            }
            felled = next;
        }
        Heap(felled).exact()
    }
}

/// Case f: the better of two dice.
pub fn better_of_two(sides: usize) -> Exact {
    let mut ways = [0; 32];
    for one in 1..=sides {
        for other in 1..=sides {
            ways[one.max(other) & 31] += 1;
        }
    }
    Exact::of(0, &ways)
}

/// The same gathered outcome by outcome.
pub fn better_of_two_plain(sides: i32) -> Exact {
    let mut heap = Heap::default();
    for one in 1..=sides {
        for other in 1..=sides {
            heap.add(one.max(other));
        }
    }
    heap.exact()
}
