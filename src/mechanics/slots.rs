//! The slots of a composition: which mechanics a ruleset may name in each, as
//! `ruleset.ron` writes them.

use std::sync::Arc;

use serde::Deserialize;

use super::{
    abilities, afflictions, aftermath, area, attack, beasts, conditions, cover, crowds, death, defence, encounter,
    gear, grapple, growth, harm, initiative, minions, morale, movement, possession, reactions, size, skills, souls,
    stealth, turn, wounds,
};
use crate::battle::{Economy, Initiative, Mechanic};

/// Makes the enum of a slot: a variant for each mechanic that fits it.
macro_rules! slot {
    ($(#[$doc:meta])* $slot:ident { $($mechanic:ident($type:ty)),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(rename = "$sortie::names_of::mechanic")]
        #[allow(missing_docs, clippy::large_enum_variant, reason = "each variant is the mechanic of its name; a few are read for each ruleset")]
        pub enum $slot {
            $($mechanic($type)),*
        }

        impl $slot {
            const NAMES: &'static [&'static str] = &[$(stringify!($mechanic)),*];

            fn mechanic(self) -> Arc<dyn Mechanic> {
                match self {
                    $(Self::$mechanic(mechanic) => Arc::new(mechanic)),*
                }
            }
        }
    };
}

/// Who acts when.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "$sortie::names_of::mechanic")]
pub enum InitiativeSlot {
    /// Rolled, once or each round.
    Rolled(initiative::rolled::Rolled),
    /// Sides take turns, one fighter each.
    Alternating(initiative::alternating::Alternating),
    /// A card laid each round.
    CardHand(initiative::card_hand::CardHand),
    /// A round in segments, by a die each.
    Segments(initiative::segments::Segments),
}

/// What a turn can hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "$sortie::names_of::mechanic")]
pub enum TurnSlot {
    /// A budget of seconds.
    Seconds(turn::seconds::Seconds),
    /// One deed of each kind.
    OneOfEach(turn::one_of_each::OneOfEach),
    /// A few actions.
    Actions(turn::actions::Actions),
    /// A whole move, or half a move with actions.
    TwoShapes(turn::two_shapes::TwoShapes),
    /// Half a move and an action.
    OneAction(turn::one_action::OneAction),
    /// As many actions as one declares.
    Declared(turn::declared::Declared),
}

