//! Light and concealment, those who cannot be seen, finding them, and surprise (ST-STEALTH-01 to ST-STEALTH-05,
//! ST-COND-02). Who sees whom is never stored: it follows from light, cover and how well one hid from each observer.

use super::deeds::{Hide, Notice, Sense};
use crate::board::{CoverGrade, Light, line_ends, squares_between};
use crate::mechanics::prelude::*;

/// The numbers of seeing and hiding.
#[derive(Clone, Debug, Deserialize)]
pub struct WhoSeesWhom {
    /// What not being seen adds to the Target.
    pub invisible: i32,
    /// What being hard to see adds.
    pub concealed: i32,
    /// The die of hiding and noticing.
    pub die: Expr,
    /// The figure of hiding.
    pub hides_by: FigureName,
    /// The figure of noticing.
    pub notices_by: FigureName,
    /// What noticing one who hides behind cover takes more.
    pub cover: Hindrance,
    /// What it takes to hear one who moved or struck since they hid, or never hid.
    pub stirred: i32,
    /// Words of ground where it is hard to see, and hard to see through.
    #[serde(deserialize_with = "refers::own")]
    pub conceals: Vec<Key>,
    /// Conditions in which nobody can be seen.
    pub unseen: Vec<ConditionName>,
    /// The word of arms that work only on somebody in sight.
    pub in_sight: Key,
    /// Conditions of those who can see nobody.
    pub blind: Vec<ConditionName>,
    /// Words of profiles that see better, with the levels that they lift the light.
    #[serde(deserialize_with = "refers::own")]
    pub senses: BTreeMap<Key, i32>,
    /// What being caught by surprise does to defence.
    pub surprised: Surprised,
    /// How it is played.
    pub flat_footed: FlatFooted,
    /// The rules that these numbers stand for.
    pub rules: SightRules,
}

/// What noticing takes more behind each grade of cover.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Hindrance {
    /// A quarter to a half.
    pub light: i32,
    /// About three quarters.
    pub medium: i32,
    /// All but a slit.
    pub heavy: i32,
}

/// What being caught by surprise means.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Surprised {
    /// The condition of those whom everybody has surprised.
    pub condition: ConditionName,
    /// What it adds to defence rolls against those who have surprised one.
    pub defence: i32,
    /// The word that it gives to blows.
    pub opens_to: Key,
}

/// What the surprised cannot do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlatFooted {
    /// Defend themselves as well.
    #[default]
    MinusOne,
    /// Defend themselves at all.
    NoDefence,
}

rule_ids! { struct SightRules {
    concealed: "Being hard to see.",
    light: "Light.",
    unseen: "Not being seen.",
    finding: "Finding those.",
    surprise: "Surprise.",
    flat_footed: "What it does.",
} }

/// How somebody hides, and who has noticed.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hiding {
    /// What others must reach to see them; nothing if they do not hide.
    pub result: Option<i32>,
    /// Those who have seen through it.
    pub seen_by: SmallVec<[Id; 4]>,
    /// Sides that know the square in which they are.
    pub found_by: SmallVec<[SideId; 2]>,
    /// They have moved since they hid.
    pub stirred: bool,
    /// They have struck, and are given away when that is done.
    pub struck: bool,
    /// They have moved, and are heard when that is done.
    pub stepped: bool,
}

/// Whom somebody has been surprised by, and in which round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtBy(SmallVec<[(Id, i32); 2]>);

impl WhoSeesWhom {
    /// The light in which `observer` sees `other`: that of its best lit square, as good as their eyes make it.
    fn light(&self, look: Look<'_>, observer: Id, other: Id) -> Light {
        let squares = look.footprint(other).squares();
        let light = squares.map(|square| look.ground().light_on(square)).min().unwrap_or_default();
        let senses = self.senses.iter().filter(|(tag, _)| look.has_tag(observer, tag));
        light.lifted(senses.map(|(_, levels)| *levels).max().unwrap_or(0))
    }

    fn veils(&self, look: Look<'_>, square: Square) -> bool {
        self.conceals.iter().any(|word| look.board().has_tag(square, word.as_str()))
    }

    /// Whether smoke, grass or the like lies on the other, or between.
    fn is_veiled(&self, look: Look<'_>, observer: Id, other: Id) -> bool {
        if self.conceals.is_empty() {
            return false;
        }
        let body = look.footprint(other);
        let (from, to) = line_ends(look.footprint(observer), body);
        body.squares().all(|square| self.veils(look, square))
            || squares_between(from, to).any(|square| self.veils(look, square))
    }

    /// The rule that makes the other hard to see, if any does (ST-STEALTH-01, ST-STEALTH-02).
    pub fn concealed(&self, look: Look<'_>, observer: Id, other: Id) -> Option<RuleId> {
        match self.light(look, observer, other) {
            Light::Hazy => Some(self.rules.light),
            _ if self.is_veiled(look, observer, other) => Some(self.rules.concealed),
            _ => None,
        }
    }

