//! A platform's table of submissions: Prolific's export, or Mechanical Turk's results, of its site or of Amazon's command line. Columns
//! are found by name.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord};
use prolific::Status;

use super::assignments::{is_reply, table_of};
use super::{Platform, State, Submission};

/// What was read of a table.
#[derive(Debug, Clone)]
pub struct Export {
    pub platform: Platform,
    /// Whether Amazon's command line gave it: the site knows nothing of this HIT and takes no table of it back.
    pub by_command_line: bool,
    pub submissions: Vec<Submission>,
    /// The rows that could not be read.
    pub problems: Vec<Problem>,
    /// The table itself, to be given back with something added.
    pub head: StringRecord,
    pub rows: Vec<StringRecord>,
}

/// What is wrong with a table, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The row, as a spreadsheet counts; 1 is the head.
    pub row: usize,
    pub what: String,
    pub remedy: String,
}

/// Which column holds what.
struct Columns {
    platform: Platform,
    person: usize,
    submission: usize,
    status: usize,
    code: Option<usize>,
}

/// Prolific's columns are called otherwise in older exports and in its interface for programs.
const PERSON: [&str; 4] = ["participantid", "participant", "prolificid", "prolificpid"];
const SUBMISSION: [&str; 3] = ["submissionid", "sessionid", "id"];
const CODE: [&str; 3] = ["completioncode", "enteredcode", "studycode"];

/// Reads a table as it was pasted or uploaded.
///
/// # Errors
/// When it is no table of submissions at all; rows that cannot be read are told among the problems.
pub fn read(text: &str) -> Result<Export, Problem> {
    let text = text.trim_start_matches('\u{feff}').trim_start_matches(['\n', '\r']);
    if text.trim().is_empty() {
        return Err(Problem {
            row: 1,
            what: "nothing stands in it".to_owned(),
            remedy: "get the platform's export again; whatever was to write it has failed".to_owned(),
        });
    }
    if is_reply(text) {
        return Ok(Export { by_command_line: true, ..read_table(&table_of(text)?)? });
    }
    read_table(text)
}

fn read_table(text: &str) -> Result<Export, Problem> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if first.matches('\t').count() > first.matches(',').count() { b'\t' } else { b',' };
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let unreadable = |what: String| Problem {
        row: 1,
        what,
        remedy: "save the export as CSV in UTF-8, and give all of it, with its first row".to_owned(),
    };
    let head = reader.headers().map_err(|error| unreadable(error.to_string()))?.clone();
    let columns = Columns::find(&head)?;
    let mut export = Export {
        platform: columns.platform,
        by_command_line: false,
        submissions: Vec::new(),
        problems: Vec::new(),
        head,
        rows: Vec::new(),
    };
    let mut rows: HashMap<String, usize> = HashMap::new();
    for (index, row) in reader.records().enumerate() {
        let row_number = index + 2;
        let row = row.map_err(|error| Problem { row: row_number, ..unreadable(error.to_string()) })?;
        match columns.read(row_number, &row) {
            // Of two rows about one submission the older would be paid for once more.
            Ok(submission) => match rows.insert(submission.submission.clone(), row_number) {
                Some(first) if !submission.submission.is_empty() => export.problems.push(Problem {
                    row: row_number,
                    what: format!("submission {} is in row {first} already", submission.submission),
                    remedy: "give one export, the newest, and not several in one".to_owned(),
                }),
                Some(_) | None => export.submissions.push(submission),
            },
            Err(problem) => export.problems.push(problem),
        }
        export.rows.push(row);
    }
    Ok(export)
}

impl Columns {
    fn find(head: &StringRecord) -> Result<Columns, Problem> {
        let names: Vec<String> = head.iter().map(plain).collect();
        let at = |wanted: &[&str]| wanted.iter().find_map(|name| names.iter().position(|known| known == name));
        let answered = || names.iter().position(|name| name.starts_with("answer") && name.contains("code"));
        if let (Some(person), Some(submission)) = (at(&["workerid"]), at(&["assignmentid"])) {
            let status = at(&["assignmentstatus"]).ok_or_else(|| missing("AssignmentStatus", head))?;
            return Ok(Columns { platform: Platform::Mturk, person, submission, status, code: answered() });
        }
        Ok(Columns {
            platform: Platform::Prolific,
            person: at(&PERSON).ok_or_else(|| missing("Participant id` or `WorkerId", head))?,
            submission: at(&SUBMISSION).ok_or_else(|| missing("Submission id", head))?,
            status: at(&["status"]).ok_or_else(|| missing("Status", head))?,
            code: at(&CODE),
        })
    }

    fn read(&self, row: usize, cells: &StringRecord) -> Result<Submission, Problem> {
        let cell = |column: usize| cells.get(column).map(str::trim).unwrap_or_default();
        let person = cell(self.person);
        if person.is_empty() {
            let remedy = "export the submissions again with the ids of participants".to_owned();
            return Err(Problem { row, what: "nobody is named in this row".to_owned(), remedy });
        }
        let state = State::read(cell(self.status)).ok_or_else(|| Problem {
            row,
            what: format!("the status `{}` is not known", cell(self.status)),
            remedy: "known are RESERVED, ACTIVE, AWAITING REVIEW, APPROVED, PARTIALLY APPROVED, SCREENED OUT, REJECTED, RETURNED, \
                     TIMED-OUT and SUBMITTED"
                .to_owned(),
        })?;
        let code = self.code.map(cell).filter(|code| !code.eq_ignore_ascii_case("nocode")).unwrap_or_default();
        Ok(Submission {
            row,
            person: person.to_owned(),
            submission: cell(self.submission).to_owned(),
            state,
            code: code.to_owned(),
            bonuses: None,
        })
    }
}

impl State {
    /// What a platform's word means.
    pub fn read(word: &str) -> Option<State> {
        let mturk = match plain(word).as_str() {
            "accepted" => Some(State::Working),
            "submitted" | "unknowncode" => Some(State::Submitted),
            "paid" => Some(State::Approved),
            "abandoned" => Some(State::Returned),
            "expired" => Some(State::TimedOut),
            _ => None,
        };
        mturk.or_else(|| Status::read(word).map(State::from))
    }
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn missing(column: &str, head: &StringRecord) -> Problem {
    let found: Vec<&str> = head.iter().take(12).collect();
    Problem {
        row: 1,
        what: format!("there is no column `{column}`; found: {}", found.join(", ")),
        remedy: "give the platform's own export of submissions, with its first row".to_owned(),
    }
}
