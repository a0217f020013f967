//! What somebody may do, and what may be answered.

use std::sync::Arc;

use super::{Look, Wanted};
use crate::battle::{
    Allowed, Answer, Arm, Asked, Case, CaseWords, Choice, Deed, Forecast, Group, Id, Item, Key, Order, Question,
    Refusal, RuleId, Verb,
};

/// What is forbidden by a word of the rules, as players say it after "cannot".
fn doing(word: &str) -> &str {
    match word {
        "all" => "do anything",
        "gear" => "handle gear",
        "physical" => "use their body",
        "posture" => "change posture",
        "shield" => "use a shield",
        "skill" => "use a skill",
        "power" => "use a power",
        "spell" => "cast a spell",
        word => word,
    }
}

impl<'w> Look<'w> {
    /// Whether anything forbids `who` a deed of these kinds ("attack",
    /// "ranged", "move", "block").
    ///
    /// # Errors
    /// With the rule of the first condition or mechanic that forbids it.
    pub fn allows<K: Copy + Into<Key>>(&self, who: Id, kinds: &[K]) -> Result<(), Refusal> {
        let kinds: CaseWords = kinds.iter().map(|kind| (*kind).into()).collect();
        self.allows_words(who, &kinds)
    }

    /// The same for kinds that are keys already.
    ///
    /// # Errors
    /// With the rule of the first condition or mechanic that forbids it.
    pub fn allows_words(&self, who: Id, kinds: &[Key]) -> Result<(), Refusal> {
        match self.memo.filter(|_| !self.wants_words() && self.planned.is_none()) {
            Some(memo) => memo.allowed(who, kinds, || self.allows_afresh(who, kinds)),
            None => self.allows_afresh(who, kinds),
        }
    }

    /// Whether every rule lets `who` take steps of their own.
    pub fn may_step(&self, who: Id) -> bool {
        self.allows(who, &[Group::Move.as_str()]).is_ok()
    }

    fn allows_afresh(&self, who: Id, kinds: &[Key]) -> Result<(), Refusal> {
        let all = Key::from("all");
        let holds = !self.conditions(who).is_empty() || self.houses_minds(who);
        for def in holds.then(|| self.every_condition(who)).into_iter().flatten() {
            if let Some(kind) = def.forbids.iter().find(|each| **each == all || kinds.contains(each)) {
                return Err(self.refusal(def.rule, || {
                    let name = self.rules.conditions.iter().find(|(_, each)| std::ptr::eq(&***each, def));
                    let name = name.map_or("its condition", |(name, _)| name.as_str());
                    format!("{} cannot {} while {name}", self.name(who), doing(kind.as_str()))
                }));
            }
        }
        self.rules.registry.forbids.iter().try_for_each(|mechanic| mechanic.forbid(*self, who, kinds))
    }

    /// Whether every rule lets a blow of this case be struck.
    pub fn admits(self, case: &Case<'_>) -> Allowed {
        self.rules.registry.allows.iter().try_for_each(|mechanic| mechanic.allow(self, case))
    }

    /// Whether a state of somebody's own forbids this, whatever mechanics say.
    pub fn is_kept_from(&self, who: Id, kind: impl Into<Key>) -> bool {
        let kind = kind.into();
        let forbids = |forbidden: &Key| *forbidden == "all" || *forbidden == kind;
        self.every_condition(who).any(|def| def.forbids.iter().any(forbids))
    }

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

    /// A refusal, with its reason if anybody reads it.
    pub fn refusal(&self, rule: impl Into<RuleId>, why: impl FnOnce() -> String) -> Refusal {
        Refusal::new(rule, if self.wants_words() { why() } else { String::new() })
    }

    /// A refusal that says something of somebody: `has no hand free`.
    pub fn refusal_of(&self, who: Id, rule: impl Into<RuleId>, what: &str) -> Refusal {
        self.refusal(rule, || format!("{} {what}", self.name(who)))
    }

    /// Refuses by a rule where that is so.
    pub(crate) fn refuse_if<W: Into<String>>(
        &self,
        is_so: bool,
        rule: impl Into<RuleId>,
        why: impl FnOnce() -> W,
    ) -> Allowed {
        if is_so { Err(self.refusal(rule, || why().into())) } else { Ok(()) }
    }

