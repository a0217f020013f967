//! What is done to an enemy's mind within sight or hearing: distracting, intimidating or taunting them (ZN-TURN-05 to
//! ZN-TURN-07).

use crate::mechanics::prelude::*;

/// What comes of it where the other is not moved.
const HOLDS_OUT: &str = "holds out";

/// The ways of doing so.
#[derive(Clone, Debug, Deserialize)]
pub struct Provoke {
    /// Each of them.
    pub of: Vec<Provocation>,
    /// The figure for how large a body is.
    pub size: FigureName,
    /// What somebody must be free to do to be heard, where they are not seen.
    pub aloud: Key,
}

/// One way of doing so.
#[derive(Clone, Debug, Deserialize)]
pub struct Provocation {
    /// What it is called.
    pub verb: Verb,
    /// The figure that the other one saves on.
    pub save: FigureName,
    /// How far away the other one may be, in half zones.
    pub range: u32,
    /// The state that it brings.
    pub brings: ConditionName,
    /// At the end of how many rounds that ends at the latest, this one with them.
    pub rounds: i32,
    /// Words of profiles of those who do not mind it.
    #[serde(default)]
    pub immune: Vec<Key>,
    /// Skills of those who do not mind it.
    #[serde(default)]
    pub unmoved: Vec<TechniqueName>,
    /// States of those who do not mind it.
    #[serde(default)]
    pub beyond: Vec<ConditionName>,
    /// Whether the larger do not mind it.
    #[serde(default)]
    pub not_larger: bool,
    /// The skill that makes the other one throw their save twice, and keep the worse throw.
    pub skill: TechniqueName,
    /// What it is worth to the computer where it works, in thousandths of a felled enemy.
    pub worth: i32,
    /// The rule about it.
    pub rule: RuleId,
}

mechanic!(Provoke: |self| {
    words(words) => words.add(Word::Outcome, [HOLDS_OUT]),
    relies_on(rules) => rules.of_no_effect(self.of.iter().map(|of| of.brings)),
    needs => &[Part::Saves],
    deeds => {
        let one =
            |of: &Provocation| Arc::new(Act { of: of.clone(), size: self.size, aloud: self.aloud }) as Arc<dyn Deed>;
        self.of.iter().map(one).collect()
    },
});

/// Doing so to somebody.
#[derive(Debug)]
struct Act {
    of: Provocation,
    size: FigureName,
    aloud: Key,
}

impl Act {
    /// Whom an order is about, if it can be done to that one.
    fn target(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let target = look.target_or_refuse(order, "whom? say `at NAME`")?;
        self.may(look, who, target).map(|()| target)
    }

    fn may(&self, look: Look<'_>, who: Id, target: Id) -> Allowed {
        let rule = self.of.rule;
        let is_known = look.is_in_play(target) && look.is_known_to(target, look.side(who));
        look.refuse_one_if(!look.are_enemies(who, target) || !is_known, target, rule, "is no enemy in the fight")?;
        let distance = look.half_zones(who, target);
        look.refuse_if(distance.is_none_or(|distance| distance > self.of.range), rule, || {
            let far = distance.map_or_else(|| "out of reach".to_owned(), zones_in_words);
            let reach = zones_in_words(self.of.range);
            format!("{} is {far} away, and it works as far as {reach}", look.name(target))
        })?;
        let hears = look.sees(target, who) || look.allows(who, &[self.aloud.as_str()]).is_ok();
        look.refuse_one_if(!hears, target, rule, "neither sees nor hears it")?;
        let is_unmoved = self.of.immune.iter().any(|word| look.has_tag(target, word))
            || self.of.unmoved.iter().any(|skill| look.knows(target, skill))
            || self.of.beyond.iter().any(|state| look.is(target, state));
        look.refuse_one_if(is_unmoved, target, rule, "would not mind")?;
        let is_large = self.of.not_larger && look.value(target, self.size) > look.value(who, self.size);
        look.refuse_one_if(is_large, target, rule, "is too large to be impressed")
    }

    fn thrown(&self, look: Look<'_>, who: Id) -> Thrown {
        if look.knows(who, self.of.skill) { Thrown::Worse } else { Thrown::Once }
    }

    /// The chance that it works.
    fn chance(&self, look: Look<'_>, who: Id, target: Id) -> Fraction {
        look.odds_of_save(target, self.of.save, self.thrown(look, who)).chance(|passes| !passes)
    }
}

impl Deed for Act {
    // A blow is better, and so is a place to strike from.
    nature!(|self| Nature::of(self.of.verb, Group::Skill, Stage::Morale).reading(&[Reads::At]).bides());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let allowed = look.allows(who, &["skill", self.of.verb.as_str()]);
        for enemy in look.foes(who) {
            let may = allowed.clone().and_then(|()| self.may(look, who, enemy));
            let order = Order::new(self.of.verb).at(look.aim(enemy));
            let label = || format!("{} {}", capital(self.of.verb.as_str()), look.name(enemy));
            let choice = || Choice::new(order, label(), Group::Skill, self.of.rule);
            let Some(choice) = Choice::told(look, may, choice) else { continue };
            out.push(choice.likely(look, || Some(self.chance(look, who, enemy).to_string())));
        }
    }

    checks!(|self, look, who, order| ["skill", self.of.verb.as_str()] => self.target(look, who, order));

    /// Better than to stand about, where it is not done already.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = self.target(look, who, order).ok()?;
        let is_done = look.is(target, self.of.brings);
        (!is_done).then(|| Worth::of(self.chance(look, who, target).to_f64() * f64::from(self.of.worth) / 1000.0))
    }

    /// For whoever reads it: the computer has its own mind of what that is worth.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = self.target(look, who, order).ok().filter(|_| look.wants_words())?;
        let saved = look.odds_of_save(target, self.of.save, self.thrown(look, who));
        let judged = saved.map(|passes| match passes {
            true => Judged::called(-1, HOLDS_OUT),
            false => Judged::called(0, self.of.brings),
        });
        let figures = vec![(self.of.save.key(), look.figure(target, self.of.save))];
        Some(Forecast::of(vec![Prospect::judged(target, &judged, figures)]))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(target) = self.target(table.look(), who, order) else { return Ok(()) };
        let of = &self.of;
        let thrown = self.thrown(table.look(), who);
        table.say(of.rule, (who, target), |look| {
            format!("{} tries to {} {}.", look.name(who), of.verb, look.name(target))
        });
        if table.save_thrown(target, of.save, of.verb.as_str(), of.rule, thrown)? {
            return Ok(());
        }
        table.bring(target, Condition::new(of.brings).by(who).until(Until::Rounds(of.rounds)), |look| {
            let text = format!("{} is {} by {}.", look.name(target), of.brings, look.name(who));
            Fact::new(of.rule, text).whom(who)
        })
    }
}
