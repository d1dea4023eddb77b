//! Whether a bundle is as it was made, and its numbers follow from its judgements.

use std::path::Path;

use record::bundle::Damage;
use serde_json::json;

use crate::bundle_folder::{BundleVerification, read_bundle};
use crate::outcome::Outcome;

/// Says what was found, line by line.
pub(super) fn print(path: &Path) -> anyhow::Result<Outcome> {
    let bag = read_bundle(path)?;
    let verified = BundleVerification::verify(&bag)?;
    for line in verified.lines(bag.len()) {
        println!("{line}");
    }
    if let Some(sum) = checksum(path)? {
        println!("SHA-256 of the archive {sum}");
    }
    Ok(outcome(&verified))
}

/// The SHA-256 of a bundle that is one file.
fn checksum(path: &Path) -> anyhow::Result<Option<String>> {
    Ok(if path.is_file() { Some(dataset::fingerprint(&std::fs::read(path)?)) } else { None })
}

/// Says what was found as one JSON object.
pub(super) fn print_json(path: &Path) -> anyhow::Result<Outcome> {
    let bag = read_bundle(path)?;
    let verified = BundleVerification::verify(&bag)?;
    let numbers = verified.derived.as_ref().map(|derived| {
        let differ: Vec<_> = derived
            .differences
            .iter()
            .map(|it| json!({ "id": it.id, "kept": it.kept, "derived": it.derived }))
            .collect();
        json!({ "derived": derived.results.estimates.len(), "differ": differ })
    });
    let said = json!({
        "format": 1,
        "sound": verified.is_sound(),
        "files": bag.len(),
        "sha256": checksum(path)?,
        "damages": verified.damages.iter().map(Damage::words).collect::<Vec<_>>(),
        "numbers": numbers,
        "documents": match &verified.documents {
            Ok(others) => json!(others.iter().map(|it| json!({ "path": it.path, "otherwise": it.otherwise.word() })).collect::<Vec<_>>()),
            Err(reason) => json!({ "not_made_again": reason }),
        },
        "taken_as_they_are": verified.taken,
    });
    println!("{}", serde_json::to_string_pretty(&said)?);
    Ok(outcome(&verified))
}

fn outcome(verified: &BundleVerification) -> Outcome {
    if verified.is_sound() { Outcome::Done } else { Outcome::ProblemsFound }
}
