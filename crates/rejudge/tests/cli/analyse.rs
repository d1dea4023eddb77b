//! `rejudge analyse`: tables of other programs, and our own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn rejudge(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("rejudge").unwrap().args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Twelve items, three people, two systems, of which `b` is a point better.
fn ratings() -> String {
    let mut text = "who,text,model,points\n".to_owned();
    for item in 0..12 {
        for person in 0..3 {
            for (system, better) in [("a", 0), ("b", 1)] {
                let points = 1 + (item + person) % 3 + better + (item * person + better) % 2;
                text.push_str(&format!("p{person},i{item},{system},{points}\n"));
            }
        }
    }
    text
}

#[test]
fn a_foreign_table_is_analysed_by_flags_and_gives_the_same_numbers_from_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ratings.csv"), ratings()).unwrap();
    let flags = ["--participant", "who", "--item", "text", "--system", "model", "--value", "points"];
    let draws = ["--replicates", "50", "--json"];
    let first = [&["analyse", "ratings.csv"][..], &flags, &draws, &["--out", "results"]].concat();
    let (code, out, talk) = rejudge(&first, folder.path());
    assert_eq!(code, 0, "{talk}");
    let results: Value = serde_json::from_str(&out).unwrap();
    let ids: Vec<&str> =
        results["estimates"].as_array().unwrap().iter().map(|named| named["id"].as_str().unwrap()).collect();
    for id in ["mean[points, a]", "student_t_p[points, a, b]", "difference[points, a, b]", "alpha[points]"] {
        assert!(ids.contains(&id), "{id}");
    }
    for file in ["results.json", "judgements.csv", "report.html"] {
        assert!(folder.path().join("results").join(file).is_file(), "{file}");
    }
    let (_, again, _) = rejudge(&[&["analyse", "results/judgements.csv"][..], &draws].concat(), folder.path());
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["estimates"], results["estimates"]);
}

#[test]
fn what_is_missing_is_said_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ratings.csv"), ratings()).unwrap();
    let (code, out, talk) = rejudge(&["analyse", "ratings.csv"], folder.path());
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(talk.contains("nothing says which column") && talk.contains("--value"), "{talk}");
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
    let (code, _, talk) = rejudge(&["analyse", studies.to_str().unwrap()], folder.path());
    assert_eq!(code, 2);
    assert!(talk.contains("--data") && talk.contains("--database"), "{talk}");
}
