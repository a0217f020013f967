//! What protects: armour and hide without any effort, shields and the like only against attacks that somebody knows of.
//! Each adds to the upper threshold, and the best of either kind takes something off the damage of glancing blows
//! (LG-DEF-01 to LG-DEF-06).

use crate::mechanics::prelude::*;

/// The numbers of defences.
#[derive(Clone, Debug, Deserialize)]
pub struct ActiveAndPassive {
    /// The figure that is the lower threshold.
    pub base: FigureName,
    /// The figure that is the upper one, for sheets.
    pub total: FigureName,
    /// The figures of arms that protect without effort: protection and reduction.
    pub passive: (Key, Key),
    /// The figures of arms that are held against the blow.
    pub active: (Key, Key),
    /// The word of attacks that somebody does not know of.
    pub unaware: Key,
    /// What those are in who are hidden from everybody.
    pub hidden: ConditionName,
    /// The stance of those who deflect, and the word of attacks at them that they can deflect.
    pub deflecting: ConditionName,
    /// What has been learned about defending.
    pub perks: BTreeMap<TechniqueName, Perk>,
    /// The rules that these numbers stand for.
    pub rules: DefenceRules,
}

rule_ids! { struct DefenceRules {
    protection: "What protects, added up.",
    reduction: "What is taken off damage.",
    aware: "Who knows of an attack.",
    hidden: "Attacks at those who are hidden.",
} }

/// Something learned that makes a defence better, in both of its numbers.
#[derive(Clone, Debug, Deserialize)]
pub struct Perk {
    /// Which defence.
    pub of: Kind,
    /// By how much.
    pub by: i32,
    /// Only one that is there already, and no natural one; else it is a defence by itself.
    #[serde(default)]
    pub improves: bool,
    /// Only with a weapon in hand that carries this word or name.
    pub holding: Option<Key>,
    /// Only against attacks from more squares away than this.
    pub beyond: Option<i32>,
}

/// The kinds of defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Protects without effort.
    Passive,
    /// Must be put between oneself and the blow.
    Active,
}

/// The word of natural arms.
const NATURAL: &str = "natural";

impl ActiveAndPassive {
    const fn figures(&self, kind: Kind) -> (Key, Key) {
        match kind {
            Kind::Passive => self.passive,
            Kind::Active => self.active,
        }
    }

    /// What a thing protects: how much it adds, and how much it takes off, the same where only one is given.
    fn numbers(&self, kind: Kind, item: &Item) -> Option<(i32, i32)> {
        let (protection, reduction) = self.figures(kind);
        let (adds, takes) = (item.arm.figure(protection), item.arm.figure(reduction));
        Some((adds.or(takes)?, takes.or(adds)?))
    }

