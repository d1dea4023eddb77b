//! The binary tried where there is next to nothing: an empty root, and a root with libc alone.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::run;

/// Runs the demonstration in a root with nothing but the binary and `/tmp`.
pub(super) fn try_alone(binary: &Path, root: &Path) -> anyhow::Result<()> {
    let needs = needed_libraries(binary)?;
    if !needs.is_empty() {
        bail!("the binary is not static: it needs {}", names(&needs));
    }
    try_in(binary, root, &[])
}

/// The same with a binary that is linked as usual, in a root with the libraries of libc beside it.
pub(super) fn try_with_libc(binary: &Path, root: &Path) -> anyhow::Result<()> {
    let needs = needed_libraries(binary)?;
    // libc itself, and the unwinder that comes with the compiler.
    let own = ["libc.so", "libm.so", "libgcc_s.so", "ld-linux", "libdl.so", "libpthread.so", "librt.so"];
    let others: Vec<PathBuf> =
        needs.iter().filter(|path| !own.iter().any(|own| path.to_string_lossy().contains(own))).cloned().collect();
    if !others.is_empty() {
        bail!("the binary needs more than libc: {}", names(&others));
    }
    try_in(binary, root, &needs)
}

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The libraries that the loader would look for.
fn needed_libraries(binary: &Path) -> anyhow::Result<Vec<PathBuf>> {
    // `ldd` fails on a static binary, and says so.
    let listed = run::program("ldd").arg(binary).output().context("`ldd` could not be started")?;
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    Ok(text.split_whitespace().filter(|word| word.starts_with('/')).map(PathBuf::from).collect())
}

fn try_in(binary: &Path, root: &Path, libraries: &[PathBuf]) -> anyhow::Result<()> {
    std::fs::create_dir_all(root.join("tmp"))?;
    std::fs::copy(binary, root.join("rejudge")).context("the binary could not be copied")?;
    for library in libraries {
        let place = root.join(library.strip_prefix("/")?);
        std::fs::create_dir_all(place.parent().context("a library without a folder")?)?;
        std::fs::copy(library, place).with_context(|| format!("{} could not be copied", library.display()))?;
    }
    // `unshare` where we are not allowed to change the root ourselves.
    let alone = run::output(run::program("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if alone { run::program("chroot") } else { run::program("unshare") };
    if !alone {
        command.args(["--map-root-user", "chroot"]);
    }
    // Nothing of our own surroundings either, but where `chroot` is found.
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let tried = run::output(command.arg(root).args(["/rejudge", "demo", "--once"]));
    std::fs::remove_dir_all(root)?;
    tried?;
    println!("the demonstration ran in a root with {} libraries beside the binary", libraries.len());
    Ok(())
}
