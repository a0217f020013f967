//! Looking at a battle without touching it: what choices, odds, the computer
//! opponent and every panel read.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::ecs::world::EntityRef;
use smallvec::SmallVec;

use super::memo::Card;
use super::{
    Arm, Asked, Called, Case, Choice, Clock, Combatant, Condition, Conditions, Deed, Figures, Gear, Ground, Held, Id,
    Item, Key, MadeFrom, Memo, ModDef, Order, Place, Profile, Question, Refusal, Roster, Rules, RulesOf, SideId, Sides,
    Sum, Tallies, Term, Thing, Things, Wound, Wounds,
};
use crate::board::{
    Band, Barrier, BlocksSight, Board, Centre, Cover, CoverGrade, CoverRule, CoverSource, Footprint, Halves, Square,
    Threat, bodies_see, cover_between, line_ends, line_is_free,
};

/// Figures lean on figures; deeper than this they lean on themselves.
const DEEPEST: u8 = 12;

/// The count of steps of cover that a thing has lost.
pub const HOLES: &str = "holes";

/// One battle as everybody may see it.
#[derive(Clone, Copy)]
pub struct Look<'w> {
    world: &'w World,
    battle: Entity,
    roster: &'w [Entity],
    rules: &'w Rules,
    ground: &'w Ground,
    memo: Option<&'w Memo<'w>>,
    depth: u8,
    is_wordless: bool,
}

impl<'w> Look<'w> {
    /// Looks at `battle`, if that is one.
    pub fn at(world: &'w World, battle: Entity) -> Option<Self> {
        Self::by(world.get::<RulesOf>(battle).map(|rules| &*rules.0)?, world, battle)
    }

    /// The same for whoever has the rules of that battle at hand.
    pub(super) fn by(rules: &'w Rules, world: &'w World, battle: Entity) -> Option<Self> {
        let its_own = world.get_entity(battle).ok()?;
        let roster = its_own.get::<Roster>().map_or(&[][..], Roster::entities);
        let ground = its_own.get::<Ground>()?;
        Some(Self { world, battle, roster, rules, ground, memo: None, depth: 0, is_wordless: false })
    }

    /// The same look with a memory: for whoever asks the same things often.
    pub const fn remembering<'m>(self, memo: &'m Memo<'w>) -> Look<'m>
    where
        'w: 'm,
    {
        let Self { world, battle, roster, rules, ground, depth, is_wordless, .. } = self;
        Look { world, battle, roster, rules, ground, memo: Some(memo), depth, is_wordless }
    }

