//! No input makes the reader panic, hang or run out of stack.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::agreement::squads;
use super::*;

/// Reads a text as several types, which must not take long; every problem has a place.
fn swallow(bytes: &[u8]) {
    let start = Instant::now();
    let problems = [
        read_bytes::<Squad>("f", bytes).err(),
        read_bytes::<Vec<Squad>>("f", bytes).err(),
        read_bytes::<BTreeMap<Spanned<String>, Lenient<Vec<Arm>>>>("f", bytes).err(),
        read_bytes::<Arm>("f", bytes).err(),
    ];
    for problem in problems.iter().flatten().flatten() {
        assert!(problem.line >= 1 && problem.column >= 1, "{problem}");
        assert!(!problem.found.is_empty() && !problem.expected.is_empty(), "{problem}");
    }
    assert!(problems.iter().flatten().all(|list| !list.is_empty()));
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
}

/// What the format is made of, and what gets into it by mistake.
const PIECES: [&str; 38] = [
    "(", ")", "[", "]", "{", "}", ",", ":", "::", "=", "\"", "'", "r#", "#", "!", "\\", "/*", "*/", "//", "\n", " ",
    "name", "Spear", "Some", "None", "1", "-", "0x", "1e9", ".", "inf", "true", "name:", "hit: 3,", "arms: [", "ü",
    "\u{feff}", "\u{a0}",
];

/// Right syntax of any shape, made of names the types know.
fn shapes() -> impl Strategy<Value = String> {
    let words = ["Unarmed", "Spear", "None", "1", "-300", "0.5", "true", "'a'", "\"a\"", "()", "[]", "{}", "Custom()"];
    let names = ["", "", "Spear", "Sling", "Pair", "Custom", "Some", "Make", "Squad"];
    let fields = ["name", "hit", "arms", "arm", "bonus", "place", "maker", "range", "weight", "x"];
    proptest::sample::select(words.to_vec()).prop_map(str::to_owned).prop_recursive(5, 60, 6, move |inner| {
        let items = proptest::collection::vec(inner.clone(), 0..4);
        let name = proptest::sample::select(names.to_vec());
        let field = (proptest::sample::select(fields.to_vec()), inner.clone())
            .prop_map(|(name, value)| format!("{name}: {value}"));
        let entry = (inner.clone(), inner).prop_map(|(key, value)| format!("{key}: {value}"));
        prop_oneof![
            items.clone().prop_map(|items| format!("[{}]", items.join(", "))),
            proptest::collection::vec(entry, 0..4).prop_map(|entries| format!("{{{}}}", entries.join(", "))),
            (name.clone(), items).prop_map(|(name, items)| format!("{name}({})", items.join(", "))),
            (name, proptest::collection::vec(field, 0..8))
                .prop_map(|(name, fields)| format!("{name}({})", fields.join(", "))),
        ]
    })
}

proptest! {
    #[test]
    fn any_shape_of_values_is_answered(shape in shapes()) {
        prop_assert!(syntax::parse("f", &shape).is_ok(), "{shape}");
        swallow(shape.as_bytes());
        let arms = format!("arms: [{shape}, {shape}], bonus: {{\"a\": {shape}}}");
        swallow(format!("(name: \"x\", hit: {shape}, {arms}, mark: 'x')").as_bytes());
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        swallow(&bytes);
    }

    #[test]
    fn any_pieces_of_the_format_are_answered(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES.to_vec()), 0..60)
    ) {
        swallow(pieces.concat().as_bytes());
    }

    #[test]
    fn a_damaged_document_is_answered(
        squad in squads(),
        at in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
        how in 0..4,
    ) {
        let mut bytes = ron::to_string(&squad).unwrap().into_bytes();
        let at = at.index(bytes.len());
        match how {
            0 => bytes.truncate(at),
            1 => bytes[at] = byte,
            2 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        swallow(&bytes);
    }
}

#[test]
fn large_nonsense_is_answered_in_time() {
    const SIZE: usize = 400_000;
    for piece in [
        "(", "[", "{", "a(", "[1,", "(a:", "{1:", "/*", "\"", "r#", "#", "'", "\\", "a::", ",", "1 ", "[] ", "-", "é",
        "(a:1)",
    ] {
        swallow(piece.repeat(SIZE / piece.len()).as_bytes());
        swallow(format!("[{}]", piece.repeat(SIZE / piece.len())).as_bytes());
    }
    swallow(format!("r{}\"{}", "#".repeat(SIZE), "\"#".repeat(SIZE)).as_bytes());
    swallow(format!("[{}]", "(),".repeat(SIZE)).as_bytes());
    swallow(format!("({})", (0..SIZE / 8).map(|n| format!("field{n}: 1,")).collect::<String>()).as_bytes());
    swallow(format!("[{}]", "Spear(x),".repeat(SIZE / 8)).as_bytes());
    swallow(format!("{{{}}}", "\"a\":[Spear(x)],".repeat(SIZE / 8)).as_bytes());
}

#[test]
fn values_nested_too_deep_are_refused_and_those_just_below_fit_a_small_stack() {
    let nested = |depth| format!("{}Unarmed{}", "Pair(Unarmed, ".repeat(depth), ")".repeat(depth));
    let read =
        move || (read_str::<Arm>("f", &nested(64)).is_ok(), told::<Arm>(&nested(65)), told::<Arm>(&nested(90_000)));
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(read).unwrap();
    let (fits, deep, deeper) = thread.join().unwrap();
    assert!(fits);
    assert_eq!(deep.len(), 1);
    assert!(deep[0].starts_with("f:1:901: found values nested more than 64 deep"), "{deep:?}");
    assert_eq!(deeper.len(), 1);
}

#[test]
fn a_type_that_asks_for_itself_without_end_is_stopped() {
    #[derive(Debug, Deserialize)]
    #[serde(transparent)]
    struct Endless(Option<Box<Endless>>);
    assert!(read_str::<Endless>("f", "3").is_err());
    assert!(read_str::<Endless>("f", "None").is_ok_and(|endless| endless.0.is_none()));
}
