-- Each event holds on to the one before it: `link` is a hash of the link before, of the event's place, and of its salted
-- content. What is erased leaves the hash of its content (`digest`) and loses the salt, so that nothing leads back to it.
ALTER TABLE events ADD COLUMN salt BLOB;
ALTER TABLE events ADD COLUMN digest BLOB;
ALTER TABLE events ADD COLUMN link BLOB;
ALTER TABLE audit_log ADD COLUMN link BLOB;

-- Since when the events of a study are linked, where they were collected before: they are linked as they were found.
ALTER TABLE studies ADD COLUMN linked_at INTEGER;

-- How far each log had come at a time, in a chain of its own: what is removed from the end of a log is missed here.
CREATE TABLE checkpoints (
    study TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    heads TEXT NOT NULL,
    link  BLOB NOT NULL,
    PRIMARY KEY (study, seq)
) STRICT;

UPDATE studies SET linked_at = unixepoch() * 1000 WHERE study IN (SELECT study FROM events);
