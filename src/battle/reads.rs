//! Which parts of an order a deed reads. Nothing that is said is let fall: an order that says more than its deed reads,
//! or names somebody who is not there or a manner that nobody knows, is refused before its deed is asked.

use super::vocabulary::unknown;
use super::{Allowed, Deed, Key, Look, Order, Refusal, Says, Word};

/// A part of an order beside its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// `with` something.
    With,
    /// `with` a sentence.
    Sentence,
    /// `at` somebody, or a thing on the board.
    At,
    /// `at` something else that has a name: a weapon, a zone.
    Named,
    /// `at` a square.
    Square,
    /// More than one target.
    Several,
    /// `in` a part of the target.
    Part,
    /// `to` a square.
    To,
    /// `via` squares.
    Via,
    /// `toward` one of the eight directions.
    Toward,
    /// `for` a number.
    N,
    /// `by` one of the manners that the ruleset has for it.
    Manner,
    /// `by` a sentence.
    Said,
}

impl Reads {
    /// How orders say it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::With | Self::Sentence => "`with` something",
            Self::At => "`at` somebody",
            Self::Named => "`at` a name",
            Self::Square => "`at` a square",
            Self::Several => "several targets",
            Self::Part => "`in` a part of the target",
            Self::To => "`to` a square",
            Self::Via => "`via` squares",
            Self::Toward => "`toward` a direction",
            Self::N => "`for` a number",
            Self::Manner | Self::Said => "`by` a manner",
        }
    }
}

/// The first thing that an order says and none of `reads` reads.
fn too_much(order: &Order, reads: &[Reads]) -> Option<String> {
    let unread = |part: Reads| !reads.contains(&part);
    if let Some(with) = order.with.filter(|_| unread(Reads::With)) {
        return Some(format!("with {with}"));
    }
    match &order.says {
        Some(Says::With(sentence)) if unread(Reads::Sentence) => return Some(format!("with {sentence}")),
        Some(Says::By(sentence)) if unread(Reads::Said) => return Some(format!("by {sentence}")),
        _ => {}
    }
    for aim in &order.at {
        let is_read = match (aim.who, aim.square) {
            (Some(_), None) => !unread(Reads::At) || !unread(Reads::Named),
            (None, Some(_)) => !unread(Reads::Square),
            // One target cannot be two, or none.
            _ => false,
        };
        if !is_read {
            return Some(format!("at {aim}"));
        }
        if let Some(part) = aim.part.filter(|_| unread(Reads::Part)) {
            return Some(format!("in {part}"));
        }
    }
    if let [_, second, ..] = &order.at[..]
        && unread(Reads::Several)
    {
        return Some(format!("and {second}"));
    }
    let to = order.to.filter(|_| unread(Reads::To)).map(|to| format!("to {to}"));
    let via = || order.path.first().filter(|_| unread(Reads::Via)).map(|via| format!("via {via}"));
    let toward = || order.toward.filter(|_| unread(Reads::Toward)).map(|toward| format!("toward {}", toward.word()));
    let n = || order.n.filter(|_| unread(Reads::N)).map(|n| format!("for {n}"));
    let manner = || order.manner.first().filter(|_| unread(Reads::Manner)).map(|manner| format!("by {manner}"));
    to.or_else(via).or_else(toward).or_else(n).or_else(manner)
}

impl Look<'_> {
    /// Whether a deed reads everything that an order says, and everything that it names is there.
    ///
    /// # Errors
    /// With the first part of it that nobody reads, or that is nowhere.
    pub fn heeds(&self, deed: &dyn Deed, order: &Order) -> Allowed {
        self.says_no_more(deed, order)?;
        let reads = deed.nature().reads;
        if reads.contains(&Reads::At) && !reads.contains(&Reads::Named) {
            let mut names = order.at.iter().filter_map(|aim| aim.who);
            names.try_for_each(|name| self.named_or_refuse(name).map(drop))?;
        }
        if !reads.contains(&Reads::Manner) {
            return Ok(());
        }
        let is_known = |manner: &&Key| self.manners(deed).any(|known| known == *manner);
        let unknown = order.manner.iter().find(|manner| !is_known(manner));
        unknown.map_or(Ok(()), |manner| Err(self.no_manner(deed, manner.as_str())))
    }

    /// Whether an order says nothing that its deed does not read.
    ///
    /// # Errors
    /// With the first part of it that is too much, and everything that is not.
    pub fn says_no_more(&self, deed: &dyn Deed, order: &Order) -> Allowed {
        let reads = deed.nature().reads;
        let Some(what) = too_much(order, reads) else { return Ok(()) };
        let takes: Vec<&str> = reads.iter().map(|each| each.words()).collect();
        let takes = if takes.is_empty() { "nothing more".to_owned() } else { takes.join(", ") };
        Err(Refusal::nonsense(format!("`{}` takes no `{what}`; it takes {takes}", order.verb)))
    }

    /// The manners in which a deed is ever done.
    pub fn manners(&self, deed: &dyn Deed) -> impl Iterator<Item = &Key> + Clone {
        self.rules().words().all(Word::Manner(deed.verb().key()))
    }

    /// What is said of a manner that is none of those.
    pub fn no_manner(&self, deed: &dyn Deed, manner: &str) -> Refusal {
        let known = self.manners(deed).map(|manner| manner.as_str());
        Refusal::nonsense(unknown(&format!("manner of `{}`", deed.verb()), manner, known))
    }
}
