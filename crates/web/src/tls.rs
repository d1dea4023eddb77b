//! TLS from a certificate and a key in files.

use std::path::PathBuf;

use axum_server::tls_rustls::RustlsConfig;

/// A certificate and its key, as PEM files.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate, followed by those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Reads certificate and key.
///
/// # Errors
/// When one of them cannot be read or used.
pub async fn config(files: &TlsFiles) -> std::io::Result<RustlsConfig> {
    // Already installed when another server in this process speaks TLS too; it is the same one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    RustlsConfig::from_pem_file(&files.certificate, &files.key).await
}
