//! What words mean: an order is understood once, where it is said.

use super::Look;
use crate::battle::{Aim, Allowed, Choice, Deed, Id, Key, Order, Reads, Refusal, Says, Spoken, Verb};

/// So many readings of one order are tried, where names differ in nothing but the case of letters.
const MOST_READINGS: usize = 64;

/// What stands for words that nothing is called by, so that the rules can say what they make of them.
const STAND_INS: [&str; 4] = ["\u{e000}", "\u{e001}", "\u{e002}", "\u{e003}"];
/// So many letters of such a word are told in messages.
const LONGEST_QUOTED: usize = 40;

/// A name in an order, and the part that it is of it; none for the verb.
type Said<'s> = (Option<Reads>, &'s str);

impl Spoken {
    /// The order that it is where each name in it means what `meaning` says.
    fn read<'s>(&'s self, reads: &[Reads], mut meaning: impl FnMut(Said<'s>) -> Option<Key>) -> Option<Order> {
        let mut name = |part, name: &'s Option<String>| match name {
            Some(name) => meaning((part, name)).map(Some),
            None => Some(None),
        };
        let mut order = Order::new("");
        match &self.with {
            Some(sentence) if reads.contains(&Reads::Sentence) => order = order.says(sentence),
            with => order.with = name(Some(Reads::With), with)?,
        }
        for aim in &self.at {
            let who = name(Some(Reads::At), &aim.who)?;
            order.at.push(Aim { who, square: aim.square, part: name(Some(Reads::Part), &aim.part)? });
        }
        let mut manners = self.manner.iter();
        if reads.contains(&Reads::Said) {
            order.says = manners.next().map(|sentence| Says::By(sentence.as_str().into()));
        }
        for manner in manners {
            order.manner.push(meaning((Some(Reads::Manner), manner))?);
        }
        order.verb = Verb::of(meaning((None, &self.verb))?);
        (order.to, order.toward, order.n) = (self.to, self.toward, self.n);
        order.path.clone_from(&self.path);
        Some(order)
    }
}

impl Look<'_> {
    /// The order that words say, if it answers the question at hand.
    ///
    /// # Errors
    /// With the reason why it does not.
    pub fn order(&self, said: &Spoken) -> Result<Order, Refusal> {
        let who = self.question().and_then(|question| question.who);
        let (order, allowed) = self.understand(who, said, |order| self.check(order))?;
        allowed.map(|()| order)
    }

    /// The order that words of `who` say, and whether it is allowed. Names may be written in any case: of several that
    /// are then alike, those that make it allowed are meant.
    ///
    /// # Errors
    /// With what the rules say of it, where a word in it means nothing.
    pub fn understand(
        &self,
        who: Option<Id>,
        said: &Spoken,
        allowed: impl Fn(&Order) -> Allowed,
    ) -> Result<(Order, Allowed), Refusal> {
        said.makes_sense()?;
        let deed = self.deed_called(&said.verb).ok();
        let answer: &[Reads] = if self.is_answered_in_words(&said.verb) { &[Reads::Sentence] } else { &[] };
        let reads = deed.map_or(answer, |deed| deed.nature().reads);
        let judged = |order: Order| {
            let allowed = allowed(&order);
            (order, allowed)
        };
        let exact = match said.read(reads, |(_, name)| Key::find(name)).map(judged) {
            Some((order, Ok(()))) => return Ok((order, Ok(()))),
            refused => refused,
        };
        let mut names = Vec::new();
        said.read(reads, |name| {
            names.push(name);
            Some(Key::from(""))
        });
        let mut offered = Vec::new();
        let (mut meanings, mut unknown) = (Vec::new(), Vec::new());
        for name in names {
            let mut known = self.meanings(name);
            // What is offered has a name from then on.
            if known.is_empty()
                && offered.is_empty()
                && let Some((deed, who)) = deed.zip(who)
            {
                deed.choices(*self, who, &mut offered);
                known = self.meanings(name);
            }
            if known.is_empty() && name.0 == Some(Reads::Part) {
                let is_kind = |part: &&Key| {
                    part.as_str().rsplit(' ').next().is_some_and(|kind| kind.eq_ignore_ascii_case(name.1))
                };
                known.extend(offered.iter().flat_map(|choice| &choice.parts).find(is_kind));
            }
            if known.is_empty() {
                let stand_in = STAND_INS[unknown.len().min(STAND_INS.len() - 1)];
                unknown.push((name.1, stand_in));
                known.push(stand_in.into());
            }
            meanings.push(known);
        }
        let readings = meanings.iter().fold(1_usize, |readings, each| readings.saturating_mul(each.len()));
        if let Some(exact) = exact.filter(|_| readings == 1) {
            return Ok(exact);
        }
        let reading = |number: usize| {
            let (mut rest, mut each) = (number, meanings.iter());
            let order = said.read(reads, |_| {
                let meanings = each.next()?;
                let meaning = meanings.get(rest % meanings.len()).copied();
                rest /= meanings.len();
                meaning
            });
            order.map(judged)
        };
        let mut read = (0..readings.min(MOST_READINGS)).filter_map(reading);
        let first = read.next().ok_or_else(|| self.no_deed(&said.verb))?;
        let is_allowed = |(_, allowed): &(Order, Allowed)| allowed.is_ok();
        let (order, allowed) = if is_allowed(&first) { first } else { read.find(is_allowed).unwrap_or(first) };
        let Some((name, _)) = unknown.first() else { return Ok((order, allowed)) };
        let refusal = allowed.err().unwrap_or_else(|| Refusal::nonsense(format!("nothing is called `{name}`")));
        Err(self.quoting(refusal, &unknown, deed.map(AsRef::as_ref)))
    }

    /// Whether answers of this name to the question at hand hold a sentence.
    fn is_answered_in_words(&self, verb: &str) -> bool {
        let listed = self.question().and_then(|question| question.choices.as_ref());
        let holds = |choice: &Choice| {
            matches!(choice.order.says, Some(Says::With(_))) && choice.order.verb.as_str().eq_ignore_ascii_case(verb)
        };
        listed.is_some_and(|listed| listed.iter().any(holds))
    }

    /// A refusal with the words that were said in the place of what stood for them.
    fn quoting(&self, mut refusal: Refusal, unknown: &[(&str, &str)], deed: Option<&dyn Deed>) -> Refusal {
        for (name, stand_in) in unknown {
            let is_manner = |deed: &&dyn Deed| refusal == self.no_manner(*deed, stand_in);
            if let Some(deed) = deed.filter(is_manner) {
                return self.no_manner(deed, name);
            }
            refusal.why = refusal.why.replace(stand_in, &name.chars().take(LONGEST_QUOTED).collect::<String>());
        }
        refusal
    }

    /// Everything that a name may mean, the likeliest first.
    fn meanings(&self, (part, name): Said<'_>) -> Vec<Key> {
        // Deeds are called by no other case of letters.
        if let (None, Ok(deed)) = (part, self.deed_called(name)) {
            return vec![deed.verb().key()];
        }
        let is_target = part == Some(Reads::At);
        let somebody = self.find(name).filter(|_| is_target).map(|id| self.key(id));
        let spot = self.zoned().filter(|_| is_target).and_then(|_| self.spots().named(self.board(), name));
        let place = spot.map(|spot| Key::new(&self.spots().name(self.board(), spot)));
        let mut meanings = Vec::new();
        for meaning in somebody.into_iter().chain(place).chain(Key::find(name)).chain(Key::alike(name)) {
            if !meanings.contains(&meaning) {
                meanings.push(meaning);
            }
        }
        meanings
    }
}
