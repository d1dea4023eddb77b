//! A printed number against what it is computed from.

use std::collections::BTreeMap;

use super::evaluate::Term;
use super::finding::{Agreement, Finding, Severity};
use super::function;
use super::numbers::Numbers;
use super::printed_number::{PrintedNumber, Rounding};
use super::range::Box;

/// With more inputs that could be taken unrounded, mixtures of rounded and unrounded ones are not tried.
const MIXED: usize = 6;
/// Beyond so many numbers computed from each other in a row, the last is taken as printed.
const LONGEST: usize = 500;

/// The numbers of a paper, printed and as they were before rounding.
pub(crate) struct Paper<'a> {
    pub(crate) numbers: &'a Numbers,
    /// Each number before it was rounded, where the paper says what it is computed from.
    unrounded: BTreeMap<usize, Option<f64>>,
}

/// One way of arriving at a value.
struct Attempt {
    value: f64,
    /// The inputs taken unrounded.
    unrounded: Vec<usize>,
    rounding: Rounding,
}

impl<'a> Paper<'a> {
    /// Computes every number that has a derivation from the unrounded values of what it rests on.
    pub(crate) fn new(numbers: &'a Numbers, derivations: &BTreeMap<usize, Term>) -> Paper<'a> {
        let mut paper = Paper { numbers, unrounded: BTreeMap::new() };
        for number in derivations.keys() {
            paper.compute(*number, derivations, 0);
        }
        paper
    }

    fn compute(&mut self, number: usize, derivations: &BTreeMap<usize, Term>, depth: usize) {
        let Some(term) = derivations.get(&number).filter(|_| depth < LONGEST) else { return };
        // Until it is known it counts as unknown, so that a circle ends.
        if self.unrounded.contains_key(&number) {
            return;
        }
        self.unrounded.insert(number, None);
        let leaves = term.leaves();
        leaves.iter().for_each(|leaf| self.compute(*leaf, derivations, depth + 1));
        let of = |leaf: usize| self.unrounded_value(leaf).unwrap_or(self.numbers.all[leaf].printed.value);
        let value = term.value(&of, 0).ok().filter(|value| {
            // What does not round to the printed number is not that number unrounded.
            match self.numbers.all[number].printed.rounding_of(*value) {
                Rounding::Rounds | Rounding::Tie => true,
                Rounding::CutOff | Rounding::No => false,
            }
        });
        self.unrounded.insert(number, value);
    }

    fn unrounded_value(&self, number: usize) -> Option<f64> {
        self.unrounded.get(&number).copied().flatten()
    }

    /// The range of a term over everything that rounds to its printed inputs.
    pub(crate) fn range(&self, term: &Term, convention: usize) -> Option<(f64, f64)> {
        let leaves = term.leaves();
        let spans: Vec<(f64, f64)> = leaves.iter().map(|leaf| self.numbers.all[*leaf].printed.span()).collect();
        let (lows, highs): (Vec<f64>, Vec<f64>) = spans.into_iter().unzip();
        let at = |x: &[f64]| {
            let of = |leaf: usize| leaves.binary_search(&leaf).map_or(f64::NAN, |index| x[index]);
            term.value(&of, convention).ok()
        };
        Box { lows: &lows, highs: &highs }.extremes(&at)
    }

    /// Its value from the printed inputs, in the proper way.
    pub(crate) fn value(&self, term: &Term) -> Result<f64, String> {
        term.value(&|leaf| self.numbers.all[leaf].printed.value, 0)
    }

    /// `number == term`.
    pub(crate) fn check_equal(&self, number: usize, term: &Term) -> Result<Result<Agreement, Finding>, String> {
        let printed = &self.numbers.all[number].printed;
        let proper = self.attempts(printed, term, 0)?;
        if let Some(attempt) = proper.iter().find(|attempt| reproduces(attempt)) {
            return Ok(self.assess_reproduction(printed, attempt, &proper));
        }
        let expected = best(&proper);
        let decision = decision(printed, term, expected);
        let finding = |severity, why: String| {
            Ok(Err(Finding { severity, printed: printed.text.clone(), expected: printed.print_like(expected), why }))
        };
        if let Some((convention, attempt)) = self.other_ways(printed, term) {
            let (value, from) = (short(attempt.value), self.from(&attempt.unrounded));
            let why = format!("{} gives {value} {from}; properly it is {}{decision}", convention.said, short(expected));
            return finding(convention.severity, why);
        }
        if let Some(cut) = proper.iter().find(|attempt| attempt.rounding == Rounding::CutOff) {
            let why = format!("{} {} was cut off, not rounded", short(cut.value), self.from(&cut.unrounded));
            let expected = printed.print_like(cut.value);
            return Ok(Err(Finding { severity: Severity::Mismatch, printed: printed.text.clone(), expected, why }));
        }
        let computed = self.describe_attempts(&proper);
        let Some((low, high)) = self.range(term, 0) else {
            return finding(Severity::Wrong, format!("{computed}{decision}"));
        };
        if overlap((low, high), printed.rounding_span()) {
            let range = format!("anything from {} to {}", short(low), short(high));
            let why = format!("{computed}; inputs with unprinted digits could give it: {range}{decision}");
            return finding(if decision.is_empty() { Severity::Mismatch } else { Severity::Wrong }, why);
        }
        let only = if low < high { format!("; {}", describe_range(low, high)) } else { String::new() };
        match self.possible_way(printed.rounding_span(), term) {
            None => finding(Severity::Wrong, format!("{computed}{only}{decision}")),
            Some(way) => {
                let severity = if way.severity == Severity::Note { Severity::Mismatch } else { way.severity };
                finding(severity, format!("{computed}{only}; {} could give it{decision}", way.said))
            }
        }
    }

    /// `left ~ term`, where the left is a number or something computed too.
    pub(crate) fn could_be(&self, left: &Term, right: &Term) -> Result<Result<Agreement, Finding>, String> {
        let unsound = || "it cannot be computed for any value that rounds to the printed ones".to_owned();
        let number = match left {
            Term::Numbers(numbers) if numbers.len() == 1 => Some(&self.numbers.all[numbers[0]].printed),
            Term::Numbers(_) | Term::Literal(_) | Term::Negative(_) | Term::Pair { .. } | Term::Call { .. } => None,
        };
        let left_span = match number {
            Some(printed) => printed.rounding_span(),
            None => self.range(left, 0).ok_or_else(unsound)?,
        };
        let (low, high) = self.range(right, 0).ok_or_else(unsound)?;
        let how = format!("possible: {}", describe_range(low, high));
        if overlap(left_span, (low, high)) {
            return Ok(Ok(Agreement { how }));
        }
        let centre = self.value(right)?;
        let show = |value: f64| number.map_or_else(|| short(value), |printed| printed.print_like(value));
        let printed = match number {
            Some(printed) => printed.text.clone(),
            None => short(self.value(left)?),
        };
        let decision = number.map(|printed| decision(printed, right, centre)).unwrap_or_default();
        let (mut severity, mut why) = (Severity::Wrong, format!("{}{decision}", describe_range(low, high)));
        if let Some(way) = self.possible_way(left_span, right) {
            severity = way.severity;
            why = format!("{} could give it; properly {}{decision}", way.said, describe_range(low, high));
        }
        Ok(Err(Finding { severity, printed, expected: show(centre), why }))
    }

    /// Every choice of rounded and unrounded inputs: all printed, all unrounded, then mixtures.
    fn attempts(&self, printed: &PrintedNumber, term: &Term, convention: usize) -> Result<Vec<Attempt>, String> {
        let leaves = term.leaves();
        let unrounded: BTreeMap<usize, f64> =
            leaves.iter().filter_map(|leaf| Some((*leaf, self.unrounded_value(*leaf)?))).collect();
        let differ = |(leaf, value): &(&usize, &f64)| (*value - self.numbers.all[**leaf].printed.value).abs() > 1e-12;
        let choices: Vec<usize> = unrounded.iter().filter(differ).map(|(leaf, _)| *leaf).collect();
        let all = (1usize << choices.len().min(MIXED)) - 1;
        let mut masks: Vec<usize> = if choices.len() > MIXED { vec![0, usize::MAX] } else { (0..=all).collect() };
        masks.sort_by_key(|mask| if *mask == 0 { 0 } else { usize::MAX - mask.count_ones() as usize });
        let attempt = |mask: usize| {
            let taken: Vec<usize> = choices
                .iter()
                .enumerate()
                .filter(|(bit, _)| mask >> (bit % 64) & 1 == 1)
                .map(|(_, leaf)| *leaf)
                .collect();
            let of = |leaf: usize| match unrounded.get(&leaf) {
                Some(value) if taken.contains(&leaf) => *value,
                _ => self.numbers.all[leaf].printed.value,
            };
            let value = term.value(&of, convention)?;
            Ok(Attempt { value, unrounded: taken, rounding: printed.rounding_of(value) })
        };
        masks.into_iter().map(attempt).collect()
    }

    /// The first of the other ways of computing that gives the printed number.
    fn other_ways(&self, printed: &PrintedNumber, term: &Term) -> Option<(&'static function::Convention, Attempt)> {
        let ways = term.outermost_variable_function()?.conventions;
        ways.iter().enumerate().skip(1).find_map(|(index, way)| {
            let attempts = self.attempts(printed, term, index).ok()?;
            attempts.into_iter().find(reproduces).map(|attempt| (way, attempt))
        })
    }

    /// The first of the other ways of computing that could give a value within a span.
    fn possible_way(&self, span: (f64, f64), term: &Term) -> Option<&'static function::Convention> {
        let ways = term.outermost_variable_function()?.conventions.iter().enumerate().skip(1);
        let could = |index| self.range(term, index).is_some_and(|range| overlap(span, range));
        ways.into_iter().find(|(index, _)| could(*index)).map(|(_, way)| way)
    }

