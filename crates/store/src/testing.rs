//! For tests, here and in other crates: a small study to serve, and a PostgreSQL server of their own, in a temporary folder, on a free port of
//! this machine alone, as an unprivileged user, and gone when the tests are.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests cannot go on without their server")]

mod small_study;

use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub use small_study::SmallStudy;

/// A running server.
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    user: Option<&'static str>,
    /// What it waits for before it acknowledges.
    settings: &'static str,
    /// Stops the server and deletes the folder when its input ends: when this value is dropped, or when the tests
    /// end in whatever way.
    watch: Child,
}

static SHARED: OnceLock<Postgres> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

impl Postgres {
    /// The server that all tests of one program share.
    pub fn shared_server() -> &'static Postgres {
        SHARED.get_or_init(Postgres::start)
    }

    /// Starts a server that survives its own crash, but no power cut: tests need not wait for the disk.
    ///
    /// # Panics
    /// When PostgreSQL is not installed, or does not start.
    #[must_use]
    pub fn start() -> Postgres {
        Postgres::start_with("-c fsync=off")
    }

    /// Starts a server as it runs by default, for measuring.
    ///
    /// # Panics
    /// When PostgreSQL is not installed, or does not start.
    #[must_use]
    pub fn start_durable() -> Postgres {
        Postgres::start_with("")
    }

    fn start_with(settings: &'static str) -> Postgres {
        let programs = programs().expect("PostgreSQL is not installed: the Debian package is `postgresql`");
        let mut name = [0; 8];
        getrandom::fill(&mut name).unwrap();
        let folder = std::env::temp_dir().join(format!("rejudge-postgres-{:016x}", u64::from_le_bytes(name)));
        std::fs::create_dir(&folder).unwrap();
        let user = unprivileged_user();
        if let Some(user) = user {
            run(Command::new("chown").arg(user).arg(&folder));
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let data = folder.join("data");
        let mut initdb = as_user(user, &programs.join("initdb"));
        initdb.arg("-D").arg(&data).args(["-A", "trust", "-U", "rejudge", "-E", "UTF8", "--locale=C", "--no-sync"]);
        run(&mut initdb);
        let stop = r#""$0" -D "$1" -m immediate -s stop; rm -rf "$2""#;
        let watch = as_user(user, Path::new("/bin/sh"))
            .args(["-c", &format!("read _; {stop}")])
            .args([&programs.join("pg_ctl"), &data, &folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Not stopped together with the tests, but by their end.
            .process_group(0)
            .spawn()
            .unwrap();
        let server = Postgres { folder, programs, port, user, settings, watch };
        server.control("start", "fast");
        server
    }

    /// Crashes the server, as if the power had gone, and starts it again.
    pub fn crash_and_restart(&self) {
        self.control("stop", "immediate");
        self.control("start", "fast");
    }

    /// Stops the server at once.
    pub fn stop(&self) {
        self.control("stop", "immediate");
    }

    /// Starts it again after [`Postgres::stop`].
    pub fn start_again(&self) {
        self.control("start", "fast");
    }

    /// Lets none of its processes run on.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets them run on after [`Postgres::freeze`].
    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let server = file.lines().next().unwrap().to_owned();
        let children = Command::new("ps").args(["--ppid", &server, "-o", "pid="]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        run(Command::new("kill").arg(format!("-{signal}")).arg(&server).args(children.split_whitespace()));
    }

    /// The folder that its data are in, with everything that was written until now.
    #[must_use]
    pub fn data_on_disk(&self) -> PathBuf {
        self.psql("CHECKPOINT");
        self.data()
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn psql(&self, sql: &str) {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-h", "127.0.0.1", "-U", "rejudge", "-p", &self.port.to_string(), "-q", "-d", "postgres", "-c"]);
        run(psql.arg(sql));
    }

    /// Does something in a database by hand.
    pub fn run_by_hand(&self, database: &str, sql: &str) {
        run(Command::new(self.programs.join("psql")).args(["-q", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", sql]));
    }

    /// The address of a new, empty database.
    #[must_use]
    pub fn database(&self) -> String {
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.psql(&format!("CREATE DATABASE {name}"));
        format!("postgres://rejudge@127.0.0.1:{}/{name}", self.port)
    }

    fn control(&self, verb: &str, mode: &str) {
        let options = format!(
            "-c listen_addresses=127.0.0.1 -p {} -k {} -c max_connections=200 {}",
            self.port,
            self.folder.display(),
            self.settings
        );
        let mut pg_ctl = as_user(self.user, &self.programs.join("pg_ctl"));
        pg_ctl.arg("-D").arg(self.folder.join("data")).args(["-w", "-s", "-m", mode, "-o", &options]);
        run(pg_ctl.arg("-l").arg(self.folder.join("log")).arg(verb));
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.watch.stdin.take());
        drop(self.watch.wait());
    }
}

/// Where the server's programs are: Debian keeps each version apart.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).find(|bin| bin.join("initdb").exists())
}

/// PostgreSQL refuses to run as root: then as whom.
fn unprivileged_user() -> Option<&'static str> {
    let output = Command::new("id").arg("-u").output().unwrap();
    (output.stdout.trim_ascii() == b"0").then_some("nobody")
}

fn as_user(user: Option<&str>, program: &Path) -> Command {
    let Some(user) = user else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", "nogroup", "--clear-groups", "--"]).arg(program);
    command.current_dir("/");
    command
}

fn run(command: &mut Command) {
    // The server outlives `pg_ctl`, and would keep a pipe open.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "{command:?}: {status:?}");
}
