//! Spans as alpha for spans wants them: one row per span, by rater and item, with where it starts and ends.

use std::collections::BTreeSet;

use clap::Args;
use stats::agreement::Span;

use super::data::{Data, DataArguments, Factor};
use crate::outcome::BadInput;

/// The file, and which columns hold what.
#[derive(Debug, Args)]
pub(crate) struct SpanArguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the rater
    #[arg(long, value_name = "COLUMN")]
    rater: String,
    /// Column that says in which text, or several that do together: item,system
    #[arg(long, value_name = "COLUMN[,COLUMN]")]
    item: String,
    /// Column with where the span starts; the first character of a text is 0
    #[arg(long, value_name = "COLUMN")]
    start: String,
    /// Column with where it ends: the first character after the span
    #[arg(long, value_name = "COLUMN")]
    end: String,
    /// Column that says what the span was marked as
    #[arg(long, value_name = "COLUMN")]
    category: Option<String>,
    /// How long every text is
    #[arg(long, value_name = "N", conflicts_with = "length_column")]
    length: Option<u32>,
    /// Column that says how long the text is
    #[arg(long, value_name = "COLUMN")]
    length_column: Option<String>,
}

/// A text with the spans marked in it, counted from its own start.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) length: u32,
    pub(crate) spans: Vec<Span>,
}

/// All texts, and what their rows left open.
#[derive(Debug)]
pub(crate) struct Texts {
    pub(crate) texts: Vec<Text>,
    pub(crate) raters: usize,
    /// The names of the categories, when there are any.
    pub(crate) categories: Vec<String>,
    pub(crate) notes: Vec<String>,
}

/// The columns as they are read.
struct Columns {
    rater: Factor,
    item: Factor,
    start: Vec<Option<f64>>,
    end: Vec<Option<f64>>,
    category: Option<Factor>,
    length: Option<Vec<Option<f64>>>,
}

/// A text while its rows are read.
#[derive(Debug, Clone, Default)]
struct TextSpans {
    length: Option<u32>,
    readers: BTreeSet<u32>,
    spans: Vec<Span>,
}

impl SpanArguments {
    /// Reads the spans. A row without start and end says that the rater marked nothing there; a row
    /// without rater or item, or a span without category, is left out and counted.
    pub(crate) fn load(&self) -> anyhow::Result<Texts> {
        let data = self.data.load()?;
        let columns = Columns {
            rater: data.factor(&self.rater)?,
            item: data.joined_factor(&self.item)?,
            start: data.numbers(&self.start)?.values,
            end: data.numbers(&self.end)?.values,
            category: self.category.as_ref().map(|column| data.factor(column)).transpose()?,
            length: self
                .length_column
                .as_ref()
                .map(|column| data.numbers(column).map(|numbers| numbers.values))
                .transpose()?,
        };
        let mut gathered = vec![TextSpans { length: self.length, ..TextSpans::default() }; columns.item.levels.len()];
        let mut missing = 0;
        for row in 0..data.len() {
            match (columns.rater.codes[row], columns.item.codes[row]) {
                (Some(rater), Some(item)) => {
                    let text = &mut gathered[item as usize];
                    if !self.gather(&data, &columns, row, (rater, text))? {
                        missing += 1;
                    }
                }
                (None, _) | (_, None) => missing += 1,
            }
        }
        self.texts(&columns, gathered, missing)
    }

    /// Adds a row to its text; says whether it could be used.
    fn gather(
        &self,
        data: &Data,
        columns: &Columns,
        row: usize,
        (rater, text): (u32, &mut TextSpans),
    ) -> anyhow::Result<bool> {
        let place = || data.row_words(row);
        if let (Some(lengths), Some(column)) = (&columns.length, &self.length_column)
            && let Some(length) = lengths[row]
        {
            let length = parse_offset(length, column, place)?;
            if text.length.replace(length).is_some_and(|before| before != length) {
                let words = format!("{}: column `{column}` gives one text two lengths", place());
                return Err(BadInput(words).into());
            }
        }
        let (start, end) = match (columns.start[row], columns.end[row]) {
            (Some(start), Some(end)) => {
                (parse_offset(start, &self.start, place)?, parse_offset(end, &self.end, place)?)
            }
            (None, None) => {
                text.readers.insert(rater);
                return Ok(true);
            }
            (Some(_), None) | (None, Some(_)) => {
                let words = format!(
                    "{}: a span needs both `{}` and `{}`; leave both empty where nothing was marked",
                    place(),
                    self.start,
                    self.end
                );
                return Err(BadInput(words).into());
            }
        };
        if end <= start {
            let words = format!("{}: the span ends at {end}, not after its start {start}", place());
            return Err(BadInput(words).into());
        }
        let category = columns.category.as_ref().map_or(Some(0), |factor| factor.codes[row]);
        if let Some(category) = category {
            text.readers.insert(rater);
            text.spans.push(Span { rater, category, start, length: end - start });
        }
        Ok(category.is_some())
    }

