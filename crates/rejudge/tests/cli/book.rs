//! The book is followed to the letter.
//!
//! Commands in blocks marked `console` are run, page by page, in a folder of the page's own; what is shown below a command is
//! what it prints, where a line `…` stands for any number of lines and `[…]` for anything in a line. The folder begins with
//! the files of `docs/tutorials/data/PAGE`, and `studies` and `docs` as in a clone; a block of TOML whose first line is `# NAME.toml`
//! is written there when its turn comes. Commands in blocks marked `sh`, or not at all, name what readers have and we have
//! not: they are only read, by asking for their help. `UPDATE_EXPECT=1` puts what was printed into the pages; shorten it again
//! by hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page of the book that was written by hand, and the README.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None if path.is_dir() && !path.ends_with("docs/reference") => folders.push(path),
                Some(extension) if extension == "md" => pages.push(path),
                _ => {}
            }
        }
    }
    pages.sort();
    pages
}

/// A block of code: its language, the number of its first line, and its lines.
struct Block {
    language: String,
    first: usize,
    lines: Vec<String>,
}

impl Block {
    /// The file that a reader makes of it.
    fn file(&self) -> Option<&str> {
        let name = self.lines.first()?.strip_prefix("# ")?;
        (self.language == "toml" && name.ends_with(".toml") && !name.contains(' ')).then_some(name)
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if open => open = false,
            Some(language) => {
                open = true;
                blocks.push(Block { language: language.to_owned(), first: number + 1, lines: Vec::new() });
            }
            None if open => blocks.last_mut().unwrap().lines.push(line.to_owned()),
            None => {}
        }
    }
    blocks
}

/// Runs a line as a reader would; what it printed and how it ended.
fn run(line: &str, folder: &Path) -> (String, i32) {
    let program = assert_cmd::cargo::cargo_bin("rejudge");
    let output = Command::new("sh")
        .args(["-c", &format!("PATH={}:$PATH; exec 2>&1; {line}", program.parent().unwrap().display())])
        .current_dir(folder)
        .envs([("COLUMNS", "100"), ("NO_COLOR", "1"), ("LC_ALL", "C.UTF-8")])
        .output()
        .unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// Whether printed lines are those that a page shows.
fn is_shown(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], []) => true,
        (["…"], _) => true,
        (["…", rest @ ..], _) => (0..=printed.len()).any(|from| is_shown(rest, &printed[from..])),
        ([first, shown @ ..], [line, printed @ ..]) => is_line(first, line) && is_shown(shown, printed),
        _ => false,
    }
}

fn is_line(shown: &str, printed: &str) -> bool {
    match shown.split_once("[…]") {
        None => shown.trim_end() == printed.trim_end(),
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| is_line(after, &rest[at..]))
        }),
    }
}

/// Follows a page; what went otherwise than it says, and the page as it would be right.
fn follow(page: &Path) -> (Vec<String>, String) {
    let text = std::fs::read_to_string(page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = root().join("docs/tutorials/data").join(page.file_stem().unwrap());
    if data.is_dir() {
        let copied = Command::new("cp").arg("-r").arg(data.join(".")).arg(folder.path()).status().unwrap();
        assert!(copied.success());
    }
    for name in ["studies", "docs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    // From the last to the first the numbers of lines would stay; commands go from the first to the last.
    let mut moved = 0isize;
    for block in blocks(&text) {
        if let Some(name) = block.file() {
            std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
            std::fs::write(folder.path().join(name), block.lines.join("\n") + "\n").unwrap();
        }
        if block.language != "console" {
            continue;
        }
        let mut at = 0;
        while at < block.lines.len() {
            let Some(command) = block.lines[at].strip_prefix("$ ") else {
                wrong.push(format!("{}:{}: no command stands above this", page.display(), block.first + at + 1));
                break;
            };
            let end = (at + 1..block.lines.len())
                .find(|line| block.lines[*line].starts_with("$ "))
                .unwrap_or(block.lines.len());
            let shown: Vec<&str> = block.lines[at + 1..end].iter().map(String::as_str).collect();
            let (command, code) = match command.split_once("  # exit code ") {
                Some((command, code)) => (command, code.trim().parse().unwrap()),
                None => (command, 0),
            };
            let (printed, ended) = run(command, folder.path());
            let printed: Vec<&str> = printed.lines().collect();
            if ended != code || !(shown.is_empty() || is_shown(&shown, &printed)) {
                let place = format!("{}:{}", page.display(), block.first + at + 1);
                wrong.push(format!("{place}: `{command}` ended with {ended} and printed\n{}", printed.join("\n")));
                let from = (block.first + at + 1).checked_add_signed(moved).unwrap();
                lines.splice(from..from + shown.len(), printed.iter().map(|line| line.trim_end().to_owned()));
                moved += isize::try_from(printed.len()).unwrap() - isize::try_from(shown.len()).unwrap();
            }
            at = end;
        }
    }
    (wrong, lines.join("\n") + "\n")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

#[test]
fn every_command_of_the_book_does_what_the_page_says() {
    let pages: Vec<PathBuf> =
        pages().into_iter().filter(|page| std::fs::read_to_string(page).unwrap().contains("```console")).collect();
    let update = updating();
    let followed = std::thread::scope(|scope| {
        let running: Vec<_> = pages.iter().map(|page| (page, scope.spawn(|| follow(page)))).collect();
        running.into_iter().map(|(page, it)| (page, it.join().unwrap())).collect::<Vec<_>>()
    });
    let mut all = Vec::new();
    for (page, (wrong, right)) in followed {
        if update && !wrong.is_empty() {
            std::fs::write(page, right).unwrap();
        }
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{}", all.join("\n\n"));
}

/// The commands in a page that are not run, with their places.
fn unrun(page: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(page).unwrap();
    let mut found = Vec::new();
    for block in blocks(&text).into_iter().filter(|block| matches!(block.language.as_str(), "" | "sh")) {
        for (index, line) in block.lines.iter().enumerate() {
            let command = line.trim().strip_prefix("cargo run --release -- ").map(|rest| format!("rejudge {rest}"));
            let command = command.unwrap_or_else(|| line.trim().to_owned());
            if command.starts_with("rejudge ") {
                let command = command.split("  #").next().unwrap();
                // In quotes these are signs of a claim.
                let end =
                    if command.contains('\'') { None } else { command.find(" | ").or_else(|| command.find(" > ")) };
                let command = &command[..end.unwrap_or(command.len())];
                found.push((format!("{}:{}", page.display(), block.first + index + 1), command.trim().to_owned()));
            }
        }
    }
    found
}

#[test]
fn every_other_command_of_the_book_is_one_that_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let commands: Vec<(String, String)> = pages().iter().flat_map(|page| unrun(page)).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for (place, command) in commands {
        let (printed, ended) = run(&format!("{command} --help"), folder.path());
        assert_eq!(ended, 0, "{place}: `{command}`: {printed}");
    }
    let (printed, ended) = run("rejudge check my-study --no-such-flag --help", folder.path());
    assert_eq!(ended, 2, "a wrong flag must not pass: {printed}");
}

#[test]
fn what_is_left_out_of_a_page_may_be_anything_and_the_rest_may_not() {
    let printed = ["one", "two 2.5 s", "three"];
    assert!(is_shown(&["one", "…"], &printed));
    assert!(is_shown(&["…", "two […] s", "three"], &printed));
    assert!(!is_shown(&["one", "three"], &printed));
    assert!(!is_shown(&["…", "two […] ms", "three"], &printed));
}
