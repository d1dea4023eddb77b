//! The study folder that an import makes.

mod design;
mod items;
mod mapping;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dataset::{Dataset, JudgedBy, Origin, Provenance, System};
use study::response::Response;
use table::Table;

use crate::import_mapping::ImportMapping;
use crate::judgement_summary::JudgementSummary;
use crate::question::quoted;
use crate::response_text;
pub(crate) use items::Items;

/// The files of a study folder.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyFolder {
    /// `study.toml`.
    pub study: String,
    /// `mapping.toml`, with every column named; the files must still be put in.
    pub mapping: toml::Table,
    /// The texts around the questions, by file name.
    pub texts: Vec<(&'static str, &'static str)>,
}

impl StudyFolder {
    /// `mapping.toml` for these files.
    #[must_use]
    pub fn mapping_text(&self, files: &[String], items: Option<&str>) -> String {
        mapping::text(&self.mapping, files, items)
    }
}

/// The files of a study folder, its items and judgements aside, and where the texts of the items are.
pub(crate) fn write(
    table: &Table,
    dataset: &Dataset,
    (wanted, wording, summary): (&ImportMapping, &BTreeMap<String, String>, &JudgementSummary),
    notes: &mut Vec<String>,
) -> (StudyFolder, Items) {
    let items = Items::find(table, dataset, (wanted, summary), notes);
    let study = study_toml((dataset, summary), &items, (wanted, wording));
    let folder = StudyFolder { study, mapping: mapping::complete(wanted, dataset), texts: TEXTS.to_vec() };
    (folder, items)
}

/// The files of a study that has these judgements and makes these claims (`a > b on fluency`), each decided by the test that
/// fits its criterion: for tables that come without a study.
#[must_use]
pub fn study_of(dataset: &Dataset, title: &str, claims: &[String]) -> BTreeMap<String, Vec<u8>> {
    let summary = JudgementSummary::from_dataset(dataset);
    let items = Items::default();
    let import =
        crate::import_mapping::Import { title: Some(title.to_owned()), ..crate::import_mapping::Import::default() };
    let wanted = ImportMapping { import, ..ImportMapping::default() };
    let mut text = study_toml((dataset, &summary), &items, (&wanted, &BTreeMap::new()));
    for (number, claim) in claims.iter().enumerate() {
        let _ = writeln!(
            text,
            "\n[[claims]]\nid = \"C{}\"\ntext = {1}\nholds_if = {1}\ndecided_by = \"test\"",
            number + 1,
            quoted(claim)
        );
    }
    let mut items_csv = Vec::new();
    // Writing to memory cannot fail, so that neither can this.
    let _ = items.write(None, (dataset, &summary), &mut items_csv);
    let mut files = BTreeMap::from([("study.toml".to_owned(), text.into_bytes()), ("items.csv".to_owned(), items_csv)]);
    files.extend(TEXTS.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    files
}

/// The texts around the questions.
const TEXTS: [(&str, &str); 4] = [
    ("information.md", include_str!("folder/information.md")),
    ("consent.md", include_str!("folder/consent.md")),
    ("instructions.md", include_str!("folder/instructions.md")),
    ("debrief.md", include_str!("folder/debrief.md")),
];

/// A dataset of items that nobody has judged yet.
pub(crate) fn items_only(table: &Table, wanted: &ImportMapping) -> Dataset {
    let systems =
        wanted.columns.systems.iter().map(|(id, name)| System { id: id.clone(), name: name.clone() }).collect();
    let ids = wanted.columns.item.as_deref().and_then(|name| table.column(name));
    let mut items: Vec<String> =
        ids.map(|column| column.distinct().into_iter().map(str::to_owned).collect()).unwrap_or_default();
    items.sort();
    Dataset {
        provenance: Provenance {
            study: None,
            data: None,
            origin: Origin::Table { file: table.file().to_owned() },
            judged_by: JudgedBy::Foreign,
            changed: Vec::new(),
        },
        systems,
        strata: Vec::new(),
        items: items.into_iter().map(|id| dataset::Item { id, strata: Vec::new() }).collect(),
        criteria: Vec::new(),
        checks: Vec::new(),
        participants: Vec::new(),
        judgements: Vec::new(),
        remarks: None,
        questionnaire: None,
        arrivals: None,
        notes: Vec::new(),
    }
}

fn study_toml(
    (dataset, summary): (&Dataset, &JudgementSummary),
    items: &Items,
    (wanted, wording): (&ImportMapping, &BTreeMap<String, String>),
) -> String {
    let title = wanted.import.title.clone().unwrap_or_else(|| "An imported evaluation".to_owned());
    let language = wanted.import.language.clone().unwrap_or_else(|| "en".to_owned());
    let mut text = String::from(
        "# Made by `rejudge import` from the answers in judgements.csv; mapping.toml says how they were read.\n",
    );
    let _ = writeln!(text, "\n[study]\ntitle = {}\nlanguage = {}\nseed = 1\n", quoted(&title), quoted(&language));
    let _ = writeln!(text, "[systems]");
    for system in &dataset.systems {
        let _ = writeln!(text, "{} = {}", quoted(&system.id), quoted(&system.name));
    }
    let _ = writeln!(text, "\n[items]\nfile = \"items.csv\"\nid = \"item\"");
    if !items.show.is_empty() {
        let _ = writeln!(text, "show = {}", crate::question::quoted_list(items.show.iter().map(String::as_str)));
    }
    if !dataset.strata.is_empty() {
        let _ = writeln!(text, "strata = {}", crate::question::quoted_list(dataset.strata.iter().map(String::as_str)));
    }
    if !items.complete(dataset, summary) {
        let _ = writeln!(text, "# Not every system was judged on every item.\nallow_missing = true");
    }
    if dataset.criteria.is_empty() {
        let _ = writeln!(text, "{}", include_str!("folder/criterion.toml"));
    }
    for criterion in &dataset.criteria {
        let question = wording.get(&criterion.id).cloned().unwrap_or_else(|| criterion.name.clone());
        let _ = writeln!(
            text,
            "\n[[criteria]]\nid = {}\nname = {}\nquestion = {}",
            quoted(&criterion.id),
            quoted(&criterion.name),
            quoted(&question)
        );
        let _ = writeln!(text, "definition = \"none given\"");
        let better = match criterion.better {
            study::file::Better::Higher => "higher",
            study::file::Better::Lower => "lower",
            study::file::Better::Neither => "neither",
        };
        let _ = writeln!(
            text,
            "better = \"{better}\"   # the files do not say; check it\nresponse = {}",
            response_text::inline(&criterion.response)
        );
    }
    text.push_str(&design::text(dataset, summary));
    text.push_str("\n[participants]\nfrom = \"invited\"\n");
    text
}

/// Whether a response shows one output or several.
pub(crate) fn shows_several(response: &Response) -> Option<bool> {
    match response {
        Response::Pairwise(_) | Response::Ranking(_) | Response::BestWorst(_) => Some(true),
        Response::Rating(_) | Response::Slider(_) | Response::Spans(_) | Response::Count(_) => Some(false),
        Response::Choice(_) | Response::Text(_) => None,
    }
}
