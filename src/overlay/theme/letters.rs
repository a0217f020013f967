//! The type of headings: one for each kind that a face can name. `assets/type/` holds it, with its licences.

use std::sync::Arc;

use bevy_egui::egui::{Context, FontData, FontDefinitions, FontFamily, Id};

use crate::looks::Type;

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use bevy_egui::egui::{Color32, FontId, RawInput};

    use super::*;

    /// Letters outside ASCII in the files of a folder, without those of comments and tests.
    fn letters(folder: &Path, found: &mut BTreeSet<char>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("tests") {
                letters(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs" || end == "ron") {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.extend(lines.flat_map(str::chars).filter(|letter| !letter.is_ascii()));
            }
        }
    }

    // No letter that a screen may show is missing from the type.
    #[test]
    fn every_letter_of_the_program_and_of_its_data_can_be_drawn() {
        let mut found = BTreeSet::new();
        for folder in ["src", "rulesets", "assets"] {
            letters(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
        }
        assert!(found.len() > 10, "{found:?}");
        let context = Context::default();
        for _ in 0..3 {
            context.begin_pass(RawInput::default());
            bring(&context);
            context.end_pass().textures_delta.clear();
        }
        // What cannot be drawn looks as what nobody can draw.
        let drawn = |letter: char| {
            let galley = context.fonts_mut(|fonts| {
                fonts.layout_no_wrap(letter.to_string(), FontId::proportional(14.0), Color32::WHITE)
            });
            galley.rows[0].glyphs[0].uv_rect
        };
        let nothing = drawn('\u{e123}');
        let missing: Vec<char> = found.into_iter().filter(|letter| drawn(*letter) == nothing).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