    /// The same with something said of somebody.
    pub(crate) fn refuse_one_if(&self, is_so: bool, who: Id, rule: impl Into<RuleId>, what: &str) -> Allowed {
        if is_so { Err(self.refusal_of(who, rule, what)) } else { Ok(()) }
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

    /// Whether `order` answers the question at hand.
    ///
    /// # Errors
    /// With the reason why it does not.
    pub fn check(&self, order: &Order) -> Result<(), Refusal> {
        let question = self.question().ok_or_else(|| Refusal::nonsense("nothing is being asked"))?;
        self.has_patience(question, order)?;
        if let Some(listed) = &question.choices {
            order.makes_sense(self.board())?;
            let deed = self.rules.deeds.get(&order.verb).filter(|deed| deed.nature().says_more);
            let is_listed = || listed.iter().any(|choice| choice.order.verb == order.verb);
            return match question.who.zip(deed).filter(|_| is_listed()) {
                Some((who, deed)) => self.heeds(&**deed, order).and_then(|()| deed.check(*self, who, order)),
                None => check_listed(listed, order),
            };
        }
        self.permits(question.who.ok_or_else(|| Refusal::nonsense("nobody is being asked"))?, order)
    }

    /// Whether `who` could do `order` now, whoever chooses it.
    ///
    /// # Errors
    /// With the reason why it could not.
    pub fn permits(&self, who: Id, order: &Order) -> Result<(), Refusal> {
        order.makes_sense(self.board())?;
        let deed = self.deed(order.verb)?;
        if !deed.nature().in_turns {
            return Err(Refusal::nonsense(format!("`{}` is done in camp, not in a turn", order.verb)));
        }
        self.heeds(&**deed, order)?;
        self.rules.economy.price(*self, who, &**deed, order)?;
        deed.check(*self, who, order)
    }

    /// The arm that an order names, or the only one that fits.
    ///
    /// # Errors
    /// When there is no such arm, or several and none is named.
    pub fn arm_for(&self, who: Id, order: &Order, fits: impl Fn(&Item) -> bool) -> Result<&'w Item, Refusal> {
        if let Some(name) = order.with {
            let item = self.item(who, name).ok_or_else(|| {
                let has: Vec<_> = self.arms(who).map(|item| item.arm.name.as_str()).collect();
                Refusal::nonsense(format!("{} has no `{name}`; it has {}", self.name(who), has.join(", ")))
            })?;
            // Of several that are alike, the one that will do.
            let mut alike = self.arms(who).filter(|each| each.arm.name == item.arm.name);
            let fitting = Some(item).filter(|item| fits(item)).or_else(|| alike.find(|each| fits(each)));
            return fitting.ok_or_else(|| Refusal::nonsense(format!("{} cannot be used for that now", item.arm.name)));
        }
        let mut fitting = self.arms(who).filter(|item| fits(item));
        fitting.next().ok_or_else(|| Refusal::nonsense(format!("{} has nothing at hand for that", self.name(who))))
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

fn check_listed(listed: &[Choice], order: &Order) -> Result<(), Refusal> {
    let knows = |choice: &Choice, manner: &Key| choice.order.manner.contains(manner) || choice.manners.contains(manner);
    let unknown = |choice: &Choice| order.manner.iter().find(|manner| !knows(choice, manner));
    match listed
        .iter()
        .filter(|choice| choice.fits(order))
        .max_by_key(|choice| (choice.is_legal(), unknown(choice).is_none()))
    {
        Some(Choice { refused: Some(refusal), .. }) => Err(refusal.clone()),
        Some(choice) => unknown(choice).map_or(Ok(()), |manner| {
            let known: Vec<&str> = choice.manners.iter().map(|each| each.as_str()).collect();
            let known = if known.is_empty() { "there is no other way".to_owned() } else { known.join(", ") };
            Err(Refusal::new(choice.rule, format!("`{}` is not done by `{manner}`: {known}", choice.order)))
        }),
        None => {
            let answers: Vec<_> = listed.iter().map(Choice::in_full).collect();
            let (order, answers) = (order.told(), answers.join(", "));
            Err(Refusal::nonsense(format!("`{order}` is no answer to that; the answers are {answers}")))
        }
    }
}
