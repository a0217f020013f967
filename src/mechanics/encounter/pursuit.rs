//! Those who run, and those who go after them: whether they do, how long it takes, what makes them give up (OS-CHASE-01
//! to OS-CHASE-04).

mod bait;
mod course;
mod leave;
mod trail;

use super::placing::bring_these;
use super::{Away, go_away, members, others, so_many};
use crate::mechanics::prelude::*;

use course::Course;

/// What tasks call this mechanic.
pub(super) const NAME: &str = "Pursuit";

/// The task of a side that runs.
pub(super) const RUNS: &str = "runs";

/// The numbers of pursuit.
#[derive(Clone, Debug, Deserialize)]
pub struct Pursuit {
    /// What is thrown for whether they follow.
    pub dice: Expr,
    /// The highest number at which they do.
    pub max: i32,
    /// The figure for how fast somebody is, and how far one point of it takes somebody in a round.
    pub speed: (FigureName, i32),
    /// How near is caught, in the board's unit of length.
    pub caught_at: i32,
    /// What is thrown at what lies on the way, and what is thrown down there.
    pub die: Expr,
    /// What hides those who run, and the highest number at which others follow all the same.
    #[serde(deserialize_with = "refers::own")]
    pub hides: Vec<(Key, i32)>,
    /// Which of these any wall is that comes between.
    pub bend: Key,
    /// Words of what is thrown down, whether those think who stop for it, and the highest number at which they do.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub bait: Vec<(Key, bool, i32)>,
    /// The word of those who think.
    #[serde(deserialize_with = "refers::words")]
    pub mind: Key,
    /// What becomes of those who run.
    pub states: PursuitStates,
    /// The state of those who are known to be pursued.
    pub followed: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: PursuitRules,
}

/// What becomes of those who run.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PursuitStates {
    /// They are off.
    pub gone: ConditionName,
    /// They are on their way.
    pub fleeing: ConditionName,
    /// Those who went after them have stopped for bait.
    pub stopped: ConditionName,
    /// Those who went after them have lost sight of them.
    pub lost: ConditionName,
}

rule_ids! { struct PursuitRules {
    follow: "Whether they follow.",
    chase: "The chase.",
    hides: "Corners and doors.",
    bait: "Bait.",
    leave: "Leaving the field.",
} }

/// Those who go after others, and how far behind each of them is, in the board's unit of length.
type Hunters = Vec<(Id, i32)>;

/// How a chase ends for those who run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// They get away.
    Escape,
    /// They are brought to bay, or turn by themselves, and these are still after them.
    AtBay(Hunters),
}

impl Pursuit {
    /// How far somebody gets in a round.
    fn pace(&self, look: Look<'_>, who: Id) -> i32 {
        let (speed, each) = self.speed;
        look.value(look.mount(who).unwrap_or(who), speed).saturating_mul(each)
    }

    /// Whether players decide what somebody does.
    fn is_ours(look: Look<'_>, who: Id) -> bool {
        look.side(who) == look.players_side()
    }

    /// A party is as fast as its slowest.
    fn slowest(&self, look: Look<'_>, who: &[Id]) -> i32 {
        who.iter().map(|id| self.pace(look, *id)).min().unwrap_or(0)
    }

    /// Whether nobody of these comes nearer to those who run, which is told if so.
    fn is_outrun(&self, table: &mut Table<'_>, prey: &[Id], hunters: &[(Id, i32)]) -> bool {
        let look = table.look();
        // Each of those who follow runs as fast as they can, whatever keeps the others back.
        let fast = hunters.iter().map(|(hunter, _)| self.pace(look, *hunter)).max().unwrap_or(0);
        let slow = self.slowest(look, prey);
        if fast <= slow {
            table.say(self.rules.chase, prey.first().copied().unwrap_or_default(), |look| {
                let (are, unit) = (so_many(prey, "is", "are"), &look.rules().measure.unit);
                format!("{} {are} never caught: {slow} {unit} a round against {fast}.", look.names(prey, ", "))
            });
        }
        fast <= slow
    }

