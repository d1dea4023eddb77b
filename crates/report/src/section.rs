//! The sections of a report, one file each, in the order a reader asks.

mod agreement;
mod analyses;
mod checklist;
mod claims;
mod comparisons;
mod deviations;
mod exclusions;
mod family;
mod home;
mod methods;
mod paper;
mod people;
mod provenance;
mod references;
mod rehearsal;
mod reproduction;
mod scores;
mod strata;
mod study_design;
mod time;

use ::reproduction::Comparison;
use analysis::{NamedEstimate, Results, Statistic};
use study::Study;

pub use deviations::compared_deviations;
pub use rehearsal::{advise, rehearsal};

use crate::answer::{self, Answer};
use crate::document::{Block, Document, Section, StudyWords, Words};
use crate::number::Face;

/// What a report is made from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    pub results: &'a Results,
    /// The study, for questions, deviations and what else is said in words.
    pub study: Option<&'a Study>,
}

/// The report. Sections with nothing to say are left out.
#[must_use]
pub fn document(input: &Input<'_>) -> Document {
    arrange_document(input, None)
}

/// What the answers say while more come in: scores and agreement. Claims and comparisons are for the end.
#[must_use]
pub fn so_far(results: &Results) -> Document {
    let input = Input { results, study: None };
    let sections = vec![scores::section(&input), agreement::section(&input)];
    let words = StudyWords::of_results(results, None);
    build_document(
        (results.about.title.clone(), results.provenance.origin.clone()),
        words,
        None,
        (sections, Vec::new()),
    )
}

/// The report of a study together with its comparison with the one it repeats.
#[must_use]
pub fn reproduction(input: &Input<'_>, comparison: &Comparison) -> Document {
    arrange_document(input, Some(comparison))
}

/// What is for every reader stands first, by the ids of tables and figures; all else is in the appendix.
fn arrange_document(input: &Input<'_>, comparison: Option<&Comparison>) -> Document {
    let results = input.results;
    let mut appendix = vec![study_design::section(input), claims::section(results)];
    let mut main = Vec::new();
    let mut show = |id: &str, title: &str, parts: Vec<(Section, &[&str])>| {
        let mut section = Section::new(id, title);
        for (part, beginnings) in parts {
            let (shown, rest) = split_section(part, beginnings);
            section.blocks.extend(shown);
            appendix.push(rest);
        }
        main.push(section);
    };
    show(
        "results",
        "Results",
        vec![
            (scores::section(input), scores_shown(results)),
            (comparisons::section(results), &["preferred-", "deciding-"]),
            (strata::section(results), &["strata-differences-"]),
        ],
    );
    if let Some(comparison) = comparison {
        show("reproduction", "Did it reproduce?", comparison_sections(comparison, Company::OwnResults));
    }
    show(
        "trust",
        "Can it be trusted?",
        vec![
            (analyses::section(input), &["analyses"][..]),
            (people::section(results), &["flow"][..]),
            (exclusions::section(input), &["", "exclusions-excluded-by"]),
            (agreement::section(input), &["agreement-all", "severity-"]),
            (time::section(results), &["pay"]),
        ],
    );
    main.push(deviations::section(input));
    main.push(paper::section(input));
    main.push(methods::references(Some(input), comparison));
    appendix.extend([checklist::section(input), methods::section(results), provenance::section(results)]);
    let answer = answer::of_results(results, input.study, comparison);
    let words = StudyWords::of_results(results, input.study);
    build_document(
        (results.about.title.clone(), results.provenance.origin.clone()),
        words,
        Some(answer),
        (main, appendix),
    )
}

/// Where outputs were compared, preferences say what answers would say again, and of pairs also what scores look like.
fn scores_shown(results: &Results) -> &'static [&'static str] {
    let preferences = results.estimates.iter().any(|named| named.statistic == Statistic::PairShare);
    let pairs = results.about.criteria.iter().all(|criterion| criterion.kind == "pairwise");
    match (preferences, pairs) {
        (true, true) => &["scores-"],
        (true, false) => &["scores-", "interval-"],
        (false, _) => &["scores-", "interval-", "answers-"],
    }
}

/// What a comparison stands beside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    Nothing,
    /// The study's own results, so that six pages hold less of it.
    OwnResults,
}

