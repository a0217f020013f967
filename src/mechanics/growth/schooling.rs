//! What somebody makes of the levels that came in play: ranks in skills, techniques that belong to them, abilities, and
//! combos (ST-XP-09 to ST-XP-13, ST-ATK-14).

use super::ladder::{Pace, multiples, ranks_due};
use super::learning::{Grow, Growth};
use crate::mechanics::prelude::*;

/// The numbers of growth.
#[derive(Clone, Debug, Deserialize)]
pub struct Schooling {
    /// The figure of levels.
    pub level: FigureName,
    /// The count of levels that came in play.
    pub gained: Key,
    /// Skills that grow with each rank.
    pub fast: Vec<FigureName>,
    /// Skills that grow with every other rank.
    pub staggered: Vec<FigureName>,
    /// Ranks that each level brings.
    pub ranks_a_level: i32,
    /// One more at every so many levels.
    pub extra_rank_each: i32,
    /// Abilities that can be raised.
    pub boosts: Boosts,
    /// The techniques that belong to each skill.
    pub techniques: BTreeMap<FigureName, Taught>,
    /// Those of them that can be learned more than once.
    pub repeatable: Vec<TechniqueName>,
    /// The rules that these numbers stand for.
    pub rules: SchoolingRules,
}

/// Techniques that belong to one skill.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Taught(pub Vec<TechniqueName>);

/// When abilities are raised, and which.
#[derive(Clone, Debug, Deserialize)]
pub struct Boosts {
    /// These.
    pub of: Vec<FigureName>,
    /// One at every so many levels.
    pub each: i32,
    /// Which of these boosts is kept from abilities that began above the average.
    pub held_back: i32,
    /// The average.
    pub average: i32,
}

rule_ids! { struct SchoolingRules {
    limit: "The limit of ranks.",
    growth: "What ranks make of skills.",
    extra: "The extra ranks.",
    boosts: "Abilities.",
    table: "What each level brings.",
} }

/// What somebody has made of their levels.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Skills that were trained.
    skills: Vec<Trained>,
    /// Abilities that were raised, in their order.
    boosts: Vec<FigureName>,
    /// Techniques that were learned.
    techniques: Vec<Key>,
}

/// A skill that was trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trained {
    skill: FigureName,
    /// Ranks that there were before.
    from: i32,
    /// Ranks that have come since.
    more: i32,
}

impl Trained {
    fn ranks(self) -> i32 {
        self.from + self.more
    }

    /// What the ranks that came since have added to the skill.
    fn added(self, pace: Pace) -> i32 {
        pace.bonus(self.ranks()) - pace.bonus(self.from)
    }
}

/// What somebody has of a figure by itself, without anything that changes it.
fn plain(look: Look<'_>, who: Id, figure: FigureName) -> i32 {
    let own = look.get::<Figures>(who).and_then(|figures| figures.get(figure));
    own.unwrap_or_else(|| look.rules().figures.get(&figure).map_or(0, |def| def.default))
}

impl Schooling {
    fn grown(look: Look<'_>, who: Id) -> Grown {
        look.get::<Grown>(who).cloned().unwrap_or_default()
    }

    /// How a skill grows, if it does.
    pub(super) fn pace(&self, skill: FigureName) -> Option<Pace> {
        if self.fast.contains(&skill) {
            return Some(Pace::Fast);
        }
        self.staggered.contains(&skill).then_some(Pace::Staggered)
    }

    pub(super) fn level(&self, look: Look<'_>, who: Id) -> i32 {
        look.value(who, self.level)
    }

    /// The level that they had when they came into play.
    fn first_level(&self, look: Look<'_>, who: Id) -> i32 {
        self.level(look, who) - look.tally(who, self.gained)
    }

    fn trained(&self, look: Look<'_>, who: Id, skill: FigureName, pace: Pace) -> Trained {
        let grown = look.get::<Grown>(who).and_then(|grown| grown.skills.iter().find(|each| each.skill == skill));
        grown.copied().unwrap_or_else(|| {
            let from = pace.ranks_for(plain(look, who, skill), self.first_level(look, who));
            Trained { skill, from, more: 0 }
        })
    }

    /// Ranks of somebody in a skill.
    pub(super) fn ranks(&self, look: Look<'_>, who: Id, skill: FigureName) -> i32 {
        self.pace(skill).map_or(0, |pace| self.trained(look, who, skill, pace).ranks())
    }

