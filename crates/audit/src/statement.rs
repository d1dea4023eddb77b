//! A sentence of the paper against its numbers: more, less, different.

use super::derived_numbers::{Paper, short};
use super::evaluate::Term;
use super::expression::Relation;
use super::finding::{Agreement, Finding, Severity};

/// What both sides of a comparison are called.
pub(crate) struct Sides {
    pub(crate) left: String,
    pub(crate) right: String,
}

impl Paper<'_> {
    /// Compares two sides as printed. Equal printed numbers are neither above nor below each other, though
    /// unprinted digits might tell them apart.
    pub(crate) fn check_relation(
        &self,
        relation: Relation,
        left: &Term,
        right: &Term,
        sides: &Sides,
    ) -> Result<Result<Agreement, Finding>, String> {
        let (x, y) = (self.value(left)?, self.value(right)?);
        let equal = (x - y).abs() <= 1e-12 * (1.0 + x.abs().max(y.abs()));
        let holds = match relation {
            Relation::Is | Relation::CouldBe => equal,
            Relation::Differs => !equal,
            Relation::Below => x < y && !equal,
            Relation::AtMost => x < y || equal,
            Relation::Above => x > y && !equal,
            Relation::AtLeast => x > y || equal,
        };
        let seen = format!(
            "{} is {}, {} is {}",
            sides.left,
            self.render_value(left, x),
            sides.right,
            self.render_value(right, y)
        );
        if holds {
            return Ok(Ok(Agreement { how: seen }));
        }
        let hidden = equal && self.is_rounded(left) && self.is_rounded(right);
        let hint = if hidden { "; unprinted digits might tell them apart" } else { "" };
        let printed = sides.left.clone();
        let expected = String::new();
        Ok(Err(Finding { severity: Severity::Wrong, printed, expected, why: format!("{seen}{hint}") }))
    }

    /// A single number as printed, anything else as computed.
    fn render_value(&self, term: &Term, value: f64) -> String {
        match term {
            Term::Numbers(numbers) if numbers.len() == 1 => self.numbers.all[numbers[0]].printed.text.clone(),
            Term::Numbers(_) | Term::Literal(_) | Term::Negative(_) | Term::Pair { .. } | Term::Call { .. } => {
                short(value)
            }
        }
    }

    fn is_rounded(&self, term: &Term) -> bool {
        term.leaves().iter().any(|leaf| self.numbers.all[*leaf].printed.half_width() > 0.0)
    }
}
