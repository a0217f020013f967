use super::Library;

#[test]
fn scale_and_toughness_can_be_read() {
    let library = Library::open("rulesets");
    if let Err(problems) = library.rules("scale_toughness") {
        panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    let problems = library.check("scale_toughness");
    assert!(problems.is_empty(), "{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}
