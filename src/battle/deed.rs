//! Something that combatants can do.

use std::fmt::Debug;

use super::{Allowed, Choice, Forecast, Group, Id, Key, Look, Order, Reads, Stage, Step, Strays, Table, Verb, Worth};
use crate::board::{Footprint, Square};

/// Where somebody would stand by then, and the word of the occasion, if it has one.
pub type There = (Footprint, Option<Key>);

/// How a deed is told of somebody: what stands beside its verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phrase {
    /// Nothing does: one "grapples Bo".
    #[default]
    Plain,
    /// It is a blow by the name of its verb: one "strikes a combo against Bo".
    Struck,
    /// It is done "at" somebody: one "goes on at Bo".
    At,
    /// It is done "of" somebody: one "lets go of Bo".
    Of,
    /// It is done "from" somebody: one "breaks free from Bo".
    From,
}

/// What a deed is, whoever does it: told by the rules, without a battle.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    /// The verb of its orders.
    pub verb: Verb,
    /// What it is about.
    pub group: Group,
    /// The stage in which it is resolved.
    pub stage: Stage,
    /// What of its orders it reads beside the verb; what else they say is refused.
    pub reads: &'static [Reads],
    /// Whether it is done in turns.
    pub in_turns: bool,
    /// Whether it is done in camp, in hours.
    pub in_camp: bool,
    /// Whether orders may say more than its choices list, so that each is looked at by itself.
    pub says_more: bool,
    /// Whether nothing comes of it but that whoever does it stands elsewhere.
    pub only_goes: bool,
    /// Whether it tells for each of its steps that it has been gone ([`Table::go_for`]), so that an economy which counts
    /// steps takes no more than were.
    pub pays_as_it_goes: bool,
    /// Whether it only makes ready for what others may do: what is left to whoever can neither strike nor come nearer.
    pub bides: bool,
    /// Whether it only makes whoever does it harder to strike where they are: nothing for those who are to be elsewhere.
    pub keeps_low: bool,
    /// Whether nothing comes of it before the turn is over: what else there is time for goes first.
    pub comes_last: bool,
    /// Whether it lets a turn be: nothing comes of it but its end.
    pub lets_be: bool,
    /// Whether it takes whoever does it out of the fight for good: nobody does so by a slip of the hand.
    pub resigns: bool,
    /// Whether it costs nothing, whatever the economy counts.
    pub costs_nothing: bool,
    /// Whether all that it does to an enemy, beside the harm that is foretold of it, is to lessen what they can do.
    pub hinders: bool,
    /// Whether it is one blow of the plain kind or several, and nothing else.
    pub of_blows: bool,
    /// Whether anything ever speaks for it, a forecast or a worth of its own. A computer that thinks does not even ask what
    /// there is to do of the others; where bodies go it asks all the same.
    pub tempts: bool,
    /// How it is told of somebody.
    pub phrase: Phrase,
}

impl Nature {
    /// A deed of turns that reads nothing beside its verb.
    pub fn of(verb: impl Into<Verb>, group: Group, stage: Stage) -> Self {
        Self {
            verb: verb.into(),
            group,
            stage,
            reads: &[],
            in_turns: true,
            in_camp: false,
            says_more: false,
            only_goes: false,
            pays_as_it_goes: false,
            bides: false,
            keeps_low: false,
            comes_last: false,
            lets_be: false,
            resigns: false,
            costs_nothing: false,
            hinders: false,
            of_blows: false,
            tempts: true,
            phrase: Phrase::Plain,
        }
    }

    /// A blow, which reads this of its orders.
    pub fn attack(verb: impl Into<Verb>, reads: &'static [Reads]) -> Self {
        Self::of(verb, Group::Attack, Stage::Attacks).reading(reads)
    }

    /// A blow at an area, which reads this of its orders.
    pub fn blast(verb: impl Into<Verb>, reads: &'static [Reads]) -> Self {
        Self::of(verb, Group::Attack, Stage::Areas).reading(reads)
    }

    /// A deed that takes a body somewhere, which reads this of its orders.
    pub fn movement(verb: impl Into<Verb>, reads: &'static [Reads]) -> Self {
        Self::of(verb, Group::Move, Stage::Movement).reading(reads)
    }

    /// The same, which reads this of its orders.
    pub fn reading(self, reads: &'static [Reads]) -> Self {
        Self { reads, ..self }
    }

    /// The same, done in camp and not in turns.
    pub fn in_camp(self) -> Self {
        Self { in_turns: false, in_camp: true, ..self }
    }

    /// The same, done in camp as well as in turns.
    pub fn in_camp_too(self) -> Self {
        Self { in_camp: true, ..self }
    }

    /// The same, whose orders may say more than its choices list.
    pub fn says_more(self) -> Self {
        Self { says_more: true, ..self }
    }

    /// The same, which leads to another place and to nothing else.
    pub fn only_goes(self) -> Self {
        Self { only_goes: true, ..self }
    }

    /// The same, which tells of each step that it has been gone.
    pub fn pays_as_it_goes(self) -> Self {
        Self { pays_as_it_goes: true, ..self }
    }

    /// The same, which only makes ready for what others may do.
    pub fn bides(self) -> Self {
        Self { bides: true, ..self }
    }

    /// The same, which makes whoever does it harder to strike and no more, if it is one that `keeps_low`.
    pub fn keeping_low(self, keeps_low: bool) -> Self {
        Self { keeps_low, ..self }
    }

    /// The same, of which nothing comes before the turn is over.
    pub fn coming_last(self) -> Self {
        Self { comes_last: true, ..self }
    }

