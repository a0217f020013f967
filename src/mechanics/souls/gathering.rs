//! Souls that are gathered while they linger: by prayer, by absorption, for
//! oneself or for all who stand near (LG-SOUL-02 to LG-SOUL-06).

use super::Foci;
use super::soul::{Departed, Soul, State, departed, lingering};
use crate::mechanics::prelude::*;

/// Squares from every enemy at which the computer has a mind for souls.
const UNDISTURBED: i32 = 4;

/// The numbers of gathering.
#[derive(Clone, Debug, Deserialize)]
pub struct Gathering {
    /// The Foci and its gauge, into which souls go.
    pub foci: Foci,
    /// From how many squares away a soul can be gathered.
    pub squares: u32,
    /// What is rolled to absorb a soul.
    pub die: Expr,
    /// From which result all of it is gained.
    pub all_from: i32,
    /// What is gained below that: one part in so many, rounded down.
    pub else_one_in: i32,
    /// The count that grows with each soul, and by how much.
    pub essence: (Key, i32),
    /// Whether a soul is shared with all who stand near.
    pub balanced: Balanced,
    /// The rules that these numbers stand for.
    pub rules: GatheringRules,
}

/// Whether souls are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Balanced {
    /// Those who gather one have it alone.
    Off,
    /// It is split among all Liberi of that side who stand near.
    On,
}

rule_ids! { struct GatheringRules {
    pray: "Prayer.",
    absorb: "Absorption.",
    balanced: "Sharing.",
    essence: "What every soul gives besides.",
    capacity: "What a gauge can hold.",
    passing: "Souls that are gone.",
} }

impl Gathering {
    /// Whether `who` is near enough to the dead.
    fn is_near(&self, look: Look<'_>, who: Id, dead: Id) -> bool {
        let apart = look.rules().measure.metric.between(look.footprint(who), look.footprint(dead));
        apart.rounded() <= self.squares
    }

    /// Whoever is dead, in range, and whose soul is still there.
    fn dead(&self, look: Look<'_>, who: Id, order: &Order, rule: RuleId) -> Result<(Id, Departed), Refusal> {
        look.refuse_one_if(!self.foci.is_bound_to(look, who), who, rule, "has no Foci")?;
        let dead = look.target_or_refuse(order, "whose soul? say `at NAME`")?;
        let name = look.name(dead);
        let soul = match departed(look, dead) {
            Some(soul) if soul.state == State::Lingering => soul,
            Some(Departed { state: State::Passed, .. }) => {
                return Err(look.refusal(self.rules.passing, || format!("the soul of {name} has passed on")));
            }
            Some(_) => return Err(look.refusal(rule, || format!("the soul of {name} has been taken"))),
            None if look.is_dead(dead) => return Err(look.refusal(rule, || format!("{name} had no soul"))),
            None => return Err(look.refusal(rule, || format!("{name} is not dead"))),
        };
        if !self.is_near(look, who, dead) {
            let (away, unit) = (look.distance(who, dead), &look.rules().measure.unit);
            return Err(look.refusal(rule, || format!("{name} lies {away} {unit} away, which is too far")));
        }
        Ok((dead, soul))
    }

    /// Who gets how much of `vitality` gathered by `who`: whether that one gets the Essence too comes with it.
    fn shares(&self, look: Look<'_>, who: Id, dead: Id, vitality: i32) -> Vec<(Id, i32, bool)> {
        if self.balanced == Balanced::Off {
            return vec![(who, vitality, true)];
        }
        let near = |id: &Id| {
            look.side(*id) == look.side(who)
                && self.foci.is_bound_to(look, *id)
                && look.place(*id).present
                && !look.is_dead(*id)
                && self.is_near(look, *id, dead)
        };
        let mut near: Vec<Id> = look.everybody().filter(near).collect();
        if !near.contains(&who) {
            near.push(who);
        }
        let many = i32::try_from(near.len()).unwrap_or(1).max(1);
        let (share, rest) = (vitality / many, vitality % many);
        let shares = near.into_iter().map(|id| (id, if id == who { share + rest } else { share }));
        shares.map(|(id, share)| (id, share, share > 0)).collect()
    }

