//! Poisons, diseases, gas and radiation: what gets into bodies, and what comes of it by the round, the hour and the day
//! (ST-TOX-01 to ST-TOX-12, ST-ENV-07).

mod afflicted;
mod around;
mod clear_air;
mod course;
mod deeds;
mod infection;
mod remedies;
mod rest;
mod rising;
mod sense;
mod syndrome;

pub use self::afflicted::{Afflicted, Affliction};
pub use self::around::{Around, Cloud};
pub use self::syndrome::{Figure, Harmed, Lasts, Raises, Rate, Reading, State, Symptom, Syndrome, Unit, Way};

use self::afflicted::UNKNOWN;
use self::deeds::{Coat, Diagnose, Swallow};
use self::remedies::Give;
use crate::mechanics::prelude::*;

/// The numbers of poisons, diseases, gas and radiation.
#[derive(Clone, Debug, Deserialize)]
pub struct Afflictions {
    /// All that anybody can suffer from.
    #[serde(deserialize_with = "refers::own")]
    pub syndromes: BTreeMap<Key, Syndrome>,
    /// The die of the checks.
    pub die: Expr,
    /// The figure that is added.
    pub figure: FigureName,
    /// Checks passed in a row that cure.
    pub cured_after: i32,
    /// Checks a turn of what is checked by the second.
    pub seconds: i32,
    /// Rounds a minute.
    pub minute: i32,
    /// The kind of harm that wounds are.
    pub harms: HarmName,
    /// The figure that they lower.
    pub tough: FigureName,
    /// The figure for how large things are that shine.
    pub size: FigureName,
    /// The figure of arms for how many rounds their gas hangs in the air.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub lingers: Key,
    /// The figure of arms for how many doses they hold, one if they do not say.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub doses: Key,
    /// The figure of arms for how much harder what is in them is to resist.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub strength: Key,
    /// Words of those whom nothing of this touches.
    pub spares: Vec<Key>,
    /// Words of fighters, and of what they wear, that shut these ways.
    #[serde(deserialize_with = "refers::own")]
    pub shuts: BTreeMap<Key, Vec<Way>>,
    /// What spreads by itself: how near one must be in the board's unit of length, what is thrown, and up to what it
    /// takes.
    pub airborne: (i32, Expr, i32),
    /// The same for those who drink of one water, and the word of it.
    pub waterborne: (Key, Expr, i32),
    /// What comes of a cut or an operation in filthy surroundings.
    pub filth: Filth,
    /// Naming what somebody suffers from.
    pub diagnosis: Diagnosis,
    /// What is done with things of this kind.
    pub things: Things,
    /// What those are in who are dead.
    pub dead: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: AfflictionsRules,
}

/// What comes of dirt.
#[derive(Clone, Debug, Deserialize)]
pub struct Filth {
    /// The word of battles that are fought in it.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// What one suffers from then.
    pub of: Key,
    /// What is thrown, and from what number on one does.
    pub chance: (Expr, i32),
    /// Types of damage that cut.
    pub cuts: Vec<Key>,
    /// Deeds that are operations, unless they are done with this at hand.
    pub operations: (Vec<Key>, Key),
}

/// How a healer finds out what somebody suffers from.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Diagnosis {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What healers should have about them, and what lacking it adds to their skill.
    pub bag: (ArmName, i32),
}

/// Words of things that hold something of this kind, or help against it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Things {
    /// What can be put on a weapon.
    pub coats: Key,
    /// What is eaten or drunk.
    pub swallowed: Key,
    /// What is given to somebody by hand.
    pub given: Key,
    /// What cures one poison.
    pub cures: Key,
}

rule_ids! { struct AfflictionsRules {
    afflicted: "Suffering from something.",
    symptoms: "What it brings.",
    ways: "How it gets in.",
    airborne: "Spreading through the air.",
    waterborne: "Spreading by water.",
    checks: "Checks and recovery.",
    diagnosis: "Naming it.",
    dose: "Several doses.",
    drink: "Drink.",
    surgery: "Operations and cuts.",
    things: "Antidotes and other things.",
    rising: "The dead that rise.",
    rays: "Radiation.",
} }

