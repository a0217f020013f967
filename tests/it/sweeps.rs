//! Battles by the million: shares come to the one run, sweeps go on where they were killed, and what is wrong is named.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::kit::{Folder, PROGRAM, edit, files, sortie};

/// Battles of a run, and how they are played: quick ones.
const RUN: [&str; 8] = ["simulate", "scale_toughness/even", "--battles", "23", "--seed", "4", "--skill", "walk"];

/// Fights a share into a file of this name, and tells its path.
fn share(folder: &Folder, name: &str, shard: &str, more: &[&str]) -> String {
    let file = folder.join(name).to_str().unwrap().to_owned();
    let said = sortie(&[&RUN[..], &["--shard", shard, "--out", &file, "--json"], more].concat());
    assert!(said.is_well(), "{}", said.err);
    file
}

fn merged(parts: &[String], more: &[&str]) -> Result<Value, String> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let said = sortie(&[&["merge", "--json"], more, &parts[..]].concat());
    if said.is_well() { Ok(said.json()) } else { Err(said.err) }
}

/// Promise: shares, in any order, give the totals, the digest and the file of the one run.
#[test]
fn shares_are_merged_into_the_one_run() {
    let folder = Folder::new();
    let all = share(&folder, "all.json", "1/1", &[]);
    let alone = sortie(&[&RUN[..], &["--json", "--threads", "1"]].concat()).json();
    for of in [1, 2, 7] {
        let shares = (1..=of).map(|number| share(&folder, &format!("{number}.json"), &format!("{number}/{of}"), &[]));
        let mut parts: Vec<String> = shares.collect();
        parts.rotate_left(of / 2);
        let out = folder.join("merged.json");
        let told = merged(&parts, &["--out", out.to_str().unwrap()]).unwrap();
        for same in ["battles", "sides", "draws", "rounds", "blows", "hits", "broken", "digest"] {
            assert_eq!(told[same], alone[same], "{same} of {of} shares");
        }
        assert_eq!(std::fs::read(out).unwrap(), std::fs::read(&all).unwrap(), "the file of {of} shares");
    }
    let hits = (&alone["blows"], &alone["hits"]);
    assert!(hits.0.as_f64() > hits.1.as_f64() && hits.1.as_f64() > Some(0.0), "{alone}");
    let felled = alone["sides"].as_array().unwrap().iter().map(|side| side["felled"].as_f64().unwrap()).sum::<f64>();
    assert!(felled > 1.0, "{alone}");
}

/// Promise: a part that is missing, there twice, foreign or damaged is named, and nothing is told.
#[test]
fn parts_that_do_not_make_a_run_are_named() {
    let folder = Folder::new();
    let mut parts: Vec<String> =
        (1..=3).map(|number| share(&folder, &format!("{number}.json"), &format!("{number}/3"), &[])).collect();
    let refused = |parts: &[String], words: &[&str]| {
        let told = merged(parts, &[]).unwrap_err();
        assert!(words.iter().all(|word| told.contains(word)), "{words:?}: {told}");
    };
    refused(&parts[..2], &["not there: 3/3"]);
    refused(&[&parts[..], &parts[..1]].concat(), &["1.json", "share 1/3 again"]);
    let other = share(&folder, "other.json", "3/3", &["--setting", "wound_at=meets"]);
    refused(&[parts[0].clone(), parts[1].clone(), other], &["other.json", "settings wound_at=meets, expected none"]);
    let other = share(&folder, "keen.json", "3/3", &["--against", "plain"]);
    refused(&[parts[0].clone(), parts[1].clone(), other], &["keen.json", "walk against plain"]);
    // The same scenario by other rules.
    let rules = Folder::of_rulesets(&["scale_toughness"]);
    edit(&rules.join("scale_toughness/profiles.ron"), "\"Strength\": ", "\"Strength\": 1");
    let home = rules.path().to_str().unwrap();
    let said = sortie(
        &[&["--rulesets", home][..], &RUN, &["--shard", "3/3", "--out", &folder.write("rules.json", "")]].concat(),
    );
    assert!(said.is_well(), "{}", said.err);
    let other = folder.join("rules.json").to_str().unwrap().to_owned();
    refused(&[parts[0].clone(), parts[1].clone(), other], &["rules.json", "found rules "]);
    // A letter of its battles is another one.
    let text = std::fs::read_to_string(&parts[2]).unwrap();
    let at = text.find("\"outcomes\":\"").unwrap() + 30;
    let mut bytes = text.clone().into_bytes();
    bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
    parts[2] = folder.write("damaged.json", bytes);
    refused(&parts, &["damaged.json", "damaged"]);
    parts[2] = folder.write("half.json", &text[..text.len() / 2]);
    refused(&parts, &["half.json:1:", "expected what `sortie simulate --out`"]);
    refused(&[folder.join("none.json").to_str().unwrap().to_owned()], &["none.json"]);
    for wrong in ["0/3", "4/3", "three"] {
        let said = sortie(&[&RUN[..], &["--shard", wrong]].concat());
        assert!(!said.is_well() && said.err.contains(wrong), "{}", said.err);
    }
}

