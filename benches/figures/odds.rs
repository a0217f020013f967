//! Figures 1 to 3: exact odds, worked out the way the game does, in stages that add up.

use std::error::Error;
use std::hint::black_box;

use sortie::battle::{Aim, Exposure, Id, Judged, Key, Order, Sum};
use sortie::board::{Board, BoardError, CoverGrade, Square, Terrain};
use sortie::dice::{Dice, DiceError, Distribution, Expr, Fraction, enumerate};
use sortie::mechanics::attack::target_then_defence::blow::Blow;

use crate::Outcome;
use crate::by_hand::odds::{Exact, Felled, Glancing, Opposed, Save, Thresholds, better_of_two, better_of_two_plain};
use crate::field::{Field, rules};
use crate::measure::{Book, Promise};

const GROUP: &str = "odds";
const MICRO: f64 = 1e3;

type Odds = Result<Distribution<i32>, DiceError>;

pub fn figures(book: &mut Book) -> Outcome {
    one_attack(book)?;
    many_throws(book)?;
    hundred_targets(book)?;
    on_the_field(book)
}

/// Figure 1: one attack of four games.
fn one_attack(book: &mut Book) -> Outcome {
    let limit = |micros: f64| Promise::at_most(3.0).said_as(micros * MICRO);

    let by_hand = Glancing { bonus: 4, base: 11, total: 14, lessened: 2, harm: 1 };
    let (attack, harm): (Expr, Expr) = ("2d6+4".parse()?, "d6+1".parse()?);
    let ours = || glancing(&attack, &harm, black_box(11), 14, 2);
    agree("1a", &ours()?, &by_hand.staged(), &by_hand.plain())?;
    book.figure("1a", GROUP, "one attack, a: 2d6, glancing", limit(4.0))
        .beside(|| black_box(by_hand).staged())
        .plain(|| black_box(by_hand).plain())
        .ours(ours);

    let (names, by_hand) = (Names::new(), thresholds(0));
    let blow = blow_of(by_hand);
    let defence = Sum::of("dodge", by_hand.defence);
    agree("1b", &graded(&names.prospects(&blow, &defence)?), &by_hand.staged(), &by_hand.plain())?;
    book.figure("1b", GROUP, "one attack, b: target, defence, thresholds", limit(10.0))
        .beside(|| black_box(by_hand).staged())
        .plain(|| black_box(by_hand).plain())
        .ours(|| names.prospects(black_box(&blow), &defence));

    let by_hand = Save { dc: 13, sides: 8, armour: 2 };
    let (d20, d8) = (Expr::d(20), Expr::d(8));
    let ours = || saved(&d20, &d8, black_box(13), 2);
    agree("1d", &ours()?, &by_hand.staged(), &by_hand.plain())?;
    book.figure("1d", GROUP, "one attack, d: save for half, armour", limit(5.0))
        .beside(|| black_box(by_hand).staged())
        .plain(|| black_box(by_hand).plain())
        .ours(ours);

    let better: Expr = "best 1 of 2d20".parse()?;
    let ours = || enumerate(|dice| Ok(dice.throw(black_box(&better))?.total));
    agree("1f", &ours()?, &better_of_two(20), &better_of_two_plain(20))?;
    book.figure("1f", GROUP, "one attack, f: the better of two d20", limit(23.0))
        .beside(|| better_of_two(black_box(20)))
        .plain(|| better_of_two_plain(black_box(20)))
        .ours(ours);
    Ok(())
}

