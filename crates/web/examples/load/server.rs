//! The real server, as its own process, on a study made for the purpose.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What is asked of the server.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) questions: u32,
    pub(crate) completions: u32,
}

/// Questions in a list.
pub(crate) const LIST: u32 = 30;

/// A running server, killed when dropped.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: String,
}

impl Served {
    /// Writes a study of this size into the folder and serves it.
    pub(crate) fn start(program: &Path, folder: &Path, size: Size, database: &str) -> io::Result<Served> {
        let study = folder.join("load");
        std::fs::create_dir_all(&study)?;
        std::fs::write(study.join("study.toml"), study_file(size))?;
        std::fs::write(study.join("items.csv"), items(size.questions))?;
        for text in ["information", "consent", "instructions", "debrief"] {
            std::fs::write(study.join(format!("{text}.md")), "Some words to read before going on.\n")?;
        }
        let mut child = Command::new(program)
            .args(["serve".as_ref(), study.as_os_str()])
            .args(["--listen", "127.0.0.1:0", "--database", database, "--per-address", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()?;
        let said = child.stdout.take().ok_or_else(|| io::Error::other("the server has no output"))?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split(['/', '"']).next());
        let address = address.ok_or_else(|| io::Error::other(format!("the server said {line:?}")))?.to_owned();
        Ok(Served { child, address })
    }

    /// Processor time it has used so far, in user and kernel.
    pub(crate) fn cpu(&self) -> io::Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(ticks * 10))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone after this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn study_file(size: Size) -> String {
    format!(
        r#"[study]
title = "How fluent is this sentence?"
language = "en"
seed = 1

[systems]
one = "One"

[items]
file = "items.csv"
id = "item"

[[criteria]]
id = "fluency"
question = "How fluent is this sentence?"
definition = "Would a native speaker write it?"
better = "higher"
response = {{ kind = "rating", points = 5, minimum = 1 }}

[lists]
questions = {LIST}
completions = {completions}

[participants]
from = "prolific"
time_limit = "60 min"
codes = {{ completed = "DONE", declined = "NO", late = "LATE" }}
"#,
        completions = size.completions
    )
}

fn items(count: u32) -> String {
    (0..count).fold("item,one\n".to_owned(), |mut text, item| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{item},\"The {item}th sentence, which says something that can be judged by anyone.\"");
        text
    })
}
