//! Objectives, and when a battle is over.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{QueryState, World};
use serde::{Deserialize, Serialize};

use crate::battle::field::Due;
use crate::battle::table::Done;
use crate::battle::{
    Agenda, Arrivals, Asked, Ended, Event, Fact, Id, Limits, Look, SideId, Sides, Table, Task, Verdict, bounds,
};
use crate::board::Square;

/// What a side must do to win.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// Be the last side with anybody still in play.
    #[default]
    LastStanding,
    /// Be alone in these squares at the end of so many rounds in a row.
    Hold {
        /// The squares (or those of the named zone).
        squares: Vec<Square>,
        /// For how many rounds.
        #[serde(deserialize_with = "bounds::between::<1, 10_000, _>")]
        rounds: i32,
    },
    /// Have anybody still in play when so many rounds are over.
    Survive {
        /// How many.
        #[serde(deserialize_with = "bounds::between::<1, 10_000, _>")]
        rounds: i32,
    },
    /// Bring so many fighters into these squares.
    Escape {
        /// Where to.
        squares: Vec<Square>,
        /// How many.
        #[serde(deserialize_with = "bounds::between::<1, 10_000, _>")]
        fighters: i32,
    },
    /// Have so many fighters leave the field by a way out.
    Leave {
        /// How many.
        #[serde(deserialize_with = "bounds::between::<1, 10_000, _>")]
        fighters: i32,
    },
    /// Nothing: it is not beaten though nobody of it stands.
    #[serde(skip)]
    Nothing,
    /// Bring this one into these squares; others may be left behind.
    #[serde(skip)]
    Reach {
        /// Who.
        who: Id,
        /// Where to.
        squares: Vec<Square>,
    },
    /// Have this one out of the fight.
    #[serde(skip)]
    Fell {
        /// Who.
        who: Id,
    },
}

impl Objective {
    /// What the side that has it must do, as players say it.
    pub fn told(&self, look: Look<'_>) -> String {
        match self {
            Self::LastStanding => "Be the last side left in the fight".to_owned(),
            Self::Hold { rounds: held, squares } => {
                format!("Be the only side in {} for {}", area(look, squares), rounds(*held))
            }
            Self::Survive { rounds: lasted } => format!("Still have somebody in the fight after {}", rounds(*lasted)),
            Self::Escape { squares, fighters: count } => {
                format!("Bring {} into {}", some_of(*count, "yours"), area(look, squares))
            }
            Self::Leave { fighters: count } => {
                format!("Have {} leave the field by a way out", some_of(*count, "yours"))
            }
            Self::Reach { who, squares } => format!("Bring {} into {}", look.name(*who), area(look, squares)),
            Self::Fell { who } => format!("Take {} out of the fight", look.name(*who)),
            Self::Nothing => "Nothing: whatever comes of it".to_owned(),
        }
    }

    /// What the other sides must keep the side from that has it; nothing where it wins only by being the last.
    pub fn prevented(&self, look: Look<'_>) -> Option<String> {
        Some(match self {
            Self::LastStanding | Self::Nothing => return None,
            Self::Hold { rounds: held, squares } => {
                format!("being alone in {} for {}", area(look, squares), rounds(*held))
            }
            Self::Survive { rounds: lasted } => format!("holding out for {}", rounds(*lasted)),
            Self::Escape { squares, fighters } => {
                format!("bringing {} into {}", some_of(*fighters, "theirs"), area(look, squares))
            }
            Self::Leave { fighters } => format!("getting {} off the field by a way out", some_of(*fighters, "theirs")),
            Self::Reach { who, squares } => format!("bringing {} into {}", look.name(*who), area(look, squares)),
            Self::Fell { who } => format!("taking {} out of the fight", look.name(*who)),
        })
    }

    /// After how many rounds it decides the battle, whatever else happens.
    pub fn ends_after(&self) -> Option<i32> {
        match self {
            Self::Survive { rounds } => Some(*rounds),
            _ => None,
        }
    }

    /// The squares that it is about, for those who draw the field.
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::Hold { squares, .. } | Self::Escape { squares, .. } | Self::Reach { squares, .. } => squares,
            Self::LastStanding | Self::Survive { .. } | Self::Leave { .. } | Self::Fell { .. } | Self::Nothing => &[],
        }
    }
}

fn rounds(count: i32) -> String {
    if count == 1 { "one round".to_owned() } else { format!("{count} rounds") }
}

fn some_of(count: i32, whose: &str) -> String {
    if count == 1 { format!("one of {whose}") } else { format!("{count} of {whose}") }
}

