//! The researcher's dashboard.

mod desk;
mod guard;
mod lists;
mod overview;
mod sign_in;
