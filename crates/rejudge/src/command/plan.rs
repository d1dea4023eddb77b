//! `rejudge plan STUDY`: who will be shown what, and what it costs.

mod session;
mod summary;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use plan::Plan;

use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage, Outcome};

/// Show lists, slots, balance, expected cost and time
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rejudge plan studies/fluency\n  rejudge plan studies/fluency --out plan.json\n  rejudge plan studies/fluency --list 3 --session 0\n\nThe same study and seed always give the same plan."
)]
pub(crate) struct Arguments {
    /// The study folder, or the study.toml in it
    study: PathBuf,
    /// Print the plan as JSON, one line per page; with --list, what that session shows
    #[arg(long)]
    json: bool,
    /// Write the plan to this file as well
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Show exactly what one participant sees for this list, numbered from 0
    #[arg(long, value_name = "N")]
    list: Option<usize>,
    /// Which session of that list, numbered from 0
    #[arg(long, value_name = "N", default_value_t = 0, requires = "list")]
    session: u32,
}

impl Arguments {
    /// Plans the study and shows the plan.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(study) = Folder::from_path(&self.study)?.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
        if let Some(path) = &self.out {
            write(&plan, path)?;
        }
        match (self.list, self.json) {
            (Some(list), _) if list >= plan.lists().len() => {
                let last = plan.lists().len().saturating_sub(1);
                return Err(BadUsage(format!("there is no list {list}; lists are numbered from 0 to {last}")).into());
            }
            (Some(list), true) => println!("{}", session::to_json(&plan, &study, list, self.session)),
            (Some(list), false) => print!("{}", session::to_text(&plan, &study, list, self.session)),
            (None, true) => {
                let mut text = Vec::new();
                plan.write_json(&mut text).context("the plan could not be written as JSON")?;
                print!("{}", String::from_utf8_lossy(&text));
            }
            (None, false) => print!("{}", summary::to_text(&plan, &study)),
        }
        Ok(Outcome::Done)
    }
}

fn write(plan: &Plan, path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    let file = File::create(path).with_context(|| format!("`{shown}` could not be created"))?;
    let mut out = BufWriter::new(file);
    plan.write_json(&mut out).and_then(|()| out.flush()).with_context(|| format!("`{shown}` could not be written"))?;
    eprintln!("wrote {shown}");
    Ok(())
}
