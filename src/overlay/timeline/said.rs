//! A decision as a sentence: "Ansa attacks Goblin 1 with Sword (1 action)". Where the rules tell at once what somebody does,
//! it is their sentence.

use crate::battle::house_words::{ACT, END_TURN, FIRST, PASS};
use crate::battle::{Aim, Choice, Fact, Forecast, Group, Id, Look, Nature, Order, Phrase, Purpose, Roll};
use crate::overlay::answers;

/// What somebody of this name does by an order: that of a choice, if it answers a question that lists them.
pub(super) fn sentence(
    look: Look<'_>,
    name: &str,
    order: &Order,
    choice: Option<&Choice>,
    price: Option<&str>,
) -> String {
    put(name, (order, phrase(look, order)), choice, (price, false))
}

/// What somebody of this name tries by an order.
pub(super) fn attempt(look: Look<'_>, name: &str, order: &Order, price: Option<&str>) -> String {
    put(name, (order, phrase(look, order)), None, (price, true))
}

/// How the rules tell what an order does.
fn phrase(look: Look<'_>, order: &Order) -> Phrase {
    look.deed(order.verb).map_or(Phrase::Plain, |deed| deed.nature().phrase)
}

fn put(
    name: &str,
    (order, phrase): (&Order, Phrase),
    choice: Option<&Choice>,
    (price, is_tried): (Option<&str>, bool),
) -> String {
    let verb = order.verb.as_str();
    let price = price.map(|price| format!(" ({})", answers::bare(price))).unwrap_or_default();
    // Whom one sends acts, and which side goes first does so.
    if let (Some(choice), Some(sent)) = (choice, order.with)
        && choice.label.starts_with(sent.as_str())
    {
        return match verb {
            ACT => format!("{sent} {}{price}.", does(verb, Phrase::Plain)),
            FIRST if sent == name => format!("{sent} choose to go first{price}."),
            FIRST => format!("{name} let {sent} go first{price}."),
            _ => format!("{sent}: {verb}{price}."),
        };
    }
    if let Some(choice) = choice.filter(|choice| choice.lets_be) {
        // In a question of turns there is nothing to be done about anything, and a side that sends nobody passes.
        return match choice.purpose() {
            _ if verb == PASS => format!("{name} send nobody{price}."),
            Group::Turn => format!("{name} chooses: {}{price}.", choice.label),
            _ => format!("{name} does nothing about it."),
        };
    }
    if verb.starts_with("not ") {
        return format!("{name}: {verb}.");
    }
    if let Some(choice) = choice.filter(|choice| !choice.label.to_lowercase().starts_with(verb)) {
        return format!("{name} chooses: {}{price}.", choice.label);
    }
    // What an answer is done to may stand in its words alone: "Take the Spear".
    let more = choice.and_then(|choice| choice.label.get(verb.len()..)).filter(|more| more.starts_with(' '));
    let more = more.filter(|_| order.at.is_empty() && order.with.is_none() && order.sentence().is_none());
    let mut at: Vec<String> = order.at.iter().filter_map(whom).collect();
    // Nobody is named twice in a row, however many blows they are meant for.
    at.dedup();
    let at = if at.is_empty() { String::new() } else { format!("{} {}", toward(phrase), at.join(", ")) };
    let with = order.with.map(|with| with.as_str()).or_else(|| order.sentence());
    // What answers a blow is done with something; in a turn that something may be all that is done.
    let is_tool = !at.is_empty() || order.to.is_some() || choice.is_some_and(|choice| choice.card.is_none());
    let with = with.map(|with| if is_tool { format!(" with {with}") } else { format!(" {with}") });
    let manners: Vec<&str> = order.manner.iter().map(|manner| manner.as_str()).collect();
    let manners = if manners.is_empty() { String::new() } else { format!(", {}", manners.join(", ")) };
    let with = with.unwrap_or_default();
    // The dice of a defence may lie open still.
    let is_tried = is_tried || choice.is_some_and(|choice| choice.purpose() == Group::Defence);
    let does = if is_tried { tries(verb, phrase) } else { does(verb, phrase) };
    let more = more.unwrap_or_default();
    format!("{name} {does}{more}{at}{with}{manners}{price}.")
}

/// Whether the verb of a deed says what is to come of it, and not only what is done for that: a blow is struck, whether it hits
/// or not, but nobody is tripped before they lie.
pub(super) fn says_end(nature: &Nature) -> bool {
    nature.hinders || !matches!(nature.group, Group::Attack | Group::Ability | Group::Prepare | Group::Begun)
}

