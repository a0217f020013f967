//! Figures, rolls and everything that changes them.

use super::{Card, DEEPEST, Look};
use crate::battle::{
    Arm, ArmKind, Case, ConditionName, FigureName, FigurePart, Figures, Hanging, Id, Key, Maimed, ModDef, Nerve,
    RuleId, StateSet, Sum, Tallies, Term, states,
};
use crate::board::{Arcs, Band, Footprint, Threat};
use crate::dice::Distribution;

impl<'w> Look<'w> {
    /// A running count of somebody.
    pub fn tally(&self, id: Id, name: impl Into<Key>) -> i32 {
        let tallies = self.card(id).map_or_else(|| self.get::<Tallies>(id), |card| card.tallies);
        tallies.filter(|tallies| !tallies.0.is_empty()).map_or(0, |tallies| tallies.get(name.into()))
    }

    /// Whether somebody has been given the figure `name`, rather than what all others have of it.
    pub fn has_learned(&self, id: Id, name: FigureName) -> bool {
        self.get::<Figures>(id).is_some_and(|figures| figures.get(name).is_some())
    }

    /// The figure `name` of somebody, with every part and modifier named.
    pub fn figure(&self, id: Id, name: impl Into<FigureName>) -> Sum {
        let name = name.into();
        let add_up = || self.figure_afresh(id, name);
        self.memo.map_or_else(add_up, |memo| memo.figure(self.rules, id, name, add_up))
    }

    fn figure_afresh(&self, id: Id, name: FigureName) -> Sum {
        let mut sum = self.unlimited(id, name);
        if let Some(def) = self.rules.figures.get(&name) {
            let total = sum.total();
            let kept = total.max(def.min.unwrap_or(i32::MIN)).min(def.max.unwrap_or(i32::MAX));
            if kept != total {
                sum.part("limit", kept - total);
            }
        }
        sum
    }

    /// The figure `name` of somebody as it would be if its ruleset set it no limits.
    pub fn unlimited(&self, id: Id, name: FigureName) -> Sum {
        let def = self.rules.figures.get(&name);
        let figures = self.card(id).map_or_else(|| self.get::<Figures>(id), |card| card.figures);
        let base = figures.and_then(|figures| figures.get(name)).or_else(|| self.by_class(id, name));
        let mut sum = Sum::new();
        let parts = if def.is_some_and(|def| def.own) { self.held_by(id) } else { *self };
        match def {
            Some(def) if !def.is.is_empty() => {
                if let Some(base) = base {
                    sum.part(name, base);
                }
                for part in def.is.iter().filter(|part| base.is_none() || part.state) {
                    parts.add_part(id, part, &mut sum);
                }
            }
            _ => sum.part(name, base.unwrap_or_else(|| def.map_or(0, |def| def.default))),
        }
        self.modify(&Case::figure(name, id), &mut sum);
        sum
    }

    /// What the class of somebody makes of `figure`, if it has one that says so.
    fn by_class(&self, id: Id, figure: FigureName) -> Option<i32> {
        if self.rules.classes.is_empty() || self.depth > DEEPEST {
            return None;
        }
        let class = self.rules.classes.get(&self.profile(id)?.class?)?;
        let ladder = class.gives.get(&figure)?;
        Some(ladder.at(self.deeper().value(id, class.level)))
    }

    fn add_part(&self, id: Id, part: &FigurePart, sum: &mut Sum) {
        let read =
            |of| if part.whole { self.deeper().whole(id, FigureName::of(of)) } else { self.deeper().value(id, of) };
        let mut value = part.of.map_or(part.n, read);
        if let Some(or) = part.or {
            value = value.max(read(or.key()));
        }
        if let Some(table) = part.table {
            value = self.rules.tables.get(&table).and_then(|table| table.get(value)).unwrap_or(0);
        }
        value = value.saturating_mul(part.times.unwrap_or(1)).div_euclid(part.over.unwrap_or(1).max(1));
        let name = part.name.or(part.of).unwrap_or_else(|| Key::from("base"));
        if value != 0 || part.of.is_none() || !part.state {
            sum.terms.push(Term { name, value, rule: None });
        }
    }

    /// A figure without anything that is part of the state of play.
    pub fn whole(&self, id: Id, name: FigureName) -> i32 {
        let def = self.rules.figures.get(&name);
        let figures = self.get::<Figures>(id);
        let base = figures.and_then(|figures| figures.get(name));
        let whole = match def {
            _ if self.depth > DEEPEST => return 0,
            Some(def) if base.is_none() && !def.is.is_empty() => {
                let mut sum = Sum::new();
                def.is.iter().filter(|part| !part.state).for_each(|part| self.add_part(id, part, &mut sum));
                sum.total()
            }
            _ => base.unwrap_or_else(|| def.map_or(0, |def| def.default)),
        };
        whole.saturating_add(figures.map_or(0, |figures| figures.added(name.key())))
    }

    fn deeper(mut self) -> Self {
        self.depth += 1;
        self
    }

