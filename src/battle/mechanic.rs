//! What a mechanic is to the battle: the moments at which it is asked.

use std::fmt::Debug;

use bevy::ecs::world::EntityWorldMut;

use super::{
    AimedAt, Allowed, Arm, Blown, Case, Deed, Defence, Exposure, Harm, Hit, Id, InTheWay, Judged, Keepsake, Key, Look,
    Maimed, Order, Profile, Question, Rules, Saves, SideId, Step, Sum, Table, Verdict, Words, Worth,
};
use crate::board::{Arcs, Footprint, Square};
use crate::dice::{Distribution, Fraction};

/// A mechanic: one rule-bearing part of a composition. Every moment has a
/// default that does nothing, so a mechanic says only what it is about.
///
/// A mechanic never reaches into another. What two need is a component or a
/// figure of the combatants, or a hook here.
pub trait Mechanic: Debug + Send + Sync {
    /// The name of the mechanic, as rules files write it.
    fn name(&self) -> &'static str;

    /// What of a situation it looks at beside figures, counts and conditions: "cover", "light", "flanked".
    fn situations(&self) -> &'static [&'static str] {
        &[]
    }

    /// Figures and conditions that count for nothing but somebody who sits on another, as nobody does in odds of a duel.
    fn in_the_saddle(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Adds the words of its own: what it throws dice for, what may come of its deeds, in which manners they are done.
    fn words(&self, _rules: &Rules, _words: &mut Words) {}

    /// The deeds that it lets combatants do.
    fn deeds(&self) -> Vec<std::sync::Arc<dyn Deed>> {
        Vec::new()
    }

    /// Gives a new combatant the components that this mechanic keeps.
    fn equip(&self, _combatant: &mut EntityWorldMut<'_>, _profile: &Profile) {}

    /// Adds its named modifiers to a figure or roll.
    fn modify(&self, _look: Look<'_>, _case: &Case<'_>, _sum: &mut Sum) {}

    /// Forbids a deed of these kinds.
    ///
    /// # Errors
    /// With the reason.
    fn forbid(&self, _look: Look<'_>, _who: Id, _kinds: &[&str]) -> Allowed {
        Ok(())
    }

    /// Whether this round is not one of somebody's at all: it has no turn in it.
    fn leaves_out(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// Before the battle begins, where a scenario says what comes before it. Tasks put on the agenda here are done
    /// before anybody gets ready to fight.
    fn on_eve(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// The battle begins.
    fn on_start(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// Somebody has come late, before the round begins.
    fn on_arrival(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// A round begins.
    fn on_round(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// A turn begins: checks that are due, before anything is spent.
    fn on_turn(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// A second (or whatever the economy counts) of somebody's turn has passed.
    fn on_second(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Time of somebody's turn has passed without a deed.
    fn on_idle(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Somebody has chosen to do something and has not paid for it yet: whether it does, now that it knows what else
    /// comes of it. May ask. Nobody is asked who is not its own master.
    fn confirms(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step<bool> {
        Ok(true)
    }

    /// Somebody is about to do something that it has paid for.
    fn on_before(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// Somebody has done something.
    fn on_deed(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// Somebody is about to step to another place, on its own feet: whether it
    /// does. May roll for it (climbing, swimming). A place that is not on the
    /// board is off the field.
    fn before_step(&self, _table: &mut Table<'_>, _who: Id, _to: Footprint) -> Step<bool> {
        Ok(true)
    }

    /// Somebody is about to be moved to another place by others: whether it gets there.
    fn before_shove(&self, _table: &mut Table<'_>, _who: Id, _to: Footprint) -> Step<bool> {
        Ok(true)
    }

    /// Forbids somebody to step there on its own feet: nearer to what it fears.
    ///
    /// # Errors
    /// With the reason.
    fn forbid_step(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> Allowed {
        Ok(())
    }

    /// Squares that `who` cannot leave by a plain step once it stands on one of them: near enemies. Each entry is such
    /// a group of squares by itself.
    fn holds_fast(&self, _look: Look<'_>, _who: Id) -> Vec<Vec<Square>> {
        Vec::new()
    }

    /// How likely `who` is to get no further where it would step to `to`.
    fn hold_up(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> f64 {
        0.0
    }

    /// What it is worth to somebody to go that way, square by square, for the sake of what is done as it goes: only the
    /// computer asks.
    fn worth_of_way(&self, _look: Look<'_>, _who: Id, _way: &[Square]) -> Option<Worth> {
        None
    }

    /// What it would do to somebody to come to stand there, in felled fighters: fire, a fall.
    fn danger(&self, _look: Look<'_>, _who: Id, _at: Footprint) -> f64 {
        0.0
    }

    /// Whether somebody had better be elsewhere, even if there is something to do where it stands.
    fn presses(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// What an arm that does no damage will come to for the one whom this case is against.
    fn foretells(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<Distribution<Judged>> {
        None
    }

    /// What goes on from an outcome of this name for the one whom it befalls, in felled fighters.
    fn goes_on(&self, _look: Look<'_>, _who: Id, _outcome: Key) -> f64 {
        0.0
    }

    /// Whether there is anything on the field that is to be feared on the way as well as where it leads.
    fn is_foul(&self, _look: Look<'_>) -> bool {
        false
    }

    /// What it would be worth to somebody to have a thing in its hand that it has about it.
    fn wants(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Worth> {
        None
    }

    /// What an arm leaves, beside its harm, in the one whom this case is against if it is struck: for whoever reads odds.
    fn brings_in(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<Distribution<Key>> {
        None
    }

    /// What hangs over squares, for whoever draws the field.
    fn hangs(&self, _look: Look<'_>) -> Vec<Hanging> {
        Vec::new()
    }

    /// Whether this mechanic lets somebody step in when `who` comes to `to`, so
    /// that a way is told as far as that before it is broken off.
    fn answers_move(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> bool {
        false
    }

    /// Somebody has been moved, by itself or by others, from another place.
    fn on_move(&self, _table: &mut Table<'_>, _who: Id, _from: Footprint) -> Step {
        Ok(())
    }

    /// Somebody has gone so far on its own feet, in whatever movement is counted in, and has yet to come there.
    fn on_gone(&self, _table: &mut Table<'_>, _who: Id, _cost: i32) -> Step {
        Ok(())
    }

    /// Somebody has been harmed.
    fn on_harm(&self, _table: &mut Table<'_>, _hit: &Hit) -> Step {
        Ok(())
    }

    /// Everything that a harm brings with it has come about, wounds too.
    fn after_harm(&self, _table: &mut Table<'_>, _hit: &Hit) -> Step {
        Ok(())
    }

    /// Something has come down on all of these squares at once.
    fn on_blast(&self, _table: &mut Table<'_>, _squares: &[Square]) -> Step {
        Ok(())
    }

    /// The area of an arm has come down on these squares, and whatever it leaves there stays.
    fn on_area(&self, _table: &mut Table<'_>, _arm: &Arm, _squares: &[Square], _by: Option<Id>) -> Step {
        Ok(())
    }

    /// Somebody has rolled a check.
    fn on_check(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// A condition has begun or ended.
    fn on_condition(&self, _table: &mut Table<'_>, _who: Id, _kind: Key, _begun: bool) -> Step {
        Ok(())
    }

    /// A turn ends.
    fn on_turn_end(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Those who acted at once have all done so; what they brought upon each other holds from after this.
    fn on_settle(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// A round ends.
    fn on_round_end(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// Whether dice fall for `who` when its turn begins, so that it matters
    /// when it does.
    fn has_due(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// Somebody on turn is not its own master: what it does instead of what
    /// its player would choose. Asked before every choice; it must come to an
    /// end, by something that takes time or by doing nothing more.
    fn compels(&self, _table: &mut Table<'_>, _who: Id) -> Step<Option<Compulsion>> {
        Ok(None)
    }

    /// How much somebody sets out to do in its turn that is not its own master, in games in which that is said
    /// beforehand: the answer to the question about it.
    fn sets_out(&self, _look: Look<'_>, _who: Id) -> Option<Order> {
        None
    }

    /// Somebody makes a noise; `loudness` is what must be rolled to hear it.
    fn on_noise(&self, _table: &mut Table<'_>, _who: Id, _loudness: i32) -> Step {
        Ok(())
    }

    /// A task of its own that it put on the agenda comes up.
    fn on_task(&self, _table: &mut Table<'_>, _name: Key, _who: Id) -> Step {
        Ok(())
    }

    /// Whether somebody has the limbs for working at a thing, whatever else it holds.
    ///
    /// # Errors
    /// When it has not.
    fn allow_handling(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Allowed {
        Ok(())
    }

    /// Whether others leave somebody no room to stay at a place, by the rules of how it walks.
    fn is_full(&self, _look: Look<'_>, _who: Id, _at: Footprint) -> bool {
        false
    }

    /// What so much damage by the blow of `case` leaves its target beside the
    /// harm itself, and how likely each of it is: wounds by their names. The
    /// words of the case are those of the hit.
    fn maims(&self, _look: Look<'_>, _case: &Case<'_>, _damage: i32) -> Option<Distribution<Maimed>> {
        None
    }

    /// Adjusts what a target opposes to a blow (a part of the body, cover).
    fn expose(&self, _look: Look<'_>, _case: &Case<'_>, _exposure: &mut Exposure) {}

    /// Narrows the case of a blow by words that other rules ask for: "aimed",
    /// "charge", "open to sneak attacks".
    fn narrow(&self, _look: Look<'_>, _case: &mut Case<'_>) {}

    /// Forbids a blow: out of reach, out of sight, not loaded.
    ///
    /// # Errors
    /// With the reason.
    fn allow(&self, _look: Look<'_>, _case: &Case<'_>) -> Allowed {
        Ok(())
    }

    /// Forbids so many blows of one kind in one attack: not enough bolts, one
    /// spear to throw.
    ///
    /// # Errors
    /// With the reason.
    fn allow_all(&self, _look: Look<'_>, _case: &Case<'_>, _blows: usize) -> Allowed {
        Ok(())
    }

    /// Whether `who` cannot see `other`, though nothing solid stands between.
    fn hides(&self, _look: Look<'_>, _who: Id, _other: Id) -> bool {
        false
    }

    /// Whether nobody on a side knows where `who` is, so that they are not to be shown it and cannot reckon with it.
    fn conceals(&self, _look: Look<'_>, _who: Id, _from: SideId) -> bool {
        false
    }

    /// Parts of the body and things on it that a blow may be aimed at.
    fn parts(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Key>) {}

    /// What is struck instead of the body, where a blow is aimed at that.
    fn aimed_at(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<AimedAt> {
        None
    }

    /// Whether an arm is of no use to somebody as it is now: a lance on foot.
    fn is_useless(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> bool {
        false
    }

    /// Whether `arm` does not carry so far at all, whatever stands between.
    fn is_beyond(&self, _arm: &Arm, _distance: i32) -> bool {
        false
    }

    /// The squares that somebody threatens with an arm from where it stands, in games that do not measure them from
    /// square to square.
    fn threatens(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Vec<Square>> {
        None
    }

    /// How far an arm carries from where somebody stands, in steps of what the distance costs, the nearest first, in
    /// games that do not measure it from square to square.
    fn carries(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Vec<(String, Vec<Square>)>> {
        None
    }

    /// Whether what stands beside whoever strikes is no cover against it, in games that know cover at all.
    fn ignores_own_cover(&self) -> Option<bool> {
        None
    }

    /// What a blow strikes before its target, or instead of it: cover.
    /// `exposure` is what the target itself opposes to the blow.
    fn in_the_way(&self, _look: Look<'_>, _case: &Case<'_>, _exposure: &Exposure) -> Option<InTheWay> {
        None
    }

    /// Numbers that an order of this case must name: the seconds of a delay.
    fn numbers(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<(i32, i32)> {
        None
    }

    /// Takes a deed that has been paid for upon itself, to let it come about
    /// later; whether it has.
    fn postpone(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step<bool> {
        Ok(false)
    }

    /// A blow has been resolved and its harm done, or it missed. Called once
    /// for each blow of an attack, in the order in which they were declared.
    fn on_blow(&self, _table: &mut Table<'_>, _blow: &Blown<'_>) -> Step {
        Ok(())
    }

    /// How this mechanic harms and is harmed, if it is one of harm.
    fn as_harm(&self) -> Option<&dyn Harm> {
        None
    }

    /// How saves are thrown, if this is the mechanic that says so.
    fn as_saves(&self) -> Option<&dyn Saves> {
        None
    }

    /// What the defender of a blow may do about it, if this is one of defences.
    fn defences(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Defence>) {}

    /// What friends of whoever is struck may do about the blow in its place, in the order in which they are asked. The
    /// case is that of a defence of the one who is struck.
    fn steps_in(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<(Id, Defence)>) {}

    /// Whether defences are rolled with this figure.
    fn defends_with(&self, _figure: Key) -> bool {
        false
    }

    /// Whether somebody may give its turn for an answer to a blow, so that a turn is worth keeping.
    fn takes_turns_for_answers(&self) -> bool {
        false
    }

    /// Somebody has rolled a defence.
    fn on_defence(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// The battle is over. Nothing is asked and nothing thrown any more.
    fn on_verdict(&self, _table: &mut Table<'_>, _verdict: &Verdict) {}

    /// Names of awards that a scenario may give to those who win.
    fn awards(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Whether it matters for somebody what happens from one hour to the next, so that hours of rest pass one by one.
    fn counts_hours(&self, _look: Look<'_>) -> bool {
        false
    }

    /// Hours pass after the battle.
    fn on_rest(&self, _table: &mut Table<'_>, _hours: i32) -> Step {
        Ok(())
    }

    /// Everything that hours after the battle change has changed.
    fn after_rest(&self, _table: &mut Table<'_>) -> Step {
        Ok(())
    }

    /// How much of a running count of somebody's nothing takes away for now: what has brought it is still at work.
    fn kept_up(&self, _look: Look<'_>, _who: Id, _count: Key) -> i32 {
        0
    }

    /// What it keeps of somebody for the battle after this one.
    fn keeps(&self, _look: Look<'_>, _who: Id) -> Option<Keepsake> {
        None
    }

    /// Between whom somebody is flanked, in pairs; nothing in games in which
    /// that does not matter.
    fn flanked_between(&self, _look: Look<'_>, _who: Id) -> Option<Vec<(Id, Id)>> {
        None
    }

    /// Whether `who` would flank `target` from there, as everybody else stands; nothing in games in which that does
    /// not matter.
    fn would_flank(&self, _look: Look<'_>, _who: Id, _from: Footprint, _target: Id) -> Option<bool> {
        None
    }

    /// How far front and flanks of a body reach, in games in which it matters which way somebody looks.
    fn arcs(&self) -> Option<Arcs> {
        None
    }

    /// How near somebody is to losing its nerve, in games in which that happens.
    fn nerve(&self, _look: Look<'_>, _who: Id) -> Option<Nerve> {
        None
    }

    /// What is left of somebody, and of how much, where that can be said in two
    /// numbers: for whoever takes in a whole field at a glance.
    fn health(&self, _look: Look<'_>, _who: Id) -> Option<(i32, i32)> {
        None
    }

    /// What the answers to a question of its own are worth to whoever is asked, where that takes some working out:
    /// only the computer asks.
    fn weigh(&self, _look: Look<'_>, _question: &Question) -> Vec<(Order, Worth)> {
        Vec::new()
    }

    /// What answers to a question that others ask would mean for its own rolls, in a few words, for whoever reads them:
    /// "58% to hit".
    fn chances(&self, _look: Look<'_>, _question: &Question) -> Vec<(Order, String)> {
        Vec::new()
    }

    /// Squares that `who` would like to be near, whatever it does there, and what it would be worth to stand there.
    fn draws(&self, _look: Look<'_>, _who: Id) -> Vec<(Square, Worth)> {
        Vec::new()
    }

    /// The chance that something comes about which this mechanic throws for, as players say it: "Company is surprised".
    fn chance(&self, _look: Look<'_>, _what: &str) -> Option<Fraction> {
        None
    }

    /// Lines about somebody who camps before a battle: what hours and days may change, what it may still choose.
    fn camp_sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }

    /// Whether a composition may hold it more than once, each for something else.
    fn repeats(&self) -> bool {
        false
    }

    /// The conditions that it brings on whoever has nothing left of what it counts.
    fn fells(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Whether nobody can use an arm that takes no hands and has not grown on its body.
    fn needs_hands(&self) -> bool {
        false
    }

    /// Parts without which it does not work, and of which it plays none itself.
    fn needs(&self) -> &'static [Part] {
        &[]
    }

    /// Parts that it plays for others.
    fn plays(&self) -> &'static [Part] {
        &[]
    }

    /// Lines for the sheet of a combatant that only this mechanic knows.
    fn sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }
}

/// A part that one mechanic of a composition plays for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Saves are thrown.
    Saves,
    /// Whoever is seized can resist.
    Resistance,
}

impl Part {
    /// What it is called, and which mechanics play it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Saves => "one that throws saves, such as `RollUnder` in `skills`",
            Self::Resistance => "one that lets those resist who are seized, such as `BlockOrDodge` in `defence`",
        }
    }
}

/// Something that hangs over a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hanging {
    /// The square.
    pub square: Square,
    /// What it is.
    pub of: Key,
    /// The rule behind it.
    pub rule: Key,
}

/// How near somebody is to losing its nerve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nerve {
    /// What is left of it.
    pub left: i32,
    /// What there was at first.
    pub whole: i32,
    /// What is made up of what: the figure that is used up.
    pub of: Sum,
    /// Whether it has lost it.
    pub is_broken: bool,
    /// The rule about that.
    pub rule: Key,
}

/// What somebody is driven to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compulsion {
    /// To do this, by that rule: out of its wits.
    Does(Order, Key),
    /// To do this, which goes without saying in the state that it is in.
    Goes(Order),
    /// To do this, by that rule: at somebody's bidding, which it was given in these words.
    Obeys(Order, Key, String),
    /// To let the rest of the turn go by.
    Nothing,
}

/// A line on a character sheet that is no figure: seconds left, a hand of
/// cards, the target aimed at.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SheetLine {
    /// What it is.
    pub label: String,
    /// What it says.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<Key>,
}
