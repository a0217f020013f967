//! A hand on somebody: what it means to hold and to be held, and what the holder may do without letting go
//! (ZN-GRAP-01, ZN-GRAP-02, ZN-GRAP-05, ZN-SIZE-11). Getting out of it is a bond like any other.

use super::ties::{Hands, LET_GO, LetGo, pair_up};
use crate::mechanics::prelude::*;

/// The numbers of holding on.
#[derive(Clone, Debug, Deserialize)]
pub struct Grabs {
    /// The state of those who are held, brought about by the one who holds them.
    pub held: ConditionName,
    /// The state of those who hold somebody, brought about by the one whom they hold.
    pub holding: ConditionName,
    /// States in which nobody keeps hold of anybody.
    pub opened_by: Vec<ConditionName>,
    /// The figure for how large a body is: the larger may do as they like.
    pub size: FigureName,
    /// Deeds that leave the hold as it is with an arm for one hand, or for none.
    pub with_one_hand: Vec<Key>,
    /// Deeds that do so against those who are held.
    pub against_held: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: GrabsRules,
}

rule_ids! { struct GrabsRules {
    holding: "What the holder may do.",
    sprint: "Nobody sprints with a prisoner.",
} }

/// What it is worth to let go of those who cannot fight any more before one goes anywhere, in felled fighters.
const NEEDLESS: f64 = 0.03;

/// Where somebody is stepping who holds somebody, on their own feet or those of their mount.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Striding(Option<Spot>);

impl Grabs {
    const fn tie(&self) -> Tie {
        Tie { held: self.held, holding: Some(self.holding), is_open: true }
    }

    /// Those whom somebody holds.
    fn victims<'a>(&self, look: Look<'a>, holder: Id) -> impl Iterator<Item = Id> + use<'a> {
        look.brought_upon(holder, self.held)
    }

    /// Those whom somebody holds and has to attend to, since they are no smaller than the holder.
    fn minded(&self, look: Look<'_>, holder: Id) -> Vec<Id> {
        let is_match = |victim: &Id| look.value(*victim, self.size) >= look.value(holder, self.size);
        self.victims(look, holder).filter(is_match).collect()
    }

    /// Whether the hold outlasts a deed.
    fn outlasts(&self, look: Look<'_>, who: Id, order: &Order, minded: &[Id]) -> bool {
        let is_among = |verbs: &[Key]| verbs.contains(&order.verb);
        // What is over in a moment needs no second hand, or does not get it; and whoever walks drags.
        let Ok(deed) = look.deed(order.verb) else { return true };
        if !look.rules().economy.is_main(look, who, &**deed, order) {
            return true;
        }
        if is_among(&self.with_one_hand) {
            let arm = order.with.and_then(|name| look.item(who, name)).map(|item| &item.arm);
            return arm.is_none_or(|arm| arm.hands <= 1 && arm.kind != ArmKind::Spell);
        }
        let is_held = |aim: &Aim| {
            let target = aim.who.and_then(|name| look.named(name));
            target.is_some_and(|target| minded.contains(&target))
        };
        is_among(&self.against_held) && !order.at.is_empty() && order.at.iter().all(is_held)
    }

    /// Somebody is no longer held by this holder.
    fn release(&self, table: &mut Table<'_>, victim: Id, holder: Id, why: &str) -> Step {
        if table.end_by(victim, self.held, Some(holder))? {
            table.note(|look| {
                let text = format!("{} no longer holds {}: {why}.", look.name(holder), look.name(victim));
                Fact::new(self.rules.holding, text).who(holder).whom(victim).change(victim, self.held, 1, 0)
            });
        }
        Ok(())
    }

    /// Those who are let go by a deed: all where it takes the hand that is on them, else those who need attention.
    fn given_up(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Id> {
        let arm = order.with.and_then(|name| look.item(who, name)).map(|item| &item.arm);
        let strikes = self.with_one_hand.contains(&order.verb);
        let free = || look.sum(&Case::of("free hands", who), Sum::new()).total();
        if strikes && arm.is_some_and(|arm| arm.hands > 1 && i32::from(arm.hands) - 1 > free()) {
            return self.victims(look, who).collect();
        }
        let minded = self.minded(look, who);
        if minded.is_empty() || self.outlasts(look, who, order, &minded) { Vec::new() } else { minded }
    }

    /// Lets go of those whom a deed gives up.
    fn give_up(&self, table: &mut Table<'_>, holder: Id, victims: Vec<Id>) -> Step {
        victims.into_iter().try_for_each(|victim| self.release(table, victim, holder, "they let go"))
    }

    /// Pulls those along whom somebody holds.
    fn drag(&self, table: &mut Table<'_>, holder: Id) -> Step {
        let victims: Vec<Id> = self.victims(table.look(), holder).collect();
        for victim in victims {
            let look = table.look();
            let Some(spot) = look.spot(holder).filter(|spot| look.spot(victim) != Some(*spot)) else { continue };
            let from = look.footprint(victim);
            let Some(room) = look.room(victim, spot, look.footprint(holder).at) else { continue };
            table.note(|look| {
                let text =
                    format!("{} drags {} along to {}.", look.name(holder), look.name(victim), look.spot_name(spot));
                Fact::new(self.rules.holding, text).who(victim).whom(holder).sent(holder, victim, [from.at, room.at])
            });
            table.relocate(victim, room)?;
        }
        Ok(())
    }

    /// Ends every hold of or on `who` that does not reach any more.
    fn part(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let is_apart = |(victim, by): &(Id, Id)| !look.place(*by).present || !look.is_nearby(*victim, *by);
        let apart: Vec<(Id, Id)> = look.tied(who, self.held).filter(is_apart).collect();
        apart.into_iter().try_for_each(|(victim, by)| self.release(table, victim, by, "they are torn apart"))
    }

    /// Keeps the holders' state in step with that of `victim`.
    fn keep_in_step(&self, table: &mut Table<'_>, victim: Id) -> Step {
        let look = table.look();
        let is_held = |holder: Id| look.has_brought(holder, self.held, victim);
        let changes = |holder: &Id| is_held(*holder) != look.has_brought(victim, self.holding, *holder);
        let changed = look.everybody().filter(changes).map(|holder| (holder, is_held(holder)));
        let changed: Vec<(Id, bool)> = changed.collect();
        changed.into_iter().try_for_each(|(holder, holds)| match holds {
            true => table.begin(holder, Condition::new(self.holding).by(victim)),
            false => table.end_by(holder, self.holding, Some(victim)).map(drop),
        })
    }
}

