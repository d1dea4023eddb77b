//! What was imported, on a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use importer::{Counts, ImportOutcome, Omission};

use crate::count_noun::count_noun;
use crate::terminal_table;

/// What was recognised, understood, left out and assumed.
pub(super) fn text(imported: &ImportOutcome) -> String {
    let mut text = String::new();
    write_recognised(&mut text, imported);
    let dataset = imported.names();
    let judgements = imported.counts.judgements;
    if judgements > 0 {
        let _ = writeln!(
            text,
            "\n{} by {} on {} and {}",
            count_noun(judgements, "judgement", "judgements"),
            count_noun(dataset.participants.len(), "participant", "participants"),
            count_noun(dataset.items.len(), "item", "items"),
            count_noun(dataset.systems.len(), "system", "systems"),
        );
        for criterion in &dataset.criteria {
            let better = match criterion.better {
                study::file::Better::Higher => "higher is better",
                study::file::Better::Lower => "lower is better",
                study::file::Better::Neither => "neither end is better",
            };
            let _ = writeln!(text, "  {} ({}, {better})", criterion.id, criterion.response.kind());
        }
        let _ = writeln!(text, "\nThe first as understood:");
        for sentence in &imported.first {
            let _ = writeln!(text, "  {sentence}");
        }
    }
    if !imported.personal.is_empty() {
        let _ = writeln!(text, "\nColumns that say who someone is:");
        for (personal, done) in &imported.personal {
            let name = personal.column.lines().next().unwrap_or_default();
            let _ = writeln!(text, "  {name} ({}): {done}", personal.what);
        }
    }
    for note in &imported.notes {
        let _ = writeln!(text, "\nnote: {note}");
    }
    counts(&mut text, &imported.counts);
    text
}

fn write_recognised(text: &mut String, imported: &ImportOutcome) {
    let mut groups: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for found in &imported.recognised {
        groups.entry((found.source, found.signs.join("; "))).or_default().push(&found.file);
    }
    for ((source, signs), files) in groups {
        let name = match files.as_slice() {
            [only] => (*only).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
            [] => String::new(),
        };
        let _ = writeln!(text, "{name}: {source} ({signs})");
    }
}

/// Rows first, then answers; each block adds up to its first line.
fn counts(text: &mut String, counts: &Counts) {
    let mut table = terminal_table::table();
    table.set_header(["what became of it", "count"]);
    let mut line = |words: String, count: usize| {
        table.add_row([words, count.to_string()]);
    };
    line("rows in the files".to_owned(), counts.rows);
    line("  read".to_owned(), counts.read);
    for Omission { reason, count } in &counts.left_out {
        line(format!("  left out: {reason}"), *count);
    }
    if counts.asked > 0 {
        line("answers looked for".to_owned(), counts.asked);
        line("  found".to_owned(), counts.answers);
        for Omission { reason, count } in &counts.no_answer {
            line(format!("  none: {reason}"), *count);
        }
        line("judgements".to_owned(), counts.judgements);
        for Omission { reason, count } in &counts.excluded {
            line(format!("  of these excluded: {reason}"), *count);
        }
    }
    let _ = writeln!(text, "\n{table}");
}
