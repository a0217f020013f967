//! Lines and columns are those an editor shows.

use super::*;

/// The place of the first problem.
fn place<T: serde::de::DeserializeOwned>(text: &str) -> (u32, u32) {
    let problems = read_str::<T>("f", text).err().unwrap();
    (problems[0].line, problems[0].column)
}

#[test]
fn columns_count_characters() {
    assert_eq!(place::<Vec<u8>>("[1, x]"), (1, 5));
    assert_eq!(place::<Vec<u8>>("[\n\t1,\n\t\tx]"), (3, 3));
    assert_eq!(place::<Vec<u8>>("[/* äöü漢字🎲 */ x]"), (1, 15));
    assert_eq!(place::<(String, u8)>("(\"🎲ü\", x)"), (1, 8));
}

#[test]
fn lines_end_with_or_without_a_carriage_return() {
    assert_eq!(place::<Vec<u8>>("[\r\n1,\r\n  x]"), (3, 3));
    assert_eq!(place::<Vec<u8>>("[\n1,\n  x]"), (3, 3));
    assert_eq!(place::<Vec<u8>>("[1, // remark\r\n x]"), (2, 2));
}

#[test]
fn a_byte_order_mark_takes_no_room() {
    assert_eq!(place::<Vec<u8>>("\u{feff}[x]"), (1, 2));
    assert_eq!(read_str::<Vec<u8>>("f", "\u{feff}[1]").unwrap(), [1]);
}

#[test]
fn texts_of_several_lines_are_counted_through() {
    assert_eq!(place::<(String, u8)>("(\"a\nb\",\n x)"), (3, 2));
    assert_eq!(place::<(String, u8)>("(r#\"a\n\"b\"#, x)"), (2, 7));
}

#[test]
fn a_value_inside_some_or_a_bracket_is_pointed_at_itself() {
    assert_eq!(place::<Option<u8>>("Some( x )"), (1, 7));
    assert_eq!(place::<Option<Feet>>("Some(Feet( x ))"), (1, 12));
    assert_eq!(place::<BTreeMap<String, u8>>("{ \"a\": 1, \"b\": x }"), (1, 16));
    assert_eq!(place::<BTreeMap<u8, u8>>("{ 1: 1, x: 2 }"), (1, 9));
    assert_eq!(place::<Arm>("Sling(range: 3, shots: Some(x))"), (1, 29));
    assert_eq!(place::<Arm>("Pair(Unarmed, Spear(300))"), (1, 21));
}

#[test]
fn a_span_ends_just_after_the_value() {
    type Spans = BTreeMap<Spanned<String>, Vec<Spanned<Option<Arm>>>>;
    let text = "{\n  \"ü\": [Spear(1), Some(Sling(\n    range: 2)), None],\n}";
    let spans = read_str::<Spans>("f", text).unwrap();
    let (key, values) = spans.first_key_value().unwrap();
    let span = |line, column, end_line, end_column| Span { line, column, end_line, end_column };
    assert_eq!(key.span, span(2, 3, 2, 6));
    assert_eq!(values[0].span, span(2, 9, 2, 17));
    assert_eq!(values[1].span, span(2, 19, 3, 15));
    assert_eq!(values[2].span, span(3, 17, 3, 21));
    assert!(spans.contains_key("ü"));
}

#[test]
fn a_spanned_value_is_its_value_everywhere_else() {
    let here = read_str::<Spanned<u8>>("f", "  7").unwrap();
    assert_eq!((here.span.column, *here, here.to_string()), (3, 7, "7".to_owned()));
    assert_eq!(here, Spanned::from(7));
    assert_eq!(serde_json::to_string(&here).unwrap(), "7");
    assert_eq!(serde_json::from_str::<Spanned<u8>>("7").unwrap(), here);
    assert_eq!(ron::to_string(&here).unwrap(), "7");
}
