//! Holds a spanned TOML tree against a schema and collects everything that does not fit.

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

use diag::Diagnostic;

use super::places::{Places, join};
use super::shape::{Shape, required};
use crate::structure::{MISSING_KEY, OUT_OF_RANGE, UNKNOWN_KEY, UNKNOWN_WORD, WRONG_TYPE};

/// The part of the tree that fits, as JSON, and everything that does not.
pub(super) fn hold_against(root: &DeTable<'_>, schema: &Value, places: &Places) -> (Option<Value>, Vec<Diagnostic>) {
    let mut walk = Walk { schema, places, found: Vec::new() };
    let tree = if let Shape::Table { keys, required } = Shape::of(schema, schema) {
        walk.table(root, (keys, &required), "")
    } else {
        None
    };
    (tree, walk.found)
}

struct Walk<'s> {
    schema: &'s Value,
    places: &'s Places,
    found: Vec<Diagnostic>,
}

impl<'s> Walk<'s> {
    fn value(&mut self, value: &Spanned<DeValue<'_>>, shape: &Shape<'s>, path: &str) -> Option<Value> {
        match (shape, value.get_ref()) {
            (Shape::Either(shapes), found) => match shapes.iter().find(|shape| fits(shape, found)) {
                Some(shape) => self.value(value, shape, path),
                None => self.wrong_type(shape, found, path),
            },
            (Shape::Table { keys, required }, DeValue::Table(table)) => self.table(table, (keys, required), path),
            (Shape::Free(values), DeValue::Table(table)) => self.free(table, values, path),
            (Shape::Tagged { key, variants }, DeValue::Table(table)) => self.tagged(table, key, variants, path),
            (Shape::List(elements), DeValue::Array(array)) => self.list(array, elements, path),
            (Shape::Word(words), DeValue::String(word)) => self.word(word, words, path),
            (Shape::Text, DeValue::String(text)) => Some(Value::from(text.as_ref())),
            (Shape::Flag, DeValue::Boolean(flag)) => Some(Value::from(*flag)),
            (Shape::Integer { low, high }, DeValue::Integer(number)) => self.integer(number, (*low, *high), path),
            (Shape::Number, DeValue::Integer(number)) => self.number(&number.to_string(), path),
            (Shape::Number, DeValue::Float(number)) => self.number(number.as_str(), path),
            (shape, found) => self.wrong_type(shape, found, path),
        }
    }

    fn table(
        &mut self,
        table: &DeTable<'_>,
        (keys, required): (&'s Map<String, Value>, &[&str]),
        path: &str,
    ) -> Option<Value> {
        let mut fitting = Map::new();
        let mut whole = true;
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let here = join(path, name);
            let Some(schema) = keys.get(name) else {
                self.unknown_key(name, keys, path);
                continue;
            };
            match self.value(value, &Shape::of(schema, self.schema), &here) {
                Some(value) => {
                    fitting.insert(name.to_owned(), value);
                }
                None => whole &= !required.contains(&name),
            }
        }
        for name in required.iter().filter(|name| !table.keys().any(|key| key.get_ref() == *name)) {
            self.missing_key(name, keys.get(*name), path);
            whole = false;
        }
        whole.then_some(Value::Object(fitting))
    }

