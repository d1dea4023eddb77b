//! A whole study against a stand-in for Prolific: people finish, forget their code, return, time out, fail checks, are screened out,
//! decline, or come by links that nobody signed. In the end every slot is filled, the money adds up to the penny, and nobody was
//! paid twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::StatusCode;
use live::ledger::{LedgerHandle, State};
use live::reconcile::{
    self, AmountOwed, Balance, Books, Finding, NotPaid, Pair, Todo, in_doubt, pay, platform_sessions, read, release,
};
use live::{LiveStudy, Recruiting};
use plan::Plan;
use prolific::standin::{StandIn, TOKEN};
use prolific::{Draft, Prolific, Status};
use serde_json::json;
use session::{Author, Outcome, StudyCommand};
use store::{AuditEntry, Collector};
use study::InMemory;

use super::dashboard::desk::text_between;
use crate::issuer::{Issuer, Signer};
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

const PUBLIC: &str = "https://study.example.org";
const SECRET: &str = "whsec_of_this_study";
const SLOTS: u32 = 12;
const MOST_PLACES: u64 = 17;

fn folder(at: &Path) -> PathBuf {
    let study = small(at, "prolific", SLOTS);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let file = file
        .replace(
            "order = \"fixed\"",
            "order = \"fixed\"\nchecks = { file = \"checks.csv\", per_list = 1, on_failure = \"end\" }",
        )
        .replace("time_limit = \"30 min\"", "time_limit = \"2 h\"\nverify = true")
        .replace("late = \"LATE\"", "late = \"LATE\", failed_check = \"FAIL\"");
    let more = r#"
[payment]
currency = "GBP"
amount = 1.60
estimated_minutes = 8
floor_per_hour = 12.00
platform_fee = 0.333

[platform.prolific]
description = "Read four sentences and say how fluent they are."
most_places = 17
screen_out = { amount = 0.20, places = 5 }
vat = 0.2
"#;
    std::fs::write(study.join("study.toml"), file + more).unwrap();
    std::fs::write(study.join("checks.csv"), "check,text,answer,tests\nc1,Zzyx not words.,1,attention\n").unwrap();
    study
}

/// What someone does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Does {
    Finishes,
    FinishesSlowly,
    ForgetsTheCode,
    FinishesTooLateThere,
    ReturnsThere,
    TimesOutThere,
    FailsTheChecks,
    IsScreenedOut,
    Declines,
}

/// In this order, again and again, until every slot is filled.
const PEOPLE: [Does; 9] = [
    Does::Finishes,
    Does::ReturnsThere,
    Does::FinishesSlowly,
    Does::FailsTheChecks,
    Does::ForgetsTheCode,
    Does::IsScreenedOut,
    Does::FinishesTooLateThere,
    Does::TimesOutThere,
    Does::Declines,
];

/// Everything that takes part.
struct World {
    served: TestServer,
    standin: StandIn,
    prolific: Prolific,
    key: Signer,
    id: String,
    plan: Plan,
}

impl World {
    /// The link that Prolific signed for a submission.
    fn link(&self, submission: &str) -> String {
        let link = self.standin.link(submission).unwrap();
        let person = text_between(&link, "PROLIFIC_PID=", "&").unwrap();
        let now = self.served.now().as_second();
        let token = self.key.token(&json!({
            "iss": "https://www.prolific.com", "aud": PUBLIC, "exp": now + 600, "iat": now, "sub": submission,
            "prolific": { "PROLIFIC_PID": person, "STUDY_ID": self.id, "SESSION_ID": submission, "workspace_id": "w" },
        }));
        format!("{}&prolific_token={token}", link.replace(PUBLIC, &self.served.url))
    }

    /// Prolific says how a submission stands.
    async fn deliver(&self, submission: &str, secret: &str) -> StatusCode {
        let (time, body, signature) = self.standin.delivery(submission, secret, self.served.now().as_second());
        let address = format!("{}/hooks/prolific/{}", self.served.url, self.served.name);
        let request = self.served.client.post(address).body(body).header("x-prolific-request-timestamp", time);
        request.header("x-prolific-request-signature", signature).send().await.unwrap().status()
    }

