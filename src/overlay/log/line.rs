//! A line of the log, and what is opened below it: the roll, the rule, the way back to it.

use super::Log;
use super::led::led;
use crate::battle::{Fact, FigureName, Id, Look, Purpose, Roll, SideId, Sides};
use crate::overlay::book::{self, Book};
use crate::overlay::theme;
use crate::overlay::timeline::WHY;
use crate::overlay::tokens::states::Sort;
use crate::overlay::wishes::Wish;
use bevy_egui::egui::{
    Frame as Plate, InnerResponse, Label, Margin, RichText, Sense, Shape, Stroke, TextStyle, Ui, vec2,
};

/// Points across of the mark of a line that is good or bad, at the usual size of text.
const MARK: f32 = 7.0;

/// Whose luck a line tells: whether it is good for those who sit here. Where they play all sides it is that of whoever the
/// line is about.
pub fn luck(look: Look<'_>, fact: &Fact) -> Option<bool> {
    let is_ours = |who: Option<Id>| is_ours(look, who);
    match fact.roll.as_ref().and_then(Roll::shows) {
        Some(true) => Some(is_ours(fact.who)),
        // What others fail at is no more than faint.
        Some(false) => None,
        None => {
            let changed = fact.changes.first().map(|change| change.who).or(fact.who);
            tone(look, fact).map(|better| better == is_ours(changed))
        }
    }
}

/// Whether what is good for somebody is good for those who sit here: where they play all sides, or none, it is.
pub fn is_ours(look: Look<'_>, who: Option<Id>) -> bool {
    let sides = look.battle::<Sides>().map_or(0, |sides| sides.0.len());
    let here = (0..sides).filter(|side| look.is_played_here(SideId(*side as u8))).count();
    here == 0 || here == sides || who.is_none_or(|who| look.is_played_here(look.side(who)))
}

/// Whether those whom a fact changed are better off for it; nothing is said of postures and of what somebody sets out
/// to do by itself.
pub fn tone(look: Look<'_>, fact: &Fact) -> Option<bool> {
    let rules = look.rules();
    let judged = fact.changes.iter().filter_map(|change| {
        let more = change.to > change.from;
        if let Some(state) = rules.conditions.get(&change.what) {
            return match Sort::of(Some(state)) {
                // What both are in is neither's luck.
                Sort::Hampers if state.mutual => None,
                Sort::Stance => None,
                Sort::Helps => Some(more),
                Sort::Out | Sort::Hampers => Some(!more),
            };
        }
        if let Some(figure) = rules.figures.get(&FigureName::of(change.what)) {
            return Some(more != figure.low_is_good);
        }
        // What else is counted counts against somebody, as wounds and points lost do, unless the fact says that it is kept.
        let own_doing = fact.depth == 0 && fact.who == Some(change.who);
        (fact.is_kept || !own_doing).then_some(more == fact.is_kept)
    });
    // One who is worse off sets the tone.
    judged.min()
}

/// What the fact at a place tells, as a line by itself. A save that names nobody begins with whom it is against; dice that just
/// come to a number end with what takes more.
pub(super) fn line_of(look: Look<'_>, facts: &[Fact], index: usize) -> String {
    let Some(fact) = facts.get(index) else { return String::new() };
    let tie = fact.roll.as_ref().and_then(falls_short).map(|told| format!(" {told}")).unwrap_or_default();
    let by = || {
        let saves = fact.whom.is_none()
            && fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Other && roll.shows().is_some());
        let who = fact.who.filter(|_| saves)?;
        let before = facts.get(..index).unwrap_or_default().iter().filter(|each| look.may_read(each));
        let strikers = led(before, fact).into_iter().rev().filter_map(|deed| deed.who);
        let mut strikers = strikers.filter(|by| look.are_enemies(*by, who) && look.knows_of(*by));
        strikers.next()
    };
    let against = by().map(|by| format!("Against {}: ", look.name(by))).unwrap_or_default();
    format!("{against}{}{tie}", look.sentence_of(fact))
}

