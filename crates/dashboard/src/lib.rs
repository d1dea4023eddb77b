//! The researcher's dashboard: how a study goes, what is wrong with it, and what can be done about it.
//!
//! Every page is made from the ledger, the fold of the study's events, which is kept in memory and read on at
//! each request. Whatever is done goes through the collector, as everything else does, and onto the trail.
//! A session is known here by its number of arrival; its id opens the participant's page and is never shown.

mod access;
mod account;
mod answer_text;
mod answers;
mod assets;
mod comments;
mod confirm;
mod context;
mod cookie;
mod data;
mod disagreement;
mod fault_page;
mod fields;
mod files;
mod forms;
mod frame;
mod items;
mod lists;
mod overview;
mod paginate;
mod password;
mod people;
mod person;
mod reconcile;
mod researcher;
mod sign_in;
mod studies;
mod tables;
mod trail;
mod welcome;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub use assets::ASSETS;
pub use context::Context;
pub use fault_page::fault_page;

/// Whether an address belongs to the dashboard.
#[must_use]
pub fn is_at(path: &str) -> bool {
    path == "/dashboard" || path.starts_with("/dashboard/")
}

macro_rules! routes {
    ($($method:ident $path:literal => $handler:path,)*) => {
        /// Everything the dashboard does: method and address.
        pub const ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        /// The routes themselves.
        pub fn routes() -> Router<Arc<Context>> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

routes! {
    get "/dashboard" => studies::page,
    get "/dashboard/" => studies::page,
    get "/dashboard/sign-in" => sign_in::page,
    post "/dashboard/sign-in" => sign_in::sign_in,
    post "/dashboard/sign-out" => sign_in::sign_out,
    get "/dashboard/welcome/{token}" => welcome::page,
    post "/dashboard/welcome/{token}" => welcome::accept,
    get "/dashboard/account" => account::page,
    post "/dashboard/account/password" => account::change_password,
    get "/dashboard/s/{study}/" => overview::page,
    get "/dashboard/s/{study}/overview.json" => overview::numbers,
    get "/dashboard/s/{study}/lists" => lists::page,
    get "/dashboard/s/{study}/lists/by-item" => lists::by_item,
    post "/dashboard/s/{study}/lists/add" => lists::add,
    post "/dashboard/s/{study}/lists/pause" => lists::pause,
    post "/dashboard/s/{study}/lists/resume" => lists::resume,
    post "/dashboard/s/{study}/lists/close" => lists::close,
    get "/dashboard/s/{study}/access" => access::page,
    post "/dashboard/s/{study}/access/invite" => access::invite,
    post "/dashboard/s/{study}/access/withdraw" => access::withdraw_invitation,
    post "/dashboard/s/{study}/access/remove" => access::remove,
    post "/dashboard/s/{study}/access/remove-owner" => access::remove_owner,
    post "/dashboard/s/{study}/access/token" => access::make_token,
    post "/dashboard/s/{study}/access/revoke" => access::revoke_token,
    get "/dashboard/s/{study}/trail" => trail::page,
    get "/dashboard/s/{study}/people" => people::page,
    get "/dashboard/s/{study}/people/flags" => person::flags,
    post "/dashboard/s/{study}/people/find" => people::find,
    post "/dashboard/s/{study}/people/several" => people::act_on_several,
    get "/dashboard/s/{study}/people/reconcile" => reconcile::pages::page,
    post "/dashboard/s/{study}/people/reconcile" => reconcile::pages::compare,
    post "/dashboard/s/{study}/people/reconcile/file" => reconcile::pages::file,
    post "/dashboard/s/{study}/people/reconcile/paid" => reconcile::pages::paid,
    post "/dashboard/s/{study}/people/reconcile/prolific" => reconcile::api::ask,
    post "/dashboard/s/{study}/people/reconcile/prolific/approve" => reconcile::api::approve,
    post "/dashboard/s/{study}/people/reconcile/prolific/bonus" => reconcile::api::bonus,
    post "/dashboard/s/{study}/people/reconcile/prolific/pay" => reconcile::api::pay,
    get "/dashboard/s/{study}/people/{number}" => person::page,
    post "/dashboard/s/{study}/people/{number}/{deed}" => person::act,
    get "/dashboard/s/{study}/people/{number}/page/{step}" => person::one_page,
    get "/dashboard/s/{study}/answers" => answers::page,
    post "/dashboard/s/{study}/answers/unblind" => answers::unblind,
    get "/dashboard/s/{study}/items" => items::page,
    get "/dashboard/s/{study}/items/{number}" => items::one,
    get "/dashboard/s/{study}/file/{number}" => files::file,
    get "/dashboard/s/{study}/comments" => comments::page,
    get "/dashboard/s/{study}/data" => data::page,
    get "/dashboard/s/{study}/data/{file}" => data::file,
    post "/dashboard/s/{study}/data/people.csv" => data::identities,
    post "/dashboard/s/{study}/data/withdraw" => data::withdraw,
}
