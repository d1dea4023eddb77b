//! Times the crate `glmm` on the same columns as `bench_lmm`: `rival FILE REPEATS intercepts|slope`.
//!
//! Compute only, from columns in memory, Satterthwaite's degrees of freedom included (its default).

#[path = "../../../crates/stats/examples/bench/clock.rs"]
mod clock;

use glmm::formula::{Column, Table, fit};
use glmm::{Family, FitOptions};

fn main() {
    let [_, file, repeats, case] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: rival FILE REPEATS intercepts|slope");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the file");
    let mut columns: [Vec<String>; 3] = Default::default();
    let (mut y, mut steep) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        (0..3).for_each(|at| columns[at].push(cells[at].to_owned()));
        y.push(cells[3].parse::<f64>().expect("a number"));
        steep.push(cells[5].parse::<f64>().expect("a number"));
    }
    let n = y.len();
    let x = (0..n).map(|row| (row * 7919 % 1000) as f64 / 500.0 - 1.0).collect();
    let table = Table {
        columns: vec![
            ("y".into(), Column::Numeric(y)),
            ("steep".into(), Column::Numeric(steep)),
            ("x".into(), Column::Numeric(x)),
            ("rater".into(), Column::factor_from_labels(&columns[0])),
            ("item".into(), Column::factor_from_labels(&columns[1])),
            ("system".into(), Column::factor_from_labels(&columns[2])),
        ],
        n,
    };
    let formula = match case.as_str() {
        "slope" => "steep ~ system + x + (1 + x | rater) + (1 | item)",
        _ => "y ~ system + (1 | rater) + (1 | item)",
    };
    let (mut beta, mut df) = (0.0, 0.0);
    let timed = clock::timed(repeats.parse().expect("a number"), || {
        let fitted = fit(formula, &table, Family::Gaussian, &FitOptions::default()).expect("a fit");
        (beta, df) = (fitted.fit().beta()[1], fitted.fit().coef_df()[1]);
    });
    let (clock::Timed { wall, cpu }, peak) = (timed, clock::peak_mb());
    println!("{{\"version\": \"glmm 0.8\", \"beta1\": {beta}, \"df1\": {df}, \"wall\": {wall:?}, \"cpu\": {cpu:?}, \"peak_rss_mb\": {peak}}}");
}
