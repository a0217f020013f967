//! The sentences of an order, as they are said and as they are understood.

use crate::mechanics::prelude::*;

/// One sentence of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// Going to a square.
    MoveTo(Square),
    /// Fighting somebody until they are out of the fight.
    Attack(Id),
    /// Fighting whoever is nearest, until nobody is left.
    AttackNearest,
    /// Standing by somebody, and striking whoever comes next to them.
    Guard(Id),
    /// The same by a square.
    GuardPlace(Square),
    /// Standing still.
    Hold,
    /// Keeping next to somebody.
    Follow(Id),
    /// Bringing a thing that lies in a square.
    Fetch(Key, Square),
    /// Taking up the stance that turns blows aside, every turn.
    Deflect,
}

impl Clause {
    /// Whether it never comes to an end, so that nothing can follow it.
    const fn is_endless(self) -> bool {
        matches!(self, Self::GuardPlace(_) | Self::Hold | Self::Deflect)
    }

    /// Whom it names, and which square.
    pub(super) const fn names(self) -> (Option<Id>, Option<Square>) {
        match self {
            Self::Attack(who) | Self::Guard(who) | Self::Follow(who) => (Some(who), None),
            Self::MoveTo(square) | Self::GuardPlace(square) | Self::Fetch(_, square) => (None, Some(square)),
            Self::AttackNearest | Self::Hold | Self::Deflect => (None, None),
        }
    }

    /// As players say it.
    pub(super) fn words(self, look: Look<'_>) -> String {
        match self {
            Self::MoveTo(square) => format!("move to {square}"),
            Self::Attack(target) => format!("attack {}", look.name(target)),
            Self::AttackNearest => "attack the nearest enemy".to_owned(),
            Self::Guard(ward) => format!("guard {}", look.name(ward)),
            Self::GuardPlace(square) => format!("guard {square}"),
            Self::Hold => "hold".to_owned(),
            Self::Follow(other) => format!("follow {}", look.name(other)),
            Self::Fetch(item, _) => format!("fetch {item}"),
            Self::Deflect => "deflect".to_owned(),
        }
    }
}

/// A whole order in words.
pub(super) fn words(look: Look<'_>, clauses: &[Clause]) -> String {
    clauses.iter().map(|clause| clause.words(look)).collect::<Vec<_>>().join(", then ")
}

/// Words that a sentence can begin with.
const VERBS: [&str; 7] = ["move", "attack", "guard", "hold", "follow", "fetch", "deflect"];

/// What could have been said.
const KNOWN: &str =
    "move to (x,y), attack NAME, attack nearest, guard NAME or (x,y), hold, follow NAME, fetch ITEM, deflect";

