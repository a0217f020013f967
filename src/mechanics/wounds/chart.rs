//! Crippling wounds by a chart: a die says where, the damage how bad.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::record::Crippled;
use super::rows::{Location, WoundDef};
use super::treatment::{Treat, Treating};
use crate::battle::Choice;
use crate::battle::{
    Case, Condition, Deed, Fact, Grip, Hit, Id, Key, Look, Mechanic, Order, Question, Roll, SheetLine, Step, Sum,
    Table, refers,
};
use crate::dice::{Distribution, Expr};

/// The numbers of the chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The word of hits that cripple.
    pub word: Key,
    /// What they harm.
    #[serde(deserialize_with = "refers::harms")]
    pub harms: Key,
    /// Who says what they do.
    pub played: Played,
    /// The wound of tables that want no chart.
    pub simple: Key,
    /// The die of places.
    pub die: Expr,
    /// The places, in the order of the die.
    pub locations: Vec<Location>,
    /// The place that is struck where somebody has not the one rolled.
    pub otherwise: Key,
    /// The most damage of each row but the last.
    pub rows: Vec<i32>,
    /// How one of several wounds in a row is chosen.
    pub several: Chosen,
    /// Every wound by its name.
    pub wounds: BTreeMap<Key, WoundDef>,
    /// What those who have learned something add to the damage for reading the row.
    #[serde(default, deserialize_with = "refers::techniques")]
    pub hardened: BTreeMap<Key, i32>,
    /// Words of bodies that take no wounds.
    #[serde(default)]
    pub spares: Vec<Key>,
    /// Treating wounds.
    pub treating: Treating,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: ChartRules,
}

/// Who says what a crippling hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    /// The chart.
    Chart,
    /// It is always the same.
    Simple,
    /// It does nothing more.
    None,
}

/// How one of several wounds in a row is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// By a die.
    Rolled,
    /// By whoever struck.
    Attacker,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartRules {
    /// When there is a wound.
    pub when: Key,
    /// Who says what it is.
    pub played: Key,
    /// Where it is.
    pub location: Key,
    /// How bad it is.
    pub reading: Key,
    /// One of several.
    pub several: Key,
}

impl Chart {
    fn location(&self, name: Key) -> Option<&Location> {
        self.locations.iter().find(|each| each.name == name)
    }

    /// The place of so much on the die.
    fn rolled(&self, total: i32) -> Option<&Location> {
        self.locations.iter().find(|each| total <= each.up_to).or_else(|| self.locations.last())
    }

