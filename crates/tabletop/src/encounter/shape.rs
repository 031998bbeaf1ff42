//! How an encounter is made up.

use serde::Serialize;

/// How an encounter is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A strong creature with weaker ones of one kind.
    Leader,
    /// Several of one kind.
    Group,
    /// Two kinds.
    Pair,
    /// One creature.
    Solo,
    /// A strong creature with weaker ones of two kinds.
    Court,
}

impl Shape {
    /// The shapes in the order in which they are planned.
    pub(super) const ALL: [Self; 5] = [Self::Leader, Self::Group, Self::Pair, Self::Solo, Self::Court];
}
