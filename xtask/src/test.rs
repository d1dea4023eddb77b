//! `cargo xtask test`: everything, from a fresh machine.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use anyhow::{Context as _, bail};

use crate::python::{self, PythonTests};
use crate::{book, packages, run, tidy};

/// Debian packages that the tests use beside the Rust toolchain.
const NEEDED: &[&str] =
    &["gcc", "postgresql", "chromium", "chromium-driver", "npm", "pebble", "python3-venv", "texlive-latex-recommended"];

/// All tests but those in documents, of which only one crate has any: looking for them costs seconds a crate. Examples are
/// compiled by clippy, which need not link them. The Python package is tried in Python, below; it is named with the documents
/// for its feature, without which the crates below `stats` are built again.
const RUNS: [&[&str]; 2] = [
    &["--workspace", "--exclude", "python", "--lib", "--bins", "--tests"],
    &["--package", "stats", "--package", "python", "--features", python::AS_IN_TESTS, "--doc"],
];

pub(crate) fn run() -> anyhow::Result<()> {
    packages::ensure(NEEDED)?;
    accessibility_rules()?;
    tidy::run()?;
    book::run()?;
    let skipped = run::root().canonicalize()?.join("target/skipped.txt");
    std::fs::create_dir_all(run::root().join("target")).context("the folder `target` could not be made")?;
    std::fs::write(&skipped, "").with_context(|| format!("{} cannot be written", skipped.display()))?;
    let mut total = Counts::default();
    let mut failed = Vec::new();
    for tests in RUNS {
        failed.extend(count(tests, &skipped, &mut total)?.err());
    }
    let python_failed = add_python(&skipped, &mut total)?;
    // Cargo closes with the count of the last crate alone; this is the count of all.
    let absent = std::fs::read_to_string(&skipped).context("the list of skipped checks is gone")?;
    println!("{}", total.summary(&absent));
    if let Some(status) = failed.first() {
        bail!("the tests ended with {status}");
    }
    if python_failed {
        bail!("the tests of the Python package failed");
    }
    Ok(())
}

/// Runs the tests of the Python package, which are counted like the others, and says whether any failed.
fn add_python(skipped: &Path, total: &mut Counts) -> anyhow::Result<bool> {
    match python::test()? {
        PythonTests::Run { last_line, passed } => {
            total.add_words(&last_line);
            Ok(!passed)
        }
        PythonTests::Skipped => {
            // Like a test of Rust without its data: it has passed, and is taken from those that did.
            total.passed += 1;
            let mut list = std::fs::OpenOptions::new().append(true).open(skipped)?;
            writeln!(list, "the Python package\tthe packages of PyPI")?;
            Ok(false)
        }
    }
}

/// Runs some of the tests, shows what they print, and counts.
fn count(tests: &[&str], skipped: &Path, total: &mut Counts) -> anyhow::Result<Result<(), ExitStatus>> {
    let mut tests = run::cargo()
        .args(["test", "--quiet", "--no-fail-fast"])
        .args(tests)
        .env("REJUDGE_SKIPPED", skipped)
        .stdout(Stdio::piped())
        .spawn()
        .context("the tests could not be started")?;
    for line in tests.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines) {
        let line = line.context("what the tests print could not be read")?;
        println!("{line}");
        total.add(&line);
    }
    let status = tests.wait().context("the tests could not be waited for")?;
    Ok(if status.success() { Ok(()) } else { Err(status) })
}

/// The rules that participants' pages are held against in a browser. They belong to others and are
/// fetched, not kept.
fn accessibility_rules() -> anyhow::Result<()> {
    if run::root().join("target/npm/node_modules/axe-core/axe.min.js").is_file() {
        return Ok(());
    }
    let install = ["install", "--prefix", "target/npm", "--no-save", "--no-audit", "--silent", "axe-core@4"];
    run::succeed(run::program("npm").args(install)).context("the accessibility rules could not be installed")
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
}

impl Counts {
    /// The last line: a test that was skipped has passed for cargo, and for nobody else. `absent` has a line for
    /// each of their calls, the name of the test and what it missed (see `testdata`).
    fn summary(&self, absent: &str) -> String {
        let tests: BTreeSet<&str> = absent.lines().filter_map(|line| line.split('\t').next()).collect();
        let missing: BTreeSet<&str> = absent.lines().filter_map(|line| line.split('\t').nth(1)).collect();
        let Counts { passed, failed } = self;
        let skipped = tests.len();
        if skipped == 0 {
            return format!("{passed} passed, {failed} failed, none skipped");
        }
        let missing = missing.into_iter().collect::<Vec<_>>().join(", ");
        format!(
            "{} passed, {failed} failed, {skipped} skipped because these data are not here: {missing}",
            passed.saturating_sub(skipped)
        )
    }

    /// Adds a line such as `test result: ok. 12 passed; 0 failed; 0 ignored; …`.
    fn add(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.add_words(result);
        }
    }

    /// Adds words such as `12 passed, 1 failed in 3.21s`.
    fn add_words(&mut self, words: &str) {
        let words: Vec<&str> = words.split([' ', ';', '.', ',']).filter(|word| !word.is_empty()).collect();
        for two in words.windows(2) {
            let count: usize = two[0].parse().unwrap_or(0);
            match two[1] {
                "passed" => self.passed += count,
                "failed" | "error" | "errors" => self.failed += count,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn the_counts_of_all_crates_are_added_up() {
        let mut total = Counts::default();
        total.add("test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s");
        total.add("running 3 tests");
        total.add("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out");
        assert_eq!(total, Counts { passed: 13, failed: 2 });
        total.add_words("1 failed, 30 passed, 1 error in 12.31s");
        assert_eq!(total, Counts { passed: 43, failed: 4 });
    }

    #[test]
    fn a_test_without_its_data_did_not_pass() {
        let total = Counts { passed: 10, failed: 0 };
        assert_eq!(total.summary(""), "10 passed, 0 failed, none skipped");
        let absent = "one\tdata/a.csv\none\tdata/b.csv\ntwo\tdata/a.csv\n";
        let said = "8 passed, 0 failed, 2 skipped because these data are not here: data/a.csv, data/b.csv";
        assert_eq!(total.summary(absent), said);
    }
}