    /// Whether there is anything between to hide behind or in.
    pub(super) fn is_sheltered(&self, look: Look<'_>, observer: Id, other: Id) -> bool {
        self.light(look, observer, other) != Light::Clear
            || self.is_veiled(look, observer, other)
            || look.cover(look.footprint(observer), other, true).1 > CoverGrade::None
            || !look.in_line(observer, other)
    }

    /// The rule by which darkness, magic or good hiding keeps `observer` from seeing `other`, an enemy, if any does.
    pub fn unseen(&self, look: Look<'_>, observer: Id, other: Id) -> Option<RuleId> {
        if !look.are_enemies(observer, other) {
            return None;
        }
        let is_any = |id: Id, kinds: &[ConditionName]| kinds.iter().any(|kind| look.is(id, kind));
        if is_any(other, &self.unseen) || is_any(observer, &self.blind) {
            return Some(self.rules.unseen);
        }
        if self.light(look, observer, other) == Light::Dark {
            return Some(self.rules.light);
        }
        let hiding = look.get::<Hiding>(other).filter(|hiding| hiding.result.is_some())?;
        let hidden = !hiding.seen_by.contains(&observer) && self.is_sheltered(look, observer, other);
        hidden.then_some(self.rules.unseen)
    }

    /// Whether the side of `observer` has found the square of `other`.
    pub(super) fn is_found(look: Look<'_>, observer: Id, other: Id) -> bool {
        look.get::<Hiding>(other).is_some_and(|hiding| hiding.found_by.contains(&look.side(observer)))
    }

    /// Whether `observer` must look for the square of `other` first.
    pub(super) fn is_lost(&self, look: Look<'_>, observer: Id, other: Id) -> bool {
        let is_covered = || look.cover(look.footprint(observer), other, true).1 == CoverGrade::Total;
        let is_out_of_sight = || !look.in_line(observer, other) || is_covered();
        look.once("lost", observer, other, || {
            look.are_enemies(observer, other)
                && !Self::is_found(look, observer, other)
                && (self.unseen(look, observer, other).is_some() || is_out_of_sight())
        })
    }

    /// Whether `victim` did not know that `other` was there.
    fn is_unaware(&self, look: Look<'_>, victim: Id, other: Id) -> bool {
        self.unseen(look, victim, other).is_some() && !Self::is_found(look, victim, other)
    }

    /// Whether `victim` is flat-footed against `other` (ST-STEALTH-05).
    pub fn is_surprised(&self, look: Look<'_>, victim: Id, other: Id) -> bool {
        look.once("surprised", victim, other, || {
            let round = look.clock().round;
            let caught = || look.get::<CaughtBy>(victim).is_some_and(|caught| caught.0.contains(&(other, round)));
            !victim.is_thing()
                && (look.is(victim, self.surprised.condition) || caught() || self.is_unaware(look, victim, other))
        })
    }

    /// What it takes to see one who hides.
    pub(super) fn sight_dc(&self, look: Look<'_>, observer: Id, other: Id, result: i32) -> Sum {
        let mut sum = Sum::of(self.hides_by, result);
        let more = match look.cover(look.footprint(observer), other, true).1 {
            CoverGrade::None | CoverGrade::Total => 0,
            CoverGrade::Light => self.cover.light,
            CoverGrade::Medium => self.cover.medium,
            CoverGrade::Heavy => self.cover.heavy,
        };
        sum.add("cover", more, self.rules.concealed);
        sum
    }

    /// What it takes to hear one who cannot be seen.
    pub(super) fn hearing_dc(&self, look: Look<'_>, other: Id) -> Sum {
        match look.get::<Hiding>(other) {
            Some(Hiding { result: Some(result), stirred: false, .. }) => Sum::of(self.hides_by, *result),
            _ => Sum::of("stirring", self.stirred),
        }
    }
}

mechanic!(WhoSeesWhom: |self| {
    situations => &["light"],
    words(words) => {
        words.add(Word::Roll, ["hiding", "perception"]);
        words.add(Word::Term, ["concealed", "cover", "invisible", "stirring"]).add(Word::Count, ["Hiding"]);
    },
    deeds(sight) => {
        let notice = |sense| -> Arc<dyn Deed> { Arc::new(Notice { sight: sight.clone(), sense }) };
        vec![Arc::new(Hide(sight.clone())), notice(Sense::Eyes), notice(Sense::Ears)]
    },
});

