use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use live::{Conclusions as _, Format, Naming, PowerStanding, Standing};
use session::{ArrivalChannel, Command, CriterionAnswer, PageAnswers, SessionState, Timing};
use store::{Collector, CommandOutcome, Identity, Store};
use study::response::{Answer, Preference};
use study::{InMemory, Study};

use super::SoFarOf;

const NAMES: [&str; 4] = ["Zebrafish", "Quokka", "zeb_sys", "quo_sys"];

fn study(completions: u32) -> Study {
    let file = "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 3\n[systems]\nzeb_sys = \"Zebrafish\"\nquo_sys = \"Quokka\"\n\
        [items]\nfile = \"items.csv\"\nid = \"item\"\n[[criteria]]\nid = \"better\"\nquestion = \"Which?\"\ndefinition = \"d\"\n\
        response = { kind = \"pairwise\" }\n[lists]\nquestions = 4\ncompletions = 6\npages = \"all\"\n\
        [participants]\nfrom = \"open\"\n[[claims]]\nid = \"C1\"\ntext = \"Zebrafish is better than Quokka.\"\n\
        holds_if = \"zeb_sys > quo_sys on better\"\n";
    let items = "item,zeb_sys,quo_sys\n1,a,b\n2,c,d\n3,e,f\n4,g,h\n";
    let file = file.replace("completions = 6", &format!("completions = {completions}"));
    let files = [("study.toml", file.as_str()), ("items.csv", items), ("consent.md", "Agree?")];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let checked = study::check(&InMemory(BTreeMap::from(files)));
    let found: Vec<String> = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
    checked.study.unwrap_or_else(|| panic!("{found:?}"))
}

/// Someone comes and finishes; prefers the first text, but one in four times.
async fn finish(at: &Collector, person: usize) -> CommandOutcome {
    let mut now = Timestamp::from_second(1_800_000_000 + 1000 * person as i64).unwrap();
    let who = Identity { how: ArrivalChannel::Open, id: format!("someone {person}"), submission: None };
    let mut handled = at.arrive(&who, now).await.unwrap();
    loop {
        now += SignedDuration::from_secs(30);
        let command = match handled.session.state(at.study()) {
            SessionState::Information | SessionState::Consent => Command::Consent,
            SessionState::AllSteps => {
                let page = |step: u32| {
                    let choice = if step == 3 { Preference::Second } else { Preference::First };
                    let given = CriterionAnswer {
                        criterion: at.study().criteria[0].id.clone(),
                        answer: Answer::Pairwise(choice),
                        confidence: None,
                    };
                    PageAnswers { step, loaded_at: None, answers: vec![given], remark: None, timing: Timing::default() }
                };
                Command::Submit((0..4).map(page).collect())
            }
            SessionState::Screening
            | SessionState::Waiting
            | SessionState::Instructions
            | SessionState::Training { .. }
            | SessionState::Step(_)
            | SessionState::Closing
            | SessionState::Done(_) => return handled,
        };
        handled = at.handle(handled.id, command, now).await.unwrap();
    }
}

async fn wait_for_conclusions(conclusions: &SoFarOf, naming: Naming) -> Arc<live::SoFar> {
    for _ in 0..600 {
        if let Standing::Fresh(found) = conclusions.so_far(naming).await.unwrap() {
            return found;
        }
    }
    panic!("it is never ready");
}