/// A sweep of quick battles: six cells, each in three jobs.
const SWEEP: &str = r#"(
    title: "Is it <even>?",
    scenarios: ["scale_toughness/even"],
    settings: {"wound_at": ["meets", "exceeds"]},
    figures: ["count of Blue guard=2..4"],
    skills: ["walk"],
    battles: 9,
    seed: 4,
    job: 3,
)"#;

fn swept(file: &str, out: &Path, more: &[&str]) -> Value {
    let said = sortie(&[&["sweep", file, "--out", out.to_str().unwrap(), "--json"], more].concat());
    assert!(said.is_well(), "{}", said.err);
    said.json()
}

/// The files of finished jobs; whoever is killed may leave half of another one behind, which is none.
fn finished(folder: &Path) -> Vec<PathBuf> {
    let all = files(&folder.join("jobs")).into_iter();
    all.filter(|file| file.extension().is_some_and(|end| end == "json")).collect()
}

/// Promise: a sweep that is killed goes on where it was, and comes to the rows, totals and digest of one that is not.
#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    let folder = Folder::new();
    let file = folder.write("sweep.ron", SWEEP);
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    let rows = ["whole.csv", "killed.csv"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let told = swept(&file, &whole, &["--rows", &rows[0], "--threads", "1"]);
    let mut begun = Command::new(PROGRAM)
        .args(["sweep", &file, "--out", killed.to_str().unwrap(), "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let since = Instant::now();
    let jobs = || if killed.join("jobs").exists() { finished(&killed).len() } else { 0 };
    while jobs() < 2 && since.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(2));
    }
    // It may have done all of them already on a quick machine; what matters is what stands there then.
    begun.kill().unwrap();
    begun.wait().unwrap();
    assert!(jobs() >= 2);
    let again = sortie(&["sweep", &file, "--out", killed.to_str().unwrap()]);
    assert!(!again.is_well() && again.err.contains("--resume"), "{}", again.err);
    assert_eq!(swept(&file, &killed, &["--resume", "--rows", &rows[1]]), told);
    let [one, other] = rows.map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(one, other);
    assert_eq!(one.lines().count(), 1 + 6 * 9);
    let parts =
        |folder: &Path| -> Vec<Vec<u8>> { finished(folder).iter().map(|file| std::fs::read(file).unwrap()).collect() };
    assert_eq!(parts(&killed), parts(&whole), "the same files, wherever they were made");
}

/// Promise: jobs are done one by one, in shares or at once, in any order.
#[test]
fn jobs_are_done_anywhere_and_in_any_order() {
    let folder = Folder::new();
    let file = folder.write("sweep.ron", SWEEP.replace("count of Blue guard=2..4", "count of Blue guard=3"));
    let plan = sortie(&["sweep", &file, "--plan"]);
    let jobs: Vec<Value> = plan.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(jobs.len(), 6);
    assert_eq!((&jobs[4]["settings"]["wound_at"], &jobs[4]["shard"]), (&"exceeds".into(), &"2/3".into()));
    let out = folder.join("out");
    for job in ["4", "0", "4"] {
        swept(&file, &out, &["--job", job]);
    }
    let early = sortie(&["report", out.to_str().unwrap()]);
    assert!(!early.is_well() && early.err.contains("4 of 6 jobs are not finished (1, 2, 3, 5)"), "{}", early.err);
    for shard in ["2/2", "1/2"] {
        swept(&file, &out, &["--shard", shard]);
    }
    let told = swept(&file, &out, &["--resume"]);
    assert_eq!(told, swept(&file, &folder.join("at once"), &[]));
    let job = sortie(&["sweep", &file, "--out", out.to_str().unwrap(), "--job", "6"]);
    assert!(!job.is_well() && job.err.contains("found job 6, expected 0 to 5"), "{}", job.err);
}

/// Promise: a cell in which nothing is varied has the digest that `simulate` tells, bit for bit.
#[test]
fn a_cell_is_what_simulate_makes_of_it() {
    let folder = Folder::new();
    let text = r#"(scenarios: ["even"], settings: {"wound_at": ["meets"]}, skills: ["walk against random"],
        battles: 7, seed: 4, job: 2)"#;
    let told = swept(&folder.write("sweep.ron", text), &folder.join("out"), &[]);
    let args = ["simulate", "scale_toughness/even", "--battles", "7", "--seed", "4", "--skill", "walk"];
    let more = ["--against", "random", "--setting", "wound_at=meets", "--json"];
    let same = sortie(&[&args[..], &more].concat()).json();
    for what in ["digest", "sides", "draws", "rounds"] {
        assert_eq!(told["cells"][0][what], same[what], "{what}");
    }
}

