//! Armour class, better the lower it is: what is worn, a shield, and quick feet (OS-DEF-01 to OS-DEF-04).

use crate::mechanics::prelude::*;

/// The numbers of armour class.
#[derive(Clone, Debug, Deserialize)]
pub struct ArmourClass {
    /// The figure, and the roll of that name in blows.
    pub figure: FigureName,
    /// The figure of those who wear nothing.
    pub bare: FigureName,
    /// The figure of armour for the class that it makes.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub worn: Key,
    /// The figure of things for their magic.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub magic: Key,
    /// The word of shields, and their figures against blows and against shots.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub shield: Key,
    /// What a shield takes off hand to hand.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub against_blows: Key,
    /// What it takes off against shots.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub against_shots: Key,
    /// How many enemies a shield is held against in a round: those whom its bearer has named, or else the first.
    pub shield_meets: usize,
    /// The figure for quick feet.
    pub quick: FigureName,
    /// Words of blows that no shield meets.
    pub past_shields: Vec<Key>,
    /// Words of blows that nobody evades.
    pub unevaded: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: ArmourClassRules,
}

rule_ids! { struct ArmourClassRules {
    worn: "What is worn.",
    shield: "Shields.",
    meets: "Against whom they are held.",
    quick: "Quick feet.",
} }

/// The enemies whom a shield has met in a round, or whom its bearer has named beforehand.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    round: i32,
    enemies: SmallVec<[Id; 2]>,
}

/// The question about shields, and the answers to it.
const SHIELD: &str = "shield";
const AS_THEY_COME: &str = "as they come";

/// What a point of armour class is worth against somebody's blows, in felled fighters.
fn danger(look: Look<'_>, foe: Id, who: Id) -> f64 {
    let arms = look.gear(foe).iter().filter(|item| item.is_ready() && !item.arm.reach.is_empty());
    let most = arms.filter_map(|item| item.arm.damage.as_ref()).map(|dice| dice.min().saturating_add(dice.max())).max();
    let (_, whole) = look.health(who).unwrap_or((1, 1));
    0.05 * f64::from(most.unwrap_or(0)) / 2.0 / f64::from(whole.max(1))
}

impl ArmourClass {
    fn is_shield(&self, item: &Item) -> bool {
        item.is_in_hand() && item.arm.has(self.shield)
    }

    /// Whether a shield is still held against this enemy.
    fn meets(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let Some(enemy) = case.against else { return true };
        let met = look.get::<Met>(case.who).filter(|met| met.round == look.clock().round);
        met.is_none_or(|met| met.enemies.contains(&enemy) || met.enemies.len() < self.shield_meets)
    }

    fn uses_shield(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let past = self.past_shields.iter().any(|word| case.is(word));
        !past && look.allows(case.who, &["shield"]).is_ok() && self.meets(look, case)
    }

    /// The enemies at whom the bearer of a shield can hold it just now.
    fn may_choose(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let has_shield = look.gear(who).iter().any(|item| self.is_shield(item));
        if !has_shield || look.allows(who, &["shield"]).is_err() { Vec::new() } else { look.melee_of(who).collect() }
    }

    fn evades(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        !self.unevaded.iter().any(|word| case.is(word)) && look.allows(case.who, &["evade"]).is_ok()
    }
}

mechanic!(ArmourClass: |self| {
    // Asks for the enemies at whom a shield is to be held in this round, one after the other.
    on_task(table, who) => {
        let mut named: SmallVec<[Id; 2]> = SmallVec::new();
        let rule = self.rules.meets;
        while named.len() < self.shield_meets {
            let look = table.look();
            let left: Vec<Id> = self.may_choose(look, who).into_iter().filter(|foe| !named.contains(foe)).collect();
            if left.len() + named.len() <= self.shield_meets {
                break;
            }
            let prompt = format!("{}: against whom is the shield held in this round?", look.name(who));
            let as_they_come = Choice::new(Order::new(AS_THEY_COME), "Whoever comes first", Group::Turn, rule);
            let question = Question::new(SHIELD, look.side(who), who, prompt).rule(rule);
            let mut question = question.choice(as_they_come.weighed(Worth(0)));
            for foe in &left {
                let name = look.name(*foe);
                let order = Order::new(SHIELD).at(look.aim(*foe));
                question = question.choice(Choice::new(order, format!("Against {name}"), Group::Defence, rule));
            }
            let answer = table.ask(question)?;
            let name = answer.at.first().and_then(|aim| aim.who);
            let Some(foe) = name.and_then(|name| table.look().named(name)) else { break };
            named.push(foe);
        }
        if named.is_empty() {
            return Ok(());
        }
        table.say(rule, who, |look| {
            format!("{} holds the shield against {}.", look.name(who), look.names(&named, " and "))
        });
        let round = table.clock().round;
        *table.edit::<Met>(who) = Met { round, enemies: named };
        Ok(())
    },
});

