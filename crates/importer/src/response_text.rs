//! A response as `study.toml` and `mapping.toml` write it.

use study::response::{Category, Choosable, Labels, Pairwise, Response, Severity, Spans};

use crate::question::{quoted, quoted_list};

/// `{ kind = "rating", points = 5, minimum = 1 }`.
pub(crate) fn inline(response: &Response) -> String {
    let mut parts = vec![format!("kind = {}", quoted(response.kind()))];
    let mut add = |key: &str, value: String| parts.push(format!("{key} = {value}"));
    let number = |x: f64| toml::Value::Float(x).to_string();
    match response {
        Response::Rating(rating) => {
            add("points", rating.points.to_string());
            add("minimum", rating.lowest().to_string());
            match &rating.labels {
                None => {}
                Some(Labels::Every(labels)) => add("labels", quoted_list(labels.iter().map(String::as_str))),
                Some(Labels::Ends { low, high }) => {
                    add("labels", format!("{{ low = {}, high = {} }}", quoted(low), quoted(high)))
                }
            }
        }
        Response::Slider(slider) => {
            add("minimum", number(slider.minimum));
            add("maximum", number(slider.maximum));
            if let Some(step) = slider.step {
                add("step", number(step));
            }
        }
        Response::Pairwise(pairwise) => pairwise_keys(pairwise).into_iter().for_each(|(key, value)| add(key, value)),
        Response::Ranking(ranking) => add("ties", ranking.ties.to_string()),
        Response::BestWorst(_) => {}
        Response::Choice(choice) => {
            let option = |option: &Choosable| match option {
                Choosable::Words(words) => quoted(words),
                Choosable::Table { id, label, .. } => format!("{{ id = {}, label = {} }}", quoted(id), quoted(label)),
            };
            add("options", format!("[{}]", choice.options.iter().map(option).collect::<Vec<_>>().join(", ")));
            if choice.several {
                add("several", "true".to_owned());
            }
            if choice.allow_none {
                add("allow_none", "true".to_owned());
            }
        }
        Response::Spans(spans) => spans_keys(spans).into_iter().for_each(|(key, value)| add(key, value)),
        Response::Count(count) => {
            if let Some(maximum) = count.maximum {
                add("maximum", maximum.to_string());
            }
        }
        Response::Text(text) => {
            if text.optional {
                add("optional", "true".to_owned());
            }
            if text.lines {
                add("lines", "true".to_owned());
            }
        }
    }
    format!("{{ {} }}", parts.join(", "))
}

fn pairwise_keys(pairwise: &Pairwise) -> Vec<(&'static str, String)> {
    let degrees = pairwise.degrees.iter().map(|words| quoted(words)).collect::<Vec<_>>().join(", ");
    let degrees = pairwise.is_graded().then(|| ("degrees", format!("[{degrees}]")));
    [("ties", pairwise.ties.to_string())].into_iter().chain(degrees).collect()
}

/// What may be marked, and where.
fn spans_keys(spans: &Spans) -> Vec<(&'static str, String)> {
    let number = |x: f64| toml::Value::Float(x).to_string();
    let category = |it: &Category| match it.weight {
        Some(weight) => format!("{{ id = {}, weight = {} }}", quoted(&it.id), number(weight)),
        None => format!("{{ id = {} }}", quoted(&it.id)),
    };
    let severity = |it: &Severity| format!("{{ id = {}, weight = {} }}", quoted(&it.id), number(it.weight));
    let categories: Vec<String> = spans.categories.iter().map(category).collect();
    let severities: Vec<String> = spans.severities.iter().map(severity).collect();
    let mut keys = vec![("categories", format!("[{}]", categories.join(", ")))];
    if !severities.is_empty() {
        keys.push(("severities", format!("[{}]", severities.join(", "))));
    }
    keys.push(("overlap", spans.overlap.to_string()));
    keys.extend(spans.source.as_ref().map(|source| ("source", quoted(source))));
    if spans.missing {
        keys.push(("missing", "true".to_owned()));
    }
    keys
}
