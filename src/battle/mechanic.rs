//! What a mechanic is to the battle: the moments at which it is asked, and
//! the special parts that one mechanic of each composition plays.

use std::fmt::Debug;

use bevy::ecs::world::EntityWorldMut;
use smallvec::SmallVec;

use super::{
    Allowed, Arm, Choice, Forecast, Id, Key, Look, Order, Profile, Refusal, SideId, Stage, Step, Sum, Table, Worth,
};
use crate::board::{Footprint, Square};

/// One case of a figure or roll: whose, against whom, with what. Modifiers are
/// found by asking every mechanic about the case.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The figure or roll: "attack", "target", "defence", "damage", "Toughness".
    pub on: Key,
    /// Whose it is.
    pub who: Id,
    /// The other one.
    pub against: Option<Id>,
    /// With what.
    pub arm: Option<&'a Arm>,
    /// Words that narrow the case: "melee", "ranged", "area", "block".
    pub words: SmallVec<[Key; 6]>,
    /// Where the other one acts from, if not from its own place.
    pub from: Option<Footprint>,
    /// The part of the body that is aimed at.
    pub part: Option<Key>,
    /// The order that brought it about.
    pub order: Option<&'a Order>,
}

impl<'a> Case<'a> {
    /// A figure on a sheet.
    pub fn figure(on: Key, who: Id) -> Self {
        Self { on, who, against: None, arm: None, words: SmallVec::new(), from: None, part: None, order: None }
    }

    /// A roll of `who`.
    pub fn of(on: impl Into<Key>, who: Id) -> Self {
        Self::figure(on.into(), who)
    }

    /// The same, against somebody.
    #[must_use]
    pub fn against(mut self, other: Id) -> Self {
        self.against = Some(other);
        self
    }

    /// The same, with an arm.
    #[must_use]
    pub fn with(mut self, arm: &'a Arm) -> Self {
        self.arm = Some(arm);
        self
    }

    /// The same, narrowed by a word.
    #[must_use]
    pub fn word(mut self, word: impl Into<Key>) -> Self {
        self.words.push(word.into());
        self
    }

    /// The same case, seen as another figure or roll.
    #[must_use]
    pub fn on(&self, on: impl Into<Key>) -> Self {
        Self { on: on.into(), ..self.clone() }
    }

    /// The same case from the other one's side.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { who: self.against.unwrap_or(self.who), against: Some(self.who), ..self.clone() }
    }

    /// Narrows the case by `word`, once.
    pub fn push_word(&mut self, word: impl Into<Key>) {
        let word = word.into();
        if !self.words.contains(&word) {
            self.words.push(word);
        }
    }

    /// Whether the case carries `word`.
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|each| *each == word)
    }
}

/// A mechanic: one rule-bearing part of a composition. Every moment has a
/// default that does nothing, so a mechanic says only what it is about.
///
/// A mechanic never reaches into another. What two need is a component or a
/// figure of the combatants, or a hook here.
pub trait Mechanic: Debug + Send + Sync {
    /// The name of the mechanic, as rules files write it.
    fn name(&self) -> &'static str;

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

