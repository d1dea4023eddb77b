//! What a check is made of.

use std::fmt;
use std::ops::Range;

use super::function::Function;
use super::pattern::{Binding, Pattern};

/// What must hold.
#[derive(Debug, Clone)]
pub(crate) enum Assertion {
    /// Two sides stand in a relation.
    Related { left: Expression, relation: Relation, right: Expression },
    /// A mean, or a mean and a standard deviation, can come from so many values of a kind.
    Possible { test: Possible, numbers: Vec<Expression>, range: Range<usize> },
}

/// How two sides stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// `==`: the number on the left is what the right gives, as printed.
    Is,
    /// `~`: the two could be equal, within what is rounded away.
    CouldBe,
    /// `!=`
    Differs,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

impl Relation {
    pub(crate) const ALL: [Relation; 7] = [
        Relation::Is,
        Relation::CouldBe,
        Relation::Differs,
        Relation::AtMost,
        Relation::AtLeast,
        Relation::Below,
        Relation::Above,
    ];

    pub(crate) fn sign(self) -> &'static str {
        match self {
            Relation::Is => "==",
            Relation::CouldBe => "~",
            Relation::Differs => "!=",
            Relation::Below => "<",
            Relation::AtMost => "<=",
            Relation::Above => ">",
            Relation::AtLeast => ">=",
        }
    }
}

/// Whether summaries can come from data of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Possible {
    /// `grim(mean, n)`: whole numbers.
    Grim,
    /// `grimmer(mean, sd, n)`: whole numbers.
    Grimmer,
    /// `debit(share, sd, n)`: zeros and ones.
    Debit,
}

impl Possible {
    pub(crate) const ALL: [Possible; 3] = [Possible::Grim, Possible::Grimmer, Possible::Debit];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Possible::Grim => "grim",
            Possible::Grimmer => "grimmer",
            Possible::Debit => "debit",
        }
    }

    pub(crate) fn takes(self) -> usize {
        match self {
            Possible::Grim => 2,
            Possible::Grimmer | Possible::Debit => 3,
        }
    }
}

/// A number, numbers, or something computed from them.
#[derive(Debug, Clone)]
pub(crate) enum Expression {
    Literal(f64),
    Reference { pattern: Pattern, range: Range<usize> },
    Negative(Box<Expression>),
    Pair { operator: Operator, left: Box<Expression>, right: Box<Expression> },
    Call { function: &'static Function, arguments: Vec<Expression> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

impl Operator {
    pub(crate) fn sign(self) -> char {
        match self {
            Operator::Plus => '+',
            Operator::Minus => '-',
            Operator::Times => '*',
            Operator::Over => '/',
        }
    }
}

impl Expression {
    /// Every id in it, from left to right.
    pub(crate) fn references(&self) -> Vec<(&Pattern, Range<usize>)> {
        match self {
            Expression::Literal(_) => Vec::new(),
            Expression::Reference { pattern, range } => vec![(pattern, range.clone())],
            Expression::Negative(inner) => inner.references(),
            Expression::Pair { left, right, .. } => [left.references(), right.references()].concat(),
            Expression::Call { arguments, .. } => arguments.iter().flat_map(Expression::references).collect(),
        }
    }

    /// As written, with the names filled in.
    pub(crate) fn fill_names(&self, binding: &Binding) -> String {
        ExpressionDisplay { expression: self, binding }.to_string()
    }
}

impl Assertion {
    /// Its sides or arguments.
    pub(crate) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Assertion::Related { left, right, .. } => vec![left, right],
            Assertion::Possible { numbers, .. } => numbers.iter().collect(),
        }
    }

    /// As written, with the names filled in.
    pub(crate) fn fill_names(&self, binding: &Binding) -> String {
        match self {
            Assertion::Related { left, relation, right } => {
                format!("{} {} {}", left.fill_names(binding), relation.sign(), right.fill_names(binding))
            }
            Assertion::Possible { test, numbers, .. } => {
                let numbers: Vec<String> = numbers.iter().map(|number| number.fill_names(binding)).collect();
                format!("{}({})", test.name(), numbers.join(", "))
            }
        }
    }
}

struct ExpressionDisplay<'a> {
    expression: &'a Expression,
    binding: &'a Binding,
}

impl fmt::Display for ExpressionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |expression| ExpressionDisplay { expression, binding: self.binding };
        match self.expression {
            Expression::Literal(value) => write!(f, "{value}"),
            Expression::Reference { pattern, .. } => f.write_str(&pattern.fill_names(self.binding)),
            Expression::Negative(inner) => write!(f, "-{}", of(inner)),
            Expression::Pair { operator, left, right } => {
                let inner = |side: &Expression| {
                    let shown = side.fill_names(self.binding);
                    let tighter = matches!(operator, Operator::Times | Operator::Over | Operator::Minus);
                    if tighter && matches!(side, Expression::Pair { .. }) { format!("({shown})") } else { shown }
                };
                write!(f, "{} {} {}", inner(left), operator.sign(), inner(right))
            }
            Expression::Call { function, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|argument| of(argument).to_string()).collect();
                write!(f, "{}({})", function.name, arguments.join(", "))
            }
        }
    }
}
