//! Times the crate `glmm` on the same columns as `bench_lmm`: `rival FILE REPEATS intercepts|slope`.
//!
//! Compute only, from columns in memory, Satterthwaite's degrees of freedom included (its default).

use std::time::Instant;

use glmm::formula::{Column, Table, fit};
use glmm::{Family, FitOptions};

fn main() {
    let [_, file, repeats, case] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: rival FILE REPEATS intercepts|slope");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the file");
    let mut columns: [Vec<String>; 3] = Default::default();
    let mut y = Vec::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        (0..3).for_each(|at| columns[at].push(cells[at].to_owned()));
        y.push(cells[3].parse::<f64>().expect("a number"));
    }
    let n = y.len();
    let x = (0..n).map(|row| (row * 7919 % 1000) as f64 / 500.0 - 1.0).collect();
    let table = Table {
        columns: vec![
            ("y".into(), Column::Numeric(y)),
            ("x".into(), Column::Numeric(x)),
            ("rater".into(), Column::factor_from_labels(&columns[0])),
            ("item".into(), Column::factor_from_labels(&columns[1])),
            ("system".into(), Column::factor_from_labels(&columns[2])),
        ],
        n,
    };
    let formula = match case.as_str() {
        "slope" => "y ~ system + x + (1 + x | rater) + (1 | item)",
        _ => "y ~ system + (1 | rater) + (1 | item)",
    };
    let (mut wall, mut cpu) = (Vec::new(), Vec::new());
    let mut df = 0.0;
    let mut beta = 0.0;
    for _ in 0..repeats.parse().expect("a number") {
        let (started, spent) = (Instant::now(), processor_seconds());
        let fitted = fit(formula, &table, Family::Gaussian, &FitOptions::default()).expect("a fit");
        df = fitted.fit().coef_df()[1];
        beta = fitted.fit().beta()[1];
        wall.push(started.elapsed().as_secs_f64());
        cpu.push(processor_seconds() - spent);
    }
    println!("{{\"beta1\": {beta}, \"df1\": {df}, \"wall\": {wall:?}, \"cpu\": {cpu:?}, \"wall_median\": {}, \"cpu_median\": {}, \"peak_rss_mb\": {}}}", median(&wall), median(&cpu), peak_mb());
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Processor seconds of all threads so far.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
