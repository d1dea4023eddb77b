//! `spans`: spans of the output marked with a category and a severity.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::simulation::one_of;
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, Span,
    View, problem,
};

/// Spans of the output marked with a category and a severity, as in MQM.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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

    fn read_row(&self, row: Row<'_>, length: usize) -> Result<Span, Complaint> {
        let [start, end, category, severity] = row;
        let offset = |field: &str, given: &str| match given.trim().parse::<u64>() {
            Ok(offset) => Ok(offset),
            Err(_) if given.trim().is_empty() => Err(Complaint::new(field, Reason::Missing)),
            Err(_) => Err(Complaint::new(field, Reason::NotWhole { given: given.to_owned() })),
        };
        let (start, end) = (offset("start", start)?, offset("end", end)?);
        if end <= start {
            return Err(Complaint::new("end", Reason::EmptySpan));
        }
        if end > length as u64 {
            return Err(Complaint::new("end", Reason::OutsideText { end, length }));
        }
        let category = offered("category", category, self.category_ids())?;
        let severity =
            if self.severities.is_empty() { None } else { Some(offered("severity", severity, self.severity_ids())?) };
        Ok(Span { start: start as usize, end: end as usize, category, severity })
    }
}

fn offered<'a>(field: &str, given: &str, ids: impl Iterator<Item = &'a str>) -> Result<String, Complaint> {
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
                let message = format!("category `{}` has a weight that is no cost", category.id);
                problems.push(Problem::new("categories", message, "use a weight of 0 or more"));
            }
        }
        for severity in &self.severities {
            if !severity.weight.is_finite() || severity.weight < 0.0 {
                let message = format!("severity `{}` has a weight that is no cost", severity.id);
                problems.push(Problem::new("severities", message, "use a weight of 0 or more"));
            }
        }
        problems
    }

    fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let length = shown.first().map_or(0, |text| text.chars().count());
        let none = !form.all("none").is_empty();
        let (mut spans, mut complaints) = (Vec::new(), Vec::new());
        for row in rows(form) {
            match self.read_row(row, length) {
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
        if !self.overlap && spans.windows(2).any(|pair| pair[1].start < pair[0].end) {
            complaints.push(Complaint::new("start", Reason::Overlap));
        }
        if complaints.is_empty() { Ok(Answer::Spans(spans)) } else { Err(complaints) }
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let list = "the marked spans as a JSON list of start, end (in characters, from 0, end not included), category and severity";
        vec![
            Column::new("spans", Contents::Json, list),
            Column::new("spans_count", Contents::Whole, "how many spans were marked"),
            Column::new("spans_cost", Contents::Number, "the summed weights of the marked spans"),
        ]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Spans(spans) = answer else { return None };
        let list = serde_json::to_string(spans).unwrap_or_default();
        Some(vec![Cell::Word(list), Cell::Whole(spans.len() as i64), Cell::Number(self.cost(spans))])
    }

    /// Marks a log-linear number of the text's words, each once.
    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let mut words = word_spans(view.shown.first().copied().unwrap_or_default());
        let mut spans = Vec::new();
        for _ in 0..view.how_many(1.0, rng).min(8) {
            if words.is_empty() || self.categories.is_empty() {
                break;
            }
            let (start, end) = words.swap_remove(one_of(words.len(), rng));
            let category = self.categories[one_of(self.categories.len(), rng)].id.clone();
            let severity = self.severities.get(one_of(self.severities.len(), rng)).map(|severity| severity.id.clone());
            spans.push(Span { start, end, category, severity });
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

/// Where the words of a text start and end, in characters.
fn word_spans(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    let mut length = 0;
    for (at, character) in text.chars().enumerate() {
        match (character.is_whitespace(), start) {
            (true, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            (false, None) => start = Some(at),
            (true, None) | (false, Some(_)) => {}
        }
        length = at + 1;
    }
    words.extend(start.map(|from| (from, length)));
    words
}
