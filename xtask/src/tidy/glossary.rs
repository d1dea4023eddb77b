//! Words that the glossary says are not used, in code, comments, documentation, templates and English texts.

use anyhow::{Context as _, bail};

use super::File;

/// The page with the table.
const PAGE: &str = "docs/glossary.md";

/// What is read for words. Data, other languages and the page itself are not.
const ENDINGS: &[&str] = &[".rs", ".md", ".html", ".ftl", ".toml", ".js", ".css", ".sql"];

/// A row of the table.
struct Rule {
    /// Each as its parts in lower case: `["two", "words"]`.
    words: Vec<Vec<String>>,
    instead: String,
    /// The beginnings of paths where the words are right.
    except: Vec<String>,
}

pub(super) fn findings(files: &[File]) -> anyhow::Result<Vec<String>> {
    let page = files.iter().find(|file| file.path == PAGE).with_context(|| format!("{PAGE} is not there"))?;
    let rules = rules(&page.text)?;
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_read(&file.path)) {
        let rules: Vec<&Rule> =
            rules.iter().filter(|rule| !rule.except.iter().any(|path| file.path.starts_with(path))).collect();
        for (index, line) in file.text.lines().enumerate() {
            let parts = parts(line);
            for rule in &rules {
                for word in rule.words.iter().filter(|word| parts.windows(word.len()).any(|found| found == *word)) {
                    let (word, instead) = (word.join(" "), &rule.instead);
                    findings.push(format!(
                        "{}:{}: `{word}` is not used; say: {instead} ({PAGE})",
                        file.path,
                        index + 1
                    ));
                }
            }
        }
    }
    Ok(findings)
}

fn is_read(path: &str) -> bool {
    let other_language = path.contains("/locales/") && !path.contains("/locales/en/");
    path != PAGE && !other_language && ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// The rows of the last table of the page.
fn rules(page: &str) -> anyhow::Result<Vec<Rule>> {
    let (_, table) = page.split_once("\n## Not used\n").with_context(|| format!("{PAGE} has no table \"Not used\""))?;
    let mut rules = Vec::new();
    for line in table.lines().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[words, instead, except] = cells.as_slice() else {
            bail!("{PAGE}: a row of three cells is needed: {line}")
        };
        let list = |cell: &str| -> Vec<String> {
            cell.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        let words = list(words).iter().map(|word| parts(word)).collect();
        rules.push(Rule { words, instead: instead.to_owned(), except: list(except) });
    }
    if rules.is_empty() { bail!("{PAGE} forbids no word") } else { Ok(rules) }
}

/// The words of a line in lower case; `SameThing`, `same_thing` and `--same-thing` are two words.
fn parts(line: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in line.chars() {
        let starts = !before.is_alphabetic() || (letter.is_uppercase() && !before.is_uppercase());
        if letter.is_alphabetic() {
            if starts {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                part.extend(letter.to_lowercase());
            }
        }
        before = letter;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{PAGE, findings, parts};
    use crate::tidy::File;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn words_are_found_in_identifiers_options_and_prose() {
        assert_eq!(
            parts("let aNiceName = a_nice--name(AnHTMLPage);").join(" "),
            "let a nice name a nice name an htmlpage"
        );
        let table = "\n## Not used\n\n| not used | say instead | except in |\n|---|---|---|\n| old word, outdated | new | a/b |\n";
        let page = file(PAGE, table);
        let files = [
            page,
            file("a/c.rs", "fn f() {}\nstruct OldWord;\n// golden wording\n"),
            file("a/b/c.rs", "old_word"),
            file("a/c.md", "An Outdated page with --old-word."),
            file("a/locales/de/p.ftl", "outdated"),
        ];
        let found = findings(&files).unwrap();
        let places: Vec<&str> = found.iter().filter_map(|found| found.split(": ").next()).collect();
        assert_eq!(places, ["a/c.rs:2", "a/c.md:1", "a/c.md:1"]);
    }
}
