//! Ways off the field. Those who stand where one leads out can leave by half a zone of movement (ZN-MOVE-05,
//! ZN-CHASE-01).

use crate::mechanics::prelude::*;

/// The numbers of leaving the field.
#[derive(Clone, Debug, Deserialize)]
pub struct Exits {
    /// Words of zones that lead off the field.
    pub exits: Vec<Key>,
    /// The state of those who have left.
    pub gone: ConditionName,
    /// The state in which those come into the next battle who may still be pursued.
    pub hunted: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Exits {
    /// The zones through which one can leave.
    fn zones<'a>(&'a self, look: Look<'a>) -> impl Iterator<Item = ZoneId> + 'a {
        (0..look.board().zones.len() as ZoneId).filter(move |zone| look.zone_is(*zone, &self.exits))
    }

    /// Whether it is all that the side of somebody wants here: to get away.
    fn wants_out(look: Look<'_>, who: Id) -> bool {
        let side = look.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(look.side(who).0)));
        side.is_some_and(|side| matches!(side.objective, Objective::Leave { .. }))
    }
}

mechanic!(Exits: |self| {
    deeds => vec![Arc::new(self.clone())],
    takes_away => vec![self.gone],
});

/// What it is worth to those who want nothing else to be off the field, in felled enemies, and to be near a way out.
const AWAY: f64 = 3.0;
const NEARER: f64 = 10.0;

impl Deed for Exits {
    nature!(|self| Nature::of("leave", Group::Move, Stage::Movement).pays_as_it_goes());

    // Where there is no way out at all, nobody needs to be told so.
    offers!(|self, look, who| "Leave the field", self.rule, if self.zones(look).next().is_some());

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["move"])?;
        match look.spot(who) {
            Some(Spot::Zone(zone)) if look.zone_is(zone, &self.exits) => Ok(()),
            _ => {
                let ways: Vec<String> = self.zones(look).map(|zone| look.spot_name(Spot::Zone(zone))).collect();
                let why = || format!("no way out here; there is one at {}", ways.join(", "));
                Err(look.refusal(self.rule, why))
            }
        }
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        Exits::wants_out(look, who).then(|| Worth::of(AWAY))
    }

    fn draws(&self, look: Look<'_>, who: Id) -> Vec<(Square, Worth)> {
        if !Exits::wants_out(look, who) {
            return Vec::new();
        }
        let near = look.footprint(who).at;
        let rooms = self.zones(look).filter_map(|zone| look.room(who, Spot::Zone(zone), near));
        rooms.map(|room| (room.at, Worth::of(NEARER))).collect()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let carried = table.look().riders(who).to_vec();
        if !table.leave(who)? {
            return table.break_off(who);
        }
        table.go_for(who, self.count(table.look(), who, order))?;
        let (rule, gone) = (self.rule, self.gone);
        table.say_change(rule, who, (gone, 0, 1), |look| {
            let from = look.spot(who).map(|spot| look.spot_name(spot)).unwrap_or_default();
            format!("{} leaves the field from {from}.", look.name(who))
        });
        for gone_now in carried.into_iter().chain([who]) {
            // Whoever has come here to get away has got away.
            if !Exits::wants_out(table.look(), gone_now) {
                table.begin(gone_now, Condition::new(self.hunted))?;
            }
            table.begin(gone_now, Condition::new(gone))?;
        }
        Ok(())
    }
}
