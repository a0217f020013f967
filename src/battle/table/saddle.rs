//! Who rides what.

use super::super::{Bears, Id, Place, Rides};
use super::Table;

impl Table<'_> {
    /// Lets somebody be carried by `mount`, or by nothing any more.
    pub fn seat(&mut self, who: Id, mount: Option<Id>) {
        let before = self.look().mount(who);
        // Whoever starts in a saddle is seated there already.
        if before == mount && mount.is_none_or(|mount| self.look().riders(mount).contains(&who)) {
            return;
        }
        if let Some(before) = before
            && self.look().riders(before).contains(&who)
        {
            self.edit::<Bears>(before).0.retain(|rider| *rider != who);
        }
        if let Some(mount) = mount {
            self.edit::<Bears>(mount).0.push(who);
        }
        self.edit::<Rides>(who).0 = mount;
    }

    /// Takes somebody off the field, and out of the saddle of a mount that stays there. A mount without a place of its
    /// own goes where its rider goes.
    pub fn take_away(&mut self, who: Id) {
        let look = self.look();
        if look.mount(who).is_none_or(|mount| look.place(mount).present) {
            self.seat(who, None);
        }
        self.edit::<Place>(who).present = false;
    }
}
