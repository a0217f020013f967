//! What a lesson can ask about a battle, in words: "wounds of Goblin",
//! "Goblin is dying", "may move to (3,0)", "target in attack at Goblin".

use super::known;
use crate::battle::{
    Allowed, Choice, ConditionName, Deed, Fact, FigureName, Forecast, Held, Id, Key, Look, Order, Refusal, Roll,
    Spoken, Sum, unknown,
};

/// Why something cannot be told.
type Unknown = String;

/// What `what` is, in words.
///
/// # Errors
/// With what is not understood.
pub fn tell(look: Look<'_>, what: &str) -> Result<String, Unknown> {
    let what = what.trim();
    if let Some(told) = about_battle(look, what) {
        return Ok(told);
    }
    if let Some(answer) = what.strip_prefix("told of ") {
        return told_of(look, answer);
    }
    if let Some(told) = about_chronicle(look, what) {
        return told;
    }
    if let Some(thrown) = what.strip_prefix("chance that ") {
        let chance = look.rules().registry.shows.iter().find_map(|mechanic| mechanic.chance(look, thrown));
        return chance.map(|chance| chance.to_string()).ok_or_else(|| format!("nothing is thrown for `{thrown}`"));
    }
    // "Mauve: may move to (3,0)" is about Mauve, "may ..." about whoever is asked.
    let (who, rest) = match what.split_once(": ") {
        Some((name, rest)) => (Some(somebody(look, name)?), rest),
        None => (look.question().and_then(|question| question.who), what),
    };
    if let Some(words) = rest.strip_prefix("may ") {
        return may(look, who, words);
    }
    if let Some(words) = rest.strip_prefix("cost of ") {
        return cost(look, who, words);
    }
    if let Some((figure, words)) = rest.split_once(" in ")
        && let Ok(said) = Spoken::parse(words)
        && (look.deed_called(&said.verb).is_ok() || rest.starts_with("chance of ") || figure == "worth")
    {
        let (order, _) = meant(look, who, words)?.map_err(|refusal| refusal.why)?;
        let deed = look.deed(order.verb).map_err(|refusal| refusal.why)?;
        return in_order(look, asked(who)?, deed.as_ref(), figure, &order);
    }
    if let Some((name, state)) = rest.split_once(" is ") {
        match look.find(name) {
            Some(id) => {
                known::condition(look.rules(), state)?;
                return Ok(yes(Key::find(state).is_some_and(|state| look.is(id, ConditionName::of(state)))));
            }
            None if known::condition(look.rules(), state).is_ok() => {
                return somebody(look, name).map(|_| String::new());
            }
            None => {}
        }
    }
    // Things may have an "of" in their names.
    let is_known = |whose: &str| look.find(whose.split_once("'s ").map_or(whose, |(name, _)| name)).is_some();
    let first = rest.split_once(" of ").filter(|(_, whose)| is_known(whose));
    if let Some((what, whose)) = first.or_else(|| rest.rsplit_once(" of ")) {
        if let Some((name, item)) = whose.split_once("'s ") {
            return about_item(look, somebody(look, name)?, what, item);
        }
        return about_somebody(look, somebody(look, whose)?, what);
    }
    Err(format!("`{what}` is nothing that a lesson can ask"))
}

fn asked(who: Option<Id>) -> Result<Id, Unknown> {
    who.ok_or_else(|| "nobody is asked".to_owned())
}

fn somebody(look: Look<'_>, name: &str) -> Result<Id, Unknown> {
    look.find_or_refuse(name).map_err(|refusal| refusal.why)
}

fn yes(it_is: bool) -> String {
    if it_is { "yes" } else { "no" }.to_owned()
}