/// Promise: a folder of another sweep, of other rules or with spoilt jobs is told, and nothing is mixed.
#[test]
fn folders_of_sweeps_are_not_mixed() {
    let folder = Folder::new();
    let text = r#"(scenarios: ["even"], skills: ["walk"], battles: 4, job: 2)"#;
    let (file, out) = (folder.write("sweep.ron", text), folder.join("out"));
    let told = swept(&file, &out, &[]);
    let other = folder.write("other.ron", text.replace("battles: 4", "battles: 6"));
    let said = sortie(&["sweep", &other, "--out", out.to_str().unwrap(), "--resume"]);
    assert!(!said.is_well() && said.err.contains("is another one"), "{}", said.err);
    // A spoilt job is done again, and that is told.
    let jobs = finished(&out);
    std::fs::write(&jobs[1], "{").unwrap();
    let said = sortie(&["report", out.to_str().unwrap()]);
    assert!(!said.is_well() && said.err.contains("00000001.json:1:1: found "), "{}", said.err);
    let said = sortie(&["sweep", &file, "--out", out.to_str().unwrap(), "--resume", "--json"]);
    assert!(said.is_well() && said.err.contains("job 1 is done again"), "{}", said.err);
    assert_eq!(said.json(), told);
    // A job of another place is named.
    std::fs::copy(&jobs[0], &jobs[1]).unwrap();
    let said = sortie(&["sweep", &file, "--out", out.to_str().unwrap(), "--resume"]);
    assert!(!said.is_well() && said.err.contains("00000001.json") && said.err.contains("share 1/2"), "{}", said.err);
    let said = sortie(&["report", out.to_str().unwrap()]);
    assert!(!said.is_well() && said.err.contains("00000001.json: share 1/2 again"), "{}", said.err);
}

/// Promise: the page of a sweep tells every value that was fought, is text whatever it says, and needs nothing else.
#[test]
fn the_report_tells_every_value() {
    let folder = Folder::new();
    let (file, out) = (folder.write("sweep.ron", SWEEP), folder.join("out"));
    swept(&file, &out, &[]);
    let said = sortie(&["report", out.to_str().unwrap()]);
    assert!(said.is_well() && said.out.contains("report.html"), "{}", said.err);
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    for word in ["Is it &lt;even&gt;?", "wound_at", "meets", "exceeds", "count of Blue guard", "<svg", "class=\"map\""]
    {
        assert!(page.contains(word), "{word}");
    }
    for value in 2..=4 {
        assert_eq!(page.matches(&format!("<td>{value}</td>")).count(), 2, "{value}");
    }
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("src="));
}

/// Promise: what a sweep names wrongly is told with line and column, before anything is fought.
#[test]
fn what_a_sweep_names_wrongly_is_told_with_its_place() {
    let folder = Folder::new();
    let cases = [
        ("\"scale_toughness/even\"", "\"scale_toughness/evne\"", "3:17: found no scenario called"),
        ("wound_at", "wound_it", "4:16: found no setting called `wound_it`"),
        ("\"exceeds\"", "\"exceds\"", "4:38: found the setting wound_at at `exceds`, expected one of"),
        ("count of Blue guard", "count of Blue gard", "5:15: found nobody in this battle is called"),
        ("count of Blue guard=2..4", "Strength of Blue guard=900", "5:15: found "),
        ("battles: 9", "battles: nine", "7:14: found "),
        ("job: 3", "jobs: 3", "9:5: found "),
    ];
    for (from, to, expected) in cases {
        let file = folder.write("sweep.ron", SWEEP.replacen(from, to, 1));
        for more in [&["--plan"][..], &[]] {
            let said = sortie(&[&["sweep", &file], more].concat());
            let line = format!("sweep.ron:{expected}");
            assert!(!said.is_well() && said.err.contains(&line), "{line}\n{}", said.err);
        }
        assert!(!folder.join("sweep.sweep").exists(), "{to}");
    }
    let file = folder.write("sweep.ron", SWEEP);
    let said = sortie(&["sweep", &file, "--rows", "rows.parquet"]);
    assert!(!said.is_well() && said.err.contains("expected one in .csv"), "{}", said.err);
    assert!(!sortie(&["report", folder.path().to_str().unwrap()]).is_well());
}
