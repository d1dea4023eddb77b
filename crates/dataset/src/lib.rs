//! One row per judgement.
//!
//! **In**: a study, its plan, and answers: those given on our own pages, or in a foreign table.
//! **Out**: a self-contained [`Dataset`] in which every answer stands with the participant, list,
//! position, item, criterion and systems it is about and with the rule that excludes it, and the
//! same as CSV. **Does not know** how answers are analysed.

mod arrivals;
mod dataset;
mod direction;
mod exclude;
mod far_numbers;
mod fingerprint;
mod from_events;
mod from_table;
mod judgement;
mod mapping;
mod personal;
mod plain_names;
mod questionnaire;
mod remark;
mod shown_systems;
mod write;
mod yes_or_no;

pub use arrivals::{ARRIVALS_FILE, Arrivals, ArrivalsMisfit, Ending, arrivals_csv};
pub use dataset::{AskedIf, Check, Criterion, Dataset, Item, JudgedBy, Origin, Provenance, System};
pub use direction::{counts_faults, is_called, suggests_lower};
pub use far_numbers::far_numbers;
pub use fingerprint::fingerprint;
pub use from_events::{FromEventsError, Log, from_events};
pub use from_table::{
    MissingColumns, MissingRole, Occurrence, TableJudgements, TableMisfit, UnreadValues, from_table, is_date,
    without_own_checks, without_self_comparisons,
};
pub use judgement::{ExclusionRule, Judgement, Subject, Timing};
pub use mapping::{ChoiceBy, CriterionMapping, MISSING, Mapping, Words};
pub use personal::{PersonalFinding, REMOVED, find_personal, personal_kind, without_personal};
pub use plain_names::{plain_name, with_plain_names};
pub use questionnaire::{QuestionnaireAnswer, QuestionnaireKind, QuestionnairePart, questionnaire_csv};
pub use remark::{PageRemark, remarks_csv};
pub use write::{AnswerColumns, CsvRows, WriteError, codebook_json, codebook_markdown, to_csv, to_jsonl, to_parquet};
pub use yes_or_no::yes_or_no;
