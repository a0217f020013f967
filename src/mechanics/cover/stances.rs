//! Crouching, dropping prone, standing up again, and how fast one gets about
//! so (ST-MOVE-08). What a posture does to blows is said by its condition.

use crate::mechanics::prelude::*;

/// What each step that a posture makes somebody harder to shoot is worth for each enemy who shoots at them, in felled fighters,
/// and as many of both as are counted.
const SPARED: f64 = 0.03;
const MOST_STEPS: i32 = 2;
const MOST_SHOTS: i32 = 3;

/// What it is worth to get to one's feet, and to those who shoot where others come at them.
const RISES: f64 = 0.02;
const MEETS: f64 = 0.1;

/// What each point is worth by which a posture makes somebody easier to strike from beside them, for each enemy who stands
/// there, and as many of those as are counted.
const EASED: f64 = 0.02;
const MOST_BESIDE: usize = 2;

/// How near those are, in squares, who are expected to come to blows.
const COMES_FROM: i32 = 7;

/// The numbers of postures.
#[derive(Clone, Debug, Deserialize)]
pub struct Stances {
    /// The figure that says how far a Move goes.
    pub speed: FigureName,
    /// The verb of standing up.
    pub stand: Verb,
    /// The conditions of those who do not stand upright.
    pub low: BTreeMap<ConditionName, Low>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// A posture other than standing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Low {
    /// The verb of getting into it, if one can by choice.
    pub by: Option<Verb>,
    /// Whether one gets up from it though nobody gets into it by choice.
    #[serde(default)]
    pub thrown: bool,
    /// What Speed is divided by.
    pub slows: Option<i32>,
    /// The own squares that a Move then covers, whatever the Speed.
    pub crawls: Option<i32>,
}

impl Stances {
    /// The posture that somebody has got into and can get up from.
    fn of(&self, look: Look<'_>, who: Id) -> Option<ConditionName> {
        let is_it = |(kind, low): &(&ConditionName, &Low)| (low.by.is_some() || low.thrown) && look.is(who, *kind);
        self.low.iter().find(is_it).map(|(kind, _)| *kind)
    }

    /// What a posture adds to a figure where this word is met, or to blows of any kind.
    fn adds<'a>(
        look: Look<'a>,
        posture: Option<ConditionName>,
        on: &'a str,
        word: Option<&'a str>,
    ) -> impl Iterator<Item = i32> + 'a {
        let mods = posture.and_then(|kind| look.rules().conditions.get(&kind)).map_or(&[][..], |def| &def.mods);
        let has = |keys: &[Key], word: &str| keys.iter().any(|key| *key == *word);
        let is_it =
            move |each: &&ModDef| has(&each.on, on) && word.map_or(each.when.is_empty(), |word| has(&each.when, word));
        mods.iter().filter(is_it).map(|each| each.n)
    }

    /// How many steps harder to shoot somebody is in a posture, in the open or behind something.
    fn spares(look: Look<'_>, posture: Option<ConditionName>) -> i32 {
        let in_the_open: i32 = Self::adds(look, posture, "target", Some("ranged")).sum();
        let behind_something: i32 = Self::adds(look, posture, "cover steps", None).sum();
        in_the_open.max(behind_something).min(MOST_STEPS)
    }

    /// How many enemies shoot at somebody who shoots back from where they are; nobody where others come hand to hand.
    fn shots(look: Look<'_>, who: Id) -> i32 {
        look.count_once("shots exchanged", who, || {
            if Self::is_met(look, who) || !look.foes(who).any(|foe| look.shoots_at(who, foe)) {
                return 0;
            }
            look.foes(who).filter(|foe| look.shoots_at(*foe, who)).count() as i32
        })
    }

    /// By how much a posture makes it easier to strike somebody, for all enemies beside them taken together.
    fn eases(look: Look<'_>, who: Id, posture: Option<ConditionName>) -> f64 {
        let points: i32 = Self::adds(look, posture, "target", Some("adjacent")).map(|n| n.min(0)).sum();
        let beside = look.foes(who).filter(|foe| points < 0 && look.in_arms_reach(*foe, who)).count();
        -f64::from(points) * beside.min(MOST_BESIDE) as f64
    }

    /// Whether somebody may be come at hand to hand.
    fn is_met(look: Look<'_>, who: Id) -> bool {
        look.foes(who).any(|foe| look.gap(who, foe) <= COMES_FROM && !look.shoots(foe))
    }
}

