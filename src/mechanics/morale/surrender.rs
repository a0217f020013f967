//! Giving up, and what becomes of that when the enemy shows no mercy (ZN-MORALE-07, ZN-MORALE-08).

use crate::mechanics::prelude::*;

/// The numbers of surrender.
#[derive(Clone, Debug, Deserialize)]
pub struct Surrender {
    /// The state of those who have given up.
    pub state: ConditionName,
    /// The state of those who can hardly do anything else, which ends when they are driven to fight on.
    pub broken: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: SurrenderRules,
}

rule_ids! { struct SurrenderRules {
    surrender: "Giving up.",
    betrayed: "Being harmed all the same.",
} }

/// Who has harmed somebody who had given up, until that one has been asked about it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wronged(Option<Id>);

/// What it is worth to the broken to have their turn, in felled enemies: nothing else that they could do with it.
const RELIEF: f64 = 0.2;

impl Surrender {
    fn has_given_up(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.state)
    }

    /// Takes down that `by`, if an enemy, has harmed somebody who had given up.
    fn wrong(&self, table: &mut Table<'_>, who: Id, by: Option<Id>) {
        let look = table.look();
        let by = by.filter(|by| look.are_enemies(*by, who) && self.has_given_up(look, who));
        if by.is_some() {
            table.edit::<Wronged>(who).0 = by;
        }
    }

    /// Whether somebody could fight on, if they had not given up.
    fn is_able(&self, look: Look<'_>, who: Id) -> bool {
        let rules = look.rules();
        look.place(who).present
            && !look.conditions(who).iter().any(|each| each.kind != self.state && rules.ends(each.kind))
    }

    /// Asks somebody who was harmed whether they fight on.
    fn ask(&self, table: &mut Table<'_>, who: Id, by: Id) -> Step {
        let rule = self.rules.betrayed;
        let look = table.look();
        let prompt = format!("{} gave up and {} harms them: do they fight on?", look.name(who), look.name(by));
        let fight = Choice::new(Order::new("fight on"), "Fight on", Group::Turn, rule).weighed(Worth(1));
        let stay = Choice::new(Order::new("stay down"), "Hope for mercy", Group::Turn, rule);
        let question = Question::new("betrayed", look.side(who), who, prompt).by(by).rule(rule);
        if table.ask(question.choice(fight).choice(stay))?.verb != "fight on" {
            return Ok(());
        }
        let text = |look: Look<'_>| format!("{} fights on: no mercy was shown.", look.name(who));
        table.sheds((who, by), self.state, rule, text)?;
        table.end(who, self.broken)?;
        // Whatever they had left of this round they have given away.
        table.rules().economy.close(table, who)
    }
}

mechanic!(Surrender: |self| {
    deeds => vec![Arc::new(self.clone())],
});

hears!(Surrender: |self, table| {
    Harmed { hit } => if hit.judged.harm > 0 {
        self.wrong(table, hit.who, hit.by);
    },
    Condition { who, kind, begun: true } => {
        if kind == self.state {
            return Ok(());
        }
        let by = table.look().condition(who, kind).and_then(|condition| condition.by);
        self.wrong(table, who, by);
    },
    // Whoever has given up goes nowhere of their own accord.
    Moved { who, .. } => {
        let by = table.clock().turn;
        self.wrong(table, who, by);
    },
    Done { .. } => {
        let look = table.look();
        let wronged = |id: Id| Some((id, look.get::<Wronged>(id)?.0?));
        let wronged: Vec<(Id, Id)> = look.everybody().filter_map(wronged).collect();
        for (who, by) in wronged {
            table.edit::<Wronged>(who).0 = None;
            if self.has_given_up(table.look(), who) && self.is_able(table.look(), who) {
                self.ask(table, who, by)?;
            }
        }
    },
});

/// Whether it is a weapon in hand.
fn is_held_weapon(item: &Item) -> bool {
    item.is_in_hand() && matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged)
}

impl Deed for Surrender {
    nature!(|self| Nature::of("surrender", Group::Turn, Stage::Morale).resigning());

    offers!(|self| "Surrender", self.rules.surrender);

    checks!(|self, look, who, _order| look.allows(who, &["surrender", "physical"]));

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        look.is(who, self.broken).then(|| Worth::of(RELIEF))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let (rule, state) = (self.rules.surrender, self.state);
        table.let_fall(who, rule, is_held_weapon);
        table.bring(who, Condition::new(state), |look| {
            Fact::new(rule, format!("{} surrenders.", look.name(who))).news(true)
        })
    }
}
