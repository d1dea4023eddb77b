//! The reference page of the audit file says what the program does. `UPDATE_EXPECT=1 cargo test -p audit`
//! writes it anew.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;

use audit::{FUNCTIONS, audit, schema};
use expect_test::expect_file;
use serde_json::Value;

const EXAMPLE: &str = r#"paper = "A made-up paper"

[[tables]]
id = "t1"
place = "Table 1"
columns = "first.mean first.sd again.mean again.sd cv"
[tables.rows]
ours     = "4.11 0.72  3.90 0.81  6.65"
baseline = "3.57 0.90  3.42 0.95  4.00"

# Ratings from 1 to 5 by 18 people.
[[checks]]
holds = "t1.{system}.cv == cv_star(1, t1.{system}.first.mean, t1.{system}.again.mean)"

[[checks]]
holds = "grim(t1.{system}.first.mean, 18)"

[[numbers]]
id = "gain"
value = "0.45"
place = "abstract"
derives = "t1.ours.first.mean - t1.baseline.first.mean"

[[checks]]
id = "higher"
place = "section 4"
says = "all scores rose the second time"
holds = "t1.{system}.again.mean > t1.{system}.first.mean""#;

#[test]
fn the_page_of_the_audit_file_is_current() {
    let (example, diagnostics) = audit("audit.toml", EXAMPLE);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut found = String::new();
    for (verdict, finding) in example.unwrap().findings() {
        let should = if finding.expected.is_empty() { String::new() } else { format!(" -> {}", finding.expected) };
        let word = finding.severity.word();
        writeln!(found, "{word:10} {} ({}): {}{should}", verdict.id, verdict.place, finding.printed).unwrap();
        writeln!(found, "           {}", finding.why).unwrap();
    }
    let page = include_str!("page.md")
        .replace("{example}", EXAMPLE)
        .replace("{found}", found.trim_end())
        .replace("{functions}", &functions())
        .replace("{tables}", tables().trim_end());
    expect_file!["../../../../docs/reference/audit.md"].assert_eq(&page);
}

#[test]
fn the_schema_of_the_audit_file_is_current() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    expect_file!["../../../../docs/schema/audit.json"].assert_eq(&text);
}

fn functions() -> String {
    let mut table = "| function | gives | also tried |\n|---|---|---|\n".to_owned();
    for function in FUNCTIONS {
        let others: Vec<&str> = function.conventions.iter().skip(1).map(|way| way.said.trim_end_matches(',')).collect();
        writeln!(table, "| `{}` | {} | {} |", function.form, function.doc, others.join("; ")).unwrap();
    }
    table.trim_end().to_owned()
}

fn tables() -> String {
    let schema = schema();
    let mut page = String::new();
    section(&mut page, "The whole file", &schema);
    for (name, title) in [("TableFile", "[[tables]]"), ("NumberFile", "[[numbers]]"), ("CheckFile", "[[checks]]")] {
        section(&mut page, title, &schema["$defs"][name]);
    }
    page
}

fn section(page: &mut String, title: &str, schema: &Value) {
    writeln!(page, "### {title}\n\n| key | |\n|---|---|").unwrap();
    let needed: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, at) in schema["properties"].as_object().unwrap() {
        let mark = if needed.contains(&key.as_str()) { " **required**" } else { "" };
        let words = at["description"].as_str().unwrap_or("").replace('\n', " ");
        writeln!(page, "| `{key}`{mark} | {words} |").unwrap();
    }
    page.push('\n');
}
