//! The worked studies in `studies/`: example, fixture and documentation at once.

use std::collections::BTreeMap;
use std::path::Path;

use study::file::Combine;
use study::{InMemory, Study, check};

const STUDIES: [&str; 5] = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"];

fn folder(name: &str) -> InMemory {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let files: BTreeMap<String, Vec<u8>> = std::fs::read_dir(&path)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    InMemory(files)
}

fn study(name: &str) -> Study {
    check(&folder(name)).study.unwrap_or_else(|| panic!("{name} has errors"))
}

/// Everything found in a study, as a person reads it.
fn found(name: &str) -> String {
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
    let found: String = STUDIES.map(found).concat();
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

/// How many outputs, pairs or sets one item gives.
fn shown_together(study: &Study) -> usize {
    let systems = study.systems.len();
    match study.design.combine {
        Combine::EveryOutput => systems,
        Combine::AllPairs => systems * (systems - 1) / 2,
        Combine::OneAgainstRest => systems - 1,
        Combine::AllTogether => 1,
        Combine::SampledPairs => study.design.pairs_per_item as usize,
        Combine::Blocks => study.design.sets_per_item as usize,
    }
}
