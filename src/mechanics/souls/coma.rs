//! Bodies whose soul is away: they look dead, and every hour they may start to die, unless somebody watches over them
//! (ST-SOUL-01).

use crate::mechanics::prelude::*;

/// What the computer thinks of seeing to somebody who may die of it.
const SAVES: f64 = 5.0;

/// The numbers of bodies without a soul.
#[derive(Clone, Debug, Deserialize)]
pub struct SoulComa {
    /// The state of such a body.
    pub coma: ConditionName,
    /// What it may come to.
    pub dying: ConditionName,
    /// The die of all checks.
    pub die: Expr,
    /// The figure of the body.
    pub figure: FigureName,
    /// What the first hour asks for.
    pub dc: i32,
    /// What each hour adds.
    pub harder: i32,
    /// The count of hours that have added it.
    #[serde(deserialize_with = "refers::own")]
    pub hours: Key,
    /// The skill of the one who watches over it.
    pub care: FigureName,
    /// What shows that it lives: a skill, and what it must reach.
    pub shows: std::collections::BTreeMap<FigureName, i32>,
    /// The count that says that it was found alive.
    #[serde(deserialize_with = "refers::own")]
    pub found: Key,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl SoulComa {
    fn is_away(&self, look: Look<'_>, who: Id) -> bool {
        look.condition(who, self.coma).is_some() && !look.is_dead(who)
    }

    /// Whether hours tell on a body: those that are dying already have other troubles.
    fn wanes(&self, look: Look<'_>, who: Id) -> bool {
        self.is_away(look, who) && look.rests(who) && look.condition(who, self.dying).is_none()
    }

    fn needed(&self, look: Look<'_>, who: Id) -> Sum {
        let mut needed = Sum::of("base", self.dc);
        needed.add("hours", look.tally(who, self.hours).saturating_mul(self.harder), self.rule);
        needed
    }

    /// Whoever watches over a body.
    fn carer(look: Look<'_>, body: Id) -> Option<Id> {
        let camp: &Camp = look.camp()?.1;
        let carer = camp.watches.iter().find(|(_, whom)| *whom == body).map(|(by, _)| *by);
        carer.filter(|by| look.is_in_play(*by))
    }

    /// An hour without its soul.
    fn pass_hour(&self, table: &mut Table<'_>, body: Id) -> Step {
        let needed = self.needed(table.look(), body);
        if let Some(carer) = Self::carer(table.look(), body) {
            let skill = table.look().figure(carer, self.care);
            if table.passes(carer, "long-term care", &self.die, skill, needed.clone(), self.rule)? {
                return Ok(());
            }
        }
        let bonus = table.look().figure(body, self.figure);
        let holds = table.passes(body, "soul coma", &self.die, bonus, needed, self.rule)?;
        let hours = table.look().tally(body, self.hours);
        table.set_tally(body, self.hours, hours + 1);
        if holds {
            return Ok(());
        }
        table.bring(body, Condition::new(self.dying), |look| {
            Fact::new(self.rule, format!("{}'s body starts dying without their soul.", look.name(body)))
        })
    }
}

mechanic!(SoulComa: |self| {
    words(words) => {
        words.add(Word::Roll, ["long-term care", "signs of life", "soul coma"]).add(Word::Count, ["Soul coma"]);
        words.add(Word::Term, ["base", "hours", "needed"]).add(Word::Count, [self.hours, self.found]);
    },
    deeds(coma) => vec![Arc::new(Examine(coma.clone())), Arc::new(WatchOver(coma))],
});

hears!(SoulComa: |self, table| {
    // Lets hours tell on all bodies, as long as there are any.
    HoursPass { hours } => {
        for _ in 0..hours {
            if !self.counts_hours(table.look()) {
                break;
            }
            table.for_those(|look, id| self.wanes(look, id), |table, body| self.pass_hour(table, body))?;
        }
    },
    // A soul that has come back was away for nothing.
    Condition { who, kind, begun: false } => if kind == self.coma {
        table.set_tally(who, self.hours, 0);
        table.set_tally(who, self.found, 0);
    },
});

impl Rests for SoulComa {
    fn counts_hours(&self, look: Look<'_>) -> bool {
        look.everybody().any(|id| self.wanes(look, id))
    }
}

impl Shows for SoulComa {
    fn camp_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        self.sheet(look, who)
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = || format!("DC {} the next hour", self.needed(look, who).total());
        SheetLine::only_if(self.is_away(look, who), "Soul coma", self.rule, text)
    }
}

