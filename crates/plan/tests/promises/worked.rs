//! The worked studies: each can be planned, and its plan keeps every promise.

use std::path::Path;

use study::InMemory;

use crate::{checker, sessions};

#[test]
fn every_worked_study_keeps_every_promise() {
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut planned = Vec::new();
    for folder in std::fs::read_dir(studies).unwrap() {
        let folder = folder.unwrap().path();
        if !folder.join("study.toml").is_file() {
            continue;
        }
        let mut files = InMemory::default();
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                files.0.insert(name, std::fs::read(&path).unwrap());
            }
        }
        let study = study::check(&files).study.unwrap_or_else(|| panic!("{} does not check", folder.display()));
        let plan = plan::make(&study).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        assert_eq!(checker::faults(&plan.to_json(), &study), Vec::<String>::new(), "{}", folder.display());
        let faults = sessions::faults(&plan, &study);
        assert_eq!(faults, Vec::<String>::new(), "{}", folder.display());
        planned.push(folder);
    }
    assert!(planned.len() >= 5, "only {planned:?}");
}
