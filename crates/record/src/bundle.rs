//! A bundle: everything that another lab needs to check a study and to run it again, in one archive.
//!
//! The archive is a BagIt bag whose payload is an RO-Crate with a Croissant description of its tables. It is made from values
//! alone, so that the same study and data give the same bytes.

mod archive;
mod bag;
mod citation;
mod crate_metadata;
mod croissant;
mod derive;
mod document_difference;
mod pseudonyms;
mod readme;
mod withheld_items;

use std::collections::BTreeMap;

use analysis::Results;
use serde_json::{Value, json};
use study::Study;

use crate::AuthorsRecord;
use crate::citable::is_address;

pub use archive::{ArchiveError, from_zip, names_a_bag, to_zip};
pub use bag::{Damage, INFO, damages, date_of, seal_payload};
pub use derive::{BundleResults, DeriveError, NumberDifference, derive, judgements, study_in};
pub use document_difference::{Alike, compare, first_difference};
pub use pseudonyms::use_pseudonyms;
pub use withheld_items::{has_hashes, withhold_texts};

/// Files by their paths, with forward slashes.
pub type FileMap = BTreeMap<String, Vec<u8>>;

/// Where the payload of a bag is.
pub const PAYLOAD: &str = "data/";
/// The study's files.
pub const STUDY: &str = "study/";
/// The judgements.
pub const JUDGEMENTS: &str = "judgements.csv";
/// The results.
pub const RESULTS: &str = "results.json";
/// How the results were made.
pub const PROGRAM: &str = "program.json";
/// The plan.
pub const PLAN: &str = "plan.json";
/// What `rejudge rehearse` found.
pub const REHEARSAL: &str = "rehearsal.json";
/// The preregistration as it was frozen.
pub const FROZEN: &str = "preregistration/preregistration.json";

/// What a bundle is described by.
#[derive(Debug, Clone, Copy)]
pub struct BundleDescription<'a> {
    pub study: &'a Study,
    pub results: &'a Results,
    pub record: &'a AuthorsRecord,
    /// The columns of the judgements, as the codebook has them.
    pub codebook: &'a Value,
    /// The table of items as it is in the bundle: its path, and its columns; none where it is not a CSV file.
    pub items: Option<(&'a str, &'a [String])>,
    /// Whether the texts of items are left out.
    pub items_withheld: bool,
    /// Day of publication, such as `2026-11-16`.
    pub date: &'a str,
    /// The program and its version.
    pub program: &'a str,
}

impl BundleDescription<'_> {
    /// One paragraph about the study.
    fn description(&self) -> String {
        let words = self.study.about.description.clone().unwrap_or_else(|| {
            let systems: Vec<&str> = self.study.systems.iter().map(|system| system.name.as_str()).collect();
            let criteria: Vec<&str> = self.study.criteria.iter().map(|criterion| criterion.name.as_str()).collect();
            format!("Human judgements of {} of the outputs of {}.", criteria.join(", "), systems.join(", "))
        });
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.is_simulated() { format!("SIMULATED: nobody took part. {words}") } else { words }
    }

    fn is_simulated(&self) -> bool {
        self.results.provenance.judged_by == analysis::JudgedBy::Simulated
    }

    fn version(&self) -> &str {
        self.record.publication.version.as_deref().unwrap_or("1.0")
    }

    /// The licence: its name and where it can be read.
    fn licence(&self) -> (String, String) {
        match &self.record.publication.licence {
            Some(address) if is_address(address) => (address.clone(), address.clone()),
            Some(id) => (id.clone(), format!("https://spdx.org/licenses/{id}")),
            None => ("no licence stated".to_owned(), "#no-licence".to_owned()),
        }
    }

    /// Where it can be had; the folder itself when nobody says.
    fn address(&self) -> String {
        let publication = &self.record.publication;
        let doi = publication
            .doi
            .as_ref()
            .map(|doi| format!("https://doi.org/{}", doi.trim_start_matches("https://doi.org/")));
        doi.or_else(|| publication.materials.clone()).unwrap_or_else(|| "./".to_owned())
    }
}

/// Adds licence, citation, README and the Croissant description of the tables.
pub fn describe(files: &mut FileMap, about: &BundleDescription<'_>) {
    files.insert("LICENSE.md".to_owned(), readme::licence(about).into_bytes());
    files.insert("CITATION.cff".to_owned(), citation::cff(about).into_bytes());
    files.insert("README.md".to_owned(), readme::readme(about).into_bytes());
    files.insert("croissant.json".to_owned(), pretty(&croissant::croissant(files, about)));
}

/// Adds the RO-Crate description of all other files, with their checksums.
pub fn describe_files(files: &mut FileMap, about: &BundleDescription<'_>) {
    files.insert("ro-crate-metadata.json".to_owned(), pretty(&crate_metadata::metadata(files, about)));
}

/// A value as a file.
fn pretty(value: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

/// What `program.json` says: the program, its sources, and how the numbers were drawn.
#[must_use]
pub fn program_file(results: &Results, level: f64, lock: &str) -> Vec<u8> {
    let chain = &results.provenance;
    pretty(&json!({
        "program": chain.program,
        "sources": chain.program_hash,
        "lock": dataset::fingerprint(lock.as_bytes()),
        "seed": chain.seed,
        "replicates": chain.replicates,
        "level": level,
    }))
}

#[cfg(test)]
mod tests;