    async fn act(&self, does: Does, submission: &str) {
        let mut person = Participant::follow(&self.served, &self.link(submission)).await;
        match does {
            Does::Finishes | Does::ForgetsTheCode | Does::FinishesTooLateThere => person.finish().await,
            Does::FinishesSlowly => {
                answer_until(&mut person, "step/1").await;
                self.served.wait_minutes(20);
                person.finish().await;
            }
            Does::ReturnsThere | Does::TimesOutThere => answer_until(&mut person, "step/2").await,
            Does::FailsTheChecks => fail(&mut person).await,
            Does::IsScreenedOut => {
                answer_until(&mut person, "screening").await;
                person.send(&[("screening.native".to_owned(), "No".to_owned())]).await;
            }
            Does::Declines => {
                answer_until(&mut person, "consent").await;
                person.send(&[("consent".to_owned(), "no".to_owned())]).await;
            }
        }
        let code = text_between(&person.page, "complete?cc=", "\"").unwrap_or_default().to_owned();
        match does {
            Does::ForgetsTheCode => {
                self.standin.enter_code(submission, "NOCODE");
            }
            Does::FinishesTooLateThere | Does::TimesOutThere => self.standin.leave(submission, Status::TimedOut),
            Does::ReturnsThere => self.standin.leave(submission, Status::Returned),
            Does::Finishes | Does::FinishesSlowly | Does::FailsTheChecks | Does::IsScreenedOut | Does::Declines => {
                assert!(!code.is_empty(), "{does:?} got no code:\n{}", person.page);
                self.standin.enter_code(submission, &code);
            }
        }
        assert_eq!(self.deliver(submission, SECRET).await, StatusCode::NO_CONTENT);
    }

    /// Whoever writes a link themselves gets in nowhere, nor by the link of someone else.
    async fn forge(&self, number: usize) {
        let good = self.served.entrance();
        let parameters = format!("PROLIFIC_PID=forged{number}&STUDY_ID={}&SESSION_ID=s{number}", self.id);
        for link in [format!("{good}?{parameters}"), format!("{good}?{parameters}&prolific_token=a.b.c")] {
            let someone = Participant::follow(&self.served, &link).await;
            assert_eq!(someone.status, StatusCode::FORBIDDEN);
        }
    }

    /// The study as a server has it, to let it do what it does once a minute. Opened before anyone comes, and once.
    async fn live(&self) -> LiveStudy {
        let recruiting = Recruiting { prolific: Some(self.prolific.clone()), hook_secret: None };
        LiveStudy::new(self.collector().await, Arc::new(InMemory(BTreeMap::new()))).with_recruiting(recruiting)
    }

    /// How many places there are, and how often the audit log says that the server added some.
    async fn places(&self) -> (u64, usize) {
        let log = self.served.store.audit_log(&self.served.name, 0, 100).await.unwrap();
        let by_itself = |entry: &&AuditEntry| {
            (entry.name.as_str(), entry.action.as_str()) == ("rejudge serve", "added places on Prolific")
        };
        let places = self.prolific.study(&self.id).await.unwrap().total_available_places;
        (places, log.iter().filter(by_itself).count())
    }

    async fn collector(&self) -> Collector {
        let study = self.served.study.clone();
        Collector::open(&self.served.store, &self.served.name, study, self.plan.clone().into(), self.served.now())
            .await
            .unwrap()
    }

    /// Both sides, what is owed, and what it costs.
    async fn books(&self, there: &[reconcile::Submission]) -> Books {
        let ledger = LedgerHandle::new(&self.served.study, &self.plan.clone().into());
        let ledger = ledger.read(&self.served.store, &self.served.name).await.unwrap();
        let here = platform_sessions(&self.served.store, &self.served.name, &ledger).await.unwrap();
        let recorded = self.served.store.bonuses(&self.served.name).await.unwrap();
        Books::new(&self.served.study, &self.plan, &here, there, &recorded)
    }

    async fn submissions(&self) -> Vec<reconcile::Submission> {
        self.prolific.submissions(&self.id).await.unwrap().into_iter().map(Into::into).collect()
    }

    async fn balance(&self, there: &[reconcile::Submission]) -> Balance {
        self.books(there).await.balance.unwrap()
    }

