//! `spans`: spans of the output marked with a category and a severity, and of the source, and what is missing.

use std::fmt;

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::simulation::one_of;
use super::span::word_spans;
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, Span,
    SpanText, View, problem,
};

/// Spans of the output marked with a category and a severity, as in MQM.
#[derive(Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spans {
    /// What a span can be marked as.
    pub categories: Vec<Category>,
    /// How bad it can be; none when absent.
    #[serde(default)]
    pub severities: Vec<Severity>,
    /// Whether spans may overlap.
    #[serde(default)]
    pub overlap: bool,
    /// The shown column in which spans may be marked, too: what the output leaves out, or what is unclear in it.
    pub source: Option<String>,
    /// Whether `[missing]` may be marked: something that the output should contain but does not.
    #[serde(default)]
    pub missing: bool,
}

/// What a span can be marked as.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// In the dataset.
    pub id: String,
    /// On the page; the id when absent.
    pub label: Option<String>,
    /// What it means, for participants.
    pub definition: Option<String>,
    /// Multiplies the severity's weight; 1 when absent.
    pub weight: Option<f64>,
}

/// How bad a marked span is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Severity {
    /// In the dataset.
    pub id: String,
    /// On the page; the id when absent.
    pub label: Option<String>,
    /// Points it costs: 1 for minor, 5 for major, 25 for critical in MQM.
    pub weight: f64,
}

impl fmt::Debug for Spans {
    /// What was added later is written only where it is used: databases of early programs know a study by these words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spans { categories, severities, overlap, source, missing } = self;
        let mut written = f.debug_struct("Spans");
        written.field("categories", categories).field("severities", severities).field("overlap", overlap);
        if self.says_text() {
            written.field("source", source).field("missing", missing);
        }
        written.finish()
    }
}

/// The four controls of one marked span, as posted.
type Row<'a> = [&'a str; 4];

impl Spans {
    /// What the marked spans cost: severity weight times category weight, summed over
    /// spans. The scoring of Multidimensional Quality Metrics (Freitag et al., TACL 2021);
    /// without severities each span has weight 1.
    #[must_use]
    pub fn cost(&self, spans: &[Span]) -> f64 {
        let category = |span: &Span| self.categories.iter().find(|c| c.id == span.category).and_then(|c| c.weight);
        let severity = |span: &Span| self.severities.iter().find(|s| Some(&s.id) == span.severity.as_ref());
        let weight = |span: &Span| category(span).unwrap_or(1.0) * severity(span).map_or(1.0, |s| s.weight);
        spans.iter().map(weight).fold(0.0, |cost, weight| cost + weight)
    }

    fn category_ids(&self) -> impl Iterator<Item = &str> {
        self.categories.iter().map(|category| category.id.as_str())
    }

    fn severity_ids(&self) -> impl Iterator<Item = &str> {
        self.severities.iter().map(|severity| severity.id.as_str())
    }

    fn read_row(&self, row: Row<'_>, texts: &[&str]) -> Result<Span, Complaint> {
        let [start, end, category, severity] = row;
        let (text, start, end) = self.read_place(start, end, texts)?;
        let category = check_offered("category", category, self.category_ids())?;
        let severity = if self.severities.is_empty() {
            None
        } else {
            Some(check_offered("severity", severity, self.severity_ids())?)
        };
        Ok(Span { text, start, end, category, severity })
    }

    /// Which text a row is about, and where in it the span starts and ends.
    fn read_place(&self, start: &str, end: &str, texts: &[&str]) -> Result<(SpanText, usize, usize), Complaint> {
        if start.trim() == "missing" && self.missing {
            return match end.trim() {
                "missing" | "" => Ok((SpanText::Missing, 0, 0)),
                _ => Err(Complaint::new("end", Reason::EmptySpan)),
            };
        }
        let offset = |field: &str, given: &str| {
            let source = given.trim().strip_prefix("source:").filter(|_| self.source.is_some());
            let text = if source.is_some() { SpanText::Source } else { SpanText::Output };
            match source.unwrap_or(given.trim()).parse::<u64>() {
                Ok(offset) => Ok((text, offset)),
                Err(_) if given.trim().is_empty() => Err(Complaint::new(field, Reason::Missing)),
                Err(_) => Err(Complaint::new(field, Reason::NotWhole { given: given.to_owned() })),
            }
        };
        let ((text, start), (ends_in, end)) = (offset("start", start)?, offset("end", end)?);
        if end <= start || text != ends_in {
            return Err(Complaint::new("end", Reason::EmptySpan));
        }
        let length = texts.get(usize::from(text == SpanText::Source)).map_or(0, |text| text.chars().count());
        if end > length as u64 {
            return Err(Complaint::new("end", Reason::OutsideText { end, length }));
        }
        Ok((text, start as usize, end as usize))
    }

    /// Whether spans can be elsewhere than in the output, so that the dataset says where each is.
    fn says_text(&self) -> bool {
        self.missing || self.source.is_some()
    }
}

fn check_offered<'a>(field: &str, given: &str, ids: impl Iterator<Item = &'a str>) -> Result<String, Complaint> {
    let ids: Vec<String> = ids.map(str::to_owned).collect();
    if given.trim().is_empty() {
        return Err(Complaint::new(field, Reason::Missing));
    }
    if ids.iter().any(|id| id == given) {
        return Ok(given.to_owned());
    }
    Err(Complaint::new(field, Reason::NotOneOf { given: given.to_owned(), offered: ids }))
}

