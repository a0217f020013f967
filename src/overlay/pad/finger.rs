//! What the pad does to buttons, as egui hears it: by the requests of those who work a screen without seeing it.

use bevy_egui::egui::accesskit::{Action, ActionRequest, TreeId};
use bevy_egui::egui::{Context, Event, Id as Widget, Plugin, Pos2, RawInput};

/// What egui is to hear with the next pass.
#[derive(Default)]
struct Finger(Vec<Event>);

impl Plugin for Finger {
    fn debug_name(&self) -> &'static str {
        "pad"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        input.events.append(&mut self.0);
    }
}

fn tell(context: &Context, event: Event) {
    // A finger that is there already stays.
    context.add_plugin(Finger::default());
    context.with_plugin(|finger: &mut Finger| finger.0.push(event));
    context.request_repaint();
}

/// Asks for something to be done to a button.
pub fn ask(context: &Context, widget: Widget, action: Action) {
    let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node: widget.accesskit_id(), data: None };
    tell(context, Event::AccessKitActionRequest(request));
}

/// Puts the pointer there, so that what a button would do is shown; or takes it away.
pub fn point(context: &Context, at: Option<Pos2>) {
    tell(context, at.map_or(Event::PointerGone, Event::PointerMoved));
}
