//! What a method answers, for people and for programs.

use std::borrow::Cow;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use stats::{Estimate, Interval};

use crate::terminal_table;

/// What a method answers.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Numbers.
    Numbers(Numbers),
    /// A list that is not about numbers.
    Listing {
        /// For programs.
        json: Value,
        /// For people.
        text: String,
    },
}

/// The numbers a method gives, with what they rest on. The field names are stable.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The method's word.
    pub(crate) method: &'static str,
    /// What was asked, as given or by default.
    pub(crate) options: Map<String, Value>,
    /// What the numbers rest on: `{"rows": 600, "raters": 2, "items": 300}`.
    pub(crate) n: Map<String, Value>,
    /// What is to be said about all of them.
    pub(crate) notes: Vec<String>,
    /// The numbers.
    pub(crate) estimates: Vec<Estimate>,
    /// Printed before the table for people, when the method has a customary layout of its own.
    pub(crate) preamble: String,
    /// Printed last: one sentence in plain language.
    pub(crate) sentence: String,
}

impl Numbers {
    /// An answer with estimates alone.
    pub(crate) fn new(method: &'static str, estimates: Vec<Estimate>) -> Self {
        Numbers {
            method,
            options: Map::new(),
            n: Map::new(),
            notes: Vec::new(),
            estimates,
            preamble: String::new(),
            sentence: String::new(),
        }
    }

    /// Records an option.
    pub(crate) fn option(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    /// Records what the numbers rest on.
    pub(crate) fn n(mut self, name: &str, count: usize) -> Self {
        self.n.insert(name.to_owned(), count.into());
        self
    }

    /// One JSON object.
    pub(crate) fn members(&self) -> Member<'_> {
        Member::Object(vec![
            ("format", Member::Whole(1)),
            ("method", Member::Text(self.method.into())),
            ("options", json_members(&self.options)),
            ("n", json_members(&self.n)),
            ("notes", Member::List(self.notes.iter().map(|note| Member::Text(note.into())).collect())),
            ("estimates", Member::List(self.estimates.iter().map(estimate_members).collect())),
        ])
    }
}

/// What an answer says to programs, piece by piece: for whoever makes JSON of it, or objects of another language.
#[derive(Debug)]
pub enum Member<'a> {
    /// Nothing.
    Null,
    /// A whole number.
    Whole(u64),
    /// A number; one that is not finite, which JSON cannot say, is null.
    Number(f64),
    /// A text.
    Text(Cow<'a, str>),
    /// Several.
    List(Vec<Member<'a>>),
    /// Several by name, in this order.
    Object(Vec<(&'a str, Member<'a>)>),
    /// What is JSON already.
    Json(&'a Value),
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Member::Null => serializer.serialize_unit(),
            Member::Whole(number) => serializer.serialize_u64(*number),
            Member::Number(number) => serializer.serialize_f64(*number),
            Member::Text(text) => serializer.serialize_str(text),
            Member::List(members) => serializer.collect_seq(members),
            Member::Object(members) => serializer.collect_map(members.iter().map(|(name, member)| (name, member))),
            Member::Json(value) => value.serialize(serializer),
        }
    }
}

impl Answer {
    /// One JSON object.
    pub(crate) fn members(&self) -> Member<'_> {
        match self {
            Answer::Listing { json, .. } => Member::Json(json),
            Answer::Numbers(numbers) => numbers.members(),
        }
    }

    /// A table for a terminal.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Answer::Listing { text, .. } => text.clone(),
            Answer::Numbers(numbers) => numbers_text(numbers),
        }
    }
}

fn json_members(all: &Map<String, Value>) -> Member<'_> {
    Member::Object(all.iter().map(|(name, value)| (name.as_str(), Member::Json(value))).collect())
}

