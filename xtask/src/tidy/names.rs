//! Names that say nothing, and layouts that hide where to look.

use super::File;

/// Catch-all modules: things without a place of their own attract others.
const CATCH_ALLS: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "types", "manager"];

pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        let Some((folder, name)) = file.path.rsplit_once('/') else { continue };
        if name == "mod.rs" {
            findings.push(format!("{}: use `{folder}.rs` beside the folder instead of `mod.rs`", file.path));
        }
        let stem = name.split('.').next().unwrap_or(name);
        if name.ends_with(".rs") && CATCH_ALLS.contains(&stem) {
            findings.push(format!("{}: a catch-all module; name the concept it holds", file.path));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::findings;
    use crate::tidy::File;

    #[test]
    fn catch_all_modules_are_found() {
        let file = |path: &str| File { path: path.to_owned(), text: String::new() };
        assert_eq!(findings(&[file("crates/a/src/utils.rs"), file("crates/a/src/b/mod.rs")]).len(), 2);
        assert!(findings(&[file("crates/a/src/rounding.rs")]).is_empty());
    }
}
