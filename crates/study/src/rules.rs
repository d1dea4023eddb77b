//! The design rules: what is doubtful about a study that can be read.
//!
//! One file per rule in `rules/`, holding a constant [`Rule`] with its documentation and a function
//! that looks. To add one, write the file, list it here in the order of the codes, and give it a
//! fixture in `tests/rules/`.

mod context;
mod criterion_without_definition;
mod one_person_per_question;
mod pay_below_floor;

use diag::{Code, Diagnostic, Place, Severity};

pub use context::{Context, TextFile};

use crate::explain::Explanation;

/// Something that can be wrong or doubtful in the design of a study.
#[derive(Clone, Copy)]
pub struct Rule {
    /// `R` and three digits; never given to another rule.
    pub code: Code,
    /// The problem, not the cure, in a few words joined by hyphens.
    pub name: &'static str,
    /// How bad it is. Only warnings and advice can be accepted in `study.toml`.
    pub severity: Severity,
    /// One line for lists of rules.
    pub summary: &'static str,
    /// Markdown in four parts: `What it checks`, `Why it matters for a study`, `Example`, `Instead`.
    pub doc: &'static str,
    /// Looks, and adds what it finds. It must not panic, and must be linear in the number of items.
    pub check: fn(&Context<'_>, &mut Vec<Diagnostic>),
}

impl Rule {
    /// A finding of this rule at a place, with the rule's code and severity.
    #[must_use]
    pub fn at(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.explanation().at(place, message)
    }

    /// The rule without its function.
    #[must_use]
    pub fn explanation(&self) -> Explanation {
        Explanation { code: self.code, name: self.name, severity: self.severity, summary: self.summary, doc: self.doc }
    }
}

/// Every rule, in the order of the codes.
#[must_use]
pub fn all() -> &'static [Rule] {
    &[criterion_without_definition::RULE, one_person_per_question::RULE, pay_below_floor::RULE]
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn codes_ascend_and_every_text_has_its_four_parts() {
        let mut before = "";
        for rule in all() {
            assert!(rule.code.0 > before, "{} does not come after {before}", rule.code);
            before = rule.code.0;
            assert!(before.len() == 4 && before.starts_with('R'), "{before}");
            assert!(!rule.summary.ends_with('.') && !rule.summary.contains('\n'), "summary of {before}");
            for part in ["What it checks", "Why it matters for a study", "Example", "Instead"] {
                assert!(rule.doc.contains(&format!("## {part}\n")), "{before} has no part “{part}”");
            }
        }
    }
}
