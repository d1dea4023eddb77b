//! Running other programs from the root of the repository.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, bail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    program(option_env!("CARGO").unwrap_or("cargo"))
}

/// A program started in the root of the repository.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Runs it with our own input and output, and fails when it fails.
pub(crate) fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("`{name}` could not be started"))?;
    if !status.success() {
        bail!("`{name}` ended with {status}");
    }
    Ok(())
}

/// Runs it and gives what it printed.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("`{name}` could not be started"))?;
    if !output.status.success() {
        bail!("`{name}` ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
