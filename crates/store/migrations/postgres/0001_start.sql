-- Times are milliseconds since 1970 (UTC); ids are hexadecimal.
CREATE TABLE studies (
    study         TEXT NOT NULL PRIMARY KEY,
    title         TEXT NOT NULL,
    fingerprint   TEXT NOT NULL,
    design        TEXT NOT NULL,
    completions   BIGINT NOT NULL,
    slots_version BIGINT NOT NULL DEFAULT 0,
    since         BIGINT NOT NULL
);

-- What happened. Rows are added, never changed; withdrawal alone erases contents.
CREATE TABLE events (
    id      BIGSERIAL PRIMARY KEY,
    study   TEXT NOT NULL,
    session TEXT NOT NULL,
    seq     BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    body    TEXT NOT NULL,
    -- In which transaction it was added: only what all earlier ones have left behind is read on from.
    tx      xid8 NOT NULL DEFAULT pg_current_xact_id(),
    UNIQUE (study, session, seq)
);

CREATE INDEX events_added ON events (tx, id);

-- Whose session it is, and where it stands: what can be told from its events, to be found quickly.
CREATE TABLE sessions (
    session     TEXT NOT NULL PRIMARY KEY,
    study       TEXT NOT NULL,
    participant TEXT NOT NULL,
    turn        BIGINT NOT NULL,
    arrived_at  BIGINT NOT NULL,
    list        BIGINT,
    number      BIGINT,
    outcome     TEXT,
    UNIQUE (study, participant, turn)
);

-- One row for every slot ever taken. A slot has one session, and a session one slot.
CREATE TABLE slots (
    study   TEXT NOT NULL,
    list    BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    session TEXT,
    state   TEXT NOT NULL CHECK (state IN ('free', 'held', 'finished')),
    until   BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (study, list, number),
    UNIQUE (study, session),
    CHECK ((state = 'free') = (session IS NULL))
);
CREATE INDEX slots_changed ON slots (study, version);
CREATE INDEX slots_due ON slots (study, until) WHERE state = 'held';

-- The only place where a platform's ids are. A row can be deleted without touching anything else.
CREATE TABLE people (
    study       TEXT NOT NULL,
    participant TEXT NOT NULL,
    how         TEXT NOT NULL,
    platform_id TEXT NOT NULL,
    submission  TEXT,
    since       BIGINT NOT NULL,
    PRIMARY KEY (study, participant)
);
