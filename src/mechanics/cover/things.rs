//! Things that stand on the board and can be struck: they have a Target and a Toughness of their own, break, leave
//! holes, and some burst (ST-DMG-13, ST-COVER-06).

use crate::board::{Board, CoverGrade, TerrainId};
use crate::mechanics::harm::thresholds::breaks;
use crate::mechanics::prelude::*;

/// The numbers of things.
#[derive(Clone, Debug, Deserialize)]
pub struct Things {
    /// The kind of harm that deals with them.
    pub kind: HarmName,
    /// The figure that blows at them must reach.
    pub target: FigureName,
    /// The figure that is their higher threshold.
    pub hard: FigureName,
    /// How far below it the lower one lies.
    pub soft_below: i32,
    /// The kind of damage that touches them.
    pub harms: HarmName,
    /// The deed that is done when one bursts, of those that burst.
    pub bursts_by: Verb,
    /// The rules that these numbers stand for.
    pub rules: ThingsRules,
}

rule_ids! { struct ThingsRules {
    things: "What things withstand.",
    holes: "What comes of cover that is shot through.",
} }

mechanic!(Things: |self| {
    words(words) => words.add(Word::Outcome, ["damaged", "destroyed", "nothing"]).add(Word::Count, [HOLES]),
});

forbids!(Things: |self, look, who, _kinds| {
    if who.is_thing() { Err(look.refusal_of(who, self.rules.things, "is a thing")) } else { Ok(()) }
});

allows!(Things: |self, look, case| {
    let (Some(target), Some(arm)) = (case.against.filter(|id| id.is_thing()), case.arm) else { return Ok(()) };
    if arm.harms.is_some_and(|kind| kind != self.harms) || arm.damage.is_none() {
        let why = format!("{} does nothing to {}", arm.name, look.name(target));
        return Err(Refusal::new(self.rules.things, why));
    }
    Ok(())
});

impl Blows for Things {
    fn aimed_at(&self, look: Look<'_>, case: &Case<'_>) -> Option<AimedAt> {
        let thing = case.against.filter(|id| id.is_thing())?;
        let kind = case.arm.and_then(|arm| arm.harms).filter(|kind| *kind != self.harms).unwrap_or(self.kind);
        Some(AimedAt { target: look.figure(thing, self.target), kind })
    }

    fn bursts(&self, look: Look<'_>, thing: Id) -> Option<Order> {
        let thing = look.thing(thing)?;
        Some(Order::new(self.bursts_by).with(thing.def.bursts?).to(thing.at()))
    }
}

impl Harm for Things {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let immune = case.words.iter().filter(|word| **word == "nonlethal").map(|_| Key::from("immune"));
        Exposure::of_two(look.figure(case.who, self.hard), self.soft_below, immune)
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        breaks(exposure, damage)
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        if !table.look().place(hit.who).present {
            return Ok(());
        }
        let through = hit.words.iter().any(|word| *word == InTheWay::WORD);
        let rule = if through { self.rules.holes } else { self.rules.things };
        let before = table.look().value(hit.who, self.hard);
        // Cover that a blow goes clean through has a hole in it and no more.
        if hit.judged.grade == 1 || (hit.judged.grade >= FELLED && !through) {
            table.wound(hit.who, Wound { kind: Key::from("wound"), part: None, rule, locked: false });
        }
        table.note(|look| {
            let verdict = if through && hit.judged.grade >= FELLED { "holed" } else { hit.judged.name.as_str() };
            let opposed = hit.exposure.in_words();
            let text = format!("{} damage against {}'s {opposed}: {verdict}.", hit.damage, look.name(hit.who));
            let after = look.value(hit.who, self.hard);
            Fact::new(rule, text).who(hit.who).damage(hit.damage).change(hit.who, self.hard, before, after)
        });
        match hit.judged.grade {
            ..=1 => Ok(()),
            _ if through => self.hole(table, hit.who),
            _ => self.destroy(table, hit.who),
        }
    }
}

impl Things {
    /// The cover that a thing gives is one step less; one that gives none any more is gone.
    fn hole(&self, table: &mut Table<'_>, who: Id) -> Step {
        let holes = table.look().tally(who, HOLES) + 1;
        table.set_tally(who, HOLES, holes);
        let Some(thing) = table.look().thing(who).cloned() else { return Ok(()) };
        let grade = thing.def.cover.better_by(-holes);
        table.say_change(self.rules.holes, who, (HOLES, holes - 1, holes), |look| {
            format!("{} gives {} cover now.", look.name(who), named(grade))
        });
        if grade == CoverGrade::None {
            return self.destroy(table, who);
        }
        table.edit_ground(|ground| {
            let board = std::sync::Arc::make_mut(&mut ground.board);
            for (a, b) in &thing.edges {
                if let Some(edge) = board.edge_mut(*a, *b) {
                    edge.blocks_sight = false;
                }
            }
            for (square, stood_on) in thing.squares.iter().zip(&thing.stood_on) {
                see_through(board, *square, *stood_on);
            }
        });
        Ok(())
    }

    fn destroy(&self, table: &mut Table<'_>, who: Id) -> Step {
        let bursts = self.bursts(table.look(), who);
        pull_down(table, who, self.rules.things);
        if let Some(order) = bursts {
            table.push(Task::Perform(who, order));
        }
        Ok(())
    }
}

/// A thing is broken: it stands no more, hides nobody and bars no way.
pub(in crate::mechanics) fn pull_down(table: &mut Table<'_>, who: Id, rule: RuleId) {
    let Some(thing) = table.look().thing(who).cloned() else { return };
    table.edit::<Place>(who).present = false;
    table.note(|look| Fact::new(rule, format!("{} is destroyed.", look.name(who))).who(who).at([thing.at()]));
    table.edit_ground(|ground| {
        let board = std::sync::Arc::make_mut(&mut ground.board);
        for (a, b) in &thing.edges {
            if let Some(edge) = board.edge_mut(*a, *b) {
                *edge = Default::default();
            }
        }
        for (square, stood_on) in thing.squares.iter().zip(&thing.stood_on) {
            if let Some(cell) = board.cell_mut(*square) {
                cell.terrain = *stood_on;
            }
        }
        if let Some(object) = board.objects.get_mut(usize::from(thing.object)) {
            object.cover = CoverGrade::None;
            object.squares.clear();
        }
    });
}

/// Makes the ground of a square as open to the eye as what lay there before.
fn see_through(board: &mut Board, square: Square, stood_on: TerrainId) {
    let clear = board.terrains.get(usize::from(stood_on)).is_some_and(|before| !before.blocks_sight);
    let Some(mut ground) = board.terrain(square).filter(|ground| ground.blocks_sight && clear).cloned() else { return };
    ground.blocks_sight = false;
    let known = board.terrains.iter().position(|each| *each == ground);
    let Ok(index) = TerrainId::try_from(known.unwrap_or(board.terrains.len())) else { return };
    if known.is_none() {
        board.terrains.push(ground);
    }
    if let Some(cell) = board.cell_mut(square) {
        cell.terrain = index;
    }
}

const fn named(grade: CoverGrade) -> &'static str {
    match grade {
        CoverGrade::None => "no",
        CoverGrade::Light => "light",
        CoverGrade::Medium => "medium",
        CoverGrade::Heavy => "heavy",
        CoverGrade::Total => "total",
    }
}
