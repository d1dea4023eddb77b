//! A plain table of a survey: a row per person, a column per question.

use super::{Reading, Role, Source, SourceInput};
use crate::gather::gather;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::wide::{self, Form};

pub(super) const SOURCE: Source = Source {
    id: "survey",
    name: "a table with a row per person and a column per question",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "survey"
import.files = ["answers.xlsx"]
participant = "respondent"
# column,item,system
import.items = "questions.csv"
import.criterion = "clarity"
import.leave_out = ["age", "comments"]
"#,
};

/// Whether a column is numbered as a question is: `Q1`, `Question 12`, `Item_3`, `7`.
fn is_question(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let rest =
        ["question", "frage", "item", "text", "q"].iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let rest = rest.trim_matches([' ', '_', '-', '.', '#']);
    !rest.is_empty() && rest.split(['_', '.', '-']).all(|part| part.parse::<u32>().is_ok())
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let questions = sheet.header().iter().filter(|name| is_question(name)).count();
    (questions >= 3).then(|| vec![format!("{questions} columns are numbered like questions")])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    const PEOPLE: [&str; 11] = [
        "participant",
        "participant_id",
        "respondent",
        "rater",
        "annotator",
        "worker",
        "worker_id",
        "pid",
        "user",
        "subject",
        "prolific_pid",
    ];
    let mut gathered = gather(&given.sheets, given.wanted.import.header_rows.unwrap_or(1))?;
    let names: Vec<String> = gathered.table.columns().iter().map(|column| column.name().to_owned()).collect();
    let person = given.wanted.columns.participant.clone().filter(|name| gathered.table.column(name).is_some());
    let person =
        person.or_else(|| names.iter().find(|name| PEOPLE.contains(&name.trim().to_lowercase().as_str())).cloned());
    let person = person
        .or_else(|| names.first().filter(|name| ["id", "nr", "no"].contains(&name.to_lowercase().as_str())).cloned());
    // With numbered questions, only they are questions; everything else is about the person.
    let about: Vec<String> = names.iter().filter(|name| !is_question(name)).cloned().collect();
    let about = if about.len() + 3 <= names.len() { about } else { Vec::new() };
    let left: Vec<String> =
        about.iter().filter(|name| Some(*name) != person.as_ref()).map(|name| wide::shortened(name)).collect();
    if !left.is_empty() {
        gathered.notes.push(format!("not numbered as questions, and not read: `{}`", left.join("`, `")));
    }
    let form = Form { person, about, ..Form::default() };
    wide::read(gathered, &form, given)
}
