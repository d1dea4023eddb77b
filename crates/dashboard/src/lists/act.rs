//! Wanting more, and letting people in or not.

use axum::response::Response;
use plan::Money;
use session::StudyCommand;
use web::Fault;

use crate::confirm::{Question, ask, is_sure};
use crate::forms::StudyForm;
use crate::frame::Tab;
use crate::words::count_noun;

/// More in one go is a slip of the finger.
const MOST: u32 = 1000;

async fn command(form: &StudyForm, command: StudyCommand) -> Result<(), Fault> {
    let (study, now) = (&form.researcher.study, form.researcher.by.now);
    study.collector().command(command, now).await?;
    Ok(())
}

/// `POST /dashboard/s/{study}/lists/pause`
pub(crate) async fn pause(form: StudyForm) -> Result<Response, Fault> {
    command(&form, StudyCommand::Pause { by: form.researcher.by.author() }).await?;
    form.log_and_redirect(("paused the study", ""), "lists").await
}

/// `POST /dashboard/s/{study}/lists/resume`
pub(crate) async fn resume(form: StudyForm) -> Result<Response, Fault> {
    command(&form, StudyCommand::Resume { by: form.researcher.by.author() }).await?;
    form.log_and_redirect(("resumed the study", ""), "lists").await
}

/// `POST /dashboard/s/{study}/lists/close`
pub(crate) async fn close(form: StudyForm) -> Result<Response, Fault> {
    if !is_sure(&form) {
        let effects = vec![
            "Nobody new can start any more; anyone who comes is told that the study is over.".to_owned(),
            "Participants who hold a slot can finish.".to_owned(),
            "Stop recruiting on the platform, too: it keeps sending people.".to_owned(),
        ];
        let question = Question {
            tab: Tab::Lists,
            heading: "Close the study?",
            effects,
            button: "Close it",
            action: "lists/close",
            carried: Vec::new(),
        };
        return ask(&form, &question);
    }
    command(&form, StudyCommand::Close { by: form.researcher.by.author() }).await?;
    form.log_and_redirect(("closed the study", ""), "lists").await
}

/// `POST /dashboard/s/{study}/lists/add`
pub(crate) async fn add(form: StudyForm) -> Result<Response, Fault> {
    let (count, list) = (form.fields.text("count"), form.fields.text("list"));
    let count = count.parse().ok().filter(|count| (1..=MOST).contains(count)).ok_or(Fault::Malformed)?;
    let lists = form.researcher.study.plan.lists().len() as u32;
    let list = match list {
        "" => None,
        number => Some(number.parse().ok().filter(|list| *list < lists).ok_or(Fault::Malformed)?),
    };
    let place = list.map_or_else(|| "every list".to_owned(), |list: u32| format!("list {list}"));
    if !is_sure(&form) {
        return sure_to_add(&form, count, list, &place);
    }
    let by = form.researcher.by.author();
    command(&form, StudyCommand::AddSlots { list, count, by }).await?;
    form.log_and_redirect(("added slots", &format!("{count} to {place}")), "lists").await
}

fn sure_to_add(form: &StudyForm, count: u32, list: Option<u32>, place: &str) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let slots = if list.is_some() { count } else { count.saturating_mul(study.plan.lists().len() as u32) };
    let mut effects = vec![
        format!(
            "{} of {place} will be wanted, {} in all.",
            count_noun(count, "more completion"),
            count_noun(slots, "slot")
        ),
        "This cannot be undone; a study that should end earlier can be closed.".to_owned(),
    ];
    let cost = study.study.payment.as_ref().and_then(|payment| study.plan.cost(payment).map(|cost| (payment, cost)));
    if let Some((payment, cost)) = cost {
        let paid = cost.per_list.amount() * f64::from(slots);
        let total = Money::rounded_up(paid * (1.0 + payment.platform_fee.unwrap_or(0.0)), &payment.currency);
        effects.insert(1, format!("It costs {total}, including the platform’s fee."));
    }
    let question = Question {
        tab: Tab::Lists,
        heading: "Add slots?",
        effects,
        button: "Add them",
        action: "lists/add",
        carried: vec![("count", count.to_string()), ("list", list.map(|list| list.to_string()).unwrap_or_default())],
    };
    ask(form, &question)
}
