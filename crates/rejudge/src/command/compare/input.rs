//! From what a person names to experiments.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use analysis::Results;
use anyhow::Context as _;
use dataset::{Dataset, Mapping, TableMisfit};
use reproduction::{Experiment, Frame};
use study::Study;
use study::diff::{Deviations, compare_deviations};
use study::original::Original;

use crate::collected_study::IMPORTED;
use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage};

/// What is to be compared.
pub(super) struct ComparisonInput {
    pub(super) experiments: Vec<Experiment>,
    pub(super) frame: Frame,
    /// What the comparison is about.
    pub(super) title: String,
    /// How the studies of the others differ from that of the first, by the names of the experiments; of those that stand in a
    /// study folder of their own.
    pub(super) deviations: Vec<(String, Deviations)>,
}

/// One input, read.
enum InputContent {
    Printed(Original),
    Found(Box<Results>),
    Judged(String, Box<Dataset>),
}

/// What to read, and how.
pub(super) struct InputOptions<'a> {
    pub(super) inputs: &'a [PathBuf],
    /// The study folder that was named.
    pub(super) study: Option<&'a Path>,
    /// Names that were given.
    pub(super) names: &'a [String],
    /// How the columns of the tables among the inputs are to be read: one for all, or one each.
    pub(super) mappings: &'a [PathBuf],
}

/// Reads the inputs; nothing, after showing why, when a file among them is wrong.
pub(super) fn gather(asked: &InputOptions<'_>) -> anyhow::Result<Option<ComparisonInput>> {
    let folder = match asked.study {
        Some(study) => Some(Folder::from_path(study)?),
        None => asked.inputs.iter().find_map(|input| find_study_folder(input)),
    };
    let study = match folder {
        Some(folder) => match folder.sound_study() {
            Some(study) => Some(study),
            None => return Ok(None),
        },
        None => None,
    };
    let files: Vec<PathBuf> = match asked.inputs {
        [folder] if folder.is_dir() => original_and_results(folder)?,
        _ => asked
            .inputs
            .iter()
            .map(|input| if input.is_dir() { results_or_original(input) } else { Ok(input.clone()) })
            .collect::<Result<_, _>>()?,
    };
    let mut read = Vec::new();
    let mut tables = 0;
    for path in &files {
        let found = if is_table(path) {
            tables += 1;
            Some(read_judgements(path, &asked.mapping(tables - 1)?, study.as_ref())?)
        } else {
            file(path)?
        };
        let Some(found) = found else { return Ok(None) };
        read.push(found);
    }
    let names = name_runs(&read, &files, asked.names)?;
    let mut frame = study.as_ref().map(Frame::of_study);
    let mut experiments = Vec::new();
    for (read, name) in read.into_iter().zip(&names) {
        experiments.push(match read {
            InputContent::Printed(original) => {
                Experiment::of_original(name, &original).map_err(|e| BadInput(e.to_string()))?
            }
            InputContent::Found(results) => {
                frame.get_or_insert_with(|| Frame::of_results(&results));
                Experiment::of_results(name, &results)
            }
            InputContent::Judged(source, dataset) => {
                frame.get_or_insert_with(|| Frame::of_dataset(&dataset));
                Experiment::of_dataset(name, &source, *dataset)
            }
        });
    }
    let title = title(study.as_ref(), &experiments);
    let Some(deviations) = deviations(&files, &names) else { return Ok(None) };
    Ok(Some(ComparisonInput { experiments, frame: frame.unwrap_or_default(), title, deviations }))
}

/// How the other studies differ from the first; nothing, after showing why, when one of them is wrong.
fn deviations(files: &[PathBuf], names: &[String]) -> Option<Vec<(String, Deviations)>> {
    let place = |file: &Path| std::fs::canonicalize(file.parent().filter(|it| !it.as_os_str().is_empty())?).ok();
    let (Some(first), Some(origin)) =
        (files.first().and_then(|it| find_study_folder(it)), files.first().and_then(|it| place(it)))
    else {
        return Some(Vec::new());
    };
    let mut found = Vec::new();
    let mut original = None;
    for (file, name) in files.iter().zip(names).skip(1) {
        let Some(folder) = find_study_folder(file).filter(|_| place(file).is_some_and(|it| it != origin)) else {
            continue;
        };
        let before = match original.take() {
            Some(study) => study,
            None => first.sound_study()?,
        };
        found.push((name.clone(), compare_deviations(&before, &folder.sound_study()?).1));
        original = Some(before);
    }
    Some(found)
}

