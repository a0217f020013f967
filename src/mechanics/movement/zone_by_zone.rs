//! Movement from zone to border and from border to zone, half a zone at a time (ZN-MOVE-01, ZN-MOVE-03, ZN-TURN-04).

use crate::mechanics::prelude::*;

/// The numbers of this movement.
#[derive(Clone, Debug, Deserialize)]
pub struct ZoneByZone {
    /// The figure for a whole move, in half zones.
    pub speed: FigureName,
    /// Words of profiles and conditions that double it.
    pub doubled_by: Vec<Key>,
    /// Words of profiles and conditions that halve it.
    #[serde(deserialize_with = "refers::own")]
    pub halved_by: Vec<Key>,
    /// Words of profiles and conditions that keep somebody from moving at all.
    #[serde(deserialize_with = "refers::own")]
    pub stopped_by: Vec<Key>,
    /// The word of scenarios in which nobody stands on a border.
    pub whole_zones: Key,
    /// The rules that these numbers stand for.
    pub rules: ZoneByZoneRules,
}

rule_ids! { struct ZoneByZoneRules {
    places: "Places.",
    speed: "How fast somebody is.",
    barriers: "What bars the way.",
} }

impl ZoneByZone {
    /// Whether a word holds of somebody, as a word of their profile or a state that they are in.
    pub(super) fn holds(look: Look<'_>, who: Id, words: &[Key]) -> Option<Key> {
        words.iter().copied().find(|word| look.has_tag(who, word) || look.is(who, ConditionName::of(*word)))
    }

    /// What each half step costs, where it can be gone.
    fn costs(look: Look<'_>, who: Id) -> impl Fn(Spot, Spot) -> Option<u32> {
        let flies = look.allows(who, &["barriers"]).is_err();
        let own = look.footprint(who);
        move |from, to| {
            let zoned = look.zoned()?;
            if look.spots().is_barred(from, to) && !flies {
                return None;
            }
            let body = look.seat(own, to)?;
            look.rules().registry.steps.iter().try_for_each(|each| each.forbid_step(look, who, body)).ok()?;
            Some(match to {
                Spot::Zone(zone) if look.zone_is(zone, &zoned.slow) && !flies => 2,
                _ => 1,
            })
        }
    }

    fn is_whole(&self, look: Look<'_>) -> bool {
        look.ground().tags.contains(&self.whole_zones)
    }

