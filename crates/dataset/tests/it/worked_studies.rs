//! Every worked study, from its folder to judgements, to files and back.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use dataset::{Dataset, ExclusionRule, Judgement, Mapping, Subject};
use jiff::Timestamp;
use plan::Plan;
use session::{ArrivalChannel, ParticipantId, ParticipantKind, SessionEvent, Slot, Timing};
use simulation::RaterModel;
use study::{OnDisk, Study};
use table::Table;

fn studies() -> Vec<(Study, Plan)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|study| study.unwrap().path()).collect();
    folders.retain(|folder| folder.join("study.toml").is_file());
    folders.sort();
    let studies = folders.iter().map(|folder| {
        let study = study::check(&OnDisk(folder.clone())).study.unwrap();
        let plan = plan::make(&study).unwrap();
        (study, plan)
    });
    studies.collect()
}

fn simulate_study(study: &Study, plan: &Plan) -> Dataset {
    let mut raters = RaterModel::with_defaults(study);
    (raters.behaviour.inattentive, raters.behaviour.slips) = (0.0, 0.0);
    simulation::simulate(study, plan, &raters, 7)
}

/// A judgement by names, whatever numbers it has in its dataset.
fn describe_judgement(dataset: &Dataset, judgement: &Judgement) -> String {
    let subject = match &judgement.subject {
        Subject::Item { item, systems } => {
            let systems: Vec<&str> = systems.iter().map(|s| dataset.systems[*s as usize].id.as_str()).collect();
            let item = &dataset.items[*item];
            format!("{} {:?} {systems:?}", item.id, item.strata)
        }
        Subject::Check { check, passed } => format!("{:?} {passed}", dataset.checks[*check]),
    };
    let Judgement { participant, list, attempt, position, criterion, answer, timing, excluded, .. } = judgement;
    let person = &dataset.participants[*participant as usize];
    let criterion = &dataset.criteria[*criterion].id;
    format!("{person} {list} {attempt} {position} {subject} {criterion} {answer:?} {timing:?} {excluded:?}")
}

fn all_named(dataset: &Dataset) -> Vec<String> {
    let mut named: Vec<String> =
        dataset.judgements.iter().map(|judgement| describe_judgement(dataset, judgement)).collect();
    named.sort();
    named
}

#[test]
fn what_is_written_in_any_format_is_read_back_with_and_without_the_study() {
    for (study, plan) in studies() {
        let mut written = simulate_study(&study, &plan);
        written.judgements[3].excluded = Some(ExclusionRule::Said("by hand".to_owned()));
        written.judgements[4].timing.active_secs = Some(1.25);
        written.judgements[5].timing.answered_at_ms = Some(1_700_000_000_123);
        let files = [
            ("judgements.csv", dataset::to_csv(&written).into_bytes()),
            ("judgements.jsonl", dataset::to_jsonl(&written).into_bytes()),
            ("judgements.parquet", dataset::to_parquet(&written).unwrap()),
        ];
        for (name, bytes) in files {
            let table = Table::read(name, &bytes).unwrap();
            for study in [Some(&study), None] {
                let read = dataset::from_table(&table, &Mapping::default(), study).unwrap();
                assert_eq!(all_named(&read), all_named(&written), "{name}");
            }
        }
    }
}

#[test]
fn the_codebook_describes_every_column_that_is_written() {
    for (study, plan) in studies() {
        let dataset = simulate_study(&study, &plan);
        let csv = dataset::to_csv(&dataset);
        let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let codebook = dataset::codebook_json(&dataset);
        let described: Vec<&str> =
            codebook["columns"].as_array().unwrap().iter().map(|column| column["name"].as_str().unwrap()).collect();
        assert_eq!(header, described);
        let markdown = dataset::codebook_markdown(&dataset);
        assert!(header.iter().all(|name| markdown.contains(&format!("| `{name}` |"))), "{markdown}");
    }
}

/// What our pages would have noted of one session that gives these judgements.
fn log(
    study: &Study,
    plan: &Plan,
    participant: u8,
    judgements: &[&Judgement],
    end: Option<SessionEvent>,
) -> dataset::Log {
    let at = |seconds: i64| Timestamp::from_second(1_700_000_000 + seconds).unwrap();
    let slot = Slot { list: judgements[0].list, number: 0 };
    let presentation = plan.draw(slot.list as usize, 0).record(plan, slot.list as usize);
    let mut log = vec![
        (at(0), SessionEvent::Arrived { participant: ParticipantId([participant; 16]), how: ArrivalChannel::Open }),
        (at(1), SessionEvent::Consented),
        (at(2), SessionEvent::Held { slot, until: None, presentation }),
        (at(3), SessionEvent::InstructionsRead),
    ];
    for (second, judgement) in judgements.iter().enumerate() {
        let step = judgement.position - 1;
        // The third has a browser that tells anything.
        let active_ms = Some(if participant == 3 { u64::MAX } else { 500 });
        let timing = Timing { shown_ms: Some(800), active_ms, ..Timing::default() };
        let criterion = study.criteria[judgement.criterion].id.clone();
        log.push((
            at(10 + second as i64),
            SessionEvent::Answered { step, criterion, answer: judgement.answer.clone(), confidence: None, timing },
        ));
        if let Subject::Check { check, passed } = judgement.subject {
            let check = check as u32;
            let event = if passed {
                SessionEvent::CheckPassed { step, check }
            } else {
                SessionEvent::CheckFailed { step, check }
            };
            log.push((at(10 + second as i64), event));
        }
    }
    log.extend(end.map(|event| (at(600), event)));
    log
}

