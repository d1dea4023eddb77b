-- Tokens end: those there are, half a year after they were made.
ALTER TABLE tokens ADD COLUMN until BIGINT NOT NULL DEFAULT 0;
UPDATE tokens SET until = since + 15552000000;
