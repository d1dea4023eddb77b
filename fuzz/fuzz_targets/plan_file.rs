//! Plan files, against a study: what can be read is written the same.
#![no_main]
#![expect(clippy::unwrap_used, reason = "the study is one of ours")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use plan::Plan;
use study::{InMemory, Study, check};

static STUDY: LazyLock<Study> = LazyLock::new(|| {
    let files = [("study.toml", include_str!("../plan_study.toml")), ("items.csv", "item,a,b\n1,x,y\n2,z,w\n3,u,v\n")];
    let files: BTreeMap<String, Vec<u8>> = files.map(|(name, text)| (name.to_owned(), text.into())).into();
    check(&InMemory(files)).study.unwrap()
});

fuzz_target!(|text: &str| {
    if let Ok(plan) = Plan::from_json(text, &STUDY) {
        let written = plan.to_json();
        assert_eq!(Plan::from_json(&written, &STUDY).unwrap().to_json(), written);
    }
});
