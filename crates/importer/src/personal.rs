//! Columns that say who someone is.

use std::collections::HashMap;

use dataset::personal_kind;
use table::{Column, Table};

use crate::source::RATERS;

/// A column that says who someone is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Personal {
    /// Its name.
    pub column: String,
    /// What it holds.
    pub what: &'static str,
}

/// What names of columns say, in lower case without blanks and signs; the ending after the last dot counts too.
const NAMES: [(&str, &[&str]); 7] = [
    ("an address on the internet", &["ipaddress", "ip", "ipaddr", "ipadresse", "refurl", "useragent"]),
    ("an e-mail address", &["email", "emailaddress", "recipientemail", "mail", "username", "emailadresse"]),
    (
        "a name",
        &[
            "name",
            "recipientlastname",
            "recipientfirstname",
            "lastname",
            "firstname",
            "surname",
            "fullname",
            "nachname",
            "vorname",
        ],
    ),
    (
        "a place on the map",
        &["locationlatitude", "locationlongitude", "latitude", "longitude", "locationaccuracy", "lat", "lon"],
    ),
    (
        "an id of a platform",
        &[
            "workerid",
            "prolificpid",
            "prolificid",
            "participantid",
            "yourprolificid",
            "mturkid",
            "amazonid",
            "assignmentid",
            "submissionid",
        ],
    ),
    (
        "a reference to a person",
        &["externalreference", "externaldatareference", "token", "phone", "telephone", "dateofbirth", "birthday"],
    ),
    ("a code typed for payment", &["completioncode", "surveycode"]),
];

/// The columns of a table that say who someone is, by their names and by what is in them.
pub(crate) fn find(table: &Table) -> Vec<Personal> {
    table
        .columns()
        .iter()
        .filter_map(|column| kind_of(column).map(|what| Personal { column: column.name().to_owned(), what }))
        .collect()
}

/// What a column holds that says who someone is.
pub(crate) fn kind_of(column: &Column) -> Option<&'static str> {
    let plain = |name: &str| name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    let first_line = column.name().lines().next().unwrap_or_default();
    let ending = plain(first_line.rsplit('.').next().unwrap_or(first_line));
    let by_name =
        NAMES.iter().find(|(_, names)| names.contains(&plain(first_line).as_str()) || names.contains(&ending.as_str()));
    by_name.map(|(what, _)| *what).or_else(|| by_values(column))
}

/// What most of the values look like.
fn by_values(column: &Column) -> Option<&'static str> {
    let values: Vec<&str> = column.iter().flatten().take(200).collect();
    let kinds: Vec<&str> = values.iter().filter_map(|value| personal_kind(value.trim())).collect();
    let most = |kind: &&str| kinds.iter().filter(|it| *it == kind).count() * 2 > values.len();
    kinds.iter().copied().find(most)
}

/// Whether a column of participants holds what says who they are. One that does is enough: of the others only a
/// number may be known.
pub(crate) fn names_people(column: &Column) -> bool {
    let is_personal = |value: &&str| personal_kind(value.trim()).is_some() || could_be_name(value);
    kind_of(column).is_some() || column.cells_once().any(|cell| is_personal(&cell))
}

/// What else people are called where nobody says their names, and programs that judge.
const ROLES: [&str; 22] = [
    "user",
    "person",
    "subject",
    "respondent",
    "student",
    "author",
    "human",
    "crowd",
    "average",
    "native",
    "anonymous",
    "linguist",
    "translator",
    "group",
    "team",
    "row",
    "model",
    "llm",
    "gpt",
    "claude",
    "gemini",
    "llama",
];

/// Whether an id could be the name of a person: words, and no number that would make it a code.
fn could_be_name(id: &str) -> bool {
    let id = id.trim();
    let words = id.split(|letter: char| !letter.is_alphabetic());
    let is_code = id.chars().any(|letter| letter.is_ascii_digit());
    let is_word = |word: &str| {
        let lower = word.to_lowercase();
        let initials = word.chars().count() < 3 || word.chars().count() == 3 && word.chars().all(char::is_uppercase);
        let is_role = |word: &str| ROLES.contains(&word) || RATERS.contains(&word);
        !initials && !is_role(lower.trim_end_matches('s')) && !is_role(&lower)
    };
    let names = words.filter(|word| is_word(word)).count();
    names > 0 && (!is_code || names > 1)
}

/// The same column with `p1`, `p2` and so on for its values, in the order in which they come.
pub(crate) fn pseudonymise_column(column: &Column) -> (Column, HashMap<String, String>) {
    let mut known: HashMap<String, String> = HashMap::new();
    let pseudonyms = column.map_texts(|cell| {
        let next = format!("p{}", known.len() + 1);
        Some(known.entry(cell.trim().to_owned()).or_insert(next).clone())
    });
    (pseudonyms, known)
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{could_be_name, find, pseudonymise_column};

    #[test]
    fn names_are_told_from_codes() {
        for name in ["Maria Weber", "Tom", "J. Schmidt", "anna", "carla-rossi", "Réne", "Maria Weber 2", "rater Anna"]
        {
            assert!(could_be_name(name), "{name}");
        }
        for code in [
            "r1",
            "rater_3",
            "A",
            "annotator-02",
            "12",
            "engdeu6901",
            "expert",
            "Rater B",
            "JS",
            "MWE",
            "gpt-4",
            "row 7",
        ] {
            assert!(!could_be_name(code), "{code}");
        }
    }

    #[test]
    fn personal_columns_are_found_by_name_and_by_content() {
        let text = "IP Address,Answer.email,contact,who,rater,Input.name,model\n\
            10.0.0.1,x,a.b@example.org,aaaaaaaaaaaaaaaaaaaaaaa1,rater1,n,AB\n\
            10.0.0.2,y,c.d@example.org,aaaaaaaaaaaaaaaaaaaaaaa2,rater2,m,AC\n";
        let found = find(&Table::read("t.csv", text.as_bytes()).unwrap());
        let names: Vec<&str> = found.iter().map(|personal| personal.column.as_str()).collect();
        assert_eq!(names, ["IP Address", "Answer.email", "contact", "who", "Input.name"]);
    }

    #[test]
    fn one_person_has_one_pseudonym() {
        let table = Table::read("t.csv", b"w\nx\ny\nx \n").unwrap();
        let (column, _) = pseudonymise_column(&table.columns()[0]);
        assert_eq!(column.iter().flatten().collect::<Vec<_>>(), ["p1", "p2", "p1"]);
    }
}
