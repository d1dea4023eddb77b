//! A certificate that the server gets by itself, from Pebble: Let's Encrypt's own small authority for tests, which looks at the
//! real port for the real answer, and refuses one in twenty nonces.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use jiff::{Timestamp, ToSpan as _};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use tempfile::TempDir;

const DOMAIN: &str = "study.test";

/// A child process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn wait_for(port: u16) {
    for _ in 0..600 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("nobody listens at {port}");
}

/// Pebble and the name server it asks, which says where `study.test` is.
struct Pebble {
    folder: TempDir,
    port: u16,
    management: u16,
    names: u16,
    /// Where it looks for the answer.
    http: u16,
    processes: Vec<Running>,
}

impl Pebble {
    fn start() -> Pebble {
        let folder = tempfile::tempdir().unwrap();
        let [port, management, http, names, dns] = std::array::from_fn(|_| free_port());
        let file = |name: &str| folder.path().join(name);
        make_own_certificate(folder.path());
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": file("pebble.pem"),
            "privateKey": file("pebble.key"),
            "httpPort": http,
            "tlsPort": 1,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        }});
        std::fs::write(file("pebble.json"), config.to_string()).unwrap();
        let start = |program: &str, arguments: &[String]| {
            let child = Command::new(program)
                .args(arguments)
                .env("PEBBLE_VA_NOSLEEP", "1")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap_or_else(|error| panic!("{program}: {error}; the Debian package is `pebble`"));
            Running(child)
        };
        let (names_at, dns_at) = (format!("127.0.0.1:{names}"), format!("127.0.0.1:{dns}"));
        let off = ["-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", ""];
        let name_server = ["-management", &names_at, "-dns01", &dns_at].into_iter().chain(off);
        let name_server: Vec<String> = name_server.map(str::to_owned).collect();
        let config = ["-config", &file("pebble.json").display().to_string(), "-dnsserver", &dns_at].map(str::to_owned);
        let processes = vec![start("pebble-challtestsrv", &name_server), start("pebble", &config)];
        wait_for(names);
        wait_for(port);
        wait_for(management);
        Pebble { folder, port, management, names, http, processes }
    }

    /// The certificate that vouches for all that Pebble gives out.
    fn root(&self) -> PathBuf {
        let own = self.folder.path().join("root.pem");
        let reply = get_by_tls(&format!("127.0.0.1:{}", self.management), "localhost", &own, "/roots/0").unwrap();
        let root = self.folder.path().join("given.pem");
        std::fs::write(&root, reply.split_once("\r\n\r\n").unwrap().1).unwrap();
        root
    }

    fn has_no_address(&self) {
        let body = r#"{"ip":""}"#;
        let head = format!(
            "POST /set-default-ipv4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}",
            body.len()
        );
        let reply = exchange(self.names, &format!("{head}\r\n\r\n{body}"));
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    }

    fn stop(&mut self) {
        self.processes.clear();
    }
}

