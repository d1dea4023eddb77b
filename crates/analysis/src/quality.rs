//! How well people worked: checks, repeated questions, order, and what exclusions change.

use std::collections::{BTreeMap, BTreeSet};

use dataset::{Dataset, ExclusionRule, Judgement, QuestionnaireAnswer, QuestionnaireKind, Subject};
use stats::correlation::Correlation;
use study::response::{Answer, Response};

use crate::Statistic;
use crate::confidence;
use crate::rows::{CriterionRows, score_name};
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};

/// How many judgements and sessions each rule excluded, and how many checks each person passed.
pub(crate) fn add_statistics(sheet: &mut Sheet, dataset: &Dataset) {
    sessions(sheet, dataset);
    let mut by_rule: BTreeMap<&str, (usize, BTreeSet<_>)> = BTreeMap::new();
    for judgement in dataset.item_judgements() {
        if let Some(rule) = &judgement.excluded {
            let (judgements, sessions) = by_rule.entry(rule.word()).or_default();
            *judgements += 1;
            sessions.insert(judgement.session());
        }
    }
    let all = dataset.item_judgements().count();
    for (rule, (judgements, sessions)) in by_rule {
        sheet.count(Statistic::ExcludedBy, [rule], judgements, all);
        sheet.count(Statistic::ExcludedSessionsBy, [rule], sessions.len(), all);
    }
    for criterion in &dataset.criteria {
        let of_criterion = || dataset.judgements.iter().filter(|it| dataset.criteria[it.criterion].id == criterion.id);
        let items = of_criterion().filter(|it| matches!(it.subject, Subject::Item { .. })).count();
        for reason in &criterion.cannot_judge {
            let said = |it: &&Judgement| {
                matches!(it.subject, Subject::Item { .. })
                    && matches!(&it.answer, Answer::Unable(given) if given == reason)
            };
            sheet.count(
                Statistic::CannotJudge,
                [criterion.id.as_str(), reason.as_str()],
                of_criterion().filter(said).count(),
                items,
            );
        }
    }
    follow_ups(sheet, dataset);
    questionnaire(sheet, dataset);
    remarks(sheet, dataset);
    let mut checks: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for judgement in &dataset.judgements {
        if let Subject::Check { passed, .. } = judgement.subject {
            let (good, all) = checks.entry(judgement.participant).or_default();
            *good += usize::from(passed);
            *all += 1;
        }
    }
    for (person, (passed, answered)) in checks {
        sheet.count(Statistic::PersonChecksPassed, [&dataset.participants[person as usize]], passed, answered);
    }
}

/// What people answered to screening and closing questions: how often each option, mean and bounds of numbers, and of words and
/// days only how many there are.
fn questionnaire(sheet: &mut Sheet, dataset: &Dataset) {
    let mut questions: BTreeMap<&str, Vec<&QuestionnaireAnswer>> = BTreeMap::new();
    for given in dataset.questionnaire.iter().flatten().filter(|given| !given.answer.is_empty()) {
        questions.entry(&given.question).or_default().push(given);
    }
    for (question, answers) in questions {
        let mut given: BTreeMap<&str, usize> = BTreeMap::new();
        for answer in &answers {
            let words = if answer.kind == QuestionnaireKind::Chosen { answer.answer.as_str() } else { "answered" };
            *given.entry(words).or_default() += 1;
        }
        for (words, count) in given {
            sheet.count(Statistic::PersonAnswers, [question, words], count, answers.len());
        }
        let numbers = answers.iter().filter(|it| it.kind == QuestionnaireKind::Number);
        let numbers: Vec<f64> = numbers.filter_map(|it| it.answer.parse().ok()).collect();
        if numbers.is_empty() {
            continue;
        }
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (what, value) in [("mean", mean), ("smallest", least), ("largest", most)] {
            sheet.add(Statistic::PersonNumber, [question, what], value, numbers.len(), "of the answers");
        }
    }
}

