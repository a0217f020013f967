//! Two minds and more in one body: how they come in, who acts with it, and how they come out again (ST-POSS-01 to
//! ST-POSS-13).
//!
//! The turn is always that of a mind; what is done in it is done by the body, so every deed works on it as ever. Whose
//! learning counts, whose seconds they are and whose side the body is on says [`Look`].
//!
//! The mind of a body is the mind on turn, else its owner, else, where the owner has given up, the first possessor who
//! has not. The side of a body, and with it its enemies and the player who is asked for a defence, follows from that
//! mind. A possessor is off the board; the place of their own body is that of the body which they are in. At the head
//! of a turn all other minds say whether they veto it, then those who do roll in the order of initiative until one
//! succeeds. Broken minds neither veto nor come round by themselves (ST-POSS-10: `veto.rs`, `morale/will.rs`).

mod attempt;
mod exorcism;
mod leaving;
mod sense;
mod together;
mod veto;

use self::attempt::Possess;
use self::exorcism::Exorcise;
use self::leaving::ComeOut;
use self::together::Cooperate;
use crate::mechanics::prelude::*;

/// The numbers of possession.
#[derive(Clone, Debug, Deserialize)]
pub struct TwoMinds {
    /// The figure of those who can take over a body, which is added to the die.
    pub bonus: FigureName,
    /// The figure for how far they reach, in the board's unit of length.
    pub range: FigureName,
    /// The die of every roll of minds against each other.
    pub die: Expr,
    /// The figure that is rolled in a veto, without which there is none.
    pub will: FigureName,
    /// The kind of harm that minds take.
    pub harms: HarmName,
    /// The word of an attempt, as that harm knows it.
    pub attempt: Key,
    /// What losing a veto costs, in that harm.
    pub penalty: i32,
    /// The state of a body with more than its own mind in it.
    pub possessed: ConditionName,
    /// What goes with the mind rather than with the body.
    pub of_mind: OfMind,
    /// How possessors are driven out.
    pub exorcism: Exorcism,
    /// The rules that these numbers stand for.
    pub rules: MindRules,
}

/// Figures that go with the mind.
#[derive(Clone, Debug, Deserialize)]
pub struct OfMind {
    /// All those that the sheet shows in one of these groups.
    pub groups: Vec<String>,
    /// And these.
    pub figures: Vec<FigureName>,
    /// But not these, which make a body what it is.
    #[serde(default)]
    pub but: Vec<FigureName>,
}

/// Driving possessors out.
#[derive(Clone, Debug, Deserialize)]
pub struct Exorcism {
    /// The technique that it takes.
    pub needs: TechniqueName,
    /// The figures that are added to the die.
    pub adds: Vec<FigureName>,
    /// How far it reaches, in the board's unit of length.
    pub within: i32,
    /// The word of it, as the harm of minds knows it.
    pub word: Key,
}

rule_ids! { struct MindRules {
    attempt: "The attempt.",
    possessed: "Being possessed.",
    body: "One body for all.",
    whose: "Whose figures count.",
    veto: "Vetoes.",
    together: "Working together.",
    sides: "Beginning and ending to do so.",
    newcomer: "Who stands up to a newcomer.",
    vetoes: "Vetoes of several.",
    permission: "Permission for those who have given up.",
    leaving: "Coming out.",
    exorcism: "Driving out.",
} }

/// What a mind has vetoed, and whether their own turn is forfeited.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Contested {
    /// The round that the next one is about.
    round: i32,
    /// Whom they have vetoed in that round.
    vetoed: SmallVec<[Id; 2]>,
    /// Whether their turn has been taken from them, or used up by their coming in.
    forfeits: bool,
}

impl TwoMinds {
    /// Whether a figure goes with the mind.
    fn goes_with_the_mind(&self, look: Look<'_>, figure: FigureName) -> bool {
        if self.of_mind.but.contains(&figure) {
            return false;
        }
        let is_shown = |group: &String| self.of_mind.groups.contains(group);
        let group = look.rules().figures.get(&figure).and_then(|def| def.group.as_ref());
        self.of_mind.figures.contains(&figure) || group.is_some_and(is_shown)
    }

    /// Lets a mind into the body of somebody else.
    fn enter(&self, table: &mut Table<'_>, mind: Id, body: Id, is_welcome: bool) -> Step {
        table.move_into(mind, body)?;
        table.bring(body, Condition::new(self.possessed).by(mind), |look| {
            let text = format!("{} is in {} now.", look.name(mind), look.name(body));
            Fact::new(self.rules.possessed, text).who(mind).whom(body)
        })?;
        if is_welcome {
            table.edit::<Willing>(body).0 = true;
            table.edit::<Willing>(mind).0 = true;
        }
        // What was left of their turn is gone with their own body.
        table.edit::<Contested>(mind).forfeits = true;
        Ok(())
    }

    /// The minds in a body in the order in which they act.
    fn in_order(look: Look<'_>, body: Id) -> Vec<Id> {
        let track = look.rules().initiative.track(look);
        let mut minds: Vec<Id> = look.minds(body).collect();
        minds.sort_by_key(|mind| (track.iter().position(|entry| entry.who == *mind).unwrap_or(usize::MAX), *mind));
        minds
    }

