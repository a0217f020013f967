//! What the last blow came to, in one line: it stays in the bar until somebody here decides anew, whatever the speed.

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy_egui::egui::{Align, Color32, FontId, Ui, vec2};

use super::fitted::fitted;
use crate::battle::{Change, Eyes, Fact, FigureName, Id, Key, Look, Purpose, Roll};
use crate::overlay::motion::Motion;
use crate::overlay::panels::Decided;
use crate::overlay::timeline::Timeline;
use crate::overlay::{log, theme};

/// So many facts after a blow are looked at for what it did.
const AFTER: usize = 12;
/// Of so many it is told that somebody has held out against it.
const HELD: usize = 3;
/// No blow before so many facts is told of.
const LATELY: usize = 60;
/// As many blows as are told where the line is pointed at.
const MOST: usize = 10;
/// What is said where nobody was asked about a blow, and where the line is pointed at.
const UNASKED: (&str, &str) =
    ("Nobody was asked: harm was unlikely.", "The settings can have you asked also about blows that hardly ever hurt.");
/// The size of the line, at the usual size of text.
const SIZE: f32 = 14.0;

/// What the last blow came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// In one line, in the words of the log; where nobody struck, who else went somewhere.
    pub words: String,
    /// Whether that is good luck for those who sit here; nothing where it is neither.
    pub luck: Option<bool>,
    /// The same for each blow since somebody here decided, one a line.
    pub all: String,
    /// The place of the blow among the facts.
    pub at: usize,
}

/// What the last blow came to, as long as no more of the battle has been shown.
#[derive(Resource, Default)]
pub(super) struct Lately {
    /// Which facts are told of, and who sees them.
    of: Option<(usize, usize, Eyes)>,
    came: Option<Outcome>,
}

