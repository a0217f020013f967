//! Sprinting: twice as fast for a turn, free in the first round, by a save in each round after it (ZN-MOVE-04).

use crate::mechanics::prelude::*;

/// The numbers of sprinting.
#[derive(Clone, Debug, Deserialize)]
pub struct Sprint {
    /// The state of those who sprint this turn.
    pub state: ConditionName,
    /// The figure for how fast somebody is, in half zones.
    pub speed: FigureName,
    /// The figure that is saved on.
    pub save: FigureName,
    /// When a save is due.
    pub saves: When,
    /// The skill of those who save in every other round only, and what it adds to a whole move, in half zones.
    pub skill: Key,
    /// What that skill adds to a whole move at a sprint, in half zones.
    pub skill_adds: i32,
    /// States in which nobody sprints, but for those who know the skill that goes with each.
    pub not_while: Vec<(ConditionName, Option<TechniqueName>)>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// When a save is due for sprinting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// In every round of a row but the first.
    FromSecondRound,
    /// Never.
    Never,
    /// In every round.
    Always,
}

/// Rounds in a row in which somebody has sprinted, and the last of them.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Row {
    rounds: i32,
    last: i32,
}

/// What a blow must be worth for somebody to run there, in felled enemies.
const WORTH_A_RUN: f64 = 0.05;

impl Sprint {
    /// Which round of a row the next sprint of somebody would be.
    fn next_of_row(look: Look<'_>, who: Id) -> i32 {
        let row = look.get::<Row>(who).copied().unwrap_or_default();
        let follows = row.rounds > 0 && row.last + 1 == look.clock().round;
        if follows { row.rounds + 1 } else { 1 }
    }

    /// Whether a save is due for it.
    fn is_due(&self, look: Look<'_>, who: Id) -> bool {
        let next = Self::next_of_row(look, who);
        match self.saves {
            When::Never => false,
            When::Always => true,
            When::FromSecondRound if look.knows(who, self.skill) => next >= 3 && next % 2 == 1,
            When::FromSecondRound => next >= 2,
        }
    }

    /// Whether somebody could strike a blow worth the name beside any enemy who is no farther off on foot than this, in half
    /// zones.
    fn is_worth_a_run(look: Look<'_>, who: Id, far: i32) -> bool {
        let (Some(own), body) = (look.spot(who), look.footprint(who)) else { return false };
        let is_near = |spot: &Spot| look.spots().on_foot(own, *spot).is_some_and(|halves| halves as i32 <= far);
        let spots = look.foes(who).filter_map(|foe| look.spot(foe)).filter(is_near);
        let squares = spots.filter_map(|spot| look.spots().squares(spot).first().copied());
        let blow = |deed: &Arc<dyn Deed>, at: Square| deed.worth_from(look, who, body.moved_to(at));
        let best = |at: Square| look.rules().deeds.values().filter_map(|deed| blow(deed, at)).max();
        squares.filter_map(best).any(|worth| worth > Worth::of(WORTH_A_RUN))
    }
}

mechanic!(Sprint: |self| {
    words(words) => words.add(Word::Count, [WALKS]),
    needs => &[Part::Saves],
    deeds => vec![Arc::new(self.clone())],
});

modifies!(Sprint: ["whole move"] => |self, look, case, sum| {
    let runs = look.is(case.who, self.state);
    if runs && look.knows(case.who, self.skill) {
        sum.add(self.skill, self.skill_adds, self.rule);
    }
});

impl Deed for Sprint {
    nature!(|self| Nature::of("sprint", Group::Move, Stage::Movement));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut choice = Choice::of(self, (look, who), Order::new("sprint"), "Sprint", self.rule);
        if self.is_due(look, who) {
            choice.chance = Some(look.chance_of_save(who, self.save, Thrown::Once).to_string());
        }
        out.push(choice);
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let refuse = |why: String| Err(Refusal::new(self.rule, why));
        look.allows(who, &["move", "sprint"])?;
        let name = look.name(who);
        if look.is(who, self.state) || look.tally(who, WALKS) == look.clock().round + 1 {
            return refuse(format!("{name} has decided on that already this turn"));
        }
        if !look.rules().economy.is_untouched(look, who) {
            return refuse(format!("{name} has begun their turn: a sprint is declared before any step or action"));
        }
        let may = |skill: Option<TechniqueName>| skill.is_some_and(|skill| look.knows(who, skill));
        let barred = self.not_while.iter().find(|(state, skill)| look.is(who, state) && !may(*skill));
        barred.map_or(Ok(()), |(state, _)| refuse(format!("{name} cannot sprint while {state}")))
    }

    /// Whoever comes to an enemy in time for a blow only at a run runs, where saying so costs nothing of the turn.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        look.rules().economy.price(look, who, self, order).ok().filter(|price| price.amount == 0)?;
        let half = look.value(who, self.speed) / 2;
        let nearest = look.foes(who).filter_map(|foe| look.half_zones(who, foe)).min()? as i32;
        let shoots =
            look.gear(who).iter().any(|item| item.is_ready() && item.arm.is_ranged() && item.arm.damage.is_some());
        let comes = nearest > half + 1 && nearest <= half * 2 + 1;
        let runs = comes && !shoots && look.allows(who, &["attack"]).is_ok();
        (runs && Self::is_worth_a_run(look, who, half * 2 + 1)).then(|| Worth::of(0.01))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let rule = self.rule;
        let round = table.clock().round;
        let next = Sprint::next_of_row(table.look(), who);
        if self.is_due(table.look(), who) && !table.save(who, self.save, "the sprint", rule)? {
            *table.edit::<Row>(who) = Row::default();
            table.set_tally(who, WALKS, round + 1);
            table.say(rule, who, |look| format!("{} is out of breath and walks.", look.name(who)));
            return Ok(());
        }
        *table.edit::<Row>(who) = Row { rounds: next, last: round };
        table.say(rule, who, |look| format!("{} sprints.", look.name(who)));
        table.begin(who, Condition::new(self.state).until(Until::TurnEnd))
    }
}

/// The count of the round after the last one in which somebody was out of breath.
const WALKS: &str = "out of breath until round";
