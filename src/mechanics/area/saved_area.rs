//! Attacks at areas that come down where they are aimed, and go no farther than a wall. Everybody inside throws for
//! themselves, unasked. Those who save take a share of the damage.

use super::area_attack::in_order;
use super::blast::{Aiming, AtAreas, Blast, Meant, SIDES, use_up, wanted};
use super::shape::{Shapes, is_on};
use super::{or_nobody, roll_damage};
use crate::board::{BlocksSight, Centre, Template};
use crate::mechanics::brought::Brought;
use crate::mechanics::prelude::*;

/// The numbers of such attacks.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedArea {
    /// The verb of those who strike.
    pub blast: Verb,
    /// The dice of a save.
    pub die: Expr,
    /// The figure that those inside add to them.
    pub save: FigureName,
    /// What a save must reach.
    pub dc: i32,
    /// The figure of an arm that says what a save against it must reach, in place of that number.
    #[serde(default, deserialize_with = "refers::figures_of_arms")]
    pub own_dc: Option<Key>,
    /// The figure of the attacker that makes saves harder.
    pub skill: Option<FigureName>,
    /// What share of the damage is left to those who save, rounded down: `(1, 2)` is half of it, `(0, 1)` nothing.
    pub share: (i32, i32),
    /// What areas harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// The condition that comes to those who do not save.
    pub brings: Option<Brought>,
    /// How long and wide lines and cones are that say their size by a scale.
    #[serde(default)]
    pub shapes: Shapes,
    /// The rules that these numbers stand for.
    pub rules: SavedAreaRules,
}

rule_ids! { struct SavedAreaRules {
    aim: "Aiming, and who is inside.",
    save: "Saves.",
    damage: "Damage.",
} }

/// Somebody or something inside, with all its numbers.
struct Inside<'a> {
    who: Id,
    case: Case<'a>,
    save: Sum,
    dc: Sum,
    exposed: Exposed,
}

impl SavedArea {
    /// Everybody on these squares, in the order of initiative, then things, if there is anything to harm in them.
    fn inside<'a>(&self, look: Look<'_>, case: &Case<'a>, squares: &[Square]) -> Vec<Inside<'a>> {
        let within = in_order(look).into_iter().filter(|id| is_on(look, *id, |square| squares.contains(&square)));
        let gathered = within.map(|id| self.gathered(look, case, id));
        gathered.filter(|each| !each.who.is_thing() || !each.exposed.exposure.is_nothing()).collect()
    }

    fn gathered<'a>(&self, look: Look<'_>, case: &Case<'a>, who: Id) -> Inside<'a> {
        let case = look.narrowed(case.clone().against(who));
        let kind = case.arm.and_then(|arm| arm.harms).unwrap_or(self.harms);
        let own = self.own_dc.and_then(|figure| case.arm.and_then(|arm| arm.figures.get(&figure))).copied();
        let mut dc = Sum::of("base", own.unwrap_or(self.dc));
        if let Some(skill) = self.skill {
            dc.part(skill, look.value(case.who, skill));
        }
        let turned = case.turned();
        let save = if who.is_thing() { Sum::new() } else { look.figure(who, self.save) };
        Inside {
            who,
            save: look.sum(&turned.on("save"), save),
            dc: look.sum(&case.on("defence dc"), dc),
            exposed: look.exposed(kind, &turned),
            case,
        }
    }

    /// The damage dice and what is added to them, the same for all; none of an area that does no damage.
    fn damage(&self, look: Look<'_>, case: &Case<'_>) -> Option<(Expr, Sum)> {
        let arm = case.arm?;
        Some((arm.damage.clone()?, look.damage_bonus(case, arm)))
    }

    /// What is left of the damage to somebody.
    fn left(&self, damage: i32, saves: bool) -> i32 {
        let (of, all) = self.share;
        if saves { damage.saturating_mul(of).div_euclid(all.max(1)).clamp(0, damage.max(0)) } else { damage.max(0) }
    }

    /// What that does to them.
    fn judge(&self, rules: &Rules, inside: &Inside<'_>, damage: i32, saves: bool) -> Judged {
        inside.exposed.judge(rules, self.left(damage, saves))
    }

    /// What comes to them beside it.
    fn brought(&self, rules: &Rules, inside: &Inside<'_>, saves: bool, judged: Option<&Judged>) -> Option<Brought> {
        self.brings.filter(|brought| !saves && !inside.who.is_thing() && brought.comes(rules, judged))
    }