    /// What is struck when `place` is: that, or another where somebody has it not.
    fn struck<'a>(&'a self, look: Look<'_>, who: Id, place: &'a Location) -> &'a Location {
        let lacks = place.lacking.iter().any(|tag| look.has_tag(who, tag.as_str()))
            || place.counted.is_some_and(|figure| look.value(who, figure) <= 0)
            || (!place.sides.is_empty() && Self::sides(look, who, place).is_empty());
        if lacks { self.location(self.otherwise).unwrap_or(place) } else { place }
    }

    /// The sides of a place that can still be struck.
    fn sides(look: Look<'_>, who: Id, place: &Location) -> Vec<Key> {
        let is_spent = |side: &Key| {
            let hand = Grip::of_limb(*side);
            let mut spent = look.conditions(who).iter().filter(|each| place.spent.contains(&each.kind));
            spent.any(|each| each.part.map_or(Grip::RIGHT, Grip::of_limb) == hand)
        };
        place.sides.iter().filter(|side| !is_spent(side)).copied().collect()
    }

    /// The row of so much damage against `who`.
    fn row(&self, look: Look<'_>, who: Id, damage: i32) -> usize {
        let hardened: i32 =
            self.hardened.iter().filter(|(technique, _)| look.knows(who, technique.as_str())).map(|(_, n)| n).sum();
        let reading = damage.saturating_add(hardened);
        self.rows.iter().position(|most| reading <= *most).unwrap_or(self.rows.len())
    }

    /// How many of these wounds somebody carries.
    pub(super) fn count(look: Look<'_>, who: Id, wound: Key) -> usize {
        look.get::<Crippled>(who).map_or(0, |crippled| crippled.0.iter().filter(|each| each.wound == wound).count())
    }

    /// Whether somebody has still what this wound takes.
    fn has_left(&self, look: Look<'_>, who: Id, wound: Key) -> bool {
        let most = self.wounds.get(&wound).and_then(|def| def.all).map(|(most, _)| most);
        most.is_none_or(|most| Self::count(look, who, wound) < usize::try_from(most).unwrap_or(0))
    }

    /// The wound of a place in a row that is `picked` there, or another where
    /// what that takes is gone; none where nothing is left to lose.
    fn picked(&self, look: Look<'_>, who: Id, wounds: &[Key], picked: usize) -> Option<Key> {
        let first = wounds.get(picked).copied();
        first.into_iter().chain(wounds.iter().copied()).find(|wound| self.has_left(look, who, *wound))
    }

    /// Where on the body `aimed` is: a place, a side of one, or what one of its
    /// wounds is about.
    fn place_of(&self, aimed: Key) -> Option<&Location> {
        let is_about = |place: &Location| {
            let mut wounds = place.rows.iter().flatten();
            place.sides.contains(&aimed)
                || wounds
                    .any(|wound| *wound == aimed || self.wounds.get(wound).is_some_and(|def| def.part == Some(aimed)))
        };
        self.location(aimed).or_else(|| self.locations.iter().find(|place| is_about(place)))
    }

    fn spares(&self, look: Look<'_>, who: Id) -> bool {
        who.is_thing() || look.is_dead(who) || self.spares.iter().any(|tag| look.has_tag(who, tag.as_str()))
    }

    /// Rolls for the place and reads the row.
    fn cripple(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let who = hit.who;
        let aimed = hit.part.and_then(|part| self.place_of(part));
        let place = match aimed {
            Some(place) => Some(place),
            None => {
                let throw = table.throw(&self.die)?;
                let place = self.rolled(throw.total);
                let rule = self.rules.location;
                table.note(|look| {
                    let place = place.map_or("nowhere", |place| place.name.as_str());
                    let text = format!("The blow cripples {}: {} on the die, {place}.", look.name(who), throw.total);
                    Fact::new(rule, text).who(who).roll(Roll {
                        label: "location".to_owned(),
                        dice: self.die.to_string(),
                        faces: throw.faces.clone(),
                        natural: throw.total,
                        total: throw.total,
                        ..Roll::default()
                    })
                });
                place
            }
        };
        let Some(rolled) = place else { return Ok(()) };
        let place = self.struck(table.look(), who, rolled);
        if place.name != rolled.name {
            let (rule, lacks, name) = (self.rules.location, rolled.name, place.name);
            table.note(|look| {
                Fact::new(rule, format!("{} has no {lacks} to be struck in: {name}.", look.name(who))).who(who)
            });
        }
        let row = self.row(table.look(), who, hit.damage);
        let wounds = place.rows.get(row).map_or(&[][..], Vec::as_slice);
        let (side, wound) = if place.sides.is_empty() {
            (None, self.which(table, hit, wounds)?)
        } else {
            (self.side(table, hit, place)?, wounds.first().copied())
        };
        // Tables that let the attacker choose any wound name it itself.
        let wound = hit.part.filter(|part| self.wounds.contains_key(part)).or(wound);
        match wound {
            Some(wound) => self.give(table, hit, wound, side),
            None => {
                let rule = self.rules.several;
                table.note(|look| {
                    Fact::new(rule, format!("{} has nothing left to lose there.", look.name(who))).who(who)
                });
                Ok(())
            }
        }
    }

    /// The side of a place that is struck.
    fn side(&self, table: &mut Table<'_>, hit: &Hit, place: &Location) -> Step<Option<Key>> {
        let sides = Self::sides(table.look(), hit.who, place);
        if let Some(aimed) = hit.part.filter(|part| sides.contains(part)) {
            return Ok(Some(aimed));
        }
        let Ok(many @ 2..) = u16::try_from(sides.len()) else { return Ok(sides.first().copied()) };
        let which = self.one_of(table, hit.who, many, "side", self.rules.location)?;
        Ok(sides.get(which).copied())
    }

    /// Which of the wounds of one row it is.
    fn which(&self, table: &mut Table<'_>, hit: &Hit, wounds: &[Key]) -> Step<Option<Key>> {
        let who = hit.who;
        let is_aimed =
            |wound: &Key| self.wounds.get(wound).is_some_and(|def| def.part.is_some() && def.part == hit.part);
        let Ok(many @ 2..) = u16::try_from(wounds.len()) else { return Ok(self.picked(table.look(), who, wounds, 0)) };
        let which = match (wounds.iter().position(is_aimed), self.several, hit.by) {
            (Some(aimed), ..) => aimed,
            (None, Chosen::Attacker, Some(by)) => {
                let look = table.look();
                let prompt = format!("{} strikes {} in the head: which wound?", look.name(by), look.name(who));
                let question = Question::new("wound", look.side(by), by, prompt).rule(self.rules.several);
                let offer = |question: Question, wound: &Key| {
                    let order = Order::new(wound.as_str());
                    question.choice(Choice::new(order, wound.as_str(), "wound", self.rules.several))
                };
                let left = wounds.iter().filter(|wound| self.has_left(look, who, **wound));
                let question = left.fold(question, offer);
                if question.choices.is_none() {
                    return Ok(None);
                }
                let answer = table.ask(question)?;
                wounds.iter().position(|wound| answer.verb.eq_ignore_ascii_case(wound.as_str())).unwrap_or(0)
            }
            _ => self.one_of(table, who, many, "one of two", self.rules.several)?,
        };
        Ok(self.picked(table.look(), who, wounds, which))
    }

    /// A throw for one of `many`, counted from nought.
    fn one_of(&self, table: &mut Table<'_>, who: Id, many: u16, label: &str, rule: Key) -> Step<usize> {
        let total = table.roll(who, label, &Expr::d(many), Sum::new(), rule)?;
        Ok(usize::try_from(total - 1).unwrap_or(0))
    }

    /// The wounds that somebody carries from before, by the conditions that it is in.
    fn adopt(&self, table: &mut Table<'_>, who: Id) {
        let conditions = table.look().conditions(who).to_vec();
        for condition in &conditions {
            let brings = |def: &WoundDef| def.brings == Some(condition.kind) && !def.passing;
            let Some((wound, def)) = self.wounds.iter().find(|(_, def)| brings(def)) else { continue };
            let place = self.locations.iter().find(|place| place.rows.iter().flatten().any(|each| each == wound));
            let part = condition.part.or_else(|| place.and_then(|place| place.sides.first().copied()));
            if part != condition.part {
                let mut conditions = table.edit::<crate::battle::Conditions>(who);
                conditions.0.iter_mut().filter(|each| **each == *condition).for_each(|each| each.part = part);
            }
            let carried = Self::count(table.look(), who, *wound);
            let wanted = if def.adds_up { condition.amount } else { 1 };
            for _ in carried..usize::try_from(wanted).unwrap_or(0) {
                table.edit::<Crippled>(who).0.push(super::record::Crippling::unrolled(*wound, part, def));
            }
        }
    }
}

