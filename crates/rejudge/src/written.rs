//! Files that commands write.

use std::path::Path;

use anyhow::Context as _;

/// Writes a file into a folder, making the folders on the way.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).with_context(|| format!("making `{}`", parent.display()))?;
    }
    std::fs::write(&path, bytes).with_context(|| format!("writing `{}`", path.display()))
}
