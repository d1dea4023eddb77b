//! What is inside the program: a bill of materials in CycloneDX, and the licences of others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::run;

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

/// A package as `cargo metadata` tells of it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Package {
    id: String,
    name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    /// Nothing for what is in the repository.
    source: Option<String>,
    manifest_path: String,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Debug, Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Debug, Deserialize)]
struct EdgeKind {
    kind: Option<String>,
}

/// What the program and the package are made of, and what each of them needs.
pub(super) struct Inside {
    packages: Vec<Package>,
    needs: BTreeMap<String, Vec<String>>,
}

/// Everything that is compiled into the program or the Python package; not what tests and build scripts use.
pub(super) fn gather() -> anyhow::Result<Inside> {
    let asked = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    Ok(linked_packages(&serde_json::from_str(&run::output(run::cargo().args(asked))?)?))
}

fn linked_packages(metadata: &Metadata) -> Inside {
    let linked = |edge: &&Edge| edge.dep_kinds.iter().any(|kind| kind.kind.is_none());
    let edges: BTreeMap<&str, Vec<&str>> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node.deps.iter().filter(linked).map(|edge| edge.pkg.as_str()).collect()))
        .collect();
    let ours = metadata.packages.iter().filter(|package| package.source.is_none());
    let mut waiting: VecDeque<&str> = ours
        .filter(|package| matches!(package.name.as_str(), "rejudge" | "python"))
        .map(|one| one.id.as_str())
        .collect();
    let mut reached: BTreeSet<&str> = waiting.iter().copied().collect();
    while let Some(id) = waiting.pop_front() {
        let next = edges.get(id).into_iter().flatten().copied();
        waiting.extend(next.filter(|next| reached.insert(next)));
    }
    let mut packages: Vec<Package> =
        metadata.packages.iter().filter(|package| reached.contains(package.id.as_str())).cloned().collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    let names: BTreeMap<&str, String> =
        packages.iter().map(|package| (package.id.as_str(), address(package))).collect();
    let needs = packages.iter().map(|package| {
        let all = edges.get(package.id.as_str()).into_iter().flatten();
        let mut all: Vec<String> = all.filter_map(|id| names.get(id).cloned()).collect();
        all.sort();
        (address(package), all)
    });
    let needs = needs.collect();
    Inside { packages, needs }
}

/// The address that the SBOM knows a package by.
fn address(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

/// The bill of materials, without times and random numbers, so that the same sources give the same bytes.
pub(super) fn bill(inside: &Inside, version: &str) -> Value {
    let component = |package: &Package| {
        let mut component = json!({
            "type": "library",
            "bom-ref": address(package),
            "name": package.name,
            "version": package.version,
            "purl": address(package),
        });
        if let Some(licence) = &package.license {
            component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        if let Some(words) = &package.description {
            component["description"] = json!(words.trim());
        }
        component
    };
    let program = address_of_program(inside);
    let libraries = inside.packages.iter().filter(|package| address(package) != program);
    let edges = inside.needs.iter().map(|(from, to)| json!({ "ref": from, "dependsOn": to }));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": { "type": "application", "bom-ref": program, "name": "rejudge", "version": version, "purl": program }
        },
        "components": libraries.map(component).collect::<Vec<_>>(),
        "dependencies": edges.collect::<Vec<_>>(),
    })
}

fn address_of_program(inside: &Inside) -> String {
    inside.packages.iter().find(|package| package.name == "rejudge").map(address).unwrap_or_default()
}

/// The licences of everything inside that others wrote, with the texts that they ask to be passed on.
pub(super) fn licences(inside: &Inside) -> anyhow::Result<String> {
    let mut text = "What rejudge is made of, and under which terms others gave it.\n".to_owned();
    for package in inside.packages.iter().filter(|package| package.source.is_some()) {
        let terms = package.license.as_deref().unwrap_or("see below");
        let _ = writeln!(text, "\n{}\n{} {}: {terms}\n", "=".repeat(80), package.name, package.version);
        let folder = Path::new(&package.manifest_path).parent().context("a package without a folder")?;
        let mut files: Vec<_> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.is_file() && is_licence(file)) {
            text += &String::from_utf8_lossy(&std::fs::read(file)?);
            text.push('\n');
        }
    }
    Ok(text)
}

fn is_licence(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::{bill, linked_packages};

    #[test]
    fn only_what_is_linked_is_listed_with_what_it_needs() {
        let package = |name: &str, source: Option<&str>| {
            serde_json::json!({
                "id": name, "name": name, "version": "1.0.0", "description": " words ", "license": "MIT/Apache-2.0",
                "source": source, "manifest_path": "Cargo.toml",
            })
        };
        let edge = |to: &str, kind: Option<&str>| serde_json::json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] });
        let metadata = serde_json::json!({
            "packages": [package("rejudge", None), package("serde", Some("r")), package("cc", Some("r")), package("proptest", Some("r"))],
            "resolve": { "nodes": [
                { "id": "rejudge", "deps": [edge("serde", None), edge("cc", Some("build")), edge("proptest", Some("dev"))] },
                { "id": "serde", "deps": [] }, { "id": "cc", "deps": [] }, { "id": "proptest", "deps": [] },
            ] },
        });
        let bill = bill(&linked_packages(&serde_json::from_value(metadata).unwrap()), "1.0.0");
        let components = bill["components"].as_array().unwrap();
        assert_eq!(components.len(), 1);
        assert_eq!(components[0]["purl"], "pkg:cargo/serde@1.0.0");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][0]["dependsOn"], serde_json::json!(["pkg:cargo/serde@1.0.0"]));
    }
}
