//! The formula language of R's mixed models, as text to [`Formula`].
//!
//! `rating ~ system * domain + offset(base) + (1 | rater) + (1 + system || item)`: `+` adds terms, `-`
//! removes them, `:` is an interaction, `a*b` is `a + b + a:b`, `a/b` is `a + a:b`, `0` or `-1` drops
//! the intercept. `factor(x)` treats a column of numbers as levels. Source: Wilkinson & Rogers (1973),
//! *Symbolic description of factorial models for analysis of variance*, and Bates, Mächler, Bolker &
//! Walker (2015), section 2.1, for the random-effects part.

use std::fmt;

mod parse;

/// A model formula: response, fixed effects, random effects and offsets by column name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The column that is explained.
    pub response: String,
    /// The fixed effects.
    pub fixed: Terms,
    /// The random effects, in the order written; `(1 | a/b)` has become `(1 | a)` and `(1 | a:b)`.
    pub random: Vec<RandomPart>,
    /// Columns added to the linear predictor with coefficient one.
    pub offsets: Vec<String>,
}

/// A set of terms: main effects first, then interactions, each in order of appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// Whether there is an intercept.
    pub intercept: bool,
    /// Each term is the set of columns whose product it is.
    pub terms: Vec<Vec<String>>,
}

/// One `(effects | group)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomPart {
    /// What varies by group.
    pub effects: Terms,
    /// Whether the effects may be correlated: `|`, not `||`.
    pub correlated: bool,
    /// The columns whose combinations are the groups.
    pub group: Vec<String>,
}

/// Why a text is not a formula, with the place to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaError {
    /// The text.
    pub text: String,
    /// First character of the place, counted from zero.
    pub at: usize,
    /// How many characters it covers, at least one.
    pub len: usize,
    /// What is wrong.
    pub message: String,
    /// The smallest change that would work.
    pub help: String,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {}", self.text)?;
        writeln!(f, "  {}{}", " ".repeat(self.at), "^".repeat(self.len))?;
        write!(f, "help: {}", self.help)
    }
}

impl std::error::Error for FormulaError {}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// With the place of the first thing that cannot be understood.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        parse::formula(text)
    }

    /// Every column it speaks of, each once, response first.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let random = self.random.iter().flat_map(|part| part.effects.terms.iter().flatten().chain(&part.group));
        let all =
            std::iter::once(&self.response).chain(self.fixed.terms.iter().flatten()).chain(random).chain(&self.offsets);
        let mut seen: Vec<&str> = Vec::new();
        for name in all {
            if !seen.contains(&name.as_str()) {
                seen.push(name);
            }
        }
        seen
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ~ {}", quote_column(&self.response), self.fixed)?;
        for offset in &self.offsets {
            write!(f, " + offset({})", quote_column(offset))?;
        }
        for part in &self.random {
            let bar = if part.correlated { "|" } else { "||" };
            write!(f, " + ({} {bar} {})", part.effects, join_columns(&part.group))?;
        }
        Ok(())
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.terms.iter().map(|term| join_columns(term)).collect();
        if words.is_empty() || !self.intercept {
            words.insert(0, if self.intercept { "1" } else { "0" }.to_owned());
        }
        f.write_str(&words.join(" + "))
    }
}

/// Columns that stand for their product.
fn join_columns(columns: &[String]) -> String {
    let quote = |name: &String| {
        let factor = name.strip_prefix("factor(").and_then(|rest| rest.strip_suffix(')'));
        if factor.is_some_and(parse::is_word) { name.clone() } else { quote_column(name) }
    };
    columns.iter().map(quote).collect::<Vec<_>>().join(":")
}

/// A column as it has to be written to be read again: in backticks unless it is a plain word.
fn quote_column(name: &str) -> String {
    if parse::is_word(name) { name.to_owned() } else { format!("`{name}`") }
}

#[cfg(test)]
mod tests;
