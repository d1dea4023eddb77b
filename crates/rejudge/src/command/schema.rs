//! `rejudge schema`: the JSON Schema of a file that researchers write.

use clap::{Args, ValueEnum};

use crate::outcome::Outcome;

/// The JSON Schema of the study file, for editors
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge schema > study.schema.json\n\nThen begin study.toml with `#:schema ./study.schema.json`, and editors with TOML support complete and check it."
)]
pub(crate) struct Arguments {
    /// Which file
    #[arg(default_value = "study")]
    file: File,
}

/// A file that researchers write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum File {
    /// study.toml
    Study,
    /// original.toml
    Original,
    /// audit.toml
    Audit,
    /// raters.toml
    Raters,
    /// mapping.toml
    Mapping,
    /// record.toml
    Record,
}

impl Arguments {
    /// Prints the schema.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let schema = match self.file {
            File::Study => study::schema::study(),
            File::Original => study::schema::original(),
            File::Audit => audit::schema(),
            File::Raters => simulation::schema(),
            File::Mapping => importer::schema(),
            File::Record => record::schema(),
        };
        println!("{}", serde_json::to_string_pretty(&schema)?);
        Ok(Outcome::Done)
    }
}
