//! MQM ratings as TSV: one row per error, and the averages made from them.

use std::collections::BTreeMap;

use study::response::Span;
use table::{Column, Layout, Quoting, Table};

use super::{Reading, Role, Source, SourceInput, criterion, with_lines};
use crate::counts::Counts;
use crate::gather::Rows;
use crate::marked_spans::{self, At, SpanCollector};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "mqm",
    name: "MQM ratings, one row per error",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "mqm"
import.files = ["mqm.tsv"]
# The score of a segment: Major 5, Minor 1, Neutral 0, non-translation 25, minor punctuation 0.1.
value = "mqm"
import.outputs = ["target"]
"#,
};

pub(super) const AVERAGES: Source = Source {
    id: "mqm-averages",
    name: "average MQM scores of segments",
    role: Role::Answers(read_averages),
    recognise: recognise_averages,
    example: r#"import.source = "mqm-averages"
import.files = ["mqm.avg_seg_scores.tsv"]
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let sure = sheet.has_columns(&["system", "rater", "category", "severity"])
        && sheet.header().iter().any(|name| SEGMENT.contains(&name.trim()));
    sure.then(|| vec!["columns system, rater, category, severity and a segment".to_owned()])
}

const SEGMENT: [&str; 4] = ["globalSegId", "seg_id", "segment_id", "docSegId"];

/// The weight of an error (Freitag et al. 2021, as the scoring script of the WMT metrics task has it): by severity, category
/// and subcategory, the last dropped first.
fn weight(severity: &str, category: &str) -> f64 {
    let (severity, category) = (severity.trim().to_lowercase(), category.trim().to_lowercase());
    let whole = category.split('/').next().unwrap_or_default();
    if whole.starts_with("source") || whole == "reinterpretation" {
        return 0.0;
    }
    match severity.as_str() {
        "major" | "critical" if whole.starts_with("non-translation") => 25.0,
        "major" | "critical" => 5.0,
        "minor" if category == "fluency/punctuation" => 0.1,
        "minor" => 1.0,
        _ => 0.0,
    }
}

/// Whether a row says that there is no error.
fn is_clean(severity: &str, category: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_'], "-");
    plain(severity).is_empty() || plain(severity) == "no-error" || plain(category) == "no-error"
}

#[derive(Default)]
struct Segment {
    score: f64,
    errors: usize,
    rows: usize,
    source: String,
    target: String,
    spans: Vec<Span>,
}

const SEVERITIES: [&str; 6] = ["major", "minor", "neutral", "critical", "no-error", ""];

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut segments: BTreeMap<(String, String, String), Segment> = BTreeMap::new();
    let mut errors = SpanCollector::with_source(Some("source"));
    for sheet in &given.sheets {
        let quoting = if given.wanted.import.quotes == Some(true) { Quoting::Usual } else { Quoting::None };
        let laid = Table::read_with_layout(&sheet.name, sheet.bytes, &Layout { quoting, ..sheet.layout.clone() })?;
        counts.rows += laid.table.len() + laid.blank;
        counts.leave_out("nothing in the row", laid.blank);
        counts.read += laid.table.len();
        gather_errors(&laid.table, &mut segments, &mut errors)?;
    }
    let mut rows = Rows::default();
    for ((item, system, rater), segment) in &segments {
        // Sums of tenths, without the dust of binary fractions.
        let score = ((segment.score * 1e6).round() / 1e6).to_string();
        let count = segment.errors.to_string();
        let spans = marked_spans::cell(segment.spans.clone());
        rows.push([
            ("rater", Some(rater.as_str())),
            ("item", Some(item.as_str())),
            ("system", Some(system.as_str())),
            ("mqm", Some(score.as_str())),
            ("errors", Some(count.as_str())),
            ("spans", Some(spans.as_str())),
            ("source", Some(segment.source.as_str())),
            ("target", Some(segment.target.as_str())),
        ]);
    }
    debug_assert_eq!(segments.values().map(|segment| segment.rows).sum::<usize>(), counts.read);
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.notes.push(
        "the errors of a segment are one judgement each of `mqm` (the sum of their weights), `errors` (how many) and `spans` (which)"
            .to_owned(),
    );
    reading.know("participant", "rater");
    reading.know("item", "item");
    reading.know("system", "system");
    if reading.table.column("source").is_some_and(|column| column.iter().any(|cell| cell.is_some())) {
        reading.know("import.show", vec!["source"]);
        reading.know("import.outputs", vec!["target"]);
    }
    let worst = segments.values().map(|segment| segment.score).fold(25.0, f64::max).ceil();
    let scale = format!("better = \"lower\"\nresponse = {{ kind = \"slider\", minimum = 0.0, maximum = {worst:?} }}");
    let spans = errors.criterion(&mut reading);
    let criteria = [
        with_lines(criterion("mqm", "MQM score", "mqm"), &scale),
        with_lines(
            criterion("errors", "number of errors", "errors"),
            "better = \"lower\"\nresponse = { kind = \"count\" }",
        ),
    ];
    reading.know("criteria", criteria.into_iter().chain(spans).collect::<Vec<_>>());
    Ok(reading)
}

/// Whether one number of a segment stands for segments of several documents.
fn restarts(segment: &Column, document: &Column) -> bool {
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    segment.iter().zip(document.iter()).any(|(segment, document)| match (segment, document) {
        (Some(segment), Some(document)) => *known.entry(segment).or_insert(document) != document,
        (_, _) => false,
    })
}

