//! What the last blow came to, in one line: it stays in the bar until somebody here decides anew, whatever the speed.

use bevy_egui::egui::{Align, Color32, FontId, Ui, vec2};

use super::fitted::fitted;
use crate::battle::{Fact, Look, Purpose, Roll};
use crate::overlay::motion::Motion;
use crate::overlay::timeline::Timeline;
use crate::overlay::{log, theme};

/// So many facts after a blow are looked at for what it did.
const AFTER: usize = 12;
/// No blow before so many facts is told of.
const LATELY: usize = 60;
/// As many blows as are told where the line is pointed at.
const MOST: usize = 10;
/// The size of the line, at the usual size of text.
const SIZE: f32 = 14.0;

/// What the last blow came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// In one line, in the words of the log.
    pub words: String,
    /// Whether that is good luck for those who sit here; nothing where it is neither.
    pub luck: Option<bool>,
    /// The same for each blow since somebody here decided, one a line.
    pub all: String,
    /// The place of the blow among the facts.
    pub at: usize,
}

/// Whether a fact tells how a blow went: whether it struck home, or was warded off.
fn is_blow(fact: &Fact) -> bool {
    let rolled = |roll: &Roll| {
        let is_met = roll.purpose == Purpose::Defence || fact.whom.is_some() && roll.purpose != Purpose::Damage;
        is_met && roll.shows().is_some()
    };
    fact.warded.is_some() || fact.roll.as_ref().is_some_and(rolled)
}

impl Outcome {
    /// The last of these facts that tell of a blow, with the worst that it did to anybody; the first of them is at this place.
    fn of(look: Look<'_>, first: usize, facts: &[Fact]) -> Option<Self> {
        let read: Vec<(usize, &Fact)> = (first..).zip(facts).filter(|(_, fact)| look.may_read(fact)).collect();
        let is_harm = |fact: &Fact| log::tone(look, fact) == Some(false);
        let mut all: Vec<(usize, String, Option<bool>)> = Vec::new();
        for (index, (at, fact)) in read.iter().enumerate() {
            let after = read.iter().skip(index + 1).take(AFTER).map(|(_, fact)| *fact);
            let harms = after.take_while(|fact| !is_blow(fact)).filter(|fact| is_harm(fact)).last();
            // Harm that no blow went before is told by itself.
            let is_bare = || is_harm(fact) && !read.iter().take(index).rev().take(AFTER).any(|(_, fact)| is_blow(fact));
            if is_blow(fact) {
                let words = harms.map_or_else(|| fact.text.clone(), |harm| format!("{} {}", fact.text, harm.text));
                all.push((*at, words, log::luck(look, harms.unwrap_or(fact))));
            } else if is_bare() {
                all.push((*at, fact.text.clone(), log::luck(look, fact)));
            }
        }
        let (at, words, luck) = all.last().cloned()?;
        let lines: Vec<&str> = all.iter().rev().take(MOST).rev().map(|(_, words, _)| words.as_str()).collect();
        Some(Self { words, luck, all: lines.join("\n"), at })
    }

    /// What has been shown of it since somebody here decided last.
    pub fn shown(look: Look<'_>, timeline: &Timeline, motion: &Motion) -> Option<Self> {
        let (_, since) = timeline.lately(look);
        let told = motion.told(look.facts().len());
        let since = since.max(told.saturating_sub(LATELY));
        Self::of(look, since, look.facts().get(since..told)?)
    }

    fn colour(&self) -> Color32 {
        match self.luck {
            Some(true) => theme::good(),
            Some(false) => theme::bad(),
            None => theme::faint(),
        }
    }

    /// The line, no broader than this.
    pub fn draw(&self, ui: &mut Ui, wide: f32) {
        let size = (SIZE * theme::scale(ui.ctx())).min(ui.max_rect().height() * 0.55);
        let room = vec2(wide, ui.max_rect().height());
        let words = fitted(ui.painter(), &self.words, room, &FontId::proportional(size), (self.colour(), Align::LEFT));
        ui.label(words).on_hover_text(&self.all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Id;
    use crate::overlay::trial;

    /// Promise: the line of the last blow says how it went with the worst that came of it, and how a defence against it went;
    /// what is no blow is not told as one.
    #[test]
    fn the_last_blow_is_told_with_what_came_of_it() {
        for game in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"] {
            trial::in_game(game, |look| {
                let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
                let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
                let blow = |text: &str, hits| {
                    Fact::new("blow", text).who(Id(0)).whom(Id(1)).roll(rolled(hits, Purpose::Other))
                };
                let wards =
                    |text: &str, holds| Fact::new("ward", text).who(Id(1)).roll(rolled(holds, Purpose::Defence));
                let harm = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
                let walk = Fact::new("walk", "Ana walks.").who(Id(0));
                let told = |facts: &[Fact]| Outcome::of(look, 5, facts).map(|came| (came.words, came.at, came.all));
                let of = |words: &str, at, all: &str| Some((words.to_owned(), at, all.to_owned()));
                assert_eq!(told(std::slice::from_ref(&walk)), None, "{game}");
                let hit = blow("Ana hits Bo: 6 against 5.", true);
                let all = [hit.clone(), harm.clone(), walk.clone()];
                let whole = "Ana hits Bo: 6 against 5. Bo falls.";
                assert_eq!(told(&all), of(whole, 5, whole), "{game}");
                let parried =
                    [hit, wards("Bo's parry fails: 4 against 6.", false), harm, blow("Ana misses Bo.", false), walk];
                assert_eq!(
                    told(&parried),
                    of(
                        "Ana misses Bo.",
                        8,
                        "Ana hits Bo: 6 against 5.\nBo's parry fails: 4 against 6. Bo falls.\nAna misses Bo."
                    ),
                    "{game}"
                );
            });
        }
    }
}
