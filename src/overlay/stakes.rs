//! What hangs on an answer, beside it: exactly where the rules or the dice that are left can say so, else as it came out when it
//! was tried.

use std::sync::Arc;

use bevy_egui::egui::{Color32, Label, RichText, TextStyle, Ui};

use super::answers::{self, Answering, HIGH, Panel};
use super::known::Known;
use super::theme;
use crate::ahead::{Foretold, Peril, Stake, Stakes};
use crate::battle::{Choice, Group, Id, Look, Order, Question};

/// So many are named beside an answer that harms them.
const MOST_TOLD: usize = 3;
/// Points of what hangs on an answer across at most, at the usual size of text: a broad question hides who asks it.
const BROAD: f32 = 220.0;

/// Lines of what hangs on an answer that have room beside it from the first; the rest lies under the pointer.
const LINES: usize = 2;

/// Where what hangs on an answer lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Beside the answer.
    Beside,
    /// Below it.
    Below,
    /// Below it, in one line: the rest lies under the pointer.
    InALine,
}

/// What hangs on an answer.
enum Hangs {
    /// What comes of it if nobody does anything more.
    Exactly(Arc<Foretold>),
    /// What comes of it by the end of the deed, or came of it when it was tried.
    Stake(Stake),
}

/// What finds out what hangs on answers.
type Finds = for<'k> fn(&'k mut Known, Look<'_>, &[Order]) -> Option<&'k Stakes>;

/// What hangs on each of several answers to a question.
#[derive(Default)]
pub struct Hanging {
    /// In their order; nothing for an answer that decides nothing.
    each: Vec<Option<Hangs>>,
    /// Whether all is known that will be.
    pub is_known: bool,
    /// Whether somebody decides of their own accord in their own turn or before any, and nobody else has a part in it.
    pub is_theirs: bool,
}

/// What hangs on an answer, in a few words.
pub struct Brief {
    /// What becomes of the one who is asked.
    pub text: String,
    /// How bad that is.
    pub colour: Color32,
    /// What becomes of all others, too, and where that is known from.
    pub all: String,
}

impl Brief {
    /// Writes it: what becomes of all others lies under the pointer.
    pub fn told(&self, ui: &mut Ui, panel: Option<Panel>) {
        let line = ui.label(RichText::new(&self.text).small().color(self.colour));
        answers::told(&line, panel, &self.all);
    }
}

impl Hanging {
    /// What hangs on these choices: all of them are known in the same way, or none is.
    pub fn on(ui: &Ui, look: Look<'_>, question: &Question, choices: &[&Choice], with: &mut Answering<'_>) -> Self {
        Self::known(ui, look, question, choices, (with, Known::stakes))
    }

    /// The same of all others, once somebody looks at them, beside those that are known already.
    pub fn others(ui: &Ui, look: Look<'_>, question: &Question, choices: &[&Choice], with: &mut Answering<'_>) -> Self {
        Self::known(ui, look, question, choices, (with, Known::other_stakes))
    }

    fn known(
        ui: &Ui,
        look: Look<'_>,
        question: &Question,
        choices: &[&Choice],
        (with, stakes): (&mut Answering<'_>, Finds),
    ) -> Self {
        let is_asked = |choice: &&Choice| choice.is_legal() && choice.squares.is_empty();
        let filled = |choice: &&Choice| is_asked(choice).then(|| with.hand.filled(choice));
        let orders: Vec<Option<Order>> = choices.iter().map(filled).collect();
        let is_theirs = is_free(look, question);
        if is_theirs && !choices.iter().any(|choice| strikes(look, question, choice)) {
            return Self { each: Vec::new(), is_known: true, is_theirs: true };
        }
        let foretold = |order: &Option<Order>| with.known.foretold(look, order.as_ref()?).map(Hangs::Exactly);
        let each: Vec<Option<Hangs>> = orders.iter().map(foretold).collect();
        if each.iter().any(Option::is_some) {
            return Self { each, is_known: true, is_theirs: false };
        }
        let all: Vec<Order> = orders.iter().flatten().cloned().collect();
        let Some(stakes) = stakes(&mut with.known, look, &all) else {
            ui.ctx().request_repaint();
            return Self::default();
        };
        let stake = |order: &Option<Order>| stakes.get(order.as_ref()?).cloned().map(Hangs::Stake);
        let each = if stakes.is_any() { orders.iter().map(stake).collect() } else { Vec::new() };
        Self { each, is_known: true, is_theirs: false }
    }

    /// Whether it is reckoned while the question stands: its room is kept before and after, so that nothing moves.
    pub fn is_reckoned(&self) -> bool {
        !self.is_theirs && !self.each.iter().flatten().any(|each| matches!(each, Hangs::Exactly(_)))
    }

    /// What stands over all of it.
    pub fn heading(&self) -> &'static str {
        match self.each.iter().flatten().next() {
            Some(Hangs::Exactly(_)) => "what comes of it, if nobody does more",
            Some(Hangs::Stake(stake)) if !stake.is_exact => "what comes of it, about",
            Some(Hangs::Stake(_)) => "what comes of it",
            None if self.is_theirs => "",
            None if self.is_known => "no harm comes of any",
            None => "what comes of it",
        }
    }

