//! Which source wrote the files.

use super::Recognition;
use crate::import_mapping::ImportMapping;
use crate::question::Stop;
use crate::sheet::{Head, Sheet};
use crate::source::{Role, SOURCES, Source};

pub(super) struct SourceMatch<'a> {
    pub(super) source: &'static Source,
    pub(super) main: Vec<&'a Sheet<'a>>,
    /// Files about the people who answered.
    pub(super) people: Vec<&'a Sheet<'a>>,
    /// Files that say what was asked.
    pub(super) questions: Vec<&'a Sheet<'a>>,
    pub(super) recognised: Vec<Recognition>,
}

/// One source for all files that hold answers, and those that say more about the people.
pub(super) fn recognise<'a>(sheets: &'a [Sheet<'a>], wanted: &ImportMapping) -> Result<SourceMatch<'a>, Stop> {
    let said = chosen_source(wanted)?;
    let mut main: Vec<(&'static Source, &Sheet<'_>)> = Vec::new();
    let (mut people, mut questions) = (Vec::new(), Vec::new());
    let (mut recognised, mut nothing) = (Vec::new(), Vec::new());
    for sheet in sheets {
        if sheets.len() > 1
            && let Some(words) = passed_over(sheet).filter(|_| sheet.layout.sheet.is_some())
        {
            recognised.push(words);
            continue;
        }
        let by_signs = SOURCES.iter().find_map(|source| (source.recognise)(sheet).map(|signs| (source, signs)));
        let found = match (said, by_signs) {
            (_, Some((source, signs))) if matches!(source.role, Role::People | Role::Questions) => {
                Some((source, signs))
            }
            (Some(source), _) => Some((source, vec!["you said so".to_owned()])),
            (None, found) => found,
        };
        let Some((source, signs)) = found else {
            match passed_over(sheet).filter(|_| sheets.len() > 1) {
                Some(words) => recognised.push(words),
                None => nothing.push(unknown(sheet)),
            }
            continue;
        };
        match source.role {
            Role::People => people.push(sheet),
            Role::Questions => questions.push(sheet),
            Role::Nothing(instead) => nothing.push(format!("`{}` is {}: {}", sheet.name, source.name, instead(sheet))),
            Role::Answers(_) | Role::Items(_) => main.push((source, sheet)),
        }
        recognised.push(Recognition { file: sheet.name.clone(), source: source.name, signs });
    }
    if let Some(first) = nothing.into_iter().next() {
        return Err(Stop::Unreadable(first));
    }
    let Some((source, _)) = main.first() else {
        let message = match (people.first(), questions.first()) {
            (None, None) => "there is no file to import".to_owned(),
            (None, Some(sheet)) => format!(
                "`{}` says what was asked and holds no answers; give it together with the file that does",
                sheet.name
            ),
            (Some(sheet), _) => format!(
                "`{}` says who took part and holds no answers; give it together with the file that does",
                sheet.name
            ),
        };
        return Err(Stop::Unreadable(message));
    };
    if let Some((other, sheet)) = main.iter().find(|(other, _)| other.id != source.id) {
        let message = format!(
            "`{}` is {} and `{}` is {}; import them one after the other, or say with `import.source` what they are",
            main[0].1.name, source.name, sheet.name, other.name
        );
        return Err(Stop::Unreadable(message));
    }
    if let Some(sheet) = questions.first().filter(|_| source.id != "qualtrics") {
        let message =
            format!("`{}` has the questions of a Qualtrics survey, and the answers are {}", sheet.name, source.name);
        return Err(Stop::Unreadable(message));
    }
    Ok(SourceMatch { source, main: main.iter().map(|(_, sheet)| *sheet).collect(), people, questions, recognised })
}

/// A sheet of a workbook, or a text beside other files, that holds words and no table.
fn passed_over(sheet: &Sheet<'_>) -> Option<Recognition> {
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let could_be = sheet.layout.sheet.is_some() || sheet.name.to_lowercase().ends_with(".txt");
    let is_words = could_be && !sheet.rows().is_empty() && sheet.rows().iter().all(|row| filled(row) < 2);
    let signs = vec!["at most one cell in a row".to_owned()];
    is_words.then(|| Recognition { file: sheet.name.clone(), source: "no table, and not read", signs })
}

fn unknown(sheet: &Sheet<'_>) -> String {
    let about = match &sheet.head {
        Head::Rows(rows) => {
            let names: Vec<&str> =
                rows.first().map(|row| row.iter().take(8).map(|name| name.trim()).collect()).unwrap_or_default();
            format!("its columns are `{}`", names.join("`, `"))
        }
        Head::Json(records) => match records.first().and_then(|record| record.as_object()) {
            Some(record) => {
                format!("its keys are `{}`", record.keys().take(8).cloned().collect::<Vec<_>>().join("`, `"))
            }
            None => "it is JSON, and no list of objects".to_owned(),
        },
    };
    let output = sheet.has_keys(&["output"]) || sheet.has_columns(&["output"]);
    let log = if output { "; where it holds outputs that nobody has judged, `import.source = \"logs\"`" } else { "" };
    format!(
        "`{}` is not recognised ({about}); say with `import.source` what wrote it. Where it has a row or record for each answer, that is \
         `import.source = \"table\"`{log}; docs/reference/mapping.md lists all others",
        sheet.name
    )
}

/// The source that is said.
fn chosen_source(wanted: &ImportMapping) -> Result<Option<&'static Source>, Stop> {
    // Columns that several rows name together are those of a plain table.
    let stacked = wanted.import.stacked_headers.map(|_| "table".to_owned());
    match wanted.import.source.as_ref().or(stacked.as_ref()) {
        None => Ok(None),
        Some(id) => {
            let known: Vec<&str> = SOURCES.iter().map(|source| source.id).collect();
            let source = SOURCES.iter().find(|source| source.id == id);
            let unknown =
                || Stop::Unreadable(format!("`import.source` is one of `{}`, not `{id}`", known.join("`, `")));
            source.map(Some).ok_or_else(unknown)
        }
    }
}
