//! A whole study against a stand-in for Mechanical Turk: workers look, accept, return, come back, decline, are screened out and finish.
//! In the end every slot is filled, the approvals and bonuses that are uploaded there are those that were earned, and the money adds up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use live::ledger::LedgerHandle;
use live::reconcile::{AmountOwed, Books, Export, approvals, mturk_bonuses, note_paid, platform_sessions, read};
use plan::Plan;
use store::Collector;

use super::dashboard::desk::text_between;
use super::whole_study::answer_until;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

const SLOTS: u32 = 6;
const HOST: &str = "https://workersandbox.mturk.com";

/// How an assignment stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Accepted,
    Returned,
    Submitted,
    Approved,
}

struct Assignment {
    worker: String,
    standing: Standing,
    code: String,
}

/// Mechanical Turk, as far as its interface shows: it checks what it is sent.
#[derive(Default)]
struct Turk {
    /// By id, which is `A` and their number.
    assignments: Vec<Assignment>,
    rewards: u64,
    bonuses: BTreeMap<String, u64>,
}

impl Turk {
    /// A worker accepts the HIT: once, unless they gave it back.
    fn accept(&mut self, worker: &str) -> String {
        let holds = |it: &Assignment| it.worker == worker && it.standing != Standing::Returned;
        assert!(!self.assignments.iter().any(holds), "{worker} has one already");
        let (worker, standing) = (worker.to_owned(), Standing::Accepted);
        self.assignments.push(Assignment { worker, standing, code: String::new() });
        format!("A{}", self.assignments.len() - 1)
    }

    fn assignment(&mut self, id: &str) -> &mut Assignment {
        let place: usize = id.strip_prefix('A').unwrap().parse().unwrap();
        self.assignments.get_mut(place).unwrap()
    }

    fn give_back(&mut self, id: &str) {
        assert_eq!(self.assignment(id).standing, Standing::Accepted);
        self.assignment(id).standing = Standing::Returned;
    }

    /// The worker presses the button of the last page, which posts its fields to the platform.
    fn submit(&mut self, page: &str) -> String {
        let form =
            text_between(page, &format!("<form method=\"post\" action=\"{HOST}/mturk/externalSubmit\""), "</form>");
        let form = form.unwrap_or_else(|| panic!("no form for the platform:\n{page}"));
        let field = |name: &str| text_between(form, &format!("name=\"{name}\" value=\""), "\"").unwrap().to_owned();
        let id = field("assignmentId");
        assert_eq!(self.assignment(&id).standing, Standing::Accepted, "{id} cannot be submitted");
        (self.assignment(&id).standing, self.assignment(&id).code) = (Standing::Submitted, field("code"));
        id
    }

    /// The table of results: what was submitted.
    fn results(&self) -> String {
        let mut table =
            "\"HITId\",\"AssignmentId\",\"WorkerId\",\"AssignmentStatus\",\"Answer.code\",\"Approve\",\"Reject\"\n"
                .to_owned();
        for (number, it) in self.assignments.iter().enumerate() {
            let status = match it.standing {
                Standing::Submitted => "Submitted",
                Standing::Approved => "Approved",
                Standing::Accepted | Standing::Returned => continue,
            };
            table += &format!("\"H1\",\"A{number}\",\"{}\",\"{status}\",\"{}\",\"\",\"\"\n", it.worker, it.code);
        }
        table
    }

    /// The same table with decisions.
    fn take_decisions(&mut self, table: &str) {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let head = reader.headers().unwrap().clone();
        let column = |name: &str| head.iter().position(|known| known == name).unwrap();
        let (id, approve, reject) = (column("AssignmentId"), column("Approve"), column("Reject"));
        for row in reader.records().map(Result::unwrap) {
            assert_eq!(&row[reject], "", "nobody is rejected by a program");
            if &row[approve] == "x" {
                assert_eq!(self.assignment(&row[id]).standing, Standing::Submitted);
                self.assignment(&row[id]).standing = Standing::Approved;
                self.rewards += 160;
            }
        }
    }

    /// One `send-bonus` for each line.
    fn take_bonuses(&mut self, table: &str) {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        assert_eq!(
            reader.headers().unwrap().iter().collect::<Vec<_>>(),
            ["WorkerId", "AssignmentId", "BonusAmount", "Reason", "UniqueRequestToken"]
        );
        for row in reader.records().map(Result::unwrap) {
            let it = self.assignment(&row[1]);
            assert_eq!(it.worker, row[0], "the assignment of someone else");
            assert!(matches!(it.standing, Standing::Submitted | Standing::Approved), "nothing was submitted");
            let (whole, cents) = row[2].split_once('.').unwrap();
            assert!(cents.len() == 2 && !row[3].is_empty());
            assert!(row[4].starts_with(&row[1]) && row[4].len() <= 64, "its own token: {}", &row[4]);
            let coins = 100 * whole.parse::<u64>().unwrap() + cents.parse::<u64>().unwrap();
            assert!(coins > 0 && self.bonuses.insert(row[1].to_owned(), coins).is_none(), "{} is paid twice", &row[1]);
        }
    }
}

/// What a worker does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Does {
    Finishes,
    FinishesSlowly,
    Returns,
    ReturnsAndComesBack,
    Declines,
    IsScreenedOut,
}

/// In this order, again and again, until every slot is filled.
const WORKERS: [Does; 6] = [
    Does::Finishes,
    Does::Returns,
    Does::FinishesSlowly,
    Does::Declines,
    Does::ReturnsAndComesBack,
    Does::IsScreenedOut,
];