    /// Whether it is known that nothing hangs on any of them.
    pub fn is_bare(&self) -> bool {
        self.is_known && self.each.iter().all(Option::is_none)
    }

    /// The same in a few words, for a row of answers.
    pub fn brief(&self, look: Look<'_>, question: &Question, place: usize) -> Option<Brief> {
        let (lines, source) = self.lines(look, question, (place, true))?;
        let (text, grade) = lines.first()?.clone();
        let colour = inked(grade);
        let all = lines.iter().map(|(text, _)| text.as_str()).chain([source.as_str()]).collect::<Vec<_>>().join("\n");
        Some(Brief { text, colour, all })
    }

    /// What hangs on the answer at this place, a line each with how bad that is, and where that is known from. `is_whole`: with how
    /// much is lost, beside how often.
    fn lines(
        &self,
        look: Look<'_>,
        question: &Question,
        (place, is_whole): (usize, bool),
    ) -> Option<(Vec<(String, i32)>, String)> {
        Some(match self.each.get(place)?.as_ref()? {
            Hangs::Exactly(foretold) => {
                let lines = foretold.told(look, question).into_iter().map(|line| (line.text, line.grade));
                (lines.collect(), foretold.source())
            }
            Hangs::Stake(stake) => (staked(look, question, (stake, is_whole)), stake.source()),
        })
    }

    /// What hangs on the answer at this place: the odds of the one who is asked, then of others who are harmed; in room that is
    /// there before. Where nothing hangs on it, what is told of its chance.
    pub fn told(
        &self,
        ui: &mut Ui,
        look: Look<'_>,
        question: &Question,
        (place, chance): (usize, Option<&str>),
        (lies, panel): (Lies, Option<Panel>),
    ) {
        let (below, most) = (lies != Lies::Beside, if lies == Lies::InALine { 1 } else { LINES });
        let Some((lines, source)) = self.lines(look, question, (place, true)) else {
            let words = if self.is_known { chance.unwrap_or_default() } else { "…" };
            let words = RichText::new(words).small().color(theme::faint());
            if !self.is_reckoned() {
                ui.label(words);
                return;
            }
            ui.vertical(|ui| {
                let line = ui.text_style_height(&TextStyle::Small);
                ui.set_min_height(line * most as f32);
                if !below {
                    ui.add_space(((theme::em(ui, HIGH) - line) / 2.0).max(0.0));
                }
                ui.label(words);
            });
            return;
        };
        ui.vertical(|ui| {
            let room = ui.text_style_height(&TextStyle::Small) * most as f32;
            if self.is_reckoned() {
                ui.set_min_height(room);
            }
            let (broad, font) = (theme::em(ui, BROAD), TextStyle::Small.resolve(ui.style()));
            let wide = if below { ui.available_width() } else { broad };
            // No column is narrower than a word.
            let words = lines.iter().flat_map(|(text, _)| text.split_whitespace());
            let wide = words.map(|word| theme::wide(ui, word, TextStyle::Small)).fold(wide, f32::max);
            ui.set_max_width(wide);
            ui.spacing_mut().item_spacing.y = 0.0;
            // In the middle of the line of its answer.
            let height = |text: &String| ui.painter().layout(text.clone(), font.clone(), theme::ink(), wide).size().y;
            let whole: f32 = lines.iter().map(|(text, _)| height(text)).sum();
            // Where that is more than there was room for before it was known it is told in brief, and whole under the pointer.
            let is_brief = (self.is_reckoned() || lies == Lies::InALine) && whole > room + 1.0;
            let all: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).filter(|_| is_brief).collect();
            let tip = all.into_iter().chain([source.as_str()]).collect::<Vec<_>>().join("\n");
            let brief = self.lines(look, question, (place, false)).filter(|_| is_brief);
            let shown = brief.map_or_else(|| lines.clone(), |(brief, _)| brief);
            let shown = shown.into_iter().take(if lies == Lies::InALine { 1 } else { usize::MAX });
            let shown: Vec<(String, i32)> = shown.collect();
            let high: f32 = shown.iter().map(|(text, _)| height(text)).sum();
            if !below {
                ui.add_space(((theme::em(ui, HIGH) - high) / 2.0).max(0.0));
            }
            for (text, grade) in shown {
                let line = ui.add(Label::new(RichText::new(text).small().color(inked(grade))).wrap());
                answers::told(&line, panel, &tip);
            }
        });
    }
}

