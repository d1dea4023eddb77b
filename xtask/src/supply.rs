//! `cargo xtask supply`: what others' code we build on, and under which terms.
//!
//! The rules are in `deny.toml`, which cargo-deny reads. Where cargo-deny is installed it is asked; everything but the
//! advisories is also checked here, from what cargo already has, so that it can be done anywhere and offline.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::run;

/// What `deny.toml` says, as far as it is checked here.
#[derive(Debug, Deserialize)]
struct Rules {
    licenses: Licences,
    bans: Bans,
}

#[derive(Debug, Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Bans {
    deny: Vec<Banned>,
    skip: Vec<Second>,
}

#[derive(Debug, Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

/// An older version that is let in beside a newer one.
#[derive(Debug, Deserialize)]
struct Second {
    /// `name@version`, of which the version may be only its beginning.
    #[serde(rename = "crate")]
    package: String,
}

/// What `cargo metadata` says.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    /// An SPDX expression.
    license: Option<String>,
    /// Where it comes from; nothing for what is in the repository.
    source: Option<String>,
}

pub(crate) fn run() -> anyhow::Result<()> {
    let rules = std::fs::read_to_string(run::root().join("deny.toml")).context("deny.toml cannot be read")?;
    let rules: Rules = toml::from_str(&rules).context("deny.toml cannot be understood")?;
    let metadata = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let metadata: Metadata = serde_json::from_str(&run::output(run::cargo().args(metadata))?)?;
    let findings = findings(&rules, &metadata.packages);
    for finding in &findings {
        eprintln!("supply: {finding}");
    }
    if !findings.is_empty() {
        bail!("{} findings about what we build on; the rules and their reasons are in deny.toml", findings.len());
    }
    println!("supply: licences, sources and versions of {} packages keep to deny.toml", metadata.packages.len());
    advisories()
}

/// Known faults of what we build on, as far as cargo-deny and its database can be had.
fn advisories() -> anyhow::Result<()> {
    if run::output(run::cargo().args(["deny", "--version"])).is_err() {
        println!("supply: advisories skipped, because cargo-deny is not installed (cargo install cargo-deny)");
        return Ok(());
    }
    if run::output(run::cargo().args(["deny", "fetch", "db"])).is_err() {
        println!("supply: advisories skipped, because their database cannot be fetched from here");
        return Ok(());
    }
    run::succeed(run::cargo().args(["deny", "check"]))
}

fn findings(rules: &Rules, packages: &[Package]) -> Vec<String> {
    let mut findings = Vec::new();
    let allowed: BTreeSet<&str> = rules.licenses.allow.iter().map(String::as_str).collect();
    let foreign: Vec<&Package> = packages.iter().filter(|package| package.source.is_some()).collect();
    for package in &foreign {
        let Package { name, version, .. } = package;
        match package.license.as_deref() {
            None => findings.push(format!("{name} {version} names no licence")),
            Some(licence) if !is_allowed(licence, &allowed) => {
                findings.push(format!("{name} {version} is under {licence}, which is not among the licences allowed"));
            }
            Some(_) => {}
        }
        if let Some(banned) = rules.bans.deny.iter().find(|banned| banned.name == *name) {
            findings.push(format!("{name} is not to be used: {}", banned.reason));
        }
    }
    let registries: BTreeSet<&str> = foreign.iter().filter_map(|package| package.source.as_deref()).collect();
    if registries.len() > 1 || registries.iter().any(|source| source.starts_with("git+")) {
        findings.push(format!("packages come from more than the one registry: {registries:?}"));
    }
    findings.extend(versions(&rules.bans.skip, &foreign));
    findings
}

