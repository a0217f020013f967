//! What is all around: gas that hangs over squares, and rays (ST-TOX-03, ST-ENV-07).

use super::Afflictions;
use super::afflicted::{Afflicted, Taken};
use super::syndrome::{Rate, Way};
use crate::board::{Centre, Counts, Template};
use crate::mechanics::prelude::*;

/// What hangs over a field and shines on it.
#[derive(Component, Clone, Debug, Default)]
pub struct Around {
    /// Clouds of gas, the oldest first.
    pub clouds: Vec<Cloud>,
    /// Whether there is ground that gives off gas by itself.
    pub foul_ground: bool,
    /// Whether anything shines.
    pub shines: bool,
}

/// A cloud of gas.
#[derive(Clone, Debug)]
pub struct Cloud {
    /// What it is.
    pub of: Key,
    /// The squares that it covers.
    pub squares: Arc<[Square]>,
    /// How many rounds it still hangs there, this one included.
    pub left: i32,
    /// Who let it loose.
    pub by: Option<Id>,
}

/// Something that shines: the middle of it, its size, and with what.
struct Source {
    at: Footprint,
    scale: i32,
    of: Key,
}

impl Afflictions {
    fn around<'a>(look: Look<'a>) -> Option<&'a Around> {
        look.battle::<Around>()
    }

    /// Whether there is anything in the air at all.
    pub(super) fn is_tainted(look: Look<'_>) -> bool {
        Self::around(look).is_some_and(|around| around.foul_ground || around.shines || !around.clouds.is_empty())
    }

    /// Whether there is nothing in the air, and nothing to come.
    pub(super) fn is_clear(&self, look: Look<'_>) -> bool {
        !Self::is_tainted(look) && self.vents(look, look.clock().round + 1).next().is_none()
    }

    /// Finds out what shines and what gives off gas.
    pub(super) fn survey(&self, table: &mut Table<'_>) {
        let look = table.look();
        let board = look.board();
        let is_gas = |tag: &String| self.gas_called(tag).is_some();
        let ground = board.terrains.iter().any(|terrain| terrain.tags.iter().any(is_gas));
        let foul_ground = ground || board.zones.iter().any(|zone| zone.tags.iter().any(is_gas));
        let shines = self.sources(look).next().is_some();
        if foul_ground || shines {
            let mut around = table.edit_battle::<Around>();
            (around.foul_ground, around.shines) = (foul_ground, shines);
        }
    }

    fn gas_called(&self, name: &str) -> Option<Key> {
        let key = Key::find(name)?;
        self.syndromes.get(&key).filter(|syndrome| syndrome.is_gas()).map(|_| key)
    }

    /// Every gas that a body stands in; one may come more than once.
    pub(super) fn gases_at<'a>(&'a self, look: Look<'a>, body: Footprint) -> impl Iterator<Item = Key> + 'a {
        let around = Self::around(look);
        let clouds = around.into_iter().flat_map(|around| &around.clouds);
        let covers = move |cloud: &&Cloud| cloud.squares.iter().any(|square| body.contains(*square));
        let clouds = clouds.filter(covers).map(|cloud| cloud.of);
        let foul = around.is_some_and(|around| around.foul_ground);
        let squares = foul.then(|| body.squares()).into_iter().flatten();
        let ground = squares.flat_map(move |square| {
            let board = look.board();
            let terrain = board.terrain(square).into_iter().flat_map(|terrain| &terrain.tags);
            let zone =
                board.cell(square).and_then(|cell| cell.zone).and_then(|zone| board.zones.get(usize::from(zone)));
            let zone = zone.into_iter().flat_map(|zone| &zone.tags);
            terrain.chain(zone).filter_map(|tag| self.gas_called(tag)).collect::<Vec<_>>()
        });
        clouds.chain(ground)
    }

    /// Lets a gas loose over these squares: whoever stands there breathes it, unless they have turned it aside.
    pub(super) fn let_loose(&self, table: &mut Table<'_>, arm: &Arm, squares: &[Square], by: Option<Id>) {
        let lasts = arm.figure(self.lingers).unwrap_or(0);
        let gases: Vec<Key> = arm.effects.iter().copied().filter(|of| self.gas_called(of.as_str()).is_some()).collect();
        let board = table.look().board();
        let is_open = |square: &Square| board.terrain(*square).is_some_and(|ground| ground.cost > 0);
        let squares: Arc<[Square]> = squares.iter().copied().filter(is_open).collect();
        if lasts <= 0 || gases.is_empty() || squares.is_empty() {
            return;
        }
        for of in gases {
            let cloud = Cloud { of, squares: squares.clone(), left: lasts, by };
            table.edit_battle::<Around>().clouds.push(cloud);
            let rounds = if lasts == 1 { "a round".to_owned() } else { format!("{lasts} rounds") };
            table.note(|_| {
                let text = format!("A cloud of {of} hangs over {} squares for {rounds}.", squares.len());
                Fact::new(self.rules.ways, text).area(squares.iter().copied())
            });
        }
    }

    /// What comes from beyond the field, or out of vents in it, and is gas: whoever stands there breathes it.
    pub(super) fn vent(&self, table: &mut Table<'_>) -> Step {
        let round = table.clock().round;
        let due: Vec<(Arc<Arm>, Template)> = self.vents(table.look(), round).collect();
        for (arm, area) in due {
            let squares = area.squares(table.look().board());
            self.let_loose(table, &arm, &squares, None);
            let look = table.look();
            let inside = look.everybody().filter(|who| look.place(*who).present);
            let inside: Vec<Id> = inside.filter(|who| area.touches(look.board(), look.footprint(*who))).collect();
            for who in inside {
                arm.effects.iter().try_for_each(|of| self.breathe(table, who, *of))?;
            }
        }
        Ok(())
    }

    /// Gas that comes at the head of a round, each with where.
    fn vents<'a>(&'a self, look: Look<'a>, round: i32) -> impl Iterator<Item = (Arc<Arm>, Template)> + 'a {
        let incoming = look.battle::<Surroundings>().into_iter().flat_map(|around| &around.incoming);
        let due = incoming.filter(move |each| each.rounds.contains(&round) && each.arm.figure(self.lingers).is_some());
        due.map(move |each| {
            let diameter = each.arm.area.map_or(1, |area| look.rules().measure.area_squares(area));
            let centre = if diameter % 2 == 0 { Centre::Corner(each.at) } else { Centre::Square(each.at) };
            (each.arm.clone(), Template::Disc { centre, diameter, counts: Counts::Partly })
        })
    }

    /// Gases that will hang over a body when the next round begins.
    pub(super) fn looming<'a>(&'a self, look: Look<'a>, body: Footprint) -> impl Iterator<Item = Key> + 'a {
        let due = self.vents(look, look.clock().round + 1);
        due.filter(move |(_, area)| area.touches(look.board(), body)).flat_map(|(arm, _)| arm.effects.clone())
    }

    /// Whatever shines falls on everybody there.
    pub(super) fn shine(&self, table: &mut Table<'_>) -> Step {
        if !Self::around(table.look()).is_some_and(|around| around.shines) {
            return Ok(());
        }
        table.for_everybody(|table, who| {
            let look = table.look();
            let rays = self.rays_at(look, look.footprint(who)).filter(|_| look.is_there(who));
            rays.map_or(Ok(()), |of| self.take(table, who, Taken::around(of, Way::Exposure)))
        })
    }

    /// A round of every cloud is over.
    pub(super) fn thin_out(&self, table: &mut Table<'_>) {
        if Self::around(table.look()).is_none_or(|around| around.clouds.is_empty()) {
            return;
        }
        let mut gone = Vec::new();
        table.edit_battle::<Around>().clouds.retain_mut(|cloud| {
            cloud.left -= 1;
            if cloud.left <= 0 {
                gone.push(cloud.clone());
            }
            cloud.left > 0
        });
        for cloud in gone {
            let of = cloud.of;
            table.note(|_| {
                Fact::new(self.rules.ways, format!("The cloud of {of} is gone.")).area(cloud.squares.iter().copied())
            });
        }
    }

    /// Whoever stands in something that is all around comes to suffer from it.
    pub(super) fn meet(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        if !Self::is_tainted(look) || !look.is_there(who) {
            return Ok(());
        }
        let body = look.footprint(who);
        let mut gases: Vec<Key> = self.gases_at(look, body).collect();
        gases.dedup();
        let rays = self.rays_at(look, body);
        gases.into_iter().try_for_each(|of| self.breathe(table, who, of))?;
        rays.map_or(Ok(()), |of| self.take(table, who, Taken::around(of, Way::Exposure)))
    }

    /// Gas gets into somebody in every way that is open to it.
    pub(super) fn breathe(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        Way::OF_GAS.into_iter().try_for_each(|way| self.take(table, who, Taken::around(of, way)))
    }

    /// A turn has ended: whoever still stands in a gas that is checked by the round has breathed it for one more.
    pub(super) fn breathe_on(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        if !Self::is_tainted(look) || !look.place(who).present {
            return Ok(());
        }
        self.meet(table, who)?;
        let look = table.look();
        let by_rounds = |of: &Key| {
            self.syndromes.get(of).is_some_and(|syndrome| matches!(syndrome.rate, Rate::Round | Rate::Second))
        };
        let mut gases: Vec<Key> = self.gases_at(look, look.footprint(who)).filter(by_rounds).collect();
        gases.sort_unstable();
        gases.dedup();
        if gases.is_empty() {
            return Ok(());
        }
        // Only what is breathed grows worse by it, not what is in the eyes.
        let is_breathed = |of: &Key, ways: &[Way]| gases.contains(of) && ways.contains(&Way::Inhaled);
        if Self::of(look, who).iter().any(|case| is_breathed(&case.of, &case.ways)) {
            let mut afflicted = table.edit::<Afflicted>(who);
            afflicted.with.iter_mut().filter(|case| is_breathed(&case.of, &case.ways)).for_each(|case| case.more += 1);
        }
        Ok(())
    }

    /// Everything that shines.
    fn sources<'a>(&'a self, look: Look<'a>) -> impl Iterator<Item = Source> + 'a {
        let rays = move |of: &Key| self.syndromes.get(of).is_some_and(|syndrome| syndrome.rays.is_some());
        let of_item = move |item: &'a Item, at: Footprint| {
            let at = match item.held {
                Held::Ground(square) => Footprint::one(square),
                _ => at,
            };
            let scale = item.arm.scale;
            item.arm.effects.iter().copied().filter(rays).map(move |of| Source { at, scale, of })
        };
        let things = look.things().filter_map(move |id| Some((id, look.thing(id)?)));
        let things = things.flat_map(move |(id, thing)| {
            // What is said of this very thing comes last, and holds in place of what its like give off.
            let tags = thing.def.tags.iter().copied().rfind(rays).into_iter();
            tags.map(move |of| Source { at: bounds(&thing.squares, thing.at()), scale: look.value(id, self.size), of })
        });
        let there = look.everybody().filter(move |id| look.place(*id).present);
        let fighters = there.flat_map(move |id| {
            let at = look.footprint(id);
            let tags = look.profile(id).into_iter().flat_map(|profile| &profile.tags).copied().filter(rays);
            let own = tags.map(move |of| Source { at, scale: look.value(id, self.size), of });
            own.chain(look.gear(id).iter().flat_map(move |item| of_item(item, at)))
        });
        let loose = look.battle::<Loose>().into_iter().flat_map(|loose| &loose.0);
        let loose = loose.flat_map(move |item| of_item(item, Footprint::one(Square::default())));
        things.chain(fighters).chain(loose)
    }

    /// The strongest rays that fall on a body: those of each source as they are in an area one size larger than it,
    /// and a step weaker in each larger one.
    pub(super) fn rays_at(&self, look: Look<'_>, body: Footprint) -> Option<Key> {
        if !Self::around(look)?.shines {
            return None;
        }
        let falls = |source: Source| {
            let mut scale = source.scale + 1;
            let mut rays = self.syndromes.get(&source.of)?.rays?;
            while !disc(source.at, look.rules().measure.own_squares(scale)).touches(look.board(), body) {
                scale += 1;
                rays -= 1;
                self.rays(rays)?;
            }
            Some(rays)
        };
        self.rays(self.sources(look).filter_map(falls).max()?)
    }

    /// The rays of that strength.
    fn rays(&self, strength: i32) -> Option<Key> {
        self.syndromes.iter().find(|(_, syndrome)| syndrome.rays == Some(strength)).map(|(name, _)| *name)
    }
}

/// A disc so many squares across around the middle of a body.
fn disc(at: Footprint, diameter: i32) -> Template {
    let middle = Square::new(at.at.x + at.side / 2, at.at.y + at.side / 2);
    let centre = if at.side % 2 == 0 { Centre::Corner(middle) } else { Centre::Square(middle) };
    Template::Disc { centre, diameter, counts: Counts::Partly }
}

/// The smallest body that holds all these squares.
fn bounds(squares: &[Square], or: Square) -> Footprint {
    let low = squares.iter().fold(or, |low, square| Square::new(low.x.min(square.x), low.y.min(square.y)));
    let high = squares.iter().fold(or, |high, square| Square::new(high.x.max(square.x), high.y.max(square.y)));
    Footprint::new(low, (high.x - low.x).max(high.y - low.y) + 1)
}
