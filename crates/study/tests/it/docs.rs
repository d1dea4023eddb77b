//! The generated pages and schemas in `docs/` are current. `UPDATE_EXPECT=1 cargo test -p study docs`
//! writes them anew.

use std::fmt::Write as _;

use expect_test::{ExpectFile, expect_file};
use serde_json::{Map, Value};

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn check(generated: String, file: ExpectFile) {
    file.assert_eq(&generated);
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let pretty = |schema: Value| format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
    check(pretty(study::schema::study()), expect_file!["../../../../docs/schema/study.json"]);
    check(pretty(study::schema::original()), expect_file!["../../../../docs/schema/original.json"]);
}

#[test]
fn the_reference_of_the_rules_is_current() {
    let mut page = String::from(
        "# What `rejudge check` finds\n\n\
         Codes that begin with `S` are about the files themselves: they cannot be read, do not fit the format or do\n\
         not fit each other. Codes that begin with `R` are rules about the design of a study. Warnings and advice can\n\
         be accepted with a reason: `accept = { R001 = \"the original gave no definition\" }` in `study.toml`; errors\n\
         cannot. This page is generated; `rejudge explain CODE` prints the same text.\n\n\
         | code | | |\n|---|---|---|\n",
    );
    let all = study::explanations();
    for known in &all {
        let _ = writeln!(
            page,
            "| [{0}](#{1}) | {2} | {3} |",
            known.code,
            anchor(known),
            known.severity.word(),
            known.summary
        );
    }
    for known in &all {
        let doc = known.doc.trim_end().replace("## ", "#### ");
        let _ = write!(
            page,
            "\n### {} {}\n\n*{}*: {}\n\n{doc}\n",
            known.code,
            known.name,
            known.severity.word(),
            known.summary
        );
    }
    check(page, expect_file!["../../../../docs/reference/rules.md"]);
}

fn anchor(known: &study::Explanation) -> String {
    format!("{}-{}", known.code.0.to_lowercase(), known.name)
}

#[test]
fn the_reference_of_the_methods_is_current() {
    let mut page = String::from(
        "# Methods that can decide a claim\n\n\
         `decided_by = \"test\"` means the linear mixed model, the deciding analysis of every response kind with a score;\n\
         `decided_by = { test = \"…\" }` names another. `rejudge check` refuses a claim that its test can never decide.\n\
         This page is generated from the declarations that the program reads.\n",
    );
    for method in study::method::Method::ALL {
        let kinds = |kinds: &[study::response::Kind]| kinds.iter().map(|it| it.word()).collect::<Vec<_>>().join(", ");
        let decides: Vec<&str> = method
            .decides
            .iter()
            .map(|it| match it {
                study::method::Decision::Higher => "higher",
                study::method::Decision::HigherBy => "higher by at least a margin",
                study::method::Decision::SameWithin => "the same within a margin",
            })
            .collect();
        let key = serde_json::to_value(method.test).unwrap();
        let outputs = method.outputs.map_or_else(String::new, |outputs| format!(", with {outputs} outputs shown"));
        let _ = write!(
            page,
            "\n## `{}`\n\nThe {} {}.\n\n| | |\n|---|---|\n| computed from | {}{outputs} |\n| made for | {} |\n\
             | decides | {} |\n| small samples | {} |\n| in results | `{}`, corrected `{}` |\n| source | {} |\n",
            key.as_str().unwrap(),
            method.words,
            method.assumes.words(),
            kinds(method.kinds),
            kinds(method.suited),
            decides.join("; "),
            method.small_samples,
            method.statistic,
            method.corrected,
            method.source
        );
    }
    check(page, expect_file!["../../../../docs/reference/methods.md"]);
}

#[test]
fn the_reference_of_the_study_file_is_current() {
    let schema = study::schema::study();
    let mut page = String::from(
        "# `study.toml`\n\n\
         Every table and key of the study file. This page is generated from the same declaration that checks the\n\
         file; `rejudge schema` prints it as a JSON Schema for editors.\n",
    );
    section(&mut page, "The file", &schema);
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        section(&mut page, &heading(name), definition);
    }
    check(page, expect_file!["../../../../docs/reference/study-file.md"]);
}

