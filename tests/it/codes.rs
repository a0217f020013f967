//! A battle as a short code: it goes round unharmed, and nothing that is done
//! to it on the way is taken for a battle.

use std::io::Write;
use std::sync::LazyLock;

use proptest::prelude::*;
use sortie::ai::{Mind, Skill};
use sortie::record::{Record, is_code};
use sortie::rulebook::Scenario;

use crate::kit::{Battle, Folder, begin, scenarios, sortie};

static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(scenarios);

/// A battle of so many random decisions.
fn battle(which: prop::sample::Index, seed: u64, decisions: usize) -> Record {
    let mut game = begin(which.get(SCENARIOS.as_slice()), seed);
    game.played(&mut Mind::new(Skill::Random, seed), decisions);
    game.saved()
}

fn some() -> Record {
    battle(any_index(), 5, 40)
}

fn any_index() -> prop::sample::Index {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    any::<prop::sample::Index>().new_tree(&mut runner).unwrap().current()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever was decided, the code holds all of it, in one line.
    #[test]
    fn every_battle_comes_back_from_its_code(which: prop::sample::Index, seed: u64, decisions in 0..90_usize) {
        let before = battle(which, seed, decisions);
        let code = before.code().unwrap();
        prop_assert!(is_code(&code) && !code.contains(char::is_whitespace));
        prop_assert_eq!(Record::from_code(&code).unwrap(), before.clone());
        let broken: String = code.chars().enumerate().flat_map(|(at, letter)| {
            [Some(letter), (at % 60 == 59).then_some('\n')].into_iter().flatten()
        }).collect();
        prop_assert_eq!(Record::from_code(&format!("  {broken}\r\n")).unwrap(), before);
    }

    /// A letter changed, lost or doubled is never read as another battle.
    #[test]
    fn a_mangled_code_is_refused(at: prop::sample::Index, letter in "[ -~é]", how in 0..3_u8) {
        let code = some().code().unwrap();
        let mut letters: Vec<char> = code.chars().collect();
        let at = at.index(letters.len());
        let put = letter.chars().next().unwrap();
        match how {
            0 => letters[at] = put,
            1 => { letters.remove(at); }
            _ => letters.insert(at, put),
        }
        let mangled: String = letters.into_iter().collect();
        match Record::from_code(&mangled) {
            // A blank, or the letter that stood there already.
            Ok(read) => prop_assert_eq!(read, some()),
            Err(why) => prop_assert!(why.to_string().starts_with("found ") && why.to_string().contains("expected")),
        }
    }

    /// Nothing that somebody may paste brings the program down.
    #[test]
    fn any_text_is_read_or_refused(text in "(sortie[0-9]{0,12}:?)?[A-Za-z0-9_.:-]{0,80}|.{0,60}") {
        prop_assert!(Record::from_code(&text).is_err());
    }
}

#[test]
fn a_code_that_is_cut_off_says_so() {
    let code = some().code().unwrap();
    for length in 0..code.len() {
        let why = Record::from_code(&code[..length]).unwrap_err().to_string();
        assert!(why.contains("expected"), "{length}: {why}");
    }
    let half = &code[..code.len() / 2];
    assert!(Record::from_code(half).unwrap_err().to_string().contains("cut off"));
    assert!(Record::from_code("hello").unwrap_err().to_string().contains("`sortie2:`"));
    let newer = code.replacen("sortie2:", "sortie3:", 1);
    assert_eq!(Record::from_code(&newer).unwrap_err().to_string(), "found a code of version 3, expected version 2");
    let changed = code.replacen(code.get(20..21).unwrap(), "!", 1);
    assert!(Record::from_code(&changed).unwrap_err().to_string().contains("`!` at letter"));
}

/// A few letters that unpack to gigabytes are refused long before that.
#[test]
fn a_code_that_swells_is_refused() {
    let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![b' '; 1 << 20];
    (0..64).for_each(|_| packer.write_all(&zeros).unwrap());
    let packed = packer.finish().unwrap();
    let sum = <sha2::Sha256 as sha2::Digest>::digest(&packed);
    let encode = |bytes: &[u8]| data_encoding::BASE64URL_NOPAD.encode(bytes);
    let code = format!("sortie2:{}.{}", encode(&packed), encode(&sum[..4]));
    assert!(code.len() < 200_000);
    assert!(Record::from_code(&code).unwrap_err().to_string().contains("swells"));
    let long = format!("sortie2:{}", "A".repeat(9 << 20));
    assert!(Record::from_code(&long).unwrap_err().to_string().contains("letters"));
}

/// The command line takes a file, a code, and a file with a code in it for the same.
#[test]
fn a_code_is_played_where_a_file_is() {
    let folder = Folder::new();
    let file = folder.join("battle.json");
    let file = file.to_str().unwrap();
    assert!(sortie(&["play", "gate", "--text", "--auto", "--seed", "5", "--save", file]).is_well());
    let code = sortie(&["replay", file, "--code"]).out.trim().to_owned();
    assert!(is_code(&code));
    let whole = std::fs::metadata(file).unwrap().len();
    assert!((code.len() as u64) * 5 < whole, "a code of {} letters for {whole} bytes is not short", code.len());
    let text = folder.write("battle.txt", format!("{code}\n"));
    let replays = [file, &code, &text].map(|named| sortie(&["replay", named]));
    assert!(replays.iter().all(|said| said.is_well() && said.out == replays[0].out));
    let loaded = sortie(&["play", "--text", "--auto", "--load", &code]);
    assert!(loaded.is_well(), "{}", loaded.err);
    let mangled = sortie(&["replay", &code[..code.len() - 9]]);
    assert!(!mangled.is_well() && mangled.err.starts_with("the code: found "), "{}", mangled.err);
}
