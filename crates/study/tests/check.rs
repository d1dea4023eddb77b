//! What checking answers to studies that are right, and to all sorts of files that are not.

use study::{InMemory, check};

const STUDY: &str = r#"
[study]
title = "Which paraphrase is closest in meaning?"
seed = 712

[systems]
vae = "VAE"
hrq = "HRQ-VAE"

[items]
file = "items.csv"
show = ["input"]

[[criteria]]
id = "meaning"
question = "Which paraphrase is closest in meaning?"
definition = "Says the same, no more and no less."
better = "higher"
response = { kind = "pairwise" }

[lists]
questions = 2
completions = 3
"#;

const ITEMS: &str = "item,input,vae,hrq\n1,a cat,the cat,one cat\n2,a dog,the dog,one dog\n";

fn folder(study: &str, items: &str) -> InMemory {
    let files = [("study.toml", study), ("items.csv", items)];
    InMemory(files.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect())
}

#[test]
fn a_right_study_is_made_and_nothing_is_said() {
    let checked = check(&folder(STUDY, ITEMS));
    assert_eq!(checked.diagnostics.len(), 0, "{:?}", checked.diagnostics);
    let study = checked.study.unwrap();
    assert_eq!(study.systems.iter().map(|s| s.id.0.as_str()).collect::<Vec<_>>(), ["vae", "hrq"]);
    assert_eq!(study.items.len(), 2);
    assert_eq!(study.items[1].outputs[1].as_deref(), Some("one dog"));
    assert_eq!(study.design.combine, study::file::Combine::AllPairs);
}