impl InputOptions<'_> {
    /// The mapping of the n-th table among the inputs; what a mapping does not say is guessed.
    fn mapping(&self, table: usize) -> anyhow::Result<Mapping> {
        let path = match self.mappings {
            [] => return Ok(Mapping::default()),
            [one] => one,
            many => many.get(table).ok_or_else(|| BadUsage(format!("{} mappings for more tables", many.len())))?,
        };
        let text = std::fs::read_to_string(path).map_err(|e| BadInput(format!("`{}`: {e}", path.display())))?;
        Ok(Mapping::read(&text).map_err(|e| BadInput(format!("`{}`: {e}", path.display())))?)
    }
}

fn is_table(path: &Path) -> bool {
    path.file_name().is_some_and(|name| table::Format::from_name(&name.to_string_lossy()).is_some())
}

/// The judgements of a table.
fn read_judgements(path: &Path, mapping: &Mapping, study: Option<&Study>) -> anyhow::Result<InputContent> {
    let bytes = std::fs::read(path).map_err(|e| BadInput(format!("`{}`: {e}", path.display())))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let table = table::Table::read(&name, &bytes).map_err(|e| BadInput(e.to_string()))?;
    let (table, measured) = match study {
        None => importer::with_measured_numbers(Cow::Owned(table), mapping),
        Some(_) => (Cow::Owned(table), Vec::new()),
    };
    let mut dataset = dataset::from_table(&table, mapping, study).map_err(|e| BadInput(remedy_by_mapping(e)))?;
    dataset.notes.extend(measured);
    for note in &dataset.notes {
        eprintln!("note: {name}: {note}");
    }
    Ok(InputContent::Judged(
        format!("{} judgements in {name}", dataset.included_judgements().count()),
        Box::new(dataset),
    ))
}

/// Why a table cannot be read. Options that name columns are those of other commands: here a mapping does.
fn remedy_by_mapping(mut misfit: TableMisfit) -> String {
    if let TableMisfit::Unsaid { flag, .. } = &mut misfit {
        *flag = "";
    }
    if let TableMisfit::Columns(missing) = &mut misfit {
        missing.unsaid.iter_mut().for_each(|role| role.options = None);
    }
    let words = misfit.to_string().replace(", or with --choice-by", "");
    if words.contains("mapping") { format!("{words}\n(the mapping is the file given with --mapping)") } else { words }
}

fn title(study: Option<&Study>, experiments: &[Experiment]) -> String {
    let source = || experiments.first().map(|experiment| experiment.source.clone()).unwrap_or_default();
    study.map_or_else(source, |study| study.about.title.clone())
}

/// The study folder an input is, or stands in.
fn find_study_folder(input: &Path) -> Option<Folder> {
    let folder = if input.is_dir() { input } else { input.parent()? };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.join("study.toml").is_file().then(|| Folder::from_path(folder).ok()).flatten()
}

/// What a study folder found: its results, or the judgements that were imported into it.
fn find_results(folder: &Path) -> Option<PathBuf> {
    ["results.json", IMPORTED].map(|name| folder.join(name)).into_iter().find(|path| path.is_file())
}

/// A study folder alone is its original and its results.
fn original_and_results(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let original = folder.join("original.toml");
    let results = find_results(folder).unwrap_or_default();
    match (original.is_file(), results.is_file()) {
        (true, true) => Ok(vec![original, results]),
        (true, false) => {
            let words =
                "there is an original.toml, but no results.json to compare it with; `rejudge analyse` writes one";
            Err(BadInput(format!("{}: {words}", folder.display())).into())
        }
        (false, _) => {
            let words = "there is no original.toml to compare with; name a second experiment";
            Err(BadInput(format!("{}: {words}", folder.display())).into())
        }
    }
}

