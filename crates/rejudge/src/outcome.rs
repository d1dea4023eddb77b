//! How a command ends: 0 done, 1 problems found in the input, 2 wrong usage, 3 a fault.

use thiserror::Error;

/// How a command ended when nothing broke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well.
    Done,
    /// Problems were found in the input and have been shown.
    ProblemsFound,
}

impl Outcome {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Outcome::Done => 0,
            Outcome::ProblemsFound => 1,
        }
    }
}

/// A problem in the input that stops the command, in words for the person who gave it.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub String);

impl From<stats::StatError> for BadInput {
    fn from(error: stats::StatError) -> Self {
        BadInput(error.to_string())
    }
}

/// Arguments that do not go together, in words for the person who typed them.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct BadUsage(pub String);

/// Says what went wrong and chooses the exit code.
pub(crate) fn explain(fault: &anyhow::Error) -> u8 {
    eprintln!("error: {}", describe(fault));
    code_of(fault)
}

/// A fault with its causes, each once: some have their cause in their own words.
pub(crate) fn describe(fault: &anyhow::Error) -> String {
    let mut words = fault.to_string();
    for cause in fault.chain().skip(1).map(ToString::to_string) {
        if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

/// The exit code of what stopped a command.
pub(crate) fn code_of(fault: &anyhow::Error) -> u8 {
    if fault.is::<BadUsage>() {
        2
    } else if fault.is::<BadInput>() {
        1
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::describe;

    #[test]
    fn a_cause_that_a_fault_names_itself_is_said_once() {
        let cause = || anyhow!("the disk is full");
        assert_eq!(describe(&cause().context("writing failed: the disk is full")), "writing failed: the disk is full");
        assert_eq!(describe(&cause().context("writing failed")), "writing failed: the disk is full");
    }
}
