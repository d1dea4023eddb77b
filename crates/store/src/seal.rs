//! Linking what programs collected that did not link it yet: as it is found, once.

use crate::accounts::audit_link;
use crate::chain::{ChainLink, ContentHash, Genesis, Place, Salt, genesis_of_audit_log, genesis_of_earlier_study};
use crate::error::StoreError;
use crate::log_id::LogId;
use crate::sql::{Connection, Row, Value};
use session::WrittenKind;

/// Rows read at a time.
const PAGE: i64 = 5000;

/// Links every event of every study, and the audit log. The caller sees to it that all of it is kept or none.
pub(crate) async fn link_all(connection: &mut Connection<'_>, origin: ChainLink) -> Result<(), StoreError> {
    for row in connection.rows("SELECT study FROM studies UNION SELECT study FROM events", &[]).await? {
        let study = row.text(0)?;
        Linking { study: &study, genesis: genesis_of_earlier_study(origin, &study), last: None }
            .run(connection)
            .await?;
    }
    link_audit_log(connection, origin).await
}

struct Linking<'a> {
    study: &'a str,
    genesis: Genesis,
    /// The log that was linked last, how far, and its link.
    last: Option<(String, i64, ChainLink)>,
}

impl Linking<'_> {
    async fn run(&mut self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        const SELECT: &str = "SELECT id, session, seq, at, body FROM events \
                              WHERE study = $1 AND (session, seq) > ($2, $3) ORDER BY session, seq LIMIT $4";
        loop {
            let (log, seq) = self.last.as_ref().map_or(("", -1), |(log, seq, _)| (log.as_str(), *seq));
            let values = [Value::Text(self.study), Value::Text(log), Value::Int(seq), Value::Int(PAGE)];
            let rows = connection.rows(SELECT, &values).await?;
            if rows.is_empty() {
                return Ok(());
            }
            for row in &rows {
                self.link(connection, row).await?;
            }
        }
    }

    async fn link(&mut self, connection: &mut Connection<'_>, row: &Row) -> Result<(), StoreError> {
        let (id, log, seq, at, body) = (row.int(0)?, row.text(1)?, row.int(2)?, row.int(3)?, row.text(4)?);
        let previous = match &self.last {
            Some((last, _, link)) if *last == log => *link,
            Some(_) | None => self.genesis.log(parse(&log)?),
        };
        let kind = WrittenKind::peek(&body);
        let place = Place { seq: u32::try_from(seq).unwrap_or(u32::MAX), at };
        let salt = Salt::random()?;
        let content = ContentHash::compute(&salt, &body);
        let link = previous.link_next(content, place, kind.map_or("", |kind| kind.word));
        // Of what was erased before, nobody knows the hash any more: this one stands for it.
        let (column, value) = if kind.is_some_and(|kind| kind.erased) {
            ("UPDATE events SET digest = $2, link = $3 WHERE id = $1", content.bytes())
        } else {
            ("UPDATE events SET salt = $2, link = $3 WHERE id = $1", salt.bytes())
        };
        connection.run(column, &[Value::Int(id), Value::Bytes(value), Value::Bytes(link.bytes())]).await?;
        self.last = Some((log, seq, link));
        Ok(())
    }
}

fn parse(log: &str) -> Result<LogId, StoreError> {
    log.parse().map_err(|_| StoreError::Unexpected { what: format!("`{log}`"), expected: "the id of a log" })
}

async fn link_audit_log(connection: &mut Connection<'_>, origin: ChainLink) -> Result<(), StoreError> {
    let select = "SELECT id, at, study, account, action, detail FROM audit_log ORDER BY id";
    let mut previous = genesis_of_audit_log(origin);
    for row in connection.rows(select, &[]).await? {
        previous = audit_link(previous, &row)?;
        let values = [Value::Int(row.int(0)?), Value::Bytes(previous.bytes())];
        connection.run("UPDATE audit_log SET link = $2 WHERE id = $1", &values).await?;
    }
    Ok(())
}
