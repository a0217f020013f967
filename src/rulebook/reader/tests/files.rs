//! Files that cannot be read at all.

use super::*;

fn first(path: &std::path::Path) -> String {
    let problems = read_file::<u8>(path).err().unwrap();
    assert_eq!((problems.len(), &problems[0].file), (1, &path.display().to_string()));
    format!("{}:{} {}", problems[0].line, problems[0].column, problems[0].found)
}

#[test]
fn a_file_that_is_none_is_told_as_a_whole() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(first(&directory.path().join("none.ron")), "1:1 no such file");
    assert_eq!(first(directory.path()), "1:1 a directory");
    assert_eq!(first(std::path::Path::new("a\0b")).split(':').next(), Some("1"));
}

#[test]
fn an_empty_file_is_told_as_empty() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("empty.ron");
    for content in ["", " \r\n\t", "\u{feff}\n"] {
        std::fs::write(&path, content).unwrap();
        assert_eq!(first(&path), "1:1 an empty file");
    }
    std::fs::write(&path, "7 // seven").unwrap();
    assert_eq!(read_file::<u8>(&path), Ok(7));
    assert_eq!(told::<u8>("// nothing"), ["f:1:11: found the end of the file, expected a value"]);
}

#[test]
fn bytes_that_are_no_text_are_told_where_they_stand() {
    let place = |bytes: &[u8]| {
        let problem = read_bytes::<u8>("f", bytes).err().unwrap().remove(0);
        (problem.line, problem.column, problem.found)
    };
    assert_eq!(place(b"(\r\n \xc3\xa4\xff"), (2, 3, "the byte 0xff, which is no text".to_owned()));
    assert_eq!(place(b"\xc3"), (1, 1, "the byte 0xc3, which is no text".to_owned()));
    assert_eq!(place(b"\xff\xfe7\0"), (1, 1, "text in UTF-16".to_owned()));
}

#[test]
fn a_file_too_large_is_refused_unread() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("large.ron");
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(first(&path), "1:1 a file that is too large");
    assert_eq!(
        told::<u8>(&" ".repeat(MAX_BYTES + 1)),
        ["f:1:1: found a file that is too large, expected at most 8 MB"]
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_refused() {
    assert_eq!(first(std::path::Path::new("/dev/zero")), "1:1 a device or pipe");
}
