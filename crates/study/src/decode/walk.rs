//! Holds a spanned TOML tree against a schema and collects everything that does not fit.

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

use diag::Diagnostic;

use super::places::{Places, join};
use super::shape::{Shape, required_keys};
use crate::structure::{MISSING_KEY, OUT_OF_RANGE, UNKNOWN_KEY, UNKNOWN_WORD, WRONG_TYPE};

/// The part of the tree that fits, as JSON, and everything that does not.
pub(super) fn hold_against(root: &DeTable<'_>, schema: &Value, places: &Places) -> (Option<Value>, Vec<Diagnostic>) {
    let mut walk = Walk { schema, places, found: Vec::new() };
    let tree = if let Shape::Table { keys, required } = Shape::from_schema(schema, schema) {
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
            (Shape::Tagged { key, variants }, DeValue::Table(table)) => self.read_tagged(table, key, variants, path),
            (Shape::List { elements, least }, DeValue::Array(array)) => self.list(array, elements, *least, path),
            (Shape::Word(words), DeValue::String(word)) => self.word(word, words, path),
            (Shape::Text { least }, DeValue::String(text)) => self.text(text, *least, path),
            (Shape::Flag, DeValue::Boolean(flag)) => Some(Value::from(*flag)),
            (Shape::Integer { low, high }, DeValue::Integer(number)) => self.integer(number, (*low, *high), path),
            (Shape::Number { low, high }, DeValue::Integer(number)) => {
                self.number(&number.to_string(), (*low, *high), path)
            }
            (Shape::Number { low, high }, DeValue::Float(number)) => self.number(number.as_str(), (*low, *high), path),
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
        let given = |name: &str| table.keys().any(|key| key.get_ref() == name);
        let mut meant: Vec<&str> = Vec::new();
        for (key, value) in table {
            let written = key.get_ref().as_ref();
            let mut name = written;
            if !keys.contains_key(name) {
                // A slip in a key is one mistake, not two: its value stands for the needed key that
                // was meant, so that the rest of the study is looked at as well.
                let wanted = |nearest: &&str| required.contains(nearest) && !given(nearest) && !meant.contains(nearest);
                match self.unknown_key(name, keys, path).filter(wanted) {
                    Some(nearest) => {
                        meant.push(nearest);
                        name = nearest;
                    }
                    None => continue,
                }
            }
            let Some(schema) = keys.get(name) else { continue };
            match self.value(value, &Shape::from_schema(schema, self.schema), &join(path, written)) {
                Some(value) => {
                    fitting.insert(name.to_owned(), value);
                }
                None => whole &= !required.contains(&name),
            }
        }
        for name in required.iter().filter(|name| !given(name) && !meant.contains(name)) {
            whole = false;
            self.missing_key(name, keys.get(*name), path);
        }
        whole.then_some(Value::Object(fitting))
    }

    fn free(&mut self, table: &DeTable<'_>, values: &'s Value, path: &str) -> Option<Value> {
        let shape = Shape::from_schema(values, self.schema);
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

    fn read_tagged(
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
                    .diagnose(self.places.find(path), format!("{} has no `{key}`", table_name(path)))
                    .help(format!("add `{key} = \"…\"` with one of {}", list_words(&words))),
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
    fn list(&mut self, array: &DeArray<'_>, elements: &'s Value, least: u64, path: &str) -> Option<Value> {
        if (array.len() as u64) < least {
            let message = format!("`{path}` must have at least {least}, found {}", array.len());
            self.found.push(OUT_OF_RANGE.diagnose(self.places.find(path), message));
            return None;
        }
        let shape = Shape::from_schema(elements, self.schema);
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
            Some(nearest) => format!("did you mean `{nearest}`? there are {}", list_words(words)),
            None => format!("use one of {}", list_words(words)),
        };
        let message = format!("`{}` cannot be `{word}`", last(path));
        self.found.push(UNKNOWN_WORD.diagnose(self.places.find(path), message).help(help));
        None
    }

    fn integer(&mut self, number: &DeInteger<'_>, (low, high): (i128, i128), path: &str) -> Option<Value> {
        let value = i128::from_str_radix(number.as_str(), number.radix()).ok().filter(|x| (low..=high).contains(x));
        if value.is_none() {
            let most = if high < i128::from(i32::MAX) { format!(" and at most {high}") } else { String::new() };
            let message = format!("`{path}` must be at least {low}{most}, found {number}");
            self.found.push(OUT_OF_RANGE.diagnose(self.places.find(path), message));
        }
        let value = value?;
        i64::try_from(value).map(Value::from).or_else(|_| u64::try_from(value).map(Value::from)).ok()
    }

    fn number(&mut self, written: &str, (low, high): (f64, f64), path: &str) -> Option<Value> {
        let value = written.parse::<f64>().ok().filter(|value| (low..=high).contains(value));
        if value.is_none() {
            let bounds = match (low > f64::MIN, high < f64::MAX) {
                (true, true) => format!("lie between {low} and {high}"),
                (true, false) => format!("be at least {low}"),
                (false, true) => format!("be at most {high}"),
                (false, false) => "be a finite number".to_owned(),
            };
            self.found.push(
                OUT_OF_RANGE.diagnose(self.places.find(path), format!("`{path}` must {bounds}, found {written}")),
            );
        }
        value.and_then(serde_json::Number::from_f64).map(Value::Number)
    }

    fn text(&mut self, text: &str, least: u64, path: &str) -> Option<Value> {
        if (text.trim().chars().count() as u64) < least {
            self.found.push(OUT_OF_RANGE.diagnose(self.places.find(path), format!("`{path}` must not be empty")));
            return None;
        }
        Some(Value::from(text))
    }

    fn wrong_type(&mut self, shape: &Shape<'_>, found: &DeValue<'_>, path: &str) -> Option<Value> {
        let message = format!("`{path}` must be {}, found {}", shape.words(), type_name(found));
        let diagnostic = WRONG_TYPE.diagnose(self.places.find(path), message);
        self.found.push(match (shape, found) {
            (Shape::Integer { .. } | Shape::Number { .. } | Shape::Flag, DeValue::String(_)) => {
                diagnostic.help("remove the quotation marks")
            }
            (
                Shape::Text { .. },
                DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_),
            ) => diagnostic.help("put it in quotation marks"),
            (Shape::Word(words), _) => diagnostic.help(format!("use one of {}, in quotation marks", list_words(words))),
            _ => diagnostic.help(format!("write `{} = {}`", last(path), shape.example())),
        });
        None
    }

    /// Reports a key that is not known; gives the one that was probably meant.
    fn unknown_key(&mut self, name: &str, keys: &'s Map<String, Value>, path: &str) -> Option<&'s str> {
        let known: Vec<&str> = keys.keys().map(String::as_str).collect();
        let nearest = diag::nearest(name, known.iter().copied());
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("{} takes {}", table_name(path), list_words(&known)),
        };
        let message = format!("unknown key `{name}` in {}", table_name(path));
        self.found.push(UNKNOWN_KEY.diagnose(self.places.key(&join(path, name)), message).help(help));
        nearest
    }

    fn missing_key(&mut self, name: &str, schema: Option<&'s Value>, path: &str) {
        let message = format!("{} has no `{name}`", table_name(path));
        let mut diagnostic = MISSING_KEY.diagnose(self.places.find(path), message);
        if let Some(description) = schema.and_then(|schema| schema.get("description")).and_then(Value::as_str) {
            diagnostic = diagnostic.with_reason(format!("`{name}`: {}", first_sentence(description)));
        }
        let help = match schema.map(|schema| Shape::from_schema(schema, self.schema)) {
            Some(Shape::Table { .. } | Shape::Free(_)) if path.is_empty() => format!("add a table `[{name}]`"),
            Some(Shape::List { .. }) if path.is_empty() => format!("add a table `[[{name}]]`"),
            Some(shape) => format!("add `{name} = {}`", shape.example()),
            None => format!("add `{name}`"),
        };
        self.found.push(diagnostic.help(help));
    }
}

