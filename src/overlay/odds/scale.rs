//! What may come of a blow in one order, the mildest first: words, bars and lists of odds all follow it.

use bevy_egui::egui::Color32;

use crate::battle::{Judged, Key, Prospect, Rules};
use crate::dice::{Distribution, Fraction};
use crate::overlay::theme;

/// What an outcome is to the one who is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// It does nothing to them.
    Nothing,
    /// It brings them into a state, and does no harm by itself.
    State,
    /// It harms them.
    Harm,
}

/// An outcome, how likely it is, and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What the game calls it.
    pub name: Key,
    /// How likely it is.
    pub chance: Fraction,
    /// What it is to the one who is struck.
    pub sort: Sort,
    /// Its colour everywhere.
    pub colour: Color32,
}

/// How bad an outcome is on the scale of colours: death is the worst that can come of a blow, whatever else it could bring, and
/// so is a step of harm that is called as it is.
pub fn severity(rules: &Rules, (grade, name): (i32, Key)) -> i32 {
    let mut same = rules.conditions.iter().filter(|(state, _)| state.as_str().eq_ignore_ascii_case(name.as_str()));
    if same.any(|(_, def)| def.dead) { theme::WORST } else { grade }
}

/// The shades of what does nothing.
const IDLE: (u8, u8, u8) = (0x50, 0x12, 0x74);
/// How much paler each further state is than the one before.
const PALER: f32 = 0.3;

/// The harm that a game has several words for, the mildest first: how its hits land, and what they leave somebody at.
fn ladder(rules: &Rules) -> Vec<Key> {
    let lands = rules.registry.blows.iter().flat_map(|mechanic| mechanic.landings());
    lands.chain(rules.registry.harm.iter().flat_map(|harm| harm.steps())).collect()
}

/// The outcomes of a prospect, the worst last, in tones that are darker the worse they are: each in the tone that it has among
/// all of its game. Where nothing of it does any harm what it brings are states, unless they take somebody out.
pub fn parts(rules: &Rules, prospect: &Prospect) -> Vec<Part> {
    let lands = |name: Key| {
        let mut all = prospect.lands.iter().flat_map(Distribution::iter).map(|(lands, _)| *lands);
        all.find(|(_, word)| *word == name).map(|(rank, _)| rank)
    };
    let ladder = ladder(rules);
    let step = |name: Key| ladder.iter().position(|step| *step == name);
    let harms = prospect.mean_harm() > Fraction::ZERO;
    let ends = |name: Key| rules.conditions.get(&name).is_some_and(|state| state.dead || state.out);
    let sort = |grade: i32, name: Key| match grade {
        1 if !harms && !ends(name) => Sort::State,
        1.. => Sort::Harm,
        _ if rules.conditions.contains_key(&name) => Sort::State,
        0 if name != Judged::NOTHING && lands(name).is_none() => Sort::State,
        _ => Sort::Nothing,
    };
    // What is as bad to the fight goes by how its rules put it in order.
    let within = |name: Key| step(name).map(|step| step as i32).or_else(|| lands(name)).unwrap_or(0);
    let rank = |(grade, name): (i32, Key)| (sort(grade, name), severity(rules, (grade, name)), within(name));
    let mut all: Vec<((Sort, i32, i32), Key, Fraction)> = Vec::new();
    for (outcome, chance) in prospect.outcomes.iter() {
        let (rank, name) = (rank(*outcome), outcome.1);
        // What is called the same is the same, however much of it there is.
        match all.iter_mut().find(|(known, other, _)| *other == name && known.0 == rank.0) {
            Some((known, _, sum)) => (*known, *sum) = (rank.max(*known), &*sum + &chance),
            None => all.push((rank, name, chance)),
        }
    }
    // Of what is as bad in every way the order is that of the names.
    all.sort_by(|(rank, name, _), (other, next, _)| rank.cmp(other).then_with(|| name.as_str().cmp(next.as_str())));
    // What cannot come of this one keeps its place on the scale.
    let harmful = |(rank, name, _): &((Sort, i32, i32), Key, Fraction)| {
        (rank.0 == Sort::Harm).then_some(((rank.1, rank.2), *name))
    };
    let mut scale: Vec<((i32, i32), Key)> = all.iter().filter_map(harmful).collect();
    let others = ladder.iter().enumerate().filter(|(_, step)| !all.iter().any(|(_, name, _)| name == *step));
    let others: Vec<((i32, i32), Key)> =
        others.map(|(at, step)| ((severity(rules, (1, *step)), at as i32), *step)).collect();
    scale.extend(others);
    scale.sort_by(|(rank, name), (other, next)| rank.cmp(other).then_with(|| name.as_str().cmp(next.as_str())));
    let tones = theme::outcomes(&scale.iter().map(|((severity, _), _)| *severity).collect::<Vec<_>>());
    let tone = |name: Key| scale.iter().position(|(_, step)| *step == name).and_then(|at| tones.get(at).copied());
    let (mut idle, mut states) = (0_u8, 0_u8);
    let part = |((sort, ..), name, chance): ((Sort, i32, i32), Key, Fraction)| {
        let colour = match sort {
            Sort::Nothing => {
                let shade = IDLE.0.saturating_add(idle.saturating_mul(IDLE.1)).min(IDLE.2);
                idle = idle.saturating_add(1);
                Color32::from_gray(shade)
            }
            Sort::State => {
                states = states.saturating_add(1);
                brought(usize::from(states) - 1)
            }
            Sort::Harm => tone(name).unwrap_or(theme::BAD),
        };
        Part { name, chance, sort, colour }
    };
    all.into_iter().map(part).collect()
}

