//! Initiative that is rolled, once at the start or anew each round: ties rolled again among themselves, latecomers
//! fitted in, and turns that can be put off (ST-INIT-01 to ST-INIT-05).
//!
//! A turn can be put off (ST-INIT-05). The first answer of a turn may be `wait`, while nothing of it is spent. A turn
//! that is put off neither goes on nor ends, so nothing that is counted in turns runs down. Dice that fall at the start
//! of a turn belong to the turn that is taken; where some are due, the question "begin" comes before them. After each
//! deed of another fighter and between turns a task of its own asks those who wait, in their order ("step in"), so that
//! they see what has come of the deed. A yes puts a whole turn on top of the interrupted one. When their own place
//! comes again first, the turn is lost.
//!
//! `rolled/order.rs` says who goes before whom, `rolled/waiting.rs` lets turns be put off, `rolled/race.rs` settles who is
//! first at something.

mod order;
mod race;
mod waiting;

use std::cmp::Ordering;

use self::order::{Lineup, arrange, by_rank, in_order, lead, lined_up, rank, replace};
use self::race::Race;
use self::waiting::Wait;
use crate::mechanics::prelude::*;

/// The numbers of this initiative.
#[derive(Clone, Debug, Deserialize)]
pub struct Rolled {
    /// What is thrown.
    pub die: Expr,
    /// The figures added to it.
    pub adds: Vec<FigureName>,
    /// When it is rolled.
    #[serde(default)]
    pub mode: Mode,
    /// What decides between those who roll the same.
    #[serde(default)]
    pub ties: Ties,
    /// Whether a turn may be put off (ST-INIT-05).
    #[serde(default)]
    pub may_wait: bool,
    /// Whether one who waited has their old place again next round.
    #[serde(default = "yes")]
    pub delay_keeps_place: bool,
    /// The rules that these numbers stand for.
    pub rules: RolledRules,
}

/// When initiative is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// When the battle begins.
    #[default]
    Once,
    /// At the head of every round.
    EachRound,
    /// Never: everybody acts in the order in which the scenario names them.
    Fixed,
}

/// What decides between those who roll the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// They roll again among themselves.
    #[default]
    Again,
    /// Those with more of this figure, then the side of the players, then those who are named first.
    By(FigureName),
}

rule_ids! { struct RolledRules {
    order: "The roll and the order.",
    ties: "Ties.",
    late: "Latecomers.",
    wait: "Waiting and stepping in.",
    race: "Who is first at something outside turns.",
} }

/// The rank of a combatant in the order: higher goes first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Rank {
    /// The result of the first roll.
    pub rolled: i32,
    /// Results of rolling ties again, one entry a tie.
    pub again: Vec<i32>,
    /// The round in which their turn last came up.
    pub acted: i32,
    /// Whether their turn is put off.
    pub delay: Delay,
    /// Has rolled.
    pub ready: bool,
}

/// Whether a turn is put off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delay {
    /// It may still be.
    #[default]
    Open,
    /// It is, and waits for its dice at the start, too.
    BeforeDice,
    /// It is, and there were no dice.
    Begun,
    /// No longer: it is taken.
    Taken,
}

impl Rank {
    const fn waits(&self) -> bool {
        matches!(self.delay, Delay::BeforeDice | Delay::Begun)
    }

    fn key(&self) -> (i32, &[i32]) {
        (self.rolled, &self.again)
    }
}

mechanic!(Rolled: |self| {
    words(words) => words.add(Word::Roll, ["initiative", "initiative again", "race"]),
    deeds => {
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(Race(self.clone()))];
        if self.may_wait {
            deeds.push(Arc::new(Wait(self.rules.wait)));
        }
        deeds
    },
    keeps => Rank::default(),
    on_task(table, who) => self.offer_to_step_in(table, who),
});

