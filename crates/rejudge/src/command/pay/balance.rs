//! `rejudge pay STUDY --submissions FILE`: what was collected beside the platform's statement, to the smallest coin.

use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;
use live::reconcile::{Balance, Books, Sums, platform_sessions, read};
use store::Store;

use crate::collected_study::DATABASE;
use crate::command::serve::{explain_open_error, read_studies};
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};
use crate::terminal_table;

/// The platform's statement.
#[derive(Debug, Args)]
pub(super) struct Statement {
    /// The platform's export of submissions: shows what was paid, what is due and what is owed, session by session
    #[arg(long, value_name = "FILE", conflicts_with = "times")]
    submissions: Option<PathBuf>,
    /// Where answers are stored, with --submissions
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
}

impl Statement {
    pub(super) fn is_given(&self) -> bool {
        self.submissions.is_some()
    }

    pub(super) fn show(&self, study: &Path) -> anyhow::Result<Outcome> {
        let path = self.submissions.as_deref().unwrap_or(Path::new(""));
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadInput(format!("`{}` cannot be read: {error}", path.display())))?;
        let export = read(&text).map_err(|problem| {
            BadInput(format!("`{}`, row {}: {}; {}", path.display(), problem.row, problem.what, problem.remedy))
        })?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let Some(balance) = runtime.block_on(self.balance(study, &export.submissions))? else {
            return Ok(Outcome::ProblemsFound);
        };
        show(&balance);
        for problem in &export.problems {
            println!("row {} was left out: {}; {}", problem.row, problem.what, problem.remedy);
        }
        Ok(if export.problems.is_empty() { Outcome::Done } else { Outcome::ProblemsFound })
    }

    async fn balance(&self, study: &Path, there: &[live::reconcile::Submission]) -> anyhow::Result<Option<Balance>> {
        let Some(studies) = read_studies(&[study.to_owned()])? else { return Ok(None) };
        let Ok([named]) = <[_; 1]>::try_from(studies) else {
            return Err(BadInput("name one study".to_owned()).into());
        };
        if !self.database.starts_with("postgres") && !Path::new(&self.database).is_file() {
            return Err(BadInput(format!("there is no database `{}`; `--database` names it", self.database)).into());
        }
        let store = Store::open(&self.database).await.map_err(explain_open_error)?;
        if store.kept_study(&named.name).await?.is_none() {
            return Err(BadInput(format!("`{}` holds nothing of `{}`", self.database, named.name)).into());
        }
        let study = named.run(&store, Timestamp::now()).await?;
        study.refresh_ledger().await;
        let ledger =
            study.ledger().await.map_err(|fault| anyhow::anyhow!("what was collected cannot be read: {fault:?}"))?;
        let here = platform_sessions(&store, &study.name, &ledger).await?;
        let recorded = store.bonuses(&study.name).await?;
        let books = Books::new(&study.study, &study.plan, &here, there, &recorded);
        books.balance.map(Some).ok_or_else(|| BadInput("the study does not say what a list pays".to_owned()).into())
    }
}

fn show(balance: &Balance) {
    let mut table = terminal_table::table();
    table.set_header(["session", "here", "there", "paid", "due", "bonus paid", "in doubt", "bonus owed"]);
    let money = |coins: u64| balance.money(coins).to_string();
    let amounts = |sums: &Sums| {
        [sums.reward_paid, sums.reward_due, sums.bonus_paid, sums.bonus_in_doubt, sums.bonus_owed].map(money)
    };
    for line in &balance.lines {
        let session =
            line.number.map_or_else(|| line.submission.clone().unwrap_or_default(), |number| number.to_string());
        let here = line.here.map_or("–", |outcome| live::ledger::outcome_title(&outcome));
        let there = line.there.map_or("–", live::reconcile::State::word);
        let mut row = vec![session, here.to_owned(), there.to_owned()];
        row.extend(amounts(&line.sums));
        table.add_row(row);
    }
    let mut sum = vec!["all".to_owned(), String::new(), String::new()];
    sum.extend(amounts(&balance.sum));
    table.add_row(sum);
    println!("{table}");
    println!("paid   {}", money(balance.sum.total_paid()));
    println!("open   {}", money(balance.sum.open()));
    match balance.fee {
        Some(fee) => {
            println!("fee    {} on what was paid, {} on what is open", money(fee.paid), money(fee.open));
            if let Some(vat) = fee.vat {
                println!("tax    {} on the fee", money(vat));
            }
        }
        None => println!("fee    not stated; add `platform_fee` to [payment]"),
    }
    println!("in all {}", balance.total());
    if balance.in_part > 0 {
        let several = count_noun(balance.in_part, "submission was", "submissions were");
        println!("{several} paid in part; the export does not say how much, so it is not counted");
    }
}
