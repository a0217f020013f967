//! Measuring two or three ways of doing the same in turn, so that whatever else
//! the machine does meanwhile is shared out among them.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Outcome;

/// How long a sample should last, how many are taken, and how few of what takes very long.
const SAMPLE: Duration = Duration::from_millis(6);
const SAMPLES: usize = 15;
const FEW_SAMPLES: usize = 3;
const VERY_LONG: Duration = Duration::from_millis(30);

/// All figures as they are measured.
pub struct Book {
    figures: Vec<Figure>,
    /// Otherwise everything is done once and no time is told.
    is_timed: bool,
    is_told: bool,
    /// Groups and single figures to measure; all if there is none.
    wanted: Vec<String>,
}

/// What was measured, in nanoseconds.
struct Figure {
    id: String,
    group: &'static str,
    name: String,
    ours: f64,
    reference: Option<f64>,
    plain: Option<f64>,
    promise: Promise,
    /// What each of several sizes costs by the piece, where that is what counts.
    by_the_piece: Vec<(f64, f64)>,
}

/// What a figure must come to: all of what is said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Promise {
    ratio: Option<f64>,
    nanoseconds: Option<f64>,
    ahead: Option<f64>,
    a_piece: Option<f64>,
    slope: Option<f64>,
    said: Option<f64>,
}

impl Promise {
    /// At most so many times the reference.
    pub fn at_most(ratio: f64) -> Self {
        Self { ratio: Some(ratio), ..Self::default() }
    }

    /// At most so many nanoseconds, on any machine.
    pub fn within(nanoseconds: f64) -> Self {
        Self { nanoseconds: Some(nanoseconds), ..Self::default() }
    }

    /// At most so many nanoseconds for each piece.
    pub fn a_piece(nanoseconds: f64) -> Self {
        Self { a_piece: Some(nanoseconds), ..Self::default() }
    }

    /// At most so steep: 1 is in proportion to the pieces.
    pub fn slope(most: f64) -> Self {
        Self { slope: Some(most), ..Self::default() }
    }

    /// What the ratio was said to come to, in nanoseconds, where the reference was a slower one. Told beside the
    /// promise; it neither keeps nor breaks it.
    #[must_use]
    pub fn said_as(self, nanoseconds: f64) -> Self {
        Self { said: Some(nanoseconds), ..self }
    }

    /// And the plain version takes at least so many times as long.
    #[must_use]
    pub fn ahead_of_plain(self, times: f64) -> Self {
        Self { ahead: Some(times), ..self }
    }