    /// What somebody has that defends so, as long as it can be used.
    fn items<'a>(&self, look: Look<'a>, who: Id, kind: Kind) -> impl Iterator<Item = (&'a Item, (i32, i32))> {
        let is_used = move |item: &&Item| match kind {
            Kind::Passive => matches!(item.held, Held::Worn | Held::Body),
            Kind::Active => matches!(item.held, Held::Hand(_) | Held::Body),
        };
        let whole = |item: &&Item| !item.is("destroyed");
        let used = look.gear(who).iter().filter(is_used).filter(whole);
        used.filter_map(move |item| Some((item, self.numbers(kind, item)?)))
    }

    /// Whether `who` knows of an attack of this case, or of any as things stand.
    fn is_aware(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let helpless = || look.every_condition(case.who).any(|def| def.opens_to == Some(self.unaware));
        !case.is(self.unaware) && !helpless()
    }

    /// Perks of this kind that count in this case, where the one they improve is there or none is needed.
    fn perks<'a>(
        &'a self,
        look: Look<'a>,
        case: &'a Case<'_>,
        kind: Kind,
        improves: bool,
    ) -> impl Iterator<Item = (Key, i32)> + 'a {
        let who = case.who;
        let holds = move |word: Key| {
            let in_hand = |item: &&Item| item.is_in_hand();
            look.gear(who).iter().filter(in_hand).any(|item| item.arm.name == word || item.arm.has(word))
        };
        let square = look.rules().measure.square.max(1);
        let is_far = move |squares: i32| case.against.is_some_and(|other| look.distance(who, other) / square > squares);
        self.perks
            .iter()
            .filter(move |(name, perk)| perk.of == kind && perk.improves == improves && look.knows(who, name))
            .filter(move |(_, perk)| perk.holding.is_none_or(holds) && perk.beyond.is_none_or(is_far))
            .map(|(name, perk)| (name.key(), perk.by))
    }

    /// The one that somebody has trained with: of those that are no part of their body the one that takes most off.
    fn trained<'a>(&self, look: Look<'a>, who: Id, kind: Kind) -> Option<&'a Item> {
        let carried = self.items(look, who, kind).filter(|(item, _)| !item.arm.has(NATURAL));
        carried.max_by_key(|(_, (adds, takes))| (*takes, *adds)).map(|(item, _)| item)
    }

    /// Everything of this kind that adds to the upper threshold.
    fn protect(&self, look: Look<'_>, case: &Case<'_>, kind: Kind, sum: &mut Sum) {
        if kind == Kind::Active && !self.is_aware(look, case) {
            return;
        }
        for (item, (adds, _)) in self.items(look, case.who, kind) {
            sum.add(item.arm.name, adds, self.rules.protection);
        }
        if self.perks.is_empty() {
            return;
        }
        let trains = self.trained(look, case.who, kind).is_some();
        let own = self.perks(look, case, kind, false);
        own.chain(self.perks(look, case, kind, true).filter(|_| trains))
            .for_each(|(perk, by)| sum.add(perk, by, self.rules.protection));
    }

    /// The one of this kind that takes most off.
    fn reduce(&self, look: Look<'_>, case: &Case<'_>, kind: Kind, sum: &mut Sum) {
        if kind == Kind::Active && !self.is_aware(look, case) {
            return;
        }
        let trained = self.trained(look, case.who, kind);
        let better: i32 = self.perks(look, case, kind, true).map(|(_, by)| by).sum();
        let takes = |item: &Item, takes: i32| {
            takes + if trained.is_some_and(|trained| std::ptr::eq(trained, item)) { better } else { 0 }
        };
        let best = self.items(look, case.who, kind).max_by_key(|(item, (_, less))| takes(item, *less));
        if let Some((item, (_, less))) = best {
            sum.add(item.arm.name, takes(item, less), self.rules.reduction);
        }
        self.perks(look, case, kind, false).for_each(|(perk, by)| sum.add(perk, by, self.rules.reduction));
    }

    /// Somebody has given away where they are.
    fn shows(&self, table: &mut Table<'_>, who: Id) -> Step {
        let text = |look: Look<'_>| format!("Everybody knows now where {} is.", look.name(who));
        table.lift(who, self.hidden, |look| Fact::new(self.rules.aware, text(look))).map(drop)
    }

    /// Whether anything can be held against an attack of this case.
    fn can_deflect(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let mut sum = Sum::new();
        self.protect(look, case, Kind::Active, &mut sum);
        !sum.terms.is_empty()
    }
}

mechanic!(ActiveAndPassive: |self| {
    words(words) => words.add(Word::Count, ["Defense"]),
});

hears!(ActiveAndPassive: |self, table| {
    // Whoever has attacked is hidden no more.
    Blow { blow } => self.shows(table, blow.case.who),
    // Nor is whoever has attacked without a blow.
    Done { who, order } => {
        let attacks = table.look().deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack);
        if attacks { self.shows(table, who) } else { Ok(()) }
    },
});

modifies!(ActiveAndPassive:
    ["protection", "active protection", "passive reduction", "active reduction", self.total.as_str()]
    => |self, look, case, sum| {
    if case.on == "protection" || case.on == self.total {
        self.protect(look, case, Kind::Passive, sum);
        self.protect(look, case, Kind::Active, sum);
    } else if case.on == "active protection" {
        self.protect(look, case, Kind::Active, sum);
    } else if case.on == "passive reduction" {
        self.reduce(look, case, Kind::Passive, sum);
    } else if case.on == "active reduction" {
        self.reduce(look, case, Kind::Active, sum);
    }
});

narrows!(ActiveAndPassive: |self, look, case| {
    let Some(target) = case.against else { return };
    if look.is(case.who, self.hidden) || !look.sees(target, case.who) {
        case.push_word(self.unaware);
    }
    if look.is(target, self.deflecting) && self.can_deflect(look, &case.turned()) {
        case.push_word(self.deflecting);
    }
});

allows!(ActiveAndPassive: |self, look, case| {
    // Nobody strikes at an enemy whom they do not know of.
    let Some(target) = case.against else { return Ok(()) };
    let why = || format!("{} does not know where {} is", look.name(case.who), look.name(target));
    look.refuse_if(look.is(target, self.hidden), self.rules.hidden, why)
});

sheet!(ActiveAndPassive: |self, look, who| {
    let text = format!("{} / {}", look.value(who, self.base), look.value(who, self.total));
    vec![SheetLine::of("Defense", text, self.rules.protection)]
});
