//! Everything the dashboard does, line by line: who may, how it is asked for, and what answers.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::{Context, Right};
use crate::{
    access, account, answers, audit_log, comments, data, files, items, lists, overview, people, person, quality,
    reconcile, sign_in, studies, welcome,
};

macro_rules! routes {
    ($($right:ident: $method:ident $path:literal => $handler:path,)*) => {
        /// Everything the dashboard does: method, address, and who may.
        pub const ROUTES: &[(&str, &str, Right)] = &[$((stringify!($method), $path, Right::$right)),*];

        /// The routes themselves.
        pub fn routes() -> Router<Arc<Context>> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

routes! {
    Themselves: get "/dashboard" => studies::page,
    Themselves: get "/dashboard/" => studies::page,
    Anyone: get "/dashboard/sign-in" => sign_in::page,
    Anyone: post "/dashboard/sign-in" => sign_in::sign_in,
    Themselves: post "/dashboard/sign-out" => sign_in::sign_out,
    Anyone: get "/dashboard/welcome/{token}" => welcome::page,
    Anyone: post "/dashboard/welcome/{token}" => welcome::accept,
    Themselves: get "/dashboard/account" => account::page,
    Themselves: post "/dashboard/account/password" => account::change_password,
    Look: get "/dashboard/s/{study}/" => overview::page,
    Look: get "/dashboard/s/{study}/overview.json" => overview::numbers,
    Look: get "/dashboard/s/{study}/lists" => lists::page,
    Look: get "/dashboard/s/{study}/lists/by-item" => lists::by_item,
    Spend: post "/dashboard/s/{study}/lists/add" => lists::add,
    Manage: post "/dashboard/s/{study}/lists/pause" => lists::pause,
    Manage: post "/dashboard/s/{study}/lists/resume" => lists::resume,
    Manage: post "/dashboard/s/{study}/lists/close" => lists::close,
    Look: get "/dashboard/s/{study}/access" => access::page,
    Own: post "/dashboard/s/{study}/access/invite" => access::invite,
    Own: post "/dashboard/s/{study}/access/withdraw" => access::withdraw_invitation,
    Own: post "/dashboard/s/{study}/access/remove" => access::remove,
    Own: post "/dashboard/s/{study}/access/remove-owner" => access::remove_owner,
    Own: post "/dashboard/s/{study}/access/token" => access::make_token,
    Own: post "/dashboard/s/{study}/access/revoke" => access::revoke_token,
    Look: get "/dashboard/s/{study}/audit-log" => audit_log::page,
    Look: get "/dashboard/s/{study}/people" => people::page,
    Look: get "/dashboard/s/{study}/people/flags" => person::flags,
    Identify: post "/dashboard/s/{study}/people/find" => people::find,
    Manage: post "/dashboard/s/{study}/people/several" => people::act_on_several,
    Settle: post "/dashboard/s/{study}/people/several/approve" => people::approve,
    Identify: post "/dashboard/s/{study}/people/several/message" => people::message,
    Settle: get "/dashboard/s/{study}/people/reconcile" => reconcile::pages::page,
    Settle: post "/dashboard/s/{study}/people/reconcile" => reconcile::pages::compare,
    Settle: post "/dashboard/s/{study}/people/reconcile/file" => reconcile::pages::file,
    Settle: post "/dashboard/s/{study}/people/reconcile/paid" => reconcile::pages::note_bonuses_paid,
    Settle: post "/dashboard/s/{study}/people/reconcile/prolific" => reconcile::api::ask,
    Settle: post "/dashboard/s/{study}/people/reconcile/prolific/approve" => reconcile::api::approve,
    Settle: post "/dashboard/s/{study}/people/reconcile/prolific/bonus" => reconcile::api::bonus,
    Settle: post "/dashboard/s/{study}/people/reconcile/prolific/pay" => reconcile::api::pay,
    Look: get "/dashboard/s/{study}/people/{number}" => person::page,
    Manage: post "/dashboard/s/{study}/people/{number}/{action}" => person::act,
    Look: get "/dashboard/s/{study}/people/{number}/page/{step}" => person::one_page,
    Look: get "/dashboard/s/{study}/quality" => quality::page,
    Look: get "/dashboard/s/{study}/answers" => answers::page,
    Own: post "/dashboard/s/{study}/answers/unblind" => answers::unblind,
    Look: get "/dashboard/s/{study}/items" => items::page,
    Look: get "/dashboard/s/{study}/items/{number}" => items::show_item,
    Look: get "/dashboard/s/{study}/file/{number}" => files::file,
    Look: get "/dashboard/s/{study}/comments" => comments::page,
    Look: get "/dashboard/s/{study}/data" => data::page,
    Look: get "/dashboard/s/{study}/data/{file}" => data::file,
    Identify: post "/dashboard/s/{study}/data/people.csv" => data::identities,
    Identify: post "/dashboard/s/{study}/data/withdraw" => data::withdraw,
}
