//! How somebody may come off: a deed or an answer is tried out again and again, with everybody played as a computer would.

use std::collections::BTreeMap;

use super::fate::{Befell, Fate, Grade};
use crate::battle::{Id, Key, Look};

/// How somebody came off, tried out again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peril {
    /// How often it was tried; what is exact is counted in so many parts of a whole.
    pub tries: u32,
    /// Whether it was worked out.
    pub is_exact: bool,
    /// Whether somebody has a choice in what was worked out.
    pub is_assumed: bool,
    /// How often they were worse off then.
    pub hurt: u32,
    /// How often they were out of the fight.
    pub out: u32,
    /// How often an enemy had begun a blow at them that had not landed yet.
    pub begun: u32,
    /// How often it was over before any enemy had a turn, where it was tried.
    pub unmet: u32,
    /// How much they have lost in all of what is left of them.
    pub lost: u32,
    /// How often somebody had a hand in it, where that is noted.
    pub by: BTreeMap<Id, u32>,
    /// How often something else befell them, for those who are asked.
    pub befell: BTreeMap<Befell, u32>,
    /// How often the worst that came of it was this, in the words of the game, where it has one word for it: the mildest first.
    pub comes: BTreeMap<(Grade, Key), u32>,
}

/// So much of what befell somebody is told.
const MOST_TOLD: usize = 2;

/// What is said where nobody came to harm in any try.
const NO_HARM: &str = "no harm seen";

/// What is said where nothing befell anybody.
pub(super) const fn no_harm(is_exact: bool) -> &'static str {
    if is_exact { "no harm" } else { NO_HARM }
}

/// What is said of harm that the game has several words for.
const HARMED: &str = "harmed";

/// Shares that were tried out are told in steps of so many of a hundred.
const ROUND: f64 = 5.0;

/// Tries until it is known how somebody comes off: a figure that stands still from then on.
const TRIES: u32 = 60;
/// Tries before it is told at all, and between two figures of it.
const BATCH: u32 = 12;

/// Of those who do the harm so many are named.
const NAMED: usize = 2;
/// Why none of them comes to harm, however the dice fall.
const HOWEVER: &str = "however the dice fall";
/// What follows where they come to no harm until then, and a blow at them has begun.
const BEGUN: &str = "what has begun lands later";
/// The same where no enemy has a turn until then.
const UNMET: &str = "your turn comes before theirs";
const BY_ITSELF: &str = "from what happens by itself";

/// How shares are told in few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shares {
    /// In hundredths.
    Whole,
    /// With how far off they may be, where they were tried out.
    Within,
    /// In round numbers, as far as tries can tell.
    Round,
}

impl Peril {
    /// Until when it is told where nothing else is said.
    pub const UNTIL: &'static str = "until your next turn";

    /// What is assumed in every try where somebody else has a choice, as players read it.
    pub const ASSUMES: &'static str = "if you and all others answer as the computer would";

