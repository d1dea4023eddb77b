//! Bundles on a disk.

use std::collections::BTreeSet;
use std::path::Path;

use dataset::ARRIVALS_FILE;
use record::bundle::{
    self, Alike, BundleResults, Damage, FROZEN, FileMap, INFO, JUDGEMENTS, PAYLOAD, REHEARSAL, RESULTS, STUDY, compare,
    damages, date_of, derive, first_difference, from_zip, has_hashes, study_in,
};
use record::heds::Facts;
use record::preregistration::FrozenPreregistration;
use record::{AuthorsRecord, RECORD_FILE, read_record};
use serde_json::Value;
use study::Snapshot;

use crate::count_noun::{count_answers, count_noun};
use crate::documents::{DocumentSet, Documents, REPORT, pretty};
use crate::outcome::BadInput;
use crate::papers::Papers;
use crate::study_record::departures_section;

/// Whether a path is a bundle: a .zip file, or a bag's folder.
pub(crate) fn is_bundle(path: &Path) -> bool {
    let zip = path.is_file() && path.extension().is_some_and(|ending| ending == "zip");
    zip || path.join("bagit.txt").is_file()
}

/// The files of a bundle, packed or unpacked.
pub(crate) fn read_bundle(path: &Path) -> anyhow::Result<FileMap> {
    let shown = path.display();
    if !is_bundle(path) {
        return Err(BadInput(format!("`{shown}` is not a bundle; `rejudge bundle STUDY` makes one")).into());
    }
    if path.is_file() {
        let bytes = std::fs::read(path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
        return Ok(from_zip(&bytes).map_err(|error| BadInput(format!("`{shown}`: {error}")))?);
    }
    let mut files = FileMap::new();
    gather(path, "", &mut files).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
    Ok(files)
}

fn gather(folder: &Path, under: &str, files: &mut FileMap) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{under}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// A document that comes out otherwise when it is made again.
pub(crate) struct Remade {
    pub(crate) path: String,
    pub(crate) otherwise: Otherwise,
    /// Where it begins to say something else; nothing for one that is no text.
    place: Option<String>,
}

/// How a document comes out otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// It says something else.
    Different,
    /// In the last of all the digits of a number, which another processor computes otherwise.
    WithinPrecision,
    /// A figure as PDF that is drawn with fonts of the machine; the same as SVG came out the same.
    Fonts,
}

impl Otherwise {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Otherwise::Different => "different",
            Otherwise::WithinPrecision => "within-precision",
            Otherwise::Fonts => "fonts",
        }
    }
}

impl Remade {
    fn compare(path: &str, otherwise: Otherwise, kept: Option<&[u8]>, made: Option<&[u8]>) -> Remade {
        let text = |bytes: Option<&[u8]>| bytes.and_then(|bytes| std::str::from_utf8(bytes).ok().map(str::to_owned));
        let place = match (kept, made) {
            (None, _) => Some("it is not here".to_owned()),
            (Some(_), None) => Some("nothing gives such a file".to_owned()),
            (Some(_), Some(_)) => text(kept).zip(text(made)).map(|(kept, made)| {
                let (line, kept, made) = first_difference(&kept, &made);
                format!("line {line}: `{kept}` here, `{made}` made again")
            }),
        };
        Remade { path: path.to_owned(), otherwise, place }
    }

    fn words(&self) -> String {
        let place = self.place.as_ref().map_or_else(String::new, |place| format!("; {place}"));
        format!("`{}` is not what the study, the judgements and the authors' answers give{place}", self.path)
    }
}

/// What was found in a bundle.
pub(crate) struct BundleVerification {
    pub(crate) damages: Vec<Damage>,
    /// Nothing where files are damaged: numbers of other files say nothing.
    pub(crate) derived: Option<BundleResults>,
    /// The documents that come out otherwise, or the reason why none was made again.
    pub(crate) documents: Result<Vec<Remade>, String>,
    /// What was not derived from anything.
    pub(crate) taken: Vec<String>,
}

impl BundleVerification {
    /// Checks every file, then derives every number.
    pub(crate) fn verify(bag: &FileMap) -> anyhow::Result<BundleVerification> {
        let damages = damages(bag);
        if !damages.is_empty() {
            return Ok(BundleVerification { damages, derived: None, documents: Ok(Vec::new()), taken: Vec::new() });
        }
        let derived = derive(bag).map_err(|error| BadInput(error.to_string()))?;
        let documents = if derived.differences.is_empty() { remake_documents(bag, &derived)? } else { Ok(Vec::new()) };
        let beside = original_files(bag).map(|(path, _)| path).filter(|path| !path.starts_with(STUDY));
        let mut listed: Vec<String> = [STUDY].into_iter().chain(beside).map(str::to_owned).collect();
        if bag.contains_key(&format!("{PAYLOAD}{ARRIVALS_FILE}")) {
            listed.push(ARRIVALS_FILE.to_owned());
        }
        if has_hashes(original_files(bag).map(|(_, bytes)| bytes)) {
            listed.push(format!("{RESULTS} but for its numbers and verdicts"));
            if listed.iter().any(|path| path == FROZEN) {
                listed.push(REPORT.to_owned());
            }
        }
        Ok(BundleVerification { damages, derived: Some(derived), documents, taken: listed })
    }

