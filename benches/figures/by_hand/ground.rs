//! The board by hand: flat arrays one square wider than the board all round,
//! a generation instead of clearing, a bucket for each cost.

/// Steps clockwise from north: columns, rows. Those with odd places are diagonal.
const STEPS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A straight step and a diagonal one, in half squares.
const COST: [u32; 8] = [2, 3, 2, 3, 2, 3, 2, 3];

/// Open squares and rocks, with the open steps of each square worked out once.
pub struct Flat {
    pub stride: usize,
    pub open: Vec<bool>,
    steps: Vec<u8>,
    offsets: [isize; 8],
}

impl Flat {
    /// A board of `width` by `height` whose squares are open where `is_open` holds; a diagonal step needs both
    /// squares beside it.
    pub fn new(width: usize, height: usize, is_open: impl Fn(usize, usize) -> bool) -> Self {
        let stride = width + 2;
        let mut open = vec![false; stride * (height + 2)];
        for y in 0..height {
            for x in 0..width {
                open[(y + 1) * stride + x + 1] = is_open(x, y);
            }
        }
        let offsets = STEPS.map(|(x, y)| y as isize * stride as isize + x as isize);
        let mut steps = vec![0; open.len()];
        for (at, steps) in steps.iter_mut().enumerate().filter(|(at, _)| open[*at]) {
            let ring = offsets.map(|offset| open[at.wrapping_add_signed(offset)]);
            for way in 0..8 {
                let is_clear = way % 2 == 0 || (ring[way - 1] && ring[(way + 1) % 8]);
                *steps |= u8::from(ring[way] && is_clear) << way;
            }
        }
        Self { stride, open, steps, offsets }
    }

    pub fn at(&self, x: i32, y: i32) -> usize {
        (y + 1) as usize * self.stride + (x + 1) as usize
    }

    pub fn square(&self, at: usize) -> (i32, i32) {
        ((at % self.stride) as i32 - 1, (at / self.stride) as i32 - 1)
    }
}

/// What a flood writes on. Generations count down, so that all that was left before is dearer.
pub struct Flood {
    pub cost: Vec<u32>,
    generation: u32,
    buckets: [Vec<u32>; 8],
    pub settled: Vec<u32>,
}

const COST_BITS: u32 = 16;
pub const COST_MASK: u32 = (1 << COST_BITS) - 1;

impl Flood {
    pub fn new(flat: &Flat) -> Self {
        Self {
            cost: vec![u32::MAX; flat.open.len()],
            generation: 1 << COST_BITS,
            buckets: Default::default(),
            settled: Vec::new(),
        }
    }

    fn begin(&mut self) -> u32 {
        if self.generation == 0 {
            self.cost.fill(u32::MAX);
            self.generation = 1 << COST_BITS;
        }
        self.generation -= 1;
        self.settled.clear();
        self.generation << COST_BITS
    }

    /// Dial's flood: every square within `budget`, cheapest first.
    pub fn reach(&mut self, flat: &Flat, start: usize, budget: u32) -> usize {
        let generation = self.begin();
        self.cost[start] = generation;
        self.buckets[0].push(start as u32);
        for now in 0..=budget {
            while let Some(at) = self.buckets[now as usize & 7].pop() {
                let at = at as usize;
                if self.cost[at] != generation | now {
                    continue;
                }
                self.settled.push(at as u32);
                let mut left = flat.steps[at];
                while left != 0 {
                    let way = left.trailing_zeros() as usize & 7;
                    left &= left - 1;
                    let cost = now + COST[way];
                    let next = at.wrapping_add_signed(flat.offsets[way]);
                    if cost <= budget && self.cost[next] > generation | cost {
                        self.cost[next] = generation | cost;
                        self.buckets[cost as usize & 7].push(next as u32);
                    }
                }
            }
        }
        self.settled.len()
    }

