//! What can be pasted into a paper: how judgements were collected, and what was found, in sentences.

use ::reproduction::{ClaimAcross, Comparison, in_sentence, sum_up};
use analysis::{JudgedBy, NamedEstimate, Results, Statistic, Verdict};
use study::file::Platform;
use study::{Study, csv_text};

use super::{Input, add_count, list_names};
use crate::answer::Badge;
use crate::document::{Section, Words, sentence};
use crate::latex::running as in_latex;
use crate::markdown::plain_text;
use crate::number::{Face, Number};

/// The paragraphs as text and as LaTeX, and the claims as a table of data.
pub(super) fn section(input: &Input<'_>) -> Section {
    build_section(&[collection_paragraph(input), findings_paragraph(input.results)], data(input.results))
}

/// The same of a comparison: what each claim came to in each run.
pub(super) fn of_comparison(comparison: &Comparison) -> Section {
    if comparison.claims.is_empty() {
        return Section::new("paper", "To paste into a paper");
    }
    let criteria: Vec<&str> = comparison.frame.criteria.iter().map(|it| it.name.as_str()).collect();
    let runs: Vec<String> = comparison
        .experiments
        .iter()
        .map(|run| format!("{} ({})", in_sentence(&run.name), run.source.trim_end_matches('.')))
        .collect();
    let mut words = Words::plain(format!("We compared {}. ", list_names(&runs)));
    for found in sum_up(&comparison.claims) {
        words = words.text(sentence(&found) + " ");
    }
    let mut data = vec![["claim", "run", "verdict", "basis", "because", "origin"].map(str::to_owned)];
    for claim in &comparison.claims {
        if let (Some(verdicts), Some(telling)) = (verdicts(claim), claim.most_telling()) {
            let because = telling.because.first().map(|because| in_clause(because, &criteria)).unwrap_or_default();
            let because = match (because.as_str(), claim.runs.len() > 2) {
                ("", _) => String::new(),
                (because, false) => format!(": {because}"),
                (because, true) => format!(" ({}: {because})", in_sentence(&telling.experiment)),
            };
            let text = claim.text.trim_end_matches('.');
            words = words.text(format!("The claim that “{text}” ({}) {verdicts}{because}. ", claim.id));
        }
        for run in &claim.runs {
            let because = run.because.join("; ");
            let origin = comparison.experiments.iter().find(|it| it.name == run.experiment).and_then(|it| it.judged_by);
            let origin = origin.map_or(Badge::Published, Badge::from_origin).origin();
            let cells = [claim.id.as_str(), &run.experiment, run.verdict.word(), run.basis, &because, origin];
            data.push(cells.map(str::to_owned));
        }
    }
    build_section(&[words], csv_text(data))
}

