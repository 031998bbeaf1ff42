//! The Open5e API: fetches its lists page by page and converts their objects to records.

mod answer;
mod client;
mod endpoints;
mod failure;
mod fetch;
mod listing;
pub mod normalise;
mod on_demand;
mod question;
mod staging;
mod tally;
pub mod wording;

pub use answer::Page;
pub use client::{Client, ClientOptions};
pub use endpoints::{ENDPOINTS, Endpoint, Role, document_of_v1};
pub use fetch::{Fetched, Wanted, fetch_all};
pub use on_demand::{Brought, Counterparts, Unanswered};
pub use question::{Question, list_of_document, whole_list};
pub use staging::Staging;