    /// What the figure, count or number of wounds called `name` comes to.
    pub fn value(&self, id: Id, name: impl Into<Key>) -> i32 {
        let name = name.into();
        if self.depth > DEEPEST {
            return 0;
        }
        let add_up = || self.value_afresh(id, name);
        self.memo.map_or_else(add_up, |memo| memo.value(self.rules, id, name, add_up))
    }

    fn value_afresh(&self, id: Id, name: Key) -> i32 {
        if self.rules.figures.contains_key(&FigureName::of(name)) {
            self.figure(id, FigureName::of(name)).total()
        } else if name == "wounds" {
            self.wounds(id).len() as i32
        } else {
            self.tally(id, name)
        }
    }

    /// The distances at which somebody can strike with `arm`, in bands of its
    /// own squares; a technique may draw the nearest one closer.
    pub fn bands(&self, who: Id, arm: &Arm) -> Vec<Band> {
        let nearest = self.sum(&Case::of("nearest reach", who).with(arm), Sum::new()).total();
        let mut bands: Vec<_> = arm.reach.iter().map(|band| Band::only((*band).clamp(0, 1000) as u16)).collect();
        if let Some(first) = bands.first_mut() {
            first.min = i32::from(first.min).saturating_add(nearest).clamp(0, i32::from(first.max)) as u16;
        }
        bands
    }

    /// Squares a side of somebody's own body, also where it covers those of its mount.
    pub fn own_width(&self, who: Id) -> i32 {
        let own = self.mount(who).and_then(|_| self.get::<Figures>(who));
        own.map_or_else(|| self.footprint(who).side, |figures| self.rules.side_of(figures))
    }

    /// The squares around somebody that `arm` threatens, as gaps on this board.
    pub fn threat(&self, who: Id, arm: &Arm) -> Threat {
        let side = || if self.rules.measure.reach_in_squares { 1 } else { self.own_width(who) };
        let measure = || Threat::of(&self.bands(who, arm), side());
        self.memo.map_or_else(measure, |memo| memo.threat(who, arm, measure))
    }

    /// Adds to `sum` every named modifier of this case: what conditions,
    /// techniques and gear bring by themselves, then what the mechanics know,
    /// and last what comes on top of it all.
    pub fn modify(&self, case: &Case, sum: &mut Sum) {
        let weighty = self.rules.states().with_mods_on(case.on);
        if weighty != 0 {
            if self.states(case.who) & weighty != 0 {
                for condition in self.weighing_on(case.who) {
                    self.add_condition(case, condition.kind, condition.amount, sum, 0);
                }
            }
            self.add_techniques(case, weighty, sum);
        }
        let helpful = || self.arms(case.who).filter(|item| !item.arm.mods.is_empty() && item.is_ready());
        let has_any = |card: &Card<'_>| card.has_helpful(|| helpful().next().is_some());
        let card = self.card(case.who);
        if card.is_none_or(has_any) {
            for item in helpful() {
                let rule = item.arm.rule.unwrap_or(RuleId::of(item.arm.name));
                add_mods(case, item.arm.name, rule, &item.arm.mods, 1, sum);
            }
        }
        if self.depth <= DEEPEST {
            let look = self.deeper();
            for mechanic in self.rules.registry.modifies.of(case.on) {
                mechanic.modify(look, case, sum);
            }
        }
        let figures = card.map_or_else(|| self.get::<Figures>(case.who), |card| card.figures);
        let added = figures.map_or(0, |figures| figures.added(case.on));
        if added != 0 {
            sum.part(case.on, added);
        }
    }

    /// What techniques bring by themselves, of those `weighty` ones that have something to say here.
    fn add_techniques(&self, case: &Case, weighty: StateSet, sum: &mut Sum) {
        let conditions = &self.rules.conditions;
        let bit = |technique: &Key| conditions.place(*technique).map_or(0, states::bit);
        let add = |technique: Key| {
            if let Some(def) = conditions.get(&technique).filter(|_| bit(&technique) & weighty != 0) {
                add_mods(case, technique, def.rule, &def.mods, 1, sum);
            }
        };
        match self.card(case.who) {
            Some(card) => {
                let brings = |key: &Key| conditions.get(key).is_some_and(|def| !def.mods.is_empty());
                card.techniques(|| self.techniques(case.who).filter(brings).collect()).iter().copied().for_each(add);
            }
            None => self.techniques(case.who).for_each(add),
        }
    }

    /// Adds to `sum` what a state would change about this case that somebody is not in yet.
    pub fn add_state(&self, case: &Case, state: ConditionName, sum: &mut Sum) {
        self.add_condition(case, state, 1, sum, 0);
    }

    fn add_condition(&self, case: &Case, kind: ConditionName, amount: i32, sum: &mut Sum, depth: u8) {
        let Some(def) = self.rules.conditions.get(&kind) else { return };
        add_mods(case, kind.key(), def.rule, &def.mods, amount, sum);
        if depth < DEEPEST {
            for implied in &def.implies {
                self.add_condition(case, *implied, amount, sum, depth + 1);
            }
        }
    }

