//! Times linear mixed models, compute only, from columns in memory: `bench_lmm FILE CASE REPEATS`.
//!
//! FILE has the columns rater, item, system, y, steep and shared, or is `N,RATERS,ITEMS` for simulated data. CASE is
//! `intercepts` (`y ~ system + (1|rater) + (1|item)`, Satterthwaite included), `slope` (the same of `steep` with a
//! random slope of a number by rater), `bootstrap` (1,000 parametric replicates), or `decide` (the deciding analysis of
//! `shared`, with outputs and tastes: `(1|rater) + (1|item) + (1|item:system) + (1|rater:system)`). Prints one JSON
//! object: criterion and evaluations, or the first difference with its error, and the wall and processor seconds of
//! each repeat.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring instrument, run by hand")]

#[path = "bench/clock.rs"]
mod clock;

use stats::decide::{Difference, Scores, decide_scores};
use stats::mixed::{Column, DfMethod, Formula, Frame, Inference, Method, Model, Options, parametric_bootstrap};
use stats::resample::{Plan, Stream};

fn main() {
    let [_, file, case, repeats] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: bench_lmm FILE|N,RATERS,ITEMS intercepts|slope|bootstrap|decide REPEATS");
        return;
    };
    let frame = if file.contains(',') { simulate_frame(file) } else { read(file) };
    if case == "decide" {
        return decide(&frame, repeats.parse().unwrap());
    }
    let text = match case.as_str() {
        "slope" => "steep ~ system + x + (1 + x | rater) + (1 | item)",
        _ => "y ~ system + (1 | rater) + (1 | item)",
    };
    let formula = Formula::parse(text).unwrap();
    let work = || -> (f64, usize, f64) {
        let model = Model::new(&formula, &frame, &Options::new(Method::Reml)).unwrap();
        let fit = model.fit().unwrap();
        if case == "bootstrap" {
            let simulated = parametric_bootstrap(&model, &fit, Plan { seed: 7, replicates: 1000 });
            return (fit.criterion, fit.evaluations, simulated.replicates.len() as f64);
        }
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        let mut contrast = vec![0.0; fit.beta.len()];
        contrast[1] = 1.0;
        (fit.criterion, fit.evaluations, inference.df(&contrast))
    };
    let mut value = (0.0, 0, 0.0);
    let timed = clock::time_work(repeats.parse().unwrap(), || value = work());
    let (criterion, evaluations, df) = value;
    println!(
        "{}",
        serde_json::json!({
            "rows": frame.rows(), "case": case, "criterion": criterion, "evaluations": evaluations, "df_or_replicates": df,
            "wall": timed.wall, "cpu": timed.cpu, "peak_rss_mb": clock::peak_mb(),
        })
    );
}

/// The deciding analysis, as `rejudge analyse` makes it, and the difference of the second system from the first.
fn decide(frame: &Frame, repeats: usize) {
    let codes = |name: &str| match frame.column(name).unwrap() {
        Column::Factor { levels, codes } => (levels.len(), codes.as_slice()),
        Column::Numeric(_) => (0, [].as_slice()),
    };
    let Column::Numeric(value) = frame.column("shared").unwrap() else { return };
    let (systems, system) = codes("system");
    let scores = Scores { value, rater: codes("rater").1, item: codes("item").1, system, systems };
    let mut found: Option<Difference> = None;
    let timed = clock::time_work(repeats, || found = Some(decide_scores(&scores).unwrap().difference(1, 0).unwrap()));
    let Difference { value, se, df, .. } = found.unwrap();
    println!(
        "{}",
        serde_json::json!({
            "rows": frame.rows(), "case": "decide", "difference": value, "se": se, "df": df,
            "wall": timed.wall, "cpu": timed.cpu, "peak_rss_mb": clock::peak_mb(),
        })
    );
}

/// The columns of a file; `x` is made up from the row number where there is none.
fn read(file: &str) -> Frame {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let place = |name: &str, header: &csv::StringRecord| header.iter().position(|it| it == name).unwrap();
    let header = reader.headers().unwrap().clone();
    let at = ["rater", "item", "system", "y", "steep", "shared"].map(|name| place(name, &header));
    let mut cells: [Vec<String>; 3] = Default::default();
    let mut numbers: [Vec<f64>; 3] = Default::default();
    for row in reader.records() {
        let row = row.unwrap();
        for (column, at) in cells.iter_mut().zip(at) {
            column.push(row[at].to_owned());
        }
        for (column, at) in numbers.iter_mut().zip(&at[3..]) {
            column.push(row[*at].parse().unwrap());
        }
    }
    let [raters, items, systems] = cells.map(|column| Column::factor(&column));
    let [y, steep, shared] = numbers;
    frame_of((y, shared), raters, items, systems).with_column("steep", Column::Numeric(steep)).unwrap()
}

/// Random raters, items and systems, as in `bench/simulate.py` but from a stream of our own.
fn simulate_frame(sizes: &str) -> Frame {
    let [n, raters, items]: [u32; 3] =
        sizes.split(',').map(|it| it.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    let mut stream = Stream::new(20_260_201, u64::from(n));
    let mut of = |count: u32, sd: f64| -> Vec<f64> { (0..count).map(|_| sd * stream.normal()).collect() };
    let (of_rater, of_item) = (of(raters, 0.5), of(items, 0.7));
    let (taste, output) = (of(raters * 6, 0.25), of(items * 6, 0.6));
    let (mut y, mut shared, mut codes): (Vec<f64>, Vec<f64>, [Vec<u32>; 3]) = Default::default();
    for _ in 0..n {
        let (rater, item, system) = (stream.index(raters), stream.index(items), stream.index(6));
        let effect = [0.0, 0.10, 0.25, -0.20, 0.40, 0.05][system as usize];
        let seen = 3.0 + effect + of_rater[rater as usize] + of_item[item as usize] + stream.normal();
        y.push(seen);
        shared.push(seen + taste[(rater * 6 + system) as usize] + output[(item * 6 + system) as usize]);
        for (column, code) in codes.iter_mut().zip([rater, item, system]) {
            column.push(code);
        }
    }
    let factor =
        |codes: Vec<u32>, count: u32| Column::Factor { levels: (0..count).map(|k| k.to_string()).collect(), codes };
    let [rater, item, system] = codes;
    frame_of((y, shared), factor(rater, raters), factor(item, items), factor(system, 6))
}

fn frame_of((y, shared): (Vec<f64>, Vec<f64>), rater: Column, item: Column, system: Column) -> Frame {
    let x = (0..y.len()).map(|row| (row * 7919 % 1000) as f64 / 500.0 - 1.0).collect();
    Frame::default()
        .with_column("y", Column::Numeric(y))
        .and_then(|frame| frame.with_column("shared", Column::Numeric(shared)))
        .and_then(|frame| frame.with_column("x", Column::Numeric(x)))
        .and_then(|frame| frame.with_column("rater", rater))
        .and_then(|frame| frame.with_column("item", item))
        .and_then(|frame| frame.with_column("system", system))
        .unwrap()
}
