-- Bonuses: one for each reason in each session, written down before anybody is asked to pay it. `planned`: nothing was sent that
-- pays. `sending`: it may have been paid. `paid`: the platform said so.
CREATE TABLE bonuses (
    study    TEXT NOT NULL,
    session  TEXT NOT NULL,
    why      TEXT NOT NULL,
    coins    BIGINT NOT NULL,
    currency TEXT NOT NULL,
    batch    TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('planned', 'sending', 'paid')),
    at       BIGINT NOT NULL,
    account  TEXT NOT NULL,
    PRIMARY KEY (study, session, why)
);
