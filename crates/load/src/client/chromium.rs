//! A real browser, by the WebDriver protocol.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use super::{ClientError, FormFields, LoadedPage, client};
use crate::page::{Form, Page};

/// Gives the page as it is and the status it loaded with.
const LOOK: &str = "return [document.documentElement.outerHTML, \
    performance.getEntriesByType('navigation')[0]?.responseStatus ?? 200];";

/// Fills in the form and presses its button, as a person does with mouse and keys.
const FILL: &str = "
    const [action, fields] = arguments;
    let form = [...document.forms].find((form) => form.getAttribute('action') === action);
    if (!form) {
        form = document.createElement('form');
        Object.assign(form, { method: 'post', action });
        document.body.append(form);
    }
    let button = form.querySelector('button');
    for (const [name, value] of fields) {
        const named = [...form.elements].filter((element) => element.name === name);
        const choice = named.find((element) => element.value === value && ['radio', 'checkbox', 'submit'].includes(element.type));
        if (choice?.type === 'submit') button = choice;
        else if (choice) { if (!choice.checked) choice.click(); }
        else if (named[0]) {
            named[0].value = value;
            for (const kind of ['input', 'change']) named[0].dispatchEvent(new Event(kind, { bubbles: true }));
        }
    }
    document.documentElement.dataset.left = '';
    if (button) button.click(); else form.submit();
";

/// Whether the next page is there.
const THERE: &str = "return document.readyState === 'complete' && !('left' in document.documentElement.dataset);";

/// How long a page may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A driver of browsers; its process ends with it.
pub(crate) struct Chromium {
    process: Child,
    address: String,
    client: Client,
}

impl Chromium {
    /// Starts chromedriver; nothing when it is not there.
    pub(crate) fn start() -> Option<Chromium> {
        let mut process =
            Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut said = BufReader::new(process.stdout.take()?).lines().map_while(Result::ok);
        let port = said.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // What it says later is read away, so that it never waits for a reader.
        std::thread::spawn(move || said.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port?);
        Some(Chromium { process, address, client: client().build().ok()? })
    }

    /// Opens a new browser that looks at pages of this server.
    pub(crate) async fn tab(&self, server: &str) -> Result<Tab, ClientError> {
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
        } } });
        let made =
            read_reply(self.client.post(format!("{}/session", self.address)).json(&wanted).send().await?).await?;
        let id = made["sessionId"].as_str().ok_or_else(|| ClientError::Browser(made.to_string()))?;
        let session = format!("{}/session/{id}", self.address);
        Ok(Tab { client: self.client.clone(), session, server: server.to_owned() })
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone after this.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with one page open.
pub(crate) struct Tab {
    client: Client,
    session: String,
    server: String,
}

impl Tab {
    pub(super) async fn open(&self, address: &str) -> Result<LoadedPage, ClientError> {
        let began = Instant::now();
        let url = if address.starts_with("http") { address.to_owned() } else { format!("{}{address}", self.server) };
        self.post("url", json!({ "url": url })).await?;
        self.read_loaded_page(began, Duration::ZERO).await
    }

    /// Times measured by the page itself are left as they are.
    pub(super) async fn send(&self, form: &Form, fields: &FormFields) -> Result<LoadedPage, ClientError> {
        let mut filled: Vec<&(String, String)> =
            fields.iter().filter(|(name, _)| !form.hidden_fields().any(|(hidden, _)| hidden == name)).collect();
        // In a ranking a text that is put in its place moves those behind it.
        filled.sort_by(|one, other| one.1.cmp(&other.1));
        let began = Instant::now();
        self.run(FILL, json!([form.action, filled])).await?;
        while began.elapsed() < PATIENCE {
            // A page that is being left cannot say anything.
            if self.run(THERE, json!([])).await.is_ok_and(|there| there == true) {
                return self.read_loaded_page(began, began.elapsed()).await;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err(ClientError::Nowhere)
    }

    async fn read_loaded_page(&self, began: Instant, sending: Duration) -> Result<LoadedPage, ClientError> {
        let seen = self.run(LOOK, json!([])).await?;
        let page = Page::read(seen[0].as_str().unwrap_or_default());
        let status = seen[1].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
        // A browser follows by itself; what it was led to loaded after what was sent was taken.
        let reply = if status == 200 { 303 } else { status };
        Ok(LoadedPage { page, status, reply, sending, loading: began.elapsed() - sending })
    }

    async fn run(&self, script: &str, arguments: Value) -> Result<Value, ClientError> {
        self.post("execute/sync", json!({ "script": script, "args": arguments })).await
    }

    async fn post(&self, what: &str, body: Value) -> Result<Value, ClientError> {
        read_reply(self.client.post(format!("{}/{what}", self.session)).json(&body).send().await?).await
    }

    /// Closes the browser.
    pub(crate) async fn close(self) {
        // The driver closes what is left when it ends.
        let _ = self.client.delete(&self.session).send().await;
    }
}

/// What the driver says.
async fn read_reply(reply: reqwest::Response) -> Result<Value, ClientError> {
    let well = reply.status().is_success();
    let mut said: Value = reply.json().await?;
    let value = said["value"].take();
    if well { Ok(value) } else { Err(ClientError::Browser(value["message"].as_str().unwrap_or_default().to_owned())) }
}
