//! What the rules forbid and permit, and how a refusal says why.

use super::Look;
use crate::battle::{Allowed, Answer, Case, CaseWords, Choice, Group, Id, Item, Key, Order, Refusal, RuleId};

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

    /// Whether an order lets a turn or a question be.
    pub fn lets_be(&self, order: &Order) -> bool {
        match self.question().and_then(|question| question.choices.as_ref()) {
            Some(listed) => listed.iter().any(|choice| choice.lets_be && choice.fits(order)),
            None => self.deed(order.verb).is_ok_and(|deed| deed.nature().lets_be),
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
