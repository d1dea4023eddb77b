//! `rejudge owner`: a one-time link into the dashboard.

use anyhow::Context as _;
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use store::{Account, Store};

use super::serve::explain_open_error;
use crate::collected_study::DATABASE;
use crate::outcome::{BadInput, Outcome};

/// Who makes the links of this command, as the dashboard says.
const OPERATOR: &str = "whoever runs the server";

/// Create a one-time link to the dashboard, for a lost password or another owner
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge owner
  rejudge owner --name ada --public-url https://study.example.org
  rejudge owner --new

The link sets the password of an account, once and within a day; anyone signed in to that account is signed out. \
With `--new` it creates another account that owns every study in the database. The server can keep running.")]
pub(crate) struct Arguments {
    /// Owner whose password to reset; required if there are several
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Create another owner instead
    #[arg(long, conflicts_with = "name")]
    new: bool,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
    /// The URL at which researchers reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    public_url: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let runtime = tokio::runtime::Runtime::new().context("the database cannot be opened")?;
        runtime.block_on(async {
            let store = Store::open(&self.database).await.map_err(explain_open_error)?;
            let (secret, account) = self.link(&store, Timestamp::now()).await?;
            store.close().await;
            self.print(&secret, account.as_deref());
            Ok(Outcome::Done)
        })
    }

    /// The link's secret, and whom it is for; nobody yet when it makes an account.
    async fn link(&self, store: &Store, now: Timestamp) -> anyhow::Result<(String, Option<String>)> {
        if let Some(first) = store.first_link(now).await? {
            return Ok((first, None));
        }
        if self.new {
            return Ok((store.owner_link(OPERATOR, now).await?, None));
        }
        let account = self.account(store).await?;
        Ok((store.password_link(&account, OPERATOR, now).await?, Some(account.name)))
    }

    async fn account(&self, store: &Store) -> anyhow::Result<Account> {
        if let Some(name) = &self.name {
            let found = store.account_named(name).await?;
            return found.ok_or_else(|| BadInput(format!("there is no account `{name}`")).into());
        }
        let mut owners = store.owners().await?;
        match (owners.len(), owners.pop()) {
            (1, Some(owner)) => Ok(owner),
            (_, last) => {
                let names: Vec<String> = owners.into_iter().chain(last).map(|owner| owner.name).collect();
                let remedy = "say whose password to set with `--name`";
                Err(BadInput(format!("there are several owners ({}); {remedy}", names.join(", "))).into())
            }
        }
    }

    fn print(&self, secret: &str, account: Option<&str>) {
        let link = format!("{}/dashboard/welcome/{secret}", self.public_url.trim_end_matches('/'));
        if self.json {
            println!("{}", json!({ "format": 1, "link": link, "account": account, "hours": 24 }));
            return;
        }
        println!("{link}");
        match account {
            Some(name) => eprintln!("This sets the password of `{name}`, once and within 24 hours."),
            None => eprintln!("This creates an owner of every study, once and within 24 hours."),
        }
    }
}
