//! Which mind is in whose body.

use super::super::{Event, Houses, Id, Inhabits, Place, Willing};
use super::{Step, Table};
use crate::board::Footprint;

impl Table<'_> {
    /// Lets somebody leave the board and be in the body of somebody else.
    pub fn move_into(&mut self, mind: Id, body: Id) -> Step {
        self.seat(mind, None);
        for rider in self.look().riders(mind).to_vec() {
            self.seat(rider, None);
        }
        let (from, to) = (self.look().footprint(mind), self.look().footprint(body));
        let mut place = self.edit::<Place>(mind);
        (place.present, place.footprint.at) = (false, to.at);
        self.edit::<Inhabits>(mind).0 = Some(body);
        self.edit::<Houses>(body).0.push(mind);
        self.tell(Event::Moved { who: mind, from })
    }

    /// Lets a mind come out of the body that it is in, and stand there in its own; its turn, if it has it, goes on.
    pub fn move_out(&mut self, mind: Id, to: Footprint) -> Step {
        let body = self.look().body(mind);
        if body == mind {
            return Ok(());
        }
        let from = self.look().footprint(mind);
        self.edit::<Houses>(body).0.retain(|each| *each != mind);
        self.edit::<Inhabits>(mind).0 = None;
        self.edit::<Willing>(mind).0 = false;
        if !self.look().houses_minds(body) {
            self.edit::<Willing>(body).0 = false;
        }
        let mut place = self.edit::<Place>(mind);
        (place.present, place.footprint) = (true, to);
        if self.clock().turn == Some(mind) {
            self.rules().economy.depart(self, mind, body)?;
        }
        self.tell(Event::Moved { who: mind, from })
    }
}
