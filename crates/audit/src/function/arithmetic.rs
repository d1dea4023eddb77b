//! Absolute values, roots, extremes, sums, rounding up.

use super::{Convention, Function, flat, number_argument};

pub(crate) static ABS: Function = Function {
    name: "abs",
    form: "abs(x)",
    doc: "The number without its sign.",
    takes: 1..=1,
    conventions: &[Convention::proper(|a| Ok(number_argument(a, 0)?.abs()))],
};

pub(crate) static SQRT: Function = Function {
    name: "sqrt",
    form: "sqrt(x)",
    doc: "The square root.",
    takes: 1..=1,
    conventions: &[Convention::proper(|a| match number_argument(a, 0)? {
        x if x >= 0.0 => Ok(x.sqrt()),
        x => Err(format!("{x} has no square root")),
    })],
};

pub(crate) static MIN: Function = Function {
    name: "min",
    form: "min(x, …)",
    doc: "The smallest of all numbers.",
    takes: 1..=usize::MAX,
    conventions: &[Convention::proper(|a| flat(a).into_iter().min_by(f64::total_cmp).ok_or_else(empty_message))],
};

pub(crate) static MAX: Function = Function {
    name: "max",
    form: "max(x, …)",
    doc: "The largest of all numbers.",
    takes: 1..=usize::MAX,
    conventions: &[Convention::proper(|a| flat(a).into_iter().max_by(f64::total_cmp).ok_or_else(empty_message))],
};

pub(crate) static SUM: Function = Function {
    name: "sum",
    form: "sum(x, …)",
    doc: "All numbers together: shares add to 1, best-worst scores to 0, the rows of a table of counts to its total.",
    takes: 1..=usize::MAX,
    conventions: &[Convention::proper(|a| Ok(flat(a).iter().sum()))],
};

pub(crate) static ROUND_UP: Function = Function {
    name: "round_up",
    form: "round_up(x, step)",
    doc: "The next multiple of the step that is not below x, as money is rounded: `round_up(x, 0.01)`.",
    takes: 2..=2,
    conventions: &[Convention::proper(|a| {
        let (x, step) = (number_argument(a, 0)?, number_argument(a, 1)?);
        if step <= 0.0 {
            return Err("the step must be above 0".to_owned());
        }
        // What decimal fractions are off by in binary does not count as a step.
        let steps = x / step;
        Ok((steps - 1e-9 - steps.abs() * 1e-12).ceil() * step)
    })],
};

fn empty_message() -> String {
    "there is nothing to choose from".to_owned()
}