    /// Whether somebody has a turn in which they can do anything with the body that they are in.
    fn can_act(look: Look<'_>, mind: Id) -> bool {
        let body = look.body(mind);
        let economy = &look.rules().economy;
        look.is_able(mind)
            && look.mind(body) == mind
            && look.is_in_play(body)
            && look.allows(body, &["be directed"]).is_ok()
            && !economy.is_over(look, mind)
    }

    /// Whoever comes into a battle in the body of somebody else is in it from the start.
    fn on_arrival(&self, table: &mut Table<'_>, who: Id) -> Step {
        let body = table.look().body(who);
        if body == who { Ok(()) } else { table.begin(body, Condition::new(self.possessed).by(who)) }
    }
}

mechanic!(TwoMinds: |self| {
    words(words) => {
        words.add(Word::Roll, ["veto"]);
        words.add(Word::Count, ["In hand of", "In the body of", "Possessed by", "Works together"]);
        words.add(Word::Roll, ["possession"]).add(Word::Roll, [self.exorcism.word]);
        words.add(Word::Outcome, [self.possessed]).add(Word::Outcome, ["expelled"]);
    },
    deeds(minds) => vec![
        Arc::new(Possess(minds.clone())),
        Arc::new(Exorcise(minds.clone())),
        Arc::new(ComeOut(minds.clone())),
        Arc::new(Cooperate { minds: minds.clone(), begins: true }),
        Arc::new(Cooperate { minds, begins: false }),
    ],
    equip(newcomer, _profile) => {
        newcomer.give(Contested::default());
        newcomer.give(Willing::default());
    },
});

hears!(TwoMinds: |self, table| {
    Begun => table.for_everybody(|table, who| self.on_arrival(table, who)),
    Arrived { who } => self.on_arrival(table, who),
    TurnBegun { who } => {
        if table.look().get::<Contested>(who).is_some_and(|contested| contested.forfeits) {
            table.edit::<Contested>(who).forfeits = false;
        }
        if !table.look().shares_body(who) {
            return Ok(());
        }
        if Self::can_act(table.look(), who) { self.contest_turn(table, who) } else { self.offer_way_out(table, who) }
    },
    TurnEnded { who } => if table.look().get::<Contested>(who).is_some_and(|contested| contested.forfeits) {
        table.edit::<Contested>(who).forfeits = false;
    },
    Moved { who, .. } => {
        let at = table.look().footprint(who).at;
        table.look().lodgers(who).to_vec().into_iter().for_each(|mind| table.edit::<Place>(mind).footprint.at = at);
    },
    // A dead body holds nobody, and no body holds the dead.
    Condition { who, kind, begun: true } => {
        let look = table.look();
        if !look.rules().kills(kind) {
            return Ok(());
        }
        let own = look.get::<Inhabits>(who).and_then(|inhabits| inhabits.0).map(|_| who);
        let freed: Vec<Id> = look.lodgers(who).iter().copied().chain(own).collect();
        freed.into_iter().try_for_each(|mind| self.cast_out(table, mind, self.rules.leaving))
    },
});

impl Modifies for TwoMinds {
    /// Skills and wits are those of the mind in hold, or the best of those that work together (ST-POSS-04, ST-POSS-06).
    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let figure = FigureName::of(case.on);
        if !look.houses_minds(case.who) || !self.goes_with_the_mind(look, figure) {
            return;
        }
        let wits = look.wits(case.who);
        let best = wits.iter().map(|mind| look.whole(*mind, figure)).max().unwrap_or(0);
        let (name, rule) = match wits.len() {
            1 => ("the other mind", self.rules.whose),
            _ => ("both minds", self.rules.together),
        };
        sum.add(name, best - look.whole(case.who, figure), rule);
    }
}

forbids!(TwoMinds: |self, look, who, kinds| {
    if !kinds.contains(&"act".into()) || !look.houses_minds(who) {
        return Ok(());
    }
    let mind = look.mind(who);
    let is_forfeited = look.get::<Contested>(mind).is_some_and(|contested| contested.forfeits);
    let turn = look.clock().turn;
    let is_skipped = is_forfeited && turn.is_some() && (turn == Some(mind) || turn == look.acts_with(mind));
    look.refuse_if(is_skipped, self.rules.veto, || format!("the turn of {} is skipped", look.name(mind)))
});

impl Drives for TwoMinds {
    /// Dice may fall for vetoes, so whoever would rather wait is asked before them.
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        look.shares_body(who) && !self.who_may_veto(look, who).is_empty()
    }
}

sheet!(TwoMinds: |self, look, who| {
    let body = look.body(who);
    let mut lines = Vec::new();
    if body != who {
        lines.push(SheetLine::of("In the body of", look.name(body), self.rules.body));
    }
    if look.houses_minds(who) {
        lines.push(SheetLine::of("Possessed by", look.names(look.lodgers(who), ", "), self.rules.possessed));
        lines.push(SheetLine::of("In hand of", look.name(look.mind(who)), self.rules.body));
    }
    if look.shares_body(who) && look.is_willing(who) {
        let others = look.minds(body).filter(|mind| *mind != who && look.is_willing(*mind) && look.is_able(*mind));
        let names = look.names(others, ", ");
        let text = if names.is_empty() { "offered".to_owned() } else { format!("with {names}") };
        lines.push(SheetLine::of("Works together", text, self.rules.together));
    }
    lines
});
