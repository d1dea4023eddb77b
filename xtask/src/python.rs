//! The Python package: built, installed in an environment of its own, and tried there with pytest.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use crate::run;

/// What builds the package.
const MATURIN: &str = "maturin>=1.9,<2";

/// The feature of the Python package with which its crates are those that the tests have built.
pub(crate) const AS_IN_TESTS: &str = "python/as-in-tests";

/// What its tests compare it with, show it in, and hand tables over in.
const PACKAGES: &[&str] = &[
    MATURIN,
    "ipykernel",
    "krippendorff",
    "mypy",
    "nbclient",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pytest",
    "scipy",
    "statsmodels",
];

/// How the tests of the package went.
pub(crate) enum PythonTests {
    /// They were run; the last line says how many passed.
    Run { last_line: String, passed: bool },
    /// The packages that they need cannot be installed here, and nobody said that they could.
    Skipped,
}

pub(crate) fn run() -> anyhow::Result<()> {
    match test()? {
        PythonTests::Run { passed: true, .. } => Ok(()),
        PythonTests::Run { passed: false, .. } => bail!("the tests of the Python package failed"),
        PythonTests::Skipped => bail!("the tests of the Python package could not be run"),
    }
}

/// Builds the wheel as the tests of Rust are built, installs it and runs pytest.
#[expect(clippy::disallowed_methods, reason = "what is missing is a fault in continuous integration, as in `testdata`")]
pub(crate) fn test() -> anyhow::Result<PythonTests> {
    let python = match environment(PACKAGES) {
        Ok(python) => python,
        Err(fault) if std::env::var("CI").is_ok_and(|value| value == "true") => {
            return Err(fault.context("the Python package cannot be tried without its neighbours"));
        }
        Err(fault) => {
            println!("skipped: the tests of the Python package: {fault:#}");
            return Ok(PythonTests::Skipped);
        }
    };
    let as_built = ["--profile", "dev", "--features", AS_IN_TESTS];
    let wheel = wheel(&python, &as_built, &[], &run::root().join("target/wheels"))?;
    run::succeed(pip(&python).args(["--force-reinstall", "--no-deps"]).arg(&wheel))?;
    let mut pytest = run::program(&python.to_string_lossy())
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "crates/python/tests"])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdout(Stdio::piped())
        .spawn()
        .context("pytest could not be started")?;
    let mut last_line = String::new();
    for line in pytest.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines) {
        last_line = line.context("what pytest prints could not be read")?;
        println!("{last_line}");
    }
    let status = pytest.wait().context("pytest could not be waited for")?;
    std::io::stdout().flush()?;
    Ok(PythonTests::Run { last_line, passed: status.success() })
}

/// The interpreter of an environment with these packages, made when it is not there.
fn environment(packages: &[&str]) -> anyhow::Result<PathBuf> {
    let venv = run::root().canonicalize()?.join("target/python-venv");
    let python = venv.join("bin/python");
    if !python.is_file() {
        run::succeed(run::program("python3").args(["-m", "venv"]).arg(&venv))
            .context("an environment of Python could not be made; Debian has it in python3-venv")?;
    }
    run::succeed(pip(&python).args(packages)).context("packages of PyPI could not be installed")?;
    Ok(python)
}

fn pip(python: &Path) -> Command {
    let mut pip = run::program(&python.to_string_lossy());
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}

/// An interpreter that can build the package.
pub(crate) fn builder() -> anyhow::Result<PathBuf> {
    environment(&[MATURIN])
}

/// Builds the wheel, with these options and variables, into a folder that then holds no other, and says where it is.
pub(crate) fn wheel(
    python: &Path,
    options: &[&str],
    variables: &[(&str, &str)],
    folder: &Path,
) -> anyhow::Result<PathBuf> {
    remove(folder, ".whl")?;
    let mut maturin = run::program(&python.to_string_lossy());
    maturin.args(["-m", "maturin", "build", "--manifest-path", "crates/python/Cargo.toml"]).args(options);
    run::succeed(maturin.envs(variables.iter().copied()).arg("--out").arg(folder))?;
    single_file(folder, ".whl")
}

/// Packs the sources of the package and of all crates it is made of.
pub(crate) fn sdist(python: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    remove(folder, ".tar.gz")?;
    let pack = ["-m", "maturin", "sdist", "--manifest-path", "crates/python/Cargo.toml", "--out"];
    run::succeed(run::program(&python.to_string_lossy()).args(pack).arg(folder))?;
    single_file(folder, ".tar.gz")
}

fn ending(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let Ok(listed) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let paths = listed.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.to_string_lossy().ends_with(ending)).collect())
}

fn remove(folder: &Path, named: &str) -> anyhow::Result<()> {
    for path in ending(folder, named)? {
        std::fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(())
}

fn single_file(folder: &Path, named: &str) -> anyhow::Result<PathBuf> {
    match ending(folder, named)?.as_slice() {
        [one] => Ok(one.clone()),
        found => bail!("one file ending in {named} was expected in {}, found {}", folder.display(), found.len()),
    }
}
