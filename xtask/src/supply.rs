//! `cargo xtask supply`: what others' code we build on, and under which terms. cargo-deny checks it by the rules in
//! `deny.toml`, and is built where it is not installed.

use std::path::PathBuf;
use std::process::Command;

use crate::run;

/// What is built where there is none.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

pub(crate) fn run() -> anyhow::Result<()> {
    if run::output(deny().arg("--version")).is_err() {
        println!("supply: building {CARGO_DENY} in target/tools, because cargo-deny is not installed");
        if let Err(why) = run::output(&mut build()) {
            println!("supply: NOTHING was checked, because cargo-deny cannot be built here: {}", last_line(&why));
            return Ok(());
        }
    }
    // By what cargo has fetched to build with: no network is needed. An exception that nothing needs any more is an error.
    let idle = ["-D", "unmatched-skip", "-D", "license-not-encountered"];
    run::succeed(deny().args(["--frozen", "check"]).args(idle).args(["licenses", "sources", "bans"]))?;
    advisories()
}

/// Known faults of what we build on, where their database can be fetched or was fetched earlier.
fn advisories() -> anyhow::Result<()> {
    if let Err(why) = run::output(deny().args(["fetch", "db"])) {
        let why = last_line(&why);
        if !fetched_earlier() {
            println!("supply: advisories were NOT checked, because their database cannot be fetched from here: {why}");
            return Ok(());
        }
        println!("supply: the advisories are those of an earlier day, because they cannot be fetched from here: {why}");
    }
    run::succeed(deny().args(["--frozen", "check", "advisories"]))
}

/// `cargo deny`: the one that is installed, or ours.
fn deny() -> Command {
    let mut command = run::cargo();
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Ok(path) = std::env::join_paths(std::env::split_paths(&path).chain([tools().join("bin")])) {
        command.env("PATH", path);
    }
    command.arg("deny");
    command
}

/// Hardly optimised: it is built longer than it runs.
fn build() -> Command {
    let mut command = run::cargo();
    command.args(["install", "--quiet", "--locked", "--debug", CARGO_DENY, "--root"]).arg(tools());
    command.env("CARGO_TARGET_DIR", tools().join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

fn tools() -> PathBuf {
    run::root().join("target/tools")
}

/// Whether cargo-deny has a database of advisories where it keeps them.
fn fetched_earlier() -> bool {
    let home = std::env::home_dir().map(|home| home.join(".cargo"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home).unwrap_or_default();
    let inside = home.join("advisory-dbs").read_dir();
    inside.is_ok_and(|inside| inside.flatten().any(|database| database.path().join(".git").exists()))
}

fn last_line(why: &anyhow::Error) -> String {
    why.to_string().trim_end().lines().last().unwrap_or_default().trim().to_owned()
}
