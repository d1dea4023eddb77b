//! Spoken to over HTTP.

mod arrivals;
mod cannot_judge;
mod check_pages;
mod dashboard;
mod failed_checks;
mod follow_ups;
mod forged_requests;
mod garbage;
mod hardening;
mod journeys;
mod leave;
mod more_time;
mod mturk_study;
mod pace;
mod promises;
mod remarks;
mod review;
mod route_harness;
mod shell;
mod signed_links;
mod slots;
mod typed_answers;
mod whole_study;
