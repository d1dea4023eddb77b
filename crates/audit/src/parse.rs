//! Text to an [`Assertion`], with the place of what is not understood.
//!
//! ```text
//! assertion  := sum relation sum | ("grim" | "grimmer" | "debit") "(" sum, … ")"
//! relation   := "==" | "~" | "!=" | "<" | "<=" | ">" | ">="
//! sum        := product (("+" | "-") product)*
//! product    := factor (("*" | "/") factor)*
//! factor     := number | id | function "(" sum, … ")" | "(" sum ")" | "-" factor
//! ```
//!
//! Ids may hold `+`, `-` and `*`, so these signs need spaces around them when they compute.

use std::ops::Range;

use super::expression::{Assertion, Expression, Operator, Possible, Relation};
use super::function::{self, FUNCTIONS};
use super::pattern::Pattern;

/// What is not understood, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Trouble {
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Trouble {
        Trouble { range, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Trouble {
        self.help = Some(help.into());
        self
    }
}

/// Brackets in brackets beyond this are refused, before they exhaust the stack.
const DEEPEST: usize = 64;

/// Reads what must hold.
pub(crate) fn assertion(text: &str) -> Result<Assertion, Trouble> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let assertion = reader.assertion()?;
    reader.end()?;
    Ok(assertion)
}

