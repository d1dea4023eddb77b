//! What tests check the program against: published numbers, which are part of the repository, and other people's data,
//! which are not.
//!
//! **In**: a name. **Out**: a path or a text. A check whose data are not here is not passed but *skipped*: it is printed,
//! and counted at the end of `cargo xtask test`. It fails where the data are expected: wherever their folder is, in
//! continuous integration (`CI=true`), or when `REJUDGE_DATA` names a folder. `REJUDGE_DATA=none` says that there are none.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of data, from the root of the repository.
const BESIDE: &str = "../shared";

/// Whether data that are not there are an error.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Data {
    /// They are to be in this folder.
    In(PathBuf),
    /// They are not here, and nobody said that they would be.
    Absent,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the environment says: the values of `REJUDGE_DATA` and `CI`, and whether the folder beside the repository is
/// there.
fn data(named: Option<&str>, integration: Option<&str>, beside: PathBuf) -> Data {
    match (named, integration) {
        (Some("none"), _) => Data::Absent,
        (Some(folder), _) => Data::In(root().join(folder)),
        (None, Some("true")) => Data::In(beside),
        (None, _) if beside.is_dir() => Data::In(beside),
        (None, _) => Data::Absent,
    }
}

/// What a page of a report calls its numbers: `wins, losses[fluency, a]; n` are three ids, `sd[fluency, …]` is the beginning
/// of some.
#[must_use]
pub fn ids_on(page: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for tag in page.split('<').filter(|tag| ["tr ", "tbody ", "data "].iter().any(|name| tag.starts_with(name))) {
        let Some((_, title)) = tag.split_once("title=\"") else { continue };
        let title = title.split('"').next().unwrap_or_default();
        for group in title.split("; ") {
            let group = group.replace("&#38;", "&").replace("&#60;", "<").replace("&#39;", "'").replace("&#34;", "\"");
            let (names, labels) = group.find('[').map_or((group.as_str(), ""), |at| group.split_at(at));
            ids.extend(names.split(", ").map(|name| format!("{name}{labels}")));
        }
    }
    ids
}

/// Whether an id on a page, or the beginning of one, is among those known.
pub fn is_known<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
    // A difference may be shown the other way round.
    let id = id.trim_start_matches('−');
    match id.strip_suffix("…]") {
        Some(beginning) => known.into_iter().any(|known| known.starts_with(beginning)),
        None => known.into_iter().any(|known| known == id),
    }
}

/// The path of a file or folder of data that are not part of the repository; `None` where there are none, and then the
/// test has been counted as skipped.
///
/// # Panics
/// When data are expected and this is not among them.
#[must_use]
pub fn find_outside(path: &str) -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).and_then(|value| value.into_string().ok());
    let (named, integration) = (variable("REJUDGE_DATA"), variable("CI"));
    match data(named.as_deref(), integration.as_deref(), root().join(BESIDE)) {
        Data::In(folder) => {
            let found = folder.join(path);
            assert!(
                found.exists(),
                "{} is not there, so this was not checked; REJUDGE_DATA=none says that there are no such data",
                found.display()
            );
            Some(found)
        }
        Data::Absent => {
            let test = std::thread::current().name().unwrap_or("a check").to_owned();
            skip(variable("REJUDGE_SKIPPED").map(PathBuf::from), &test, path);
            None
        }
    }
}

/// Says that a test was skipped, and notes it where `cargo xtask test` counts.
#[expect(clippy::print_stderr, reason = "a check that was not made must be seen")]
fn skip(list: Option<PathBuf>, test: &str, path: &str) {
    eprintln!("skipped: {test}, because {path} is not here");
    let Some(list) = list else { return };
    let line = format!("{test}\t{path}\n");
    let file = std::fs::File::options().create(true).append(true).open(&list);
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        panic!("{} cannot be written, so that skipped checks would not be counted: {error}", list.display());
    }
}

/// The numbers printed in the paper about one of the worked studies, and what they are when computed again
/// (`reference/published/NAME.toml`).
///
/// # Panics
/// When there is no such file.
#[must_use]
pub fn read_published_numbers(name: &str) -> String {
    let path = root().join("reference/published").join(format!("{name}.toml"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Data, data, root, skip};

    #[test]
    fn data_are_expected_where_they_are_or_are_said_to_be() {
        let (here, nowhere) = (root(), root().join("no such folder"));
        assert_eq!(data(None, None, nowhere.clone()), Data::Absent);
        assert_eq!(data(None, None, here.clone()), Data::In(here.clone()));
        assert_eq!(data(None, Some("true"), nowhere.clone()), Data::In(nowhere));
        assert_eq!(data(Some("none"), Some("true"), here), Data::Absent);
        assert_eq!(data(Some("../elsewhere"), None, root()), Data::In(root().join("../elsewhere")));
    }

    #[test]
    fn what_is_skipped_is_written_down() {
        let list = std::env::temp_dir().join(format!("skipped-{}", std::process::id()));
        skip(Some(list.clone()), "one", "a.csv");
        skip(Some(list.clone()), "two", "b.csv");
        let written = std::fs::read_to_string(&list).unwrap();
        std::fs::remove_file(list).unwrap();
        assert_eq!(written, "one\ta.csv\ntwo\tb.csv\n");
    }
}
