//! TLS from a certificate and a key in files.

use std::path::PathBuf;

use axum_server::tls_rustls::RustlsConfig;

use super::ServerError;

/// A certificate and its key, as PEM files.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate, followed by those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

pub(super) async fn config(files: &TlsFiles) -> Result<RustlsConfig, ServerError> {
    // Already installed when another server in this process speaks TLS too; it is the same one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    RustlsConfig::from_pem_file(&files.certificate, &files.key)
        .await
        .map_err(|source| ServerError::Certificate { certificate: files.certificate.clone(), source })
}
