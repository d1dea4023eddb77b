//! Links in documents: every relative link leads to a file, every anchor to a heading, and the book's summary has every page.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

const SUMMARY: &str = "docs/SUMMARY.md";

/// What readers copy to follow a tutorial: texts of studies, not pages.
const DATA: &str = "docs/tutorials/data/";

pub(super) fn findings(files: &[File], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let pages: BTreeMap<&str, &File> = files
        .iter()
        .filter(|file| file.path.ends_with(".md") && !file.path.contains("/tests/"))
        .map(|file| (file.path.as_str(), file))
        .collect();
    let mut findings = Vec::new();
    let mut in_summary = BTreeSet::new();
    for file in pages.values() {
        for (line, link) in links(&file.text) {
            let place = format!("{}:{line}", file.path);
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.path.clone() } else { resolve(&file.path, path) };
            if file.path == SUMMARY {
                in_summary.insert(target.clone());
            }
            match pages.get(target.as_str()) {
                None if !exists(&target) => findings.push(format!("{place}: the link `{link}` leads to no file")),
                Some(page) if !anchor.is_empty() && !anchors(&page.text).contains(anchor) => {
                    findings.push(format!("{place}: the link `{link}` leads to no heading of {target}"));
                }
                _ => {}
            }
        }
    }
    let of_the_book = |path: &str| path.starts_with("docs/") && !path.starts_with(DATA) && path != SUMMARY;
    for path in pages.keys().filter(|path| of_the_book(path)) {
        if !in_summary.contains(*path) {
            findings.push(format!("{path}: stands in no line of {SUMMARY}"));
        }
    }
    findings
}

/// The relative links of a page with the numbers of their lines, outside code.
pub(crate) fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in outside_code(text) {
        for mark in ["](", "src=\"", "srcset=\"", "href=\""] {
            let close = if mark == "](" { ')' } else { '"' };
            for (at, _) in line.match_indices(mark) {
                // A link that is shown as code is none.
                let in_code = line[..at].matches('`').count() % 2 == 1;
                let rest = &line[at + mark.len()..];
                let Some(end) = rest.find(close).filter(|_| !in_code) else { continue };
                let link = &rest[..end];
                let elsewhere = link.contains("://") || link.starts_with("mailto:") || link.is_empty();
                if !elsewhere {
                    found.push((number, link));
                }
            }
        }
    }
    found
}

fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((index + 1, line))
    })
}

/// The path that a link means, from the root of the repository.
pub(crate) fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The anchors that headings get: small letters, digits, `-` and `_`; blanks become `-`, and a repeated one is numbered.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (_, line) in outside_code(text).filter(|(_, line)| line.starts_with('#')) {
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let anchor: String =
            heading.chars().filter(kept).map(|letter| if letter == ' ' { '-' } else { letter }).collect();
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let new = std::iter::once(anchor.clone()).chain(numbered).find(|anchor| !all.contains(anchor));
        all.extend(new);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{anchors, findings, links, resolve};
    use crate::tidy::File;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn what_leads_nowhere_and_what_nobody_lists_is_found() {
        let files = [
            file("docs/SUMMARY.md", "- [A](a.md)\n"),
            file(
                "docs/a.md",
                "# A `b` c!\n[up](../README.md) [self](#a-b-c) [no](gone.md)\n```\n[code](gone.md)\n```\n`[shown](gone.md)`\n",
            ),
            file("docs/b/c.md", "[there](../a.md#a-b-c) [not there](../a.md#d) ![picture](p.png)\n"),
            file("README.md", "<img src=\"docs/pictures/p.png\"> [elsewhere](https://example.org)\n"),
        ];
        let found = findings(&files, |path| path == "docs/pictures/p.png");
        assert_eq!(
            found,
            [
                "docs/a.md:2: the link `gone.md` leads to no file",
                "docs/b/c.md:1: the link `../a.md#d` leads to no heading of docs/a.md",
                "docs/b/c.md:1: the link `p.png` leads to no file",
                "docs/b/c.md: stands in no line of docs/SUMMARY.md",
            ]
        );
    }

    #[test]
    fn anchors_and_paths_are_those_of_a_browser() {
        let all: Vec<String> = anchors("## CV*: what?\n## CV*: what?\n").into_iter().collect();
        assert_eq!(all, ["cv-what", "cv-what-1"]);
        assert_eq!(resolve("docs/methods/a.md", "../../bench/README.md"), "bench/README.md");
        assert_eq!(links("a [b](c.md#d) e"), [(1, "c.md#d")]);
    }
}
