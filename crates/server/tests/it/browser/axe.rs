//! axe finds nothing on any page, in the light and in the dark; nothing is wider than a narrow phone.

use std::path::Path;

use pages::examples::State;
use pages::preview::{PreviewPage, Site, Source, serve};
use study::{InMemory, Study};
use tokio::net::TcpListener;

use super::chromium::Chromium;

const STUDIES: [&str; 5] = ["meaning-pairs", "fluency", "simplicity-ranking", "toxicity-pairs", "best-worst"];

struct Folder(InMemory);

impl Source for Folder {
    fn version(&self) -> String {
        "1".to_owned()
    }

    fn study(&self) -> Result<Study, String> {
        study::check(&self.0).study.ok_or_else(|| "the study cannot be read".to_owned())
    }

    fn file(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}

fn folder(name: &str) -> Folder {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let read = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
    };
    Folder(InMemory(files.map(read).collect()))
}

/// Each kind of page once: of the steps the first, and what no study changes only with the first study.
fn pages(study: &str) -> Vec<String> {
    let read = folder(study).study().unwrap();
    let plan = plan::make(&read).unwrap();
    let first = study == STUDIES[0];
    let wanted = |entry: &PreviewPage| match entry {
        PreviewPage::Step { number, state } => *number == 0 && (first || *state != State::Answered),
        PreviewPage::Training { question, .. } => *question == 0,
        PreviewPage::AllSteps(state) | PreviewPage::Closing(state) => first || *state == State::Empty,
        PreviewPage::Kind { kind, language } => first && (*language == "en" || (*kind, *language) == ("ranking", "ar")),
        PreviewPage::Screening(_) | PreviewPage::TrainingAgain | PreviewPage::Break | PreviewPage::Review => true,
        PreviewPage::Leave
        | PreviewPage::Confirm { .. }
        | PreviewPage::Ending(_)
        | PreviewPage::Arrival(_)
        | PreviewPage::PlatformPreview
        | PreviewPage::Information
        | PreviewPage::Consent
        | PreviewPage::Instructions => first,
    };
    let entries = Site::new(read.into(), plan).all_pages();
    entries.iter().filter(|entry| wanted(entry)).map(|entry| format!("{}.html", entry.name())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_any_page_and_every_page_fits_a_narrow_phone() {
    let chromium = Chromium::start().await;
    let mut found = Vec::new();
    let mut looked = 0;
    for name in STUDIES {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(serve(listener, folder(name)));
        for page in pages(name) {
            chromium.open(&format!("http://{address}/{page}")).await;
            let shown = format!("{name}/{page}");
            found.extend(chromium.axe(&shown, "light").await);
            // The same colours on the same parts are seen once in the dark.
            if name == STUDIES[0] && !page.ends_with("-ar.html") {
                found.extend(chromium.axe(&shown, "dark").await);
            }
            let wider = chromium.overflow().await;
            if wider > 0 {
                found.push(format!("{shown}: {wider} px wider than a phone of 320 px"));
            }
            looked += 1;
        }
        server.abort();
    }
    chromium.stop().await;
    assert!(looked > 35, "only {looked} pages were looked at");
    assert!(found.is_empty(), "{} findings on {looked} pages:\n{}", found.len(), found.join("\n"));
}