/// Parts of a whole as players read them, so that they add up to the whole as it is read: what is missing by rounding goes to
/// those that lost most by it.
pub fn shares(parts: &[&Fraction]) -> Vec<String> {
    let exactly = |part: &Fraction| part.to_f64() * 100.0;
    let rounded = |part: &Fraction| exactly(part).round_ties_even() as i64;
    let mut read: Vec<i64> = parts.iter().map(|part| rounded(part)).collect();
    // What is told in words, as less than one in a hundred, is no part of a sum.
    if parts.iter().zip(&read).any(|(part, read)| *read == 0 && !part.is_zero()) {
        return parts.iter().map(|part| part.share()).collect();
    }
    let whole: Fraction = parts.iter().map(|part| (*part).clone()).sum();
    let mut off = rounded(&whole) - read.iter().sum::<i64>();
    let lost = parts.iter().zip(&read).map(|(part, read)| exactly(part) - *read as f64);
    let mut order: Vec<(usize, f64)> = lost.enumerate().collect();
    order.sort_by(|(_, one), (_, other)| if off > 0 { other.total_cmp(one) } else { one.total_cmp(other) });
    for (at, _) in order {
        let Some(told) = read.get_mut(at) else { continue };
        let next = *told + off.signum();
        // Nothing becomes none of it, nor all of it.
        if off != 0 && (1..100).contains(&next) {
            (*told, off) = (next, off - off.signum());
        }
    }
    read.into_iter().map(|told| format!("{told}%")).collect()
}

