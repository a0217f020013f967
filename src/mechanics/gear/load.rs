//! What somebody carries slows them down once it is too much. Some games halve ways by it, others count steps of it.
//! Riders may be a burden to their mount with all that they have (HG-ENC-01, ST-ENC-01 to ST-ENC-06).

use crate::mechanics::prelude::*;

/// The numbers of loads.
#[derive(Clone, Debug, Deserialize)]
pub struct Load {
    /// The figure for what somebody carries, and the one for what they carry without noticing.
    pub figures: (FigureName, FigureName),
    /// How much a thing weighs.
    #[serde(default)]
    pub weighs: Weighs,
    /// The word of things on wheels, and the part of their weight that counts.
    pub wheels: Option<(Key, i32)>,
    /// The word of things that stand by themselves, however they are worked.
    pub stands: Option<Key>,
    /// What is carried without noticing, in games in which no table of figures says so.
    pub carries: Option<Carries>,
    /// The figure for the body of somebody carried, and how much of it weighs a point, in games in which riders weigh.
    pub body: Option<(FigureName, i32)>,
    /// What too much does.
    pub too_much: TooMuch,
    /// The rules that these numbers stand for.
    pub rules: LoadRules,
}

/// How much a thing weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Weighs {
    /// Its mass, in tenths.
    #[default]
    Mass,
    /// A figure of the arm.
    Figure(Key),
}

/// What is carried without noticing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Carries {
    /// With no strength at all, and the least that anybody does.
    pub base: (i32, i32),
    /// The figure that is added to it.
    pub strength: FigureName,
    /// The word of beasts of burden, and how many times as much they carry.
    pub beasts: (Key, i32),
}

/// What too much does.
#[derive(Clone, Debug, Deserialize)]
pub enum TooMuch {
    /// Halves these figures.
    Halves(Halves),
    /// Each further step of it adds a penalty.
    Steps(Steps),
}

/// Figures that are halved by too much.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Halves(pub Vec<FigureName>);

/// A load that is counted in steps of what is carried without noticing.
#[derive(Clone, Debug, Deserialize)]
pub struct Steps {
    /// The figure that each step begun after the first adds to, the larger of this and what armour adds.
    pub penalty: FigureName,
    /// The figure of worn arms that adds to the same.
    pub worn: Key,
    /// Figures that each such step lowers by one beside those that the penalty does.
    pub hinders: Vec<FigureName>,
    /// The most steps that let anybody walk.
    pub most: i32,
    /// What becomes of those with more.
    pub staggers: Staggers,
    /// Whether it counts only for those who have more about them than their profiles say: these were written with
    /// what is in them in mind.
    pub beyond_kit: bool,
}

/// How those get about who carry far too much.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Staggers {
    /// The deed of walking, which takes so many times as long.
    pub walk: (Key, i32),
    /// The figure of speed, and how many own squares a Move then covers.
    pub speed: (FigureName, i32),
    /// What they do not do at all.
    pub never: Verb,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct LoadRules {
    /// What somebody carries.
    pub load: RuleId,
    /// What too much of it does.
    pub too_much: RuleId,
    /// Load and armour.
    pub worn: Option<RuleId>,
    /// Far too much.
    pub staggers: Option<RuleId>,
    /// Wheels.
    pub wheels: Option<RuleId>,
}

/// Tenths of the unit of mass.
fn tenths(mass: i32) -> String {
    format!("{}.{}", mass / 10, mass % 10)
}

impl Load {
    fn weight(&self, item: &Item) -> i32 {
        match self.weighs {
            Weighs::Mass => item.arm.mass,
            Weighs::Figure(figure) => item.arm.figure(figure).unwrap_or(0),
        }
    }

    /// What somebody has on them, and what they draw behind them.
    fn gear(&self, look: Look<'_>, who: Id) -> (i32, i32) {
        let rolls = |item: &Item| self.wheels.is_some_and(|(word, _)| item.arm.has(word));
        let stands = |item: &Item| self.stands.is_some_and(|word| item.arm.has(word));
        let about = |item: &&Item| !matches!(item.held, Held::Ground(_) | Held::Body) && !stands(item);
        look.gear(who).iter().filter(about).fold((0, 0), |(borne, drawn), item| match rolls(item) {
            true => (borne, drawn.saturating_add(self.weight(item))),
            false => (borne.saturating_add(self.weight(item)), drawn),
        })
    }

