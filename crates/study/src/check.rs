//! A study folder becomes a checked [`Study`], with everything wrong or doubtful about it.

use diag::{Diagnostic, Diagnostics, Place, Severity, Sources};
use table::Table;

use crate::decode::{DecodedFile, Places, decode};
use crate::file::StudyFile;
use crate::items::{self, Items};
use crate::original::Original;
use crate::reading::{Reading, STUDY_FILE};
use crate::rules::{self, Context, TextFile};
use crate::structure::BAD_ACCEPT;
use crate::study::assemble;
use crate::{Files, Study, explain};

/// What checking gives.
#[derive(Debug)]
pub struct CheckOutcome {
    /// The study, when nothing is wrong with it; what is only doubtful does not hinder it.
    pub study: Option<Study>,
    /// Everything wrong or doubtful, by file and place.
    pub diagnostics: Diagnostics,
    /// What was found but is accepted in `study.toml`.
    pub accepted: Vec<AcceptedFinding>,
    /// The texts that the places point into.
    pub sources: Sources,
    /// Where the keys of `study.toml` stand.
    pub places: Places,
}

/// A finding that the researcher considered and accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedFinding {
    /// What was found.
    pub diagnostic: Diagnostic,
    /// Why that is all right here.
    pub reason: String,
}

/// The tables and texts that `study.toml` names.
struct Folder {
    items: Option<Table>,
    checks: Option<Table>,
    training: Option<Table>,
    texts: Vec<TextFile>,
    /// The study's own stylesheet; empty for none.
    stylesheet: String,
    original: Option<DecodedFile<Original>>,
}

/// Reads a study folder and checks everything about it. It does not stop at the first mistake and
/// does not panic, whatever the files hold.
#[must_use]
pub fn check(files: &dyn Files) -> CheckOutcome {
    let mut reading = Reading::new(files);
    if !reading.text(STUDY_FILE, Place::file(STUDY_FILE)) {
        return without_study(reading, Places::none(STUDY_FILE));
    }
    let DecodedFile { value, diagnostics, places } =
        decode::<StudyFile>(STUDY_FILE, reading.sources.get(STUDY_FILE).unwrap_or_default());
    reading.found.extend(diagnostics);
    let Some(file) = value else { return without_study(reading, places) };
    let folder = read_folder(&file, &places, &mut reading);
    let fingerprint = reading.fingerprint();
    let mut found = std::mem::take(&mut reading.found);

    let systems = assemble::systems(&file, &places);
    let items = folder.items.as_ref().and_then(|table| items::read(&file, &systems, table, &places, &mut found));
    let (items, output_rows) = match items {
        Some(Items { items, output_rows }) => (Some(items), output_rows),
        None => (None, None),
    };
    let read = assemble::Ingredients {
        systems,
        items,
        checks: folder.checks.as_ref(),
        training: folder.training.as_ref(),
        texts: &folder.texts,
        stylesheet: &folder.stylesheet,
        original: folder.original.as_ref().and_then(|decoded| decoded.value.clone()),
        fingerprint,
    };
    let study = assemble::study(&file, read, &places, &mut found);
    let context = Context {
        file: &file,
        places: &places,
        study: study.as_ref(),
        items: folder.items.as_ref(),
        output_rows: output_rows.as_deref(),
        checks: folder.checks.as_ref(),
        training: folder.training.as_ref(),
        texts: &folder.texts,
        original: folder.original.as_ref().and_then(|decoded| decoded.value.as_ref()),
        original_places: folder.original.as_ref().map(|decoded| &decoded.places),
        files,
    };
    for rule in rules::all() {
        (rule.check)(&context, &mut found);
    }
    let (found, accepted) = accept(&file, &places, found);
    let tables: Vec<&Table> = [&folder.items, &folder.checks, &folder.training].into_iter().flatten().collect();
    let diagnostics = in_order(found, &tables, &reading.sources);
    let study = study.filter(|_| !diagnostics.has_errors());
    CheckOutcome { study, diagnostics, accepted, sources: reading.sources, places }
}

fn without_study(reading: Reading<'_>, places: Places) -> CheckOutcome {
    let diagnostics = in_order(reading.found, &[], &reading.sources);
    CheckOutcome { study: None, diagnostics, accepted: Vec::new(), sources: reading.sources, places }
}

