use expect_test::{Expect, expect};
use jiff::Timestamp;
use session::Outcome;
use store::{Batch, Bonus, BonusRecord, BonusState};
use study::file::Codes;

use super::{Books, Finding, Pair, PlatformSession, State, Submission, Todo, amounts_owed, approvals, read, reconcile};

fn codes() -> Codes {
    Codes {
        completed: "DONE".to_owned(),
        failed_check: Some("FAIL".to_owned()),
        declined: None,
        screened_out: Some("OUT".to_owned()),
        late: None,
    }
}

fn platform_session(number: u32, person: &str, outcome: Option<Outcome>) -> PlatformSession {
    let id = session::SessionId([number as u8; 16]);
    PlatformSession { id, number, person: person.to_owned(), submission: None, outcome, secs: Some(300.0) }
}

fn words(pairs: &[Pair]) -> String {
    let line = |pair: &Pair| {
        let here = pair.session.as_ref().map_or("–".to_owned(), |session| session.number.to_string());
        let there = pair.submission.as_ref().map_or("–", |submission| submission.submission.as_str());
        format!("{here} {there} {:?} {:?}\n", pair.finding, pair.finding.todo())
    };
    pairs.iter().map(line).collect()
}

fn check(sessions: &[PlatformSession], export: &str, expected: &Expect) {
    let export = read(export).unwrap();
    assert_eq!(export.problems, []);
    expected.assert_eq(&words(&reconcile(Some(&codes()), sessions, &export.submissions)));
}

