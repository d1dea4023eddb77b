//! Reading QRA3's table of measurements and its configuration.

use serde_json::Value;
use stats::precision::Correction;

use super::{QraCriterion, QraError, QraStudy};

const COLUMNS: [&str; 6] = ["Key", "Study", "Experiment", "System", "Criterion", "Result"];

struct Line {
    experiment: String,
    system: String,
    criterion: String,
    result: f64,
}

/// Every study of a table of measurements, with criteria, systems and experiments in the order of their names.
///
/// # Errors
/// When the table or the configuration cannot be understood, or a score is missing.
pub fn read(metrics: &str, config: &str) -> Result<Vec<QraStudy>, QraError> {
    let config: Value = serde_json::from_str(config).map_err(|e| QraError::Config(e.to_string()))?;
    let config =
        config.as_object().ok_or_else(|| QraError::Config("an object with a key per study is needed".to_owned()))?;
    let lines = lines(metrics)?;
    let studies: Vec<QraStudy> = lines
        .into_iter()
        .map(|(key, lines)| {
            let config =
                config.get(&key).ok_or_else(|| QraError::Config(format!("there is no study `{key}` in it")))?;
            study(&key, &lines, config)
        })
        .collect::<Result<_, _>>()?;
    if studies.is_empty() { Err(QraError::Table("the table holds no result".to_owned())) } else { Ok(studies) }
}

fn lines(metrics: &str) -> Result<Vec<(String, Vec<Line>)>, QraError> {
    let mut reader = csv::Reader::from_reader(metrics.as_bytes());
    let bad = |e: csv::Error| QraError::Table(e.to_string());
    let header = reader.headers().map_err(bad)?.clone();
    let place = |name: &str| {
        header.iter().position(|column| column.trim_start_matches('\u{feff}').trim() == name).ok_or_else(|| {
            QraError::Table(format!("there is no column `{name}`; the columns are {}", COLUMNS.join(", ")))
        })
    };
    let places = COLUMNS.iter().map(|name| place(name)).collect::<Result<Vec<usize>, _>>()?;
    let mut studies: Vec<(String, Vec<Line>)> = Vec::new();
    for (number, row) in reader.records().enumerate() {
        let row = row.map_err(bad)?;
        let cell = |column: usize| row.get(places[column]).unwrap_or_default().trim().to_owned();
        let text = cell(5);
        let result: f64 = text
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .ok_or_else(|| QraError::Table(format!("row {}: `{text}` is not a number", number + 2)))?;
        let line = Line { experiment: cell(2), system: cell(3), criterion: cell(4), result };
        let key = cell(0);
        match studies.iter_mut().find(|(known, _)| *known == key) {
            Some((_, lines)) => lines.push(line),
            None => studies.push((key, vec![line])),
        }
    }
    Ok(studies)
}

fn sort_distinct(of: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = of.collect();
    names.sort();
    names.dedup();
    names
}

fn study(key: &str, lines: &[Line], config: &Value) -> Result<QraStudy, QraError> {
    let experiments = sort_distinct(lines.iter().map(|line| line.experiment.clone()));
    let systems = sort_distinct(lines.iter().map(|line| line.system.clone()));
    let criteria = sort_distinct(lines.iter().map(|line| line.criterion.clone()))
        .into_iter()
        .map(|name| {
            let scores = experiments
                .iter()
                .map(|experiment| systems.iter().map(|system| score(lines, experiment, system, &name)).collect())
                .collect::<Result<_, _>>()?;
            criterion(name, scores, config)
        })
        .collect::<Result<_, _>>()?;
    let cited = |name: &String| config["experiments"][name].as_str().unwrap_or(name).to_owned();
    let experiments = experiments.iter().map(|name| (name.clone(), cited(name))).collect();
    Ok(QraStudy { name: key.to_owned(), experiments, systems, criteria })
}

fn score(lines: &[Line], experiment: &str, system: &str, criterion: &str) -> Result<f64, QraError> {
    let found = lines.iter().find(|l| l.experiment == experiment && l.system == system && l.criterion == criterion);
    found.map(|line| line.result).ok_or_else(|| QraError::Hole {
        experiment: experiment.to_owned(),
        system: system.to_owned(),
        criterion: criterion.to_owned(),
    })
}

fn criterion(name: String, scores: Vec<Vec<f64>>, config: &Value) -> Result<QraCriterion, QraError> {
    let described = config["criteria"]
        .as_object()
        .into_iter()
        .flatten()
        .find(|(code, criterion)| **code == name || criterion["map"].as_str() == Some(&name));
    let (code, described) =
        described.ok_or_else(|| QraError::Config(format!("no criterion of it maps to `{name}`")))?;
    let flag = |field: &str| described[field].as_bool();
    let start = described["scale_starts_at"].as_f64().or(config["scale_starts_at"].as_f64());
    Ok(QraCriterion {
        code: code.clone(),
        scale_starts_at: start.unwrap_or(0.0),
        correction: if flag("apply_over_correction").unwrap_or(true) { Correction::Factor } else { Correction::None },
        normal_data: flag("normal_data").unwrap_or(true),
        name,
        scores,
    })
}