    fn texts(&self, columns: &Columns, gathered: Vec<TextSpans>, missing: usize) -> anyhow::Result<Texts> {
        let readers: BTreeSet<u32> = gathered.iter().flat_map(|text| text.readers.iter().copied()).collect();
        let readers: Vec<u32> = readers.into_iter().collect();
        let mut texts = Vec::new();
        let mut unread = 0;
        for (mut text, name) in gathered.into_iter().zip(&columns.item.levels) {
            if text.readers.is_empty() {
                continue;
            }
            unread += readers.len() - text.readers.len();
            let last = text.spans.iter().map(|span| span.start + span.length).max().unwrap_or(0);
            let length = match (text.length, &self.length_column) {
                (Some(length), _) => length,
                (None, Some(column)) => {
                    return Err(BadInput(format!("column `{column}` gives no length for item `{name}`")).into());
                }
                (None, None) => last,
            };
            if last > length {
                let words = format!("item `{name}` is {length} long, but a span in it ends at {last}");
                return Err(BadInput(words).into());
            }
            refuse_overlap(&mut text.spans, name, &columns.rater.levels)?;
            for span in &mut text.spans {
                span.rater = readers.partition_point(|reader| *reader < span.rater) as u32;
            }
            texts.push(Text { length, spans: text.spans });
        }
        let mut notes = Vec::new();
        if missing > 0 {
            notes.push(format!("{missing} rows without rater, item or category are left out"));
        }
        if unread > 0 {
            notes.push(format!(
                "{unread} times a rater has no row for an item: taken as having read it and marked nothing"
            ));
        }
        if self.length.is_none() && self.length_column.is_none() {
            let words = "each text is taken to end with the last span in it; say how long it is with --length \
                         or --length-column";
            notes.push(words.to_owned());
        }
        let categories = columns.category.as_ref().map_or_else(Vec::new, |factor| factor.levels.clone());
        Ok(Texts { texts, raters: readers.len(), categories, notes })
    }
}

/// The texts one after another, as one: all spans, and the length of the whole.
pub(crate) fn concatenate_texts<'a>(texts: impl IntoIterator<Item = &'a Text>) -> anyhow::Result<(Vec<Span>, u32)> {
    let mut spans = Vec::new();
    let mut from = 0u32;
    for text in texts {
        let end = from
            .checked_add(text.length)
            .ok_or_else(|| BadInput(format!("the texts together are longer than {}", u32::MAX)))?;
        spans.extend(text.spans.iter().map(|span| Span { start: from + span.start, ..*span }));
        from = end;
    }
    Ok((spans, from))
}

fn parse_offset(number: f64, column: &str, place: impl Fn() -> String) -> anyhow::Result<u32> {
    if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) {
        Ok(number as u32)
    } else {
        let words = format!("{}: `{number}` in column `{column}` is not a whole number, zero or more", place());
        Err(BadInput(words).into())
    }
}

/// Sorts the spans of a text and refuses those of one rater and category that overlap.
fn refuse_overlap(spans: &mut [Span], item: &str, raters: &[String]) -> anyhow::Result<()> {
    spans.sort_unstable_by_key(|span| (span.rater, span.category, span.start));
    for pair in spans.windows(2) {
        let same = (pair[0].rater, pair[0].category) == (pair[1].rater, pair[1].category);
        if same && pair[1].start < pair[0].start + pair[0].length {
            let rater = &raters[pair[0].rater as usize];
            let words = format!(
                "two spans of rater `{rater}` in item `{item}` overlap at {}; join them, or name what they were \
                 marked as with --category",
                pair[1].start
            );
            return Err(BadInput(words).into());
        }
    }
    Ok(())
}
