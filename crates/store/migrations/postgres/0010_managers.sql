-- There are more roles than owner and viewer; the program knows which.
ALTER TABLE roles DROP CONSTRAINT roles_role_check;
