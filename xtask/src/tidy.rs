//! `cargo xtask tidy`: what the compiler does not check, checked.
//!
//! One file per concern. Each gives a list of findings with the place and the remedy; all are shown.

mod edges;
mod examples;
mod glossary;
pub(crate) mod links;
mod names;
mod origins;
mod sizes;
mod words;

use anyhow::bail;

use crate::run;

/// A file of the repository with its text.
pub(crate) struct File {
    /// Path from the root, with forward slashes.
    path: String,
    text: String,
}

pub(crate) fn run() -> anyhow::Result<()> {
    let findings = findings()?;
    for finding in &findings {
        eprintln!("tidy: {finding}");
    }
    if !findings.is_empty() {
        bail!("{} untidy places", findings.len());
    }
    println!("tidy: nothing found");
    Ok(())
}

fn findings() -> anyhow::Result<Vec<String>> {
    let files = files()?;
    let mut findings = edges::findings(&files)?;
    findings.extend(examples::findings(&files));
    findings.extend(sizes::findings(&files));
    findings.extend(names::findings(&files));
    findings.extend(origins::findings(&files));
    findings.extend(words::findings(&files));
    findings.extend(glossary::findings(&files)?);
    findings.extend(links::findings(&files, |path| run::root().join(path).exists()));
    Ok(findings)
}

/// The text files that git knows or would add.
fn files() -> anyhow::Result<Vec<File>> {
    let listed = run::output(run::program("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let mut files = Vec::new();
    for path in listed.lines() {
        if let Ok(text) = std::fs::read_to_string(run::root().join(path)) {
            files.push(File { path: path.to_owned(), text });
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        assert_eq!(super::findings().unwrap(), Vec::<String>::new());
    }
}