    fn free(&mut self, table: &DeTable<'_>, values: &'s Value, path: &str) -> Option<Value> {
        let shape = Shape::of(values, self.schema);
        let mut fitting = Some(Map::new());
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match (self.value(value, &shape, &join(path, name)), &mut fitting) {
                (Some(value), Some(fitting)) => {
                    fitting.insert(name.to_owned(), value);
                }
                (Some(_), None) => {}
                (None, _) => fitting = None,
            }
        }
        fitting.map(Value::Object)
    }

    fn tagged(
        &mut self,
        table: &DeTable<'_>,
        key: &str,
        variants: &[(&'s str, &'s Value)],
        path: &str,
    ) -> Option<Value> {
        let words: Vec<&str> = variants.iter().map(|(word, _)| *word).collect();
        let Some(value) = table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value) else {
            self.found.push(
                MISSING_KEY
                    .at(self.places.of(path), format!("{} has no `{key}`", table_name(path)))
                    .help(format!("add `{key} = \"…\"` with one of {}", listed(&words))),
            );
            return None;
        };
        let here = join(path, key);
        let word = self.value(value, &Shape::Word(words), &here)?;
        let (_, schema) = variants.iter().find(|(name, _)| Some(*name) == word.as_str())?;
        match Shape::of_variant(schema) {
            Some((keys, required)) => self.table(table, (keys, &required), path),
            None => None,
        }
    }

    /// A list with a bad element is dropped whole: dropping the element alone would move the
    /// indexes by which everything else is found.
    fn list(&mut self, array: &DeArray<'_>, elements: &'s Value, path: &str) -> Option<Value> {
        let shape = Shape::of(elements, self.schema);
        let values: Vec<Option<Value>> = array
            .iter()
            .enumerate()
            .map(|(index, element)| self.value(element, &shape, &join(path, &index.to_string())))
            .collect();
        values.into_iter().collect::<Option<Vec<Value>>>().map(Value::Array)
    }

    fn word(&mut self, word: &str, words: &[&str], path: &str) -> Option<Value> {
        if words.contains(&word) {
            return Some(Value::from(word));
        }
        let help = match diag::nearest(word, words.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`? there are {}", listed(words)),
            None => format!("use one of {}", listed(words)),
        };
        let message = format!("`{}` cannot be `{word}`", last(path));
        self.found.push(UNKNOWN_WORD.at(self.places.of(path), message).help(help));
        None
    }

    fn integer(&mut self, number: &DeInteger<'_>, (low, high): (i128, i128), path: &str) -> Option<Value> {
        let value = i128::from_str_radix(number.as_str(), number.radix()).ok().filter(|x| (low..=high).contains(x));
        if value.is_none() {
            let message = format!("`{path}` must lie between {low} and {high}, found {number}");
            self.found.push(OUT_OF_RANGE.at(self.places.of(path), message));
        }
        let value = value?;
        i64::try_from(value).map(Value::from).or_else(|_| u64::try_from(value).map(Value::from)).ok()
    }

    fn number(&mut self, written: &str, path: &str) -> Option<Value> {
        let value = written.parse::<f64>().ok().and_then(serde_json::Number::from_f64);
        if value.is_none() {
            let message = format!("`{path}` must be a finite number, found {written}");
            self.found.push(OUT_OF_RANGE.at(self.places.of(path), message));
        }
        value.map(Value::Number)
    }

    fn wrong_type(&mut self, shape: &Shape<'_>, found: &DeValue<'_>, path: &str) -> Option<Value> {
        let message = format!("`{path}` must be {}, found {}", shape.words(), type_name(found));
        let diagnostic = WRONG_TYPE.at(self.places.of(path), message);
        self.found.push(match (shape, found) {
            (Shape::Integer { .. } | Shape::Number | Shape::Flag, DeValue::String(_)) => {
                diagnostic.help("take the quotation marks away")
            }
            (
                Shape::Text | Shape::Word(_),
                DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_),
            ) => diagnostic.help("put it in quotation marks"),
            _ => diagnostic.help(format!("write `{} = {}`", last(path), shape.example())),
        });
        None
    }

    fn unknown_key(&mut self, name: &str, keys: &Map<String, Value>, path: &str) {
        let known: Vec<&str> = keys.keys().map(String::as_str).collect();
        let help = match diag::nearest(name, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("{} takes {}", table_name(path), listed(&known)),
        };
        let message = format!("unknown key `{name}` in {}", table_name(path));
        self.found.push(UNKNOWN_KEY.at(self.places.key(&join(path, name)), message).help(help));
    }

    fn missing_key(&mut self, name: &str, schema: Option<&'s Value>, path: &str) {
        let message = format!("{} has no `{name}`", table_name(path));
        let mut diagnostic = MISSING_KEY.at(self.places.of(path), message);
        if let Some(description) = schema.and_then(|schema| schema.get("description")).and_then(Value::as_str) {
            diagnostic = diagnostic.why(format!("`{name}`: {}", first_sentence(description)));
        }
        let help = match schema.map(|schema| Shape::of(schema, self.schema)) {
            Some(Shape::Table { .. } | Shape::Free(_)) if path.is_empty() => format!("add a table `[{name}]`"),
            Some(Shape::List(_)) if path.is_empty() => format!("add a table `[[{name}]]`"),
            Some(shape) => format!("add `{name} = {}`", shape.example()),
            None => format!("add `{name}`"),
        };
        self.found.push(diagnostic.help(help));
    }
}

impl<'s> Shape<'s> {
    fn of_variant(schema: &'s Value) -> Option<(&'s Map<String, Value>, Vec<&'s str>)> {
        Some((schema.get("properties")?.as_object()?, required(schema)))
    }
}

/// Whether a value is of the right type for a shape; what is inside is looked at later.
fn fits(shape: &Shape<'_>, value: &DeValue<'_>) -> bool {
    match shape {
        Shape::Table { .. } | Shape::Free(_) | Shape::Tagged { .. } => value.is_table(),
        Shape::Word(_) | Shape::Text => value.is_str(),
        Shape::List(_) => value.is_array(),
        Shape::Integer { .. } => value.is_integer(),
        Shape::Number => value.is_integer() || value.is_float(),
        Shape::Flag => value.is_bool(),
        Shape::Either(shapes) => shapes.iter().any(|shape| fits(shape, value)),
    }
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A table as the researcher writes it: `[lists]`, `[[criteria]]`, `lists.checks`.
fn table_name(path: &str) -> String {
    match path.rsplit_once('.') {
        None if path.is_empty() => "the file".to_owned(),
        None => format!("`[{path}]`"),
        Some((list, index)) if !list.contains('.') && index.parse::<usize>().is_ok() => format!("`[[{list}]]`"),
        Some(_) => format!("`{path}`"),
    }
}

fn last(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, last)| last)
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The first sentence of a description, on one line and without its full stop.
fn first_sentence(description: &str) -> String {
    let line = description.replace('\n', " ");
    line.split_once(". ").map_or(line.trim_end_matches('.'), |(first, _)| first).to_owned()
}
