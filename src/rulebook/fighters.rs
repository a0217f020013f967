//! Fighters as files write them: scenarios and lessons share this.

mod places;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::ground::Ready;
use super::names::{Names, check, check_all, plain};
use super::profiles::{Range, check_combos, figures};
use super::range::{check_name, within};
use super::reader::{Problems, Span, Spanned};
use super::weapons;
use crate::battle::{
    Condition, ConditionName, Fighter, FigureName, GearState, Id, Key, Profile, Rules, Side, SideId, Until, refers,
};
use crate::board::{Direction, Spots, Square};

use self::places::{outside, room};

pub(super) use self::places::{check_apart, check_crowded};

/// A fighter, or several of the same kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FighterFile {
    /// What they are called; what their profile is called, if left out.
    #[serde(default)]
    name: Option<Spanned<String>>,
    /// Their profile.
    of: Spanned<Key>,
    /// The side that they are on.
    pub(super) side: Spanned<String>,
    /// The square where they stand; of a large body the corner in the north-west.
    #[serde(default)]
    at: Option<Spanned<Square>>,
    /// The zone, or the border between two, wherever there is room in it.
    #[serde(default)]
    place: Option<Spanned<String>>,
    /// Where each of several stands; they are numbered.
    #[serde(default)]
    each_at: Vec<Spanned<Square>>,
    /// Where they look, in games in which that matters.
    #[serde(default)]
    facing: Option<Direction>,
    /// How high they are above the ground, in the unit of length.
    #[serde(default)]
    altitude: Spanned<i32>,
    /// How much they measure across: their size follows from it.
    #[serde(default)]
    across: Option<Spanned<f64>>,
    /// Figures in place of those of their profile.
    #[serde(default)]
    figures: BTreeMap<Spanned<Key>, Spanned<f64>>,
    /// Counts with which they begin ("damage taken").
    #[serde(default)]
    tallies: BTreeMap<Spanned<Key>, Spanned<i32>>,
    /// Conditions in which they begin, beside those of their profile.
    #[serde(default)]
    conditions: Vec<Spanned<Key>>,
    /// Conditions with an end: how long each lasts.
    #[serde(default)]
    lasting: BTreeMap<Spanned<Key>, Until>,
    /// Wounds with which they begin.
    #[serde(default)]
    wounds: Spanned<i32>,
    /// What they carry in place of the arms of their profile.
    #[serde(default)]
    arms: Option<Vec<Spanned<Key>>>,
    /// The round in which they come, before anybody acts; they are there from the start if left out.
    #[serde(default)]
    arrives: Spanned<i32>,
    /// Whose turn has begun when they arrive.
    #[serde(default)]
    during: Option<Spanned<String>>,
    /// In what state some of their things are.
    #[serde(default)]
    gear: BTreeMap<Spanned<Key>, GearState>,
    /// Whose lead they follow: somebody of their side who is listed before them.
    #[serde(default)]
    follows: Option<Spanned<String>>,
    /// What they were told to do before the battle: "attack nearest".
    #[serde(default)]
    orders: Option<Spanned<String>>,
    /// What they ride or travel in: something of their side that is listed before them and has a seat free.
    #[serde(default)]
    rides: Option<Spanned<String>>,
    /// Whose body they are in: somebody who is listed before them and has a body of their own.
    #[serde(default)]
    possesses: Option<Spanned<String>>,
    /// Combos in place of those of their profile.
    #[serde(default, deserialize_with = "refers::own")]
    combos: Option<BTreeMap<Spanned<Key>, Vec<Spanned<Key>>>>,
    /// Techniques in place of those of their profile.
    #[serde(default)]
    techniques: Option<Vec<Spanned<Key>>>,
    /// Words in place of those of their profile.
    #[serde(default, deserialize_with = "refers::given")]
    tags: Option<Vec<Key>>,
}

/// How long something lasts, where that is said in numbers.
const fn length(until: Until) -> i32 {
    match until {
        Until::Turns(length) | Until::Rounds(length) | Until::Seconds(length) | Until::Minutes(length) => length,
        Until::Ended | Until::TurnStart | Until::TurnEnd => 0,
    }
}