fn folder(at: &Path) -> PathBuf {
    let study = small(at, "mturk", SLOTS);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let more = "\n[payment]\ncurrency = \"USD\"\namount = 1.60\nestimated_minutes = 8\nfloor_per_hour = 12.00\nplatform_fee = 0.2\n\n\
        [platform.mturk]\ndescription = \"Read four sentences and say how fluent they are.\"\nsandbox = true\n";
    std::fs::write(study.join("study.toml"), file + more).unwrap();
    study
}

fn link(served: &TestServer, assignment: &str, worker: &str) -> String {
    format!("{}?assignmentId={assignment}&hitId=H1&workerId={worker}&turkSubmitTo={HOST}", served.entrance())
}

/// Looks before accepting, accepts, and does it.
async fn act(served: &TestServer, turk: &mut Turk, does: Does, worker: &str) {
    let people = served.store.people(&served.name).await.unwrap().len();
    let looking = format!("{}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1", served.entrance());
    let preview = Participant::follow(served, &looking).await;
    assert!(
        preview.status.is_success() && preview.step_address().is_none(),
        "looking is not taking part: {}",
        preview.page
    );
    assert_eq!(served.store.people(&served.name).await.unwrap().len(), people);
    let id = turk.accept(worker);
    let mut person = Participant::follow(served, &link(served, &id, worker)).await;
    match does {
        Does::Finishes => person.finish().await,
        Does::FinishesSlowly => {
            answer_until(&mut person, "step/1").await;
            served.wait_minutes(20);
            person.finish().await;
        }
        Does::Returns => {
            answer_until(&mut person, "step/2").await;
            turk.give_back(&id);
            // The platform tells nobody: the slot is free when its time is over.
            served.wait_minutes(31);
            return;
        }
        Does::ReturnsAndComesBack => {
            answer_until(&mut person, "step/2").await;
            let session = person.session();
            turk.give_back(&id);
            let again = turk.accept(worker);
            person = Participant::follow(served, &link(served, &again, worker)).await;
            assert_ne!(person.session(), session, "another assignment begins anew");
            person.finish().await;
            assert_eq!(turk.submit(&person.page), again, "the assignment they hold now is submitted");
            return;
        }
        Does::Declines => {
            answer_until(&mut person, "consent").await;
            person.send(&[("consent".to_owned(), "no".to_owned())]).await;
        }
        Does::IsScreenedOut => {
            answer_until(&mut person, "screening").await;
            person.send(&[("screening.native".to_owned(), "No".to_owned())]).await;
        }
    }
    turk.submit(&person.page);
}

/// Both sides, and what is owed.
async fn books(served: &TestServer, plan: &Arc<Plan>, turk: &Turk) -> (Export, Books) {
    let export = read(&turk.results()).unwrap();
    assert_eq!(export.problems, []);
    let ledger = LedgerHandle::new(&served.study, plan);
    let ledger = ledger.read(&served.store, &served.name).await.unwrap();
    let sessions = platform_sessions(&served.store, &served.name, &ledger).await.unwrap();
    let recorded = served.store.bonuses(&served.name).await.unwrap();
    let books = Books::new(&served.study, plan, &sessions, &export.submissions, &recorded);
    (export, books)
}

#[tokio::test]
async fn every_slot_is_filled_and_approvals_and_bonuses_add_up() {
    let at = tempfile::tempdir().unwrap();
    let served = TestServer::start(&folder(at.path())).await;
    let plan = Arc::new(plan::make(&served.study).unwrap());
    let collector =
        Collector::open(&served.store, &served.name, served.study.clone(), plan.clone(), served.now()).await.unwrap();
    let (mut turk, mut did): (Turk, BTreeMap<Does, u64>) = (Turk::default(), BTreeMap::new());
    for number in 0..100 {
        let board = collector.slot_board().await.unwrap();
        if (0..board.lists()).map(|list| board.finished_count(list)).sum::<u32>() == SLOTS {
            break;
        }
        let does = WORKERS[number % WORKERS.len()];
        act(&served, &mut turk, does, &format!("W{number}")).await;
        *did.entry(does).or_default() += 1;
    }
    let finished = did[&Does::Finishes] + did[&Does::FinishesSlowly] + did[&Does::ReturnsAndComesBack];
    assert_eq!((did.len(), finished), (WORKERS.len(), u64::from(SLOTS)), "{did:?}");

    let (export, Books { pairs, balance, .. }) = books(&served, &plan, &turk).await;
    assert_eq!(balance.unwrap().sum.reward_due, 160 * finished);
    turk.take_decisions(&approvals(&export, &pairs));
    assert_eq!(turk.rewards, 160 * finished);
    let (_, Books { owed: due, .. }) = books(&served, &plan, &turk).await;
    let due: Vec<&AmountOwed> = due.iter().collect();
    turk.take_bonuses(&mturk_bonuses(&due));
    // Twelve dollars an hour for twenty minutes, less what the list paid.
    let bonuses: u64 = turk.bonuses.values().sum();
    assert_eq!((turk.bonuses.len() as u64, bonuses), (did[&Does::FinishesSlowly], 240 * did[&Does::FinishesSlowly]));
    note_paid((&served.store, &served.name), &due, "ada", served.now()).await.unwrap();

    let (_, Books { owed, balance, .. }) = books(&served, &plan, &turk).await;
    let balance = balance.unwrap();
    assert_eq!(owed, [], "nobody is paid twice");
    assert_eq!(mturk_bonuses(&[]), "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken\n");
    assert_eq!((balance.sum.reward_paid, balance.sum.bonus_paid, balance.sum.open()), (turk.rewards, bonuses, 0));
    assert_eq!(balance.total().coins, (turk.rewards + bonuses) * 12 / 10, "with the platform's fifth");
    served.stop().await;
}
