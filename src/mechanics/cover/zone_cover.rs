//! What lies between two places of a field of zones: cover and barriers (ZN-COVER-01 to ZN-COVER-04).

use crate::board::Border;
use crate::mechanics::prelude::*;

/// The numbers of cover between zones.
#[derive(Clone, Debug, Deserialize)]
pub struct ZoneCover {
    /// Words of zones and borders that give cover.
    pub cover: Vec<Key>,
    /// Words of barriers past which one can peek.
    pub peek: Vec<Key>,
    /// Words of arms that go through cover.
    pub penetrates: Vec<Key>,
    /// Words of arms that need no free line.
    pub indirect: Vec<Key>,
    /// The figure for how large a body is, and by how much somebody larger goes through cover.
    pub size: (FigureName, i32),
    /// Whether cover counts against what strikes a whole zone.
    pub against_blasts: bool,
    /// The state of those who see nothing.
    pub blind: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: ZoneCoverRules,
}

rule_ids! { struct ZoneCoverRules {
    barrier: "Barriers.",
} }

impl ZoneCover {
    fn has(border: &Border, words: &[Key]) -> bool {
        words.iter().any(|word| border.has_tag(word.as_str()))
    }

    /// Whether somebody strikes past a barrier that they stand beside; a counter goes past that of the one it answers.
    fn peeks(&self, look: Look<'_>, case: &Case<'_>, border: &Border) -> bool {
        let beside =
            |id: Id| look.spot(id).is_some_and(|spot| spot.is_of(border.between.0) || spot.is_of(border.between.1));
        let peeker = if case.is("counter") { case.against } else { Some(case.who) };
        // Nobody is pulled through an arrow slit.
        Self::has(border, &self.peek) && !case.is("manoeuvre") && peeker.is_some_and(beside)
    }

    /// Whether anything between two places gives cover to whoever stands at the second.
    fn is_covered(&self, look: Look<'_>, case: &Case<'_>, from: Spot, to: Spot) -> bool {
        if from == to {
            return false;
        }
        let graph = look.spots().graph();
        let crosses = &look.line_of(from, to).crosses;
        let mut borders = crosses.iter().filter_map(|(a, b)| graph.border(*a, *b));
        let gives = |border: &Border| {
            (border.open && Self::has(border, &self.cover)) || (!border.open && self.peeks(look, case, border))
        };
        borders.any(gives) || matches!(to, Spot::Zone(zone) if look.zone_is(zone, &self.cover))
    }
}

mechanic!(ZoneCover: |self| {
    situations => &["cover"],
});

narrows!(ZoneCover: |self, look, case| {
    let Some(target) = case.against.filter(|_| look.zoned().is_some()) else { return };
    let (Some(from), Some(to)) = (look.spot(case.who), look.spot(target)) else { return };
    if (case.is("blast") && !self.against_blasts) || self.penetrates.iter().any(|word| case.is(word)) {
        return;
    }
    let larger = look.value(case.who, self.size.0) - look.value(target, self.size.0);
    if larger < self.size.1 && self.is_covered(look, case, from, to) {
        case.push_word("cover");
    }
});

allows!(ZoneCover: |self, look, case| {
    let Some(target) = case.against.filter(|_| look.zoned().is_some()) else { return Ok(()) };
    let aimed = case.from.map_or_else(|| look.spot(target), |place| look.spot_of(place));
    let (Some(from), Some(to)) = (look.spot(case.who), aimed) else { return Ok(()) };
    if self.indirect.iter().any(|word| case.is(word)) {
        return Ok(());
    }
    let stops = |border: &&Border| !self.peeks(look, case, border);
    if look.line_of(from, to).is_walled || look.barriers(from, to).into_iter().any(|border| stops(&border)) {
        let why = || format!("a barrier stands between {} and {}", look.name(case.who), look.name(target));
        return Err(look.refusal(self.rules.barrier, why));
    }
    Ok(())
});
