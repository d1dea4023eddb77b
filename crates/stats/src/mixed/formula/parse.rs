//! Recursive descent over a formula's text, then expansion of `*`, `/` and `-` into sets of terms.

use super::{Formula, FormulaError, RandomPart, Terms};

/// Terms are sets of variables, kept as bits; more variables than bits is refused.
const MAX_VARIABLES: usize = 64;

/// Each further `*` doubles the terms: twelve columns make as many as this, which no data can tell apart.
const MAX_TERMS: usize = 4096;

pub(super) fn formula(text: &str) -> Result<Formula, FormulaError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, next: 0, names: Vec::new() };
    let response = parser.response()?;
    let mut sum = Sum::default();
    parser.sum(&mut sum, Where::Top)?;
    parser.end()?;
    let names = parser.names;
    let terms = |set: &Sum| Terms {
        intercept: set.intercept.unwrap_or(true),
        terms: order_terms(&set.terms).map(|bits| columns(bits, &names)).collect(),
    };
    let random = sum
        .random
        .iter()
        .flat_map(|random| {
            random.groups.iter().map(|bits| RandomPart {
                effects: terms(&random.effects),
                correlated: random.correlated,
                group: columns(*bits, &names),
            })
        })
        .collect();
    Ok(Formula { response, fixed: terms(&sum), random, offsets: sum.offsets })
}

/// Main effects before interactions, otherwise in order of appearance.
fn order_terms(terms: &[u64]) -> impl Iterator<Item = u64> {
    let mut terms = terms.to_vec();
    terms.sort_by_key(|bits| bits.count_ones());
    terms.into_iter()
}

fn columns(bits: u64, names: &[String]) -> Vec<String> {
    (0..names.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| names[bit].clone()).collect()
}

#[derive(Debug, Clone, PartialEq)]
enum Symbol {
    Name(String),
    Number(String),
    Mark(&'static str),
    End,
}

#[derive(Debug, Clone)]
struct Token {
    symbol: Symbol,
    at: usize,
    len: usize,
}

fn tokens(text: &str) -> Result<Vec<Token>, FormulaError> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let c = chars[at];
        let run = |from: usize, ok: fn(char) -> bool| chars[from..].iter().take_while(|c| ok(**c)).count();
        let symbol = if c.is_whitespace() {
            at += 1;
            continue;
        } else if c == '`' {
            let len = chars[at + 1..].iter().position(|c| *c == '`').ok_or_else(|| FormulaError {
                text: text.to_owned(),
                at,
                len: 1,
                message: "this backtick is never closed".to_owned(),
                help: "close the column name with another backtick".to_owned(),
            })?;
            at += len + 2;
            if len == 0 {
                return Err(FormulaError {
                    text: text.to_owned(),
                    at: start,
                    len: 2,
                    message: "there is no column name between these backticks".to_owned(),
                    help: "write the name of a column between them".to_owned(),
                });
            }
            Symbol::Name(chars[start + 1..at - 1].iter().collect())
        } else if begins_word(c) {
            at += run(at, continues_word);
            Symbol::Name(chars[start..at].iter().collect())
        } else if c.is_ascii_digit() {
            at += run(at, |c| c.is_alphanumeric() || c == '.');
            Symbol::Number(chars[start..at].iter().collect())
        } else {
            let pair: String = chars[at..].iter().take(2).collect();
            let mark = if pair == "||" { Some("||") } else { MARKS.iter().copied().find(|m| m.starts_with(c)) };
            let mark = mark.ok_or_else(|| FormulaError {
                text: text.to_owned(),
                at,
                len: 1,
                message: format!("`{c}` has no meaning in a formula"),
                help: "write a column name with unusual characters in backticks, like `my column`".to_owned(),
            })?;
            at += mark.len();
            Symbol::Mark(mark)
        };
        tokens.push(Token { symbol, at: start, len: at - start });
    }
    tokens.push(Token { symbol: Symbol::End, at: chars.len(), len: 1 });
    Ok(tokens)
}

/// Whether a column name needs no backticks.
pub(super) fn is_word(name: &str) -> bool {
    name.starts_with(begins_word) && name.chars().all(continues_word)
}

fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '.'
}

fn continues_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

const MARKS: [&str; 9] = ["~", "+", "-", "*", "/", ":", "(", ")", "|"];

/// What a sum of terms has come to so far.
#[derive(Debug, Default)]
struct Sum {
    intercept: Option<bool>,
    terms: Vec<u64>,
    random: Vec<Random>,
    offsets: Vec<String>,
}

#[derive(Debug)]
struct Random {
    effects: Sum,
    correlated: bool,
    groups: Vec<u64>,
}

/// Where a sum stands: random effects and offsets belong at the top only.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Where {
    Top,
    Inside,
}

