//! The design rules: what is doubtful about a study that can be read.
//!
//! One file per rule in `rules/`, holding a constant [`Rule`] with its documentation and a function
//! that looks. To add one, write the file, list it here in the order of the codes, and give it a
//! fixture in `tests/rules/`.

mod agreement_claim_undecidable;
mod alpha_out_of_range;
mod balance_out_of_reach;
mod blank_output;
mod broken_encoding;
mod cells;
mod check_looks_different;
mod check_repeats_item;
mod check_without_purpose;
mod checks_crowd_the_list;
mod checks_nobody_fails;
mod claim_beyond_its_test;
mod claim_made_twice;
mod claim_on_follow_up;
mod claim_without_score;
mod claim_without_test;
mod claimed_conditions;
mod claims_without_family;
mod colour_hard_to_read;
mod consent_without_contact;
mod consent_without_withdrawal;
mod context;
mod correction_covers_too_few;
mod correction_unfit_for_test;
mod correlation_over_few_systems;
mod criterion_never_checked;
mod criterion_without_definition;
mod crowd_unpaid;
mod deviation_without_difference;
mod deviations_unstated;
mod dialogue_without_turns;
mod differences_of_nothing;
mod duplicate_labels;
mod equal_among_degrees;
mod equal_offered_differently;
mod equivalence_not_tested;
mod estimate_is_the_maximum;
mod exclusion_by_usual_time;
mod exclusion_without_checks;
mod fee_forgotten;
mod flagged_but_not_decided;
mod formula_unreadable;
mod higher_where_lower_is_better;
mod identical_texts_together;
mod invisible_character;
mod item_under_two_ids;
mod items_must_repeat;
mod language_mismatch;
mod leftover_token;
mod length_differs_by_system;
mod levels_backwards;
mod list_longer_than_promised;
mod list_longer_than_study;
mod lists_shorter_than_stated;
mod look_unusable;
mod margin_outside_scale;
mod markdown_swallows_text;
mod markup;
mod markup_shown_literally;
mod missing_media_file;
mod missing_output;
mod more_lists_than_there_are;
mod more_sets_than_there_are;
mod mturk_section_unusable;
mod names_differ_only_in_case;
mod no_consent;
mod nothing_to_ask;
mod one_answer_passes_checks;
mod one_code_for_several_outcomes;
mod one_person_per_question;
mod order_fixed;
mod outcome_without_code;
mod page_setting_without_effect;
mod pay_below_floor;
mod pay_below_platform_minimum;
mod pay_unknown;
mod placeholder_output;
mod placeholder_text;
mod printed_n_not_planned;
mod printed_number_about_unknown;
mod printed_number_outside_scale;
mod printed_numbers_do_not_add_up;
mod prolific_section_unusable;
mod questions_cut_a_page;
mod rank_where_lower_is_better;
mod ranking_read_backwards;
mod repeats_taken_as_independent;
mod reproduction_without_claims;
mod same_question_twice;
mod scale_without_direction;
mod scale_without_minimum;
mod screen_out_unusable;
mod sides_fixed;
mod slider_without_words;
mod source_not_markable;
mod strangers_without_checks;
mod stratum_of_one;
mod surrounding_blanks;
mod system_name_shown;
mod systems_never_compared;
mod tally;
mod test_unfit_for_kind;
mod text_under_two_systems;
mod time_limit_below_estimate;
mod too_few_checks;
mod too_few_judgements;
mod training_nobody_passes;
mod training_without_answer;
mod training_without_feedback;
mod twin_systems;
mod uncorrected_comparisons;
mod verify_without_signature;
mod wrong_media_ending;

use diag::{Code, Diagnostic, Place, Severity};

pub use context::{Context, TextFile};

use crate::explain::Explanation;

/// Something that can be wrong or doubtful in the design of a study.
#[derive(Clone, Copy)]
pub struct Rule {
    /// `R` and three digits; never given to another rule.
    pub code: Code,
    /// The problem, not the cure, in a few words joined by hyphens.
    pub name: &'static str,
    /// How bad it is. Only warnings and advice can be accepted in `study.toml`.
    pub severity: Severity,
    /// One line for lists of rules.
    pub summary: &'static str,
    /// Markdown in four parts: `What it checks`, `Why it matters for a study`, `Example`, `Instead`.
    pub doc: &'static str,
    /// Looks, and adds what it finds. It must not panic, and must be linear in the number of items.
    pub check: fn(&Context<'_>, &mut Vec<Diagnostic>),
}

impl Rule {
    /// A finding of this rule at a place, with the rule's code and severity.
    #[must_use]
    pub fn diagnose(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.explanation().diagnose(place, message)
    }