hears!(Rolled: |self, table| {
    Begun => {
        let look = table.look();
        // Some may have left before it came to a fight.
        let everybody: Vec<Id> = look.everybody().filter(|id| look.is_about(*id)).collect();
        let laid_down = look.arranged().map(<[Id]>::to_vec);
        let arranged = laid_down.or_else(|| (self.mode == Mode::Fixed).then(|| everybody.clone()));
        if let Some(first) = arranged {
            arrange(table, &first, &everybody);
        } else {
            let everybody = self.as_they_roll(table.look(), everybody);
            self.roll_for(table, &everybody)?;
            self.break_ties(table, &everybody)?;
        }
        self.announce(table);
    },
    RoundBegun => {
        let laid_down = table.look().arranged().is_some();
        if self.mode == Mode::EachRound && table.clock().round > 1 && !laid_down {
            let look = table.look();
            let standing: Vec<Id> = look.everybody().filter(|id| look.counts(*id)).collect();
            let standing = self.as_they_roll(look, standing);
            self.roll_for(table, &standing)?;
            self.break_ties(table, &standing)?;
            self.announce(table);
        }
    },
    // Latecomers roll, and act this round only if their place in it is still to come (ST-INIT-04).
    Arrived { who } => {
        if self.mode == Mode::EachRound && table.clock().round > 1 {
            return Ok(());
        }
        if self.mode == Mode::Fixed {
            let rolled = -i32::from(who.0);
            replace(table, who, |rank| *rank = Rank { rolled, ready: true, ..Rank::default() });
            return Ok(());
        }
        table.say(self.rules.late, who, |look| format!("{} finds their place in the order.", look.name(who)));
        self.roll_for(table, &[who])?;
        let everybody = table.everybody();
        self.break_ties(table, &everybody)?;
        let (round, look) = (table.clock().round, table.look());
        let place = rank(look, who);
        let behind = |id: &Id| rank(look, *id).acted == round && rank(look, *id).key() < place.key();
        if everybody.iter().any(behind) {
            table.edit::<Rank>(who).acted = round;
        }
    },
    // Whoever begins their turn together with another has had their own of this round.
    TurnBegun { who } => {
        let (look, round) = (table.look(), table.clock().round);
        if lead(look, who) != who && rank(look, who).acted < round {
            table.edit::<Rank>(who).acted = round;
        }
    },
    // After each deed of another, or else the end of their turn, whoever waits may step in (ST-INIT-05).
    Done { who, .. } => {
        let look = table.look();
        let who = look.mind(who);
        let is_over = look.rules().economy.is_over(look, who) && !rank(look, who).waits();
        if !is_over {
            self.let_step_in(table, who);
        }
    },
    TurnEnded { who } => self.let_step_in(table, who),
});

impl Rolled {
    /// What somebody adds to their die.
    fn bonus(&self, look: Look<'_>, who: Id) -> Sum {
        let mut bonus = Sum::new();
        self.adds.iter().for_each(|figure| bonus.part(*figure, look.value(who, *figure)));
        bonus
    }

    /// In which order these roll: those who settle ties by what they are, the side of the players first.
    fn as_they_roll(&self, look: Look<'_>, mut who: Vec<Id>) -> Vec<Id> {
        if self.ties != Ties::Again {
            who.sort_by_key(|id| look.side(*id) != look.players_side());
        }
        who
    }

    fn roll_for(&self, table: &mut Table<'_>, who: &[Id]) -> Step {
        for id in who {
            if lead(table.look(), *id) != *id {
                replace(table, *id, |rank| *rank = Rank { ready: true, ..Rank::default() });
                continue;
            }
            let bonus = self.bonus(table.look(), *id);
            let rolled = table.roll(*id, "initiative", &self.die, bonus, self.rules.order)?;
            replace(table, *id, |rank| *rank = Rank { rolled, ready: true, ..Rank::default() });
        }
        Ok(())
    }

    /// Those who tie roll again among themselves; their place against the others stays (ST-INIT-02).
    fn break_ties(&self, table: &mut Table<'_>, who: &[Id]) -> Step {
        if let Ties::By(figure) = self.ties {
            for id in who {
                let look = table.look();
                let leads = i32::from(look.side(*id) == look.players_side());
                let again = vec![look.value(*id, figure), leads, -i32::from(id.0)];
                replace(table, *id, |rank| rank.again = again);
            }
            return Ok(());
        }
        loop {
            let look = table.look();
            let alone = who.iter().copied().filter(|id| lead(look, *id) == *id);
            let ranks: Vec<(Id, _)> = alone.map(|id| (id, rank(look, id).key())).collect();
            let mut alike = BTreeMap::new();
            ranks.iter().for_each(|(_, key)| *alike.entry(*key).or_insert(0) += 1);
            let tied: Vec<_> =
                ranks.into_iter().filter(|(_, key)| alike.get(key).is_some_and(|all| *all > 1)).collect();
            if tied.is_empty() {
                return Ok(());
            }
            // The group of each goes by the first of it.
            let mut first = BTreeMap::new();
            let groups = tied.iter().enumerate().map(|(place, (_, key))| *first.entry(*key).or_insert(place));
            let groups: Vec<usize> = groups.collect();
            let tied: Vec<Id> = tied.into_iter().map(|(id, _)| id).collect();
            let throws: Vec<_> = tied.iter().map(|id| (*id, "initiative again", self.bonus(look, *id))).collect();
            let rolled =
                table.roll_together(&throws, false, &self.die, self.rules.ties, |rolled| places(&groups, rolled))?;
            for (id, rolled) in tied.into_iter().zip(rolled) {
                replace(table, id, |rank| rank.again.push(rolled));
            }
        }
    }

