//! The port without encryption of a server that gets its certificate by itself: it answers what the authority asks, and sends
//! everyone else to HTTPS.

use std::net::{SocketAddr, TcpListener};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::Redirect;
use axum::routing::get;
use web::Challenges;

use crate::first_byte::FirstByte;
use crate::listen::{be_impatient, listen};
use crate::{FIRST_BYTE, ServerError};

/// A port that listens but does not answer yet.
pub struct PlainHttp {
    listener: TcpListener,
    address: SocketAddr,
}

impl PlainHttp {
    /// Listens.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(address: SocketAddr) -> Result<Self, ServerError> {
        let (listener, address) = listen(address, "--listen-http")?;
        Ok(PlainHttp { listener, address })
    }

    /// Answers for as long as the program runs. `home` is where everyone else is sent, without a slash at the end.
    ///
    /// # Errors
    /// When the operating system takes the address away.
    pub async fn run(self, challenges: Challenges, home: String) -> Result<(), ServerError> {
        let question = async |State(challenges): State<Challenges>, Path(token): Path<String>| {
            challenges.answer(&token).ok_or(StatusCode::NOT_FOUND)
        };
        let elsewhere = async move |address: Uri| {
            let path = address.path_and_query().map_or("/", |path| path.as_str());
            Redirect::permanent(&format!("{home}{path}"))
        };
        let routes = Router::new()
            .route("/.well-known/acme-challenge/{token}", get(question))
            .fallback(elsewhere)
            .with_state(challenges)
            .into_make_service();
        tracing::info!(address = %self.address, "answering HTTP, with the way to HTTPS");
        let server = axum_server::from_tcp(self.listener)?;
        let mut server = server.map(|acceptor| FirstByte::new(FIRST_BYTE, acceptor));
        be_impatient(server.http_builder());
        Ok(server.serve(routes).await?)
    }
}
