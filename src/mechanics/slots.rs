//! The slots of a composition: which mechanics a ruleset may name in each, as `ruleset.ron` writes them.

mod compose;

use super::{
    abilities, afflictions, aftermath, area, attack, beasts, conditions, cover, crowds, death, defence, encounter,
    gear, grapple, growth, harm, initiative, minions, morale, movement, possession, reactions, size, skills, souls,
    stealth, turn, wounds,
};
use crate::mechanics::prelude::*;

pub use compose::Composition;

/// Makes the enum of a slot: a variant for each mechanic that fits it, whether a composition may hold several of it, and
/// the roles that it plays.
macro_rules! slot {
    ($(#[$doc:meta])* $slot:ident { $($mechanic:ident($type:ty) $($repeats:ident)? $(: $($role:ident)+)?),* $(,)? }) => {
        slot!(@enum $(#[$doc])* $slot { $($mechanic($type) $($repeats)?),* });

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
    ($(#[$doc:meta])* $slot:ident as $part:ident { $($mechanic:ident($type:ty) $($repeats:ident)? $(: $($role:ident)+)?),* $(,)? }) => {
        slot!(@enum $(#[$doc])* $slot { $($mechanic($type) $($repeats)?),* });

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
    (@enum $(#[$doc:meta])* $slot:ident { $($mechanic:ident($type:ty) $($repeats:ident)?),* }) => {
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

            $(fn $repeats(&self) -> bool {
                true
            })?
        })*
    };
}

/// Makes the slots of a composition, and the struct that holds what stands in them.
macro_rules! slots {
    (
        $($(#[$doc:meta])* $one:ident: $only:ident as $part:ident { $($mechanic:tt)* })+;
        $($(#[$docs:meta])* $field:ident: $slot:ident { $($fits:tt)* })+
    ) => {
        $(slot! { $(#[$doc])* $only as $part { $($mechanic)* } })+
        $(slot! { $(#[$docs])* $slot { $($fits)* } })+

        /// A composition: a mechanic for each slot, with its numbers.
        #[derive(Clone, Debug, Deserialize)]
        pub struct Slots {
            $($(#[$doc])* pub $one: $only,)+
            $($(#[$docs])* #[serde(default)] pub $field: Vec<$slot>,)+
        }
    };
}

slots! {
    /// Who acts when.
    initiative: InitiativeSlot as Initiative {
        Rolled(initiative::rolled::Rolled): listens shows,
        Alternating(initiative::alternating::Alternating): listens,
        CardHand(initiative::card_hand::CardHand): listens hides shows,
        Segments(initiative::segments::Segments): listens modifies shows,
    }
    /// What a turn can hold.
    turn: TurnSlot as Economy {
        Seconds(turn::seconds::Seconds): listens shows,
        OneOfEach(turn::one_of_each::OneOfEach): listens shows,
        Actions(turn::actions::Actions): listens shows,
        TwoShapes(turn::two_shapes::TwoShapes): listens shows,
        OneAction(turn::one_action::OneAction): listens shows,
        Declared(turn::declared::Declared): listens modifies shows judges,
    };

    // Of those above a composition has one mechanic, of those below as many as it likes.
    /// What one does in the turn of another.
    reactions: ReactionSlot {
        Prepared(reactions::prepared::Prepared): listens steps shows,
        Opportunity(reactions::opportunity::Opportunity): listens steps judges,
    }
    /// What being large or small does.
    size: SizeSlot {
        OwnScale(size::own_scale::OwnScale): modifies shows,
    }
    /// What comes before a fight.
    encounter: EncounterSlot {
        Meeting(encounter::meeting::Meeting): listens drives shows,
        Pursuit(encounter::pursuit::Pursuit): listens drives shows,
        Armies(encounter::armies::Armies): listens shows,
    }
    /// How bodies get about.
    movement: MovementSlot {
        Paces(movement::paces::Paces): steps shows,
        Momentum(movement::momentum::Momentum): listens modifies forbids,
        Charge(movement::charge::Charge): listens narrows modifies shows,
        ClimbAndSwim(movement::climb_and_swim::ClimbAndSwim): listens modifies steps,
        HardLanding(movement::hard_landing::HardLanding): listens modifies steps,
        Stances(cover::stances::Stances): modifies,
        ZoneByZone(movement::zone_by_zone::ZoneByZone): modifies,
        Sprint(movement::sprint::Sprint): modifies,
        Hazards(movement::hazards::Hazards): listens forbids allows drives steps judges,
        Mounts(movement::mounts::Mounts): listens modifies forbids narrows judges steps shows,
        Exits(movement::exits::Exits),
        InMelee(movement::in_melee::InMelee): listens steps,
        Leaving(movement::leaving::Leaving): listens narrows judges steps,
        ChargeHome(movement::charge_home::ChargeHome): listens modifies steps,
        Mounted(movement::mounted::Mounted): listens modifies narrows,
        OutOfDoors(movement::out_of_doors::OutOfDoors): modifies,
        Flight(movement::flight::Flight): forbids shows,
    }
    /// How a blow is resolved.
    attack: AttackSlot {
        TargetThenDefence(attack::target_then_defence::TargetThenDefence): rests,
        Bands(attack::bands::Bands),
        TwoDefences(attack::two_defences::TwoDefences): blows modifies,
        Wielding(attack::wielding::Wielding): allows,
        AllWeapons(attack::all_weapons::AllWeapons): listens modifies shows,
        Tackle(attack::tackle::Tackle),
        Swarm(attack::swarm::Swarm): listens modifies drives,
        WithinReach(attack::within_reach::WithinReach): allows,
        Range(attack::range::Range): modifies shows allows,
        Aim(attack::aim::Aim): listens narrows modifies shows,
        Ammunition(attack::ammunition::Ammunition): listens allows,
        CalledShots(attack::called_shots::CalledShots): listens blows modifies forbids,
        Holds(grapple::holds::Holds): listens blows allows narrows,
        SureBlow(attack::sure_blow::SureBlow): listens shows judges blows defends steps,
        Grabs(grapple::grabs::Grabs): listens forbids drives steps,
        OneRoll(attack::one_roll::OneRoll): listens modifies shows,
        Opposed(attack::opposed::Opposed): shows judges,
        LongerFirst(attack::longer_first::LongerFirst): listens narrows,
        AbilityBonus(attack::ability_bonus::AbilityBonus): modifies,
        HighGround(attack::high_ground::HighGround): narrows,
        SlowArms(attack::slow_arms::SlowArms): listens allows shows,
        Pools(grapple::pools::Pools): listens,
        CloseCombat(grapple::close_combat::CloseCombat): listens modifies forbids defends judges shows,
    }
    /// What strikes whole areas, and what comes later.
    area: AreaSlot {
        AreaAttack(area::area_attack::AreaAttack): judges,
        SavedArea(area::saved_area::SavedArea): judges,
        Delay(area::delay::Delay): listens blows drives shows,
        Dives(area::dives::Dives): listens judges,
    }
    /// What stands between, and what stands on the board.
    cover: CoverSlot {
        BehindCover(cover::behind_cover::BehindCover): modifies narrows sees blows,
        Things(cover::things::Things): harm forbids allows blows,
        ZoneCover(cover::zone_cover::ZoneCover): narrows allows sees,
        ShotCover(cover::shot_cover::ShotCover): modifies allows sees,
        Breaks(cover::breaks::Breaks): listens forbids allows,
        Weather(cover::weather::Weather): modifies,
    }
    /// What a target does about a blow.
    defence: DefenceSlot {
        NamedDefences(defence::named_defences::NamedDefences): listens defends,
        ActiveAndPassive(defence::active_and_passive::ActiveAndPassive): listens modifies narrows allows shows,
        ArmourValue(defence::armour_value::ArmourValue): modifies,
        ArmourClass(defence::armour_class::ArmourClass): listens judges modifies,
        Defending(defence::defending::Defending),
        BlockOrDodge(defence::block_or_dodge::BlockOrDodge): listens modifies allows defends,
        Flanked(defence::flanked::Flanked): modifies flanks narrows,
        Facing(defence::facing::Facing): listens flanks narrows,
        FromBehind(defence::from_behind::FromBehind): listens narrows allows forbids,
        Surrounded(defence::surrounded::Surrounded): listens narrows allows,
        Parry(defence::parry::Parry): listens modifies,
    }
    /// Who sees whom.
    stealth: StealthSlot {
        WhoSeesWhom(stealth::who_sees_whom::WhoSeesWhom): listens modifies narrows allows sees defends shows,
        Ambush(stealth::ambush::Ambush): listens drives forbids,
        Hiding(stealth::hiding::Hiding): listens sees,
        Sneaking(stealth::sneaking::Sneaking): listens sees,
        Backstab(stealth::backstab::Backstab): listens narrows modifies,
    }
    /// What is worn and held.
    gear: GearSlot {
        Armour(gear::armour::Armour): modifies,
        Carried(gear::carried::Carried): listens harm blows modifies allows,
        Hands(gear::hands::Hands): listens allows,
        Handling(gear::handling::Handling): listens modifies allows,
        Reloading(gear::reloading::Reloading): listens shows,
        Load(gear::load::Load): modifies forbids shows,
        Consumables(gear::consumables::Consumables),
        Features(gear::features::Features),
        Wear(gear::wear::Wear): listens blows,
    }
    /// What damage does.
    harm: HarmSlot {
        TwoThresholds(harm::two_thresholds::TwoThresholds): harm,
        OneThreshold(harm::one_threshold::OneThreshold): harm allows,
        Points(harm::points::Points) repeats: listens harm shows,
        HitPoints(harm::hit_points::HitPoints): listens harm shows,
        Endurance(harm::endurance::Endurance): listens harm shows,
        Health(harm::health::Health): harm shows,
        Drained(harm::drained::Drained) repeats: listens harm shows,
        Regenerates(harm::regenerates::Regenerates) repeats: listens,
        Fire(harm::fire::Fire): listens drives,
        Subdual(harm::subdual::Subdual): listens modifies,
        HalfHarmed(harm::half_harmed::HalfHarmed): modifies,
    }
    /// What a blow leaves beside the harm itself.
    wounds: WoundsSlot {
        Chart(wounds::chart::Chart): listens blows rests shows,
        Limbs(wounds::limbs::Limbs): listens modifies forbids allows,
    }
    /// Poisons, diseases, gas and rays.
    afflictions: AfflictionsSlot {
        Afflictions(afflictions::Afflictions): listens modifies rests forbids drives judges blows shows,
    }
    /// What is done by a check alone.
    skills: SkillsSlot {
        Encourage(skills::encourage::Encourage): listens,
        Intimidate(skills::intimidate::Intimidate): modifies,
        Notice(skills::notice::Notice),
        RollUnder(skills::saves::RollUnder): saves,
        Provoke(skills::provoke::Provoke),
    }
    /// What becomes of those who are felled.
    death: DeathSlot {
        Dying(death::dying::Dying): listens drives shows,
        LastRounds(death::last_rounds::LastRounds): listens,
    }
    /// What becomes of minds.
    morale: MoraleSlot {
        Will(morale::will::Will): listens harm shows,
        Outcry(morale::outcry::Outcry): allows,
        Dread(morale::dread::Dread): listens,
        GroupChecks(morale::group_checks::GroupChecks): listens drives shows,
        Surrender(morale::surrender::Surrender): listens,
        Wavering(morale::wavering::Wavering): listens drives shows,
    }
    /// What conditions do where data cannot say it.
    conditions: ConditionSlot {
        Waking(conditions::waking::Waking): listens shows,
        BreaksOff(conditions::breaks_off::BreaksOff) repeats: listens shows,
        LetsGo(conditions::lets_go::LetsGo) repeats: listens,
        Fades(conditions::fades::Fades) repeats: listens,
        Disabled(conditions::disabled::Disabled): forbids,
        Stagger(conditions::stagger::Stagger): listens drives,
        Stunned(conditions::stunned::Stunned): listens,
        Confusion(conditions::confusion::Confusion): listens drives shows,
        Panic(conditions::panic::Panic): listens drives,
        Rage(conditions::rage::Rage): listens modifies drives,
        Bonds(conditions::bonds::Bonds),
        LosesTurn(conditions::loses_turn::LosesTurn) repeats: listens,
        Shies(conditions::shies::Shies) repeats: steps,
        Flees(conditions::flees::Flees) repeats: drives,
        Frenzy(conditions::frenzy::Frenzy) repeats: drives,
        Multiplies(conditions::multiplies::Multiplies) repeats: modifies,
        SingledOut(conditions::singled_out::SingledOut) repeats: listens allows,
        GetsUp(conditions::gets_up::GetsUp) repeats,
        Swallowed(conditions::swallowed::Swallowed): listens narrows modifies allows,
        Sleeps(conditions::sleeps::Sleeps): listens,
    }
    /// What becomes of souls, and of the Vitality in them.
    souls: SoulsSlot {
        Gauge(souls::gauge::Gauge),
        Gathering(souls::gathering::Gathering),
        PassingOn(souls::passing_on::PassingOn): listens shows,
        SoulComa(souls::coma::SoulComa): listens rests shows,
    }
    /// Several minds in one body.
    possession: PossessionSlot {
        TwoMinds(possession::TwoMinds): listens modifies forbids drives judges shows,
    }
    /// What perks and callings let somebody do.
    abilities: AbilitiesSlot {
        Abilities(abilities::known::Abilities),
        Spells(abilities::spells::Spells): listens judges shows,
    }
    /// What those do who follow somebody.
    minions: MinionsSlot {
        StandingOrders(minions::standing_orders::StandingOrders): listens drives judges shows,
    }
    /// One against many, and many who fight as one.
    crowds: CrowdsSlot {
        ManyBlows(crowds::ManyBlows): modifies,
        QuickKill(crowds::QuickKill),
        Units(crowds::Units): listens narrows modifies shows,
    }
    /// Riders, mounts and loose animals.
    beasts: BeastsSlot {
        Riding(beasts::riding::Riding): listens modifies forbids blows steps defends shows,
        Reins(beasts::reins::Reins): listens modifies narrows forbids allows drives judges steps shows,
        Tempers(beasts::tempers::Tempers): drives shows,
    }
    /// What lies between two battles.
    aftermath: AftermathSlot {
        Mending(aftermath::mending::Mending): listens,
        Chase(aftermath::chase::Chase): listens,
        Recovery(aftermath::recovery::Recovery): listens,
        Repairs(aftermath::repairs::Repairs),
        Camping(aftermath::camp::Camping): listens,
    }
    /// Experience, and what grows by it.
    growth: GrowthSlot {
        Experience(growth::experience::Experience): listens shows,
        Schooling(growth::schooling::Schooling): rests shows,
    }
}
