//! The same with Prolific itself, where the operator gave a token. Paying takes two steps: the first shows who gets what, the
//! second pays it, once.

use askama::Template;
use axum::response::Response;
use live::LiveStudy;
use live::reconcile::{AmountOwed, Pair, Submission, Todo, Why, bonuses, in_doubt, pay as pay_once};
use prolific::{Cost, Prolific, ProlificError};
use web::Fault;

use super::pages::{ReconcilePage, Source, Table, sessions};
use crate::confirm::{self, Question, is_sure};
use crate::forms::StudyForm;
use crate::frame::{Frame, Tab, show};
use crate::people::session_names;
use crate::words;

#[derive(Template)]
#[template(path = "pay.html")]
struct Pay {
    frame: Frame,
    why: Why,
    study_there: String,
    lines: String,
    total: String,
    people: usize,
}

/// `POST …/people/reconcile/prolific`: asks for the submissions.
pub(crate) async fn ask(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = ReconcilePage::new(&form.researcher).of_study(&there);
    match table(&form, &there).await? {
        Ok(table) => {
            form.note("asked Prolific for submissions", &there).await?;
            show(&page.with_result(table))
        }
        Err(error) => page.complaining(error.to_string()),
    }
}

/// `POST …/people/reconcile/prolific/approve`: approves those of the page that are still to be.
pub(crate) async fn approve(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let wanted: Vec<String> = found
        .pairs
        .iter()
        .filter(|pair| pair.finding.todo() == Todo::Approve)
        .filter_map(|pair| Some(pair.submission.as_ref()?.submission.clone()))
        .filter(|submission| form.fields.all("submission").any(|seen| seen == submission))
        .collect();
    let due: Vec<&Pair> = found.pairs.iter().filter(|pair| is_among(pair, &wanted)).collect();
    if wanted.is_empty() {
        return page().with_result(found).complaining("Nothing shown on the page still needs approval.".to_owned());
    }
    if !is_sure(&form) {
        return ask_to_approve(&form, &there, &due, Vec::new());
    }
    let (count, reason) = (words::count_noun(wanted.len() as u64, "submission"), form.fields.text("reason"));
    let count = format!("{count}, {}", session_numbers(&due));
    let detail = if reason.is_empty() { count.clone() } else { format!("{count}: {reason}") };
    // Noted before, so that it stands there whatever becomes of the request.
    form.note("approves on Prolific", &detail).await?;
    if let Err(error) = prolific(&form)?.approve(&wanted).await {
        form.note("could not approve on Prolific", &format!("{count}: {error}")).await?;
        return page().with_result(found).complaining(error.to_string());
    }
    show(&page().saying(format!("Prolific approves {}.", words::count_noun(wanted.len() as u64, "submission"))))
}

fn is_among(pair: &Pair, submissions: &[String]) -> bool {
    pair.submission.as_ref().is_some_and(|there| submissions.contains(&there.submission))
}

/// Which sessions they are, by their numbers on the dashboard.
fn session_numbers(due: &[&Pair]) -> String {
    let mut numbers: Vec<u32> = due.iter().filter_map(|pair| Some(pair.session.as_ref()?.number)).collect();
    numbers.sort_unstable();
    session_names(&numbers)
}

/// Asks whether these are to be approved, with what it costs; `more` is what else there is to know.
pub(crate) fn ask_to_approve(
    form: &StudyForm,
    there: &str,
    due: &[&Pair],
    more: Vec<String>,
) -> Result<Response, Fault> {
    let count = words::count_noun(due.len() as u64, "submission");
    let mut effects = vec![format!("Prolific pays for {count}, {}.", session_numbers(due))];
    effects.push(cost(&form.researcher.study, due.len() as u64));
    effects.extend(more);
    effects.push("Prolific does not allow approvals to be undone.".to_owned());
    let reason = form.fields.text("reason");
    effects.extend((!reason.is_empty()).then(|| format!("Reason, for the audit log: {reason}")));
    let mut carried = vec![("study_there", there.to_owned()), ("reason", reason.to_owned())];
    let submissions = due.iter().filter_map(|pair| Some(pair.submission.as_ref()?.submission.clone()));
    carried.extend(submissions.map(|submission| ("submission", submission)));
    let question = Question {
        tab: Tab::People,
        heading: "Approve on Prolific?",
        effects,
        button: "Approve",
        action: "people/reconcile/prolific/approve",
        carried,
    };
    confirm::ask(form, &question)
}

