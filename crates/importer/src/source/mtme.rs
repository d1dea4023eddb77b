//! Human scores and ratings as mt-metrics-eval keeps them: a line per system and segment, in the order of the segments.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Reading, Role, Source, SourceInput, criterion, with_lines};
use crate::counts::Counts;
use crate::gather::Rows;
use crate::marked_spans::SpanCollector;
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "mtme",
    name: "human scores of mt-metrics-eval",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "mtme"
# One file per rater; with sources/ and system-outputs/ the texts are known too.
import.files = ["human-scores/en-de.mqm.seg.rating", "sources/en-de.txt", "system-outputs/en-de/SYS.txt"]
"#,
};

/// What a file of the folder is.
enum Part {
    Ratings,
    Scores,
    Source,
    Output(String),
    /// What belongs to the folder and holds no scores of segments by people: references, documents, scores of whole systems.
    Aside,
}

fn part(sheet: &Sheet<'_>) -> Option<Part> {
    let name = &sheet.name;
    if name.contains("system-outputs/") && name.ends_with(".txt") {
        let system = name.rsplit('/').next()?.strip_suffix(".txt")?;
        return Some(Part::Output(system.to_owned()));
    }
    if name.contains("sources/") && name.ends_with(".txt") {
        return Some(Part::Source);
    }
    let aside = ["references/", "documents/", "metric-scores/"].iter().any(|folder| name.contains(folder));
    let whole = [".sys.score", ".doc.score", ".domain.score"].iter().any(|ending| name.ends_with(ending));
    if aside && [".txt", ".docs", ".score"].iter().any(|ending| name.ends_with(ending)) || whole {
        return Some(Part::Aside);
    }
    let text = sheet.text().ok()?;
    let first = text.lines().next()?;
    let (_, second) = first.split_once('\t')?;
    if second == "None" || second.starts_with("{\"errors\"") {
        let rated = name.contains(".rating") || text.lines().take(50).any(|line| line.contains("\t{\"errors\""));
        return rated.then_some(Part::Ratings);
    }
    (name.ends_with(".seg.score") && !second.contains('\t')).then_some(Part::Scores)
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let sign = match part(sheet)? {
        Part::Ratings => "lines of a system and `{\"errors\": …}` or `None`",
        Part::Scores => "the name ends with `.seg.score`; lines of a system and a score",
        Part::Source => "in the folder `sources`",
        Part::Output(_) => "in the folder `system-outputs`",
        Part::Aside => "references, documents, or scores that are no segment's by a person: not read",
    };
    Some(vec![sign.to_owned()])
}

/// The rater that a file's name gives: `en-de.RATER.seg.rating`.
fn rater(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    let parts: Vec<&str> = name.split('.').collect();
    match parts.iter().position(|part| *part == "seg") {
        Some(at) if at >= 2 => parts[at - 1].to_owned(),
        _ => "rater".to_owned(),
    }
}

/// What was found in the lines.
#[derive(Default)]
struct Scores {
    rows: Rows,
    counts: Counts,
    lowest: f64,
    highest: f64,
    rated: bool,
    marked: SpanCollector,
}