/// What dice were just short of, where they come to a number that must be exceeded: "Only more than 16 is direct."
pub fn falls_short(roll: &Roll) -> Option<String> {
    roll.against.as_ref()?;
    let (over, name) = roll.bands.iter().find(|(over, _)| *over == roll.total)?;
    Some(format!("Only more than {over} is {name}."))
}

pub(super) fn line(ui: &mut Ui, look: Look<'_>, (index, fact): (usize, &Fact), with: &mut Log<'_>) {
    let is_open = with.panel.opened == Some(index);
    let row = indented(ui, fact.depth, |ui| {
        let (text, luck) = (RichText::new(line_of(look, look.facts(), index)), luck(look, fact));
        luck.into_iter().for_each(|is_good| mark(ui, is_good));
        let text = match luck {
            Some(true) => text.color(theme::good()),
            Some(false) => text.color(theme::bad()),
            None if fact.roll.as_ref().is_some_and(|roll| roll.shows() == Some(false)) => text.color(theme::faint()),
            None => text,
        };
        let needed = fact.roll.as_ref().and_then(needed).map(|needed| format!("\n{needed}"));
        let tip = format!("Why? Click for dice and rule. {}{}", fact.rule, needed.unwrap_or_default());
        let said = ui.add(Label::new(text).wrap().sense(Sense::click())).on_hover_text(tip);
        if said.clicked() {
            with.panel.opened = if is_open { None } else { Some(index) };
            if !is_open {
                // Once it is as high as it is.
                with.panel.wanted = Some(index);
                with.view.place = fact
                    .squares
                    .first()
                    .copied()
                    .or_else(|| Some(look.footprint(fact.who.filter(|who| look.knows_of(*who))?).at));
            }
        }
    });
    let row = row.response;
    if row.hovered() || row.contains_pointer() {
        with.pointer.lit.clone_from(&fact.squares.to_vec());
        with.pointer.pointed = with.pointer.pointed.or(fact.who.filter(|who| look.knows_of(*who)));
    }
    if is_open {
        why(ui, look, (index, fact), with);
    }
}

/// What the numbers stand for that dice are held against: "More than 10: glancing. More than 12: direct. As much is not enough."
fn needed(roll: &Roll) -> Option<String> {
    roll.against.as_ref().filter(|_| !roll.bands.is_empty())?;
    let each: Vec<String> = roll.bands.iter().map(|(over, name)| format!("More than {over}: {name}.")).collect();
    Some(format!("{} As much is not enough.", each.join(" ")))
}

/// What came of something else stands farther in, with all of its lines.
fn indented<R>(ui: &mut Ui, depth: usize, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(depth as f32 * 12.0);
        add(ui)
    })
}

/// Whether a line is good or bad, told by a shape, for on paper dark letters of any colour look alike.
fn mark(ui: &mut Ui, is_good: bool) {
    let size = vec2(theme::em(ui, MARK), ui.text_style_height(&TextStyle::Body));
    let (room, _) = ui.allocate_exact_size(size, Sense::hover());
    let (colour, up) = if is_good { (theme::good(), -1.0) } else { (theme::bad(), 1.0) };
    let corner = |(x, y): (f32, f32)| room.center() + vec2(x, y * up) * room.width() / 2.0;
    let corners = [(-1.0, -0.7), (1.0, -0.7), (0.0, 0.9)].map(corner).to_vec();
    ui.painter().add(Shape::convex_polygon(corners, colour, Stroke::NONE));
}

