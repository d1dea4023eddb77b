//! A study of one rating on the disk, for programs that are to serve it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A study of one rating by people from Prolific.
pub struct SmallStudy {
    /// Its folder, and its name in addresses.
    pub name: &'static str,
    /// Items, each asked about once.
    pub items: u32,
    /// Questions in a list.
    pub list: u32,
    /// People for each question.
    pub completions: u32,
    /// Texts beside the consent: `information`, `instructions`, `debrief`.
    pub texts: &'static [&'static str],
}

impl SmallStudy {
    /// Writes it into a folder of its name, and says where that is.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> PathBuf {
        let study = folder.join(self.name);
        std::fs::create_dir_all(&study).unwrap();
        std::fs::write(study.join("study.toml"), self.file()).unwrap();
        let items = (0..self.items).fold("item,one\n".to_owned(), |mut text, item| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{item},\"Sentence {item}, which says something that anyone can judge.\"");
            text
        });
        std::fs::write(study.join("items.csv"), items).unwrap();
        for text in self.texts.iter().chain(&["consent"]) {
            std::fs::write(study.join(format!("{text}.md")), "Some words to read before going on.\n").unwrap();
        }
        study
    }

    fn file(&self) -> String {
        let SmallStudy { list, completions, .. } = self;
        format!(
            r#"[study]
title = "How fluent is this sentence?"
language = "en"
seed = 5

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
questions = {list}
completions = {completions}

[participants]
from = "prolific"
time_limit = "60 min"
codes = {{ completed = "DONE", declined = "NO", late = "LATE" }}
"#
        )
    }
}