/// Whether more than one thing may come of a deed by what is foretold of it.
pub(super) fn is_doubtful(forecast: Option<&Forecast>) -> bool {
    forecast.is_some_and(|forecast| forecast.against.iter().any(|each| each.outcomes.outcomes().len() > 1))
}

/// Whether a fact tells of dice that somebody throws for something that may fail.
pub(super) fn is_test(fact: &Fact, who: Id) -> bool {
    let may_fail = |roll: &Roll| roll.purpose == Purpose::Other && (roll.success.is_some() || !roll.bands.is_empty());
    fact.who == Some(who) && fact.roll.as_ref().is_some_and(may_fail)
}

/// A target by its name, with the part that is meant.
fn whom(aim: &Aim) -> Option<String> {
    let name = aim.who?;
    Some(aim.part.map_or_else(|| name.to_string(), |part| format!("the {part} of {name}")))
}

/// The word between a verb and whomever it is done to, where there is one.
const fn toward(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Plain => "",
        Phrase::Struck => " against",
        Phrase::At => " at",
        Phrase::Of => " of",
        Phrase::From => " from",
    }
}

/// What somebody tries whose verb that is.
fn tries(verb: &str, phrase: Phrase) -> String {
    let strikes = if phrase == Phrase::Struck { "strike a " } else { "" };
    format!("tries to {strikes}{verb}").replace("oneself", "themselves")
}

/// What somebody does whose verb that is: "parry" is "parries".
fn does(verb: &str, phrase: Phrase) -> String {
    if verb == END_TURN {
        return "ends their turn".to_owned();
    }
    if phrase == Phrase::Struck {
        return format!("strikes a {verb}");
    }
    let (first, rest) = verb.split_once(' ').map_or((verb, String::new()), |(first, rest)| (first, format!(" {rest}")));
    let before_y = first.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    let hisses = ["s", "x", "z", "ch", "sh", "go", "do"].iter().any(|end| first.ends_with(end));
    let first = match before_y {
        Some(stem) => format!("{stem}ies"),
        None if hisses => format!("{first}es"),
        None => format!("{first}s"),
    };
    format!("{first}{rest}").replace("oneself", "themselves")
}

