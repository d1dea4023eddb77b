//! TLS from a certificate and a key in files, which may be renewed while the server runs.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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

/// Looks at the files every so often, and uses what has become of them: certificates are renewed every few weeks, and nobody
/// restarts a server for it. What cannot be used is left, with a line in the log, until it can.
pub async fn keep_renewed(files: TlsFiles, config: RustlsConfig, every: Duration) {
    let mut used = times(&files);
    let mut complained = None;
    loop {
        tokio::time::sleep(every).await;
        let now = times(&files);
        if now == used {
            continue;
        }
        match config.reload_from_pem_file(&files.certificate, &files.key).await {
            Ok(()) => {
                used = now;
                tracing::info!(certificate = %files.certificate.display(), "the renewed certificate is used from now on");
            }
            // Certificate and key are seldom replaced at the same instant: the next look tries again.
            Err(error) if complained != Some(now) => {
                complained = Some(now);
                tracing::error!(
                    certificate = %files.certificate.display(),
                    %error,
                    "the certificate was changed and cannot be used with its key; the one before stays in use"
                );
            }
            Err(_) => {}
        }
    }
}

/// When the two files were last changed; nothing for one that is not there.
fn times(files: &TlsFiles) -> [Option<SystemTime>; 2] {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    [changed(&files.certificate), changed(&files.key)]
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::Arc;

    use super::*;

    fn make_certificate(files: &TlsFiles) {
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
            .args(["-subj", "/CN=localhost", "-keyout"])
            .arg(&files.key)
            .arg("-out")
            .arg(&files.certificate)
            .output()
            .expect("openssl is not there; the Debian package is `openssl`");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    #[tokio::test]
    async fn a_renewed_certificate_is_used_and_a_broken_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = TlsFiles { certificate: folder.path().join("certificate.pem"), key: folder.path().join("key.pem") };
        make_certificate(&files);
        let config = config(&files).await.unwrap();
        let first = config.get_inner();
        let watching = tokio::spawn(keep_renewed(files.clone(), config.clone(), Duration::from_millis(20)));
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(Arc::ptr_eq(&first, &config.get_inner()), "nothing changed");
        std::fs::write(&files.certificate, "half a certificate").unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(Arc::ptr_eq(&first, &config.get_inner()), "what cannot be used is not");
        make_certificate(&files);
        for _ in 0..500 {
            if !Arc::ptr_eq(&first, &config.get_inner()) {
                watching.abort();
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the renewed certificate was not taken up");
    }
}