#[tokio::test]
async fn answers_are_looked_at_and_written_out_blind_until_names_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("a.sqlite").display().to_string()).await.unwrap();
    let study = Arc::new(study(6));
    let plan = Arc::new(plan::make(&study).unwrap());
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let at = Collector::open(&store, "t", study.clone(), plan.clone(), now).await.unwrap();
    let conclusions = SoFarOf::new(&at, None);

    let found = wait_for_conclusions(&conclusions, Naming::Blind).await;
    assert_eq!((found.judgements, found.people), (0, 0));
    let mut first = None;
    for person in 0..5 {
        let handled = finish(&at, person).await;
        first.get_or_insert(handled.id);
    }
    let found = wait_for_conclusions(&conclusions, Naming::Blind).await;
    assert_eq!((found.judgements, found.people, found.excluded), (20, 5, 0));
    for part in ["system A", "system B", "places-preferred", "1 of 2", "persons-better", "p0005"] {
        assert!(found.sections.contains(part), "{part} is not in\n{}", found.sections);
    }
    assert!(found.sections.contains("<svg") && !found.sections.contains(" style="));
    for format in Format::ALL {
        let bytes = conclusions.write_judgements(Naming::Blind, format).await.unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&bytes), found.sections);
        for name in NAMES {
            assert!(!text.contains(name), "{} names {name}", format.file());
        }
    }
    let blind = String::from_utf8(conclusions.write_judgements(Naming::Blind, Format::Csv).await.unwrap()).unwrap();
    let column = blind.lines().next().unwrap().split(',').position(|name| name == "systems").unwrap();
    for row in blind.lines().skip(1) {
        let systems = row.split(',').nth(column).unwrap();
        assert_eq!(
            systems, "withheld-1 withheld-2",
            "joined with the texts on a page, anything else would tell whose they are"
        );
    }
    let csv = String::from_utf8(conclusions.write_judgements(Naming::Open, Format::Csv).await.unwrap()).unwrap();
    assert_eq!(csv.lines().count(), 21);
    assert!(csv.contains("zeb_sys") && csv.contains("quo_sys"));
    assert!(!csv.contains(&first.unwrap().to_string()), "what opens a session is in no file");
    assert!(wait_for_conclusions(&conclusions, Naming::Open).await.sections.contains("Zebrafish"));

    at.handle(first.unwrap(), Command::Withdraw, now).await.unwrap();
    let found = wait_for_conclusions(&conclusions, Naming::Blind).await;
    assert_eq!((found.judgements, found.people), (16, 4), "what was withdrawn is gone");
    store.close().await;
}

#[tokio::test]
async fn nobody_who_looks_waits_while_a_long_log_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("a.sqlite").display().to_string()).await.unwrap();
    let study = Arc::new(study(6));
    let plan = Arc::new(plan::make(&study).unwrap());
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let at = Collector::open(&store, "t", study.clone(), plan.clone(), now).await.unwrap();
    finish(&at, 0).await;
    let conclusions = SoFarOf::new(&at, None);
    // Somebody is reading, and not done.
    let reading = conclusions.0.book.lock().await;
    let look = async { (conclusions.so_far(Naming::Blind).await, conclusions.power().await) };
    let looked_at = tokio::time::timeout(std::time::Duration::from_secs(60), look).await.expect("they wait");
    assert!(matches!(looked_at, (Ok(Standing::Computing), Ok(PowerStanding::Computing))));
    drop(reading);
    wait_for_conclusions(&conclusions, Naming::Blind).await;
    store.close().await;
}

/// What is known of the power once it is computed.
async fn power(conclusions: &SoFarOf) -> PowerStanding {
    for _ in 0..6000 {
        match conclusions.power().await.unwrap() {
            PowerStanding::Computing => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            known @ (PowerStanding::NoClaims | PowerStanding::TooFew | PowerStanding::Known(_)) => return known,
        }
    }
    panic!("it is never computed");
}

#[tokio::test]
async fn the_power_to_expect_is_told_of_two_thirds_of_the_answers_by_ten_people() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("a.sqlite").display().to_string()).await.unwrap();
    let study = Arc::new(study(14));
    let plan = Arc::new(plan::make(&study).unwrap());
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let at = Collector::open(&store, "t", study.clone(), plan.clone(), now).await.unwrap();
    let conclusions = SoFarOf::new(&at, None);
    for person in 0..4 {
        finish(&at, person).await;
    }
    assert!(matches!(power(&conclusions).await, PowerStanding::TooFew));
    for person in 4..12 {
        finish(&at, person).await;
    }
    // What was found before is shown until the rest is looked at.
    for _ in 0..6000 {
        if let PowerStanding::Known(found) = power(&conclusions).await {
            assert_eq!((found.people, found.claims.len(), found.claims[0].id.as_str()), (10, 1, "C1"));
            assert!(found.claims[0].rehearsed > 0.0);
            let said = format!("{found:?}");
            assert!(NAMES.iter().all(|name| !said.contains(name)), "{said}");
            store.close().await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it is never known");
}
