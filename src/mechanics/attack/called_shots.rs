//! Called shots: a part of the body is harder to hit, easier to hurt, and
//! being hurt there means something of its own (ST-ATK-22 to ST-ATK-29).

use crate::mechanics::prelude::*;

/// The numbers of called shots.
#[derive(Clone, Debug, Deserialize)]
pub struct CalledShots {
    /// What being hit in each kind of part means. A part of a body is of the
    /// kind that its name ends with: "left leg" is a leg.
    #[serde(deserialize_with = "refers::own")]
    pub spots: BTreeMap<Key, Spot>,
    /// The parts that bodies have which name none of their own.
    #[serde(deserialize_with = "refers::own")]
    pub usual_parts: Vec<Key>,
    /// The die of the checks against lasting harm.
    pub die: Expr,
    /// The skill of these checks.
    pub skill: FigureName,
    /// The condition of a hand that strikes worse, and how much worse.
    pub hurt_hand: (ConditionName, i32),
    /// Words of conditions that make a limb useless.
    pub useless: Vec<ConditionName>,
    /// Words of blows that are struck with limbs themselves, by any of them that is still of use.
    #[serde(default)]
    pub bare: BTreeMap<Key, Bare>,
    /// All of somebody's parts of this kind in this condition bring that one.
    pub all: Vec<AllOf>,
    /// The rule of lasting effects.
    pub rule: RuleId,
}

/// What being hit in one kind of part means.
#[derive(Clone, Debug, Deserialize)]
pub struct Spot {
    /// What it adds to Target.
    pub target: i32,
    /// What it adds to Toughness.
    pub toughness: i32,
    /// Damage above the lower threshold is a wound.
    #[serde(default = "yes")]
    pub wounds: bool,
    /// Damage above the higher one fells.
    #[serde(default)]
    pub kills: bool,
    /// What else follows above the lower threshold.
    #[serde(default)]
    pub soft: Aftermath,
    /// What else follows above the higher one.
    #[serde(default)]
    pub hard: Aftermath,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// What follows a hit in some part.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Aftermath {
    /// Conditions of the part.
    pub brings: Vec<ConditionName>,
    /// What it holds falls.
    pub drops: bool,
    /// What follows if a check against the damage fails.
    pub unless_passed: Option<Failing>,
}

/// What follows a failed check.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Failing {
    /// A condition of the whole body.
    pub brings: Option<ConditionName>,
    /// How many turns it lasts; until something ends it if left out.
    pub turns: Option<i32>,
    /// What the part holds falls.
    pub drops: bool,
}

/// Blows with bare limbs.
#[derive(Clone, Debug, Deserialize)]
pub struct Bare {
    /// The kinds of limb.
    pub limbs: Vec<Key>,
    /// Conditions of a limb that strikes no more.
    pub useless: Vec<ConditionName>,
}

/// What it means that all parts of a kind are in some condition.
#[derive(Clone, Debug, Deserialize)]
pub struct AllOf {
    /// The kind of part.
    pub parts: Key,
    /// In this condition.
    pub are: ConditionName,
    /// Brings this one.
    pub brings: ConditionName,
}

impl CalledShots {
    /// What being hit in `part` means.
    pub fn spot(&self, part: Key) -> Option<&Spot> {
        self.spots.get(&part).or_else(|| {
            let kind = part.as_str().rsplit(' ').next()?;
            self.spots.get(&Key::find(kind)?)
        })
    }

    fn parts_of<'a>(&'a self, look: Look<'a>, who: Id) -> &'a [Key] {
        let own = look.profile(who).map_or(&[][..], |profile| &profile.parts);
        if own.is_empty() { &self.usual_parts } else { own }
    }

    /// The items that hang on a limb: what its hand holds, alone or with the other.
    fn held_by(look: Look<'_>, who: Id, part: Key) -> SmallVec<[Key; 2]> {
        let hand = Grip::of_limb(part);
        let by_it = |item: &&Item| matches!(item.held, Held::Hand(grip) if grip.shares(hand));
        look.gear(who).iter().filter(by_it).map(|item| item.arm.name).collect()
    }

    fn drop_from(&self, table: &mut Table<'_>, who: Id, part: Key, rule: RuleId) {
        let square = table.look().footprint(who).at;
        for name in Self::held_by(table.look(), who, part) {
            table.edit_item(who, name, |item| item.held = Held::Ground(square));
            table.say(rule, who, |look| format!("{} drops {name}.", look.name(who)));
        }
    }

    fn follow(&self, table: &mut Table<'_>, hit: &Hit, part: Key, spot: &Spot, after: &Aftermath) -> Step {
        for kind in &after.brings {
            table.say(spot.rule, hit.who, |look| format!("{}'s {part}: {kind}.", look.name(hit.who)));
            table.begin(hit.who, Condition::new(*kind).on(Some(part)))?;
        }
        if after.drops {
            self.drop_from(table, hit.who, part, spot.rule);
        }
        if let Some(failing) = &after.unless_passed {
            let bonus = table.look().figure(hit.who, self.skill);
            let checked = table.passes(hit.who, "check", &self.die, bonus, Sum::of("damage", hit.damage), spot.rule)?;
            if !checked {
                if failing.drops {
                    self.drop_from(table, hit.who, part, spot.rule);
                }
                if let Some(kind) = failing.brings {
                    let until = failing.turns.map_or(Until::Ended, Until::Turns);
                    table.begin(hit.who, Condition::new(kind).until(until))?;
                }
            }
        }
        for all in &self.all {
            let look = table.look();
            let parts: Vec<_> =
                self.parts_of(look, hit.who).iter().filter(|part| is_of(**part, all.parts)).copied().collect();
            let crippled = |part: &Key| {
                look.conditions(hit.who).iter().any(|each| each.kind == all.are && each.part == Some(*part))
            };
            if !parts.is_empty() && parts.iter().all(crippled) && !look.is(hit.who, all.brings) {
                table.begin(hit.who, Condition::new(all.brings))?;
            }
        }
        Ok(())
    }
}

