//! `rejudge new DIR --kind KIND`: a study folder that already runs.

mod kind;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::folder::served_name;
use crate::outcome::{BadInput, Outcome};
use kind::{Claim, Kind};

/// Create a working study folder
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge new simplicity --kind pairwise\n\nThe folder contains a small example study. Check it, change it, and put in your own items."
)]
pub(crate) struct Arguments {
    /// The folder to create; it must be empty or not exist
    directory: PathBuf,
    /// What it asks: a response kind, or a panel of two parts
    #[arg(long)]
    kind: Kind,
}

impl Arguments {
    /// Writes the folder.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let shown = self.directory.display();
        // `.` and `..` have no name of their own; they are refused below or served under the name they have then.
        if self.directory.file_name().is_some() {
            served_name(&self.directory)?;
        }
        if self.directory.exists() && (!self.directory.is_dir() || self.directory.read_dir()?.next().is_some()) {
            return Err(BadInput(format!("`{shown}` already exists and is not empty; nothing was written")).into());
        }
        std::fs::create_dir_all(&self.directory).with_context(|| format!("cannot create the folder `{shown}`"))?;
        for (name, text) in files(self.kind) {
            std::fs::write(self.directory.join(name), text)
                .with_context(|| format!("cannot write `{shown}/{name}`"))?;
        }
        println!(
            "{shown} is a working study. Next:\n  rejudge check {shown}    (names the texts to replace)\n  rejudge plan {shown}"
        );
        Ok(Outcome::Done)
    }
}

/// The files of a new study.
fn files(kind: Kind) -> Vec<(&'static str, String)> {
    let Some(template) = kind.template() else { return panel() };
    let study = include_str!("new/study.toml")
        .replace("TITLE", template.title)
        .replace("CRITERION\n", &format!("{}\n", template.criterion))
        .replace(
            "BALANCE\n",
            &if template.balance.is_empty() { String::new() } else { format!("{}\n", template.balance) },
        )
        .replace("CLAIMS\n", &template.claim.as_ref().map_or_else(String::new, claims));
    vec![
        ("study.toml", study),
        ("items.csv", include_str!("new/items.csv").to_owned()),
        ("checks.csv", template.checks.to_owned()),
        ("information.md", include_str!("new/information.md").to_owned()),
        ("consent.md", include_str!("new/consent.md").to_owned()),
        ("instructions.md", format!("# How to do it\n\n{}\n", template.instructions)),
        ("debrief.md", include_str!("new/debrief.md").to_owned()),
    ]
}

/// The claims of a study, as in its file.
fn claims(claim: &Claim) -> String {
    let Claim { text, holds_if } = claim;
    format!(
        r#"
# What the study is to decide, with the test that decides it, fixed before anyone is asked.
[[claims]]
id = "C1"
text = "{text}"
holds_if = "{holds_if}"
decided_by = {{ test = "mixed-model", correction = "holm" }}
"#
    )
}

/// The files of a new panel.
fn panel() -> Vec<(&'static str, String)> {
    let files = [
        ("study.toml", include_str!("new/panel/study.toml")),
        ("items.csv", include_str!("new/panel/items.csv")),
        ("checks.csv", include_str!("new/panel/checks.csv")),
        ("information.md", include_str!("new/panel/information.md")),
        ("consent.md", include_str!("new/consent.md")),
        ("instructions.md", include_str!("new/panel/instructions.md")),
        ("debrief.md", include_str!("new/panel/debrief.md")),
    ];
    files.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use study::InMemory;

    use super::{Kind, files};

    #[test]
    fn a_new_study_of_every_kind_has_nothing_wrong_but_the_texts_of_the_template() {
        for kind in Kind::value_variants() {
            let folder = files(*kind).into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
            let checked = study::check(&InMemory(folder));
            let is_template = |found: &&diag::Diagnostic| found.code.0 == "R072";
            assert_eq!(checked.diagnostics.iter().filter(is_template).count(), 4, "{kind:?}");
            let found: Vec<String> = checked
                .diagnostics
                .iter()
                .filter(|found| !is_template(found))
                .map(|found| diag::render(found, &checked.sources, diag::Style::Plain))
                .collect();
            assert!(found.is_empty(), "{kind:?}:\n{}", found.join("\n\n"));
            let study = checked.study.unwrap();
            assert_eq!(study.checks.len(), 2, "{kind:?}");
            assert_eq!(study.items.len(), if *kind == Kind::Panel { 20 } else { 12 }, "{kind:?}");
        }
    }

    /// Whoever changes the questions is told which texts are still about the example.
    #[test]
    fn texts_of_a_template_are_found_in_a_study_about_something_else() {
        let changed = |text: String| {
            let study = [("entence", "eply"), ("ummar", "epl"), ("\"Human editor\"", "\"A person\"")];
            study.iter().fold(text, |text, (from, to)| text.replace(from, to))
        };
        for kind in Kind::value_variants() {
            let filled = |(name, text): (&str, String)| {
                let text = text.replace("someone@example.org", "me@uni.test").replace("[your institution]", "us");
                (name.to_owned(), if name == "study.toml" { changed(text) } else { text }.into_bytes())
            };
            let checked = study::check(&InMemory(files(*kind).into_iter().map(filled).collect()));
            let said: Vec<&str> = checked
                .diagnostics
                .iter()
                .filter(|found| found.code.0 == "R072")
                .map(|found| found.message.as_str())
                .collect();
            for file in ["information.md", "instructions.md", "debrief.md"] {
                assert!(said.iter().any(|message| message.contains(file)), "{kind:?}: {file} in {said:?}");
            }
        }
    }
}