    /// The documents that say something else than what the study and the judgements give.
    fn false_documents(&self) -> impl Iterator<Item = &Remade> {
        let all = self.documents.as_deref().unwrap_or_default();
        all.iter().filter(|it| it.otherwise == Otherwise::Different)
    }

    /// Whether all is as it should be.
    pub(crate) fn is_sound(&self) -> bool {
        self.damages.is_empty()
            && self.derived.as_ref().is_some_and(|derived| derived.differences.is_empty())
            && self.false_documents().next().is_none()
    }

    /// What was found, line by line.
    pub(crate) fn lines(&self, files: usize) -> Vec<String> {
        if !self.damages.is_empty() {
            let mut lines: Vec<String> = self.damages.iter().map(Damage::words).collect();
            lines.push("nothing was recomputed: the files are not those that were bundled".to_owned());
            return lines;
        }
        let mut lines = vec![format!("{files} files, all unchanged")];
        let Some(derived) = &self.derived else { return lines };
        let (all, differ) = (derived.kept.estimates.len(), derived.differences.len());
        if differ == 0 {
            lines.push(format!(
                "{} and {} recomputed from {}: all the same",
                count_noun(all, "number", "numbers"),
                count_noun(derived.kept.claims.len(), "verdict", "verdicts"),
                count_answers(&derived.dataset)
            ));
        } else {
            lines.push(format!("{differ} of {all} numbers and verdicts are not what the judgements give:"));
            lines.extend(
                derived.differences.iter().map(|it| format!("  {}: {} here, {} derived", it.id, it.kept, it.derived)),
            );
        }
        if differ > 0 {
            if derived.kept.provenance.program_hash != derived.results.provenance.program_hash {
                lines.push(format!("made by another build of the program ({})", derived.kept.provenance.program));
            }
            return lines;
        }
        lines.extend(self.false_documents().map(Remade::words));
        match &self.documents {
            Err(reason) => lines.push(format!("{MADE} were not regenerated: {reason}")),
            Ok(all) => {
                let count = |how: Otherwise| all.iter().filter(|it| it.otherwise == how).count();
                if count(Otherwise::Different) == 0 {
                    lines.push(format!("{MADE} regenerated: all the same"));
                }
                let (precision, fonts) = (count(Otherwise::WithinPrecision), count(Otherwise::Fonts));
                if precision > 0 {
                    lines.push(format!(
                        "but for numbers in {} that differ by less than a billionth, as processors may",
                        count_noun(precision, "file", "files")
                    ));
                }
                if fonts > 0 {
                    lines.push(format!(
                        "but for {} drawn with other fonts than this machine has; as SVG they are the same",
                        count_noun(fonts, "figure as PDF", "figures as PDF")
                    ));
                }
            }
        }
        lines.push(format!(
            "accepted as they are, because they cannot be derived: {}; if someone changed one of them and \
             everything that follows, only the SHA-256 of the archive shows it, if it was recorded elsewhere",
            self.taken.join(", ")
        ));
        lines
    }
}

/// What is made again.
const MADE: &str = "report, plan, pages, datasheet, forms and descriptions";

