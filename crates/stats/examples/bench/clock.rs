//! The clock of the measuring programs: wall and processor seconds, and the most memory ever held.

use std::time::Instant;

/// Wall and processor seconds of one piece of work, by repeat.
#[derive(Debug, Default)]
pub(crate) struct Timing {
    pub(crate) wall: Vec<f64>,
    pub(crate) cpu: Vec<f64>,
}

/// Times work. A repeat is as often as takes a quarter of a second, for the clock of the processor ticks coarsely.
pub(crate) fn time_work(repeats: usize, mut work: impl FnMut()) -> Timing {
    let mut timed = Timing::default();
    let mut times = 1;
    while timed.wall.len() < repeats {
        let (started, spent) = (Instant::now(), processor_seconds());
        (0..times).for_each(|_| work());
        let (wall, cpu) = (started.elapsed().as_secs_f64(), processor_seconds() - spent);
        if timed.wall.is_empty() && cpu < 0.25 {
            times *= 2;
            continue;
        }
        timed.wall.push(wall / f64::from(times));
        timed.cpu.push(cpu / f64::from(times));
    }
    timed
}

/// Processor seconds of all threads so far.
fn processor_seconds() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let read = threads.map(|it| std::fs::read_to_string(it.path().join("schedstat")).unwrap_or_default());
    let spent = |text: String| text.split_whitespace().next().and_then(|it| it.parse::<f64>().ok());
    read.filter_map(spent).sum::<f64>() / 1e9
}

/// The most memory ever held, in megabytes.
pub(crate) fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
