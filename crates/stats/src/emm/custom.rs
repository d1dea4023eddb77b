//! Contrasts written as sums of levels: `a - (b + c)/2`.
//!
//! A level is written as it is called, or in backticks when its name reads as a number or holds an operator.

use super::contrast::Contrast;
use super::{Mean, Means};
use crate::{Result, StatError};

/// The contrast a text describes.
///
/// # Errors
/// When the text cannot be read, names a level that is not there, or its weights do not sum to zero.
pub fn custom(means: &Means, text: &str) -> Result<Contrast> {
    let labels: Vec<String> = means.means.iter().map(|mean| mean.levels.join(":")).collect();
    let mut reader = Reader { text, at: 0, labels: &labels };
    let sum = reader.sum()?;
    if !reader.rest().is_empty() {
        return Err(reader.refuse("expected `+`, `-`, `*` or `/`"));
    }
    if sum.number != 0.0 {
        return Err(StatError::Undefined(format!("`{text}` adds a number to levels; a contrast holds levels only")));
    }
    let total: f64 = sum.weights.iter().sum();
    let size = sum.weights.iter().map(|w| w.abs()).fold(0.0, f64::max);
    if size == 0.0 || !size.is_finite() {
        return Err(StatError::Undefined(format!("`{text}` compares nothing; all levels cancel")));
    }
    if total.abs() > 1e-12 * size {
        return Err(StatError::Undefined(format!(
            "the weights of `{text}` sum to {total}; those of a contrast sum to zero, as in `a - (b + c)/2`"
        )));
    }
    let mut weights = vec![0.0; means.means.first().map_or(0, |mean| mean.weights.len())];
    for (factor, Mean { weights: own, .. }) in sum.weights.iter().zip(&means.means) {
        weights.iter_mut().zip(own).for_each(|(cell, x)| *cell += factor * x);
    }
    Ok(Contrast { of: vec![text.trim().to_owned()], weights })
}

/// A number plus a weighted sum of levels.
struct Sum {
    number: f64,
    weights: Vec<f64>,
}

impl Sum {
    fn number(number: f64, levels: usize) -> Sum {
        Sum { number, weights: vec![0.0; levels] }
    }

    fn is_number(&self) -> bool {
        self.weights.iter().all(|w| *w == 0.0)
    }

    fn times(mut self, factor: f64) -> Sum {
        self.number *= factor;
        self.weights.iter_mut().for_each(|w| *w *= factor);
        self
    }

    fn plus(mut self, other: &Sum) -> Sum {
        self.number += other.number;
        self.weights.iter_mut().zip(&other.weights).for_each(|(a, b)| *a += b);
        self
    }
}

/// How deeply brackets and signs may be nested.
const DEEPEST: usize = 100;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    labels: &'a [String],
}

