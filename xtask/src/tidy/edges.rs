//! The crates and the edges between them are exactly those in the table of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use serde_json::Value;

use super::File;
use crate::run;

type Graph = BTreeMap<String, BTreeSet<String>>;

pub(super) fn findings(files: &[File]) -> anyhow::Result<Vec<String>> {
    let document = files.iter().find(|file| file.path == "ARCHITECTURE.md").context("ARCHITECTURE.md is missing")?;
    let metadata = run::output(run::cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let rows = documented_edges(&document.text);
    let mut findings = find_duplicate_rows(&rows);
    findings.extend(differences(&rows.into_iter().collect(), &actual(&metadata)));
    findings.extend(faults_in_libraries(&metadata));
    Ok(findings)
}

/// Rows of the form `` | `study` | does | diag, table | ``.
fn documented_edges(text: &str) -> Vec<(String, BTreeSet<String>)> {
    text.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
            let [name, _, knows] = cells.as_slice() else { return None };
            let name = name.strip_prefix('`')?.strip_suffix('`')?;
            let knows = knows.split(',').map(str::trim).filter(|known| !matches!(*known, "–" | ""));
            Some((name.to_owned(), knows.map(str::to_owned).collect()))
        })
        .collect()
}

/// A crate with two rows, of which only one can be true.
fn find_duplicate_rows(rows: &[(String, BTreeSet<String>)]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let again = rows.iter().filter(|(name, _)| !seen.insert(name));
    again.map(|(name, _)| format!("ARCHITECTURE.md has more than one row for `{name}`; leave one")).collect()
}

fn actual(metadata: &Value) -> Graph {
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    let names: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut graph = Graph::new();
    for package in &packages {
        let Some(name) = package["name"].as_str().filter(|name| *name != "xtask") else { continue };
        let dependencies = package["dependencies"].as_array().cloned().unwrap_or_default();
        let knows = dependencies
            .iter()
            // Those of tests and of features, which only builds for tests turn on, are no edges.
            .filter(|dependency| dependency["kind"].is_null() && dependency["optional"] == false)
            .filter_map(|dependency| dependency["name"].as_str())
            .filter(|dependency| names.contains(dependency));
        graph.insert(name.to_owned(), knows.map(str::to_owned).collect());
    }
    graph
}

fn differences(documented: &Graph, actual: &Graph) -> Vec<String> {
    let mut findings = Vec::new();
    for (name, knows) in actual {
        match documented.get(name) {
            None => findings.push(format!("crate `{name}` is not in the table of ARCHITECTURE.md; add its row")),
            Some(said) if said != knows => findings.push(format!(
                "crate `{name}` depends on {knows:?} but ARCHITECTURE.md says {said:?}; a new edge is a design change"
            )),
            Some(_) => {}
        }
    }
    let gone = documented.keys().filter(|name| !actual.contains_key(*name));
    findings.extend(gone.map(|name| format!("ARCHITECTURE.md has a row for `{name}`, which is no crate here")));
    findings
}

/// `anyhow` hides which errors a library can give; it belongs to the programs alone.
fn faults_in_libraries(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    packages
        .iter()
        .filter(|package| !matches!(package["name"].as_str(), Some("rejudge" | "xtask")))
        .filter(|package| {
            package["dependencies"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one["name"] == "anyhow" && one["kind"].is_null()))
        })
        .map(|package| format!("library `{}` depends on anyhow; give it an error type of its own", package["name"]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, documented_edges, find_duplicate_rows};

    #[test]
    fn an_edge_that_turns_back_is_found() {
        let said = documented_edges("| `study` | reads | diag |\n| `diag` | shows | – |\n").into_iter().collect();
        let real = documented_edges("| `study` | reads | diag |\n| `diag` | shows | study |\n").into_iter().collect();
        let findings = differences(&said, &real);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].contains("`diag` depends on {\"study\"}"), "{findings:?}");
    }

    #[test]
    fn a_crate_has_one_row() {
        let rows = documented_edges("| `study` | reads | diag |\n| `diag` | shows | – |\n| `study` | reads | – |\n");
        assert_eq!(find_duplicate_rows(&rows), ["ARCHITECTURE.md has more than one row for `study`; leave one"]);
    }
}
