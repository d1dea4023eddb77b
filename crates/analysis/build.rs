//! Tells the program what it was made from: the SHA-256 of every source that a number can depend on, and of the
//! versions of everything foreign. It stands in `results.json` beside the hashes of study and data.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The crates from study to results.
const CRATES: [&str; 9] = ["analysis", "dataset", "diag", "plan", "reproduction", "session", "stats", "study", "table"];

fn main() -> io::Result<()> {
    let mut hash = Sha256::new();
    let mut files = vec![PathBuf::from("../../Cargo.lock")];
    for name in CRATES {
        let folder = Path::new("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        gather(&folder, &mut files)?;
    }
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    files.sort();
    for file in &files {
        hash.update(file.to_string_lossy().replace('\\', "/"));
        hash.update([0]);
        hash.update(fs::read(file)?);
        hash.update([0]);
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=REJUDGE_SOURCES={digits}");
    Ok(())
}

/// All files below a folder.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for found in fs::read_dir(folder)? {
        let path = found?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
