//! `rejudge analyse STUDY|DATA`: from judgements to results and a report.

mod mapping_arguments;
mod summary;

use std::path::{Path, PathBuf};

use analysis::{Options, Progress, Results};
use clap::Args;
use dataset::Dataset;
use study::Study;
use study::claim::Condition;
use study::response::Response;

use crate::collected_study::{CollectedArguments, folder_of};
use crate::conclusion::Conclusion;
use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::{write, write_judgements, write_report};
use crate::paper_audit::add_audit;
use crate::progress::bar;
use crate::study_record::preregistration_section;
pub(crate) use mapping_arguments::MappingArguments;

/// Analyse judgements: scores, agreement, comparisons, claims, and a report
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge analyse studies/fluency --data judgements.csv --out results
  rejudge analyse studies/fluency --database study.sqlite
  rejudge analyse ratings.csv --participant rater --item item --system system --value rating
  rejudge analyse votes.csv --mapping mapping.toml --json
  rejudge analyse ratings.csv --claim 'ours > baseline on fluency'

A table written by this program needs no mapping. For any other, name its columns with flags or in a \
small file (`participant = \"worker\"` and so on); a study folder may contain it as mapping.toml.")]
pub(crate) struct Arguments {
    /// The study folder, or a table of judgements: .csv, .tsv, .jsonl, .parquet or .xlsx
    input: PathBuf,
    /// Table of judgements, if a study is given
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    data: Option<PathBuf>,
    #[command(flatten)]
    collected: CollectedArguments,
    /// Folder for results.json, judgements.csv and the report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Include the appendix when report.html is printed
    #[arg(long, requires = "out")]
    appendix: bool,
    /// Print results.json instead of tables
    #[arg(long)]
    json: bool,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 1000, value_name = "N")]
    replicates: usize,
    /// Confidence level of the intervals
    #[arg(long, default_value_t = 0.95)]
    level: f64,
    /// A claim to decide for a table without a study, such as `a > b on fluency`; may be given several times
    #[arg(long, value_name = "CLAIM")]
    claim: Vec<String>,
    /// File with claims, one per line
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    // Last, for whatever follows stands under its heading.
    #[command(flatten)]
    mapping: MappingArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(BadUsage(format!("`--level` must lie between 0 and 1, found {}", self.level)).into());
        }
        let (study, dataset) = if self.is_table() {
            if self.data.is_some() || self.collected.database.is_some() {
                let message = "a table is given already; name a study folder to use `--data` or `--database`";
                return Err(BadUsage(message.to_owned()).into());
            }
            let mut dataset = self.mapping.read(&self.input, None)?;
            dataset.exclude_repeated();
            match self.with_claims(dataset)? {
                Some(analysed) => analysed,
                None => return Ok(Outcome::ProblemsFound),
            }
        } else {
            let folder = Folder::from_path(&self.input)?;
            let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
            let dataset = self.judgements(&study, &folder)?;
            (Some(study), dataset)
        };
        let results = self.analyse_dataset(study.as_ref(), &dataset);
        self.show(study.as_ref(), &dataset, &results)
    }

    /// Whether the input is a table, and no study.
    fn is_table(&self) -> bool {
        self.input.is_file() && self.input.file_name().is_some_and(|name| name != "study.toml")
    }

    /// The claims given beside a table, and the study that makes them; nothing, after showing why, when one cannot be read.
    fn with_claims(&self, dataset: Dataset) -> anyhow::Result<Option<(Option<Study>, Dataset)>> {
        let mut claims = self.claim.clone();
        if let Some(file) = &self.claims {
            let shown = file.display();
            let text = std::fs::read_to_string(file).map_err(|e| BadInput(format!("`{shown}` cannot be read: {e}")))?;
            claims.extend(
                text.lines()
                    .map(str::trim)
                    .filter(|line| !line.is_empty() && !line.starts_with('#'))
                    .map(str::to_owned),
            );
        }
        if claims.is_empty() {
            return Ok(Some((None, dataset)));
        }
        let title = self.input.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let files = importer::study_of(&with_choices(&dataset), &title, &claims);
        let checked = study::check(&study::InMemory(files.into_iter().collect()));
        let is_wrong = |found: &&diag::Diagnostic| {
            found.severity == diag::Severity::Error && found.code != study::rules::TOO_FEW_JUDGEMENTS
        };
        let wrong: Vec<&diag::Diagnostic> = checked.diagnostics.iter().filter(is_wrong).collect();
        for found in &wrong {
            eprintln!("{}\n", self.claim_error(found, &dataset));
        }
        // The study was made here, and only its claims were written by the user: no other finding concerns them.
        for found in checked.diagnostics.iter().filter(|found| found.code == study::rules::HIGHER_WHERE_LOWER_IS_BETTER)
        {
            let because = [&found.why, &found.help].into_iter().flatten().map(|it| format!("; {it}"));
            eprintln!("warning: {}{}", found.message, because.collect::<String>());
        }
        let Some(study) = checked.study.filter(|_| wrong.is_empty()) else { return Ok(None) };
        let open = self.open_directions(&study, &dataset);
        if !open.is_empty() {
            open.iter().for_each(|problem| eprintln!("{problem}\n"));
            return Ok(None);
        }
        // Read back with the study, so that both number systems and criteria alike.
        let table = table::Table::read("judgements.csv", dataset::to_csv(&dataset).as_bytes())
            .map_err(|e| BadInput(e.to_string()))?;
        let mut again = dataset::from_table(&table, &dataset::Mapping::default(), Some(&study))
            .map_err(|misfit| BadInput(misfit.to_string()))?;
        // The study was made from the table: it states no more of the scale than is known of the table.
        for criterion in &mut again.criteria {
            let before = dataset.criteria.iter().find(|before| before.id == criterion.id);
            criterion.ends_known = before.is_none_or(|before| before.ends_known);
        }
        again.provenance.origin = dataset.provenance.origin;
        again.provenance.data = dataset.provenance.data;
        again.notes = dataset.notes;
        again.arrivals = dataset.arrivals;
        Ok(Some((Some(study), again)))
    }

    /// What is wrong with a claim. The study that makes it was written here: no line of it is a place that anyone can look
    /// at.
    fn claim_error(&self, found: &diag::Diagnostic, dataset: &Dataset) -> String {
        let table = self.input.display();
        let mut text = format!("error[{}]: {}, in the claims about `{table}`", found.code, found.message);
        if let Some(why) = &found.why {
            text.push_str(&format!("\n  why: {why}"));
        }
        if found.code != study::rules::CLAIM_WITHOUT_SCORE {
            return text + &found.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
        }
        let scale = dataset.criteria.iter().find_map(|criterion| {
            let Response::Choice(choice) = &criterion.response else { return None };
            let words: Vec<&str> = choice.options.iter().map(|option| option.id()).collect();
            importer::labels_line(&words).map(|line| (criterion.id.as_str(), line))
        });
        match scale {
            Some((column, line)) => text.push_str(&format!(
                "\n  help: if the words in `{column}` are the points of a scale, make numbers of them with this line of \
                 mapping.toml:\n    {line}\n  and `rejudge import {table} --mapping mapping.toml --out STUDY`, then \
                 `rejudge analyse STUDY`"
            )),
            None => text.push_str("\n  help: state the claim about a criterion with numbers or choices between outputs"),
        }
        text
    }

    /// Why claims about an order cannot be decided: a criterion of which nothing says which end is better, and its name suggests the
    /// lower one.
    fn open_directions(&self, study: &Study, dataset: &Dataset) -> Vec<String> {
        let is_open = |id: &str| dataset.criteria.iter().any(|known| known.id == id && !known.better_known);
        let claims = study.claims.iter().filter_map(|claim| Some((claim, claim.holds_if.as_ref()?)));
        let open = claims.filter_map(|(claim, holds)| {
            let parts = holds.parts().into_iter().filter(|part| matches!(part, Condition::Above { .. }));
            let mut about = parts.flat_map(Condition::criteria).map(|index| &study.criteria[index].id.0);
            let id = about.find(|id| is_open(id))?;
            Some(format!(
                "error: nothing says which numbers of `{id}` are better, and its name suggests the lower ones; the claim `{}` about \
                 `{}` depends on it\n  help: declare it, as \"lower\" or \"higher\", with this line of a mapping that is given with \
                 --mapping:\n    {}\n  Where the mapping has criteria already, add `better` to them. A table that this program wrote is \
                 analysed with its study: `rejudge analyse STUDY --data TABLE`",
                claim.text,
                self.input.display(),
                dataset.directions_line()
            ))
        });
        open.collect()
    }

    fn judgements(&self, study: &Study, folder: &Folder) -> anyhow::Result<Dataset> {
        if !self.claim.is_empty() || self.claims.is_some() {
            let message =
                "a study states its claims in study.toml; `--claim` and `--claims` are for a table without a study";
            return Err(BadUsage(message.to_owned()).into());
        }
        let table = self.data.clone().or_else(|| self.collected.imported_table(&self.input));
        let mut dataset = match table {
            Some(file) => self.mapping.read(&file, Some((study, folder)))?,
            None => self.collected.read(study, &self.input)?,
        };
        dataset.exclude(study);
        Ok(dataset)
    }

    fn analyse_dataset(&self, study: Option<&Study>, dataset: &Dataset) -> Results {
        let options = Options { seed: self.seed, replicates: self.replicates, level: self.level };
        let bar = bar(1, "{bar:30} {pos}/{len} {msg}");
        let watch = |progress: Progress<'_>| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(progress.next.to_owned());
        };
        let results = analysis::run_watched(study, dataset, options, &watch);
        bar.finish_and_clear();
        results
    }

    fn show(&self, study: Option<&Study>, dataset: &Dataset, results: &Results) -> anyhow::Result<Outcome> {
        let numbers = serde_json::to_string_pretty(&results.to_json())?;
        let Conclusion { mut document, comparison } = Conclusion::from_results(study, dataset, results);
        document.print_appendix = self.appendix;
        if !self.is_table() {
            add_audit(&mut document, &folder_of(&self.input))?;
        }
        if let Some(folder) = &self.out {
            if let Some(comparison) = &comparison {
                let compared = serde_json::to_string_pretty(&comparison.to_json())? + "\n";
                write(folder, "comparison.json", compared.as_bytes())?;
            }
            write_judgements(folder, dataset)?;
            write(folder, "results.json", (numbers.clone() + "\n").as_bytes())?;
            // A table that was given with claims has no folder.
            if let Some(study) = study.filter(|_| !self.is_table()) {
                document.sections.extend(preregistration_section(&Folder::from_path(&self.input)?, study, dataset)?);
            }
            write_report(folder, &document)?;
            eprintln!("{} numbers in {}", results.estimates.len(), folder.display());
        }
        if self.json {
            println!("{}", with_answer(results.to_json(), &document)?);
        } else {
            print!("{}", on_screen(&document, results));
        }
        Ok(Outcome::Done)
    }
}

