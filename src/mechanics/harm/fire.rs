//! What ignites sets alight whom it wounds; fire goes on hurting until it is put out (ST-DMG-10).

use crate::mechanics::prelude::*;

/// The numbers of fire.
#[derive(Clone, Debug, Deserialize)]
pub struct Fire {
    /// The word of arms that ignite.
    pub ignites: Key,
    /// The condition of those who burn.
    pub alight: ConditionName,
    /// Damage at the start of each of their turns.
    pub damage: Expr,
    /// Its type.
    pub types: Vec<Key>,
    /// What it harms.
    pub harms: HarmName,
    /// The word of ground that puts fire out.
    #[serde(deserialize_with = "refers::own")]
    pub water: Key,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Fire {
    fn put_out(&self, table: &mut Table<'_>, who: Id, how: &str) -> Step {
        let fact = |look: Look<'_>| Fact::new(self.rule, format!("{} no longer burns: {how}.", look.name(who)));
        table.lift(who, self.alight, fact).map(drop)
    }
}

mechanic!(Fire: |self| {
    words(words) => words.add(Word::Roll, ["damage"]),
    deeds => vec![Arc::new(self.clone())],
});

hears!(Fire: |self, table| {
    Harmed { hit } => {
        let ignites = hit.arm.as_ref().is_some_and(|arm| arm.has(self.ignites));
        let look = table.look();
        let wet = look.ground().is_under(look.footprint(hit.who), self.water.as_str());
        if !ignites || hit.judged.harm <= 0 || wet || hit.kind != self.harms {
            return Ok(());
        }
        table.becomes(hit.who, Condition::new(self.alight), self.rule)
    },
    TurnBegun { who } => {
        let look = table.look();
        if !look.is(who, self.alight) || !look.place(who).present {
            return Ok(());
        }
        let damage = table.roll(who, "damage", &self.damage, Sum::new(), self.rule)?;
        let mut case = Case::of("toughness", who);
        self.types.iter().for_each(|each| case.push_word(*each));
        table.suffer(&case, self.harms, &self.types, damage, self.rule)
    },
    Moved { who, .. } => {
        let look = table.look();
        if look.is(who, self.alight) && look.ground().is_under(look.footprint(who), self.water.as_str()) {
            return self.put_out(table, who, "in the water");
        }
    },
});

impl Drives for Fire {
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.alight)
    }
}

impl Deed for Fire {
    nature!(|self| Nature::of("put out", Group::Gear, Stage::Upkeep));

    offers!(|self, look, who| "Beat out the flames", self.rule, if look.is(who, self.alight));

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["put out"])?;
        look.refuse_one_if(!look.is(who, self.alight), who, self.rule, "does not burn")
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(0.25))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        self.put_out(table, who, "beaten out")
    }
}
