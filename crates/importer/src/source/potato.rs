//! Output of Potato: a state per person, JSON lines, or a table with a column per label.

use std::collections::BTreeMap;

use serde_json::Value;
use table::Table;

use super::{Reading, Role, Source, SourceInput, criterion, slugs};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::{Head, Sheet};

pub(super) const SOURCE: Source = Source {
    id: "potato",
    name: "output of Potato",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "potato"
import.files = ["output/"]
participant = "user_id"
item = "instance_id"
# Potato does not say which system wrote what.
import.one_system = "the system"
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    if sheet.has_keys(&["user_id", "instance_id_to_label_to_value"]) {
        Some(vec!["`user_id` and `instance_id_to_label_to_value`".to_owned()])
    } else if sheet.has_keys(&["instance_id", "user_id", "labels"]) {
        Some(vec!["`instance_id`, `user_id` and `labels`".to_owned()])
    } else if sheet.has_keys(&["displayed_text", "label_annotations"]) {
        Some(vec!["`displayed_text` and `label_annotations`, as Potato 1 writes them".to_owned()])
    } else if sheet.has_columns(&["instance_id", "user_id"]) && sheet.header().iter().any(|name| name.contains('.')) {
        Some(vec!["columns instance_id, user_id and `schema.label`".to_owned()])
    } else {
        None
    }
}

type Answers = BTreeMap<String, Option<String>>;

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut found: Vec<(String, String, Answers)> = Vec::new();
    for sheet in &given.sheets {
        if let Head::Rows(_) = sheet.head {
            from_table(sheet, &mut counts, &mut found)?;
            continue;
        }
        for record in sheet.records()? {
            // Potato 1 has a folder for each person.
            let folder = || sheet.name.rsplit('/').nth(1).map(str::to_owned);
            let user = record.get("user_id").and_then(cell).or_else(folder).unwrap_or_default();
            match record.get("instance_id_to_label_to_value").and_then(Value::as_object) {
                Some(instances) => {
                    for (instance, labels) in instances {
                        counts.rows += 1;
                        found.push((user.clone(), instance.clone(), answers(labels)));
                    }
                }
                None => {
                    counts.rows += 1;
                    let instance =
                        record.get("instance_id").or_else(|| record.get("id")).and_then(cell).unwrap_or_default();
                    let labels = record.get("labels").or_else(|| record.get("label_annotations"));
                    found.push((user, instance, labels.map(answers).unwrap_or_default()));
                }
            }
        }
    }
    counts.read = found.len();
    let mut rows = Rows::default();
    let mut schemas: Vec<String> = found.iter().flat_map(|(_, _, answers)| answers.keys().cloned()).collect();
    schemas.sort();
    schemas.dedup();
    for (user, instance, answers) in &found {
        let about = [("user_id", Some(user.as_str())), ("instance_id", Some(instance.as_str()))];
        rows.push(about.into_iter().chain(answers.iter().map(|(schema, answer)| (schema.as_str(), answer.as_deref()))));
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("participant", "user_id");
    reading.know("item", "instance_id");
    let criteria: Vec<toml::Value> =
        slugs(schemas.iter().map(String::as_str)).iter().map(|(id, name)| criterion(id, name, name)).collect();
    reading.know("criteria", criteria);
    Ok(reading)
}

/// The answers of one person about one item, by schema. Some versions keep pairs of a label and its value.
fn answers(labels: &Value) -> Answers {
    let mut schemas: BTreeMap<String, Vec<(String, Value)>> = BTreeMap::new();
    match labels {
        Value::Array(pairs) => {
            for pair in pairs {
                let name = |key: &str| pair.get(0).and_then(|label| label.get(key)).and_then(cell);
                if let (Some(schema), Some(label)) = (name("schema"), name("name")) {
                    schemas.entry(schema).or_default().push((label, pair.get(1).cloned().unwrap_or_default()));
                }
            }
        }
        Value::Object(all) => {
            for (schema, labels) in all {
                let labels = labels.get("labels").unwrap_or(labels);
                for (label, value) in labels.as_object().into_iter().flatten() {
                    schemas.entry(schema.clone()).or_default().push((label.clone(), value.clone()));
                }
            }
        }
        _ => {}
    }
    schemas.into_iter().map(|(schema, labels)| (schema, chosen_labels(&labels))).collect()
}

/// What was chosen: the value of a control that has one, else the labels that are on.
fn chosen_labels(labels: &[(String, Value)]) -> Option<String> {
    const VALUED: [&str; 5] = ["selection", "scale_value", "rank_order", "text_box", "value"];
    if let [(label, value)] = labels
        && VALUED.contains(&label.as_str())
    {
        return cell(value);
    }
    let is_on = |value: &Value| {
        !matches!(value, Value::Null | Value::Bool(false)) && cell(value).is_some_and(|text| !text.is_empty())
    };
    let on: Vec<&str> = labels.iter().filter(|(_, value)| is_on(value)).map(|(label, _)| label.as_str()).collect();
    (!on.is_empty()).then(|| on.join("|"))
}

fn from_table(sheet: &Sheet<'_>, counts: &mut Counts, found: &mut Vec<(String, String, Answers)>) -> Result<(), Stop> {
    let laid = Table::read_with_layout(&sheet.name, sheet.bytes, &sheet.layout)?;
    counts.rows += laid.table.len() + laid.blank;
    counts.leave_out("nothing in the row", laid.blank);
    for row in 0..laid.table.len() {
        let text =
            |name: &str| laid.table.column(name).and_then(|column| column.get(row)).unwrap_or_default().to_owned();
        let mut schemas: BTreeMap<String, Vec<(String, Value)>> = BTreeMap::new();
        for column in laid.table.columns() {
            if let Some((schema, label)) = column.name().split_once('.')
                && !label.starts_with('_')
            {
                let value = column.get(row).map(Value::from).unwrap_or_default();
                schemas.entry(schema.to_owned()).or_default().push((label.to_owned(), value));
            }
        }
        // Where old versions kept several points for one answer, a column of its own has the one that counts.
        let answers = schemas.into_iter().map(|(schema, labels)| {
            let resolved = laid.table.column(&schema).and_then(|column| column.get(row)).map(str::to_owned);
            let answer = resolved.or_else(|| chosen_labels(&labels));
            (schema, answer)
        });
        found.push((text("user_id"), text("instance_id"), answers.collect()));
    }
    Ok(())
}