    /// Somebody is about to do something that it has paid for.
    fn on_before(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// Somebody has done something.
    fn on_deed(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// Somebody has been moved, by itself or by others, from another place.
    fn on_move(&self, _table: &mut Table<'_>, _who: Id, _from: Footprint) -> Step {
        Ok(())
    }

    /// Somebody has been harmed.
    fn on_harm(&self, _table: &mut Table<'_>, _hit: &Hit) -> Step {
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

    /// Somebody makes a noise; `loudness` is what must be rolled to hear it.
    fn on_noise(&self, _table: &mut Table<'_>, _who: Id, _loudness: i32) -> Step {
        Ok(())
    }

    /// A task of its own that it put on the agenda comes up.
    fn on_task(&self, _table: &mut Table<'_>, _name: Key, _who: Id) -> Step {
        Ok(())
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

    /// Parts of the body and things on it that a blow may be aimed at.
    fn parts(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Key>) {}

    /// What is struck instead of the body, where a blow is aimed at that.
    fn aimed_at(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<AimedAt> {
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

    /// What the defender of a blow may do about it, if this is one of defences.
    fn defences(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Defence>) {}

    /// Whether defences are rolled with this figure.
    fn defends_with(&self, _figure: Key) -> bool {
        false
    }

    /// Somebody has rolled a defence.
    fn on_defence(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }

    /// Lines for the sheet of a combatant that only this mechanic knows.
    fn sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }
}

/// What somebody is driven to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compulsion {
    /// To do this, by that rule.
    Does(Order, Key),
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

/// The mechanic that says who acts when.
pub trait Initiative: Mechanic {
    /// Who is next. May ask (which card? which of your fighters?).
    fn next(&self, table: &mut Table<'_>) -> Step<Next>;

    /// The turn of `who` is about to begin: whether it does. May ask (now, or
    /// later?).
    fn comes_up(&self, _table: &mut Table<'_>, _who: Id) -> Step<bool> {
        Ok(true)
    }

    /// Whether `who` has put its turn off: it neither goes on nor ends.
    fn has_put_off(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// The order as players see it.
    fn track(&self, look: Look<'_>) -> Vec<TrackEntry>;
}

/// What the initiative has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The turn of one combatant.
    Turn(Id),
    /// Several whose deeds count as simultaneous: none of them falls before
    /// all have acted.
    Together(Vec<Id>),
    /// A turn that was put off and can no longer be taken: it ends, and if it
    /// never began, it does that first.
    Lost {
        /// Whose.
        who: Id,
        /// Whether it has begun.
        begun: bool,
    },
    /// Nobody: the round is over.
    RoundOver,
}

/// An entry of the initiative track.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TrackEntry {
    /// Who.
    pub who: Id,
    /// Whose side.
    pub side: SideId,
    /// What it rolled or laid, as players say it.
    pub text: String,
    /// Has acted this round.
    pub done: bool,
    /// Acts now.
    pub now: bool,
}

/// The mechanic that says what fits into a turn.
pub trait Economy: Mechanic {
    /// What a deed would cost `who` now.
    ///
    /// # Errors
    /// When it cannot be paid.
    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal>;

    /// Pays for a deed. It may turn out that it is done only later.
    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid>;

    /// Whether the turn of `who` is over because nothing is left.
    fn is_over(&self, look: Look<'_>, who: Id) -> bool;

    /// Whether nothing of the turn of `who` has been spent yet.
    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool;

    /// Ends the turn; what is left of it passes without effect.
    fn close(&self, table: &mut Table<'_>, who: Id) -> Step;

    /// Lets `amount` of the turn pass without effect: stunned, staggered.
    fn lose(&self, table: &mut Table<'_>, who: Id, amount: i32) -> Step;

    /// Breaks off what `who` has begun and not finished.
    fn interrupt(&self, table: &mut Table<'_>, who: Id) -> Step;

    /// What `who` has begun and not finished, if anything.
    fn unfinished<'w>(&self, _look: Look<'w>, _who: Id) -> Option<&'w Order> {
        None
    }

    /// What is left, as players say it ("4 of 6 s").
    fn left(&self, look: Look<'_>, who: Id) -> String;

    /// What is left, as a number.
    fn remaining(&self, look: Look<'_>, who: Id) -> i32;
}

/// What a deed costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// In whatever the economy counts.
    pub amount: i32,
    /// As players say it.
    pub text: Option<String>,
}

/// What became of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// The deed is done now.
    Now,
    /// It has begun, and will be done when the rest is paid.
    Later,
}

/// Something that combatants can do on their turn.
pub trait Deed: Debug + Send + Sync {
    /// The verb of its orders.
    fn verb(&self) -> Key;

    /// How the game groups it.
    fn group(&self) -> &'static str;

    /// The stage in which it is resolved.
    fn stage(&self) -> Stage;

    /// The name under which the economy knows its price, if not the verb.
    fn priced_as(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Key {
        self.verb()
    }

    /// How many times that price it costs.
    fn count(&self, _look: Look<'_>, _who: Id, _order: &Order) -> i32 {
        1
    }

    /// The same for so many of its seconds, where what is done of it in one turn
    /// stays done and the rest follows in the next.
    fn in_part(&self, _order: &Order, _seconds: i32) -> Option<Order> {
        None
    }

    /// Everything that `who` could do of this kind, greyed where forbidden.
    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>);

    /// Whether `who` may do exactly this. The price is checked elsewhere.
    ///
    /// # Errors
    /// With the rule and the reason.
    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed;

    /// Does it.
    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step;

    /// The square in which `who` would come to stand, for deeds that go somewhere.
    fn destination(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Square> {
        None
    }

    /// Whether nothing comes of it but that `who` stands elsewhere.
    fn only_goes(&self) -> bool {
        false
    }

    /// The squares that `who` would step to one after the other, for those who
    /// want to see the way before it is gone.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        self.destination(look, who, order).map(|square| vec![square])
    }

    /// What it is worth to do this now, where no forecast tells: loading,
    /// standing up, helping a friend. The computer does nothing else of its own
    /// accord.
    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        None
    }

    /// What would come of it, exactly, where that can be said.
    fn forecast(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Forecast> {
        None
    }
}

/// The mechanic that turns damage of some kind into harm.
pub trait Harm: Mechanic {
    /// The kind of damage that it deals with ("body", "morale").
    fn kind(&self) -> Key;

    /// What the target opposes to a blow, frozen before it falls.
    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure;

    /// What so much damage would do. Pure: odds and play both ask here.
    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged;

    /// Lets it happen.
    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step;
}

/// What a target opposes to a blow: its thresholds and whatever else decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exposure {
    /// The thresholds, lowest first.
    pub thresholds: SmallVec<[i32; 4]>,
    /// Where they come from, for the log.
    pub sums: SmallVec<[Sum; 2]>,
    /// Words that change what passing a threshold means ("nonlethal", "head", "immune").
    pub words: SmallVec<[Key; 4]>,
}

/// What a blow would do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Judged {
    /// How bad, 0 for nothing; only compared within one mechanic.
    pub grade: i32,
    /// What players call it: "nothing", "wound", "dying".
    pub name: Key,
    /// Harm in whatever the game counts (wounds, Life lost).
    pub harm: i32,
}

/// What somebody may do about a blow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// As it is chosen; its verb is the name of the defence.
    pub choice: Choice,
    /// What is added to the die.
    pub bonus: Sum,
}

/// Something other than the body that a blow is aimed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimedAt {
    /// What the attack must reach.
    pub target: Sum,
    /// The kind of harm that deals with it.
    pub kind: Key,
}

/// Something that stands in the way of a blow and can itself be struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTheWay {
    /// What it is.
    pub what: Id,
    /// Blows that miss their target by at most so much strike it.
    pub by: i32,
    /// Blows that would hit their target strike it first.
    pub first: bool,
    /// The kind of harm that deals with it.
    pub kind: Key,
    /// What it opposes to the damage: at grade 0 the blow ends here, at 1 it
    /// goes on weaker, above that it goes on.
    pub exposure: Exposure,
    /// What is taken off the damage of a blow that goes on weaker.
    pub slowed: i32,
    /// What the target opposes to a blow that has broken through.
    pub behind: Exposure,
    /// The rule that lets it be struck.
    pub rule: Key,
}

impl InTheWay {
    /// The word of hits at what stood in the way of a blow.
    pub const WORD: &str = "cover";
}

/// What became of one blow.
#[derive(Clone, Debug)]
pub struct Blown<'a> {
    /// Whose, against whom, with what, how.
    pub case: &'a Case<'a>,
    /// The attack die, where one was thrown.
    pub natural: Option<i32>,
    /// By how much the attack reached the target; negative for a miss.
    pub margin: i32,
    /// What a defence had to reach.
    pub dc: i32,
    /// The defence that stopped it.
    pub stopped_by: Option<Key>,
    /// The damage that was dealt, where it came to that.
    pub damage: Option<i32>,
}

impl Blown<'_> {
    /// Whether it reached the target and no defence stopped it.
    pub const fn struck(&self) -> bool {
        self.margin >= 0 && self.stopped_by.is_none()
    }
}

/// A blow that has landed, with everything that harm may depend on.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Who is hit.
    pub who: Id,
    /// Who did it, if anybody.
    pub by: Option<Id>,
    /// With what.
    pub arm: Option<std::sync::Arc<Arm>>,
    /// The kind of damage ("body", "morale").
    pub kind: Key,
    /// Types of damage ("slashing", "heat", "fear").
    pub types: SmallVec<[Key; 2]>,
    /// How much.
    pub damage: i32,
    /// What it was compared with.
    pub exposure: Exposure,
    /// What it amounts to.
    pub judged: Judged,
    /// The part of the body that was aimed at.
    pub part: Option<Key>,
    /// Words of the case.
    pub words: SmallVec<[Key; 6]>,
    /// The rule that dealt it.
    pub rule: Key,
}
