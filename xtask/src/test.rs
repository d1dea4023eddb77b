//! `cargo xtask test`: everything, from a fresh machine.

use crate::{packages, run, tidy};

/// Debian packages that the tests use beside the Rust toolchain.
const NEEDED: &[&str] = &["gcc"];

pub(crate) fn run() -> anyhow::Result<()> {
    packages::ensure(NEEDED)?;
    tidy::run()?;
    run::succeed(run::cargo().args(["test", "--workspace", "--quiet"]))
}
