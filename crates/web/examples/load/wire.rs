//! The least HTTP that will do, so that the measuring costs little beside what is measured.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// One connection that is kept open, as browsers do.
pub(crate) struct Wire {
    stream: BufReader<TcpStream>,
    line: String,
    body: Vec<u8>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
}

impl Wire {
    pub(crate) async fn open(address: &str) -> io::Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream: BufReader::new(stream), line: String::new(), body: Vec::new() })
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

    async fn exchange(&mut self, request: &str) -> io::Result<Reply> {
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let status = self.next_line().await?.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut reply = Reply { status: status.ok_or(io::ErrorKind::InvalidData)?, location: None };
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.next_line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().map_err(|_| io::ErrorKind::InvalidData)?,
                "location" => reply.location = Some(value.trim().to_owned()),
                "transfer-encoding" => chunked = true,
                _other => {}
            }
        }
        self.body.clear();
        if chunked {
            self.read_chunks().await?;
        } else {
            self.body.resize(length, 0);
            self.stream.read_exact(&mut self.body).await?;
        }
        Ok(reply)
    }

    async fn read_chunks(&mut self) -> io::Result<()> {
        loop {
            let length = usize::from_str_radix(self.next_line().await?, 16).map_err(|_| io::ErrorKind::InvalidData)?;
            let old = self.body.len();
            self.body.resize(old + length, 0);
            self.stream.read_exact(&mut self.body[old..]).await?;
            self.next_line().await?;
            if length == 0 {
                return Ok(());
            }
        }
    }

    async fn next_line(&mut self) -> io::Result<&str> {
        self.line.clear();
        if self.stream.read_line(&mut self.line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.line.trim_end())
    }
}
