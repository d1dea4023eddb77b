//! Rankings of Label Studio (its control Ranker): one row for each place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::person;
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::source::{Reading, SourceInput, criterion, slugs, with_lines};

/// Whether a task has a ranking.
pub(super) fn is_ranked(task: &Value) -> bool {
    match task.get("annotations").and_then(Value::as_array) {
        Some(all) => all.iter().flat_map(results).any(|(_, kind, _)| kind == "ranker"),
        None => flat(task).next().is_some(),
    }
}

/// The results of an annotation: control, kind and value.
fn results(given: &Value) -> Vec<(&str, &str, &Value)> {
    let one = |result| -> Option<(&str, &str, &Value)> {
        let result: &Value = result;
        Some((result.get("from_name")?.as_str()?, result.get("type")?.as_str()?, result.get("value")?))
    };
    given.get("result").and_then(Value::as_array).into_iter().flatten().filter_map(one).collect()
}

/// The rankings in an object of JSON_MIN.
fn flat(record: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let ranking = |(name, value)| -> Option<(&str, &Value)> {
        let (name, value): (&String, &Value) = (name, value);
        let only = value.as_array().and_then(|all| all.first()).unwrap_or(value);
        only.get("ranker").is_some().then_some((name.as_str(), only))
    };
    record.as_object().into_iter().flatten().filter_map(ranking)
}

/// The ids from first to last: a list, or the only list of an object. Several lists are buckets, and no ranking.
fn places(value: &Value) -> Option<Vec<String>> {
    let list = match value.get("ranker")? {
        Value::Array(list) => list,
        Value::Object(lists) if lists.len() == 1 => lists.values().next()?.as_array()?,
        _ => return None,
    };
    list.iter().map(cell).collect()
}

/// Who ranked, and what.
struct RankingAnswer<'v> {
    who: Option<String>,
    seconds: Option<String>,
    gold: bool,
    rankings: Vec<(&'v str, &'v Value)>,
}

#[derive(Default)]
struct RankingRows {
    rows: Rows,
    counts: Counts,
    controls: BTreeSet<String>,
    texts: bool,
}

/// Reads an export with rankings.
pub(super) fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut found = RankingRows::default();
    for sheet in &given.sheets {
        for task in super::records(sheet)? {
            found.task(&task, &sheet.name)?;
        }
    }
    let RankingRows { rows, counts, controls, texts } = found;
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    for (key, column) in
        [("participant", "completed_by"), ("active_secs", "lead_time"), ("system", "system"), ("excluded", "excluded")]
    {
        if reading.table.column(column).is_some_and(|column| column.iter().any(|cell| cell.is_some())) {
            reading.know(key, column);
        }
    }
    let there = |name: &&str| reading.table.column(name).is_some();
    let item = ["data.item", "data.item_id", "data.id", "data.uid"].into_iter().find(there).unwrap_or("task");
    let shown: Vec<&str> =
        ["data.prompt", "data.source", "data.input", "data.question"].into_iter().filter(there).collect();
    reading.know("item", item);
    reading.know("import.show", shown);
    if texts {
        reading.know("import.outputs", vec!["output"]);
    }
    let ranking = "better = \"lower\"\nresponse = { kind = \"ranking\", ties = false }";
    let asked = slugs(controls.iter().map(String::as_str));
    let asked = asked.iter().map(|(id, name)| with_lines(criterion(id, name, &format!("result.{name}")), ranking));
    reading.know("criteria", asked.collect::<Vec<_>>());
    reading.notes.push("what was ranked is taken as the systems, by its ids; the first place is 1".to_owned());
    Ok(reading)
}

impl RankingRows {
    fn task(&mut self, task: &Value, file: &str) -> Result<(), Stop> {
        let Some(all) = task.get("annotations").and_then(Value::as_array) else {
            let answered = RankingAnswer {
                who: person(task.get("annotator")),
                seconds: task.get("lead_time").and_then(cell),
                gold: false,
                rankings: flat(task).collect(),
            };
            return self.answer(task, task, (file, &answered));
        };
        let data = task.get("data").unwrap_or(&Value::Null);
        for given in all {
            if given.get("was_cancelled") == Some(&Value::Bool(true)) {
                self.counts.rows += 1;
                self.counts.leave_out("skipped by the person (`was_cancelled`)", 1);
                continue;
            }
            let results = results(given);
            for (name, kind, _) in results.iter().filter(|(_, kind, _)| *kind != "ranker") {
                self.counts.asked += 1;
                self.counts
                    .without_answer(format!("`{name}` ({kind}): says nothing about one system, beside a ranking"), 1);
            }
            let answered = RankingAnswer {
                who: person(given.get("completed_by")),
                seconds: given.get("lead_time").and_then(cell),
                gold: given.get("ground_truth") == Some(&Value::Bool(true)),
                rankings: results
                    .iter()
                    .filter(|it| it.1 == "ranker")
                    .map(|(name, _, value)| (*name, *value))
                    .collect(),
            };
            self.answer(task, data, (file, &answered))?;
        }
        Ok(())
    }

    fn answer(&mut self, task: &Value, data: &Value, (file, answered): (&str, &RankingAnswer<'_>)) -> Result<(), Stop> {
        let id = task.get("id").and_then(cell).unwrap_or_default();
        self.counts.rows += 1;
        if answered.rankings.is_empty() {
            self.counts.leave_out("no ranking in it", 1);
            return Ok(());
        }
        self.counts.read += 1;
        let mut ranked: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (name, value) in &answered.rankings {
            let places = places(value).ok_or_else(|| {
                Stop::Unreadable(format!(
                    "task {id} of `{file}` sorts into several lists with `{name}`; only a ranking in one list is read"
                ))
            })?;
            self.controls.insert((*name).to_owned());
            for (place, system) in places.into_iter().enumerate() {
                ranked.entry(system).or_default().push((format!("result.{name}"), (place + 1).to_string()));
            }
        }
        let texts = texts(data);
        let plain: Vec<(String, Option<String>)> = data
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(_, value)| !value.is_array() && !value.is_object())
            .map(|(key, value)| (format!("data.{key}"), cell(value)))
            .collect();
        for (system, places) in &ranked {
            let text = texts.get(system).map(String::as_str);
            self.texts |= text.is_some();
            let mut line: Vec<(&str, Option<&str>)> = vec![
                ("completed_by", answered.who.as_deref()),
                ("task", Some(&id)),
                ("lead_time", answered.seconds.as_deref()),
                ("excluded", answered.gold.then_some("ground-truth")),
                ("system", Some(system)),
                ("output", text),
            ];
            line.extend(plain.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
            line.extend(places.iter().map(|(name, place)| (name.as_str(), Some(place.as_str()))));
            self.rows.push(line);
        }
        Ok(())
    }
}

/// The texts of what was ranked, by id: lists of objects with an id in the data.
fn texts(data: &Value) -> BTreeMap<String, String> {
    let lists = data.as_object().into_iter().flatten().filter_map(|(_, value)| value.as_array());
    let text = |element: &Value| {
        let id = element.get("id").and_then(cell)?;
        let text = ["body", "text", "html", "title"].iter().find_map(|key| element.get(*key).and_then(cell))?;
        Some((id, text))
    };
    lists.flatten().filter_map(text).collect()
}
