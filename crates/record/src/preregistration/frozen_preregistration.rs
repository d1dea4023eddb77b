//! A preregistration that is kept: `preregistration.json`.

use std::collections::BTreeSet;

use dataset::{Dataset, Subject};
use report::{Section, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use study::diff::{Difference, diff};
use study::{Files as _, Snapshot, Study};
use thiserror::Error;

use super::{AFTER, Form, fill_form, forms, responses};
use crate::filled_form::FilledForm;
use crate::heds::Facts;

/// Its name in the study folder.
pub const PREREGISTRATION_FILE: &str = "preregistration.json";

/// Version of the file.
const FORMAT: u32 = 1;

/// A frozen preregistration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrozenPreregistration {
    format: u32,
    /// When, as RFC 3339.
    pub time: String,
    /// The program.
    pub program: String,
    /// SHA-256 over everything the study was read from.
    pub study: String,
    /// SHA-256 of the file of items.
    pub items: String,
    /// SHA-256 of the plan.
    pub plan: String,
    /// The answers to each form, by its id.
    pub forms: Map<String, Value>,
    /// The study's files.
    files: String,
}

/// Why a preregistration cannot be read.
#[derive(Debug, Error)]
pub enum FrozenError {
    #[error("not a preregistration: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a preregistration of format {0}, but this program reads format {FORMAT}; use the program that wrote it")]
    Format(u32),
    #[error("the study kept in it cannot be read")]
    Study,
}

impl FrozenPreregistration {
    /// Freezes a study as it is now.
    #[must_use]
    pub fn freeze(facts: &Facts<'_>, snapshot: &Snapshot, items: &str, time: &str) -> FrozenPreregistration {
        let mut plan = Vec::new();
        // Writing to memory does not fail.
        let _ = facts.plan.write_json(&mut plan);
        let answered = forms().iter().filter(|form| form.id != AFTER);
        FrozenPreregistration {
            format: FORMAT,
            time: time.to_owned(),
            program: concat!("rejudge ", env!("CARGO_PKG_VERSION")).to_owned(),
            study: facts.study.fingerprint.clone(),
            items: snapshot.read(items).map(|bytes| dataset::fingerprint(&bytes)).unwrap_or_default(),
            plan: dataset::fingerprint(&plan),
            forms: answered.map(|form| (form.id.clone(), Value::Object(responses(facts, form)))).collect(),
            files: snapshot.to_json(),
        }
    }

    /// As a file.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it is none, or a later program wrote it.
    pub fn from_json(text: &str) -> Result<FrozenPreregistration, FrozenError> {
        let frozen: FrozenPreregistration = serde_json::from_str(text)?;
        if frozen.format == FORMAT { Ok(frozen) } else { Err(FrozenError::Format(frozen.format)) }
    }

    /// Without the study's files, where the items among them may not travel. Hashes stay; that of the whole is another.
    #[must_use]
    pub fn without_files(&self) -> FrozenPreregistration {
        FrozenPreregistration { files: String::new(), ..self.clone() }
    }

    /// SHA-256 of the whole, by which it can be registered elsewhere.
    #[must_use]
    pub fn hash(&self) -> String {
        dataset::fingerprint(self.to_json().as_bytes())
    }

    /// A form as it was frozen; what was left open then is answered as of today. Nothing for the part that follows the study.
    #[must_use]
    pub fn fill_form(&self, facts: &Facts<'_>, form: &Form) -> Option<FilledForm> {
        let kept = self.forms.get(&form.id)?;
        let mut filled = fill_form(facts, form)?;
        for line in filled.groups.iter_mut().flat_map(|group| &mut group.lines) {
            if let Some(answer) = kept.get(&line.number).and_then(Value::as_str) {
                line.answer = Some(answer.to_owned());
                line.from = format!("frozen on {}", self.time);
            }
        }
        Some(filled)
    }

    /// Everything in which the study is not as it was frozen, and in which this file is not as it was written.
    ///
    /// # Errors
    /// When the study in it cannot be read.
    pub fn departures(&self, study: &Study, today: &Snapshot) -> Result<Vec<String>, FrozenError> {
        let mut found = Vec::new();
        if !self.files.is_empty() {
            let (kept, before) = self.read_snapshot()?;
            if before.fingerprint != self.study {
                found.push(format!(
                    "`{PREREGISTRATION_FILE}` itself: the study kept in it has not the hash that stands there; it was changed \
                     after it was frozen, or `{}` hashed otherwise",
                    self.program
                ));
            }
            found.extend(diff(&before, study).differences.iter().map(line));
            found.extend(kept.changes(today));
        } else if self.study != study.fingerprint {
            return Err(FrozenError::Study);
        }
        Ok(found)
    }

    /// How many judgements were analysed, where they are not as many as were registered.
    ///
    /// # Errors
    /// When the study in it cannot be read.
    pub fn other_sample(&self, study: &Study, dataset: &Dataset) -> Result<Option<String>, FrozenError> {
        let kept = if self.study == study.fingerprint { None } else { Some(self.read_snapshot()?.1) };
        let plan = plan::make(kept.as_ref().unwrap_or(study)).map_err(|_| FrozenError::Study)?;
        let planned = plan.questions() * u64::from(plan.completions);
        let asked = dataset.included_judgements().filter(|it| matches!(it.subject, Subject::Item { .. }));
        let (mut judgements, mut people) = (0_u64, BTreeSet::new());
        for judgement in asked {
            judgements += 1;
            people.insert(judgement.participant);
        }
        Ok((judgements != planned).then(|| {
            format!(
                "sample: registered: {planned} judgements by at least {} people; analysed: {judgements} by {}",
                plan.people(),
                people.len()
            )
        }))
    }

    /// The study that was frozen.
    fn read_snapshot(&self) -> Result<(Snapshot, Study), FrozenError> {
        let kept = Snapshot::from_json(&self.files).map_err(|_| FrozenError::Study)?;
        let study = study::check(&kept).study.ok_or(FrozenError::Study)?;
        Ok((kept, study))
    }
}

fn line(it: &Difference) -> String {
    format!("{}, {}: registered: {}; now: {}", it.topic.word(), it.what, it.first, it.second)
}

/// What a report says about the preregistration.
#[must_use]
pub fn section(frozen: &FrozenPreregistration, departures: &[String]) -> Section {
    let mut section = Section::new("preregistration", "Preregistration");
    section.paragraph(Words::plain(format!("Frozen on {}. SHA-256: ", frozen.time)).code(frozen.hash()).text("."));
    section.list(vec![
        Words::plain("Study: ").code(&frozen.study),
        Words::plain("Items: ").code(&frozen.items),
        Words::plain("Plan: ").code(&frozen.plan),
    ]);
    if departures.is_empty() {
        section.paragraph(Words::plain("The study that was run is the one that was registered."));
    } else {
        section.remark(Words::plain("The study that was run departs from it:"));
        section.list(departures.iter().map(|it| describe(it)).collect());
    }
    section
}

/// A departure in the report: names of files and keys, which only sentences of our own have in backticks, as code.
fn describe(departure: &str) -> Words {
    if !departure.starts_with('`') {
        return Words::plain(departure);
    }
    departure
        .split('`')
        .enumerate()
        .fold(Words::plain(""), |words, (at, part)| if at % 2 == 1 { words.code(part) } else { words.text(part) })
}
