//! Answers of Google Forms: a time stamp, then one column per question, named by its wording.

use super::{Reading, Role, Source, SourceInput};
use crate::gather::gather;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::wide::{self, Form};

pub(super) const SOURCE: Source = Source {
    id: "google-forms",
    name: "answers of a Google Form",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "google-forms"
import.files = ["answers.csv"]
# Each column asks something else about one thing …
import.columns = "criteria"
import.one_item = "the campaign"
import.one_system = "the tool"
import.labels = { "Strongly disagree" = 1, "Disagree" = 2, "Neutral" = 3, "Agree" = 4, "Strongly agree" = 5 }
# … or about what an items file says: column,item,system
# import.items = "questions.csv"
"#,
};

/// "Timestamp" in the languages in which Google Forms writes it.
const STAMPS: [&str; 14] = [
    "timestamp",
    "zeitstempel",
    "horodateur",
    "marca temporal",
    "carimbo de data/hora",
    "informazioni cronologiche",
    "tijdstempel",
    "sygnatura czasowa",
    "tidsstämpel",
    "časové razítko",
    "タイムスタンプ",
    "отметка времени",
    "时间戳记",
    "時間戳記",
];
/// Who answered, where the form collects it.
const PEOPLE: [&str; 14] = [
    "username",
    "email address",
    "e-mail-adresse",
    "nutzername",
    "adresse e-mail",
    "nom d'utilisateur",
    "dirección de correo electrónico",
    "nombre de usuario",
    "endereço de e-mail",
    "indirizzo email",
    "e-mailadres",
    "メールアドレス",
    "电子邮件地址",
    "電子郵件地址",
];
const ABOUT: [&str; 1] = ["score"];

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let first = sheet.header().first()?.trim().to_lowercase();
    let stamp = sheet.rows().get(1)?.first()?;
    let dated = stamp.chars().filter(char::is_ascii_digit).count() >= 6 && stamp.contains(':');
    (STAMPS.contains(&first.as_str()) && dated && sheet.header().len() > 1)
        .then(|| vec![format!("the first column is `{}`, with times like `{stamp}`", sheet.header()[0])])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let gathered = gather(&given.sheets, 1)?;
    let names: Vec<&str> = gathered.table.columns().iter().map(table::Column::name).collect();
    let is_called = |name: &str, words: &[&str]| words.contains(&name.trim().to_lowercase().replace('’', "'").as_str());
    let is_about = |name: &&&str| is_called(name, &ABOUT) || is_called(name, &PEOPLE);
    let person = names.iter().find(|name| is_called(name, &PEOPLE));
    let form = Form {
        person: person.map(|name| (*name).to_owned()),
        about: names.iter().take(1).chain(names.iter().filter(is_about)).map(|name| (*name).to_owned()).collect(),
        ..Form::default()
    };
    wide::read(gathered, &form, given)
}
