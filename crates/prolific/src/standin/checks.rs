//! What Prolific asks of a draft.

use serde_json::Value;

const KEYS: [&str; 19] = [
    "name",
    "internal_name",
    "description",
    "external_study_url",
    "prolific_id_option",
    "completion_codes",
    "total_available_places",
    "estimated_completion_time",
    "maximum_allowed_time",
    "reward",
    "device_compatibility",
    "peripheral_requirements",
    "filters",
    "submissions_config",
    "study_labels",
    "is_external_study_url_secure",
    "project",
    "access_details",
    "naivety_distribution_rate",
];

const KINDS: [&str; 9] = [
    "COMPLETED",
    "FAILED_ATTENTION_CHECK",
    "FOLLOW_UP_STUDY",
    "GIVE_BONUS",
    "INCOMPATIBLE_DEVICE",
    "NO_CONSENT",
    "OTHER",
    "FIXED_SCREENOUT",
    "SCREENED_OUT",
];

/// The least that an hour may pay, in hundredths of pounds.
const LEAST_PER_HOUR: u64 = 600;

/// What is wrong with a draft.
pub(super) fn draft(body: &Value) -> Result<(), String> {
    let fields = body.as_object().ok_or("not an object")?;
    if let Some(unknown) = fields.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("{unknown}: not a field, or retired"));
    }
    for key in ["name", "internal_name", "description"] {
        text(&body[key]).ok_or_else(|| format!("{key}: this field may not be blank"))?;
    }
    let link = text(&body["external_study_url"]).filter(|link| link.starts_with("http")).ok_or("external_study_url")?;
    for name in ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"] {
        if !link.contains(&format!("{name}={{{{%{name}%}}}}")) {
            return Err(format!("external_study_url: {name} is missing"));
        }
    }
    if body["prolific_id_option"] != "url_parameters" {
        return Err("prolific_id_option".to_owned());
    }
    let number =
        |key: &str| body[key].as_u64().filter(|n| *n > 0).ok_or_else(|| format!("{key}: a valid integer is required"));
    let (reward, minutes) = (number("reward")?, number("estimated_completion_time")?);
    number("total_available_places")?;
    if reward * 60 < LEAST_PER_HOUR * minutes {
        return Err("reward: below the minimum per hour".to_owned());
    }
    if !body["maximum_allowed_time"].is_null() && number("maximum_allowed_time")? <= minutes {
        return Err("maximum_allowed_time: must be greater than the estimated time".to_owned());
    }
    let devices = body["device_compatibility"].as_array().ok_or("device_compatibility")?;
    let known = |device: &Value| ["desktop", "tablet", "mobile"].iter().any(|known| device == known);
    if devices.is_empty() || !devices.iter().all(known) {
        return Err("device_compatibility".to_owned());
    }
    filters(&body["filters"])?;
    codes(&body["completion_codes"], reward)
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.trim().is_empty())
}

fn filters(filters: &Value) -> Result<(), String> {
    let one = |filter: &Value| {
        text(&filter["filter_id"]).is_some() && filter["selected_values"].as_array().is_some_and(|it| !it.is_empty())
    };
    if filters.as_array().is_some_and(|all| all.iter().all(one)) { Ok(()) } else { Err("filters".to_owned()) }
}

fn codes(codes: &Value, reward: u64) -> Result<(), String> {
    let codes = codes.as_array().filter(|codes| !codes.is_empty()).ok_or("completion_codes: at least one")?;
    let mut seen = Vec::new();
    let mut screen_outs = 0;
    for code in codes {
        let written = text(&code["code"]).ok_or("completion_codes: code")?;
        if seen.contains(&written) {
            return Err(format!("completion_codes: {written} twice"));
        }
        seen.push(written);
        if !KINDS.iter().any(|kind| code["code_type"] == **kind) {
            return Err(format!("completion_codes: code_type {}", code["code_type"]));
        }
        if code["actor"] != "participant" && code["actor"] != "researcher" {
            return Err("completion_codes: actor".to_owned());
        }
        for action in code["actions"].as_array().filter(|it| !it.is_empty()).ok_or("completion_codes: actions")? {
            match action["action"].as_str() {
                Some("AUTOMATICALLY_APPROVE" | "MANUALLY_REVIEW") => {}
                Some("REQUEST_RETURN") if text(&action["return_reason"]).is_some() => {}
                Some("FIXED_SCREEN_OUT_PAYMENT") => {
                    screen_outs += 1;
                    let paid = action["fixed_screen_out_reward"].as_u64().filter(|paid| *paid > 0 && *paid < reward);
                    paid.ok_or("fixed_screen_out_reward: must be below the reward")?;
                    action["slots"].as_u64().filter(|slots| *slots > 0).ok_or("slots")?;
                }
                _ => return Err(format!("completion_codes: action {action}")),
            }
        }
    }
    if screen_outs > 1 { Err("completion_codes: one FIXED_SCREEN_OUT_PAYMENT at most".to_owned()) } else { Ok(()) }
}
