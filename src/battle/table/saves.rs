//! Saves: dice thrown under a figure.

use super::super::{Event, Fact, FigureName, Id, Key, Look, Roll, RuleId, Sum};
use super::{Pause, Step, Table};
use crate::dice::{AnyDice, Dice, DiceError, Distribution, Expr, Fraction, Throw, enumerate};

/// Which of two throws counts, where a save is not simply thrown once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thrown {
    /// One throw.
    #[default]
    Once,
    /// Two, and the one that is worse for whoever saves.
    Worse,
}

impl Look<'_> {
    /// Whether somebody passes a save on `figure`, and how likely it is.
    pub fn odds_of_save(&self, who: Id, figure: FigureName, thrown: Thrown) -> Distribution<bool> {
        let work_out = || self.odds_of_one_throw(who, figure);
        let once = self.memo().map_or_else(work_out, |memo| memo.save(who, figure, work_out));
        match thrown {
            Thrown::Once => once,
            Thrown::Worse => once.combine(&once, |one, other| *one && *other),
        }
    }

    fn odds_of_one_throw(&self, who: Id, figure: FigureName) -> Distribution<bool> {
        let Some(saves) = self.rules().saves().filter(|_| !self.fails_outright(who, figure)) else {
            return Distribution::certain(false);
        };
        let value = self.value(who, figure);
        let once = enumerate(|dice| Ok(saves.passes(dice.throw(saves.die())?.total, value)));
        once.unwrap_or_else(|_| Distribution::certain(false))
    }

    /// The chance that somebody passes a save on `figure`.
    pub fn chance_of_save(&self, who: Id, figure: FigureName, thrown: Thrown) -> Fraction {
        self.odds_of_save(who, figure, thrown).chance(|passes| *passes)
    }

    /// Whether somebody cannot pass a save on `figure` at all, so that none is thrown. A save is no deed: a state takes it
    /// away only by its name, whatever it forbids to do.
    pub fn fails_outright(&self, who: Id, figure: FigureName) -> bool {
        let save = Key::new(&format!("{figure} save"));
        self.every_condition(who).any(|def| def.forbids.contains(&save))
            || self.rules().registry.forbids.iter().any(|mechanic| mechanic.forbid(*self, who, &[save]).is_err())
    }
}

impl Table<'_> {
    /// Lets somebody save on `figure`; whether it passes. Whoever fails outright throws nothing.
    pub fn save(&mut self, who: Id, figure: FigureName, why: &str, rule: RuleId) -> Step<bool> {
        self.save_thrown(who, figure, why, rule, Thrown::Once)
    }

    /// The same, where the save may have to be thrown twice.
    pub fn save_thrown(&mut self, who: Id, figure: FigureName, why: &str, rule: RuleId, thrown: Thrown) -> Step<bool> {
        if self.look().fails_outright(who, figure) {
            self.note(|look| Fact::new(rule, format!("{} fails {why}: no {figure} save.", look.name(who))).who(who));
            return Ok(false);
        }
        let rules = self.rules();
        let saves = rules.saves().ok_or_else(|| Pause::Fault("this game knows no saves".to_owned()))?;
        let value = self.look().figure(who, figure);
        let cast = |dice: &mut AnyDice| {
            let once = dice.throw(saves.die())?;
            let again = if thrown == Thrown::Worse { dice.throw(saves.die())? } else { Throw::default() };
            Ok::<_, DiceError>(if thrown == Thrown::Worse && again.total > once.total { again } else { once })
        };
        let throw = self.dice_for(cast, |throw| saves.passes(throw.total, value.total()))?;
        let passes = saves.passes(throw.total, value.total());
        self.note(|look| saved(look, who, (figure, &value), why, rule, (saves.die(), &throw), passes));
        self.tell(Event::Checked { who })?;
        Ok(passes)
    }

    /// Lets several save together; who of them passes. Whether they share a die is for the game to say.
    pub fn save_together(
        &mut self,
        group: &[Id],
        figure: FigureName,
        why: &str,
        rule: RuleId,
    ) -> Step<Vec<(Id, bool)>> {
        let rules = self.rules();
        let saves = rules.saves().ok_or_else(|| Pause::Fault("this game knows no saves".to_owned()))?;
        if !saves.is_shared() || group.len() < 2 {
            return group.iter().map(|who| Ok((*who, self.save(*who, figure, why, rule)?))).collect();
        }
        let look = self.look();
        let able = group.iter().map(|who| (!look.fails_outright(*who, figure), look.figure(*who, figure)));
        let able: Vec<(bool, Sum)> = able.collect();
        let verdict = |shown: i32, (is_able, value): &(bool, Sum)| *is_able && saves.passes(shown, value.total());
        let throw =
            self.throw_for(saves.die(), |shown| able.iter().map(|each| verdict(shown, each)).collect::<Vec<_>>())?;
        let mut verdicts = Vec::new();
        for (who, each) in group.iter().zip(&able) {
            let (passes, value) = (verdict(throw.total, each), &each.1);
            self.note(|look| saved(look, *who, (figure, value), why, rule, (saves.die(), &throw), passes));
            verdicts.push((*who, passes));
        }
        Ok(verdicts)
    }
}

fn saved(
    look: Look<'_>,
    who: Id,
    (figure, value): (FigureName, &Sum),
    why: &str,
    rule: RuleId,
    (die, throw): (&Expr, &Throw),
    passes: bool,
) -> Fact {
    let verdict = if passes { "passes" } else { "fails" };
    let text = format!("{} {verdict} {why}: {} against {figure} {}.", look.name(who), throw.total, value.total());
    let roll = Roll::of(&format!("{figure} save"), die, throw, &Sum::new());
    Fact::new(rule, text).who(who).roll(roll.against(value.clone(), passes))
}
