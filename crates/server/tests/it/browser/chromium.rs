//! A real browser through its driver.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Runs every rule of WCAG 2.2 A and AA and of good practice in the light; in the dark only what colours
/// can change.
const RUN: &str = "
    const [scheme, done] = arguments;
    const options = scheme === 'dark' ? { runOnly: ['color-contrast'] } : { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
    axe.run(document, { ...options, resultTypes: ['violations'] }).then((result) => done(result.violations), (error) => done([{ id: 'axe', help: String(error), nodes: [] }]));
";

/// axe itself.
static RULES: LazyLock<String> = LazyLock::new(|| {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/npm/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&script).unwrap_or_else(|_| {
        panic!("axe-core is not there; `cargo xtask test` installs it, or: npm install --prefix target/npm axe-core@4")
    })
});

pub(crate) struct Chromium {
    pub(crate) driver: WebDriver,
    process: Child,
}

impl Chromium {
    pub(crate) async fn start() -> Chromium {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|_| panic!("chromedriver is not there; `cargo xtask test` installs it, or: apt-get install chromium chromium-driver"));
        let mut said = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = said
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                line.split_once("started successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_owned())
            })
            .unwrap_or_else(|| panic!("chromedriver did not start"));
        // What it says later is read away, so that it never waits for a reader.
        std::thread::spawn(move || said.for_each(drop));
        let mut wanted = DesiredCapabilities::chrome();
        for argument in
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,1600"]
        {
            wanted.add_arg(argument).unwrap();
        }
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), wanted).await.unwrap();
        Chromium { driver, process }
    }

    pub(crate) async fn open(&self, address: &str) {
        self.driver.goto(address).await.unwrap();
    }

    /// What a script on the page gives.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.driver.execute(script, Vec::new()).await.unwrap().json().clone()
    }

    /// Waits until something is so on the page.
    pub(crate) async fn wait_until(&self, so: &str) {
        for _ in 0..400 {
            // A page that is being left cannot say anything.
            let said = self.driver.execute(format!("return {so}"), Vec::new()).await;
            if said.is_ok_and(|said| *said.json() == true) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("never so: {so}");
    }

    /// Does what leads to another page, and waits until that is there: asked of the server anew, not from memory.
    pub(crate) async fn turns(&self, by: impl Future<Output = ()>) {
        self.run("document.documentElement.dataset.left = ''").await;
        by.await;
        self.wait_until("document.readyState === 'complete' && !('left' in document.documentElement.dataset)").await;
    }

    /// The browser's own way back.
    pub(crate) async fn goes_back(&self) {
        self.turns(async { self.driver.back().await.unwrap() }).await;
    }

    /// By how much the page is wider than a narrow phone.
    pub(crate) async fn overflow(&self) -> i64 {
        let phone = json!({ "width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": true });
        self.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await.unwrap();
        let wider = self.run("return document.documentElement.scrollWidth - 320").await;
        self.driver.cdp().send_raw("Emulation.clearDeviceMetricsOverride", json!({})).await.unwrap();
        wider.as_i64().unwrap()
    }

    /// What axe says against the page in this colour scheme, one line per finding.
    pub(crate) async fn axe(&self, page: &str, scheme: &str) -> Vec<String> {
        self.driver.execute(RULES.as_str(), Vec::new()).await.unwrap();
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            // Colours on their way from one to another are nobody's choice.
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await.unwrap();
        let found = self.driver.execute_async(RUN, vec![json!(scheme)]).await.unwrap();
        findings(&format!("{page} in the {scheme}"), found.json())
    }

    pub(crate) async fn stop(mut self) {
        let _closed = self.driver.quit().await;
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// What axe says against a page, one line per finding.
fn findings(page: &str, found: &Value) -> Vec<String> {
    let line = |violation: &Value| {
        let nodes = violation["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
        let places: Vec<String> =
            nodes.iter().take(3).map(|node| format!("{} {}", node["target"], node["any"][0]["message"])).collect();
        format!("{page}: {} – {}\n    {}", violation["id"], violation["help"], places.join("\n    "))
    };
    found.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(line).collect()
}