/// Figure 2: what would explode if stages multiplied.
fn many_throws(book: &mut Book) -> Outcome {
    let by_hand = Opposed { attack: 3, defence: 2, harm: 7, armour: 3 };
    let exprs = ["2d6+3", "2d6+2", "2d6+7", "2d6+3"].map(str::parse::<Expr>);
    let [attack, defence, harm, armour] = exprs;
    let (attack, defence, harm, armour) = (attack?, defence?, harm?, armour?);
    let ours = || opposed(black_box(&attack), &defence, &harm, &armour);
    agree("2c", &ours()?, &by_hand.staged(), &by_hand.plain())?;
    book.figure(
        "2c",
        GROUP,
        "opposed throws, then harm against armour",
        Promise::within(20.0 * MICRO).ahead_of_plain(15.0),
    )
    .beside(|| black_box(by_hand).staged())
    .plain(|| black_box(by_hand).plain())
    .ours(ours);

    let (names, by_hand) = (Names::new(), thresholds(0));
    let blow = blow_of(by_hand);
    let defence = Sum::of("dodge", by_hand.defence);
    let ours = || three_blows(&names, black_box(&blow), &defence);
    let (worst, wounds) = ours()?;
    let ((staged_worst, staged_wounds), (plain_worst, plain_wounds)) = (by_hand.three_staged(), by_hand.three_plain());
    agree("2b", &worst, &staged_worst, &plain_worst)?;
    agree("2b", &wounds, &staged_wounds, &plain_wounds)?;
    book.figure("2b", GROUP, "a combo of three b", Promise::within(20.0 * MICRO).ahead_of_plain(15.0))
        .beside(|| black_box(by_hand).three_staged())
        .plain(|| black_box(by_hand).three_plain())
        .ours(ours);

    let by_hand = Felled { attacks: 5, bonus: 4, base: 11, harm: 1, life: 4 };
    let (attack, harm): (Expr, Expr) = ("2d6+4".parse()?, "d6+1".parse()?);
    let ours = || felled(black_box(&attack), &harm, 11, 4, 5);
    agree("2e", &ours()?, &by_hand.staged(), &by_hand.plain())?;
    book.figure("2e", GROUP, "five attacks on men with 4 Life", Promise::within(20.0 * MICRO))
        .beside(|| black_box(by_hand).staged())
        .plain(|| black_box(by_hand).plain())
        .ours(ours);

    // The law of combos: at most linear in the attacks.
    let mut law = book.law("2n", GROUP, "attacks of a pool, each of so many", Promise::slope(1.1));
    for attacks in [2_u32, 4, 8] {
        let (attack, harm) = (attack.clone(), harm.clone());
        law = law.of(attacks as usize, move || felled(black_box(&attack), &harm, 11, 4, attacks));
    }
    law.told();
    Ok(())
}

/// Figure 3: a hundred targets of different figures, blow by blow.
fn hundred_targets(book: &mut Book) -> Outcome {
    let names = Names::new();
    let by_hand: Vec<Thresholds> = (0..100).map(thresholds).collect();
    let blows: Vec<(Blow, Sum)> =
        by_hand.iter().map(|figures| (blow_of(*figures), Sum::of("dodge", figures.defence))).collect();
    for ((blow, defence), by_hand) in blows.iter().zip(&by_hand) {
        agree("3", &graded(&names.prospects(blow, defence)?), &by_hand.staged(), &by_hand.plain())?;
    }
    book.figure("3", GROUP, "one attacker, 100 targets", Promise::within(1000.0 * MICRO))
        .beside(|| by_hand.iter().map(|figures| black_box(*figures).staged()).collect::<Vec<_>>())
        .plain(|| by_hand.iter().map(|figures| black_box(*figures).plain()).collect::<Vec<_>>())
        .ours(|| blows.iter().map(|(blow, defence)| names.prospects(blow, defence)).collect::<Vec<_>>());
    Ok(())
}

