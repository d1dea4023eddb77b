//! What scripts bring.

use axum::response::Response;
use store::TokenName;
use web::Fault;

use super::{Fresh, complaining, render_with_fresh};
use crate::forms::StudyForm;

/// Longer words about a token do not fit anywhere.
const LONGEST_LABEL: usize = 80;

/// `POST /dashboard/s/{study}/access/token`
pub(crate) async fn make_token(form: StudyForm) -> Result<Response, Fault> {
    let researcher = &form.researcher;
    let label: String = form.fields.text("label").chars().take(LONGEST_LABEL).collect();
    if label.is_empty() {
        return complaining(researcher, "Say what the token is for.").await;
    }
    let by = &researcher.by;
    let made = by.store.make_token(&by.account, &researcher.study.name, &label, by.now).await;
    let secret = made?;
    form.note("made a token", &label).await?;
    render_with_fresh(researcher, Fresh::Token(secret)).await
}

/// `POST /dashboard/s/{study}/access/revoke`
pub(crate) async fn revoke_token(form: StudyForm) -> Result<Response, Fault> {
    let (store, study) = (&form.researcher.by.store, &form.researcher.study.name);
    let name = TokenName(form.fields.text("token").to_owned());
    if !store.revoke_token(study, &name).await? {
        return Err(Fault::NotFound);
    }
    form.log_and_redirect(("revoked a token", &name.0), "access").await
}
