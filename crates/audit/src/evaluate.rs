//! Expressions with their numbers found, and their values.

use super::expression::{Expression, Operator};
use super::function::Function;
use super::numbers::Numbers;
use super::parse::Trouble;
use super::pattern::Binding;
use super::printed_number::Bound;

/// An expression whose ids have become numbers of the paper.
#[derive(Debug, Clone)]
pub(crate) enum Term {
    Literal(f64),
    Numbers(Vec<usize>),
    Negative(Box<Term>),
    Pair { operator: Operator, left: Box<Term>, right: Box<Term> },
    Call { function: &'static Function, arguments: Vec<Term> },
}

/// The one number an expression names, if it is nothing but an id.
pub(crate) fn single(expression: &Expression, binding: &Binding, numbers: &Numbers) -> Option<usize> {
    match expression {
        Expression::Reference { pattern, .. } if !pattern.is_list() => numbers.index_of(&pattern.fill_names(binding)),
        Expression::Reference { .. }
        | Expression::Literal(_)
        | Expression::Negative(_)
        | Expression::Pair { .. }
        | Expression::Call { .. } => None,
    }
}

/// Finds the numbers of an expression.
pub(crate) fn find(expression: &Expression, binding: &Binding, numbers: &Numbers) -> Result<Term, Trouble> {
    let inner = |expression: &Expression| find(expression, binding, numbers).map(Box::new);
    Ok(match expression {
        Expression::Literal(value) => Term::Literal(*value),
        Expression::Negative(of) => Term::Negative(inner(of)?),
        Expression::Pair { operator, left, right } => {
            Term::Pair { operator: *operator, left: inner(left)?, right: inner(right)? }
        }
        Expression::Call { function, arguments } => {
            let arguments =
                arguments.iter().map(|argument| find(argument, binding, numbers)).collect::<Result<_, _>>()?;
            Term::Call { function, arguments }
        }
        Expression::Reference { pattern, range } => {
            let id = pattern.fill_names(binding);
            let found: Vec<usize> = numbers.fitting(pattern, binding).into_iter().map(|(index, _)| index).collect();
            if found.is_empty() {
                let trouble = Trouble::new(range.clone(), format!("no number is called `{id}`"));
                return Err(match numbers.nearest(&id) {
                    Some(near) => trouble.help(format!("did you mean `{near}`?")),
                    None => trouble.help("put spaces around `+`, `-` and `*`"),
                });
            }
            if let Some(bound) = found.iter().map(|index| &numbers.all[*index]).find(|n| n.printed.bound != Bound::None)
            {
                let message =
                    format!("`{}` is only a bound, {}, and cannot be computed with", bound.id, bound.printed.text);
                return Err(Trouble::new(range.clone(), message));
            }
            Term::Numbers(found)
        }
    })
}

impl Term {
    /// The numbers it rests on, each once.
    pub(crate) fn leaves(&self) -> Vec<usize> {
        let mut leaves = match self {
            Term::Literal(_) => Vec::new(),
            Term::Numbers(numbers) => numbers.clone(),
            Term::Negative(of) => of.leaves(),
            Term::Pair { left, right, .. } => [left.leaves(), right.leaves()].concat(),
            Term::Call { arguments, .. } => arguments.iter().flat_map(Term::leaves).collect(),
        };
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// The outermost function that is computed in more than one way.
    pub(crate) fn outermost_variable_function(&self) -> Option<&'static Function> {
        match self {
            Term::Literal(_) | Term::Numbers(_) => None,
            Term::Negative(of) => of.outermost_variable_function(),
            Term::Pair { left, right, .. } => {
                left.outermost_variable_function().or_else(|| right.outermost_variable_function())
            }
            Term::Call { function, .. } if function.conventions.len() > 1 => Some(function),
            Term::Call { arguments, .. } => arguments.iter().find_map(Term::outermost_variable_function),
        }
    }

    /// Its value when numbers have the values given and the varied function is computed in one of its ways.
    pub(crate) fn value(&self, of: &dyn Fn(usize) -> f64, convention: usize) -> Result<f64, String> {
        match self.values(of, convention)?.as_slice() {
            [value] if value.is_finite() => Ok(*value),
            [_] => Err("the value is not finite".to_owned()),
            list => Err(format!("{} numbers stand where one belongs", list.len())),
        }
    }

    fn values(&self, of: &dyn Fn(usize) -> f64, convention: usize) -> Result<Vec<f64>, String> {
        Ok(match self {
            Term::Literal(value) => vec![*value],
            Term::Numbers(numbers) => numbers.iter().map(|number| of(*number)).collect(),
            Term::Negative(inner) => vec![-inner.value(of, convention)?],
            Term::Pair { operator, left, right } => {
                let (left, right) = (left.value(of, convention)?, right.value(of, convention)?);
                vec![match operator {
                    Operator::Plus => left + right,
                    Operator::Minus => left - right,
                    Operator::Times => left * right,
                    Operator::Over if right == 0.0 => return Err("division by zero".to_owned()),
                    Operator::Over => left / right,
                }]
            }
            Term::Call { function, arguments } => {
                let arguments =
                    arguments.iter().map(|argument| argument.values(of, convention)).collect::<Result<Vec<_>, _>>()?;
                let way = function.conventions.get(convention).unwrap_or(&function.conventions[0]);
                vec![(way.compute)(&arguments).map_err(|why| format!("{}: {why}", function.name))?]
            }
        })
    }
}
