//! Striking at what somebody wears or holds, and what damaged gear is still good for (ST-ATK-30 to ST-ATK-32).

use crate::mechanics::harm::thresholds::breaks;
use crate::mechanics::prelude::*;

/// The numbers of gear that is struck.
#[derive(Clone, Debug, Deserialize)]
pub struct Carried {
    /// The kind of harm that gear takes.
    pub kind: HarmName,
    /// The figure of arms that attacks at them must reach.
    pub target: FigureName,
    /// The figure of arms that damage is compared with.
    pub toughness: FigureName,
    /// How far below it the threshold of wounds lies.
    pub soft_below: i32,
    /// What worn things are as tough as: for each size of the wearer, plus a constant, plus this figure of theirs.
    pub worn: (i32, i32, FigureName),
    /// The figure of size.
    pub size: FigureName,
    /// The figure that attacks at the wearer must reach.
    pub wearer_target: FigureName,
    /// Words of shots that jam when their weapon is damaged.
    pub jams: Key,
    /// The arm that a destroyed weapon still is.
    pub improvised: ArmName,
    /// The rules that these numbers stand for.
    pub rules: CarriedRules,
}

rule_ids! { struct CarriedRules {
    aim: "Aiming at things.",
    table: "How tough things are.",
    damaged: "What damage does to them.",
} }

impl Carried {
    /// What attacks at `arm` must reach, and how tough it is.
    fn figures(&self, look: Look<'_>, owner: Id, arm: &Arm) -> Option<(Sum, i32)> {
        if arm.kind == ArmKind::Worn && arm.figure(self.toughness).is_none() {
            let (a_size, plus, figure) = self.worn;
            let size = look.value(owner, self.size);
            let toughness = a_size.saturating_mul(size) + plus + arm.figure(figure)?;
            return Some((look.figure(owner, self.wearer_target), toughness));
        }
        let (target, toughness) = (arm.figure(self.target)?, arm.figure(self.toughness)?);
        // The figures of an arm are those of its own size already.
        let mut sum = Sum::new();
        sum.add(arm.name, target, self.rules.table);
        Some((sum, toughness))
    }

    /// The item that a case aims at.
    fn aimed<'a>(look: Look<'a>, owner: Id, part: Option<Key>) -> Option<&'a Item> {
        let part = part?;
        look.gear(owner).iter().find(|item| item.arm.name == part && can_be_struck(item))
    }
}

/// Whether a thing is out where it can be struck: worn or in hand.
fn can_be_struck(item: &Item) -> bool {
    matches!(item.held, Held::Hand(_) | Held::Worn) && !item.is("destroyed")
}

mechanic!(Carried: |self| {
    words(words) => words.add(Word::Outcome, ["damaged", "destroyed", "nothing"]).add(Word::Term, ["wounds"]),
    deeds => vec![Arc::new(self.clone())],
});

hears!(Carried: |self, table| {
    Blow { blow } => {
        let Some(arm) = blow.case.arm.filter(|arm| arm.has(self.jams)) else { return Ok(()) };
        let (who, name) = (blow.case.who, arm.name);
        let wounded = table.look().item(who, name).is_some_and(|item| item.wounds > 0);
        if blow.shows_one == Some(true) && wounded {
            table.edit_item(who, name, |item| {
                if !item.is("jammed") {
                    item.state.push(Key::from("jammed"));
                }
            });
            table.say(self.rules.damaged, who, |look| format!("{}'s {name} jams.", look.name(who)));
        }
    },
});

impl Blows for Carried {
    fn parts(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Key>) {
        let Some(target) = case.against else { return };
        let items = look.gear(target).iter().filter(|item| can_be_struck(item));
        let known = items.filter(|item| self.figures(look, target, &item.arm).is_some());
        out.extend(known.map(|item| item.arm.name));
    }

    fn aimed_at(&self, look: Look<'_>, case: &Case<'_>) -> Option<AimedAt> {
        let owner = case.against?;
        let item = Self::aimed(look, owner, case.part)?;
        let (target, _) = self.figures(look, owner, &item.arm)?;
        Some(AimedAt { target, kind: self.kind })
    }

    /// Whoever has lost a thing goes on without it.
    fn falls_short(&self, look: Look<'_>, case: &Case<'_>, judged: &Judged) -> f64 {
        let owner = case.against.filter(|_| judged.grade > 0);
        let struck = owner.and_then(|owner| Some((owner, Self::aimed(look, owner, case.part)?)));
        struck.map_or(0.0, |(owner, item)| {
            let is_lost = judged.grade >= FELLED;
            let says = f64::from(judged.harm) * A_WOUND + if is_lost { 1.0 } else { 0.0 };
            says - self.misses(look, owner, item, is_lost)
        })
    }
}

/// What each point of protection is worth to those who lose it, in felled fighters: a little less than a wound, which counts
/// against those who lie dying, too.
const A_POINT: f64 = 0.25;

/// What it is worth that somebody loses the only thing that they strike with, that they have to draw another, or that it is
/// damaged: what shoots hits the less for it as well.
const DISARMED: f64 = 0.3;
const DRAWS: f64 = 0.15;
const BLUNTED: f64 = 0.05;

/// What it is worth that somebody loses anything else that they hold.
const A_THING: f64 = 0.1;

