//! Events in SQLite or PostgreSQL.
