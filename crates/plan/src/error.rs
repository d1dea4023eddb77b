//! Why a study cannot be planned, and what to change.

use thiserror::Error;

/// Why a study cannot be planned. Each says what would make it possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is nothing to ask.
    #[error("there is nothing to plan: no item has the outputs that `design` wants together; add items or systems")]
    NothingToAsk,
    /// A number that must be at least one is zero.
    #[error("`{key}` is 0; give at least 1")]
    Zero {
        /// The key in the study file.
        key: &'static str,
    },
    /// The design names a number that the systems do not allow.
    #[error("`{key} = {given}` does not go with {systems} systems; give between {least} and {most}")]
    OutOfRange {
        /// The key in the study file.
        key: &'static str,
        /// What is written there.
        given: u64,
        /// How many systems there are.
        systems: usize,
        /// The least that works.
        least: u64,
        /// The most that works.
        most: u64,
    },
    /// One against the rest without saying which one.
    #[error("`combine = \"one-against-rest\"` needs `system`, the one that is in every pair")]
    NoSystem,
    /// The questions of a list do not make whole pages.
    #[error(
        "lists of {questions} questions cannot be made of pages that ask {criteria} each; \
         set `lists.questions` to {} or {}, or ask the criteria in lists of their own with `criteria = \"apart\"`",
        (questions / criteria).max(1) * criteria, (questions / criteria + 1) * criteria
    )]
    PartOfAPage {
        /// Questions per list.
        questions: u32,
        /// Criteria on one page.
        criteria: u32,
    },
    /// A list cannot hold a page of every part.
    #[error(
        "a page of every part asks {least} questions, but lists have {questions}; set `lists.questions` to {least} or more"
    )]
    PartsCrowded {
        /// Questions per list.
        questions: u32,
        /// The fewest that work.
        least: u32,
    },
    /// An item has more pages than there are lists, so that somebody would see it twice.
    #[error(
        "each item is shown {shown} times, more often than there are lists ({lists}), so somebody would see an item twice; \
         set `lists.questions` to {questions} or fewer, or allow it with `design.repeat_items = true`"
    )]
    ItemTwiceInAList {
        /// Pages of the item that has most.
        shown: usize,
        /// Lists.
        lists: usize,
        /// The longest list that works.
        questions: usize,
    },
    /// People are to do more lists than share no item.
    #[error(
        "one person is to do {lists_each} lists, but at most {possible} of the {lists} lists share no item; \
         set `participants.lists_each` to {possible}, or allow it with `design.repeat_items = true`"
    )]
    ItemTwiceForAPerson {
        /// What the study asks.
        lists_each: u32,
        /// The most that works.
        possible: usize,
        /// Lists.
        lists: usize,
    },
    /// A list has more checks than there are to choose from.
    #[error(
        "each list is to have {per_list} checks but there are {available} that ask what the list asks; \
         write more checks or lower `lists.checks.per_list`"
    )]
    TooFewChecks {
        /// Checks per list.
        per_list: u32,
        /// Checks there are.
        available: usize,
    },
    /// Two checks would stand side by side, or one would come first.
    #[error(
        "{per_list} checks cannot be kept apart among {pages} pages; \
         lower `lists.checks.per_list` to {pages} or less, or make lists longer"
    )]
    ChecksCrowded {
        /// Checks per list.
        per_list: u32,
        /// Pages in the shortest list.
        pages: usize,
    },
    /// More pages than can be counted.
    #[error("the design makes {pages} pages, more than the {most} that one plan holds; sample the items", most = u32::MAX)]
    TooLarge {
        /// Pages.
        pages: u64,
    },
}
