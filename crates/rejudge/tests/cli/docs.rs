//! The reference pages of the commands and of the statistics say what the program says.
//! `UPDATE_EXPECT=1 cargo test -p rejudge --test cli docs` writes them anew.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;

use assert_cmd::Command;
use expect_test::expect_file;
use serde_json::Value;

fn run_rejudge(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("rejudge").unwrap().env("COLUMNS", "100").args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The words of a help text that stand under `Commands:`.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let words = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    words.filter_map(|line| line.split_whitespace().next()).filter(|word| *word != "help").map(str::to_owned).collect()
}

#[test]
fn the_page_of_the_commands_is_current() {
    let help = run_rejudge(&["--help"]);
    let mut page = format!("# Commands\n\nThe `--help` text of every command.\n\n```text\n{help}```\n");
    let commands = commands(&help);
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        let help = run_rejudge(&[&command, "--help"]);
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        writeln!(page, "\n## {command}\n\n```text\n{}\n```", help.join("\n")).unwrap();
    }
    expect_file!["../../../../docs/reference/commands.md"].assert_eq(&page);
}

#[test]
fn the_page_of_the_statistics_is_current() {
    let listed: Value = serde_json::from_str(&run_rejudge(&["stats", "list", "--json"])).unwrap();
    let mut page = "# Statistics\n\nWhat each method of `rejudge stats` says of itself with `--explain`.\n".to_owned();
    for method in listed.as_array().unwrap() {
        let name = method["method"].as_str().unwrap();
        let text = run_rejudge(&["stats", name, "--explain"]);
        writeln!(page, "\n## {name}\n\n```text\n{}\n```", text.trim_end()).unwrap();
    }
    expect_file!["../../../../docs/reference/statistics.md"].assert_eq(&page);
}
