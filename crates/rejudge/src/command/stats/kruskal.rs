//! `rejudge stats kruskal`: Kruskal and Wallis's test.

use clap::Args;
use stats::hypothesis::kruskal::kruskal;

use super::answer::{Answer, Numbers};
use super::groups::GroupArguments;
use super::method_description::About;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "kruskal",
    aliases: &["kruskal-wallis"],
    what: "Kruskal-Wallis rank test of several independent groups",
    formula: "H = [12 / (N(N+1)) sum Ri^2/ni - 3(N+1)] / [1 - sum (t^3-t) / (N^3-N)], df = k - 1
        eta2 = (H - k + 1) / (N - k), epsilon2 = H / (N - 1)",
    source: "Kruskal and Wallis 1952, JASA 47; Tomczak and Tomczak 2014",
    checked_against: "R 4.2.2 kruskal.test",
    not_when: "the same items or raters are in every group: use friedman; groups of fewer than about five values: H is only approximately chi-square",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats kruskal ratings.csv --value rating --group system")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let groups = self.groups.load()?;
        let test = kruskal(&groups.values).map_err(BadInput::from)?;
        let mut numbers = Numbers::new("kruskal", test.estimates()).n("values", groups.len());
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            numbers = numbers.n(label, values.len());
        }
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }
}