/// What comes of a blow in the middle of a deed at the square that is pointed at, a line each: nothing where it is no such answer.
pub fn at_square(look: Look<'_>, order: &Order, known: &mut Known) -> Option<String> {
    let question = look.question().filter(|question| look.is_played_here(question.side) && !is_free(look, question))?;
    let given = question.choices.iter().flatten().find(|choice| choice.fits(order))?;
    if given.squares.is_empty() || given.group != Group::Attack {
        return None;
    }
    let Some(stake) = known.stake_at(look, order) else { return Some("reckoning…".to_owned()) };
    let lines: Vec<String> = staked(look, question, (stake, true)).into_iter().map(|(text, _)| text).collect();
    Some(lines.join("\n"))
}

/// Whether it is asked of their own accord in the turn of whoever is asked, or between two turns: nothing is under way then that
/// could come to anything for them.
fn is_free(look: Look<'_>, question: &Question) -> bool {
    let turn = look.clock().turn;
    question.by.is_none() && (turn.is_none() || turn == question.who)
}

/// Whether an answer strikes an enemy.
fn strikes(look: Look<'_>, question: &Question, choice: &Choice) -> bool {
    let both = look.target(&choice.order).zip(question.who);
    choice.group == Group::Attack && both.is_some_and(|(target, who)| look.are_enemies(target, who))
}

/// What comes of it, each line with how bad that is: for those whom anything befalls, whoever is asked before all others.
fn staked(look: Look<'_>, question: &Question, (stake, is_whole): (&Stake, bool)) -> Vec<(String, i32)> {
    let is_own = |who: &Id| question.who == Some(*who);
    let befalls =
        |is_asked: bool| stake.of.iter().filter(move |(who, peril)| is_own(who) == is_asked && peril.is_any());
    let name = |who: &Id| match &stake.then {
        _ if !is_own(who) => look.name(*who).to_owned(),
        Some(then) => format!("you, then {then}:"),
        None => "you:".to_owned(),
    };
    let line = |(who, peril): (&Id, &Peril)| {
        let told = if is_whole { stake.told(look, *who)? } else { stake.brief(*who)? };
        Some((format!("{} {told}", name(who)), 1 + i32::from(peril.out > 0)))
    };
    let mut told: Vec<(String, i32)> = befalls(true).chain(befalls(false)).take(MOST_TOLD).filter_map(line).collect();
    if told.is_empty() {
        let then = stake.then.as_ref().map(|then| format!("then {then}: ")).unwrap_or_default();
        told.push((format!("{then}{}", stake.no_harm()), 0));
    }
    told
}

