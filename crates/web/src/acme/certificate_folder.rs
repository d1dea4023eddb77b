//! Account and certificate in a folder, for their owner alone. Each authority has a folder of its own, so that what was got for
//! trying out is never taken for the real thing.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::AcmeError;
use super::validity::validity;

pub(super) struct CertificateFolder {
    folder: PathBuf,
    domain: String,
}

impl CertificateFolder {
    pub(super) fn new(folder: &Path, directory: &str, domain: &str) -> CertificateFolder {
        let authority = directory.split_once("://").map_or(directory, |(_, rest)| rest);
        let authority = authority.trim_end_matches('/').replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        CertificateFolder { folder: folder.join(authority), domain: domain.to_owned() }
    }

    pub(super) fn certificate(&self) -> PathBuf {
        self.folder.join(format!("{}.pem", self.domain))
    }

    fn account_file(&self) -> PathBuf {
        self.folder.join("account.json")
    }

    /// From when to when the kept certificate is good; nothing where there is none.
    pub(super) fn validity(&self) -> Result<Option<[Timestamp; 2]>, AcmeError> {
        let path = self.certificate();
        let Some(pem) = read(&path)? else { return Ok(None) };
        let certificate = CertificateDer::from_pem_slice(&pem).ok();
        let times = certificate.and_then(|certificate| validity(&certificate));
        times.map(Some).ok_or(AcmeError::Unreadable { path, what: "a certificate with its key (PEM)" })
    }

    pub(super) fn keep_certificate(&self, pem: &str) -> Result<(), AcmeError> {
        self.write(&self.certificate(), pem.as_bytes())
    }

    pub(super) fn account<T: serde::de::DeserializeOwned>(&self) -> Result<Option<T>, AcmeError> {
        let path = self.account_file();
        let Some(text) = read(&path)? else { return Ok(None) };
        let unreadable = |_| AcmeError::Unreadable { path, what: "an account of a certificate authority" };
        serde_json::from_slice(&text).map(Some).map_err(unreadable)
    }

    pub(super) fn keep_account(&self, credentials: &impl serde::Serialize) -> Result<(), AcmeError> {
        let path = self.account_file();
        let text = serde_json::to_vec(credentials).map_err(|error| file_error(&path, error.into()))?;
        self.write(&path, &text)
    }

    pub(super) fn forget_account(&self) -> Result<(), AcmeError> {
        let path = self.account_file();
        fs::remove_file(&path).map_err(|source| file_error(&path, source))
    }

    /// Replaces a file at once, so that nobody reads half of it.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), AcmeError> {
        private_folder(&self.folder).map_err(|source| file_error(&self.folder, source))?;
        let part = path.with_extension("part");
        let written = private_file(&part).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&part, path)).map_err(|source| file_error(path, source))
    }
}

fn file_error(path: &Path, source: io::Error) -> AcmeError {
    AcmeError::File { path: path.to_owned(), source }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, AcmeError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(file_error(path, source)),
    }
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn private_file(path: &Path) -> io::Result<fs::File> {
    // What was left by a crash has the rights it had; a new one has ours.
    let _ = fs::remove_file(path);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