    /// A*: the cheapest way, its cost and its squares, or none.
    pub fn path(&mut self, flat: &Flat, start: usize, goal: usize) -> Option<(u32, Vec<u32>)> {
        let generation = self.begin();
        let (goal_x, goal_y) = flat.square(goal);
        let stride = flat.stride;
        let rest = |at: usize| {
            let (x, y) = ((at % stride) as i32 - 1, (at / stride) as i32 - 1);
            let (columns, rows) = ((x - goal_x).unsigned_abs(), (y - goal_y).unsigned_abs());
            2 * columns.max(rows) + columns.min(rows)
        };
        let mut now = rest(start);
        let most = now + COST_MASK;
        self.cost[start] = generation;
        self.buckets[now as usize & 7].push(start as u32);
        let mut waiting = 1;
        while waiting > 0 && now < most {
            let Some(at) = self.buckets[now as usize & 7].pop() else {
                now += 1;
                continue;
            };
            waiting -= 1;
            let at = at as usize;
            let here = self.cost[at] & COST_MASK;
            if here + rest(at) != now {
                continue;
            }
            if at == goal {
                self.buckets.iter_mut().for_each(Vec::clear);
                return Some((here, self.trail(flat, start, goal, generation)));
            }
            let mut left = flat.steps[at];
            while left != 0 {
                let way = left.trailing_zeros() as usize & 7;
                left &= left - 1;
                let cost = here + COST[way];
                let next = at.wrapping_add_signed(flat.offsets[way]);
                if self.cost[next] > generation | cost {
                    self.cost[next] = generation | cost;
                    self.buckets[(cost + rest(next)) as usize & 7].push(next as u32);
                    waiting += 1;
                }
            }
        }
        None
    }

    /// Back from the goal, each time to a square that is cheaper by the step.
    fn trail(&self, flat: &Flat, start: usize, goal: usize, generation: u32) -> Vec<u32> {
        let mut way_back = vec![goal as u32];
        let mut at = goal;
        while at != start {
            let comes_from = (0..8).find_map(|way| {
                let before = at.wrapping_add_signed(flat.offsets[way]);
                let is_open = flat.steps[at] >> way & 1 != 0;
                let fits =
                    self.cost[before] & !COST_MASK == generation && self.cost[before] + COST[way] == self.cost[at];
                (is_open && fits).then_some(before)
            });
            let Some(before) = comes_from else { break };
            way_back.push(before as u32);
            at = before;
        }
        way_back.reverse();
        way_back
    }
}

/// Symmetric shadowcasting: a row at a time outward in four quarters, what is free between two slopes.
pub struct Shadows {
    pub seen: Vec<bool>,
    list: Vec<u32>,
    rows: Vec<(i32, (i32, i32), (i32, i32))>,
}

impl Shadows {
    pub fn new(flat: &Flat) -> Self {
        Self { seen: vec![false; flat.open.len()], list: Vec::new(), rows: Vec::new() }
    }

    /// How many squares are seen from (x, y), middles at most `radius` and a half away.
    pub fn look(&mut self, flat: &Flat, x: i32, y: i32, radius: i32) -> usize {
        for at in self.list.drain(..) {
            self.seen[at as usize] = false;
        }
        let start = flat.at(x, y);
        self.seen[start] = true;
        self.list.push(start as u32);
        let stride = flat.stride as isize;
        for (ahead, across) in [(-stride, 1), (1, stride), (stride, 1), (-1, stride)] {
            self.quarter(flat, start, radius, ahead, across);
        }
        self.list.len()
    }

