//! The papers in a bundle: datasheet, forms of preregistrations, and what describes every file. They follow from the study, its
//! results and what its authors say, and are made again when the bundle is verified.

use dataset::Dataset;
use record::bundle::{BundleDescription, FileMap, PROGRAM, STUDY, describe, describe_files, program_file};
use record::heds::{Facts, Version, fill};
use record::preregistration::{AFTER, FrozenPreregistration, fill_form, forms};
use study::file::StudyFile;

use crate::documents::pretty;
use crate::outcome::BadInput;

/// What the program was built from.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// What they are made from.
pub(crate) struct Papers<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) dataset: &'a Dataset,
    pub(crate) frozen: Option<&'a FrozenPreregistration>,
    /// Confidence level of the results.
    pub(crate) level: f64,
    /// Day of publication.
    pub(crate) date: &'a str,
}

impl Papers<'_> {
    /// Adds program, forms and datasheet.
    pub(crate) fn add_to(&self, files: &mut FileMap) -> anyhow::Result<()> {
        if let Some(results) = self.facts.results {
            files.insert(PROGRAM.to_owned(), program_file(results, self.level, LOCK));
        }
        files.insert("Cargo.lock".to_owned(), LOCK.as_bytes().to_vec());
        self.add_forms(files)?;
        let sheet = fill(&self.facts).map_err(|problems| BadInput(problems.join("\n")))?;
        let mut put = |name: &str, bytes: Vec<u8>| files.insert(format!("datasheet/{name}"), bytes);
        for version in [Version::V3, Version::V2022] {
            put(&format!("heds-{}.json", version.word()), pretty(&sheet.to_version(version).to_card())?);
        }
        let form = sheet.form();
        put("heds.html", form.html()?.into_bytes());
        put("heds.md", form.markdown().into_bytes());
        put("heds.tex", form.latex().into_bytes());
        Ok(())
    }

    fn add_forms(&self, files: &mut FileMap) -> anyhow::Result<()> {
        for form in forms() {
            let mut facts = self.facts;
            // What was said before the answers came.
            if self.frozen.is_some() && form.id != AFTER {
                (facts.results, facts.comparison) = (None, None);
            }
            let kept = self.frozen.and_then(|frozen| frozen.fill_form(&facts, form));
            let Some(page) = kept.or_else(|| fill_form(&facts, form)) else { continue };
            files.insert(format!("preregistration/{}.html", form.id), page.html()?.into_bytes());
            files.insert(format!("preregistration/{}.json", form.id), pretty(&page.responses().into())?);
        }
        Ok(())
    }

    /// Adds licence, citation, README and the description of the tables.
    pub(crate) fn describe(&self, files: &mut FileMap) -> anyhow::Result<()> {
        self.add_description(files, describe)
    }

    /// Adds the description of all other files, with their checksums.
    pub(crate) fn describe_files(&self, files: &mut FileMap) -> anyhow::Result<()> {
        self.add_description(files, describe_files)
    }

    fn add_description(
        &self,
        files: &mut FileMap,
        add: fn(&mut FileMap, &BundleDescription<'_>),
    ) -> anyhow::Result<()> {
        let Facts { study, results: Some(results), record, .. } = self.facts else { return Ok(()) };
        let items = format!("{STUDY}{}", study_file(files)?.items.file);
        let columns: Option<Vec<String>> = match files.get(&items) {
            Some(bytes) if items.ends_with(".csv") => {
                let table = table::Table::read(&items, bytes).map_err(|error| BadInput(error.to_string()))?;
                Some(table.columns().iter().map(|column| column.name().to_owned()).collect())
            }
            Some(_) | None => None,
        };
        let about = BundleDescription {
            study,
            results,
            record,
            codebook: &dataset::codebook_json(self.dataset),
            items: columns.as_ref().map(|columns| (items.as_str(), columns.as_slice())),
            items_withheld: record.publication.share_items == Some(false),
            date: self.date,
            program: &results.provenance.program,
        };
        add(files, &about);
        Ok(())
    }
}

/// `study.toml` as it is written.
pub(crate) fn study_file(files: &FileMap) -> anyhow::Result<StudyFile> {
    let text = files.get(&format!("{STUDY}study.toml")).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let decoded = study::decode::<StudyFile>("study.toml", &text.unwrap_or_default());
    decoded.value.ok_or_else(|| BadInput("`study.toml` cannot be read".to_owned()).into())
}
