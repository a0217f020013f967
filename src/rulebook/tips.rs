//! `tips.ron`: what deeds and answers of a ruleset do, in one plain line each, where what ships with the program says nothing
//! of them, or something else.

use std::collections::BTreeMap;

use super::reader::{Named, Problems, Source, Spanned, read_with_names};
use super::sources::Home;

/// The file.
const FILE: &str = "tips.ron";
/// Letters of a line at most: more is no tip but a rule.
const LONGEST: usize = 200;

/// The tips of a ruleset: those of its own folder over those of the one that it takes from.
pub(super) fn read(homes: &[Home], problems: &mut Problems) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for file in homes.iter().map(|home| home.file(FILE)).filter(Source::exists) {
        let (tips, _): (BTreeMap<String, Spanned<String>>, Vec<Named>) = match read_with_names(&file) {
            Ok(read) => read,
            Err(wrong) => {
                problems.extend(wrong);
                continue;
            }
        };
        let mut of_file = Problems::new(file.to_string());
        for (name, tip) in tips {
            let length = tip.value.chars().count();
            if tip.value.trim().is_empty() || length > LONGEST {
                let found = format!("a tip of {length} letters for `{name}`");
                of_file.push(tip.span, found, format!("one line of 1 to {LONGEST} letters"));
            }
            all.insert(name, tip.value);
        }
        problems.extend(of_file);
    }
    all
}
