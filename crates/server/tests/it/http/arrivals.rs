//! Who comes, with what, for the second time, and what must happen: everyone honest gets in, has one slot and one session under
//! way, and nobody sees another's session for knowing their id.

use std::path::PathBuf;

use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};

use crate::issuer::{Issuer, Signer};
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

use super::signed_links::{signed_by, signed_link, verified_study};

/// With what someone comes.
#[derive(Debug, Clone, Copy)]
enum Came {
    /// An id they typed.
    Typed,
    /// A link with their id and nothing else.
    Id,
    /// Prolific's link, with the id of a submission.
    Prolific(&'static str),
    /// The same, signed.
    Signed(&'static str),
    /// Mechanical Turk's link, with the id of an assignment.
    Mturk(&'static str),
}

/// How far they came the first time.
#[derive(Debug, Clone, Copy)]
enum Did {
    Nothing,
    Answered,
    Finished,
    Declined,
    GaveBack,
    RanOutOfTime,
    WasScreenedOut,
    Withdrew,
}

/// Whether the browser that comes again is the one that came first.
#[derive(Debug, Clone, Copy)]
enum Browser {
    Same,
    /// Another device, or one that keeps no cookies.
    Other,
}

/// What must happen.
#[derive(Debug, Clone, Copy)]
enum Must {
    /// They go on in the session they began.
    GoOn,
    /// They begin anew, in the one slot there is.
    BeginAnew,
    /// They see how it ended.
    See(&'static str),
    /// They are told, and see nothing of the session.
    BeTold(&'static str),
}

use Browser::{Other, Same};
use Came::{Id, Mturk, Prolific, Signed, Typed};
use Did::{Answered, Declined, Finished, GaveBack, Nothing, RanOutOfTime, WasScreenedOut, Withdrew};
use Must::{BeTold, BeginAnew, GoOn, See};

const CASES: [(Came, Did, Browser, Came, Must); 40] = [
    // Two devices, or the same one later.
    (Prolific("a"), Nothing, Other, Prolific("a"), GoOn),
    (Prolific("a"), Answered, Other, Prolific("a"), GoOn),
    (Prolific("a"), Answered, Same, Prolific("a"), GoOn),
    (Prolific("a"), Finished, Other, Prolific("a"), See("finished")),
    (Mturk("A"), Answered, Other, Mturk("A"), GoOn),
    (Mturk("A"), Finished, Other, Mturk("A"), See("finished")),
    (Signed("a"), Answered, Other, Signed("a"), GoOn),
    // Typed, and then the platform's link.
    (Typed, Nothing, Other, Prolific("a"), BeginAnew),
    (Typed, Answered, Other, Prolific("a"), BeginAnew),
    (Typed, Answered, Same, Prolific("a"), GoOn),
    (Typed, Finished, Other, Prolific("a"), BeTold("already-took-part")),
    (Typed, Finished, Same, Prolific("a"), See("finished")),
    // An id alone is no secret.
    (Typed, Answered, Other, Typed, BeTold("already-begun")),
    (Typed, Answered, Same, Typed, GoOn),
    (Id, Answered, Other, Id, BeTold("already-begun")),
    (Id, Answered, Same, Id, GoOn),
    (Id, Answered, Other, Prolific("a"), BeginAnew),
    (Prolific("a"), Answered, Other, Typed, BeTold("already-begun")),
    (Prolific("a"), Answered, Same, Typed, GoOn),
    (Prolific("a"), Finished, Other, Id, BeTold("already-begun")),
    // Returned on the platform and accepted again.
    (Prolific("a"), Nothing, Other, Prolific("b"), BeginAnew),
    (Prolific("a"), Answered, Other, Prolific("b"), BeginAnew),
    (Prolific("a"), Answered, Same, Prolific("b"), GoOn),
    (Prolific("a"), GaveBack, Other, Prolific("a"), See("returned")),
    (Prolific("a"), GaveBack, Other, Prolific("b"), BeginAnew),
    (Prolific("a"), GaveBack, Same, Prolific("b"), BeginAnew),
    (Prolific("a"), RanOutOfTime, Other, Prolific("a"), See("too-late")),
    (Prolific("a"), RanOutOfTime, Other, Prolific("b"), BeginAnew),
    (Signed("a"), Answered, Other, Signed("b"), GoOn),
    (Signed("a"), GaveBack, Other, Signed("b"), BeginAnew),
    (Mturk("A"), Answered, Other, Mturk("B"), BeginAnew),
    (Mturk("A"), GaveBack, Other, Mturk("B"), BeginAnew),
    (Mturk("A"), Finished, Other, Mturk("B"), BeTold("already-took-part")),
    // Declined, and thought again.
    (Prolific("a"), Declined, Other, Prolific("a"), BeginAnew),
    (Prolific("a"), Declined, Other, Prolific("b"), BeginAnew),
    (Signed("a"), Declined, Same, Signed("b"), BeginAnew),
    // No second chance by another submission.
    (Prolific("a"), Finished, Other, Prolific("b"), BeTold("already-took-part")),
    (Prolific("a"), WasScreenedOut, Other, Prolific("b"), BeTold("already-took-part")),
    (Prolific("a"), WasScreenedOut, Other, Prolific("a"), See("screened-out")),
    // Nobody knows any more who withdrew.
    (Prolific("a"), Withdrew, Same, Prolific("a"), BeginAnew),
];

/// What the entrance answers: a session's address and a cookie, or a page.
struct Entrance {
    address: Option<String>,
    cookie: Option<String>,
    page: String,
}

async fn arrive(served: &TestServer, key: &Signer, came: Came, cookie: Option<&str>) -> Entrance {
    let entrance = served.entrance();
    let request = match came {
        Typed => served.client.post(&entrance).form(&[("id", "p1")]),
        Id => served.client.get(format!("{entrance}?PROLIFIC_PID=p1")),
        Prolific(submission) => {
            served.client.get(format!("{entrance}?PROLIFIC_PID=p1&STUDY_ID=t1&SESSION_ID={submission}"))
        }
        Signed(submission) => served.client.get(signed_link(served, key, "p1", submission)),
        Mturk(assignment) => served.client.get(format!(
            "{entrance}?workerId=p1&assignmentId={assignment}&hitId=h&turkSubmitTo=https://www.mturk.com"
        )),
    };
    let request = cookie.into_iter().fold(request, |request, cookie| request.header(COOKIE, cookie));
    let reply = request.send().await.unwrap();
    let header = |name| reply.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let address = header(LOCATION).map(|path| format!("{}{path}", served.url));
    let cookie = header(SET_COOKIE).map(|cookie| cookie.split(';').next().unwrap().to_owned());
    Entrance { address, cookie, page: reply.text().await.unwrap() }
}

async fn go_so_far(served: &TestServer, someone: &mut Participant<'_>, did: Did) {
    let field = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    let go_on_until = async |someone: &mut Participant<'_>, page: &str| {
        while someone.step_address().as_deref() != Some(page) {
            someone.go_on().await;
        }
    };
    match did {
        Nothing => {}
        Declined => {
            go_on_until(someone, "consent").await;
            someone.send(&field("consent", "no")).await;
        }
        WasScreenedOut => {
            go_on_until(someone, "screening").await;
            someone.send(&field("screening.native", "No")).await;
        }
        Answered => go_on_until(someone, "step/2").await,
        Finished => someone.finish().await,
        GaveBack | Withdrew => {
            go_on_until(someone, "step/2").await;
            let way = if matches!(did, GaveBack) { "return" } else { "withdraw" };
            served.client.post(format!("{}{way}", someone.session())).send().await.unwrap();
        }
        RanOutOfTime => {
            go_on_until(someone, "step/2").await;
            served.wait_minutes(31);
        }
    }
}

async fn check(key: &Signer, issuer: &Issuer, case: (Came, Did, Browser, Came, Must)) {
    let (first, did, browser, second, must) = case;
    let folder = tempfile::tempdir().unwrap();
    let study: PathBuf = match first {
        Signed(_) => verified_study(folder.path(), 1),
        Mturk(_) => small(folder.path(), "mturk", 1),
        Typed | Id | Prolific(_) => small(folder.path(), "prolific", 1),
    };
    let served = TestServer::set(&study, signed_by(issuer)).await;
    let began = arrive(&served, key, first, None).await;
    let mut someone = Participant::follow(&served, &began.address.expect("they are let in the first time")).await;
    let session = someone.session();
    go_so_far(&served, &mut someone, did).await;

    let cookie = match browser {
        Same => Some(began.cookie.unwrap()),
        Other => None,
    };
    let again = arrive(&served, key, second, cookie.as_deref()).await;
    match (must, again.address) {
        (GoOn, Some(address)) => {
            let mut again = Participant::follow(&served, &address).await;
            assert_eq!(again.session(), session, "{case:?}");
            again.finish().await;
            assert!(again.page.contains("DONE"), "{case:?}: {}", again.page);
        }
        (BeginAnew, Some(address)) => {
            let mut again = Participant::follow(&served, &address).await;
            assert_ne!(again.session(), session, "{case:?}");
            assert_eq!(again.step_address().as_deref(), Some("information"), "{case:?}");
            again.finish().await;
            assert!(again.page.contains("DONE"), "{case:?}: {}", again.page);
        }
        (See(ending), Some(address)) => {
            let again = Participant::follow(&served, &address).await;
            assert_eq!(again.session(), session, "{case:?}");
            assert!(again.page.contains(&format!("ending {ending}\"")), "{case:?}: {}", again.page);
        }
        (BeTold(ending), None) => {
            assert!(again.page.contains(&format!("ending {ending}\"")), "{case:?}: {}", again.page);
            assert!(!again.page.contains("DONE") && !again.page.contains(&session), "{case:?}: {}", again.page);
        }
        (GoOn | BeginAnew | See(_) | BeTold(_), address) => panic!("{case:?}: {address:?} {}", again.page),
    }
    let sessions = served.store.sessions(&served.name).await.unwrap();
    let finished = sessions.iter().filter(|row| row.outcome == Some(session::Outcome::Finished)).count();
    let under_way = sessions.iter().filter(|row| row.outcome.is_none()).count();
    assert!(finished <= 1 && under_way <= 1, "{case:?}: {finished} finished and {under_way} under way");
    served.stop().await;
}

#[tokio::test]
async fn whoever_comes_again_gets_in_once_and_sees_nobody_elses_session() {
    let key = Signer::new("k1");
    let issuer = Issuer::start(&[&key]).await;
    for case in CASES {
        check(&key, &issuer, case).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_submission_on_many_devices_at_once_is_one_session_and_one_slot() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let link = |submission: &str| format!("{}?PROLIFIC_PID=p1&SESSION_ID={submission}", served.entrance());
    let mut first = Participant::follow(&served, &link("a")).await;
    go_so_far(&served, &mut first, Answered).await;
    let arrivals = (0..16).map(|_| tokio::spawn(served.client.get(link("b")).send()));
    let mut addresses = std::collections::BTreeSet::new();
    for arrival in arrivals.collect::<Vec<_>>() {
        let reply = arrival.await.unwrap().unwrap();
        addresses.insert(reply.headers()[LOCATION].to_str().unwrap().to_owned());
    }
    assert_eq!(addresses.len(), 1, "{addresses:?}");
    let mut anew = Participant::follow(&served, &format!("{}{}", served.url, addresses.first().unwrap())).await;
    anew.finish().await;
    assert!(anew.page.contains("DONE"), "{}", anew.page);
    served.stop().await;
}
