//! Agreement on where spans start and end, and on what they are.

use std::collections::BTreeMap;

use dataset::Subject;
use stats::agreement::{Span, unitised_alpha};
use stats::resample::{Scheme, bootstrap};
use stats::{Estimate, Note, Result};
use study::response::{Answer, Response, SpanText, Spans};

use crate::Statistic;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// More spans than this, times replicates, and the interval would take minutes.
const MOST_WORK: usize = 20_000_000;

/// An output with what its readers marked in it.
struct Text {
    length: u32,
    spans: Vec<Span>,
}

/// `alpha_u[errors]` and `alpha_u[errors, grammar]`: Krippendorff's alpha for unitising, over all outputs that the
/// same number of people read, laid end to end; the interval from drawing outputs again. Outputs that more or
/// fewer people read cannot be laid beside them and are left out with a note. Behind an output stands, where it can be
/// marked, one character for what is missing, and then its source.
pub(super) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let Response::Spans(definition) = &judged.criterion.response else { return };
    let categories: Vec<&str> = definition.categories.iter().map(|category| category.id.as_str()).collect();
    let Some(read) = read(judged, setting, definition) else {
        return sheet.miss(
            Statistic::AlphaU.word(),
            "the lengths of the texts are not known; analyse the judgements with their study",
        );
    };
    let Some((readers, texts, note)) = most_alike(read) else {
        return sheet.miss(Statistic::AlphaU.word(), "no output was read by two people");
    };
    let n: usize = texts.iter().map(|text| text.spans.len()).sum();
    let words = "Krippendorff's alpha for unitising (2004), the outputs laid end to end; bootstrap over outputs";
    let mut put = |labels: &[&str], category: Option<u32>| {
        let all: Vec<&Text> = texts.iter().collect();
        let found = alpha(&all, readers, category).map(|alpha| {
            let interval = if n.max(texts.len()) * setting.plan.replicates <= MOST_WORK {
                let replicates = bootstrap(setting.plan, &Scheme::Rows(texts.len()), |drawn| {
                    let drawn: Vec<&Text> = drawn.iter().map(|text| &texts[*text as usize]).collect();
                    alpha_of(&drawn, readers, category)
                });
                replicates.percentile(setting.level).ok()
            } else {
                None
            };
            Estimate::from(alpha).interval(interval).note(note.clone())
        });
        sheet.try_add(Statistic::AlphaU, labels.iter().copied(), found, n, words);
    };
    put(&[], None);
    if categories.len() > 1 {
        for (code, category) in categories.iter().enumerate() {
            if texts.iter().any(|text| text.spans.iter().any(|span| span.category as usize == code)) {
                put(&[category], Some(code as u32));
            }
        }
    }
}

fn alpha_of(texts: &[&Text], readers: u32, category: Option<u32>) -> Option<f64> {
    alpha(texts, readers, category).ok()
}

/// Alpha of texts laid end to end, of all categories or of one.
fn alpha(texts: &[&Text], readers: u32, category: Option<u32>) -> Result<f64> {
    let mut spans = Vec::new();
    let mut here = 0u32;
    for text in texts {
        let own = text.spans.iter().filter(|span| category.is_none_or(|only| span.category == only));
        spans.extend(own.map(|span| Span { start: span.start + here, ..*span }));
        here = here.saturating_add(text.length);
    }
    Ok(unitised_alpha(&spans, readers, 0, here)?.estimate.value)
}

/// What each person marked in each output, by item and system; nothing where a text is not known.
fn read(judged: &CriterionRows<'_>, setting: &Setting, definition: &Spans) -> Option<Vec<(usize, Text)>> {
    let mut outputs: BTreeMap<(usize, u16), (u32, usize, Vec<Span>)> = BTreeMap::new();
    for judgement in &judged.judgements {
        let (Subject::Item { item, systems }, Answer::Spans(marked)) = (&judgement.subject, &judgement.answer) else {
            continue;
        };
        let [system] = systems[..] else { continue };
        let id = &judged.dataset.items[*item].id;
        let output = setting.length(id, judged.id(usize::from(system)))?;
        let source = definition.source.as_ref().map_or(Some(0), |column| setting.source_length(id, column))?;
        let before_source = output.saturating_add(u32::from(definition.missing));
        let length = before_source.saturating_add(source);
        let laid_out = |span: &study::response::Span| match span.text {
            SpanText::Output => (span.start, span.end.min(output as usize)),
            SpanText::Missing => (output as usize, before_source as usize),
            SpanText::Source => (span.start + before_source as usize, span.end + before_source as usize),
        };
        let (_, readers, spans) = outputs.entry((*item, system)).or_insert((length, 0, Vec::new()));
        // Who reads an output does not matter, only that they are different people.
        let rater = *readers as u32;
        *readers += 1;
        for (code, category) in definition.categories.iter().enumerate() {
            let own = marked.iter().filter(|span| span.category == category.id).map(laid_out);
            for (start, end) in merge_overlapping_spans(own, length) {
                spans.push(Span { rater, category: code as u32, start, length: end - start });
            }
        }
    }
    Some(outputs.into_values().map(|(length, readers, spans)| (readers, Text { length, spans })).collect())
}

