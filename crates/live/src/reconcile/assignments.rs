//! What Amazon's command line says of a HIT: `aws mturk list-assignments-for-hit`. The requester's site shows no HITs that were made
//! by a program, so this is the only table of them.

use serde::Deserialize;
use study::csv_text;

use super::Problem;

/// The reply of `aws mturk list-assignments-for-hit`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Reply {
    assignments: Vec<Assignment>,
    next_token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Assignment {
    assignment_id: String,
    worker_id: String,
    #[serde(rename = "HITId")]
    hit_id: String,
    assignment_status: String,
    /// XML: `QuestionFormAnswers`.
    #[serde(default)]
    answer: String,
}

/// Whether a text is such a reply, and no table.
pub(super) fn is_reply(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The table that the requester's site would give out of it.
///
/// # Errors
/// When it is something else, or not all of it.
pub(super) fn table_of(text: &str) -> Result<String, Problem> {
    let unlike = |what: String| Problem {
        row: 1,
        what,
        remedy: "give what `aws mturk list-assignments-for-hit --hit-id …` prints, as JSON and all of it".to_owned(),
    };
    let reply: Reply =
        serde_json::from_str(text).map_err(|error| unlike(format!("it is no list of assignments: {error}")))?;
    if reply.next_token.is_some_and(|token| !token.is_empty()) {
        return Err(unlike("there are more assignments than these (`NextToken`)".to_owned()));
    }
    let head = ["HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "Answer.code"].map(str::to_owned);
    let rows = reply.assignments.into_iter().map(|one| {
        let code = answer_to(&one.answer, "code").unwrap_or_default();
        [one.hit_id, one.assignment_id, one.worker_id, one.assignment_status, code]
    });
    Ok(csv_text(std::iter::once(head).chain(rows)))
}

/// The text that was answered to a question, in the platform's XML.
fn answer_to(xml: &str, question: &str) -> Option<String> {
    let answers = xml.split("<Answer>").skip(1);
    let mut of_question = answers.filter(|answer| element(answer, "QuestionIdentifier") == Some(question));
    let text = element(of_question.next()?, "FreeText")?;
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    Some(plain.iter().fold(text.to_owned(), |text, (written, meant)| text.replace(written, meant)))
}

/// What stands in the first element of a name.
fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    Some(rest.split_once(&format!("</{name}>"))?.0.trim())
}