    fn in_words(self) -> String {
        let parts = [
            self.ratio.map(|most| format!("<= {most}x")),
            self.nanoseconds.map(|most| format!("<= {}", in_time(most).trim_start())),
            self.a_piece.map(|most| format!("<= {most} ns each")),
            self.slope.map(|most| format!("slope <= {most}")),
            self.ahead.map(|least| format!(">= {least}x ahead")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Book {
    /// Figures with times; each is told as soon as it is known if `is_told`.
    pub fn timed(is_told: bool, wanted: Vec<String>) -> Self {
        if is_told {
            let head = ["figure", "ours", "by hand", "ratio", "plain", "ahead", "promise"];
            let [name, ours, hand, ratio, plain, ahead, promise] = head;
            say(&format!("{:5}{name:46}{ours:>9}{hand:>11}{ratio:>8}{plain:>11}{ahead:>8}  {promise}", ""));
        }
        Self { figures: Vec::new(), is_timed: true, is_told, wanted }
    }

    /// Everything once, for its own checks alone.
    pub fn once() -> Self {
        Self { figures: Vec::new(), is_timed: false, is_told: false, wanted: Vec::new() }
    }

    /// Something beside the figures that is counted and not timed.
    #[cfg(feature = "window")]
    pub fn note(&self, text: &str) {
        if self.is_told {
            say(&format!("     {text}"));
        }
    }

    /// The figure `id` of `group`: say what it is measured beside, and last what is ours.
    pub fn figure<'b, 'c>(
        &'b mut self,
        id: &str,
        group: &'static str,
        name: impl Into<String>,
        promise: Promise,
    ) -> Beside<'b, 'c> {
        Beside { book: self, id: id.to_owned(), group, name: name.into(), promise, reference: None, plain: None }
    }

    /// A law of scale: what a piece costs at several sizes; add each with [`Pieces::of`].
    pub fn law<'b, 'c>(
        &'b mut self,
        id: &str,
        group: &'static str,
        name: impl Into<String>,
        promise: Promise,
    ) -> Pieces<'b, 'c> {
        Pieces { beside: self.figure(id, group, name, promise), sizes: Vec::new() }
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }

    fn wants(&self, id: &str, group: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|word| word == id || word == group)
    }

    /// All of it as JSON.
    pub fn in_json(&self) -> Vec<Value> {
        self.figures.iter().map(Figure::in_json).collect()
    }

    /// How many promises are kept.
    pub fn sum_up(&self) -> Outcome {
        let (all, kept) = (self.figures.len(), self.figures.iter().filter(|figure| figure.is_met()).count());
        if self.is_timed {
            writeln!(stdout(), "\n{kept} of {all} promises kept")?;
        } else {
            writeln!(stdout(), "{all} figures agree with what was written by hand")?;
        }
        Ok(())
    }

    fn enter(&mut self, figure: Figure) {
        if self.is_told {
            say(&figure.in_words());
        }
        self.figures.push(figure);
    }
}

/// A figure and what it is measured beside.
pub struct Beside<'b, 'c> {
    book: &'b mut Book,
    id: String,
    group: &'static str,
    name: String,
    promise: Promise,
    reference: Option<Runner<'c>>,
    plain: Option<Runner<'c>>,
}

impl<'c> Beside<'_, 'c> {
    /// The reference: the same by hand, without an engine.
    #[must_use]
    pub fn beside<R>(mut self, by_hand: impl FnMut() -> R + 'c) -> Self {
        self.reference = Some(runner(by_hand));
        self
    }

    /// The way that one would write it without a thought of time.
    #[must_use]
    pub fn plain<R>(mut self, plain: impl FnMut() -> R + 'c) -> Self {
        self.plain = Some(runner(plain));
        self
    }

    /// Ours; and now it is measured.
    pub fn ours<R>(self, ours: impl FnMut() -> R + 'c) {
        let Self { book, id, group, name, promise, reference, plain } = self;
        if !book.wants(&id, group) {
            return;
        }
        let has = [true, reference.is_some(), plain.is_some()];
        let mut runners: Vec<Runner<'c>> = Some(runner(ours)).into_iter().chain(reference).chain(plain).collect();
        let mut medians = measured(&mut runners, book.is_timed).into_iter();
        let [ours, reference, plain] = has.map(|has| if has { medians.next() } else { None });
        let ours = ours.unwrap_or_default();
        book.enter(Figure { id, group, name, ours, reference, plain, promise, by_the_piece: Vec::new() });
    }
}

/// A law of scale and its sizes.
pub struct Pieces<'b, 'c> {
    beside: Beside<'b, 'c>,
    sizes: Vec<(usize, Runner<'c>)>,
}

impl<'c> Pieces<'_, 'c> {
    /// One size more: so many pieces, and the work on all of them.
    #[must_use]
    pub fn of<R>(mut self, pieces: usize, work: impl FnMut() -> R + 'c) -> Self {
        self.sizes.push((pieces, runner(work)));
        self
    }

    /// And now they are measured.
    pub fn told(self) {
        let Beside { book, id, group, name, promise, .. } = self.beside;
        if !book.wants(&id, group) {
            return;
        }
        let (pieces, mut runners): (Vec<usize>, Vec<Runner<'c>>) = self.sizes.into_iter().unzip();
        let medians = measured(&mut runners, book.is_timed);
        let ours = medians.last().copied().unwrap_or_default();
        let by_the_piece =
            pieces.into_iter().zip(medians).map(|(pieces, all)| (pieces as f64, all / pieces.max(1) as f64));
        let by_the_piece = by_the_piece.collect();
        book.enter(Figure { id, group, name, ours, reference: None, plain: None, promise, by_the_piece });
    }
}

impl Figure {
    fn ratio(&self) -> Option<f64> {
        self.reference.map(|reference| self.ours / reference)
    }

    fn ahead(&self) -> Option<f64> {
        self.plain.map(|plain| plain / self.ours)
    }

    /// By what power the time grows with the pieces, from the first size to the last: 1 is in proportion.
    fn slope(&self) -> Option<f64> {
        let ((few, each), (many, each_of_many)) = (self.by_the_piece.first()?, self.by_the_piece.last()?);
        let growth = (many * each_of_many) / (few * each);
        (many > few).then(|| growth.ln() / (many / few).ln())
    }

    fn is_met(&self) -> bool {
        let Promise { ratio, nanoseconds, ahead, a_piece, slope, .. } = self.promise;
        let most =
            |found: Option<f64>, most: Option<f64>| most.is_none_or(|most| found.is_some_and(|found| found <= most));
        most(self.ratio(), ratio)
            && most(Some(self.ours), nanoseconds)
            && most(self.slope(), slope)
            && ahead.is_none_or(|least| self.ahead().is_some_and(|ahead| ahead >= least))
            && a_piece.is_none_or(|most| self.by_the_piece.iter().all(|(_, each)| *each <= most))
    }

    fn is_as_said(&self) -> Option<bool> {
        self.promise.said.map(|said| self.ours <= said)
    }

    fn in_json(&self) -> Value {
        let Promise { ratio, nanoseconds, ahead, a_piece, slope, .. } = self.promise;
        let sizes = self.by_the_piece.iter().map(|(pieces, each)| json!({ "pieces": pieces, "ns_each": each }));
        json!({
            "id": self.id,
            "group": self.group,
            "name": self.name,
            "ours_ns": self.ours,
            "reference_ns": self.reference,
            "ratio": self.ratio(),
            "plain_ns": self.plain,
            "ahead_of_plain": self.ahead(),
            "sizes": sizes.collect::<Vec<_>>(),
            "slope": self.slope(),
            "promise": self.promise.in_words(),
            "promised": { "ratio": ratio, "ns": nanoseconds, "ahead_of_plain": ahead, "ns_each": a_piece, "slope": slope },
            "met": self.is_met(),
            "said_ns": self.promise.said,
            "met_as_said": self.is_as_said(),
        })
    }

    fn in_words(&self) -> String {
        let time = |found: Option<f64>| found.map(in_time).unwrap_or_default();
        let times = |found: Option<f64>| found.map(|found| format!("{found:.2}x")).unwrap_or_default();
        let met = if self.is_met() { "kept" } else { "MISSED" };
        let promise = self.promise.in_words();
        let said = self.is_as_said().zip(self.promise.said).map(|(kept, said)| {
            let relation = if kept { "<=" } else { ">" };
            format!(" ({relation} {})", in_time(said))
        });
        let met = format!("{met}{}", said.unwrap_or_default());
        if let Some(slope) = self.slope() {
            let sizes: Vec<String> =
                self.by_the_piece.iter().map(|(pieces, each)| format!("{each:.1} ns of {pieces}")).collect();
            let sizes = sizes.join(", ");
            return format!("{:5}{:46}  {sizes}; slope {slope:.2}  {promise}: {met}", self.id, self.name);
        }
        format!(
            "{:5}{:46}{:>9}{:>11}{:>8}{:>11}{:>8}  {promise}: {met}",
            self.id,
            self.name,
            in_time(self.ours),
            time(self.reference),
            times(self.ratio()),
            time(self.plain),
            times(self.ahead()),
        )
    }
}

fn in_time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.1} ns"),
        1e3..1e6 => format!("{:.2} us", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}

/// Whoever reads may stop before the end.
fn say(line: &str) {
    drop(writeln!(stdout(), "{line}"));
}

/// Does something so many times and tells how long it took.
type Runner<'c> = Box<dyn FnMut(u64) -> Duration + 'c>;

fn runner<'c, R>(mut work: impl FnMut() -> R + 'c) -> Runner<'c> {
    Box::new(move |times| {
        let start = Instant::now();
        for _ in 0..times {
            black_box(work());
        }
        start.elapsed()
    })
}

