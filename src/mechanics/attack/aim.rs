//! Aiming before a shot takes away one point of range penalty (ST-ATK-12).

use crate::mechanics::prelude::*;

/// The numbers of aiming.
#[derive(Clone, Debug, Deserialize)]
pub struct Aim {
    /// How many points of range penalty it takes away.
    pub less: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The word of shots that aim was taken for.
const AIMED: &str = "aimed";

/// What is left of the worth of an aim that no shot follows in the same turn: the target may be out of sight by the next.
const LATER: f64 = 0.5;

/// Whom somebody has taken aim at.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aiming(pub Option<Id>);

impl Aim {
    fn at(look: Look<'_>, who: Id) -> Option<Id> {
        look.thought_intent(who).or_else(|| look.get::<Aiming>(who).and_then(|aiming| aiming.0))
    }

    /// Whether aim at somebody so far away makes a shot with this arm any better.
    fn helps(arm: &Arm, distance: i32) -> bool {
        let is_aimed = |each: &ModDef| each.when.iter().any(|word| *word == AIMED);
        arm.range_steps(distance) > 0 || arm.mods.iter().any(is_aimed)
    }

    /// The shots at somebody that are the better for it.
    fn shots(look: Look<'_>, who: Id, target: Id) -> Vec<Order> {
        let distance = look.distance(who, target);
        let is_one = |item: &&Item| {
            item.is_ready()
                && item.arm.kind == ArmKind::Ranged
                && item.arm.is_ranged()
                && Self::helps(&item.arm, distance)
        };
        let shot = |item: &Item| Order::new(ATTACK).with(item.arm.name).at(look.aim(target));
        let may = |order: &Order| look.deed(ATTACK).is_ok_and(|deed| deed.check(look, who, order).is_ok());
        look.gear(who).iter().filter(is_one).map(shot).filter(may).collect()
    }

    /// Whether somebody has anything in hand that can be shot or thrown.
    fn shoots(look: Look<'_>, who: Id) -> bool {
        let flies = |item: &Item| item.arm.increment.is_some() && item.arm.kind != ArmKind::Spell;
        look.gear(who).iter().any(|item| item.is_ready() && flies(item))
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, why: &str) {
        if Self::at(table.look(), who).is_none() {
            return;
        }
        table.edit::<Aiming>(who).0 = None;
        table.say(self.rule, who, |look| format!("{} loses their aim: {why}.", look.name(who)));
    }
}

mechanic!(Aim: |self| {
    words(words) => words.add(Word::Term, [AIMED]).add(Word::Count, ["Aiming at"]),
    deeds => vec![Arc::new(self.clone())],
});

hears!(Aim: |self, table| {
    Moved { who, .. } => {
        self.lose(table, who, "moved");
        let look = table.look();
        let losing: Vec<_> =
            look.everybody().filter(|id| Self::at(look, *id) == Some(who) && !look.in_line(*id, who)).collect();
        for each in losing {
            self.lose(table, each, "the target is out of sight");
        }
    },
    Blow { blow } => {
        let shot = blow.case.is("ranged") && !blow.case.is("spell");
        if shot && Self::at(table.look(), blow.case.who).is_some() {
            table.edit::<Aiming>(blow.case.who).0 = None;
        }
    },
});

narrows!(Aim: |self, look, case| {
    let Some(aimed) = Self::at(look, case.who) else { return };
    // An area is at nobody in particular, but may be thrown at somebody.
    let named = || case.order.and_then(|order| look.target(order));
    if Some(aimed) == case.against.or_else(named) && case.is("ranged") && !case.is("spell") {
        case.push_word(AIMED);
    }
});

modifies!(Aim: ["attack"] => |self, _look, case, sum| {
    if case.is(AIMED) {
        let penalty = sum.term("range").map_or(0, |term| -term.value);
        sum.add(AIMED, self.less.min(penalty).max(0), self.rule);
    }
});

impl Shows for Aim {
    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        let intent = |at| Intent {
            of: Waits::Itself,
            at: Some(at),
            to: None,
            text: format!("aims at {}", look.name(at)),
            with: None,
            done: None,
            rule: self.rule,
        };
        Self::at(look, who).map(intent).into_iter().collect()
    }

    fn breaks(&self, _look: Look<'_>, _who: Id, intent: &Intent) -> Vec<String> {
        let is_aim = intent.of == Waits::Itself && intent.rule == self.rule;
        let words = ["a step of their own", "the target out of sight"];
        words.into_iter().filter(|_| is_aim).map(str::to_owned).collect()
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let aimed = Self::at(look, who);
        let line = |at| SheetLine::of("Aiming at", look.name(at), self.rule);
        aimed.map(line).into_iter().collect()
    }
}

impl Deed for Aim {
    nature!(|self| Nature::of("aim", Group::Prepare, Stage::Attacks).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !Aim::shoots(look, who) {
            return;
        }
        let label = |target| format!("Aim at {}", look.name(target));
        out.extend(Choice::at_each(self, (look, who), look.foes(who), self.rule, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["aim"])?;
        let target = look.target_or_refuse(order, "aim at whom? say `at NAME`")?;
        let why = || format!("{} has nothing in hand to shoot with", look.name(who));
        look.refuse_if(!Aim::shoots(look, who), self.rule, why)?;
        let why = || format!("they aim at {} already", look.name(target));
        look.refuse_if(Aim::at(look, who) == Some(target), self.rule, why)?;
        look.refuse_if(!look.in_line(who, target), self.rule, || format!("no line to {}", look.name(target)))?;
        let case = Case { order: Some(order), ..Case::of("aim", who).against(target) };
        look.admits(&case)
    }

    /// What the next shot gains by it: whoever could shoot twice in its stead does so where that is worth more.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = look.target(order).filter(|target| look.are_enemies(who, *target) && look.is_in_play(*target))?;
        let shots = if Self::at(look, who).is_some() { Vec::new() } else { Self::shots(look, who, target) };
        let first = shots.first()?;
        let mut memo = Memo::of(look);
        memo.intend(who, target);
        let aimed = look.remembering(&memo);
        let best = |look: Look<'_>| {
            let worth = |shot: &Order| look.worth_foretold(who, shot, look.forecast(who, shot).as_ref());
            shots.iter().filter_map(worth).max()
        };
        let gain = f64::from(best(aimed)?.0.saturating_sub(best(look)?.0.max(0)));
        let economy = &look.rules().economy;
        let price =
            |deed: &dyn Deed, order: &Order| economy.price(look, who, deed, order).ok().map(|price| price.amount);
        let left = economy.remaining(look, who) - price(self, order).unwrap_or(0);
        let is_in_time =
            look.deed(ATTACK).ok().and_then(|deed| price(&**deed, first)).is_some_and(|price| price <= left);
        (gain > 0.0).then_some(Worth((gain * if is_in_time { 1.0 } else { LATER }) as i32))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Some(target) = table.look().target(order) else { return Ok(()) };
        table.edit::<Aiming>(who).0 = Some(target);
        table.say(self.rule, (who, target), |look| format!("{} takes aim at {}.", look.name(who), look.name(target)));
        Ok(())
    }
}