    /// Whether these, who are players' or are not, go after a side that runs.
    fn follow(&self, table: &mut Table<'_>, prey: &[Id], hunters: &[Id]) -> Step<bool> {
        let Some(first) = hunters.first().copied() else { return Ok(false) };
        let look = table.look();
        let rule = self.rules.follow;
        if !Self::is_ours(look, first) {
            // Who was after them on the field comes on without another throw.
            if prey.iter().any(|id| look.is(*id, self.followed)) {
                return Ok(true);
            }
            let shown = table.roll(first, "pursuit", &self.dice, Sum::new(), rule)?;
            let follows = shown <= self.max;
            let what = if follows { "they follow" } else { "they let them go" };
            table.note(|look| Fact::new(rule, format!("{}: {shown}, {what}.", look.names(hunters, ", "))));
            return Ok(follows);
        }
        let run = so_many(prey, "runs", "run");
        let prompt = format!("{} {run}: does anybody go after them?", look.names(prey, ", "));
        let follow = Choice::new(Order::new("pursue"), "Go after them", Group::Move, rule);
        let spare = Choice::new(Order::new("let them go"), "Let them go", Group::Turn, rule).weighed(Worth(1));
        let question = Question::new("pursue", look.side(first), first, prompt).rule(rule);
        Ok(table.ask(question.choice(follow).choice(spare))?.verb == "pursue")
    }

    /// The whole of it for those who run.
    fn chase(&self, table: &mut Table<'_>, prey: &[Id]) -> Step<End> {
        let Some(first) = prey.first().copied() else { return Ok(End::Escape) };
        let look = table.look();
        let is_able = |id: &Id| !look.is(*id, self.states.fleeing) && look.allows(*id, &["move"]).is_ok();
        let able = others(look, look.side(first)).into_iter().filter(is_able);
        let gap = |hunter: Id| prey.iter().map(|each| look.distance(*each, hunter)).min().unwrap_or(0);
        let able: Hunters = able.map(|hunter| (hunter, gap(hunter))).collect();
        let (ours, theirs): (Hunters, Hunters) =
            able.iter().copied().partition(|(hunter, _)| Self::is_ours(look, *hunter));
        if self.is_outrun(table, prey, &able) {
            return Ok(End::Escape);
        }
        let mut hunters = Hunters::new();
        // No dice speak for players, whoever else is after the same prey.
        for band in [theirs, ours] {
            let who: Vec<Id> = band.iter().map(|(hunter, _)| *hunter).collect();
            if self.follow(table, prey, &who)? {
                hunters.extend(band);
            }
        }
        if hunters.is_empty() || self.is_outrun(table, prey, &hunters) {
            return Ok(End::Escape);
        }
        let way = table.look().battle::<Encounter>().map(|met| met.way.clone()).unwrap_or_default();
        Course { rules: self, prey, hunters, way: way.into() }.run(table)
    }

    /// What becomes of those who have run.
    fn settle(&self, table: &mut Table<'_>, prey: &[Id], end: End) -> Step {
        let Some(side) = prey.first().map(|first| table.look().side(*first)) else { return Ok(()) };
        match end {
            End::Escape => {
                for who in prey {
                    table.end(*who, self.followed)?;
                    if table.look().is_in_play(*who) {
                        go_away(table, *who, self.states.gone, self.rules.chase)?;
                    } else {
                        table.edit_battle::<Away>().0.push(*who);
                    }
                }
                Ok(())
            }
            End::AtBay(hunters) => {
                for who in prey {
                    table.edit::<Place>(*who).present = true;
                    table.edit::<Left>(*who).0 = false;
                    // Those who had had enough hear of it while they have: it is for them what comes of that.
                    table.end(*who, self.states.gone)?;
                    table.end(*who, self.states.fleeing)?;
                    table.end(*who, self.followed)?;
                    // All who left by one way have come back to it.
                    table.make_room(*who);
                }
                self.come_up(table, side, hunters)
            }
        }
    }

