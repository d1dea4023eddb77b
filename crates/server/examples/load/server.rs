//! The real server, as its own process.

use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server, killed when dropped.
pub(crate) struct TestServer {
    child: Child,
    pub(crate) address: String,
}

impl TestServer {
    /// Serves a study.
    pub(crate) fn start(program: &Path, study: &Path, database: &str) -> io::Result<TestServer> {
        let mut child = Command::new(program)
            .args(["serve".as_ref(), study.as_os_str()])
            .args(["--listen", "127.0.0.1:0", "--database", database, "--per-address", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()?;
        let said = child.stdout.take().ok_or_else(|| io::Error::other("the server has no output"))?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split(['/', '"']).next());
        let address = address.ok_or_else(|| io::Error::other(format!("the server said {line:?}")))?.to_owned();
        Ok(TestServer { child, address })
    }

    /// The process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone after this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