/// Makes every document again, and says which come out otherwise; as an error, why they cannot be made.
fn remake_documents(bag: &FileMap, derived: &BundleResults) -> anyhow::Result<Result<Vec<Remade>, String>> {
    let (made, now) = (&derived.kept.provenance.program_hash, &derived.results.provenance.program_hash);
    if made != now {
        return Ok(Err(format!("another build of the program made them ({})", derived.kept.provenance.program)));
    }
    let kept = |path: &str| bag.get(&format!("{PAYLOAD}{path}"));
    let (files, _) = study_in(bag).map_err(|error| BadInput(error.to_string()))?;
    // Every number here was derived again, and what is said of them must be said of these, to the last letter.
    let (study, dataset, results) = (&derived.study, &derived.dataset, &derived.kept);
    let plan = plan::make(study).map_err(|error| BadInput(error.to_string()))?;
    let frozen =
        kept(FROZEN).map(|bytes| FrozenPreregistration::from_json(&String::from_utf8_lossy(bytes))).transpose();
    let frozen = frozen.map_err(|error| BadInput(format!("`{FROZEN}`: {error}")))?;
    let withheld = has_hashes(files.0.values());
    let preregistration = match &frozen {
        Some(frozen) if !withheld => Some(departures_section(frozen, (study, &Snapshot::take(&files).1), dataset)?),
        Some(_) | None => None,
    };
    let mut again: FileMap = original_files(bag).map(|(path, bytes)| (path.to_owned(), bytes.clone())).collect();
    let documents = Documents { study, plan: &plan, dataset, results, preregistration };
    let DocumentSet { files: mut made, with_fonts_of_machine, comparison } = documents.make()?;
    made.insert(RESULTS.to_owned(), pretty(&derived.results.to_json())?);
    // Results have the fingerprint of the study with its texts, which are not here; every number in them was derived again.
    // Departures from a preregistration without its files cannot be found again.
    let unfounded = |path: &str| withheld && (path == RESULTS || frozen.is_some() && path.starts_with(REPORT));
    again.extend(made.into_iter().filter(|(path, _)| !unfounded(path)));
    again
        .extend(payload(bag).filter(|(path, _)| unfounded(path)).map(|(path, bytes)| (path.to_owned(), bytes.clone())));
    if !withheld {
        again.extend(documents.pages()?);
    }
    let judgements = kept(JUDGEMENTS).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
    again.extend(dataset::arrivals_csv(dataset, &judgements).map(|text| (ARRIVALS_FILE.to_owned(), text.into_bytes())));
    let (record, rehearsal) = (record_in(bag)?, rehearsal_in(bag)?);
    let (comparison, rehearsal, results) = (comparison.as_ref(), rehearsal.as_ref(), Some(results));
    let facts = Facts { study, plan: &plan, results, comparison, rehearsal, record: &record };
    let date = date_of(bag).unwrap_or_default();
    let papers = Papers { facts, dataset, frozen: frozen.as_ref(), level: derived.options.level, date: &date };
    let mut others = Vec::new();
    // What describes files has their checksums, and these are of the files as they are here.
    let mut settle = |files: &mut FileMap| {
        let paths: Vec<String> = files.keys().cloned().collect();
        for path in paths {
            let (Some(here), Some(made)) = (kept(&path), files.get(&path)) else { continue };
            let otherwise = match compare(here, made) {
                Alike::WithinPrecision => Otherwise::WithinPrecision,
                Alike::Different if with_fonts_of_machine.contains(&path) && has_same_drawing(bag, files, &path) => {
                    Otherwise::Fonts
                }
                Alike::Same | Alike::Different => continue,
            };
            others.push(Remade::compare(&path, otherwise, Some(here), Some(made)));
            files.insert(path, here.clone());
        }
    };
    settle(&mut again);
    papers.add_to(&mut again)?;
    settle(&mut again);
    papers.describe(&mut again)?;
    settle(&mut again);
    papers.describe_files(&mut again)?;
    let paths: BTreeSet<&str> = again.keys().map(String::as_str).chain(payload(bag).map(|(path, _)| path)).collect();
    for path in paths {
        let (here, made) = (kept(path).map(Vec::as_slice), again.get(path).map(Vec::as_slice));
        if here != made {
            others.push(Remade::compare(path, Otherwise::Different, here, made));
        }
    }
    let info = bundle::seal_payload(&again, &date, study).remove(INFO);
    if others.iter().all(|it| it.otherwise != Otherwise::Different) && bag.get(INFO) != info.as_ref() {
        others.push(Remade::compare(INFO, Otherwise::Different, bag.get(INFO).map(Vec::as_slice), info.as_deref()));
    }
    Ok(Ok(others))
}

/// Whether a figure as PDF is the same as SVG.
fn has_same_drawing(bag: &FileMap, again: &FileMap, pdf: &str) -> bool {
    let svg = pdf.trim_end_matches(".pdf").to_owned() + ".svg";
    again.get(&svg).is_some_and(|made| bag.get(&format!("{PAYLOAD}{svg}")) == Some(made))
}

/// The payload of a bag.
fn payload(bag: &FileMap) -> impl Iterator<Item = (&str, &Vec<u8>)> {
    bag.iter().filter_map(|(path, bytes)| Some((path.strip_prefix(PAYLOAD)?, bytes)))
}

/// What nothing else in a bundle gives.
fn original_files(bag: &FileMap) -> impl Iterator<Item = (&str, &Vec<u8>)> {
    payload(bag)
        .filter(|(path, _)| path.starts_with(STUDY) || [JUDGEMENTS, RECORD_FILE, REHEARSAL, FROZEN].contains(path))
}

/// What the authors say, nothing where they say nothing.
fn record_in(bag: &FileMap) -> anyhow::Result<AuthorsRecord> {
    let Some(bytes) = bag.get(&format!("{PAYLOAD}{RECORD_FILE}")) else { return Ok(AuthorsRecord::default()) };
    let read = read_record(&String::from_utf8_lossy(bytes)).value;
    Ok(read.ok_or_else(|| BadInput(format!("`{RECORD_FILE}` in the bundle cannot be read")))?)
}

fn rehearsal_in(bag: &FileMap) -> anyhow::Result<Option<Value>> {
    let read = bag.get(&format!("{PAYLOAD}{REHEARSAL}")).map(|bytes| serde_json::from_slice(bytes)).transpose();
    Ok(read.map_err(|error| BadInput(format!("`{REHEARSAL}` in the bundle is not JSON: {error}")))?)
}
