//! `cargo xtask reference`: re-runs the scripts that wrote the reference tables.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::{packages, run};

/// R and the packages that the scripts in `reference/` call.
const R_PACKAGES: &[&str] = &[
    "r-base-core",
    "r-cran-afex",
    "r-cran-boot",
    "r-cran-bradleyterry2",
    "r-cran-car",
    "r-cran-coin",
    "r-cran-effectsize",
    "r-cran-emmeans",
    "r-cran-exactranktests",
    "r-cran-glmmtmb",
    "r-cran-jsonlite",
    "r-cran-lme4",
    "r-cran-lmertest",
    "r-cran-metafor",
    "r-cran-multcomp",
    "r-cran-ordinal",
    "r-cran-pbkrtest",
    "r-cran-psych",
    "r-cran-psychotools",
    "r-cran-pwr",
    "python3-venv",
];

/// PyPI packages that the scripts in `reference/` import.
const PYTHON_PACKAGES: &[&str] = &[
    "bagit",
    "cffconvert",
    "choix",
    "evalica",
    "krippendorff",
    "mlcroissant",
    "mpmath",
    "numpy",
    "pandas",
    "pingouin",
    "roc-validator",
    "rocrate",
    "scikit-learn",
    "scipy",
    "statsmodels",
    "trueskill",
];

pub(crate) fn run(family: &str) -> anyhow::Result<()> {
    packages::ensure(R_PACKAGES)?;
    let venv = run::root().join("target/reference-venv");
    if !venv.exists() {
        run::succeed(run::program("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let python = venv.join("bin/python");
    run::succeed(run::program(&python.to_string_lossy()).args(["-m", "pip", "install", "-q"]).args(PYTHON_PACKAGES))?;
    for script in scripts(family)? {
        println!("running {}", script.display());
        let interpreter = match script.extension().and_then(|ending| ending.to_str()) {
            Some("R") => "Rscript".to_owned(),
            _ => python.to_string_lossy().into_owned(),
        };
        run::succeed(run::program(&interpreter).arg(&script))?;
    }
    run::succeed(run::program("git").args(["diff", "--stat", "--", "reference"]))
}

/// The scripts of the families asked for, in order of their names.
fn scripts(family: &str) -> anyhow::Result<Vec<PathBuf>> {
    let listed = run::output(run::program("git").args(["ls-files", "reference/*.R", "reference/*.py"]))
        .context("listing the scripts in reference/")?;
    Ok(listed.lines().filter(|path| path.contains(family)).map(PathBuf::from).collect())
}
