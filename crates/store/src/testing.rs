//! Real databases for tests.
