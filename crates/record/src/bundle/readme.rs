//! What is where in a bundle, and who may use it.

use super::BundleDescription;

pub(super) fn readme(about: &BundleDescription<'_>) -> String {
    let items = if about.items_withheld {
        "The texts of the items may not travel. `study/` has their hashes instead, and the pages that show them are left out."
    } else {
        "The items are in `study/`, and `pages/` has every page as people saw it."
    };
    format!(
        "# {}\n\n{}\n\n{items}\n\n\
         - `study/`: the study; `rejudge check study` reads it\n\
         - `plan.json`: who was to be shown what\n\
         - `judgements.csv`: one row per judgement, by pseudonyms; `codebook.md` says what the columns mean\n\
         - `sessions.csv`: how many came, and how those ended who gave no answers, where that is known\n\
         - `results.json`, `report/`: every number, and the report made of them\n\
         - `record.toml`: what the authors say of the study; `rehearsal.json`: what a simulation found beforehand; where there are such\n\
         - `datasheet/`, `preregistration/`: HEDS datasheet, and the forms of preregistrations\n\
         - `program.json`, `Cargo.lock`: the program, its seed and settings, and what it was built from\n\n\
         `rejudge verify` checks every file against its checksum, derives every number again from the judgements, and makes every \
         document again.\n\
         `rejudge rerun` runs the same study afresh and compares.\n\n\
         Made by {}.\n",
        about.study.about.title,
        about.description(),
        about.program,
    )
}

pub(super) fn licence(about: &BundleDescription<'_>) -> String {
    let (name, address) = about.licence();
    match &about.record.publication.licence {
        Some(_) if name == address => format!("Data and texts: <{address}>.\n"),
        Some(_) => format!("Data and texts: {name}, <{address}>.\n"),
        None => "No licence is stated. Ask the authors before using data or texts.\n".to_owned(),
    }
}