#[test]
fn sessions_on_our_pages_become_the_judgements_that_were_given() {
    for (study, plan) in studies() {
        let rehearsed = simulate_study(&study, &plan);
        let first: Vec<&Judgement> = {
            let session = rehearsed.judgements.iter().find(|it| it.list == 0).unwrap().session();
            rehearsed.judgements.iter().filter(|judgement| judgement.session() == session).collect()
        };
        let logs = [
            log(&study, &plan, 1, &first, Some(SessionEvent::Finished)),
            log(&study, &plan, 2, &first[..2], Some(SessionEvent::Lapsed)),
            log(&study, &plan, 3, &first[..1], None),
        ];
        let mut collected = dataset::from_events(&study, &plan, ParticipantKind::People, &logs).unwrap();
        assert_eq!(collected.participants, ["p0001", "p0002", "p0003"]);
        let excluded: Vec<Option<ExclusionRule>> = collected.judgements.iter().map(|it| it.excluded.clone()).collect();
        let count = |rule: Option<ExclusionRule>| excluded.iter().filter(|it| **it == rule).count();
        assert_eq!(count(None), first.len());
        assert_eq!(count(Some(ExclusionRule::Lapsed)), 2);
        assert_eq!(count(Some(ExclusionRule::Incomplete)), 1);
        for (given, found) in first.iter().zip(&collected.judgements) {
            assert_eq!((&given.subject, &given.answer), (&found.subject, &found.answer));
            assert_eq!(found.timing.active_secs, Some(0.5));
            assert_eq!(found.timing.session_secs, Some(600.0));
        }
        let beyond = collected.judgements.iter().find(|it| it.participant == 2).unwrap();
        assert_eq!(beyond.timing.active_secs, Some(7.0), "no more than passed since the instructions");
        collected.exclude(&study);
        assert_eq!(collected.included_judgements().count(), first.len());
    }
}

#[test]
fn a_list_done_twice_counts_once_and_only_if_the_first_time_counts() {
    let (study, plan) = studies().remove(0);
    let whole = simulate_study(&study, &plan);
    let mut twice = whole.clone();
    twice.judgements.extend(whole.judgements.iter().map(|judgement| Judgement { attempt: 2, ..judgement.clone() }));
    twice.exclude(&study);
    assert_eq!(twice.included_judgements().count(), whole.judgements.len());
    assert!(twice.included_judgements().all(|judgement| judgement.attempt == 1));
    let mut lapsed = twice.clone();
    for judgement in &mut lapsed.judgements {
        judgement.excluded = (judgement.attempt == 1).then_some(ExclusionRule::Lapsed);
    }
    lapsed.exclude(&study);
    assert!(lapsed.included_judgements().all(|judgement| judgement.attempt == 2));
    assert_eq!(lapsed.included_judgements().count(), whole.judgements.len());
}

#[test]
fn a_break_is_no_part_of_the_time_that_a_session_took() {
    let (study, plan) = studies().remove(0);
    let rehearsed = simulate_study(&study, &plan);
    let session = rehearsed.judgements.iter().find(|it| it.list == 0).unwrap().session();
    let first: Vec<&Judgement> = rehearsed.judgements.iter().filter(|it| it.session() == session).collect();
    let took = |log: dataset::Log| {
        let data = dataset::from_events(&study, &plan, ParticipantKind::People, &[log]).unwrap();
        data.judgements[0].timing.session_secs
    };
    let whole = log(&study, &plan, 1, &first, Some(SessionEvent::Finished));
    assert_eq!(took(whole.clone()), Some(600.0));
    let mut rested = whole;
    let at = |seconds: i64| Timestamp::from_second(1_700_000_000 + seconds).unwrap();
    // The page before was sent after 400 seconds, the one behind the break could be seen after 550.
    let end = rested.pop().unwrap();
    rested.push((at(400), SessionEvent::Submitted { step: 0, timing: Timing::default() }));
    rested.push((at(550), SessionEvent::Rested { step: 1 }));
    rested.push(end);
    assert_eq!(took(rested), Some(450.0));
}