/// The median of what each takes, in nanoseconds, sampled in turn.
fn measured(runners: &mut [Runner<'_>], is_timed: bool) -> Vec<f64> {
    if !is_timed {
        return runners.iter_mut().map(|run| run(1).as_nanos() as f64).collect();
    }
    let warmed: Vec<(u64, usize)> = runners.iter_mut().map(warmed_up).collect();
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); runners.len()];
    for round in 0..SAMPLES {
        for ((run, (times, rounds)), samples) in runners.iter_mut().zip(&warmed).zip(&mut samples) {
            if round < *rounds {
                samples.push(run(*times).as_nanos() as f64 / *times as f64);
            }
        }
    }
    samples.into_iter().map(median).collect()
}

/// Runs until a sample lasts long enough: how many times that is, and how many samples to take.
fn warmed_up(run: &mut Runner<'_>) -> (u64, usize) {
    let mut times = 1;
    loop {
        let took = run(times);
        if took >= SAMPLE || times > 1 << 30 {
            let is_long = times == 1 && took > VERY_LONG;
            return (times, if is_long { FEW_SAMPLES } else { SAMPLES });
        }
        let each = took.as_nanos().max(1) as f64 / times as f64;
        let wanted = (SAMPLE.as_nanos() as f64 * 1.1 / each).ceil() as u64;
        times = wanted.clamp(times + 1, times * 10);
    }
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}