slot! {
    /// What one does in the turn of another.
    ReactionSlot {
        Prepared(reactions::Prepared),
    }
}
slot! {
    /// What comes before a fight.
    EncounterSlot {
        Meeting(encounter::Meeting),
        Pursuit(encounter::Pursuit),
        Armies(encounter::Armies),
    }
}
slot! {
    /// How bodies get about.
    MovementSlot {
        Paces(movement::paces::Paces),
        Momentum(movement::Momentum),
        Charge(movement::Charge),
        ClimbAndSwim(movement::ClimbAndSwim),
        HardLanding(movement::HardLanding),
        Stances(cover::Stances),
        HalfSteps(movement::HalfSteps),
        Sprint(movement::Sprint),
        Hazards(movement::Hazards),
        Mounts(movement::Mounts),
        Exits(movement::Exits),
        InMelee(movement::InMelee),
        Leaving(movement::Leaving),
        ChargeHome(movement::ChargeHome),
        Mounted(movement::Mounted),
        OutOfDoors(movement::OutOfDoors),
        Flight(movement::Flight),
    }
}
slot! {
    /// How a blow is resolved.
    AttackSlot {
        TargetThenDefence(attack::TargetThenDefence),
        Bands(attack::Bands),
        TwoDefences(attack::TwoDefences),
        Wielding(attack::Wielding),
        AllWeapons(attack::AllWeapons),
        Tackle(attack::Tackle),
        Swarm(attack::Swarm),
        WithinReach(attack::WithinReach),
        Range(attack::Range),
        Aim(attack::Aim),
        Ammunition(attack::Ammunition),
        CalledShots(attack::CalledShots),
        Holds(grapple::Holds),
        SureBlow(attack::SureBlow),
        Grabs(grapple::Grabs),
        OneRoll(attack::OneRoll),
        Opposed(attack::Opposed),
        LongerFirst(attack::LongerFirst),
        AbilityBonus(attack::AbilityBonus),
        HighGround(attack::HighGround),
        SlowArms(attack::SlowArms),
        Pools(grapple::Pools),
        CloseCombat(grapple::CloseCombat),
    }
}
slot! {
    /// What strikes whole areas, and what comes later.
    AreaSlot {
        AreaAttack(area::AreaAttack),
        Delay(area::Delay),
        Dives(area::Dives),
    }
}
slot! {
    /// What stands between, and what stands on the board.
    CoverSlot {
        BehindCover(cover::BehindCover),
        Things(cover::Things),
        ZoneCover(cover::ZoneCover),
        ShotCover(cover::ShotCover),
        Breaks(cover::Breaks),
        Weather(cover::Weather),
    }
}
slot! {
    /// What a target does about a blow.
    DefenceSlot {
        NamedDefences(defence::NamedDefences),
        ActiveAndPassive(defence::ActiveAndPassive),
        ArmourValue(defence::ArmourValue),
        ArmourClass(defence::ArmourClass),
        Defending(defence::Defending),
        BlockOrDodge(defence::BlockOrDodge),
        Flanked(defence::Flanked),
        Facing(defence::Facing),
        FromBehind(defence::FromBehind),
        Surrounded(defence::Surrounded),
        Parry(defence::Parry),
    }
}
slot! {
    /// What damage does.
    HarmSlot {
        TwoThresholds(harm::two_thresholds::TwoThresholds),
        OneThreshold(harm::OneThreshold),
        Points(harm::Points),
        HitPoints(harm::HitPoints),
        Endurance(harm::Endurance),
        Health(harm::Health),
        Drained(harm::Drained),
        Regenerates(harm::Regenerates),
        Fire(harm::Fire),
        Subdual(harm::Subdual),
        HalfHarmed(harm::HalfHarmed),
    }
}
slot! {
    /// What being large or small does.
    SizeSlot {
        OwnScale(size::OwnScale),
    }
}
slot! {
    /// Who sees whom.
    StealthSlot {
        WhoSeesWhom(stealth::WhoSeesWhom),
        Ambush(stealth::Ambush),
        Hiding(stealth::Hiding),
        Sneaking(stealth::Sneaking),
        Backstab(stealth::Backstab),
    }
}
slot! {
    /// What is worn and held.
    GearSlot {
        Armour(gear::Armour),
        Carried(gear::Carried),
        Hands(gear::Hands),
        Handling(gear::Handling),
        Reloading(gear::Reloading),
        Load(gear::Load),
        Consumables(gear::Consumables),
        Features(gear::Features),
        Wear(gear::Wear),
    }
}