impl<'a> Reader<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn refuse(&self, what: &str) -> StatError {
        let before = self.text[..self.at].chars().count();
        StatError::Undefined(format!("{what}\n  {}\n  {}^", self.text, " ".repeat(before)))
    }

    fn sum(&mut self) -> Result<Sum> {
        self.sum_within(0)
    }

    fn sum_within(&mut self, depth: usize) -> Result<Sum> {
        let mut sum = self.product(depth)?;
        loop {
            if self.takes('+') {
                sum = sum.plus(&self.product(depth)?);
            } else if self.takes('-') {
                sum = sum.plus(&self.product(depth)?.times(-1.0));
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self, depth: usize) -> Result<Sum> {
        let mut left = self.part(depth)?;
        loop {
            if self.takes('*') {
                let right = self.part(depth)?;
                left = match (left.is_number(), right.is_number()) {
                    (true, _) => right.times(left.number),
                    (_, true) => left.times(right.number),
                    (false, false) => return Err(self.refuse("levels cannot be multiplied by each other")),
                };
            } else if self.takes('/') {
                let right = self.part(depth)?;
                if !right.is_number() || right.number == 0.0 {
                    return Err(self.refuse("levels can only be divided by a number other than zero"));
                }
                left = left.times(1.0 / right.number);
            } else {
                return Ok(left);
            }
        }
    }

    fn part(&mut self, depth: usize) -> Result<Sum> {
        if depth > DEEPEST {
            return Err(self.refuse("brackets are nested too deeply"));
        }
        if self.takes('-') {
            return Ok(self.part(depth + 1)?.times(-1.0));
        }
        if self.takes('(') {
            let inner = self.sum_within(depth + 1)?;
            return if self.takes(')') { Ok(inner) } else { Err(self.refuse("expected `)`")) };
        }
        if self.takes('`') {
            let name = self.text[self.at..].split('`').next().unwrap_or_default();
            let level = self.level(name)?;
            self.at += name.len();
            return if self.takes('`') { Ok(level) } else { Err(self.refuse("expected a closing backtick")) };
        }
        self.number_or_level()
    }

    fn number_or_level(&mut self) -> Result<Sum> {
        let rest = self.rest();
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let goes_on = |end: usize| rest[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if let (Ok(number), false) = (rest[..digits].parse::<f64>(), goes_on(digits)) {
            self.at += digits;
            return Ok(Sum::number(number, self.labels.len()));
        }
        // The longest name that fits, so that `GPT-4` is not `GPT` less four.
        let fits = |label: &&String| !label.is_empty() && rest.starts_with(label.as_str()) && !goes_on(label.len());
        match self.labels.iter().filter(fits).max_by_key(|label| label.len()) {
            Some(label) => {
                let level = self.level(label)?;
                self.at += label.len();
                Ok(level)
            }
            None => {
                let word = rest.split(|c: char| "+-*/() ".contains(c)).next().unwrap_or_default();
                self.level(word)
            }
        }
    }

    fn level(&self, name: &str) -> Result<Sum> {
        let index = self.labels.iter().position(|label| label == name).ok_or_else(|| {
            let known = self.labels.join("`, `");
            self.refuse(&format!("expected a level; there are `{known}`"))
        })?;
        let mut level = Sum::number(0.0, self.labels.len());
        level.weights[index] = 1.0;
        Ok(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(labels: &[&str]) -> Means {
        let mean = |(index, label): (usize, &&str)| {
            let weights = (0..labels.len()).map(|k| f64::from(u8::from(k == index))).collect();
            Mean { levels: vec![(*label).to_owned()], weights }
        };
        Means { factors: vec!["f".to_owned()], means: labels.iter().enumerate().map(mean).collect() }
    }

    #[test]
    fn a_contrast_reads_as_it_is_written() {
        let check = |text: &str, expected: &[f64]| {
            let found = custom(&means(&["a", "b", "GPT-4", "1"]), text).unwrap();
            assert_eq!(found.weights, expected, "{text}");
        };
        check("a - b", &[1.0, -1.0, 0.0, 0.0]);
        check("a - (b + GPT-4)/2", &[1.0, -0.5, -0.5, 0.0]);
        check("0.5*a + b/2 - `1`", &[0.5, 0.5, 0.0, -1.0]);
        check("-(a - b) * 2", &[-2.0, 2.0, 0.0, 0.0]);
        check("`GPT-4`-a", &[-1.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_text_that_is_no_contrast_is_refused() {
        let check = |text: &str, expected: &str| {
            let found = custom(&means(&["a", "b", "1"]), text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text}: {found}");
        };
        check("a - c", "there are `a`, `b`, `1`");
        check("a + b", "sum to 2");
        check("a - a", "compares nothing");
        check("a - 1", "adds a number");
        check("a * b", "multiplied");
        check("a / 0 - b", "other than zero");
        check("(a - b", "expected `)`");
        check("a b", "expected `+`");
        check("", "expected a level");
        check(&"(".repeat(5000), "nested too deeply");
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[ab1`()*/+. é-]{0,24}") {
            let _ = custom(&means(&["a", "b", "1", "é"]), &text);
        }
    }
}
