//! The clients from outside, in homes of their own: nothing here touches the real one.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod editing;
mod lasting;
mod places;
mod property;
mod refusals;
mod self_test;
mod states;
mod support;