/// What so many approvals cost, in words.
fn cost(study: &LiveStudy, count: u64) -> String {
    let payment = study.study.payment.as_ref();
    let Some((payment, list)) = payment.and_then(|payment| Some((payment, study.plan.cost(payment)?.per_list))) else {
        return "The cost is unknown: the study file says nothing about payment.".to_owned();
    };
    let rewards = plan::Money { coins: list.coins.saturating_mul(count), currency: list.currency };
    let vat = study.study.prolific.as_ref().and_then(|section| section.vat);
    let Cost { rewards, fee, vat, total, .. } = Cost::new(rewards, None, payment.platform_fee, vat);
    match (fee, vat) {
        (Some(fee), Some(vat)) => format!("It costs {rewards}, {fee} fee and {vat} tax: {total} in all."),
        (Some(fee), None) => format!("It costs {rewards} and {fee} fee: {total} in all."),
        (None, _) => format!("It costs {rewards} plus Prolific's fee, which the study file does not state."),
    }
}

/// `POST …/people/reconcile/prolific/bonus`: shows who would get what, and asks whether to pay it. Nothing is sent yet.
pub(crate) async fn bonus(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let why = Why::read(form.fields.text("what")).ok_or(Fault::Malformed)?;
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let owed = found.owed_because(why);
    let Some(total) = AmountOwed::sum(&owed) else {
        return page().complaining("Nobody is owed a bonus any more.".to_owned());
    };
    let lines = bonuses(&owed);
    let frame = Frame::for_study("Pay bonuses", &form.researcher, Tab::People);
    let people = lines.lines().count();
    show(&Pay { frame, why, study_there: there, lines, total: total.to_string(), people })
}

/// `POST …/people/reconcile/prolific/pay`: pays what the page showed.
pub(crate) async fn pay(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let why = Why::read(form.fields.text("what")).ok_or(Fault::Malformed)?;
    if !form.fields.is_ticked("sure") {
        return page().complaining("Tick the box that says you are sure; nothing was paid.".to_owned());
    }
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let owed = found.owed_because(why);
    if bonuses(&owed).trim() != form.fields.text("lines").replace('\r', "").trim() {
        return page().with_result(found).complaining(
            "The amounts owed have changed in the meantime; nothing was paid. Please check again.".to_owned(),
        );
    }
    // Noted before, so that it stands there whatever becomes of the request.
    form.note("pays bonuses on Prolific", why.word()).await?;
    let (study, by) = (&form.researcher.study, &form.researcher.by);
    let store = (study.collector().store(), study.name.as_str());
    match pay_once(store, (prolific(&form)?, &there), &owed, &by.account.name, by.now).await {
        Ok(paid) => {
            form.note("paid bonuses on Prolific", &paid.total.to_string()).await?;
            show(&page().saying(format!("Prolific pays {} in all within minutes.", paid.total)))
        }
        Err(error) => page().complaining(error.to_string()),
    }
}

fn prolific(form: &StudyForm) -> Result<&Prolific, Fault> {
    form.researcher.study.prolific().ok_or(Fault::NotFound)
}

/// Both sides, as Prolific tells its own. Bonuses in doubt that it shows as paid are written down so.
pub(crate) async fn table(form: &StudyForm, there: &str) -> Result<Result<Table, ProlificError>, Fault> {
    let study = &form.researcher.study;
    let submissions = match prolific(form)?.submissions(there).await {
        Ok(submissions) => submissions,
        Err(error) => return Ok(Err(error)),
    };
    let store = (study.collector().store(), study.name.as_str());
    in_doubt(store, &sessions(study).await?, &submissions, form.researcher.by.now).await?;
    let submissions: Vec<Submission> = submissions.into_iter().map(Into::into).collect();
    Ok(Ok(Table::reconcile(study, &submissions, Source::Prolific).await?))
}
