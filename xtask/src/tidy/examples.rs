//! Examples in documents that would be run as tests, outside the one crate whose such tests are run.

use super::File;

/// `cargo xtask test` runs the examples in the documents of this crate.
const RUN: &str = "crates/stats/";

pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".rs") && !file.path.starts_with(RUN)) {
        let mut inside = false;
        for (index, line) in file.text.lines().enumerate() {
            let text = line.trim_start();
            let Some(text) = text.strip_prefix("///").or_else(|| text.strip_prefix("//!")) else { continue };
            let Some(language) = text.trim().strip_prefix("```") else { continue };
            inside = !inside;
            if inside && matches!(language, "" | "rust" | "no_run" | "should_panic") {
                findings.push(format!(
                    "{}:{}: an example that nobody runs; make it a test, or name it in the runs of xtask/src/test.rs",
                    file.path,
                    index + 1
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::findings;
    use crate::tidy::File;

    #[test]
    fn only_code_outside_the_crate_that_is_run_is_found() {
        let text = "/// ```text\n/// a\n/// ```\n///\n/// ```\n/// run();\n/// ```\nfn f() {}\n";
        let file = |path: &str| File { path: path.to_owned(), text: text.to_owned() };
        assert!(findings(&[file("crates/stats/src/a.rs"), file("docs/a.md")]).is_empty());
        let found = findings(&[file("crates/study/src/a.rs")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/study/src/a.rs:5: "), "{found:?}");
    }
}
