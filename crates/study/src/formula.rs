//! LaTeX formulas in texts: where they are, and whether they can be read.

use std::ops::Range;

use pulldown_latex::{Parser, Storage};

/// A formula in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// Where it stands, with what encloses it.
    pub range: Range<usize>,
    /// The LaTeX inside.
    pub latex: String,
    /// How it is set.
    pub style: FormulaStyle,
}

/// How a formula is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaStyle {
    /// In the line: `$…$` or `\(…\)`.
    Inline,
    /// On a line of its own: `$$…$$` or `\[…\]`.
    Display,
}

/// What a formula begins and ends with, the longer signs first.
const FENCES: [(&str, &str, FormulaStyle); 4] = [
    ("$$", "$$", FormulaStyle::Display),
    ("\\[", "\\]", FormulaStyle::Display),
    ("\\(", "\\)", FormulaStyle::Inline),
    ("$", "$", FormulaStyle::Inline),
];

/// Every formula of a text, in its order. What stands between backticks is code, `\$` is a sign for money, and a dollar sign
/// before a blank, or that would close behind one or before a digit, is one, too: "from $5 to $10" has no formula.
#[must_use]
pub fn formulas(text: &str) -> Vec<Formula> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(character) = text[at..].chars().next() {
        if character == '`' {
            at += code(&text[at..]);
            continue;
        }
        if let Some(formula) = FENCES.iter().find_map(|fence| formula_at(text, at, *fence)) {
            at = formula.range.end;
            found.push(formula);
            continue;
        }
        // A backslash takes the next character with it, so that it begins nothing.
        let escaped = if character == '\\' { text[at + 1..].chars().next() } else { None };
        at += character.len_utf8() + escaped.map_or(0, char::len_utf8);
    }
    found
}

/// How long the code is that begins with these backticks; the backticks alone where nothing closes it.
fn code(text: &str) -> usize {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (fence, rest) = text.split_at(ticks);
    let mut from = 0;
    while let Some(begins) = rest[from..].find(fence).map(|found| from + found) {
        let ends = begins + ticks;
        if !rest[ends..].starts_with('`') && !rest[..begins].ends_with('`') {
            return ticks + ends;
        }
        from = ends + rest[ends..].len() - rest[ends..].trim_start_matches('`').len();
    }
    ticks
}

fn formula_at(text: &str, at: usize, (opens, closes, style): (&str, &str, FormulaStyle)) -> Option<Formula> {
    let inside = text[at..].strip_prefix(opens)?;
    let dollar = opens == "$";
    if dollar && inside.starts_with(|next: char| next.is_whitespace() || next == '$') {
        return None;
    }
    let mut from = 0;
    let end = loop {
        let end = from + inside[from..].find(closes)?;
        let backslashes = inside[..end].len() - inside[..end].trim_end_matches('\\').len();
        let money = dollar
            && (inside[..end].ends_with(|last: char| last.is_whitespace() || last == '$')
                || inside[end + 1..].starts_with(|next: char| next.is_ascii_digit() || next == '$'));
        if backslashes.is_multiple_of(2) {
            // No formula in the line has a sign for money in it, so that the first of the two is one, too.
            if money {
                return None;
            }
            break end;
        }
        from = end + closes.len();
    };
    let latex = &inside[..end];
    let ends_before = |paragraph: &str| latex.contains(paragraph);
    if latex.trim().is_empty() || ends_before("\n\n") || ends_before("\r\n\r\n") {
        return None;
    }
    let range = at..at + opens.len() + end + closes.len();
    Some(Formula { range, latex: latex.trim().to_owned(), style })
}

impl Formula {
    /// Why it cannot be set; nothing when it can.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let storage = Storage::new();
        let error = Parser::new(&self.latex, &storage).find_map(Result::err)?;
        let words = error.to_string();
        let first = words.lines().next().unwrap_or_default();
        Some(first.strip_prefix("parsing error: ").unwrap_or(first).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Formula, FormulaStyle, formulas};

    #[test]
    fn formulas_are_told_from_money_and_code() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = formulas(text).into_iter().map(|formula| formula.latex).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("Euler: $e^{i\\pi} + 1 = 0$.", &["e^{i\\pi} + 1 = 0"]);
        check("It costs $5, or $10 with $ signs, from $5 to $10.", &[]);
        check("\\$5 and $x$", &["x"]);
        check("It costs $5. Find $x^2$.", &["x^2"]);
        check("a \\(b\\) c \\[d\\] e $$f$$ g $h$", &["b", "d", "f", "h"]);
        check("`$x$` and ``a ` $y$ `` but $z$", &["z"]);
        check("```\n$x$\n```\n$y$", &["y"]);
        check("an open ` and $x$", &["x"]);
        check("$a\\$b$ \\\\(no\\\\)", &["a\\$b"]);
        check("$x\n\ny$, $$ $$, $, \\(", &[]);
        check("ünïcödé $α$ ü", &["α"]);
    }

    #[test]
    fn a_formula_that_cannot_be_set_says_why() {
        let of = |latex: &str| Formula { range: 0..0, latex: latex.to_owned(), style: FormulaStyle::Inline }.problem();
        assert_eq!(of("\\frac{1}{2} \\sum_{i=1}^n x_i \\le \\sqrt{2}"), None);
        assert!(of("\\frac{1}{2").is_some());
        assert!(of("\\undefinedcommand").is_some());
    }
}