/// Why a line is as it is: its dice, everything that changed them, and what the rule says.
fn why(ui: &mut Ui, look: Look<'_>, (index, fact): (usize, &Fact), with: &mut Log<'_>) {
    let inside = Plate::new().fill(theme::sunken()).corner_radius(4).inner_margin(Margin::same(8));
    inside.outer_margin(Margin { left: 10, ..Margin::ZERO }).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if let Some(roll) = &fact.roll {
            dice(ui, look, roll, &mut with.book);
            needed(roll).into_iter().for_each(|needed| drop(ui.label(RichText::new(needed).small())));
        }
        for change in &fact.changes {
            let text = format!("{}: {} {} to {}", look.name(change.who), change.what, change.from, change.to);
            ui.label(RichText::new(text).small());
        }
        if let Some(rule) = look.rules().book.get(&fact.rule) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&rule.title).strong());
                book::link(ui, look, &mut with.book, fact.rule);
            });
            ui.label(RichText::new(&rule.text).small().color(theme::faint()));
        }
        let moment = with.timeline.moment_of(index);
        let tip = "The battle as it was then; nothing is changed by looking";
        if with.timeline.is_there() && ui.small_button("Back to here").on_hover_text(tip).clicked() {
            with.wishes.wish = Some(Wish::LookBack(moment));
        }
        let came_of = moment.checked_sub(1);
        let tip = "The deed that this came of, step by step with its dice and rules";
        if came_of.is_some() && ui.small_button("Explain this").on_hover_text(tip).clicked() {
            with.wishes.wish = Some(Wish::Explain(came_of));
        }
        if let Some(at) = came_of
            && ui.small_button("Why was it decided?").on_hover_text(WHY).clicked()
        {
            with.wishes.wish = Some(Wish::Why(at));
        }
    });
}

