//! How every number was made, with references.

use ::reproduction::Comparison;
use analysis::Results;

use super::references::REFERENCES;
use super::{Input, list_names};
use crate::document::{Section, Words};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("methods", "Methods");
    // Methods in the order of first use, each with the names of the numbers it made.
    let mut methods: Vec<(&str, Vec<String>)> = Vec::new();
    for named in results.estimates.iter().filter(|named| !matches!(named.method.as_str(), "" | "count")) {
        // A corrected p-value is made like the number it belongs to.
        if named.statistic.is_corrected() {
            continue;
        }
        let name = named.statistic.words();
        match methods.iter_mut().find(|(method, _)| *method == named.method) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => methods.push((&named.method, vec![name])),
        }
    }
    let lines = methods.iter().map(|(method, names)| {
        let (name, words) = (list_names(names), Words::default());
        // Some numbers are called as they are made.
        if name == *method { words.strong(name).text(".") } else { words.strong(name).text(format!(": {method}.")) }
    });
    let mut lines: Vec<Words> = lines.collect();
    let corrections = results.estimates.iter().filter(|named| named.statistic.is_corrected());
    let mut corrections: Vec<&str> = corrections.filter_map(|named| Some(named.method.rsplit_once("; ")?.1)).collect();
    corrections.sort_unstable();
    corrections.dedup();
    lines.extend(corrections.iter().map(|how| Words::default().strong("corrected p").text(format!(": {how}."))));
    section.list(lines);
    section
}

/// The sources of the methods that were used, in an analysis and in a comparison.
pub(super) fn references(input: Option<&Input<'_>>, comparison: Option<&Comparison>) -> Section {
    let mut section = Section::new("references", "References");
    let mut used: Vec<String> = comparison.map(super::reproduction::reference_names).unwrap_or_default();
    if let Some(Input { results, study }) = input {
        used.extend(study.map(|_| "checklists".to_owned()));
        used.extend(
            results.estimates.iter().flat_map(|named| [named.method.to_lowercase(), named.statistic.to_string()]),
        );
        used.extend(results.claims.iter().map(|claim| claim.rule.to_lowercase()));
    }
    let cited: Vec<&str> = REFERENCES
        .iter()
        .filter(|(words, _)| used.iter().any(|used| used.contains(words)))
        .map(|(_, reference)| *reference)
        .collect();
    section.list(cited.iter().map(|reference| Words::plain(*reference)).collect());
    if !cited.is_empty() {
        let entries = cited.iter().map(|reference| bibtex(reference)).collect::<Vec<_>>().join("\n");
        section.verbatim(("paper-bib", "The references for BibTeX", "references.bib"), entries);
    }
    section
}

/// `Holm (1979). A simple … procedure. Scandinavian Journal of Statistics 6.` as an entry: an article where the place ends with a
/// volume, part of something after "In:", and else a book of a publisher.
fn bibtex(reference: &str) -> String {
    let (authors, rest) = reference.split_once(" (").unwrap_or((reference, ""));
    let (year, rest) = rest.split_once("). ").unwrap_or(("", rest));
    let (title, place) = rest.trim_end_matches('.').rsplit_once(". ").unwrap_or((rest, ""));
    let key: String = authors.chars().take_while(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let authors = authors.replace(", ", " and ");
    let volume = place.rsplit_once(' ').filter(|(_, volume)| volume.bytes().all(|byte| byte.is_ascii_digit()));
    let (kind, place) = match (volume, place.strip_prefix("In: ")) {
        (Some((journal, volume)), _) => ("article", format!("  journal = {{{journal}}},\n  volume = {{{volume}}},")),
        (None, Some(whole)) => ("incollection", format!("  booktitle = {{{whole}}},")),
        (None, None) => ("book", format!("  publisher = {{{place}}},")),
    };
    format!(
        "@{kind}{{{key}{year},\n  author = {{{authors}}},\n  year = {{{year}}},\n  title = {{{{{title}}}}},\n{place}\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_becomes_an_entry() {
        let entry = bibtex("Bradley and Terry (1952). Rank analysis: I. The method. Biometrika 39.");
        let expected = "@article{bradley1952,\n  author = {Bradley and Terry},\n  year = {1952},\n  title = {{Rank analysis: I. \
                        The method}},\n  journal = {Biometrika},\n  volume = {39},\n}\n";
        assert_eq!(entry, expected);
        let book = bibtex("Cohen (1988). Statistical power, 2nd edition. Erlbaum.");
        assert!(book.starts_with("@book{cohen1988,") && book.contains("  publisher = {Erlbaum},\n"), "{book}");
        let part = bibtex("Christensen (2018). Link models. In: ordinal, regression models.");
        assert!(
            part.starts_with("@incollection{") && part.contains("  booktitle = {ordinal, regression models},"),
            "{part}"
        );
        let entries: std::collections::HashSet<String> = REFERENCES.iter().map(|(_, it)| bibtex(it)).collect();
        let keys: std::collections::HashSet<&str> = entries.iter().filter_map(|it| it.lines().next()).collect();
        assert_eq!(keys.len(), entries.len(), "every key once");
    }
}
