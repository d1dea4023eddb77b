//! `rejudge verify`: whether what was collected, or bundled, is still what was written.

mod bundle;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use store::{ChainLink, Counts, DatabaseAddress, Part, Store, Verification};

use super::serve::explain_open_error;
use crate::bundle_folder::is_bundle;
use crate::collected_study::{DATABASE, folder_name};
use crate::outcome::{BadInput, Outcome};
use crate::terminal_table;

/// Tell whether anything in the database or in a bundle was changed, removed or added by hand
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge verify --database answers.sqlite
  rejudge verify studies/fluency --database postgres://rejudge@localhost/rejudge
  rejudge verify --database answers.sqlite --head 1f0c…
  rejudge verify fluency.zip

Every event is chained to the previous one by a hash. The command follows all chains, including the audit log, \
and reports what does not match: which session, which event, and whether it was changed, removed or added. The \
exit code is then 1. Someone who can write to the database and knows the algorithm can recompute the chain: only \
a head recorded elsewhere, given with --head, reveals that.

In a bundle, every file is compared with its checksum. If all match, the judgements are analysed again and every \
document is generated again: report, plan, pages, datasheet, forms, descriptions. Every number, verdict and \
document that differs is named. Contents that cannot be derived (the study, the judgements, the authors' \
statements) are accepted as they are and listed: compare the SHA-256 with the one that `rejudge bundle` printed.")]
pub(crate) struct Arguments {
    /// The study folder, or the name under which it was served [default: every study in the database]; or a
    /// bundle: a .zip file, or the folder it was unpacked to
    study: Option<PathBuf>,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
    /// A head recorded earlier, which must still be in the chain
    #[arg(long, value_name = "HEAD")]
    head: Option<ChainLink>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let is_archive = |path: &Path| path.extension().is_some_and(|ending| ending == "zip");
        if let Some(path) = self.study.as_deref().filter(|path| is_bundle(path) || is_archive(path)) {
            return if self.json { bundle::print_json(path) } else { bundle::print(path) };
        }
        let address = DatabaseAddress::parse(&self.database).map_err(|error| BadInput(error.to_string()))?;
        if address.file().is_some_and(|file| !file.is_file()) {
            return Err(BadInput(format!("there is no database `{}`; name it with `--database`", self.database)).into());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let found = runtime.block_on(self.verify())?;
        let head_missing = self.head.filter(|head| !found.iter().any(|study| study.has_head(*head)));
        if self.json {
            let studies: Vec<Value> = found.iter().map(to_json).collect();
            let head = self.head.map(|_| head_missing.is_none());
            println!(
                "{}",
                serde_json::to_string_pretty(&json!({ "format": 1, "head_found": head, "studies": studies }))?
            );
        } else {
            found.iter().for_each(show);
            if let Some(head) = head_missing {
                println!("The head {head} is not in this database: what was collected until then was replaced.");
            }
        }
        let sound = head_missing.is_none() && found.iter().all(|study| study.faults.is_empty());
        Ok(if sound { Outcome::Done } else { Outcome::ProblemsFound })
    }

    async fn verify(&self) -> anyhow::Result<Vec<Verification>> {
        let store = Store::open(&self.database).await.map_err(explain_open_error)?;
        let names = match &self.study {
            Some(study) => vec![served_name(study)],
            None => store.study_names().await?,
        };
        let mut found = Vec::with_capacity(names.len());
        for name in &names {
            found.push(store.verify(name).await?.ok_or_else(|| {
                BadInput(format!("`{}` holds no study called `{name}`; without a name all are verified", self.database))
            })?);
        }
        store.close().await;
        Ok(found)
    }
}

/// A folder's name, or the name itself.
fn served_name(study: &Path) -> String {
    if study.exists() { folder_name(study) } else { study.display().to_string() }
}

fn parts(found: &Verification) -> [(&'static str, Part, Counts); 4] {
    [
        ("sessions", Part::Sessions, found.sessions),
        ("study", Part::StudyLog, found.study_log),
        ("audit log", Part::AuditLog, found.audit_log),
        ("checkpoints", Part::Checkpoints, found.checkpoints),
    ]
}

fn show(found: &Verification) {
    let mut table = terminal_table::table();
    table.set_header(["", "logs", "events", "erased", "verdict"]);
    for (name, part, counts) in parts(found) {
        let broken = found.faults.iter().any(|fault| fault.part == part);
        let verdict = if broken { "BROKEN" } else { "as written" };
        let Counts { logs, events, erased } = counts;
        table.add_row([name, &logs.to_string(), &events.to_string(), &erased.to_string(), verdict]);
    }
    println!("{}\n{table}", found.study);
    for fault in &found.faults {
        println!("error: {fault}");
    }
    let more = found.broken - found.faults.len() as u64;
    if more > 0 {
        println!("error: {more} more logs are broken");
    }
    if let Some(at) = found.linked_at {
        println!("What was collected before {at:.0} is verified as it was found then.");
    }
    match found.head {
        Some(head) if found.faults.is_empty() => {
            println!("head {head}");
            let grown = match found.grown {
                0 => "everything",
                _ => "everything until the last checkpoint; what came since is in the next",
            };
            println!("It stands for {grown}. Write it down elsewhere to compare with `--head` later.\n");
        }
        Some(_) => println!("Restore the last backup that verifies.\n"),
        None if found.sessions.logs == 0 => println!("No checkpoint yet: the server writes one when it runs.\n"),
        None => println!(
            "No checkpoint, and the server writes one every 15 seconds: if it ran for longer, they were removed, and whole sessions \
             may be missing.\n"
        ),
    }
}

fn to_json(found: &Verification) -> Value {
    let logs: serde_json::Map<String, Value> = parts(found)
        .into_iter()
        .map(|(name, _, Counts { logs, events, erased })| {
            (name.replace(' ', "_"), json!({ "logs": logs, "events": events, "erased": erased }))
        })
        .collect();
    let faults: Vec<Value> = found
        .faults
        .iter()
        .map(|it| json!({ "log": it.log, "event": it.position, "damage": it.damage.word(), "why": it.why }))
        .collect();
    json!({
        "study": found.study,
        "sound": found.faults.is_empty(),
        "head": found.head.map(|head| head.to_string()),
        "grown_since": found.grown,
        "linked_at": found.linked_at.map(|at| at.to_string()),
        "logs": logs,
        "broken": found.broken,
        "faults": faults,
    })
}