/// How often each follow-up was asked, of how often the question was answered that it follows. The others are not missing.
fn follow_ups(sheet: &mut Sheet, dataset: &Dataset) {
    let answered = |id: &str| {
        let of = dataset.judgements.iter().filter(|it| dataset.criteria[it.criterion].id == id);
        of.filter(|it| matches!(it.subject, Subject::Item { .. })).count()
    };
    for criterion in &dataset.criteria {
        if let Some(asked) = &criterion.only_if {
            let among = answered(&asked.criterion);
            sheet.count(Statistic::AskedOnlyIf, [&criterion.id, &asked.words], answered(&criterion.id), among);
        }
    }
}

/// On how many of the answered pages people said something, and which items they found something wrong with.
fn remarks(sheet: &mut Sheet, dataset: &Dataset) {
    let Some(remarks) = &dataset.remarks else { return };
    let pages: BTreeMap<_, Option<usize>> = dataset
        .judgements
        .iter()
        .map(|it| {
            ((it.session(), it.position), if let Subject::Item { item, .. } = it.subject { Some(item) } else { None })
        })
        .collect();
    let problems = remarks.iter().filter(|remark| remark.problem).count();
    let comments = remarks.iter().filter(|remark| !remark.text.is_empty()).count();
    sheet.count(Statistic::PageRemarks, ["comment"], comments, pages.len());
    sheet.count(Statistic::PageRemarks, ["problem"], problems, pages.len());
    let mut by_item: BTreeMap<usize, usize> = BTreeMap::new();
    for remark in remarks.iter().filter(|remark| remark.problem) {
        if let Subject::Item { item, .. } = remark.subject {
            *by_item.entry(item).or_default() += 1;
        }
    }
    for (item, problems) in by_item {
        let shown = pages.values().filter(|on| **on == Some(item)).count();
        sheet.count(Statistic::ItemProblems, [&dataset.items[item].id], problems, shown);
    }
}

/// How many came, where that is known, how many sessions gave answers, how many of them count for nothing and by which rule, and how many are analysed.
fn sessions(sheet: &mut Sheet, dataset: &Dataset) {
    if let Some(arrivals) = &dataset.arrivals {
        let arrived = arrivals.total();
        sheet.count(Statistic::Arrivals, ALONE, arrived, arrived);
        for (ending, count) in &arrivals.unanswered {
            sheet.count(Statistic::ArrivalsWithoutAnswers, [ending.word()], *count, arrived);
        }
    }
    let sessions = dataset.sessions();
    let all = sessions.len();
    sheet.count(Statistic::Sessions, ALONE, all, all);
    let mut by_rule: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in sessions.values().flatten() {
        *by_rule.entry(rule.word()).or_default() += 1;
    }
    let left_out: usize = by_rule.values().sum();
    for (rule, count) in by_rule {
        sheet.count(Statistic::SessionsLeftOut, [rule], count, all);
    }
    sheet.count(Statistic::SessionsAnalysed, ALONE, all - left_out, all);
}

/// Order, repeated questions and exclusions of one criterion.
pub(crate) fn of_criterion(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    order(sheet, judged, setting.level);
    consistency(sheet, judged.dataset, judged.number());
    sensitivity(sheet, judged.dataset, judged.number());
    confidence::of_criterion(sheet, judged);
}

/// The scores when the judgements of one rule are put back, and when all are.
fn sensitivity(sheet: &mut Sheet, dataset: &Dataset, criterion: usize) {
    let Some(score) = score_name(&dataset.criteria[criterion].response) else { return };
    let excluded = dataset.judgements.iter().filter(|it| it.criterion == criterion);
    let rules: BTreeSet<&ExclusionRule> = excluded.filter_map(|it| it.excluded.as_ref()).collect();
    let mut put = |label: &str, keep: &dyn Fn(&Judgement) -> bool| {
        let judged = CriterionRows::select(dataset, criterion, keep);
        for system in judged.systems() {
            let values = judged.values_of(system);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let words = format!("{score} with the judgements that the rule excludes");
            sheet.add(Statistic::ScoreWith, [judged.id(system), label], mean, values.len(), &words);
        }
    };
    for rule in &rules {
        if !matches!(rule, ExclusionRule::Invalid | ExclusionRule::CannotJudge) {
            put(rule.word(), &|it| it.excluded.as_ref().is_none_or(|by| by == *rule));
        }
    }
    if rules.len() > 1 {
        put("all", &|it| !matches!(it.excluded, Some(ExclusionRule::Invalid | ExclusionRule::CannotJudge)));
    }
    if rules.contains(&ExclusionRule::Invalid) {
        add_planned_scores(sheet, dataset, criterion);
    }
}

