//! Flying: over everything that stands below, with figures of its own and heights that count like yards along (HG-MOVE-01).

use crate::mechanics::prelude::*;

/// The numbers of flying.
#[derive(Clone, Debug, Deserialize)]
pub struct Flight {
    /// The figures for how far one flies for nothing, and for an action; nobody flies who has none.
    pub figures: (FigureName, FigureName),
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Flight {
    /// Whether there is room at whatever height between these one comes down to.
    fn is_open(look: Look<'_>, ground: &crate::board::Ground, who: Id, to: Footprint, (low, high): (i32, i32)) -> bool {
        let lowest = Self::may_land(look, ground, who, (to, low));
        let others = look.everybody().filter(|id| *id != who && look.place(*id).altitude > low);
        let heights = others.map(|id| look.place(id).altitude).filter(|height| *height <= high);
        lowest && heights.into_iter().all(|height| !look.is_taken(who, to, height))
    }

    fn may_land(look: Look<'_>, ground: &crate::board::Ground, who: Id, (to, height): (Footprint, i32)) -> bool {
        let board = look.board();
        to.squares().all(|square| board.contains(square))
            && (height > 0 || ground.fits(to.at))
            && !look.is_taken(who, to, height)
    }
}

mechanic!(Flight: |self| {
    words(words) => words.add(Word::Count, ["Height"]),
    deeds => {
        let fly = |fast| Arc::new(Fly { own: self.clone(), fast }) as Arc<dyn Deed>;
        vec![fly(false), fly(true)]
    },
});

forbids!(Flight: |self, look, who, kinds| {
    // Nobody walks on air.
    let walks = (kinds.contains(&"move".into()) || kinds.contains(&"run".into())) && !kinds.contains(&"fly".into());
    let why = || format!("{} is {} up in the air", look.name(who), look.place(who).altitude);
    look.refuse_if(walks && !who.is_thing() && look.place(who).altitude > 0, self.rule, why)
});

sheet!(Flight: |self, look, who| {
    let height = look.place(who).altitude;
    let text = || format!("{height} {}", look.rules().measure.unit);
    SheetLine::only_if(height > 0, "Height", self.rule, text)
});

/// Flying somewhere: for nothing in place of the walk, or far for an action.
#[derive(Debug)]
struct Fly {
    own: Flight,
    fast: bool,
}

impl Fly {
    fn most(&self, look: Look<'_>, who: Id) -> i32 {
        look.value(who, if self.fast { self.own.figures.1 } else { self.own.figures.0 })
    }

    fn kinds(&self) -> &'static [&'static str] {
        if self.fast { &["act", "move", "run", "fly"] } else { &["act", "move", "fly"] }
    }

    fn height(look: Look<'_>, who: Id, order: &Order) -> i32 {
        order.n.unwrap_or_else(|| look.place(who).altitude.max(0))
    }
}

impl Deed for Fly {
    nature!(|self| {
        Nature::movement(if self.fast { "fly fast" } else { "fly" }, &[Reads::To, Reads::N]).only_goes()
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let most = self.most(look, who);
        if most <= 0 || look.mount(who).is_some() {
            return;
        }
        let label = if self.fast { "Fly fast" } else { "Fly" };
        let order = Order::new(self.verb());
        let may = look.allows(who, self.kinds());
        let mut choice = Choice::new(order.clone(), label, Group::Move, self.own.rule).unless(may);
        let (own, height) = (look.footprint(who), look.place(who).altitude);
        let heights = ((height - most).max(0), height.saturating_add(most));
        let apart = |at: Square| (at.x - own.at.x).abs().max((at.y - own.at.y).abs());
        let ground = look.ground().walk(own.side, look.rules().measure.gait);
        let lands = |at: &Square| *at != own.at && Flight::is_open(look, &ground, who, own.moved_to(*at), heights);
        let mut squares: Vec<(Square, i32)> =
            Footprint::one(own.at).around(1, most).filter(lands).map(|at| (at, apart(at) * 2)).collect();
        squares.sort_by_key(|(at, cost)| (*cost, at.y, at.x));
        choice.squares = squares;
        out.push(choice.counting(heights, "how high at the end"));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, self.kinds())?;
        let (most, own) = (self.most(look, who), look.footprint(who));
        let refuse = |why: String| Err(Refusal::new(self.own.rule, why));
        if most <= 0 || look.mount(who).is_some() {
            return refuse(format!("{} does not fly", look.name(who)));
        }
        let (to, height) = (order.to.unwrap_or(own.at), Self::height(look, who, order));
        let up = height.saturating_sub(look.place(who).altitude).saturating_abs();
        let along = |a: i32, b: i32| a.saturating_sub(b).saturating_abs();
        let far = along(to.x, own.at.x).max(along(to.y, own.at.y)).max(up);
        let may_land = || {
            let ground = look.ground().walk(own.side, look.rules().measure.gait);
            Flight::may_land(look, &ground, who, (own.moved_to(to), height))
        };
        match () {
            () if height < 0 => refuse("nobody flies below the ground".to_owned()),
            () if far == 0 || far > most => {
                refuse(format!("that is {far} squares, up or along, and {most} can be flown"))
            }
            () if !may_land() => refuse(format!("there is no room at {to}")),
            () => Ok(()),
        }
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        self.check(look, who, order).ok().and(order.to).map(|to| vec![to])
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let (own, height) = (look.footprint(who), Self::height(look, who, order));
        let to = own.moved_to(order.to.unwrap_or(own.at));
        table.note(|look| {
            let up = if height > 0 { format!(", {height} up") } else { String::new() };
            let text = format!("{} flies from {} to {}{up}.", look.name(who), own.at, to.at);
            Fact::new(self.own.rule, text).who(who).way(who, [own.at, to.at])
        });
        let mut place = table.edit::<Place>(who);
        place.altitude = height;
        let (dx, dy) = ((to.at.x - own.at.x).signum(), (to.at.y - own.at.y).signum());
        if let Some(facing) = Direction::ALL.into_iter().find(|each| each.offset() == (dx, dy)) {
            place.facing = facing;
        }
        if to == own { table.relocate(who, to) } else { table.step(who, to).map(drop) }
    }
}
