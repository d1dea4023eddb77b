//! `cargo xtask dist`: what is given to others, in `target/packages`.
//!
//! The wheel and the sources for Python, a tarball with one static binary, its man pages and completions, a bill of
//! materials, the licences of everything inside, and checksums of all. The binary is tried where there is nothing else.

mod bare;
mod materials;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use crate::{packages, python, run};

/// The target whose binaries need no libc, where its standard library is installed.
const MUSL: &str = "x86_64-unknown-linux-musl";

/// Random numbers are asked of the kernel, not looked up by name, which a static glibc cannot, nor read from a device.
const FLAGS: &[(&str, &str)] = &[("RUSTFLAGS", "--cfg getrandom_backend=\"linux_getrandom\"")];

const SHELLS: &[(&str, &str)] =
    &[("bash", "rejudge.bash"), ("zsh", "_rejudge"), ("fish", "rejudge.fish"), ("powershell", "rejudge.ps1")];

/// A binary, and how it was linked.
struct LinkedBinary {
    path: PathBuf,
    /// `x86_64-linux-musl` and so on, for names of files.
    platform: &'static str,
}

pub(crate) fn run(profile: &str) -> anyhow::Result<()> {
    packages::ensure(&["gcc", "python3-venv"])?;
    let out = packages_folder()?;
    match std::fs::remove_dir_all(&out) {
        Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => return Err(fault.into()),
        _ => std::fs::create_dir_all(&out)?,
    }
    let linked = static_binary(profile)?;
    bare::try_alone(&linked.path, &out.join("empty"))?;
    let inside = materials::gather()?;
    let version = env!("CARGO_PKG_VERSION");
    let bill = out.join(format!("rejudge-{version}.cdx.json"));
    std::fs::write(&bill, serde_json::to_string_pretty(&materials::bill(&inside, version))? + "\n")?;
    tarball(&linked, &out, &materials::licences(&inside)?)?;
    let python = python::builder()?;
    python::wheel(&python, &["--profile", profile], FLAGS, &out)?;
    python::sdist(&python, &out.join("sources"))?;
    bare::try_with_libc(&program_path(profile, None)?, &out.join("libc"))?;
    checksums(&out)
}

/// Not `target/dist`, where cargo builds the profile of that name.
fn packages_folder() -> anyhow::Result<PathBuf> {
    Ok(run::root().canonicalize()?.join("target/packages"))
}

/// Builds the binary without anything it would have to find on another machine.
fn static_binary(profile: &str) -> anyhow::Result<LinkedBinary> {
    let build = ["rustc", "--locked", "--profile", profile, "--package", "rejudge", "--bin", "rejudge"];
    let libraries = run::output(run::program("rustc").args(["--print", "target-libdir", "--target", MUSL]));
    if libraries.is_ok_and(|folder| Path::new(folder.trim()).is_dir()) {
        println!("static: for {MUSL}");
        run::succeed(cargo().args(build).args(["--target", MUSL]))?;
        run::succeed(cargo().args(build))?;
        return Ok(LinkedBinary { path: program_path(profile, Some(MUSL))?, platform: "x86_64-linux-musl" });
    }
    println!(
        "static: {MUSL} is not installed, so glibc is linked in; names of hosts are then looked up by the machine's own glibc"
    );
    // Only the last step differs from a usual build, so that everything before it is shared with the wheel.
    run::succeed(cargo().args(build).args(["--", "-C", "target-feature=+crt-static"]))?;
    let kept = packages_folder()?.join("rejudge");
    std::fs::copy(program_path(profile, None)?, &kept).context("the static binary could not be copied")?;
    run::succeed(cargo().args(build))?;
    Ok(LinkedBinary { path: kept, platform: "x86_64-linux-gnu" })
}

fn cargo() -> Command {
    let mut cargo = run::cargo();
    cargo.envs(FLAGS.iter().copied());
    cargo
}

/// Where cargo puts the program.
fn program_path(profile: &str, target: Option<&str>) -> anyhow::Result<PathBuf> {
    let metadata = run::output(run::cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str().context("cargo does not say where it builds")?;
    let profile = if profile == "dev" { "debug" } else { profile };
    Ok(Path::new(folder).join(target.unwrap_or_default()).join(profile).join("rejudge"))
}

/// The binary with its man pages, completions and licences, packed so that the same files give the same bytes.
fn tarball(linked: &LinkedBinary, out: &Path, licences: &str) -> anyhow::Result<()> {
    let name = format!("rejudge-{}-{}", env!("CARGO_PKG_VERSION"), linked.platform);
    let folder = out.join(&name);
    let binary = folder.join("bin/rejudge");
    for part in ["bin", "completions"] {
        std::fs::create_dir_all(folder.join(part))?;
    }
    std::fs::copy(&linked.path, &binary).context("the binary could not be copied")?;
    run::succeed(run::program("strip").arg(&binary))?;
    let program = || run::program(&binary.to_string_lossy());
    run::succeed(program().arg("man").arg(folder.join("share/man/man1")))?;
    for (shell, file) in SHELLS {
        std::fs::write(folder.join("completions").join(file), run::output(program().args(["completions", shell]))?)?;
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
        std::fs::copy(run::root().join(file), folder.join(file)).with_context(|| format!("{file} is not there"))?;
    }
    std::fs::write(folder.join("LICENSES-OF-OTHERS.txt"), licences)?;
    std::fs::copy(run::root().join("deploy/static.Dockerfile"), folder.join("Dockerfile"))
        .context("deploy/static.Dockerfile is not there")?;
    let commit_time = run::output(run::program("git").args(["log", "-1", "--format=@%ct"]))?;
    run::succeed(
        run::program("tar")
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .arg(format!("--mtime={}", commit_time.trim()))
            .arg("-C")
            .arg(out)
            .arg("-czf")
            .arg(out.join(format!("{name}.tar.gz")))
            .arg(&name),
    )
}

/// `SHA256SUMS`, as `sha256sum --check` reads it.
fn checksums(out: &Path) -> anyhow::Result<()> {
    let sources =
        std::fs::read_dir(out.join("sources"))?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    for path in sources {
        let name = path.file_name().context("a file without a name")?.to_owned();
        std::fs::rename(&path, out.join(name))?;
    }
    std::fs::remove_dir(out.join("sources"))?;
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && [".whl", ".tar.gz", ".json"].iter().any(|ending| name.ends_with(ending)) {
            names.push(name);
        }
    }
    names.sort();
    let sums = run::output(run::program("sha256sum").current_dir(out).args(&names))?;
    std::fs::write(out.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    Ok(())
}