    async fn pay(&self) -> Result<u64, NotPaid> {
        let owed = self.books(&self.submissions().await).await.owed;
        let owed: Vec<&AmountOwed> = owed.iter().collect();
        let (here, there) = ((&self.served.store, self.served.name.as_str()), (&self.prolific, self.id.as_str()));
        pay(here, there, &owed, "ada", self.served.now()).await.map(|paid| paid.total.coins)
    }
}

/// Goes on until this is asked.
pub(super) async fn answer_until(person: &mut Participant<'_>, place: &str) {
    for _ in 0..30 {
        if person.step_address().as_deref() == Some(place) {
            return;
        }
        person.go_on().await;
    }
    panic!("{place} was never asked; last at {}:\n{}", person.at, person.page);
}

/// Answers the check wrongly.
async fn fail(person: &mut Participant<'_>) {
    for _ in 0..30 {
        let asked = person.step_address().unwrap();
        if let (Some(step), true) = (asked.strip_prefix("step/"), person.page.contains("Zzyx")) {
            person.send(&[(format!("q{step}.0.value"), "5".to_owned())]).await;
            return;
        }
        person.go_on().await;
    }
    panic!("no check came");
}

async fn begin(folder_at: &Path) -> World {
    let (standin, path) = (StandIn::start().await, folder(folder_at));
    let prolific = Prolific::with_address(&standin.address, TOKEN);
    let read = || study::check(&study::OnDisk(path.clone())).study.unwrap();
    let plan = plan::make(&read()).unwrap();
    let link = format!(
        "{PUBLIC}/s/small/?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID={{{{%STUDY_ID%}}}}&SESSION_ID={{{{%SESSION_ID%}}}}"
    );
    let draft = Draft::from_study(&read(), &plan, "small", link).unwrap();
    assert_eq!(draft.places, u64::from(SLOTS));
    let id = prolific.create(&draft).await.unwrap().id;
    standin.publish(&id);
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let file = file.replace("verify = true", &format!("verify = true\nprolific_study = \"{id}\""));
    std::fs::write(path.join("study.toml"), file).unwrap();
    let key = Signer::new("k1");
    let keys = Issuer::start(&[&key]).await.address;
    let recruiting = Recruiting { prolific: Some(prolific.clone()), hook_secret: Some(SECRET.to_owned()) };
    let database = folder_at.join("answers.sqlite").display().to_string();
    let settings = move |settings: &mut server::Settings| {
        settings.prolific_keys = keys;
        settings.public_url = Some(PUBLIC.to_owned());
    };
    let served = TestServer::start_with(&path, &database, settings, |study| study.with_recruiting(recruiting)).await;
    World { served, standin, prolific, key, id, plan }
}

#[tokio::test]
async fn every_slot_is_filled_the_money_adds_up_to_the_penny_and_nobody_is_paid_twice() {
    let at = tempfile::tempdir().unwrap();
    let world = begin(at.path()).await;
    let live = world.live().await;
    let mut did: BTreeMap<Does, u64> = BTreeMap::new();
    for number in 0..200 {
        let board = live.collector().slot_board().await.unwrap();
        let finished: u32 = (0..board.lists()).map(|list| board.finished_count(list)).sum();
        if finished == SLOTS {
            break;
        }
        world.forge(number).await;
        // People who failed the checks keep their places there, though their slots are open here: the server adds some.
        live.follow_prolific(world.served.now()).await;
        let submission = world.standin.take_place(&world.id, &format!("p{number}")).unwrap();
        let does = PEOPLE[number % PEOPLE.len()];
        world.act(does, &submission).await;
        *did.entry(does).or_default() += 1;
    }
    assert_eq!(did.len(), PEOPLE.len(), "everything was done: {did:?}");
    let finishers = [Does::Finishes, Does::FinishesSlowly, Does::ForgetsTheCode, Does::FinishesTooLateThere];
    assert_eq!(finishers.iter().map(|does| did[does]).sum::<u64>(), u64::from(SLOTS), "{did:?}");
    let (places, added) = world.places().await;
    assert!(places > u64::from(SLOTS) && added > 0, "{places} places, added to {added} times");
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (places, added), "no slot is open, and no place is added");
    settle(&world, &did).await;
    world.served.stop().await;
}

