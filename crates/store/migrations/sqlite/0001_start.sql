-- Times are milliseconds since 1970 (UTC); ids are hexadecimal.
CREATE TABLE studies (
    study         TEXT NOT NULL PRIMARY KEY,
    title         TEXT NOT NULL,
    fingerprint   TEXT NOT NULL,
    design        TEXT NOT NULL,
    completions   INTEGER NOT NULL,
    slots_version INTEGER NOT NULL DEFAULT 0,
    since         INTEGER NOT NULL
) STRICT;

-- What happened. Rows are added, never changed; withdrawal alone erases contents.
CREATE TABLE events (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    study   TEXT NOT NULL,
    session TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    UNIQUE (study, session, seq)
) STRICT;

-- Whose session it is, and where it stands: what can be told from its events, to be found quickly.
CREATE TABLE sessions (
    session     TEXT NOT NULL PRIMARY KEY,
    study       TEXT NOT NULL,
    participant TEXT NOT NULL,
    turn        INTEGER NOT NULL,
    arrived_at  INTEGER NOT NULL,
    list        INTEGER,
    number      INTEGER,
    outcome     TEXT,
    UNIQUE (study, participant, turn)
) STRICT;

-- One row for every slot ever taken. A slot has one session, and a session one slot.
CREATE TABLE slots (
    study   TEXT NOT NULL,
    list    INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    session TEXT,
    state   TEXT NOT NULL CHECK (state IN ('free', 'held', 'finished')),
    until   INTEGER,
    version INTEGER NOT NULL,
    PRIMARY KEY (study, list, number),
    UNIQUE (study, session),
    CHECK ((state = 'free') = (session IS NULL))
) STRICT;
CREATE INDEX slots_changed ON slots (study, version);
CREATE INDEX slots_due ON slots (study, until) WHERE state = 'held';

-- The only place where a platform's ids are. A row can be deleted without touching anything else.
CREATE TABLE people (
    study       TEXT NOT NULL,
    participant TEXT NOT NULL,
    how         TEXT NOT NULL,
    platform_id TEXT NOT NULL,
    submission  TEXT,
    since       INTEGER NOT NULL,
    PRIMARY KEY (study, participant)
) STRICT;
