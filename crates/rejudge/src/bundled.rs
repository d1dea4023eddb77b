//! Bundles on a disk.

use std::path::Path;

use record::bundle::{
    Alike, Damage, Derived, FileMap, PAYLOAD, alike, damages, derive, first_difference, from_zip, study_in,
};
use record::preregistration::Frozen;
use study::{InMemory, Snapshot};

use crate::documents::{DOCUMENTS, Documents};
use crate::outcome::BadInput;
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
    pub(crate) how: Alike,
    /// Where it begins to say something else; nothing for one that is no text, or is missing on one side.
    place: Option<String>,
}

impl Remade {
    fn of(path: &str, how: Alike, kept: Option<&[u8]>, made: Option<&[u8]>) -> Remade {
        let text = |bytes: Option<&[u8]>| bytes.and_then(|bytes| std::str::from_utf8(bytes).ok().map(str::to_owned));
        let place = text(kept).zip(text(made)).map(|(kept, made)| {
            let (line, kept, made) = first_difference(&kept, &made);
            format!("line {line}: `{kept}` here, `{made}` made again")
        });
        Remade { path: path.to_owned(), how, place }
    }

    fn words(&self) -> String {
        let place = self.place.as_ref().map_or_else(String::new, |place| format!("; {place}"));
        format!("`{}` is not what the study and the judgements give{place}", self.path)
    }
}

/// What was found in a bundle.
pub(crate) struct Verified {
    pub(crate) damages: Vec<Damage>,
    /// Nothing where files are damaged: numbers of other files say nothing.
    pub(crate) derived: Option<Derived>,
    /// The documents that come out otherwise, or the reason why none was made again.
    pub(crate) documents: Result<Vec<Remade>, String>,
}

impl Verified {
    /// Checks every file, then derives every number.
    pub(crate) fn of(bag: &FileMap) -> anyhow::Result<Verified> {
        let damages = damages(bag);
        if !damages.is_empty() {
            return Ok(Verified { damages, derived: None, documents: Ok(Vec::new()) });
        }
        let derived = derive(bag).map_err(|error| BadInput(error.to_string()))?;
        let documents = if derived.differences.is_empty() { made_again(bag, &derived)? } else { Ok(Vec::new()) };
        Ok(Verified { damages, derived: Some(derived), documents })
    }

    /// The documents that say something else than what the study and the judgements give.
    fn false_documents(&self) -> impl Iterator<Item = &Remade> {
        let all = self.documents.as_deref().unwrap_or_default();
        all.iter().filter(|it| it.how == Alike::Different)
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
            lines.push("no number was derived again: the files are not those that were bundled".to_owned());
            return lines;
        }
        let mut lines = vec![format!("{files} files, every one as it was bundled")];
        let Some(derived) = &self.derived else { return lines };
        let (all, differ) = (derived.kept.estimates.len(), derived.differences.len());
        if differ == 0 {
            let claims = derived.kept.claims.len();
            lines.push(format!(
                "{all} numbers and {claims} verdicts derived again from {} judgements: all the same",
                derived.dataset.judgements.len()
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
            Err(reason) => lines.push(format!("report, plan and pages were not made again: {reason}")),
            Ok(all) if all.is_empty() => lines.push("report, plan and pages made again: all the same".to_owned()),
            Ok(all) => {
                let rounded = all.iter().filter(|it| it.how == Alike::Rounded).count();
                if rounded > 0 {
                    lines.push(format!(
                        "{rounded} documents differ in the last digit of a number, as machines may round"
                    ));
                }
            }
        }
        lines
    }
}

/// Makes every document again that follows from study and judgements, and says which come out otherwise; as an error, why
/// they cannot be made.
fn made_again(bag: &FileMap, derived: &Derived) -> anyhow::Result<Result<Vec<Remade>, String>> {
    let (made, now) = (&derived.kept.provenance.program_hash, &derived.results.provenance.program_hash);
    if made != now {
        return Ok(Err(format!("another build of the program made them ({})", derived.kept.provenance.program)));
    }
    let (files, study) = study_in(bag).map_err(|error| BadInput(error.to_string()))?;
    if has_hashes(&files) {
        return Ok(Err("the bundle has hashes in the place of the items".to_owned()));
    }
    let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
    let preregistration = match bag.get(&format!("{PAYLOAD}preregistration/preregistration.json")) {
        Some(bytes) => {
            let frozen = Frozen::from_json(&String::from_utf8_lossy(bytes)).map_err(|e| BadInput(e.to_string()))?;
            let (_, today) = Snapshot::take(&files);
            Some(departures_section(&frozen, (&study, &today), &derived.dataset)?)
        }
        None => None,
    };
    let (dataset, results) = (&derived.dataset, &derived.results);
    let documents = Documents { study: &study, plan: &plan, dataset, results, preregistration };
    let (mut again, _) = documents.files()?;
    again.extend(documents.pages()?);
    let how = |path: &str| match (bag.get(&format!("{PAYLOAD}{path}")), again.get(path)) {
        (Some(kept), Some(bytes)) => alike(kept, bytes),
        (_, _) => Alike::Different,
    };
    // The numbers in a PDF cannot be told apart; those of the same figure as SVG can.
    let drawn = |path: &str| path.strip_suffix(".pdf").map_or(Alike::Same, |figure| how(&format!("{figure}.svg")));
    let mut others: Vec<Remade> = Vec::new();
    for (path, made) in &again {
        let how = match (how(path), drawn(path)) {
            (Alike::Same, _) => continue,
            (_, Alike::Rounded) => Alike::Rounded,
            (how, Alike::Same | Alike::Different) => how,
        };
        let kept = bag.get(&format!("{PAYLOAD}{path}")).map(Vec::as_slice);
        others.push(Remade::of(path, how, kept, Some(made)));
    }
    let is_document = |path: &&str| DOCUMENTS.iter().any(|beginning| path.starts_with(beginning));
    let payload = bag.keys().filter_map(|path| path.strip_prefix(PAYLOAD)).filter(is_document);
    let added = payload.filter(|path| !again.contains_key(*path));
    others.extend(added.map(|path| Remade::of(path, Alike::Different, None, None)));
    Ok(Ok(others))
}

/// Whether the items of a study are hashes, since their texts may not travel.
pub(crate) fn has_hashes(files: &InMemory) -> bool {
    files.0.values().any(|bytes| bytes.windows(17).any(|part| part == b"withheld SHA-256 "))
}
