//! The server as a program: links, refusals, copies, stopping.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use store::testing::Postgres;
use tempfile::TempDir;

fn rejudge() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A copy of a worked study, and a place for its answers.
struct Bench {
    folder: TempDir,
    study: PathBuf,
}

impl Bench {
    fn new(name: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let study = folder.path().join(name);
        std::fs::create_dir(&study).unwrap();
        let worked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
        let files = worked.read_dir().unwrap().map(Result::unwrap).filter(|file| file.path().is_file());
        for file in files {
            std::fs::copy(file.path(), study.join(file.file_name())).unwrap();
        }
        Bench { folder, study }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("answers.sqlite")
    }

    fn serve(&self) -> (Child, Value) {
        self.serve_from(&self.database().display().to_string(), &[])
    }

    fn serve_from(&self, database: &str, more: &[&str]) -> (Child, Value) {
        let mut child = rejudge()
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--database", database])
            .args(more)
            .arg(&self.study)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (child, serde_json::from_str(&line).unwrap())
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn people_come_by_the_links_that_were_made_for_them_and_a_copy_can_be_made_meanwhile() {
    let bench = Bench::new("fluency");
    let people = bench.folder.path().join("people.txt");
    std::fs::write(&people, "Ada\nGrace, Hopper\n").unwrap();
    let invite = || {
        let output = rejudge()
            .args(["invite", "--people"])
            .args([&people, &bench.study])
            .arg("--database")
            .arg(bench.database())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", output_text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let links = invite();
    assert_eq!(links, invite(), "the same people have the same links");
    assert!(links.contains("\n\"Grace, Hopper\",http://127.0.0.1:8080/s/fluency/i/"), "{links}");

    let (mut child, said_at_start) = bench.serve();
    let address = said_at_start["address"].as_str().unwrap();
    let path = links.lines().nth(1).unwrap().split_once(":8080").unwrap().1;
    let arrived = get(address, path);
    assert!(arrived.starts_with("HTTP/1.1 303"), "{arrived}");
    assert!(get(address, "/healthz").ends_with("ok\n"));

    let copy = bench.folder.path().join("copy.sqlite");
    let backup =
        || rejudge().args(["backup", "--database"]).arg(bench.database()).arg("--to").arg(&copy).output().unwrap();
    assert!(backup().status.success());
    assert!(copy.metadata().unwrap().len() > 0);
    let again = backup();
    assert_eq!(again.status.code(), Some(1), "{}", output_text(&again));
    child.kill().unwrap();
    child.wait().unwrap();

    // Someone has come, so the study stays as it is; but its words may change.
    std::fs::write(bench.study.join("debrief.md"), "Thank you all the same.\n").unwrap();
    let (mut child, _) = bench.serve();
    child.kill().unwrap();
    child.wait().unwrap();
    let items = std::fs::read_to_string(bench.study.join("items.csv")).unwrap();
    let first = items.lines().nth(1).unwrap();
    std::fs::write(bench.study.join("items.csv"), items.replacen(first, &format!("{first}!"), 1)).unwrap();
    let refused = |named: &[&str]| {
        let mut serve = rejudge();
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database"]).args([&bench.database(), &bench.study]);
        let mut analyse = rejudge();
        analyse.arg("analyse").arg(&bench.study).arg("--database").arg(bench.database());
        for mut command in [serve, analyse] {
            let edited = command.output().unwrap();
            assert_eq!(edited.status.code(), Some(1));
            for words in [&["was changed since people began"][..], named].concat() {
                assert!(output_text(&edited).contains(words), "{words}: {}", output_text(&edited));
            }
        }
    };
    refused(&["same id, other texts", "`items.csv` was changed"]);
    std::fs::write(bench.study.join("items.csv"), items).unwrap();
    let file = std::fs::read_to_string(bench.study.join("study.toml")).unwrap();
    let (svm, gedi) = ("svm = \"BART with SVM reranking\"\n", "gedi = \"GeDi\"\n");
    let turned = file.replace(&format!("{svm}{gedi}"), &format!("{gedi}{svm}"));
    assert_ne!(turned, file);
    std::fs::write(bench.study.join("study.toml"), turned).unwrap();
    refused(&["order", "gedi, svm, dexperts", "`study.toml` was changed in comments or layout alone"]);
    // Whatever `diff` has words for, the key is named.
    let renamed = file.replace("low = \"Not at all\"", "low = \"Never\"");
    std::fs::write(bench.study.join("study.toml"), renamed).unwrap();
    refused(&["`study.toml` was changed at `criteria.fluency.response.labels.low`"]);
}

/// The server stops, its database is copied, the copy put in the place of another database, and served.
fn check_restored(database: &str, restored: &str, copy: &Path, restore: Option<&Path>) {
    let bench = Bench::new("meaning-pairs");
    let path = "/s/meaning-pairs/?PROLIFIC_PID=p1&SESSION_ID=s1";
    let where_they_are = |said: &Value| {
        let arrived = get(said["address"].as_str().unwrap(), path);
        arrived.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().to_owned()
    };
    let end = |mut child: Child| {
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let (child, said_at_start) = bench.serve_from(database, &[]);
    let before = where_they_are(&said_at_start);
    let backup = |arguments: &[&str], file: &Path| {
        let output = rejudge().args(["backup", "--database"]).args(arguments).arg(file).output().unwrap();
        assert!(output.status.success(), "{}", output_text(&output));
    };
    backup(&[database, "--to"], copy);
    end(child);
    if let Some(file) = restore {
        backup(&[restored, "--restore"], file);
    }
    let (child, said_at_start) = bench.serve_from(restored, &[]);
    assert_eq!(where_they_are(&said_at_start), before, "whoever was there goes on in the same session");
    assert!(get(said_at_start["address"].as_str().unwrap(), &before).starts_with("HTTP/1.1 200"));
    end(child);
}

#[test]
fn a_copy_of_a_file_is_served_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    check_restored(&place("answers.sqlite"), &place("copy.sqlite"), &folder.path().join("copy.sqlite"), None);
}

#[test]
fn a_copy_of_postgresql_is_read_back_into_an_empty_database() {
    let postgres = Postgres::shared_server();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.jsonl");
    check_restored(&postgres.database(), &postgres.database(), &copy, Some(&copy));
}

#[test]
fn with_a_certificate_it_speaks_tls() {
    let bench = Bench::new("meaning-pairs");
    let file = |name: &str| bench.folder.path().join(name).display().to_string();
    let (certificate, key) = (file("certificate.pem"), file("key.pem"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args([
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            &key,
            "-out",
            &certificate,
        ])
        .output()
        .expect("openssl is not there; the Debian package is `openssl`");
    assert!(made.status.success(), "{}", output_text(&made));
    let database = bench.database().display().to_string();
    let (mut child, said_at_start) = bench.serve_from(&database, &["--tls-cert", &certificate, "--tls-key", &key]);
    let address = said_at_start["address"].as_str().unwrap();
    assert!(said_at_start["studies"][0]["link"].as_str().unwrap().starts_with("https://"), "{said_at_start}");

    let mut client = Command::new("openssl")
        .args(["s_client", "-quiet", "-verify_return_error", "-verify_ip", "127.0.0.1"])
        .args(["-CAfile", &certificate, "-connect", address])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let request = "GET /s/meaning-pairs/?PROLIFIC_PID=p1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let mut input = client.stdin.take().unwrap();
    input.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    client.stdout.take().unwrap().read_to_string(&mut reply).unwrap();
    drop(input);
    client.wait().unwrap();
    assert!(reply.starts_with("HTTP/1.1 303"), "{reply}");
    assert!(reply.contains("strict-transport-security: max-age="), "{reply}");
    let plain = TcpStream::connect(address).and_then(|mut stream| {
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply)?;
        Ok(reply)
    });
    assert!(plain.map_or(true, |reply| !reply.starts_with(b"HTTP/1.1 200")), "it does not speak without");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_first_start_gives_a_link_that_makes_the_owner_and_a_lost_password_another() {
    let bench = Bench::new("fluency");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let start = || {
        let (mut child, said) = bench.serve();
        child.kill().unwrap();
        child.wait().unwrap();
        said
    };
    let owner = |more: &[&str]| {
        let output =
            rejudge().args(["owner", "--json", "--database"]).arg(bench.database()).args(more).output().unwrap();
        (
            output.status.code(),
            serde_json::from_slice::<Value>(&output.stdout).unwrap_or(Value::Null),
            output_text(&output),
        )
    };
    let secret = |link: &Value| link.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let now = jiff::Timestamp::now();
    let (earlier, later) = (start(), start());
    assert!(later["owner_link"].as_str().unwrap().starts_with(later["dashboard"].as_str().unwrap()));
    runtime.block_on(async {
        let store = store::Store::open_file(&bench.database()).await.unwrap();
        let accept = async |link: &Value| store.accept(&secret(link), ("ada", "hash"), now).await.unwrap();
        assert_eq!(accept(&earlier["owner_link"]).await, store::LinkOutcome::Gone, "only the last one works");
        assert!(matches!(accept(&later["owner_link"]).await, store::LinkOutcome::Done(_)));
        store.close().await;
    });
    assert_eq!(start()["owner_link"], Value::Null, "there is an owner");
    let (code, lost, _) = owner(&["--public-url", "https://study.example.org/"]);
    assert_eq!((code, &lost["account"]), (Some(0), &Value::from("ada")));
    assert!(lost["link"].as_str().unwrap().starts_with("https://study.example.org/dashboard/welcome/"));
    let (code, _, said) = owner(&["--name", "nobody"]);
    assert!(code == Some(1) && said.contains("there is no account `nobody`"), "{said}");
    let (_, another, _) = owner(&["--new"]);
    runtime.block_on(async {
        let store = store::Store::open_file(&bench.database()).await.unwrap();
        let (_, name) = store.link(&secret(&lost["link"]), now).await.unwrap().unwrap();
        assert_eq!(name.as_deref(), Some("ada"));
        store.accept(&secret(&another["link"]), ("grace", "hash"), now).await.unwrap();
        store.close().await;
    });
    let (code, _, said) = owner(&[]);
    assert!(code == Some(1) && said.contains("several owners (ada, grace)"), "{said}");
}

#[cfg(unix)]
#[test]
fn asked_to_stop_it_ends_well() {
    let bench = Bench::new("meaning-pairs");
    let (mut child, said) = bench.serve();
    let link = said["studies"][0]["link"].as_str().unwrap();
    assert!(link.ends_with(
        "/s/meaning-pairs/?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    ));
    assert!(get(said["address"].as_str().unwrap(), "/s/meaning-pairs/?PROLIFIC_PID=p1").starts_with("HTTP/1.1 303"));
    let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_be_served_is_said_with_the_remedy() {
    let bench = Bench::new("meaning-pairs");
    let check = |arguments: &[&str], code: i32, words: &str| {
        let output = rejudge().current_dir(bench.folder.path()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", output_text(&output));
        assert!(output_text(&output).contains(words), "{arguments:?}: {}", output_text(&output));
    };
    check(&["serve", "nowhere"], 1, "there is no study folder");
    check(&["serve", "meaning-pairs", "meaning-pairs"], 1, "are both called `meaning-pairs`");
    check(&["serve", "meaning-pairs", "--database", "mysql://x"], 1, "neither a file nor an address");
    check(&["serve", "meaning-pairs", "--tls-cert", "a.pem"], 2, "--tls-key");
    check(&["invite", "meaning-pairs", "--count", "3"], 1, "does not take invitations");
    check(&["backup", "--database", "none.sqlite", "--to", "x"], 1, "there is no database");
}
