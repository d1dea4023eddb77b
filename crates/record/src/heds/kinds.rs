//! What a response kind says to the questions about eliciting responses.

use study::response::Response;

/// How a kind is asked, in the terms of HEDS 3.0.
pub(super) struct HedsElicitation {
    /// 4.3.3: how many responses there are.
    pub(super) size: String,
    /// 4.3.5: the number of the option, and what to say beside it.
    pub(super) presented: (usize, &'static str),
    /// 4.3.6: the task, where there is no instrument for rating.
    pub(super) task: String,
    /// 4.3.8: the number of the option.
    pub(super) form: usize,
    /// 4.3.9: how answers become scores.
    pub(super) score: &'static str,
}

/// What stands where a question does not apply.
const NONE: &str = "N/A";

/// How answers become scores, in words.
pub(crate) fn score_words(response: &Response, outputs: u32) -> &'static str {
    elicitation_of(response, outputs).score
}

/// How a criterion is asked when a question shows this many outputs.
pub(super) fn elicitation_of(response: &Response, outputs: u32) -> HedsElicitation {
    let sized =
        |size: String, presented, form, score| HedsElicitation { size, presented, task: NONE.to_owned(), form, score };
    let task =
        |task: String, form, score| HedsElicitation { size: NONE.to_owned(), presented: (4, ""), task, form, score };
    match response {
        Response::Rating(rating) => {
            sized(rating.points.to_string(), (1, ""), 2, "Mean of the ratings of each system's outputs.")
        }
        Response::Slider(slider) => {
            let positions = ((slider.maximum - slider.minimum) / slider.step()).round() + 1.0;
            let size = format!("{positions} positions of a slider");
            sized(size, (3, ""), 2, "Mean of the positions chosen for each system's outputs.")
        }
        Response::Pairwise(pairwise) => {
            if pairwise.is_graded() {
                let score = "Mean preference by its degree, between -1 and 1, by a linear mixed model; shares preferred beside it.";
                return sized(pairwise.grades().len().to_string(), (1, ""), 3, score);
            }
            let size = if pairwise.ties { "3" } else { "2" }.to_owned();
            let score = if pairwise.ties {
                "Share of comparisons in which a system was chosen, in percent; equal counts half for each."
            } else {
                "Share of comparisons in which a system was chosen, in percent."
            };
            sized(size, (1, ""), 3, score)
        }
        Response::BestWorst(_) => {
            let size = (u64::from(outputs) * u64::from(outputs.saturating_sub(1))).to_string();
            let score = "Times chosen as best minus times chosen as worst, in percent of the times shown.";
            sized(size, (5, "two choices beside the outputs, one for the best and one for the worst"), 3, score)
        }
        Response::Choice(choice) => {
            let options = choice.options.len();
            let score = "Share of answers with each option, for each system.";
            if choice.several {
                sized(format!("any of {options} boxes"), (2, ""), 7, score)
            } else {
                sized(options.to_string(), (1, ""), 7, score)
            }
        }
        Response::Count(count) => {
            let size = (u64::from(count.maximum()) + 1).to_string();
            sized(size, (5, "a field for a whole number"), 4, "Mean of the counts for each system's outputs.")
        }
        Response::Ranking(ranking) => {
            let ties = if ranking.ties { "places may be shared" } else { "no place may be shared" };
            let score = "Mean of the places given to each system; 1 is first, shared places count as their mean.";
            task(format!("Put {outputs} outputs in order, first to last; {ties}."), 3, score)
        }
        Response::Spans(spans) => {
            let names: Vec<&str> =
                spans.categories.iter().map(|it| it.label.as_deref().unwrap_or(it.id.as_str())).collect();
            let score = "Mean over outputs of the summed weights of the marked parts, for each system.";
            task(format!("Mark parts of the output as {}.", names.join(", ")), 6, score)
        }
        Response::Text(text) => {
            let task_text = format!("Write a comment of at most {} characters.", text.maximum_length());
            task(task_text, 5, "No score; the comments are reported as they are.")
        }
    }
}