fn about_battle(look: Look<'_>, what: &str) -> Option<String> {
    let is_listed = look.question().is_some_and(|question| question.choices.is_some());
    let name = |id: Option<Id>| id.map_or_else(|| "nobody".to_owned(), |id| look.name(id).to_owned());
    Some(match what {
        "round" => look.clock().round.to_string(),
        "when" => look.when(),
        "turn" => name(look.clock().turn),
        "asked" => name(look.question().and_then(|question| question.who)),
        "question" => look.question().map_or_else(|| "none".to_owned(), |question| question.kind.to_string()),
        "winner" => match look.battle::<crate::battle::Ended>().and_then(|ended| ended.0.as_ref()) {
            None => "nobody yet".to_owned(),
            Some(verdict) => verdict
                .winner
                .and_then(|side| look.battle::<crate::battle::Sides>()?.0.get(usize::from(side.0)))
                .map_or_else(|| "nobody".to_owned(), |side| side.name.clone()),
        },
        "order" => {
            look.rules().initiative.track(look).iter().map(|each| look.name(each.who)).collect::<Vec<_>>().join(", ")
        }
        "answers" => look
            .choices()
            .iter()
            .filter(|choice| choice.is_legal())
            .map(|choice| if is_listed { choice.in_full() } else { choice.order.to_string() })
            .collect::<Vec<_>>()
            .join(", "),
        _ => return None,
    })
}

/// What a listed answer says of its chances.
fn told_of(look: Look<'_>, answer: &str) -> Result<String, Unknown> {
    let choices = look.choices();
    match choices.iter().find(|choice| choice.order.to_string() == answer) {
        Some(Choice { chance, .. }) => Ok(chance.clone().unwrap_or_default()),
        None => {
            let answers: Vec<String> = choices.iter().map(|choice| choice.order.to_string()).collect();
            Err(unknown("answer", answer, answers.iter().map(String::as_str)))
        }
    }
}

/// "facts of ST-DMG-01", "rolls of attack", "last of ST-DMG-01".
fn about_chronicle(look: Look<'_>, what: &str) -> Option<Result<String, Unknown>> {
    let facts = &look.battle::<crate::battle::Chronicle>()?.facts;
    let about = |asked: &str| what.strip_prefix(asked);
    for (asked, tell) in RULES_ASKED {
        // How many squares somebody covers is asked in the same words.
        if let Some(rule) = about(asked).filter(|name| asked != "squares of " || look.find(name).is_none()) {
            let found: Vec<&Fact> = facts.iter().filter(|fact| fact.rule == rule).collect();
            return Some(known::rule(look.rules(), rule).map(|()| tell(&found)));
        }
    }
    let label = about("rolls of ").or_else(|| about("needed for "))?;
    let rolls: Vec<&Roll> =
        facts.iter().filter_map(|fact| fact.roll.as_ref()).filter(|roll| roll.label == label).collect();
    if rolls.is_empty()
        && let Err(why) = known::roll(look.rules(), label)
    {
        return Some(Err(why));
    }
    let told = rolls.iter().filter_map(|roll| match about("rolls of ") {
        Some(_) => Some(roll.total.to_string()),
        None => roll.against.as_ref().map(|against| against.total().to_string()),
    });
    Some(Ok(told.collect::<Vec<_>>().join(", ")))
}

/// What is told of the facts of a rule.
type OfFacts = fn(&[&Fact]) -> String;

/// What may be asked about a rule.
const RULES_ASKED: [(&str, OfFacts); 3] = [
    ("facts of ", |facts| facts.len().to_string()),
    ("last of ", |facts| facts.last().map_or_else(String::new, |fact| fact.text.clone())),
    ("squares of ", |facts| facts.last().map_or(0, |fact| fact.squares.len()).to_string()),
];

/// "yes", or the rule that forbids it.
fn may(look: Look<'_>, who: Option<Id>, words: &str) -> Result<String, Unknown> {
    let allowed = meant(look, who, words)?.and_then(|(_, allowed)| allowed);
    Ok(allowed.map_or_else(|refusal| refusal.rule.to_string(), |()| "yes".to_owned()))
}

