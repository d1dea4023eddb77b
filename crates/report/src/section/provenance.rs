//! The chain from study to page.

use analysis::Results;

use crate::document::{Section, Words};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("provenance", "Provenance");
    let chain = &results.provenance;
    let mut lines = vec![Words::plain(chain.origin.clone())];
    if let Some(study) = &chain.study {
        lines.push(Words::plain("Study, SHA-256 of its files: ").code(study));
    }
    if let Some(data) = &chain.data {
        lines.push(Words::plain("Judgements, SHA-256: ").code(data));
    }
    if !chain.changed.is_empty() {
        lines.push(Words::plain(format!("Changed after collecting began: {}.", chain.changed.join("; "))));
    }
    lines.push(Words::plain(format!(
        "Analysed by {}, seed {}, {} bootstrap replicates.",
        chain.program, chain.seed, chain.replicates
    )));
    if let Some(program) = &chain.program_hash {
        lines.push(Words::plain("Program, SHA-256 of its sources: ").code(program));
    }
    section.list(lines);
    section.paragraph(
        Words::plain("Hover over a number to see its id; full precision is in ")
            .code("results.json")
            .text(". The same study, data and seed give the same page."),
    );
    section
}
