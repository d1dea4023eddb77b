//! `rejudge import --paper FILE`: a table pasted from a paper, as `original.toml`.

use std::path::{Path, PathBuf};

use clap::Args;
use importer::read_printed;
use study::original::Original;

use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::write;

#[derive(Debug, Args)]
#[command(next_help_heading = "A table of a paper")]
pub(super) struct PaperArguments {
    /// A file with a table pasted from LaTeX, Markdown or a PDF: rows are systems, columns criteria; or a QRA table of results;
    /// writes original.toml
    #[arg(long, value_name = "FILE", requires_all = ["of", "measure"])]
    paper: Option<PathBuf>,
    /// The paper: authors, year, title
    #[arg(long, value_name = "WORDS", requires = "paper")]
    of: Option<String>,
    /// What its numbers are: mean, average-rank, share, win-percent, best-worst-scale …
    #[arg(long, value_name = "MEASURE", requires = "paper")]
    measure: Option<String>,
    /// The experiment of a QRA table of results (`Study,Experiment,System,Criterion,Result`) that is the original
    #[arg(long, value_name = "NAME", requires = "paper")]
    experiment: Option<String>,
    /// The criterion of a table with one column of numbers, where its heading does not name it
    #[arg(long, value_name = "NAME", requires = "paper")]
    criterion: Option<String>,
}

impl PaperArguments {
    /// Writes the numbers of the table, where one is given.
    pub(super) fn run(&self, out: Option<&Path>) -> Option<anyhow::Result<Outcome>> {
        let path = self.paper.as_deref()?;
        Some(self.read(path, out))
    }

    fn read(&self, path: &Path, out: Option<&Path>) -> anyhow::Result<Outcome> {
        let shown = path.display();
        let folder =
            out.ok_or_else(|| BadUsage("say with `--out` into which folder to write original.toml".to_owned()))?;
        let target = folder.join("original.toml");
        if target.exists() {
            return Err(BadInput(format!("`{}` is there already and stays as it is", target.display())).into());
        }
        let text = std::fs::read_to_string(path).map_err(|e| BadInput(format!("`{shown}` cannot be read: {e}")))?;
        let failed = |problem: String| BadInput(format!("`{shown}`: {problem}"));
        let mut table = read_printed(&text, self.experiment.as_deref()).map_err(failed)?;
        if let Some(name) = &self.criterion {
            table.name_column(name).map_err(failed)?;
        }
        let measure = self.measure.as_deref().unwrap_or_default();
        let file = table.original_file(self.of.as_deref().unwrap_or_default(), measure);
        let decoded = study::decode::<Original>("original.toml", &file);
        if let Some(problem) = decoded.diagnostics.first() {
            return Err(failed(problem.message.clone()).into());
        }
        if decoded.value.is_none_or(|read| read.results.len() != table.numbers.len()) {
            return Err(failed("two of its rows or columns have the same name; give each its own".to_owned()).into());
        }
        for number in &table.numbers {
            let sd = number.sd.as_ref().map(|sd| format!(", SD {sd}")).unwrap_or_default();
            let n = number.n.map(|n| format!(", n {n}")).unwrap_or_default();
            println!("{}, {}: {}{sd}{n}", number.row, number.column, number.value);
        }
        if let Some(word) = &table.turned {
            println!("`{word}` says that the rows are criteria, and the columns systems");
        }
        if !table.marks.is_empty() {
            println!("not read: the marks {} behind numbers", table.marks.join(", "));
        }
        for row in &table.passed_over {
            println!("not read, for it is no row of numbers: {row}");
        }
        write(folder, "original.toml", file.as_bytes())?;
        println!("{} numbers in {}; hold them against the paper", table.numbers.len(), target.display());
        Ok(Outcome::Done)
    }
}