hears!(WhoSeesWhom: |self, table| {
    Blow { blow } => {
        let (look, who) = (table.look(), blow.case.who);
        let hides = look.get::<Hiding>(who).is_some_and(|hiding| hiding.result.is_some() && !hiding.struck);
        let victim = blow.case.against.filter(|victim| look.are_enemies(who, *victim));
        if let Some(victim) = victim.filter(|victim| self.is_unaware(look, *victim, who)) {
            let round = table.clock().round;
            let mut caught = table.edit::<CaughtBy>(victim);
            caught.0.retain(|(_, since)| *since == round);
            caught.0.push((who, round));
            table.say(self.rules.surprise, (victim, who), |look| {
                format!("{} is caught by surprise by {}.", look.name(victim), look.name(who))
            });
        }
        if hides {
            table.edit::<Hiding>(who).struck = true;
        }
    },
    // Striking gives one away, once it is done; sneaking is as loud as it was done badly.
    Done { who, .. } => {
        let stepped = table.look().get::<Hiding>(who).filter(|hiding| hiding.stepped);
        if let Some(result) = stepped.map(|hiding| hiding.result) {
            table.edit::<Hiding>(who).stepped = false;
            if let Some(result) = result {
                table.noise(who, result)?;
            }
        }
        if table.look().get::<Hiding>(who).is_some_and(|hiding| hiding.struck) {
            *table.edit::<Hiding>(who) = Hiding::default();
            table.say(self.rules.unseen, who, |look| format!("{} hides no more.", look.name(who)));
        }
    },
    // Whoever moves must be found anew, and is easier to hear.
    Moved { who, .. } => {
        let changes = |hiding: &Hiding| !hiding.found_by.is_empty() || (hiding.result.is_some() && !hiding.stepped);
        if table.look().get::<Hiding>(who).is_some_and(changes) {
            let mut hiding = table.edit::<Hiding>(who);
            hiding.found_by.clear();
            (hiding.stirred, hiding.stepped) = (true, true);
        }
        // Whoever has watched them walk knows where they went.
        let look = table.look();
        let Some(hiding) = look.get::<Hiding>(who).filter(|hiding| hiding.result.is_some()) else { return Ok(()) };
        let foes = look.everybody().filter(|id| look.are_enemies(*id, who) && look.place(*id).present);
        let able = foes.filter(|id| !hiding.seen_by.contains(id) && look.allows(*id, &["look"]).is_ok());
        let watched: Vec<Id> = able.filter(|id| look.sees(*id, who)).collect();
        if !watched.is_empty() {
            table.edit::<Hiding>(who).seen_by.extend(watched);
        }
    },
});

modifies!(WhoSeesWhom: ["target", "defence"] => |self, look, case, sum| {
    let Some(other) = case.against else { return };
    if case.on == "target" && sum.term("invisible").is_none() {
        if let Some(rule) = self.unseen(look, other, case.who) {
            sum.add("invisible", self.invisible, rule);
        } else if let Some(rule) = self.concealed(look, other, case.who) {
            sum.add("concealed", self.concealed, rule);
        }
    } else if case.on == "defence" && self.is_surprised(look, case.who, other) {
        sum.add(self.surprised.condition, self.surprised.defence, self.rules.flat_footed);
    }
});

narrows!(WhoSeesWhom: |self, look, case| {
    if case.against.is_some_and(|target| self.is_surprised(look, target, case.who)) {
        case.push_word(self.surprised.opens_to);
    }
});

allows!(WhoSeesWhom: |self, look, case| {
    // Those whose square is not known cannot be struck at by name; a square can.
    let Some(target) = case.against else { return Ok(()) };
    let body = look.footprint(target);
    let guesses = || case.order.into_iter().flat_map(|order| &order.at).filter_map(|aim| aim.square);
    // A square that was heard or guessed is not enough for these.
    if case.arm.is_some_and(|arm| arm.has(self.in_sight)) && !look.sees(case.who, target) {
        return Err(Refusal::new(self.rules.finding, format!("{} is not to be seen", look.name(target))));
    }
    if self.is_lost(look, case.who, target) && !guesses().any(|square| body.contains(square)) {
        let why = format!("nobody knows where {} is: listen for it, or guess a square, as in: at (3,4)", look.name(target));
        return Err(Refusal::new(self.rules.finding, why));
    }
    Ok(())
});

impl Sees for WhoSeesWhom {
    fn hides(&self, look: Look<'_>, who: Id, other: Id) -> bool {
        self.unseen(look, who, other).is_some()
    }
}

impl Defends for WhoSeesWhom {
    fn defences(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Defence>) {
        let surprised = || case.against.is_some_and(|other| self.is_surprised(look, case.who, other));
        if self.flat_footed == FlatFooted::NoDefence && surprised() {
            let refusal =
                Refusal::new(self.rules.flat_footed, format!("{} is caught by surprise", look.name(case.who)));
            out.iter_mut().for_each(|defence| defence.choice.refused = Some(refusal.clone()));
        }
    }
}

sheet!(WhoSeesWhom: |self, look, who| {
    let hiding = look.get::<Hiding>(who).and_then(|hiding| hiding.result);
    let line = |result: i32| SheetLine::of("Hiding", result.to_string(), self.rules.unseen);
    hiding.map(line).into_iter().collect()
});
