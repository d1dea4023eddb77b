//! Listening at a port, and not waiting for ever.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;

use crate::ServerError;

/// Listens at an address, which `option` may change.
pub(super) fn listen(address: SocketAddr, option: &str) -> Result<(TcpListener, SocketAddr), ServerError> {
    let listening = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    listening.map_err(|why| {
        let remedy = if why.kind() == ErrorKind::PermissionDenied && address.port() < 1024 {
            "ports below 1024 need the right to them: `setcap cap_net_bind_service=+ep` for the program, or AmbientCapabilities= \
             in its systemd unit"
                .to_owned()
        } else if why.kind() == ErrorKind::AddrInUse {
            format!("another program is there: stop it, or choose another address with `{option}`")
        } else {
            format!("choose another address with `{option}`")
        };
        ServerError::Listen { address, why, remedy }
    })
}

/// How long the head of a request may take, so that nobody holds connections open by dribbling.
const HEAD: Duration = Duration::from_secs(15);

pub(super) fn be_impatient(builder: &mut Builder<TokioExecutor>) {
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
}