    fn quarter(&mut self, flat: &Flat, start: usize, radius: i32, ahead: isize, across: isize) {
        let round = radius * (radius + 1);
        self.rows.clear();
        self.rows.push((1, (-1, 1), (1, 1)));
        while let Some((depth, mut low, high)) = self.rows.pop() {
            if depth > radius {
                continue;
            }
            // The first and the last place between the slopes, ties inward.
            let first = (2 * depth * low.0 + low.1).div_euclid(2 * low.1);
            let last = (2 * depth * high.0 - high.1 + 2 * high.1 - 1).div_euclid(2 * high.1);
            let line = start.wrapping_add_signed(ahead * depth as isize);
            let mut before = None;
            for place in first..=last {
                let at = line.wrapping_add_signed(across * place as isize);
                let is_open = flat.open.get(at).copied().unwrap_or(false);
                let is_between = place * low.1 >= depth * low.0 && place * high.1 <= depth * high.0;
                if (!is_open || is_between)
                    && depth * depth + place * place <= round
                    && !self.seen.get(at).copied().unwrap_or(true)
                {
                    self.seen[at] = true;
                    self.list.push(at as u32);
                }
                match (before, is_open) {
                    (Some(false), true) => low = (2 * place - 1, 2 * depth),
                    (Some(true), false) => self.rows.push((depth + 1, low, (2 * place - 1, 2 * depth))),
                    _ => {}
                }
                before = Some(is_open);
            }
            if before == Some(true) {
                self.rows.push((depth + 1, low, high));
            }
        }
    }
}

/// How many threaten each square, for two sides.
pub struct Counts {
    stride: usize,
    counts: [Vec<u16>; 2],
}

impl Counts {
    pub fn new(width: usize, height: usize) -> Self {
        let (stride, area) = (width + 2, (width + 2) * (height + 2));
        Self { stride, counts: [vec![0; area], vec![0; area]] }
    }

    /// Everybody anew: who is next to a square threatens it.
    pub fn rebuild(&mut self, bodies: &[(usize, i32, i32)]) {
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
        for (side, x, y) in bodies {
            self.change(*side, *x, *y, 1);
        }
    }

    /// One body steps.
    pub fn shift(&mut self, side: usize, from: (i32, i32), to: (i32, i32)) {
        self.change(side, from.0, from.1, u16::MAX);
        self.change(side, to.0, to.1, 1);
    }

    pub fn count(&self, side: usize, x: i32, y: i32) -> u16 {
        self.counts[side & 1][(y + 1) as usize * self.stride + (x + 1) as usize]
    }

    fn change(&mut self, side: usize, x: i32, y: i32, by: u16) {
        let at = (y + 1) as usize * self.stride + (x + 1) as usize;
        let counts = &mut self.counts[side & 1][at - self.stride - 1..=at + self.stride + 1];
        let (middle, last) = (self.stride, 2 * self.stride);
        for place in [0, 1, 2, middle, middle + 2, last, last + 1, last + 2] {
            counts[place] = counts[place].wrapping_add(by);
        }
    }
}

/// Whose bodies stand where: a bit a side.
pub struct Stands {
    stride: usize,
    sides: Vec<u8>,
}

impl Stands {
    pub fn new(width: usize, height: usize, bodies: &[(usize, i32, i32)]) -> Self {
        let stride = width + 2;
        let mut sides = vec![0; stride * (height + 2)];
        for (side, x, y) in bodies {
            sides[(*y + 1) as usize * stride + (*x + 1) as usize] |= 1 << side;
        }
        Self { stride, sides }
    }

    /// How many of all have enemies on opposite sides.
    pub fn flanked(&self, bodies: &[(usize, i32, i32)]) -> usize {
        bodies.iter().filter(|(side, x, y)| self.is_flanked(3 & !(1 << side), *x, *y)).count()
    }

    /// Whether anybody of the hostile sides stands across from another of them.
    fn is_flanked(&self, hostile: u8, x: i32, y: i32) -> bool {
        let at = (y + 1) as usize * self.stride + (x + 1) as usize;
        let near = &self.sides[at - self.stride - 1..=at + self.stride + 1];
        let (middle, last) = (self.stride, 2 * self.stride);
        let has = |place: usize| near[place] & hostile != 0;
        let pairs = [(0, last + 2), (1, last + 1), (2, last), (middle, middle + 2)];
        pairs.into_iter().any(|(one, other)| has(one) && has(other))
    }
}
