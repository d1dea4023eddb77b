//! The pages on which sessions are held against the platform's submissions. For whoever may settle accounts:
//! here stands what the platform calls people, and nowhere else on the dashboard.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use live::LiveStudy;
use live::reconcile::{
    AmountOwed, Books, Export, Finding, Pair, Platform, PlatformSession, Problem, Submission, Todo, Why, approvals,
    bonuses, mturk_bonuses, read,
};
use store::{BonusRecord, BonusState};
use web::Fault;

use super::money::Money;
use crate::confirm::{Question, ask, is_sure};
use crate::data::download;
use crate::forms::StudyForm;
use crate::frame::{Frame, Tab, complain, show};
use crate::researcher::Researcher;
use crate::words;

#[derive(Template)]
#[template(path = "reconcile.html")]
pub(super) struct ReconcilePage {
    frame: Frame,
    /// Whether Prolific can be asked.
    prolific: bool,
    /// The study's id there, as it was typed.
    study_there: String,
    problem: Option<Problem>,
    wrong: Option<String>,
    said: Option<String>,
    result: Option<Table>,
}

/// What came out.
pub(crate) struct Table {
    pub(crate) pairs: Vec<Pair>,
    pub(super) owed: Vec<AmountOwed>,
    problems: Vec<Problem>,
    source: Source,
    /// Whether only signed links are let in.
    verified: bool,
    /// How many bonuses were paid, and how many may have been.
    paid: usize,
    in_doubt: usize,
    /// What the study costs by this; nothing where it says nothing about pay.
    money: Option<Money>,
}

/// Where submissions were read.
pub(super) enum Source {
    /// A table, as it was given.
    Table { text: String, platform: Platform },
    /// Prolific itself.
    Prolific,
}

impl ReconcilePage {
    pub(super) fn new(researcher: &Researcher) -> ReconcilePage {
        ReconcilePage {
            frame: Frame::for_study("Reconcile with the platform", researcher, Tab::People),
            prolific: researcher.study.prolific().is_some(),
            study_there: researcher.study.study.participants.prolific_study.clone().unwrap_or_default(),
            problem: None,
            wrong: None,
            said: None,
            result: None,
        }
    }

    pub(super) fn of_study(self, study_there: &str) -> ReconcilePage {
        ReconcilePage { study_there: study_there.to_owned(), ..self }
    }

    pub(super) fn saying(self, said: String) -> ReconcilePage {
        ReconcilePage { said: Some(said), ..self }
    }

    pub(super) fn with_result(self, result: Table) -> ReconcilePage {
        ReconcilePage { result: Some(result), ..self }
    }

    pub(super) fn complaining(self, wrong: String) -> Result<Response, Fault> {
        complain(StatusCode::UNPROCESSABLE_ENTITY, &ReconcilePage { wrong: Some(wrong), ..self })
    }
}

impl Table {
    pub(super) async fn reconcile(study: &LiveStudy, there: &[Submission], source: Source) -> Result<Table, Fault> {
        let here = sessions(study).await?;
        let recorded = study.collector().store().bonuses(&study.name).await?;
        let Books { pairs, owed, balance } = Books::new(&study.study, &study.plan, &here, there, &recorded);
        let count = |state| recorded.iter().filter(|it: &&BonusRecord| it.state == state).count();
        let (paid, in_doubt) = (count(BonusState::Paid), count(BonusState::InDoubt));
        let verified = study.study.participants.verify;
        let money = balance.as_ref().map(Money::from_balance);
        Ok(Table { money, pairs, owed, problems: Vec::new(), source, verified, paid, in_doubt })
    }

    /// Whether something can be done on Prolific, from this page.
    fn is_to_do(&self) -> bool {
        self.todo(Todo::Approve) > 0 || !self.owed.is_empty()
    }

    fn todo(&self, todo: Todo) -> usize {
        self.pairs.iter().filter(|pair| pair.finding.todo() == todo).count()
    }

    /// How many arrivals have an id that the platform does not know.
    fn unknown(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.finding == Finding::UnknownThere).count()
    }

    /// What needs a decision; the rest is folded away.
    fn open(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| pair.finding.todo() != Todo::Nothing)
    }

    fn closed_pairs(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| pair.finding.todo() == Todo::Nothing)
    }

    pub(super) fn owed_because(&self, why: Why) -> Vec<&AmountOwed> {
        self.owed.iter().filter(|owed| owed.why == why).collect()
    }

    fn is_from_prolific(&self) -> bool {
        matches!(self.source, Source::Prolific)
    }

    fn text(&self) -> &str {
        match &self.source {
            Source::Table { text, .. } => text,
            Source::Prolific => "",
        }
    }

    fn is_mturk(&self) -> bool {
        matches!(self.source, Source::Table { platform: Platform::Mturk, .. })
    }
}

