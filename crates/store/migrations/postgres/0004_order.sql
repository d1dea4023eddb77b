-- The log of a study is read in the order of transactions and ids.
CREATE INDEX events_of_study ON events (study, tx, id);
DROP INDEX events_added;

DROP INDEX trail_of;
ALTER TABLE trail RENAME TO audit_log;
ALTER TABLE audit_log RENAME COLUMN name TO account;
ALTER TABLE audit_log RENAME COLUMN deed TO action;
CREATE INDEX audit_log_of_study ON audit_log (study, id);
