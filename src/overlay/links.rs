//! Links to what is shown, where this program has an address: in a page of a browser.

use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Id, Ui};

use super::present;
use crate::link::Link;

/// What a talk is.
pub(super) const TO_TALK: &str = "As its next step: what is shown to others one after the other";

/// The address of this page; nothing on a desk.
#[derive(Resource, Clone, Default)]
pub(super) struct Address(pub Option<Arc<str>>);

/// Tells all panels the address.
pub(super) fn tell(context: &Context, address: &Address) {
    context.data_mut(|data| data.insert_temp(Id::new("address"), address.clone()));
}

/// A link with its address; nothing where there is none.
pub(super) fn whole(context: &Context, link: &Link) -> Option<String> {
    let address = context.data(|data| data.get_temp::<Address>(Id::new("address")))?.0?;
    Some(format!("{address}#{link}"))
}

/// The buttons that copy a link to this, where it can have one, and make it a step of a talk.
pub(super) fn button(ui: &mut Ui, link: impl FnOnce() -> Link) {
    let copies = has_any(ui.ctx()) && ui.button("Copy link").on_hover_text("An address that shows just this").clicked();
    let adds = ui.button("Add to my talk").on_hover_text(TO_TALK).clicked();
    if copies || adds {
        let link = link();
        whole(ui.ctx(), &link).into_iter().filter(|_| copies).for_each(|link| ui.ctx().copy_text(link));
        if adds {
            present::add(ui.ctx(), link);
        }
    }
}

/// Whether there are links at all.
pub(super) fn has_any(context: &Context) -> bool {
    context.data(|data| data.get_temp::<Address>(Id::new("address"))).is_some_and(|address| address.0.is_some())
}