    /// Whether it has been tried often enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.is_exact || self.tries >= TRIES
    }

    /// Whether a first figure of it can be told, which more tries refine.
    pub const fn is_told(&self) -> bool {
        self.is_exact || self.tries >= BATCH
    }

    /// Takes over what has been found out since, a batch of tries at a time: no figure changes with each of them.
    pub fn catch_up(&mut self, found: &Self) {
        let is_news = found.is_exact != self.is_exact || found.tries / BATCH > self.tries / BATCH;
        if is_news {
            self.clone_from(found);
        }
    }

    /// What is assumed of others, or that nothing is: in about as many letters, so that what tells of it stays as broad.
    pub const fn assumes(&self) -> &'static str {
        if self.is_sure() { "worked out exactly: nobody has a choice in between" } else { Self::ASSUMES }
    }

    /// The same as programs read it: its words stay as they are.
    pub const fn assumed(&self) -> &'static str {
        if self.is_sure() { "nobody has a choice in between" } else { "all others decide as a computer would" }
    }

    /// Whether it was worked out without assuming anything of anybody.
    const fn is_sure(&self) -> bool {
        self.is_exact && !self.is_assumed
    }

    /// Where the figures come from.
    pub fn source(&self) -> String {
        match self.is_exact {
            true => format!("Worked out exactly: {}.", self.assumed()),
            false => format!("Tried out {} times: {}.", self.tries, self.assumed()),
        }
    }

    /// Counts how they came off this time, or in so many ways.
    pub(super) fn count(&mut self, fate: &Fate, times: u32) {
        self.hurt += u32::from(fate.hurt) * times;
        self.out += u32::from(fate.out) * times;
        self.begun += u32::from(fate.begun) * times;
        self.lost = self.lost.saturating_add(fate.lost.saturating_mul(times));
        fate.comes.iter().for_each(|each| *self.comes.entry(*each).or_default() += times);
        fate.befell.iter().for_each(|each| *self.befell.entry(*each).or_default() += times);
    }

    /// Whether anything may befall them.
    pub fn is_any(&self) -> bool {
        self.hurt > 0 || !self.befell.is_empty()
    }

    /// How many tries of a hundred went so.
    fn percent(&self, count: u32) -> f64 {
        (f64::from(count) * 100.0 / f64::from(self.tries.max(1))).round()
    }

    /// How many of a hundred that may be off.
    pub(super) fn off(&self, count: u32) -> f64 {
        // A tail of none tried is not none at all.
        let share = (f64::from(count) + 1.0) / (f64::from(self.tries) + 2.0);
        (200.0 * (share * (1.0 - share) / f64::from(self.tries.max(1))).sqrt()).round()
    }

    /// In words, with the bounds between which it lies: until one's next turn, or another time.
    pub fn told(&self, until: &str) -> Option<String> {
        if !self.is_settled() {
            return None;
        }
        if self.hurt == 0 {
            let no_harm = if self.is_exact { "no harm, however the dice fall" } else { NO_HARM };
            return Some(format!("{until}: {no_harm}"));
        }
        let one = |name: &str, count: u32| {
            if self.is_exact {
                let share = format!("{:.1}", f64::from(count) * 100.0 / f64::from(self.tries.max(1)));
                return format!("{name} {}%", share.strip_suffix(".0").unwrap_or(&share));
            }
            let (share, off) = (self.percent(count), self.off(count));
            let (least, most) = ((share - off).max(0.0), (share + off).min(100.0));
            if off > 0.0 { format!("{name} {share}% ({least} to {most}%)") } else { format!("{name} {share}%") }
        };
        let out = if self.out > 0 { format!(", {}", one("out", self.out)) } else { String::new() };
        Some(format!("{until}: {}{out}", one("hurt", self.hurt)))
    }

    /// Why nobody comes to harm, where that is only because no enemy has a turn until then.
    pub fn why_unharmed(&self) -> Option<&'static str> {
        (self.tries > 0 && self.unmet == self.tries && !self.is_any()).then_some(UNMET)
    }

    /// Who does the harm, each with how often: the most frequent first.
    pub fn from(&self, look: Look<'_>) -> Vec<(Id, u32)> {
        let mut all: Vec<(Id, u32)> = self.by.iter().map(|(by, count)| (*by, *count)).collect();
        all.retain(|(by, _)| look.knows_of(*by));
        all.sort_by_key(|(by, count)| (std::cmp::Reverse(*count), *by));
        all
    }

    /// The same in words: "from Goblin 1 (40%), Goblin 2 (3%)".
    pub fn told_from(&self, look: Look<'_>) -> Option<String> {
        let each = |(by, count): (Id, u32)| format!("{} ({}%)", look.name(by), self.percent(count));
        let all: Vec<String> = self.from(look).into_iter().map(each).collect();
        (!all.is_empty()).then(|| format!("from {}", all.join(", ")))
    }

    /// Why nobody comes to harm, or how sure that is: that there was none is told before it.
    fn how_sure(&self) -> String {
        match self.why_unharmed() {
            Some(why) => why.to_owned(),
            None if self.is_exact => HOWEVER.to_owned(),
            // A blow that is begun at them is no harm yet, and told of.
            None if self.begun > 0 => BEGUN.to_owned(),
            // What has not come in so many tries is hardly ever more frequent than three in as many.
            None => format!("so harm is at most {}% likely", (300.0 / f64::from(self.tries.max(3))).ceil()),
        }
    }

    /// Who does most of the harm, with their shares, and how many more do, in no more letters than this: "from Goblin 1 about 20%,
    /// Goblin 2 5%, and 2 more". Where there is none, why, or how sure that is.
    pub fn brief_from(&self, look: Look<'_>, most: usize) -> String {
        let all = self.from(look);
        if all.is_empty() {
            return if self.is_any() { BY_ITSELF.to_owned() } else { self.how_sure() };
        }
        let told = |named: usize| {
            let each = |(index, (by, count)): (usize, &(Id, u32))| {
                let about = if self.is_exact || index > 0 { "" } else { "about " };
                format!("{} {about}{}", look.name(*by), self.share(*count, Shares::Whole))
            };
            let mut parts: Vec<String> = all.iter().take(named).enumerate().map(each).collect();
            match all.len().saturating_sub(named) {
                0 => {}
                more if parts.is_empty() => parts.push(format!("{more} of them")),
                more => parts.push(format!("and {more} more")),
            }
            format!("from {}", parts.join(", "))
        };
        let fits = |words: &String| words.chars().count() <= most;
        (0..=NAMED).rev().map(told).find(fits).unwrap_or_else(|| told(0))
    }

    /// In few words, the mildest first: "hurt 43%, dying 10%, else held and locked 20%, also loses the Sword 3%"; "harmed" stands for
    /// what the game has several words for. What comes before "also" is never more than all.
    pub fn brief(&self, shares: Shares) -> String {
        if !self.is_any() {
            return no_harm(self.is_exact).to_owned();
        }
        let share = |count: u32| self.share(count, shares);
        let mut told: Vec<String> = Vec::new();
        let named: u32 = self.comes.values().sum();
        if let Some(rest) = self.hurt.checked_sub(named).filter(|rest| *rest > 0) {
            told.push(format!("{HARMED} {}", share(rest)));
        }
        told.extend(self.comes.iter().map(|((_, word), count)| format!("{word} {}", share(*count))));
        let mut befell: Vec<(&Befell, &u32)> = self.befell.iter().collect();
        befell.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let instead = if self.hurt > 0 { "else " } else { "" };
        let (mut came, mut lost) = (Vec::new(), Vec::new());
        for (befell, count) in befell.into_iter().take(MOST_TOLD) {
            let share = share(*count);
            match befell {
                Befell::Lost(what) => lost.push(format!("loses the {what} {share}")),
                Befell::Damaged(what) => lost.push(format!("{what} damaged {share}")),
                Befell::Came(state, None) => came.push(format!("{instead}{state} {share}")),
                Befell::Came(state, Some(other)) => came.push(format!("{instead}{state} and {other} {share}")),
            }
        }
        told.extend(came);
        let beside = if told.is_empty() { "" } else { "also " };
        told.extend(lost.into_iter().map(|lost| format!("{beside}{lost}")));
        told.join(", ")
    }

    /// How often it went so, told in this way.
    fn share(&self, count: u32, shares: Shares) -> String {
        let share = self.percent(count);
        match shares {
            Shares::Within if !self.is_exact => within(share, self.off(count)),
            Shares::Whole | Shares::Within if share < 1.0 && count > 0 => "<1%".to_owned(),
            Shares::Whole | Shares::Within => format!("{share}%"),
            Shares::Round => match (share / ROUND).round() * ROUND {
                few if few < ROUND => format!("under {ROUND}%"),
                most if most > 100.0 - ROUND => format!("over {}%", 100.0 - ROUND),
                share => format!("about {share}%"),
            },
        }
    }

    /// How often a blow at them had only begun, if one ever had.
    pub fn in_coming(&self) -> Option<String> {
        (self.begun > 0).then(|| format!("a blow begun at you {}%", self.percent(self.begun)))
    }

    /// What they lose on average of what is left of them, where that is a number worth telling.
    pub fn loses(&self) -> Option<f64> {
        let each = f64::from(self.lost) / f64::from(self.tries.max(1));
        Some(each).filter(|each| *each >= 0.05)
    }
}