/// A study folder among others is its results, or else its original.
fn results_or_original(folder: &Path) -> anyhow::Result<PathBuf> {
    let original = || Some(folder.join("original.toml")).filter(|path| path.is_file());
    let there = find_results(folder).or_else(original);
    let words = "neither results.json nor original.toml is there; `rejudge analyse` writes the first";
    Ok(there.ok_or_else(|| BadInput(format!("{}: {words}", folder.display())))?)
}

fn file(path: &Path) -> anyhow::Result<Option<InputContent>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading `{}`", path.display()));
    let text = text.map_err(|e| BadInput(format!("{e:#}")))?;
    let shown = path.display().to_string();
    match path.extension().and_then(|e| e.to_str()) {
        Some("toml") => {
            let decoded = study::decode::<Original>(&shown, &text);
            if let (Some(original), true) = (decoded.value, decoded.diagnostics.is_empty()) {
                return Ok(Some(InputContent::Printed(original)));
            }
            let mut sources = diag::Sources::default();
            sources.insert(&shown, text);
            for found in &decoded.diagnostics {
                styled_eprintln!("{}\n", diag::render(found, &sources, diag::Style::Coloured));
            }
            Ok(None)
        }
        Some("json") => {
            let value = serde_json::from_str(&text).map_err(|e| BadInput(format!("{shown}: {e}")))?;
            let results = Results::from_json(&value).map_err(|e| BadInput(format!("{shown}: {e}")))?;
            Ok(Some(InputContent::Found(Box::new(results))))
        }
        _ => {
            let words = "name a study folder, a results.json, a table of judgements or a TOML file of printed numbers";
            Err(BadInput(format!("`{shown}` cannot be compared; {words}")).into())
        }
    }
}

/// The names asked for; or `original` for printed numbers that come first, and for every other run the name of its file or folder.
fn name_runs(read: &[InputContent], files: &[PathBuf], asked: &[String]) -> anyhow::Result<Vec<String>> {
    if !asked.is_empty() {
        if asked.len() != read.len() {
            let words = format!("{} names for {} experiments", asked.len(), read.len());
            return Err(BadUsage(words).into());
        }
        return Ok(asked.to_vec());
    }
    let short: Vec<String> = files
        .iter()
        .enumerate()
        .map(|(index, file)| match read.get(index) {
            Some(InputContent::Printed(_)) if index == 0 => "original".to_owned(),
            _ => run_name(file),
        })
        .collect();
    let is_twice = |name: &String, names: &[String]| names.iter().filter(|other| *other == name).count() > 1;
    let mut names: Vec<String> = Vec::new();
    for (name, file) in short.iter().zip(files) {
        let full = if is_twice(name, &short) { in_folder(file).unwrap_or_else(|| name.clone()) } else { name.clone() };
        let numbered = (2..).map(|number| format!("{full} {number}"));
        names.extend(std::iter::once(full.clone()).chain(numbered).find(|it| !names.contains(it)));
    }
    Ok(names)
}

/// What a run is called by its file: `reproduction-2.toml` is `reproduction 2`; a file whose name says only what it holds is called
/// by its folder.
fn run_name(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    match stem.as_str() {
        "results" | "judgements" | "original" => folder_name(file).unwrap_or(stem),
        _ => in_ids(&stem),
    }
}

fn folder_name(file: &Path) -> Option<String> {
    let folder = std::fs::canonicalize(file).ok()?;
    Some(in_ids(&folder.parent()?.file_name()?.to_string_lossy()))
}

/// The folder and the name of a file, where other runs have files of the same name.
fn in_folder(file: &Path) -> Option<String> {
    let (folder, name) = (folder_name(file)?, run_name(file));
    Some(if folder == name { name } else { format!("{folder} {name}") })
}

/// A name without what ids of numbers are made with; a number at its end stands apart.
fn in_ids(name: &str) -> String {
    let name = name.replace([',', '|', '[', ']'], " ");
    match name.rsplit_once(['-', '_']) {
        Some((words, number)) if !words.is_empty() && number.parse::<u32>().is_ok() => format!("{words} {number}"),
        Some(_) | None => name,
    }
}