#[test]
fn the_reference_of_the_original_file_is_current() {
    let schema = study::schema::original();
    let mut page = String::from(
        "# `original.toml`\n\n\
         What a repeated study printed. This page is generated; `rejudge schema original` prints it as a JSON Schema.\n\n\
         A table of the paper is typed in as it is printed:\n\n",
    );
    let example = include_str!("original.toml");
    let decoded = study::decode::<study::original::Original>("original.toml", example);
    assert!(decoded.diagnostics.is_empty() && decoded.value.unwrap().results.len() == 9);
    page.push_str(&format!("```toml\n{example}```\n"));
    section(&mut page, "The file", &schema);
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        section(&mut page, &heading(name), definition);
    }
    check(page, expect_file!["../../../../docs/reference/original-file.md"]);
}

/// One table of the file, one choice of words, or one value that can be written in several ways.
fn section(page: &mut String, name: &str, schema: &Value) {
    let _ = write!(page, "\n## {name}\n\n{}\n", description_cell(schema));
    if let Some(options) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        page.push('\n');
        for option in options {
            option_line(page, option);
        }
        for option in
            options.iter().filter(|option| option["properties"].as_object().is_some_and(|keys| keys.len() > 1))
        {
            if let Some(word) = tag(option) {
                let _ = write!(page, "\n### {name}: `{word}`\n\n{}\n", description_cell(option));
            }
            keys(page, option);
        }
    }
    keys(page, schema);
}

fn option_line(page: &mut String, option: &Value) {
    match (option["const"].as_str(), tag(option)) {
        (Some(word), _) => drop(writeln!(page, "- `\"{word}\"`: {}", description_cell(option))),
        (None, Some(word)) => drop(writeln!(page, "- `{}`: {}", word, description_cell(option))),
        (None, None) => drop(writeln!(page, "- {}: {}", type_name(option), description_cell(option))),
    }
}

fn keys(page: &mut String, schema: &Value) {
    let Some(properties) = schema["properties"].as_object() else { return };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    page.push_str("\n| key | value | |\n|---|---|---|\n");
    for (key, property) in properties.iter().filter(|(_, property)| property.get("const").is_none()) {
        let needed = if required.contains(&key.as_str()) { " **required**" } else { "" };
        let _ = writeln!(
            page,
            "| `{key}`{needed} | {} | {}{} |",
            type_name(property),
            description_cell(property),
            default_value(property)
        );
    }
}

/// The name of a declaration as words: `ChecksFile` becomes `Checks`, `TestName` becomes `Test name`.
fn heading(name: &str) -> String {
    let mut words = String::new();
    for (index, letter) in name.trim_end_matches("File").chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    words
}

/// The word that tells a variant from the others.
fn tag(option: &Value) -> Option<String> {
    let keys: &Map<String, Value> = option["properties"].as_object()?;
    keys.iter().find_map(|(key, at)| Some(format!("{key} = \"{}\"", at.get("const")?.as_str()?)))
}

fn description_cell(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

fn default_value(property: &Value) -> String {
    match property.get("default") {
        None | Some(Value::Null) => String::new(),
        Some(Value::Array(list)) if list.is_empty() => String::new(),
        Some(Value::Object(keys)) if keys.is_empty() => String::new(),
        Some(value) => format!(" Default: `{value}`."),
    }
}

fn type_name(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        let name = heading(name);
        return format!("[{name}](#{})", name.to_lowercase().replace(' ', "-"));
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let names: Vec<String> = options.iter().filter(|option| option["type"] != "null").map(type_name).collect();
        return names.join(" or ");
    }
    let first = schema["type"].as_array().and_then(|names| names.first()).unwrap_or(&schema["type"]);
    let name = first.as_str().unwrap_or_default();
    match name {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "array" => format!("list of {}", type_name(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("table of {}", type_name(&schema["additionalProperties"]))
        }
        "object" => "table".to_owned(),
        other => other.to_owned(),
    }
}
