//! Ground and fighters as files write them: scenarios and lessons share these.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::names::{Names, check, check_all, plain};
use super::profiles::figures;
use super::reader::{Problems, Span, Spanned};
use super::zones::{A_ZONE, BorderFile, FeatureFile, ZoneFile, divide, features, in_a_row};
use crate::battle::{
    Arm, Condition, Feature, Fighter, GearState, Id, Key, ObjectDef, Objective, Profile, Rules, Side, SideId, Thing,
    Until,
};
use crate::board::{
    Board, CoverGrade, CoverObject, DeclaredBorder, Direction, Edge, Footprint, Spots, Square, Terrain, board_from_map,
    board_from_plan,
};

/// A battlefield: open ground of some size, or rows of characters with what
/// they stand for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct GroundFile {
    /// Open ground, so many squares wide and high.
    size: Option<Spanned<(i64, i64)>>,
    /// One character a square.
    map: Vec<Spanned<String>>,
    /// Rows with characters between the squares too, for walls.
    plan: Vec<Spanned<String>>,
    /// What the characters stand for; the first is the common ground.
    legend: Vec<(char, Terrain)>,
    /// What the characters between squares stand for.
    edges: Vec<(char, Edge)>,
    /// Things that stand on it.
    objects: Vec<ObjectAt>,
    /// Higher ground: from, to, how high.
    heights: Vec<(Square, Square, i16)>,
    /// Parts that have a name.
    zones: Vec<ZoneFile>,
    /// What is special about the borders between them.
    borders: Vec<BorderFile>,
    /// Zones of these names, of one size and in a row: all that many lessons need.
    row: Vec<Spanned<String>>,
    /// Words of those zones.
    words: BTreeMap<Spanned<String>, Vec<String>>,
    /// What can be worked by hand.
    features: Vec<FeatureFile>,
    /// What lies about and belongs to nobody.
    loose: Vec<LooseFile>,
}

/// Something that lies about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LooseFile {
    of: Spanned<Key>,
    at: Spanned<Square>,
}

/// Things of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectAt {
    of: Spanned<Key>,
    #[serde(default)]
    name: Option<String>,
    /// Squares that it fills, one thing each.
    #[serde(default)]
    at: Vec<Spanned<Square>>,
    /// Pairs of squares between which it stands, one thing each.
    #[serde(default)]
    between: Vec<Spanned<(Square, Square)>>,
}

/// A fighter, or several of the same kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FighterFile {
    name: Option<Spanned<String>>,
    of: Spanned<Key>,
    side: Spanned<String>,
    at: Option<Spanned<Square>>,
    /// In which zone, or on which border between two, wherever there is room in it.
    place: Option<Spanned<String>>,
    /// Where each of several stands; they are numbered.
    each_at: Vec<Spanned<Square>>,
    facing: Option<Direction>,
    altitude: i32,
    /// How much it measures across, from which its size follows.
    across: Option<Spanned<f64>>,
    figures: BTreeMap<Spanned<Key>, Spanned<f64>>,
    tallies: BTreeMap<Key, i32>,
    conditions: Vec<Spanned<Key>>,
    /// Conditions with an end: how long each lasts.
    lasting: BTreeMap<Spanned<Key>, Until>,
    wounds: Spanned<i32>,
    arms: Option<Vec<Spanned<Key>>>,
    arrives: i32,
    /// Whose turn has begun when it arrives.
    during: Option<Spanned<String>>,
    /// In what state some of its things are.
    gear: BTreeMap<Spanned<Key>, GearState>,
    /// Whose lead it follows: somebody of its side who is listed before it.
    follows: Option<Spanned<String>>,
    /// What it was told to do before the battle: "attack nearest".
    orders: Option<Spanned<String>>,
    /// What it rides or travels in: something of its side that is listed before it and has a seat free.
    rides: Option<Spanned<String>>,
    /// Combos, techniques and words in place of those of its profile.
    combos: Option<BTreeMap<Key, Vec<Key>>>,
    techniques: Option<Vec<Spanned<Key>>>,
    tags: Option<Vec<Key>>,
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

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub name: Spanned<String>,
    #[serde(default)]
    pub objective: Objective,
    #[serde(default)]
    pub player: Option<Player>,
}