/// `is supported in the original and reproduction 2 and inconclusive in the reproduction`; nothing where it is out of scope everywhere.
fn verdicts(claim: &ClaimAcross) -> Option<String> {
    let parts: Vec<String> = Verdict::ALL
        .into_iter()
        .rev()
        .filter(|verdict| *verdict != Verdict::OutOfScope)
        .filter_map(|verdict| {
            let runs = claim.runs.iter().filter(|run| run.verdict == verdict);
            let runs: Vec<&str> = runs.map(|run| in_sentence(&run.experiment)).collect();
            let came_to = match verdict {
                Verdict::Supported => "is supported in",
                Verdict::Contradicted => "is contradicted in",
                Verdict::Inconclusive => "is inconclusive in",
                Verdict::AsClaimed => "was not tested, but its scores point as claimed, in",
                Verdict::NotAsClaimed => "was not tested, and its scores do not point as claimed, in",
                Verdict::NotComputed => "could not be computed in",
                Verdict::OutOfScope => "is out of scope in",
            };
            (!runs.is_empty()).then(|| format!("{came_to} {}", list_names(&runs)))
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join("; it "))
}

/// A reason in the middle of a sentence: `Fluency: A scored better` becomes `on Fluency, A scored better`. That nothing was tested is
/// said by the verdict.
fn in_clause(because: &str, criteria: &[&str]) -> String {
    let because = because.trim_end_matches(": as claimed, not tested").trim_end_matches(": not as claimed, not tested");
    let about = criteria.iter().find_map(|name| Some((name, because.strip_prefix(*name)?.strip_prefix(": ")?)));
    about.map_or_else(|| because.to_owned(), |(name, rest)| format!("on {name}, {rest}"))
}

fn build_section(paragraphs: &[Words], data: String) -> Section {
    let mut section = Section::new("paper", "To paste into a paper");
    section.paragraph(Words::plain(
        "Every number comes from the results. Passages in square brackets are for the authors to complete.",
    ));
    for words in paragraphs {
        section.paragraph(words.clone());
    }
    let all = |render: fn(&Words) -> String| paragraphs.iter().map(render).collect::<Vec<_>>().join("\n\n");
    section.verbatim(("paper-text", "The paragraphs as text", "paper.txt"), all(plain_text));
    section.verbatim(("paper-latex", "The paragraphs as LaTeX", "paper.tex"), all(in_latex));
    section.verbatim(("paper-data", "The claims as data", "claims.csv"), data);
    section
}

/// Who judged what, how much, how far they agreed, what was left out and what was paid.
fn collection_paragraph(input: &Input<'_>) -> Words {
    let results = input.results;
    let count = |statistic: Statistic| results.get(statistic, None, &[]);
    let mut words = match results.provenance.judged_by {
        JudgedBy::Simulated => Words::plain("SIMULATED DATA, not to be published as results. "),
        JudgedBy::People | JudgedBy::Foreign => Words::default(),
    };
    let systems: Vec<&str> = results.about.systems.iter().map(|system| system.name.as_str()).collect();
    words = words.text(format!("We evaluated {} ", list_names(&systems)));
    if let Some(items) = count(Statistic::Items) {
        words = add_count(words.text("on "), items, "item").text(" ");
    }
    words = words.text("by human judgement. ");
    if let (Some(people), Some(judgements)) = (count(Statistic::Participants), count(Statistic::Judgements)) {
        // Of judgements that another program collected, the study does not know how people were found.
        let recruited = input.study.filter(|_| !is_foreign(results)).map(recruitment_text).unwrap_or_default();
        words = add_count(words.text("We analysed "), judgements, "judgement").text(" by ");
        words = add_count(words, people, "participant").text(recruited);
        if let Some(excluded) = count(Statistic::Excluded) {
            words = words.text("; ");
            words = match excluded.estimate.value {
                none if none < 0.5 => words.text("none was excluded"),
                one if one < 1.5 => words.text("one was excluded"),
                _ => words.number(excluded, Face::Value).text(" were excluded"),
            };
            let by: Vec<&NamedEstimate> =
                results.all(Statistic::ExcludedBy, None).filter(|named| named.estimate.value > 0.0).collect();
            for (index, named) in by.iter().enumerate() {
                words = words.text(if index == 0 { " (" } else { ", " });
                words = words.text(format!("{}: ", named.of.join(" "))).number(*named, Face::Value);
            }
            words = words.text(if by.is_empty() { "" } else { ")" });
        }
        words = words.text(". ");
    }
    if let Some(study) = input.study {
        let asked: Vec<String> =
            study.criteria.iter().map(|it| format!("“{}” ({})", it.question.trim(), it.name)).collect();
        words = words.text(format!("They were asked {}. ", list_names(&asked)));
    }
    words = agreement(words, results);
    if let (Some(payment), Some(paid)) =
        (input.study.and_then(|study| study.payment.as_ref()), results.all(Statistic::PayPerHourMedian, None).next())
    {
        words = words.text("At the median time, pay came to ").number(paid, Face::Value);
        words = words.text(format!(" {} an hour", payment.currency));
        let floor = payment.floor_per_hour.map(|floor| format!(" (floor {floor:.2})"));
        words = words.text(floor.unwrap_or_default() + ". ");
    }
    words.text(ethics(input))
}

/// What the study says of ethics and consent, and in square brackets what it does not.
fn ethics(input: &Input<'_>) -> String {
    let mut known = String::new();
    let mut open = Vec::new();
    match input.study.and_then(|study| study.about.ethics.as_deref()) {
        Some(ethics) => known.push_str(&format!("Ethics review: {}. ", ethics.trim_end_matches('.'))),
        None => open.push("ethics approval"),
    }
    // Of judgements that another program collected, the study's own texts say nothing.
    if is_foreign(input.results) {
        open.push("how the participants were recruited");
    }
    if !is_foreign(input.results) && input.study.is_some_and(|study| !study.texts.consent.trim().is_empty()) {
        known.push_str("Everyone was informed and gave consent before the first question. ");
    } else {
        open.push("consent");
    }
    open.push("who the participants were");
    format!("{known}[For the authors: {}.]", list_names(&open))
}

/// Whether another program collected the judgements.
pub(super) fn is_foreign(results: &Results) -> bool {
    results.provenance.judged_by == JudgedBy::Foreign
}

pub(super) fn recruitment_text(study: &Study) -> String {
    let from = match study.participants.from {
        Platform::Prolific => "recruited on Prolific",
        Platform::Mturk => "recruited on Amazon Mechanical Turk",
        Platform::Invited => "invited by personal link",
        Platform::Open => "who followed an open link",
    };
    let requirements = &study.participants.requirements;
    if requirements.is_empty() {
        return format!(" ({from})");
    }
    let requirements: Vec<String> = requirements.iter().map(|it| format!("“{}”", it.trim_end_matches('.'))).collect();
    format!(" ({from}; required, in the words they read: {})", requirements.join("; "))
}

fn agreement(mut words: Words, results: &Results) -> Words {
    let several = results.about.criteria.len() > 1;
    let known: Vec<(&str, &NamedEstimate)> = results
        .about
        .criteria
        .iter()
        .filter_map(|asked| Some((asked.name.as_str(), results.get(Statistic::Alpha, asked.id.as_str(), &[])?)))
        .collect();
    for (index, (name, alpha)) in known.iter().enumerate() {
        words = words.text(if index == 0 { "Krippendorff’s alpha was " } else { ", " });
        words = words.number(Number::from(*alpha).quiet(), Face::Both);
        words = words.text(if several { format!(" on {name}") } else { String::new() });
    }
    if known.is_empty() { words } else { words.text(". ") }
}

/// Scores with intervals, then each claim with what decided it.
fn findings_paragraph(results: &Results) -> Words {
    let mut words = Words::default();
    for asked in &results.about.criteria {
        let Some(score) = asked.score else { continue };
        let numbers = results.about.systems.iter().filter_map(|system| {
            Some((system.name.as_str(), results.get(score, asked.id.as_str(), &[system.id.as_str()])?))
        });
        let numbers: Vec<(&str, &NamedEstimate)> = numbers.collect();
        for (index, (name, named)) in numbers.iter().enumerate() {
            words = words.text(match index {
                0 => format!("On {}, the {} (95 % CI) was ", asked.name, score.words()),
                _ if index + 1 == numbers.len() => " and ".to_owned(),
                _ => ", ".to_owned(),
            });
            words = words.number(Number::from(*named).quiet(), Face::Both).text(format!(" for {name}"));
        }
        words = words.text(if numbers.is_empty() { "" } else { ". " });
    }
    let criteria: Vec<&str> = results.about.criteria.iter().map(|it| it.name.as_str()).collect();
    for claim in results.claims.iter().filter(|claim| claim.verdict != Verdict::OutOfScope) {
        let because = claim.because.first().map(|it| format!(": {}", in_clause(it, &criteria))).unwrap_or_default();
        let text = claim.text.trim_end_matches('.');
        words = words.text(format!(
            "The claim that “{text}” ({}) was {}{because}. ",
            claim.id,
            verdict_text(claim.verdict)
        ));
    }
    words
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported => "supported",
        Verdict::Contradicted => "contradicted",
        Verdict::Inconclusive => "neither supported nor contradicted (inconclusive)",
        Verdict::AsClaimed => "not tested; the scores point as claimed",
        Verdict::NotAsClaimed => "not tested; the scores do not point as claimed",
        Verdict::NotComputed => "not decided, since its numbers could not be computed",
        Verdict::OutOfScope => "out of scope",
    }
}

