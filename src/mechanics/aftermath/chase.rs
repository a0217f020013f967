//! Those who got away from a battle, and who goes after them before the next one (ZN-CHASE-02, ZN-CHASE-03). A
//! short chase is a fight for a way off the field (ZN-CHASE-01, `movement/exits.rs`).
//!
//! Those who left the field bring that along as a condition that outlasts the battle. The chase is the first thing of
//! the battle that follows, so that its question and its dice are saved with everything else that was decided.

use crate::mechanics::prelude::*;

/// The numbers of chases.
#[derive(Clone, Debug, Deserialize)]
pub struct Chase {
    /// The state of those who got away, and may yet be pursued.
    pub hunted: ConditionName,
    /// The state of those who are gone for good.
    pub gone: ConditionName,
    /// The figure for how fast somebody is.
    pub speed: FigureName,
    /// The figure that is saved on between those who are as fast as each other.
    pub save: FigureName,
    /// The word of those who keep any pace longer than others.
    #[serde(deserialize_with = "refers::own")]
    pub tireless: Key,
    /// Words of those that carry others, and neither flee nor follow by themselves.
    pub carriers: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: ChaseRules,
}

rule_ids! { struct ChaseRules {
    chase: "Going after somebody.",
    speeds: "Who is faster.",
} }

/// How a chase ends for one of those who are pursued, where no save is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    Escapes,
    Caught,
}

impl Chase {
    /// How fast somebody gets away, or after somebody: as fast as whatever carries them.
    fn pace(&self, look: Look<'_>, who: Id) -> i32 {
        look.value(look.mount(who).unwrap_or(who), self.speed)
    }

    fn is_tireless(&self, look: Look<'_>, who: Id) -> bool {
        look.has_tag(look.mount(who).unwrap_or(who), self.tireless)
    }

    fn is_carrier(&self, look: Look<'_>, who: Id) -> bool {
        self.carriers.iter().any(|word| look.has_tag(who, word))
    }

    /// How it ends for somebody without any dice, if it does.
    fn plainly(&self, look: Look<'_>, prey: Id, pursuers: &[Id]) -> Option<Plain> {
        let fastest = pursuers.iter().map(|id| self.pace(look, *id)).max()?;
        let is_fastest = |id: &&Id| self.pace(look, **id) == fastest;
        let lasting = pursuers.iter().filter(is_fastest).any(|id| self.is_tireless(look, *id));
        match (self.pace(look, prey).cmp(&fastest), self.is_tireless(look, prey), lasting) {
            (std::cmp::Ordering::Greater, ..) | (std::cmp::Ordering::Equal, true, false) => Some(Plain::Escapes),
            (std::cmp::Ordering::Less, ..) | (std::cmp::Ordering::Equal, false, true) => Some(Plain::Caught),
            _ => None,
        }
    }

    /// Asks a side whether it goes after those who fled from it.
    fn is_pursued(&self, table: &mut Table<'_>, side: SideId, pursuers: &[Id], prey: &[Id]) -> Step<bool> {
        let Some(first) = pursuers.first() else { return Ok(false) };
        let (look, rule) = (table.look(), self.rules.chase);
        let prompt = format!("{} got away: does anybody go after them?", look.names(prey, ", "));
        let wise = pursuers.len() >= prey.len();
        let mut chase = Choice::new(Order::new("pursue"), "Go after them", Group::Move, rule);
        let mut spare = Choice::new(Order::new("let them go"), "Let them go", Group::Turn, rule);
        (chase.worth, spare.worth) = (Some(Worth(i32::from(wise))), Some(Worth(i32::from(!wise))));
        let question = Question::new("pursue", side, *first, prompt).rule(rule).choice(chase).choice(spare);
        Ok(table.ask(question)?.verb == "pursue")
    }