mechanic!(Afflictions: |self| {
    words(words) => {
        let checked =
            |how: &'static str| self.syndromes.keys().map(move |of| Key::new(&format!("{of}, first check {how}")));
        words.add(Word::Wound, checked("failed")).add(Word::Wound, checked("passed"));
        words.add(Word::Roll, ["catching it", "diagnosis", "infection", "lasting", "rising", "symptom", "the water"]);
        words.add(Word::manner("give"), self.syndromes.keys().copied()).add(Word::Outcome, ["nothing", "wound"]);
        words.add(Word::Term, ["base", "doses", "known of old", "more of it", "strength"]);
        words.add(Word::Outcome, self.syndromes.keys().copied());
        for kind in [Word::Roll, Word::Count] {
            words.add(kind, self.syndromes.keys().copied()).add(kind, [UNKNOWN]);
        }
    },
    deeds(own) => vec![
        Arc::new(Give(own.clone())),
        Arc::new(Coat(own.clone())),
        Arc::new(Swallow(own.clone())),
        Arc::new(Diagnose(own)),
    ],
});

hears!(Afflictions: |self, table| {
    // Whoever is ill is so in camp already.
    Eve => table.for_everybody(|table, who| self.begin_with(table, who)),
    Begun => {
        self.survey(table);
        table.for_everybody(|table, who| {
            self.begin_with(table, who)?;
            self.meet(table, who)
        })
    },
    Arrived { who } => {
        self.survey(table);
        self.lie_no_longer(table, who);
        self.begin_with(table, who)?;
        self.meet(table, who)
    },
    RoundBegun => self.vent(table),
    RoundEnded => self.thin_out(table),
    TurnBegun { who } => {
        if !table.look().is_there(who) {
            return Ok(());
        }
        self.checks_of_turn(table, who)?;
        self.catch(table, who)
    },
    TurnEnded { who } => self.breathe_on(table, who),
    Moved { who, from } => {
        let look = table.look();
        if !Self::is_tainted(look) {
            return Ok(());
        }
        let before: Vec<Key> = self.gases_at(look, from).collect();
        let entered = self.gases_at(look, look.footprint(who)).filter(|of| !before.contains(of));
        let entered: Vec<Key> = entered.collect();
        entered.into_iter().try_for_each(|of| self.breathe(table, who, of))?;
        self.shine(table)
    },
    Blow { blow } => {
        let Some(arm) = blow.case.arm else { return Ok(()) };
        if let Some(target) = blow.case.against.filter(|_| blow.struck()) {
            // Gas needs no damage; what is on a blade gets in with it, however little it does.
            if arm.figure(self.lingers).is_some() {
                return arm.effects.iter().try_for_each(|of| self.breathe(table, target, *of));
            }
            if blow.damage.is_some() && !blow.case.is("at a thing") {
                return self.bring_by_blow(table, blow, arm, target);
            }
        }
    },
    AreaStruck { arm, squares, by } => self.let_loose(table, arm, squares, by),
    Harmed { hit } => self.note_cut(table, hit),
    Done { who, order } => self.operate(table, who, order),
    Condition { who, kind, begun } => if kind == self.dead { self.die(table, who, begun) } else { Ok(()) },
    HoursPass { hours } => self.pass_hours(table, hours),
});

modifies!(Afflictions: self.syndromes.values().flat_map(Syndrome::symptoms).flat_map(Symptom::shifted)
    => |self, look, case, sum| {
    for affliction in Self::of(look, case.who) {
        for (figure, by) in &affliction.shifts {
            if *figure == case.on {
                sum.add(affliction.of, *by, self.rules.symptoms);
            }
        }
    }
});

impl Rests for Afflictions {
    fn kept_up(&self, look: Look<'_>, who: Id, count: Key) -> i32 {
        let held = Self::of(look, who).iter().flat_map(|case| &case.counts);
        held.filter(|(of, _)| *of == count).map(|(_, held)| *held).sum()
    }

