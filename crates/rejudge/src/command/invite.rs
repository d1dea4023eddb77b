//! `rejudge invite STUDY`: personal links.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use live::Invitations;
use store::Store;
use study::csv_text;
use study::file::Platform;

use super::serve::{explain_open_error, read_studies};
use crate::collected_study::DATABASE;
use crate::outcome::{BadInput, Outcome};

/// Create personal links for the people you invite
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge invite studies/fluency --people people.txt --public-url https://study.example.org > links.csv
  rejudge invite studies/fluency --count 30

The same name always gives the same link. The database stores no names.")]
pub(crate) struct Arguments {
    /// The study folder
    study: PathBuf,
    /// File with one name, number or address per line
    #[arg(long, value_name = "FILE", required_unless_present = "count")]
    people: Option<PathBuf>,
    /// Number of people, named 1, 2, 3…
    #[arg(long, value_name = "N", conflicts_with = "people")]
    count: Option<u32>,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
    /// The URL at which participants reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    public_url: String,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(studies) = read_studies(std::slice::from_ref(&self.study))? else { return Ok(Outcome::ProblemsFound) };
        let [study] = &studies[..] else {
            return Err(BadInput("name one study; an invitation is for a single study".to_owned()).into());
        };
        if study.study.participants.from != Platform::Invited {
            let remedy = "set `from = \"invited\"` in `[participants]`, or give people the study's own link";
            return Err(BadInput(format!("`{}` does not take invitations; {remedy}", study.name)).into());
        }
        let people = self.people()?;
        let runtime = tokio::runtime::Runtime::new().context("the database cannot be opened")?;
        let store = runtime.block_on(Store::open(&self.database)).map_err(explain_open_error)?;
        let invitations = Invitations::new(&store, &study.name);
        let here = self.public_url.trim_end_matches('/');
        let row = |person: String| {
            let link = format!("{here}/s/{}/i/{}", study.name, invitations.token(&person));
            [person, link]
        };
        print!(
            "{}",
            csv_text(std::iter::once(["person", "link"].map(str::to_owned)).chain(people.into_iter().map(row)))
        );
        Ok(Outcome::Done)
    }

    fn people(&self) -> anyhow::Result<Vec<String>> {
        let Some(path) = &self.people else {
            return Ok((1..=self.count.unwrap_or_default()).map(|number| number.to_string()).collect());
        };
        let text = std::fs::read_to_string(path).with_context(|| format!("reading `{}`", path.display()))?;
        Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }
}
