-- The study's own log was kept under an id that a session could have had.
UPDATE events SET session = 'study' WHERE session = '00000000000000000000000000000000';