/// Squares by the name of the zone that they are, else by where they begin and end.
fn area(look: Look<'_>, squares: &[Square]) -> String {
    let board = look.board();
    let zone = |square: &Square| board.cell(*square).and_then(|cell| cell.zone);
    if let Some(of) = squares.first().and_then(zone).filter(|of| squares.iter().all(|square| zone(square) == Some(*of)))
        && let Some(zone) = board.zones.get(usize::from(of))
    {
        return zone.name.clone();
    }
    match (squares.first(), squares.last()) {
        (Some(first), Some(last)) if first != last => format!("the marked squares from {first} to {last}"),
        (Some(first), _) => first.to_string(),
        _ => "the marked squares".to_owned(),
    }
}

impl Verdict {
    /// Who won, as a heading: right for names in the plural as for others.
    pub fn heading(&self, look: Look<'_>) -> String {
        self.winner.map_or_else(|| "Nobody wins".to_owned(), |side| format!("Victory for {}", look.side_name(side)))
    }

    /// Who won, in two words: right for names in the plural as for others.
    pub fn outcome(&self, look: Look<'_>) -> String {
        self.winner.map_or_else(|| "Nobody wins".to_owned(), |side| format!("{} won", look.side_name(side)))
    }

    /// Who won and why, in a sentence: right for names in the plural as for others.
    pub fn sentence(&self, look: Look<'_>) -> String {
        match self.winner {
            Some(_) => format!("{}: {}", self.outcome(look), self.reason(look)),
            None => self.why.clone(),
        }
    }

    /// Why, without the name that the heading says already.
    pub fn reason(&self, look: Look<'_>) -> &str {
        let named = self.winner.map(|side| format!("{} wins: ", look.side_name(side)));
        named.and_then(|named| self.why.strip_prefix(&named)).unwrap_or(&self.why)
    }
}

impl Look<'_> {
    /// What a fact tells; of the end of a battle in the words of [`Verdict::sentence`].
    pub fn sentence_of(&self, fact: &Fact) -> String {
        let verdict = self.battle::<Ended>().and_then(|ended| ended.0.as_ref());
        let verdict = verdict.filter(|verdict| verdict.why == fact.text);
        verdict.map_or_else(|| fact.text.clone(), |verdict| verdict.sentence(*self))
    }
}

/// Rounds that each side has held its ground, for [`Objective::Hold`].
#[derive(bevy::ecs::prelude::Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Holding(pub Vec<i32>);

/// The system of the verdict stage: looks at every battle that is still going
/// on and in which something has changed that a verdict may hang on.
pub(in crate::battle) fn judge_battles(
    world: &mut World,
    battles: &mut QueryState<(Entity, &mut Due, &Agenda, &Asked, &Ended)>,
) {
    let mut changed: Vec<Entity> = Vec::new();
    for (battle, mut due, agenda, asked, ended) in battles.iter_mut(world) {
        // Nobody has won or lost on the eve of it.
        let has_begun = agenda.0.first() != Some(&Task::Start);
        if due.verdict && has_begun && asked.0.is_none() && ended.0.is_none() {
            due.verdict = false;
            changed.push(battle);
        }
    }
    for battle in changed {
        judge_battle(world, battle);
    }
}

/// Looks whether `battle` is over, and tells the mechanics that hear of its end if it is.
pub(in crate::battle) fn judge_battle(world: &mut World, battle: Entity) -> Done {
    count_holding(world, battle);
    let Some(verdict) = Look::at(world, battle).and_then(judge) else { return Done::default() };
    let mut done = Done::default();
    if let Ok(mut table) = Table::at(world, battle) {
        let text = verdict.why.clone();
        table.note(|_| Fact::new("verdict", text));
        if let Err(pause) = table.tell(Event::Over { verdict: &verdict }) {
            table.note(|_| Fact::new("battle", format!("What comes after the battle is left out: {pause}")));
        }
        done = table.keep().2;
    }
    if let Some(mut ended) = world.get_mut::<Ended>(battle) {
        ended.0 = Some(verdict);
    }
    done
}

