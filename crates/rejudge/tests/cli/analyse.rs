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
fn a_character_that_no_font_has_is_named_and_what_helps() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ratings.csv"), ratings().replace(",b,", ",b\u{10fffd},")).unwrap();
    let flags = ["--participant", "who", "--item", "text", "--system", "model", "--value", "points"];
    let analyse = [&["analyse", "ratings.csv"][..], &flags, &["--replicates", "20", "--out", "results"]].concat();
    let (code, _, talk) = rejudge(&analyse, folder.path());
    assert_eq!(code, 0, "{talk}");
    assert!(
        talk.contains("no font on this machine can draw \u{10fffd} (U+10FFFD): in the figures as PDF `?`"),
        "{talk}"
    );
    std::fs::write(folder.path().join("ratings.csv"), ratings()).unwrap();
    let (_, _, talk) = rejudge(&analyse, folder.path());
    assert!(!talk.contains("no font"), "{talk}");
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

/// Three people on eight items; what each says of three systems, one of which has a blank in its name.
fn messy(header: &str, answer: impl Fn(usize, usize, usize) -> String) -> String {
    let mut text = format!("rater,item,system,{header}\n");
    for (person, item) in (0..3).flat_map(|person| (0..8).map(move |item| (person, item))) {
        for (place, system) in ["Baseline", "T5 (ours)", "Human"].iter().enumerate() {
            text.push_str(&format!("r{person},i{item},{system},{}\n", answer(person, item, place)));
        }
    }
    text
}

#[test]
fn a_system_with_a_blank_in_its_name_stays_one_system() {
    let folder = tempfile::tempdir().unwrap();
    let points = |person: usize, item: usize, place: usize| (1 + place + (item + person) % 3).to_string();
    std::fs::write(folder.path().join("ratings.csv"), messy("rating", points)).unwrap();
    let draws = ["--replicates", "20", "--json"];
    let claim = ["--claim", "Human > Baseline on rating"];
    let (code, decided, talk) = rejudge(&[&["analyse", "ratings.csv"][..], &draws, &claim].concat(), folder.path());
    assert_eq!(code, 0, "{talk}");
    let decided: Value = serde_json::from_str(&decided).unwrap();
    assert_eq!(decided["claims"][0]["verdict"], "supported");
    let (_, first, _) = rejudge(&[&["analyse", "ratings.csv", "--out", "o"][..], &draws].concat(), folder.path());
    let (_, again, _) = rejudge(&[&["analyse", "o/judgements.csv"][..], &draws].concat(), folder.path());
    let estimates = |text: &str| serde_json::from_str::<Value>(text).unwrap()["estimates"].clone();
    assert_eq!(estimates(&again), estimates(&first));
}

#[test]
fn what_a_column_is_called_says_which_end_is_better() {
    let folder = tempfile::tempdir().unwrap();
    let analyse = |name: &str, table: String, flags: &[&str]| {
        std::fs::write(folder.path().join(name), table).unwrap();
        let arguments = [&["analyse", name, "--replicates", "20"][..], flags].concat();
        let (code, out, talk) = rejudge(&arguments, folder.path());
        assert_eq!(code, 0, "{talk}");
        out + &talk
    };
    let places =
        |person: usize, item: usize, place: usize| [[3, 2, 1], [3, 1, 1]][(item + person) % 2][place].to_string();
    let ranked = analyse("ranks.csv", messy("rank", places), &[]);
    // `>` compares numbers, and the better rank is the lower number: whoever writes that is asked what is meant.
    let asked = "claim `C1` puts `Human` higher on `rank`, where lower is better";
    let claimed = analyse("ranks.csv", messy("rank", places), &["--claim", "Human > Baseline on rank"]);
    assert!(claimed.contains(asked) && claimed.contains("contradicted"), "{claimed}");
    let claimed = analyse("ranks.csv", messy("rank", places), &["--claim", "Human better than Baseline on rank"]);
    assert!(!claimed.contains(asked) && claimed.contains("supported"), "{claimed}");
    assert!(ranked.contains("rank (ranking, lower is better)"), "{ranked}");
    assert!(ranked.contains("`rank` is read as places"), "{ranked}");
    let count = |person: usize, item: usize, place: usize| ((5 - 2 * place) + (item + person) % 2).to_string();
    let counted = analyse("errors.csv", messy("errors", count), &["--value", "errors"]);
    assert!(counted.contains("errors (count, lower is better)"), "{counted}");
    let yes = |person: usize, item: usize, place: usize| {
        if (item + person) % 4 < place + 1 { "yes" } else { "no" }.to_owned()
    };
    let chosen = analyse("yes.csv", messy("ok", yes), &["--value", "ok"]);
    assert!(chosen.contains("ok (choice)\n"), "{chosen}");
    assert!(
        chosen.contains("differences by the linear mixed model on 0 and 1; p-values: Holm's correction"),
        "{chosen}"
    );
}

