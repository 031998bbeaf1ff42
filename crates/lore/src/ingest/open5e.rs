//! The Open5e API: its lists are fetched page by page, and their objects become records.

mod answer;
mod api_query;
mod client;
mod endpoints;
mod failure;
mod fetch;
mod listing;
pub mod lookup_queries;
pub mod normalise;
mod on_demand;
mod staging;
mod tally;

pub use answer::Page;
pub use api_query::{ApiQuery, list_of_document, whole_list};
pub use client::{Client, ClientOptions};
pub use endpoints::{ENDPOINTS, Endpoint, Role, document_of_v1};
pub use fetch::{Fetched, Wanted, fetch_all};
pub use on_demand::{Brought, Counterparts, Unanswered};
pub use staging::Staging;