    fn assess_reproduction(
        &self,
        printed: &PrintedNumber,
        by: &Attempt,
        all: &[Attempt],
    ) -> Result<Agreement, Finding> {
        let tie = if by.rounding == Rounding::Tie { ", a tie that half-up and half-even round apart" } else { "" };
        let how = format!("{} {}{tie}", short(by.value), self.from(&by.unrounded));
        let Some(full) = all.get(1) else { return Ok(Agreement { how }) };
        if reproduces(full) {
            let also = if by.unrounded.is_empty() { ", and from those unrounded" } else { "" };
            return Ok(Agreement { how: format!("{how}{also}") });
        }
        let why = format!("{how}; before rounding they give {}", short(full.value));
        Err(Finding {
            severity: Severity::Note,
            printed: printed.text.clone(),
            expected: printed.print_like(full.value),
            why,
        })
    }

    /// What the inputs give, rounded and unrounded.
    fn describe_attempts(&self, attempts: &[Attempt]) -> String {
        let printed = attempts.first().map(|a| format!("{} {}", short(a.value), self.from(&a.unrounded)));
        let full = attempts.get(1).map(|a| format!(", {} before they were rounded", short(a.value)));
        format!("{}{}", printed.unwrap_or_default(), full.unwrap_or_default())
    }

