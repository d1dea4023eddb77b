//! How long a file may be: 700 lines, tests not counted, a `lib.rs` 120, a template 160, a script 300.

use super::File;

/// Files that may be larger, with the reason.
const LISTED: &[(&str, &str)] = &[];

pub(super) fn findings(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter_map(|file| {
            let most = most_lines(&file.path)?;
            let lines = file.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
            let listed = LISTED.iter().any(|(path, _)| *path == file.path);
            (lines > most && !listed)
                .then(|| format!("{} has {lines} lines, the limit is {most}; split it by what grows", file.path))
        })
        .collect()
}

fn most_lines(path: &str) -> Option<usize> {
    if path.contains("/tests/") {
        return None;
    }
    if path.ends_with("/lib.rs") {
        return Some(120);
    }
    match path.rsplit_once('.')?.1 {
        "rs" => Some(700),
        "html" => Some(160),
        "js" => Some(300),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::findings;
    use crate::tidy::File;

    #[test]
    fn tests_do_not_count_but_code_does() {
        let file = |code: usize, tests: usize| File {
            path: "crates/x/src/y.rs".to_owned(),
            text: "a\n".repeat(code) + "#[cfg(test)]\n" + &"b\n".repeat(tests),
        };
        assert_eq!(findings(&[file(700, 900)]).len(), 0);
        assert_eq!(findings(&[file(701, 0)]).len(), 1);
    }
}
