//! The worked studies in `studies/`: example, fixture and documentation at once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect;
use study::claim::Names;
use study::file::Combine;
use study::{InMemory, Study, check};

const STUDIES: [&str; 5] = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"];

fn folder(name: &str) -> InMemory {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let files: BTreeMap<String, Vec<u8>> = std::fs::read_dir(&path)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| file.path().is_file())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    InMemory(files)
}

fn study(name: &str) -> Study {
    check(&folder(name)).study.unwrap_or_else(|| panic!("{name} has errors"))
}

/// Everything found in a study, as a person reads it.
fn render_findings(name: &str) -> String {
    let checked = check(&folder(name));
    let show = |diagnostic| format!("{name}: {}\n\n", diag::render(diagnostic, &checked.sources, diag::Style::Plain));
    checked.diagnostics.iter().map(show).collect()
}

#[test]
fn every_worked_study_is_clean() {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")).unwrap();
    let mut names: Vec<String> = folders.map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, STUDIES);
    let found: String = STUDIES.map(render_findings).concat();
    assert!(found.is_empty(), "{found}");
    for name in STUDIES {
        let study = study(name);
        assert!(study.items.len() >= 12, "{name}");
        assert!(study.original.is_some_and(|original| !original.results.is_empty()), "{name}");
        assert!(!study.texts.information.is_empty() && !study.texts.debrief.is_empty(), "{name}");
    }
}

#[test]
fn the_worked_studies_have_the_structure_of_the_seeds() {
    let seen = STUDIES.map(|name| {
        let study = study(name);
        let questions = study.items.len() * shown_together(&study);
        let lists = questions * study.criteria.len() / study.lists.questions as usize;
        (name, study.systems.len(), study.criteria.len(), lists, study.lists.completions, study.checks.len())
    });
    assert_eq!(
        seen,
        [
            ("best-worst", 5, 3, 36, 3, 0),
            ("fluency", 3, 1, 10, 2, 0),
            ("meaning-pairs", 4, 1, 6, 3, 4),
            ("simplicity-ranking", 4, 1, 4, 10, 6),
            ("toxicity-pairs", 5, 3, 4, 3, 0),
        ]
    );
}

/// The claims of a study in their canonical form.
fn claims(name: &str) -> String {
    let study = study(name);
    let names = Names {
        systems: study.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| (criterion.id.0.clone(), criterion.better)).collect(),
    };
    let line = |claim: &study::claim::Claim| {
        let holds_if = claim.holds_if.as_ref().map_or("out of scope".to_owned(), |c| c.display(&names).to_string());
        format!("{name} {}: {holds_if}\n", claim.id)
    };
    study.claims.iter().map(line).collect()
}

#[test]
fn the_claims_of_the_worked_studies_say_what_they_mean() {
    expect![[r#"
        best-worst C1: gold > template on grammaticality and ed_cc > template on grammaticality and hier > template on grammaticality and macro > template on grammaticality and gold > template on coherence and ed_cc > template on coherence and hier > template on coherence and macro > template on coherence and gold > template on repetition and ed_cc > template on repetition and hier > template on repetition and macro > template on repetition
        best-worst C2: macro > template, ed_cc, hier on coherence and macro > template, ed_cc, hier on repetition
        best-worst C3: gold > all others on grammaticality and gold > all others on coherence and gold > all others on repetition
        best-worst C4: macro > ed_cc on repetition
        fluency C1: svm > gedi on fluency
        fluency C2: svm > dexperts on fluency
        meaning-pairs C1: vae > all others on meaning
        meaning-pairs C2: out of scope
        meaning-pairs C3: hrq > lbow, sep_ae on meaning
        meaning-pairs C4: out of scope
        meaning-pairs C5: out of scope
        simplicity-ranking C1: orig > nts_pt on understanding and nts > nts_pt on understanding and ptb > nts_pt on understanding
        simplicity-ranking C2: ptb > orig on understanding
        simplicity-ranking C3: nts > nts_pt on understanding and orig > nts on understanding and ptb > orig on understanding
        simplicity-ranking C4: orig > nts_pt on understanding
        toxicity-pairs C1: dexperts > all others on toxicity
        toxicity-pairs C2: dexperts > gpt2 on toxicity by 0.1
        toxicity-pairs C3: dexperts = gpt2 on fluency within 0.05
        toxicity-pairs C4: dexperts > gpt2 on toxicity
    "#]].assert_eq(&STUDIES.map(claims).concat());
}

/// How many outputs, pairs or sets one item gives.
fn shown_together(study: &Study) -> usize {
    let systems = study.systems.len();
    match study.parts[0].design.combine {
        Combine::EveryOutput => systems,
        Combine::AllPairs => systems * (systems - 1) / 2,
        Combine::OneAgainstRest => systems - 1,
        Combine::AllTogether => 1,
        Combine::SampledPairs => study.parts[0].design.pairs_per_item as usize,
        Combine::Blocks => study.parts[0].design.sets_per_item as usize,
    }
}