    /// Ranks that somebody can still place.
    pub(super) fn ranks_left(&self, look: Look<'_>, who: Id) -> i32 {
        let (from, to) = (self.first_level(look, who), self.level(look, who));
        let spent: i32 = Self::grown(look, who).skills.iter().map(|each| each.more).sum();
        ranks_due(from, to, self.ranks_a_level, self.extra_rank_each) - spent
    }

    /// Abilities that somebody can still raise.
    pub(super) fn boosts_left(&self, look: Look<'_>, who: Id) -> i32 {
        let (from, to) = (self.first_level(look, who), self.level(look, who));
        multiples(from, to, self.boosts.each) - Self::grown(look, who).boosts.len() as i32
    }

    /// Whether somebody may put one more rank into a skill.
    pub(super) fn may_train(&self, look: Look<'_>, who: Id, skill: FigureName) -> Result<Pace, Refusal> {
        let pace = self.pace(skill).ok_or_else(|| Refusal::nonsense(format!("{skill} is no skill that grows")))?;
        let (ranks, level) = (self.ranks(look, who, skill), self.level(look, who));
        let why = || format!("{} has {ranks} ranks in {skill}, as many as levels", look.name(who));
        look.refuse_if(ranks >= level, self.rules.limit, why)?;
        look.refuse_one_if(self.ranks_left(look, who) <= 0, who, self.rules.table, "has no ranks to place")?;
        Ok(pace)
    }

    /// Whether somebody may raise an ability.
    pub(super) fn may_boost(&self, look: Look<'_>, who: Id, ability: FigureName) -> Result<(), Refusal> {
        let rule = self.rules.boosts;
        look.refuse_if(!self.boosts.of.contains(&ability), rule, || {
            let known: Vec<&str> = self.boosts.of.iter().map(|each| each.as_str()).collect();
            format!("only {} can be raised", known.join(", "))
        })?;
        look.refuse_one_if(self.boosts_left(look, who) <= 0, who, rule, "has no ability to raise at this level")?;
        let grown = Self::grown(look, who);
        let why = || format!("{ability} was the last that {} raised", look.name(who));
        look.refuse_if(grown.boosts.last() == Some(&ability), rule, why)?;
        // Boosts before they came into play are counted in.
        let before = multiples(0, self.first_level(look, who), self.boosts.each);
        let this = before + grown.boosts.len() as i32 + 1;
        let began = plain(look, who, ability) - grown.boosts.iter().filter(|each| **each == ability).count() as i32;
        let why = || format!("{ability} began above {}, and this is boost {this}", self.boosts.average);
        look.refuse_if(this == self.boosts.held_back && began > self.boosts.average, rule, why)
    }

    /// How many techniques of a skill somebody knows, and how many its ranks allow.
    pub(super) fn techniques(&self, look: Look<'_>, who: Id, skill: FigureName) -> (i32, i32) {
        let taught = self.techniques.get(&skill).map_or(&[][..], |taught| taught.0.as_slice());
        let known = look.profile(who).map_or(&[][..], |profile| profile.techniques.as_slice());
        let known = known.iter().filter(|each| taught.iter().any(|technique| technique == *each)).count() as i32;
        (known, self.pace(skill).map_or(0, |pace| pace.techniques(self.ranks(look, who, skill))))
    }

    /// Whether somebody may learn a technique.
    pub(super) fn may_learn(&self, look: Look<'_>, who: Id, technique: TechniqueName) -> Result<(), Refusal> {
        let skill = self.techniques.iter().find(|(_, taught)| taught.0.contains(&technique)).map(|(skill, _)| *skill);
        let skill = skill.ok_or_else(|| Refusal::nonsense(format!("`{technique}` belongs to no skill")))?;
        let rule = self.rules.growth;
        let is_known = look.knows(who, technique) && !self.repeatable.contains(&technique);
        look.refuse_if(is_known, rule, || format!("{} knows {technique} already", look.name(who)))?;
        let (known, most) = self.techniques(look, who, skill);
        let why = || format!("{} knows {known} techniques of {skill}, and their ranks allow {most}", look.name(who));
        look.refuse_if(known >= most, rule, why)
    }