/// A body of one's own side without its soul.
fn body(coma: &SoulComa, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
    let body = look.target_or_refuse(order, "whom? say `at NAME`")?;
    look.allows(who, &["act", "treat"])?;
    let is_meant = body != who && look.side(body) == look.side(who) && coma.is_away(look, body);
    let why = || format!("there is nothing of the kind to be done for {}", look.name(body));
    look.refuse_if(!is_meant, coma.rule, why)?;
    Ok(body)
}

fn bodies(coma: &SoulComa, look: Look<'_>, who: Id) -> impl Iterator<Item = Id> {
    let found = look.everybody().filter(|id| *id != who && look.side(*id) == look.side(who) && coma.is_away(look, *id));
    found.collect::<Vec<_>>().into_iter()
}

/// Looks whether there is life in a body.
#[derive(Debug)]
struct Examine(Arc<SoulComa>);

impl Examine {
    fn skill(&self, order: &Order) -> Result<(FigureName, i32), Refusal> {
        let name = order.with.ok_or_else(|| Refusal::nonsense("with what skill? say `with SKILL`"))?;
        self.0.shows.get(&name).map(|dc| (FigureName::of(name), *dc)).ok_or_else(|| {
            let known: Vec<&str> = self.0.shows.keys().map(|skill| skill.as_str()).collect();
            Refusal::new(self.0.rule, format!("{name} does not show it; {} may", known.join(" or ")))
        })
    }
}

impl Deed for Examine {
    nature!(|self| Nature::of("examine", Group::Help, Stage::Upkeep).reading(&[Reads::With, Reads::At]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for body in bodies(&self.0, look, who) {
            for skill in self.0.shows.keys() {
                let order = Order::new("examine").with(skill).at(look.aim(body));
                let label = format!("Examine {} ({skill})", look.name(body));
                out.push(Choice::of(self, (look, who), order, label, self.0.rule));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let body = body(&self.0, look, who, order)?;
        self.skill(order)?;
        look.refuse_one_if(look.tally(body, self.0.found) > 0, body, self.0.rule, "is known to live")
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let (Ok(body), Ok((skill, dc))) = (body(&self.0, table.look(), who, order), self.skill(order)) else {
            return Ok(());
        };
        let (bonus, rule, found) = (table.look().figure(who, skill), self.0.rule, self.0.found);
        if table.passes(who, "signs of life", &self.0.die, bonus, Sum::of("needed", dc), rule)? {
            table.set_tally(body, found, 1);
            table.say(rule, body, |look| format!("{} lives, but their soul is away.", look.name(body)));
        }
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (skill, dc) = self.skill(order).ok()?;
        (self.0.die.max().saturating_add(look.value(who, skill)) >= dc).then(|| Worth::of(SAVES))
    }
}

/// Watches over a body that is known to live, until the camp is broken up.
#[derive(Debug)]
struct WatchOver(Arc<SoulComa>);

impl Deed for WatchOver {
    nature!(|self| Nature::of("watch over", Group::Help, Stage::Upkeep).reading(&[Reads::At]).in_camp());

    offers!(|self, look, who| "Watch over {}", self.0.rule, bodies(&self.0, look, who));

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let body = body(&self.0, look, who, order)?;
        look.refuse_if(look.tally(body, self.0.found) == 0, self.0.rule, || format!("{} looks dead", look.name(body)))?;
        let why = || format!("somebody watches over {} already", look.name(body));
        look.refuse_if(SoulComa::carer(look, body).is_some(), self.0.rule, why)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(body) = body(&self.0, table.look(), who, order) else { return Ok(()) };
        let mut camp = table.edit_battle::<Camp>();
        camp.watches.retain(|(by, whom)| *by != who && *whom != body);
        camp.watches.push((who, body));
        table.say(self.0.rule, (who, body), |look| {
            format!("{} watches over {} from now on.", look.name(who), look.name(body))
        });
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(SAVES + f64::from(look.value(who, self.0.care)) / 100.0))
    }
}
