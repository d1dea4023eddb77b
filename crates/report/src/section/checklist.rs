//! Checklists that conferences and good practice ask for, as far as the study answers them; what is left for the authors is in
//! square brackets.

use analysis::{Results, Statistic};
use study::Study;
use study::file::{Order, Sides};

use super::paper::{is_foreign, recruitment_text};
use super::{Input, list_names};
use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

pub(super) fn section(input: &Input<'_>) -> Section {
    let mut section = Section::new("checklists", "Checklists");
    let Some(study) = input.study else { return section };
    let columns = ["", "asked", "answer"].map(Column::words).to_vec();
    let caption = "Filled in from the study; square brackets are for the authors; rejudge heds fills in the Human Evaluation Datasheet";
    let mut table = Table::new("checklists", caption, columns);
    let groups = [
        ("ACL Responsible NLP Checklist, D: human annotators or participants", annotators(study, input.results)),
        ("Human evaluation, after van der Lee et al. (2021)", evaluation(study, input.results)),
    ];
    for (group, rows) in groups {
        table.rows.push(Row::Group(group.to_owned()));
        for (number, (asked, answer)) in (1..).zip(rows) {
            let id = if group.starts_with("ACL") { format!("D{number}") } else { number.to_string() };
            table.row(vec![Cell::text(id), Cell::text(asked), Cell::text(answer)]);
        }
    }
    section.table(table);
    section
}

type Answers = Vec<(&'static str, String)>;

fn annotators(study: &Study, results: &Results) -> Answers {
    // Of judgements that another program collected, the study's own texts say nothing.
    let elsewhere = is_foreign(results);
    let recruited = if elsewhere { " [how they were recruited]".to_owned() } else { recruitment_text(study) };
    let consent = if elsewhere || study.texts.consent.trim().is_empty() {
        "[How consent was obtained.]".to_owned()
    } else {
        "Participants read what the study is about (information.md) and agreed (consent.md) before the first question; those \
         who did not agree did not take part."
            .to_owned()
    };
    let ethics = study.about.ethics.as_ref().map_or_else(
        || "[Approval or exemption by an ethics board.]".to_owned(),
        |ethics| format!("{}.", ethics.trim_end_matches('.')),
    );
    let questions = study.screening.iter().map(|it| it.question.trim());
    let questions: Vec<String> =
        questions.chain(study.closing.iter().map(|it| it.question.trim())).map(|it| format!("“{it}”")).collect();
    let population = if questions.is_empty() {
        "The study asked nothing about the participants.".to_owned()
    } else {
        format!("Participants were asked {}; answers are in questionnaire.csv.", list_names(&questions))
    };
    vec![
        (
            "Full text of the instructions, with risks and screenshots",
            "In the study folder: information.md, instructions.md, consent.md, debrief.md; rejudge preview shows the pages. [The \
             section that prints them.]"
                .to_owned(),
        ),
        (
            "How participants were recruited and paid, and whether that is adequate",
            format!("Participants{recruited}. {} [Why this is adequate where they live.]", pay_text(study, results)),
        ),
        ("Whether and how consent was obtained", consent),
        ("Approval by an ethics board", ethics),
        (
            "Who the participants are: demographic and geographic characteristics",
            format!("{population} [Countries, ages, languages.]"),
        ),
    ]
}

fn pay_text(study: &Study, results: &Results) -> String {
    let Some(payment) = &study.payment else { return "[Pay.]".to_owned() };
    let currency = &payment.currency;
    let amount = payment.amount.map(|it| format!("{it:.2} {currency} for each list, expected to take "));
    let amount = amount.unwrap_or_else(|| "By the expected time of a list, ".to_owned());
    let floor = payment.floor_per_hour.map(|it| format!(", at least {it:.2} {currency} an hour")).unwrap_or_default();
    let median = results
        .all(Statistic::PayPerHourMedian, None)
        .next()
        .map(|named| format!("; at the median time {} {currency} an hour", Number::from(named).render(Face::Value, 2)));
    format!("{amount}{} min{floor}{}.", payment.estimated_minutes, median.unwrap_or_default())
}

fn evaluation(study: &Study, results: &Results) -> Answers {
    let count =
        |statistic: Statistic| results.get(statistic, None, &[]).map(|it| Number::from(it).render(Face::Value, 0));
    let criteria: Vec<String> = study
        .criteria
        .iter()
        .map(|it| match it.definition.as_deref().map(str::trim) {
            Some("none given") | None => format!("{}: no definition was given", it.name),
            Some(definition) => format!("{}: “{definition}”", it.name),
        })
        .collect();
    let scales: Vec<String> = results
        .about
        .criteria
        .iter()
        .map(|it| match it.scale {
            Some((low, high)) => format!("{}: {}, scores from {low} to {high}", it.name, it.kind),
            None => format!("{}: {}", it.name, it.kind),
        })
        .collect();
    let alpha: Vec<String> = results
        .about
        .criteria
        .iter()
        .filter_map(|asked| {
            let alpha = Number::from(results.get(Statistic::Alpha, asked.id.as_str(), &[])?);
            Some(format!("{} {}", asked.name, alpha.render(Face::Both, 2)))
        })
        .collect();
    let excluded = match count(Statistic::Excluded).as_deref() {
        Some("0") | None => "No judgement was excluded.".to_owned(),
        Some(excluded) => format!("{excluded} judgements were excluded, by rules that the study states."),
    };
    let tested =
        study.claims.iter().filter(|claim| matches!(claim.rule, study::claim::Rule::Significant { .. })).count();
    vec![
        ("Criteria and their definitions", format!("{}.", criteria.join("; "))),
        ("Scale or kind of answer", format!("{}.", scales.join("; "))),
        (
            "Sample: participants, items, judgements for each question",
            format!(
                "Participants: {}; items: {}; judgements: {}, {} for each question. [Why this number; rejudge rehearse gives the power.]",
                count(Statistic::Participants).unwrap_or_default(),
                count(Statistic::Items).unwrap_or_default(),
                count(Statistic::Judgements).unwrap_or_default(),
                study.lists.completions
            ),
        ),
        ("Order effects", order_effects(study)),
        (
            "Agreement, with its interval",
            if alpha.is_empty() {
                "Not computed.".to_owned()
            } else {
                format!("Krippendorff’s alpha: {}.", alpha.join("; "))
            },
        ),
        ("What was left out", excluded),
        (
            "Hypotheses stated beforehand, and how they are tested",
            format!(
                "{} claims in study.toml, {tested} of them with a test. [Where they were registered.]",
                study.claims.len()
            ),
        ),
        ("Data and code", "[Where they are available; rejudge bundle packs them.]".to_owned()),
    ]
}

/// What is done against effects of the order of questions and of the side an output stands on.
fn order_effects(study: &Study) -> String {
    let order = match study.lists.order {
        Order::Random => "Questions in an order drawn for each person",
        Order::Fixed => "Questions in the same order for everyone who gets a list",
    };
    let sides = match study.lists.sides {
        Sides::Balanced => "outputs side by side, each equally often on each side",
        Sides::Random => "outputs side by side, on a side drawn at random each time",
        Sides::Fixed => "outputs side by side, always in the same order",
    };
    if study.parts.iter().all(|part| part.design.set_size < 2) {
        format!("{order}, each output alone on its page.")
    } else {
        format!("{order}; {sides}.")
    }
}