    fn from(&self, unrounded: &[usize]) -> String {
        if unrounded.is_empty() {
            return "from the printed numbers".to_owned();
        }
        let ids: Vec<String> = unrounded.iter().map(|number| format!("`{}`", self.numbers.all[*number].id)).collect();
        format!("with {} before rounding", ids.join(", "))
    }
}

fn reproduces(attempt: &Attempt) -> bool {
    match attempt.rounding {
        Rounding::Rounds | Rounding::Tie => true,
        Rounding::CutOff | Rounding::No => false,
    }
}

/// What the most precise inputs give.
fn best(attempts: &[Attempt]) -> f64 {
    attempts.get(1).or(attempts.first()).map_or(f64::NAN, |attempt| attempt.value)
}

fn overlap(a: (f64, f64), b: (f64, f64)) -> bool {
    let slack = 1e-9 * (1e-6 + a.0.abs().min(a.1.abs()).min(b.0.abs()).min(b.1.abs()));
    a.0 <= b.1 + slack && b.0 <= a.1 + slack
}

/// Whether a p-value that is not what it should be also changes what is significant.
fn decision(printed: &PrintedNumber, term: &Term, computed: f64) -> String {
    let is_p = matches!(term, Term::Call { function, .. } if function::is_p(function.name));
    let significant = match printed.bound {
        super::printed_number::Bound::None | super::printed_number::Bound::Below => printed.value <= 0.05,
        super::printed_number::Bound::Above => false,
    };
    if is_p && significant != (computed <= 0.05) {
        let (was, is) = if significant { ("significant", "not") } else { ("not significant", "it is") };
        return format!("; at 0.05 it is {was} as printed and {is} as computed");
    }
    String::new()
}

fn describe_range(low: f64, high: f64) -> String {
    let (low, high) = (short(low), short(high));
    if low == high {
        format!("what is printed allows only {low}")
    } else {
        format!("what is printed allows {low} to {high}")
    }
}

/// A value with six significant digits.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor();
    if !(-5.0..=9.0).contains(&magnitude) {
        return format!("{value:.3e}");
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 10")]
    let decimals = (5.0 - magnitude).clamp(0.0, 10.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
