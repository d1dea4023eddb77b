//! The researcher's dashboard.

mod access;
mod blind;
mod data;
pub(super) mod desk;
mod guard;
mod lists;
mod not_people;
mod on_prolific;
mod overview;
mod people;
mod quality;
mod reconcile;
mod roles;
mod running;
mod sign_in;
