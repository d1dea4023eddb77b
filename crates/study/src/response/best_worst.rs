//! `best-worst`: the best and the worst of several outputs.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::expectation::output;
use super::position::{index, letter};
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, View,
};

/// The best and the worst of the outputs shown. With two outputs the worst follows from the best.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestWorst {
    /// The words asking for the best; the program's own when absent.
    pub best: Option<String>,
    /// The words asking for the worst.
    pub worst: Option<String>,
}

const HELP: &str = "write `best b worst a`, or only one of the two";

fn read_output(form: &Form, field: &str, outputs: usize) -> Result<usize, Complaint> {
    let given = form.single_value(field)?;
    index(given, outputs).ok_or_else(|| {
        let offered = (0..outputs).map(letter).collect();
        Complaint::new(field, Reason::NotOneOf { given: given.to_owned(), offered })
    })
}

impl Definition for BestWorst {
    fn problems(&self) -> Vec<Problem> {
        match (&self.best, &self.worst) {
            (Some(best), Some(worst)) if best == worst => vec![Problem::new(
                "worst",
                format!("both the best and the worst are labelled `{best}`"),
                "use different words for the two",
            )],
            (Some(_) | None, Some(_) | None) => Vec::new(),
        }
    }

    fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let best = read_output(form, "best", shown.len());
        let worst = match (&best, form.all("worst").is_empty()) {
            (Ok(best), true) if shown.len() == 2 => Ok(1 - best),
            (Ok(_) | Err(_), _) => read_output(form, "worst", shown.len()),
        };
        match (best, worst) {
            (Ok(best), Ok(worst)) if best == worst => Err(vec![Complaint::new("worst", Reason::BestIsWorst)]),
            (Ok(best), Ok(worst)) => Ok(Answer::BestWorst { best, worst }),
            (best, worst) => Err(best.err().into_iter().chain(worst.err()).collect()),
        }
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        vec![
            Column::new("best", Contents::Output, "the output called best"),
            Column::new("worst", Contents::Output, "the output called worst"),
        ]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::BestWorst { best, worst } = answer else { return None };
        Some(vec![Cell::Output(*best), Cell::Output(*worst)])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let impressions = view.impressions(rng);
        let mut worst_first: Vec<usize> = (0..impressions.len()).collect();
        worst_first.sort_by(|a, b| impressions[*a].total_cmp(&impressions[*b]));
        let end = |output: Option<&usize>| output.copied().unwrap_or(0);
        Answer::BestWorst { best: end(worst_first.last()), worst: end(worst_first.first()) }
    }

    fn expects(&self, text: &str, outputs: usize) -> Result<Expectation, BadExpectation> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let (mut best, mut worst) = (None, None);
        for pair in words.chunks(2) {
            match pair {
                ["best", letter] if best.is_none() => best = Some(output(letter, outputs)?),
                ["worst", letter] if worst.is_none() => worst = Some(output(letter, outputs)?),
                [..] => {
                    return Err(BadExpectation::new(format!("`{}` names no best or worst output", text.trim()), HELP));
                }
            }
        }
        match (best, worst) {
            (None, None) => Err(BadExpectation::new("no best or worst output is named", HELP)),
            (best, worst) if best == worst => {
                Err(BadExpectation::new("the best and the worst are the same output", HELP))
            }
            (best, worst) => Ok(Expectation::Extremes { best, worst }),
        }
    }
}