impl<'s> Shape<'s> {
    fn of_variant(schema: &'s Value) -> Option<(&'s Map<String, Value>, Vec<&'s str>)> {
        Some((schema.get("properties")?.as_object()?, required_keys(schema)))
    }
}

/// Whether a value is of the right type for a shape; what is inside is looked at later.
fn fits(shape: &Shape<'_>, value: &DeValue<'_>) -> bool {
    match shape {
        Shape::Table { .. } | Shape::Free(_) | Shape::Tagged { .. } => value.is_table(),
        Shape::Word(_) | Shape::Text { .. } => value.is_str(),
        Shape::List { .. } => value.is_array(),
        Shape::Integer { .. } => value.is_integer(),
        Shape::Number { .. } => value.is_integer() || value.is_float(),
        Shape::Flag => value.is_bool(),
        Shape::Either(shapes) => shapes.iter().any(|shape| fits(shape, value)),
    }
}

fn type_name(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(_) => "a string".to_owned(),
        DeValue::Integer(_) => "a whole number".to_owned(),
        DeValue::Float(_) => "a number".to_owned(),
        DeValue::Boolean(flag) => format!("`{flag}`"),
        DeValue::Datetime(_) => "a date or time".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
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

fn list_words(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The first sentence of a description, on one line, small at its start and without its full stop.
fn first_sentence(description: &str) -> String {
    let line = description.replace('\n', " ");
    let first = line.split_once(". ").map_or(line.trim_end_matches('.'), |(first, _)| first);
    let mut letters = first.chars();
    letters.next().map(|letter| letter.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
