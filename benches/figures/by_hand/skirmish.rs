//! Four against four by hand: the rules of `rulesets/skirmish` and a player who
//! walks to the nearest and strikes, as plain structs and loops. Throw for throw
//! the same battle as ours when it is given the same dice.

/// What a die of six shows.
pub trait Dice {
    /// The next one.
    fn d6(&mut self) -> i32;

    /// Two of them.
    fn two(&mut self) -> i32 {
        self.d6() + self.d6()
    }
}

/// Dice that cost next to nothing, for the limit.
pub struct Quick(u64);

impl Quick {
    /// Dice of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed | 1)
    }
}

impl Dice for Quick {
    fn d6(&mut self) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * 6) >> 32) as i32 + 1
    }
}

/// How a battle went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fought {
    /// Who won.
    pub winner: Option<usize>,
    pub rounds: u64,
    pub turns: u64,
    pub attacks: u64,
}

/// One fighter: the first of the field belong to side 0, the others to side 1.
#[derive(Clone, Copy, Default)]
struct Fighter {
    x: i32,
    y: i32,
    life: i32,
    side: usize,
    /// What it threw for its place, and its number, as one number to sort by.
    place: u64,
}

/// The most times that a tie is told apart in one round; ours goes on for ever.
const THROWS: usize = 8;
const SIDE: i32 = 20;
const SPEED: i32 = 6;
const LIFE: i32 = 12;
const MOST_ROUNDS: u64 = 200;

impl Fighter {
    const fn gap(&self, other: &Self) -> i32 {
        gap(self.x, self.y, other.x, other.y)
    }
}

const fn gap(x: i32, y: i32, other_x: i32, other_y: i32) -> i32 {
    let (columns, rows) = ((x - other_x).abs(), (y - other_y).abs());
    if columns > rows { columns } else { rows }
}

/// A field that is set up once and fought over again and again.
pub struct Field<const N: usize> {
    start: [Fighter; N],
    order: [u8; N],
    fighters: [Fighter; N],
}

impl<const N: usize> Field<N> {
    /// Fighters of two sides by their squares.
    pub fn new(squares: [(usize, i32, i32); N]) -> Self {
        let start = squares.map(|(side, x, y)| Fighter { x, y, life: LIFE, side, place: 0 });
        Self { start, order: [0; N], fighters: start }
    }

    /// Fights one battle to its end.
    pub fn fight(&mut self, dice: &mut impl Dice) -> Fought {
        self.fighters = self.start;
        let mut fought = Fought::default();
        loop {
            fought.rounds += 1;
            if fought.rounds > MOST_ROUNDS {
                return fought;
            }
            let count = self.roll(dice);
            for turn in 0..count {
                let who = usize::from(self.order[turn]);
                if self.fighters[who].life <= 0 {
                    continue;
                }
                fought.turns += 1;
                let side = self.fighters[who].side;
                if self.act(who, dice, &mut fought.attacks) {
                    fought.winner = Some(side);
                    return fought;
                }
            }
        }
    }

    /// Everybody who stands throws for a place; those who tie throw again.
    fn roll(&mut self, dice: &mut impl Dice) -> usize {
        let mut count = 0;
        for id in 0..N {
            if self.fighters[id].life > 0 {
                // Four bits a throw from the top down; none stands below every throw.
                self.fighters[id].place = (dice.two() as u64) << (4 * (THROWS - 1));
                self.order[count] = id as u8;
                count += 1;
            }
        }
        for throw in 1..THROWS {
            let mut tied = [false; N];
            let mut is_tied = false;
            for (index, one) in self.order[..count].iter().enumerate() {
                for other in &self.order[index + 1..count] {
                    let (one, other) = (usize::from(*one), usize::from(*other));
                    if self.fighters[one].place == self.fighters[other].place {
                        (tied[one], tied[other], is_tied) = (true, true, true);
                    }
                }
            }
            if !is_tied {
                break;
            }
            for id in (0..N).filter(|id| tied[*id]) {
                self.fighters[id].place |= (dice.two() as u64) << (4 * (THROWS - 1 - throw));
            }
        }
        let fighters = &self.fighters;
        self.order[..count].sort_unstable_by_key(|id| (u64::MAX - fighters[usize::from(*id)].place, *id));
        count
    }

    /// A turn: strike at the nearest, or walk to it first. Whether that was the last of its enemies.
    fn act(&mut self, who: usize, dice: &mut impl Dice, attacks: &mut u64) -> bool {
        let (mut may_walk, mut may_strike) = (true, true);
        while may_walk || may_strike {
            let Some(enemy) = self.nearest(who) else { return true };
            let here = self.fighters[who].gap(&self.fighters[enemy]);
            if may_strike && here == 1 {
                may_strike = false;
                *attacks += 1;
                self.strike(who, enemy, dice);
            } else if may_walk && here > 1 && self.walk(who, enemy, here) {
                may_walk = false;
            } else {
                return false;
            }
        }
        self.nearest(who).is_none()
    }

    fn nearest(&self, who: usize) -> Option<usize> {
        let own = self.fighters[who];
        let mut best = (i32::MAX, None);
        for (id, other) in self.fighters.iter().enumerate() {
            if other.side != own.side && other.life > 0 {
                let gap = own.gap(other);
                if gap < best.0 {
                    best = (gap, Some(id));
                }
            }
        }
        best.1
    }

    /// To the free square nearest to `enemy`, of those the one nearest to here, then by rows.
    fn walk(&mut self, who: usize, enemy: usize, here: i32) -> bool {
        let (own, body) = (self.fighters[who], self.fighters[enemy]);
        for wanted in (here - SPEED).max(1)..here {
            let mut best = None;
            for y in (body.y - wanted).max(0)..=(body.y + wanted).min(SIDE - 1) {
                // The whole of the first and last row of the ring, two squares of the others.
                let is_whole = (y - body.y).abs() == wanted;
                let step = if is_whole { 1 } else { 2 * wanted };
                let mut x = body.x - wanted;
                while x <= body.x + wanted {
                    let cost = gap(x, y, own.x, own.y);
                    let is_better = best.is_none_or(|(least, _, _)| cost < least);
                    if (0..SIDE).contains(&x) && cost <= SPEED && is_better && self.is_free(x, y) {
                        best = Some((cost, x, y));
                    }
                    x += step;
                }
            }
            if let Some((_, x, y)) = best {
                (self.fighters[who].x, self.fighters[who].y) = (x, y);
                return true;
            }
        }
        false
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        !self.fighters.iter().any(|each| each.x == x && each.y == y && each.life > 0)
    }

    fn strike(&mut self, who: usize, enemy: usize, dice: &mut impl Dice) {
        let (own, body) = (self.fighters[who], self.fighters[enemy]);
        let (x, y) = (2 * body.x - own.x, 2 * body.y - own.y);
        let opposite = |each: &Fighter| each.x == x && each.y == y && each.life > 0 && each.side == own.side;
        let bonus = 4 + i32::from(self.fighters.iter().any(opposite));
        let margin = dice.two() + bonus - 11;
        if margin >= 0 {
            let damage = dice.d6() + 1 - if margin < 3 { 2 } else { 0 };
            self.fighters[enemy].life -= damage.max(0);
        }
    }
}

/// The fighters of the scenario `skirmish4`.
pub fn four_against_four() -> Field<8> {
    let squares = [(0, 4, 7), (0, 4, 9), (0, 4, 11), (0, 4, 13), (1, 15, 6), (1, 15, 8), (1, 15, 10), (1, 15, 12)];
    Field::new(squares)
}