#[test]
fn every_way_in_which_the_two_sides_can_differ_has_its_finding() {
    let sessions = [
        platform_session(1, "fine", Some(Outcome::Finished)),
        platform_session(2, "unknown-code", Some(Outcome::Finished)),
        platform_session(3, "no-code", Some(Outcome::Finished)),
        platform_session(4, "gone", Some(Outcome::Finished)),
        platform_session(5, "rejected", Some(Outcome::Finished)),
        platform_session(6, "missing", Some(Outcome::Finished)),
        platform_session(7, "cheat", None),
        platform_session(8, "out", Some(Outcome::ScreenedOut)),
        platform_session(9, "out-wrong", Some(Outcome::ScreenedOut)),
        platform_session(10, "gave-back", Some(Outcome::Returned)),
        platform_session(11, "working", None),
        platform_session(12, "paid", Some(Outcome::Finished)),
        platform_session(13, "paid-though", Some(Outcome::TooLate)),
    ];
    check(
        &sessions,
        "Submission id,Participant id,Status,Completion code\n\
         s1,fine,AWAITING REVIEW,done\n\
         s2,unknown-code,AWAITING REVIEW,UNKNOWN CODE\n\
         s3,no-code,AWAITING REVIEW,NOCODE\n\
         s4,gone,TIMED-OUT,\n\
         s5,rejected,REJECTED,DONE\n\
         s7,cheat,AWAITING REVIEW,DONE\n\
         s8,out,AWAITING REVIEW,OUT\n\
         s9,out-wrong,AWAITING REVIEW,DONE\n\
         s10,gave-back,RETURNED,\n\
         s11,working,ACTIVE,\n\
         s12,paid,APPROVED,DONE\n\
         s13,paid-though,APPROVED,DONE\n\
         s14,stranger,AWAITING REVIEW,DONE\n\
         s15,never-came,RETURNED,\n",
        &expect![[r#"
            2 s2 Lost Approve
            3 s3 Lost Approve
            4 s4 LostAndGone PayBonus
            5 s5 RejectedThough Look
            6 – UnknownThere Look
            – s14 OnlyThere Look
            7 s7 WrongCode Look
            9 s9 WrongCode Look
            13 s13 ApprovedThough Look
            1 s1 Finished Approve
            8 s8 EndedOtherwise Look
            11 s11 UnderWay Nothing
            – s15 Settled Nothing
            10 s10 Settled Nothing
            12 s12 Settled Nothing
        "#]],
    );
}

#[test]
fn a_person_who_gave_one_back_and_did_another_is_matched_by_what_was_sent() {
    let sessions =
        [platform_session(1, "p", Some(Outcome::Returned)), platform_session(2, "p", Some(Outcome::Finished))];
    check(
        &sessions,
        "session_id,participant_id,status,entered_code\na,p,RETURNED,\nb,p,AWAITING REVIEW,DONE\n",
        &expect![[r#"
            2 b Finished Approve
            1 a Settled Nothing
        "#]],
    );
    // The platform's own id of the submission decides where it is known, unless the work was paid for by another: then a bonus would
    // pay for it twice.
    let mut known = platform_session(2, "p", Some(Outcome::Finished));
    known.submission = Some("a".to_owned());
    check(
        &[known],
        "Submission id\tParticipant id\tStatus\tCompletion code\na\tp\tTIMED-OUT\t\nb\tp\tAPPROVED\tDONE\n",
        &expect![[r#"
            – a Settled Nothing
            2 b Settled Nothing
        "#]],
    );
}

#[test]
fn mechanical_turks_own_table_comes_back_with_approvals_and_never_a_rejection() {
    let table = "HITId,AssignmentId,WorkerId,AssignmentStatus,Answer.code,Approve,Reject\n\
                 h,a1,w1,Submitted,DONE,,\n\
                 h,a2,w2,Submitted,\"x, y\",,\n\
                 h,a3,w3,Approved,DONE,,\n";
    let export = read(table).unwrap();
    let sessions = [
        platform_session(1, "w1", Some(Outcome::Finished)),
        platform_session(2, "w2", None),
        platform_session(3, "w3", Some(Outcome::Finished)),
    ];
    let pairs = reconcile(Some(&codes()), &sessions, &export.submissions);
    expect![[r#"
        HITId,AssignmentId,WorkerId,AssignmentStatus,Answer.code,Approve,Reject
        h,a1,w1,Submitted,DONE,x,
        h,a2,w2,Submitted,"x, y",,
        h,a3,w3,Approved,DONE,,
    "#]]
    .assert_eq(&approvals(&export, &pairs));
}

#[test]
fn the_reply_of_amazons_command_line_is_read_and_the_assignments_to_approve_come_back() {
    let answer = |code: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"ASCII\"?><QuestionFormAnswers xmlns=\"x\"><Answer><QuestionIdentifier>outcome\
             </QuestionIdentifier><FreeText>finished</FreeText></Answer><Answer>\n<QuestionIdentifier>code</QuestionIdentifier>\n\
             <FreeText>{code}</FreeText></Answer></QuestionFormAnswers>"
        )
    };
    let assignment = |number: u32, status: &str, code: &str| {
        serde_json::json!({
            "AssignmentId": format!("A{number}"), "WorkerId": format!("w{number}"), "HITId": "H", "AssignmentStatus": status,
            "AcceptTime": "2026-11-18T05:00:00+00:00", "Answer": answer(code),
        })
    };
    let reply = serde_json::json!({
        "NumResults": 3,
        "Assignments": [assignment(1, "Submitted", "done"), assignment(2, "Submitted", "A &lt; B &amp; C"), assignment(3, "Approved", "DONE")],
    });
    let export = read(&format!("\n{reply:#}")).unwrap();
    let written: Vec<&str> = export.submissions.iter().map(|one| one.code.as_str()).collect();
    assert_eq!((written, export.problems.len()), (vec!["done", "A < B & C", "DONE"], 0));
    let sessions = [1, 2, 3].map(|number| platform_session(number, &format!("w{number}"), Some(Outcome::Finished)));
    assert_eq!(approvals(&export, &reconcile(Some(&codes()), &sessions, &export.submissions)), "A2\nA1\n");
    for (text, part) in [
        ("{\"Assignments\": [], \"NextToken\": \"p2\"}", "more assignments than these"),
        ("{\"HITs\": []}", "no list of assignments"),
        ("[1", "no list of assignments"),
    ] {
        let problem = read(text).unwrap_err();
        assert!(problem.what.contains(part) && problem.remedy.contains("list-assignments-for-hit"), "{problem:?}");
    }
}

#[test]
fn prolific_gets_the_ids_of_those_to_approve() {
    let export = read(
        "\u{feff}Submission id,Participant id,Status,Completion code\ns1,p1,AWAITING REVIEW,DONE\ns2,p2,ACTIVE,\n",
    )
    .unwrap();
    let sessions = [platform_session(1, "p1", Some(Outcome::Finished)), platform_session(2, "p2", None)];
    assert_eq!(approvals(&export, &reconcile(Some(&codes()), &sessions, &export.submissions)), "p1\n");
}

#[test]
fn what_cannot_be_read_is_told_with_its_row_and_a_remedy() {
    for (text, row, part) in [
        // What a command that failed leaves.
        ("", 1, "nothing stands in it"),
        ("\u{feff}\n", 1, "nothing stands in it"),
        ("a,b\n1,2\n", 1, "found: a, b"),
        ("Participant id,Status\np,ACTIVE\n", 1, "no column `Submission id`"),
        ("WorkerId,AssignmentId\nw,a\n", 1, "no column `AssignmentStatus`"),
    ] {
        let problem = read(text).unwrap_err();
        assert_eq!(problem.row, row, "{problem:?}");
        assert!(problem.what.contains(part) && !problem.remedy.is_empty(), "{problem:?}");
    }
    let export = read("Submission id,Participant id,Status\ns1,,ACTIVE\ns2,p,DREAMING\ns3,p,ACTIVE\n").unwrap();
    let rows: Vec<usize> = export.problems.iter().map(|problem| problem.row).collect();
    assert_eq!((rows, export.submissions.len()), (vec![2, 3], 1));
    assert!(export.problems[1].what.contains("`DREAMING`"));
    // Two exports in one: the older row would say that what was approved since waits.
    let twice =
        read("Submission id,Participant id,Status\ns1,p,APPROVED\ns1,p,AWAITING REVIEW\n,q,ACTIVE\n,r,ACTIVE\n");
    let export = twice.unwrap();
    assert_eq!((export.submissions.len(), export.problems.len(), export.problems[0].row), (3, 1, 3));
    assert!(export.problems[0].what.contains("s1 is in row 2 already"), "{:?}", export.problems);
}

/// A study that pays 1.60 for a list, and 12 for an hour at least.
fn paid_study() -> (study::Study, plan::Plan) {
    let file = "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\n\
        id = \"item\"\n[[criteria]]\nid = \"f\"\nquestion = \"Q?\"\ndefinition = \"D\"\n\
        response = { kind = \"rating\", points = 5, minimum = 1 }\n[lists]\nquestions = 1\ncompletions = 9\n[participants]\nfrom = \"open\"\n\
        [payment]\ncurrency = \"GBP\"\namount = 1.6\nestimated_minutes = 5\nfloor_per_hour = 12\n";
    let files = [("study.toml", file), ("items.csv", "item,one\n1,a\n"), ("consent.md", "Yes?")];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let study = study::check(&study::InMemory(files.into_iter().collect())).study.unwrap();
    let plan = plan::make(&study).unwrap();
    (study, plan)
}

fn record(session: session::SessionId, state: BonusState) -> BonusRecord {
    let bonus = Bonus { session, why: "lost".to_owned(), coins: 160, currency: "GBP".to_owned() };
    BonusRecord { bonus, state, batch: Batch("b".to_owned()), at: Timestamp::UNIX_EPOCH, account: "ada".to_owned() }
}

#[test]
fn what_a_bonus_paid_for_is_suggested_for_no_other_payment() {
    let (study, plan) = paid_study();
    let done = platform_session(1, "p", Some(Outcome::Finished));
    let found = |state: State, code: &str, bonuses: Option<Vec<u64>>, recorded: Option<BonusState>| {
        let there = Submission {
            row: 2,
            person: "p".to_owned(),
            submission: "s".to_owned(),
            state,
            code: code.to_owned(),
            bonuses,
        };
        let recorded: Vec<BonusRecord> = recorded.map(|state| record(done.id, state)).into_iter().collect();
        let books = Books::new(&study, &plan, std::slice::from_ref(&done), &[there], &recorded);
        let due = books.balance.unwrap().sum;
        (books.pairs[0].finding, due.reward_due + due.bonus_owed)
    };
    let (paid, doubt) = (Some(BonusState::Paid), Some(BonusState::InDoubt));
    assert_eq!(found(State::TimedOut, "", None, None), (Finding::LostAndGone, 160));
    assert_eq!(found(State::TimedOut, "", None, Some(BonusState::Planned)), (Finding::LostAndGone, 160));
    assert_eq!(found(State::TimedOut, "", None, paid), (Finding::PaidByBonus, 0));
    assert_eq!(found(State::Returned, "", None, doubt), (Finding::BonusInDoubt, 0));
    assert_eq!(found(State::TimedOut, "", Some(vec![160]), None), (Finding::PaidByBonus, 0), "by hand, over there");
    assert_eq!(found(State::TimedOut, "", Some(vec![60]), None), (Finding::LostAndGone, 100));
    // Whoever was timed out can still send their code: Prolific then awaits a review.
    for (code, recorded) in [("", paid), ("", doubt), ("DONE", paid), ("DONE", doubt)] {
        assert_eq!(found(State::Submitted, code, None, recorded), (Finding::WouldPayTwice, 0));
    }
    assert_eq!(found(State::Approved, "DONE", None, paid), (Finding::PaidTwice, 0));
    assert_eq!(found(State::PartlyApproved, "DONE", None, paid), (Finding::PaidTwice, 0));
    assert_eq!(found(State::Approved, "DONE", None, None), (Finding::Settled, 0));
    for finding in [Finding::WouldPayTwice, Finding::PaidTwice, Finding::BonusInDoubt] {
        assert_eq!(finding.todo(), Todo::Look);
    }
}

#[test]
fn what_the_platform_paid_by_itself_is_not_owed_again() {
    let (study, plan) = paid_study();
    // Ten minutes at 12 an hour are 2.00: 0.40 more than the list pays, beside the 1.60 that a submission that is gone does not pay.
    let mut slow = platform_session(1, "p", Some(Outcome::Finished));
    slow.secs = Some(600.0);
    let owed_after = |paid: Option<Vec<u64>>, recorded: &[BonusRecord]| {
        let gone = Submission {
            row: 2,
            person: "p".to_owned(),
            submission: "s".to_owned(),
            state: State::TimedOut,
            code: String::new(),
            bonuses: paid,
        };
        let pairs = reconcile(Some(&codes()), std::slice::from_ref(&slow), &[gone]);
        amounts_owed(&study, &plan, &pairs, recorded)
            .iter()
            .map(|owed| (owed.why.word(), owed.amount.coins))
            .collect::<Vec<_>>()
    };
    assert_eq!(owed_after(None, &[]), [("lost", 160), ("floor", 40)], "a table does not say");
    assert_eq!(owed_after(Some(vec![]), &[]), [("lost", 160), ("floor", 40)]);
    assert_eq!(owed_after(Some(vec![160]), &[]), [("floor", 40)], "paid on the platform's own page");
    assert_eq!(owed_after(Some(vec![100, 100]), &[]), []);
    assert_eq!(owed_after(Some(vec![100]), &[]), [("lost", 60), ("floor", 40)]);
    for state in [BonusState::Paid, BonusState::InDoubt] {
        assert_eq!(owed_after(Some(vec![160]), &[record(slow.id, state)]), [("floor", 40)], "counted once");
    }
}

#[test]
fn nothing_that_a_person_might_paste_makes_it_panic() {
    let pieces = ["Submission id", "Participant id,Status", "\"", "\n", "\t", ",", "\0", "é", "WorkerId,AssignmentId"];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let _told = read(&format!("{first}{second}\n{third}{first}"));
            }
        }
    }
    let nobody: &[Submission] = &[];
    assert_eq!(reconcile(None, &[], nobody), []);
    for outcome in [None, Some(Outcome::Finished), Some(Outcome::TooLate)] {
        assert_eq!(reconcile(None, &[platform_session(1, "p", outcome)], nobody)[0].finding, Finding::UnknownThere);
    }
}

#[test]
fn who_was_screened_out_or_paid_in_part_there_is_not_taken_for_approved_or_waiting() {
    let sessions = [
        platform_session(1, "finished", Some(Outcome::Finished)),
        platform_session(2, "part", Some(Outcome::Finished)),
        platform_session(3, "out", Some(Outcome::ScreenedOut)),
        platform_session(4, "failed", Some(Outcome::FailedCheck)),
        platform_session(5, "failed-part", Some(Outcome::FailedCheck)),
    ];
    check(
        &sessions,
        "Submission id,Participant id,Status,Completion code\n\
         s1,finished,SCREENED OUT,OUT\n\
         s2,part,PARTIALLY APPROVED,DONE\n\
         s3,out,SCREENED OUT,OUT\n\
         s4,failed,SCREENED OUT,OUT\n\
         s5,failed-part,PARTIALLY_APPROVED,FAIL\n\
         s6,never,SCREENED OUT,OUT\n\
         s7,reserved,RESERVED,\n",
        &expect![[r#"
            1 s1 ScreenedOutThough PayBonus
            2 s2 PaidInPart Look
            – s6 OnlyThere Look
            4 s4 ApprovedThough Look
            – s7 UnderWay Nothing
            3 s3 Settled Nothing
            5 s5 Settled Nothing
        "#]],
    );
}
