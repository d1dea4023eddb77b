//! The links of the book's pages, as a browser would follow them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;

/// What a page has: places that can be linked to, and links.
struct Page {
    ids: BTreeSet<String>,
    links: Vec<String>,
}

/// Links between files of this folder that lead to no file or to no place in it, with their page.
pub(super) fn broken_links(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    collect(folder, folder, &mut pages)?;
    let mut broken = Vec::new();
    for (path, page) in &pages {
        for link in &page.links {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let mut target = if file.is_empty() { path.clone() } else { join(path, file) };
            if folder.join(&target).is_dir() {
                target.push("index.html");
            }
            let found = match pages.get(&target) {
                Some(page) => place.is_empty() || page.ids.contains(place),
                None => folder.join(&target).is_file(),
            };
            if !found {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    Ok(broken)
}

fn collect(root: &Path, folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let html = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            pages.insert(path.strip_prefix(root)?.to_owned(), Page::read(&html));
        }
    }
    Ok(())
}

impl Page {
    fn read(html: &str) -> Page {
        let links = values(html, " href=\"").chain(values(html, " src=\""));
        // Elsewhere is not looked at: the book is checked without a network.
        let here = links.filter(|link| !link.contains(':') && !link.starts_with("//") && !link.is_empty());
        Page { ids: values(html, " id=\"").collect(), links: here.collect() }
    }
}

/// What stands between this beginning and the next quotation mark.
fn values<'a>(html: &'a str, before: &'a str) -> impl Iterator<Item = String> + 'a {
    html.split(before).skip(1).filter_map(|rest| rest.split('"').next()).map(|value| value.replace("&amp;", "&"))
}

/// The file that a link of this page means.
fn join(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().map(Path::to_owned).unwrap_or_default();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::RootDir => path = PathBuf::new(),
            Component::Normal(name) => path.push(name),
            Component::CurDir | Component::Prefix(_) => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::broken_links;

    #[test]
    fn a_link_leads_to_a_file_and_to_a_place_in_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("guides")).unwrap();
        let write = |name: &str, html: &str| std::fs::write(folder.path().join(name), html).unwrap();
        write(
            "index.html",
            r##"<a href="guides/a.html#how">a</a> <a href="#top">b</a> <a href="https://example.org/x">c</a>"##,
        );
        write("guides/a.html", r#"<h1 id="how">x</h1> <a href="../index.html">a</a> <img src="../gone.png">"#);
        assert_eq!(broken_links(folder.path()).unwrap(), ["guides/a.html: ../gone.png", "index.html: #top"]);
    }
}
