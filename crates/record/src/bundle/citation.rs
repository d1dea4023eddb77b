//! `CITATION.cff`, version 1.2.0 of the format.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::BundleDescription;
use crate::citable::is_address;

/// The citation file.
pub(super) fn cff(about: &BundleDescription<'_>) -> String {
    let (study, publication) = (about.study, &about.record.publication);
    let mut out = String::from(
        "cff-version: 1.2.0\nmessage: \"If you use these data, please cite them as below.\"\ntype: dataset\n",
    );
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(out, "{key}: {}", quoted(value));
    };
    line("title", &study.about.title);
    line("version", about.version());
    line("date-released", about.date);
    if let Some(licence) = &publication.licence {
        line(if is_address(licence) { "license-url" } else { "license" }, licence);
    }
    if let Some(doi) = &publication.doi {
        line("doi", doi);
    }
    if let Some(materials) = &publication.materials {
        line("repository-artifact", materials);
    }
    line("abstract", &about.description());
    out.push_str("authors:\n");
    for author in &about.record.author {
        let _ = writeln!(out, "  - family-names: {}", quoted(&author.family));
        let more = [("given-names", &author.given), ("orcid", &author.orcid), ("affiliation", &author.affiliation)];
        for (key, value) in more.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))) {
            let _ = writeln!(out, "    {key}: {}", quoted(value));
        }
    }
    if about.record.author.is_empty() {
        let institution = study.about.institution.as_deref().unwrap_or("authors not named");
        let _ = writeln!(out, "  - name: {}", quoted(institution));
    }
    if !publication.keywords.is_empty() {
        out.push_str("keywords:\n");
        for word in publication.keywords.iter().collect::<BTreeSet<_>>() {
            let _ = writeln!(out, "  - {}", quoted(word));
        }
    }
    if let Some(reproduces) = &study.reproduces {
        let paper = quoted(&reproduces.paper);
        let _ =
            writeln!(out, "references:\n  - type: article\n    title: {paper}\n    authors:\n      - name: {paper}");
        if let Some(url) = reproduces.url.as_ref().filter(|url| is_address(url)) {
            let _ = writeln!(out, "    url: {}", quoted(url));
        }
    }
    out
}

/// A string of JSON is one of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.split_whitespace().collect::<Vec<_>>().join(" ")).to_string()
}