/// Whether a part is of this kind.
fn is_of(part: Key, kind: Key) -> bool {
    part == kind || part.as_str().rsplit(' ').next() == Some(kind.as_str())
}

mechanic!(CalledShots: |self| {
    words(words) => words.add(Word::Roll, ["check"]).add(Word::Term, ["damage"]),
});

hears!(CalledShots: |self, table| {
    Harmed { hit } => {
        let Some((part, spot)) = hit.part.and_then(|part| Some((part, self.spot(part)?))) else { return Ok(()) };
        match hit.judged.grade {
            ..=0 => Ok(()),
            1 => self.follow(table, hit, part, spot, &spot.soft),
            _ => self.follow(table, hit, part, spot, &spot.hard),
        }
    },
});

impl Blows for CalledShots {
    fn parts(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Key>) {
        if let Some(target) = case.against.filter(|target| !target.is_thing()) {
            out.extend(self.parts_of(look, target).iter().filter(|part| self.spot(**part).is_some()));
        }
    }

    fn expose(&self, _look: Look<'_>, case: &Case<'_>, exposure: &mut Exposure) {
        let Some(spot) = case.part.and_then(|part| self.spot(part)) else { return };
        if !spot.kills {
            exposure.words.push(Key::from("spares life"));
        }
        if !spot.wounds {
            exposure.words.push(Key::from("soft spares"));
        }
    }

    /// Whoever loses the use of a limb fights on, if not as well as before.
    fn falls_short(&self, look: Look<'_>, case: &Case<'_>, judged: &Judged) -> f64 {
        let maimed = case.part.filter(|_| judged.grade >= FELLED);
        let spot = maimed.and_then(|part| self.spot(part)).filter(|spot| !spot.kills);
        let (Some(part), Some(spot), Some(target)) = (maimed, spot, case.against) else { return 0.0 };
        let is_weapon = |name: &Key| look.item(target, *name).is_some_and(|item| item.arm.damage.is_some());
        let is_disarmed = spot.hard.drops && Self::held_by(look, target, part).iter().any(is_weapon);
        1.0 - if is_disarmed { DISARMED } else { CRIPPLED }
    }
}

/// What it is worth beside the wound, in felled fighters, that somebody can no longer hold what they strike with, and that any
/// other limb of theirs is of no use.
const DISARMED: f64 = 0.35;
const CRIPPLED: f64 = 0.15;

modifies!(CalledShots: ["target", "toughness", "attack", "defence dc"] => |self, look, case, sum| {
    if let Some((part, spot)) = case.part.and_then(|part| Some((part, self.spot(part)?))) {
        match case.on.as_str() {
            "target" => sum.add(part, spot.target, spot.rule),
            "toughness" => sum.add(part, spot.toughness, spot.rule),
            _ => {}
        }
    }
    if case.on == "attack" || case.on == "defence dc" {
        let (hurt, less) = self.hurt_hand;
        let Some(arm) = case.arm else { return };
        let mut hands =
            look.conditions(case.who).iter().filter(|each| each.kind == hurt).filter_map(|each| each.part);
        if hands.any(|part| Self::held_by(look, case.who, part).contains(&arm.name)) {
            sum.add(hurt, less, self.rule);
        }
    }
});

forbids!(CalledShots: |self, look, who, kinds| {
    if !kinds.contains(&"attack".into()) {
        return Ok(());
    }
    // A limb that is of no use strikes no blow of its own, nor does a weapon that both hands should hold.
    for condition in look.conditions(who).iter().filter(|each| self.useless.contains(&each.kind)) {
        let Some(part) = condition.part else { continue };
        let arms = Self::held_by(look, who, part);
        if let Some(arm) = arms.iter().find(|arm| kinds.contains(arm)) {
            let why = format!("{}'s {part} cannot use {arm}: {}", look.name(who), condition.kind);
            return Err(Refusal::new(self.rule, why));
        }
    }
    for (word, bare) in self.bare.iter().filter(|(word, _)| kinds.contains(word)) {
        let is_limb = |part: &&Key| bare.limbs.iter().any(|kind| is_of(**part, *kind));
        let mut limbs = self.parts_of(look, who).iter().filter(is_limb).peekable();
        let lost = |part: &Key| {
            look.conditions(who).iter().any(|each| bare.useless.contains(&each.kind) && each.part == Some(*part))
        };
        let why = || format!("{} has not a limb left to strike {word}", look.name(who));
        look.refuse_if(limbs.peek().is_some() && limbs.all(lost), self.rule, why)?;
    }
    Ok(())
});