#[tokio::test]
async fn the_server_adds_places_for_open_slots_as_far_as_the_study_lets_it() {
    let at = tempfile::tempdir().unwrap();
    let world = begin(at.path()).await;
    let live = world.live().await;
    let fails = async |number: u32| {
        let submission = world.standin.take_place(&world.id, &format!("p{number}")).unwrap();
        world.act(Does::FailsTheChecks, &submission).await;
    };
    for number in 0..3 {
        fails(number).await;
    }
    let by = Author::Researcher("ada".to_owned());
    live.collector().command(StudyCommand::Pause { by: by.clone() }, world.served.now()).await.unwrap();
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (SLOTS.into(), 0), "nobody is let in here");
    live.collector().command(StudyCommand::Resume { by }, world.served.now()).await.unwrap();
    world.standin.pause(&world.id);
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (SLOTS.into(), 0), "nobody is offered a place there");
    world.standin.publish(&world.id);
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (u64::from(SLOTS) + 3, 1));
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (u64::from(SLOTS) + 3, 1), "they suffice");
    for number in 3..6 {
        fails(number).await;
    }
    live.follow_prolific(world.served.now()).await;
    assert_eq!(world.places().await, (MOST_PLACES, 2), "six are missing, and the study lets it be so many");
    world.served.stop().await;
}

#[tokio::test]
async fn whatever_prolific_answers_when_it_is_to_pay_nobody_is_paid_twice_and_everybody_in_the_end() {
    const SET_UP: &str = "/submissions/bonus-payments/";
    const PAY: &str = "/pay/";
    let at = tempfile::tempdir().unwrap();
    let world = begin(at.path()).await;
    let submission = world.standin.take_place(&world.id, "p1").unwrap();
    world.act(Does::FinishesTooLateThere, &submission).await;
    // Setting up pays nothing, and who is told to wait has not been paid either: both are tried again.
    for (path, status) in [(SET_UP, 429), (SET_UP, 500), (SET_UP, 408), (PAY, 429), (PAY, 400), (PAY, 401)] {
        world.standin.refuse_next(path, status);
        let paid = world.pay().await;
        assert!(matches!(paid, Err(NotPaid::Refused(_))), "{path} {status}: {paid:?}");
        assert_eq!(world.served.store.bonuses(&world.served.name).await.unwrap(), [], "{path} {status}");
    }
    // A server that failed, or took too long, may have paid.
    for status in [408, 500, 503, 504] {
        world.standin.refuse_next(PAY, status);
        assert!(matches!(world.pay().await, Err(NotPaid::InDoubt(_))), "{status}");
        assert!(matches!(world.pay().await, Err(NotPaid::Nobody)), "{status}: what is in doubt is not sent again");
        let ledger = LedgerHandle::new(&world.served.study, &world.plan.clone().into());
        let ledger = ledger.read(&world.served.store, &world.served.name).await.unwrap();
        let sessions = platform_sessions(&world.served.store, &world.served.name, &ledger).await.unwrap();
        let store = (&world.served.store, world.served.name.as_str());
        let shown = world.prolific.submissions(&world.id).await.unwrap();
        let open = in_doubt(store, &sessions, &shown, world.served.now()).await.unwrap();
        assert_eq!(open.iter().map(|doubt| (doubt.people, doubt.found)).collect::<Vec<_>>(), [(1, 0)], "{status}");
        // A researcher looked there.
        release(store, &open).await.unwrap();
    }
    assert_eq!(world.standin.bonuses_of("p1"), [] as [u64; 0]);
    assert_eq!(world.pay().await.unwrap(), 160);
    assert!(matches!(world.pay().await, Err(NotPaid::Nobody)));
    assert_eq!(world.standin.bonuses_of("p1"), [160]);
    world.served.stop().await;
}