#[test]
fn a_claim_waits_until_the_better_end_is_declared_where_the_name_suggests_the_lower_one() {
    let folder = tempfile::tempdir().unwrap();
    let points = |person: usize, item: usize, place: usize| (1 + place + (item + person) % 3).to_string();
    std::fs::write(folder.path().join("t.csv"), messy("toxicity", points)).unwrap();
    let analyse = |more: &[&str]| {
        rejudge(&[&["analyse", "t.csv", "--value", "toxicity", "--replicates", "20"][..], more].concat(), folder.path())
    };
    let (code, out, talk) = analyse(&[]);
    assert_eq!(code, 0, "{talk}");
    assert!(
        out.contains("lower is better") && talk.contains("nothing says which numbers of `toxicity`"),
        "{out}{talk}"
    );
    let claim = ["--claim", "Human better than Baseline on toxicity"];
    let (code, _, talk) = analyse(&claim);
    assert_eq!(code, 1, "{talk}");
    let line = "criteria = [{ id = \"toxicity\", better = \"lower\" }]";
    assert!(talk.contains(line) && talk.contains("`t.csv`"), "{talk}");
    // The remedy works.
    std::fs::write(folder.path().join("m.toml"), line).unwrap();
    let (code, out, talk) = analyse(&[&claim[..], &["--mapping", "m.toml"]].concat());
    assert!(code == 0 && out.contains("contradicted"), "{out}{talk}");
}

#[test]
fn judgements_of_items_that_the_study_does_not_have_are_refused_with_their_ids_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let points = |person: usize, item: usize, place: usize| (1 + place + (item + person) % 3).to_string();
    std::fs::write(folder.path().join("t.csv"), messy("rating", points)).unwrap();
    let (code, _, talk) = rejudge(&["import", "t.csv", "--out", "study"], folder.path());
    assert_eq!(code, 0, "{talk}");
    std::fs::write(folder.path().join("other.csv"), messy("rating", points).replace(",i3,", ",i33,")).unwrap();
    let (code, _, talk) = rejudge(&["analyse", "study", "--data", "other.csv"], folder.path());
    assert_eq!(code, 1, "{talk}");
    let words = "`other.csv` has judgements of items that the study's items do not include: `i33` (9 judgements); correct the ids";
    assert!(talk.contains(words), "{talk}");
}

#[test]
fn per_cents_and_points_out_of_some_are_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let five = |person: usize, item: usize, place: usize| format!("{}/5", 1 + place + (item + person) % 3);
    let cent = |person: usize, item: usize, place: usize| format!("{} %", 20 * (1 + place + (item + person) % 3));
    for (table, note) in
        [(messy("rating", five), "before what they are out of"), (messy("rating", cent), "per cent signs")]
    {
        std::fs::write(folder.path().join("t.csv"), table).unwrap();
        let (code, out, talk) = rejudge(&["analyse", "t.csv", "--replicates", "20"], folder.path());
        assert!(code == 0 && out.contains("higher is better") && talk.contains(note), "{out}{talk}");
    }
}

#[test]
fn numbers_that_are_not_read_are_named_and_decimal_commas_stop_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let two = |person: usize, item: usize, place: usize| format!("{},{}", 1 + (item + place) % 5, person + place);
    std::fs::write(folder.path().join("two.csv"), messy("score,adequacy", two)).unwrap();
    let (code, _, talk) = rejudge(&["analyse", "two.csv", "--replicates", "20"], folder.path());
    assert_eq!(code, 0, "{talk}");
    assert!(talk.contains("answers are read from `score` alone, and not from the other numbers: `adequacy`"), "{talk}");
    let comma = |person: usize, item: usize, place: usize| format!("{},{}", 60 + 3 * item + place, person);
    let table = messy("score", comma).replace(',', ";");
    // The last semicolon of a line is the decimal comma.
    let lines = table.lines().enumerate().map(|(number, line)| match line.rsplit_once(';') {
        Some((before, after)) if number > 0 => format!("{before},{after}\n"),
        _ => format!("{line}\n"),
    });
    std::fs::write(folder.path().join("comma.csv"), lines.collect::<String>()).unwrap();
    let (code, _, talk) = rejudge(&["analyse", "comma.csv", "--replicates", "20"], folder.path());
    assert_eq!(code, 1, "{talk}");
    assert!(talk.contains("write decimals with a point"), "{talk}");
}

/// Two people, two items, three systems and two criteria, of which one is always answered alike.
fn few_ratings() -> String {
    let mut text = "rater,item,system,criterion,rating\n".to_owned();
    for (person, item) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for (system, better) in [("base", 0), ("old", 1), ("ours", 2)] {
            let points = 1 + better + (person * item + better * person) % 2;
            text.push_str(&format!("p{person},i{item},{system},fluency,{points}\n"));
            text.push_str(&format!("p{person},i{item},{system},grammar,5\n"));
        }
    }
    text
}