/// Where an error stands in a text that has `<v>` and `</v>` around it, counted without these marks.
fn marked_place(text: &str) -> Option<(usize, usize)> {
    let (before, rest) = text.split_once("<v>")?;
    let (inside, _) = rest.split_once("</v>")?;
    let start = before.chars().count();
    Some((start, start + inside.chars().count()))
}

fn gather_errors(
    table: &Table,
    segments: &mut BTreeMap<(String, String, String), Segment>,
    errors: &mut SpanCollector,
) -> Result<(), Stop> {
    let named = |names: &[&str]| {
        names.iter().find_map(|name| table.columns().iter().find(|column| column.name().eq_ignore_ascii_case(name)))
    };
    let needed = |names: &[&str]| {
        named(names).ok_or_else(|| Stop::Unreadable(format!("`{}` has no column `{}`", table.file(), names[0])))
    };
    let (system, rater, category, severity) =
        (needed(&["system"])?, needed(&["rater"])?, needed(&["category"])?, needed(&["severity"])?);
    let segment = needed(&SEGMENT)?;
    // Some files count segments within each document, others through all of them.
    let document = named(&["doc", "document", "docid"]).filter(|document| restarts(segment, document));
    let (source, target) = (named(&["source"]), named(&["target"]));
    for row in 0..table.len() {
        let failed = |column: &Column, must: &str| {
            let found = column.get(row).unwrap_or_default();
            Stop::Unreadable(format!(
                "row {} of `{}` has `{found}` in `{}`; {must}",
                table.row_number(row),
                table.file(),
                column.name()
            ))
        };
        let filled = |column: &Column| {
            column
                .get(row)
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .ok_or_else(|| failed(column, "every error needs it"))
        };
        let how = severity.get(row).unwrap_or_default().trim();
        if !SEVERITIES.contains(&how.to_lowercase().replace([' ', '_'], "-").as_str()) {
            return Err(failed(
                severity,
                "it is Major, Minor, Neutral, Critical or No-error; if quotation marks are not part of the text, say `import.quotes = true`",
            ));
        }
        let what = category.get(row).unwrap_or_default();
        let item = match document.and_then(|column| column.get(row)) {
            Some(document) => format!("{document}:{}", filled(segment)?),
            None => filled(segment)?,
        };
        let known = segments.entry((item, filled(system)?, filled(rater)?)).or_default();
        known.rows += 1;
        if !is_clean(how, what) {
            known.score += weight(how, what);
            known.errors += 1;
            let text =
                |column: Option<&Column>| column.and_then(|column| column.get(row)).unwrap_or_default().to_owned();
            let at = match (marked_place(&text(target)), marked_place(&text(source))) {
                (Some((start, end)), _) => At::Output(start, end),
                (None, Some((start, end))) => At::Source(start, end),
                (None, None) => At::Nowhere("marked nowhere"),
            };
            known.spans.extend(errors.span(at, (what, Some(how))));
        }
        let plain = |column: Option<&Column>| {
            column.and_then(|column| column.get(row)).unwrap_or_default().replace("<v>", "").replace("</v>", "")
        };
        if known.rows == 1 {
            known.source = plain(source);
            known.target = plain(target);
        }
    }
    Ok(())
}

fn recognise_averages(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let first = sheet.header().first()?;
    let names: Vec<&str> = first.split_whitespace().collect();
    (names.first() == Some(&"system") && names.contains(&"mqm_avg_score"))
        .then(|| vec![format!("the first line is `{first}`")])
}

fn read_averages(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        let text = sheet.text()?;
        for (index, line) in text.lines().enumerate().skip(1) {
            counts.rows += 1;
            let cells: Vec<&str> = line.split_whitespace().collect();
            match cells.as_slice() {
                [] => counts.leave_out("nothing in the row", 1),
                [_, "None", _] => counts.leave_out("not rated (`None`)", 1),
                [system, score, segment] if score.parse::<f64>().is_ok() => {
                    // The average of nothing is written -0, which nobody wants to read.
                    let score = if score.parse() == Ok(0.0) { "0" } else { score };
                    counts.read += 1;
                    rows.push([
                        ("participant", Some("average")),
                        ("item", Some(*segment)),
                        ("system", Some(*system)),
                        ("score", Some(score)),
                    ]);
                }
                _ => {
                    let message = format!(
                        "line {} of `{}` is `{line}`; a system, a score and a segment are needed",
                        index + 1,
                        sheet.name
                    );
                    return Err(Stop::Unreadable(message));
                }
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.notes.push("these are averages over raters, not ratings: they say nothing about agreement".to_owned());
    for key in ["participant", "item", "system"] {
        reading.know(key, key);
    }
    reading.know("criteria", vec![criterion("mqm", "negated MQM score", "score")]);
    Ok(reading)
}

#[cfg(test)]
mod tests {
    use super::{marked_place, weight};

    #[test]
    fn a_place_is_counted_in_characters_without_the_marks() {
        assert_eq!(marked_place("für <v>die</v> Katz"), Some((4, 7)));
        assert_eq!(marked_place("nothing"), None);
    }

    #[test]
    fn weights_are_those_of_the_metrics_task() {
        for (severity, category, expected) in [
            ("Major", "Accuracy/Mistranslation", 5.0),
            ("Minor", "Fluency/Punctuation", 0.1),
            ("Major", "Fluency/Punctuation", 5.0),
            ("Minor", "Style/Awkward", 1.0),
            ("Major", "Non-translation!", 25.0),
            ("Neutral", "Style/Awkward", 0.0),
            ("critical", "accuracy/addition", 5.0),
            ("Major", "Source issue/-", 0.0),
            ("No-error", "No-error", 0.0),
        ] {
            assert!((weight(severity, category) - expected).abs() < 1e-12, "{severity} {category}");
        }
    }
}