/// `score_planned`: the score over all requested judgements, those without a valid answer counting
/// as neither won nor lost. Some papers divide by these.
fn add_planned_scores(sheet: &mut Sheet, dataset: &Dataset, criterion: usize) {
    let together = matches!(dataset.criteria[criterion].response, Response::Pairwise(_) | Response::BestWorst(_));
    if !together {
        return;
    }
    let judged = CriterionRows::of_planned(dataset, criterion);
    for system in judged.systems() {
        let values = judged.values_of(system);
        let score = values.iter().sum::<f64>() / values.len() as f64;
        let words = "score over all requested judgements, counting invalid ones as neither won nor lost";
        sheet.add(Statistic::ScorePlanned, [judged.id(system)], score, values.len(), words);
    }
}

/// Questions that the same person answered twice: how often the answers are equal, and for numbers
/// their rank correlation.
fn consistency(sheet: &mut Sheet, dataset: &Dataset, criterion: usize) {
    let mut given: BTreeMap<(u32, usize, Vec<u16>), Vec<&Judgement>> = BTreeMap::new();
    for judgement in dataset.judgements.iter().filter(|it| it.criterion == criterion) {
        let usable = matches!(judgement.excluded, None | Some(ExclusionRule::Repeated));
        let Subject::Item { item, systems } = &judgement.subject else { continue };
        if usable {
            let mut together = systems.clone();
            together.sort_unstable();
            given.entry((judgement.participant, *item, together)).or_default().push(judgement);
        }
    }
    let twice: Vec<(&Judgement, &Judgement)> = given
        .values_mut()
        .filter(|answers| answers.len() > 1)
        .map(|answers| {
            answers.sort_by_key(|it| (it.attempt, it.list, it.position));
            (answers[0], answers[1])
        })
        .collect();
    if twice.is_empty() {
        return;
    }
    let equal = twice.iter().filter(|(a, b)| in_study_order(a) == in_study_order(b)).count();
    let words = "share of questions to which one person gave the same answer twice";
    sheet.add(Statistic::RetestAgreement, ALONE, equal as f64 / twice.len() as f64, twice.len(), words);
    let values: Vec<(f64, f64)> = twice.iter().filter_map(|(a, b)| a.answer.number().zip(b.answer.number())).collect();
    let (first, second): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
    if first.len() > 2
        && let Ok(rho) = Correlation::Spearman.estimate(&first, &second, 0.95)
    {
        let words = "Spearman's rank correlation of first and second answers of one person";
        sheet.add(Statistic::RetestCorrelation, ALONE, rho, first.len(), words);
    }
}

/// The answer with outputs known by their systems, whatever side they stood on.
fn in_study_order(judgement: &Judgement) -> Answer {
    let Subject::Item { systems, .. } = &judgement.subject else { return judgement.answer.clone() };
    let mut sorted = systems.clone();
    sorted.sort_unstable();
    let order: Vec<usize> =
        systems.iter().map(|system| sorted.iter().position(|it| it == system).unwrap_or(0)).collect();
    judgement.answer.reordered(&order)
}

/// Whether values drift with the place in the session.
fn order(sheet: &mut Sheet, judged: &CriterionRows<'_>, level: f64) {
    let alone = match &judged.criterion.response {
        Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) => true,
        Response::Ranking(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Text(_) => false,
    };
    let place = |row: usize| f64::from(judged.judgements[judged.judgement[row] as usize].position);
    let rows: Vec<usize> = (0..judged.value.len()).filter(|row| place(*row) > 0.0).collect();
    if !alone || rows.len() < 3 {
        return;
    }
    let places: Vec<f64> = rows.iter().map(|row| place(*row)).collect();
    let values: Vec<f64> = rows.iter().map(|row| judged.value[*row]).collect();
    if let Ok(trend) = Correlation::Spearman.estimate(&places, &values, level) {
        let words = "Spearman's rank correlation of position in the session and value";
        sheet.add(Statistic::OrderTrend, ALONE, trend, rows.len(), words);
    }
}