mechanic!(Grabs: |self| {
    grips => vec![self.tie()],
    deeds(hands) => {
        let (rule, empty) = (self.rules.holding, "does not hold anybody so called");
        vec![Arc::new(LetGo { hands, group: Group::Move, tempts: true, is_act: false, rule, empty })]
    },
});

hears!(Grabs: |self, table| {
    Begun => pair_up(table, self.tie()),
    Arrived { .. } => pair_up(table, self.tie()),
    AboutTo { who, order } => {
        // Those who were not asked because they are not their own masters.
        let given_up = self.given_up(table.look(), who, order);
        self.give_up(table, who, given_up)
    },
    Moved { who, .. } => {
        let strides = table.look().get::<Striding>(who).and_then(|striding| striding.0);
        if let Some(to) = strides {
            table.edit::<Striding>(who).0 = None;
            if table.look().spot(who) == Some(to) {
                self.drag(table, who)?;
            }
        }
        self.part(table, who)
    },
    Condition { who, kind, begun } => {
        // Another state may have taken the place of this one.
        if kind != self.holding {
            self.keep_in_step(table, who)?;
        }
        let look = table.look();
        if !begun {
            return Ok(());
        }
        let opens = |state: &ConditionName| look.is(who, state);
        if !look.is_in_play(who) || self.opened_by.iter().any(opens) {
            let victims: Vec<Id> = self.victims(look, who).collect();
            victims.into_iter().try_for_each(|victim| self.release(table, victim, who, "their grip loosens"))?;
        }
        let look = table.look();
        if !look.is_there(who) {
            let by: Vec<Id> = look.brought_by(who, self.held).collect();
            by.into_iter().try_for_each(|by| self.release(table, who, by, "there is nobody left to hold"))?;
        }
    },
});

forbids!(Grabs: |self, look, who, kinds| {
    if !kinds.contains(&"sprint".into()) {
        return Ok(());
    }
    let Some(victim) = self.minded(look, who).into_iter().next() else { return Ok(()) };
    let why = || format!("{} cannot sprint with {} in their grip", look.name(who), look.name(victim));
    Err(look.refusal(self.rules.sprint, why))
});

impl Drives for Grabs {
    fn confirms(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step<bool> {
        let look = table.look();
        let given_up = self.given_up(look, who, order);
        let Some(first) = given_up.first().copied() else { return Ok(true) };
        let names = look.names(&given_up, " and ");
        let prompt = format!("{} would have to let go of {names} for that.", look.name(who));
        let rule = self.rules.holding;
        // Whoever has thought of it has thought of this.
        let lets_go = Choice::new(Order::new(LET_GO), "Let go", Group::Move, rule).weighed(Worth(1));
        let question = Question::new("let go", look.side(who), who, prompt).by(first).rule(rule);
        let question =
            question.choice(lets_go).choice(Choice::new(Order::new("keep hold"), "Keep hold", Group::Move, rule));
        if table.ask(question)?.verb != LET_GO {
            return Ok(false);
        }
        self.give_up(table, who, given_up)?;
        Ok(true)
    }
}

impl Steps for Grabs {
    fn before_step(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        let look = table.look();
        let there = look.spot_of(to);
        // Whoever rides takes their prisoner along as if on foot.
        let goes = std::iter::once(who).chain(look.riders(who).iter().copied());
        let holders: Vec<Id> = goes.filter(|id| self.victims(look, *id).next().is_some()).collect();
        holders.into_iter().for_each(|holder| table.edit::<Striding>(holder).0 = there);
        Ok(true)
    }
}

impl Hands for Grabs {
    fn in_hand(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        self.victims(look, who).collect()
    }

    /// Whoever is out of the fight need not be held, and walks along against their will.
    fn worth(&self, look: Look<'_>, who: Id) -> Option<Worth> {
        let is_idle = |victim: &Id| look.are_enemies(who, *victim) && !look.is_in_play(*victim);
        let mut victims = self.victims(look, who).peekable();
        (victims.peek().is_some() && victims.all(|victim| is_idle(&victim))).then(|| Worth::of(NEEDLESS))
    }

    fn let_go(&self, table: &mut Table<'_>, who: Id, them: Vec<Id>) -> Step {
        self.give_up(table, who, them)
    }
}
