//! `choice`: one or several of a list of options.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::simulation::one_of;
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, View,
    problem,
};

/// One or several of a list of options.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The options, in the order shown.
    pub options: Vec<Choosable>,
    /// Whether several may be chosen.
    #[serde(default)]
    pub several: bool,
    /// Whether choosing nothing is an answer, when several may be chosen.
    #[serde(default)]
    pub allow_none: bool,
}

/// One option: its words, or an id with words.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Choosable {
    /// Its words, which are also its id.
    Words(String),
    /// An id for the dataset and words for the page.
    Table {
        /// In the dataset.
        id: String,
        /// On the page.
        label: String,
    },
}

impl Choosable {
    /// In the dataset.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Choosable::Words(words) => words,
            Choosable::Table { id, .. } => id,
        }
    }

    /// On the page.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Choosable::Words(words) => words,
            Choosable::Table { label, .. } => label,
        }
    }
}

impl Choice {
    fn ids(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(Choosable::id)
    }

    /// The chosen ids in the order of the definition, each once.
    fn sort_chosen(&self, chosen: &[&str]) -> Vec<String> {
        self.ids().filter(|id| chosen.contains(id)).map(str::to_owned).collect()
    }
}

impl Definition for Choice {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = problem::ids("options", self.ids());
        if self.options.len() < 2 && !(self.several && self.options.len() == 1 && self.allow_none) {
            let message = format!("{} option(s) leave no choice", self.options.len());
            problems.push(Problem::new("options", message, "give at least two options"));
        }
        if self.allow_none && !self.several {
            problems.push(Problem::new(
                "allow_none",
                "choosing nothing is an answer only if several may be chosen",
                "add `several = true`, or add an option such as \"none of these\"",
            ));
        }
        problems
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let chosen: Vec<&str> = form.all("option");
        let none = self.several && self.allow_none && !form.all("none").is_empty();
        let reason = if let Some(given) = chosen.iter().find(|given| !self.ids().any(|id| id == **given)) {
            Reason::NotOneOf { given: (*given).to_owned(), offered: self.ids().map(str::to_owned).collect() }
        } else if none && !chosen.is_empty() {
            Reason::NoneAndSome
        } else if chosen.is_empty() && !none {
            Reason::Missing
        } else if chosen.len() > 1 && !self.several {
            Reason::Twice
        } else {
            return Ok(Answer::Choice(self.sort_chosen(&chosen)));
        };
        Err(vec![Complaint::new("option", reason)])
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        if self.several {
            let flag = |option: &Choosable| {
                let name = format!("choice_{}", option.id());
                Column::new(name, Contents::Flag, format!("1 when \"{}\" was chosen", option.label()))
            };
            return self.options.iter().map(flag).collect();
        }
        let words = self.options.iter().map(|option| (option.id().to_owned(), option.label().to_owned()));
        vec![Column::new("choice", Contents::Word, "the option chosen").values(words)]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Choice(chosen) = answer else { return None };
        if self.several {
            return Some(self.ids().map(|id| Cell::Whole(i64::from(chosen.iter().any(|c| c == id)))).collect());
        }
        Some(vec![chosen.first().map_or(Cell::Empty, |id| Cell::Word(id.clone()))])
    }

    /// The first option draws in proportion to the impression (a logit), the others are alike; where
    /// several may be chosen, each is drawn by itself.
    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let weight = view.impression(0, rng).clamp(-20.0, 20.0).exp();
        let first = weight / (weight + self.options.len().saturating_sub(1) as f64);
        let mut chosen: Vec<usize> = Vec::new();
        if self.several {
            let each = weight / (weight + 1.0);
            chosen.extend((0..self.options.len()).filter(|_| rng.random::<f64>() < each));
        }
        if chosen.is_empty() && !(self.several && self.allow_none) {
            let others = one_of(self.options.len().saturating_sub(1), rng) + 1;
            chosen.push(if rng.random::<f64>() < first { 0 } else { others });
        }
        let chosen: Vec<&str> = chosen.iter().filter_map(|i| self.options.get(*i)).map(Choosable::id).collect();
        Answer::Choice(self.sort_chosen(&chosen))
    }

    /// An option, `x or y` for either; where several may be chosen, `x, y` for exactly these and `none`.
    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        let text = text.trim();
        if self.ids().any(|id| id == text) {
            return Ok(Expectation::Options(vec![vec![text.to_owned()]]));
        }
        if self.several && self.allow_none && text == "none" {
            return Ok(Expectation::Options(vec![Vec::new()]));
        }
        let read = |word: &str| {
            self.ids().find(|id| *id == word.trim()).map(str::to_owned).ok_or_else(|| {
                let known: Vec<&str> = self.ids().collect();
                BadExpectation::new(
                    format!("`{}` is not one of the options", word.trim()),
                    format!("the options are {}", known.join(", ")),
                )
            })
        };
        if self.several {
            let set = text.split(',').map(read).collect::<Result<_, _>>()?;
            return Ok(Expectation::Options(vec![set]));
        }
        let alternatives = text.split(" or ").map(|word| read(word).map(|id| vec![id])).collect::<Result<_, _>>()?;
        Ok(Expectation::Options(alternatives))
    }
}
