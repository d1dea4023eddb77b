//! `rejudge preview STUDY`: every page as a participant will see it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use pages::assets::ASSETS;
use pages::preview::{Site, Source, classic};
use study::{Files as _, Snapshot, Study};

use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};

/// Show every page as a participant will see it; reloads on save; stores nothing
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rejudge preview studies/fluency\n  rejudge preview studies/fluency --listen 127.0.0.1:9000\n  rejudge preview studies/fluency --out pages/\n\nShows the participant flow, each page answered and with missing answers, every ending, and a gallery of all response kinds."
)]
pub(crate) struct Arguments {
    /// The study folder, or the study.toml in it
    study: PathBuf,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081", conflicts_with = "out")]
    listen: SocketAddr,
    /// Write the pages to this folder instead, to open as files
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// Shows or writes the pages.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let folder = Folder::from_path(&self.study)?;
        match &self.out {
            Some(out) => {
                let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
                write(study, &folder, out)
            }
            None => show(folder, self.listen),
        }
    }
}

fn write(study: Study, folder: &Folder, out: &Path) -> anyhow::Result<Outcome> {
    let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
    let site = Site::new(Arc::new(study), plan).as_files(pages::preview::FILES);
    let put = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, bytes));
        written.with_context(|| format!("`{}` could not be written", path.display()))
    };
    put("index.html", site.index()?.as_bytes())?;
    let entries = site.all_pages();
    for entry in &entries {
        put(&format!("{}.html", entry.name()), site.render(entry)?.as_bytes())?;
    }
    for asset in ASSETS {
        put(&format!("{}/{}", pages::preview::ASSETS, asset.name), &classic(asset))?;
    }
    if !site.look().is_empty() {
        put(pages::preview::LOOK, site.look().as_bytes())?;
    }
    for (name, _) in Snapshot::take(folder).1.media() {
        let bytes = folder.read(name).map_err(|error| BadInput(format!("`{name}` cannot be read: {error:?}")))?;
        put(&format!("{}/{name}", pages::preview::FILES), &bytes)?;
    }
    println!("{} pages in {}; begin with index.html", entries.len() + 1, out.display());
    Ok(Outcome::Done)
}

fn show(folder: Folder, address: SocketAddr) -> anyhow::Result<Outcome> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}; choose another with --listen"))?;
        println!("http://{}/", listener.local_addr()?);
        eprintln!("every page of {}; reloads when a file is saved; stop with Ctrl-C", folder.display_path());
        tokio::select! {
            served = pages::preview::serve(listener, Disk { folder }) => served.context("the preview broke off")?,
            stopped = tokio::signal::ctrl_c() => stopped?,
        }
        Ok(Outcome::Done)
    })
}

/// A study folder that is being worked on.
struct Disk {
    folder: Folder,
}

impl Source for Disk {
    fn version(&self) -> String {
        self.folder.last_saved()
    }

    fn study(&self) -> Result<Study, String> {
        let checked = self.folder.check();
        match checked.study {
            Some(study) if !checked.diagnostics.has_errors() => Ok(study),
            Some(_) | None => {
                let errors = checked.diagnostics.iter().filter(|found| found.severity == diag::Severity::Error);
                let shown = errors.map(|found| diag::render(found, &checked.sources, diag::Style::Plain));
                Err(shown.collect::<Vec<_>>().join("\n\n"))
            }
        }
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.folder.read(name).ok()
    }
}