/// Who plays a side, when nobody says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Somebody at the screen.
    Human,
    /// The program.
    #[default]
    Computer,
}

impl SideFile {
    /// Who plays it: the first side is for whoever sits at the screen, unless it says otherwise.
    pub fn player(&self, index: usize) -> Player {
        self.player.unwrap_or(if index == 0 { Player::Human } else { Player::Computer })
    }
}

/// A battlefield ready for a battle.
pub(super) struct Ready {
    pub board: Arc<Board>,
    pub things: Vec<Thing>,
    pub borders: Vec<DeclaredBorder>,
    pub features: Vec<Feature>,
    pub loose: Vec<(Arc<Arm>, Square)>,
}

impl GroundFile {
    /// Makes the board; where that cannot be, one square, and a problem.
    pub(super) fn resolve(&self, rules: &Rules, names: &Names, whole: Span, problems: &mut Problems) -> Ready {
        let open = || Terrain {
            name: "open ground".to_owned(),
            cost: 1,
            blocks_sight: false,
            cover: Default::default(),
            tags: Vec::new(),
        };
        let common = [('.', open())];
        let legend = if self.legend.is_empty() { &common[..] } else { &self.legend };
        let rows = if self.plan.is_empty() { &self.map } else { &self.plan };
        let text = || rows.iter().map(|row| row.value.as_str());
        let place = rows.first().map(|row| row.span).or(self.size.as_ref().map(|size| size.span)).unwrap_or(whole);
        let board = if !self.plan.is_empty() {
            board_from_plan(text(), legend, &self.edges).map_err(|why| why.to_string())
        } else if !self.map.is_empty() {
            board_from_map(text(), legend).map_err(|why| why.to_string())
        } else {
            let row = i64::try_from(self.row.len()).unwrap_or(i64::MAX).saturating_mul(i64::from(A_ZONE));
            let usual = if self.row.is_empty() { (16, 12) } else { (row, i64::from(A_ZONE)) };
            let (width, height) = self.size.as_ref().map_or(usual, |size| size.value);
            let ground = legend.first().map_or_else(open, |(_, ground)| ground.clone());
            Board::open(width, height, ground).map_err(|why| why.to_string())
        };
        let mut board = board.unwrap_or_else(|why| {
            let drawn = if rows.is_empty() { "a smaller board" } else { "rows of one length with known characters" };
            problems.push(place, format!("ground that cannot be: {why}"), drawn);
            Board::one_square(open())
        });
        let is_slow = |ground: &Terrain| {
            rules.measure.slow.iter().any(|word| ground.tags.iter().any(|tag| *word == tag.as_str()))
        };
        for ground in board.terrains.iter_mut().filter(|ground| ground.cost == 1 && is_slow(ground)) {
            ground.cost = 2;
        }
        for (from, to, height) in &self.heights {
            for y in from.y.max(0)..=to.y.min(board.height() - 1) {
                for x in from.x.max(0)..=to.x.min(board.width() - 1) {
                    if let Some(cell) = board.cell_mut(Square::new(x, y)) {
                        cell.height = *height;
                    }
                }
            }
        }
        let mut things = Vec::new();
        for object in &self.objects {
            check(problems, &object.of, "object", &names.objects);
            let Some(def) = rules.objects.get(&object.of.value) else { continue };
            let count = object.at.len() + object.between.len();
            let places = object.at.iter().map(|at| (at.span, Stands::On(at.value)));
            let places = places.chain(object.between.iter().map(|edge| (edge.span, Stands::Between(edge.value))));
            for (index, (span, place)) in places.enumerate() {
                let plain = object.name.as_deref().unwrap_or(def.name.as_str());
                let name = if count > 1 { format!("{plain} {}", index + 1) } else { plain.to_owned() };
                match put(&mut board, name, def, place) {
                    Some(thing) => things.push(thing),
                    None => problems.push(span, place.to_string(), "a square on the board, or two that share a side"),
                }
            }
        }
        let mut zones = in_a_row(&self.row);
        zones.extend(self.zones.iter().cloned());
        for (name, words) in &self.words {
            match zones.iter_mut().find(|zone| zone.is_called(&name.value)) {
                Some(zone) => zone.mark(words),
                None => problems.push(name.span, format!("no zone called {:?}", name.value), "a zone of this field"),
            }
        }
        let borders = divide(&mut board, &zones, &self.borders, problems);
        let features = features(&self.features, &board, names, &borders, problems);
        let mut loose = Vec::new();
        for thing in &self.loose {
            check(problems, &thing.of, "arm", &names.arms);
            if !board.contains(thing.at.value) {
                let found = format!("{}, which is off the board", thing.at.value);
                problems.push(thing.at.span, found, "a square of the board");
            }
            loose.extend(rules.arms.get(&thing.of.value).map(|arm| (arm.clone(), thing.at.value)));
        }
        if things.len() >= usize::from(Id::FIRST_THING) {
            problems.push(place, format!("{} things", things.len()), "at most 32767");
            things.clear();
        }
        Ready { board: Arc::new(board), things, borders, features, loose }
    }
}

