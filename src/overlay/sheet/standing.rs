//! What a sheet tells of somebody that a blow may change. While the dice that changed it still roll, it stays as it was shown
//! last: the sheet tells no more than token and card.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::battle::{Decisions, FigureName, Id, Item, Look, SheetLine, Sum, Wound};
use crate::overlay::motion::{Fares, Motion};

/// How somebody stands, as far as it has been shown.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who.
    pub who: Id,
    /// What tokens tell of them, too.
    pub fares: Fares,
    /// What their figures come to.
    pub figures: BTreeMap<FigureName, Sum>,
    /// Their wounds.
    pub wounds: Vec<Wound>,
    /// What mechanics say of them.
    pub lines: Vec<SheetLine>,
    /// What they have.
    pub gear: Vec<Item>,
}

impl Standing {
    /// How somebody stands in truth.
    pub fn of(look: Look<'_>, who: Id) -> Self {
        let grouped = look.rules().figures.iter().filter(|(_, def)| def.group.is_some());
        Self {
            who,
            fares: Fares::of(look, who),
            figures: grouped.map(|(name, _)| (*name, look.figure(who, *name))).collect(),
            wounds: look.wounds(who).to_vec(),
            // What others hold in secret is not told.
            lines: look.as_asked().sheet_lines(who),
            gear: look.gear(who).to_vec(),
        }
    }

    /// Of somebody whose sheet was not open before: what their token tells.
    fn shown(who: Id, fares: Fares) -> Self {
        let (wounds, lines, gear) = (Vec::new(), Vec::new(), Vec::new());
        Self { who, fares, figures: BTreeMap::new(), wounds, lines, gear }
    }
}

/// The sheet that was shown last, and what it was worked out from: facts told and decisions made.
#[derive(Debug, Default)]
pub(super) struct Last(Option<(Arc<Standing>, (usize, usize))>);

impl Last {
    /// How somebody stands as far as it has been shown.
    pub fn standing(&mut self, look: Look<'_>, motion: &Motion, who: Id) -> Arc<Standing> {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let now = (look.facts().len(), made);
        let last = self.0.as_ref().filter(|(last, _)| last.who == who);
        if !motion.has_shown(who) {
            let fares = motion.fares(look, who);
            let before = last.map(|(last, _)| Standing { fares: fares.clone(), ..(**last).clone() });
            return Arc::new(before.unwrap_or_else(|| Standing::shown(who, fares)));
        }
        if let Some((last, _)) = last.filter(|(_, of)| *of == now) {
            return last.clone();
        }
        let standing = Arc::new(Standing::of(look, who));
        self.0 = Some((standing.clone(), now));
        standing
    }

    /// Another battle is shown.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::overlay::preferences::Speed;
    use crate::overlay::trial;

    /// Promise: while dice still roll the sheet tells what was true before they fell, for everybody whom they change; once all
    /// has been shown it tells the truth.
    #[test]
    fn a_sheet_tells_nothing_before_it_has_been_shown() {
        let mut game = trial::begun("gate", 1);
        let (mut motion, mut mind, context) = (Motion::default(), Mind::new(Skill::Plain, 1), Context::default());
        let mut sheets: BTreeMap<Id, Last> = BTreeMap::new();
        let (mut time, mut hidden) = (0.0, 0);
        for _ in 0..60 {
            let look = trial::look(&game);
            let before: Vec<Standing> = look.everybody().map(|id| Standing::of(look, id)).collect();
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
            let look = trial::look(&game);
            let after: Vec<Standing> = look.everybody().map(|id| Standing::of(look, id)).collect();
            for _ in 0..900 {
                time += 1.0 / 60.0;
                context.begin_pass(RawInput { time: Some(time), ..RawInput::default() });
                motion.go_on(&context, look, Speed::Normal, 0);
                context.end_pass().textures_delta.clear();
                for (before, after) in before.iter().zip(&after) {
                    let told = sheets.entry(after.who).or_default().standing(look, &motion, after.who);
                    let is_shown = motion.has_shown(after.who);
                    let truth = if is_shown { after } else { before };
                    // Of the very first frame nothing was shown before.
                    if is_shown || !told.figures.is_empty() {
                        assert_eq!(
                            (&told.figures, &told.wounds),
                            (&truth.figures, &truth.wounds),
                            "{}",
                            look.name(truth.who)
                        );
                    }
                    hidden += usize::from(!is_shown && before.figures != after.figures);
                }
                if after.iter().all(|standing| motion.has_shown(standing.who)) && !motion.is_lively(look) {
                    break;
                }
            }
        }
        assert!(hidden > 20, "{hidden} sheets were held back");
    }
}