    /// All that somebody carries, whomever they bear among it; those who are borne carry nothing.
    fn load(&self, look: Look<'_>, who: Id, sum: &mut Sum) {
        if self.body.is_some() && look.mount(who).is_some() {
            return;
        }
        let (borne, drawn) = self.gear(look, who);
        sum.add("gear", borne, self.rules.load);
        if let Some((word, over)) = self.wheels {
            // Half up, as everything that is not a whole number.
            let over = over.max(1);
            let counts = drawn.saturating_mul(2).saturating_add(over).div_euclid(over.saturating_mul(2));
            sum.add(word, counts, self.rules.wheels.unwrap_or(self.rules.load));
        }
        let Some((body, each)) = self.body else { return };
        for rider in look.riders(who) {
            let weighs = (look.value(*rider, body) / each.max(1)).saturating_add(self.gear(look, *rider).0);
            sum.add("rider", weighs, self.rules.load);
        }
    }

    fn limit(&self, look: Look<'_>, who: Id, carries: &Carries, sum: &mut Sum) {
        let (base, least) = carries.base;
        sum.part("base", base);
        sum.part(carries.strength, look.value(who, carries.strength));
        let total = sum.total();
        if total < least {
            sum.part("limit", least - total);
        }
        let (word, times) = carries.beasts;
        if look.has_tag(who, word) {
            sum.add(word, sum.total() * (times - 1), self.rules.load);
        }
    }

    /// What somebody carries, and how much of that they do not notice.
    fn both(&self, look: Look<'_>, who: Id) -> (i32, i32) {
        (look.value(who, self.figures.0), look.value(who, self.figures.1))
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        let (load, limit) = self.both(look, who);
        load > limit
    }

    /// A Move covers next to nothing, and takes much longer.
    fn stagger(&self, look: Look<'_>, case: &Case<'_>, staggers: &Staggers, sum: &mut Sum) {
        let rule = self.rules.staggers.unwrap_or(self.rules.too_much);
        let ((speed, squares), (walk, times)) = (staggers.speed, staggers.walk);
        let total = sum.total();
        if case.on == "a move" {
            let halves = look.rules().figures.get(&speed).is_some_and(|figure| figure.halves);
            sum.add("far too much", if halves { squares * 2 } else { squares } - total, rule);
        } else if case.is(walk) {
            sum.add("far too much", total.saturating_mul(times - 1), rule);
        }
    }
}

impl Steps {
    /// Whether somebody has more about them than their profile says.
    fn counts(&self, look: Look<'_>, who: Id) -> bool {
        let kit = look.profile(who).map_or(&[][..], |profile| &profile.arms);
        let gear = look.gear(who);
        let about = |item: &&Item| !matches!(item.held, Held::Ground(_) | Held::Body);
        let beyond = |name: Key| {
            let own = gear.iter().filter(about).filter(|item| item.arm.name == name).count();
            own > kit.iter().filter(|each| **each == name).count()
        };
        !self.beyond_kit || gear.iter().filter(about).any(|item| beyond(item.arm.name))
    }

    /// Steps begun after the first. Where a step is nothing, any load counts as the most of them.
    const fn penalty(&self, (load, step): (i32, i32)) -> i32 {
        if load <= 0 {
            return 0;
        }
        if step <= 0 {
            return self.most;
        }
        load.saturating_add(step - 1) / step - 1
    }

    /// Whether somebody carries so much that they only stagger along.
    const fn staggers(&self, (load, step): (i32, i32)) -> bool {
        load > step.saturating_mul(self.most)
    }