/// The order of somebody's that words say, and whether it is allowed.
fn meant(look: Look<'_>, who: Option<Id>, words: &str) -> Result<Result<(Order, Allowed), Refusal>, Unknown> {
    let said = Spoken::parse(words).map_err(|why| why.to_string())?;
    known::order(look, &said)?;
    let who = asked(who)?;
    // Minds act with the bodies that they are in.
    let body = look.body(who);
    let is_in_hand = body == who || look.mind(body) == who;
    let (look, who) = (if is_in_hand { look } else { look.held_by(who) }, body);
    let is_asked = look.question().and_then(|question| question.who) == Some(who);
    let allowed = |order: &Order| {
        if is_asked {
            return look.check(order);
        }
        let deed = look.deed(order.verb)?;
        look.heeds(&**deed, order)?;
        deed.check(look, who, order)
    };
    let meant = look.understand(Some(who), &said, allowed);
    meant.as_ref().map_or(Ok(()), |(order, _)| known::no_more(look, order))?;
    Ok(meant)
}

fn cost(look: Look<'_>, who: Option<Id>, words: &str) -> Result<String, Unknown> {
    let (order, _) = meant(look, who, words)?.map_err(|refusal| refusal.why)?;
    let deed = look.deed(order.verb).map_err(|refusal| refusal.why)?;
    let price = look.rules().economy.price(look, asked(who)?, deed.as_ref(), &order).map_err(|refusal| refusal.why)?;
    Ok(price.amount.to_string())
}

/// Figures and chances of a deed that nobody has done yet.
fn in_order(look: Look<'_>, who: Id, deed: &dyn Deed, figure: &str, order: &Order) -> Result<String, Unknown> {
    // What the computer makes of it beside what can be foretold, in thousandths of a felled enemy.
    if figure == "worth" {
        return Ok(deed.worth(look, who, order).map_or(0, |worth| worth.0).to_string());
    }
    let forecast: Forecast =
        deed.forecast(look, who, order).ok_or_else(|| format!("nothing can be foretold of `{order}`"))?;
    let prospect = forecast.against.first().ok_or_else(|| "nobody is struck".to_owned())?;
    if let Some(wound) = figure.strip_prefix("chance of wound ") {
        let chance = prospect.chance_of_wound(wound);
        if chance.is_zero() {
            known::wound(look.rules(), wound)?;
        }
        return Ok(chance.to_string());
    }
    if let Some(outcome) = figure.strip_prefix("chance of ") {
        let chance = prospect.chance(outcome);
        if chance.is_zero() {
            known::outcome(look.rules(), outcome)?;
        }
        return Ok(chance.to_string());
    }
    if figure == "struck" {
        let names = forecast.against.iter().filter_map(|each| each.who).map(|id| look.name(id));
        return Ok(names.collect::<Vec<_>>().join(", "));
    }
    if let Some((term, of)) = figure.split_once(" on ") {
        let sum = prospect.figures.iter().find(|(name, _)| *name == of);
        let figures = prospect.figures.iter().map(|(name, _)| name.as_str());
        let (_, sum) = sum.ok_or_else(|| unknown("figure", of, figures))?;
        return value_of(look, sum, term);
    }
    let found = prospect.figures.iter().find(|(name, _)| *name == figure);
    let figures = prospect.figures.iter().map(|(name, _)| name.as_str());
    found.map(|(_, sum)| sum.total().to_string()).ok_or_else(|| unknown("figure", figure, figures))
}

/// What a part of a figure comes to; 0 where it has no part in it now.
fn value_of(look: Look<'_>, sum: &Sum, name: &str) -> Result<String, Unknown> {
    match sum.term(name) {
        Some(term) => Ok(term.value.to_string()),
        None => known::term(look, name).map(|()| "0".to_owned()),
    }
}

