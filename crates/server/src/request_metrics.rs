//! How many requests came and how long they took, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the histogram of times, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The requests of this process, however many servers run in it.
pub(super) static REQUESTS: RequestMetrics = RequestMetrics { routes: Mutex::new(BTreeMap::new()) };

/// Counts and times by route. A route is the pattern of a path, of which there are only so many.
pub(super) struct RequestMetrics {
    routes: Mutex<BTreeMap<String, Route>>,
}

#[derive(Default)]
struct Route {
    /// How many were answered with each status.
    statuses: BTreeMap<u16, u64>,
    /// How many took at most as long as each bound says.
    within: [u64; SECONDS.len()],
    seconds: f64,
}

impl RequestMetrics {
    pub(super) fn record(&self, route: &str, status: u16, took: Duration) {
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = routes.entry(route.to_owned()).or_default();
        *counts.statuses.entry(status).or_default() += 1;
        counts.seconds += took.as_secs_f64();
        for (count, bound) in counts.within.iter_mut().zip(SECONDS) {
            *count += u64::from(took.as_secs_f64() <= bound);
        }
    }

    pub(super) fn render(&self) -> String {
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = "# TYPE rejudge_requests_total counter\n".to_owned();
        for (route, counts) in routes.iter() {
            for (status, count) in &counts.statuses {
                let _ = writeln!(text, "rejudge_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
            }
        }
        text.push_str("# TYPE rejudge_request_seconds histogram\n");
        for (route, counts) in routes.iter() {
            let all: u64 = counts.statuses.values().sum();
            for (bound, count) in SECONDS.iter().zip(counts.within) {
                let _ = writeln!(text, "rejudge_request_seconds_bucket{{route=\"{route}\",le=\"{bound}\"}} {count}");
            }
            let _ = writeln!(text, "rejudge_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {all}");
            let _ = writeln!(text, "rejudge_request_seconds_sum{{route=\"{route}\"}} {}", counts.seconds);
            let _ = writeln!(text, "rejudge_request_seconds_count{{route=\"{route}\"}} {all}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_times_are_written_as_prometheus_reads_them() {
        let requests = RequestMetrics { routes: Mutex::new(BTreeMap::new()) };
        requests.record("/healthz", 200, Duration::from_millis(5));
        requests.record("/healthz", 200, Duration::from_secs(7));
        requests.record("/healthz", 503, Duration::from_micros(1));
        let text = requests.render();
        for line in [
            "# TYPE rejudge_requests_total counter",
            "rejudge_requests_total{route=\"/healthz\",status=\"200\"} 2",
            "rejudge_requests_total{route=\"/healthz\",status=\"503\"} 1",
            "# TYPE rejudge_request_seconds histogram",
            "rejudge_request_seconds_bucket{route=\"/healthz\",le=\"0.002\"} 1",
            "rejudge_request_seconds_bucket{route=\"/healthz\",le=\"0.005\"} 2",
            "rejudge_request_seconds_bucket{route=\"/healthz\",le=\"5\"} 2",
            "rejudge_request_seconds_bucket{route=\"/healthz\",le=\"+Inf\"} 3",
            "rejudge_request_seconds_count{route=\"/healthz\"} 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
