//! `rejudge prolific status STUDY`: both sides at a glance.

use std::collections::BTreeMap;

use clap::Args;
use live::reconcile::{Finding, Todo};
use prolific::Status;

use super::desk::{CollectedStudyArguments, Desk, refusal_error};
use super::places::Places;
use crate::count_noun::count_noun;
use crate::outcome::Outcome;
use crate::terminal_table;

/// Show the state of the study on Prolific and here, and what needs to be done
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    collected: CollectedStudyArguments,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = Desk::open(&self.collected).await? else { return Ok(Outcome::ProblemsFound) };
        let there = desk.prolific.study(&desk.id).await.map_err(refusal_error)?;
        let places = Places::load(&desk).await?;
        println!("{} on Prolific: {}, {} places", desk.study.study.about.title, there.status, places.there);
        let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
        desk.submissions.iter().for_each(|submission| *counts.entry(submission.status).or_default() += 1);
        let mut table = terminal_table::table();
        table.set_header(["submissions there", "count"]);
        for (status, count) in counts {
            table.add_row([status.word().to_owned(), count.to_string()]);
        }
        println!("{table}");
        let mut findings: BTreeMap<Finding, usize> = BTreeMap::new();
        desk.books.pairs.iter().for_each(|pair| *findings.entry(pair.finding).or_default() += 1);
        let mut table = terminal_table::table();
        table.set_header(["people", "both sides together"]);
        for (finding, count) in &findings {
            table.add_row([count.to_string(), finding.words().to_owned()]);
        }
        println!("{table}");
        let todo = |todo: Todo| desk.books.pairs.iter().filter(|pair| pair.finding.todo() == todo).count();
        for (count, what) in [
            (todo(Todo::Approve), "to approve: rejudge prolific approve"),
            (desk.books.owed.len(), "bonuses owed: rejudge prolific bonus"),
            (places.missing() as usize, "places missing: rejudge prolific places"),
            (todo(Todo::Look), "to look at: the dashboard, Reconcile"),
        ] {
            if count > 0 {
                println!("{count} {what}");
            }
        }
        if let Some(balance) = &desk.books.balance {
            let (paid, open) = (balance.money(balance.sum.total_paid()), balance.money(balance.sum.open()));
            println!("paid {paid}, open {open}, in all with fee {}", balance.total());
            if balance.in_part > 0 {
                println!("not counted: {} paid in part", count_noun(balance.in_part, "submission", "submissions"));
            }
        }
        Ok(Outcome::Done)
    }
}