    /// Those who are still after a side come as near as they are; nobody else of them is left on the field.
    fn come_up(&self, table: &mut Table<'_>, side: SideId, mut hunters: Hunters) -> Step {
        let rule = self.rules.chase;
        for other in others(table.look(), side) {
            if !hunters.iter().any(|(hunter, _)| *hunter == other) {
                table.say(rule, other, |look| format!("{} has stayed behind.", look.name(other)));
                go_away(table, other, self.states.gone, rule)?;
            }
        }
        let square = table.look().rules().measure.square.max(1);
        hunters.sort_by_key(|(_, gap)| *gap);
        for near in hunters.chunk_by(|a, b| a.1.max(self.caught_at) == b.1.max(self.caught_at)) {
            let look = table.look();
            // Whoever rides comes with their mount, where that has a place of its own.
            let goes = |hunter: &Id| look.mount(*hunter).is_none_or(|mount| !look.is_in_play(mount));
            let who = near.iter().map(|(hunter, _)| *hunter).filter(goes);
            let before: Vec<(Id, Square)> = who.map(|hunter| (hunter, look.footprint(hunter).at)).collect();
            let who: Vec<Id> = before.iter().map(|(hunter, _)| *hunter).collect();
            let gap = near.first().map_or(0, |(_, gap)| *gap).max(self.caught_at);
            let prey = members(table.look(), side);
            bring_these(table, &who, &prey, (None, Some(gap.div_euclid(square))))?;
            for (hunter, from) in before {
                self.tell_way(table, (hunter, from), &prey);
            }
        }
        Ok(())
    }

    /// How far somebody who came after others is behind the nearest of them now, and which way they came.
    fn tell_way(&self, table: &mut Table<'_>, (hunter, from): (Id, Square), prey: &[Id]) {
        let look = table.look();
        let at = look.footprint(hunter);
        let gap = |prey: Id| look.footprint(prey).gap(at);
        let Some(prey) = prey.iter().copied().min_by_key(|prey| gap(*prey)) else { return };
        let squares = gap(prey);
        table.note(|look| {
            let measure = &look.rules().measure;
            let (far, unit) = (squares.saturating_mul(measure.square), &measure.unit);
            let (hunted, squares) = (look.name(prey), squares_in_words(squares));
            let text = format!("{} comes after {hunted}, {far} {unit} behind: {squares}.", look.name(hunter));
            Fact::new(self.rules.chase, text).who(hunter).way(hunter, [from, at.at])
        });
    }

    /// The sides that have left the field with everybody who can, and those of each who may be gone after.
    fn gone(&self, look: Look<'_>) -> Vec<(SideId, Vec<Id>)> {
        let is_away = |id: &Id| look.battle::<Away>().is_some_and(|away| away.0.contains(id));
        let left = |side: SideId| -> Vec<Id> {
            let is_off = |id: &Id| look.side(*id) == side && look.is(*id, self.states.gone) && !is_away(id);
            look.everybody().filter(is_off).collect()
        };
        let gone = look.sides().filter(|side| members(look, *side).is_empty()).map(|side| (side, left(side)));
        gone.filter(|(side, left)| !left.is_empty() && !others(look, *side).is_empty()).collect()
    }
}

mechanic!(Pursuit: |self| {
    words(words) => {
        words.add(Word::Roll, ["bait", "pursuit"]).add(Word::Roll, self.hides.iter().map(|(word, _)| *word));
    },
    deeds => {
        let PursuitStates { gone, fleeing, .. } = self.states;
        let leave = leave::Leave { gone, fleeing, followed: self.followed, rule: self.rules.leave };
        vec![Arc::new(leave), Arc::new(self.clone())]
    },
    takes_away => vec![self.states.gone],
    on_task(table, who) => {
        let look = table.look();
        // Whoever cannot move does not run with the others.
        let runs = |id: &Id| look.allows(*id, &["move"]).is_ok();
        let prey: Vec<Id> = members(look, look.side(who)).into_iter().filter(runs).collect();
        let end = self.chase(table, &prey)?;
        self.settle(table, &prey, end)
    },
});

hears!(Pursuit: |self, table| {
    Done { .. } => {
        for (_, prey) in self.gone(table.look()) {
            let end = self.chase(table, &prey)?;
            self.settle(table, &prey, end)?;
        }
    },
    Moved { who, from } => {
        self.comes_near(table, who, from)?;
        if table.look().is(who, self.followed) {
            return self.steps(table, who, from);
        }
        Self::finds(table, who);
    },
    Blow { blow } => blow.case.against.map_or(Ok(()), |target| self.rouse(table, target)),
    Harmed { hit } => self.rouse(table, hit.who),
});

impl Shows for Pursuit {
    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let name = what.strip_suffix(" is followed")?;
        look.sides().find(|side| look.side_name(*side).eq_ignore_ascii_case(name))?;
        let thrown = enumerate(|dice| Ok(dice.throw(&self.dice)?.total)).ok()?;
        Some(thrown.chance(|shown| *shown <= self.max))
    }
}
