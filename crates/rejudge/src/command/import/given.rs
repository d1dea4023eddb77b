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

/// Files, what is in folders, what patterns name, and what is in archives, in the order of their names.
pub(super) fn all(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, path, &mut found)?;
            found.sort();
            for (name, path) in found {
                inputs.push(input(&path, name)?);
            }
        } else if path.is_file() {
            inputs.push(file(path)?);
        } else {
            for path in matching(path)? {
                inputs.push(file(&path)?);
            }
        }
    }
    let names: Vec<String> = inputs.iter().map(|input| input.name.clone()).collect();
    for (index, input) in inputs.iter_mut().enumerate() {
        // Two files of one name in different folders are told apart by their number.
        if names[..index].contains(&input.name) {
            input.name = format!("{index}/{}", input.name);
        }
    }
    Ok(importer::unpacked(inputs).map_err(BadInput)?)
}

/// The files in a folder and the folders in it, hidden ones and what this program writes aside.
fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, PathBuf)>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with(['.', '~']) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, found)?;
        } else {
            let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push((shown, path));
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
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (path, folder) = (whole(path), whole(folder));
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

    use super::{fits, relative};

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
    fn files_are_named_as_seen_from_the_folder() {
        assert_eq!(relative(Path::new("data/a.csv"), Path::new("out/study")), "../../data/a.csv");
        assert_eq!(relative(Path::new("out/a.csv"), Path::new("out")), "a.csv");
    }
}
