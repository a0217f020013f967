//! The card of one fighter or thing: its components at hand, and what follows from its conditions.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use bevy::ecs::query::ROQueryItem;

use crate::battle::{
    Bears, Called, Combatant, Condition, ConditionDef, Conditions, Figures, Gear, Houses, Id, Item, Key, Look,
    MadeFrom, Place, Profile, Rides, SideId, StateSet, Tallies,
};

/// One fighter or thing, with its components at hand.
#[derive(Clone, Debug)]
pub(in crate::battle) struct Card<'w> {
    pub side: SideId,
    pub place: Place,
    pub name: Key,
    pub profile: Option<&'w Arc<Profile>>,
    pub figures: Option<&'w Figures>,
    pub tallies: Option<&'w Tallies>,
    pub conditions: Cow<'w, [Condition]>,
    pub gear: &'w [Item],
    /// The minds of others in its body.
    pub lodgers: &'w [Id],
    /// Every condition that holds, implied ones included.
    pub every: Vec<&'w ConditionDef>,
    /// The same, a bit each.
    pub states: StateSet,
    /// Those that somebody carries.
    pub riders: &'w [Id],
    /// What somebody rides or travels in.
    pub mount: Option<Id>,
    /// The techniques that bring modifiers by themselves.
    techniques: OnceCell<Vec<Key>>,
    /// Whether anything at hand brings modifiers by itself.
    has_helpful: OnceCell<bool>,
}

pub(super) type OnACard = (
    Option<&'static Combatant>,
    &'static Place,
    &'static Called,
    Option<&'static MadeFrom>,
    &'static Figures,
    &'static Tallies,
    &'static Conditions,
    &'static Gear,
    Option<&'static Houses>,
    Option<&'static Bears>,
    Option<&'static Rides>,
);

impl<'w> Card<'w> {
    /// The techniques of its fighter that bring modifiers by themselves.
    pub fn techniques(&self, work_out: impl FnOnce() -> Vec<Key>) -> &[Key] {
        self.techniques.get_or_init(work_out)
    }

    /// Whether they have anything at hand that brings modifiers by itself.
    pub fn has_helpful(&self, work_out: impl FnOnce() -> bool) -> bool {
        *self.has_helpful.get_or_init(work_out)
    }

    pub(super) fn read(
        look: Look<'w>,
        id: Id,
        (combatant, place, called, made_from, figures, tallies, conditions, gear, houses, bears, rides): ROQueryItem<
            'w,
            '_,
            OnACard,
        >,
    ) -> Self {
        let lodgers = houses.map_or(&[][..], |houses| &houses.0);
        let (riders, mount) = (bears.map_or(&[][..], |bears| &bears.0), rides.and_then(|rides| rides.0));
        let is_plain = conditions.0.is_empty() && lodgers.is_empty();
        Self {
            side: if lodgers.is_empty() {
                combatant.map_or_else(SideId::default, |each| each.side)
            } else {
                look.side(id)
            },
            place: *place,
            name: called.0,
            profile: made_from.map(|made| &made.0),
            figures: Some(figures),
            tallies: Some(tallies),
            conditions: Cow::Borrowed(&conditions.0),
            gear: &gear.0,
            lodgers,
            every: if is_plain { Vec::new() } else { look.every_condition(id).collect() },
            states: if is_plain { 0 } else { look.states(id) },
            riders,
            mount,
            techniques: OnceCell::new(),
            has_helpful: OnceCell::new(),
        }
    }

    /// The same for whoever lacks something, or is new to the reader.
    pub(super) fn of(look: Look<'w>, id: Id) -> Self {
        let entity = look.entity_ref(id);
        let get = entity.as_ref();
        let conditions = get.and_then(|entity| entity.get::<Conditions>()).map_or(&[][..], |conditions| &conditions.0);
        let riders = get.and_then(|entity| entity.get::<Bears>()).map_or(&[][..], |bears| &bears.0);
        let mount = get.and_then(|entity| entity.get::<Rides>()).and_then(|rides| rides.0);
        Self {
            side: look.side(id),
            place: get.and_then(|entity| entity.get::<Place>()).copied().unwrap_or_default(),
            name: get.and_then(|entity| entity.get::<Called>()).map_or_else(|| "nobody".into(), |called| called.0),
            profile: get.and_then(|entity| entity.get::<MadeFrom>()).map(|made| &made.0),
            figures: get.and_then(|entity| entity.get::<Figures>()),
            tallies: get.and_then(|entity| entity.get::<Tallies>()),
            conditions: Cow::Borrowed(conditions),
            gear: get.and_then(|entity| entity.get::<Gear>()).map_or(&[], |gear| &gear.0),
            lodgers: get.and_then(|entity| entity.get::<Houses>()).map_or(&[], |houses| &houses.0),
            every: look.every_condition(id).collect(),
            states: look.states(id),
            riders,
            mount,
            techniques: OnceCell::new(),
            has_helpful: OnceCell::new(),
        }
    }
}
