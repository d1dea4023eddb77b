//! What strangers and cheats try.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::dashboard::desk::Desk;
use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn made_up_times_count_only_as_far_as_they_passed_and_are_flagged() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let mut someone = Participant::follow(&served, &served.entrance()).await;
    while let Some(asked) = someone.step_address() {
        match asked.strip_prefix("step/") {
            Some(step) => {
                served.wait_minutes(1);
                let ten_hours = field("timing.active_ms", "36000000");
                someone.send(&[field(&format!("q{step}.0.value"), "3"), ten_hours]).await;
            }
            None => someone.go_on().await,
        }
    }
    let ada = Desk::owner(&served).await;
    let (_, people) = ada.get(&ada.page("people")).await;
    assert!(people.contains("4:00 min") && !people.contains(":00 h"), "{people}");
    assert!(people.contains("more time than passed"), "{people}");
    served.stop().await;
}

#[tokio::test]
async fn an_id_alone_opens_nobodys_session() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let link = format!("{}?PROLIFIC_PID=p1", served.entrance());
    let first = Participant::follow(&served, &link).await;
    assert!(first.step_address().is_some());
    let second = Participant::follow(&served, &link).await;
    assert!(second.step_address().is_none() && !second.page.contains(&first.session()), "{}", second.page);
    let submission = format!("{}?PROLIFIC_PID=p2&SESSION_ID=s2", served.entrance());
    let first = Participant::follow(&served, &submission).await;
    let again = Participant::follow(&served, &submission).await;
    assert_eq!(first.session(), again.session(), "the platform's own link leads back");
    served.stop().await;
}

#[tokio::test]
async fn a_comment_has_a_length_and_comes_once() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let mut someone = Participant::follow(&served, &served.entrance()).await;
    while someone.step_address().is_some_and(|asked| asked != "closing") {
        someone.go_on().await;
    }
    let session = someone.session();
    let comment = async |text: &str| {
        let reply = served.client.post(format!("{session}comment")).form(&[("comment", text)]).send().await.unwrap();
        reply.status()
    };
    assert_eq!(comment(&"é".repeat(5001)).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(comment(&"é".repeat(5000)).await, StatusCode::SEE_OTHER);
    assert_eq!(comment("and another").await, StatusCode::SEE_OTHER);
    let ada = Desk::owner(&served).await;
    let (_, comments) = ada.get(&ada.page("comments")).await;
    assert!(comments.contains("ééé") && !comments.contains("and another"), "{comments}");
    served.stop().await;
}

#[tokio::test]
async fn a_connection_that_never_sends_a_byte_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let soon = Duration::from_millis(200);
    let served = TestServer::set(&small(folder.path(), "open", 3), |settings| settings.first_byte = soon).await;
    let address = served.url.strip_prefix("http://").unwrap();
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut nothing = [0; 1];
    let closed = tokio::time::timeout(Duration::from_secs(10), silent.read(&mut nothing)).await;
    assert!(matches!(closed, Ok(Ok(0) | Err(_))), "{closed:?}");
    let reply = served.client.get(served.entrance()).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    served.stop().await;
}

#[tokio::test]
async fn a_body_in_a_second_segment_leaves_the_connection_open() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let mut someone = Participant::follow(&served, &served.entrance()).await;
    someone.go_on().await;
    let path = someone.session();
    let path = path.strip_prefix(&served.url).unwrap();
    let mut connection = TcpStream::connect(served.url.strip_prefix("http://").unwrap()).await.unwrap();
    for page in ["information", "information", "instructions"] {
        let head = format!(
            "POST {path}{page} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n"
        );
        connection.write_all(head.as_bytes()).await.unwrap();
        connection.flush().await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        connection.write_all(b"a=b").await.unwrap();
        let mut reply = vec![0; 16 * 1024];
        let read = tokio::time::timeout(Duration::from_secs(10), connection.read(&mut reply)).await.unwrap().unwrap();
        let reply = String::from_utf8_lossy(&reply[..read]).into_owned();
        assert!(
            reply.starts_with("HTTP/1.1 ") && !reply.to_lowercase().contains("connection: close"),
            "{page}: {reply}"
        );
    }
    served.stop().await;
}

/// The memory of this process, which the server runs in, in bytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_video_asked_for_by_many_is_never_in_memory() {
    const MANY: u64 = 200;
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "open", 3);
    // A gigabyte that takes no room on the disk.
    std::fs::File::create(study.join("film.mp4")).unwrap().set_len(1 << 30).unwrap();
    std::fs::write(study.join("information.md"), "# The information\n\n[a video](film.mp4)\n").unwrap();
    let served = TestServer::start(&study).await;
    let (address, path) = (served.url.strip_prefix("http://").unwrap(), format!("/s/{}/files/1", served.name));
    let before = memory();
    let ask = async |range: String| {
        let mut connection = TcpStream::connect(address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{range}\r\n");
        connection.write_all(head.as_bytes()).await.unwrap();
        connection
    };
    // A byte each, from all over the film.
    for number in 0..MANY {
        let mut connection = ask(format!("Range: bytes={0}-{0}\r\nConnection: close\r\n", number << 22)).await;
        let mut reply = Vec::new();
        connection.read_to_end(&mut reply).await.unwrap();
        let reply = String::from_utf8_lossy(&reply);
        assert!(reply.starts_with("HTTP/1.1 206") && reply.contains("content-length: 1\r\n"), "{reply}");
    }
    // The whole film, by all of them at once; each has watched a little and waits.
    let mut watching = Vec::new();
    for _ in 0..MANY {
        watching.push(ask(String::new()).await);
    }
    let mut piece = vec![0; 64 << 10];
    for connection in &mut watching {
        for _ in 0..4 {
            assert!(connection.read(&mut piece).await.unwrap() > 0);
        }
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 200 << 20, "{} MB for {MANY} at once", grown >> 20);
    let reply = served.client.get(served.entrance()).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK, "others are still answered");
    drop(watching);
    served.stop().await;
}

#[tokio::test]
async fn a_name_with_a_zero_byte_or_a_way_out_is_just_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let session = {
        let mut someone = Participant::follow(&served, &served.entrance()).await;
        someone.go_on().await;
        someone.session()
    };
    let (entrance, url) = (served.entrance(), &served.url);
    for address in [
        format!("{entrance}files/x%00.png"),
        format!("{entrance}files/%2e%2e%2fstudy.toml"),
        format!("{entrance}files/..%2f..%2fetc%2fpasswd"),
        format!("{entrance}files/1%00"),
        format!("{entrance}files/{}", "9".repeat(400)),
        format!("{entrance}files/-1"),
        format!("{session}file/x%00.png"),
        format!("{session}file/%2fetc%2fpasswd"),
        format!("{url}/s/small%00/"),
        format!("{url}/assets/x%00/y"),
        format!("{url}/s/..%2fsmall/"),
    ] {
        let reply = served.client.get(&address).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::NOT_FOUND, "{address}");
    }
    served.stop().await;
}
