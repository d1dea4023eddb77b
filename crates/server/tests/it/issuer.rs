//! Prolific as far as it signs links: real RSA keys, published on this machine.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A key pair with a name.
pub(crate) struct Signer {
    pub(crate) name: String,
    pair: RsaKeyPair,
}

/// Where the keys are published.
pub(crate) struct Issuer {
    pub(crate) address: String,
    published: Arc<Mutex<Option<Value>>>,
    /// How often the keys were asked for.
    pub(crate) asked: Arc<AtomicU32>,
}

pub(crate) fn encoded(part: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(part.to_string())
}

impl Signer {
    /// A new key.
    pub(crate) fn new(name: &str) -> Signer {
        let made = Command::new("openssl")
            .args(["genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-outform", "DER"])
            .output()
            .expect("openssl is not there; the Debian package is `openssl`");
        // Some versions write PKCS#8, some the older form.
        let pair = RsaKeyPair::from_pkcs8(&made.stdout)
            .or_else(|_| RsaKeyPair::from_der(&made.stdout))
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&made.stderr)));
        Signer { name: name.to_owned(), pair }
    }

    /// The key as it is published.
    pub(crate) fn public_key(&self) -> Value {
        let number = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let public = RsaPublicKeyComponents::<Vec<u8>>::from(self.pair.public());
        let (n, e) = (number(&public.n), number(&public.e));
        json!({ "kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.name, "n": n, "e": e })
    }

    /// The public key's own bytes.
    pub(crate) fn public(&self) -> &[u8] {
        self.pair.public().as_ref()
    }

    /// A token with these claims.
    pub(crate) fn token(&self, claims: &Value) -> String {
        self.token_with(&json!({ "alg": "RS256", "typ": "JWT", "kid": self.name }), claims)
    }

    /// A token with this header and these claims, signed.
    pub(crate) fn token_with(&self, header: &Value, claims: &Value) -> String {
        let message = format!("{}.{}", encoded(header), encoded(claims));
        let mut signature = vec![0; self.pair.public().modulus_len()];
        self.pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut signature).unwrap();
        format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

impl Issuer {
    /// Publishes these keys.
    pub(crate) async fn start(keys: &[&Signer]) -> Issuer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/keys.json", listener.local_addr().unwrap());
        let issuer = Issuer { address, published: Arc::default(), asked: Arc::default() };
        issuer.publish(keys);
        let (published, asked) = (Arc::clone(&issuer.published), Arc::clone(&issuer.asked));
        let keys = move || {
            asked.fetch_add(1, Ordering::Relaxed);
            let keys: Response = match &*published.lock().unwrap() {
                None => StatusCode::BAD_GATEWAY.into_response(),
                Some(keys) => axum::Json(keys.clone()).into_response(),
            };
            std::future::ready(keys)
        };
        tokio::spawn(async move { axum::serve(listener, Router::new().route("/keys.json", get(keys))).await });
        issuer
    }

    /// Publishes other keys.
    pub(crate) fn publish(&self, keys: &[&Signer]) {
        let keys: Vec<Value> = keys.iter().map(|key| key.public_key()).collect();
        *self.published.lock().unwrap() = Some(json!({ "keys": keys }));
    }

    /// Answers nobody any more.
    pub(crate) fn fail(&self) {
        *self.published.lock().unwrap() = None;
    }

    pub(crate) fn request_count(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }
}
