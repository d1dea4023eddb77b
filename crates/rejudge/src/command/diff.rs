//! `rejudge diff`: how two designs differ.

use std::path::PathBuf;

use clap::Args;
use comfy_table::ContentArrangement;
use study::diff::{Diff, Difference, against_original, diff};

use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::ruled;

/// Show how two study designs differ, in the datasheet's terms
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge diff ours theirs
  rejudge diff studies/fluency          its declared deviations from the original")]
pub(crate) struct Arguments {
    /// A study folder, or its study.toml
    first: PathBuf,
    /// Another; without it, the study is compared with the original it reproduces
    second: Option<PathBuf>,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(first) = Folder::named(&self.first)?.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let found = match &self.second {
            Some(second) => {
                let Some(second) = Folder::named(second)?.sound_study() else { return Ok(Outcome::ProblemsFound) };
                diff(&first, &second)
            }
            None => against_original(&first).ok_or_else(|| {
                BadInput("the study reproduces none (it has no `[reproduces]`); name a second study".to_owned())
            })?,
        };
        if self.json {
            println!("{}", serde_json::to_string_pretty(&found.to_json())?);
        } else {
            print!("{}", shown(&found));
        }
        Ok(Outcome::Done)
    }
}

/// The differences as tables.
pub(crate) fn shown(diff: &Diff) -> String {
    let mut text = format!("first: {}\nsecond: {}\n", diff.first, diff.second);
    for differences in diff.differences.chunk_by(|a, b| a.topic == b.topic) {
        let why = differences.iter().any(|difference| difference.why.is_some());
        let mut table = ruled::table();
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(120);
        let header = ["", "first", "second", "why"];
        table.set_header(&header[..if why { 4 } else { 3 }]);
        for Difference { what, first, second, why: reason, .. } in differences {
            let mut row = vec![what.clone(), first.clone(), second.clone()];
            if why {
                row.push(reason.clone().unwrap_or_default());
            }
            table.add_row(row);
        }
        let topic = differences.first().map_or("", |difference| difference.topic.word());
        text.push_str(&format!("\n{topic}\n{table}\n"));
    }
    if !diff.same.is_empty() {
        let same: Vec<&str> = diff.same.iter().map(|topic| topic.word()).collect();
        text.push_str(&format!("\nno difference in {}\n", same.join(", ")));
    }
    text
}
