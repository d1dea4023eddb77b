//! `rejudge mturk approve STUDY`: whose work is to be approved, in the platform's own table.

use clap::Args;
use live::reconcile::{Todo, approvals};

use super::desk::Sides;
use crate::count_noun::count_noun;
use crate::outcome::Outcome;

/// Print which finished work to approve: assignment ids, or the requester site's table with an x under Approve.
/// Nobody is rejected
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    sides: Sides,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = self.sides.open().await? else { return Ok(Outcome::ProblemsFound) };
        print!("{}", approvals(&desk.export, &desk.pairs));
        let count = |todo: Todo| desk.pairs.iter().filter(|pair| pair.finding.todo() == todo).count();
        let next = if desk.export.by_command_line {
            "For each: aws mturk approve-assignment --assignment-id ID"
        } else {
            "On the requester's site: Manage, Results, Upload CSV"
        };
        eprintln!(
            "{} to approve, {} to look at on the dashboard (Reconcile). {next}.",
            count_noun(count(Todo::Approve), "assignment", "assignments"),
            count(Todo::Look)
        );
        Ok(Outcome::Done)
    }
}