/// `GET /dashboard/s/{study}/people/reconcile`
pub(crate) async fn page(researcher: Researcher) -> Result<Response, Fault> {
    show(&ReconcilePage::new(&researcher))
}

/// `POST /dashboard/s/{study}/people/reconcile`: the platform's table, pasted or uploaded.
pub(crate) async fn compare(form: StudyForm) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let page = ReconcilePage::new(&form.researcher);
    let export = match read_export(&form) {
        Ok(export) => export,
        Err(problem) => {
            return complain(StatusCode::UNPROCESSABLE_ENTITY, &ReconcilePage { problem: Some(problem), ..page });
        }
    };
    let source = Source::Table { text: text(&form).to_owned(), platform: export.platform };
    let mut result = Table::reconcile(study, &export.submissions, source).await?;
    result.problems = export.problems;
    form.note("reconciled with the platform", &words::count_noun(export.submissions.len() as u64, "submission"))
        .await?;
    show(&page.with_result(result))
}

/// What was uploaded, or pasted.
fn text(form: &StudyForm) -> &str {
    let uploaded = form.fields.text("file");
    if uploaded.is_empty() { form.fields.text("export") } else { uploaded }
}

fn read_export(form: &StudyForm) -> Result<Export, Problem> {
    let text = text(form);
    if text.is_empty() {
        return Err(Problem {
            row: 1,
            what: "nothing was given".to_owned(),
            remedy: "choose the platform's file, or paste what is in it".to_owned(),
        });
    }
    read(text)
}

/// `POST /dashboard/s/{study}/people/reconcile/file`: something to upload at the platform, from the same table.
pub(crate) async fn file(form: StudyForm) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let export = read_export(&form).map_err(|_| Fault::Malformed)?;
    let source = Source::Table { text: String::new(), platform: export.platform };
    let result = Table::reconcile(study, &export.submissions, source).await?;
    let what = form.fields.text("what");
    let (name, bytes) = match (what, export.platform) {
        ("approve", Platform::Prolific) => ("approve.txt", approvals(&export, &result.pairs)),
        ("approve", Platform::Mturk) if export.by_command_line => ("approve.txt", approvals(&export, &result.pairs)),
        ("approve", Platform::Mturk) => ("approve.csv", approvals(&export, &result.pairs)),
        ("lost", platform) => ("bonus-lost.csv", bonus_file(platform, &result.owed_because(Why::Lost))),
        ("floor", platform) => ("bonus-floor.csv", bonus_file(platform, &result.owed_because(Why::BelowFloor))),
        (_, Platform::Prolific | Platform::Mturk) => return Err(Fault::Malformed),
    };
    form.note("took out a file for the platform", name).await?;
    Ok(download(&format!("{}-{name}", study.name), "text/plain; charset=utf-8", bytes.into_bytes()))
}

/// Bonuses as the platform takes them.
fn bonus_file(platform: Platform, owed: &[&AmountOwed]) -> String {
    match platform {
        Platform::Prolific => bonuses(owed),
        Platform::Mturk => mturk_bonuses(owed),
    }
}

/// `POST /dashboard/s/{study}/people/reconcile/paid`: the bonuses of the same table were paid by hand.
pub(crate) async fn note_bonuses_paid(form: StudyForm) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let page = ReconcilePage::new(&form.researcher);
    let export = read_export(&form).map_err(|_| Fault::Malformed)?;
    let source = Source::Table { text: text(&form).to_owned(), platform: export.platform };
    let result = Table::reconcile(study, &export.submissions, source).await?;
    let owed: Vec<&AmountOwed> = result.owed.iter().collect();
    if let (Some(total), false) = (AmountOwed::sum(&owed), is_sure(&form)) {
        let people = words::people(bonuses(&owed).lines().count() as u64);
        let question = Question {
            tab: Tab::People,
            heading: "Record these bonuses as paid?",
            effects: vec![
                format!("{total} to {people}, paid by you on the platform's own page, is not owed again."),
                "Nothing is sent to the platform.".to_owned(),
            ],
            button: "I have paid them",
            action: "people/reconcile/paid",
            carried: vec![("export", text(&form).to_owned())],
        };
        return ask(&form, &question);
    }
    let (store, by) = (study.collector().store(), &form.researcher.by);
    match live::reconcile::note_paid((store, &study.name), &owed, &by.account.name, by.now).await {
        Ok(paid) => {
            form.note("wrote bonuses down as paid", &paid.total.to_string()).await?;
            show(&page.saying(format!("{} is recorded as paid and no longer owed.", paid.total)))
        }
        Err(error) => page.complaining(error.to_string()),
    }
}

/// Every session of someone who came from a platform, with what it calls them.
pub(super) async fn sessions(study: &LiveStudy) -> Result<Vec<PlatformSession>, Fault> {
    let ledger = study.ledger().await?;
    Ok(live::reconcile::platform_sessions(study.collector().store(), &study.name, &ledger).await?)
}
