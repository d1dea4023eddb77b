//! How each person answers: whether someone keeps to one end of the scale, or to one side.

use std::collections::BTreeMap;

use analysis::{NamedEstimate, Statistic};
use dataset::{Criterion, Dataset, Subject};
use report::figure::{Bar, Caption, distribution};
use report::{Number, Section, Words, slug};
use stats::Estimate;
use study::response::{Answer, Preference, Response};

/// More are not seen apart in one drawing.
const MOST: usize = 40;

/// One drawing for each criterion with a few answers to choose from.
pub(super) fn persons(dataset: &Dataset) -> Option<Section> {
    let mut section = Section::new("persons", "Person by person");
    for (index, criterion) in dataset.criteria.iter().enumerate() {
        let levels = levels(&criterion.response);
        let bars = bars(dataset, index, &levels);
        if levels.is_empty() || bars.is_empty() {
            continue;
        }
        let left_out = bars.len().saturating_sub(MOST);
        let title = format!("{}: how often each person gave each answer", criterion.name);
        let caption = Caption { id: format!("persons-{}", slug(&criterion.id)), title };
        let shown: Vec<Bar> = bars.into_iter().skip(left_out).collect();
        section.figure(distribution(caption, &levels, &[shown.into()]));
        if left_out > 0 {
            section.paragraph(Words::plain(format!(
                "The last {MOST} people; the {left_out} before them are in the files."
            )));
        }
    }
    (!section.blocks.is_empty()).then_some(section)
}

/// The answers to choose from, where they are few.
fn levels(response: &Response) -> Vec<String> {
    match response {
        Response::Rating(rating) if rating.highest() - rating.lowest() < 11 => {
            (rating.lowest()..=rating.highest()).map(|value| value.to_string()).collect()
        }
        Response::Pairwise(pairwise) if pairwise.ties => ["first", "equal", "second"].map(str::to_owned).to_vec(),
        Response::Pairwise(_) => ["first", "second"].map(str::to_owned).to_vec(),
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Ranking(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Spans(_)
        | Response::Count(_)
        | Response::Text(_) => Vec::new(),
    }
}

fn level(answer: &Answer) -> Option<String> {
    match answer {
        Answer::Rating(value) => Some(value.to_string()),
        Answer::Pairwise(_) | Answer::Graded(_) => answer.choice().map(|choice| {
            match choice {
                Preference::First => "first",
                Preference::Second => "second",
                Preference::Equal => "equal",
            }
            .to_owned()
        }),
        Answer::Slider(_)
        | Answer::Ranking(_)
        | Answer::BestWorst { .. }
        | Answer::Choice(_)
        | Answer::Spans(_)
        | Answer::Count(_)
        | Answer::Text(_)
        | Answer::Unable(_) => None,
    }
}

fn bars(dataset: &Dataset, index: usize, levels: &[String]) -> Vec<Bar> {
    let mut people: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let about_items =
        dataset.included_judgements().filter(|judgement| matches!(judgement.subject, Subject::Item { .. }));
    for judgement in about_items.filter(|judgement| judgement.criterion == index) {
        let Some(given) = level(&judgement.answer) else { continue };
        let counts = people.entry(judgement.participant).or_insert_with(|| vec![0; levels.len()]);
        if let Some(place) = levels.iter().position(|level| *level == given) {
            counts[place] += 1;
        }
    }
    let criterion = &dataset.criteria[index];
    let bar = |(person, counts): (u32, Vec<usize>)| {
        let name = dataset.participants[person as usize].clone();
        let all: usize = counts.iter().sum();
        let parts = levels.iter().zip(&counts).map(|(level, count)| number(criterion, (&name, level), *count, all));
        Bar { parts: parts.collect(), name }
    };
    people.into_iter().map(bar).collect()
}

fn number(criterion: &Criterion, (person, level): (&str, &str), count: usize, all: usize) -> Number {
    let share = count as f64 / all.max(1) as f64;
    Number::from(&NamedEstimate {
        statistic: Statistic::PersonShare,
        criterion: Some(criterion.id.clone()),
        of: vec![person.to_owned(), level.to_owned()],
        estimate: Estimate::from(share),
        n: all,
        method: "share of the person's answers".to_owned(),
    })
}
