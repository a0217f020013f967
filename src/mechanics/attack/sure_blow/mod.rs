//! Attacks that land by themselves, and everything that hangs on what the target does about it: dodging, striking back,
//! hiding behind somebody, guarding somebody (ZN-ATK-01 to ZN-ATK-15, ZN-REACT-01 to ZN-REACT-11, ZN-AREA-01 to
//! ZN-AREA-06, ZN-SIZE-02 to ZN-SIZE-10).
//!
//! `means.rs` reads an order as strikes and uses up what they take, `manners.rs` says in which manner, `legal.rs` which
//! may be struck, `plan.rs` gathers their numbers, `react.rs` asks the targets, `opportunity.rs` those whom somebody
//! turns away from, `exchange.rs` lets it all come about, `foretell.rs` tells the odds of it, `kept.rs` says what a turn
//! is worth to those who keep it, and `lurking.rs` keeps the hidden waiting.
//!
//! A reaction is paid with the turn of the one who reacts. Hiding and guarding put another fighter in the place of the
//! target, and the question "react" goes to that one. Where somebody strikes back, both throw damage, and the one who
//! suffers more is struck first (`plan::trade`). No state of a counter under way is stored: with each answer the attack
//! runs again from its start.

mod blast;
mod damage;
mod deeds;
mod disarm_shove_grapple;
mod exchange;
mod foretell;
mod kept;
mod legal;
mod lurking;
mod manners;
mod means;
mod opportunity;
mod plan;
mod react;
mod split;
mod stunts;

use self::damage::Impaired;
use self::deeds::{Attack, Blast};
use self::means::{Manoeuvre, Means, Occasion, Strike};
use self::stunts::Stunt;
use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct SureBlow {
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// The figure for how large a body is.
    pub size: FigureName,
    /// The figure that is saved on to hit.
    pub aim: FigureName,
    /// The figure that is saved on to dodge.
    pub dodge: FigureName,
    /// The figure that is saved on against manoeuvres.
    pub stand: FigureName,
    /// From which size on hands reach farther, and how far, in half zones.
    pub long_reach: (i32, i32),
    /// The type of damage of fire.
    pub fire: Key,
    /// Whether armour does nothing about fire.
    pub fire_is_direct: bool,
    /// How impaired damage is thrown.
    pub impaired: Impaired,
    /// When a shot counts as one on the move.
    pub ranged_moving: Moving,
    /// Whether a blast from hand to hand can be dodged.
    pub dodge_melee_blast: bool,
    /// How the damage of a blast is thrown.
    pub blast_damage: BlastDamage,
    /// Whether those who guard for free may still react to the same attack.
    pub guard_may_react: bool,
    /// What a shove by somebody larger does beside, and the rule about it.
    pub mighty: Option<(Expr, RuleId)>,
    /// What arms of these words do beside damage.
    pub effects: BTreeMap<Key, Effect>,
    /// What powers cost: the figure of the arm, that of its owner, and the count of what is spent.
    pub mana: (Key, FigureName, Key),
    /// The figure of arms that one alone cannot work, for how many it takes, and the rule about it.
    pub crew: (Key, RuleId),
    /// The word of scenarios in which nobody stands on a border.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub whole_zones: Key,
    /// Words of profiles of those who understand nothing.
    pub mindless: Vec<Key>,
    /// The type of damage that maims.
    pub edged: Key,
    /// States that the rules of attacks speak of.
    pub states: States,
    /// Skills that change attacks, each by its name.
    pub skills: Skills,
    /// What its blows come to, as far as anybody has asked.
    #[serde(skip)]
    foretold: Foretold<plan::Numbers, Judged>,
    /// The rules that these numbers stand for.
    pub rules: SureBlowRules,
}

/// When a shot counts as one on the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moving {
    /// With any step in the same turn, so that those who shoot standing take none afterwards.
    AnyStepThisTurn,
    /// Only with steps before it.
    StepsBeforeOnly,
}

/// How the damage of a blast is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlastDamage {
    /// For each target by itself.
    EachTarget,
    /// Once for all.
    OneRoll,
}

/// What an arm does beside damage.
#[derive(Clone, Debug, Deserialize)]
pub struct Effect {
    /// The state that it brings.
    pub brings: ConditionName,
    /// The figure that is saved on against it.
    pub save: Option<FigureName>,
    /// How long it lasts, if something ends it.
    pub until: Option<Until>,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// States that the rules of attacks speak of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct States {
    /// Of those whom their enemies do not see.
    pub concealed: ConditionName,
    /// Of those who are held.
    pub grabbed: ConditionName,
    /// Of those who are felled.
    pub felled: ConditionName,
    /// Of the dead.
    pub dead: ConditionName,
    /// Of those who give up.
    pub surrendered: ConditionName,
    /// Of an arm that is hurt.
    pub maimed: ConditionName,
    /// Of those who are knocked down.
    pub stunned: ConditionName,
    /// Of those who shot standing, and take no step any more.
    pub rooted: ConditionName,
}