/// The texts, by the number of their line.
#[derive(Default)]
struct Texts {
    sources: Vec<String>,
    outputs: BTreeMap<String, Vec<String>>,
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut texts = Texts::default();
    for sheet in &given.sheets {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        match part(sheet) {
            Some(Part::Source) => texts.sources = lines(&sheet.text()?),
            Some(Part::Output(system)) => {
                texts.outputs.insert(system, lines(&sheet.text()?));
            }
            Some(Part::Ratings | Part::Scores | Part::Aside) | None => {}
        }
    }
    let marked = SpanCollector::with_source((!texts.sources.is_empty()).then_some("source"));
    let mut scores = Scores { marked, ..Scores::default() };
    for sheet in &given.sheets {
        match part(sheet) {
            Some(Part::Source | Part::Output(_) | Part::Aside) => {}
            Some(part @ (Part::Ratings | Part::Scores)) => read_lines(sheet, &part, &texts, &mut scores)?,
            None => return Err(Stop::Unreadable(format!("`{}` has no lines of a system and a score", sheet.name))),
        }
    }
    let Scores { rows, counts, lowest, highest, rated, marked } = scores;
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("participant", "rater");
    reading.know("item", "item");
    reading.know("system", "system");
    if !texts.sources.is_empty() {
        reading.know("import.show", vec!["source"]);
    }
    if !texts.outputs.is_empty() {
        reading.know("import.outputs", vec!["output"]);
    }
    let (low, high, better) =
        if rated { (0.0, highest.max(25.0).ceil(), "lower") } else { (lowest, highest, "higher") };
    let scale =
        format!("better = \"{better}\"\nresponse = {{ kind = \"slider\", minimum = {low:?}, maximum = {high:?} }}");
    let mut criteria = vec![with_lines(criterion("score", "score", "score"), &scale)];
    if rated {
        let count = "better = \"lower\"\nresponse = { kind = \"count\" }";
        criteria.push(with_lines(criterion("errors", "number of errors", "errors"), count));
        criteria.extend(marked.criterion(&mut reading));
    } else {
        reading
            .notes
            .push("whether a higher or a lower score is better is not in the file: `higher` is assumed".to_owned());
    }
    reading.know("criteria", criteria);
    Ok(reading)
}

fn read_lines(sheet: &Sheet<'_>, part: &Part, texts: &Texts, scores: &mut Scores) -> Result<(), Stop> {
    let is_rating = matches!(part, Part::Ratings);
    scores.rated |= is_rating;
    let text = sheet.text()?;
    let by_file = rater(&sheet.name);
    let mut segments: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        scores.counts.rows += 1;
        let failed = |must: &str| Stop::Unreadable(format!("line {} of `{}`: {must}", index + 1, sheet.name));
        let mut cells = line.split('\t');
        let (Some(system), Some(said)) = (cells.next(), cells.next()) else {
            return Err(failed("a system, a tab and a score are needed"));
        };
        let who = cells.next().filter(|who| !who.is_empty()).unwrap_or(&by_file);
        let segment = segments.entry(system).or_default();
        *segment += 1;
        if said == "None" {
            scores.counts.leave_out("not rated (`None`)", 1);
            continue;
        }
        let (score, errors) = if is_rating {
            rating(said).ok_or_else(|| failed("`{\"errors\": [{\"score\": …}]}` is needed"))?
        } else {
            (said.parse().map_err(|_| failed("a number is needed"))?, Vec::new())
        };
        let first = scores.counts.read == 0;
        scores.lowest = if first { score } else { scores.lowest.min(score) };
        scores.highest = if first { score } else { scores.highest.max(score) };
        scores.counts.read += 1;
        let at = *segment;
        let number = at.to_string();
        // Sums of tenths, without the dust of binary fractions.
        let score = ((score * 1e6).round() / 1e6).to_string();
        let output = texts.outputs.get(system).and_then(|lines| lines.get(at - 1)).map(String::as_str);
        let spans = is_rating.then(|| scores.marked.in_rating(&errors, output));
        let errors = is_rating.then(|| errors.len().to_string());
        scores.rows.push([
            ("rater", Some(who)),
            ("item", Some(number.as_str())),
            ("system", Some(system)),
            ("score", Some(score.as_str())),
            ("errors", errors.as_deref()),
            ("spans", spans.as_deref()),
            ("source", texts.sources.get(at - 1).map(String::as_str)),
            ("output", output),
        ]);
    }
    Ok(())
}

/// The weights of the errors together, and the errors.
fn rating(text: &str) -> Option<(f64, Vec<Value>)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let errors = value.get("errors")?.as_array()?.clone();
    let scores: Option<Vec<f64>> = errors.iter().map(|error| error.get("score").and_then(Value::as_f64)).collect();
    // The sum of nothing is -0, which nobody wants to read.
    Some((0.0 + scores?.iter().sum::<f64>(), errors))
}
