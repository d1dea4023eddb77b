//! Answers of Microsoft Forms: `ID`, times, then one column per question; often one file per list.

use table::Table;

use super::{Reading, Role, Source, SourceInput};
use crate::gather::gather;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::wide::{self, Form};

pub(super) const SOURCE: Source = Source {
    id: "microsoft-forms",
    name: "answers of a Microsoft Form",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "microsoft-forms"
import.files = ["Fluency (b1)(1-3).csv", "Fluency (b2)(1-3).csv"]
# What stood where: list,position,item,system_a,system_b, and the texts.
import.items = "pairs.csv"
import.criterion = "fluency"
words = { a = ["A"], b = ["B"], equal = ["C equally fluent"] }
"#,
};

/// The first columns in English, German, French, Spanish, Italian, Dutch, Portuguese, Japanese and Chinese.
const BEGINNINGS: [&[&str]; 10] = [
    &["ID", "Start time", "Completion time"],
    &["ID", "Startzeit", "Fertigstellungszeit"],
    &["ID", "Heure de début", "Heure de fin"],
    &["ID", "Hora de inicio", "Hora de finalización"],
    &["ID", "Ora di inizio", "Ora di completamento"],
    &["Id", "Begintijd", "Tijd van voltooien"],
    &["ID", "Hora de início", "Hora de conclusão"],
    &["ID", "開始時刻", "完了時刻"],
    &["ID", "开始时间", "完成时间"],
    &["ID", "開始時間", "完成時間"],
];
const ABOUT: [&str; 22] = [
    "Email",
    "Name",
    "Last modified time",
    "Language",
    "E-Mail",
    "E-Mail-Adresse",
    "Uhrzeit der letzten Änderung",
    "Adresse de messagerie",
    "Nom",
    "Correo electrónico",
    "Nombre",
    "Posta elettronica",
    "Nome",
    "E-mail",
    "Email1",
    "メール",
    "名前",
    "最終変更時刻",
    "电子邮件",
    "姓名",
    "名称",
    "上次修改时间",
];

fn beginning(sheet: &Sheet<'_>) -> Option<&'static [&'static str]> {
    BEGINNINGS.into_iter().find(|names| sheet.has_columns(names))
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    beginning(sheet).map(|names| vec![format!("columns {}", names.join(", "))])
}

/// Where several options may be chosen, each ends with a semicolon, also the only one: `Grammar;Wrong facts;`.
fn with_bare_options(mut table: Table) -> Table {
    for column in table.columns().to_vec() {
        let ends = |cell: &str| cell.trim().is_empty() || cell.trim_end().ends_with(';');
        if column.cells_once().all(ends) && column.cells_once().any(|cell| !cell.trim().is_empty()) {
            table.set_column(column.map_texts(|cell| Some(cell.trim().trim_end_matches(';').to_owned())));
        }
    }
    table
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut gathered = gather(&given.sheets, 1)?;
    gathered.table = with_bare_options(gathered.table);
    let names: Vec<String> = gathered.table.columns().iter().map(|column| column.name().to_owned()).collect();
    let first_line = |name: &str| name.lines().next().unwrap_or_default().trim().to_lowercase();
    let begins = given.sheets.first().and_then(|sheet| beginning(sheet)).unwrap_or_default();
    let platform = names.iter().find(|name| {
        let line = first_line(name);
        line.contains("prolific") && line.contains("id") || line.contains("worker id")
    });
    // A statement that everybody agreed to is no question about a text.
    let consent: Vec<&String> = names
        .iter()
        .filter(|name| first_line(name).starts_with("consent") || first_line(name).starts_with("einwilligung"))
        .collect();
    for name in &consent {
        gathered
            .notes
            .push(format!("`{}` is a statement of consent and not read as a question", wide::shortened(name)));
    }
    let is_about = |name: &&String| {
        begins.contains(&name.as_str())
            || ABOUT.contains(&name.as_str())
            || consent.contains(name)
            || Some(*name) == platform
    };
    let form =
        Form { person: platform.cloned(), about: names.iter().filter(is_about).cloned().collect(), ..Form::default() };
    wide::read(gathered, &form, given)
}
