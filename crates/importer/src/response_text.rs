//! A response as `study.toml` and `mapping.toml` write it.

use study::response::{Choosable, Labels, Pairwise, Response};

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
        Response::Spans(spans) => {
            let category = |it: &study::response::Category| match it.weight {
                Some(weight) => format!("{{ id = {}, weight = {} }}", quoted(&it.id), number(weight)),
                None => format!("{{ id = {} }}", quoted(&it.id)),
            };
            add("categories", format!("[{}]", spans.categories.iter().map(category).collect::<Vec<_>>().join(", ")));
            let severity = |it: &study::response::Severity| {
                format!("{{ id = {}, weight = {} }}", quoted(&it.id), number(it.weight))
            };
            if !spans.severities.is_empty() {
                add(
                    "severities",
                    format!("[{}]", spans.severities.iter().map(severity).collect::<Vec<_>>().join(", ")),
                );
            }
            add("overlap", spans.overlap.to_string());
            if let Some(source) = &spans.source {
                add("source", quoted(source));
            }
            if spans.missing {
                add("missing", "true".to_owned());
            }
        }
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