/// Spans of one person and category, those that overlap made one, inside the text.
fn merge_overlapping_spans(spans: impl Iterator<Item = (usize, usize)>, length: u32) -> Vec<(u32, u32)> {
    let within = |place: usize| u32::try_from(place).unwrap_or(u32::MAX).min(length);
    let mut sorted: Vec<(u32, u32)> = spans.map(|(start, end)| (within(start), within(end))).collect();
    sorted.retain(|(start, end)| start < end);
    sorted.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (start, end) in sorted {
        match joined.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            Some(_) | None => joined.push((start, end)),
        }
    }
    joined
}

/// The outputs that the commonest number of people, two or more, read.
fn most_alike(read: Vec<(usize, Text)>) -> Option<(u32, Vec<Text>, Option<Note>)> {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for (readers, _) in &read {
        *numbers.entry(*readers).or_default() += 1;
    }
    let (readers, count) = numbers.into_iter().filter(|(readers, _)| *readers > 1).max_by_key(|(_, count)| *count)?;
    let left = read.len() - count;
    let note =
        (left > 0).then(|| Note::Said(format!("{left} outputs were not read by {readers} people and are left out")));
    let texts = read.into_iter().filter(|(of, _)| *of == readers).map(|(_, text)| text).collect();
    Some((readers as u32, texts, note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_overlap_are_made_one_and_stay_inside_the_text() {
        let check = |spans: &[(usize, usize)], expected: &[(u32, u32)]| {
            assert_eq!(merge_overlapping_spans(spans.iter().copied(), 20), expected);
        };
        check(&[(5, 9), (2, 6)], &[(2, 9)]);
        check(&[(2, 6), (6, 8)], &[(2, 6), (6, 8)]);
        check(&[(2, 10), (3, 4), (12, 40), (30, 50)], &[(2, 10), (12, 20)]);
        check(&[], &[]);
    }

    const STUDY: &str = r#"
[study]
title = "Errors"
seed = 1
contact = "words@example.org"
[systems]
x = "X"
[items]
file = "items.csv"
[[criteria]]
id = "errors"
question = "What is wrong?"
definition = "Mark it."
response = { kind = "spans", categories = [{ id = "grammar" }, { id = "facts" }] }
[lists]
questions = 2
completions = 2
[participants]
from = "open"
"#;

    const ITEMS: &str = "item,x\ni1,aaaaaaaaaaaaaaaaaaaa\ni2,bbbbbbbbbbbbbbbbbbbb\n";

    fn study_of(study: &str, items: &str) -> study::Study {
        let files = [
            ("study.toml", study),
            ("items.csv", items),
            ("instructions.md", "Read."),
            ("consent.md", "I agree."),
            ("information.md", "About errors."),
        ];
        let files = files.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let checked = study::check(&study::InMemory(files.collect()));
        checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics.iter().collect::<Vec<_>>()))
    }

    /// Where a span starts and ends, and its category.
    type Mark<'a> = (usize, usize, &'a str);

    #[test]
    fn marks_in_the_source_and_of_what_is_missing_have_places_of_their_own() {
        let span = |text: SpanText, start: usize, end: usize| study::response::Span {
            text,
            start,
            end,
            category: "facts".to_owned(),
            severity: None,
        };
        let alpha = |one: &[study::response::Span], other: &[study::response::Span]| {
            let edited = STUDY
                .replace("file = \"items.csv\"", "file = \"items.csv\"\nshow = [\"input\"]")
                .replace("kind = \"spans\",", "kind = \"spans\", source = \"input\", missing = true,");
            let items = "item,input,x\ni1,cccccccccc,aaaaaaaaaaaaaaaaaaaa\ni2,dddddddddd,bbbbbbbbbbbbbbbbbbbb\n";
            let results = analyse_spans(&study_of(&edited, items), [[one, other], [&[], &[]]]);
            results.get(Statistic::AlphaU, "errors", &[]).map(|it| it.estimate.value).unwrap()
        };
        let all = [span(SpanText::Output, 2, 6), span(SpanText::Source, 2, 6), span(SpanText::Missing, 0, 0)];
        assert!((alpha(&all, &all) - 1.0).abs() < 1e-12);
        assert!(alpha(&all, &all[..2]) < 1.0, "only one of them found that something is missing");
        assert!(alpha(&all[..1], &all[1..2]) < 0.1, "the same numbers in another text are another place");
    }

    /// What two people marked in two outputs.
    fn analyse_marks(marks: [[&[Mark<'_>]; 2]; 2]) -> crate::Results {
        let span = |(start, end, category): &Mark<'_>| study::response::Span {
            text: SpanText::Output,
            start: *start,
            end: *end,
            category: (*category).to_owned(),
            severity: None,
        };
        let spans = marks.map(|people| people.map(|marks| marks.iter().map(span).collect::<Vec<_>>()));
        let spans = spans.each_ref().map(|people| people.each_ref().map(Vec::as_slice));
        analyse_spans(&study_of(STUDY, ITEMS), spans)
    }

    /// What is computed from what two people marked in two texts.
    fn analyse_spans(study: &study::Study, marks: [[&[study::response::Span]; 2]; 2]) -> crate::Results {
        let mut dataset = dataset::Dataset::from_study(study, dataset::Origin::Collected, dataset::JudgedBy::People);
        dataset.participants = vec!["p1".to_owned(), "p2".to_owned()];
        for (item, people) in marks.into_iter().enumerate() {
            for (person, spans) in people.into_iter().enumerate() {
                dataset.judgements.push(dataset::Judgement {
                    participant: person as u32,
                    list: 0,
                    attempt: 1,
                    position: item as u32 + 1,
                    subject: Subject::Item { item, systems: vec![0] },
                    criterion: 0,
                    answer: Answer::Spans(spans.to_vec()),
                    confidence: None,
                    timing: dataset::Timing::default(),
                    excluded: None,
                });
            }
        }
        crate::run(study, &dataset, crate::Options { seed: 1, replicates: 20, level: 0.95 })
    }

    #[test]
    fn people_who_mark_the_same_agree_wholly_and_others_less_by_category() {
        let alpha = |results: &crate::Results, of: &[&str]| {
            results.get(Statistic::AlphaU, "errors", of).map(|it| it.estimate.value)
        };
        let same: &[Mark<'_>] = &[(2, 6, "grammar"), (9, 15, "facts")];
        let results = analyse_marks([[same, same], [&[(1, 4, "grammar")], &[(1, 4, "grammar")]]]);
        assert!((alpha(&results, &[]).unwrap() - 1.0).abs() < 1e-12);
        let results = analyse_marks([[same, &[(2, 6, "grammar"), (3, 5, "facts")]], [&[], &[]]]);
        assert!((alpha(&results, &["grammar"]).unwrap() - 1.0).abs() < 1e-12);
        assert!(alpha(&results, &["facts"]).unwrap() < 0.5 && alpha(&results, &[]).unwrap() < 1.0);
        let nothing = analyse_marks([[&[], &[]], [&[], &[]]]);
        assert!(alpha(&nothing, &[]).is_none() && nothing.missing.iter().any(|said| said.contains("alpha_u")));
    }

    #[test]
    fn outputs_that_others_read_more_often_are_left_out_with_a_note() {
        let text = |readers| (readers, Text { length: 5, spans: Vec::new() });
        let (readers, texts, note) = most_alike(vec![text(3), text(1), text(3), text(2)]).unwrap();
        assert_eq!((readers, texts.len()), (3, 2));
        assert_eq!(note.unwrap().to_string(), "2 outputs were not read by 3 people and are left out");
        assert!(most_alike(vec![text(1), text(1)]).is_none());
    }
}
