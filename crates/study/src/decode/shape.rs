//! What a JSON Schema allows at one place, in the few forms that our file types produce.

use serde_json::{Map, Value};

/// What the schema allows at one place.
#[derive(Debug, Clone)]
pub(crate) enum Shape<'s> {
    /// A table with known keys.
    Table { keys: &'s Map<String, Value>, required: Vec<&'s str> },
    /// A table with free keys.
    Free(&'s Value),
    /// A table whose other keys depend on the word at one of them.
    Tagged { key: &'s str, variants: Vec<(&'s str, &'s Value)> },
    /// One of some words.
    Word(Vec<&'s str>),
    /// A list of the same, at least so many of them.
    List { elements: &'s Value, least: u64 },
    /// A string of at least so many characters.
    Text { least: u64 },
    /// A whole number.
    Integer { low: i128, high: i128 },
    /// A number.
    Number { low: f64, high: f64 },
    /// `true` or `false`.
    Flag,
    /// One of several shapes, told apart by the type of the value.
    Either(Vec<Shape<'s>>),
}

impl<'s> Shape<'s> {
    /// Reads the schema `at` one place of the schema `root`. What it cannot read is any string,
    /// and decoding then says what is wrong.
    pub(crate) fn from_schema(at: &'s Value, root: &'s Value) -> Shape<'s> {
        if let Some(target) = at.get("$ref").and_then(Value::as_str) {
            let name = target.trim_start_matches("#/$defs/");
            return root
                .get("$defs")
                .and_then(|defs| defs.get(name))
                .map_or(ANY_TEXT, |at| Shape::from_schema(at, root));
        }
        if let Some(Value::Array(options)) = at.get("oneOf").or_else(|| at.get("anyOf")) {
            return Shape::of_options(options, root);
        }
        if let Some(Value::Array(words)) = at.get("enum") {
            return Shape::Word(words.iter().filter_map(Value::as_str).collect());
        }
        match type_of(at) {
            "object" => Shape::of_table(at),
            "array" => {
                at.get("items").map_or(ANY_TEXT, |elements| Shape::List { elements, least: count(at, "minItems") })
            }
            "integer" => Shape::of_integer(at),
            "number" => Shape::Number {
                low: at.get("minimum").and_then(Value::as_f64).unwrap_or(f64::MIN),
                high: at.get("maximum").and_then(Value::as_f64).unwrap_or(f64::MAX),
            },
            "boolean" => Shape::Flag,
            _ => match at.get("const").and_then(Value::as_str) {
                Some(word) => Shape::Word(vec![word]),
                None => Shape::Text { least: count(at, "minLength") },
            },
        }
    }

    fn of_table(at: &'s Value) -> Shape<'s> {
        match (at.get("properties"), at.get("additionalProperties")) {
            (Some(Value::Object(keys)), _) => Shape::Table { keys, required: required_keys(at) },
            (_, Some(values @ Value::Object(_))) => Shape::Free(values),
            _ => ANY_TEXT,
        }
    }

    fn of_integer(at: &Value) -> Shape<'s> {
        let (low, high) = match at.get("format").and_then(Value::as_str) {
            Some("uint32") => (0, i128::from(u32::MAX)),
            Some("int32") => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Some("uint64") => (0, i128::from(u64::MAX)),
            _ => (i128::from(i64::MIN), i128::from(i64::MAX)),
        };
        let minimum = at.get("minimum").and_then(Value::as_i64).map_or(low, i128::from);
        Shape::Integer { low: low.max(minimum), high }
    }

    fn of_options(options: &'s [Value], root: &'s Value) -> Shape<'s> {
        let options: Vec<&Value> = options.iter().filter(|option| type_of(option) != "null").collect();
        if let [only] = options.as_slice() {
            return Shape::from_schema(only, root);
        }
        if let Some(key) = options.first().and_then(|first| tag(first)) {
            let variants = options.iter().filter_map(|option| Some((word_at(option, key)?, *option))).collect();
            return Shape::Tagged { key, variants };
        }
        let shapes: Vec<Shape<'s>> = options.into_iter().map(|option| Shape::from_schema(option, root)).collect();
        let words: Option<Vec<&str>> = shapes
            .iter()
            .map(|shape| if let Shape::Word(words) = shape { Some(words.clone()) } else { None })
            .collect::<Option<Vec<_>>>()
            .map(|words| words.concat());
        words.map_or(Shape::Either(shapes), Shape::Word)
    }

    /// What it is called in a sentence.
    pub(crate) fn words(&self) -> String {
        match self {
            Shape::Table { .. } | Shape::Free(_) | Shape::Tagged { .. } => "a table".to_owned(),
            Shape::Word(_) | Shape::Text { .. } => "a string".to_owned(),
            Shape::List { .. } => "a list".to_owned(),
            Shape::Integer { .. } => "a whole number".to_owned(),
            Shape::Number { .. } => "a number".to_owned(),
            Shape::Flag => "`true` or `false`".to_owned(),
            Shape::Either(shapes) => shapes.iter().map(Shape::words).collect::<Vec<_>>().join(" or "),
        }
    }

    /// Something of this shape to write behind `key =`.
    pub(crate) fn example(&self) -> String {
        match self {
            Shape::Table { .. } | Shape::Free(_) => "{ … }".to_owned(),
            Shape::Tagged { key, variants } => {
                format!("{{ {key} = \"{}\" }}", variants.first().map_or("…", |(word, _)| word))
            }
            Shape::Word(words) => format!("\"{}\"", words.first().unwrap_or(&"…")),
            Shape::Text { .. } => "\"…\"".to_owned(),
            Shape::List { .. } => "[ … ]".to_owned(),
            Shape::Integer { .. } | Shape::Number { .. } => "…".to_owned(),
            Shape::Flag => "true".to_owned(),
            Shape::Either(shapes) => shapes.first().map(Shape::example).unwrap_or_default(),
        }
    }
}

/// What a schema is taken for that none of our types produces.
const ANY_TEXT: Shape<'static> = Shape::Text { least: 0 };

fn count(at: &Value, key: &str) -> u64 {
    at.get(key).and_then(Value::as_u64).unwrap_or(0)
}

/// The keys that must be there.
pub(crate) fn required_keys(at: &Value) -> Vec<&str> {
    at.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The type that is not null.
fn type_of(at: &Value) -> &str {
    match at.get("type") {
        Some(Value::String(name)) => name,
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).find(|name| *name != "null").unwrap_or(""),
        _ => "",
    }
}

/// The key of an object schema that holds one fixed word.
fn tag(option: &Value) -> Option<&str> {
    let keys = option.get("properties")?.as_object()?;
    keys.iter().find(|(_, at)| at.get("const").is_some()).map(|(key, _)| key.as_str())
}

fn word_at<'s>(option: &'s Value, key: &str) -> Option<&'s str> {
    option.get("properties")?.get(key)?.get("const")?.as_str()
}