#[test]
fn a_claim_changes_no_interval_and_a_criterion_without_differences_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("few.csv"), few_ratings()).unwrap();
    let analyse = |more: &[&str]| {
        let (code, out, talk) =
            rejudge(&[&["analyse", "few.csv", "--replicates", "20"][..], more].concat(), folder.path());
        assert_eq!(code, 0, "{talk}");
        out
    };
    let claim = ["--claim", "ours > base on fluency"];
    let means = |more: &[&str]| -> Vec<Value> {
        let results: Value = serde_json::from_str(&analyse(&[&["--json"], more].concat())).unwrap();
        let estimates = results["estimates"].as_array().unwrap();
        let of = |named: &&Value| named["id"].as_str().unwrap().starts_with("mean[fluency, ");
        estimates.iter().filter(of).cloned().collect()
    };
    assert_eq!(means(&claim), means(&[]));
    assert_eq!(means(&claim).len(), 3);
    let screen = analyse(&claim);
    assert!(screen.contains("grammar: everyone answered 5, so there is nothing to compare"), "{screen}");
    assert!(screen.contains(", for these two people and these two items only."), "{screen}");
}

#[test]
fn rows_that_stand_twice_ids_in_two_spellings_and_codes_among_ratings_are_told_with_the_counts() {
    let folder = tempfile::tempdir().unwrap();
    let screen = |rows: String| {
        std::fs::write(folder.path().join("ratings.csv"), rows).unwrap();
        let flags = ["--participant", "who", "--item", "text", "--system", "model", "--value", "points"];
        let (code, out, talk) =
            rejudge(&[&["analyse", "ratings.csv", "--replicates", "20"][..], &flags].concat(), folder.path());
        assert_eq!(code, 0, "{talk}");
        out
    };
    assert!(!screen(ratings()).contains("warning"), "nothing is odd");
    let rows = ratings();
    let twice: String = rows.lines().skip(1).take(10).map(|row| format!("{row}\n")).collect();
    let said = screen(rows.clone() + &twice);
    assert!(
        said.contains("excluded\nwarning: 10 judgements repeat the same person, item, system and criterion"),
        "{said}"
    );
    let said = screen(rows.replacen("p1,", "P1,", 1));
    assert!(
        said.contains("warning: participants whose ids differ only in case or blanks")
            && said.contains("`P1` and `p1`"),
        "{said}"
    );
    std::fs::write(folder.path().join("ratings.csv"), rows + "p0,i99,a,-99\n").unwrap();
    let flags = ["--participant", "who", "--item", "text", "--system", "model", "--value", "points"];
    let (code, _, talk) = rejudge(&[&["analyse", "ratings.csv"][..], &flags].concat(), folder.path());
    assert_eq!(code, 1, "{talk}");
    assert!(talk.contains("`-99` once, in row 74") && talk.contains("--missing=-99"), "{talk}");
}

#[test]
fn a_claim_about_words_of_a_scale_is_told_how_they_become_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"];
    let rows = ratings().lines().skip(1).fold("rater,item,system,rating\n".to_owned(), |text, row| {
        let (start, points) = row.rsplit_once(',').unwrap();
        text + start + "," + words[points.parse::<usize>().unwrap() - 1] + "\n"
    });
    std::fs::write(folder.path().join("agree.csv"), rows).unwrap();
    let (code, _, talk) = rejudge(&["analyse", "agree.csv", "--claim", "b > a on rating"], folder.path());
    assert_eq!(code, 1, "{talk}");
    assert!(talk.contains("in the claims about `agree.csv`") && !talk.contains("study.toml"), "{talk}");
    let line = "import.labels = { \"strongly disagree\" = 1, \"disagree\" = 2, \"neutral\" = 3, \"agree\" = 4, \"strongly agree\" = 5 }";
    assert!(talk.contains(line), "{talk}");
    // The remedy works.
    std::fs::write(folder.path().join("mapping.toml"), line).unwrap();
    let import = ["import", "agree.csv", "--mapping", "mapping.toml", "--out", "study"];
    let (code, _, talk) = rejudge(&import, folder.path());
    assert_eq!(code, 0, "{talk}");
    let (code, out, talk) = rejudge(&["analyse", "study", "--replicates", "20"], folder.path());
    assert!(code == 0 && out.contains("rating (rating, higher is better)"), "{out}{talk}");
}

#[test]
fn a_claim_that_cannot_be_computed_says_why_with_the_names_of_systems() {
    let folder = tempfile::tempdir().unwrap();
    let mut rows = "rater,item,system_a,system_b,choice\n".to_owned();
    for (person, item) in (0..3).flat_map(|person| (0..8).map(move |item| (person, item))) {
        for (first, second) in [("u", "v"), ("x", "y")] {
            let choice = if (person + item) % 3 == 0 { "b" } else { "a" };
            rows.push_str(&format!("p{person},i{item},{first},{second},{choice}\n"));
        }
    }
    std::fs::write(folder.path().join("votes.csv"), rows).unwrap();
    let analyse = ["analyse", "votes.csv", "--replicates", "20", "--claim", "u > x on preference"];
    let (code, out, talk) = rejudge(&analyse, folder.path());
    assert_eq!(code, 0, "{talk}");
    let why = "the linear mixed model of u and x could not be computed: u and x were never compared";
    assert!(out.contains(why) && !out.contains("systems 0 and"), "{out}");
}
