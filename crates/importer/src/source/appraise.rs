//! Scores that Appraise exports: no header, 7, 10 or 12 columns.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use table::Table;

use super::{Reading, Role, Source, SourceInput, criterion, with_lines};
use crate::counts::Counts;
use crate::gather::Rows;
use crate::import_mapping::RepeatPolicy;
use crate::marked_spans::SpanCollector;
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "appraise",
    name: "scores exported from Appraise",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "appraise"
import.files = ["scores.csv"]

[[criteria]]
id = "score"
column = "score"
better = "higher"
response = { kind = "slider", minimum = 0, maximum = 100 }
"#,
};

const KINDS: [&str; 4] = ["TGT", "BAD", "CHK", "REF"];

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let is_scored = |row: &Vec<String>| {
        let kind = row.get(3).map(|cell| cell.trim()).unwrap_or_default();
        [7, 9, 10, 12].contains(&row.len()) && KINDS.contains(&kind) && row[6].trim().parse::<f64>().is_ok()
    };
    let rows = sheet.rows();
    let width = rows.first()?.len();
    rows.iter().all(is_scored).then(|| {
        vec!["no header".to_owned(), format!("{width} columns, the fourth TGT, BAD, CHK or REF, the seventh a number")]
    })
}

/// One row that counts.
struct Score {
    user: String,
    system: String,
    document: String,
    item: u64,
    score: String,
    /// What was marked, where anything could be.
    errors: Option<Vec<Value>>,
    end: f64,
    line: usize,
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut scores: Vec<Score> = Vec::new();
    let mut lines = 0;
    for sheet in &given.sheets {
        let layout = table::Layout { header_rows: 0, ..sheet.layout.clone() };
        let laid = Table::read_with_layout(&sheet.name, sheet.bytes, &layout)?;
        counts.rows += laid.table.len() + laid.blank;
        counts.leave_out("nothing in the row", laid.blank);
        for row in 0..laid.table.len() {
            lines += 1;
            if let Some(score) = score(&laid.table, row, (lines, &mut counts))? {
                scores.push(score);
            }
        }
    }
    let kept = latest(scores, &mut counts, given.wanted.import.repeated);
    counts.read = kept.len();
    let place = places(&kept);
    let mut rows = Rows::default();
    let mut marked = SpanCollector::default();
    for score in &kept {
        let item = format!("{}:{}", score.document, place[&score.line]);
        let count = score.errors.as_ref().map(|errors| errors.len().to_string());
        let spans = score.errors.as_ref().map(|errors| marked.on_page(errors, None));
        // One output that two systems gave was judged for both.
        for system in score.system.split('+') {
            rows.push([
                ("participant", Some(score.user.as_str())),
                ("item", Some(item.as_str())),
                ("system", Some(system)),
                ("document", Some(score.document.as_str())),
                ("score", Some(score.score.as_str())),
                ("errors", count.as_deref()),
                ("spans", spans.as_deref()),
            ]);
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.notes.push("Appraise does not name segments: they are numbered within each document in the order in which they were judged".to_owned());
    let again = count_repeats(&kept);
    if again > 0 {
        reading.notes.push(format!("{again} scores are of a person who judged the same output before; all count, unless you say `import.repeated = \"latest\"`"));
    }
    for key in ["participant", "item", "system"] {
        reading.know(key, key);
    }
    let scale = with_lines(
        criterion("score", "score", "score"),
        "better = \"higher\"\nresponse = { kind = \"slider\", minimum = 0.0, maximum = 100.0 }",
    );
    let count = with_lines(
        criterion("errors", "number of errors", "errors"),
        "better = \"lower\"\nresponse = { kind = \"count\" }",
    );
    let spans = marked.criterion(&mut reading);
    let has_errors = reading.table.column("errors").is_some_and(|column| column.iter().any(|cell| cell.is_some()));
    let criteria = std::iter::once(scale).chain(has_errors.then_some(count)).chain(spans);
    reading.know("criteria", criteria.collect::<Vec<_>>());
    Ok(reading)
}

fn score(table: &Table, row: usize, (line, counts): (usize, &mut Counts)) -> Result<Option<Score>, Stop> {
    let cell = |number: usize| {
        table.column(&format!("column {number}")).and_then(|column| column.get(row)).unwrap_or_default().trim()
    };
    let document = if table.columns().len() > 7 { cell(8) } else { "" };
    let failed = |what: &str, found: &str| {
        Stop::Unreadable(format!(
            "row {} of `{}` has `{found}` where {what} is expected",
            table.row_number(row),
            table.file()
        ))
    };
    let lower = document.to_lowercase();
    let reason = match cell(4) {
        "TGT" if lower.contains("tutorial") => Some("the tutorial"),
        "TGT" if lower.contains("#dup") => Some("shown a second time on purpose (`#dup`)"),
        "TGT" if lower.contains("#incomplete") => Some("an incomplete document (`#incomplete`)"),
        "TGT" if lower.contains("#bad") => Some("made worse on purpose (`#bad`)"),
        "TGT" => None,
        "BAD" => Some("made worse on purpose (BAD)"),
        "CHK" => Some("repeated to see whether people agree with themselves (CHK)"),
        "REF" => Some("a reference shown as a check (REF)"),
        other => return Err(failed("TGT, BAD, CHK or REF", other)),
    };
    if let Some(reason) = reason {
        counts.leave_out(reason, 1);
        return Ok(None);
    }
    let value = cell(7);
    value
        .parse::<f64>()
        .ok()
        .filter(|score| (0.0..=100.0).contains(score))
        .ok_or_else(|| failed("a score from 0 to 100", value))?;
    let spans = if table.columns().len() >= 10 { Some(cell(10)) } else { None };
    let errors = match spans.filter(|spans| !spans.is_empty()) {
        None => None,
        Some(spans) => match serde_json::from_str::<Value>(spans) {
            Ok(Value::Array(spans)) => Some(spans),
            _ => return Err(failed("a JSON list of spans", spans)),
        },
    };
    Ok(Some(Score {
        user: cell(1).to_owned(),
        system: cell(2).to_owned(),
        item: cell(3).parse().map_err(|_| failed("the number of an item", cell(3)))?,
        document: document.split('#').next().unwrap_or_default().to_owned(),
        score: value.to_owned(),
        errors,
        end: cell(12).parse().unwrap_or(0.0),
        line,
    }))
}

/// What one person said last about each item, where that is wanted; else everything.
fn latest(scores: Vec<Score>, counts: &mut Counts, repeated: Option<RepeatPolicy>) -> Vec<Score> {
    let mut last: HashMap<_, (f64, usize)> = HashMap::new();
    for score in &scores {
        let key = (score.user.as_str(), score.system.as_str(), score.document.as_str(), score.item);
        let known = last.entry(key).or_insert((score.end, score.line));
        if score.end >= known.0 {
            *known = (score.end, score.line);
        }
    }
    let keep: std::collections::BTreeSet<usize> = last.values().map(|(_, line)| *line).collect();
    if repeated != Some(RepeatPolicy::Latest) {
        return scores;
    }
    counts.leave_out("judged again later by the same person", scores.len() - keep.len());
    scores.into_iter().filter(|score| keep.contains(&score.line)).collect()
}

/// How many scores are of a person about an output that they had scored before.
fn count_repeats(scores: &[Score]) -> usize {
    let outputs: std::collections::BTreeSet<_> = scores
        .iter()
        .map(|score| (score.user.as_str(), score.system.as_str(), score.document.as_str(), score.item))
        .collect();
    scores.len() - outputs.len()
}

/// The place of each score's segment within its document, by line.
fn places(scores: &[Score]) -> BTreeMap<usize, usize> {
    let mut documents: BTreeMap<_, Vec<(u64, usize)>> = BTreeMap::new();
    for score in scores {
        documents
            .entry((score.user.as_str(), score.system.as_str(), score.document.as_str()))
            .or_default()
            .push((score.item, score.line));
    }
    let mut places = BTreeMap::new();
    for items in documents.values() {
        let numbers: std::collections::BTreeSet<u64> = items.iter().map(|(item, _)| *item).collect();
        let place = |item: &u64| numbers.iter().take_while(|known| *known < item).count() + 1;
        places.extend(items.iter().map(|(item, line)| (*line, place(item))));
    }
    places
}