fn about_somebody(look: Look<'_>, who: Id, what: &str) -> Result<String, Unknown> {
    let rules = look.rules();
    Ok(match what {
        "square" => look.footprint(who).at.to_string(),
        "squares" => look.footprint(who).side.to_string(),
        "place" => look.spot(who).map_or_else(|| "nowhere".to_owned(), |spot| look.spot_name(spot)),
        "facing" => look.place(who).facing.word().to_owned(),
        "side" => {
            let sides = look.battle::<crate::battle::Sides>();
            let name = sides.and_then(|sides| sides.0.get(usize::from(look.side(who).0)));
            name.map_or_else(String::new, |side| side.name.clone())
        }
        "seconds" | "left" => rules.economy.remaining(look, who).to_string(),
        "conditions" => {
            let mut names: Vec<_> = look.conditions(who).iter().map(|each| each.kind.as_str()).collect();
            names.sort_unstable();
            names.join(", ")
        }
        "in hand" => {
            let held = look.gear(who).iter().filter(|item| matches!(item.held, Held::Hand(_)));
            held.map(|item| item.arm.name.as_str()).collect::<Vec<_>>().join(", ")
        }
        _ => {
            if let Some((term, of)) = what.split_once(" on ")
                && let Some(figure) =
                    Key::find(of).map(FigureName::of).filter(|figure| rules.figures.contains_key(figure))
            {
                return value_of(look, &look.figure(who, figure), term);
            }
            if let Some(line) = look.sheet_lines(who).into_iter().find(|line| line.label.eq_ignore_ascii_case(what)) {
                return Ok(line.text);
            }
            let name = known::figure(look, what)?;
            let halves = rules.figures.get(&FigureName::of(name)).is_some_and(|figure| figure.halves);
            let value = look.value(who, name);
            if halves && value % 2 != 0 {
                format!("{}.5", value.div_euclid(2))
            } else {
                (if halves { value / 2 } else { value }).to_string()
            }
        }
    })
}

fn about_item(look: Look<'_>, who: Id, what: &str, name: &str) -> Result<String, Unknown> {
    let item = look.item_called(who, name).ok_or_else(|| format!("{} has no `{name}`", look.name(who)))?;
    Ok(match what {
        "wounds" => item.wounds.to_string(),
        "rounds" => item.loaded.to_string(),
        "place" => match item.held {
            Held::Hand(_) => "hand".to_owned(),
            Held::Worn => "worn".to_owned(),
            Held::Body => "body".to_owned(),
            Held::Belt => "belt".to_owned(),
            Held::Pack => "pack".to_owned(),
            Held::Ground(square) => square.to_string(),
        },
        "grip" => match item.held {
            Held::Hand(grip) if grip.count() > 1 => "both hands".to_owned(),
            Held::Hand(grip) => grip.manner().unwrap_or("another hand").to_owned(),
            _ => "none".to_owned(),
        },
        "damage" => {
            let arm = &item.arm;
            let mut parts: Vec<String> = arm.damage.iter().map(ToString::to_string).collect();
            parts.extend(arm.adds.iter().map(|(figure, times)| match times {
                1 => figure.to_string(),
                _ => format!("{times} x {figure}"),
            }));
            parts.join(" + ")
        }
        "types" => item.arm.types.iter().map(|each| each.as_str()).collect::<Vec<_>>().join(", "),
        "tags" => item.arm.tags.iter().map(|each| each.as_str()).collect::<Vec<_>>().join(", "),
        "reach" => item.arm.reach.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        "increment" => item.arm.increment.map_or_else(|| "none".to_owned(), |metres| metres.to_string()),
        "range" => item.arm.range.map_or_else(|| "none".to_owned(), |metres| metres.to_string()),
        "hands" => item.arm.hands.to_string(),
        "mass" => format!("{}.{}", item.arm.mass / 10, item.arm.mass % 10),
        "scale" => item.arm.scale.to_string(),
        "area" => item.arm.area.map_or_else(
            || "none".to_owned(),
            |area| format!("{:?} {}", area.shape, area.across.or(area.scale).unwrap_or(0)),
        ),
        "state" => item.state.iter().map(|each| each.as_str()).collect::<Vec<_>>().join(", "),
        _ => item
            .arm
            .figure(known::figure_of_arms(look.rules(), what)?)
            .map_or_else(|| "none".to_owned(), |value| value.to_string()),
    })
}
