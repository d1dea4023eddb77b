//! Participants' pages and the researcher's dashboard.
