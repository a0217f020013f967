//! The pages of a game that takes everything from another: a fighter, a rule, a lesson and a battle of its own.

use std::fmt::Write as _;
use std::sync::Arc;

use super::super::Failure;
use super::{Page, UPON, filled, words};
use crate::battle::{FigureName, Key, Profile, Rules, Setting};
use crate::rulebook::reader::{closest, excerpt, taken_from};
use crate::rulebook::{Library, Scenario, Sources};

/// What the fighter of its own is called, unless somebody is called that already.
const OWN: [&str; 3] = ["Champion", "Own champion", "New champion"];

/// What stands in a lesson for a number that is read from the game.
pub(super) const UNREAD: &str = "\"to be read\"";

/// Who fights in the game below, as a pattern for the one that is made.
struct Cast {
    own: Arc<Profile>,
    theirs: Arc<Profile>,
}

/// The pages of a game called `name` upon the ruleset `base`, which lies in this library or ships.
pub(super) fn pages(library: &Library, name: &str, base: &str) -> Result<Vec<Page>, Failure> {
    let library = Library::of(below(library.sources(), base)?);
    let rules = library.rules(base).map_err(Failure::Files)?;
    let unfit = |lacks: &str| Failure::Said(format!("no game can be made upon `{base}`: it has {lacks}"));
    let cast = cast(&library, &rules, base).ok_or_else(|| unfit("no profiles"))?;
    let is_free = |name: &&str| Key::find(name).is_none_or(|key| rules.profiles.get(&key).is_none());
    let own =
        OWN.into_iter().find(is_free).ok_or_else(|| unfit("fighters of all the names that a new one could have"))?;
    let figure =
        figure(&rules, &cast.own).ok_or_else(|| unfit("no figure that one of its fighters could have more of"))?;
    let ids: Vec<&str> = rules.book.keys().map(|id| id.as_str()).collect();
    let mut said = words(name, &ids);
    said.extend([
        ("BASE_OF_GAME", base.to_owned()),
        ("BASE_TITLE", rules.title.clone()),
        ("SETTINGS_OF_GAME", rules.settings.iter().find_map(setting).unwrap_or_default()),
        ("PROFILE_OF_GAME", profile(&rules, own, &cast.own, figure)),
        ("BASE_PROFILE", cast.own.name.as_str().to_owned()),
        ("THEIR_PROFILE", cast.theirs.name.as_str().to_owned()),
        ("OWN_PROFILE", own.to_owned()),
        ("FIGURE_OF_GAME", figure.as_str().to_owned()),
        ("GROUND_OF_GAME", ground(&rules).to_owned()),
        ("NEW_VALUE", UNREAD.to_owned()),
        ("OLD_VALUE", UNREAD.to_owned()),
    ]);
    Ok(filled(&UPON, &said))
}

