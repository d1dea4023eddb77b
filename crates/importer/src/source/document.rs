//! Documents about a study that hold no answers.

use super::{Role, Source};
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "document",
    name: "a document about a study",
    role: Role::Nothing(say_what_to_give),
    recognise,
    example: "# Nothing to import: data sheets, registrations and descriptions hold no answers.\n",
};

pub(super) const RESULTS: Source = Source {
    id: "results",
    name: "a table of results",
    role: Role::Nothing(|sheet| {
        let name = &sheet.name;
        if !sheet.has_columns(&["Experiment", "Result"]) {
            return "it is what a QRA tool computed; give the table of results that it was computed from".to_owned();
        }
        format!(
            "it holds what studies found, not answers. How far they agree: rejudge compare --qra3 {name} --config \
             config.json. As the original of a study: rejudge import --paper {name} --experiment NAME --of 'authors, year, title' --measure mean --out DIR"
        )
    }),
    recognise: |sheet| {
        let exchanged = sheet.has_columns(&["Study", "Experiment", "System", "Criterion", "Result"]);
        let written = sheet.has_columns(&["Type of Result", "QC", "System"])
            || sheet.has_keys(&["experiments", "criteria", "systems", "result_types"]);
        match (exchanged, written) {
            (true, _) => Some(vec!["columns Study, Experiment, System, Criterion, Result".to_owned()]),
            (false, true) => Some(vec!["what a QRA tool wrote".to_owned()]),
            (false, false) => None,
        }
    },
    example: "# Nothing to import: QRA tables hold results of studies, not answers.\n",
};

/// What each is known by: keys that it has, what it is, and what to do with it.
const KNOWN: [(&[&str], &str, &str); 7] = [
    (&["@context", "@graph"], "an RO-Crate", "the data files that it lists"),
    (&["@context", "@type", "recordSet"], "a Croissant description of a dataset", "the files of the dataset itself"),
    (&["@context", "@type"], "a JSON-LD description", "the files that it describes"),
    (
        &["external_study_url"],
        "the description of a study on Prolific",
        "its list of submissions together with the answers",
    ),
    (
        &["completion_codes", "reward"],
        "the description of a study on Prolific",
        "its list of submissions together with the answers",
    ),
    (&["data", "meta"], "a reply of an API", "the answers"),
    (&["schema", "name"], "a form for a registration", "the answers"),
];

fn recognise_document(sheet: &Sheet<'_>) -> Option<(Vec<&'static str>, &'static str, &'static str)> {
    if let Some((keys, what, give)) = KNOWN.iter().find(|(keys, _, _)| sheet.has_keys(keys)) {
        return Some((keys.to_vec(), what, give));
    }
    let record = sheet.record()?.as_object()?;
    let text = sheet.text().ok()?;
    let begins = text.chars().take(4000).collect::<String>();
    if begins.contains("HEDS")
        || record
            .keys()
            .any(|key| key.starts_with("heds-") || key.starts_with("question-") || key.starts_with("paper_url"))
    {
        return Some((vec!["HEDS"], "a human evaluation data sheet (HEDS)", "the answers"));
    }
    if record.contains_key("pages") || record.contains_key("blocks") || begins.contains("\"qid\"") {
        return Some((vec!["pages", "qid"], "a form for a registration", "the answers"));
    }
    None
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    recognise_document(sheet).map(|(keys, what, _)| vec![format!("`{}`: {what}", keys.join("`, `"))])
}

fn say_what_to_give(sheet: &Sheet<'_>) -> String {
    match recognise_document(sheet) {
        Some((_, what, give)) => format!("{what}. It holds no answers; give {give}"),
        None => "it holds no answers".to_owned(),
    }
}