/// An authority of the test's own, and the certificate it gives to Pebble for its own address.
fn make_own_certificate(folder: &Path) {
    let key = KeyPair::generate().unwrap();
    let mut root = CertificateParams::new(Vec::new()).unwrap();
    root.distinguished_name.push(DnType::CommonName, "the test's own authority");
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    std::fs::write(folder.join("root.pem"), root.self_signed(&key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(root, key);
    let key = KeyPair::generate().unwrap();
    let leaf = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    std::fs::write(folder.join("pebble.pem"), leaf.pem()).unwrap();
    std::fs::write(folder.join("pebble.key"), key.serialize_pem()).unwrap();
}

fn exchange(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

/// Asks by TLS as a browser that trusts one certificate; nothing when the server is not believed.
fn get_by_tls(address: &str, name: &str, trusted: &Path, path: &str) -> Option<String> {
    let mut client = Command::new("openssl")
        .args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname", name, "-servername", name, "-CAfile"])
        .arg(trusted)
        .args(["-connect", address])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("openssl is not there; the Debian package is `openssl`");
    let mut input = client.stdin.take().unwrap();
    // Whoever is not believed is not written to.
    let _ = write!(input, "GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    let mut reply = String::new();
    client.stdout.take().unwrap().read_to_string(&mut reply).unwrap();
    drop(input);
    client.wait().unwrap();
    Some(reply).filter(|reply| !reply.is_empty())
}

/// `rejudge serve --domain`, with its port 80 elsewhere.
struct TestServer {
    folder: TempDir,
}

impl TestServer {
    fn new() -> TestServer {
        TestServer { folder: tempfile::tempdir().unwrap() }
    }

    fn certificates(&self) -> PathBuf {
        self.folder.path().join("certificates")
    }

    /// The one folder that is kept for the authority.
    fn certificate_folder(&self) -> PathBuf {
        let mut folders = self.certificates().read_dir().unwrap().map(|folder| folder.unwrap().path());
        let folder = folders.next().unwrap();
        assert_eq!(folders.next(), None);
        folder
    }

    fn start(&self, pebble: &Pebble, http: u16) -> Running {
        let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
            .args(["serve", "--json", "--domain", "Study.Test.", "--listen", "127.0.0.1:0"])
            .args(["--listen-http", &format!("127.0.0.1:{http}")])
            .args(["--acme-directory", &format!("https://localhost:{}/dir", pebble.port), "--acme-root"])
            .arg(pebble.folder.path().join("root.pem"))
            .arg("--certificates")
            .arg(self.certificates())
            .arg("--database")
            .arg(self.folder.path().join("answers.sqlite"))
            .arg(study)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Running(child)
    }
}

fn read_start_message(served: &mut Running) -> Value {
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|_| panic!("{}", all(served.0.stderr.take().unwrap())))
}

fn all(mut stderr: ChildStderr) -> String {
    let mut text = String::new();
    stderr.read_to_string(&mut text).unwrap();
    text
}

/// The first complaint on standard error.
fn complaint(served: &mut Running) -> String {
    let lines = BufReader::new(served.0.stderr.take().unwrap()).lines();
    lines.map(Result::unwrap).find(|line| line.starts_with("error:")).unwrap()
}

#[test]
fn a_server_with_a_name_gets_its_certificate_and_keeps_it() {
    let mut pebble = Pebble::start();
    let root = pebble.root();
    let bench = TestServer::new();
    let mut served = bench.start(&pebble, pebble.http);
    let said = read_start_message(&mut served);
    assert_eq!(said["dashboard"], "https://study.test/dashboard/");
    let reply = get_by_tls(said["address"].as_str().unwrap(), DOMAIN, &root, "/healthz").unwrap();
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("strict-transport-security"), "{reply}");
    let elsewhere = pebble.folder.path().join("root.pem");
    assert_eq!(get_by_tls(said["address"].as_str().unwrap(), DOMAIN, &elsewhere, "/healthz"), None);

    let reply =
        exchange(pebble.http, "GET /s/fluency/?a=b HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n");
    assert!(reply.starts_with("HTTP/1.1 308"), "{reply}");
    assert!(reply.contains("location: https://study.test/s/fluency/?a=b\r\n"), "{reply}");
    let question = "GET /.well-known/acme-challenge/unknown HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(exchange(pebble.http, question).starts_with("HTTP/1.1 404"));

    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let kept = bench.certificate_folder();
    assert_eq!(mode(kept.clone()), 0o700);
    let files: Vec<PathBuf> = kept.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    assert!(files.into_iter().all(|file| mode(file) == 0o600));

    // The next start needs no authority.
    drop(served);
    let before = std::fs::read(kept.join("study.test.pem")).unwrap();
    pebble.stop();
    let mut served = bench.start(&pebble, pebble.http);
    let said = read_start_message(&mut served);
    assert!(get_by_tls(said["address"].as_str().unwrap(), DOMAIN, &root, "/healthz").is_some());
    assert_eq!(std::fs::read(kept.join("study.test.pem")).unwrap(), before);
}

#[test]
fn a_certificate_that_is_due_is_renewed_while_people_answer() {
    let pebble = Pebble::start();
    let root = pebble.root();
    let bench = TestServer::new();
    let mut served = bench.start(&pebble, pebble.http);
    read_start_message(&mut served);
    drop(served);

    // Good for 90 days, of which 80 are over.
    let kept = bench.certificate_folder().join("study.test.pem");
    let today = Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let day = |days: i64| {
        let date = today.checked_add(days.days()).unwrap();
        rcgen::date_time_ymd(date.year().into(), date.month().try_into().unwrap(), date.day().try_into().unwrap())
    };
    let mut old = CertificateParams::new([DOMAIN.to_owned()]).unwrap();
    (old.not_before, old.not_after) = (day(-80), day(10));
    let key = KeyPair::generate().unwrap();
    let old = old.self_signed(&key).unwrap().pem();
    std::fs::write(&kept, format!("{}{old}", key.serialize_pem())).unwrap();

    let mut served = bench.start(&pebble, pebble.http);
    let said = read_start_message(&mut served);
    let address = said["address"].as_str().unwrap();
    for _ in 0..600 {
        if get_by_tls(address, DOMAIN, &root, "/healthz").is_some() {
            assert!(!std::fs::read_to_string(&kept).unwrap().contains(&old));
            return;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    panic!("the renewed certificate was not taken up");
}

#[test]
fn what_stands_in_the_way_of_a_certificate_is_said_in_one_line() {
    let mut pebble = Pebble::start();
    let check = |pebble: &Pebble, http: u16, expected: &str| {
        let bench = TestServer::new();
        let said = complaint(&mut bench.start(pebble, http));
        assert!(said.contains(expected), "{said}");
        assert!(said.starts_with("error: no certificate for `study.test`:"), "{said}");
    };
    check(&pebble, free_port(), "did not reach this server at port 80");
    let other = Command::new("python3")
        .args(["-m", "http.server", "--bind", "127.0.0.1", &pebble.http.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let other = Running(other.unwrap());
    wait_for(pebble.http);
    check(&pebble, free_port(), "another server answers at port 80");
    let taken = TestServer::new();
    let said = complaint(&mut taken.start(&pebble, pebble.http));
    assert!(said.contains("another program is there") && said.contains("--listen-http"), "{said}");
    assert_eq!(said.matches("already in use").count(), 1, "{said}");
    drop(other);
    pebble.has_no_address();
    check(&pebble, pebble.http, "has no address");
    pebble.stop();
    check(&pebble, pebble.http, "cannot be used as a certificate authority");
}
