//! What may happen next in a session, purely.
