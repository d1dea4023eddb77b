-- The log of a study is read in the order of its ids: an index on the study alone has them in that order.
-- Rows are never deleted, so an id is never given twice, and need not be remembered in a table of its own.
CREATE TABLE new_events (
    id      INTEGER PRIMARY KEY,
    study   TEXT NOT NULL,
    session TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    UNIQUE (study, session, seq)
) STRICT;
INSERT INTO new_events (id, study, session, seq, at, body) SELECT id, study, session, seq, at, body FROM events ORDER BY id;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
CREATE INDEX events_of_study ON events (study);

DROP INDEX trail_of;
ALTER TABLE trail RENAME TO audit_log;
ALTER TABLE audit_log RENAME COLUMN name TO account;
ALTER TABLE audit_log RENAME COLUMN deed TO action;
CREATE INDEX audit_log_of_study ON audit_log (study, id);
