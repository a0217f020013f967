//! Screen readers: they get the panels as egui tells them, and what is done with them goes the way of keys and pointer. Where
//! none listens nothing is told, and nothing is paid for it.

use bevy::a11y::{AccessibilityRequested, ActionRequest};
use bevy::app::{App, PreUpdate};
use bevy::ecs::message::MessageReader;
use bevy::ecs::prelude::{IntoScheduleConfigs, Query, Res, Without};
use bevy_egui::egui::Event;
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet};

use super::present::LooksOn;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AccessibilityRequested>().add_message::<ActionRequest>();
    app.add_systems(PreUpdate, listen.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass));
}

fn listen(
    requested: Res<AccessibilityRequested>,
    mut done: MessageReader<ActionRequest>,
    mut contexts: Query<(&mut EguiContext, &mut EguiInput), Without<LooksOn>>,
) {
    for (mut context, mut input) in &mut contexts {
        let context = context.get_mut();
        if requested.get() {
            context.enable_accesskit();
        } else {
            context.disable_accesskit();
        }
        input.events.extend(done.read().map(|done| Event::AccessKitActionRequest(done.0.clone())));
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::accesskit::{self, Action, TreeId};
    use bevy_egui::egui::{Context, FullOutput, Id};

    use super::*;

    fn heard(app: &mut App) -> FullOutput {
        app.update();
        let mut contexts = app.world_mut().query::<(&mut EguiContext, &mut EguiInput)>();
        let (mut context, mut input) = contexts.single_mut(app.world_mut()).unwrap();
        let context: Context = context.get_mut().clone();
        let mut output = context.run_ui(input.take(), |ui| {
            let button = ui.button("Begin");
            if button.clicked() {
                ui.data_mut(|data| data.insert_temp(Id::new("clicked"), true));
            }
            ui.data_mut(|data| data.insert_temp(Id::new("button"), button.id));
        });
        output.textures_delta.clear();
        output
    }

    /// Promise: whoever reads the screen with their ears hears its buttons and can press them; for all others none of it is
    /// worked out.
    #[test]
    fn a_screen_reader_hears_what_there_is_and_can_press_it() {
        let mut app = App::new();
        app.add_plugins(plugin);
        app.world_mut().spawn((EguiContext::default(), EguiInput::default()));
        assert!(heard(&mut app).platform_output.accesskit_update.is_none(), "nobody listens");
        app.world().resource::<AccessibilityRequested>().set(true);
        let told = heard(&mut app).platform_output.accesskit_update.unwrap();
        assert!(told.nodes.iter().any(|(_, node)| node.label() == Some("Begin")), "{told:?}");
        let mut contexts = app.world_mut().query::<&mut EguiContext>();
        let context: Context = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
        let button: Id = context.data(|data| data.get_temp(Id::new("button"))).unwrap();
        let request = accesskit::ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node: button.accesskit_id(),
            data: None,
        };
        app.world_mut().write_message(ActionRequest(request));
        let _ = heard(&mut app);
        assert_eq!(context.data(|data| data.get_temp(Id::new("clicked"))), Some(true));
    }
}