impl Mechanic for Chart {
    fn name(&self) -> &'static str {
        "chart"
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(Treat(Arc::new(self.clone())))]
    }

    fn on_start(&self, table: &mut Table<'_>) -> Step {
        let everybody: Vec<Id> = table.look().everybody().collect();
        everybody.into_iter().for_each(|who| self.adopt(table, who));
        Ok(())
    }

    fn on_arrival(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.adopt(table, who);
        Ok(())
    }

    fn on_harm(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let crippled = hit.kind == self.harms && hit.words.contains(&self.word);
        if !crippled || self.spares(table.look(), hit.who) {
            return Ok(());
        }
        match self.played {
            Played::None => Ok(()),
            Played::Simple => self.give(table, hit, self.simple, None),
            Played::Chart => self.cripple(table, hit),
        }
    }

    fn on_turn(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.drain(table, who)
    }

    /// What lasted for some rounds is forgotten when they are over.
    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: Key, begun: bool) -> Step {
        if begun {
            return Ok(());
        }
        let look = table.look();
        let Some(crippled) = look.get::<Crippled>(who) else { return Ok(()) };
        let holds = |part: Option<Key>| look.conditions(who).iter().any(|each| each.kind == kind && each.part == part);
        let brings = |wound: &Key| self.wounds.get(wound).is_some_and(|def| def.brings == Some(kind));
        let mut left = crippled.0.clone();
        left.retain(|each| !brings(&each.wound) || holds(each.part));
        if left != crippled.0 {
            table.edit::<Crippled>(who).0 = left;
        }
        Ok(())
    }

    fn maims(&self, look: Look<'_>, case: &Case<'_>, damage: i32) -> Option<Distribution<Key>> {
        let who = case.against?;
        if !case.is(self.word.as_str()) || self.played == Played::None || self.spares(look, who) {
            return None;
        }
        if self.played == Played::Simple {
            return Some(Distribution::certain(self.simple));
        }
        let row = self.row(look, who, damage);
        let wounds = |place: &Location| -> Distribution<Key> {
            let place = self.struck(look, who, place);
            let wounds = place.rows.get(row).map_or(&[][..], Vec::as_slice);
            let named = case.part.filter(|part| self.wounds.contains_key(part));
            let aimed =
                |wound: &Key| self.wounds.get(wound).is_some_and(|def| def.part.is_some() && def.part == case.part);
            let nothing = Key::from("nothing");
            if let Some(wound) = named.or_else(|| wounds.iter().copied().find(aimed)) {
                return Distribution::certain(wound);
            }
            let all = (0..wounds.len()).map(|index| (self.picked(look, who, wounds, index).unwrap_or(nothing), 1));
            // Whoever chooses is taken to choose the first.
            let all = all.take(if self.several == Chosen::Attacker { 1 } else { wounds.len() });
            Distribution::weighted(all).unwrap_or_else(|_| Distribution::certain(nothing))
        };
        if let Some(place) = case.part.and_then(|part| self.place_of(part)) {
            return Some(wounds(place));
        }
        let nothing = || Distribution::certain(Key::from("nothing"));
        Some(Distribution::from_expr(&self.die).then(|total| self.rolled(*total).map_or_else(nothing, wounds)))
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let Some(crippled) = look.get::<Crippled>(who).filter(|crippled| !crippled.0.is_empty()) else {
            return Vec::new();
        };
        let line = |each: &super::record::Crippling| Some(each.line(self.wounds.get(&each.wound)?));
        let text: Vec<String> = crippled.0.iter().filter_map(line).collect();
        vec![SheetLine { label: "Wounds".to_owned(), text: text.join("; "), rule: Some(self.rules.when) }]
    }
}

