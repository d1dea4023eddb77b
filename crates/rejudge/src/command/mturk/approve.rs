//! `rejudge mturk approve STUDY`: whose work is to be approved, in the platform's own table.

use clap::Args;
use live::reconcile::{Todo, approvals};

use super::desk::Sides;
use crate::counted::counted;
use crate::outcome::Outcome;

/// Print the table of results with an x under Approve for finished work, as the requester's site takes it. Nobody is rejected
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
        eprintln!(
            "{} to approve, {} to look at on the dashboard (Reconcile). On the requester's site: Manage, Results, Upload CSV.",
            counted(count(Todo::Approve), "assignment", "assignments"),
            count(Todo::Look)
        );
        Ok(Outcome::Done)
    }
}
