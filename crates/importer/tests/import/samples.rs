//! Files as platforms write them, which are not part of the repository: each is imported, its rows add up, the study folder
//! is sound, and printed numbers are reached.

use std::collections::BTreeMap;

use dataset::{Dataset, Subject};
use importer::{ImportMapping, ImportOutcome, Input, Stop, import};
use study::InMemory;
use study::response::{Answer, Preference};

use super::{items, mapping_of};

fn input(name: &str) -> Option<Input> {
    let path = testdata::find_outside(&format!("samples/{name}"))?;
    Some(Input { name: name.to_owned(), bytes: std::fs::read(path).unwrap() })
}

fn import_sample(name: &str, lines: &[&str]) -> Option<ImportOutcome> {
    let file = input(name)?;
    let imported = import(&[file], None, &mapping_of(lines)).unwrap_or_else(|stop| panic!("{name}: {stop:#?}"));
    sound(name, &imported);
    Some(imported)
}

/// The folder is a study without errors, and its judgements are read back as they were written.
fn sound(name: &str, imported: &ImportOutcome) {
    assert!(imported.counts.add_up(), "{name}");
    let folder = &imported.folder;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.insert("study.toml".to_owned(), folder.study.clone().into_bytes());
    files.insert("items.csv".to_owned(), items(imported).into_bytes());
    files.extend(folder.texts.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())));
    let checked = study::check(&InMemory(files.into_iter().collect()));
    let errors: Vec<String> = checked
        .diagnostics
        .iter()
        .filter(|found| found.severity == diag::Severity::Error)
        .map(|found| diag::render(found, &checked.sources, diag::Style::Plain))
        .collect();
    assert!(errors.is_empty(), "{name}:\n{}\n{}", errors.join("\n"), folder.study);
    let mut judgements = Vec::new();
    imported.write_judgements(&mut judgements).unwrap();
    let table = table::Table::read("judgements.csv", &judgements).unwrap();
    let again = dataset::from_table(&table, &dataset::Mapping::default(), None).unwrap();
    assert_eq!(again.judgements.len(), imported.dataset().judgements.len(), "{name}");
    let text = folder.mapping_text(&["a.csv".to_owned()], None);
    ImportMapping::read(&text).unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
}

fn open_questions(name: &str, lines: &[&str]) -> Option<Vec<String>> {
    let file = input(name)?;
    match import(&[file], None, &mapping_of(lines)) {
        Err(Stop::Unsaid(questions)) => Some(questions.into_iter().map(|question| question.sentence).collect()),
        other => panic!("{name}: {:?}", other.map(|imported| imported.counts)),
    }
}

/// The mean of a criterion by the name of the system.
fn means(dataset: &Dataset, criterion: &str) -> BTreeMap<String, (f64, usize)> {
    let index = dataset.criteria.iter().position(|known| known.id == criterion).unwrap();
    let mut sums: BTreeMap<String, (f64, usize)> = BTreeMap::new();
    for judgement in dataset.included_judgements().filter(|judgement| judgement.criterion == index) {
        let (Subject::Item { systems, .. }, Some(value)) = (&judgement.subject, judgement.answer.number()) else {
            continue;
        };
        let sum = sums.entry(dataset.systems[usize::from(systems[0])].name.clone()).or_default();
        sum.0 += value;
        sum.1 += 1;
    }
    sums.into_iter().map(|(name, (sum, n))| (name, (sum / n as f64, n))).collect()
}