    /// The rule without its function.
    #[must_use]
    pub fn explanation(&self) -> Explanation {
        Explanation { code: self.code, name: self.name, severity: self.severity, summary: self.summary, doc: self.doc }
    }
}

/// The rule that a claim given without a study is held against, too.
pub const HIGHER_WHERE_LOWER_IS_BETTER: Code = higher_where_lower_is_better::RULE.code;

/// A claim about answers without a score: of a table, the words of a scale that nobody made numbers of.
pub const CLAIM_WITHOUT_SCORE: Code = claim_without_score::RULE.code;

/// Too few judgements planned for a claim; a table that was collected has those that it has.
pub const TOO_FEW_JUDGEMENTS: Code = too_few_judgements::RULE.code;

const ALL: &[Rule] = &[
    criterion_without_definition::RULE,
    one_person_per_question::RULE,
    pay_below_floor::RULE,
    missing_output::RULE,
    blank_output::RULE,
    placeholder_output::RULE,
    identical_texts_together::RULE,
    twin_systems::RULE,
    text_under_two_systems::RULE,
    item_under_two_ids::RULE,
    markup_shown_literally::RULE,
    leftover_token::RULE,
    markdown_swallows_text::RULE,
    invisible_character::RULE,
    broken_encoding::RULE,
    surrounding_blanks::RULE,
    system_name_shown::RULE,
    length_differs_by_system::RULE,
    missing_media_file::RULE,
    wrong_media_ending::RULE,
    stratum_of_one::RULE,
    names_differ_only_in_case::RULE,
    scale_without_minimum::RULE,
    scale_without_direction::RULE,
    same_question_twice::RULE,
    duplicate_labels::RULE,
    slider_without_words::RULE,
    ranking_read_backwards::RULE,
    more_sets_than_there_are::RULE,
    nothing_to_ask::RULE,
    sides_fixed::RULE,
    order_fixed::RULE,
    list_longer_than_study::RULE,
    questions_cut_a_page::RULE,
    balance_out_of_reach::RULE,
    items_must_repeat::RULE,
    more_lists_than_there_are::RULE,
    lists_shorter_than_stated::RULE,
    one_answer_passes_checks::RULE,
    criterion_never_checked::RULE,
    check_without_purpose::RULE,
    check_repeats_item::RULE,
    too_few_checks::RULE,
    checks_nobody_fails::RULE,
    strangers_without_checks::RULE,
    training_without_answer::RULE,
    training_without_feedback::RULE,
    training_nobody_passes::RULE,
    flagged_but_not_decided::RULE,
    checks_crowd_the_list::RULE,
    list_longer_than_promised::RULE,
    time_limit_below_estimate::RULE,
    estimate_is_the_maximum::RULE,
    pay_unknown::RULE,
    pay_below_platform_minimum::RULE,
    fee_forgotten::RULE,
    crowd_unpaid::RULE,
    one_code_for_several_outcomes::RULE,
    outcome_without_code::RULE,
    no_consent::RULE,
    consent_without_withdrawal::RULE,
    consent_without_contact::RULE,
    placeholder_text::RULE,
    language_mismatch::RULE,
    exclusion_by_usual_time::RULE,
    exclusion_without_checks::RULE,
    alpha_out_of_range::RULE,
    claim_without_test::RULE,
    equivalence_not_tested::RULE,
    test_unfit_for_kind::RULE,
    correction_unfit_for_test::RULE,
    uncorrected_comparisons::RULE,
    correction_covers_too_few::RULE,
    correlation_over_few_systems::RULE,
    systems_never_compared::RULE,
    claim_without_score::RULE,
    agreement_claim_undecidable::RULE,
    margin_outside_scale::RULE,
    claim_made_twice::RULE,
    reproduction_without_claims::RULE,
    higher_where_lower_is_better::RULE,
    deviations_unstated::RULE,
    deviation_without_difference::RULE,
    printed_number_about_unknown::RULE,
    printed_number_outside_scale::RULE,
    printed_numbers_do_not_add_up::RULE,
    printed_n_not_planned::RULE,
    equal_offered_differently::RULE,
    claim_beyond_its_test::RULE,
    repeats_taken_as_independent::RULE,
    claims_without_family::RULE,
    verify_without_signature::RULE,
    dialogue_without_turns::RULE,
    prolific_section_unusable::RULE,
    screen_out_unusable::RULE,
    source_not_markable::RULE,
    formula_unreadable::RULE,
    differences_of_nothing::RULE,
    check_looks_different::RULE,
    claim_on_follow_up::RULE,
    page_setting_without_effect::RULE,
    mturk_section_unusable::RULE,
    levels_backwards::RULE,
    equal_among_degrees::RULE,
    look_unusable::RULE,
    colour_hard_to_read::RULE,
    too_few_judgements::RULE,
    rank_where_lower_is_better::RULE,
];

/// Every rule, in the order of the codes.
#[must_use]
pub fn all() -> &'static [Rule] {
    ALL
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn codes_ascend_and_every_text_has_its_four_parts() {
        let mut before = "";
        for rule in all() {
            assert!(rule.code.0 > before, "{} does not come after {before}", rule.code);
            before = rule.code.0;
            assert!(before.len() == 4 && before.starts_with('R'), "{before}");
            assert!(!rule.summary.ends_with('.') && !rule.summary.contains('\n'), "summary of {before}");
            for part in ["What it checks", "Why it matters for a study", "Example", "Instead"] {
                assert!(rule.doc.contains(&format!("## {part}\n")), "{before} has no part “{part}”");
            }
        }
    }
}