    /// The way to where an order leads.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Vec<Spot>, u32), Refusal> {
        let rule = self.rules.places;
        let Some(from) = look.spot(who) else {
            return Err(Refusal::new(rule, format!("{} stands in no zone", look.name(who))));
        };
        let to = order.to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)`"))?;
        let body = look.footprint(who).moved_to(to);
        let goal = look.spot_of(body).ok_or_else(|| Refusal::new(rule, format!("{to} belongs to no zone")))?;
        look.refuse_if(goal == from, rule, || format!("{} is there already", look.name(who)))?;
        let why = || format!("there is no room for {} at {to}", look.name(who));
        look.refuse_if(!look.rooms(who, goal).contains(&to), rule, why)?;
        let why = || "nobody stands on borders here";
        look.refuse_if(self.is_whole(look) && matches!(goal, Spot::Border(..)), rule, why)?;
        let cost = Self::costs(look, who);
        if order.path.is_empty() {
            return look.spots().way(from, goal, &cost).ok_or_else(|| {
                let barred = look.spots().way(from, goal, |_, _| Some(1)).is_some();
                let why = if barred { "something bars the way to" } else { "no way leads to" };
                let rule = if barred { self.refusal(look, who, from, goal) } else { rule };
                Refusal::new(rule, format!("{why} {}", look.spot_name(goal)))
            });
        }
        let mut ways = Vec::new();
        let (mut at, mut total) = (from, 0_u32);
        for square in order.path.iter().chain([&to]) {
            let next = look.spot_of(body.moved_to(*square));
            let next = next.ok_or_else(|| Refusal::new(rule, format!("{square} belongs to no zone")))?;
            if next == at {
                continue;
            }
            let (way, cost) = look.spots().way(at, next, &cost).ok_or_else(|| {
                Refusal::new(self.rules.barriers, format!("no way leads to {}", look.spot_name(next)))
            })?;
            ways.extend(way);
            (at, total) = (next, total + cost);
        }
        Ok((ways, total))
    }

    /// The rule that bars the way to somewhere: that of the first step that is barred, on the shortest way.
    fn refusal(&self, look: Look<'_>, who: Id, from: Spot, goal: Spot) -> RuleId {
        let Some((way, _)) = look.spots().way(from, goal, |_, _| Some(1)) else { return self.rules.places };
        let steps = std::iter::once(from).chain(way.iter().copied()).zip(way.iter().copied());
        let forbidden = |(from, to): (Spot, Spot)| {
            if look.spots().is_barred(from, to) {
                return Some(self.rules.barriers);
            }
            let body = look.seat(look.footprint(who), to)?;
            let refusal = |each: &Arc<dyn Steps>| each.forbid_step(look, who, body).err();
            look.rules().registry.steps.iter().find_map(refusal).map(|why| why.rule)
        };
        steps.into_iter().find_map(forbidden).unwrap_or(self.rules.barriers)
    }

    /// The steps of a way: where nobody stands on borders they are only crossed, unless something there catches people.
    fn strides(&self, look: Look<'_>, who: Id, way: &[Spot]) -> Vec<Vec<Spot>> {
        let whole = self.is_whole(look);
        let catches = |spot: Spot| {
            let mut mechanics = look.rules().registry.steps.iter();
            look.seat(look.footprint(who), spot)
                .is_some_and(|body| mechanics.any(|mechanic| mechanic.hold_up(look, who, body) >= 1.0))
        };
        let ends = |spot: &Spot| !whole || matches!(spot, Spot::Zone(_)) || catches(*spot);
        way.split_inclusive(ends).map(<[Spot]>::to_vec).collect()
    }

    /// What such a step costs from where somebody stands, if it can be taken.
    fn price(look: Look<'_>, who: Id, stride: &[Spot]) -> Option<u32> {
        let (cost, here) = (Self::costs(look, who), look.spot(who)?);
        let from = std::iter::once(&here).chain(stride);
        from.zip(stride).map(|(from, to)| cost(*from, *to)).sum()
    }

    /// Every place that can be reached for so many half steps, with its cost.
    pub(super) fn reach(&self, look: Look<'_>, who: Id, budget: i32) -> Vec<(Spot, u32)> {
        let Some(from) = look.spot(who) else { return Vec::new() };
        let budget = u32::try_from(budget).unwrap_or(0);
        let reached = look.spots().reach(from, budget, Self::costs(look, who));
        let whole = self.is_whole(look);
        let may_end = |spot: Spot| spot != from && !(whole && matches!(spot, Spot::Border(..)));
        reached.into_iter().map(|reached| (reached.spot, reached.cost)).filter(|(spot, _)| may_end(*spot)).collect()
    }

    /// Says where somebody has gone.
    fn tell(&self, table: &mut Table<'_>, who: Id, gone: Vec<Square>, cost: Option<u32>) {
        let Some(last) = gone.last().copied().filter(|_| gone.len() > 1) else { return };
        table.note(|look| {
            let place = look.spot_of(look.footprint(who).moved_to(last)).map(|spot| look.spot_name(spot));
            let far = cost.map(|cost| format!(" ({})", zones_in_words(cost))).unwrap_or_default();
            let text = format!("{} moves to {}{far}.", look.name(who), place.unwrap_or_else(|| last.to_string()));
            Fact::new(self.rules.places, text).who(who).way(who, gone)
        });
    }
}

mechanic!(ZoneByZone: |self| {
    deeds => vec![Arc::new(self.clone())],
});

modifies!(ZoneByZone: [self.speed.key()] => |self, look, case, sum| {
    let rule = self.rules.speed;
    for word in self.doubled_by.iter().filter(|word| Self::holds(look, case.who, &[**word]).is_some()) {
        sum.add(*word, sum.total(), rule);
    }
    for word in self.halved_by.iter().filter(|word| Self::holds(look, case.who, &[**word]).is_some()) {
        let whole = sum.total();
        sum.add(*word, whole.div_euclid(2) - whole, rule);
    }
    if let Some(word) = Self::holds(look, case.who, &self.stopped_by) {
        sum.add(word, -sum.total(), rule);
    }
});

impl Deed for ZoneByZone {
    nature!(|self| Nature::movement("move", &[Reads::To, Reads::Via]).only_goes().pays_as_it_goes());

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        // A choice that still lacks its square costs as little as any of its squares could.
        self.way(look, who, order).map_or(1, |(_, cost)| cost as i32)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let budget = look.rules().economy.remaining(look, who);
        let mut choice = Choice::new(Order::new("move"), "Move", Group::Move, self.rules.places);
        choice = choice.unless(look.allows(who, &["move"]));
        let reached = if choice.is_legal() { self.reach(look, who, budget) } else { Vec::new() };
        if look.wants_words() {
            for (spot, cost) in reached {
                choice.squares.extend(look.rooms(who, spot).into_iter().map(|square| (square, cost as i32)));
            }
        } else {
            let rooms = look.first_rooms(who, reached.iter().map(|(spot, _)| *spot));
            let rooms = rooms.zip(&reached).filter_map(|(room, (_, cost))| Some((room?, *cost as i32)));
            choice.squares.extend(rooms);
        }
        if choice.squares.is_empty() && choice.is_legal() {
            choice.refused = Some(self.stays(look, who, (self, &choice.order)));
        }
        out.push(choice);
    }

    checks!(|self, look, who, order| ["move"] => self.way(look, who, order));

    fn destination(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Square> {
        self.way(look, who, order).ok().and(order.to)
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        let (way, _) = self.way(look, who, order).ok()?;
        Some(squares(look, who, &way, order.to?))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let (Ok((way, cost)), Some(to)) = (self.way(table.look(), who, order), order.to) else { return Ok(()) };
        let mut gone = vec![table.look().footprint(who).at];
        let rules = table.rules();
        let strides = self.strides(table.look(), who, &way);
        for stride in &strides {
            let look = table.look();
            // A step that was open when the way was chosen may have been closed since: by fright, by a barrier.
            let price = ZoneByZone::price(look, who, stride);
            let room = stride.last().and_then(|spot| look.room(who, *spot, to));
            let (Some(price), Some(step)) = (price, room) else { break };
            // What others do about this step is told after what was gone before it.
            if gone.len() > 1 && rules.registry.steps.iter().any(|each| each.answers_move(look, who, step)) {
                self.tell(table, who, std::mem::replace(&mut gone, vec![look.footprint(who).at]), None);
            }
            let stride = table.walk(who, step, i32::try_from(price).unwrap_or(i32::MAX))?;
            if stride != Stride::Short {
                gone.push(step.at);
            }
            if stride != Stride::On {
                break;
            }
        }
        let whole = (gone.len() == strides.len() + 1).then_some(cost);
        self.tell(table, who, gone, whole);
        Ok(())
    }
}

/// One square in each place of a way, the last one as it is wished.
fn squares(look: Look<'_>, who: Id, way: &[Spot], to: Square) -> Vec<Square> {
    way.iter().filter_map(|spot| look.room(who, *spot, to)).map(|room| room.at).collect()
}