hears!(ArmourClass: |self, table| {
    // Who is beset by more than a shield meets is asked about it when everything else of the round has been declared.
    RoundBegun => {
        let look = table.look();
        let chooses = |id: &Id| self.may_choose(look, *id).len() > self.shield_meets;
        for who in look.everybody().filter(chooses).collect::<Vec<_>>().into_iter().rev() {
            let (of, name) = (Key::from(self.name()), Key::from(SHIELD));
            table.push(Task::Custom { of, name, who, stage: Stage::Upkeep });
        }
    },
    // A shield that was held against somebody is held against them for the rest of the round.
    Blow { blow } => {
        let look = table.look();
        let Some(target) = blow.case.against else { return Ok(()) };
        let turned = blow.case.turned();
        let has_shield = look.gear(target).iter().any(|item| self.is_shield(item));
        if !has_shield || !self.uses_shield(look, &turned) {
            return Ok(());
        }
        let (round, attacker) = (look.clock().round, blow.case.who);
        let mut met = table.edit::<Met>(target);
        if met.round != round {
            *met = Met { round, ..Met::default() };
        }
        if !met.enemies.contains(&attacker) {
            met.enemies.push(attacker);
        }
    },
});

impl Judges for ArmourClass {
    fn weigh(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let Some(who) = question.who.filter(|_| question.kind == SHIELD) else { return Vec::new() };
        let feared = |choice: &Choice| {
            let foe = look.target(&choice.order)?;
            Some((choice.order.clone(), danger(look, foe, who)))
        };
        let left: Vec<(Order, f64)> = question.choices.iter().flatten().filter_map(feared).collect();
        // Where all are as bad, whoever comes first may as well be met.
        let usual = left.iter().map(|(_, danger)| danger).sum::<f64>() / left.len().max(1) as f64;
        left.into_iter().map(|(order, danger)| (order, Worth::of(danger - usual))).collect()
    }
}

modifies!(ArmourClass: [self.figure.key()] => |self, look, case, sum| {
    // Whoever's armour class was set to a number has that one.
    if let Some(set) = look.get::<Figures>(case.who).and_then(|figures| figures.get(self.figure)) {
        if case.against.is_some() {
            sum.part(self.figure, set.saturating_sub(look.value(case.who, self.bare)));
        }
        return;
    }
    let gear = look.gear(case.who);
    let bare = look.value(case.who, self.bare);
    let worn = gear.iter().filter(|item| item.held == Held::Worn);
    let best = worn.filter_map(|item| Some((item, item.arm.figure(self.worn)?))).min_by_key(|(_, class)| *class);
    if let Some((item, class)) = best.filter(|(_, class)| *class <= bare) {
        sum.add(item.arm.name, class.saturating_sub(bare), self.rules.worn);
        sum.add(self.magic, -item.arm.figure(self.magic).unwrap_or(0), self.rules.worn);
    }
    if let Some(shield) = gear.iter().find(|item| self.is_shield(item))
        && self.uses_shield(look, case)
    {
        let side = if case.is("ranged") { self.against_shots } else { self.against_blows };
        let worth = shield.arm.figure(side).unwrap_or(0);
        let magic = if worth > 0 { shield.arm.figure(self.magic).unwrap_or(0) } else { 0 };
        sum.add(shield.arm.name, worth.saturating_add(magic).saturating_neg(), self.rules.shield);
    }
    if self.evades(look, case) {
        sum.add(self.quick, -look.value(case.who, self.quick), self.rules.quick);
    }
});
