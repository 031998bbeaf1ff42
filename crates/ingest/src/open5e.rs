//! The Open5e API: fetches its lists page by page and converts their objects to records.

mod api_query;
mod client;
mod endpoints;
mod failure;
mod fetch;
pub mod files;
pub mod lookup_queries;
pub mod normalise;
mod single_query;
mod staging;

pub use api_query::{ApiQuery, list_of_document, whole_list};
pub use client::{Client, ClientOptions, Page};
pub use endpoints::{ENDPOINTS, Endpoint, Role, document_of_v1};
pub use failure::Failure;
pub use fetch::{Fetched, fetch_all};
pub use single_query::{ApiAnswer, query_of_counterparts};
pub use staging::Staging;
