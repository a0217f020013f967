//! The directions of a quarter as exact slopes: what a field of view is cut from.

/// A direction within a quarter: `rise` squares across for `run` squares ahead.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rise: i32,
    run: i32,
    /// The last square of the line at hand whose middle lies at or below the
    /// slope. From one line to the next it moves by one at most, and the places
    /// that a cut starts with are at most one off: this saves all divisions.
    place: i32,
}

impl Slope {
    const fn new(rise: i32, run: i32, place: i32) -> Self {
        Self { rise, run, place }
    }

    const fn below(self, other: Self) -> bool {
        self.rise * other.run < other.rise * self.run
    }

    /// The same slope on the line `ahead`.
    const fn on_line(mut self, ahead: i32) -> Self {
        let aim = self.rise * ahead;
        let down = self.place * self.run > aim;
        let up = (self.place + 1) * self.run <= aim;
        self.place += up as i32 - down as i32;
        self
    }

    /// First square whose middle lies at or above this slope.
    const fn ceil(self, ahead: i32) -> i32 {
        if self.place * self.run == self.rise * ahead { self.place } else { self.place + 1 }
    }
}

/// The slopes from `low` to `high`: with both ends where they are free, without
/// them where they are cut out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    low: Slope,
    high: Slope,
}

impl Fan {
    /// All of a quarter, its two diagonals included.
    pub(super) const fn quarter() -> Self {
        Self { low: Slope::new(-1, 1, 0), high: Slope::new(1, 1, 0) }
    }

    /// The slopes between the two ends of the near side of a square.
    pub(super) const fn near_side(across: i32, ahead: i32) -> Self {
        let run = 2 * ahead - 1;
        Self { low: Slope::new(2 * across - 1, run, across), high: Slope::new(2 * across + 1, run, across) }
    }

    /// The slopes between the two ends of the side towards higher squares of the line.
    pub(super) const fn far_side(across: i32, ahead: i32) -> Self {
        let rise = 2 * across + 1;
        let (shallow, steep) = (Slope::new(rise, 2 * ahead + 1, across), Slope::new(rise, 2 * ahead - 1, across));
        if rise > 0 { Self { low: shallow, high: steep } } else { Self { low: steep, high: shallow } }
    }

    /// The slopes that run through a square.
    pub(super) const fn whole(across: i32, ahead: i32) -> Self {
        let (low, high) = (2 * across - 1, 2 * across + 1);
        let (near, far) = (2 * ahead - 1, 2 * ahead + 1);
        Self {
            low: Slope::new(low, if low > 0 { far } else { near }, across - 1),
            high: Slope::new(high, if high > 0 { near } else { far }, across),
        }
    }

    /// The same slopes on the line `ahead`: the one they were made or last asked for, or the next.
    pub(super) const fn on_line(self, ahead: i32) -> Self {
        Self { low: self.low.on_line(ahead), high: self.high.on_line(ahead) }
    }

    /// The squares of a line that the fan meets, be it in a corner only.
    pub(super) const fn touched(self, ahead: i32) -> (i32, i32) {
        let (near, far) = (2 * ahead - 1, 2 * ahead + 1);
        let (low, high) = (self.low, self.high);
        let lowest = low.rise * if low.rise < 0 { far } else { near };
        let highest = high.rise * if high.rise < 0 { near } else { far };
        let first = low.ceil(ahead);
        let down = (2 * first - 1) * low.run >= lowest;
        let up = (2 * high.place + 1) * high.run <= highest;
        (first - down as i32, high.place + up as i32)
    }

    /// Takes `gap` out. What lies below it is done with and goes to `done`;
    /// what lies above is given back. Cuts must come with rising low ends.
    pub(super) fn cut(self, gap: Self, done: &mut Vec<Self>) -> Option<Self> {
        if !gap.low.below(self.high) || !self.low.below(gap.high) {
            return Some(self);
        }
        if !gap.low.below(self.low) {
            done.push(Self { low: self.low, high: gap.low });
        }
        (!self.high.below(gap.high)).then_some(Self { low: gap.high, high: self.high })
    }

    /// First square of the line whose middle is met.
    pub(super) const fn first(self, ahead: i32) -> i32 {
        self.low.ceil(ahead)
    }

    /// Last square of the line whose middle is met.
    pub(super) const fn last(self) -> i32 {
        self.high.place
    }

    /// The squares before and after the corner, counted across, if this is a
    /// single direction through a corner at the near side of the line.
    pub(super) const fn corner(self, ahead: i32) -> Option<(i32, i32)> {
        let Slope { rise, run, .. } = self.low;
        let halves = rise * (2 * ahead - 1);
        if self.low.below(self.high) || halves % run != 0 || (halves / run) % 2 == 0 {
            return None;
        }
        let below = (halves / run - 1).div_euclid(2);
        Some(if rise > 0 { (below, below + 1) } else { (below + 1, below) })
    }
}