#[tokio::test]
async fn deliveries_that_come_late_twice_or_about_strangers_change_nothing() {
    let at = tempfile::tempdir().unwrap();
    let world = begin(at.path()).await;
    let stands = async || {
        let ledger = LedgerHandle::new(&world.served.study, &world.plan.clone().into());
        let ledger = ledger.read(&world.served.store, &world.served.name).await.unwrap();
        ledger.sessions().iter().map(live::SessionView::state).collect::<Vec<_>>()
    };
    let deliver_at = async |at: i64, submission: &str, status: &str| {
        let body = json!({
            "event_type": "submission.status.change", "resource_id": submission, "participant_id": "p", "status": status,
        })
        .to_string();
        let address = format!("{}/hooks/prolific/{}", world.served.url, world.served.name);
        let signature = prolific::webhook::sign(SECRET, &at.to_string(), body.as_bytes());
        let request = world.served.client.post(address).body(body).header("x-prolific-request-timestamp", at);
        request.header("x-prolific-request-signature", signature).send().await.unwrap().status()
    };
    let now = world.served.now().as_second();
    let deliver = async |submission: &str, status: &str| deliver_at(now, submission, status).await;
    let done = world.standin.take_place(&world.id, "p1").unwrap();
    world.act(Does::Finishes, &done).await;
    let at_work = world.standin.take_place(&world.id, "p2").unwrap();
    let mut person = Participant::follow(&world.served, &world.link(&at_work)).await;
    answer_until(&mut person, "step/1").await;
    let before = [State::Ended(Outcome::Finished), State::AtWork];
    // What was finished stays so, whatever comes late; who is at work stays so while nothing says that they left.
    for (submission, status) in [
        (&*done, "RETURNED"),
        (&*done, "TIMED-OUT"),
        (&*done, "ACTIVE"),
        (&*done, "APPROVED"),
        (&*at_work, "ACTIVE"),
        (&*at_work, "RESERVED"),
        (&*at_work, "A NEW WORD"),
        ("5ffffffffffffffffffffff0", "RETURNED"),
    ] {
        assert_eq!(deliver(submission, status).await, StatusCode::NO_CONTENT, "{status}");
        assert_eq!(stands().await, before, "{submission} {status}");
    }
    // A copy of what Prolific signed days ago says nothing about today.
    for days in [-4, 4] {
        assert_eq!(deliver_at(now + days * 86_400, &at_work, "RETURNED").await, StatusCode::NO_CONTENT);
        assert_eq!(stands().await, before, "{days} days");
    }
    // Out of order: that they came is told after they left. Clocks may differ by an hour.
    for (ahead, status) in [(-3600, "RETURNED"), (3600, "ACTIVE"), (3600, "RETURNED")] {
        assert_eq!(deliver_at(now + ahead, &at_work, status).await, StatusCode::NO_CONTENT);
        assert_eq!(stands().await, [before[0], State::Ended(Outcome::Returned)], "{status}");
    }
    world.served.stop().await;
}