/// Figure 3 as a player meets it: a hundred enemies on a field, and the deed's own forecast of each.
fn on_the_field(book: &mut Book) -> Outcome {
    let rules = rules("scale_toughness")?;
    let among = |others: i32| {
        let target = |place: i32| Square::new(6 + place % 10, 2 * (place / 10));
        let squares = std::iter::once(Square::new(1, 10)).chain((0..others).map(target));
        Field::new(&rules, open_board(24, others / 5 + 24)?, ("Crossbowman", "Goblin Mook"), squares)
    };
    let hundred = among(100)?;
    let (look, deed) = (hundred.look()?, hundred.deed("attack")?);
    let shot =
        |place: i32| Order::new("attack").with("Heavy crossbow").at(Aim::who(Key::new(&format!("other {place}"))));
    let shots: Vec<Order> = (0..100).map(shot).collect();
    let told = |order: &Order| deed.forecast(look, Id(0), order).and_then(|told| told.against.into_iter().next());
    let mut by_hand = Vec::new();
    for order in &shots {
        let prospect = told(order).ok_or_else(|| format!("nothing is foretold of `{order}`"))?;
        let figures = read_back(&prospect.figures);
        // The game tells a third grade of harm apart that this arm never does.
        let outcomes = prospect.outcomes.map(|(grade, _)| (*grade).min(2));
        agree("3g", &outcomes, &figures.staged(), &figures.plain())?;
        by_hand.push(figures);
    }
    book.figure("3g", GROUP, "the same on the field, from the deed itself", Promise::within(1000.0 * MICRO))
        .beside(|| by_hand.iter().map(|figures| black_box(*figures).staged()).collect::<Vec<_>>())
        .plain(|| by_hand.iter().map(|figures| black_box(*figures).plain()).collect::<Vec<_>>())
        .ours(|| shots.iter().map(told).collect::<Vec<_>>());

    // What a shot comes to hangs on two, and a little on who stands near; not on how many fight.
    let (few, many) = (among(10)?, among(1000)?);
    let one = |field: &Field| field.deed("attack")?.forecast(field.look()?, Id(0), &shot(0)).ok_or_else(no_forecast);
    one(&few)?;
    one(&many)?;
    book.figure("3n", GROUP, "one shot, 1,000 on the field beside 10", Promise::at_most(8.0))
        .beside(|| one(black_box(&few)))
        .ours(|| one(black_box(&many)));
    Ok(())
}

fn no_forecast() -> Box<dyn Error> {
    "nothing is foretold".into()
}

fn open_board(width: i32, height: i32) -> Result<Board, BoardError> {
    let name = "open ground".to_owned();
    let open = Terrain { name, cost: 1, blocks_sight: false, cover: CoverGrade::None, tags: Vec::new() };
    Board::open(width.into(), height.into(), open)
}

/// What went into a forecast, from what it shows the player.
fn read_back(figures: &[(Key, Sum)]) -> Thresholds {
    let total = |name: &str| figures.iter().find(|(figure, _)| *figure == *name).map_or(0, |(_, sum)| sum.total());
    let known = ["target", "defence dc", "attack", "damage", "toughness"];
    let defences = figures.iter().filter(|(figure, _)| !known.contains(&figure.as_str()));
    let high = total("toughness");
    Thresholds {
        attack: total("attack"),
        target: total("target"),
        // Whoever has no defence reaches nothing.
        defence: defences.map(|(_, sum)| sum.total()).max().unwrap_or(-100),
        dc: total("defence dc"),
        sides: 12,
        harm: total("damage"),
        low: high - 6,
        high,
    }
}

/// Case a as a rule would be written: who hits, then how much harm.
fn glancing(attack: &Expr, harm: &Expr, base: i32, total: i32, lessened: i32) -> Odds {
    let hit = enumerate(|dice| {
        let attack = dice.throw(attack)?.total;
        Ok(if attack < base { None } else { Some(attack < total) })
    })?;
    hit.try_then(|hit| match hit {
        None => Ok(Distribution::certain(0)),
        Some(glances) => enumerate(|dice| Ok((dice.throw(harm)?.total - if *glances { lessened } else { 0 }).max(0))),
    })
}

/// Case d.
fn saved(d20: &Expr, damage: &Expr, dc: i32, armour: i32) -> Odds {
    let saves = enumerate(|dice| Ok(dice.throw(d20)?.total >= dc))?;
    saves.try_then(|saves| {
        enumerate(|dice| {
            let harm = dice.throw(damage)?.total;
            Ok((if *saves { harm / 2 } else { harm } - armour).max(0))
        })
    })
}

/// Case c.
fn opposed(attack: &Expr, defence: &Expr, harm: &Expr, armour: &Expr) -> Odds {
    let hit = enumerate(|dice| Ok(dice.throw(attack)?.total >= dice.throw(defence)?.total))?;
    hit.try_then(|hit| match hit {
        false => Ok(Distribution::certain(0)),
        true => enumerate(|dice| Ok((dice.throw(harm)?.total - dice.throw(armour)?.total).max(0))),
    })
}