impl Lately {
    /// What has been shown of it since somebody here decided last.
    pub fn came(&mut self, look: Look<'_>, timeline: &Timeline, motion: &Motion) -> Option<Outcome> {
        let (_, since) = timeline.lately(look);
        let told = motion.told(look.facts().len());
        let since = since.max(told.saturating_sub(LATELY));
        let of = Some((since, told, look.eyes()));
        if self.of != of {
            let facts = look.facts().get(since..told);
            *self = Self { of, came: facts.and_then(|facts| Outcome::of(look, since, facts)) };
        }
        self.came.clone()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lately>();
    // Another battle, or another way on from an earlier moment, may come to as many facts.
    app.add_observer(|_: On<'_, '_, Decided>, mut lately: ResMut<'_, Lately>| *lately = Lately::default());
}

/// Whether a fact tells how a blow went: whether it struck home, or was warded off.
fn is_blow(fact: &Fact) -> bool {
    let rolled = |roll: &Roll| {
        let is_met = roll.purpose == Purpose::Defence || fact.whom.is_some() && roll.purpose != Purpose::Damage;
        is_met && roll.shows().is_some()
    };
    fact.warded.is_some() || fact.roll.as_ref().is_some_and(rolled)
}

/// Whether a fact tells how a contest ended in which both have just thrown.
fn settles(before: Option<&Fact>, fact: &Fact) -> bool {
    let is_open = |roll: &Roll| roll.purpose == Purpose::Other && roll.success.is_none();
    let thrown = before.and_then(|before| before.roll.as_ref()).is_some_and(is_open);
    thrown && fact.roll.is_none() && fact.who.is_some() && fact.whom.is_some() && fact.who != fact.whom
}

/// Whether a fact tells how somebody who is not played here went from one place to another by themselves.
fn walks(look: Look<'_>, fact: &Fact) -> bool {
    let is_others = fact.who.is_some_and(|who| !who.is_thing() && !look.is_played_here(look.side(who)));
    let is_way = matches!(fact.squares.as_slice(), [first, .., last] if first != last);
    is_others && is_way && fact.driven.is_none() && fact.roll.is_none() && fact.changes.is_empty()
}

/// Which facts tell how something went that was tried at somebody: a blow, the end of a contest, or damage that nothing of the
/// kind went before, as where somebody is thrown against a wall.
fn ends(read: &[(usize, &Fact)]) -> Vec<bool> {
    let mut all = Vec::with_capacity(read.len());
    let mut last: Option<(usize, [Option<Id>; 2])> = None;
    let mut before: Option<&Fact> = None;
    for (index, (_, fact)) in read.iter().enumerate() {
        let struck = fact.whom.filter(|_| fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Damage));
        let is_of = |struck: Id| last.is_some_and(|(at, both)| index - at <= AFTER && both.contains(&Some(struck)));
        let is_end = is_blow(fact) || settles(before, fact) || struck.is_some_and(|struck| !is_of(struck));
        if is_end {
            last = Some((index, [fact.who, fact.whom]));
        }
        all.push(is_end);
        before = Some(fact);
    }
    all
}

/// Those whom a fact tells of as changed, moved or in a state.
fn befalls(fact: &Fact) -> impl Iterator<Item = Id> {
    fact.changes.iter().map(|change| change.who).chain(fact.driven).chain(fact.befalls.map(|(who, _)| who))
}

/// What a fact tells; where its dice are held against several numbers each is said with what it stands for.
fn plainly(fact: &Fact) -> String {
    let bands = fact.roll.as_ref().and_then(|roll| Some((roll.bands.as_slice(), roll.against.as_ref()?.total())));
    let Some((bands, most)) = bands.filter(|(bands, _)| !bands.is_empty()) else { return fact.text.clone() };
    let meant: Vec<&(i32, Key)> = bands.iter().filter(|(over, _)| *over <= most).collect();
    let low = meant.first().map_or(most, |(over, _)| *over);
    let named: Vec<String> = meant.iter().map(|(over, name)| format!("{over} ({name})")).collect();
    fact.text.replacen(&format!("against {low} / {most}"), &format!("against {}", named.join(" / ")), 1)
}

/// What a fact tells of a state without how long that lasts; where it tells of somebody who was moved, all of it.
fn in_short(fact: &Fact) -> String {
    let lasts = fact.text.rsplit_once(" (").filter(|_| fact.driven.is_none() && fact.text.ends_with(")."));
    lasts.map_or_else(|| fact.text.clone(), |(short, _)| format!("{short}."))
}

/// Whether a fact tells how whoever is struck holds out against it.
fn holds(blow: &Fact, next: &Fact) -> bool {
    next.roll.is_some() && next.who.is_some() && next.who == blow.whom
}

/// Whether it tells of a figure or a state, and not of something that is only counted.
fn is_plain(look: Look<'_>, fact: &Fact) -> bool {
    let rules = look.rules();
    let is_plain = |change: &Change| {
        rules.conditions.contains_key(&change.what) || rules.figures.contains_key(&FigureName::of(change.what))
    };
    fact.changes.iter().any(is_plain)
}

/// Words without the names of those whom a blow is about: there may be numbers in them.
fn nameless(look: Look<'_>, words: &str, blow: &Fact) -> String {
    let names = blow.who.into_iter().chain(blow.whom).map(|id| look.name(id)).filter(|name| !name.is_empty());
    names.fold(words.to_owned(), |words, name| words.replace(name, ""))
}

/// Whether words tell a number.
fn says(words: &str, number: i32) -> bool {
    words.split(|letter: char| !letter.is_ascii_digit()).any(|word| word == number.to_string())
}

/// How much whoever comes to this harm has lost by all of these facts of one figure, as a number and in words.
fn lost(look: Look<'_>, harm: &Fact, facts: &[&Fact]) -> Option<(i32, String)> {
    let who = harm.changes.first()?.who;
    let is_loss = |change: &&Change| {
        let figure = look.rules().figures.get(&FigureName::of(change.what));
        let is_worse = figure.is_some_and(|figure| !figure.low_is_good);
        change.who == who && change.to < change.from && !change.is_price && is_worse
    };
    let all = || facts.iter().flat_map(|fact| &fact.changes).filter(is_loss);
    let what = all().next()?.what;
    let lost = all().filter(|change| change.what == what).map(|change| change.from.saturating_sub(change.to));
    let lost = lost.fold(0, i32::saturating_add);
    Some((lost, format!("{} loses {lost} {what}.", look.name(who))))
}

impl Outcome {
    /// The last of these facts that tell of a blow, with the worst that it did to anybody; the first of them is at this place.
    fn of(look: Look<'_>, first: usize, facts: &[Fact]) -> Option<Self> {
        let read: Vec<(usize, &Fact)> = (first..).zip(facts).filter(|(_, fact)| look.may_read(fact)).collect();
        let is_harm = |fact: &Fact| log::tone(look, fact) == Some(false);
        let takes_out = |fact: &Fact| {
            let def = |change: &Change| look.rules().conditions.get(&change.what);
            fact.changes
                .iter()
                .any(|change| change.to > change.from && def(change).is_some_and(|def| def.out || def.dead))
        };
        let ends = ends(&read);
        let is_end = |index: usize| ends.get(index).copied().unwrap_or_default();
        let (mut all, mut gone): (Vec<(usize, String, Option<bool>)>, Vec<_>) = Default::default();
        for (index, (at, fact)) in read.iter().enumerate() {
            // What befalls others comes of something else.
            let both = [fact.who, fact.whom];
            let places = (index + 1..read.len()).take(AFTER).take_while(|next| !is_end(*next));
            let next: Vec<&Fact> = places.filter_map(|next| read.get(next)).map(|(_, fact)| *fact).collect();
            let is_theirs = |after: &&Fact| fact.whom.is_none() || befalls(after).any(|who| both.contains(&Some(who)));
            let after: Vec<&Fact> = next.iter().copied().filter(is_theirs).collect();
            let harms = || after.iter().rev().filter(|fact| is_harm(fact));
            let harms = harms().find(|fact| is_plain(look, fact)).or_else(|| harms().next());
            // Harm that no blow went before is told by itself.
            let is_bare = || is_harm(fact) && !(index.saturating_sub(AFTER)..index).any(is_end);
            if is_end(index) {
                // Where it sends them, else what it leaves them with.
                let driven = after.iter().find(|after| after.driven.is_some());
                let left = || after.iter().find(|after| after.befalls.is_some());
                let more = driven.or_else(left).filter(|_| !harms.is_some_and(|harm| takes_out(harm)));
                let mut words = plainly(fact);
                if let Some(harm) = harms.filter(|harm| !words.contains(&harm.text)) {
                    let is_said =
                        |n: i32| [&words, &harm.text].iter().any(|words| says(&nameless(look, words, fact), n));
                    let lost = lost(look, harm, &after).filter(|(n, _)| !is_said(*n));
                    words.extend(lost.map(|(_, told)| format!(" {told}")));
                    words.push_str(&format!(" {}", harm.text));
                } else if more.is_none()
                    && let Some(held) = next.iter().take(HELD).rev().find(|next| holds(fact, next))
                {
                    words.push_str(&format!(" {}", held.text));
                }
                words.extend(more.map(|more| format!(" {}", in_short(more))));
                all.push((*at, words, log::luck(look, harms.unwrap_or(fact))));
            } else if is_bare() {
                all.push((*at, plainly(fact), log::luck(look, fact)));
            } else if walks(look, fact) {
                gone.push((*at, fact.text.clone(), None));
            }
        }
        // Where nobody struck it is told who went somewhere.
        let (at, words, luck) = all.last().or(gone.last()).cloned()?;
        all.append(&mut gone);
        all.sort_by_key(|(at, ..)| *at);
        let lines: Vec<&str> = all.iter().rev().take(MOST).rev().map(|(_, words, _)| words.as_str()).collect();
        Some(Self { words, luck, all: lines.join("\n"), at })
    }

