//! Times Krippendorff's alpha, compute only, from columns in memory: `bench_alpha FILE CASE REPEATS`.
//!
//! FILE has the columns rater, item and rating. CASE is `alpha` (building the counts included) or
//! `bootstrap` (1,000 replicates by item, building included). Prints one JSON object: the value, and the
//! wall and processor seconds of each repeat. Used by `bench/run`.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring instrument, run by hand")]

use std::time::Instant;

use stats::agreement::{Level, Ratings, ResampleUnit, alpha_replicates, krippendorff_alpha};
use stats::resample::Plan;

fn main() {
    let [_, file, case, repeats] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: bench_alpha FILE alpha|bootstrap REPEATS");
        return;
    };
    let (raters, items, values) = read(file);
    let work = || -> Vec<f64> {
        let ratings = Ratings::new(&raters, &items, &values).unwrap();
        if case == "bootstrap" {
            let plan = Plan { seed: 7, replicates: 1000 };
            let replicates = alpha_replicates(&ratings, Level::Ordinal, ResampleUnit::Items, plan).unwrap();
            let interval = replicates.percentile(0.95).unwrap();
            vec![interval.low, interval.high]
        } else {
            vec![krippendorff_alpha(&ratings, Level::Ordinal).unwrap().estimate.value]
        }
    };
    let mut value = work();
    let (mut wall, mut cpu) = (Vec::new(), Vec::new());
    for _ in 0..repeats.parse().unwrap() {
        let (started, spent) = (Instant::now(), processor_seconds());
        value = work();
        wall.push(started.elapsed().as_secs_f64());
        cpu.push(processor_seconds() - spent);
    }
    println!("{}", serde_json::json!({ "value": value, "wall": wall, "cpu": cpu, "peak_rss_mb": peak_mb() }));
}

fn read(file: &str) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for row in csv::Reader::from_path(file).unwrap().deserialize::<(u32, u32, f64)>() {
        let (rater, item, value) = row.unwrap();
        columns.0.push(rater - 1);
        columns.1.push(item - 1);
        columns.2.push(value);
    }
    columns
}

/// Processor time of all threads in nanosecond resolution, from the scheduler's own account.
fn processor_seconds() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let spent = threads.filter_map(|thread| {
        let account = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        account.split(' ').next()?.parse::<f64>().ok()
    });
    spent.sum::<f64>() / 1e9
}

fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
