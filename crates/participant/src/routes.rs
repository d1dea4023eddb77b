//! The routes of participants, from the link to the code. One address per page and one per thing to do;
//! whatever is posted leads to a page that can be reloaded.

mod answers;
mod arrive;
mod close;
mod leave;
mod list;
mod more_time;
mod prepare;
mod refuse;
mod show;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use crate::{Context, files};

/// Everything participants are answered. Whoever does not know a session's 128 bits reaches none.
pub fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/s/{study}", get(arrive::arrive))
        .route("/s/{study}/", get(arrive::arrive).post(arrive::begin))
        .route("/s/{study}/i/{token}", get(arrive::arrive_by_invitation))
        .route("/s/{study}/look.css", get(files::look))
        .route("/s/{study}/files/{number}", get(files::text_file))
        .route("/s/{study}/{session}/file/{number}", get(files::question_file))
        .route("/s/{study}/{session}/", get(prepare::now))
        .route("/s/{study}/{session}/information", post(prepare::information))
        .route("/s/{study}/{session}/consent", get(prepare::consent_page).post(prepare::consent))
        .route("/s/{study}/{session}/screening", post(prepare::screening))
        .route("/s/{study}/{session}/instructions", post(prepare::instructions))
        .route("/s/{study}/{session}/training/{attempt}/{question}", get(prepare::feedback).post(prepare::training))
        .route("/s/{study}/{session}/on", post(prepare::leave_feedback))
        .route("/s/{study}/{session}/step/{step}", get(list::step).post(list::submit))
        .route("/s/{study}/{session}/break/{step}", post(list::end_break))
        .route("/s/{study}/{session}/all", post(list::submit_all))
        .route("/s/{study}/{session}/save", post(list::save))
        .route("/s/{study}/{session}/more-time", post(more_time::more_time))
        .route("/s/{study}/{session}/review", post(close::leave_review))
        .route("/s/{study}/{session}/closing", get(close::closing_page).post(close::close))
        .route("/s/{study}/{session}/comment", get(close::comment_page).post(close::comment))
        .route("/s/{study}/{session}/another", post(close::take_another_list))
        .route("/s/{study}/{session}/leave", get(leave::leave_page))
        .route("/s/{study}/{session}/return", get(leave::give_back_page).post(leave::give_back))
        .route("/s/{study}/{session}/withdraw", get(leave::withdraw_page).post(leave::withdraw))
        .layer(middleware::from_fn(tell_where))
}

/// A script that sent a page is told in a header where to go next: it cannot see where a redirection leads, and must not
/// ask for the page that the browser will ask for.
async fn tell_where(request: Request, next: Next) -> Response {
    let by_script = request.headers().contains_key("rejudge-reply");
    let reply = next.run(request).await;
    match reply.headers().get(LOCATION) {
        Some(next) if by_script && reply.status() == StatusCode::SEE_OTHER => {
            (StatusCode::NO_CONTENT, [("rejudge-next", next.clone())]).into_response()
        }
        Some(_) | None => reply,
    }
}