/// Skills that change attacks.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Skills {
    /// A dodge for nothing once a round.
    pub dodge_blows: Key,
    /// Guarding for nothing.
    pub protect: Key,
    /// First in an exchange.
    pub fast_strike: Key,
    /// Dodging for nothing when moving away.
    pub fleet_footed: Key,
    /// Bare hands with a larger die, and unimpaired.
    pub brawling: (Key, i32),
    /// A larger die hand to hand.
    pub skilled_blow: Key,
    /// A larger die at a distance.
    pub skilled_shot: Key,
    /// The largest die that these come to.
    pub largest_die: i32,
    /// A large die against the unaware.
    pub sneak_attack: (Key, i32),
    /// More damage against the larger.
    pub monster_slaying: (Key, i32),
    /// Armour ignored where more is thrown than it is worth.
    pub piercing_strike: Key,
    /// Another blow when one has felled.
    pub cleave: Key,
    /// Twice the range.
    pub steady_aim: Key,
    /// No save against being held.
    pub wrestling: Key,
    /// No save against being disarmed.
    pub disarm: Key,
    /// Knocking out with blows of a type of damage.
    pub strike_to_stun: (Key, Key),
    /// Striking with both arms at once.
    pub ambidextrous: Key,
}

rule_ids! { struct SureBlowRules {
    attack: "Attacking.",
    unarmed: "Bare hands.",
    armed: "Weapons.",
    unseen: "Striking at those who are not seen.",
    difficult: "Long shots, and shots on the run.",
    impossible: "Shots that nobody can take.",
    held_back: "Holding back.",
    death_blow: "The death blow.",
    stunt: "Stunts.",
    menu: "Which stunts are offered.",
    reload: "Loading after each shot.",
    power: "Powers and their price in mana.",
    manoeuvres: "Manoeuvres.",
    disarm: "Disarming.",
    shove: "Shoving.",
    order: "Manoeuvres, and counters to them.",
    grapple: "Seizing somebody.",
    holding: "What one can do with those in one's grip.",
    no_save: "No save against somebody larger who disarms, shoves or seizes.",
    too_large: "Those too large to be handled.",
    smaller: "Striking at somebody larger.",
    split: "Sharing out the dice of a blow among several.",
    reaction: "Reactions.",
    moment: "When one decides about them.",
    free: "Reactions that cost nothing.",
    dodge: "Dodging.",
    counter: "Striking back.",
    first: "Whose blow lands first.",
    hide: "Hiding behind somebody.",
    guard: "Stepping in for somebody.",
    opportunity: "Blows at those who turn away.",
    unaware: "Those who know nothing of a blow.",
    able: "Those who cannot react.",
    blast: "Blasts.",
    melee_blast: "Sweeps with a weapon in hand.",
    ranged_blast: "Bombs, breath and other blasts from afar.",
    deviation: "Blasts that go astray.",
    damage: "What a blow does.",
    impaired: "Impaired and enhanced dice.",
} }

/// Reactions that some can make for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeKind {
    /// Getting out of the way.
    Dodge,
    /// Stepping in for somebody.
    Guard,
}

/// The round, plus one, in which somebody last took a step in their own turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stepped(i32);

impl SureBlow {
    /// Whether somebody has taken a step in the turn that they are taking.
    fn has_moved(&self, look: Look<'_>, who: Id) -> bool {
        let steps = look.get::<Stepped>(who).is_some_and(|stepped| stepped.0 == look.clock().round + 1);
        steps && look.clock().turn == Some(who)
    }

    /// Whether this kills somebody who lies there.
    fn may_kill(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let refuse_if = |is_so: bool, why: &str| look.refuse_if(is_so, self.rules.death_blow, || why);
        let lies_there = look.is(strike.target, self.states.felled);
        refuse_if(!lies_there, "only whoever lies incapacitated can be killed so")?;
        let is_blow = strike.harms() && !strike.is_ranged() && !strike.is_blast();
        let is_near = is_blow && look.is_nearby(strike.who, strike.target);
        refuse_if(!is_near, "it takes somebody nearby, hand to hand")
    }

    /// Whether the computer would offer this with a blow that fells so often, and is likely to be taken at its word.
    fn wants(look: Look<'_>, stunt: Stunt, fells: f64) -> bool {
        let prisoners = look.ground().tags.iter().any(|tag| *tag == "prisoners");
        let wanted = prisoners || !stunt.resigns();
        wanted && stunt.is_taken(fells)
    }

    fn is_hidden(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.states.concealed)
    }
}

mechanic!(SureBlow: |self| {
    strikes_with(arm) => means::is_struck_with(arm),
    relies_on(_rules) => vec![self.states.stunned],
    words(words) => {
        words.add(Word::Roll, ["damage"]).add(Word::Outcome, ["dodged", "miss", "not struck", "nothing"]);
        words.add(Word::Term, ["range", "size"]);
        Self::manners(words);
        words.add(Word::Outcome, ["disarmed", "shoved", "grabbed"]).add(Word::Outcome, Stunt::ALL.map(Stunt::name));
    },
    needs => &[Part::Saves, Part::Zones],
    deeds(blow) => {
        let verbs = [ATTACK].into_iter().chain(Manoeuvre::ALL.map(Manoeuvre::verb));
        let attacks = verbs.map(|verb| Arc::new(Attack { blow: blow.clone(), verb }) as Arc<dyn Deed>);
        attacks.chain([Arc::new(Blast { blow: blow.clone() }) as Arc<dyn Deed>]).collect()
    },
});

