-- A pseudonym is random, and found by what the platform calls a person: in this table alone.
CREATE UNIQUE INDEX people_by_platform_id ON people (study, platform_id);
