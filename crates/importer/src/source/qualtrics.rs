//! Results of Qualtrics: three header rows (names, wording, `ImportId`), or two in the legacy form.

use table::{InternedColumn, Table};

use super::{Reading, Role, Source, SourceInput, qsf};
use crate::gather::gather;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::wide::{self, Form};

pub(super) const SOURCE: Source = Source {
    id: "qualtrics",
    name: "a Qualtrics export",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "qualtrics"
import.files = ["survey.csv"]
# What each question showed: column,item,system (or system_a,system_b), and the texts.
import.items = "questions.csv"
import.criterion = "fluency"
import.labels = { "Not at all" = 1, "Very" = 4 }
"#,
};

/// Columns that Qualtrics adds to the questions.
const ABOUT: [&str; 25] = [
    "StartDate",
    "EndDate",
    "Status",
    "IPAddress",
    "Progress",
    "Duration (in seconds)",
    "Finished",
    "RecordedDate",
    "ResponseId",
    "ResponseID",
    "ResponseSet",
    "Name",
    "ExternalDataReference",
    "EmailAddress",
    "RecipientLastName",
    "RecipientFirstName",
    "RecipientEmail",
    "ExternalReference",
    "LocationLatitude",
    "LocationLongitude",
    "LocationAccuracy",
    "DistributionChannel",
    "UserLanguage",
    "Q_RecaptchaScore",
    "Q_DuplicateRespondent",
];

/// Endings of columns that are no answers: orders of presentation and times.
const ENDINGS: [&str; 6] = ["_DO", "_First Click", "_Last Click", "_Page Submit", "_Click Count", " - Topics"];

/// Ids of platforms that studies pass through.
const PLATFORM: [&str; 7] =
    ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID", "workerId", "assignmentId", "hitId", "ProlificID"];

fn header_rows(sheet: &Sheet<'_>) -> Option<(usize, String)> {
    let row = |at: usize| sheet.rows().get(at).map(Vec::as_slice).unwrap_or_default();
    let import_ids =
        |cells: &[String]| cells.first().is_some_and(|cell| cell.trim_start().starts_with("{\"ImportId\""));
    if import_ids(row(2)) {
        return Some((3, "the third row is `{\"ImportId\": …}`".to_owned()));
    }
    let legacy = row(0).first().is_some_and(|cell| cell == "V1")
        && row(1).first().is_some_and(|cell| cell.eq_ignore_ascii_case("ResponseID"));
    legacy.then(|| (2, "columns V1, V2 … over a row `ResponseID`, …: the legacy form".to_owned()))
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    header_rows(sheet).map(|(_, sign)| vec![sign])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let rows = given.sheets.first().and_then(|sheet| header_rows(sheet)).map_or(3, |(rows, _)| rows);
    let mut gathered = gather(&given.sheets, given.wanted.import.header_rows.unwrap_or(rows))?;
    if rows == 2 {
        // The legacy form numbers its own columns; the second row names them.
        let columns = gathered.table.columns().iter().enumerate().map(|(index, column)| {
            let numbered = column.name().strip_prefix('V').is_some_and(|number| number.parse::<u32>().is_ok());
            match gathered.wording.get(index).filter(|_| numbered) {
                Some(name) => column.clone().renamed(name.trim()),
                None => column.clone(),
            }
        });
        let numbers: Vec<usize> = (0..gathered.table.len()).map(|row| gathered.table.row_number(row)).collect();
        gathered.table = Table::from_columns(gathered.table.file(), columns.collect(), numbers);
    }
    let status = gathered.table.column("Status");
    let real = |row: usize| {
        status.is_none_or(|column| matches!(column.get(row).map(str::trim), None | Some("0" | "IP Address")))
    };
    let keep: Vec<bool> = (0..gathered.table.len()).map(real).collect();
    let dropped = keep.iter().filter(|keep| !**keep).count();
    if dropped > 0 {
        gathered.counts.read -= dropped;
        gathered.counts.leave_out("a preview, a test or spam (`Status`)", dropped);
        gathered.table = gathered.table.filtered(&keep);
    }
    let unfinished = gathered.table.column("Finished").map(|finished| {
        let mut excluded = InternedColumn::new("excluded".to_owned(), 0);
        for cell in finished.iter() {
            let done = cell.is_none_or(|cell| matches!(cell.trim(), "1" | "True" | "TRUE" | "true"));
            excluded.push((!done).then_some("incomplete"));
        }
        excluded.finish()
    });
    let filled = |name: &&str| {
        gathered.table.column(name).is_some_and(|column| !column.is_empty() && column.iter().all(|cell| cell.is_some()))
    };
    let person = PLATFORM
        .iter()
        .copied()
        .filter(|name| !["STUDY_ID", "SESSION_ID", "assignmentId", "hitId"].contains(name))
        .find(|name| filled(name));
    let person =
        person.or_else(|| ["ResponseId", "ResponseID"].into_iter().find(|name| gathered.table.column(name).is_some()));
    let is_about = |name: &str| {
        ABOUT.iter().chain(&PLATFORM).any(|known| known.eq_ignore_ascii_case(name))
            || ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    let form = Form {
        person: person.map(str::to_owned),
        about: gathered
            .table
            .columns()
            .iter()
            .map(|column| column.name().to_owned())
            .filter(|name| is_about(name))
            .collect(),
        seconds: gathered.table.column("Duration (in seconds)").map(|column| column.name().to_owned()),
        excluded: unfinished.filter(|column| column.iter().any(|cell| cell.is_some())),
    };
    let questions = qsf::questions(&given.questions)?;
    if let (Some(items), false) = (given.items, questions.is_empty()) {
        let shown = Table::read_with_layout(&items.name, &items.bytes, &table::Layout::default())?.table;
        let pairs = if shown.column("system_b").is_some() { qsf::Pairs::Yes } else { qsf::Pairs::No };
        gathered.table = qsf::decode_answers(&gathered.table, &questions, pairs);
    }
    let mut reading = wide::read(gathered, &form, given)?;
    if !questions.is_empty() {
        qsf::tell(&mut reading, &questions);
    }
    Ok(reading)
}