/// The same with a point more on a scale of which everyone chose one and the same: a study with fewer than two is refused,
/// and with it the claims about all other criteria.
fn with_choices(dataset: &Dataset) -> Dataset {
    let mut dataset = dataset.clone();
    for criterion in dataset.criteria.iter_mut().filter(|criterion| !criterion.ends_known) {
        match &mut criterion.response {
            Response::Rating(rating) => rating.points = rating.points.max(2),
            Response::Slider(slider) if slider.maximum <= slider.minimum => slider.maximum = slider.minimum + 1.0,
            Response::Slider(_)
            | Response::Count(_)
            | Response::Spans(_)
            | Response::Choice(_)
            | Response::Pairwise(_)
            | Response::BestWorst(_)
            | Response::Ranking(_)
            | Response::Text(_) => {}
        }
    }
    dataset
}

/// A file of numbers for a program to read on, with the first screen of their report.
pub(crate) fn with_answer(mut numbers: serde_json::Value, document: &report::Document) -> anyhow::Result<String> {
    if let Some(answer) = &document.answer {
        numbers["answer"] = report::answer_json(answer);
    }
    Ok(serde_json::to_string_pretty(&numbers)?)
}

/// What a terminal shows of an analysis: the answer, then the numbers.
pub(crate) fn on_screen(document: &report::Document, results: &Results) -> String {
    let answer = document.answer.as_ref().map(report::text).unwrap_or_default();
    format!("{answer}\n{}", summary::to_text(results))
}

/// The judgements of a table by its own mapping: with the systems and items of a study where they are the
/// same, else with those of the table.
pub(crate) fn judgements_in(path: &Path, study: (&Study, &Folder)) -> anyhow::Result<Dataset> {
    let mapping = MappingArguments::default();
    mapping.read(path, Some(study)).or_else(|_| mapping.read(path, None))
}

/// The bytes of a table and the name people know it by.
pub(crate) fn table(path: &Path) -> anyhow::Result<(table::Table, String)> {
    let bytes = std::fs::read(path).map_err(|e| BadInput(format!("`{}` cannot be read: {e}", path.display())))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let table = table::Table::read(&name, &bytes).map_err(|e| BadInput(e.to_string()))?;
    Ok((table, dataset::fingerprint(&bytes)))
}