/// Where a thing stands.
#[derive(Clone, Copy)]
enum Stands {
    On(Square),
    Between((Square, Square)),
}

impl std::fmt::Display for Stands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::On(square) => write!(f, "{square}, which is off the board"),
            Self::Between((a, b)) => write!(f, "{a} and {b}, which share no side on the board"),
        }
    }
}

/// Puts a thing on the board: nobody walks through one that bars the way, and
/// nobody sees through one that hides everything.
fn put(board: &mut Board, name: String, def: &Arc<ObjectDef>, place: Stands) -> Option<Thing> {
    let hides = def.cover == CoverGrade::Total;
    let object = u16::try_from(board.objects.len()).ok()?;
    let mut thing = Thing { name: name.clone(), def: def.clone(), object, ..Thing::default() };
    match place {
        Stands::On(square) => {
            let ground = board.terrain(square)?.clone();
            if def.blocks_move || hides {
                let cost = if def.blocks_move { 0 } else { ground.cost };
                let changed = Terrain { cost, blocks_sight: ground.blocks_sight || hides, ..ground };
                let known = board.terrains.iter().position(|each| *each == changed);
                let index = u8::try_from(known.unwrap_or(board.terrains.len())).ok()?;
                if known.is_none() {
                    board.terrains.push(changed);
                }
                let cell = board.cell_mut(square)?;
                thing.stood_on.push(std::mem::replace(&mut cell.terrain, index));
            }
            thing.squares.push(square);
        }
        Stands::Between((a, b)) => {
            if !board.contains(a) || !board.contains(b) {
                return None;
            }
            *board.edge_mut(a, b)? =
                Edge { blocks_move: def.blocks_move, blocks_sight: hides, cover: def.cover, object: Some(object) };
            thing.edges.push((a, b));
        }
    }
    board.objects.push(CoverObject { name, cover: def.cover, squares: thing.squares.clone() });
    Some(thing)
}

/// The sides of a battle: those that are listed, or those that fighters name.
pub(super) fn sides(listed: &[SideFile], fighters: &[FighterFile]) -> Vec<Side> {
    if !listed.is_empty() {
        let side = |(index, side): (usize, &SideFile)| Side {
            name: side.name.value.clone(),
            objective: side.objective.clone(),
            is_players: side.player(index) == Player::Human,
        };
        return listed.iter().enumerate().map(side).collect();
    }
    let mut sides: Vec<Side> = Vec::new();
    for fighter in fighters {
        if !sides.iter().any(|side| side.name == fighter.side.value) {
            sides.push(Side { name: fighter.side.value.clone(), ..Side::default() });
        }
    }
    sides
}

/// The side of this name, which began the fight.
pub(super) fn began(name: Option<&Spanned<String>>, sides: &[Side], problems: &mut Problems) -> Option<SideId> {
    let name = name?;
    let side = sides.iter().position(|side| side.name == name.value);
    if side.is_none() {
        let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        problems.unknown(name, "side", &known);
    }
    side.map(|side| SideId(side as u8))
}