/// The numbers behind each claim, with all their digits, and the p-values that decided.
fn data(results: &Results) -> String {
    let origin = results.provenance.judged_by.word();
    let head = ["claim", "verdict", "number", "value", "low", "high", "p", "test", "origin"];
    let mut out = vec![head.map(str::to_owned)];
    for claim in &results.claims {
        for named in results.estimates.iter().filter(|named| claim.numbers.contains(&named.quantity())) {
            let interval = named.estimate.interval;
            let [low, high] = [interval.map(|it| it.low), interval.map(|it| it.high)]
                .map(|end| end.map(|end| end.to_string()).unwrap_or_default());
            let cells = |p: String, test: &str| {
                let (verdict, value) = (claim.verdict.word().to_owned(), named.estimate.value.to_string());
                let (low, high) = (low.clone(), high.clone());
                [claim.id.clone(), verdict, named.id(), value, low, high, p, test.to_owned(), origin.to_owned()]
            };
            // No p-value but the one that decided: that of the number itself is uncorrected, and against no difference.
            let tests: Vec<_> = claim.tests.iter().filter(|test| test.number == named.quantity()).collect();
            out.extend(tests.iter().map(|test| cells(test.p.to_string(), &test.of)));
            if tests.is_empty() {
                out.push(cells(String::new(), ""));
            }
        }
    }
    csv_text(out)
}
