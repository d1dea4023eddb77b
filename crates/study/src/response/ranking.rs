//! `ranking`: all outputs shown put in order.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::expectation::output;
use super::position::letter;
use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, View,
};

/// All outputs shown put in order, best first.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Whether two outputs may share a rank.
    #[serde(default)]
    pub ties: bool,
}

const HELP: &str =
    "write the letters from best to worst, such as `b > a > c`; several orders with commas: `a > c, b > c`";

/// Places as in a race: those who share one push the next down, so that 1, 1, 2 becomes 1, 1, 3.
fn competition_ranks(places: &[i64]) -> Vec<u32> {
    places.iter().map(|place| 1 + places.iter().filter(|other| *other < place).count() as u32).collect()
}

impl Definition for Ranking {
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let mut places: Vec<i64> = Vec::new();
        let mut complaints = Vec::new();
        for output in 0..shown.len() {
            let field = format!("rank_{}", letter(output));
            match form.whole_number(&field, 1, shown.len() as i64) {
                Ok(place) if !self.ties && places.contains(&place) => {
                    complaints.push(Complaint::new(field, Reason::SharedPlace { place: place as u32 }));
                }
                Ok(place) => places.push(place),
                Err(complaint) => complaints.push(complaint),
            }
        }
        if complaints.is_empty() { Ok(Answer::Ranking(competition_ranks(&places))) } else { Err(complaints) }
    }

    fn columns(&self, outputs: usize) -> Vec<Column> {
        (0..outputs)
            .map(|output| {
                let letter = letter(output);
                let description = format!("the rank of output {letter} among {outputs}, 1 is best");
                Column::new(format!("rank_{letter}"), Contents::Whole, description).about_output(output)
            })
            .collect()
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Ranking(places) = answer else { return None };
        Some(places.iter().map(|place| Cell::Whole(i64::from(*place))).collect())
    }

    /// In the order of impressions; where ties are allowed, a run of impressions each close to the next shares a place.
    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let impressions = view.impressions(rng);
        let mut best_first: Vec<usize> = (0..impressions.len()).collect();
        best_first.sort_by(|a, b| impressions[*b].total_cmp(&impressions[*a]));
        let mut places = vec![0; impressions.len()];
        let mut place = 0;
        let mut above = None;
        for output in best_first {
            let impression = impressions[output];
            if !(self.ties && above.is_some_and(|above: f64| above - impression < view.same)) {
                place += 1;
            }
            above = Some(impression);
            places[output] = place;
        }
        Answer::Ranking(competition_ranks(&places))
    }

    fn expects(&self, text: &str, outputs: usize) -> Result<Expectation, BadExpectation> {
        let mut orders = Vec::new();
        for part in text.split(',') {
            let mut order: Vec<Vec<usize>> = Vec::new();
            for shared in part.split('>') {
                let level: Vec<usize> =
                    shared.split('=').map(|word| output(word, outputs)).collect::<Result<_, _>>()?;
                if level.len() > 1 && !self.ties {
                    return Err(BadExpectation::new(
                        format!("`{}` share a rank, but the ranking has no ties", shared.trim()),
                        HELP,
                    ));
                }
                order.push(level);
            }
            let mut named: Vec<usize> = order.concat();
            let words = named.len();
            named.sort_unstable();
            named.dedup();
            if words < 2 || named.len() < words {
                return Err(BadExpectation::new(format!("`{}` is not an order of outputs", part.trim()), HELP));
            }
            orders.push(order);
        }
        Ok(Expectation::Orders(orders))
    }
}
