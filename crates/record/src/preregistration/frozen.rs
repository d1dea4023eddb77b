//! A preregistration that is kept: `preregistration.json`.

use report::{Section, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use study::diff::{Difference, diff};
use study::{Files as _, Snapshot, Study};
use thiserror::Error;

use super::{forms, responses};
use crate::heds::Facts;

/// Its name in the study folder.
pub const PREREGISTRATION_FILE: &str = "preregistration.json";

/// Version of the file.
const FORMAT: u32 = 1;

/// A frozen preregistration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
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

impl Frozen {
    /// Freezes a study as it is now.
    #[must_use]
    pub fn freeze(facts: &Facts<'_>, snapshot: &Snapshot, items: &str, time: &str) -> Frozen {
        let mut plan = Vec::new();
        // Writing to memory does not fail.
        let _ = facts.plan.write_json(&mut plan);
        let answered = forms().iter().filter(|form| form.id != "recipe-after");
        Frozen {
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
    pub fn from_json(text: &str) -> Result<Frozen, FrozenError> {
        let frozen: Frozen = serde_json::from_str(text)?;
        if frozen.format == FORMAT { Ok(frozen) } else { Err(FrozenError::Format(frozen.format)) }
    }

    /// Without the study's files, where the items among them may not travel. Hashes stay; that of the whole is another.
    #[must_use]
    pub fn without_files(&self) -> Frozen {
        Frozen { files: String::new(), ..self.clone() }
    }

    /// SHA-256 of the whole, by which it can be registered elsewhere.
    #[must_use]
    pub fn hash(&self) -> String {
        dataset::fingerprint(self.to_json().as_bytes())
    }

    /// Everything in which the study is not as it was frozen.
    ///
    /// # Errors
    /// When the study in it cannot be read.
    pub fn departures(&self, study: &Study, today: &Snapshot) -> Result<Vec<String>, FrozenError> {
        if self.study == study.fingerprint {
            return Ok(Vec::new());
        }
        let kept = Snapshot::from_json(&self.files).map_err(|_| FrozenError::Study)?;
        let before = study::check(&kept).study.ok_or(FrozenError::Study)?;
        let line =
            |it: &Difference| format!("{}, {}: registered: {}; now: {}", it.topic.word(), it.what, it.first, it.second);
        let found: Vec<String> = diff(&before, study).differences.iter().map(line).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        Ok(kept
            .changed_files(today)
            .iter()
            .map(|name| format!("`{name}` was changed in what no one is asked"))
            .collect())
    }
}

/// What a report says about the preregistration.
#[must_use]
pub fn section(frozen: &Frozen, departures: &[String]) -> Section {
    let mut section = Section::new("preregistration", "Preregistration");
    section.paragraph(Words::of(format!("Frozen on {}. SHA-256: ", frozen.time)).code(frozen.hash()).text("."));
    section.list(vec![
        Words::of("Study: ").code(&frozen.study),
        Words::of("Items: ").code(&frozen.items),
        Words::of("Plan: ").code(&frozen.plan),
    ]);
    if departures.is_empty() {
        section.paragraph(Words::of("The study that was run is the one that was registered."));
    } else {
        section.remark(Words::of("The study that was run departs from it:"));
        section.list(departures.iter().map(Words::of).collect());
    }
    section
}
