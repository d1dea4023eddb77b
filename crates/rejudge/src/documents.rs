//! What in a bundle follows from its study and its judgements alone: made when the bundle is, and again when it is verified.

use std::collections::BTreeSet;
use std::sync::Arc;

use analysis::Results;
use anyhow::Context as _;
use dataset::Dataset;
use pages::assets::ASSETS;
use pages::preview::Site;
use plan::Plan;
use record::bundle::{FileMap, PLAN, RESULTS};
use reproduction::Comparison;
use study::Study;

use crate::conclusion::Conclusion;

/// Where the report is.
pub(crate) const REPORT: &str = "report/";

/// What they are made from.
pub(crate) struct Documents<'a> {
    pub(crate) study: &'a Study,
    pub(crate) plan: &'a Plan,
    pub(crate) dataset: &'a Dataset,
    pub(crate) results: &'a Results,
    /// What the report says about the preregistration.
    pub(crate) preregistration: Option<report::Section>,
}

/// What was made.
pub(crate) struct DocumentSet {
    /// Every file but the pages.
    pub(crate) files: FileMap,
    /// Those that are drawn with fonts of this machine.
    pub(crate) with_fonts_of_machine: BTreeSet<String>,
    /// The comparison with the original.
    pub(crate) comparison: Option<Comparison>,
}

impl Documents<'_> {
    /// Everything but the pages.
    pub(crate) fn make(&self) -> anyhow::Result<DocumentSet> {
        let mut files = FileMap::new();
        let mut with_fonts_of_machine = BTreeSet::new();
        let mut plan = Vec::new();
        self.plan.write_json(&mut plan).context("the plan could not be written as JSON")?;
        files.insert(PLAN.to_owned(), plan);
        files.insert(RESULTS.to_owned(), pretty(&self.results.to_json())?);
        files.insert("codebook.json".to_owned(), pretty(&dataset::codebook_json(self.dataset))?);
        files.insert("codebook.md".to_owned(), dataset::codebook_markdown(self.dataset).into_bytes());
        let Conclusion { mut document, comparison } =
            Conclusion::from_results(Some(self.study), self.dataset, self.results);
        if let Some(comparison) = &comparison {
            files.insert("comparison.json".to_owned(), pretty(&comparison.to_json())?);
        }
        document.sections.extend(self.preregistration.clone());
        for file in report::files(&document)? {
            let path = format!("{REPORT}{}", file.path);
            if file.has_fonts_of_machine {
                with_fonts_of_machine.insert(path.clone());
            }
            files.insert(path, file.bytes);
        }
        Ok(DocumentSet { files, with_fonts_of_machine, comparison })
    }

    /// Every page as people saw it.
    pub(crate) fn pages(&self) -> anyhow::Result<FileMap> {
        let site = Site::new(Arc::new(self.study.clone()), self.plan.clone()).as_files("../study");
        let mut files = FileMap::new();
        files.insert("pages/index.html".to_owned(), site.index()?.into_bytes());
        for entry in site.all_pages() {
            files.insert(format!("pages/{}.html", entry.name()), site.render(&entry)?.into_bytes());
        }
        if !site.look().is_empty() {
            files.insert(format!("pages/{}", pages::preview::LOOK), site.look().as_bytes().to_vec());
        }
        for asset in ASSETS {
            files.insert(format!("pages/{}/{}", pages::preview::ASSETS, asset.name), pages::preview::classic(asset));
        }
        Ok(files)
    }
}

/// A value as a file.
pub(crate) fn pretty(value: &serde_json::Value) -> anyhow::Result<Vec<u8>> {
    Ok((serde_json::to_string_pretty(value)? + "\n").into_bytes())
}
