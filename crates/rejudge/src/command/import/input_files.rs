//! The files that were given, with what is in folders and archives.

use std::path::{Path, PathBuf};

use importer::Input;

use super::input;
use crate::outcome::BadInput;

/// One file.
pub(super) fn file(path: &Path) -> anyhow::Result<Input> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    input(path, name)
}

/// Files, what is in folders, what patterns name, and what is in archives, in the order of their names. Each is called by its path below
/// the folder that holds them all: the folders between may say which system or person a file is about.
pub(super) fn all(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            walk(path, &mut inside)?;
            inside.sort();
            found.extend(inside);
            folders.push(absolute_path(path));
        } else if path.is_file() {
            found.push(path.clone());
            folders.extend(absolute_path(path).parent().map(Path::to_owned));
        } else {
            let matching = matching(path)?;
            folders.extend(matching.iter().filter_map(|path| absolute_path(path).parent().map(Path::to_owned)));
            found.extend(matching);
        }
    }
    let above = common_folder(&folders);
    let mut inputs: Vec<Input> = Vec::new();
    for path in found {
        let (full, bare) = (absolute_path(&path), path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let below = full.strip_prefix(&above).map(|below| below.to_string_lossy().replace('\\', "/"));
        let mut name = below.unwrap_or(bare);
        // What still has one name, because it was given twice, is told apart by its number.
        if inputs.iter().any(|known| known.name == name) {
            name = format!("{}/{name}", inputs.len());
        }
        inputs.push(input(&path, name)?);
    }
    Ok(importer::unpack_archives(inputs).map_err(BadInput)?)
}

/// A path from the root on.
fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The folder that holds all of these.
fn common_folder(folders: &[PathBuf]) -> PathBuf {
    let Some((first, rest)) = folders.split_first() else { return PathBuf::new() };
    let common = rest.iter().fold(first.components().count(), |common, other| {
        first.components().zip(other.components()).take(common).take_while(|(one, other)| one == other).count()
    });
    first.components().take(common).collect()
}

/// The files in a folder and the folders in it, hidden ones and what this program writes aside.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with(['.', '~']) {
            continue;
        }
        if path.is_dir() {
            walk(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// The files that a pattern such as `forms/*.csv` names, where the shell has not replaced it.
fn matching(pattern: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let none = || BadInput(format!("there is no file or folder `{}`", pattern.display()));
    let name = pattern.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !name.contains(['*', '?']) {
        return Err(none().into());
    }
    let folder = pattern.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|_| none())? {
        let path = entry?.path();
        let is = path.file_name().is_some_and(|file| fits(&name, &file.to_string_lossy()));
        if is && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() { Err(none().into()) } else { Ok(found) }
}

/// Whether a name fits a pattern in which `*` is any letters and `?` one.
fn fits(pattern: &str, name: &str) -> bool {
    let mut rest = pattern.chars();
    match rest.next() {
        None => name.is_empty(),
        Some('*') => {
            let rest = rest.as_str();
            (0..=name.len()).filter(|at| name.is_char_boundary(*at)).any(|at| fits(rest, &name[at..]))
        }
        Some(letter) => {
            let mut letters = name.chars();
            letters.next().is_some_and(|found| letter == '?' || found == letter)
                && fits(rest.as_str(), letters.as_str())
        }
    }
}

/// A path as seen from a folder, where that can be said; else the whole path.
pub(super) fn relative(path: &Path, folder: &Path) -> String {
    let (path, folder) = (absolute_path(path), absolute_path(folder));
    let (ours, theirs): (Vec<_>, Vec<_>) = (folder.components().collect(), path.components().collect());
    let shared = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    if shared <= 1 {
        return path.to_string_lossy().into_owned();
    }
    let up = std::iter::repeat_n("..".to_owned(), ours.len() - shared);
    let down = theirs[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{common_folder, fits, relative};

    #[test]
    fn patterns_stand_for_names() {
        for (pattern, name, expected) in [
            ("*.csv", "a.csv", true),
            ("b?.csv", "b12.csv", false),
            ("b*(1-3).csv", "b1 (1-3).csv", true),
            ("*", "ä", true),
            ("a*", "b", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_are_named_below_the_folder_that_holds_them_all() {
        let of = |folders: &[&str]| common_folder(&folders.iter().map(|folder| (*folder).into()).collect::<Vec<_>>());
        assert_eq!(of(&["/a/b"]), Path::new("/a/b"));
        assert_eq!(of(&["/a/human-scores", "/a/system-outputs/en-de"]), Path::new("/a"));
        assert_eq!(of(&["/a/b", "/a/b"]), Path::new("/a/b"));
    }

    #[test]
    fn files_are_named_as_seen_from_the_folder() {
        assert_eq!(relative(Path::new("data/a.csv"), Path::new("out/study")), "../../data/a.csv");
        assert_eq!(relative(Path::new("out/a.csv"), Path::new("out")), "a.csv");
    }
}
