//! Attacks against two defences: one roll, a lower and an upper threshold. What
//! beats the lower one alone glances off what protects, what beats both lands in
//! full, and what beats the upper one by far cripples. `lethal_blow.rs` finishes those who lie open, `ram.rs` drives beasts
//! and riders into somebody, `weapon_sizes.rs` says what a weapon of another size does.

mod lethal_blow;
mod ram;
mod weapon_sizes;

use super::course::{Aims, Attack, Plain, Strike, share};
use super::swing::{Lands, Swing, comes_to, wounds};
use crate::mechanics::prelude::*;
use lethal_blow::{LethalBlow, LethalStroke};
use ram::{Ram, Ramming};
use weapon_sizes::WeaponSizes;

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct TwoDefences {
    /// The dice of the attack.
    pub die: Expr,
    /// The figure that is added to them.
    pub skill: FigureName,
    /// The figure of the target that is the lower threshold. What protects is added to it for the upper one.
    pub base: FigureName,
    /// By how much an attack that cripples beats the upper threshold.
    pub cripples_at: i32,
    /// The damage of weapons by their size.
    pub sizes: WeaponSizes,
    /// What clumsy weapons cost the attack.
    pub clumsy: i32,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// Blows that cannot miss, at those who cannot help it.
    pub lethal: LethalBlow,
    /// Running others down.
    pub ram: Option<Ramming>,
    /// The rules that these numbers stand for.
    pub rules: TwoDefencesRules,
}

rule_ids! { struct TwoDefencesRules {
    attack: "Who may be attacked.",
    roll: "The attack roll.",
    lands: "How blows land.",
    deflected: "Deflected blows.",
    damage: "The damage roll.",
    reduction: "What is taken off the damage of glancing blows.",
    clumsy: "Clumsy weapons.",
} }

impl TwoDefences {
    /// Throws the dice of the damage; what they show, if that is read, and what of it gets through.
    pub(super) fn damage(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        swing: &Swing,
        (lands, reads_dice): (Lands, bool),
    ) -> Step<(i32, i32)> {
        let throw =
            table.throw_for(&swing.damage, |thrown| (swing.dealt(lands, thrown).1, reads_dice.then_some(thrown)))?;
        let (whole, dealt) = swing.dealt(lands, throw.total);
        table.note(|look| {
            let text = format!("{} does {whole} damage.", look.name(case.who));
            let roll = Roll::damage(&swing.damage, &throw, &swing.bonus).comes_to(whole);
            Fact::new(self.rules.damage, text).who(case.who).roll(roll)
        });
        if lands == Lands::Glancing {
            self.note_reduced(table, case, swing, dealt);
        }
        Ok((throw.total, dealt))
    }

    fn note_reduced(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, dealt: i32) {
        let target = case.against.unwrap_or(case.who);
        let taken = [&swing.passive, &swing.active].map(|sum| (sum.total(), sum.terms.first().map(|term| term.name)));
        let parts: Vec<String> = taken
            .iter()
            .filter(|(less, _)| *less > 0)
            .map(|(less, name)| name.map_or_else(|| less.to_string(), |name| format!("{less} for the {name}")))
            .collect();
        if !parts.is_empty() {
            table.say(self.rules.reduction, target, |look| {
                format!("Less {}: {} takes {dealt}.", parts.join(" and "), look.name(target))
            });
        }
    }

    /// What would come of a blow that may land and be judged so.
    pub(super) fn prospect(
        &self,
        look: Look<'_>,
        case: &Case<'_>,
        swing: &Swing,
        judged: &Distribution<(Lands, Judged)>,
    ) -> Prospect {
        let target = case.against.unwrap_or(case.who);
        let left = |(lands, judged): &(Lands, Judged)| wounds(look, case, lands.words(), judged);
        let left = look.wants_words().then_some(left);
        let (outcomes, wounds) = comes_to(judged, |(lands, judged)| lands.outcome(judged), left);
        let prospect = Prospect {
            lands: Some(judged.map(|(lands, _)| (*lands as i32, lands.name()))),
            wounds,
            figures: if look.wants_words() { swing.figures() } else { Vec::new() },
            ..Prospect::of(target, outcomes, judged.map(|(_, judged)| judged.harm))
        };
        self.counted(look, (case.who, target), prospect)
    }

    /// The same with what it counts for: harm beyond what is left of somebody is none, and not everybody is a whole fighter.
    pub(super) fn counted(&self, look: Look<'_>, (who, target): (Id, Id), prospect: Prospect) -> Prospect {
        let whole = |id: Id| look.value(id, self.enough).max(1);
        let enough = whole(target);
        let left = look.health(target).map_or(enough, |(left, _)| left.max(1));
        let share = share(look, (who, target), whole);
        let prospect = Prospect { enough: Some(enough), ..prospect };
        let harm = prospect.harm.map(|harm| (*harm).min(left));
        let less = prospect.weight() - share * weight(&prospect.outcomes, &harm, prospect.enough);
        Prospect { less, ..prospect }
    }

    /// A blow that has landed so.
    pub(super) fn hit(&self, look: Look<'_>, case: &Case<'_>, swing: &Swing, lands: Lands, damage: i32) -> Hit {
        let mut hit = swing.exposed.blow(look.rules(), case, &swing.arm, damage, self.rules.damage);
        hit.words.extend(lands.words());
        Hit { part: case.part, ..hit }
    }

    /// Lets it happen: what cripples does so whatever protects.
    fn hurt(table: &mut Table<'_>, hit: &Hit, lands: Lands) -> Step {
        if hit.damage > 0 || lands == Lands::Crippling { table.inflict(hit) } else { Ok(()) }
    }
}