    /// It matters to those who have wounds in which hour they are rid of what keeps these open.
    fn counts_hours(&self, look: Look<'_>) -> bool {
        let may_heal = |who: Id| look.wounds(who).iter().any(|wound| !wound.locked);
        let waits = |who: Id| look.rests(who) && !look.is_dead(who) && may_heal(who);
        look.everybody().any(|who| waits(who) && self.wounding(look, who).is_some())
    }

    fn keeps(&self, look: Look<'_>, who: Id) -> Option<Keepsake> {
        let mut kept = look.get::<Afflicted>(who)?.clone();
        kept.with.iter_mut().for_each(|case| (case.by, case.round) = (None, 0));
        Some(Keepsake::new(move |newcomer| {
            newcomer.give(kept.clone());
        }))
    }
}

forbids!(Afflictions: |self, look, who, kinds| {
    // Nothing heals by itself while something is at work that can wound.
    match kinds.contains(&"heal".into()).then(|| self.wounding(look, who)).flatten() {
        Some(case) => Err(look.refusal(self.rules.symptoms, || {
            let what = if case.known { case.of.as_str() } else { UNKNOWN };
            format!("nothing of {} heals while {what} is at work", look.name(who))
        })),
        None => Ok(()),
    }
});

impl Drives for Afflictions {
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        let each_turn = |case: &Affliction| {
            self.syndromes.get(&case.of).is_some_and(|of| matches!(of.rate, Rate::Round | Rate::Second))
        };
        !look.is_dead(who) && Self::of(look, who).iter().any(each_turn)
    }
}

impl Shows for Afflictions {
    fn hangs(&self, look: Look<'_>) -> Vec<Hanging> {
        let rule = self.rules.ways;
        let clouds = look.battle::<Around>().into_iter().flat_map(|around| &around.clouds);
        let squares = clouds.flat_map(|cloud| cloud.squares.iter().map(move |square| (*square, cloud.of)));
        squares.map(|(square, of)| Hanging { square, of, rule }).collect()
    }

    /// "Goblin resists snake venom", "Surgeon names plague".
    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        if let Some((name, of)) = what.split_once(" resists ") {
            return self.resists(look, look.find(name)?, Key::find(of)?);
        }
        let (name, of) = what.split_once(" names ")?;
        let (who, of) = (look.find(name)?, Key::find(of).filter(|of| self.syndromes.contains_key(of))?);
        let (bonus, needed) = (self.wits(look, who).total(), self.to_name(look, who, of).total());
        enumerate(|dice| Ok(dice.throw(&self.die)?.total + bonus >= needed))
            .ok()
            .map(|named| named.chance(|named| *named))
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let line = |case: &Affliction| {
            let syndrome = self.syndromes.get(&case.of)?;
            let text = format!(
                "DC {}, {} of {} passed in a row; {}: {}",
                self.needed(case, syndrome).total(),
                case.passed,
                self.cured_after,
                syndrome.rate.word(),
                syndrome.in_words()
            );
            let (label, text) = if case.known {
                (case.of.to_string(), text)
            } else {
                (UNKNOWN.to_owned(), format!("{} of {} passed in a row", case.passed, self.cured_after))
            };
            Some(SheetLine::of(label, text, syndrome.rule))
        };
        Self::of(look, who).iter().filter_map(line).collect()
    }
}

/// Whether a thing is at hand: not lying about, not spent. In camp everything is that somebody has on it.
fn is_at_hand(look: Look<'_>, item: &Item) -> bool {
    (item.is_ready() || look.camp().is_some()) && !item.is("destroyed")
}

/// Whether somebody can reach another: in camp all who rest there.
fn is_within_reach(look: Look<'_>, who: Id, other: Id) -> bool {
    match look.camp() {
        Some(_) => look.rests(other) && look.place(other).present,
        None => who == other || look.in_arms_reach(who, other),
    }
}
