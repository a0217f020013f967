//! The slots of a composition: which mechanics a ruleset may name in each, as
//! `ruleset.ron` writes them.

mod compose;

use std::sync::Arc;

use serde::Deserialize;

use super::{
    abilities, afflictions, aftermath, area, attack, beasts, conditions, cover, crowds, death, defence, encounter,
    gear, grapple, growth, harm, initiative, minions, morale, movement, possession, reactions, size, skills, souls,
    stealth, turn, wounds,
};
use crate::battle::{Economy, Initiative, Named, Registry};

pub use compose::Composition;

/// Makes the enum of a slot: a variant for each mechanic that fits it, with the roles that it plays.
macro_rules! slot {
    ($(#[$doc:meta])* $slot:ident { $($mechanic:ident($type:ty)$(: $($role:ident)+)?),* $(,)? }) => {
        slot!(@enum $(#[$doc])* $slot { $($mechanic($type)),* });

        impl $slot {
            fn join(self, registry: &mut Registry) {
                match self {
                    $(Self::$mechanic(mechanic) => {
                        let mechanic = Arc::new(mechanic);
                        $($(registry.$role(mechanic.clone());)+)?
                        registry.mechanics.push(mechanic);
                    })*
                }
            }
        }
    };
    // A slot with a part of its own in every battle.
    ($(#[$doc:meta])* $slot:ident as $part:ident { $($mechanic:ident($type:ty)$(: $($role:ident)+)?),* $(,)? }) => {
        slot!(@enum $(#[$doc])* $slot { $($mechanic($type)),* });

        impl $slot {
            fn join(self, registry: &mut Registry) -> Arc<dyn $part> {
                match self {
                    $(Self::$mechanic(mechanic) => {
                        let mechanic = Arc::new(mechanic);
                        $($(registry.$role(mechanic.clone());)+)?
                        registry.mechanics.push(mechanic.clone());
                        mechanic
                    })*
                }
            }
        }
    };
    (@enum $(#[$doc:meta])* $slot:ident { $($mechanic:ident($type:ty)),* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(rename = "$sortie::names_of::mechanic")]
        #[allow(missing_docs, clippy::large_enum_variant, reason = "each variant is the mechanic of its name; a few are read for each ruleset")]
        pub enum $slot {
            $($mechanic($type)),*
        }

        $(impl Named for $type {
            fn name(&self) -> &'static str {
                stringify!($mechanic)
            }
        })*

        impl $slot {
            const NAMES: &'static [&'static str] = &[$(stringify!($mechanic)),*];
        }
    };
}

slot! {
    /// Who acts when.
    InitiativeSlot as Initiative {
        Rolled(initiative::rolled::Rolled): listens shows,
        Alternating(initiative::alternating::Alternating): listens,
        CardHand(initiative::card_hand::CardHand): listens hides shows,
        Segments(initiative::segments::Segments): listens modifies shows,
    }
}
slot! {
    /// What a turn can hold.
    TurnSlot as Economy {
        Seconds(turn::seconds::Seconds): listens shows,
        OneOfEach(turn::one_of_each::OneOfEach): listens shows,
        Actions(turn::actions::Actions): listens shows,
        TwoShapes(turn::two_shapes::TwoShapes): listens shows,
        OneAction(turn::one_action::OneAction): listens shows,
        Declared(turn::declared::Declared): listens modifies shows judges,
    }
}
slot! {
    /// What one does in the turn of another.
    ReactionSlot {
        Prepared(reactions::Prepared): listens steps shows,
        Opportunity(reactions::Opportunity): listens steps judges,
    }
}
slot! {
    /// What comes before a fight.
    EncounterSlot {
        Meeting(encounter::Meeting): listens drives shows,
        Pursuit(encounter::Pursuit): listens drives shows,
        Armies(encounter::Armies): listens shows judges,
    }
}
slot! {
    /// How bodies get about.
    MovementSlot {
        Paces(movement::paces::Paces): steps shows,
        Momentum(movement::Momentum): listens modifies forbids,
        Charge(movement::Charge): listens narrows modifies shows,
        ClimbAndSwim(movement::ClimbAndSwim): listens modifies steps,
        HardLanding(movement::HardLanding): listens modifies steps,
        Stances(cover::Stances): modifies,
        ZoneByZone(movement::ZoneByZone): modifies,
        Sprint(movement::Sprint): modifies,
        Hazards(movement::Hazards): listens forbids allows drives steps judges,
        Mounts(movement::Mounts): listens modifies forbids narrows judges steps shows,
        Exits(movement::Exits),
        InMelee(movement::InMelee): listens steps,
        Leaving(movement::Leaving): listens narrows steps,
        ChargeHome(movement::ChargeHome): listens modifies steps,
        Mounted(movement::Mounted): listens modifies narrows,
        OutOfDoors(movement::OutOfDoors): modifies,
        Flight(movement::Flight): forbids shows,
    }
}
slot! {
    /// How a blow is resolved.
    AttackSlot {
        TargetThenDefence(attack::TargetThenDefence): rests,
        Bands(attack::Bands),
        TwoDefences(attack::TwoDefences): modifies,
        Wielding(attack::Wielding): allows,
        AllWeapons(attack::AllWeapons): listens modifies shows,
        Tackle(attack::Tackle),
        Swarm(attack::Swarm): listens modifies drives,
        WithinReach(attack::WithinReach): allows,
        Range(attack::Range): modifies shows allows,
        Aim(attack::Aim): listens narrows modifies shows,
        Ammunition(attack::Ammunition): listens allows,
        CalledShots(attack::CalledShots): listens blows modifies forbids,
        Holds(grapple::Holds): listens blows allows narrows,
        SureBlow(attack::SureBlow): listens shows judges defends steps,
        Grabs(grapple::Grabs): listens forbids drives steps,
        OneRoll(attack::OneRoll): listens modifies shows,
        Opposed(attack::Opposed): shows judges,
        LongerFirst(attack::LongerFirst): listens narrows,
        AbilityBonus(attack::AbilityBonus): modifies,
        HighGround(attack::HighGround): narrows,
        SlowArms(attack::SlowArms): listens allows shows,
        Pools(grapple::Pools): listens,
        CloseCombat(grapple::CloseCombat): listens modifies forbids defends shows,
    }
}
slot! {
    /// What strikes whole areas, and what comes later.
    AreaSlot {
        AreaAttack(area::AreaAttack): judges,
        SavedArea(area::SavedArea): judges,
        Delay(area::Delay): listens blows drives shows,
        Dives(area::Dives): listens judges,
    }
}
slot! {
    /// What stands between, and what stands on the board.
    CoverSlot {
        BehindCover(cover::BehindCover): modifies narrows sees blows,
        Things(cover::Things): harm forbids allows blows,
        ZoneCover(cover::ZoneCover): narrows allows sees,
        ShotCover(cover::ShotCover): modifies allows sees,
        Breaks(cover::Breaks): listens forbids allows,
        Weather(cover::Weather): modifies,
    }
}
slot! {
    /// What a target does about a blow.
    DefenceSlot {
        NamedDefences(defence::NamedDefences): listens defends,
        ActiveAndPassive(defence::ActiveAndPassive): listens modifies narrows allows shows,
        ArmourValue(defence::ArmourValue): modifies,
        ArmourClass(defence::ArmourClass): listens judges modifies,
        Defending(defence::Defending),
        BlockOrDodge(defence::BlockOrDodge): listens modifies allows defends,
        Flanked(defence::Flanked): modifies flanks narrows,
        Facing(defence::Facing): listens flanks narrows,
        FromBehind(defence::FromBehind): listens narrows allows forbids,
        Surrounded(defence::Surrounded): listens narrows allows,
        Parry(defence::Parry): listens modifies,
    }
}
slot! {
    /// What damage does.
    HarmSlot {
        TwoThresholds(harm::two_thresholds::TwoThresholds): harm,
        OneThreshold(harm::OneThreshold): harm allows,
        Points(harm::Points): listens harm shows,
        HitPoints(harm::HitPoints): listens harm shows,
        Endurance(harm::Endurance): listens harm shows,
        Health(harm::Health): harm shows,
        Drained(harm::Drained): listens harm shows,
        Regenerates(harm::Regenerates): listens,
        Fire(harm::Fire): listens drives,
        Subdual(harm::Subdual): listens modifies,
        HalfHarmed(harm::HalfHarmed): modifies,
    }
}
slot! {
    /// What being large or small does.
    SizeSlot {
        OwnScale(size::OwnScale): modifies shows,
    }
}
slot! {
    /// Who sees whom.
    StealthSlot {
        WhoSeesWhom(stealth::WhoSeesWhom): listens modifies narrows allows sees defends shows,
        Ambush(stealth::Ambush): listens drives forbids,
        Hiding(stealth::Hiding): listens sees,
        Sneaking(stealth::Sneaking): listens sees,
        Backstab(stealth::Backstab): listens narrows modifies,
    }
}
slot! {
    /// What is worn and held.
    GearSlot {
        Armour(gear::Armour): modifies,
        Carried(gear::Carried): listens harm blows modifies allows,
        Hands(gear::Hands): listens allows,
        Handling(gear::Handling): listens modifies allows,
        Reloading(gear::Reloading): listens shows,
        Load(gear::Load): modifies forbids shows,
        Consumables(gear::Consumables),
        Features(gear::Features),
        Wear(gear::Wear): listens blows,
    }
}

slot! {
    /// What a blow leaves beside the harm itself.
    WoundsSlot {
        Chart(wounds::Chart): listens blows rests shows,
        Limbs(wounds::Limbs): listens modifies forbids allows,
    }
}
slot! {
    /// Poisons, diseases, gas and rays.
    AfflictionsSlot {
        Afflictions(afflictions::Afflictions): listens modifies rests forbids drives judges blows shows,
    }
}
slot! {
    /// What is done by a check alone.
    SkillsSlot {
        Encourage(skills::Encourage): listens,
        Intimidate(skills::Intimidate): modifies,
        Notice(skills::Notice),
        RollUnder(skills::RollUnder): saves,
        Provoke(skills::Provoke),
    }
}
slot! {
    /// What becomes of those who are felled.
    DeathSlot {
        Dying(death::Dying): listens drives shows,
        LastRounds(death::LastRounds): listens,
    }
}
slot! {
    /// What becomes of minds.
    MoraleSlot {
        Will(morale::Will): listens harm shows,
        Outcry(morale::Outcry): allows,
        Dread(morale::Dread): listens,
        GroupChecks(morale::GroupChecks): listens drives shows,
        Surrender(morale::Surrender): listens,
        Wavering(morale::Wavering): listens drives shows,
    }
}
slot! {
    /// What conditions do where data cannot say it.
    ConditionSlot {
        Waking(conditions::Waking): listens shows,
        BreaksOff(conditions::BreaksOff): listens,
        LetsGo(conditions::LetsGo): listens,
        Fades(conditions::Fades): listens,
        Disabled(conditions::Disabled): forbids,
        Stagger(conditions::Stagger): listens drives,
        Stunned(conditions::Stunned): listens,
        Confusion(conditions::Confusion): listens drives shows,
        Panic(conditions::Panic): listens drives,
        Rage(conditions::Rage): listens modifies drives,
        Bonds(conditions::Bonds),
        LosesTurn(conditions::LosesTurn): listens,
        Shies(conditions::Shies): steps,
        Flees(conditions::Flees): drives,
        Frenzy(conditions::Frenzy): drives,
        Halves(conditions::Halves): modifies,
        Doubles(conditions::Doubles): modifies,
        SingledOut(conditions::SingledOut): listens allows,
        GetsUp(conditions::GetsUp),
        Swallowed(conditions::Swallowed): listens narrows modifies allows,
        Sleeps(conditions::Sleeps): listens,
    }
}
slot! {
    /// What becomes of souls, and of the Vitality in them.
    SoulsSlot {
        Gauge(souls::Gauge),
        Gathering(souls::Gathering),
        PassingOn(souls::PassingOn): listens shows,
        SoulComa(souls::SoulComa): listens rests shows,
    }
}
slot! {
    /// Several minds in one body.
    PossessionSlot {
        TwoMinds(possession::TwoMinds): listens modifies forbids drives judges shows,
    }
}
slot! {
    /// What perks and callings let somebody do.
    AbilitiesSlot {
        Abilities(abilities::Abilities),
        Spells(abilities::Spells): listens judges shows,
    }
}
slot! {
    /// What those do who follow somebody.
    MinionsSlot {
        StandingOrders(minions::StandingOrders): listens drives shows,
    }
}

slot! {
    /// Riders, mounts and loose animals.
    BeastsSlot {
        Riding(beasts::Riding): listens modifies forbids blows steps defends shows,
        Reins(beasts::Reins): listens modifies narrows forbids allows drives judges steps shows,
        Tempers(beasts::Tempers): drives shows,
    }
}

slot! {
    /// What lies between two battles.
    AftermathSlot {
        Mending(aftermath::Mending): listens,
        Chase(aftermath::Chase): listens,
        Recovery(aftermath::Recovery): listens,
        Repairs(aftermath::Repairs),
        Camping(aftermath::Camping): listens,
    }
}

slot! {
    /// Experience, and what grows by it.
    GrowthSlot {
        Experience(growth::Experience): listens shows,
        Schooling(growth::Schooling): rests shows,
    }
}

slot! {
    /// One against many, and many who fight as one.
    CrowdsSlot {
        ManyBlows(crowds::ManyBlows): modifies,
        QuickKill(crowds::QuickKill),
        Units(crowds::Units): listens narrows modifies shows,
    }
}

/// A composition: a mechanic for each slot, with its numbers.
#[derive(Clone, Debug, Deserialize)]
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
    ("initiative", InitiativeSlot::NAMES),
    ("turn", TurnSlot::NAMES),
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
