//! Answers of LimeSurvey: headers are codes, or codes with the wording.

use table::InternedColumn;

use super::{Reading, Role, Source, SourceInput};
use crate::gather::gather;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::wide::{self, Form};

pub(super) const SOURCE: Source = Source {
    id: "limesurvey",
    name: "a LimeSurvey export",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "limesurvey"
import.files = ["results-survey.csv"]
# column,item,system for Q1[SQ001], Q1[SQ002] …
import.items = "questions.csv"
import.criterion = "adequacy"
"#,
};

const ABOUT: [&str; 13] = [
    "id",
    "submitdate",
    "lastpage",
    "startlanguage",
    "seed",
    "startdate",
    "datestamp",
    "ipaddr",
    "refurl",
    "token",
    "interviewtime",
    "firstname",
    "email",
];

/// The columns about the answers where the export has wording alone, with their codes.
const WORDED: [(&str, &str); 20] = [
    ("Response ID", "id"),
    ("Date submitted", "submitdate"),
    ("Last page", "lastpage"),
    ("Start language", "startlanguage"),
    ("Seed", "seed"),
    ("Date started", "startdate"),
    ("Date last action", "datestamp"),
    ("IP address", "ipaddr"),
    ("Referrer URL", "refurl"),
    ("Total time", "interviewtime"),
    ("Antwort ID", "id"),
    ("Datum Abgeschickt", "submitdate"),
    ("Letzte Seite", "lastpage"),
    ("Start-Sprache", "startlanguage"),
    ("Zufallsstartwert", "seed"),
    ("Datum gestartet", "startdate"),
    ("Datum letzte Aktivität", "datestamp"),
    ("IP-Adresse", "ipaddr"),
    ("Weiterleitungs-URL", "refurl"),
    ("Gesamtzeit", "interviewtime"),
];

/// The code of a column: what stands before `. wording`.
fn code(name: &str) -> &str {
    let name = name.trim().trim_start_matches('\u{feff}');
    match WORDED.iter().find(|known| known.0 == name) {
        Some(known) => known.1,
        None => name.split_once(". ").map_or(name, |(code, _)| code).trim(),
    }
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let has = |wanted: &str| sheet.header().iter().any(|name| code(name) == wanted);
    let signs: Vec<&str> = ["submitdate", "lastpage", "startlanguage"].into_iter().filter(|name| has(name)).collect();
    (signs.len() >= 2).then(|| vec![format!("columns {}", signs.join(", "))])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let gathered = gather(&given.sheets, 1)?;
    let names: Vec<String> = gathered.table.columns().iter().map(|column| column.name().to_owned()).collect();
    let named = |wanted: &str| names.iter().find(|name| code(name) == wanted).cloned();
    let filled =
        |name: &String| gathered.table.column(name).is_some_and(|column| column.iter().all(|cell| cell.is_some()));
    let is_time = |name: &str| code(name).ends_with("Time") || code(name).starts_with("groupTime");
    let unfinished = named("submitdate").and_then(|name| gathered.table.column(&name)).map(|dates| {
        let mut excluded = InternedColumn::new("excluded".to_owned(), 0);
        for cell in dates.iter() {
            excluded.push(cell.is_none_or(|cell| cell.trim().is_empty()).then_some("incomplete"));
        }
        excluded.finish()
    });
    let form = Form {
        person: named("token").filter(filled).or_else(|| named("id")),
        about: names.iter().filter(|name| ABOUT.contains(&code(name)) || is_time(name)).cloned().collect(),
        seconds: named("interviewtime"),
        excluded: unfinished.filter(|column| column.iter().any(|cell| cell.is_some())),
    };
    wide::read(gathered, &form, given)
}
