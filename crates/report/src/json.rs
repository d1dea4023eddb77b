//! The first screen of a report for programs: `answer.json`.

use serde_json::{Value, json};

use crate::answer::{Answer, Card};
use crate::markdown::plain_text;

/// Whose judgements they are, the outcome in one sentence, a card per claim, and what endangers trust: the words that the page,
/// the terminal, Markdown and LaTeX have.
#[must_use]
pub fn answer_json(answer: &Answer) -> Value {
    let Answer { badge, facts, verdict, cards, out_of_scope, cautions } = answer;
    let card = |card: &Card| {
        let verdicts = card.verdicts.iter().map(|(run, verdict)| {
            let run = Some(run).filter(|run| !run.is_empty());
            json!({ "run": run, "verdict": verdict.word() })
        });
        json!({
            "claim": card.id,
            "text": card.text,
            "verdicts": verdicts.collect::<Vec<_>>(),
            "because": card.because,
            "power": card.power.as_ref().map(plain_text),
            "effects": card.figure.as_ref().map(|figure| &figure.description),
        })
    };
    let warnings =
        cautions.iter().map(|caution| json!({ "grave": caution.grave, "words": plain_text(&caution.words) }));
    json!({
        "badge": badge.word(),
        "meaning": badge.meaning(),
        "facts": plain_text(facts),
        "sentence": plain_text(verdict),
        "cards": cards.iter().map(card).collect::<Vec<_>>(),
        "out_of_scope": out_of_scope,
        "warnings": warnings.collect::<Vec<_>>(),
    })
}
