//! Answers of Pearmut: a line per document, with a score for each item and model.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Reading, Role, Source, SourceInput, criterion, slugs, with_lines};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::marked_spans::SpanCollector;
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "pearmut",
    name: "answers of Pearmut",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "pearmut"
import.files = ["answers.jsonl"]
"#,
};

/// What the columns of sliders begin with.
const SLIDER: &str = "slider.";

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    sheet
        .has_keys(&["user_id", "item_i", "item", "annotation"])
        .then(|| vec!["`user_id`, `item_i`, `item` and `annotation`".to_owned()])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let mut marked = SpanCollector::with_source(Some("src"));
    let mut sliders: BTreeSet<String> = BTreeSet::new();
    for sheet in &given.sheets {
        for (index, record) in sheet.records()?.iter().enumerate() {
            counts.rows += 1;
            let failed = |what: &str| Stop::Unreadable(format!("line {} of `{}` {what}", index + 1, sheet.name));
            let place = record.get("item_i").and_then(cell).unwrap_or_default();
            if ["welcome", "random", "goodbye"].iter().any(|word| place.starts_with(word)) {
                counts.leave_out("the tutorial, or what is shown around the items", 1);
                continue;
            }
            let (Some(items), Some(said)) =
                (record.get("item").and_then(Value::as_array), record.get("annotation").and_then(Value::as_array))
            else {
                return Err(failed(
                    "has no `item` and `annotation`: it may void what came before it; take out the lines that do not count",
                ));
            };
            if items.len() != said.len() {
                return Err(failed("has another number of answers than of items"));
            }
            counts.read += 1;
            let user = record.get("user_id").and_then(cell).unwrap_or_default();
            for (at, (item, answers)) in items.iter().zip(said).enumerate() {
                let id = item.get("item_id").and_then(cell).unwrap_or_else(|| format!("{place}:{at}"));
                for (model, answer) in answers.as_object().into_iter().flatten() {
                    let score = answer.get("score").and_then(cell);
                    let errors = answer.get("error_spans").and_then(Value::as_array);
                    let (source, text) = (
                        item.get("src").and_then(cell),
                        item.get("tgt").and_then(|texts| texts.get(model)).and_then(cell),
                    );
                    let count = errors.map(|errors| errors.len().to_string());
                    let spans = errors.map(|errors| marked.on_page(errors, text.as_deref()));
                    let moved = answer.get("sliders").and_then(Value::as_object).into_iter().flatten();
                    let moved: Vec<(String, Option<String>)> =
                        moved.map(|(name, value)| (format!("{SLIDER}{name}"), cell(value))).collect();
                    sliders.extend(moved.iter().map(|(name, _)| name.clone()));
                    let words = answer.get("textfield").and_then(cell);
                    let line = [
                        ("user_id", Some(user.as_str())),
                        ("item", Some(id.as_str())),
                        ("model", Some(model.as_str())),
                        ("score", score.as_deref()),
                        ("errors", count.as_deref()),
                        ("spans", spans.as_deref()),
                        ("textfield", words.as_deref()),
                        ("src", source.as_deref()),
                        ("tgt", text.as_deref()),
                    ];
                    rows.push(
                        line.into_iter().chain(moved.iter().map(|(name, value)| (name.as_str(), value.as_deref()))),
                    );
                }
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("participant", "user_id");
    reading.know("item", "item");
    reading.know("system", "model");
    reading.know("import.show", vec!["src"]);
    reading.know("import.outputs", vec!["tgt"]);
    let criteria = criteria(&mut reading, &sliders, marked);
    reading.know("criteria", criteria);
    Ok(reading)
}

/// What was asked: whatever someone answered.
fn criteria(reading: &mut Reading, sliders: &BTreeSet<String>, marked: SpanCollector) -> Vec<toml::Value> {
    let filled = |name: &str| reading.table.column(name).is_some_and(|column| column.iter().any(|cell| cell.is_some()));
    let mut criteria = Vec::new();
    if filled("score") {
        criteria.push(criterion("score", "score", "score"));
    }
    for (id, name) in slugs(sliders.iter().filter_map(|name| name.strip_prefix(SLIDER))) {
        criteria.push(criterion(&id, &name, &format!("{SLIDER}{name}")));
    }
    if filled("textfield") {
        let words = "better = \"neither\"\nresponse = { kind = \"text\", optional = true, lines = true }";
        criteria.push(with_lines(criterion("textfield", "textfield", "textfield"), words));
    }
    if filled("errors") {
        criteria.push(with_lines(
            criterion("errors", "number of errors", "errors"),
            "better = \"lower\"\nresponse = { kind = \"count\" }",
        ));
    }
    criteria.extend(marked.criterion(reading));
    criteria
}
