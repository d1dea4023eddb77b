//! `rejudge stats unitised`: alpha for spans, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assert_cmd::Command;
use serde_json::Value;

/// The worked example of Krippendorff (2004), Quality & Quantity 38, with its text, from 150 to 450, moved to 0.
const EXAMPLE: &str = "rater,item,from,to,kind,characters\n\
    i,t,75,145,c,300\ni,t,220,250,c,300\nj,t,70,150,c,300\nj,t,205,225,c,\nj,t,250,270,c,300\n\
    i,t,30,90,k,300\ni,t,150,200,k,300\nj,t,30,90,k,300\nj,t,150,200,k,300\n";

/// The same in two texts, cut where nothing is marked, and a third text in which nobody marked anything.
const SEVERAL: &str = "rater,item,from,to,kind,characters\n\
    i,1,75,145,c,203\ni,2,17,47,c,67\nj,1,70,150,c,203\nj,2,2,22,c,67\nj,2,47,67,c,67\n\
    i,1,30,90,k,203\ni,1,150,200,k,203\nj,1,30,90,k,203\nj,1,150,200,k,203\n\
    i,3,,,,30\nj,3,,,,30\n";

const COLUMNS: &str = "spans.csv --rater rater --item item --start from --end to";

fn run(table: &str, arguments: &str) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("spans.csv"), table).unwrap();
    let words = format!("stats unitised {COLUMNS} {arguments}");
    let words = words.split(' ').filter(|word| !word.is_empty());
    Command::cargo_bin("rejudge").unwrap().current_dir(folder.path()).args(words).output().unwrap()
}

fn json(table: &str, arguments: &str) -> Value {
    let output = run(table, &format!("{arguments} --json"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Name, labels and the value to four decimals, as the paper prints it.
fn lines(answer: &Value) -> Vec<String> {
    let line = |e: &Value| format!("{} {} {:.4}", e["name"].as_str().unwrap(), e["of"], e["value"].as_f64().unwrap());
    answer["estimates"].as_array().unwrap().iter().map(line).collect()
}

#[track_caller]
fn assert_refusal(table: &str, arguments: &str, code: i32, expected: &str) {
    let output = run(table, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(expected), "{said}");
    assert_eq!(output.status.code(), Some(code), "{said}");
}

#[test]
fn krippendorffs_own_example_has_his_values() {
    let by_column = json(EXAMPLE, "--category kind --length-column characters");
    let expected = [
        "alpha_u [] 0.8587",
        "D_o [] 0.0144",
        "D_e [] 0.1022",
        "alpha_u [\"c\"] 0.7286",
        "D_o [\"c\"] 0.0144",
        "D_e [\"c\"] 0.0532",
        "alpha_u [\"k\"] 1.0000",
        "D_o [\"k\"] 0.0000",
        "D_e [\"k\"] 0.0490",
    ];
    assert_eq!(lines(&by_column), expected);
    assert_eq!(by_column["n"], serde_json::json!({ "spans": 9, "raters": 2, "items": 1, "length": 300 }));
    assert_eq!(by_column["notes"], serde_json::json!([]));
    assert_eq!(json(EXAMPLE, "--category kind --length 300")["estimates"], by_column["estimates"]);
}

#[test]
fn texts_are_laid_end_to_end() {
    let one = json(EXAMPLE, "--category kind --length 300");
    let several = json(SEVERAL, "--category kind --length-column characters");
    assert_eq!(several["estimates"], one["estimates"]);
    assert_eq!(several["n"], serde_json::json!({ "spans": 9, "raters": 2, "items": 3, "length": 300 }));
}

#[test]
fn an_interval_holds_the_estimate_and_depends_on_the_seed_alone() {
    let arguments = "--category kind --length-column characters --bootstrap 200 --seed 5";
    let answer = json(SEVERAL, arguments);
    let first = &answer["estimates"][0];
    let (low, high) = (first["interval"]["low"].as_f64().unwrap(), first["interval"]["high"].as_f64().unwrap());
    assert!(low <= first["value"].as_f64().unwrap() && first["value"].as_f64().unwrap() <= high, "{first}");
    assert_eq!(first["interval"]["kind"], "percentile bootstrap");
    assert_eq!(answer, json(SEVERAL, arguments));
}

#[test]
fn what_is_not_in_the_table_is_said() {
    let table = "rater,item,from,to\ni,1,2,6\nj,1,2,6\ni,2,0,3\n,2,1,2\n";
    let notes = json(table, "")["notes"].to_string();
    assert!(notes.contains("1 rows without rater, item or category are left out"), "{notes}");
    assert!(notes.contains("1 times a rater has no row for an item"), "{notes}");
    assert!(notes.contains("each text is taken to end with the last span in it"), "{notes}");
}

#[test]
fn impossible_spans_are_refused_with_row_or_item() {
    let table = |rows: &str| format!("rater,item,from,to,long\n{rows}");
    assert_refusal(EXAMPLE, "--length 200 --category kind", 1, "item `t` is 200 long, but a span in it ends at 270");
    assert_refusal(EXAMPLE, "--length 300", 1, "two spans of rater `i` in item `t` overlap at 75; join them");
    assert_refusal(EXAMPLE, "--length 300 --length-column characters", 2, "cannot be used with");
    assert_refusal(EXAMPLE, "--category kin --length 300", 1, "did you mean `kind`?");
    assert_refusal(
        &table("i,1,4,4,9\nj,1,1,2,9\n"),
        "",
        1,
        "row 2 of `spans.csv`: the span ends at 4, not after its start 4",
    );
    assert_refusal(&table("i,1,4,,9\nj,1,1,2,9\n"), "", 1, "a span needs both `from` and `to`");
    assert_refusal(&table("i,1,1.5,3,9\nj,1,1,2,9\n"), "", 1, "`1.5` in column `from` is not a whole number");
    assert_refusal(&table("i,1,-1,3,9\nj,1,1,2,9\n"), "", 1, "`-1` in column `from` is not a whole number");
    assert_refusal(&table("i,1,1,3,9\nj,1,1,2,8\n"), "--length-column long", 1, "gives one text two lengths");
    assert_refusal(&table("i,1,1,3,\nj,1,1,2,\n"), "--length-column long", 1, "gives no length for item `1`");
    assert_refusal(
        &table("i,1,1,3,9\nj,2,1,2,9\n"),
        "--length 4000000000",
        1,
        "the texts together are longer than 4294967295",
    );
    assert_refusal(&table("i,1,1,3,9\n"), "", 1, "raters: at least 2 needed, 1 found");
    assert_refusal(&table("i,1,,,9\nj,1,,,9\n"), "", 1, "spans: at least 1 needed, 0 found");
}

#[test]
fn the_method_explains_itself_and_is_listed() {
    let output = Command::cargo_bin("rejudge").unwrap().args(["stats", "list"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nunitised "));
    let output = Command::cargo_bin("rejudge").unwrap().args(["stats", "unitised", "--explain"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("Krippendorff (2004)"));
}