    fn note_place(&self, table: &mut Table<'_>, case: &Case<'_>, squares: &[Square], inside: &[Inside<'_>]) {
        let (rule, arm) = (self.rules.aim, case.arm.map_or("It", |arm| arm.name.as_str()));
        table.note(|look| {
            let whom = or_nobody(look, inside.iter().map(|each| each.who));
            let text = format!("{arm} of {} strikes {whom}.", look.name(case.who));
            Fact::new(rule, text).who(case.who).area(squares.iter().copied())
        });
    }

    /// Does to everybody inside what is left to them, all of it before anything else comes of it.
    fn harm(&self, table: &mut Table<'_>, arm: &Arc<Arm>, damage: Option<i32>, inside: &[(Inside<'_>, bool)]) -> Step {
        let rules = table.rules();
        for (each, saves) in inside {
            let left = damage.map(|damage| self.left(damage, *saves));
            let hit = left.map(|left| each.exposed.blow(&rules, &each.case, arm, left, self.rules.damage));
            hit.iter().try_for_each(|hit| table.inflict(hit))?;
            if let Some(brought) = self.brought(&rules, each, *saves, hit.as_ref().map(|hit| &hit.judged)) {
                brought.begin(table, each.case.who, each.who)?;
            }
        }
        Ok(())
    }

    /// What may become of one who is inside.
    fn prospect(&self, look: Look<'_>, inside: &Inside<'_>, damage: Option<&(Expr, Sum)>) -> Prospect {
        let rules = look.rules();
        let saves = match inside.who.is_thing() {
            true => Distribution::certain(false),
            false => Checked::odds(&self.die, &inside.save, &inside.dc),
        };
        let all = saves.then(|saves| match damage {
            None => Distribution::certain((*saves, None)),
            Some((dice, bonus)) => Distribution::from_expr(dice).map(|thrown| {
                let damage = thrown.saturating_add(bonus.total()).max(0);
                (*saves, Some(self.judge(rules, inside, damage, *saves)))
            }),
        });
        let outcomes = all.map(|(saves, judged)| match judged {
            Some(judged) => judged.outcome(),
            None => (-1, Key::from(if *saves { "saved" } else { "struck" })),
        });
        let comes = |brought: Brought| {
            let chance = all.chance(|(saves, judged)| self.brought(rules, inside, *saves, judged.as_ref()).is_some());
            (brought.state, chance)
        };
        let bonus = damage.map(|(_, bonus)| (Key::from("damage"), bonus.clone()));
        let figures = [(Key::from("save"), inside.save.clone()), (Key::from("defence dc"), inside.dc.clone())];
        let profile = look.profile(inside.who);
        Prospect {
            brings: self.brings.map(comes).into_iter().collect(),
            enough: profile.and_then(|profile| profile.figures.get(&self.enough)).copied(),
            figures: figures.into_iter().chain(bonus).chain(inside.exposed.figures("opposed")).collect(),
            ..Prospect::of(inside.who, outcomes, all.map(|(_, judged)| judged.as_ref().map_or(0, |judged| judged.harm)))
        }
    }
}

mechanic!(SavedArea: |self| {
    strikes_with(arm) => arm.area.is_some(),
    words(words) => {
        words.add(Word::Roll, ["damage", "save"]).add(Word::Outcome, ["saved", "struck", "nothing"]);
        words.add(Word::Outcome, self.brings.iter().map(|brought| brought.state)).add(Word::Term, ["base"]);
        words.add(Word::manner(self.blast), SIDES);
    },
    deeds => vec![Arc::new(Blast(Arc::new(self.clone())))],
    relies_on(rules) => rules.of_no_effect(self.brings.iter().map(|brought| brought.state)),
});

impl Judges for SavedArea {
    fn wants(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
        wanted(self, look, who, arm)
    }
}

impl AtAreas for SavedArea {
    fn aiming(&self) -> Aiming<'_> {
        Aiming { verb: self.blast, shapes: &self.shapes, rule: self.rules.aim, shape: self.rules.aim }
    }

    /// Those that a free line leads to from where it begins; what comes down in a wall stays there.
    fn squares(&self, look: Look<'_>, template: &Template) -> Vec<Square> {
        let is_solid = |square: Square| look.board().terrain(square).is_some_and(|terrain| terrain.blocks_sight);
        match *template {
            Template::Disc { centre: Centre::Square(at), .. } if is_solid(at) => vec![at],
            _ => template.squares_reached(look.board(), &BlocksSight(look.board())),
        }
    }

    fn resolve(&self, table: &mut Table<'_>, meant: &Meant<'_>, arm: &Arc<Arm>) -> Step {
        let (who, case) = (meant.who, meant.case());
        let squares = self.squares(table.look(), &meant.aimed.template);
        let inside = self.inside(table.look(), &case, &squares);
        self.note_place(table, &case, &squares, &inside);
        let mut saved = Vec::with_capacity(inside.len());
        for each in inside {
            let (save, dc, rule) = (each.save.clone(), each.dc.clone(), self.rules.save);
            let saves = !each.who.is_thing() && table.passes(each.who, "save", &self.die, save, dc, rule)?;
            saved.push((each, saves));
        }
        let dice = self.damage(table.look(), &case).filter(|_| !saved.is_empty());
        let damage = roll_damage(table, &case, dice, self.rules.damage)?;
        self.harm(table, arm, damage, &saved)?;
        use_up(table, who, arm);
        table.tell(Event::AreaStruck { arm, squares: &squares, by: Some(who) })?;
        let blown = |case, reached, dc, damage| Blown { dc, damage, ..Blown::of(case, reached) };
        if saved.is_empty() {
            return table.struck(&blown(&case, false, 0, None));
        }
        saved.iter().try_for_each(|(each, saves)| {
            let damage = damage.map(|damage| self.left(damage, *saves));
            table.struck(&blown(&each.case, true, each.dc.total(), damage))
        })
    }

    fn forecast(&self, look: Look<'_>, meant: &Meant<'_>) -> Forecast {
        let case = meant.case();
        let mut inside = self.inside(look, &case, &self.squares(look, &meant.aimed.template));
        if let Some(first) = look.target(meant.order) {
            inside.sort_by_key(|each| each.who != first);
        }
        let damage = self.damage(look, &case);
        Forecast::of(inside.iter().map(|each| self.prospect(look, each, damage.as_ref())).collect())
    }
}
