//! Why somebody has decided as they did: what they chose, the next best, and what was to be expected of each.

use std::io::{Result, Write};

use super::Terminal;
use super::telling::as_played;
use crate::ai::deep::{EXPLAINED, Expected, Line, Reasons, Thought};
use crate::analysis::{AskedAbout, UNTOLD};
use crate::battle::Order;

impl Terminal<'_> {
    /// Tells of a decision of any side: the last one, or that of this number, as they are counted from one. Or it tells what the
    /// figures of decisions are.
    pub(super) fn reasons(&self, said: &str, out: &mut impl Write) -> Result<()> {
        if said == "hope" {
            return EXPLAINED.iter().try_for_each(|words| writeln!(out, "  {words}"));
        }
        let count = self.game.decisions().len();
        if count == 0 {
            return writeln!(out, "Nothing has been decided yet.");
        }
        let number = if said == "last" { Some(count) } else { said.parse::<usize>().ok() };
        let Some(number) = number.filter(|number| *number <= count).and_then(|number| number.checked_sub(1)) else {
            return writeln!(out, "Nothing was decided under `{said}`: `why last`, or a number up to {count}.");
        };
        let people = self.minds.people();
        let asked = AskedAbout::of((&self.game.world, self.game.battle), number, |look| as_played(look, people));
        let asked = match asked {
            Ok(asked) => asked,
            Err(why) => return writeln!(out, "{why}"),
        };
        let Some(look) = asked.told() else {
            return writeln!(out, "{UNTOLD} Then `sortie analyse FILE --all` of the saved battle tells it.");
        };
        let who = look.question().and_then(|question| question.who);
        let who = who.map_or_else(|| look.side_name(asked.made.side), |who| look.name(who));
        writeln!(out, "  Decision {} of {count}, {}, by {who}:", number + 1, look.when())?;
        let told = |order: &Order| look.read_out(&order.into());
        let thought = asked.thought();
        let Some(Reasons { made, others }) = thought.as_ref().and_then(Thought::reasons) else {
            return writeln!(
                out,
                "  {}; nothing else came into question, as far as can be told.",
                told(&asked.made.order)
            );
        };
        let whose = asked.whose(|side| people.contains(&side));
        let told = |(line, expected): &(&Line, Expected)| format!("{}: {}", line.told(told), expected.in_words(whose));
        writeln!(out, "  {}", told(&made))?;
        others.iter().try_for_each(|other| writeln!(out, "  or {}", told(other)))
    }
}
