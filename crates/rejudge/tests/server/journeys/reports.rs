//! Reports, opened from their files: axe finds nothing against them, nothing is wider than a phone, headings follow each other,
//! and their buttons copy what the page has.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::chromium::Chromium;

fn rejudge(arguments: &[&str], place: &Path) {
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let study = |word: &&str| word.replace("STUDY", &studies.join("fluency").display().to_string());
    let arguments: Vec<String> = arguments.iter().map(study).collect();
    let rejudge = Command::new(assert_cmd::cargo::cargo_bin!("rejudge")).args(&arguments).current_dir(place).output();
    let rejudge = rejudge.unwrap();
    assert!(rejudge.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&rejudge.stderr));
}

/// One of each kind: simulated, analysed beside its original, three published runs, a rehearsal.
fn write_reports(place: &Path) -> [&'static str; 4] {
    rejudge(&["rehearse", "STUDY", "--once", "--bootstrap", "20", "--out", "once"], place);
    let data = ["--data", "once/judgements.csv", "--replicates", "20"];
    rejudge(&[&["analyse", "STUDY", "--out", "analysed"], &data[..]].concat(), place);
    let runs = ["STUDY/original.toml", "STUDY/reproduction.toml", "STUDY/reproduction-2.toml"];
    rejudge(&[&["compare", "--out", "runs"], &runs[..]].concat(), place);
    rejudge(&["rehearse", "STUDY", "--runs", "200", "--people", "2", "--out", "rehearsed"], place);
    ["once", "analysed", "runs", "rehearsed"]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_reports_and_their_buttons_copy() {
    let place = tempfile::tempdir().unwrap();
    let names = write_reports(place.path());
    let chromium = Chromium::start().await;
    let allowed = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    chromium.driver.cdp().send_raw("Browser.grantPermissions", allowed).await.unwrap();
    let mut found = Vec::new();
    for name in names {
        chromium.open(&format!("file://{}", place.path().join(name).join("report.html").display())).await;
        // Closed parts are read, too.
        chromium.run("document.querySelectorAll('details').forEach((it) => { it.open = true; })").await;
        for scheme in ["light", "dark"] {
            found.extend(chromium.axe(name, scheme).await);
        }
        if chromium.overflow().await > 0 {
            found.push(format!("{name}: wider than a phone of 320 px"));
        }
        let print = |media: &str| json!({ "media": media });
        chromium.driver.cdp().send_raw("Emulation.setEmulatedMedia", print("print")).await.unwrap();
        let looks = "const look = (which) => { const it = document.querySelector(which); return it && getComputedStyle(it); }; \
                     const [badge, everywhere] = [look('.badge strong'), look('.everywhere')]; \
                     return [badge.backgroundColor, everywhere && everywhere.zIndex]";
        let printed = chromium.run(looks).await;
        chromium.driver.cdp().send_raw("Emulation.setEmulatedMedia", print("")).await.unwrap();
        let simulated = name != "runs";
        let behind = simulated.then_some("-1");
        assert_eq!(
            printed,
            json!(["rgba(0, 0, 0, 0)", behind]),
            "{name}: the badge is read on paper, and stands over nothing"
        );
        let levels = chromium
            .run("return [...document.querySelectorAll('h1, h2, h3, h4')].map((it) => Number(it.tagName[1]))")
            .await;
        let levels: Vec<u64> = serde_json::from_value(levels).unwrap();
        assert_eq!(levels.first(), Some(&1), "{name}: {levels:?}");
        assert!(levels.windows(2).all(|two| two[1] <= two[0] + 1), "{name}: {levels:?}");
        let files = [(1, "paper.txt"), (2, "paper.tex"), (3, "claims.csv")];
        // A rehearsal has nothing to paste.
        for (button, file) in files.into_iter().filter(|_| name != "rehearsed") {
            let press = format!("document.querySelector('.copy button:nth-of-type({button})').click()");
            chromium.run(&press).await;
            chromium
                .wait_until(&format!(
                    "document.querySelector('.copy button:nth-of-type({button})').textContent === 'Copied'"
                ))
                .await;
            let read =
                "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))";
            let copied = chromium.driver.execute_async(read, Vec::new()).await.unwrap();
            let written = std::fs::read_to_string(place.path().join(name).join(file)).unwrap();
            assert_eq!(copied.json().as_str().unwrap().trim(), written.trim(), "{name}: {file}");
        }
    }
    chromium.stop().await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}
