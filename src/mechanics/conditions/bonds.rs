//! States that somebody gets out of by an effort of their own, or by that of a friend: a grip, a net, a pit
//! (ZN-GRAP-03, ZN-GRAP-04, ZN-SIZE-08, ZN-COND-03, ZN-ENV-01).

use crate::mechanics::break_free::{Binds, BreakFree, WayOut};
use crate::mechanics::prelude::*;

/// The states, and how friends help.
#[derive(Clone, Debug, Deserialize)]
pub struct Bonds {
    /// The states.
    pub of: Vec<Bond>,
    /// What friends do about them.
    pub help: Verb,
    /// The figure for how large a body is.
    pub size: FigureName,
}

/// One state that somebody gets out of.
#[derive(Clone, Debug, Deserialize)]
pub struct Bond {
    /// The state.
    pub state: ConditionName,
    /// What is done about it.
    pub by: Verb,
    /// The figure that those who make the effort save on. No save is needed where this is left out.
    pub save: Option<FigureName>,
    /// The rule that nobody gets out of it while somebody larger keeps them in it.
    pub unless_larger: Option<RuleId>,
    /// The rule that friends may help.
    pub helped: Option<RuleId>,
    /// The rule about getting out of it.
    pub rule: RuleId,
}

impl Bonds {
    /// What binds somebody that `fits`, each with the state as it is.
    fn on<'a>(
        &'a self,
        look: Look<'a>,
        who: Id,
        fits: impl Fn(&Bond) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a Bond, &'a Condition)> + 'a {
        let of = self.of.iter().filter(move |bond| fits(bond));
        of.flat_map(move |bond| {
            look.conditions(who).iter().filter(|each| each.kind == bond.state).map(move |each| (bond, each))
        })
    }

    /// Somebody tries to get out of a state, or to get a friend out of it.
    fn try_it(&self, table: &mut Table<'_>, who: Id, bound: Id, bond: &Bond, by: Option<Id>) -> Step {
        let rule = if who == bound { bond.rule } else { bond.helped.unwrap_or(bond.rule) };
        let what = if who == bound { bond.by } else { self.help };
        if let Some(save) = bond.save
            && !table.save(who, save, what.as_str(), rule)?
        {
            return Ok(());
        }
        let state = bond.state;
        if table.end_by(bound, state, by)? {
            table.note(|look| {
                let (name, how) = (look.name(bound), if look.is(bound, state) { "still" } else { "no longer" });
                let text = if who == bound {
                    format!("{name} is {how} {state}: they manage to {what}.")
                } else {
                    format!("{} comes to their aid: {name} is {how} {state}.", look.name(who))
                };
                Fact::new(rule, text).who(bound).whom(by.unwrap_or(who)).change(bound, state, 1, 0)
            });
        }
        Ok(())
    }
}

mechanic!(Bonds: |self| {
    answers_for => {
        self.of.iter().map(|bond| (bond.state, format!("how those who are `{}` get out of it", bond.state))).collect()
    },
    deeds(bonds) => {
        let verbs = each_once(self.of.iter().map(|bond| bond.by));
        let own = verbs.into_iter().map(|verb| {
            let of = Arc::new(Effort { bonds: bonds.clone(), verb });
            Arc::new(BreakFree { of, verb, from_all: false }) as Arc<dyn Deed>
        });
        own.chain([Arc::new(Help(bonds.clone())) as Arc<dyn Deed>]).collect()
    },
});

/// How likely the save of somebody gets somebody out of it, where it takes one.
fn chance(look: Look<'_>, who: Id, bond: &Bond) -> Option<Fraction> {
    bond.save.map(|save| look.chance_of_save(who, save, Thrown::Once))
}

/// What a chance of getting somebody out of it is worth to their side.
fn worth(look: Look<'_>, who: Id, bond: &Bond) -> Worth {
    const FREE: f64 = 0.3;
    Worth::of(FREE * chance(look, who, bond).map_or(1.0, |chance| chance.to_f64()))
}

/// An effort to get out of something.
#[derive(Debug)]
struct Effort {
    bonds: Arc<Bonds>,
    verb: Verb,
}

impl Effort {
    /// What is said of a state.
    fn bond(&self, of: &Condition) -> Option<&Bond> {
        self.bonds.of.iter().find(|bond| (bond.by, bond.state) == (self.verb, of.kind))
    }

