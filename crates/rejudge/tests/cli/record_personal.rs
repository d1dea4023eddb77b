//! Nothing personal leaves with a bundle, an archive or an export, through the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use serde_json::json;

use super::record::{combined_output, copy, rejudge, simulate_judgements, studies};

#[test]
fn no_id_of_a_platform_and_no_address_is_in_a_bundle() {
    let home = tempfile::tempdir().unwrap();
    let data = simulate_judgements("fluency", home.path());
    let study = studies().join("fluency").display().to_string();
    let ids = ["5f1a2b3c4d5e6f7a8b9c0d1e", "A1B2C3D4E5F6G7"];
    let text = std::fs::read_to_string(&data).unwrap();
    let people: std::collections::BTreeSet<&str> =
        text.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(people.len(), 2);
    let mut named = text.clone();
    for (person, id) in people.iter().zip(ids) {
        named = named.replace(&format!("\n{person},"), &format!("\n{id},"));
    }
    std::fs::write(home.path().join("named.csv"), &named).unwrap();
    let arguments =
        ["bundle", &study, "--data", "named.csv", "--out", "b.zip", "--date", "2026-11-16", "--replicates", "50"];
    let output = rejudge(&arguments, home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    let bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    for (path, bytes) in &bag {
        for id in ids {
            assert!(!bytes.windows(id.len()).any(|part| part == id.as_bytes()), "{path} holds {id}");
        }
    }
    // The same id in an answer cannot be renamed, and stops the command.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[0].push_str(",stratum_note");
    for line in lines.iter_mut().skip(1) {
        line.push_str(",5f1a2b3c4d5e6f7a8b9c0d1e");
    }
    std::fs::write(home.path().join("leaky.csv"), lines.join("\n") + "\n").unwrap();
    let output = rejudge(&["bundle", &study, "--data", "leaky.csv", "--date", "2026-11-16"], home.path(), "");
    assert_eq!(output.status.code(), Some(1), "{}", combined_output(&output));
    assert!(combined_output(&output).contains("what looks like an id of Prolific"), "{}", combined_output(&output));
    // In items it may be an id of something else, and so it is asked; in what the authors write it is none.
    copy("fluency", home.path());
    let items = std::fs::read_to_string(home.path().join("fluency/items.csv")).unwrap();
    let word = items.lines().nth(1).unwrap().split(' ').nth(2).unwrap();
    let leaky = items.replacen(&format!(" {word} "), " write to a.b@example.org ", 1);
    assert_ne!(leaky, items);
    std::fs::write(home.path().join("fluency/items.csv"), leaky).unwrap();
    let bundle = |more: &[&str]| {
        let arguments = ["bundle", "fluency", "--data", &data, "--date", "2026-11-16", "--replicates", "50"];
        let output = rejudge(&[&arguments[..], more].concat(), home.path(), "");
        (output.status.code(), combined_output(&output))
    };
    let (code, words) = bundle(&[]);
    assert!(code == Some(1) && words.contains("`study/items.csv`, line 2: what looks like an e-mail"), "{words}");
    let (code, words) = bundle(&["--nothing-personal"]);
    assert!(code == Some(0) && words.contains("written all the same"), "{words}");
    let answer = "[[answer]]\nquestion = \"3.2.3\"\ntext = \"such as 5f1a2b3c4d5e6f7a8b9c0d1e\"\n";
    std::fs::write(home.path().join("fluency/record.toml"), answer).unwrap();
    let (code, words) = bundle(&["--nothing-personal"]);
    assert!(code == Some(1) && words.contains("ids of Prolific and Mechanical Turk never leave"), "{words}");
}

#[test]
fn ids_in_the_studys_own_files_and_in_names_of_files_stop_a_bundle_and_an_archive() {
    let home = tempfile::tempdir().unwrap();
    let data = simulate_judgements("meaning-pairs", home.path());
    copy("meaning-pairs", home.path());
    let file = |name: &str| home.path().join("meaning-pairs").join(name);
    let study = std::fs::read_to_string(file("study.toml")).unwrap();
    let instructions = std::fs::read_to_string(file("instructions.md")).unwrap();
    let project = "[platform.prolific]\ndescription = \"Read.\"\nproject = \"64b0c1d2e3f405162738495a\"\n";
    let run = |command: &str| {
        let out = if command == "bundle" {
            ["--out", "b.zip", "--date", "2026-11-16"]
        } else {
            ["--out", "site", "--seed", "1"]
        };
        let arguments = [&[command, "meaning-pairs", "--data", &data, "--replicates", "50"][..], &out[..]].concat();
        let output = rejudge(&arguments, home.path(), "");
        (output.status.code(), combined_output(&output))
    };
    // The id of a project is nobody's, also where the study is frozen.
    std::fs::write(file("study.toml"), study.replace("[analysis]", &format!("{project}\n[analysis]"))).unwrap();
    assert!(rejudge(&["preregister", "meaning-pairs"], home.path(), "").status.success());
    for command in ["bundle", "archive"] {
        let (code, words) = run(command);
        assert_eq!(code, Some(0), "{words}");
        std::fs::write(file("study.toml"), format!("{study}\n# not again: 5f1a2b3c4d5e6f7a8b9c0d1e\n")).unwrap();
        let (code, words) = run(command);
        assert!(code == Some(1) && words.contains("`study/study.toml`, line"), "{words}");
        std::fs::write(file("study.toml"), &study).unwrap();
        std::fs::write(file("instructions.md"), format!("{instructions}\nAs A1B2C3D4E5F6G7 said.\n")).unwrap();
        let (code, words) = run(command);
        assert!(code == Some(1) && words.contains("`study/instructions.md`, line"), "{words}");
        std::fs::write(file("instructions.md"), &instructions).unwrap();
        let renamed = study.replace("original.toml", "A1B2C3D4E5F6G7.toml");
        std::fs::rename(file("original.toml"), file("A1B2C3D4E5F6G7.toml")).unwrap();
        std::fs::write(file("study.toml"), renamed).unwrap();
        let (code, words) = run(command);
        assert!(code == Some(1) && words.contains("the name of `study/A1B2C3D4E5F6G7.toml`"), "{words}");
        std::fs::rename(file("A1B2C3D4E5F6G7.toml"), file("original.toml")).unwrap();
        std::fs::write(file("study.toml"), &study).unwrap();
    }
}

#[test]
fn a_participant_who_is_named_in_a_text_is_found_and_an_export_has_no_names() {
    let home = tempfile::tempdir().unwrap();
    let study = studies().join("fluency").display().to_string();
    let data = simulate_judgements("fluency", home.path());
    let text = std::fs::read_to_string(&data).unwrap();
    let person = text.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let mut lines: Vec<String> =
        text.replace(&format!("\n{person},"), "\nAda Example,").lines().map(str::to_owned).collect();
    let named = lines.join("\n") + "\n";
    lines[0].push_str(",stratum_note");
    lines.iter_mut().skip(1).for_each(|line| line.push_str(",as Ada Example said"));
    std::fs::write(home.path().join("named.csv"), named).unwrap();
    std::fs::write(home.path().join("told.csv"), lines.join("\n") + "\n").unwrap();
    let export = |data: &str| rejudge(&["export", &study, "--data", data, "--out", "out"], home.path(), "");
    let output = export("told.csv");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        combined_output(&output).contains("what a participant was called (`Ada…`)"),
        "{}",
        combined_output(&output)
    );
    let output = export("named.csv");
    assert!(output.status.success(), "{}", combined_output(&output));
    for name in ["judgements.csv", "judgements.jsonl"] {
        let written = std::fs::read_to_string(home.path().join("out").join(name)).unwrap();
        assert!(!written.contains("Ada Example") && written.contains("P1"), "{name}: {written}");
    }
}