/// At the end of a round (the next one is on top of the agenda) counts the
/// rounds that each side has held its ground.
fn count_holding(world: &mut World, battle: Entity) {
    let Some(look) = Look::at(world, battle).filter(|look| is_round_over(*look)) else { return };
    let Some(sides) = look.battle::<Sides>() else { return };
    if !sides.0.iter().any(|side| matches!(side.objective, Objective::Hold { .. })) {
        return;
    }
    let before = look.battle::<Holding>().cloned().unwrap_or_default();
    let now = sides.0.iter().enumerate().map(|(index, side)| match &side.objective {
        Objective::Hold { squares, .. } if holds(look, SideId(index as u8), squares) => {
            before.0.get(index).copied().unwrap_or(0) + 1
        }
        _ => 0,
    });
    let now = Holding(now.collect());
    world.entity_mut(battle).insert(now);
}

/// Whether a round has ended, and the next one has not begun.
fn is_round_over(look: Look<'_>) -> bool {
    look.battle::<Agenda>().is_some_and(|agenda| agenda.0.last() == Some(&Task::Round))
}

/// How many rounds are over: nobody has a turn more before an end that hangs on their number is judged.
fn rounds_over(look: Look<'_>) -> i32 {
    look.clock().round - i32::from(!is_round_over(look))
}

fn holds(look: Look<'_>, side: SideId, squares: &[Square]) -> bool {
    let mut inside = look.everybody().filter(|id| look.is_in_play(*id)).filter(|id| {
        let footprint = look.footprint(*id);
        squares.iter().any(|square| footprint.contains(*square))
    });
    let sides: Vec<_> = inside.by_ref().map(|id| look.side(id)).collect();
    !sides.is_empty() && sides.iter().all(|each| *each == side)
}

/// Whether the battle is over, and how.
pub fn judge(look: Look<'_>) -> Option<Verdict> {
    let round = look.clock().round;
    let sides = look.battle::<Sides>()?;
    let over = |winner: Option<SideId>, why: String| Some(Verdict { winner, why, round, is_broken: false });
    for (index, side) in sides.0.iter().enumerate() {
        let id = SideId(index as u8);
        if let Some(how) = reached(look, id, &side.objective) {
            return over(Some(id), format!("{} wins: {how}.", side.name));
        }
    }
    let several = sides.0.len() > 1;
    let sides = (0..).map(SideId).zip(&sides.0);
    let standing = sides.filter(|(id, side)| side.objective == Objective::Nothing || stands(look, *id));
    let mut standing = standing.map(|(id, _)| id);
    match (standing.next(), standing.next()) {
        (None, _) => return over(None, "Nobody is left standing.".to_owned()),
        (Some(last), None) if several => {
            return over(Some(last), format!("{} wins: nobody else is left standing.", look.side_name(last)));
        }
        _ => {}
    }
    let limit = look.battle::<Limits>().map_or(i32::MAX, |limits| limits.rounds);
    (rounds_over(look) >= limit).then(|| Verdict {
        winner: None,
        why: format!("No side has won after {limit} rounds."),
        round,
        is_broken: false,
    })
}

fn stands(look: Look<'_>, side: SideId) -> bool {
    look.everybody().any(|id| look.own_side(id) == side && look.counts(id))
        || look.battle::<Arrivals>().is_some_and(|arrivals| arrivals.0.iter().any(|each| each.side == side))
}

fn reached(look: Look<'_>, side: SideId, objective: &Objective) -> Option<String> {
    match objective {
        Objective::LastStanding | Objective::Nothing => None,
        Objective::Hold { rounds: least, .. } => {
            let held = look.battle::<Holding>()?.0.get(usize::from(side.0)).copied()?;
            (held >= *least).then(|| format!("they held their ground for {}", rounds(held)))
        }
        Objective::Survive { rounds: lasted } => (rounds_over(look) >= *lasted && stands(look, side))
            .then(|| format!("they have held out for {}", rounds(*lasted))),
        Objective::Escape { squares, fighters } => {
            let away = look.everybody().filter(|id| look.own_side(*id) == side && look.is_in_play(*id));
            let away = away.filter(|id| squares.iter().any(|square| look.footprint(*id).contains(*square))).count();
            (away as i32 >= *fighters).then(|| format!("{away} of their fighters got away"))
        }
        Objective::Leave { fighters } => {
            let has_left = |id: &Id| look.own_side(*id) == side && look.has_left(*id);
            let gone = look.everybody().filter(has_left).count();
            (gone as i32 >= *fighters).then(|| format!("{gone} of their fighters have left the field"))
        }
        Objective::Reach { who, squares } => {
            let is_there = squares.iter().any(|square| look.footprint(*who).contains(*square));
            (is_there && look.is_in_play(*who)).then(|| format!("{} has got away", look.name(*who)))
        }
        Objective::Fell { who } => (!look.counts(*who)).then(|| format!("{} has fallen", look.name(*who))),
    }
}