#[test]
fn a_batch_of_mechanical_turk_asks_what_c_means_and_then_loses_no_vote() {
    let Some(questions) = open_questions("mturk_batch_head300.csv", &[]) else { return };
    assert_eq!(questions.len(), 1, "{questions:?}");
    assert!(questions[0].starts_with("what does `c` mean in the columns `Answer.qFluent`"), "{questions:?}");
    let Some(imported) = import_sample("mturk_batch_head300.csv", &["words.equal = [\"c\"]"]) else { return };
    assert_eq!((imported.counts.rows, imported.counts.read), (300, 300));
    let dataset = &imported.dataset();
    // The workers are not in the file, and the ids of their assignments are the platform's too.
    assert_eq!(dataset.participants[..2], ["p1", "p10"]);
    let mut votes: BTreeMap<(String, Preference3), usize> = BTreeMap::new();
    for judgement in &dataset.judgements {
        if let Answer::Pairwise(vote) = judgement.answer {
            *votes.entry((dataset.criteria[judgement.criterion].name.clone(), vote.into())).or_default() += 1;
        }
    }
    // Counted with another program.
    for (asked, first, second, equal) in [("qFluent", 113, 88, 99), ("qTopic", 98, 85, 117), ("qToxic", 66, 58, 176)] {
        let of = |vote| votes.get(&(asked.to_owned(), vote)).copied().unwrap_or_default();
        let found = (of(Preference3::First), of(Preference3::Second), of(Preference3::Equal));
        assert_eq!(found, (first, second, equal), "{asked}");
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Preference3 {
    First,
    Second,
    Equal,
}

impl From<Preference> for Preference3 {
    fn from(preference: Preference) -> Self {
        match preference {
            Preference::First => Preference3::First,
            Preference::Second => Preference3::Second,
            Preference::Equal => Preference3::Equal,
        }
    }
}

#[test]
fn system_means_of_an_appraise_campaign_are_those_that_were_published() {
    let Some(imported) = import_sample("appraise_esa_240315rc5.csv", &[]) else { return };
    assert_eq!(imported.counts.rows, 3314);
    let means = means(&imported.dataset(), "score");
    for (system, expected) in [
        ("refA", 89.0580),
        ("GPT4-5shot", 88.6039),
        ("ONLINE-W", 88.1905),
        ("ONLINE-B", 87.9034),
        ("ONLINE-M", 86.1163),
        ("ONLINE-A", 86.0145),
        ("ONLINE-Y", 85.4444),
        ("ONLINE-G", 83.7440),
        ("Lan-BridgeMT", 83.6618),
        ("ZengHuiMT", 80.4493),
        ("NLLB_Greedy", 72.3382),
        ("NLLB_MBR_BLEU", 69.9227),
        ("AIRC", 68.9474),
    ] {
        let (mean, n) = means[&format!("wmt23.{system}")];
        assert!((mean - expected).abs() < 6e-5, "{system}: {mean} of {n}");
    }
    assert_eq!(imported.names().participants.len(), 33);
}

#[test]
fn system_means_of_mqm_averages_are_those_that_were_published() {
    let Some(imported) = import_sample("mqm_ted_ende.avg.tsv", &[]) else { return };
    let means = means(&imported.dataset(), "mqm");
    for (system, expected) in [
        ("ref-A", 0.911531),
        ("Facebook-AI", 1.055955),
        ("Online-W", 1.122495),
        ("VolcTrans-AT", 1.241021),
        ("metricsystem3", 1.435728),
        ("VolcTrans-GLAT", 1.494329),
        ("HuaweiTSC", 1.497543),
        ("metricsystem1", 1.629301),
        ("metricsystem2", 1.693573),
        ("metricsystem5", 1.716068),
        ("UEdin", 1.771645),
        ("metricsystem4", 1.775992),
        ("eTranslation", 1.968809),
        ("Nemo", 2.140832),
    ] {
        let (mean, n) = means[system];
        assert!((mean + expected).abs() < 1e-6 && n == 529, "{system}: {mean} of {n}");
    }
}

#[test]
fn scores_of_mqm_segments_are_the_published_averages() {
    let (Some(errors), Some(averages)) =
        (import_sample("mqm_ted_ende_head2000.tsv", &[]), import_sample("mqm_ted_ende.avg.tsv", &[]))
    else {
        return;
    };
    assert_eq!((errors.counts.rows, errors.counts.read), (1999, 1999));
    let scores = |dataset: &Dataset| -> BTreeMap<(String, String), f64> {
        let of = |judgement: &dataset::Judgement| match &judgement.subject {
            Subject::Item { item, systems } if judgement.criterion == 0 => {
                let key = (dataset.items[*item].id.clone(), dataset.systems[usize::from(systems[0])].name.clone());
                judgement.answer.number().map(|score| (key, score))
            }
            Subject::Item { .. } | Subject::Check { .. } => None,
        };
        dataset.judgements.iter().filter_map(of).collect()
    };
    let (found, published) = (scores(&errors.dataset()), scores(&averages.dataset()));
    let mut equal = 0;
    for (key, score) in &found {
        let key = (key.0.clone(), if key.1 == "ref" { "ref-A".to_owned() } else { key.1.clone() });
        equal += usize::from((score + published[&key]).abs() < 1e-6);
    }
    // The file is cut after 2,000 lines, in the middle of at most one segment of each system.
    assert!(found.len() > 1200 && found.len() - equal <= 14, "{equal} of {}", found.len());
}

#[test]
fn ratings_of_mt_metrics_eval_are_summed_and_counted() {
    let Some(imported) = import_sample("mtme_en-de.seg.rating.head", &[]) else { return };
    assert_eq!(imported.counts.rows, 60);
    assert_eq!(imported.names().systems.len(), 1);
    assert!(imported.first.iter().all(|sentence| !sentence.ends_with("-0")), "{:?}", imported.first);
}

#[test]
fn forms_are_read_once_it_is_said_what_their_columns_showed() {
    let Some(questions) = open_questions("google_forms_poll.csv", &[]) else { return };
    assert!(questions[0].starts_with("what did the columns of the form show"), "{questions:?}");
    let said = ["import.columns = \"criteria\"", "import.one_item = \"campaign\"", "import.one_system = \"the tool\""];
    let Some(questions) = open_questions("google_forms_poll.csv", &said) else { return };
    assert!(questions.len() == 1 && questions[0].ends_with("and 10 more the points of a scale?"), "{questions:?}");
    let labels =
        "import.labels = { \"Strongly disagree\" = 1, Disagree = 2, Neutral = 3, Agree = 4, \"Strongly agree\" = 5 }";
    let Some(poll) = import_sample("google_forms_poll.csv", &[&said[..], &[labels]].concat()) else { return };
    assert_eq!(poll.counts.read, 23);
    let said = ["import.columns = \"items\"", "import.one_system = \"unknown\"", "import.criterion = \"fluency\""];
    let Some(form) = import_sample("ms_forms_b1.csv", &said) else { return };
    assert_eq!((form.counts.rows, form.dataset().judgements.len()), (3, 90));
    assert_eq!(form.names().participants, ["p1", "p2", "p3"]);
}

#[test]
fn a_form_of_pairs_is_read_with_the_file_that_says_what_stood_where() {
    let Some(form) = input("ms_forms_b1.csv") else { return };
    let pairs: String = (0..30)
        .map(|row| format!("i{row},{},input {row}\n", if row % 2 == 0 { "GPT-2,DExperts" } else { "DExperts,PPLM" }))
        .collect();
    let items =
        Input { name: "pairs.csv".to_owned(), bytes: format!("item,system_a,system_b,prompt\n{pairs}").into_bytes() };
    let ask = |lines: &[&str]| match import(std::slice::from_ref(&form), Some(&items), &mapping_of(lines)) {
        Err(Stop::Unsaid(questions)) => questions[0].sentence.clone(),
        other => panic!("{:?}", other.map(|imported| imported.counts)),
    };
    assert!(ask(&[]).contains("in the order of the lists"));
    let order = "import.order = \"rows\"";
    assert!(ask(&[order]).contains("`C equally fluent`"), "{}", ask(&[order]));
    let said = mapping_of(&[order, "words.equal = [\"C equally fluent\"]", "import.criterion = \"fluency\""]);
    let imported = import(&[form], Some(&items), &said).unwrap_or_else(|stop| panic!("{stop:#?}"));
    sound("ms forms", &imported);
    assert_eq!(imported.dataset().judgements.len(), 90);
    let ties = imported
        .dataset()
        .judgements
        .iter()
        .filter(|judgement| judgement.answer == Answer::Pairwise(Preference::Equal))
        .count();
    assert_eq!(ties, 18);
}

#[test]
fn qualtrics_in_both_forms_is_read_without_what_says_who_someone_is() {
    let said = ["import.columns = \"criteria\"", "import.one_item = \"survey\"", "import.one_system = \"survey\""];
    for name in ["qualtrics_sample.csv", "qualtrics_sample_legacy.csv"] {
        let Some(imported) = import_sample(name, &said) else { return };
        assert_eq!((imported.counts.rows, imported.dataset().judgements.len()), (1, 2), "{name}");
        let mut judgements = Vec::new();
        imported.write_judgements(&mut judgements).unwrap();
        let written = format!("{:?}{}", imported.folder, String::from_utf8(judgements).unwrap());
        assert!(!written.contains("130.92.34.66") && !written.contains("47.11"), "{name}");
        assert!(
            imported
                .personal
                .iter()
                .any(|(personal, done)| personal.what == "an address on the internet" && done == "left out")
        );
    }
}

#[test]
fn documents_without_answers_are_named_and_not_imported() {
    for name in [
        "croissant_dices350.json",
        "heds_2022_datacard.json",
        "osf_aspredicted.json",
        "osf_brandt-postcomp-2.json",
        "osf_brandt-prereg-2.json",
        "osf_osf-preregistration-3.json",
        "prolific_minimal-study.json",
        "prolific_standard-sample.json",
        "prolific_study-with-auto-rejection.json",
        "prolific_study-with-taskflow.json",
        "rocrate_1.2_rainfall.json",
    ] {
        let Some(file) = input(name) else { return };
        match import(&[file], None, &ImportMapping::default()) {
            Err(Stop::Unreadable(problem)) => assert!(problem.contains("It holds no answers"), "{name}: {problem}"),
            other => panic!("{name}: {:?}", other.map(|imported| imported.counts)),
        }
    }
}
