//! Nonsense on purpose: seeded mutations of every kind of file and of protocol lines, the ends of every range in every
//! field of every order, and random play with everything taken back, saved and played again.
//!
//! A few of each run with all other tests, in seconds. Many run by a number of files; of the rest there are as many as
//! fit beside them (ten lines for a file):
//!
//! ```text
//! SORTIE_FUZZ=10000 cargo test --test it fuzz -- --nocapture
//! ```
//!
//! `SORTIE_FUZZ_SEED` begins elsewhere (1 if left out). Whatever fails is told with its number, and what it consisted of
//! is left in `target/fuzz/`; `SORTIE_FUZZ_ONLY=NUMBER` runs that one alone. What is expected of each case: an answer or
//! an error in words of the game, within seconds, in bounded memory, and a battle that is as it was where nothing was
//! allowed. What breaks down inside a guard is a failure here all the same.

mod files;
mod limits;
mod lines;
mod orders;
mod play;
mod spoil;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sortie::battle::caught;

/// No case takes longer.
const LONGEST: Duration = Duration::from_secs(30);
/// The whole run holds no more than this in memory, in kB.
const MOST_MEMORY: u64 = 3 << 20;
/// So many failures are told.
const MOST_TOLD: usize = 12;

/// How many files a long run was asked for.
fn asked() -> Option<u64> {
    std::env::var("SORTIE_FUZZ").ok()?.parse().ok()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Numbers by chance, the same for the same seed whatever else changes.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    fn of(seed: u64, case: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `of`.
    fn below(&mut self, of: usize) -> usize {
        (self.next() % of.max(1) as u64) as usize
    }

    fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// The battle of a case: all of them come in turn, and few cases are of games far from each other.
fn battle_of(names: &[String], number: u64) -> &str {
    &names[(number as usize * 8) % names.len()]
}

/// Runs cases one after the other, and stops the program over one that never ends.
fn run(name: &'static str, count: u64, mut case: impl FnMut(u64, &mut Chance) -> Result<(), String>) {
    let seed = number("SORTIE_FUZZ_SEED").unwrap_or(1);
    let only = number("SORTIE_FUZZ_ONLY");
    let now: Arc<Mutex<Option<(u64, Instant)>>> = Arc::default();
    let watched = now.clone();
    std::thread::spawn(move || {
        while Arc::strong_count(&watched) > 1 {
            std::thread::sleep(Duration::from_millis(500));
            if let Some((number, begun)) = *watched.lock().unwrap()
                && begun.elapsed() > LONGEST * 4
            {
                eprintln!("{name} {number} of seed {seed} never ends: SORTIE_FUZZ_ONLY={number}");
                std::process::exit(101);
            }
        }
    });
    let begun = Instant::now();
    let mut failures = Vec::new();
    for number in only.map_or(0..count, |only| only..only + 1) {
        let since = Instant::now();
        *now.lock().unwrap() = Some((number, since));
        let outcome = caught(|| case(number, &mut Chance::of(seed, number)));
        let outcome = outcome.unwrap_or_else(|fault| Err(format!("broke down: {fault}")));
        let slow = Some(since.elapsed()).filter(|took| *took > LONGEST).map(|took| format!("took {took:?}"));
        if let Some(why) = outcome.err().or(slow) {
            eprintln!("{name} {number} of seed {seed}: {why}");
            failures.push(format!("{number}: {why}"));
        }
        assert!(held() < MOST_MEMORY, "{name} {number} of seed {seed} swells: {} kB", held());
    }
    *now.lock().unwrap() = None;
    eprintln!("{name}: {count} cases of seed {seed} in {:.1?}, {} failed", begun.elapsed(), failures.len());
    let told = failures.iter().take(MOST_TOLD).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {count} failed (target/fuzz holds them):\n{told}", failures.len());
}

/// The most memory that this program ever held, in kB; 0 where the system does not tell.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Leaves what a case consisted of where it can be looked at.
fn leave(name: &str, content: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// What must hold of everything that is said about nonsense: it is in words of the game, of some length, and holds nothing
/// that a screen would obey.
fn said_well(told: &str) -> Result<(), String> {
    let words =
        ["struct ", "enum ", "untagged", "usize", " u64", " u32", " u8", " i32", "Some(", "None", "panicked at"];
    if told.trim().len() < 5 {
        return Err(format!("says next to nothing: {told:?}"));
    }
    match words.iter().find(|word| told.contains(**word)) {
        Some(word) => Err(format!("speaks of `{word}`: {}", told.chars().take(300).collect::<String>())),
        None if told.contains("broke down") => Err(told.to_owned()),
        None if told.len() > 20_000 => Err(format!("says {} letters", told.len())),
        None => Ok(()),
    }
}