    /// Whether nobody larger stands against it.
    fn may(&self, look: Look<'_>, who: Id, bond: &Bond, state: &Condition) -> Allowed {
        let (Some(rule), Some(by)) = (bond.unless_larger, state.by) else { return Ok(()) };
        let size = |id: Id| look.value(id, self.bonds.size);
        look.refuse_one_if(size(by) > size(who), by, rule, "is too large for that")
    }
}

impl Binds for Effort {
    fn ways_out<'a>(&'a self, look: Look<'a>, who: Id) -> Vec<WayOut<'a>> {
        let way = |(bond, state): (&'a Bond, &'a Condition)| {
            let holder = state.by.filter(|_| bond.unless_larger.is_some());
            let from = holder.map(|by| format!(" from {}", look.key(by))).unwrap_or_default();
            let label = format!("{}{from}", capital(self.verb.as_str()));
            (state, holder, label, bond.rule, self.may(look, who, bond, state))
        };
        self.bonds.on(look, who, |bond| bond.by == self.verb).map(way).collect()
    }

    fn unbound(&self, look: Look<'_>, who: Id, _order: &Order) -> Refusal {
        let bond = self.bonds.of.iter().find(|bond| bond.by == self.verb);
        let rule = bond.map_or(RuleId::of(self.verb.key()), |bond| bond.rule);
        look.refusal(rule, || format!("nothing binds {} from which it could {}", look.name(who), self.verb))
    }

    fn outlook(&self, look: Look<'_>, who: Id, of: &Condition) -> (Option<String>, Option<Worth>) {
        let Some(bond) = self.bond(of) else { return (None, None) };
        (chance(look, who, bond).map(|chance| chance.to_string()), Some(worth(look, who, bond)))
    }

    fn break_free(&self, table: &mut Table<'_>, who: Id, of: &Condition) -> Step {
        self.bond(of).map_or(Ok(()), |bond| self.bonds.try_it(table, who, who, bond, of.by))
    }
}

/// Getting a friend out of something.
#[derive(Debug)]
struct Help(Arc<Bonds>);

impl Help {
    /// Who is to be freed, and from what.
    fn meant<'a>(&'a self, look: Look<'a>, who: Id, order: &Order) -> Result<(Id, &'a Bond, &'a Condition), Refusal> {
        let friend = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let of = self.0.on(look, friend, |bond| bond.helped.is_some()).next();
        let rule = self.0.of.iter().find_map(|bond| bond.helped).unwrap_or(RuleId::of(self.0.help.key()));
        let (bond, state) =
            of.ok_or_else(|| look.refusal(rule, || format!("nothing holds {} fast", look.name(friend))))?;
        let rule = bond.helped.unwrap_or(bond.rule);
        look.refuse_one_if(friend == who || look.are_enemies(who, friend), friend, rule, "is none of their friends")?;
        look.refuse_one_if(!look.is_nearby(who, friend), friend, rule, "is not nearby")?;
        Ok((friend, bond, state))
    }
}

impl Deed for Help {
    nature!(|self| Nature::of(self.0.help, Group::Help, Stage::Attacks).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for friend in look.friends(who).filter(|id| look.place(*id).present) {
            let Some((bond, _)) = self.0.on(look, friend, |bond| bond.helped.is_some()).next() else { continue };
            let name = look.name(friend);
            let order = Order::new(self.0.help).at(look.aim(friend));
            let label = format!("{} {name}", capital(self.0.help.as_str()));
            let choice = Choice::of(self, (look, who), order, label, bond.helped.unwrap_or(bond.rule));
            out.push(choice.likely(look, || chance(look, who, bond).map(|chance| chance.to_string())));
        }
    }

    checks!(|self, look, who, order| [self.0.help.as_str(), "physical"] => self.meant(look, who, order));

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        self.meant(look, who, order).ok().map(|(_, bond, _)| worth(look, who, bond))
    }

    fn calls(&self, look: Look<'_>, who: Id) -> Vec<(Id, Worth)> {
        let friends = look.friends(who).filter(|id| look.is_in_play(*id));
        let bound = |friend: Id| self.0.on(look, friend, |bond| bond.helped.is_some()).next().map(|(bond, _)| bond);
        friends.filter_map(|friend| Some((friend, worth(look, who, bound(friend)?)))).collect()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let meant = self.meant(table.look(), who, order).map(|(friend, bond, state)| (friend, bond.clone(), state.by));
        let Ok((friend, bond, by)) = meant else { return Ok(()) };
        self.0.try_it(table, who, friend, &bond, by)
    }
}
