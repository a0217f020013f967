//! Which rules a lesson touches: those of the facts that come about in it with everything added to their dice, of the
//! questions put and the answers given, of what is forbidden, and of what it asks about. A lesson shows no rule by naming it.

use std::collections::BTreeSet;

use crate::battle::{Arm, FigureName, Id, Key, Look, Order, RuleId, Rules, Spoken, Sum, Trace};

/// The rules that a lesson has touched so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// Their ids.
    rules: BTreeSet<RuleId>,
    /// What else it has touched.
    traces: BTreeSet<Trace>,
    /// Facts of the chronicle that have been looked at.
    seen: usize,
    /// The rules that the lesson names.
    named: Vec<RuleId>,
}

impl Touched {
    /// None yet of those that it names.
    pub fn new(named: &[RuleId]) -> Self {
        Self { named: named.to_vec(), ..Self::default() }
    }

    /// The same, where so many facts came about before the lesson begins.
    #[must_use]
    pub const fn after(mut self, facts: usize) -> Self {
        self.seen = facts;
        self
    }

    /// Whether a rule that it names is still missing. Only then all that could be done in a turn is looked at, too, which
    /// takes long.
    fn lacks(&self, rules: &Rules) -> bool {
        let is_touched = |trace: &Trace| match trace {
            Trace::Fact(id) => self.rules.contains(id),
            _ => self.traces.contains(trace),
        };
        let is_shown = |id: &RuleId| {
            self.rules.contains(id) || rules.book.get(id).is_some_and(|rule| rule.shown_by.iter().any(is_touched))
        };
        !self.named.iter().all(is_shown)
    }

    /// The ids of all of them, those of rules among them that put their names to nothing.
    pub fn ids(mut self, rules: &Rules) -> BTreeSet<RuleId> {
        self.traces.extend(self.rules.iter().map(|id| Trace::Fact(*id)));
        let is_shown = |traces: &[Trace]| traces.iter().any(|trace| self.traces.contains(trace));
        let shown: Vec<RuleId> =
            rules.book.values().filter(|rule| is_shown(&rule.shown_by)).map(|rule| rule.id).collect();
        self.rules.extend(shown);
        self.rules
    }

    fn sum(&mut self, sum: &Sum) {
        self.rules.extend(sum.terms.iter().filter_map(|term| term.rule));
        self.traces.extend(sum.terms.iter().map(|term| Trace::Term(term.name)));
    }

    /// A thing that is used or asked about.
    fn arm(&mut self, arm: &Arm) {
        self.rules.extend(arm.rule);
        self.traces.extend(arm.types.iter().map(|each| Trace::Type(*each)));
        self.traces.extend(arm.area.map(|area| Trace::Area(area.shape)));
    }

    /// A figure or state by its name.
    fn named(&mut self, look: Look<'_>, name: Key) {
        let rules = look.rules();
        self.rules.extend(rules.conditions.get(&name).map(|condition| condition.rule));
        self.rules.extend(rules.figures.get(&FigureName::of(name)).and_then(|figure| figure.rule));
        self.traces.extend([Trace::State(name), Trace::Figure(name)]);
    }

    /// What has come about since this was last asked, and what is asked now.
    pub fn by_play(&mut self, look: Look<'_>) {
        let facts = look.facts();
        for fact in facts.iter().skip(self.seen) {
            self.rules.insert(fact.rule);
            for change in &fact.changes {
                self.named(look, change.what);
            }
            if let Some(roll) = &fact.roll {
                self.traces.extend(Key::find(&roll.label).map(Trace::Roll));
                self.sum(&roll.bonus);
                roll.against.iter().for_each(|against| self.sum(against));
            }
        }
        self.seen = facts.len();
        for state in look.everybody().flat_map(|id| look.conditions(id)) {
            self.named(look, state.kind.key());
        }
        let Some(question) = look.question() else { return };
        self.rules.extend(&question.rules);
        if question.choices.is_none() && !self.lacks(look.rules()) {
            return;
        }
        for choice in look.choices() {
            self.rules.insert(choice.rule);
            self.rules.extend(choice.refused.as_ref().map(|refusal| refusal.rule));
        }
    }

    /// A line of the script: whoever is asked does something.
    pub fn by_line(&mut self, look: Look<'_>, line: &str) {
        let words = line.split_once(": ").map_or(line, |(_, words)| words);
        let who = look.question().and_then(|question| question.who);
        if let (Some(who), Ok(said)) = (who, Spoken::parse(words)) {
            self.by_words(look, who, &said);
        }
    }

