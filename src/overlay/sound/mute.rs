//! No way out to the loudspeakers was built in.

use std::sync::Arc;

use super::Cue;

/// Why nothing is heard.
pub struct Out(Arc<str>);

impl Default for Out {
    fn default() -> Self {
        Self("This copy of Sortie was built without sound. Every one for Windows, macOS and the web has it, and so has one built with `--features sound`.".into())
    }
}

impl Out {
    /// Says why nothing is heard.
    pub fn play(&mut self, _: Vec<Cue>, _: f32) -> Option<Arc<str>> {
        Some(self.0.clone())
    }
}
