//! Defences by name, each with its skill and what it needs: block, dodge, parry (ST-DEF-01, ST-DEF-02).

use crate::mechanics::prelude::*;

/// The numbers of these defences.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedDefences {
    /// The defences, in the order in which they are offered.
    pub options: Vec<NamedDefence>,
    /// How many each may roll in a round.
    pub a_round: Limit,
    /// The skill among them that is above all one of attack.
    pub attacks_too: FigureName,
    /// The rules that these numbers stand for.
    pub rules: NamedDefencesRules,
}

/// One defence.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedDefence {
    /// What it is called.
    pub name: Key,
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What must be at hand for it.
    #[serde(default)]
    pub needs: Needs,
    /// Words of blows that it does nothing against.
    #[serde(default)]
    pub not_against: Vec<Key>,
    /// Whether it works against shots.
    #[serde(default = "yes")]
    pub against_ranged: bool,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// What must be at hand for a defence.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub enum Needs {
    /// Nothing but the body.
    #[default]
    Nothing,
    /// Something that carries this word.
    Held(Key),
    /// A weapon for close combat, in hand.
    MeleeWeapon,
}

/// How often something may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// As often as one likes.
    #[default]
    Unlimited,
    /// So often.
    AtMost(i32),
}

rule_ids! { struct NamedDefencesRules {
    limit: "How often one may defend.",
    needs: "What each defence needs.",
} }

/// Defences that somebody has rolled this round.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rolled(i32);

impl Mechanic for NamedDefences {}

hears!(NamedDefences: |self, table| {
    RoundBegun => if self.a_round != Limit::Unlimited {
        table.everybody().into_iter().for_each(|who| table.edit::<Rolled>(who).0 = 0);
    },
    Defended { who, .. } => if self.a_round != Limit::Unlimited {
        table.edit::<Rolled>(who).0 += 1;
    },
});

impl NamedDefences {
    fn may(&self, look: Look<'_>, who: Id, option: &NamedDefence) -> Allowed {
        if let Limit::AtMost(most) = self.a_round
            && look.get::<Rolled>(who).is_some_and(|rolled| rolled.0 >= most)
        {
            return Err(Refusal::new(self.rules.limit, format!("no more than {most} defences a round")));
        }
        let ready = |fits: &dyn Fn(&Item) -> bool| {
            look.gear(who).iter().any(|item| item.is_ready() && !item.is("destroyed") && fits(item))
        };
        let is_weapon = |item: &Item| item.arm.kind == ArmKind::Melee && item.is_in_hand();
        let (is_there, what) = match option.needs {
            Needs::Nothing => return Ok(()),
            Needs::Held(tag) => (ready(&|item| item.arm.has(tag)), tag.as_str()),
            Needs::MeleeWeapon => (ready(&is_weapon), "weapon in hand"),
        };
        look.refuse_if(!is_there, self.rules.needs, || format!("{} has no {what} ready", look.name(who)))
    }
}

impl Defends for NamedDefences {
    fn defences(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Defence>) {
        for option in &self.options {
            let name = option.name.as_str();
            let unfit =
                option.not_against.iter().any(|word| case.is(word)) || (!option.against_ranged && case.is("ranged"));
            if unfit {
                continue;
            }
            let may = look.allows(case.who, &["defend", name]).and_then(|()| self.may(look, case.who, option));
            if may.is_err() && !look.wants_words() {
                continue;
            }
            let skill = look.figure(case.who, option.skill);
            let bonus = look.sum(&case.clone().word(option.name), Sum::of(option.skill, skill.total()));
            let label = look.wants_words().then(|| format!("{} {:+}", capital(name), bonus.total()));
            let choice = Choice::new(Order::new(name), label.unwrap_or_default(), Group::Defence, option.rule);
            out.push(Defence { choice: choice.unless(may), bonus });
        }
    }

    fn defends_with(&self, figure: FigureName) -> bool {
        self.options.iter().any(|option| option.skill == figure && option.skill != self.attacks_too)
    }
}