    fn announce(&self, table: &mut Table<'_>) {
        table.note(|look| Fact::new(self.rules.order, format!("The order is {}.", look.names(in_order(look), ", "))));
    }
}

impl Shows for Rolled {
    /// "Goblin acts before Mauve": exact, since ties rolled again leave everybody the same share of what is no tie.
    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let (one, other) = what.split_once(" acts before ")?;
        let (one, other) = (look.find(one)?, look.find(other)?);
        if self.mode == Mode::Fixed || one == other {
            return None;
        }
        let rolls = |who: Id| Distribution::from_expr(&self.die).map(|thrown| thrown + self.bonus(look, who).total());
        let both = rolls(one).combine(&rolls(other), Ord::cmp);
        let (ahead, even) = (both.probability(&Ordering::Greater), both.probability(&Ordering::Equal));
        match &self.ties {
            Ties::Again => ahead.checked_div(&(Fraction::ONE - even)),
            Ties::By(figure) => {
                let leads = |id: Id| (look.value(id, *figure), look.side(id) == look.players_side(), -i32::from(id.0));
                Some(if leads(one) > leads(other) { ahead + even } else { ahead })
            }
        }
    }
}

/// How many of the same group are ahead of each; nothing where a whole group has rolled the same and stays as it was.
fn places(groups: &[usize], rolled: &[i32]) -> Option<Vec<usize>> {
    let own =
        |group: usize| groups.iter().zip(rolled).filter(move |(other, _)| **other == group).map(|(_, rolled)| *rolled);
    let all = groups.iter().zip(rolled);
    let is_apart = all.clone().all(|(group, rolled)| own(*group).any(|other| other != *rolled));
    is_apart.then(|| all.map(|(group, rolled)| own(*group).filter(|other| other > rolled).count()).collect())
}

impl Initiative for Rolled {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        let round = table.clock().round;
        let look = table.look();
        // Whoever acts with one that waits waits, too.
        let is_kept = |id: Id| lead(look, id) != id && rank(look, lead(look, id)).waits();
        let may_be_next = |id: &Id| {
            let rank = rank(look, *id);
            rank.ready && rank.acted < round && !is_kept(*id) && look.is_about(*id) && !look.is_dead(*id)
        };
        let (next, lineup) = match lined_up(look) {
            Some(lineup) => (lineup.left().iter().copied().find(may_be_next), Some(lineup)),
            None => (look.everybody().filter(may_be_next).min_by(|a, b| by_rank(look, *a, *b)), None),
        };
        if let Some(lineup) = lineup {
            *table.edit_battle::<Lineup>() = lineup;
        }
        let Some(who) = next else { return Ok(Next::RoundOver) };
        // A turn that was put off and not taken before the own place comes again is lost.
        let begun = match rank(table.look(), who).delay {
            Delay::Open | Delay::Taken => {
                let mut rank = table.edit::<Rank>(who);
                (rank.acted, rank.delay) = (round, Delay::Open);
                return Ok(Next::Turn(who));
            }
            Delay::BeforeDice => false,
            Delay::Begun => true,
        };
        table.edit::<Rank>(who).delay = Delay::Taken;
        table.say(self.rules.wait, who, |look| format!("{} has waited in vain.", look.name(who)));
        Ok(Next::Lost { who, begun })
    }

    /// Whoever has dice to throw at the start of a turn is asked before they fall (ST-INIT-05).
    fn comes_up(&self, table: &mut Table<'_>, who: Id) -> Step<bool> {
        let look = table.look();
        if !self.may_wait || rank(look, who).delay != Delay::Open || look.allows(who, &["act", "wait"]).is_err() {
            return Ok(true);
        }
        let rules = table.rules();
        if !rules.registry.drives.iter().any(|mechanic| mechanic.has_due(look, who)) {
            return Ok(true);
        }
        self.ask_to_begin(table, who)
    }

    fn has_put_off(&self, look: Look<'_>, who: Id) -> bool {
        rank(look, who).waits()
    }

    fn has_acted(&self, look: Look<'_>, who: Id) -> bool {
        let rank = rank(look, who);
        rank.ready && rank.acted >= look.clock().round
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let round = look.clock().round;
        let entry = |who: Id| {
            let rank = rank(look, who);
            let text = match lead(look, who) {
                _ if rank.waits() => "waits".to_owned(),
                first if first != who => format!("with {}", look.name(first)),
                _ if look.body(who) != who => format!("{} in {}", rank.rolled, look.name(look.body(who))),
                _ => rank.rolled.to_string(),
            };
            TrackEntry::new(look, who, text, rank.acted >= round)
        };
        in_order(look).into_iter().map(entry).collect()
    }
}