fn dice(ui: &mut Ui, look: Look<'_>, roll: &Roll, book: &mut Book) {
    let faces: Vec<String> = roll.faces.iter().map(|face| face.value.to_string()).collect();
    ui.label(format!("{} {}: {}", roll.dice, roll.label, faces.join(", ")));
    let sums = [Some(&roll.bonus), roll.against.as_ref()];
    for (sum, what) in sums.into_iter().zip(["in all", "against"]) {
        let Some(sum) = sum else { continue };
        for term in &sum.terms {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{:+}", term.value)).monospace());
                ui.label(RichText::new(term.name.as_str()).small());
                if let Some(rule) = term.rule {
                    book::link(ui, look, book, rule);
                }
            });
        }
        let total = if what == "in all" { roll.total } else { sum.total() };
        ui.label(RichText::new(format!("{what} {total}")).strong());
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, Label, RawInput};

    use super::{indented, line_of, luck, needed, tone};
    use crate::ai::{Mind, Skill};
    use crate::battle::{Fact, Key, Roll, RuleId, SideId, Sum, verdict};
    use crate::overlay::trial;

    /// Promise: a line that goes on in the next keeps its indent there.
    #[test]
    fn a_line_keeps_its_indent() {
        let mut lefts = Vec::new();
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            ui.set_max_width(160.0);
            let row = indented(ui, 2, |ui| {
                ui.add(Label::new("Goblin 3 attacks Elf with Fists: 9 against 14, a miss.").wrap()).rect
            });
            lefts = vec![row.inner.left() - row.response.rect.left(), row.inner.height()];
        });
        output.textures_delta.clear();
        assert!(lefts[0] >= 24.0 && lefts[1] > 20.0, "{lefts:?}");
    }

    /// Promise: dice that are held against several numbers tell what each stands for, and that it must be more; others tell nothing.
    #[test]
    fn dice_tell_what_their_numbers_stand_for() {
        let bands = [(10, Key::from("glancing")), (12, Key::from("direct"))];
        let roll = Roll { against: Some(Sum::of("target", 12)), ..Roll::default() };
        assert_eq!(needed(&roll), None);
        let told = needed(&roll.above(bands));
        let expected = "More than 10: glancing. More than 12: direct. As much is not enough.";
        assert_eq!(told.as_deref(), Some(expected));
        assert_eq!(needed(&Roll::default().above(bands)), None, "a table is looked up");
    }

    /// Promise: a line by itself says against whom somebody has saved, and what dice were short of that came to just as much.
    #[test]
    fn a_line_says_whom_it_is_against_and_what_it_was_short_of() {
        let game = trial::begun("toll_bridge", 1);
        let look = trial::look(&game);
        let own = look.everybody().find(|id| !id.is_thing()).unwrap();
        let other = look.everybody().find(|id| look.are_enemies(*id, own) && look.knows_of(*id)).unwrap();
        let strikes = Fact::new("disarm", "They strike.").who(other).whom(own);
        let rolled = |success| Roll { success: Some(success), total: 12, ..Roll::default() };
        let fails = Fact::new("disarm", "They fail disarm.").who(own).roll(rolled(false));
        let told = |facts: &[Fact]| line_of(look, facts, facts.len() - 1);
        let against = format!("Against {}: They fail disarm.", look.name(other));
        assert_eq!(told(&[strikes.clone(), fails.clone()]), against);
        assert_eq!(told(&[strikes.who(own).whom(other), fails.clone()]), "They fail disarm.");
        assert_eq!(told(std::slice::from_ref(&fails)), "They fail disarm.");
        let bands = [(11, Key::from("glancing")), (12, Key::from("direct"))];
        let banded = |total| {
            let roll = Roll { total, against: Some(Sum::of("Defence", 12)), ..rolled(true) };
            Fact::new("blow", "A hit.").who(own).whom(other).roll(roll.above(bands))
        };
        assert_eq!(told(&[banded(12)]), "A hit. Only more than 12 is direct.");
        assert_eq!(told(&[banded(13)]), "A hit.");
    }

    /// Promise: that a side has won is said in a form that is right for names in the plural, as on the page of the end.
    #[test]
    fn who_has_won_is_said_as_on_the_page_of_the_end() {
        let (mut game, mut mind) = (trial::begun("first_round", 3), Mind::new(Skill::Plain, 3));
        while trial::goes_on(&mut game, &mut mind) {}
        let verdict = verdict(&game.world, game.battle).expect("it is over");
        let (look, winner) = (trial::look(&game), verdict.winner.expect("somebody has won"));
        let at = look.facts().iter().rposition(|fact| fact.text == verdict.why).expect("it is told");
        let told = line_of(look, look.facts(), at);
        assert!(told.starts_with(&format!("{} won: ", look.side_name(winner))), "{told}");
    }

    /// Promise: a state that both are in is told as nobody's luck; one that somebody is brought into is.
    #[test]
    fn what_both_are_in_is_neither_ones_luck() {
        trial::in_game("hursagmu", |look| {
            let who = look.everybody().next().unwrap();
            let told = |state: &'static str, from: i32| {
                tone(look, &Fact::new(RuleId::from("HG-GRAP-05"), "so").change(who, state, from, 1 - from))
            };
            assert_eq!(
                [told("locked", 0), told("locked", 1), told("held", 0), told("held", 1)],
                [None, None, Some(false), Some(true)]
            );
        });
    }

    /// Promise: what an army loses is ill luck for its own side and good luck for the other; the same holds for whatever else
    /// somebody has less of.
    #[test]
    fn what_an_army_loses_is_its_own_ill_luck() {
        let game = trial::begun("siege_camp", 1);
        let all = trial::look(&game);
        let is_strike = |fact: &&Fact| fact.is_kept && fact.whom.is_some() && !fact.changes.is_empty();
        let strikes: Vec<&Fact> = all.facts().iter().filter(is_strike).collect();
        assert!(strikes.len() > 4, "{} strikes", strikes.len());
        for side in [SideId(0), SideId(1)] {
            let look = all.for_players([side]);
            for fact in &strikes {
                let loses = look.side(fact.changes[0].who) == side;
                assert_eq!(luck(look, fact), Some(!loses), "{}", fact.text);
            }
        }
        let who = all.everybody().next().unwrap();
        let told =
            |from: i32, to: i32| tone(all, &Fact::new("R-1", "so").who(who).change(who, "a pole", from, to).kept());
        assert_eq!([told(0, -1), told(-1, 0)], [Some(false), Some(true)], "damaged and mended");
    }
}
