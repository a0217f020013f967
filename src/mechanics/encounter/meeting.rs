//! How two sides come upon each other, from the first sight to the first blow: how many come and from where, who is
//! surprised, how far apart they are, how they feel about it and what the players do then (OS-TURN-02).

use super::members;
use super::placing::bring;
use super::reaction::Reaction;
use super::surprise::{self, Surprise};
use crate::mechanics::prelude::*;

/// The numbers of meeting somebody.
#[derive(Clone, Debug, Deserialize)]
pub struct Meeting {
    /// How many come where nobody says so, by a figure of theirs: the lowest value, and the dice.
    pub numbers: (FigureName, Vec<(i32, Expr)>),
    /// Who is surprised.
    pub surprise: Surprise,
    /// How far apart they are.
    pub apart: Apart,
    /// How they feel about it.
    pub reaction: Reaction,
    /// The rules that these numbers stand for.
    pub rules: MeetingRules,
}

/// How far apart they are who meet.
#[derive(Clone, Debug, Deserialize)]
pub struct Apart {
    /// What is thrown where nobody is surprised.
    pub far: Expr,
    /// What is thrown where somebody is, and by what it is divided, rounding up.
    pub near: (Expr, i32),
    /// Squares for each point indoors.
    pub indoors: i32,
    /// Squares for each point outdoors.
    pub outdoors: i32,
}

rule_ids! { struct MeetingRules {
    order: "The whole of it.",
    wanderers: "How many come, and from where.",
    far: "How far off they are.",
    near: "How far off they are where somebody is surprised.",
} }

/// Whether anybody has raised a hand against another in the round of those who surprised others.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HandsRaised(bool);

impl Meeting {
    /// Whoever raises a hand against somebody before the first round has shown what mood they are in.
    fn raise_hand(table: &mut Table<'_>, who: Id, against: &[Id]) {
        let look = table.look();
        let is_early = look.clock().round == surprise::BONUS && look.battle::<Encounter>().is_some();
        if is_early && against.iter().any(|other| look.are_enemies(who, *other)) {
            table.edit_battle::<HandsRaised>().0 = true;
        }
    }

    /// Those who come by chance, and where all come from.
    fn come(&self, table: &mut Table<'_>, met: &Encounter) -> Step<Option<Square>> {
        met.wanderers.iter().try_for_each(|group| self.arrive(table, met, group))?;
        match met.entries.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            several => {
                let count = several.len();
                let drawn = table.with_dice(|dice| dice.pick(count))?;
                let from = several.get(drawn).copied();
                table.note(|_| {
                    Fact::new(self.rules.wanderers, format!("They come by entry {} of {count}.", drawn + 1)).at(from)
                });
                Ok(from)
            }
        }
    }

    fn arrive(&self, table: &mut Table<'_>, met: &Encounter, group: &Wanderers) -> Step {
        let (by, usual) = &self.numbers;
        let size = group.profile.figures.get(by).copied();
        let size = size.unwrap_or_else(|| table.rules().figures.get(by).map_or(0, |figure| figure.default));
        let usual = usual.iter().rfind(|(from, _)| size >= *from).map(|(_, dice)| dice);
        let Some(dice) = group.number.as_ref().or(usual) else { return Ok(()) };
        let throw = table.throw(dice)?;
        let count = throw.total.clamp(0, 100);
        let at = met.entries.first().copied().unwrap_or_default();
        let kind = group.profile.name;
        for index in 1..=count {
            let name = if count == 1 { kind.to_string() } else { format!("{kind} {index}") };
            let fighter = Fighter::new(name, group.side, group.profile.clone(), at);
            let id = table.arrive(&fighter);
            table.tell(Event::Arrived { who: id })?;
        }
        table.note(|_| Fact::new(self.rules.wanderers, format!("{kind}: {count} of them.")));
        Ok(())
    }

    /// Brings them so far from each other as the dice or the scenario will have it.
    fn set_apart(&self, table: &mut Table<'_>, met: &Encounter, near: bool, from: Option<Square>) -> Step {
        let look = table.look();
        let side = look.players_side();
        let theirs: Vec<_> = look.sides().filter(|each| *each != side && !members(look, *each).is_empty()).collect();
        let first = theirs.first().and_then(|side| members(look, *side).first().copied());
        let Some(first) = first else { return Ok(()) };
        let each = if met.indoors { self.apart.indoors } else { self.apart.outdoors };
        let rule = if near { self.rules.near } else { self.rules.far };
        let apart = match met.distance {
            Uncertain::Settled if from.is_none() => return Ok(()),
            Uncertain::Settled => None,
            Uncertain::Is(length) => Some(length.div_euclid(look.rules().measure.square.max(1))),
            Uncertain::Thrown if near => {
                let (dice, over) = &self.apart.near;
                let thrown = table.roll(first, "distance", dice, Sum::new(), rule)?;
                let over = (*over).max(1);
                Some((thrown + over - 1).div_euclid(over).saturating_mul(each))
            }
            Uncertain::Thrown => {
                let thrown = table.roll(first, "distance", &self.apart.far, Sum::new(), rule)?;
                Some(thrown.saturating_mul(each))
            }
        };
        theirs.into_iter().try_for_each(|side| bring(table, side, (from, apart), rule))
    }
}

mechanic!(Meeting: |self| {
    words(words) => words.add(Word::Roll, ["distance", "reaction", "surprise"]).add(Word::Term, ["limit"]),
});

hears!(Meeting: |self, table| {
    Begun => {
        let Some(met) = table.look().battle::<Encounter>().cloned() else { return Ok(()) };
        table.note(|_| Fact::new(self.rules.order, "They come upon each other."));
        let from = self.come(table, &met)?;
        let ours = table.look().players_side();
        let surprised = self.surprise.find(table, &met, ours)?;
        self.set_apart(table, &met, !surprised.is_empty(), from)?;
        if self.surprise.begin(table, &surprised, ours, self.reaction.keeps_peace(&met))? {
            return Ok(());
        }
        self.reaction.play(table, &met, ours)
    },
    Done { who, order } => {
        let look = table.look();
        let named: Vec<Id> = order.at.iter().filter_map(|aim| look.named(aim.who?)).collect();
        Self::raise_hand(table, who, &named);
    },
    Blow { blow } => Self::raise_hand(table, blow.case.who, blow.case.against.as_slice()),
    // Where those who surprised others have let their round go by in peace, moods show after it.
    RoundEnded => {
        let look = table.look();
        let in_peace = look.battle::<HandsRaised>().is_none_or(|hands| !hands.0);
        let met = look.battle::<Encounter>().filter(|_| look.clock().round == surprise::BONUS && in_peace).cloned();
        let ours = look.players_side();
        met.map_or(Ok(()), |met| self.reaction.play(table, &met, ours))
    },
});

impl Drives for Meeting {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let look = table.look();
        Ok(Surprise::watches(look, look.side(who)).then_some(Compulsion::Nothing))
    }
}

impl Shows for Meeting {
    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let name = what.strip_suffix(" is surprised")?;
        let side = look.sides().find(|side| look.side_name(*side).eq_ignore_ascii_case(name))?;
        self.surprise.chance(look, side)
    }
}
