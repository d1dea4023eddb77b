-- The study and its plan as they were when collecting began, and who takes part. Earlier programs kept neither file.
ALTER TABLE studies ADD COLUMN participants TEXT NOT NULL DEFAULT 'people';
ALTER TABLE studies ADD COLUMN plan TEXT;
ALTER TABLE studies ADD COLUMN snapshot TEXT;
ALTER TABLE sessions ADD COLUMN participants TEXT NOT NULL DEFAULT 'people';