    pub(super) const fn world(&self) -> &'w World {
        self.world
    }

    fn card(&self, id: Id) -> Option<&'w Card<'w>> {
        self.memo?.card(id)
    }

    /// The ruleset that is played.
    pub const fn rules(&self) -> &'w Rules {
        self.rules
    }

    /// The battlefield.
    pub fn board(&self) -> &'w Board {
        &self.ground.board
    }

    /// What is under the fighters' feet and above their heads.
    pub const fn ground(&self) -> &'w Ground {
        self.ground
    }

    /// A component of the battle itself.
    pub fn battle<C: Component>(&self) -> Option<&'w C> {
        self.world.get::<C>(self.battle)
    }

    /// The clock of the battle.
    pub fn clock(&self) -> Clock {
        self.battle::<Clock>().copied().unwrap_or_default()
    }

    /// Everybody, in the order of their numbers.
    pub fn everybody(&self) -> impl Iterator<Item = Id> + Clone + use<'w> {
        (0..self.roster.len() as u16).map(Id)
    }

    /// The entity that a number stands for.
    pub fn entity(&self, id: Id) -> Option<Entity> {
        match id.as_thing() {
            None => self.roster.get(usize::from(id.0)).copied(),
            Some(index) => self.battle::<Things>()?.entities().get(index).copied(),
        }
    }

    /// The things that stand on the board and are not yet broken.
    pub fn things(&self) -> impl Iterator<Item = Id> + use<'w> {
        let look = *self;
        (0..self.ground.things.len() as u16).map(Id::thing).filter(move |id| look.place(*id).present)
    }

    /// What a thing is; nothing for a fighter.
    pub fn thing(&self, id: Id) -> Option<&'w Thing> {
        self.ground.things.get(id.as_thing()?)
    }

    pub(super) fn entity_ref(&self, id: Id) -> Option<EntityRef<'w>> {
        self.world.get_entity(self.entity(id)?).ok()
    }

    /// A component of a combatant.
    pub fn get<C: Component>(&self, id: Id) -> Option<&'w C> {
        self.world.get::<C>(self.entity(id)?)
    }

    /// Whose side somebody is on.
    pub fn side(&self, id: Id) -> SideId {
        if let Some(card) = self.card(id) {
            return card.side;
        }
        self.get::<Combatant>(id).map_or_else(SideId::default, |combatant| combatant.side)
    }

    /// What a side is called.
    pub fn side_name(&self, side: SideId) -> &'w str {
        let named = self.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(side.0)));
        named.map_or("nobody", |side| &side.name)
    }

    /// Whether two combatants are on different sides; things are nobody's enemies.
    pub fn are_enemies(&self, a: Id, b: Id) -> bool {
        self.side(a) != self.side(b) && !a.is_thing() && !b.is_thing()
    }

    /// What somebody is called.
    pub fn name(&self, id: Id) -> &'w str {
        if let Some(card) = self.card(id) {
            return card.name;
        }
        self.get::<Called>(id).map_or("nobody", |called| &called.0)
    }

    /// Whoever or whatever is called `name`, whatever the case of its letters.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.everybody().chain(self.things()).find(|id| self.name(*id).eq_ignore_ascii_case(name))
    }

    /// Like [`find`](Self::find), with a refusal that says who there is.
    ///
    /// # Errors
    /// When nobody has that name.
    pub fn find_or_refuse(&self, name: &str) -> Result<Id, Refusal> {
        self.find(name).ok_or_else(|| {
            let names: Vec<_> = self.everybody().chain(self.things()).map(|id| self.name(id)).collect();
            Refusal::nonsense(format!("nobody here is called `{name}`; there are {}", names.join(", ")))
        })
    }

    /// What somebody is made from.
    pub fn profile(&self, id: Id) -> Option<&'w Arc<Profile>> {
        if let Some(card) = self.card(id) {
            return card.profile;
        }
        self.get::<MadeFrom>(id).map(|made| &made.0)
    }

    /// Whether the profile of somebody carries the word `tag`.
    pub fn has_tag(&self, id: Id, tag: &str) -> bool {
        self.profile(id).is_some_and(|profile| profile.tags.iter().any(|each| *each == tag))
    }

    /// Whether somebody has learned `technique`.
    pub fn knows(&self, id: Id, technique: &str) -> bool {
        self.profile(id).is_some_and(|profile| profile.techniques.iter().any(|each| *each == technique))
    }

    /// Where somebody stands.
    pub fn place(&self, id: Id) -> Place {
        if let Some(card) = self.card(id) {
            return card.place;
        }
        self.get::<Place>(id).copied().unwrap_or_default()
    }

    /// The squares that somebody covers.
    pub fn footprint(&self, id: Id) -> Footprint {
        self.place(id).footprint
    }

    /// How far apart two are, in the board's unit of length.
    pub fn distance(&self, a: Id, b: Id) -> i32 {
        self.length(self.rules.measure.metric.between(self.footprint(a), self.footprint(b)))
    }

    /// A distance on the board in its unit of length, rounded half up.
    pub fn length(&self, squares: Halves) -> i32 {
        i32::try_from(squares.rounded()).unwrap_or(i32::MAX).saturating_mul(self.rules.measure.square)
    }

    /// Whether nothing that stops sight stands between two bodies.
    pub fn in_line(&self, a: Id, b: Id) -> bool {
        let sees = || bodies_see(self.board(), self.footprint(a), self.footprint(b));
        self.memo.map_or_else(sees, |memo| memo.line(a, b, sees))
    }

    /// Whether `who` sees `other`: nothing solid stands between, and nothing else hides it.
    pub fn sees(&self, who: Id, other: Id) -> bool {
        self.in_line(who, other) && !self.rules.mechanics.iter().any(|mechanic| mechanic.hides(*self, who, other))
    }

    /// Whether `other` is within arm's length of `who`, with nothing solid between.
    pub fn in_arms_reach(&self, who: Id, other: Id) -> bool {
        self.place(other).present && self.footprint(who).gap(self.footprint(other)) <= 1 && self.in_line(who, other)
    }

    /// The squares of somebody as one standing at `from` comes upon them: a
    /// thing between two squares is met in the farther one.
    pub fn footprint_towards(&self, id: Id, from: Footprint) -> Footprint {
        let sides = self.thing(id).into_iter().flat_map(|thing| &thing.edges).flat_map(|(a, b)| [*a, *b]);
        let apart = sides.map(Footprint::one).filter(|side| from.gap(*side) > 0);
        apart.min_by_key(|side| from.gap(*side)).unwrap_or_else(|| self.footprint(id))
    }

    /// Whether `what` holds between two, as a mechanic works it out: once for
    /// every look with a memory. What it depends on must all be in the battle.
    pub fn once(&self, what: &'static str, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        match self.memo {
            Some(memo) => memo.said(what.into(), a, b, work_out),
            None => work_out(),
        }
    }

    /// What stands between `from` and a target, and the grade of cover that it
    /// comes to for a target in this posture. A thing is no cover for itself.
    pub fn cover(&self, from: Footprint, target: Id, ignores_own: bool) -> (Cover, CoverGrade) {
        let look_closely = || self.cover_afresh(from, target, ignores_own);
        self.memo.map_or_else(look_closely, |memo| memo.cover((from, target, ignores_own), look_closely))
    }

    fn cover_afresh(&self, from: Footprint, target: Id, ignores_own: bool) -> (Cover, CoverGrade) {
        let worn = self.worn();
        let rule = CoverRule { ignores_own, worn: &worn, bodies: &[] };
        let mut cover = cover_between(self.board(), from, self.footprint_towards(target, from), &rule);
        if let Some(thing) = self.thing(target) {
            let own = CoverSource::Object(thing.object);
            let others = cover.crossed.iter().filter(|piece| !piece.ignored && piece.source != own);
            cover.best = others.copied().reduce(|best, piece| if piece.grade > best.grade { piece } else { best });
            cover.grade = cover.best.map_or(CoverGrade::None, |piece| piece.grade);
        }
        let grade = match cover.grade {
            CoverGrade::None => CoverGrade::None,
            grade => grade.better_by(self.sum(&Case::of("cover steps", target), Sum::new()).total()),
        };
        (cover, grade)
    }

    /// Steps of cover that each object on the board has lost.
    fn worn(&self) -> Vec<u8> {
        let mut worn = Vec::new();
        for (index, thing) in self.ground.things.iter().enumerate() {
            let holes = self.tally(Id::thing(index as u16), HOLES);
            if holes > 0 {
                let object = usize::from(thing.object);
                worn.resize(worn.len().max(object + 1), 0);
                worn[object] = holes.min(4) as u8;
            }
        }
        worn
    }

    /// Whether a blow can be struck from one body at another: nothing solid
    /// stands between them that is no thing which could itself be broken.
    pub fn can_strike(&self, a: Id, b: Id) -> bool {
        if self.in_line(a, b) {
            return true;
        }
        let own = self.footprint(a);
        let (from, to) = line_ends(own, self.footprint_towards(b, own));
        line_is_free(&Unbreakable(self.ground), Centre::Square(from), to)
    }

    /// The wounds that somebody carries.
    pub fn wounds(&self, id: Id) -> &'w [Wound] {
        self.get::<Wounds>(id).map_or(&[], |wounds| &wounds.0)
    }

    /// The conditions that somebody is in, without those that others imply.
    pub fn conditions(&self, id: Id) -> &'w [Condition] {
        if let Some(card) = self.card(id) {
            return card.conditions;
        }
        self.get::<Conditions>(id).map_or(&[], |conditions| &conditions.0)
    }

    /// What somebody has on it.
    pub fn gear(&self, id: Id) -> &'w [Item] {
        if let Some(card) = self.card(id) {
            return card.gear;
        }
        self.get::<Gear>(id).map_or(&[], |gear| &gear.0)
    }

    /// The item called `name` that somebody has, ready ones first.
    pub fn item(&self, id: Id, name: &str) -> Option<&'w Item> {
        let mut found = self.gear(id).iter().filter(|item| item.arm.name.as_str().eq_ignore_ascii_case(name));
        found.clone().find(|item| item.is_ready()).or_else(|| found.next())
    }

    /// A running count of somebody.
    pub fn tally(&self, id: Id, name: impl Into<Key>) -> i32 {
        let tallies = self.card(id).map_or_else(|| self.get::<Tallies>(id), |card| card.tallies);
        tallies.filter(|tallies| !tallies.0.is_empty()).map_or(0, |tallies| tallies.get(name.into()))
    }

    /// Whether somebody is in the condition `kind`, directly or because
    /// another condition brings it.
    pub fn is(&self, id: Id, kind: &str) -> bool {
        self.conditions(id).iter().any(|condition| condition.kind == kind || self.implies(condition.kind, kind, 0))
    }

    fn implies(&self, condition: Key, kind: &str, depth: u8) -> bool {
        depth < DEEPEST
            && self
                .rules
                .conditions
                .get(&condition)
                .is_some_and(|def| def.implies.iter().any(|each| *each == kind || self.implies(*each, kind, depth + 1)))
    }

    /// The condition `kind` itself, if somebody is in it directly.
    pub fn condition(&self, id: Id, kind: &str) -> Option<&'w Condition> {
        self.conditions(id).iter().find(|condition| condition.kind == kind)
    }

    /// Whether somebody can still win or lose the battle: present, and in no
    /// condition that takes it out.
    pub fn is_in_play(&self, id: Id) -> bool {
        self.place(id).present && !self.holds_any(id, |def| def.out || def.dead)
    }

    /// Whether somebody is dead for good.
    pub fn is_dead(&self, id: Id) -> bool {
        self.holds_any(id, |def| def.dead)
    }

    /// Whether any condition of this sort holds of somebody; most are in none at all.
    fn holds_any(&self, id: Id, sort: impl Fn(&super::ConditionDef) -> bool) -> bool {
        !self.conditions(id).is_empty() && self.every_condition(id).any(sort)
    }

    /// The definitions of all conditions that hold of somebody, implied ones
    /// included; one that two others imply comes twice.
    pub fn every_condition(&self, id: Id) -> impl Iterator<Item = &'w super::ConditionDef> + use<'w> {
        let rules = self.rules;
        let known = self.card(id).map(|card| card.every.iter().copied());
        let conditions = if known.is_some() { &[] } else { self.conditions(id) };
        let mut pending: SmallVec<[(Key, u8); 8]> = conditions.iter().map(|each| (each.kind, 0)).collect();
        let found = std::iter::from_fn(move || {
            while let Some((kind, depth)) = pending.pop() {
                if let Some(def) = rules.conditions.get(&kind) {
                    if depth < DEEPEST {
                        pending.extend(def.implies.iter().map(|each| (*each, depth + 1)));
                    }
                    return Some(&**def);
                }
            }
            None
        });
        known.into_iter().flatten().chain(found)
    }

    /// The figure `name` of somebody, with every part and modifier named.
    pub fn figure(&self, id: Id, name: impl Into<Key>) -> Sum {
        let name = name.into();
        let add_up = || self.figure_afresh(id, name);
        self.memo.map_or_else(add_up, |memo| memo.figure(id, name, add_up))
    }

    fn figure_afresh(&self, id: Id, name: Key) -> Sum {
        let def = self.rules.figures.get(&name);
        let figures = self.card(id).map_or_else(|| self.get::<Figures>(id), |card| card.figures);
        let base = figures.and_then(|figures| figures.get(name));
        let mut sum = Sum::new();
        match def {
            Some(def) if !def.is.is_empty() => {
                if let Some(base) = base {
                    sum.part(name, base);
                }
                for part in def.is.iter().filter(|part| base.is_none() || part.state) {
                    self.add_part(id, part, &mut sum);
                }
            }
            _ => sum.part(name, base.unwrap_or_else(|| def.map_or(0, |def| def.default))),
        }
        self.modify(&Case::figure(name, id), &mut sum);
        if let Some(def) = def {
            let total = sum.total();
            let kept = total.max(def.min.unwrap_or(i32::MIN)).min(def.max.unwrap_or(i32::MAX));
            if kept != total {
                sum.part("limit", kept - total);
            }
        }
        sum
    }

    fn add_part(&self, id: Id, part: &super::rules::FigurePart, sum: &mut Sum) {
        let mut value = part.of.map_or(part.n, |of| self.deeper().value(id, of));
        if let Some(or) = part.or {
            value = value.max(self.deeper().value(id, or));
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

    /// Whether somebody has something of this name about it, and whole.
    pub fn carries(&self, id: Id, thing: Key) -> bool {
        let about = |item: &Item| !matches!(item.held, Held::Ground(_)) && !item.is("destroyed");
        self.gear(id).iter().any(|item| item.arm.name == thing && about(item))
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
        self.memo.map_or_else(add_up, |memo| memo.value(id, name, add_up))
    }

    fn value_afresh(&self, id: Id, name: Key) -> i32 {
        if self.rules.figures.contains_key(&name) {
            self.figure(id, name).total()
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

    /// The squares around somebody that `arm` threatens, as gaps on this board.
    pub fn threat(&self, who: Id, arm: &Arm) -> Threat {
        let measure = || Threat::of(&self.bands(who, arm), self.footprint(who).side);
        self.memo.map_or_else(measure, |memo| memo.threat(who, arm, measure))
    }

    /// Adds to `sum` every named modifier of this case: what conditions,
    /// techniques and gear bring by themselves, then what the mechanics know.
    pub fn modify(&self, case: &Case, sum: &mut Sum) {
        for condition in self.conditions(case.who) {
            self.add_condition(case, condition.kind, condition.amount, sum, 0);
        }
        let add = |technique: Key| {
            if let Some(def) = self.rules.conditions.get(&technique) {
                add_mods(case, technique, def.rule, &def.mods, 1, sum);
            }
        };
        match self.card(case.who) {
            Some(card) => {
                let brings = |key: &Key| self.rules.conditions.get(key).is_some_and(|def| !def.mods.is_empty());
                card.techniques(self.learned(case.who).filter(brings)).iter().copied().for_each(add);
            }
            None => self.learned(case.who).for_each(add),
        }
        for item in self.gear(case.who).iter().filter(|item| !item.arm.mods.is_empty() && item.is_ready()) {
            let rule = item.arm.rule.unwrap_or(item.arm.name);
            add_mods(case, item.arm.name, rule, &item.arm.mods, 1, sum);
        }
        if self.depth <= DEEPEST {
            let look = self.deeper();
            for mechanic in &self.rules.mechanics {
                mechanic.modify(look, case, sum);
            }
        }
    }

    /// What somebody has learned.
    fn learned(&self, id: Id) -> impl Iterator<Item = Key> + use<'w> {
        self.profile(id).into_iter().flat_map(|profile| profile.techniques.iter().copied())
    }

    fn add_condition(&self, case: &Case, kind: Key, amount: i32, sum: &mut Sum, depth: u8) {
        let Some(def) = self.rules.conditions.get(&kind) else { return };
        add_mods(case, kind, def.rule, &def.mods, amount, sum);
        if depth < DEEPEST {
            for implied in &def.implies {
                self.add_condition(case, *implied, amount, sum, depth + 1);
            }
        }
    }

    /// Adds to a case every word that its circumstances give it: those to which
    /// conditions open the one it is against, then what the mechanics know.
    pub fn narrow(&self, case: &mut Case) {
        if let Some(target) = case.against.filter(|target| !self.conditions(*target).is_empty()) {
            self.every_condition(target).filter_map(|def| def.opens_to).for_each(|word| case.push_word(word));
        }
        self.rules.mechanics.iter().for_each(|mechanic| mechanic.narrow(*self, case));
    }

    /// The figure or roll of this case with all its modifiers: `start`, then
    /// whatever changes it.
    pub fn sum(&self, case: &Case, start: Sum) -> Sum {
        let mut sum = start;
        self.modify(case, &mut sum);
        sum
    }

    /// Whether anything forbids `who` a deed of these kinds ("attack",
    /// "ranged", "move", "block").
    ///
    /// # Errors
    /// With the rule of the first condition or mechanic that forbids it.
    pub fn allows(&self, who: Id, kinds: &[&str]) -> Result<(), Refusal> {
        let holds = !self.conditions(who).is_empty();
        for def in holds.then(|| self.every_condition(who)).into_iter().flatten() {
            if let Some(kind) = def.forbids.iter().find(|each| **each == "all" || kinds.contains(&each.as_str())) {
                let name = self.rules.conditions.iter().find(|(_, each)| std::ptr::eq(&***each, def));
                let name = name.map_or("its condition", |(name, _)| name.as_str());
                let what = if *kind == "all" { "do anything" } else { kind.as_str() };
                return Err(Refusal::new(def.rule, format!("{} cannot {what} while {name}", self.name(who))));
            }
        }
        self.rules.mechanics.iter().try_for_each(|mechanic| mechanic.forbid(*self, who, kinds))
    }

    /// The deed with this verb, with a refusal that says which there are.
    ///
    /// # Errors
    /// When the ruleset knows no such deed.
    pub fn deed(&self, verb: &str) -> Result<&'w Arc<dyn Deed>, Refusal> {
        Key::find(verb).and_then(|verb| self.rules.deeds.get(&verb)).ok_or_else(|| {
            let verbs: Vec<_> = self.rules.deeds.keys().map(|verb| verb.as_str()).collect();
            Refusal::nonsense(format!("`{verb}` is not something that can be done here; there is {}", verbs.join(", ")))
        })
    }

    /// The question that the battle waits on, if it does.
    pub fn question(&self) -> Option<&'w Question> {
        self.battle::<Asked>().and_then(|asked| asked.0.as_ref())
    }

    /// Every answer to the question at hand, greyed ones with their reason.
    pub fn choices(&self) -> Vec<Choice> {
        let Some(question) = self.question() else { return Vec::new() };
        if let Some(listed) = &question.choices {
            return listed.clone();
        }
        question.who.map(|who| self.options(who)).unwrap_or_default()
    }

    /// The same without the greyed ones, for players who need no reasons.
    pub fn legal_choices(&self) -> Vec<Choice> {
        self.legal_choices_among(|_| true)
    }

    /// The same, of these deeds alone where deeds are what is asked for.
    pub fn legal_choices_among(&self, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let Some(question) = self.question() else { return Vec::new() };
        let mut legal = match (&question.choices, question.who) {
            (Some(listed), _) => listed.clone(),
            (None, Some(who)) => {
                let mut choices = self.without_words().offers(who, wanted);
                choices.retain(Choice::is_legal);
                self.price(who, &mut choices);
                choices
            }
            (None, None) => Vec::new(),
        };
        legal.retain(Choice::is_legal);
        legal
    }

    /// Everything that `who` could do on its turn, greyed where it cannot.
    pub fn options(&self, who: Id) -> Vec<Choice> {
        let mut choices = self.offers(who, |_| true);
        self.price(who, &mut choices);
        choices
    }

    fn offers(&self, who: Id, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let mut choices = Vec::new();
        for deed in self.rules.deeds.values().filter(|deed| wanted(&***deed)) {
            deed.choices(*self, who, &mut choices);
        }
        choices
    }

    /// The same look for players who need no words: greyed choices may be left out, and reasons and costs untold.
    #[must_use]
    pub const fn without_words(self) -> Self {
        Self { is_wordless: true, ..self }
    }

    /// Whether anybody reads what choices and refusals say.
    pub const fn wants_words(&self) -> bool {
        !self.is_wordless
    }

    /// A refusal, with its reason if anybody reads it.
    pub fn refusal(&self, rule: impl Into<Key>, why: impl FnOnce() -> String) -> Refusal {
        Refusal::new(rule, if self.is_wordless { String::new() } else { why() })
    }

    /// Says what each choice costs, and greys those that cannot be paid.
    fn price(&self, who: Id, choices: &mut [Choice]) {
        for choice in choices {
            let Ok(deed) = self.deed(&choice.order.verb) else { continue };
            match self.rules.economy.price(*self, who, &**deed, &choice.order) {
                Ok(price) => choice.cost = choice.cost.take().or(price.text),
                Err(refusal) => choice.refused = choice.refused.take().or(Some(refusal)),
            }
        }
    }

    /// Whether `order` answers the question at hand.
    ///
    /// # Errors
    /// With the reason why it does not.
    pub fn check(&self, order: &Order) -> Result<(), Refusal> {
        let question = self.question().ok_or_else(|| Refusal::nonsense("nothing is being asked"))?;
        if let Some(listed) = &question.choices {
            return check_listed(listed, order);
        }
        self.permits(question.who.ok_or_else(|| Refusal::nonsense("nobody is being asked"))?, order)
    }

    /// Whether `who` could do `order` now, whoever chooses it.
    ///
    /// # Errors
    /// With the reason why it could not.
    pub fn permits(&self, who: Id, order: &Order) -> Result<(), Refusal> {
        let deed = self.deed(&order.verb)?;
        self.rules.economy.price(*self, who, &**deed, order)?;
        deed.check(*self, who, order)
    }

    /// The arm that an order names, or the only one that fits.
    ///
    /// # Errors
    /// When there is no such arm, or several and none is named.
    pub fn arm_for(&self, who: Id, order: &Order, fits: impl Fn(&Item) -> bool) -> Result<&'w Item, Refusal> {
        if let Some(name) = &order.with {
            let item = self.item(who, name).ok_or_else(|| {
                let has: Vec<_> = self.gear(who).iter().map(|item| item.arm.name.as_str()).collect();
                Refusal::nonsense(format!("{} has no `{name}`; it has {}", self.name(who), has.join(", ")))
            })?;
            return if fits(item) {
                Ok(item)
            } else {
                Err(Refusal::nonsense(format!("{} cannot be used for that now", item.arm.name)))
            };
        }
        let mut fitting = self.gear(who).iter().filter(|item| fits(item));
        fitting.next().ok_or_else(|| Refusal::nonsense(format!("{} has nothing at hand for that", self.name(who))))
    }

    /// The arm of a ruleset by name, whoever has it.
    pub fn arm(&self, name: &str) -> Option<&'w Arc<Arm>> {
        self.rules.arms.get(&Key::find(name)?)
    }
}

