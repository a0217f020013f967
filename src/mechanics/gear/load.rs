//! What somebody carries slows it down once it is too much; whoever rides is a burden to its mount with all that it has
//! (HG-ENC-01).

use serde::Deserialize;

use crate::battle::{Case, Held, Id, Item, Key, Look, Mechanic, SheetLine, Sum, refers};

/// The numbers of loads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The figure for what somebody carries, and the one for what it carries without noticing.
    #[serde(deserialize_with = "refers::figures")]
    pub figures: (Key, Key),
    /// The figure of an arm.
    pub weighs: Key,
    /// What everybody carries with no strength at all, and the least that anybody does.
    pub carries: (i32, i32),
    /// The figure that is added to it.
    #[serde(deserialize_with = "refers::figures")]
    pub strength: Key,
    /// The word of beasts of burden, and how many times as much they carry.
    pub beasts: (Key, i32),
    /// The figure for the body of whoever is carried, and how much of it weighs a point.
    #[serde(deserialize_with = "refers::figures")]
    pub body: (Key, i32),
    /// The figures that are halved by too much.
    #[serde(deserialize_with = "refers::figures")]
    pub slows: Vec<Key>,
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl Load {
    /// What somebody has on it, thing by thing.
    fn gear(&self, look: Look<'_>, who: Id) -> i32 {
        let about = |item: &&Item| !matches!(item.held, Held::Ground(_) | Held::Body);
        look.gear(who).iter().filter(about).filter_map(|item| item.arm.figure(self.weighs)).sum()
    }

    /// All that somebody carries, whomever it bears among it; those who are borne carry nothing.
    fn load(&self, look: Look<'_>, who: Id, sum: &mut Sum) {
        if look.mount(who).is_some() {
            return;
        }
        sum.add("gear", self.gear(look, who), self.rule);
        let (body, each) = self.body;
        for rider in look.riders(who) {
            let weighs = look.value(*rider, body) / each.max(1) + self.gear(look, *rider);
            sum.add("rider", weighs, self.rule);
        }
    }

    fn limit(&self, look: Look<'_>, who: Id, sum: &mut Sum) {
        let (base, least) = self.carries;
        sum.part("base", base);
        sum.part(self.strength, look.value(who, self.strength));
        let total = sum.total();
        if total < least {
            sum.part("limit", least - total);
        }
        let (word, times) = self.beasts;
        if look.has_tag(who, word.as_str()) {
            sum.add(word, sum.total() * (times - 1), self.rule);
        }
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        look.value(who, self.figures.0) > look.value(who, self.figures.1)
    }
}

impl Mechanic for Load {
    fn name(&self) -> &'static str {
        "load"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let who = case.who;
        if who.is_thing() {
            return;
        }
        match case.on {
            on if on == self.figures.0 => self.load(look, who, sum),
            on if on == self.figures.1 => self.limit(look, who, sum),
            on if self.slows.contains(&on) && look.mount(who).is_none() && self.is_over(look, who) => {
                let total = sum.total();
                sum.add("too much to carry", total.div_euclid(2) - total, self.rule);
            }
            _ => {}
        }
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        if look.mount(who).is_some() {
            return Vec::new();
        }
        let (load, limit) = (look.value(who, self.figures.0), look.value(who, self.figures.1));
        let over = if load > limit { ", too much: half as far" } else { "" };
        let text = format!("{load} of {limit}{over}");
        vec![SheetLine { label: "Burden".to_owned(), text, rule: Some(self.rule) }]
    }
}