fn estimate_members(estimate: &Estimate) -> Member<'_> {
    let number = |number: Option<f64>| number.map_or(Member::Null, Member::Number);
    Member::Object(vec![
        ("name", Member::Text(estimate.name.into())),
        ("of", Member::List(estimate.of.iter().map(|label| Member::Text(label.into())).collect())),
        ("value", Member::Number(estimate.value)),
        ("se", number(estimate.se)),
        ("interval", estimate.interval.map_or(Member::Null, interval_members)),
        (
            "df",
            match estimate.df.as_slice() {
                [] => Member::Null,
                [one] => Member::Number(*one),
                more => Member::List(more.iter().copied().map(Member::Number).collect()),
            },
        ),
        ("p", number(estimate.p.map(stats::PValue::value))),
        ("log10_p", number(estimate.p.map(stats::PValue::log10))),
        ("notes", Member::List(estimate.notes.iter().map(|note| Member::Text(note.to_string().into())).collect())),
    ])
}

fn interval_members<'a>(interval: Interval) -> Member<'a> {
    Member::Object(vec![
        ("low", Member::Number(interval.low)),
        ("high", Member::Number(interval.high)),
        ("level", Member::Number(interval.level)),
        ("kind", Member::Text(interval.kind.into())),
    ])
}

fn numbers_text(numbers: &Numbers) -> String {
    let mut text = numbers.preamble.clone();
    if !numbers.estimates.is_empty() {
        let _ = writeln!(text, "{}", estimates_table(&numbers.estimates));
    }
    let n: Vec<String> = numbers.n.iter().map(|(name, count)| format!("{count} {name}")).collect();
    if !n.is_empty() {
        let _ = writeln!(text, "n: {}", n.join(", "));
    }
    for note in &numbers.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if !numbers.sentence.is_empty() {
        let _ = writeln!(text, "\n{}", numbers.sentence);
    }
    text
}

/// The estimates as a table with only the columns that hold something.
fn estimates_table(estimates: &[Estimate]) -> Table {
    let columns: Vec<(&str, Vec<String>)> = vec![
        ("", estimates.iter().map(|e| e.name.to_owned()).collect()),
        ("of", estimates.iter().map(|e| e.of.join(" – ")).collect()),
        ("value", estimates.iter().map(|e| number(e.value)).collect()),
        ("SE", estimates.iter().map(|e| e.se.map(number).unwrap_or_default()).collect()),
        ("interval", estimates.iter().map(|e| e.interval.map(interval_text).unwrap_or_default()).collect()),
        ("df", estimates.iter().map(|e| e.df.iter().map(|d| number(*d)).collect::<Vec<_>>().join(", ")).collect()),
        ("p", estimates.iter().map(|e| e.p.map(p_text).unwrap_or_default()).collect()),
        (
            "notes",
            estimates.iter().map(|e| e.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")).collect(),
        ),
    ];
    let columns: Vec<_> = columns.into_iter().filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty())).collect();
    let mut table = terminal_table::table();
    table.set_header(columns.iter().map(|(header, _)| *header));
    for row in 0..estimates.len() {
        table.add_row(columns.iter().map(|(_, cells)| cells[row].clone()));
    }
    for (index, (header, _)) in columns.iter().enumerate() {
        if matches!(*header, "value" | "SE" | "df" | "p")
            && let Some(column) = table.column_mut(index)
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A number with six significant digits, without trailing noise.
pub(crate) fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let magnitude = x.abs().log10().floor();
    if (-4.0..9.0).contains(&magnitude) {
        let decimals = (5.0 - magnitude).max(0.0) as usize;
        let text = format!("{x:.decimals$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{x:.5e}")
    }
}

fn interval_text(interval: Interval) -> String {
    let end = |x: f64| {
        if x.is_finite() {
            number(x)
        } else if x > 0.0 {
            "∞".to_owned()
        } else {
            "−∞".to_owned()
        }
    };
    format!("[{}, {}] {}% {}", end(interval.low), end(interval.high), number(interval.level * 100.0), interval.kind)
}

/// A p-value that is never printed as zero.
pub(crate) fn p_text(p: stats::PValue) -> String {
    if p.log10() < -300.0 {
        // The exact logarithm is in the JSON.
        "< 1e-300".to_owned()
    } else if p.value() < 1e-4 {
        format!("{:.3e}", p.value())
    } else {
        format!("{:.4}", p.value())
    }
}

/// A p-value in a sentence: `p = 0.0312`, `p < 1e-300`.
pub(crate) fn p_phrase(p: stats::PValue) -> String {
    let text = p_text(p);
    if text.starts_with('<') { format!("p {text}") } else { format!("p = {text}") }
}
