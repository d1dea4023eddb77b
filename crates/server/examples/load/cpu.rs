//! Who used the processors.

use std::io;
use std::time::Duration;

use crate::server::TestServer;

/// Processor time used so far, in user and kernel.
#[derive(Clone, Copy)]
pub(crate) struct CpuTime {
    servers: Duration,
    postgres: Duration,
    generator: Duration,
}

impl CpuTime {
    pub(crate) fn so_far(servers: &[TestServer]) -> io::Result<CpuTime> {
        Ok(CpuTime {
            servers: servers.iter().map(|server| process(&server.process().to_string())).sum::<io::Result<_>>()?,
            postgres: all_named("postgres")?,
            generator: process("self")?,
        })
    }

    pub(crate) fn minus(self, before: CpuTime) -> CpuTime {
        CpuTime {
            servers: self.servers.saturating_sub(before.servers),
            postgres: self.postgres.saturating_sub(before.postgres),
            generator: self.generator.saturating_sub(before.generator),
        }
    }

    /// In milliseconds, for each of so many.
    pub(crate) fn per(self, count: f64) -> String {
        let each = |time: Duration| time.as_secs_f64() * 1e3 / count;
        format!("{:.2}, {:.2}, {:.2}", each(self.servers), each(self.postgres), each(self.generator))
    }
}

fn process(id: &str) -> io::Result<Duration> {
    Ok(ticks(&std::fs::read_to_string(format!("/proc/{id}/stat"))?))
}

/// All processes of one name; whoever ended meanwhile does not count.
fn all_named(name: &str) -> io::Result<Duration> {
    let processes = std::fs::read_dir("/proc")?;
    let stats = processes.filter_map(|process| std::fs::read_to_string(process.ok()?.path().join("stat")).ok());
    Ok(stats.filter(|stat| stat.contains(&format!("({name})"))).map(|stat| ticks(&stat)).sum())
}

/// The clock of `/proc` ticks a hundred times a second.
fn ticks(stat: &str) -> Duration {
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