slot! {
    /// What a blow leaves beside the harm itself.
    WoundsSlot {
        Chart(wounds::Chart),
        Limbs(wounds::Limbs),
    }
}
slot! {
    /// Poisons, diseases, gas and rays.
    AfflictionsSlot {
        Afflictions(afflictions::Afflictions),
    }
}
slot! {
    /// What is done by a check alone.
    SkillsSlot {
        Encourage(skills::Encourage),
        Intimidate(skills::Intimidate),
        Notice(skills::Notice),
        RollUnder(skills::RollUnder),
        Provoke(skills::Provoke),
    }
}
slot! {
    /// What becomes of those who are felled.
    DeathSlot {
        Dying(death::Dying),
        LastRounds(death::LastRounds),
    }
}
slot! {
    /// What becomes of minds.
    MoraleSlot {
        Will(morale::Will),
        Outcry(morale::Outcry),
        Dread(morale::Dread),
        GroupChecks(morale::GroupChecks),
        Surrender(morale::Surrender),
        Wavering(morale::Wavering),
    }
}
slot! {
    /// What conditions do where data cannot say it.
    ConditionSlot {
        Waking(conditions::Waking),
        BreaksOff(conditions::BreaksOff),
        LetsGo(conditions::LetsGo),
        Fades(conditions::Fades),
        Disabled(conditions::Disabled),
        Stagger(conditions::Stagger),
        Stunned(conditions::Stunned),
        Confusion(conditions::Confusion),
        Panic(conditions::Panic),
        Rage(conditions::Rage),
        Bonds(conditions::Bonds),
        LosesTurn(conditions::LosesTurn),
        Shies(conditions::Shies),
        Flees(conditions::Flees),
        Frenzy(conditions::Frenzy),
        Halves(conditions::Halves),
        Doubles(conditions::Doubles),
        SingledOut(conditions::SingledOut),
        GetsUp(conditions::GetsUp),
        Swallowed(conditions::Swallowed),
        Sleeps(conditions::Sleeps),
    }
}
slot! {
    /// What becomes of souls, and of the Vitality in them.
    SoulsSlot {
        Gauge(souls::Gauge),
        Gathering(souls::Gathering),
        PassingOn(souls::PassingOn),
        SoulComa(souls::SoulComa),
    }
}
slot! {
    /// Several minds in one body.
    PossessionSlot {
        TwoMinds(possession::TwoMinds),
    }
}
slot! {
    /// What perks and callings let somebody do.
    AbilitiesSlot {
        Abilities(abilities::Abilities),
        Spells(abilities::Spells),
    }
}
slot! {
    /// What those do who follow somebody.
    MinionsSlot {
        StandingOrders(minions::StandingOrders),
    }
}

slot! {
    /// Riders, mounts and loose animals.
    BeastsSlot {
        Riding(beasts::Riding),
        Reins(beasts::Reins),
        Tempers(beasts::Tempers),
    }
}

slot! {
    /// What lies between two battles.
    AftermathSlot {
        Mending(aftermath::Mending),
        Chase(aftermath::Chase),
        Recovery(aftermath::Recovery),
        Repairs(aftermath::Repairs),
        Camping(aftermath::Camping),
    }
}

slot! {
    /// Experience, and what grows by it.
    GrowthSlot {
        Experience(growth::Experience),
        Schooling(growth::Schooling),
    }
}

slot! {
    /// One against many, and many who fight as one.
    CrowdsSlot {
        ManyBlows(crowds::ManyBlows),
        QuickKill(crowds::QuickKill),
        Units(crowds::Units),
    }
}

