//! Rides of whoever is asked, who let their mount go: how far, by which way, and what comes of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Bands, Known};
use crate::ahead::{Comes, Ride, Way};
use crate::battle::{Look, Order};
use crate::board::Square;

impl Known {
    /// How whoever is asked could ride, where they go nowhere on their own feet, and how far.
    pub fn ride(&mut self, look: Look<'_>) -> Option<(Arc<Ride>, Arc<Bands>)> {
        self.refresh(look);
        let (ahead, choices) = (&mut self.ahead, &self.choices);
        let work_out = || {
            let who = look.asked()?;
            let ride = ahead.ride(look, who, choices)?;
            let squares: BTreeSet<Square> = ride.walk.squares.iter().map(|(square, _)| *square).collect();
            let firsts = if ride.strikes { vec![(ride.first.label.clone(), squares)] } else { Vec::new() };
            let bands = |here: Look<'_>| Some(Bands::of(here, ride.mount, &ride.walk, (None, &firsts)));
            let bands = ahead.mounted(look, (who, ride.mount), &ride.first.order, bands)?;
            Some((Arc::new(ride), Arc::new(bands)))
        };
        self.ride.get_or_insert_with(work_out).clone()
    }

    /// The way that a mount would take, once its rider has let it act.
    pub fn ridden(&mut self, look: Look<'_>, ride: &Ride, go: &Order) -> Option<Arc<Way>> {
        let who = look.asked()?;
        self.refresh(look);
        let (ahead, first) = (&mut self.ahead, &ride.first.order);
        let way = |here: Look<'_>| Way::of(here, ride.mount, go, None);
        let work_out = || ahead.mounted(look, (who, ride.mount), first, way).map(Arc::new);
        self.ways.entry(format!("{first}, {go}")).or_insert_with(work_out).clone()
    }

    /// What would come of a ride beside where it goes.
    pub fn comes_of_ride(&mut self, look: Look<'_>, ride: &Ride, go: &Order) -> Option<Arc<Comes>> {
        self.refresh(look);
        let (ahead, first) = (&mut self.ahead, &ride.first.order);
        let work_out = || ahead.comes_after(look, Some(first), (ride.mount, go)).map(Arc::new);
        self.comes.entry(format!("{first}, {go}")).or_insert_with(work_out).clone()
    }
}
