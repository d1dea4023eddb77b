//! How the experiment is done: medium, quality assurance, what is on the screen, time.

use study::diff::Topic;
use study::file::{Exclusion, OnFailure, Platform};

use super::super::facts::Facts;
use super::super::sheet::{Answer, Sheet};
use super::platform;

pub(super) fn fill_questions(facts: &Facts<'_>, sheet: &mut Sheet) {
    if let Some(link) = &facts.record.publication.preregistration {
        sheet.set("3.3.1", None, Answer::options(&[1], link, "record.toml, `publication.preregistration`"));
    }
    let medium = format!("Web pages served by {}; people come from: {}.", facts.plan.program, platform(facts));
    sheet.set("3.3.2", None, Answer::words(medium, "study.toml, `participants.from`"));
    quality(facts, sheet);
    screen(facts, sheet);
    time(facts, sheet);
    contact(facts, sheet);
    setting(facts, sheet);
}

fn quality(facts: &Facts<'_>, sheet: &mut Sheet) {
    let study = facts.study;
    let mut kinds = Vec::new();
    let mut details = Vec::new();
    if let Some(checks) = &study.lists.checks {
        kinds.push(2);
        match study.on_failure {
            OnFailure::Replace | OnFailure::End => kinds.push(4),
            OnFailure::Flag => kinds.push(3),
        }
        details.push(format!(
            "{} questions with a known answer stand in each list; whoever fails them is {}.",
            checks.per_list,
            facts.stated_fact(Topic::Quality, "who fails checks")
        ));
    }
    if !study.analysis.exclude.is_empty() {
        // Whoever left early has failed no check.
        if study.analysis.exclude.iter().any(|rule| *rule != Exclusion::Incomplete) {
            kinds.extend([2, 4]);
        }
        details.push(crate::words::left_out(study));
    }
    if !study.training.is_empty() {
        details.push(format!("{} training questions come first.", study.training.len()));
    }
    kinds.sort_unstable();
    kinds.dedup();
    let from = "study.toml, `lists.checks`, `analysis.exclude`";
    if !kinds.is_empty() {
        sheet.set("3.3.3.1", None, Answer::options(&kinds, "", from));
    }
    if !details.is_empty() {
        sheet.set("3.3.3.2", None, Answer::words(details.join("\n"), from));
    }
}

fn screen(facts: &Facts<'_>, sheet: &mut Sheet) {
    let study = facts.study;
    let outputs = |part: &study::Part| match part.design.set_size {
        1 => "one output".to_owned(),
        several => format!("{several} outputs"),
    };
    let outputs = study.parts.iter().map(outputs).collect::<Vec<_>>().join(" or ");
    let with = match study.shown.iter().map(|it| it.column.as_str()).collect::<Vec<_>>() {
        columns if columns.is_empty() => String::new(),
        columns => format!(" with {}", columns.join(", ")),
    };
    let text = format!(
        "A page shows {outputs} of one item{with}, and asks {}. Shown together: {}. Pages: {}. Order of questions: {}. Sides: {}.",
        facts.criterion_names().join(", "),
        facts.stated_fact(Topic::Design, "shown together"),
        facts.stated_fact(Topic::Design, "pages"),
        facts.stated_fact(Topic::Design, "order"),
        facts.stated_fact(Topic::Design, "sides"),
    );
    sheet.set("3.3.4.2", None, Answer::words(text, "study.toml, `[items]`, `[design]`, `[lists]`"));
}

fn time(facts: &Facts<'_>, sheet: &mut Sheet) {
    let from = "study.toml, `participants.time_limit`";
    let answer = match facts.study.participants.time_limit_secs {
        Some(_) => {
            let text = format!("A list may take up to {}.", facts.stated_fact(Topic::People, "time limit"));
            Answer::options(&[3], text, from)
        }
        None => Answer::options(&[5], "Neither dates nor times are limited.", from),
    };
    sheet.set("3.3.5", None, answer);
}

fn contact(facts: &Facts<'_>, sheet: &mut Sheet) {
    let mut kinds = Vec::new();
    if facts.study.about.contact.is_some() {
        // It stands at the foot of every page.
        kinds.extend([1, 2]);
    }
    if facts.study.participants.comment {
        kinds.push(3);
    }
    if kinds.is_empty() {
        kinds.push(5);
    }
    sheet.set("3.3.6", None, Answer::options(&kinds, "", "study.toml, `study.contact`, `participants.comment`"));
}

fn setting(facts: &Facts<'_>, sheet: &mut Sheet) {
    match facts.study.participants.from {
        Platform::Prolific | Platform::Mturk | Platform::Open => {
            let from = "study.toml, `participants.from`";
            sheet.set("3.3.7", None, Answer::options(&[1], "", from));
            let text = "Place, time of day, device, browser and size of the screen are each participant's own.";
            sheet.set("3.3.8", None, Answer::words(text, from));
        }
        // Personal links are used in laboratories and at home.
        Platform::Invited => {}
    }
}
