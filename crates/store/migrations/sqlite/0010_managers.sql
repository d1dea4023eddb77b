-- There are more roles than owner and viewer; the program knows which.
CREATE TABLE roles_of_any_kind (
    account TEXT NOT NULL,
    study   TEXT NOT NULL,
    role    TEXT NOT NULL,
    PRIMARY KEY (account, study)
) STRICT;
INSERT INTO roles_of_any_kind (account, study, role) SELECT account, study, role FROM roles;
DROP TABLE roles;
ALTER TABLE roles_of_any_kind RENAME TO roles;