/// Whether a body can measure that much.
fn across_is_sound(across: &Spanned<f64>, problems: &mut Problems) -> bool {
    let sound = across.value > 0.0 && across.value <= 1e6;
    if !sound {
        problems.push(across.span, format!("{} across", across.value), "a length above 0, up to a million");
    }
    sound
}

/// More wounds than anybody could carry; a file that gives more is wrong.
const MOST_WOUNDS: i32 = 1000;
/// Nobody is higher above the ground, in the board's unit of length.
const HIGHEST: i32 = 10_000;
/// No battle lasts longer.
pub(super) const LAST_ROUND: i32 = 10_000;
/// No count goes further, either way.
const MOST_COUNTED: i32 = 1_000_000;

/// The fighters of a battle, each with a name of their own and room to stand.
pub(super) fn fighters(
    files: &[FighterFile],
    rules: &Rules,
    names: &Names,
    ground: &Ready,
    sides: &[Side],
    problems: &mut Problems,
) -> Vec<Fighter> {
    let board = &ground.board;
    let spots = LazyCell::new(|| Spots::of(board, &ground.borders));
    let mut fighters: Vec<Fighter> = Vec::new();
    for file in files {
        file.check(names, problems);
        let figures = file.figures(rules, names, problems);
        let Some(profile) = rules.profiles.get(&file.of.value) else { continue };
        let Some(side) = sides.iter().position(|side| side.name == file.side.value) else {
            let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            problems.unknown(&file.side, "side", &known);
            continue;
        };
        let side = SideId(side as u8);
        let mut places: Vec<Spanned<Square>> = file.at.iter().chain(&file.each_at).copied().collect();
        if let Some(place) = &file.place {
            let own =
                Fighter { figures: figures.clone(), ..Fighter::new("", side, profile.clone(), Square::default()) };
            match room(rules, board, &spots, &fighters, &place.value, own.footprint(rules).side) {
                Ok(square) => places.push(Spanned::new(square, place.span)),
                Err(known) => {
                    problems.misplaced(place.span, format!("no room in a place called {:?}", place.value), known);
                    continue;
                }
            }
        }
        if let Some(mount) = &file.rides {
            places.extend(seat(mount, side, rules, &fighters, problems).filter(|_| places.is_empty()));
        }
        if let Some(host) = &file.possesses {
            places.extend(body(host, &fighters, problems).filter(|_| places.is_empty()));
        }
        if places.is_empty() && file.rides.is_none() && file.possesses.is_none() {
            problems.push(
                file.of.span,
                "a fighter that stands nowhere",
                "`at: (x, y)`, `each_at: [...]` or `place: \"ZONE\"`",
            );
        }
        if let (Some(orders), None) = (&file.orders, &file.follows) {
            problems.push(orders.span, "orders of nobody", "`follows: \"NAME\"` beside them");
        }
        for (index, at) in places.iter().enumerate() {
            let plain = file.name.as_ref().map_or(profile.name.as_str(), |name| name.value.as_str());
            let name = if places.len() > 1 { format!("{plain} {}", index + 1) } else { plain.to_owned() };
            if fighters.iter().any(|fighter| fighter.name.eq_ignore_ascii_case(&name)) {
                let place = file.name.as_ref().map_or(file.of.span, |name| name.span);
                problems.push(place, format!("a second fighter called {name}"), "a name of its own for each");
            }
            let own = Fighter { figures: figures.clone(), ..Fighter::new(name, side, file.profile(profile), at.value) };
            let fighter = file.fighter(own, rules);
            if let Some(leader) = &file.follows {
                let known = fighters.iter().filter(|each| each.side == side).map(|each| each.name.as_str());
                let known: Vec<&str> = known.collect();
                if !known.contains(&leader.value.as_str()) {
                    problems.unknown(leader, "leader on its side, listed before it", &known);
                }
            }
            if let Some(square) = outside(rules, &fighter, board) {
                let found = format!("{} at {}, with {square} in a wall or off the board", fighter.name, at.value);
                problems.misplaced(at.span, found, "room for its whole body");
            }
            fighters.push(fighter);
        }
    }
    check_ties(files, rules, problems);
    for during in files.iter().filter_map(|file| file.during.as_ref()) {
        if !fighters.iter().any(|fighter| fighter.name == during.value && !fighter.is_late()) {
            let known: Vec<_> = fighters.iter().filter(|each| !each.is_late()).map(|each| each.name.as_str()).collect();
            problems.unknown(during, "fighter who is there from the start", &known);
        }
    }
    if fighters.len() >= usize::from(Id::FIRST_THING) || sides.len() > 64 {
        let span = files.first().map_or(Span::START, |file| file.of.span);
        problems.push(span, format!("{} fighters on {} sides", fighters.len(), sides.len()), "at most 32767 on 64");
    }
    fighters
}

