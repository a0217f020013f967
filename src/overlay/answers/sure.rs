//! A deed or an answer that waits to be given once more: why, in as many words as there is room for.

use bevy_egui::egui::Color32;

use super::Answering;
use crate::battle::Look;
use crate::overlay::{theme, warnings, way};

/// What is told of something that waits to be given once more.
pub struct Again {
    /// All of it; then the same with less, from one form to the next.
    pub forms: [String; 3],
    /// Whether anything speaks against it.
    pub is_warned: bool,
}

impl Again {
    /// The colour of its words.
    pub fn colour(&self) -> Color32 {
        if self.is_warned { theme::bad() } else { theme::accent() }
    }
}

/// What waits to be given once more, whatever it was planned by: what its button says, what follows by itself, and what speaks
/// against it.
pub fn once_more(look: Look<'_>, with: &mut Answering<'_>) -> Option<Again> {
    let planned = with.hand.planned().to_vec();
    let (order, follows) = planned.split_first()?;
    let goes = if with.pointer.cursor.is_some() { "Once more" } else { "Click again" };
    // What its button says, where it has one.
    let choices = with.known.choices(look);
    let button = choices.iter().find(|choice| choice.is_legal() && choice.fits(order));
    let named = button.map_or(order.verb.as_str(), |choice| choice.label.as_str());
    let named: Vec<&str> = std::iter::once(named).chain(follows.iter().map(|next| way::called(look, next))).collect();
    // An answer to a question ends no turn.
    let turns = || look.asked().filter(|_| look.question().is_some_and(|question| question.choices.is_none()));
    let comes = turns().and_then(|who| with.known.comes(look, who, order));
    let resigns = look.asked().filter(|_| warnings::resigns(look, order));
    let told = match resigns {
        Some(who) => Some(format!("{} is out of the fight for good", look.name(who))),
        None => comes.as_ref().and_then(|comes| comes.warned(look)),
    };
    let does = if resigns.is_none() && comes.is_some_and(|comes| comes.begins) { "begin" } else { "do" };
    // All of it is a warning: none needs a mark of its own.
    let told = told.as_deref().map(|told| told.trim_start_matches("! "));
    Some(Again { forms: in_less(&named.join(", then "), told, [goes, does]), is_warned: told.is_some() })
}

/// All of it, and the same without the name of the deed; at last what is to be done about it comes first: the end of that may be
/// cut off.
fn in_less(named: &str, told: Option<&str>, [goes, does]: [&str; 2]) -> [String; 3] {
    let again = format!("{goes} to {does} it");
    let less = told.map_or_else(|| format!("{again}."), |told| format!("{told}. {again}."));
    [format!("{named} · {less}"), less, format!("{again}: {}.", told.unwrap_or(named))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: however little room there is, it is said why something waits and that it takes a second click.
    #[test]
    fn what_waits_says_so_in_every_form() {
        let again = ["Click again", "do"];
        let forms = in_less("Accept: yield", Some("Ann is out of the fight for good"), again);
        assert_eq!(forms[0], "Accept: yield · Ann is out of the fight for good. Click again to do it.");
        assert!(
            forms.iter().all(|form| form.contains("Ann is out") && form.contains("Click again to do it")),
            "{forms:?}"
        );
        assert!(forms[0].len() > forms[1].len() && forms[2].starts_with("Click again"), "{forms:?}");
        let plain = in_less("Move, then strike", None, again);
        let told = [
            "Move, then strike · Click again to do it.",
            "Click again to do it.",
            "Click again to do it: Move, then strike.",
        ];
        assert_eq!(plain, told.map(str::to_owned));
    }
}
