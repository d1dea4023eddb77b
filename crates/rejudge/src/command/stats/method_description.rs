//! What a method says about itself.

use std::fmt;

use super::answer::Answer;

/// What a method says about itself: the text of `--explain` and a row of `rejudge stats list`.
#[derive(Debug)]
pub(crate) struct About {
    /// The word on the command line.
    pub(crate) name: &'static str,
    /// Other words that people type for it.
    pub(crate) aliases: &'static [&'static str],
    /// One phrase.
    pub(crate) what: &'static str,
    /// The formula, in plain text.
    pub(crate) formula: &'static str,
    /// The paper or textbook it was written from.
    pub(crate) source: &'static str,
    /// The R or Python calls its numbers were checked against.
    pub(crate) checked_against: &'static str,
    /// When another method should be used.
    pub(crate) not_when: &'static str,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.name, self.what)?;
        if !self.aliases.is_empty() {
            writeln!(f, "Also called {}", self.aliases.join(", "))?;
        }
        writeln!(f)?;
        writeln!(f, "Formula\n{}\n", indented(self.formula))?;
        writeln!(f, "Source\n{}\n", indented(self.source))?;
        writeln!(f, "Checked against\n{}\n", indented(self.checked_against))?;
        write!(f, "When not to use it\n{}", indented(self.not_when))
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {}", line.trim())).collect::<Vec<_>>().join("\n")
}

/// The list of all methods.
pub(crate) fn list(abouts: &[&'static About]) -> Answer {
    let rows = abouts.iter().map(|about| {
        serde_json::json!({
            "method": about.name, "aliases": about.aliases, "what": about.what, "checked_against": about.checked_against
        })
    });
    let width = abouts.iter().map(|about| about.name.len()).max().unwrap_or(0);
    let text = abouts
        .iter()
        .map(|about| {
            let also = match about.aliases {
                [] => String::new(),
                names => format!("{:width$}  also called {}\n", "", names.join(", ")),
            };
            let (name, what, checked_against) = (about.name, about.what, about.checked_against);
            format!("{name:width$}  {what}\n{also}{:width$}  checked against {checked_against}\n", "")
        })
        .collect();
    Answer::Listing { json: rows.collect(), text }
}