/// The rows of controls on the page; rows left blank are none.
fn rows(form: &Form) -> Vec<Row<'_>> {
    let columns = ["start", "end", "category", "severity"].map(|field| form.all(field));
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .map(|row| [0, 1, 2, 3].map(|column: usize| columns[column].get(row).copied().unwrap_or_default()))
        .filter(|row| row.iter().any(|cell| !cell.trim().is_empty()))
        .collect()
}

impl Definition for Spans {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = problem::ids("categories", self.category_ids());
        problems.extend(problem::ids("severities", self.severity_ids()));
        if self.categories.is_empty() {
            problems.push(Problem::new(
                "categories",
                "there is no category to mark spans with",
                "give at least one category",
            ));
        }
        for category in &self.categories {
            if category.weight.is_some_and(|weight| !weight.is_finite() || weight < 0.0) {
                let message = format!("category `{}` has an invalid weight", category.id);
                problems.push(Problem::new("categories", message, "use a weight of 0 or more"));
            }
        }
        for severity in &self.severities {
            if !severity.weight.is_finite() || severity.weight < 0.0 {
                let message = format!("severity `{}` has an invalid weight", severity.id);
                problems.push(Problem::new("severities", message, "use a weight of 0 or more"));
            }
        }
        problems
    }

    fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let none = !form.all("none").is_empty();
        let (mut spans, mut complaints) = (Vec::new(), Vec::new());
        for row in rows(form) {
            match self.read_row(row, shown) {
                Ok(span) => spans.push(span),
                Err(complaint) => complaints.push(complaint),
            }
        }
        spans.sort();
        if none && !(spans.is_empty() && complaints.is_empty()) {
            complaints.push(Complaint::new("none", Reason::NoneAndSome));
        } else if !none && spans.is_empty() && complaints.is_empty() {
            complaints.push(Complaint::new("none", Reason::Missing));
        }
        let overlap = |pair: &[Span]| pair[0].text == pair[1].text && pair[1].start < pair[0].end;
        if !self.overlap && spans.windows(2).any(overlap) {
            complaints.push(Complaint::new("start", Reason::Overlap));
        }
        if complaints.is_empty() { Ok(Answer::Spans(spans)) } else { Err(complaints) }
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let list = "the marked spans as a JSON list of start, end (in characters, from 0, end not included), category and severity";
        let text = "; `text` says where each is: in the `output`, in the `source`, or `missing`, which has no place";
        let list = if self.says_text() { format!("{list}{text}") } else { list.to_owned() };
        let mut columns = vec![
            Column::new("spans", Contents::Json, list),
            Column::new("spans_count", Contents::Whole, "how many spans were marked"),
            Column::new("spans_cost", Contents::Number, "the summed weights of the marked spans"),
        ];
        if self.says_text() {
            columns.extend([
                Column::new("spans_in_source", Contents::Whole, "how many of them were marked in the source"),
                Column::new("spans_missing", Contents::Whole, "how many of them are things that are missing"),
            ]);
        }
        columns
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Spans(spans) = answer else { return None };
        let mut list = serde_json::to_string(spans).unwrap_or_default();
        if self.says_text() {
            let mut written: Vec<_> = spans.iter().filter_map(|span| serde_json::to_value(span).ok()).collect();
            for (written, span) in written.iter_mut().zip(spans) {
                written["text"] = span.text.word().into();
            }
            list = serde_json::Value::Array(written).to_string();
        }
        let within = |text: SpanText| Cell::Whole(spans.iter().filter(|span| span.text == text).count() as i64);
        let mut cells = vec![Cell::Word(list), Cell::Whole(spans.len() as i64), Cell::Number(self.cost(spans))];
        if self.says_text() {
            cells.extend([within(SpanText::Source), within(SpanText::Missing)]);
        }
        Some(cells)
    }

    /// Marks a log-linear number of the texts' words, each once, and now and then that something is missing.
    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let texts = [SpanText::Output, SpanText::Source].into_iter().zip(view.shown);
        let texts = texts.take(1 + usize::from(self.source.is_some()));
        let mut places: Vec<(SpanText, usize, usize)> = texts
            .flat_map(|(text, words)| word_spans(words).into_iter().map(move |(start, end)| (text, start, end)))
            .collect();
        if self.missing {
            places.push((SpanText::Missing, 0, 0));
        }
        let mut spans = Vec::new();
        for _ in 0..view.how_many(1.0, rng).min(8) {
            if places.is_empty() || self.categories.is_empty() {
                break;
            }
            let (text, start, end) = places.swap_remove(one_of(places.len(), rng));
            let category = self.categories[one_of(self.categories.len(), rng)].id.clone();
            let severity = self.severities.get(one_of(self.severities.len(), rng)).map(|severity| severity.id.clone());
            spans.push(Span { text, start, end, category, severity });
        }
        spans.sort();
        Answer::Spans(spans)
    }

    /// `none`, `some`, or the categories that must be marked: `spelling, grammar`.
    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        match text.trim() {
            "none" => return Ok(Expectation::Unmarked),
            "some" => return Ok(Expectation::Marked(Vec::new())),
            _categories => {}
        }
        let read = |word: &str| {
            self.category_ids().find(|id| *id == word.trim()).map(str::to_owned).ok_or_else(|| {
                let known: Vec<&str> = self.category_ids().collect();
                BadExpectation::new(
                    format!("`{}` is not one of the categories", word.trim()),
                    format!("write `none`, `some`, or categories among {}", known.join(", ")),
                )
            })
        };
        text.split(',').map(read).collect::<Result<_, _>>().map(Expectation::Marked)
    }
}