/// Packages that are built in two versions, and exceptions that are needed no longer.
fn versions(skip: &[Second], packages: &[&Package]) -> Vec<String> {
    let matches = |second: &Second, package: &Package| {
        second.package.split_once('@').is_some_and(|(name, version)| {
            let rest = package.version.strip_prefix(version);
            name == package.name && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !skip.iter().any(|second| matches(second, package))) {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let twice = versions
        .iter()
        .filter(|(_, versions)| versions.len() > 1)
        .map(|(name, versions)| format!("{name} is built in the versions {versions:?}; `cargo tree -i` says for whom"));
    let idle = skip.iter().filter(|second| !packages.iter().any(|package| matches(second, package)));
    let idle = idle.map(|second| format!("{} is excepted in deny.toml and no longer there", second.package));
    twice.chain(idle).collect()
}

/// Whether one of the ways an SPDX expression offers is allowed. `OR` binds less than `AND`; some old packages write `/`.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (accepted, rest) = either(&words, allowed);
    accepted && rest.is_empty()
}

fn either<'a>(words: &'a [&'a str], allowed: &BTreeSet<&str>) -> (bool, &'a [&'a str]) {
    let (mut accepted, mut rest) = all(words, allowed);
    while let Some((&"OR", after)) = rest.split_first() {
        let (other, remaining) = all(after, allowed);
        accepted |= other;
        rest = remaining;
    }
    (accepted, rest)
}

fn all<'a>(words: &'a [&'a str], allowed: &BTreeSet<&str>) -> (bool, &'a [&'a str]) {
    let (mut accepted, mut rest) = one(words, allowed);
    while let Some((&"AND", after)) = rest.split_first() {
        let (other, remaining) = one(after, allowed);
        accepted &= other;
        rest = remaining;
    }
    (accepted, rest)
}

fn one<'a>(words: &'a [&'a str], allowed: &BTreeSet<&str>) -> (bool, &'a [&'a str]) {
    match words {
        ["(", rest @ ..] => match either(rest, allowed) {
            (accepted, [")", rest @ ..]) => (accepted, rest),
            (_, rest) => (false, rest),
        },
        [licence, "WITH", exception, rest @ ..] => {
            (allowed.contains(format!("{licence} WITH {exception}").as_str()), rest)
        }
        [licence, rest @ ..] => (allowed.contains(licence), rest),
        [] => (false, words),
    }
}

#[cfg(test)]
mod tests {
    use super::{Package, Rules, findings};

    const RULES: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Zlib"]
        [bans]
        deny = [{ crate = "openssl", reason = "rustls is there" }]
        skip = [{ crate = "hashbrown@0.16", reason = "an older dependency" }]
    "#;

    fn check(packages: &[(&str, &str, &str)], expected: &[&str]) {
        let rules: Rules = toml::from_str(RULES).unwrap();
        let package = |(name, version, licence): &(&str, &str, &str)| Package {
            name: (*name).to_owned(),
            version: (*version).to_owned(),
            license: (!licence.is_empty()).then(|| (*licence).to_owned()),
            source: Some("registry".to_owned()),
        };
        let mut packages: Vec<Package> = packages.iter().map(package).collect();
        packages.push(package(&("hashbrown", "0.16.1", "MIT")));
        let found = findings(&rules, &packages);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(expected).all(|(found, expected)| found.contains(expected)), "{found:?}");
    }

    #[test]
    fn a_licence_is_allowed_when_one_of_the_ways_is() {
        check(&[("a", "1.0.0", "MIT OR Apache-2.0"), ("b", "1.0.0", "GPL-3.0 OR (MIT AND Zlib)")], &[]);
        check(&[("a", "1.0.0", "MIT/Apache-2.0")], &[]);
        check(&[("a", "1.0.0", "MIT AND GPL-3.0")], &["a 1.0.0 is under MIT AND GPL-3.0"]);
        check(&[("a", "1.0.0", "Apache-2.0 WITH LLVM-exception")], &["LLVM-exception"]);
        check(&[("a", "1.0.0", ""), ("b", "1.0.0", "(MIT")], &["names no licence", "under (MIT"]);
    }

    #[test]
    fn a_package_is_built_once_and_from_one_place() {
        check(&[("a", "1.0.0", "MIT"), ("a", "2.0.0", "MIT")], &["a is built in the versions"]);
        check(&[("hashbrown", "0.17.0", "MIT")], &[]);
        check(&[("openssl", "1.0.0", "MIT")], &["rustls is there"]);
        let rules: Rules = toml::from_str(RULES).unwrap();
        let source = Some("git+somewhere".to_owned());
        let package = Package { name: "a".into(), version: "1.0.0".into(), license: Some("MIT".into()), source };
        assert_eq!(findings(&rules, &[package]).len(), 2, "from a repository, and the exception is idle");
    }
}