/// The colour of the first, second ... state that may be brought about.
pub fn brought(index: usize) -> Color32 {
    theme::over(theme::brought(), Color32::WHITE, (index as f32 * PALER).min(0.8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Id;
    use crate::overlay::odds::telling;
    use crate::overlay::trial;

    /// Does this with the rules of a game.
    fn with_rules<T>(game: &str, of: impl FnOnce(&Rules) -> T) -> T {
        trial::in_game(game, |look| of(look.rules()))
    }

    fn prospect(outcomes: &[(i32, &str, u64)], lands: &[(i32, &str)]) -> Prospect {
        let each = outcomes.iter().map(|(grade, name, weight)| ((*grade, Key::new(name)), *weight));
        let outcomes = Distribution::weighted(each).unwrap();
        let harm = outcomes.map(|(grade, _)| (*grade).max(0));
        let lands = lands.iter().map(|(rank, name)| ((*rank, Key::new(name)), 1));
        let lands = Distribution::weighted(lands).ok();
        Prospect { lands, ..Prospect::of(Id(0), outcomes, harm) }
    }

    /// Promise: parts add up to their whole as it is read; what is little is told as that.
    #[test]
    fn parts_add_up_to_their_whole() {
        let told = |parts: &[(i128, i128)]| {
            let parts: Vec<Fraction> = parts.iter().map(|(of, all)| Fraction::new(*of, *all).unwrap()).collect();
            shares(&parts.iter().collect::<Vec<_>>())
        };
        assert_eq!(told(&[(4, 36), (20, 36), (6, 36)]), ["11%", "55%", "17%"], "30 of 36 are 83%");
        assert_eq!(told(&[(1, 3), (1, 3), (1, 3)]), ["34%", "33%", "33%"]);
        assert_eq!(told(&[(1, 2), (1, 4)]), ["50%", "25%"]);
        assert_eq!(told(&[(1, 300), (1, 2)]), ["<1%", "50%"]);
        assert_eq!(told(&[]), Vec::<String>::new());
    }

    /// Promise: what lands worse stands later, in words as in the bar, whatever it is called.
    #[test]
    fn words_and_bars_go_from_the_mildest_to_the_worst() {
        let ranks = [(0, "miss"), (1, "glancing"), (2, "direct"), (3, "crippling")];
        let of = [(1, "crippling", 1), (1, "direct", 2), (1, "glancing", 3), (2, "felled", 1), (-2, "miss", 3)];
        let prospect = prospect(&of, &ranks);
        with_rules("liberi_gothica", |rules| {
            let parts = parts(rules, &prospect);
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            assert_eq!(names, ["miss", "glancing", "direct", "crippling", "felled"]);
            let told = telling(rules, &prospect);
            let places: Vec<usize> = names.iter().skip(1).filter_map(|name| told.find(name)).collect();
            assert!(places.len() == 4 && places.is_sorted(), "{told}");
        });
    }

    /// Promise: what a game calls its steps of harm stands in the order of its rules, the mildest first and in the mildest colour,
    /// whatever it is called and whether or not the odds tell how the blow lands.
    #[test]
    fn steps_of_harm_stand_in_the_order_of_the_rules() {
        with_rules("hursagmu", |rules| {
            let steps: Vec<Key> = rules.registry.harm.iter().flat_map(|harm| harm.steps()).collect();
            assert!(steps.len() > 2 && !steps.is_sorted_by_key(|name| name.as_str()), "{steps:?}");
            let dies = steps.len() - 1;
            let of = steps[..dies].iter().rev().map(|name| (1, name.as_str(), 1));
            let of: Vec<(i32, &str, u64)> = of.chain([(2, "fallen", 1)]).collect();
            let parts = parts(rules, &prospect(&of, &[]));
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let wanted = steps[..dies].iter().map(|name| name.as_str()).chain(["fallen"]);
            assert_eq!(names, wanted.collect::<Vec<_>>());
            assert_eq!(parts[0].colour, theme::outcome(1), "the mildest tone");
            assert!(parts.iter().skip(1).all(|part| part.colour != parts[0].colour));
        });
    }

    /// Promise: what is called the same is told once, with all its chances together, however much harm it is.
    #[test]
    fn outcomes_of_one_name_are_told_together() {
        let prospect = prospect(&[(-1, "miss", 1), (2, "dead", 1), (3, "dead", 2)], &[]);
        with_rules("scale_toughness", |rules| {
            let parts = parts(rules, &prospect);
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            assert_eq!((names, telling(rules, &prospect)), (vec!["miss", "dead"], "dead 75%".to_owned()));
        });
    }

    /// Promise: an outcome has one colour in a game, whatever else may come of the same blow.
    #[test]
    fn an_outcome_keeps_its_colour_whatever_else_may_come() {
        let all = [(1, "glancing", 1), (1, "direct", 1), (1, "crippling", 1), (2, "unconscious", 1), (3, "dead", 1)];
        with_rules("liberi_gothica", |rules| {
            let colours = |of: &[(i32, &str, u64)]| -> Vec<(Key, Color32)> {
                parts(rules, &prospect(of, &[])).into_iter().map(|part| (part.name, part.colour)).collect()
            };
            let whole = colours(&all);
            for (at, one) in all.iter().enumerate() {
                assert_eq!(colours(&[*one]), [whole[at]]);
                for next in &all[at + 1..] {
                    assert!(colours(&[*one, *next]).iter().all(|pair| whole.contains(pair)), "{one:?} {next:?}");
                }
            }
            assert!((1..whole.len()).all(|at| whole[at].1 != whole[at - 1].1), "{whole:?}");
        });
    }

    /// Promise: only what does nothing is grey; a state that does no harm has a colour of its own.
    #[test]
    fn nothing_is_grey_but_what_does_nothing() {
        with_rules("zones", |rules| {
            let state = rules.conditions.iter().find(|(_, def)| !def.dead && !def.out).unwrap().0.as_str();
            let of = [(0, state, 2), (0, "driven away", 1), (0, "nothing", 1), (-1, "dodged", 1), (1, "hurt", 2)];
            let parts = parts(rules, &prospect(&of, &[]));
            let is_grey = |colour: Color32| colour.r() == colour.g() && colour.g() == colour.b();
            for part in &parts {
                assert_eq!(is_grey(part.colour), part.sort == Sort::Nothing, "{part:?}");
            }
            let sorts: Vec<Sort> = parts.iter().map(|part| part.sort).collect();
            assert_eq!(sorts, [Sort::Nothing, Sort::Nothing, Sort::State, Sort::State, Sort::Harm]);
            for (index, one) in parts.iter().enumerate() {
                assert!(parts.iter().skip(index + 1).all(|other| one.colour != other.colour), "{parts:?}");
            }
        });
    }

    /// Promise: what a deed brings that harms nobody, somebody disarmed or shoved, is a state, however well it comes off.
    #[test]
    fn what_harms_nobody_is_a_state() {
        with_rules("zones", |rules| {
            for done in ["disarmed", "shoved", "distracted"] {
                let of = prospect(&[(0, "nothing", 1), (1, done, 1)], &[]);
                let harmless = Prospect { harm: Distribution::certain(0), ..of };
                let sorts: Vec<Sort> = parts(rules, &harmless).iter().map(|part| part.sort).collect();
                assert_eq!(sorts, [Sort::Nothing, Sort::State], "{done}");
            }
        });
    }

    /// Promise: death has the colour of the worst in every game, whatever grade it has there; other outcomes have theirs.
    #[test]
    fn death_has_one_colour_in_every_game() {
        for game in ["old_school", "zones"] {
            with_rules(game, |rules| {
                assert!(rules.conditions.values().any(|state| state.dead), "{game}");
                for (name, state) in &rules.conditions {
                    let grade = if state.dead { theme::WORST } else { 2 };
                    assert_eq!(severity(rules, (2, *name)), grade, "{game}: {name}");
                }
            });
        }
    }
}
