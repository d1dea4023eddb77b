//! `cargo xtask book`: the documentation as a book of web pages, in `target/book/html`.
//!
//! mdBook reads one folder. Pages outside `docs/` that the summary lists come into it as `project/…`; a link to any other
//! file of the repository becomes plain text. Links of the sources are checked by `tidy`, those of the pages here. mdBook takes
//! a minute of a processor to compile, and is compiled once: it is a tool of this step alone and no dependency.

mod pages;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::run;
use crate::tidy::links::{links, resolve};

const VERSION: &str = "0.5.4";
const SUMMARY: &str = "docs/SUMMARY.md";

pub(crate) fn run() -> anyhow::Result<()> {
    let tools = run::root().join("target/tools");
    let mdbook = tools.join("bin/mdbook");
    if !mdbook.is_file() {
        let version = format!("mdbook@{VERSION}");
        let install = ["install", "--debug", "--locked", "--no-default-features", "--root", "target/tools", &version];
        run::succeed(run::cargo().args(install).arg("--quiet").env("CARGO_PROFILE_DEV_DEBUG", "0"))
            .context("mdBook could not be installed")?;
    }
    let source = run::root().join("target/book/src");
    if source.is_dir() {
        std::fs::remove_dir_all(&source).context("the last source of the book could not be removed")?;
    }
    stage(&source)?;
    std::fs::copy(run::root().join("docs/book.toml"), run::root().join("target/book/book.toml"))?;
    run::succeed(run::program(&mdbook.canonicalize()?.to_string_lossy()).args(["build", "target/book"]))?;
    let broken = pages::broken_links(&run::root().join("target/book/html"))?;
    if !broken.is_empty() {
        bail!("links of the book lead nowhere:\n{}", broken.join("\n"));
    }
    println!("the book is in target/book/html/index.html");
    Ok(())
}

/// Copies everything the book is made of, with links as they have to be there.
fn stage(source: &Path) -> anyhow::Result<()> {
    let summary = std::fs::read_to_string(run::root().join(SUMMARY))?;
    let listed =
        run::output(run::program("git").args(["ls-files", "--cached", "--others", "--exclude-standard", "docs"]))?;
    let in_docs = listed.lines().map(str::to_owned);
    let from_summary = links(&summary).into_iter().map(|(_, link)| resolve(SUMMARY, link));
    let held: BTreeSet<String> = in_docs.chain(from_summary).collect();
    for path in held.iter().filter(|path| *path != "docs/book.toml") {
        let target = source.join(staged_path(path));
        let from = run::root().join(path);
        std::fs::create_dir_all(target.parent().unwrap_or(source))?;
        if path.ends_with(".md") {
            let text = std::fs::read_to_string(&from).with_context(|| format!("{path} cannot be read"))?;
            std::fs::write(&target, with_links(path, &text, &held))?;
        } else if from.is_file() {
            std::fs::copy(&from, &target).with_context(|| format!("{path} cannot be copied"))?;
        } else {
            bail!("{path} is no file");
        }
    }
    Ok(())
}

/// Where a file of the repository stands in the book's source.
fn staged_path(path: &str) -> String {
    path.strip_prefix("docs/").map_or_else(|| format!("project/{path}"), str::to_owned)
}

/// A page with its links as they have to be in the book.
fn with_links(page: &str, text: &str, held: &BTreeSet<String>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (number, link) in links(text) {
        let Some(line) = lines.get_mut(number - 1) else { continue };
        let (path, anchor) = link.split_once('#').map_or((link, String::new()), |(path, it)| (path, format!("#{it}")));
        if path.is_empty() {
            continue;
        }
        let target = resolve(page, path);
        if held.contains(&target) {
            let there = format!("{}{anchor}", relative(&staged_path(page), &as_linked(page, &staged_path(&target))));
            for (open, close) in [("](", ")"), ("\"", "\"")] {
                *line = line.replace(&format!("{open}{link}{close}"), &format!("{open}{there}{close}"));
            }
        } else if let Some((before, after)) = line.clone().split_once(&format!("]({link})"))
            && let Some((before, words)) = before.rsplit_once('[')
        {
            *line = format!("{before}{words}{after}");
        }
    }
    lines.join("\n") + "\n"
}

/// A page as others link to it: mdBook writes a `README.md` as `index.html`, and knows that in the summary alone.
fn as_linked(page: &str, target: &str) -> String {
    match target.strip_suffix("README.md") {
        Some(folder) if page != SUMMARY => format!("{folder}index.md"),
        _ => target.to_owned(),
    }
}

/// The way from one page to another.
fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count().min(from.len() - 1);
    let up = vec![".."; from.len() - 1 - shared];
    up.into_iter().chain(to.get(shared..).unwrap_or_default().iter().copied()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{relative, with_links};

    #[test]
    fn links_lead_to_the_same_page_in_the_book_or_become_words() {
        let held = ["docs/a.md", "docs/b/c.md", "bench/README.md"].map(str::to_owned).into();
        let text = "[a](../a.md#x), [b](../../bench/README.md), [code](../../src/lib.rs), [web](https://example.org)\n";
        assert_eq!(
            with_links("docs/b/c.md", text, &held),
            "[a](../a.md#x), [b](../project/bench/index.md), code, [web](https://example.org)\n"
        );
        assert_eq!(with_links("bench/README.md", "[c](../docs/b/c.md)\n", &held), "[c](../../b/c.md)\n");
        assert_eq!(with_links("docs/SUMMARY.md", "[b](../bench/README.md)\n", &held), "[b](project/bench/README.md)\n");
        assert_eq!(relative("a.md", "b.md"), "b.md");
    }
}