/// Where a rider is who starts in this saddle; a problem where there is no saddle to start in.
fn seat(
    mount: &Spanned<String>,
    side: SideId,
    rules: &Rules,
    fighters: &[Fighter],
    problems: &mut Problems,
) -> Option<Spanned<Square>> {
    let seats = |each: &Fighter| {
        let seats = rules.measure.seats.and_then(|seats| each.given(seats));
        let taken = fighters.iter().filter(|other| other.rides.as_ref() == Some(&each.name)).count();
        usize::try_from(seats.unwrap_or(0)).unwrap_or(0).saturating_sub(taken)
    };
    let free: Vec<&Fighter> = fighters.iter().filter(|each| each.side == side && seats(each) > 0).collect();
    let found = free.iter().find(|each| each.name == mount.value);
    if found.is_none() {
        let known: Vec<&str> = free.iter().map(|each| each.name.as_str()).collect();
        problems.unknown(mount, "mount or vehicle on its side with a seat free, listed before it", &known);
    }
    found.map(|each| Spanned::new(each.at, mount.span))
}

/// Where the body is that a fighter possesses from the start.
fn body(host: &Spanned<String>, fighters: &[Fighter], problems: &mut Problems) -> Option<Spanned<Square>> {
    let free: Vec<&Fighter> = fighters.iter().filter(|each| each.possesses.is_none() && !each.is_late()).collect();
    let found = free.iter().find(|each| each.name == host.value);
    if found.is_none() {
        let known: Vec<&str> = free.iter().map(|each| each.name.as_str()).collect();
        problems.unknown(host, "body, listed before it", &known);
    }
    found.map(|each| Spanned::new(each.at, host.span))
}

impl FighterFile {
    /// Doubts that arms of their own are weapons.
    pub(super) fn doubt(&self, rules: &Rules, doubts: &mut Problems) {
        if let Some(arms) = &self.arms {
            weapons::doubt(rules, self.of.value, arms, doubts);
        }
    }

    /// Whether everything that it names is known.
    fn check(&self, names: &Names, problems: &mut Problems) {
        check(problems, &self.of, "profile", &names.profiles);
        check_all(problems, self.conditions.iter().chain(self.lasting.keys()), "condition", &names.conditions);
        check_all(problems, self.arms.iter().flatten().chain(self.gear.keys()), "arm", &names.arms);
        check_all(problems, self.techniques.iter().flatten(), "technique", &names.techniques);
        within([self.wounds], 0..=MOST_WOUNDS, "wounds:", problems);
        within([self.altitude], -HIGHEST..=HIGHEST, "an altitude of", problems);
        within([self.arrives], 0..=LAST_ROUND, "arriving in round", problems);
        within(self.tallies.values().copied(), -MOST_COUNTED..=MOST_COUNTED, "a count of", problems);
        let lasting = self.lasting.iter().filter(|(_, until)| length(**until) < 0);
        for (kind, until) in lasting {
            problems.push(kind.span, format!("`{}` until {until:?}", kind.value), "an end that is still to come");
        }
        check_combos(self.combos.as_ref().unwrap_or(&BTreeMap::new()), problems);
        self.name.iter().for_each(|name| check_name(name, problems));
    }

