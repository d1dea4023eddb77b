//! Stray words: markup in Rust, leftovers, paths of somebody's machine.

use super::File;

/// What must not stand where, and what to do instead. Written in two halves so that this file
/// does not find itself.
const STRAY: &[(&str, (&str, &str), &str)] = &[
    (".rs", ("<di", "v"), "markup belongs in templates"),
    (".rs", ("todo", "!("), "finish it or leave it out"),
    (".rs", ("#[ign", "ore"), "assert what happens today and say why it is wrong"),
    (".rs", ("#[all", "ow("), "use `#[expect(…, reason = \"…\")]`"),
    ("", ("/ro", "ot/"), "a path of somebody's machine"),
    ("", ("/ho", "me/"), "a path of somebody's machine"),
    ("", ("/wo", "rk/"), "a path of somebody's machine"),
];

pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path != "Cargo.lock") {
        for (ending, (left, right), remedy) in STRAY.iter().filter(|(ending, ..)| file.path.ends_with(ending)) {
            let word = format!("{left}{right}");
            for (index, _) in file.text.lines().enumerate().filter(|(_, line)| line.contains(&word)) {
                findings.push(format!("{}:{}: `{word}` ({ending} files): {remedy}", file.path, index + 1));
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
    fn a_leftover_is_found_with_its_line() {
        let text = format!("fn a() {{\n    {}{})\n}}\n", "todo", "!(");
        let found = findings(&[File { path: "a.rs".to_owned(), text }]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("a.rs:2: "), "{found:?}");
    }
}
