//! The type of headings: one for each kind that a face can name. `assets/type/` holds it, with its licences.

use std::sync::Arc;

use bevy_egui::egui::{Context, FontData, FontDefinitions, FontFamily, Id};

use crate::art::ground::Type;

/// The kinds, and what they are set in.
const KINDS: [(&str, &[u8]); 3] = [
    ("book", include_bytes!("../../../assets/type/Vollkorn-SemiBold.ttf")),
    ("bookletter", include_bytes!("../../../assets/type/GoudyBookletter1911.otf")),
    ("poster", include_bytes!("../../../assets/type/YanoneKaffeesatz-Bold.otf")),
];
/// The usual one.
const PLAIN: &str = "plain";

/// The name of the family that a kind of type is set in.
pub const fn of(kind: Type) -> &'static str {
    match kind {
        Type::Serif => "book",
        Type::Display | Type::Carved => "bookletter",
        Type::Poster => "poster",
        Type::Sans => PLAIN,
    }
}

/// How much larger letters of that family are set, to look as large as the others.
pub fn grown(family: &str) -> f32 {
    match family {
        "poster" => 1.22,
        "bookletter" => 1.14,
        "book" => 1.04,
        _ => 1.0,
    }
}

/// Brings the type along; whether it is there already, which it is from the next frame on.
pub fn bring(context: &Context) -> bool {
    let plain = FontFamily::Name(PLAIN.into());
    if context.fonts(|fonts| fonts.definitions().families.contains_key(&plain)) {
        return true;
    }
    let asked = Id::new("the type of headings");
    if context.data(|data| data.get_temp::<bool>(asked)).is_none() {
        context.data_mut(|data| data.insert_temp(asked, true));
        let mut fonts = FontDefinitions::default();
        let usual = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
        for (name, data) in KINDS {
            fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(data)));
            // Letters that it lacks come from the first of them, signs from the usual type.
            let own = [name, KINDS[0].0].map(str::to_owned);
            let family = own.into_iter().chain(usual.iter().cloned()).collect();
            fonts.families.insert(FontFamily::Name(name.into()), family);
        }
        fonts.families.insert(plain, usual);
        context.set_fonts(fonts);
        context.request_repaint();
    }
    false
}
