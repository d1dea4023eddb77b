//! What someone may do with a study.

/// What someone may do with a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Look.
    Viewer,
    /// Look and run it; what they see beyond that is given to them one by one.
    Manager(Sight),
    /// Look, act and let others in.
    Owner,
}

/// What a manager was given to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sight {
    /// What the platform calls people.
    pub ids: bool,
    /// What people are paid, and what the study costs.
    pub money: bool,
}

impl Role {
    /// Every role, from what may do least.
    pub const ALL: [Role; 6] = [
        Role::Viewer,
        Role::Manager(Sight { ids: false, money: false }),
        Role::Manager(Sight { ids: false, money: true }),
        Role::Manager(Sight { ids: true, money: false }),
        Role::Manager(Sight { ids: true, money: true }),
        Role::Owner,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Manager(Sight { ids: false, money: false }) => "manager",
            Role::Manager(Sight { ids: false, money: true }) => "manager with money",
            Role::Manager(Sight { ids: true, money: false }) => "manager with IDs",
            Role::Manager(Sight { ids: true, money: true }) => "manager with IDs and money",
            Role::Owner => "owner",
        }
    }

    /// Reads [`Role::word`] back.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}