impl Chart {
    /// Brings on the condition of a wound, or lets it go, as the wounds that
    /// somebody carries ask for.
    pub(super) fn sync(&self, table: &mut Table<'_>, who: Id, wound: Key, part: Option<Key>) -> Step {
        let Some(kind) = self.wounds.get(&wound).and_then(|def| def.brings) else { return Ok(()) };
        let look = table.look();
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let def_of = |name: &Key| self.wounds.get(name).filter(|def| def.brings == Some(kind));
        let same = carried.iter().filter(|each| each.part == part);
        let adds_up: Vec<bool> = same.filter_map(|each| def_of(&each.wound)).map(|def| def.adds_up).collect();
        if adds_up.is_empty() {
            return table.end_on(who, kind, part).map(drop);
        }
        let amount = if adds_up.iter().all(|adds| *adds) { adds_up.len() as i32 } else { 1 };
        let held = look.conditions(who).iter().find(|each| each.kind == kind && each.part == part).cloned();
        match held {
            Some(held) if held.amount == amount => Ok(()),
            Some(_) => {
                let mut conditions = table.edit::<crate::battle::Conditions>(who);
                let same = |each: &&mut Condition| each.kind == kind && each.part == part;
                conditions.0.iter_mut().filter(same).for_each(|each| each.amount = amount);
                drop(conditions);
                table.each_mechanic(|table, mechanic| mechanic.on_condition(table, who, kind, true))
            }
            None => table.begin(who, Condition::new(kind).amount(amount).on(part)),
        }
    }
}
