//! The reference page and the schema of `mapping.toml` are current, and its examples can be read.
//! `UPDATE_EXPECT=1 cargo test -p importer --test import page` writes them anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use importer::{ImportMapping, SOURCES, schema};
use serde_json::Value;

#[test]
fn the_schema_of_the_mapping_is_current() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    expect_file!["../../../../docs/schema/mapping.json"].assert_eq(&text);
}

#[test]
fn the_page_of_the_mapping_is_current_and_its_examples_can_be_read() {
    let mut page = String::from(
        "# `mapping.toml`\n\n\
         How answers from elsewhere are read: which column holds what, and where the files come from. `rejudge import` writes\n\
         it, and reads it again with `--mapping`; `analyse` and `compare` take it with `--mapping` or from the study folder, and\n\
         leave `import` alone. One line is given on the command line with `--say`. `rejudge schema mapping` prints it as a JSON\n\
         Schema for editors. This page is generated.\n\n## The file\n\n",
    );
    let schema = schema();
    keys(&mut page, &schema["properties"]);
    page.push_str("\n## `import`\n\n");
    keys(&mut page, &schema["properties"]["import"]["properties"]);
    page.push_str("\n## `[[criteria]]`\n\n");
    keys(&mut page, &schema["$defs"]["CriterionMapping"]["properties"]);
    page.push_str("\n## `words`\n\n");
    keys(&mut page, &schema["$defs"]["Words"]["properties"]);
    page.push_str(
        "\n## Sources\n\nEach is recognised by its signs; `import.source` says it where they are not enough.\n",
    );
    for source in SOURCES {
        ImportMapping::read(source.example).unwrap_or_else(|problem| panic!("{}: {problem}", source.id));
        let _ = write!(
            page,
            "\n### `{}`\n\n{}{}.\n\n```toml\n{}```\n",
            source.id,
            source.name[..1].to_uppercase(),
            &source.name[1..],
            source.example
        );
    }
    expect_file!["../../../../docs/reference/mapping.md"].assert_eq(&page);
}

fn keys(page: &mut String, properties: &Value) {
    page.push_str("| key | says |\n|---|---|\n");
    for (key, about) in properties.as_object().unwrap() {
        let words = about["description"].as_str().unwrap_or("where the answers come from; see below");
        let _ = writeln!(
            page,
            "| `{key}` | {} |",
            words.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
        );
    }
}