    /// The soul of `dead` goes into the gauge of `who`, or of all who share it.
    fn gather(&self, table: &mut Table<'_>, who: Id, dead: Id, vitality: i32) {
        let Some(soul) = lingering(table.look(), dead) else { return };
        table.edit::<Soul>(dead).0 = Some(Departed { state: State::Consumed, ..soul });
        let shares = self.shares(table.look(), who, dead, vitality);
        let many = shares.len();
        if self.balanced == Balanced::On {
            table.note(|look| {
                let name = look.name(who);
                let text = format!("{vitality} Vitality is shared by {many}; what is over goes to {name}.");
                Fact::new(self.rules.balanced, text)
            });
        }
        for (liberi, share, gains_essence) in shares {
            let (before, after) = self.foci.fill(table, liberi, share);
            let (essence, each) = self.essence;
            let had = table.look().tally(liberi, essence);
            let has = if gains_essence { had + each } else { had };
            table.set_tally(liberi, essence, has);
            let rule = self.rules.essence;
            table.note(|look| {
                let text = format!("{} has {after} in their Soul Gauge and {has} Essence.", look.name(liberi));
                let fact = Fact::new(rule, text).who(liberi).change(liberi, self.foci.gauge, before, after).kept();
                fact.change(liberi, essence, had, has)
            });
            let lost = share - (after - before);
            if lost > 0 {
                let (rule, holds) = (self.rules.capacity, self.foci.capacity(table.look()));
                table.say(rule, liberi, |look| {
                    format!("{lost} is lost: the gauge of {} holds no more than {holds}.", look.name(liberi))
                });
            }
        }
    }
}

mechanic!(Gathering: |self| {
    words(words) => words.add(Word::Roll, ["absorption"]),
    deeds(gathering) => {
        let deed = |way| Arc::new(Gather { gathering: gathering.clone(), way }) as Arc<dyn Deed>;
        vec![deed(Way::Pray), deed(Way::Absorb)]
    },
});

/// How a soul is gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Slowly, and all of it.
    Pray,
    /// At once, with luck.
    Absorb,
}

/// Gathering a soul.
#[derive(Debug)]
struct Gather {
    gathering: Arc<Gathering>,
    way: Way,
}

impl Gather {
    fn rule(&self) -> RuleId {
        match self.way {
            Way::Pray => self.gathering.rules.pray,
            Way::Absorb => self.gathering.rules.absorb,
        }
    }
}

impl Deed for Gather {
    nature!(|self| {
        let verb = if self.way == Way::Pray { "pray" } else { "absorb" };
        Nature::of(verb, Group::Souls, Stage::Upkeep).reading(&[Reads::At])
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !self.gathering.foci.is_bound_to(look, who) {
            return;
        }
        let dead = look.everybody().filter(|id| lingering(look, *id).is_some());
        let label = |dead| match self.way {
            Way::Pray => format!("Pray for the soul of {}", look.name(dead)),
            Way::Absorb => format!("Absorb the soul of {}", look.name(dead)),
        };
        out.extend(Choice::at_each(self, (look, who), dead, self.rule(), label));
    }

    checks!(|self, look, who, order| ["soul"] => self.gathering.dead(look, who, order, self.rule()));

    /// A soul is worth what fits into the gauge, where nobody disturbs; a
    /// prayer that has been begun is worth finishing.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (_, soul) = self.gathering.dead(look, who, order, self.rule()).ok()?;
        // An enemy who is near is dealt with first.
        if look.foes(who).any(|id| look.gap(who, id) < UNDISTURBED) {
            return None;
        }
        let begun = look.rules().economy.unfinished(look, who) == Some(order);
        let fits = soul.vitality.min(self.gathering.foci.room(look, who));
        let sure = if self.way == Way::Pray { 1.0 } else { 0.8 };
        (fits > 0).then(|| Worth::of(sure * (0.05 + 0.02 * f64::from(fits)) + if begun { 0.2 } else { 0.0 }))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let rule = self.rule();
        let Ok((dead, soul)) = self.gathering.dead(table.look(), who, order, rule) else { return Ok(()) };
        let vitality = match self.way {
            Way::Pray => soul.vitality,
            Way::Absorb => {
                let Gathering { die, all_from, else_one_in, .. } = &*self.gathering;
                let rolled = table.roll(who, "absorption", die, Sum::new(), rule)?;
                if rolled >= *all_from { soul.vitality } else { soul.vitality / (*else_one_in).max(1) }
            }
        };
        table.say(rule, (who, dead), |look| {
            let (name, of) = (look.name(who), look.name(dead));
            match self.way {
                Way::Pray => format!("{name} has prayed for the soul of {of}: all {vitality} of its Vitality."),
                Way::Absorb if vitality < soul.vitality => {
                    format!("{name} absorbs the soul of {of}: {vitality} of its {} Vitality.", soul.vitality)
                }
                Way::Absorb => format!("{name} absorbs the soul of {of}: all {vitality} of its Vitality."),
            }
        });
        self.gathering.gather(table, who, dead, vitality);
        Ok(())
    }
}
