//! `rejudge diff`: how two designs differ.

use std::path::PathBuf;

use clap::Args;
use comfy_table::ContentArrangement;
use study::diff::{Deviations, Diff, Difference, against_original, compare_deviations};

use record::heds::{AnswerDifference, Sheet, compare};
use serde_json::json;

use crate::command::heds::{is_card, read_card};
use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::study_record::StudyRecord;
use crate::terminal_table;

/// Show how two study designs differ, in the datasheet's terms
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge diff ours theirs
  rejudge diff studies/fluency          its declared deviations from the original
  rejudge diff ours their-card.json     question by question of the HEDS datasheet")]
pub(crate) struct Arguments {
    /// A study folder, its study.toml, or a HEDS datacard (.json)
    first: PathBuf,
    /// Another; without it, the study is compared with the original it reproduces
    second: Option<PathBuf>,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if [Some(&self.first), self.second.as_ref()].into_iter().flatten().any(|path| is_card(path)) {
            return self.datasheets();
        }
        let Some(first) = Folder::from_path(&self.first)?.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let found = match &self.second {
            Some(second) => {
                let Some(second) = Folder::from_path(second)?.sound_study() else { return Ok(Outcome::ProblemsFound) };
                let (found, held) = compare_deviations(&first, &second);
                if second.reproduces.is_some() && !held.is_empty() {
                    return self.show_deviations(&found, &held);
                }
                found
            }
            None => against_original(&first).ok_or_else(|| {
                BadInput(
                    "the study does not reproduce another (it has no `[reproduces]`); name a second study".to_owned(),
                )
            })?,
        };
        if self.json {
            println!("{}", serde_json::to_string_pretty(&found.to_json())?);
        } else {
            print!("{}", render_differences(&found));
        }
        Ok(Outcome::Done)
    }

    /// What a reproduction states beside what is found.
    fn show_deviations(&self, found: &Diff, held: &Deviations) -> anyhow::Result<Outcome> {
        if self.json {
            let mut value = found.to_json();
            if let (Some(object), Some(kinds)) = (value.as_object_mut(), held.to_json().as_object_mut()) {
                object.append(kinds);
            }
            println!("{}", serde_json::to_string_pretty(&value)?);
            return Ok(Outcome::Done);
        }
        println!("{}\ndeviations declared by the second study\n{}", render_differences(found), stated_and_found(held));
        Ok(Outcome::Done)
    }

    /// Question by question of the datasheet.
    fn datasheets(&self) -> anyhow::Result<Outcome> {
        let Some(second) = &self.second else {
            return Err(
                BadInput("name what to compare the datacard with: a study folder or another card".to_owned()).into()
            );
        };
        let (Some(first), Some(second)) = (sheet(&self.first)?, sheet(second)?) else {
            return Ok(Outcome::ProblemsFound);
        };
        let (differences, alike) = compare(&first, &second);
        if self.json {
            let each = differences.iter().map(
                |it| json!({ "number": it.number, "question": it.question, "first": it.first, "second": it.second }),
            );
            println!(
                "{}",
                serde_json::to_string_pretty(&json!({
                    "format": study::diff::FORMAT,
                    "first": self.first.display().to_string(),
                    "second": self.second.as_ref().map(|path| path.display().to_string()),
                    "differences": each.collect::<Vec<_>>(),
                    "alike": alike,
                }))?
            );
            return Ok(Outcome::Done);
        }
        let mut table = terminal_table::table();
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(120);
        table.set_header(["", "question", "first", "second"]);
        for AnswerDifference { number, question, first, second } in &differences {
            table.add_row([number, question, first, second]);
        }
        println!("first: {}\nsecond: {}\n\n{table}", first.title, second.title);
        println!("\n{} questions answered differently, {alike} alike", differences.len());
        Ok(Outcome::Done)
    }
}

/// What is stated beside what is found, as a table.
pub(crate) fn stated_and_found(held: &Deviations) -> String {
    let mut table = terminal_table::table();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(120);
    table.set_header(["", "stated", "found"]);
    for (stated, about) in &held.both {
        let names: Vec<&str> = about.iter().map(|it| it.what.as_str()).collect();
        table.add_row(["stated and found", &stated.what, &names.join(", ")]);
    }
    for difference in &held.not_stated {
        table.add_row(["found and not stated", "", &format!("{}: {}", difference.topic.word(), difference.what)]);
    }
    for stated in &held.not_found {
        table.add_row(["stated and not found", &stated.what, ""]);
    }
    table.to_string()
}

/// A datacard, or the datasheet of a study.
fn sheet(path: &std::path::Path) -> anyhow::Result<Option<Sheet>> {
    if is_card(path) {
        return read_card(path).map(Some);
    }
    let Some(mut known) = StudyRecord::read(path)? else { return Ok(None) };
    known.add_results(None, None)?;
    known.sheet().map(Some)
}

/// The differences as tables.
pub(crate) fn render_differences(diff: &Diff) -> String {
    let mut text = format!("first: {}\nsecond: {}\n", diff.first, diff.second);
    for differences in diff.differences.chunk_by(|a, b| a.topic == b.topic) {
        let why = differences.iter().any(|difference| difference.why.is_some());
        let mut table = terminal_table::table();
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