/// The fighters of a battle, each with a name of its own and room to stand.
pub(super) fn fighters(
    files: &[FighterFile],
    rules: &Rules,
    names: &Names,
    ground: &Ready,
    sides: &[Side],
    problems: &mut Problems,
) -> Vec<Fighter> {
    let board = &ground.board;
    let spots = std::cell::LazyCell::new(|| Spots::of(board, &ground.borders));
    let mut fighters: Vec<Fighter> = Vec::new();
    let halves = |figure: Key| rules.figures.get(&figure).is_some_and(|figure| figure.halves);
    for file in files {
        check(problems, &file.of, "profile", &names.profiles);
        check_all(problems, file.conditions.iter().chain(file.lasting.keys()), "condition", &names.conditions);
        check_all(problems, file.arms.iter().flatten().chain(file.gear.keys()), "arm", &names.arms);
        check_all(problems, file.techniques.iter().flatten(), "technique", &names.conditions);
        if !(0..=MOST_WOUNDS).contains(&file.wounds.value) {
            problems.push(file.wounds.span, format!("{} wounds", file.wounds.value), format!("0 to {MOST_WOUNDS}"));
        }
        let mut figures = figures(&file.figures, names, &halves, problems);
        if let Some(across) = &file.across {
            match (across_is_sound(across, problems), &rules.measure.bodies) {
                (true, Some(bodies)) => {
                    let size = rules.measure.size_across(across.value);
                    figures.extend(size.map(|size| (bodies.by, size)));
                }
                (true, None) => problems.push(across.span, "a length", "none: this ruleset knows no sizes"),
                (false, _) => {}
            }
        }
        let Some(profile) = rules.profiles.get(&file.of.value) else { continue };
        let Some(side) = sides.iter().position(|side| side.name == file.side.value) else {
            let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            problems.unknown(&file.side, "side", &known);
            continue;
        };
        let mut places: Vec<Spanned<Square>> = file.at.iter().chain(&file.each_at).copied().collect();
        if let Some(place) = &file.place {
            let own = figures.iter().map(|(figure, value)| (*figure, *value)).collect();
            let size = Fighter { figures: own, ..Fighter::new("", SideId(0), profile.clone(), Square::default()) };
            let side = size.footprint(rules).side;
            match room(rules, board, &spots, &fighters, &place.value, side) {
                Ok(square) => places.push(Spanned::new(square, place.span)),
                Err(known) => {
                    problems.push(place.span, format!("no room in a place called {:?}", place.value), known);
                    continue;
                }
            }
        }
        if let Some(mount) = &file.rides {
            places.extend(seat(mount, SideId(side as u8), rules, &fighters, problems).filter(|_| places.is_empty()));
        }
        if places.is_empty() && file.rides.is_none() {
            problems.push(
                file.of.span,
                "a fighter that stands nowhere",
                "`at: (x, y)`, `each_at: [...]` or `place: \"ZONE\"`",
            );
        }
        for (index, at) in places.iter().enumerate() {
            let plain = file.name.as_ref().map_or(profile.name.as_str(), |name| name.value.as_str());
            let name = if places.len() > 1 { format!("{plain} {}", index + 1) } else { plain.to_owned() };
            if fighters.iter().any(|fighter| fighter.name.eq_ignore_ascii_case(&name)) {
                let place = file.name.as_ref().map_or(file.of.span, |name| name.span);
                problems.push(place, format!("a second fighter called {name}"), "a name of its own for each");
            }
            let mut fighter = Fighter::new(name, SideId(side as u8), file.profile(profile), at.value);
            fighter.facing = file.facing.unwrap_or(Direction::North);
            fighter.altitude = file.altitude;
            fighter.figures = figures.iter().map(|(figure, value)| (*figure, *value)).collect();
            fighter.tallies = file.tallies.iter().map(|(name, value)| (*name, *value)).collect();
            let lasting = file.lasting.iter().map(|(kind, until)| Condition::new(kind.value).until(*until));
            fighter.conditions = file.conditions.iter().map(|kind| Condition::new(kind.value)).chain(lasting).collect();
            fighter.wounds = file.wounds.value.clamp(0, MOST_WOUNDS);
            fighter.arms = file
                .arms
                .as_ref()
                .map(|arms| arms.iter().filter_map(|arm| rules.arms.get(&arm.value).cloned()).collect());
            fighter.arrives = file.arrives;
            fighter.during = file.during.as_ref().map(|during| during.value.clone());
            fighter.follows = file.follows.as_ref().map(|leader| leader.value.clone());
            fighter.rides = file.rides.as_ref().map(|mount| mount.value.clone());
            fighter.orders = file.orders.as_ref().map(|orders| orders.value.clone());
            if let (Some(orders), None) = (&file.orders, &file.follows) {
                problems.push(orders.span, "orders of nobody", "`follows: \"NAME\"` beside them");
            }
            if let Some(leader) = &file.follows {
                let known = fighters.iter().filter(|each| each.side == fighter.side).map(|each| each.name.as_str());
                let known: Vec<&str> = known.collect();
                if !known.contains(&leader.value.as_str()) {
                    problems.unknown(leader, "leader on its side, listed before it", &known);
                }
            }
            fighter.gear = file.gear.iter().map(|(arm, state)| (arm.value, state.clone())).collect();
            if let Some(square) = outside(rules, &fighter, board) {
                let found = format!("{} at {}, with {square} in a wall or off the board", fighter.name, at.value);
                problems.push(at.span, found, "room for its whole body");
            }
            fighters.push(fighter);
        }
    }
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

/// Where a rider is who starts in this saddle; a problem where there is none that it could start in.
fn seat(
    mount: &Spanned<String>,
    side: SideId,
    rules: &Rules,
    fighters: &[Fighter],
    problems: &mut Problems,
) -> Option<Spanned<Square>> {
    let seats = |each: &Fighter| {
        let own = |figure: Key| each.figures.iter().find(|(own, _)| *own == figure).map(|(_, value)| *value);
        let seats = rules.measure.seats.and_then(|seats| own(seats).or(each.profile.figures.get(&seats).copied()));
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

impl FighterFile {
    /// The profile with what this fighter has instead.
    fn profile(&self, profile: &Arc<Profile>) -> Arc<Profile> {
        if self.combos.is_none() && self.techniques.is_none() && self.tags.is_none() {
            return profile.clone();
        }
        let mut own = Profile::clone(profile);
        if let Some(combos) = &self.combos {
            own.combos.clone_from(combos);
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

/// The first place in a zone or on a border where a body of so many squares a side finds room, beside whoever stands
/// there already.
fn room(
    rules: &Rules,
    board: &Board,
    spots: &Spots,
    others: &[Fighter],
    name: &str,
    side: i32,
) -> Result<Square, String> {
    let known = || {
        let names: Vec<String> = spots.all().iter().map(|spot| spots.name(board, *spot)).collect();
        format!("one of {}", names.join(", "))
    };
    let spot = spots.named(board, name).ok_or_else(known)?;
    let taken: Vec<Footprint> = others.iter().map(|other| other.footprint(rules)).collect();
    let body = |square: &Square| Footprint::new(*square, side);
    let is_sound =
        |body: Footprint| body.squares().all(|square| board.terrain(square).is_some_and(|terrain| terrain.cost > 0));
    let fits = |square: &&Square| spots.of_body(body(square)) == Some(spot) && is_sound(body(square));
    let mut fitting: Vec<Square> = spots.squares(spot).iter().filter(fits).copied().collect();
    // A large body on a narrow border stands with one side of it there.
    let beside = spots.squares(spot).iter().flat_map(|square| {
        (1 - side..=0).flat_map(move |dy| (1 - side..=0).map(move |dx| Square::new(square.x + dx, square.y + dy)))
    });
    fitting.extend(beside.filter(|square| fits(&square)));
    let count = spots.squares(spot).len().max(1) as i32;
    let (x, y) = spots.squares(spot).iter().fold((0, 0), |(x, y), square| (x + square.x, y + square.y));
    // The middle first, so that nobody stands on the name of the place.
    let off = |at: &Square| {
        let (dx, dy) = ((at.x * 2 + side - 1) * count - x * 2, (at.y * 2 + side - 1) * count - y * 2);
        (i64::from(dx).pow(2) + i64::from(dy).pow(2), at.y, at.x)
    };
    fitting.sort_by_key(off);
    let is_free = |square: &&Square| !taken.iter().any(|other| other.gap(body(square)) == 0);
    fitting.iter().find(is_free).or(fitting.first()).copied().ok_or_else(known)
}

/// A square of the fighter's body on which it cannot stand.
fn outside(rules: &Rules, fighter: &Fighter, board: &Board) -> Option<Square> {
    let footprint = fighter.footprint(rules);
    footprint.squares().find(|square| board.terrain(*square).is_none_or(|terrain| terrain.cost == 0))
}
