//! A deed or an answer that waits to be given once more: why, in as many words as there is room for.

use super::Answering;
use crate::battle::Look;
use crate::overlay::warnings;

/// Why the deed in hand waits to be given once more, with what its button says; then the same with less, from one form to the next.
pub fn once_more(look: Look<'_>, with: &mut Answering<'_>) -> Option<[String; 3]> {
    let (who, order) = (look.asked()?, with.hand.sure.clone()?);
    let goes = if with.pointer.cursor.is_some() { "Once more" } else { "Click again" };
    // What its button says, where it has one.
    let choices = with.known.choices(look);
    let named = choices.iter().find(|choice| choice.is_legal() && choice.fits(&order)).map(|choice| &choice.label);
    let named = named.map_or_else(|| order.verb.to_string(), String::clone);
    if warnings::resigns(look, &order) {
        let told = format!("{} is out of the fight for good", look.name(who));
        return Some(in_less([&named, &told, goes, "do"]));
    }
    let comes = with.known.comes(look, who, &order)?;
    let told = comes.warned(look)?;
    // All of it is a warning: none needs a mark of its own.
    let told = told.trim_start_matches("! ");
    Some(in_less([&named, told, goes, if comes.begins { "begin" } else { "do" }]))
}

/// All of it, and the same without the name of the deed; at last what is to be done about it comes first: the end of that may be
/// cut off.
fn in_less([named, told, goes, does]: [&str; 4]) -> [String; 3] {
    let less = format!("{told}. {goes} to {does} it.");
    [format!("{named} · {less}"), less, format!("{goes} to {does} it: {told}.")]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: however little room there is, it is said why something waits and that it takes a second click.
    #[test]
    fn what_waits_says_so_in_every_form() {
        let forms = in_less(["Accept: yield", "Ann is out of the fight for good", "Click again", "do"]);
        assert_eq!(forms[0], "Accept: yield · Ann is out of the fight for good. Click again to do it.");
        assert!(
            forms.iter().all(|form| form.contains("Ann is out") && form.contains("Click again to do it")),
            "{forms:?}"
        );
        assert!(forms[0].len() > forms[1].len() && forms[2].starts_with("Click again"), "{forms:?}");
    }
}
