//! A condition read from its words.

use std::ops::Range;

use diag::nearest;

use super::words::{Sign, Token, cut};
use super::{Bound, Coefficient, Condition, Names};

mod comparison;

/// Why a condition cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimError {
    /// The bytes of the condition it is about.
    pub range: Range<usize>,
    /// One lower-case phrase without full stop.
    pub message: String,
    /// The smallest change that would work, where one is known.
    pub help: Option<String>,
}

/// Reads a condition such as `vae > all others on meaning`.
///
/// # Errors
/// Where and why it cannot be read: a name that is not known, a word that does not belong there.
pub fn parse(text: &str, names: &Names) -> Result<Condition, ClaimError> {
    let tokens = cut(text)?;
    let mut parser = Parser { text, names, tokens, next: 0, depth: 0 };
    let condition = parser.condition()?;
    match parser.peek() {
        None => Ok(condition),
        Some(_) => {
            let help = "give the size after `by` or `within`; the deciding test goes into `decided_by`";
            Err(ClaimError { help: Some(help.to_owned()), ..parser.unexpected_error("`and`, `or` or the end") })
        }
    }
}

/// How deep parentheses may nest; more is nobody's claim and would exhaust the stack.
const DEEPEST: usize = 32;

struct Parser<'a> {
    text: &'a str,
    names: &'a Names,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Sign> {
        self.tokens.get(self.next).map(|token| &token.sign)
    }

    /// Where the next token stands; behind the last byte at the end.
    fn next_range(&self) -> Range<usize> {
        let end = self.text.len();
        self.tokens.get(self.next).map_or(end..end, |token| token.range.clone())
    }

    /// The bytes from the token numbered `from` to the last one taken.
    fn range_from(&self, from: usize) -> Range<usize> {
        let start = self.tokens.get(from).map_or(self.text.len(), |token| token.range.start);
        let end = self.tokens.get(self.next.saturating_sub(1)).map_or(start, |token| token.range.end);
        start..end.max(start)
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        let sign = self.tokens.get(self.next + ahead).map(|token| &token.sign);
        matches!(sign, Some(Sign::Word(found)) if found.eq_ignore_ascii_case(word))
    }

    fn take_words(&mut self, words: &[&str]) -> Option<()> {
        if words.iter().enumerate().all(|(ahead, word)| self.is_word(ahead, word)) {
            self.next += words.len();
            return Some(());
        }
        None
    }

    fn take(&mut self, sign: &Sign) -> Option<()> {
        if self.peek() == Some(sign) {
            self.next += 1;
            return Some(());
        }
        None
    }

    fn error(&self, range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> ClaimError {
        ClaimError { range, message: message.into(), help: Some(help.into()) }
    }

    fn unexpected_error(&self, wanted: &str) -> ClaimError {
        let range = self.next_range();
        let message = match self.text.get(range.clone()) {
            Some(found) if !found.is_empty() => format!("expected {wanted}, found `{found}`"),
            Some(_) | None => format!("expected {wanted}, but the condition ends here"),
        };
        ClaimError { range, message, help: None }
    }

    fn condition(&mut self) -> Result<Condition, ClaimError> {
        let mut alternatives = vec![self.all()?];
        while self.take_words(&["or"]).is_some() {
            alternatives.push(self.all()?);
        }
        Ok(Condition::any(alternatives))
    }

    fn all(&mut self) -> Result<Condition, ClaimError> {
        let mut conditions = vec![self.single()?];
        while self.take_words(&["and"]).is_some() {
            conditions.push(self.single()?);
        }
        Ok(Condition::all(conditions))
    }

    fn single(&mut self) -> Result<Condition, ClaimError> {
        let open = self.next_range();
        if self.take(&Sign::Open).is_none() {
            return match self.coefficient() {
                Some(coefficient) => self.agreement(coefficient),
                None => self.comparison(),
            };
        }
        if self.depth == DEEPEST {
            return Err(self.error(open, "parentheses nest too deep", "write it as several claims"));
        }
        self.depth += 1;
        let inner = self.condition()?;
        self.depth -= 1;
        if self.take(&Sign::Close).is_none() {
            return Err(self.unexpected_error("`and`, `or` or `)`"));
        }
        Ok(inner)
    }

    /// A coefficient only where `on` follows, so that a system may be called alpha.
    fn coefficient(&mut self) -> Option<Coefficient> {
        let known = [
            (&["alpha"][..], Coefficient::Alpha),
            (&["kappa"], Coefficient::Kappa),
            (&["percent", "agreement"], Coefficient::Percent),
        ];
        for (words, coefficient) in known {
            if self.is_word(words.len(), "on") && self.take_words(words).is_some() {
                return Some(coefficient);
            }
        }
        None
    }

    fn agreement(&mut self, coefficient: Coefficient) -> Result<Condition, ClaimError> {
        let criteria = self.criteria()?;
        let bound = if self.take(&Sign::AtLeast).is_some() || self.take_words(&["at", "least"]).is_some() {
            Bound::AtLeast
        } else if self.take(&Sign::AtMost).is_some() || self.take_words(&["at", "most"]).is_some() {
            Bound::AtMost
        } else {
            let help = "agreement is compared with a threshold: `alpha on meaning >= 0.4`";
            return Err(ClaimError { help: Some(help.to_owned()), ..self.unexpected_error("`>=` or `<=`") });
        };
        let at = self.next_range();
        let threshold = self.threshold(coefficient)?;
        let least = if coefficient == Coefficient::Percent { 0.0 } else { -1.0 };
        if !(least..=1.0).contains(&threshold) {
            let help = format!("agreement lies between {least} and 1");
            return Err(self.error(at, format!("no agreement can be {threshold}"), help));
        }
        let one = |criterion| Condition::Agreement { coefficient, criterion, bound, threshold };
        Ok(Condition::all(criteria.into_iter().map(one).collect()))
    }

    /// A number, or for a share of agreement also a percentage.
    fn threshold(&mut self, coefficient: Coefficient) -> Result<f64, ClaimError> {
        if let (Coefficient::Percent, Some(Sign::Word(word))) = (coefficient, self.peek())
            && let Some(number) = word.strip_suffix('%').and_then(|number| number.parse::<f64>().ok())
        {
            self.next += 1;
            return Ok(number / 100.0);
        }
        self.number()
    }

    fn criteria(&mut self) -> Result<Vec<usize>, ClaimError> {
        if self.take_words(&["on"]).is_none() {
            return Err(self.unexpected_error("`on` and a criterion"));
        }
        let known: Vec<&str> = self.names.criteria.iter().map(|(id, _)| id.as_str()).collect();
        let mut criteria = vec![self.name("criterion", &known)?];
        while self.take(&Sign::Comma).is_some() {
            criteria.push(self.name("criterion", &known)?);
        }
        Ok(criteria)
    }

    fn name(&mut self, what: &str, known: &[&str]) -> Result<usize, ClaimError> {
        let (Some(Sign::Word(name)) | Some(Sign::Quoted(name))) = self.peek() else {
            return Err(self.unexpected_error(&format!("a {what}")));
        };
        if let Some(index) = known.iter().position(|id| id == name) {
            self.next += 1;
            return Ok(index);
        }
        let is_criterion = self.names.criteria.iter().any(|(id, _)| id == name);
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if is_criterion => "name several criteria with commas: `a > b on fluency, meaning`".to_owned(),
            None => format!("known: {}", known.join(", ")),
        };
        Err(self.error(self.next_range(), format!("there is no {what} `{name}`"), help))
    }

    fn number(&mut self) -> Result<f64, ClaimError> {
        let Some(Sign::Word(word)) = self.peek() else { return Err(self.unexpected_error("a number")) };
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.next += 1;
                Ok(number)
            }
            Ok(_) | Err(_) if word.ends_with('%') => {
                let help = "it is not clear what the percentage refers to; write the number on the scale of the score";
                Err(self.error(self.next_range(), "expected a number, found a percentage", help))
            }
            Ok(_) | Err(_) => Err(self.unexpected_error("a number")),
        }
    }

    fn margin(&mut self) -> Result<f64, ClaimError> {
        let at = self.next_range();
        let margin = self.number()?;
        if margin > 0.0 {
            Ok(margin)
        } else {
            Err(self.error(at, "the margin must be greater than 0", "write it without a sign"))
        }
    }
}