    /// Runs the chase; who is caught.
    fn run(&self, table: &mut Table<'_>, prey: &[Id], pursuers: &[Id]) -> Step<Vec<Id>> {
        let mut caught = Vec::new();
        let mut even = Vec::new();
        for who in prey.iter().copied() {
            let plain = self.plainly(table.look(), who, pursuers);
            let how = match plain {
                Some(Plain::Escapes) => "is faster, or tires later, than those who follow",
                Some(Plain::Caught) => "has no chance against those who follow",
                None => {
                    even.push(who);
                    continue;
                }
            };
            table.say(self.rules.speeds, who, |look| format!("{} {how}.", look.name(who)));
            if plain == Some(Plain::Caught) {
                caught.push(who);
            }
        }
        let saved = table.save_together(&even, self.save, "the chase", self.rules.chase)?;
        caught.extend(saved.into_iter().filter(|(_, escapes)| !escapes).map(|(who, _)| who));
        Ok(caught)
    }

    /// Somebody is brought to bay, beside the fastest of those who went after them.
    fn bring_to_bay(&self, table: &mut Table<'_>, who: Id, pursuers: &[Id]) -> Step {
        table.say(self.rules.chase, who, |look| format!("{} is caught.", look.name(who)));
        table.end(who, self.hunted)?;
        let look = table.look();
        let fastest = pursuers.iter().copied().max_by_key(|id| (self.pace(look, *id), std::cmp::Reverse(*id)));
        let Some(fastest) = fastest.filter(|_| !pursuers.iter().any(|id| look.is_nearby(*id, who))) else {
            return Ok(());
        };
        let body = look.mount(who).unwrap_or(who);
        let room = look.spot(fastest).and_then(|spot| look.room(body, spot, look.footprint(fastest).at));
        room.map_or(Ok(()), |room| table.relocate(body, room))
    }

    fn lose(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (rule, gone) = (self.rules.chase, self.gone);
        table.say_change(rule, who, (gone, 0, 1), |look| format!("{} escapes.", look.name(who)));
        table.take_away(who);
        table.end(who, self.hunted)?;
        table.begin(who, Condition::new(gone))
    }

    /// Whatever carried those who are gone is gone with them.
    fn lose_carriers(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let left = |id: &Id| look.is(*id, self.hunted) && self.is_carrier(look, *id);
        let is_gone = |id: &Id| !look.riders(*id).iter().any(|rider| look.is_in_play(*rider));
        let (gone, caught): (Vec<Id>, Vec<Id>) = look.everybody().filter(left).partition(is_gone);
        gone.into_iter().try_for_each(|who| self.lose(table, who))?;
        caught.into_iter().try_for_each(|who| table.end(who, self.hunted).map(drop))
    }
}

impl Mechanic for Chase {}

hears!(Chase: |self, table| {
    Begun => {
        let look = table.look();
        let is_hunted = |id: &Id| look.is(*id, self.hunted);
        let (mut hunted, others): (Vec<Id>, Vec<Id>) =
            look.everybody().filter(|id| look.is_in_play(*id) && !self.is_carrier(look, *id)).partition(is_hunted);
        let sides = look.battle::<Sides>().map_or(0, |sides| sides.0.len() as u8);
        for side in (0..sides).map(SideId) {
            let look = table.look();
            let pursuers: Vec<Id> = others.iter().copied().filter(|id| look.side(*id) == side).collect();
            let prey: Vec<Id> = hunted.iter().copied().filter(|id| look.side(*id) != side).collect();
            if pursuers.is_empty() || prey.is_empty() || !self.is_pursued(table, side, &pursuers, &prey)? {
                continue;
            }
            hunted.retain(|id| !prey.contains(id));
            let caught = self.run(table, &prey, &pursuers)?;
            for who in prey {
                if caught.contains(&who) {
                    self.bring_to_bay(table, who, &pursuers)?;
                } else {
                    self.lose(table, who)?;
                }
            }
        }
        // Nobody has gone after these.
        hunted.into_iter().try_for_each(|who| self.lose(table, who))?;
        self.lose_carriers(table)
    },
});