/// One summand: a set of terms or something that stands alone.
enum Summand {
    Terms(Vec<u64>),
    Intercept(bool),
    Done,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    names: Vec<String>,
}

impl Parser<'_> {
    fn peek(&self) -> &Symbol {
        &self.tokens[self.next].symbol
    }

    fn takes(&mut self, mark: &'static str) -> bool {
        let yes = *self.peek() == Symbol::Mark(mark);
        if yes {
            self.next += 1;
        }
        yes
    }

    fn refuse<T>(&self, token: usize, message: String, help: &str) -> Result<T, FormulaError> {
        let Token { at, len, .. } = self.tokens[token];
        Err(FormulaError { text: self.text.to_owned(), at, len, message, help: help.to_owned() })
    }

    fn refuse_symbol<T>(&self, help: &str) -> Result<T, FormulaError> {
        let message = match self.peek() {
            Symbol::Name(name) => format!("`{name}` is not expected here"),
            Symbol::Number(number) => format!("`{number}` is not expected here"),
            Symbol::Mark(mark) => format!("`{mark}` is not expected here"),
            Symbol::End => "the formula ends too early".to_owned(),
        };
        self.refuse(self.next, message, help)
    }

    /// Every term of one sum with every term of another.
    fn cross_terms(&self, left: &[u64], right: &[u64]) -> Result<Vec<u64>, FormulaError> {
        if left.len() * right.len() > MAX_TERMS {
            let help = "write the interactions that matter with `:`, and join the rest with `+`";
            return self.refuse(self.next - 1, format!("with this there are more than {MAX_TERMS} terms"), help);
        }
        let mut terms = Vec::new();
        for a in left {
            for b in right {
                add(&mut terms, &[a | b]);
            }
        }
        Ok(terms)
    }

    fn expect(&mut self, mark: &'static str, help: &str) -> Result<(), FormulaError> {
        if self.takes(mark) { Ok(()) } else { self.refuse_symbol(help) }
    }

    fn end(&self) -> Result<(), FormulaError> {
        match self.peek() {
            Symbol::End => Ok(()),
            Symbol::Mark("|" | "||") => self.refuse_symbol("put the random effect in parentheses: `(1 | rater)`"),
            Symbol::Name(_) | Symbol::Number(_) | Symbol::Mark(_) => {
                self.refuse_symbol("join terms with `+`, `*`, `:` or `/`")
            }
        }
    }

    fn response(&mut self) -> Result<String, FormulaError> {
        let Symbol::Name(name) = self.peek().clone() else {
            return self.refuse_symbol("begin with the column that is explained: `rating ~ system + (1 | rater)`");
        };
        self.next += 1;
        self.expect("~", "write `~` between the response and what explains it")?;
        Ok(name)
    }

    fn bit(&mut self, name: String) -> Result<u64, FormulaError> {
        let index = match self.names.iter().position(|known| *known == name) {
            Some(index) => index,
            None if self.names.len() == MAX_VARIABLES => {
                return self.refuse(self.next - 1, "more than 64 columns".to_owned(), "leave some columns out");
            }
            None => {
                self.names.push(name);
                self.names.len() - 1
            }
        };
        Ok(1 << index)
    }

    fn sum(&mut self, into: &mut Sum, place: Where) -> Result<(), FormulaError> {
        let mut minus = self.takes("-");
        loop {
            let start = self.next;
            match self.product(into, place)? {
                Summand::Terms(terms) if minus => into.terms.retain(|term| !terms.contains(term)),
                Summand::Terms(terms) => add(&mut into.terms, &terms),
                Summand::Intercept(one) => into.intercept = Some(one != minus),
                Summand::Done if minus => {
                    return self.refuse(
                        start,
                        "a random effect or offset cannot be taken away".to_owned(),
                        "leave it out",
                    );
                }
                Summand::Done => {}
            }
            minus = self.takes("-");
            if !minus && !self.takes("+") {
                return Ok(());
            }
        }
    }

    fn product(&mut self, sum: &mut Sum, place: Where) -> Result<Summand, FormulaError> {
        let start = self.next;
        let mut left = self.interaction(sum, place)?;
        loop {
            let nest = match self.peek() {
                Symbol::Mark("*") => false,
                Symbol::Mark("/") => true,
                Symbol::Name(_) | Symbol::Number(_) | Symbol::Mark(_) | Symbol::End => return Ok(left),
            };
            let Summand::Terms(mut terms) = left else {
                return self.refuse(start, "only columns can be multiplied or nested".to_owned(), "use `+` here");
            };
            self.next += 1;
            let start = self.next;
            let Summand::Terms(right) = self.interaction(sum, place)? else {
                return self.refuse(start, "only columns can be multiplied or nested".to_owned(), "use `+` here");
            };
            let outer = if nest { vec![terms.iter().fold(0, |all, term| all | term)] } else { terms.clone() };
            if !nest {
                add(&mut terms, &right);
            }
            add(&mut terms, &self.cross_terms(&outer, &right)?);
            left = Summand::Terms(terms);
        }
    }

    fn interaction(&mut self, sum: &mut Sum, place: Where) -> Result<Summand, FormulaError> {
        let start = self.next;
        let mut left = self.primary(sum, place)?;
        while self.takes(":") {
            let right_start = self.next;
            left = match (left, self.primary(sum, place)?) {
                (Summand::Terms(left), Summand::Terms(right)) => Summand::Terms(self.cross_terms(&left, &right)?),
                (Summand::Terms(_), _) => {
                    return self.refuse(right_start, "only columns can interact".to_owned(), "write a column name");
                }
                _ => return self.refuse(start, "only columns can interact".to_owned(), "write a column name"),
            };
        }
        Ok(left)
    }

    fn primary(&mut self, sum: &mut Sum, place: Where) -> Result<Summand, FormulaError> {
        match self.peek().clone() {
            Symbol::Name(name) => {
                self.next += 1;
                if *self.peek() == Symbol::Mark("(") {
                    self.call(&name, sum, place)
                } else {
                    Ok(Summand::Terms(vec![self.bit(name)?]))
                }
            }
            Symbol::Number(number) => {
                self.next += 1;
                match number.as_str() {
                    "0" => Ok(Summand::Intercept(false)),
                    "1" => Ok(Summand::Intercept(true)),
                    _ => self.refuse(
                        self.next - 1,
                        format!("`{number}` is neither 0 nor 1"),
                        "only `0` (no intercept) and `1` (intercept) stand for themselves; put column names that begin with a digit in backticks",
                    ),
                }
            }
            Symbol::Mark("(") => {
                self.next += 1;
                self.parenthesis(sum, place)
            }
            Symbol::Mark(_) | Symbol::End => self.refuse_symbol("write a column name, `0`, `1` or `(effects | group)`"),
        }
    }

    fn call(&mut self, function: &str, sum: &mut Sum, place: Where) -> Result<Summand, FormulaError> {
        let start = self.next - 1;
        self.next += 1;
        let Symbol::Name(column) = self.peek().clone() else {
            return self.refuse_symbol("write one column name between the parentheses");
        };
        self.next += 1;
        self.expect(")", "close the parenthesis after one column name")?;
        match (function, place) {
            ("factor", _) => Ok(Summand::Terms(vec![self.bit(format!("factor({column})"))?])),
            ("offset", Where::Top) => {
                sum.offsets.push(column);
                Ok(Summand::Done)
            }
            _ => self.refuse(
                start,
                format!("`{function}(…)` is not understood here"),
                "compute the column first; only `factor(column)` and, at the top, `offset(column)` are known",
            ),
        }
    }

    /// After `(`: a random effect if a bar follows, otherwise a group of terms.
    fn parenthesis(&mut self, sum: &mut Sum, place: Where) -> Result<Summand, FormulaError> {
        let open = self.next - 1;
        let mut inner = Sum::default();
        self.sum(&mut inner, Where::Inside)?;
        let correlated = self.takes("|");
        if !correlated && !self.takes("||") {
            self.expect(")", "close the parenthesis, or write `| group` for a random effect")?;
            return match inner.intercept {
                None => Ok(Summand::Terms(inner.terms)),
                Some(_) => self.refuse(
                    open,
                    "an intercept inside parentheses has no meaning".to_owned(),
                    "write `0` or `1` outside, or `(1 | group)` for a random intercept",
                ),
            };
        }
        if place == Where::Inside {
            return self.refuse(
                open,
                "a random effect inside another term".to_owned(),
                "add random effects at the top with `+`",
            );
        }
        let group_start = self.next;
        let mut nothing = Sum::default();
        let groups = match self.product(&mut nothing, Where::Inside)? {
            // Nothing is left of `(a - a)`, and a random effect must not vanish.
            Summand::Terms(groups) if !groups.is_empty() => groups,
            Summand::Terms(_) | Summand::Intercept(_) | Summand::Done => {
                return self.refuse(group_start, "a group must be a column".to_owned(), "write `(1 | rater)`");
            }
        };
        self.expect(")", "close the random effect after its group")?;
        sum.random.push(Random { effects: inner, correlated, groups });
        Ok(Summand::Done)
    }
}

fn add(terms: &mut Vec<u64>, more: &[u64]) {
    for term in more {
        if !terms.contains(term) {
            terms.push(*term);
        }
    }
}
