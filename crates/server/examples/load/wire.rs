//! The least HTTP that will do, so that the measuring costs little beside what is measured.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// One connection that is kept open, as browsers do.
pub(crate) struct Wire {
    stream: TcpStream,
    /// What is sent and then what came, in one buffer that is never given back.
    bytes: Vec<u8>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
}

/// More than a page with its headers.
const ROOM: usize = 64 * 1024;

impl Wire {
    pub(crate) async fn open(address: &str) -> io::Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream, bytes: Vec::new() })
    }

    pub(crate) async fn get(&mut self, path: &str) -> io::Result<Reply> {
        self.exchange(&format!("GET {path} HTTP/1.1\r\nHost: load\r\n\r\n")).await
    }

    pub(crate) async fn post(&mut self, path: &str, form: &str) -> io::Result<Reply> {
        let length = form.len();
        let kind = "application/x-www-form-urlencoded";
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: load\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n");
        self.exchange(&format!("{head}\r\n{form}")).await
    }

    /// The server says how long each reply is, so that nothing but the head has to be looked at.
    async fn exchange(&mut self, request: &str) -> io::Result<Reply> {
        self.stream.write_all(request.as_bytes()).await?;
        self.bytes.clear();
        let mut looked = 0;
        let head = loop {
            self.read_more().await?;
            let end = self.bytes[looked..].windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(end) = end {
                break looked + end + 4;
            }
            looked = self.bytes.len().saturating_sub(3);
        };
        let words = str::from_utf8(&self.bytes[..head]).map_err(|_| io::ErrorKind::InvalidData)?;
        let header = |name: &str| {
            let (_, after) = words.split_once(name)?;
            after.split_once("\r\n").map(|(value, _)| value)
        };
        let status = words.get(9..12).and_then(|word| word.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let length: usize = header("\r\ncontent-length: ").and_then(|word| word.parse().ok()).unwrap_or(0);
        let location = header("\r\nlocation: ").map(str::to_owned);
        while self.bytes.len() < head + length {
            self.read_more().await?;
        }
        Ok(Reply { status, location })
    }

    async fn read_more(&mut self) -> io::Result<()> {
        self.bytes.reserve(ROOM);
        match self.stream.read_buf(&mut self.bytes).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _some => Ok(()),
        }
    }
}