mechanic!(Stances: |self| {
    deeds(stances) => {
        let getting = |into, verb| -> Arc<dyn Deed> { Arc::new(Change { stances: stances.clone(), into, verb }) };
        let down = self.low.iter().filter_map(|(kind, low)| Some(getting(Some(*kind), low.by?)));
        down.chain([getting(None, self.stand)]).collect()
    },
});

modifies!(Stances: [self.speed.key(), Key::from("a move")] => |self, look, case, sum| {
    let halves = look.rules().figures.get(&self.speed).is_some_and(|def| def.halves);
    for (kind, low) in self.low.iter().filter(|(kind, _)| look.is(case.who, kind)) {
        let whole = sum.total().max(0);
        // Crawling is no matter of legs: it is neither faster nor slower for anybody.
        let goes = match (low.slows, low.crawls) {
            (Some(by), _) if case.on == self.speed => whole / by.max(1),
            (_, Some(squares)) if case.on != self.speed => squares * if halves { 2 } else { 1 },
            _ => whole,
        };
        sum.add(*kind, goes - whole, self.rule);
    }
});

/// Getting into a posture, or out of it to one's feet.
#[derive(Debug)]
struct Change {
    stances: Arc<Stances>,
    into: Option<ConditionName>,
    verb: Verb,
}

impl Deed for Change {
    nature!(|self| Nature::of(self.verb, Group::Move, Stage::Movement).keeping_low(self.into.is_some()));

    /// Down costs the same from anywhere; up depends on from where.
    fn priced_as(&self, look: Look<'_>, who: Id, _order: &Order) -> Key {
        match (self.into, self.stances.of(look, who)) {
            (None, Some(from)) => Key::new(&format!("{} from {from}", self.verb)),
            _ => self.verb.key(),
        }
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if self.into == self.stances.of(look, who) {
            return;
        }
        let order = Order::new(self.verb);
        let label = capital(self.verb.as_str());
        out.push(Choice::new(order, label, Group::Posture, self.stances.rule).allowed_by(self, look, who));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &[self.verb.as_str(), "posture", "physical"])?;
        let now = self.stances.of(look, who);
        if self.into == now {
            let posture = now.map_or("standing", |now| now.as_str());
            return Err(Refusal::new(self.stances.rule, format!("{} is {posture} already", look.name(who))));
        }
        Ok(())
    }

    /// Those who shoot at others and are shot at keep low, as long as nobody comes at them; the others get up when there is
    /// nothing better to do.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let now = self.stances.of(look, who);
        let more = Stances::spares(look, self.into) - Stances::spares(look, now);
        let is_by_choice = |kind: ConditionName| self.stances.low.get(&kind).is_some_and(|low| low.by.is_some());
        let matters = if self.into.is_some() { more > 0 } else { more < 0 && now.is_some_and(is_by_choice) };
        let shots = if matters { Stances::shots(look, who).min(MOST_SHOTS) } else { 0 };
        match self.into {
            Some(_) => (shots > 0).then(|| Worth::of(SPARED * f64::from(more * shots))),
            None if shots > 0 => Some(Worth::default()),
            None if matters && look.shoots(who) && Stances::is_met(look, who) => Some(Worth::of(MEETS)),
            None => Some(Worth::of(RISES + EASED * Stances::eases(look, who, now))),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let before = self.stances.of(table.look(), who);
        if self.into == before {
            return Ok(());
        }
        let posture = self.into.map_or("standing", |into| into.as_str());
        table.note(|look| {
            let fact = Fact::new(self.stances.rule, format!("{} is {posture} now.", look.name(who))).who(who);
            let fact = self.into.map_or(fact.clone(), |into| fact.change(who, into, 0, 1));
            before.map_or(fact.clone(), |before| fact.change(who, before, 1, 0))
        });
        if let Some(before) = before {
            table.end(who, before)?;
        }
        self.into.map_or(Ok(()), |into| table.begin(who, Condition::new(into)))
    }
}
