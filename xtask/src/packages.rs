//! Debian packages that a chore needs: found, installed, or asked for by name.

use anyhow::bail;

use crate::run;

/// Makes sure that these Debian packages are there. Installs what is missing where that is
/// allowed; otherwise says exactly what is missing and fails. Nothing is skipped.
pub(crate) fn ensure(packages: &[&str]) -> anyhow::Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let words = missing.join(" ");
    if run::output(run::program("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
        println!("installing {words}");
        run::succeed(run::program("apt-get").args(["update", "-qq"]))?;
        return run::succeed(
            run::program("apt-get")
                .env("DEBIAN_FRONTEND", "noninteractive")
                .args(["install", "-y", "-qq", "--no-install-recommends"])
                .args(&missing),
        );
    }
    bail!("these Debian packages are missing: {words}\n  install them with: sudo apt-get install {words}")
}

/// Whether the package is installed, or a program of its name is there from elsewhere: npm often comes
/// with another vendor's Node, beside which Debian's cannot be installed.
fn is_installed(package: &str) -> bool {
    let packaged = run::output(run::program("dpkg-query").args(["-W", "-f=${Status}", package]))
        .is_ok_and(|status| status.contains("install ok installed"));
    packaged || run::output(run::program(package).arg("--version")).is_ok()
}
