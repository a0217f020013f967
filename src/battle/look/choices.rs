//! What somebody could do, and how a question may be answered: all choices, with what they cost.

use std::sync::Arc;

use super::{Look, Wanted};
use crate::battle::{Arm, Asked, Choice, Deed, Forecast, Group, Id, Key, Order, Question, Refusal, Verb};

impl<'w> Look<'w> {
    /// The deed with this verb, with a refusal that says which there are.
    ///
    /// # Errors
    /// When the ruleset knows no such deed.
    pub fn deed(&self, verb: impl Into<Key>) -> Result<&'w Arc<dyn Deed>, Refusal> {
        let verb = verb.into();
        self.rules.deeds.get(&Verb::of(verb)).ok_or_else(|| self.no_deed(verb.as_str()))
    }

    /// What the rules foretell of an order, where they can foretell anything of it.
    pub fn forecast(self, who: Id, order: &Order) -> Option<Forecast> {
        self.deed(order.verb).ok()?.forecast(self, who, order)
    }

    /// What the one who is asked would give up for good by an order. The window asks twice before it.
    pub fn gives_up(self, order: &Order) -> Option<Key> {
        let (who, deed) = (self.asked()?, self.deed(order.verb).ok()?);
        order.with.filter(|_| deed.gives_up(self, who, order))
    }

    /// The same by the verb as somebody says it.
    ///
    /// # Errors
    /// When the ruleset knows no such deed.
    pub fn deed_called(&self, verb: &str) -> Result<&'w Arc<dyn Deed>, Refusal> {
        Key::find(verb).and_then(|verb| self.rules.deeds.get(&Verb::of(verb))).ok_or_else(|| self.no_deed(verb))
    }

    pub(super) fn no_deed(&self, verb: &str) -> Refusal {
        let verbs: Vec<_> = self.rules.deeds.keys().map(|verb| verb.as_str()).collect();
        let said: String = verb.chars().take(40).filter(|letter| !letter.is_control()).collect();
        Refusal::nonsense(format!("`{said}` is not something that can be done here; there is {}", verbs.join(", ")))
    }

    /// The question that the battle waits on, if it does.
    pub fn question(&self) -> Option<&'w Question> {
        self.battle::<Asked>().and_then(|asked| asked.0.as_ref())
    }

    /// Every answer to the question at hand, greyed ones with their reason.
    pub fn choices(&self) -> Vec<Choice> {
        let Some(question) = self.question() else { return Vec::new() };
        if let Some(listed) = &question.choices {
            return self.told(question, listed);
        }
        question.who.map(|who| self.options(who)).unwrap_or_default()
    }

    /// The question at hand as players read it: with everything that can be told of its answers.
    pub fn question_told(&self) -> Option<Question> {
        let question = self.question()?;
        let choices = question.choices.as_ref().map(|listed| self.told(question, listed));
        Some(Question { choices, ..question.clone() })
    }

    /// Answers with the chances that mechanics know of beside those who ask.
    fn told(&self, question: &Question, listed: &[Choice]) -> Vec<Choice> {
        let mut choices = listed.to_vec();
        let known: Vec<(Order, String, Option<Key>)> =
            self.rules.registry.shows.iter().flat_map(|mechanic| mechanic.chances(*self, question)).collect();
        for choice in choices.iter_mut().filter(|choice| choice.chance.is_none()) {
            if let Some((_, chance, with)) = known.iter().find(|(order, ..)| *order == choice.order) {
                (choice.chance, choice.chance_with) = (Some(chance.clone()), *with);
            }
        }
        choices
    }

    /// The same without the greyed ones, for players who need no reasons.
    pub fn legal_choices(&self) -> Vec<Choice> {
        self.legal_choices_among(|_| true)
    }

    /// The same, of these deeds alone where deeds are what is asked for.
    pub fn legal_choices_among(&self, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let Some(question) = self.question() else { return Vec::new() };
        let mut legal = match (&question.choices, question.who) {
            (Some(listed), _) => listed.clone(),
            (None, Some(who)) => self.legal_by_deed(who, wanted).into_iter().map(|(_, choice)| choice).collect(),
            (None, None) => Vec::new(),
        };
        legal.retain(Choice::is_legal);
        legal
    }

    /// What `who` may do of these deeds on its turn, each with the place of its deed among all of them.
    pub fn legal_by_deed(&self, who: Id, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<(usize, Choice)> {
        let look = Self { wanted: self.wanted.min(Wanted::Ways), ..*self };
        let (mut choices, mut places) = (Vec::new(), Vec::new());
        for (place, deed) in look.offering(wanted) {
            deed.choices(look, who, &mut choices);
            places.resize(choices.len(), place);
        }
        let mut legal: Vec<_> = places.into_iter().zip(choices).filter(|(_, choice)| choice.is_legal()).collect();
        self.price(who, legal.iter_mut().map(|(_, choice)| choice));
        legal.retain(|(_, choice)| choice.is_legal());
        legal
    }

    /// Everything that `who` could do on its turn, greyed where it cannot.
    pub fn options(&self, who: Id) -> Vec<Choice> {
        self.options_among(who, |_| true)
    }

    /// The same, of these deeds alone.
    pub fn options_among(&self, who: Id, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let mut choices = self.offers(who, wanted);
        self.price(who, &mut choices);
        choices
    }

    /// The same where only what is done to the one of this name is looked for; the rest may be left out.
    pub fn options_at(&self, who: Id, name: Key, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (_, deed) in self.offering(wanted) {
            deed.choices_at(*self, who, name, &mut choices);
        }
        self.price(who, &mut choices);
        choices
    }

    /// Everything that `who` could do in camp, greyed where it cannot, with what each is worth.
    pub fn camp_options(&self, who: Id) -> Vec<Choice> {
        let mut choices = Vec::new();
        for deed in self.rules.deeds.values().filter(|deed| deed.nature().in_camp) {
            let from = choices.len();
            deed.choices(*self, who, &mut choices);
            for choice in choices.iter_mut().skip(from).filter(|choice| choice.is_legal()) {
                choice.worth = choice.worth.or_else(|| deed.worth(*self, who, &choice.order));
            }
        }
        choices
    }

    fn offers(&self, who: Id, wanted: impl Fn(&dyn Deed) -> bool) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (_, deed) in self.offering(wanted) {
            deed.choices(*self, who, &mut choices);
        }
        choices
    }

    /// The deeds of a turn that have their choices listed, with their places.
    fn offering(&self, wanted: impl Fn(&dyn Deed) -> bool) -> impl Iterator<Item = (usize, &'w Arc<dyn Deed>)> {
        let is_tempted = self.is_tempted;
        let is_meant = move |deed: &dyn Deed| {
            let nature = deed.nature();
            nature.in_turns && (!is_tempted || nature.tempts || nature.group == Group::Move) && wanted(deed)
        };
        self.rules.deeds.values().enumerate().filter(move |(_, deed)| is_meant(&***deed))
    }

    /// The same look for players who need no words: greyed choices may be left out, and reasons and costs untold.
    #[must_use]
    pub const fn without_words(self) -> Self {
        Self { wanted: Wanted::Ways, ..self }
    }

    /// The same look for players who do everything in the plainest way: choices need not list manners and parts.
    #[must_use]
    pub const fn without_ways(self) -> Self {
        Self { wanted: Wanted::Deeds, ..self }
    }

    /// The same look for a computer that thinks: of what nothing ever speaks for, only what goes somewhere is listed.
    #[must_use]
    pub const fn tempted(self) -> Self {
        Self { is_tempted: true, ..self }
    }

    /// Whether blows at things are listed. Nothing speaks for them while there is anything else to do.
    pub const fn wants_things(&self) -> bool {
        !self.is_tempted
    }

    /// Whether anybody wants to know in which manners something can be done, and at which parts.
    pub fn wants_ways(&self) -> bool {
        self.wanted >= Wanted::Ways
    }

    /// Whether anybody reads what choices and refusals say.
    pub fn wants_words(&self) -> bool {
        self.wanted == Wanted::Words
    }

    /// Says what each choice costs, and greys those that cannot be paid; of its numbers only those are left that can.
    fn price<'c>(&self, who: Id, choices: impl IntoIterator<Item = &'c mut Choice>) {
        for choice in choices {
            let Ok(deed) = self.deed(choice.order.verb) else { continue };
            match self.rules.economy.price(*self, who, &**deed, &choice.order) {
                Ok(price) => (choice.cost, choice.takes) = (choice.cost.take().or(price.text), price.amount),
                Err(refusal) => choice.refused = choice.refused.take().or(Some(refusal)),
            }
            if let Some((low, high)) = choice.numbers.filter(|_| choice.is_legal()) {
                let look = self.without_words();
                let pays = |n: i32| self.rules.economy.price(look, who, &**deed, &choice.order.clone().n(n)).is_ok();
                choice.numbers = Some((low, highest(low, high, pays)));
            }
        }
    }

    /// The arm of a ruleset by name, whoever has it.
    pub fn arm(&self, name: Key) -> Option<&'w Arc<Arm>> {
        self.rules.arms.get(&name)
    }
}

/// The highest number that will do, where all below one that does will do as well.
fn highest(low: i32, high: i32, will_do: impl Fn(i32) -> bool) -> i32 {
    if will_do(high) {
        return high;
    }
    let (mut sure, mut barred) = (i64::from(low), i64::from(high));
    while barred - sure > 1 {
        let tried = sure.midpoint(barred);
        if will_do(tried as i32) {
            sure = tried;
        } else {
            barred = tried;
        }
    }
    sure as i32
}
