-- What researchers were told, and by which way, so that each thing is told once. `told` is 0 while it is being sent;
-- `over_since` is when it was first seen to be over.
CREATE TABLE notices (
    study      TEXT NOT NULL,
    kind       TEXT NOT NULL,
    way        TEXT NOT NULL,
    at         BIGINT NOT NULL,
    told       BIGINT NOT NULL,
    over_since BIGINT,
    PRIMARY KEY (study, kind, way)
);