    /// Puts a rank into a skill.
    pub(super) fn train(&self, table: &mut Table<'_>, who: Id, skill: FigureName, pace: Pace) {
        let before = self.trained(table.look(), who, skill, pace);
        let after = Trained { more: before.more + 1, ..before };
        let bonus = plain(table.look(), who, skill);
        let grows = after.added(pace) - before.added(pace);
        let mut grown = table.edit::<Grown>(who);
        grown.skills.retain(|each| each.skill != skill);
        grown.skills.push(after);
        table.edit::<Figures>(who).set(skill, bonus + grows);
        let now = bonus + grows;
        table.say_change(self.rules.growth, who, (skill, bonus, now), |look| {
            format!("{} trains {skill}: {} ranks, +{now}.", look.name(who), after.ranks())
        });
    }

    /// Raises an ability.
    pub(super) fn boost(&self, table: &mut Table<'_>, who: Id, ability: FigureName) {
        let before = plain(table.look(), who, ability);
        table.edit::<Grown>(who).boosts.push(ability);
        table.edit::<Figures>(who).set(ability, before + 1);
        table.say_change(self.rules.boosts, who, (ability, before, before + 1), |look| {
            format!("{} raises {ability} to {}.", look.name(who), before + 1)
        });
    }

    /// Learns a technique.
    pub(super) fn learn(&self, table: &mut Table<'_>, who: Id, technique: Key) {
        let Some(profile) = table.look().profile(who).cloned() else { return };
        table.edit::<Grown>(who).techniques.push(technique);
        let mut own = Profile::clone(&profile);
        own.techniques.push(technique);
        table.edit::<MadeFrom>(who).0 = Arc::new(own);
        table.say(self.rules.growth, who, |look| format!("{} learns {technique}.", look.name(who)));
    }

    /// Gives back to somebody, fresh from their profile, what they have made of their levels.
    fn restore(&self, look: Look<'_>, grown: &Grown) -> Keepsake {
        let default = |figure: FigureName| look.rules().figures.get(&figure).map_or(0, |def| def.default);
        let skills = grown.skills.iter().filter_map(|each| Some((each.skill, each.added(self.pace(each.skill)?))));
        let all = skills.chain(grown.boosts.iter().map(|ability| (*ability, 1)));
        let raised: Vec<(FigureName, i32, i32)> = all.map(|(figure, more)| (figure, more, default(figure))).collect();
        let grown = grown.clone();
        Keepsake::new(move |newcomer: &mut Newcomer<'_>| {
            if let Some(mut figures) = newcomer.get_mut::<Figures>() {
                for (figure, more, default) in &raised {
                    let now = figures.get(*figure).unwrap_or(*default);
                    figures.set(*figure, now + more);
                }
            }
            if let Some(mut made) = newcomer.get_mut::<MadeFrom>().filter(|_| !grown.techniques.is_empty()) {
                let mut own = Profile::clone(&made.0);
                own.techniques.extend(&grown.techniques);
                made.0 = Arc::new(own);
            }
            newcomer.give(grown.clone());
        })
    }
}

mechanic!(Schooling: |self| {
    words(words) => words.add(Word::Count, ["Abilities to raise", "Fast skills", "Ranks to place", "Staggered skills"]),
    deeds(schooling) => {
        Growth::ALL.map(|growth| Arc::new(Grow { schooling: schooling.clone(), growth }) as Arc<dyn Deed>).into()
    },
});

impl Rests for Schooling {
    fn keeps(&self, look: Look<'_>, who: Id) -> Option<Keepsake> {
        look.get::<Grown>(who).map(|grown| self.restore(look, grown))
    }
}

impl Shows for Schooling {
    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        if look.camp().is_some() && look.rests(who) { self.camp_sheet(look, who) } else { Vec::new() }
    }

    /// What levels bring.
    fn camp_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let level = self.level(look, who);
        let full = |pace: Pace| {
            let (bonus, techniques) = (pace.bonus(level), pace.techniques(level));
            let noun = if techniques == 1 { "technique" } else { "techniques" };
            format!("+{bonus}, {techniques} {noun}")
        };
        let left = |what, left: i32, rule| SheetLine::of(what, left.to_string(), rule).counting(left, None);
        vec![
            SheetLine::of("Fast skills", full(Pace::Fast), self.rules.table),
            SheetLine::of("Staggered skills", full(Pace::Staggered), self.rules.table),
            left("Ranks to place", self.ranks_left(look, who), self.rules.extra),
            left("Abilities to raise", self.boosts_left(look, who), self.rules.boosts),
        ]
    }
}