/// Reads something computed.
pub(crate) fn expression(text: &str) -> Result<Expression, Trouble> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let expression = reader.sum()?;
    reader.end()?;
    Ok(expression)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn assertion(&mut self) -> Result<Assertion, Trouble> {
        let start = self.skip_space();
        let word = self.peek_word();
        if let Some(test) = Possible::ALL.into_iter().find(|test| test.name() == word) {
            self.at += word.len();
            let numbers = self.arguments()?;
            let range = start..self.at;
            if numbers.len() != test.takes() {
                let message = format!("`{}` takes {} numbers, found {}", test.name(), test.takes(), numbers.len());
                return Err(Trouble::new(range, message));
            }
            return Ok(Assertion::Possible { test, numbers, range });
        }
        let left = self.sum()?;
        let Some(relation) = self.relation() else {
            return Err(self.expected_trouble("a relation").help("write `==`, `~`, `!=`, `<`, `<=`, `>` or `>=`"));
        };
        let right = self.sum()?;
        Ok(Assertion::Related { left, relation, right })
    }

    fn relation(&mut self) -> Option<Relation> {
        self.skip_space();
        let relation = Relation::ALL.into_iter().find(|relation| self.rest().starts_with(relation.sign()))?;
        self.at += relation.sign().len();
        Some(relation)
    }

    fn sum(&mut self) -> Result<Expression, Trouble> {
        let mut left = self.product()?;
        while let Some(operator) = self.operator(&[Operator::Plus, Operator::Minus]) {
            left = Expression::Pair { operator, left: Box::new(left), right: Box::new(self.product()?) };
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, Trouble> {
        let mut left = self.factor()?;
        while let Some(operator) = self.operator(&[Operator::Times, Operator::Over]) {
            left = Expression::Pair { operator, left: Box::new(left), right: Box::new(self.factor()?) };
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[Operator]) -> Option<Operator> {
        self.skip_space();
        let sign = self.rest().chars().next()?;
        let operator = operators.iter().copied().find(|operator| operator.sign() == sign)?;
        self.at += 1;
        Some(operator)
    }

    fn factor(&mut self) -> Result<Expression, Trouble> {
        let start = self.skip_space();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Trouble::new(start..start + 1, "too many brackets in brackets"));
        }
        let factor = match self.rest().chars().next() {
            Some('-') => {
                self.at += 1;
                Expression::Negative(Box::new(self.factor()?))
            }
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.sign(')')?;
                inner
            }
            Some(c) if c.is_ascii_digit() => self.literal()?,
            Some(c) if c.is_alphabetic() || c == '{' => self.parse_name_or_call()?,
            _ => return Err(self.expected_trouble("a number, an id or a function")),
        };
        self.depth -= 1;
        Ok(factor)
    }

    fn literal(&mut self) -> Result<Expression, Trouble> {
        let start = self.at;
        let end = self.rest().find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(self.rest().len());
        self.at += end;
        let text = &self.text[start..self.at];
        text.parse()
            .map(Expression::Literal)
            .map_err(|_| Trouble::new(start..self.at, format!("`{text}` is not a number")))
    }

    fn parse_name_or_call(&mut self) -> Result<Expression, Trouble> {
        let start = self.at;
        let word = self.peek_word();
        self.at += word.len();
        if self.rest().starts_with('(') {
            let Some(function) = function::find_function(word) else {
                let trouble = Trouble::new(start..self.at, format!("there is no function `{word}`"));
                let near = diag::nearest(word, FUNCTIONS.iter().map(|function| function.name));
                return Err(match near {
                    Some(near) => trouble.help(format!("did you mean `{near}`?")),
                    None => {
                        trouble.help("put spaces around `+`, `-` and `*`; the functions are in docs/reference/audit.md")
                    }
                });
            };
            let arguments = self.arguments()?;
            let range = start..self.at;
            if !function.takes.contains(&arguments.len()) {
                let message = format!("`{}` cannot take {} arguments", function.name, arguments.len());
                return Err(Trouble::new(range, message).help(format!("write `{}`", function.form)));
            }
            return Ok(Expression::Call { function, arguments });
        }
        let range = start..self.at;
        let pattern = Pattern::read(word).map_err(|message| Trouble::new(range.clone(), message))?;
        Ok(Expression::Reference { pattern, range })
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Trouble> {
        self.sign('(')?;
        let mut arguments = vec![self.sum()?];
        loop {
            self.skip_space();
            if self.rest().starts_with(',') {
                self.at += 1;
                arguments.push(self.sum()?);
            } else {
                self.sign(')')?;
                return Ok(arguments);
            }
        }
    }

    fn sign(&mut self, sign: char) -> Result<(), Trouble> {
        self.skip_space();
        if self.rest().starts_with(sign) {
            self.at += sign.len_utf8();
            return Ok(());
        }
        Err(self.expected_trouble(&format!("`{sign}`")))
    }

    fn end(&mut self) -> Result<(), Trouble> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected_trouble("the end")) }
    }

    fn expected_trouble(&self, what: &str) -> Trouble {
        let found = self.rest().chars().next();
        let length = found.map_or(0, char::len_utf8);
        let found = found.map_or("the end".to_owned(), |c| format!("`{c}`"));
        Trouble::new(self.at..self.at + length, format!("expected {what}, found {found}"))
    }

    /// The word that starts here; ids may hold signs.
    fn peek_word(&self) -> &'a str {
        let rest = self.rest();
        let inside = |c: char| c.is_alphanumeric() || "_.+-*{}".contains(c);
        &rest[..rest.find(|c: char| !inside(c)).unwrap_or(rest.len())]
    }

    fn skip_space(&mut self) -> usize {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Binding;
    use super::*;

    fn check(text: &str, expected: &str) {
        let said = match assertion(text) {
            Ok(assertion) => assertion.fill_names(&Binding::new()),
            Err(trouble) => format!("{:?} {}", trouble.range, trouble.message),
        };
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn checks_are_read_and_shown_again() {
        check("a.b == cv_star(x.*, 1)", "a.b == cv_star(x.*, 1)");
        check("t.NTS+PT.avg ~ (a - b) * 100 / 3", "t.NTS+PT.avg ~ ((a - b) * 100) / 3");
        check("grim( m , 28 )", "grim(m, 28)");
        check("-a + 2 <= b", "-a + 2 <= b");
    }

    #[test]
    fn what_is_not_understood_is_shown_at_its_place() {
        check("a.b", "3..3 expected a relation, found the end");
        check("a == meen(b)", "5..9 there is no function `meen`");
        check("a == (b", "7..7 expected `)`, found the end");
        check("a == b c", "7..8 expected the end, found `c`");
        check("a == 1.2.3", "5..10 `1.2.3` is not a number");
        check("a == t.{x", "5..9 `t.{x` has a brace without its partner");
        check("grim(a)", "0..7 `grim` takes 2 numbers, found 1");
        check("a == sum()", "9..10 expected a number, an id or a function, found `)`");
        check("", "0..0 expected a number, an id or a function, found the end");
        check(&format!("a == {}1", "(".repeat(100)), "69..70 too many brackets in brackets");
    }
}
