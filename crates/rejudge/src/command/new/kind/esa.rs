//! Error spans with a score (ESA): errors are marked first, then the output gets a number.

use super::{Claim, Template};

pub(super) const ESA: Template = Template {
    title: "What is wrong, and how good is it?",
    criterion: r#"[[criteria]]
id = "errors"
question = "Mark every part of the sentence that is wrong."
definition = "Compare it with the original: mark there what was left out, or say that something is missing."
better = "lower"
# Spans can be marked in the column `input`, too, and `[missing]` stands for what the sentence should say and does not.
response = { kind = "spans", source = "input", missing = true, categories = [
  { id = "meaning", label = "says something else" },
  { id = "grammar", label = "not correct English" },
], severities = [
  { id = "minor", label = "minor", weight = 1 },
  { id = "major", label = "major", weight = 5 },
] }

# The criteria of one page are asked in this order: the score follows the marks.
[[criteria]]
id = "score"
question = "How well does the sentence say what the original says?"
definition = "Think of what you marked: 0 keeps nothing of the meaning, 33 some of it, 66 most of it, and 100 all of it in good English."
better = "higher"
response = { kind = "slider", minimum = 0, maximum = 100, low = "nothing of it", high = "all of it, in good English" }
"#,
    balance: "balance = [\"system\", \"words\"]",
    claim: Some(Claim {
        text: "The human editor keeps the meaning better than both machines.",
        holds_if: "editor > all others on score",
    }),
    checks: r#"check,criterion,input,text,answer,tests
else,errors,"The cat commenced its slumber.","The dog ate a bone.",meaning,"that another meaning is marked"
wrong,score,"The sun is warm.","Sun the warm are is.",<= 60,"that broken English gets no high score"
"#,
    instructions: "Read the original sentence, then the other one. Mark what is wrong in it and say how bad it is; then give it a score.",
};