    fn by_words(&mut self, look: Look<'_>, who: Id, said: &Spoken) {
        if let Ok((order, _)) = look.understand(Some(who), said, |order| look.deed(order.verb)?.check(look, who, order))
        {
            self.by_order(look, who, &order);
        }
    }

    /// What somebody does, or might do.
    pub fn by_order(&mut self, look: Look<'_>, who: Id, order: &Order) {
        for manner in &order.manner {
            self.named(look, *manner);
            self.traces.insert(Trace::Manner(*manner));
        }
        self.traces.extend(order.at.iter().filter_map(|aim| aim.part).map(Trace::Part));
        let Ok(deed) = look.deed(order.verb) else { return };
        self.traces.insert(Trace::Deed(deed.verb()));
        self.priced(look, who, order);
        let arm = order.with.and_then(|name| look.item(who, name));
        arm.into_iter().for_each(|item| self.arm(&item.arm));
        if !self.lacks(look.rules()) {
            return;
        }
        let offered = look.options_among(who, |each| each.verb() == deed.verb());
        let alike = |with: Option<Key>| order.with.is_none() || with == order.with;
        self.rules.extend(offered.iter().filter(|choice| alike(choice.order.with)).map(|choice| choice.rule));
        for prospect in deed.forecast(look, who, order).iter().flat_map(|forecast| &forecast.against) {
            prospect.figures.iter().for_each(|(_, sum)| self.sum(sum));
        }
    }

    /// What an order costs, with everything that makes it dearer or cheaper.
    fn priced(&mut self, look: Look<'_>, who: Id, order: &Order) {
        let Ok(deed) = look.deed(order.verb) else { return };
        if let Err(refusal) = look.rules().economy.price(look, who, &**deed, order) {
            self.rules.insert(refusal.rule);
        }
        if let Err(refusal) = deed.check(look, who, order) {
            self.rules.insert(refusal.rule);
        }
    }

    /// What a lesson asks about, and what it is told.
    pub fn by_question(&mut self, look: Look<'_>, what: &str, told: &str) {
        let rules = look.rules();
        let ids = [what, told].into_iter().flat_map(|text| text.split(|letter: char| !is_of_id(letter)));
        self.rules.extend(ids.filter_map(Key::find).map(RuleId::of).filter(|id| rules.book.contains_key(id)));
        let (name, rest) = what.split_once(": ").map_or((None, what), |(name, rest)| (Some(name), rest));
        let asked = || look.question().and_then(|question| question.who);
        let who = name.map_or_else(asked, |name| look.find(name));
        let order = ["may ", "cost of "].into_iter().find_map(|words| rest.strip_prefix(words));
        let order = order.or_else(|| rest.split_once(" in ").map(|(_, order)| order));
        if let (Some(who), Some(Ok(said))) = (who, order.map(Spoken::parse)) {
            self.by_words(look, who, &said);
        }
        // That nothing is thrown may be what a rule says.
        self.traces.extend(rest.strip_prefix("rolls of ").and_then(Key::find).map(Trace::Roll));
        if let Some((_, state)) = rest.split_once(" is ") {
            Key::find(state).into_iter().for_each(|state| self.named(look, state));
        }
        for state in told.split(", ").filter_map(Key::find) {
            self.named(look, state);
        }
        if let Some((figure, whose)) = rest.rsplit_once(" of ") {
            let (name, thing) = whose.split_once("'s ").map_or((whose, None), |(name, thing)| (name, Some(thing)));
            let Some(who) = look.find(name) else { return };
            thing.and_then(|thing| look.item_called(who, thing)).into_iter().for_each(|item| self.arm(&item.arm));
            self.of_somebody(look, who, figure.rsplit_once(" on ").map_or(figure, |(_, figure)| figure));
        }
    }

    /// A figure or a line of a sheet.
    fn of_somebody(&mut self, look: Look<'_>, who: Id, what: &str) {
        let figure = look.rules().figures.keys().find(|name| name.as_str().eq_ignore_ascii_case(what));
        if let Some(figure) = figure {
            self.named(look, figure.key());
            for part in look.figure(who, *figure).terms.iter().map(|term| term.name) {
                self.named(look, part);
            }
            self.sum(&look.figure(who, *figure));
        }
        self.traces.extend(Key::find(what).map(Trace::Figure));
        let is_time = ["seconds", "left"].contains(&what);
        for line in look.sheet_lines(who) {
            if is_time || line.label.eq_ignore_ascii_case(what) {
                self.rules.extend(line.rule);
            }
        }
    }
}

fn is_of_id(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}
