//! Times cumulative-link mixed models, compute only, from columns in memory: `bench_clmm FILE|N,RATERS,ITEMS REPEATS`.
//!
//! FILE has the columns rater, item, system and likert (as `bench/simulate.py` writes them); `N,RATERS,ITEMS`
//! simulates five categories. Fits `likert ~ system + (1|rater) + (1|item)` by Laplace's approximation with
//! standard errors. Prints one JSON object.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring instrument, run by hand")]

#[path = "bench/clock.rs"]
mod clock;

use stats::mixed::ordinal::{Link, Model, Options};
use stats::mixed::{Column, Formula, Frame};
use stats::resample::Stream;

fn main() {
    let [_, file, repeats] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: bench_clmm FILE|N,RATERS,ITEMS REPEATS");
        return;
    };
    let frame = if file.contains(',') { simulate_frame(file) } else { read(file) };
    let formula = Formula::parse("likert ~ system + (1 | rater) + (1 | item)").unwrap();
    let mut value = (0.0, 0);
    let timed = clock::time_work(repeats.parse().unwrap(), || {
        let fit = Model::new(&formula, &frame, &Options::new(Link::Logit)).unwrap().fit().unwrap();
        assert!(fit.converged && fit.covariance.is_some());
        value = (fit.log_likelihood, fit.steps);
    });
    let (log_likelihood, steps) = value;
    println!(
        "{}",
        serde_json::json!({
            "rows": frame.rows(), "log_likelihood": log_likelihood, "steps": steps, "wall": timed.wall, "cpu": timed.cpu,
            "peak_rss_mb": clock::peak_mb(),
        })
    );
}

fn read(file: &str) -> Frame {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let header = reader.headers().unwrap().clone();
    let names = ["rater", "item", "system", "likert"];
    let at = names.map(|name| header.iter().position(|it| it == name).unwrap());
    let mut cells: [Vec<String>; 4] = Default::default();
    for row in reader.records() {
        let row = row.unwrap();
        cells.iter_mut().zip(at).for_each(|(column, at)| column.push(row[at].to_owned()));
    }
    names
        .iter()
        .zip(&cells)
        .fold(Frame::default(), |frame, (name, cells)| frame.with_column(*name, Column::factor(cells)).unwrap())
}

/// Random raters, items and systems on a latent logistic scale cut into five categories.
fn simulate_frame(sizes: &str) -> Frame {
    let [n, raters, items]: [u32; 3] =
        sizes.split(',').map(|it| it.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    let mut stream = Stream::new(20_260_201, u64::from(n));
    let of_rater: Vec<f64> = (0..raters).map(|_| 0.8 * stream.normal()).collect();
    let of_item: Vec<f64> = (0..items).map(|_| 1.2 * stream.normal()).collect();
    let mut codes: [Vec<u32>; 4] = Default::default();
    for _ in 0..n {
        let (rater, item, system) = (stream.index(raters), stream.index(items), stream.index(6));
        let effect = [0.0, 0.2, 0.5, -0.4, 0.8, 0.1][system as usize];
        let latent = effect + of_rater[rater as usize] + of_item[item as usize] + 1.7 * stream.normal();
        let category = [-2.5, -0.8, 0.8, 2.5].iter().filter(|cut| latent > **cut).count() as u32;
        codes.iter_mut().zip([rater, item, system, category]).for_each(|(column, code)| column.push(code));
    }
    let counts = [raters, items, 6, 5];
    let names = ["rater", "item", "system", "likert"];
    names.into_iter().zip(codes).zip(counts).fold(Frame::default(), |frame, ((name, codes), count)| {
        let levels = (0..count).map(|k| k.to_string()).collect();
        frame.with_column(name, Column::Factor { levels, codes }).unwrap()
    })
}
