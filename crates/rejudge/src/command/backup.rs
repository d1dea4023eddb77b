//! `rejudge backup`: a copy of the database while it is in use.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use store::Store;

use super::serve::explain_open_error;
use crate::collected_study::DATABASE;
use crate::outcome::{BadInput, Outcome};

/// Copy the database while it is in use
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge backup --database answers.sqlite --to backups/monday.sqlite
  rejudge backup --database postgres://rejudge@localhost/empty --restore backups/monday.jsonl

The copy is a complete, consistent snapshot. The copy of a file is a file that can be served as it is; the copy \
of a PostgreSQL database is text, to be read into an empty database with --restore. It contains platform ids: \
protect it like the original.")]
pub(crate) struct Arguments {
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
    /// The file to write; it must not exist yet
    #[arg(long, value_name = "FILE", required_unless_present = "restore")]
    to: Option<PathBuf>,
    /// A PostgreSQL backup to restore into an empty database
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    restore: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let is_file = !self.database.starts_with("postgres");
        if is_file && !Path::new(&self.database).is_file() {
            return Err(BadInput(format!("there is no database `{}`; name it with `--database`", self.database)).into());
        }
        let runtime = tokio::runtime::Runtime::new().context("the database cannot be opened")?;
        runtime.block_on(async {
            let store = Store::open(&self.database).await.map_err(explain_open_error)?;
            match (&self.to, &self.restore) {
                (Some(file), _) if file.exists() => {
                    Err(BadInput(format!("`{}` already exists; name another file", file.display())).into())
                }
                (Some(file), _) => {
                    store.backup(file).await.with_context(|| format!("copying to `{}`", file.display()))?;
                    eprintln!("copied to {}", file.display());
                    Ok(Outcome::Done)
                }
                (None, Some(_)) if is_file => {
                    Err(BadInput("the copy of a file is itself a database: serve it with `--database`".to_owned())
                        .into())
                }
                (None, Some(file)) => {
                    store.restore(file).await.with_context(|| format!("reading `{}` back", file.display()))?;
                    eprintln!("read back from {}", file.display());
                    Ok(Outcome::Done)
                }
                (None, None) => Err(BadInput("name a file with `--to`, or with `--restore`".to_owned()).into()),
            }
        })
    }
}