    /// As the bar tells it: not twice what is read in the log, and where nobody was asked about it that too.
    pub fn told(mut self, is_logged: bool, is_unasked: bool) -> Option<Self> {
        if is_logged {
            (self.words, self.all, self.luck) = (String::new(), String::new(), None);
        }
        if is_unasked {
            let (space, line) = if is_logged { ("", "") } else { (" ", "\n") };
            self.words.push_str(&format!("{space}{}", UNASKED.0));
            self.all.push_str(&format!("{line}{}", UNASKED.1));
        }
        (!self.words.is_empty()).then_some(self)
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
    use crate::ai::{Mind, Skill};
    use crate::battle::Sum;
    use crate::overlay::trial;

    /// Promise: the line follows what has been shown, though it is made no more often than that changes.
    #[test]
    fn the_line_follows_what_is_shown() {
        let mut game = trial::begun("even", 3);
        let (mut lately, timeline, motion) = (Lately::default(), Timeline::default(), Motion::default());
        let mut mind = Mind::new(Skill::Plain, 3);
        let mut told = 0;
        for _ in 0..60 {
            let look = trial::look(&game);
            let facts = look.facts();
            let since = facts.len().saturating_sub(LATELY);
            let came = lately.came(look, &timeline, &motion);
            assert_eq!(came, Outcome::of(look, since, &facts[since..]));
            assert_eq!(came, lately.came(look, &timeline, &motion));
            told += usize::from(came.is_some());
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        assert!(told > 5, "{told} blows were told of");
    }

    /// Promise: where nobody was asked about a blow the line says so, with the log open that alone.
    #[test]
    fn it_is_said_that_nobody_was_asked() {
        let came = || Outcome { words: "Ana misses Bo.".into(), luck: Some(true), all: "Ana misses Bo.".into(), at: 4 };
        let told = |is_logged, is_unasked| came().told(is_logged, is_unasked).map(|came| (came.words, came.all));
        assert_eq!(came().told(false, false), Some(came()));
        assert_eq!(told(true, false), None);
        let (words, all) = told(false, true).unwrap();
        assert_eq!(words, "Ana misses Bo. Nobody was asked: harm was unlikely.");
        assert!(all.starts_with("Ana misses Bo.\nThe settings"), "{all}");
        assert_eq!(told(true, true), Some((UNASKED.0.to_owned(), UNASKED.1.to_owned())));
    }

    /// Promise: the line of the last blow says how much it took of somebody, unless its words say so already.
    #[test]
    fn the_last_blow_says_how_much_it_took() {
        for game in ["liberi_gothica", "old_school", "hursagmu"] {
            trial::in_game(game, |look| {
                let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
                let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0;
                let hits = Roll { success: Some(true), ..Roll::default() };
                let blow = Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits);
                let takes = |from, to| Fact::new("harm", "It hurts.").who(Id(1)).change(Id(1), figure.key(), from, to);
                let falls = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
                let name = look.name(Id(1));
                let told = |facts: &[Fact]| Outcome::of(look, 0, facts).unwrap().words;
                let of = |n: i32| format!("Ana hits Bo: 6 against 5. {name} loses {n} {figure}. Bo falls.");
                assert_eq!(told(&[blow.clone(), takes(9, 1), falls.clone()]), of(8), "{game}");
                assert_eq!(told(&[blow.clone(), takes(9, 7), takes(7, -1), falls.clone()]), of(10), "{game}");
                // The words say it.
                let said = told(&[blow.clone(), takes(9, 3), falls]);
                assert_eq!(said, "Ana hits Bo: 6 against 5. Bo falls.", "{game}");
                // It came to nothing.
                let endures = Fact::new("endures", "Bo endures it.").who(Id(1)).roll(Roll::default());
                assert_eq!(told(&[blow, endures]), "Ana hits Bo: 6 against 5. Bo endures it.", "{game}");
            });
        }
    }

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

    /// Promise: the line tells what a blow did to those between whom it fell, and nothing that befell others by something else;
    /// where it threw somebody, or what it left them with unless it felled them; and what the numbers are that it was held against.
    #[test]
    fn the_line_tells_of_its_own_blow() {
        trial::in_game("liberi_gothica", |look| {
            let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
            let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
            let bands = [(11, Key::from("glancing")), (12, Key::from("direct")), (16, Key::from("crippling"))];
            let against = Sum::of("Defence", 12);
            let roll = Roll { success: Some(true), against: Some(against), ..Roll::default() }.above(bands);
            let blow = Fact::new("blow", "Ana hits Bo: 18 against 11 / 12.").who(Id(0)).whom(Id(1)).roll(roll);
            let hurt = Fact::new("harm", "Bo loses 5 Life.").who(Id(1)).change(Id(1), figure, 9, 4);
            let ear = Fact::new("ear", "Bo: lost ear, deaf (2 weeks).").who(Id(1)).befalls(Id(1), "lost ear".into());
            let flies = Fact::new("fly", "Bo is thrown to (5,3).").who(Id(1)).driven(Id(1));
            let falls = Fact::new("fall", "Bo lies there.").who(Id(1)).change(Id(1), out, 0, 1);
            let other = Fact::new("else", "Cy falls over.").who(Id(2)).change(Id(2), out, 0, 1);
            let thrown = |text: &str, who| Fact::new("roll", text).who(Id(who)).roll(Roll::default());
            let holds = Fact::new("tackle", "Ana stands firm.").who(Id(1)).whom(Id(0));
            let told = |facts: &[&Fact]| {
                let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
                Outcome::of(look, 0, &facts).unwrap().words
            };
            let hits = "Ana hits Bo: 18 against 11 (glancing) / 12 (direct).";
            assert_eq!(told(&[&blow, &hurt, &other]), format!("{hits} Bo loses 5 Life."));
            assert_eq!(told(&[&blow, &hurt, &ear]), format!("{hits} Bo loses 5 Life. Bo: lost ear, deaf."));
            assert_eq!(told(&[&blow, &hurt, &ear, &flies]), format!("{hits} Bo loses 5 Life. Bo is thrown to (5,3)."));
            assert_eq!(told(&[&blow, &flies, &thrown("head", 1), &ear]), format!("{hits} Bo is thrown to (5,3)."));
            assert!(told(&[&blow, &hurt, &falls, &ear]).ends_with("Bo lies there."));
            assert_eq!(told(&[&blow, &hurt, &thrown("7", 1), &thrown("9", 0), &holds]), "Ana stands firm.");
        });
    }

    /// Promise: damage that no blow went before is told, with what it did; damage of a blow is told with that blow.
    #[test]
    fn a_slam_is_told() {
        trial::in_game("hursagmu", |look| {
            let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
            let rolled = |purpose| Roll { purpose, ..Roll::default() };
            let slam = Fact::new("slam", "Ana slams Bo into the wall: 7 damage.").who(Id(0)).whom(Id(1));
            let slam = slam.roll(rolled(Purpose::Damage));
            let hurt = Fact::new("harm", "Bo loses 5 Stamina.").who(Id(1)).change(Id(1), figure, 9, 4);
            let endures = Fact::new("endures", "Bo endures it.").who(Id(1)).roll(Roll::default());
            let told = |facts: &[&Fact]| {
                let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
                Outcome::of(look, 0, &facts).map(|came| came.words)
            };
            let whole = "Ana slams Bo into the wall: 7 damage. Bo loses 5 Stamina.";
            assert_eq!(told(&[&slam, &hurt]).as_deref(), Some(whole));
            let held = "Ana slams Bo into the wall: 7 damage. Bo endures it.";
            assert_eq!(told(&[&slam, &endures]).as_deref(), Some(held));
            let hits = Roll { success: Some(true), ..Roll::default() };
            let blow = Fact::new("blow", "Ana hits Bo.").who(Id(0)).whom(Id(1)).roll(hits);
            let damage = Fact::new("damage", "7 damage.").who(Id(0)).whom(Id(1)).roll(rolled(Purpose::Damage));
            assert_eq!(told(&[&blow, &damage, &hurt]).as_deref(), Some("Ana hits Bo. Bo loses 5 Stamina."));
        });
    }
}