/// A composition: a mechanic for each slot, with its numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// Who acts when.
    pub initiative: InitiativeSlot,
    /// What a turn can hold.
    pub turn: TurnSlot,
    /// What one does in the turn of another.
    #[serde(default)]
    pub reactions: Vec<ReactionSlot>,
    /// What being large or small does.
    #[serde(default)]
    pub size: Vec<SizeSlot>,
    /// What comes before a fight.
    #[serde(default)]
    pub encounter: Vec<EncounterSlot>,
    /// How bodies get about.
    #[serde(default)]
    pub movement: Vec<MovementSlot>,
    /// How a blow is resolved.
    #[serde(default)]
    pub attack: Vec<AttackSlot>,
    /// What strikes whole areas, and what comes later.
    #[serde(default)]
    pub area: Vec<AreaSlot>,
    /// What stands between, and what stands on the board.
    #[serde(default)]
    pub cover: Vec<CoverSlot>,
    /// What a target does about a blow.
    #[serde(default)]
    pub defence: Vec<DefenceSlot>,
    /// Who sees whom.
    #[serde(default)]
    pub stealth: Vec<StealthSlot>,
    /// What is worn and held.
    #[serde(default)]
    pub gear: Vec<GearSlot>,
    /// What damage does.
    #[serde(default)]
    pub harm: Vec<HarmSlot>,
    /// What a blow leaves beside the harm itself.
    #[serde(default)]
    pub wounds: Vec<WoundsSlot>,
    /// Poisons, diseases, gas and rays.
    #[serde(default)]
    pub afflictions: Vec<AfflictionsSlot>,
    /// What is done by a check alone.
    #[serde(default)]
    pub skills: Vec<SkillsSlot>,
    /// What becomes of those who are felled.
    #[serde(default)]
    pub death: Vec<DeathSlot>,
    /// What becomes of minds.
    #[serde(default)]
    pub morale: Vec<MoraleSlot>,
    /// What conditions do where data cannot say it.
    #[serde(default)]
    pub conditions: Vec<ConditionSlot>,
    /// What becomes of souls, and of the Vitality in them.
    #[serde(default)]
    pub souls: Vec<SoulsSlot>,
    /// Several minds in one body.
    #[serde(default)]
    pub possession: Vec<PossessionSlot>,
    /// What perks and callings let somebody do.
    #[serde(default)]
    pub abilities: Vec<AbilitiesSlot>,
    /// What those do who follow somebody.
    #[serde(default)]
    pub minions: Vec<MinionsSlot>,
    /// One against many, and many who fight as one.
    #[serde(default)]
    pub crowds: Vec<CrowdsSlot>,
    /// Riders, mounts and loose animals.
    #[serde(default)]
    pub beasts: Vec<BeastsSlot>,
    /// What lies between two battles.
    #[serde(default)]
    pub aftermath: Vec<AftermathSlot>,
    /// Experience, and what grows by it.
    #[serde(default)]
    pub growth: Vec<GrowthSlot>,
}

/// The mechanics that fit each slot, by the field of the slot.
const SLOTS: &[(&str, &[&str])] = &[
    ("initiative", &["Rolled", "Alternating", "CardHand", "Segments"]),
    ("turn", &["Seconds", "OneOfEach", "Actions", "TwoShapes", "OneAction", "Declared"]),
    ("reactions", ReactionSlot::NAMES),
    ("size", SizeSlot::NAMES),
    ("encounter", EncounterSlot::NAMES),
    ("movement", MovementSlot::NAMES),
    ("attack", AttackSlot::NAMES),
    ("area", AreaSlot::NAMES),
    ("cover", CoverSlot::NAMES),
    ("defence", DefenceSlot::NAMES),
    ("stealth", StealthSlot::NAMES),
    ("gear", GearSlot::NAMES),
    ("harm", HarmSlot::NAMES),
    ("wounds", WoundsSlot::NAMES),
    ("skills", SkillsSlot::NAMES),
    ("afflictions", AfflictionsSlot::NAMES),
    ("death", DeathSlot::NAMES),
    ("morale", MoraleSlot::NAMES),
    ("conditions", ConditionSlot::NAMES),
    ("souls", SoulsSlot::NAMES),
    ("abilities", AbilitiesSlot::NAMES),
    ("minions", MinionsSlot::NAMES),
    ("beasts", BeastsSlot::NAMES),
    ("crowds", CrowdsSlot::NAMES),
    ("possession", PossessionSlot::NAMES),
    ("aftermath", AftermathSlot::NAMES),
    ("growth", GrowthSlot::NAMES),
];

/// The slot into which a mechanic of this name belongs.
pub fn slot_of(mechanic: &str) -> Option<&'static str> {
    SLOTS.iter().find(|(_, names)| names.contains(&mechanic)).map(|(slot, _)| *slot)
}

/// The mechanics of a composition, ready for a battle.
pub struct Composition {
    /// Who acts when.
    pub initiative: Arc<dyn Initiative>,
    /// What a turn can hold.
    pub economy: Arc<dyn Economy>,
    /// All of them, in the order in which they are asked.
    pub mechanics: Vec<Arc<dyn Mechanic>>,
}

