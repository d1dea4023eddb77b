//! `pairwise`: one of two outputs.

use std::fmt;

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::problem::ids;
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Preference, Problem,
    Reason, View,
};

/// More degrees than this nobody can tell apart.
const MOST_DEGREES: usize = 4;

/// One of two outputs.
#[derive(Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairwise {
    /// Whether "equal" is offered.
    #[serde(default)]
    pub ties: bool,
    /// The words for "equal"; the program's own in the study's language when absent.
    pub equal: Option<String>,
    /// How much better one output may be called, from the slightest to the strongest: `["slightly better", "much better"]`. Both
    /// outputs are offered with each of these words. Without them, people are asked only which is better.
    #[serde(default)]
    pub degrees: Vec<String>,
}

/// Without degrees as it was before there were any: designs that were noted in these words stay known.
impl fmt::Debug for Pairwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Pairwise");
        shown.field("ties", &self.ties).field("equal", &self.equal);
        if self.is_graded() {
            shown.field("degrees", &self.degrees);
        }
        shown.finish()
    }
}

impl Pairwise {
    fn offered_preferences(&self) -> &'static [Preference] {
        if self.ties {
            &[Preference::First, Preference::Second, Preference::Equal]
        } else {
            &[Preference::First, Preference::Second]
        }
    }

    fn preference(&self, word: &str) -> Option<Preference> {
        self.offered_preferences().iter().copied().find(|preference| preference.word() == word.trim().to_lowercase())
    }

    fn words(&self) -> Vec<String> {
        if self.is_graded() {
            return self.grades().into_iter().map(grade_word).collect();
        }
        self.offered_preferences().iter().map(|preference| preference.word().to_owned()).collect()
    }

    /// Whether it is asked how much better.
    #[must_use]
    pub fn is_graded(&self) -> bool {
        !self.degrees.is_empty()
    }

    /// The strongest degree; 1 where only which is better is asked.
    #[must_use]
    pub fn strongest(&self) -> u32 {
        (self.degrees.len() as u32).max(1)
    }

    /// The grades offered, from the first output at its best to the second at its best.
    #[must_use]
    pub fn grades(&self) -> Vec<i32> {
        let strongest = self.degrees.len() as i32;
        (-strongest..=strongest).rev().filter(|grade| *grade != 0 || self.ties).collect()
    }

    fn grade(&self, word: &str) -> Option<i32> {
        self.grades().into_iter().find(|grade| grade_word(*grade) == word.trim())
    }
}

/// As the page posts a grade: `a2` for the first output by two degrees, `equal`, `b1` for the second by one.
#[must_use]
pub fn grade_word(grade: i32) -> String {
    match grade {
        0 => Preference::Equal.word().to_owned(),
        1.. => format!("{}{grade}", Preference::First.word()),
        _second => format!("{}{}", Preference::Second.word(), grade.unsigned_abs()),
    }
}

impl Definition for Pairwise {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = ids("degrees", self.degrees.iter().map(String::as_str));
        if self.degrees.len() == 1 || self.degrees.len() > MOST_DEGREES {
            let help = format!("write 2 to {MOST_DEGREES} of them, or leave `degrees` out");
            let message = match self.degrees.len() {
                1 => "there is only one degree".to_owned(),
                many => format!("there are {many} degrees"),
            };
            problems.push(Problem::new("degrees", message, help));
        }
        if !problems.is_empty() {
            return problems;
        }
        match &self.equal {
            Some(words) if !self.ties => vec![Problem::new(
                "equal",
                format!("words for `{words}`, but ties are not offered"),
                "add `ties = true`, or leave `equal` out",
            )],
            Some(words) if words.trim().is_empty() => {
                vec![Problem::new("equal", "the words for a tie are empty", "write them, or leave `equal` out")]
            }
            Some(_) | None => Vec::new(),
        }
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let given = form.single_value("choice").map_err(|complaint| vec![complaint])?;
        if let Some(grade) = self.grade(given).filter(|_| self.is_graded()) {
            return Ok(Answer::Graded(grade));
        }
        self.preference(given).filter(|_| !self.is_graded()).map(Answer::Pairwise).ok_or_else(|| {
            vec![Complaint::new("choice", Reason::NotOneOf { given: given.to_owned(), offered: self.words() })]
        })
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let mut columns = vec![Column::new("choice", Contents::Output, "the output chosen; empty for equal")];
        if self.ties {
            columns.push(Column::new("equal", Contents::Flag, "1 when the two were called equal"));
        }
        if self.is_graded() {
            let words =
                (1..).zip(&self.degrees).map(|(degree, words): (u32, &String)| (degree.to_string(), words.clone()));
            let description = "how much better the output chosen is; 0 for equal";
            let column = Column::new("degree", Contents::Whole, description);
            columns.push(Column { values: words.collect(), ..column });
        }
        columns
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let preference = answer.choice().filter(|_| self.is_graded() == matches!(answer, Answer::Graded(_)))?;
        let choice = match preference {
            Preference::First => Cell::Output(0),
            Preference::Second => Cell::Output(1),
            Preference::Equal => Cell::Empty,
        };
        let equal = Cell::Whole(i64::from(preference == Preference::Equal));
        let degree = if let Answer::Graded(grade) = answer { Some(Cell::Whole(grade.abs().into())) } else { None };
        Some([choice].into_iter().chain(self.ties.then_some(equal)).chain(degree).collect())
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let difference = view.relative_impression(0, rng) - view.relative_impression(1, rng);
        if self.is_graded() {
            // Each further degree needs a difference one standard deviation larger.
            let degree = (1 + difference.abs().floor() as i32).min(self.strongest() as i32);
            let equal = self.ties && difference.abs() < view.same;
            return Answer::Graded(if equal { 0 } else { degree * difference.signum() as i32 });
        }
        Answer::Pairwise(if self.ties && difference.abs() < view.same {
            Preference::Equal
        } else if difference > 0.0 {
            Preference::First
        } else {
            Preference::Second
        })
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        let read = |word: &str| {
            self.preference(word).ok_or_else(|| {
                let words: Vec<&str> = self.offered_preferences().iter().map(|preference| preference.word()).collect();
                let help = format!("write one of {}, or several with `or`", words.join(", "));
                BadExpectation::new(format!("`{}` is not an answer to this question", word.trim()), help)
            })
        };
        text.split(" or ").map(read).collect::<Result<_, _>>().map(Expectation::Preferred)
    }
}
