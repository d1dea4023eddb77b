//! Times linear mixed models, compute only, from columns in memory: `bench_lmm FILE CASE REPEATS`.
//!
//! FILE has the columns rater, item, system, y and steep, or is `N,RATERS,ITEMS` for simulated data. CASE is
//! `intercepts` (`y ~ system + (1|rater) + (1|item)`, Satterthwaite included), `slope` (the same of `steep` with a
//! random slope of a number by rater), or `bootstrap` (1,000 parametric replicates). Prints one JSON
//! object: criterion, evaluations, and the wall and processor seconds of each repeat.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring instrument, run by hand")]

#[path = "bench/clock.rs"]
mod clock;

use stats::mixed::{Column, DfMethod, Formula, Frame, Inference, Method, Model, Options, parametric_bootstrap};
use stats::resample::{Plan, Stream};

fn main() {
    let [_, file, case, repeats] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: bench_lmm FILE|N,RATERS,ITEMS intercepts|slope|bootstrap REPEATS");
        return;
    };
    let frame = if file.contains(',') { simulated(file) } else { read(file) };
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
    let timed = clock::timed(repeats.parse().unwrap(), || value = work());
    let (criterion, evaluations, df) = value;
    println!(
        "{}",
        serde_json::json!({
            "rows": frame.rows(), "case": case, "criterion": criterion, "evaluations": evaluations, "df_or_replicates": df,
            "wall": timed.wall, "cpu": timed.cpu, "peak_rss_mb": clock::peak_mb(),
        })
    );
}

/// The columns of a file; `x` is made up from the row number where there is none.
fn read(file: &str) -> Frame {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let place = |name: &str, header: &csv::StringRecord| header.iter().position(|it| it == name).unwrap();
    let header = reader.headers().unwrap().clone();
    let at = ["rater", "item", "system", "y", "steep"].map(|name| place(name, &header));
    let mut cells: [Vec<String>; 3] = Default::default();
    let (mut y, mut steep) = (Vec::new(), Vec::new());
    for row in reader.records() {
        let row = row.unwrap();
        for (column, at) in cells.iter_mut().zip(at) {
            column.push(row[at].to_owned());
        }
        y.push(row[at[3]].parse().unwrap());
        steep.push(row[at[4]].parse().unwrap());
    }
    let [raters, items, systems] = cells.map(|column| Column::factor(&column));
    framed(y, raters, items, systems).with("steep", Column::Numeric(steep)).unwrap()
}

/// Random raters, items and systems, as in `bench/simulate.py` but from a stream of our own.
fn simulated(sizes: &str) -> Frame {
    let [n, raters, items]: [u32; 3] =
        sizes.split(',').map(|it| it.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    let mut stream = Stream::new(20_260_201, u64::from(n));
    let of_rater: Vec<f64> = (0..raters).map(|_| 0.5 * stream.normal()).collect();
    let of_item: Vec<f64> = (0..items).map(|_| 0.7 * stream.normal()).collect();
    let (mut y, mut codes): (Vec<f64>, [Vec<u32>; 3]) = (Vec::new(), Default::default());
    for _ in 0..n {
        let (rater, item, system) = (stream.index(raters), stream.index(items), stream.index(6));
        let effect = [0.0, 0.10, 0.25, -0.20, 0.40, 0.05][system as usize];
        y.push(3.0 + effect + of_rater[rater as usize] + of_item[item as usize] + stream.normal());
        for (column, code) in codes.iter_mut().zip([rater, item, system]) {
            column.push(code);
        }
    }
    let factor =
        |codes: Vec<u32>, count: u32| Column::Factor { levels: (0..count).map(|k| k.to_string()).collect(), codes };
    let [rater, item, system] = codes;
    framed(y, factor(rater, raters), factor(item, items), factor(system, 6))
}

fn framed(y: Vec<f64>, rater: Column, item: Column, system: Column) -> Frame {
    let x = (0..y.len()).map(|row| (row * 7919 % 1000) as f64 / 500.0 - 1.0).collect();
    Frame::default()
        .with("y", Column::Numeric(y))
        .and_then(|frame| frame.with("x", Column::Numeric(x)))
        .and_then(|frame| frame.with("rater", rater))
        .and_then(|frame| frame.with("item", item))
        .and_then(|frame| frame.with("system", system))
        .unwrap()
}