/// Splits at blanks, with squares kept whole.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        match tokens.last_mut() {
            _ if letter.is_whitespace() && depth > 0 => {}
            Some(last) if !letter.is_whitespace() => last.push(letter),
            _ => tokens.push(String::new()),
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// The sentences of an order: they end where another begins, with "then", "and" or a stop between them.
fn sentences(text: &str) -> Vec<Vec<String>> {
    const STOPS: [char; 3] = [',', ';', '.'];
    let tokens = tokens(text);
    let is_verb = |token: Option<&String>| token.is_some_and(|token| VERBS.contains(&token.to_lowercase().as_str()));
    let is_joint = |token: &str| token.eq_ignore_ascii_case("then") || token.eq_ignore_ascii_case("and");
    let mut sentences: Vec<Vec<String>> = vec![Vec::new()];
    for (index, token) in tokens.iter().enumerate() {
        let bare = token.trim_end_matches(STOPS);
        let after = tokens.get(index + 1);
        let is_last = after.is_none_or(|after| is_joint(after)) || is_verb(after);
        let (word, ends) = if bare.len() < token.len() && is_last { (bare, true) } else { (token.as_str(), false) };
        if is_joint(bare) && (is_verb(after) || bare.eq_ignore_ascii_case("then")) {
            sentences.push(Vec::new());
            continue;
        }
        if let Some(last) = sentences.last_mut().filter(|_| !word.is_empty()) {
            last.push(word.to_owned());
        }
        if ends {
            sentences.push(Vec::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The sentences of an order of `leader`'s.
///
/// # Errors
/// With what is not understood, by anybody.
pub(super) fn read(look: Look<'_>, leader: Id, text: &str) -> Result<Vec<Clause>, String> {
    let clauses: Vec<Clause> =
        sentences(text).iter().map(|sentence| read_one(look, leader, sentence)).collect::<Result<_, _>>()?;
    if clauses.is_empty() {
        return Err(format!("nothing is ordered; say {KNOWN}"));
    }
    let ends = clauses.iter().take(clauses.len() - 1).find(|clause| clause.is_endless());
    match ends {
        Some(endless) => Err(format!("`{}` has no end, so nothing can come after it", endless.words(look))),
        None => Ok(clauses),
    }
}

fn read_one(look: Look<'_>, leader: Id, sentence: &[String]) -> Result<Clause, String> {
    let whole = sentence.join(" ");
    let unknown = || format!("`{whole}` is no order; say {KNOWN}");
    let (verb, rest) = sentence.split_first().ok_or_else(unknown)?;
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let nothing_more = |clause| if rest.is_empty() { Ok(clause) } else { Err(unknown()) };
    match verb.to_lowercase().as_str() {
        "move" => {
            let place = rest.strip_prefix(&["to"]).and_then(|place| parse_square(&place.join(" ")));
            on_board(look, place.ok_or_else(unknown)?).map(Clause::MoveTo)
        }
        "attack" => match plain(&rest).as_str() {
            "nearest" | "nearest enemy" => Ok(Clause::AttackNearest),
            _ => {
                let target = somebody(look, leader, &rest)?;
                if target.is_thing() || look.are_enemies(leader, target) {
                    return Ok(Clause::Attack(target));
                }
                Err(format!("{} is no enemy", look.name(target)))
            }
        },
        "guard" => match parse_square(&rest.join(" ")) {
            Some(square) => on_board(look, square).map(Clause::GuardPlace),
            None => somebody(look, leader, &rest).map(Clause::Guard),
        },
        "hold" => nothing_more(Clause::Hold),
        "follow" => somebody(look, leader, &rest).map(Clause::Follow),
        "fetch" => {
            let name = rest.join(" ");
            let found = lying(look, &name).or_else(|| lying(look, &plain(&rest)));
            found.map(|(item, square)| Clause::Fetch(item, square)).ok_or_else(|| format!("no {name} lies about"))
        }
        "deflect" => nothing_more(Clause::Deflect),
        _ => Err(unknown()),
    }
}

/// Words without the article before them, in small letters.
fn plain(words: &[&str]) -> String {
    let words = match words.split_first() {
        Some((first, rest)) if first.eq_ignore_ascii_case("the") => rest,
        _ => words,
    };
    words.join(" ").to_lowercase()
}

fn on_board(look: Look<'_>, square: Square) -> Result<Square, String> {
    let is_there = look.board().terrain(square).is_some_and(|terrain| terrain.cost > 0);
    if is_there { Ok(square) } else { Err(format!("nobody can stand at {square}")) }
}

/// Whoever or whatever words name; "me" is whoever speaks.
fn somebody(look: Look<'_>, leader: Id, words: &[&str]) -> Result<Id, String> {
    let name = words.join(" ");
    if name.eq_ignore_ascii_case("me") {
        return Ok(leader);
    }
    let found = look.find(&name).or_else(|| look.find(&plain(words)));
    let present = found.filter(|id| look.is_there(*id));
    present.ok_or_else(|| match found {
        Some(id) => format!("{} is no longer there", look.name(id)),
        None if name.is_empty() => "no name is said".to_owned(),
        None => format!("nobody here is called `{name}`"),
    })
}

/// Where a thing of that name lies, and what it is exactly called.
fn lying(look: Look<'_>, name: &str) -> Option<(Key, Square)> {
    let mut items = look.everybody().flat_map(|id| look.gear(id));
    items.find_map(|item| match item.held {
        Held::Ground(square) if item.arm.name.as_str().eq_ignore_ascii_case(name) => Some((item.arm.name, square)),
        _ => None,
    })
}

/// Whether a thing of that name lies in a square.
pub(super) fn lies_at(look: Look<'_>, item: Key, square: Square) -> bool {
    let here = Footprint::one(square);
    let mut items = look.everybody().flat_map(|id| look.gear(id));
    items.any(|each| each.arm.name == item && matches!(each.held, Held::Ground(at) if here.contains(at)))
}

#[cfg(test)]
mod tests {
    use super::sentences;

    fn said(text: &str) -> Vec<String> {
        sentences(text).iter().map(|sentence| sentence.join(" ")).collect()
    }

    #[test]
    fn a_then_b_is_two_sentences_however_they_are_joined() {
        let two = ["move to (5,5)", "attack the nearest enemy"];
        for text in [
            "move to (5,5) then attack the nearest enemy",
            "move to (5, 5), then attack the nearest enemy.",
            "move to (5,5) and attack the nearest enemy",
            "move to (5,5). Then attack the nearest enemy",
            "move to (5,5); attack the nearest enemy",
        ] {
            assert_eq!(said(text), two, "{text}");
        }
    }

    #[test]
    fn names_may_hold_stops_and_joints() {
        assert_eq!(said("attack Dr. Moor and Son, then guard me"), ["attack Dr. Moor and Son", "guard me"]);
        assert_eq!(said("hold"), ["hold"]);
        assert!(said(" , then ").is_empty());
    }
}