    /// Their own figures, with the size that follows from how much they measure.
    fn figures(&self, rules: &Rules, names: &Names, problems: &mut Problems) -> Vec<(FigureName, i32)> {
        let ranges = |figure: FigureName| Range::of(rules, figure);
        let mut figures = figures(&self.figures, names, &ranges, problems);
        if let Some(across) = &self.across {
            match (across_is_sound(across, problems), &rules.measure.bodies) {
                (true, Some(bodies)) => {
                    let size = rules.measure.size_across(across.value);
                    figures.extend(size.map(|size| (bodies.by, size)));
                }
                (true, None) => problems.push(across.span, "a length", "none: this ruleset knows no sizes"),
                (false, _) => {}
            }
        }
        figures.into_iter().collect()
    }

    /// Such a fighter with all else that they have of their own.
    fn fighter(&self, own: Fighter, rules: &Rules) -> Fighter {
        let lasting =
            self.lasting.iter().map(|(kind, until)| Condition::new(ConditionName::of(kind.value)).until(*until));
        let arms =
            |arms: &Vec<Spanned<Key>>| arms.iter().filter_map(|arm| rules.arms.get(&arm.value).cloned()).collect();
        let said = |said: &Option<Spanned<String>>| said.as_ref().map(|said| said.value.clone());
        Fighter {
            facing: self.facing.unwrap_or(Direction::North),
            altitude: self.altitude.value,
            tallies: self.tallies.iter().map(|(name, value)| (name.value, value.value)).collect(),
            conditions: self
                .conditions
                .iter()
                .map(|kind| Condition::new(ConditionName::of(kind.value)))
                .chain(lasting)
                .collect(),
            wounds: self.wounds.value.clamp(0, MOST_WOUNDS),
            arms: self.arms.as_ref().map(arms),
            arrives: self.arrives.value,
            during: said(&self.during),
            follows: said(&self.follows),
            rides: said(&self.rides),
            possesses: said(&self.possesses),
            orders: said(&self.orders),
            gear: self.gear.iter().map(|(arm, state)| (arm.value, state.clone())).collect(),
            ..own
        }
    }

    /// The profile with what this fighter has instead.
    fn profile(&self, profile: &Arc<Profile>) -> Arc<Profile> {
        if self.combos.is_none() && self.techniques.is_none() && self.tags.is_none() {
            return profile.clone();
        }
        let mut own = Profile::clone(profile);
        if let Some(combos) = &self.combos {
            own.combos = super::profiles::combos(combos);
        }
        if let Some(techniques) = &self.techniques {
            own.techniques = plain(techniques);
        }
        if let Some(tags) = &self.tags {
            own.tags.clone_from(tags);
        }
        Arc::new(own)
    }
}

/// One who holds, or is held, needs somebody of another side in the other state.
fn check_ties(files: &[FighterFile], rules: &Rules, problems: &mut Problems) {
    let states = |file: &FighterFile| {
        let of_profile = rules.profiles.get(&file.of.value).map_or(&[][..], |profile| &profile.conditions);
        let own = file.conditions.iter().chain(file.lasting.keys()).map(|state| ConditionName::of(state.value));
        own.chain(of_profile.iter().copied()).collect::<Vec<ConditionName>>()
    };
    let ties = rules.registry.mechanics.iter().flat_map(|mechanic| mechanic.grips());
    for (one, other, is_open) in ties.filter_map(|tie| Some((tie.held, tie.holding?, tie.is_open))) {
        let halves = [(one, other, is_open), (other, one, false)];
        for (state, partner, _) in halves.into_iter().take(1 + usize::from(one != other)).filter(|half| !half.2) {
            for file in files {
                let mut given = file.conditions.iter().chain(file.lasting.keys()).filter(|each| each.value == state);
                let fits = |with: &FighterFile| with.side.value != file.side.value && states(with).contains(&partner);
                if let Some(given) = given.next().filter(|_| !files.iter().any(fits)) {
                    let expected = format!("`conditions: [\"{partner}\"]` of somebody on another side");
                    problems.push(given.span, format!("`{state}`, and nobody who is `{partner}`"), expected);
                }
            }
        }
    }
}