    /// A case with every word that its circumstances give it: those that conditions open the one it is against to, then
    /// what the mechanics know; and whether it is at a thing that the other carries.
    pub fn narrowed<'c>(&self, mut case: Case<'c>) -> Case<'c> {
        if let Some(target) =
            case.against.filter(|target| !self.conditions(*target).is_empty() || self.houses_minds(*target))
        {
            self.every_condition(target).filter_map(|def| def.opens_to).for_each(|word| case.push_word(word));
        }
        let registry = &self.rules.registry;
        registry.narrows.iter().for_each(|mechanic| mechanic.narrow(*self, &mut case));
        if case.part.is_some() && self.aimed_at(&case).is_some() {
            case.push_word("at a thing");
        }
        case
    }

    /// Whether an arm is there to strike or shoot with: in some games another table says how hard it strikes.
    pub fn strikes_with(&self, arm: &Arm) -> bool {
        let own = || self.rules.registry.mechanics.iter().any(|mechanic| mechanic.strikes_with(arm));
        arm.damage.is_some() || arm.kind != ArmKind::Spell && own()
    }

    /// Whether an arm is of no use to somebody as it is now.
    pub fn is_useless(&self, who: Id, arm: &Arm) -> bool {
        self.rules.registry.blows.iter().any(|mechanic| mechanic.is_useless(*self, who, arm))
    }

    /// Between whom somebody is flanked, in pairs; nothing in games in which
    /// that does not matter.
    pub fn flanked_between(&self, who: Id) -> Option<Vec<(Id, Id)>> {
        self.rules.registry.flanks.iter().find_map(|mechanic| mechanic.flanked_between(*self, who))
    }

    /// Whether `who` would flank `target` from there; nothing in games in which that does not matter.
    pub fn would_flank(&self, who: Id, from: Footprint, target: Id) -> Option<bool> {
        self.rules.registry.flanks.iter().find_map(|mechanic| mechanic.would_flank(*self, who, from, target))
    }

    /// How far front and flanks of a body reach; nothing in games in which it does not matter which way somebody looks.
    pub fn arcs(&self) -> Option<Arcs> {
        self.rules.registry.flanks.iter().find_map(|mechanic| mechanic.arcs())
    }

    /// How near somebody is to losing its nerve, in games in which that happens.
    pub fn nerve(&self, who: Id) -> Option<Nerve> {
        self.rules.registry.shows.iter().find_map(|mechanic| mechanic.nerve(*self, who))
    }

    /// How much of a running count of somebody's nothing takes away for now.
    pub fn kept_up(&self, who: Id, count: Key) -> i32 {
        self.rules.registry.rests.iter().map(|mechanic| mechanic.kept_up(*self, who, count)).sum()
    }

    /// What hangs over squares.
    pub fn hanging(&self) -> Vec<Hanging> {
        self.rules.registry.shows.iter().flat_map(|mechanic| mechanic.hangs(*self)).collect()
    }

    /// What is left of somebody, and of how much, in games that count it down.
    pub fn health(&self, who: Id) -> Option<(i32, i32)> {
        self.rules.registry.shows.iter().find_map(|mechanic| mechanic.health(*self, who))
    }

    /// The figure that this is counted in: "Stamina", "Hit points". Nothing where there is no such number, or no figure for it.
    pub fn health_in(&self, who: Id) -> Option<FigureName> {
        let mut shows = self.rules.registry.shows.iter();
        shows.find(|mechanic| mechanic.health(*self, who).is_some())?.health_in()
    }

    /// How many they are who fight as one, and how many they were at first; nothing for somebody alone.
    pub fn strength(&self, who: Id) -> Option<(i32, i32)> {
        self.rules.registry.shows.iter().find_map(|mechanic| mechanic.strength(*self, who))
    }

    /// What so much damage by the blow of `case` leaves beside the harm itself,
    /// by name; nothing where no mechanic knows of any such wound.
    pub fn maims(&self, case: &Case, damage: i32) -> Option<Distribution<Maimed>> {
        self.rules.registry.blows.iter().find_map(|mechanic| mechanic.maims(*self, case, damage))
    }

    /// The figure or roll of this case with all its modifiers: `start`, then
    /// whatever changes it.
    pub fn sum(&self, case: &Case, start: Sum) -> Sum {
        let mut sum = start;
        self.modify(case, &mut sum);
        sum
    }
}

fn add_mods(case: &Case, name: Key, rule: RuleId, mods: &[ModDef], amount: i32, sum: &mut Sum) {
    for each in mods {
        let carries = |word: &Key| case.words.contains(word);
        let fits = each.on.contains(&case.on) && each.when.iter().all(carries) && !each.unless.iter().any(carries);
        if fits {
            sum.add(name, if each.each { each.n * amount } else { each.n }, rule);
        }
    }
}