hears!(SureBlow: |self, table| {
    TurnBegun { who } => table.edit::<Stepped>(who).0 = 0,
    Gone { who, .. } => {
        let clock = table.clock();
        if clock.turn == Some(who) {
            table.edit::<Stepped>(who).0 = clock.round + 1;
        }
    },
});

impl Shows for SureBlow {
    fn foretells(&self, look: Look<'_>, question: &Question, answer: &Order) -> Option<Vec<Prospect>> {
        if question.kind == "react" { self.foretell_answer(look, answer) } else { None }
    }

    fn leads_to(&self, look: Look<'_>, question: &Question) -> Option<String> {
        if question.kind == "react" { self.shoved_to(look) } else { None }
    }

    fn threatens(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Vec<Square>> {
        let own = look.spot(who).filter(|_| !arm.has("blast"))?;
        let long = look.value(who, self.size) >= self.long_reach.0;
        Some(squares_of(look, |spot| {
            let far = look.spots().distance(own, spot).is_some_and(|far| far <= self.long_reach.1.unsigned_abs());
            look.are_near(own, spot) || (long && far && look.barriers(own, spot).is_empty())
        }))
    }

    fn carries(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Vec<(String, Vec<Square>)>> {
        let own = look.spot(who)?;
        let arm = Arc::new(arm.clone());
        let range = self.reach(look, &Strike::new(who, who, Means::Arm(arm), Occasion::Turn));
        let away = |spot: Spot| look.spots().distance(own, spot);
        let within =
            |from: u32, to: u32| squares_of(look, |spot| away(spot).is_some_and(|far| (from..=to).contains(&far)));
        let (half, aim) = (range / 2, self.aim);
        Some(vec![
            (format!("to {}", zones_in_words(half)), within(0, half)),
            (format!("to {}: {aim} save", zones_in_words(range)), within(half + 1, range)),
        ])
    }
}

/// The squares of all such places.
fn squares_of(look: Look<'_>, is_meant: impl Fn(Spot) -> bool) -> Vec<Square> {
    let spots = look.spots();
    spots.all().iter().filter(|spot| is_meant(**spot)).flat_map(|spot| spots.squares(*spot)).copied().collect()
}

impl Blows for SureBlow {
    /// What works only on those who are held or know nothing of it is of no use where nobody near is either: whoever is
    /// hidden keeps it in hand, and takes it out only beside somebody.
    fn is_useless(&self, look: Look<'_>, who: Id, arm: &Arm) -> bool {
        let is_hidden = || self.is_hidden(look, who);
        // Whoever holds somebody needs hands enough beside those.
        let hands = look.rules().measure.hands.map_or(0, |hands| look.value(who, hands));
        let holds = || i32::try_from(look.brought_upon(who, self.states.grabbed).count()).unwrap_or(i32::MAX);
        let is_free_for_it = || hands.saturating_sub(holds()) >= i32::from(arm.hands);
        let grips = |each: &Condition| each.kind == self.states.grabbed && (each.by != Some(who) || is_free_for_it());
        let is_held = |foe: Id| look.conditions(foe).iter().any(grips);
        let is_open = |foe: Id| look.is_nearby(who, foe) && (is_held(foe) || is_hidden());
        let waits = || self.lurks_with(look, who) == Some(arm.name);
        arm.has("unaware or grabbed") && !waits() && !look.foes(who).any(is_open)
    }
}

impl Judges for SureBlow {
    fn risk(&self, look: Look<'_>, who: Id, order: &Order) -> f64 {
        self.gives_away(look, who, order)
    }

    fn weigh(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let (Some(who), Some(by)) = (question.who, question.by) else { return Vec::new() };
        if question.kind == "react" {
            return self.weigh_answers(look);
        }
        if question.kind != "opportunity" {
            return Vec::new();
        }
        let kept = self.worth_of_turn(look, who);
        let worth = |choice: &Choice| {
            let with = choice.order.with?;
            let means = Manoeuvre::named(Verb::of(with)).map(Means::Manoeuvre);
            let arm = || look.item(who, with).map(|item| Means::Arm(item.arm.clone()));
            let strike = Strike::new(who, by, means.or_else(arm)?, Occasion::Opportunity);
            let hits = self.chance_to_hit(look, &strike).to_f64();
            Some((choice.order.clone(), Worth::of(self.loss(look, &strike) * hits - kept * 0.5)))
        };
        question.choices.iter().flatten().filter_map(worth).collect()
    }
}

impl Defends for SureBlow {
    fn takes_turns_for_answers(&self) -> bool {
        true
    }
}