fn read_folder(file: &StudyFile, places: &Places, reading: &mut Reading<'_>) -> Folder {
    let items = reading.table(&file.items.file, places.find("items.file"));
    let checks =
        file.lists.checks.as_ref().and_then(|checks| reading.table(&checks.file, places.find("lists.checks.file")));
    let training =
        file.training.as_ref().and_then(|training| reading.table(&training.file, places.find("training.file")));
    Folder {
        items,
        checks,
        training,
        texts: read_texts(file, places, reading),
        stylesheet: read_stylesheet(file, places, reading),
        original: read_original(file, places, reading),
    }
}

/// The texts around the questions. Those that are not named in `study.toml` may be absent.
fn read_texts(file: &StudyFile, places: &Places, reading: &mut Reading<'_>) -> Vec<TextFile> {
    let texts = [
        ("information", &file.texts.information),
        ("consent", &file.texts.consent),
        ("instructions", &file.texts.instructions),
        ("debrief", &file.texts.debrief),
    ];
    let mut read = Vec::new();
    for (key, name) in texts {
        let path = format!("texts.{key}");
        if (places.has_path(&path) || reading.has_file(name)) && reading.text(name, places.find(&path)) {
            let text = reading.sources.get(name).unwrap_or_default().to_owned();
            read.push(TextFile { key, file: name.clone(), text });
        }
    }
    read
}

fn read_stylesheet(file: &StudyFile, places: &Places, reading: &mut Reading<'_>) -> String {
    let named = file.look.stylesheet.as_ref().filter(|name| reading.text(name, places.find("look.stylesheet")));
    named.and_then(|name| reading.sources.get(name)).unwrap_or_default().to_owned()
}

fn read_original(file: &StudyFile, places: &Places, reading: &mut Reading<'_>) -> Option<DecodedFile<Original>> {
    let name = file.reproduces.as_ref()?.results.as_ref()?;
    if !reading.text(name, places.find("reproduces.results")) {
        return None;
    }
    let mut decoded = decode::<Original>(name, reading.sources.get(name).unwrap_or_default());
    reading.found.append(&mut decoded.diagnostics);
    Some(decoded)
}

/// Parts what is accepted from what is not; complains about what cannot be accepted.
fn accept(file: &StudyFile, places: &Places, found: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<AcceptedFinding>) {
    let (mut kept, mut accepted) = (Vec::new(), Vec::new());
    for diagnostic in found {
        match file.accept.get(diagnostic.code.0) {
            Some(reason) if diagnostic.severity != Severity::Error && !reason.trim().is_empty() => {
                accepted.push(AcceptedFinding { diagnostic, reason: reason.clone() });
            }
            _ => kept.push(diagnostic),
        }
    }
    for (code, reason) in &file.accept {
        let path = format!("accept.{code}");
        let problem = match explain(code) {
            None => Some((format!("`accept` names `{code}`, which is not a code"), "see `rejudge explain --list`")),
            Some(known) if known.severity == Severity::Error => {
                Some((format!("`{code}` is an error and cannot be accepted"), "correct what it reports"))
            }
            Some(_) if reason.trim().is_empty() => {
                Some((format!("`{code}` is accepted without a reason"), "say why it is acceptable in this study"))
            }
            Some(_) => None,
        };
        if let Some((message, help)) = problem {
            kept.push(BAD_ACCEPT.diagnose(places.key(&path), message).help(help));
        }
    }
    (kept, accepted)
}

/// By file (`study.toml` first) and place; cells of text tables get their byte range.
fn in_order(mut found: Vec<Diagnostic>, tables: &[&Table], sources: &Sources) -> Diagnostics {
    for (place, _) in found.iter_mut().flat_map(|diagnostic| &mut diagnostic.places) {
        let table = tables.iter().find(|table| table.file() == place.file_name());
        if let (Some(table), Some(source)) = (table, sources.get(place.file_name())) {
            table.locate(place, source);
        }
    }
    found.sort_by_cached_key(|diagnostic| {
        let (place, _) = &diagnostic.places[0];
        let (row, start) = match place {
            Place::File { .. } => (0, 0),
            Place::Text { range, .. } => (0, range.start),
            Place::Cell { row, .. } => (*row, 0),
        };
        (place.file_name() != STUDY_FILE, place.file_name().to_owned(), row, start, diagnostic.code)
    });
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(found);
    diagnostics
}
