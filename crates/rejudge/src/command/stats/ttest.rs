//! `rejudge stats ttest`

use clap::Args;

use super::about::About;
use super::answer::Answer;
use super::data::DataArguments;

pub(crate) const ABOUT: About =
    About { name: "ttest", what: "", formula: "", source: "", checked_against: "", not_when: "" };

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the values
    #[arg(long)]
    value: String,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let data = self.data.load()?;
        let _ = data.numbers(&self.value)?;
        todo!()
    }
}