/// Approves and pays, with a line that breaks at the worst moment, and adds up.
async fn settle(world: &World, did: &BTreeMap<Does, u64>) {
    let pairs = world.books(&world.submissions().await).await.pairs;
    let due: Vec<&Pair> = pairs.iter().filter(|pair| pair.finding.todo() == Todo::Approve).collect();
    assert_eq!(due.len() as u64, did[&Does::Finishes] + did[&Does::FinishesSlowly] + did[&Does::ForgetsTheCode]);
    let ids: Vec<String> = due.iter().map(|pair| pair.submission.as_ref().unwrap().submission.clone()).collect();
    world.prolific.approve(&ids).await.unwrap();
    assert!(world.prolific.approve(&ids).await.is_err(), "Prolific approves once");
    // Prolific pays, and the answer is lost.
    world.standin.break_off_next_payment();
    assert!(matches!(world.pay().await, Err(NotPaid::InDoubt(_))));
    assert!(matches!(world.pay().await, Err(NotPaid::Nobody)), "what is in doubt is not sent again");
    assert!(world.balance(&world.submissions().await).await.sum.bonus_in_doubt > 0);
    let findings = async || world.books(&world.submissions().await).await.pairs.into_iter().map(|pair| pair.finding);
    let too_late = did[&Does::FinishesTooLateThere] as usize;
    assert_eq!(findings().await.filter(|found| *found == Finding::BonusInDoubt).count(), too_late);
    let ledger = LedgerHandle::new(&world.served.study, &world.plan.clone().into());
    let ledger = ledger.read(&world.served.store, &world.served.name).await.unwrap();
    let sessions = platform_sessions(&world.served.store, &world.served.name, &ledger).await.unwrap();
    let shown = world.prolific.submissions(&world.id).await.unwrap();
    let store = (&world.served.store, world.served.name.as_str());
    assert_eq!(in_doubt(store, &sessions, &shown, world.served.now()).await.unwrap(), [], "Prolific says it paid");
    assert!(matches!(world.pay().await, Err(NotPaid::Nobody)));
    assert_eq!(findings().await.filter(|found| *found == Finding::PaidByBonus).count(), too_late);
    assert_eq!(
        findings().await.filter(|found| found.todo() == Todo::PayBonus).count(),
        0,
        "nobody is to be paid again"
    );
    // What Prolific charges, what is written down here, and what was promised are the same.
    let slow = did[&Does::FinishesSlowly];
    let (rewards, bonuses) = (
        160 * (did[&Does::Finishes] + slow + did[&Does::ForgetsTheCode]) + 20 * did[&Does::IsScreenedOut].min(5),
        160 * did[&Does::FinishesTooLateThere] + 240 * slow,
    );
    let statement = world.standin.statement();
    assert_eq!((statement.rewards, statement.bonuses), (rewards, bonuses));
    let balance = world.balance(&world.submissions().await).await;
    let sum = balance.sum;
    assert_eq!((sum.reward_paid, sum.bonus_paid, sum.open(), balance.unlike), (rewards, bonuses, 0, 0));
    let fee = ((rewards + bonuses) * 333).div_ceil(1000);
    let vat = (fee * 2).div_ceil(10);
    assert_eq!(balance.total().coins, rewards + bonuses + fee + vat);
    for number in 0..200 {
        let paid = world.standin.bonuses_of(&format!("p{number}"));
        assert!(paid.len() <= 1, "p{number} was paid {paid:?}");
    }
    // The table that a researcher downloads says the same as the interface for programs.
    let export = read(&world.standin.export(&world.id)).unwrap();
    assert_eq!(export.problems, []);
    assert_eq!(world.balance(&export.submissions).await.sum, sum);
    assert!(
        world.standin.requests().iter().all(|line| !line.contains("transition")),
        "nobody is rejected by a program"
    );
}

#[tokio::test]
async fn a_slot_is_free_again_when_its_person_leaves_on_prolific_and_nobody_else_can_say_so() {
    let at = tempfile::tempdir().unwrap();
    let world = begin(at.path()).await;
    let held = async || {
        let ledger = LedgerHandle::new(&world.served.study, &world.plan.clone().into());
        let ledger = ledger.read(&world.served.store, &world.served.name).await.unwrap();
        ledger.sessions().iter().filter(|seen| seen.state() == State::AtWork).count()
    };
    let submission = world.standin.take_place(&world.id, "p1").unwrap();
    let mut person = Participant::follow(&world.served, &world.link(&submission)).await;
    answer_until(&mut person, "step/1").await;
    assert_eq!(held().await, 1);
    world.standin.leave(&submission, Status::Returned);
    assert_eq!(world.deliver(&submission, "whsec_guessed").await, StatusCode::NOT_FOUND);
    assert_eq!(held().await, 1, "who does not know the secret changes nothing");
    assert_eq!(world.deliver(&submission, SECRET).await, StatusCode::NO_CONTENT);
    assert_eq!(held().await, 0);
    assert_eq!(world.deliver(&submission, SECRET).await, StatusCode::NO_CONTENT, "told twice, it is so once");
    // Where no delivery comes, the server asks: soon after its start for the first time.
    let submission = world.standin.take_place(&world.id, "p2").unwrap();
    let mut person = Participant::follow(&world.served, &world.link(&submission)).await;
    answer_until(&mut person, "step/1").await;
    world.standin.leave(&submission, Status::TimedOut);
    let recruiting = Recruiting { prolific: Some(world.prolific.clone()), hook_secret: None };
    let database = at.path().join("answers.sqlite").display().to_string();
    let path = at.path().join("small");
    let again = TestServer::start_with(&path, &database, |_| {}, |study| study.with_recruiting(recruiting)).await;
    for _ in 0..100 {
        if held().await == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(held().await, 0);
    let hook = format!("{}/hooks/prolific/small", again.url);
    assert_eq!(again.client.post(hook).send().await.unwrap().status(), StatusCode::NOT_FOUND, "there is no secret");
    again.stop().await;
    world.served.stop().await;
}
