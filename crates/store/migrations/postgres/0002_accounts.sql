-- Who may look, and what they did. Every secret is kept as a digest; passwords as Argon2id says.
CREATE TABLE accounts (
    account  TEXT NOT NULL PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    since    BIGINT NOT NULL
);

-- Which studies an account has; `*` is every study of the database.
CREATE TABLE roles (
    account TEXT NOT NULL,
    study   TEXT NOT NULL,
    role    TEXT NOT NULL CHECK (role IN ('owner', 'viewer')),
    PRIMARY KEY (account, study)
);

-- Links that make an account or set its password, once.
CREATE TABLE links (
    digest  TEXT NOT NULL PRIMARY KEY,
    account TEXT,
    study   TEXT,
    role    TEXT,
    made_by TEXT NOT NULL,
    until   BIGINT NOT NULL,
    used_at BIGINT
);

CREATE TABLE sign_ins (
    digest  TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    since   BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- What scripts bring. The short name is for people; it opens nothing.
CREATE TABLE tokens (
    digest  TEXT NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    study   TEXT NOT NULL,
    label   TEXT NOT NULL,
    since   BIGINT NOT NULL,
    used_at BIGINT
);

-- Tries at passwords that failed lately, by a keyed hash of account or address.
CREATE TABLE tries (
    who   TEXT NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL,
    count BIGINT NOT NULL
);

-- Who did what. Rows are added, never changed.
CREATE TABLE trail (
    id     BIGSERIAL PRIMARY KEY,
    at     BIGINT NOT NULL,
    study  TEXT,
    name   TEXT NOT NULL,
    deed   TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX trail_of ON trail (study, id);
