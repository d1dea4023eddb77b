//! Where each key of a TOML file stands.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use diag::Place;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Key path, such as `criteria.0.definition`, to its place in the file.
#[derive(Debug, Clone)]
pub struct Places {
    file: Arc<str>,
    spots: BTreeMap<String, Spot>,
}

#[derive(Debug, Clone)]
struct Spot {
    /// The key; none for an element of a list.
    key: Option<Range<usize>>,
    /// The value, or the header of a table.
    value: Range<usize>,
    /// Where a string's own characters start, when they stand in the file as they are.
    verbatim: Option<usize>,
}

impl Places {
    /// No places at all: everything is the file as a whole.
    #[must_use]
    pub fn none(file: &str) -> Places {
        Places { file: file.into(), spots: BTreeMap::new() }
    }

    pub(super) fn of_table(file: &str, text: &str, table: &DeTable<'_>) -> Places {
        let mut places = Places::none(file);
        places.add_table(text, "", table);
        places
    }

    /// The value at a path, or the header of a table; for a path that is not in the file, the
    /// nearest table around it.
    #[must_use]
    pub fn find(&self, path: &str) -> Place {
        self.nearest(path).map_or_else(|| self.whole_file(), |spot| self.text(spot.value.clone()))
    }

    /// The key at a path, or what [`Places::find`] gives.
    #[must_use]
    pub fn key(&self, path: &str) -> Place {
        match self.spots.get(path) {
            Some(Spot { key: Some(key), .. }) => self.text(key.clone()),
            _ => self.find(path),
        }
    }

    /// A byte range of the string at a path; the whole value when the file writes it with escapes.
    #[must_use]
    pub fn find_inside(&self, path: &str, range: Range<usize>) -> Place {
        match self.spots.get(path) {
            Some(Spot { verbatim: Some(start), value, .. }) if start + range.end < value.end => {
                self.text(start + range.start..start + range.end)
            }
            _ => self.find(path),
        }
    }

    /// Whether the file has something at a path.
    #[must_use]
    pub fn has_path(&self, path: &str) -> bool {
        self.spots.contains_key(path)
    }

    /// The file as a whole.
    #[must_use]
    pub fn whole_file(&self) -> Place {
        Place::file(self.file.clone())
    }

    /// The byte at which the key or value of a path starts: what stands first sorts first.
    #[must_use]
    pub fn position(&self, path: &str) -> usize {
        self.spots.get(path).map_or(usize::MAX, |spot| spot.key.as_ref().unwrap_or(&spot.value).start)
    }

    fn text(&self, range: Range<usize>) -> Place {
        Place::text(self.file.clone(), range)
    }

    fn nearest(&self, path: &str) -> Option<&Spot> {
        let mut path = path;
        loop {
            if let Some(spot) = self.spots.get(path) {
                return Some(spot);
            }
            path = path.rsplit_once('.')?.0;
        }
    }

    fn add_table(&mut self, text: &str, path: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            self.add(text, &join(path, key.get_ref()), Some(key.span()), value);
        }
    }

    fn add(&mut self, text: &str, path: &str, key: Option<Range<usize>>, value: &Spanned<DeValue<'_>>) {
        let verbatim = value.get_ref().as_str().and_then(|content| verbatim(text, value.span(), content));
        self.spots.insert(path.to_owned(), Spot { key, value: value.span(), verbatim });
        match value.get_ref() {
            DeValue::Table(table) => self.add_table(text, path, table),
            DeValue::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.add(text, &join(path, &index.to_string()), None, element);
                }
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {}
        }
    }
}

/// A path and one more step.
pub(super) fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
}

fn verbatim(text: &str, span: Range<usize>, content: &str) -> Option<usize> {
    let raw = text.get(span.clone())?;
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| raw.starts_with(quote))?;
    (raw.get(quote.len()..raw.len().checked_sub(quote.len())?)? == content).then(|| span.start + quote.len())
}
