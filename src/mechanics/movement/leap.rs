//! Leaping down where it is too far to step (ST-ENV-01).

use super::fall::level;
use crate::board::Obstacle;
use crate::mechanics::prelude::*;

/// Leaping down, by the rule of falls.
#[derive(Debug)]
pub(super) struct Leap(pub RuleId);

/// Where somebody may leap down to: past an edge beside them, which large bodies may stand over in part.
pub(super) fn edges(look: Look<'_>, who: Id) -> impl Iterator<Item = Footprint> {
    let here = look.footprint(who);
    let ground = look.ground().walk(here.side, look.rules().measure.gait);
    Direction::ALL.into_iter().filter_map(move |way| {
        let mut at = here;
        for _ in 0..here.side {
            let there = at.moved_to(at.at.step(way, 1));
            match ground.step(at.at, way) {
                Ok(_) => at = there,
                Err(Obstacle::Steep) if level(look, there) < level(look, here) => return Some(there),
                Err(_) => return None,
            }
        }
        None
    })
}

impl Deed for Leap {
    nature!(|self| Nature::movement("leap", &[Reads::To]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let unit = &look.rules().measure.unit;
        for there in edges(look, who) {
            let order = Order::new("leap").to(there.at);
            let depth = level(look, look.footprint(who)) - level(look, there);
            let label = format!("Leap down {depth} {unit} to {}", there.at);
            out.push(Choice::new(order, label, Group::Move, self.0).allowed_by(self, look, who));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move"])?;
        let to = order.to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)`"))?;
        if edges(look, who).any(|there| there.at == to) {
            return Ok(());
        }
        Err(look.refusal(self.0, || format!("there is no edge to leap down between here and {to}")))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let there = order.to.and_then(|to| edges(table.look(), who).find(|there| there.at == to));
        let Some(there) = there else { return Ok(()) };
        table.note(|look| {
            Fact::new(self.0, format!("{} leaps down to {}.", look.name(who), there.at)).who(who).at([there.at])
        });
        table.step(who, there).map(drop)
    }
}