impl Slots {
    /// Puts the mechanics together, in the order of the slots.
    pub fn compose(self) -> Composition {
        let (initiative, mechanic): (Arc<dyn Initiative>, Arc<dyn Mechanic>) = match self.initiative {
            InitiativeSlot::Rolled(mechanic) => both(Arc::new(mechanic)),
            InitiativeSlot::Alternating(mechanic) => both(Arc::new(mechanic)),
            InitiativeSlot::CardHand(mechanic) => both(Arc::new(mechanic)),
            InitiativeSlot::Segments(mechanic) => both(Arc::new(mechanic)),
        };
        let mut mechanics = vec![mechanic];
        let (economy, mechanic): (Arc<dyn Economy>, Arc<dyn Mechanic>) = match self.turn {
            TurnSlot::Seconds(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
            TurnSlot::OneOfEach(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
            TurnSlot::Actions(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
            TurnSlot::TwoShapes(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
            TurnSlot::OneAction(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
            TurnSlot::Declared(mechanic) => {
                let mechanic = Arc::new(mechanic);
                (mechanic.clone(), mechanic)
            }
        };
        mechanics.push(mechanic);
        mechanics.extend(self.reactions.into_iter().map(ReactionSlot::mechanic));
        mechanics.extend(self.size.into_iter().map(SizeSlot::mechanic));
        mechanics.extend(self.encounter.into_iter().map(EncounterSlot::mechanic));
        mechanics.extend(self.movement.into_iter().map(MovementSlot::mechanic));
        mechanics.extend(self.attack.into_iter().map(AttackSlot::mechanic));
        mechanics.extend(self.area.into_iter().map(AreaSlot::mechanic));
        mechanics.extend(self.cover.into_iter().map(CoverSlot::mechanic));
        mechanics.extend(self.defence.into_iter().map(DefenceSlot::mechanic));
        mechanics.extend(self.stealth.into_iter().map(StealthSlot::mechanic));
        mechanics.extend(self.gear.into_iter().map(GearSlot::mechanic));
        mechanics.extend(self.harm.into_iter().map(HarmSlot::mechanic));
        mechanics.extend(self.wounds.into_iter().map(WoundsSlot::mechanic));
        mechanics.extend(self.skills.into_iter().map(SkillsSlot::mechanic));
        // What is due at the start of a turn comes in this order too: poison
        // first, then the dying, then the broken, then whoever has lost seconds or its wits.
        mechanics.extend(self.afflictions.into_iter().map(AfflictionsSlot::mechanic));
        mechanics.extend(self.death.into_iter().map(DeathSlot::mechanic));
        mechanics.extend(self.morale.into_iter().map(MoraleSlot::mechanic));
        mechanics.extend(self.conditions.into_iter().map(ConditionSlot::mechanic));
        mechanics.extend(self.souls.into_iter().map(SoulsSlot::mechanic));
        mechanics.extend(self.abilities.into_iter().map(AbilitiesSlot::mechanic));
        mechanics.extend(self.minions.into_iter().map(MinionsSlot::mechanic));
        mechanics.extend(self.beasts.into_iter().map(BeastsSlot::mechanic));
        mechanics.extend(self.crowds.into_iter().map(CrowdsSlot::mechanic));
        // Vetoes come after everything else that is due at the start of a turn.
        mechanics.extend(self.possession.into_iter().map(PossessionSlot::mechanic));
        mechanics.extend(self.aftermath.into_iter().map(AftermathSlot::mechanic));
        mechanics.extend(self.growth.into_iter().map(GrowthSlot::mechanic));
        Composition { initiative, economy, mechanics }
    }
}

fn both<M: Initiative + 'static>(mechanic: Arc<M>) -> (Arc<dyn Initiative>, Arc<dyn Mechanic>) {
    (mechanic.clone(), mechanic)
}