/// Where the ruleset below lies, which must stand on its own.
fn below(sources: &Sources, base: &str) -> Result<Sources, Failure> {
    let found = sources.home_of(base).map_err(|known| {
        let hint = closest(base, &known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Failure::Said(format!("no ruleset called `{}`; there are {}{hint}", excerpt(base), known.join(", ")))
    })?;
    if let Some(from) = taken_from(&found.file("ruleset.ron")).map_err(Failure::Files)? {
        let why =
            format!("`{base}` takes its rules from `{0}` itself; make the game upon that: --from {0}", excerpt(&from));
        return Err(Failure::Said(why));
    }
    Ok(found.sources().clone())
}

/// The first fighters of both sides of the battle that teaches the game below, or of its first one.
fn cast(library: &Library, rules: &Rules, base: &str) -> Option<Cast> {
    let names = library.scenarios().into_iter().filter(|name| name.split('/').next() == Some(base));
    let read: Vec<Scenario> = names.filter_map(|name| library.scenario(&name).ok()).collect();
    let battle = read.iter().find(|scenario| scenario.is_first).or(read.first());
    let fighters = battle.map_or(&[][..], |battle| battle.setup.fighters.as_slice());
    let known = |name: Key| rules.profiles.get(&name).cloned();
    let first = fighters.first().and_then(|fighter| known(fighter.profile.name));
    let own = first.or_else(|| rules.profiles.values().next().cloned())?;
    let other = fighters.iter().find(|fighter| fighters.first().is_some_and(|first| first.side != fighter.side));
    let theirs = other.and_then(|fighter| known(fighter.profile.name)).unwrap_or_else(|| own.clone());
    Some(Cast { own, theirs })
}

/// The figure that is one higher for the new fighter: what most games are about, else whatever comes first. Neither size
/// nor level, since too much follows from those.
fn figure(rules: &Rules, of: &Profile) -> Option<FigureName> {
    let stats = rules.stats;
    let known = [stats.life, stats.hit_points, stats.toughness, stats.stamina, stats.will, stats.morale, stats.speed];
    let level = of.class.and_then(|class| rules.classes.get(&class)).map(|class| class.level);
    let size = rules.measure.bodies.as_ref().map(|bodies| bodies.by);
    let can_grow = |figure: &FigureName| {
        let most = rules.figures.get(figure).and_then(|def| def.given).map_or(i32::from(i16::MAX), |(_, most)| most);
        let more = of.figures.get(figure).map(|value| written(rules, *figure, *value) + 1.0);
        more.is_some_and(|more| more <= f64::from(most)) && ![level, size, stats.scale].contains(&Some(*figure))
    };
    known.into_iter().flatten().chain(of.figures.keys().copied()).find(can_grow)
}

/// A value as files write it: some figures are counted in halves.
fn written(rules: &Rules, figure: FigureName, value: i32) -> f64 {
    let halves = rules.figures.get(&figure).is_some_and(|def| def.halves);
    f64::from(value) / if halves { 2.0 } else { 1.0 }
}

/// A profile as profiles.ron has it, with one more of a figure.
fn profile(rules: &Rules, name: &str, of: &Profile, more: FigureName) -> String {
    let mut text = format!("    {name:?}: (\n        blurb: \"A word or two on who they are.\",\n");
    let mut field = |name: &str, value: String| text.push_str(&format!("        {name}: {value},\n"));
    let list = |names: &[Key]| names.iter().map(|name| format!("{:?}", name.as_str())).collect::<Vec<_>>().join(", ");
    of.class.iter().for_each(|class| field("class", format!("{:?}", class.as_str())));
    let figures = of.figures.iter().map(|(figure, value)| {
        let added = if *figure == more { 1.0 } else { 0.0 };
        format!("{:?}: {}", figure.as_str(), written(rules, *figure, *value) + added)
    });
    field("figures", format!("{{{}}}", figures.collect::<Vec<_>>().join(", ")));
    let of_class = of.class.and_then(|class| rules.classes.get(&class)).map_or(&[][..], |class| &class.words);
    let tags: Vec<Key> = of.tags.iter().copied().filter(|tag| !of_class.contains(tag)).collect();
    let conditions: Vec<Key> = of.conditions.iter().map(|state| state.key()).collect();
    let lists = [("arms", &of.arms), ("stowed", &of.stowed), ("techniques", &of.techniques), ("parts", &of.parts)];
    for (name, names) in lists.into_iter().chain([("tags", &tags), ("conditions", &conditions)]) {
        if !names.is_empty() {
            field(name, format!("[{}]", list(names)));
        }
    }
    let combos = of.combos.iter().map(|(name, blows)| format!("{:?}: [{}]", name.as_str(), list(blows)));
    let combos: Vec<String> = combos.collect();
    if !combos.is_empty() {
        field("combos", format!("{{{}}}", combos.join(", ")));
    }
    of.token.iter().for_each(|token| field("token", format!("{token:?}")));
    text.push_str("    ),\n");
    text
}

/// A setting at its other value, as a remark: it needs only the strokes before it taken away.
fn setting((name, setting): (&String, &Setting)) -> Option<String> {
    let Setting { is, or, rule, text, .. } = setting;
    // What stands in quotes there is no word here.
    let is_word = |value: &&String| {
        value.starts_with(char::is_alphabetic) && value.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let other = or.iter().find(is_word).filter(|_| is_word(&is))?;
    let mut told = String::from(
        "\n    // Something of the game below that can be read otherwise; take the strokes away, and it is:\n",
    );
    let line = format!("    // settings: {{{name:?}: (is: {other}, or: [{is}], rule: {rule:?}, text: {text:?})}},");
    writeln!(told, "{line}").map(|()| told).ok()
}

/// Open ground, in zones where the game knows nothing else.
fn ground(rules: &Rules) -> &'static str {
    match rules.measure.zones {
        Some(_) => "ground: (row: [\"West\", \"Middle\", \"East\"]),",
        None => "ground: (size: (14, 9)),",
    }
}