/// What stops even a blow that would break through things.
struct Unbreakable<'a>(&'a Ground);

impl Barrier for Unbreakable<'_> {
    fn square(&self, square: Square) -> bool {
        BlocksSight(&self.0.board).square(square) && !self.0.things.iter().any(|thing| thing.squares.contains(&square))
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        let stands = |thing: &Thing| thing.edges.iter().any(|edge| *edge == (a, b) || *edge == (b, a));
        BlocksSight(&self.0.board).edge(a, b) && !self.0.things.iter().any(stands)
    }
}

fn add_mods(case: &Case, name: Key, rule: Key, mods: &[ModDef], amount: i32, sum: &mut Sum) {
    for each in mods {
        let fits = each.on.contains(&case.on) && each.when.iter().all(|word| case.words.contains(word));
        if fits {
            sum.add(name, if each.each { each.n * amount } else { each.n }, rule);
        }
    }
}

fn check_listed(listed: &[Choice], order: &Order) -> Result<(), Refusal> {
    let fits = |choice: &&Choice| {
        choice.order.verb.eq_ignore_ascii_case(&order.verb)
            && (choice.order.with.is_none() || choice.order.with == order.with)
            && (choice.order.at.is_empty() || choice.order.at == order.at)
            && (choice.order.to.is_none() || choice.order.to == order.to)
            && match (choice.numbers, choice.order.n, order.n) {
                (Some((low, high)), _, Some(n)) => (low..=high).contains(&n),
                (Some(_), _, None) => false,
                (None, wanted, given) => wanted.is_none() || wanted == given,
            }
            && (choice.squares.is_empty() || order.to.is_some_and(|to| choice.squares.iter().any(|each| each.0 == to)))
    };
    match listed.iter().filter(fits).max_by_key(|choice| choice.is_legal()) {
        Some(Choice { refused: Some(refusal), .. }) => Err(refusal.clone()),
        Some(_) => Ok(()),
        None => {
            let answers: Vec<_> = listed.iter().map(|choice| choice.order.to_string()).collect();
            Err(Refusal::nonsense(format!("`{order}` is no answer to that; the answers are {}", answers.join(", "))))
        }
    }
}