/// The colour of a line that tells of something so bad.
fn inked(grade: i32) -> Color32 {
    if grade == 0 { theme::faint() } else { theme::legible(theme::outcome(grade)) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::ahead::Ahead;
    use crate::ai::{Mind, Skill};
    use crate::battle::{advance, answer, quiet_world};
    use crate::board::Square;
    use crate::lesson::Stage;
    use crate::overlay::trial;

    /// Promise: only those are told of who come to something; where nobody does, that is said once.
    #[test]
    fn whom_nothing_befalls_is_not_told_of() {
        trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
            let question = look.question().unwrap();
            let (own, other) = (question.who.unwrap(), question.whom.unwrap());
            let peril = |hurt: u32| Peril { tries: 100, hurt, ..Peril::default() };
            let stake = |all: [(Id, u32); 2]| {
                let mut stake = Stake::default();
                (stake.tries, stake.is_exact) = (100, true);
                stake.of = all.into_iter().map(|(who, hurt)| (who, peril(hurt))).collect();
                staked(look, question, (&stake, true)).into_iter().map(|(text, _)| text).collect::<Vec<_>>()
            };
            assert_eq!(stake([(own, 0), (other, 0)]), ["no harm"]);
            let one = stake([(own, 0), (other, 40)]);
            assert!(one.len() == 1 && one[0].starts_with(look.name(other)), "{one:?}");
            let both = stake([(own, 7), (other, 40)]);
            assert!(both.len() == 2 && both[0].starts_with("you: harmed 7%"), "{both:?}");
        });
    }

    /// Promise: where whoever takes a blow may still do something about it, the odds of taking it say what they reckon with.
    #[test]
    fn what_is_done_afterwards_is_told() {
        trial::in_lesson("zones", "ZN-L-OFFER-REFUSED", 4, |look| {
            let question = look.question().unwrap();
            let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
            let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
            while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
            let then = |verb: &str| {
                let order = all.iter().find(|order| order.verb == verb).unwrap();
                let stake = stakes.get(order).unwrap();
                (stake.then.clone(), staked(look, question, (stake, true)).remove(0).0)
            };
            assert_eq!(
                question.before.is_some(),
                then("refuse").0.is_some(),
                "the chance in the question is told before that"
            );
            let (after, told) = then("refuse");
            assert!(after.is_some_and(|after| told.starts_with(&format!("you, then {after}: "))), "{told}");
            assert_eq!(then("accept").0, None);
        });
    }

    /// Promise: what is held brings nothing until it is asked again: neither one's own later answer nor that it will be asked.
    #[test]
    fn what_is_held_brings_nothing_yet() {
        let lessons = trial::library().lessons("liberi_gothica").unwrap();
        let lesson = lessons.iter().find(|lesson| lesson.id == "LG-C03").unwrap();
        let mut world = quiet_world();
        let mut stage = Stage::set(lesson, &mut world);
        stage.play_to(3);
        // Two squares of this way lie beside whoever waits.
        let go = Order { to: Some(Square::new(0, 1)), ..Order::new("move") };
        answer(stage.world, stage.battle, go).unwrap();
        advance(stage.world, stage.battle);
        let look = Look::at(stage.world, stage.battle).unwrap();
        let question = look.question().unwrap();
        assert_eq!(question.kind.as_str(), "prepared");
        let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
        let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
        while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
        let told = |verb: &str| {
            let stake = stakes.get(all.iter().find(|order| order.verb == verb).unwrap()).unwrap();
            staked(look, question, (stake, true)).remove(0).0
        };
        assert!(told("now").contains("harmed"), "{}", told("now"));
        assert!(told("hold").starts_with("held: asked again"), "{}", told("hold"));
    }

    /// Promise: where a blow is asked for with its square it is told of each what would come of it there.
    #[test]
    fn a_blow_at_a_square_is_told_with_its_odds() {
        let mut seen = 0;
        for seed in 1..8 {
            let (mut game, mut mind) = (trial::begun("first_toll", seed), Mind::new(Skill::Plain, seed));
            for _ in 0..40 {
                let look = trial::look(&game);
                let asked = look.question().filter(|question| question.kind == "charge").into_iter();
                let open = asked.flat_map(|question| question.choices.iter().flatten());
                for choice in open.filter(|choice| choice.group == Group::Attack && choice.is_legal()) {
                    let to = choice.squares.first().map(|(at, _)| *at);
                    let order = Order { to, ..choice.order.clone() };
                    let mut known = Known::default();
                    let told = (0..200).find_map(|_| {
                        let told = at_square(look, &order, &mut known)?;
                        (told != "reckoning…").then_some(told)
                    });
                    assert!(told.is_some_and(|told| told.contains("harm")), "{order}");
                    seen += 1;
                }
                if seen > 2 || !trial::goes_on(&mut game, &mut mind) {
                    break;
                }
            }
        }
        assert!(seen > 0, "nobody is charged");
    }

    /// Promise: where somebody may strike on at another in their own turn it is told of each what would become of them.
    #[test]
    fn whoever_would_be_struck_next_is_told_of() {
        trial::in_lesson("zones", "ZN-L-CLEAVE", 5, |look| {
            let question = look.question().unwrap();
            assert_eq!((question.kind.as_str(), question.by), ("cleave", None));
            let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
            let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
            while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
            for choice in question.choices.iter().flatten() {
                let told: Vec<String> = staked(look, question, (stakes.get(&choice.order).unwrap(), true))
                    .into_iter()
                    .map(|(text, _)| text)
                    .collect();
                assert_eq!(strikes(look, question, choice), look.target(&choice.order).is_some());
                match look.target(&choice.order) {
                    Some(target) => {
                        let hurt = format!("{} harmed ", look.name(target));
                        assert!(told.iter().any(|line| line.starts_with(&hurt)), "{told:?}");
                    }
                    None => assert!(told.len() == 1 && told[0].starts_with("no harm"), "{told:?}"),
                }
            }
        });
    }

    /// Promise: where it turns out that nothing hangs on any answer that is said, and no line is left blank for it.
    #[test]
    fn that_nothing_hangs_on_any_answer_is_said() {
        let bare = Hanging { is_known: true, ..Hanging::default() };
        assert!(bare.is_bare() && !Hanging::default().is_bare());
        assert!(!bare.heading().is_empty() && Hanging { is_theirs: true, ..bare }.heading().is_empty());
        // Before anybody has a turn nothing comes of what is decided.
        let game = trial::begun("first_milestone", 3);
        let look = trial::look(&game);
        assert!(look.question().is_some_and(|question| is_free(look, question)));
    }

    /// Promise: the room of what is reckoned is there before and after; where nothing is reckoned none is kept.
    #[test]
    fn room_is_kept_for_what_is_reckoned() {
        let known = |is_theirs| Hanging { is_known: true, is_theirs, ..Hanging::default() };
        assert!(Hanging::default().is_reckoned() && known(false).is_reckoned() && !known(true).is_reckoned());
    }
}
