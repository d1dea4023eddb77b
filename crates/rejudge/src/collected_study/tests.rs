//! Whatever is edited in a study folder after people took part: every judgement stays what it was, or it is refused.

use std::sync::Arc;

use jiff::Timestamp;
use session::testing::Sample;
use session::{ArrivalChannel, ParticipantKind};
use store::{Identity, KeptStudy, Opening, Store};
use study::response::Answer;
use study::{InMemory, Snapshot, Study};

use super::{Log, Plan, changes};

/// Four people answer, each otherwise.
async fn collect(sample: &Sample) -> (KeptStudy, Vec<Log>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(&folder.path().join("answers.sqlite")).await.unwrap();
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let opening = Opening {
        study: Arc::clone(&sample.study),
        plan: Arc::clone(&sample.plan),
        snapshot: sample.snapshot.clone(),
        participants: ParticipantKind::People,
    };
    let at = opening.open(&store, "fluency", now).await.unwrap();
    for number in 1..5 {
        let who = Identity { how: ArrivalChannel::Prolific, id: format!("P{number}"), submission: None };
        let mut handled = at.arrive(&who, now).await.unwrap();
        while let Some(command) = sample.next(&handled.session, (number, 5)) {
            handled = at.handle(handled.id, command, now).await.unwrap();
        }
    }
    let kept = store.kept_study("fluency").await.unwrap().unwrap();
    let logs = store.session_logs("fluency").await.unwrap();
    store.close().await;
    (kept, logs.into_values().collect())
}

/// Participant, what was judged by its ids, criterion, value.
type JudgementRow = (u32, String, Vec<String>, String, Answer);

fn judgements(study: &Study, plan: &Plan, logs: &[Log]) -> Vec<JudgementRow> {
    let dataset = dataset::from_events(study, plan, ParticipantKind::People, logs).unwrap();
    let judged = |it: &dataset::Judgement| {
        let (about, systems) = match &it.subject {
            dataset::Subject::Item { item, systems } => {
                let id = |system: &u16| dataset.systems[usize::from(*system)].id.clone();
                (dataset.items[*item].id.clone(), systems.iter().map(id).collect())
            }
            dataset::Subject::Check { check, .. } => (dataset.checks[*check].id.clone(), Vec::new()),
        };
        (it.participant, about, systems, dataset.criteria[it.criterion].id.clone(), it.answer.clone())
    };
    dataset.judgements.iter().map(judged).collect()
}

/// Every way to edit one line that is tried: taken out, twice, in place of the next, another number, another word.
fn edits(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut edits = Vec::new();
    for at in 0..lines.len() {
        let with = |new: &[String]| {
            let new = new.iter().map(String::as_str);
            let all: Vec<&str> =
                lines[..at].iter().copied().chain(new).chain(lines[at + 1..].iter().copied()).collect();
            all.join("\n") + "\n"
        };
        let line = lines[at].to_owned();
        edits.push(with(&[]));
        edits.push(with(&[line.clone(), line.clone()]));
        if let Some(next) = lines.get(at + 1) {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            if *next != lines[at] {
                edits.push(swapped.join("\n") + "\n");
            }
        }
        for (from, to) in [('1', '2'), ('2', '3'), ('3', '4'), ('4', '5'), ('5', '4'), ('7', '9')] {
            if line.contains(from) {
                edits.push(with(&[line.replacen(from, &to.to_string(), 1)]));
            }
        }
        for word in line.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 2) {
            edits.push(with(&[line.replacen(word, &format!("{word}x"), 1)]));
        }
    }
    edits
}

#[tokio::test]
async fn an_edit_after_collecting_leaves_every_judgement_as_it_was_or_is_refused() {
    let sample = Sample::as_written();
    let (kept, logs) = collect(&sample).await;
    let before = judgements(&sample.study, &sample.plan, &logs);
    assert!(before.len() >= 16, "{before:?}");
    let (mut unsound, mut refused, mut named) = (0, 0, 0);
    for (file, bytes) in &sample.files.0 {
        for edited in edits(std::str::from_utf8(bytes).unwrap()) {
            let mut files = sample.files.clone();
            files.0.insert(file.clone(), edited.clone().into_bytes());
            let (checked, snapshot) = Snapshot::take(&InMemory(files.0));
            let Some(study) = checked.study else {
                unsound += 1;
                continue;
            };
            let Ok(plan) = kept.plan_for(&study, &snapshot) else {
                refused += 1;
                continue;
            };
            assert_eq!(judgements(&study, &plan, &logs), before, "{file}:\n{edited}");
            if study.fingerprint != sample.study.fingerprint {
                assert!(!changes(&kept, &study, &snapshot).unwrap().is_empty(), "{file}:\n{edited}");
                named += 1;
            }
        }
    }
    assert!(unsound > 50 && refused > 50 && named > 20, "{unsound} unsound, {refused} refused, {named} named");
}
