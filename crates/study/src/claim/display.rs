//! The canonical form of a condition.

use std::fmt;

use super::words::is_bare;
use super::{Bound, Coefficient, Condition, Names};

/// A condition with the names to write it with. What it writes is read back as the same condition.
#[derive(Debug, Clone, Copy)]
pub struct ConditionText<'a> {
    condition: &'a Condition,
    names: &'a Names,
}

impl Condition {
    /// The canonical form of this condition.
    #[must_use]
    pub fn display<'a>(&'a self, names: &'a Names) -> ConditionText<'a> {
        ConditionText { condition: self, names }
    }
}

/// A name, in quotes where it needs them.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) { f.write_str(self.0) } else { write!(f, "'{}'", self.0.replace('\'', "''")) }
    }
}

impl ConditionText<'_> {
    fn system(&self, index: usize) -> Name<'_> {
        Name(self.names.systems.get(index).map_or("", String::as_str))
    }

    fn criterion(&self, index: usize) -> Name<'_> {
        Name(self.names.criteria.get(index).map_or("", |(id, _)| id.as_str()))
    }

    /// `all others` where it says the same shorter.
    fn describe_others(&self, system: usize, others: &[usize]) -> String {
        let rest: Vec<usize> = (0..self.names.systems.len()).filter(|other| *other != system).collect();
        if rest.len() > 1 && rest == others {
            return "all others".to_owned();
        }
        others.iter().map(|other| self.system(*other).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn write_joined(&self, f: &mut fmt::Formatter<'_>, conditions: &[Condition], word: &str) -> fmt::Result {
        for (i, condition) in conditions.iter().enumerate() {
            let inner = condition.display(self.names);
            if i > 0 {
                write!(f, " {word} ")?;
            }
            match condition {
                Condition::All(_) | Condition::Any(_) => write!(f, "({inner})")?,
                Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => write!(f, "{inner}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for ConditionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.condition {
            Condition::All(conditions) => self.write_joined(f, conditions, "and"),
            Condition::Any(conditions) => self.write_joined(f, conditions, "or"),
            Condition::Above { system, others, criterion, by } => {
                let others = self.describe_others(*system, others);
                write!(f, "{} > {others} on {}", self.system(*system), self.criterion(*criterion))?;
                by.map_or(Ok(()), |margin| write!(f, " by {margin}"))
            }
            Condition::Same { systems: (one, other), criterion, within } => {
                let criterion = self.criterion(*criterion);
                write!(f, "{} = {} on {criterion} within {within}", self.system(*one), self.system(*other))
            }
            Condition::Agreement { coefficient, criterion, bound, threshold } => {
                let coefficient = match coefficient {
                    Coefficient::Alpha => "alpha",
                    Coefficient::Kappa => "kappa",
                    Coefficient::Percent => "percent agreement",
                };
                let bound = match bound {
                    Bound::AtLeast => ">=",
                    Bound::AtMost => "<=",
                };
                write!(f, "{coefficient} on {} {bound} {threshold}", self.criterion(*criterion))
            }
        }
    }
}
