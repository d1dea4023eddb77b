//! R018: signs of a model's own vocabulary left in a text.

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R018"),
    name: "leftover-token",
    severity: Severity::Advice,
    summary: "a text contains tokens of a model's vocabulary, such as `<unk>` or `</s>`",
    doc: r#"## What it checks
No text holds signs with which models mark unknown words, ends and pieces of words: `<unk>`, `[UNK]`,
`</s>`, `<pad>`, `[SEP]`, `<|endoftext|>`, `@@ `, `▁`, ` ##ing`.

## Why it matters for a study
They give the system away and cost it points that a line of clean-up would have saved. If only one
system was cleaned up, the evaluation measures the clean-up.

## Example
```csv
item,lbow
9,what is the age of the <unk> ? </s>
```

## Instead
Undo the tokenisation for every system alike. If the original study showed them, accept the finding:
```toml
[accept]
R018 = "shown like this in the original"
```
"#,
    check,
};

const TOKENS: [&str; 18] = [
    "<unk>",
    "<UNK>",
    "[UNK]",
    "<s>",
    "</s>",
    "<pad>",
    "<PAD>",
    "[PAD]",
    "[CLS]",
    "[SEP]",
    "<eos>",
    "<EOS>",
    "<bos>",
    "<BOS>",
    "<|endoftext|>",
    "<|im_end|>",
    "@@ ",
    "▁",
];

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut left = Tally::default();
    for cell in texts(study) {
        if let Some(token) = token_in(cell.text) {
            left.add(|| (context.cell_place(cell), format!("`{}`", token.trim())));
        }
    }
    found.extend(
        left.report(&RULE, |count| format!("tokens of a model's vocabulary in {}", count_noun(count, "text"))).map(
            |diagnostic| {
                diagnostic
                    .with_reason("they reveal the system, and people judge the clean-up rather than the system")
                    .help("undo the tokenisation for all systems alike")
            },
        ),
    );
}

/// One pass for the first letters, then the tokens themselves.
fn token_in(text: &str) -> Option<&'static str> {
    if !text.contains(['<', '[', '@', '▁', '#']) {
        return None;
    }
    let piece =
        |(at, sign): (usize, &str)| text[at + sign.len()..].starts_with(|c: char| c.is_lowercase()).then_some("##");
    TOKENS.into_iter().find(|token| text.contains(token)).or_else(|| text.match_indices(" ##").find_map(piece))
}