    /// The same, which lets a turn be.
    pub fn letting_be(self) -> Self {
        Self { lets_be: true, ..self }
    }

    /// The same, which takes whoever does it out of the fight for good.
    pub fn resigning(self) -> Self {
        Self { resigns: true, ..self }
    }

    /// The same, which costs nothing.
    pub fn costing_nothing(self) -> Self {
        Self { costs_nothing: true, ..self }
    }

    /// The same, which only lessens what an enemy can do if it `hinders`.
    pub fn hindering(self, hinders: bool) -> Self {
        Self { hinders, ..self }
    }

    /// The same, which is several blows of the plain kind.
    pub fn of_blows(self) -> Self {
        Self { of_blows: true, ..self }
    }

    /// The same, which nothing ever speaks for unless `tempts`.
    pub fn tempting(self, tempts: bool) -> Self {
        Self { tempts, ..self }
    }

    /// The same, which is told of somebody in such a way.
    pub fn told(self, phrase: Phrase) -> Self {
        Self { phrase, ..self }
    }
}

/// Something that combatants can do on their turn.
pub trait Deed: Debug + Send + Sync {
    /// What it is, whoever does it.
    fn nature(&self) -> Nature;

    /// The verb of its orders.
    fn verb(&self) -> Verb {
        self.nature().verb
    }

    /// What it is about.
    fn group(&self) -> Group {
        self.nature().group
    }

    /// The name under which the economy knows its price, if not the verb.
    fn priced_as(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Key {
        self.verb().key()
    }

    /// How many times that price it costs.
    fn count(&self, _look: Look<'_>, _who: Id, _order: &Order) -> i32 {
        i32::from(!self.nature().costs_nothing)
    }

    /// The same for so many of its seconds, where what is done of it in one turn
    /// stays done and the rest follows in the next.
    fn in_part(&self, _order: &Order, _seconds: i32) -> Option<Order> {
        None
    }

    /// Everything that `who` could do of this kind, greyed where forbidden.
    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>);

    /// The same where only what is done to the one of this name is looked for; the rest may be left out.
    fn choices_at(&self, look: Look<'_>, who: Id, _name: Key, out: &mut Vec<Choice>) {
        self.choices(look, who, out);
    }

    /// Whether `who` may do exactly this. The price is checked elsewhere.
    ///
    /// # Errors
    /// With the rule and the reason.
    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed;

    /// Does it.
    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step;

    /// The square in which `who` would come to stand, for deeds that go somewhere.
    fn destination(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Square> {
        self.way(look, who, order)?.last().copied()
    }

    /// Whether a deed that only goes somewhere gets there at one go, if nobody stands in the way.
    ///
    /// # Errors
    /// With the reason why it never does.
    fn goes_anywhere(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Ok(())
    }

    /// The squares that `who` would step to one after the other, for those who
    /// want to see the way before it is gone.
    fn way(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Vec<Square>> {
        None
    }

    /// The squares that it would strike, for deeds that strike a place and whoever is in it.
    fn covers(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Vec<Square> {
        Vec::new()
    }

    /// Where it comes down, for deeds that strike a place and may miss it.
    fn strays(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Strays> {
        None
    }

    /// Whether what `who` holds leaves their hand for good by it, though it is there to be kept: nobody does so by the way, so
    /// it is never what is done without a second word.
    fn gives_up(&self, _look: Look<'_>, _who: Id, _order: &Order) -> bool {
        false
    }

    /// Whether it changes nothing, since they are so already: never what is done without a second word.
    fn is_vain(&self, _look: Look<'_>, _who: Id, _order: &Order) -> bool {
        false
    }

    /// How long what it makes ready is kept, in words for players: "until the end of the round".
    fn kept(&self) -> Option<&'static str> {
        None
    }

    /// Why nothing can come of it any more, in words for players; only what those who look know counts.
    fn lapses(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<&'static str> {
        None
    }

    /// The arms that it is done with, for deeds whose orders name something else: a combo.
    fn arms(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Vec<Key> {
        Vec::new()
    }

    /// What it is worth to do this now, where no forecast tells: loading,
    /// standing up, helping a friend. The computer does nothing else of its own
    /// accord.
    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        None
    }

    /// Other ways of doing one of its choices that are worth a thought even for whoever thinks in passing.
    fn weighed(&self, _look: Look<'_>, _who: Id, _choice: &Choice) -> Vec<Order> {
        Vec::new()
    }

    /// What the best of this kind would be worth to `who` if it stood there, where that can be told without its going
    /// there: for whoever looks for a place to strike from.
    fn worth_from(&self, _look: Look<'_>, _who: Id, _at: Footprint) -> Option<Worth> {
        None
    }

    /// Whom `who` would do this for if it stood next to them, and what that would be worth.
    fn calls(&self, _look: Look<'_>, _who: Id) -> Vec<(Id, Worth)> {
        Vec::new()
    }

    /// Squares that `who` would like to be near for the sake of this deed, and what it would be worth to stand there.
    fn draws(&self, _look: Look<'_>, _who: Id) -> Vec<(Square, Worth)> {
        Vec::new()
    }

    /// What would come of it, exactly, where that can be said.
    fn forecast(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Forecast> {
        None
    }

    /// What a waiting deed would do to those who could come now, about as they would be then. Only readers ask for it.
    fn meets(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Forecast> {
        None
    }

    /// The same for whoever would stand elsewhere by then: for deeds that end in this one.
    fn forecast_there(&self, _look: Look<'_>, _who: Id, _order: &Order, _there: There) -> Option<Forecast> {
        None
    }
}
