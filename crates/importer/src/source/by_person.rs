//! An object of people, each with an object of items and labels: `{"anna": {"item 1": "yes"}}`.

use serde_json::Value;

use super::{Reading, Role, Source, SourceInput, criterion, slug};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::{Head, Sheet};

pub(super) const SOURCE: Source = Source {
    id: "by-person",
    name: "labels by person and item",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "by-person"
import.files = ["labels.json"]
import.criterion = "relevance"
import.one_system = "the system"
"#,
};

fn is_by_person(record: &Value) -> bool {
    let scalar = |value: &Value| !value.is_object() && !value.is_array();
    let labels = |value: &Value| value.as_object().is_some_and(|items| !items.is_empty() && items.values().all(scalar));
    record.as_object().is_some_and(|people| people.len() >= 2 && people.values().all(labels))
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let one = matches!(&sheet.head, Head::Json(records) if records.len() == 1);
    (one && sheet.record().is_some_and(is_by_person))
        .then(|| vec!["an object of people, each with an object of items and labels".to_owned()])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        for record in sheet.records()? {
            for (person, items) in record.as_object().into_iter().flatten() {
                for (item, label) in items.as_object().into_iter().flatten() {
                    counts.rows += 1;
                    counts.read += 1;
                    let label = cell(label);
                    rows.push([
                        ("participant", Some(person.as_str())),
                        ("item", Some(item.as_str())),
                        ("value", label.as_deref()),
                    ]);
                }
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("participant", "participant");
    reading.know("item", "item");
    reading.know("value", "value");
    let name = given.wanted.import.criterion.clone().unwrap_or_else(|| "label".to_owned());
    reading.know("criteria", vec![criterion(&slug(&name), &name, "value")]);
    Ok(reading)
}