/// Case e: how many men so many attacks fell.
fn felled(attack: &Expr, harm: &Expr, base: i32, life: i32, attacks: u32) -> Odds {
    let hits = enumerate(|dice| Ok(dice.throw(attack)?.total >= base))?;
    let one = hits.try_then(|hits| match hits {
        false => Ok(Distribution::certain(0)),
        true => enumerate(|dice| Ok(i32::from(dice.throw(harm)?.total >= life))),
    })?;
    Ok(one.times(attacks))
}

/// Case b with the figures of one of a hundred targets.
fn thresholds(which: i32) -> Thresholds {
    let low = 3 + which / 4 % 5;
    let (target, defence, dc) = (5 - which % 2, 1 + which / 20 % 3, 6 + which / 2 % 2);
    Thresholds { attack: 2, target, defence, dc, sides: 8, harm: 3, low, high: low + 6 }
}

/// The game's own blow of these figures.
fn blow_of(figures: Thresholds) -> Blow {
    Blow {
        die: Expr::d(6),
        attack: Some(Sum::of("skill", figures.attack)),
        target: Sum::of("target", figures.target),
        dc: Sum::of("dc", figures.dc),
        damage: Some(Expr::d(figures.sides as u16)),
        bonus: Sum::of("Strength", figures.harm),
        halved: false,
        exposure: Exposure { thresholds: [figures.low, figures.high].into_iter().collect(), ..Exposure::default() },
        way: None,
    }
}

/// What harm by two thresholds is called.
struct Names([Key; 3]);

impl Names {
    fn new() -> Self {
        Self(["nothing", "wound", "dying"].map(Key::new))
    }

    fn prospects(&self, blow: &Blow, defence: &Sum) -> Result<Distribution<Judged>, DiceError> {
        let judge = |exposure: &Exposure, damage: i32| {
            let grade = exposure.thresholds.iter().filter(|threshold| damage > **threshold).count();
            let name = self.0.get(grade).copied().unwrap_or(self.0[0]);
            Judged { grade: grade as i32, name, harm: i32::from(grade > 0) }
        };
        let met = |exposure: &Exposure, damage: &Distribution<i32>| damage.map(|damage| judge(exposure, *damage));
        blow.prospects(Some(defence), met, |way, damage| judge(&way.exposure, damage))
    }
}

fn graded(odds: &Distribution<Judged>) -> Distribution<i32> {
    odds.map(|judged| judged.grade)
}

/// Three blows as the game adds them up: the worst of the outcomes, and the wounds of all.
fn three_blows(names: &Names, blow: &Blow, defence: &Sum) -> Result<(Distribution<i32>, Distribution<i32>), DiceError> {
    let mut sum: Option<(Distribution<i32>, Distribution<i32>)> = None;
    for _ in 0..3 {
        let one = names.prospects(blow, defence)?;
        let (outcome, harm) = (graded(&one), one.map(|judged| judged.harm));
        sum = Some(match sum {
            None => (outcome, harm),
            Some((worst, harms)) => (worst.combine(&outcome, |a, b| *a.max(b)), harms.add(&harm)),
        });
    }
    Ok(sum.unwrap_or_else(|| (Distribution::certain(0), Distribution::certain(0))))
}

/// Ours, the loop by hand and the plain loops must say the same, to the last digit.
fn agree(figure: &str, ours: &Distribution<i32>, by_hand: &Exact, plain: &Exact) -> Outcome {
    let fraction = |ways: u64| Fraction::new(ways.into(), by_hand.total.into());
    let same = ours.iter().map(|(outcome, chance)| (*outcome, Some(chance)));
    if by_hand == plain && same.eq(by_hand.outcomes.iter().map(|(outcome, ways)| (*outcome, fraction(*ways)))) {
        return Ok(());
    }
    Err(format!("figure {figure}: ours {ours:?}, by hand {by_hand:?}, in plain loops {plain:?}").into())
}