    /// The larger of what load and armour add; where both are the same it is the load.
    fn hinder(&self, look: Look<'_>, who: Id, penalty: i32, rule: RuleId, sum: &mut Sum) {
        let worn = look.gear(who).iter().filter(|item| item.held == Held::Worn);
        let by_armour =
            |name: Key| worn.clone().any(|item| item.arm.name == name && item.arm.figure(self.worn).is_some());
        let armour: i32 = sum.terms.iter().filter(|term| by_armour(term.name)).map(|term| term.value).sum();
        if penalty > 0 && penalty >= armour {
            sum.terms.retain(|term| !by_armour(term.name));
            sum.add("load", penalty, rule);
        }
    }
}

mechanic!(Load: |self| {
    words(words) => {
        words.add(Word::Term, ["base", "far too much", "gear", "limit", "load", "rider", "too much to carry"]);
        words.add(Word::Count, ["Burden", "Carries"]);
    },
});

impl Modifies for Load {
    fn on(&self) -> Option<Vec<Key>> {
        let (load, limit) = self.figures;
        let too_much: Vec<Key> = match &self.too_much {
            TooMuch::Halves(Halves(slows)) => slows.iter().map(Key::from).collect(),
            TooMuch::Steps(steps) => {
                let more = [steps.penalty.key(), "a move".into(), "seconds".into()];
                steps.hinders.iter().map(Key::from).chain(more).collect()
            }
        };
        Some([load, limit].map(Key::from).into_iter().chain(too_much).collect())
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let who = case.who;
        if who.is_thing() {
            return;
        }
        match (case.on, &self.carries, &self.too_much) {
            (on, ..) if on == self.figures.0 => self.load(look, who, sum),
            (on, Some(carries), _) if on == self.figures.1 => self.limit(look, who, carries, sum),
            (on, _, TooMuch::Halves(Halves(slows)))
                if slows.iter().any(|slow| *slow == on) && look.mount(who).is_none() && self.is_over(look, who) =>
            {
                let total = sum.total();
                sum.add("too much to carry", total.div_euclid(2) - total, self.rules.too_much);
            }
            (on, _, TooMuch::Steps(steps)) if on == steps.penalty && steps.counts(look, who) => {
                let penalty = steps.penalty(self.both(look, who));
                steps.hinder(look, who, penalty, self.rules.worn.unwrap_or(self.rules.too_much), sum);
            }
            (on, _, TooMuch::Steps(steps))
                if steps.hinders.iter().any(|hindered| *hindered == on) && steps.counts(look, who) =>
            {
                let penalty = look.figure(who, steps.penalty).term("load").map_or(0, |term| term.value);
                sum.add("load", -penalty, self.rules.too_much);
            }
            (on, _, TooMuch::Steps(steps))
                if (on == "a move" || on == "seconds")
                    && steps.counts(look, who)
                    && steps.staggers(self.both(look, who)) =>
            {
                self.stagger(look, case, &steps.staggers, sum);
            }
            _ => {}
        }
    }
}

forbids!(Load: |self, look, who, kinds| {
    let TooMuch::Steps(steps) = &self.too_much else { return Ok(()) };
    let is_meant = !who.is_thing() && kinds.contains(&steps.staggers.never);
    let staggers = is_meant && steps.counts(look, who) && steps.staggers(self.both(look, who));
    look.refuse_one_if(staggers, who, self.rules.staggers.unwrap_or(self.rules.too_much), "carries far too much")
});

sheet!(Load: |self, look, who| {
    if self.body.is_some() && look.mount(who).is_some() {
        return Vec::new();
    }
    let (load, limit) = self.both(look, who);
    let line = |label: &str, text: String| SheetLine::of(label, text, self.rules.load);
    match &self.too_much {
        TooMuch::Halves(_) => {
            let over = if load > limit { ", too much: half as far" } else { "" };
            vec![line("Burden", format!("{load} of {limit}{over}"))]
        }
        TooMuch::Steps(steps) => {
            let over = match (steps.counts(look, who), steps.staggers((load, limit)), steps.penalty((load, limit))) {
                (false, ..) => ", their usual kit".to_owned(),
                (true, true, _) => ", far too much: they only stagger".to_owned(),
                (true, false, 0) => String::new(),
                (true, false, over) => format!(", {over} too many"),
            };
            vec![line("Carries", format!("{}, in steps of {}{over}", tenths(load), tenths(limit)))]
        }
    }
});
