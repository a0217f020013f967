//! Light and darkness in a field of zones: nobody sees whoever stands where there is no light, but with the eyes for it
//! (ZN-ENV-02).

use super::zone_cover::ZoneCover;
use crate::mechanics::prelude::*;

impl Sees for ZoneCover {
    fn hides(&self, look: Look<'_>, who: Id, other: Id) -> bool {
        let Some(zoned) = look.zoned() else { return false };
        let Some(spot) = look.spot(other) else { return false };
        if look.is(who, self.blind) {
            return true;
        }
        let sees_in_the_dark = zoned.dark_sight.iter().any(|word| look.has_tag(who, word));
        !sees_in_the_dark && !look.is_lit(spot)
    }
}