impl Carried {
    /// What a thing that is lost or damaged is worth to its owner, in felled fighters. Armour protects as well as ever until
    /// it is gone.
    fn misses(&self, look: Look<'_>, owner: Id, item: &Item, is_lost: bool) -> f64 {
        let is_weapon = |item: &Item| matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
        let strikes = |item: &Item| item.arm.damage.is_some() && is_weapon(item);
        let has_another = || {
            let usable = |other: &&Item| {
                !std::ptr::eq(*other, item) && strikes(other) && matches!(other.held, Held::Hand(_) | Held::Belt)
            };
            look.gear(owner).iter().any(|other| usable(&other))
        };
        match () {
            () if !is_lost && !strikes(item) => 0.0,
            () if item.held == Held::Worn => A_POINT * f64::from(self.protects(look, owner, item)),
            () if !strikes(item) => A_THING,
            () if is_lost && has_another() => DRAWS,
            () if is_lost => DISARMED,
            () if item.arm.is_ranged() => 2.0 * BLUNTED,
            () => BLUNTED,
        }
    }

    /// By how many points a worn thing protects better than what else its owner has.
    fn protects(&self, look: Look<'_>, owner: Id, item: &Item) -> i32 {
        let (_, _, figure) = self.worn;
        let natural = look.profile(owner).and_then(|profile| profile.figures.get(&figure)).copied().unwrap_or(0);
        let is_other = |other: &&Item| !std::ptr::eq(*other, item) && other.held == Held::Worn && can_be_struck(other);
        let others = look.gear(owner).iter().filter(is_other).filter_map(|other| other.arm.figure(figure));
        let beside = others.fold(natural.max(0), i32::max);
        (item.arm.figure(figure).unwrap_or(0) - beside).max(0)
    }
}

modifies!(Carried: ["damage", "attack", "defence dc"] => |self, look, case, sum| {
    let Some(arm) = case.arm else { return };
    let wounds = look.item(case.who, arm.name).map_or(0, |item| item.wounds);
    if wounds == 0 {
        return;
    }
    let ranged = arm.kind == ArmKind::Ranged;
    let counts = match case.on.as_str() {
        "damage" => true,
        "attack" | "defence dc" => ranged,
        _ => false,
    };
    if counts {
        sum.add(Key::from("damaged weapon"), -wounds, self.rules.damaged);
    }
});

allows!(Carried: |self, look, case| {
    let Some(arm) = case.arm else { return Ok(()) };
    let is_jammed = look.item(case.who, arm.name).is_some_and(|item| item.is("jammed"));
    look.refuse_if(is_jammed, self.rules.damaged, || format!("{} is jammed", arm.name))
});

impl Harm for Carried {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let item = Self::aimed(look, case.who, case.part);
        let found = item.and_then(|item| Some((item, self.figures(look, case.who, &item.arm)?)));
        let Some((item, (_, whole))) = found else { return Exposure::default() };
        let mut sum = Sum::of(item.arm.name, whole);
        sum.add("wounds", -item.wounds, self.rules.damaged);
        Exposure::of_two(sum, self.soft_below, case.is("nonlethal").then(|| Key::from("immune")))
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        breaks(exposure, damage)
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let Some(name) = Self::aimed(table.look(), hit.who, hit.part).map(|item| item.arm.name) else { return Ok(()) };
        let opposed = hit.exposure.in_words();
        table.note(|look| {
            let (owner, verdict) = (look.name(hit.who), hit.judged.name);
            let text = format!("{} damage against {owner}'s {name} {}: {verdict}.", hit.damage, opposed);
            let wounds = look.item(hit.who, name).map_or(0, |item| item.wounds);
            let fact = Fact::new(self.rules.damaged, text).who(hit.who).damage(hit.damage).kept();
            fact.change(hit.who, name, -wounds, -wounds - hit.judged.harm)
        });
        if hit.judged.harm == 0 {
            return Ok(());
        }
        let destroyed = hit.judged.name == "destroyed";
        let improvised = table.look().arm(self.improvised.key()).cloned();
        table.edit_item(hit.who, name, |item| {
            item.wounds += 1;
            if !destroyed {
                return;
            }
            let weapon = matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
            match improvised {
                // Useless for its purpose, but there is still something to swing.
                Some(improvised) if weapon => {
                    let broken = Arm { name: Key::new(&format!("broken {name}")), ..(*improvised).clone() };
                    *item = Item::new(Arc::new(broken), item.held);
                }
                _ => item.state.push(Key::from("destroyed")),
            }
        });
        Ok(())
    }
}

/// Clearing a jammed weapon.
impl Deed for Carried {
    nature!(|self| Nature::of("clear", Group::Gear, Stage::Upkeep).reading(&[Reads::With]));

    offers!(|self, look, who| "Clear {}", self.rules.damaged, with {
        look.gear(who).iter().filter(|item| item.is("jammed")).map(|item| item.arm.name)
    });

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["clear"])?;
        look.arm_for(who, order, |item| item.is("jammed") && item.is_ready()).map(drop)
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(0.15))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(item) = table.look().arm_for(who, order, |item| item.is("jammed")) else { return Ok(()) };
        let name = item.arm.name;
        table.edit_item(who, name, |item| item.state.retain(|state| *state != "jammed"));
        table.say(self.rules.damaged, who, |look| format!("{} clears {name}.", look.name(who)));
        Ok(())
    }
}
