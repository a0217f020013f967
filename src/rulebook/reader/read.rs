//! Reading files and texts.

use serde::de::DeserializeOwned;

use super::tree::Node;
use super::{Named, Overrides, Problem, Problems, Source, Span, Spanned, decode, inherit, settings, syntax};

/// Files larger than this many bytes are refused.
pub const MAX_BYTES: usize = 8 << 20;

/// Reads a file as a value of a type, or says everything that is wrong with it.
pub fn read_file<T: DeserializeOwned>(file: impl Into<Source>) -> Result<T, Vec<Problem>> {
    let file = file.into();
    let bytes = file.bytes().map_err(|problem| vec![problem])?;
    read_bytes(&file.to_string(), &bytes)
}

/// The same, with every name in it that its types have told of.
pub fn read_with_names<T: DeserializeOwned>(file: impl Into<Source>) -> Result<(T, Vec<Named>), Vec<Problem>> {
    let file = file.into();
    whole(&file.to_string(), tree_of(&file)?, &Overrides::default())
}

/// The same of a file with a map, in this field, whose entries, each called by the last word, may say in another field which
/// entry of `others` they are like: they have from it what they do not say themselves. `others` is the text of such a map.
pub fn read_with_likes<T: DeserializeOwned>(
    file: impl Into<Source>,
    (map, like, kind): (&str, &str, &str),
    others: &str,
) -> Result<(T, Vec<Named>), Vec<Problem>> {
    let file = file.into();
    let name = file.to_string();
    let mut root = tree_of(&file)?;
    inherit::liken(&name, settings::field(&mut root, map), (like, kind), || syntax::parse("what ships", others))?;
    whole(&name, root, &Overrides::default())
}

/// Reads a file whose settings stand at other values than those it gives them, with every name in it that its types
/// have told of. A field `from` names another file, which `find` finds: everything that this one does not say itself
/// is taken from that, and `Inherited(...)` stands for what it would say there.
pub fn read_with_settings<T: DeserializeOwned>(
    file: impl Into<Source>,
    overrides: &Overrides,
    find: impl FnOnce(&str) -> Result<Source, Vec<String>>,
) -> Result<(T, Vec<Named>), Vec<Problem>> {
    let file = file.into();
    let name = file.to_string();
    let mut root = tree_of(&file)?;
    let base = match base_of(&name, &mut root, find)? {
        Some((other, mut base, from)) => {
            // What is wrong with the other file is told with its own name.
            inherit::inherit(&other, &mut base, None)?;
            whole::<T>(&other, base.clone(), &Overrides::default())?;
            Some((base, from))
        }
        None => None,
    };
    inherit::inherit(&name, &mut root, base)?;
    whole(&name, root, overrides)
}

/// The file that the field `from` of another names, if it has one: its name, what it says, and where it is named.
pub(super) fn base_of(
    name: &str,
    root: &mut Node,
    find: impl FnOnce(&str) -> Result<Source, Vec<String>>,
) -> Result<Option<(String, Node, Span)>, Vec<Problem>> {
    let Some(from) = settings::text_of_field(root, "from") else { return Ok(None) };
    let beside = find(&from.value).map_err(|known| {
        let mut problems = Problems::new(name);
        problems.unknown(&from, "ruleset", &known);
        problems.into_vec()
    })?;
    let mut base = tree_of(&beside)?;
    if settings::text_of_field(&mut base, "from").is_some() {
        let found = format!("`{}`, which takes from yet another", from.value);
        return Err(vec![Problem::at(name, from.span, found, "one that stands on its own")]);
    }
    Ok(Some((beside.to_string(), base, from.span)))
}

/// The ruleset that gives the one in this file what it does not say itself, if there is one.
///
/// # Errors
/// When the file cannot be read, or is no RON.
pub fn taken_from(file: &Source) -> Result<Option<String>, Vec<Problem>> {
    Ok(settings::text_of_field(&mut tree_of(file)?, "from").map(Spanned::into_inner))
}

/// The text of a file, whatever it says.
///
/// # Errors
/// When it is no ordinary file of text, or too large.
pub fn text_in(file: impl Into<Source>) -> Result<String, Problem> {
    let file = file.into();
    text_of(&file.to_string(), &file.bytes()?).map(str::to_owned)
}

fn whole<T: DeserializeOwned>(
    name: &str,
    mut root: Node,
    overrides: &Overrides,
) -> Result<(T, Vec<Named>), Vec<Problem>> {
    settings::apply(name, &mut root, overrides)?;
    match decode::decode_with_names(name, &root) {
        (Some(value), problems, names) if problems.is_empty() => Ok((value, names)),
        (_, problems, _) => Err(problems),
    }
}

pub(super) fn tree_of(file: &Source) -> Result<Node, Vec<Problem>> {
    let name = file.to_string();
    let one = |problem| vec![problem];
    let bytes = file.bytes().map_err(one)?;
    syntax::parse(&name, text_of(&name, &bytes).map_err(one)?)
}

/// Reads the content of a file that comes from elsewhere than the disk.
pub fn read_bytes<T: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, Vec<Problem>> {
    let text = text_of(name, bytes).map_err(|problem| vec![problem])?;
    read_str(name, text)
}

/// Reads a text as a value of a type, or says everything that is wrong with it under the name of the file.
pub fn read_str<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Vec<Problem>> {
    match salvage_str(name, text) {
        (Some(value), problems) if problems.is_empty() => Ok(value),
        (_, problems) => Err(problems),
    }
}

/// Reads a text as far as it goes. The value is there if everything that is wrong could be left out of a collection
/// that is [`Lenient`](super::Lenient); the problems are told in any case.
pub fn salvage_str<T: DeserializeOwned>(name: &str, text: &str) -> (Option<T>, Vec<Problem>) {
    if text.len() > MAX_BYTES {
        return (None, vec![too_large(name)]);
    }
    if text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}').is_empty() {
        return (None, vec![Problem::whole_file(name, "an empty file", "a value")]);
    }
    match syntax::parse(name, text) {
        Ok(root) => decode::decode(name, &root),
        Err(problems) => (None, problems),
    }
}

pub(super) fn too_large(name: &str) -> Problem {
    Problem::whole_file(name, "a file that is too large", format!("at most {} MB", MAX_BYTES >> 20))
}

fn text_of<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, Problem> {
    if bytes.len() > MAX_BYTES {
        return Err(too_large(name));
    }
    let help = "save it as UTF-8 in your editor";
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Problem::whole_file(name, "text in UTF-16", "text in UTF-8").with_help(help));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, rest) = bytes.split_at_checked(error.valid_up_to()).unwrap_or_default();
        let good = std::str::from_utf8(good).unwrap_or_default();
        let line = good.matches('\n').count() + 1;
        let last = good.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
        let place = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (line, column) = (place(line), place(last.chars().count() + 1));
        let span = Span { line, column, end_line: line, end_column: column + 1 };
        let byte = rest.first().copied().unwrap_or_default();
        Problem::at(name, span, format!("the byte 0x{byte:02x}, which is no text"), "text in UTF-8").with_help(help)
    })
}