/// A share of a hundred with how far off it may be: "32% ±12"; where that would be less than none or more than all the bounds between
/// which it lies: "0-18%".
fn within(share: f64, off: f64) -> String {
    let (least, most) = (share - off, share + off);
    if least < 0.0 || most > 100.0 {
        return format!("{}-{}%", least.max(0.0), most.min(100.0));
    }
    format!("{share}% ±{off}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::fate::lost;
    use crate::battle::ConditionName;

    /// Promise: of what is left nobody loses more than there was, so that the mean of it is no more than that either.
    #[test]
    fn nobody_loses_more_than_they_have() {
        assert_eq!([lost(8, 5), lost(8, 0), lost(8, -6), lost(0, -6), lost(-2, -6), lost(5, 8)], [3, 8, 8, 0, 0, 0]);
        let mut peril = Peril { tries: 2, is_exact: true, ..Peril::default() };
        for after in [-6, 6] {
            let fate = Fate { hurt: true, out: after < 0, lost: lost(8, after), ..Fate::default() };
            peril.count(&fate, 1);
        }
        assert_eq!(peril.loses(), Some(5.0), "all of 8, and 2 of 8");
    }

    /// Promise: harm is told in the words of the game, the mildest first, all of them together as often as anybody is harmed;
    /// nothing is told that cannot happen and no nought of what can.
    #[test]
    fn harm_is_told_in_the_words_of_the_game() {
        let told = |hurt: u32, comes: &[(Grade, &str, u32)]| {
            let comes: BTreeMap<(Grade, Key), u32> =
                comes.iter().map(|(grade, word, count)| ((*grade, Key::new(word)), *count)).collect();
            let out = comes.iter().filter(|((grade, _), _)| *grade > Grade::Harm).map(|(_, count)| count).sum();
            Peril { tries: 10_000, is_exact: true, hurt, out, comes, ..Peril::default() }.brief(Shares::Whole)
        };
        let all = [(Grade::Dead, "dead", 100), (Grade::Out, "dying", 1_500), (Grade::Harm, "wound", 7_900)];
        assert_eq!(told(9_500, &all), "wound 79%, dying 15%, dead 1%");
        assert_eq!(told(9_500, &all[..2]), "harmed 79%, dying 15%, dead 1%", "the game has several words for the rest");
        assert_eq!(told(9_500, &[]), "harmed 95%");
        assert_eq!(told(1_600, &[(Grade::Out, "dying", 1_600)]), "dying 16%");
        assert_eq!(told(20, &[]), "harmed <1%");
        assert_eq!(told(0, &[]), "no harm");
    }

    /// Promise: no share that was tried out is told to be less than none or more than all, however few the tries.
    #[test]
    fn no_share_lies_beyond_none_and_all() {
        for tries in [12, 24, 60] {
            for hurt in 1..=tries {
                let told = Peril { tries, hurt, ..Peril::default() }.brief(Shares::Within);
                let numbers = told.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
                let numbers: Vec<u32> = numbers.map(|digits| digits.parse().unwrap()).collect();
                let [one, other] = numbers[..] else { panic!("{told}") };
                let (least, most) =
                    if told.contains('±') { (one.checked_sub(other), one + other) } else { (Some(one), other) };
                let share = hurt * 100 / tries;
                assert!(least.is_some_and(|least| least <= share + 1) && (share..=100).contains(&most), "{told}");
            }
        }
        assert_eq!([within(8.0, 10.0), within(4.0, 4.0), within(95.0, 6.0)], ["0-18%", "4% ±4", "89-100%"]);
    }

    /// Promise: shares of what excludes each other add up to all: states that come together are told as one, and what comes beside
    /// harm is told apart.
    #[test]
    fn shares_that_exclude_each_other_add_up() {
        let (held, locked) = (ConditionName::from("held"), ConditionName::from("locked"));
        let comes = [((Grade::Harm, Key::new("hurt")), 79), ((Grade::Out, Key::new("fallen")), 5)].into();
        let befell = [(Befell::Came(held, Some(locked)), 16), (Befell::Lost(Key::new("Sword")), 3)].into();
        let peril = Peril { tries: 100, is_exact: true, hurt: 84, out: 5, comes, befell, ..Peril::default() };
        assert_eq!(
            peril.brief(Shares::Whole),
            "hurt 79%, fallen 5%, else held and locked 16%, also loses the Sword 3%"
        );
        let befell = [(Befell::Damaged(Key::new("Mail")), 30)].into();
        let peril = Peril { tries: 100, is_exact: true, befell, ..Peril::default() };
        assert_eq!(peril.brief(Shares::Whole), "Mail damaged 30%");
    }
}
