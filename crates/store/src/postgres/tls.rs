//! The way to a PostgreSQL server, encrypted where the server can.
//!
//! As with other clients of PostgreSQL, `sslmode` in the address says how much is asked of the server: `prefer` (the default)
//! and `require` encrypt without asking who it is, `verify-full` (here also for `verify-ca`) asks for a certificate of a
//! well-known authority for this host.

use std::io;
use std::pin::Pin;
use std::str::FromStr as _;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::ClientConfig;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Config;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

use crate::error::OpenError;

/// Reads an address, with what it says about encryption.
pub(super) fn read_address(address: &str) -> Result<(Config, Tls), OpenError> {
    let unclear = || OpenError::Address(hide_password(address));
    let (verify, plain) = ["verify-full", "verify-ca"]
        .iter()
        .map(|mode| format!("sslmode={mode}"))
        .find(|mode| address.contains(mode.as_str()))
        .map_or((false, address.to_owned()), |mode| (true, address.replace(&mode, "sslmode=require")));
    let mut config = Config::from_str(&plain).map_err(|_| unclear())?;
    // As every program of PostgreSQL does: in an address, other users of the machine could read it.
    if let (None, Some(password)) = (config.get_password(), std::env::var_os("PGPASSWORD")) {
        config.password(password.as_encoded_bytes());
    }
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|_| unclear())?;
    let client = if verify {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        builder.with_root_certificates(roots).with_no_client_auth()
    } else {
        builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyServer(provider))).with_no_client_auth()
    };
    Ok((config, Tls(TlsConnector::from(Arc::new(client)))))
}

/// An address as it may be shown.
fn hide_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((kind, _)), Some((_, host))) => format!("{kind}://…@{host}"),
        (Some(_) | None, Some(_) | None) => address.to_owned(),
    }
}

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

pub(super) struct TlsTo {
    connector: TlsConnector,
    server: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = EncryptedStream<S>;
    type TlsConnect = TlsTo;
    type Error = rustls::pki_types::InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<TlsTo, Self::Error> {
        Ok(TlsTo { connector: self.0.clone(), server: ServerName::try_from(host)?.to_owned() })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for TlsTo {
    type Stream = EncryptedStream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<EncryptedStream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.server, stream).await.map(EncryptedStream) })
    }
}

pub(super) struct EncryptedStream<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for EncryptedStream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for EncryptedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for EncryptedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

/// Encrypts without asking who the server is.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _certificate: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _server: &ServerName<'_>,
        _revocation: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use tokio_postgres::config::SslMode;

    use super::{hide_password, read_address};

    #[test]
    fn an_address_says_how_much_is_asked_of_the_server() {
        for (mode, read) in [
            ("", SslMode::Prefer),
            ("?sslmode=disable", SslMode::Disable),
            ("?sslmode=require", SslMode::Require),
            ("?sslmode=verify-full", SslMode::Require),
            ("?sslmode=verify-ca", SslMode::Require),
        ] {
            let (config, _) = read_address(&format!("postgres://me:secret@host/database{mode}")).unwrap();
            assert_eq!(config.get_ssl_mode(), read, "{mode}");
        }
        let refused = read_address("postgres://me:secret@host/database?sslmode=sometimes").err().unwrap();
        assert!(!refused.to_string().contains("secret"), "{refused}");
        assert_eq!(hide_password("postgres://me:secret@host/x"), "postgres://…@host/x");
    }
}