/// A study that asks for words beside ratings, and a simulated run of it.
fn asking_for_words(home: &Path) {
    copy("fluency", home);
    let file = home.join("fluency/study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let asked = "[[criteria]]\nid = \"why\"\nname = \"Why\"\nquestion = \"Why?\"\nbetter = \"neither\"\n\
                 response = { kind = \"text\", optional = true }\n\n[design]";
    std::fs::write(&file, text.replace("[design]", asked)).unwrap();
    let run = ["rehearse", "fluency", "--once", "--bootstrap", "20", "--out", "once"];
    let output = rejudge(&run, home, "");
    assert!(output.status.success(), "{}", combined_output(&output));
}

/// The judgements of that run in which one answer says this.
fn with_words(home: &Path, words: &str) {
    let written = std::fs::read(home.join("once/judgements.csv")).unwrap();
    let table = table::Table::read("judgements.csv", &written).unwrap();
    let cell = |row: usize, name: &str| table.columns().iter().find(|it| it.name() == name).unwrap().get(row);
    let asked = (0..table.len()).find(|row| cell(*row, "criterion") == Some("why")).unwrap();
    let quoted = |cell: &str| match cell {
        "" => String::new(),
        cell => format!("\"{}\"", cell.replace('"', "\"\"")),
    };
    let mut text: String = table.columns().iter().map(|it| it.name()).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..table.len() {
        let cells = table.columns().iter().map(|column| match column.name() {
            "answer" if row == asked => quoted(&json!({ "text": words }).to_string()),
            "value" if row == asked => quoted(words),
            _ => quoted(column.get(row).unwrap_or_default()),
        });
        text.push_str(&(cells.collect::<Vec<_>>().join(",") + "\n"));
    }
    std::fs::write(home.join("told.csv"), text).unwrap();
}

#[test]
fn what_looks_personal_in_an_answer_in_words_stops_or_is_removed_with_a_count() {
    let home = tempfile::tempdir().unwrap();
    let run = |command: &[&str], more: &[&str]| {
        let data = ["fluency", "--data", "told.csv", "--replicates", "20"];
        let output = rejudge(&[&command[..1], &data, &command[1..], more].concat(), home.path(), "");
        (output.status.code(), combined_output(&output))
    };
    let bundle = ["bundle", "--out", "b.zip", "--date", "2026-11-16"];
    let archive = ["archive", "--out", "site"];
    let never = [
        ("my id is 5f1a2b3c4d5e6f7a8b9c0d1e, thanks", "5f1a2b3c4d5e6f7a8b9c0d1e"),
        ("fine\n5f1a2b3c4d5e6f7a8b9c0d1e", "5f1a2b3c4d5e6f7a8b9c0d1e"),
        ("MyID5f1a2b3c4d5e6f7a8b9c0d1e", "5f1a2b3c4d5e6f7a8b9c0d1e"),
        ("5f1a2b3c4d5e6f7a8b9c0d1e@email.example.com", "5f1a2b3c4d5e6f7a8b9c0d1e"),
        ("A1B2C3D4E5F6G7 here", "A1B2C3D4E5F6G7"),
        ("a1b2c3d4e5f6g7 here", "a1b2c3d4e5f6g7"),
    ];
    asking_for_words(home.path());
    for (words, _) in never {
        with_words(home.path(), words);
        let (code, message) = run(&archive, &["--nothing-personal"]);
        assert!(code == Some(1) && message.contains("never leave"), "{words}: {message}");
        assert!(message.contains("row 3, column `value`: what looks like an id"), "{words}: {message}");
    }
    for (words, secret) in [never[1], ("call 0170 1234567", "1234567"), ("to a.b@example.org", "a.b@example.org")] {
        with_words(home.path(), words);
        for command in [&bundle[..], &archive] {
            assert_eq!(run(command, &[]).0, Some(1), "{words}");
            let (code, message) = run(command, &["--remove-personal"]);
            assert_eq!(code, Some(0), "{words}: {message}");
            assert!(message.contains("1 thing that looks personal removed from 1 answer"), "{words}: {message}");
        }
        let bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
        let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        let holding: Vec<&String> = bag.iter().filter(|(_, bytes)| holds(bytes)).map(|(path, _)| path).collect();
        assert!(holding.is_empty(), "{words}: {holding:?}");
        assert!(String::from_utf8_lossy(&bag["data/judgements.csv"]).contains("[removed]"));
        let pages =
            home.path().join("site/items").read_dir().unwrap().map(|page| std::fs::read(page.unwrap().path()).unwrap());
        let pages: Vec<Vec<u8>> = pages.collect();
        assert!(!pages.iter().any(|page| holds(page)), "{words}");
        assert!(pages.iter().any(|page| String::from_utf8_lossy(page).contains("[removed]")), "{words}");
        assert_eq!(rejudge(&["verify", "b.zip"], home.path(), "").status.code(), Some(0));
    }
}