/// The sections of a comparison with what of each is for every reader.
fn comparison_sections(comparison: &Comparison, beside: Company) -> Vec<(Section, &'static [&'static str])> {
    let many = comparison.frame.criteria.len() > 1 && comparison.sets.iter().all(::reproduction::Set::of_pairs);
    let brief = many && beside == Company::OwnResults;
    let shown = |section: &Section| -> &'static [&'static str] {
        match section.id.as_str() {
            // The cards have the effects of both, and one system against all others its scores.
            "reproduction-scores" if brief => &[""],
            "same-effects" if brief => &[],
            "reproduction-scores" if beside == Company::OwnResults => &["side-by-side-", ""],
            "runs" => &["runs-"],
            // Of several criteria in pairs the cards have the words, and six pages hold no more.
            "reproduction-findings" if many || beside == Company::OwnResults => &["reproduction-claims"],
            "reproduction-findings" => &["reproduction-claims", "reproduction-conclusions"],
            "readings" => &["readings-", ""],
            "unreported" => &["unreported"],
            "reproduction-scores" => &["each-experiment-", "side-by-side-", ""],
            "same-effects" => &["forest-"],
            "experiments" => &["experiments-", ""],
            "why-it-differed" => &["", "changes", "over-all-others", "outputs-moved"],
            "reproduction-remarks" => &[""],
            _ => &[],
        }
    };
    let with_shown = |section: Section| {
        let beginnings = shown(&section);
        (section, beginnings)
    };
    reproduction::sections(comparison).into_iter().map(with_shown).collect()
}

/// A section's blocks whose ids begin so, in the order of the beginnings, and the rest of it; words have no id, and are meant by
/// an empty beginning.
fn split_section(section: Section, beginnings: &[&str]) -> (Vec<Block>, Section) {
    let begins = |id: &str| beginnings.iter().position(|it| !it.is_empty() && id.starts_with(it));
    let place = |block: &Block| match block {
        Block::Table(table) => begins(&table.id),
        Block::Figure(figure) => begins(&figure.id),
        Block::Heading { .. } => None,
        Block::Paragraph(_) | Block::List(_) | Block::Remark(_) | Block::Verbatim { .. } => {
            beginnings.iter().position(|it| it.is_empty())
        }
    };
    let (mut shown, mut rest): (Vec<Block>, Vec<Block>) =
        section.blocks.into_iter().partition(|block| place(block).is_some());
    // What is of one kind stands together, criterion after criterion: small multiples.
    shown.sort_by_key(|block| place(block));
    // A heading with nothing under it is none.
    let is_heading = |block: Option<&Block>| matches!(block, Some(Block::Heading { .. }) | None);
    let mut index = 0;
    while index < rest.len() {
        if is_heading(rest.get(index)) && is_heading(rest.get(index + 1)) {
            rest.remove(index);
        } else {
            index += 1;
        }
    }
    (shown, Section { id: format!("more-{}", section.id), blocks: rest, ..section })
}

/// The report of a comparison alone.
#[must_use]
pub fn comparison(title: &str, comparison: &Comparison) -> Document {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let mut main = Section::new("reproduction", "Did it reproduce?");
    let mut appendix = Vec::new();
    for (section, beginnings) in comparison_sections(comparison, Company::Nothing) {
        let (shown, rest) = split_section(section, beginnings);
        main.blocks.extend(shown);
        appendix.push(rest);
    }
    appendix.push(reproduction::provenance());
    let main = vec![main, paper::of_comparison(comparison), methods::references(None, Some(comparison))];
    let answer = answer::of_comparison(comparison);
    let origin = format!("A comparison of {}.", list_names(&names));
    let words = StudyWords::of_comparison(title, &comparison.frame);
    build_document((title.to_owned(), origin), words, Some(answer), (main, appendix))
}

fn build_document(
    (title, origin): (String, String),
    study_words: StudyWords,
    answer: Option<Answer>,
    (mut sections, mut appendix): (Vec<Section>, Vec<Section>),
) -> Document {
    sections.retain(|section| !section.blocks.is_empty());
    appendix.retain(|section| !section.blocks.is_empty());
    let language = "en".to_owned();
    Document { title, origin, language, study_words, answer, sections, appendix, print_appendix: false }
}

/// The printed name of a label: a system's name, or the label itself.
pub(crate) fn printed_name<'a>(results: &'a Results, label: &'a str) -> &'a str {
    results.about.systems.iter().find(|system| system.id == label).map_or(label, |system| &system.name)
}

/// Every estimate about one criterion, or about the whole study.
fn estimates_about<'a>(results: &'a Results, criterion: Option<&'a str>) -> impl Iterator<Item = &'a NamedEstimate> {
    results.estimates.iter().filter(move |named| named.criterion.as_deref() == criterion)
}

/// `3 items`, `1 item`.
pub(crate) fn add_count(words: Words, number: &NamedEstimate, thing: &str) -> Words {
    let several = if (number.estimate.value - 1.0).abs() < 0.5 { "" } else { "s" };
    words.number(number, Face::Value).text(format!(" {thing}{several}"))
}

/// "A", "A and B", "A, B and C".
pub(crate) fn list_names<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}
