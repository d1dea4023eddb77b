//! `rejudge compare`: did it reproduce?

mod effects;
mod input;
mod scores;
mod text;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use reproduction::qra::{Qra, QraError, QraStudy, read};
use reproduction::{Comparison, Options, compare};
use stats::precision::Correction;

use crate::collected_study::folder_of;
use crate::command::analyse::with_answer;
use crate::command::diff::stated_and_found;
use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::{write, write_report};
use crate::paper_audit::add_audit;

/// Compare two or more runs of a study: reproduction assessment
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge compare studies/fluency/original.toml studies/fluency/reproduction.toml
  rejudge compare studies/fluency                  its results.json against its original.toml
  rejudge compare original.toml results.json other-lab/results.json --names original,ours,theirs --json
  rejudge compare original.toml ratings.csv --mapping mapping.toml
  rejudge compare --qra3 metrics.csv --config config.json --json
  rejudge compare original.toml reproduction.toml --out assessment
  rejudge compare original.toml reproduction.toml --to-qra3 qra

Each input is a study folder, a results.json, a table of judgements (with --mapping if its columns have unusual \
names), or a file of published numbers such as original.toml; the first is the original. A study.toml next to an \
input supplies names, scales and claims.")]
pub(crate) struct Arguments {
    /// What to compare, the original first
    #[arg(required_unless_present = "qra3")]
    inputs: Vec<PathBuf>,
    /// Names of the experiments in tables, in the order of the inputs; by default `original` for printed numbers that come first,
    /// and for the others the name of the file or its folder
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    names: Vec<String>,
    /// Study folder with names, scales and claims, if there is none next to the inputs
    #[arg(long, value_name = "DIR")]
    study: Option<PathBuf>,
    /// Column mappings of tables of judgements: one for all, or one each, in order
    #[arg(long, value_name = "TOML")]
    mapping: Vec<PathBuf>,
    /// Lowest value of the rating scale, if no study gives it
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    scale_min: Option<f64>,
    /// Omit the small-sample factor 1 + 1/(4n) of CV*
    #[arg(long)]
    no_correction: bool,
    /// Means closer than this many standard deviations of the first experiment count as the same; by default
    /// the smallest effect it could have called significant
    #[arg(long, value_name = "D")]
    margin: Option<f64>,
    /// Significance level of tests
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Confidence level of intervals
    #[arg(long, default_value_t = 0.95)]
    level: f64,
    /// Table of measurements in the format of the QRA3 tool, instead of inputs
    #[arg(long, value_name = "CSV", requires = "config", conflicts_with = "inputs")]
    qra3: Option<PathBuf>,
    /// The configuration that belongs to it
    #[arg(long, value_name = "JSON", requires = "qra3")]
    config: Option<PathBuf>,
    /// Also write the files of the QRA3 tool: data.json, table.csv, table.tex, metrics.csv, config.json
    #[arg(long, value_name = "DIR")]
    to_qra3: Option<PathBuf>,
    /// Folder for comparison.json and the report with its tables and figures
    #[arg(long, value_name = "DIR", conflicts_with = "qra3")]
    out: Option<PathBuf>,
    /// Include the appendix when report.html is printed
    #[arg(long, requires = "out")]
    appendix: bool,
    /// Print every number as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let (Some(metrics), Some(config)) = (&self.qra3, &self.config) {
            return self.qra(metrics, config);
        }
        for (name, value) in [("--level", self.level), ("--alpha", self.alpha)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(BadUsage(format!("`{name}` must lie between 0 and 1, found {value}")).into());
            }
        }
        if self.margin.is_some_and(|margin| !(margin > 0.0 && margin.is_finite())) {
            return Err(BadUsage("`--margin` must be above zero".to_owned()).into());
        }
        let asked = input::InputOptions {
            inputs: &self.inputs,
            study: self.study.as_deref(),
            names: &self.names,
            mappings: &self.mapping,
        };
        let Some(gathered) = input::gather(&asked)? else { return Ok(Outcome::ProblemsFound) };
        let options = Options {
            correction: if self.no_correction { Correction::None } else { Correction::Factor },
            alpha: self.alpha,
            level: self.level,
            margin: self.margin,
        };
        let frame = gathered.frame.with_lowest(self.scale_min, &gathered.experiments);
        let comparison = compare(gathered.experiments, frame, options).map_err(|e| BadInput(e.to_string()))?;
        if let Some(folder) = &self.to_qra3 {
            let qra = qra_of(&gathered.title, &comparison).map_err(|e| BadInput(e.to_string()))?;
            write_qra(&qra, folder)?;
        }
        let mut document = report::comparison(&gathered.title, &comparison);
        if let Some(first) = self.inputs.first() {
            add_audit(&mut document, &folder_of(first))?;
        }
        let found = gathered.deviations.iter().map(|(name, held)| report::compared_deviations(name, held));
        document.sections.extend(found);
        let mut value = comparison.to_json();
        if !gathered.deviations.is_empty() {
            let found = gathered.deviations.iter().map(|(name, held)| (name.clone(), held.to_json()));
            value["deviations"] = found.collect::<serde_json::Map<_, _>>().into();
        }
        if let Some(folder) = &self.out {
            let numbers = serde_json::to_string_pretty(&value)? + "\n";
            write(folder, "comparison.json", numbers.as_bytes())?;
            write_report(folder, &report::Document { print_appendix: self.appendix, ..document.clone() })?;
            eprintln!("{} numbers in {}", comparison.numbers.len(), folder.display());
        }
        if self.json {
            println!("{}", with_answer(value, &document)?);
        } else {
            print!(
                "{}{}",
                document.answer.as_ref().map(report::text).unwrap_or_default(),
                text::render_comparison(&comparison)
            );
            for (name, held) in gathered.deviations.iter().filter(|(_, held)| !held.is_empty()) {
                println!("\nDeviations of {name}, found by comparing the studies\n{}", stated_and_found(held));
            }
        }
        Ok(Outcome::Done)
    }

    fn qra(&self, metrics: &Path, config: &Path) -> anyhow::Result<Outcome> {
        let text = |path: &Path| std::fs::read_to_string(path).with_context(|| format!("reading `{}`", path.display()));
        let bad = |e: QraError| BadInput(e.to_string());
        let studies = read(&text(metrics)?, &text(config)?).map_err(bad)?;
        let assessed = studies.into_iter().map(Qra::assess).collect::<Result<Vec<_>, _>>().map_err(bad)?;
        if let Some(folder) = &self.to_qra3 {
            for qra in &assessed {
                let own = if assessed.len() > 1 { folder.join(qra.name()) } else { folder.clone() };
                write_qra(qra, &own)?;
            }
        }
        if self.json {
            let data: Vec<serde_json::Value> = assessed.iter().map(Qra::data).collect();
            let data = if let [one] = data.as_slice() { one.clone() } else { data.into() };
            println!("{}", serde_json::to_string_pretty(&data)?);
        } else {
            for qra in &assessed {
                println!("{}", text::qra(qra));
            }
        }
        Ok(Outcome::Done)
    }
}

fn qra_of(title: &str, comparison: &Comparison) -> Result<Qra, QraError> {
    Qra::assess(QraStudy::of_comparison(title, comparison)?)
}

fn write_qra(qra: &Qra, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("making `{}`", folder.display()))?;
    for (name, text) in [
        ("data.json", serde_json::to_string_pretty(&qra.data())?),
        ("table.csv", qra.table_csv()),
        ("table.tex", qra.table_tex()),
        ("metrics.csv", qra.metrics()),
        ("config.json", serde_json::to_string_pretty(&qra.config())? + "\n"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("writing `{}`", path.display()))?;
    }
    eprintln!("QRA3's files in {}", folder.display());
    Ok(())
}