/// The sentence of the rules that tells at once what `who` does, if there is one: no dice have a part in it, and it tells of
/// nobody else.
pub(super) fn told<'f>(look: Look<'_>, fact: &'f Fact, who: Id) -> Option<&'f str> {
    let is_own = fact.who == Some(who) && fact.changes.iter().all(|change| change.who == who);
    let is_plain = fact.roll.is_none() && fact.warded.is_none() && !fact.text.is_empty();
    (is_own && is_plain && look.may_read(fact)).then_some(fact.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// What is said of a deed that is told plainly.
    fn sentence(name: &str, order: &Order, choice: Option<&Choice>, price: Option<&str>) -> String {
        put(name, (order, Phrase::Plain), choice, (price, false))
    }

    fn listed(order: Order, label: &str) -> Choice {
        Choice::new(order, label, Group::Defence, "R-1")
    }

    /// Promise: what is told of a decision is a sentence, not an order.
    #[test]
    fn a_decision_is_told_as_a_sentence() {
        let blow = Order::new("attack").with("Sword").at(Aim::who("Goblin 1"));
        assert_eq!(sentence("Ansa", &blow, None, Some("1 action")), "Ansa attacks Goblin 1 with Sword (1 action).");
        let aimed = Order::new("attack").at(Aim::who("Bo").part("leg")).manner("hard");
        assert_eq!(sentence("Ansa", &aimed, None, None), "Ansa attacks the leg of Bo, hard.");
        assert_eq!(sentence("Ansa", &Order::new("draw").with("Axe"), None, None), "Ansa draws Axe.");
        assert_eq!(sentence("Ansa", &Order::new("end turn"), None, None), "Ansa ends their turn.");
        let declared = Order::new("declare").n(2).manner("defend");
        let choice = listed(declared.clone(), "2 actions, one to defend");
        let told = sentence("Ansa", &declared, Some(&choice), Some("-2"));
        assert_eq!(told, "Ansa chooses: 2 actions, one to defend (-2).");
        let parry = Order::new("parry").with("Sword");
        assert_eq!(
            sentence("Ansa", &parry, Some(&listed(parry.clone(), "Parry: Sword")), None),
            "Ansa tries to parry with Sword."
        );
        let none = Order::new("none");
        let told = sentence("Ansa", &none, Some(&listed(none.clone(), "No defence").letting_be()), None);
        assert_eq!(told, "Ansa does nothing about it.");
        let pass = Order::new("pass");
        let choice = Choice::new(pass.clone(), "Pass", Group::Turn, "R-1").letting_be();
        assert_eq!(sentence("Blues", &pass, Some(&choice), None), "Blues send nobody.");
        let never = Order::new("not this round");
        let told = sentence("Ansa", &never, Some(&listed(never.clone(), "Not this round")), None);
        assert_eq!(told, "Ansa: not this round.", "what is left undone is not told as a deed");
        let sent = Order::new("act").with("Bo");
        assert_eq!(sentence("Blues", &sent, Some(&listed(sent.clone(), "Bo")), None), "Bo acts.");
        for (verb, label, said) in
            [("take", "Take the Spear", "Hob takes the Spear."), ("leave", "Leave it", "Hob leaves it.")]
        {
            let order = Order::new(verb);
            let choice = Choice::new(order.clone(), label, Group::Gear, "R-1");
            assert_eq!(sentence("Hob", &order, Some(&choice), None), said);
        }
        let first = Order::new(FIRST).with("Bandits");
        let told = |side: &str| sentence(side, &first, Some(&listed(first.clone(), "Bandits")), None);
        assert_eq!(told("Bandits"), "Bandits choose to go first.");
        assert_eq!(told("Travellers"), "Travellers let Bandits go first.", "who has chosen it is told");
    }

    /// Promise: no name of a blow is said as a verb, nobody is named twice in a row, and what stands between a verb and whomever it
    /// is done to is said: the deeds of a game say which word that is.
    #[test]
    fn blows_and_their_targets_are_put_into_words() {
        let game = trial::begun("gate", 1);
        let at = |verb: &'static str, whom: &[&'static str]| {
            let order = whom.iter().fold(Order::new(verb), |order, who| order.at(Aim::who(*who)));
            super::sentence(trial::look(&game), "Ansa", &order, None, None)
        };
        assert_eq!(at("combo", &["Goblin 3", "Goblin 3"]), "Ansa strikes a combo against Goblin 3.");
        assert_eq!(at("combo", &["Bo", "Cy"]), "Ansa strikes a combo against Bo, Cy.");
        assert_eq!(at("break free", &["Bo"]), "Ansa breaks free from Bo.");
        assert_eq!(at("go on", &["Bo"]), "Ansa goes on at Bo.");
        assert_eq!(at("grapple", &["Bo"]), "Ansa grapples Bo.");
        let lets_go = Order::new("let go").at(Aim::who("Bo"));
        let told = trial::in_game("hursagmu", |look| super::sentence(look, "Ansa", &lets_go, None, None));
        assert_eq!(told, "Ansa lets go of Bo.");
    }

    /// Promise: what the dice may still deny is told as a try.
    #[test]
    fn a_try_is_told_as_one() {
        let game = trial::begun("gate", 1);
        let attempt = |order: &Order, price| attempt(trial::look(&game), "Ansa", order, price);
        let control = Order::new("control").at(Aim::who("Bo"));
        assert_eq!(attempt(&control, Some("1 action")), "Ansa tries to control Bo (1 action).");
        assert_eq!(attempt(&Order::new("drag oneself"), None), "Ansa tries to drag themselves.");
        assert_eq!(attempt(&Order::new("combo").at(Aim::who("Bo")), None), "Ansa tries to strike a combo against Bo.");
        assert!(says_end(&Nature::attack("control", &[]).hindering(true)));
        assert!(!says_end(&Nature::attack("attack", &[])), "a blow is struck, whatever comes of it");
        let thrown = |success| Fact::new("skill", "").who(Id(1)).roll(Roll { success, ..Roll::default() });
        assert!(is_test(&thrown(Some(false)), Id(1)) && is_test(&thrown(Some(true)), Id(1)));
        assert!(!is_test(&thrown(None), Id(1)) && !is_test(&thrown(Some(true)), Id(2)));
    }

    /// Promise: verbs are said of somebody as one says them.
    #[test]
    fn verbs_are_said_of_somebody() {
        for (verb, said) in [
            ("parry", "parries"),
            ("lay", "lays"),
            ("catch", "catches"),
            ("go on", "goes on"),
            ("stand up", "stands up"),
            ("drag oneself", "drags themselves"),
        ] {
            assert_eq!(does(verb, Phrase::Plain), said);
        }
        assert_eq!(does("lethal blow", Phrase::Struck), "strikes a lethal blow");
    }
}
