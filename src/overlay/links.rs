//! Links to what is shown, where this program has an address: in a page of a browser.

use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Id, Ui};

use crate::link::Link;

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

/// The button that copies a link to this, where it can have one.
pub(super) fn button(ui: &mut Ui, link: impl FnOnce() -> Link) {
    if has_any(ui.ctx()) && ui.button("Copy link").on_hover_text("An address that shows just this").clicked() {
        whole(ui.ctx(), &link()).into_iter().for_each(|link| ui.ctx().copy_text(link));
    }
}

/// Whether there are links at all.
pub(super) fn has_any(context: &Context) -> bool {
    context.data(|data| data.get_temp::<Address>(Id::new("address"))).is_some_and(|address| address.0.is_some())
}
