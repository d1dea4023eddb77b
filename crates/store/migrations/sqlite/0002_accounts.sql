-- Who may look, and what they did. Every secret is kept as a digest; passwords as Argon2id says.
CREATE TABLE accounts (
    account  TEXT NOT NULL PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    since    INTEGER NOT NULL
) STRICT;

-- Which studies an account has; `*` is every study of the database.
CREATE TABLE roles (
    account TEXT NOT NULL,
    study   TEXT NOT NULL,
    role    TEXT NOT NULL CHECK (role IN ('owner', 'viewer')),
    PRIMARY KEY (account, study)
) STRICT;

-- Links that make an account or set its password, once.
CREATE TABLE links (
    digest  TEXT NOT NULL PRIMARY KEY,
    account TEXT,
    study   TEXT,
    role    TEXT,
    made_by TEXT NOT NULL,
    until   INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE TABLE sign_ins (
    digest  TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    since   INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;

-- What scripts bring. The short name is for people; it opens nothing.
CREATE TABLE tokens (
    digest  TEXT NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    study   TEXT NOT NULL,
    label   TEXT NOT NULL,
    since   INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

-- Tries at passwords that failed lately, by a keyed hash of account or address.
CREATE TABLE tries (
    who   TEXT NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL,
    count INTEGER NOT NULL
) STRICT;

-- Who did what. Rows are added, never changed.
CREATE TABLE trail (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    study  TEXT,
    name   TEXT NOT NULL,
    deed   TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX trail_of ON trail (study, id);