impl Aims for TwoDefences {
    fn plain(&self) -> Plain {
        Plain { rule: self.rules.attack, harms: self.harms, kinds: &["physical"], is_weapon }
    }
}

/// Whether the dice show a 1, where any are thrown, and how the blow lands.
type Rolled = (Option<bool>, Lands);

impl Attack for TwoDefences {
    type Plan = Swing;
    type Rolled = Rolled;

    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Swing {
        let (turned, target) = (case.turned(), case.against.unwrap_or(case.who));
        let mut attack = look.figure(case.who, self.skill);
        if case.is("clumsy") {
            attack.add("clumsy", self.clumsy, self.rules.clumsy);
        }
        let base = look.sum(&turned.on("target"), look.figure(target, self.base));
        Swing {
            attack: look.sum(case, attack),
            total: look.sum(&turned.on("protection"), base.clone()),
            base,
            deflects: case.is("deflecting"),
            cripples_at: self.cripples_at,
            damage: self.sizes.damage(look, case.who, arm).unwrap_or_default(),
            bonus: look.damage_bonus(case, arm),
            passive: look.sum(&turned.on("passive reduction"), Sum::new()),
            active: look.sum(&turned.on("active reduction"), Sum::new()),
            exposed: look.exposed(arm.harms.unwrap_or(self.harms), &turned),
            arm: arm.clone(),
        }
    }

    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing) -> Step<Rolled> {
        let (throw, lands) =
            table.dice_for(|dice| swing.roll(&self.die, dice), |(throw, lands)| (*lands, throw.total == 1))?;
        let total = throw.total.saturating_add(swing.attack.total());
        table.note(|look| {
            let target = case.against.unwrap_or(case.who);
            let (attacker, name) = (look.name(case.who), look.name(target));
            let arm = case.arm.map_or("what they have", |arm| arm.name.as_str());
            let (base, upper) = (swing.base.total(), swing.total.total());
            let how = lands.in_words();
            let margin = if lands >= Lands::Direct { format!(" by {}", total - upper) } else { String::new() };
            let text =
                format!("{attacker} attacks {name} with {arm}: {total} against {base} / {upper}, {how}{margin}.");
            let rule = match lands {
                Lands::Miss => self.rules.roll,
                Lands::Deflected => self.rules.deflected,
                _ => self.rules.lands,
            };
            let roll = Roll::of("attack", &self.die, &throw, &swing.attack);
            let roll = roll.against(swing.total.clone(), lands > Lands::Deflected).above(swing.bands());
            Fact::new(rule, text).who(case.who).whom(target).roll(roll)
        });
        Ok((Some(throw.total == 1), lands))
    }

    fn land(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, rolled: &mut Rolled) -> Step<Option<i32>> {
        let lands = rolled.1;
        if lands <= Lands::Deflected {
            return Ok(None);
        }
        let (_, dealt) = self.damage(table, case, swing, (lands, false))?;
        let hit = self.hit(table.look(), case, swing, lands, dealt);
        Self::hurt(table, &hit, lands)?;
        Ok(Some(dealt))
    }

    fn blown<'a>(&self, case: &'a Case<'a>, (shows_one, lands): &Rolled) -> Blown<'a> {
        let stopped_by = (*lands == Lands::Deflected).then(|| Verb::of(lands.name()));
        let reached = *lands > Lands::Miss;
        Blown { shows_one: *shows_one, stopped_by, band: Some(lands.name()), ..Blown::of(case, reached) }
    }

    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Option<Forecast> {
        let swing = self.plan(look, case, arm);
        let (rolled, thrown) = (swing.rolled(&self.die).ok()?, swing.thrown().ok()?);
        let judged = swing.prospects(&rolled, &thrown, look.rules());
        Some(Forecast::of(vec![self.prospect(look, case, &swing, &judged)]))
    }
}

fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm)
}

/// Whether arms of this kind are struck or shot with at one at a time.
const fn is_struck_with(arm: &Arm) -> bool {
    matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged) && arm.area.is_none()
}

mechanic!(TwoDefences: |self| {
    strikes_with(arm) => is_struck_with(arm),
    needs => &[Part::Reach],
    words(words) => {
        words.add(Word::Roll, ["attack", "damage"]).add(Word::Roll, [self.lethal.fatal.skill]);
        words.add(Word::Outcome, ["miss", "nothing", "deflected", "glancing", "direct", "crippling", ram::DRIVEN]);
        words.add(Word::Term, ["clumsy", "needed", "ram", "the most"]);
        words.add(Word::manner("attack"), ["right hand", "left hand"]);
        words.add(Word::manner(LethalStroke::VERB), [self.lethal.fatal.manner]);
    },
    deeds => {
        let (attack, reads) = (Arc::new(self.clone()), &[Reads::With, Reads::At, Reads::Manner]);
        let mut deeds: Vec<Arc<dyn Deed>> =
            vec![Arc::new(Strike { attack: attack.clone(), reads }), Arc::new(LethalStroke(attack.clone()))];
        deeds.extend(self.ram.clone().map(|ram| -> Arc<dyn Deed> { Arc::new(Ram(attack, ram)) }));
        deeds
    },
});

impl Blows for TwoDefences {
    fn landings(&self) -> Vec<Key> {
        [Lands::Glancing, Lands::Direct, Lands::Crippling].map(Lands::name).to_vec()
    }
}

modifies!(TwoDefences: ["run-up"] => |self, look, case, sum| {
    // Whoever can do nothing but ram keeps as far away as they go in one Move.
    if let Some(ram) = &self.ram
        && !look.gear(case.who).iter().any(is_weapon)
    {
        let squares = look.value(case.who, ram.speed) / look.rules().measure.square.max(1);
        sum.add("ram", squares.max(0), ram.rules.ram);
    }
});
